"""Figures and inputs by name: each found, given ones set, what is worked out refused."""

from __future__ import annotations

import inspect
import re
from pathlib import Path

import pytest
from tests.pylib.model.office import BLOCK, USERS, block_of, scenario

from vdi_sizing.model import figure as figure_room
from vdi_sizing.model.capacity.drives import FullBlock
from vdi_sizing.model.find import place_of
from vdi_sizing.model.hardware.parts import FromTables
from vdi_sizing.model.names import Names, given_names, names_of, places
from vdi_sizing.model.scopes import KINDS, blank_block
from vdi_sizing.model.sections import lines_by_name

NOT_BY_UNIT = ("groups_without_gb", "last_without_gb", "vms_whatever_gb", "in_largest_by_gb", "cents_per_eur")
"""Lines whose name ends in a unit that is not theirs."""


def names() -> Names:
    return Names(block_of(scenario(BLOCK)))


def test_a_name_finds_the_figure_of_its_scope() -> None:
    block = block_of(scenario(BLOCK))
    x = Names(block)
    assert x["vms_per_block"] == block.vms_per_block == 100
    assert x["tier1_drives"] == block.tiers[0].drives == 16
    assert x["steady_iops_per_vm"] == 10


def test_inputs_go_by_the_name_of_their_record() -> None:
    x = names()
    assert x["design.name"] == "HDD"
    assert (x["design.tier1_drive"], x["design.tier2_drive"]) == ("slow", None)
    assert x["design.cache_read_hit"] == 0
    assert x["settings.drive_rounding"] == "up"


@pytest.mark.parametrize("name", ["vms_per_blok", "tier4_drives", "user.vms"])
def test_an_unknown_name_is_an_error_that_says_it(name: str) -> None:
    with pytest.raises(KeyError, match=name):
        names()[name]


def test_a_given_figure_is_set_before_anything_is_worked_out_from_it() -> None:
    x = names()
    x.put("steady_writes", 0.0)
    assert (x["steady_writes"], x["drives_by_steady"]) == (0, 5)


def test_an_input_is_set_for_this_block_alone() -> None:
    made = scenario(BLOCK)
    x, other = (Names(block_of(made)) for _ in range(2))
    x.put("design.tier1_drives", 8.0)
    x.put("design.spare_blocks", 1.0)
    x.put("settings.drive_rounding", "down")
    assert (x["design.tier1_drives"], x["vms_per_block"], x["blocks"]) == (8, 53, 3)
    assert (other["design.tier1_drives"], other["vms_per_block"], other["blocks"]) == (None, 100, 1)
    assert (made.designs_in_use[0].spare_blocks, made.settings.drive_rounding) == (0, "up")


@pytest.mark.parametrize("name", ["drives_by_steady", "tier1_usable_gb", "vms_per_block"])
def test_what_is_worked_out_cannot_be_set(name: str) -> None:
    with pytest.raises(KeyError, match=f"{name} is worked out: only what a sizing starts from can be set"):
        names().put(name, 1.0)


def test_a_figure_has_a_name_on_each_scope_that_it_is_declared_on() -> None:
    expected = ("tier1_rated_read_iops", "tier2_rated_read_iops", "tier3_rated_read_iops", "cache_rated_read_iops")
    assert names_of(FromTables.rated_read_iops) == expected
    assert names_of(FullBlock.target_vms) == ("target_vms",)


def test_no_two_figures_have_the_same_name() -> None:
    block = block_of(scenario(BLOCK))
    declared = [
        scope.name_of(figure)
        for kind in range(len(KINDS))
        for scope in block.scopes(kind)
        for declaring in type(scope).__mro__
        if hasattr(declaring, "declared")
        for figure in declaring.declared()
    ]
    assert len(declared) == len(set(declared)) == len(names()) == len(list(names()))


def test_given_figures_follow_from_inputs_alone() -> None:
    """A figure that is worked out could not be asked for before an input is set; a given one may."""
    given = given_names()
    assert {"vms", "steady_reads", "tier1_rated_read_iops", "parts_per_block_eur"} <= given
    assert given < places().keys()
    start = names()
    assert start["vms"] == USERS.vms
    assert all(start[name] is not None for name in given)


def test_a_name_of_the_sheets_leads_to_its_declaration() -> None:
    assert place_of("tier2_drives_by_login").startswith("pylib/vdi_sizing/model/capacity/drives.py:")
    assert place_of("limit_ram_words").endswith("words_shown of Limited")
    assert place_of("usable_gb") != place_of("tier1_usable_gb")


def test_every_name_of_the_sheets_leads_to_its_own_declaration() -> None:
    model = Path(inspect.getfile(figure_room)).parents[3]
    for name, (_, figure) in places().items():
        file, line, _ = place_of(name).split(":", 2)
        declared = (model / file).read_text(encoding="utf-8").splitlines()[int(line) - 1]
        assert re.match(rf"\s*{figure.name}(:| =)", declared), name


@pytest.mark.parametrize("name", ["design.respnse_limit_ms", "settings.nope", "design.tier1_dirves", "users.vms"])
def test_an_input_that_does_not_exist_is_named(name: str) -> None:
    figures = Names(blank_block())
    with pytest.raises(KeyError, match=name):
        figures.put(name, 3.0)
    with pytest.raises(KeyError, match=name):
        figures[name]


def test_a_unit_that_stands_in_a_name_is_that_of_its_line() -> None:
    units = {"gb": "GB", "gib": "GiB", "iops": "IOPS", "ms": "ms", "eur": "EUR", "share": "0..1", "w": "W"}
    found = {
        name: (line.unit, units[name.rpartition("_")[2]])
        for name, line in lines_by_name().items()
        if name.rpartition("_")[2] in units and name not in NOT_BY_UNIT
    }
    assert {unit for _, unit in found.values()} == set(units.values())
    assert {name: each for name, each in found.items() if each[0] != each[1]} == {}
