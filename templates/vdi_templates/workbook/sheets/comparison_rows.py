"""A row of the Comparison sheet: a figure, an input of a design or a setting, or the VMs of a user group."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from vdi_sizing._arrays import round_nearest, total_of
from vdi_sizing.inputs import inputs_of, same_name
from vdi_sizing.model.formats import ONE
from vdi_sizing.model.grouped_digits import spelled
from vdi_sizing.model.names import names_of
from vdi_sizing.model.scopes import UsersPhase
from vdi_sizing.scenario import Design, Settings, UserGroup
from vdi_sizing.words import DASH, ERROR
from vdi_templates.workbook.book import Book, CachedValue, input_format, put, put_unit
from vdi_templates.workbook.comparison import DRIVES_BY_ROWS, FURTHER_GROUPS, GROUP, GROUPS_SHOWN, SHARES
from vdi_templates.workbook.design_inputs import design_values
from vdi_templates.workbook.layout import FIRST_ROW, unless_free
from vdi_templates.workbook.sheets.groups import OF_ITS_OWN, VMS_IN_WORDS, has_its_own, letter_of
from vdi_templates.workbook.sheets.groups import SHEET as GROUPS

SHEET = "Comparison"
AT_LEAST_LINES = {"failing": 2, "payback_years": 2, "today_payback_years": 2, "lease_terms": 2, "buy_or_lease": 2}
"""Inputs change, and rows do not grow with them; on paper they are what they are."""
GROWS_LIVE = ("failing",)
"""What may grow beyond its row is read from its beginning."""
_RESULTS = {
    "vms_per_block", "limited_by", "blocks", "drives_total", "eur_per_user",
    "total_eur_per_user", "eur_per_vm",
}  # fmt: skip
DASH_FOR_0 = {
    *names_of(UsersPhase.iops_per_vm), "fourth_iops_per_vm", "ram_gib_per_vm", "vcpus_per_vm",
    *DRIVES_BY_ROWS, "drives_plain", "drives_published",
    "drives_by_response", "drives_counted", "drives_per_block", "raw_gb", "usable_gb", "storable_gb", "effective_gb",
    *SHARES, "solution_users", "hot_set_gb",
    "fullest_usable_gb", "fullest_taken_gb", "fullest_gb_per_vm", "busiest_drives",
    "busiest_drive_iops", "busiest_backend_iops", "utilization", FURTHER_GROUPS,
}  # fmt: skip
"""Rows where 0 means that there is no such thing; the inputs are live, so that no row may be left out."""
_DELIVERED, _OF_ITS_OWN = "; image by ", ", with figures of its own"
_FURTHER = "further user groups"
_SHARE_OF, _ALL_VMS, _ALL_USERS = " % of ", " VMs)", " users)"


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
        return Described(_FURTHER, "VMs", "all that have no row of their own", f'{ONE};-{ONE};"{DASH}"')
    if group == GROUP:
        return Described(_called(book, int(key)), "VMs", "its profile, image delivery, VMs and concurrency", ONE)
    if not group:
        line = book.layout.lines[name]
        shown = line.number_format
        number_format = f'{shown};-{shown};"{DASH}"' if name in DASH_FOR_0 else shown
        return Described(line.label, line.unit, line.note, number_format)
    field = inputs_of(Settings)[key] if group == "settings" else inputs_of(Design)[key]
    return Described(field.label, field.unit, field.note, input_format(field))


def write_row(book: Book, row: int, name: str, columns: Sequence[str]) -> None:
    """A row with the values of all designs."""
    ws = book.worksheet(SHEET)
    label, unit, note, number_format = described(book, name)
    group, _, key = name.rpartition(".")
    if group == GROUP and name != FURTHER_GROUPS:
        book.formula(ws, f"A{row}", f"={_called_formula(int(key))}", label, "VDI row label")
    else:
        put(ws, f"A{row}", label, "VDI row label above" if name in GROWS_LIVE else "VDI row label")
    put_unit(ws, f"B{row}", unit, number_format, "VDI row unit")
    put(ws, f"C{row}", note, "VDI row note")
    values = [_shown(book, name, i) for i in range(len(columns))]
    words = [name in AT_LEAST_LINES or (isinstance(value, str) and value != "") for value in values]
    for i, column in enumerate(columns):
        value = values[i]
        textual = any(words) if book.columns[i].block.stands_in else words[i]
        numbers, texts = ("result", "result text") if name in _RESULTS else ("number", "text")
        texts = "words" if name in GROWS_LIVE else texts
        style = f"VDI row {texts if textual else numbers}"
        book.formula(ws, f"{column}{row}", _formula(book, name, i), value, style, number_format)  # type: ignore[arg-type]


def _shown(book: Book, name: str, design: int) -> object:
    """What a row shows of a design; a dash for an input that it does not have."""
    value: object = value_of(book, name, design)
    blank = "." in name and value in (None, "") and not book.columns[design].block.stands_in
    return DASH if blank else value


def _formula(book: Book, name: str, design: int) -> str:
    group, _, key = name.rpartition(".")
    if group == GROUP:
        vms = f'IF({{check_inputs}}=0,"{ERROR}",{_vms_formula(book, key)})'
        return book.layout.render(unless_free(vms), design, SHEET)
    if not group:
        return book.layout.render_answer(name, design, SHEET)
    return book.layout.render(unless_free(f'IFERROR(IF({{{name}}}="","{DASH}",{{{name}}}),"{ERROR}")'), design, SHEET)


# --- user groups --------------------------------------------------------------------------------------


def _group(book: Book, number: int) -> UserGroup | None:
    """The user group that stands in a row of the table on Users, if one does."""
    groups = book.scenario.groups
    return next((group for at, group in enumerate(groups) if book.row_of("groups", at) == number), None)


def _vms_of_groups(book: Book, name: str, design: Design) -> float | None:
    """The concurrent VMs of one group, or of all without a row of their own; none where the design has another case."""
    if name != FURTHER_GROUPS:
        group = _group(book, int(name.rpartition(".")[2]))
        return group.vms * group.concurrency if group is not None and same_name(group.case, design.case) else None
    further = (
        group.vms * group.concurrency for at, group in enumerate(book.scenario.groups)
        if book.row_of("groups", at) > GROUPS_SHOWN and same_name(group.case, design.case)
    )  # fmt: skip
    return total_of(further)


def _vms_formula(book: Book, key: str) -> str:
    case, vms = letter_of("case"), letter_of("concurrent VMs")
    first, last = FIRST_ROW + GROUPS_SHOWN, FIRST_ROW + max(GROUPS_SHOWN + 1, book.layout.group_rows) - 1
    if f"{GROUP}.{key}" == FURTHER_GROUPS:
        cases, each = (f"{GROUPS}!${letter}${first}:${letter}${last}" for letter in (case, vms))
        return f"SUMIF({cases},{{design.case}},{each})"
    row = FIRST_ROW + int(key) - 1
    named, of_case = f"{GROUPS}!${letter_of('user group')}${row}", f"{GROUPS}!${case}${row}"
    return f'IF({named}="","{DASH}",IF({of_case}={{design.case}},{GROUPS}!${vms}${row},"{DASH}"))'


def _called(book: Book, number: int) -> str:
    """A user group with its profile and image delivery, how many of its VMs work at a time, and who share them."""
    group = _group(book, number)
    if group is None:
        return ""
    at_a_time = round_nearest(10000 * (group.vms * group.concurrency / group.vms)) / 100
    users = group.vms * group.users_per_vm
    all_of_them = _ALL_USERS if users == group.vms else _ALL_VMS
    said = f"{group.name} ({at_a_time:.12g}{_SHARE_OF}{spelled(round_nearest(group.vms))}{all_of_them}"
    said += f": {group.profile}" if group.profile else ""
    said += _OF_ITS_OWN if has_its_own(group) else ""
    said += f"{_DELIVERED}{group.delivery}" if group.delivery else ""
    return said if users == group.vms else f"{said}, {round_nearest(users):.0f} users"


def _called_formula(number: int) -> str:
    row = FIRST_ROW + number - 1
    name, profile, own, delivery, vms, in_use, users, all_vms = (
        f"{GROUPS}!${letter_of(header)}{row}"
        for header in ("user group", "profile", OF_ITS_OWN, "image delivery", "VMs", "concurrent VMs", "users",
            VMS_IN_WORDS)
    )  # fmt: skip
    of_what = f'IF({users}={vms},"{_ALL_USERS}","{_ALL_VMS}")'
    shared = f'IF({users}={vms},"",", "&ROUND(ROUND({users},9),0)&" users")'
    of_profile = f'IF({profile}="","",": "&{profile})&IF({own}=1,"{_OF_ITS_OWN}","")'
    at_a_time = f'" ("&ROUND(ROUND(10000*({in_use}/{vms}),9),0)/100&"{_SHARE_OF}"&{all_vms}&{of_what}'
    said = f'{name}&{at_a_time}&{of_profile}&IF({delivery}="","","{_DELIVERED}"&{delivery})&{shared}'
    return f'IF({name}="","",IFERROR({said},{name}&""))'
