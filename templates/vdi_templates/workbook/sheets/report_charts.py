"""The two charts of the Report: what EUR per user are made of, and response time against load."""

from __future__ import annotations

from openpyxl.chart import BarChart, Reference, ScatterChart, Series
from openpyxl.chart.shapes import GraphicalProperties
from openpyxl.drawing.line import LineProperties

from vdi_templates.workbook.book import Book
from vdi_templates.workbook.sheets.chart_looks import WORDS, quiet, value_labels
from vdi_templates.workbook.sheets.charts import response_chart
from vdi_templates.workbook.sheets.report_places import PARTS, names_and_bars

CURVES, BARS = "Report: mean response time", "Report: what is bought"
"""What the charts are called where a file does without them; they have no title."""


def cost_chart(book: Book) -> BarChart | None:
    """Lying bars in the order of the cards, stacked of what is bought; none where no design has any."""
    left_out, blocks = book.made.left_out, [design.block for design in book.sizing.designs]
    if BARS in left_out if left_out is not None else not any(block.priced or block.lacks_alike for block in blocks):
        return None
    chart = BarChart()
    chart.type, chart.grouping, chart.overlap, chart.gapWidth = "bar", "stacked", 100, 45
    names, bars = names_and_bars(book)
    for (name, called), color in zip(PARTS.items(), book.palette.parts, strict=True):
        series = Series(Reference(range_string=bars[name]), title=called)
        series.graphicalProperties.solidFill = color
        series.dLbls = value_labels(points=WORDS)
        chart.series.append(series)
    chart.set_categories(Reference(range_string=names))
    chart.legend = None
    quiet(chart, points=WORDS)
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
    chart.title = chart.y_axis.title = None
    chart.layout = chart.legend = None
    quiet(chart, points=WORDS)
    chart.x_axis.majorGridlines = None
    return chart
