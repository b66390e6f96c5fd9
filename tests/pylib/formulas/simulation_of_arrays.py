"""Queues simulated with numpy: many I/Os at a time, disk-like service, what piles up carried over.

All operations of all drives are worked out at once, one drive's after another's. A second phase starts when the
first has ended, which hangs on the operations before it: the phases are worked out again until no time changes.
On busy drives that takes many passes; phases that are worked out in turn take one.
"""

from __future__ import annotations

import heapq
from collections.abc import Iterable
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

Times = npt.NDArray[np.float64]

MOST_PASSES = 2000
SAME = 1e-6
"""Of a service time: two passes that differ by less agree."""
WARM_UP = 0.05
"""Share of the I/Os that meet drives which are still idler than they will be; they are left out."""


class Array(NamedTuple):
    """A RAID group of some drives, and what its I/Os are like."""

    drives: int
    write_phases: int
    write_fork: int
    read_share: float
    service_shape: int


def response_times(
    array: Array, utilization: float, ios: int, seed: int, read_time: float = 1.0, write_time: float = 1.0
) -> Times:
    """Response time of each I/O, in multiples of the mean service time of a drive.

    Of flash a read of a drive and a write of it take different times: one queue for both, each with its own service.
    A write of two phases reads in the first of them.
    """
    draw = np.random.default_rng(seed)
    reads = draw.random(ios) < array.read_share
    of_phase = [read_time] * (array.write_phases - 1) + [write_time]
    per_io = array.read_share * read_time + (1 - array.read_share) * array.write_fork * sum(of_phase)
    arrived = np.cumsum(draw.exponential(per_io / (utilization * array.drives), ios))
    drives = _drives(array, ios, draw)
    legs = np.arange(array.write_fork) < np.where(reads, 1, array.write_fork)[:, None]
    phases = [legs, *[legs & ~reads[:, None]] * (array.write_phases - 1)]
    service = [draw.gamma(array.service_shape, time / array.service_shape, legs.shape) for time in of_phase]
    service[0] = np.where(reads[:, None], service[0] * read_time / of_phase[0], service[0])
    ended = _ends(arrived, drives, phases, service)
    return (ended - arrived)[int(WARM_UP * ios) :]


def times_in_turn(
    array: Array, utilization: float, ios: int, seed: int, read_time: float = 1.0, write_time: float = 1.0
) -> Times:
    """The same of exponential service, one phase after another in order of time.

    Arrivals are stretched until the drives are as busy as asked for, which a run of any length would be by chance.
    """
    draw = np.random.default_rng(seed)
    reads = draw.random(ios) < array.read_share
    of_phase = np.array([*[read_time] * (array.write_phases - 1), write_time])
    services = draw.exponential(1.0, (array.write_phases, ios, array.write_fork)) * of_phase[:, None, None]
    services[0, reads] *= read_time / of_phase[0]
    services[1:, reads] = services[0, reads, 1:] = 0
    arrived = np.cumsum(draw.exponential(1.0, ios))
    arrived *= services.sum() / (utilization * array.drives * arrived[-1])
    phases = np.where(reads, 1, array.write_phases).tolist()
    drives = [of[:1] if read else of for of, read in zip(_drives(array, ios, draw).tolist(), reads, strict=True)]
    takes = services.tolist()
    free, took, due = [0.0] * array.drives, [], [(time, io, 0) for io, time in enumerate(arrived.tolist())]
    while due:
        start, io, phase = heapq.heappop(due)
        end = _served(start, free, drives[io], takes[phase][io])
        if phase + 1 < phases[io]:
            heapq.heappush(due, (end, io, phase + 1))
        else:
            took.append(end - arrived[io])
    return np.array(took)[int(WARM_UP * ios) :]


def _served(start: float, free: list[float], drives: list[int], services: Iterable[float]) -> float:
    """When the last of some drives, each of which is free from a time, has served its leg."""
    end = start
    for drive, takes in zip(drives, services, strict=False):
        free[drive] = max(start, free[drive]) + takes
        end = max(end, free[drive])
    return end


def _drives(array: Array, ios: int, draw: np.random.Generator) -> npt.NDArray[np.int64]:
    """Different drives for the legs of each I/O."""
    first = draw.integers(array.drives, size=ios)
    second = draw.integers(1, max(2, array.drives), size=ios)
    third = draw.integers(1, max(2, array.drives - 1), size=ios)
    third += third >= second
    return np.stack([first, first + second, first + third], axis=1)[:, : array.write_fork] % array.drives


def _ends(
    arrived: Times, drives: npt.NDArray[np.int64], phases: list[npt.NDArray[np.bool_]], service: list[Times]
) -> Times:
    """When the last phase of each I/O ends."""
    starts = [arrived]
    for legs, times in zip(phases[:-1], service[:-1], strict=True):
        starts.append(starts[-1] + np.where(legs, times, 0).max(axis=1))
    for _ in range(MOST_PASSES):
        ends = _pass(starts, drives, phases, service)
        again = [arrived, *ends[:-1]]
        if all(np.abs(new - old).max() < SAME for new, old in zip(again, starts, strict=True)):
            return ends[-1]
        starts = again
    raise AssertionError("the phases did not settle")


def _pass(
    starts: list[Times], drives: npt.NDArray[np.int64], phases: list[npt.NDArray[np.bool_]], service: list[Times]
) -> list[Times]:
    """When each phase ends, if the phases start as given: every drive serves in order of arrival."""
    where = np.concatenate([drives[legs] for legs in phases])
    due = np.concatenate(
        [np.broadcast_to(start[:, None], legs.shape)[legs] for start, legs in zip(starts, phases, strict=True)]
    )
    takes = np.concatenate([times[legs] for times, legs in zip(service, phases, strict=True)])
    apart = due.max() + takes.sum()  # drive after drive on one line of time, too far apart to meet
    order = np.argsort(due + apart * where, kind="stable")
    done = np.cumsum(takes[order])
    free_from = np.maximum.accumulate((due + apart * where)[order] - (done - takes[order]))
    ended = np.empty_like(due)
    ended[order] = free_from + done - apart * where[order]
    ends, position = [], 0
    for start, legs in zip(starts, phases, strict=True):
        latest = np.full(legs.shape, -np.inf)
        count = int(legs.sum())
        latest[legs] = ended[position : position + count]
        ends.append(np.maximum(start, latest.max(axis=1)))
        position += count
    return ends
