"""Who uses the desktops: groups of users, and what a VM of each asks for."""

from dataclasses import dataclass, replace
from typing import Annotated, Any

from vdi_sizing.inputs import Input, clean_fields
from vdi_sizing.tables.profiles import PER_VM, SESSION, Profile

PHASES = ("steady", "login", "boot")


@dataclass(frozen=True)
class UserGroup:
    """Users of one kind with the same profile; IOPS and GB are per VM. What is blank is as the named profile has it."""

    name: Annotated[str, Input("user group", note="users of one kind with the same profile", kind="name")]
    case: Annotated[str, Input("case", note="load case; a design carries one", kind="name")]
    vms: Annotated[float, Input("VMs", "VMs", "all virtual desktops of the group", above=0)]
    concurrency: Annotated[
        float,
        Input("concurrency", "0..1", "share of the VMs in use at once", "share", above=0),
    ] = 1.0
    profile: Annotated[
        str | None,
        Input("profile", note="a row of Profiles: says what is left blank beside it", kind="name", optional=True),
    ] = None
    users_per_vm: Annotated[
        float,
        Input(
            "users per VM",
            "users",
            "named users who share a VM, of multi-session hosts; blank: each has one",
            above=0,
            blank=1.0,
        ),
    ] = 1.0
    steady_iops: Annotated[float | None, PER_VM["steady_iops"]] = None
    steady_read_share: Annotated[float | None, PER_VM["steady_read_share"]] = None
    login_iops: Annotated[float | None, PER_VM["login_iops"]] = None
    login_read_share: Annotated[float | None, PER_VM["login_read_share"]] = None
    boot_iops: Annotated[float | None, PER_VM["boot_iops"]] = None
    boot_read_share: Annotated[float | None, PER_VM["boot_read_share"]] = None
    ram_gib: Annotated[float | None, PER_VM["ram_gib"]] = None
    vcpus: Annotated[float | None, PER_VM["vcpus"]] = None
    delta_gb: Annotated[float | None, PER_VM["delta_gb"]] = None
    swap_gb: Annotated[float | None, PER_VM["swap_gb"]] = None
    log_gb: Annotated[float | None, PER_VM["log_gb"]] = None
    persistent_gb: Annotated[float | None, PER_VM["persistent_gb"]] = None
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

    def by(self, profile: Profile) -> "UserGroup":
        """The group with what it leaves blank from a profile; that of a session counts for each user of a VM."""
        blank: dict[str, Any] = {name: self._per_vm(name, profile) for name in PER_VM if getattr(self, name) is None}
        return replace(self, **blank)

    def _per_vm(self, name: str, profile: Profile) -> float | None:
        amount: float | None = getattr(profile, name)
        if amount is None or profile.kind != SESSION or PER_VM[name].kind == "share":
            return amount
        return amount * self.users_per_vm
