"""A start by kits: a customer's case takes names, numbers and prices alone."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from vdi_sizing.scenario import ARRAY, KIT_PARTS, Design, Scenario, UserGroup
from vdi_sizing.scenario import kit as kit_named
from vdi_sizing.tables.drives import DRIVES
from vdi_sizing.tables.price_lists import Price
from vdi_sizing.tables.profiles import PER_VM
from vdi_templates.examples.base import AS_OF
from vdi_templates.examples.today import PROFILE, today
from vdi_templates.languages.translation import Translation

_USUAL = {"NVMe server, local": "NVMe", "vSAN cluster": "vSAN", "HDD array": "HDD"}
"""The kits to start with, and what their designs are called; those of others bear the name of the kit."""


def by_kits(translation: Translation | None = None, kits: Sequence[str] = ()) -> Scenario:
    """Today's start, with a profile for its users, and a kit and no bill for each of its designs.

    `kits`: their names, of the table that comes with the library; none: the usual three.

    Raises
    ------
    InputError
        A kit that the table does not have.

    Examples
    --------
    >>> [design.name for design in by_kits(kits=["all-flash array, hosts beside it", "vSAN cluster"]).designs]
    ['All-flash array, hosts beside it', 'vSAN']
    """
    start = today(translation)
    (group,), pattern = start.groups, start.designs[0]
    chosen = [kit_named(name).name for name in kits] or list(_USUAL)
    designs = tuple(_design(_USUAL.get(kit, kit), kit, pattern) for kit in chosen)
    made = replace(start, groups=(_by_profile(group),), designs=designs, bill=())
    return replace(made, prices=_to_enter(made))


def _design(name: str, kit: str, pattern: Design) -> Design:
    """What is asked of each design alike; where its block holds the VMs itself, one more of it is in reserve."""
    design = Design(
        name, pattern.case, kit=kit, cpu_headroom=pattern.cpu_headroom, max_utilization=pattern.max_utilization,
        replica_gb=pattern.replica_gb, ios_per_boot=pattern.ios_per_boot, boots_per_min=pattern.boots_per_min,
        concurrent_boots=pattern.concurrent_boots,
    )  # fmt: skip
    if kit_named(kit).block_kind == ARRAY:
        return design
    return replace(design, spare_blocks=pattern.spare_blocks, remark=pattern.remark)


def _by_profile(group: UserGroup) -> UserGroup:
    """The group with its profile in place of the figures that are copied from it; GB are its own."""
    copied = dict.fromkeys(name for name in PER_VM if not name.endswith("_gb"))
    return replace(group, profile=PROFILE, **copied)  # type: ignore[arg-type]


def _to_enter(made: Scenario) -> tuple[Price, ...]:
    """A row without a price for each part of today's kits: of those that are picked, and of the others."""
    drives = {drive.part: drive.name for drive in DRIVES}
    named = (row.part for design in made.designs for row in made.bill_of(design))
    parts = dict.fromkeys((*named, *(row.part for row in KIT_PARTS if row.part is not None)))
    listed = made.settings.price_list or ""
    return tuple(Price(listed, part, drives.get(part), None, 0.0, "EUR", AS_OF) for part in parts)
