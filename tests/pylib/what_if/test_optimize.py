"""The cheapest drives: the same as if every choice of them were sized one by one."""

from __future__ import annotations

import dataclasses
from itertools import product

import pytest
from tests.pylib.what_if.scenarios import example
from tests.tiers import but_in_gate

from vdi_sizing import InputError
from vdi_sizing.model.scopes import Block
from vdi_sizing.model.sizing import DesignSizing, size
from vdi_sizing.scenario import PER_YEAR, BillRow, Design, Scenario
from vdi_sizing.tables.price_lists import Price
from vdi_sizing.what_if import cheapest
from vdi_sizing.what_if import optimize as room
from vdi_sizing.what_if.candidates import pattern_of
from vdi_sizing.what_if.optimize import optimize
from vdi_templates.examples.today import today

BAYS = 6


def priced() -> Scenario:
    """Today's start, with a price for every drive of the tables, and few bays, so that all choices can be sized."""
    scenario = today()
    listed = scenario.settings.price_list or ""
    known = {price.part for price in scenario.prices}
    others = (
        Price(listed, drive.part, None, 90 + drive.gb / 8, 0, "EUR", None)
        for drive in scenario.drives
        if drive.part not in known and drive.generation == scenario.drive("Kingston DC600M 960 GB").generation
    )
    prices = tuple(
        dataclasses.replace(price, amount=5000.0 if price.part == "server" else 150.0) for price in scenario.prices
    )
    return dataclasses.replace(scenario, prices=(*prices, *others))


def with_bays(scenario: Scenario, bays: int, **changes: object) -> Scenario:
    designs = tuple(dataclasses.replace(each, bays=bays, **changes) for each in scenario.designs)  # type: ignore[arg-type]
    return dataclasses.replace(scenario, designs=designs)


def one_by_one(scenario: Scenario, position: int) -> list[DesignSizing]:
    """Every choice of drives, sized by itself; those that can be recommended."""
    pattern = pattern_of(scenario, position, (), (), None)
    found = []
    for kinds in product(*(place.kinds for place in pattern.places)):
        for counts in product(*(kind.counts(pattern.bays_for_data) for kind in kinds)):
            if sum(counts) <= pattern.bays_for_data:
                sized = size(pattern.with_drives(kinds, counts)).designs[position]
                if sized.block.offered:
                    found.append(sized)
    return found


def drives_of(sized: DesignSizing) -> list[tuple[str | None, str | None, float | None]]:
    return [(tier.drive, tier.raid, tier.drives) for tier in sized.design.tiers if tier.drive is not None]


def of_kinds(sized: DesignSizing) -> tuple[tuple[str | None, str | None], ...]:
    return tuple((drive, level) for drive, level, _ in drives_of(sized))


@pytest.mark.parametrize(
    ("position", "changes"),
    [
        (0, {}),
        (1, {}),
        (1, {"response_limit_ms": 2.0, "response_share": 0.95}),
        (1, {"write_kb": 32.0, "hours_per_day": 24.0, "warranty_years": 5.0}),
        (0, {"logins_per_s": 3.0, "ios_per_login": 900.0}),
        (0, {"min_free_share": 0.4}),
    ],
)
@pytest.mark.parametrize("one_of", but_in_gate([1, 3], 3))
def test_it_finds_what_sizing_each_choice_finds(position: int, changes: dict[str, float], one_of: int) -> None:
    """Of all drives of the tables, or of one of three."""
    scenario = with_bays(priced(), BAYS + 8 * (position == 0), **changes)
    own = {tier.drive for design in scenario.designs for tier in design.tiers}
    drives = (each for at, each in enumerate(scenario.drives) if at % one_of == 0 or each.name in own)
    scenario = dataclasses.replace(scenario, drives=tuple(drives))
    name = scenario.designs[position].name
    every = one_by_one(scenario, position)
    assert every
    found = optimize(scenario, designs=[name], best=1000)
    assert found.meeting == len(every) + sum(found.refused.values())
    lowest: dict[tuple[tuple[str | None, str | None], ...], float] = {}
    for sized in every:
        kinds = of_kinds(sized)
        lowest[kinds] = min(lowest.get(kinds, float("inf")), float(sized.block.compared_eur))
    assert {of_kinds(each): each.block.compared_eur for each in found.best} == lowest
    assert found.refused == {}


def test_two_tiers_are_chosen_together() -> None:
    scenario = with_bays(priced(), 9)
    drives = ["Kingston DC600M 960 GB", "Samsung PM983 1.92 TB", "HGST Ultrastar C15K600 600 GB"]
    few = dataclasses.replace(scenario, drives=tuple(each for each in scenario.drives if each.name in drives))
    every = one_by_one(few, 2)
    found = optimize(few, designs=["Hybrid"], best=1000)
    assert found.meeting == len(every) > 0
    assert found.best[0].block.compared_eur == min(each.block.compared_eur for each in every)
    assert {of_kinds(each) for each in found.best} == {of_kinds(each) for each in every}


def test_it_ranks_by_what_the_page_compares_by() -> None:
    scenario = priced()
    yearly = BillRow("SSD", "Kingston DC600M 960 GB", 0.2, "drive 1", recurs=PER_YEAR)
    leased = dataclasses.replace(scenario, bill=(*scenario.bill, yearly))
    best = optimize(leased, designs=["SSD"]).best
    assert best[0].block.over_years
    ranked = [each.block.known_total_eur_per_user for each in best]
    assert ranked == sorted(ranked)
    assert ranked[0] == best[0].block.compared_eur


def test_what_was_measured_of_the_drives_of_now_is_left_out() -> None:
    scenario = example()
    assert scenario.designs[0].measured_vms is not None
    found = optimize(scenario)
    assert all(each.design.measured_vms is None for each in found.best)


def test_designs_that_differ_in_their_first_drives_alone_are_found_once() -> None:
    scenario = priced()
    again = dataclasses.replace(scenario.designs[1], name="again", tiers=(dataclasses.replace(
        scenario.designs[1].tiers[0], raid="RAID 6"), *scenario.designs[1].tiers[1:]))  # fmt: skip
    bill = tuple(dataclasses.replace(row, design="again") for row in _bill_of(scenario, scenario.designs[1]))
    both = dataclasses.replace(scenario, designs=(*scenario.designs, again), bill=(*scenario.bill, *bill))
    assert [drives_of(each) for each in optimize(both, designs=["SSD", "again"]).best] == [
        drives_of(each) for each in optimize(scenario, designs=["SSD"]).best
    ]


def test_layouts_of_several_hosts_or_without_a_copy_are_chosen_by_name_alone() -> None:
    scenario = with_bays(priced(), 10)
    assert {level for each in optimize(scenario, designs=["SSD"], best=1000).best for _, level in of_kinds(each)} == {
        "RAID 1", "RAID 10", "RAID 5", "RAID 50", "RAID 6", "RAID 60", "RAID-DP",
    }  # fmt: skip
    named = optimize(scenario, designs=["SSD"], raid_levels=["raid 0"], best=3)
    assert {level for each in named.best for _, level in of_kinds(each)} == {"RAID 0"}


def test_a_design_whose_drives_cannot_be_chosen_is_left_out_with_the_reason() -> None:
    scenario = priced()
    given = dataclasses.replace(scenario.designs[0], usable_gb=5000.0)
    array = dataclasses.replace(scenario.designs[2], block_kind="array", bays=None)
    left_out = optimize(dataclasses.replace(scenario, designs=(given, scenario.designs[1], array))).left_out
    assert left_out == {
        "HDD": "HDD: usable GB per block is 5000; expected blank, since it is given for the drives of now",
        "Hybrid": "Hybrid: bays per block is blank; expected a number: without it any number of drives fits",
    }
    assert optimize(dataclasses.replace(scenario, designs=(array,), bill=_bill_of(scenario, array)), most_drives=6).best


def test_drives_of_a_cluster_are_not_chosen() -> None:
    scenario = priced()
    clusters = tuple(dataclasses.replace(each, block_kind="cluster") for each in scenario.designs[:1])
    left_out = optimize(dataclasses.replace(scenario, designs=(*clusters, *scenario.designs[1:]))).left_out
    assert left_out == {
        "HDD": "HDD: block is 'cluster'; expected a server or an array: drives of a cluster cannot be chosen yet"
    }


def _bill_of(scenario: Scenario, design: Design) -> tuple[BillRow, ...]:
    return tuple(row for row in scenario.bill if row.design == design.name)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"designs": ["Tape"]}, "design is 'Tape'; expected one of: HDD, SSD, Hybrid"),
        ({"drives": ["Tape"]}, "drive is 'Tape'; expected one of: HGST"),
        ({"raid_levels": ["RAID 7"]}, "RAID level is 'RAID 7'; expected one of: RAID 0"),
    ],
)
def test_a_name_that_is_not_known_is_refused(arguments: dict[str, list[str]], message: str) -> None:
    with pytest.raises(InputError, match=message):
        optimize(priced(), **arguments)  # type: ignore[arg-type]


def test_nothing_to_vary_says_why() -> None:
    with pytest.raises(InputError, match=r"designs to vary is 0; expected at least one. Low load: tier 1:"):
        optimize(example("etri"))


def test_too_many_candidates_are_refused_before_they_are_made(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(room, "MOST_CANDIDATES", 1000)
    with pytest.raises(InputError, match=r"candidates is '[\d,]+'; expected at most 1,000: name some drives or RAID"):
        optimize(priced())


def test_each_find_is_sized_once_more_and_what_that_refuses_is_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    """As if the arrays let pass what misses a target."""
    scenario = with_bays(priced(), BAYS, min_free_share=0.7)
    found = optimize(scenario, designs=["SSD"], best=1000)
    assert found.refused == {}
    monkeypatch.setattr(cheapest, "_meets_targets", lambda numbers, _: numbers[Block.feasible] == 1)
    lenient = optimize(scenario, designs=["SSD"], best=1000)
    assert set(lenient.refused) == {"SSD: leaves too little capacity free"}
    assert all(each.block.targets_met for each in lenient.best)
