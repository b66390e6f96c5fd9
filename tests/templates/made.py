"""What a file shows that was made for some inputs and then given others in an open spreadsheet."""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import replace
from functools import lru_cache
from typing import Any

import pytest
from openpyxl.worksheet.worksheet import Worksheet
from tests.built import file_of, shared_book

import vdi_templates.workbook.build
from vdi_sizing.model.sizing import Sizing
from vdi_sizing.scenario import Scenario
from vdi_templates.audit.as_made import as_made
from vdi_templates.audit.package import Package, made_parts
from vdi_templates.workbook.baseline import Baseline
from vdi_templates.workbook.book import Book, Made, cached
from vdi_templates.workbook.build import SHEETS, build_book


@lru_cache(maxsize=10)
def made_for(scenario: Scenario, columns: int = 0) -> Made:
    """Its baseline, and what the file itself says of its charts and of the room for what one has to know."""
    parts = made_parts(file_of(shared_book(scenario, columns=columns)))
    return replace(as_made(Package(parts)), baseline=Baseline(scenario))


def book_without(sheets: Collection[str], sizing: Sizing, **how: Any) -> Book:
    """A workbook in which some sheets stay blank, since nobody looks at them: each takes its time to build."""
    nothing: Callable[[Book], None] = lambda _: None  # noqa: E731
    written = tuple(replace(sheet, write=nothing) if sheet.name in sheets else sheet for sheet in SHEETS)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(vdi_templates.workbook.build, "SHEETS", written)
        return build_book(sizing, **how)


def value_alone(book: Book, ws: Worksheet, cell: str, _: str, value: Any, *_looks: str | None) -> None:
    """In place of `Book.formula`, where nobody reads the formulas: the values of a workbook are compared."""
    book.cached[ws.title][cell] = cached(value)
