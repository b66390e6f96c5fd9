"""The Sensitivity sheet: what moves the result of one design most, and what prices do to all designs."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from openpyxl.chart import BarChart, Reference
from openpyxl.chart.label import DataLabelList
from openpyxl.chart.layout import Layout as ChartLayout
from openpyxl.chart.layout import ManualLayout

from vdi_sizing._arrays import divide, round_nearest
from vdi_sizing.inputs import inputs_of
from vdi_sizing.model.formats import EUR_CENT, ONE, SHARE, TWO, WHOLE
from vdi_sizing.model.names import Names, names_of
from vdi_sizing.model.scopes import Outlook
from vdi_sizing.scenario import Sensitivity
from vdi_sizing.what_if.drivers import DRIVERS, HIGH, LOW, MIXED, SCALED, Driver
from vdi_sizing.words import DASH, ERROR, NO_PRICE, NOT_FEASIBLE, OFF_TARGET, TOO_FEW_BAYS
from vdi_templates.workbook.book import Book, CachedValue, colour_answers, fit_row, put, put_input, put_unit, validation
from vdi_templates.workbook.layout import HEADER_ROW
from vdi_templates.workbook.variants import CHANGE_COLUMNS, CHOICE_CELL, FIRST_DRIVER_ROW, shifted

_TORNADO_HEADERS = (
    "driver, the largest swing first",
    "rank",
    "change of the result from base",
    "at low",
    "at high",
)
_CHANGE = "+#,##0.00;-#,##0.00;;"  # a bar of 0 has no label
_HEADER_POINTS = 28

_TITLE = "What moves the result of one design most, one driver at a time; and what prices do to every design."
_WIDTHS = [31, 8, 41, *[13.5] * 6, *[9.5] * 12]
_LAST_DRIVER_ROW = FIRST_DRIVER_ROW + len(DRIVERS) - 1
_MEASURE_ROW = HEADER_ROW + 2
_GROUP_ROW = FIRST_DRIVER_ROW - 2
_GROUPS = {
    "D": "change", "F": "value of the driver", "I": "EUR per VM", "L": "VMs per block",
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
_RESULTS = {"I": "known_eur_per_vm", "L": "vms_per_block", "O": "drives_total"}
_TORNADO_ROW = _LAST_DRIVER_ROW + 4
_CHART_ROWS, _CHART_CM, _CM_PER_CHARACTER = 24, 12, 0.187
_OUTLOOK_ROW = _TORNADO_ROW + _CHART_ROWS + 2
_PRICES = (
    "eur_per_vm_full_block", *names_of(Outlook.eur_per_vm),
    "break_even_drive_eur", "break_even_vms", "energy_eur_per_year", "rack_eur_per_year",
    "maintenance_eur_per_year", "total_eur", "total_holds", "total_eur_per_user", "total_eur_per_vm",
)  # fmt: skip
_DECIMALS = 6  # of what is ranked and charted: less is the noise of floating point

_NOTES = {
    "users_scale": "concurrent VMs, their load in proportion",
    "steady_iops_scale": "with the steady peak factor",
    "steady_read_share": "of all users together",
    "drive_iops_scale": "ratings of all drives, reads and writes",
    "write_coalesced": "every tier; the value of tier 1 is shown",
    "max_utilization": "share of a drive's IOPS that may be used",
    "response_limit_ms": "– : the design has no target",
    "response_share": "– : the design has no such target",
    "drive_price_scale": "parts billed per drive; shown for a block",
    "other_price_scale": "parts per block, per VM and once",
    "ram_scale": "without the hypervisor's overhead",
    "gb_scale": "delta, swap, log and what persists, on this block",
}
# (unit, number format) of the value that stands for a driver
_SHOWN_AS = {
    "vms": ("VMs", WHOLE),
    "steady_iops_per_vm": ("IOPS", ONE),
    "design.response_limit_ms": ("ms", ONE),
    "known_drives_eur": ("EUR", WHOLE),
    "ram_gib_per_vm": ("GiB", TWO),
    "gb_per_vm": ("GB", TWO),
}
_HINTS = (
    "Low and high are yours to change: -20 % and +20 % (10 points of a share) stand for a range that you "
    "know better. A change of 0 leaves everything as it is. One driver at a time; Variants shows every step.",
    f"{NOT_FEASIBLE}: no block carries a VM. {TOO_FEW_BAYS}: the drives do not fit. {OFF_TARGET}: no such drives meet "
    f"the response target. {ERROR}: see Checks. Such an end has no bar.",
)


def write_sensitivity(book: Book) -> None:
    """The sheet: choice, drivers, tornado, prices."""
    ws = book.sheet("Sensitivity", "Sensitivity", _TITLE, _WIDTHS)
    book.master_check(ws)
    _Drivers(book).write()
    _write_prices(book)
    ws.freeze_panes = f"B{HEADER_ROW}"
    ws.print_title_rows = f"1:{HEADER_ROW - 1}"
    ws.protection.enable()


def _band(book: Book, row: int, title: str) -> None:
    for letter in _LETTERS:
        put(book.worksheet("Sensitivity"), f"{letter}{row}", title if letter == "A" else None, "VDI heading")


@dataclass
class _Row:
    """What the tornado needs of a driver."""

    label: str
    low: float
    high: float

    @property
    def swing(self) -> float:
        return round(max(0.0, self.low, self.high) - min(0.0, self.low, self.high), _DECIMALS)


def _move(difference: float) -> float:
    """ROUND(ROUND(difference,9),6), halves away from zero as a spreadsheet rounds them."""
    return math.copysign(round_nearest(abs(difference) * 10**_DECIMALS) / 10**_DECIMALS, difference) + 0.0


class _Drivers:
    """The table of drivers and the tornado below it."""

    def __init__(self, book: Book) -> None:
        self._book, self._variants, self._varied = book, book.variants, book.varied
        self._ws = book.worksheet("Sensitivity")
        self._keyed = {variant.key: variant for variant in self._variants.variants}
        self._priced = bool(self._varied.base["priced"])

    def write(self) -> None:
        self._write_choice()
        self._write_headers()
        rows = [self._write_driver(row, driver) for row, driver in enumerate(DRIVERS.values(), start=FIRST_DRIVER_ROW)]
        ranks = self._write_ranks(rows)
        for offset, hint in enumerate(_HINTS, start=1):
            put(self._ws, f"A{_LAST_DRIVER_ROW + offset}", hint, "VDI label")
        colour_answers(self._ws, f"I{FIRST_DRIVER_ROW}:Q{_LAST_DRIVER_ROW}")
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
        scenario, field = book.scenario, inputs_of(Sensitivity)["design"]
        cell = CHOICE_CELL.rpartition("!")[2].replace("$", "")
        row = int(cell[1:])
        _band(book, HEADER_ROW, "The design that is varied")
        put(ws, f"A{row}", field.label, "VDI label")
        put(ws, f"C{row}", field.note, "VDI note")
        put_input(ws, cell, scenario.sensitivity.design, field)
        rule = validation(field, "design_name")
        assert rule is not None
        rule.add(cell)
        ws.add_data_validation(rule)
        name = self._variants.pick("design.name")
        self._formula(f"F{row}", name, scenario.designs[self._varied.design].name, "@", "VDI status")
        measured = self._variants.pick("design.measured_vms")[1:]
        text = "Its number of VMs is measured: a heavier load lowers it, drives do not change it."
        given = scenario.designs[self._varied.design].measured_vms is not None
        self._formula(f"I{row}", f'=IF({measured}="","","{text}")', text if given else "", "@", "VDI status")
        put(ws, f"A{_MEASURE_ROW}", "result that is ranked", "VDI label")
        with_price, without = "EUR per VM for these users", "drives of all blocks, since prices are missing"
        formula = f'=IF({self._variants.reference("priced")}=1,"{with_price}","{without}")'
        self._formula(f"D{_MEASURE_ROW}", formula, with_price if self._priced else without, "@", "VDI status")
        book.name("sensitivity_design", CHOICE_CELL)
        for end, letter in CHANGE_COLUMNS.items():
            book.name(f"sensitivity_{end}", f"Sensitivity!${letter}${FIRST_DRIVER_ROW}:${letter}${_LAST_DRIVER_ROW}")
            rule = validation(inputs_of(Sensitivity)[end])
            assert rule is not None
            rule.add(f"{letter}{FIRST_DRIVER_ROW}:{letter}{_LAST_DRIVER_ROW}")
            ws.add_data_validation(rule)

    def _write_headers(self) -> None:
        for letter, header in zip(_LETTERS, _HEADERS, strict=True):
            style = "VDI header left" if letter in "ABC" else "VDI header"
            put(self._ws, f"{letter}{_GROUP_ROW}", _GROUPS.get(letter), "VDI header left")
            put(self._ws, f"{letter}{_GROUP_ROW + 1}", header, style)
        self._ws.row_dimensions[_GROUP_ROW].height = _HEADER_POINTS

    # --- one driver -----------------------------------------------------------------------------------

    def _write_driver(self, row: int, driver: Driver) -> _Row:
        ws, changes = self._ws, self._varied.changes
        unit, number_format = _SHOWN_AS.get(driver.shown or "", ("%", SHARE))
        put(ws, f"A{row}", driver.label, "VDI label")
        put(ws, f"B{row}", unit, "VDI unit")
        put(ws, f"C{row}", _NOTES[driver.name], "VDI note")
        for end, letter in CHANGE_COLUMNS.items():
            put(ws, f"{letter}{row}", changes[driver.name, end], "VDI input", "+0.0%;-0.0%;0.0%")
        base = self._write_base(row, driver, number_format)
        for end, letter in ((LOW, "F"), (HIGH, "H")):
            change = f"{CHANGE_COLUMNS[end]}{row}"
            changed = f"G{row}*(1+{change})" if driver.how == SCALED else shifted(driver, f"G{row}", change)
            value = driver.changed(base, changes[driver.name, end]) if isinstance(base, float) else DASH
            self._formula(f"{letter}{row}", f'=IF(ISNUMBER(G{row}),{changed},"{DASH}")', value, number_format)
        for letter, name in _RESULTS.items():
            self._write_results(row, driver, letter, name)
        return self._write_swing(row, driver)

    def _write_base(self, row: int, driver: Driver, number_format: str) -> float | str:
        """The value that stands for the driver, as the design has it."""
        shown, figures = driver.shown, self._varied.base
        value: float | str | None
        if driver.how == MIXED:
            reads, writes = (self._variants.reference(name) for name in driver.targets)
            formula = f"=IF({reads}+{writes}=0,0,{reads}/({reads}+{writes}))"
            part, other = (figures[name] for name in driver.targets)
            value = divide(part, part + other, otherwise=0.0)  # type: ignore[assignment]
        elif shown is None:
            formula, value = "=1", 1.0
        else:
            is_input = shown.startswith("design.")
            pick = self._variants.reference(shown) if is_input else self._variants.pick(shown)[1:]
            formula, value = f'=IF({pick}="","{DASH}",{pick})', figures[shown]
        value = DASH if value is None else value
        self._formula(f"G{row}", formula, value, number_format, "VDI link")
        return value

    def _write_results(self, row: int, driver: Driver, first: str, name: str) -> None:
        """A result at the low end, as it is, and at the high end."""
        letters = _LETTERS[_LETTERS.index(first) :]
        for letter, end in zip(letters, (LOW, None, HIGH), strict=False):
            variant = self._keyed[driver.name, end] if end else None
            figures = self._varied.ends[driver.name, end] if end else self._varied.base
            result, holds, word, priced = (
                self._variants.reference(each, variant) for each in (name, "numbers_hold", "void_word", "priced")
            )
            others = self._variants.pick("other_errors")[1:]
            shown = f'IF({priced}=0,"{NO_PRICE}",{result})' if name == "known_eur_per_vm" else result
            formula = f'=IF({others}>0,"{ERROR}",IF({holds}=0,{word},{shown}))'
            style = "VDI link" if end else "VDI formula"
            number_format = EUR_CENT if name == "known_eur_per_vm" else WHOLE
            self._formula(f"{letter}{row}", formula, self._result(figures, name), number_format, style)

    def _write_swing(self, row: int, driver: Driver) -> _Row:
        """How far the result moves from its base; 0 where an end is no number."""
        priced, moves = self._variants.reference("priced"), {}
        for end, letter, eur, drives in (
            (LOW, "R", "I{0},J{0}", "O{0},P{0}"),
            (HIGH, "S", "K{0},J{0}", "Q{0},P{0}"),
        ):
            eur_cells, drive_cells = eur.format(row), drives.format(row)
            move = [
                f"IF(COUNT({cells})=2,ROUND(ROUND({cells.replace(',', '-')},9),{_DECIMALS}),0)"
                for cells in (eur_cells, drive_cells)
            ]
            name = "known_eur_per_vm" if self._priced else "drives_total"
            at_end, base = (
                self._result(self._varied.ends[driver.name, end], name),
                self._result(self._varied.base, name),
            )
            numeric = isinstance(at_end, float) and isinstance(base, float)
            moves[end] = _move(at_end - base) if numeric else 0.0  # type: ignore[operator]
            self._formula(f"{letter}{row}", f"=IF({priced}=1,{move[0]},{move[1]})", moves[end], TWO)
        result = _Row(driver.label, moves[LOW], moves[HIGH])
        self._formula(f"T{row}", f"=ROUND(MAX(0,R{row}:S{row})-MIN(0,R{row}:S{row}),{_DECIMALS})", result.swing, TWO)
        return result

    def _result(self, figures: Names, name: str) -> float | str:
        """A result as the sheet shows it."""
        if self._book.sizing.designs[self._varied.design]["other_errors"]:
            return ERROR
        if not figures["numbers_hold"]:
            return figures["void_word"]  # type: ignore[no-any-return]
        if name == "known_eur_per_vm" and not figures["priced"]:
            return NO_PRICE
        return figures[name]  # type: ignore[no-any-return]

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
        _band(self._book, _TORNADO_ROW, "What moves the result most")
        for letter, text in zip("ABCDE", _TORNADO_HEADERS, strict=True):
            put(
                ws,
                f"{letter}{_TORNADO_ROW + 1}",
                text,
                "VDI header left" if letter in "ABC" else "VDI header",
            )
        ranks = f"$U${FIRST_DRIVER_ROW}:$U${_LAST_DRIVER_ROW}"
        for rank, driver in enumerate(ranked, start=1):
            row = _TORNADO_ROW + 1 + rank
            put(ws, f"B{row}", rank, "VDI unit", "0")
            for letter, column, value in (
                ("A", "A", driver.label),
                ("D", "R", driver.low),
                ("E", "S", driver.high),
            ):
                cells = f"${column}${FIRST_DRIVER_ROW}:${column}${_LAST_DRIVER_ROW}"
                style = "VDI formula text" if letter == "A" else "VDI formula"
                formula = f"=INDEX({cells},MATCH($B{row},{ranks},0))"
                self._formula(f"{letter}{row}", formula, value, "@" if letter == "A" else _CHANGE, style)
        chart = _tornado_chart(self._book)
        chart.width = int(sum(_WIDTHS[5:]) * _CM_PER_CHARACTER)
        chart.height = _CHART_CM
        ws.add_chart(chart, f"F{_TORNADO_ROW + 1}")


def _tornado_chart(book: Book) -> BarChart:
    chart = BarChart()
    chart.type, chart.grouping, chart.overlap, chart.gapWidth, chart.style = "bar", "clustered", 0, 35, 10
    chart.title = "Tornado: change of the result when one driver is low or high"
    chart.x_axis.delete = chart.y_axis.delete = False
    chart.x_axis.scaling.orientation = "maxMin"
    chart.x_axis.tickLblPos, chart.x_axis.tickLblSkip = "low", 1
    chart.y_axis.numFmt, chart.y_axis.crosses = "+General;-General;0", "max"
    chart.legend.position = "b"
    ws = book.worksheet("Sensitivity")
    first, last = _TORNADO_ROW + 1, _TORNADO_ROW + 1 + len(DRIVERS)
    for column, color in ((4, "2E75B6"), (5, "C55A11")):
        chart.add_data(Reference(ws, min_col=column, min_row=first, max_row=last), titles_from_data=True)
        series = chart.series[-1]
        series.graphicalProperties.solidFill = color
        series.invertIfNegative = False
        series.dLbls = DataLabelList()
        series.dLbls.showVal = True
        series.dLbls.showSerName = series.dLbls.showCatName = series.dLbls.showLegendKey = False
    chart.set_categories(Reference(ws, min_col=1, min_row=first + 1, max_row=last))
    chart.layout = ChartLayout(manualLayout=ManualLayout(x=0.22, y=0.12, w=0.74, h=0.7))
    return chart


# --- prices of every design ---------------------------------------------------------------------------


def _write_prices(book: Book) -> None:
    """Price outlook, break-even and cost over the years, one column per design."""
    ws, layout = book.worksheet("Sensitivity"), book.layout
    _band(book, _OUTLOOK_ROW, "Every design: price outlook, break-even, cost over the years")
    for letter, text in zip("ABC", ("", "unit", "note"), strict=True):
        put(ws, f"{letter}{_OUTLOOK_ROW + 1}", text, "VDI header left")
    fit_row(ws, _OUTLOOK_ROW + 1, *((design.name, _WIDTHS[3]) for design in book.scenario.designs))
    for design, column in enumerate(layout.column(i) for i in range(layout.designs)):
        name = book.scenario.designs[design].name
        formula = layout.render("{design.name}", design, "Sensitivity")
        book.formula(ws, f"{column}{_OUTLOOK_ROW + 1}", formula, name, "VDI header")
    for row, name in enumerate(_PRICES, start=_OUTLOOK_ROW + 2):
        line = layout.lines[name]
        said = ((design.shown(name), _WIDTHS[3]) for design in book.sizing.designs)
        fit_row(ws, row, (line.label, _WIDTHS[0]), (line.note, _WIDTHS[2]), *said)
        put(ws, f"A{row}", line.label, "VDI label wrapped")
        put_unit(ws, f"B{row}", line.unit, line.number_format)
        put(ws, f"C{row}", line.note, "VDI note")
        for design, column in enumerate(layout.column(i) for i in range(layout.designs)):
            value = book.sizing.designs[design].shown(name)
            formula = layout.render_answer(name, design, "Sensitivity")
            style = "VDI link text" if line.number_format == "@" else "VDI link"
            book.formula(ws, f"{column}{row}", formula, value, style, line.number_format)
    last = f"{layout.column(layout.designs - 1)}{_OUTLOOK_ROW + 1 + len(_PRICES)}"
    colour_answers(ws, f"{layout.column(0)}{_OUTLOOK_ROW + 2}:{last}")
