"""Measured points beside a design: whether its drive counts with what they gave, and works where they hold.

The fit itself is that of the sheet Calibration, and the same for all designs.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from vdi_sizing._arrays import Value, flag, magnitude, rounded
from vdi_sizing.inputs import same_name
from vdi_sizing.model.check import Warning
from vdi_sizing.model.figure import Display, Scope
from vdi_sizing.model.formats import FLAG, ONE

if TYPE_CHECKING:
    from vdi_sizing.model.scopes import Part


AS_FITTED = 0.01
"""So near to the fitted number is one that was typed with two digits or more."""


def _is_measured(p: Part) -> float:
    drive = p.block.settings.measured_drive
    return p.block.scenario.fit.determined if p.used and drive and same_name(p.own.drive or "", drive) else 0.0


def _in_range(p: Part) -> bool:
    fit, load = p.block.scenario.fit, p.load_of_drive
    known = not p.measured or load == 0
    return known or bool(rounded(load - fit.lowest_iops) >= 0 and rounded(fit.highest_iops - load) >= 0)


def _as_fitted(p: Part) -> bool:
    if not p.measured:
        return True
    fit = p.block.scenario.fit
    near = _is_near(p.service_ms, fit.service_ms) and _is_near(p.steady.drive_iops, fit.saturation_iops)
    return near and bool(p.shape == 1)


def _is_near(value: Value, fitted: float) -> bool:
    return bool(rounded(magnitude(value / fitted - 1) - AS_FITTED) <= 0)


class MeasuredPart(Scope):
    measured: Display[Part, float] = Display("its drive has measured points", "0/1",
        _is_measured, FLAG, "Settings name it, and the points on Calibration determine it")
    load_of_drive: Display[Part, Value] = Display("load of a drive at the load of a block", "IOPS",
        lambda p: p.at_load.utilization * p.steady.drive_iops, ONE)
    in_range: Display[Part, float] = Display("that load was measured", "0/1", lambda p: flag(_in_range(p)), FLAG)
    as_fitted: Display[Part, float] = Display("it counts with the numbers that were fitted", "0/1",
        lambda p: flag(_as_fitted(p)), FLAG, "within 1 %")


class CalibrationChecks(Scope):
    check_calibrated = Warning("the drive that was measured counts with the numbers that were fitted",
        "the drive that was measured counts with other numbers than its points give, or they determine none",
        lambda b: b.settings.measured_drive is None
        or (b.scenario.fit.determined == 1 and all(p.as_fitted for p in b.parts)),
        remedy="Type what Calibration says: the service time as latency without load and 1 as evenness on Designs, "
        "the saturation as read and write IOPS on Drives.")
    check_calibrated_range = Warning("the drive that was measured works at a load that was measured",
        "the drive that was measured works at a load outside its points: its response time is not known there",
        lambda b: all(p.in_range for p in b.parts),
        remedy="Measure at that load too and add the point on Calibration, or change the number of drives.")
