"""The sheet Cost: the bill of each design, part by part, and the totals above it."""

from __future__ import annotations

import copy
import math
from collections.abc import Callable
from typing import TypeAlias

from tests.oracle.facts import Design, Facts, Line, number, same
from tests.oracle.oracle import Oracle
from tests.oracle.page import A_CENT, HEAD, Page, any_of

SHEET = "Cost"
_FIRST_DESIGN = 4
_HEADING, _TOTAL = "Configuration of ", "Total of what is bought, for these users and per block"
_TITLES = "A configuration per design: parts, prices and what they come to. Net, without VAT. To the right: per block."
_OF_HOSTS = ("core", "CPU")
_OF_FACTORS = 1e-9

_Wanted: TypeAlias = "Callable[[Facts, Design, Line], object]"


def _once(line: Line, eur: float) -> float:
    return 0.0 if line.yearly else eur


def _worth(facts: Facts, line: Line) -> float:
    return facts.worth_of(line)


def _worth_at_once(facts: Facts, line: Line) -> float:
    """At the interest that the dial of What if says."""
    row, at = facts.saved.row_of("What if", "interest per year"), copy.copy(facts)
    at.interest = number(facts.saved.value("What if", row, 5))
    return at.worth_of(line)


_COLUMNS: dict[str, _Wanted] = {
    "part": lambda f, d, x: x.part,
    "description": lambda f, d, x: x.description,
    "list price": lambda f, d, x: x.list_price if x.known or not math.isnan(x.list_price) else "no price",
    "currency": lambda f, d, x: x.currency,
    "EUR per unit": lambda f, d, x: 0.0 if math.isnan(x.rate) else x.rate,
    "discount": lambda f, d, x: x.discount,
    "net price EUR": lambda f, d, x: x.net,
    "quantity for these users": lambda f, d, x: "not known" if math.isnan(x.each) else x.of_all,
    "EUR bought for these users": lambda f, d, x: _once(x, x.eur),
    "price date": lambda f, d, x: x.dated if x.known else None,
    "recurs": lambda f, d, x: "per month" if x.monthly else "per year" if x.yearly else "bought once",
    "quantity": lambda f, d, x: x.quantity,
    "per": lambda f, d, x: x.per,
    "quantity x net EUR": lambda f, d, x: x.of_one * x.net,
    "quantity per block": lambda f, d, x: x.of_block,
    "EUR bought per block": lambda f, d, x: _once(x, x.of_block * x.net),
    "price known": lambda f, d, x: float(x.known),
    "maintained, quantity x net EUR": lambda f, d, x: _once(x, x.of_one * x.net * x.maintained),
    "first year": lambda f, d, x: float(x.yearly and x.first),
    "last year": lambda f, d, x: float(x.yearly and x.last),
    "present value of 1 EUR a year": lambda f, d, x: _worth(f, x) if x.yearly else 0.0,
    "per year: present value EUR": lambda f, d, x: x.of_one * x.net * x.a_year * _worth(f, x) * x.yearly,
    "per year: EUR a year for these users": lambda f, d, x: x.eur * x.yearly,
    "rises every year": lambda f, d, x: float(x.rises),
    "years paid ahead": lambda f, d, x: x.in_advance / x.a_year,
    "price valid until": lambda f, d, x: x.valid_until if x.known else None,
    "source known": lambda f, d, x: float(x.sourced) if x.known else None,
    "date of the rate": lambda f, d, x: x.rate_dated if x.known else None,
    "source of the rate known": lambda f, d, x: float(x.rate_sourced) if x.known and x.converted else None,
    "as often as": lambda f, d, x: x.kind,
    "cores that a host counts": lambda f, d, x: x.counted.cores,
    "TB or shelves of a block, cards of a host": lambda f, d, x: (
        "not known" if x.counted.is_uncounted and not x.counted.stored and x.per not in _OF_HOSTS else x.counted.stored
    ),
    "share of its user group": lambda f, d, x: x.of_group,
    "of each host, block and the like": lambda f, d, x: "not known" if math.isnan(x.each) else x.each,
    "so many of these": lambda f, d, x: f.times(d, x.per),
    "added by packs, in times of one": lambda f, d, x: x.added,
    "present value at the interest of What if": lambda f, d, x: (
        x.of_one * x.net * x.a_year * _worth_at_once(f, x) * x.yearly
    ),
}
"""What stands below each heading."""
_PLACES = ("row", "row of Prices", "row of Rates", "row of Licences")
"""Headings of what says where something stands."""
_EXACT = (
    "present value of 1 EUR a year", "EUR per unit", "discount", "quantity", "quantity per block",
    "cores that a host counts", "TB or shelves of a block, cards of a host", "share of its user group",
    "of each host, block and the like", "so many of these",
    "added by packs, in times of one",
)  # fmt: skip


def read_cost(oracle: Oracle) -> None:
    """Judge the configuration of each design; those of columns without a design are not seen."""
    page = Page(oracle, SHEET)
    headings = page.begin(_HEADING)
    for at, row in enumerate(headings):
        end = headings[at + 1] if at + 1 < len(headings) else page.last_row + 1
        design = next((x for x in oracle.facts.designs if x.column == _FIRST_DESIGN + at), None)
        if design is None:
            for cell in page.cells:
                if row <= cell[0] < end:
                    page.value(*cell)  # it looks empty
        else:
            _read_configuration(page, design, row, end)
    page.finish(f"Cost|{HEAD}|{any_of(_TITLES)}")


def _read_configuration(page: Page, design: Design, row: int, end: int) -> None:
    listed = page.oracle.facts.settings.get("price list")
    title = f"{_HEADING}{design.name}" + (f" ({listed})" if listed else "")
    page.say("whose it is", row, 1, page.line(row) == title, title)
    columns = {page.label(row + 1, column): column for column in range(1, 60) if (row + 1, column) in page.cells}
    unlike = set(columns) ^ {*_COLUMNS, *_PLACES}
    page.say("headings", row + 1, 1, not unlike, f"not in both: {unlike}", list(columns))
    if unlike:
        return
    _read_totals(page, design, row + 2, columns)
    filled = [at for at in range(row + 3, end) if page.value(at, columns["part"]) not in (None, "")]
    page.say("as many parts as on the bill", row + 3, 1, len(filled) == len(design.lines), len(design.lines), filled)
    for at, line in zip(filled, design.lines, strict=False):
        for column in columns.values():
            page.value(at, column)
        for heading, wanted in _COLUMNS.items():
            if not design.error:  # where one is, it reads "error"
                _read_cell(page, heading, at, columns[heading], wanted(page.oracle.facts, design, line))


def _read_totals(page: Page, design: Design, row: int, columns: dict[str, int]) -> None:
    page.words("total", row, columns["part"], _TOTAL)
    word = "error" if design.error else "no price"
    page.amount("total for these users", row, columns["EUR bought for these users"], design.bought, word)
    page.amount("total of a full block", row, columns["EUR bought per block"], design.full, word)


def _read_cell(page: Page, heading: str, row: int, column: int, wanted: object) -> None:
    if isinstance(wanted, float):
        page.amount(heading, row, column, wanted, most=_OF_FACTORS if heading in _EXACT else A_CENT)
        return
    said = page.value(row, column)
    found = {said, page.label(row, column)} if isinstance(said, str) else {said}
    right = wanted in found or (not wanted and not said) or (heading == "currency" and same(said, wanted))
    page.say(heading, row, column, right, f"wanted {wanted}")
