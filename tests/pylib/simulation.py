"""A discrete-event simulation of a RAID group, to hold the closed forms of the response time against."""

from __future__ import annotations

import heapq
import random
from collections.abc import Callable, Iterator

Service = Callable[[random.Random], float]
"""Draws the service time of one operation, with a mean of 1."""


def exponential(draw: random.Random) -> float:
    return draw.expovariate(1.0)


def disk_like(draw: random.Random) -> float:
    """Squared variation 0.12, that of a seek with a deviation of 3.6 ms and a uniform rotation."""
    return draw.gammavariate(1 / 0.12, 0.12)


def steady_arrivals(rate: float, ios: int, draw: random.Random) -> Iterator[float]:
    time = 0.0
    for _ in range(ios):
        time += draw.expovariate(rate)
        yield time


def bursty_arrivals(
    base: float, peak: float, burst_s: float, pause_s: float, total_s: float, draw: random.Random
) -> Iterator[float]:
    """A peak rate for `burst_s`, then a base rate for `pause_s`, again and again."""
    start = 0.0
    while start < total_s:
        for rate, length in ((peak, burst_s), (base, pause_s)):
            time = start + draw.expovariate(rate)
            while time < start + length:
                yield time
                time += draw.expovariate(rate)
            start += length


def response_times_ms(
    arrivals_s: Iterator[float],
    groups: list[list[int]],
    drive_iops: float,
    read_share: float,
    write_phases: int,
    write_fork: int,
    draw: random.Random,
    service: Service = exponential,
) -> list[float]:
    """Response time of every I/O on drives that serve in order of arrival.

    An I/O goes to a random group of drives. A read takes one random drive of the group. A write takes `write_fork`
    different ones in each phase, and a phase starts when the longest operation of the one before has ended.
    """
    free_at = [0.0] * (1 + max(max(group) for group in groups))
    waiting: list[tuple[float, float, int, int, list[int]]] = []
    for arrived in arrivals_s:
        group = draw.choice(groups)
        phases, fork = (1, 1) if draw.random() < read_share else (write_phases, write_fork)
        waiting.append((arrived, arrived, phases, fork, group))
    heapq.heapify(waiting)
    times_ms = []
    while waiting:
        now, arrived, phases, fork, group = heapq.heappop(waiting)
        end = now
        for drive in draw.sample(group, fork):
            free_at[drive] = max(now, free_at[drive]) + service(draw) / drive_iops
            end = max(end, free_at[drive])
        if phases > 1:
            heapq.heappush(waiting, (end, arrived, phases - 1, fork, group))
        else:
            times_ms.append((end - arrived) * 1000)
    return times_ms


def share_within(times_ms: list[float], limit_ms: float) -> float:
    return sum(time <= limit_ms for time in times_ms) / len(times_ms)


def mean(times_ms: list[float]) -> float:
    return sum(times_ms) / len(times_ms)
