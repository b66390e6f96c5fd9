"""Shelves in the workbook: both engines count, bill and power them, and the file is read again."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from tests.built import file_of, shared_book
from tests.gate.office import Office
from tests.templates.engines import cell_of, errors, input_cells_of, mismatches, value_in
from tests.templates.made import made_for

from vdi_sizing.model.sizing import size
from vdi_sizing.scenario import Scenario
from vdi_templates.examples import customer
from vdi_templates.reading.reader import read

AT = 2
"""The hybrid array of the example, with 240 bays."""


def grown(base: float | None = 24.0, shelf: float | None = 24.0, watts: float | None = 150.0) -> Scenario:
    """The example with shelves of one array as asked, and kits that say none."""
    made = customer()
    array = replace(made.designs[AT], base_bays=base, shelf_bays=shelf, shelf_watts=watts)
    kits = tuple(replace(kit, base_bays=None, shelf_bays=None) for kit in made.kits)
    return replace(made, designs=(*made.designs[:AT], array, *made.designs[AT + 1 :]), kits=kits)


def test_the_engines_agree_on_shelves_and_the_file_is_read_again(tmp_path: Path, office: Office) -> None:
    first = grown()
    path = tmp_path / "book.xlsx"
    path.write_bytes(file_of(shared_book(first)))
    assert (read(path).bill, read(path).designs[AT].base_bays) == (first.bill, 24)
    assert size(first).designs[AT]["shelves"] > 0
    office.load(path)
    for scenario in (first, grown(base=0.0, shelf=12.0, watts=None), grown(base=None, shelf=None)):
        book = shared_book(scenario, made=made_for(first))
        office.set(input_cells_of(book))
        values = office.recalculate()
        assert errors(values) == []
        assert mismatches(book, values) == []
        assert value_in(values, cell_of(book, "check_given", AT)) == 1
    book, layout = shared_book(first), shared_book(first).layout
    for name, value in (("base_bays", None), ("shelf_bays", None)):
        office.set({**input_cells_of(book), f"Designs!{layout.column(AT)}{layout.design_rows[name]}": value})
        assert value_in(office.recalculate("Sizing"), cell_of(book, "check_given", AT)) == 0
