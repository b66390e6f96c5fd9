"""Workload: from virtual desktops to front-end IOPS, network load and memory."""

from __future__ import annotations

from vdi_sizing._arrays import Numbers, Value, divide, numbers, round_down, share
from vdi_sizing.formulas.arguments import with_arguments_described

BITS_PER_MBIT = 1_000_000
BITS_PER_KIB = 8 * 1024


@with_arguments_described
def front_end_iops(vms: Numbers, iops_per_vm: Numbers) -> Value:
    """Front-end load of a number of virtual desktops.

    Parameters
    ----------
    vms : float or array
        Virtual desktops in use at once [VMs]
    iops_per_vm : float or array
        Front-end load of one [IOPS]

    Returns
    -------
    float or array
        Front-end load [IOPS]

    Raises
    ------
    InputError
        If an argument is not a number or negative.

    Notes
    -----
    VMs x IOPS per VM [exact]; user groups add up.

    Examples
    --------
    >>> front_end_iops(175, 10) + front_end_iops(75, 15)
    2875.0

    References
    ----------
    Fujitsu, Using Solid State Disks in VDI Environments (2011-08-30), I/O considerations; J. Park et al.
    (ETRI), Storage Sizing Issue of VDI System, section 3.1.
    """
    count = numbers("vms", vms, "VMs", at_least=0)
    return _front_end_iops(count, numbers("iops_per_vm", iops_per_vm, "IOPS", at_least=0))


def _front_end_iops(vms: Value, iops_per_vm: Value) -> Value:
    """`front_end_iops` of checked numbers."""
    return vms * iops_per_vm


@with_arguments_described
def iops_per_vm(iops: Numbers, vms: Numbers) -> Value:
    """Load of one virtual desktop: the inverse of `front_end_iops`.

    Parameters
    ----------
    vms : float or array
        Virtual desktops that issue it [VMs]

    Returns
    -------
    float or array
        Front-end load of one VM [IOPS]

    Notes
    -----
    IOPS / VMs [exact]. The Dell paper prints 7.3 for 4500 IOPS of 630 VMs.

    Examples
    --------
    >>> round(iops_per_vm(4500, 630), 2)
    7.14

    References
    ----------
    Dell, Sizing and Best Practices for Deploying Citrix XenDesktop on VMware vSphere with Dell EqualLogic
    Storage (January 2012), section 5.4.1 and tables 5 to 7.
    """
    load = numbers("iops", iops, "IOPS", at_least=0)
    return _iops_per_vm(load, numbers("vms", vms, "VMs", above=0))


def _iops_per_vm(iops: Value, vms: Value) -> Value:
    """`iops_per_vm` of checked numbers."""
    return iops / vms


@with_arguments_described
def read_iops(iops: Numbers, read_share: Numbers) -> Value:
    """Reads in a front-end load (ROPS).

    Parameters
    ----------
    read_share : float or array
        Reads as a share of it [0..1]

    Returns
    -------
    float or array
        Front-end reads [IOPS]

    Notes
    -----
    IOPS x read share [exact].

    Examples
    --------
    >>> read_iops(800, 0.4)
    320.0

    References
    ----------
    J. Park et al. (ETRI), Storage Sizing Issue of VDI System, section 3.1.
    """
    return _read_iops(numbers("iops", iops, "IOPS", at_least=0), share("read_share", read_share))


def _read_iops(iops: Value, read_share: Value) -> Value:
    """`read_iops` of checked numbers."""
    return iops * read_share


@with_arguments_described
def write_iops(iops: Numbers, read_share: Numbers) -> Value:
    """Writes in a front-end load (WOPS).

    Parameters
    ----------
    read_share : float or array
        Reads as a share of it [0..1]

    Returns
    -------
    float or array
        Front-end writes [IOPS]

    Notes
    -----
    IOPS x (1 - read share) [exact].

    Examples
    --------
    >>> write_iops(800, 0.4)
    480.0

    References
    ----------
    J. Park et al. (ETRI), Storage Sizing Issue of VDI System, section 3.1.
    """
    return _write_iops(numbers("iops", iops, "IOPS", at_least=0), share("read_share", read_share))


def _write_iops(iops: Value, read_share: Value) -> Value:
    """`write_iops` of checked numbers."""
    return iops * (1 - read_share)


@with_arguments_described
def network_mbit_s(iops: Numbers, io_kib: Numbers) -> Value:
    """Network load of storage traffic.

    Parameters
    ----------
    iops : float or array
        Operations per second [IOPS]
    io_kib : float or array
        Size of an operation [KiB]

    Returns
    -------
    float or array
        Network load, without protocol overhead [Mbit/s]

    Raises
    ------
    InputError
        If an argument is not a number or negative.

    Notes
    -----
    IOPS x KiB x 1024 x 8 / 10^6 [exact].

    Examples
    --------
    >>> network_mbit_s(2500, 4)
    81.92

    References
    ----------
    J. Park et al. (ETRI), Storage Sizing Issue of VDI System, section 3.1 ("82Mbps").
    """
    load = numbers("iops", iops, "IOPS", at_least=0)
    return _network_mbit_s(load, numbers("io_kib", io_kib, "KiB", at_least=0))


def _network_mbit_s(iops: Value, io_kib: Value) -> Value:
    """`network_mbit_s` of checked numbers."""
    return iops * io_kib * BITS_PER_KIB / BITS_PER_MBIT


@with_arguments_described
def vms_in_ram(ram_gib: Numbers, vm_ram_gib: Numbers, overhead_gib: Numbers = 0.0) -> Value:
    """Virtual desktops that fit into a server's memory without over-commitment.

    Parameters
    ----------
    ram_gib : float or array
        Memory of the server [GiB]
    vm_ram_gib : float or array
        Memory of a VM [GiB]
    overhead_gib : float or array
        What the hypervisor needs beside it, per VM [GiB]

    Returns
    -------
    float or array
        Whole VMs [VMs]

    Notes
    -----
    round_down(RAM / (VM RAM + overhead)) [exact]. For the example Fujitsu says 70, which does not fit.

    Examples
    --------
    >>> vms_in_ram(144, 2048 / 1024, 118 / 1024)
    68.0

    References
    ----------
    Fujitsu, Using Solid State Disks in VDI Environments (2011-08-30), Replicas on SSD, linked clones on SAS.
    """
    server = numbers("ram_gib", ram_gib, "GiB", at_least=0)
    memory = numbers("vm_ram_gib", vm_ram_gib, "GiB", above=0)
    overhead = numbers("overhead_gib", overhead_gib, "GiB", at_least=0)
    return _vms_in_ram(server, memory, overhead, otherwise=0.0)


def _vms_in_ram(ram_gib: Value, vm_ram_gib: Value, overhead_gib: Value, otherwise: float) -> Value:
    """`vms_in_ram` of checked numbers; `otherwise` where a VM needs no memory at all."""
    return round_down(divide(ram_gib, vm_ram_gib + overhead_gib, otherwise))
