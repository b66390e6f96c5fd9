"""What a sensitivity varies: each driver at both ends, by a change of which 0 means none."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.pylib.what_if.scenarios import with_changes

from vdi_sizing.errors import InputError
from vdi_sizing.model.names import Names, places
from vdi_sizing.model.sizing import size
from vdi_sizing.scenario import Sensitivity, check
from vdi_sizing.what_if.drivers import ENDS, HIGH, LOW
from vdi_sizing.what_if.extremes import tornado
from vdi_sizing.what_if.ranges import Range
from vdi_sizing.what_if.variation import vary
from vdi_templates.examples import EXAMPLES, etri, fujitsu, today

RESULTS = ("known_eur_per_vm", "vms_per_block", "drives_total")


def results(figures: Names) -> list[float]:
    return [figures[name] for name in RESULTS]


@pytest.mark.parametrize("name", EXAMPLES)
def test_a_change_of_0_changes_nothing(name: str) -> None:
    scenario = with_changes(EXAMPLES[name](), 0.0)
    varied = vary(scenario)
    design = size(scenario).designs[0]
    for figures in (varied.base, *varied.ends.values()):
        assert results(figures) == pytest.approx([design[each] for each in RESULTS], rel=1e-12)


def test_fewer_users_are_sized_as_a_scenario_with_fewer_users() -> None:
    scenario = today()
    fewer = tuple(replace(group, vms=group.vms * 0.8) for group in scenario.groups)
    varied = vary(scenario)
    assert varied.changes["users_scale", LOW] == -0.2
    design = size(replace(scenario, groups=fewer)).designs[0]
    figures = varied.ends["users_scale", LOW]
    for name, (_, figure) in places().items():
        if figure.swept and isinstance(figures[name], float):
            assert figures[name] == pytest.approx(design[name]), name


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
    varied = vary(with_changes(etri(), change, "Ours: 80 % within 50 ms"))
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
