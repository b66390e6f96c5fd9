"""A chart as Excel writes it: openpyxl puts every axis at the left, and says nothing of corners and titles."""

from __future__ import annotations

from typing import Any

from openpyxl.chart import BarChart
from openpyxl.xml.functions import Element


def chart_tree(chart: Any) -> Any:
    """The XML of a chart: where its axes stand, square corners, and no title where it was given none."""
    chart.roundedCorners = False
    chart.x_axis.axPos, chart.y_axis.axPos = _sides(chart)
    tree = chart._write()  # of lxml where a script had openpyxl take it, before it took us
    container = tree.find("chart")
    assert container is not None
    untitled = chart.title is None  # a chart of one series would be given its name
    container.insert(0 if untitled else 1, Element("autoTitleDeleted", val="1" if untitled else "0"))
    return tree


def _sides(chart: Any) -> tuple[str, str]:
    """On which side the axis of x, or of categories, stands, and that of y: what differs is drawn as it is said."""
    x, y = chart.x_axis, chart.y_axis
    from_the_top = x.scaling.orientation == "maxMin"
    at_its_end = y.crosses == "max"
    if isinstance(chart, BarChart) and chart.type == "bar":
        return "l", "t" if from_the_top != at_its_end else "b"
    return "b", "r" if from_the_top != at_its_end else "l"
