"""Slides by python-pptx: text, tables and charts whose room is measured before they are written, and the same bytes."""

from __future__ import annotations

import copy
import datetime
import io
import re
import zipfile
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from vdi_sizing.errors import InputError
from vdi_templates.report.offer.measure import WIDEST, height_of, inches_of, lines_of, wider_by
from vdi_templates.report.offer.template import area_of, font_of, layout_of_kind, placeholder
from vdi_templates.workbook.styles import MUTED

Box = tuple[float, float, float, float]
"""Left, top, width and height, in inches."""
TEXT, PALE, TITLE = "tx1", "bg2", "tx2"
"""Colours of the theme, beside which six hexadecimal digits are a colour of their own."""
LEAST_POINTS = 10
_EMU = 914_400
_TITLE_SIZES = (24, 22, 20, 18, 16)
_MARGIN_X, _MARGIN_Y = 0.06, 0.03
_PLAIN_TABLE = "{2D5ABB26-0587-4C30-8999-92F81FD0307C}"
_EPOCH = (1980, 1, 1, 0, 0, 0)
_INDENT = 0.17
_ROOM_OF_A_NUMBER = 0.25
"""Of the width of bars: what stands beyond the end of one."""
_STEPS = 10
"""In which it is tried how little room does with as many slides."""
_DATES = re.compile(rb"(<dcterms:(?:created|modified)[^>]*>)[^<]*")


@dataclass(frozen=True)
class Paragraph:
    """A paragraph, with a bold beginning if there is one."""

    text: str
    points: float = 12
    bold: bool = False
    color: str = TEXT
    bullet: bool = False
    before: float = 4
    lead: str = ""


@dataclass(frozen=True)
class Cell:
    """A cell of a table."""

    text: str = ""
    bold: bool = False
    color: str = TEXT
    left: bool = False
    square: str = ""
    """The colour of a square in front of it: the legend of a chart."""


@dataclass(frozen=True)
class Row:
    """A row of a table; a strong one has a ground."""

    cells: tuple[Cell, ...]
    strong: bool = False


@dataclass(frozen=True)
class Bar:
    """A series of a chart: its name, a value for each category, and the colour of each."""

    name: str
    values: tuple[float, ...]
    colors: tuple[str, ...]


def shortened(text: str, points: float, width: float, lines: int, *, bold: bool = False, factor: float = 1.0) -> str:
    """A text as far as it has room, with an ellipsis where it goes on."""
    if lines_of(text, points, width, bold=bold, factor=factor) <= lines:
        return text
    words = text.split(" ")
    while len(words) > 1 and lines_of(" ".join(words) + " …", points, width, bold=bold, factor=factor) > lines:
        words.pop()
    return " ".join(words).rstrip(",;:. ") + " …"


class Deck:
    """A presentation that is being made."""

    def __init__(self, content: bytes, language: str, footer: str) -> None:
        from pptx import Presentation  # noqa: PLC0415  # only then

        self.presentation: Any = Presentation(io.BytesIO(content))
        self.language, self.footer = language, footer
        self.factor = 1.0

    def measure(self) -> None:
        """Learn where slides have room, once a template is known to be fit."""
        self.factor = wider_by(font_of(self.presentation))
        self.x, self.y, self.wide, self.high = area_of(self.presentation)

    def across(self, shares: Sequence[float]) -> list[float]:
        """Widths of columns over the whole area, in these shares."""
        return [self.wide * share / sum(shares) for share in shares]

    # --- slides ---------------------------------------------------------------------------------------

    def title_slide(self, title: str, lines: Sequence[str], notes: str) -> None:
        """The first slide."""
        layout = layout_of_kind(self.presentation, "title")
        slide = self.presentation.slides.add_slide(layout)
        self._title(slide, title, (36, 32, 28, 24, 20), 2)
        below = placeholder(slide, "subTitle", "body")
        frame = below.text_frame
        room = below.width / _EMU
        for number, line in enumerate(lines):
            paragraph = frame.paragraphs[0] if number == 0 else frame.add_paragraph()
            self._run(paragraph, shortened(line, 16, room, 2, factor=self.factor), 18 if number == 0 else 16, TEXT)
        taken = height_of(sum(lines_of(each, 18, room, factor=self.factor) for each in lines), 18)
        if taken > below.height / _EMU:
            raise _no_room(lines[0])
        self._finish(slide, notes)

    def slide(self, title: str, notes: str) -> Any:
        """A slide with its title and an empty area."""
        slide = self.presentation.slides.add_slide(layout_of_kind(self.presentation, "titleOnly"))
        self._title(slide, title, _TITLE_SIZES, 3)
        self._finish(slide, notes)
        return slide

    def _title(self, slide: Any, text: str, sizes: Sequence[int], most: int) -> None:
        from pptx.enum.text import MSO_AUTO_SIZE  # noqa: PLC0415  # only then

        shape = slide.shapes.title
        room, high = shape.width / _EMU - 0.02, shape.height / _EMU
        fitting = (
            points for factor in (max(WIDEST, self.factor), self.factor) for points in sizes
            if (lines := lines_of(text, points, room, bold=True, factor=factor)) <= most
            and height_of(lines, points) <= high + 0.02
        )  # fmt: skip
        points = next(fitting, None)
        if points is None:
            raise _no_room(text)
        shape.text_frame.auto_size = MSO_AUTO_SIZE.TEXT_TO_FIT_SHAPE
        self._run(shape.text_frame.paragraphs[0], text, points, None)

    def _finish(self, slide: Any, notes: str) -> None:
        """Footer and number, which python-pptx leaves out, and the notes."""
        for each in slide.slide_layout.placeholders:
            (kind,) = each._element.xpath(".//p:nvPr/p:ph/@type") or [""]
            if kind not in ("ftr", "sldNum"):
                continue
            element = copy.deepcopy(each._element)
            slide.shapes._spTree.append(element)
            if kind == "ftr" and self.footer:
                self._footer(slide.shapes[-1], each.width / _EMU - 0.2)
        slide.notes_slide.notes_text_frame.text = notes
        for number, element in enumerate(slide.shapes._spTree.xpath(".//p:cNvPr"), start=1):
            element.set("id", str(number))

    def _footer(self, shape: Any, wide: float) -> None:
        """The footer in one line, its looks said once more: LibreOffice takes them from no layout."""
        shape.text_frame.clear()
        text = shortened(self.footer, LEAST_POINTS, wide, 1, factor=self.factor)
        run = self._run(shape.text_frame.paragraphs[0], text, LEAST_POINTS, MUTED)
        run._r.get_or_add_rPr().append(_element('<a:latin xmlns:a="{a}" typeface="+mn-lt"/>'))

    # --- text -----------------------------------------------------------------------------------------

    def _run(self, paragraph: Any, text: str, points: float, color: str | None, *, bold: bool | None = None) -> Any:
        from pptx.util import Pt  # noqa: PLC0415  # only then

        run = paragraph.add_run()
        run.text = text
        run.font.size = Pt(points)
        run.font.bold = bold
        run._r.get_or_add_rPr().set("lang", self.language)
        if color is not None:
            self.color(run.font.color, color)
        return run

    @staticmethod
    def color(target: Any, color: str) -> None:
        """Give something a colour of the theme, or one of its own."""
        from pptx.dml.color import RGBColor  # noqa: PLC0415  # only then
        from pptx.enum.dml import MSO_THEME_COLOR as THEME  # noqa: PLC0415

        of_theme = {
            TEXT: THEME.TEXT_1, PALE: THEME.BACKGROUND_2, TITLE: THEME.TEXT_2,
        }  # fmt: skip
        if color in of_theme:
            target.theme_color = of_theme[color]
        else:
            red, green, blue = (int(color[at : at + 2], 16) for at in (0, 2, 4))
            rgb: Any = RGBColor
            target.rgb = rgb(red, green, blue)

    def height(self, paragraphs: Iterable[Paragraph], wide: float) -> float:
        """How high paragraphs are in a column."""
        return sum(self._height_of(each, wide) for each in paragraphs)

    def _height_of(self, each: Paragraph, wide: float) -> float:
        bold = each.bold or len(each.lead) > len(each.text)
        room = wide - (_INDENT if each.bullet else 0)
        lines = lines_of(f"{each.lead}{each.text}", each.points, room, bold=bold, factor=self.factor)
        return height_of(lines, each.points) + each.before / 72

    def text(
        self, slide: Any, box: Box, paragraphs: Sequence[Paragraph], name: str, fill: str = "", *, low: bool = False
    ) -> None:
        """Paragraphs in a box of their own, at its foot where low; what has no room is smaller, down to 10 points.

        Raises
        ------
        InputError
            If even that has no room.
        """
        from pptx.enum.text import MSO_ANCHOR, MSO_AUTO_SIZE  # noqa: PLC0415  # only then

        inset = 0.12 if fill else 0.0
        paragraphs = self._fitting(paragraphs, box[2] - 2 * inset, box[3] - 2 * inset)
        shape = slide.shapes.add_textbox(*map(_emu, box))
        shape.name = name
        frame = shape.text_frame
        frame.word_wrap, frame.auto_size = True, MSO_AUTO_SIZE.TEXT_TO_FIT_SHAPE
        if low:
            frame.vertical_anchor = MSO_ANCHOR.BOTTOM
        frame.margin_left = frame.margin_right = frame.margin_top = frame.margin_bottom = _emu(inset)
        if fill:
            shape.fill.solid()
            self.color(shape.fill.fore_color, fill)
        for number, each in enumerate(paragraphs):
            self._paragraph(frame.paragraphs[0] if number == 0 else frame.add_paragraph(), each)

    def _fitting(self, paragraphs: Sequence[Paragraph], wide: float, high: float) -> Sequence[Paragraph]:
        while self.height(paragraphs, wide) > high:
            smaller = [replace(each, points=max(LEAST_POINTS, each.points - 1)) for each in paragraphs]
            if smaller == list(paragraphs):
                raise _no_room(paragraphs[0].lead + paragraphs[0].text)
            paragraphs = smaller
        return paragraphs

    def _paragraph(self, paragraph: Any, each: Paragraph) -> None:
        from pptx.util import Pt  # noqa: PLC0415  # only then

        paragraph.space_before = Pt(each.before)
        if each.bullet:
            self._bullet(paragraph)
        if each.lead:
            self._run(paragraph, each.lead, each.points, each.color, bold=True)
        self._run(paragraph, each.text, each.points, each.color, bold=each.bold)

    @staticmethod
    def _bullet(paragraph: Any) -> None:
        properties = paragraph._p.get_or_add_pPr()
        properties.set("marL", str(_emu(_INDENT)))
        properties.set("indent", str(-_emu(_INDENT)))
        properties.append(_element('<a:buFont xmlns:a="{a}" typeface="Arial"/>'))
        properties.append(_element('<a:buChar xmlns:a="{a}" char="•"/>'))

    def stripe(self, slide: Any, box: Box, color: str) -> None:
        """A filled rectangle that says nothing by itself."""
        from pptx.enum.shapes import MSO_SHAPE  # noqa: PLC0415  # only then

        shape = slide.shapes.add_shape(MSO_SHAPE.RECTANGLE, *map(_emu, box))
        shape.name = "Stripe"
        shape.fill.solid()
        self.color(shape.fill.fore_color, color)
        shape.line.fill.background()
        style = shape._element.find(shape._element.xpath("./p:style")[0].tag)
        shape._element.remove(style)  # it has a shadow
        _describe(shape, "")

    # --- tables ---------------------------------------------------------------------------------------

    def head_height(self, head: Row, widths: Sequence[float], points: float) -> float:
        """How high the head of a table is, which is bold."""
        return self.row_height(replace(head, strong=True), widths, points)

    def table_height(self, rows: Sequence[Row], widths: Sequence[float], points: float) -> float:
        """How high a table is, whose first row is its head."""
        return sum(self._heights(rows, widths, points))

    def _heights(self, rows: Sequence[Row], widths: Sequence[float], points: float) -> list[float]:
        head, *others = rows
        return [
            self.head_height(head, widths, points),
            *(self.row_height(row, widths, points) for row in others),
        ]

    def row_height(self, row: Row, widths: Sequence[float], points: float) -> float:
        """How high a row is, in inches."""
        lines = max(
            lines_of(
                ("■ " if cell.square else "") + cell.text, points, width - 2 * _MARGIN_X - 0.02,
                bold=cell.bold or row.strong, factor=self.factor,
            )
            for cell, width in zip(row.cells, widths, strict=True)
        )  # fmt: skip
        return height_of(lines, points) + 2 * _MARGIN_Y + 0.02

    def has_room(self, head: Row, rows: Sequence[Row], widths: Sequence[float], points: float, high: float) -> bool:
        """Whether each row by itself has room below the head."""
        room = high - self.head_height(head, widths, points)
        return all(self.row_height(row, widths, points) <= room for row in rows)

    def pages(
        self, head: Row, rows: Sequence[Row], widths: Sequence[float], points: float, high: float
    ) -> list[list[Row]]:
        """Rows on as many slides as they need, below a head on each, and about as many on each."""
        room = high - self.head_height(head, widths, points)
        heights = [self.row_height(row, widths, points) for row in rows]
        for row, needed in zip(rows, heights, strict=True):
            if needed > room:
                raise _no_room(row.cells[0].text)
        fewest = len(_dealt(rows, heights, room))
        least = max(*heights, sum(heights) / fewest)
        steps = (least + step * (room - least) / _STEPS for step in range(_STEPS + 1))
        return next(pages for each in steps if len(pages := _dealt(rows, heights, each + 1e-9)) == fewest)

    def table(
        self, slide: Any, box: Box, rows: Sequence[Row], widths: Sequence[float], points: float, name: str,
        lean: int = 1,
    ) -> float:  # fmt: skip
        """A table; its first row is the head, its first `lean` columns stand at the left. How high it is."""
        heights = self._heights(rows, widths, points)
        if sum(heights) > box[3] + 0.05:
            raise _no_room(rows[0].cells[0].text or name)
        frame = slide.shapes.add_table(
            len(rows), len(widths), _emu(box[0]), _emu(box[1]), _emu(sum(widths)), _emu(sum(heights))
        )
        frame.name = name
        _describe(frame, name)
        table = frame.table
        frame._element.xpath(".//a:tableStyleId")[0].text = _PLAIN_TABLE
        table.horz_banding = False
        for column, width in zip(table.columns, widths, strict=True):
            column.width = _emu(width)
        for at, (row, height) in enumerate(zip(rows, heights, strict=True)):
            table.rows[at].height = _emu(height)
            for column, cell in enumerate(row.cells):
                self._cell(table.cell(at, column), cell, row, points, at_left=cell.left or column < lean, head=at == 0)
        return sum(heights)

    def _cell(self, target: Any, cell: Cell, row: Row, points: float, *, at_left: bool, head: bool) -> None:
        from pptx.enum.text import MSO_ANCHOR, PP_ALIGN  # noqa: PLC0415  # only then

        target.margin_left = target.margin_right = _emu(_MARGIN_X)
        target.margin_top = target.margin_bottom = _emu(_MARGIN_Y)
        target.vertical_anchor = MSO_ANCHOR.BOTTOM if head else MSO_ANCHOR.MIDDLE
        paragraph = target.text_frame.paragraphs[0]
        paragraph.alignment = PP_ALIGN.LEFT if at_left else PP_ALIGN.RIGHT
        if cell.square:
            self._run(paragraph, "■ ", points, cell.square)
        color = TITLE if head and cell.color == TEXT else cell.color
        run = self._run(paragraph, cell.text, points, color, bold=cell.bold or row.strong or head)
        if not cell.text:  # an empty run says nothing of the height of its row
            paragraph._p.remove(run._r)
            paragraph._p.append(_element(f'<a:endParaRPr xmlns:a="{{a}}" sz="{round(points * 100)}"/>'))
        properties = target._tc.get_or_add_tcPr()
        width, shade = (12_700, "accent1") if head else (6_350, "accent5")
        properties.append(
            _element(
                f'<a:lnB xmlns:a="{{a}}" w="{width}"><a:solidFill><a:schemeClr val="{shade}"/></a:solidFill></a:lnB>'
            )
        )
        if row.strong:
            target.fill.solid()
            self.color(target.fill.fore_color, PALE)

    # --- charts ---------------------------------------------------------------------------------------

    def bars(
        self, slide: Any, box: Box, categories: Sequence[str], bars: Sequence[Bar], name: str, said: str,
        *, stacked: bool, points: float = 11,
    ) -> None:  # fmt: skip
        """Lying bars with their numbers, the first category at the top; the data stand in a sheet of the chart."""
        from pptx.chart.data import CategoryChartData  # noqa: PLC0415  # only then
        from pptx.enum.chart import XL_CHART_TYPE  # noqa: PLC0415

        chart_data: Any = CategoryChartData
        data = chart_data(number_format="#,##0.00")
        data.categories = categories
        for bar in bars:
            data.add_series(bar.name, [round(value, 2) for value in bar.values])
        kind = XL_CHART_TYPE.BAR_STACKED if stacked else XL_CHART_TYPE.BAR_CLUSTERED
        frame = slide.shapes.add_chart(kind, *map(_emu, box), data)
        frame.name = name
        _describe(frame, said)
        self._looks_of_chart(frame.chart, points, stacked=stacked)
        lowest = min(value for bar in bars for value in bar.values)
        if lowest < 0:  # so that no number stands on the name of its bar
            highest = max(0.0, *(value for bar in bars for value in bar.values))
            frame.chart.value_axis.minimum_scale = lowest - _ROOM_OF_A_NUMBER * (highest - lowest)
        else:  # a program's own scale makes much of little where all values are alike
            frame.chart.value_axis.minimum_scale = 0
        totals = [sum(abs(bar.values[at]) for bar in bars) for at in range(len(categories))]
        for bar, series in zip(bars, frame.chart.plots[0].series, strict=True):
            series.invert_if_negative = False
            for at, (value, color) in enumerate(zip(bar.values, bar.colors, strict=True)):
                point = series.points[at]
                point.format.fill.solid()
                self.color(point.format.fill.fore_color, color)
                if not stacked or value >= _least_labelled(max(totals), box[2]):
                    self._label(point, points, stacked=stacked)

    def _looks_of_chart(self, chart: Any, points: float, *, stacked: bool) -> None:
        from pptx.enum.chart import XL_TICK_LABEL_POSITION, XL_TICK_MARK  # noqa: PLC0415  # only then
        from pptx.util import Pt  # noqa: PLC0415

        chart.has_legend = chart.has_title = False
        chart.font.size = Pt(points)
        self.color(chart.font.color, TEXT)
        plot = chart.plots[0]
        plot.gap_width, plot.overlap = 45, 100 if stacked else -10
        plot.vary_by_categories = False
        values, names = chart.value_axis, chart.category_axis
        values.visible = values.has_major_gridlines = False
        names.reverse_order = True
        names.major_tick_mark = XL_TICK_MARK.NONE
        names.tick_label_position = XL_TICK_LABEL_POSITION.LOW
        names.format.line.fill.background()
        for axis in chart._chartSpace.xpath(".//c:axId | .//c:crossAx"):
            axis.set("val", axis.get("val").lstrip("-"))  # the schema knows no negative ones

    def _label(self, point: Any, points: float, *, stacked: bool) -> None:
        from pptx.enum.chart import XL_LABEL_POSITION  # noqa: PLC0415  # only then
        from pptx.util import Pt  # noqa: PLC0415

        label = point.data_label
        label.position = XL_LABEL_POSITION.CENTER if stacked else XL_LABEL_POSITION.OUTSIDE_END
        label.font.size = Pt(points)
        self.color(label.font.color, TEXT)

    # --- the file -------------------------------------------------------------------------------------

    def saved(self, title: str, author: str, day: datetime.date) -> bytes:
        """The file: the same bytes for the same slides."""
        for slide in self.presentation.slides:  # read out last: footer and number
            tree = slide.shapes._spTree
            for element in tree.xpath("./p:sp[p:nvSpPr/p:nvPr/p:ph[@type='ftr' or @type='sldNum']]"):
                tree.append(element)
        moment = datetime.datetime(day.year, day.month, day.day, 12)
        core = self.presentation.core_properties
        core.title, core.author, core.last_modified_by = title, author, "vdi-sizing"
        core.subject = core.keywords = core.comments = core.category = ""
        core.language, core.revision, core.created, core.modified = self.language, 1, moment, moment
        made = io.BytesIO()
        self.presentation.save(made)
        return same_bytes(made.getvalue(), moment)


def same_bytes(content: bytes, moment: datetime.datetime) -> bytes:
    """A package whose parts are in order and dated alike, and so are the workbooks within it."""
    made = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(content)) as before, zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as package:
        names = sorted(before.namelist(), key=lambda name: (name != "[Content_Types].xml", name))
        for name in names:
            part = before.read(name)
            if name.endswith(".xlsx"):
                part = same_bytes(part, moment)
            elif name == "docProps/core.xml":
                stamp = moment.strftime("%Y-%m-%dT%H:%M:%SZ").encode()
                part = _DATES.sub(lambda found, stamp=stamp: found[1] + stamp, part)  # type: ignore[misc]
            entry = zipfile.ZipInfo(name, _EPOCH)
            entry.compress_type, entry.create_system = zipfile.ZIP_DEFLATED, 0
            package.writestr(entry, part)
    return made.getvalue()


def _dealt(rows: Sequence[Row], heights: Sequence[float], room: float) -> list[list[Row]]:
    """Rows in their order on pages of so much room."""
    pages: list[list[Row]] = [[]]
    taken = 0.0
    for row, needed in zip(rows, heights, strict=True):
        if pages[-1] and taken + needed > room:
            pages.append([])
            taken = 0.0
        pages[-1].append(row)
        taken += needed
    return pages


def _least_labelled(most: float, wide: float) -> float:
    """The least value whose number has room in its part of a stacked bar."""
    return most * (inches_of("0.00", 11) + 0.06) / (0.75 * wide)


def _emu(inches: float) -> int:
    return round(inches * _EMU)


def _element(xml: str) -> Any:
    from pptx.oxml import parse_xml  # noqa: PLC0415  # only then

    parse: Any = parse_xml
    return parse(xml.replace("{a}", "http://schemas.openxmlformats.org/drawingml/2006/main"))


def _describe(shape: Any, said: str) -> None:
    """What is read out in its place."""
    shape._element.xpath(".//p:cNvPr")[0].set("descr", said)


def _no_room(text: str) -> InputError:
    """A deck with cut text is not written."""
    cut = text if len(text) <= 60 else f"{text[:60]}…"
    return InputError("--offer", cut, "a text that has room on its slide: a shorter name, or a template with more room")
