"""What cells say: formulas, saved values, labels, units, notes, figures, and what stands beside them."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping

from vdi_templates.audit.finding import Finding, Level, counted, in_words, shortened
from vdi_templates.audit.formulas import agree, plain
from vdi_templates.audit.pair import FREE_SHEETS, LOG, Pair
from vdi_templates.audit.sheet import Cell, Value
from vdi_templates.reading.coordinates import row_and_column
from vdi_templates.workbook.layout import HEADER_ROW

_NAME_OF_DESIGN = re.compile(r"='?Designs'?!\$?[A-Z]{1,3}\$?\d+")
VALUE, TEXT = "the value", "the text"
NO_VALUE = "not saved"
_NOTHING = Cell(None, None, 0)


def compare_cells(pair: Pair, alternatives: Mapping[str, Value]) -> Iterator[Finding]:
    """All cells of a sheet; `alternatives`, values that some may have in place of the shipped ones."""
    met = set()
    for place, shipped in pair.expected.cells.items():
        if pair.in_body(place, found=False):
            continue
        there = pair.place_in_file(place)
        met.add(there)
        cell = pair.found.cells.get(there, _NOTHING)
        if shipped.formula is not None:
            yield from _formula(pair, there, cell, shipped, alternatives.get(place, shipped.value))
        elif shipped.filled and not pair.takes_input(shipped):
            yield from _constant(pair, there, cell, shipped)
        elif cell.filled and _is_entry(pair, place):
            continue  # told row by row
        elif cell.formula is not None and pair.takes_input(shipped):
            yield _calculated_input(pair, there, cell)
        elif cell.filled and not pair.takes_input(shipped):
            yield _extra(pair, there, cell)
    for place, cell in pair.found.cells.items():
        if not cell.filled or place in met or _is_entry(pair, place):
            continue
        if pair.in_body(place, found=True) is None:
            yield _extra(pair, place, cell)
        elif cell.formula is not None and not _NAME_OF_DESIGN.fullmatch(cell.formula):
            yield _calculated_input(pair, place, cell)
    yield from _own_columns(pair)
    if pair.takes_entries:
        yield from _entries(pair)


def _is_chosen_by_name(pair: Pair, cell: Cell, shipped: Cell) -> bool:
    """Whether a design is picked from the list, as a text, where a formula of ours refers to its name."""
    refers = shipped.formula is not None and _NAME_OF_DESIGN.fullmatch(shipped.formula) and pair.takes_input(shipped)
    return bool(refers) and cell.formula is None and agree(cell.value, shipped.value)


def _formula(pair: Pair, place: str, cell: Cell, shipped: Cell, alternative: Value) -> Iterator[Finding]:
    if _is_chosen_by_name(pair, cell, shipped):
        return
    formula = cell.formula and pair.with_our_names(cell.formula)
    if formula != shipped.formula and (formula is None or plain(formula) != plain(shipped.formula)):
        found = in_words(formula or cell.value, pair.look(cell, found=True).number_format)
        yield pair.finding(Level.ANSWER, place, _instead_of_a_formula(cell), found, in_words(shipped.formula))
    elif not any(agree(_without_ends(cell.value), _without_ends(value)) for value in (shipped.value, alternative)):
        number_format = pair.look(shipped, found=False).number_format
        found = in_words(cell.value, number_format) if cell.has_value else NO_VALUE
        yield pair.finding(Level.ANSWER, place, VALUE, found, in_words(shipped.value, number_format))


def _without_ends(value: Value) -> Value:
    """A saved value without spaces and line ends around a text, which LibreOffice loses unless it calculates a file."""
    return value.strip() if isinstance(value, str) else value


def _instead_of_a_formula(cell: Cell) -> str:
    if cell.formula is not None:
        return "another formula"
    if not cell.filled:
        return "a formula is gone"
    return f"a {'text' if isinstance(cell.value, str) else 'number'} typed over a formula"


def _constant(pair: Pair, place: str, cell: Cell, shipped: Cell) -> Iterator[Finding]:
    """A label, unit, note, heading or figure that no formula calculates."""
    if cell.formula is None and agree(cell.value, shipped.value):
        return
    is_text = isinstance(shipped.value, str)
    found, expected = in_words(cell.formula or cell.value), in_words(shipped.value)
    if isinstance(shipped.value, str) and isinstance(cell.value, str) and found == expected:
        found = f"{found}, with other spaces or line ends"
    yield pair.finding(Level.SEEN if is_text else Level.ANSWER, place, _called(shipped), found, expected)


def _called(shipped: Cell) -> str:
    return TEXT if isinstance(shipped.value, str) else "the figure"


def _extra(pair: Pair, place: str, cell: Cell) -> Finding:
    """Something in a cell that is shipped blank."""
    found = in_words(cell.formula or cell.value, pair.look(cell, found=True).number_format)
    if pair.name in FREE_SHEETS:
        return pair.finding(Level.NOTED, place, "written beside the inputs", found)
    return pair.finding(Level.SEEN, place, "a cell that is shipped blank", found, "nothing")


def _calculated_input(pair: Pair, place: str, cell: Cell) -> Finding:
    """An input that is a formula of somebody's own: it is read by the value that was saved last."""
    found = f"{in_words(cell.formula)}, saved as {in_words(cell.value, pair.look(cell, found=True).number_format)}"
    return pair.finding(Level.NOTED, place, "an input that is calculated", found)


def _own_columns(pair: Pair) -> Iterator[Finding]:
    for area in pair.areas:
        if not area.own:
            continue
        places = (row_and_column(place) for place, cell in pair.found.cells.items() if cell.filled)
        filled = Counter(column for row, column in places if area.in_body(row, column, found=True))
        for column, label in area.own.items():
            found = f'"{shortened(label)}", with {counted(filled[column], "filled cell")}'
            yield pair.finding(Level.NOTED, "", f"a column of table {area.name} of somebody's own", found)


def _is_entry(pair: Pair, place: str) -> bool:
    """Whether a cell is one of the log, or one of those of Sign-off that people fill in."""
    if pair.name == LOG:
        return row_and_column(place)[0] > HEADER_ROW
    return pair.takes_entries and pair.takes_input(pair.expected.cells.get(place))


def _entries(pair: Pair) -> Iterator[Finding]:
    """What people entered into the log or signed, a line per row."""
    rows: dict[int, list[str]] = {}
    for place, cell in pair.found.cells.items():
        shipped = pair.expected.cells.get(place, _NOTHING)
        if _is_entry(pair, place) and cell.filled and not shipped.filled:
            words = in_words(cell.formula or cell.value, pair.look(cell, found=True).number_format).strip('"')
            rows.setdefault(row_and_column(place)[0], []).append(words)
    for row, pieces in sorted(rows.items()):
        yield pair.finding(Level.NOTED, f"{'A' if pair.name == LOG else 'C'}{row}", "an entry", " | ".join(pieces))
