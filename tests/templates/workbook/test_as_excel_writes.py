"""What Excel writes and openpyxl does not: on which side an axis stands, what Excel need not mark green."""

from __future__ import annotations

import os
import subprocess
import sys
from typing import Any

import pytest
from openpyxl import Workbook
from openpyxl.chart import BarChart, ScatterChart
from openpyxl.styles import Protection

from vdi_templates.workbook import save
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


def test_what_is_as_it_should_be_is_not_marked_green() -> None:
    sheet: Any = Workbook().worksheets[0]
    for cell, value in {"A1": "2018", "A2": "0..1", "A3": "1.7.2", "A4": 7, "A5": "=A4", "B1": "=A4+1"}.items():
        sheet[cell] = value
    sheet["B1"].protection = Protection(locked=False)
    assert [dict(ignored.attrib) for ignored in save._ignored_errors(sheet)] == [
        {"sqref": "B1", "unlockedFormula": "1"},
        {"sqref": "A1", "numberStoredAsText": "1"},
        {"sqref": "A1:B5", "formula": "1", "formulaRange": "1"},
    ]


def test_a_sheet_without_anything_of_that_says_nothing() -> None:
    sheet: Any = Workbook().worksheets[0]
    sheet["A1"] = "text"
    assert len(save._ignored_errors(sheet)) == 0


def test_a_chart_is_written_where_openpyxl_came_first_and_took_lxml() -> None:
    """As in a script that reads a list by openpyxl before it makes a workbook."""
    pytest.importorskip("lxml")
    script = """
import openpyxl
from openpyxl.xml.functions import tostring
from vdi_templates.workbook.chart_xml import chart_tree
print(openpyxl.LXML, b'autoTitleDeleted val="1"' in tostring(chart_tree(openpyxl.chart.BarChart())))
"""
    environment = {name: value for name, value in os.environ.items() if name != "OPENPYXL_LXML"}
    run = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, env=environment, check=True)
    assert run.stdout.split() == ["True", "True"]
