"""What a sensitivity varies: the drivers of `uncertainty`, by a change of which 0 means none."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vdi_sizing.errors import InputError
from vdi_sizing.scenario import Scenario, Sensitivity, check
from vdi_sizing.sensitivity import ENDS, HIGH, LOW, VARIATIONS, vary
from vdi_sizing.sizing import Figures, resolve, size
from vdi_sizing.uncertainty import DRIVERS, Range, tornado
from vdi_templates.examples import EXAMPLES, etri, fujitsu, today

RESULTS = ("known_eur_per_vm", "vms_per_block", "drives_total")


def with_changes(scenario: Scenario, change: float, design: str | None = None) -> Scenario:
    changes = (change,) * len(VARIATIONS)
    return replace(scenario, sensitivity=Sensitivity(design, changes, changes))


def results(figures: Figures) -> list[float]:
    return [figures[name] for name in RESULTS]


def test_the_drivers_are_those_of_uncertainty() -> None:
    assert [variation.name for variation in VARIATIONS] == list(DRIVERS)


@pytest.mark.parametrize("name", EXAMPLES)
def test_a_change_of_0_changes_nothing(name: str) -> None:
    scenario = with_changes(EXAMPLES[name](), 0.0)
    varied = vary(scenario)
    design = size(scenario).designs[0]
    for figures in (varied.base, *varied.ends.values()):
        assert results(figures) == pytest.approx([design[each] for each in RESULTS], rel=1e-12)


@pytest.mark.parametrize("variation", VARIATIONS, ids=lambda variation: variation.name)
def test_a_change_is_what_the_driver_of_that_value_does(variation: object) -> None:
    scenario = etri()
    start = resolve(scenario, scenario.designs[-1])
    assert start["design.response_limit_ms"] == 50
    for each in [v for v in VARIATIONS if v == variation]:
        ours, theirs = dict(start), dict(start)
        each.apply(ours, -0.1)
        values = {"steady_read_share": 0.3, "write_coalesced": 0.0, "max_utilization": 0.9}
        values |= {"response_share": start["design.response_share"] - 0.1, "response_limit_ms": 45.0}
        DRIVERS[each.name].apply(theirs, values.get(each.name, 0.9))
        numeric = {name for name, value in theirs.items() if isinstance(value, float)}
        assert numeric == {name for name, value in ours.items() if isinstance(value, float)}
        for name in numeric - {"all_vms"}:
            assert ours[name] == pytest.approx(theirs[name], rel=1e-12), name


def test_fewer_users_are_a_scenario_with_fewer_users() -> None:
    scenario = today()
    fewer = tuple(replace(group, vms=group.vms * 0.8) for group in scenario.groups)
    varied = vary(scenario)
    assert varied.changes["users_scale", LOW] == -0.2
    design = size(replace(scenario, groups=fewer)).designs[0]
    assert results(varied.ends["users_scale", LOW]) == pytest.approx([design[each] for each in RESULTS])


def test_the_variants_are_those_of_the_tornado() -> None:
    scenario = replace(fujitsu(), sensitivity=Sensitivity("SSD"))
    ranges = {name: Range(0.8, 1, 1.2) for name in ("users_scale", "drive_price_scale", "other_price_scale")}
    varied = vary(scenario)
    for swing in tornado(scenario, varied.design, ranges):
        ends = [varied.ends[swing.name, end]["known_eur_per_vm"] for end in ENDS]
        assert ends == pytest.approx([swing.at_low, swing.at_high])


def test_what_is_blank_stays_blank() -> None:
    varied = vary(fujitsu())
    for name in ("response_limit_ms", "response_share"):
        assert varied.ends[name, HIGH][f"design.{name}"] is None
        assert results(varied.ends[name, HIGH]) == results(varied.base)


@given(st.floats(-0.99, 10))
def test_shares_stay_shares(change: float) -> None:
    varied = vary(with_changes(etri(), change, "80 % within 50 ms"))
    figures = {name: varied.ends[name, LOW] for name in ("write_coalesced", "max_utilization", "response_share")}
    assert 0 <= figures["write_coalesced"]["design.tier1_write_coalesced"] <= 1
    assert 0 < figures["max_utilization"]["design.max_utilization"] <= 1
    assert 0 < figures["response_share"]["design.response_share"] < 1


def test_the_first_design_is_varied_unless_one_is_named() -> None:
    assert vary(fujitsu()).design == 0
    assert vary(with_changes(fujitsu(), 0.1, " ssd ")).design == 1


def test_a_design_that_does_not_exist_is_refused() -> None:
    with pytest.raises(InputError, match="expected one of: HDD, SSD"):
        check(with_changes(fujitsu(), 0.1, "tape"))


@pytest.mark.parametrize("change", [-1.0, 11.0])
def test_a_change_out_of_range_is_refused(change: float) -> None:
    with pytest.raises(InputError, match=r"low by .* expected a number of at least -0.99 and at most 10"):
        Sensitivity(low=(change,))
