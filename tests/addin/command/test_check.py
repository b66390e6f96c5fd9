"""`vdi-sizing check`: what is shipped passes, what differs is named."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest
from tests.addin.command.workbooks import Text, new, sheets
from tests.edited import edited, opened, saved, uncalculated
from tests.gate.office import Office
from tests.templates.audit.seeding import number

from vdi_addin.command import check
from vdi_addin.command.program import main
from vdi_addin.command.status import ANOTHER_LOOK, ANOTHER_SIGHT, DIFFERENT, DONE
from vdi_sizing.model.sizing import Sizing, size
from vdi_templates.audit.cells import VALUE
from vdi_templates.audit.check import Audit
from vdi_templates.audit.compare import Compared
from vdi_templates.audit.finding import Finding, Level
from vdi_templates.examples import EXAMPLES


def test_check_passes_what_is_shipped(tmp_path: Path, capsys: Text) -> None:
    path = new(tmp_path / "book.xlsx", "--example", "fujitsu")
    assert main(["check", str(path)]) == DONE
    printed = capsys.readouterr().out
    assert "hold the shipped formulas and values" in printed
    assert "The model's own checks find no error in any design." in printed


def test_check_names_each_cell_that_differs(tmp_path: Path, capsys: Text) -> None:
    path = new(tmp_path / "book.xlsx", "--example", "fujitsu")
    edited(path, number("Start!A3", 4711.0))
    assert main(["check", str(path)]) == DIFFERENT
    printed = capsys.readouterr().out
    assert "Start!A3: a number typed over a formula: found 4711; expected =Checks!$D$5" in printed


@pytest.fixture(scope="module")
def sizing() -> Sizing:
    return size(EXAMPLES["etri"]())


def finds(monkeypatch: pytest.MonkeyPatch, sizing: Sizing, *levels: Level, aspect: str = "the value") -> None:
    """Let an audit find something at each of these levels."""
    findings = [Finding(level, "Start", "D20", aspect, "199", "302.56") for level in levels]
    monkeypatch.setattr(check, "audit", lambda path: Audit(Compared(findings, 7, 8, 9), sizing))


@pytest.mark.parametrize(
    ("levels", "status"),
    [
        ([Level.ANSWER, Level.SEEN, Level.LOOKS, Level.NOTED], DIFFERENT),
        ([Level.SEEN, Level.LOOKS], ANOTHER_SIGHT),
        ([Level.LOOKS, Level.NOTED], ANOTHER_LOOK),
        ([Level.NOTED], DONE),
        ([], DONE),
    ],
)
def test_the_gravest_finding_gives_the_status(
    levels: list[Level], status: int, monkeypatch: pytest.MonkeyPatch, sizing: Sizing, capsys: Text
) -> None:
    finds(monkeypatch, sizing, *levels)
    assert main(["check", "book.xlsx"]) == status
    printed = capsys.readouterr().out
    assert all(f"{level.words}:\n  Start!D20: the value" in printed for level in levels)
    assert ("The file is as shipped" in printed) == (status == DONE)
    assert "\nLooked at 7 formulas and 8 texts and figures on 9 sheets: formulas and saved values;" in printed
    assert "\nNot looked at: whether the inputs and prices are right;" in printed


def test_json_says_the_same(monkeypatch: pytest.MonkeyPatch, sizing: Sizing, capsys: Text) -> None:
    finds(monkeypatch, sizing, Level.SEEN)
    assert main(["check", "book.xlsx", "--json"]) == ANOTHER_SIGHT
    said = json.loads(capsys.readouterr().out)
    assert (said["file"], said["status"], said["verdict"]) == ("book.xlsx", ANOTHER_SIGHT, "seen")
    assert said["findings"] == [
        {"level": "seen", "sheet": "Start", "cell": "D20", "aspect": "the value", "found": "199", "expected": "302.56"}
    ]
    assert said["scope"]["formulas"] == 7
    assert said["designs without an answer"] == {}


def test_a_level_with_many_findings_says_how_many_more(
    monkeypatch: pytest.MonkeyPatch, sizing: Sizing, capsys: Text
) -> None:
    finds(monkeypatch, sizing, *[Level.ANSWER] * 60, aspect="the figure")
    main(["check", "book.xlsx"])
    assert "  ... and 10 more, which --json lists" in capsys.readouterr().out


def test_values_that_follow_from_other_findings_push_none_of_them_out_of_sight(
    monkeypatch: pytest.MonkeyPatch, sizing: Sizing, capsys: Text
) -> None:
    values = [Finding(Level.ANSWER, sheet, f"D{row}", VALUE, "1", "2") for sheet in ("Start", "Cost") for row in (7, 8)]
    others = [Finding(Level.ANSWER, "Sizing", f"D{row}", "another formula", "=1", "=2") for row in range(8, 48)]
    monkeypatch.setattr(check, "_VALUES_OF_A_SHEET", 1)
    monkeypatch.setattr(check, "audit", lambda path: Audit(Compared([*others, *values], 7, 8, 9), sizing))
    main(["check", "book.xlsx"])
    printed = capsys.readouterr().out.splitlines()
    assert len([line for line in printed if "another formula" in line]) == 40
    assert printed[41:46] == [
        "  Start!D7: the value: found 1; expected 2",
        "  Start: 1 more such values, which --json lists",
        "  Cost!D7: the value: found 1; expected 2",
        "  Cost: 1 more such values, which --json lists",
        printed[45],
    ]
    assert printed[45].startswith("  Such values follow from what is listed before them; or the file was saved without")
    assert any(line.startswith("What to do: ask who changed what is listed") for line in printed)


def one_bay(path: Path) -> Path:
    """A file of the example Dell whose first design has fewer bays than drives; its saved values are stale."""
    book = opened(path)
    labels = {row[0].value: row[0].row for row in book["Designs"].iter_rows(max_col=1)}
    book["Designs"][f"D{labels['drive bays per block']}"] = 1
    saved(book, path)
    return path


@pytest.mark.everything
def test_a_file_as_shipped_whose_designs_have_an_error_is_told_apart(
    tmp_path: Path, capsys: Text, office: Office
) -> None:
    """The first verdict is about the file, the second about what was entered into it."""
    path = one_bay(new(tmp_path / "book.xlsx", "--example", "dell"))
    office.load(path, whole=True)
    assert main(["check", str(office.save(tmp_path / "saved.xlsx"))]) == DIFFERENT
    printed = capsys.readouterr().out
    assert "The formulas are as shipped for these inputs; against its own baseline, 1 input moved. All " in printed
    assert "not as shipped" not in printed
    assert "Two arrays, coalescing 0.58: error: the drives do not fit into the bays" in printed
    assert "The model's own checks fail: " in printed
    assert "find no error" not in printed


def test_a_changed_file_whose_designs_have_no_error_is_told_apart(tmp_path: Path, capsys: Text) -> None:
    path = edited(new(tmp_path / "book.xlsx", "--example", "fujitsu"), {"Sizing!D8": 4711})
    assert main(["check", str(path)]) == DIFFERENT
    printed = capsys.readouterr().out
    assert "changes the answer, or can:" in printed
    assert "is as shipped" not in printed
    assert "The model's own checks find no error in any design." in printed


def without_design(path: Path, column: str) -> Path:
    """The workbook with nothing in a column of its designs, and not calculated since."""
    rows = range(7, sheets(path, "Designs")["Designs"].max_row + 1)
    return edited(path, {f"Designs!{column}{row}": None for row in rows}, uncalculated)


@pytest.mark.everything
def test_a_column_without_a_design_between_others_is_named(tmp_path: Path, capsys: Text) -> None:
    """It counts for nothing; check takes the file as it is, and compare closes the gap."""
    path = without_design(new(tmp_path / "book.xlsx", "--example", "emc", "--designs", "3"), "E")
    says = (
        "book.xlsx: Designs!E: column is blank; expected a design, or none at its right: "
        "what stands there counts, and 'compare' closes the gap"
    )
    capsys.readouterr()
    assert main(["compare", str(path), "--json"]) == DONE
    printed = capsys.readouterr()
    assert len(json.loads(printed.out)["designs"]) == 2
    assert printed.err == f"vdi-sizing: note: {says}\n"
    assert main(["check", str(path)]) == DONE
    said = capsys.readouterr().out
    assert f"note: {says}" in said
    assert "The formulas are as shipped for these inputs" in said


@pytest.mark.everything
def test_a_free_column_behind_the_designs_is_nothing_to_be_told(tmp_path: Path, capsys: Text) -> None:
    path = without_design(new(tmp_path / "book.xlsx", "--example", "emc", "--designs", "3"), "F")
    capsys.readouterr()
    assert main(["compare", str(path), "--json"]) == DONE
    printed = capsys.readouterr()
    assert len(json.loads(printed.out)["designs"]) == 2
    assert "gap" not in printed.err


def test_a_design_without_an_answer_is_graver_than_what_is_merely_seen(
    monkeypatch: pytest.MonkeyPatch, capsys: Text
) -> None:
    finds(monkeypatch, crowded(), Level.SEEN)
    assert main(["check", "book.xlsx"]) == DIFFERENT
    assert "HDD: error: the drives do not fit into the bays" in capsys.readouterr().out


def test_a_file_as_shipped_with_a_design_without_an_answer_has_two_verdicts(
    monkeypatch: pytest.MonkeyPatch, capsys: Text
) -> None:
    finds(monkeypatch, crowded())
    assert main(["check", "book.xlsx"]) == DIFFERENT
    printed = capsys.readouterr().out
    assert "The file is as shipped" in printed
    assert "The model's own checks fail" in printed


def crowded() -> Sizing:
    """Fujitsu's designs; the first has fewer bays than drives."""
    scenario = EXAMPLES["fujitsu"]()
    first, *others = scenario.designs
    return size(replace(scenario, designs=(replace(first, bays=1), *others)))
