"""Money over time: what the blocks cost to run and over the years, what drives cost in some years, and break-even.

What has no price of its own (energy, rack space) is left out of the totals.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from vdi_sizing._arrays import Value, maximum, round_up, rounded, where
from vdi_sizing.formulas import cost
from vdi_sizing.inputs import Input
from vdi_sizing.model.figure import Display, Figure, Given, S, Scope, Shown, or_zero, over, shown, up
from vdi_sizing.model.formats import EUR_CENT, FLAG, ONE, THREE, WHOLE
from vdi_sizing.words import NO_PRICE

if TYPE_CHECKING:
    from vdi_sizing.model.scopes import Block, Outlook, Part


OUTLOOK_YEARS = (1, 2, 3)


class PowerOfPart(Scope):
    drive_watts: Given[Part, float] = Given("power of a drive", "W",
        "IF({used}=0,0,1*INDEX(Drives[W],MATCH({own.drive},Drives[drive],0)))",
        lambda p: (p.drive.watts or 0.0) if p.drive else 0.0, ONE, "0: not known",
        varies=Input("power of a drive", "W"))


def _watts_known(b: Block) -> Value:
    unknown = sum((where(p.drive_watts == 0, p.used, 0.0) for p in b.parts), float(b.design.block_watts is None))
    return where(unknown == 0, 1.0, 0.0)


class PowerAndSpace(Scope):
    watts_known: Figure[Block, Value] = Figure("power of block and drives known", "0/1",
        'IF(IF({design.block_watts}="",1,0)+' + over("parts", "+", "IF({drive_watts}=0,{used},0)") + "=0,1,0)",
        _watts_known, FLAG)
    block_power_w: Figure[Block, Value] = Figure("power of a block", "W",
        "{design.block_watts}+" + over("parts", "+", "{bought}*{drive_watts}"),
        lambda b: sum((p.drives_bought * p.drive_watts for p in b.parts), or_zero(b.design.block_watts)), WHOLE,
        "drives as bought")
    power_w: Figure[Block, Value] = Figure("power of all blocks", "W", "{blocks}*{block_power_w}",
        lambda b: b.blocks * b.block_power_w, WHOLE)
    rack_units: Figure[Block, Value] = Figure("rack units of all blocks", "U", "{blocks}*{design.rack_units}",
        lambda b: b.blocks * or_zero(b.design.rack_units), WHOLE)


class OverTheYears(Scope):
    _RATE, _YEARS = "{settings.discount_rate}", "{settings.years}"
    energy_kwh_per_year: Figure[Block, Value] = Figure("energy per year", "kWh",
        f"{{power_w}}/1000*{cost.HOURS_PER_YEAR}*{{settings.pue}}",
        lambda b: b.power_w / 1000 * cost.HOURS_PER_YEAR * b.settings.pue, WHOLE,
        "W / 1000 x 8766 h x PUE; parts of unknown power count 0")
    known_energy_eur_per_year: Figure[Block, Value] = Figure("energy per year, as a number", "EUR",
        "{energy_priced}*{energy_kwh_per_year}*{settings.eur_per_kwh}",
        lambda b: b.energy_priced * cost._energy_cost(b.power_w, 1.0, or_zero(b.settings.eur_per_kwh), b.settings.pue),
        EUR_CENT, "0 where energy has no price, or a part's power is not known")
    known_rack_eur_per_year: Figure[Block, Value] = Figure("rack space per year, as a number", "EUR",
        "{rack_units}*{settings.eur_per_rack_unit_year}",
        lambda b: cost._rack_cost(b.rack_units, 1.0, or_zero(b.settings.eur_per_rack_unit_year)), EUR_CENT,
        "0 where rack space has no price")
    known_maintenance_eur_per_year: Figure[Block, Value] = Figure("maintenance per year, as a number", "EUR",
        "{known_users_eur}*{settings.maintenance_share}",
        lambda b: cost._maintenance_cost(b.known_users_eur, 1.0, b.settings.maintenance_share), EUR_CENT,
        "known prices x yearly share")
    known_running_eur_per_year: Figure[Block, Value] = Figure("running costs per year, as a number", "EUR",
        "{known_energy_eur_per_year}+{known_rack_eur_per_year}+{known_maintenance_eur_per_year}",
        lambda b: b.known_energy_eur_per_year + b.known_rack_eur_per_year + b.known_maintenance_eur_per_year, EUR_CENT)
    present_value_factor: Figure[Block, Value] = Figure("present value of 1 EUR a year", "years",
        f"IF({_RATE}=0,{_YEARS},(1-(1+{_RATE})^(-{_YEARS}))/{_RATE})",
        lambda b: cost._present_value(1.0, b.settings.years, b.settings.discount_rate), THREE,
        "paid at the end of each year")
    known_total_eur: Figure[Block, Value] = Figure("purchase and running costs over the years, as a number", "EUR",
        "{known_users_eur}+{known_running_eur_per_year}*{present_value_factor}",
        lambda b: cost._total_cost_of_ownership(
            b.known_users_eur, b.known_running_eur_per_year, b.settings.years, b.settings.discount_rate), EUR_CENT)
    bill_priced: Figure[Block, Value] = Figure("all parts priced, and a block carries a VM", "0/1",
        "{priced}*{feasible}", lambda b: b.priced * b.feasible, FLAG)
    known_total_eur_per_vm: Figure[Block, Value] = Figure("the same per VM, as a number", "EUR",
        "{bill_priced}*{known_total_eur}/{vms_whole}", lambda b: b.bill_priced * b.known_total_eur / b.vms_whole,
        EUR_CENT)
    energy_priced: Figure[Block, Value] = Figure("energy priced", "0/1",
        '{feasible}*{watts_known}*IF({settings.eur_per_kwh}="",0,1)',
        lambda b: b.feasible * b.watts_known * float(b.settings.eur_per_kwh is not None), FLAG)
    rack_priced: Figure[Block, Value] = Figure("rack space priced", "0/1",
        '{feasible}*IF({design.rack_units}="",0,1)*IF({settings.eur_per_rack_unit_year}="",0,1)',
        lambda b: b.feasible * float(b.design.rack_units is not None and b.settings.eur_per_rack_unit_year is not None),
        FLAG)


def _if_known(flag: str, known: str) -> str:
    return f'IF({flag}=0,"{NO_PRICE}",{known})'


def _priced(label: str, flag: Figure[S, Value], known: Figure[S, Value], note: str = "") -> Display[S, Shown]:
    """A number of EUR, or "no price" where the flag beside it is 0."""
    native = _if_known(f"{{{flag.name}}}", f"{{{known.name}}}")
    return Display(label, "EUR", native, lambda s: shown(flag.of(s), known.of(s), NO_PRICE), EUR_CENT, note)


class OverTheYearsShown(Scope):
    energy_eur_per_year: Display[Block, Shown] = _priced("energy per year", OverTheYears.energy_priced,
        OverTheYears.known_energy_eur_per_year, "no price, or power not known: energy is not in the total")
    rack_eur_per_year: Display[Block, Shown] = _priced("rack space per year", OverTheYears.rack_priced,
        OverTheYears.known_rack_eur_per_year, "no price: rack space is not in the total")
    maintenance_eur_per_year: Display[Block, Shown] = _priced("maintenance per year", OverTheYears.bill_priced,
        OverTheYears.known_maintenance_eur_per_year)
    running_eur_per_year: Display[Block, Shown] = _priced("running costs per year", OverTheYears.bill_priced,
        OverTheYears.known_running_eur_per_year, "of what has a price")
    total_eur: Display[Block, Shown] = _priced("cost over the years", OverTheYears.bill_priced,
        OverTheYears.known_total_eur, "purchase + present value of the running costs")
    total_eur_per_vm: Display[Block, Shown] = _priced("EUR per VM over the years", OverTheYears.bill_priced,
        OverTheYears.known_total_eur_per_vm, "for these users")


class DrivesOnBill(Scope):
    known_drives_eur: Figure[Block, Value] = Figure("drives of a block, as a number", "EUR",
        over("parts", "+", "{per_drive_eur}*{bought}"),
        lambda b: sum((p.parts_per_drive_eur * p.drives_bought for p in b.parts), 0.0), EUR_CENT,
        "known prices; parts billed per drive")
    known_flash_eur: Figure[Block, Value] = Figure("of it flash drives, as a number", "EUR",
        over("parts", "+", "{per_drive_eur}*{bought}*{flash}"),
        lambda b: sum((p.parts_per_drive_eur * p.drives_bought * p.flash for p in b.parts), 0.0), EUR_CENT,
        "these follow the yearly change, other drives keep their price")


class PricesLater(Scope):
    known: Figure[Outlook, Value] = Figure("EUR per VM of a full block, {in_years}, as a number", "EUR",
        "{block.bill_priced}*({block.known_full_block_eur}-{block.known_flash_eur}"
        "+{block.known_flash_eur}*(1+{settings.drive_price_change})^{years})/MAX(1,{block.vms_per_block})",
        lambda o: o.block.bill_priced * (
            o.block.known_full_block_eur - o.block.known_flash_eur
            + cost._price_outlook(o.block.known_flash_eur, o.block.settings.drive_price_change, float(o.years))
        ) / maximum(1.0, o.block.vms_per_block), EUR_CENT, pattern="known_outlook_eur_per_vm_{years}")
    eur_per_vm: Display[Outlook, Shown] = Display("EUR per VM of a full block, {in_years}", "EUR",
        _if_known("{block.bill_priced}", "{known}"), lambda o: shown(o.block.bill_priced, o.known, NO_PRICE), EUR_CENT,
        pattern="outlook_eur_per_vm_{years}")


_FIRST, _FIRST_STANDS = "INDEX({all.known_eur_per_vm_full_block},1)", "INDEX({all.stands},1)"
_DRIVES_EUR, _OTHER_EUR = "{parts_per_drive1_eur}*{tier1.drives_bought}", f"({_FIRST}-{{parts_per_vm_eur}})"


def _first_eur(b: Block) -> Value:
    return b.side_by_side[0].known_eur_per_vm_full_block


def _first_stands(b: Block) -> Value:
    return b.side_by_side[0].stands


def _drives_eur(b: Block) -> Value:
    return b.parts_per_drive1_eur * b.tier1.drives_bought


def _break_even_drive(b: Block) -> Value:
    without = b.known_full_block_eur - _drives_eur(b)
    return cost._breakeven_drive_price(_first_eur(b), b.vms_per_block, without, b.tier1.drives_bought)


class BreakEven(Scope):
    break_even_drive_known: Display[Block, Value] = Display("drives of tier 1 priced, and the first design", "0/1",
        f"{{bill_priced}}*{_FIRST_STANDS}*IF({_FIRST}>0,1,0)*IF({_DRIVES_EUR}>0,1,0)",
        lambda b: b.bill_priced * _first_stands(b) * float(_first_eur(b) > 0) * float(_drives_eur(b) > 0), FLAG)
    known_break_even_drive_eur: Display[Block, Value] = Display("break-even price of a drive of tier 1, as a number",
        "EUR",
        f"IF({{break_even_drive_known}}=0,0,({_FIRST}*{{vms_per_block}}-({{known_full_block_eur}}-{_DRIVES_EUR}))"
        "/{tier1.drives_bought})", lambda b: _break_even_drive(b) if b.break_even_drive_known else 0.0, EUR_CENT)
    break_even_drive_eur: Display[Block, Shown] = Display("break-even price of a drive of tier 1", "EUR",
        _if_known("{break_even_drive_known}", "{known_break_even_drive_eur}"),
        lambda b: shown(b.break_even_drive_known, b.known_break_even_drive_eur, NO_PRICE), EUR_CENT,
        "at this price a VM costs what it costs in the first design; below 0: not even free drives do")
    break_even_vms_known: Display[Block, Value] = Display("block priced, and the first design", "0/1",
        f"{{bill_priced}}*{_FIRST_STANDS}*IF({_FIRST}>0,1,0)*IF(ROUND({_OTHER_EUR},9)>0,1,0)",
        lambda b: b.bill_priced * _first_stands(b) * float(_first_eur(b) > 0)
        * float(rounded(_first_eur(b) - b.parts_per_vm_eur) > 0),
        FLAG)
    known_break_even_vms: Display[Block, Value] = Display("break-even VMs per block, as a number", "VMs",
        f"IF({{break_even_vms_known}}=0,0,{up('{known_block_eur}/' + _OTHER_EUR)})",
        lambda b: round_up(cost._breakeven_vms(b.known_block_eur, _first_eur(b) - b.parts_per_vm_eur))
        if b.break_even_vms_known else 0.0, WHOLE)
    break_even_vms: Display[Block, Shown] = Display("break-even VMs per block", "VMs",
        _if_known("{break_even_vms_known}", "{known_break_even_vms}"),
        lambda b: shown(b.break_even_vms_known, b.known_break_even_vms, NO_PRICE), WHOLE,
        "from here on a VM costs no more than in the first design")
