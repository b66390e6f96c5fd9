"""`vdi-sizing upgrade`: workbooks of version 1.0.0 move into today's, with what people added."""

from __future__ import annotations

import io
import json
from pathlib import Path
from typing import Any

import pytest
from openpyxl import Workbook, load_workbook
from tests.addin.command.workbooks import Text, new
from tests.edited import opened, saved
from tests.gate.office import Office
from tests.templates.carry_over.edits import Edited
from tests.tiers import but_in_gate

from vdi_addin.command.program import main
from vdi_addin.command.status import DONE, UNUSABLE
from vdi_templates.audit.check import audit
from vdi_templates.reading.reader import read
from vdi_templates.workbook.layout import MAX_DESIGNS
from vdi_templates.workbook.tables import TABLES

FIRST = Path(__file__).parents[2] / "templates" / "carry_over" / "version_1_0_0"
SHIPPED, EXAMPLES = ("shipped",), ("sandisk", "etri", "dell", "emc")
WORKED_IN = ("filled_by_hand", "saved_by_libreoffice")
RENAMED = {"price EUR": "price"}
"""The columns that have another header by now."""


def upgraded(capsys: Text, old: Path, new: Path) -> Any:
    capsys.readouterr()
    assert main(["upgrade", str(old), "-o", str(new), "--json"]) == DONE
    return json.loads(capsys.readouterr().out)


def inputs_of(path: Path) -> dict[str, list[object]]:
    """The inputs of a workbook as they stand in its cells, by defined name or header: nothing of ours reads them."""
    book = load_workbook(io.BytesIO(path.read_bytes()), data_only=True)
    found: dict[str, list[object]] = {}
    for name, defined in book.defined_names.items():
        if name.startswith(("design_", "settings_", "sensitivity_design")):
            (title, cells), *_ = defined.destinations
            sheet: Any = book[title]
            area = sheet[cells.replace("$", "")]
            row = area[0] if isinstance(area, tuple) else [area]
            found[name] = [cell.value for cell in row]
    for table in TABLES:
        found.update(_columns(book, table.sheet, table.name))
    return found


def _columns(book: Workbook, title: str, name: str) -> dict[str, list[object]]:
    if title not in book.sheetnames:  # version 1.0.0 had no Profiles
        return {}
    sheet: Any = book[title]
    if name not in sheet.tables:
        return {}
    headers, *rows = sheet[sheet.tables[name].ref]
    filled = [row for row in rows if row[0].value is not None]
    return {
        f"{name}[{RENAMED.get(header.value, header.value)}]": [row[at].value for row in filled]
        for at, header in enumerate(headers)
    }


@pytest.mark.parametrize("name", but_in_gate([*SHIPPED, *EXAMPLES, *WORKED_IN], WORKED_IN[0]))
def test_all_inputs_move_and_the_answers_are_the_librarys(name: str, tmp_path: Path, capsys: Text) -> None:
    old, new = FIRST / f"{name}.xlsx", tmp_path / "new.xlsx"
    report = upgraded(capsys, old, new)
    was, now = inputs_of(old), inputs_of(new)
    was.pop("Prices[our quote]", None)  # somebody's own: the formula in it is calculated anew
    gone = was.keys() - now.keys()
    assert gone == {"design_variability"}
    for key in was.keys() - gone:
        count = len(was[key])
        free = [None] * (MAX_DESIGNS - count if key.startswith("design_") else 0)  # columns for further designs
        assert (key, now[key]) == (key, was[key] + free)
    told = [sentence for sentence in report["not kept"] if "variability was" in sentence]
    assert len(told) == len(was["design_variability"])
    if name != "filled_by_hand":
        assert (report["kept"], report["not kept"]) == ([], told)
    assert audit(new).differences == []  # each saved value is that of the library


def test_layouts_of_clusters_say_what_they_did_not_say_before(tmp_path: Path, capsys: Text) -> None:
    new = tmp_path / "new.xlsx"
    upgraded(capsys, FIRST / "filled_by_hand.xlsx", new)
    layouts = {level.name: level for level in read(new).raid_levels}
    vsan = layouts["vSAN ESA RAID-5 2+1"]
    assert (vsan.min_hosts, vsan.most_hosts, vsan.store) == (3, 5, "vSAN ESA")
    assert layouts["RAID 10"].min_hosts is None


def test_what_each_design_cost_stands_beside_what_it_costs_now(tmp_path: Path, capsys: Text) -> None:
    assert main(["upgrade", str(FIRST / "shipped.xlsx"), "-o", str(tmp_path / "new.xlsx")]) == DONE
    printed = capsys.readouterr()
    assert "HDD: EUR per VM of a full block: 305.00 EUR as saved, 326.03 EUR now" in printed.out
    assert "SSD: EUR per VM for these users: 235.74 EUR as saved, the same now" in printed.out
    assert "What changed since 1.0.0" in printed.out
    assert "not kept: Designs!D28: variability was 1, which has no place any more" in printed.err


@pytest.mark.everything
def test_what_people_added_moves_too(tmp_path: Path, capsys: Text, office: Office) -> None:
    new = tmp_path / "new.xlsx"
    report = upgraded(capsys, FIRST / "filled_by_hand.xlsx", new)
    assert report["kept"] == [
        "1 comment on Designs", "3 cells in columns of your own on Prices",
        "1 formula of your own for an input on Prices", "1 comment on Prices", "1 cell beside ours on Bill",
        "1 comment on Sizing", "6 entries on Log", "1 name of your own", "the sheet Ann's notes",
    ]  # fmt: skip
    assert report["not kept"][3:] == [
        'Designs!E28: the comment is not kept, since its line is not here any more: "why 1?".',
        "Ann's notes!B5: the formula =Designs!F28*2 refers to Designs!F28, whose place is not certain here: "
        "it says #REF! there.",
    ]
    book = load_workbook(new)
    sizing: Any = book["Sizing"]
    said = {sizing.cell(cell.row, 1).value for row in sizing.iter_rows() for cell in row if cell.comment}
    assert said == {"EUR per VM for these users"}
    values = office.load(new)
    assert values["Ann's notes"]["B3"] == pytest.approx(
        report["figures"]["EUR per VM of a full block"]["SSD"]["now"], rel=1e-9
    )
    assert values["Ann's notes"]["B4"] == pytest.approx(6500 + 240 + 310 + 95.2 + 4000)


def test_compare_names_the_command_that_an_old_workbook_needs(tmp_path: Path, capsys: Text) -> None:
    old = tmp_path / "old.xlsx"
    old.write_bytes((FIRST / "emc.xlsx").read_bytes())
    assert main(["compare", str(old)]) == UNUSABLE
    assert "vdi-sizing upgrade" in capsys.readouterr().err


def test_an_output_that_is_there_stays_without_force(tmp_path: Path, capsys: Text) -> None:
    new = tmp_path / "new.xlsx"
    new.write_bytes(b"mine")
    assert main(["upgrade", str(FIRST / "emc.xlsx"), "-o", str(new)]) == UNUSABLE
    assert new.read_bytes() == b"mine"
    assert main(["upgrade", str(FIRST / "emc.xlsx"), "-o", str(FIRST / "emc.xlsx"), "--force"]) == UNUSABLE


@pytest.mark.everything
def test_a_file_of_this_version_is_not_said_to_have_moved_on_purpose(tmp_path: Path, capsys: Text) -> None:
    """Its saved figures are what its formulas give, unless it was not calculated or somebody typed over a formula."""
    old = new(tmp_path / "old.xlsx", "--example", "fujitsu")
    assert main(["upgrade", str(old), "-o", str(tmp_path / "same.xlsx")]) == DONE
    printed = capsys.readouterr().out
    assert "made the file" not in printed
    assert "1.0.0" not in printed
    book = opened(old)
    book["Prices"]["D6"] = 2000
    saved(book, old)
    assert main(["upgrade", str(old), "-o", str(tmp_path / "not_calculated.xlsx")]) == DONE
    printed = capsys.readouterr().out
    assert "This version made the file: its saved figures are not what its formulas give." in printed
    assert "1.0.0" not in printed


@pytest.mark.parametrize("command", ["compare BOOK -o NEW", "upgrade BOOK -o NEW", "ranges BOOK --draws 10 --into NEW"])
def test_an_input_that_nobody_can_take_apart_is_carried_over_as_it_stands(
    command: str, tmp_path: Path, capsys: Text
) -> None:
    """It counts by its saved value, and is said, whichever command makes the workbook."""
    book, made = new(tmp_path / "book.xlsx", "--example", "fujitsu"), tmp_path / "made.xlsx"
    edited = Edited(book.read_bytes())
    groups = read(book).groups
    edited.formula("Users", "C6", "other|'/topic'!A0", groups[0].vms)
    book.write_bytes(edited.workbook())
    paths = {"BOOK": str(book), "NEW": str(made)}
    capsys.readouterr()
    assert main([paths.get(word, word) for word in command.split()]) == DONE
    said = "Users!C6: the formula =other|'/topic'!A0 cannot be taken apart: it stands there as it was"
    assert said in capsys.readouterr().err
    assert opened(made)["Users"]["C6"].value == "=other|'/topic'!A0"
    assert read(made).groups == groups
