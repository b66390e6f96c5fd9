"""Money over time: what the blocks cost to run and over the years, and what drives cost in some years.

What has no price at all (energy, rack space, the profile store) is left out of the totals of every design. What has a
price, but is not known of a design, voids its total: there is none, and a line says what is missing.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from vdi_sizing._arrays import Value, flag, maximum, paid_in_advance, total_of, where
from vdi_sizing.engine.rows import count_over
from vdi_sizing.formulas import cost
from vdi_sizing.inputs import Input
from vdi_sizing.model.figure import Display, Figure, Given, Scope, Shown, or_zero, over, shown
from vdi_sizing.model.formats import EUR_CENT, FLAG, ONE, TEXT, THREE, WHOLE
from vdi_sizing.scenario import BOUGHT_ONCE, IN_ADVANCE, IN_ARREARS, PER_MONTH, PER_YEAR, SERVICE
from vdi_sizing.words import NO_PRICE, NONE, NOT_GIVEN, NOT_KNOWN

if TYPE_CHECKING:
    from vdi_sizing.model.money.bill import BillLine
    from vdi_sizing.model.scopes import Block, Outlook, Part


OUTLOOK_YEARS = (1, 2, 3)


class PowerOfPart(Scope):
    drive_watts: Given[Part, float] = Given("power of a drive", "W",
        lambda p: 0.0 if p.drive is None else or_zero(p.drive.watts), ONE, "0: not known",
        varies=Input("power of a drive", "W"))


def _shelves_lack(b: Block, each: float | None) -> Value:
    """Whether there are shelves and nobody says what one takes."""
    return where(b.shelves > 0, flag(each is None), 0.0)


def _watts_known(b: Block) -> Value:
    of_block = flag(b.design.block_watts is None and b.design.block_kind != SERVICE)
    given = of_block + b.with_hosts * flag(b.design.beside_watts is None) + _shelves_lack(b, b.design.shelf_watts)
    unknown = total_of([given, *(where(p.drive_watts == 0, p.used, 0.0) for p in b.parts)])
    return where(unknown == 0, 1.0, 0.0)


def _without_watts(b: Block) -> str:
    names = ["a block"] if b.design.block_watts is None and b.design.block_kind != SERVICE else []
    names += [b.shelf_without_watts[2:]] if b.shelf_without_watts else []
    names += ["a host"] if b.with_hosts and b.design.beside_watts is None else []
    names += [p.own.drive for p in b.parts if p.own.drive is not None and p.drive_watts == 0]
    return ", ".join(names) or NONE


def block_units(b: Block) -> Value:
    """Rack units of a block with its shelves."""
    return or_zero(b.design.rack_units) + b.shelves * or_zero(b.design.shelf_rack_units)


class PowerAndSpace(Scope):
    shelf_without_watts: Display[Block, str] = Display("a shelf, where its power is not known", "",
        lambda b: ", a shelf" if b.shelves > 0 and b.design.shelf_watts is None else "", TEXT)
    without_watts: Display[Block, str] = Display("power not known of", "",
        _without_watts, TEXT, "watts of a block without drives on Designs, of a drive on Drives",
        native=f'IF({{watts_known}}=1,"{NONE}",MID(IF({{design.block_watts}}="",", a block","")'
        '&{shelf_without_watts}'
        '&IF(AND({with_hosts}=1,{design.beside_watts}=""),", a host","")'
        + over("parts", "", '&IF({used}*({drive_watts}=0)=1,", "&{own.drive},"")')
        + ",3,2000))")
    watts_known: Figure[Block, Value] = Figure("power of block and drives known", "0/1",
        _watts_known, FLAG,
        "that of a service is in its price",
        native=f'IF(IF(AND({{design.block_watts}}="",{{design.block_kind}}<>"{SERVICE}"),1,0)+'
        'IF({design.beside_watts}="",{with_hosts},0)+IF({design.shelf_watts}="",{shelves},0)+'
        + over("parts", "+", "IF({drive_watts}=0,{used},0)") + "=0,1,0)")
    gpus_power_w: Figure[Block, Value] = Figure("power of the GPUs of a host", "W",
        lambda b: b.servers_sized * or_zero(b.design.gpus) * or_zero(b.design.gpu_watts), WHOLE,
        "beside that of the host; 0: that contains it, or there are none")
    block_power_w: Figure[Block, Value] = Figure("power of a block", "W",
        lambda b: total_of((
            or_zero(b.design.block_watts) + b.shelves * or_zero(b.design.shelf_watts)
            + (1 - b.with_hosts) * b.gpus_power_w,
            *(p.drives_bought * p.drive_watts for p in b.parts))), WHOLE, "drives as bought, and its shelves")
    power_w: Figure[Block, Value] = Figure("power of all blocks", "W",
        lambda b: b.blocks * b.block_power_w
        + b.hosts_beside * (or_zero(b.design.beside_watts) + b.gpus_power_w), WHOLE, "and of the hosts beside them")
    rack_units: Figure[Block, Value] = Figure("rack units of all blocks", "U",
        lambda b: b.blocks * block_units(b) + b.hosts_beside * or_zero(b.design.beside_rack_units),
        WHOLE, "and of the hosts beside them")
    rack_known: Figure[Block, Value] = Figure("rack units of block and host known", "0/1",
        lambda b: flag(b.design.block_kind == SERVICE or (b.design.rack_units is not None and not (
            b.with_hosts and b.design.beside_rack_units is None)))
        * (1 - _shelves_lack(b, b.design.shelf_rack_units)), FLAG, "a service takes none")


TOTAL_TEXT = "({known_users_eur}+{known_running_eur_per_year}*{present_value_factor}+{known_recurring_eur})"
"""The cost over the years. Lines that show it sum it up themselves: so they stand a step nearer to the prices."""


def total_eur_of(b: Block) -> Value:
    """The cost over the years. Lines that show it sum it up themselves: so they stand a step nearer to the prices."""
    return b.known_users_eur + b.known_running_eur_per_year * b.present_value_factor + b.known_recurring_eur


class OverTheYears(Scope):
    known_energy_kwh_per_year: Figure[Block, Value] = Figure("energy per year, as a number", "kWh",
        lambda b: b.power_w / b.watts_per_kw * b.hours_per_year * b.settings.pue, WHOLE,
        "kW x hours of a year x PUE; parts of unknown power count 0")
    known_energy_eur_per_year: Figure[Block, Value] = Figure("energy per year, as a number", "EUR",
        lambda b: where(b.energy_priced == 0, 0.0, b.known_energy_kwh_per_year * or_zero(b.settings.eur_per_kwh)),
        EUR_CENT, "0 where energy has no price, or a part's power is not known")
    known_rack_eur_per_year: Figure[Block, Value] = Figure("rack space per year, as a number", "EUR",
        lambda b: cost._rack_cost(b.rack_units, 1.0, or_zero(b.settings.eur_per_rack_unit_year)), EUR_CENT,
        "0 where rack space has no price")
    known_maintenance_eur_per_year: Figure[Block, Value] = Figure("maintenance per year, as a number", "EUR",
        lambda b: cost._maintenance_cost(b.maintained.for_users_eur, 1.0, b.settings.maintenance_share), EUR_CENT,
        "known prices of what is maintained x yearly share")
    known_store_eur_per_year: Figure[Block, Value] = Figure("profile store per year, as a number", "EUR",
        lambda b: b.store_sized_gb * or_zero(b.settings.store_eur_per_gb_month) * b.months_per_year, EUR_CENT,
        "GB with reserve x price per GB and month x months of a year; 0 where it has no price")
    known_running_eur_per_year: Figure[Block, Value] = Figure("running costs per year, as a number", "EUR",
        lambda b: b.known_energy_eur_per_year + b.known_rack_eur_per_year + b.known_maintenance_eur_per_year
        + b.known_store_eur_per_year, EUR_CENT)
    level_in_arrears: Figure[Block, Value] = Figure("running costs do not rise, and are paid at each year's end", "0/1",
        lambda b: where(b.settings.escalation == 0, 1.0, 0.0) * flag(b.settings.running_paid == IN_ARREARS), FLAG)
    present_value_factor: Figure[Block, Value] = Figure("present value of 1 EUR a year", "years",
        lambda b: paid_in_advance((1 + b.settings.discount_rate) / (1 + b.settings.escalation) - 1, b.settings.years)
        / (1 + b.settings.discount_rate * flag(b.settings.running_paid != IN_ADVANCE)), THREE,
        "paid as the settings say, and rising as they say")
    known_recurring_eur: Figure[Block, Value] = Figure("parts paid per year, present value, as a number", "EUR",
        lambda b: b.recurring.for_users_eur, EUR_CENT, "known prices")
    known_total_eur: Figure[Block, Value] = Figure("purchase and running costs over the years, as a number", "EUR",
        total_eur_of, EUR_CENT)
    known_total_eur_with_vat: Figure[Block, Value] = Figure("the same with VAT, as a number", "EUR",
        lambda b: cost._with_vat(b.known_total_eur, b.settings.vat_share), EUR_CENT, "on everything that it holds")
    bill_priced: Figure[Block, Value] = Figure("all parts priced, and a block carries a VM", "0/1",
        lambda b: b.priced * b.feasible, FLAG)
    total_known: Figure[Block, Value] = Figure("all that enters the cost over the years is known", "0/1",
        lambda b: b.bill_priced * (1.0 if b.settings.eur_per_kwh is None else b.watts_known)
        * (1.0 if b.settings.eur_per_rack_unit_year is None else b.rack_known), FLAG)
    known_total_eur_per_vm: Figure[Block, Value] = Figure("the same per VM, as a number", "EUR",
        lambda b: b.total_known * b.known_total_eur / b.vms_whole, EUR_CENT)
    known_total_eur_per_user: Figure[Block, Value] = Figure("the same per user, as a number", "EUR",
        lambda b: b.total_known * b.known_total_eur / b.users_whole, EUR_CENT)
    known_total_eur_per_user_month: Figure[Block, Value] = Figure("the same per user and month, as a number", "EUR",
        lambda b: b.known_total_eur_per_user / (b.months_per_year * b.settings.years), EUR_CENT)
    energy_priced: Figure[Block, Value] = Figure("energy priced", "0/1",
        lambda b: b.feasible * b.watts_known * flag(b.settings.eur_per_kwh is not None), FLAG)
    rack_priced: Figure[Block, Value] = Figure("rack space priced", "0/1",
        lambda b: b.feasible * b.rack_known * flag(b.settings.eur_per_rack_unit_year is not None), FLAG)


def _if_known(flag: str, known: str) -> str:
    return f'IF({flag}=0,"{NO_PRICE}",{known})'


def _total_missing(b: Block) -> str:
    """What a total over the years lacks."""
    found = [line.part for line in b.bill if line.amount is None]
    missing = [f"price of {b.part_without_price}"] if found else []
    missing += ["a bill"] if not b.bill else []
    missing += [f"{b.unpaid_words} on the bill"] if b.unpaid else []
    missing += ["a block that carries a VM"] if b.feasible == 0 else []
    missing += [f"watts of {b.without_watts}"] if b.settings.eur_per_kwh is not None and b.watts_known == 0 else []
    rack_units = b.settings.eur_per_rack_unit_year is not None and not b.rack_known
    shelf, host = " or a shelf" if b.shelves > 0 else "", " or a host" if b.with_hosts else ""
    missing += [f"rack units of a block{shelf}{host}"] if rack_units else []
    return "; ".join(missing) or NONE


_MISSING = (
    'IF({prices_missing}=0,"","; price of "&{part_without_price})'
    '&IF({bill_rows}=0,"; a bill","")&IF({unpaid}=0,"","; "&{unpaid_words}&" on the bill")'
    '&IF({feasible}=0,"; a block that carries a VM","")'
    '&IF(OR({settings.eur_per_kwh}="",{watts_known}=1),"","; watts of "&{without_watts})'
    '&IF(OR({settings.eur_per_rack_unit_year}="",{rack_known}=1),"",'
    '"; rack units of a block"&IF({shelves}>0," or a shelf","")&IF({with_hosts}=1," or a host",""))'
)


def _ends_early(b: Block, line: BillLine) -> bool:
    """Whether a part per year that was paid for is not any more before the years of use are over."""
    paid = line.recurs != BOUGHT_ONCE and line.quantity > 0 and line.first_year <= line.last_year
    return paid and line.last_year < b.settings.years


class PaidAgain(Scope):
    """Of parts that are paid again and again, and of what a total over the years lacks."""

    energy_kwh_per_year: Display[Block, Shown] = Display("energy per year", "kWh",
        lambda b: shown(b.watts_known, b.known_energy_kwh_per_year, NOT_KNOWN), WHOLE,
        "of drives and blocks whose power is known; else see what has no watts")
    recurring_rows: Given[Block, float] = Given("parts on the bill that are paid per year", "parts",
        lambda b: count_over(b.bill_rows_of_design, lambda row: row.recurs != BOUGHT_ONCE), WHOLE,
        native=f'COUNTIF({{cost.recurs}},"{PER_YEAR}")+COUNTIF({{cost.recurs}},"{PER_MONTH}")')
    rows_too_late: Display[Block, float] = Display("of these such as begin after the years of use", "parts",
        lambda b: float(sum(line.recurs != BOUGHT_ONCE and line.first_year > line.last_year for line in b.bill)), WHOLE,
        "they count for nothing",
        native=f'SUMPRODUCT(({{cost.recurs}}<>"{BOUGHT_ONCE}")*({{cost.first_year}}>{{cost.last_year}}))')
    rows_too_short: Display[Block, float] = Display("of these such as end before the years of use", "parts",
        lambda b: float(sum(_ends_early(b, line) for line in b.bill)), WHOLE,
        "after their last year nothing is paid for them; credits are left out",
        native=f'SUMPRODUCT(({{cost.recurs}}<>"{BOUGHT_ONCE}")*({{cost.quantity}}>0)'
        "*({cost.first_year}>0)*({cost.first_year}<={cost.last_year})*({cost.last_year}<{settings.years}))")
    total_missing: Display[Block, str] = Display("missing in the cost over the years", "",
        _total_missing, TEXT,
        "what is priced, but not known of this design: then there is no total",
        native=f'IF({{total_known}}=1,"{NONE}",MID({_MISSING},3,3000))')


class DrivesOnBill(Scope):
    known_drives_eur: Figure[Block, Value] = Figure("drives of a block, as a number", "EUR",
        lambda b: total_of(p.parts_per_drive_eur * p.drives_bought for p in b.parts), EUR_CENT,
        "known prices; parts billed per drive")
    known_flash_eur: Figure[Block, Value] = Figure("of it flash drives, as a number", "EUR",
        lambda b: total_of(p.parts_per_drive_eur * p.drives_bought * p.flash for p in b.parts), EUR_CENT,
        "these follow the yearly change, other drives keep their price")


def _outlook(o: Outlook) -> Shown:
    priced = shown(o.block.bill_priced, o.known, NO_PRICE)
    return NOT_GIVEN if o.block.settings.drive_price_change is None and priced != NO_PRICE else priced


class PricesLater(Scope):
    known: Figure[Outlook, Value] = Figure("EUR per VM of a full block, in {span}, as a number", "EUR",
        lambda o: o.block.bill_priced * (
            o.block.known_full_block_eur - o.block.known_flash_eur
            + cost._price_outlook(o.block.known_flash_eur, or_zero(o.block.settings.drive_price_change), float(o.years))
        ) / maximum(1.0, o.block.vms_per_block), EUR_CENT, pattern="known_outlook_eur_per_vm_{years}")
    eur_per_vm: Display[Outlook, Shown] = Display("EUR per VM of a full block, in {span}", "EUR",
        _outlook, EUR_CENT, "{span} after the date of the prices, if flash changes in price as Settings says{again}",
        pattern="outlook_eur_per_vm_{years}",
        native=_if_known("{block.bill_priced}", f'IF({{settings.drive_price_change}}="","{NOT_GIVEN}",{{known}})'))
