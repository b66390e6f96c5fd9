"""Ways to deliver an image: what of a VM's I/O reaches the store, and what a VM takes of GB and RAM for it."""

import datetime
from dataclasses import dataclass, replace
from typing import Annotated, Any

from vdi_sizing.inputs import DEMAND, NOT_AN_INPUT, WISH, Input, clean_fields
from vdi_sizing.tables.profiles import PER_VM, Profile
from vdi_sizing.tables.reading import HOW_SURE, SOURCE, SOURCE_DATE, note_of, read_records


def _reaching(phase: str, operations: str) -> Input:
    note = f"{operations} that reach the store, of those that reach it without this delivery; blank: measure"
    return Input(f"{phase} {operations}", "x", note, optional=True, at_most=10)


BY_DELIVERY = {
    "delta_gb": PER_VM["delta_gb"],
    "cache_ram_gib": Input(
        "cache RAM GiB",
        "GiB",
        "what the image delivery caches in RAM, per VM and beside its RAM",
        optional=True,
        role=WISH,
    ),
    "image_share": Input(
        "image share",
        "0..1",
        "of the image, what each VM of all holds itself: 1 is a full clone",
        "share",
        optional=True,
        role=DEMAND,
    ),
}
"""What a delivery says of a VM, and a user group that names none says itself."""


@dataclass(frozen=True)
class Delivery:
    """What a way to deliver an image makes of a VM's load; None where no source says it.

    Parameters
    ----------
    name : str
        Image delivery.
    steady_reads, steady_writes : float or None
        What reaches the store in steady work, of what reaches it where nothing is cached [-]
    login_reads, login_writes : float or None
        The same in the login storm [-]
    boot_reads, boot_writes : float or None
        The same in the boot storm [-]
    image_share : float or None
        Of the image, what each VM of all VMs holds itself [0..1]
    delta_gb : float or None
        Delta or write cache of a concurrent VM [GB]
    cache_ram_gib : float or None
        RAM cache of a VM, beside its RAM [GiB]
    source : str or None
        Where the row comes from.
    source_address : str or None
        Its address, or the place in the document.
    source_date : str, datetime.date or None
        Its date.
    how_sure : str or None
        "read", "excerpt", "quoted", "calculated" or "inferred".
    derivation : str or None
        How a calculated number follows.
    note : str or None
        What a user should know.
    """

    name: Annotated[str, Input("image delivery", note="what a user group names", kind="name")]
    steady_reads: Annotated[float | None, _reaching("steady", "reads")] = None
    steady_writes: Annotated[float | None, _reaching("steady", "writes")] = None
    login_reads: Annotated[float | None, _reaching("login", "reads")] = None
    login_writes: Annotated[float | None, _reaching("login", "writes")] = None
    boot_reads: Annotated[float | None, _reaching("boot", "reads")] = None
    boot_writes: Annotated[float | None, _reaching("boot", "writes")] = None
    image_share: Annotated[float | None, BY_DELIVERY["image_share"]] = None
    delta_gb: Annotated[float | None, BY_DELIVERY["delta_gb"]] = None
    cache_ram_gib: Annotated[float | None, BY_DELIVERY["cache_ram_gib"]] = None
    source: Annotated[str | None, SOURCE] = None
    source_address: Annotated[str | None, NOT_AN_INPUT] = None
    source_date: Annotated[str | datetime.date | None, SOURCE_DATE] = None
    how_sure: Annotated[str | None, HOW_SURE] = None
    derivation: Annotated[str | None, NOT_AN_INPUT] = None
    note: Annotated[str | None, note_of("deliveries")] = None

    def __post_init__(self) -> None:
        clean_fields(self)


DELIVERIES = read_records("deliveries", Delivery)
OPERATIONS = ("reads", "writes")


def reaching(delivery: Delivery | None, measured_with: Delivery | None, phase: str) -> tuple[float, float]:
    """The reads and writes that reach the store with a delivery, of those of a profile that was measured with another.

    Each of both says its part of what comes where nothing is cached, and a blank is all of it. What a delivery keeps
    from the store altogether cannot be counted back.

    >>> cached, plain = Delivery("cached", steady_reads=0.25, steady_writes=1.5), Delivery("plain")
    >>> reaching(cached, None, "steady"), reaching(cached, cached, "steady"), reaching(plain, cached, "steady")
    ((0.25, 1.5), (1.0, 1.0), (4.0, 0.6666666666666666))
    """
    now, then = ([_of(each, f"{phase}_{operation}") for operation in OPERATIONS] for each in (delivery, measured_with))
    reads, writes = (1.0 if then[at] == 0 else now[at] / then[at] for at in range(2))
    return reads, writes


def _of(delivery: Delivery | None, name: str) -> float:
    said: float | None = None if delivery is None else getattr(delivery, name)
    return 1.0 if said is None else said


def delivered(profile: Profile, delivery: Delivery, measured_with: Delivery | None, phases: tuple[str, ...]) -> Profile:
    """A profile whose I/O is what reaches the store with a delivery; where it gives no read share, as it is."""
    changed: dict[str, Any] = {}
    for phase in phases:
        iops, share = getattr(profile, f"{phase}_iops"), getattr(profile, f"{phase}_read_share")
        if share is not None:
            reads, writes = reaching(delivery, measured_with, phase)
            left = share * reads + (1 - share) * writes
            changed[f"{phase}_iops"] = None if iops is None else iops * left
            changed[f"{phase}_read_share"] = share if left == 0 else share * reads / left
    return replace(profile, **changed)
