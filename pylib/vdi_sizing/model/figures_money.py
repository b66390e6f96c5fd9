"""Figures of a design's money over time: running costs, total over the years, price outlook, break-even.

`money_over_time` is a section of `sizing.compute`, after the purchase is priced; `break_even` sets the
designs of a comparison against the first one. What has no price of its own (energy, rack space) is left out
of the totals.
"""

from __future__ import annotations

from typing import Any

from vdi_sizing._arrays import Value, maximum, round_up, rounded, where
from vdi_sizing.formulas.cost import (
    HOURS_PER_YEAR,
    breakeven_drive_price,
    breakeven_vms,
    energy_cost,
    maintenance_cost,
    present_value,
    price_outlook,
    rack_cost,
    total_cost_of_ownership,
)
from vdi_sizing.scenario import PARTS, TIERS

Figures = dict[str, Any]

OUTLOOK_YEARS = (1, 2, 3)
DRIVE_PRICES = {**{f"tier{k}": f"parts_per_drive{k}_eur" for k in TIERS}, "cache": "parts_per_cache_drive_eur"}
"""What is billed per drive of a tier and of the cache."""


def money_over_time(x: Figures) -> None:
    """What the blocks cost to run, what they cost over the years, and what drives cost in some years."""
    _power(x)
    _running_costs(x)
    _outlook(x)


def _power(x: Figures) -> None:
    """Power drawn; a part without figures in the tables counts 0, and `watts_known` says so."""
    unknown: Value = float(x["design.block_watts"] is None)
    x["block_power_w"] = _or_zero(x["design.block_watts"])
    for part in PARTS:
        drives = x["cache_drives"] if part == "cache" else x[f"{part}_drives_bought"]
        x["block_power_w"] = x["block_power_w"] + drives * x[f"{part}_drive_watts"]
        unknown = unknown + where(x[f"{part}_drive_watts"] == 0, x[f"{part}_used"], 0.0)
    x["watts_known"] = where(unknown == 0, 1.0, 0.0)
    x["power_w"] = x["blocks"] * x["block_power_w"]
    x["rack_units"] = x["blocks"] * _or_zero(x["design.rack_units"])


def _or_zero(value: Value | None) -> Value:
    return 0.0 if value is None else value


def _running_costs(x: Figures) -> None:
    years, rate = x["settings.years"], x["settings.discount_rate"]
    kwh_eur, rack_eur = x["settings.eur_per_kwh"], x["settings.eur_per_rack_unit_year"]
    x["energy_kwh_per_year"] = x["power_w"] / 1000 * HOURS_PER_YEAR * x["settings.pue"]
    x["energy_priced"] = x["feasible"] * x["watts_known"] * float(kwh_eur is not None)
    energy_eur = energy_cost(x["power_w"], 1.0, _or_zero(kwh_eur), x["settings.pue"])
    x["known_energy_eur_per_year"] = x["energy_priced"] * energy_eur
    x["known_rack_eur_per_year"] = rack_cost(x["rack_units"], 1.0, _or_zero(rack_eur))
    x["known_maintenance_eur_per_year"] = maintenance_cost(x["known_users_eur"], 1.0, x["settings.maintenance_share"])
    x["known_running_eur_per_year"] = (
        x["known_energy_eur_per_year"] + x["known_rack_eur_per_year"] + x["known_maintenance_eur_per_year"]
    )
    x["present_value_factor"] = present_value(1.0, years, rate)
    x["known_total_eur"] = total_cost_of_ownership(x["known_users_eur"], x["known_running_eur_per_year"], years, rate)
    x["bill_priced"] = x["priced"] * x["feasible"]
    x["known_total_eur_per_vm"] = x["bill_priced"] * x["known_total_eur"] / x["vms_whole"]
    x["rack_priced"] = x["feasible"] * float(x["design.rack_units"] is not None and rack_eur is not None)


def running_known(x: Figures) -> bool:
    """Whether watts and rack units are known where they have a price."""
    energy = x["settings.eur_per_kwh"] is None or x["watts_known"] == 1
    return energy and (x["settings.eur_per_rack_unit_year"] is None or x["design.rack_units"] is not None)


def _outlook(x: Figures) -> None:
    """EUR per VM of a full block when only its flash drives have become cheaper."""
    x["known_drives_eur"] = x["known_flash_eur"] = 0.0
    for part, price in DRIVE_PRICES.items():
        eur = x[price] * (x["cache_drives"] if part == "cache" else x[f"{part}_drives_bought"])
        x["known_drives_eur"] = x["known_drives_eur"] + eur
        x["known_flash_eur"] = x["known_flash_eur"] + eur * x[f"{part}_flash"]
    per_block = maximum(1.0, x["vms_per_block"])
    for years in OUTLOOK_YEARS:
        drives = price_outlook(x["known_flash_eur"], x["settings.drive_price_change"], float(years))
        block = x["known_full_block_eur"] - x["known_flash_eur"] + drives
        x[f"known_outlook_eur_per_vm_{years}"] = x["bill_priced"] * block / per_block


def break_even(designs: list[Figures]) -> None:
    """Drive price and VMs per block at which a full block costs no more per VM than the first design's."""
    first = designs[0]["known_eur_per_vm_full_block"]
    for x in designs:
        known = x["bill_priced"] * float(first > 0)
        drives_eur = x["parts_per_drive1_eur"] * x["tier1_drives_bought"]
        x["break_even_drive_known"] = known * float(drives_eur > 0)
        x["known_break_even_drive_eur"] = x["known_break_even_vms"] = 0.0
        if x["break_even_drive_known"]:
            without = x["known_full_block_eur"] - drives_eur
            x["known_break_even_drive_eur"] = breakeven_drive_price(
                first, x["vms_per_block"], without, x["tier1_drives_bought"]
            )
        per_vm = first - x["parts_per_vm_eur"]
        x["break_even_vms_known"] = known * float(rounded(per_vm) > 0)
        if x["break_even_vms_known"]:
            x["known_break_even_vms"] = round_up(breakeven_vms(x["known_block_eur"], per_vm))


SHOWN = {
    "energy_eur_per_year": "energy_priced",
    "rack_eur_per_year": "rack_priced",
    "maintenance_eur_per_year": "bill_priced",
    "running_eur_per_year": "bill_priced",
    "total_eur": "bill_priced",
    "total_eur_per_vm": "bill_priced",
    **{f"outlook_eur_per_vm_{years}": "bill_priced" for years in OUTLOOK_YEARS},
    "break_even_drive_eur": "break_even_drive_known",
    "break_even_vms": "break_even_vms_known",
}
"""What a person reads: the number, or words where the flag beside it is 0."""


def money_in_words(x: Figures, no_price: str) -> None:
    """The numbers, or "no price" where one is missing."""
    for name, flag in SHOWN.items():
        x[name] = x[f"known_{name}"] if x[flag] else no_price
