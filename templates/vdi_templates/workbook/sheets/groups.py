"""The Groups sheet: what each user group asks for, typed on Users or, where that is blank, by what it names there."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cache

from openpyxl.styles import Font
from openpyxl.utils import get_column_letter

from vdi_sizing._arrays import round_nearest, total_of
from vdi_sizing.formulas.hosts import SizeOfVm
from vdi_sizing.inputs import Input, inputs_of, name_key
from vdi_sizing.model.capacity.placement import sizes_of
from vdi_sizing.model.grouped_digits import spelled, spelled_text
from vdi_sizing.scenario import GB, IO, NEEDED_OF_STORE, PER_STORE, PHASES, RAM, SAID_BY_STORE, UserGroup
from vdi_sizing.tables.deliveries import BY_DELIVERY, OPERATIONS, reaching
from vdi_sizing.tables.profiles import DESKTOP, PER_VM, SESSION
from vdi_templates.workbook.book import Book, CachedValue, highlight, input_format, put, put_unit
from vdi_templates.workbook.layout import FIRST_ROW, HEADER_ROW, UNIT_ROW
from vdi_templates.workbook.printing import FIRST_PAGE_ALONE, print_first_page
from vdi_templates.workbook.styles import BOX, GRID
from vdi_templates.workbook.tables import USERS
from vdi_templates.workbook.widths import for_header

SHEET = "Groups"
_ROW = "§"  # stands for the row of the sheet in a formula
_CELL = re.compile("«(.+?)»")  # stands for the cell of a column, by its header
_NAME, _PROFILE, _PLACE, _USERS, _KIND = "B§", "D§", "E§", "H§", "J§"
_DELIVERY, _MEASURED_WITH, _STORE = "«row of delivery»", "«row measured with»", "«row of store»"
_TO_MEASURE, _IO_TO_MEASURE, OF_ITS_OWN = "to measure", "I/O to measure", "figures of its own"
VMS_IN_WORDS = "VMs in words"
_SUBTITLE = (
    f"What counts: what is typed on Users, else what image delivery, profile and store say. Per VM. {FIRST_PAGE_ALONE}"
)


@dataclass(frozen=True)
class _Column:
    """One column: its header, how wide it is and what its numbers look like, and the formula of its rows."""

    header: str
    unit: str
    width: float
    number_format: str
    formula: str


def _looks(field: Input) -> str:
    """With few decimals: some profiles are quotients."""
    return input_format(field) if field.kind == "share" else "#,##0.0##"


def _typed(label: str) -> str:
    return f"INDEX(Users[{label}],A{_ROW})"


def _said(table: str, label: str, place: str, times: str = "") -> str:
    """What a row of a table says, `times` something, or nothing."""
    known = f"INDEX({table}[{label}],{place})"
    return f'IF({place}=0,"",IF({known}="","",{known}{times}))'


def _said_or_one(table: str, label: str, place: str) -> str:
    """What a row of a table says, or 1."""
    known = f"INDEX({table}[{label}],{place})"
    return f'IF({place}=0,1,IF({known}="",1,{known}))'


def _text(label: str, width: float) -> _Column:
    return _Column(label, "", width, "@", f'IF({_NAME}="","",{_typed(label)}&"")')


def _place(header: str, name: str, names: str) -> _Column:
    """The row of a table in which a name stands; 0: no name, or not there."""
    found = f"MATCH({name},{names},0)"
    return _Column(header, "", 10, "0;;", f'IF({name}="",0,IF(ISNA({found}),0,{found}))')


def _said_if_any(table: str, label: str, place: str, otherwise: str) -> str:
    """What a row of a table says, or something else where it says nothing, or there is no such row."""
    known = f"INDEX({table}[{label}],{place})"
    return f'IF(IF({place}=0,"",{known}&"")<>"",{known},{otherwise})'


def _first_of(*amounts: str) -> str:
    """The first amount that there is, or nothing."""
    *others, last = amounts
    return "".join(f'IF({amount}<>"",{amount},' for amount in others) + last + ")" * len(others)


def _value(field: Input, otherwise: str) -> _Column:
    """What is typed, else what the delivery or the profile says, else nothing."""
    amounts = _first_of(_typed(field.label), otherwise)
    return _Column(field.label, field.unit, 11, _looks(field), f'IF({_NAME}="","",{amounts})')


def _per_vm(name: str, field: Input) -> _Column:
    by_profile = _said("Profiles", field.label, _PLACE, "" if field.kind == "share" else f"*{_SESSIONS}")
    if name == "ram_gib":
        typed, cache = _typed(field.label), "«cache RAM GiB»"
        by_profile = _said("Profiles", field.label, _PLACE, f"*{_SESSIONS}+{cache}")
        amount = f'IF({typed}<>"",{typed}+{cache},{by_profile})'
        return replace(_value(field, by_profile), formula=f'IF({_NAME}="","",{amount})')
    by_delivery = _said_if_any("Delivery", field.label, _DELIVERY, by_profile)
    return _value(field, by_delivery if name in BY_DELIVERY else by_profile)


_SESSIONS = f'IF({_KIND}="{SESSION}",{_USERS},1)'


def _left(phase: str) -> _Column:
    """What remains of the I/O of a profile with the delivery: of its writes, and so much more or less of its reads."""
    reads = f"INDEX(Profiles[{phase} read share],{_PLACE})"
    left = f'IF({reads}="",1,«{phase} writes»+{reads}*(«{phase} reads»-«{phase} writes»))'
    return _Column(_left_of(phase), "x", 9, "0.0##", f'IF({_DELIVERY}*{_PLACE}=0,"",{left})')


def _left_of(phase: str) -> str:
    return f"{phase} I/O left"


def _phase(phase: str) -> Iterator[_Column]:
    """Its IOPS and shares: of a profile what reaches the store with the delivery."""
    iops, share = PER_VM[f"{phase}_iops"], PER_VM[f"{phase}_read_share"]
    left = f"«{_left_of(phase)}»"
    yield _value(iops, _said("Profiles", iops.label, _PLACE, f"*{_SESSIONS}*IF({_DELIVERY}=0,1,{left})"))
    with_it = f"IF({left}=0,1,«{phase} reads»/{left})"
    yield _value(share, _said("Profiles", share.label, _PLACE, f"*IF({_DELIVERY}=0,1,{with_it})"))
    written = f"«{share.label}»"
    yield _Column(f"{phase} write share", share.unit, 11, _looks(share), f'IF({written}="","",1-{written})')


def _kind() -> str:
    kind = f"INDEX(Profiles[kind],{_PLACE})"
    return f'IF({_PLACE}=0,"",IF({kind}="","{DESKTOP}",{kind}))'


def _columns() -> Iterator[_Column]:
    """All but the first, which numbers the rows of the table on Users."""
    name = _typed("user group")
    yield _Column("user group", "", 26, "@", f'IF(A{_ROW}>ROWS(Users[user group]),"",{name}&"")')
    yield _text("case", 12)
    yield _text("profile", 40)
    yield _place("row of profile", _PROFILE, "Profiles[profile]")
    yield _Column("VMs", "VMs", 9, "#,##0;;", f'IF({_NAME}="",0,{_typed("VMs")}+0)')
    in_use = f"{_typed('VMs')}*{_typed('concurrency')}"
    yield _Column("concurrent VMs", "VMs", 11, "#,##0.0;;", f'IF({_NAME}="",0,{in_use})')
    shared = _typed("users per VM")
    yield _Column("users per VM", "users", 9, "#,##0.0##;;", f'IF({_NAME}="",0,IF({shared}="",1,{shared}))')
    yield _Column("users", "users", 9, "#,##0.0;;", f'IF({_NAME}="",0,{_typed("VMs")}*{_USERS})')
    yield _Column("kind of profile", "", 11, "@", _kind())
    for phase in PHASES:
        yield from _phase(phase)
    for name, field in PER_VM.items():
        if not name.startswith(PHASES):
            yield _per_vm(name, field)
    yield from _of_delivery()
    yield from _of_store()
    yield _Column(_TO_MEASURE, "", 30, "@", _to_measure())
    typed = ",".join(_typed(field.label) for field in PER_VM.values())
    yield _Column(OF_ITS_OWN, "0/1", 9, "0;;", f'IF({_PROFILE}="",0,IF(COUNT({typed})>0,1,0))')
    yield from _of_size()
    stored = ",".join(f"«{PER_VM[name].label}»" for name in ("delta_gb", "swap_gb", "log_gb", "persistent_gb"))
    yield _Column("GB stored", "GB", 9, "#,##0.0##;;", f'IF({_NAME}="",0,SUM({stored}))')
    yield from map(_left, PHASES)
    yield _Column(_IO_TO_MEASURE, "", 9, "@", _io_to_measure())
    whole_vms = spelled_text("ROUND(ROUND(«VMs»,9),0)")
    yield _Column(VMS_IN_WORDS, "", 9, "@", f'IF({_NAME}="","",{whole_vms})')


_SAME_CASE, _VMS = "(Groups[case]=«case»)", "Groups[concurrent VMs]"
_GPU = inputs_of(UserGroup)["gpu_gb"].label
_SIZES = ("RAM to mean", "vCPU to mean", "own cores to mean", _GPU)
_IS_LARGER = "0"
for _SIZE in reversed(_SIZES):
    _IS_LARGER = f"(Groups[{_SIZE}]>«{_SIZE}»)+(Groups[{_SIZE}]=«{_SIZE}»)*({_IS_LARGER})"
_SAME_SIZE = "(Groups[larger VMs]=«larger VMs»)"
"""Of one case: of equal sizes as many VMs are larger, by the same formula."""


def _of_size() -> Iterator[_Column]:
    """The size of a VM beside the mean VM of its case, and how many are larger: whole VMs are placed in this order."""
    ratio = _typed(inputs_of(UserGroup)["vcpus_per_core"].label)
    own = f'IF({_NAME}="",0,IF(OR(«vCPU»="",{ratio}=""),0,«vCPU»/{ratio}))'
    yield _Column("own cores", "cores", 9, "0.0##;;", own)
    of_ram, of_vcpus = (
        f"SUMPRODUCT({_SAME_CASE}*{_VMS})/SUMPRODUCT({_SAME_CASE}*{_VMS},Groups[{label}])"
        for label in ("RAM GiB", "vCPU")
    )
    asked = (f"«RAM GiB»*{of_ram}", f"«vCPU»*{of_vcpus}", f"«own cores»*{of_vcpus}")
    for header, to_mean in zip(_SIZES[:-1], asked, strict=True):
        yield _Column(header, "x", 9, "0.00;;", f"IFERROR({to_mean},0)")
    yield _Column(_GPU, "GB", 9, "0.0##;;", f'IF({_NAME}="",0,MAX(0,{_typed(_GPU)}))')
    larger, same = (
        f"SUMPRODUCT({_SAME_CASE}*({which})*{_VMS})/SUMPRODUCT({_SAME_CASE}*{_VMS})"
        for which in (_IS_LARGER, _SAME_SIZE)
    )
    yield _Column("larger VMs", "share", 9, "0.0%;;", f'IF({_NAME}="",0,{larger})')
    before = f"SUMPRODUCT({_SAME_CASE}*{_SAME_SIZE}*(Groups[row]<A{_ROW}))"
    yield _Column("VMs up to it", "share", 9, "0.0%;;", f'IF({_NAME}="",0,«larger VMs»+({before}=0)*{same})')


def _of_delivery() -> Iterator[_Column]:
    """Which delivery a group has, what of a profile's I/O it lets through, and what it takes."""
    yield _text("image delivery", 40)
    yield _place("row of delivery", "«image delivery»", "Delivery[image delivery]")
    of_profile = f'IF({_PLACE}=0,"",INDEX(Profiles[image delivery],{_PLACE})&"")'
    yield _place("row measured with", of_profile, "Delivery[image delivery]")
    for phase in PHASES:
        for operation in OPERATIONS:
            header = f"{phase} {operation}"
            known, then = f"INDEX(Delivery[{header}],{_DELIVERY})", _said_or_one("Delivery", header, _MEASURED_WITH)
            now = f'IF({known}="",1,{known})'
            reaching = f'IF({_DELIVERY}*{_PLACE}=0,"",IF({then}=0,1,{now}/{then}))'
            yield _Column(header, "x", 9, "0.0##", reaching)
    cache = BY_DELIVERY["cache_ram_gib"]
    taken = _first_of(_typed(cache.label), _said("Delivery", cache.label, _DELIVERY), "0")
    yield _Column(cache.label, cache.unit, 11, "#,##0.0##;;", f'IF({_NAME}="",0,{taken})')
    share = BY_DELIVERY["image_share"]
    yield _value(share, _said("Delivery", share.label, _DELIVERY))


def _of_store() -> Iterator[_Column]:
    """What a group asks of the profile store."""
    yield _text("profile store", 40)
    yield _place("row of store", "«profile store»", "Profiles[profile]")
    for name, field in PER_STORE.items():
        times = "" if field.kind == "share" else f"*{_USERS}"
        yield _value(field, _said("Profiles", PER_VM[SAID_BY_STORE[name]].label, _STORE, times))


def _io_to_measure() -> str:
    """Whether neither the group nor a source says what the delivery lets through of its profile's I/O."""
    first, last = OPERATIONS[0], OPERATIONS[-1]
    missing = "+".join(
        f'({_typed(f"{phase} IOPS")}="")*(«{phase} IOPS»<>"")*(COUNT({cells})<{len(OPERATIONS)})'
        for phase in PHASES
        for cells in (f"INDEX(Delivery[[{phase} {first}]:[{phase} {last}]],{_DELIVERY},0)",)
    )
    return f'IF(OR({_DELIVERY}=0,{_DELIVERY}={_MEASURED_WITH}),"",IF({missing}>0,"{IO}",""))'


def _to_measure() -> str:
    """What neither the group nor a source says of the delivery and the store that it names."""
    cache = BY_DELIVERY["cache_ram_gib"].label
    of_delivery = (
        f'IF(«{_IO_TO_MEASURE}»="","",", {IO}")'
        f'&IF(AND(«delta GB»="",«image share»=""),", {GB}","")'
        f'&IF(AND({_typed(cache)}="",INDEX(Delivery[{cache}],{_DELIVERY})=""),", {RAM}","")'
    )
    of_store = "&".join(
        f'IF(«{label}»="",", {label}","")' for name in NEEDED_OF_STORE for label in (PER_STORE[name].label,)
    )
    return f'MID(IF({_DELIVERY}=0,"",{of_delivery})&IF({_STORE}=0,"",{of_store}),3,99)'


@cache
def letter_of(header: str) -> str:
    """The column of the sheet that has this header."""
    return get_column_letter(2 + [column.header for column in _columns()].index(header))


@cache
def last_letter() -> str:
    """The last column of the sheet."""
    return get_column_letter(1 + len(list(_columns())))


def _filled(columns: list[_Column]) -> list[_Column]:
    """With the cells of other columns in the formulas."""
    letters = {column.header: get_column_letter(at) for at, column in enumerate(columns, start=2)}
    return [
        replace(each, formula=_CELL.sub(lambda found: f"{letters[found[1]]}{_ROW}", each.formula)) for each in columns
    ]


def write_groups(book: Book) -> None:
    """The sheet with what each user group asks for."""
    columns = _filled(list(_columns()))
    said = book.made.brand.translation
    widths = [6, *(for_header(said, column.header, column.width) for column in columns)]
    ws = book.sheet(SHEET, "Groups", _SUBTITLE, widths)
    book.master_check(ws)
    last = HEADER_ROW + book.layout.group_rows
    letters = [get_column_letter(at) for at in range(2, len(columns) + 2)]
    put(ws, f"A{HEADER_ROW}", "row", "VDI header of table")
    for letter, column in zip(letters, columns, strict=True):
        put(ws, f"{letter}{HEADER_ROW}", column.header, "VDI header of table")
        put_unit(ws, f"{letter}{UNIT_ROW}", column.unit, column.number_format)
    groups = book.scenario.groups_in_use
    cases = {name_key(group.case): book.scenario.groups_of(group.case) for group in groups}
    sizes = {
        id(group): size for of_case in cases.values() for group, size in zip(of_case, sizes_of(of_case), strict=True)
    }
    values = {book.row_of("groups", at): _values(book, at, sizes[id(group)]) for at, group in enumerate(groups)}
    for row in range(FIRST_ROW, last + 1):
        put(ws, f"A{row}", row - HEADER_ROW, "VDI baseline")
        known = values.get(row - HEADER_ROW, {})
        for letter, column in zip(letters, columns, strict=True):
            value = known.get(column.header, 0.0 if column.header in _NUMBERS else "")
            style = "VDI part text" if column.number_format == "@" else "VDI part"
            formula = f"={column.formula.replace(_ROW, str(row))}"
            book.formula(ws, f"{letter}{row}", formula, value, style, column.number_format)
    highlight(ws, f"A{FIRST_ROW}:{letters[-1]}{last}", f'$B{FIRST_ROW}<>""', border=BOX)
    highlight(ws, f"A{FIRST_ROW}:A{last}", f'$B{FIRST_ROW}=""', font=Font(color=GRID))
    book.table(ws, SHEET, f"A{HEADER_ROW}:{letters[-1]}{last}")
    book.name("groups_in_use", f"{SHEET}!$A${FIRST_ROW}:$A${last}")
    ws.row_dimensions[HEADER_ROW].height = 46  # two lines, and the buttons that filter
    print_first_page(book, ws, _last_printed(book), len(widths))
    ws.print_title_rows = f"{UNIT_ROW}:{HEADER_ROW}"
    ws.print_title_cols = "A:B"
    ws.freeze_panes = f"C{FIRST_ROW}"
    ws.protection.enable()


def _last_printed(book: Book) -> int:
    """As many rows as Users had room for when the file was made: the others are there for groups to come."""
    prepared = min(book.layout.group_rows, USERS.rows_for(len(book.baseline.scenario.groups)))
    return HEADER_ROW + prepared


_NUMBERS = (
    "row of profile", "VMs", "concurrent VMs", "own cores", *_SIZES, "larger VMs", "VMs up to it",
    "GB stored", "users per VM", "users", "row of delivery", "row measured with",
    "cache RAM GiB", "row of store", OF_ITS_OWN,
)  # fmt: skip
"""The columns that hold 0 where no group stands."""


def _values(book: Book, at: int, size: SizeOfVm) -> dict[str, CachedValue | None]:
    """What the library has for the columns of a group, by their headers."""
    scenario = book.scenario
    group = scenario.groups_in_use[at]
    profile, delivery = scenario.profile_of(group), scenario.delivery_of(group)
    measured_with = None if profile is None else scenario.delivery_of(profile)
    fields = inputs_of(UserGroup)
    shares = {
        f"{phase} write share": None if (share := getattr(group, f"{phase}_read_share")) is None else 1 - share
        for phase in PHASES
    }
    left: dict[str, float] = {}
    for phase in PHASES if profile and delivery else ():
        reads, writes = reaching(delivery, measured_with, phase)
        share = getattr(profile, f"{phase}_read_share")
        left |= {f"{phase} reads": reads, f"{phase} writes": writes}
        left[_left_of(phase)] = 1.0 if share is None else writes + share * (reads - writes)
    return {
        "user group": group.name, "case": group.case, "profile": group.profile,
        "row of profile": _row(book, "profiles", group.profile),
        "VMs": group.vms, "concurrent VMs": group.vms * group.concurrency, "users per VM": group.users_per_vm,
        "own cores": group.own_cores, "RAM to mean": size.ram, "vCPU to mean": size.cpu,
        "own cores to mean": size.own_cores, _GPU: size.gpu_gb, "larger VMs": size.larger,
        "VMs up to it": size.up_to,
        "GB stored": total_of(gb or 0.0 for gb in (group.delta_gb, group.swap_gb, group.log_gb, group.persistent_gb)),
        "users": group.vms * group.users_per_vm, "kind of profile": "" if profile is None else profile.kind,
        **{fields[name].label: getattr(group, name) for name in (*PER_VM, *PER_STORE)}, **shares, **left,
        "image delivery": group.delivery, "row of delivery": _row(book, "deliveries", group.delivery),
        "row measured with": _row(book, "deliveries", profile.delivery if profile else None),
        "cache RAM GiB": group.cache_ram_gib or 0.0, "image share": group.image_share,
        "profile store": group.store_profile, "row of store": _row(book, "profiles", group.store_profile),
        _TO_MEASURE: scenario.to_measure[at],
        _IO_TO_MEASURE: IO if IO in scenario.to_measure[at].split(", ") else "",
        VMS_IN_WORDS: spelled(round_nearest(group.vms)), OF_ITS_OWN: float(has_its_own(scenario.groups[at])),
    }  # fmt: skip


def has_its_own(group: UserGroup) -> bool:
    """Whether a group that names a profile has figures typed over those of the profile."""
    return group.profile is not None and any(getattr(group, name) is not None for name in PER_VM)


def _row(book: Book, table: str, name: str | None) -> float:
    """The row of a table in which a name stands; 0: in none."""
    names = [name_key(record.name) for record in getattr(book.scenario, table)]
    wanted = name_key(name or "")
    return float(book.row_of(table, names.index(wanted))) if wanted in names else 0.0
