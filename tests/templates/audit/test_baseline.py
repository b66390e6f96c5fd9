"""The baseline: what a file was made with, found again by any program, and what moved since then."""

from __future__ import annotations

import hashlib
import json
from dataclasses import replace
from datetime import date
from pathlib import Path
from random import Random
from typing import Any

import pytest
from tests.addin.command.workbooks import Text
from tests.built import build, file_of, shared_book
from tests.edited import edited, opened, saved, uncalculated
from tests.gate.office import Office
from tests.templates.random_scenarios import scenario
from tests.tiers import but_in_gate

from vdi_addin.command.program import main
from vdi_addin.command.status import ANOTHER_SIGHT, DONE
from vdi_addin.comparison import compare
from vdi_sizing.inputs import inputs_of
from vdi_sizing.scenario import Scenario, Settings
from vdi_sizing.tables.price_lists import CURRENCY
from vdi_templates.audit.check import audit
from vdi_templates.audit.finding import Level
from vdi_templates.audit.moves import moved_inputs
from vdi_templates.examples import EXAMPLES
from vdi_templates.languages.translation import GERMAN, translation_of
from vdi_templates.reading.reader import Reader
from vdi_templates.workbook.baseline import MOVED_ROWS, NOT_MOVED, Baseline
from vdi_templates.workbook.book import Made
from vdi_templates.workbook.brand import Brand
from vdi_templates.workbook.sheets.baseline import INPUTS_HASH_ROW
from vdi_templates.workbook.sign_off import BLOCKS, CHECKED_ROW, MOVES_ROW, ROLES_ROW, SHEET, WARNINGS_ROW

FUJITSU = EXAMPLES["fujitsu"]()
CELLS: tuple[tuple[str, str | float], ...] = ("Designs!D15", 20), ("Prices!D6", 2000), ("Settings!D29", 0.05)


def made(folder: Path, of: Scenario = FUJITSU) -> Path:
    path = folder / "made.xlsx"
    path.write_bytes(build(of))
    return path


def with_entries(path: Path, *cells: tuple[str, str | float]) -> Path:
    after = path.with_name("edited.xlsx")
    after.write_bytes(path.read_bytes())
    return edited(after, dict(cells), uncalculated)


@pytest.mark.parametrize("name", [*but_in_gate(EXAMPLES, "customer", "emc"), *but_in_gate(range(3), 0)])
def test_what_is_written_is_read_as_the_same(tmp_path: Path, name: str | int) -> None:
    of = EXAMPLES[name]() if isinstance(name, str) else scenario(Random(name))
    reader = Reader(made(tmp_path, of), inputs_only=True)
    now = reader.scenario()
    found = reader.baseline(now)
    assert found is not None
    assert moved_inputs(found.scenario, now) == []
    assert reader.baseline_hash() == found.inputs_hash == Baseline(now).inputs_hash
    assert found.moved == (NOT_MOVED,)


@pytest.mark.everything
def test_the_hash_is_of_the_inputs_alone_and_libreoffice_keeps_it(office: Office, tmp_path: Path) -> None:
    path = made(tmp_path)
    office.load(path, whole=True)
    saved = Reader(office.save(tmp_path / "saved.xlsx"), inputs_only=True)
    found = saved.baseline(saved.scenario())
    assert found is not None
    assert found.inputs_hash == saved.baseline_hash() == Baseline(FUJITSU).inputs_hash
    dearer = replace(FUJITSU, prices=(replace(FUJITSU.prices[0], amount=1475.01), *FUJITSU.prices[1:]))
    assert Baseline(dearer).inputs_hash != found.inputs_hash
    assert Baseline(dearer).prices_hash != found.prices_hash
    other = replace(FUJITSU, settings=replace(FUJITSU.settings, years=6.0))
    assert Baseline(other).prices_hash == found.prices_hash


def test_check_says_what_moved_since_the_files_own_baseline(tmp_path: Path, capsys: Text) -> None:
    path = with_entries(made(tmp_path), *CELLS)
    assert main(["check", str(path)]) == DONE
    printed = capsys.readouterr().out
    assert "against its own baseline, 3 inputs moved." in printed
    assert "Inputs against its own baseline: 3 moved.\n" in printed
    assert "  Designs, HDD, VMs per block, measured: 31 VMs -> 20 VMs; EUR per user: HDD +189.10; " in printed
    assert f"SHA-256 of the file: {hashlib.sha256(path.read_bytes()).hexdigest()}\n" in printed
    main(["check", str(path), "--json"])
    said = json.loads(capsys.readouterr().out)
    assert said["against"]["file"] is None
    assert len(said["against"]["moves"]) == 3
    assert said["sha256"] == hashlib.sha256(path.read_bytes()).hexdigest()


def test_compare_makes_the_new_inputs_the_baseline_and_says_what_moved(tmp_path: Path) -> None:
    after = tmp_path / "after.xlsx"
    after.write_bytes(compare(with_entries(made(tmp_path), *CELLS)).workbook)
    audited = audit(after)
    assert audited.findings == []
    assert audited.baseline is not None
    assert audited.baseline.scenario == audited.sizing.scenario
    assert audited.baseline.moved == (
        "Settings, maintenance per year: 0 -> 0.05",
        "Designs, HDD, VMs per block, measured: 31 VMs -> 20 VMs",
        f"Prices, {FUJITSU.prices[0].price_list} / {FUJITSU.prices[0].part}, price: 1475 -> 2000",
    )
    again = tmp_path / "again.xlsx"
    again.write_bytes(compare(after).workbook)
    kept = audit(again).baseline
    assert kept is not None
    assert kept.moved == (NOT_MOVED,)


ANEW = {
    "compare": ["compare", "{old}", "-o", "{new}"],
    "ranges": ["ranges", "{old}", "--draws", "20", "--into", "{new}"],
    "upgrade": ["upgrade", "{old}", "-o", "{new}"],
    "import": ["import", "{list}", "--into", "{old}", "-o", "{new}"],
}


@pytest.mark.parametrize("command", but_in_gate(ANEW, "compare"))
def test_each_command_that_writes_a_file_anew_keeps_the_trail_of_its_baseline(command: str, tmp_path: Path) -> None:
    arguments = ANEW[command]
    old, new, prices = with_entries(made(tmp_path), *CELLS), tmp_path / "new.xlsx", tmp_path / "prices.csv"
    prices.write_text(f"part,price,date\n{FUJITSU.prices[1].part},99.5,2026-11-20\n", encoding="utf-8")
    assert main([each.format(old=old, new=new, list=prices) for each in arguments]) == DONE
    baseline = audit(new).baseline
    assert baseline is not None
    assert {
        "Settings, maintenance per year: 0 -> 0.05",
        "Designs, HDD, VMs per block, measured: 31 VMs -> 20 VMs",
        f"Prices, {FUJITSU.prices[0].price_list} / {FUJITSU.prices[0].part}, price: 1475 -> 2000",
    } <= set(baseline.moved)
    imported = f"Prices, {FUJITSU.prices[1].price_list} / {FUJITSU.prices[1].part}, price: "
    assert any(move.startswith(imported) for move in baseline.moved) == (arguments[0] == "import")


def test_what_moved_is_told_in_the_language_of_the_workbook() -> None:
    """Its words, labels, units, numbers and choices; the names of sheets and what people typed stay."""
    first, *others = FUJITSU.bill
    tier = replace(FUJITSU.designs[0].tiers[0], derating=0.5)
    design = replace(FUJITSU.designs[0], measured_vms=20.0, tiers=(tier, *FUJITSU.designs[0].tiers[1:]))
    settings = replace(FUJITSU.settings, as_of=date(2026, 12, 1), cents=True)
    now = replace(FUJITSU, settings=settings, designs=(design, *FUJITSU.designs[1:]), bill=tuple(others))
    said = [move.words for move in moved_inputs(FUJITSU, now, translation_of(GERMAN, CURRENCY))]
    assert said == [
        f"Settings, Stichtag (Datum): {FUJITSU.settings.as_of:%d.%m.%Y} -> 01.12.2026",
        "Settings, Nettopreise werden auf Cent gerundet: nein -> ja",
        "Designs, HDD, VMs je Block, gemessen: 31 VMs -> 20 VMs",
        "Designs, HDD, Ebene 1, nutzbare Nenn-IOPS: 1 -> 0,5",
        f"Bill, HDD / {first.part} / Block / einmal gekauft, Zeile: Menge {first.quantity:g} -> entfernt",
    ]
    back = [move.words for move in moved_inputs(now, FUJITSU, translation_of(GERMAN, CURRENCY))]
    assert back[-1].endswith(f"Zeile: nicht vorhanden -> Menge {first.quantity:g}")


@pytest.mark.everything
def test_a_german_file_keeps_what_it_says_that_moved(tmp_path: Path) -> None:
    path = tmp_path / "german.xlsx"
    path.write_bytes(file_of(shared_book(FUJITSU, made=Made(brand=Brand(language=GERMAN)))))
    after = tmp_path / "after.xlsx"
    after.write_bytes(compare(with_entries(path, *CELLS)).workbook)
    audited = audit(after)
    assert {finding.level for finding in audited.findings} <= {Level.NOTED}
    assert audited.baseline is not None
    assert "Designs, HDD, VMs je Block, gemessen: 31 VMs -> 20 VMs" in audited.baseline.moved


def test_more_moves_than_rows_are_counted() -> None:
    lines = [str(number) for number in range(MOVED_ROWS + 3)]
    assert Baseline.after(FUJITSU, lines).moved == (*lines[: MOVED_ROWS - 1], "and 4 more, which vdi-sizing diff lists")
    assert Baseline.after(FUJITSU, lines[:MOVED_ROWS]).moved == tuple(lines[:MOVED_ROWS])


MEASURED = f"Baseline!C{33 + len(inputs_of(Settings))}"
"""The measured VMs of the first design; the settings stand above it."""


def test_a_slip_in_the_baseline_is_found_by_its_hash(tmp_path: Path, capsys: Text) -> None:
    path = with_entries(made(tmp_path), (MEASURED, 20))
    assert main(["check", str(path)]) == ANOTHER_SIGHT
    printed = capsys.readouterr().out
    assert f"  Baseline!B{INPUTS_HASH_ROW} (SHA-256 of the inputs): the text: found " in printed
    assert "Designs, HDD, VMs per block, measured: 20 VMs -> 31 VMs" in printed


@pytest.mark.everything
def test_a_baseline_that_cannot_be_read_is_said_and_stops_nothing(tmp_path: Path) -> None:
    path = with_entries(made(tmp_path), (MEASURED, "some"))
    audited = audit(path)
    assert audited.baseline is None
    assert any(MEASURED in str(finding) for finding in audited.differences)
    after = tmp_path / "after.xlsx"
    after.write_bytes(compare(with_entries(path, ("Designs!D15", 20))).workbook)
    found = audit(after).baseline
    assert found is not None
    assert found.moved[0].startswith(f"the baseline could not be read: edited.xlsx: {MEASURED}: ")


def test_what_people_sign_is_told_and_is_no_fault(tmp_path: Path) -> None:
    entries = (
        (f"{SHEET}!C{WARNINGS_ROW + 4}", "A. Meyer"),
        (f"{SHEET}!C{CHECKED_ROW + 3}", "as shipped"),
        (f"{SHEET}!C{ROLES_ROW + 1}", "B. Schulz"),
        (f"{SHEET}!E{ROLES_ROW + 1}", "all read"),
    )
    findings = audit(with_entries(made(tmp_path), *entries)).findings
    said = {finding.cell: finding.found for finding in findings if finding.sheet == SHEET}
    assert said == {
        f"C{WARNINGS_ROW + 4}": "A. Meyer",
        f"C{CHECKED_ROW + 3}": "as shipped",
        f"C{ROLES_ROW + 1}": "B. Schulz | all read",
    }
    assert {finding.level for finding in findings} == {Level.NOTED}


@pytest.mark.everything
def test_what_is_left_blank_and_counts_as_usual_is_told_as_both_engines_see_it(office: Office, tmp_path: Path) -> None:
    """A group that is added leaves blank what counts as 0; a 0, a share and a setting that were typed are cleared."""
    added: dict[str, str | float] = {
        "A9": "more users", "B9": "office", "C9": 40, "D9": 1, "G9": 10, "H9": 0.5, "M9": 1, "N9": 1,
    }  # fmt: skip
    path = made(tmp_path)
    book = opened(path)
    for place, value in added.items():
        book["Users"][place] = value
    rows = {(ws.title, row[0].value): row[0].row for ws in book for row in ws.iter_rows(max_col=1)}
    book["Users"]["F6"] = None
    for sheet, label in (("Designs", "overhead"), ("Settings", "maintenance per year")):
        book[sheet][f"D{rows[sheet, label]}"] = None
    saved(book, path)
    values = office.load(path, whole=True)
    audited = audit(office.save(tmp_path / "saved.xlsx"))
    assert audited.differences == []
    rows_and_sum = range(MOVES_ROW + 1, MOVES_ROW + BLOCKS + 2)
    counts = {f"B{row}": value for row in rows_and_sum if (value := values[SHEET][f"B{row}"])}
    assert sum(float(str(count)) for count in counts.values()) == 2 * (len(added) + 3)
    again = tmp_path / "again.xlsx"
    again.write_bytes(compare(tmp_path / "saved.xlsx").workbook)
    assert audit(again).differences == []


def test_the_hash_sees_every_kind_of_input() -> None:
    """A number, a text, a date, a name and a choice; how a name is spelled is no other name."""

    def of(**changes: Any) -> str:
        return Baseline(replace(FUJITSU, settings=replace(FUJITSU.settings, **changes))).inputs_hash

    others = {"years": 6.0, "customer": "A. Customer", "as_of": date(2030, 1, 1), "price_list": "another"}
    hashes = {of(), *(of(**{name: value}) for name, value in others.items()), of(drive_rounding="down")}
    assert len(hashes) == len(others) + 2
    assert of(price_list=str(FUJITSU.settings.price_list).upper()) == of()
