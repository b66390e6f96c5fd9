"""What moved between two workbooks, and what each move did to EUR per user by itself."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest
from openpyxl import load_workbook
from tests.addin.command.workbooks import Text, new

from vdi_addin.command.program import main
from vdi_sizing.model.sizing import size
from vdi_sizing.scenario import Scenario
from vdi_templates.audit.moves import Effect, Effects, moves_between
from vdi_templates.examples import EXAMPLES

FUJITSU = EXAMPLES["fujitsu"]()


def with_price(scenario: Scenario, at: int, amount: float) -> Scenario:
    prices = list(scenario.prices)
    prices[at] = replace(prices[at], amount=amount)
    return replace(scenario, prices=tuple(prices))


def with_measured(scenario: Scenario, at: int, vms: float) -> Scenario:
    designs = list(scenario.designs)
    designs[at] = replace(designs[at], measured_vms=vms)
    return replace(scenario, designs=tuple(designs))


def eur(scenario: Scenario) -> dict[str, float]:
    return {sized.design.name: sized["eur_per_user"] for sized in size(scenario).designs}


def test_nothing_moved() -> None:
    moves = moves_between(FUJITSU, EXAMPLES["fujitsu"]())
    assert (moves.moves, moves.together, list(moves.lines())) == ([], {}, [])


def test_each_move_has_its_own_effect_and_they_need_not_sum_up() -> None:
    dearer = with_price(FUJITSU, 0, (FUJITSU.prices[0].amount or 0) + 1000)
    fewer = with_measured(FUJITSU, 0, 20.0)
    both = with_measured(dearer, 0, 20.0)
    moves = moves_between(FUJITSU, both)
    (measured, by_measured), (price, by_price) = moves.moves
    assert (measured.sheet, measured.of, measured.old, measured.new) == ("Designs", "HDD", "31 VMs", "20 VMs")
    assert (price.sheet, price.what) == ("Prices", "price")
    before = eur(FUJITSU)
    assert by_measured == {"HDD": Effect(before["HDD"], eur(fewer)["HDD"])}
    assert by_price is not None
    assert by_price == {name: Effect(was, eur(dearer)[name]) for name, was in before.items()}
    assert moves.together == {name: Effect(was, eur(both)[name]) for name, was in before.items()}
    summed, together = moves.summed["HDD"], moves.together["HDD"].moved
    assert summed == pytest.approx(eur(fewer)["HDD"] + eur(dearer)["HDD"] - 2 * before["HDD"])
    assert together is not None
    assert abs(together - summed) > 1


def test_a_renamed_design_is_one_move_without_effect() -> None:
    designs = (replace(FUJITSU.designs[0], name="disks"), *FUJITSU.designs[1:])
    bill = tuple(replace(row, design="disks") if row.design == "HDD" else row for row in FUJITSU.bill)
    (move, effects), *others = moves_between(FUJITSU, replace(FUJITSU, designs=designs, bill=bill)).moves
    assert others == []
    assert effects == {}
    assert move.words == "Designs, HDD, design: HDD -> disks"


def only(old: Scenario, scenario: Scenario) -> tuple[str, Effects | None]:
    """The one move there is, and its effect."""
    ((move, effects),) = moves_between(old, scenario).moves
    return move.words, effects


def test_rows_that_came_and_went() -> None:
    row = FUJITSU.bill[0]
    without = replace(FUJITSU, bill=FUJITSU.bill[1:])
    words, effects = only(FUJITSU, without)
    assert words.startswith(f"Bill, HDD / {row.part} / block / bought once, row: quantity 1 -> removed")
    assert effects
    assert (effects["HDD"].moved or 0) < 0
    back, again = only(without, FUJITSU)
    assert back.endswith("row: none -> quantity 1")
    assert again
    assert (again["HDD"].moved or 0) > 0


def test_a_design_that_was_added_brings_its_bill() -> None:
    fewer = replace(
        FUJITSU, designs=FUJITSU.designs[1:], bill=tuple(row for row in FUJITSU.bill if row.design != "HDD")
    )
    words, effects = only(fewer, FUJITSU)
    assert words == "Designs, HDD, design: none -> added"
    assert effects == {"HDD": Effect("no design", eur(FUJITSU)["HDD"])}
    words, effects = only(FUJITSU, fewer)
    assert words == "Designs, HDD, design: there -> removed"


def test_what_cannot_be_moved_alone_says_so() -> None:
    group = FUJITSU.groups[0]
    groups = tuple(replace(each, case="factory") for each in FUJITSU.groups)
    designs = tuple(replace(design, case="factory") for design in FUJITSU.designs)
    moves = moves_between(FUJITSU, replace(FUJITSU, groups=groups, designs=designs))
    said = list(moves.lines())
    assert any(line.startswith("  Designs, HDD, load case: office -> factory; EUR per user: ") for line in said)
    assert any(f"Users, {group.name} / office, row: there -> removed" in line for line in said)
    assert said[-1] == "  all moves together: no change"


def test_a_lost_price_is_said_in_words() -> None:
    prices = tuple(replace(price, amount=None) for price in FUJITSU.prices)
    lost = replace(FUJITSU, prices=prices)
    assert moves_between(FUJITSU, lost).together["HDD"].words == "302.56 -> no price"


def test_the_command_says_it_in_lines_and_in_json(tmp_path: Path, capsys: Text) -> None:
    old = new(tmp_path / "old.xlsx", "--example", "fujitsu")
    book = load_workbook(old)
    cell = book["Designs"]["D13"]
    assert cell.value == 31
    cell.value = 20
    edited = tmp_path / "edited.xlsx"
    book.save(edited)
    capsys.readouterr()
    main(["check", str(edited), "--against", str(old)])
    printed = capsys.readouterr().out
    assert f"Inputs against {old}: 1 moved.\n" in printed
    assert "  Designs, HDD, VMs per block, measured: 31 VMs -> 20 VMs; EUR per user: HDD +" in printed
    main(["check", str(edited), "--against", str(old), "--json"])
    said = json.loads(capsys.readouterr().out)["against"]
    assert said["moves"][0]["input"] == "VMs per block, measured"
    assert said["moves"][0]["eur per user"] == said["together"]
    assert said["summed"]["HDD"] == pytest.approx(said["together"]["HDD"]["moved"])
