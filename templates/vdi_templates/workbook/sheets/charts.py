"""The charts of the Comparison sheet: bars and curves over lines of Sizing and Workings."""

from __future__ import annotations

from collections.abc import Mapping

from openpyxl.chart import BarChart, LineChart, Reference, Series
from openpyxl.chart.data_source import StrRef
from openpyxl.chart.label import DataLabelList
from openpyxl.chart.layout import Layout as ChartLayout
from openpyxl.chart.layout import ManualLayout
from openpyxl.chart.legend import Legend, LegendEntry
from openpyxl.chart.series import SeriesLabel
from openpyxl.chart.text import RichText
from openpyxl.drawing.spreadsheet_drawing import AnchorMarker, TwoCellAnchor
from openpyxl.drawing.text import CharacterProperties, Paragraph, ParagraphProperties, RichTextProperties
from openpyxl.utils import get_column_letter
from openpyxl.worksheet.worksheet import Worksheet

from vdi_sizing.model.limits import LIMITS
from vdi_sizing.model.names import names_of
from vdi_sizing.model.response import CURVE_POINTS
from vdi_sizing.model.scopes import Limited, Phase
from vdi_templates.workbook.book import Book, put
from vdi_templates.workbook.layout import FIRST_DESIGN_COLUMN, HEADER_ROW

# Dark and light in turn, so that a print in grey tells neighbours apart: of designs, and of bars that are no limits.
_COLORS = ("1F3864", "ED7D31", "548235", "A6A6A6", "843C0C", "5B9BD5")
_RED = "C00000"
_CHART_ROWS, _COLUMNS_ABREAST = 18, 2
_MOST_LEVEL_LABELS, _LABEL_POINTS = 20, 8
_EUR, _DRIVES, _VMS, _RESPONSE = (
    "EUR per VM", "Drives per block, by reason", "VMs per block, by limit", "Response time, by VMs per block"
)  # fmt: skip
_NOTHING = {
    _EUR: "no chart, since no design has a bill with all its prices.",
    _DRIVES: "no chart, since no load and no capacity is given.",
    _VMS: "no chart, since no block carries a VM, or nothing limits it.",
    _RESPONSE: "no chart, since no steady load is given.",
}
_DRIVE_BARS = (*names_of(Phase.bar_of_drives), "chart_drives_by_capacity", "chart_drives_by_response")
_BAR_CHARTS = {
    _EUR: ("EUR", dict(zip(("chart_eur_per_vm_full_block", "chart_eur_per_vm"), _COLORS, strict=False))),
    _DRIVES: ("drives", dict(zip(_DRIVE_BARS, _COLORS, strict=False))),
    _VMS: ("VMs", dict(zip(names_of(Limited.bar), (limit.color for limit in LIMITS), strict=True))),
}
"""Of each bar chart its unit, and its figures with their colours."""
_CHART_NOTES = {
    _EUR: "no bar means that a price is missing, or that the design has an error.",
    _DRIVES: "no bar means that the reason asks for none, or an error; before the RAID multiple.",
    _VMS: "no bar means no such limit, an error, or a limit beyond four times the largest block.",
    _RESPONSE: "mean of steady work, cut off at four times the longest limit; of the drives only, not to the "
    "millisecond for flash. Dashed: the limits, in the colour of a design where they differ.",
}


def write_charts(book: Book, ws: Worksheet, row: int) -> None:
    """The charts two by two from `row` on, and a note on each; one that would be empty has only its note."""
    charts: dict[str, BarChart | LineChart] = {
        name: _bar_chart(book, name, *figures) for name, figures in _BAR_CHARTS.items()
    }
    charts[_RESPONSE] = _response_chart(book)
    drawn = [name for name in charts if _shows_something(book, name)]
    for position, name in enumerate(drawn):
        down, across = divmod(position, _COLUMNS_ABREAST)
        charts[name].anchor = _place(book, row + down * _CHART_ROWS, across)  # type: ignore[assignment]
        ws.add_chart(charts[name])
    below = row + _CHART_ROWS * -(-len(drawn) // _COLUMNS_ABREAST)
    for position, name in enumerate(charts):
        note = (_CHART_NOTES if name in drawn else _NOTHING)[name]
        put(ws, f"A{below + position}", f"{name}: {note}", "VDI label")


def _place(book: Book, row: int, across: int) -> TwoCellAnchor:
    """Left or right half of the table's columns; tied to cells, since a column is wider in some fonts."""
    last = FIRST_DESIGN_COLUMN - 1 + book.layout.designs
    middle = FIRST_DESIGN_COLUMN - 1 if book.layout.designs > 2 else FIRST_DESIGN_COLUMN - 2
    left, right = ((0, middle), (middle, last))[across]
    return TwoCellAnchor(
        _from=AnchorMarker(col=left, row=row - 1), to=AnchorMarker(col=right, row=row - 1 + _CHART_ROWS)
    )


def _shows_something(book: Book, name: str) -> bool:
    designs = book.sizing.designs
    if name == _RESPONSE:
        return any(design["steady_given"] and design["stands"] for design in designs)
    _, figures = _BAR_CHARTS[name]
    return any(design[figure] > 0 for design in designs for figure in figures)


def _bar_chart(book: Book, title: str, unit: str, colors: Mapping[str, str]) -> BarChart:
    chart = BarChart()
    chart.type, chart.grouping, chart.gapWidth = "col", "clustered", 120
    chart.title, chart.style = title, 10
    chart.y_axis.title, chart.y_axis.numFmt = unit, "#,##0"
    chart.y_axis.scaling.min = 0
    chart.x_axis.delete = chart.y_axis.delete = False
    chart.legend = Legend()
    chart.legend.position = "b"
    sizing = book.worksheet("Sizing")
    first, last = FIRST_DESIGN_COLUMN, FIRST_DESIGN_COLUMN + book.layout.designs - 1
    for name, color in colors.items():
        _, at = book.layout.line_rows[name]
        chart.add_data(Reference(sizing, min_col=1, max_col=1, min_row=at), from_rows=True, titles_from_data=True)
        series = chart.series[-1]
        series.val.numRef.f = str(Reference(sizing, min_col=first, max_col=last, min_row=at))
        series.graphicalProperties.solidFill = color
        series.dLbls = DataLabelList(txPr=_label_text(upright=len(colors) * book.layout.designs > _MOST_LEVEL_LABELS))
        series.dLbls.showVal = True
        series.dLbls.showSerName = series.dLbls.showCatName = series.dLbls.showLegendKey = False
    chart.set_categories(Reference(sizing, min_col=first, max_col=last, min_row=HEADER_ROW))
    chart.layout = ChartLayout(manualLayout=ManualLayout(x=0.08, y=0.14, w=0.88, h=0.62))
    return chart


def _label_text(*, upright: bool) -> RichText:
    """Small labels; upright where many bars stand close together."""
    font = ParagraphProperties(defRPr=CharacterProperties(sz=_LABEL_POINTS * 100))
    turned = RichTextProperties(rot=-90 * 60_000 if upright else 0, vert="horz")
    return RichText(bodyPr=turned, p=[Paragraph(pPr=font, endParaRPr=CharacterProperties())])


def _response_chart(book: Book) -> LineChart:
    """Mean response time against VMs per block; the limits are dashed, in a design's colour where they differ."""
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

    stand = [bool(design["stands"]) for design in book.sizing.designs]
    colored = zip(range(first, last + 1), _COLORS, stand, strict=False)
    columns = {column: color for column, color, stands in colored if stands}
    for column, color in columns.items():
        name = SeriesLabel(StrRef(f"Workings!${get_column_letter(column)}${HEADER_ROW}"))
        _add_curve(chart, points("curve_ms", column), name, color, "solid")
    alike = len({design["limit_used_ms"] for design in book.sizing.designs}) == 1
    for column, color in columns.items():
        _add_curve(chart, points("curve_limit", column), SeriesLabel(v="limit"), _RED if alike else color, "dash")
    unnamed = range(len(columns) + alike, 2 * len(columns))
    chart.legend.legendEntry = [LegendEntry(idx=position, delete=True) for position in unnamed]
    chart.set_categories(points("curve_vms", first))
    chart.layout = ChartLayout(manualLayout=ManualLayout(x=0.08, y=0.14, w=0.88, h=0.58))
    return chart


def _add_curve(chart: LineChart, values: Reference, label: SeriesLabel, color: str, dash: str) -> None:
    series = Series(values, title=None)
    series.tx = label
    series.smooth = False
    series.marker.symbol = "none"
    series.graphicalProperties.line.solidFill = color
    series.graphicalProperties.line.prstDash = dash
    series.graphicalProperties.line.width = 28_000
    chart.series.append(series)
