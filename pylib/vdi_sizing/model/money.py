"""What a block and all of them cost: the bill of materials priced, and EUR per VM."""

from __future__ import annotations

import datetime
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from vdi_sizing._arrays import Value, maximum
from vdi_sizing.formulas.cost import _cost_per_vm, _discounted_price, _with_vat
from vdi_sizing.inputs import Input, same_name
from vdi_sizing.model.figure import Figure, Given, Scope, Section, figure, given_figure, lines
from vdi_sizing.model.formats import EUR_CENT, FLAG, TEXT, WHOLE
from vdi_sizing.model.wear import shown
from vdi_sizing.scenario import ONCE, PER_BLOCK, PER_VM
from vdi_sizing.words import DASH, DAYS_PER_YEAR, NO_PRICE

if TYPE_CHECKING:
    from vdi_sizing.model.scopes import Block
    from vdi_sizing.scenario import BillRow, Scenario


# --- the bill of materials, line by line ---------------------------------------------------------------------


@dataclass(frozen=True)
class BillLine:
    """One line of a design's configuration: a part, its price and what it comes to."""

    row: int  # its position in the scenario's bill, from 1
    part: str
    description: str
    quantity: float
    per: str
    eur: float | None
    discount_share: float
    net_eur: float
    amount_eur: float
    quantity_per_block: float
    block_eur: float
    quantity_for_users: float
    users_eur: float
    date: datetime.date


def bill_lines(b: Block) -> tuple[BillLine, ...]:
    """The parts of a design, priced and multiplied."""
    rows = (
        (at, row)
        for at, row in enumerate(b.scenario.bill, start=1)
        if same_name(row.design, b.design.name)
    )
    return tuple(_bill_line(b, at, row) for at, row in rows)


def _bill_line(b: Block, at: int, row: BillRow) -> BillLine:
    price = b.scenario.price_of(row.part)
    net = net_eur(b.scenario, row)
    per_block, for_users = _quantities(b, row)
    return BillLine(
        row=at, part=row.part, description=price.description or "", quantity=row.quantity, per=row.per,
        eur=price.eur, discount_share=price.discount_share, net_eur=net, amount_eur=row.quantity * net,
        quantity_per_block=per_block, block_eur=per_block * net,
        quantity_for_users=for_users, users_eur=for_users * net, date=price.date,
    )


def _quantities(b: Block, row: BillRow) -> tuple[float, float]:
    """How many of a part a block takes, and all blocks of these users."""
    if row.per == PER_VM:
        return row.quantity * _number(b.vms_per_block), row.quantity * _number(b.vms_whole)
    if row.per == ONCE:
        return 0.0, row.quantity
    billed = next((p for p in b.parts if p.billed_per == row.per), None)
    per_block = row.quantity * (1.0 if billed is None else _number(billed.drives_bought))
    return per_block, per_block * _number(b.blocks)


def _number(value: Value) -> float:
    """A figure of a sizing, where nothing is an array."""
    assert isinstance(value, float)
    return value


def net_eur(scenario: Scenario, row: BillRow) -> float:
    """The price of a part less its discount; 0 where it has none."""
    price = scenario.price_of(row.part)
    eur = _discounted_price(price.eur or 0.0, price.discount_share)
    assert isinstance(eur, float)
    return eur


# --- the figures ---------------------------------------------------------------------------------------------


def _missing(b: Block) -> float:
    return float(sum(b.scenario.price_of(row.part).eur is None for row in b.bill_rows_of_design))


def _parts(label: str, per: str) -> Given[Block, float]:
    """What the parts come to that are billed per something."""
    return given_figure(
        f"parts per {label}", "EUR", f'SUMIFS({{cost.amounts}},{{cost.per}},"{per}")',
        lambda b: sum(
            (row.quantity * net_eur(b.scenario, row) for row in b.bill_rows_of_design if row.per == per), 0.0
        ),
        EUR_CENT, "net, from the Cost sheet", varies=Input(f"parts per {label}", "EUR"),
    )


def _known_block(b: Block) -> Value:
    first, second, third = b.tiers
    return (
        b.parts_per_block_eur
        + b.parts_per_drive1_eur * first.drives_bought
        + b.parts_per_drive2_eur * second.drives_bought
        + b.parts_per_drive3_eur * third.drives_bought
        + b.parts_per_cache_drive_eur * b.cache.drives
    )


class Cost(Scope):
    bill_rows: Given[Block, float] = given_figure(
        "parts on the bill", "parts", "SUMPRODUCT((Bill[design]={design.name})*1)",
        lambda b: float(len(b.bill_rows_of_design)), WHOLE,
    )
    prices_missing: Given[Block, float] = given_figure(
        "parts without a price", "parts", "{cost.missing}", _missing, WHOLE
    )
    priced: Figure[Block, float] = figure(
        "all prices known", "0/1", "IF({bill_rows}=0,0,IF({prices_missing}=0,1,0))",
        lambda b: float(b.bill_rows > 0 and b.prices_missing == 0), FLAG,
    )
    parts_per_block_eur: Given[Block, float] = _parts("block", PER_BLOCK)
    parts_per_vm_eur: Given[Block, float] = _parts("VM", PER_VM)
    parts_per_drive1_eur: Given[Block, float] = _parts("drive of tier 1", "drive 1")
    parts_per_drive2_eur: Given[Block, float] = _parts("drive of tier 2", "drive 2")
    parts_per_drive3_eur: Given[Block, float] = _parts("drive of tier 3", "drive 3")
    parts_per_cache_drive_eur: Given[Block, float] = _parts("drive of the flash cache", "cache drive")
    parts_per_once_eur: Given[Block, float] = _parts("project, once", ONCE)
    known_block_eur: Figure[Block, Value] = figure(
        "block without parts per VM", "EUR",
        "{parts_per_block_eur}+{parts_per_drive1_eur}*{tier1.drives_bought}+{parts_per_drive2_eur}*{tier2.drives_bought}"
        "+{parts_per_drive3_eur}*{tier3.drives_bought}+{parts_per_cache_drive_eur}*{cache.drives}",
        _known_block, EUR_CENT, "known prices",
    )
    known_full_block_eur: Figure[Block, Value] = figure(
        "full block", "EUR", "{known_block_eur}+{parts_per_vm_eur}*{vms_per_block}",
        lambda b: b.known_block_eur + b.parts_per_vm_eur * b.vms_per_block, EUR_CENT,
        "known prices; parts bought once stand apart",
    )
    known_users_eur: Figure[Block, Value] = figure(
        "all for these users", "EUR", "{blocks}*{known_block_eur}+{parts_per_vm_eur}*{vms_whole}+{parts_per_once_eur}",
        lambda b: b.blocks * b.known_block_eur + b.parts_per_vm_eur * b.vms_whole + b.parts_per_once_eur, EUR_CENT,
        "known prices",
    )
    known_eur_per_vm_full_block: Figure[Block, Value] = figure(
        "EUR per VM of a full block, as a number", "EUR",
        "{priced}*{feasible}*{known_full_block_eur}/MAX(1,{vms_per_block})",
        lambda b: _cost_per_vm(b.priced * b.feasible * b.known_full_block_eur, maximum(1.0, b.vms_per_block)), EUR_CENT,
        "0 where a price is missing",
    )
    known_eur_per_vm: Figure[Block, Value] = figure(
        "EUR per VM for these users, as a number", "EUR", "{priced}*{feasible}*{known_users_eur}/{vms_whole}",
        lambda b: _cost_per_vm(b.priced * b.feasible * b.known_users_eur, b.vms_whole), EUR_CENT,
        "0 where a price is missing",
    )
    known_eur_per_vm_with_vat: Figure[Block, Value] = figure(
        "the same with VAT", "EUR", "{known_eur_per_vm}*(1+{settings.vat_share})",
        lambda b: _with_vat(b.known_eur_per_vm, b.settings.vat_share), EUR_CENT,
    )


def _if_priced(label: str, known: str, value: Callable[[Block], Value], note: str = "") -> Figure[Block, Value | str]:
    """The number, or "no price"."""
    native = f'IF({{priced}}*{{feasible}}=0,"{NO_PRICE}",{known})'
    return figure(label, "EUR", native, lambda b: shown(b.priced * b.feasible, value(b), NO_PRICE), EUR_CENT, note)


class CostShown(Scope):
    full_block_eur: Figure[Block, Value | str] = _if_priced(
        "price of a full block", "{known_full_block_eur}", lambda b: b.known_full_block_eur
    )
    users_eur: Figure[Block, Value | str] = _if_priced(
        "price of all for these users", "{known_users_eur}", lambda b: b.known_users_eur
    )
    eur_per_vm_full_block: Figure[Block, Value | str] = _if_priced(
        "EUR per VM of a full block", "{known_eur_per_vm_full_block}", lambda b: b.known_eur_per_vm_full_block,
        "per concurrent VM",
    )
    eur_per_vm: Figure[Block, Value | str] = _if_priced(
        "EUR per VM for these users", "{known_eur_per_vm}", lambda b: b.known_eur_per_vm, "per concurrent VM"
    )
    eur_per_vm_with_vat: Figure[Block, Value | str] = _if_priced(
        "EUR per VM for these users, with VAT", "{known_eur_per_vm_with_vat}", lambda b: b.known_eur_per_vm_with_vat,
        "per concurrent VM",
    )


# --- how old the prices are ----------------------------------------------------------------------------------


def _oldest(b: Block) -> datetime.date | None:
    """The date of the oldest price on the bill."""
    prices = (b.scenario.price_of(row.part) for row in b.bill_rows_of_design)
    return min((price.date for price in prices if price.eur is not None), default=None)


def _price_age_years(b: Block) -> float:
    oldest = _oldest(b)
    return 0.0 if oldest is None else max(0, (b.settings.as_of - oldest).days) / DAYS_PER_YEAR


def _price_date(b: Block) -> str:
    oldest = _oldest(b)
    return DASH if oldest is None else oldest.isoformat()


def _iso_date(date: str) -> str:
    """TEXT(date,"yyyy-mm-dd") would mean something else in a German Excel."""
    return f'YEAR({date})&"-"&RIGHT("0"&MONTH({date}),2)&"-"&RIGHT("0"&DAY({date}),2)'


class PriceDate(Scope):
    price_date: Given[Block, str] = given_figure(
        "oldest price of the bill", "", f'IF({{cost.dates}}=0,"{DASH}",{_iso_date("{cost.oldest}")})', _price_date,
        TEXT, "of the parts with a price",
    )


def price_age() -> Given[Block, float]:
    """The age of the oldest price, which a check looks at."""
    native = f"IF({{cost.dates}}=0,0,MAX(0,{{settings.as_of}}-{{cost.oldest}})/{DAYS_PER_YEAR})"
    return given_figure("age of the oldest price", "years", native, _price_age_years, "#,##0.0", "to the as-of date")


def cost_section(b: Block) -> Section:
    """What the parts of a design come to."""
    return Section("Cost", tuple(lines(b, Cost, CostShown)))
