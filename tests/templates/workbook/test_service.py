"""Cloud desktops in the workbook: both engines agree on services beside hosts of one's own."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from tests.built import file_of, shared_book
from tests.gate.office import Office
from tests.services import CAD, CLOUD, beside
from tests.templates.engines import cell_of, errors, input_cells_of, mismatches, value_in
from tests.templates.made import made_for
from tests.tiers import DRAWN

from vdi_templates.reading.reader import read


@pytest.mark.everything(DRAWN)
def test_the_engines_agree_on_services_and_the_file_is_read_again(tmp_path: Path, office: Office) -> None:
    first = beside()
    path = tmp_path / "book.xlsx"
    path.write_bytes(file_of(shared_book(first)))
    assert (read(path).bill, read(path).designs[1].block_kind) == (first.bill, "service")
    office.load(path)
    unrated = tuple(replace(row, group=None) if (row.design, row.group) == (CLOUD, CAD) else row for row in first.bill)
    small = tuple(replace(each, ram_gib=16.0, response_limit_ms=20.0) if each.ram_gib == 32 else each
                  for each in first.designs)  # fmt: skip
    for scenario in (
        first,
        replace(beside(discount_rate=0.05, escalation=0.02, user_growth=0.1, eur_per_kwh=0.3), bill=unrated),
        replace(beside(discount_rate=0.07, running_paid="in advance", eur_per_rack_unit_year=90.0), designs=small),
    ):
        book = shared_book(scenario, made=made_for(first))
        office.set(input_cells_of(book))
        values = office.recalculate()
        assert errors(values) == []
        assert mismatches(book, values) == []
        assert value_in(values, cell_of(book, "check_inputs")) == 1
