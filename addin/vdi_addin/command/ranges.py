"""`vdi-sizing ranges`: how far the answer spreads where inputs are uncertain, by Monte Carlo."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path

from vdi_addin.command.carried import say_carried
from vdi_addin.command.extras import require
from vdi_addin.command.status import DIFFERENT, DONE
from vdi_addin.command.streams import on_one_line
from vdi_addin.command.targets import refuse_result
from vdi_addin.command.typed import a_path
from vdi_addin.comparison import next_book
from vdi_sizing.errors import InputError
from vdi_sizing.inputs import same_name
from vdi_sizing.model.sections import lines_by_name
from vdi_sizing.model.sizing import Sizing, size
from vdi_sizing.scenario import Scenario
from vdi_sizing.what_if.drivers import ALL_DRIVERS
from vdi_sizing.what_if.monte_carlo import MOST_DRAWS, Quantiles, monte_carlo
from vdi_sizing.what_if.range_defaults import ALL_IOPS, UsualRange, measured_spread, usual_ranges
from vdi_sizing.what_if.ranges import Range
from vdi_sizing.what_if.reasons import reason_of_all
from vdi_templates.carry_over.carry import Carried, carried_over
from vdi_templates.importing.headers import Headers
from vdi_templates.importing.observed import observed
from vdi_templates.importing.plan import Options
from vdi_templates.reading.reader import Reader
from vdi_templates.report.ranges import LABEL, NO_ANSWER, Drawn, in_words, varied_rows, write_ranges
from vdi_templates.workbook.save import write_whole

_OUTPUTS = ("drives_total", "vms_per_block", "blocks")
_EUR = ("known_users_eur", "known_eur_per_vm")
_OVER_YEARS = ("known_total_eur",)
_LATER = "what is paid per year is in the purchase and running costs over"
_TYPED, _MEASURED = "--range", "--measured"
_EXAMPLE = "steady_iops_scale=0.8:1:1.5"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare what can be typed behind `ranges`."""
    parser.add_argument("file", type=a_path, metavar="FILE")
    parser.add_argument("--design", help="its name; default: the first")
    parser.add_argument(
        _TYPED,
        action="append",
        default=[],
        metavar="DRIVER=LOW:BASE:HIGH",
        help=f"such as {_EXAMPLE}; default: the load of all phases over the spread of the shipped profiles, "
        "users, drive IOPS and prices as on the sheet Sensitivity",
    )
    parser.add_argument(
        _MEASURED,
        action="append",
        default=[],
        type=a_path,
        metavar="EXPORT",
        help="what was measured of the customer's own VMs, as review reads it: the load of all phases spreads as their "
        "IOPS do, in the place of the shipped profiles; may be said again",
    )
    parser.add_argument("--draws", type=int, default=10_000, help=f"at most {MOST_DRAWS:,}; default: %(default)s")
    parser.add_argument("--seed", type=int, default=1, help="the same seed gives the same answer; default: %(default)s")
    parser.add_argument(
        "--into",
        type=a_path,
        metavar="OUT",
        help="also write the comparison of FILE, with the result on a sheet Ranges",
    )
    parser.add_argument("--force", action="store_true", help="replace an existing OUT")


def run(args: argparse.Namespace) -> int:
    """Print the spread of one design: each uncertain input triangular between low and high, on its own."""
    require("numpy")
    if args.into is not None:
        refuse_result("--into", args.into, args.file, force=args.force)
    reader = Reader(args.file, inputs_only=True)
    scenario = reader.scenario()
    sizing = size(scenario)
    position = _position(scenario, args.design)
    sized = sizing.designs[position]
    if not sized.block.stands:
        print(f"{sized.design.name}: {sized.block.errors_in_words}")
        return DIFFERENT
    ranges = _ranges(scenario, position, args.range)
    if args.measured:
        of_profiles: set[str] = set() if args.range else {ALL_IOPS}
        own = {name: each for name, each in ranges.items() if name not in of_profiles}
        ranges = {ALL_IOPS: _measured(args.measured), **own}
    drawn = _drawn(sizing, position, ranges, args)
    # Before anything is printed: what people added may be damaged.
    carried = None if args.into is None else _carried(args.file, reader, sizing, drawn)
    _show(drawn)
    if carried is not None:
        say_carried(args.file, carried.kept, carried.lost)
        write_whole(args.into, carried.workbook, force=args.force)
        print(f"wrote {on_one_line(args.into)}")
    return DONE


def _carried(source: Path, reader: Reader, sizing: Sizing, drawn: Drawn) -> Carried:
    """The comparison of a workbook with the result on a sheet of its own, and what people added."""
    book = next_book(reader, sizing)
    write_ranges(book, drawn, book.layout.lines)
    return carried_over(source, reader, book)


def _position(scenario: Scenario, named: str | None) -> int:
    names = [design.name for design in scenario.designs]
    position = next((i for i, name in enumerate(names) if named is None or same_name(name, named)), None)
    if position is None:
        raise InputError("--design", named, f"one of: {', '.join(names)}")
    return position


def _ranges(scenario: Scenario, position: int, typed: Sequence[str]) -> dict[str, UsualRange]:
    """The ranges that were typed, or else the usual ones."""
    if typed:
        return {name: UsualRange(range_, _TYPED) for name, range_ in map(_range, typed)}
    return usual_ranges(scenario, position)


def _measured(exports: Sequence[Path]) -> UsualRange:
    """The spread of the desktops of exports."""
    plan, found = observed(exports, Options(), Headers.read())
    if found is None:
        raise InputError(_MEASURED, plan.problems[0], "lists that review reads")
    return measured_spread(found.iops_of_vms, ", ".join(path.name for path in exports))


def _range(text: str) -> tuple[str, Range]:
    """The driver and the range that one `--range` names."""
    name, _, numbers = text.partition("=")
    if name not in ALL_DRIVERS:
        raise InputError(_TYPED, text, f"DRIVER=LOW:BASE:HIGH with a driver of: {', '.join(ALL_DRIVERS)}")
    try:
        low, base, high = (float(number) for number in numbers.split(":"))
    except ValueError as error:
        raise InputError(_TYPED, text, f"three numbers, such as {_EXAMPLE}") from error
    if not low <= base <= high:
        raise InputError(_TYPED, text, "LOW:BASE:HIGH, the least number first and the largest last")
    return name, Range(low, base, high)


def _drawn(sizing: Sizing, position: int, usual: dict[str, UsualRange], args: argparse.Namespace) -> Drawn:
    """The draws, and what there is to say about them."""
    design = sizing.designs[position]
    block = design.block
    leased = bool(block.over_years and block.total_known)
    outputs = (*_OUTPUTS, *(_EUR if block.priced else ()), *(_OVER_YEARS if leased else ()))
    ranges = {name: each.range for name, each in usual.items()}
    spreads = monte_carlo(sizing.scenario, position, ranges, outputs, args.draws, args.seed)
    lines = lines_by_name()
    remarks = [
        f"{in_words(lines[name])} does not move: {reason_of_all(sizing.scenario, position, ranges, name)}"
        for name, spread in spreads.items()
        if spread.p5 == spread.p95 == spread.mean
    ]
    if leased:
        remarks.append(f"EUR per VM and for all hold what is bought; {_LATER} {block.settings.years:.0f} years")
    without = max(spread.without_answer for spread in spreads.values())
    if without:
        remarks.append(
            f"in {without:.1%} of the draws no block carries a VM: drives, blocks and EUR count as infinite there, "
            f"and a mean has {NO_ANSWER}"
        )
    return Drawn(design.design.name, args.draws, args.seed, usual, spreads, remarks)


def _show(drawn: Drawn) -> None:
    lines = lines_by_name()
    print(f"{drawn.title} ({LABEL})")
    print("".ljust(44) + "".join(title.rjust(12) for title in ("P5", "P50", "P95", "mean")))
    for name, spread in drawn.spreads.items():
        label = f"{in_words(lines[name])} [{lines[name].unit}]"
        print(label[:44].ljust(44) + "".join(f"{_number(value):>12}" for value in _four(spread)))
    for remark in drawn.remarks:
        print(f"note: {remark}")
    print("\nvaried, each on its own:".ljust(51) + "".join(end.rjust(12) for end in ("low", "base", "high")))
    for label, name, low, base, high, source in varied_rows(drawn):
        print(f"{label} ({name})".ljust(50) + "".join(f"{number:12.4g}" for number in (low, base, high)))
        print(f"    from {source}")


def _four(spread: Quantiles) -> tuple[float, ...]:
    return spread.p5, spread.p50, spread.p95, spread.mean


def _number(value: float) -> str:
    return f"{value:,.1f}" if value < float("inf") else NO_ANSWER
