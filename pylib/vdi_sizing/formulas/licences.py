"""Licences that are counted by the cores of the hosts."""

from __future__ import annotations

from vdi_sizing._arrays import Numbers, Value, maximum, numbers, round_up_to_multiple, where
from vdi_sizing.formulas.arguments import with_arguments_described


@with_arguments_described
def licensed_cores(
    hosts: Numbers,
    cpus_per_host: Numbers,
    cores_per_cpu: Numbers,
    least_per_cpu: Numbers = 0.0,
    least_per_host: Numbers = 0.0,
    pack: Numbers = 1.0,
    least_per_order: Numbers = 0.0,
) -> Value:
    """Cores to license where a product counts the physical cores of all hosts.

    Parameters
    ----------
    hosts : float or array
        Hosts that are licensed [hosts]
    cpus_per_host : float or array
        CPUs of a host [CPUs]
    cores_per_cpu : float or array
        Physical cores of a CPU [cores]
    least_per_cpu : float or array
        Cores that a CPU counts at least, such as 16 [cores]
    least_per_host : float or array
        Cores that a host counts at least, such as 16 [cores]
    pack : float or array
        Cores of a pack in which the licences are sold [cores]
    least_per_order : float or array
        Cores that an order has at least [cores]

    Returns
    -------
    float or array
        Cores, in whole packs; 0 where there are no hosts [cores]

    Notes
    -----
    max(hosts x max(CPUs x max(cores, least per CPU), least per host), least per order), up to whole packs [src].
    VMware counts at least 16 cores per CPU; the example of Broadcom's article, a host with 2 x 8 cores and one with
    2 x 24, is the first below. Windows Server counts at least 8 per CPU and 16 per host, in packs of 2 or 16 that are
    counted over all hosts; the Standard edition licenses all cores again for each two further VMs, which is so many
    times the hosts. Sources disagree on whether a least order of 72 cores is in force at VMware: ask the reseller.

    Examples
    --------
    >>> licensed_cores(1, 2, 8, least_per_cpu=16) + licensed_cores(1, 2, 24, least_per_cpu=16)
    80.0
    >>> licensed_cores(5, 1, 24, 8, 16, pack=16)
    128.0

    References
    ----------
    Broadcom, KB 313548, Counting cores for VMware Cloud Foundation and vSphere Foundation and TiBs for vSAN;
    Licensing School, Windows Server Core licenses (Windows Server 2022).
    """
    count = numbers("hosts", hosts, "hosts", at_least=0)
    cpus = numbers("cpus_per_host", cpus_per_host, "CPUs", above=0)
    cores = numbers("cores_per_cpu", cores_per_cpu, "cores", above=0)
    of_cpu = numbers("least_per_cpu", least_per_cpu, "cores", at_least=0)
    of_host = _cores_counted(
        cpus * cores, cpus * of_cpu, numbers("least_per_host", least_per_host, "cores", at_least=0)
    )
    of_order = numbers("least_per_order", least_per_order, "cores", at_least=0)
    return _ordered(count * of_host, numbers("pack", pack, "cores", at_least=1), of_order)


def _cores_counted(cores: Value, least_of_cpus: Value, least_per_host: Value) -> Value:
    """The cores that a host counts."""
    return maximum(cores, least_of_cpus, least_per_host)


def _ordered(count: Value, pack: Value, least_per_order: Value) -> Value:
    """What is bought of something that counts so many: in whole packs, and nothing where nothing counts."""
    return where(count == 0, 0.0, round_up_to_multiple(maximum(count, least_per_order), pack))
