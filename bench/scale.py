"""How the time of a sizing, of its workbook and of reading it grows with user groups, prices and rows of the bill.

python bench/scale.py [--factor 4]

Seconds of the processor for a table of so many rows, and for one of `factor` times as many, without what the published
case alone takes. The exit status is 1 if the time grows faster than the rows. Prices and rows of the bill come
together, so that looking each part up in the list counts too. All three at their full size are refused when read, by
the number of their cells: that is the last line.
"""

from __future__ import annotations

import argparse
import gc
import sys
import tempfile
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from vdi_sizing.errors import InputError
from vdi_sizing.model.sizing import size
from vdi_sizing.scenario import Scenario
from vdi_templates.examples import EXAMPLES
from vdi_templates.reading.reader import read
from vdi_templates.workbook.build import build

SHIPPED = EXAMPLES["fujitsu"]()
GROUPS, PRICES, BILL = 5_000, 20_000, 5_000
TABLES = {"user groups": (GROUPS, 0, 0), "prices": (0, PRICES, 0), "rows of the bill": (0, BILL, BILL)}
NOISE = 1.5
"""By what the time may grow faster than the rows: a table of few rows is worth little time."""


def with_rows(groups: int, prices: int, bill: int) -> Scenario:
    """The published case with so many more rows; each part of the bill is another one, as far as there are prices."""
    group, price, part = SHIPPED.groups[0], SHIPPED.prices[0], SHIPPED.bill[0]
    parts = [f"part {number}" for number in range(prices)] or [part.part]
    return replace(
        SHIPPED,
        groups=(*SHIPPED.groups, *(replace(group, name=f"group {number}") for number in range(groups))),
        prices=(*SHIPPED.prices, *(replace(price, part=name) for name in parts[:prices])),
        bill=(*SHIPPED.bill, *(replace(part, part=parts[at % len(parts)], quantity=at + 2.0) for at in range(bill))),
    )


def seconds(scenario: Scenario, path: Path) -> float:
    """Of the processor: to size it, to write its workbook, and to read that."""
    gc.collect()
    gc.disable()  # as the program does
    start = time.process_time()
    size(scenario)
    path.write_bytes(build(scenario))
    try:
        read(path)
    finally:
        gc.enable()
    return time.process_time() - start


def lines(factor: int, path: Path) -> Iterator[tuple[str, bool]]:
    """What was measured of each table, and whether it is good."""
    base = seconds(SHIPPED, path)
    for table, rows in TABLES.items():
        few, many = (seconds(with_rows(*counts), path) - base for counts in ([n // factor for n in rows], rows))
        ratio = many / max(few, 0.1)
        yield (
            f"{max(rows):>6,} {table}: {many:.1f} s, {ratio:.1f} times those of {max(rows) // factor:,}",
            (ratio <= factor * NOISE),
        )
    try:
        seconds(with_rows(GROUPS, PRICES, BILL), path)
    except InputError as error:
        yield f"all of them at once: {error.value}; expected {error.expected}", "at most" in error.expected
    else:
        yield "all of them at once: read", True


def main() -> int:
    """Measure and judge."""
    typed = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    typed.add_argument("--factor", type=int, default=4, help="default: %(default)s")
    good = True
    with tempfile.TemporaryDirectory() as folder:
        for line, is_good in lines(typed.parse_args().factor, Path(folder, "book.xlsx")):
            print(line if is_good else f"{line}: more than the rows", flush=True)
            good &= is_good
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
