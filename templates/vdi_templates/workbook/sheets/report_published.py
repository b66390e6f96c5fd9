"""What the document of an example says, beside what this workbook computes of its numbers: a few rows of the Report.

They refer to Evidence, where each number has its inputs. A workbook that no document belongs to has none of them.
"""

from __future__ import annotations

import textwrap

from openpyxl.worksheet.worksheet import Worksheet

from vdi_sizing.scenario import Scenario
from vdi_templates.evidence import AT_MOST, CASES, Case
from vdi_templates.workbook.book import Book, put
from vdi_templates.workbook.sheets.evidence import BOUND, as_printed, place_of

_HEADINGS = {
    "A": "What the document says, from its own numbers", "D": "the document",
    "E": "this workbook, from the same numbers", "G": "why they differ, or what the agreement rests on",
}  # fmt: skip
_STYLES = {"A": "VDI page heading", "D": "VDI page value", "E": "VDI page value", "G": "VDI page label"}
_CHARACTERS, _LINE, _SPACE = 60, 15.5, 8
"""Of a line in two columns of the page."""


def main_figures(made_as: Scenario) -> list[Case]:
    """Those of the document whose case a file was made as: its Settings name it as the customer."""
    customer = made_as.settings.customer or ""
    return [case for case in CASES if case.is_main and customer.startswith(f"{case.document}, ")]


def rows_of_published(book: Book) -> int:
    """The rows that they take on the page, with their heading and the space below."""
    figures = len(main_figures(book.baseline.scenario))
    return figures + 2 if figures else 0


def write_published(book: Book, ws: Worksheet, row: int) -> None:
    """The heading in `row`, and a row for each figure; nothing where there is none."""
    figures = main_figures(book.baseline.scenario)
    if not figures:
        return
    for letter, heading in _HEADINGS.items():
        put(ws, f"{letter}{row}", heading, _STYLES[letter])
    for at, case in enumerate(figures, start=row + 1):
        _write_figure(book, ws, at, case)
    ws.row_dimensions[row + len(figures) + 1].height = _SPACE


def _write_figure(book: Book, ws: Worksheet, row: int, case: Case) -> None:
    texts = {("A", "B"): ("figure", case.what), ("G", "H"): (_HEADINGS["G"], case.reason)}
    for (first, last), (header, text) in texts.items():
        if text:
            book.formula(ws, f"{first}{row}", f"={place_of(case, header)}", text, "VDI page text")
            ws.merged_cells.add(f"{first}{row}:{last}{row}")
    unit = "" if case.unit.lower() in case.what.lower() else f'" {case.unit}"'
    bound = BOUND if case.claim == AT_MOST else ""
    published = f"{bound}{as_printed(case, case.published)}{unit}"
    published = published if case.printed else f'"("{published}")"'
    for letter, header, value, looks in (
        ("D", "published", case.published, published),
        ("E", "ours", case.ours, f"{case.number_format}{unit}"),
    ):
        book.formula(ws, f"{letter}{row}", f"={place_of(case, header)}", value, "VDI page figure", looks)
    said = book.made.brand.translation.text
    lines = max(len(textwrap.wrap(said(text), _CHARACTERS)) for _, text in texts.values())
    ws.row_dimensions[row].height = lines * _LINE
