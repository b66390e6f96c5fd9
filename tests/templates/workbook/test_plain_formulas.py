"""What some program calculates otherwise, and can be said more plainly, does not stand in a formula."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from tests.built import shared_book
from tests.engines.gnumeric import AVOIDED, Defect
from tests.templates.third_engine import formula_at

from vdi_templates.examples import EXAMPLES, fujitsu
from vdi_templates.workbook.book import Book
from vdi_templates.workbook.layout import LINE_SHEETS, MAX_DESIGNS

each = pytest.mark.parametrize("avoided", AVOIDED, ids=[avoided.name for avoided in AVOIDED])


@pytest.fixture(scope="module")
def book() -> Book:
    return shared_book(fujitsu())


@each
def test_no_formula_needs_it(avoided: Defect, book: Book) -> None:
    found = [
        f"{sheet}!{cell}"
        for sheet, cells in book.cached.items()
        for cell in cells
        if avoided.pattern.search(formula_at(book, sheet, cell))
    ]
    assert found == []


@each
def test_the_formula_that_shows_it_would_be_found(avoided: Defect) -> None:
    assert avoided.pattern.search(avoided.shown_by)


COUNTING = re.compile(r"\b(COUNTIFS?|SUMIFS)\(([^()]*)\)")


def criteria(formula: str) -> Iterator[str]:
    """What a formula counts by: each second argument, of SUMIFS behind the cells that it adds up."""
    for function, arguments in COUNTING.findall(formula):
        yield from arguments.split(",")[2 if function == "SUMIFS" else 1 :: 2]


def is_text(book: Book, sheet: str, criterion: str) -> bool:
    """Whether a criterion is a cell that holds a text."""
    named, _, cell = criterion.replace("$", "").replace("'", "").rpartition("!")
    if criterion.startswith('"') or not re.fullmatch(r"[A-Z]+\d+", cell):
        return False
    cached = book.cached[named or sheet].get(cell, book.worksheet(named or sheet)[cell].value)
    return isinstance(cached, str)


def test_no_formula_counts_by_a_name_as_a_criterion(book: Book) -> None:
    """Excel takes "1" and "01", "1E3" and "1000" for one name there, and * ? ~ for wildcards."""
    found = [
        f"{sheet}!{cell}: {criterion}"
        for sheet, cells in book.cached.items()
        for cell in cells
        for criterion in criteria(formula_at(book, sheet, cell))
        if is_text(book, sheet, criterion)
    ]
    assert found == []


def test_such_a_criterion_would_be_found(book: Book) -> None:
    (criterion,) = criteria("=COUNTIF(Bill[design],Designs!$D$7)")
    assert is_text(book, "Sizing", criterion)


MOST_CHARACTERS = 400


def test_a_formula_of_the_model_is_short_enough_to_be_read() -> None:
    """As shipped, with free columns of designs: what takes more is said in steps, each with a label."""
    book = shared_book(EXAMPLES["customer"](), columns=MAX_DESIGNS)
    formulas = {
        f"{sheet}!{cell}": formula_at(book, sheet, cell) for sheet in LINE_SHEETS for cell in book.cached[sheet]
    }
    assert [place for place, formula in formulas.items() if len(formula) > MOST_CHARACTERS] == []
    assert len(formulas) > 10_000
