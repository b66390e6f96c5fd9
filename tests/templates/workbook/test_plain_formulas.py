"""What some program calculates otherwise, and can be said more plainly, does not stand in a formula."""

from __future__ import annotations

import pytest
from tests.engines.gnumeric import AVOIDED, Defect
from tests.templates.third_engine import formula_at

from vdi_sizing.model.sizing import size
from vdi_templates.examples import fujitsu
from vdi_templates.workbook.book import Book
from vdi_templates.workbook.build import build_book

each = pytest.mark.parametrize("avoided", AVOIDED, ids=[avoided.name for avoided in AVOIDED])


@pytest.fixture(scope="module")
def book() -> Book:
    return build_book(size(fujitsu()))


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
