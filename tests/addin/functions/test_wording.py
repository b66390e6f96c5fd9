"""Help as a spreadsheet shows it: no names of Python, what the cell shows, examples that are true."""

from __future__ import annotations

import re

from vdi_addin.excel.xlam import HELP_LIMIT
from vdi_addin.functions.catalogue import Function, function, functions
from vdi_addin.functions.convert import OMITTED, Failure, call
from vdi_addin.functions.wording import shown

PYTHON = re.compile(r"`|\bNone\b|\bTrue\b|\bFalse\b|\binf\b|infinit|InputError")


def test_help_speaks_of_cells_and_fits_the_wizard() -> None:
    texts = [
        (item.name, text)
        for item in functions()
        for text in (item.explained, item.result, *(argument.explained for argument in item.arguments))
    ]
    assert texts
    assert [(name, text) for name, text in texts if PYTHON.search(text) or len(text) > HELP_LIMIT] == []


def cells(typed: str) -> list[object]:
    """The values that are typed between the brackets of a function."""
    found: list[object] = []
    for quoted, row, plain in re.findall(r'("[^"]*")|\{([^}]*)\}|([^,]+)|(?<=,)(?=,)', typed):
        if quoted:
            found.append(quoted[1:-1])
        elif row:
            found.append((tuple(float(each) for each in row.split(",")),))
        elif plain in ("TRUE", "FALSE"):
            found.append(plain == "TRUE")
        else:
            found.append(float(plain) if plain else OMITTED)
    return found


def test_the_cells_of_an_example_are_read() -> None:
    assert cells('1,,"a, b",TRUE') == [1.0, OMITTED, "a, b", True]
    assert cells("{1,2},,3") == [((1.0, 2.0),), OMITTED, 3.0]


def as_shown(item: Function) -> str:
    """The example of a function with what its call shows now."""
    typed = item.example.removeprefix(f"{item.name}(").rpartition(") shows ")[0]
    answer = call(item, *cells(typed))
    return f"{item.name}({typed}) shows {'#NUM!' if isinstance(answer, Failure) else shown(answer)}"


def test_an_example_shows_what_it_says() -> None:
    examples = {item.example: as_shown(item) for item in functions() if item.example}
    assert examples
    assert [(said, now) for said, now in examples.items() if said != now] == []


def test_nearly_every_function_has_an_example() -> None:
    assert len([item for item in functions() if not item.example]) <= 4


def test_defaults_are_named_as_a_cell_gives_them() -> None:
    arguments = {argument.name: argument for argument in function("VDI_DISK_COUNT_FOR_RESPONSE_TIME").arguments}
    assert arguments["write_back"].explained.endswith("Left out: FALSE")
    assert arguments["raid"].explained.endswith('Left out: "RAID 10"')
    assert '"mean": their mean has to [above 0, below 1]. Left out: 0.8' in arguments["share"].explained
