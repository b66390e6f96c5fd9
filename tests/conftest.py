"""One LibreOffice for all tests that need one."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from tests.gate.office import Office


@pytest.fixture(scope="session")
def office() -> Iterator[Office]:
    with Office() as running:
        yield running
