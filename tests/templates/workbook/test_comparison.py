"""The Comparison says why a figure is missing, and its charts show what they claim to show."""

from __future__ import annotations

import textwrap
from dataclasses import replace
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from openpyxl import load_workbook
from openpyxl.chart import BarChart, ScatterChart
from openpyxl.utils import get_column_letter
from tests.built import file_of, shared_book
from tests.gate.office import Office
from tests.pylib.model.by_key import LIMITS
from tests.templates.engines import errors
from tests.templates.workbook.test_free_columns import FOURTH, START, cell, opened
from tests.tiers import but_in_gate

from vdi_sizing._arrays import round_down
from vdi_sizing.model.sizing import size
from vdi_sizing.scenario import Scenario
from vdi_sizing.tables.profiles import PER_VM
from vdi_sizing.words import DASH
from vdi_templates.examples import EXAMPLES, customer, etri, fujitsu, today
from vdi_templates.report.table import table
from vdi_templates.workbook.book import Book, Made
from vdi_templates.workbook.comparison import speaks
from vdi_templates.workbook.layout import HEADER_ROW, MAX_DESIGNS
from vdi_templates.workbook.sheets import charts
from vdi_templates.workbook.styles import AMBER, DARK, DESIGN_COLORS, GREY, INK, MUTED, RED

SCENARIOS = {**EXAMPLES, "today": today}
every_scenario = pytest.mark.parametrize("name", but_in_gate(SCENARIOS, "customer", "fujitsu"))
ROOM_FOR_CHANGES = ("what the checks say", "payback against the first design", "payback against going on as today")
ZERO_IS_A_DASH = ';"–"'


def comparison(scenario: Scenario) -> Book:
    return shared_book(scenario)


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


@every_scenario
def test_no_limit_is_said_only_where_an_input_sets_none(name: str) -> None:
    """Users, where the drives are given; whole VMs and bays, where these ask for no further host or array."""
    book = comparison(SCENARIOS[name]())
    unlimited = {label for label, cells in rows(book).items() for value, _ in cells if value == 1e9}
    assert unlimited <= {LIMITS["target"], LIMITS["whole_vms"], LIMITS["bays"], "margin to the next limit"}


def test_bad_news_is_amber() -> None:
    """Fujitsu's disks are asked for more than they sustain, in RAID 0: no result is green that says so."""
    book = comparison(fujitsu())
    ws = book.worksheet("Comparison")
    (utilization, *_) = values_of(book, book.layout.lines["utilization"].label)
    assert utilization > 1
    assert set(values_of(book, book.layout.lines["degraded_vms_shown"].label)) == {0}
    for name in ("utilization", "response_words", "within_words", "total_left_out", "degraded_vms_shown"):
        row = next(row for row in range(1, ws.max_row) if ws[f"A{row}"].value == book.layout.lines[name].label)
        rules = [
            rule for cells in ws.conditional_formatting for rule in cells.rules
            if str(cells.sqref) == f"D{row}:{book.layout.column(book.layout.design_columns - 1)}{row}"
        ]  # fmt: skip
        warns = next(rule for rule in rules if rule.dxf.font.color.rgb == f"00{AMBER}")
        assert all(warns.priority < rule.priority for rule in rules if rule.dxf.font.color.rgb == f"00{MUTED}"), name
        if name == "utilization":
            late = next(row for row in range(1, ws.max_row) if ws[f"A{row}"].value == "mean response time")
            assert f"D{late}>" in warns.formula[0], "drives that are nearly saturated, as EMC's at 10 IOPS"


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


def test_an_input_that_runs_into_thousands_is_grouped_as_the_figures_beside_it() -> None:
    made = customer()
    first = replace(made.designs[0], block_watts=1_070.0, port_gbit_s=12.5)
    found = rows(comparison(replace(made, designs=(first, *made.designs[1:]))))
    assert found["power of a block without drives"][0] == (1_070, "[>=1000]#,##0;General")
    assert found["port of a block"][0] == (12.5, "General")
    assert {shown for _, shown in found["drive bays per block"]} == {"#,##0"}
    assert {shown for _, shown in found["remark"]} == {"@"}


def test_watts_of_a_shelf_are_shown_where_there_are_shelves() -> None:
    made = customer()
    assert values_of(comparison(made), "power of a shelf without drives")[:4] == ["–", "–", 80, 80]
    blocks = [each.block for each in size(made).designs]
    assert (speaks("design.shelf_watts", blocks[2:]), speaks("design.shelf_watts", blocks[:2])) == (True, False)


def test_drives_by_capacity_are_not_counted_where_the_capacity_is_given() -> None:
    assert set(values_of(comparison(EXAMPLES["dell"]()), "drives by capacity, all tiers")) == {"usable GB given"}
    assert values_of(comparison(etri()), "drives by capacity, all tiers") == [14, 14, 13, 13, 13]


def test_the_boot_speed_up_is_on_the_comparison() -> None:
    assert values_of(comparison(EXAMPLES["sandisk"]()), "boot speed-up by the lower latency")[1] == pytest.approx(
        4, 0.01
    )


@every_scenario
def test_the_answer_stands_first_as_a_sentence_and_numbers_are_in_ink(name: str) -> None:
    """No number is green: green says that something is good."""
    book = comparison(SCENARIOS[name]())
    ws = book.worksheet("Comparison")
    assert book.cached["Comparison"]["A2"] == book.sizing.designs[0]["recommendation"]
    columns = [book.layout.column(i) for i in range(book.layout.design_columns)]
    styles = {
        str(ws[f"{column}{row}"].style)
        for column in columns
        for row in range(HEADER_ROW + 1, chart_heading(book))
        if f"{column}{row}" in book.cached["Comparison"]
    }
    assert styles <= {f"VDI row {look}" for look in ("number", "text", "words", "result", "result text")}
    assert {ws[f"D{row}"].font.color.rgb[-6:] for row in range(HEADER_ROW + 1, chart_heading(book))} == {INK, DARK}


def chart_heading(book: Book) -> int:
    """The row of the heading above the charts."""
    ws = book.worksheet("Comparison")
    return next(row for row in range(HEADER_ROW, ws.max_row) if ws[f"A{row}"].value == "Charts")


@every_scenario
def test_rows_are_as_high_as_their_texts(name: str) -> None:
    """A row of one line is no higher than one line, and no text that is seen is cut by a measure of its own."""
    book = comparison(SCENARIOS[name]())
    ws = book.worksheet("Comparison")
    for row in range(HEADER_ROW + 1, chart_heading(book)):
        height, most = ws.row_dimensions[row].height, 1
        assert height is not None
        for place in ws[row]:
            value = book.cached["Comparison"].get(place.coordinate, place.value)
            looks = ws.column_dimensions[get_column_letter(place.column or 1)]
            if isinstance(value, str) and place.alignment.wrap_text and not looks.hidden:
                width = looks.width * 10 / place.font.sz
                lines = len(textwrap.wrap(value, int(1.25 * width)))
                assert height >= 1.22 * place.font.sz * lines, value
                most = max(most, lines)
        if ws[f"A{row}"].value not in ROOM_FOR_CHANGES:
            assert height <= 15 + 15 * most, ws[f"A{row}"].value


def test_a_group_with_figures_over_its_profile_says_so() -> None:
    shipped = EXAMPLES["customer"]()
    clerks = replace(shipped.groups[0], **dict.fromkeys(PER_VM))  # type: ignore[arg-type]
    book = comparison(replace(shipped, groups=(clerks, *shipped.groups[1:])))
    said = [str(value) for cell, value in book.cached["Comparison"].items() if cell.startswith("A")]
    of_profile = "clerks (80 % of 620 users): Windows 11 knowledge worker, MCS; image by"
    assert any(each.startswith(of_profile) for each in said)
    said = [str(value) for cell, value in comparison(shipped).cached["Comparison"].items() if cell.startswith("A")]
    own = "clerks (80 % of 620 users): Windows 11 knowledge worker, MCS, with figures of its own; image by MCS"
    assert any(each.startswith(own) for each in said)


def test_groups_are_shown_with_the_vms_that_work_at_a_time() -> None:
    """80 % of 620, 75 % of 300 and all 80 are the 801 that are sized."""
    book = comparison(EXAMPLES["customer"]())
    ws, shown = book.worksheet("Comparison"), book.cached["Comparison"]
    at = {str(shown.get(f"A{row}", ws[f"A{row}"].value)): row for row in range(1, ws.max_row + 1)}
    groups = [(label, shown[f"D{row}"]) for label, row in at.items() if "% of" in label]
    assert [label.partition(":")[0] for label, _ in groups] == [
        "clerks (80 % of 620 users)", "service centre, in shifts (75 % of 300 users)", "developers (100 % of 80 users)",
    ]  # fmt: skip
    assert [vms for _, vms in groups] == [496, 225, 80]
    assert shown[f"D{at['concurrent VMs, whole']}"] == 496 + 225 + 80


def test_a_fraction_of_a_vm_is_a_whole_one_wherever_vms_are_shown() -> None:
    """2,854.4 VMs at a time: 2,855 are billed, and no page says 2,854."""
    shipped = EXAMPLES["customer"]()
    users = replace(shipped.groups[0], vms=3568, concurrency=0.8)
    scenario = replace(shipped, groups=(users,))
    assert size(scenario).designs[0]["vms"] == pytest.approx(2854.4)
    assert set(values_of(comparison(scenario), "concurrent VMs, whole")[:3]) == {2855}
    printed = table(size(scenario))
    assert "2,855" in printed
    assert "2,854" not in printed


def as_shown(value: float, number_format: str) -> float:
    """A number with the decimals that its format shows."""
    first = number_format.partition(";")[0]
    decimals = len(first.rstrip("%").partition(".")[2]) + 2 * first.endswith("%")
    return round(value, decimals)


@every_scenario
def test_a_reader_works_out_vms_by_capacity_and_by_steady_iops_from_what_is_shown(name: str) -> None:
    """From rows that are not folded, with the decimals that they show: what the rows of the limits say."""
    book = comparison(SCENARIOS[name]())
    found, away = rows(book), folded(book)

    def shown(label: str, at: int, otherwise: float = 0.0) -> float:
        value, number_format = found[label][at]
        return otherwise if label in away or value == "–" else as_shown(value, number_format)

    for at in range(len(SCENARIOS[name]().designs)):
        by_capacity, gb = found[LIMITS["capacity"]][at][0], shown("GB that VMs take of it, per concurrent VM", at)
        if gb:
            usable = shown("usable capacity of the tier that is full first", at, shown("usable capacity per block", at))
            kept_free, taken = shown("capacity kept free on the block", at), shown("of it for images and repairs", at)
            left = usable * (1 - kept_free) - taken
            assert left / gb == pytest.approx(by_capacity, abs=1)
        iops = shown("steady IOPS of a VM behind the RAID level", at)
        if iops:
            drives = shown("drives that are busy first in steady work", at, shown("drives per block", at))
            each = shown("IOPS of a drive in the steady mix", at)
            carried = drives * each * shown("maximum utilisation of a drive", at, 1.0) / iops
            whole = size(SCENARIOS[name]()).designs[at]["estimate_steady"]
            of_decimals = 0.0005  # half of the last digit of 198.0 IOPS, and of the others
            assert carried == pytest.approx(whole, abs=1 + of_decimals * whole)


# --- rows that say nothing --------------------------------------------------------------------------------


def folded(book: Book) -> set[str]:
    """The labels of the rows that are folded."""
    ws = book.worksheet("Comparison")
    return {str(ws[f"A{row}"].value) for row, looks in ws.row_dimensions.items() if getattr(looks, "folded", False)}


def test_rows_that_say_nothing_of_any_design_are_folded() -> None:
    away = folded(comparison(fujitsu()))
    assert {"boot storm", "tier 3", "errors"} <= away
    assert not away & {"tier 2", "steady IOPS", "what the checks say", "EUR per user for these users", "RAM"}
    assert {"cost over the years", "EUR per user over the years", "payback against the first design"} <= away
    assert "the cost over the years holds" not in away, "the purchase alone, said once"
    book = comparison(etri())
    assert "EUR per user for these users" not in folded(book), "the answer says that there is no price"
    assert {"VAT", "years of use", "left out of the cost over the years"} <= folded(book), "nothing has a bill"
    assert "response target" not in folded(book)
    assert "response target" in away, "no design has one"


def test_bays_and_watts_that_are_entered_are_shown() -> None:
    """The remark of the shipped designs calls the watts examples, and the arrays have shelves."""
    book = comparison(customer())
    designs = customer().designs
    shown = {
        "drive bays per block": [design.bays for design in designs],
        "power of a block without drives": [design.block_watts for design in designs],
        "power of a host beside the array": [design.beside_watts or DASH for design in designs],
    }
    assert {label: values_of(book, label)[: len(designs)] for label in shown} == shown
    assert not folded(book) & set(shown)
    assert "power of a block without drives" in folded(comparison(etri())), "nobody says it"


def test_a_page_is_full_and_no_heading_ends_it() -> None:
    """The charts begin a page of their own; the notes are folded and not printed."""
    ws = comparison(fujitsu()).worksheet("Comparison")
    headings = {row for row in range(HEADER_ROW, ws.max_row) if ws[f"A{row}"].style == "VDI heading"}
    breaks = [each.id for each in ws.row_breaks.brk]
    assert not headings.intersection(breaks)
    assert ws[f"A{breaks[-1] + 1}"].value == "Charts"
    assert ws.column_dimensions["C"].hidden


@every_scenario
def test_a_fold_can_be_opened(name: str) -> None:
    """Its "+" stands above and below, and the sheet is not protected: there Excel does not unfold."""
    workbook = load_workbook(BytesIO(file_of(comparison(SCENARIOS[name]()))))
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


def test_a_chart_whose_bars_are_those_of_no_line_is_not_drawn() -> None:
    """As in a file of another version, whose lines stand in other rows of Sizing."""
    made = Made(left_out=frozenset(), series=frozenset({"sizing!$a$1"}))
    assert set(drawn(shared_book(fujitsu(), made=made))) == {charts._RESPONSE}


@every_scenario
def test_no_chart_is_empty_and_what_is_left_out_is_said(name: str) -> None:
    book = comparison(SCENARIOS[name]())
    for chart in drawn(book).values():
        assert any(value for series in chart.series for value in points(book, series))
    texts = [cell.value for cell in book.worksheet("Comparison")["A"] if isinstance(cell.value, str)]
    for chart_title in charts.NOTHING:
        missing = any(text.startswith(f"{chart_title}: no chart, since") for text in texts)
        assert missing == (chart_title not in drawn(book))


def test_without_prices_there_is_no_chart_of_prices() -> None:
    assert set(drawn(comparison(today()))) == {charts._DRIVES, charts._VMS, charts._RESPONSE}


@pytest.mark.parametrize("title", [charts._EUR, charts._DRIVES, charts._VMS])
def test_each_design_has_bars_of_its_own_colour(title: str) -> None:
    """Of what says something of a design; few bars have their labels level, and nothing has to be looked up."""
    book = comparison(fujitsu())
    chart = drawn(book)[title]
    assert isinstance(chart, BarChart)
    said = {
        charts._EUR: ["eur_per_vm_full_block", "eur_per_vm"],
        charts._DRIVES: ["drives_by_steady", "drives_by_capacity"],
        charts._VMS: ["capacity", "ram", "measured"],
    }
    assert named(book, chart) == said[title]
    assert chart.legend is None
    colors = [series.graphicalProperties.solidFill.srgbClr for series in chart.series]
    assert colors == list(DESIGN_COLORS[:5])
    assert {series.dLbls.txPr.bodyPr.rot for series in chart.series} == {0}


def named(book: Book, chart: Any) -> list[str]:
    """The figures that the bars of a chart stand for, by what the cells of its categories refer to."""
    sheet, _, cells = chart.series[0].cat.numRef.f.partition("!")
    first, _, last = cells.replace("$", "").partition(":")
    labels = [row[0].value for row in book.worksheet(sheet.strip("'"))[f"{first}:{last or first}"]]
    figures = {f"={own}!$A${row}": name for name, (own, row) in book.layout.line_rows.items()}
    return [figures[label].removeprefix("chart_") for label in labels]


@every_scenario
def test_a_bar_stands_for_the_limit_itself(name: str) -> None:
    """Never for a cap, whose label would be read as the limit; the binding limit always has its bar."""
    book = comparison(SCENARIOS[name]())
    chart = drawn(book)[charts._VMS]
    limits_shown = named(book, chart)
    for series, design in zip(chart.series, book.sizing.designs, strict=True):
        bars = dict(zip(limits_shown, points(book, series), strict=True))
        for limit in LIMITS:
            bar = bars.get(limit, 0)
            assert bar in (0, round_down(design[f"limit_{limit}"]))
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


@pytest.mark.parametrize("name", but_in_gate(["fujitsu", "etri", "today"], "fujitsu", "today"))
def test_each_curve_has_its_operating_point(name: str) -> None:
    """In its colour; of these designs, at the end of the curve. What has no curve has nothing on the chart."""
    book = comparison(SCENARIOS[name]())
    curves, limits, marked = response_series(book)
    off = [not design["has_curve"] for design in book.sizing.designs]
    for half in (curves, limits, marked):
        assert [set(shares(book, series)) == {-1} for series in half] == off
    assert [series.marker.graphicalProperties.solidFill.srgbClr for series in marked] == line_colors(curves)
    for curve, point in zip(curves, marked, strict=True):
        assert point.tx.strRef.f == curve.tx.strRef.f
        assert point.dLbls is None
        assert point.graphicalProperties.line.noFill
        assert shares(book, point) == pytest.approx(shares(book, curve)[-1:])
        assert points(book, point) == pytest.approx(points(book, curve)[-1:])
    assert drawn(book)[charts._RESPONSE].legend is None


@pytest.mark.everything
def test_designs_that_are_added_by_hand_are_on_each_chart(office: Office, tmp_path: Path) -> None:
    """A column that holds none has no bar, and its points stand beside the chart."""
    book = shared_book(START, columns=MAX_DESIGNS)
    bars = [chart for chart in drawn(book).values() if isinstance(chart, BarChart)]
    assert {len(chart.series) for chart in bars} == {MAX_DESIGNS}
    opened(office, tmp_path, {cell("name", 3): FOURTH.name, cell("kit", 3): FOURTH.kit})
    values = office.recalculate()
    assert errors(values) == []
    for chart in bars:
        for at, series in enumerate(chart.series):
            sheet, _, cells = series.val.numRef.f.replace("$", "").replace("'", "").partition("!")
            first, _, last = cells.partition(":")
            found = [values[sheet][each.coordinate] for (each,) in book.worksheet(sheet)[f"{first}:{last}"]]
            assert all(isinstance(value, float) for value in found) if at < 4 else set(found) == {""}
    points_of = [f"{book.layout.column(5)}{book.layout.line_rows[f'curve_share_{n}'][1]}" for n in range(13)]
    assert {values["Workings"][place] for place in points_of} == {-1.0}


def test_limits_that_are_alike_are_one_red_line() -> None:
    scenario = etri()
    alike = tuple(replace(design, response_limit_ms=None, response_share=None) for design in scenario.designs)
    curves, limits, marked = response_series(comparison(replace(scenario, designs=alike)))
    assert line_colors(limits) == ["C00000"] * 5, "one line, since they lie on each other"
    assert len(curves) == len(marked) == 5
