"""Tiers and the flash cache: what reaches their drives, and how they share capacity and I/O."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from tests.pylib.model.office import BLOCK, sized, with_tier

from vdi_sizing.model.sizing import DesignSizing, size
from vdi_sizing.scenario import Cache, Tier
from vdi_templates.examples import emc


def test_hits_and_coalescing_take_load_off_the_drives() -> None:
    assert sized(with_tier(read_hit=1.0))["drives_plain"] == 10
    assert sized(with_tier(write_coalesced=1.0))["drives_plain"] == 5


def test_a_cache_takes_its_hits_off_the_tier() -> None:
    cache = Cache("fast", "RAID 1", 2, read_hit=1.0, write_hit=0.5)
    x = sized(replace(BLOCK, cache=cache))
    assert x["tier1_steady_backend_iops"] == 5
    assert x["cache_steady_backend_iops"] == 10
    assert x["drives_per_block"] == 8


@pytest.mark.parametrize("unused", [{"cache": Cache(read_hit=0.5, write_hit=0.5)}, {"tiers": (
    Tier("slow", "RAID 10"), Tier(share_of_reads=0.5, share_of_writes=0.5, derating=0.5, spares=3),
)}])  # fmt: skip
def test_what_stands_beside_a_blank_drive_does_not_matter(unused: dict[str, Any]) -> None:
    given, plain = sized(replace(BLOCK, **unused)), sized(BLOCK)
    for name in ("drives_plain", "drives_per_block", "vms_per_block", "errors"):
        assert given[name] == plain[name]


def test_empty_drives_cool_a_pool_unless_its_shares_are_given() -> None:
    """Skew counts usable capacity, as EMC did; docs/model.md says what to do about it."""
    scenario = emc()
    design = scenario.designs[2]

    def pool(*tiers: Tier) -> DesignSizing:
        return size(replace(scenario, designs=(replace(design, tiers=tiers),))).designs[0]

    efd, sas, nl_sas = design.tiers
    as_tested, grown = pool(efd, sas, nl_sas), pool(efd, sas, replace(nl_sas, drives=12))
    assert [x["vms_per_block"] for x in (as_tested, grown)] == [184, 120]
    assert [x["hot_set_gb"] for x in (as_tested, grown)] == pytest.approx([240, 1140])
    shares = [as_tested[f"tier{k}_share_of_capacity"] for k in (1, 2, 3)]
    tiers = (efd, sas, replace(nl_sas, drives=12))
    given = [replace(tier, share_of_capacity=share) for tier, share in zip(tiers, shares, strict=True)]
    assert pool(*given)["vms_per_block"] == 184
