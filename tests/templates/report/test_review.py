"""What a sizing promised beside what is measured: hosts and EUR of a small scenario by hand, and what is printed."""

from __future__ import annotations

import datetime
import json
from dataclasses import replace
from typing import Any

import pytest

from vdi_sizing.errors import InputError
from vdi_sizing.model.sizing import size
from vdi_sizing.scenario import BillRow, Design, Scenario, Settings, UserGroup
from vdi_sizing.tables.drives import DRIVES
from vdi_sizing.tables.price_lists import Price
from vdi_sizing.tables.profiles import PER_VM
from vdi_sizing.tables.raid_levels import RAID_LEVELS
from vdi_sizing.what_if.measured_users import MeanVm
from vdi_templates.importing.messages import Messages
from vdi_templates.importing.observed import Observed
from vdi_templates.importing.plan import PERCENTILE, Options, Plan
from vdi_templates.importing.wording import TEXTS, Wording
from vdi_templates.languages.translation import ENGLISH, GERMAN, Translation
from vdi_templates.report.review import DesignAt, Review, as_json, lines_of, reviewed

DAY = datetime.date(2027, 11, 21)
NO_LATENCY = {"io_kb": "the files have no column of it", "latency_ms": "the files have no column of it"}


def scenario() -> Scenario:
    """A hundred VMs of 4 GiB, 48 on a server of 192 GiB at 10,000 EUR."""
    return Scenario(
        groups=(UserGroup("clerks", "day", 100, steady_iops=8, steady_read_share=0.4, ram_gib=4, persistent_gb=30),),
        designs=(Design("servers", "day", ram_gib=192, usable_iops=600),),
        drives=DRIVES,
        raid_levels=RAID_LEVELS,
        settings=Settings(as_of=datetime.date(2026, 11, 21), price_list="2026"),
        prices=(Price("2026", "Server", None, 10_000.0, 0.0, "EUR", None),),
        bill=(BillRow("servers", "Server", 1),),
    )


def seen(vm: MeanVm, hosts: float | None = None, **lacking: str) -> Observed:
    return Observed(vm, hosts, None, None, (14.0,) * 60, {**NO_LATENCY, **lacking}, "now.xlsx: VMs rows 2-61")


MEASURED = seen(MeanVm(60, 5, 0.5, 8, 2, 45), 4)


def review(observed: Observed = MEASURED, of: Scenario | None = None, case: str | None = None) -> Review:
    return reviewed(size(of or scenario()), observed, case, Options(), None, DAY)


def printed(found: Review, language: str = ENGLISH) -> list[str]:
    messages, words = Messages(language), Translation(language)
    lines = list(lines_of(found, messages, words))
    assert not messages.lacking
    assert not words.lacking
    return lines


def test_hosts_and_eur_by_hand() -> None:
    """Promised: 100 / 48, up, are 3 servers, 30,000 EUR for 100 users.

    Measured: 60 VMs of 8 GiB, of which a server holds 24, are 3 servers too, for 60 users. 60 VMs of 4 GiB were 2.
    """
    (design,) = review().designs
    assert (design.promised.hosts, design.promised.eur_per_user, design.promised.eur_in_all) == (3, 300, 30_000)
    assert (design.measured.hosts, design.measured.eur_per_user, design.measured.vms_per_host) == (3, 500, 20)
    assert design.by_number.hosts == 2
    assert design.by_number.eur_per_user == pytest.approx(20_000 / 60)
    assert (design.promised.limit, design.measured.limit, design.called) == ("RAM", "RAM", "servers")


def test_the_words_by_hand() -> None:
    lines = [" ".join(line.split()) for line in printed(review())]
    assert lines[:4] == [
        "Load case 'day': what was promised and what is measured",
        "promised measured difference",
        "VMs in use at once 100 60 -40 %",
        "hosts – 4 –",
    ]
    assert "steady IOPS per VM 8.00 5.00 -38 %" in lines
    assert "of them reads 0.40 0.50 +10 points" in lines
    assert "vCPU per VM – 2.00 –" in lines
    assert "GB on the disks of a VM 30.0 45.0 +50 %" in lines
    assert "ms per I/O: the files have no column of it" in lines
    assert "servers 3 4 3" in lines
    assert "VMs per server 33.3 15.0 20.0" in lines
    assert "EUR per user 300.00 – 500.00" in lines
    assert "With the measured values it takes as many servers as promised: 3." in lines
    assert "A user costs 500.00 EUR, 200.00 EUR or 67 % more than promised." in lines
    assert "With the measured number of VMs alone a user would cost 333.33 EUR." in lines


def test_fewer_hosts_and_less_eur_by_hand() -> None:
    """100 VMs of 2 GiB: 75 on a server by its IOPS are 2 servers."""
    lines = printed(review(seen(MeanVm(100, None, None, 2))))
    assert "With the measured values it takes 2 servers, 1 fewer than promised." in lines
    assert "A user costs 200.00 EUR, 100.00 EUR or 33 % less than promised." in lines
    assert not any("alone" in line for line in lines)


def test_german_by_hand() -> None:
    lines = [" ".join(line.split()) for line in printed(review(), GERMAN)]
    assert lines[0] == "Lastfall 'day': was versprochen war und was gemessen ist"
    assert "IOPS je VM im Dauerbetrieb 8,00 5,00 -38 %" in lines
    assert "davon Lesen 0,40 0,50 +10 Punkte" in lines
    assert "EUR für den Kauf 30.000 – 30.000" in lines
    assert "Ein Benutzer kostet 500,00 EUR, 200,00 EUR oder 67 % mehr als versprochen." in lines
    assert "Mit den gemessenen Werten braucht er so viele Server wie versprochen: 3." in lines
    assert "IOPS im Dauerbetrieb: 5" in lines
    assert "Datum der Quelle: 21.11.2027" in lines


def test_eur_over_the_years_say_so() -> None:
    """3 servers of 10,000 EUR in each of five years are 150,000 EUR for 100 users, and for 60 users."""
    leased = replace(scenario(), bill=(BillRow("servers", "Server", 1, recurs="per year"),))
    found = review(of=leased)
    assert (found.designs[0].promised.eur_per_user, found.designs[0].years) == (1_500, 5)
    lines = [" ".join(line.split()) for line in printed(found)]
    assert "EUR per user, 5 years 1,500.00 – 2,500.00" in lines
    assert "Over 5 years: A user costs 2,500.00 EUR, 1,000.00 EUR or 67 % more than promised." in lines
    assert any(line.startswith("Over 5 years: With the measured number of VMs alone") for line in lines)
    german = [" ".join(line.split()) for line in printed(found, GERMAN)]
    assert "EUR je Benutzer, 5 Jahre 1.500,00 – 2.500,00" in german
    assert any(line.startswith("Über 5 Jahre: Ein Benutzer kostet 2.500,00 EUR") for line in german)
    one = replace(leased, settings=replace(leased.settings, years=1))
    assert any(line.startswith("Über 1 Jahr: Ein Benutzer kostet") for line in printed(review(of=one), GERMAN))
    assert as_json(review(), Plan())["designs"][0]["years"] is None


def test_the_row_of_session_hosts_is_that_of_a_session() -> None:
    """The group that names the row has what was measured of a VM: its row says a tenth, and the read share."""
    shared = replace(scenario().groups[0], users_per_vm=10)
    profile = review(of=replace(scenario(), groups=(shared,))).profile
    assert (profile.kind, profile.steady_iops, profile.ram_gib, profile.vcpus) == ("session", 0.5, 0.8, 0.2)
    assert profile.steady_read_share == 0.5
    assert str(profile.note).startswith("Per user: 10 users per VM were promised, and how many there are was not")
    nothing: dict[str, Any] = dict.fromkeys(PER_VM)
    of_row = replace(shared, **nothing).by(profile)
    assert (of_row.steady_iops, of_row.steady_read_share, of_row.ram_gib, of_row.vcpus) == (5, 0.5, 8, 2)


def test_the_row_of_vms_of_which_some_are_shared_says_so() -> None:
    alone = scenario().groups[0]
    both = (alone, replace(alone, name="hall", users_per_vm=10))
    profile = review(of=replace(scenario(), groups=both)).profile
    assert (profile.kind, profile.steady_iops) == ("desktop", 5)
    assert "Per VM; several users share some of the VMs." in str(profile.note)
    assert (review().profile.kind, "share" in str(review().profile.note)) == ("desktop", False)


def test_what_was_not_measured_is_a_dash_and_not_in_the_row_of_profiles() -> None:
    found = review(seen(MeanVm(steady_iops=5), vms="the files hold no list of VMs"))
    lines = [" ".join(line.split()) for line in printed(found)]
    assert "VMs in use at once 100 – –" in lines
    assert "VMs in use at once: the files hold no list of VMs" in lines
    assert "servers 3 – 3" in lines
    assert (found.profile.ram_gib, found.profile.steady_iops) == (None, 5)
    assert not any(line.startswith("RAM GiB:") for line in lines)


def test_the_row_of_profiles_says_its_source() -> None:
    profile = review().profile
    assert (profile.name, profile.steady_iops, profile.steady_read_share, profile.ram_gib) == ("day", 5, 0.5, 8)
    assert (profile.vcpus, profile.persistent_gb, profile.steady_basis) == (2, None, "whole test")
    assert (profile.source, profile.source_date, profile.how_sure) == ("now.xlsx: VMs rows 2-61", DAY, "calculated")
    gb = "GB in use on the disks of a VM: 45; which of them are delta was not measured."
    assert profile.note == f"{gb} Login and boot were not measured."
    by_percentile = reviewed(size(scenario()), MEASURED, None, Options(iops=PERCENTILE), "next", None).profile
    assert (by_percentile.name, by_percentile.steady_basis, by_percentile.source_date) == ("next", None, None)
    german = Options(wording=Wording(Translation(GERMAN)))
    note = reviewed(size(scenario()), MEASURED, None, german, None, None).profile.note
    assert str(note).endswith("Anmeldung und Start wurden nicht gemessen.")


def test_images_on_the_disks_are_said_and_do_not_count() -> None:
    clones = replace(scenario().groups[0], image_share=1.0)
    found = review(of=replace(scenario(), groups=(clones,)))
    assert as_json(found, Plan())["measured"]["stored_gb"] is None
    assert any("images are stored with the VMs" in line for line in printed(found))
    printed(found, GERMAN)


def test_designs_of_other_cases_are_named_and_left_out() -> None:
    before = scenario()
    night = replace(before.groups[0], name="night shift", case="night")
    other = replace(before.designs[0], name="at night", case="night")
    both = replace(before, groups=(*before.groups, night), designs=(*before.designs, other))
    with pytest.raises(InputError, match="load case is blank; expected one of day, night, by --case"):
        review(of=both)
    found = review(of=both, case="NIGHT")
    assert ([each.name for each in found.designs], found.others, found.case) == (["at night"], ("servers",), "night")
    for language in (ENGLISH, GERMAN):
        assert any("servers" in line for line in printed(found, language))
    with pytest.raises(InputError, match="load case is 'noon'; expected one of: day, night"):
        review(of=both, case="noon")


def test_a_design_without_a_price_or_an_answer_says_so() -> None:
    no_price = replace(scenario().prices[0], amount=None)
    lines = printed(review(of=replace(scenario(), prices=(no_price,))))
    assert "What a user costs is not known: no price, or no answer." in lines
    small = replace(scenario().designs[0], ram_gib=3.0)
    found = review(of=replace(scenario(), designs=(small,)))
    assert found.designs[0].promised.hosts is None
    for language in (ENGLISH, GERMAN):
        printed(found, language)


def test_json_holds_the_same() -> None:
    found, plan = review(), Plan(first=["now.xlsx: VMs row 5: no IOPS were measured of 1 VM"])
    plan.leave_out("now.xlsx: VMs row 6", "1 VM: a template")
    told = json.loads(json.dumps(as_json(found, plan)))
    assert (told["measured_vms"], told["look_at_this_first"]) == (60, plan.first)
    assert told["rows_left_out"] == [{"place": "now.xlsx: VMs row 6", "why": "1 VM: a template"}]
    assert (told["measured"]["vms"], told["measured"]["hosts"], told["measured"]["latency_ms"]) == (60, 4, None)
    assert told["promised"]["stored_gb"] == 30
    assert DesignAt(**told["designs"][0]["measured"]) == found.designs[0].measured
    assert told["profile"]["source_date"] == "2027-11-21"


def test_what_goes_into_the_row_has_german() -> None:
    assert all(Wording(Translation(GERMAN))._text(each) != each for each in TEXTS)
