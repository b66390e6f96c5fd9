"""What nobody gave of the users is named on the report, so that no page claims what was not taken into account."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from vdi_sizing.model.grouped_digits import spelled
from vdi_sizing.model.sizing import Sizing, size
from vdi_templates.examples import EXAMPLES

CUSTOMER = EXAMPLES["customer"]()
ALL_GIVEN: dict[str, Any] = {
    "steady_iops": 10.0, "steady_read_share": 0.4, "login_iops": 40.0, "login_read_share": 0.5,
    "boot_iops": 80.0, "boot_read_share": 0.8, "ram_gib": 4.0, "vcpus": 2.0,
}  # fmt: skip


def sized(**blank: Any) -> Sizing:
    """The customer's users without profiles: everything is given but what is blank, and no design asks for storms."""
    groups = tuple(replace(group, **{"profile": None, **ALL_GIVEN, **blank}) for group in CUSTOMER.groups)
    designs = tuple(replace(design, ios_per_login=None) for design in CUSTOMER.designs)
    return size(replace(CUSTOMER, groups=groups, designs=designs))


def test_nothing_is_said_where_all_is_given() -> None:
    for design in sized().designs:
        assert design["not_given"] == ""
        assert "not taken into account" not in str(design["to_know"])


@pytest.mark.parametrize(
    ("blank", "named"),
    [
        ({"login_iops": None, "login_read_share": None}, "login IOPS"),
        ({"boot_iops": None, "boot_read_share": None}, "boot IOPS (no limit by boots)"),
        ({"ram_gib": None}, "RAM"),
        ({"vcpus": None}, "vCPU"),
        ({"ram_gib": None, "vcpus": None}, "RAM, vCPU"),
    ],
)
def test_what_is_blank_is_named(blank: dict[str, Any], named: str) -> None:
    for design in sized(**blank).designs:
        assert design["not_given"] == named
        assert f"Not given for the users, and so not taken into account: {named}." in str(design["to_know"])


def test_a_storm_that_a_design_asks_for_is_given() -> None:
    blank = {"login_iops": None, "login_read_share": None}
    asking = [
        replace(design, ios_per_login=500.0, logins_per_s=1.0) if at == 0 else design
        for at, design in enumerate(sized(**blank).scenario.designs)
    ]
    scenario = replace(sized(**blank).scenario, designs=tuple(asking))
    assert {design["not_given"] for design in size(scenario).designs} == {""}


MCS = "Windows 11 knowledge worker, MCS"


@pytest.mark.parametrize(
    ("figures", "named"),
    [
        ({"delivery": "MCS"}, "delta GB, swap GB, log GB"),
        ({"profile": MCS}, "delta GB, swap GB, log GB"),
        ({"delivery": "MCS", "swap_gb": 0.0, "log_gb": 1.0}, "delta GB"),
        ({"delivery": "MCS", "delta_gb": 0.0}, ""),
        ({"delivery": "Full clone"}, ""),
        ({"delivery": None}, ""),
    ],
)
def test_deltas_that_nobody_gave_are_named_whatever_else_is_stored(figures: dict[str, Any], named: str) -> None:
    """Persistent GB are given: the check that a VM stores something says nothing of deltas."""
    unsaid = {"delta_gb": None, "persistent_gb": 30.0, "delivery": None}
    for design in sized(**{**unsaid, **figures}).designs:
        assert design["not_given"] == named


def test_the_room_for_deltas_that_nobody_gave_is_said_with_what_is_to_buy() -> None:
    for design in sized(delta_gb=None, persistent_gb=30.0, delivery="MCS").designs:
        said = f" Free for deltas and the like: {spelled(design['room_mb'])} MB per VM."
        assert said in str(design["offer"])
    for design in sized(delta_gb=0.5, persistent_gb=30.0, delivery="MCS").designs:
        assert "Free for deltas" not in str(design["offer"])


def test_where_clones_lie_elsewhere_no_room_is_said() -> None:
    unsaid = sized(delta_gb=None, persistent_gb=30.0, delivery="MCS").scenario
    designs = tuple(replace(design, clone_location="elsewhere") for design in unsaid.designs)
    for design in size(replace(unsaid, designs=designs)).designs:
        assert design["deltas_unsaid"] > 0
        assert "Free for deltas" not in str(design["offer"])
