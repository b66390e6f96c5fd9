"""The inputs of a design as rows: under which heading each stands, and what a design holds for it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from vdi_sizing import inputs
from vdi_sizing.inputs import Input
from vdi_sizing.scenario import TIERS, Design


@dataclass(frozen=True)
class InputSection:
    """Inputs of a design under one heading."""

    title: str
    inputs: dict[str, Input]


_BLOCK = (
    "name",
    "case",
    "steady_peak_factor",
    "block_kind",
    "given_vms",
    "measured_vms",
    "measured_iops_per_vm",
    "ram_gib",
    "ram_overhead_gib",
    "cores",
    "vcpus_per_core",
    "bays",
    "spare_blocks",
    "block_watts",
    "rack_units",
    "usable_gb",
    "usable_iops",
    "max_utilization",
    "skew",
    "response_limit_ms",
    "response_share",
    "variability",
)


def design_sections() -> tuple[InputSection, ...]:
    """The rows of the Designs sheet, in order; names are those of the library, prefixed by tier or cache."""
    block = {name: inputs.DESIGN[name] for name in _BLOCK}
    elsewhere = {*block, *inputs.DESIGN_STORMS}
    images = {name: field for name, field in inputs.DESIGN.items() if name not in elsewhere}
    tiers = [
        InputSection(f"Tier {k}", {f"tier{k}_{name}": field for name, field in inputs.TIER.items()}) for k in TIERS
    ]
    cache = InputSection("Flash cache", {f"cache_{name}": field for name, field in inputs.CACHE.items()})
    return (
        InputSection("Load and block", block),
        *tiers,
        cache,
        InputSection("Image delivery: sizes, places and headrooms", images),
        InputSection("Storms, wear, faults and criteria", inputs.DESIGN_STORMS),
    )


def design_values(design: Design) -> dict[str, Any]:
    """The inputs of a design by the names of the Designs sheet's rows."""
    values = {name: value for name, value in vars(design).items() if name not in ("tiers", "cache")}
    for k, tier in zip(TIERS, design.tiers, strict=True):
        values.update({f"tier{k}_{name}": value for name, value in vars(tier).items()})
    values.update({f"cache_{name}": value for name, value in vars(design.cache).items()})
    return values
