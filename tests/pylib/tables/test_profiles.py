"""Profiles: the figures that the documents print, and those of today."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

from vdi_sizing.errors import InputError
from vdi_sizing.formulas.storms import boot_storm_iops
from vdi_sizing.tables.profiles import (
    BASES,
    DESKTOP,
    KINDS,
    PROFILES,
    SESSION,
    WHOLE_TEST,
    WORKERS,
    Profile,
    profile,
)
from vdi_sizing.tables.reading import DOCUMENTS, TODAY
from vdi_templates.examples import today


def test_the_dell_task_worker_gives_the_measured_loads_of_630_vms() -> None:
    worker = profile("dell task worker")
    loads = (worker.steady_iops, worker.login_iops, worker.boot_iops)
    assert [630 * load for load in loads if load] == pytest.approx([4500, 6846, 10000])
    shares = (worker.steady_read_share, worker.login_read_share, worker.boot_read_share)
    assert shares == (0.002, 0.03, 0.13)
    assert (worker.ram_gib, worker.delta_gb) == (1, 1.5)


@pytest.mark.parametrize(
    ("name", "steady_iops"),
    [("Fujitsu normal user", 10), ("Fujitsu heavy user", 15), ("ETRI office user, low", 8),
     ("ETRI office user, high", 25), ("ETRI office user, test", 20)],
)  # fmt: skip
def test_steady_loads_of_the_seeds(name: str, steady_iops: float) -> None:
    assert profile(name).steady_iops == steady_iops


def test_what_the_source_does_not_give_is_none() -> None:
    medium = profile("EMC medium worker")
    assert medium.steady_iops is None
    assert (medium.steady_read_share, medium.login_read_share) == (0.1, 0.5)


def test_two_tests_of_today_agree_on_the_operations_of_a_boot() -> None:
    """At 50 boots a minute they make 39 000 IOPS."""
    boots = {p.ios_per_boot for p in PROFILES if p.ios_per_boot is not None}
    assert boots == {47000}
    assert boot_storm_iops(50 / 60, boots.pop()) == pytest.approx(39167, abs=1)


def test_an_unknown_profile_is_refused() -> None:
    with pytest.raises(InputError, match="profile is 'gamer'; expected one of: Fujitsu normal user"):
        profile("gamer")


def odd(row: Profile) -> list[str]:
    """The columns of a row that make no sense."""
    shares = ((f"{phase}_read_share", getattr(row, f"{phase}_read_share")) for phase in ("steady", "login", "boot"))
    found = {
        "generation": row.generation not in (DOCUMENTS, TODAY),
        "kind": row.kind not in KINDS,
        "worker": row.worker is not None and row.worker not in WORKERS,
        "steady_basis": (row.steady_basis in BASES) != (row.steady_iops is not None),
        **{name: share is not None and not 0 <= share <= 1 for name, share in shares},
        "login_iops": row.steady_iops is not None
        and row.login_iops is not None
        and not row.login_iops > row.steady_iops,
    }
    return [column for column, is_odd in found.items() if is_odd]


def test_every_row_makes_sense() -> None:
    assert {row.name: columns for row in PROFILES if (columns := odd(row))} == {}


def test_a_row_that_makes_no_sense_is_noticed() -> None:
    good = profile("dell task worker")
    assert odd(good) == []
    assert odd(replace(good, login_iops=1.0)) == ["login_iops"]
    assert odd(replace(good, steady_basis=None)) == ["steady_basis"]


@pytest.mark.parametrize("worker", WORKERS)
def test_each_kind_of_worker_has_a_desktop_of_today(worker: str) -> None:
    assert any(row.worker == worker and row.kind == DESKTOP for row in PROFILES if row.generation == TODAY)


def test_sessions_of_a_shared_host_have_fewer_iops_than_a_desktop_of_the_same_test() -> None:
    session = profile("Multi-session knowledge worker, Windows Server 2022, MCS")
    assert (session.kind, session.steady_iops, session.steady_read_share) == (SESSION, 18.9, 0.38)
    desktop = profile("Windows 11 knowledge worker, MCS")
    assert (session.steady_iops or 0) < (desktop.steady_iops or 0)


def test_an_average_with_the_ramp_is_never_called_steady() -> None:
    for row in PROFILES:
        assert ("Average of the whole test" in (row.note or "")) == (row.steady_basis == WHOLE_TEST)


def test_who_reads_a_desktop_with_its_profile_is_told_to_add_no_store() -> None:
    desktops = [row for row in PROFILES if re.search("MCS|PVS", row.name) and row.kind == DESKTOP]
    assert desktops
    assert [row.name for row in desktops if "add no profile store" not in (row.note or "")] == []


def test_the_fresh_workbook_counts_the_profile_once() -> None:
    group = today().groups[0]
    assert group.steady_iops == profile("Windows 11 knowledge worker, MCS").steady_iops
    assert (group.store_profile, group.store_iops, group.store_gb) == (None, None, None)
    assert "no store is entered" in (group.source or "")
