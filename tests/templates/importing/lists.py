"""Lists as customers send them, written by the tests: texts, workbooks, and exports as RVTools makes them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from types import MappingProxyType
from typing import Any

from openpyxl import Workbook

from vdi_sizing.scenario import Scenario
from vdi_templates.examples import today
from vdi_templates.importing.headers import Headers
from vdi_templates.importing.lists import planned
from vdi_templates.importing.plan import Options, Plan

Sheets = Mapping[str, Sequence[Sequence[Any]]]
VINFO = ["VM", "Powerstate", "Template", "SRM Placeholder", "Config status", "CPUs", "Memory", "NICs"]
VINFO += ["Total disk capacity MiB", "Provisioned MiB", "In Use MiB", "Datacenter", "Cluster", "Host", "VM UUID"]
CONFIGURED, BY_TOOLS = "OS according to the configuration file", "OS according to the VMware Tools"
ESTATE = [*VINFO, "Folder", "Resource pool", CONFIGURED, BY_TOOLS]
"""vInfo with what tells desktops from servers."""
VDISK = ["VM", "Powerstate", "Template", "Disk", "Capacity MiB", "Raw", "Thin", "Cluster", "VM UUID"]
VCLUSTER = ["Name", "Config status", "OverallStatus", "NumHosts", "numEffectiveHosts", "TotalCpu", "NumCpuCores"]
VHOST = ["Host", "Datacenter", "Cluster", "CPU Model", "# CPU", "Cores per CPU", "# Cores", "# Memory", "# VMs"]


def text(path: Path, lines: str, encoding: str = "utf-8", end: str = "\r\n") -> Path:
    """A text file of the lines, without those before the first and behind the last."""
    path.write_bytes((lines.strip("\n") + "\n").replace("\n", end).encode(encoding))
    return path


def book(path: Path, sheets: Sheets, formats: Mapping[str, str] = MappingProxyType({})) -> Path:
    """A workbook of the sheets, row by row, with number formats of cells of the first."""
    workbook = Workbook()
    workbook.remove(workbook.worksheets[0])
    for name, rows in sheets.items():
        ws = workbook.create_sheet(name)
        for row in rows:
            ws.append(list(row))
    for place, number_format in formats.items():
        workbook.worksheets[0][place].number_format = number_format
    workbook.save(path)
    return path


def vm(name: str, **other: Any) -> list[Any]:
    """A row of vInfo, as `machine` has it."""
    return machine(name, VINFO, **other)


def machine(name: str, columns: Sequence[str], **other: Any) -> list[Any]:
    """A row of a list of VMs: a VM that is on, of 2 CPUs, 4096 MiB and 65536 MiB of disk in the cluster VDI."""
    usual = {
        "VM": name, "Powerstate": "poweredOn", "Template": "False", "SRM Placeholder": "False", "CPUs": 2,
        "Memory": 4096, "Total disk capacity MiB": 65536, "Provisioned MiB": 69700, "In Use MiB": 30000.5,
        "Cluster": "VDI", "VM UUID": f"uuid of {name}",
    }  # fmt: skip
    return [{**usual, **other}.get(header) for header in columns]


def estate(path: Path) -> Path:
    """An export of a whole estate: three desktops, one of them in a folder of its own, and what is none."""
    windows, server = "Microsoft Windows 11 (64-bit)", "Microsoft Windows Server 2022 (64-bit)"
    rows = [
        machine("ic-1", ESTATE, **{CONFIGURED: windows, "Folder": "VDI office"}),
        machine("ic-2", ESTATE, **{CONFIGURED: "Other (64-bit)", BY_TOOLS: windows, "Folder": "VDI office"}),
        machine("cad-1", ESTATE, **{CONFIGURED: windows, "Folder": "VDI cad", "Resource pool": "cad"}),
        machine("CP-Parent-1", ESTATE, **{CONFIGURED: windows, "Folder": "internal"}),
        machine("cp-template-1", ESTATE, Powerstate="poweredOff", **{CONFIGURED: windows, "Folder": "internal"}),
        machine("vcenter", ESTATE, CPUs=8, Memory=29696, **{CONFIGURED: "VMware Photon OS (64-bit)"}),
        machine("proxy", ESTATE, **{CONFIGURED: "Other Linux", BY_TOOLS: "VMware Photon OS (64-bit)"}),
        machine("sql-1", ESTATE, CPUs=8, Memory=32768, **{CONFIGURED: server, "Folder": "servers"}),
        machine("sql-2", ESTATE, CPUs=4, Memory=16384, **{CONFIGURED: windows, BY_TOOLS: server, "Folder": "servers"}),
        machine("web", ESTATE, **{CONFIGURED: "Red Hat Enterprise Linux 9 (64-bit)", "Folder": "servers"}),
    ]
    return book(path, {"vInfo": [ESTATE, *rows]})


def disk(name: str, capacity_mib: float) -> list[Any]:
    """A row of vDisk."""
    usual = {"VM": name, "Powerstate": "poweredOn", "Capacity MiB": capacity_mib, "VM UUID": f"uuid of {name}"}
    return [usual.get(header) for header in VDISK]


def host(name: str, cluster: str = "VDI", cores: int = 32) -> list[Any]:
    """A row of vHost, of 768 GiB."""
    usual = {"Host": name, "Cluster": cluster, "# Cores": cores, "# Memory": 786432}
    return [usual.get(header) for header in VHOST]


def cluster(name: str, hosts: int, cores: int) -> list[Any]:
    """A row of vCluster."""
    return [{"Name": name, "NumHosts": hosts, "NumCpuCores": cores}.get(header) for header in VCLUSTER]


MEASURED = ["VM Name", "Peak IOPS", "Average IOPS", "95th Percentile IOPS", "Average Read IOPS", "Average Write IOPS"]
OPTICS = ["MOB ID", "VM Name", "Template", "IsRunning", "Power State", "VM OS", "Virtual CPU"]
OPTICS += ["Provisioned Memory (MiB)", "Virtual Disk Size (MiB)", "Virtual Disk Used (MiB)", "Cluster", "Host"]


def of_live_optics(name: str, **other: Any) -> list[Any]:
    """A row of the sheet VMs: a desktop that runs, of 4 CPUs, 8 GiB and 65536 MiB, of which 45000 are in use."""
    usual = {
        "VM Name": name, "Template": "FALSE", "IsRunning": "TRUE", "Power State": "poweredOn",
        "VM OS": "Microsoft Windows 11 (64-bit)", "Virtual CPU": 4, "Provisioned Memory (MiB)": 8192,
        "Virtual Disk Size (MiB)": 65536, "Virtual Disk Used (MiB)": 45000, "Cluster": "VDI",
    }  # fmt: skip
    return [{**usual, **other}.get(header) for header in OPTICS]


def measured(name: str, percentile: float, reads: float | None, writes: float) -> list[Any]:
    """A row of the sheet VM Performance."""
    return [name, 10 * percentile, None, percentile, reads, writes]


def live_optics(path: Path, loads: Sequence[list[Any]], *more: list[Any]) -> Path:
    """An export of three desktops of one size and one of another, a server, what is off, and a host of 512 GiB."""
    rows: list[list[Any]] = [
        of_live_optics("a"), of_live_optics("b"), of_live_optics("c"), of_live_optics("d", **{"Virtual CPU": 2}),
        of_live_optics("s", **{"VM OS": "Microsoft Windows Server 2019 (64-bit)"}),
        of_live_optics("off", **{"Power State": "poweredOff"}), of_live_optics("t", Template="TRUE"), *more,
    ]  # fmt: skip
    hosts: list[list[Any]] = [
        ["Host Name", "Cluster", "CPU Sockets", "CPU Cores", "Memory (KiB)"],
        ["esx1", "VDI", 2, 32, 536870912],
    ]
    sheets: dict[str, Sequence[Sequence[Any]]] = {
        "Details": [["Project", "demo"]],
        "VMs": [OPTICS, *rows],
        "VM Performance": [MEASURED, *loads],
    }
    return book(path, {**sheets, "ESX Hosts": hosts})


def scenario_with_prices() -> Scenario:
    """Today's start with a discounted, sourced price of its server."""
    scenario = today()
    first = replace(scenario.prices[0], amount=5000.0, discount_share=0.1, source="last year's offer")
    return replace(scenario, prices=(first, *scenario.prices[1:]))


def imported(
    *paths: Path, scenario: Scenario | None = None, kind: str | None = None, **options: Any
) -> tuple[Plan, Scenario]:
    """What importing the files into a scenario does, today's start if none is given."""
    return planned(paths, scenario or today(), Options(**options), Headers.read(), kind)


def taken(*paths: Path, **options: Any) -> tuple[Plan, Scenario]:
    """The same, where there must be no problem."""
    plan, scenario = imported(*paths, **options)
    assert plan.problems == []
    return plan, scenario


def why_not(*paths: Path, **options: Any) -> str:
    """The one problem of files that cannot be used."""
    plan, _ = imported(*paths, **options)
    (problem,) = plan.problems
    return problem
