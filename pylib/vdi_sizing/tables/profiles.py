"""Known profiles: what a virtual desktop of one kind of user asks for."""

import datetime
from dataclasses import dataclass
from typing import Annotated

from vdi_sizing.inputs import DEMAND, FACT, NOT_AN_INPUT, WISH, Input, clean_fields
from vdi_sizing.tables.reading import GENERATIONS, HOW_SURE, SOURCE, SOURCE_DATE, find, note_of, read_records

DESKTOP, SESSION, PROFILE_STORE = KINDS = ("desktop", "session", "profile store")
STEADY, WHOLE_TEST, GUIDELINE, PRESET, NOT_STATED = BASES = (
    "steady", "whole test", "guideline", "preset", "not stated",
)  # fmt: skip
WORKERS = ("task", "office", "knowledge", "developer", "power")


def _iops(phase: str, meaning: str) -> Input:
    return Input(f"{phase} IOPS", "IOPS", f"front-end IOPS per VM {meaning}", optional=True, role=DEMAND)


def _read_share(phase: str) -> Input:
    return Input(
        f"{phase} read share", "0..1", f"reads as a share of the {phase} IOPS", "share", optional=True, role=DEMAND
    )


def _text(label: str, note: str, words: tuple[str, ...]) -> Input:
    return Input(label, note=note, kind="text", optional=True, words=words)


def _gb(what: str, meaning: str, role: str = DEMAND) -> Input:
    return Input(f"{what} GB", "GB", meaning, optional=True, role=role)


PER_VM = {
    "steady_iops": _iops("steady", "in steady work; ETRI: 3 to 7 light, 20 to 30 heavy, 50 at worst"),
    "steady_read_share": _read_share("steady"),
    "login_iops": _iops("login", "in the login storm (the whole load of that phase)"),
    "login_read_share": _read_share("login"),
    "boot_iops": _iops("boot", "in the boot storm (the whole load of that phase)"),
    "boot_read_share": _read_share("boot"),
    "ram_gib": Input("RAM GiB", "GiB", "memory per VM", optional=True, above=0),
    "vcpus": Input("vCPU", "vCPU", "virtual processors per VM", optional=True, above=0),
    "delta_gb": _gb("delta", "delta or write cache per concurrent VM", FACT),
    "swap_gb": _gb("swap", "swap file per concurrent VM"),
    "log_gb": _gb("log", "logs per concurrent VM"),
    "persistent_gb": _gb("persistent", "what persists, per VM of all VMs"),
}
"""What a profile says of a VM, and a user group that names none says itself."""


@dataclass(frozen=True)
class Profile:
    """Figures per VM, or per session or user, of one kind of user; None where the source gives none.

    Parameters
    ----------
    name : str
        Profile.
    generation : str or None
        "documents (2010-2014)" or "today (2016-2026)".
    kind : str
        What the figures are of: "desktop", a VM of one user; "session", one of those that share a host; or
        "profile store", what one user asks of it.
    worker : str or None
        "task", "office", "knowledge", "developer" or "power", as its source has it or calls its users.
    steady_iops : float or None
        Front-end load in steady work [IOPS]
    steady_basis : str or None
        What the steady load is: "steady", measured after all have logged on; "whole test", an average with the logon
        ramp; "guideline", what a vendor or a document rules; "preset", what a tool starts with; or "not stated".
    steady_read_share : float or None
        Reads as a share of it [0..1]
    login_iops : float or None
        Front-end load in the login storm, the whole of that phase [IOPS]
    login_read_share : float or None
        Reads as a share of it [0..1]
    boot_iops : float or None
        Front-end load in the boot storm, the whole of that phase [IOPS]
    boot_read_share : float or None
        Reads as a share of it [0..1]
    ios_per_boot : float or None
        Operations of one boot; with a boot rate they give the boot storm [-]
    ram_gib : float or None
        Memory [GiB]
    vcpus : float or None
        Virtual processors [vCPU]
    delta_gb : float or None
        Delta or write cache [GB]
    swap_gb : float or None
        Swap file [GB]
    log_gb : float or None
        Logs [GB]
    persistent_gb : float or None
        What persists [GB]
    delivery : str or None
        The image delivery that its I/O was measured with; None where none stands between, or none is named.
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

    name: Annotated[str, Input("profile", note="what a user group names", kind="name")]
    generation: Annotated[str | None, _text("generation", "not to be mixed in one comparison", GENERATIONS)] = None
    kind: Annotated[
        str,
        Input(
            "kind", note="groups name a desktop or a session", kind="choice", blank=DESKTOP, choices=KINDS, role=WISH
        ),
    ] = DESKTOP
    worker: Annotated[str | None, _text("worker", ", ".join(WORKERS), WORKERS)] = None
    steady_iops: Annotated[float | None, PER_VM["steady_iops"]] = None
    steady_basis: Annotated[str | None, _text("steady basis", ", ".join(BASES), BASES)] = None
    steady_read_share: Annotated[float | None, PER_VM["steady_read_share"]] = None
    login_iops: Annotated[float | None, PER_VM["login_iops"]] = None
    login_read_share: Annotated[float | None, PER_VM["login_read_share"]] = None
    boot_iops: Annotated[float | None, PER_VM["boot_iops"]] = None
    boot_read_share: Annotated[float | None, PER_VM["boot_read_share"]] = None
    ios_per_boot: Annotated[
        float | None, Input("I/Os per boot", "", "of one boot; enter them on Designs", optional=True, role=DEMAND)
    ] = None
    ram_gib: Annotated[float | None, PER_VM["ram_gib"]] = None
    vcpus: Annotated[float | None, PER_VM["vcpus"]] = None
    delta_gb: Annotated[float | None, PER_VM["delta_gb"]] = None
    swap_gb: Annotated[float | None, PER_VM["swap_gb"]] = None
    log_gb: Annotated[float | None, PER_VM["log_gb"]] = None
    persistent_gb: Annotated[float | None, PER_VM["persistent_gb"]] = None
    delivery: Annotated[
        str | None,
        Input("image delivery", note="a row of Delivery: what it was measured with", kind="name", optional=True),
    ] = None
    source: Annotated[str | None, SOURCE] = None
    source_address: Annotated[str | None, NOT_AN_INPUT] = None
    source_date: Annotated[str | datetime.date | None, SOURCE_DATE] = None
    how_sure: Annotated[str | None, HOW_SURE] = None
    derivation: Annotated[str | None, NOT_AN_INPUT] = None
    note: Annotated[str | None, note_of("profiles")] = None

    def __post_init__(self) -> None:
        clean_fields(self)


PROFILES = read_records("profiles", Profile)


def profile(name: str) -> Profile:
    """Look up a profile of the table that comes with the library.

    Parameters
    ----------
    name : str
        Profile; compared trimmed and without case.

    Returns
    -------
    Profile
        The row of the table.

    Raises
    ------
    InputError
        If there is no such profile.

    Examples
    --------
    >>> profile("ETRI office user, test").steady_iops
    20.0
    """
    return find("profile", PROFILES, name)
