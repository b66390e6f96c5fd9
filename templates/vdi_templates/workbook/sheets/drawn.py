"""What a sheet says where it holds results as drawn: for the inputs that the file was made with."""

from __future__ import annotations

from openpyxl.styles import Font

from vdi_sizing.model.grouped_digits import date_text
from vdi_templates.workbook.baseline import AS_OF_CELL
from vdi_templates.workbook.book import Book, highlight
from vdi_templates.workbook.layout import UNIT_ROW
from vdi_templates.workbook.moves import moved_since_drawn
from vdi_templates.workbook.styles import AMBER, GREY

MOVED_CELL = f"A{UNIT_ROW}"
"""Where it says that the results are of earlier inputs; nothing, where they are of those of now."""
_MOVED_PLACE = f"$A${UNIT_ROW}"
_SAID_ON = "Sensitivity"
_AS_DRAWN, _ONE_MOVED, _MOVED, _UNKNOWN = (
    "Results are as drawn on ",
    " input has moved since (see Sign-off).",
    " inputs have moved since (see Sign-off).",
    "; it cannot be told which inputs have moved since (see Sign-off).",
)
_ANEW = " vdi-sizing compare, or the offline page, draws them anew."


def say_what_moved(book: Book) -> None:
    """On Sensitivity, at the top and in view: that results are of earlier inputs, where they are."""
    moved = book.variants.moved_cell
    have = f'IF(ISNUMBER({moved}),": "&{moved}&IF({moved}=1,"{_ONE_MOVED}","{_MOVED}"),"{_UNKNOWN}")'
    formula = f'=IF({moved}=0,"","{_AS_DRAWN}"&{date_text(AS_OF_CELL)}&{have}&"{_ANEW}")'
    _say(book, _SAID_ON, formula)


def say_again_what_moved(book: Book, sheet: str) -> None:
    """The same on another sheet that holds results as drawn."""
    _say(book, sheet, f"={_SAID_ON}!{_MOVED_PLACE}")


def _say(book: Book, sheet: str, formula: str) -> None:
    ws, date, count = book.worksheet(sheet), book.baseline.scenario.settings.as_of, moved_since_drawn(book)
    words = f"{_AS_DRAWN}{date}: {count}{_ONE_MOVED if count == 1 else _MOVED}{_ANEW}" if count else ""
    book.formula(ws, MOVED_CELL, formula, words, "VDI status", "@")
    book.alternatives[sheet, MOVED_CELL] = f"{_AS_DRAWN}{date}{_UNKNOWN}{_ANEW}"
    highlight(ws, MOVED_CELL, f'{_MOVED_PLACE}<>""', font=Font(color=AMBER, bold=True))


def grey_where_moved(book: Book, sheet: str, cells: str) -> None:
    """What was drawn for earlier inputs steps back."""
    highlight(book.worksheet(sheet), cells, f'{_MOVED_PLACE}<>""', font=Font(color=GREY))
