"""The charts of the Comparison sheet: bars and curves over lines of Sizing and Workings."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from openpyxl.chart import BarChart, Reference, ScatterChart, Series
from openpyxl.chart.data_source import StrRef
from openpyxl.chart.label import DataLabel, DataLabelList
from openpyxl.chart.layout import Layout as ChartLayout
from openpyxl.chart.layout import ManualLayout
from openpyxl.chart.legend import Legend, LegendEntry
from openpyxl.chart.series import SeriesLabel, XYSeries
from openpyxl.chart.text import RichText
from openpyxl.drawing.spreadsheet_drawing import AnchorMarker, TwoCellAnchor
from openpyxl.drawing.text import CharacterProperties, Paragraph, ParagraphProperties, RichTextProperties
from openpyxl.utils import get_column_letter
from openpyxl.worksheet.worksheet import Worksheet

from vdi_sizing.model.figure import Figure
from vdi_sizing.model.limits import LIMITS
from vdi_sizing.model.names import names_of
from vdi_sizing.model.scopes import CurvePoint, Limited, Phase
from vdi_sizing.model.sizing import DesignSizing
from vdi_templates.workbook.book import Book, put
from vdi_templates.workbook.layout import FIRST_DESIGN_COLUMN, HEADER_ROW
from vdi_templates.workbook.printing import printed_columns
from vdi_templates.workbook.styles import DESIGN_COLORS

# Dark and light in turn, so that a print in grey tells neighbours apart: of bars that are no limits.
_COLORS = ("1F3864", "ED7D31", "548235", "A6A6A6", "843C0C", "5B9BD5")
_RED = "C00000"
_CHART_ROWS, _COLUMNS_ABREAST = 18, 2
_MOST_LEVEL_LABELS, _LABEL_POINTS = 20, 8
_MOST_NAMED_CURVES = 3  # names of more would lie on each other
_NOTE_CHARACTERS = 110  # what fits beside the table of one design
_EUR, _DRIVES, _VMS, _RESPONSE = (
    "EUR per VM", "Drives per block, by reason", "VMs per block, by limit", "Response time, by load of a block"
)  # fmt: skip
NOTHING = {
    _EUR: "no chart, since no design has a bill with all its prices.",
    _DRIVES: "no chart, since no load and no capacity is given.",
    _VMS: "no chart, since no block carries a VM, or nothing limits it.",
    _RESPONSE: "no chart, since no design has both a steady load and drives whose response time is modelled.",
}
*_USERS_BARS, _FOURTH_BAR = names_of(Phase.bar_of_drives)
_DRIVE_BARS = (*_USERS_BARS, "chart_drives_by_capacity", "chart_drives_by_response", _FOURTH_BAR)
_BAR_CHARTS = {
    _EUR: ("EUR", dict(zip(("chart_eur_per_vm_full_block", "chart_eur_per_vm"), _COLORS, strict=False))),
    _DRIVES: ("drives", dict(zip(_DRIVE_BARS, _COLORS, strict=False))),
    _VMS: ("VMs", dict(zip(names_of(Limited.bar), (limit.color for limit in LIMITS), strict=True))),
}
"""Of each bar chart its unit, and its figures with their colours."""
_LEFT_OUT = "what asked for nothing of any design when the file was made is left out: compare draws it"
_CHART_NOTES = {
    _EUR: "no bar means that a price is missing, or that the design has an error.",
    _DRIVES: f"no bar means that the reason asks for none, or an error; before the RAID multiple; {_LEFT_OUT}.",
    _VMS: f"no bar means no such limit, an error, or one beyond four times the largest block; {_LEFT_OUT}.",
    _RESPONSE: "mean of steady work, from no load to what a block carries, or to where drives are saturated. The dot "
    "is the fullest block, or the end of the curve where its drives are saturated. Dashed: the limits, in the colour "
    "of a design where they differ. A design "
    "without a load, with an error, or with flash whose latency is not given, has no curve.",
}


def write_charts(book: Book, ws: Worksheet, row: int) -> int:
    """The charts two by two from `row` on, and notes on each; one that would be empty has only its note.

    Returns the last row.
    """
    charts: dict[str, BarChart | ScatterChart] = {
        name: _bar_chart(book, name, *figures) for name, figures in _BAR_CHARTS.items()
    }
    charts[_RESPONSE] = response_chart(book)
    left_out = book.made.left_out
    drawn = [
        name
        for name in charts
        if (shows_something(book.sizing.designs, name) if left_out is None else name not in left_out)
    ]
    for position, name in enumerate(drawn):
        down, across = divmod(position, _COLUMNS_ABREAST)
        charts[name].anchor = _place(book, row + down * _CHART_ROWS, across)  # type: ignore[assignment]
        ws.add_chart(charts[name])
    below = row + _CHART_ROWS * -(-len(drawn) // _COLUMNS_ABREAST)
    notes = {name: (_CHART_NOTES if name in drawn else NOTHING)[name] for name in charts}
    lines = [line for name, note in notes.items() for line in note_lines(name, note)]
    for position, line in enumerate(lines):
        put(ws, f"A{below + position}", line, "VDI label")
    return below + len(lines) - 1


def note_lines(title: str, note: str) -> list[str]:
    """A note on a chart as it stands below it, a cell for each line."""
    return textwrap.wrap(f"{title}: {note}", _NOTE_CHARACTERS)


def _place(book: Book, row: int, across: int) -> TwoCellAnchor:
    """Left or right half of the table's columns; tied to cells, since a column is wider in some fonts."""
    printed = printed_columns(book)
    last = FIRST_DESIGN_COLUMN - 1 + printed
    middle = FIRST_DESIGN_COLUMN - 1 if printed > 2 else FIRST_DESIGN_COLUMN - 2
    left, right = ((0, middle), (middle, last))[across]
    return TwoCellAnchor(
        _from=AnchorMarker(col=left, row=row - 1), to=AnchorMarker(col=right, row=row - 1 + _CHART_ROWS)
    )


def shows_something(designs: Sequence[DesignSizing], name: str) -> bool:
    """Whether a chart, by its title, has a bar or curve."""
    if name not in _BAR_CHARTS:
        return any(_has_curve(design) for design in designs)
    _, figures = _BAR_CHARTS[name]
    return any(_speaks(designs, figure) for figure in figures)


def _speaks(designs: Sequence[DesignSizing], figure: str) -> bool:
    """Whether any design has a bar of a figure."""
    return any(design[figure] > 0 for design in designs)


def _drawn(book: Book, values: Reference, *, speaks: bool) -> bool:
    """Whether a chart draws these values: where they say something, or in a file that is looked at, where it does."""
    return speaks if book.made.left_out is None else _plain(values) in book.made.series


def _plain(values: Reference) -> str:
    return str(values).replace("'", "").lower()


def to_draw(book: Book) -> Iterator[str]:
    """What the charts of a file that is looked at do without, and would draw if it were made now."""
    designs, left_out, drawn = book.sizing.designs, book.made.left_out or (), book.made.series
    for title in NOTHING:
        if title in left_out and shows_something(designs, title):
            yield f'the chart "{title}"'
    for title, (_, figures) in _BAR_CHARTS.items():
        for name in figures if title not in left_out else ():
            if _speaks(designs, name) and _plain(_in_designs(book, name)) not in drawn:
                yield f'the bars "{book.layout.lines[name].label}" of the chart "{title}"'
    curves = {"curve": CurvePoint.ms, **({"limit": CurvePoint.limit} if _limits_differ(book) else {})}
    for at, design in enumerate(book.columns) if _RESPONSE not in left_out else ():
        for called, figure in curves.items():
            if _has_curve(design) and _plain(_Points(book, at).of_curve(figure)) not in drawn:
                yield f'the {called} of {design.design.name} on the chart "{_RESPONSE}"'


def _legend_without(silent: Iterable[int]) -> Legend:
    """A legend below the chart that leaves out some series, by their position. Of lying bars LibreOffice counts from
    the other end.
    """
    legend = Legend(legendEntry=[LegendEntry(idx=position, delete=True) for position in silent])
    legend.position = "b"
    return legend


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
    first, last = FIRST_DESIGN_COLUMN, FIRST_DESIGN_COLUMN + book.made_for - 1
    values = {name: _in_designs(book, name) for name in colors}
    shown = [name for name in colors if _drawn(book, values[name], speaks=_speaks(book.sizing.designs, name))]
    for name in shown:
        _, at = book.layout.line_rows[name]
        chart.add_data(Reference(sizing, min_col=1, max_col=1, min_row=at), from_rows=True, titles_from_data=True)
        series = chart.series[-1]
        series.val.numRef.f = str(values[name])
        series.graphicalProperties.solidFill = colors[name]
        series.dLbls = DataLabelList(txPr=_label_text(upright=len(shown) * book.made_for > _MOST_LEVEL_LABELS))
        series.dLbls.showVal = True
        series.dLbls.showSerName = series.dLbls.showCatName = series.dLbls.showLegendKey = False
    chart.set_categories(Reference(sizing, min_col=first, max_col=last, min_row=HEADER_ROW))
    chart.layout = ChartLayout(manualLayout=ManualLayout(x=0.08, y=0.14, w=0.88, h=0.62))
    return chart


def _in_designs(book: Book, name: str) -> Reference:
    """The cells of a figure of all designs that the file was made for."""
    _, row = book.layout.line_rows[name]
    last = FIRST_DESIGN_COLUMN + book.made_for - 1
    return Reference(book.worksheet("Sizing"), min_col=FIRST_DESIGN_COLUMN, max_col=last, min_row=row)


def _label_text(*, upright: bool, color: str | None = None) -> RichText:
    """Small labels; upright where many bars stand close together."""
    font = ParagraphProperties(defRPr=CharacterProperties(sz=_LABEL_POINTS * 100, solidFill=color, b=bool(color)))
    turned = RichTextProperties(rot=-90 * 60_000 if upright else 0, vert="horz")
    return RichText(bodyPr=turned, p=[Paragraph(pPr=font, endParaRPr=CharacterProperties())])


def response_chart(book: Book) -> ScatterChart:
    """Mean response time against the load as a share of a block's limit, so that small and large blocks share an axis.

    The operating point is marked on each curve; the limits are dashed. The legend names the curves alone. Few
    curves bear the name of their design.
    """
    chart = ScatterChart()
    chart.style, chart.scatterStyle = 10, "lineMarker"
    chart.title = _RESPONSE
    chart.x_axis.title, chart.y_axis.title = "load, as a share of what a block carries", "ms, logarithmic"
    chart.x_axis.scaling.min, chart.x_axis.scaling.max = 0, 1
    chart.y_axis.scaling.logBase = 10  # a nearly saturated block would flatten all other curves
    chart.x_axis.delete = chart.y_axis.delete = False
    chart.x_axis.number_format, chart.y_axis.number_format = "0%", "General"
    designs = [
        (at, design)
        for at, design in enumerate(book.columns)
        if _drawn(book, _Points(book, at).of_curve(CurvePoint.ms), speaks=_has_curve(design))
    ]
    for position, (at, _) in enumerate(designs, start=1):
        _add_curve(chart, _Points(book, at), CurvePoint.ms, DESIGN_COLORS[at], "solid")
        if len(designs) <= _MOST_NAMED_CURVES:
            _name_at_curve(chart.series[-1], position / (len(designs) + 2), DESIGN_COLORS[at])
    differ = _limits_differ(book)
    limits = [
        at
        for position, (at, _) in enumerate(designs)
        if _drawn(book, _Points(book, at).of_curve(CurvePoint.limit), speaks=differ or position == 0)
    ]
    for at in limits:
        color = _RED if len(limits) == 1 else DESIGN_COLORS[at]
        _add_curve(chart, _Points(book, at), CurvePoint.limit, color, "dash")
    for at, _ in designs:
        _add_operating_point(chart, _Points(book, at), DESIGN_COLORS[at])
    chart.legend = _legend_without(range(len(designs), len(chart.series)))
    chart.layout = ChartLayout(manualLayout=ManualLayout(x=0.08, y=0.14, w=0.86, h=0.56))
    return chart


def _limits_differ(book: Book) -> bool:
    """Whether the curves need a limit each."""
    return len({design.block.limit_used_ms for design in book.sizing.designs if _has_curve(design)}) > 1


def _has_curve(design: DesignSizing) -> bool:
    """Whether there is a response time to draw: a load, and drives whose response time is modelled."""
    block = design.block
    modelled = round(float(block.modelled_share) - 1, 9) == 0
    return bool(block.steady.given and block.stands and modelled and not block.stands_in)


@dataclass(frozen=True)
class _Points:
    """Cells of the Workings sheet in the column of one design."""

    book: Book
    at: int

    @property
    def column(self) -> int:
        return FIRST_DESIGN_COLUMN + self.at

    @property
    def name(self) -> SeriesLabel:
        return SeriesLabel(StrRef(f"Workings!${get_column_letter(self.column)}${HEADER_ROW}"))

    def cells(self, first: str, last: str) -> Reference:
        rows = self.book.layout.line_rows
        return Reference(
            self.book.worksheet("Workings"), min_col=self.column, max_col=self.column,
            min_row=rows[first][1], max_row=rows[last][1],
        )  # fmt: skip

    def of_curve(self, figure: Figure[Any, Any]) -> Reference:
        names = names_of(figure)
        return self.cells(names[0], names[-1])


def _add_curve(chart: ScatterChart, points: _Points, figure: Figure[Any, Any], color: str, dash: str) -> None:
    series = Series(points.of_curve(figure), points.of_curve(CurvePoint.share), title=None)
    series.tx = points.name
    series.smooth = False
    series.marker.symbol = "none"
    series.graphicalProperties.line.solidFill = color
    series.graphicalProperties.line.prstDash = dash
    series.graphicalProperties.line.width = 28_000
    chart.series.append(series)


def _name_at_curve(series: XYSeries, share: float, color: str) -> None:
    """The name of the design at a point of its curve; at another one of each, since curves may end in one point."""
    points = len(names_of(CurvePoint.ms))
    label = DataLabel(idx=round(share * (points - 1)), dLblPos="t", txPr=_label_text(upright=False, color=color))
    series.dLbls = DataLabelList(dLbl=[label])
    for shown in (label, series.dLbls):
        shown.showVal = shown.showCatName = shown.showLegendKey = shown.showPercent = shown.showBubbleSize = False
        shown.showSerName = shown is label


def _add_operating_point(chart: ScatterChart, points: _Points, color: str) -> None:
    """A marker on the curve."""
    share, ms = (points.cells(name, name) for name in ("operating_share", "operating_ms"))
    series = Series(ms, share, title=None)
    series.tx = points.name
    series.smooth = False
    series.marker.symbol, series.marker.size = "circle", 9
    series.marker.graphicalProperties.solidFill = color
    series.marker.graphicalProperties.line.solidFill = color
    series.graphicalProperties.line.noFill = True
    chart.series.append(series)
