"""The Comparison says why a figure is missing, and its charts show what they claim to show."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from openpyxl.chart import BarChart, LineChart
from tests.pylib.model.by_key import LIMITS

from vdi_sizing.model.sizing import size
from vdi_sizing.scenario import Scenario
from vdi_templates.examples import EXAMPLES, etri, fujitsu, today
from vdi_templates.workbook.book import Book
from vdi_templates.workbook.build import build_book
from vdi_templates.workbook.layout import HEADER_ROW
from vdi_templates.workbook.sheets import charts

SCENARIOS = {**EXAMPLES, "today": today}
ZERO_IS_A_DASH = ';"–"'


def comparison(scenario: Scenario) -> Book:
    return build_book(size(scenario))


def rows(book: Book) -> dict[str, list[tuple[Any, str]]]:
    """Value and number format of each design, by the label of the row; the first where a label stands twice."""
    ws, values = book.worksheet("Comparison"), book.cached["Comparison"]
    columns = [book.layout.column(i) for i in range(book.layout.designs)]
    found: dict[str, list[tuple[Any, str]]] = {}
    for row in range(HEADER_ROW + 1, ws.max_row + 1):
        cells = [f"{column}{row}" for column in columns]
        if cells[0] in values:
            found.setdefault(str(ws[f"A{row}"].value), [(values[cell], ws[cell].number_format) for cell in cells])
    return found


def values_of(book: Book, label: str) -> list[Any]:
    return [value for value, _ in rows(book)[label]]


def test_a_limit_that_a_measured_number_replaces_is_shown_with_its_estimate() -> None:
    book = comparison(fujitsu())
    assert values_of(book, "steady IOPS")[0] == "measured replaces 23"
    for label in ("login storm", "boot storm", "response time", "cores", "given number"):
        assert values_of(book, label) == ["not given"] * 5
    assert values_of(book, "measured") == [29, 71, 67, 67, 71]
    assert values_of(book, "VMs per block, measured") == [31, 75, 70, 70, 75]


@pytest.mark.parametrize("name", SCENARIOS)
def test_no_limit_is_said_only_where_an_input_sets_none(name: str) -> None:
    """Of the examples: users of the case, where the drives are given."""
    book = comparison(SCENARIOS[name]())
    unlimited = {label for label, cells in rows(book).items() for value, _ in cells if value == 1e9}
    assert unlimited <= {LIMITS["target"], "margin to the next limit"}


def test_what_is_not_given_is_a_dash_and_no_zero() -> None:
    found = rows(comparison(etri()))
    for label in (
        "login IOPS per VM", "boot IOPS per VM", "drives by login storm, all tiers",
        "tier 3: share of the pool's capacity", "hot set: capacity that takes the skew's share of the I/O",
    ):  # fmt: skip
        assert [value for value, _ in found[label]] == [0] * 5
        assert all(shown.endswith(ZERO_IS_A_DASH) for _, shown in found[label])
    assert not any(shown.endswith(ZERO_IS_A_DASH) for _, shown in found["VMs per block"])


def test_drives_by_capacity_are_not_counted_where_the_capacity_is_given() -> None:
    assert set(values_of(comparison(EXAMPLES["dell"]()), "drives by capacity, all tiers")) == {"usable GB given"}
    assert values_of(comparison(etri()), "drives by capacity, all tiers") == [14, 14, 13, 13, 13]


def test_the_boot_speed_up_is_on_the_comparison() -> None:
    assert values_of(comparison(EXAMPLES["sandisk"]()), "boot speed-up by the lower latency")[1] == pytest.approx(
        4, 0.01
    )


def test_the_subtitle_suits_every_set_of_designs() -> None:
    assert comparison(etri()).worksheet("Comparison")["A2"].value.startswith("Designs side by side")


# --- charts -----------------------------------------------------------------------------------------------


def drawn(book: Book) -> dict[str, Any]:
    """The charts of the sheet by their titles."""
    return {title(chart): chart for chart in book.worksheet("Comparison")._charts}  # type: ignore[attr-defined]


def title(chart: Any) -> str:
    return "".join(run.t for paragraph in chart.title.tx.rich.p for run in paragraph.r)


def points(book: Book, series: Any) -> list[Any]:
    sheet, _, cells = series.val.numRef.f.partition("!")
    found = book.worksheet(sheet.strip("'"))[cells.replace("$", "")]
    flat = [cell for row in found for cell in row]
    return [book.cached[sheet.strip("'")][cell.coordinate] for cell in flat]


@pytest.mark.parametrize("name", SCENARIOS)
def test_no_chart_is_empty_and_what_is_left_out_is_said(name: str) -> None:
    book = comparison(SCENARIOS[name]())
    for chart in drawn(book).values():
        assert any(value for series in chart.series for value in points(book, series))
    texts = [cell.value for (cell,) in book.worksheet("Comparison")["A1:A200"] if isinstance(cell.value, str)]
    for chart_title in charts._NOTHING:
        missing = any(text.startswith(f"{chart_title}: no chart, since") for text in texts)
        assert missing == (chart_title not in drawn(book))


def test_without_prices_there_is_no_chart_of_prices() -> None:
    assert set(drawn(comparison(today()))) == {charts._DRIVES, charts._VMS, charts._RESPONSE}


def test_each_limit_has_a_bar_of_its_own_colour() -> None:
    chart = drawn(comparison(fujitsu()))[charts._VMS]
    assert isinstance(chart, BarChart)
    colors = [series.graphicalProperties.solidFill.srgbClr for series in chart.series]
    assert len(set(colors)) == len(colors) == len(LIMITS)


@pytest.mark.parametrize("name", SCENARIOS)
def test_a_bar_stands_for_the_limit_itself(name: str) -> None:
    """Never for a cap, whose label would be read as the limit; the binding limit always has its bar."""
    book = comparison(SCENARIOS[name]())
    chart = drawn(book)[charts._VMS]
    for limit, series in zip(LIMITS, chart.series, strict=True):
        for design, bar in zip(book.sizing.designs, points(book, series), strict=True):
            assert bar in (0, design[f"limit_{limit}"])
            assert bar or design["binding_name"] != LIMITS[limit]


def test_a_design_has_its_own_response_limit() -> None:
    book = comparison(etri())
    chart = drawn(book)[charts._RESPONSE]
    assert isinstance(chart, LineChart)
    curves, limits = chart.series[:5], chart.series[5:]
    assert [points(book, series)[0] for series in limits] == [20, 20, 20, 50, 50]
    colors = [[series.graphicalProperties.line.solidFill.srgbClr for series in half] for half in (curves, limits)]
    assert colors[0] == colors[1]


def test_limits_that_are_alike_are_one_red_line() -> None:
    scenario = etri()
    alike = tuple(replace(design, response_limit_ms=None, response_share=None) for design in scenario.designs)
    chart = drawn(comparison(replace(scenario, designs=alike)))[charts._RESPONSE]
    assert {series.graphicalProperties.line.solidFill.srgbClr for series in chart.series[5:]} == {"C00000"}
    assert [entry.idx for entry in chart.legend.legendEntry] == [6, 7, 8, 9]
