"""The Growth sheet: what more users and more GB per VM take, year by year, with a chart of the blocks."""

from __future__ import annotations

from openpyxl.chart import BarChart, Reference, Series
from openpyxl.chart.data_source import StrRef
from openpyxl.chart.label import DataLabelList
from openpyxl.chart.series import SeriesLabel
from openpyxl.styles import Font, PatternFill
from openpyxl.worksheet.worksheet import Worksheet

from vdi_sizing.model.figure import in_row
from vdi_sizing.scenario import GROWTH_YEARS
from vdi_templates.workbook.book import Book, grey_out, highlight, show_as_error
from vdi_templates.workbook.layout import FIRST_DESIGN_COLUMN, FIRST_ROW, GROWTH, GROWTH_CHART_ROWS, HEADER_ROW
from vdi_templates.workbook.printing import printed_columns
from vdi_templates.workbook.sheets.report_charts import placed, quiet
from vdi_templates.workbook.sheets.sizing import write_lines
from vdi_templates.workbook.styles import DESIGN_COLORS, WHITE

TITLE = "Blocks that the users of each year take"
_FIRST_BAR, _LAST_BAR = (f"chart_growth_blocks_{number}" for number in (GROWTH_YEARS[0], GROWTH_YEARS[-1]))


_LEGEND_ROW, _ABREAST = FIRST_ROW + GROWTH_CHART_ROWS - 3, 3


def write_growth(book: Book) -> None:
    """The sheet with its chart: a year beyond the years of use is no figure of a design, nor is one with an error."""
    write_lines(book, GROWTH)
    ws = book.worksheet(GROWTH)
    _void(book, ws)
    last = FIRST_DESIGN_COLUMN - 1 + printed_columns(book)
    assumed = book.layout.render("{growth_assumed}", 0, GROWTH)
    book.formula(ws, f"A{FIRST_ROW}", assumed, book.sizing.designs[0].block.growth_assumed, "VDI label")
    ws.add_chart(placed(_chart(book, ws), (0, last), FIRST_ROW + 1, _LEGEND_ROW - 1))
    _legend(book, ws)


def _legend(book: Book, ws: Worksheet) -> None:
    """Below the chart the names of the designs in their colours, in cells: of a free column nothing is said.

    They stand in two rows, so that all are printed that have bars.
    """
    for position, color in enumerate(DESIGN_COLORS[: book.layout.design_columns]):
        below, across = divmod(position, _ABREAST)
        cell = f"{book.layout.column(across)}{_LEGEND_ROW + below}"
        book.name_design(ws, cell, position, "VDI page legend")
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
    show_as_error(ws, f"{first}{min(rows.values())}:{last}{max(rows.values())}", f"{stands}=0")


def _chart(book: Book, ws: Worksheet) -> BarChart:
    """A bar for each design and year, in the colour of the design."""
    chart = BarChart()
    chart.type, chart.grouping, chart.gapWidth = "col", "clustered", 60
    chart.title, chart.style = TITLE, 10
    chart.y_axis.scaling.min = 0
    quiet(chart)
    chart.y_axis.delete, chart.y_axis.majorGridlines = True, None
    chart.legend = None  # it would name the columns that hold no design
    (_, first), (_, last) = (book.layout.line_rows[name] for name in (_FIRST_BAR, _LAST_BAR))
    for position in range(book.layout.design_columns):
        column = FIRST_DESIGN_COLUMN + position
        series = Series(Reference(ws, min_col=column, min_row=first, max_row=last), title=None)
        series.tx = SeriesLabel(StrRef(f"{GROWTH}!${book.layout.column(position)}${HEADER_ROW}"))
        series.graphicalProperties.solidFill = DESIGN_COLORS[position]
        series.dLbls = DataLabelList()
        series.dLbls.showVal = True
        series.dLbls.showSerName = series.dLbls.showCatName = series.dLbls.showLegendKey = False
        chart.series.append(series)
    _, first = book.layout.line_rows[f"growth_blocks_{GROWTH_YEARS[0]}"]
    chart.set_categories(Reference(ws, min_col=1, min_row=first, max_row=first + len(GROWTH_YEARS) - 1))
    return chart
