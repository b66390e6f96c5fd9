"""Lines of the money over time: running costs, total over the years, price outlook, break-even."""

from __future__ import annotations

from collections.abc import Iterator

from vdi_sizing.formulas.cost import HOURS_PER_YEAR
from vdi_sizing.model.figures_money import DRIVE_PRICES, OUTLOOK_YEARS, SHOWN
from vdi_sizing.model.sizing import NO_PRICE
from vdi_templates.workbook.line import EUR_CENT, FLAG, ONE, PART_TITLES, THREE, WHOLE, Line, Section, up

_FIRST = "INDEX({all.known_eur_per_vm_full_block},1)"


def sections() -> tuple[Section, ...]:
    """The sections of the Sizing sheet that follow the cost."""
    return (
        Section("Power and space", tuple(_power())),
        Section("Cost over the years", tuple(_running_costs())),
        Section("Price outlook: a full block when flash drives alone have changed in price", tuple(_outlook())),
        Section("Break-even with the first design, full blocks", tuple(_break_even())),
    )


def _drives(part: str) -> str:
    return "{cache_drives}" if part == "cache" else f"{{{part}_drives_bought}}"


def _power() -> Iterator[Line]:
    for part, title in PART_TITLES.items():
        yield Line(
            f"{part}_drive_watts", f"{title}: power of a drive", "W",
            f"IF({{{part}_used}}=0,0,1*INDEX(Drives[W],MATCH({{design.{part}_drive}},Drives[drive],0)))", ONE,
            "0: not known",
        )  # fmt: skip
    unknown = "+".join(f"IF({{{part}_drive_watts}}=0,{{{part}_used}},0)" for part in PART_TITLES)
    yield Line(
        "watts_known", "power of block and drives known", "0/1",
        f'IF(IF({{design.block_watts}}="",1,0)+{unknown}=0,1,0)', FLAG,
    )  # fmt: skip
    drives = "+".join(f"{_drives(part)}*{{{part}_drive_watts}}" for part in PART_TITLES)
    yield Line(
        "block_power_w",
        "power of a block",
        "W",
        f"{{design.block_watts}}+{drives}",
        WHOLE,
        "drives as bought",
    )
    yield Line("power_w", "power of all blocks", "W", "{blocks}*{block_power_w}", WHOLE)
    yield Line("rack_units", "rack units of all blocks", "U", "{blocks}*{design.rack_units}", WHOLE)


def _running_costs() -> Iterator[Line]:
    yield Line(
        "energy_kwh_per_year", "energy per year", "kWh",
        f"{{power_w}}/1000*{HOURS_PER_YEAR}*{{settings.pue}}", WHOLE, "W / 1000 x 8766 h x PUE; parts of unknown power count 0",
    )  # fmt: skip
    yield Line(
        "known_energy_eur_per_year", "energy per year, as a number", "EUR",
        "{energy_priced}*{energy_kwh_per_year}*{settings.eur_per_kwh}", EUR_CENT,
        "0 where energy has no price, or a part's power is not known",
    )  # fmt: skip
    yield Line(
        "known_rack_eur_per_year", "rack space per year, as a number", "EUR",
        "{rack_units}*{settings.eur_per_rack_unit_year}", EUR_CENT, "0 where rack space has no price",
    )  # fmt: skip
    yield Line(
        "known_maintenance_eur_per_year", "maintenance per year, as a number", "EUR",
        "{known_users_eur}*{settings.maintenance_share}", EUR_CENT, "known prices x yearly share",
    )  # fmt: skip
    yield Line(
        "known_running_eur_per_year", "running costs per year, as a number", "EUR",
        "{known_energy_eur_per_year}+{known_rack_eur_per_year}+{known_maintenance_eur_per_year}", EUR_CENT,
    )  # fmt: skip
    rate, years = "{settings.discount_rate}", "{settings.years}"
    yield Line(
        "present_value_factor", "present value of 1 EUR a year", "years",
        f"IF({rate}=0,{years},(1-(1+{rate})^(-{years}))/{rate})", THREE, "paid at the end of each year",
    )  # fmt: skip
    yield Line(
        "known_total_eur", "purchase and running costs over the years, as a number", "EUR",
        "{known_users_eur}+{known_running_eur_per_year}*{present_value_factor}", EUR_CENT,
    )  # fmt: skip
    yield Line("bill_priced", "all parts priced, and a block carries a VM", "0/1", "{priced}*{feasible}", FLAG)
    yield Line(
        "known_total_eur_per_vm", "the same per VM, as a number", "EUR",
        "{bill_priced}*{known_total_eur}/{vms_whole}", EUR_CENT,
    )  # fmt: skip
    yield Line(
        "energy_priced", "energy priced", "0/1",
        '{feasible}*{watts_known}*IF({settings.eur_per_kwh}="",0,1)', FLAG,
    )  # fmt: skip
    yield Line(
        "rack_priced", "rack space priced", "0/1",
        '{feasible}*IF({design.rack_units}="",0,1)*IF({settings.eur_per_rack_unit_year}="",0,1)', FLAG,
    )  # fmt: skip
    yield _shown("energy_eur_per_year", "energy per year", "no price, or power not known: energy is not in the total")
    yield _shown("rack_eur_per_year", "rack space per year", "no price: rack space is not in the total")
    yield _shown("maintenance_eur_per_year", "maintenance per year")
    yield _shown("running_eur_per_year", "running costs per year", "of what has a price")
    yield _shown("total_eur", "cost over the years", "purchase + present value of the running costs")
    yield _shown("total_eur_per_vm", "EUR per VM over the years", "for these users")


def _shown(name: str, label: str, note: str = "", unit: str = "EUR", number_format: str = EUR_CENT) -> Line:
    """The number, or words where a price is missing."""
    formula = f'IF({{{SHOWN[name]}}}=0,"{NO_PRICE}",{{known_{name}}})'
    return Line(name, label, unit, formula, number_format, note)


def _outlook() -> Iterator[Line]:
    eur = {part: f"{{{price}}}*{_drives(part)}" for part, price in DRIVE_PRICES.items()}
    yield Line(
        "known_drives_eur", "drives of a block, as a number", "EUR", "+".join(eur.values()), EUR_CENT,
        "known prices; parts billed per drive",
    )  # fmt: skip
    yield Line(
        "known_flash_eur", "of it flash drives, as a number", "EUR",
        "+".join(f"{each}*{{{part}_flash}}" for part, each in eur.items()), EUR_CENT,
        "these follow the yearly change, other drives keep their price",
    )  # fmt: skip
    for years in OUTLOOK_YEARS:
        then = f"{{known_flash_eur}}*(1+{{settings.drive_price_change}})^{years}"
        yield Line(
            f"known_outlook_eur_per_vm_{years}", f"EUR per VM of a full block, {_in(years)}, as a number", "EUR",
            f"{{bill_priced}}*({{known_full_block_eur}}-{{known_flash_eur}}+{then})/MAX(1,{{vms_per_block}})", EUR_CENT,
        )  # fmt: skip
    for years in OUTLOOK_YEARS:
        yield _shown(f"outlook_eur_per_vm_{years}", f"EUR per VM of a full block, {_in(years)}")


def _in(years: int) -> str:
    return f"in {years} year" + ("s" if years > 1 else "")


def _break_even() -> Iterator[Line]:
    known = f"{{bill_priced}}*IF({_FIRST}>0,1,0)"
    drives_eur = "{parts_per_drive1_eur}*{tier1_drives_bought}"
    yield Line(
        "break_even_drive_known", "drives of tier 1 priced, and the first design", "0/1",
        f"{known}*IF({drives_eur}>0,1,0)", FLAG,
    )  # fmt: skip
    yield Line(
        "known_break_even_drive_eur", "break-even price of a drive of tier 1, as a number", "EUR",
        f"IF({{break_even_drive_known}}=0,0,({_FIRST}*{{vms_per_block}}-({{known_full_block_eur}}-{drives_eur}))"
        "/{tier1_drives_bought})", EUR_CENT,
    )  # fmt: skip
    yield _shown(
        "break_even_drive_eur", "break-even price of a drive of tier 1",
        "at this price a VM costs what it costs in the first design; below 0: not even free drives do",
    )  # fmt: skip
    per_vm = f"({_FIRST}-{{parts_per_vm_eur}})"
    yield Line(
        "break_even_vms_known",
        "block priced, and the first design",
        "0/1",
        f"{known}*IF(ROUND({per_vm},9)>0,1,0)",
        FLAG,
    )
    yield Line(
        "known_break_even_vms", "break-even VMs per block, as a number", "VMs",
        f"IF({{break_even_vms_known}}=0,0,{up(f'{{known_block_eur}}/{per_vm}')})", WHOLE,
    )  # fmt: skip
    yield _shown(
        "break_even_vms", "break-even VMs per block", "from here on a VM costs no more than in the first design",
        "VMs", WHOLE,
    )  # fmt: skip
