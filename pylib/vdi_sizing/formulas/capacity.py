"""Capacity: what linked clones and write caches need, and how many VMs a store holds."""

from __future__ import annotations

from vdi_sizing._arrays import Numbers, Value, divide, maximum, numbers, where
from vdi_sizing.formulas.arguments import with_arguments_described

BYTES_PER_GB = 1000**3
BYTES_PER_GIB = 1024**3


@with_arguments_described
def num_vm(
    array_gb: Numbers,
    vdisk_gb: Numbers,
    num_vdisk: Numbers,
    vm_mem_gb: Numbers,
    write_cache_gb: Numbers,
    array_headroom: Numbers = 0.15,
    vm_headroom: Numbers = 0.25,
) -> Value:
    """Virtual desktops that an array holds, before rounding down.

    Parameters
    ----------
    array_gb : float or array
        Capacity of the array [GB]
    vdisk_gb : float or array
        Size of one vDisk, the master image [GB]
    num_vdisk : float or array
        Number of vDisks [-]
    vm_mem_gb : float or array
        Memory of a VM, kept as a file on the array [GB]
    write_cache_gb : float or array
        Write cache of a VM [GB]
    array_headroom : float or array
        Share of the array that stays free [0..1]
    vm_headroom : float or array
        Addition to memory and write cache, as a share of them [-]

    Returns
    -------
    float or array
        VMs, not rounded [VMs]

    Raises
    ------
    InputError
        If an argument is not a number or out of its range, or a VM needs no capacity at all.

    Notes
    -----
    NumVM = (array - headroom - vDisks) / ((1 + VM headroom) x (memory + write cache)) [src]. The paper says
    640 and means 642.6. With the 2 GB of write cache that it configured in its test the formula gives 535,
    fewer than the 630 VMs deployed there.

    Examples
    --------
    >>> round(num_vm(2539, 25, 6, 1, 1.5), 1)
    642.6

    References
    ----------
    Dell, Sizing and Best Practices for Deploying Citrix XenDesktop on VMware vSphere with Dell EqualLogic
    Storage (January 2012), section 6.3 and table 8.
    """
    capacity = numbers("array_gb", array_gb, "GB", at_least=0)
    image = numbers("vdisk_gb", vdisk_gb, "GB", at_least=0)
    images = numbers("num_vdisk", num_vdisk, "vDisks", at_least=0)
    memory = numbers("vm_mem_gb", vm_mem_gb, "GB", at_least=0)
    cache = numbers("write_cache_gb", write_cache_gb, "GB", at_least=0)
    free = numbers("array_headroom", array_headroom, at_least=0, below=1)
    added = numbers("vm_headroom", vm_headroom, at_least=0)
    per_vm = numbers("vm_mem_gb + write_cache_gb", memory + cache, "GB", above=0)
    return _vms_in_capacity(capacity, free, image * images, per_vm, added, otherwise=0.0)


def _vms_in_capacity(
    usable_gb: Value, array_headroom: Value, fixed_gb: Value, gb_per_vm: Value, vm_headroom: Value, otherwise: float
) -> Value:
    """VMs that what is left of a capacity holds, not rounded; `otherwise` where a VM needs none."""
    left_gb = usable_gb * (1 - array_headroom) - fixed_gb
    return divide(maximum(0.0, left_gb), gb_per_vm * (1 + vm_headroom), otherwise)


def _needed_gb(vms: Value, fixed_gb: Value, gb_per_vm: Value, vm_headroom: Value, array_headroom: Value) -> Value:
    """Capacity that VMs need: the inverse of `_vms_in_capacity`."""
    return (fixed_gb + vms * (gb_per_vm * (1 + vm_headroom))) / (1 - array_headroom)


@with_arguments_described
def linked_clone_gb(
    vms: Numbers,
    delta_gb: Numbers,
    swap_gb: Numbers,
    log_gb: Numbers,
    replica_gb: Numbers,
    template_gb: Numbers,
    overhead_gb: Numbers,
    swap_relocated: bool = False,
    template_relocated: bool = False,
) -> Value:
    """Capacity that a data store of linked clones needs.

    Parameters
    ----------
    vms : float or array
        Virtual desktops [VMs]
    delta_gb : float or array
        Delta file of a VM at its largest [GB]
    swap_gb : float or array
        Swap file of a VM: its memory without reservation [GB]
    log_gb : float or array
        Logs of a VM [GB]
    replica_gb : float or array
        Replica of the template; one per data store [GB]
    template_gb : float or array
        Template [GB]
    overhead_gb : float or array
        What else stands on the data store [GB]
    swap_relocated : bool
        The swap files stand elsewhere.
    template_relocated : bool
        The template stands elsewhere.

    Returns
    -------
    float or array
        Capacity [GB]

    Notes
    -----
    VMs x (delta + swap + log) + replica + template + overhead; what is relocated drops out [src].

    Examples
    --------
    >>> linked_clone_gb(70, 3, 2, 0.5, 30, 30, 10)
    455.0
    >>> linked_clone_gb(70, 3, 2, 0.5, 30, 30, 10, swap_relocated=True, template_relocated=True)
    285.0

    References
    ----------
    Fujitsu, Using Solid State Disks in VDI Environments (2011-08-30), Storage sizing for local SSD data
    stores.
    """
    count = numbers("vms", vms, "VMs", at_least=0)
    delta = numbers("delta_gb", delta_gb, "GB", at_least=0)
    swap = numbers("swap_gb", swap_gb, "GB", at_least=0)
    log = numbers("log_gb", log_gb, "GB", at_least=0)
    replica = numbers("replica_gb", replica_gb, "GB", at_least=0)
    template = numbers("template_gb", template_gb, "GB", at_least=0)
    overhead = numbers("overhead_gb", overhead_gb, "GB", at_least=0)
    per_vm = delta + swap * (not swap_relocated) + log
    return count * per_vm + replica + template * (not template_relocated) + overhead


@with_arguments_described
def free_share(capacity_gb: Numbers, used_gb: Numbers) -> Value:
    """Headroom of a store: the share of its capacity that is free.

    Parameters
    ----------
    capacity_gb : float or array
        Capacity [GB]
    used_gb : float or array
        What is used of it [GB]

    Returns
    -------
    float or array
        Free share; below 0 where more is used than there is [at most 1]

    Notes
    -----
    1 - used / capacity [exact].

    Examples
    --------
    >>> round(free_share(2 * 2539.5, 4150), 4)
    0.1829

    References
    ----------
    Dell, Sizing and Best Practices for Deploying Citrix XenDesktop on VMware vSphere with Dell EqualLogic
    Storage (January 2012), section 3.4 and table 2.
    """
    capacity = numbers("capacity_gb", capacity_gb, "GB", above=0)
    return _free_share(capacity, numbers("used_gb", used_gb, "GB", at_least=0))


def _free_share(capacity_gb: Value, used_gb: Value) -> Value:
    """`free_share` of checked numbers; 0 where there is no capacity."""
    return where(capacity_gb == 0, 0.0, 1 - divide(used_gb, capacity_gb, otherwise=0.0))


def gib_from_gb(gb: Numbers) -> Value:
    """Convert decimal gigabytes into binary ones.

    Parameters
    ----------
    gb : float or array
        Size in units of 1000^3 bytes [GB]

    Returns
    -------
    float or array
        Size in units of 1024^3 bytes [GiB]

    Raises
    ------
    InputError
        If the argument is not a number or negative.

    Notes
    -----
    GiB = GB x 1000^3 / 1024^3 [exact]. Fujitsu's dialogs show 371.5 and 557.5 for 400 and 600 GB: a data
    store is a little smaller than its drives.

    Examples
    --------
    >>> round(gib_from_gb(2 * 200), 1)
    372.5

    References
    ----------
    Fujitsu, Using Solid State Disks in VDI Environments (2011-08-30), pool settings.
    """
    return numbers("gb", gb, "GB", at_least=0) * BYTES_PER_GB / BYTES_PER_GIB


def gb_from_gib(gib: Numbers) -> Value:
    """Convert binary gigabytes into decimal ones.

    Parameters
    ----------
    gib : float or array
        Size in units of 1024^3 bytes [GiB]

    Returns
    -------
    float or array
        Size in units of 1000^3 bytes [GB]

    Raises
    ------
    InputError
        If the argument is not a number or negative.

    Notes
    -----
    GB = GiB x 1024^3 / 1000^3 [exact].

    Examples
    --------
    >>> gb_from_gib(10)
    10.73741824

    References
    ----------
    IEC 80000-13, binary prefixes.
    """
    return _gb_from_gib(numbers("gib", gib, "GiB", at_least=0))


def _gb_from_gib(gib: Value) -> Value:
    """`gb_from_gib` of a checked number."""
    return gib * BYTES_PER_GIB / BYTES_PER_GB
