"""A chart as Excel writes it: openpyxl puts every axis at the left, and says nothing of corners, titles and values."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from openpyxl.chart import BarChart
from openpyxl.xml.functions import Element, SubElement


class Drawn(NamedTuple):
    """What a cell holds that a chart draws, and how a number is shown there."""

    value: object
    number_format: str


def chart_tree(chart: Any, cells_of: Callable[[str], Sequence[Drawn]]) -> Any:
    """The XML of a chart: where its axes stand, square corners, and no title where it was given none.

    `cells_of` gives the cells of a reference; what they hold is saved beside it, so that a program that does not
    calculate can draw it.
    """
    chart.roundedCorners = False
    chart.x_axis.axPos, chart.y_axis.axPos = _sides(chart)
    tree = chart._write()  # of lxml where a script had openpyxl take it, before it took us
    container = tree.find("chart")
    assert container is not None
    untitled = chart.title is None  # a chart of one series would be given its name
    container.insert(0 if untitled else 1, Element("autoTitleDeleted", val="1" if untitled else "0"))
    for own in tree.iter("numFmt"):
        own.set("sourceLinked", own.get("sourceLinked", "0"))  # else LibreOffice takes the format of the cells
    for names in tree.iter("cat"):
        if any(isinstance(cell.value, str) for cell in cells_of(names.findtext("numRef/f", ""))):
            names[0].tag = "strRef"  # openpyxl takes the names below bars for numbers
    for reference in (*tree.iter("numRef"), *tree.iter("strRef")):
        _save_values(reference, cells_of(reference.findtext("f", "")))
    return tree


def _save_values(reference: Any, cells: Sequence[Drawn]) -> None:
    """Numbers with their formats, or texts; of an empty place there is no point, so that it is not drawn as 0."""
    is_text = reference.tag == "strRef"
    saved = SubElement(reference, "strCache" if is_text else "numCache")
    usual = cells[0].number_format if cells else "General"
    if not is_text:
        SubElement(saved, "formatCode").text = usual
    SubElement(saved, "ptCount", val=str(len(cells)))
    for at, (value, number_format) in enumerate(cells):
        if value is None or value == "" or (isinstance(value, str) and not is_text):
            continue
        point = SubElement(saved, "pt", idx=str(at))
        if not is_text and number_format != usual:
            point.set("formatCode", number_format)
        SubElement(point, "v").text = str(value)


def _sides(chart: Any) -> tuple[str, str]:
    """On which side the axis of x, or of categories, stands, and that of y: what differs is drawn as it is said."""
    x, y = chart.x_axis, chart.y_axis
    from_the_top = x.scaling.orientation == "maxMin"
    at_its_end = y.crosses == "max"
    if isinstance(chart, BarChart) and chart.type == "bar":
        return "l", "t" if from_the_top != at_its_end else "b"
    return "b", "r" if from_the_top != at_its_end else "l"
