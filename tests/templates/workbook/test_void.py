"""A design with an error has no answer: no sheet, no table, no JSON and no chart shows a result of it."""

from __future__ import annotations

from dataclasses import replace

import pytest
from tests.built import file_of
from tests.gate.office import Office
from tests.tiers import DRAWN

from vdi_sizing.model.drawings.curve import CURVE_POINTS
from vdi_sizing.model.scopes import blank_block
from vdi_sizing.model.sections import answer_names, lines_by_name
from vdi_sizing.model.sizing import Sizing, size
from vdi_sizing.scenario import Scenario, Sensitivity
from vdi_sizing.words import ERROR, NO_PRICE, NOT_KNOWN, TOO_FEW_BAYS
from vdi_templates.examples import fujitsu
from vdi_templates.report.json import as_json
from vdi_templates.report.table import table
from vdi_templates.workbook.book import Book
from vdi_templates.workbook.build import build_book
from vdi_templates.workbook.comparison import PAGES
from vdi_templates.workbook.cost_columns import COST_LETTERS
from vdi_templates.workbook.variants import FIRST_DRIVER_ROW

SAID = "error: the drives do not fit into the bays: 2 drives, 1 more than its bays"

PER_BLOCK = COST_LETTERS["block_eur"]


def one_drive_too_many() -> Scenario:
    """Fujitsu's HDD block in a server with one bay, which is the design that is varied."""
    scenario = replace(fujitsu(), sensitivity=Sensitivity("HDD"))
    return replace(scenario, designs=(replace(scenario.designs[0], bays=1), *scenario.designs[1:]))


@pytest.fixture(scope="module")
def sizing() -> Sizing:
    return size(one_drive_too_many())


@pytest.fixture(scope="module")
def book(sizing: Sizing) -> Book:
    return build_book(sizing)


def test_the_error_stands_where_the_answer_would(book: Book) -> None:
    shown = book.cached["Comparison"]
    first = [shown[cell] for cell in shown if cell.startswith("D")]
    assert SAID in first
    assert 29.0 not in first
    assert not [value for value in first if isinstance(value, float) and value in (2, 7, 14)], "no drives, no blocks"
    second = [shown[cell] for cell in shown if cell.startswith("E")]
    assert 71.0 in second
    assert ERROR not in second


def test_the_load_stays_visible(book: Book, sizing: Sizing) -> None:
    load = dict(PAGES[0])["Load"]
    for name in load:
        if "." not in name and name not in answer_names():
            assert sizing.designs[0].shown(name) == sizing.designs[0][name]


def test_how_many_users_there_are_is_no_answer(sizing: Sizing) -> None:
    void = sizing.designs[0]
    assert not void["stands"]
    assert void.shown("users_whole") == 250
    assert void.shown("users_per_vm") == 250 / 230
    assert void.shown("users_per_block") == ERROR


def test_a_void_design_has_no_curve_and_no_dot(sizing: Sizing) -> None:
    """All its points are beside the chart, whose axis of the load begins at 0; no time is below 0, on a logarithm."""
    void, stands = sizing.designs[0], size(fujitsu()).designs[0]
    across, up = (
        [*(f"curve_{of}_{point}" for point in range(CURVE_POINTS + 1)), f"operating_{of}"] for of in ("share", "ms")
    )
    assert (void["has_curve"], stands["has_curve"]) == (0, 1)
    assert {void[name] for name in across} == {-1.0}
    assert {void[name] for name in up} == {void["limit_used_ms"]}
    assert all(stands[name] > 0 for name in (*across[1:], *up))


def test_all_that_is_vms_drives_eur_or_time_on_the_comparison_is_part_of_the_answer() -> None:
    entered = {"all_vms", "vms", "vms_whole", "limit_used_ms"}
    for _, names in (section for page in PAGES for section in page):
        for name in names:
            if "." not in name and lines_by_name()[name].unit in ("VMs", "drives", "EUR", "ms", "blocks", "min"):
                assert (name in answer_names()) == (name not in entered), name


def test_json_says_which_error_in_place_of_each_result(sizing: Sizing) -> None:
    hdd, ssd, *_ = as_json(sizing)["designs"]
    for name in ("vms_per_block", "drives_per_block", "eur_per_vm", "bill_block_eur", "tier1_response_ms"):
        assert (hdd["figures"][name], hdd["status"][name]) == (None, SAID)
        assert ssd["status"].get(name) != SAID
    assert hdd["figures"]["steady_iops_per_vm"] == pytest.approx(240 / 23)
    assert {line["eur"] for line in hdd["bill"]} == {None}


def test_the_table_shows_the_error_alone(sizing: Sizing) -> None:
    printed = table(sizing)
    assert "326.03" not in printed
    assert "190.92" in printed
    row = next(line for line in printed.splitlines() if "VMs per block [VMs]" in line)
    assert row.split()[4:5] == [ERROR]


def test_no_chart_has_a_bar_of_it(sizing: Sizing) -> None:
    for design, drawn in zip(sizing.designs, (False, True, True, True, True), strict=True):
        for name in ("chart_eur_per_vm", "chart_drives_by_steady", "chart_measured"):
            assert (design[name] > 0) == drawn, name


def test_the_cost_and_the_tornado_say_so(book: Book) -> None:
    blocks = book.layout.cost_blocks
    assert book.cached["Cost"][f"{PER_BLOCK}{blocks[0].total_row}"] == ERROR
    assert book.cached["Cost"][f"{PER_BLOCK}{blocks[1].total_row}"] == pytest.approx(13554.75, abs=1)
    ends = {
        value for cell, value in book.cached["Sensitivity"].items() if cell[0] in "IJKLMNOPQ" and cell[1:].isdigit()
    }
    assert TOO_FEW_BAYS in ends
    assert not [
        value
        for cell, value in book.cached["Sensitivity"].items()
        if cell in {f"{letter}{FIRST_DRIVER_ROW}" for letter in "JMP"} and value != TOO_FEW_BAYS
    ]


def test_no_other_design_is_compared_with_it(sizing: Sizing) -> None:
    """A difference to the first design would give its EUR away."""
    for design in sizing.designs[1:]:
        assert {design["difference_eur"], design["payback_years"]} == {NOT_KNOWN}
        assert {design["break_even_users_drive_eur"], design["break_even_vms"]} == {NO_PRICE}
    maintained = replace(fujitsu().settings, maintenance_share=0.1)
    for design in size(replace(fujitsu(), settings=maintained)).designs[1:]:
        assert design["difference_eur"] < 0


@pytest.mark.everything(DRAWN)
def test_libreoffice_says_the_same(book: Book, office: Office, tmp_path_factory: pytest.TempPathFactory) -> None:
    path = tmp_path_factory.mktemp("void") / "void.xlsx"
    path.write_bytes(file_of(book))
    values = office.load(path)
    for sheet in ("Comparison", "Start", "Cost", "Sensitivity"):
        for cell, value in book.cached[sheet].items():
            if value in (ERROR, TOO_FEW_BAYS, SAID, NOT_KNOWN):
                assert values[sheet][cell] == value


def test_a_warning_is_acknowledged_by_its_word_and_a_reason() -> None:
    scenario = fujitsu()
    hdd = replace(scenario.designs[0], acknowledged="")
    before = size(replace(scenario, designs=(hdd, *scenario.designs[1:]))).designs[0]
    known = replace(hdd, acknowledged="Saturated: measured so, Fujitsu 2011")
    after = size(replace(scenario, designs=(known, *scenario.designs[1:]))).designs[0]
    assert (before["warnings"] - after["warnings"], after["acknowledged_count"]) == (1, 1)
    assert "saturates some of its drives (acknowledged)" in after["failing"]
    assert after["failing"].endswith("; reason: measured so, Fujitsu 2011")


def test_an_error_is_not_acknowledged() -> None:
    scenario = one_drive_too_many()
    hdd, *others = scenario.designs
    sized = size(replace(scenario, designs=(replace(hdd, acknowledged="bays: we know"), *others))).designs[0]
    assert (sized["errors"], sized["stands"]) == (1, 0)


def test_no_word_ends_another() -> None:
    keys = [each.check.key for each in blank_block().warnings_checked]
    assert not [(a, b) for a in keys for b in keys if a != b and a.endswith(b)]


def test_two_designs_swapped_on_the_bill_have_no_answer() -> None:
    made = fujitsu()
    swapped = {"HDD": "SSD", "SSD": "HDD"}
    bill = tuple(replace(row, design=swapped.get(row.design, row.design)) for row in made.bill)
    hdd, ssd, hybrid, *_ = size(replace(made, bill=bill)).designs
    for x in (hdd, ssd):
        assert (x["check_other_drives_billed"], x["stands"]) == (0, 0)
    assert hybrid["stands"] == 1
