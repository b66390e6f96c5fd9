"""What lies over the cells: charts with their series, axes and titles; text boxes, pictures, buttons."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator
from typing import NamedTuple
from xml.etree.ElementTree import Element

from openpyxl.utils import get_column_letter

from vdi_templates.audit.charts import (
    hardly_seen,
    is_lined,
    is_marked,
    points_labelled,
    points_left_out,
    wrongly_remembered,
)
from vdi_templates.audit.finding import Finding, Level, shortened
from vdi_templates.audit.formulas import plain_reference
from vdi_templates.audit.frame import overlap
from vdi_templates.audit.number_formats import misleads, plain_format, spelled
from vdi_templates.audit.package import Link, yes
from vdi_templates.audit.pair import Pair
from vdi_templates.audit.sheet import Sheet
from vdi_templates.workbook.build import SHEETS

_AXES = ("catAx", "valAx", "dateAx", "serAx")
_SHEETS = {sheet.name.casefold(): sheet.name for sheet in SHEETS}
_KINDS = re.compile(r"\w+Chart")
_OLD_SHAPES = ("shape", "group", "rect", "roundrect", "oval", "line", "polyline", "arc", "curve", "image")
_OVER = "what lies over the cells"
_NEAR = 2
"""Columns and rows by which programs move a corner when they save."""
_LEAST, _MOST = 0.7, 1.4
"""Of the size of a chart, that it may have: programs fit it to cells when they save."""
_LARGER = 1.02
"""How much larger a logo may be: programs round its size when they save."""
_ON_SERIES = ("showVal", "showSerName", "showCatName", "showPercent")
_AXIS_WORDS = ("title", "shown", "numbers as", "from", "to", "logarithmic", "direction")


class _Series(NamedTuple):
    name: str
    across: str
    up: str
    color: str
    drawn: bool
    lined: bool
    marked: bool
    left_out: tuple[str, ...]
    labelled: tuple[str, ...]
    labels: tuple[bool, ...]
    typed: str


class _Axis(NamedTuple):
    title: str
    shown: bool
    code: str
    low: str
    high: str
    log: str
    direction: str


class _Chart(NamedTuple):
    """What a reader takes from a chart."""

    kinds: tuple[str, ...]
    title: str
    axes: tuple[_Axis, ...]
    series: tuple[_Series, ...]
    legend: bool
    corners: tuple[int, int, int, int]
    hardly_seen: frozenset[str] = frozenset()
    wrongly_remembered: tuple[str, ...] = ()
    size: tuple[int, int] = (0, 0)
    shown: bool = True
    printed: bool = True

    @property
    def called(self) -> str:
        return f'the chart "{self.title}"' if self.title else f"the chart over {self.cells}"

    @property
    def cells(self) -> str:
        return _cells(self.corners)


def _cells(corners: tuple[int, int, int, int]) -> str:
    """What a drawing covers, as a range; where it begins, if that is all one knows."""
    left, top, right, bottom = corners
    first = f"{get_column_letter(left)}{top}"
    return f"{first}:{get_column_letter(right)}{bottom}" if right else first


class _Other(NamedTuple):
    kind: str
    text: str
    corners: tuple[int, int, int, int]
    picture: str = ""
    """Of a picture the SHA-256 of its bytes."""
    size: tuple[int, int] = (0, 0)
    """Of one that is fixed at one corner."""


def compare_drawings(pair: Pair) -> Iterator[Finding]:
    """Charts and all else that lies over cells."""
    theirs, others = _drawn(pair.found, pair)
    ours, logos = _drawn(pair.expected)
    left = theirs
    for chart in ours:
        found = _same(chart, left)
        if found is not None:
            left = [each for each in left if each is not found]
            yield from _compare(pair, found, chart)
        else:
            yield pair.finding(Level.SEEN, chart.cells, chart.called, "missing", "there")
    for chart in left:
        yield pair.finding(Level.SEEN, chart.cells, chart.called, "added", "none")
    for logo in logos:
        same = next((other for other in others if _is_logo(pair, other, logo)), None)
        if same is None:
            yield pair.finding(Level.SEEN, _cells(logo.corners), "the logo", "missing, changed or elsewhere", "there")
        others = [other for other in others if other is not same]
    for other in others:
        yield _told(pair, other)
    yield from _controls(pair)


def _is_logo(pair: Pair, other: _Other, logo: _Other) -> bool:
    """Whether a picture is the logo that is shipped for the file's brand, in its place, and over no cell of ours."""
    if other.picture != logo.picture or other.text != logo.text or other.corners[:2] != logo.corners[:2]:
        return False
    if any(other.corners[2:]):
        return not overlap(other.corners, pair.found)
    return all(there <= _LARGER * here for there, here in zip(other.size, logo.size, strict=True))


def _same(chart: _Chart, candidates: list[_Chart]) -> _Chart | None:
    """The chart of the file that stands for a shipped one: of its title, in its place, or of its series."""
    for alike in (
        lambda each: bool(chart.title) and each.title == chart.title,
        lambda each: each.corners[:2] == chart.corners[:2],
        lambda each: bool(set(each.series) & set(chart.series)),
    ):
        found = next(filter(alike, candidates), None)
        if found is not None:
            return found
    return None


def _compare(pair: Pair, found: _Chart, chart: _Chart) -> Iterator[Finding]:
    cell, called = chart.cells, chart.called

    def seen(aspect: str, theirs: str, ours: str) -> Finding:
        return pair.finding(Level.SEEN, cell, f"{aspect} of {called}", theirs, ours)

    if found.kinds != chart.kinds:
        yield seen("the kind", ", ".join(found.kinds), ", ".join(chart.kinds))
    if found.title != chart.title:
        yield seen("the title", found.title or "none", chart.title or "none")
    if found.legend != chart.legend:
        yield seen("the legend", "shown" if found.legend else "not shown", "shown" if chart.legend else "not shown")
    if chart.shown and not found.shown:
        yield seen("whether one sees", "hidden", "shown")
    if chart.printed and not found.printed:
        yield seen("whether one prints", "not printed", "printed")
    for each in sorted(found.hardly_seen - chart.hardly_seen):
        yield seen("the look", each, "as shipped")
    if found.wrongly_remembered:
        more = len(found.wrongly_remembered) - 1
        said = found.wrongly_remembered[0] + (f", and {more} more such values" if more else "")
        yield seen("the saved values", said, "what its cells hold")
    yield from _compare_axes(pair, found, chart)
    yield from _compare_series(pair, found, chart)
    sizes = zip(found.size, chart.size, strict=True)
    if not all(found.corners) and any(here and not _LEAST * here <= there <= _MOST * here for there, here in sizes):
        yield seen("the size", "another", "as shipped")
    if all(chart.corners) and not all(found.corners) and not any(found.size):
        yield seen("the size", "none", "as shipped")
    known = [pair for pair in zip(found.corners, chart.corners, strict=True) if all(pair)]
    if any(abs(there - here) > _NEAR for there, here in known):
        over = set(overlap(found.corners, pair.found)) - set(overlap(chart.corners, pair.found))
        level = Level.SEEN if over else Level.LOOKS
        yield pair.finding(level, cell, f"the place of {called}", found.cells + _hiding(sorted(over)), chart.cells)


def _compare_axes(pair: Pair, found: _Chart, chart: _Chart) -> Iterator[Finding]:
    if len(found.axes) != len(chart.axes):
        yield pair.finding(
            Level.SEEN, chart.cells, f"the axes of {chart.called}", f"{len(found.axes)}", f"{len(chart.axes)}"
        )
        return
    for theirs, ours in zip(found.axes, chart.axes, strict=True):
        if theirs != ours:
            names = [at for at in range(len(ours)) if theirs[at] != ours[at]]
            said, shipped = (
                ", ".join(f"{_AXIS_WORDS[at]} {_word(axis[at])}" for at in names) for axis in (theirs, ours)
            )
            yield pair.finding(Level.SEEN, chart.cells, f"an axis of {chart.called}", said, shipped)


def _word(value: object) -> str:
    if isinstance(value, tuple):
        return " and ".join(map(_word, value))
    if isinstance(value, bool):
        return "yes" if value else "no"
    return _reference_in_words(str(value)) or "automatic"


def _reference_in_words(text: str) -> str:
    """A reference as a reader writes it: sizing!$d$5:$h$5 is Sizing!D5:H5."""
    sheet, mark, cells = text.rpartition("!")
    called = _SHEETS.get(sheet.strip("'"), sheet)
    return f"{called}!{cells.replace('$', '').upper()}" if mark else text


def _compare_series(pair: Pair, found: _Chart, chart: _Chart) -> Iterator[Finding]:
    theirs, ours = list(found.series), list(chart.series)
    for each in chart.series:
        if each in theirs:
            theirs.remove(each)
            ours.remove(each)
    for series in ours:
        called = f"series {chart.series.index(series) + 1} of {chart.called}"
        near = [each for each in theirs if (each.up, each.name) == (series.up, series.name)]
        near = near or [each for each in theirs if series.name == each.name or series.up == each.up]
        if near:
            theirs.remove(near[0])
            names = [name for name in series._fields if getattr(near[0], name) != getattr(series, name)]
            said, shipped = (
                "; ".join(f"{_SERIES_WORDS[name]} {_word(getattr(each, name))}" for name in names)
                for each in (near[0], series)
            )
            level = Level.LOOKS if not set(names) - {"labels", "labelled"} else Level.SEEN
            yield pair.finding(level, chart.cells, called, said, shipped)
        else:
            yield pair.finding(Level.SEEN, chart.cells, called, "missing", _said(series))
    for series in theirs:
        yield pair.finding(Level.SEEN, chart.cells, f"a series of {chart.called}", _said(series), "none")
    if not ours and not theirs and found.series != chart.series:
        yield pair.finding(Level.LOOKS, chart.cells, f"the order of series of {chart.called}", "another", "as shipped")


_SERIES_WORDS = {
    "name": "name",
    "across": "horizontal axis",
    "up": "values",
    "color": "colour",
    "drawn": "drawn",
    "lined": "lines between points",
    "marked": "marks at points",
    "left_out": "points left out",
    "labelled": "points with labels of their own",
    "labels": "labels",
    "typed": "written on it",
}


def _said(series: _Series) -> str:
    return f"{_word(series.up)} named {_word(series.name)}"


def _drawn(sheet: Sheet, pair: Pair | None = None) -> tuple[list[_Chart], list[_Other]]:
    charts: list[_Chart] = []
    others: list[_Other] = []
    drawing = sheet.frame.find("drawing")
    link = None if drawing is None else sheet.package.links(sheet.entry.part).get(drawing.get("r:id", ""))
    if link is None:
        return charts, others
    links = sheet.package.links(link.target)
    for anchor in sheet.package.xml(link.target).iter():  # one that newer programs draw stands deeper
        if not anchor.tag.endswith("Anchor"):
            continue
        corners = _corners(anchor)
        pointer = next((each for each in anchor.iter("chart") if each.get("r:id") in links), None)
        if pointer is not None:
            part = links[pointer.get("r:id", "")].target
            tree = sheet.package.xml(part)
            remembered = () if pair is None else tuple(wrongly_remembered(pair, tree))
            for formula in tree.iter("f") if pair else ():
                formula.text = pair.with_our_names(formula.text or "")  # type: ignore[union-attr]
            chart = _chart(tree, corners)
            shown = not any(yes(each, "hidden") for each in anchor.iter("cNvPr"))
            printed = all(yes(each, "fPrintsWithSheet", default=True) for each in anchor.iter("clientData"))
            charts.append(
                chart._replace(wrongly_remembered=remembered, size=_size(anchor), shown=shown, printed=printed)
            )
            for drawn in sheet.package.links_of_kind(part, "chartUserShapes"):
                words = " ".join(each.text or "" for each in sheet.package.xml(drawn.target).iter("t")).strip()
                others.append(_Other("a drawing within a chart", words, corners))
        else:
            words = " ".join(each.text or "" for each in anchor.iter("t")).strip()
            others.append(_Other(_kind(anchor), words, corners, _picture(sheet, links, anchor), _size(anchor)))
    return charts, others


def _kind(anchor: Element) -> str:
    tags = {each.tag for each in anchor.iter()}
    if "pic" in tags:
        return "a picture"
    return "a text box" if "txBody" in tags else "a drawing"


def _picture(sheet: Sheet, links: dict[str, Link], anchor: Element) -> str:
    pictures = [links[each.get("r:embed", "")] for each in anchor.iter("blip") if each.get("r:embed") in links]
    content = sheet.package.parts.get(pictures[0].target) if len(pictures) == 1 else None
    return "" if content is None else hashlib.sha256(content).hexdigest()


def _size(anchor: Element) -> tuple[int, int]:
    size = anchor.find("ext")
    return (0, 0) if size is None else (int(size.get("cx", "0")), int(size.get("cy", "0")))


def _corners(anchor: Element) -> tuple[int, int, int, int]:
    """Left, top, right and bottom, from 1; a corner at the very start of a cell belongs to the one before."""

    def corner(name: str) -> tuple[int, int] | None:
        at = anchor.find(name)
        if at is None:
            return None
        numbers = {child.tag: int(child.text or "0") for child in at}
        back = int(name == "to" and not numbers.get("colOff")), int(name == "to" and not numbers.get("rowOff"))
        return numbers.get("col", 0) + 1 - back[0], numbers.get("row", 0) + 1 - back[1]

    first = corner("from") or (1, 1)
    last = corner("to") or (0, 0)  # of a fixed size: in which cell it ends depends on fonts
    return (*first, *last)


def _chart(tree: Element, corners: tuple[int, int, int, int]) -> _Chart:
    plot = tree.find("chart/plotArea")
    groups = [each for each in (plot if plot is not None else ()) if _KINDS.fullmatch(each.tag)]
    axes = [each for each in (plot if plot is not None else ()) if each.tag in _AXES]
    kinds = tuple(
        f"{each.tag.removesuffix('Chart')} {_val(each, 'barDir')} {_val(each, 'grouping')}".strip()
        + _by_axes(each, axes)
        for each in groups
    )
    return _Chart(
        tuple(kind.replace("standard", "").strip() for kind in kinds),
        _title(tree.find("chart")),
        tuple(_axis(each) for each in axes),
        tuple(_series(each, group.tag) for group in groups for each in group.findall("ser")),
        tree.find("chart/legend") is not None,
        corners,
        frozenset(hardly_seen(tree)),
    )


def _by_axes(group: Element, axes: list[Element]) -> str:
    """Which of its axes bars or lines are read by, where a chart has more than two."""
    numbers = [_val(axis, "axId") for axis in axes]
    used = sorted(
        numbers.index(each.get("val", "")) + 1 for each in group.findall("axId") if each.get("val") in numbers
    )
    return f" by axes {' and '.join(map(str, used))}" if len(axes) > 2 or len(used) != len(axes) else ""


def _val(element: Element, path: str) -> str:
    found = element.find(path)
    return "" if found is None else found.get("val", "")


def _title(element: Element | None) -> str:
    title = None if element is None else element.find("title")
    return "" if title is None else "".join(each.text or "" for each in title.iter("t")).strip()


def _axis(axis: Element) -> _Axis:
    return _Axis(
        _title(axis),
        _val(axis, "delete") in ("0", "false"),  # programs take one that says nothing for deleted
        _misleading_code(axis),
        _number(_val(axis, "scaling/min")),
        _number(_val(axis, "scaling/max")),
        _number(_val(axis, "scaling/logBase")),
        _val(axis, "scaling/orientation") or "minMax",
    )


def _misleading_code(axis: Element) -> str:
    """The format of the numbers, if it says other ones; LibreOffice writes some of its own that say the same."""
    found = axis.find("numFmt")
    if found is None or yes(found, "sourceLinked"):
        return ""
    code = plain_format(found.get("formatCode", ""))
    return spelled(code) if misleads(code) or "%" in code else ""


def _number(text: str) -> str:
    return f"{float(text):g}" if text else ""


def _series(series: Element, kind: str) -> _Series:
    color = _val(series, "spPr/solidFill/srgbClr") or _val(series, "spPr/ln/solidFill/srgbClr")
    color = color or _val(series, "marker/spPr/solidFill/srgbClr")
    nothing = series.find("spPr/noFill") is not None
    labels = series.find("dLbls")
    return _Series(
        _reference(series.find("tx")),
        _reference(series.find("cat") if series.find("cat") is not None else series.find("xVal")),
        _reference(series.find("val") if series.find("val") is not None else series.find("yVal")),
        color.upper(),
        not nothing,
        is_lined(series, kind),
        is_marked(series, kind),
        points_left_out(series),
        points_labelled(series, _ON_SERIES),
        tuple(yes(None if labels is None else labels.find(name)) for name in _ON_SERIES),
        _typed(series, labels),
    )


def _typed(series: Element, labels: Element | None) -> str:
    """What somebody wrote onto a series in place of its numbers, or drew on it."""
    said = [] if labels is None else [each.text or "" for each in labels.findall("dLbl/tx//t")]
    code = None if labels is None else labels.find("numFmt")
    if code is not None and not yes(code, "sourceLinked") and misleads(plain_format(code.get("formatCode", ""))):
        said.append(f"numbers shown as {code.get('formatCode', '')}")
    said += [each.tag for each in series if each.tag in ("trendline", "errBars")]
    return shortened(" ".join(filter(None, said)))


def _reference(element: Element | None) -> str:
    """What a series refers to; a text that stands for itself."""
    if element is None:
        return ""
    formula = element.find(".//f")
    if formula is None or not formula.text:
        return " ".join(each.text or "" for each in element.iter("v"))
    text = formula.text
    return text[1:-1] if text.startswith('"') and text.endswith('"') else plain_reference(text)


def _told(pair: Pair, other: _Other) -> Finding:
    cell = _cells(other.corners)
    said = f'that says "{shortened(other.text)}"' if other.text else "without a text"
    found = f"{other.kind} {said}{_hiding(overlap(other.corners, pair.found))}"
    return pair.finding(Level.SEEN, cell, _OVER, found, "nothing")


def _hiding(cells: list[str]) -> str:
    if not cells:
        return ""
    return f", over {cells[0]}" + (f" and {len(cells) - 1} more filled cells" if len(cells) > 1 else "")


def _controls(pair: Pair) -> Iterator[Finding]:
    """Buttons, lists and embedded objects, which stand in older drawings."""
    frame = pair.found.frame
    for tag, kind in (("control", "a button or list"), ("oleObject", "an embedded object")):
        for each in frame.iter(tag):
            name = each.get("name") or each.get("progId") or "without a name"
            yield pair.finding(Level.SEEN, "", _OVER, f"{kind}, {shortened(name)}", "nothing")
    commented = bool(pair.found.package.links_of_kind(pair.found.entry.part, "comments"))
    for link in pair.found.package.links_of_kind(pair.found.entry.part, "vmlDrawing"):
        shapes = [each for each in pair.found.package.xml(link.target) if each.tag in _OLD_SHAPES]
        kinds = {data.get("ObjectType", "") for shape in shapes for data in shape.iter("ClientData")}
        kinds |= {"none" for shape in shapes if next(shape.iter("ClientData"), None) is None}
        kinds |= {data.get("ObjectType", "") for data in pair.found.package.xml(link.target).iter("ClientData")}
        for kind in sorted(kinds - ({"Note"} if commented else set())):
            yield pair.finding(Level.SEEN, "", _OVER, f"a drawing of the kind {kind or 'none'}", "nothing")
        if any(each.tag == "Visible" for shape in shapes for each in shape.iter()):
            yield pair.finding(Level.SEEN, "", _OVER, "a comment that is always shown", "nothing")
