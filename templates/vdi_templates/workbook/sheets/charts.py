"""The charts of the Comparison sheet: bars and curves of all designs, also of those that are added by hand."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import accumulate
from typing import Any

from openpyxl.chart import BarChart, Reference, ScatterChart, Series
from openpyxl.chart.data_source import StrRef
from openpyxl.chart.label import DataLabel, DataLabelList
from openpyxl.chart.series import SeriesLabel, XYSeries
from openpyxl.utils import get_column_letter
from openpyxl.worksheet.worksheet import Worksheet

from vdi_sizing.model.figure import Figure
from vdi_sizing.model.names import names_of
from vdi_sizing.model.scopes import CurvePoint, Limited, Phase
from vdi_sizing.model.sizing import DesignSizing
from vdi_templates.workbook.book import Book, put
from vdi_templates.workbook.comparison import speaks
from vdi_templates.workbook.layout import FIRST_DESIGN_COLUMN, HEADER_ROW
from vdi_templates.workbook.printing import printed_columns
from vdi_templates.workbook.sheets.chart_looks import SMALLER, part_of_width, quiet, text, value_labels
from vdi_templates.workbook.styles import DESIGN_COLORS

_RED = "C00000"
_CHART_ROWS, _ABREAST, _MOST_ROW_POINTS = 15, 2, 20.0
_MOST_LEVEL_LABELS, _LABEL_POINTS, _SMALL_LABEL_POINTS, _NAME_POINTS = 20, 8, 7.5, 9
_FEW_GROUPS, _MANY_GROUPS, _MOST_GROUPS = 2, 3, 4
_CROWDED = 6
"""Groups of bars from which a chart is as wide as may be, and its words are small: programs break a word."""
_MOST_NAMED_CURVES = 3  # names of more would lie on each other
_NOTE_CHARACTERS = 110  # what fits beside the table of one design
_LABELLED = ("showVal", "showCatName", "showLegendKey", "showPercent", "showBubbleSize", "showSerName")
_MS = 'General" ms"'
_FIGURES = "What the bars stand for"
_EUR, _DRIVES, _VMS, _RESPONSE = (
    "EUR per VM", "Drives per block, by reason", "VMs per block, by limit", "Response time, by load of a block"
)  # fmt: skip
NOTHING = {
    _EUR: "no chart yet: compare draws it as soon as a bill has all its prices.",
    _DRIVES: "no chart, since no load and no capacity is given.",
    _VMS: "no chart, since no block carries a VM, or nothing limits it.",
    _RESPONSE: "no chart, since no design without an error has both a steady load and drives whose response time is "
    "modelled.",
}
*_USERS_BARS, _FOURTH_BAR = names_of(Phase.bar_of_drives)
_DRIVE_BARS = (*_USERS_BARS, "chart_drives_by_capacity", "chart_drives_by_response", _FOURTH_BAR)
_BAR_CHARTS = {
    _EUR: ("EUR", ("chart_eur_per_vm_full_block", "chart_eur_per_vm")),
    _DRIVES: ("drives", _DRIVE_BARS),
    _VMS: ("VMs", names_of(Limited.bar)),
}
"""Of each bar chart its unit, and its figures."""
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
    """The charts two by two from `row` on, notes on each, and what the bars stand for.

    A chart that would be empty has only its note. Returns the last row of the notes.
    """
    left_out = book.made.left_out
    drawn = [
        name
        for name in NOTHING
        if (shows_something(book.sizing.designs, name) if left_out is None else name not in left_out)
    ]
    below = row + _CHART_ROWS * -(-len(drawn) // _ABREAST)
    notes = {name: (_CHART_NOTES if name in drawn else NOTHING)[name] for name in NOTHING}
    lines = [line for name, note in notes.items() for line in note_lines(name, note)]
    for position, line in enumerate(lines):
        put(ws, f"A{below + position}", line, "VDI label")
    last = below + len(lines) - 1
    figures = last + 2
    put(ws, f"A{figures}", _FIGURES, "VDI row header")
    for name in drawn:
        if name == _RESPONSE:
            ws.add_chart(response_chart(book))
        elif shown := _write_figures(book, ws, name, figures + 1):  # none in a file whose lines stand elsewhere
            ws.add_chart(_bar_chart(book, ws, name, range(figures + 1, figures + 1 + shown)))
            figures += shown
    _place(book, ws, row, _ABREAST)
    return last


def rows_of_charts(ws: Any) -> int:
    """How many rows of charts there are on paper."""
    return -(-len(ws._charts) // _abreast_on_paper(ws))


def _abreast_on_paper(ws: Any) -> int:
    """Side by side: three where there are three, and no hole below one of them."""
    return 3 if len(ws._charts) == 3 else _ABREAST


def charts_on_paper(book: Book, ws: Any, row: int, points: float) -> int:
    """The charts from `row` on, as high as a page allows that has so many points; returns the last row."""
    rows = _CHART_ROWS * rows_of_charts(ws)
    for at in range(row, row + rows):
        ws.row_dimensions[at].height = min(_MOST_ROW_POINTS, points / rows)
    _place(book, ws, row, _abreast_on_paper(ws))
    return row + rows - 1


def _place(book: Book, ws: Any, row: int, abreast: int) -> None:
    columns = FIRST_DESIGN_COLUMN - 1 + printed_columns(book)
    for first in range(0, len(ws._charts), abreast):
        charts = ws._charts[first : first + abreast]
        widths = [_groups_of_bars(chart) for chart in charts] + [_FEW_GROUPS] * (abreast - len(charts))
        ends = list(accumulate(widths, initial=0))
        for at, chart in enumerate(charts):
            shares = ends[at] / ends[-1], ends[at + 1] / ends[-1]
            chart.anchor = part_of_width(ws, columns, shares, row + first // abreast * _CHART_ROWS, _CHART_ROWS)


def _groups_of_bars(chart: BarChart | ScatterChart) -> int:
    """How wide a chart is beside others: half as wide again where it has many groups of bars, whose numbers need it.

    Twice as wide where it has so many that their names would not stand below them in one piece.
    """
    if isinstance(chart, ScatterChart):
        return _FEW_GROUPS
    rows = [int(row) for row in re.findall(r"\d+", str(chart.series[0].val.numRef.f))]  # of a single one there is one
    if rows[-1] - rows[0] + 1 >= _CROWDED:
        return _MOST_GROUPS
    return _MANY_GROUPS if rows[-1] - rows[0] >= _FEW_GROUPS else _FEW_GROUPS


def _write_figures(book: Book, ws: Worksheet, title: str, row: int) -> int:
    """The figures that a chart shows, side by side, since a chart takes what stands together; returns how many."""
    unit, figures = _BAR_CHARTS[title]
    shown = [name for name in figures if _drawn(book, name)]
    for at, name in enumerate(shown, start=row):
        line = book.layout.lines[name]
        book.formula(ws, f"A{at}", f"={_label_of(book, name)}", line.label, "VDI label")
        put(ws, f"B{at}", unit, "VDI unit")
        put(ws, f"C{at}", title, "VDI note")
        for i, design in enumerate(book.columns):
            formula = book.layout.render(f"{{{name}}}", i, ws.title)
            place = f"{book.layout.column(i)}{at}"
            book.formula(ws, place, formula, design[name], "VDI part", line.number_format)
    return len(shown)


def _label_of(book: Book, name: str) -> str:
    sheet, row = book.layout.line_rows[name]
    return f"{sheet}!$A${row}"


def note_lines(title: str, note: str) -> list[str]:
    """A note on a chart as it stands below it, a cell for each line."""
    return textwrap.wrap(f"{title}: {note}", _NOTE_CHARACTERS)


def shows_something(designs: Sequence[DesignSizing], name: str) -> bool:
    """Whether a chart, by its title, has a bar or curve."""
    if name not in _BAR_CHARTS:
        return any(_has_curve(design) for design in designs)
    return any(_speaks(designs, figure) for figure in _BAR_CHARTS[name][1])


def _speaks(designs: Sequence[DesignSizing], figure: str) -> bool:
    """Whether any design has a bar of a figure that says something."""
    blocks = [design.block for design in designs]
    return any(design[figure] > 0 for design in designs) and speaks(figure, blocks)


def _drawn(book: Book, name: str) -> bool:
    """Whether a chart has bars of a figure: where they say something, or in a file that is looked at, where it has."""
    if book.made.left_out is None:
        return _speaks(book.sizing.designs, name)
    return _label_of(book, name).lower() in book.made.series


def to_draw(book: Book) -> Iterator[str]:
    """What the charts of a file that is looked at do without, and would draw if it were made now."""
    designs, left_out = book.sizing.designs, book.made.left_out or ()
    for title in NOTHING:
        if title in left_out and shows_something(designs, title):
            yield f'the chart "{title}"'
    for title, (_, figures) in _BAR_CHARTS.items():
        for name in figures if title not in left_out else ():
            if _speaks(designs, name) and not _drawn(book, name):
                yield f'the bars "{book.layout.lines[name].label}" of the chart "{title}"'


def _bar_chart(book: Book, ws: Worksheet, title: str, rows: range) -> BarChart:
    """A bar for each design, in its colour, beside those of the others; the names stand above the table."""
    chart = BarChart()
    crowded = len(rows) * book.layout.design_columns > _MOST_LEVEL_LABELS
    chart.type, chart.grouping, chart.gapWidth, chart.style = "col", "clustered", 15 if crowded else 40, 10
    chart.y_axis.scaling.min = 0
    quiet(chart, title, points=_LABEL_POINTS if len(rows) >= _CROWDED else SMALLER)
    chart.y_axis.delete, chart.y_axis.majorGridlines = True, None
    chart.legend = None
    upright = len(rows) * book.made_for > _MOST_LEVEL_LABELS
    points = _SMALL_LABEL_POINTS if crowded and not upright else _LABEL_POINTS
    for position in range(book.layout.design_columns):
        column = FIRST_DESIGN_COLUMN + position
        values = Reference(ws, min_col=column, min_row=rows[0], max_row=rows[-1])
        series = Series(values, title=None)
        series.tx = SeriesLabel(StrRef(f"{ws.title}!${book.layout.column(position)}${HEADER_ROW}"))
        series.graphicalProperties.solidFill = DESIGN_COLORS[position]
        series.dLbls = value_labels(upright=upright, points=points)
        chart.series.append(series)
    chart.set_categories(Reference(ws, min_col=1, min_row=rows[0], max_row=rows[-1]))
    return chart


def response_chart(book: Book) -> ScatterChart:
    """Mean response time against the load as a share of a block's limit, so that small and large blocks share an axis.

    The operating point is marked on each curve; the limits are dashed. Few curves bear the name of their design. There
    is a curve for each column: of one without a curve all points are beside the chart. No curves where no design has
    one.
    """
    chart = ScatterChart()
    chart.style, chart.scatterStyle = 10, "lineMarker"
    chart.x_axis.title, chart.y_axis.title = "load, as a share of what a block carries", "ms, logarithmic"
    chart.x_axis.scaling.min, chart.x_axis.scaling.max = 0, 1
    chart.y_axis.scaling.logBase = 10  # a nearly saturated block would flatten all other curves
    chart.x_axis.crosses = "min"  # else Excel draws it at 1 ms, above the times of flash
    quiet(chart, _RESPONSE)
    chart.x_axis.majorGridlines, chart.legend = None, None
    chart.x_axis.number_format, chart.y_axis.number_format = "0%", "General"
    if book.made.left_out is None and not shows_something(book.sizing.designs, _RESPONSE):
        return chart
    columns = range(book.layout.design_columns)
    for at in columns:
        _add_curve(chart, _Points(book, at), CurvePoint.ms, DESIGN_COLORS[at], "solid")
        if book.made_for <= _MOST_NAMED_CURVES:
            _name_at_curve(chart.series[-1], (at + 1) / (len(columns) + 2), DESIGN_COLORS[at])
    differ = _limits_differ(book)
    for at in columns:
        color = DESIGN_COLORS[at] if differ else _RED
        _add_curve(chart, _Points(book, at), CurvePoint.limit, color, "dash")
        if differ or not at:  # else all say the same, at the same place
            _say_limit(chart.series[-1], color)
    for at in columns:
        _add_operating_point(chart, _Points(book, at), DESIGN_COLORS[at])
    return chart


def _limits_differ(book: Book) -> bool:
    """Whether the designs that the file was made for had different limits."""
    made = book.baseline.scenario
    usual = made.settings.usual_limit_ms
    return len({design.response_limit_ms or usual for design in made.designs}) > 1


def _has_curve(design: DesignSizing) -> bool:
    """Whether there is a response time to draw."""
    return bool(design.block.has_curve)


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
    label = DataLabel(idx=round(share * (points - 1)), dLblPos="t", txPr=text(_NAME_POINTS, color, bold=True))
    _show(series, label, "showSerName")


def _say_limit(series: XYSeries, color: str) -> None:
    """The ms of a limit above the left end of its line."""
    label = DataLabel(idx=1, numFmt=_MS, dLblPos="t", txPr=text(_NAME_POINTS, color, bold=True))
    _show(series, label, "showVal")


def _show(series: XYSeries, label: DataLabel, what: str) -> None:
    """One label on a curve, and none at its other points."""
    series.dLbls = DataLabelList(dLbl=[label])
    for each in (label, series.dLbls):
        for shown in _LABELLED:
            setattr(each, shown, each is label and shown == what)


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
