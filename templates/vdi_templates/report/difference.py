"""What differs between two workbooks, as lines for a terminal and as a sheet of a workbook of its own."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from openpyxl.utils import get_column_letter
from openpyxl.worksheet.worksheet import Worksheet

from vdi_sizing.model.sizing import Sizing
from vdi_sizing.words import DASH
from vdi_templates.audit.difference import Difference, Result
from vdi_templates.audit.effects import ByDesign, Effects
from vdi_templates.audit.moves import NOT_ALONE
from vdi_templates.report.table import LABEL_WIDTH, LEAST_WIDTH, USUAL_WIDTH, label_of, row_lines
from vdi_templates.workbook.book import Book, fit_row, put, put_text
from vdi_templates.workbook.layout import FIRST_ROW, HEADER_ROW

SHEET = "Differences"
SAME = "same"
WORKED_OUT = (
    "They are worked out from the inputs of both files: what was typed over a formula is not among them, but found by "
    "vdi-sizing check."
)
_WIDTHS = [22, 42, 24, 24, 19]
_LETTERS = "ABCDE"
_EFFECT_WIDTH = 12
_SIGNED_EUR, _SIGNED_WHOLE = "+#,##0.00;-#,##0.00;0.00", "+#,##0;-#,##0;0"


def lines_of(found: Difference, width: int = USUAL_WIDTH) -> Iterator[str]:
    """For a terminal: each input with its cell and what it did alone, then the results design by design."""
    yield f"Inputs that differ: {len(found.inputs) or 'none'}"
    for each in found.inputs:
        yield f"  {each.place}: {each.move.subject}: {each.move.old} -> {each.move.new}"
        yield f"      EUR per user: {found.moves.said_of(each.effects)}"
    yield from found.moves.summary()
    differing = {design: results for design, results in found.results.items() if not all(r.same for r in results)}
    yield f"Results that differ: {'below' if differing else 'none'}. {WORKED_OUT}"
    abreast = max(1, (width - LABEL_WIDTH) // (2 * LEAST_WIDTH))
    names = list(differing)
    for first in range(0, len(names), abreast):
        yield from _results({name: found.results[name] for name in names[first : first + abreast]}, width)


def _results(results: Mapping[str, Sequence[Result]], width: int) -> Iterator[str]:
    column = min(max(width - LABEL_WIDTH, 2 * LEAST_WIDTH) // len(results), 2 * LEAST_WIDTH)
    yield from row_lines("", list(results), column)
    for of_line in zip(*results.values(), strict=True):
        if not all(each.same for each in of_line):
            words = [SAME if each.same else f"{each.before} -> {each.after}" for each in of_line]
            yield from row_lines(label_of(of_line[0].line), words, column)


class _Kind(NamedTuple):
    """What an effect is on, and how it is shown."""

    name: str
    title: str
    number_format: str

    def of(self, effects: Effects | None) -> ByDesign:
        """The effects of this kind, by design."""
        found: ByDesign = {} if effects is None else getattr(effects, self.name)
        return found


def difference_book(found: Difference, new: Sizing, files: tuple[str, str]) -> Book:
    """A workbook of one sheet that says the same: values, no formulas."""
    kinds = (
        _Kind("purchase", "EUR per user", _SIGNED_EUR),
        _Kind("over_the_years", f"EUR {found.moves.over_the_years}", _SIGNED_EUR),
        _Kind("blocks", "blocks", _SIGNED_WHOLE),
    )
    together = found.moves.together
    designs = list(dict.fromkeys([*found.results, *(name for kind in kinds for name in kind.of(together))]))
    book = Book(new)
    subtitle = f"From {files[0]} to {files[1]}. These are values: no change of an input moves them. {WORKED_OUT}"
    ws = book.sheet(SHEET, SHEET, subtitle, [*_WIDTHS, *[_EFFECT_WIDTH] * len(designs)])
    _write_headers(ws, len(found.inputs), designs)
    row = HEADER_ROW
    for each in found.inputs:
        texts = each.place, each.move.subject, each.move.old, each.move.new
        row = _write_rows(ws, row + 1, texts, each.effects, kinds, designs)
    if found.inputs:
        row = _write_rows(ws, row + 1, ("all of them together", "", "", ""), together, kinds, designs)
    _write_results(ws, row + 2, found)
    ws.freeze_panes = f"A{FIRST_ROW}"
    ws.print_title_rows = f"1:{HEADER_ROW}"
    return book


def _write_headers(ws: Worksheet, inputs: int, designs: Sequence[str]) -> None:
    headers = (f"inputs: {inputs or 'none'}", "what differs", "was", "is now", "by itself it moved")
    for letter, header in zip(_LETTERS, headers, strict=True):
        put(ws, f"{letter}{HEADER_ROW}", header, "VDI header left")
    for position, design in enumerate(designs, start=len(headers) + 1):
        put_text(ws, f"{get_column_letter(position)}{HEADER_ROW}", design, "VDI header")
    fit_row(ws, HEADER_ROW, *((design, _EFFECT_WIDTH - 2) for design in designs))


def _write_rows(
    ws: Worksheet,
    row: int,
    texts: Sequence[str],
    effects: Effects | None,
    kinds: Sequence[_Kind],
    designs: Sequence[str],
) -> int:
    """An input that differs, or all: a row for each kind of effect that there is, at least one; the last row."""
    shown = [kind for kind in kinds if kind.of(effects)] or [kinds[0]]
    for at, kind in enumerate(shown, start=row):
        for letter, words in zip(_LETTERS, texts if at == row else [""] * len(texts), strict=False):
            put_text(ws, f"{letter}{at}", words, "VDI cell text")
        put(ws, f"E{at}", NOT_ALONE if effects is None else kind.title, "VDI cell text")
        for position, design in enumerate(designs, start=len(_LETTERS) + 1):
            effect = kind.of(effects).get(design)
            value = DASH if effect is None else effect.words if effect.moved is None else effect.moved
            put(ws, f"{get_column_letter(position)}{at}", value, "VDI cell number", kind.number_format)
    fit_row(ws, row, *zip(texts, _WIDTHS, strict=False))
    return row + len(shown) - 1


def _write_results(ws: Worksheet, row: int, found: Difference) -> None:
    """A result that differs per row."""
    differing = [(name, each) for name, results in found.results.items() for each in results if not each.same]
    headers = (f"results: {len(differing) or 'none'}", "what differs", "was", "is now")
    for letter, header in zip(_LETTERS, headers, strict=False):
        put(ws, f"{letter}{row}", header, "VDI header left")
    for at, (name, each) in enumerate(differing, start=row + 1):
        texts = name, label_of(each.line), each.before, each.after
        for letter, words in zip(_LETTERS, texts, strict=False):
            put_text(ws, f"{letter}{at}", words, "VDI cell text")
        fit_row(ws, at, *zip(texts, _WIDTHS, strict=False))
