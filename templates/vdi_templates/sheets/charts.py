"""The charts of the Comparison sheet: bars and curves over lines of Sizing and Workings."""

from __future__ import annotations

from openpyxl.chart import BarChart, LineChart, Reference, Series
from openpyxl.chart.data_source import StrRef
from openpyxl.chart.label import DataLabelList
from openpyxl.chart.layout import Layout as ChartLayout
from openpyxl.chart.layout import ManualLayout
from openpyxl.chart.legend import Legend
from openpyxl.chart.series import SeriesLabel
from openpyxl.utils import get_column_letter
from openpyxl.worksheet.worksheet import Worksheet

from vdi_sizing.figures_response import CURVE_POINTS
from vdi_sizing.sizing import CHARTED_LIMITS, DRIVES_BY
from vdi_templates.book import Book, put
from vdi_templates.layout import FIRST_DESIGN_COLUMN, HEADER_ROW

_COLORS = ("1F3864", "C55A11", "548235", "7F7F7F", "BF9000", "2E75B6", "7030A0")
_CM_PER_CHARACTER = 0.187
_CHART_CM, _CHART_ROWS = 9.0, 18
_EUR, _DRIVES, _VMS, _RESPONSE = (
    "EUR per VM", "Drives per block, by reason", "VMs per block, by limit", "Response time, by VMs per block"
)  # fmt: skip
_NOTHING = {
    _EUR: "no chart, since no design has a bill of materials.",
    _DRIVES: "no chart, since no load and no capacity is given.",
    _VMS: "no chart, since nothing limits the VMs of a block.",
    _RESPONSE: "no chart, since no steady load is given.",
}
_CHARTS = (
    (_EUR, "EUR", ("chart_eur_per_vm_full_block", "chart_eur_per_vm")),
    (_DRIVES, "drives", tuple(f"chart_drives_by_{reason}" for reason in (*DRIVES_BY, "response"))),
    (_VMS, "VMs", tuple(f"chart_{name}" for name in CHARTED_LIMITS)),
)
_CHART_NOTES = (
    "EUR per VM: no bar means that a price is missing.",
    "VMs by limit: no bar means no such limit; a bar at four times the largest block stands for more than that.",
    "Response time: mean of steady work, cut off at four times the limit; of the drives only, not to the "
    "millisecond for flash.",
)


def write_charts(book: Book, ws: Worksheet, row: int, widths: tuple[float, float]) -> None:
    """Four charts in two rows from `row` on; `widths` in characters of the left and the right column of charts.

    A chart that would be empty gives way to a line that says why.
    """
    left, right = (width * _CM_PER_CHARACTER for width in widths)
    second = book.layout.column(0)
    below = row + _CHART_ROWS
    places = (("A", row, left), (second, row, right), ("A", below, left), (second, below, right))
    charts = (*(_bar_chart(book, *chart) for chart in _CHARTS), _response_chart(book))
    names = (*(title for title, _, _ in _CHARTS), _RESPONSE)
    for chart, name, (column, top, width) in zip(charts, names, places, strict=True):
        if not _shows_something(book, name):
            put(ws, f"{column}{top}", f"{name}: {_NOTHING[name]}", "VDI label")
            continue
        chart.width, chart.height = width - 0.4, _CHART_CM  # type: ignore[assignment]
        ws.add_chart(chart, f"{column}{top}")
    for position, note in enumerate(_CHART_NOTES):
        put(ws, f"A{row + 2 * _CHART_ROWS + position}", note, "VDI label")


def _shows_something(book: Book, name: str) -> bool:
    designs = book.sizing.designs
    if name == _EUR:
        return any(design["bill_rows"] > 0 for design in designs)
    if name == _RESPONSE:
        return any(design["steady_given"] for design in designs)
    figures = next(figures for title, _, figures in _CHARTS if title == name)
    return any(design[figure] > 0 for design in designs for figure in figures)


def _bar_chart(book: Book, title: str, unit: str, names: tuple[str, ...]) -> BarChart:
    chart = BarChart()
    chart.type, chart.grouping, chart.gapWidth = "col", "clustered", 60
    chart.title, chart.style = title, 10
    chart.y_axis.title, chart.y_axis.numFmt = unit, "#,##0"
    chart.y_axis.scaling.min = 0
    chart.x_axis.delete = chart.y_axis.delete = False
    chart.legend = Legend()
    chart.legend.position = "b"
    sizing = book.worksheet("Sizing")
    first, last = FIRST_DESIGN_COLUMN, FIRST_DESIGN_COLUMN + book.layout.designs - 1
    for position, name in enumerate(names):
        _, at = book.layout.line_rows[name]
        chart.add_data(Reference(sizing, min_col=1, max_col=1, min_row=at), from_rows=True, titles_from_data=True)
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
    chart.title, chart.style = _RESPONSE, 10
    chart.x_axis.title, chart.y_axis.title = "VMs per block", "ms"
    chart.y_axis.scaling.min = 0
    chart.x_axis.delete = chart.y_axis.delete = False
    chart.x_axis.number_format = chart.y_axis.number_format = "#,##0"
    chart.legend = Legend()
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
