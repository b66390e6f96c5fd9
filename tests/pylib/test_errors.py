"""An input error names what, which value, what was expected, and where."""

from __future__ import annotations

import copy
import datetime
import pickle

import pytest

from vdi_sizing.errors import InputError, InputsError


def test_it_is_a_value_error_that_says_everything() -> None:
    error = InputError("drive_iops", -75, "a number above 0 IOPS", "Drives!F7")
    assert isinstance(error, ValueError)
    assert str(error) == "Drives!F7: drive_iops is -75; expected a number above 0 IOPS"


@pytest.mark.parametrize(
    ("value", "shown"),
    [
        (None, "blank"), (5.0, "5"), (0.1, "0.1"), (1e300, "1e+300"), (float("nan"), "nan"), (7, "7"), (True, "True"),
        (datetime.date(2026, 3, 1), "2026-03-01"), ("ten", "'ten'"), ((1, 2), "(1, 2)"),
    ],
)  # fmt: skip
def test_values_are_shown_as_a_user_wrote_them(value: object, shown: str) -> None:
    assert str(InputError("VMs", value, "a number")) == f"VMs is {shown}; expected a number"


def test_several_travel_between_processes_too() -> None:
    several = InputsError([InputError("VMs", "x", "a number", "Users!C6"), InputError("bays", 0, "at least 1")])
    for twin in (copy.copy(several), pickle.loads(pickle.dumps(several))):
        assert twin.lines == ["Users!C6: VMs is 'x'; expected a number", "bays is 0; expected at least 1"]


def test_it_travels_between_processes() -> None:
    error = InputError("VMs", "x", "a number", "Users!C6")
    for twin in (copy.copy(error), pickle.loads(pickle.dumps(error))):
        assert (str(twin), twin.where) == (str(error), "Users!C6")
