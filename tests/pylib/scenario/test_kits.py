"""Kits: what a design leaves blank is as its kit has it, and what it says itself counts."""

from __future__ import annotations

import datetime
from dataclasses import replace
from typing import Any

import pytest

from vdi_sizing.errors import InputError
from vdi_sizing.inputs import inputs_of
from vdi_sizing.model.sizing import DesignSizing, size
from vdi_sizing.scenario import (
    BY_KIT,
    BY_RULE,
    KIT_PARTS,
    KITS,
    TIERS,
    BillRow,
    Cache,
    Design,
    Kit,
    KitPart,
    Scenario,
    Settings,
    Tier,
    UserGroup,
    check,
    kit,
)
from vdi_sizing.scenario.bill import PER_SHELF, PER_YEAR
from vdi_sizing.scenario.designs import LEFT
from vdi_sizing.scenario.kits import built_by
from vdi_sizing.tables.drives import DRIVES, drive
from vdi_sizing.tables.gpus import GPU_CARDS
from vdi_sizing.tables.price_lists import Price
from vdi_sizing.tables.raid_levels import RAID_LEVELS, raid_level

GROUP = UserGroup("users", "office", 100, profile="Windows 11 knowledge worker, MCS", delta_gb=20)
NVME, VSAN = kit("NVMe server, local"), kit("vSAN cluster")


def scenario(*designs: Design, **changes: Any) -> Scenario:
    settings = Settings(datetime.date(2026, 11, 21))
    return replace(Scenario((GROUP,), designs, DRIVES, RAID_LEVELS, settings), **changes)


def test_a_design_is_sized_as_its_kit_says() -> None:
    named = Design("NVMe", "office", kit="nvme SERVER, local")
    typed = Design(
        "NVMe", "office", (Tier("Samsung PM9A3 3.84 TB", "RAID 10", derating=0.5),),
        ram_gib=1024, cores=64, vcpus_per_core=6, host_ram_gib=32, host_cores=2, bays=24, array_headroom=0.2,
    )  # fmt: skip
    assert scenario(named).designs_in_use == scenario(typed).designs_in_use
    by_kit, by_hand = (size(scenario(design)).designs[0] for design in (named, typed))
    assert by_kit.design == by_hand.design
    assert [by_kit[name] for name in ("vms_per_block", "drives_per_block", "blocks")] == [
        by_hand[name] for name in ("vms_per_block", "drives_per_block", "blocks")
    ]


def test_what_a_design_says_itself_counts_and_0_is_said() -> None:
    design = Design(
        "own", "office", (Tier("Samsung PM893 1.92 TB", derating=LEFT),), kit=VSAN.name, ram_gib=512, host_ram_gib=0,
        array_headroom=0.1,
    )  # fmt: skip
    built = built_by(design, VSAN)
    assert (built.kit, built.block_kind, built.ram_gib, built.host_ram_gib, built.host_cores) == (
        None, "cluster", 512, 0, 6,
    )  # fmt: skip
    assert built.array_headroom == 0.1
    assert built.tiers[0] == Tier("Samsung PM893 1.92 TB", "vSAN ESA RAID-1 FTT=1", derating=0.5)
    assert built.tiers[1:] == (Tier(), Tier())


def test_what_neither_says_is_as_usual() -> None:
    built = built_by(Design("own", "office", kit="bare"), Kit("bare"))
    assert built == Design("own", "office")
    assert (built.block_kind, built.host_ram_gib, built.tiers[0].derating) == ("server", 0, 1)


def test_a_design_without_a_kit_is_as_it_always_was() -> None:
    design = Design("plain", "office", (Tier("a", "b", derating=LEFT),))
    assert (design.block_kind, design.host_ram_gib, design.array_headroom) == ("server", 0, 0)
    assert [tier.derating for tier in design.tiers] == [1, 1, 1]
    (used,) = scenario(design).designs_in_use
    assert replace(used, **dict.fromkeys(BY_RULE, LEFT)) == design
    assert [getattr(used, name) for name in BY_RULE] == [field.blank for field in BY_RULE.values()]


RULES: dict[str, Any] = {
    "rule_spares": 2.0, "rule_cpu_headroom": 0.15, "rule_max_utilization": 0.7, "rule_replica_gb": 64.0,
    "rule_ios_per_boot": 47000.0, "rule_boots_per_min": 50.0, "rule_concurrent_boots": 100.0,
}  # fmt: skip


def test_a_rule_of_settings_says_what_a_design_leaves_blank_and_what_it_says_itself_counts() -> None:
    assert {field.by_rule for field in BY_RULE.values()} == set(RULES)
    ruling = Settings(datetime.date(2026, 11, 21), **RULES)
    own = Design("own", "office", cpu_headroom=0.0, max_utilization=1.0, boots_per_min=10.0)
    left, said = scenario(Design("left", "office"), own, settings=ruling).designs_in_use
    names = ("cpu_headroom", "max_utilization", "replica_gb", "ios_per_boot", "boots_per_min", "concurrent_boots")
    assert [getattr(left, name) for name in names] == [0.15, 0.7, 64, 47000, 50, 100]
    assert [getattr(said, name) for name in names] == [0, 1, 64, 47000, 10, 100]


@pytest.mark.parametrize("name", BY_RULE)
def test_what_a_rule_says_is_said_beside_its_input(name: str) -> None:
    assert "blank: as Settings say" in BY_RULE[name].note


@pytest.mark.parametrize(
    ("kit", "blocks", "hosts"),
    [
        ("NVMe server, local", 2, 0), ("vSAN cluster", 2, 0), ("HDD array", 0, 0), ("HDD array, hosts beside it", 0, 2),
        (None, 2, 0),
    ],
)  # fmt: skip
def test_hosts_in_reserve_by_rule_are_those_that_run_the_vms(kit: str | None, blocks: float, hosts: float) -> None:
    ruling = Settings(datetime.date(2026, 11, 21), **RULES)
    used = scenario(Design("any", "office", kit=kit), settings=ruling).designs_in_use[0]
    assert (used.spare_blocks, used.spare_hosts) == (blocks, hosts)


def test_a_kit_says_what_designs_call_by_the_same_name() -> None:
    fields = inputs_of(Kit)
    assert [name for name in fields if name in BY_KIT] == list(BY_KIT)
    assert {name for name in fields if name not in BY_KIT} == {
        "name", "generation", "source", "source_date", "how_sure", "note",
    }  # fmt: skip
    assert not any(set("[]#'@:,") & set(field.label) for field in fields.values())  # they mean something in a formula


@pytest.mark.parametrize("shipped", KITS, ids=lambda each: each.name)
def test_a_shipped_kit_names_drives_of_its_generation_and_known_layouts(shipped: Kit) -> None:
    for number in TIERS:
        named, level = getattr(shipped, f"tier{number}_drive"), getattr(shipped, f"tier{number}_raid")
        assert (named is None) == (level is None)
        if named is not None:
            assert drive(named).generation == shipped.generation
            assert raid_level(level).name == level


@pytest.mark.parametrize("shipped", KITS, ids=lambda each: each.name)
def test_a_shipped_kit_and_a_name_are_a_design(shipped: Kit) -> None:
    (sized,) = size(scenario(Design(shipped.name, "office", kit=shipped.name))).designs
    assert sized.block.errors == 0


@pytest.mark.parametrize("shipped", [each for each in KITS if each.block_kind == "cluster"], ids=lambda each: each.name)
def test_a_shipped_cluster_is_none_that_its_maker_refuses(shipped: Kit) -> None:
    """For a few users too: its hosts form the layout, and each has as many drives as the maker wants."""
    group = replace(GROUP, vms=1)
    (sized,) = size(replace(scenario(Design("few", "office", kit=shipped.name)), groups=(group,))).designs
    level = raid_level(shipped.tier1_raid or "")
    assert level.min_hosts is not None
    assert level.min_hosts <= sized["blocks"] <= (level.most_hosts or 64)
    assert sized["drives_per_block"] >= level.min_drives / level.min_hosts
    assert sized["drives_per_block"] >= {"vSAN ESA": 2, "S2D": 4}.get(level.store or "", 1)
    assert sized["vms_per_block"] > 0


def test_a_design_without_rows_of_its_own_is_billed_by_its_kit() -> None:
    prices = tuple(
        Price("list", part, None, eur, 0, "EUR", None) for part, eur in (("server", 9000), ("MZQL23T8HCLS", 700))
    )
    parts = (KitPart(NVME.name, "server"), KitPart(NVME.name, None, 1, "drive 1"), KitPart(VSAN.name, "host"))
    known = scenario(
        Design("NVMe", "office", kit=NVME.name.upper()), kit_parts=parts, prices=prices,
        settings=Settings(datetime.date(2026, 11, 21), price_list="list"),
    )  # fmt: skip
    (sized,) = size(known).designs
    assert [(line.row, line.part, line.quantity_for_users) for line in sized.bill] == [
        (-1, "server", sized["blocks"]), (-2, "MZQL23T8HCLS", sized["drives_total"]),
    ]  # fmt: skip
    assert sized["known_users_eur"] == 9000 * sized["blocks"] + 700 * sized["drives_total"]
    other = replace(known.designs[0], tiers=(Tier("Samsung PM893 1.92 TB", derating=LEFT),))
    assert [row.part for row in replace(known, designs=(other,)).bill_of(other)] == ["server", "MZ7L31T9HBLT"]
    cached = replace(known.designs[0], cache=Cache("Samsung PM893 1.92 TB", "RAID 1", 2))
    of_cache = (KitPart(NVME.name, None, 1, "cache drive"),)
    assert [row.part for row in replace(known, designs=(cached,), kit_parts=of_cache).bill_of(cached)] == [
        "MZ7L31T9HBLT"
    ]
    own = BillRow("NVMe", "server", 3)
    assert replace(known, bill=(own,)).numbered_bill_of(known.designs[0]) == [(1, own)]


def test_a_part_of_a_kit_may_be_paid_per_year_or_not_be_maintained() -> None:
    def sized(**changes: Any) -> DesignSizing:
        known = scenario(
            Design("NVMe", "office", kit=NVME.name), kit_parts=(KitPart(NVME.name, "server", **changes),),
            prices=(Price("list", "server", None, 9000, 0, "EUR", None),),
            settings=Settings(datetime.date(2026, 11, 21), price_list="list", maintenance_share=0.1, years=5),
        )  # fmt: skip
        return size(known).designs[0]

    bought, bare, yearly = sized(), sized(maintained=False), sized(recurs=PER_YEAR)
    eur = 9000 * bought["blocks"]
    assert [each["known_users_eur"] for each in (bought, bare, yearly)] == [eur, eur, 0]
    assert [each["known_total_eur"] for each in (bought, bare, yearly)] == pytest.approx([1.5 * eur, eur, 5 * eur])


def test_each_kit_whose_hosts_run_the_vms_bills_their_hypervisor() -> None:
    """One without it would look cheaper; of Windows Server's cluster it is part of the system."""
    with_a_bill = {part.kit for part in KIT_PARTS}
    hosts = {each.name for each in KITS if each.name in with_a_bill and (each.ram_gib or each.beside_ram_gib)}
    billed = {part.kit for part in KIT_PARTS if "hypervisor" in f"{part.part} {part.note}"}
    assert billed == hosts
    assert {part.part for part in KIT_PARTS if not part.maintained} == {"licence", "project"}


def test_a_part_of_a_kit_without_a_price_leaves_it_without_eur_and_one_without_a_rate_is_refused() -> None:
    parts = (KitPart(NVME.name, "server"),)
    known = scenario(Design("NVMe", "office", kit=NVME.name), kit_parts=parts)
    (sized,) = size(known).designs
    assert (sized.bill[0].amount, sized["priced"], sized["prices_missing"]) == (None, 0, 1)
    dollars = Price("list", "server", None, 100, 0, "USD", None)
    settings = Settings(datetime.date(2026, 11, 21), price_list="list")
    with pytest.raises(InputError, match="prices 1, currency: currency is 'USD'; expected EUR, or a currency with"):
        check(replace(known, prices=(dollars,), settings=settings))


def test_a_kit_that_grows_by_shelves_bills_them_and_its_bays_are_those_of_the_array_and_of_whole_shelves() -> None:
    grow = [each for each in KITS if each.shelf_bays]
    assert grow
    assert {each.name for each in grow} == {part.kit for part in KIT_PARTS if part.per == PER_SHELF}
    for each in grow:
        shelves = ((each.bays or 0) - (each.base_bays or 0)) / (each.shelf_bays or 1)
        assert shelves == round(shelves) > 0


def test_parts_of_shipped_kits_are_of_shipped_kits() -> None:
    assert {part.kit for part in KIT_PARTS} <= {each.name for table in (KITS, GPU_CARDS) for each in table}


def test_a_kit_that_is_not_there_and_one_that_stands_twice_are_refused() -> None:
    with pytest.raises(InputError, match="designs 1, kit: kit is 'none such'; expected a kit of the Kits sheet"):
        check(scenario(Design("A", "office", kit="none such")))
    with pytest.raises(InputError, match="kits 2, name: kit is 'A'; expected a name that is used once"):
        check(scenario(Design("A", "office", kit="a"), kits=(Kit("a"), Kit("A "))))
    with pytest.raises(InputError, match="kit is 'none such'; expected one of: NVMe server, local, "):
        kit("none such")
