"""Kits by drop-down: what is typed into the workbook alone, LibreOffice and the library make the same of it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

import pytest
from openpyxl.utils import get_column_letter
from tests.built import shared_book
from tests.edited import edited
from tests.gate.office import CellValue, Office
from tests.templates.audit.test_baseline import made, with_entries
from tests.templates.engines import counts_moves, mismatches
from tests.templates.made import made_for
from tests.tiers import DRAWN

from vdi_sizing.inputs import inputs_of
from vdi_sizing.scenario import BY_RULE, KITS, Design, Kit, Tier
from vdi_sizing.scenario.designs import LEFT
from vdi_templates.audit.check import audit
from vdi_templates.audit.finding import Level
from vdi_templates.audit.moves import moved_inputs
from vdi_templates.examples import today
from vdi_templates.reading.file import load
from vdi_templates.reading.reader import read
from vdi_templates.workbook.build import build
from vdi_templates.workbook.layout import BUILDS, FIRST_ROW, Layout, layout_of
from vdi_templates.workbook.tables import NAMES_OF_KITS

NVME, VSAN = "NVMe server, local", "vSAN cluster"
START = replace(
    today(),
    designs=(Design("NVMe", "office", kit=NVME), Design("vSAN", "office", kit=VSAN), Design("own", "office", kit=NVME)),
    bill=(),
)
LAYOUT: Layout = layout_of(START)
OWN_ROW = FIRST_ROW + len(KITS)
OWN = Kit("own, as offered", block_kind="server", ram_gib=768.0, bays=10.0, tier1_drive="Samsung PM893 1.92 TB",
          tier1_raid="RAID 10")  # fmt: skip


def typed(design: int, name: str) -> str:
    """The cell of Designs in which an input is typed."""
    return f"Designs!{LAYOUT.column(design)}{LAYOUT.design_rows[name]}"


def in_use(design: int, name: str) -> str:
    """The cell of Builds in which it counts."""
    return f"{LAYOUT.column(design)}{LAYOUT.build_rows[name]}"


TYPED: Mapping[str, CellValue] = {
    **{f"Kits!{get_column_letter(at)}{OWN_ROW}": value
       for at, name in enumerate(inputs_of(Kit), start=1) if (value := getattr(OWN, name)) is not None},
    typed(1, "kit"): VSAN.upper(), typed(1, "host_ram_gib"): 0.0, typed(1, "tier1_derating"): 0.7,
    typed(2, "kit"): OWN.name, typed(2, "tier1_drive"): "Samsung PM893 3.84 TB",
}  # fmt: skip
"""A kit of one's own; a 0 and a share typed over the cluster's kit, and another drive over one's own."""
MEANT = replace(
    START,
    designs=(
        START.designs[0],
        Design("vSAN", "office", (Tier(derating=0.7, rebuild_drives=LEFT),), kit=VSAN.upper(), host_ram_gib=0),
        Design("own", "office", (Tier("Samsung PM893 3.84 TB", derating=LEFT, rebuild_drives=LEFT),), kit=OWN.name),
    ),
    kits=(*KITS, OWN),
)


def test_a_drop_down_of_all_kits(tmp_path: Path) -> None:
    path = made(tmp_path, START)
    ws = load(path, values=False, only=("Designs",))["Designs"]
    (rule,) = (rule for rule in ws.data_validations.dataValidation if rule.formula1 == NAMES_OF_KITS)
    row = LAYOUT.design_rows["kit"]
    assert str(rule.sqref) == f"D{row}:F{row}"
    assert row == LAYOUT.design_rows["name"] + 2
    assert [kit.name for kit in read(path).kits] == [kit.name for kit in KITS]


@pytest.mark.everything(DRAWN)
def test_typed_into_an_open_workbook_it_is_what_the_library_makes_of_it(office: Office, tmp_path: Path) -> None:
    path = made(tmp_path, START)
    office.load(path)
    office.set(TYPED)
    values = office.recalculate()
    book = shared_book(MEANT, made=made_for(START))
    different = [str(each.cell) for each in mismatches(book, values)]
    assert [cell for cell in different if not (counts_moves(book, cell) or cell.startswith("Report!A"))] == []
    counts = values[BUILDS]
    assert [counts[in_use(1, name)] for name in ("block_kind", "host_ram_gib", "host_cores", "tier1_derating")] == [
        "cluster", 0, 6, 0.7,
    ]  # fmt: skip
    named = ("ram_gib", "cores", "tier1_drive", "tier1_raid", "tier1_derating")
    assert [counts[in_use(2, name)] for name in named] == [768, "", "Samsung PM893 3.84 TB", "RAID 10", 1]
    assert read(edited(path, TYPED)).designs == MEANT.designs


@pytest.mark.everything
def test_what_was_typed_is_read_again_from_what_libreoffice_saves(office: Office, tmp_path: Path) -> None:
    """And passes the check; in the gate test_few_cells.py does so."""
    office.load(made(tmp_path, START), whole=True)
    office.set(TYPED)
    office.recalculate()
    saved = office.save(tmp_path / "saved.xlsx")
    assert read(saved).designs == MEANT.designs
    assert [each for each in audit(saved).differences if each.level is Level.ANSWER] == []


def test_a_kit_cleared_leaves_what_is_typed(office: Office, tmp_path: Path) -> None:
    office.load(made(tmp_path, START))
    office.set({typed(0, "kit"): None, typed(0, "ram_gib"): 256.0})
    values = office.recalculate(BUILDS, "Checks")
    counts = [values[BUILDS][in_use(0, name)] for name in ("block_kind", "ram_gib", "bays", "tier1_drive")]
    assert counts == ["server", 256, "", ""]
    assert values["Checks"]["D5"] == "Checks: ERRORS"  # it has no drive, and no number of VMs


def test_an_audit_names_a_kit_that_was_changed_and_a_figure_typed_over_what_counts(tmp_path: Path) -> None:
    over = in_use(1, "ram_gib")
    seen = audit(with_entries(made(tmp_path, START), (f"Kits!D{FIRST_ROW}", 512), (f"{BUILDS}!{over}", 20)))
    assert seen.baseline is not None
    (move,) = moved_inputs(seen.baseline.scenario, seen.sizing.scenario)
    assert move.words == f"Kits, {NVME}, RAM per block: 1024 GiB -> 512 GiB"
    assert any((each.level, each.sheet, each.cell) == (Level.ANSWER, BUILDS, over) for each in seen.differences)


@pytest.mark.everything
def test_a_workbook_with_kits_is_as_shipped_when_it_is_read_again(tmp_path: Path) -> None:
    path = made(tmp_path, MEANT)
    assert audit(path).findings == []
    back = read(path)
    assert (back.designs, build(back)) == (MEANT.designs, path.read_bytes())


def test_without_a_kit_what_counts_is_what_is_typed() -> None:
    book = shared_book(today())
    for name, row in book.layout.build_rows.items():
        if name in book.layout.design_rows and name != "kit" and f"D{row}" in book.cached[BUILDS]:
            held = book.worksheet("Designs")[f"D{book.layout.design_rows[name]}"].value
            said = BY_RULE[name].blank if held is None and name in BY_RULE else held
            assert book.cached[BUILDS][f"D{row}"] == ("" if said is None else said)
