"""On Designs each number that is measured has its source directly below it, folded where nobody needs it."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from tests.built import file_of, shared_book

from vdi_sizing.scenario import BOOT_TIME, FOURTH_PHASE, THROUGHPUT
from vdi_templates.examples import fujitsu
from vdi_templates.reading.reader import read
from vdi_templates.workbook.book import LINE_POINTS, Book
from vdi_templates.workbook.design_inputs import design_sections


def folded(book: Book) -> set[str]:
    looks = book.worksheet("Designs").row_dimensions
    return {name for name, row in book.layout.design_rows.items() if getattr(looks[row], "folded", False)}


def test_each_source_stands_below_its_number() -> None:
    rows = shared_book(fujitsu()).layout.design_rows
    sources = [name for name in rows if name.endswith("_source")]
    assert len(sources) == 13
    assert {name: rows[name] - rows[name.removesuffix("_source")] for name in sources} == dict.fromkeys(sources, 1)


def test_a_source_that_nobody_needs_is_folded() -> None:
    book = shared_book(fujitsu())
    shown = {"measured_vms_source", "measured_iops_per_vm_source"}
    sources = {name for name in book.layout.design_rows if name.endswith("_source")}
    assert folded(book) & sources == sources - shown
    scenario = fujitsu()
    first = replace(scenario.designs[0], usable_iops=500.0)
    changed = shared_book(replace(scenario, designs=(first, *scenario.designs[1:])))
    assert folded(book) - folded(changed) == {"usable_iops", "usable_iops_source"}


def test_an_input_for_experts_is_folded_until_a_design_uses_it() -> None:
    scenario = fujitsu()
    experts = {name for section in design_sections() for name, field in section.inputs.items() if field.expert}
    for_all = {"name", "case", "kit", "block", "bays", "tier1_drive", "tier1_raid", "tier1_drives", "tier3_drive"}
    book = shared_book(scenario)
    hidden = folded(book)
    assert {"host_ram_gib", "gpus", "usable_gb", "skew", "tier1_rebuild_drives", "tier3_raid", "cache_raid"} <= hidden
    assert {THROUGHPUT, BOOT_TIME, FOURTH_PHASE} <= hidden, "the heading of a section goes with the last of its rows"
    assert not for_all & hidden
    left = {name for name in hidden if not name.endswith("_source")} - {THROUGHPUT, BOOT_TIME, FOURTH_PHASE}
    assert {name for name in left if not name.startswith(("tier3_", "cache_"))} <= experts
    used = replace(scenario.designs[0], host_cores=2.0)
    changed = shared_book(replace(scenario, designs=(used, *scenario.designs[1:])))
    assert folded(book) - folded(changed) == {"host_cores"}


def test_a_long_source_has_room_in_its_own_cell() -> None:
    book = shared_book(fujitsu())
    ws, row = book.worksheet("Designs"), book.layout.design_rows["measured_vms_source"]
    assert ws[f"{book.layout.column(0)}{row}"].alignment.wrap_text
    assert (ws.row_dimensions[row].height or 0) > 2 * LINE_POINTS


def test_sources_are_read_again(tmp_path: Path) -> None:
    path = tmp_path / "book.xlsx"
    path.write_bytes(file_of(shared_book(fujitsu())))
    assert read(path).designs == fujitsu().designs
