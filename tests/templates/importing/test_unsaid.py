"""What is said of imported users that do not say all."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from tests.templates.importing.lists import imported, taken, text

from vdi_sizing.model.sizing import size
from vdi_templates.examples import today
from vdi_templates.importing.unsaid import unsaid

LIMITS = {"login IOPS", "boot IOPS", "RAM per VM", "vCPU per VM", "GB per VM"}


def said(path: Path, lines: str) -> list[str]:
    plan, scenario = taken(text(path / "users.csv", lines), drop_groups=True)
    return unsaid(plan, size(scenario))


def test_each_figure_that_nobody_gave_is_said_with_what_becomes_of_it(tmp_path: Path) -> None:
    lines = said(tmp_path, "Gruppe;Anzahl;IOPS;Leserate\nSales;120;20;40 %")
    assert {
        line.removeprefix("load case 'office': ").partition(" is ")[0].partition(" are ")[0] for line in lines
    } == LIMITS
    assert "load case 'office': RAM per VM is not given: hosts are not limited by it" in lines


@pytest.mark.parametrize(
    ("header", "value", "named"),
    [("IOPS Anmeldung;Leseanteil Anmeldung", "30;50 %", "login IOPS"), ("IOPS Boot;Leseanteil Boot", "30;50 %",
     "boot IOPS"), ("RAM GB", "8", "RAM per VM"), ("vCPU", "2", "vCPU per VM"), ("GB pro Benutzer", "9", "GB per VM")],
)  # fmt: skip
def test_what_is_given_is_not_said_to_be_missing(header: str, value: str, named: str, tmp_path: Path) -> None:
    lines = said(tmp_path, f"Gruppe;Anzahl;IOPS;Leserate;{header}\nSales;120;20;40 %;{value}")
    assert not any(named in line for line in lines)
    assert len(lines) == len(LIMITS) - 1


def test_what_a_profile_gives_is_given_and_prices_say_nothing_of_users(tmp_path: Path) -> None:
    of_profile = said(tmp_path, "Gruppe;Anzahl;Profil\nSales;120;Windows 11 knowledge worker, MCS")
    assert not any(named in line for line in of_profile for named in ("login", "RAM", "vCPU"))
    plan, scenario = taken(text(tmp_path / "prices.csv", "Teil;Preis\nserver;5000"))
    assert unsaid(plan, size(scenario)) == []


def test_a_longest_boot_time_is_a_boot_storm_too(tmp_path: Path) -> None:
    start = today()
    hurried = replace(
        start, designs=tuple(replace(each, longest_boot_min=30.0, boot_read_share=0.9) for each in start.designs)
    )
    path = text(tmp_path / "users.csv", "Gruppe;Anzahl;IOPS;Leserate\nSales;120;20;40 %")
    plan, scenario = imported(path, scenario=hurried, drop_groups=True)
    assert not any("boot" in line for line in unsaid(plan, size(scenario)))


def test_deltas_of_mcs_that_nobody_gave_are_said_to_count_as_nothing(tmp_path: Path) -> None:
    header = "Gruppe;Anzahl;Profil;GB pro Benutzer"
    lines = said(tmp_path, f"{header}\nSales;120;Windows 11 knowledge worker, MCS;12")
    assert (
        "load case 'office': delta GB of Sales are not given: what these VMs write beside their image counts as 0 GB"
        in lines
    )
    typed = said(tmp_path, f"{header};Delta GB\nSales;120;Windows 11 knowledge worker, MCS;12;20")
    assert not any("delta GB" in line for line in typed)
