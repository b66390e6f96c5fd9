"""A workbook under construction: openpyxl cells, and beside each formula the value the library computes."""

from __future__ import annotations

import datetime
import re
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from copy import copy
from dataclasses import dataclass, replace
from functools import cache, cached_property
from itertools import groupby
from typing import Any

from openpyxl import Workbook
from openpyxl.cell.cell import Cell
from openpyxl.formatting.rule import FormulaRule
from openpyxl.styles import Border, Font, PatternFill, Side
from openpyxl.styles.cell_style import StyleArray
from openpyxl.styles.differential import DifferentialStyle
from openpyxl.styles.numbers import NumberFormat
from openpyxl.utils import column_index_from_string, get_column_letter
from openpyxl.workbook.defined_name import DefinedName
from openpyxl.worksheet.datavalidation import DataValidation
from openpyxl.worksheet.header_footer import HeaderFooterItem, _HeaderFooterPart
from openpyxl.worksheet.hyperlink import Hyperlink
from openpyxl.worksheet.properties import Outline, PageSetupProperties
from openpyxl.worksheet.table import Table, TableStyleInfo
from openpyxl.worksheet.worksheet import Worksheet

from vdi_sizing.inputs import LONGEST_NAME, NO, YES, Input, inputs_of, same_name
from vdi_sizing.model.figure import in_row
from vdi_sizing.model.formats import EUR_CENT, WHOLE
from vdi_sizing.model.ranking.lower_bounds import AT_LEAST
from vdi_sizing.model.scopes import UNTARGETED
from vdi_sizing.model.sizing import Sizing, size
from vdi_sizing.scenario import Scenario
from vdi_sizing.tables.price_lists import Price
from vdi_sizing.what_if.variation import Varied, vary
from vdi_sizing.words import (
    DASH,
    ERROR,
    NEVER,
    NO_LIMIT,
    NO_PRICE,
    NONE,
    NOT_FEASIBLE,
    NOT_GIVEN,
    NOT_KNOWN,
    NOT_MODELLED,
    OFF_TARGET,
    OTHER_USERS,
    PURCHASE_ALONE,
    SATURATED,
    TOO_FEW_BAYS,
)
from vdi_templates.workbook.at_once import AtOnce, at_once_of
from vdi_templates.workbook.baseline import Baseline
from vdi_templates.workbook.brand import NO_BRAND, Brand
from vdi_templates.workbook.layout import FIRST_DESIGN_COLUMN, HEADER_ROW, IN_USE, UNIT_ROW, layout_of
from vdi_templates.workbook.ranking import Ranking
from vdi_templates.workbook.styles import (
    AMBER,
    DATE_FORMAT,
    FILLED_IN,
    GREEN,
    GREY,
    MUTED,
    RED,
    TYPED_OVER,
    TYPED_OVER_INK,
    UNUSED_FILL,
    WHITE,
    Palette,
    add_styles,
)
from vdi_templates.workbook.variants import Variants, variants_of

CachedValue = float | str
LINE_POINTS = 12.5
_CHARACTERS_PER_WIDTH = 1.05
_ROW_POINTS = 15.0
_NOT_USED = NumberFormat(300, ";".join(['"–"'] * 4))  # a dash, whatever the cell holds
_NOT_SHOWN = NumberFormat(304, ";;;")
IN_PART = "in part "
"""Stands before a sum that is no lower bound, since a credit has no price."""
_SIGNED = {(AT_LEAST, EUR_CENT): 306, (AT_LEAST, WHOLE): 307, (IN_PART, EUR_CENT): 308, (IN_PART, WHOLE): 309}
"""The numbers of the number formats that have a sign in front."""
_SHORTENED = NumberFormat(305, "#,##0.0000")
_VOID = NumberFormat(301, ";".join([f'"{ERROR}"'] * 4))
MASTER_CELL = "A3"
_NO_LIMIT_NOTE = (
    f'A cell that reads "no limit" holds {NO_LIMIT:,.0f} VMs, more than any block carries: '
    "so the smallest limit is a plain minimum, and every formula finds a number."
)
_LONG = 32_767  # characters: more do not go into a cell


@dataclass(slots=True)
class Row:
    """How a row looks; openpyxl's own takes longer to make than the cells of the row.

    Attributes
    ----------
    height : float or None
        Its height in points; None: the usual one.
    hidden : bool
        It is not shown.
    folded : bool
        It is folded away: the "+" beside the rows shows it.
    ends_fold : bool
        It stands above or below folded rows, and bears their "+".
    fitted : bool
        Its height is that of its texts in the language of the book.
    """

    height: float | None = None
    hidden: bool = False
    folded: bool = False
    ends_fold: bool = False
    fitted: bool = False


@dataclass(frozen=True)
class Made:
    """What a file shows as it was made, for the inputs that it held then; None: as it is made for those of now."""

    note_rows: int | None = None
    """The rows of Report for what one has to know."""
    left_out: frozenset[str] | None = None
    """The charts that it does without, since they had nothing to show."""
    series: frozenset[str] = frozenset()
    """What the bars of its charts stand for, as references to the labels of the figures."""
    drivers_drawn: int | None = None
    """The drivers of Sensitivity that have a bar, from the largest swing on."""
    baseline: Baseline | None = None
    """The inputs that it was made with."""
    drawn: Scenario | None = None
    """The inputs that its drivers were drawn for; None: those that it was made with."""
    brand: Brand = NO_BRAND
    """Whose look it has."""
    columns: tuple[int, ...] = ()
    """The columns of its designs, from 0, where they do not stand side by side: one between them was emptied."""
    left_blank: frozenset[tuple[str, int, str]] = frozenset()
    """The inputs, by table, record and name, whose cells are blank and count as usual: Sign-off tells blank from 0."""


MADE_NOW = Made()


class _Workbook(Workbook):
    """A workbook that knows its styles: looking up a named style takes openpyxl longer than the rest of a cell."""

    def __init__(self, palette: Palette) -> None:
        super().__init__()
        self.remove(self.worksheets[0])
        add_styles(self, palette)
        self.looks: dict[tuple[str, str | None], Any] = {}
        self.chosen: set[tuple[str, str]] = set()  # sheet and cell of what is chosen from a list of ours
        self.quoted: set[tuple[str, str]] = set()  # and of what documents say in their own words, or sheets are called


class Book:
    """The workbook, its layout and its cached values."""

    def __init__(
        self,
        sizing: Sizing,
        cost_rows: list[int] | None = None,
        table_rows: Mapping[str, Sequence[int]] | None = None,
        made: Made = MADE_NOW,
        group_rows: int | None = None,
        columns: int = 0,
    ) -> None:
        self.sizing = sizing
        self.made = made
        self.scenario = sizing.scenario
        self.layout = layout_of(sizing.scenario, cost_rows, group_rows, columns)
        places = made.columns or tuple(range(len(sizing.designs)))
        self.column_of = dict(enumerate(places))  # of a design, both from 0
        self.design_in = {column: design for design, column in self.column_of.items()}
        self.columns = tuple(  # column by column
            sizing.designs[self.design_in[column]] if column in self.design_in else sizing.stand_in
            for column in range(self.layout.design_columns)
        )
        self._table_rows = table_rows or {}
        self.palette = made.brand.palette
        self.workbook = _Workbook(self.palette)
        self._sheets: dict[str, Worksheet] = {}
        self.cached: dict[str, dict[str, CachedValue]] = {}
        self.in_english: set[str] = set()  # sheets that stay English in each language
        self.linked: dict[str, dict[str, str]] = {}  # sheet and cell: the value of an input that refers to another
        self.links: dict[str, list[Hyperlink]] = {}
        self.baseline = replace(made.baseline or Baseline(sizing.scenario), columns=self.layout.design_columns)
        for name, said in made.brand.declared.items():
            self.name(name, said)
        self.made_for = len(self.baseline.scenario.designs)  # designs, which its pages and charts have room for
        self.unboxed: list[tuple[Worksheet, range]] = []  # sheets and rows with a column for each design
        self.alternatives: dict[tuple[str, str], CachedValue] = {}  # sheet and cell: what it may say instead
        self.by_length: dict[tuple[str, str], tuple[str, int, str]] = {}
        """Sheet and cell: it says a text where that in another cell has more characters, in whatever language."""

    def row_of(self, table: str, record: int) -> int:
        """The row of a table, from 1, in which a record of the scenario stands."""
        return self._table_rows[table][record] if self._table_rows else record + 1

    @cached_property
    def varied(self) -> Varied:
        """The designs of the Sensitivity sheet with one driver at a time varied."""
        return self._vary(self.sizing)

    @cached_property
    def drawn(self) -> Varied:
        """The same of the inputs that the file was made with, which the columns of single drivers hold as values."""
        return self.varied if self.sizing_drawn is self.sizing else self._vary(self.sizing_drawn)

    @cached_property
    def sizing_drawn(self) -> Sizing:
        """Of the inputs that the file was made with."""
        scenario = self.made.drawn or self.baseline.scenario
        return self.sizing if scenario == self.scenario else size(scenario)

    def _vary(self, sizing: Sizing) -> Varied:
        recommended = [at for at, sized in enumerate(sizing.designs) if sized.block.cheapest]
        varied = vary(sizing.scenario, *recommended[:1])
        for base, ends in ((varied.base, varied.ends), (varied.other_base, varied.other_ends)):
            known = {driver: base.known(self.variants.depends.same_beside[driver]) for driver, _ in ends}
            for (driver, _), figures in ends.items():
                figures.take(known[driver])
        return varied

    @cached_property
    def variants(self) -> Variants:
        """Where those stand on the Variants sheet, and by which formulas."""
        return variants_of(self.layout)

    @cached_property
    def at_once(self) -> AtOnce:
        """The column there in which all drivers are changed at once."""
        return at_once_of(self.layout)

    @cached_property
    def ranking(self) -> Ranking:
        """What the Sensitivity sheet ranks of them."""
        over_years = bool(self.sizing.designs[0].block.over_years)
        return Ranking(self.variants, self.drawn, self.void, self.scenario.sensitivity.measure, over_years=over_years)

    @cached_property
    def void(self) -> tuple[bool, bool]:
        """Whether errors keep the design that is varied, and the other one, from an answer: now, or as drawn."""
        found = [
            (sizing.designs[varied.design].block.other_errors, sizing.designs[varied.other].block.other_errors)
            for sizing, varied in ((self.sizing, self.varied), (self.sizing_drawn, self.drawn))
        ]
        return any(own for own, _ in found), any(other for _, other in found)

    def sheet(self, name: str, title: str, subtitle: str, widths: Sequence[float]) -> Worksheet:
        """A new sheet with its title, widths and print set-up: A4 landscape, one page wide."""
        ws: Worksheet = self.workbook.create_sheet(name)
        ws.row_dimensions = defaultdict(Row)  # type: ignore[assignment]
        self._sheets[name] = ws
        self.cached[name] = {}
        ws.cell(1, 1)  # openpyxl takes a sheet for empty until it has made a cell itself
        put(ws, "A1", title, "VDI title")
        put(ws, "A2", subtitle, "VDI subtitle")
        ws.row_dimensions[1].height = 28
        for position, width in enumerate(widths, start=1):
            ws.column_dimensions[get_column_letter(position)].width = width
        ws.sheet_view.showGridLines = False
        ws.page_setup.orientation = "landscape"
        ws.page_setup.paperSize = 9
        ws.page_setup.fitToWidth = 1
        ws.page_setup.fitToHeight = 0
        ws.sheet_properties.pageSetUpPr = PageSetupProperties(fitToPage=True)
        ws.print_options.horizontalCentered = True
        ws.page_margins.left = ws.page_margins.right = 0.4
        ws.page_margins.top, ws.page_margins.bottom, ws.page_margins.footer = 0.5, 0.75, 0.35
        brand = self.made.brand
        left, center = (text.replace("&", "&&") for text in (brand.company or "VDI sizing", brand.footer or ""))
        ws.HeaderFooter.oddFooter = HeaderFooterItem(
            left=_HeaderFooterPart(f"{left}, {name}"),
            center=_HeaderFooterPart(center or None),
            right=_HeaderFooterPart("page &P of &N"),
        )
        return ws

    def fold(self, ws: Worksheet, rows: Iterable[int]) -> None:
        """Fold rows away; LibreOffice looks for the "+" below them, and Excel above."""
        folded = set(rows)
        looks: Any = ws.row_dimensions
        for row in folded:
            looks[row].folded = True
        for row in {row + step for row in folded for step in (-1, 1)} - folded:
            looks[row].ends_fold = True
        ws.sheet_format.outlineLevelRow = 1
        ws.sheet_properties.outlinePr = Outline(summaryBelow=False)

    def fold_columns(self, ws: Worksheet, columns: Iterable[int]) -> None:
        """Fold columns away, and put their "+" over the column after them."""
        folded = set(columns)
        for column in folded:
            looks = ws.column_dimensions[get_column_letter(column)]
            looks.outlineLevel, looks.hidden = 1, True
        for after in {column + 1 for column in folded} - folded:
            ws.column_dimensions[get_column_letter(after)].collapsed = True

    def unbox_free_columns(self) -> None:
        """Cells of columns that hold no design have no lines around them; a rule could not take these away.

        Where one is added a rule draws them, the last of the sheet: LibreOffice follows the first that holds.
        """
        added = range(FIRST_DESIGN_COLUMN + self.made_for, FIRST_DESIGN_COLUMN + self.layout.design_columns)
        free = {FIRST_DESIGN_COLUMN + at for at, sized in enumerate(self.columns) if sized.block.stands_in}
        free.update(added)
        without: dict[int, StyleArray] = {}  # cells share their styles
        for ws, rows in self.unboxed:
            if added:
                _box_what_is_added(ws, rows, added)
            for place in ((row, column) for row in rows for column in free if (row, column) in ws._cells):
                cell: Any = ws._cells[place]
                boxed = cell._style
                if id(boxed) not in without:
                    without[id(boxed)] = copy(boxed)
                    without[id(boxed)].borderId = 0
                cell._style = without[id(boxed)]

    def arrange(self, colors: Mapping[str, str]) -> None:
        """Put the sheets into the order of these names, and give each tab its colour."""
        names = list(colors)
        self.workbook._sheets.sort(key=lambda ws: names.index(ws.title))  # type: ignore[attr-defined]
        for ws in self.workbook.worksheets:
            ws.sheet_properties.tabColor = colors[ws.title]

    def worksheet(self, name: str) -> Worksheet:
        """The sheet of that name; openpyxl searches for it."""
        return self._sheets[name]

    def master_check(self, ws: Worksheet) -> None:
        """The master check, in the frozen header of a sheet."""
        self.formula(ws, MASTER_CELL, f"=Checks!$D${HEADER_ROW}", self.master_text, "VDI status")
        self.colour_status(ws, MASTER_CELL)

    @staticmethod
    def say_no_limit(ws: Worksheet) -> None:
        """What a reader finds who clicks on a cell of a line that knows no limit."""
        put(ws, f"A{UNIT_ROW}", _NO_LIMIT_NOTE, "VDI subtitle")

    @property
    def master_text(self) -> str:
        """What the master check says."""
        errors = sum(design.block.errors for design in self.sizing.designs)
        warnings = sum(design.block.warnings for design in self.sizing.designs)
        if errors:
            return "Checks: ERRORS"
        return "Checks: passed, with warnings" if warnings else "Checks: all passed"

    @staticmethod
    def colour_status(ws: Worksheet, cell: str) -> None:
        """Red for errors, amber for warnings, green for all passed."""
        anchor = f"${cell[0]}${cell[1:]}"
        for text, color in (("ERRORS", RED), ("warnings", AMBER), ("all passed", GREEN)):
            highlight(ws, cell, f'ISNUMBER(SEARCH("{text}",{anchor}))', font=Font(color=color, bold=True))

    def formula(
        self,
        ws: Worksheet,
        cell: str,
        formula: str,
        value: CachedValue | bool | datetime.date | None,
        style: str = "VDI formula",
        number_format: str | None = None,
    ) -> None:
        """A native formula, and the library's value for it."""
        put(ws, cell, formula, style, number_format)
        self.cached[ws.title][cell] = cached(value)

    def name_design(self, ws: Worksheet, cell: str, design: int, style: str = "VDI header") -> None:
        """The name over the column of a design; nothing over a column that holds none."""
        sized = self.columns[design]
        formula = self.layout.render(f'IFERROR(IF({{typed.name}}="","",{{typed.name}}),"{DASH}")', design, ws.title)
        self.formula(ws, cell, formula, "" if sized.block.stands_in else sized.design.name, style)

    def stand_back(self, ws: Worksheet, first_row: int, last_row: int, *, boxed: bool = True) -> None:
        """The columns of designs that hold none look empty: what stands there for the first design counts for nothing.

        To be called before other looks, which it comes before. `boxed`: cells have lines around them, which go too.
        """
        first, last = self.layout.column(0), self.layout.column(self.layout.design_columns - 1)
        free = f"{in_row(IN_USE, f'COLUMN()-{FIRST_DESIGN_COLUMN - 1}')}=0"
        hide(ws, f"{first}{first_row}:{last}{last_row}", free)
        if boxed:
            self.unboxed.append((ws, range(first_row, last_row + 1)))

    def put_design(self, ws: Worksheet, cell: str, name: str) -> None:
        """An input that names a design: it refers to the design's own name and follows it, sorted or not."""
        design = next(at for at, each in enumerate(self.scenario.designs) if same_name(each.name, name))
        column = self.layout.column(self.column_of[design])
        reference = f"=Designs!${column}${self.layout.design_rows['name']}"
        put(ws, cell, reference, "VDI input text")
        self.linked.setdefault(ws.title, {})[cell] = self.scenario.designs[design].name

    def link(self, ws: Worksheet, cell: str, sheet: str) -> None:
        """The name of a sheet, as a link to it."""
        put(ws, cell, sheet, "VDI sheet link")
        self.links.setdefault(ws.title, []).append(Hyperlink(ref=cell, location=f"'{sheet}'!A1"))

    def table(self, ws: Worksheet, name: str, ref: str) -> None:
        """An Excel table over `ref`."""
        table = Table(displayName=name, ref=ref)
        table.tableStyleInfo = TableStyleInfo(name="TableStyleLight1", showRowStripes=False)
        ws.add_table(table)

    def name(self, name: str, reference: str) -> None:
        """A defined name, by which the reader finds its cells."""
        self.workbook.defined_names[name] = DefinedName(name, attr_text=reference)


def _box_what_is_added(ws: Any, rows: range, columns: range) -> None:
    """Lines around the cells of columns as soon as these hold a design, run by run of rows with the same lines."""
    first, last = get_column_letter(columns[0]), get_column_letter(columns[-1])
    in_use = f"{in_row(IN_USE, f'COLUMN()-{FIRST_DESIGN_COLUMN - 1}')}=1"
    lines = {row: ws._cells[row, columns[0]]._style.borderId for row in rows if (row, columns[0]) in ws._cells}
    for border, group in groupby(lines, key=lines.__getitem__):
        run = list(group)
        if border:
            lines_of_run = _hairlines(ws.parent._borders[border])
            highlight(ws, f"{first}{run[0]}:{last}{run[-1]}", in_use, border=lines_of_run)


def _hairlines(border: Border) -> Border:
    """The same lines as thin as a rule may draw them: LibreOffice saves those of a rule without their colour."""
    left, right, top, bottom = (
        Side("hair", color=side.color) if side and side.style else Side()
        for side in (border.left, border.right, border.top, border.bottom)
    )
    return Border(left=left, right=right, top=top, bottom=bottom)


def cached(value: CachedValue | bool | datetime.date | None) -> CachedValue:
    """`value` as a spreadsheet holds it: numbers as float, dates as days, nothing as empty text."""
    if value is None:
        return ""
    if isinstance(value, datetime.date):
        return float((value - datetime.date(1899, 12, 30)).days)
    return value if isinstance(value, str) else float(value)


def put_text(ws: Worksheet, cell: str, text: str | None, style: str) -> None:
    """A text that stays one, whatever it begins with."""
    put(ws, cell, text or None, style)
    if text:
        ws._cells[_place(cell)].data_type = "s"


_LETTERS, _DIGITS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ", "0123456789"
_new_cell = Cell.__new__


@cache  # the sheets of a workbook have the same places, and so has the next workbook
def _place(cell: str) -> tuple[int, int]:
    """Row and column of a cell."""
    letters = cell.rstrip(_DIGITS)
    return int(cell[len(letters) :]), column_index_from_string(letters)


def put(ws: Any, cell: str, value: Any, style: str, number_format: str | None = None) -> None:
    """A value or formula with its style; text stays text even if it begins with =."""
    place = _place(cell)
    target: Any = _new_cell(Cell)  # its __init__ makes a style of its own, which takes as long as all the rest
    ws._cells[place] = target
    target.parent = ws
    target.row, target.column = place
    target._value = target._hyperlink = target._comment = None
    target.data_type = "n"
    looks = ws.parent.looks
    key = style, number_format
    if key not in looks:
        looks[key] = _look(target, style, number_format)
    target._style = looks[key]
    if value is not None:
        _bind(target, value)


def _look(cell: Any, style: str, number_format: str | None) -> Any:
    cell._style = StyleArray()
    cell.style = style
    if number_format:
        cell.number_format = number_format
    return cell._style


def _bind(target: Any, value: Any) -> None:
    """Give a new cell its value: openpyxl looks at each more closely than a plain text or formula needs."""
    if isinstance(value, str) and value.isprintable() and value[:1] != "#" and len(value) < _LONG:
        target._value = value
        target.data_type = "f" if value[:1] == "=" and value != "=" else "s"
    else:
        target.value = value


def lines_of(text: object, width: float) -> int:
    """Lines that a text takes in a column: no spreadsheet program fits rows when it opens a file."""
    return max(1, -(-len(text) // int(width * _CHARACTERS_PER_WIDTH))) if isinstance(text, str) else 1


def put_input(
    ws: Worksheet, cell: str, value: Any, field: Input, *, prose: bool = False, wrapped: bool = False
) -> None:
    """An input cell in its colours; a string that looks like a formula is kept as a string.

    `prose`: sentences, which are smaller; `wrapped`: what may be longer than its column is wide.
    """
    textual = field.kind in ("text", "name", "choice", "yes/no", "date or text")
    shown = (YES if value else NO) if field.kind == "yes/no" and isinstance(value, bool) else value
    of_text = "VDI input wrapped" if wrapped else "VDI input text"
    style = "VDI input prose" if prose else of_text if textual else "VDI input"
    put(ws, cell, shown, style, DATE_FORMAT if isinstance(shown, datetime.date) else input_format(field))
    if isinstance(shown, str):
        ws[cell].data_type = "s"
    note_choice(ws, cell, shown, field)


def note_choice(ws: Any, cell: str, value: Any, field: Input) -> None:
    """Note where a word of ours stands, or is chosen from a list: it is said in the language of the workbook."""
    if field.kind in ("choice", "yes/no") or value in field.words:
        ws.parent.chosen.add((ws.title, cell))


def highlight(ws: Worksheet, cells: str, condition: str, **looks: Any) -> None:
    """A conditional format: `looks` where the condition holds."""
    ws.conditional_formatting.add(cells, FormulaRule([condition], **looks))  # type: ignore[no-untyped-call]


def show_what_is_typed_over(ws: Worksheet, cells: str, named: str, counts: str = "") -> None:
    """Beside a name, of a profile or kit, that says what is blank: what is typed over it, and what is left to it.

    `counts`: what counts in place of the first cell, as a formula, if that may be nothing; then it is not left to it.
    """
    first = cells.partition(":")[0]
    typed = {"font": Font(color=TYPED_OVER_INK, bold=True), "fill": PatternFill("solid", bgColor=TYPED_OVER)}
    highlight(ws, cells, f'AND({named}<>"",{first}<>"")', **typed)
    filled = f',{counts}<>""' if counts else ""
    highlight(ws, cells, f'AND({named}<>"",{first}=""{filled})', fill=PatternFill("solid", bgColor=FILLED_IN))


def grey_out(ws: Worksheet, cells: str, condition: str, *, dash: bool = True) -> None:
    """Cells of a tier or cache that is not used step back; a calculated one shows a dash."""
    looks = {"font": Font(color=GREY), "fill": PatternFill("solid", bgColor=UNUSED_FILL)}
    rule = FormulaRule([condition], **looks)  # type: ignore[no-untyped-call]
    if dash:
        rule.dxf.numFmt = _NOT_USED
    ws.conditional_formatting.add(cells, rule)


_NO_NUMBERS = (DASH, NONE, NOT_GIVEN, NOT_MODELLED, PURCHASE_ALONE, NEVER, OTHER_USERS)
"""Words that stand where no number would be of use."""


def colour_answers(ws: Worksheet, cells: str) -> None:
    """What refuses an answer is never in the colour of a result: an error is red, words for no number are amber."""
    first = cells.partition(":")[0]
    voids = ",".join(f'{first}="{word}"' for word in (NOT_FEASIBLE, TOO_FEW_BAYS, OFF_TARGET))
    refused = ",".join(f'{first}="{word}"' for word in (NO_PRICE, SATURATED, NOT_KNOWN))
    no_number = ",".join(f'{first}="{word}"' for word in _NO_NUMBERS)
    highlight(ws, cells, f'OR(LEFT({first},{len(ERROR)})="{ERROR}",{voids})', font=Font(color=RED, bold=True))
    highlight(ws, cells, f"OR({refused})", font=Font(color=AMBER, bold=True))
    highlight(ws, cells, f"OR({no_number})", font=Font(color=GREY))


def hide(ws: Worksheet, cells: str, condition: str) -> None:
    """Cells that look empty where the condition holds, whatever they hold; to be called before other looks."""
    rule = FormulaRule([condition], fill=PatternFill("solid", bgColor=WHITE))  # type: ignore[no-untyped-call]
    rule.dxf.numFmt = _NOT_SHOWN
    ws.conditional_formatting.add(cells, rule)


def show_signed(ws: Worksheet, cells: str, condition: str, sign: str, number_format: str) -> None:
    """A number that lacks a part where the condition holds: grey, and with a sign in front."""
    rule = FormulaRule([condition], font=Font(color=MUTED))  # type: ignore[no-untyped-call]
    rule.dxf.numFmt = NumberFormat(_SIGNED[sign, number_format], f'"{sign}"{number_format}')
    ws.conditional_formatting.add(cells, rule)


def shorten(ws: Worksheet, cells: str) -> None:
    """Numbers with more decimals than anybody reads are shown with a few."""
    first = cells.partition(":")[0]
    rule = FormulaRule([f"IF(ISNUMBER({first}),ROUND({first},4)<>{first},FALSE)"])  # type: ignore[no-untyped-call]
    rule.dxf = DifferentialStyle(numFmt=_SHORTENED)
    ws.conditional_formatting.add(cells, rule)


def show_as_error(ws: Worksheet, cells: str, condition: str) -> None:
    """Cells that others count on show the word for an error, whatever number they hold."""
    rule = FormulaRule([condition], font=Font(color=RED, bold=True))  # type: ignore[no-untyped-call]
    rule.dxf.numFmt = _VOID
    ws.conditional_formatting.add(cells, rule)


def unused_ranges(rows: Mapping[str, int], part: str, first: str, last: str) -> str:
    """The cells of a tier's or cache's lines between two columns; whether it is used stays readable."""
    of_part = re.compile(rf"({UNTARGETED})?{part}_(?!used$)")
    own = sorted(row for name, row in rows.items() if of_part.match(name))
    starts = [row for row in own if row - 1 not in own]
    ends = [row for row in own if row + 1 not in own]
    return " ".join(f"{first}{start}:{last}{end}" for start, end in zip(starts, ends, strict=True))


def fit_row(ws: Worksheet, row: int, *texts: tuple[object, float]) -> None:
    """A row high enough for its texts, each with the width of its column."""
    lines = max(lines_of(text, width) for text, width in texts)
    ws.row_dimensions[row].height = max(_ROW_POINTS, lines * LINE_POINTS + 3)


def put_unit(ws: Worksheet, cell: str, unit: str, number_format: str, style: str = "VDI unit") -> None:
    """A unit as the numbers beside it are shown: a share that is printed in percent has % for its unit."""
    put(ws, cell, "%" if "%" in number_format else unit, style)


_PRICE = inputs_of(Price)["amount"]
_LARGE = "[>=1000]#,##0;General"
"""Of what runs into thousands, and has decimals where it is small."""


def input_format(field: Input) -> str:
    """The number format of an input."""
    if field.kind == "date":
        return DATE_FORMAT
    if field.kind == "share" or field.unit == "share":
        return "0.0%"
    if field.kind == "whole":
        return "#,##0"
    if field == _PRICE:
        return "#,##0.00"
    if field.kind == "number":
        return _LARGE if field.unit in ("IOPS", "GB", "GiB", "VMs", "users", "W") else "General"
    return "@"


def validation(field: Input, choices: str | None = None) -> DataValidation | None:
    """What Excel lets a user enter, and says of it at the cell; `choices` is a range of names."""
    if choices or field.choices or field.kind == "yes/no":
        values = field.choices or (YES, NO)
        rule = DataValidation("list", formula1=choices or f'"{",".join(values)}"', allow_blank=True)
    elif field.kind == "share":
        rule = DataValidation("decimal", operator="between", formula1="0", formula2="1", allow_blank=True)
    elif field.kind in ("number", "whole"):
        low = field.above if field.above is not None else field.at_least or 0
        rule = DataValidation("whole" if field.kind == "whole" else "decimal", formula1=f"{low:g}", allow_blank=True)
        rule.operator = "greaterThan" if field.above is not None else "greaterThanOrEqual"
    elif field.kind == "date":
        rule = DataValidation("date", operator="greaterThan", formula1="36526", allow_blank=True)
    elif field.kind == "name" or field.note:
        # of free text the limit is that of a cell: LibreOffice drops a rule that only says something
        most = LONGEST_NAME if field.kind == "name" else _LONG
        rule = DataValidation("textLength", operator="lessThanOrEqual", formula1=str(most), allow_blank=True)
    else:
        return None
    rule.errorTitle = field.label[:30]
    rule.error = f"Expected {field.expected if not choices else 'a name from the list'}."[:250]
    rule.showErrorMessage = True
    if field.note:
        rule.promptTitle = field.label[:30]
        rule.prompt = field.note[:250]
        rule.showInputMessage = True
    return rule
