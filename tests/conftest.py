"""One LibreOffice for all tests that need one; and no test fails for being slow."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from hypothesis import settings
from tests.gate.office import Office

settings.register_profile("untimed", deadline=None)
settings.load_profile("untimed")


@pytest.fixture(scope="session")
def office() -> Iterator[Office]:
    with Office() as running:
        yield running
