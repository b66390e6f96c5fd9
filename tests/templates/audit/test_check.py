"""`check` names what was changed, and nothing that a spreadsheet program merely spells its own way."""

from __future__ import annotations

import datetime
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from openpyxl import load_workbook
from openpyxl.utils import range_boundaries
from tests.built import build, file_of, shared_book
from tests.edited import edited
from tests.gate.office import Office, convert
from tests.pylib.model.by_key import FAILURES
from tests.templates.engines import cell_of, changes, input_cells_of, mismatches, value_in
from tests.templates.made import made_for
from tests.tiers import but_in_gate

from vdi_sizing.model.sizing import size
from vdi_sizing.scenario import Scenario
from vdi_templates.audit.check import audit
from vdi_templates.audit.finding import Level
from vdi_templates.audit.formulas import plain
from vdi_templates.examples import EXAMPLES, today
from vdi_templates.reading.reader import read
from vdi_templates.workbook.baseline import Baseline
from vdi_templates.workbook.book import Made
from vdi_templates.workbook.build import build_book

SCENARIOS = {**EXAMPLES, "today": today}


def through_libreoffice(path: Path, office: Office) -> Path:
    """The file as LibreOffice saves it, recalculated."""
    office.load(path, whole=True)
    return office.save(path.with_name(f"{path.stem}_saved.xlsx"))


@pytest.mark.parametrize("name", but_in_gate(SCENARIOS, "customer"))
def test_what_libreoffice_saved_is_as_shipped(name: str, tmp_path: Path, office: Office) -> None:
    path = tmp_path / "book.xlsx"
    path.write_bytes(build(SCENARIOS[name]()))
    assert audit(through_libreoffice(path, office)).findings == []


@pytest.mark.everything
def test_what_libreoffice_saved_without_recalculating_is_as_shipped(tmp_path: Path) -> None:
    """A person's own LibreOffice keeps the values of a file of Excel's, but for the line ends around texts."""
    paths = [tmp_path / f"{name}.xlsx" for name in ("fujitsu", "today")]
    for path in paths:
        path.write_bytes(build(SCENARIOS[path.stem]()))
    saved = convert(paths, "xlsx", tmp_path / "saved", recalculated=False)
    assert {path.name: audit(path).findings for path in saved} == {path.name: [] for path in paths}


@pytest.mark.everything
def test_what_openpyxl_saved_is_as_shipped_though_it_saves_no_values(tmp_path: Path) -> None:
    path = tmp_path / "book.xlsx"
    path.write_bytes(build(EXAMPLES["etri"]()))
    load_workbook(path).save(path)
    (finding,) = audit(path).findings
    assert (finding.level, finding.aspect) == (Level.NOTED, "no value is saved")


@pytest.mark.everything
def test_other_inputs_change_no_more_than_the_program_says(tmp_path: Path, office: Office) -> None:
    """Charts and folded rows are those of the inputs for which a file was made, until it is compared."""
    path = tmp_path / "book.xlsx"
    before, after = (shared_book(EXAMPLES[name]()) for name in ("sandisk", "emc"))
    path.write_bytes(file_of(before))
    office.load(path, whole=True)
    cells = changes(input_cells_of(before), input_cells_of(after))
    protected = ("Sensitivity!", "What if!", "Calibration!")
    office.set({cell: value for cell, value in cells.items() if not cell.startswith(protected)})
    office.recalculate()
    audited = audit(office.save(tmp_path / "saved.xlsx"))
    assert audited.sizing.designs[0].design == size(EXAMPLES["emc"]()).designs[0].design
    assert audited.worst is None
    assert {finding.aspect for finding in audited.findings} == {
        "what says something for these inputs", "the results of the drivers", 'the chart "Drives per block, by reason"',
        *(f'the bars "{limit}" of the chart "VMs per block, by limit"' for limit in
          ("capacity", "steady IOPS")),
    }  # fmt: skip


def test_drivers_that_were_drawn_for_earlier_inputs_are_one_line_and_a_drawn_value_that_is_changed_is_found(
    tmp_path: Path,
) -> None:
    before = EXAMPLES["fujitsu"]()
    groups = tuple(replace(group, steady_iops=17.0) for group in before.groups)
    book = shared_book(replace(before, groups=groups), made=made_for(before))
    path = tmp_path / "book.xlsx"
    path.write_bytes(file_of(book))
    (finding,) = audit(path).findings
    assert (finding.level, finding.place, finding.aspect) == (Level.NOTED, "Sensitivity", "the results of the drivers")
    said = f"as drawn on {before.settings.as_of}, and {len(groups)} inputs moved since"
    assert finding.found.startswith(said)
    variants = book.variants
    typed = f"{variants.variants[0].column}{variants.rows['known_total_eur']}"
    edited(path, {f"Variants!{typed}": 1.0})
    found = [each for each in audit(path).findings if each.level is not Level.NOTED]
    assert [(each.level, each.sheet, each.cell) for each in found] == [(Level.ANSWER, "Variants", typed)]


@pytest.mark.everything
def test_a_date_is_a_date_and_no_object_of_python(tmp_path: Path) -> None:
    path = tmp_path / "book.xlsx"
    path.write_bytes(build(EXAMPLES["etri"]()))
    book = load_workbook(path)
    book["Comparison"]["J3"] = datetime.date(2026, 11, 21)
    book["Start"]["A6"] = "two\nlines"
    book.save(path)
    said = [str(finding) for finding in audit(path).findings]
    assert "Comparison!J3: a cell that is shipped blank: found 2026-11-21; expected nothing" in said
    assert any(line.startswith('Start!A6: the text: found "two lines"; expected "VMs per block') for line in said)


def test_a_number_written_as_text_is_found_since_the_sheet_gives_no_answer_for_it(tmp_path: Path) -> None:
    path = tmp_path / "book.xlsx"
    path.write_bytes(build(EXAMPLES["fujitsu"]()))
    edited(path, {"Users!C6": "150 "})
    (finding,) = audit(path).findings
    assert str(finding) == (
        'Users!C6: a number written as text: found "150 "; expected 150, typed as a number: '
        "the sheet gives no answer for a text"
    )


def rows_of_the_bill(path: Path, change: Callable[[list[list[object]]], None], office: Office) -> Path:
    """The file with its rows of the table Bill changed, as LibreOffice saves it."""
    book = load_workbook(path)
    cells = list(book["Bill"][book["Bill"].tables["Bill"].ref])[1:]
    rows = [[cell.value for cell in row] for row in cells]
    change(rows)
    for row, values in zip(cells, rows, strict=False):
        for cell, value in zip(row, values, strict=True):
            cell.value = value
    book.save(path)
    return through_libreoffice(path, office)


def blank_and_equal_rows(rows: list[list[object]]) -> None:
    rows.insert(1, [None] * len(rows[0]))
    free = next(position for position, row in enumerate(rows) if position > 1 and row[0] is None)
    rows[free] = list(rows[0])


@pytest.mark.everything
def test_rows_of_the_bill_may_be_blank_and_equal(tmp_path: Path, office: Office) -> None:
    path = tmp_path / "book.xlsx"
    path.write_bytes(build(EXAMPLES["fujitsu"]()))
    path = rows_of_the_bill(path, blank_and_equal_rows, office)
    assert {finding.aspect for finding in audit(path).findings} == {"the results of the drivers"}, "inputs moved"
    compared = tmp_path / "compared.xlsx"
    compared.write_bytes(build(read(path)))
    assert audit(through_libreoffice(compared, office)).findings == []


def with_more_parts(scenario: Scenario, count: int) -> Scenario:
    """The first design with that many more parts on its bill, each priced."""
    first = scenario.designs[0].name
    more = (replace(scenario.bill[0], design=first, quantity=float(quantity)) for quantity in range(2, count + 2))
    return replace(scenario, bill=(*scenario.bill, *more))


def test_a_bill_that_grows_stays_priced(tmp_path: Path, office: Office) -> None:
    """As many parts as the table has empty rows; the Cost sheet has more."""
    scenario = EXAMPLES["fujitsu"]()
    path = tmp_path / "book.xlsx"
    path.write_bytes(build(scenario))
    office.load(path)
    grown = shared_book(with_more_parts(scenario, 12), made=Made(baseline=Baseline(scenario)))
    office.set(input_cells_of(grown))
    assert mismatches(grown, office.recalculate()) == []


@pytest.mark.everything
def test_a_bill_longer_than_the_cost_sheet_is_an_error_that_says_what_to_do(tmp_path: Path, office: Office) -> None:
    scenario = with_more_parts(EXAMPLES["fujitsu"](), 40)
    book = build_book(size(scenario), cost_rows=[40] * len(scenario.designs))
    path = tmp_path / "book.xlsx"
    path.write_bytes(file_of(book))
    values = office.load(path)
    assert value_in(values, cell_of(book, "check_bill")) == 0
    assert value_in(values, "Start!A3") == "Checks: ERRORS"
    assert "run vdi-sizing compare" in FAILURES["bill"]


def test_a_design_that_is_picked_from_the_list_is_no_formula_typed_over(tmp_path: Path) -> None:
    path = tmp_path / "book.xlsx"
    path.write_bytes(build(EXAMPLES["fujitsu"]()))
    found = audit(edited(path, {"Sensitivity!D6": "SSD"})).findings
    assert [str(each) for each in found if each.cell == "D6"] == []
    wrong = audit(edited(path, {"Sensitivity!D9": "SSD"})).findings
    assert [each.level for each in wrong if each.cell == "D9"] != [], "no input"


@pytest.mark.everything
def test_rows_of_every_table_may_be_inserted_and_deleted(tmp_path: Path, office: Office) -> None:
    path = tmp_path / "book.xlsx"
    path.write_bytes(build(EXAMPLES["fujitsu"]()))
    office.load(path, whole=True)
    # a group that moves down to the fourth row stands in one that Comparison had folded: that of the fourth group
    rows = shared_book(EXAMPLES["fujitsu"]()).worksheet("Comparison").iter_rows(max_col=1)
    fourth = next(cell.row for (cell,) in rows if str(cell.value).startswith('=IF(Groups!$B9="","",'))
    for sheet in ("Users", "Profiles", "Kits", "Parts", "Drives", "RAID", "Prices", "Bill"):
        office.insert_row(sheet, 7)
        office.insert_row(sheet, 7)
        office.delete_row(sheet, 7)
    office.recalculate()
    found = audit(office.save(tmp_path / "saved.xlsx")).findings
    assert [(each.level, each.sheet, each.cell) for each in found] == [
        (Level.NOTED, "Comparison", f"row {fourth}"),
        (Level.NOTED, "Sensitivity", ""),  # Sign-off counts inputs by their rows
    ]


@pytest.mark.everything
def test_a_table_may_have_a_total_row_and_its_name_column_anywhere(tmp_path: Path, office: Office) -> None:
    scenario = EXAMPLES["fujitsu"]()
    path = tmp_path / "book.xlsx"
    path.write_bytes(build(scenario))
    book = load_workbook(path)
    ws = book["Users"]
    ws.move_range("A4:A40", cols=30)  # the column of the table's name, and one of a user's own in its place
    ws["A5"] = "our number"
    ws["AE3"] = None
    table = ws.tables["Users"]
    _, _, columns, last = (int(edge or 0) for edge in range_boundaries(table.ref))
    table.ref = f"A5:AE{last + 1}"
    for column in range(columns + 1, 31):
        ws.cell(5, column).value = f"own {column}"
    table.tableColumns, table.autoFilter, table.totalsRowCount = [], None, 1
    ws[f"AE{last + 1}"] = "Total"
    ws[f"C{last + 1}"] = "=SUBTOTAL(109,Users[VMs])"
    book.save(path)
    assert read(path).groups == scenario.groups
    values = office.load(path)
    assert value_in(values, "Start!A3") != "Checks: ERRORS"
    office.set({f"Users!AE{last + 2}": "late user group"})
    assert value_in(office.recalculate(), "Start!A3") == "Checks: ERRORS"


@pytest.mark.parametrize(
    ("shipped", "rewritten"),
    [
        ("=A1*1E-12", "=A1 * 0.000000000001"),
        ("=A1*1e-9", "=A1*1E-09"),
        ("=1000*2", "=1E+3*2.0"),
        ("=sum(.5,A$10)", "=SUM(0.5,A$10)"),
        ("=0.30000000000000004", "=0.3"),
        ("=IF(POISSON(A1,2,TRUE)>0.5,FALSE,1)", "=IF(POISSON(A1,2,TRUE())>0.5,FALSE(),1)"),
        ("=COUNTA(Users!$5:$1048576)", "=COUNTA(Users!$5:$1048571)"),
        ("=IFERROR(VDI_DISK_COUNT(A1),0)", "=IFERROR([1]!VDI_DISK_COUNT(A1),0)"),
        ("=VDI_VERSION()", r"='C:\Users\me\AppData\XLSTART\vdi_sizing.xlam'!VDI_VERSION()"),
    ],
)
def test_a_formula_spelled_otherwise_is_the_same(shipped: str, rewritten: str) -> None:
    assert plain(shipped) == plain(rewritten)


@pytest.mark.parametrize(
    ("shipped", "changed"),
    [
        ("=A1*2", "=A1*2.1"),
        ("=A10", "=A1"),
        ("=A$10", "=A$100"),
        ("=COUNTA(Users!$5:$1048576)", "=COUNTA(Users!$5:$104857)"),
        ("=COUNTA(Users!$5:$1048576)", "=COUNTA(Users!$6:$1048576)"),
        ("=LOG10(A1)", "=LOG1(A1)"),
        ("=POISSON(A1,2,TRUE)", "=POISSON(A1,2,FALSE())"),
        ('=IF(A1="TRUE()",1,0)', '=IF(A1="TRUE",1,0)'),
        ('=IF(A1,"1.0 x","")', '=IF(A1,"1 x","")'),
        ('=IF(A1="no price",1,0)', '=IF(A1="noprice",1,0)'),
        ('="a ""b"" 1"&C1', '="a ""b"" 1.0"&C1'),
    ],
)
def test_a_changed_formula_is_not(shipped: str, changed: str) -> None:
    assert plain(shipped) != plain(changed)
