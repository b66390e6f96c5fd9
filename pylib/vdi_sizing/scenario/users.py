"""Who uses the desktops: groups of users, and what a VM of each asks for."""

from dataclasses import dataclass, replace
from typing import Annotated, Any

from vdi_sizing.inputs import DEMAND, WISH, Input, clean_fields
from vdi_sizing.tables.deliveries import BY_DELIVERY, Delivery
from vdi_sizing.tables.profiles import PER_VM, SESSION, Profile

PHASES = ("steady", "login", "boot")
_STORE_IOPS = Input(
    "store IOPS",
    "IOPS",
    "of the profile store, for profiles and user data; blank where the IOPS per VM hold them",
    optional=True,
    role=DEMAND,
)
_STORE_READ_SHARE = Input("store read share", "0..1", "reads of the store's IOPS", "share", optional=True, role=DEMAND)
_STORE_LOGIN_IOPS = Input("store login IOPS", "IOPS", "of that store while users log in", optional=True, role=DEMAND)
_STORE_GB = Input("store GB", "GB", "on the profile store, per VM of all VMs", optional=True, role=DEMAND)
PER_STORE = {
    "store_iops": _STORE_IOPS,
    "store_read_share": _STORE_READ_SHARE,
    "store_login_iops": _STORE_LOGIN_IOPS,
    "store_gb": _STORE_GB,
}
"""What a VM asks of the store of profiles; a store among the profiles says it per user."""
SAID_BY_STORE = dict(zip(PER_STORE, ("steady_iops", "steady_read_share", "login_iops", "persistent_gb"), strict=True))
"""The same as a profile of a store calls it."""


@dataclass(frozen=True)
class UserGroup:
    """Users of one kind with the same profile; IOPS and GB are per VM. What is blank is as the named profile has it."""

    name: Annotated[str, Input("user group", note="users of one kind with the same profile", kind="name", role=WISH)]
    case: Annotated[str, Input("case", note="load case; a design carries one", kind="name", role=WISH)]
    vms: Annotated[float, Input("VMs", "VMs", "all virtual desktops of the group", above=0, role=DEMAND)]
    concurrency: Annotated[
        float,
        Input("concurrency", "0..1", "share of the VMs in use at once", "share", above=0, role=DEMAND),
    ] = 1.0
    profile: Annotated[
        str | None,
        Input(
            "profile",
            note="a row of Profiles: says what is left blank beside it",
            kind="name",
            optional=True,
            role=WISH,
        ),
    ] = None
    users_per_vm: Annotated[
        float,
        Input(
            "users per VM",
            "users",
            "named users who share a VM, of multi-session hosts; blank: each has one; 0: management VMs, without users",
            blank=1.0,
            role=DEMAND,
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
    vcpus_per_core: Annotated[
        float | None,
        Input(
            "vCPU per core",
            "vCPU/core",
            "of this group's VMs; blank: that of the design",
            optional=True,
            above=0,
            role=WISH,
        ),
    ] = None
    delta_gb: Annotated[float | None, PER_VM["delta_gb"]] = None
    swap_gb: Annotated[float | None, PER_VM["swap_gb"]] = None
    log_gb: Annotated[float | None, PER_VM["log_gb"]] = None
    persistent_gb: Annotated[float | None, PER_VM["persistent_gb"]] = None
    delivery: Annotated[
        str | None,
        Input(
            "image delivery",
            note="a row of Delivery: what of the profile's I/O reaches the store, and what is left blank beside it",
            kind="name",
            optional=True,
            role=WISH,
        ),
    ] = None
    cache_ram_gib: Annotated[float | None, BY_DELIVERY["cache_ram_gib"]] = None
    image_share: Annotated[float | None, BY_DELIVERY["image_share"]] = None
    store_profile: Annotated[
        str | None,
        Input(
            "profile store",
            note="a row of Profiles, of that kind: says per user what is left blank beside it",
            kind="name",
            optional=True,
            role=WISH,
        ),
    ] = None
    store_iops: Annotated[float | None, _STORE_IOPS] = None
    store_read_share: Annotated[float | None, _STORE_READ_SHARE] = None
    store_login_iops: Annotated[float | None, _STORE_LOGIN_IOPS] = None
    store_gb: Annotated[float | None, _STORE_GB] = None
    gpu_gb: Annotated[
        float | None,
        Input(
            "GPU GB",
            "GB",
            "frame buffer of a VM, by its vGPU profile: 2 for 2Q; it lies whole on one GPU; blank: no GPU",
            optional=True,
            role=DEMAND,
        ),
    ] = None
    source: Annotated[
        str | None,
        Input("source", note="where the figures come from", kind="text", optional=True),
    ] = None

    @property
    def concurrent_vms(self) -> float:
        """Its VMs that are in use at the same time."""
        return self.vms * self.concurrency

    @property
    def users(self) -> float:
        """The users of all its VMs."""
        return self.vms * self.users_per_vm

    @property
    def own_cores(self) -> float:
        """Cores that its VM takes by a vCPU per core of its own; 0 where that of the design counts."""
        return self.vcpus / self.vcpus_per_core if self.vcpus and self.vcpus_per_core else 0.0

    @property
    def gpu_users(self) -> float:
        """Its users whose sessions on a GPU go on at the same time: of a desktop of one's own, the VMs in use.

        A VM without users takes the licence of one, as long as it runs with a GPU.
        """
        return self.concurrent_vms * (self.users_per_vm or 1.0) if self.gpu_gb else 0.0

    def __post_init__(self) -> None:
        clean_fields(self)

    def by(self, profile: Profile) -> "UserGroup":
        """The group with what it leaves blank from a profile; that of a session counts for each user of a VM."""
        blank: dict[str, Any] = {name: self._per_vm(name, profile) for name in PER_VM if getattr(self, name) is None}
        return replace(self, **blank)

    def by_delivery(self, delivery: Delivery) -> "UserGroup":
        """The group with what it leaves blank from an image delivery, which says it per VM."""
        blank: dict[str, Any] = {name: getattr(delivery, name) for name in BY_DELIVERY if getattr(self, name) is None}
        return replace(self, **blank)

    def by_store(self, store: Profile) -> "UserGroup":
        """The group with what it leaves blank from a profile store, for each user of a VM."""
        blank: dict[str, Any] = {
            name: _times(getattr(store, said), 1.0 if PER_STORE[name].kind == "share" else self.users_per_vm)
            for name, said in SAID_BY_STORE.items()
            if getattr(self, name) is None
        }
        return replace(self, **blank)

    def with_cache_ram(self) -> "UserGroup":
        """The group whose RAM per VM holds the RAM cache of its image delivery, where RAM is given at all."""
        return replace(self, ram_gib=self.ram_gib + self.cache_ram_gib) if self.ram_gib and self.cache_ram_gib else self

    def _per_vm(self, name: str, profile: Profile) -> float | None:
        per_session = profile.kind == SESSION and PER_VM[name].kind != "share"
        return _times(getattr(profile, name), self.users_per_vm if per_session else 1.0)


def _times(amount: float | None, count: float) -> float | None:
    return None if amount is None else amount * count
