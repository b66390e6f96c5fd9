"""Known profiles: what a virtual desktop of one kind of user asks for."""

from dataclasses import dataclass

from vdi_sizing.tables.reading import find, read_records

DESKTOP, SESSION, PROFILE_STORE = KINDS = ("desktop", "session", "profile store")
STEADY, WHOLE_TEST, GUIDELINE, PRESET, NOT_STATED = BASES = (
    "steady", "whole test", "guideline", "preset", "not stated",
)  # fmt: skip
WORKERS = ("task", "office", "knowledge", "developer", "power")


@dataclass(frozen=True)
class Profile:
    """Figures per VM, or per session or user, of one kind of user; None where the source gives none.

    Parameters
    ----------
    name : str
        Profile.
    generation : str
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
    source : str
        Where the row comes from.
    source_address : str
        Its address, or the place in the document.
    source_date : str
        Its date.
    how_sure : str
        "read", "excerpt", "quoted", "calculated" or "inferred".
    derivation : str or None
        How a calculated number follows.
    note : str or None
        What a user should know.
    """

    name: str
    generation: str
    kind: str
    worker: str | None
    steady_iops: float | None
    steady_basis: str | None
    steady_read_share: float | None
    login_iops: float | None
    login_read_share: float | None
    boot_iops: float | None
    boot_read_share: float | None
    ios_per_boot: float | None
    ram_gib: float | None
    vcpus: float | None
    delta_gb: float | None
    swap_gb: float | None
    log_gb: float | None
    persistent_gb: float | None
    source: str
    source_address: str
    source_date: str
    how_sure: str
    derivation: str | None
    note: str | None


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
