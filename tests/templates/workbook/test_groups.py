"""Profiles by drop-down: what is typed into the workbook alone, LibreOffice and the library make the same of it."""

from __future__ import annotations

import io
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from openpyxl import load_workbook
from tests.built import file_of, shared_book
from tests.edited import edited
from tests.gate.office import CellValue, Office
from tests.templates.audit.test_baseline import made, with_entries
from tests.templates.engines import counts_moves, mismatches
from tests.templates.made import made_for
from tests.tiers import DRAWN

from vdi_sizing.model.sizing import size
from vdi_sizing.scenario import PER_STORE, Scenario, UserGroup
from vdi_sizing.tables.deliveries import Delivery
from vdi_sizing.tables.profiles import PER_VM, PROFILES, Profile
from vdi_templates.audit.check import audit
from vdi_templates.audit.finding import Level
from vdi_templates.audit.moves import moved_inputs
from vdi_templates.examples import today
from vdi_templates.languages.translation import GERMAN
from vdi_templates.reading.file import load
from vdi_templates.reading.reader import Reader, read
from vdi_templates.workbook.book import Made
from vdi_templates.workbook.brand import Brand
from vdi_templates.workbook.build import build, build_book
from vdi_templates.workbook.layout import FIRST_ROW, GROUP_ROWS_STEP, HEADER_ROW
from vdi_templates.workbook.tables import NAMES_OF_DELIVERIES, NAMES_OF_PROFILES, USERS

MCS, OLDER = "Windows 11 knowledge worker, MCS", "Windows 10 knowledge worker, MCS"
START = replace(today(), groups=(UserGroup("start", "office", 100, profile=MCS),))
SHARED = "Multi-session knowledge worker, Windows Server 2022, MCS"
PVS, STORE = "PVS with RAM cache and overflow, desktop", "Profile store: FSLogix, Microsoft guideline"
OWN_ROW = FIRST_ROW + len(PROFILES)
OWN = Profile("own, measured", steady_iops=7.25, steady_read_share=0.3, login_iops=21.0, login_read_share=0.4,
              ram_gib=4.0, vcpus=2.0, swap_gb=1.5)  # fmt: skip
STORED = ("store IOPS", "store login IOPS", "store GB")
TYPED: Mapping[str, CellValue] = {
    "Users!A7": "sales", "Users!B7": "office", "Users!C7": 300.0, "Users!D7": 0.8, "Users!E7": OLDER.upper(),
    "Users!M7": 8.0, "Users!P7": 0.0, "Users!T7": PVS.upper(), "Users!U7": 0.5, "Users!W7": STORE, "Users!AA7": 40.0,
    "Users!A9": "plant", "Users!B9": "office", "Users!C9": 40.0, "Users!D9": 1.0, "Users!E9": OWN.name, "Users!F9": 4.0,
    "Users!A10": "shared", "Users!B10": "day", "Users!C10": 250.0, "Users!D10": 1.0, "Users!E10": SHARED.upper(),
    "Users!F10": 16.0, "Users!M10": 64.0, "Users!T10": "Instant clone", "Users!W10": STORE.upper(),
    **dict(zip((f"Profiles!{c}{OWN_ROW}" for c in "AEGHIMNP"),
               (OWN.name, 7.25, 0.3, 21.0, 0.4, 4.0, 2.0, 1.5), strict=True)),
}  # fmt: skip
"""More groups: RAM and GB of its own, a profile of one's own, users who share VMs; a row between stays blank."""
MEANT = replace(
    START,
    groups=(
        *START.groups,
        UserGroup(
            "sales",
            "office",
            300,
            0.8,
            OLDER.upper(),
            ram_gib=8,
            delta_gb=0,
            delivery=PVS.upper(),
            cache_ram_gib=0.5,
            store_profile=STORE,
            store_gb=40,
        ),
        UserGroup("plant", "office", 40, 1.0, OWN.name, 4),
        UserGroup(
            "shared",
            "day",
            250,
            1.0,
            SHARED.upper(),
            16,
            ram_gib=64,
            delivery="Instant clone",
            store_profile=STORE.upper(),
        ),
    ),
    profiles=(*PROFILES, OWN),
)


def test_a_drop_down_of_all_profiles_and_rows_ready_for_eight_groups(tmp_path: Path) -> None:
    path = made(tmp_path, START)
    ws = load(path, values=False, only=("Users",))["Users"]
    rules = [(rule.formula1, str(rule.sqref)) for rule in ws.data_validations.dataValidation]
    for names, column in ((NAMES_OF_PROFILES, "E"), (NAMES_OF_DELIVERIES, "T"), (NAMES_OF_PROFILES, "W")):
        assert (names, f"{column}{FIRST_ROW}:{column}{FIRST_ROW + 8}") in rules
    assert USERS.spare_rows >= 8
    assert [row.name for row in read(path).profiles] == [row.name for row in PROFILES]


@pytest.mark.everything(DRAWN)
def test_typed_into_an_open_workbook_they_are_what_the_library_makes_of_them(office: Office, tmp_path: Path) -> None:
    path = made(tmp_path, START)
    office.load(path)
    office.set(TYPED)
    values = office.recalculate()
    rows = {"groups": [1, 2, 4, 5], "profiles": list(range(1, len(MEANT.profiles) + 1))}
    rows |= {
        name: list(range(1, len(getattr(MEANT, name)) + 1))
        for name in (
            "deliveries",
            "kits",
            "kit_parts",
            "drives",
            "raid_levels",
            "metrics",
            "gpu_cards",
            "processors",
            "prices",
            "bill",
            "named_changes",
        )
    }
    book = build_book(size(MEANT), table_rows=rows, made=made_for(START))
    different = [str(each.cell) for each in mismatches(book, values)]
    assert [cell for cell in different if not (counts_moves(book, cell) or cell.startswith("Report!A"))] == []
    sales, plant = (values["Groups"][f"K{row}"] for row in (7, 9))
    reads, writes = 35.1 * 0.51 * 0.22, 35.1 * 0.49 * 1.4
    assert sales == pytest.approx(reads + writes)
    assert values["Groups"]["L7"] == pytest.approx(reads / (reads + writes))
    assert (plant, values["Groups"]["T7"], values["Groups"]["V7"]) == (7.25, 8.5, 0)
    assert values["Groups"]["K10"] == pytest.approx(16 * 18.9)  # no source says what an instant clone lets through
    in_columns = {str(cell.value): cell.coordinate for cell in book.worksheet("Groups")[HEADER_ROW]}
    of_store = [[values["Groups"][in_columns[name][:-1] + row] for name in STORED] for row in ("7", "10")]
    assert of_store == [[10, 50, 40], [16 * 10, 16 * 50, 16 * 30]]
    assert [values["Groups"][in_columns["to measure"][:-1] + row] for row in ("7", "10")] == ["", "I/O"]
    assert book.sizing.designs[0]["last_desktop_shared"] == "plant"
    assert read(edited(path, TYPED)).groups == MEANT.groups


@pytest.mark.everything
def test_what_was_typed_is_read_again_from_what_libreoffice_saves(office: Office, tmp_path: Path) -> None:
    """In the gate test_few_cells.py does so."""
    office.load(made(tmp_path, START), whole=True)
    office.set(TYPED)
    assert read(office.save(tmp_path / "saved.xlsx")).groups == MEANT.groups


def test_a_blank_row_says_and_costs_nothing(office: Office, tmp_path: Path) -> None:
    values = office.load(made(tmp_path, START))
    for row in range(FIRST_ROW + 1, FIRST_ROW + GROUP_ROWS_STEP):
        shown = {values["Groups"][f"{column}{row}"] for column in "BCDJKLMNOPQRSTUVWXY"}
        assert (shown, [values["Groups"][f"{column}{row}"] for column in "EFGHI"]) == ({""}, [0] * 5)


@pytest.mark.parametrize("groups", [GROUP_ROWS_STEP - 1, GROUP_ROWS_STEP, 3 * GROUP_ROWS_STEP])
def test_every_group_has_its_row(groups: int) -> None:
    many = tuple(replace(START.groups[0], name=f"group {at}") for at in range(groups))
    book = shared_book(replace(START, groups=many))
    assert book.layout.group_rows > groups
    assert book.cached["Groups"][f"B{FIRST_ROW + groups - 1}"] == f"group {groups - 1}"


@pytest.mark.everything
def test_more_groups_than_rows_are_an_error_and_not_forgotten(office: Office, tmp_path: Path) -> None:
    office.load(made(tmp_path, START))
    for _ in range(GROUP_ROWS_STEP):
        office.insert_row("Users", FIRST_ROW + 1)
    last = FIRST_ROW + GROUP_ROWS_STEP
    late: tuple[CellValue, ...] = ("late", "office", 5.0, 1.0, MCS)
    office.set({f"Users!{column}{last}": value for column, value in zip("ABCDE", late, strict=True)})
    values = office.recalculate("Checks")["Checks"]
    assert values["D5"] == "Checks: ERRORS"


def test_an_audit_names_a_profile_that_was_changed_and_a_figure_typed_over_what_a_group_asks_for(
    tmp_path: Path,
) -> None:
    row = next(at for at, each in enumerate(PROFILES, start=FIRST_ROW) if each.name == MCS)
    seen = audit(with_entries(made(tmp_path, START), (f"Profiles!E{row}", 20), ("Groups!H6", 20)))
    assert seen.baseline is not None
    (move,) = moved_inputs(seen.baseline.scenario, seen.sizing.scenario)
    assert move.words == f"Profiles, {MCS}, steady IOPS: 38.4 IOPS -> 20 IOPS"
    assert any((each.level, each.sheet, each.cell) == (Level.ANSWER, "Groups", "H6") for each in seen.differences)


@pytest.mark.everything
def test_a_workbook_with_profiles_is_as_shipped_when_it_is_read_again(tmp_path: Path) -> None:
    own = Delivery("own, measured", steady_reads=0.5, steady_writes=0.8, image_share=0.1, cache_ram_gib=1)
    meant = replace(MEANT, deliveries=(*MEANT.deliveries, own))
    path = made(tmp_path, meant)
    assert audit(path).findings == []
    back: Scenario = Reader(path, inputs_only=True).scenario()
    assert (back.groups, back.deliveries[-1], build(back)) == (MEANT.groups, own, path.read_bytes())


@pytest.mark.parametrize("language", [None, GERMAN])
def test_only_what_a_name_fills_in_is_green(language: str | None) -> None:
    """The look finds by its header what counts on Groups, and there no boot IOPS stand, which the profile lacks."""
    made_in = Made(brand=Brand(language=language))
    book = load_workbook(io.BytesIO(file_of(shared_book(START, made=made_in))))
    users: Any = book["Users"]
    groups: Any = book["Groups"]
    labels = {field.label: at for at, field in enumerate(USERS.columns.values(), start=1)}
    on_groups = {cell.value: cell.column_letter for cell in groups[HEADER_ROW]}
    for label in (*(field.label for field in PER_VM.values()), *(field.label for field in PER_STORE.values())):
        header = users.cell(HEADER_ROW, labels[label])
        assert header.value in on_groups
        rules = [
            rule.formula[0]
            for cells in users.conditional_formatting
            if f"{header.column_letter}{FIRST_ROW}" in cells.cells
            for rule in cells.rules
        ]
        assert any("INDEX(group_figures,ROW()-" in rule and '<>"")' in rule for rule in rules), label
    assert book.defined_names["group_figures"].attr_text.startswith(f"Groups!$A${FIRST_ROW}:")
    counted = shared_book(START, made=made_in).cached["Groups"]
    letters = {label: on_groups[users.cell(HEADER_ROW, labels[label]).value] for label in ("steady IOPS", "boot IOPS")}
    assert counted[f"{letters['steady IOPS']}{FIRST_ROW}"] == 38.4
    assert counted[f"{letters['boot IOPS']}{FIRST_ROW}"] in (None, "")
