"""Price lists: a row per part."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from vdi_sizing.errors import InputError
from vdi_sizing.inputs import name_key
from vdi_sizing.scenario import PER_MONTH, PER_YEAR, BillRow, Scenario
from vdi_sizing.tables.price_lists import Price
from vdi_templates.importing.headers import AMOUNTS, NAMES_OF_A_PART, Headers
from vdi_templates.importing.numbers import decimal_symbol, has_digits
from vdi_templates.importing.offers import said_of_all
from vdi_templates.importing.parts import Matched, billed_parts
from vdi_templates.importing.plan import Options, Plan, Written
from vdi_templates.importing.rows import Row, places_of
from vdi_templates.importing.wording import OFFERED
from vdi_templates.importing.words import (
    A_CORE,
    A_CPU,
    A_MONTH,
    A_YEAR,
    NO_PRICE_YET,
    TOTAL_OF_PRICES,
    is_total,
    means,
    units_said,
)
from vdi_templates.workbook.tables import PRICES

_OF_A_PRICE = ("date", "source", "source_date", "how_sure", "note", "supplier", "quote_number", "valid_until")
"""What was said of the former price, and is not true of another one."""
_MOST_NAMED = 20
_NO_INPUTS = {"price_list", "list_amount", "quantity", "line_amount", *NAMES_OF_A_PART} - {"description"}
"""What a row says that goes into no cell as it stands."""
_COUNTED = {A_CORE: "core", A_CPU: "CPU", A_YEAR: PER_YEAR, A_MONTH: PER_MONTH}
"""How a row of a bill counts what a list has by such a price."""
_LEAST_OF_A_CENT = 1e-6
_HALF_A_PER_CENT = 0.005
"""As far as a discount that is printed in whole per cent may be from the one that its prices say."""


def take_prices(
    scenario: Scenario, rows: Sequence[Row], options: Options, plan: Plan, parts: Matched, headers: Headers
) -> Scenario:
    """The scenario with the prices: parts that its list has get them, others follow behind."""
    offers = _offers(rows, options, plan, headers)
    prices = list(scenario.prices)
    places = {_key(price.price_list, price.part): index for index, price in enumerate(prices)}
    taken: dict[tuple[str, str], Written] = {}
    unknown: list[Row] = []
    bill = [each for design in scenario.designs for each in scenario.bill_of(design)]
    currencies: dict[str, set[str]] = {}
    """By the name of a list what its amounts say; nothing of one that says none."""
    for row in rows:
        try:
            if parts.leaves_out(row) or row.place in plan.said_of_all:
                continue
            why = _why_not(row)
            if why:
                plan.leave_out(row.place, why, says_nothing=not _has_price(scenario, row, options, parts))
                continue
            price_list = row.value("price_list") or _list(scenario, options)
            part = parts.of(row) or _part(row)
            key = _key(price_list, part)
            index = places.get(key)
            if index is None and options.known_parts and not parts.of(row):
                unknown.append(row)
                continue
            values = {**offers[row.of.grid.name], **_values(row, options, plan, scenario.currency), "part": part}
            if key in taken:
                expected = f"a part that the list prices once; {taken[key].origin} prices it too"
                raise InputError("part", _named(row), expected, row.place)
            currencies.setdefault(row.of.grid.name, set()).add(row.text("currency").upper() or row.currency)
            _say_what_it_is_per(row, part, bill, plan)
            before = None if index is None else prices[index]
            taken[key] = Written(
                PRICES, len(prices) if index is None else index, before, _made(price_list, values, before), row.place
            )
        except InputError as error:
            plan.problems.append(str(error))
            continue
        prices[taken[key].index : taken[key].index + 1] = [taken[key].after]
    if unknown:
        plan.leave_out(places_of(unknown), f"{len(unknown)} parts that the workbook's list does not have")
    plan.written += taken.values()
    _say_what_is_on_no_bill(taken.values(), bill, plan)
    _say_currencies(currencies, scenario.currency, plan)
    _say_whose_date_goes(taken.values(), plan)
    settings = _settings(scenario, [each.after for each in taken.values()], plan)
    after = replace(scenario, prices=tuple(prices), settings=settings)
    if rows:
        _compare_with_the_bill(after, [each.after.part for each in taken.values()], plan)
    return after


def _say_whose_date_goes(written: Iterable[Written], plan: Plan) -> None:
    """Say where a new price has no date, and the former one had."""
    gone = [each.after.part for each in written if each.before and each.before.date and each.after.date is None]
    if gone:
        what = "no date is said of new prices, and the former one goes; --date says it"
        plan.notes.append(f"Prices: {what}: {_some(gone)}")


def _offers(rows: Iterable[Row], options: Options, plan: Plan, headers: Headers) -> dict[str, dict[str, Any]]:
    """Of each list what it says once for all of its prices; else the date that somebody typed."""
    lists = {row.of.grid.name: row for row in rows}
    return {name: said_of_all(row.of, row.style, headers, plan, options.date) for name, row in lists.items()}


def _compare_with_the_bill(scenario: Scenario, listed: Iterable[str], plan: Plan) -> None:
    """Name the parts that have a price and stand on no bill, and those on a bill that have none."""
    billed = billed_parts(scenario)
    beside = [part for part in listed if name_key(part) not in billed]
    if beside:
        one = len(beside) == 1
        parts = "1 part of the list is" if one else f"{len(beside)} parts of the list are"
        plan.notes.append(f"{parts} on no bill: {_some(beside)}")
    without = [part for part in billed.values() if scenario.price_of(part).amount is None]
    if without:
        plan.notes.append(f"on the bill without a price: {_some(without)}")


def _some(parts: Sequence[str]) -> str:
    more = len(parts) - _MOST_NAMED
    return ", ".join(parts[:_MOST_NAMED]) + (f" and {more} more" if more > 0 else "")


def _key(price_list: str, part: str) -> tuple[str, str]:
    return name_key(price_list), name_key(part)


def _list(scenario: Scenario, options: Options) -> str:
    """The list of a price that names none."""
    found = options.price_list or scenario.settings.price_list
    if found is None:
        raise InputError("price list", None, "a name for it: say --list, or add a column 'price list'")
    return found


def _why_not(row: Row) -> str:
    """Why a row has no price to take, or nothing: a total, a text between the parts, a price that is still to come."""
    part, amount = _named(row), row.text(*AMOUNTS)
    name = row.text(*NAMES_OF_A_PART)
    if is_total(TOTAL_OF_PRICES, name):
        return f"{name!r}: a total"
    if not name and row.has_word_alone(TOTAL_OF_PRICES):
        return "a row that names no part: a total"
    if row.is_heading(*NAMES_OF_A_PART):
        return f"{name!r}: a heading"
    if not amount:
        return f"{part!r}: no price" if part else f"{name!r}: no part and no price"
    if not name and not has_digits(amount):  # as "Freight: included" in the columns of amounts
        return "a row that names no part: no price"
    return f"{name!r}: no price ({amount!r})" if name and means(NO_PRICE_YET, amount) else ""


def _has_price(scenario: Scenario, row: Row, options: Options, parts: Matched) -> bool:
    """Whether the workbook has a price for the part of a row that has none: then it says something else."""
    price_list = row.value("price_list") or options.price_list or scenario.settings.price_list or ""
    wanted = _key(price_list, parts.of(row) or _named(row))
    return any(price.amount is not None and _key(price.price_list, price.part) == wanted for price in scenario.prices)


def _named(row: Row) -> str:
    """What a row says in the columns that name parts; a description does where there are no others."""
    names = [name for name in NAMES_OF_A_PART[:3] if name in row.of.columns]
    return row.text(*(names or NAMES_OF_A_PART))


def _part(row: Row) -> str:
    """The part that a row prices."""
    part = next((part for name in NAMES_OF_A_PART if (part := row.value(name)) is not None), None)
    if part is None:
        named = next(name for name in NAMES_OF_A_PART if name in row.of.columns)
        raise InputError("part", None, "the name of a part, since there is a price", row.where(named))
    return str(part)


def _values(row: Row, options: Options, plan: Plan, of_scenario: str) -> dict[str, Any]:
    """What a row says; without a currency it is in that of the scenario."""
    values = {name: value for name, value in row.values.items() if name not in _NO_INPUTS}
    values |= _list_price(row, plan)
    beside = row.currency
    currency = values.get("currency", "").upper() or beside
    if beside and currency != beside:
        raise InputError("currency", values["currency"], f"{beside}, as the amount says", row.place)
    values["currency"] = currency or of_scenario
    values.setdefault("source", places_of([row], wording=options.wording))
    many = _said_number(row, "quantity")
    if many is not None:
        values.setdefault("note", options.wording.said(OFFERED, many=f"{many:.15g}"))
        _compare_with_the_line(row, many, values, plan)
    return values


def _say_what_it_is_per(row: Row, part: str, bill: Iterable[BillRow], plan: Plan) -> None:
    """Say where a list has the price of a core, CPU, year or month, and no bill counts the part by it."""
    billed = [each for each in bill if name_key(each.part or "") == name_key(part)]
    name = row.text("description", *NAMES_OF_A_PART)
    for unit in units_said(name) if billed else ():
        if not any(_COUNTED[unit] in (each.per, each.recurs) for each in billed):
            what = f"{name!r} is the price of {unit}, and no bill counts {part!r} by it"
            plan.first.append(f"{row.place}: {what}; see 'per' and 'recurs' on Bill or Parts")


def _say_what_is_on_no_bill(written: Iterable[Written], bill: Iterable[BillRow], plan: Plan) -> None:
    """Name the prices of a core, CPU, year or month of parts that no bill has yet: whoever adds one counts it so."""
    billed = {name_key(each.part or "") for each in bill}
    prices = (each.after for each in written if name_key(each.after.part) not in billed)
    said = [repr(name) for each in prices if units_said(name := each.description or each.part)]
    if said:
        what = "no bill has these prices of a core, CPU, year or month; see 'per' and 'recurs' where you add them"
        plan.first.append(f"Prices: {what}: {_some(said)}")


def _say_currencies(said: Mapping[str, set[str]], of_scenario: str, plan: Plan) -> None:
    """Name the lists with amounts that say no currency, unless other amounts say that of the scenario."""
    for name, currencies in said.items():
        if "" in currencies and of_scenario not in currencies:
            plan.notes.append(f"{name}: no currency is said; taken for {of_scenario}")


def _compare_with_the_line(row: Row, many: float, values: Mapping[str, Any], plan: Plan) -> None:
    """Say where the pieces of a row at its price are not what the row says that they cost together."""
    total = _said_number(row, "line_amount")
    price = values["amount"] * (1 - values.get("discount_share", 0.0))
    if total is None or abs(many * price - total) <= max(_HALF_A_PER_CENT * abs(total), _LEAST_OF_A_CENT):
        return
    amounts = (_as_listed(each, row) for each in (price, many * price, total))
    said = "{:.15g} x {} is {}, and the list says {}".format(many, *amounts)
    plan.first.append(f"{row.place}: {said}; the price is taken as it stands")


def _as_listed(amount: float, row: Row) -> str:
    """An amount as the list of a row writes it."""
    return f"{amount:.2f}".replace(".", decimal_symbol(row.style.locale))


def _said_number(row: Row, name: str) -> float | None:
    """A number that is no input of the workbook; None where none is said, or something else."""
    cell = row.cells.get(name)
    if cell is None or isinstance(cell.value, bool):
        return None
    if isinstance(cell.value, (int, float)):
        return float(cell.value)
    found = row.style.quantity(str(cell.value))
    return found.number if found else None


def _list_price(row: Row, plan: Plan) -> dict[str, float]:
    """The list price and the discount that make the price of an offer; nothing where no list price is said.

    Raises
    ------
    InputError
        If the price is above the list price, or is not that less the discount.
    """
    full, price, discount = (row.value(name) for name in ("list_amount", "amount", "discount_share"))
    if full is None:
        if discount:
            headers = (row.of.columns[name].header for name in ("discount_share", "amount"))
            what = "column {!r}: the discount is taken off the price in column {!r}".format(*headers)
            plan.first.append(f"{row.of.grid.name}, {what}; where that price holds it already, remove the discount")
        return {}
    if price is None:
        return {"amount": full}
    if price > full:
        raise InputError("price", price, f"at most the list price, {full:.15g}", row.where("amount"))
    by_prices = 1 - price / full if full else 0.0
    if full and discount is not None and abs(by_prices - discount) > _HALF_A_PER_CENT:
        less = (
            f"{_as_listed(full * (1 - discount), row)}, the list price less the discount, or no column of the discount"
        )
        raise InputError("price", price, less, row.where("amount"))
    exact = discount is not None and abs(full * (1 - discount) - price) < _LEAST_OF_A_CENT
    return {"amount": full, "discount_share": discount if exact else round(by_prices, 15)}


def _made(price_list: str, values: dict[str, Any], before: Price | None) -> Price:
    """The price as it will be: a new amount brings its own discount, date and source, or none."""
    if before is None:
        blank = {"description": None, "discount_share": 0.0, "date": None}
        return Price(price_list=price_list, **{**blank, **values})
    former = {"discount_share": 0.0, **dict.fromkeys(_OF_A_PRICE)}
    return replace(before, **{**former, **values, "part": before.part})


def _settings(scenario: Scenario, prices: list[Price], plan: Plan) -> Any:
    """The settings; where no list is picked, the one that comes is."""
    lists = {name_key(price.price_list): price.price_list for price in prices}
    if scenario.settings.price_list is None and len(lists) == 1:
        (name,) = lists.values()
        plan.notes.append(f"Settings: the price list {name!r} is picked, since none was")
        return replace(scenario.settings, price_list=name)
    chosen = scenario.settings.price_list
    for key, name in lists.items():
        if chosen is not None and key != name_key(chosen):
            plan.notes.append(f"the prices of the list {name!r} count once Settings picks it; it picks {chosen!r}")
    return scenario.settings
