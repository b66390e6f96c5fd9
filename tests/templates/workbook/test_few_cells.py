"""A case by kits, typed into an open workbook: how few cells it takes, and that the library makes the same of it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

import pytest
from openpyxl.utils import get_column_letter
from tests.built import build, shared_book
from tests.gate.office import CellValue, Office
from tests.templates.audit.test_baseline import made
from tests.templates.engines import counts_moves, errors, input_cells_of, mismatches
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
from vdi_templates.workbook.layout import FIRST_ROW, MAX_DESIGNS, layout_of

START = by_kits()
LAYOUT = layout_of(START)
PARTS = [price.part for price in START.prices]
DELTA = get_column_letter(1 + list(inputs_of(UserGroup)).index("delta_gb"))
RAM, VCPUS = (get_column_letter(1 + list(inputs_of(UserGroup)).index(name)) for name in ("ram_gib", "vcpus"))
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


@pytest.mark.everything
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


@pytest.mark.everything("Its customer of 45 cells is looked at after six of them.")
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


FOUR = ("Storage Spaces Direct cluster", "Hybrid array, hosts beside it", "HDD array, hosts beside it")
"""The kits of four designs but for the last, which is a column that was free."""
ALL_FLASH = "All-flash array, hosts beside it"
NVME = "Solidigm D7-PS1010 3.84 TB"
DEALER: Mapping[str, float] = {
    "host": 21800.0, "Windows Server Datacenter licence": 6900.0, "hypervisor licence": 6900.0, "hybrid array": 18500.0,
    "MZ7L31T9HBLT": 395.0, "HGST Ultrastar C15K600 600 GB": 289.0, "disk array": 9800.0, "flash array": 64500.0,
    "shelf": 2900.0, "licence": 310.0, "project": 54000.0,
}  # fmt: skip


def design_cell(name: str, at: int) -> str:
    """Where an input of a design is typed."""
    return f"Designs!{LAYOUT.column(at)}{LAYOUT.design_rows[name]}"


def setting_cell(name: str) -> str:
    return f"Settings!D{LAYOUT.settings_rows[name]}"


def customer() -> dict[str, CellValue]:
    """1,200 in the office, 300 in a call centre in shifts and 50 with CAD; four designs, and a dealer's prices."""
    row = FIRST_ROW
    first: dict[str, CellValue] = {
        f"Users!C{row}": 1200.0, design_cell("kit", 0): FOUR[0], design_cell("kit", 1): FOUR[1],
        design_cell("kit", 2): FOUR[2], design_cell("name", 3): "All-flash array", design_cell("kit", 3): ALL_FLASH,
    }  # fmt: skip
    users: dict[str, CellValue] = {
        f"Users!A{row}": "office", f"Users!D{row}": 0.85,
        f"Users!A{row + 1}": "call centre, in shifts", f"Users!B{row + 1}": "office", f"Users!C{row + 1}": 300.0,
        f"Users!D{row + 1}": 0.7, f"Users!E{row + 1}": PROFILE, f"Users!{DELTA}{row + 1}": 20.0,
        f"Users!A{row + 2}": "CAD", f"Users!B{row + 2}": "office", f"Users!C{row + 2}": 50.0, f"Users!D{row + 2}": 1.0,
        f"Users!E{row + 2}": PROFILE, f"Users!{RAM}{row + 2}": 24.0, f"Users!{VCPUS}{row + 2}": 6.0,
        f"Users!{DELTA}{row + 2}": 100.0,
    }  # fmt: skip
    names: dict[str, CellValue] = {
        design_cell("name", at): name for at, name in enumerate(("NVMe cluster", "Hybrid array", "HDD array"))
    }
    drives: dict[str, CellValue] = {design_cell("tier1_drive", at): NVME for at in (0, 3)}
    said: dict[str, CellValue] = {
        setting_cell("customer"): "Example AG", setting_cell("price_date"): 46346.0,
        setting_cell("price_source"): "offer 4711",
    }  # fmt: skip
    own = FIRST_ROW + len(PARTS)
    of_drive: dict[str, CellValue] = {
        f"Prices!A{own}": START.prices[0].price_list, f"Prices!B{own}": NVME, f"Prices!{AMOUNT}{own}": 1180.0,
    }  # fmt: skip
    prices = {price_cell(part): eur for part, eur in DEALER.items()}
    return {**first, **users, **names, **drives, **said, **of_drive, **prices}


def by_design(values: Mapping[str, Mapping[str, CellValue]], name: str) -> list[CellValue]:
    """What the sheets say of the four designs."""
    sheet, row = LAYOUT.line_rows[name]
    return [values[sheet].get(f"{LAYOUT.column(at)}{row}") for at in range(4)]


def test_a_customer_with_four_designs_and_a_dealers_prices_takes_at_most_45_cells(
    office: Office, tmp_path: Path
) -> None:
    """Hosts, drives and what binds stand there after six of them, and EUR as soon as the parts have prices."""
    typed = customer()
    made_of = tmp_path / "made.xlsx"
    made_of.write_bytes(build(START, MAX_DESIGNS))
    start = shared_book(START, columns=MAX_DESIGNS)
    assert set(typed) <= set(input_cells_of(start))
    office.load(made_of, whole=True)
    office.set(dict(list(typed.items())[:6]))
    after_six = office.after_typing("Sizing")
    assert [isinstance(number, float) and number > 0 for number in by_design(after_six, "drives_total")] == [True] * 4
    assert all(by_design(after_six, "binding_name"))
    assert by_design(after_six, "eur_per_user") == ["no price"] * 4
    office.set(typed)
    values = office.recalculate()
    assert errors(values) == []
    assert by_design(values, "errors") == [0.0] * 4
    assert values["Checks"]["D5"] == "Checks: passed, with warnings"
    assert by_design(values, "less_asked") == ["none"] * 4
    assert by_design(values, "check_price_sourced") == by_design(values, "check_price_dated") == [1.0] * 4
    assert all(isinstance(eur, float) and eur > 0 for eur in by_design(values, "eur_per_user"))
    assert "is the cheapest design that exceeds no limit (no target is set)" in str(values["Report"]["A5"])
    moved = start.variants.moved_cell.replace("$", "").split("!")
    assert values[moved[0]][moved[1]] == len(typed) <= 45  # which the workbook counts: inputs that are not as made
    by_library = size(read(office.save(tmp_path / "saved.xlsx"))).designs
    assert [sized["eur_per_user"] for sized in by_library] == pytest.approx(by_design(values, "eur_per_user"))


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
