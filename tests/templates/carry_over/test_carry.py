"""What people added comes into the workbook that is made of its inputs, and what cannot come is told."""

from __future__ import annotations

import io
import re
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from openpyxl import Workbook, load_workbook
from tests.built import build, shared_book
from tests.gate.lint import lint
from tests.gate.office import Office
from tests.gate.validator import validate
from tests.templates.audit.seeding import lead, part_of, rewrite, says
from tests.templates.carry_over.edits import PICTURE, Edited
from tests.templates.carry_over.worked_in import worked_in
from tests.tiers import but_in_gate

import vdi_sizing
from vdi_templates.audit.check import audit
from vdi_templates.audit.finding import Finding, Level
from vdi_templates.audit.package import ZipParts
from vdi_templates.carry_over.carry import Carried, carried_over
from vdi_templates.carry_over.shipped import LookedThrough
from vdi_templates.examples import EXAMPLES
from vdi_templates.reading.file import load
from vdi_templates.reading.reader import Reader
from vdi_templates.workbook import sign_off

Carry = Callable[[Edited], Carried]
NOTES = "Ann's notes"
LOOKED_AT = (
    "Comparison", "Sizing", "Users", "Designs", "Prices", "Bill", "Log", "Sign-off", "Sensitivity", NOTES, "Own", "Odd",
)  # fmt: skip


@pytest.fixture(scope="module")
def shipped() -> bytes:
    return build(EXAMPLES["fujitsu"]())


@pytest.fixture(scope="module")
def line(shipped: bytes) -> int:
    """The row of Comparison that says EUR per VM of a full block."""
    return row_of(opened(shipped), "Comparison", "EUR per VM of a full block")


@pytest.fixture(scope="module")
def carry(tmp_path_factory: pytest.TempPathFactory) -> Carry:
    folder = tmp_path_factory.mktemp("carried")

    def carried(edited: Edited) -> Carried:
        path = folder / "came_back.xlsx"
        path.write_bytes(edited.workbook())
        reader = Reader(path, inputs_only=True)
        return carried_over(path, reader, shared_book(reader.scenario()))

    return carried


@pytest.fixture(scope="module")
def kept(shipped: bytes, line: int, carry: Carry) -> Carried:
    return carry(worked_in(shipped, line))


@pytest.fixture(scope="module")
def kept_path(kept: Carried, tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("kept") / "kept.xlsx"
    path.write_bytes(kept.workbook)
    return path


def opened(workbook: bytes, *, values: bool = False) -> Workbook:
    """By openpyxl, with the cells of the sheets that the tests look at: most of a workbook is the others."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "book.xlsx")
        path.write_bytes(workbook)
        return load(path, values=values, only=LOOKED_AT)


def parts_of(carried: Carried) -> dict[str, bytes]:
    return dict(ZipParts(io.BytesIO(carried.workbook)))


def row_of(book: Workbook, sheet: str, label: str) -> int:
    return next(row for row in range(6, 999) if book[sheet].cell(row, 1).value == label)


def cell(book: Workbook, sheet: str, place: str) -> Any:
    return book[sheet][place]


def test_where_nobody_added_anything_the_workbook_is_the_shipped_one(shipped: bytes, carry: Carry) -> None:
    carried = carry(Edited(shipped))
    assert (carried.workbook, carried.kept, carried.lost) == (shipped, [], [])


def test_all_that_was_kept_is_said_and_nothing_was_lost(kept: Carried) -> None:
    assert kept.kept == [
        "4 cells in columns of your own on Prices", "1 comment on Prices", "1 cell beside ours on Bill",
        "1 comment on Comparison", "6 entries on Log", "1 name of your own", f"the sheet {NOTES}",
    ]  # fmt: skip
    assert kept.lost == []


def test_entries_comments_columns_and_names_stand_where_they_stood(kept: Carried, line: int) -> None:
    book = opened(kept.workbook)
    assert [each.value for each in book["Log"][7]][:3] == ["1.1", "2026-12-01", "prices of the quote"]
    assert cell(book, "Comparison", f"E{line}").comment.text == "Is this with\nthe new drives?"
    assert cell(book, "Prices", "D6").comment.author == "Ben"
    assert [cell(book, "Prices", place).value for place in ("O5", "O6", "P5", "P6")] == [
        "our quote", "Q-4711", "with VAT", "=D6*1.19",
    ]  # fmt: skip
    assert book["Prices"].tables["Prices"].ref.endswith("P23")
    assert cell(book, "Bill", "N6").value == "seen by Ben"
    assert book.defined_names["quoted"].attr_text == "Prices!$O$6"


def test_changes_of_looks_are_said_with_the_first_of_their_cells() -> None:
    looks = [Finding(Level.LOOKS, "Users", f"A{row}", "font", "bold") for row in range(1, 8)]
    (said,) = LookedThrough(findings=looks[:1]).undone({"Users"})
    assert said == "Looks only, on sheets of ours: 1 change not kept: Users!A1."
    (said,) = LookedThrough(findings=looks).undone({"Users"})
    assert said.endswith("7 changes not kept: Users!A1, Users!A2, Users!A3, Users!A4, Users!A5 and 2 more.")


def test_an_added_sheet_looks_as_it_did(kept: Carried, line: int) -> None:
    sheet: Any = load_workbook(io.BytesIO(kept.workbook))[NOTES]
    title = sheet["A1"]
    assert (title.font.name, title.font.sz, title.fill.fgColor.rgb) == ("Georgia", 14, "FFFFE699")
    assert sheet["B3"].number_format == "#,##0.00"
    assert [each.value for each in sheet["B"]][2:] == [f"=Comparison!E{line}", "=Prices!$D$6", "=SUM(Prices!D6:D23)"]
    assert (sheet.column_dimensions["A"].width, sheet.row_dimensions[1].height) == (44, 30)
    assert [each.coord for each in sheet.merged_cells.ranges] == ["A1:C1"]
    assert len(sheet._charts) == 1
    assert [content for name, content in parts_of(kept).items() if name.startswith("xl/media/")] == [PICTURE]


def test_check_calls_it_added_and_nothing_else(kept_path: Path) -> None:
    audited = audit(kept_path)
    assert audited.differences == []
    assert NOTES in {finding.sheet for finding in audited.findings}


def test_the_gate_finds_nothing(kept_path: Path) -> None:
    assert lint(kept_path) == []
    assert validate([kept_path]) == []


def test_libreoffice_calculates_what_was_kept(kept_path: Path, line: int, office: Office) -> None:
    values = office.load(kept_path)
    assert values[NOTES]["B3"] == values["Comparison"][f"E{line}"]
    assert values[NOTES]["B4"] == 1475
    assert values["Prices"]["P6"] == pytest.approx(1475 * 1.19)


@pytest.mark.everything
def test_kept_once_it_is_kept_again(kept: Carried, carry: Carry) -> None:
    again = carry(Edited(kept.workbook))
    assert (again.kept, again.lost) == (kept.kept, [])
    assert [[each.value for each in row] for row in opened(again.workbook)[NOTES]] == [
        [each.value for each in row] for row in opened(kept.workbook)[NOTES]
    ]


def test_a_column_follows_its_row_and_formulas_their_cells(shipped: bytes, line: int, carry: Carry) -> None:
    edited = worked_in(shipped, line, price_row=7)
    edited.swap_rows("Prices", 6, 23)  # a blank row stands first, and one at the end of the table is filled
    edited.says("Prices", "O6", "of nothing")
    edited.comment("Bill", {"A7": ("Ann", "moved?")})
    carried = carry(edited)
    book = opened(carried.workbook)
    assert [cell(book, "Prices", place).value for place in ("O6", "P6")] == ["Q-4711", "=D6*1.19"]
    assert cell(book, "Prices", "D6").comment.text == "as quoted"
    assert [cell(book, NOTES, place).value for place in ("B4", "B5")] == ["=Prices!$D$6", "=SUM(Prices!D6:D13)"]
    assert book.defined_names["quoted"].attr_text == "Prices!$O$6"
    assert carried.lost == ['Prices!O6: "of nothing" has no certain place any more; it is not kept.']


def test_a_formula_that_refers_to_nothing_certain_says_so(shipped: bytes, carry: Carry) -> None:
    edited = Edited(shipped)
    edited.swap_rows("Prices", 6, 23)
    edited.add_sheet("Own", '<sheetData><row r="1"><c r="A1"><f>Prices!D6+1</f><v>1476</v></c></row></sheetData>')
    carried = carry(edited)
    assert opened(carried.workbook)["Own"]["A1"].value == "=#REF!+1"
    assert carried.lost == [
        "Own!A1: the formula =Prices!D6+1 refers to Prices!D6, whose place is not certain here: it says #REF! there."
    ]


def test_what_was_typed_over_a_formula_is_told_and_values_of_then_are_dropped(
    shipped: bytes, line: int, carry: Carry
) -> None:
    edited = worked_in(shipped, line)
    edited.number("Sizing", "D8", 42.0)
    carried = carry(edited)
    assert len(carried.lost) == 1
    assert re.match(
        r"Sizing!D8 \(concurrent VMs / HDD\): a number typed over a formula: 42; here it is =SUMPRODUCT\(.*\) again\.",
        carried.lost[0],
    )
    values = opened(carried.workbook, values=True)
    assert values[NOTES]["B3"].value == pytest.approx(190.92, abs=0.01)  # of one cell of ours: it is known
    assert values[NOTES]["B5"].value is None


def test_a_formula_in_an_input_stays_with_its_value(shipped: bytes, carry: Carry) -> None:
    edited = Edited(shipped)
    edited.formula("Prices", "D6", "1400+75", 1475.0)
    carried = carry(edited)
    assert carried.kept == ["1 formula of your own for an input on Prices"]
    assert cell(opened(carried.workbook), "Prices", "D6").value == "=1400+75"
    assert opened(carried.workbook, values=True)["Prices"]["D6"].value == 1475


def test_widths_and_heights_stay(shipped: bytes, carry: Carry) -> None:
    edited = Edited(shipped)
    rewrite("Bill", r'<col width="[\d.]+" customWidth="1" min="2"', '<col width="77" customWidth="1" min="2"')(
        edited.parts
    )
    rewrite("Log", '<row r="8"', '<row r="8" ht="48" customHeight="1"')(edited.parts)
    carried = carry(edited)
    book = opened(carried.workbook)
    assert carried.kept == ["1 width of a column on Bill", "1 height of a row on Log"]
    assert (book["Bill"].column_dimensions["B"].width, book["Log"].row_dimensions[8].height) == (77, 48)


def test_a_height_of_ours_in_another_row_of_a_sheet_that_calculates_is_nobodys(shipped: bytes, carry: Carry) -> None:
    edited = Edited(shipped)
    rewrite("Cost", '<row r="9"', '<row r="9" ht="27.75" customHeight="1"')(edited.parts)
    assert carry(edited).kept == []


@pytest.mark.everything
def test_sizes_that_follow_what_is_typed_are_nobodys(shipped: bytes, carry: Carry) -> None:
    """A longer name makes rows of ours higher and columns wider than they were when the file was made."""
    edited = Edited(shipped)
    long = "a group of users whose name takes more room than that of any other group in the file had before"
    says("Users!A6", f"{long}, {long}"[:118])(edited.parts)
    carried = carry(edited)
    assert carried.kept == []
    assert [sentence for sentence in carried.lost if "height" in sentence] == []


def test_a_sheet_of_ours_that_was_renamed_is_still_referred_to(shipped: bytes, carry: Carry) -> None:
    edited = Edited(shipped)
    edited.add_sheet("Own", '<sheetData><row r="1"><c r="A1"><f>Facts!A6</f><v>1</v></c></row></sheetData>')
    rewrite("xl/workbook.xml", 'name="Evidence"', 'name="Facts"')(edited.parts)
    carried = carry(edited)
    assert opened(carried.workbook)["Own"]["A1"].value == "=Evidence!A6"
    assert any('the name of the sheet: "Facts"' in sentence for sentence in carried.lost)


def test_what_does_not_come_with_a_sheet_is_told(shipped: bytes, carry: Carry) -> None:
    edited = Edited(shipped)
    part = edited.add_sheet(
        "Own",
        '<sheetData/><extLst><ext xmlns:x14="http://schemas.microsoft.com/office/spreadsheetml/2009/9/main" uri="{1}">'
        "<x14:sparklineGroups><x14:sparklineGroup/></x14:sparklineGroups></ext></extLst>",
    )
    lead(part, "slicer", "../slicers/slicer1.xml")(edited.parts)
    edited.add_sheet("Ranges", '<sheetData><row r="1"><c r="A1" s="1"/></row></sheetData>')
    carried = carry(edited)
    assert carried.lost == [
        "Ranges: what was drawn from the inputs of then is not carried over: draw it anew with vdi-sizing ranges.",
        "Own: small charts in cells on this sheet is not carried over; the sheet itself is.",
        "Own: a slicer on this sheet is not carried over; the sheet itself is.",
    ]
    assert opened(carried.workbook).sheetnames[-2:] == ["Baseline", "Own"]


def test_a_conversation_becomes_a_note_of_all_that_was_said(shipped: bytes, carry: Carry) -> None:
    edited = Edited(shipped)
    edited.comment("Bill", {"B7": ("tc={1}", "[Threaded comment]\n\nYour version...\n\nComment:\n    first")})
    space = 'xmlns="http://schemas.microsoft.com/office/spreadsheetml/2018/threadedcomments"'
    said = "".join(
        f'<threadedComment ref="B7" personId="{{{person}}}" id="{{{number}}}"><text>{text}</text></threadedComment>'
        for number, (person, text) in enumerate([("A", "first"), ("B", "second")])
    )
    edited.parts["xl/threadedComments/threadedComment1.xml"] = (
        f"<ThreadedComments {space}>{said}</ThreadedComments>".encode()
    )
    people = "".join(f'<person displayName="{name}" id="{{{name[0]}}}"/>' for name in ("Ann", "Ben"))
    edited.parts["xl/persons/person.xml"] = f"<personList {space}>{people}</personList>".encode()
    lead("Bill", "threadedComment", "../threadedComments/threadedComment1.xml", number="rIdThread")(edited.parts)
    lead("xl/workbook.xml", "person", "persons/person.xml", number="rIdPerson")(edited.parts)
    comment = cell(opened(carry(edited).workbook), "Bill", "B7").comment
    assert (comment.author, comment.text) == ("Ann", "Ann: first\nBen: second")


@pytest.mark.everything
def test_a_file_made_before_rows_were_added_is_one_of_an_earlier_version(shipped: bytes, carry: Carry) -> None:
    edited = Edited(shipped)
    name = part_of(edited.parts, "Sizing")
    edited.parts[name] = re.sub(rb">(tier \d|flash cache): ", rb">\1, then: ", edited.parts[name])
    edited.comment("Designs", {"E10": ("Ann", "agreed")})
    edited.says("Bill", "N6", "seen by Ben")
    carried = carry(edited)
    assert carried.kept == ["1 comment on Designs", "1 cell beside ours on Bill"]
    assert carried.lost == []


@pytest.mark.parametrize(("version", "taken_back"), [(vdi_sizing.__version__, True), ("1.4.0", False)])
def test_formulas_of_the_version_that_the_cover_names_are_nobodys_change(
    shipped: bytes, carry: Carry, version: str, taken_back: bool
) -> None:
    edited = Edited(shipped)
    edited.version(version)
    checks = part_of(edited.parts, "Checks")
    edited.parts[checks] = edited.parts[checks].replace(b"<f>", b"<f>0+", 3)
    assert any("another formula" in lost for lost in carry(edited).lost) is taken_back


def test_what_people_signed_in_an_earlier_version_stands_in_its_row(shipped: bytes, carry: Carry) -> None:
    """That version had a warning less: the cells that people fill in stood a row higher, and others in their place."""
    signed = {"owners": "Olga", "checked": "0123abcd", "roles": "A. Author"}
    last = {block: cells.rpartition(":")[2] for block, cells in sign_off.ENTRIES.items()}
    edited = Edited(shipped)
    edited.version("1.7.1")
    for block, who in signed.items():
        edited.says("Sign-off", last[block], who)
    edited.delete_row("Sign-off", sign_off.WARNINGS_ROW + 1)
    carried = carry(edited)
    assert (carried.kept, carried.lost) == (["3 entries on Sign-off"], [])
    book = opened(carried.workbook)
    assert {block: cell(book, "Sign-off", place).value for block, place in last.items()} == signed


@pytest.mark.everything
def test_no_workbook_is_built_for_a_file_whose_cover_names_another_version(
    shipped: bytes, carry: Carry, monkeypatch: pytest.MonkeyPatch
) -> None:
    def builds(*_: object) -> None:
        pytest.fail("a workbook was built, to be compared with what another version made")

    monkeypatch.setattr("vdi_templates.carry_over.shipped._as_the_file_was_made", builds)
    edited = Edited(shipped)
    edited.version("1.7.1")
    assert carry(edited).workbook == shipped


@pytest.mark.parametrize(
    ("version", "lost"),
    but_in_gate([("1.7.1", 0), (vdi_sizing.__version__, 2)], (vdi_sizing.__version__, 2)),
)
def test_a_formula_where_figures_are_drawn_is_no_input_of_somebodys_own(
    shipped: bytes, carry: Carry, version: str, lost: int
) -> None:
    """Until 1.7.1 the values of drivers were formulas; of this version it is a change, which is taken back."""
    edited = Edited(shipped)
    row = row_of(opened(shipped), "Sensitivity", "number of users")
    edited.version(version)
    for letter, change, users in (("F", "D", 184.0), ("H", "E", 276.0)):
        edited.formula("Sensitivity", f"{letter}{row}", f"G{row}*(1+{change}{row})", users)
    carried = carry(edited)
    assert carried.kept == []
    assert len(carried.lost) == lost
    assert carried.workbook == shipped


def test_what_nobody_can_take_apart_counts_by_its_saved_value_and_is_said(shipped: bytes, carry: Carry) -> None:
    edited = Edited(shipped)
    vms = cell(opened(shipped), "Users", "C6").value
    edited.formula("Users", "C6", "cmd|'/c calc'!A0", vms)
    edited.formula("Bill", "N6", "A1#", 7.0)
    shared = '<c><f t="shared" ref="B1:B2" si="0">B9#</f><v>1</v></c>', '<c r="B2"><f t="shared" si="0"/><v>8</v></c>'
    first = f'<row r="1"><c r="A1"><f>A1#</f><v>5</v></c>{shared[0]}</row>'
    edited.add_sheet("Odd", f"<sheetData>{first}<row>{shared[1]}</row></sheetData>")
    carried = carry(edited)
    book = opened(carried.workbook)
    assert cell(book, "Users", "C6").value == "=cmd|'/c calc'!A0"
    assert cell(book, "Bill", "N6").value == "=A1#"
    values = opened(carried.workbook, values=True)
    places = (("Users", "C6"), ("Bill", "N6"), ("Odd", "A1"), ("Odd", "B1"), ("Odd", "B2"))
    assert [cell(values, *place).value for place in places] == [vms, 7, 5, 1, 8]
    as_it_was = "cannot be taken apart: it stands there as it was, and what it refers to may stand elsewhere now."
    assert carried.lost == [
        f"Users!C6: the formula =cmd|'/c calc'!A0 {as_it_was}",
        f"Bill!N6: the formula =A1# {as_it_was}",
        f"Odd!A1: the formula =A1# {as_it_was}",
        f"Odd!B1: the formula =B9# {as_it_was}",
        "Odd!B2: a formula filled down to here cannot be taken apart: it became the value that it had.",
    ]
