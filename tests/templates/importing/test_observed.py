"""What lists say of desktops that run: means by hand, from exports and from samples over time, and what they lack."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from tests.templates.importing.lists import (
    MEASURED,
    VHOST,
    VINFO,
    book,
    host,
    live_optics,
    measured,
    taken,
    text,
    vm,
)

from vdi_sizing.errors import InputError
from vdi_templates.importing.headers import Headers
from vdi_templates.importing.messages import Messages
from vdi_templates.importing.observed import Observed, observed
from vdi_templates.importing.plan import Options, Plan
from vdi_templates.importing.preview import preview
from vdi_templates.importing.wording import Wording
from vdi_templates.languages.translation import GERMAN, Translation

LOADS = [measured("a", 30, 4, 10), measured("b", 40, 2, 4), measured("c", 20, 0, 1), measured("d", 5, 1, 3)]
SAMPLES = """
time,VM,reads,writes,KB,ms
2026-11-20 09:00,a,4,6,16,2
2026-11-20 10:00,a,0,2,4,8
2026-11-20 09:00,b,10,20,8,4
2026-11-20 10:00,b,2,6,,
"""


def seen(*files: Path, **options: Any) -> tuple[Plan, Observed]:
    plan, found = observed(files, Options(**options), Headers.read())
    assert found is not None, plan.problems
    return plan, found


def test_an_export_of_live_optics_by_hand(tmp_path: Path) -> None:
    """Of a, b, c and d: (14 + 6 + 1 + 4) / 4 IOPS, 7 of 25 are reads; vCPU (4 + 4 + 4 + 2) / 4."""
    plan, found = seen(live_optics(tmp_path / "lo.xlsx", LOADS))
    assert (found.vm.vms, found.vm.steady_iops, found.vm.steady_read_share) == (4, 6.25, 0.28)
    assert (found.vm.ram_gib, found.vm.vcpus, found.hosts, found.measured_vms) == (8, 3.5, 1, 4)
    assert found.vm.stored_gb == pytest.approx(45000 * 1024**2 / 1e9)
    assert found.lacking == dict.fromkeys(("io_kb", "latency_ms"), "the files have no column of it")
    assert found.source == "lo.xlsx: VMs rows 2-5 (IOPS as averages of lo.xlsx: VM Performance)"
    assert any("server, by the OS" in each.why for each in plan.left_out)
    assert not any("--in-use takes" in note for note in plan.notes)


def test_rvtools_says_nothing_of_ios(tmp_path: Path) -> None:
    off = vm("off", Powerstate="poweredOff", Memory=65536)
    other = host("esx9")
    other[VHOST.index("Cluster")] = "servers"
    sheets = {"vInfo": [VINFO, vm("a"), vm("b", CPUs=4), off], "vHost": [VHOST, host("esx1"), host("esx2"), other]}
    found = seen(book(tmp_path / "rv.xlsx", sheets))[1]
    assert (found.vm.vms, found.vm.ram_gib, found.vm.vcpus, found.hosts) == (2, 4, 3, 2)
    assert found.vm.stored_gb == pytest.approx(30000.5 * 1024**2 / 1e9)
    assert (found.vm.steady_iops, found.latency_ms) == (None, None)
    assert found.lacking["steady_iops"] == "the files say nothing of measured I/Os"


def test_samples_over_time_by_hand(tmp_path: Path) -> None:
    """a: 6 IOPS, 2 of them reads; b: 19, of which 6; each I/O counts for its time and size once.

    ms of a: (10 x 2 + 2 x 8) / 12 = 3, of b: 4; together (6 x 3 + 19 x 4) / 25.
    """
    plan, found = seen(text(tmp_path / "samples.csv", SAMPLES))
    assert (found.vm.steady_iops, found.vm.steady_read_share) == (12.5, 0.32)
    assert found.latency_ms == pytest.approx((6 * 3 + 19 * 4) / 25)
    assert found.io_kb == pytest.approx((6 * (10 * 16 + 2 * 4) / 12 + 19 * 8) / 25)
    assert (found.vm.vms, found.hosts, found.measured_vms) == (None, None, 2)
    names = ("vms", "hosts", "ram_gib", "vcpus", "stored_gb")
    assert found.lacking == dict.fromkeys(names, "the files hold no list of VMs")
    assert any("servers are not told apart" in note for note in plan.notes)


def test_samples_may_stand_in_several_files(tmp_path: Path) -> None:
    header, *rows = SAMPLES.strip().splitlines()
    parts = [text(tmp_path / f"{at}.csv", f"{header}\n{row}") for at, row in enumerate(rows)]
    assert seen(*parts)[1].vm == seen(text(tmp_path / "samples.csv", SAMPLES))[1].vm


def test_the_percentile_of_samples_is_the_smallest_that_95_of_100_do_not_pass(tmp_path: Path) -> None:
    rows = "".join(f"{at},a,{at},0,,\n" for at in range(1, 41))
    found = seen(text(tmp_path / "samples.csv", f"time,VM,reads,writes,KB,ms\n{rows}"), iops="95th")[1]
    assert found.vm.steady_iops == 38
    assert "95th percentiles of samples.csv" in found.source


def test_rows_without_reads_or_writes_are_named_and_do_not_count(tmp_path: Path) -> None:
    """Of three times the second says 500 writes and no reads: the mean is that of 10 and 20."""
    rows = "9,a,4,6\n10,a,,500\n11,a,8,12\n9,b,1,1\n10,b,1,\n11,b,,\n9,off,,9\n"
    inventory = text(tmp_path / "vms.csv", "VM,CPUs,Powerstate\na,2,poweredOn\nb,2,poweredOn\noff,2,poweredOff\n")
    samples = text(tmp_path / "samples.csv", f"time,VM,reads,writes\n{rows}")
    plan, found = seen(inventory, samples)
    assert found.vm.steady_iops == (15 + 2) / 2
    says = "samples.csv rows 3, 6-7: reads or writes are blank, and the IOPS of 3 rows do not count"
    assert says in plan.first
    one = text(tmp_path / "one.csv", "time,VM,reads,writes\n9,a,4,6\n10,a,,500\n11,a,8,12\n")
    plan, found = seen(one)
    assert found.vm.steady_iops == 15
    assert plan.first == ["one.csv row 3: reads or writes are blank, and the IOPS of 1 row do not count"]
    german = Messages(GERMAN)
    said = german.text(plan.first[0])
    assert said == "one.csv, Zeile 3: Lesen oder Schreiben fehlt, und die IOPS von 1 Zeile zählen nicht"
    assert not german.lacking


def test_samples_beside_a_list_of_vms_are_those_of_its_desktops(tmp_path: Path) -> None:
    inventory = text(tmp_path / "vms.csv", "VM,CPUs,Memory MB,Powerstate\na,2,4096,poweredOn\nb,2,8192,poweredOff\n")
    plan, found = seen(inventory, text(tmp_path / "samples.csv", SAMPLES))
    assert (found.vm.vms, found.vm.ram_gib, found.vm.steady_iops) == (1, 4, 6)
    assert found.lacking["stored_gb"] == "the list of VMs does not say it (in use)"
    assert found.lacking["hosts"] == "the files hold no list of hosts"
    assert [each.why for each in plan.left_out if "IOPS" in each.why] == ["IOPS of 1 VM left out or not listed"]


def test_an_import_takes_samples_too(tmp_path: Path) -> None:
    inventory = text(tmp_path / "vms.csv", "VM,CPUs,Memory MB\na,2,4096\nb,2,4096\n")
    samples = text(tmp_path / "samples.csv", SAMPLES)
    group = taken(inventory, samples, like="knowledge workers")[1].groups[-1]
    assert (group.vms, group.steady_iops, group.steady_read_share) == (2, 12.5, 0.32)


@pytest.mark.parametrize(
    ("rows", "says"),
    [
        (
            "9,a,1,1,,\n9,a,2,2,,\n",
            "samples.csv row 3, column 'time': time is '9'; expected one row for a VM at a time",
        ),
        ("9,a,-1,1,,\n", "average read IOPS is -1"),
        (",a,1,1,,\n", "samples.csv row 2: time is blank; expected that of each row"),
    ],
)
def test_samples_that_cannot_be_used_are_refused(rows: str, says: str, tmp_path: Path) -> None:
    path = text(tmp_path / "samples.csv", f"time,VM,reads,writes,KB,ms\n{rows}")
    plan, found = observed([path], Options(), Headers.read())
    assert found is None
    assert says in plan.problems[0].replace("samples.csv row 3: time is", "samples.csv row 3, column 'time': time is")


def test_a_vm_with_samples_and_an_average_is_refused(tmp_path: Path) -> None:
    export = book(tmp_path / "lo.xlsx", {"loads": [MEASURED, measured("a", 1, 1, 1)]})
    plan, found = observed([export, text(tmp_path / "samples.csv", SAMPLES)], Options(), Headers.read())
    assert found is None
    assert "expected a VM that is measured once; lo.xlsx: loads row 2 has it too" in plan.problems[0]


@pytest.mark.parametrize(
    ("content", "options", "says"),
    [
        ("Host,# Cores\nesx1,32\n", {}, "VMs is blank; expected a list of them, or of what was measured of them"),
        (SAMPLES, {"desktops": ("name=x*",)}, "--desktops"),
        ("group,users\nclerks,12\n", {}, "list is 'users'; expected a list of VMs, of hosts"),
        ("VM,CPUs,Powerstate\na,2,poweredOff\n", {}, "desktops is blank; expected at least one that runs"),
    ],
)
def test_what_is_no_measurement_is_refused(content: str, options: dict[str, Any], says: str, tmp_path: Path) -> None:
    path = text(tmp_path / "list.csv", content)
    assert says in _refused(path, Options(**options))


def _refused(path: Path, options: Options) -> str:
    """Why a file is refused: at once, or among the problems."""
    try:
        plan, found = observed([path], options, Headers.read())
    except InputError as error:
        return str(error)
    assert found is None
    return plan.problems[0]


def test_what_some_desktops_do_not_say_is_not_the_mean_of_the_others(tmp_path: Path) -> None:
    sheets = {"vInfo": [VINFO, vm("a"), vm("b", **{"In Use MiB": None})]}
    found = seen(book(tmp_path / "rv.xlsx", sheets))[1]
    assert found.vm.stored_gb is None
    assert found.lacking["stored_gb"] == "it is blank in 1 of 2 rows: rv.xlsx: vInfo row 3"


def test_hosts_of_other_clusters_do_not_count(tmp_path: Path) -> None:
    sheets = {"vInfo": [VINFO, vm("a", Cluster="VDI 2")], "vHost": [VHOST, host("esx1")]}
    found = seen(book(tmp_path / "rv.xlsx", sheets))[1]
    assert (found.hosts, found.lacking["hosts"]) == (None, "no host is listed in a cluster of the desktops")


def test_hosts_are_told_by_cluster_and_name(tmp_path: Path) -> None:
    """esx1 of A is not esx1 of B, a host that is listed twice is one, and a row without a name is none."""
    vms = text(tmp_path / "vms.csv", "VM,CPUs,Cluster\na,2,A\nb,2,B\n")
    rows = "esx1,A,32\nesx1,B,32\nESX1,b,32\n,A,64\n"
    assert seen(vms, text(tmp_path / "hosts.csv", f"Host,Cluster,# Cores\n{rows}"))[1].hosts == 2
    found = seen(vms, text(tmp_path / "none.csv", "Host,Cluster,# Cores\n,A,64\n"))[1]
    assert (found.hosts, found.lacking["hosts"]) == (None, "no host is listed in a cluster of the desktops")


def test_the_source_is_in_the_language_of_the_workbook(tmp_path: Path) -> None:
    found = seen(live_optics(tmp_path / "lo.xlsx", LOADS), wording=Wording(Translation(GERMAN)))[1]
    assert found.source == "lo.xlsx: VMs, Zeilen 2-5 (IOPS als Mittelwerte aus lo.xlsx: VM Performance)"


HOURS = """
Zeitstempel;Rechnername;Lesevorgänge/s;Schreibvorgänge/s;Blockgröße (KB);Latenz (ms)
20.11.2026 08:05;a;10;20;8;1,5
20.11.2026 08:35;a;20;10;8;1,5
20.11.2026 09:05;a;2;3;8;1,5
20.11.2026 09:10;b;1;40;8;1,5
20.11.2026 08:50;c;4;6;8;1,5
"""


def test_the_busiest_hour_is_that_of_all_desktops_together(tmp_path: Path) -> None:
    """From 8 on a has 30 on average and c 10, together 40; from 9 on a has 5 and b 41, together 46: 15.33 each."""
    plan, found = seen(text(tmp_path / "samples.csv", HOURS), iops="busiest")
    assert found.vm.steady_iops == pytest.approx(46 / 3, abs=1e-3)
    assert found.vm.steady_read_share == pytest.approx((2 + 1) / 46, abs=1e-3)
    assert "in the hour from 2026-11-20 09:00 on: 46 together; that hour counts" in " ".join(plan.notes)
    plan, _ = seen(text(tmp_path / "samples.csv", HOURS))
    assert "on: 46 together; --iops busiest takes that hour" in " ".join(plan.notes)


@pytest.mark.parametrize(
    ("time", "hour"),
    [
        ("2026-11-20T08:59:59Z", "2026-11-20 08:00"),
        ("2026-11-20 08:05:00.123", "2026-11-20 08:00"),
        ("11/20/2026 12:15 AM", "2026-11-20 00:00"),
        ("11/20/2026, 1:15:00 PM", "2026-11-20 13:00"),
        ("9", ""),
        ("2026-11-20", ""),
        ("2026-11-20 25:00", ""),
    ],
)
def test_hours_of_times_as_exporters_write_them(time: str, hour: str, tmp_path: Path) -> None:
    path = text(tmp_path / "samples.csv", f'time,VM,reads,writes\n"{time}",a,1,2')
    if hour:
        assert f"in the hour from {hour} on: 3 together" in " ".join(seen(path, iops="busiest")[0].notes)
        return
    plan, _ = observed([path], Options(iops="busiest"), Headers.read())
    assert "expected a day and a time of it such as 2026-11-20 08:30" in plan.problems[0]
    assert "samples.csv row 2, column 'time'" in plan.problems[0]
    messages = Messages(GERMAN)
    preview(plan, messages)
    assert not messages.lacking


def test_the_busiest_hour_of_averages_is_refused_with_what_there_is(tmp_path: Path) -> None:
    plan, _ = observed([text(tmp_path / "list.csv", "VM,reads,writes\na,1,2")], Options(iops="busiest"), Headers.read())
    assert (
        "IOPS by the hour is blank; expected a row for each VM and time, since --iops asks for it" in plan.problems[0]
    )


def test_a_busiest_hour_is_told_in_german(tmp_path: Path) -> None:
    messages = Messages(GERMAN)
    for iops in ("busiest", "average"):
        plan, _ = seen(text(tmp_path / "samples.csv", HOURS), iops=iops)
        assert "in der Stunde ab 20.11.2026 09:00: zusammen 46;" in preview(plan, messages)
    assert not messages.lacking


def test_the_time_of_an_io_is_that_of_reads_and_writes_by_how_many_there_are(tmp_path: Path) -> None:
    """4 reads of 1 ms and 12 writes of 3 ms are 16 I/Os of 2.5 ms; b has no writes, and c no time of its reads."""
    loads = "VM Name,Average Read IOPS,Average Write IOPS,Read Latency (ms),Write Latency (ms)\n"
    loads += "a,4,12,1,3\nb,16,0,0.5,\nc,5,5,,9\n"
    found = seen(text(tmp_path / "loads.csv", loads))[1]
    assert found is not None
    assert found.latency_ms == pytest.approx((16 * 2.5 + 16 * 0.5) / 32)
