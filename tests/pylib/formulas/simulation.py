"""A discrete-event simulation of a RAID group, to hold the closed forms of the response time against."""

from __future__ import annotations

import heapq
import math
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


def lognormal_arrivals(mean: float, cv: float, holds_s: float, total_s: float, draw: random.Random) -> Iterator[float]:
    """Arrivals at a rate that is drawn anew every `holds_s`."""
    s = math.sqrt(math.log1p(cv * cv))
    start = 0.0
    while start < total_s:
        rate = mean * math.exp(draw.gauss(-s * s / 2, s))
        time = start + draw.expovariate(rate)
        while time < start + holds_s:
            yield time
            time += draw.expovariate(rate)
        start += holds_s


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

    An I/O goes to a random group of drives: a read to one of them, a write to `write_fork` of them. A write
    has `write_phases` phases on the same drives; one starts when the longest operation of the one before has
    ended.
    """
    free_at = [0.0] * (1 + max(max(group) for group in groups))
    due: list[tuple[float, float, int, list[int]]] = []
    for arrived in arrivals_s:
        phases, fork = (1, 1) if draw.random() < read_share else (write_phases, write_fork)
        due.append((arrived, arrived, phases, draw.sample(draw.choice(groups), fork)))
    heapq.heapify(due)
    times_ms = []
    while due:
        now, arrived, phases, drives = heapq.heappop(due)
        end = now
        for drive in drives:
            free_at[drive] = max(now, free_at[drive]) + service(draw) / drive_iops
            end = max(end, free_at[drive])
        if phases > 1:
            heapq.heappush(due, (end, arrived, phases - 1, drives))
        else:
            times_ms.append((end - arrived) * 1000)
    return times_ms


def share_within_ms(times_ms: list[float], limit_ms: float) -> float:
    return sum(time <= limit_ms for time in times_ms) / len(times_ms)


def mean_ms(times_ms: list[float]) -> float:
    return sum(times_ms) / len(times_ms)
