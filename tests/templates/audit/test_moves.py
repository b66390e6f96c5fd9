"""What moved between two workbooks, and what each move did by itself to EUR per user, at once and over the years."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from tests.addin.command.workbooks import Text, new
from tests.built import file_of, shared_book
from tests.edited import opened, saved

from vdi_addin.command.program import main
from vdi_addin.command.status import DONE
from vdi_sizing.model.sizing import size
from vdi_sizing.scenario import Scenario
from vdi_templates.audit.effects import Effect, Effects
from vdi_templates.audit.moves import Moves, moves_between
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


def between(old: Scenario, new: Scenario) -> Moves:
    return moves_between(old, size(new))


def eur(scenario: Scenario) -> dict[str, float]:
    return {sized.design.name: sized["eur_per_user"] for sized in size(scenario).designs}


def test_nothing_moved() -> None:
    moves = between(FUJITSU, EXAMPLES["fujitsu"]())
    assert (moves.moves, moves.together, list(moves.lines())) == ([], Effects({}, {}), [])


def with_row(scenario: Scenario, records: str, at: int, **values: object) -> Scenario:
    rows = list(getattr(scenario, records))
    rows[at] = replace(rows[at], **values)
    changed: dict[str, Any] = {records: tuple(rows)}
    return replace(scenario, **changed)


def test_a_renamed_group_is_one_move_without_an_effect() -> None:
    moves = between(FUJITSU, with_row(FUJITSU, "groups", 0, name="clerks"))
    ((move, effects),) = moves.moves
    was = FUJITSU.groups[0].name
    assert move.words.endswith(f"renamed: user group, with all else as it was: {was} -> clerks")
    assert effects == Effects({}, {})


def test_a_renamed_part_is_one_move_on_each_sheet_that_names_it() -> None:
    part = FUJITSU.prices[0].part
    renamed = with_row(FUJITSU, "prices", 0, part="X-1")
    for at, row in enumerate(FUJITSU.bill):
        if row.part == part:
            renamed = with_row(renamed, "bill", at, part="X-1")
    moves = between(FUJITSU, renamed)
    assert {(move.sheet, move.old, move.new) for move, _ in moves.moves} == {
        (sheet, part, "X-1") for sheet in ("Prices", "Bill")
    }
    assert moves.together == Effects({}, {})


def test_a_row_with_another_name_and_another_cell_is_one_removed_and_one_added() -> None:
    other = with_row(FUJITSU, "groups", 0, name="clerks", vms=1.0)
    moves = [move for move, _ in between(FUJITSU, other).moves]
    assert [move.what for move in moves] == ["row", "row"]
    assert (moves[0].new, moves[1].old) == ("removed", "none")


def test_a_row_that_could_be_two_others_is_none_of_them() -> None:
    renamed = with_row(FUJITSU, "groups", 0, name="b")
    twice = replace(renamed, groups=(*renamed.groups, replace(renamed.groups[0], name="c")))
    assert "renamed" not in " ".join(move.words for move, _ in between(FUJITSU, twice).moves)


def test_each_move_has_its_own_effect_and_they_need_not_sum_up() -> None:
    dearer = with_price(FUJITSU, 0, (FUJITSU.prices[0].amount or 0) + 1000)
    fewer = with_measured(FUJITSU, 0, 20.0)
    both = with_measured(dearer, 0, 20.0)
    moves = between(FUJITSU, both)
    (measured, by_measured), (price, by_price) = moves.moves
    assert (measured.sheet, measured.of, measured.old, measured.new) == ("Designs", "HDD", "31 VMs", "20 VMs")
    assert (price.sheet, price.what) == ("Prices", "price")
    before = eur(FUJITSU)
    blocks = {"HDD": Effect(8.0, 13.0, decimals=0)}
    assert by_measured == Effects({"HDD": Effect(before["HDD"], eur(fewer)["HDD"])}, {}, blocks)
    assert by_price is not None
    assert by_price == Effects({name: Effect(was, eur(dearer)[name]) for name, was in before.items()}, {})
    assert moves.together == Effects({name: Effect(was, eur(both)[name]) for name, was in before.items()}, {}, blocks)
    assert moves.summed_blocks == {"HDD": 5.0}
    summed, together = moves.summed["HDD"], moves.together.purchase["HDD"].moved
    assert summed == pytest.approx(eur(fewer)["HDD"] + eur(dearer)["HDD"] - 2 * before["HDD"])
    assert summed is not None
    assert together is not None
    assert abs(together - summed) > 1


def test_a_renamed_design_is_one_move_without_effect() -> None:
    designs = (replace(FUJITSU.designs[0], name="disks"), *FUJITSU.designs[1:])
    bill = tuple(replace(row, design="disks") if row.design == "HDD" else row for row in FUJITSU.bill)
    (move, effects), *others = between(FUJITSU, replace(FUJITSU, designs=designs, bill=bill)).moves
    assert others == []
    assert effects == Effects({}, {})
    assert move.words == "Designs, HDD, design: HDD -> disks"


def only(old: Scenario, scenario: Scenario) -> tuple[str, Effects | None]:
    """The one move there is, and its effect."""
    ((move, effects),) = between(old, scenario).moves
    return move.words, effects


def test_rows_that_came_and_went() -> None:
    row = FUJITSU.bill[0]
    without = replace(FUJITSU, bill=FUJITSU.bill[1:])
    words, effects = only(FUJITSU, without)
    assert words.startswith(f"Bill, HDD / {row.part} / block / bought once, row: quantity 1 -> removed")
    assert effects
    assert (effects.purchase["HDD"].moved or 0) < 0
    back, again = only(without, FUJITSU)
    assert back.endswith("row: none -> quantity 1")
    assert again
    assert (again.purchase["HDD"].moved or 0) > 0


def test_a_design_that_was_added_brings_its_bill() -> None:
    fewer = replace(
        FUJITSU, designs=FUJITSU.designs[1:], bill=tuple(row for row in FUJITSU.bill if row.design != "HDD")
    )
    words, effects = only(fewer, FUJITSU)
    assert words == "Designs, HDD, design: none -> added"
    assert effects is not None
    assert effects.purchase == {"HDD": Effect("no design", eur(FUJITSU)["HDD"])}
    assert effects.blocks["HDD"].before == "no design"
    words, effects = only(FUJITSU, fewer)
    assert words == "Designs, HDD, design: there -> removed"


def test_what_cannot_be_moved_alone_says_so() -> None:
    group = FUJITSU.groups[0]
    groups = tuple(replace(each, case="factory") for each in FUJITSU.groups)
    designs = tuple(replace(design, case="factory") for design in FUJITSU.designs)
    moves = between(FUJITSU, replace(FUJITSU, groups=groups, designs=designs))
    said = list(moves.lines())
    assert any(line.startswith("  Designs, HDD, load case: office -> factory; EUR per user: ") for line in said)
    assert any(f"Users, {group.name} / office, row: there -> removed" in line for line in said)
    left_out = sum(line.endswith(": not possible on its own") for line in said)
    assert left_out
    assert said[-2].startswith(f"  the moves alone, summed without {left_out} of them, EUR per user: HDD ")
    assert said[-1] == "  all moves together, EUR per user: no change"


def test_a_lost_price_is_said_in_words() -> None:
    prices = tuple(replace(price, amount=None) for price in FUJITSU.prices)
    lost = replace(FUJITSU, prices=prices)
    assert between(FUJITSU, lost).together.purchase["HDD"].words == "302.56 -> no price"


def leased_at(amount: float) -> Scenario:
    """Fujitsu's designs; the disks are leased at so many EUR a year, in place of all that was bought for them."""
    lease = replace(FUJITSU.bill[0], part="lease", recurs="per year")
    others = tuple(row for row in FUJITSU.bill if row.design != "HDD")
    price = replace(FUJITSU.prices[0], part="lease", currency="EUR", amount=amount)
    hdd, *more = FUJITSU.designs
    leased = replace(hdd, acknowledged="drives_billed: in the lease")
    return replace(FUJITSU, designs=(leased, *more), bill=(lease, *others), prices=(*FUJITSU.prices, price))


def over_the_years(scenario: Scenario) -> dict[str, float]:
    return {sized.design.name: sized["known_total_eur_per_user"] for sized in size(scenario).designs}


def test_a_dearer_lease_is_no_dearer_purchase_and_is_said_over_the_years() -> None:
    old, new = leased_at(4100), leased_at(15000)
    was, is_now = over_the_years(old)["HDD"], over_the_years(new)["HDD"]
    assert is_now > was + 100
    moves = between(old, new)
    ((_, effects),) = moves.moves
    assert effects is not None
    assert effects == Effects({}, {"HDD": Effect(was, is_now)})
    assert moves.summed_over_the_years["HDD"] == pytest.approx(is_now - was)
    line, together = moves.lines()
    for each in (line, together):
        assert f"EUR per user: no change; over 5 years: HDD {is_now - was:+.2f}" in each
    assert f"HDD {is_now - was:+.2f} ({was:.2f} -> {is_now:.2f})" in together


def test_running_costs_that_came_are_summed_up_with_the_purchase_that_moved() -> None:
    """The cost over the years was the purchase alone: a dearer purchase is part of what became of it."""
    dearer = with_price(FUJITSU, 0, (FUJITSU.prices[0].amount or 0) + 1000)
    maintained = replace(FUJITSU, settings=replace(FUJITSU.settings, maintenance_share=0.1))
    both = replace(dearer, settings=maintained.settings)
    moves = between(FUJITSU, both)
    (_, by_maintenance), (_, by_price) = moves.moves
    assert by_maintenance is not None
    assert by_maintenance.purchase == {}
    was, with_maintenance = over_the_years(FUJITSU)["HDD"], over_the_years(maintained)["HDD"]
    assert by_maintenance.over_the_years["HDD"] == Effect(was, with_maintenance)
    assert by_price is not None
    assert by_price.over_the_years == by_price.purchase
    assert moves.summed_over_the_years["HDD"] == pytest.approx(
        with_maintenance + over_the_years(dearer)["HDD"] - 2 * was
    )
    assert moves.together.over_the_years["HDD"].after == over_the_years(both)["HDD"]


def test_other_years_of_use_are_not_called_by_either_number() -> None:
    old = leased_at(4100)
    moves = between(old, replace(old, settings=replace(old.settings, years=7.0)))
    assert "; EUR per user: no change; over the years: HDD +" in next(moves.lines())


def test_what_becomes_words_is_said_in_cents_and_has_no_sum() -> None:
    designs = (replace(FUJITSU.designs[0], bays=1), *FUJITSU.designs[1:])
    prices = tuple(replace(price, amount=price.amount and price.amount / 7) for price in FUJITSU.prices)
    old = replace(FUJITSU, prices=prices)
    line, together = between(old, replace(old, designs=designs)).lines()
    was = eur(old)["HDD"]
    assert str(was) != f"{was:.2f}"
    assert line.endswith(f"; EUR per user: HDD {was:.2f} -> error; blocks: HDD 8 -> error")
    assert together.endswith(f": HDD {was:.2f} -> error; blocks: HDD 8 -> error")
    settings = replace(old.settings, vat_share=0.2)
    *_, summed, _ = between(old, replace(old, designs=designs, settings=settings)).lines()
    assert summed == "  the moves alone, summed, EUR per user: HDD no sum; blocks: HDD no sum"


def test_the_command_says_it_in_lines_and_in_json(tmp_path: Path, capsys: Text) -> None:
    old = new(tmp_path / "old.xlsx", "--example", "fujitsu")
    book = opened(old)
    cell = book["Designs"]["D15"]
    assert cell.value == 31
    cell.value = 20
    edited = tmp_path / "edited.xlsx"
    saved(book, edited)
    capsys.readouterr()
    main(["check", str(edited), "--against", str(old)])
    printed = capsys.readouterr().out
    assert f"Inputs against {old}: 1 moved.\n" in printed
    assert f"against {old}, 1 input moved." in printed
    assert "is as shipped" not in printed
    assert "  Designs, HDD, VMs per block, measured: 31 VMs -> 20 VMs; EUR per user: HDD +" in printed
    main(["check", str(edited), "--against", str(old), "--json"])
    said = json.loads(capsys.readouterr().out)["against"]
    assert said["moves"][0]["input"] == "VMs per block, measured"
    assert said["moves"][0]["eur per user"] == said["together"]
    assert said["moves"][0]["eur per user over the years"] == said["together over the years"] == {}
    assert said["summed over the years"] == {}
    assert said["summed"]["HDD"] == pytest.approx(said["together"]["HDD"]["moved"])


@pytest.mark.everything
def test_the_verdict_does_not_read_as_unchanged_where_inputs_moved(tmp_path: Path, capsys: Text) -> None:
    old, edited = tmp_path / "old.xlsx", tmp_path / "edited.xlsx"
    old.write_bytes(file_of(shared_book(leased_at(4100))))
    edited.write_bytes(file_of(shared_book(leased_at(15000))))
    assert main(["check", str(edited), "--against", str(old)]) == DONE
    printed = capsys.readouterr().out.splitlines()
    start = f"The formulas are as shipped for these inputs; against {old}, 1 input moved. All "
    assert any(line.startswith(start) for line in printed)
    assert any("; EUR per user: no change; over 5 years: HDD +" in line for line in printed)
    main(["check", str(edited), "--against", str(edited)])
    assert "The file is as shipped: all " in capsys.readouterr().out
    main(["check", str(edited), "--against", str(old), "--json"])
    said = json.loads(capsys.readouterr().out)["against"]
    assert said["moves"][0]["eur per user over the years"] == said["together over the years"]
    assert said["summed over the years"]["HDD"] == pytest.approx(said["together over the years"]["HDD"]["moved"])
    assert (said["summed"], said["together"]) == ({}, {})
