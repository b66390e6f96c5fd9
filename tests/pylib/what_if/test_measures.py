"""What a sensitivity ranks: figures of a design, and what it has beyond another; words where there is no answer."""

from __future__ import annotations

from dataclasses import replace

import pytest
from tests.pylib.what_if.scenarios import with_everything

from vdi_sizing.model.sizing import size
from vdi_sizing.scenario import MEASURES, Sensitivity
from vdi_sizing.what_if.measures import RANKED, ranked_by
from vdi_sizing.what_if.variation import vary
from vdi_sizing.words import NO_PRICE, NOT_FEASIBLE, NOT_KNOWN
from vdi_templates.examples import etri, fujitsu


def test_each_measure_is_the_figure_that_a_sizing_says() -> None:
    scenario = fujitsu()
    varied = vary(scenario)
    hdd, ssd, *_ = size(scenario).designs
    expected = [
        hdd["known_eur_per_vm"],
        hdd["known_users_eur"],
        hdd["known_total_eur"],
        hdd["vms_per_block"],
        hdd["drives_total"],
        hdd["known_users_eur"] - ssd["known_users_eur"],
        hdd["known_total_eur"] - ssd["known_total_eur"],
    ]
    assert [measure.of(varied.base, varied.other_base) for measure in RANKED] == pytest.approx(expected)
    assert tuple(measure.words for measure in RANKED) == MEASURES


def test_both_designs_change_where_a_driver_is_no_input_of_one() -> None:
    scenario = replace(fujitsu(), sensitivity=Sensitivity("SSD", other="HDD"))
    more = tuple(replace(group, vms=group.vms * 1.2) for group in scenario.groups)
    hdd, ssd, *_ = size(replace(scenario, groups=more)).designs
    varied = vary(scenario)
    gap = RANKED[MEASURES.index("EUR beyond the other design")]
    key = "users_scale", "high"
    assert gap.of(varied.ends[key], varied.other_ends[key]) == ssd["known_users_eur"] - hdd["known_users_eur"]
    assert ("measured_vms_scale", "high") not in varied.other_ends


def test_without_an_answer_there_is_a_word() -> None:
    figures = vary(etri()).base
    assert {measure.of(figures, figures) for measure in RANKED[:3]} == {NO_PRICE, NOT_KNOWN}
    scenario = with_everything()
    tight = replace(scenario.designs[-1], ram_gib=0.001)
    void = vary(replace(scenario, designs=(*scenario.designs[:-1], tight), sensitivity=Sensitivity(tight.name))).base
    assert {measure.of(void, figures) for measure in RANKED} == {NOT_FEASIBLE}


@pytest.mark.parametrize(
    ("named", "position"), [(None, 0), ("VMs per block", 3), ("EUR over the years beyond the other design", 6)]
)
def test_eur_per_vm_is_ranked_unless_something_else_is_named(named: str | None, position: int) -> None:
    assert ranked_by(named, vary(fujitsu()).base.block, over_years=False) == position


def test_without_prices_drives_are_ranked() -> None:
    assert MEASURES[ranked_by(None, vary(etri()).base.block, over_years=False)] == "drives of all blocks"
    assert MEASURES[ranked_by(None, vary(fujitsu()).base.block, over_years=True)] in (
        "EUR over the years",
        "drives of all blocks",
    )
