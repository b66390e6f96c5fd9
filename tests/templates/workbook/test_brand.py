"""A workbook with the look of a brand: it declares it, passes the audit with it, and shows tampering as before."""

from __future__ import annotations

import io
import re
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from openpyxl import load_workbook
from tests.built import file_of, shared_book
from tests.gate.office import Office
from tests.templates.audit.seeding import Parts
from tests.templates.branded import ACCENT, COMPANY, FOOTER, MAIN, brand, picture
from tests.tiers import but_in_gate

from vdi_templates.audit.check import audit
from vdi_templates.audit.finding import Finding, Level
from vdi_templates.audit.package import ZipParts
from vdi_templates.examples import EXAMPLES
from vdi_templates.workbook.book import Made
from vdi_templates.workbook.brand import LOGO_POINTS, NO_BRAND, Logo, LogoOfPage, brand_of
from vdi_templates.workbook.save import packed
from vdi_templates.workbook.styles import AMBER, DESIGN_COLORS, GREEN, RED

ON_REPORT = "xl/drawings/drawing1.xml"


@pytest.fixture(scope="module")
def branded() -> bytes:
    return file_of(shared_book(EXAMPLES["sandisk"](), made=Made(brand=brand())))


def audited(content: bytes, folder: Path) -> list[Finding]:
    path = folder / "branded.xlsx"
    path.write_bytes(content)
    return audit(path).findings


def changed(content: bytes, seed: Callable[[Parts], None]) -> bytes:
    parts = dict(ZipParts(io.BytesIO(content)))
    seed(parts)
    return packed(parts)


def replaced(part: str, before: str, after: str) -> Callable[[Parts], None]:
    def seed(parts: Parts) -> None:
        text = parts[part].decode()
        assert re.search(before, text)
        parts[part] = re.sub(before, after, text, count=1).encode()

    return seed


def without_logo(parts: Parts) -> None:
    replaced(ON_REPORT, r"<oneCellAnchor>.*?</oneCellAnchor>", "")(parts)


def other_picture(parts: Parts) -> None:
    (name,) = (part for part in parts if part.startswith("xl/media/"))
    parts[name] = picture(61)


TAMPERED: dict[str, tuple[Level, str, Callable[[Parts], None]]] = {
    "a logo that is gone": (Level.SEEN, "the logo", without_logo),
    "another picture in its place": (Level.SEEN, "what lies over the cells", other_picture),
    "a logo that grew over cells": (Level.SEEN, "the logo", replaced(ON_REPORT, r'<ext cx="\d+"', '<ext cx="9000000"')),
    "a logo that was moved": (Level.SEEN, "the logo", replaced(ON_REPORT, r"<col>7</col>", "<col>1</col>")),
    "another name of the company": (
        Level.SEEN, "footer", replaced("xl/workbook.xml", re.escape(COMPANY.replace("&", "&amp;")), "Somebody else"),
    ),
    "a main colour that no brand may have": (Level.LOOKS, "the look", replaced("xl/workbook.xml", MAIN, "FFFFFF")),
    "a title in white": (Level.SEEN, "read", replaced("xl/styles.xml", f"00{MAIN}", "FFFFFFFF")),
}  # fmt: skip


def test_what_a_brand_declares_comes_back(branded: bytes, tmp_path: Path) -> None:
    path = tmp_path / "branded.xlsx"
    path.write_bytes(branded)
    names = {name: str(each.attr_text) for name, each in load_workbook(path).defined_names.items()}
    assert brand_of(names, [picture(61), picture()]) == brand()
    assert brand_of(names, [picture(61)]) == replace(brand(), logo=None)
    assert brand_of({}, [picture()]) == NO_BRAND


@pytest.mark.parametrize(
    ("name", "said"),
    [("main", '"FFD700"'), ("main", "Sheet!A1"), ("company", f'"{"x" * 61}"'), ("logo", '"png"'), ("footer", '""')],
)
def test_what_no_brand_file_could_say_is_no_brand(name: str, said: str) -> None:
    assert brand_of({f"brand_{name}": said}, [picture()]) == NO_BRAND


def test_it_shows_company_footer_colours_and_logo(branded: bytes, tmp_path: Path) -> None:
    path = tmp_path / "branded.xlsx"
    path.write_bytes(branded)
    book = load_workbook(path)
    for ws in book.worksheets:
        footer: Any = ws.oddFooter
        assert footer.left.text == f"{COMPANY.replace('&', '&&')}, {ws.title}"
        assert footer.center.text == FOOTER.replace("&", "&&")
        title: Any = ws["A1"].font.color
        assert title.rgb == f"00{MAIN}"
    tab: Any = book["Report"].sheet_properties.tabColor
    assert tab.rgb == f"00{ACCENT}"
    assert picture() in ZipParts(io.BytesIO(branded)).values()


@pytest.mark.parametrize(("width", "height"), [(60, 20), (20, 60), (4000, 40), (1, 4000)])
def test_a_logo_of_any_shape_stays_in_its_row_and_column(width: int, height: int) -> None:
    """So that it hides no word of the line below, which is as long as the customer's name."""
    placed = LogoOfPage(Logo(b"", "png", width, height))
    start, size = placed.anchor._from, placed.anchor.ext
    assert (start.col, start.row) == (7, 0)
    assert start.colOff >= 0
    assert size.height + start.rowOff <= LOGO_POINTS * 12_700
    assert size.width + start.colOff <= 208 * 9525
    assert min(size.width, size.height) >= 9525


def test_designs_and_warnings_keep_their_colours(branded: bytes) -> None:
    parts = dict(ZipParts(io.BytesIO(branded)))
    everything = b"".join(content for part, content in parts.items() if part.startswith(("xl/styles", "xl/charts")))
    for color in (RED, AMBER, GREEN, *DESIGN_COLORS[:2]):
        assert color.encode() in everything


def test_the_audit_passes_it_and_says_whose_look_it_is(branded: bytes, tmp_path: Path) -> None:
    (finding,) = audited(branded, tmp_path)
    assert (finding.level, finding.aspect) == (Level.NOTED, "the look of a brand")
    assert finding.found == brand().in_words
    assert COMPANY in finding.found


@pytest.mark.everything
def test_what_libreoffice_saves_of_it_passes_too(branded: bytes, office: Office, tmp_path: Path) -> None:
    path = tmp_path / "branded.xlsx"
    path.write_bytes(branded)
    office.load(path, whole=True)
    saved = office.save(tmp_path / "saved.xlsx")
    assert [finding.aspect for finding in audit(saved).findings] == ["the look of a brand"]


@pytest.mark.parametrize(
    "what",
    but_in_gate(
        TAMPERED, "a logo that is gone", "another picture in its place", "a title in white",
    ),
)  # fmt: skip
def test_what_is_changed_of_it_is_named(what: str, branded: bytes, tmp_path: Path) -> None:
    level, aspect, seed = TAMPERED[what]
    differences = [each for each in audited(changed(branded, seed), tmp_path) if each.level is not Level.NOTED]
    assert min(finding.level for finding in differences) <= level
    assert any(aspect in finding.aspect for finding in differences)
