"""Two exports of one estate: the later counts, and the growth between them is a question for Settings."""

from __future__ import annotations

import datetime
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from tests.templates.importing.lists import VDISK, VINFO, book, disk, imported, taken, text, vm, why_not

from vdi_sizing.scenario import Scenario
from vdi_templates.examples import today
from vdi_templates.importing.deltas import OF_VMS
from vdi_templates.importing.growth import day_in
from vdi_templates.importing.headers import Headers
from vdi_templates.importing.lists import planned
from vdi_templates.importing.messages import Messages
from vdi_templates.importing.plan import Options, Plan
from vdi_templates.importing.preview import preview
from vdi_templates.importing.questions import Answers, template
from vdi_templates.languages.translation import GERMAN

LIKE: dict[str, Any] = {"like": "knowledge workers"}
METADATA = ["RVTools major version", "RVTools version", "xlsx creation datetime", "Server"]
SETTING = {"user_growth": "growth of users per year", "gb_growth": "growth of GB per VM per year"}


def export(path: Path, vms: int, mib: float = 65536, day: object = None) -> Path:
    """Desktops of so many MiB, and the day on vMetaData."""
    rows = [vm(f"v{at}", **{"Total disk capacity MiB": mib, "Provisioned MiB": mib}) for at in range(vms)]
    sheets: dict[str, list[list[Any]]] = {"vInfo": [VINFO, *rows]}
    if day:
        sheets["vMetaData"] = [METADATA, [4, "4.6.1", day, "vcenter"]]
    return book(path, sheets)


def answered(paths: list[Path], answers: Answers, scenario: Scenario | None = None) -> tuple[Plan, Scenario]:
    return planned(paths, scenario or today(), Options(like="knowledge workers"), Headers.read(), None, answers)


def test_growth_is_asked_with_a_proposal(tmp_path: Path) -> None:
    """From 10 to 12 VMs in a year, and from 65536 to 80000 MiB each: 20 % and 22.1 % a year."""
    before = export(tmp_path / "before_2025-11-20.xlsx", 10)
    after = export(tmp_path / "after.xlsx", 12, 80000, datetime.datetime(2026, 11, 20, 9, 12))
    plan, scenario = taken(before, after, **LIKE)
    assert [(each.about, each.said, each.proposals) for each in plan.open] == [
        (SETTING["user_growth"], "10 VMs (2025-11-20), 12 VMs (2026-11-20)", ("0 %", "20.0 %", "20.0 %")),
        (SETTING["gb_growth"], "68.7 GB/VM (2025-11-20), 83.9 GB/VM (2026-11-20)", ("0 %", "22.1 %", "22.1 %")),
    ]
    assert plan.first[0] == (
        "before_2025-11-20.xlsx: an export of 2025-11-20, whose VMs after.xlsx of 2026-11-20 lists once more: it is "
        "left out, but for the growth per year"
    )
    assert scenario.settings == today().settings
    assert [group.vms for group in scenario.groups[1:]] == [12]


@pytest.mark.parametrize("language", ["en", GERMAN])
def test_an_answer_goes_to_settings(language: str, tmp_path: Path) -> None:
    paths = [export(tmp_path / "a 20.11.2025.xlsx", 10), export(tmp_path / "b_2026-11-20.xlsx", 12, 80000)]
    asked, _ = answered(paths, Answers())
    messages = Messages(language)
    mark = "," if language == "en" else ";"
    lines = template(asked.questions, Answers(), messages).decode("utf-8-sig").splitlines()
    lines[1:] = [lines[1] + "middle", lines[2] + "3 %"]
    no_clones = ["b_2026-11-20.xlsx: vInfo", "1", messages.text(OF_VMS), *[""] * 5, "leave out"]
    file = text(tmp_path / "answers.csv", "\n".join([*lines, mark.join(no_clones)]))
    assert lines[1].split(mark)[2] == messages.text(SETTING["user_growth"])
    plan, scenario = answered(paths, Answers.read(file))
    assert (plan.problems, plan.open) == ([], [])
    assert (scenario.settings.user_growth, scenario.settings.gb_growth) == (0.2, 0.03)
    assert [(each.cell, each.before, each.after, each.origin) for each in plan.settings] == [
        ("Settings!D32", 0, 0.2, "answers.csv row 2"),
        ("Settings!D33", 0, 0.03, "answers.csv row 3"),
    ]
    again, _ = answered(paths, Answers(), scenario)
    assert again.open == []
    assert sum("what Settings say stays" in note for note in again.notes) == 2
    said = preview(plan, messages) + preview(again, messages)
    assert ("growth of users per year: 0 % -> 20 %" if language == "en" else "pro Jahr: 0 % -> 20 %") in said
    assert not messages.lacking


@pytest.mark.parametrize(
    ("answer", "expected"), [("many", "or a growth per year such as 5 %"), ("200 %", "a share from 0 to 1")]
)
def test_an_answer_that_is_no_growth_is_refused(answer: str, expected: str, tmp_path: Path) -> None:
    paths = [export(tmp_path / "a_2025-11-20.xlsx", 10), export(tmp_path / "b_2026-11-20.xlsx", 12)]
    head = "list name,row number,column header,says,lower,middle,upper,other answers,answer"
    row = f"b_2026-11-20.xlsx: vInfo,1,{SETTING['user_growth']},,,,,,{answer}"
    plan, _ = answered(paths, Answers.read(text(tmp_path / "answers.csv", f"{head}\n{row}")))
    assert expected in plan.problems[0]
    messages = Messages(GERMAN)
    preview(plan, messages)
    assert not messages.lacking


def test_what_does_not_grow_or_is_too_near_is_said(tmp_path: Path) -> None:
    messages = Messages(GERMAN)
    for name, says in (("b_2026-11-20.xlsx", "no growth"), ("b_2025-12-24.xlsx", "fewer than 90 days apart")):
        plan, _ = taken(export(tmp_path / "a_2025-11-20.xlsx", 12), export(tmp_path / name, 10), **LIKE)
        assert plan.open == []
        assert sum(note.endswith(says) for note in plan.notes if note.startswith("Settings")) == 2
        preview(plan, messages)
    assert not messages.lacking


def test_exports_without_a_day_are_refused_with_what_to_do(tmp_path: Path) -> None:
    said = why_not(export(tmp_path / "a.xlsx", 3), export(tmp_path / "b_2026-11-20.xlsx", 3), **LIKE)
    assert said.startswith("b_2026-11-20.xlsx: vInfo: VMs is 'v0 (+2)'; expected VMs that one file lists, and a.xlsx")
    assert said.endswith("where the name of each file has its day, such as export_2026-11-20.xlsx")


def test_other_lists_of_an_earlier_day_stay(tmp_path: Path) -> None:
    """Beside the earlier export stand a text of its disks, a list of users and an export of another site."""
    site = book(tmp_path / "site_2025-11-20.xlsx", {"vInfo": [VINFO, vm("x"), vm("y", CPUs=8)]})
    users = text(tmp_path / "users_2025-11-20.csv", "user group,VMs,profile\nclerks,7,knowledge workers")
    disks = "\n".join(
        ",".join(str(cell or "") for cell in row) for row in (VDISK, disk("v0", 131072), disk("v1", 131072))
    )
    beside = text(tmp_path / "RVTools_2025-11-20_tabvDisk.csv", disks)
    estates = [export(tmp_path / "a_2025-11-20.xlsx", 2), export(tmp_path / "b_2026-11-20.xlsx", 3, 200000)]
    plan, scenario = taken(*estates, beside, users, site, **LIKE)
    assert [(group.name, group.vms) for group in scenario.groups[1:]] == [
        ("clerks", 7), ("VDI: 2 vCPU, 4 GiB", 4), ("VDI: 8 vCPU, 4 GiB", 1),
    ]  # fmt: skip
    assert [each.said for each in plan.open] == [
        "2 VMs (2025-11-20), 3 VMs (2026-11-20)",
        "137.4 GB/VM (2025-11-20), 209.7 GB/VM (2026-11-20)",
    ]


def test_a_number_that_is_no_day_is_none() -> None:
    assert day_in("export_2026-13-40.xlsx") is None
    assert day_in("offer 47112026-1120.xlsx") is None


@settings(max_examples=20, suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
@given(
    many=st.tuples(st.integers(1, 12), st.integers(1, 30)),
    mib=st.tuples(st.integers(10**4, 10**5), st.integers(10**4, 10**5)),
    days=st.integers(90, 1500),
)
def test_growth_by_a_second_way(many: tuple[int, int], mib: tuple[int, int], days: int, tmp_path: Path) -> None:
    """A year after year by the growth that is proposed makes the later export of the earlier one."""
    later = datetime.date(2024, 1, 1) + datetime.timedelta(days)
    paths = [
        export(tmp_path / "a_2024-01-01.xlsx", many[0], mib[0]),
        export(tmp_path / "b.xlsx", many[1], mib[1], f"{later:%Y/%m/%d} 10:00:00"),
    ]
    plan, _ = imported(*paths, **LIKE)
    asked = {each.about: float(each.proposals[1].removesuffix(" %")) / 100 for each in plan.open}
    for (before, after), label in ((many, SETTING["user_growth"]), (mib, SETTING["gb_growth"])):
        if label in asked:
            grown = before * (1 + asked[label]) ** (days / 365.25)
            assert grown == pytest.approx(after, rel=0.0006 * days / 365.25 + 1e-9)
        else:
            assert after < before * 1.0006 ** (days / 365.25) or after > before * 1.999 ** (days / 365.25)
