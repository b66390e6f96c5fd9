"""The Growth sheet: what more users and more GB per VM take, year by year, with a chart of the blocks."""

from __future__ import annotations

from openpyxl.chart import BarChart, Reference, Series
from openpyxl.chart.data_source import StrRef
from openpyxl.chart.series import SeriesLabel
from openpyxl.chart.shapes import GraphicalProperties
from openpyxl.drawing.line import LineProperties
from openpyxl.styles import Font, PatternFill
from openpyxl.worksheet.worksheet import Worksheet

from vdi_sizing.model.figure import in_row
from vdi_sizing.scenario import GROWTH_YEARS
from vdi_templates.workbook.book import Book, grey_out, highlight, show_as_error
from vdi_templates.workbook.layout import FIRST_DESIGN_COLUMN, FIRST_ROW, GROWTH, GROWTH_CHART_ROWS, HEADER_ROW
from vdi_templates.workbook.printing import printed_columns
from vdi_templates.workbook.sheets.chart_looks import placed, quiet, value_labels
from vdi_templates.workbook.sheets.sizing import write_lines
from vdi_templates.workbook.styles import DESIGN_COLORS, WHITE

TITLE = "Blocks that the users of each year take"
_FIRST, _LAST = GROWTH_YEARS[0], GROWTH_YEARS[-1]
_TITLE_ROW, _LEGEND_ROW, _ABREAST = FIRST_ROW + 1, FIRST_ROW + GROWTH_CHART_ROWS - 3, 3
_GROWS = f"{{chart_growth_year_{_FIRST}}}"
"""The first year of the chart, which is blank where nothing grows."""


def write_growth(book: Book) -> None:
    """The sheet with its chart: a year beyond the years of use is no figure of a design, nor is one with an error.

    Where nothing grows, nothing of the chart is seen: its title, years, bars and names are blank.
    """
    write_lines(book, GROWTH)
    ws = book.worksheet(GROWTH)
    _void(book, ws)
    last = FIRST_DESIGN_COLUMN - 1 + printed_columns(book)
    first = book.sizing.designs[0].block
    assumed = book.layout.render("{growth_assumed}", 0, GROWTH)
    book.formula(ws, f"A{FIRST_ROW}", assumed, first.growth_assumed, "VDI label")
    title = book.layout.render(f'IF({_GROWS}="","","{TITLE}")', 0, GROWTH)
    book.formula(ws, f"A{_TITLE_ROW}", title, TITLE if _grows(book) else "", "VDI page heading")
    chart = _chart(book, ws)
    ws.add_chart(placed(chart, (0, last), _TITLE_ROW, _LEGEND_ROW - 1))
    _legend(book, ws)


def _grows(book: Book) -> bool:
    return bool(book.sizing.designs[0][_GROWS.strip("{}")])


def _legend(book: Book, ws: Worksheet) -> None:
    """Below the chart the names of the designs in their colours, in cells: of a free column nothing is said.

    They stand in two rows, so that all are printed that have bars.
    """
    for position, color in enumerate(DESIGN_COLORS[: book.layout.design_columns]):
        below, across = divmod(position, _ABREAST)
        cell = f"{book.layout.column(across)}{_LEGEND_ROW + below}"
        sized = book.columns[position]
        named = f'IF(OR({{typed.name}}="",{_GROWS}=""),"",{{typed.name}})'
        said = "" if sized.block.stands_in or not _grows(book) else sized.design.name
        book.formula(ws, cell, book.layout.render(named, position, GROWTH), said, "VDI page legend")
        highlight(
            ws,
            cell,
            f'${cell[0]}${cell[1:]}<>""',
            font=Font(color=WHITE, bold=True),
            fill=PatternFill("solid", bgColor=color),
        )


def _void(book: Book, ws: Worksheet) -> None:
    first, last = book.layout.column(0), book.layout.column(book.layout.design_columns - 1)
    lines = {line.name: line for section in book.layout.sections if section.sheet == GROWTH for line in section.lines}
    rows = {name: book.layout.line_rows[name][1] for name in lines}
    for number in GROWTH_YEARS[2:]:
        of_year = (rows[name] for name, line in lines.items() if line.label.endswith(f", year {number}"))
        grey_out(ws, " ".join(f"{first}{row}:{last}{row}" for row in of_year), f"{number}>settings_years")
    stands = in_row("stands", f"COLUMN()-{FIRST_DESIGN_COLUMN - 1}")
    above, below = (rows[f"chart_growth_year_{number}"] + step for number, step in ((_FIRST, -1), (_LAST, 1)))
    around = f"{first}{min(rows.values())}:{last}{above} {first}{below}:{last}{max(rows.values())}"
    show_as_error(ws, around, f"{stands}=0")  # the years of the chart are no figures


def _chart(book: Book, ws: Worksheet) -> BarChart:
    """A bar for each design and year, in the colour of the design."""
    chart = BarChart()
    chart.type, chart.grouping, chart.gapWidth, chart.style = "col", "clustered", 60, 10
    chart.y_axis.scaling.min = 0
    quiet(chart)
    chart.x_axis.graphicalProperties = GraphicalProperties(ln=LineProperties(noFill=True))
    chart.y_axis.delete, chart.y_axis.majorGridlines = True, None
    chart.legend = None  # it would name the columns that hold no design
    bars, years = (
        [book.layout.line_rows[f"chart_growth_{of}_{number}"][1] for number in (_FIRST, _LAST)]
        for of in ("blocks", "year")
    )
    for position in range(book.layout.design_columns):
        column = FIRST_DESIGN_COLUMN + position
        series = Series(Reference(ws, min_col=column, min_row=bars[0], max_row=bars[1]), title=None)
        series.tx = SeriesLabel(StrRef(f"{GROWTH}!${book.layout.column(position)}${HEADER_ROW}"))
        series.graphicalProperties.solidFill = DESIGN_COLORS[position]
        series.dLbls = value_labels()
        chart.series.append(series)
    chart.set_categories(Reference(ws, min_col=FIRST_DESIGN_COLUMN, min_row=years[0], max_row=years[1]))
    return chart
