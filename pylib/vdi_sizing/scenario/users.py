"""Who uses the desktops: groups of users, and what a VM of each asks for."""

from dataclasses import dataclass
from typing import Annotated

from vdi_sizing.inputs import Input, clean_fields

PHASES = ("steady", "login", "boot")


def _iops(phase: str, meaning: str) -> Input:
    return Input(f"{phase} IOPS", "IOPS", f"front-end IOPS per VM {meaning}", optional=True)


def _read_share(phase: str) -> Input:
    return Input(f"{phase} read share", "0..1", f"reads as a share of the {phase} IOPS", "share", optional=True)


@dataclass(frozen=True)
class UserGroup:
    """Users of one kind with the same profile; IOPS and GB are per VM."""

    name: Annotated[str, Input("user group", note="users of one kind with the same profile", kind="name")]
    case: Annotated[str, Input("case", note="load case; a design carries one", kind="name")]
    vms: Annotated[float, Input("VMs", "VMs", "all virtual desktops of the group", above=0)]
    concurrency: Annotated[
        float,
        Input("concurrency", "0..1", "share of the VMs in use at once", "share", above=0),
    ] = 1.0
    steady_iops: Annotated[
        float | None, _iops("steady", "in steady work; ETRI: 3 to 7 light, 20 to 30 heavy, 50 at worst")
    ] = None
    steady_read_share: Annotated[float | None, _read_share("steady")] = None
    login_iops: Annotated[float | None, _iops("login", "in the login storm (the whole load of that phase)")] = None
    login_read_share: Annotated[float | None, _read_share("login")] = None
    boot_iops: Annotated[float | None, _iops("boot", "in the boot storm (the whole load of that phase)")] = None
    boot_read_share: Annotated[float | None, _read_share("boot")] = None
    ram_gib: Annotated[float | None, Input("RAM GiB", "GiB", "memory per VM", optional=True, above=0)] = None
    vcpus: Annotated[float | None, Input("vCPU", "vCPU", "virtual processors per VM", optional=True, above=0)] = None
    delta_gb: Annotated[float, Input("delta GB", "GB", "delta or write cache per concurrent VM", blank=0.0)] = 0.0
    swap_gb: Annotated[float, Input("swap GB", "GB", "swap file per concurrent VM", blank=0.0)] = 0.0
    log_gb: Annotated[float, Input("log GB", "GB", "logs per concurrent VM", blank=0.0)] = 0.0
    persistent_gb: Annotated[float, Input("persistent GB", "GB", "what persists, per VM of all VMs", blank=0.0)] = 0.0
    store_iops: Annotated[
        float,
        Input(
            "store IOPS",
            "IOPS",
            "of the second store, for profiles and user data; blank where the IOPS per VM hold them",
            blank=0.0,
        ),
    ] = 0.0
    store_read_share: Annotated[
        float, Input("store read share", "0..1", "reads of the store's IOPS", "share", blank=0.0)
    ] = 0.0
    store_login_iops: Annotated[
        float, Input("store login IOPS", "IOPS", "of that store while users log in", blank=0.0)
    ] = 0.0
    store_gb: Annotated[float, Input("store GB", "GB", "on the second store, per VM of all VMs", blank=0.0)] = 0.0
    source: Annotated[
        str | None,
        Input("source", note="where the figures come from", kind="text", optional=True),
    ] = None

    def __post_init__(self) -> None:
        clean_fields(self)
