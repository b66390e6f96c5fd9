"""Which VMs of an estate become users: the table of kinds decides, or what somebody says; all else is told."""

from __future__ import annotations

import csv
from fnmatch import translate
from pathlib import Path
from re import IGNORECASE, fullmatch
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.templates.importing.lists import (
    BY_TOOLS,
    CONFIGURED,
    ESTATE,
    VINFO,
    book,
    estate,
    imported,
    machine,
    taken,
    text,
    vm,
)

from vdi_sizing.errors import InputError
from vdi_templates.importing import machine_kinds
from vdi_templates.importing.machine_kinds import COMPARED, KINDS, known_patterns, pattern_of
from vdi_templates.importing.messages import Messages
from vdi_templates.importing.plan import Plan
from vdi_templates.importing.preview import preview
from vdi_templates.languages.translation import GERMAN

LIKE: dict[str, Any] = {"like": "knowledge workers"}
TABLE = Path(machine_kinds.__file__).with_name("machine_kinds.csv")
NAME = "estate.xlsx: vInfo"


def left_out(plan: Plan) -> dict[str, str]:
    return {each.place.removeprefix(f"{NAME} "): each.why for each in plan.left_out if "columns" not in each.why}


def test_an_estate_by_hand(tmp_path: Path) -> None:
    """A VM has 65536 MiB = 68.72 GB; where VMware Tools say an OS, it counts and not the one that was configured."""
    plan, scenario = taken(estate(tmp_path / "estate.xlsx"), **LIKE)
    (group,) = scenario.groups[1:]
    assert (group.name, group.vms) == ("VDI: 2 vCPU, 4 GiB", 3)
    of_host = "overhead and no users: give the RAM of those on one host as RAM for the host on Designs"
    managed = "overhead and no users: give them a row of their own on Users, with 0 users per VM"
    servers = "where they are desktops, --desktops says so, and where users share them, --kinds does"
    assert left_out(plan) == {
        "row 5": f"1 VM: parent VM, by the name 'cp-parent-*': 2 vCPU, 4 GiB, 69 GB; {of_host}",
        "row 6": "1 VM: poweredOff, not powered on",
        "row 7": f"1 VM: management VM, by the name 'vcenter*': 8 vCPU, 29 GiB, 69 GB; {managed}",
        "row 8": f"1 VM: management VM, by the OS '*Photon OS*': 2 vCPU, 4 GiB, 69 GB; {managed}",
        "rows 9-10": f"2 VMs: servers, by the OS '*Windows Server*': 12 vCPU, 48 GiB, 137 GB in all; {servers}",
        "row 11": f"1 VM: server, by the OS '*Red Hat Enterprise Linux*': 2 vCPU, 4 GiB, 69 GB; {servers}",
    }
    assert any("which VMs are desktops is told by their name and OS" in note for note in plan.notes)


@pytest.mark.parametrize(
    ("said", "vms", "others"),
    [
        (("folder=vdi*",), 3, "rows 5, 7-11"),
        (("FOLDER = VDI office",), 2, "rows 4-5, 7-11"),
        (("folder=VDI office", "name=cad-?"), 3, "rows 5, 7-11"),
        (("os=*Windows Server*",), 2, "rows 2-5, 7-8, 11"),
        (("pool=CAD",), 1, "rows 2-3, 5, 7-11"),
        (("name=cp-*",), 1, "rows 2-4, 7-11"),
        (("cluster=VDI",), 9, ""),
    ],
)
def test_desktops_that_are_said(said: tuple[str, ...], vms: int, others: str, tmp_path: Path) -> None:
    """What is said counts and not the table; what is off stays out."""
    plan, scenario = taken(estate(tmp_path / "estate.xlsx"), desktops=said, **LIKE)
    assert sum(group.vms for group in scenario.groups[1:]) == vms
    found = {place: why for place, why in left_out(plan).items() if "--desktops" in why}
    assert list(found) == ([others] if others else [])
    assert all(f"{9 - vms} VMs that --desktops does not name: " in why for why in found.values())
    assert not any("which VMs are desktops" in note for note in plan.notes)


@pytest.mark.parametrize(
    ("said", "expected"),
    [
        ("VDI*", "--desktops is 'VDI*'; expected FIELD=PATTERN, such as folder=VDI*; FIELD is name, os, folder, pool"),
        ("host=a", "FIELD is name, os, folder, pool or cluster"),
        ("folder=", "FIELD=PATTERN"),
    ],
)
def test_what_is_no_field_and_pattern_is_refused(said: str, expected: str, tmp_path: Path) -> None:
    with pytest.raises(InputError) as error:
        imported(estate(tmp_path / "estate.xlsx"), desktops=(said,), **LIKE)
    assert expected in str(error.value)


@pytest.mark.parametrize(
    ("said", "expected"),
    [
        ("folder=vdi", "the list has 'VDI cad', 'VDI office', 'internal', 'servers'"),
        ("folder=VDI [ab]*", "'VDI cad'"),
        ("name=cp-template-1", "'CP-Parent-1', 'cad-1', 'ic-1', 'ic-2', 'proxy', 'sql-1', 'sql-2', 'vcenter' and 1 mo"),
    ],
)
def test_a_pattern_that_no_vm_is_like_is_refused_with_what_there_is(said: str, expected: str, tmp_path: Path) -> None:
    plan, _ = imported(estate(tmp_path / "estate.xlsx"), desktops=("folder=servers", said), **LIKE)
    assert f"--desktops is {said!r}; expected a pattern that a VM which is powered on is like; " in plan.problems[0]
    assert expected in plan.problems[0]


def test_a_field_without_a_column_is_refused_with_those_that_have_one(tmp_path: Path) -> None:
    path = book(tmp_path / "export.xlsx", {"vInfo": [VINFO, vm("a")]})
    plan, _ = imported(path, desktops=("folder=VDI*",), **LIKE)
    (problem,) = plan.problems
    assert problem.endswith("expected a field that the list has a column of: name, cluster")


def test_desktops_of_no_list_of_vms_are_refused(tmp_path: Path) -> None:
    users = text(tmp_path / "users.csv", "Benutzergruppe;Anzahl\nVertrieb;12")
    plan, _ = imported(users, desktops=("folder=VDI*",), **LIKE)
    assert plan.problems == ["VMs is blank; expected a list of them, for --desktops"]


def test_a_list_without_an_os_says_that_servers_are_not_told_apart(tmp_path: Path) -> None:
    plan, _ = taken(book(tmp_path / "export.xlsx", {"vInfo": [VINFO, vm("a")]}), **LIKE)
    assert any("export.xlsx: vInfo: no column of operating systems" in note for note in plan.notes)


def test_the_table_has_known_kinds_and_fields_alone() -> None:
    rows = list(csv.DictReader(TABLE.read_text("utf-8").splitlines()))
    assert {row["kind"] for row in rows} <= set(KINDS)
    assert {row["field"] for row in rows} <= set(COMPARED)
    assert all(each.pattern for each in known_patterns())


NAMES = st.sampled_from(["cp-parent-7", "CP-Replica-x", "vcenter01", "VCSA", "ic-1", "photon", "desk [1]"])
SYSTEMS = st.sampled_from(
    [None, "Microsoft Windows 11 (64-bit)", "Microsoft Windows Server 2019", "CentOS 7", "VMware ESXi 8", "Photon OS 4"]
)


@given(NAMES, SYSTEMS, SYSTEMS)
def test_the_table_by_regular_expressions(name: str, configured: str | None, by_tools: str | None) -> None:
    """The same decision, straight from the rows of the table."""
    values = {"vm": name, "os": configured, "os_tools": by_tools}
    texts = {"vm": name, "os": by_tools or configured or ""}
    expected = None
    for row in csv.DictReader(TABLE.read_text("utf-8").splitlines()):
        for each in map(str.strip, row["pattern"].split(";")):
            if expected is None and fullmatch(translate(each), texts.get(row["field"], ""), IGNORECASE):
                expected = row["kind"], row["field"], each
    found = pattern_of(values)
    assert (found and (found.kind, found.field, found.pattern)) == expected


def test_disks_of_servers_count_as_theirs_and_a_server_that_is_listed_twice_stops_nothing(tmp_path: Path) -> None:
    server = {CONFIGURED: "Microsoft Windows Server 2019", "VM UUID": None}
    rows = [
        machine("a", ESTATE, **{BY_TOOLS: "Windows 11"}),
        machine("s", ESTATE, **server),
        machine("s", ESTATE, **server),
    ]
    disks: list[list[Any]] = [["VM", "Capacity MiB"], ["a", 1000], ["s", 2_000_000]]
    plan, _ = taken(book(tmp_path / "estate.xlsx", {"vInfo": [ESTATE, *rows], "vDisk": disks}), **LIKE)
    assert not any("disks of VMs" in why for why in left_out(plan).values())


def own(path: Path, rows: str) -> tuple[machine_kinds.Pattern, ...]:
    return machine_kinds.own_patterns(text(path / "kinds.csv", f"kind,field,pattern\n{rows}\n"))


def test_a_table_of_ones_own_counts_before_that_of_the_program(tmp_path: Path) -> None:
    """sql-1 becomes a session host of 8 vCPU and 32 GiB, ic-1 and ic-2 servers, and cad-1 stays a desktop."""
    kinds = own(tmp_path, "session host,name,SQL-1; rds*\nserver,folder,VDI office")
    plan, scenario = taken(estate(tmp_path / "estate.xlsx"), kinds=kinds, **LIKE)
    assert [(group.name, group.vms) for group in scenario.groups[1:]] == [
        ("VDI: 2 vCPU, 4 GiB", 1), ("VDI: session hosts, 8 vCPU, 32 GiB", 1),
    ]  # fmt: skip
    assert left_out(plan)["rows 2-3"].startswith("2 VMs: servers, by the folder 'VDI office'")
    assert "1 VM taken for session hosts: by the name 'SQL-1'" in plan.counts
    assert any("users share session hosts" in note for note in plan.notes)
    in_german = Messages(GERMAN)
    assert "1 VM, gezählt als Sitzungshost (Name 'SQL-1')" in preview(plan, in_german)
    assert not in_german.lacking


def test_bands_of_desktops_and_of_session_hosts_are_apart(tmp_path: Path) -> None:
    kinds = own(tmp_path, "session host,os,*Windows Server*")
    _, scenario = taken(estate(tmp_path / "estate.xlsx"), kinds=kinds, bands=True, **LIKE)
    assert [(group.name, group.vms) for group in scenario.groups[1:]] == [
        ("desktops, 2 vCPU, 4 GiB", 3),
        ("session hosts, 4 vCPU, 16 GiB", 1), ("session hosts, 8 vCPU, 32 GiB", 1),
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("rows", "expected"),
    [
        ("thin client,name,a*", "kind is 'thin client'; expected one of: desktop, session host, server"),
        ("server,host,a*", "field is 'host'; expected one of: name, os, folder, pool, cluster"),
        ("server,name,", "pattern is ''; expected one at least, such as VDI*"),
        ("server,name", "kinds.csv row 2: row is 'server,name'; expected three cells"),
    ],
)
def test_a_table_of_ones_own_that_says_something_else_is_refused(rows: str, expected: str, tmp_path: Path) -> None:
    with pytest.raises(InputError) as error:
        own(tmp_path, rows)
    assert expected in str(error.value)


def test_what_an_estate_holds_is_counted_before_anything_is_taken(tmp_path: Path) -> None:
    """Of ten VMs one is off; the OS is that of VMware Tools where they say one."""
    plan, _ = imported(estate(tmp_path / "estate.xlsx"), **LIKE)
    assert plan.counts == [
        f"{NAME}, by power state: poweredOn (9), poweredOff (1)",
        f"{NAME}, by OS: Microsoft Windows 11 (64-bit) (5), Microsoft Windows Server 2022 (64-bit) (2), "
        "VMware Photon OS (64-bit) (2), Red Hat Enterprise Linux 9 (64-bit) (1)",
        f"{NAME}, by cluster: VDI (10)",
        f"{NAME}, by folder: servers (3), VDI office (2), internal (2), \N{EN DASH} (2), VDI cad (1)",
        f"{NAME}, by resource pool: \N{EN DASH} (9), cad (1)",
        f"{NAME}, by beginning of the name: ic-* (2), sql-* (2), CP-Parent-* (1), cad-* (1), cp-template-* (1), "
        "proxy (1), vcenter (1), web (1)",
        "3 VMs taken for desktops: no pattern says otherwise",
    ]


def test_of_many_values_the_most_frequent_are_counted(tmp_path: Path) -> None:
    rows = [
        machine(f"{letter}{number}", VINFO) for letter in "abcdefghij" for number in range(2 if letter == "j" else 1)
    ]
    plan, _ = imported(book(tmp_path / "export.xlsx", {"vInfo": [VINFO, *rows]}), **LIKE)
    assert plan.counts[-2].endswith(
        "name: j* (2), a* (1), b* (1), c* (1), d* (1), e* (1), f* (1), g* (1) and 2 more values (2)"
    )
