"""Files with a service and with parts per month go through `check`, `diff` and `upgrade`."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest
from openpyxl.utils import get_column_letter
from tests.addin.command.workbooks import Text, sheets
from tests.built import build
from tests.edited import edited
from tests.services import CLOUD, ONE_SIZE, OWN, beside
from tests.templates.audit.seeding import number

from vdi_addin.command.program import main
from vdi_addin.command.status import DIFFERENT, DONE
from vdi_templates.audit.check import audit
from vdi_templates.reading.reader import read

BESIDE = beside(years=5.0)
RATE, DEARER, LATER = "desktop of 4 vCPU", 45.0, 41.0
_RATES = {price.part: price.amount for price in BESIDE.prices}


@pytest.fixture(scope="module")
def book(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("services") / "book.xlsx"
    path.write_bytes(build(BESIDE))
    return path


def cell_of(book: Path, sheet: str, text: str, column: str) -> str:
    """The cell of the row that begins with a text, in the column with this header."""
    rows = list(sheets(book, sheet)[sheet].iter_rows())
    header = next(row for row in rows if column in [cell.value for cell in row])
    at = next(cell.column for cell in header if cell.value == column)
    row = next(row[0].row for row in rows if text in [cell.value for cell in row[:2]])
    return f"{get_column_letter(at)}{row}"


def test_check_passes_a_service_and_names_a_rate_that_is_typed_over_its_formula(
    book: Path, tmp_path: Path, capsys: Text
) -> None:
    assert main(["check", str(book), "--json"]) == DONE
    assert json.loads(capsys.readouterr().out)["findings"] == []
    spoilt = tmp_path / "spoilt.xlsx"
    spoilt.write_bytes(book.read_bytes())
    rows = sheets(book, "Cost", values=True)["Cost"].iter_rows()
    monthly = next(cell.coordinate for row in rows for cell in row if cell.value == _RATES[RATE])
    edited(spoilt, number(f"Cost!{monthly}", 4711.0))
    assert main(["check", str(spoilt)]) == DIFFERENT
    assert f"Cost!{monthly}: a number typed over a formula: found 4711" in capsys.readouterr().out


def test_diff_says_what_a_dearer_rate_adds_to_the_service_alone(book: Path, tmp_path: Path, capsys: Text) -> None:
    prices = tuple(replace(price, amount=DEARER) if price.part == RATE else price for price in BESIDE.prices)
    other = tmp_path / "dearer.xlsx"
    other.write_bytes(build(replace(BESIDE, prices=prices)))
    assert main(["diff", str(book), str(other), "--json"]) == DIFFERENT
    told = json.loads(capsys.readouterr().out)
    (moved,) = told["inputs"]
    assert (moved["sheet"], moved["old"], moved["new"]) == ("Prices", "38", "45")
    assert sheets(other, "Prices")["Prices"][moved["cell"]].value == DEARER
    # 600 users, sixty months of 7 EUR more, over 660 users
    assert moved["eur per user over the years"][CLOUD]["moved"] == pytest.approx(600 * 60 * 7 / 660)
    assert moved["eur per user over the years"].keys() == {CLOUD}
    assert {name: list(results) for name, results in told["results"].items()} == {
        OWN: [], CLOUD: ["total_eur_per_user"], ONE_SIZE: []}  # fmt: skip


@pytest.mark.everything
def test_upgrade_keeps_a_service_its_months_and_what_is_typed_in_them(book: Path, tmp_path: Path, capsys: Text) -> None:
    old, new = tmp_path / "old.xlsx", tmp_path / "new.xlsx"
    old.write_bytes(book.read_bytes())
    edited(old, number(f"Prices!{cell_of(book, 'Prices', RATE, 'price')}", LATER))
    capsys.readouterr()
    assert main(["upgrade", str(old), "-o", str(new), "--json"]) == DONE
    told = json.loads(capsys.readouterr().out)
    assert (told["kept"], told["not kept"]) == ([], [])
    scenario = read(new)
    assert [design.block_kind for design in scenario.designs] == ["cluster", "service", "service"]
    assert [design.name for design in scenario.designs] == [OWN, CLOUD, ONE_SIZE]
    assert scenario.bill == BESIDE.bill
    assert {price.part: price.amount for price in scenario.prices}[RATE] == LATER
    assert audit(new).differences == []
