"""Functions in cells of a workbook, in LibreOffice with the extension: they give the figures that its formulas give."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from random import Random

import pytest
from tests.addin.extended_office import extended_office
from tests.addin.functions.calls_of_figures import asked_of, calls
from tests.gate.office import Office, Values
from tests.templates.engines import errors, mismatches
from tests.templates.random_scenarios import scenario
from tests.tiers import but_in_gate

from vdi_addin.functions import catalogue
from vdi_addin.libreoffice.renaming import to_libreoffice
from vdi_sizing.model.sizing import Sizing, size
from vdi_templates.examples import EXAMPLES, fujitsu, today
from vdi_templates.workbook.book import Book
from vdi_templates.workbook.build import build_book
from vdi_templates.workbook.save import workbook_bytes

SHEET = "Own cells"


@pytest.fixture(scope="module")
def office(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Office]:
    """A LibreOffice with the extension."""
    with extended_office(tmp_path_factory.mktemp("extensions")) as running:
        yield running


WRONG = "A3"
"""A cell that gives 1 more than the figure which the book expects there: the comparison must see it."""


def with_own_cells(sizing: Sizing) -> Book:
    """The workbook with a sheet of a user's own, whose cells ask the functions for figures."""
    book = build_book(sizing)
    ws = book.sheet(SHEET, SHEET, "", [20])
    asked = [
        (book.layout.render(call.formula, at, SHEET), float(design[call.line]))
        for at, design in enumerate(sizing.designs)
        for call, applies in zip(calls(), asked_of(design), strict=True)
        if applies
    ]
    for row, (formula, figure) in enumerate(asked, start=4):
        book.formula(ws, f"A{row}", formula, figure, "VDI link")
    book.formula(ws, WRONG, f"{formula}+1", figure, "VDI link")
    return book


def of_seed(seed: int) -> Sizing:
    return size(scenario(Random(seed)))


GATE: dict[str, Callable[[], Sizing]] = {
    "Fujitsu": lambda: size(fujitsu()),
    "seed 1": partial(of_seed, 1),
    "seed 113": partial(of_seed, 113),
}
"""They ask for every line; some are seldom asked for, such as rack space only of a design that meets its targets."""
EVERY = GATE | {name: lambda made=made: size(made()) for name, made in {**EXAMPLES, "today": today}.items()}


@pytest.mark.parametrize("name", but_in_gate(EVERY, *GATE))
def test_functions_in_cells_give_the_figures_of_the_model(name: str, office: Office, tmp_path: Path) -> None:
    book = with_own_cells(EVERY[name]())
    values = calculated(book, office, tmp_path)
    assert errors(values) == []
    assert [found.cell for found in mismatches(book, values) if found.cell.startswith(SHEET)] == [f"{SHEET}!{WRONG}"]


def test_they_ask_for_every_line() -> None:
    asked = {
        call.line
        for made in GATE.values()
        for design in made().designs
        for call, applies in zip(calls(), asked_of(design), strict=True)
        if applies
    }
    assert asked == {call.line for call in calls()}


def calculated(book: Book, office: Office, folder: Path) -> Values:
    """What LibreOffice calculates for the copy renamed for it."""
    excel, libreoffice = folder / "excel.xlsx", folder / "libreoffice.xlsx"
    excel.write_bytes(workbook_bytes(book))
    to_libreoffice(excel, libreoffice)
    return office.load(libreoffice)


def test_every_function_asked_is_in_the_catalogue() -> None:
    names = {function.name for function in catalogue.functions()}
    assert {name for call in calls() for name in call.functions} <= names
    assert all(call.functions for call in calls())


def test_every_line_is_asked_for_once() -> None:
    lines = [call.line for call in calls()]
    assert len(lines) == len(set(lines))
