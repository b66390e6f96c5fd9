"""Users per core of a full host beside those of published tests, and cores that are said twice."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from tests.pylib.model.office import sized
from tests.pylib.model.test_gpus import OFFICE
from tests.pylib.tables.test_processors import BARE, GOLD

from vdi_sizing.tables.density_tests import density_range
from vdi_sizing.tables.profiles import DESKTOP, SESSION

SESSIONS = replace(OFFICE, users_per_vm=10, vcpus=6, ram_gib=24)
BOTH = (OFFICE, replace(SESSIONS, name="sessions"))


@pytest.mark.parametrize(
    ("groups", "kind", "most"),
    [((OFFICE,), 1, density_range(DESKTOP).most), ((SESSIONS,), 2, density_range(SESSION).most), (BOTH, 0, None)],
    ids=["desktops", "sessions", "both"],
)  # fmt: skip
def test_more_users_per_core_than_any_test_had_are_a_warning_with_the_range(
    groups: tuple[Any, ...], kind: int, most: float | None
) -> None:
    """By the vCPU per core that the design assumes; fewer are none, and of both kinds together no test is known."""
    roomy = replace(BARE, ram_gib=100_000, vcpus_per_core=1)
    few, many = sized(roomy, *groups), sized(replace(roomy, vcpus_per_core=60), *groups)
    assert few["users_alike"] == kind
    assert (few["check_density"], many["check_density"]) == (1, float(most is None))
    if most is not None:
        assert few["users_per_core"] < most < many["users_per_core"]
        assert f"to {most:.2f} in" in many["density_words"]
        assert GOLD.name.removeprefix("Intel ") in many["density_words"]


def test_users_per_core_are_those_at_work_on_all_cores_of_a_full_host() -> None:
    full = sized(replace(BARE, ram_gib=1024, host_cores=8), SESSIONS)
    assert full["users_per_core"] == full["vms_per_block"] * 10 / 48
    assert sized(replace(BARE, processor=None), OFFICE)["users_per_core"] == 0


def test_cores_that_are_typed_beside_others_count_and_are_a_warning() -> None:
    other = sized(replace(BARE, cores=40), OFFICE)
    assert (other["check_processor"], other["host_cores"]) == (0, 40)
    assert other["cores_twice"] == "40 typed, 48 by CPUs per host and processor"
    assert other["errors"] == 0
    for same in (BARE, replace(BARE, cores=48)):
        assert sized(same, OFFICE)["check_processor"] == 1
