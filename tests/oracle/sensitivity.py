"""The sheet Sensitivity: what moves the result of one design, and what prices do to all designs."""

from __future__ import annotations

import math
import re
from collections.abc import Callable
from typing import NamedTuple

from tests.oracle.drivers import DRIVERS, SCALED, WHOLE, At, Driver, Variants, ranked
from tests.oracle.facts import NAN, TIERS, Design, Facts, number, same
from tests.oracle.german import in_english
from tests.oracle.oracle import Oracle, near
from tests.oracle.page import HEAD, Page, any_of

SHEET = "Sensitivity"
MEASURES = (
    "EUR per VM", "EUR for these users", "EUR over the years", "VMs per block", "drives of all blocks",
    "EUR beyond the other design", "EUR over the years beyond the other design",
)  # fmt: skip
_HEADING = "The drivers: how far each is changed, and what comes of it: "
_TORNADO = "driver, the largest swing first"
_ENDS = ("low", "high")
_EXACT = 1e-6
"""By how much a number that is drawn may be off: it has six decimals."""
_MEASURED = "Its number of VMs is measured: a heavier load lowers it, drives do not change it."
_HELP = (
    "What moves the result of one design most, one driver at a time; and what prices do to every design.",
    "The design that is varied, and what is ranked",
    "design varied", "blank: recommended, else the first",
    "ranked by", "blank: EUR per VM, else drives",
    "the other design", "blank: the first beside it",
    "What moves the result most", "What the bars stand for",
    "Low and high are yours to change: -20 % and +20 % (10 points of a share) stand for a range that you know better.",
    "A change of 0 leaves everything as it is. One driver at a time, drawn when the file was made; steps: "
    "Variants. What packs of licences add stays, and so do shelves.",
    "–: not given. not feasible: no block carries a VM. too few bays: the drives do not fit.",
    "off target: no such drives meet the response target. error: see Checks. Such an end has no bar.",
    "Every design: price outlook, break-even with the first one (–: compared over the years, or of other users), "
    "cost over the years",
    "unit", "note",
)  # fmt: skip


def chosen_of(oracle: Oracle) -> tuple[Design, Design]:
    """The design that is varied, and the one beside it."""
    facts, sheet = oracle.facts, oracle.saved
    rows = {label: sheet.row_of(SHEET, label) for label in ("design varied", "the other design")}
    own = facts.by_name[str(sheet.value(SHEET, rows["design varied"], 7))]
    other = sheet.value(SHEET, rows["the other design"], 7)
    return own, facts.by_name.get(str(other), own)


class _End(NamedTuple):
    """A driver at one end, or as it is."""

    value: float
    result: float | str
    at: At


class _Row(NamedTuple):
    """A row of drivers, worked out."""

    driver: Driver
    ends: tuple[_End, _End]
    moves: tuple[float, float]

    @property
    def swing(self) -> float:
        return max(0.0, *self.moves) - min(0.0, *self.moves)


def read_sensitivity(oracle: Oracle) -> None:
    """Judge the choice, the drivers, the order in which they move the result, and the prices of every design."""
    page = Page(oracle, SHEET)
    own, other = chosen_of(oracle)
    measure = _read_choice(page, own)
    variants = Variants(oracle.facts, own, other)
    first = page.row_of("driver") + 1
    heading, _, named = page.line(first - 3).rpartition(": ")
    right = f"{heading}: " == _HEADING and measure in (named, in_english(named), in_english(_last(page, first - 3)))
    page.say("heading", first - 3, 1, right, f"{_HEADING}{measure}")
    _read_heads(page, first - 2)
    base = ranked(measure, variants.base(), variants.other_base(), errors=variants.errors, alone=variants.is_alone)
    rows = [_read_driver(page, first + at, driver, variants, measure, base) for at, driver in enumerate(DRIVERS)]
    ranks = _read_ranks(page, rows, first)
    _read_tornado(page, [rows[ranks.index(rank)] for rank in range(1, len(rows) + 1)], base, variants, measure)
    _read_prices(page)
    page.finish(f"Sensitivity|{HEAD}|{any_of(*_HELP)}")


def _read_choice(page: Page, own: Design) -> str:
    """What is varied and ranked; blank is what the notes say."""
    facts, saved = page.oracle.facts, page.oracle.saved
    row = page.row_of("design varied")
    asked, measure, other = (saved.value(SHEET, row + at, 4) for at in range(3))
    if asked:
        page.say("the design that is asked for", row, 7, same(asked, own.name), asked)
    else:
        usual = page.oracle.recommended or facts.designs[0]
        page.say("the design recommended, else the first", row, 7, own is usual, usual.name)
    ranked_by = page.label(row + 1, 7)
    by_default = "EUR over the years" if facts.over_years else "EUR per VM"
    known = not math.isnan(own.total if facts.over_years else own.bought) or (own.error and own.priced)
    wanted = page.label(row + 1, 4) if measure else by_default if known else "drives of all blocks"
    page.say("what is ranked", row + 1, 7, ranked_by == wanted, wanted)
    beside = next((x for x in facts.designs if x is not own), own)
    named = str(page.value(row + 2, 7) or beside.name)
    page.say("the other design", row + 2, 7, same(named, other or beside.name), other or beside.name)
    page.words("whether it is measured", row, 12, _MEASURED if own.inputs.get("VMs per block, measured") else "")
    page.words("nothing has moved", 4, 1, "")
    return ranked_by


def _last(page: Page, row: int) -> str:
    return str(page.value(row, 1)).rpartition(": ")[2]


_HEADS = (
    ("D", "change"), ("F", "value of the driver"), ("I", "result that is ranked"), ("L", "VMs per block"),
    ("O", "drives of all blocks"), ("R", "result, from base"),
)  # fmt: skip
_COLUMNS = (
    "driver", "unit", "what is varied", "low", "high", *("low", "base", "high") * 4, "low", "high", "swing", "rank",
)  # fmt: skip


def _read_heads(page: Page, row: int) -> None:
    for letter, wanted in _HEADS:
        page.words("heads of columns", row, ord(letter) - 64, wanted)
    for column, wanted in enumerate(_COLUMNS, start=1):
        page.words("heads of columns", row + 1, column, wanted)


def _read_driver(page: Page, row: int, driver: Driver, variants: Variants, measure: str, base: float | str) -> _Row:
    """One driver: its labels, its value at both ends, and what comes of it."""
    page.words("driver", row, 1, driver.label)
    page.words("unit", row, 2, driver.unit)
    page.words("note", row, 3, driver.note)
    value, errors = _read_value(page, row, driver, variants), variants.errors
    ends, moves = [], []
    for high, (change_at, value_at, result_at, move_at) in enumerate(((4, 6, 9, 18), (5, 8, 11, 19))):
        change = number(page.value(row, change_at))
        changed = NAN if math.isnan(value) else driver.changed(value, change)
        page.amount(f"value at {_ENDS[high]}", row, value_at, changed, "–", most=_EXACT)
        own = variants.end(driver, bool(high), change, changed)
        result = ranked(measure, own, variants.other_end(driver, bool(high), change, changed), errors=errors,
                    alone=variants.is_alone)  # fmt: skip
        _read_result(page, f"result at {_ENDS[high]}", row, result_at, result)
        numbers = isinstance(result, float) and isinstance(base, float)
        moved = round(result - base, 6) if numbers else 0.0  # type: ignore[operator]
        page.amount(f"moved at {_ENDS[high]}", row, move_at, moved, most=_A_MOVE)
        _read_counts(page, row, own, 2 * high, error=errors[0])
        ends.append(_End(changed, result, own))
        moves.append(number(page.value(row, move_at)))
    _read_result(page, "result as it is", row, 10, base)
    _read_counts(page, row, variants.base(), 1, error=errors[0])
    found = _Row(driver, (ends[0], ends[1]), (moves[0], moves[1]))
    page.amount("swing", row, 20, found.swing, most=_EXACT)
    return found


_A_MOVE = 2e-6 + 1e-9


def _read_value(page: Page, row: int, driver: Driver, variants: Variants) -> float:
    """What stands for the driver as it is; of a load what the sheet says."""
    shown = number(page.value(row, 7))
    if driver.base is not None and not (variants.own.error and driver.unit == "EUR"):
        page.amount("value as it is", row, 7, driver.base(variants.facts, variants.own), "–", most=_EXACT)
    return shown


def _read_result(page: Page, kind: str, row: int, column: int, wanted: float | str) -> None:
    if isinstance(wanted, str):
        page.words(kind, row, column, wanted)
    else:
        page.amount(kind, row, column, wanted)


def _read_counts(page: Page, row: int, at: At, place: int, *, error: bool) -> None:
    """VMs per block, and drives of all blocks."""
    for column, count in zip((12, 15), (at.design.per_block, at.drives), strict=True):
        if error or at.void:
            page.words("counts", row, column + place, "error" if error else at.void)
        else:
            page.amount("counts", row, column + place, count)


def _read_ranks(page: Page, rows: list[_Row], first: int) -> list[int]:
    """Ranks by the swing, of equal ones the first."""
    swings = [number(page.value(first + at, 20)) for at in range(len(rows))]
    ranks = [1 + sum(other > own for other in swings) + swings[:at].count(own) for at, own in enumerate(swings)]
    for at, rank in enumerate(ranks):
        page.amount("rank", first + at, 21, rank)
    return ranks


def _read_tornado(page: Page, ranked_rows: list[_Row], base: float | str, variants: Variants, measure: str) -> None:
    top = page.row_of(_TORNADO)
    for column, head in enumerate((_TORNADO, "rank", "why a bar is short, or has one side", "at low", "at high"), 1):
        page.words("heads of the bars", top, column, head)
    page.words("heads of the bars", top, 24, "at low")
    page.words("heads of the bars", top, 25, "at high")
    for at, found in enumerate(ranked_rows):
        row = top + 1 + at
        page.words("driver by its swing", row, 1, found.driver.label)
        for column in (4, 5):
            page.amount("bar", row, column, found.moves[column - 4], most=_EXACT)
        if (row, 23) in page.cells:
            page.words("driver of the chart", row, 23, found.driver.label)
            for column in (24, 25):
                page.amount("bar of the chart", row, column, found.moves[column - 24], most=_EXACT)
        wanted = _why(found, base, variants, measure)
        said = page.line(row, 3)
        page.say("why a bar is short", row, 3, re.fullmatch(wanted, said) is not None, wanted)


def _why(row: _Row, base: float | str, variants: Variants, measure: str) -> str:
    """Why a bar is short or has one side, as a pattern."""
    low, high = (_why_still(row.driver, end, base, variants, measure) for end in row.ends)
    if low != high:
        return "; ".join(f"{name}: {words}" for name, words in zip(_ENDS, (low, high), strict=True) if words)
    if low:
        return low
    if row.moves[0] * row.moves[1] > 0:
        counts = (row.ends[0].at, variants.base(), row.ends[1].at)
        blocks = " / ".join(_blocks(at.design.blocks) for at in counts)
        return re.escape(f"{blocks} whole blocks (low / as it is / high)")
    return ""


_MANY = 1_000_000_000


def _blocks(blocks: float) -> str:
    return f"{blocks:.0f}" if blocks < _MANY else "a billion or more"


def _why_still(driver: Driver, end: _End, base: float | str, variants: Variants, measure: str) -> str:
    """Why the result does not move at an end; "" where it does."""
    if isinstance(base, str):
        return "no other design, as drawn" if base == "–" else f"{base} as it is"
    if isinstance(end.result, str):
        return re.escape(end.result)
    if round(end.result - base, 6) != 0:
        return ""
    if math.isnan(end.value) or (driver.how in (SCALED, WHOLE) and _value_of(driver, variants) == 0):
        return "not given: there is nothing to vary"
    if not _enters(driver, measure):
        return "it does not enter this result"
    return _why_as_many(driver, end, variants, measure)


def _why_as_many(driver: Driver, end: _End, variants: Variants, measure: str) -> str:
    """Why the result is the same although the driver was changed and enters it."""
    if near(end.value, _value_of(driver, variants), 1e-12):
        return "not varied"
    own, then = variants.base().design, end.at.design
    if "beyond the other design" in measure and not near(variants.base().amount(measure), end.at.amount(measure)):
        return "both designs move alike"
    if driver.label in _OF_MONEY:
        return "nothing here is paid by it"
    if near(own.per_block, then.per_block) and near(own.vms, then.vms):
        hosts = own.kind == "cluster" or own.with_hosts
        return (
            f"(?:as many whole {'hosts and drives' if hosts else 'drives'} are needed"
            f"|(?:drives are given, not sized; )?binding limit stays: {re.escape(_binding(variants))})"
        )
    if near(own.blocks, then.blocks):
        return re.escape(f"as many whole blocks: {_blocks(own.blocks)}")
    return "whole blocks and drives make up for each other"


def _value_of(driver: Driver, variants: Variants) -> float:
    page, row = variants.facts.saved, variants.facts.saved.row_of(SHEET, driver.label, _first_driver(variants.facts))
    return number(page.value(SHEET, row, 7))


def _first_driver(facts: Facts) -> int:
    return facts.saved.row_of(SHEET, "driver")


def _binding(variants: Variants) -> str:
    """What limits the VMs of a block, as What if says it."""
    saved = variants.facts.saved
    return in_english(saved.value("What if", saved.row_of("What if", "binding limit", column=7), 9))


_LATER = ("interest per year", "price of energy", "maintenance per year")
_OF_MONEY = (*_LATER, "drive prices", "prices of all but drives", "prices per VM, such as licences")


def _enters(driver: Driver, measure: str) -> bool:
    """Whether a driver is part of what is ranked: prices of what is paid later, of the cost over the years alone."""
    if "over the years" in measure:
        return True
    if measure in ("VMs per block", "drives of all blocks"):
        return driver.label not in _OF_MONEY
    return driver.label not in _LATER


# --- prices of every design ---------------------------------------------------------------------------------------


def _full_later(facts: Facts, design: Design, years: int) -> float:
    """EUR per VM of a full block, with flash at the price that Settings expects after some years."""
    change = number(facts.settings.get("yearly change of flash drive prices"))
    return facts.full_with_flash(design, (1 + change) ** years) / max(1.0, design.per_block)


def _break_even_drive(facts: Facts, design: Design) -> float | str:
    """The net price of all that is billed per drive of tier 1 at which it costs, bought, what the first design does."""
    first = facts.designs[0]
    if (word := _not_compared(facts, design)) is not None:
        return word
    drives = sum(x.eur for x in design.once if x.per == TIERS[0])
    count = design.drives.get(TIERS[0], (0.0, ""))[0] * design.blocks
    if not (first.full > 0 and drives > 0) or math.isnan(design.bought):
        return "no price"
    return (first.bought / first.vms * design.vms - (design.bought - drives)) / count


def _not_compared(facts: Facts, design: Design) -> str | None:
    if facts.over_years or not same(design.case, facts.designs[0].case):
        return "–"
    return None


_Amount = Callable[[Facts, Design], "float | str"]


def _per_year(what: str) -> _Amount:
    def eur(facts: Facts, design: Design) -> float | str:
        known = {
            "energy": facts.prices_energy and design.power_known,
            "rack space": facts.prices_racks and design.rack_units_known,
            "maintenance": not math.isnan(design.bought),
        }
        return design.by_year[what] if known[what] and design.per_block >= 1 else "no price"

    return eur


def _outlook(years: int) -> _Amount:
    def eur(facts: Facts, design: Design) -> float | str:
        if math.isnan(design.full):
            return "no price"
        given = facts.settings.get("yearly change of flash drive prices")
        return "not given" if given is None else _full_later(facts, design, years)

    return eur


def _total(facts: Facts, design: Design, eur: float) -> float | str:
    if math.isnan(design.bought):
        return "no price"
    if math.isnan(design.total):
        return "not known"
    return eur if any(abs(x) > 1e-9 for what, x in design.worth.items() if what != "purchase") else _ALONE


_ALONE = "the purchase alone"
_AFTER = "after the date of the prices, if flash changes in price as Settings says"
_PRICES: dict[str, tuple[str, str, _Amount | None]] = {
    "EUR per VM of a full block": ("EUR", "per concurrent VM; what is bought",
        lambda f, d: "no price" if math.isnan(d.full) else d.full / max(1.0, d.per_block)),
    "EUR per VM of a full block, in 1 year": ("EUR", f"1 year {_AFTER}", _outlook(1)),
    "EUR per VM of a full block, in 2 years": ("EUR", f"2 years {_AFTER}, every year", _outlook(2)),
    "EUR per VM of a full block, in 3 years": ("EUR", f"3 years {_AFTER}, every year", _outlook(3)),
    "break-even net price per drive of tier 1 for these users":
        ("EUR", "all billed per such drive; below 0: not even free drives do", _break_even_drive),
    "break-even VMs per block":
        ("VMs", "the fewest, hosts in whole ones; full blocks without reserves; may be more than a block carries",
         None),
    "price of the energy per year": ("EUR",
        "without a price, or where power is not known, energy is not in the total", _per_year("energy")),
    "rack space per year": ("EUR", "without a price, rack space is not in the total", _per_year("rack space")),
    "maintenance per year": ("EUR", "", _per_year("maintenance")),
    "cost over the years": ("EUR", "purchase + present value of what the line below names",
        lambda f, d: _total(f, d, d.total)),
    "the cost over the years holds": ("", "what of it is not 0 EUR", None),
    "EUR per user over the years": ("EUR", "for these users, per named user",
        lambda f, d: _total(f, d, d.total / d.users)),
    "EUR per VM over the years": ("EUR", "for these users, per concurrent VM",
        lambda f, d: _total(f, d, d.total / d.vms)),
}  # fmt: skip
"""The last rows of the sheet: unit, note, and what stands there."""


def _read_prices(page: Page) -> None:
    facts = page.oracle.facts
    top = page.begin("Every design: ")[0]
    for design in facts.designs:
        page.say("whose column it is", top + 1, design.column, page.value(top + 1, design.column) == design.name)
    found = {said: row for row, said in page.rows(top + 2)}
    unlike = set(found) ^ set(_PRICES)
    page.say("rows of prices", top + 2, 1, not unlike, f"not in both: {unlike}", list(found))
    for label, (unit, note, wanted) in _PRICES.items():
        row = found.get(label, 0)
        page.label(row)
        page.words("unit", row, 2, unit)
        page.words("note", row, 3, note)
        for design in facts.designs:
            _read_price(page, label, row, design, wanted)


def _read_price(page: Page, label: str, row: int, design: Design, wanted: _Amount | None) -> None:
    if design.error:
        page.words(label, row, design.column, "error", "errors", "–")
    elif label == "the cost over the years holds":
        page.oracle.holds(page.line(row, design.column), design, SHEET, row)
    elif label == "break-even VMs per block":
        _read_break_even_vms(page, row, design)
    elif wanted is not None:
        eur = wanted(page.oracle.facts, design)
        _read_result(page, label, row, design.column, eur)


def _read_break_even_vms(page: Page, row: int, design: Design) -> None:
    """The fewest VMs on a full block at which a VM costs, bought, no more than on one of the first design."""
    facts = page.oracle.facts
    first, shown = facts.designs[0], page.value(row, design.column)
    if (word := _not_compared(facts, design)) is not None or math.isnan(design.full) or not first.full > 0:
        page.words("break-even VMs", row, design.column, word or "no price")
        return
    each = first.full / max(1.0, first.per_block)
    of_vm = sum(x.net * x.of_one * (design.users_per_vm if x.kind == "user" else 1) for x in design.once
                if x.kind in ("VM", "user"))  # fmt: skip
    of_host = sum(x.net * x.of_one for x in design.once if x.kind == "host")
    stored = sum(x.net * x.of_block for x in design.once if x.kind not in ("VM", "user", "host", "once"))
    vms = number(shown)
    if math.isnan(vms):
        page.words("break-even VMs", row, design.column, "never")
        return
    of_a_host = facts.vms_of_a_host(design) if design.with_hosts else math.inf

    def dearer(vms: float) -> float:
        hosts = math.ceil(round(vms / of_a_host, 9)) if design.with_hosts else 1
        return stored + hosts * of_host + vms * of_vm - vms * each

    page.say(
        "break-even VMs",
        row,
        design.column,
        dearer(vms) <= 0.02 and (vms <= 1 or dearer(vms - 1) > -0.02),
        f"{dearer(vms - 1):,.2f} EUR above the first design with one less, {dearer(vms):,.2f} with these",
    )
