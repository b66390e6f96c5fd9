"""A number that is measured, or known better than computed, needs a source; one without is a warning that names it."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from tests.pylib.model.office import BLOCK, sized, with_tier

from vdi_sizing.model.sizing import size
from vdi_sizing.scenario import Cache, Design, Tier, sourced_numbers
from vdi_sizing.words import NONE
from vdi_templates.examples import EXAMPLES, today

SAID = "a number that is measured, or known better than computed, has no source: "


@pytest.mark.parametrize("name", sourced_numbers(Design))
def test_each_number_of_a_block_has_a_source_of_its_own(name: str) -> None:
    given: dict[str, Any] = {"measured_vms": 90.0, name: 60.0}
    all_but_one: dict[str, Any] = {f"{each}_source": "our test of May" for each in given if each != name}
    x = sized(replace(with_tier(drives=8), **given, **all_but_one))
    assert (x["unsourced"], x["check_measured_sourced"]) == (sourced_numbers(Design)[name].label, 0)
    assert SAID + x["unsourced"] in x["failing"]
    source: dict[str, Any] = {f"{name}_source": "our test of May"}
    with_source = sized(replace(with_tier(drives=8), **given, **all_but_one, **source))
    assert (with_source["unsourced"], with_source["check_measured_sourced"]) == (NONE, 1)


def test_the_numbers_and_their_sources_are_these() -> None:
    reduction = ("image_reduction", "clone_reduction", "persistent_reduction")
    named = ("measured_vms", "measured_iops_per_vm", "usable_gb", "usable_iops", *reduction, "written_mb_s")
    assert tuple(sourced_numbers(Design)) == named
    assert list(sourced_numbers(Tier)) == list(sourced_numbers(Cache)) == ["latency_ms"]


def test_the_latency_of_each_tier_and_of_the_cache_needs_one() -> None:
    tiers = (Tier("slow", "RAID 10", 8, latency_ms=4, share_of_reads=0.5, share_of_writes=0.5),
             Tier("fast", "RAID 10", 8, latency_ms=1, latency_ms_source="data sheet", share_of_reads=0.5,
                  share_of_writes=0.5))  # fmt: skip
    cache = Cache("new", "RAID 1", 2, latency_ms=0.2)
    x = sized(replace(BLOCK, tiers=tiers, cache=cache))
    assert x["unsourced"] == "latency without load, tier 1; latency without load, flash cache"
    unused = sized(replace(with_tier(drives=8), cache=Cache(latency_ms=0.2)))
    assert unused["unsourced"] == NONE


def test_what_somebody_chose_needs_none() -> None:
    assert sized(replace(BLOCK, given_vms=40))["check_measured_sourced"] == 1


@pytest.mark.parametrize("example", [*EXAMPLES.values(), today])
def test_the_examples_have_their_sources(example: Any) -> None:
    assert {design["unsourced"] for design in size(example()).designs} == {NONE}
