"""One LibreOffice for all tests that need one; no test fails for being slow, and little time goes to collecting."""

from __future__ import annotations

import gc
from collections.abc import Iterator

import pytest
from hypothesis import settings
from tests.gate.office import Office

gc.set_threshold(100_000, 5, 2)  # a workbook has many cells, and Python would look through them again and again

settings.register_profile("untimed", deadline=None)
settings.load_profile("untimed")


@pytest.fixture(scope="session")
def office() -> Iterator[Office]:
    with Office() as running:
        yield running
