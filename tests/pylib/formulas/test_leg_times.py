"""Times in multiples of a leg's: roots, shares and means of each layout of writes."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from vdi_sizing.formulas import leg_times
from vdi_sizing.formulas.leg_times import mean_multiplier, quantile_root, share_within, write_multiplier

LAYOUTS = [(1, 1), (1, 2), (1, 3), (2, 1), (2, 2), (2, 3)]

layouts = st.sampled_from(LAYOUTS)
part = st.floats(0, 1)


def number(value: object) -> float:
    assert isinstance(value, float)
    return value


@pytest.mark.parametrize(
    ("layout", "at_80", "at_95"),
    [((1, 1), 1.609, 2.996), ((1, 2), 2.029, 3.454), ((2, 2), 3.499, 5.392), ((2, 3), 4.165, 6.124)],
)
def test_quantile_roots_at_40_percent_reads(layout: tuple[int, int], at_80: float, at_95: float) -> None:
    assert quantile_root(0.80, 0.4, *layout) == pytest.approx(at_80, abs=5e-4)
    assert quantile_root(0.95, 0.4, *layout) == pytest.approx(at_95, abs=5e-4)


@pytest.mark.parametrize(("layout", "root"), [((1, 2), 2.197), ((2, 2), 4.025), ((2, 3), 4.750)])
def test_quantile_roots_at_10_percent_reads(layout: tuple[int, int], root: float) -> None:
    assert quantile_root(0.8, 0.1, *layout) == pytest.approx(root, abs=5e-4)


@given(share=st.floats(0.001, 0.999999), read_share=part)
def test_one_drive_and_mirrored_pairs_have_closed_roots(share: float, read_share: float) -> None:
    assert quantile_root(share, read_share, 1, 1) == pytest.approx(-math.log1p(-share), rel=1e-9)
    r = read_share
    mirrored = 2 * share / (r + math.sqrt(r * r + 4 * (1 - r) * share))
    assert quantile_root(share, r, 1, 2) == pytest.approx(-math.log(1 - mirrored), rel=1e-9)


@given(share=st.floats(0.001, 0.999999))
def test_a_three_way_mirror_of_writes_only_has_a_closed_root(share: float) -> None:
    assert quantile_root(share, 0, 1, 3) == pytest.approx(-math.log(1 - share ** (1 / 3)), rel=1e-9)


def test_gunthers_rule() -> None:
    roots = [number(quantile_root(share, 1, 1, 1)) for share in (0.80, 0.90, 0.95)]
    assert roots == pytest.approx([5 / 3, 7 / 3, 9 / 3], abs=0.06)


@pytest.mark.parametrize("layout", LAYOUTS)
def test_eight_steps_are_enough(layout: tuple[int, int], monkeypatch: pytest.MonkeyPatch) -> None:
    share = np.concatenate([np.geomspace(0.001, 0.5, 60), 1 - np.geomspace(0.5, 0.0001, 60)])[:, None]
    read_share = np.concatenate([[0, 1e-6, 1e-3], np.linspace(0.01, 0.99, 99), [0.999, 1]])[None, :]
    roots = np.asarray(quantile_root(share, read_share, *layout))
    missed = np.asarray(share_within(roots, read_share, *layout)) - share
    assert np.abs(missed / (1 - share)).max() < 1e-11
    monkeypatch.setattr(leg_times, "NEWTON_STEPS", 7)
    assert np.asarray(quantile_root(share, read_share, *layout)) == pytest.approx(roots, rel=1e-9)


@given(share=st.floats(1e-8, 0.999), read_share=part, layout=layouts, hit=part, back=part)
def test_the_root_gives_the_share_back(
    share: float, read_share: float, layout: tuple[int, int], hit: float, back: float
) -> None:
    root = number(quantile_root(share, read_share, *layout, hit, back))
    cached = read_share * hit + (1 - read_share) * back
    expected = max(share, cached)
    assert share_within(root, read_share, *layout, hit, back) == pytest.approx(expected, abs=2e-9)


@pytest.mark.parametrize("layout", LAYOUTS)
def test_mean_is_the_integral_of_what_takes_longer(layout: tuple[int, int]) -> None:
    u = np.linspace(0, 60, 60_001)
    longer = 1 - np.asarray(share_within(u, 0.3, *layout, 0.2, 0.1))
    assert np.trapezoid(longer, u) == pytest.approx(number(mean_multiplier(0.3, *layout, 0.2, 0.1)), rel=1e-6)


@pytest.mark.parametrize(
    ("layout", "multiplier"),
    [((1, 1), 1), ((1, 2), 1.5), ((1, 3), 11 / 6), ((2, 1), 2), ((2, 2), 3), ((2, 3), 11 / 3)],
)
def test_write_multipliers(layout: tuple[int, int], multiplier: float) -> None:
    assert write_multiplier(*layout) == pytest.approx(multiplier, rel=1e-15)


@pytest.mark.parametrize("layout", LAYOUTS)
def test_limits_of_the_share(layout: tuple[int, int]) -> None:
    assert share_within(0, 0.4, *layout) == pytest.approx(0, abs=1e-14)
    assert share_within(1000, 0.4, *layout) == pytest.approx(1, rel=1e-15)
    assert share_within(0, 0.4, *layout, 0.5, 1) == pytest.approx(0.8)


def test_layouts_may_be_an_array() -> None:
    phases, fork = np.array(LAYOUTS, dtype=float).T
    roots = np.asarray(quantile_root(0.8, 0.4, phases, fork))
    assert roots == pytest.approx([number(quantile_root(0.8, 0.4, *layout)) for layout in LAYOUTS], rel=1e-13)
    multipliers = np.asarray(write_multiplier(phases, fork))
    assert multipliers.tolist() == [write_multiplier(*layout) for layout in LAYOUTS]
