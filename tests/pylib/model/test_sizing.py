"""`size`: every design of a scenario, its figures by name and its bill; what does not hold together is refused."""

from __future__ import annotations

from dataclasses import replace

import pytest
from tests.pylib.model.office import BLOCK, FULL_BILL, priced, scenario, sized, with_tier

from vdi_sizing.errors import InputError
from vdi_sizing.model.sizing import size
from vdi_sizing.scenario import Design


def test_every_design_is_sized_and_is_compared_with_the_others() -> None:
    two = (with_tier(drives=8), replace(with_tier(drives=16), name="more"))
    sizing = size(scenario(*two))
    assert [x.design for x in sizing.designs] == list(scenario(*two).designs_in_use)
    assert [x["vms_per_block"] for x in sizing.designs] == [53, 106]
    blocks = tuple(x.block for x in sizing.designs)
    assert all(block.side_by_side == blocks for block in blocks)


def test_figures_are_found_by_name_and_the_bill_by_row() -> None:
    x = priced(with_tier(drives=8), *FULL_BILL)
    assert x["vms_per_block"] == x.figures["vms_per_block"] == x.block.vms_per_block == 53
    assert [line.part for line in x.bill] == ["server", "slow", "licence", "project"]


@pytest.mark.parametrize(
    ("design", "says"),
    [
        (replace(BLOCK, case="night"), "load case is 'night'; expected one of: office"),
        (with_tier(drive="tape"), "drive is 'tape'; expected a drive of the Drives sheet"),
        (with_tier(raid="RAID 7"), "RAID level is 'RAID 7'; expected one of"),
        (with_tier(drives=7), "expected a multiple of 2 drives for RAID 10"),
        (with_tier(drives=2), "expected at least 4 drives for RAID 10"),
        (replace(BLOCK, replica_location="tier 2"), "expected a tier that has drives"),
        (
            replace(BLOCK, tiers=()),
            "expected a kit of the Kits sheet, or below it a drive or a number of VMs or IOPS per block",
        ),
        (replace(BLOCK, cores=8), "vCPU per core is blank"),
    ],
)
def test_a_scenario_that_does_not_hold_together_is_refused(design: Design, says: str) -> None:
    with pytest.raises(InputError, match=says):
        sized(design)
