"""What the XML of a workbook may say and no sheet has: refused with its place, before the work, or counted and said."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from tests.built import build
from tests.corpus.make import STYLES, WORKBOOK, Parts, packed, unpacked
from tests.templates.audit.seeding import part_of
from tests.tiers import but_in_gate

from vdi_addin.command.program import main
from vdi_addin.command.status import UNUSABLE
from vdi_templates.examples import EXAMPLES

Change = Callable[[bytes], bytes]


@pytest.fixture(scope="module")
def parts() -> Parts:
    return unpacked(build(EXAMPLES["sandisk"]()))


@pytest.fixture
def no_work(monkeypatch: pytest.MonkeyPatch) -> None:
    """Sizing a scenario is a failure."""
    monkeypatch.setattr("vdi_addin.comparison.size", lambda _: pytest.fail("the work was done"))


def broken(parts: Parts, name: str, change: Change, path: Path) -> Path:
    path.write_bytes(packed({**parts, name: change(parts[name])}))
    return path


def in_place_of(old: bytes, new: bytes) -> Change:
    return lambda part: part.replace(old, new, 1)


MISPLACED = [
    ("Users", b'<c r="B6"', b'<c r=""', "Users, at row 6: cell is ''"),
    ("Sizing", b'<c r="A6"', b'<c r=""', "Sizing, at row 6: cell is ''"),
    ("Sizing", b'<c r="A6"', b'<c r="XFE6"', "Sizing, at row 6: cell is 'XFE6'"),
    ("Sizing", b'<c r="A6"', b'<c r="A0"', "Sizing, at row 6: cell is 'A0'"),
    ("Sizing", b'<c r="A6"', b'<c r="A6:B7"', "Sizing, at row 6: cell is 'A6:B7'"),
    ("Sizing", b'<row r="6"', b'<row r="9999999"', "row is '9999999'"),
    ("Sizing", b'<row r="6"', b'<row r="six"', "row is 'six'"),
]


@pytest.mark.usefixtures("no_work")
@pytest.mark.parametrize(
    ("command", "sheet", "old", "new", "message"),
    but_in_gate(
        [(command, *each) for command in ("compare", "upgrade") for each in MISPLACED],
        *(("compare", *each) for each in MISPLACED),
        ("upgrade", *MISPLACED[0]),
    ),
)
def test_a_row_or_cell_that_no_sheet_has_is_refused_with_its_place_before_the_work(
    command: str,
    sheet: str,
    old: bytes,
    new: bytes,
    message: str,
    parts: Parts,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    path = broken(parts, part_of(parts, sheet), in_place_of(old, new), tmp_path / "odd.xlsx")
    assert main([command, str(path), "-o", str(tmp_path / "new.xlsx")]) == UNUSABLE
    said = capsys.readouterr().err
    assert message in said
    assert "expected a place that is on a sheet, such as B3 or row 3" in said


@pytest.mark.usefixtures("no_work")
@pytest.mark.parametrize(
    ("name", "change", "message"),
    [
        (WORKBOOK, in_place_of(b"</sheets>", b'<sheet name="x"/>' * 250 + b"</sheets>"), "more than 250 sheets"),
        (
            WORKBOOK,
            in_place_of(b"</definedNames>", b'<definedName name="a">1</definedName>' * 51_000 + b"</definedNames>"),
            "more than 50,000 defined names",
        ),
        (STYLES, in_place_of(b"</fonts>", b"<font/>" * 65_001 + b"</fonts>"), "more than 65,000 fonts, fills"),
        ("xl/_rels/workbook.xml.rels", in_place_of(b"sheet9.xml", b"sheet99.xml"), "'damaged'"),
        ("xl/worksheets/sheet9.xml", lambda part: part[: len(part) // 2], "'damaged'"),
    ],
)
def test_what_is_too_much_or_damaged_is_refused_before_the_work(
    name: str, change: Change, message: str, parts: Parts, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["compare", str(broken(parts, name, change, tmp_path / "odd.xlsx"))]) == UNUSABLE
    assert message in capsys.readouterr().err
