"""Files of any encoding, with any separator, and workbooks: the same cells; and what is no list is refused."""

from __future__ import annotations

import datetime
from pathlib import Path
from typing import Any

import pytest
from openpyxl import load_workbook
from tests.templates.carry_over.edits import Edited
from tests.templates.importing.lists import VINFO, book, imported, text, vm

from vdi_sizing.errors import InputError
from vdi_templates.importing import sources
from vdi_templates.importing.headers import Headers
from vdi_templates.importing.messages import Messages
from vdi_templates.importing.sources import Grid, grids_of, kind_by_name
from vdi_templates.languages.translation import GERMAN
from vdi_templates.reading.file import load

LINES = "Artikel;Bezeichnung;Preis\nserver;Server für 1,5 HE;1.475,50 €\nlicence;Lizenz;96"
CELLS = [
    ["Artikel", "Bezeichnung", "Preis"],
    ["server", "Server für 1,5 HE", "1.475,50 €"],
    ["licence", "Lizenz", "96"],
]


def grid(path: Path) -> Grid:
    (found,) = grids_of(path, Headers.read().count)
    return found


def values(found: Grid) -> list[list[object]]:
    return [[cell.value for cell in row] for row in found.rows]


@pytest.mark.parametrize("end", ["\r\n", "\n"])
@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be", "cp1252"])
@pytest.mark.parametrize("separator", [";", "\t", "|"])
def test_a_text_of_any_encoding_and_separator(encoding: str, separator: str, end: str, tmp_path: Path) -> None:
    path = text(tmp_path / "prices.csv", LINES.replace(";", separator), encoding, end)
    assert values(grid(path)) == CELLS


def test_commas_separate_where_they_stand_between_headers(tmp_path: Path) -> None:
    path = text(tmp_path / "prices.csv", 'part,description,price\nserver,"Server, 2 sockets","1,475.50"')
    assert values(grid(path))[1] == ["server", "Server, 2 sockets", "1,475.50"]
    assert "commas" in grid(path).how


def test_excels_first_line_says_the_separator(tmp_path: Path) -> None:
    found = grid(text(tmp_path / "prices.csv", f"sep=;\n{LINES}"))
    assert values(found) == [[], *CELLS]
    assert "semicolons" in found.how


def test_a_row_that_spans_lines_is_one_row(tmp_path: Path) -> None:
    found = grid(text(tmp_path / "prices.csv", 'part;price;remark\nserver;1;"two\nlines"\nlicence;2;'))
    assert [row[0] for row in values(found)] == ["part", "server", "licence"]


def test_of_an_export_only_the_sheets_that_matter_are_read(tmp_path: Path) -> None:
    path = book(tmp_path / "export.xlsx", {"vInfo": [VINFO, vm("a")], "vHealth": [["Name", "Message"]]})
    assert [each.sheet for each in grids_of(path, Headers.read().count)] == ["vInfo"]


def test_hidden_rows_are_known(tmp_path: Path) -> None:
    path = book(tmp_path / "prices.xlsx", {"list": [["part", "price"], ["a", 1], ["b", 2]]})
    workbook = load_workbook(path)
    workbook["list"].row_dimensions[3].hidden = True
    workbook.save(path)
    assert grid(path).hidden == {3}


@pytest.mark.parametrize("state", ["hidden", "veryHidden"])
def test_a_hidden_sheet_is_known(state: Any, tmp_path: Path) -> None:
    path = book(tmp_path / "prices.xlsx", {"list": [["part", "price"], ["a", 1]], "front": [["hello"]]})
    workbook = load_workbook(path)
    workbook["list"].sheet_state = state
    workbook.active = workbook["front"]
    workbook.save(path)
    assert [each.is_hidden for each in grids_of(path, Headers.read().count)] == [True, False]


@pytest.mark.parametrize("name", ["vInfo", "tabvInfo", "RVTools_tabvInfo"])
def test_rvtools_names_are_known(name: str) -> None:
    assert kind_by_name(Grid("export.xlsx", name, "", [])) == kind_by_name(Grid(f"{name}.csv", "", "", [])) == "vms"


@pytest.mark.parametrize(
    ("name", "content", "expected"),
    [
        ("list.ods", b"PK", "a file that ends in .xlsx"),
        ("list.xls", b"", "a file that ends in .xlsx"),
        ("list.xlsx", b"no zip", "an .xlsx file"),
        ("list.xlsx", b"PK\x03\x04 cut", "a whole .xlsx file"),
        ("list.csv", b"part;price\n\x81;1\xff", "UTF-8, UTF-16 or Windows-1252"),
        ("list.csv", b"\xff\xfea", "UTF-8, UTF-16 or Windows-1252"),
        ("list.csv", b"part;price\n" + b"x" * 200_000, "a text of cells"),
    ],
)
def test_what_cannot_be_read_is_refused(name: str, content: bytes, expected: str, tmp_path: Path) -> None:
    path = tmp_path / name
    path.write_bytes(content)
    with pytest.raises(InputError, match=expected):
        grids_of(path, Headers.read().count)


def test_a_file_that_is_not_there_or_a_folder_is_refused(tmp_path: Path) -> None:
    (tmp_path / "folder.csv").mkdir()
    for name in ("none.csv", "none.xlsx", "folder.csv"):
        with pytest.raises(InputError, match="file"):
            grids_of(tmp_path / name, Headers.read().count)


def test_a_cell_far_away_does_not_fill_the_memory(tmp_path: Path) -> None:
    path = book(tmp_path / "far.xlsx", {"list": [["part", "price"], ["a", 1]]})
    workbook = load_workbook(path)
    workbook["list"]["XFD150000"] = 1
    workbook.save(path)
    with pytest.raises(InputError, match="without far cells"):
        grids_of(path, Headers.read().count)


def share(edited: Edited, *texts: str) -> None:
    """Put texts into a workbook that its cells share, as most programs write them."""
    items = "".join(f"<si>{each}</si>" for each in texts)
    sst = f'<sst xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main">{items}</sst>'
    kind = "application/vnd.openxmlformats-officedocument.spreadsheetml.sharedStrings+xml"
    edited.parts["xl/sharedStrings.xml"] = sst.encode()
    types = "[Content_Types].xml"
    override = f'<Override PartName="/xl/sharedStrings.xml" ContentType="{kind}"/></Types>'
    edited.parts[types] = edited.parts[types].replace(b"</Types>", override.encode())


def test_an_export_is_read_as_openpyxl_reads_it(tmp_path: Path) -> None:
    """Whatever a cell may hold, and however a program writes it: values, blank and hidden rows, texts in pieces."""
    rows: list[list[Any]] = [
        ["VM", "CPUs", "Memory"],
        [
            "a",
            2,
            4096.5,
            True,
            None,
            datetime.datetime(2026, 11, 21),
            datetime.timedelta(hours=30),
            datetime.time(12, 30),
        ],
        [],
        ["_x0041_ and \u00e4", "=1+1", "#N/A", False, datetime.date(2026, 1, 2), "", "1e3", -7, 1e22],
    ]
    path = book(tmp_path / "export.xlsx", {"vInfo": rows})
    workbook = load_workbook(path)
    workbook["vInfo"].row_dimensions[3].hidden = True
    workbook["vInfo"].row_dimensions[4].hidden = True
    workbook.save(path)
    edited = Edited(path.read_bytes())
    piece = "<r><rPr><b/></rPr><t>in </t></r><r><t>pieces</t></r><rPh sb='0' eb='1'><t>not read</t></rPh>"
    more = (
        f'<row><c t="inlineStr"><is>{piece}</is></c><c><v>5</v></c><c r="E5" t="str"><f>A1</f><v>VM</v></c></row>'
        '<row r="9"><c r="B9" t="e"><v>#REF!</v></c><c t="inlineStr"><is/></c><c><f>1+1</f><v>2</v></c></row>'
    )
    share(edited, "<t>whole</t>", piece, "<t/>")
    more += '<row r="10">' + "".join(f'<c t="s"><v>{at}</v></c>' for at in (1, 0, 2)) + "</row>"
    name = "xl/worksheets/sheet1.xml"
    edited.parts[name] = edited.parts[name].replace(b"</sheetData>", f"{more}</sheetData>".encode())
    path.write_bytes(edited.workbook())
    whole = load(path, values=True)["vInfo"]
    found = grid(path)
    by_openpyxl = [[cell.value for cell in row] for row in whole.iter_rows(values_only=False)]
    width = max(map(len, by_openpyxl))
    streamed_values = [[each.value for each in row] + [None] * (width - len(row)) for row in found.rows]
    assert len(streamed_values) == 10
    text_of = {"_x0041_ and \u00e4": "A and \u00e4"}
    assert streamed_values == [[text_of.get(str(value), value) for value in row] for row in by_openpyxl]
    assert found.hidden == {3, 4}
    assert streamed_values[4][:2] == ["in pieces", 5]
    assert streamed_values[9][:2] == ["in pieces", "whole"]


@pytest.mark.parametrize("rows", [50_001, 1_000_000])
def test_a_text_of_a_million_rows_is_refused_with_the_limit(rows: int, tmp_path: Path) -> None:
    path = text(tmp_path / "vms.csv", "VM;vCPU\n" + "a;2\n" * rows)
    with pytest.raises(InputError, match=r"vms.csv: list is '.*50,00[01] rows'; expected at most 50,000 rows") as error:
        imported(path)
    assert "\n" not in str(error.value)
    messages = Messages(GERMAN)
    messages.error(error.value)
    assert not messages.lacking


def test_a_sheet_of_more_rows_than_are_read_is_refused_with_the_limit(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sources, "MAX_LIST_ROWS", 100)
    path = book(tmp_path / "export.xlsx", {"vInfo": [VINFO, *(vm(f"vm {number}") for number in range(200))]})
    with pytest.raises(InputError, match="vInfo: list is 'more than 100 rows'; expected at most 100 rows"):
        imported(path)


def test_far_cells_of_an_export_are_refused(tmp_path: Path) -> None:
    path = book(tmp_path / "export.xlsx", {"vInfo": [VINFO, vm("a")]})
    workbook = load_workbook(path)
    workbook["vInfo"]["XFD200"] = 1
    workbook.save(path)
    with pytest.raises(InputError, match="a list from the first column and row on, without far cells"):
        imported(path)


def test_a_damaged_sheet_of_an_export_is_refused_and_one_that_is_not_read_is_not(tmp_path: Path) -> None:
    path = book(tmp_path / "export.xlsx", {"vInfo": [VINFO, vm("a")], "vHealth": [["x"]]})
    edited = Edited(path.read_bytes())
    edited.parts["xl/worksheets/sheet2.xml"] = b"<worksheet>cut"
    path.write_bytes(edited.workbook())
    assert [each.sheet for each in grids_of(path, Headers.read().count)] == ["vInfo"]
    edited.parts["xl/worksheets/sheet1.xml"] = b"<worksheet>cut"
    path.write_bytes(edited.workbook())
    with pytest.raises(InputError, match="file is 'damaged'; expected a whole workbook"):
        grids_of(path, Headers.read().count)


def test_an_export_that_refers_to_a_text_that_is_not_there_is_refused(tmp_path: Path) -> None:
    path = book(tmp_path / "export.xlsx", {"vInfo": [VINFO, vm("a")]})
    edited = Edited(path.read_bytes())
    name = "xl/worksheets/sheet1.xml"
    row = b'<row><c t="s"><v>1</v></c></row></sheetData>'
    edited.parts[name] = edited.parts[name].replace(b"</sheetData>", row)
    share(edited, "<t>the only one</t>")
    path.write_bytes(edited.workbook())
    with pytest.raises(InputError, match=r"file is 'damaged'; expected a whole workbook .*IndexError"):
        grids_of(path, Headers.read().count)
