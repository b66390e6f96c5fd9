"""The two charts of the Report: what EUR per user are made of, and response time against load."""

from __future__ import annotations

from typing import TypeVar

from openpyxl.chart import BarChart, Reference, ScatterChart, Series
from openpyxl.chart.axis import ChartLines
from openpyxl.chart.label import DataLabelList
from openpyxl.chart.shapes import GraphicalProperties
from openpyxl.chart.text import RichText
from openpyxl.drawing.line import LineProperties
from openpyxl.drawing.spreadsheet_drawing import AnchorMarker, TwoCellAnchor
from openpyxl.drawing.text import CharacterProperties, Paragraph, ParagraphProperties

from vdi_sizing.model.names import names_of
from vdi_sizing.model.scopes import PurchasePart
from vdi_templates.workbook.book import Book
from vdi_templates.workbook.layout import FIRST_DESIGN_COLUMN, HEADER_ROW
from vdi_templates.workbook.sheets.charts import response_chart
from vdi_templates.workbook.styles import INK, MUTED, RULE, WHITE

_POINTS = 10
CURVES = "Report: mean response time"
"""What the chart of the curves is called where a file does without it; it has no title."""
PARTS = dict(zip(names_of(PurchasePart.bar_of_eur), ("servers, arrays", "drives", "per user, VM", "once"), strict=True))
"""What a bar is stacked of: the figure, and what it is called. Cells below the chart are its legend."""
Chart = TypeVar("Chart", BarChart, ScatterChart)


def placed(chart: Chart, columns: tuple[int, int], first_row: int, last_row: int) -> Chart:
    """A chart over cells: columns from and up to, and the rows below `first_row`."""
    first, last = (AnchorMarker(col=col, row=row) for col, row in zip(columns, (first_row, last_row), strict=True))
    chart.anchor = TwoCellAnchor(_from=first, to=last)  # type: ignore[assignment]
    return chart


def cost_chart(book: Book) -> BarChart:
    """Lying bars, one for each design in the order of the cards, stacked of what is bought."""
    chart = BarChart()
    chart.type, chart.grouping, chart.overlap, chart.gapWidth = "bar", "stacked", 100, 45
    sizing = book.worksheet("Sizing")
    first, last = FIRST_DESIGN_COLUMN, FIRST_DESIGN_COLUMN + book.layout.design_columns - 1
    for position, ((name, called), color) in enumerate(zip(PARTS.items(), book.palette.parts, strict=True)):
        _, row = book.layout.line_rows[name]
        series = Series(Reference(sizing, min_col=first, max_col=last, min_row=row), title=called)
        series.graphicalProperties.solidFill = color
        series.dLbls = DataLabelList(txPr=_text(INK if position else WHITE))
        series.dLbls.showVal = True
        series.dLbls.showSerName = series.dLbls.showCatName = series.dLbls.showLegendKey = False
        chart.series.append(series)
    chart.set_categories(Reference(sizing, min_col=first, max_col=last, min_row=HEADER_ROW))
    chart.legend = None
    quiet(chart)
    chart.x_axis.scaling.orientation = "maxMin"
    chart.x_axis.graphicalProperties = GraphicalProperties(ln=LineProperties(noFill=True))
    chart.y_axis.delete, chart.y_axis.majorGridlines = True, None
    return chart


def curves_chart(book: Book) -> ScatterChart | None:
    """The curves of the Comparison, or none where no design has one; the colours of the cards say whose each is."""
    chart = response_chart(book)
    left_out = book.made.left_out
    if CURVES in left_out if left_out is not None else not chart.series:
        return None
    chart.title = chart.x_axis.title = chart.y_axis.title = None
    chart.layout = chart.legend = None
    quiet(chart)
    chart.x_axis.majorGridlines = None
    return chart


def quiet(chart: BarChart | ScatterChart) -> None:
    """Small muted words, a pale grid, and no frame."""
    for axis in (chart.x_axis, chart.y_axis):
        axis.delete, axis.txPr, axis.majorTickMark = False, _text(MUTED), "none"
        axis.graphicalProperties = GraphicalProperties(ln=LineProperties(solidFill=RULE))
    chart.y_axis.majorGridlines = ChartLines(GraphicalProperties(ln=LineProperties(solidFill=RULE, w=6350)))
    chart.graphical_properties = GraphicalProperties(ln=LineProperties(noFill=True))


def _text(color: str) -> RichText:
    font = CharacterProperties(sz=_POINTS * 100, solidFill=color)
    return RichText(p=[Paragraph(pPr=ParagraphProperties(defRPr=font), endParaRPr=font)])
