"""What of a user group is to be measured, in words."""

from __future__ import annotations

from dataclasses import replace

from vdi_sizing.scenario import UserGroup
from vdi_sizing.scenario.to_measure import to_measure
from vdi_sizing.tables.deliveries import Delivery
from vdi_sizing.tables.profiles import Profile

TYPED = UserGroup("users", "day", 100, delivery="cached", store_profile="store")
USED = replace(TYPED, steady_iops=30, steady_read_share=0.5)
CACHED = Delivery("cached", steady_reads=0.2)


def test_all_that_is_left_open_is_named() -> None:
    said = "I/O, GB, RAM, store IOPS, store login IOPS, store GB"
    assert to_measure(TYPED, USED, CACHED, Profile("x")) == said
    assert to_measure(TYPED, replace(USED, store_profile=None), None, None) == ""


def test_what_was_measured_with_it_is_known() -> None:
    measured = Profile("x", delivery="CACHED")
    used = replace(USED, image_share=0, store_iops=1, store_login_iops=2, store_gb=3)
    assert to_measure(replace(TYPED, cache_ram_gib=0), used, CACHED, measured) == ""
    assert to_measure(TYPED, used, replace(CACHED, cache_ram_gib=1), Profile("x")) == "I/O"
    assert to_measure(replace(TYPED, steady_iops=30), used, replace(CACHED, cache_ram_gib=1), Profile("x")) == ""
