"""Money over time: what the blocks cost to run and over the years, what drives cost in some years, and break-even.

What has no price of its own (energy, rack space) is left out of the totals.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from vdi_sizing._arrays import Value, maximum, round_up, rounded, where
from vdi_sizing.formulas.cost import (
    HOURS_PER_YEAR,
    _breakeven_drive_price,
    _breakeven_vms,
    _energy_cost,
    _maintenance_cost,
    _present_value,
    _price_outlook,
    _rack_cost,
    _total_cost_of_ownership,
)
from vdi_sizing.inputs import Input
from vdi_sizing.model.figure import (
    Display,
    Figure,
    Given,
    Scope,
    Section,
    display_figure,
    figure,
    given_figure,
    lines,
    over,
    up,
)
from vdi_sizing.model.formats import EUR_CENT, FLAG, ONE, THREE, WHOLE
from vdi_sizing.words import NO_PRICE

if TYPE_CHECKING:
    from vdi_sizing.model.scopes import Block, Outlook, Part


OUTLOOK_YEARS = (1, 2, 3)


def _or_zero(given: Value | None) -> Value:
    return 0.0 if given is None else given


# --- power and space -----------------------------------------------------------------------------------------


class PowerOfPart(Scope):
    drive_watts: Given[Part, float] = given_figure(
        "power of a drive", "W", "IF({used}=0,0,1*INDEX(Drives[W],MATCH({own.drive},Drives[drive],0)))",
        lambda p: (p.drive.watts or 0.0) if p.drive else 0.0, ONE, "0: not known",
        varies=Input("power of a drive", "W"),
    )


def _watts_known(b: Block) -> Value:
    unknown: Value = float(b.design.block_watts is None)
    for part in b.parts:
        unknown = unknown + where(part.drive_watts == 0, part.used, 0.0)
    return where(unknown == 0, 1.0, 0.0)


def _block_power_w(b: Block) -> Value:
    return sum((part.drives_bought * part.drive_watts for part in b.parts), _or_zero(b.design.block_watts))


class PowerAndSpace(Scope):
    watts_known: Figure[Block, Value] = figure(
        "power of block and drives known", "0/1",
        'IF(IF({design.block_watts}="",1,0)+' + over("parts", "+", "IF({drive_watts}=0,{used},0)") + "=0,1,0)",
        _watts_known, FLAG,
    )
    block_power_w: Figure[Block, Value] = figure(
        "power of a block", "W", "{design.block_watts}+" + over("parts", "+", "{bought}*{drive_watts}"), _block_power_w,
        WHOLE, "drives as bought",
    )
    power_w: Figure[Block, Value] = figure(
        "power of all blocks", "W", "{blocks}*{block_power_w}", lambda b: b.blocks * b.block_power_w, WHOLE
    )
    rack_units: Figure[Block, Value] = figure(
        "rack units of all blocks", "U", "{blocks}*{design.rack_units}",
        lambda b: b.blocks * _or_zero(b.design.rack_units), WHOLE,
    )


# --- over the years ------------------------------------------------------------------------------------------


def _energy_kwh(b: Block) -> Value:
    return b.power_w / 1000 * HOURS_PER_YEAR * b.settings.pue


def _running(b: Block) -> Value:
    return b.known_energy_eur_per_year + b.known_rack_eur_per_year + b.known_maintenance_eur_per_year


def _total(b: Block) -> Value:
    return _total_cost_of_ownership(
        b.known_users_eur, b.known_running_eur_per_year, b.settings.years, b.settings.discount_rate
    )


_RATE, _YEARS = "{settings.discount_rate}", "{settings.years}"


class OverTheYears(Scope):
    energy_kwh_per_year: Figure[Block, Value] = figure(
        "energy per year", "kWh", f"{{power_w}}/1000*{HOURS_PER_YEAR}*{{settings.pue}}", _energy_kwh, WHOLE,
        "W / 1000 x 8766 h x PUE; parts of unknown power count 0",
    )
    known_energy_eur_per_year: Figure[Block, Value] = figure(
        "energy per year, as a number", "EUR", "{energy_priced}*{energy_kwh_per_year}*{settings.eur_per_kwh}",
        lambda b: b.energy_priced * _energy_cost(b.power_w, 1.0, _or_zero(b.settings.eur_per_kwh), b.settings.pue),
        EUR_CENT, "0 where energy has no price, or a part's power is not known",
    )
    known_rack_eur_per_year: Figure[Block, Value] = figure(
        "rack space per year, as a number", "EUR", "{rack_units}*{settings.eur_per_rack_unit_year}",
        lambda b: _rack_cost(b.rack_units, 1.0, _or_zero(b.settings.eur_per_rack_unit_year)), EUR_CENT,
        "0 where rack space has no price",
    )
    known_maintenance_eur_per_year: Figure[Block, Value] = figure(
        "maintenance per year, as a number", "EUR", "{known_users_eur}*{settings.maintenance_share}",
        lambda b: _maintenance_cost(b.known_users_eur, 1.0, b.settings.maintenance_share), EUR_CENT,
        "known prices x yearly share",
    )
    known_running_eur_per_year: Figure[Block, Value] = figure(
        "running costs per year, as a number", "EUR",
        "{known_energy_eur_per_year}+{known_rack_eur_per_year}+{known_maintenance_eur_per_year}", _running, EUR_CENT,
    )
    present_value_factor: Figure[Block, Value] = figure(
        "present value of 1 EUR a year", "years", f"IF({_RATE}=0,{_YEARS},(1-(1+{_RATE})^(-{_YEARS}))/{_RATE})",
        lambda b: _present_value(1.0, b.settings.years, b.settings.discount_rate), THREE,
        "paid at the end of each year",
    )
    known_total_eur: Figure[Block, Value] = figure(
        "purchase and running costs over the years, as a number", "EUR",
        "{known_users_eur}+{known_running_eur_per_year}*{present_value_factor}", _total, EUR_CENT,
    )
    bill_priced: Figure[Block, Value] = figure(
        "all parts priced, and a block carries a VM", "0/1", "{priced}*{feasible}", lambda b: b.priced * b.feasible,
        FLAG,
    )
    known_total_eur_per_vm: Figure[Block, Value] = figure(
        "the same per VM, as a number", "EUR", "{bill_priced}*{known_total_eur}/{vms_whole}",
        lambda b: b.bill_priced * b.known_total_eur / b.vms_whole, EUR_CENT,
    )
    energy_priced: Figure[Block, Value] = figure(
        "energy priced", "0/1", '{feasible}*{watts_known}*IF({settings.eur_per_kwh}="",0,1)',
        lambda b: b.feasible * b.watts_known * float(b.settings.eur_per_kwh is not None), FLAG,
    )
    rack_priced: Figure[Block, Value] = figure(
        "rack space priced", "0/1",
        '{feasible}*IF({design.rack_units}="",0,1)*IF({settings.eur_per_rack_unit_year}="",0,1)',
        lambda b: b.feasible * float(b.design.rack_units is not None and b.settings.eur_per_rack_unit_year is not None),
        FLAG,
    )


def _if_known(flag: str, known: str) -> str:
    """The number, or words where a price is missing."""
    return f'IF({flag}=0,"{NO_PRICE}",{known})'


def _spoken(flag: Value, known: Value) -> Value | str:
    return known if flag else NO_PRICE


class OverTheYearsShown(Scope):
    energy_eur_per_year: Display[Block, Value | str] = display_figure(
        "energy per year", "EUR", _if_known("{energy_priced}", "{known_energy_eur_per_year}"),
        lambda b: _spoken(b.energy_priced, b.known_energy_eur_per_year), EUR_CENT,
        "no price, or power not known: energy is not in the total",
    )
    rack_eur_per_year: Display[Block, Value | str] = display_figure(
        "rack space per year", "EUR", _if_known("{rack_priced}", "{known_rack_eur_per_year}"),
        lambda b: _spoken(b.rack_priced, b.known_rack_eur_per_year), EUR_CENT,
        "no price: rack space is not in the total",
    )
    maintenance_eur_per_year: Display[Block, Value | str] = display_figure(
        "maintenance per year", "EUR", _if_known("{bill_priced}", "{known_maintenance_eur_per_year}"),
        lambda b: _spoken(b.bill_priced, b.known_maintenance_eur_per_year), EUR_CENT,
    )
    running_eur_per_year: Display[Block, Value | str] = display_figure(
        "running costs per year", "EUR", _if_known("{bill_priced}", "{known_running_eur_per_year}"),
        lambda b: _spoken(b.bill_priced, b.known_running_eur_per_year), EUR_CENT, "of what has a price",
    )
    total_eur: Display[Block, Value | str] = display_figure(
        "cost over the years", "EUR", _if_known("{bill_priced}", "{known_total_eur}"),
        lambda b: _spoken(b.bill_priced, b.known_total_eur), EUR_CENT, "purchase + present value of the running costs",
    )
    total_eur_per_vm: Display[Block, Value | str] = display_figure(
        "EUR per VM over the years", "EUR", _if_known("{bill_priced}", "{known_total_eur_per_vm}"),
        lambda b: _spoken(b.bill_priced, b.known_total_eur_per_vm), EUR_CENT, "for these users",
    )


# --- price outlook -------------------------------------------------------------------------------------------


def _drives_eur(p: Part) -> Value:
    return p.parts_per_drive_eur * p.drives_bought


def _all_drives_eur(b: Block) -> Value:
    return sum((_drives_eur(part) for part in b.parts), 0.0)


def _flash_eur(b: Block) -> Value:
    return sum((_drives_eur(part) * part.flash for part in b.parts), 0.0)


class DrivesOnBill(Scope):
    known_drives_eur: Figure[Block, Value] = figure(
        "drives of a block, as a number", "EUR", over("parts", "+", "{per_drive_eur}*{bought}"), _all_drives_eur,
        EUR_CENT, "known prices; parts billed per drive",
    )
    known_flash_eur: Figure[Block, Value] = figure(
        "of it flash drives, as a number", "EUR", over("parts", "+", "{per_drive_eur}*{bought}*{flash}"), _flash_eur,
        EUR_CENT, "these follow the yearly change, other drives keep their price",
    )


def _outlook(o: Outlook) -> Value:
    b = o.block
    flash = _price_outlook(b.known_flash_eur, b.settings.drive_price_change, float(o.years))
    return b.bill_priced * (b.known_full_block_eur - b.known_flash_eur + flash) / maximum(1.0, b.vms_per_block)


class OutlookKnown(Scope):
    known: Figure[Outlook, Value] = figure(
        "EUR per VM of a full block, {in_years}, as a number", "EUR",
        "{block.bill_priced}*({block.known_full_block_eur}-{block.known_flash_eur}"
        "+{block.known_flash_eur}*(1+{settings.drive_price_change})^{years})/MAX(1,{block.vms_per_block})",
        _outlook, EUR_CENT, pattern="known_outlook_eur_per_vm_{years}",
    )


class OutlookShown(Scope):
    eur_per_vm: Display[Outlook, Value | str] = display_figure(
        "EUR per VM of a full block, {in_years}", "EUR", _if_known("{block.bill_priced}", "{known}"),
        lambda o: _spoken(o.block.bill_priced, o.known), EUR_CENT, pattern="outlook_eur_per_vm_{years}",
    )


# --- break-even with the first design ------------------------------------------------------------------------

_FIRST = "INDEX({all.known_eur_per_vm_full_block},1)"
_DRIVES_EUR, _OTHER_EUR = "{parts_per_drive1_eur}*{tier1.drives_bought}", f"({_FIRST}-{{parts_per_vm_eur}})"


def _first_eur_per_vm(b: Block) -> Value:
    return b.side_by_side[0].known_eur_per_vm_full_block


def _first_tier_eur(b: Block) -> Value:
    return b.parts_per_drive1_eur * b.tiers[0].drives_bought


def _drive_known(b: Block) -> Value:
    return b.bill_priced * float(_first_eur_per_vm(b) > 0) * float(_first_tier_eur(b) > 0)


def _vms_known(b: Block) -> Value:
    left = _first_eur_per_vm(b) - b.parts_per_vm_eur
    return b.bill_priced * float(_first_eur_per_vm(b) > 0) * float(rounded(left) > 0)


def _break_even_drive(b: Block) -> Value:
    if not b.break_even_drive_known:
        return 0.0
    without = b.known_full_block_eur - _first_tier_eur(b)
    return _breakeven_drive_price(_first_eur_per_vm(b), b.vms_per_block, without, b.tiers[0].drives_bought)


def _break_even_vms(b: Block) -> Value:
    if not b.break_even_vms_known:
        return 0.0
    return round_up(_breakeven_vms(b.known_block_eur, _first_eur_per_vm(b) - b.parts_per_vm_eur))


class BreakEven(Scope):
    break_even_drive_known: Display[Block, Value] = display_figure(
        "drives of tier 1 priced, and the first design", "0/1",
        f"{{bill_priced}}*IF({_FIRST}>0,1,0)*IF({_DRIVES_EUR}>0,1,0)", _drive_known, FLAG,
    )
    known_break_even_drive_eur: Display[Block, Value] = display_figure(
        "break-even price of a drive of tier 1, as a number", "EUR",
        f"IF({{break_even_drive_known}}=0,0,({_FIRST}*{{vms_per_block}}-({{known_full_block_eur}}-{_DRIVES_EUR}))"
        "/{tier1.drives_bought})",
        _break_even_drive, EUR_CENT,
    )
    break_even_drive_eur: Display[Block, Value | str] = display_figure(
        "break-even price of a drive of tier 1", "EUR",
        _if_known("{break_even_drive_known}", "{known_break_even_drive_eur}"),
        lambda b: _spoken(b.break_even_drive_known, b.known_break_even_drive_eur), EUR_CENT,
        "at this price a VM costs what it costs in the first design; below 0: not even free drives do",
    )
    break_even_vms_known: Display[Block, Value] = display_figure(
        "block priced, and the first design", "0/1",
        f"{{bill_priced}}*IF({_FIRST}>0,1,0)*IF(ROUND({_OTHER_EUR},9)>0,1,0)", _vms_known, FLAG,
    )
    known_break_even_vms: Display[Block, Value] = display_figure(
        "break-even VMs per block, as a number", "VMs",
        f"IF({{break_even_vms_known}}=0,0,{up('{known_block_eur}/' + _OTHER_EUR)})", _break_even_vms, WHOLE,
    )
    break_even_vms: Display[Block, Value | str] = display_figure(
        "break-even VMs per block", "VMs", _if_known("{break_even_vms_known}", "{known_break_even_vms}"),
        lambda b: _spoken(b.break_even_vms_known, b.known_break_even_vms), WHOLE,
        "from here on a VM costs no more than in the first design",
    )


def running_cost_sections(b: Block) -> tuple[Section, ...]:
    """Money over time."""
    return (
        Section("Power and space", (*lines(b.parts, PowerOfPart), *lines(b, PowerAndSpace))),
        Section("Cost over the years", tuple(lines(b, OverTheYears, OverTheYearsShown))),
        Section(
            "Price outlook: a full block when flash drives alone have changed in price",
            (*lines(b, DrivesOnBill), *lines(b.outlook, OutlookKnown), *lines(b.outlook, OutlookShown)),
        ),
        Section("Break-even with the first design, full blocks", tuple(lines(b, BreakEven))),
    )
