"""Load and response time of today's storage as the VMs saw it: points for the sheet Calibration.

Of a list with a row for each VM and time there is a point for each hour, and of hours of nearly one load their mean;
of a list of averages there is one point. What does not say how long an I/O takes makes none.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass, field, replace
from math import fsum

from vdi_sizing.errors import InputError
from vdi_sizing.inputs import name_key
from vdi_sizing.scenario import MeasuredPoint, Scenario
from vdi_templates.importing.measured import Sample, hour_of, mean_of, mean_over_ios, sample_of
from vdi_templates.importing.plan import Options, Plan, Written
from vdi_templates.importing.rows import Row
from vdi_templates.importing.wording import STORE_AVERAGES, STORE_HOURS
from vdi_templates.workbook.tables import POINTS

_TIME = "time"
_MOST_TAKEN = 12
"""Points: as many as show a curve, and as a person reads through."""
_ONE_STORE = (
    "Calibration: each point is the load of all measured VMs together and the mean time of their I/Os; they are those "
    "of one store only where all of these VMs stand on it"
)
_ONE_POINT = "Calibration: one point makes no fit; a list with a row for each VM and time has more"
_OTHERS = "load and time of an I/O of the storage: Calibration holds other points; clear them to take these"


@dataclass
class _At:
    """What all VMs of lists did at a time."""

    lists: dict[str, None] = field(default_factory=dict)
    vms: dict[str, list[Sample]] = field(default_factory=dict)

    @property
    def point(self) -> tuple[float, float] | None:
        """Their IOPS together, and the mean time of an I/O; None where nobody says it, or nothing was done."""
        means = [
            (mean_of(each.iops for each in of_vm), mean_over_ios((each.iops, each.latency_ms) for each in of_vm))
            for of_vm in self.vms.values()
        ]
        load, ms = fsum(iops for iops, _ in means), mean_over_ios(means)
        return (load, ms) if load and ms else None


def take_points(scenario: Scenario, rows: Sequence[Row], options: Options, plan: Plan) -> Scenario:
    """The scenario with the points of what was measured of VMs, desktops or not, where Calibration holds no others."""
    times = _by_time(rows)
    found = sorted((point, at) for at, each in enumerate(times) if (point := each.point))
    if not found:
        return scenario
    points: list[MeasuredPoint] = []
    origins: list[str] = []
    for share in _shares(found):
        names = dict.fromkeys(name for _, at in share for name in times[at].lists)
        origins.append(", ".join(names))
        points.append(_point([point for point, _ in share], origins[-1], of_hours=len(times) > 1, options=options))
    held = scenario.measured_points
    if held and held != tuple(points):
        plan.leave_out(origins[0], _OTHERS)
        return scenario
    for at, (taken, origin) in enumerate(zip(points, origins, strict=True)):
        plan.written.append(Written(POINTS, at, taken if held else None, taken, origin))
    plan.notes += [_ONE_STORE, *([_ONE_POINT] if len(points) == 1 else [])]
    return replace(scenario, measured_points=tuple(points))


def _by_time(rows: Sequence[Row]) -> list[_At]:
    """What was done in each hour, or at each time of which nobody knows the hour; averages are one time."""
    times: dict[Hashable, _At] = {}
    for row in rows:
        try:
            sample, vm = sample_of(row), name_key(row.text("vm"))
        except InputError:  # which is among the problems already
            continue
        if sample is None or not vm:
            continue
        when = (hour_of(row) or row.text(_TIME)) if _TIME in row.cells else None
        at = times.setdefault(when, _At())
        at.lists[row.of.grid.name] = None
        at.vms.setdefault(vm, []).append(sample)
    return list(times.values())


def _shares(found: Sequence[tuple[tuple[float, float], int]]) -> list[Sequence[tuple[tuple[float, float], int]]]:
    """The points in the order of their load, in at most a dozen shares of nearly equal numbers.

    >>> [len(share) for share in _shares([((1.0, 1.0), 0)] * 26)]
    [2, 2, 2, 2, 2, 3, 2, 2, 2, 2, 2, 3]
    """
    many = min(_MOST_TAKEN, len(found))
    return [found[len(found) * at // many : len(found) * (at + 1) // many] for at in range(many)]


def _point(points: Sequence[tuple[float, float]], origin: str, *, of_hours: bool, options: Options) -> MeasuredPoint:
    """The mean of some points: of their loads, and over all their I/Os."""
    said = options.wording.said
    source = said(STORE_HOURS, list=origin, many=len(points)) if of_hours else said(STORE_AVERAGES, list=origin)
    ms = mean_over_ios(points) or 0.0
    return MeasuredPoint(round(mean_of(load for load, _ in points), 3), round(ms, 3), source=source)
