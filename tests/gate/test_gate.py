"""The gate lets a healthy workbook through, and stops one with any of the defects below."""

from __future__ import annotations

import re
import warnings
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import pytest
from openpyxl import Workbook, load_workbook
from openpyxl.chart import BarChart, Reference
from openpyxl.formatting.rule import CellIsRule
from openpyxl.styles import Font, PatternFill
from openpyxl.workbook.defined_name import DefinedName
from openpyxl.worksheet.datavalidation import DataValidation
from openpyxl.worksheet.table import Table, TableStyleInfo
from tests.gate import office as office_module
from tests.gate.gate import findings, load_findings
from tests.gate.lint import lint
from tests.gate.office import Office, OfficeError, convert, find_soffice
from tests.gate.validator import validate

BOOK = "xl/workbook.xml"
BOOK_RELATIONS = "xl/_rels/workbook.xml.rels"
STYLES = "xl/styles.xml"
USERS = "xl/worksheets/sheet1.xml"
USERS_RELATIONS = "xl/worksheets/_rels/sheet1.xml.rels"
SIZING = "xl/worksheets/sheet2.xml"
TABLE = "xl/tables/table1.xml"
CHART = "xl/charts/chart1.xml"
UNTITLED = '<autoTitleDeleted val="1" />'
AFTER_DATA = "</sheetData>"

FORMULAS = {
    "B1": ("SUM(Users[vms])", "300"),
    "B2": ("SUMPRODUCT(Users[vms],Users[IOPS per VM])", "5000"),
    "B3": ("ROUNDUP(ROUND(total_iops/Settings!$B$2,9),0)", "67"),
    "B4": ('IFERROR(INDEX(Users[group],MATCH(200,Users[vms],0)),"-")', "office"),
    "B5": ('IF(B1>1000,"large","")', ""),
    "B6": ("SUM(Users[[vms]:[IOPS per VM]],'Sizing'!$B$1:B1,{1,2;3,4},-5%)", "639.95"),
}


Parts = dict[str, str]
"""The texts of a workbook's parts, by name."""


def healthy(path: Path) -> Path:
    """A small workbook with everything that the real one has: tables, names, lists, formats, a chart."""
    book = Workbook()
    users = book.active
    assert users is not None
    users.title = "Users"
    for row in (("group", "vms", "IOPS per VM"), ("task", 100, 10), ("office", 200, 20), (None, None, None)):
        users.append(row)
    table = Table(displayName="Users", ref="A1:C4")
    table.tableStyleInfo = TableStyleInfo(name="TableStyleLight1", showRowStripes=True)
    users.add_table(table)
    sizes = DataValidation(type="list", formula1='"10,20,25"', allow_blank=True)
    sizes.add("C2:C4")
    users.add_data_validation(sizes)
    users.column_dimensions["A"].width = 20
    users.column_dimensions["B"].width = 12

    sizing = book.create_sheet("Sizing")
    for row_number, (place, (formula, _)) in enumerate(FORMULAS.items(), start=1):
        sizing.cell(row_number, 1, f"line {row_number}")
        sizing[place] = "=" + formula
    sizing["B1"].font = Font(bold=True)
    sizing["B3"].number_format = "#,##0.0"
    sizing["B2"].fill = PatternFill("solid", fgColor="FFFFCC")
    red = CellIsRule("greaterThan", ["$B$1*100"], font=Font(color="FF0000"))  # type: ignore[no-untyped-call]
    sizing.conditional_formatting.add("B2:B3", red)
    chart = BarChart()
    chart.add_data(Reference(sizing, min_col=2, min_row=1, max_row=3))
    chart.set_categories(Reference(sizing, min_col=1, min_row=1, max_row=3))
    chart.roundedCorners, chart.x_axis.axPos = False, "b"
    sizing.add_chart(chart, "E2")

    settings = book.create_sheet("Settings")
    settings.append(("setting", "value"))
    settings.append(("drive IOPS", 75))
    settings.add_table(Table(displayName="Settings", ref="A1:B2"))
    book.defined_names["total_iops"] = DefinedName("total_iops", attr_text="Sizing!$B$2")
    book.save(path)
    return change(path, put_cached_values)


def put_cached_values(parts: Parts) -> None:
    parts[CHART] = parts[CHART].replace("<plotArea>", f"{UNTITLED}<plotArea>")
    parts[CHART] = parts[CHART].replace("<cat><numRef>", "<cat><strRef>").replace("</numRef></cat>", "</strRef></cat>")
    names, values = (f"line {row}" for row in (1, 2, 3)), (FORMULAS[f"B{row}"][1] for row in (1, 2, 3))
    for cells, kind, saved in (("A$1:$A$3", "str", names), ("B$1:$B$3", "num", values)):
        points = "".join(f'<pt idx="{at}"><v>{value}</v></pt>' for at, value in enumerate(saved))
        cache = f'<{kind}Cache><ptCount val="3"/>{points}</{kind}Cache>'
        parts[CHART] = parts[CHART].replace(f"'Sizing'!${cells}</f>", f"'Sizing'!${cells}</f>{cache}")
    for place, (_, value) in FORMULAS.items():
        kind = "" if re.match(r"\d", value) else ' t="str"'
        parts[SIZING] = re.sub(
            rf'<c r="{place}"((?: s="\d+")?)>(<f>.*?</f>)<v ?/>(</c>)',
            rf'<c r="{place}"\1{kind}>\2<v>{value}</v>\3',
            parts[SIZING],
        )


def change(path: Path, edit: Callable[[Parts], None]) -> Path:
    """Let `edit` change the parts of a workbook, in place."""
    with zipfile.ZipFile(path) as package:
        parts = {name: package.read(name).decode() for name in package.namelist()}
    edit(parts)
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as package:
        for name, text in parts.items():
            package.writestr(name, text)
    return path


def text(part: str, old: str, new: str) -> Callable[[Parts], None]:
    """An edit that writes `new` in place of `old`, which must be there."""

    def edit(parts: Parts) -> None:
        assert old in parts[part], f"{old!r} is not in {part}: {parts[part]}"
        parts[part] = parts[part].replace(old, new, 1)

    return edit


def names_as_numbers(parts: Parts) -> None:
    """What openpyxl makes of the names below bars."""
    parts[CHART] = parts[CHART].replace("strRef", "numRef").replace("strCache", "numCache")


def formula(new: str) -> Callable[[Parts], None]:
    """An edit that puts another formula into Sizing!B1."""
    return text(SIZING, "SUM(Users[vms])", new)


def table_name(new: str) -> Callable[[Parts], None]:
    return text(TABLE, 'displayName="Users"', f'displayName="{new}"')


def defined_name(new: str) -> Callable[[Parts], None]:
    return text(BOOK, 'name="total_iops"', f'name="{new}"')


def sheet_name(new: str) -> Callable[[Parts], None]:
    return text(BOOK, 'name="Users"', f'name="{new}"')


def merged(part: str, *refs: str) -> Callable[[Parts], None]:
    merges = "".join(f'<mergeCell ref="{ref}"/>' for ref in refs)
    return text(part, AFTER_DATA, f"{AFTER_DATA}<mergeCells>{merges}</mergeCells>")


def remove(part: str) -> Callable[[Parts], None]:
    def edit(parts: Parts) -> None:
        del parts[part]

    return edit


def add(part: str, content: str) -> Callable[[Parts], None]:
    def edit(parts: Parts) -> None:
        parts[part] = content

    return edit


class Defect(NamedTuple):
    """A defect: how it is made, and what the finding must say."""

    name: str
    edit: Callable[[Parts], None]
    says: str


FORBIDDEN = (
    *("TODAY", "NOW", "RAND", "OFFSET", "INDIRECT", "CEILING", "FLOOR", "INT"),
    *("_xlfn.XLOOKUP", "_xlfn.LET", "_xlfn.LAMBDA"),
    *("_xlfn._xlws.FILTER", "_xlfn._xlws.SORT", "_xlfn.SEQUENCE"),
)
SECOND_NAME = '<definedName name="Total_IOPS">Sizing!$B$1</definedName></definedNames>'
SETTINGS_ON_USERS = '<Relationship Id="rId9" Type="x/table" Target="/xl/tables/table2.xml"/></Relationships>'
LINKED_STYLES = 'Target="http://example.com/styles.xml" TargetMode="External"'

FOUND_BY_LINT = (
    # tables
    Defect("header differs from cell", text(USERS, "<t>vms</t>", "<t>VMs</t>"), "header of Users is 'VMs'"),
    Defect("header cell is gone", text(USERS, '<c r="A1" t="inlineStr">', '<c r="A1">'), "header of Users"),
    Defect("table name is a cell", table_name("US1"), "a table's name"),
    Defect("table name has a blank", table_name("U s"), "a table's name"),
    Defect("two tables of one name", table_name("settings"), "settings: .* are called so"),
    Defect("table named as a name", defined_name("users"), "users: .* are called so"),
    Defect("two tables of one id", text(TABLE, ' id="1"', ' id="2"'), "table id 2"),
    Defect("column count", text(TABLE, 'tableColumns count="3"', 'tableColumns count="2"'), "column count"),
    Defect("table wider than columns", text(TABLE, 'ref="A1:C4"', 'ref="A1:D4"'), "column count"),
    Defect("duplicate column", text(TABLE, 'name="vms"', 'name="GROUP"'), "duplicate column"),
    Defect("autofilter", text(TABLE, '<autoFilter ref="A1:C4"', '<autoFilter ref="A1:C3"'), "autofilter"),
    Defect("tables overlap", text(USERS_RELATIONS, "</Relationships>", SETTINGS_ON_USERS), "overlaps table"),
    # names
    Defect("name is a cell", defined_name("ab12"), "'ab12' cannot be a defined name"),
    Defect("name has a blank", defined_name("total iops"), "cannot be a defined name"),
    Defect("name twice", text(BOOK, "</definedNames>", SECOND_NAME), "twice"),
    Defect("name of a missing sheet", text(BOOK, "Sizing!$B$2", "Sizes!$B$2"), "name total_iops: .* a sheet"),
    Defect("name local to a missing sheet", defined_name('x" localSheetId="7'), "belongs to a sheet"),
    Defect("sheet name too long", sheet_name("U" * 32), "a sheet's name"),
    Defect("sheet name with a colon", sheet_name("Users: all"), "a sheet's name"),
    Defect("two sheets of one name", sheet_name("sizing"), "two sheets"),
    # formulas
    Defect("bracket not closed", formula("SUM(Users[vms]"), "unbalanced"),
    Defect("bracket not opened", formula("SUM(Users[vms]))"), "cannot be read"),
    Defect("quote not closed", formula('IF(B2="x,1,2)'), "cannot be read"),
    Defect("two equals signs", formula("=SUM(Users[vms])"), "begins with ="),
    Defect("dangling $", formula("$B$"), r"dangling \$"),
    Defect("formula too long", formula("+".join(["1"] * 5000)), "formula longer"),
    Defect("prefix missing", formula("STDEV.S(Users[vms])"), "needs the prefix _xlfn."),
    Defect("table that is not there", formula("SUM(Groups[vms])"), "a table that is not there"),
    Defect("column that is not there", formula("SUM(Users[disks])"), "a column that is not there"),
    Defect("sheet that is not there", formula("'Sizes 2'!A1"), "a sheet that is not there"),
    Defect("name that is not there", formula("total_ops"), "neither a cell nor a defined name"),
    Defect("lost reference", formula("#REF!+1"), "#REF! in a formula"),
    Defect("link to another workbook", formula("[1]Sheet1!A1"), "another workbook, which is not"),
    *(Defect(name, formula(f"{name}(1,2)"), f"{name.split('.')[-1]} is not used") for name in FORBIDDEN),
    Defect("this row by @", formula("Users[@vms]"), "not known to every"),
    Defect("row of headers", formula("Users[#Headers]"), "not known to every"),
    Defect("header and data", formula("Users[[#Headers],[#Data],[vms]]"), "not known to every"),
    Defect("header that is not there", formula("Users[[#Headers],[disks]]"), "a column that is not there"),
    Defect("whole column that is not there", formula("COUNTA(Users[[#All],[disks]])"), "a column that is not there"),
    Defect("table name alone", formula("SUM(Users)"), "not known to every"),
    Defect("spill reference", formula("SUM(A1#)"), "cannot be read"),
    Defect("our function in a format", text(SIZING, "$B$1*100", "VDI_NUM_VM(1)"), "in a conditional format"),
    Defect("table in a format", text(SIZING, "$B$1*100", "SUM(Users[vms])"), "takes no part of a table"),
    Defect("table in a list", text(USERS, '"10,20,25"', "Users[vms]"), "takes no part of a table"),
    # values
    Defect("no cached value", text(SIZING, "<v>300</v>", "<v/>"), "without a cached value"),
    Defect("no value element", text(SIZING, "<v>300</v>", ""), "without a cached value"),
    Defect("cached error", text(SIZING, "<v>300</v>", "<v>#DIV/0!</v>"), "is the error #DIV/0!"),
    Defect("shared string index", text(USERS, 't="n"><v>100', 't="s"><v>100'), "shared string index 100"),
    Defect("string too long", text(USERS, "<t>task</t>", f"<t>{'x' * 32768}</t>"), "string longer"),
    Defect("rows out of order", text(USERS, '<row r="3"', '<row r="1"'), "row order"),
    Defect("cells out of order", text(USERS, '<c r="B2"', '<c r="D2"'), "cell order"),
    Defect("merges overlap", merged(SIZING, "G1:H2", "H2:I3"), "merge overlaps merge"),
    Defect("merge in a table", merged(USERS, "A2:B2"), "table overlaps merge"),
    Defect("cols overlap", text(USERS, 'min="2" max="2"', 'min="1" max="2"'), "overlapping cols"),
    Defect("list too long", text(USERS, '"10,20,25"', f'"{"1000," * 60}1"'), "list longer"),
    Defect("prompt too long", text(USERS, 'type="list"', f'type="list" prompt="{"x" * 256}"'), "prompt longer"),
    # styles and charts
    Defect("dangling point", text(STYLES, "#,##0.0", "#,##0.##"), "leaves a decimal point"),
    Defect("font index", text(STYLES, 'fontId="1"', 'fontId="9"'), "fontId 9"),
    Defect("fill index", text(STYLES, 'fillId="2"', 'fillId="9"'), "fillId 9"),
    Defect("cell style", text(SIZING, '<c r="B1" s="1"', '<c r="B1" s="99"'), "style 99"),
    Defect("format of a rule", text(SIZING, 'dxfId="0"', 'dxfId="5"'), "dxfId 5"),
    Defect("unknown child of a font", text(STYLES, "<b val", "<bold/><b val"), "unknown or repeated bold"),
    Defect("repeated child of a font", text(STYLES, "<b val", '<b val="0"/><b val'), "unknown or repeated b"),
    Defect("axis undefined", text(CHART, '<crossAx val="100"', '<crossAx val="55"'), "axis 55"),
    Defect("chart of a missing sheet", text(CHART, "'Sizing'!$B$1", "'Size'!$B$1"), "chart1.xml: .* a sheet"),
    Defect("axis at a wrong side", text(CHART, '<axPos val="b"', '<axPos val="l"'), "catAx at a wrong side"),
    Defect("corners of a chart", text(CHART, '<roundedCorners val="0" />', ""), "without roundedCorners"),
    Defect("title of a chart", text(CHART, UNTITLED, ""), "without autoTitleDeleted"),
    Defect("another value in a chart", text(CHART, "<v>300</v>", "<v>301</v>"), "other values are saved"),
    Defect("a name too few in a chart", text(CHART, '<pt idx="1"><v>line 2</v></pt>', ""), "other values are saved"),
    Defect("no count of values in a chart", text(CHART, '<ptCount val="3"/>', ""), "no values are saved"),
    Defect("names of a chart as numbers", names_as_numbers, "are texts, and saved as numbers"),
    # package
    Defect("part missing", remove(TABLE), "table1.xml is missing"),
    Defect("external link", add("xl/externalLinks/externalLink1.xml", "<externalLink/>"), "external link"),
    Defect("external part", text(BOOK_RELATIONS, 'Target="theme/theme1.xml"', LINKED_STYLES), "link to http"),
)

FOUND_BY_VALIDATOR = (
    Defect("unknown element", text(SIZING, AFTER_DATA, AFTER_DATA + "<nonsense/>"), "nonsense"),
    Defect("order of elements", text(SIZING, "<sheetData>", "<mergeCells/><sheetData>"), "sheet2.xml"),
    Defect("unknown attribute", text(USERS, '<row r="1"', '<row colour="red" r="1"'), "colour"),
    Defect("not a number", text(USERS, '<row r="1"', '<row ht="high" r="1"'), "high"),
    Defect("unknown child of a font", text(STYLES, "<b val", "<bold/><b val"), "bold"),
    Defect("unknown chart element", text(CHART, "<plotArea>", "<plotArea><nonsense/>"), "nonsense"),
    Defect("not XML", text(CHART, "<plotArea>", "<plotArea"), ""),
)

FOUND_BY_OFFICE = (
    Defect("function nobody knows", formula("NO_SUCH_FUNCTION(1)"), r"Sizing!B1: LibreOffice .* #NAME\?"),
    Defect("division by zero", formula("1/0"), r"Sizing!B1: LibreOffice calculates #DIV/0!"),
    Defect("argument missing", formula("MATCH(1)"), r"Sizing!B1: LibreOffice calculates Err:"),
)


def seeded(path: Path, defect: Defect) -> Path:
    return change(healthy(path), defect.edit)


def said(findings: list[str], pattern: str) -> bool:
    return any(re.search(pattern, finding) for finding in findings)


def test_a_healthy_workbook_passes(tmp_path: Path, office: Office) -> None:
    assert findings(healthy(tmp_path / "book.xlsx"), office) == []


@pytest.mark.parametrize("defect", FOUND_BY_LINT, ids=lambda defect: defect.name)
def test_lint_finds(tmp_path: Path, defect: Defect) -> None:
    found = lint(seeded(tmp_path / "book.xlsx", defect))
    assert said(found, defect.says), found


def test_the_validator_finds_every_defect_of_many_files(tmp_path: Path) -> None:
    paths = [seeded(tmp_path / f"{number}.xlsx", defect) for number, defect in enumerate(FOUND_BY_VALIDATOR)]
    found = validate(paths)
    for path, defect in zip(paths, FOUND_BY_VALIDATOR, strict=True):
        assert said(found, rf"^{path.name} .*({defect.says})"), (defect.name, found)


@pytest.mark.parametrize("defect", FOUND_BY_OFFICE, ids=lambda defect: defect.name)
def test_libreoffice_finds(tmp_path: Path, office: Office, defect: Defect) -> None:
    found = load_findings(seeded(tmp_path / "book.xlsx", defect), office)
    assert said(found, defect.says), found


def test_lint_finds_an_entry_that_stands_twice(tmp_path: Path) -> None:
    path = healthy(tmp_path / "book.xlsx")
    with zipfile.ZipFile(path, "a") as package, warnings.catch_warnings():
        warnings.simplefilter("ignore")
        package.writestr(USERS, package.read(USERS))
    assert said(lint(path), "stands 2 times")


def test_a_broken_file_does_not_load(tmp_path: Path, office: Office) -> None:
    path = tmp_path / "book.xlsx"
    path.write_bytes(healthy(tmp_path / "whole.xlsx").read_bytes()[:300])
    assert said(load_findings(path, office), "book.xlsx: load")


def test_office_replaces_a_stale_cached_value(tmp_path: Path, office: Office) -> None:
    path = change(healthy(tmp_path / "book.xlsx"), text(SIZING, "<v>300</v>", "<v>1</v>"))
    assert office.load(path)["Sizing"]["B1"] == 300


def test_office_recalculates_what_was_set(tmp_path: Path, office: Office) -> None:
    path = healthy(tmp_path / "book.xlsx")
    before = path.read_bytes()
    values = office.load(path)["Sizing"]
    assert values == {"B1": 300, "B2": 5000, "B3": 67, "B4": "office", "B5": "", "B6": 639.95}
    office.set({"Users!A2": "call centre", "Users!B2": 200, "Users!B3": None, "Settings!B2": 0})
    values = office.recalculate()["Sizing"]
    assert values == {"B1": 200, "B2": 2000, "B3": "#DIV/0!", "B4": "call centre", "B5": "", "B6": 439.95}
    assert path.read_bytes() == before
    assert [entry.name for entry in tmp_path.iterdir()] == ["book.xlsx"]


def test_office_names_a_cell_that_is_not_there(tmp_path: Path, office: Office) -> None:
    office.load(healthy(tmp_path / "book.xlsx"))
    with pytest.raises(OfficeError, match=r"set: .*NoSuchElement"):
        office.set({"Nowhere!A1": 1})


def test_convert_recalculates(tmp_path: Path) -> None:
    path = change(healthy(tmp_path / "book.xlsx"), text(SIZING, "<v>300</v>", "<v>1</v>"))
    (copy,) = convert([path], "xlsx", tmp_path / "out")
    assert load_workbook(copy, data_only=True)["Sizing"]["B1"].value == 300


def test_convert_writes_pdf(tmp_path: Path) -> None:
    (page,) = convert([healthy(tmp_path / "book.xlsx")], "pdf", tmp_path)
    assert page.read_bytes().startswith(b"%PDF")


def test_convert_overwrites_no_source(tmp_path: Path) -> None:
    with pytest.raises(OfficeError, match="would overwrite"):
        convert([healthy(tmp_path / "book.xlsx")], "xlsx", tmp_path)


def test_a_missing_libreoffice_is_an_error(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(office_module, "USUAL_PLACES", ())
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(OfficeError, match="LibreOffice is missing"):
        find_soffice()
