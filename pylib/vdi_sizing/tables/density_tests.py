"""Density tests: how many VMs and users a host carried in each, with its processor, as published."""

import datetime
from dataclasses import dataclass

from vdi_sizing.tables.reading import read_records


@dataclass(frozen=True)
class DensityTest:
    """A published test of a host; None where its source says nothing.

    Parameters
    ----------
    processor : str
        That of the host, as printed.
    kind : str
        "desktop", one user per VM, or "session", several.
    worker : str or None
        Kind of user that was played.
    tool : str
        What played them.
    os : str
        System of the VMs.
    hypervisor : str
        That of the host.
    vcpus, ram_gib : float or None
        vCPU and RAM of a VM [vCPU, GiB]
    vms, users : float or None
        Those that the host carried.
    cores : float or None
        Cores of the host, all of them [cores]
    counts : bool
        Whether the range of the published tests has it.
    limit : str or None
        What ended it, or was kept.
    source, source_address, source_date, how_sure, note
        As in the other tables.
    """

    processor: str
    kind: str
    worker: str | None
    tool: str
    os: str
    hypervisor: str
    vcpus: float | None
    ram_gib: float | None
    vms: float | None
    users: float
    cores: float | None
    counts: bool
    limit: str | None
    source: str
    source_address: str
    source_date: str | datetime.date
    how_sure: str
    note: str | None

    @property
    def users_per_core(self) -> float | None:
        """Users that each core of the host carried."""
        return None if self.cores is None else self.users / self.cores


@dataclass(frozen=True)
class DensityRange:
    """What the tests of one kind span: users per core, how many tests, and on which processors."""

    least: float
    most: float
    tests: int
    processors: tuple[str, ...]


DENSITY_TESTS = read_records("density_tests", DensityTest)


def density_range(kind: str) -> DensityRange:
    """The range of the tests of desktops or of session hosts that count.

    >>> found = density_range("session")
    >>> found.tests, round(found.least, 2), round(found.most, 2)
    (5, 2.36, 3.75)
    """
    tests = [test for test in DENSITY_TESTS if test.kind == kind and test.counts]
    spans = [test.users_per_core for test in tests if test.users_per_core is not None]
    return DensityRange(min(spans), max(spans), len(spans), tuple(dict.fromkeys(test.processor for test in tests)))
