"""How charts look: small muted words, a pale grid, no frame, and the place that they take."""

from __future__ import annotations

from typing import TypeVar

from openpyxl.chart import BarChart, ScatterChart
from openpyxl.chart.axis import ChartLines
from openpyxl.chart.label import DataLabelList
from openpyxl.chart.shapes import GraphicalProperties
from openpyxl.chart.text import RichText
from openpyxl.drawing.line import LineProperties
from openpyxl.drawing.spreadsheet_drawing import AnchorMarker, TwoCellAnchor
from openpyxl.drawing.text import CharacterProperties, Paragraph, ParagraphProperties, RichTextProperties
from openpyxl.utils import get_column_letter
from openpyxl.worksheet.worksheet import Worksheet

from vdi_sizing._arrays import total_of
from vdi_templates.workbook.styles import INK, MUTED, RULE

WORDS, SMALLER = 10, 9
"""The points of the words of a chart, and of one whose sheet prints in almost full size."""
_LABELS, _TITLE = 8, 11
_EMU_OF_A_DIGIT = 7 * 9525
Chart = TypeVar("Chart", BarChart, ScatterChart)


def quiet(chart: BarChart | ScatterChart, title: str = "", *, points: int = SMALLER) -> None:
    """Muted words at the axes, a pale grid, and no frame; the title, if there is one, in ink."""
    for axis in (chart.x_axis, chart.y_axis):
        axis.delete, axis.txPr, axis.majorTickMark = False, text(points, MUTED), "none"
        axis.graphicalProperties = GraphicalProperties(ln=LineProperties(solidFill=RULE))
        if axis.title is not None:
            _written(axis.title, CharacterProperties(sz=points * 100, b=False, solidFill=MUTED))
    chart.y_axis.majorGridlines = ChartLines(GraphicalProperties(ln=LineProperties(solidFill=RULE, w=6350)))
    chart.graphical_properties = GraphicalProperties(ln=LineProperties(noFill=True))
    if title:
        chart.title = title
        _written(chart.title, CharacterProperties(sz=_TITLE * 100, b=True, solidFill=INK))


def _written(title: object, font: CharacterProperties) -> None:
    for paragraph in title.tx.rich.p:  # type: ignore[attr-defined]
        paragraph.pPr = ParagraphProperties(defRPr=font)
        for run in paragraph.r:
            run.rPr = font


def text(points: float, color: str | None, *, bold: bool = False, upright: bool = False) -> RichText:
    """How words of a chart are written."""
    font = CharacterProperties(sz=round(points * 100), solidFill=color, b=bold)
    turned = RichTextProperties(rot=-90 * 60_000 if upright else 0, vert="horz")
    return RichText(bodyPr=turned, p=[Paragraph(pPr=ParagraphProperties(defRPr=font), endParaRPr=font, r=[])])


def value_labels(*, upright: bool = False, points: float = _LABELS) -> DataLabelList:
    """The numbers of bars, which stand for an axis."""
    labels = DataLabelList(txPr=text(points, INK, upright=upright))
    labels.showVal = True
    labels.showSerName = labels.showCatName = labels.showLegendKey = False
    return labels


def placed(chart: Chart, columns: tuple[int, int], first_row: int, last_row: int) -> Chart:
    """A chart over columns from and up to, and over the rows below `first_row`."""
    first, last = (AnchorMarker(col=col, row=row) for col, row in zip(columns, (first_row, last_row), strict=True))
    chart.anchor = TwoCellAnchor(_from=first, to=last)  # type: ignore[assignment]
    return chart


def part_of_width(ws: Worksheet, columns: int, shares: tuple[float, float], first_row: int, rows: int) -> TwoCellAnchor:
    """From and up to a share of the width of so many columns, tied to cells, since a column is wider in some fonts."""
    widths = [
        0.0 if (looks := ws.column_dimensions[get_column_letter(at)]).hidden else looks.width
        for at in range(1, columns + 1)
    ]
    first, last = (_marker(widths, total_of(widths) * share) for share in shares)
    first.row, last.row = first_row - 1, first_row - 1 + rows
    return TwoCellAnchor(_from=first, to=last)


def _marker(widths: list[float], place: float) -> AnchorMarker:
    """A place so many digits from the left edge of the sheet."""
    for column, width in enumerate(widths):
        if place < width:
            return AnchorMarker(col=column, colOff=round(place * _EMU_OF_A_DIGIT))
        place -= width
    return AnchorMarker(col=len(widths))
