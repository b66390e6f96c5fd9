"""Random scenarios of which most designs can be recommended: offers, of which something may then be left blank.

Those of `tests.templates.random_scenarios` hold what may be entered at all; few of them carry a VM.
"""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import Any

from vdi_sizing.scenario import ARRAY, KITS, TIERS, Cache, Design, Kit, Scenario, Sensitivity, Settings, Tier, UserGroup
from vdi_sizing.tables.drives import Drive
from vdi_sizing.tables.reading import TODAY
from vdi_templates.examples import customer

HDD_ARRAY = "HDD array"  # it alone has no hosts: it stores
OFFERED = tuple(kit for kit in KITS if kit.generation == TODAY)


def offer(random: Random) -> Scenario:
    """The users of the shipped workbook, more or fewer, and a kit that carries them with all that is known of it."""
    base = customer()
    kit = random.choice(OFFERED)
    named = {tier_drive for tier_drive in (kit.tier1_drive, kit.tier2_drive, kit.tier3_drive) if tier_drive}
    drives = tuple(_known(drive) for drive in base.drives if drive.name in named)
    groups = random.sample(base.groups, random.choice((1, 2, 3)))
    kit_parts = tuple(row for row in base.kit_parts if row.kit == kit.name)
    parts = {row.part for row in kit_parts if row.part} | {drive.part for drive in drives}
    return replace(
        base,
        groups=tuple(_group(random, group) for group in groups),
        profiles=tuple(row for row in base.profiles if row.name in {group.profile for group in groups}),
        designs=(_design(random, base.designs[0], kit),),
        kits=(kit,),
        kit_parts=kit_parts,
        drives=drives,
        settings=_settings(random, base.settings),
        prices=tuple(replace(base.prices[0], part=part, amount=random.uniform(50, 30_000)) for part in sorted(parts)),
        bill=(),
        sensitivity=Sensitivity(),
    )


def _design(random: Random, common: Design, kit: Kit) -> Design:
    """A design by a kit, with some of its figures typed over, and targets at times."""
    asked: dict[str, Any] = {
        "response_limit_ms": random.choice((None, None, 5.0, 20.0, 50.0)),
        "min_free_share": random.choice((None, 0.1)),
        "write_kb": random.choice((None, 9.0)),
        "spare_blocks": random.choice((0.0, 1.0)),
        "vcpus_per_core": random.choice((4.0, 6.0, 8.0)),
    }
    left_to_kit: dict[str, Any] = dict.fromkeys(("ram_gib", "cores", "bays", "array_headroom", "remark"))
    tiers = (Tier(rebuild_drives=None, derating=None),) * len(TIERS)  # type: ignore[arg-type]
    design = replace(common, name="offer", kit=kit.name, tiers=tiers, cache=Cache(), **left_to_kit, **asked)
    typed: dict[str, Any] = {"bays": random.choice((None, 48.0, 240.0))}
    if kit.block_kind == ARRAY:
        hosts = kit.name != HDD_ARRAY or random.random() < 0.5
        of_host = {"beside_ram_gib": 1024.0, "beside_cores": 64.0, "beside_watts": 600.0, "beside_rack_units": 2.0}
        typed |= of_host if hosts else {}
    elif random.random() < 0.5:
        typed |= {"ram_gib": random.choice((512.0, 1024.0, 2048.0)), "cores": random.choice((32.0, 64.0, 128.0))}
    return replace(design, **typed)


def _group(random: Random, group: UserGroup) -> UserGroup:
    """More or fewer users, and at times larger VMs than their profile has."""
    larger: dict[str, Any] = {"ram_gib": random.choice((None, 8.0, 16.0)), "vcpus": random.choice((None, 4.0, 8.0))}
    return replace(group, vms=float(round(group.vms * random.uniform(0.2, 3))), **larger)


def _known(drive: Drive) -> Drive:
    """A drive of which everything is known."""
    usual: dict[str, Any] = {"dwpd": 1.0, "watts": 8.0, "read_latency_ms": 0.1, "write_latency_ms": 0.1}
    return replace(drive, **{name: value for name, value in usual.items() if getattr(drive, name) is None})


def _settings(random: Random, settings: Settings) -> Settings:
    return replace(
        settings,
        eur_per_kwh=random.choice((None, 0.24)),
        eur_per_rack_unit_year=random.choice((None, 240.0)),
        user_growth=random.choice((0.0, 0.1)),
    )
