"""What one design leaves out and another states is named, so that the cheaper one is not the one that asks for less."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from vdi_sizing.model.sizing import size
from vdi_sizing.scenario import Design, Scenario
from vdi_templates.examples import EXAMPLES

CUSTOMER = EXAMPLES["customer"]()


def with_design(design: Design, scenario: Scenario = CUSTOMER) -> Scenario:
    return replace(scenario, designs=(*scenario.designs, design))


def test_a_design_that_is_added_by_its_kit_alone_is_asked_for_less_than_the_others() -> None:
    """What the others state and no kit brings: headroom of the CPU, images, what a drive may be used to."""
    *others, added = size(with_design(Design("Fifth", kit="NVMe server, local"))).designs
    assert [other["less_asked"] for other in others] == ["none"] * 4
    assert added["less_asked"] == "CPU headroom, replica, master image or vDisk, maximum utilisation of a drive"
    assert (added["check_alike"], added["targets_met"], added["offered"]) == (0, 0, 0)
    assert added["mark"] == "asked for less than another design"
    said = "Fifth: less is asked of it than of another design: CPU headroom, replica"
    assert said in str(others[0]["to_know"])


@pytest.mark.parametrize(
    ("name", "value", "blank"),
    [
        ("ram_overhead_gib", 0.5, 0.0),
        ("vm_headroom", 0.1, 0.0),
        ("response_limit_ms", 15.0, None),
        ("min_free_share", 0.05, None),
        ("longest_boot_min", 60.0, None),
    ],
)
def test_what_one_design_states_is_missing_in_the_others(name: str, value: float, blank: Any) -> None:
    first, *others = CUSTOMER.designs
    assert getattr(others[0], name) == blank
    asking: dict[str, Any] = {name: value}
    asked, *free = size(replace(CUSTOMER, designs=(replace(first, **asking), *others))).designs
    assert asked["check_alike"] == 1
    assert [design["check_alike"] for design in free] == [0, 0, 0]


def test_designs_for_other_users_are_not_held_against_each_other() -> None:
    other = replace(CUSTOMER.groups[0], name="others", case="another case")
    design = Design("Elsewhere", case="another case", kit="NVMe server, local")
    scenario = replace(with_design(design), groups=(*CUSTOMER.groups, other))
    assert [sized["less_asked"] for sized in size(scenario).designs] == ["none"] * 5


def test_what_is_left_out_on_purpose_is_acknowledged() -> None:
    said = Design("Fifth", kit="NVMe server, local", acknowledged="alike: as the vendor's offer is made")
    added = size(with_design(said)).designs[-1]
    assert added["check_alike"] == 0
    assert "asked for less" not in added["mark"]
