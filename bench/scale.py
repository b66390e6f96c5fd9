"""How the time of a sizing, of its workbook and of reading it grows with user groups, prices and rows of the bill.

python -m bench.scale

Seconds of the processor for a table of many rows, beside those for a half of them, without what the published case
alone takes. Prices and rows of the bill come together, so that looking each part up in the list counts too. What has
more cells than are read is sized and written alone.
"""

from __future__ import annotations

import gc
import sys
import tempfile
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from bench.figures import Figure, run

from vdi_sizing.errors import InputError
from vdi_sizing.model.sizing import size
from vdi_sizing.scenario import Scenario
from vdi_templates.examples import EXAMPLES
from vdi_templates.reading.reader import read
from vdi_templates.workbook.build import build

SHIPPED = EXAMPLES["fujitsu"]()
TABLES = {
    "900 user groups": (900, 0, 0),
    "3,600 prices": (0, 3_600, 0),
    "900 rows of the bill, as many prices": (0, 900, 900),
    "900 rows of the bill, 3,600 prices": (0, 3_600, 900),
}
LINEAR = 2.3
"""What twice the rows may take, a little of noise included."""
TINY = 1000
"""By what the rows are fewer then."""


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
    except InputError as error:
        if "at most" not in error.expected:
            raise
    finally:
        gc.enable()
    return time.process_time() - start


def measure(tiny: bool) -> Iterator[Figure]:
    """Of each table what all of its rows take beside a half of them."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "book.xlsx")
        base = min(seconds(SHIPPED, path) for _ in range(1 if tiny else 3))
        for table, counts in list(TABLES.items())[-1 if tiny else 0 :]:
            rows = [count // (TINY if tiny else 1) for count in counts]
            half, all_ = (seconds(with_rows(*of), path) - base for of in ([count // 2 for count in rows], rows))
            yield Figure(f"{table}: seconds", all_, " s")
            yield Figure(f"{table}: beside a half of them", all_ / max(half, 0.1), " x", LINEAR)


if __name__ == "__main__":
    sys.exit(run(measure, __doc__))
