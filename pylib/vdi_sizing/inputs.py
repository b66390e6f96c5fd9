"""Every input of the model, declared once: its label, unit, limits and note.

The sheets, the reader, the messages and the checks of the library all read these declarations.
An optional input may be blank: blank means "not given", and what depends on it drops out. Where blank
stands for 0 or no, it does so in a spreadsheet's formulas as well; every other blank is an error.
"""

from __future__ import annotations

import datetime
import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from vdi_sizing._arrays import Value, numbers
from vdi_sizing.errors import InputError

POOL, ELSEWHERE = "pool", "elsewhere"
LOCATIONS = (POOL, "tier 1", "tier 2", "tier 3", ELSEWHERE)
BLOCK_KINDS = ("server", "array")
PER_BLOCK, PER_VM, ONCE = "block", "VM", "once"
QUANTITIES_PER = (PER_BLOCK, PER_VM, "drive 1", "drive 2", "drive 3", "cache drive", ONCE)
YES, NO = "yes", "no"
HDD = "HDD"
DECIMAL_POINT, DECIMAL_COMMA = "decimal point", "decimal comma"
NUMBER_STYLES = (DECIMAL_POINT, DECIMAL_COMMA)

# A spreadsheet's MATCH and SUMIFS read these as wildcards or comparisons, and fail on texts above 255 characters.
LONGEST_NAME = 120  # the checks of the workbook look two names up as one text
_WILDCARDS = "*?~"
# No input of a sizing is outside these; beyond them products and quotients end in 0, infinity or nonsense.
LEAST_NUMBER, LARGEST_NUMBER = 1e-9, 1e12
_COMPARISONS = ("<", ">", "=")


@dataclass(frozen=True)
class Input:
    """One input: what it is called, what it is measured in, and what it may be."""

    label: str
    unit: str = ""
    note: str = ""
    kind: str = "number"  # number, whole, share, text, name, choice, yes/no, date
    optional: bool = False
    blank: Any = None  # what a blank stands for, where it stands for something
    at_least: float | None = 0
    above: float | None = None
    at_most: float | None = None
    choices: tuple[str, ...] = ()

    @property
    def most(self) -> float | None:
        """The largest number that is allowed."""
        if self.at_most is None:
            return {"share": 1.0, "number": LARGEST_NUMBER, "whole": LARGEST_NUMBER}.get(self.kind)
        return self.at_most

    @property
    def least(self) -> float | None:
        """The least number that is allowed."""
        return self.at_least if self.above is None else self.above + LEAST_NUMBER

    @property
    def may_be_blank(self) -> bool:
        """Whether nothing has to be entered."""
        return self.optional or self.blank is not None

    @property
    def expected(self) -> str:
        """What a user may enter, in words.

        >>> Input("RAM", "GiB", above=0).expected
        'a number above 0 GiB'
        """
        if self.kind in ("number", "whole", "share"):
            return self._expected_number()
        if self.kind == "choice":
            return "one of: " + ", ".join(self.choices)
        return {
            "yes/no": "yes or no",
            "date": "a date",
            "text": "text",
            "name": f"a name of at most {LONGEST_NAME} characters, without * ? ~ or spaces around it, "
            "and not beginning with < > or =",
        }[self.kind]

    def _expected_number(self) -> str:
        if self.kind == "share":
            most = f"{self.most:g}"
            return f"a share from 0 to {most}" if self.above is None else f"a share above 0, at most {most}"
        words = ["a whole number" if self.kind == "whole" else "a number"]
        if self.above is not None:
            words.append(f"above {self.above:g}")
        elif self.at_least is not None:
            words.append(f"of at least {self.at_least:g}")
        if self.at_most is not None:
            words.append(f"and at most {self.at_most:g}")
        if not self.unit[:1].isdigit() and self.unit != "share":  # not 0.5..1 and 1/day, which read as numbers
            words.append(self.unit)
        return " ".join(words).strip()

    def checked(self, name: str, value: object) -> Value:
        """A number, or many of them, within the limits; or an InputError of that name.

        >>> Input("concurrency", kind="share").checked("concurrency", 0.8)
        0.8
        """
        try:
            return numbers(name, value, at_least=self.least, at_most=self.most, whole=self.kind == "whole")
        except InputError as error:
            raise InputError(name, error.value, self.expected + self._hint(error.value)) from error

    def cleaned(self, value: Any, where: str = "") -> Any:
        """`value` as the library uses it, or an InputError that says what was expected.

        >>> Input("vCPU", "cores", kind="whole").cleaned(2)
        2.0
        >>> Input("concurrency", kind="share").cleaned(80, "Users!D6")
        Traceback (most recent call last):
        ...
        vdi_sizing.errors.InputError: Users!D6: concurrency is 80; expected a share from 0 to 1
        """
        if isinstance(value, str):
            value = value.strip() or None
        if value is None:
            if self.may_be_blank:
                return self.blank
            raise InputError(self.label, None, self.expected, where)
        try:
            return _CLEAN[self.kind](self, value)
        except InputError as error:
            raise InputError(self.label, value, self.expected + self._hint(value), where) from error

    def _hint(self, value: Any) -> str:
        """What to do about a value that one might take for what is expected."""
        if isinstance(value, bool) or not isinstance(value, (int, float)):
            return ""
        if self.kind in ("name", "text"):
            return "; this is a number: put an apostrophe before it"
        if 0 < abs(value) < LEAST_NUMBER or LARGEST_NUMBER < abs(value) < math.inf:
            return f" (numbers from {LEAST_NUMBER:.9f} to {LARGEST_NUMBER:,.0f})"
        return ""


def _number(field: Input, value: Any) -> float:
    if not isinstance(value, (bool, datetime.date)):
        result = field.checked(field.label, value)
        if isinstance(result, float):
            return result
    raise InputError(field.label, value, field.expected)


def _text(field: Input, value: Any) -> str:
    if not isinstance(value, str):
        raise InputError(field.label, value, field.expected)
    return value


def _name(field: Input, value: Any) -> str:
    text = _text(field, value)
    if any(mark in text for mark in _WILDCARDS) or text.startswith(_COMPARISONS) or len(text) > LONGEST_NAME:
        raise InputError(field.label, value, field.expected)
    return text


def _choice(field: Input, value: Any) -> str:
    text = _text(field, value)
    for choice in field.choices:
        if same_name(choice, text):
            return choice
    raise InputError(field.label, value, field.expected)


def _yes_no(field: Input, value: Any) -> bool:
    if isinstance(value, bool):
        return value
    if isinstance(value, str) and value.lower() in (YES, NO):
        return value.lower() == YES
    raise InputError(field.label, value, field.expected)


def _date(field: Input, value: Any) -> datetime.date:
    if isinstance(value, datetime.datetime):
        return value.date()
    if isinstance(value, datetime.date):
        return value
    raise InputError(field.label, value, field.expected)


_CLEAN = {
    "number": _number,
    "whole": _number,
    "share": _number,
    "text": _text,
    "name": _name,
    "choice": _choice,
    "yes/no": _yes_no,
    "date": _date,
}


def name_key(name: str) -> str:
    """What names are compared by: without case, as a spreadsheet's MATCH does.

    MATCH does not forgive spaces around a name. Records have none, and a workbook with some is refused;
    here they are forgiven to a caller who types a name.

    >>> name_key("RAID 10 ")
    'raid 10'
    """
    return name.strip().lower()


def same_name(a: str, b: str) -> bool:
    """Whether two names stand for the same thing."""
    return name_key(a) == name_key(b)


def clean_fields(record: Any, inputs: Mapping[str, Input]) -> None:
    """Check and clean every declared field of a frozen record, in its `__post_init__`."""
    for name, field in inputs.items():
        object.__setattr__(record, name, field.cleaned(getattr(record, name)))


def _load(phase: str, meaning: str) -> dict[str, Input]:
    return {
        f"{phase}_iops": Input(f"{phase} IOPS", "IOPS", f"front-end IOPS per VM {meaning}", optional=True),
        f"{phase}_read_share": Input(
            f"{phase} read share", "0..1", f"reads as a share of the {phase} IOPS", "share", optional=True
        ),
    }


USER_GROUP: dict[str, Input] = {
    "name": Input("user group", note="users of one kind with the same profile", kind="name"),
    "case": Input("case", note="load case; a design carries one", kind="name"),
    "vms": Input("VMs", "VMs", "all virtual desktops of the group", above=0),
    "concurrency": Input("concurrency", "0..1", "share of the VMs in use at once", "share", above=0),
    **_load("steady", "in steady work"),
    **_load("login", "in the login storm (the whole load of that phase)"),
    **_load("boot", "in the boot storm (the whole load of that phase)"),
    "ram_gib": Input("RAM GiB", "GiB", "memory per VM", optional=True, above=0),
    "vcpus": Input("vCPU", "vCPU", "virtual processors per VM", optional=True, above=0),
    "delta_gb": Input("delta GB", "GB", "delta or write cache per concurrent VM", blank=0.0),
    "swap_gb": Input("swap GB", "GB", "swap file per concurrent VM", blank=0.0),
    "log_gb": Input("log GB", "GB", "logs per concurrent VM", blank=0.0),
    "persistent_gb": Input("persistent GB", "GB", "what persists, per VM of all VMs", blank=0.0),
    "store_iops": Input(
        "store IOPS",
        "IOPS",
        "of the second store, for profiles and user data; blank where the IOPS per VM hold them",
        blank=0.0,
    ),
    "store_read_share": Input("store read share", "0..1", "reads of the store's IOPS", "share", blank=0.0),
    "store_login_iops": Input("store login IOPS", "IOPS", "of that store while users log in", blank=0.0),
    "store_gb": Input("store GB", "GB", "on the second store, per VM of all VMs", blank=0.0),
    "source": Input("source", note="where the figures come from", kind="text", optional=True),
}

_SHARE_NOTE = "blank: all of it (one tier), or by the skew"

TIER: dict[str, Input] = {
    "drive": Input("drive", note="of the Drives sheet; blank: tier not used", kind="name", optional=True),
    "raid": Input("RAID level", note="of the RAID sheet", kind="name", optional=True),
    "drives": Input("drives per block", "drives", "blank: counted", "whole", optional=True, above=0),
    "spares": Input("spare drives per block", "drives", "bought, not counted on", "whole", blank=0.0),
    "derating": Input("derating", "0..1", "share of the rated IOPS taken as sustained", "share", above=0),
    "share_of_reads": Input("share of the reads", "0..1", _SHARE_NOTE, "share", optional=True),
    "share_of_writes": Input("share of the writes", "0..1", _SHARE_NOTE, "share", optional=True),
    "share_of_capacity": Input(
        "share of the pool's capacity",
        "0..1",
        "blank: all of it (one tier), or by the drives given",
        "share",
        optional=True,
    ),
    "read_hit": Input("read hit", "0..1", "share of the reads that a RAM cache answers", "share", blank=0.0),
    "write_coalesced": Input(
        "write coalescing",
        "0..1",
        "share of the back-end writes that a write-back cache removes",
        "share",
        blank=0.0,
    ),
    "write_back": Input("write-back", "", "yes: a write ends in the cache", "yes/no", blank=False),
}

CACHE: dict[str, Input] = {
    "drive": Input("drive", note="of the Drives sheet; blank: no flash cache", kind="name", optional=True),
    "raid": Input("RAID level", note="of the RAID sheet", kind="name", optional=True),
    "drives": Input("drives per block", "drives", "needed where a drive is named", "whole", optional=True, above=0),
    "derating": TIER["derating"],
    "read_hit": Input("read hit", "0..1", "share of the reads that the flash cache answers", "share", blank=0.0),
    "write_hit": Input("write hit", "0..1", "share of the writes that end in the flash cache", "share", blank=0.0),
}


def _location(thing: str) -> Input:
    note = "pool: spread by the tiers' shares; elsewhere: not on this block"
    return Input(f"location of {thing}", "", note, "choice", choices=LOCATIONS)


DESIGN: dict[str, Input] = {
    "name": Input("design", note="one way to build it", kind="name"),
    "case": Input("load case", note="of the Users sheet", kind="name"),
    "steady_peak_factor": Input("steady peak factor", "x", "the steady load is sized at this multiple", at_least=1),
    "block_kind": Input("block", "", "what one buys again and again", "choice", choices=BLOCK_KINDS),
    "given_vms": Input(
        "VMs per block, given", "VMs", "a number that is not to be exceeded", "whole", optional=True, above=0
    ),
    "measured_vms": Input(
        "VMs per block, measured",
        "VMs",
        "replaces the limits by IOPS and response time",
        "whole",
        optional=True,
        above=0,
    ),
    "measured_iops_per_vm": Input("IOPS per VM of that test", "IOPS", optional=True, above=0),
    "ram_gib": Input("RAM per block", "GiB", "blank: RAM is no limit", optional=True, above=0),
    "ram_overhead_gib": Input("RAM overhead per VM", "GiB", "of the hypervisor", blank=0.0),
    "cores": Input("cores per block", "cores", "blank: cores are no limit", "whole", optional=True, above=0),
    "vcpus_per_core": Input("vCPU per core", "vCPU/core", "needed where cores are given", optional=True, above=0),
    "bays": Input("drive bays per block", "drives", "blank: not checked", "whole", optional=True, above=0),
    "spare_blocks": Input("spare blocks", "blocks", "N+1: bought beyond what the users need", "whole", blank=0.0),
    "block_watts": Input("power of a block without drives", "W", "blank: not known", optional=True),
    "rack_units": Input("rack units per block", "U", "blank: not known", optional=True),
    "usable_gb": Input(
        "usable capacity per block, given", "GB", "where known better than computed", optional=True, above=0
    ),
    "usable_iops": Input(
        "front-end IOPS per block, given", "IOPS", "where known better than computed", optional=True, above=0
    ),
    "max_utilization": Input(
        "maximum utilisation of a drive",
        "0..1",
        "share of its IOPS that may be used",
        "share",
        above=0,
    ),
    "skew": Input(
        "skew",
        "0.5..1",
        "I/O share at which I/O share + capacity share = 1; blank: shares given",
        optional=True,
        at_least=0.5,
        at_most=0.999,
    ),
    "response_limit_ms": Input(
        "response time limit", "ms", "blank: no target, the usual limit is reported on", optional=True, above=0
    ),
    "response_share": Input(
        "share of the I/Os within it",
        "0..1",
        "blank: the mean has to keep the limit",
        "share",
        optional=True,
        above=0,
        at_most=0.9999,
    ),
    "variability": Input("variability", "", "1: M/M/1; 0.56: random arrivals, service of a disk", above=0, at_most=10),
    "array_headroom": Input("capacity kept free on the block", "0..1", kind="share", at_most=0.99, blank=0.0),
    "vm_headroom": Input("headroom per VM", "0..1", "added to what a VM needs", kind="share", blank=0.0),
    "replica_gb": Input("replica, master image or vDisk", "GB", "each", blank=0.0),
    "replicas": Input("number of them per block", "", kind="whole"),
    "template_gb": Input("template", "GB", "per block", blank=0.0),
    "overhead_gb": Input("overhead", "GB", "per block, with the clones", blank=0.0),
    "replica_location": _location("the replica"),
    "template_location": _location("the template"),
    "clone_location": _location("clones or write cache"),
    "swap_location": _location("the swap files"),
    "persistent_location": _location("what persists"),
    "remark": Input("remark", note="printed on the comparison", kind="text", optional=True),
}

DESIGN_STORMS: dict[str, Input] = {
    "login_window_min": Input(
        "login window", "min", "all users log in within it, most in its middle", optional=True, above=0
    ),
    "logins_per_s": Input("login rate, given", "1/s", "in place of the window's peak", optional=True),
    "ios_per_login": Input("I/Os per login", "I/Os", "4240 fits Dell's two login peaks [fit]", optional=True),
    "login_interval_s": Input("time between session starts", "s", "EMC 2012: 2 s", optional=True),
    "preboot_share": Input(
        "VMs booted before the logins",
        "0..1",
        "blank: login time by boots on demand not asked",
        "share",
        optional=True,
    ),
    "login_s_per_vm": Input("time a login adds", "s", "2.14 s: Dell's 630 logins in 22.5 min [fit]", optional=True),
    "boot_s_per_vm": Input(
        "time a boot on demand adds",
        "s",
        "9.23 s: Dell's 100 min at a pre-boot share of 0.2 [fit]",
        optional=True,
    ),
    "ios_per_boot": Input(
        "I/Os per boot",
        "I/Os",
        "47,000 in two tests of 2024 (Nutanix); 7,087 to 8,504 at most in Dell's",
        optional=True,
    ),
    "boots_per_min": Input(
        "boots per minute, limit",
        "1/min",
        "of the broker; 10 to 16 by VMware's rules, 50 in tests of 2024",
        optional=True,
        above=0,
    ),
    "concurrent_boots": Input(
        "VMs that boot at the same time",
        "VMs",
        "limit of the broker; blank: all",
        "whole",
        optional=True,
        above=0,
    ),
    "boot_s": Input("time of one boot alone", "s", blank=0.0),
    "latency_ratio": Input(
        "latency, slow over fast storage",
        "x",
        "for the boot speed-up; SanDisk 2014: 30",
        optional=True,
        above=0,
    ),
    "think_ratio": Input(
        "think time over the fast latency", "x", "8.67 gives SanDisk's factor of 4 [fit]", optional=True
    ),
    "deployment_s_per_vm": Input(
        "deployment time per VM", "s", "Fujitsu 2011: 17.5 s on SSD, 105 s on HDD", optional=True
    ),
    "deployment_concurrent": Input(
        "VMs deployed at the same time",
        "VMs",
        "1 where the time is a total divided by the VMs",
        "whole",
        at_least=1,
    ),
    "deployment_vms": Input(
        "VMs to compare deployments by",
        "VMs",
        "a number that is the same in all designs",
        "whole",
        optional=True,
    ),
    "write_kb": Input("size of a back-end write", "kB", "steady load; for the drives' wear", optional=True, above=0),
    "written_mb_s": Input(
        "MB/s written to the drives, measured",
        "MB/s",
        "of a block in use; in place of the size of a write",
        optional=True,
        above=0,
    ),
    "hours_per_day": Input(
        "hours of use per day", "h", "needed for the drives' wear", optional=True, above=0, at_most=24
    ),
    "warranty_years": Input(
        "years that the DWPD hold for",
        "years",
        "the drives' warranty; for their life",
        optional=True,
        above=0,
    ),
    "rebuild_mb_s": Input("rebuild rate", "MB/s", "of a lost drive, without other load", optional=True, above=0),
    "min_free_share": Input(
        "capacity that must stay free",
        "0..1",
        "checked at a full block; Dell 2012: 15 %",
        "share",
        optional=True,
    ),
    "vms_per_volume": Input(
        "VMs per volume or datastore", "VMs", "Dell 2012: about 160", "whole", optional=True, above=0
    ),
    "least_volumes": Input("volumes per block, at least", "", "Dell 2012: 3", "whole", blank=0.0),
    "provisioning_ram_gib": Input(
        "RAM of the provisioning servers", "GiB", "checked to hold one vDisk", optional=True, above=0
    ),
}
"""Inputs of a design for storms, wear, faults and the criteria that it has to meet."""
DESIGN |= DESIGN_STORMS

SETTINGS: dict[str, Input] = {
    "customer": Input("customer", note="printed on the comparison", kind="text", optional=True),
    "as_of": Input("as-of date", "date", "all ages are counted to this day", kind="date"),
    "price_list": Input("price list", note="of the Prices sheet; blank: no prices", kind="name", optional=True),
    "vat_share": Input("VAT", "0..1", "shown beside the net figures", "share", blank=0.0),
    "drive_rounding": Input(
        "drives are rounded",
        "",
        "to a whole drive; the RAID multiple is always reached upwards",
        "choice",
        choices=("up", "nearest", "down"),
    ),
    "price_age_limit_years": Input("prices count as old after", "years", above=0),
    "mix_tolerance": Input("tolerance of a measured load", "0..1", "beyond it a measured VM count warns", "share"),
    "usual_limit_ms": Input(
        "usual response time limit", "ms", "reported on where a design has no target; 20 ms: Dell 2012, 4.4.1", above=0
    ),
    "percentile_share": Input(
        "percentile reported", "0..1", "share of the I/Os that end within it", "share", above=0, at_most=0.9999
    ),
    "years": Input("years of use", "years", "for the total cost", "whole", above=0, at_most=30),
    "eur_per_kwh": Input("price of energy", "EUR/kWh", "blank: energy is left out", optional=True),
    "pue": Input("PUE", "", "power of the data centre over that of its equipment", at_least=1),
    "eur_per_rack_unit_year": Input("price of a rack unit", "EUR/year", "blank: rack space is left out", optional=True),
    "maintenance_share": Input("maintenance per year", "0..1", "of the purchase for these users", "share", blank=0.0),
    "discount_rate": Input("interest per year", "0..1", "what later payments are discounted by", "share", blank=0.0),
    "drive_price_change": Input(
        "yearly change of flash drive prices",
        "share",
        f"Fujitsu 2011, Price outlook: -15 % to -20 % for SSDs; a drive of the kind {HDD}, or of none, keeps its price",
        at_least=-1,
        at_most=1,
    ),
    "number_style": Input(
        "numbers written as text",
        "",
        "how text such as 1.475,00 is read",
        "choice",
        choices=NUMBER_STYLES,
    ),
}

_CHANGE_NOTE = "a part of it, or points of a share; -20 % is 20 % or 20 points less"

SENSITIVITY: dict[str, Input] = {
    "design": Input("design varied", note="blank: the first one", kind="name", optional=True),
    "low": Input("low by", "share", _CHANGE_NOTE, at_least=-0.99, at_most=10),
    "high": Input("high by", "share", _CHANGE_NOTE, at_least=-0.99, at_most=10),
}

_PROVENANCE: dict[str, Input] = {
    "source": Input("source", kind="text", optional=True),
    "source_date": Input("source date", kind="text", optional=True),
    "how_sure": Input("how sure", kind="text", optional=True),
    "note": Input("note", kind="text", optional=True),
}

DRIVE: dict[str, Input] = {
    "name": Input("drive", kind="name"),
    "part": Input("part", note="the part that the price list knows", kind="name"),
    "generation": Input("generation", note="not to be mixed in one comparison", kind="name", optional=True),
    "kind": Input("kind", note=f"{HDD}, SSD, NVMe SSD; all but {HDD} is flash", kind="name", optional=True),
    "gb": Input("capacity GB", "GB", above=0),
    "read_iops": Input("read IOPS", "IOPS", "rated or ruled; derate on the Designs sheet", above=0),
    "write_iops": Input("write IOPS", "IOPS", above=0),
    "dwpd": Input("DWPD", "1/day", "drive writes per day", optional=True, above=0),
    "watts": Input("W", "W", optional=True, above=0),
    **_PROVENANCE,
}

RAID: dict[str, Input] = {
    "name": Input("RAID level", kind="name"),
    "generation": Input("generation", kind="text", optional=True),
    "write_penalty": Input("write penalty", "x", "back-end operations per front-end write", at_least=1),
    "write_reads": Input("reads per write", "x", "of them reads", blank=0.0),
    "usable_share": Input("usable share", "0..1", "of the drives that hold no parity", "share", above=0),
    "parity_drives": Input("parity drives", "drives", kind="whole", blank=0.0),
    "min_drives": Input("minimum", "drives", kind="whole", at_least=1),
    "multiple": Input("multiple", "drives", kind="whole", at_least=1),
    "write_phases": Input("write phases", "", "one after the other", kind="whole", at_least=1, at_most=2),
    "write_fork": Input("write fork", "", "operations that a phase waits for", kind="whole", at_least=1, at_most=3),
    **_PROVENANCE,
}

PRICE: dict[str, Input] = {
    "price_list": Input("price list", kind="name"),
    "part": Input("part", kind="name"),
    "description": Input("description", kind="text", optional=True),
    "eur": Input("price EUR", "EUR", "net list price; blank: no price", optional=True),
    "discount_share": Input("discount", "0..1", kind="share", blank=0.0),
    "currency": Input("currency", kind="name"),
    "date": Input("date", "date", kind="date"),
    "source": Input("source", kind="text", optional=True),
}

BILL_ROW: dict[str, Input] = {
    "design": Input("design", kind="name"),
    "part": Input("part", kind="name"),
    "quantity": Input("quantity", "", above=0),
    "per": Input("per", "", "what the quantity is for", "choice", choices=QUANTITIES_PER),
}
