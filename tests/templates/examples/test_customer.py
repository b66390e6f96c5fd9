"""The customer that is shipped: everything on the bill, nothing to be ashamed of, and figures that come out by hand."""

from __future__ import annotations

import math

import pytest
from tests.templates.users import drawn, with_users

from vdi_sizing.model.sizing import Sizing, size
from vdi_sizing.scenario import IN_BLOCKS, KITS, Scenario
from vdi_sizing.tables.deliveries import DELIVERIES
from vdi_sizing.tables.drives import DRIVES
from vdi_sizing.tables.profiles import PROFILES
from vdi_sizing.tables.raid_levels import RAID_LEVELS
from vdi_sizing.tables.reading import ANY, TODAY
from vdi_templates.examples import customer, dated
from vdi_templates.examples.base import AS_OF
from vdi_templates.report.table import table

NVME, ARRAY, HYBRID, DISKS = "NVMe cluster", "All-flash array", "Hybrid array", "HDD array"
_SYSTEMS = ("Windows Server Datacenter licence", "hypervisor licence")


@pytest.fixture(scope="module")
def scenario() -> Scenario:
    return customer()


@pytest.fixture(scope="module")
def sizing(scenario: Scenario) -> Sizing:
    return size(scenario)


def test_no_error_no_warning_and_one_design_is_recommended(sizing: Sizing) -> None:
    assert [design.block.errors for design in sizing.designs] == [0, 0, 0, 0]
    assert [design["failing"] for design in sizing.designs] == ["none"] * 4
    assert [design["cheapest"] for design in sizing.designs] == [1, 0, 0, 0]
    assert sizing.designs[0]["recommendation"].startswith(f"{NVME} is the cheapest design that meets every target")
    assert "saturated" not in table(sizing)


def test_response_times_are_those_of_latencies_on_drives(sizing: Sizing) -> None:
    """Of flash below a millisecond; of disks by seek and rotation, and of the hybrid between, by its SSDs measured."""
    assert {tier.latency_ms for design in sizing.scenario.designs for tier in design.tiers} == {None}
    nvme, array, hybrid, disks = (float(design["response_words"]) for design in sizing.designs)
    assert 0.02 < nvme < array < 0.6 < hybrid < 2 < disks < 20
    reads = sizing.designs[2]["tier1_steady_backend_read_share"]
    work = reads * 0.226 + (1 - reads) * 0.374
    assert sizing.designs[2]["tier1_unloaded_ms"] == pytest.approx(work)
    assert sizing.designs[2]["tier1_service_ms"] == pytest.approx((reads * 0.226**2 + (1 - reads) * 0.374**2) / work)


def test_what_is_claimed_is_a_row_of_todays_tables(scenario: Scenario) -> None:
    profiles, deliveries, kits = ({row.name for row in rows} for rows in (PROFILES, DELIVERIES, KITS))
    for group in scenario.groups:
        assert group.profile in profiles
        assert group.delivery in deliveries
        assert group.source
    assert {group.steady_iops for group in scenario.groups} == {None}
    assert {design.kit in kits for design in scenario.designs} == {True}
    assert scenario.drives == tuple(drive for drive in DRIVES if drive.generation == TODAY)
    assert scenario.raid_levels == tuple(level for level in RAID_LEVELS if level.generation in (TODAY, ANY))


def test_each_price_is_of_these_days_and_says_that_it_is_an_example(scenario: Scenario) -> None:
    settings = scenario.settings
    assert settings.price_list is not None
    assert "no offer" in settings.price_list
    for price in scenario.prices:
        assert price.price_list == settings.price_list
        assert price.amount
        assert price.date is not None
        assert 0 <= (AS_OF - price.date).days < 31
        assert price.note is not None
        assert "example" in price.note.lower()
        assert "no offer" in price.note
        assert (price.how_sure, price.supplier, price.quote_number) == ("example", None, None)
    assert {row.part for row in scenario.bill} == {price.part for price in scenario.prices}
    assert settings.customer is not None
    assert "invented" in settings.customer


def test_settings_are_whole_and_every_cost_is_known(scenario: Scenario, sizing: Sizing) -> None:
    settings = scenario.settings
    told = (settings.author, settings.eur_per_kwh, settings.eur_per_rack_unit_year)
    assert all(told)
    assert all((settings.vat_share, settings.maintenance_share, settings.discount_rate))
    assert settings.store_kind == IN_BLOCKS
    for design in sizing.designs:
        assert (design["total_known"], design["total_missing"]) == (1, "none")
        assert design["total_holds"] == "purchase, energy, rack space, maintenance"


def test_all_designs_are_billed_alike_but_for_their_storage(scenario: Scenario) -> None:
    def alike(name: str) -> set[tuple[str, float, str]]:
        return {(row.part, row.quantity, row.per) for row in scenario.bill if row.design == name}

    beside = (ARRAY, HYBRID, DISKS)
    names = (NVME, *beside)
    common = set.intersection(*(alike(name) for name in names))
    assert {(part, per) for part, _, per in common} == {("switches", "once"), ("licence", "user"), ("project", "once")}
    system = {name: {row for row in alike(name) if row[0] in _SYSTEMS} for name in names}
    assert system == {
        NVME: {("Windows Server Datacenter licence", 1, "host")},
        **{name: {("hypervisor licence", 1, "host")} for name in beside},
    }
    assert len({price.amount for price in scenario.prices if price.part in _SYSTEMS}) == 1
    hosts = {name: {row for row in alike(name) if row[0] == "host"} for name in names}
    assert hosts == {NVME: {("host", 1, "block")}, **{name: {("host", 1, "host")} for name in beside}}


def test_the_cluster_comes_out_by_hand(sizing: Sizing) -> None:
    """620 clerks at 80 %, 300 in the service centre at 75 %, and 80 developers, on hosts of 64 cores and 1 TiB."""
    nvme = sizing.designs[0]
    clerks, centre, developers = 620 * 0.8, 300 * 0.75, 80
    vms = clerks + centre + developers
    vcpus = ((clerks + centre) * 3 + developers * 8) / vms
    ram = (clerks * 6 + centre * 6.25 + developers * 32) / vms  # with the 256 MB of the service centre's RAM cache
    on_cores = math.floor((64 - 4) * 0.85 * 6 / vcpus)
    assert (vms, nvme["vms"]) == (801, 801)
    assert nvme["limit_ram"] == math.floor((1024 - 32) / ram)
    assert nvme["limit_cores"] == on_cores == 87
    hosts = math.ceil(vms / on_cores)
    assert nvme["working_hosts"] == hosts
    assert nvme["blocks"] == hosts + 1 == 11
    stored = 1000 * (20 + 30) + 2 * 64
    kept, usable_gb = 4 * 3840 / 3, 3840 / 3  # of a three-way mirror
    drives = math.ceil((stored / 0.9 + kept) / usable_gb / hosts)
    assert nvme["drives_per_block"] == drives == 5
    eur = 11 * (32_000 + drives * 1_190 + 7_800) + 1000 * 290 + 18_000 + 38_000
    assert nvme["users_eur"] == pytest.approx(eur)
    assert nvme["eur_per_user"] == pytest.approx(849.25)


def test_the_hosts_are_the_same_whether_they_stand_in_a_cluster_or_beside_an_array(sizing: Sizing) -> None:
    """The cluster keeps more of its cores for itself; a host more is bought for it."""
    nvme, *arrays = sizing.designs
    assert [array["hosts_beside"] for array in arrays] == [10, 10, 10]
    assert nvme["blocks"] == 11
    assert [(array["blocks"], array["drives_per_block"]) for array in arrays] == [(1, 19), (1, 185), (2, 240)]


def test_the_disks_come_out_by_hand(sizing: Sizing) -> None:
    """By the morning: two copies of each write, on disks of 196 to 204 IOPS that are used to 70 %, in pairs."""
    disks = sizing.designs[3]
    vms = math.ceil(801 / 2)
    assert 196 < disks["tier1_login_drive_iops"] < 204
    copies = disks["tier1_login_backend_iops"] / disks["login_iops_per_vm"]
    assert 1 < copies < 2
    drives = 2 * math.ceil(vms * disks["tier1_login_backend_iops"] / (disks["tier1_login_drive_iops"] * 0.7) / 2)
    assert (disks["vms_per_block"], disks["drives_per_block"], disks["blocks"]) == (vms, drives + 4, 2)
    eur = 2 * (72_000 + (drives + 4) * 290) + 10 * (32_000 + 7_800) + 1000 * 290 + 18_000 + 38_000
    assert disks["users_eur"] == pytest.approx(eur)


def test_later_days_leave_the_prices_their_date(scenario: Scenario) -> None:
    """A price that is known is not made younger by the date of the workbook, so that old ones warn."""
    later = dated(scenario, AS_OF.replace(year=AS_OF.year + 2))
    assert {price.date for price in later.prices} == {price.date for price in scenario.prices}
    assert [design["check_price_age"] for design in size(later).designs] == [0, 0, 0, 0]


def test_numbers_of_users_have_an_answer_of_each_design(scenario: Scenario) -> None:
    assert answered(scenario, drawn(12)) > 5


@pytest.mark.everything
def test_200_numbers_of_users_have_an_answer_of_each_design(scenario: Scenario) -> None:
    assert answered(scenario, drawn(200)) > 20


def answered(scenario: Scenario, numbers: list[int]) -> float:
    """Hosts and clusters, or arrays and hosts, with a price, and no error that stops them; the most arrays of one."""
    most_arrays = 0.0
    for users in numbers:
        for x in size(with_users(scenario, users)).designs:
            assert (x["errors"], x["bays_missing"]) == (0, 0), (users, x["failing"])
            assert x["eur_per_user"] > 0, users
            assert x["blocks"] * x["vms_per_block"] >= x["vms_whole"], users
            most_arrays = max(most_arrays, x["blocks"] * (1 - x["in_cluster"]))
    return most_arrays
