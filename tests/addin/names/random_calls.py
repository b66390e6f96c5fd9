"""Random calls of the functions: values as cells hold them, now and then one that cannot be used."""

from __future__ import annotations

import random
from typing import Any

from vdi_addin.functions.catalogue import Argument, Function
from vdi_addin.functions.convert import OMITTED
from vdi_addin.functions.wording import shown
from vdi_sizing.tables.raid_levels import RAID_LEVELS

CHOICES: dict[str, tuple[Any, ...]] = {
    "raid": tuple(level.name for level in RAID_LEVELS),
    "rounding": ("up", "nearest", "down"),
    "field": ("write_penalty", "usable share", "generation"),
    "write_back": (True, False, 0.5),
    "write_penalty": (1.0, 2.0, 4.0, 6.0, "RAID 5"),
    "service_shape": (1.0,),
    "write_phases": (1.0, 2.0),
    "write_fork": (1.0, 2.0, 3.0),
    "limit_ms": (2.0, 10.0, 20.0, 50.0, 100.0),
    "host_gpus": (0.0, 1.0, 2.0, 4.0, 8.0),
    "gpu_gb": (16.0, 24.0, 48.0),
}
"""Of these one is drawn."""
RANGES = {
    "skew": (0.5, 0.999),
    "cv": (0.05, 3.0),
    "peak_factor": (1.0, 20.0),
    "peak_time_share": (0.0, 0.1),
    "utilization": (0.0, 1.2),
    "host_ram_gib": (250.0, 1000.0),
    "host_cores": (8.0, 64.0),
}
"""Between these bounds."""
OF_GROUPS: dict[str, tuple[float, ...]] = {
    "vms": (0.0, 1.0, 7.0, 30.0, 95.5, 400.0),
    "vm_ram_gib": (4.0, 8.0, 16.5, 64.0, 120.0, 255.0),
    "vm_cores": (0.0, 0.4, 1.0, 2.0, 6.7),
    "vm_gpu_gb": (0.0, 0.0, 1.0, 6.0, 8.0),
}
"""Of these one is drawn for each of three groups, or now and then one for all."""
WHOLE = {"years": 12, "drives": 200, "multiple": 8, "num_vdisk": 8}
"""A whole number, up to this one."""
UNUSABLE = (-1.0, 0.0, "text")


def drawn(function: Function, source: random.Random) -> list[Any]:
    """Values for the arguments of a function, those at the end left out now and then."""
    values = [value_of(argument, source) for argument in function.arguments]
    while values and values[-1] is OMITTED:
        values.pop()
    return values


def value_of(argument: Argument, source: random.Random) -> Any:
    """A value for an argument."""
    if argument.optional and source.random() < 0.35:
        return OMITTED
    if source.random() < 0.02:
        return source.choice(UNUSABLE)
    if argument.kind == "numbers":
        drawn_for_each = [source.choice(OF_GROUPS[argument.name]) for _ in range(3)]
        return drawn_for_each[0] if source.random() < 0.1 else (tuple(drawn_for_each),)
    if argument.kind == "flag":
        return source.random() < 0.5
    if argument.name in CHOICES or (argument.or_mean and source.random() < 0.4):
        return source.choice(CHOICES.get(argument.name, ("mean",)))
    return number_of(argument, source)


def number_of(argument: Argument, source: random.Random) -> float:
    """A number for an argument."""
    if argument.name in WHOLE:
        return float(source.randint(0, WHOLE[argument.name]))
    if argument.name in RANGES or is_share(argument):
        return round(source.uniform(*RANGES.get(argument.name, (0.0, 1.0))), source.choice((1, 2, 9)))
    return source.choice((source.uniform(0, 20), float(source.randint(0, 5000)), source.uniform(0, 2000)))


def is_share(argument: Argument) -> bool:
    return argument.unit.startswith(("0..1", "above 0, ")) or argument.name.endswith(("share", "headroom", "derating"))


def formula(function: Function, values: list[Any]) -> str:
    """The call as it stands in a cell."""
    return f"={function.name}({','.join(typed(value) for value in values)})"


def typed(value: Any) -> str:
    if value is OMITTED:
        return ""
    if isinstance(value, tuple):
        return f"{{{','.join(repr(each) for each in value[0])}}}"
    return repr(value) if isinstance(value, float) else shown(value)
