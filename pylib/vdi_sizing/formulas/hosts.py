"""Hosts: how many carry a mix of whole VMs, and how many users a session host carries.

The VMs of all groups are dealt to the hosts like cards, the largest first, which is how a hypervisor spreads them:
each host gets one VM of each round. The first host is the fullest, since it gets the largest VM of each round, and the
fewest hosts of which it carries its VMs are enough. That can be built; it is no estimate. Two other ways may take
fewer: the smallest VMs last, in the room that the larger ones leave, and each size of VM on hosts of its own. For one
size of VM the fewest of them is what dividing by the VM gives.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Sequence
from itertools import accumulate
from typing import Any, NamedTuple

from vdi_sizing._arrays import (
    ROUNDING_DECIMALS,
    Numbers,
    PerGroup,
    Value,
    divide,
    filled,
    maximum,
    minimum,
    numbers,
    round_down,
    round_up,
    rounded,
    total_of,
    where,
)
from vdi_sizing.errors import InputError
from vdi_sizing.formulas.arguments import with_arguments_described
from vdi_sizing.words import NO_LIMIT

TRIED = 64
"""Numbers of hosts that are tried, from what all VMs take together upwards; above 64 not each, but steps of 1.6 %."""
TINY = 1e-15
"""Keeps a VM that asks for nothing from a division by 0, and changes no whole number of VMs below 700 on a host."""


@with_arguments_described
def hosts_for_mix(
    vms: PerGroup, vm_ram_gib: PerGroup, vm_cores: PerGroup, host_ram_gib: Numbers, host_cores: Numbers,
    vm_gpu_gb: PerGroup = 0.0, host_gpus: Numbers = 0.0, gpu_gb: Numbers = 0.0,
) -> Value:  # fmt: skip
    """Hosts that carry the whole VMs of several groups, each VM on one host.

    Parameters
    ----------
    vms : float or sequence
        VMs of each group; a part of a VM counts as one [VMs]
    vm_ram_gib : float or sequence
        RAM of a VM of each group, with what the hypervisor needs beside it [GiB]
    vm_cores : float or sequence
        Cores of a VM of each group: its vCPU / vCPU per core; 0: they limit nothing [cores]
    host_ram_gib : float or array
        RAM of a host for its VMs [GiB]
    host_cores : float or array
        Cores of a host for its VMs [cores]
    vm_gpu_gb : float or sequence
        Frame buffer of a VM of each group, by its vGPU profile; 0: it takes no GPU [GB]
    host_gpus : float or array
        GPUs of a host; a card may have several [GPUs]
    gpu_gb : float or array
        Frame buffer of each GPU [GB]

    Returns
    -------
    float or array
        Hosts, without a reserve [hosts]

    Raises
    ------
    InputError
        If an argument is not a number or out of its range, the groups are not as many in all, or a VM asks for more
        than a host has, or than a GPU of it.

    Notes
    -----
    What is said of the VMs has a number for each group, in the same order; a single number holds for all groups. VMs
    of one size share a GPU in whole profiles, those of several sizes share none.
    The answer is the fewest hosts of three ways that can be built: dealt, the largest VMs first; the smallest VMs
    last; each size apart [mine]. The workbook counts so too. In 120 of 150 small
    mixes that are hard on purpose these are the fewest hosts of all placements, in 29 one more. Above 64 hosts every
    64th part is tried.

    Examples
    --------
    >>> hosts_for_mix([10, 10], [256, 8], [2, 0.5], 480, 64)
    10.0
    >>> hosts_for_mix([9, 30], [300, 20], 0.5, 512, 64)
    9.0
    >>> hosts_for_mix([600, 60], [6, 32], [0.5, 2], 960, 49.3, [0, 8], 4, 16)
    9.0
    >>> hosts_for_mix([9, 30], [600, 20], 0.5, 512, 64)
    Traceback (most recent call last):
    ...
    vdi_sizing.errors.InputError: host_ram_gib is 512; expected a number at least 600 GiB, which a VM of group 1 takes

    References
    ----------
    S. Martello, P. Toth, Knapsack Problems (1990), chapter 8, on packing into bins; docs/model.md, whole VMs.
    """
    counts = [float(round_up(each)) for each in _per_group("vms", vms, "VMs", at_least=0)]
    ram = _per_group("vm_ram_gib", vm_ram_gib, "GiB", above=0)
    cores = _per_group("vm_cores", vm_cores, "cores", at_least=0)
    gpu = _per_group("vm_gpu_gb", vm_gpu_gb, "GB", at_least=0)
    given = {"vms": counts, "vm_ram_gib": ram, "vm_cores": cores}
    counts, ram, cores, *of_gpus = _as_many_groups(given if len(gpu) == 1 else {**given, "vm_gpu_gb": gpu})
    (gpu,) = of_gpus or [gpu * len(counts)]
    for_ram = rounded(numbers("host_ram_gib", host_ram_gib, "GiB", above=0))
    for_cores = rounded(numbers("host_cores", host_cores, "cores", above=0))
    gpus = round_down(numbers("host_gpus", host_gpus, "GPUs", at_least=0))
    of_gpu = rounded(numbers("gpu_gb", gpu_gb, "GB", at_least=0))
    there = [at for at, count in enumerate(counts) if count > 0]
    for at in there:
        taken = f"which a VM of group {at + 1} takes"
        numbers("host_ram_gib", for_ram, f"GiB, {taken}", at_least=float(rounded(ram[at])))
        numbers("host_cores", for_cores, f"cores, {taken}", at_least=float(rounded(cores[at])))
        if gpu[at] > 0:
            numbers("host_gpus", gpus, f"GPUs, {taken}", at_least=1)
            numbers("gpu_gb", of_gpu, f"GB, {taken}", at_least=float(rounded(gpu[at])))
    if not there:
        return filled(0.0, for_ram + for_cores + gpus + of_gpu)
    counts, ram, cores, gpu = ([each[at] for at in there] for each in (counts, ram, cores, gpu))
    vms_in_all: float = total_of(counts)
    sizes = _sizes_of(ram, cores, counts, gpu_gb=gpu)
    return _hosts_for_mix(sizes, vms_in_all, for_ram, for_cores, gpus, of_gpu)


def _per_group(
    name: str, given: Any, unit: str, at_least: float | None = None, above: float | None = None
) -> list[float]:
    """The number of each group, checked; one if a single number was given."""

    def single(name: str, value: Any) -> float:
        if _is_several(value):
            raise InputError(name, value, "a single number")
        return float(numbers(name, value, unit, at_least=at_least, above=above))

    if not _is_several(given):
        return [single(name, given)]
    if not len(given):
        raise InputError(name, list(given), "a number for each group")
    return [single(f"{name} of group {at}", each) for at, each in enumerate(given, 1)]


def _is_several(value: Any) -> bool:
    """Whether it is a list, a tuple or an array, and no single number."""
    return isinstance(value, list | tuple) or getattr(value, "ndim", None) not in (None, 0)


def _as_many_groups(given: dict[str, list[float]]) -> list[list[float]]:
    """The numbers of each group; one that was given for all is repeated."""
    counts = [len(each) for each in given.values()]
    if any(count not in (1, max(counts)) for count in counts):
        names = ", ".join(given)
        raise InputError(f"the number of groups in {names}", counts, "as many in each, or a single number for all")
    return [each * (max(counts) // len(each)) for each in given.values()]


class SizeOfVm(NamedTuple):
    """What a VM asks for, and where it stands among the VMs, the largest first."""

    ram: Value
    cpu: Value
    """Cores, vCPU or a multiple of another VM's, as the room on a host is given."""
    larger: float
    """Share of the VMs that are larger: of more RAM, of as much and more `cpu`, or of as much of both and more
    `own_cores`, then `gpu_gb`. Among VMs of equal RAM any order is right; this one asks nothing of a design."""
    up_to: float
    """The same with the VMs of this size; once for each size, at its first group."""
    own_cores: Value = 0.0
    """Cores that count in place of `cpu`, where the group has a vCPU per core of its own; 0: `cpu` counts."""
    gpu_gb: float = 0.0
    """GB of one GPU, by its profile; 0: it asks for none."""

    @property
    def is_smallest(self) -> bool:
        """Whether no VM is smaller."""
        return round(self.up_to, ROUNDING_DECIMALS) >= 1

    @property
    def share(self) -> float:
        """Share of the VMs that have this size, at its first group; 0 at the others."""
        return self.up_to - self.larger


def _sizes_of(
    ram: Sequence[float], cpu: Sequence[float], vms: Sequence[float], own_cores: Sequence[float] | None = None,
    gpu_gb: Sequence[float] | None = None,
) -> list[SizeOfVm]:  # fmt: skip
    """The size of each group's VM, in the order of the groups."""
    none = [0.0] * len(ram)
    sizes = list(zip(ram, cpu, own_cores or none, gpu_gb or none, strict=True))
    of_size: Counter[tuple[float, float, float, float]] = Counter()
    for size, count in zip(sizes, vms, strict=True):
        of_size[size] += count  # type: ignore[assignment]  # a Counter adds floats as well
    largest_first = sorted(of_size, reverse=True)
    counted = accumulate((of_size[size] for size in largest_first), initial=0.0)
    total = total_of(vms)
    larger = {size: count / total for size, count in zip(largest_first, counted, strict=False)}
    first = {size: at for at, size in reversed(list(enumerate(sizes)))}
    return [
        SizeOfVm(
            *size[:2], larger[size], larger[size] + (of_size[size] / total if first[size] == at else 0.0), *size[2:]
        )
        for at, size in enumerate(sizes)
    ]


def _hosts_for_mix(
    sizes: list[SizeOfVm], vms: float, ram: Value, cpu: Value, gpus: Value = 0.0, gpu_gb: Value = 0.0
) -> Value:
    """`hosts_for_mix` of checked numbers; each VM fits on a host."""
    mean_ram, mean_cpu = (asked / vms for asked in _whole_vms_ask(sizes, vms))
    mean_gpus = total_of(size.share / _vms_of_gpu(size.gpu_gb, gpu_gb) for size in sizes if size.gpu_gb)
    of_host = minimum(*(
        divide(room, asked, NO_LIMIT) for room, asked in ((ram, mean_ram), (cpu, mean_cpu), (gpus, mean_gpus))
    ))  # fmt: skip
    mean = round_up(vms / maximum(1.0, round_down(of_host)))
    step = _step_of_hosts(mean)
    first = _first_tried(mean, step, round_up(vms / maximum(1.0, of_host)))
    by_ram = _first_that_fits(first, step, _failed_by_ram(sizes, vms, first, step, ram))
    by_cpu = _first_that_fits(first, step, _failed_by_cpu(sizes, vms, first, step, cpu))
    by_gpus: Value = 0.0
    apart = _apart_hosts(sizes, vms, ram, cpu)
    filled_hosts = _filled_hosts(sizes, vms, ram, cpu)
    fit = _filled_fits(
        ram, cpu, _smallest(sizes),
        (_dealt(sizes, vms, filled_hosts, round_up), _dealt(sizes, vms, filled_hosts, round_down)),
        (_evenly(sizes, vms, filled_hosts, round_up), _evenly(sizes, vms, filled_hosts, round_down)),
    )  # fmt: skip
    if any(size.gpu_gb for size in sizes):
        by_gpus = _first_that_fits(first, step, _failed_by_gpus(sizes, vms, first, step, gpus, gpu_gb))
        apart = apart + total_of(maximum(0.0, more) for more in _beyond_ram(sizes, vms, gpus, gpu_gb, ram))
        fit = where(_larger_on_gpus(sizes, vms, filled_hosts, gpu_gb) <= gpus, fit, 0.0)
    return minimum(maximum(by_ram, by_cpu, by_gpus), apart, where(fit == 1, filled_hosts, NO_LIMIT))


# --- the ways of placing VMs: the figures of the model and the function count by these ------------------------------


def _whole_vms(size: SizeOfVm, vms: Value) -> Value:
    """VMs of a size: a part of one is one, and the largest take what is missing to it from the next smaller."""
    return round_up(size.up_to * vms) - round_up(size.larger * vms)


def _whole_vms_ask(sizes: Sequence[SizeOfVm], vms: Value) -> tuple[Value, Value]:
    """RAM and CPU of all whole VMs; the mean VM asks for less where a part of a large VM is a whole one."""
    return (
        total_of(_whole_vms(size, vms) * size.ram for size in sizes),
        total_of(_whole_vms(size, vms) * size.cpu for size in sizes),
    )


def _step_of_hosts(mean_hosts: Value) -> Value:
    """From one number of hosts that is tried to the next."""
    return maximum(1.0, round_up(mean_hosts / TRIED))


def _first_tried(mean_hosts: Value, step: Value, poured: Value) -> Value:
    """What all VMs take together, or up to a step more: in steps from the number by the mean VM, which is tried too."""
    return mean_hosts - step * round_down((mean_hosts - poured) / step)


def _failed(first: Value, step: Value, fits: Callable[[Value], Value]) -> Value:
    """On how many of the numbers of hosts tried not all VMs fit; what fits on some hosts fits on more."""
    failed: Value = 0.0
    for bit in (32.0, 16.0, 8.0, 4.0, 2.0, 1.0, 1.0):
        tried = maximum(1.0, first + step * (failed + bit - 1))
        failed = where(fits(tried) == 1, failed, failed + bit)
    return where(first == 0, 0.0, failed)


def _failed_by_ram(sizes: Sequence[SizeOfVm], vms: Value, first: Value, step: Value, ram: Value) -> Value:
    """Numbers of hosts tried of which the first, dealt the largest VM of each round, has too little RAM."""

    def fits(hosts: Value) -> Value:
        on_first = total_of(
            (round_up(size.up_to * vms / hosts) - round_up(size.larger * vms / hosts)) * size.ram for size in sizes
        )
        return where(rounded(on_first - ram) <= 0, 1.0, 0.0)

    return _failed(first, step, fits)


def _failed_by_cpu(sizes: Sequence[SizeOfVm], vms: Value, first: Value, step: Value, cpu: Value) -> Value:
    """Numbers of hosts tried that have too little CPU for their share of each size, up to a whole VM."""

    def fits(hosts: Value) -> Value:
        on_each = total_of(round_up(size.share * vms / hosts) * size.cpu for size in sizes)
        return where(rounded(on_each - cpu) <= 0, 1.0, 0.0)

    return _failed(first, step, fits)


def _first_that_fits(first: Value, step: Value, failed: Value) -> Value:
    """The number of hosts after those that failed; no limit where all did."""
    return where(failed >= TRIED, NO_LIMIT, first + step * failed)


def _apart_hosts(sizes: Sequence[SizeOfVm], vms: Value, ram: Value, cpu: Value) -> Value:
    """Hosts with each size of VM on hosts of its own; no limit where a VM fits on none."""
    hosts: Value = 0.0
    for size in sizes:
        of_ram, of_cpu = divide(size.ram, ram, math.inf), divide(size.cpu, cpu, math.inf)
        of_host = round_down(1 / (maximum(of_ram, of_cpu) + TINY))
        hosts = hosts + where(of_host < 1, NO_LIMIT, round_up(size.share * vms / maximum(1.0, of_host)))
    return minimum(NO_LIMIT, hosts)


def _vms_of_gpu(vm_gb: Value, gpu_gb: Value) -> Value:
    """VMs of a size on a GPU: the frame buffer of each lies whole on one. Those that ask for none are without end."""
    return round_down(gpu_gb / (vm_gb + TINY)) + TINY


def _gpus_taken(size: SizeOfVm, vms: Value, gpu_gb: Value) -> Value:
    """Whole GPUs that so many VMs of a size take: they share one with their own size alone."""
    return round_up(vms / _vms_of_gpu(size.gpu_gb, gpu_gb))


def _failed_by_gpus(
    sizes: Sequence[SizeOfVm], vms: Value, first: Value, step: Value, gpus: Value, gpu_gb: Value
) -> Value:
    """Numbers of hosts tried that have too few GPUs for their share of each size."""

    def fits(hosts: Value) -> Value:
        on_each = total_of(_gpus_taken(size, size.share * vms / hosts, gpu_gb) for size in sizes)
        return where(rounded(on_each - gpus) <= 0, 1.0, 0.0)

    return _failed(first, step, fits)


def _beyond_ram(sizes: Sequence[SizeOfVm], vms: Value, gpus: Value, gpu_gb: Value, ram: Value) -> list[Value]:
    """Of each size with a GPU how many hosts its GPUs take beyond its RAM, with each size on hosts of its own.

    Each size takes at least what its RAM does, poured: as many hosts more as this says, if any, are enough for both.
    """
    return [
        _gpus_taken(size, size.share * vms / maximum(1.0, gpus), gpu_gb)
        - round_up(size.share * vms * size.ram / (ram + TINY))
        for size in sizes if size.gpu_gb
    ]  # fmt: skip


def _larger_on_gpus(sizes: Sequence[SizeOfVm], vms: Value, hosts: Value, gpu_gb: Value) -> Value:
    """GPUs of the larger VMs on a host at most; more than any host has where the smallest ask for one too."""
    return total_of(
        (1.0 + size.is_smallest * NO_LIMIT) * _gpus_taken(size, size.share * vms / hosts, gpu_gb) for size in sizes
    )


def _smallest(sizes: Sequence[SizeOfVm]) -> tuple[Value, Value]:
    """RAM and CPU of the smallest VM."""
    smallest = [size for size in sizes if size.is_smallest and size.share > 0]
    return total_of(size.ram for size in smallest), total_of(size.cpu for size in smallest)


def _filled_hosts(sizes: Sequence[SizeOfVm], vms: Value, ram: Value, cpu: Value) -> Value:
    """Hosts with the smallest VMs placed last: they leave at most one of their size free on each host."""
    (asked_ram, asked_cpu), (small_ram, small_cpu) = _whole_vms_ask(sizes, vms), _smallest(sizes)
    return maximum(1.0, _filled_by(asked_ram, ram - small_ram), _filled_by(asked_cpu, cpu - small_cpu))


def _filled_by(asked: Value, room: Value) -> Value:
    """Hosts that hold what all VMs ask for, of a room that is what a host has but for one of the smallest VMs."""
    return where(room > 0, round_up(asked / maximum(TINY, room)), NO_LIMIT)


def _dealt(sizes: Sequence[SizeOfVm], vms: Value, hosts: Value, to_whole: Callable[[Value], Value]) -> Value:
    """RAM of the larger VMs on the fullest or the leanest host, where they are dealt."""
    return total_of(
        (to_whole(size.up_to * vms / hosts) - to_whole(size.larger * vms / hosts)) * size.ram
        for size in sizes if not size.is_smallest)  # fmt: skip


def _evenly(sizes: Sequence[SizeOfVm], vms: Value, hosts: Value, to_whole: Callable[[Value], Value]) -> Value:
    """CPU of the larger VMs on a host at most or at least: of each size its share, up or down to a whole VM."""
    return total_of(
        to_whole(size.share * vms / hosts) * size.cpu for size in sizes if not size.is_smallest)  # fmt: skip


def _filled_fits(
    ram: Value, cpu: Value, small: tuple[Value, Value], larger_ram: tuple[Value, Value],
    larger_cpu: tuple[Value, Value],
) -> Value:  # fmt: skip
    """1 where the larger VMs fit, and one of RAM and CPU decides on each host how many of the smallest go there.

    What the larger VMs take of a host is given at most and at least.
    """
    (small_ram, small_cpu), (most_ram, least_ram), (most_cpu, least_cpu) = small, larger_ram, larger_cpu
    fit = where(rounded(most_ram - ram) <= 0, where(rounded(most_cpu - cpu) <= 0, 1.0, 0.0), 0.0)
    ram_decides = rounded((cpu - most_cpu) * small_ram - (ram - least_ram) * small_cpu) >= 0
    cpu_decides = rounded((ram - most_ram) * small_cpu - (cpu - least_cpu) * small_ram) >= 0
    return where(ram_decides, fit, where(cpu_decides, fit, 0.0))


@with_arguments_described
def users_per_session_host(
    vcpus: Numbers, users_per_vcpu: Numbers, ram_gib: Numbers, system_gib: Numbers, user_ram_gib: Numbers
) -> Value:
    """Users whose sessions one session host carries at once.

    Parameters
    ----------
    vcpus : float or array
        vCPU of the session host [vCPU]
    users_per_vcpu : float or array
        Users of this workload who share a vCPU [users]
    ram_gib : float or array
        RAM of the session host [GiB]
    system_gib : float or array
        Share of its system in that, with what serves all users [GiB]
    user_ram_gib : float or array
        RAM of a user's session [GiB]

    Returns
    -------
    float or array
        Whole users, by vCPU or by RAM, whichever carries fewer [users]

    Notes
    -----
    round_down(min(vCPU x users per vCPU, (RAM - system) / RAM per user)) [src]. Microsoft's guideline is at most 6
    users per vCPU for light work, 4 for medium, 2 for heavy and 1 for power users, as a first estimate. GO-EUC takes
    4 GB for the system and 3 GB per medium user: the second example has 20 users by RAM where its vCPU would carry 32.

    Examples
    --------
    >>> users_per_session_host(8, 4, 128, 4, 3)
    32.0
    >>> users_per_session_host(8, 4, 64, 4, 3)
    20.0

    References
    ----------
    Microsoft, Session host virtual machine sizing guidelines (2025-07-23), multi-session recommendations; GO-EUC
    (2024-04-29), Sizing calculations.
    """
    by_vcpu = numbers("vcpus", vcpus, "vCPU", above=0) * numbers("users_per_vcpu", users_per_vcpu, "users", above=0)
    ram = numbers("ram_gib", ram_gib, "GiB", at_least=0)
    left = maximum(0.0, ram - numbers("system_gib", system_gib, "GiB", at_least=0))
    return round_down(minimum(by_vcpu, left / numbers("user_ram_gib", user_ram_gib, "GiB", above=0)))
