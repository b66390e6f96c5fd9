"""How cells look: number formats, what cannot be read, what is not protected, fonts and fills."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from openpyxl.utils import get_column_letter

from vdi_templates.audit.finding import Finding, Level
from vdi_templates.audit.number_formats import misleads, spelled
from vdi_templates.audit.pair import Pair
from vdi_templates.audit.sheet import Cell
from vdi_templates.audit.styles import Look
from vdi_templates.reading.coordinates import row_and_column

_COMPARED = {
    "font": "font",
    "points": "size",
    "bold": "bold",
    "italic": "italic",
    "underlined": "underlined",
    "raised": "letters",
    "color": "colour",
    "fill": "fill",
    "horizontal": "alignment",
    "rotation": "rotation",
}
_MANY = 4
_Difference = tuple[Level, str, str, str]


def compare_looks(pair: Pair) -> Iterator[Finding]:
    """All cells that hold something, in both workbooks; cells with the same difference share a line."""
    places: dict[_Difference, list[str]] = {}
    for place, cell in pair.found.cells.items():
        shipped = _shipped(pair, place)
        if not cell.filled or shipped is None or not (shipped.filled or pair.takes_input(shipped)):
            continue
        known, look = pair.look(shipped, found=False), pair.look(cell, found=True)
        if look != known:
            shows_text = isinstance(shipped.value, str) and shipped.formula is None
            is_input = pair.takes_input(shipped)
            for difference in _differences(look, known, is_input, shows_text, pair.protected):
                places.setdefault(difference, []).append(place)
        for difference in _pieces(pair, cell, look):
            places.setdefault(difference, []).append(place)
    for (level, aspect, found, expected), where in places.items():
        if len(where) < _MANY:
            yield from (pair.finding(level, place, aspect, found, expected) for place in where)
        else:
            cells = f"{where[0]} to {where[-1]} ({len(where)} cells)"
            yield pair.finding(level, cells, aspect, found, expected)


def _shipped(pair: Pair, place: str) -> Cell | None:
    """The shipped cell that a cell of the file has to look like: in a table, the first of its column."""
    area = pair.in_body(place, found=True)
    if area is None:
        return pair.expected.cells.get(place)
    theirs = row_and_column(place)[1]
    column = next((column for column, there in area.columns.items() if there == theirs), None)
    return pair.expected.cells.get(f"{get_column_letter(column)}{area.expected[1] + 1}") if column else None


@cache
def _differences(look: Look, known: Look, is_input: bool, shows_text: bool, protected: bool) -> tuple[_Difference, ...]:
    found: list[_Difference] = []
    if look.why_unreadable and not known.why_unreadable:
        found.append((Level.SEEN, "the content cannot be read", look.why_unreadable, ""))
    if look.number_format != known.number_format and not shows_text:
        misleading = misleads(look.number_format) and not misleads(known.number_format)
        if misleading or not is_input:
            found.append((Level.SEEN, "the number format", _code(look), _code(known)))
    elif shows_text and misleads(look.number_format) and not misleads(known.number_format):
        found.append((Level.SEEN, "the number format", _code(look), _code(known)))
    if protected and known.locked and not look.locked:
        found.append((Level.SEEN, "the protection of the cell", "switched off", "on"))
    if look.formula_hidden and not known.formula_hidden:
        found.append((Level.SEEN, "the formula", "hidden from the reader", "shown"))
    if not found and not is_input:
        names = [name for name in _COMPARED if getattr(look, name) != getattr(known, name)]
        if names:
            found.append((Level.LOOKS, "the look", _worded(look, names), _worded(known, names)))
    return tuple(found)


def _code(look: Look) -> str:
    return spelled(look.number_format)


def _worded(look: Look, names: list[str]) -> str:
    pieces = []
    for name in names:
        value = getattr(look, name)
        if isinstance(value, bool):
            pieces.append(_COMPARED[name] if value else f"not {_COMPARED[name]}")
        else:
            pieces.append(f"{_COMPARED[name]} {value:g}" if isinstance(value, float) else f"{_COMPARED[name]} {value}")
    return ", ".join(pieces)


def _pieces(pair: Pair, cell: Cell, look: Look) -> Iterator[_Difference]:
    """Pieces of a text that look different from the rest: nothing that is shipped has any."""
    for run in cell.runs:
        piece = pair.found.styles.font_look(run)._replace(fill=look.fill)
        if piece.why_unreadable and not look.why_unreadable:
            yield Level.SEEN, "a piece of the text", piece.why_unreadable, ""
            return
    plain = (look.font, look.points, look.bold, look.italic, look.color)
    for run in cell.runs:
        piece = pair.found.styles.font_look(run)
        if (piece.font, piece.points, piece.bold, piece.italic, piece.color) != plain:
            yield Level.LOOKS, "a piece of the text", "of another look than the rest", "one look"
            return
