"""Sensitivity and Variants: what the library drew as values, what is chosen there live, and what moved since."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from tests.built import file_of, shared_book
from tests.edited import edited
from tests.gate.office import CellValue, Office
from tests.templates.engines import errors, input_cells_of, mismatches
from tests.templates.made import made_for
from tests.tiers import DRAWN, but_in_gate

from vdi_sizing.errors import InputError
from vdi_sizing.model.sizing import size
from vdi_sizing.scenario import MEASURES, BillRow, Scenario, Sensitivity
from vdi_sizing.what_if.drivers import DRIVERS
from vdi_sizing.what_if.variation import vary
from vdi_sizing.words import NO_PRICE, NOT_FEASIBLE
from vdi_templates.audit.check import audit
from vdi_templates.examples import EXAMPLES, etri, fujitsu, today
from vdi_templates.reading.reader import read
from vdi_templates.workbook.book import Book
from vdi_templates.workbook.dependencies import WHY_COUNTS_STAY
from vdi_templates.workbook.moves import moved_since_drawn
from vdi_templates.workbook.sheets.drawn import MOVED_CELL
from vdi_templates.workbook.variants import (
    CHANGE_COLUMNS,
    CHANGE_ROW,
    CHOICE_CELL,
    FIRST_DRIVER_ROW,
    MEASURE_CELL,
    OTHER_CELL,
    TORNADO_ROW,
)

LAST_DRIVER_ROW = FIRST_DRIVER_ROW + len(DRIVERS) - 1
ROWS = range(FIRST_DRIVER_ROW, LAST_DRIVER_ROW + 1)
CHANGES = Sensitivity(
    low=tuple(-0.04 * at for at in range(len(DRIVERS))),
    high=tuple(0.3 - 0.02 * at for at in range(len(DRIVERS))),
)


def priced(scenario: Scenario) -> Scenario:
    """Every part at a price."""
    prices = tuple(replace(price, amount=1000.0 + 7 * at) for at, price in enumerate(scenario.prices))
    return replace(scenario, prices=prices)


def written(book: Book, folder: Path) -> Path:
    path = folder / "book.xlsx"
    path.write_bytes(file_of(book))
    return path


def driver_row(name: str) -> int:
    return FIRST_DRIVER_ROW + list(DRIVERS).index(name)


def choice(sensitivity: Sensitivity) -> dict[str, CellValue]:
    """The cells of the sheet that a user changes."""
    chosen = {CHOICE_CELL: sensitivity.design, MEASURE_CELL: sensitivity.measure, OTHER_CELL: sensitivity.other}
    cells: dict[str, CellValue] = {cell.replace("$", ""): value for cell, value in chosen.items()}
    for end, letter in CHANGE_COLUMNS.items():
        for at, change in enumerate(getattr(sensitivity, end)):
            cells[f"Sensitivity!{letter}{FIRST_DRIVER_ROW + at}"] = change
    return cells


def priced_today() -> Scenario:
    return priced(today())


SCENARIOS = {**EXAMPLES, "today": priced_today}


@pytest.mark.everything(DRAWN)
@pytest.mark.parametrize("name", but_in_gate(SCENARIOS, "customer"))
def test_choosing_any_design_and_changes_in_the_cells(name: str, tmp_path: Path, office: Office) -> None:
    scenario = SCENARIOS[name]()
    office.load(written(shared_book(scenario), tmp_path))
    made = made_for(scenario)
    measures = itertools.cycle(MEASURES)
    for design in scenario.designs:
        chosen = replace(CHANGES, design=design.name, measure=next(measures), other=scenario.designs[-1].name)
        office.set(choice(chosen))
        values = office.after_typing()
        assert errors(values) == [], design.name
        assert mismatches(shared_book(replace(scenario, sensitivity=chosen), made=made), values) == [], design.name


@pytest.mark.everything
def test_inputs_of_the_scenario_reach_the_tornado(tmp_path: Path, office: Office) -> None:
    """In the gate those of random scenarios do."""
    before = priced_today()
    groups = tuple(replace(group, vms=333.0, steady_iops=17.0, ram_gib=6.0) for group in before.groups)
    designs = tuple(replace(d, max_utilization=0.6, response_limit_ms=9.0, response_share=0.9) for d in before.designs)
    prices = tuple(replace(price, amount=price.amount + 500) for price in before.prices if price.amount)
    after = replace(before, groups=groups, designs=designs, prices=prices)
    office.load(written(shared_book(before), tmp_path))
    book = shared_book(after, made=made_for(before))
    office.set(input_cells_of(book))
    values = office.recalculate()
    assert mismatches(book, values) == []
    assert values["Sensitivity"] != shared_book(before).cached["Sensitivity"]


@pytest.mark.parametrize("name", but_in_gate(EXAMPLES, "customer", "fujitsu"))
def test_what_has_no_cell_in_a_column_is_as_in_the_design(name: str) -> None:
    scenario = EXAMPLES[name]()
    varied = vary(scenario)
    variants = shared_book(scenario).variants
    for variant in variants.variants:
        for line in variants.depends.lines:
            left_out = line.name in (*variants.depends.only_at_once, *WHY_COUNTS_STAY)
            if not variants.stands_in(line.name, variant) and not left_out:
                figure = varied.ends[variant.key][line.name]
                base = varied.base[line.name]
                expected = base if isinstance(base, str) else pytest.approx(base, rel=1e-12)
                assert figure == expected, (variant.key, line.name)


def test_a_column_holds_no_more_than_its_driver_changes() -> None:
    scenario = fujitsu()
    book = shared_book(scenario)
    variants = book.variants
    of_price = next(v for v in variants.variants if v.driver.name == "drive_price_scale")
    held = {line.name for line in variants.depends.lines if variants.stands_in(line.name, of_price)}
    parts = ("drive1", "drive2", "drive3", "cache_drive")
    prices = {f"{of}_per_{part}_eur" for of in ("parts", "maintained", "recurring") for part in parts}
    bill = {"known_users_eur", "known_eur_per_vm"}
    over_years = {
        "maintained_drives_eur", "maintained_for_users_eur", "known_maintenance_eur_per_year",
        "known_running_eur_per_year", "recurring_drives_eur", "recurring_for_users_eur", "known_recurring_eur",
        "known_total_eur",
    }  # fmt: skip
    assert held == prices | bill | over_years


def test_the_columns_of_drivers_hold_what_the_library_drew() -> None:
    scenario = fujitsu()
    book = shared_book(scenario)
    varied = vary(scenario, book.varied.design)
    ws, variants = book.worksheet("Variants"), book.variants
    for columns, ends in ((variants.variants, varied.ends), (variants.others, varied.other_ends)):
        for variant in columns:
            assert ws[f"{variant.column}{CHANGE_ROW}"].value == varied.changes[variant.key]
            for line in variants.depends.lines:
                if variants.stands_in(line.name, variant):
                    figure = ends[variant.key][line.name]
                    expected = figure if isinstance(figure, str) else pytest.approx(figure, rel=1e-12)
                    found = ws[f"{variant.column}{variants.rows[line.name]}"].value
                    assert found == expected, (variant.key, line.name)
    live, drawn = (ws[f"{letter}{variants.rows['known_users_eur']}"] for letter in ("D", "F"))
    assert (live.data_type, drawn.data_type) == ("f", "n")
    assert drawn.value == book.cached["Variants"][live.coordinate]


def test_what_moved_since_is_said_and_the_drawn_results_stay(tmp_path: Path, office: Office) -> None:
    before = fujitsu()
    cached = shared_book(before).cached
    first, *others = before.designs
    after = replace(before, designs=(replace(first, ram_gib=first.ram_gib and first.ram_gib / 2), *others))
    book = shared_book(after, made=made_for(before))
    office.load(written(shared_book(before), tmp_path))
    assert office.recalculate()["Sensitivity"][MOVED_CELL] == ""
    office.set(input_cells_of(book))
    values = office.recalculate()
    assert mismatches(book, values) == []
    said = f"as drawn on {before.settings.as_of}: 1 input has moved since (see Sign-off)."
    assert said in str(values["Sensitivity"][MOVED_CELL])
    assert values["Sensitivity"]["X11"] == "at low, as drawn"
    for row in ROWS:
        for letter in "IJKLMNOPQRSTU":
            assert values["Sensitivity"][f"{letter}{row}"] == cached["Sensitivity"][f"{letter}{row}"]
    rules = book.worksheet("Sensitivity").conditional_formatting
    greys = [str(cells.sqref) for cells in rules for rule in cells.rules if rule.formula == ['$A$4<>""']]
    assert sorted(greys) == ["A12:E34", "A4", f"F{FIRST_DRIVER_ROW}:U{LAST_DRIVER_ROW}"]


@pytest.mark.everything("Beside it the gate has an input that moved.")
def test_another_design_another_change_and_another_input_are_said_to_have_moved() -> None:
    before = fujitsu()
    made = made_for(before)
    low = tuple(-0.3 if name == "users_scale" else DRIVERS[name].usual_changes[0] for name in DRIVERS)
    sourced = replace(before, settings=replace(before.settings, customer="a clinic"))
    for sensitivity, scenario, count in (
        (Sensitivity(low=low), before, 1),
        (Sensitivity("HDD", measure="VMs per block"), before, 1),
        (Sensitivity(), sourced, 1),
    ):
        assert moved_since_drawn(shared_book(replace(scenario, sensitivity=sensitivity), made=made)) == count
    ranked_otherwise = replace(before, sensitivity=Sensitivity(measure="drives of all blocks", dials=(0.2,)))
    assert moved_since_drawn(shared_book(ranked_otherwise, made=made)) == 0


@pytest.mark.parametrize("example", [fujitsu, etri])
def test_the_tornado_is_sorted(example: Callable[[], Scenario]) -> None:
    cached = shared_book(example()).cached["Sensitivity"]
    by_rank = {cached[f"U{row}"]: cached[f"T{row}"] for row in ROWS}
    assert by_rank.keys() == set(range(1, len(DRIVERS) + 1))
    swings = [float(by_rank[rank]) for rank in range(1, len(DRIVERS) + 1)]
    assert swings == sorted(swings, reverse=True)
    assert swings[0] > 0


def test_without_prices_drives_are_ranked() -> None:
    cached = shared_book(etri()).cached["Sensitivity"]
    row = driver_row("steady_iops_scale")
    assert [cached[f"{letter}{row}"] for letter in "IJK"] == [cached[f"{letter}{row}"] for letter in "OPQ"]
    assert cached[f"S{row}"] == cached[f"Q{row}"] - cached[f"P{row}"]  # type: ignore[operator]
    assert cached["G7"] == "drives of all blocks"
    asked = replace(etri(), sensitivity=Sensitivity(measure="EUR for these users"))
    cached = shared_book(asked).cached["Sensitivity"]
    assert {cached[f"{letter}{row}"] for letter in "IJK"} == {NO_PRICE}
    assert cached[f"T{row}"] == 0


def test_an_unattainable_end_says_so_and_has_no_bar() -> None:
    low = [-0.2] * len(DRIVERS)
    low[driver_row("response_limit_ms") - FIRST_DRIVER_ROW] = -0.9
    scenario = replace(etri(), sensitivity=Sensitivity("Ours: 80 % within 50 ms", low=tuple(low)))
    book = shared_book(scenario)
    cached, row = book.cached["Sensitivity"], driver_row("response_limit_ms")
    assert book.worksheet("Sensitivity")[f"F{row}"].value == pytest.approx(5)
    assert {cached[f"{letter}{row}"] for letter in "ILO"} == {NOT_FEASIBLE}
    assert cached[f"R{row}"] == 0
    assert cached[f"P{row}"] == 90


@pytest.mark.everything
def test_what_is_chosen_is_read_again(tmp_path: Path) -> None:
    """And what is turned on What if."""
    turned = tuple(0.01 * at for at in range(len(DRIVERS)))
    scenario = replace(fujitsu(), sensitivity=replace(CHANGES, design="Hybrid, four SSDs", dials=turned))
    path = written(shared_book(scenario), tmp_path)
    assert read(path).sensitivity == scenario.sensitivity
    assert audit(path).findings == []


@pytest.mark.parametrize(
    ("cell", "value", "message"),
    [
        ("D6", "tape", "Sensitivity!D6: design is 'tape'; expected one of: HDD"),
        ("E39", None, "Sensitivity!E39: high by is blank; expected a number"),
        ("D39", -1, "Sensitivity!D39: low by is -1; expected a number of at least -0.99"),
    ],
)
def test_a_bad_choice_is_refused_with_its_cell(cell: str, value: CellValue, message: str, tmp_path: Path) -> None:
    path = edited(written(shared_book(fujitsu()), tmp_path), {f"Sensitivity!{cell}": value})
    with pytest.raises(InputError) as refusal:
        read(path)
    assert message in str(refusal.value)


def ranked(scenario: Scenario) -> dict[str, tuple[str, float, float]]:
    """Each driver of the tornado: why its bar is short, and what it moves at low and at high."""
    cached = shared_book(scenario).cached["Sensitivity"]
    first = TORNADO_ROW + 2
    return {
        str(cached[f"A{row}"]): (str(cached[f"C{row}"]), float(cached[f"D{row}"]), float(cached[f"E{row}"]))
        for row in range(first, first + len(DRIVERS))
    }


def test_the_gap_between_two_designs_is_ranked() -> None:
    scenario = replace(fujitsu(), sensitivity=Sensitivity("HDD", measure="EUR beyond the other design", other="SSD"))
    dearer = tuple(replace(price, amount=price.amount and price.amount * 1.2) for price in scenario.prices)
    drives = {drive.part for drive in scenario.drives}
    prices = tuple(new if new.part in drives else old for old, new in zip(scenario.prices, dearer, strict=True))
    hdd, ssd, *_ = size(scenario).designs
    hdd_then, ssd_then, *_ = size(replace(scenario, prices=prices)).designs
    gap = hdd["known_users_eur"] - ssd["known_users_eur"]
    moved = hdd_then["known_users_eur"] - ssd_then["known_users_eur"] - gap
    assert moved != 0
    why, low, high = ranked(scenario)["drive prices"]
    assert why == ""
    assert [low, high] == pytest.approx([-moved, moved])


def test_a_short_bar_says_why() -> None:
    bars = ranked(replace(fujitsu(), sensitivity=Sensitivity("HDD")))
    assert bars["RAM per VM"] == ("drives are given, not sized; binding limit stays: measured", 0, 0)
    assert bars["response time limit"] == ("not given: there is nothing to vary", 0, 0)
    assert bars["price of energy"] == ("not given: there is nothing to vary", 0, 0)
    assert bars["interest per year"] == ("it does not enter this result", 0, 0)
    why, low, high = bars["steady IOPS per VM"]
    assert (why, low) == ("low: as many whole blocks: 8", 0)
    assert high > 0
    why, low, high = bars["number of users"]
    assert why == "7 / 8 / 10 whole blocks (low / as it is / high)"
    assert low > 0 < high
    assert bars["prices of all but drives"][0] == ""


def test_a_short_bar_of_drives_says_whether_they_are_given_or_sized() -> None:
    of_drives = Sensitivity(measure="drives of all blocks")
    given, sized = ranked(replace(fujitsu(), sensitivity=of_drives)), ranked(replace(etri(), sensitivity=of_drives))
    assert given["drive IOPS"] == ("drives are given, not sized; binding limit stays: measured", 0, 0)
    as_many = "as many whole drives are needed"
    assert sized["RAM per VM"] == (as_many, 0, 0)
    without = replace(fujitsu().designs[0], tiers=(), given_vms=40.0, measured_vms=None)
    none = replace(fujitsu(), designs=(without,), bill=(), sensitivity=of_drives)
    assert ranked(none)["RAM per VM"][0] == "binding limit stays: given number"


def test_a_driver_at_its_end_is_not_varied() -> None:
    why, low, high = ranked(replace(etri(), sensitivity=Sensitivity("Ours: 80 % within 50 ms")))["write coalescing"]
    assert (why, low) == ("low: not varied", 0)
    assert high < 0


def test_where_both_designs_cost_more_alike_it_is_said() -> None:
    before = fujitsu()
    rows = tuple(BillRow(design.name, "licence", 1, "VM") for design in before.designs)
    licence = replace(before.prices[0], part="licence", description="licence", amount=50.0)
    scenario = replace(
        before,
        bill=(*before.bill, *rows),
        prices=(*before.prices, licence),
        sensitivity=Sensitivity(measure="EUR beyond the other design"),
    )
    assert ranked(scenario)["prices per VM, such as licences"] == ("both designs move alike", 0, 0)


def test_no_formula_of_the_ranking_is_long() -> None:
    book = shared_book(fujitsu())
    for sheet in ("Sensitivity", "Variants"):
        rows = book.worksheet(sheet).iter_rows(max_row=FIRST_DRIVER_ROW + 1 if sheet == "Variants" else None)
        assert max(len(str(cell.value)) for row in rows for cell in row) < 800
