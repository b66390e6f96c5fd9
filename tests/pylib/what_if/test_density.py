"""The density matrix: each cell is what `size` says of user groups that were changed by hand."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from tests.pylib.what_if.scenarios import example, with_everything

from vdi_sizing import DensityCell, density_matrix
from vdi_sizing.errors import InputError
from vdi_sizing.model.scopes import Block
from vdi_sizing.model.sizing import DesignSizing, size
from vdi_sizing.scenario import PER_SHELF, Design, Scenario, UserGroup
from vdi_sizing.what_if.density import USUAL_LEVELS
from vdi_sizing.words import ERROR, NOT_FEASIBLE, TOO_FEW_BAYS
from vdi_templates.examples import by_kits

SEVERAL_GROUPS = "fujitsu"


def by_hand(scenario: Scenario, ram: float, iops: float) -> Scenario:
    """A scenario whose groups ask for so many times the RAM and the steady IOPS, all of it typed."""

    def changed(group: UserGroup) -> UserGroup:
        typed = replace(group, profile=None, delivery=None, store_profile=None, cache_ram_gib=None)
        return replace(
            typed,
            ram_gib=None if typed.ram_gib is None else typed.ram_gib * ram,
            steady_iops=None if typed.steady_iops is None else typed.steady_iops * iops,
        )

    return replace(scenario, groups=tuple(changed(group) for group in scenario.groups_in_use))


def expected(block: Block) -> tuple[Any, ...]:
    if not block.stands:
        return None, ERROR if block.numbers_hold else block.void_word, "", None, None
    limit, bought = block.binding_name, f"{block.blocks:.0f} {block.block_called}{'s' * (block.blocks != 1)}"
    if limit == "demand" and block.in_cluster:
        limit = block.hosts_decided
    if block.with_hosts:
        limit = block.beside_decided if limit == "demand" else limit
        bought += f", {block.hosts_words}"
    eur = pytest.approx(block.compared_eur) if block.compared_eur > 0 else None
    return block.vms_per_block, limit, bought, block.drives_per_block, eur


def answer(cell: DensityCell) -> tuple[Any, ...]:
    return cell.vms_per_block, cell.limit, cell.takes, cell.drives_per_block, cell.eur_per_user


def peaked() -> Scenario:
    """Fujitsu's designs with a peak factor each, and RAM that binds in a part of the matrix."""
    scenario = example()
    designs = (replace(each, steady_peak_factor=1.0 + at / 4) for at, each in enumerate(scenario.designs))
    return replace(scenario, designs=tuple(designs))


def without_shelves(scenario: Scenario) -> Scenario:
    """Whose shelves nobody bills: a variation keeps those of the design as entered, as docs/model.md says."""
    return replace(scenario, bill=tuple(row for row in scenario.bill if row.per != PER_SHELF))


SCENARIOS = {
    "several groups": example(SEVERAL_GROUPS),
    "drives to count": example("etri"),
    "storms and capacity": example("dell"),
    "storms, reserves and a store": with_everything(),
    "profiles, deliveries and kits": by_kits(),
    "peak factors": peaked(),
    "clusters, and an array with hosts": without_shelves(example("customer")),
}


def with_typed_drives(scenario: Scenario) -> Scenario:
    """The scenario with each number of drives that is left blank typed in as it is counted."""

    def typed(sized: DesignSizing) -> Design:
        tiers = zip(sized.design.tiers, sized.block.tiers, strict=True)
        return replace(
            sized.design,
            tiers=tuple(replace(own, drives=float(tier.drives)) if tier.counting else own for own, tier in tiers),
        )

    bill = tuple(
        row
        for design in scenario.designs
        for row in scenario.bill_of(design)  # a kit's among them, since a design in use names none
    )
    return replace(scenario, designs=tuple(map(typed, size(scenario).designs)), bill=bill)


@pytest.mark.parametrize("count_drives", [False, True])
@pytest.mark.parametrize("name", SCENARIOS)
def test_every_cell_is_the_sizing_of_groups_changed_by_hand(name: str, count_drives: bool) -> None:
    scenario = SCENARIOS[name]
    found = [density_matrix(scenario, at, count_drives=count_drives) for at in range(len(scenario.designs))]
    if not count_drives:
        scenario = with_typed_drives(scenario)
    for row, iops in enumerate(USUAL_LEVELS):
        for column, ram in enumerate(USUAL_LEVELS):
            for matrix, sized in zip(found, size(by_hand(scenario, ram, iops)).designs, strict=True):
                cell = matrix.rows[row][column]
                assert answer(cell) == expected(sized.block), (matrix.design, ram, iops)
                assert cell.ram_gib == pytest.approx(sized.block.ram_gib_per_vm)
                assert cell.iops == pytest.approx(sized.block.steady.iops_per_vm)


def test_the_base_stands_in_the_middle_and_is_the_design_as_it_is() -> None:
    scenario = example(SEVERAL_GROUPS)
    for at, sized in enumerate(size(scenario).designs):
        found = density_matrix(scenario, at)
        assert found.design == sized.design.name
        assert found.rows[2][2] == found.base
        assert answer(found.base) == expected(sized.block)
        assert [found.is_base(cell) for row in found.rows for cell in row] == [False] * 12 + [True] + [False] * 12


def test_drives_that_are_counted_stay_unless_they_are_to_be_counted_anew() -> None:
    scenario = example("customer")
    kept, anew = (density_matrix(scenario, count_drives=count) for count in (False, True))
    block = size(scenario).designs[0].block
    assert block.counting
    assert (kept.counted, anew.counted) == (False, True)
    assert {cell.drives_per_block for row in kept.rows for cell in row} == {block.drives_per_block}
    assert {cell.limit for row in (*kept.rows, *anew.rows) for cell in row} == {"cores", "RAM"}
    assert (kept.base.takes, anew.base.takes) == ("11 hosts", "11 hosts")
    assert anew.base.vms_per_block == block.vms_per_block
    assert kept.base.vms_per_block == block.next_vms


def test_levels_that_are_named_rise_and_stand_once() -> None:
    found = density_matrix(example(SEVERAL_GROUPS), 1, ram_gib=[4, 1, 4], iops=[20, 5.5])
    assert [[(cell.ram_gib, cell.iops) for cell in row] for row in found.rows] == [
        [(1, 5.5), (4, 5.5)], [(1, 20), (4, 20)],
    ]  # fmt: skip
    assert not any(found.is_base(cell) for row in found.rows for cell in row)
    assert found.rows[0][1].limit == "RAM"
    assert found.rows[1][0].limit == "measured"


def test_groups_of_other_cases_do_not_enter_the_axes() -> None:
    scenario = example(SEVERAL_GROUPS)
    other = replace(scenario.groups[0], name="other", case="elsewhere", ram_gib=64.0, steady_iops=500.0)
    assert density_matrix(replace(scenario, groups=(*scenario.groups, other))) == density_matrix(scenario)


def test_an_error_shows_its_word_and_no_number() -> None:
    scenario = example(SEVERAL_GROUPS)
    scarce = density_matrix(scenario, 0, ram_gib=[1, 500])
    assert [answer(cell) for cell in scarce.rows[0]][1] == (None, NOT_FEASIBLE, "", None, None)
    assert scarce.rows[0][0].vms_per_block is not None
    cramped = replace(scenario, designs=tuple(replace(each, bays=1) for each in scenario.designs))
    found = density_matrix(cramped)
    assert {answer(cell) for row in found.rows for cell in row} == {(None, TOO_FEW_BAYS, "", None, None)}
    assert answer(found.base) == (None, TOO_FEW_BAYS, "", None, None)


def test_an_error_of_what_is_entered_voids_every_cell() -> None:
    """Billed are the SSDs, and sized other drives."""
    scenario = example(SEVERAL_GROUPS)
    hdd, ssd = scenario.designs[:2]
    other = replace(ssd, tiers=(replace(ssd.tiers[0], drive=hdd.tiers[0].drive),))
    found = density_matrix(replace(scenario, designs=(hdd, other, *scenario.designs[2:])), 1)
    assert {answer(cell) for row in found.rows for cell in row} == {(None, ERROR, "", None, None)}


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"design": 9}, "design is 9; expected a position from 0 to 4"),
        ({"ram_gib": [2, 0]}, "ram_gib is 0; expected a number above 0 GiB"),
        ({"iops": [-5]}, "iops is -5; expected a number above 0 IOPS"),
        ({"iops": ["ten"]}, "iops is 'ten'; expected a number above 0 IOPS"),
    ],
)
def test_what_cannot_be_is_refused(arguments: dict[str, Any], message: str) -> None:
    with pytest.raises(InputError, match=message):
        density_matrix(example(SEVERAL_GROUPS), **arguments)


@pytest.mark.parametrize(
    ("typed", "message"),
    [
        ({"ram_gib": None}, "HDD: RAM per VM is blank; expected RAM GiB of the user groups of case 'office' on the"),
        ({"steady_iops": 0.0}, "HDD: steady IOPS per VM is 0; expected steady IOPS of the user groups of case"),
        ({"steady_iops": None}, "HDD: steady IOPS per VM is blank; expected steady IOPS of the user groups of case"),
    ],
)
def test_users_without_ram_or_iops_are_told_what_to_enter(typed: dict[str, float | None], message: str) -> None:
    scenario = example(SEVERAL_GROUPS)
    groups = tuple(replace(group, **typed) for group in scenario.groups)  # type: ignore[arg-type]
    with pytest.raises(InputError, match=message):
        density_matrix(replace(scenario, groups=groups))


def test_where_the_users_fill_a_block_a_cell_says_what_decides_on_its_hosts() -> None:
    """Of hosts with 24 cores at 4 vCPU each, RAM decides from about 10 GiB per VM on."""
    for position, hosts in ((0, "{} hosts"), (2, "1 array, {} hosts")):
        found = density_matrix(example("customer"), position, ram_gib=[8, 13], count_drives=True)
        cells = [(cell.limit, cell.takes) for cell in found.rows[0]]
        fewest = 11 if position == 0 else 10
        assert cells == [("cores", hosts.format(fewest)), ("RAM", hosts.format(12))]


def test_drives_that_stay_let_a_limit_bind() -> None:
    cells = density_matrix(example("customer"), 0, ram_gib=[8, 17]).rows[0]
    assert [cell.limit for cell in cells] == ["cores", "RAM"]
