"""`vdi-sizing ranges`: how far the answer spreads where inputs are uncertain, by Monte Carlo."""

from __future__ import annotations

import argparse
import importlib.util
from pathlib import Path

from vdi_addin.command.status import DIFFERENT, DONE
from vdi_sizing.errors import InputError
from vdi_sizing.inputs import same_name
from vdi_sizing.model.sizing import size
from vdi_sizing.what_if.drivers import DRIVERS
from vdi_sizing.what_if.monte_carlo import monte_carlo
from vdi_sizing.what_if.ranges import Range
from vdi_templates.reading.reader import read
from vdi_templates.workbook.layout import Layout

_USUAL_RANGES = tuple(
    f"{driver}_scale=0.8:1:1.2" for driver in ("users", "steady_iops", "drive_iops", "drive_price", "other_price")
)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare what can be typed behind `ranges`."""
    parser.add_argument("file", type=Path, metavar="FILE")
    parser.add_argument("--design", help="its name; default: the first")
    parser.add_argument(
        "--range",
        action="append",
        default=[],
        metavar="DRIVER=LOW:BASE:HIGH",
        help="such as steady_iops_scale=0.8:1:1.5; default: loads, drive IOPS and prices at 0.8 to 1.2 times",
    )
    parser.add_argument("--draws", type=int, default=10_000, help="default: %(default)s")
    parser.add_argument("--seed", type=int, default=1, help="the same seed gives the same answer; default: %(default)s")


def run(args: argparse.Namespace) -> int:
    """Print the spread of one design: each uncertain input triangular between low and high, on its own."""
    scenario = read(args.file)
    names = [design.name for design in scenario.designs]
    position = next((i for i, name in enumerate(names) if args.design is None or same_name(name, args.design)), None)
    if position is None:
        raise InputError("--design", args.design, f"one of: {', '.join(names)}")
    if importlib.util.find_spec("numpy") is None:
        raise InputError("numpy", None, "the package numpy, which draws the variants: pip install numpy")
    ranges = dict(_range(text) for text in args.range or _USUAL_RANGES)
    sized = size(scenario).designs[position]
    if not sized["stands"]:
        print(f"{names[position]}: {sized['errors_in_words']}")
        return DIFFERENT
    priced = sized["priced"]
    outputs = ("drives_total", "vms_per_block", "blocks", *(("known_eur_per_vm",) if priced else ()))
    results = monte_carlo(scenario, position, ranges, outputs, args.draws, args.seed)
    lines = Layout(scenario).lines
    print(f"{names[position]}: {args.draws} draws, seed {args.seed}")
    print("".ljust(44) + "".join(title.rjust(12) for title in ("P5", "P50", "P95", "mean")))
    for name, spread in results.items():
        label = f"{lines[name].label} [{lines[name].unit}]"
        values = (spread.p5, spread.p50, spread.p95, spread.mean)
        print(label[:44].ljust(44) + "".join(f"{value:12,.1f}" for value in values))
    return DONE


def _range(text: str) -> tuple[str, Range]:
    """The driver and the range that one `--range` names."""
    name, _, numbers = text.partition("=")
    if name not in DRIVERS:
        raise InputError("--range", text, f"DRIVER=LOW:BASE:HIGH with a driver of: {', '.join(DRIVERS)}")
    try:
        low, base, high = (float(number) for number in numbers.split(":"))
    except ValueError as error:
        raise InputError("--range", text, "three numbers, such as steady_iops_scale=0.8:1:1.5") from error
    if not low <= base <= high:
        raise InputError("--range", text, "LOW:BASE:HIGH, the least number first and the largest last")
    return name, Range(low, base, high)
