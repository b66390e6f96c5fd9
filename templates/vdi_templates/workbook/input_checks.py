"""What must hold in the cells of the input sheets, as 0/1 formulas for the Checks sheet.

The library refuses what does not hold (`vdi_sizing.scenario.check`, and each input its limits). In a spreadsheet
nobody refuses: a pasted value passes every data validation. So each rule that can change an answer stands here or,
where it is about one design, among its lines. Formulas count what is wrong; an error value in a cell is wrong too.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from vdi_sizing.inputs import LONGEST_NAME, NO, YES, Input, inputs_of
from vdi_sizing.scenario import GROWTH_YEARS, MOST_POINTS, PHASES, TIERS, Sensitivity, Settings, UserGroup
from vdi_sizing.tables.price_lists import CURRENCY
from vdi_sizing.tables.profiles import PROFILE_STORE
from vdi_sizing.what_if.drivers import DRIVERS
from vdi_templates.workbook.at_once import DIAL_CELLS
from vdi_templates.workbook.at_once import SHEET as WHAT_IF
from vdi_templates.workbook.design_inputs import design_sections
from vdi_templates.workbook.layout import COLUMNS_BESIDE, Layout
from vdi_templates.workbook.tables import TABLES, InputTable
from vdi_templates.workbook.variants import CHANGE_COLUMNS, CHOICE_CELL, FIRST_DRIVER_ROW, MEASURE_CELL, OTHER_CELL

_LAST_ROW = 1048576  # of a sheet
_NUMERIC = ("number", "whole", "share", "date")
_BLANK = '""'
_MOST_OTHERS = 21  # of the columns that may be blank, as many as are looked at: a formula stays readable
_FIRST_DATE = 367  # 1901-01-01: spreadsheet programs do not agree on the dates before it
# MATCH and SUMIFS see wildcards and comparisons in a name, and do not forgive a space, of either kind, beside it.
_WILDCARDS, _COMPARISONS, _SPACES = ("*", "?", "~"), ("<", ">", "="), (" ", "\N{NO-BREAK SPACE}")


@dataclass(frozen=True)
class InputCheck:
    """One thing that must hold: what, in a user's words, and the formula that says 1 where it does."""

    label: str
    formula: str


def input_checks(layout: Layout) -> dict[str, list[InputCheck]]:
    """By input sheet what must hold in its cells."""
    by_table = {table.name: _of_table(table) for table in TABLES}
    users = by_table["Users"]
    users += [*_profiles(), *_deliveries(), *_read_shares(), *_companions()]
    by_table["RAID"].append(
        _none("reads per write: at most the write penalty", "1*(RAID[reads per write]>RAID[write penalty])")
    )
    listed = _setting(layout, "price_list")
    by_table["Rates"].append(
        InputCheck(f"{CURRENCY} needs no exchange rate", f'=IF(COUNTIF(Rates[currency],"{CURRENCY}")=0,1,0)')
    )
    by_table["Calibration"] += _points()
    by_table["Bill"] += [
        _none(
            "every part of the bill is in the price list that the Settings sheet picks",
            f'(Bill[part]<>"")*ISNA(MATCH({listed}&"|"&Bill[part],Prices[price list]&"|"&Prices[part],0))',
        ),
        InputCheck(
            "a credit, a quantity below 0, has a note", '=IF(COUNTIFS(Bill[quantity],"<0",Bill[note],"")=0,1,0)'
        ),
    ]
    return {
        "Users": users,
        "Designs": _of_designs(layout),
        **{
            sheet: by_table[sheet]
            for sheet in ("Profiles", "Delivery", "Kits", "Parts", "Drives", "RAID", "Prices", "Bill")
        },
        "Settings": [*_of_settings(layout), *by_table["Rates"]],
        "Sensitivity": _of_sensitivity(layout),
        "Calibration": by_table["Calibration"],
        WHAT_IF: [_field(inputs_of(Sensitivity)["dials"], DIAL_CELLS)],
    }


def _none(label: str, *wrong: str) -> InputCheck:
    """Holds where none of the products counts a cell."""
    counted = "+".join(f"SUMPRODUCT({product})" for product in wrong)
    return InputCheck(label, f"=IFERROR(IF({counted}=0,1,0),0)")


# --- the tables ---------------------------------------------------------------------------------------

_KEYS = {
    "Users": ("no user group stands twice in a case", ("case", "name")),
    "Profiles": ("no profile stands twice", ("name",)),
    "Delivery": ("no image delivery stands twice", ("name",)),
    "Kits": ("no kit stands twice", ("name",)),
    "Drives": ("no drive stands twice", ("name",)),
    "RAID": ("no RAID level stands twice", ("name",)),
    "Prices": ("no part stands twice in a price list", ("price_list", "part")),
    "Rates": ("no currency stands twice", ("currency",)),
}


def _of_table(table: InputTable) -> list[InputCheck]:
    cells = {name: f"{table.name}[{field.label}]" for name, field in table.columns.items()}
    first = next(iter(cells))
    others = [name for name in table.columns if name != first]
    needed = [name for name in others if not table.columns[name].may_be_blank] or others[:_MOST_OTHERS]
    checks = [
        _nothing_below(table),
        _none(
            f"no row is without its {table.columns[first].label}",
            f'({cells[first]}="")*({"+".join(f"({cells[name]}<>{_BLANK})" for name in needed)})',
        ),
    ]
    if table.name in _KEYS:
        label, key = _KEYS[table.name]
        checks.append(_unique(label, [cells[name] for name in key], "ROW"))
    for name, field in table.columns.items():
        if field.kind not in ("text", "date or text"):
            checks.append(_field(field, cells[name], f'({cells[first]}<>"")'))
    return checks


def _nothing_below(table: InputTable) -> InputCheck:
    """A row typed directly below a table is not in it: a spreadsheet may silently leave it out.

    From the row of headers down, the column must hold no more than the table does, a total row included. The rows
    above it are not counted: the master check stands there, which hangs on this very check.
    """
    label = next(iter(table.columns.values())).label
    column = f"INDEX({table.sheet}!${table.header_row}:${_LAST_ROW},0,COLUMN({table.name}[[#Headers],[{label}]]))"
    in_table = f"COUNTA({table.name}[[#All],[{label}]])"
    which = "the table" if table.name == table.sheet else f"the table {table.name}"
    return InputCheck(f"nothing stands below {which}", f"=IF(COUNTA({column})={in_table},1,0)")


def _unique(label: str, columns: list[str], position: str) -> InputCheck:
    """Each name, or pair of names, is found where it stands and not before."""
    key = '&"|"&'.join(columns) if len(columns) > 1 else f'{columns[0]}&"|"'
    cells = columns[-1]
    own = f"{position}({cells})-MIN({position}({cells}))+1"
    return _none(label, f'({cells}<>"")*(MATCH({key},{key},0)<>{own})')


def _profiles() -> list[InputCheck]:
    """What a group leaves blank is looked up by the name of its profile, on the sheet Groups."""
    named, known = "Users[profile]", "Profiles[profile]"
    store = 'Profiles[profile]&"|"&Profiles[kind],0))'
    return [
        _none("profile: one of the Profiles sheet, or blank", f'({named}<>"")*ISNA(MATCH({named},{known},0))'),
        _none(
            "profile: of a desktop or a session; what a store has to do is entered as store IOPS and GB",
            f'({named}<>"")*ISNUMBER(MATCH({named}&"|{PROFILE_STORE}",{store}',
        ),
        _none(
            "every user group stands on the sheet Groups: with more of them, write the workbook anew",
            '(Users[user group]<>"")*(ROW(Users[user group])-MIN(ROW(Users[user group]))+1>ROWS(Groups[row]))',
        ),
    ]


def _deliveries() -> list[InputCheck]:
    """What a group leaves to an image delivery or a store of profiles is looked up by its name, on the sheet Groups."""
    known = "Delivery[image delivery]"
    stores = 'Profiles[profile]&"|"&Profiles[kind],0))'
    return [
        *(
            _none(
                f"{words}: one of the Delivery sheet, or blank",
                f'({named}[image delivery]<>"")*ISNA(MATCH({named}[image delivery],{known},0))',
            )
            for words, named in (("image delivery", "Users"), ("image delivery of a profile", "Profiles"))
        ),
        _none(
            f"profile store: one of the Profiles sheet that is a {PROFILE_STORE}, or blank",
            f'(Users[profile store]<>"")*ISNA(MATCH(Users[profile store]&"|{PROFILE_STORE}",{stores}',
        ),
    ]


def _read_shares() -> list[InputCheck]:
    return [
        _none(
            f"where {phase} IOPS are given, so is their read share",
            f'(Groups[{phase} IOPS]<>"")*(Groups[{phase} read share]="")',
        )
        for phase in PHASES
    ]


def _companions() -> list[InputCheck]:
    """A blank beside a number would count as 0."""
    cases = "Groups[case]"
    return [
        _none(
            f"{label}: given for every group of a case, or for none",
            f'({cases}<>"")*({cells}="")*ISNUMBER(MATCH({cases}&"|1",{cases}&"|"&1*({cells}<>""),0))',
        )
        for label in (
            inputs_of(UserGroup)[name].label for name in (*(f"{phase}_iops" for phase in PHASES), "ram_gib", "vcpus")
        )
        for cells in (f"Groups[{label}]",)
    ]


def _points() -> list[InputCheck]:
    iops, reads, penalty = (f"Calibration[{label}]" for label in ("IOPS", "read share", "write penalty"))
    return [
        _none(
            f"every measured point stands in the first {MOST_POINTS} rows",
            f'({iops}<>"")*(ROW({iops})-MIN(ROW({iops}))+1>{MOST_POINTS})',
        ),
        _none(
            "read share and write penalty: both are given, or none",
            f'({reads}<>"")*({penalty}="")+({reads}="")*({penalty}<>"")',
        ),
    ]


# --- designs, settings and the sensitivity ------------------------------------------------------------


def _of_designs(layout: Layout) -> list[InputCheck]:
    """What a design names has to be there: what is looked up by another name is an error value on every sheet."""
    names, kits, cases = (layout.typed_cells(name) for name in ("name", "kit", "case"))
    named = f'({names}<>"")'
    checks = [
        _unique("no design stands twice", [names], "COLUMN"),
        _nothing_beside(layout),
        _one_is_named(names),
        _nothing_without_a_name(layout),
        _none("kit: one of the Kits sheet, or blank", f'({kits}<>"")*ISNA(MATCH({kits},Kits[kit],0))'),
        _none("load case: one of the Users sheet", f'({cases}<>"")*ISNA(MATCH({cases},Users[case],0))'),
        *_known_parts(layout),
    ]
    for section in design_sections():
        title = section.title.lower()
        for name, field in section.inputs.items():
            part = name.partition("_")[0]
            of_part = f"{part}_drive" in section.inputs
            if field.kind != "text" and (field.kind != "name" or name == "name"):
                where = f'({layout.input_cells(f"{part}_drive")}<>"")*{named}' if of_part else named
                check = _field(field, layout.typed_cells(name), where, across=True)
                checks.append(replace(check, label=f"{title}, {check.label}") if of_part else check)
    return checks


def _known_parts(layout: Layout) -> Iterator[InputCheck]:
    """Drives, and RAID levels of tiers that have one: typed, or by the kit."""
    for part in (*(f"tier{k}" for k in TIERS), "cache"):
        drives, title = layout.input_cells(f"{part}_drive"), "flash cache" if part == "cache" else f"tier {part[4:]}"
        unknown = f'({drives}<>"")*ISNA(MATCH({drives},Drives[drive],0))'
        yield _none(f"{title}: a drive of the Drives sheet, or blank", unknown)
        if part != "cache":
            levels = layout.input_cells(f"{part}_raid")
            unknown = f'({drives}<>"")*({levels}<>"")*ISNA(MATCH({levels},RAID[RAID level],0))'
            yield _none(f"{title}: a RAID level of the RAID sheet", unknown)


def _nothing_beside(layout: Layout) -> InputCheck:
    """A design typed beside the others is in no formula. LibreOffice 7.4 miscounts COUNTA of columns without cells."""
    row = layout.design_rows["name"]
    first, last = layout.column(layout.design_columns), layout.column(layout.design_columns + COLUMNS_BESIDE - 1)
    cells = f"Designs!${first}${row}:${last}${row}"
    return InputCheck(
        "no design stands beside the columns of the designs", f'=IF(COUNTIF({cells},"?*")+COUNT({cells})=0,1,0)'
    )


def _one_is_named(names: str) -> InputCheck:
    return InputCheck("there is a design: a column with a name", f'=IF(SUMPRODUCT(1*({names}<>""))>0,1,0)')


def _nothing_without_a_name(layout: Layout) -> InputCheck:
    """Without a name a column holds no design, and what is typed there would count for nothing."""
    rows = layout.design_rows
    first, last = layout.column(0), layout.column(layout.design_columns - 1)
    below = f"Designs!${first}${rows['name'] + 1}:${last}${max(rows.values())}"
    return _none(
        "nothing is typed in a column of Designs that has no name",
        f'({layout.typed_cells("name")}="")*({below}<>"")',
    )


def _setting(layout: Layout, name: str) -> str:
    return f"Settings!$D${layout.settings_rows[name]}"


def _of_settings(layout: Layout) -> list[InputCheck]:
    listed = _setting(layout, "price_list")
    store_part, measured = _setting(layout, "store_part"), _setting(layout, "measured_drive")
    checks = [
        _one_of("price list: one of the Prices sheet, or blank", listed, "Prices[price list]"),
        _one_of("part of the profile store: one of the Prices sheet, or blank", store_part, "Prices[part]"),
        _one_of("drive that was measured: one of the Drives sheet, or blank", measured, "Drives[drive]"),
    ]
    for name, field in inputs_of(Settings).items():
        if field.kind not in ("text", "name"):
            checks.append(_field(field, _setting(layout, name)))
    return [*checks, _years_of_growth(layout)]


def _years_of_growth(layout: Layout) -> InputCheck:
    years, users, gb = (_setting(layout, name) for name in ("years", "user_growth", "gb_growth"))
    most = GROWTH_YEARS[-1]
    return InputCheck(
        f"years of use: at most {most} where growth is given", f"=IFERROR(IF(AND({users}+{gb}>0,{years}>{most}),0,1),0)"
    )


def _of_sensitivity(layout: Layout) -> list[InputCheck]:
    last = FIRST_DRIVER_ROW + len(DRIVERS) - 1
    return [
        _one_of("design varied: one of the Designs sheet, or blank", CHOICE_CELL, layout.typed_cells("name")),
        _one_of("the other design: one of the Designs sheet, or blank", OTHER_CELL, layout.typed_cells("name")),
        _field(inputs_of(Sensitivity)["measure"], MEASURE_CELL),
        *(
            _field(inputs_of(Sensitivity)[end], f"Sensitivity!${column}${FIRST_DRIVER_ROW}:${column}${last}")
            for end, column in CHANGE_COLUMNS.items()
        ),
    ]


def _one_of(label: str, cell: str, names: str) -> InputCheck:
    return InputCheck(label, f'=IFERROR(IF({cell}="",1,IF(SUMPRODUCT(1*({names}={cell}))>0,1,0)),0)')


# --- one input ----------------------------------------------------------------------------------------


def _field(field: Input, cells: str, where: str = "", *, across: bool = False) -> InputCheck:
    """Cells, one below the other or `across`, hold what the input may be; they need not where `where` is 0."""
    label = f"{field.label}: {field.expected}" + (", or blank" if field.may_be_blank else "")
    given = f'({cells}<>"")' if field.may_be_blank else ""
    conditions = [condition for condition in (where, given) if condition]
    wrong = [f"1-{_fits(field, cells)}"]
    if conditions:
        wrong = ["*".join((*conditions, f"({wrong[0]})"))]
    if field.kind in _NUMERIC and not across:
        # a formula that returns nothing, or a number written as text: the command reads it, arithmetic cannot
        wrong.append(f"1*ISTEXT({cells})")
    if field.kind == "name":
        wrong += [
            f"1*ISNUMBER(FIND({_any_of(_WILDCARDS, across)},{cells}))",
            f"1*(LEFT({cells})={_any_of((*_COMPARISONS, *_SPACES), across)})",
            f"1*(RIGHT({cells})={_any_of(_SPACES, across)})",
            f"1*(LEN({cells})>{LONGEST_NAME})",
        ]
    return _none(label, *wrong)


def _any_of(texts: tuple[str, ...], across: bool) -> str:
    """Texts that each cell is compared with: at right angles to the cells."""
    quoted = (f'"{text}"' for text in texts)
    return "{" + (";" if across else ",").join(quoted) + "}"


def _fits(field: Input, cells: str) -> str:
    """1 for each cell that holds what the input may be, else 0."""
    if field.kind in ("choice", "yes/no"):
        return "(" + "+".join(f'({cells}="{choice}")' for choice in field.choices or (YES, NO)) + ")"
    if field.kind == "name":
        return f"ISTEXT({cells})"
    conditions = [f"ISNUMBER({cells})"]
    least, most = (_FIRST_DATE, None) if field.kind == "date" else (field.least, field.most)
    if least is not None:
        conditions.append(f"({cells}>={least:.15G})")
    if most is not None:
        conditions.append(f"({cells}<={most:.15G})")
    if field.kind in ("whole", "date"):
        conditions.append(f"(ROUND({cells},0)={cells})")
    return "*".join(conditions)
