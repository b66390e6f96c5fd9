"""Renaming the add-in's functions in the formulas of a workbook."""

from __future__ import annotations

import re
import zipfile
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from openpyxl import Workbook
from openpyxl.formatting.rule import FormulaRule
from openpyxl.workbook.defined_name import DefinedName
from openpyxl.worksheet.datavalidation import DataValidation
from openpyxl.worksheet.formula import ArrayFormula

from vdi_addin.libreoffice.renaming import rename_formula, to_excel, to_libreoffice
from vdi_sizing.errors import InputError


@pytest.mark.parametrize(
    ("excel", "libreoffice"),
    [
        ("VDI_VERSION()", "_xll.VDI_VERSION()"),
        ("vdi_version()", "_xll.VDI_VERSION()"),
        ("[1]!VDI_VERSION()", "_xll.VDI_VERSION()"),
        (r"'C:\add-ins\vdi_sizing.xlam'!VDI_VERSION()", "_xll.VDI_VERSION()"),
        ("vdi_sizing.xlam!VDI_VERSION()", "_xll.VDI_VERSION()"),
        ("_xll.VDI_VERSION()", "_xll.VDI_VERSION()"),
        (
            "1+VDI_DISK_COUNT(A1,VDI_DISK_COUNT(1,2,3,4),2,76)",
            "1+_xll.VDI_DISK_COUNT(A1,_xll.VDI_DISK_COUNT(1,2,3,4),2,76)",
        ),
        ('IFERROR(VDI_VERSION(),"VDI_VERSION()")', 'IFERROR(_xll.VDI_VERSION(),"VDI_VERSION()")'),
        ('"say ""VDI_VERSION()"" "&VDI_VERSION()', '"say ""VDI_VERSION()"" "&_xll.VDI_VERSION()'),
    ],
)
def test_calls_get_the_prefix(excel: str, libreoffice: str) -> None:
    assert rename_formula(excel, "_xll.") == libreoffice


@pytest.mark.parametrize(
    "formula",
    [
        "MY_VDI_VERSION()",
        "VDI_VERSION",
        "VDI_VERSIONS()",
        "VDI_SOMEBODY_ELSES(1)",
        "Model.VDI_VERSION()",
        '"VDI_VERSION()"',
        "'VDI_VERSION()'!A1",
        "'it''s VDI_VERSION() '!A1",
        "Drives[VDI_VERSION()]",
        "SUM(A1:A3)",
    ],
)
def test_everything_else_stays(formula: str) -> None:
    assert rename_formula(formula, "_xll.") == formula


@pytest.mark.parametrize("formula", ["_XLL.VDI_VERSION()", "_xll.vdi_version()", "VDI_VERSION()"])
def test_back_to_excel(formula: str) -> None:
    assert rename_formula(formula, "") == "VDI_VERSION()"


@given(st.lists(st.sampled_from(["VDI_VERSION()", '"', "'", "[", "]", "!", "A", "1", ".", ",", " ", "&", "_xll"])))
def test_there_and_back_again(pieces: list[str]) -> None:
    formula = "".join(pieces)
    there = rename_formula(formula, "_xll.")
    assert rename_formula(there, "_xll.") == there
    assert rename_formula(there, "") == rename_formula(formula, "")


@pytest.fixture
def workbook(tmp_path: Path) -> Path:
    """A workbook with one of our functions in each kind of formula, and in texts that must stay."""
    book = Workbook()
    sheet = book.worksheets[0]
    sheet["A1"] = '=IFERROR(VDI_VERSION(),"VDI_VERSION() & <none>")'
    sheet["A2"] = "text VDI_VERSION()"
    sheet["A3"] = "=A2"
    sheet["B1"] = ArrayFormula("B1:B2", "=VDI_DISK_COUNT(320,480,2,C1:C2)")
    book.defined_names["engine"] = DefinedName("engine", attr_text="VDI_VERSION()")
    validation = DataValidation(type="custom", formula1="VDI_DISK_COUNT(1,2,3,D1)>0")
    validation.add("D1")
    sheet.add_data_validation(validation)
    rule = FormulaRule(formula=["ISERROR(VDI_VERSION())"])  # type: ignore[no-untyped-call]
    sheet.conditional_formatting.add("A1", rule)
    path = tmp_path / "book.xlsx"
    book.save(path)
    return path


def test_every_kind_of_formula_is_renamed(workbook: Path, tmp_path: Path) -> None:
    target = tmp_path / "libreoffice.xlsx"
    assert to_libreoffice(workbook, target) == 5
    sheet = part(target, "xl/worksheets/sheet1.xml")
    assert formulas(sheet) == [
        'IFERROR(_xll.VDI_VERSION(),"VDI_VERSION() &amp; &lt;none&gt;")',
        "_xll.VDI_DISK_COUNT(320,480,2,C1:C2)",
        "A2",
        "ISERROR(_xll.VDI_VERSION())",
        "_xll.VDI_DISK_COUNT(1,2,3,D1)&gt;0",
    ]
    assert "_xll.VDI_VERSION()</definedName>" in part(target, "xl/workbook.xml")


def test_texts_and_other_parts_stay(workbook: Path, tmp_path: Path) -> None:
    target = tmp_path / "libreoffice.xlsx"
    to_libreoffice(workbook, target)
    assert ">text VDI_VERSION()<" in part(target, "xl/worksheets/sheet1.xml")
    renamed = {"xl/worksheets/sheet1.xml", "xl/workbook.xml"}
    with zipfile.ZipFile(workbook) as before, zipfile.ZipFile(target) as after:
        assert before.namelist() == after.namelist()
        for name in set(before.namelist()) - renamed:
            assert before.read(name) == after.read(name)


def test_back_in_excel_the_workbook_is_the_same(workbook: Path, tmp_path: Path) -> None:
    libreoffice, excel = tmp_path / "libreoffice.xlsx", tmp_path / "excel.xlsx"
    to_libreoffice(workbook, libreoffice)
    assert to_excel(libreoffice, excel) == 5
    sheet = "xl/worksheets/sheet1.xml"
    assert formulas(part(excel, sheet)) == formulas(part(workbook, sheet))


def test_the_copy_for_libreoffice_forgets_calculated_values(workbook: Path, tmp_path: Path) -> None:
    calculated = tmp_path / "calculated.xlsx"
    values = {
        "A1": '<c r="A1" s="3" t="str"><f>VDI_VERSION()</f><v>native formulas only</v></c>',
        "A2": '<c r="A2" t="s"><v>0</v></c>',
        "A3": '<c r="A3" t="str"><f t="shared" si="0"/><v>old</v></c>',
    }
    row = f"<row>{''.join(values.values())}</row>"
    with zipfile.ZipFile(calculated, "w") as archive:
        archive.writestr("xl/worksheets/sheet1.xml", row)
    target = tmp_path / "libreoffice.xlsx"
    to_libreoffice(calculated, target)
    assert part(target, "xl/worksheets/sheet1.xml") == (
        f'<row><c r="A1" s="3"><f>_xll.VDI_VERSION()</f></c>{values["A2"]}<c r="A3"><f t="shared" si="0"/></c></row>'
    )
    to_excel(calculated, target, force=True)
    assert part(target, "xl/worksheets/sheet1.xml") == row


def test_the_source_is_never_written_to(workbook: Path) -> None:
    with pytest.raises(InputError, match=r"target is .*book\.xlsx.*another file"):
        to_libreoffice(workbook, workbook)


@pytest.mark.parametrize("name", ["missing.xlsx", "text.xlsx"])
def test_only_workbooks_are_renamed(name: str, tmp_path: Path) -> None:
    (tmp_path / "text.xlsx").write_text("no zip")
    with pytest.raises(InputError, match=rf"{name}: file is .*expected an? .*\.xlsx"):
        to_excel(tmp_path / name, tmp_path / "target.xlsx")


def test_a_damaged_part_is_named_and_nothing_is_written(workbook: Path, tmp_path: Path) -> None:
    with zipfile.ZipFile(workbook) as archive:
        entry = archive.getinfo("xl/worksheets/sheet1.xml")
    content = bytearray(workbook.read_bytes())
    start = entry.header_offset + 30 + len(entry.filename)
    content[start : start + entry.compress_size] = b"\xff" * entry.compress_size
    workbook.write_bytes(content)
    with pytest.raises(InputError, match=r"book\.xlsx: file is 'damaged'; expected a whole workbook"):
        to_libreoffice(workbook, tmp_path / "target.xlsx")
    assert list(tmp_path.iterdir()) == [workbook]


def test_a_part_that_is_no_text_is_damage(tmp_path: Path) -> None:
    path = tmp_path / "book.xlsx"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("xl/worksheets/sheet1.xml", "<f>1+1</f>".encode("utf-16"))
    with pytest.raises(InputError, match=r"book\.xlsx: file is 'damaged'.*UnicodeDecodeError"):
        to_libreoffice(path, tmp_path / "target.xlsx")


def test_an_existing_copy_stays_unless_forced(workbook: Path, tmp_path: Path) -> None:
    target = tmp_path / "target.xlsx"
    target.write_text("mine")
    with pytest.raises(InputError, match="--force to replace it"):
        to_libreoffice(workbook, target)
    assert target.read_text() == "mine"
    assert to_libreoffice(workbook, target, force=True) == 5


def part(path: Path, name: str) -> str:
    with zipfile.ZipFile(path) as archive:
        return archive.read(name).decode("utf-8")


def formulas(sheet: str) -> list[str]:
    return re.findall(r"<(?:f|formula|formula1)(?: [^>]*)?>([^<]*)</", sheet)
