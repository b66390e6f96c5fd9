"""The sheet What if: all drivers changed at once by dials, live, and what the library says of the same."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from random import Random

import pytest
from tests.built import file_of, shared_book
from tests.edited import edited
from tests.gate.office import CellValue, Office
from tests.templates.engines import counts_moves, errors, mismatches
from tests.templates.made import made_for
from tests.tiers import DRAWN, but_in_gate

from vdi_sizing import changed_at_once
from vdi_sizing.errors import InputError
from vdi_sizing.model.sizing import size
from vdi_sizing.scenario import Scenario, Sensitivity
from vdi_sizing.what_if.drivers import DRIVERS
from vdi_sizing.words import DASH, ERROR, NOT_FEASIBLE
from vdi_templates.audit.check import audit
from vdi_templates.audit.finding import Level
from vdi_templates.audit.moves import moved_inputs
from vdi_templates.examples import EXAMPLES, etri, fujitsu, today
from vdi_templates.reading.reader import read
from vdi_templates.workbook.at_once import FIRST_DIAL_ROW, SHEET, WRONG_DIAL_CELL, dial_cell
from vdi_templates.workbook.book import Book, CachedValue
from vdi_templates.workbook.styles import TYPED_OVER
from vdi_templates.workbook.variants import CHOICE_CELL, ONLY_AT_ONCE

SETS = 3
"""Of dials that are tried per design."""


def written(book: Book, folder: Path) -> Path:
    path = folder / "book.xlsx"
    path.write_bytes(file_of(book))
    return path


def with_dials(scenario: Scenario, **dials: float) -> Scenario:
    turned = tuple(dials.get(name, 0.0) for name in DRIVERS)
    return replace(scenario, sensitivity=replace(scenario.sensitivity, dials=turned))


def dials_drawn(random: Random) -> tuple[float, ...]:
    """Some dials at 0, some a little and some far from it; growth of years is not that of a billion users."""
    return tuple(
        round(random.choice((0.0, random.uniform(-0.3, 0.3), random.uniform(-0.9, 2))), 3)
        * (0.2 if at == growth else 1)
        for growth in [list(DRIVERS).index("growth_per_year")]
        for at in range(len(DRIVERS))
    )


def shown(book: Book) -> dict[str, tuple[CachedValue, CachedValue, CachedValue]]:
    """What the sheet says: as it is, what if, difference."""
    ws, values = book.worksheet(SHEET), book.cached[SHEET]
    rows = range(FIRST_DIAL_ROW, FIRST_DIAL_ROW + 13)
    return {str(ws[f"G{row}"].value): (values[f"I{row}"], values[f"J{row}"], values[f"K{row}"]) for row in rows}


def in_cells(sensitivity: Sensitivity) -> dict[str, CellValue]:
    cells: dict[str, CellValue] = {CHOICE_CELL.replace("$", ""): sensitivity.design}
    for driver, change in zip(DRIVERS.values(), sensitivity.dials, strict=True):
        cells[dial_cell(driver).replace("$", "").replace("'", "")] = change
    return cells


@pytest.mark.everything(DRAWN)
@pytest.mark.parametrize("name", but_in_gate([*EXAMPLES, "today"], "customer"))
def test_turning_dials_in_the_cells(name: str, tmp_path: Path, office: Office) -> None:
    scenario, random = {**EXAMPLES, "today": today}[name](), Random(name)
    office.load(written(shared_book(scenario), tmp_path))
    made = made_for(scenario)
    for turn in range(SETS):
        design = scenario.designs[turn % len(scenario.designs)].name
        chosen = replace(scenario.sensitivity, design=design, dials=dials_drawn(random))
        office.set(in_cells(chosen))
        values = office.after_typing()
        book = shared_book(replace(scenario, sensitivity=chosen), made=made)
        assert errors(values) == []
        assert mismatches(book, values) == []
        assert book.cached[SHEET] != shared_book(scenario).cached[SHEET]


def test_what_is_shown_is_what_the_library_says() -> None:
    found = changed_at_once(fujitsu(), users_scale=0.2, drive_price_scale=0.15)
    of_the_first = replace(fujitsu(), sensitivity=Sensitivity("HDD"))
    says = shown(shared_book(with_dials(of_the_first, users_scale=0.2, drive_price_scale=0.15)))
    assert says["EUR per user, bought"][:2] == (found.base["known_eur_per_user"], found.then["known_eur_per_user"])
    assert says["EUR for these users, bought"][2] == pytest.approx(found.difference("known_users_eur"), abs=1e-6)
    assert says["blocks, with spares"] == (8, 10, 2)
    assert says["users"] == (250, 300, 50)
    assert says["binding limit"] == ("measured", "measured", "same")


@pytest.mark.parametrize("name", but_in_gate(EXAMPLES, "customer", "fujitsu"))
def test_without_dials_nothing_differs(name: str) -> None:
    says = shown(shared_book(EXAMPLES[name]()))
    assert all(base == then for base, then, _ in says.values())
    assert {difference for *_, difference in says.values()} <= {0, "–", "same"}


def test_what_does_not_stand_then_says_why_and_shows_no_number() -> None:
    says = shown(shared_book(with_dials(fujitsu(), ram_scale=10, measured_vms_scale=-0.99)))
    assert says["error that voids it"] == ("none", NOT_FEASIBLE, "changed")
    assert says["EUR per user, bought"][1:] == (NOT_FEASIBLE, "–")
    assert says["users"][1] == 250


def test_an_error_in_what_is_entered_stands_in_every_result() -> None:
    scenario = replace(fujitsu(), sensitivity=Sensitivity("HDD"))
    first = scenario.designs[0]
    not_billed = replace(first.tiers[0], drive=scenario.designs[1].tiers[0].drive)
    wrong = replace(first, tiers=(not_billed, *first.tiers[1:]))
    says = shown(shared_book(replace(scenario, designs=(wrong, *scenario.designs[1:]))))
    assert {value for base, then, _ in says.values() for value in (base, then)} == {ERROR}


@pytest.mark.everything
def test_dials_are_read_again_and_pass_the_check(tmp_path: Path) -> None:
    """In the gate with what is chosen on Sensitivity: test_sensitivity.py."""
    scenario = with_dials(etri(), users_scale=0.25, growth_per_year=-0.1)
    path = written(shared_book(scenario), tmp_path)
    assert read(path).sensitivity.dials == scenario.sensitivity.dials
    assert audit(path).findings == []


def test_a_dial_that_is_cleared_is_at_0(tmp_path: Path) -> None:
    path = edited(written(shared_book(fujitsu()), tmp_path), {f"{SHEET}!C{FIRST_DIAL_ROW}": None})
    assert read(path).sensitivity.dials == ()


@pytest.mark.parametrize(("value", "said"), [("x", "'x'"), (-1, "-1"), (11, "11")])
def test_a_bad_dial_is_refused_with_its_cell(value: CellValue, said: str, tmp_path: Path) -> None:
    path = edited(written(shared_book(fujitsu()), tmp_path), {f"{SHEET}!C{FIRST_DIAL_ROW + 1}": value})
    with pytest.raises(InputError) as refusal:
        read(path)
    assert f"{SHEET}!C{FIRST_DIAL_ROW + 1}: what if by is {said}; expected a number of at least -0.99" in str(
        refusal.value
    )


@pytest.mark.everything
def test_a_dial_out_of_its_range_is_named_and_shows_no_answer(tmp_path: Path, office: Office) -> None:
    book = shared_book(fujitsu())
    was = office.load(written(book, tmp_path))
    office.set({f"{SHEET}!C{FIRST_DIAL_ROW + 1}": 50, f"{SHEET}!C{FIRST_DIAL_ROW + 2}": "x"})
    values = office.recalculate()
    says, rows = values[SHEET], range(FIRST_DIAL_ROW, FIRST_DIAL_ROW + 13)
    label = list(DRIVERS.values())[1].label
    assert says[WRONG_DIAL_CELL.replace("$", "")] == (
        f"This dial is out of its range: {label}, C{FIRST_DIAL_ROW + 1}. "
        "Type a change from -99 % to 1,000 %, or empty the cell."
    )
    assert {says[f"J{row}"] for row in rows} == {ERROR}
    assert {says[f"K{row}"] for row in rows} == {DASH}
    assert [says[f"I{row}"] for row in rows] == [was[SHEET][f"I{row}"] for row in rows]
    assert [cell for cell, value in says.items() if str(value).startswith("#")] == []
    assert values["Report"] == was["Report"]


EMPTIED: dict[str, CellValue] = {f"{SHEET}!C{row}": None for row in (FIRST_DIAL_ROW, FIRST_DIAL_ROW + 5)}


def test_an_emptied_dial_changes_no_answer(tmp_path: Path, office: Office) -> None:
    """But for how many inputs have moved."""
    book = shared_book(fujitsu())
    office.load(written(book, tmp_path))
    office.set(EMPTIED)
    different = (str(each.cell) for each in mismatches(book, office.recalculate()))
    assert [cell for cell in different if not counts_moves(book, cell)] == []


@pytest.mark.everything
def test_an_emptied_dial_passes_the_check_when_libreoffice_has_saved_it(tmp_path: Path, office: Office) -> None:
    office.load(written(shared_book(fujitsu()), tmp_path), whole=True)
    office.set(EMPTIED)
    office.recalculate()
    found = audit(office.save(tmp_path / "emptied.xlsx")).findings
    assert [finding for finding in found if finding.level is Level.ANSWER] == []


@pytest.mark.parametrize(("dial", "sign"), [("vcpus_scale", -1), ("vcpus_per_core", 1)])
def test_dials_for_vcpu_move_what_the_cores_carry(dial: str, sign: int) -> None:
    found = changed_at_once(EXAMPLES["customer"](), 0, **{dial: 0.5})
    assert sign * found.difference("limit_cores") > 0


def test_dials_alone_move_no_result_of_the_designs() -> None:
    turned = size(with_dials(fujitsu(), users_scale=0.5))
    for was, now in zip(size(fujitsu()).designs, turned.designs, strict=True):
        assert [now[name] for name in ("blocks", "known_users_eur")] == [
            was[name] for name in ("blocks", "known_users_eur")
        ]
    (move,) = moved_inputs(fujitsu(), with_dials(fujitsu(), users_scale=0.5))
    assert move.sheet == SHEET


def test_no_formula_is_long() -> None:
    book = shared_book(fujitsu())
    column = book.at_once.column
    formulas = [
        *book.at_once.formulas.values(),
        *(str(c.value) for row in book.worksheet(SHEET).iter_rows() for c in row),
    ]
    assert column in "".join(formulas)
    assert max(map(len, formulas)) < 800


def test_what_the_columns_of_single_drivers_leave_out_stands_by_itself_below_them() -> None:
    variants = shared_book(fujitsu()).variants
    below = {name for name, row in variants.rows.items() if row > variants.rows[ONLY_AT_ONCE]}
    assert below == variants.depends.only_at_once >= {"next_limit", "response_words"}
    assert not any(variants.stands_in(name, variant) for name in below for variant in variants.variants)


def test_a_dial_that_is_turned_and_what_it_moves_have_a_look_of_their_own() -> None:
    book = shared_book(fujitsu())
    turned = {
        str(area.sqref): [
            rule.formula for rule in area.rules if rule.dxf.fill and rule.dxf.fill.bgColor.rgb == f"00{TYPED_OVER}"
        ]
        for area in book.worksheet(SHEET).conditional_formatting
    }
    first, last = FIRST_DIAL_ROW, FIRST_DIAL_ROW + len(DRIVERS) - 1
    assert turned[f"C{first}:C{last}"] == [[f"N($C{first})<>0"]]
    moved = f"E{first}:E{last}", f"J{first}:J{first + len(shown(book)) - 1}"
    assert [len(turned[cells]) for cells in moved] == [1, 1]
