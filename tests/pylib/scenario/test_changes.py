"""What a named scenario changes: a driver by its words, and by how much."""

from __future__ import annotations

from dataclasses import replace

import pytest
from tests.pylib.what_if.scenarios import office

from vdi_sizing.errors import InputError
from vdi_sizing.scenario import CHANGEABLE, MOST_NAMED, USUAL_CHANGES, Change, check
from vdi_sizing.what_if.drivers import DRIVERS


def test_what_changes_is_a_driver_and_is_called_as_it_is() -> None:
    assert {name: driver.label for name, driver in DRIVERS.items()} == CHANGEABLE


def test_a_driver_is_found_in_any_case_of_letters() -> None:
    assert Change("more", "NUMBER of users", 0.1).driver == "users_scale"


def test_the_usual_changes_hold() -> None:
    check(replace(office(), named_changes=USUAL_CHANGES))


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        (
            (Change("more", "number of user", 0.1),),
            "named_changes 1, what: what changes is 'number of user'; expected a driver of the sheet Sensitivity",
        ),
        (
            (Change("more", "drive IOPS", 0.1), Change("More", "Drive IOPS", 0.2)),
            "named_changes 2, what: what changes is 'More, Drive IOPS'; expected a name that is used once",
        ),
        (
            tuple(Change(f"no {at}", "drive IOPS", 0.1) for at in range(MOST_NAMED + 1)),
            f"named_changes 9, scenario: scenario is 'no 8'; expected at most {MOST_NAMED} scenarios",
        ),
    ],
)
def test_what_does_not_hold_is_refused_with_its_place(changes: tuple[Change, ...], said: str) -> None:
    with pytest.raises(InputError) as refusal:
        check(replace(office(), named_changes=changes))
    assert said in str(refusal.value)


@pytest.mark.parametrize("by", [-1.0, 11.0])
def test_a_change_out_of_its_range_is_refused(by: float) -> None:
    with pytest.raises(InputError, match="changed by"):
        Change("more", "drive IOPS", by)
