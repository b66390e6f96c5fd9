"""Density tests: which count for the range that designs are held against, and why others do not."""

from __future__ import annotations

from vdi_sizing.tables.density_tests import DENSITY_TESTS, density_range
from vdi_sizing.tables.processors import PROCESSORS
from vdi_sizing.tables.profiles import DESKTOP, SESSION


def test_the_range_is_that_of_the_tests_which_count() -> None:
    """Each has a processor of the table, printed cores and what ended it; the others say why they do not count."""
    known = {processor.name for processor in PROCESSORS}
    for kind in (DESKTOP, SESSION):
        found = density_range(kind)
        counted = [test for test in DENSITY_TESTS if test.kind == kind and test.counts]
        assert found.tests == len(counted)
        assert {found.least, found.most} <= {test.users_per_core for test in counted}
        assert known.issuperset(found.processors)
        assert all(test.cores and test.limit and test.worker == "knowledge" for test in counted)
    assert all((test.note or "").startswith("Not in the range") for test in DENSITY_TESTS if not test.counts)
