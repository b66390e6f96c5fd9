"""A load case with what was measured of its VMs in the place of what was promised: the same designs, sized anew."""

from __future__ import annotations

import datetime
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from typing import Any

from vdi_sizing.errors import InputError
from vdi_sizing.inputs import Input, same_name
from vdi_sizing.scenario import Design, Scenario, Settings, UserGroup
from vdi_sizing.tables.drives import DRIVES
from vdi_sizing.tables.raid_levels import RAID_LEVELS

_STORED = ("delta_gb", "log_gb", "persistent_gb")
"""What stands on the disks of a VM; its swap file is no disk of it."""
_LIMITS = {
    "vms": Input("VMs in use", "VMs", above=0),
    "steady_iops": Input("steady IOPS per VM", "IOPS"),
    "steady_read_share": Input("steady read share", "0..1", kind="share"),
    "ram_gib": Input("RAM per VM", "GiB", above=0),
    "vcpus": Input("vCPU per VM", "vCPU", above=0),
    "stored_gb": Input("GB on the disks of a VM", "GB"),
}


@dataclass(frozen=True)
class MeanVm:
    """The VMs of a load case that are in use at once, and what one of them takes on average; None: nobody knows.

    Attributes
    ----------
    vms : float or None
        How many there are [VMs]
    steady_iops : float or None
        Front-end load of a VM in steady work [IOPS]
    steady_read_share : float or None
        Reads as a share of it [0..1]
    ram_gib : float or None
        Memory of a VM [GiB]
    vcpus : float or None
        Virtual processors of a VM [vCPU]
    stored_gb : float or None
        What stands on the disks of a VM: delta, logs and what persists, without its image [GB]
    """

    vms: float | None = None
    steady_iops: float | None = None
    steady_read_share: float | None = None
    ram_gib: float | None = None
    vcpus: float | None = None
    stored_gb: float | None = None

    def __post_init__(self) -> None:
        for name, limits in _LIMITS.items():
            value = getattr(self, name)
            if value is not None:
                object.__setattr__(self, name, float(limits.checked(name, value)))


def promised_vm(scenario: Scenario, case: str) -> MeanVm:
    """What a scenario says of the mean VM of a load case.

    Parameters
    ----------
    scenario : Scenario
        User groups, designs, tables and settings.
    case : str
        The load case.

    Returns
    -------
    MeanVm
        Means over the concurrent VMs, of the groups that say a figure. GB are None where images are stored with the
        VMs, since a list of VMs does not tell them apart.

    Raises
    ------
    InputError
        If no user group is of that case.

    Notes
    -----
    mean = sum(VMs x concurrency x figure) / sum(VMs x concurrency) [exact]

    Examples
    --------
    >>> promised_vm(_example(), "now")
    MeanVm(vms=100.0, steady_iops=10.0, steady_read_share=0.4, ram_gib=5.0, vcpus=None, stored_gb=30.0)

    References
    ----------
    The means are those of `size`.
    """
    groups = _of_case(scenario, case)
    iops = _mean(groups, lambda group: group.steady_iops)
    reads = _mean(groups, _reads)
    return MeanVm(
        sum(group.concurrent_vms for group in groups),
        iops,
        reads / iops if iops and reads is not None else None,
        _mean(groups, lambda group: group.ram_gib),
        _mean(groups, lambda group: group.vcpus),
        None if stores_images(groups) else _mean(groups, _stored),
    )


def with_measured(scenario: Scenario, case: str, measured: MeanVm) -> Scenario:
    """The scenario in which the VMs of a load case take on average what was measured of them.

    Parameters
    ----------
    scenario : Scenario
        User groups, designs, tables and settings.
    case : str
        The load case that was measured.
    measured : MeanVm
        What was measured; what is None stays as it is.

    Returns
    -------
    Scenario
        The same designs, tables and settings, to be given to `size`.

    Raises
    ------
    InputError
        If no user group is of that case.

    Notes
    -----
    All groups of the case change in proportion, each figure by measured / promised mean, reads and writes by
    themselves [exact]; a group that does not say a figure gets the measured mean. Storms of logins and boots, and what
    a profile store takes, stay: they are not measured.

    Examples
    --------
    >>> other = with_measured(_example(), "now", MeanVm(vms=50, steady_iops=5, steady_read_share=0.2, ram_gib=4))
    >>> [(group.vms, group.steady_iops, round(group.steady_read_share, 3), group.ram_gib) for group in other.groups]
    [(30.0, 3.0, 0.2, 3.2), (20.0, 8.0, 0.2, 5.2)]
    >>> promised_vm(other, "now").steady_iops
    5.0

    References
    ----------
    The formulas and their sources are those of `size`.
    """
    promised = promised_vm(scenario, case)
    if stores_images(scenario.groups_of(case)):
        measured = replace(measured, stored_gb=None)
    pairs = zip(scenario.groups, scenario.groups_in_use, strict=True)
    groups = (
        replace(typed, **_changes(used, promised, measured)) if same_name(typed.case, case) else typed
        for typed, used in pairs
    )
    return replace(scenario, groups=tuple(groups))


def stores_images(groups: Iterable[UserGroup]) -> bool:
    """Whether VMs of some groups hold images on their disks, which no list of VMs tells from what else stands there."""
    return any(group.image_share for group in groups)


def _of_case(scenario: Scenario, case: str) -> list[UserGroup]:
    groups = scenario.groups_of(case)
    if not groups:
        cases = dict.fromkeys(group.case for group in scenario.groups)
        raise InputError("load case", case, f"one of: {', '.join(cases)}")
    return groups


def _mean(groups: Iterable[UserGroup], figure: Callable[[UserGroup], float | None]) -> float | None:
    """The mean over the concurrent VMs of the groups that say a figure; None where none does."""
    said = [(group.concurrent_vms, value) for group in groups if (value := figure(group)) is not None]
    return sum(vms * value for vms, value in said) / sum(vms for vms, _ in said) if said else None


def _reads(group: UserGroup) -> float | None:
    if group.steady_iops is None or group.steady_read_share is None:
        return None
    return group.steady_iops * group.steady_read_share


def _stored(group: UserGroup) -> float | None:
    said = [value for name in _STORED if (value := getattr(group, name)) is not None]
    return sum(said) if said else None


def _changes(group: UserGroup, promised: MeanVm, measured: MeanVm) -> dict[str, Any]:
    """What a group says in the place of what it said, by the names of its fields."""
    more = measured.vms / promised.vms if measured.vms is not None and promised.vms else 1.0
    found: dict[str, Any] = {"vms": group.vms * more}
    for name in ("ram_gib", "vcpus"):
        found |= _in_proportion(group, name, getattr(promised, name), getattr(measured, name))
    if "ram_gib" in found:  # which holds the RAM cache of the image delivery already
        found["cache_ram_gib"] = 0.0
    found |= _load(group, promised, measured)
    return found | _on_disks(group, promised.stored_gb, measured.stored_gb)


def _in_proportion(group: UserGroup, name: str, promised: float | None, measured: float | None) -> dict[str, float]:
    """A figure of a group, changed as the mean did; what was not measured stays."""
    value = getattr(group, name)
    if measured is None:
        return {}
    return {name: value * measured / promised if promised and value is not None else measured}


def _on_disks(group: UserGroup, promised: float | None, measured: float | None) -> dict[str, float]:
    """What stands on the disks of a VM: each part that the group says; where it says none, all of it persists."""
    said = [name for name in _STORED if promised and getattr(group, name) is not None]
    changed = [_in_proportion(group, name, promised, measured) for name in said or _STORED[-1:]]
    return {name: value for each in changed for name, value in each.items()}


def _load(group: UserGroup, promised: MeanVm, measured: MeanVm) -> dict[str, float]:
    """The steady IOPS of a group and their read share."""
    found = _in_proportion(group, "steady_iops", promised.steady_iops, measured.steady_iops)
    share, before = measured.steady_read_share, group.steady_read_share
    if not found or share is None:
        return found
    if before is None or not promised.steady_read_share or promised.steady_read_share == 1:
        return {**found, "steady_read_share": share}
    of_before = promised.steady_read_share
    reads = found["steady_iops"] * before * share / of_before
    writes = found["steady_iops"] * (1 - before) * (1 - share) / (1 - of_before)
    return {"steady_iops": reads + writes, "steady_read_share": reads / (reads + writes) if reads + writes else share}


def _example() -> Scenario:
    """Sixty VMs of an office and forty of developers, for the examples."""
    groups = (
        UserGroup("office", "now", 60, steady_iops=6, steady_read_share=0.4, ram_gib=4, persistent_gb=30),
        UserGroup("developers", "now", 40, steady_iops=16, steady_read_share=0.4, ram_gib=6.5, persistent_gb=30),
    )
    designs = (Design("servers", "now", ram_gib=192, usable_iops=600),)
    return Scenario(groups, designs, DRIVES, RAID_LEVELS, Settings(as_of=datetime.date(2026, 11, 21)))
