"""The Groups sheet: what each user group asks for, typed on Users or, where that is blank, by its profile."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from openpyxl.styles import Font
from openpyxl.utils import get_column_letter

from vdi_sizing.inputs import Input, inputs_of, name_key
from vdi_sizing.scenario import PHASES, UserGroup
from vdi_sizing.tables.profiles import DESKTOP, PER_VM, SESSION
from vdi_templates.workbook.book import Book, CachedValue, highlight, input_format, print_side_by_side, put, put_unit
from vdi_templates.workbook.layout import FIRST_ROW, HEADER_ROW, UNIT_ROW
from vdi_templates.workbook.styles import BOX, GRID

SHEET = "Groups"
_ROW = "§"  # stands for the row of the sheet in a formula
_NAME, _PROFILE, _PLACE, _USERS, _KIND = "$B§", "$D§", "$E§", "$H§", "$J§"


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
    return f"INDEX(Users[{label}],$A{_ROW})"


def _text(label: str, width: float) -> _Column:
    return _Column(label, "", width, "@", f'IF({_NAME}="","",{_typed(label)}&"")')


def _value(field: Input) -> _Column:
    """What is typed, else what the profile says, else nothing."""
    typed, known = _typed(field.label), f"INDEX(Profiles[{field.label}],{_PLACE})"
    of_vm = known if field.kind == "share" else f'{known}*IF({_KIND}="{SESSION}",{_USERS},1)'
    by_profile = f'IF({_PLACE}=0,"",IF({known}="","",{of_vm}))'
    formula = f'IF({_NAME}="","",IF({typed}<>"",{typed},{by_profile}))'
    return _Column(field.label, field.unit, 11, _looks(field), formula)


def _kind() -> str:
    kind = f"INDEX(Profiles[kind],{_PLACE})"
    return f'IF({_PLACE}=0,"",IF({kind}="","{DESKTOP}",{kind}))'


def _columns() -> Iterator[_Column]:
    """All but the first, which numbers the rows of the table on Users."""
    name = _typed("user group")
    yield _Column("user group", "", 26, "@", f'IF($A{_ROW}>ROWS(Users[user group]),"",{name}&"")')
    yield _text("case", 12)
    yield _text("profile", 40)
    found = f"MATCH({_PROFILE},Profiles[profile],0)"
    yield _Column("row of profile", "", 8, "0;;", f'IF({_PROFILE}="",0,IF(ISNA({found}),0,{found}))')
    yield _Column("VMs", "VMs", 9, "#,##0;;", f'IF({_NAME}="",0,{_typed("VMs")}+0)')
    in_use = f"{_typed('VMs')}*{_typed('concurrency')}"
    yield _Column("concurrent VMs", "VMs", 11, "#,##0.0;;", f'IF({_NAME}="",0,{in_use})')
    shared = _typed("users per VM")
    yield _Column("users per VM", "users", 9, "#,##0.0##;;", f'IF({_NAME}="",0,IF({shared}="",1,{shared}))')
    yield _Column("users", "users", 9, "#,##0.0;;", f'IF({_NAME}="",0,{_typed("VMs")}*{_USERS})')
    yield _Column("kind of profile", "", 11, "@", _kind())
    for name, field in PER_VM.items():
        yield _value(field)
        if name.endswith("_read_share"):
            phase = name.removesuffix("_read_share")
            yield _Column(f"{phase} write share", field.unit, 11, _looks(field), f"{phase}¶")


def _filled(columns: list[_Column]) -> list[_Column]:
    """With the cells of the read shares in the formulas of the write shares."""
    letters = {column.header: get_column_letter(at) for at, column in enumerate(columns, start=2)}
    reads = {f"{phase}¶": f"{letters[f'{phase} read share']}{_ROW}" for phase in PHASES}
    return [
        _Column(
            each.header,
            each.unit,
            each.width,
            each.number_format,
            f'IF({reads[each.formula]}="","",1-{reads[each.formula]})' if each.formula in reads else each.formula,
        )
        for each in columns
    ]


def write_groups(book: Book) -> None:
    """The sheet with what each user group asks for."""
    columns = _filled(list(_columns()))
    widths = [6, *(column.width for column in columns)]
    said = "What counts: what is typed on Users, else what the profile of the group says. Per VM, without blank rows."
    ws = book.sheet(SHEET, "Groups", said, widths)
    book.master_check(ws)
    last = HEADER_ROW + book.layout.group_rows
    letters = [get_column_letter(at) for at in range(2, len(columns) + 2)]
    put(ws, f"A{HEADER_ROW}", "row", "VDI header")
    for letter, column in zip(letters, columns, strict=True):
        put(ws, f"{letter}{HEADER_ROW}", column.header, "VDI header")
        put_unit(ws, f"{letter}{UNIT_ROW}", column.unit, column.number_format)
    values = {book.row_of("groups", at): _values(book, group) for at, group in enumerate(book.scenario.groups_in_use)}
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
    ws.row_dimensions[HEADER_ROW].height = 32
    ws.print_area = f"A1:{letters[-1]}{last}"
    ws.print_title_rows = f"1:{HEADER_ROW}"
    print_side_by_side(ws, widths, titles=2)
    ws.freeze_panes = f"C{FIRST_ROW}"
    ws.protection.enable()


_NUMBERS = ("row of profile", "VMs", "concurrent VMs", "users per VM", "users")
"""The columns that hold 0 where no group stands."""


def _values(book: Book, group: UserGroup) -> dict[str, CachedValue | None]:
    """What the library has for the columns of a group, by their headers."""
    names = [name_key(profile.name) for profile in book.scenario.profiles]
    wanted = name_key(group.profile or "")
    place = book.row_of("profiles", names.index(wanted)) if wanted in names else 0
    fields = inputs_of(UserGroup)
    shares = {
        f"{phase} write share": None if (share := getattr(group, f"{phase}_read_share")) is None else 1 - share
        for phase in PHASES
    }
    return {
        "user group": group.name, "case": group.case, "profile": group.profile, "row of profile": float(place),
        "VMs": group.vms, "concurrent VMs": group.vms * group.concurrency, "users per VM": group.users_per_vm,
        "users": group.vms * group.users_per_vm,
        "kind of profile": book.scenario.profiles[names.index(wanted)].kind if place else "",
        **{fields[name].label: getattr(group, name) for name in PER_VM}, **shares,
    }  # fmt: skip
