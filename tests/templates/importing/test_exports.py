"""Exports of Nutanix Collector and Azure Migrate, written after the lists of their columns, with what may go wrong."""

from __future__ import annotations

import datetime
import tempfile
import zipfile
from pathlib import Path
from typing import Any

import pytest
from tests.templates.importing.lists import Sheets, book, imported, taken, text

from vdi_sizing.errors import InputError
from vdi_templates.importing import sources
from vdi_templates.importing.headers import Headers
from vdi_templates.importing.messages import Messages
from vdi_templates.importing.observed import observed
from vdi_templates.importing.plan import Options
from vdi_templates.importing.preview import preview
from vdi_templates.languages.translation import GERMAN

LIKE: dict[str, Any] = {"like": "knowledge workers"}
VM_LIST = ["VM Name", "Sizing Enabled", "Power State", "vCPUs", "Max CPU (MHz)", "Memory (MiB)", "Thin Provisioned"]
VM_LIST += [
    "Capacity (MiB)",
    "Consumed (MiB)",
    "Datastore",
    "Connection state",
    "Target Cluster",
    "Guest OS",
    "Template",
]
VM_LIST += ["Host", "Cluster Name", "Datacenter Name"]
V_HOSTS = ["Cluster", "Cluster Name", "MOID", "Host IP", "Host Name", "Model", "CPUs", "VMs", "CPU Model", "CPU Cores"]
V_HOSTS += ["CPU Speed", "Cores per CPU", "Memory Size", "CPU Usage", "Memory Usage", "Capacity (MiB)"]
MACHINES = ["Machine", "VM host", "Azure VM readiness", "Azure readiness issues", "Data collection issues"]
MACHINES += ["Recommended size", "Compute monthly cost estimate USD", "Operating system", "Boot type", "Cores"]
MACHINES += ["Memory(MB)", "CPU usage(%)", "Memory usage(%)", "Storage(GB)", "Disk read(ops/sec)"]
MACHINES += ["Disk write(ops/sec)", "Network adapters", "Group name"]
DISKS = ["Machine", "Disk name", "Recommended disk type", "Source disk size(GB)", "Target disk size(GB)"]


def row(headers: list[str], **values: Any) -> list[Any]:
    return [values.get(header.replace(" ", "_")) for header in headers]


def of_collector(name: str, **other: Any) -> list[Any]:
    usual = {"VM_Name": name, "Power_State": "poweredOn", "vCPUs": 2, "Memory_(MiB)": 8192, "Template": "False"}
    usual |= {"Capacity_(MiB)": 102400, "Consumed_(MiB)": 40960, "Cluster_Name": "VDI", "Target_Cluster": "Cluster-1"}
    return row(VM_LIST, **{**usual, "Guest_OS": "Microsoft Windows 11 (64-bit)", **other})


def collector(path: Path) -> Path:
    """Two desktops, a server, what is off and a template; its vInfo and vDisk are named as those of RVTools."""
    vms = [
        of_collector("a"), of_collector("b"), of_collector("off", Power_State="poweredOff"),
        of_collector("sql", Guest_OS="Microsoft Windows Server 2019 (64-bit)"), of_collector("gold", Template="True"),
    ]  # fmt: skip
    host = {"Cluster": "domain-c1", "Cluster_Name": "VDI", "Host_Name": "H1", "CPU_Cores": 20, "Memory_Size": 511.661}
    sheets: Sheets = {
        "Metadata": [["Hypervisor", "Collector Version"], ["vCenter", "7.1.1"]],
        "vHosts": [V_HOSTS, row(V_HOSTS, **host), row(V_HOSTS, **{**host, "Host_Name": "H2"})],
        "vInfo": [["VM Name", "Power State", "95th Percentile IOPS"], ["a", "poweredOn", 100.5]],
        "vDisk": [["VM Name", "Capacity (MiB)"], ["a", 1]],
        "vmList": [VM_LIST, *vms],
    }
    return book(path, sheets)


def machine(name: str, os: str = "Microsoft Windows 11 (64-bit)") -> list[Any]:
    values = {"Machine": name, "Operating_system": os, "Cores": 4, "Memory(MB)": 8192, "Storage(GB)": 128}
    return row(MACHINES, **values, **{"Disk_read(ops/sec)": 12, "Disk_write(ops/sec)": 30, "Group_name": "wave 1"})


def azure(path: Path) -> Path:
    """Two desktops and a server, in the four sheets of the portal."""
    machines = [machine("a"), machine("b"), machine("sql", "Microsoft Windows Server 2019 (64-bit)")]
    sheets: Sheets = {
        "Assessment_Summary": [["Assessment name", "wave1"]],
        "All_Assessed_Machines": [MACHINES, *machines],
        "All_Assessed_Disks": [DISKS, ["a", "scsi0:0", "Premium", 999, 1024]],
        "Assessment_Properties": [["Property", "Selected value"], ["Sizing criterion", "Performance-based"]],
    }
    return book(path, sheets)


def test_nutanix_collector_by_hand(tmp_path: Path) -> None:
    """102,400 MiB are 107.374 GB; what is off, templates and servers are left out."""
    plan, scenario = taken(collector(tmp_path / "ntnx.xlsx"), **LIKE)
    group = scenario.groups[-1]
    assert (group.name, group.vms, group.vcpus, group.ram_gib, group.persistent_gb) == (
        "VDI: 2 vCPU, 8 GiB", 2, 2, 8, 107.374,
    )  # fmt: skip
    why = {each.place: each.why for each in plan.left_out}
    assert why["ntnx.xlsx"] == "sheets of Nutanix Collector without a place in the workbook: Metadata, vDisk"
    assert why["ntnx.xlsx: vmList row 4"] == "1 VM: poweredOff, not powered on"
    assert why["ntnx.xlsx: vmList row 5"].startswith("1 VM: server, by the OS")
    assert why["ntnx.xlsx: vmList row 6"] == "1 VM: a template"
    assert why["ntnx.xlsx: vHosts rows 2-3"].startswith("2 hosts of 20 cores and 511.7 GiB in the cluster 'VDI'")


def test_nutanix_collector_is_reviewed(tmp_path: Path) -> None:
    _, found = observed([collector(tmp_path / "ntnx.xlsx")], Options(), Headers.read())
    assert found is not None
    assert (found.vm.vms, found.hosts, found.vm.steady_iops) == (2, 2, None)
    assert found.vm.stored_gb == pytest.approx(40960 * 1024**2 / 1e9)


def test_percentiles_of_nutanix_collector_are_taken_where_that_is_asked(tmp_path: Path) -> None:
    """Of a and b one was measured, at 100.5; Collector has no reads of a VM, so that the share stays that of --like."""
    path = collector(tmp_path / "ntnx.xlsx")
    plan, scenario = taken(path, **LIKE)
    like = scenario.groups[0]
    assert scenario.groups[-1].steady_iops == like.steady_iops
    assert any("the 95th percentile of the IOPS of each VM, and no average" in said for said in plan.first)
    plan, scenario = taken(path, iops="95th", **LIKE)
    group = scenario.groups[-1]
    assert (group.steady_iops, group.steady_read_share) == (100.5, like.steady_read_share)
    assert str(group.source).startswith(
        "ntnx.xlsx: vmList rows 2-3 (IOPS as 95th percentiles of ntnx.xlsx: vInfo): VMs, vCPU"
    )
    assert any("how many of them are reads was not measured" in note for note in plan.notes)
    said = preview(imported(path, iops="95th", **LIKE)[0], Messages(GERMAN))
    assert "wie viele davon Lesen sind, wurde nicht gemessen" in said


def test_azure_migrate_by_hand(tmp_path: Path) -> None:
    plan, scenario = taken(azure(tmp_path / "az.xlsx"), **LIKE)
    group = scenario.groups[-1]
    assert (group.vms, group.vcpus, group.ram_gib, group.persistent_gb) == (2, 4, 8, 128)
    assert group.steady_iops == scenario.groups[0].steady_iops
    left_out = " ".join(each.why for each in plan.left_out)
    assert "Azure Migrate without a place in the workbook: Assessment_Summary, All_Assessed_Disks" in left_out
    assert any("they are not taken, and --iops listed takes them" in said for said in plan.first)
    assert "server, by the OS" in left_out
    assert any("all its VMs are taken for powered on" in note for note in plan.notes)


@pytest.mark.parametrize(("memory", "locale"), [('"8,192"', "en"), ('"8.192"', "de")])
def test_the_machines_of_azure_as_a_text_of_either_country(memory: str, locale: str, tmp_path: Path) -> None:
    line = ",".join(str(cell or "") for cell in machine("a")).replace("8192", memory)
    path = text(tmp_path / "All_Assessed_Machines.csv", f"{','.join(MACHINES)}\n{line}\n")
    assert taken(path, locale=locale, **LIKE)[1].groups[-1].ram_gib == 8


def test_iops_of_an_assessment_are_taken_where_that_is_asked(tmp_path: Path) -> None:
    """12 reads and 30 writes are 42 IOPS."""
    plan, scenario = taken(azure(tmp_path / "az.xlsx"), iops="listed", **LIKE)
    group = scenario.groups[-1]
    assert (group.steady_iops, group.steady_read_share) == (42, round(12 / 42, 3))
    assert "of a percentile that it does not say" in str(group.source)
    assert any("the settings of the assessment do" in note for note in plan.notes)
    assert not any("are not taken" in said for said in plan.first)
    problems = imported(collector(tmp_path / "ntnx.xlsx"), iops="listed", **LIKE)[0].problems
    assert "listed IOPS is blank; expected a list of VMs that says them" in problems[0]


def test_what_was_measured_beside_an_assessment_whose_iops_are_taken_is_left_out_and_said(tmp_path: Path) -> None:
    samples = text(tmp_path / "samples.csv", "VM;time;reads;writes\na;9;400;600\na;10;400;600\nb;9;400;600")
    plan, scenario = taken(azure(tmp_path / "az.xlsx"), samples, iops="listed", **LIKE)
    assert scenario.groups[-1].steady_iops == 42
    why = {each.place: each.why for each in plan.left_out}["samples.csv rows 2-4"]
    assert why == "the measured IOPS of 3 rows, since --iops listed takes those that the list of VMs says"
    german = Messages(GERMAN)
    assert german.text(why).startswith("die gemessenen IOPS von 3 Zeilen, weil")
    assert not german.lacking


def packed(path: Path, *files: Path, prefix: str = "") -> Path:
    """An archive of the files."""
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for file in files:
            archive.write(file, f"{prefix}{file.name}")
    return path


@pytest.mark.parametrize("prefix", ["", "wave 1/", "../"])
def test_an_assessment_is_taken_as_it_was_loaded_down(prefix: str, tmp_path: Path) -> None:
    """In the archive are the workbook of the portal and a text that is no list of its own."""
    readme = text(tmp_path / "readme.txt", "nothing")
    plan, scenario = taken(packed(tmp_path / "az.zip", azure(tmp_path / "az.xlsx"), readme, prefix=prefix), **LIKE)
    assert (scenario.groups[-1].vms, scenario.groups[-1].persistent_gb) == (2, 128)
    assert str(scenario.groups[-1].source).startswith("az.zip/az.xlsx: All_Assessed_Machines rows 2-3")
    assert {each.place for each in plan.left_out} >= {
        "az.zip/readme.txt",
        "az.zip/az.xlsx: All_Assessed_Machines row 4",
    }
    lines = "\n".join(",".join(str(cell or "") for cell in cells) for cells in (MACHINES, machine("a")))
    of_text = packed(tmp_path / "text.zip", text(tmp_path / "All_Assessed_Machines.csv", lines))
    assert taken(of_text, **LIKE)[1].groups[-1].ram_gib == 8


def test_an_archive_that_cannot_be_used_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    damaged = tmp_path / "damaged.zip"
    damaged.write_bytes(b"PK\x03\x04 cut")
    empty = packed(tmp_path / "empty.zip")
    many = packed(tmp_path / "many.zip", text(tmp_path / "list.csv", "part;price\nserver;1"))
    monkeypatch.setattr(sources, "MAX_MEMBERS", 0)
    for path, says in (
        (damaged, "an archive that can be unpacked without a password"),
        (empty, "an archive with a file that ends in .xlsx, .xlsm, .csv, .tsv, .txt"),
        (many, "an archive of at most 0 lists, and of 100,000,000 bytes when unpacked"),
    ):
        with pytest.raises(InputError) as error:
            imported(path)
        assert says in str(error.value)
        messages = Messages(GERMAN)
        assert "Archiv" in str(messages.error(error.value))
        assert not messages.lacking


def zipped(path: Path, **members: str | bytes) -> Path:
    """An archive of members by their names, in which __ stands for a slash and the ending is .csv or .xlsx."""
    with zipfile.ZipFile(path, "w") as archive:
        for name, content in members.items():
            ending = "csv" if isinstance(content, str) else "xlsx"
            archive.writestr(f"{name.replace('__', '/')}.{ending}", content)
    return path


def test_two_lists_of_a_name_in_an_archive_are_two(tmp_path: Path) -> None:
    first = "Gültig bis;30.11.2026\nTeil;Preis\nserver;96"
    second = "Gültig bis;31.12.2026\nTeil;Preis\nlicence;12"
    path = zipped(tmp_path / "offers.zip", a__offer=first, b__offer=second, c__other="Teil;Preis\nswitch;5")
    _, scenario = taken(path)
    said = {price.part: (price.valid_until, price.source) for price in scenario.prices if price.amount in (96, 12, 5)}
    assert said == {
        "server": (datetime.date(2026, 11, 30), "offers.zip/a/offer.csv row 3"),
        "licence": (datetime.date(2026, 12, 31), "offers.zip/b/offer.csv row 3"),
        "switch": (None, "offers.zip/other.csv row 2"),
    }


def test_what_a_program_put_into_an_archive_is_no_list(tmp_path: Path) -> None:
    with zipfile.ZipFile(tmp_path / "mac.zip", "w") as archive:
        archive.writestr("a/offer.csv", "part;price\nserver;96")
        for name in ("__MACOSX/a/._offer.csv", "__MACOSX/a/offer.csv", "a/._offer.csv", "a/~$offer.xlsx"):
            archive.writestr(name, b"\x00\x05\x16\x07")
    plan, scenario = taken(tmp_path / "mac.zip")
    assert [known.grid.name for known, _, _ in plan.lists] == ["mac.zip/offer.csv"]
    assert (scenario.prices[0].amount, plan.left_out) == (96, [])


def test_a_refusal_of_a_member_names_archive_and_member(tmp_path: Path) -> None:
    messages = Messages(GERMAN)
    for path, says in (
        (zipped(tmp_path / "a.zip", a__list=b"no zip"), "a.zip/list.xlsx"),
        (zipped(tmp_path / "b.zip", a__list="part;price\n" + "x" * 200_000), "b.zip/list.csv"),
        (
            zipped(tmp_path / "c.zip", **{"a__l": "part;price", "..__a__l": "part;price"}),
            "files is 'c.zip/a/l.csv and c.zip/../a/l.csv'",
        ),
    ):
        with pytest.raises(InputError) as error:
            imported(path)
        assert str(error.value).startswith(says)
        assert tempfile.gettempdir() not in str(error.value)
        messages.error(error.value)
        assert not messages.lacking


def test_they_are_told_in_german(tmp_path: Path) -> None:
    messages = Messages(GERMAN)
    listed, _ = imported(azure(tmp_path / "listed.xlsx"), iops="listed", **LIKE)
    preview(listed, messages)
    plan, _ = imported(azure(tmp_path / "az.xlsx"), collector(tmp_path / "ntnx.xlsx"), **LIKE)
    said = preview(plan, messages)
    assert "Blätter von Nutanix Collector ohne Platz in der Mappe: Metadata, vDisk" in said
    assert not messages.lacking


def test_one_name_of_a_sheet_makes_no_export(tmp_path: Path) -> None:
    path = book(tmp_path / "mine.xlsx", {"vmList": [["group", "users"], ["clerks", 12]]})
    assert taken(path, **LIKE)[1].groups[-1].vms == 12
