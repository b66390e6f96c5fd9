"""What a block and all of them cost: the bill of materials priced, and EUR per VM."""

from __future__ import annotations

import datetime
from dataclasses import dataclass
from typing import TYPE_CHECKING

from vdi_sizing._arrays import Value, maximum
from vdi_sizing.formulas.cost import _cost_per_vm, _discounted_price, _with_vat
from vdi_sizing.inputs import Input, same_name
from vdi_sizing.model.figure import Figure, Given, Scope, Shown, shown
from vdi_sizing.model.formats import EUR_CENT, FLAG, ONE, TEXT, WHOLE
from vdi_sizing.scenario import ONCE, PER_BLOCK, PER_VM
from vdi_sizing.words import DASH, DAYS_PER_YEAR, NO_PRICE

if TYPE_CHECKING:
    from vdi_sizing.model.scopes import Block
    from vdi_sizing.scenario import BillRow, Scenario


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
    rows = enumerate(b.scenario.bill, start=1)
    return tuple(_bill_line(b, at, row) for at, row in rows if same_name(row.design, b.design.name))


def _bill_line(b: Block, at: int, row: BillRow) -> BillLine:
    price = b.scenario.price_of(row.part)
    net = net_eur(b.scenario, row)
    per_block, for_users = _quantities(b, row)
    return BillLine(
        row=at, part=row.part, description=price.description or "", quantity=row.quantity, per=row.per, eur=price.eur,
        discount_share=price.discount_share, net_eur=net, amount_eur=row.quantity * net, quantity_per_block=per_block,
        block_eur=per_block * net, quantity_for_users=for_users, users_eur=for_users * net, date=price.date)


def _quantities(b: Block, row: BillRow) -> tuple[float, float]:
    """How many of a part a block takes, and all blocks of these users."""
    if row.per == PER_VM:
        return row.quantity * float(b.vms_per_block), row.quantity * float(b.vms_whole)
    if row.per == ONCE:
        return 0.0, row.quantity
    billed = next((p for p in b.parts if p.billed_per == row.per), None)
    per_block = row.quantity * (1.0 if billed is None else float(billed.drives_bought))
    return per_block, per_block * float(b.blocks)


def net_eur(scenario: Scenario, row: BillRow) -> float:
    """The price of a part less its discount; 0 where it has none."""
    price = scenario.price_of(row.part)
    return float(_discounted_price(price.eur or 0.0, price.discount_share))


def _parts(label: str, per: str) -> Given[Block, float]:
    """What the parts come to that are billed per something."""
    return Given(f"parts per {label}", "EUR", f'SUMIFS({{cost.amounts}},{{cost.per}},"{per}")',
        lambda b: sum((row.quantity * net_eur(b.scenario, row) for row in b.bill_rows_of_design if row.per == per),
        0.0), EUR_CENT, "net, from the Cost sheet", varies=Input(f"parts per {label}", "EUR"))


class Cost(Scope):
    bill_rows: Given[Block, float] = Given("parts on the bill", "parts", "COUNTIF(Bill[design],{design.name})",
        lambda b: float(len(b.bill_rows_of_design)), WHOLE)
    prices_missing: Given[Block, float] = Given("parts without a price", "parts", "{cost.missing}",
        lambda b: float(sum(b.scenario.price_of(row.part).eur is None for row in b.bill_rows_of_design)), WHOLE)
    priced: Figure[Block, float] = Figure("all prices known", "0/1", "IF({bill_rows}=0,0,IF({prices_missing}=0,1,0))",
        lambda b: float(b.bill_rows > 0 and b.prices_missing == 0), FLAG)
    parts_per_block_eur: Given[Block, float] = _parts("block", PER_BLOCK)
    parts_per_vm_eur: Given[Block, float] = _parts("VM", PER_VM)
    parts_per_drive1_eur: Given[Block, float] = _parts("drive of tier 1", "drive 1")
    parts_per_drive2_eur: Given[Block, float] = _parts("drive of tier 2", "drive 2")
    parts_per_drive3_eur: Given[Block, float] = _parts("drive of tier 3", "drive 3")
    parts_per_cache_drive_eur: Given[Block, float] = _parts("drive of the flash cache", "cache drive")
    parts_per_once_eur: Given[Block, float] = _parts("project, once", ONCE)
    known_block_eur: Figure[Block, Value] = Figure("block without parts per VM", "EUR",
        "{parts_per_block_eur}+{parts_per_drive1_eur}*{tier1.drives_bought}+{parts_per_drive2_eur}*{tier2.drives_bought}"
        "+{parts_per_drive3_eur}*{tier3.drives_bought}+{parts_per_cache_drive_eur}*{cache.drives}",
        lambda b: b.parts_per_block_eur + b.parts_per_drive1_eur * b.tier1.drives_bought
        + b.parts_per_drive2_eur * b.tier2.drives_bought + b.parts_per_drive3_eur * b.tier3.drives_bought
        + b.parts_per_cache_drive_eur * b.cache.drives, EUR_CENT, "known prices")
    known_full_block_eur: Figure[Block, Value] = Figure("full block", "EUR",
        "{known_block_eur}+{parts_per_vm_eur}*{vms_per_block}",
        lambda b: b.known_block_eur + b.parts_per_vm_eur * b.vms_per_block, EUR_CENT,
        "known prices; parts bought once stand apart")
    known_users_eur: Figure[Block, Value] = Figure("all for these users", "EUR",
        "{blocks}*{known_block_eur}+{parts_per_vm_eur}*{vms_whole}+{parts_per_once_eur}",
        lambda b: b.blocks * b.known_block_eur + b.parts_per_vm_eur * b.vms_whole + b.parts_per_once_eur, EUR_CENT,
        "known prices")
    known_eur_per_vm_full_block: Figure[Block, Value] = Figure("EUR per VM of a full block, as a number", "EUR",
        "{priced}*{feasible}*{known_full_block_eur}/MAX(1,{vms_per_block})",
        lambda b: _cost_per_vm(b.priced * b.feasible * b.known_full_block_eur, maximum(1.0, b.vms_per_block)), EUR_CENT,
        "0 where a price is missing")
    known_eur_per_vm: Figure[Block, Value] = Figure("EUR per VM for these users, as a number", "EUR",
        "{priced}*{feasible}*{known_users_eur}/{vms_whole}",
        lambda b: _cost_per_vm(b.priced * b.feasible * b.known_users_eur, b.vms_whole), EUR_CENT,
        "0 where a price is missing")
    known_eur_per_vm_with_vat: Figure[Block, Value] = Figure("the same with VAT", "EUR",
        "{known_eur_per_vm}*(1+{settings.vat_share})", lambda b: _with_vat(b.known_eur_per_vm, b.settings.vat_share),
        EUR_CENT)


def _if_priced(label: str, known: Figure[Block, Value], note: str = "") -> Figure[Block, Shown]:
    """The number, or "no price"."""
    native = f'IF({{priced}}*{{feasible}}=0,"{NO_PRICE}",{{{known.name}}})'
    return Figure(label, "EUR", native, lambda b: shown(b.priced * b.feasible, known.of(b), NO_PRICE), EUR_CENT, note)


class CostShown(Scope):
    full_block_eur: Figure[Block, Shown] = _if_priced("price of a full block", Cost.known_full_block_eur)
    users_eur: Figure[Block, Shown] = _if_priced("price of all for these users", Cost.known_users_eur)
    eur_per_vm_full_block: Figure[Block, Shown] = _if_priced("EUR per VM of a full block",
        Cost.known_eur_per_vm_full_block, "per concurrent VM")
    eur_per_vm: Figure[Block, Shown] = _if_priced("EUR per VM for these users", Cost.known_eur_per_vm,
        "per concurrent VM")
    eur_per_vm_with_vat: Figure[Block, Shown] = _if_priced("EUR per VM for these users, with VAT",
        Cost.known_eur_per_vm_with_vat, "per concurrent VM")


def _oldest(b: Block) -> datetime.date | None:
    """The date of the oldest price on the bill."""
    prices = (b.scenario.price_of(row.part) for row in b.bill_rows_of_design)
    return min((price.date for price in prices if price.eur is not None), default=None)


def _iso_date(date: str) -> str:
    """TEXT(date,"yyyy-mm-dd") would mean something else in a German Excel."""
    return f'YEAR({date})&"-"&RIGHT("0"&MONTH({date}),2)&"-"&RIGHT("0"&DAY({date}),2)'


class PriceDate(Scope):
    price_date: Given[Block, str] = Given("oldest price of the bill", "",
        f'IF({{cost.dates}}=0,"{DASH}",{_iso_date("{cost.oldest}")})',
        lambda b: DASH if (oldest := _oldest(b)) is None else oldest.isoformat(), TEXT, "of the parts with a price")


class PriceAge(Scope):
    price_age_years: Given[Block, float] = Given("age of the oldest price", "years",
        f"IF({{cost.dates}}=0,0,MAX(0,{{settings.as_of}}-{{cost.oldest}})/{DAYS_PER_YEAR})",
        lambda b: 0.0 if (oldest := _oldest(b)) is None else max(0, (b.settings.as_of - oldest).days) / DAYS_PER_YEAR,
        ONE, "to the as-of date")
