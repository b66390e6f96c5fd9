"""The sheet What if: one design with all drivers changed at once, each by its dial, beside the design as it is."""

from __future__ import annotations

import math
from collections.abc import Callable

from tests.oracle.drivers import DRIVERS, GROWN, SCALED, SHIFTED, WHOLE, At, Driver, Variants
from tests.oracle.facts import number
from tests.oracle.oracle import Oracle, near
from tests.oracle.page import HEAD, OF_BOTH, Page, any_of
from tests.oracle.sensitivity import chosen_of

SHEET = "What if"
_EXACT = 1e-6
_ALL, _STEADY, _LOGIN, _BOOT = (
    "IOPS per VM in all phases", "steady IOPS per VM", "login IOPS per VM", "boot IOPS per VM",
)  # fmt: skip
_USERS, _GROWTH = "number of users", "growth of users per year"
_HELP = (
    "Turn the dials and see what becomes of one design: all changes at once, beside the design as it is.",
    "Dials",
    "Type what changes: 20 % for a fifth more, -10 % for a tenth less. 0 or blank changes nothing.",
    "pt: points, added to a share or a rate. Growth is per year, and lasts to the end of the years of use.",
    "Dials of the same figure multiply: 20 % more users with 10 % more IOPS each ask for 32 % more IOPS.",
    "What packs and least orders of licences add stays as it is without the dials, and so do shelves.",
    "Which design it is, is chosen on the sheet", "Sensitivity",
)  # fmt: skip
_DIAL_HEADS = ("dial", "unit", "changed by", "as it is", "what if")
_HEADS = ("figure", "unit", "as it is", "what if", "difference", "in %")
_ALONE = "the purchase alone"


def _eur(eur: float, word: str) -> float | str:
    return word if math.isnan(eur) else eur


def _over_the_years(at: At) -> float | str:
    design = at.design
    if math.isnan(design.total):
        return "not known"
    return _ALONE if near(design.total, design.bought, 1e-9) else design.total


_Result = Callable[[At], "float | str"]
_RESULTS: dict[str, tuple[str, _Result | None]] = {
    "users": ("users", lambda at: at.design.users),
    "VMs in use at the same time": ("VMs", lambda at: at.design.vms),
    "VMs per block": ("VMs", lambda at: at.void or at.design.per_block),
    "binding limit": ("", None),
    "next limit": ("", None),
    "blocks, with spares": ("blocks", lambda at: at.void or at.design.blocks),
    "hosts beside the arrays, with spares": ("hosts", lambda at: at.void or at.design.beside),
    "drives of all blocks": ("drives", lambda at: at.void or at.drives),
    "EUR per user, bought": ("EUR", lambda at: at.void or _eur(at.design.bought / at.design.users, "no price")),
    "EUR for these users, bought": ("EUR", lambda at: at.void or _eur(at.design.bought, "no price")),
    "EUR over the years": ("EUR", lambda at: at.void or _over_the_years(at)),
    "mean response time at the load": ("ms", None),
    "error that voids it": ("", lambda at: at.void or "none"),
}
"""What becomes of the design: unit, and what stands there; None: it is no count and no amount."""
_COMPARED = ("same", "changed")


def read_what_if(oracle: Oracle) -> None:
    """Judge the dials, and the figures beside them."""
    page = Page(oracle, SHEET)
    own, other = chosen_of(oracle)
    variants = Variants(oracle.facts, own, other)
    page.say("whose it is", 5, 7, page.value(5, 7) == own.name, own.name)
    for column, head in enumerate(_DIAL_HEADS, start=1):
        page.words("heads of dials", 6, column, head)
    for column, head in enumerate(_HEADS, start=7):
        page.words("heads of figures", 6, column, head)
    changes = {driver.label: number(page.value(7 + at, 3) or 0.0) for at, driver in enumerate(DRIVERS)}
    values = {
        driver.label: (changes[driver.label], _read_dial(page, 7 + at, driver, changes, variants))
        for at, driver in enumerate(DRIVERS)
    }
    turned = {label: value for label, value in values.items() if value[0] != 0}
    _read_results(page, variants, variants.as_it_is(), variants.at_once(turned))
    page.words("no dial is wrong", 8 + len(DRIVERS), 1, "")
    page.finish(f"What if|{HEAD}|{any_of(*_HELP)}")


def _read_dial(page: Page, row: int, driver: Driver, changes: dict[str, float], variants: Variants) -> float:
    """A driver as it is, and with all dials turned."""
    drives = driver.label == "drive prices"
    page.words("dial", row, 1, driver.label)
    page.words("unit", row, 2, "%" if drives else driver.unit)
    as_it_is, then = number(page.value(row, 4)), number(page.value(row, 5))
    if drives:
        page.amount("as it is", row, 4, 1.0, most=_EXACT)
    elif driver.base is not None:
        page.amount("as it is", row, 4, driver.base(variants.facts, variants.own), "–", most=_EXACT)
    if driver.label == _BOOT and (changes[_BOOT] or changes[_ALL]):
        return then  # no less than the longest boot time asks for
    if driver.label == "steady read share" and number(page.value(8, 4)) == 0:
        page.amount("what if", row, 5, 0.0)  # of no load
        return then
    wanted = _changed(driver, as_it_is, changes, variants)
    page.amount("what if", row, 5, wanted, "–", most=max(_EXACT, abs(wanted) * 1e-9))
    return then


def _changed(driver: Driver, as_it_is: float, changes: dict[str, float], variants: Variants) -> float:
    """A value with all dials turned: those of the same figure multiply."""
    change = changes[driver.label]
    if math.isnan(as_it_is) or driver.how in (SHIFTED, GROWN, WHOLE):
        return math.nan if math.isnan(as_it_is) else driver.changed(as_it_is, change)
    assert driver.how == SCALED
    value = as_it_is * (1 + change)
    if driver.label == _USERS:
        return float(value * (1 + changes[_GROWTH]) ** variants.facts.years)
    if driver.label in (_STEADY, _LOGIN, _BOOT):
        return value * (1 + changes[_ALL])
    return value * (1 + changes[_STEADY]) if driver.label == _ALL else value


def _read_results(page: Page, variants: Variants, as_it_is: At, then: At) -> None:
    error = variants.errors[0]
    found = ((row, said if said in _RESULTS else OF_BOTH.get(said, ("",))[0]) for row, said in page.rows(7, 7))
    labels = {said: row for row, said in found if said in _RESULTS}
    page.say("figures", 7, 7, list(labels) == list(_RESULTS), list(_RESULTS), list(labels))
    for label, (unit, wanted) in _RESULTS.items():
        row = labels.get(label)
        if row is None:
            continue
        page.label(row, 7)
        page.words("unit", row, 8, unit)
        for column, at in ((9, as_it_is), (10, then)):
            if error:
                page.words(label, row, column, "error")
            elif wanted is not None:
                become = wanted(at)
                if isinstance(become, str):
                    page.words(label, row, column, become)
                else:
                    page.amount(label, row, column, become)
        _read_difference(page, row)


def _read_difference(page: Page, row: int) -> None:
    """How the two differ, as they are shown."""
    a, b = (number(page.value(row, column)) for column in (9, 10))
    said = page.label(row, 11)
    if said in _COMPARED:
        same_words = page.value(row, 9) == page.value(row, 10)
        page.say("difference", row, 11, said == _COMPARED[not same_words], same_words)
        return
    page.amount("difference", row, 11, b - a, "–", most=2e-6)
    if (row, 12) in page.cells:
        shown = number(page.value(row, 11))  # which is rounded
        page.amount("difference in %", row, 12, shown / a if a else math.nan, "–", most=_EXACT)
