"""The Sensitivity sheet: what moves the result of one design most, and what prices do to all designs."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from openpyxl.chart import BarChart, Reference
from openpyxl.chart.label import DataLabel, DataLabelList
from openpyxl.chart.layout import Layout as ChartLayout
from openpyxl.chart.layout import ManualLayout
from openpyxl.chart.marker import DataPoint
from openpyxl.chart.shapes import GraphicalProperties
from openpyxl.drawing.line import LineProperties
from openpyxl.formatting.rule import FormulaRule
from openpyxl.styles import Font
from openpyxl.styles.differential import DifferentialStyle
from openpyxl.styles.numbers import NumberFormat
from openpyxl.utils import column_index_from_string
from openpyxl.worksheet.worksheet import Worksheet

from vdi_sizing._arrays import total_of
from vdi_sizing.inputs import inputs_of
from vdi_sizing.model.figure import in_row
from vdi_sizing.model.formats import SHARE, TWO, WHOLE
from vdi_sizing.model.names import names_of
from vdi_sizing.model.scopes import Outlook
from vdi_sizing.scenario import MEASURES, Sensitivity
from vdi_sizing.what_if.drivers import DRIVERS, ENDS, HIGH, LOW, Driver
from vdi_sizing.words import DASH, ERROR, NOT_FEASIBLE, OFF_TARGET, TOO_FEW_BAYS
from vdi_templates.workbook.book import (
    Book,
    CachedValue,
    colour_answers,
    fit_row,
    highlight,
    put,
    put_input,
    put_unit,
    validation,
)
from vdi_templates.workbook.layout import HEADER_ROW
from vdi_templates.workbook.moves import moved_since_drawn
from vdi_templates.workbook.ranking import DECIMALS, SHOWN_AS, move_formula, moved
from vdi_templates.workbook.sheets.chart_looks import WORDS, quiet
from vdi_templates.workbook.sheets.drawn import grey_where_moved, say_what_moved
from vdi_templates.workbook.sheets.marks import mark_cells
from vdi_templates.workbook.styles import DRAWN, GREY
from vdi_templates.workbook.variants import (
    CHANGE_COLUMNS,
    CHOICE_CELL,
    FIRST_DRIVER_ROW,
    MEASURE_CELL,
    MEASURE_ROW,
    OTHER_CELL,
    RANKED_ROW,
    TORNADO_ROW,
    VALUE_COLUMNS,
    WHY_ROW,
)
from vdi_templates.workbook.widths import for_header

_TORNADO_HEADERS = (
    "driver, the largest swing first",
    "rank",
    "why a bar is short, or has one side",
    "at low",
    "at high",
)
_CHANGE = "+#,##0.00;-#,##0.00;;"  # a bar of 0 has no label
_HEADER_POINTS = 28
_WHOLE_NUMBERS = NumberFormat(302, "#,##0")

_TITLE = "What moves the result of one design most, one driver at a time; and what prices do to every design."
_WIDTHS = [33, 6, 36, *[12.5] * 6, *[10.0] * 2, *[9.5] * 10]
_LAST_DRIVER_ROW = FIRST_DRIVER_ROW + len(DRIVERS) - 1
_DRIVERS_ROW, _GROUP_ROW = FIRST_DRIVER_ROW - 3, FIRST_DRIVER_ROW - 2
_OUTLOOK_ROW = _LAST_DRIVER_ROW + 7
_GROUPS = {
    "D": "change", "F": "value of the driver", "I": "result that is ranked", "L": "VMs per block",
    "O": "drives of all blocks", "R": "result, from base",
}  # fmt: skip
_HEADERS = (
    "driver",
    "unit",
    "what is varied",
    "low",
    "high",
    *("low", "base", "high") * 4,
    "low",
    "high",
    "swing",
    "rank",
)
_LETTERS = "ABCDEFGHIJKLMNOPQRSTU"
_LAST_OF_RANKED = "K"
_PRICES_HEADING = (
    "Every design: price outlook, break-even with the first one (–: compared over the years, or of other users), "
    "cost over the years"
)
_DRIVERS_HEADING = "The drivers: how far each is changed, and what comes of it: "
_RESULTS = {"L": "vms_per_block", "O": "drives_total"}
_FIRST_RANKED_ROW = TORNADO_ROW + 2
_LAST_RANKED_ROW = TORNADO_ROW + 1 + len(DRIVERS)
RANKED_ROWS = range(_FIRST_RANKED_ROW, _LAST_RANKED_ROW + 1)
_CM_PER_CHARACTER, _CM_OF_FRAME, _CM_PER_BAR = 0.174, 1.8, 0.75
_CM_PER_ROW = 0.53
FEWEST_BARS, MOST_BARS = 5, 12
DRAWN_NAMES, *DRAWN_ENDS = ("W", "X", "Y")
"""The columns of what the chart draws: names, and both ends."""
_FIGURES, _ROOM = "What the bars stand for", 1.25
_PRICES = (
    "eur_per_vm_full_block", *names_of(Outlook.eur_per_vm),
    "break_even_users_drive_eur", "break_even_vms", "energy_eur_per_year", "rack_eur_per_year",
    "maintenance_eur_per_year", "total_eur", "total_holds", "total_eur_per_user", "total_eur_per_vm",
)  # fmt: skip

_NOTES = {
    "users_scale": "concurrent VMs, their load in proportion",
    "steady_iops_scale": "with the steady peak factor",
    "steady_read_share": "of all users together",
    "drive_iops_scale": "ratings of all drives, reads and writes",
    "write_coalesced": "every tier; the value of tier 1 is shown",
    "max_utilization": "share of a drive's IOPS that may be used",
    "response_limit_ms": "of the design's response target",
    "response_share": "of the design's response target",
    "drive_price_scale": "parts billed per drive; shown for a block",
    "other_price_scale": "parts per block, host, VM, user and once",
    "ram_scale": "without the hypervisor's overhead",
    "vcpus_scale": "mean of the users",
    "vcpus_per_core": "of the block and hosts beside it, not of groups with their own",
    "gb_scale": "delta, swap, log and what persists, on this block",
    "all_iops_scale": "steady work, login and boot together",
    "login_iops_scale": "with the login peak factor",
    "boot_iops_scale": "of one VM that boots",
    "measured_vms_scale": "whole VMs",
    "growth_per_year": "points per year, until the end of the years of use",
    "discount_rate": "points; of all that is paid later, parts per year too",
    "eur_per_kwh": "per kWh",
    "maintenance_share": "points of what is maintained, per year",
    "vm_price_scale": "what is billed per VM and per user, without what packs add",
}
_DRAWN = ", as drawn"
_HINTS = (
    "Low and high are yours to change: -20 % and +20 % (10 points of a share) stand for a range that you know better.",
    "A change of 0 leaves everything as it is. One driver at a time, drawn when the file was made; steps: "
    "Variants. What packs of licences add stays, and so do shelves.",
    f"{DASH}: not given. {NOT_FEASIBLE}: no block carries a VM. {TOO_FEW_BAYS}: the drives do not fit.",
    f"{OFF_TARGET}: no such drives meet the response target. {ERROR}: see Checks. Such an end has no bar.",
)


def write_sensitivity(book: Book) -> None:
    """The sheet: choice, drivers, tornado, prices."""
    said = book.made.brand.translation
    headed = [
        (header, _GROUPS.get(letter, ""), width)
        for header, letter, width in zip(_HEADERS, _LETTERS, _WIDTHS, strict=True)
    ]
    widths = [for_header(said, header, for_header(said, group, width)) for header, group, width in headed]
    ws = book.sheet("Sensitivity", "Sensitivity", _TITLE, widths)
    book.master_check(ws)
    _Drivers(book).write()
    _write_prices(book)
    ws.freeze_panes = f"B{HEADER_ROW}"
    ws.print_title_rows = f"1:{HEADER_ROW - 1}"
    _print(book, ws)
    ws.protection.enable()


def _print(book: Book, ws: Worksheet) -> None:
    """In parts, in type that one can read: the tornado with its reasons, the drivers, and the prices."""
    rows_of_chart = math.ceil(_chart_cm(_bars(book)) / _CM_PER_ROW)
    ws.print_area = ",".join((
        f"A{HEADER_ROW}:{_LAST_OF_RANKED}{max(_LAST_RANKED_ROW, TORNADO_ROW + 1 + rows_of_chart)}",
        f"A{_DRIVERS_ROW}:{_LAST_OF_RANKED}{_LAST_DRIVER_ROW + len(_HINTS)}",
        f"A{_OUTLOOK_ROW}:I{_OUTLOOK_ROW + 1 + len(_PRICES)}",
    ))  # fmt: skip


def _beside(place: str) -> str:
    """The cell that says in words what a choice comes to."""
    return f"G{place.rpartition('$')[2]}"


def _band(book: Book, row: int, title: str) -> None:
    for letter in _LETTERS:
        put(book.worksheet("Sensitivity"), f"{letter}{row}", title if letter == "A" else None, "VDI heading")


@dataclass
class _Row:
    """What the tornado needs of a driver."""

    label: str
    low: float
    high: float
    why: str

    @property
    def swing(self) -> float:
        return round(max(0.0, self.low, self.high) - min(0.0, self.low, self.high), DECIMALS)


class _Drivers:
    """The table of drivers and the tornado below it."""

    def __init__(self, book: Book) -> None:
        self._book, self._variants, self._drawn = book, book.variants, book.drawn
        self._ranking = book.ranking
        self._ws = book.worksheet("Sensitivity")
        self._keyed = {variant.key: variant for variant in self._variants.variants}

    def write(self) -> None:
        say_what_moved(self._book)
        self._write_choice()
        self._write_headers()
        rows = [self._write_driver(row, driver) for row, driver in enumerate(DRIVERS.values(), start=FIRST_DRIVER_ROW)]
        ranks = self._write_ranks(rows)
        for offset, hint in enumerate(_HINTS, start=1):
            put(self._ws, f"A{_LAST_DRIVER_ROW + offset}", hint, "VDI label")
        colour_answers(self._ws, f"I{FIRST_DRIVER_ROW}:Q{_LAST_DRIVER_ROW}")
        grey_where_moved(self._book, "Sensitivity", f"F{FIRST_DRIVER_ROW}:U{_LAST_DRIVER_ROW}")
        self._show_counts_whole()
        self._write_tornado([rows[ranks.index(rank)] for rank in range(1, len(rows) + 1)])

    def _formula(
        self,
        cell: str,
        formula: str,
        value: CachedValue | None,
        number_format: str,
        style: str = "VDI formula",
    ) -> None:
        self._book.formula(self._ws, cell, formula, value, style, number_format)

    # --- which design, and by how much ----------------------------------------------------------------

    def _write_choice(self) -> None:
        ws, book = self._ws, self._book
        sensitivity, designs = book.scenario.sensitivity, book.scenario.designs
        _band(book, HEADER_ROW, "The design that is varied, and what is ranked")
        own = designs[book.varied.design]
        self._write_input(CHOICE_CELL, "design", sensitivity.design, "design_name")
        self._write_input(MEASURE_CELL, "measure", sensitivity.measure)
        self._write_input(OTHER_CELL, "other", sensitivity.other, "design_name")
        self._formula(_beside(CHOICE_CELL), self._variants.pick("design.name"), own.name, "@", "VDI status")
        words = '","'.join(MEASURES)
        chosen = f'=CHOOSE(Variants!${self._variants.drawn_column}${MEASURE_ROW},"{words}")'
        self._formula(_beside(MEASURE_CELL), chosen, self._ranking.measure.words, "@", "VDI status")
        if self._variants.others:
            other = self._variants.pick("design.name", self._variants.other_base_column)
            self._formula(_beside(OTHER_CELL), other, designs[book.varied.other].name, "@", "VDI status")
        measured = self._variants.pick("design.measured_vms")[1:]
        text = "Its number of VMs is measured: a heavier load lowers it, drives do not change it."
        given = own.measured_vms is not None
        cell = f"L{CHOICE_CELL.rpartition('$')[2]}"
        self._formula(cell, f'=IF({measured}="","","{text}")', text if given else "", "@", "VDI status")
        for end, letter in CHANGE_COLUMNS.items():
            book.name(f"sensitivity_{end}", f"Sensitivity!${letter}${FIRST_DRIVER_ROW}:${letter}${_LAST_DRIVER_ROW}")
            rule = validation(inputs_of(Sensitivity)[end])
            assert rule is not None
            rule.add(f"{letter}{FIRST_DRIVER_ROW}:{letter}{_LAST_DRIVER_ROW}")
            ws.add_data_validation(rule)
            mark_cells(ws, f"{letter}{FIRST_DRIVER_ROW}:{letter}{_LAST_DRIVER_ROW}", inputs_of(Sensitivity)[end])

    def _write_input(self, place: str, name: str, value: str | None, choices: str | None = None) -> None:
        """One of the cells that say what is varied and ranked."""
        ws, field = self._ws, inputs_of(Sensitivity)[name]
        cell = place.rpartition("!")[2].replace("$", "")
        put(ws, f"A{cell[1:]}", field.label, "VDI label")
        put(ws, f"C{cell[1:]}", field.note, "VDI note")
        fit_row(ws, int(cell[1:]), (field.note, _WIDTHS[2]))
        if choices and value is not None:
            self._book.put_design(ws, cell, value)
        else:
            put_input(ws, cell, value, field)
        rule = validation(field, choices)
        assert rule is not None
        rule.add(cell)
        ws.add_data_validation(rule)
        self._book.name(f"sensitivity_{name}", place)

    def _show_counts_whole(self) -> None:
        """Results that are VMs or drives have no decimals."""
        words = _beside(MEASURE_CELL)
        rule = FormulaRule([f'LEFT(${words[0]}${words[1:]},3)<>"EUR"'])  # type: ignore[no-untyped-call]
        rule.dxf = DifferentialStyle(numFmt=_WHOLE_NUMBERS)
        cells = f"I{FIRST_DRIVER_ROW}:K{_LAST_DRIVER_ROW} R{FIRST_DRIVER_ROW}:T{_LAST_DRIVER_ROW}"
        self._ws.conditional_formatting.add(cells, rule)

    def _write_headers(self) -> None:
        _band(self._book, _DRIVERS_ROW, "")
        heading = f'="{_DRIVERS_HEADING}"&{_beside(MEASURE_CELL)}'
        value = f"{_DRIVERS_HEADING}{self._ranking.measure.words}"
        self._formula(f"A{_DRIVERS_ROW}", heading, value, "@", "VDI heading")
        for letter, header in zip(_LETTERS, _HEADERS, strict=True):
            style = "VDI header left" if letter in "ABC" else "VDI header"
            put(self._ws, f"{letter}{_GROUP_ROW}", _GROUPS.get(letter), "VDI header left")
            put(self._ws, f"{letter}{_GROUP_ROW + 1}", header, style)
        self._ws.row_dimensions[_GROUP_ROW].height = _HEADER_POINTS

    # --- one driver -----------------------------------------------------------------------------------

    def _write_driver(self, row: int, driver: Driver) -> _Row:
        ws, changes = self._ws, self._book.varied.changes
        unit, number_format = SHOWN_AS.get(driver.shown or "", ("%", SHARE))
        put(ws, f"A{row}", driver.label, "VDI label")
        put(ws, f"B{row}", unit, "VDI unit")
        put(ws, f"C{row}", _NOTES[driver.name], "VDI note")
        fit_row(ws, row, (_NOTES[driver.name], _WIDTHS[2]))
        for end, letter in CHANGE_COLUMNS.items():
            put(ws, f"{letter}{row}", changes[driver.name, end], "VDI input", "+0.0%;-0.0%;0.0%")
        for of_end, letter in VALUE_COLUMNS.items():
            put(ws, f"{letter}{row}", self._ranking.driver_value(driver, of_end), DRAWN, number_format)
        for letter, name in _RESULTS.items():
            self._write_results(row, driver, letter, name)
        return self._write_ranked(row, driver)

    def _write_results(self, row: int, driver: Driver, first: str, name: str) -> None:
        """A count at the low end, as it is, and at the high end."""
        errors = self._variants.errors(sheet="Variants!")
        for letter, end in zip(_LETTERS[_LETTERS.index(first) :], (LOW, None, HIGH), strict=False):
            variant = self._keyed[driver.name, end] if end else None
            figures = self._drawn.ends[driver.name, end] if end else self._drawn.base
            result, holds, word = (self._variants.drawn(each, variant) for each in (name, "numbers_hold", "void_word"))
            formula = f'=IF({errors}>0,"{ERROR}",IF({holds}=0,{word},{result}))'
            void = ERROR if self._book.void[0] else figures.block.void_word
            value = figures[name] if figures.block.numbers_hold and not self._book.void[0] else void
            self._formula(f"{letter}{row}", formula, value, WHOLE, "VDI link" if end else "VDI formula")

    def _write_ranked(self, row: int, driver: Driver) -> _Row:
        """The result that is ranked, and how far it moves from its base; 0 where an end is no number."""
        ranking, base = self._ranking, f"Variants!${self._variants.drawn_column}${RANKED_ROW}"
        self._formula(f"J{row}", f"={base}", ranking.result(), TWO)
        moves = {}
        for end, letter, move in ((LOW, "I", "R"), (HIGH, "K", "S")):
            key = driver.name, end
            ranked = f"Variants!${self._keyed[key].column}${RANKED_ROW}"
            self._formula(f"{letter}{row}", f"={ranked}", ranking.result(key), TWO, "VDI link")
            moves[end] = moved(ranking.result(key), ranking.result())
            self._formula(f"{move}{row}", "=" + move_formula(f"{letter}{row}", f"J{row}"), moves[end], TWO)
        result = _Row(driver.label, moves[LOW], moves[HIGH], ranking.why(driver.name))
        self._formula(f"T{row}", f"=ROUND(MAX(0,R{row}:S{row})-MIN(0,R{row}:S{row}),{DECIMALS})", result.swing, TWO)
        return result

    # --- the tornado ----------------------------------------------------------------------------------

    def _write_ranks(self, rows: Sequence[_Row]) -> list[int]:
        """Rank by swing; ties go to the first."""
        keys = [each.swing for each in rows]
        ranks = []
        first, last = f"$T${FIRST_DRIVER_ROW}", f"$T${_LAST_DRIVER_ROW}"
        for at, key in enumerate(keys):
            row = FIRST_DRIVER_ROW + at
            formula = f"=RANK($T{row},{first}:{last})+COUNTIF({first}:$T{row},$T{row})-1"
            ranks.append(1 + sum(other > key for other in keys) + keys[:at].count(key))
            self._formula(f"U{row}", formula, float(ranks[-1]), "0")
        return ranks

    def _write_tornado(self, ranked: Sequence[_Row]) -> None:
        ws = self._ws
        _band(self._book, TORNADO_ROW, "What moves the result most")
        for letter, text in zip("ABCDE", _TORNADO_HEADERS, strict=True):
            put(
                ws,
                f"{letter}{TORNADO_ROW + 1}",
                text,
                "VDI header left" if letter in "ABC" else "VDI header",
            )
        ranks = f"$U${FIRST_DRIVER_ROW}:$U${_LAST_DRIVER_ROW}"
        first, last = (self._variants.variants[at].column for at in (0, -1))
        reasons = f"Variants!${first}${WHY_ROW}:${last}${WHY_ROW}"
        for rank, driver in enumerate(ranked, start=1):
            row = TORNADO_ROW + 1 + rank
            put(ws, f"B{row}", rank, "VDI unit", '0"  "')
            place = f"MATCH($B{row},{ranks},0)"
            why = "=" + in_row(reasons, f"{len(ENDS)}*{place}-{len(ENDS) - 1}")
            self._formula(f"C{row}", why, driver.why, "@", "VDI formula text")
            fit_row(ws, row, (driver.why, _WIDTHS[2]))
            for letter, column, value in (
                ("A", "A", driver.label),
                ("D", "R", driver.low),
                ("E", "S", driver.high),
            ):
                cells = f"${column}${FIRST_DRIVER_ROW}:${column}${_LAST_DRIVER_ROW}"
                style = "VDI formula text" if letter == "A" else "VDI formula"
                formula = f"=INDEX({cells},{place})"
                self._formula(f"{letter}{row}", formula, value, "@" if letter == "A" else _CHANGE, style)
        still = f"AND($D{_FIRST_RANKED_ROW}=0,$E{_FIRST_RANKED_ROW}=0)"
        highlight(ws, f"A{_FIRST_RANKED_ROW}:E{_LAST_RANKED_ROW}", still, font=Font(color=GREY))
        grey_where_moved(self._book, "Sensitivity", f"A{_FIRST_RANKED_ROW}:E{_LAST_RANKED_ROW}")
        bars = _bars(self._book)
        self._write_bars(ranked[:bars])
        chart = _tornado_chart(self._book, bars)
        chart.width = int(total_of(_WIDTHS[5 : _LETTERS.index(_LAST_OF_RANKED) + 1]) * _CM_PER_CHARACTER)
        chart.height = _chart_cm(bars)
        ws.add_chart(chart, f"F{TORNADO_ROW + 1}")

    def _write_bars(self, ranked: Sequence[_Row]) -> None:
        """What the chart draws: the first of the drivers, and a bar that one does not see.

        It is longer than all others, so that the axis leaves room for the number of the longest beside the names.
        """
        ends = DRAWN_ENDS
        put(self._ws, f"{DRAWN_NAMES}{TORNADO_ROW}", _FIGURES, "VDI row header")
        for letter, source, header in zip(ends, "DE", _TORNADO_HEADERS[3:], strict=True):
            formula = f'={source}{TORNADO_ROW + 1}&IF({self._variants.moved_cell}=0,"","{_DRAWN}")'
            said = header + (_DRAWN if moved_since_drawn(self._book) else "")
            self._formula(f"{letter}{TORNADO_ROW + 1}", formula, said, "@")
        for row, driver in enumerate(ranked, start=_FIRST_RANKED_ROW):
            self._formula(f"{DRAWN_NAMES}{row}", f"=A{row}", driver.label, "@")
            for letter, source, end in zip(ends, "DE", (driver.low, driver.high), strict=True):
                self._formula(f"{letter}{row}", f"={source}{row}", end, _CHANGE)
        row = _FIRST_RANKED_ROW + len(ranked)
        drawn = f"${ends[0]}${_FIRST_RANKED_ROW}:${ends[-1]}${row - 1}"
        longest = max((abs(end) for driver in ranked for end in (driver.low, driver.high)), default=0.0)
        for letter, sign in zip(ends, (-1, 1), strict=True):
            formula = f"={sign * _ROOM:g}*MAX({drawn},-1*MIN({drawn}))"
            self._formula(f"{letter}{row}", formula, sign * _ROOM * longest, _CHANGE)


def _bars(book: Book) -> int:
    """As many as drivers have a swing, since a bar that is none says nothing; those of a file stay as it was made."""
    if book.made.drivers_drawn is not None:
        return book.made.drivers_drawn
    base = book.ranking.result()
    moving = sum(any(moved(book.ranking.result((name, end)), base) for end in ENDS) for name in DRIVERS)
    return min(max(moving, FEWEST_BARS), MOST_BARS)


def _chart_cm(bars: int) -> int:
    return int(_CM_OF_FRAME + bars * _CM_PER_BAR)


def _tornado_chart(book: Book, bars: int) -> BarChart:
    chart = BarChart()
    chart.type, chart.grouping, chart.overlap, chart.gapWidth, chart.style = "bar", "clustered", 0, 35, 10
    quiet(chart, points=WORDS)
    chart.x_axis.graphicalProperties = GraphicalProperties(ln=LineProperties(noFill=True))
    chart.x_axis.scaling.orientation = "maxMin"
    chart.x_axis.tickLblPos, chart.x_axis.tickLblSkip, chart.x_axis.lblOffset = "low", 1, 600
    chart.y_axis.delete, chart.y_axis.crosses = True, "max"  # its numbers stand at the bars
    chart.legend.position = "b"
    ws = book.worksheet("Sensitivity")
    first, last = TORNADO_ROW + 1, _FIRST_RANKED_ROW + bars
    names, *ends = map(column_index_from_string, (DRAWN_NAMES, *DRAWN_ENDS))
    for column, color in zip(ends, ("2E75B6", "C55A11"), strict=True):
        chart.add_data(Reference(ws, min_col=column, min_row=first, max_row=last), titles_from_data=True)
        series = chart.series[-1]
        series.graphicalProperties.solidFill = color
        series.invertIfNegative = False
        unseen = GraphicalProperties(noFill=True, ln=LineProperties(noFill=True))
        series.dPt = [DataPoint(idx=bars, invertIfNegative=False, spPr=unseen)]
        series.dLbls = DataLabelList(dLbl=[DataLabel(idx=bars)])
        series.dLbls.showVal = True
        for labels in (series.dLbls, series.dLbls.dLbl[0]):
            labels.showSerName = labels.showCatName = labels.showLegendKey = False
        series.dLbls.dLbl[0].showVal = False
    chart.set_categories(Reference(ws, min_col=names, min_row=first + 1, max_row=last))
    chart.layout = ChartLayout(manualLayout=ManualLayout(x=0.42, y=0.03, w=0.5, h=0.77))
    return chart


# --- prices of every design ---------------------------------------------------------------------------


def _write_prices(book: Book) -> None:
    """Price outlook, break-even and cost over the years, one column per design."""
    ws, layout = book.worksheet("Sensitivity"), book.layout
    _band(
        book,
        _OUTLOOK_ROW,
        _PRICES_HEADING,
    )
    for letter, text in zip("ABC", ("", "unit", "note"), strict=True):
        put(ws, f"{letter}{_OUTLOOK_ROW + 1}", text, "VDI header left")
    fit_row(ws, _OUTLOOK_ROW + 1, *((design.name, _WIDTHS[3]) for design in book.scenario.designs))
    for design, column in enumerate(layout.column(i) for i in range(layout.design_columns)):
        book.name_design(ws, f"{column}{_OUTLOOK_ROW + 1}", design)
    book.stand_back(ws, _OUTLOOK_ROW + 1, _OUTLOOK_ROW + 1 + len(_PRICES))
    for row, name in enumerate(_PRICES, start=_OUTLOOK_ROW + 2):
        line = layout.lines[name]
        values = [design.shown(name) for design in book.columns]
        said = ((value, _WIDTHS[3]) for value in values)
        fit_row(ws, row, (line.label, _WIDTHS[0]), (line.note, _WIDTHS[2]), *said)
        put(ws, f"A{row}", line.label, "VDI label wrapped")
        put_unit(ws, f"B{row}", line.unit, line.number_format)
        put(ws, f"C{row}", line.note, "VDI note")
        for design, column in enumerate(layout.column(i) for i in range(layout.design_columns)):
            value = values[design]
            formula = layout.render_answer(name, design, "Sensitivity")
            book.formula(ws, f"{column}{row}", formula, value, "VDI link text", line.number_format)
    last = f"{layout.column(layout.design_columns - 1)}{_OUTLOOK_ROW + 1 + len(_PRICES)}"
    colour_answers(ws, f"{layout.column(0)}{_OUTLOOK_ROW + 2}:{last}")
