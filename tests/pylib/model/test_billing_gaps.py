"""What is sized and nobody pays for leaves no EUR, or is not ranked against designs that hold it."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from tests.pylib.model.office import AS_OF, BLOCK, CONTAINED, FULL_BILL, LIST, ROOM, USERS, priced, scenario, with_tier

from vdi_sizing.model.money.billing_gaps import BESIDE_NONE, DRIVES_BILLED, HOSTS_BILLED, PaidChecks, ServersLeftOut
from vdi_sizing.model.ranking.marks import TARGETS
from vdi_sizing.model.sizing import DesignSizing, size
from vdi_sizing.scenario import BOUGHT_ONCE, PER_MONTH, PER_YEAR, BillRow, Design, KitPart, Tier
from vdi_sizing.scenario.kits import Kit
from vdi_sizing.tables.price_lists import Price
from vdi_sizing.words import NO_PRICE, NONE

ARRAY = Design(
    "HDD", "office", (Tier("new", "RAID 6", 12),), block_kind="array", bays=12, spare_hosts=1,
    beside_ram_gib=512, beside_cores=512, vcpus_per_core=8,
)  # fmt: skip
WITHOUT_HOSTS: dict[str, Any] = {"beside_ram_gib": None, "beside_cores": None, "spare_hosts": 0}
UNPAID = "slow (tier 1)"


@pytest.mark.parametrize(
    ("bill", "acknowledged", "unpaid", "eur_known"),
    [
        (FULL_BILL, None, NONE, 1),
        ((("server", 2, "block"),), None, UNPAID, 0),
        ((("server", 2, "block"), ("slow", 0, "drive 1")), None, UNPAID, 0),  # none of them
        ((("server", 2, "block"),), CONTAINED, UNPAID, 1),
        ((("server", 2, "block"),), CONTAINED.upper(), UNPAID, 1),
        ((("server", 2, "block"),), "saturated: measured so", UNPAID, 0),
    ],
)
def test_drives_that_nobody_pays_for_leave_no_eur(
    bill: tuple[tuple[str, float, str], ...], acknowledged: str | None, unpaid: str, eur_known: float
) -> None:
    """Unless the design's text says that another part contains them."""
    x = priced(replace(with_tier(drives=64), **ROOM, acknowledged=acknowledged), *bill)
    assert (x["unbilled_drives"], x["priced"], x["check_prices"]) == (unpaid, eur_known, 1)
    assert (x["offered"], x["eur_per_user"] != NO_PRICE, x["check_drives_billed"]) == (
        eur_known, bool(eur_known), unpaid == NONE)  # fmt: skip
    assert x["total_missing"] == (NONE if eur_known else f"{UNPAID} on the bill")


@pytest.mark.parametrize(
    ("given", "bill", "holds"),
    [
        ({}, (("server", 1, "block"),), 1),
        ({**WITHOUT_HOSTS}, (("server", 1, "block"),), 0),
        ({**WITHOUT_HOSTS}, (), 1),  # no EUR that could mislead
        ({**WITHOUT_HOSTS, "ram_gib": 4096}, (("server", 1, "block"),), 1),
        ({**WITHOUT_HOSTS, "block_kind": "server"}, (("server", 1, "block"),), 1),
    ],
)
def test_eur_of_an_array_without_hosts_are_said_to_be_of_the_storage_alone(
    given: dict[str, Any], bill: tuple[tuple[str, float, str], ...], holds: float
) -> None:
    x = priced(replace(ARRAY, acknowledged=CONTAINED, **given), *bill)
    assert x["check_beside_none"] == holds


@pytest.mark.parametrize(
    ("known", "bill", "eur_known"),
    [
        ("", (("server", 1, "block"), ("server", 1, "host")), 1),
        ("", (("server", 1, "block"),), 0),
        ("", (("server", 1, "block"), ("server", 0, "host")), 0),
        ("hosts_billed: on the servers of today; ", (("server", 1, "block"),), 1),
    ],
)
def test_hosts_that_nobody_pays_for_leave_no_eur(
    known: str, bill: tuple[tuple[str, float, str], ...], eur_known: float
) -> None:
    x = priced(replace(ARRAY, acknowledged=f"{known}{CONTAINED}"), *bill)
    assert (x["priced"], x["offered"]) == (eur_known, eur_known)
    assert x["check_hosts_billed"] == float(len(bill) == 2 and bill[1][1] > 0)
    assert ("hosts on the bill" in x["total_missing"]) != bool(eur_known)


def test_drives_and_hosts_that_nobody_pays_for_are_named_together() -> None:
    x = priced(ARRAY, ("server", 1, "block"))
    assert (x["unpaid"], x["unpaid_words"]) == (2, "new (tier 1), hosts")
    assert x["total_missing"] == "new (tier 1), hosts on the bill"


@pytest.mark.parametrize(
    ("kind", "row", "known", "called"),
    [
        ("server", (1, "block"), None, None),
        ("server", (1, "host"), None, None),
        ("server", (0, "block"), None, "the server itself"),
        ("server", (0.5, "block"), None, "the server itself"),
        ("server", (1, "once"), None, "the server itself"),
        ("server", (1, "once"), "block_billed: there already", None),
        ("cluster", (1, "host"), None, None),
        ("cluster", (1, "VM"), None, "the host itself"),
        ("array", (1, "block"), None, None),
    ],
)
def test_a_block_that_nobody_pays_for_leaves_no_eur(
    kind: str, row: tuple[float, str], known: str | None, called: str | None
) -> None:
    layout = "S2D three-way mirror" if kind == "cluster" else "RAID 6"
    drives = Tier("slow", layout, 12)
    block = Design("HDD", "office", (drives,), block_kind=kind, bays=12, ram_gib=512, acknowledged=known)
    x = priced(block, ("slow", 1, "drive 1"), ("server", *row))
    assert (x["unpaid_words"], x["priced"]) == (called or NONE, float(called is None))
    assert x["check_block_billed"] == float(row[0] == 1 and row[1] in ("block", "host"))


@pytest.mark.parametrize(("quantity", "recurs", "called"), [
    (0.24, PER_YEAR, NONE),
    (0.02, PER_MONTH, NONE),
    (-0.3, PER_YEAR, "the server itself"),
    (0.24, BOUGHT_ONCE, "the server itself"),
])  # fmt: skip
def test_a_lease_pays_for_a_share_of_a_block_every_year(quantity: float, recurs: str, called: str) -> None:
    made = priced(with_tier(BLOCK, drives=8), ("slow", 1, "drive 1")).block.scenario
    lease = BillRow(made.designs[0].name, "server", quantity, "block", recurs=recurs, note="a lease, or taken back")
    x = size(replace(made, bill=(*made.bill, lease))).designs[0]
    assert (x["unpaid_words"], x["check_block_billed"]) == (called, float(called == NONE))


def test_a_host_beside_an_array_does_not_pay_for_the_array() -> None:
    x = priced(replace(ARRAY, acknowledged="drives_billed: in it"), ("server", 1, "host"))
    assert (x["unpaid_words"], x["eur_per_user"]) == ("the array itself", NO_PRICE)


def test_a_fraction_of_a_drive_is_none() -> None:
    x = priced(with_tier(BLOCK, drives=8), ("server", 1, "block"), ("slow", 0.1, "drive 1"))
    assert x["unpaid_words"] == "slow (tier 1)"


def test_the_words_of_the_checks_are_those_that_money_looks_for() -> None:
    checks = (PaidChecks.check_drives_billed, PaidChecks.check_hosts_billed, PaidChecks.check_beside_none)
    assert [check.key for check in checks] == [DRIVES_BILLED, HOSTS_BILLED, BESIDE_NONE]


THERE = "block_billed: there already"
SERVER = replace(ARRAY, name="server", block_kind="server", acknowledged=THERE, **(WITHOUT_HOSTS | ROOM))
STORAGE = replace(SERVER, name="storage", block_kind="array", ram_gib=None, cores=None)
LEFT_OUT = dict(TARGETS)[ServersLeftOut.servers_comparable]


def compared(*designs: Design, without_bill: str = "") -> tuple[DesignSizing, ...]:
    """Of which the later ones cost more: all are billed for their drives alone."""
    made = scenario(*designs, price_list=LIST)
    rows = tuple(
        BillRow(design.name, "new", at, "drive 1")
        for at, design in enumerate(designs, start=1) if design.name != without_bill
    )  # fmt: skip
    return size(replace(made, prices=(Price(LIST, "new", None, 100.0, 0.0, "EUR", AS_OF, "offer"),), bill=rows)).designs


@pytest.mark.parametrize(
    ("storage", "beside", "mark", "cheapest"),
    [
        (STORAGE, SERVER, LEFT_OUT, "server"),
        (STORAGE, replace(STORAGE, name="server"), None, "storage"),  # like with like: storage alone of both
        (replace(STORAGE, **ROOM), SERVER, None, "storage"),
        (replace(STORAGE, acknowledged=f"{THERE}; beside_none: on the servers of today"), SERVER, None, "storage"),
        (STORAGE, replace(STORAGE, name="server", **ROOM), LEFT_OUT, "server"),
    ],
)
def test_storage_alone_is_not_ranked_against_storage_with_servers(
    storage: Design, beside: Design, mark: str | None, cheapest: str
) -> None:
    first, _ = compared(storage, beside)
    assert (first["mark"] == LEFT_OUT) == (mark == LEFT_OUT)
    assert first["offered"] == float(mark is None)
    assert first["recommendation"].startswith(f"{cheapest} is the {'cheapest' if mark is None else 'only'} design that")


def test_a_design_without_a_bill_leaves_nothing_to_compare_with() -> None:
    assert compared(STORAGE, SERVER, without_bill="server")[0]["offered"] == 1


KIT = Kit("kit", block_kind="server", bays=64, tier1_drive="slow", tier1_raid="RAID 10", tier1_drives=64)
PARTS = (
    KitPart("kit", None, 1, "drive 1"), KitPart("kit", "server"), KitPart("KIT", "licence", per="VM"),
    KitPart("other", "tape"),
)  # fmt: skip


@pytest.mark.parametrize(
    ("own", "left_out", "words"),
    [
        ((), 0, NONE),
        (("slow", "server", "licence"), 0, NONE),
        (("slow", "Server"), 1, "licence"),
        (("slow",), 2, "licence and 1 more"),
    ],
)
def test_parts_of_a_kit_that_an_own_row_takes_away_are_named(own: tuple[str, ...], left_out: float, words: str) -> None:
    design = Design("HDD", "office", kit="kit")
    rows = tuple(BillRow("HDD", part, 1, "drive 1" if part == "slow" else "block") for part in own)
    prices = tuple(Price(LIST, part, None, 1.0, 0.0, "EUR", AS_OF, "offer") for part in ("slow", "server", "licence"))
    listed = replace(scenario(design, price_list=LIST), prices=prices, bill=rows)
    made = replace(listed, kits=(KIT,), kit_parts=PARTS)
    x = size(made).designs[0]
    assert (x["kit_left_out"], x["kit_left_out_words"], x["check_kit_billed"]) == (left_out, words, float(not left_out))


def test_a_design_without_a_kit_leaves_nothing_of_it_out() -> None:
    assert priced(with_tier(BLOCK, drives=8), *FULL_BILL)["kit_left_out"] == 0


@pytest.mark.parametrize(
    ("second", "missing"),
    [
        (BillRow("server", "licence", 1, "user", recurs="per year"), (0, 0)),
        (BillRow("server", "licence", 1, "VM", recurs="per year"), (0, 0)),  # as many VMs as users here
        (BillRow("server", "licence", 1, "user"), (0, 400 * 9)),  # bought once: four years less
        (BillRow("server", "licence", 1, "once"), (0, 500 * 9)),
        (None, (0, 500 * 9)),
        (BillRow("server", "licence", 2, "user", recurs="per year"), (500 * 9, 0)),
    ],
)
def test_a_design_that_lacks_a_licence_is_named(second: BillRow | None, missing: tuple[float, float]) -> None:
    first = BillRow("storage", "licence", 1, "user", recurs="per year")
    made = scenario(STORAGE, SERVER, price_list=LIST, years=5)
    prices = tuple(Price(LIST, part, None, 10.0, 0.1, "EUR", AS_OF, "offer") for part in ("new", "licence"))
    drives = tuple(BillRow(name, "new", 1, "drive 1") for name in ("storage", "server"))
    bill = (*drives, first, *(() if second is None else (second,)))
    designs = size(replace(made, prices=prices, bill=bill)).designs
    assert [design["licences_missing"] for design in designs] == pytest.approx(missing)
    assert [design["check_licences"] for design in designs] == [float(eur == 0) for eur in missing]
    assert designs[1]["mark"].endswith("; a licence may be missing") == (missing[1] > 0)


def test_a_licence_that_one_design_takes_alone_is_acknowledged_on_the_others() -> None:
    said = replace(STORAGE, acknowledged=f"{THERE}; licences: of the server alone")
    made = scenario(said, SERVER, price_list=LIST)
    prices = (Price(LIST, "licence", None, 10.0, 0.1, "EUR", AS_OF, "offer"),)
    storage, _ = size(
        replace(
            made, prices=prices, bill=(BillRow("storage", "licence", 0.5, "VM"), BillRow("server", "licence", 1, "VM"))
        )
    ).designs
    assert (storage["check_licences"], storage["nothing_against"]) == (0, 1)


def test_licences_of_designs_for_different_users_are_not_compared() -> None:
    other = replace(SERVER, case="other")
    made = scenario(STORAGE, other, price_list=LIST, groups=(USERS, replace(USERS, case="other", vms=10)))
    prices = (Price(LIST, "licence", None, 10.0, 0.1, "EUR", AS_OF, "offer"),)
    bill = tuple(BillRow(name, "licence", 1, "VM") for name in ("storage", "server"))
    designs = size(replace(made, prices=prices, bill=bill)).designs
    assert [design["check_licences"] for design in designs] == [1, 1]
