"""Files of any encoding, with any separator, and workbooks: the same cells; and what is no list is refused."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from openpyxl import load_workbook
from tests.templates.importing.lists import VINFO, book, text, vm

from vdi_sizing.errors import InputError
from vdi_templates.importing.headers import Headers
from vdi_templates.importing.sources import Grid, grids_of, rvtools_kind

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
    assert rvtools_kind(Grid("export.xlsx", name, "", [])) == rvtools_kind(Grid(f"{name}.csv", "", "", [])) == "vms"


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
