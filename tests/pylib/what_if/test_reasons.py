"""Why a bar of a tornado is short or one-sided, in words."""

from __future__ import annotations

import dataclasses

import pytest
from tests.pylib.what_if.scenarios import example, office

from vdi_sizing.scenario import Scenario
from vdi_sizing.what_if.ranges import Range
from vdi_sizing.what_if.reasons import NOT_GIVEN, NOT_VARIED, ONE_SIDED, reason_of, reason_of_all
from vdi_templates.examples import customer, today

AROUND = Range(0.8, 1, 1.2)


def test_drives_are_counted_by_something_else() -> None:
    range_ = Range(0.3, 1, 1.17)
    reason = "the drives are counted by login storm, which does not hang on it"
    assert reason_of(today(), 0, "steady_iops_scale", range_, "drives_total") == reason
    assert reason_of_all(today(), 0, {"steady_iops_scale": range_}, "drives_total") == reason


@pytest.mark.parametrize(
    ("scenario", "design", "name", "range_", "output", "reason"),
    [
        (example(), 0, "drive_iops_scale", AROUND, "blocks", "the binding limit, measured, does not hang on it"),
        (example(), 0, "users_scale", Range(0.99, 1, 1.005), "blocks", "whole blocks: 8 carry the users at both ends"),
        (example(), 0, "response_limit_ms", Range(10, 20, 30), "blocks", NOT_GIVEN),
        (example(), 0, "vm_price_scale", AROUND, "known_eur_per_vm", NOT_GIVEN),
        (example(), 0, "drive_price_scale", AROUND, "blocks", "it does not enter this result"),
        (example(), 0, "drive_price_scale", AROUND, "known_eur_per_vm", ""),
        (example(), 0, "users_scale", Range(1, 1, 1), "blocks", NOT_VARIED),
        (example(), 0, "users_scale", Range(1, 1, 1.5), "blocks", ONE_SIDED),
        (example(), 0, "ram_scale", Range(0.9, 1, 1e4), "blocks", "high end: no block carries a VM; "
         "low end: the binding limit, measured, does not hang on it"),
        (office(), 0, "users_scale", AROUND, "known_eur_per_vm", "no price"),
        (office(), 0, "steady_iops_scale", Range(0.999, 1, 1.001), "drives_total",
         "whole drives: 26 per block, in the multiple of their RAID level"),
        (example("etri"), 4, "drive_iops_scale", Range(0.1, 1, 1.2), "drives_total", "low end: no block carries a VM"),
        (example("emc"), 2, "steady_iops_scale", AROUND, "drives_total",
         "low end: whole blocks: 3 carry the users as before"),
        (today(), 0, "all_iops_scale", AROUND, "drives_total", ""),
        (customer(), 1, "ram_scale", AROUND, "known_users_eur", "whole hosts: 10 beside the arrays, by cores"),
        (customer(), 1, "ram_scale", AROUND, "drives_total", "it does not enter this result"),
        (customer(), 0, "vcpus_scale", Range(0.995, 1, 1.005), "known_users_eur",
         "the drives are counted by capacity, which does not hang on it"),
    ],
)  # fmt: skip
def test_the_reason(scenario: Scenario, design: int, name: str, range_: Range, output: str, reason: str) -> None:
    assert reason_of(scenario, design, name, range_, output) == reason


def test_both_ends_on_one_side_are_whole_blocks() -> None:
    """Fujitsu's users at 80 and at 120 %: both pay less per VM, since the last block stands less empty."""
    reason = reason_of(example(), 0, "users_scale", AROUND, "known_eur_per_vm")
    assert reason.startswith("whole blocks and drives: 7 / 8 / 10 blocks with 14 / 16 / 20 drives for 184 / 230 / 276")


def test_saturated_as_it_is() -> None:
    """Fujitsu's hybrid saturates its disks at the measured VMs."""
    assert reason_of(example(), 2, "steady_iops_scale", AROUND, "response_ms") == "drives are saturated as it is"


def test_a_design_without_a_block_says_so() -> None:
    scenario = example()
    design = dataclasses.replace(scenario.designs[0], ram_gib=0.5)
    scenario = dataclasses.replace(scenario, designs=(design, *scenario.designs[1:]))
    assert reason_of(scenario, 0, "users_scale", AROUND, "blocks") == "no block carries a VM as it is"
