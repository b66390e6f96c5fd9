"""One LibreOffice for all tests of the gate."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from tests.gate.office import Office

collect_ignore = ["office_server.py"]  # runs in LibreOffice's Python, where `uno` is


@pytest.fixture(scope="session")
def office() -> Iterator[Office]:
    with Office() as running:
        yield running
