"""One LibreOffice for all tests that need one; no test fails for being slow; little time goes to what is no test."""

from __future__ import annotations

import gc
import os
import sys
from collections.abc import Iterator

import pytest
from hypothesis import settings
from tests.gate.office import Office

gc.set_threshold(100_000, 5, 2)  # a workbook has many cells, and Python would look through them again and again

# Python keeps what it has compiled, as it does for everybody by default: the tests start many programs.
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
sys.dont_write_bytecode = False

settings.register_profile("untimed", deadline=None)
settings.load_profile("untimed")


@pytest.fixture(scope="session")
def office() -> Iterator[Office]:
    with Office() as running:
        yield running
