"""Price lists: a row per part."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Any

from vdi_sizing.errors import InputError
from vdi_sizing.inputs import name_key
from vdi_sizing.scenario import Scenario
from vdi_sizing.tables.price_lists import Price
from vdi_templates.importing.plan import Options, Plan, Written
from vdi_templates.importing.rows import Row, places_of
from vdi_templates.importing.words import NO_PRICE_YET, TOTAL, means
from vdi_templates.workbook.tables import PRICES

_OF_A_PRICE = ("date", "source", "source_date", "how_sure", "note", "supplier", "quote_number", "valid_until")
"""What was said of the former price, and is not true of another one."""
_MOST_NAMED = 20


def take_prices(scenario: Scenario, rows: Sequence[Row], options: Options, plan: Plan) -> Scenario:
    """The scenario with the prices: parts that its list has get them, others follow behind."""
    prices = list(scenario.prices)
    places = {_key(price.price_list, price.part): index for index, price in enumerate(prices)}
    taken: dict[tuple[str, str], Written] = {}
    unknown: list[Row] = []
    for row in rows:
        try:
            why = _why_not(row)
            if why:
                plan.leave_out(row.place, why, says_nothing=not _has_price(scenario, row, options))
                continue
            price_list = row.value("price_list") or _list(scenario, options)
            key = _key(price_list, _part(row))
            index = places.get(key)
            if index is None and options.known_parts:
                unknown.append(row)
                continue
            values = _values(row, options, plan, scenario.currency)
            if key in taken:
                expected = f"a part that the list prices once; {taken[key].origin} prices it too"
                raise InputError("part", values["part"], expected, row.place)
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
    settings = _settings(scenario, [each.after for each in taken.values()], plan)
    after = replace(scenario, prices=tuple(prices), settings=settings)
    if rows:
        _compare_with_the_bill(after, [each.after.part for each in taken.values()], plan)
    return after


def _compare_with_the_bill(scenario: Scenario, listed: Iterable[str], plan: Plan) -> None:
    """Name the parts that have a price and stand on no bill, and those on a bill that have none."""
    rows = (row for design in scenario.designs for row in scenario.bill_of(design))
    billed = {name_key(part): part for part in (*(row.part for row in rows), scenario.settings.store_part) if part}
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
    part, amount = row.text("part"), row.text("amount")
    name = part or row.text("description")
    if means(TOTAL, name):
        return f"{name!r}: a total"
    if row.is_heading("part"):
        return f"{name!r}: a heading"
    if not amount:
        return f"{part!r}: no price" if part else f"{name!r}: no part and no price"
    return f"{part!r}: no price ({amount!r})" if part and means(NO_PRICE_YET, amount) else ""


def _has_price(scenario: Scenario, row: Row, options: Options) -> bool:
    """Whether the workbook has a price for the part of a row that has none: then it says something else."""
    price_list = row.value("price_list") or options.price_list or scenario.settings.price_list or ""
    wanted = _key(price_list, row.text("part"))
    return any(price.amount is not None and _key(price.price_list, price.part) == wanted for price in scenario.prices)


def _part(row: Row) -> str:
    """The part that a row prices."""
    part = row.value("part")
    if part is None:
        raise InputError("part", None, "the name of a part, since there is a price", row.where("part"))
    return str(part)


def _values(row: Row, options: Options, plan: Plan, of_scenario: str) -> dict[str, Any]:
    """What a row says; without a currency it is in that of the scenario."""
    values = {name: value for name, value in row.values.items() if name != "price_list"}
    beside = row.currency
    currency = values.get("currency", "").upper() or beside
    if beside and currency != beside:
        raise InputError("currency", values["currency"], f"{beside}, as the amount says", row.place)
    values["currency"] = currency or of_scenario
    if not currency:
        plan.notes.append(f"{row.of.grid.name}: no currency is said; taken for {of_scenario}")
    values.setdefault("source", places_of([row], wording=options.wording))
    values.setdefault("date", options.date)
    return values


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
