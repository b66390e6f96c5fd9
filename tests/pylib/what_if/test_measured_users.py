"""What was measured in the place of what was promised: the mean VM by hand, and once more from the groups."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.pylib.what_if.scenarios import example

from vdi_sizing.errors import InputError
from vdi_sizing.model.sizing import size
from vdi_sizing.scenario import Scenario, UserGroup
from vdi_sizing.what_if.measured_users import MeanVm, promised_vm, with_measured
from vdi_templates.examples import customer

CLERKS = UserGroup(
    "clerks", "now", 100, 0.6, steady_iops=10, steady_read_share=0.2, ram_gib=4, vcpus=2, delta_gb=5, persistent_gb=15
)
MAKERS = UserGroup(
    "makers", "now", 40, steady_iops=20, steady_read_share=0.5, ram_gib=9, vcpus=4, log_gb=1, persistent_gb=29
)


def scenario_of(*groups: UserGroup) -> Scenario:
    return replace(example("etri"), groups=groups)


def test_the_promised_vm_by_hand() -> None:
    """60 and 40 VMs in use: 0.6 x 10 + 0.4 x 20 = 14 IOPS, of which 0.6 x 2 + 0.4 x 10 = 5.2 are reads."""
    found = promised_vm(scenario_of(CLERKS, MAKERS), "NOW")
    assert found.steady_read_share == pytest.approx(5.2 / 14)
    assert replace(found, steady_read_share=None) == MeanVm(100, 14, None, 6, 2.8, 24)


def test_groups_change_in_proportion_by_hand() -> None:
    """Half the IOPS with as many reads as writes: reads by 3.5 / 5.2, writes by 3.5 / 8.8."""
    measured = MeanVm(50, 7, 0.5, 3, 1.4, 48)
    clerks, makers = with_measured(scenario_of(CLERKS, MAKERS), "now", measured).groups
    assert (clerks.vms, makers.vms, clerks.concurrency) == (50, 20, 0.6)
    assert (clerks.ram_gib, makers.ram_gib, clerks.vcpus, makers.vcpus) == (2, 4.5, 1, 2)
    assert (clerks.delta_gb, clerks.persistent_gb, makers.log_gb, makers.persistent_gb) == (10, 30, 2, 58)
    reads, writes = 2 * 3.5 / 5.2, 8 * 3.5 / 8.8
    assert clerks.steady_iops == pytest.approx(reads + writes)
    assert clerks.steady_read_share == pytest.approx(reads / (reads + writes))
    assert makers.steady_iops == pytest.approx(10 * 3.5 / 5.2 + 10 * 3.5 / 8.8)


FIGURES = st.floats(0.5, 200)


@settings(max_examples=40, deadline=None)
@given(measured=st.builds(MeanVm, FIGURES, FIGURES, st.floats(0, 1), FIGURES, FIGURES, FIGURES))
def test_what_was_measured_is_what_the_case_then_says(measured: MeanVm) -> None:
    found = promised_vm(with_measured(scenario_of(CLERKS, MAKERS), "now", measured), "now")
    for name, value in vars(measured).items():
        assert getattr(found, name) == pytest.approx(value, abs=1e-9), name


def test_what_was_not_measured_stays_and_so_do_other_cases() -> None:
    other = replace(MAKERS, name="night", case="night")
    before = scenario_of(CLERKS, MAKERS, other)
    assert with_measured(before, "now", MeanVm()) == before
    after = with_measured(before, "now", MeanVm(steady_iops=7))
    assert after.groups[2] == other
    assert [group.steady_read_share for group in after.groups] == [0.2, 0.5, 0.5]
    assert [group.steady_iops for group in after.groups[:2]] == [5, 10]


def test_a_group_that_says_nothing_gets_what_was_measured() -> None:
    silent = UserGroup("silent", "now", 100)
    found = with_measured(scenario_of(silent), "now", MeanVm(None, 7, 0.3, 3, 2, 48)).groups[0]
    assert (found.steady_iops, found.steady_read_share, found.ram_gib, found.vcpus) == (7, 0.3, 3, 2)
    assert (found.vms, found.delta_gb, found.persistent_gb) == (100, None, 48)


def test_a_load_of_nothing_is_what_was_measured() -> None:
    idle = replace(CLERKS, steady_iops=0)
    found = with_measured(scenario_of(idle), "now", MeanVm(steady_iops=7, steady_read_share=0.3)).groups[0]
    assert (found.steady_iops, found.steady_read_share) == (7, 0.3)
    assert with_measured(scenario_of(CLERKS), "now", MeanVm(steady_iops=0)).groups[0].steady_iops == 0


def test_what_profiles_and_deliveries_say_counts_once() -> None:
    """Measured RAM holds the RAM cache of an image delivery; the sized block has the measured means."""
    scenario = with_measured(customer(), "office", MeanVm(400, 14, 0.25, 8, 4, 60))
    block = size(scenario).designs[0].block
    assert (block.vms, block.ram_gib_per_vm, block.vcpus_per_vm) == pytest.approx((400, 8, 4))
    assert block.steady.iops_per_vm == pytest.approx(14)
    assert block.steady.reads_per_vm == pytest.approx(3.5)


def test_images_on_the_disks_of_vms_are_not_told_from_what_else_is_there() -> None:
    clones = replace(CLERKS, image_share=1.0)
    scenario = scenario_of(clones, MAKERS)
    assert promised_vm(scenario, "now").stored_gb is None
    assert with_measured(scenario, "now", MeanVm(stored_gb=100)) == scenario


def test_an_unknown_case_is_refused() -> None:
    with pytest.raises(InputError, match="load case is 'night'; expected one of: now"):
        promised_vm(scenario_of(CLERKS), "night")


@pytest.mark.parametrize("wrong", [{"vms": 0}, {"steady_iops": -1}, {"steady_read_share": 1.1}, {"ram_gib": 0}])
def test_what_nothing_can_take_is_refused(wrong: dict[str, float]) -> None:
    with pytest.raises(InputError, match=next(iter(wrong))):
        MeanVm(**wrong)
