"""A row of the Comparison sheet: a figure, an input of a design or a setting, or the VMs of a user group."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from vdi_sizing._arrays import round_nearest
from vdi_sizing.inputs import inputs_of, same_name
from vdi_sizing.model.names import names_of
from vdi_sizing.model.scopes import UsersPhase
from vdi_sizing.scenario import Design, Settings, UserGroup
from vdi_sizing.words import DASH, ERROR
from vdi_templates.workbook.book import Book, CachedValue, input_format, put, put_unit
from vdi_templates.workbook.comparison import DRIVES_BY_ROWS, FURTHER_GROUPS, GROUP, GROUPS_SHOWN, SHARES
from vdi_templates.workbook.design_inputs import design_values
from vdi_templates.workbook.layout import FIRST_ROW, unless_free
from vdi_templates.workbook.sheets.groups import SHEET as GROUPS
from vdi_templates.workbook.sheets.groups import letter_of

SHEET = "Comparison"
AT_LEAST_LINES = {"failing": 4, "payback_years": 3, "today_payback_years": 3}
"""Inputs change, and rows do not grow with them."""
_RESULTS = {
    "vms_per_block", "limited_by", "blocks", "drives_total", "eur_per_user",
    "total_eur_per_user", "eur_per_vm", "eur_per_user_full_block", "eur_per_vm_full_block",
}  # fmt: skip
DASH_FOR_0 = {
    *names_of(UsersPhase.iops_per_vm), "fourth_iops_per_vm", *DRIVES_BY_ROWS, "drives_plain", "drives_published",
    "drives_by_response", "drives_counted", "drives_per_block", "raw_gb", "usable_gb", "effective_gb", *SHARES,
    "hot_set_gb", "utilization", FURTHER_GROUPS,
}  # fmt: skip
"""Rows where 0 means that there is no such thing; the inputs are live, so that no row may be left out."""
_DELIVERED = "; image by "
_FURTHER = "further user groups"
_VMS = "#,##0"


class Described(NamedTuple):
    """What stands beside the values of a row, and how its numbers look."""

    label: str
    unit: str
    note: str
    number_format: str


def value_of(book: Book, name: str, design: int) -> CachedValue | None:
    """What a row shows of a design."""
    sized = book.columns[design]
    if sized.block.stands_in:
        return ""
    group, _, key = name.rpartition(".")
    if group == GROUP:
        return _vms_of_groups(book, name, sized.design)
    if group == "design":
        return design_values(sized.design)[key]  # type: ignore[no-any-return]
    if group == "settings":
        return getattr(book.scenario.settings, key)  # type: ignore[no-any-return]
    return sized.shown(name)  # type: ignore[no-any-return]


def described(book: Book, name: str) -> Described:
    """What stands beside the values of a row."""
    group, _, key = name.rpartition(".")
    if name == FURTHER_GROUPS:
        return Described(_FURTHER, "VMs", "all that have no row of their own", f'{_VMS};-{_VMS};"{DASH}"')
    if group == GROUP:
        return Described(_called(book, int(key)), "VMs", "its profile and image delivery", _VMS)
    if not group:
        line = book.layout.lines[name]
        shown = line.number_format
        number_format = f'{shown};-{shown};"{DASH}"' if name in DASH_FOR_0 else shown
        return Described(line.label, line.unit, line.note, number_format)
    field = inputs_of(Settings)[key] if group == "settings" else inputs_of(Design)[key]
    return Described(field.label, field.unit, field.note, input_format(field) if field.kind == "share" else "@")


def write_row(book: Book, row: int, name: str, columns: Sequence[str]) -> None:
    """A row with the values of all designs."""
    ws = book.worksheet(SHEET)
    label, unit, note, number_format = described(book, name)
    group, _, key = name.rpartition(".")
    if group == GROUP and name != FURTHER_GROUPS:
        book.formula(ws, f"A{row}", f"={_called_formula(int(key))}", label, "VDI label wrapped")
    else:
        put(ws, f"A{row}", label, "VDI label wrapped")
    put_unit(ws, f"B{row}", unit, number_format)
    put(ws, f"C{row}", note, "VDI note")
    for i, column in enumerate(columns):
        value: object = value_of(book, name, i)
        textual = number_format == "@" or isinstance(value, str) or name in AT_LEAST_LINES
        if group and value in (None, "") and not book.columns[i].block.stands_in:
            value = DASH
        style = "VDI result" if name in _RESULTS else "VDI link text" if textual else "VDI link"
        book.formula(ws, f"{column}{row}", _formula(book, name, i), value, style, number_format)  # type: ignore[arg-type]


def _formula(book: Book, name: str, design: int) -> str:
    group, _, key = name.rpartition(".")
    if group == GROUP:
        vms = f'IF({{check_inputs}}=0,"{ERROR}",{_vms_formula(book, key)})'
        return book.layout.render(unless_free(vms), design, SHEET)
    if not group:
        return book.layout.render_answer(name, design, SHEET)
    return book.layout.render(unless_free(f'IF({{{name}}}="","{DASH}",{{{name}}})'), design, SHEET)


# --- user groups --------------------------------------------------------------------------------------


def _group(book: Book, number: int) -> UserGroup | None:
    """The user group that stands in a row of the table on Users, if one does."""
    groups = book.scenario.groups
    return next((group for at, group in enumerate(groups) if book.row_of("groups", at) == number), None)


def _vms_of_groups(book: Book, name: str, design: Design) -> float | None:
    """The VMs of one group, or of all that have no row of their own; none where the design carries another case."""
    if name != FURTHER_GROUPS:
        group = _group(book, int(name.rpartition(".")[2]))
        return group.vms if group is not None and same_name(group.case, design.case) else None
    further = (
        group.vms for at, group in enumerate(book.scenario.groups)
        if book.row_of("groups", at) > GROUPS_SHOWN and same_name(group.case, design.case)
    )  # fmt: skip
    return sum(further, 0.0)


def _vms_formula(book: Book, key: str) -> str:
    case, vms = letter_of("case"), letter_of("VMs")
    first, last = FIRST_ROW + GROUPS_SHOWN, FIRST_ROW + max(GROUPS_SHOWN + 1, book.layout.group_rows) - 1
    if f"{GROUP}.{key}" == FURTHER_GROUPS:
        cases, each = (f"{GROUPS}!${letter}${first}:${letter}${last}" for letter in (case, vms))
        return f"SUMIF({cases},{{design.case}},{each})"
    row = FIRST_ROW + int(key) - 1
    named, of_case = f"{GROUPS}!${letter_of('user group')}${row}", f"{GROUPS}!${case}${row}"
    return f'IF({named}="","{DASH}",IF({of_case}={{design.case}},{GROUPS}!${vms}${row},"{DASH}"))'


def _called(book: Book, number: int) -> str:
    """A user group with its profile and image delivery, and with its users where they share VMs."""
    group = _group(book, number)
    if group is None:
        return ""
    said = group.name + (f": {group.profile}" if group.profile else "")
    said += f"{_DELIVERED}{group.delivery}" if group.delivery else ""
    users = group.vms * group.users_per_vm
    return said if users == group.vms else f"{said}, {round_nearest(users):.0f} users"


def _called_formula(number: int) -> str:
    row = FIRST_ROW + number - 1
    name, profile, delivery, vms, users = (
        f"{GROUPS}!${letter_of(header)}${row}"
        for header in ("user group", "profile", "image delivery", "VMs", "users")
    )  # fmt: skip
    shared = f'IF({users}={vms},"",", "&ROUND(ROUND({users},9),0)&" users")'
    said = f'{name}&IF({profile}="","",": "&{profile})&IF({delivery}="","","{_DELIVERED}"&{delivery})&{shared}'
    return f'IF({name}="","",IFERROR({said},{name}&""))'
