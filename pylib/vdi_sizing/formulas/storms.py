"""Login and boot storms, and how long they and the provisioning of VMs take."""

from __future__ import annotations

import math

from vdi_sizing._arrays import Numbers, Value, maximum, numbers, round_up, share
from vdi_sizing.formulas.arguments import with_arguments_described

# Peak over mean of a normal arrival whose six standard deviations fill the window: peaks.login_window_peak_factor
PEAK_TO_MEAN_RATE = 6 / math.sqrt(2 * math.pi)

# Dell, sections 5.4.2 and 5.6.2: between what the two measured login peaks give (4469 and 4016).
DELL_IOS_PER_LOGIN = 4240.0
# Dell, sections 5.4.2 and 5.8: 630 pre-booted VMs logged in within 20 to 25 minutes; the middle.
DELL_LOGIN_S_PER_VM = 22.5 * 60 / 630
# Dell, section 5.5: the same logins took 100 minutes with 20 % of the VMs pre-booted.
DELL_BOOT_S_PER_VM = (100 * 60 / 630 - DELL_LOGIN_S_PER_VM) / (1 - 0.2)


@with_arguments_described
def peak_logins_per_s(vms: Numbers, window_s: Numbers) -> Value:
    """Highest login rate when all users log in within a window.

    Parameters
    ----------
    vms : float or array
        VMs whose users log in [VMs]

    Returns
    -------
    float or array
        Logins per second in the middle of the window [1/s]

    Notes
    -----
    6 / sqrt(2 pi) x VMs / window = 2.394 x VMs / window, for normally distributed logins and a window of six
    standard deviations [exact]. VMware's rule, 40 % of the logins in a sixth of the window, is 2.4 [src].

    Examples
    --------
    >>> round(peak_logins_per_s(1000, 3600), 3)
    0.665

    References
    ----------
    VMware, Horizon 7.13 documentation on concurrent power operations and logon storms,
    GUID-AE755984-1E68-47B2-865A-67DD671ECE5A.
    """
    count = numbers("vms", vms, "VMs", at_least=0)
    window = numbers("window_s", window_s, "s", above=0)
    return _peak_logins_per_s(count, window)


def _peak_logins_per_s(vms: Value, window_s: Value) -> Value:
    """`peak_logins_per_s` of checked numbers."""
    return vms * PEAK_TO_MEAN_RATE / window_s


@with_arguments_described
def login_storm_iops(
    vms: Numbers,
    steady_iops_per_vm: Numbers,
    logins_per_s: Numbers,
    ios_per_login: Numbers = DELL_IOS_PER_LOGIN,
) -> Value:
    """Front-end IOPS at the peak of a login storm.

    Parameters
    ----------
    vms : float or array
        VMs that work while the last users log in [VMs]
    steady_iops_per_vm : float or array
        Front-end load of a VM in steady work [IOPS]
    logins_per_s : float or array
        Login rate [1/s]
    ios_per_login : float or array
        Front-end operations that one login adds; the default is Dell's fit [I/Os]

    Returns
    -------
    float or array
        Front-end load [IOPS]

    Notes
    -----
    VMs x steady IOPS + login rate x I/Os per login [mine]. The default of 4240 I/Os per login is one
    parameter fitted on two points, Dell's arrays with 630 and 1270 VMs, and leaves no point to validate it
    [fit]: 6726 IOPS against 6846 measured, 12 590 against 12 400.

    Examples
    --------
    >>> login_storm_iops(630, 4500 / 630, 630 / 1200)
    6726.0

    References
    ----------
    Dell, Sizing and Best Practices for Deploying Citrix XenDesktop on VMware vSphere with Dell EqualLogic
    Storage, sections 5.4.2, 5.6 and 5.6.2.
    """
    count = numbers("vms", vms, "VMs", at_least=0)
    steady = numbers("steady_iops_per_vm", steady_iops_per_vm, "IOPS", at_least=0)
    rate = numbers("logins_per_s", logins_per_s, "1/s", at_least=0)
    per_login = numbers("ios_per_login", ios_per_login, "I/Os", at_least=0)
    return _login_storm_iops(count, steady, rate, per_login)


def _login_storm_iops(vms: Value, steady_iops_per_vm: Value, logins_per_s: Value, ios_per_login: Value) -> Value:
    """`login_storm_iops` of checked numbers."""
    return vms * steady_iops_per_vm + logins_per_s * ios_per_login


@with_arguments_described
def boot_storm_iops(boots_per_s: Numbers, ios_per_boot: Numbers) -> Value:
    """Front-end IOPS while VMs boot one after the other.

    Parameters
    ----------
    boots_per_s : float or array
        VMs booted per second [1/s]
    ios_per_boot : float or array
        Front-end operations of one boot [I/Os]

    Returns
    -------
    float or array
        Front-end load [IOPS]

    Notes
    -----
    Boot rate x I/Os per boot [exact]. Dell's 15 000 IOPS over 1270 boots in 10 to 12 minutes are 7087 to 8504
    I/Os per boot at the most, since its peak is taken as the mean. Figures counted inside the VM are up to
    ten times higher: the level at which the I/Os are counted matters.

    Examples
    --------
    >>> round(boot_storm_iops(1270 / 600, 7087))
    15001

    References
    ----------
    Dell, Sizing and Best Practices for Deploying Citrix XenDesktop on VMware vSphere with Dell EqualLogic
    Storage, section 5.7.
    """
    rate = numbers("boots_per_s", boots_per_s, "1/s", at_least=0)
    per_boot = numbers("ios_per_boot", ios_per_boot, "I/Os", at_least=0)
    return _boot_storm_iops(rate, per_boot)


def _boot_storm_iops(boots_per_s: Value, ios_per_boot: Value) -> Value:
    """`boot_storm_iops` of checked numbers."""
    return boots_per_s * ios_per_boot


@with_arguments_described
def storm_duration_s(
    vms: Numbers,
    ios_per_vm: Numbers,
    max_iops: Numbers,
    concurrent: Numbers | None = None,
    boot_s: Numbers = 0.0,
    interval_s: Numbers = 0.0,
) -> Value:
    """Shortest time in which all VMs can boot: the largest of the asymptotic bounds.

    Parameters
    ----------
    vms : float or array
        VMs that boot [VMs]
    ios_per_vm : float or array
        Front-end operations of one boot [I/Os]
    max_iops : float or array
        Front-end load that the storage carries [IOPS]
    concurrent : float or array or None
        VMs that may boot at the same time; None for all of them [VMs]
    boot_s : float or array
        Time that one VM needs alone [s]
    interval_s : float or array
        Time from one start to the next [s]

    Returns
    -------
    float or array
        Time until the last VM has booted [s]

    Notes
    -----
    T = max(N V / X, N / K rounded up x boot time, N x interval) [src]: a lower bound; where two of the bounds
    lie close together the real time is longer than either.

    Examples
    --------
    >>> storm_duration_s(630, 7087, 10000) / 60
    7.44135
    >>> storm_duration_s(630, 7087, 10000, concurrent=50, boot_s=180) / 60
    39.0

    References
    ----------
    E. Lazowska et al., Quantitative System Performance, chapter 5; R. Jain, The Art of Computer Systems
    Performance Analysis, chapter 33. IOPS of one array: Dell, Table 6.
    """
    count = numbers("vms", vms, "VMs", above=0)
    operations = numbers("ios_per_vm", ios_per_vm, "I/Os", at_least=0)
    rate = numbers("max_iops", max_iops, "IOPS", above=0)
    alone = numbers("boot_s", boot_s, "s", at_least=0)
    interval = numbers("interval_s", interval_s, "s", at_least=0)
    at_once = None if concurrent is None else numbers("concurrent", concurrent, "VMs", above=0)
    by_storage = _by_storage_s(count, operations, rate)
    return maximum(by_storage, _in_waves_s(count, at_once, alone), _at_rate_s(count, interval))


def _by_storage_s(vms: Value, ios_per_vm: Value, max_iops: Value) -> Value:
    """Time in which the storage carries the boots of all VMs."""
    return vms * ios_per_vm / max_iops


def _in_waves_s(vms: Value, concurrent: Value | None, boot_s: Value) -> Value:
    """Time of all VMs in waves of so many at the same time; None for one wave."""
    waves = 1.0 if concurrent is None else round_up(vms / concurrent)
    return waves * boot_s


def _at_rate_s(vms: Value, interval_s: Value) -> Value:
    """Time in which all VMs are started, one after the other."""
    return vms * interval_s


@with_arguments_described
def boot_speedup(latency_ratio: Numbers, think_ratio: Numbers) -> Value:
    """How many times faster a boot gets with storage of a lower latency.

    Parameters
    ----------
    latency_ratio : float or array
        Latency of the slow storage over that of the fast one [-]
    think_ratio : float or array
        Time between two I/Os that is not storage, over the latency of the fast storage [-]

    Returns
    -------
    float or array
        Boot time on the slow storage over that on the fast one [-]

    Notes
    -----
    S = (k + z) / (1 + z), by the interactive response-time law: each I/O takes think time plus latency
    [mine]. Storage without any latency would still give only (k + z) / z. SanDisk's k = 30 and S = 4 mean
    z = (k - S) / (S - 1) = 8.67 [fit] and a ceiling of 4.46, which is why two, four and eight SSDs
    boot no faster than one.

    Examples
    --------
    >>> round(boot_speedup(30, 8.67), 2)
    4.0

    References
    ----------
    SanDisk, SSD Boot Storm Testing for VDI, Test Result Observations and the text to figure 5.
    """
    latency = numbers("latency_ratio", latency_ratio, above=0)
    think = numbers("think_ratio", think_ratio, at_least=0)
    return _boot_speedup(latency, think)


def _boot_speedup(latency_ratio: Value, think_ratio: Value) -> Value:
    """`boot_speedup` of checked numbers."""
    return (latency_ratio + think_ratio) / (1 + think_ratio)


@with_arguments_described
def login_duration_min(
    vms: Numbers,
    preboot_share: Numbers,
    login_s_per_vm: Numbers = DELL_LOGIN_S_PER_VM,
    boot_s_per_vm: Numbers = DELL_BOOT_S_PER_VM,
) -> Value:
    """Minutes until all users are logged in, where only a share of the VMs is booted beforehand.

    Parameters
    ----------
    vms : float or array
        VMs whose users log in [VMs]
    preboot_share : float or array
        Share of the VMs that are booted before the first login [0..1]
    login_s_per_vm : float or array
        Time that each login adds; the default is Dell's fit [s]
    boot_s_per_vm : float or array
        Time that each boot on demand adds; the default is Dell's fit [s]

    Returns
    -------
    float or array
        Time until the last user is logged in [min]

    Notes
    -----
    T = N (login + (1 - preboot share) x boot) / 60 [mine]. Both defaults are fitted on Dell's own two times,
    22.5 minutes (the middle of 20 to 25) at a pre-boot share of 1 and 100 minutes at 0.2, so that 2.14 s and
    9.23 s give them back and are not validated by them [fit]. They describe Dell's broker more than its
    storage, which was not the limit there.

    Examples
    --------
    >>> round(login_duration_min(630, 0.2), 6)
    100.0
    >>> round(login_duration_min(630, 0.5))
    71

    References
    ----------
    Dell, Sizing and Best Practices for Deploying Citrix XenDesktop on VMware vSphere with Dell EqualLogic
    Storage, sections 5.5 and 5.8.
    """
    count = numbers("vms", vms, "VMs", at_least=0)
    booted = share("preboot_share", preboot_share)
    login = numbers("login_s_per_vm", login_s_per_vm, "s", at_least=0)
    boot = numbers("boot_s_per_vm", boot_s_per_vm, "s", at_least=0)
    return _login_duration_min(count, booted, login, boot)


def _login_duration_min(vms: Value, preboot_share: Value, login_s_per_vm: Value, boot_s_per_vm: Value) -> Value:
    """`login_duration_min` of checked numbers."""
    return vms * (login_s_per_vm + (1 - preboot_share) * boot_s_per_vm) / 60


@with_arguments_described
def login_ramp_min(vms: Numbers, interval_s: Numbers, login_s: Numbers = 0.0) -> Value:
    """Minutes until all users are logged in, where sessions start at a fixed interval.

    Parameters
    ----------
    vms : float or array
        VMs whose users log in [VMs]
    interval_s : float or array
        Time from one session start to the next [s]
    login_s : float or array
        Time that one login takes [s]

    Returns
    -------
    float or array
        Time until the last user is logged in [min]

    Notes
    -----
    (N x interval + login) / 60, where logins keep up with the starts [exact]. The document's "approximately 20
    minutes" for 500 sessions are 16.7 minutes of starts and the tail of the last logins.

    Examples
    --------
    >>> round(login_ramp_min(500, 2), 2)
    16.67

    References
    ----------
    A. Leibovici, VDI 500 User FAST Pool Project, Login VSI Testing.
    """
    count = numbers("vms", vms, "VMs", at_least=0)
    interval = numbers("interval_s", interval_s, "s", at_least=0)
    login = numbers("login_s", login_s, "s", at_least=0)
    return _login_ramp_min(count, interval, login)


def _login_ramp_min(vms: Value, interval_s: Value, login_s: Value) -> Value:
    """`login_ramp_min` of checked numbers."""
    return (vms * interval_s + login_s) / 60


@with_arguments_described
def provisioning_time_s(
    vms: Numbers,
    base_s: Numbers,
    replica_read_s: Numbers = 0.0,
    clone_write_s: Numbers = 0.0,
    concurrent: Numbers = 1,
) -> Value:
    """Time to provision VMs, from what each of them takes.

    Parameters
    ----------
    vms : float or array
        VMs to provision [VMs]
    base_s : float or array
        Time per VM with everything on the fast store [s]
    replica_read_s : float or array
        What reading the replica from a slower store adds per VM [s]
    clone_write_s : float or array
        What writing the clone to a slower store adds per VM [s]
    concurrent : float or array
        VMs provisioned at the same time; 1 where the times per VM are a total divided by the VMs [VMs]

    Returns
    -------
    float or array
        Time until the last VM is provisioned [s]

    Notes
    -----
    T = N (base + replica read + clone write) / K: linear in the VMs while the number provisioned at the same
    time is fixed [mine]. Fujitsu's totals divided by the VMs are 17.5 s all on SSD, 34.3 s with the replica
    on SSD and the clones on disks, 105 s all on disks: the replica makes 81 % of what the disks add. (The
    VMs of the second test had 2 GB RAM, the others 1 GB.)

    Examples
    --------
    >>> provisioning_time_s(120, 17.5) / 60
    35.0
    >>> round(provisioning_time_s(120, 17.5, replica_read_s=70.7, clone_write_s=16.8) / 60)
    210

    References
    ----------
    Fujitsu, Using Solid State Disks in VDI Environments, Test results and Summary of the results.
    """
    count = numbers("vms", vms, "VMs", at_least=0)
    base = numbers("base_s", base_s, "s", at_least=0)
    replica = numbers("replica_read_s", replica_read_s, "s", at_least=0)
    clone = numbers("clone_write_s", clone_write_s, "s", at_least=0)
    at_once = numbers("concurrent", concurrent, "VMs", at_least=1)
    return _provisioning_time_s(count, base, replica, clone, at_once)


def _provisioning_time_s(
    vms: Value, base_s: Value, replica_read_s: Value, clone_write_s: Value, concurrent: Value
) -> Value:
    """`provisioning_time_s` of checked numbers."""
    return vms * (base_s + replica_read_s + clone_write_s) / concurrent


@with_arguments_described
def concurrent_power_operations(boots_per_s: Numbers, boot_s: Numbers) -> Value:
    """Power operations under way at the same time.

    Parameters
    ----------
    boots_per_s : float or array
        VMs started per second [1/s]
    boot_s : float or array
        Time that one VM takes to start [s]

    Returns
    -------
    float or array
        Operations under way, on average [VMs]

    Notes
    -----
    Little's law: rate x time [exact]. VMware's default of 50 concurrent operations carries 16 starts per
    minute at 3 minutes each, and 10 at 5 minutes.

    Examples
    --------
    >>> concurrent_power_operations(16 / 60, 180)
    48.0

    References
    ----------
    VMware, Horizon 7.13 documentation on concurrent power operations and logon storms,
    GUID-AE755984-1E68-47B2-865A-67DD671ECE5A.
    """
    rate = numbers("boots_per_s", boots_per_s, "1/s", at_least=0)
    duration = numbers("boot_s", boot_s, "s", at_least=0)
    return rate * duration
