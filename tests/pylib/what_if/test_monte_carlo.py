"""Monte Carlo: published random numbers, the inverse distribution, and the same answer every time."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest
from tests.pylib.what_if.scenarios import example

from vdi_sizing.errors import InputError
from vdi_sizing.formulas.disks import disk_count
from vdi_sizing.formulas.response_target import disk_count_for_response_time
from vdi_sizing.formulas.uncertainty import triangular_quantile
from vdi_sizing.what_if.monte_carlo import monte_carlo, quantiles, triangular_draws
from vdi_sizing.what_if.ranges import Range

SEED = 20110601
STATE = 1804083011563323368665611838657739121
INCREMENT = 28526617917024475852204743929392468939
RAW = [8827970041614369087, 10223952799001300992, 3557413311780345217, 487115603273960523]


def pcg64(state: int, increment: int) -> Iterator[int]:
    """The generator PCG64 (XSL RR 128/64), in plain integers."""
    while True:
        state = (state * 0x2360ED051FC65DA44385DF649FCCF645 + increment) % 2**128
        folded, turn = (state >> 64) ^ (state % 2**64), state >> 122
        yield (folded >> turn | folded << (64 - turn)) % 2**64


def test_the_raw_stream_is_that_of_the_generator() -> None:
    """numpy makes state and increment from the seed; from there on the stream is the published one."""
    inner = np.random.PCG64(SEED).state["state"]
    assert (inner["state"], inner["inc"]) == (STATE, INCREMENT)
    stream = pcg64(STATE, INCREMENT)
    assert [next(stream) for _ in RAW] == RAW == np.random.PCG64(SEED).random_raw(len(RAW)).tolist()


def test_draws_are_the_stream_through_the_inverse_distribution() -> None:
    ranges = {"a": Range(8, 20, 25), "b": Range(0.1, 0.4, 0.5)}
    drawn = triangular_draws(ranges, 50, SEED)
    stream = pcg64(STATE, INCREMENT)
    for variant in range(50):
        for name, range_ in ranges.items():
            p = (next(stream) >> 11) / 2**53
            assert drawn[name][variant] == triangular_quantile(p, range_.low, range_.base, range_.high)


def test_more_draws_begin_with_the_same_ones() -> None:
    few, many = (triangular_draws({"a": Range(0, 1, 2), "b": Range(0, 0, 1)}, n, 7) for n in (10, 1000))
    assert all((few[name] == many[name][:10]).all() for name in few)


def test_the_etri_load_needs_50_to_116_drives() -> None:
    """100 users of 8 to 25 IOPS, 10 to 50 % reads, drives of 70 to 90 IOPS; RAID 10 is bought in pairs."""
    ranges = {"iops": Range(8, 20, 25), "read_share": Range(0.1, 0.4, 0.5), "drive_iops": Range(70, 75, 90)}
    drawn = triangular_draws(ranges, 100_000, SEED)
    reads = 100 * drawn["iops"] * drawn["read_share"]
    writes = 100 * drawn["iops"] - reads
    needed = quantiles(np.asarray(disk_count_for_response_time(50, reads, writes, drawn["drive_iops"], multiple=2)))
    plain = quantiles(np.asarray(disk_count(reads, writes, 2, drawn["drive_iops"])))
    assert (needed.p5, needed.p50, needed.p95) == (50, 82, 116)
    assert (plain.p5, plain.p50, plain.p95) == (24, 39, 51)


def test_the_same_seed_gives_the_same_digits() -> None:
    ranges = {"users_scale": Range(0.5, 1, 2), "drive_price_scale": Range(0.5, 1, 1.5)}
    answer = monte_carlo(example(), 1, ranges, ["known_eur_per_vm", "blocks"], draws=1000, seed=SEED)
    assert answer == monte_carlo(example(), 1, ranges, ["known_eur_per_vm", "blocks"], draws=1000, seed=SEED)
    assert answer["blocks"].p5 <= answer["blocks"].p50 <= answer["blocks"].p95
    assert answer["known_eur_per_vm"].mean == pytest.approx(217.83491864927697, rel=1e-12)


@pytest.mark.parametrize(("draws", "seed"), [(0, 1), (10, -1), (1.5, 1), (10, None)])
def test_draws_and_seed_are_whole(draws: Any, seed: Any) -> None:
    with pytest.raises(InputError, match="expected a whole number of at least"):
        monte_carlo(example(), ranges={"users_scale": Range(1, 1, 2)}, draws=draws, seed=seed)
