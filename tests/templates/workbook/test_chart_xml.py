"""Charts as Excel writes them: on which side each axis stands."""

from __future__ import annotations

from typing import Any

import pytest
from openpyxl.chart import BarChart, ScatterChart

from vdi_templates.workbook.chart_xml import chart_tree


@pytest.mark.parametrize(
    ("kind", "order", "crosses", "sides"),
    [
        ("col", "minMax", None, ["b", "l"]),
        ("bar", "minMax", None, ["l", "b"]),
        ("bar", "maxMin", None, ["l", "t"]),
        ("bar", "maxMin", "max", ["l", "b"]),
        ("scatter", "minMax", None, ["b", "l"]),
        ("scatter", "minMax", "max", ["b", "r"]),
    ],
)
def test_an_axis_stands_where_it_is_drawn(kind: str, order: str, crosses: str | None, sides: list[str]) -> None:
    chart: Any = ScatterChart() if kind == "scatter" else BarChart()
    if kind != "scatter":
        chart.type = kind
    chart.x_axis.scaling.orientation, chart.y_axis.crosses = order, crosses
    assert [place.get("val") for place in chart_tree(chart).iter("axPos")] == sides


@pytest.mark.parametrize("title", [None, "Response time"])
def test_a_chart_has_no_title_but_its_own_and_square_corners(title: str | None) -> None:
    chart = BarChart()
    chart.title = title
    tree = chart_tree(chart)
    assert [place.get("val") for place in tree.iter("autoTitleDeleted")] == ["0" if title else "1"]
    assert [place.get("val") for place in tree.iter("roundedCorners")] == ["0"]
