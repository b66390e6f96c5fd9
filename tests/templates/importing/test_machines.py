"""Exports of RVTools become groups of VMs of equal size; what is off, a template or no desktop is left out and said."""

from __future__ import annotations

import csv
import io
import re
from pathlib import Path
from typing import Any

import pytest
from tests.templates.importing.lists import (
    VDISK,
    VHOST,
    VINFO,
    book,
    disk,
    host,
    imported,
    machine,
    taken,
    text,
    vm,
    why_not,
)

from vdi_sizing.scenario import UserGroup
from vdi_templates.importing.messages import Messages
from vdi_templates.importing.plan import Plan
from vdi_templates.importing.preview import preview
from vdi_templates.importing.wording import Wording
from vdi_templates.languages.translation import GERMAN, Translation

LIKE = {"like": "knowledge workers"}
MIB_PER_GB = 1024**2 / 1000**3


def vms(path: Path) -> Path:
    """An export of nine VMs, of which five are desktops that are on."""
    rows = [
        vm("a"), vm("b"), vm("c", CPUs=4, Memory=8192), vm("d", Powerstate="poweredOff"), vm("e", Template="True"),
        vm("f", **{"SRM Placeholder": "True"}), vm("vCLS-1", CPUs=1, Memory=128), vm("g"), vm("h", Memory=6144),
    ]  # fmt: skip
    disks = [disk(row[0], 65536) for row in rows] + [disk("a", 20480), disk("gone", 1000)]
    return book(path, {"vInfo": [VINFO, *rows], "vDisk": [VDISK, *disks], "vHost": [VHOST, host("x"), host("y")]})


def groups(scenario: Any) -> dict[str, UserGroup]:
    return {group.name: group for group in scenario.groups[1:]}


def left_out(plan: Plan) -> dict[str, str]:
    return {each.place: each.why for each in plan.left_out if "columns" not in each.why}


def test_an_export_of_rvtools(tmp_path: Path) -> None:
    plan, scenario = taken(vms(tmp_path / "export.xlsx"), **LIKE)
    found = groups(scenario)
    assert {name: (each.vms, each.vcpus, each.ram_gib) for name, each in found.items()} == {
        "VDI: 2 vCPU, 4 GiB": (3, 2, 4),
        "VDI: 4 vCPU, 8 GiB": (1, 4, 8),
        "VDI: 2 vCPU, 6 GiB": (1, 2, 6),
    }
    with_two_disks = found["VDI: 2 vCPU, 4 GiB"]
    assert with_two_disks.persistent_gb == round((3 * 65536 + 20480) * MIB_PER_GB / 3, 3)
    assert (with_two_disks.steady_iops, with_two_disks.delta_gb) == (scenario.groups[0].steady_iops, 0.0)
    assert "export.xlsx: vInfo rows 2-3, 9: VMs, vCPU" in (with_two_disks.source or "")
    assert left_out(plan) == {
        "export.xlsx: vInfo row 5": "1 VM: poweredOff, not powered on",
        "export.xlsx: vInfo row 6": "1 VM: a template",
        "export.xlsx: vInfo row 7": "1 VM: a placeholder of Site Recovery Manager",
        "export.xlsx: vInfo row 8": "1 VM: vSphere's own (vCLS)",
        "export.xlsx: vDisk rows 5-8, 12": "5 disks of VMs that are left out, or not listed",
        "export.xlsx: vHost rows 2-3": "2 hosts of 32 cores and 768 GiB in the cluster 'VDI': those of today; "
        "Designs holds what is to be bought",
    }


def as_csv(path: Path, rows: list[list[Any]], separator: str = ",") -> Path:
    written = io.StringIO()
    csv.writer(written, delimiter=separator).writerows(rows)
    return text(path, written.getvalue().replace("\r\n", "\n"))


@pytest.mark.parametrize("older", [False, True])
def test_texts_of_rvtools_newer_and_older(older: bool, tmp_path: Path) -> None:
    """Before version 4.1.2 the headers say MB, and the numbers are MiB all the same."""
    headers = [[header.replace("MiB", "MB") if older else header for header in each] for each in (VINFO, VDISK)]
    info = as_csv(tmp_path / "RVTools_tabvInfo.csv", [headers[0], vm("a"), vm("b")])
    disks = as_csv(tmp_path / "RVTools_tabvDisk.csv", [headers[1], disk("a", 65536), disk("b", 65536)])
    _, scenario = taken(info, disks, **LIKE)
    (group,) = groups(scenario).values()
    assert (group.vms, group.ram_gib, group.persistent_gb) == (2, 4, round(65536 * MIB_PER_GB, 3))


def test_internal_names_of_rvtools(tmp_path: Path) -> None:
    rows: list[list[Any]] = [
        ["vInfoVMName", "vInfoPowerstate", "vInfoCPUs", "vInfoMemory"],
        ["a", "poweredOn", 2, 4096],
    ]
    _, scenario = taken(book(tmp_path / "export.xlsx", {"tabvInfo": rows}), **LIKE)
    assert groups(scenario)["VMs of 2 vCPU, 4 GiB"].ram_gib == 4


@pytest.mark.parametrize(
    ("column", "mib"), [("Total disk capacity MiB", 65536), ("Provisioned MiB", 69700), (None, None)]
)
def test_without_disks_the_capacity_of_the_vm_counts(column: str | None, mib: float | None, tmp_path: Path) -> None:
    other = {name: None for name in ("Total disk capacity MiB", "Provisioned MiB") if name != column}
    plan, scenario = taken(book(tmp_path / "export.xlsx", {"vInfo": [VINFO, vm("a", **other)]}), **LIKE)
    assert any("no capacity of a disk is listed" in note for note in plan.notes) == (column == "Provisioned MiB")
    assert "NICs, Datacenter" in plan.left_out[0].why
    (group,) = groups(scenario).values()
    assert group.persistent_gb == (round(mib * MIB_PER_GB, 3) if mib else None)
    assert group.delta_gb == (0 if mib else scenario.groups[0].delta_gb)


def test_only_the_clusters_that_are_named(tmp_path: Path) -> None:
    path = book(tmp_path / "export.xlsx", {"vInfo": [VINFO, vm("a"), vm("b", Cluster="Servers"), vm("c")]})
    plan, scenario = taken(path, clusters=("vdi",), **LIKE)
    assert {name: each.vms for name, each in groups(scenario).items()} == {"VDI: 2 vCPU, 4 GiB": 2}
    assert left_out(plan) == {
        "export.xlsx: vInfo row 3": "1 VM: of the cluster 'Servers', which --cluster does not name"
    }


def test_a_vm_that_is_listed_twice_is_refused_with_both_places(tmp_path: Path) -> None:
    path = book(tmp_path / "export.xlsx", {"vInfo": [VINFO, vm("a"), vm("b"), vm("a")]})
    says = (
        "export.xlsx: vInfo row 4: VM is 'a'; expected a VM that is listed once; export.xlsx: vInfo row 2 lists it too"
    )
    assert why_not(path, **LIKE) == says


def test_vms_of_one_name_are_told_apart_by_their_uuid(tmp_path: Path) -> None:
    twins = [vm("a"), vm("a", **{"VM UUID": "another"})]
    disks = [disk("a", 65536), [*disk("a", 20480)[:-1], "another"]]
    path = book(tmp_path / "export.xlsx", {"vInfo": [VINFO, *twins], "vDisk": [VDISK, *disks]})
    _, scenario = taken(path, **LIKE)
    (group,) = groups(scenario).values()
    assert (group.vms, group.persistent_gb) == (2, round((65536 + 20480) * MIB_PER_GB / 2, 3))
    without = book(tmp_path / "names.xlsx", {"vInfo": [VINFO, *twins], "vDisk": [VDISK, disk("a", 1)[:-1]]})
    assert "a name that one VM has, or the column 'VM UUID' in both lists" in why_not(without, **LIKE)


def test_exports_of_two_centres_are_one(tmp_path: Path) -> None:
    sheets = [
        {"vInfo": [VINFO, vm(name)], "vDisk": [VDISK, disk(name, mib)]} for name, mib in (("a", 65536), ("b", 20480))
    ]
    paths = [book(tmp_path / f"{number}.xlsx", each) for number, each in enumerate(sheets)]
    _, scenario = taken(*paths, **LIKE)
    (group,) = groups(scenario).values()
    assert (group.vms, group.persistent_gb) == (2, round((65536 + 20480) * MIB_PER_GB / 2, 3))
    assert "0.xlsx: vInfo row 2; 1.xlsx: vInfo row 2" in (group.source or "")


def test_without_power_states_all_are_taken_and_that_is_said(tmp_path: Path) -> None:
    plan, _ = taken(text(tmp_path / "vms.csv", "VM;vCPU;RAM GB\na;2;8\nb;2;8"), **LIKE)
    assert "vms.csv: no column of power states; all its VMs are taken for powered on" in plan.notes


def test_disks_of_some_vms_only_are_refused(tmp_path: Path) -> None:
    bare = {"Total disk capacity MiB": None, "Provisioned MiB": None}
    sheets = {"vInfo": [VINFO, vm("a", **bare), vm("b", **bare)], "vDisk": [VDISK, disk("a", 65536)]}
    says = why_not(book(tmp_path / "export.xlsx", sheets), **LIKE)
    assert says == "export.xlsx: vInfo row 3: disk capacity is blank; expected that of each VM of a group"


def test_disks_without_vms_are_refused(tmp_path: Path) -> None:
    plan, _ = imported(book(tmp_path / "export.xlsx", {"vDisk": [VDISK, disk("a", 65536)]}))
    assert "expected the list of VMs beside it (vInfo)" in plan.problems[0]


def test_a_group_needs_loads_which_no_list_of_vms_has(tmp_path: Path) -> None:
    says = why_not(vms(tmp_path / "export.xlsx"))
    assert "profile is blank; expected a profile of the Profiles sheet, or a number as steady IOPS" in says
    assert "--like NAME takes" in says


@pytest.mark.parametrize(
    ("lacking", "says"),
    [
        ({"CPUs": None}, "export.xlsx: vInfo row 3: vCPU is blank; expected that of each desktop"),
        ({"Memory": "n/a"}, "export.xlsx: vInfo row 3: RAM is 'n/a'; expected that of each desktop"),
        ({"Memory": 0}, "export.xlsx: vInfo row 3: RAM is '0'; expected that of each desktop"),
    ],
)
def test_a_vm_without_a_size_is_refused_and_not_filled_from_a_profile(
    lacking: dict[str, Any], says: str, tmp_path: Path
) -> None:
    path = book(tmp_path / "export.xlsx", {"vInfo": [VINFO, vm("a"), vm("b", **lacking), vm("c")]})
    assert why_not(path, **LIKE).startswith(says)
    off = book(tmp_path / "off.xlsx", {"vInfo": [VINFO, vm("a"), vm("b", Powerstate="poweredOff", **lacking)]})
    assert taken(off, **LIKE)[1].groups[-1].vms == 1


def test_a_list_without_a_column_of_ram_takes_it_from_the_group_it_is_like(tmp_path: Path) -> None:
    _, scenario = taken(text(tmp_path / "vms.csv", "VM;vCPU\na;2\nb;2"), **LIKE)
    assert scenario.groups[-1].ram_gib == scenario.groups[0].ram_gib


GROUPED = """
VM,Powerstate,Template,CPUs,Memory,Disks,Provisioned MB,Cluster
d0,poweredOn,False,4,"8{0}192",1,"65{0}536",VDI
d1,poweredOn,False,4,"8{0}192",1,"65{0}536",VDI
"""


@pytest.mark.parametrize("mark", [",", ".", "'", " ", "\N{NO-BREAK SPACE}"])
@pytest.mark.parametrize("wording", [{}, {"wording": Wording(Translation(GERMAN))}])
def test_mib_are_whole_in_a_text_of_rvtools(mark: str, wording: dict[str, Any], tmp_path: Path) -> None:
    """8,192 MB of memory are 8192 MiB = 8 GiB in every country, and 65,536 are 68.719476736 GB."""
    _, scenario = taken(text(tmp_path / "RVTools_tabvInfo.csv", GROUPED.format(mark)), **LIKE, **wording)
    group = scenario.groups[-1]
    assert (group.vms, group.vcpus, group.ram_gib, group.persistent_gb) == (2, 4, 8, 68.719)


def test_mib_of_two_ways_to_write_them_are_refused_with_both_places(tmp_path: Path) -> None:
    mixed = GROUPED.format(",").replace('"8,192"', '"8.192"', 1)
    says = why_not(text(tmp_path / "RVTools_tabvInfo.csv", mixed), **LIKE)
    assert "row 3, column 'Memory': number is '8,192'; expected numbers of one locale: this one and '8.192'" in says


def test_a_locale_that_makes_a_fraction_of_mib_is_refused(tmp_path: Path) -> None:
    path = text(tmp_path / "RVTools_tabvInfo.csv", GROUPED.format(","))
    says = why_not(path, locale="de", **LIKE)
    assert says.endswith(
        "'8,192'; expected a whole number of MiB, which it is not in the locale de: leave --locale out"
    )
    assert taken(path, locale="en", **LIKE)[1].groups[-1].ram_gib == 8


def test_a_list_of_users_may_still_mean_two_things(tmp_path: Path) -> None:
    says = why_not(text(tmp_path / "users.csv", "Benutzergruppe;Anzahl;RAM MB\nVertrieb;12;8,192"), **LIKE)
    assert "one meaning, and it may be" in says


def test_the_preview_says_one_thing_of_delta_and_log_and_the_whole_source(tmp_path: Path) -> None:
    """The disks of the VMs hold both: the cells say 0, and so does the note."""
    plan, scenario = taken(text(tmp_path / "RVTools_tabvInfo.csv", GROUPED.format(",")), drop_groups=True, **LIKE)
    said = preview(plan)
    written = dict(re.findall(r"^    Users!\S+ +([^:]+): (.+)$", said, re.MULTILINE))
    assert (written["delta GB"], written["log GB"], written["source"]) == ("0", "0", scenario.groups[0].source)
    assert len(written["source"]) > 200
    assert "persistent GB, and delta GB and log GB are 0;" in said


def test_what_is_in_use_is_offered_and_taken_where_it_is_said(tmp_path: Path) -> None:
    """By hand: 65536 MiB = 68.719 GB each are provisioned; 30000 and 20000 MiB in use are 26.214 GB on average."""
    rows = [vm("a", **{"In Use MiB": 30000}), vm("b", **{"In Use MiB": 20000})]
    path = book(tmp_path / "export.xlsx", {"vInfo": [VINFO, *rows]})
    plan, scenario = taken(path, **LIKE)
    says = "export.xlsx: vInfo: the desktops have 137 GB provisioned and 52 GB in use; what is "
    assert f"{says}provisioned counts, and --in-use takes what is in use" in plan.notes
    assert scenario.groups[-1].persistent_gb == 68.719
    plan, scenario = taken(path, in_use=True, **LIKE)
    assert f"{says}in use counts, as --in-use says" in plan.notes
    assert scenario.groups[-1].persistent_gb == 26.214
    assert "export.xlsx: vInfo rows 2-3 (GB in use): VMs" in (scenario.groups[-1].source or "")


def test_what_is_in_use_has_to_be_known_of_each_vm(tmp_path: Path) -> None:
    path = book(tmp_path / "export.xlsx", {"vInfo": [VINFO, vm("a"), vm("b", **{"In Use MiB": None})]})
    assert why_not(path, in_use=True, **LIKE) == (
        "export.xlsx: vInfo row 3: in use is blank; expected that of each VM of a group"
    )
    bare = text(tmp_path / "vms.csv", "VM;vCPU;RAM GB\na;2;8")
    assert why_not(bare, in_use=True, like=LIKE["like"]) == (
        "vms.csv: in use is blank; expected a column of it, such as 'In Use MiB', since --in-use asks for it"
    )


def test_what_is_in_use_may_be_a_fraction(tmp_path: Path) -> None:
    lines = "VM,CPUs,Memory,Provisioned MiB,In Use MiB\na,2,4096,65536,512.125\nb,2,4096,65536,30000.5"
    path = text(tmp_path / "RVTools_tabvInfo.csv", lines)
    _, scenario = taken(path, in_use=True, **LIKE)
    assert scenario.groups[-1].persistent_gb == round((512.125 + 30000.5) / 2 * MIB_PER_GB, 3)


@pytest.mark.parametrize(
    ("column", "mib", "says"),
    [
        ("Total disk capacity MiB", 65536, ""),
        ("Total disk capacity MiB", 13107, "69 GB in all beside 14 GB"),
        ("Provisioned MiB", 65536 + 4096, ""),
        ("Provisioned MiB", 80000, "69 GB in all beside 84 GB"),
    ],
)
def test_where_the_disks_say_otherwise_both_totals_are_said(column: str, mib: float, says: str, tmp_path: Path) -> None:
    """64 GiB are 68.7 GB on the list of disks; what is provisioned may hold a swap file of 4 GiB."""
    other = {"Total disk capacity MiB": None, "Provisioned MiB": None, column: mib}
    sheets = {"vInfo": [VINFO, vm("a", **other)], "vDisk": [VDISK, disk("a", 65536)]}
    plan, scenario = taken(book(tmp_path / "export.xlsx", sheets), **LIKE)
    assert groups(scenario)["VDI: 2 vCPU, 4 GiB"].persistent_gb == 68.719
    said = [each for each in plan.first if "the list of disks says otherwise" in each]
    expected = f"export.xlsx: vInfo: of 1 VM the list of disks says otherwise: {says}; "
    expected += "the disks count (export.xlsx: vInfo row 2)"
    assert said == ([expected] if says else [])
    messages = Messages(GERMAN)
    preview(plan, messages)
    assert not messages.lacking


@pytest.mark.parametrize(
    ("lacks", "said"),
    [
        ("CPUs", "vCPU: 3 vCPU, as the profile or --like says"),
        ("Memory", "RAM: 6 GiB, as the profile or --like says"),
        ("Provisioned MiB", "disk capacity: not known, since the list does not say it; --in-use takes what is in use"),
        ("", ""),
    ],
)
def test_what_an_export_lacks_is_said_first(lacks: str, said: str, tmp_path: Path) -> None:
    columns = ["VM", "Powerstate", "CPUs", "Memory", "Provisioned MiB", "In Use MiB"]
    columns = [each for each in columns if each != lacks]
    path = book(tmp_path / "export.xlsx", {"vInfo": [columns, machine("a", columns)]})
    plan, _ = taken(path, like="Windows 11 knowledge worker, PVS", drop_groups=True)
    lines = [line for line in plan.first if "does not say it" in line]
    assert len(lines) == bool(said)
    assert said in "".join(lines)
    messages = Messages(GERMAN)
    preview(plan, messages)
    assert not messages.lacking
