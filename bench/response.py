"""Errors of the response laws against simulation: the tables of docs/response.md.

python -m bench.response > tables.md

Queues are simulated with Poisson arrivals and with exponential or disk-like (Erlang of shape 8) service. What piles
up is carried over. A minus sign says that the law is optimistic: it promises a shorter time, or more I/Os in time,
than simulation. The last column is about the limit that 80 % of the simulated I/Os keep.
"""

from __future__ import annotations

import math
import random
import sys
from collections.abc import Iterable, Iterator
from typing import Any

import numpy as np
from bench.figures import Figure, run
from tests.pylib.formulas import simulation
from tests.pylib.formulas.simulation_of_arrays import Array, response_times

from vdi_sizing.formulas.login_peak import login_peak_factor
from vdi_sizing.formulas.peaks import share_within_bursts, share_within_lognormal
from vdi_sizing.formulas.response_target import disk_count_for_response_time
from vdi_sizing.formulas.response_time import share_within_ms
from vdi_sizing.formulas.service import mean_service_times, quantile_service_times, share_within_service_times
from vdi_sizing.tables.raid_levels import raid_level

LEVELS = {"RAID 10": (2, 1, 2), "RAID 5": (8, 2, 2), "RAID 6": (8, 2, 3)}
"""Drives of a group, phases of a write, and legs that a phase waits for."""
UTILIZATIONS = (0.3, 0.5, 0.7, 0.85, 0.95)
SEED = 11
IOS, IOS_TINY = 200_000, 500
"""Simulated I/Os of each case; mirrors get ten times as many."""
IOPS = 1920
TARGETS = (
    ("RAID 10", 0.4, 75, 50, 0.8),
    ("RAID 10", 0.4, 75, 50, 0.95),
    ("RAID 10", 0.1, 75, 50, 0.8),
    ("RAID 10", 0.1, 75, 50, 0.95),
    ("RAID 5", 0.4, 75, 50, 0.8),
    ("RAID 5", 0.4, 75, 50, 0.95),
    ("RAID 5", 0.1, 75, 50, 0.8),
    ("RAID 6", 0.4, 75, 50, 0.8),
    ("RAID 6", 0.1, 180, 20, None),
)
LAWS = ((1, "Exponential service, shape 1"), (8, "Disk-like service, shape 8"))


def measure(tiny: bool) -> Iterator[Figure]:
    """Prints the tables; yields how far the laws are off at most."""
    ios = IOS_TINY if tiny else IOS
    for shape, title in LAWS[:1] if tiny else LAWS:
        rows = list(law_errors(shape, ios))
        print_table(title, ("system", "reads", "utilisation", "mean", "95th percentile", "share in time"), rows)
        worst = max(abs(float(row[3].rstrip("%"))) for row in rows)
        yield Figure(f"{title}: largest error of the mean", worst, " %")
    if tiny:
        return
    print_table(
        "Drives for a target",
        ("system", "reads", "drive IOPS", "target", "k = 1", "k = 8", "simulation needs", "k = 8 too many"),
        drives_for_targets(ios // 2),
    )
    print_table("A load that varies lognormally", ("drive IOPS", "cv", "Simpson's rule", "exact", "error"), simpson())
    print_table(
        "Bursts on 48 drives",
        ("utilisation", "peak factor", "time share", "s of a burst", "simulated", "formula", "error"),
        bursts(),
    )
    print_table(
        "A lognormal load that is carried over",
        ("drawn anew every", "simulated", "formula, which sheds"),
        lognormal_carried_over(),
    )
    print_table("Busiest moment of a login window", ("VMs", "window", "s of one", "simulated", "formula"), logins())


def print_table(title: str, heads: tuple[str, ...], rows: Iterable[tuple[str, ...]]) -> None:
    """A table of Markdown."""
    print(f"\n**{title}**\n\n| {' | '.join(heads)} |\n|{'---|' * len(heads)}")
    for row in rows:
        print(f"| {' | '.join(row)} |", flush=True)


def law_errors(shape: int, ios: int) -> Iterator[tuple[str, ...]]:
    """Law over simulation, for each layout, mix and utilization."""
    for raid, (drives, phases, fork) in LEVELS.items():
        for read_share in (0.4, 0.1):
            for busy in UTILIZATIONS:
                many = ios if phases > 1 else 10 * ios
                times = response_times(Array(drives, phases, fork, read_share, shape), busy, many, SEED)
                load = (busy, read_share, phases, fork, shape)
                mean = mean_service_times(*load) / times.mean() - 1
                late = quantile_service_times(0.95, *load) / np.quantile(times, 0.95) - 1
                points = 100 * (share_within_service_times(float(np.quantile(times, 0.8)), *load) - 0.8)
                yield raid, f"{read_share:.0%}", f"{busy:g}", f"{mean:+.0%}", f"{late:+.0%}", f"{-points:+.1f} points"


def drives_for_targets(ios: int) -> Iterator[tuple[str, ...]]:
    """Drives counted for disks, and those that simulation needs, on pairs or on 60 drives with parity."""
    for raid, read_share, drive_iops, limit_ms, share in TARGETS:
        level = raid_level(raid)
        drives, phases, fork = (60 if level.write_phases > 1 else 2), int(level.write_phases), int(level.write_fork)
        per_drive = IOPS * (read_share + (1 - read_share) * level.write_penalty) / drive_iops
        limit = limit_ms * drive_iops / 1000
        low, high = 0.02, 0.98
        for _ in range(10):
            busy = (low + high) / 2
            times = response_times(Array(drives, phases, fork, read_share, 8), busy, ios, SEED)
            met = times.mean() <= limit if share is None else (times <= limit).mean() >= share
            low, high = (busy, high) if met else (low, busy)
        load = (limit_ms, IOPS * read_share, IOPS * (1 - read_share), drive_iops, raid, share)
        counted = [disk_count_for_response_time(*load, service_shape=shape) for shape in (1, 8)]
        needed = per_drive / low
        goal = "mean" if share is None else f"{share:.0%}"
        yield (
            raid, f"{read_share:.0%}", f"{drive_iops}", f"{goal} within {limit_ms} ms", f"{counted[0]:,.0f}",
            f"{counted[1]:,.0f}", f"{needed:.0f}", f"{counted[1] / needed - 1:+.0%}",
        )  # fmt: skip


def simpson() -> Iterator[tuple[str, ...]]:
    """Simpson's rule with 64 steps beside the trapezoidal rule with 200,000."""
    for drive_iops in (75, 180, 1000, 5000, 50_000):
        for cv in (0.2, 0.51, 1.0):
            load = 0.85 * 48 * drive_iops / (0.4 + 0.6 * 2)
            reads, writes = 0.4 * load, 0.6 * load
            rule = share_within_lognormal(50, 48, drive_iops, reads, writes, cv)
            exact = lognormal_share(drive_iops, reads, writes, cv)
            yield f"{drive_iops:,}", f"{cv:g}", f"{rule:.4f}", f"{exact:.4f}", f"{100 * (rule - exact):+.2f} points"


def lognormal_share(drive_iops: float, reads: float, writes: float, cv: float) -> Any:
    """The average over the load that `share_within_lognormal` stands for."""
    s = math.sqrt(math.log1p(cv * cv))
    z = np.linspace(-9, 9, 200_001)
    load = np.exp(s * z + s * s / 2)
    within = share_within_ms(50, 48, drive_iops, reads * load, writes * load)
    return np.trapezoid(within * np.exp(-z * z / 2), z) / math.sqrt(2 * math.pi)


def bursts() -> Iterator[tuple[str, ...]]:
    """On-off bursts on ETRI's 48 drives: what the formula says beside a simulation that carries over."""
    for busy in (0.5, 0.7):
        for peak, time_share in ((2.1, 0.4), (4, 0.05), (6, 0.05)):
            for burst_s in (0.05, 2, 20):
                ios = busy * 48 * 75 / 1.6
                draw = random.Random(SEED)
                base = ios * (1 - peak * time_share) / (1 - time_share)
                arrivals = simulation.bursty_arrivals(
                    base, peak * ios, burst_s, burst_s / time_share - burst_s, 60_000 / ios, draw
                )
                simulated = simulated_share(arrivals, draw)
                share = share_within_bursts(50, 48, 75, 0.4 * ios, 0.6 * ios, peak, time_share)
                yield (
                    f"{busy:g}", f"{peak:g}", f"{time_share:g}", f"{burst_s:g}", f"{simulated:.2f}", f"{share:.2f}",
                    f"{100 * (share - simulated):+.0f} points",
                )  # fmt: skip


def lognormal_carried_over() -> Iterator[tuple[str, ...]]:
    """The load fitted to ETRI, drawn anew every so often, on its 48 drives, carried over."""
    mean, cv = 96 * 19.8, 0.51
    for holds_s in (0.5, 2, 10):
        draw = random.Random(SEED)
        shed = share_within_lognormal(50, 48, 75, 0.4 * mean, 0.6 * mean, cv)
        simulated = simulated_share(simulation.lognormal_arrivals(mean, cv, holds_s, 100 + 50 * holds_s, draw), draw)
        yield f"{holds_s:g} s", f"{simulated:.2f}", f"{shed:.2f}"


def simulated_share(arrivals: Iterator[float], draw: random.Random) -> float:
    """Share within 50 ms on 24 mirrored pairs of 75 IOPS a drive, 40 % reads, exponential service."""
    pairs = [[drive, drive + 1] for drive in range(0, 48, 2)]
    return simulation.share_within_ms(simulation.response_times_ms(arrivals, pairs, 75, 0.4, 1, 2, draw), 50)


def logins() -> Iterator[tuple[str, ...]]:
    """Most logins under way at the same time over the expectation of their peak, simulated 400 times."""
    draw = np.random.default_rng(SEED)
    for vms, window_s, login_s in ((500, 1800, 30), (100, 3600, 30), (1000, 3600, 30), (5000, 1800, 30)):
        starts = np.sort(draw.normal(0, window_s / 6, (400, vms)), axis=1)
        most = [max(np.searchsorted(row, row, "right") - np.searchsorted(row, row - login_s)) for row in starts]
        expected = 6 / math.sqrt(2 * math.pi) * vms / window_s * login_s
        factor = login_peak_factor(vms, window_s, login_s)
        yield f"{vms:,}", f"{window_s / 60:.0f} min", f"{login_s}", f"{np.mean(most) / expected:.2f}", f"{factor:.2f}"


if __name__ == "__main__":
    sys.exit(run(measure, __doc__))
