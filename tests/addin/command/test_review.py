"""The command `review`: what it prints, in the language of the workbook, and with which status it ends."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from tests.addin.command.workbooks import Text, new
from tests.built import build
from tests.templates.importing.lists import book as workbook_of
from tests.templates.importing.lists import live_optics, measured, text

from vdi_addin.command.program import main
from vdi_addin.command.status import DIFFERENT, DONE, UNUSABLE
from vdi_templates.examples import fujitsu

ROOT = Path(__file__).parents[3]
LOADS = [measured(name, 30, 4, 10) for name in "abcd"]
HOSTS: list[list[Any]] = [["Host Name", "Cluster", "CPU Cores"], *([f"esx{at}", "VDI", 32] for at in range(8))]
SAMPLES = "time,VM,reads,writes,KB,ms\n2027-11-19 09:00,a,4,6,16,2\n2027-11-19 10:00,a,0,2,4,8\n"


@pytest.fixture(scope="module")
def book(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return new(tmp_path_factory.mktemp("review") / "book.xlsx", "--example", "customer")


@pytest.fixture
def export(tmp_path: Path) -> Path:
    return live_optics(tmp_path / "now.xlsx", LOADS)


def test_it_prints_what_was_read_the_review_and_the_row(book: Path, export: Path, capsys: Text) -> None:
    assert main(["review", str(book), str(export), "--date", "2027-11-21", "--profile", "clerks of X"]) == DONE
    lines = [" ".join(line.split()) for line in capsys.readouterr().out.splitlines()]
    assert lines[0] == "now.xlsx: VMs: VMs, 7 rows below the headers in row 1"
    assert "steady IOPS per VM 36.46 14.00 -62 %" in lines
    assert "profile: clerks of X" in lines
    assert "source: now.xlsx: VMs rows 2-5 (IOPS as averages of now.xlsx: VM Performance)" in lines
    assert "source date: 2027-11-21" in lines


def test_the_page_on_the_command_shows_what_is_printed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Text
) -> None:
    """Of 400 desktops that all did the same, on eight hosts."""
    page = (ROOT / "docs" / "command.md").read_text(encoding="utf-8")
    shown = re.findall(r"^\$ vdi-sizing review .*\n((?:.*\n)*?)```", page, re.MULTILINE)[0]
    loads = [measured(f"d{at}", 30, 4, 10) for at in range(400)]
    vms = [[f"d{at}", "poweredOn", "Microsoft Windows 11", 4, 8192, 45000, "VDI"] for at in range(400)]
    headers = ["VM Name", "Power State", "VM OS", "Virtual CPU", "Provisioned Memory (MiB)", "Virtual Disk Used (MiB)"]
    performance = [["VM Name", "95th Percentile IOPS", "Average Read IOPS", "Average Write IOPS"]]
    performance += [[row[0], *row[3:]] for row in loads]
    sheets: dict[str, Sequence[Sequence[Any]]] = {
        "VMs": [[*headers, "Cluster"], *vms],
        "VM Performance": performance,
        "ESX Hosts": HOSTS,
    }
    workbook_of(tmp_path / "now.xlsx", sheets)
    monkeypatch.chdir(tmp_path)
    assert main(["review", str(ROOT / "vdi_sizing.xlsx"), "now.xlsx", "--date", "2027-11-21"]) == DONE
    said = capsys.readouterr().out
    for part in shown.split("...\n"):
        assert part in said


def test_a_few_vms_of_an_estate_are_said_to_be_few(book: Path, export: Path, tmp_path: Path, capsys: Text) -> None:
    assert main(["review", str(book), str(export)]) == DONE
    said = capsys.readouterr().out
    assert "VMs of which I/Os were measured: 4\n" in said
    assert "The files list 4 VMs, fewer than a quarter of those promised" in said
    samples = text(tmp_path / "samples.csv", SAMPLES)
    assert main(["review", str(book), str(samples)]) == DONE
    said = capsys.readouterr().out
    assert "VMs of which I/Os were measured: 1\n  What the files lack counts as promised.\n" in said
    assert "fewer than a quarter" not in said
    assert "samples.csv rows 2-3" in said.replace(",", "")


def test_json_says_what_is_lacking(book: Path, tmp_path: Path, capsys: Text) -> None:
    samples = text(tmp_path / "samples.csv", SAMPLES)
    assert main(["review", str(book), str(samples), "--json"]) == DONE
    told = json.loads(capsys.readouterr().out)
    assert (told["measured"]["steady_iops"], told["measured"]["latency_ms"]) == (6, 3)
    assert told["measured"]["vms"] is None
    assert (told["measured_vms"], told["look_at_this_first"]) == (1, [])
    assert told["lacking"]["vms"] == "the files hold no list of VMs"
    assert [each["name"] for each in told["designs"]] == [
        "NVMe cluster", "All-flash array", "Hybrid array", "HDD array",
    ]  # fmt: skip


def test_json_says_what_was_left_out(book: Path, tmp_path: Path, capsys: Text) -> None:
    export = live_optics(tmp_path / "now.xlsx", LOADS[:3])
    assert main(["review", str(book), str(export), "--json"]) == DONE
    told = json.loads(capsys.readouterr().out)
    assert told["measured_vms"] == 3
    assert any("no IOPS were measured of 1 VM" in each for each in told["look_at_this_first"])
    assert {"place": "now.xlsx: VMs row 8", "why": "1 VM: a template"} in told["rows_left_out"]


def test_it_speaks_the_language_of_the_workbook(tmp_path: Path, export: Path, capsys: Text) -> None:
    brand = tmp_path / "brand.toml"
    brand.write_text('language = "de"\n')
    german = tmp_path / "german.xlsx"
    assert main(["new", str(german), "--example", "customer", "--as-of", "2026-11-21"]) == DONE
    capsys.readouterr()
    assert main(["review", str(german), str(export)]) == DONE
    said = capsys.readouterr().out
    assert "was versprochen war und was gemessen ist" in said
    assert "Die Zeile von Profiles, die daraus folgt, für den nächsten Kunden" in said
    nothing = text(tmp_path / "hosts.csv", "Host,# Cores\nesx1,32\n")
    assert main(["review", str(german), str(nothing)]) == UNUSABLE
    assert "VMs fehlt; erwartet: eine Liste davon, oder von dem, was an ihnen gemessen wurde" in capsys.readouterr().err


def test_what_cannot_be_used_is_named_and_reviews_nothing(book: Path, tmp_path: Path, capsys: Text) -> None:
    samples = text(tmp_path / "samples.csv", SAMPLES.replace("a,4", "a,-4"))
    assert main(["review", str(book), str(samples)]) == UNUSABLE
    said = capsys.readouterr().out
    assert "samples.csv row 2, column 'reads': average read IOPS is -4" in said
    assert "promised" not in said


def test_a_design_with_an_error_is_another_status(tmp_path: Path, capsys: Text) -> None:
    scenario = fujitsu()
    path = tmp_path / "cramped.xlsx"
    path.write_bytes(build(replace(scenario, designs=(replace(scenario.designs[0], bays=1), *scenario.designs[1:]))))
    samples = text(tmp_path / "samples.csv", SAMPLES)
    case = ["--case", str(scenario.designs[0].case)]
    assert main(["review", str(path), str(samples), *case]) == DIFFERENT
    assert "It has no answer: too few bays.\n  error: the drives do not fit into the bays" in capsys.readouterr().out
