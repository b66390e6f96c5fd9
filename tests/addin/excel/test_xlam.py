"""The add-in's file, read back by olevba, the Open XML SDK and LibreOffice."""

from __future__ import annotations

import re
import zipfile
from pathlib import Path

import pytest
from defusedxml.ElementTree import fromstring
from tests.addin.excel.vba_reader import modules_in
from tests.gate.office import convert
from tests.gate.validator import validate

from vdi_addin.excel import vba
from vdi_addin.excel.xlam import BUTTONS, parts, xlam_bytes
from vdi_addin.functions.catalogue import functions


@pytest.fixture(scope="module")
def xlam(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("xlam") / "vdi_sizing.xlam"
    path.write_bytes(xlam_bytes())
    return path


def as_workbook(xlam: Path, target: Path) -> Path:
    """The same file called a workbook with macros: LibreOffice loads no file that calls itself an add-in."""
    with zipfile.ZipFile(xlam) as source, zipfile.ZipFile(target, "w") as copy:
        for name in source.namelist():
            copy.writestr(name, source.read(name).replace(b"excel.addin.macro", b"excel.sheet.macro"))
    return target


def test_two_builds_are_equal(xlam: Path) -> None:
    assert xlam_bytes() == xlam.read_bytes()


def test_olevba_reads_every_module_back(xlam: Path) -> None:
    found = modules_in(xlam.name, xlam.read_bytes())
    assert found == {module.name: module.source.replace("\r\n", "\n") for module in vba.modules()}


def test_the_open_xml_sdk_has_no_complaint(xlam: Path) -> None:
    assert validate([xlam]) == []


def test_libreoffice_loads_it_with_every_macro(xlam: Path, tmp_path: Path) -> None:
    (loaded,) = convert([as_workbook(xlam, tmp_path / "vdi_sizing.xlsm")], "ods", tmp_path)
    with zipfile.ZipFile(loaded) as package:
        names = set(package.namelist())
        text = package.read("Basic/VdiSizing/VdiFunctions.xml").decode()
    assert {f"Basic/VdiSizing/{module.name}.xml" for module in vba.modules()} <= names
    assert all(f"Function {function.name}(" in text for function in functions())


def test_every_part_is_well_formed_and_has_a_content_type() -> None:
    contents = parts()
    types = contents["[Content_Types].xml"].decode()
    for name, content in contents.items():
        if not name.endswith(".bin"):
            fromstring(content)
        by_ending = name.endswith((".rels", ".bin")) or name.startswith(("customUI/", "[Content_Types]"))
        assert by_ending != (f'PartName="/{name}"' in types)


def test_code_names_match_the_modules() -> None:
    contents = parts()
    names = re.findall(rb'codeName="(\w+)"', b"".join(contents.values()))
    documents = [module.name for module in vba.modules() if module.kind in ("workbook", "sheet")]
    assert [name.decode() for name in names] == documents


def test_the_ribbon_tab_has_its_buttons() -> None:
    tab = fromstring(parts()["customUI/customUI.xml"])
    buttons = [element.attrib for element in tab.iter() if element.tag.endswith("button")]
    assert [button["label"] for button in buttons] == [
        *("Compare", "Last error", "Restart Python"),
    ]
    assert [button["onAction"] for button in buttons] == [macro for macro, *_ in BUTTONS]
