"""What Excel writes and openpyxl does not: sides of axes, what charts draw, what Excel need not mark green."""

from __future__ import annotations

import os
import subprocess
import sys
from typing import Any

import pytest
from openpyxl import Workbook
from openpyxl.chart import BarChart, Reference, ScatterChart
from openpyxl.styles import Protection

from vdi_templates.workbook import save
from vdi_templates.workbook.chart_xml import Drawn, chart_tree


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
    assert [place.get("val") for place in chart_tree(chart, lambda _: []).iter("axPos")] == sides


@pytest.mark.parametrize("title", [None, "Response time"])
def test_a_chart_has_no_title_but_its_own_and_square_corners(title: str | None) -> None:
    chart = BarChart()
    chart.title = title
    tree = chart_tree(chart, lambda _: [])
    assert [place.get("val") for place in tree.iter("autoTitleDeleted")] == ["0" if title else "1"]
    assert [place.get("val") for place in tree.iter("roundedCorners")] == ["0"]


def test_a_chart_saves_what_its_cells_hold_and_nothing_of_empty_places() -> None:
    book = Workbook()
    chart = BarChart()
    chart.add_data(Reference(book.worksheets[0], min_col=2, min_row=1, max_row=4), titles_from_data=False)
    chart.set_categories(Reference(book.worksheets[0], min_col=1, min_row=1, max_row=4))
    held: dict[str, list[object]] = {
        "'Sheet'!$A$1:$A$4": ["steady", "", None, "login"],
        "'Sheet'!$B$1:$B$4": [1.5, "", None, 0.0],
    }
    tree = chart_tree(chart, lambda cells: [Drawn(value, "0.0" if value else "0.0;;") for value in held[cells]])
    (names,), (numbers,) = tree.iter("strCache"), tree.iter("numCache")
    assert [(point.get("idx"), point.findtext("v")) for point in names.iter("pt")] == [("0", "steady"), ("3", "login")]
    assert [(point.attrib, point.findtext("v")) for point in numbers.iter("pt")] == [
        ({"idx": "0"}, "1.5"), ({"idx": "3", "formatCode": "0.0;;"}, "0.0"),
    ]  # fmt: skip
    assert numbers.findtext("formatCode") == "0.0"
    assert [count.get("val") for count in tree.iter("ptCount")] == ["4", "4"]
    assert [cells.tag for cells in tree.iter() if cells.tag.endswith("Ref")] == ["strRef", "numRef"]


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
print(openpyxl.LXML, b'autoTitleDeleted val="1"' in tostring(chart_tree(openpyxl.chart.BarChart(), lambda _: ())))
"""
    environment = {name: value for name, value in os.environ.items() if name != "OPENPYXL_LXML"}
    run = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, env=environment, check=True)
    assert run.stdout.split() == ["True", "True"]
