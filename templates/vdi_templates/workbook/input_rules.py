"""What an input may be, as formulas: one spelling for the check of many cells and for the look of each.

A rule is a term that is 0 for a cell which holds what it may, and above 0 or an error value for one which does not.
The cells in it are a column of a table, a row of designs, or one cell.
"""

from __future__ import annotations

import datetime

from vdi_sizing.inputs import FIRST_DATE, LONGEST_NAME, NO, YES, Input
from vdi_sizing.scenario import OF_A_GROUP
from vdi_sizing.tables.profiles import PROFILE_STORE
from vdi_templates.workbook.layout import FIRST_ROW
from vdi_templates.workbook.tables import (
    NAMES_OF_CARDS,
    NAMES_OF_DELIVERIES,
    NAMES_OF_DRIVES,
    NAMES_OF_GROUPS,
    NAMES_OF_KITS,
    NAMES_OF_METRICS,
    NAMES_OF_PROCESSORS,
    NAMES_OF_PROFILES,
    NAMES_OF_RAID_LEVELS,
    PARTS_WITH_PRICES,
    PROFILES,
    InputTable,
)

_NUMERIC = ("number", "whole", "share", "date")
_BLANK = '""'
_BEYOND = "1E7"  # a place that no sheet has
_MOST_OTHERS = 20  # of the columns that may be blank, as many as are looked at: a formula stays readable
_FIRST_DATE = (FIRST_DATE - datetime.date(1899, 12, 30)).days  # as a spreadsheet counts
# MATCH and SUMIFS see wildcards and comparisons in a name, and do not forgive a space, of either kind, beside it.
_WILDCARDS, _COMPARISONS, _SPACES = "*?~", "<>=", " \N{NO-BREAK SPACE}"

_KIND = chr(ord("A") + list(PROFILES.columns).index("kind"))
KNOWN = {
    "known_profiles": NAMES_OF_PROFILES,
    "known_kinds": f"Profiles!${_KIND}${FIRST_ROW}:${_KIND}$500",
    "known_deliveries": NAMES_OF_DELIVERIES,
    "known_metrics": NAMES_OF_METRICS,
    "known_counts": NAMES_OF_METRICS.replace("$A", "$B"),
    "known_kits": NAMES_OF_KITS,
    "known_cards": NAMES_OF_CARDS,
    "known_processors": NAMES_OF_PROCESSORS,
    "known_drives": NAMES_OF_DRIVES,
    "known_levels": NAMES_OF_RAID_LEVELS,
    "known_cases": NAMES_OF_GROUPS.replace("$A", "$B"),
    "known_groups": NAMES_OF_GROUPS,
    "known_lists": f"Prices!$A${FIRST_ROW}:$A$500",
    "known_parts": PARTS_WITH_PRICES,
}
"""The names that one may choose from, by the defined name: no conditional format may name a table of another sheet."""


def wrong(field: Input, cells: str, where: str = "", *, across: bool = False, in_look: bool = False) -> str:
    """What is wrong with cells, one below the other or `across`, of an input; they are free where `where` is 0.

    `in_look`: for the look of one cell, where Excel allows no list in a formula.
    """
    given = f'({cells}<>"")' if field.may_be_blank else ""
    conditions = [condition for condition in (where, given) if condition]
    rounds = field.kind in ("whole", "date") and field.may_be_blank and not in_look  # a text is an error value there
    misfits = f"1-{_fits(field, cells, rounds)}"
    terms = ["*".join((*conditions, f"({misfits})")) if conditions else misfits]
    if field.kind in _NUMERIC and (across or not rounds):
        # a number written as text, in a tier without a drive too: the command reads it, arithmetic cannot; and in a
        # table a formula that returns nothing, which a design has as blank
        terms.append(f'ISTEXT({cells})*({cells}<>"")' if across else f"ISTEXT({cells})")
    if field.kind == "name":
        terms += [
            *(f"ISNUMBER(FIND({marks},{cells}))" for marks in _wildcards(across, in_look)),
            f'ISNUMBER(FIND(LEFT({cells}&"x"),"{_COMPARISONS}{_SPACES}"))',
            f'ISNUMBER(FIND(RIGHT("x"&{cells}),"{_SPACES}"))',
            f"(LEN({cells})>{LONGEST_NAME})",
        ]
    return "+".join(terms)


def _wildcards(across: bool, in_look: bool) -> list[str]:
    """The signs that no name has: one by one, or as one list that stands crosswise to the cells."""
    signs = [f'"{mark}"' for mark in _WILDCARDS]
    return signs if in_look else [f"{{{(';' if across else ',').join(signs)}}}"]


def _fits(field: Input, cells: str, rounds: bool) -> str:
    """1 for each cell that holds what the input may be, else 0; `rounds`: an error value of a text."""
    if field.kind in ("choice", "yes/no"):
        return "(" + "+".join(f'({cells}="{choice}")' for choice in field.choices or (YES, NO)) + ")"
    if field.kind == "name":
        return f"ISTEXT({cells})"
    conditions = [] if rounds else [f"ISNUMBER({cells})"]
    least, most = (_FIRST_DATE, None) if field.kind == "date" else (field.least, field.most)
    if least is not None:
        conditions.append(f"({cells}>={least:.15G})")
    if most is not None:
        conditions.append(f"({cells}<={f'{most:.12G}'.replace('+', '')})")  # 1E12 where there is no other most
    if field.kind in ("whole", "date"):
        conditions.append(f"(ROUND({cells},0)={cells})")
    return "*".join(conditions)


def unknown(cells: str, names: str) -> str:
    """A name that is none of those one may choose from; blank is none of its matters."""
    return f'({cells}<>"")*ISNA(MATCH({cells},{names},0))'


def half_a_card(cards: str, gpus: str, names: str, of_card: str) -> str:
    """GPUs that are no multiple of those of their card: for each design and each card that there is."""
    return f'({cards}<>"")*({names}={cards})*(MOD({gpus},{of_card}+({of_card}=0))>0)'


def without_number(names: str, numbers: str) -> str:
    """A name beside which there is no number."""
    return f'({names}<>"")*({numbers}="")'


def no_store(cells: str, names: str, kinds: str) -> str:
    """A name that is not that of a profile store."""
    return f'({cells}<>"")*ISNA(MATCH({cells}&"|{PROFILE_STORE}",{_pairs(names, kinds)},0))'


def is_store(cells: str, names: str, kinds: str) -> str:
    """A name of a profile store where one of a desktop or a session is asked for."""
    return f'({cells}<>"")*ISNUMBER(MATCH({cells}&"|{PROFILE_STORE}",{_pairs(names, kinds)},0))'


def unpriced(cells: str, listed: str, lists: str, parts: str) -> str:
    """A part that is not in the price list which Settings picks."""
    return f'({cells}<>"")*ISNA(MATCH({listed}&"|"&{cells},{_pairs(lists, parts)},0))'


def counts_otherwise(cells: str, per: str, names: str, counted: str) -> str:
    """A licence metric that nobody knows, or that counts something else than its row of the bill."""
    return f'({cells}<>"")*ISNA(MATCH({cells}&"|"&{per},{_pairs(names, counted)},0))'


def of_no_group(cells: str, per: str, groups: str) -> str:
    """A user group that nobody knows, or a part that is for no VMs or users."""
    others = "*".join(f'({per}<>"{each}")' for each in OF_A_GROUP)
    return f'({cells}<>"")*(ISNA(MATCH({cells},{groups},0))+{others}>0)'


def _pairs(names: str, others: str) -> str:
    """Two columns as one."""
    return f'{names}&"|"&{others}'


def needed_beside(table: InputTable) -> list[str]:
    """The columns of a table that say something of a row without what it is about."""
    _, *others = table.columns
    return [name for name in others if not table.columns[name].may_be_blank] or others[:_MOST_OTHERS]


def without_first(first: str, others: list[str]) -> str:
    """A row that says something in other columns, and not in the first what it is about; not of error values."""
    said = "+".join(f"({each}<>{_BLANK})" for each in others)
    return f'ISNUMBER(1/(({first}="")*({said})))'


def first_wrong(term: str, places: str) -> str:
    """The place of the first cell that a term finds wrong, as `first_where`; an error value is wrong too."""
    from_the_end = f"{_BEYOND}-({places})" if "+" in places else f"{_BEYOND}-{places}"
    return f"{_BEYOND}-SUMPRODUCT(LARGE(ISERROR(1/({term}=0))*({from_the_end}),1))"


def in_column(field: Input, cells: str, first: str, *, in_look: bool = False) -> str:
    """What is wrong in a column of a table whose `first` says what each row is about; nothing, of free text."""
    return "" if field.kind in ("text", "date or text") else wrong(field, cells, f'({first}<>"")', in_look=in_look)


def remedy(field: Input) -> str:
    """What to do where an input does not hold what it may."""
    if field.kind == "name":
        return "Type the name; where one stands there, type it anew: a space before or behind it cannot be seen."
    if field.kind in ("choice", "yes/no"):
        return "Choose from the list of the cell" + (", or empty it." if field.may_be_blank else ".")
    said = "Type a date" if field.kind == "date" else "Type such a number anew, without words or signs behind it"
    if field.kind == "share":
        said = "Type such a share, as 85 % or 0.85"
    return said + (", or empty the cell." if field.may_be_blank else ".")
