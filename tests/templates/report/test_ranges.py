"""The block of a Monte Carlo in a comparison: values with their date, seed and ranges, and nothing live."""

from __future__ import annotations

import io

from openpyxl import load_workbook
from tests.built import file_of

from vdi_sizing.model.sizing import size
from vdi_sizing.what_if.monte_carlo import Quantiles
from vdi_sizing.what_if.range_defaults import UsualRange
from vdi_sizing.what_if.ranges import Range
from vdi_templates.examples import fujitsu
from vdi_templates.report.ranges import Drawn, write_ranges
from vdi_templates.workbook.build import build_book

DRAWN = Drawn(
    "HDD",
    500,
    7,
    {"users_scale": UsualRange(Range(0.8, 1, 1.2), "sheet Sensitivity: -20% and +20%")},
    {"blocks": Quantiles(6.0, 8.0, 9.0, 7.9), "drives_total": Quantiles(12.0, 16.0, float("inf"), float("inf"), 0.25)},
    ["a remark"],
)


def test_values_seed_draws_ranges_and_date_stand_on_a_sheet_of_their_own() -> None:
    book = build_book(size(fujitsu()))
    write_ranges(book, DRAWN, book.layout.lines)
    workbook = load_workbook(io.BytesIO(file_of(book)))
    ws = workbook["Ranges"]
    rows = [[cell.value for cell in row if cell.value is not None] for row in ws.iter_rows()]
    assert str(ws["A2"].value).startswith("drawn, not live: these are values of 2026-11-21")
    assert ["HDD: 500 draws, seed 7 (drawn, not live)", "unit", "P5", "P50", "P95", "mean", "no answer in"] in rows
    assert ["blocks to buy", "blocks", 6, 8, 9, 7.9, 0] in rows
    assert ["drives of all blocks", "drives", 12, 16, "no answer", "no answer", 0.25] in rows
    assert ["a remark"] in rows
    assert ["number of users", "users_scale", 0.8, 1, 1.2, "sheet Sensitivity: -20% and +20%"] in rows
    assert all(cell.data_type != "f" for row in ws.iter_rows() for cell in row)
    assert workbook.sheetnames[-1] == "Ranges"
