"""An input error names what, which value, what was expected, and where."""

from __future__ import annotations

import copy
import pickle

from vdi_sizing.errors import InputError


def test_it_is_a_value_error_that_says_everything() -> None:
    error = InputError("drive_iops", -75, "a number above 0 IOPS", "Drives!F7")
    assert isinstance(error, ValueError)
    assert str(error) == "Drives!F7: drive_iops is -75; expected a number above 0 IOPS"


def test_nothing_is_called_blank() -> None:
    assert str(InputError("VMs", None, "a number")) == "VMs is blank; expected a number"


def test_it_travels_between_processes() -> None:
    error = InputError("VMs", "x", "a number", "Users!C6")
    for twin in (copy.copy(error), pickle.loads(pickle.dumps(error))):
        assert (str(twin), twin.where) == (str(error), "Users!C6")
