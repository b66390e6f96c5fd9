"""Ways to deliver an image: what of a profile's I/O reaches the store."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vdi_sizing.scenario import PHASES
from vdi_sizing.tables.deliveries import DELIVERIES, OPERATIONS, Delivery, delivered, reaching
from vdi_sizing.tables.profiles import PROFILES, Profile, profile

KNOWN = {each.name: each for each in DELIVERIES}
MCS, PVS = KNOWN["MCS"], KNOWN["PVS with RAM cache and overflow, desktop"]
AMOUNT = st.floats(0.001, 10)
SHARES = [f"{phase}_{operation}" for phase in PHASES for operation in OPERATIONS]


def test_a_row_that_leaves_something_open_says_that_it_is_to_be_measured() -> None:
    for row in DELIVERIES:
        blank = [name for name in (*SHARES, "cache_ram_gib") if getattr(row, name) is None]
        blank += [] if row.delta_gb is not None or row.image_share is not None else ["GB"]
        assert not blank or "measure" in (row.note or ""), (row.name, blank)


def test_profiles_were_measured_with_deliveries_of_the_table() -> None:
    assert {each.delivery for each in PROFILES if each.delivery is not None} <= KNOWN.keys()
    for each in PROFILES:
        for word in ("MCS", "PVS"):
            assert (f", {word}" in each.name) == (each.delivery or "").startswith(f"{word} ") or each.delivery == word


def test_the_published_profile_of_one_delivery_comes_out_of_the_other() -> None:
    """880 desktops of Windows 11: 31.5 and 44.8 IOPS with PVS, of which 13 and 12 % are reads."""
    mcs, pvs = (profile(f"Windows 11 knowledge worker, {name}") for name in ("MCS", "PVS"))
    x = delivered(mcs, PVS, MCS, PHASES)
    assert x.steady_iops == pytest.approx(pvs.steady_iops, rel=0.01)
    assert x.login_iops == pytest.approx(pvs.login_iops, rel=0.01)
    assert x.steady_read_share == pytest.approx(pvs.steady_read_share, abs=0.005)
    assert x.login_read_share == pytest.approx(pvs.login_read_share, abs=0.005)


def test_by_hand_and_back_again() -> None:
    """40 IOPS, half of them reads: 20 x 0.25 + 20 x 1.5 are 35, of which 5 are reads."""
    cached = Delivery("cached", steady_reads=0.25, steady_writes=1.5)
    plain = Profile("plain", steady_iops=40, steady_read_share=0.5, login_iops=50, ram_gib=4)
    x = delivered(plain, cached, None, PHASES)
    assert (x.steady_iops, x.login_iops, x.ram_gib) == (35, 50, 4)
    assert x.steady_read_share == pytest.approx(5 / 35)
    back = delivered(x, MCS, cached, PHASES)
    assert back.steady_iops == pytest.approx(40)
    assert back.steady_read_share == pytest.approx(0.5)


def test_a_profile_without_a_read_share_and_an_unknown_share_change_nothing() -> None:
    unknown = Profile("unknown", steady_iops=10)
    assert delivered(unknown, PVS, None, PHASES) == unknown
    known = replace(unknown, steady_read_share=0.3)
    assert delivered(known, KNOWN["Instant clone"], None, PHASES) == known


def test_what_never_reached_the_store_is_not_counted_back() -> None:
    nothing = Delivery("all in RAM", steady_reads=0, steady_writes=0)
    assert reaching(MCS, nothing, "steady") == (1, 1)
    x = delivered(Profile("x", steady_iops=10, steady_read_share=0.3), nothing, None, PHASES)
    assert (x.steady_iops, x.steady_read_share) == (0, 0.3)


@given(AMOUNT, st.floats(0.001, 1), AMOUNT, AMOUNT)
def test_less_reaching_the_store_is_never_more_load(iops: float, share: float, reads: float, writes: float) -> None:
    plain = Profile("plain", steady_iops=iops, steady_read_share=share)
    x, less = (
        delivered(plain, Delivery("d", steady_reads=times * reads, steady_writes=times * writes), None, PHASES)
        for times in (1.0, 0.5)
    )
    assert (less.steady_iops or 0.0) <= (x.steady_iops or 0.0)
    assert 0 <= (x.steady_read_share or 0.0) <= 1 + 1e-12
