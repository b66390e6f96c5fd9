"""Money over time: what the blocks cost to run and over the years, what drives cost in some years, and break-even.

What has no price at all (energy, rack space, the profile store) is left out of the totals of every design. What has a
price, but is not known of a design, voids its total: there is none, and a line says what is missing.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from vdi_sizing._arrays import (
    Value,
    flag,
    maximum,
    paid_in_advance,
    round_nearest,
    round_up,
    rounded,
    total_of,
    where,
)
from vdi_sizing.engine.rows import count_over
from vdi_sizing.formulas import cost
from vdi_sizing.inputs import Input
from vdi_sizing.model.figure import Display, Figure, Given, S, Scope, Shown, or_zero, over, shown
from vdi_sizing.model.formats import EUR_CENT, FLAG, ONE, TEXT, THREE, WHOLE
from vdi_sizing.scenario import BOUGHT_ONCE, IN_ADVANCE, IN_ARREARS, PER_MONTH, PER_YEAR, SERVICE
from vdi_sizing.words import (
    DASH,
    NEVER,
    NO_PRICE,
    NONE,
    NOT_GIVEN,
    NOT_KNOWN,
    PURCHASE_ALONE,
)

if TYPE_CHECKING:
    from vdi_sizing.model.money import BillLine
    from vdi_sizing.model.scopes import Block, Outlook, Part


OUTLOOK_YEARS = (1, 2, 3)


class PowerOfPart(Scope):
    drive_watts: Given[Part, float] = Given("power of a drive", "W",
        lambda p: 0.0 if p.drive is None else or_zero(p.drive.watts), ONE, "0: not known",
        varies=Input("power of a drive", "W"))


def _watts_known(b: Block) -> Value:
    of_block = flag(b.design.block_watts is None and b.design.block_kind != SERVICE)
    given = of_block + b.with_hosts * flag(b.design.beside_watts is None)
    unknown = total_of([given, *(where(p.drive_watts == 0, p.used, 0.0) for p in b.parts)])
    return where(unknown == 0, 1.0, 0.0)


def _without_watts(b: Block) -> str:
    names = ["a block"] if b.design.block_watts is None and b.design.block_kind != SERVICE else []
    names += ["a host"] if b.with_hosts and b.design.beside_watts is None else []
    names += [p.own.drive for p in b.parts if p.own.drive is not None and p.drive_watts == 0]
    return ", ".join(names) or NONE


class PowerAndSpace(Scope):
    without_watts: Display[Block, str] = Display("power not known of", "",
        _without_watts, TEXT, "watts of a block without drives on Designs, of a drive on Drives",
        native=f'IF({{watts_known}}=1,"{NONE}",MID(IF({{design.block_watts}}="",", a block","")'
        '&IF(AND({with_hosts}=1,{design.beside_watts}=""),", a host","")'
        + over("parts", "", '&IF({used}*({drive_watts}=0)=1,", "&{own.drive},"")')
        + ",3,2000))")
    watts_known: Figure[Block, Value] = Figure("power of block and drives known", "0/1",
        _watts_known, FLAG,
        "that of a service is in its price",
        native=f'IF(IF(AND({{design.block_watts}}="",{{design.block_kind}}<>"{SERVICE}"),1,0)+'
        'IF({design.beside_watts}="",{with_hosts},0)+'
        + over("parts", "+", "IF({drive_watts}=0,{used},0)") + "=0,1,0)")
    block_power_w: Figure[Block, Value] = Figure("power of a block", "W",
        lambda b: total_of((or_zero(b.design.block_watts), *(p.drives_bought * p.drive_watts for p in b.parts))), WHOLE,
        "drives as bought")
    power_w: Figure[Block, Value] = Figure("power of all blocks", "W",
        lambda b: b.blocks * b.block_power_w + b.hosts_beside * or_zero(b.design.beside_watts), WHOLE,
        "and of the hosts beside them")
    rack_units: Figure[Block, Value] = Figure("rack units of all blocks", "U",
        lambda b: b.blocks * or_zero(b.design.rack_units) + b.hosts_beside * or_zero(b.design.beside_rack_units),
        WHOLE, "and of the hosts beside them")
    rack_known: Figure[Block, Value] = Figure("rack units of block and host known", "0/1",
        lambda b: flag(b.design.block_kind == SERVICE or (b.design.rack_units is not None and not (
            b.with_hosts and b.design.beside_rack_units is None))), FLAG, "a service takes none")


TOTAL_TEXT = "({known_users_eur}+{known_running_eur_per_year}*{present_value_factor}+{known_recurring_eur})"
"""The cost over the years. Lines that show it sum it up themselves: so they stand a step nearer to the prices."""


def total_eur_of(b: Block) -> Value:
    """The cost over the years. Lines that show it sum it up themselves: so they stand a step nearer to the prices."""
    return b.known_users_eur + b.known_running_eur_per_year * b.present_value_factor + b.known_recurring_eur


def _per_user(b: Block) -> Value:
    return total_eur_of(b) / b.users_whole


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
    total_shown: Display[Block, Value] = Display("the same, and the answer stands", "0/1",
        lambda b: b.total_known if b.stands else 0.0, FLAG)
    energy_priced: Figure[Block, Value] = Figure("energy priced", "0/1",
        lambda b: b.feasible * b.watts_known * flag(b.settings.eur_per_kwh is not None), FLAG)
    rack_priced: Figure[Block, Value] = Figure("rack space priced", "0/1",
        lambda b: b.feasible * b.rack_known * flag(b.settings.eur_per_rack_unit_year is not None), FLAG)


def _if_known(flag: str, known: str) -> str:
    return f'IF({flag}=0,"{NO_PRICE}",{known})'


def _priced(label: str, flag: Figure[S, Value], known: Figure[S, Value], note: str = "") -> Display[S, Shown]:
    """A number of EUR, or "no price" where the flag beside it is 0."""
    return Display(label, "EUR", lambda s: shown(flag.of(s), known.of(s), NO_PRICE), EUR_CENT, note)


def _over_the_years(label: str, eur: Callable[[Block], Value], note: str = "") -> Display[Block, Shown]:
    """A total over the years, or words: it is not known, or is the purchase alone.

    Its formula works it out, and names no line that has it: a step less to the prices.
    """
    def python(b: Block) -> Shown:
        if not b.total_known:
            return NOT_KNOWN if b.bill_priced else NO_PRICE
        return PURCHASE_ALONE if b.total_holds == PURCHASE_ALONE else eur(b)

    return Display(label, "EUR", python, EUR_CENT, note)


def _total_missing(b: Block) -> str:
    """What a total over the years lacks."""
    found = [line.part for line in b.bill if line.amount is None]
    more = f" and {len(found) - 1} more" if len(found) > 1 else ""
    missing = [f"price of {found[0]}{more}"] if found else []
    missing += ["a bill"] if not b.bill else []
    missing += [f"{b.unpaid_words} on the bill"] if b.unpaid else []
    missing += ["a block that carries a VM"] if b.feasible == 0 else []
    missing += [f"watts of {b.without_watts}"] if b.settings.eur_per_kwh is not None and b.watts_known == 0 else []
    rack_units = b.settings.eur_per_rack_unit_year is not None and not b.rack_known
    missing += [f"rack units of a block{' or a host' if b.with_hosts else ''}"] if rack_units else []
    return "; ".join(missing) or NONE


_MISSING = (
    'IF({prices_missing}=0,"","; price of "&{part_without_price}'
    '&IF({prices_missing}>1," and "&({prices_missing}-1)&" more",""))'
    '&IF({bill_rows}=0,"; a bill","")&IF({unpaid}=0,"","; "&{unpaid_words}&" on the bill")'
    '&IF({feasible}=0,"; a block that carries a VM","")'
    '&IF(OR({settings.eur_per_kwh}="",{watts_known}=1),"","; watts of "&{without_watts})'
    '&IF(OR({settings.eur_per_rack_unit_year}="",{rack_known}=1),"",'
    '"; rack units of a block"&IF({with_hosts}=1," or a host",""))'
)


def _total_holds(b: Block) -> str:
    if not b.total_shown:
        return DASH
    held = ", ".join(part.called for part in b.held_parts if part.held)
    return held if any(part.held for part in b.later_parts) else PURCHASE_ALONE


def _total_left_out(b: Block) -> str:
    """What a total over the years lacks, or else what it leaves out."""
    if not b.total_shown:
        return DASH if b.total_known else b.total_missing
    charged = () if b.design.block_kind == SERVICE else b.charged_parts
    left_out = [part.called for part in charged if not part.held] + ["profile store"] * bool(b.store_left_out)
    return ", ".join(left_out) or NONE


_HELD = 'IF({held}=0,"",", {called}")'
_LEFT_OUT = (
    f'IF({{design.block_kind}}="{SERVICE}","",' + over("charged_parts", "&", 'IF({held}=0,", {called}","")')
    + ')&IF({store_left_out}=0,"",", profile store")')


def _ends_early(b: Block, line: BillLine) -> bool:
    """Whether a part per year that was paid for is not any more before the years of use are over."""
    paid = line.recurs != BOUGHT_ONCE and line.quantity > 0 and line.first_year <= line.last_year
    return paid and line.last_year < b.settings.years


class OverTheYearsShown(Scope):
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
    total_holds: Display[Block, str] = Display("the cost over the years holds", "",
        _total_holds, TEXT,
        "what of it is not 0 EUR",
        native=f'IF({{total_shown}}=0,"{DASH}",IF({over("later_parts", "+", "{held}")}=0,"{PURCHASE_ALONE}",'
        f'MID({over("held_parts", "&", _HELD)},3,200)))')
    total_left_out: Display[Block, str] = Display("left out of the cost over the years", "",
        _total_left_out, TEXT,
        "what is not known of it, and then there is no total; else what is 0 EUR, beside VAT",
        native=f'IF({{total_shown}}=0,IF({{total_known}}=0,{{total_missing}},"{DASH}"),'
        f'IF({_LEFT_OUT}="","{NONE}",MID({_LEFT_OUT},3,200)))')
    total_eur_per_user: Display[Block, Shown] = _over_the_years("EUR per user over the years",
        _per_user, "for these users, per named user")
    total_eur_per_user_month: Display[Block, Shown] = _over_the_years("EUR per user and month of use",
        lambda b: _per_user(b) / (b.months_per_year * b.settings.years),
        "EUR per user over the years / months of these years")
    energy_eur_per_year: Display[Block, Shown] = _priced("price of the energy per year", OverTheYears.energy_priced,
        OverTheYears.known_energy_eur_per_year,
        "without a price, or where power is not known, energy is not in the total")
    rack_eur_per_year: Display[Block, Shown] = _priced("rack space per year", OverTheYears.rack_priced,
        OverTheYears.known_rack_eur_per_year, "without a price, rack space is not in the total")
    maintenance_eur_per_year: Display[Block, Shown] = _priced("maintenance per year", OverTheYears.bill_priced,
        OverTheYears.known_maintenance_eur_per_year)
    running_eur_per_year: Display[Block, Shown] = Display("running costs per year", "EUR",
        lambda b: shown(b.total_known, b.known_running_eur_per_year, NOT_KNOWN if b.bill_priced else NO_PRICE),
        EUR_CENT, "in the first year; parts per year stand apart")
    total_eur: Display[Block, Shown] = _over_the_years("cost over the years", total_eur_of,
        "purchase + present value of what the line below names")
    total_eur_with_vat: Display[Block, Shown] = _over_the_years("cost over the years, with VAT",
        lambda b: cost._with_vat(total_eur_of(b), b.settings.vat_share), "VAT on everything that it holds")
    total_eur_per_vm: Display[Block, Shown] = _over_the_years("EUR per VM over the years",
        lambda b: total_eur_of(b) / b.vms_whole, "for these users, per concurrent VM")


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


def _first_eur(b: Block) -> Value:
    return b.side_by_side[0].known_eur_per_vm_full_block


def _first_stands(b: Block) -> Value:
    return b.side_by_side[0].stands


def _drives_eur(b: Block) -> Value:
    return b.purchase.per_drive1_eur * b.tier1.drives_bought


def _each_vm_eur(b: Block) -> Value:
    return b.purchase.per_vm_eur + b.purchase.per_user_eur * b.users_per_vm


def _break_even_drive(b: Block) -> Value:
    without = b.known_full_block_eur - _drives_eur(b)
    return cost._breakeven_drive_price(_first_eur(b), b.vms_per_block, without, b.tier1.drives_bought)


def _break_even_for_users(b: Block) -> Value:
    without = b.known_users_eur - b.blocks * _drives_eur(b)
    first = b.side_by_side[0].known_eur_per_vm
    return cost._breakeven_drive_price(first, b.vms_whole, without, b.blocks * b.tier1.drives_bought)


def _six(value: Value) -> Value:
    """To six decimals, before it is rounded up: a small difference of prices carries their last bits into it."""
    return round_nearest(value * 1e6) / 1e6


def _reached(b: Block) -> bool:
    left = b.break_even_host_eur if b.with_hosts else b.break_even_vm_eur
    return bool(rounded(left) > 0)


def _hosts(b: Block) -> Value:
    if not b.break_even_vms_known * b.break_even_reached:
        return 0.0
    return maximum(1.0, round_up(_six(maximum(0.0, _stored_eur(b)) / b.break_even_host_eur))) if b.with_hosts else 1.0


def _stored_eur(b: Block) -> Value:
    return b.purchase.per_block_eur + b.purchase.drives_eur


def _vms(b: Block) -> Value:
    if not b.break_even_vms_known * b.break_even_reached:
        return 0.0
    total = maximum(0.0, _stored_eur(b) + b.break_even_hosts * b.purchase.per_host_eur)
    return round_up(_six(cost._breakeven_vms(total, b.break_even_vm_eur)))


def _as_bought(b: Block, known: Value, result: Shown) -> Shown:
    """What holds of what is bought: no answer where designs are compared over the years, or carry other users."""
    if b.over_years or not b.like_first:
        return DASH
    return result if known else NO_PRICE




class BreakEven(Scope):
    break_even_drive_known: Display[Block, Value] = Display("drives of tier 1 priced, and the first design", "0/1",
        lambda b: b.bill_priced * _first_stands(b) * flag(_first_eur(b) > 0) * flag(_drives_eur(b) > 0), FLAG)
    known_break_even_drive_eur: Display[Block, Value] = Display(
        "break-even net price per drive of tier 1, as a number", "EUR",
        lambda b: _break_even_drive(b) if b.break_even_drive_known else 0.0, EUR_CENT)
    break_even_drive_eur: Display[Block, Shown] = Display("break-even net price per drive of tier 1", "EUR",
        lambda b: _as_bought(b, b.break_even_drive_known, b.known_break_even_drive_eur), EUR_CENT,
        "of all that is billed per such drive; full blocks without reserves")
    known_break_even_users_drive_eur: Display[Block, Value] = Display(
        "break-even net price per drive of tier 1 for these users, as a number", "EUR",
        lambda b: _break_even_for_users(b) if b.break_even_drive_known else 0.0, EUR_CENT)
    break_even_users_drive_eur: Display[Block, Shown] = Display(
        "break-even net price per drive of tier 1 for these users", "EUR",
        lambda b: _as_bought(b, b.break_even_drive_known, b.known_break_even_users_drive_eur), EUR_CENT,
        "all billed per such drive; below 0: not even free drives do")
    break_even_vms_known: Display[Block, Value] = Display("block priced, and the first design", "0/1",
        lambda b: b.bill_priced * _first_stands(b) * flag(_first_eur(b) > 0), FLAG)
    break_even_vm_eur: Display[Block, Value] = Display("EUR that a VM leaves for the block at break-even", "EUR",
        lambda b: _first_eur(b) - _each_vm_eur(b), EUR_CENT,
        "EUR per VM of the first design - parts per VM and per user of this one")
    break_even_host_eur: Display[Block, Value] = Display("EUR that a full host beside an array leaves for it", "EUR",
        lambda b: b.with_hosts * (b.break_even_vm_eur * b.beside_vms - b.purchase.per_host_eur), EUR_CENT,
        "that of its VMs - its own price")
    break_even_reached: Display[Block, float] = Display("some number of VMs breaks even", "0/1",
        lambda b: flag(_reached(b)), FLAG)
    break_even_hosts: Display[Block, Value] = Display("hosts of a block at break-even", "hosts",
        _hosts, WHOLE,
        "array and drives / what a full host leaves, up; 1 where a block has no hosts beside it")
    known_break_even_vms: Display[Block, Value] = Display("break-even VMs per block, as a number", "VMs",
        _vms, WHOLE)
    break_even_vms: Display[Block, Shown] = Display("break-even VMs per block", "VMs",
        lambda b: _as_bought(b, b.break_even_vms_known, shown(b.break_even_reached, b.known_break_even_vms, NEVER)),
        WHOLE, "the fewest, hosts in whole ones; full blocks without reserves; may be more than a block carries")
