"""What must hold in the cells of the input sheets, as 0/1 formulas for the Checks sheet.

The library refuses what does not hold (`vdi_sizing.scenario.check`, and each input its limits). In a spreadsheet
nobody refuses: a pasted value passes every data validation. So each rule that can change an answer stands here or,
where it is about one design, among its lines. Formulas count what is wrong; an error value in a cell is wrong too.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from vdi_sizing.inputs import Input, inputs_of
from vdi_sizing.model.figure import first_where, places_in_column, places_in_row
from vdi_sizing.scenario import GROWTH_YEARS, MOST_NAMED, MOST_POINTS, PHASES, TIERS, Sensitivity, Settings, UserGroup
from vdi_sizing.tables.price_lists import CURRENCY
from vdi_sizing.tables.profiles import PROFILE_STORE, SESSION
from vdi_sizing.what_if.drivers import DRIVERS
from vdi_templates.workbook.design_inputs import design_sections
from vdi_templates.workbook.input_rules import (
    counts_otherwise,
    first_wrong,
    half_a_card,
    in_column,
    is_store,
    needed_beside,
    no_store,
    of_no_group,
    remedy,
    unknown,
    unpriced,
    without_first,
    without_number,
    wrong,
)
from vdi_templates.workbook.layout import COLUMNS_BESIDE, Layout
from vdi_templates.workbook.tables import NAMES_OF_DRIVERS, TABLES, InputTable
from vdi_templates.workbook.variants import CHANGE_COLUMNS, CHOICE_CELL, FIRST_DRIVER_ROW, MEASURE_CELL, OTHER_CELL

_LAST_ROW = 1048576  # of a sheet
_CHOOSE = "Choose from the list of the cell, or enter it on that sheet first."
_EACH_ROW, _BEYOND = 1000, 10**10
"""A number for each cell, row by row, and one that is larger than all of them."""
FOUND = "§"
"""Stands for the cell that says in which row or column of the sheet the first one is that is wrong."""
BEFORE = "¤"
"""Stands for the cell that says whether the check holds which a group without a profile fails first."""
COMPANIONS = (*(f"{phase}_iops" for phase in PHASES), "ram_gib", "vcpus")
"""What all groups of a case have, or none."""
_WHAT_OTHERS_NAME_FIRST = (
    "Profiles", "Delivery", "Users", "Drives", "RAID", "Kits", "Parts", "Licences", "GPUs", "Processors", "Designs",
    "Settings", "Prices", "Bill", "Sensitivity", "Calibration", "Scenarios",
)  # fmt: skip
"""The sheets in the order in which their checks are listed: what does not hold on one may follow from one before it."""
_ONE_OF_TWO = "Give one of the two another name, or delete it."


_NAMING = {
    "Users": "user group", "Bill": "part", "Prices": "part", "Kits": "kit", "Parts": "kit", "Drives": "drive",
    "RAID": "RAID level", "GPUs": "GPU card",
}  # fmt: skip
"""The column that says what a row of a table is about."""


@dataclass(frozen=True)
class InputCheck:
    """One thing that must hold: what, in a user's words, and the formula that says 1 where it does."""

    label: str
    formula: str
    remedy: str
    place: str
    """What follows the name of the sheet where it does not hold: the first cell that is wrong."""
    found: str = ""
    """The formula that finds this cell, from 1, if there are several; `place` says FOUND for the cell it stands in."""


@dataclass(frozen=True)
class _Cells:
    """Cells that a check looks at: a column of a table, a row of designs, or one cell."""

    cells: str
    name: str = ""
    """What names each of them, in a reader's words: cells beside them."""
    across: bool = False
    column: str = ""
    """The formula for the column in which to mend it, if not in theirs."""

    @property
    def first(self) -> str:
        """What their places are counted from: the header of their table, or the first of them."""
        return _header(self.cells)

    @property
    def places(self) -> str:
        """Their places, from 1."""
        return places_in_row(self.cells) if self.across else places_in_column(self.cells)

    @property
    def lines(self) -> str:
        """The columns or rows of the sheet that they stand in."""
        return f"COLUMN({self.cells})" if self.across else f"ROW({self.cells})"

    @property
    def place(self) -> str:
        """The address of the cell in the column or row that was found, what it is about, and what stands in it."""
        if self.across:
            return self._place(f"ROW({self.first}),{FOUND}", f"1,{FOUND}-COLUMN({self.first})+1")
        header = _header(self.name or self.cells)
        at = f"{FOUND}-ROW({header})" + ("" if header.endswith("]") else "+1")  # from a header, or from a cell
        return self._place(f"{FOUND},{self.column or f'COLUMN({self.first})'}", at)

    def _place(self, address: str, at: str) -> str:
        named = f'" ("&INDEX({self.name},{at})&SUBSTITUTE(": "&' if self.name else 'SUBSTITUTE(" ("&'
        empty = '")",": )",": empty)")' if self.name else '")"," ()"," (empty)")'
        return f'", cell "&ADDRESS({address},4)&{named}INDEX({self.cells},{at})&{empty}'


def _header(cells: str) -> str:
    """The header of a column of a table; of other cells the first."""
    table, _, label = cells.removesuffix("]").partition("[")
    return f"{table}[[#Headers],[{label}]]" if label else _first_cell(cells)


def _in_table(table: str, label: str) -> _Cells:
    """The column of a table, most of which name their rows."""
    naming = _NAMING.get(table)
    named = f"{table}[{naming}]" if naming and naming != label else ""
    return _Cells(f"{table}[{label}]", named)


def _cell(reference: str) -> str:
    """The place of a check that looks at one cell, or at nothing but the first of some, and what stands there."""
    value = f'IFERROR(SUBSTITUTE(" ("&{reference}&")"," ()"," (empty)"),"")'
    return f'", cell "&ADDRESS(ROW({reference}),COLUMN({reference}),4)&{value}'


def input_checks(layout: Layout) -> dict[str, list[InputCheck]]:
    """By input sheet what must hold in its cells."""
    by_table = {table.name: _of_table(table) for table in TABLES}
    users = by_table["Users"]
    users += [*_profiles(), *_deliveries(), *_read_shares(), *_companions(), _users_of_vms()]
    by_table["Profiles"].append(_delivery_of("Profiles"))
    by_table["RAID"].append(
        _none(
            "reads per write: at most the write penalty", "Type a number up to the write penalty.",
            "1*(RAID[reads per write]>RAID[write penalty])", _in_table("RAID", "reads per write"),
        )
    )  # fmt: skip
    own = f'ROW(Rates[[#Headers],[currency]])+MATCH("{CURRENCY}",Rates[currency],0)'
    by_table["Rates"].append(
        InputCheck(
            f"{CURRENCY} needs no exchange rate", f'=IF(COUNTIF(Rates[currency],"{CURRENCY}")=0,1,0)',
            "Empty that row: all amounts are in this currency.", _in_table("Rates", "currency").place, own,
        )
    )  # fmt: skip
    by_table["Calibration"] += _points()
    by_table["Bill"] += _of_bill(layout)
    by_table["Designs"] = _of_designs(layout)
    by_table["Settings"] = [*_of_settings(layout), *by_table["Rates"]]
    by_table["Processors"] = by_table["CPUs"]
    by_table["Sensitivity"] = _of_sensitivity(layout)
    by_table["Scenarios"] = [*by_table["Changes"], *_of_changes()]
    return {sheet: by_table[sheet] for sheet in _WHAT_OTHERS_NAME_FIRST}


def _none(label: str, what_to_do: str, term: str, cells: _Cells, *, seen_by: str = "") -> InputCheck:
    """Holds where a term is 0 for each of the cells; `seen_by`: a term that says which of them it is, if another."""
    found = first_wrong(seen_by or term, cells.lines)
    return InputCheck(label, f"=IFERROR(IF(SUMPRODUCT({term})=0,1,0),0)", what_to_do, cells.place, found)


# --- the tables ---------------------------------------------------------------------------------------

KEYS = {
    "Users": ("no user group stands twice in a case", ("case", "name")),
    "Profiles": ("no profile stands twice", ("name",)),
    "Delivery": ("no image delivery stands twice", ("name",)),
    "Kits": ("no kit stands twice", ("name",)),
    "Drives": ("no drive stands twice", ("name",)),
    "RAID": ("no RAID level stands twice", ("name",)),
    "Licences": ("no licence metric stands twice", ("name",)),
    "GPUs": ("no GPU card stands twice", ("name",)),
    "CPUs": ("no processor stands twice", ("name",)),
    "Prices": ("no part stands twice in a price list", ("price_list", "part")),
    "Rates": ("no currency stands twice", ("currency",)),
    "Changes": ("no scenario changes the same twice", ("scenario", "what")),
}


def _of_table(table: InputTable) -> list[InputCheck]:
    cells = {name: f"{table.name}[{field.label}]" for name, field in table.columns.items()}
    named = next(iter(cells))
    first, *_, last = (field.label for field in table.columns.values())
    which = "" if table.name == table.sheet else f" of the table {table.name}"
    checks = [
        _no_error_value(f"{table.name}[[{first}]:[{last}]]", which),
        _nothing_below(table),
        _none(
            f"no row is without its {first}", "Type what is missing in this cell, or empty its row.",
            f"1*{without_first(cells[named], _said_beside(table))}", _in_table(table.name, first),
        ),
    ]  # fmt: skip
    if table.name in KEYS:
        label, key = KEYS[table.name]
        place = _in_table(table.name, table.columns[key[-1]].label)
        checks.append(_unique(label, [cells[name] for name in key], place))
    for name, field in table.columns.items():
        if term := in_column(field, cells[name], cells[named]):
            checks.append(_none(_said(field), remedy(field), term, _in_table(table.name, field.label)))
    return checks


def _said_beside(table: InputTable) -> list[str]:
    """The columns of a table that say something of a row, as one where all of them are looked at."""
    _, *others = table.columns
    needed = needed_beside(table)
    labels = [table.columns[name].label for name in needed]
    if needed == others[: len(needed)]:
        return [f"{table.name}[[{labels[0]}]:[{labels[-1]}]]"]
    return [f"{table.name}[{label}]" for label in labels]


def _no_error_value(cells: str, which: str = "") -> InputCheck:
    """Stands first: an error value makes one of whatever looks at its row, and that is wrong of other cells then."""
    term = f"1*ISERROR({cells})"
    place = f"({_EACH_ROW}*ROW({cells})+COLUMN({cells}))"
    first = f"SUMPRODUCT(LARGE({term}*({_BEYOND}-{place}),1))"
    column = f"MOD({_BEYOND}-{FOUND},{_EACH_ROW})"
    return InputCheck(
        f"no cell{which} holds an error value", f'=IF(ISERROR(SUMPRODUCT(1*({cells}=""))),0,1)',
        "Type the value in this cell, or mend its formula.",
        f'", cell "&ADDRESS(({_BEYOND}-{FOUND}-{column})/{_EACH_ROW},{column},4)', first,
    )  # fmt: skip


def _nothing_below(table: InputTable) -> InputCheck:
    """A row typed directly below a table is not in it: a spreadsheet may silently leave it out.

    From the row of headers down, the column must hold no more than the table does, a total row included. The rows
    above it are not counted: the master check stands there, which hangs on this very check.
    """
    label = next(iter(table.columns.values())).label
    header = f"{table.name}[[#Headers],[{label}]]"
    column = f"INDEX({table.sheet}!${table.header_row}:${_LAST_ROW},0,COLUMN({header}))"
    in_table = f"COUNTA({table.name}[[#All],[{label}]])"
    which = "the table" if table.name == table.sheet else f"the table {table.name}"
    return InputCheck(
        f"nothing stands below {which}", f"=IF(COUNTA({column})={in_table},1,0)",
        "Move it into the table, or delete it.", f'", below row "&ROW({header})+ROWS({table.name}[{label}])',
    )  # fmt: skip


def _unique(label: str, columns: list[str], place: _Cells) -> InputCheck:
    """Each name, or pair of names, is found where it stands and not before."""
    key = '&"|"&'.join(columns) if len(columns) > 1 else f'{columns[0]}&"|"'
    cells = columns[-1]
    return _none(label, _ONE_OF_TWO, f'({cells}<>"")*(MATCH({key},{key},0)<>{place.places})', place)


def _of_changes() -> list[InputCheck]:
    """A change is one of a driver; and the sheet has so many rows for what comes of scenarios."""
    known = _none(
        "what changes: a driver of the sheet Sensitivity", "Choose from the list of the cell.",
        unknown("Changes[what changes]", NAMES_OF_DRIVERS), _in_table("Changes", "what changes"),
    )  # fmt: skip
    named, place = "Changes[scenario]", _in_table("Changes", "scenario")
    first = f'({named}<>"")*(MATCH({named}&"|",{named}&"|",0)={place.places})'
    few = InputCheck(
        f"at most {MOST_NAMED} scenarios are named", f"=IFERROR(IF(SUMPRODUCT({first})>{MOST_NAMED},0,1),0)",
        "Give rows that belong together the same name, or empty some.", place.place,
        f"SUMPRODUCT(LARGE({first}*{place.lines},1))",
    )  # fmt: skip
    return [known, few]


def _profiles() -> list[InputCheck]:
    """What a group leaves blank is looked up by the name of its profile, on the sheet Groups."""
    named, known, place = "Users[profile]", "Profiles[profile]", _in_table("Users", "profile")
    groups = "Users[user group]"
    return [
        _none("profile: one of the Profiles sheet, or blank", _CHOOSE, unknown(named, known), place),
        _none(
            "profile: of a desktop or a session; what a store has to do is entered as store IOPS and GB",
            "Choose another profile, and this one as profile store.",
            is_store(named, known, "Profiles[kind]"), place,
        ),
        _none(
            "every user group stands on the sheet Groups: with more of them, write the workbook anew",
            "Join groups, or write the workbook anew with vdi-sizing compare.",
            f'({groups}<>"")*(ROW({groups})-ROW(Users[[#Headers],[user group]])>ROWS(Groups[row]))',
            _in_table("Users", "user group"),
        ),
    ]  # fmt: skip


def _deliveries() -> list[InputCheck]:
    """What a group leaves to an image delivery or a store of profiles is looked up by its name, on the sheet Groups."""
    return [
        _delivery_of("Users"),
        _none(
            f"profile store: one of the Profiles sheet that is a {PROFILE_STORE}, or blank", _CHOOSE,
            no_store("Users[profile store]", "Profiles[profile]", "Profiles[kind]"),
            _in_table("Users", "profile store"),
        ),
    ]  # fmt: skip


def _delivery_of(table: str) -> InputCheck:
    label = "image delivery"
    return _none(
        f"{label}: one of the Delivery sheet, or blank", _CHOOSE,
        unknown(f"{table}[{label}]", f"Delivery[{label}]"), _in_table(table, label),
    )  # fmt: skip


def _read_shares() -> list[InputCheck]:
    return [
        _none(
            f"where {phase} IOPS are given, so is their read share",
            "Type the read share, or pick a profile that has one.",
            f'(Groups[{phase} IOPS]<>"")*(Groups[{phase} read share]="")', _in_table("Users", f"{phase} read share"),
        )
        for phase in PHASES
    ]  # fmt: skip


def _companions() -> list[InputCheck]:
    """A blank beside a number would count as 0. A group without a profile lacks all of them, and is told of once."""
    first, *others = (inputs_of(UserGroup)[name].label for name in COMPANIONS)
    profile = "Users[profile]"
    blank = f'INDEX({profile},{FOUND}-ROW({_header(profile)}))=""'
    column = f"IF({blank},COLUMN({_header(profile)}),COLUMN({_header(f'Users[{first}]')}))"
    alone = f'((Groups[profile]&Groups[{first}]<>"")+{BEFORE}>0)'
    of_first = _companion(first, _missing(first), replace(_in_table("Users", first), column=column))
    return [of_first, *(_companion(label, f"{_missing(label)}*{alone}", _in_table("Users", label)) for label in others)]


def _companion(label: str, term: str, place: _Cells) -> InputCheck:
    return _none(
        f"{label}: given for every group of a case, or for none",
        f"Pick a profile in the row of this cell, or type its {label}.", term, place,
    )  # fmt: skip


def _missing(label: str) -> str:
    return f'(Groups[case]<>"")*(Groups[{label}]="")*{_given_by_others(label)}'


def _given_by_others(label: str) -> str:
    cases = "Groups[case]"
    return f'ISNUMBER(MATCH({cases}&"|1",{cases}&"|"&1*(Groups[{label}]<>""),0))'


def _users_of_vms() -> InputCheck:
    """Management VMs have no users: others of their case have some, and nothing counts by their sessions."""
    cases, users = "Groups[case]", "Groups[users per VM]"
    alone = f'ISNA(MATCH({cases}&"|1",{cases}&"|"&1*({users}>0),0))'
    return _none(
        "users per VM: 0 only beside groups of the case with users, and without the profile of a session",
        "Type the users who share a VM, or empty this cell: each VM has one then.",
        f'({cases}<>"")*({users}=0)*(({alone}+(Groups[kind of profile]="{SESSION}"))>0)',
        _in_table("Users", "users per VM"),
    )


def _points() -> list[InputCheck]:
    iops, reads, penalty = (f"Calibration[{label}]" for label in ("IOPS", "read share", "write penalty"))
    return [
        _none(
            f"every measured point stands in the first {MOST_POINTS} rows", "Move it up into a free row, or delete it.",
            f'({iops}<>"")*(ROW({iops})-ROW(Calibration[[#Headers],[IOPS]])>{MOST_POINTS})',
            _in_table("Calibration", "IOPS"),
        ),
        _none(
            "read share and write penalty: both are given, or none", "Type the other one too, or empty both cells.",
            f'({reads}<>"")*({penalty}="")+({reads}="")*({penalty}<>"")', _in_table("Calibration", "read share"),
        ),
    ]  # fmt: skip


def _of_bill(layout: Layout) -> list[InputCheck]:
    listed, noted = layout.setting("price_list"), _in_table("Bill", "note")
    return [
        _none(
            "every part of the bill is in the price list that the Settings sheet picks",
            "Enter a price of this part on Prices, or choose another part or price list.",
            unpriced("Bill[part]", listed, "Prices[price list]", "Prices[part]"),
            _in_table("Bill", "part"),
        ),
        _none(
            "licence metric: one of the Licences sheet that counts what per says, or blank",
            "Choose another metric, or as per what it counts.",
            counts_otherwise("Bill[licence metric]", "Bill[per]", "Licences[licence metric]", "Licences[counted per]"),
            _in_table("Bill", "licence metric"),
        ),
        _none(
            "user group: one of the Users sheet, of a part per VM or user, or blank",
            "Choose from the list of the cell, or empty it: a part per block, shelf, host, drive or GPU card is for "
            "all.",
            of_no_group("Bill[user group]", "Bill[per]", "Users[user group]"),
            _in_table("Bill", "user group"),
        ),
        InputCheck(
            "a credit, a quantity below 0, has a note", '=IF(COUNTIFS(Bill[quantity],"<0",Bill[note],"")=0,1,0)',
            "Type in the note what is credited.",
            noted.place, first_wrong('ISNUMBER(Bill[quantity])*(Bill[quantity]<0)*(Bill[note]="")', noted.lines),
        ),
    ]  # fmt: skip


# --- designs, settings and the sensitivity ------------------------------------------------------------


def _in_designs(layout: Layout, name: str) -> _Cells:
    """The row of an input on Designs, each cell with the name of its design."""
    cells, names = layout.typed_cells(name), layout.typed_cells("name")
    return _Cells(cells, "" if name == "name" else names, across=True)


def _first_cell(cells: str) -> str:
    return cells.partition(":")[0]


def _of_designs(layout: Layout) -> list[InputCheck]:
    """What a design names has to be there: what is looked up by another name is an error value on every sheet."""
    names, kits, cards, cases = (layout.typed_cells(name) for name in ("name", "kit", "gpu_card", "case"))
    processors, cpus = (layout.typed_cells(name) for name in ("processor", "host_cpus"))
    named = f'({names}<>"")'
    checks = [
        _no_error_value(_all_of_designs(layout)),
        _unique("no design stands twice", [names], _in_designs(layout, "name")),
        _nothing_beside(layout),
        InputCheck(
            "there is a design: a column with a name", f'=IF(COUNTIF({names},"?*")+COUNT({names})>0,1,0)',
            "Type the name of a design in this cell.", _cell(_first_cell(names)),
        ),
        _nothing_without_a_name(layout),
        _none("kit: one of the Kits sheet, or blank", _CHOOSE, unknown(kits, "Kits[kit]"), _in_designs(layout, "kit")),
        _none(
            "GPU card: one of the GPUs sheet, or blank", _CHOOSE, unknown(cards, "GPUs[GPU card]"),
            _in_designs(layout, "gpu_card"),
        ),
        _none(
            "GPUs per host: a multiple of the GPUs of its card", "Type how many GPUs the cards of a host have.",
            half_a_card(cards, layout.typed_cells("gpus"), "GPUs[GPU card]", "GPUs[GPUs of a card]"),
            _in_designs(layout, "gpus"),
        ),
        _none(
            "processor: one of the Processors sheet, or blank", _CHOOSE,
            unknown(processors, "CPUs[processor]"), _in_designs(layout, "processor"),
        ),
        _none(
            "CPUs per host: given where a processor is named", "Type how many of its processors a host has.",
            without_number(processors, cpus), _in_designs(layout, "host_cpus"),
        ),
        _none(
            "load case: one of the Users sheet", _CHOOSE, unknown(cases, "Users[case]"), _in_designs(layout, "case")
        ),
        *_solutions(layout),
        *_known_parts(layout),
    ]  # fmt: skip
    for section in design_sections():
        title = section.title.lower()
        for name, field in section.inputs.items():
            drive = drive_beside(name)
            if field.kind != "text" and (field.kind != "name" or name == "name"):
                where = f'({layout.input_cells(drive)}<>"")*{named}' if drive else named
                place, label = _in_designs(layout, name), f"{title}, {_said(field)}" if drive else _said(field)
                term = wrong(field, layout.typed_cells(name), where, across=True)
                checks.append(_none(label, remedy(field), term, place))
    return checks


_OTHER_CASE = "Enter another load case, or leave blank what it is part of."


def _solutions(layout: Layout) -> Iterator[InputCheck]:
    """A part names another design that is none, and no two designs of one solution carry the same load case."""
    names, parts, cases = (layout.input_cells(name) for name in ("name", "part_of", "case"))
    place, key = _in_designs(layout, "part_of"), f'{cases}&"|"&{parts}'
    itself = f'({parts}<>"")*({parts}={names})'
    yield _none("part of: another design, or blank", _CHOOSE, f"{unknown(parts, names)}+{itself}", place)
    of_a_part = f'ISNUMBER(MATCH({parts}&"|1",{names}&"|"&({parts}<>"")*1,0))'
    yield _none("part of: a design that is no part itself", _CHOOSE, f'({parts}<>"")*{of_a_part}', place)
    for label, alike in (
        ("part of: a design of another load case", f'ISNUMBER(MATCH({key},{cases}&"|"&{names},0))'),
        ("part of: the parts of one design have different load cases", f"(MATCH({key},{key},0)<>{place.places})"),
    ):
        yield _none(label, _OTHER_CASE, f'({parts}<>"")*{alike}', place)


def drive_beside(name: str) -> str:
    """The input of a tier or cache without which another one of it does not matter; else nothing."""
    part = name.partition("_")[0]
    return f"{part}_drive" if part in (*(f"tier{k}" for k in TIERS), "cache") else ""


def _known_parts(layout: Layout) -> Iterator[InputCheck]:
    """Drives, and RAID levels of tiers that have one: typed, or by the kit."""
    named = f'({layout.typed_cells("name")}<>"")'
    for part in (*(f"tier{k}" for k in TIERS), "cache"):
        drives, title = layout.input_cells(f"{part}_drive"), "flash cache" if part == "cache" else f"tier {part[4:]}"
        term = unknown(drives, "Drives[drive]")
        place = _in_designs(layout, f"{part}_drive")
        label = f"{title}: a drive of the Drives sheet, or blank"
        yield _none(label, _CHOOSE, term, place, seen_by=f"{named}*{term}")
        if part != "cache":
            term = f'({drives}<>"")*' + unknown(layout.input_cells(f"{part}_raid"), "RAID[RAID level]")
            place = _in_designs(layout, f"{part}_raid")
            yield _none(f"{title}: a RAID level of the RAID sheet", _CHOOSE, term, place, seen_by=f"{named}*{term}")


def _nothing_beside(layout: Layout) -> InputCheck:
    """A design typed beside the others is in no formula. LibreOffice 7.4 miscounts COUNTA of columns without cells."""
    row = layout.design_rows["name"]
    first, last = layout.column(layout.design_columns), layout.column(layout.design_columns + COLUMNS_BESIDE - 1)
    cells = f"Designs!${first}${row}:${last}${row}"
    beside = _Cells(cells, across=True)
    return InputCheck(
        "no design stands beside the columns of the designs", f'=IF(COUNTIF({cells},"?*")+COUNT({cells})=0,1,0)',
        "Move it into a free column: write the workbook anew, or empty one.",
        beside.place, first_wrong(f'({cells}<>"")', beside.lines),
    )  # fmt: skip


def _all_of_designs(layout: Layout, below: str = "") -> str:
    """The cells in which designs are typed, or those below an input."""
    rows = layout.design_rows
    first, last = layout.column(0), layout.column(layout.design_columns - 1)
    return f"Designs!${first}${rows[below] + 1 if below else rows['name']}:${last}${max(rows.values())}"


def _nothing_without_a_name(layout: Layout) -> InputCheck:
    """Without a name a column holds no design, and what is typed there would count for nothing."""
    names, below = layout.typed_cells("name"), _all_of_designs(layout, below="name")
    term = f'ISNUMBER(1/(({names}="")*({below}<>"")))'
    corner = _first_cell(names)
    last_such = f"SUMPRODUCT(LARGE({term}*(COLUMN({names})-COLUMN({corner})+1),1))"
    steps_down = first_where(f'INDEX({below},0,{FOUND})<>""', f"ROW({below})-ROW({corner})")
    return InputCheck(
        "nothing is typed in a column of Designs that has no name", f"=IF(SUMPRODUCT(1*{term})=0,1,0)",
        "Type a name on top of its column, or empty the column.",
        f'", cell "&ADDRESS(ROW({corner})+{steps_down},COLUMN({corner})+{FOUND}-1,4)', last_such,
    )  # fmt: skip


def _of_settings(layout: Layout) -> list[InputCheck]:
    listed = layout.setting("price_list")
    store_part, measured = layout.setting("store_part"), layout.setting("measured_drive")
    rows = layout.settings_rows.values()
    checks = [
        _no_error_value(f"Settings!$D${min(rows)}:$D${max(rows)}"),
        _one_of("price list: one of the Prices sheet, or blank", listed, "Prices[price list]"),
        _one_of("part of the profile store: one of the Prices sheet, or blank", store_part, "Prices[part]"),
        _one_of("drive that was measured: one of the Drives sheet, or blank", measured, "Drives[drive]"),
    ]
    for name, field in inputs_of(Settings).items():
        if field.kind not in ("text", "name"):
            checks.append(_of_cell(field, layout.setting(name)))
    return [*checks, _years_of_growth(layout), _months_of_lease(layout)]


def _years_of_growth(layout: Layout) -> InputCheck:
    years, users, gb = (layout.setting(name) for name in ("years", "user_growth", "gb_growth"))
    most = GROWTH_YEARS[-1]
    return InputCheck(
        f"years of use: at most {most} where growth is given",
        f"=IFERROR(IF(AND({users}+{gb}>0,{years}>{most}),0,1),0)",
        "Type fewer years, or empty what grows.", _cell(years),
    )  # fmt: skip


def _months_of_lease(layout: Layout) -> InputCheck:
    factor, months = layout.setting("lease_factor"), layout.setting("lease_months")
    return InputCheck(
        "months of the lease: given where a lease factor is",
        f'=IFERROR(IF(AND({factor}<>"",{months}=""),0,1),0)',
        "Type the months of the lease, or empty its factor.", _cell(months),
    )  # fmt: skip


def _of_sensitivity(layout: Layout) -> list[InputCheck]:
    last = FIRST_DRIVER_ROW + len(DRIVERS) - 1
    changes = {
        inputs_of(Sensitivity)[end]: f"Sensitivity!${column}${FIRST_DRIVER_ROW}:${column}${last}"
        for end, column in CHANGE_COLUMNS.items()
    }
    return [
        _one_of("design varied: one of the Designs sheet, or blank", CHOICE_CELL, layout.typed_cells("name")),
        _one_of("the other design: one of the Designs sheet, or blank", OTHER_CELL, layout.typed_cells("name")),
        _of_cell(inputs_of(Sensitivity)["measure"], MEASURE_CELL),
        *(_field(field, cells, _Cells(cells)) for field, cells in changes.items()),
    ]


def _one_of(label: str, cell: str, names: str) -> InputCheck:
    return InputCheck(
        label, f'=IFERROR(IF({cell}="",1,IF(SUMPRODUCT(1*({names}={cell}))>0,1,0)),0)', _CHOOSE, _cell(cell)
    )


# --- one input ----------------------------------------------------------------------------------------


def _said(field: Input) -> str:
    return f"{field.label}: {field.expected}" + (", or blank" if field.may_be_blank else "")


def _field(field: Input, cells: str, place: _Cells) -> InputCheck:
    """Cells, one below the other, hold what the input may be."""
    return _none(_said(field), remedy(field), wrong(field, cells), place)


def _of_cell(field: Input, cell: str) -> InputCheck:
    """One cell holds what the input may be."""
    return InputCheck(
        _said(field), f"=IFERROR(IF(SUMPRODUCT({wrong(field, cell)})=0,1,0),0)", remedy(field), _cell(cell)
    )
