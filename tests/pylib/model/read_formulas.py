"""The spreadsheet formulas that are read from Python, a line each, as they stand in `read_formulas.txt`.

`python -m tests.pylib.model.read_formulas` writes that file anew: what a change does to formulas is a diff to be read.
Of a figure that stands on many scopes the first and the last are told.
"""

from __future__ import annotations

from pathlib import Path

from vdi_sizing.model.names import names_of, places
from vdi_sizing.model.sections import lines_by_name

FILE = Path(__file__).with_suffix(".txt")


def read_formulas() -> str:
    """Each formula after its name, in the order of the sheets."""
    read = [names_of(figure) for _, figure in places().values() if not figure.native]
    told = {name for names in read for name in (names[0], names[-1])}
    return "".join(f"{name} = {line.formula}\n" for name, line in lines_by_name().items() if name in told)


if __name__ == "__main__":
    FILE.write_text(read_formulas(), encoding="utf-8", newline="\n")
