"""How many VMs a block carries by RAM and IOPS per VM: for a terminal, for programs, and as a page for each design."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator, Sequence
from copy import copy
from dataclasses import asdict, dataclass
from typing import Any

from openpyxl.styles import Alignment, Border, Font, PatternFill, Side
from openpyxl.utils import get_column_letter
from openpyxl.worksheet.worksheet import Worksheet

from vdi_sizing._arrays import round_down
from vdi_sizing.model.capacity.limits import LIMITS
from vdi_sizing.model.formats import EUR_CENT, ONE, TWO, WHOLE
from vdi_sizing.model.scopes import Block
from vdi_sizing.what_if.density import Density, DensityCell
from vdi_sizing.words import ERROR, NOT_FEASIBLE, OFF_TARGET, TOO_FEW_BAYS
from vdi_templates.report.table import USUAL_WIDTH
from vdi_templates.workbook.book import Book, put, put_text
from vdi_templates.workbook.brand import LEAST_CONTRAST, contrast_with_white
from vdi_templates.workbook.styles import FONT, INK, RED, UNUSED_FILL, WHITE

SHEET = "Density"
_RAM, _IOPS = "RAM per VM [GiB]", "steady IOPS per VM"
_LABEL_WIDTH, _LEVEL_WIDTH = 20, 20
_PAGE_WIDTH, _LEAST_COLUMN, _MOST_COLUMN = 120, 17, 24
_MATRIX_ROW, _LINE_CHARACTERS, _BOLD_CHARACTERS = 8, 150, 110
_NUMBER_POINTS, _WORDS_POINTS = 24, 16
_COLORS = {limit.label: limit.color for limit in LIMITS}
_VOID = {
    ERROR: "what is entered has an error, which the sheet Checks names",
    NOT_FEASIBLE: "no block carries a VM",
    TOO_FEW_BAYS: "the drives do not fit into the bays",
    OFF_TARGET: "no such drives meet the response target",
}
"""What stands where no number holds, and why."""


@dataclass(frozen=True)
class Shown:
    """The matrix of a design, beside the design as it is."""

    found: Density
    block: Block

    @property
    def cells(self) -> list[DensityCell]:
        """All of them, the users as they are at the end."""
        return [*(cell for row in self.found.rows for cell in row), self.found.base]

    @property
    def title(self) -> str:
        """What the matrix shows."""
        return f"{self.found.design}: VMs per block by RAM and IOPS per VM"

    def as_entered(self, marked: str) -> str:
        """The users as they are, in a sentence, and how their cell is marked where it stands in the matrix."""
        base = self.found.base
        how = marked if any(self.found.is_base(cell) for row in self.found.rows for cell in row) else ""
        asked = f"Users as entered{how}, {level(base.ram_gib)} GiB and {level(base.iops)} steady IOPS per VM"
        if base.vms_per_block is None:
            return f"{asked}: {base.limit}."
        vms, limit, *others = self.words(base)
        return f"{asked}: {'; '.join([f'a block carries {vms}', f'binding limit: {limit}', *others])}."

    @property
    def limits(self) -> list[str]:
        """The limits that bind anywhere in the matrix, in the order of the sheets, and then the words for no answer."""
        met = {cell.limit for cell in self.cells}
        known = (*_COLORS, *_VOID)
        return [*(name for name in known if name in met), *sorted(met.difference(known))]

    @property
    def remarks(self) -> list[str]:
        """What a reader has to know of it."""
        design, found = self.block.design, self.found
        said = []
        if not self.block.stands:
            said.append(f"{self.block.errors_in_words}.")
        if found.counted:
            said.append(
                "The drives are counted in each cell by themselves, for the users of the case: what rises with the "
                "IOPS are the drives, before the VMs fall."
            )
        elif self.block.counting:
            said.append(
                f"The drives of a block are those counted for the users as entered, {self.block.drives_per_block:,.0f} "
                "in all cells, and a block is filled until one of its limits binds; the users of the case fill it with "
                f"{round_down(self.block.vms_per_block):,.0f} VMs."
            )
        if self.block.over_years:
            said.append(f"EUR per user are counted over {self.block.years_words}, since parts are paid per year.")
        if design.steady_peak_factor != 1:
            said.append(f"The steady IOPS per VM contain the steady peak factor of {level(design.steady_peak_factor)}.")
        if design.measured_vms is not None and design.measured_iops_per_vm is None:
            said.append("The number measured has no IOPS per VM of its test: more or fewer IOPS do not move it.")
        return said

    def words(self, cell: DensityCell) -> list[str]:
        """What a cell says: VMs, the limit, drives where they are counted, and EUR per user where they are known."""
        if cell.vms_per_block is None:
            return [cell.limit]
        vms = float(round_down(cell.vms_per_block))
        said = [f"{vms:,.0f} {'VM' if vms == 1 else 'VMs'}", cell.limit, cell.takes]
        if self.found.counted:
            said.append(f"{cell.drives_per_block:,.0f} {_drives(cell)}")
        if cell.eur_per_user is not None:
            said.append(f"{cell.eur_per_user:,.2f} EUR per user")
        return said


def _drives(cell: DensityCell) -> str:
    return ("drive" if cell.drives_per_block == 1 else "drives") + " a block"


def level(number: float) -> str:
    """A level of an axis as a person reads it.

    >>> level(10.434782), level(1.0), level(1500.0)
    ('10.43', '1', '1,500')
    """
    return f"{number:,.2f}".rstrip("0").rstrip(".")


# --- for a terminal -----------------------------------------------------------------------------------


def lines_of(shown: Shown, width: int = USUAL_WIDTH) -> Iterator[str]:
    """For a terminal: rows are IOPS, columns RAM; the users as entered stand in brackets."""
    yield shown.title
    yield from textwrap.wrap(shown.as_entered(" (in brackets)"), width)
    columns = len(shown.found.rows[0])
    abreast = max(1, (width - _LABEL_WIDTH) // _LEVEL_WIDTH)
    for first in range(0, columns, abreast):
        part = slice(first, first + abreast)
        yield ""
        yield _IOPS.ljust(_LABEL_WIDTH) + _RAM.rjust(_LEVEL_WIDTH)
        yield _line("", [level(cell.ram_gib) for cell in shown.found.rows[0][part]])
        for row in shown.found.rows:
            yield from _row(shown, row[part])
    for remark in shown.remarks:
        yield from textwrap.wrap(f"note: {remark}", width)


def _row(shown: Shown, cells: Sequence[DensityCell]) -> Iterator[str]:
    said = [shown.words(cell) for cell in cells]
    for at in range(max(map(len, said))):
        words = [each[at].removesuffix(" per user") if at < len(each) else "" for each in said]
        if at == 0:
            words = [f"[{w}]" if shown.found.is_base(cell) else w for w, cell in zip(words, cells, strict=True)]
        yield _line(level(cells[0].iops) if at == 0 else "", words)


def _line(label: str, words: Sequence[str]) -> str:
    return (label.ljust(_LABEL_WIDTH) + "".join(word.rjust(_LEVEL_WIDTH) for word in words)).rstrip()


# --- for programs -------------------------------------------------------------------------------------


def as_json(shown: Shown) -> dict[str, Any]:
    """The matrix of a design for programs."""
    found = shown.found
    return {
        "design": found.design,
        "as_entered": asdict(found.base),
        "drives_counted": found.counted,
        "rows": [[asdict(cell) | {"as_entered": found.is_base(cell)} for cell in row] for row in found.rows],
        "remarks": shown.remarks,
    }


# --- as a page for each design ------------------------------------------------------------------------


def write_density(book: Book, matrices: Sequence[Shown]) -> None:
    """A sheet for each design: values alone, with the date that they are of, on one page in A4."""
    for number, shown in enumerate(matrices, start=1):
        _write_page(book, SHEET if len(matrices) == 1 else f"{SHEET} {number}", shown)


def _write_page(book: Book, name: str, shown: Shown) -> None:
    columns = len(shown.found.rows[0])
    subtitle = (
        f"Each cell is sized by itself. These are values of {book.scenario.settings.as_of.isoformat()}, which no "
        "change of an input moves. Make them anew with the command density."
    )
    width = max(_LEAST_COLUMN, min(_MOST_COLUMN, (_PAGE_WIDTH - _LABEL_WIDTH) / columns))
    ws = book.sheet(name, shown.title, subtitle, [_LABEL_WIDTH, *[width] * columns])
    put(ws, "A3", book.master_text, "VDI status")
    book.colour_status(ws, "A3")
    for at, line in enumerate(textwrap.wrap(shown.as_entered(" (framed, in brackets)"), _BOLD_CHARACTERS), start=5):
        put_text(ws, f"A{at}", line, "VDI status")
    letters = [get_column_letter(at) for at in range(1, columns + 2)]
    _write_axes(ws, shown, letters)
    row = _MATRIX_ROW + 2
    for cells in shown.found.rows:
        row = _write_row(ws, row, shown, cells)
    row = _write_legend(ws, row + 1, shown)
    for remark in shown.remarks:
        for line in textwrap.wrap(remark, _LINE_CHARACTERS):
            put_text(ws, f"A{row}", line, "VDI label")
            row += 1
    ws.page_setup.fitToHeight = 1
    ws.print_area = f"A1:{letters[-1]}{row}"
    ws.protection.enable()


def _write_axes(ws: Worksheet, shown: Shown, letters: Sequence[str]) -> None:
    put(ws, f"A{_MATRIX_ROW}", None, "VDI header")
    put(ws, f"A{_MATRIX_ROW + 1}", _IOPS, "VDI header")
    for letter, cell in zip(letters[1:], shown.found.rows[0], strict=True):
        put(ws, f"{letter}{_MATRIX_ROW}", _RAM if letter == letters[1] else None, "VDI header")
        _look(ws, f"{letter}{_MATRIX_ROW}", alignment=Alignment(horizontal="centerContinuous", vertical="center"))
        put(ws, f"{letter}{_MATRIX_ROW + 1}", cell.ram_gib, "VDI header", _axis_format(cell.ram_gib))


def _axis_format(number: float) -> str:
    """As many decimals as it has, two at most."""
    return (WHOLE, ONE, TWO)[len(level(number).partition(".")[2])]


def _write_row(ws: Worksheet, row: int, shown: Shown, cells: Sequence[DensityCell]) -> int:
    """The lines of a number of IOPS; the row below them."""
    lines = [_values(shown, cell) for cell in cells]
    height = max(map(len, lines))
    for at in range(height):
        in_the_middle = at == (height - 1) // 2
        put(ws, f"A{row + at}", cells[0].iops if in_the_middle else None, "VDI header", _axis_format(cells[0].iops))
        _look(ws, f"A{row + at}", border=_frame(at, height))
        ws.row_dimensions[row + at].height = _NUMBER_POINTS if at == 0 else _WORDS_POINTS
    for column, (cell, values) in enumerate(zip(cells, lines, strict=True), start=2):
        for at in range(height):
            place = f"{get_column_letter(column)}{row + at}"
            value, number_format = values[at] if at < len(values) else (None, "@")
            put(ws, place, value, "VDI label", number_format)
            _look(
                ws,
                place,
                font=_font(cell.limit, large=at == 0 and cell.vms_per_block is not None),
                fill=PatternFill("solid", fgColor=_ground(cell.limit)),
                alignment=Alignment(horizontal="center", vertical="center"),
                border=_frame(at, height, base=shown.found.is_base(cell), ink=_ink(cell.limit)),
            )
    return row + height


def _values(shown: Shown, cell: DensityCell) -> list[tuple[float | str, str]]:
    """The lines of a cell, each with its number format."""
    if cell.vms_per_block is None:
        return [(cell.limit, "@")]
    whole = f'"[ "{WHOLE}" ]"' if shown.found.is_base(cell) else WHOLE
    values: list[tuple[float | str, str]] = [(float(round_down(cell.vms_per_block)), whole), (cell.limit, "@")]
    values.append((cell.takes, "@"))
    if shown.found.counted and cell.drives_per_block is not None:
        values.append((cell.drives_per_block, f'{WHOLE}" {_drives(cell)}"'))
    if cell.eur_per_user is not None:
        values.append((cell.eur_per_user, f'{EUR_CENT}" EUR per user"'))
    return values


def _write_legend(ws: Worksheet, row: int, shown: Shown) -> int:
    """What the colours and the frame say; the row below it."""
    put(ws, f"A{row}", "Binding limit", "VDI status")
    for name in shown.limits:
        row += 1
        put(ws, f"A{row}", name, "VDI label")
        _look(
            ws,
            f"A{row}",
            font=_font(name),
            fill=PatternFill("solid", fgColor=_ground(name)),
            alignment=Alignment(horizontal="center", vertical="center"),
        )
        if name in _VOID:
            put(ws, f"B{row}", _VOID[name], "VDI label")
    return row + 2


def _ground(limit: str) -> str:
    """The colour of a limit, the same on every sheet and chart; grey where no number holds."""
    return _COLORS.get(limit, UNUSED_FILL)


def _font(limit: str, *, large: bool = False) -> Font:
    """White or black, whichever can be read on the colour of a limit; red where no number holds."""
    return Font(name=FONT, size=14 if large else 10, bold=large, color=RED if limit in _VOID else _ink(limit))


def _ink(limit: str) -> str:
    return WHITE if contrast_with_white(_ground(limit)) >= LEAST_CONTRAST else "000000"


def _frame(at: int, height: int, *, base: bool = False, ink: str = INK) -> Border:
    """The border of a line of a cell: lines of one cell have none between them."""
    side = Side(style="thick", color=ink) if base else Side(style="thin", color=WHITE)
    return Border(left=side, right=side, top=side if at == 0 else None, bottom=side if at == height - 1 else None)


def _look(ws: Worksheet, place: str, **looks: Any) -> None:
    """A look of its own for one cell: cells of one named style share theirs."""
    cell = ws[place]
    cell._style = copy(cell._style)
    for what, look in looks.items():
        setattr(cell, what, look)
