"""What a finished workbook says of money, worked out anew from what was typed: own arithmetic, from the input sheets.

Read are Settings, Users, Prices, Bill, Parts, Designs, Kits, Drives and Licences. Taken from the answer are only what
is counted and sized: blocks, hosts, drives, VMs and usable GB per block, GB of a profile store. An amount that is not
known is nan, and so is whatever is worked out of it. Nothing of the product is imported.
"""

from __future__ import annotations

import copy
import datetime
import html
import io
import math
import re
import zipfile
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, NamedTuple
from xml.etree import ElementTree

from openpyxl.styles.numbers import BUILTIN_FORMATS, is_date_format
from openpyxl.xml.constants import REL_NS, SHEET_MAIN_NS
from tests.oracle.german import in_english
from tests.oracle.licences import KINDS, Counted, Metered, added_by_packs, counted

NAN = math.nan
HOURS_OF_A_YEAR, MONTHS_OF_A_YEAR, CENTS = 8766, 12, 100
TIERS = ("drive 1", "drive 2", "drive 3", "cache drive")
_TIER_ROWS = ("tier 1", "tier 2", "tier 3", "flash cache")
_HEADER = 5
_FIRST_DESIGN = 4


def number(text: object) -> float:
    """A number as a page writes it, with or without groups of three digits; nan where it is none.

    >>> number("1\\u00a0024"), number("no price")
    (1024.0, nan)
    """
    if isinstance(text, bool) or text is None:
        return NAN
    if isinstance(text, (int, float)):
        return float(text)
    plain = re.sub(r"[\s\u00a0\u202f,]", "", str(text)).removesuffix("%")
    return float(plain) if re.fullmatch(r"-?\d+(\.\d+)?", plain) else NAN


def same(a: object, b: object) -> bool:
    """Whether two names stand for the same thing: a spreadsheet compares without regard to case."""
    return str(a or "").strip().lower() == str(b or "").strip().lower()


def cents(eur: float) -> float:
    """Whole cents, half up."""
    return eur if math.isnan(eur) else math.floor(round(eur * CENTS, 6) + 0.5) / CENTS


_CELL = re.compile(r'<c r="([A-Z]+)(\d+)"([^>]*?)(?:/>|>(.*?)</c>)', re.DOTALL)
_STYLE, _KIND = re.compile(r' s="(\d+)"'), re.compile(r' t="(\w+)"')
_TEXT, _VALUE = re.compile(r"<t[^>]*>(.*?)</t>", re.DOTALL), re.compile(r"<v[^>]*>(.*?)</v>", re.DOTALL)
_FORMAT = re.compile(r'<numFmt numFmtId="(\d+)" formatCode="([^"]*)"|<numFmt formatCode="([^"]*)" numFmtId="(\d+)"')
_CELL_LOOKS = re.compile(r"<cellXfs.*?</cellXfs>", re.DOTALL)
DAY_0 = datetime.datetime(1899, 12, 30)


def _looks_of(styles: str) -> Iterator[str]:
    """The number format of each style of a cell."""
    own = {int(a or d): html.unescape(b or c) for a, b, c, d in _FORMAT.findall(styles)}
    looks = _CELL_LOOKS.search(styles)
    assert looks is not None
    for key in re.findall(r'<xf [^>]*?numFmtId="(\d+)"', looks[0]):
        yield own.get(int(key)) or BUILTIN_FORMATS.get(int(key), "General")


def _place(letters: str, row: str) -> tuple[int, int]:
    column = 0
    for letter in letters:
        column = 26 * column + ord(letter) - 64
    return int(row), column


class Cell(NamedTuple):
    """What stands in a cell, and how it is shown."""

    value: Any
    looks: str


class Saved:
    """The saved values of a workbook, sheet by sheet, each read when it is first asked for."""

    def __init__(self, content: bytes) -> None:
        self._zip = zipfile.ZipFile(io.BytesIO(content))
        related = ElementTree.fromstring(self._part("xl/_rels/workbook.xml.rels"))
        part_of = {each.get("Id"): str(each.get("Target")).removeprefix("/") for each in related}
        sheets = ElementTree.fromstring(self._part("xl/workbook.xml")).iter(f"{{{SHEET_MAIN_NS}}}sheet")
        self._parts = {str(each.get("name")): part_of[each.get(f"{{{REL_NS}}}id")] for each in sheets}
        self._looks = list(_looks_of(self._part("xl/styles.xml")))
        self._sheets: dict[str, dict[tuple[int, int], Cell]] = {}
        self._last_rows: dict[str, int] = {}

    def _part(self, name: str) -> str:
        return self._zip.read(name).decode()

    @property
    def sheets(self) -> list[str]:
        return list(self._parts)

    def sheet(self, title: str) -> dict[tuple[int, int], Cell]:
        if title not in self._sheets:
            found = ((_place(c[1], c[2]), self._cell(c[3], c[4] or "")) for c in _CELL.finditer(self._xml(title)))
            self._sheets[title] = {at: cell for at, cell in found if cell.value not in (None, "")}
        return self._sheets[title]

    def _xml(self, title: str) -> str:
        return self._part(self._parts[title])

    def _cell(self, attributes: str, inner: str) -> Cell:
        """A cell with its saved value; a number that looks like a date is one."""
        style, kind = _STYLE.search(attributes), _KIND.search(attributes)
        looks = self._looks[int(style[1])] if style else "General"
        if kind and kind[1] == "inlineStr":
            return Cell(html.unescape("".join(_TEXT.findall(inner))), looks)
        saved = _VALUE.search(inner)
        if saved is None:
            return Cell(None, looks)
        if kind and kind[1] == "b":
            return Cell(saved[1] == "1", looks)
        if kind and kind[1] != "n":
            return Cell(html.unescape(saved[1]), looks)
        shown = float(saved[1])
        return Cell(DAY_0 + datetime.timedelta(days=shown) if is_date_format(looks) else shown, looks)

    def copy(self) -> Saved:
        """The same workbook, of which other cells may be changed."""
        other = copy.copy(self)
        other._sheets = dict(self._sheets)
        return other

    def change(self, title: str, at: tuple[int, int], value: Any) -> None:
        """Put another value in the place of a saved one."""
        sheet = self.sheet(title)
        self._sheets[title] = {**sheet, at: Cell(value, sheet[at].looks)}

    def value(self, title: str, row: int, column: int) -> Any:
        cell = self.sheet(title).get((row, column))
        return None if cell is None else cell.value

    def label(self, title: str, row: int, column: int = 1) -> str:
        """What stands there in English, whatever the language of the workbook."""
        return in_english(self.value(title, row, column))

    def last_row(self, title: str) -> int:
        if title not in self._last_rows:
            self._last_rows[title] = max((row for row, _ in self.sheet(title)), default=0)
        return self._last_rows[title]

    def records(self, title: str) -> Iterator[dict[str, Any]]:
        """The rows of a table by their headings, until the first blank row."""
        heads = {column: in_english(cell.value) for (row, column), cell in self.sheet(title).items() if row == _HEADER}
        for row in range(_HEADER + 1, self.last_row(title) + 1):
            found = {head: self.value(title, row, column) for column, head in heads.items()}
            if any(value is not None for value in found.values()):
                yield found

    def row_of(self, title: str, label: str, first: int = 1, column: int = 1) -> int:
        """The first row with a label in its first column, or in another; 0 where there is none."""
        rows = range(first, self.last_row(title) + 1)
        return next((row for row in rows if self.label(title, row, column) == label), 0)


@dataclass
class Line:
    """A part on the bill of a design: what it costs, and when."""

    part: str
    description: str
    quantity: float
    per: str
    known: bool
    list_price: float
    discount: float
    rate: float
    net: float
    of_block: float
    of_all: float
    yearly: bool
    """Paid again and again: each year, or in each of its months."""
    monthly: bool
    in_advance: bool
    maintained: bool
    rises: bool
    rise: float
    first: int
    last: int
    currency: str
    converted: bool
    """Whether its price is in another currency."""
    rate_sourced: bool
    rate_dated: datetime.datetime | None
    dated: datetime.datetime | None
    valid_until: datetime.datetime | None
    sourced: bool
    of_group: float
    """The share of its user group in what it is billed for; 1: it is for all."""
    counted: Counted
    """How many there are of it for a quantity of one."""
    added: float
    """What packs and a least order add to them, in times of one."""

    def times_paid(self, years: int) -> int:
        """How often it is paid within the years of use: once, or in its own years."""
        if not self.yearly:
            return 1
        return self.a_year * sum(self.first <= year <= self.last for year in range(1, years + 1))

    @property
    def kind(self) -> str:
        """As often as what it is there."""
        return KINDS.get(self.per, self.per)

    @property
    def each(self) -> float:
        """How many a host, a block and the like takes of one; nan: not known."""
        return self.counted.each * self.of_group

    @property
    def a_year(self) -> int:
        """How often its price is paid: once, or in each month of a year."""
        return MONTHS_OF_A_YEAR if self.monthly else 1

    @property
    def of_one(self) -> float:
        """How many of it a host, a block and the like takes; 0 where that is not known."""
        return 0.0 if math.isnan(self.each) else self.quantity * self.each

    @property
    def eur_of_packs(self) -> float:
        """Of what it comes to, what packs and a least order add."""
        return self.net * self.a_year * self.of_one * self.added

    @property
    def eur(self) -> float:
        """What it comes to for these users: once, or for a year."""
        return self.net * self.a_year * self.of_all


class Paid(NamedTuple):
    """In which years something is paid, and how."""

    first: int
    last: int
    in_advance: bool
    rise: float
    monthly: bool = False


@dataclass
class Design:
    """One design: what was sized, its bill, and what it costs."""

    name: str
    column: int
    inputs: dict[str, Any]
    case: str
    users: float
    vms: float
    users_exact: float
    vms_exact: float
    """Users, and VMs in use at the same time, before they are rounded up."""
    users_per_vm: float
    blocks: float = 0
    per_block: float = 0
    beside: float = 0
    """Hosts beside arrays, with spares."""
    hosts_of_block: float = 1
    kind: str = "server"
    drives: dict[str, tuple[float, str]] = field(default_factory=dict)
    """By what the bill calls it: drives per block, with spares, and their name."""
    shelves_said: float = 0
    error: bool = False
    acknowledged: str = ""
    lines: list[Line] = field(default_factory=list)
    by_year: dict[str, float] = field(default_factory=dict)
    """EUR of the first year of what is paid whatever the bill says: energy, rack space, maintenance, profile store."""
    worth: dict[str, float] = field(default_factory=dict)
    """Each part of the cost over the years at its present value, known prices."""
    paid: dict[str, dict[int, float]] = field(default_factory=dict)
    """What is paid for each part of the cost at the end of each year or in it, at 0 at the start, known prices."""
    paid_worth: dict[int, float] = field(default_factory=dict)
    """What all of that is worth at the start, by the same years."""
    unpaid: list[str] = field(default_factory=list)
    power_known: bool = True
    rack_known: bool = True
    rack_units_known: bool = True
    store_asked: bool = False
    store_gb: float = 0
    """GB of the profile store with its reserve."""
    meets: bool = False
    """By the verdict on its card: it misses no target and all are judged."""

    @property
    def is_service(self) -> bool:
        """Whether somebody else runs its desktops, each of which counts as a block."""
        return self.kind == "service"

    @property
    def with_hosts(self) -> bool:
        """Whether hosts stand beside an array: it is one, and what a host has is given."""
        of_a_host = ("RAM of a host beside the array", "cores of a host beside the array")
        return self.kind == "array" and any(self.inputs.get(label) is not None for label in of_a_host)

    @property
    def hosts(self) -> float:
        """What a part per host is paid for."""
        return self.beside if self.with_hosts else self.blocks

    @property
    def all_drives(self) -> float:
        return self.blocks * sum(count for count, _ in self.drives.values())

    @property
    def once(self) -> list[Line]:
        return [line for line in self.lines if not line.yearly]

    @property
    def later(self) -> list[Line]:
        return [line for line in self.lines if line.yearly]

    @property
    def priced(self) -> bool:
        """Whether all that is sized is on the bill, and each part has a price."""
        return bool(self.lines) and not self.unpaid and all(line.known for line in self.lines)

    @property
    def known(self) -> float:
        """What is bought, known prices alone."""
        return sum(line.eur for line in self.once)

    @property
    def bought(self) -> float:
        return self.known if self.priced and not self.error else NAN

    @property
    def known_full(self) -> float:
        return sum(line.net * line.of_block for line in self.once)

    @property
    def full(self) -> float:
        return self.known_full if self.priced and not self.error else NAN

    @property
    def known_total(self) -> float:
        return sum(self.worth.values())

    @property
    def total(self) -> float:
        """The cost over the years."""
        return self.known_total + 0 * self.bought if self.power_known and self.rack_known else NAN

    @property
    def first_year(self) -> float:
        """What is paid for the first year beside the purchase."""
        return sum(self.by_year.values()) + sum(line.eur for line in self.later if line.first == 1)

    def amount(self, *, over_years: bool) -> float:
        """EUR per user, bought or over the years."""
        return (self.total if over_years else self.bought) / self.users


class Facts:
    """All that a workbook rests on."""

    def __init__(self, saved: Saved) -> None:
        self.saved = saved
        self.is_german = bool(saved.row_of("Settings", "as-of date")) and saved.value("Settings", 1, 1) != "Settings"
        self._read_settings()
        self.drive_rows = {str(row["drive"]).lower(): row for row in saved.records("Drives") if row.get("drive")}
        self.kits = {str(row["kit"]).lower(): row for row in saved.records("Kits") if row.get("kit")}
        cards = reversed(list(saved.records("GPUs")))
        processors = reversed(list(saved.records("Processors")))
        metrics = reversed(list(saved.records("Licences")))
        self.gpu_cards = {str(row["GPU card"]).lower(): row for row in cards if row.get("GPU card")}
        self.processors = {str(row["processor"]).lower(): row for row in processors if row.get("processor")}
        self.metrics = {str(row["licence metric"]).lower(): row for row in metrics if row.get("licence metric")}
        self.prices = {
            str(row.get("part")).lower(): row
            for row in reversed(list(saved.records("Prices")))
            if same(row.get("price list"), self.settings.get("price list")) and row.get("price list")
        }
        self._profiles = {str(row["profile"]).lower(): row for row in saved.records("Profiles") if row.get("profile")}
        self._deliveries = {
            str(x["image delivery"]).lower(): x for x in saved.records("Delivery") if x.get("image delivery")
        }
        self._bill, self._parts = list(saved.records("Bill")), list(saved.records("Parts"))
        self._groups = [x for x in saved.records("Users") if x.get("VMs") is not None and x.get("user group")]
        self.comparison = {
            label: row
            for row in range(saved.last_row("Comparison"), 0, -1)
            if (label := saved.label("Comparison", row))
        }
        self.designs = [self._design(column) for column in self._columns()]
        self.by_name = {design.name: design for design in self.designs}
        self.over_years = any(design.later for design in self.designs)
        self.typed = self._typed()

    def _read_settings(self) -> None:
        saved = self.saved
        rows = range(_HEADER + 1, saved.row_of("Settings", "Exchange rates"))
        self.settings = {saved.label("Settings", row): saved.value("Settings", row, 4) for row in rows}
        first_rate = saved.row_of("Settings", "currency") + 1
        self.rates = {
            str(saved.value("Settings", row, 1)).lower(): tuple(saved.value("Settings", row, c) for c in (2, 3, 4))
            for row in range(first_rate, saved.last_row("Settings") + 1)
            if saved.value("Settings", row, 1)
        }
        self.years = int(self._share("years of use"))
        self.life = int(self._share("years of depreciation"))
        self.interest = self._share("interest per year")
        self.rise = self._share("yearly rise of running costs")
        self.vat = self._share("VAT")
        self.in_advance = self.choice("running costs are paid") == "in advance"
        self.as_of: datetime.datetime = self.settings["as-of date"]
        self.currency = "EUR"

    def _share(self, label: str) -> float:
        value = self.settings.get(label)
        return float(value) if isinstance(value, (int, float)) else 0.0

    def choice(self, label: str) -> str:
        """A setting that is one of a few words, in English."""
        return in_english(self.settings.get(label))

    def price_of(self, label: str) -> float | None:
        """A price of Settings; None where it is blank: what it is of is left out."""
        value = self.settings.get(label)
        return float(value) if isinstance(value, (int, float)) else None

    @property
    def prices_energy(self) -> bool:
        return self.price_of("price of energy") is not None

    @property
    def prices_racks(self) -> bool:
        return self.price_of("price of a rack unit") is not None

    def _columns(self) -> list[int]:
        """The columns of Comparison that hold a design."""
        row = self.saved.row_of("Designs", "design", _HEADER + 1)
        return [
            column
            for column in range(_FIRST_DESIGN, _FIRST_DESIGN + 6)
            if self.saved.value("Designs", row, column) and self.saved.value("Comparison", _HEADER, column)
        ]

    def _typed(self) -> set[str]:
        """Names and remarks that somebody typed on a sheet of inputs."""
        saved = self.saved
        sheets = (
            "Users", "Designs", "Prices", "Bill", "Parts", "Kits", "Drives", "Settings", "Profiles", "Licences", "GPUs",
            "Processors",
        )  # fmt: skip
        return {str(cell.value) for sheet in sheets for at, cell in saved.sheet(sheet).items() if at[0] > _HEADER}

    # --- one design -------------------------------------------------------------------------------------

    def shown(self, label: str, design: Design) -> Any:
        """What Comparison shows of a design."""
        row = self.comparison.get(label)
        return None if row is None else self.saved.value("Comparison", row, design.column)

    def _design(self, column: int) -> Design:
        saved, inputs, section = self.saved, dict[str, Any](), ""
        for row in range(_HEADER + 1, saved.last_row("Designs") + 1):
            label = saved.label("Designs", row)
            section = label.lower() if label.lower() in _TIER_ROWS else section
            key = f"{section} {label}" if section else label
            inputs.setdefault(key, saved.value("Designs", row, column))
            inputs.setdefault(label, saved.value("Designs", row, column))
        inputs |= {k: v for k, v in self._of_processor(inputs).items() if inputs.get(k) is None}
        inputs |= {k: v for k, v in self._of_kit(inputs).items() if inputs.get(k) is None}
        inputs |= {k: v for k, v in self._of_card(inputs).items() if inputs.get(k) is None}
        case = inputs.get("load case") or inputs.get("case") or self._groups[0].get("case")
        own = [row for row in self._groups if same(row.get("case"), case)]
        users = sum(row["VMs"] * _or(row.get("users per VM"), 1) for row in own)
        vms = sum(row["VMs"] * _or(row.get("concurrency"), 1) for row in own)
        design = Design(
            name=str(inputs["design"]), column=column, inputs=inputs, case=str(case),
            users=_whole(users), vms=_whole(vms), users_exact=users, vms_exact=vms, users_per_vm=users / vms,
            kind=in_english(inputs.get("block")) or "server",
            acknowledged=str(inputs.get("warnings acknowledged") or "").lower(),
        )  # fmt: skip
        self._read_answer(design)
        metered = self._metered(design)
        design.lines = [self._line(design, row, metered) for row in self._rows_of(design)]
        design.unpaid = list(self._unpaid(design))
        self.cost(design)
        return design

    def groups_of(self, design: Design) -> list[dict[str, Any]]:
        """The rows of Users that it carries."""
        return [row for row in self._groups if same(row.get("case"), design.case)]

    def in_use(self, design: Design) -> list[tuple[dict[str, Any], float]]:
        """The same, each with its VMs in use at the same time."""
        return [(row, row["VMs"] * _or(row.get("concurrency"), 1)) for row in self.groups_of(design)]

    def vcpus_of(self, group: dict[str, Any]) -> float:
        """Of a VM of a group."""
        return self.of_profile(group, "vCPU")

    def vcpus_at(self, design: Design, group: dict[str, Any]) -> float:
        """The same at the ratio of the design: a group with a vCPU per core of its own takes its own cores."""
        own, ratio = _or(group.get("vCPU per core"), 0.0), _or(design.inputs.get("vCPU per core"), 0.0)
        return self.vcpus_of(group) * (ratio / own if own and ratio else 1.0)

    def ram_overhead(self, design: Design) -> float:
        """GiB of the hypervisor for each VM."""
        return _or(design.inputs.get("RAM overhead per VM"), 0.0)

    def reserve(self, design: Design) -> float:
        """Hosts in reserve: of each cluster, beside all arrays, or servers."""
        if design.with_hosts:
            return _or(design.inputs.get("spare hosts beside the arrays"), 0.0)
        return _or(design.inputs.get("spare blocks"), 0.0) * max(1.0, self.clusters(design))

    def clusters(self, design: Design) -> float:
        """How many there are, as the sheet Growth counts them at the start."""
        row = self.saved.row_of("Growth", "clusters, at the start")
        return number(self.saved.value("Growth", row, design.column))

    def of_profile(self, group: dict[str, Any], label: str) -> float:
        """What a group says of its VMs, or else its profile: that of sessions for a user; 0 where neither does."""
        own, profile = group.get(label), self._profiles.get(str(group.get("profile") or "").lower(), {})
        if own is not None:
            return _or(own, 0.0)
        sessions = _or(group.get("users per VM"), 1) if in_english(profile.get("kind")) == "session" else 1.0
        return _or(profile.get(label), 0.0) * sessions

    def ram_of(self, group: dict[str, Any]) -> float:
        """GiB of a VM of a group, with the RAM in which its image delivery caches writes."""
        own, cache = self.of_profile(group, "RAM GiB"), group.get("cache RAM GiB")
        if cache is None:  # that of its own delivery: a profile's RAM was measured with the profile's
            delivery = self._deliveries.get(str(group.get("image delivery") or "").lower(), {})
            cache = delivery.get("cache RAM GiB")
        return own + _or(cache, 0.0) if own else 0.0

    def _of_kit(self, inputs: dict[str, Any]) -> dict[str, Any]:
        """What the kit of a design says; its headings are the labels of Designs."""
        return self.kits.get(str(inputs.get("kit") or "").lower(), {})

    def _of_processor(self, inputs: dict[str, Any]) -> dict[str, Any]:
        """Cores of the hosts that run the VMs, by the processor that a design names."""
        processor = self.processors.get(str(inputs.get("processor") or "").lower(), {})
        cpus, cores = inputs.get("CPUs per host"), processor.get("cores of a CPU")
        kind = in_english(inputs.get("block") or self._of_kit(inputs).get("block") or "server")
        if cpus is None or cores is None or kind == "service":
            return {}
        return {"cores of a host beside the array" if kind == "array" else "cores per block": cpus * cores}

    def _of_card(self, inputs: dict[str, Any]) -> dict[str, Any]:
        """What the GPU card of a design says of one of its GPUs."""
        card = self.gpu_cards.get(str(inputs.get("GPU card") or "").lower(), {})
        watts = card.get("W of a card")
        return {
            "GB of a GPU": card.get("GB of a GPU"),
            "power of a GPU": None if watts is None else watts / card["GPUs of a card"],
        }

    def _cards_of(self, inputs: dict[str, Any]) -> float | None:
        """GPU cards of a host, where its design names one."""
        card = self.gpu_cards.get(str(inputs.get("GPU card") or "").lower())
        gpus = inputs.get("GPUs per host")
        return None if card is None or gpus is None else number(gpus) / card["GPUs of a card"]

    def _read_answer(self, design: Design) -> None:
        """What was counted and sized, as Comparison shows it."""
        design.blocks = number(self.shown("blocks to buy", design))
        design.per_block = number(self.shown("VMs per block", design))
        said = in_english(self.shown("errors", design))
        design.error = said not in ("none", "") or math.isnan(design.blocks)
        said_of_hosts = str(self.shown("arrays and the hosts beside them", design))
        hosts = re.match(rf"{_COUNT} [Aa]rrays?.*? (?:and|und) {_COUNT} [Hh]osts?", said_of_hosts)
        if hosts:
            design.beside = number(hosts[2])
            row = self.saved.row_of("Sizing", "hosts of a full block")
            design.hosts_of_block = number(self.saved.value("Sizing", row, design.column))
        store = self.shown("profile store in the cost over the years", design)
        design.store_asked = store not in (None, "–")
        row = self.saved.row_of("Sizing", "profile store: capacity with its reserve")
        design.store_gb = _or(self.saved.value("Sizing", row, design.column), 0.0)
        row = self.saved.row_of("Sizing", "shelves of a block")
        design.shelves_said = number(self.saved.value("Sizing", row, design.column))
        for per, tier in zip(TIERS, _TIER_ROWS, strict=True):
            drive = design.inputs.get(f"{tier} drive")
            text = str(self.shown(tier, design))
            if drive:
                count = re.search(rf": {_COUNT}$", text.removesuffix(f" x {drive}"))
                design.drives[per] = (number(count[1]) if count else NAN, str(drive))

    def _rows_of(self, design: Design) -> list[dict[str, Any]]:
        """Its rows on Bill, or else those of its kit on Parts."""
        own = [row for row in self._bill if row.get("design") and same(row["design"], design.name)]
        kit = design.inputs.get("kit")
        brought = [name for name in (kit, design.inputs.get("GPU card")) if kit and name]
        return own or [row for name in brought for row in self._parts if same(row.get("kit"), name)]

    def _metered(self, design: Design) -> Metered:
        """What licences of it are counted by."""
        inputs, in_use = design.inputs, self.in_use(design)
        of_host = "cores of a host beside the array" if design.with_hosts else "cores per block"
        used = ((per, tier) for per, tier in zip(TIERS, _TIER_ROWS, strict=True) if per in design.drives)
        raw_gb = sum(
            (design.drives[per][0] - _or(inputs.get(f"{tier} spare drives per block"), 0.0))
            * _or(self.drive_rows.get(design.drives[per][1].lower(), {}).get("capacity GB"), NAN)
            for per, tier in used
            if per != "cache drive"
        )
        usable = self.saved.value("Sizing", self.saved.row_of("Sizing", "usable capacity per block"), design.column)
        on_gpus = sum(
            vms * (_or(row.get("users per VM"), 1) or 1) for row, vms in in_use if _or(row.get("GPU GB"), 0.0)
        )
        return Metered(
            cores=float(math.floor(_or(inputs.get(of_host), 0.0) + 0.5)), cpus=_or(inputs.get("CPUs per host"), 0.0),
            raw_gb=raw_gb, usable_gb=_or(usable, NAN), gpu_users=_whole(on_gpus) / max(1.0, design.vms),
            hosts_per_block=max(1.0, design.hosts) / max(1.0, design.blocks), shelves=shelves_of(design),
            cards=self._cards_of(inputs),
        )  # fmt: skip

    def _line(self, design: Design, row: dict[str, Any], metered: Metered) -> Line:
        per, quantity = in_english(row.get("per")) or "block", number(row.get("quantity"))
        part = row.get("part") or self._part_of_drive(design, per) or "–"
        price = self.prices.get(str(part).strip().lower(), {})
        currency = str(price.get("currency") or self.currency).strip().lower()
        rate_of = (1.0, None, None) if same(currency, self.currency) else self.rates.get(currency, (NAN, None, None))
        rate = number(rate_of[0])
        amount = number(price.get("price"))
        discount = _or(price.get("discount"), 0.0)
        net = 0.0 if math.isnan(amount) else amount * (0 if math.isnan(rate) else rate) * (1 - discount)
        if self.choice("net prices are rounded to cents") == "yes":
            net = cents(net)
        metric = self.metrics.get(str(row.get("licence metric") or "").strip().lower())
        count, of_group = counted(metered, metric, per), self._share_of_group(design, row, per)
        added = added_by_packs(metric, quantity * count.each * of_group, self.times(design, per))
        one, whole = self.how_many(design, per, count.each * of_group, added)
        recurs = in_english(row.get("recurs"))
        last = row.get("last year")
        return Line(
            part=str(part), description=str(price.get("description") or ""), quantity=quantity, per=per,
            known=not math.isnan(amount), list_price=amount, discount=discount,
            rate=rate, net=net, of_block=quantity * one, of_all=quantity * whole,
            yearly=recurs in ("per year", "per month"), monthly=recurs == "per month",
            in_advance=in_english(row.get("paid")) == "in advance",
            maintained=in_english(row.get("maintained")) != "no",
            rises=in_english(row.get("rises")) != "no", rise=0.0 if in_english(row.get("rises")) == "no" else self.rise,
            first=int(_or(row.get("first year"), 1)), last=self.years if last is None else min(int(last), self.years),
            currency=currency.upper(), converted=not same(currency, self.currency) and not math.isnan(rate),
            rate_sourced=rate_of[1] is not None, rate_dated=rate_of[2],
            dated=price.get("date") or self.settings.get("date of the prices"), valid_until=price.get("valid until"),
            of_group=of_group, counted=count, added=added,
            sourced=self._is_sourced(price),
        )  # fmt: skip

    def _share_of_group(self, design: Design, row: dict[str, Any], per: str) -> float:
        """Of the users or VMs of a design those of the one group that a row of the bill is for, each rounded up."""
        if (named := row.get("user group")) is None:
            return 1.0
        group, vms = next((group, vms) for group, vms in self.in_use(design) if same(group["user group"], named))
        if per == "user":
            return _whole(group["VMs"] * _or(group.get("users per VM"), 1)) / design.users
        return _whole(vms) / design.vms

    def _is_sourced(self, price: dict[str, Any]) -> bool:
        """By its own source, that of all prices, or a quote."""
        said = price.get("source") or self.settings.get("source of the prices")
        return said is not None or None not in (price.get("supplier"), price.get("quote number"))

    def _part_of_drive(self, design: Design, per: str) -> str | None:
        """A blank part of a kit is that of the design's drive."""
        _, drive = design.drives.get(per, (0, ""))
        drive = drive or str(design.inputs.get(f"{dict(zip(TIERS, _TIER_ROWS, strict=True)).get(per)} drive") or "")
        row = self.drive_rows.get(drive.lower())
        return None if row is None else row.get("part")

    @staticmethod
    def how_many(design: Design, per: str, each: float = 1.0, added: float = 0.0) -> tuple[float, float]:
        """How many a block takes of what the bill counts by, and how many all these users take; 0: not known."""
        if math.isnan(each):
            return 0.0, 0.0
        return each * Facts._times_of_block(design, per), each * (Facts.times(design, per) + added)

    @staticmethod
    def times(design: Design, per: str) -> float:
        """How often that is there for all these users which the bill counts by."""
        whole = {"host": design.hosts, "VM": design.vms, "user": design.users, "once": 1.0}
        return whole.get(KINDS.get(per, per), Facts._times_of_block(design, per) * design.blocks)

    @staticmethod
    def _times_of_block(design: Design, per: str) -> float:
        kind = KINDS.get(per, per)
        users_of_block = design.per_block * design.users_per_vm if kind == "user" else 0.0
        return {
            "block": 1.0, "host": design.hosts_of_block, "VM": design.per_block, "user": users_of_block, "once": 0.0,
        }.get(kind, design.drives.get(kind, (0.0, ""))[0])  # fmt: skip

    def _unpaid(self, design: Design) -> Iterator[str]:
        """What is sized and nobody pays for; a credit pays for nothing."""
        if not design.lines:
            return

        def billed(per: str) -> float:
            """A share of a price that is paid again and again counts for what it comes to in the years of use."""
            rows = [line for line in design.lines if line.per == per and line.quantity > 0]
            return round(sum(x.quantity * x.times_paid(self.years) for x in rows), 9)

        if "drives_billed:" not in design.acknowledged and any(billed(per) < 1 for per in design.drives):
            yield "drives"
        if "hosts_billed:" not in design.acknowledged and design.with_hosts and billed("host") < 1:
            yield "hosts"
        block = billed("block") + (0 if design.with_hosts else billed("host")) + design.is_service
        if "block_billed:" not in design.acknowledged and (self.without_rate(design) or block < 1):
            yield "the block itself"
        part = self.settings.get("part of the profile store")
        bought = part and any(same(line.part, part) and line.quantity > 0 for line in design.lines)
        if part and design.store_asked and not bought and "store_billed:" not in design.acknowledged:
            yield "the profile store"
        uncounted = next((line.part for line in design.lines if math.isnan(line.each)), None)
        if uncounted is not None:
            yield f"the number of {uncounted}"

    def without_rate(self, design: Design) -> list[str]:
        """The groups for which a service takes no rate: all, or where one has a rate of its own, those without one."""
        if not design.is_service:
            return []
        own = [x for x in self._rows_of(design) if number(x.get("quantity")) > 0]
        rates = [x for x in own if in_english(x.get("recurs")) in ("per year", "per month")
                 and (in_english(x.get("per")) or "block") in ("user", "VM", "block", "host")]  # fmt: skip
        groups = [str(group["user group"]) for group in self.groups_of(design)]
        if not any(x.get("user group") for x in own):
            return [] if rates else groups
        return [name for name in groups if not any(same(x.get("user group"), name) for x in rates)]

    def cost(self, design: Design) -> None:
        self._running(design)
        design.paid = {"purchase": {0: design.known}, "parts paid per year": {}}
        design.paid_worth = {0: design.known}
        design.worth = {"purchase": design.known, "parts paid per year": 0.0}
        for what, eur in design.by_year.items():
            design.worth[what] = eur * self.worth_of_years(1, self.years, self.in_advance, self.rise)
            design.paid[what] = {}
            self._pay(design, what, eur, Paid(1, self.years, self.in_advance, self.rise))
        for line in design.later:
            design.worth["parts paid per year"] += line.eur * self.worth_of(line)
            self._pay(design, "parts paid per year", line.eur,
                      Paid(line.first, line.last, line.in_advance, line.rise, line.monthly))  # fmt: skip

    def worth_of_years(self, first: int, last: int, in_advance: bool, rise: float) -> float:
        """The present value of 1 EUR for each of these years, year by year."""
        return sum(
            (1 + rise) ** (year - 1) / (1 + self.interest) ** (year - in_advance) for year in range(first, last + 1)
        )

    def worth_of(self, line: Line) -> float:
        """The present value of 1 EUR a year that is paid for a line of the bill."""
        if not line.monthly:
            return self.worth_of_years(line.first, line.last, line.in_advance, line.rise)
        return sum(
            (1 + line.rise) ** (year - 1) * self._worth_of_months(year, line.in_advance)
            for year in range(line.first, line.last + 1)
        )

    def _worth_of_months(self, year: int, in_advance: bool) -> float:
        """The present value of 1 EUR in a year, a twelfth of it in each month, month by month."""
        months = (MONTHS_OF_A_YEAR * (year - 1) + month - in_advance for month in range(1, MONTHS_OF_A_YEAR + 1))
        return float(sum((1 + self.interest) ** (-month / MONTHS_OF_A_YEAR) for month in months) / MONTHS_OF_A_YEAR)

    def _pay(self, design: Design, what: str, eur: float, how: Paid) -> None:
        """Note what is paid for a part of the cost: what is paid by the month stands in the year of its months."""
        paid, worth = design.paid[what], design.paid_worth
        for year in range(how.first, how.last + 1):
            at = year if how.monthly else year - how.in_advance
            each = eur * (1 + how.rise) ** (year - 1)
            paid[at] = paid.get(at, 0.0) + each
            of_one = self._worth_of_months(year, how.in_advance) if how.monthly else (1 + self.interest) ** -at
            worth[at] = worth.get(at, 0.0) + each * of_one

    def _running(self, design: Design) -> None:
        """Energy, rack space, maintenance and profile store of the first year."""
        kwh, unit, store = (
            self.price_of(x) for x in ("price of energy", "price of a rack unit", "price of the profile store")
        )
        watts = self._watts(design)
        units = design.inputs.get("rack units per block"), design.inputs.get("rack units of a host beside the array")
        design.power_known = design.power_known or kwh is None
        shelves, of_shelf = shelves_of(design) or 0.0, design.inputs.get("rack units of a shelf")
        lacking = units[0] is None or (design.with_hosts and units[1] is None) or (shelves > 0 and of_shelf is None)
        design.rack_units_known = design.is_service or not lacking
        design.rack_known = unit is None or design.rack_units_known
        power = 0.0 if kwh is None or math.isnan(watts) else watts
        all_units = design.blocks * (_or(units[0], 0) + shelves * _or(of_shelf, 0)) + design.beside * _or(units[1], 0)
        maintained = sum(line.eur for line in design.once if line.maintained)
        design.by_year = {
            "energy": power / 1000 * HOURS_OF_A_YEAR * _or(self.settings.get("PUE"), 1) * (kwh or 0),
            "rack space": all_units * (unit or 0),
            "maintenance": self._share("maintenance per year") * maintained,
            "profile store": design.store_gb * (store or 0) * MONTHS_OF_A_YEAR,
        }

    def full_with_flash(self, design: Design, factor: float) -> float:
        """A full block whose flash drives cost so much more or less."""
        return sum(
            line.net * line.of_block * (factor if self.is_flash(design, line.per) else 1) for line in design.once
        )

    def is_flash(self, design: Design, per: str) -> bool:
        """Whether what is billed per drive is: all but the kind HDD, or none."""
        kind = self.drive_rows.get(design.drives.get(per, (0, ""))[1].lower(), {}).get("kind")
        return kind is not None and not same(kind, "HDD")

    def vms_of_a_host(self, design: Design) -> float:
        """How many VMs a host beside an array carries."""
        return number(
            self.saved.value("Sizing", self.saved.row_of("Sizing", "VMs of a host beside an array"), design.column)
        )

    def _watts(self, design: Design) -> float:
        of_drives = [(count, self.drive_rows.get(name.lower(), {}).get("W")) for count, name in design.drives.values()]
        of_block, of_host = (design.inputs.get(label) for label in _WATTS)
        of_block = 0.0 if design.is_service and of_block is None else of_block  # its energy is in its price
        shelves, of_shelf = shelves_of(design) or 0.0, design.inputs.get("power of a shelf without drives")
        known = of_block is not None and not (design.with_hosts and of_host is None)
        known = known and not (shelves > 0 and of_shelf is None)
        design.power_known = known and all(bool(watts) for _, watts in of_drives)
        if not design.power_known:
            return NAN
        drives = sum(count * _or(watts, NAN) for count, watts in of_drives)
        gpus = _or(design.inputs.get("GPUs per host"), 0.0) * _or(design.inputs.get("power of a GPU"), 0.0)
        own = any(design.inputs.get(f"{what} per block") is not None for what in ("cores", "RAM"))
        of_own = gpus if not design.with_hosts and (design.kind != "array" or own) else 0.0
        of_block = _or(of_block, NAN) + shelves * _or(of_shelf, 0.0)
        return design.blocks * (of_block + of_own + drives) + design.beside * (_or(of_host, 0) + gpus)


_WATTS = ("power of a block without drives", "power of a host beside the array")
_COUNT = r"(\d[\d\u00a0\u202f ]*)"


def shelves_of(design: Design) -> float | None:
    """How many hold the drives of a block beyond its bays without shelves; None: nobody says how many one holds."""
    base, each = (design.inputs.get(f"drive bays {of}") for of in ("without shelves", "of a shelf"))
    if each is None:
        return None
    drives = sum(count for count, _ in design.drives.values())
    if math.isnan(drives):  # of a design with an error, whose drives are not said
        return design.shelves_said
    return _whole(max(0.0, drives - _or(base, 0.0)) / each)


def _whole(value: float) -> float:
    return float(math.ceil(round(value, 9)))


def _or(value: Any, otherwise: float) -> float:
    return float(value) if isinstance(value, (int, float)) and not isinstance(value, bool) else otherwise
