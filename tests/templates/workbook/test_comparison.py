"""The Comparison says why a figure is missing, and its charts show what they claim to show."""

from __future__ import annotations

from dataclasses import replace
from io import BytesIO
from typing import Any

import pytest
from openpyxl import load_workbook
from openpyxl.chart import BarChart, ScatterChart
from tests.pylib.model.by_key import LIMITS

from vdi_sizing.model import limits
from vdi_sizing.model.sizing import size
from vdi_sizing.scenario import Scenario
from vdi_templates.examples import EXAMPLES, etri, fujitsu, today
from vdi_templates.workbook.book import Book
from vdi_templates.workbook.build import build_book
from vdi_templates.workbook.layout import HEADER_ROW
from vdi_templates.workbook.save import workbook_bytes
from vdi_templates.workbook.sheets import charts
from vdi_templates.workbook.styles import AMBER, GREY, RED

SCENARIOS = {**EXAMPLES, "today": today}
ZERO_IS_A_DASH = ';"–"'


def comparison(scenario: Scenario) -> Book:
    return build_book(size(scenario))


def rows(book: Book) -> dict[str, list[tuple[Any, str]]]:
    """Value and number format of each design, by the label of the row; the first where a label stands twice."""
    ws, values = book.worksheet("Comparison"), book.cached["Comparison"]
    columns = [book.layout.column(i) for i in range(book.layout.design_columns)]
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


def test_bad_news_is_amber() -> None:
    """Fujitsu's disks are asked for more than they sustain, in RAID 0: no result is green that says so."""
    book = comparison(fujitsu())
    ws = book.worksheet("Comparison")
    (utilization, *_) = values_of(book, book.layout.lines["utilization"].label)
    assert utilization > 1
    assert set(values_of(book, book.layout.lines["degraded_vms_shown"].label)) == {0}
    for name in ("utilization", "response_words", "within_words", "total_missing", "degraded_vms_shown"):
        row = next(row for row in range(1, ws.max_row) if ws[f"A{row}"].value == book.layout.lines[name].label)
        rules = [
            rule for cells in ws.conditional_formatting for rule in cells.rules
            if str(cells.sqref) == f"D{row}:{book.layout.column(book.layout.design_columns - 1)}{row}"
        ]  # fmt: skip
        assert [rule.dxf.font.color.rgb for rule in rules] == [f"00{AMBER}"], name
        if name == "utilization":
            late = next(row for row in range(1, ws.max_row) if ws[f"A{row}"].value == "mean response time")
            assert f"D{late}>" in rules[0].formula[0], "drives that are nearly saturated, as EMC's at 10 IOPS"


def test_no_word_in_place_of_a_number_has_the_colour_of_a_result() -> None:
    """Amber where something is wrong, red for an error, and grey where there is just no number."""
    ws = comparison(fujitsu()).worksheet("Comparison")
    (cells,) = (cells for cells in ws.conditional_formatting if str(cells.sqref).startswith(f"D{HEADER_ROW + 1}:"))
    found = {rule.dxf.font.color.rgb[-6:]: rule.formula[0] for rule in cells.rules}
    words = {
        RED: ("not feasible", "too few bays", "off target"),
        AMBER: ("no price", "saturated", "not known"),
        GREY: ("–", "none", "not given", "not modelled", "the purchase alone"),
    }
    assert found.keys() == words.keys()
    for color, refusals in words.items():
        assert all(f'="{word}"' in found[color] for word in refusals)


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


# --- rows that say nothing --------------------------------------------------------------------------------


def folded(book: Book) -> set[str]:
    """The labels of the rows that are folded."""
    ws = book.worksheet("Comparison")
    return {str(ws[f"A{row}"].value) for row, looks in ws.row_dimensions.items() if getattr(looks, "folded", False)}


def test_rows_that_say_nothing_of_any_design_are_folded() -> None:
    away = folded(comparison(fujitsu()))
    assert {"boot storm", "tier 3", "payments, year 6", "errors"} <= away
    assert not away & {"tier 2", "steady IOPS", "what the checks say", "EUR per user for these users", "RAM"}
    assert {"cost over the years", "EUR per user over the years", "payback against the first design"} <= away
    assert "the cost over the years holds" not in away, "the purchase alone, said once"
    book = comparison(etri())
    assert "Payments by year" in folded(book), "a section of nothing else"
    assert "EUR per user for these users" not in folded(book), "the answer says that there is no price"
    assert {"VAT", "years of use", "missing in the cost over the years"} <= folded(book), "nothing has a bill"
    assert "response target" not in folded(book)
    assert "response target" in away, "no design has one"


def test_short_pages_stand_on_one_sheet_together() -> None:
    """Of the shipped example the cost over the years, which is short, with the drives below it; charts apart."""
    ws = comparison(fujitsu()).worksheet("Comparison")
    headings = [row for row in range(HEADER_ROW, ws.max_row) if ws[f"A{row}"].style == "VDI heading"]
    begins = {ws[f"A{row}"].value for row in headings if row - 1 in {each.id for each in ws.row_breaks.brk}}
    assert begins == {"Cost over the years, net unless said otherwise", "Charts"}


@pytest.mark.parametrize("name", SCENARIOS)
def test_a_fold_can_be_opened(name: str) -> None:
    """Its "+" stands above and below, and the sheet is not protected: there Excel does not unfold."""
    workbook = load_workbook(BytesIO(workbook_bytes(comparison(SCENARIOS[name]()))))
    ws = workbook["Comparison"]
    away = {row for row, looks in ws.row_dimensions.items() if looks.outlineLevel}
    assert away
    assert all(ws.row_dimensions[row].hidden for row in away)
    beside = {row + step for row in away for step in (-1, 1)} - away
    assert {row for row, looks in ws.row_dimensions.items() if looks.collapsed} == beside
    outline = ws.sheet_properties.outlinePr
    assert outline is not None
    assert (ws.sheet_format.outlineLevelRow, outline.summaryBelow) == (1, False)
    assert not ws.protection.sheet


# --- charts -----------------------------------------------------------------------------------------------


def drawn(book: Book) -> dict[str, Any]:
    """The charts of the sheet by their titles."""
    return {title(chart): chart for chart in book.worksheet("Comparison")._charts}  # type: ignore[attr-defined]


def title(chart: Any) -> str:
    return "".join(run.t for paragraph in chart.title.tx.rich.p for run in paragraph.r)


def points(book: Book, series: Any) -> list[Any]:
    """Heights of bars, or of the points of a curve."""
    return figures(book, series.val or series.yVal)


def shares(book: Book, series: Any) -> list[Any]:
    """Where the points of a curve stand on the axis of the load."""
    return figures(book, series.xVal)


def figures(book: Book, source: Any) -> list[Any]:
    sheet, _, cells = source.numRef.f.partition("!")
    name, (first, _, last) = sheet.strip("'"), cells.replace("$", "").partition(":")
    found = book.worksheet(name)[f"{first}:{last or first}"]
    return [book.cached[name][cell.coordinate] for row in found for cell in row]


@pytest.mark.parametrize("name", SCENARIOS)
def test_no_chart_is_empty_and_what_is_left_out_is_said(name: str) -> None:
    book = comparison(SCENARIOS[name]())
    for chart in drawn(book).values():
        assert any(value for series in chart.series for value in points(book, series))
    texts = [cell.value for (cell,) in book.worksheet("Comparison")["A1:A200"] if isinstance(cell.value, str)]
    for chart_title in charts.NOTHING:
        missing = any(text.startswith(f"{chart_title}: no chart, since") for text in texts)
        assert missing == (chart_title not in drawn(book))


def test_without_prices_there_is_no_chart_of_prices() -> None:
    assert set(drawn(comparison(today()))) == {charts._DRIVES, charts._VMS, charts._RESPONSE}


def test_each_limit_has_a_bar_of_its_own_colour() -> None:
    """And none where it limits no design; few bars have their labels level."""
    book = comparison(fujitsu())
    chart = drawn(book)[charts._VMS]
    assert isinstance(chart, BarChart)
    assert [limit_of(book, series) for series in chart.series] == ["capacity", "ram", "measured"]
    colors = [series.graphicalProperties.solidFill.srgbClr for series in chart.series]
    assert colors == [
        limit.color for limit in limits.LIMITS if limit.name in ("limit_capacity", "limit_ram", "limit_measured")
    ]
    assert {series.dLbls.txPr.bodyPr.rot for series in chart.series} == {0}


def limit_of(book: Book, series: Any) -> str:
    """The limit that a bar stands for, by the cell of its title."""
    row = int(series.tx.strRef.f.rpartition("A")[2])
    return next(limit for limit in LIMITS if book.layout.line_rows[f"chart_{limit}"][1] == row)


@pytest.mark.parametrize("name", SCENARIOS)
def test_a_bar_stands_for_the_limit_itself(name: str) -> None:
    """Never for a cap, whose label would be read as the limit; the binding limit always has its bar."""
    book = comparison(SCENARIOS[name]())
    chart = drawn(book)[charts._VMS]
    bars = {limit_of(book, series): points(book, series) for series in chart.series}
    for limit in LIMITS:
        for design, bar in zip(book.sizing.designs, bars.get(limit, [0] * len(book.sizing.designs)), strict=True):
            assert bar in (0, design[f"limit_{limit}"])
            assert bar or design["binding_name"] != LIMITS[limit]


def response_series(book: Book) -> tuple[list[Any], list[Any], list[Any]]:
    """Curves, limits and operating points, told apart by how they are drawn."""
    chart = drawn(book)[charts._RESPONSE]
    assert isinstance(chart, ScatterChart)
    marked = [series for series in chart.series if series.marker.symbol]
    lines = [series for series in chart.series if not series.marker.symbol]
    curves, limits = (
        [series for series in lines if series.graphicalProperties.line.prstDash == dash] for dash in ("solid", "dash")
    )
    assert [*curves, *limits, *marked] == list(chart.series)
    return curves, limits, marked


def line_colors(half: list[Any]) -> list[str]:
    return [series.graphicalProperties.line.solidFill.srgbClr for series in half]


def test_a_design_has_its_own_response_limit() -> None:
    book = comparison(etri())
    curves, limits, _ = response_series(book)
    assert [set(points(book, series)) for series in limits] == [{20}, {20}, {20}, {50}, {50}]
    assert line_colors(curves) == line_colors(limits)
    assert len(set(line_colors(curves))) == 5


@pytest.mark.parametrize("name", ["fujitsu", "etri", "today"])
def test_each_curve_has_its_operating_point(name: str) -> None:
    """In its colour; of these designs, at the end of the curve. The legend names the curves alone."""
    book = comparison(SCENARIOS[name]())
    curves, _, marked = response_series(book)
    assert [series.marker.graphicalProperties.solidFill.srgbClr for series in marked] == line_colors(curves)
    for curve, point in zip(curves, marked, strict=True):
        assert point.tx.strRef.f == curve.tx.strRef.f
        assert point.dLbls is None
        assert point.graphicalProperties.line.noFill
        assert shares(book, point) == pytest.approx(shares(book, curve)[-1:])
        assert points(book, point) == pytest.approx(points(book, curve)[-1:])
    chart = drawn(book)[charts._RESPONSE]
    unnamed = {entry.idx for entry in chart.legend.legendEntry if entry.delete}
    assert unnamed == set(range(len(curves), len(chart.series)))


def test_limits_that_are_alike_are_one_red_line() -> None:
    scenario = etri()
    alike = tuple(replace(design, response_limit_ms=None, response_share=None) for design in scenario.designs)
    curves, limits, marked = response_series(comparison(replace(scenario, designs=alike)))
    assert line_colors(limits) == ["C00000"]
    assert len(curves) == len(marked) == 5
