"""A case by kits, typed into an open workbook: how few cells it takes, and that the library makes the same of it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

import pytest
from openpyxl.utils import get_column_letter
from tests.built import shared_book
from tests.gate.office import CellValue, Office
from tests.templates.audit.test_baseline import made
from tests.templates.engines import counts_moves, errors, mismatches
from tests.templates.made import made_for

from vdi_addin.comparison import compare
from vdi_sizing.inputs import inputs_of
from vdi_sizing.model.sizing import size
from vdi_sizing.scenario import BillRow, UserGroup
from vdi_sizing.tables.price_lists import Price
from vdi_templates.audit.check import audit
from vdi_templates.audit.finding import Level
from vdi_templates.examples import by_kits
from vdi_templates.examples.today import PROFILE
from vdi_templates.reading.reader import read
from vdi_templates.workbook.build import build_book
from vdi_templates.workbook.layout import FIRST_ROW, layout_of

START = by_kits()
LAYOUT = layout_of(START)
PARTS = [price.part for price in START.prices]
DELTA = get_column_letter(1 + list(inputs_of(UserGroup)).index("delta_gb"))
AMOUNT = "ABCDEFGH"[list(inputs_of(Price)).index("amount")]
EUR = {
    "server": 9000.0, "host": 9500.0, "array": 15000.0, "MZQL23T8HCLS": 700.0, "HGST Ultrastar C15K600 600 GB": 190.0,
    "hypervisor licence": 2500.0, "vSAN licence": 3000.0, "licence": 80.0, "project": 5000.0,
}  # fmt: skip
"""Invented, as any price here: a customer's own would stand in their place."""
GROUPS = (
    replace(START.groups[0], name="sales", vms=300.0),
    UserGroup("call centre", "office", 140, 0.9, "Windows 11 knowledge worker, PVS", delta_gb=20),
    UserGroup("development", "office", 60, 1.0, PROFILE, delta_gb=20),
)
NAMES = ("NVMe by us", "vSAN by us", "Array by us")
KITS = ("NVMe server, local", "vSAN cluster", "HDD array")


def price_cell(part: str) -> str:
    """Where the price of a part is typed: its row stands ready."""
    return f"Prices!{AMOUNT}{FIRST_ROW + PARTS.index(part)}"


def case() -> Mapping[str, CellValue]:
    """Three groups, three designs and nine prices, as they are typed."""
    cells: dict[str, CellValue] = {"Users!A6": "sales", "Users!C6": 300.0}
    for row, group in enumerate(GROUPS[1:], start=FIRST_ROW + 1):
        values: tuple[CellValue, ...] = (group.name, group.case, group.vms, group.concurrency, group.profile)
        cells |= {f"Users!{letter}{row}": value for letter, value in zip("ABCDE", values, strict=True)}
        cells[f"Users!{DELTA}{row}"] = group.delta_gb
    for at, (name, kit) in enumerate(zip(NAMES, KITS, strict=True)):
        column = LAYOUT.column(at)
        cells |= {f"Designs!{column}{LAYOUT.design_rows['name']}": name}
        cells |= {f"Designs!{column}{LAYOUT.design_rows['kit']}": kit}
    return cells | {price_cell(part): eur for part, eur in EUR.items()}


def test_three_groups_three_designs_and_nine_prices_take_at_most_30_cells(office: Office, tmp_path: Path) -> None:
    typed = case()
    assert len(EUR) == 9
    assert len(typed) <= 30
    office.load(made(tmp_path, START), whole=True)
    office.set(typed)
    values = office.recalculate()
    assert errors(values) == []
    prices = tuple(replace(price, amount=EUR.get(price.part)) for price in START.prices)
    designs = tuple(replace(design, name=name) for design, name in zip(START.designs, NAMES, strict=True))
    meant = replace(START, groups=GROUPS, designs=designs, prices=prices)
    sizing = size(meant)
    book = build_book(sizing, made=made_for(START))
    different = [str(each.cell) for each in mismatches(book, values)]
    assert [cell for cell in different if not (counts_moves(book, cell) or cell.startswith("Report!A"))] == []
    for sized in sizing.designs:
        assert sized.block.priced
        assert sized["eur_per_user"] > 0
    assert any(name in str(sizing.designs[0]["recommendation"]) for name in NAMES)
    saved = office.save(tmp_path / "saved.xlsx")
    assert read(saved).designs == designs
    assert [each for each in audit(saved).differences if each.level is Level.ANSWER] == []


def test_the_first_eur_take_at_most_six_cells(office: Office, tmp_path: Path) -> None:
    typed: dict[str, CellValue] = {"Users!C6": 250.0}
    typed |= {
        price_cell(part): EUR[part] for part in ("server", "MZQL23T8HCLS", "hypervisor licence", "licence", "project")
    }
    assert len(typed) <= 6
    office.load(made(tmp_path, START))
    office.set(typed)
    values = office.recalculate("Sizing")["Sizing"]
    eur = values[LAYOUT.render("{eur_per_user}", 0, "Sizing")[1:]]
    assert isinstance(eur, float)
    assert eur > 0


def test_a_row_of_the_bill_takes_the_place_of_what_the_kit_brings(office: Office, tmp_path: Path) -> None:
    office.load(made(tmp_path, START))
    own: tuple[CellValue, ...] = ("NVMe", "server", 2.0, "block")
    office.set({f"Bill!{letter}6": value for letter, value in zip("ABCD", own, strict=True)})
    values = office.recalculate()
    meant = replace(START, bill=(BillRow("NVMe", "server", 2),))
    book = shared_book(meant, made=made_for(START))
    different = [str(each.cell) for each in mismatches(book, values)]
    assert [cell for cell in different if not (counts_moves(book, cell) or cell.startswith("Report!A"))] == []
    block = LAYOUT.cost_blocks[0]
    assert [values["Cost"][f"A{row}"] for row in (block.first_row, block.first_row + 1)] == [1, 0]
    by_kit = values["Cost"][f"A{LAYOUT.cost_blocks[1].first_row}"]
    assert isinstance(by_kit, float)
    assert by_kit < 0


@pytest.mark.everything
def test_compare_keeps_a_case_by_kits(office: Office, tmp_path: Path) -> None:
    office.load(made(tmp_path, START), whole=True)
    office.set(case())
    office.recalculate()
    compared = tmp_path / "compared.xlsx"
    compared.write_bytes(compare(office.save(tmp_path / "saved.xlsx")).workbook)
    assert [design.kit for design in read(compared).designs] == list(KITS)
    assert read(compared).bill == ()
    assert audit(compared).differences == []
