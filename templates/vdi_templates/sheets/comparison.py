"""The Comparison sheet: what one hands over. Designs side by side, and three charts."""

from __future__ import annotations

from collections.abc import Sequence

from openpyxl.chart import BarChart, LineChart, Reference, Series
from openpyxl.chart.data_source import StrRef
from openpyxl.chart.label import DataLabelList
from openpyxl.chart.layout import Layout as ChartLayout
from openpyxl.chart.layout import ManualLayout
from openpyxl.chart.series import SeriesLabel
from openpyxl.utils import get_column_letter
from openpyxl.worksheet.pagebreak import Break
from openpyxl.worksheet.properties import PageSetupProperties

from vdi_sizing import inputs
from vdi_sizing.figures_response import CURVE_POINTS
from vdi_sizing.scenario import TIERS
from vdi_sizing.sizing import CHARTED_LIMITS, DRIVES_BY, LIMITS
from vdi_templates.book import Book, CachedValue, put
from vdi_templates.layout import FIRST_DESIGN_COLUMN, HEADER_ROW
from vdi_templates.line import Line
from vdi_templates.sheets.designs import design_values

_COLORS = ("1F3864", "C55A11", "548235", "7F7F7F", "BF9000", "2E75B6", "7030A0")
_RESULTS = {"vms_per_block", "eur_per_vm", "eur_per_vm_full_block", "blocks", "binding_name"}
_NO_ROW = "–"
_WIDTHS = [44, 8, 38]
_DESIGN_WIDTH = 30
_ROW_POINTS, _LINE_POINTS = 15.0, 13.0
_CM_PER_CHARACTER = 0.187
_CHART_CM, _CHART_ROWS = 9.0, 18
_CHARTS = (
    ("EUR per VM", "EUR", ("chart_eur_per_vm_full_block", "chart_eur_per_vm")),
    ("Drives per block, by reason", "drives", tuple(f"chart_drives_by_{reason}" for reason in (*DRIVES_BY, "response"))),
    ("VMs per block, by limit", "VMs", tuple(f"chart_{name}" for name in CHARTED_LIMITS)),
)
_CHART_NOTE = (
    "VMs by limit: no bar means no such limit; a bar at four times the largest block stands for more than that. "
    "EUR per VM: no bar means that a price is missing. Response time: mean of steady work, cut off at four times the limit."
)
# What a page of A4 landscape holds between its margins.
_PAGE_INCHES, _PAGE_POINTS = 10.8, 505
_PIXELS_PER_CHARACTER, _PIXELS_PER_INCH = 7, 96

# (heading, rows); a row is a line's name, or "design.x" / "settings.x" for an input
_ROWS: tuple[tuple[str, tuple[str, ...]], ...] = (
    ("Load", ("design.case", "all_vms", "vms", "steady_iops_per_vm", "login_iops_per_vm", "boot_iops_per_vm")),
    ("Design", ("design.block_kind", *(f"tier{k}_words" for k in TIERS), "cache_words", "design.remark")),
    (
        "Drives per block",
        (*(f"drives_by_{reason}" for reason in DRIVES_BY), "drives_plain", "drives_by_response",
         "drives_counted", "drives_per_block"),
    ),
    (
        "VMs per block",
        (*(f"limit_{name}" for name in LIMITS), "estimate_steady", "vms_per_block", "binding_name", "next_name",
         "next_margin_vms"),
    ),
    (
        "Response time of steady work",
        ("loaded_vms", "utilization", "limit_used_ms", "response_words", "within_words"),
    ),
    ("For these users", ("blocks", "drives_total")),
    (
        "Deployment, storms and a lost drive",
        ("deployment_min", "deployment_sample_min", "login_min", "boot_min", "degraded_vms_shown"),
    ),
    (
        "Cost, net unless said otherwise",
        ("settings.price_list", "price_date", "full_block_eur", "eur_per_vm_full_block", "users_eur", "eur_per_vm",
         "eur_per_vm_with_vat"),
    ),
)  # fmt: skip


def write_comparison(book: Book) -> None:
    """The print-ready comparison."""
    layout = book.layout
    columns = [layout.column(i) for i in range(layout.designs)]
    subtitle = "HDD, SSD and hybrid side by side: what carries these users, and what a VM costs."
    ws = book.sheet("Comparison", "Comparison", subtitle, _WIDTHS + [_DESIGN_WIDTH] * layout.designs)
    book.master_check(ws)
    customer = book.scenario.settings.customer
    book.formula(
        ws, f"{columns[0]}2", '=IF({0}="","","for "&{0})'.format(layout.render("{settings.customer}", 0, "Comparison")[1:]),
        f"for {customer}" if customer else "", "VDI status",
    )  # fmt: skip
    for letter, text in zip("ABC", ("", "unit", "note"), strict=True):
        put(ws, f"{letter}{HEADER_ROW}", text, "VDI header left")
    for i, column in enumerate(columns):
        formula = layout.render("{design.name}", i, "Comparison")
        book.formula(ws, f"{column}{HEADER_ROW}", formula, book.scenario.designs[i].name, "VDI header")
    row = HEADER_ROW
    for heading, names in _ROWS:
        row += 1
        for letter in ("A", "B", "C", *columns):
            put(ws, f"{letter}{row}", heading if letter == "A" else None, "VDI heading")
        for name in names:
            row += 1
            ws.row_dimensions[row].height = _row_points(book, name)
            _write_row(book, row, name, columns)
    ws.row_breaks.append(Break(id=row + 1))
    _fit_on_pages(book)
    _write_charts(book, row + 3)
    ws.freeze_panes = f"{columns[0]}{HEADER_ROW + 1}"
    ws.print_title_rows = f"1:{HEADER_ROW}"
    ws.protection.enable()


def _fit_on_pages(book: Book) -> None:
    """The table on one page, the charts on the next: a fixed scale, since Excel drops page breaks when it fits."""
    ws = book.worksheet("Comparison")
    characters = sum(_WIDTHS) + _DESIGN_WIDTH * book.layout.designs
    inches = characters * _PIXELS_PER_CHARACTER / _PIXELS_PER_INCH
    points = sum(ws.row_dimensions[row].height or _ROW_POINTS for row in range(1, ws.max_row + 2))
    ws.sheet_properties.pageSetUpPr = PageSetupProperties(fitToPage=False)
    ws.page_setup.fitToWidth = ws.page_setup.fitToHeight = None
    ws.page_setup.scale = int(100 * min(_PAGE_INCHES / inches, _PAGE_POINTS / points))


def _row_points(book: Book, name: str) -> float:
    """High enough for the longest text of the row: neither Excel nor LibreOffice fits rows when it opens a file."""
    values = [_value(book, name, i) for i in range(book.layout.designs)]
    longest = max(len(value) if isinstance(value, str) else 0 for value in values)
    lines = -(-longest // _DESIGN_WIDTH)
    return _ROW_POINTS if lines <= 1 else _LINE_POINTS * lines + 2


def _lines(book: Book) -> dict[str, Line]:
    return {line.name: line for section in book.layout.sections for line in section.lines}


def _value(book: Book, name: str, design: int) -> CachedValue | None:
    sized = book.sizing.designs[design]
    group, _, key = name.rpartition(".")
    if group == "design":
        return design_values(sized.design)[key]  # type: ignore[no-any-return]
    if group == "settings":
        return getattr(book.scenario.settings, key)  # type: ignore[no-any-return]
    return sized[name]  # type: ignore[no-any-return]


def _write_row(book: Book, row: int, name: str, columns: Sequence[str]) -> None:
    ws = book.worksheet("Comparison")
    label, unit, note, number_format = _describe(book, name)
    put(ws, f"A{row}", label, "VDI label")
    put(ws, f"B{row}", unit, "VDI unit")
    put(ws, f"C{row}", note, "VDI note")
    for i, column in enumerate(columns):
        reference = book.layout.render(f"{{{name}}}", i, "Comparison")
        value: object = _value(book, name, i)
        textual = "." in name or number_format == "@"
        formula = f'=IF({reference[1:]}="","{_NO_ROW}",{reference[1:]})' if "." in name else reference
        if "." in name and value in (None, ""):
            value = _NO_ROW
        style = "VDI result" if name in _RESULTS else "VDI link text" if textual else "VDI link"
        book.formula(ws, f"{column}{row}", formula, value, style, number_format)  # type: ignore[arg-type]


def _describe(book: Book, name: str) -> tuple[str, str, str, str]:
    group, _, key = name.rpartition(".")
    if not group:
        line = _lines(book)[name]
        return line.label, line.unit, line.note, line.number_format
    if group == "settings":
        return "price list", "", "picked on the Settings sheet", "@"
    field = inputs.DESIGN[key]
    return field.label, field.unit, field.note, "@"


def _write_charts(book: Book, row: int) -> None:
    ws = book.worksheet("Comparison")
    put(ws, f"A{row}", "Charts", "VDI heading")
    for letter in ("B", "C", *(book.layout.column(i) for i in range(book.layout.designs))):
        put(ws, f"{letter}{row}", None, "VDI heading")
    left = sum(_WIDTHS) * _CM_PER_CHARACTER
    right = _DESIGN_WIDTH * book.layout.designs * _CM_PER_CHARACTER
    second = book.layout.column(0)
    third = row + 1 + _CHART_ROWS
    for chart, anchor, width in (
        (_bar_chart(book, *_CHARTS[0]), f"A{row + 1}", left),
        (_bar_chart(book, *_CHARTS[1]), f"{second}{row + 1}", right),
        (_bar_chart(book, *_CHARTS[2]), f"A{third}", left),
        (_response_chart(book), f"{second}{third}", right),
    ):
        chart.width, chart.height = width - 0.4, _CHART_CM
        ws.add_chart(chart, anchor)
    put(ws, f"A{row + 1 + 2 * _CHART_ROWS}", _CHART_NOTE, "VDI label")


def _bar_chart(book: Book, title: str, unit: str, names: tuple[str, ...]) -> BarChart:
    chart = BarChart()
    chart.type, chart.grouping, chart.gapWidth = "col", "clustered", 60
    chart.title, chart.style = title, 10
    chart.y_axis.title, chart.y_axis.numFmt = unit, "#,##0"
    chart.y_axis.scaling.min = 0
    chart.x_axis.delete = chart.y_axis.delete = False
    chart.legend.position = "b"
    sizing = book.worksheet("Sizing")
    first, last = FIRST_DESIGN_COLUMN, FIRST_DESIGN_COLUMN + book.layout.designs - 1
    for position, name in enumerate(names):
        _, at = book.layout.line_rows[name]
        chart.add_data(
            Reference(sizing, min_col=1, max_col=1, min_row=at), from_rows=True, titles_from_data=True
        )
        series = chart.series[-1]
        series.val.numRef.f = str(Reference(sizing, min_col=first, max_col=last, min_row=at))
        series.graphicalProperties.solidFill = _COLORS[position % len(_COLORS)]
        series.dLbls = DataLabelList()
        series.dLbls.showVal = True
        series.dLbls.showSerName = series.dLbls.showCatName = series.dLbls.showLegendKey = False
    chart.set_categories(Reference(sizing, min_col=first, max_col=last, min_row=HEADER_ROW))
    chart.layout = ChartLayout(manualLayout=ManualLayout(x=0.08, y=0.14, w=0.88, h=0.62))
    return chart


def _response_chart(book: Book) -> LineChart:
    """Mean response time against VMs per block, with the limit as a dashed line."""
    chart = LineChart()
    chart.title, chart.style = "Response time, by VMs per block", 10
    chart.x_axis.title, chart.y_axis.title = "VMs per block", "ms"
    chart.y_axis.scaling.min = 0
    chart.x_axis.delete = chart.y_axis.delete = False
    chart.x_axis.number_format = chart.y_axis.number_format = "#,##0"
    chart.legend.position = "b"
    workings, rows = book.worksheet("Workings"), book.layout.line_rows
    first, last = FIRST_DESIGN_COLUMN, FIRST_DESIGN_COLUMN + book.layout.designs - 1

    def points(name: str, column: int) -> Reference:
        return Reference(
            workings, min_col=column, max_col=column,
            min_row=rows[f"{name}_1"][1], max_row=rows[f"{name}_{CURVE_POINTS}"][1],
        )  # fmt: skip

    for column in range(first, last + 1):
        name = SeriesLabel(StrRef(f"Workings!${get_column_letter(column)}${HEADER_ROW}"))
        _add_curve(chart, points("curve_ms", column), name, _COLORS[(column - first) % len(_COLORS)])
    _add_curve(chart, points("curve_limit", first), SeriesLabel(v="limit"), "C00000", dash="dash")
    chart.set_categories(points("curve_vms", first))
    chart.layout = ChartLayout(manualLayout=ManualLayout(x=0.08, y=0.14, w=0.88, h=0.58))
    return chart


def _add_curve(chart: LineChart, values: Reference, label: SeriesLabel, color: str, dash: str = "solid") -> None:
    series = Series(values, title=None)
    series.tx = label
    series.smooth = False
    series.marker.symbol = "none"
    series.graphicalProperties.line.solidFill = color
    series.graphicalProperties.line.prstDash = dash
    series.graphicalProperties.line.width = 28_000
    chart.series.append(series)
