"""Measured loads and times of I/Os: points for Calibration, and what is said of the busiest hour and of sizes."""

from __future__ import annotations

from dataclasses import replace
from itertools import groupby
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from tests.templates.importing.lists import VINFO, book, imported, taken, text, vm

from vdi_sizing.scenario import MeasuredPoint
from vdi_templates.examples import today
from vdi_templates.importing.messages import Messages
from vdi_templates.importing.preview import preview
from vdi_templates.languages.translation import GERMAN

LIKE: dict[str, Any] = {"like": "knowledge workers"}
HEAD = "VM;time;reads;writes;KB;ms;logins"
SAMPLES = [
    "a;2026-11-20 08:10;30;10;8;1;1", "a;2026-11-20 08:40;10;10;8;4;0", "b;2026-11-20 08:10;20;0;20;2;0",
    "a;2026-11-20 09:10;60;0;4;5;0", "b;2026-11-20 09:10;0;40;4;5;0", "a;2026-11-20 10:00;0;0;;;0",
]  # fmt: skip


def samples(folder: Path, *rows: str, head: str = HEAD) -> tuple[Path, Path]:
    """Two desktops of two sizes, and the list of their I/Os."""
    vms = book(folder / "rv.xlsx", {"vInfo": [VINFO, vm("a"), vm("b", CPUs=4)]})
    return vms, text(folder / "samples.csv", "\n".join([head, *(rows or SAMPLES)]))


def test_each_hour_is_a_point_of_all_vms_together(tmp_path: Path) -> None:
    """From 8 on a has (40 + 20) / 2 = 30 IOPS of (40 x 1 + 20 x 4) / 60 = 2 ms, b 20 of 2 ms; from 9 on 60 and 40."""
    plan, scenario = taken(*samples(tmp_path), **LIKE)
    source = "samples.csv: all VMs together, mean of hours of nearly one load: 1"
    assert scenario.measured_points == (MeasuredPoint(50, 2, source=source), MeasuredPoint(100, 5, source=source))
    assert [each.row for each in plan.written if each.table.name == "Calibration"] == [6, 7]
    assert any("of one store only where all of these VMs stand on it" in note for note in plan.notes)


def test_averages_are_one_point(tmp_path: Path) -> None:
    rows = ["a;40;20;2", "b;30;10;6"]
    plan, scenario = taken(*samples(tmp_path, *rows, head="VM;reads;writes;ms"), **LIKE)
    assert [(each.iops, each.response_ms) for each in scenario.measured_points] == [(100, 3.6)]
    assert any("one point makes no fit" in note for note in plan.notes)
    assert taken(*samples(tmp_path, "a;1;2;", head="VM;reads;writes;ms"), **LIKE)[1].measured_points == ()


def test_points_that_calibration_holds_stay(tmp_path: Path) -> None:
    other = replace(today(), measured_points=(MeasuredPoint(1000, 3),))
    plan, scenario = taken(*samples(tmp_path), scenario=other, **LIKE)
    assert scenario.measured_points == other.measured_points
    assert any("Calibration holds other points" in each.why for each in plan.left_out)
    _, first = taken(*samples(tmp_path), **LIKE)
    plan, again = taken(*samples(tmp_path), scenario=first, **LIKE)
    assert again.measured_points == first.measured_points
    assert plan.is_held
    assert "samples.csv -> Calibration row 7: the same as before" in preview(plan)


def test_what_the_busiest_hour_holds_is_said(tmp_path: Path) -> None:
    """From 9 on 60 of 100 IOPS are reads; the one login of two desktops is from 8 on."""
    plan, _ = taken(*samples(tmp_path), **LIKE)
    assert "Users: in that hour 2 of 2 measured desktops read or write, and 60 % of their I/Os are reads" in plan.notes
    assert (
        "Users: 0 % of the measured desktops log in within that hour; most do in the hour from 2026-11-20 08:00 on: "
        "50 %, which are 0.000 logins per second on average, for the login rate on Designs"
    ) in plan.notes
    without = [each.rpartition(";")[0] for each in (HEAD, *SAMPLES)]
    plan, _ = taken(*samples(tmp_path, *without[1:], head=without[0]), **LIKE)
    assert any("how many users log in within that hour was not measured" in note for note in plan.notes)


def test_the_busiest_hour_counts_with_its_own_reads(tmp_path: Path) -> None:
    _, scenario = taken(*samples(tmp_path), iops="busiest", **LIKE)
    assert [(each.steady_iops, each.steady_read_share) for each in scenario.groups[1:]] == [(60, 1), (40, 0)]


def test_sizes_of_ios_are_said_and_not_taken(tmp_path: Path) -> None:
    """Of a 8 KB of 60 I/Os and 4 KB of 60, of b 20 KB of 20 and 4 KB of 40; each VM by its average."""
    plan, _ = taken(*samples(tmp_path), **LIKE)
    of_a, of_b = (8 * 60 + 4 * 60) / 120, (20 * 20 + 4 * 40) / 60
    means = {"a": 120 / 4, "b": 60 / 2}
    of_all = (of_a * means["a"] + of_b * means["b"]) / (means["a"] + means["b"])
    said = [note for note in plan.notes if "KB on average" in note]
    assert [float(note.rpartition(" KB on")[0].rpartition(" has ")[2]) for note in said] == [
        pytest.approx(each, abs=0.051) for each in (of_all, of_a, of_b)
    ]


def test_sizes_of_reads_and_writes_are_said_apart(tmp_path: Path) -> None:
    """Reads: 10 of 4 KB and 30 of 8 KB are 7 KB; writes: 20 of 16 KB and 20 of 32 KB are 24 KB."""
    lines = ("a;10;20;4;16", "b;30;20;8;32")
    plan, _ = taken(*samples(tmp_path, *lines, head="VM;reads;writes;read KB;write KB"), **LIKE)
    said = next(note for note in plan.notes if "measured read" in note)
    assert said.startswith("Users: a measured read has 7.0 KB and a measured write 24.0 KB on average")
    messages = Messages(GERMAN)
    assert "hat im Mittel 7,0 KB, ein Schreib-I/O 24,0 KB" in preview(plan, messages)
    assert not messages.lacking


def test_it_is_told_in_german(tmp_path: Path) -> None:
    messages = Messages(GERMAN)
    other = replace(today(), measured_points=(MeasuredPoint(1000, 3),))
    said = ""
    for options in (LIKE, {**LIKE, "iops": "busiest"}, {**LIKE, "scenario": other}):
        said += preview(taken(*samples(tmp_path), **options)[0], messages)
    preview(taken(*samples(tmp_path, "a;1;2;3", head="VM;reads;writes;ms"), **LIKE)[0], messages)
    assert "50 %, im Mittel 0,000 Anmeldungen je Sekunde" in said
    assert not messages.lacking


NAMES, HOURS, IOPS, MS = st.sampled_from("ab"), st.integers(0, 23), st.integers(1, 99), st.integers(1, 40)


@settings(max_examples=25, suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
@given(rows=st.lists(st.tuples(NAMES, HOURS, st.integers(0, 59), IOPS, MS), min_size=1, unique_by=lambda row: row[:3]))
def test_points_by_a_second_way(rows: list[tuple[str, int, int, int, int]], tmp_path: Path) -> None:
    """The points once more, straight from the rows: of each hour the VMs' means together, then a dozen shares."""
    lines = [f"{name};2026-11-20 {hour:02}:{minute:02};{iops};0;;{ms};" for name, hour, minute, iops, ms in rows]
    _, scenario = imported(*samples(tmp_path, *lines), **LIKE)
    hours = []
    for _, in_hour in groupby(sorted(rows, key=lambda each: each[1]), key=lambda each: each[1]):
        load = busy = 0.0
        of_hour = list(in_hour)
        for name in "ab":
            of_vm = [(iops, ms) for who, _, _, iops, ms in of_hour if who == name]
            load += sum(iops for iops, _ in of_vm) / max(1, len(of_vm))
            busy += sum(iops * ms for iops, ms in of_vm) / max(1, len(of_vm))
        hours.append((load, busy))
    hours.sort()
    many = min(12, len(hours))
    assert len(scenario.measured_points) == many
    assert sum(each.iops for each in scenario.measured_points) <= sum(load for load, _ in hours) + 0.01 * many
    if len(hours) <= many:
        found = sorted((each.iops, each.iops * each.response_ms) for each in scenario.measured_points)
        assert [load for load, _ in found] == pytest.approx([load for load, _ in hours], abs=1e-3)
        assert sorted(busy for _, busy in found) == pytest.approx(sorted(busy for _, busy in hours), rel=0.01)
    else:
        lowest = hours[: len(hours) // many]
        load, busy = (sum(each[at] for each in lowest) for at in (0, 1))
        first = scenario.measured_points[0]
        assert first.iops == pytest.approx(load / len(lowest), abs=1e-3)
        assert first.response_ms == pytest.approx(busy / load, rel=1e-2)
