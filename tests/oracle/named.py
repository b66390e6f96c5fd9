"""The sheet Scenarios: what each named set of changes makes of every design, and how firmly the cheapest one leads."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator
from typing import NamedTuple

from tests.oracle.drivers import BY_LABEL, effects_of
from tests.oracle.facts import Design, cents, number
from tests.oracle.german import in_english
from tests.oracle.oracle import Oracle
from tests.oracle.page import A_CENT, HEAD, Page, any_of
from tests.oracle.varied import counts_of, varied

SHEET = "Scenarios"
_HEADS, _FIRST, _MOST = 6, 7, 8
"""The row of the designs' names, the first pair of rows, and how many scenarios there are at most."""
_FIRST_DESIGN = 3
_TITLE = (
    "What each scenario makes of every design. The changes are typed in the table below; vdi-sizing compare, or the "
    "offline page, works them out. What packs of licences add stays, and so do shelves."
)
_OF_PRICES = (
    "drive prices", "prices of all but drives", "prices per VM, such as licences", "interest per year",
    "price of energy", "maintenance per year",
)  # fmt: skip
"""Drivers by which no count changes: what they come to is worked out here."""
_TABLE = ("scenario", "what changes", "changed by")
_HELP = (
    "Scenarios", _TITLE, *_TABLE, "cheapest", "as entered", "nothing; this row follows the inputs at once",
    "not judged", "more users", "busier desktops", "higher prices", "–", "error",
)  # fmt: skip


class _Change(NamedTuple):
    """A row of the table in which changes are typed."""

    scenario: str
    what: str
    by: float


def read_named(oracle: Oracle) -> None:
    """Judge the pair of rows that follows the inputs, and each pair that was drawn."""
    page, designs = Page(oracle, SHEET), oracle.facts.designs
    for at, design in enumerate(designs):
        column = _FIRST_DESIGN + at
        page.say("whose column it is", _HEADS, column, page.value(_HEADS, column) == design.name, design.name)
    compared = "EUR per user" + f" over {oracle.facts.years} year{'' if oracle.facts.years == 1 else 's'}" * (
        oracle.facts.over_years)  # fmt: skip
    if page.line(_HEADS - 1) != "error":
        page.words("by what they are compared", _HEADS - 1, 1, compared)
    last = next(column for (row, column) in page.cells if row == _HEADS and page.label(row, column) == "cheapest")
    table = next(row for row, said in page.rows(_FIRST) if said == _TABLE[0] and page.label(row, 2) == _TABLE[1])
    changes = list(_changes(page, table))
    _read_as_entered(page, designs, last)
    for at, name in enumerate(dict.fromkeys(change.scenario.lower() for change in changes), start=1):
        own = [change for change in changes if change.scenario.lower() == name]
        _read_drawn(page, _FIRST + 2 * at, own, designs, last)
    _leave_table(page, table)
    page.finish(f"{HEAD}|{any_of(*_HELP)}")


def _changes(page: Page, table: int) -> Iterator[_Change]:
    for row in range(table + 1, page.last_row + 1):
        what = in_english(page.value(row, 2))
        if what in BY_LABEL:
            yield _Change(str(page.value(row, 1)), what, number(page.value(row, 3)))


def _leave_table(page: Page, table: int) -> None:
    """What is typed, and what is said beside it."""
    for row, column in page.cells:
        if row >= table - 2:
            page.value(row, column)


def _read_as_entered(page: Page, designs: list[Design], last: int) -> None:
    """The pair that follows the inputs: each amount, the hosts, which is the cheapest, and by how much."""
    oracle = page.oracle
    for at, design in enumerate(designs):
        column = _FIRST_DESIGN + at
        eur, below = oracle.compared(design), page.value(_FIRST + 1, column)
        if design.error:
            page.say("an error has no amount", _FIRST, column, math.isnan(number(page.value(_FIRST, column))))
            continue
        page.amount("EUR by which it is compared", _FIRST, column, eur, "not known")
        page.say("a target is missed or not judged", _FIRST + 1, column, _has_hosts(below) == design.meets, below)
        if design.meets:
            counts = design.kind in ("server", "cluster") or design.with_hosts
            page.amount("hosts", _FIRST + 1, column, design.hosts if counts else math.nan, "–")
    _read_lead(page, _compared(oracle), last)


def _read_lead(page: Page, eur: dict[str, float], last: int) -> None:
    """Which design is the cheapest, and by how much the next one is dearer: the same is what is so to the cent."""
    oracle, users = page.oracle, {x.name: x.users for x in page.oracle.facts.designs}
    in_cents = {name: cents(each * users[name]) for name, each in eur.items() if not math.isnan(each)}
    best = [name for name, each in in_cents.items() if each == min(in_cents.values())]
    if not oracle.alike or not best:
        page.words("the cheapest", _FIRST, last, "none")
        page.words("the lead", _FIRST + 1, last, "")
        return
    page.say("the cheapest", _FIRST, last, _said(page, _FIRST, last) == (best[0] if len(best) == 1 else _SEVERAL), best)
    dearer = [eur[name] for name in in_cents if name not in best]
    if len(in_cents) < len(eur):
        page.words("the lead", _FIRST + 1, last, "of those priced")
    elif not dearer:
        page.words("the lead", _FIRST + 1, last, "the only one" if len(in_cents) == 1 else "")
    else:
        page.amount("the lead", _FIRST + 1, last, min(dearer) - eur[best[0]], most=_OF_A_USER)


def _compared(oracle: Oracle) -> dict[str, float]:
    """EUR of a user of the designs that miss no target; where all lack the same price alone, of known prices."""
    eur = {x.name: oracle.compared(x) for x in oracle.meeting}
    if oracle.recommended is not None and all(map(math.isnan, eur.values())):
        return {x.name: oracle.known(x) for x in oracle.meeting}
    return eur


_SEVERAL = "several cost the same"
_OF_A_USER = 1e-6


def _said(page: Page, row: int, column: int) -> str:
    shown = str(page.value(row, column) or "")
    return shown if shown in page.oracle.facts.by_name else page.label(row, column)


def _has_hosts(shown: object) -> bool:
    """Whether a cell says how many hosts there are, or that a design has none, and no target that it misses."""
    return shown == "–" or not math.isnan(number(shown))


def _read_drawn(page: Page, row: int, changes: list[_Change], designs: list[Design], last: int) -> None:
    """A pair as it was drawn: by changes of prices each amount; by all which is the cheapest, and by how much."""
    oracle = page.oracle
    said = str(page.value(row, 2) or "")
    page.value(row, 1)
    signed = [float(found.replace(",", ".")) for found in re.findall(r"[+-][\d.,]*\d", said)]
    by = [100 * change.by for change in changes]
    right = len(signed) == len(by) and all(abs(a - b) < 1e-9 for a, b in zip(signed, by, strict=True))
    page.say("by how much it changes", row, 2, right, by)
    for change in changes:
        page.say("what changes", row, 2, oracle.facts.is_german or f"{change.what} " in said, change.what)
    if all(change.what in _OF_PRICES for change in changes):
        _read_prices(page, row, changes, designs)
    shown = {x.name: number(page.value(row, _FIRST_DESIGN + at)) for at, x in enumerate(designs)}
    met = {x.name: eur for at, (x, eur) in enumerate(zip(designs, shown.values(), strict=True))
           if _has_hosts(page.value(row + 1, _FIRST_DESIGN + at))}  # fmt: skip
    known = {name: eur for name, eur in met.items() if not math.isnan(eur) and eur > 1e-9}
    cheapest, lead = _said(page, row, last), page.value(row + 1, last)
    if not known or not oracle.alike:
        known_parts = oracle.alike and oracle.recommended is not None  # all lack the same price: others are compared
        without_all = known_parts and (cheapest in met or (cheapest == _SEVERAL and _has_ties(_compared(oracle))))
        page.say("the cheapest", row, last, without_all or (cheapest == "none" and not lead), known)
        return
    least, above = min(known.values()), number(lead)
    ties = [name for name, eur in known.items() if eur - least < _A_TIE]
    page.say("the cheapest", row, last, cheapest in ties or (cheapest == _SEVERAL and len(ties) > 1), known)
    if math.isnan(above):
        word = in_english(lead)
        unknown = any(math.isnan(eur) for name, eur in met.items() if not oracle.facts.by_name[name].error)
        words = {"of those priced": unknown, "the only one": len(known) == 1, "": len(ties) == len(known)}
        page.say("the lead", row + 1, last, words.get(word, False), known)
    else:
        next_ones = [eur - least for name, eur in known.items() if name != cheapest]
        right = above > 0 and any(abs(each - above) < _OF_A_USER for each in next_ones)
        page.say("the lead", row + 1, last, right and above <= min(x for x in next_ones if x > _A_TIE) + _A_TIE, known)


_A_TIE = 0.005


def _has_ties(eur: dict[str, float]) -> bool:
    return sum(each - min(eur.values()) < _A_TIE for each in eur.values()) > 1


def _read_prices(page: Page, row: int, changes: list[_Change], designs: list[Design]) -> None:
    """Of changes that move no count each amount is worked out."""
    facts, turned = page.oracle.facts, dict[str, tuple[float, float]]()
    for change in changes:
        driver = BY_LABEL[change.what]
        base = math.nan if driver.base is None else driver.base(facts, designs[0])
        turned[change.what] = (change.by, driver.changed(base, change.by))
    for at, design in enumerate(designs):
        if design.error:
            continue
        then = varied(facts, design, counts_of(design), *effects_of(turned))
        eur = page.oracle.compared(then)
        page.amount("EUR at other prices", row, _FIRST_DESIGN + at, eur, "not known", most=A_CENT)
