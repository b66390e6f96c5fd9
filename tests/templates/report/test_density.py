"""The matrix of a design for people: lines of a terminal, and a page whose colours are those of the limits."""

from __future__ import annotations

import io
from dataclasses import replace
from typing import Any

import pytest
from openpyxl import load_workbook
from tests.built import file_of

from vdi_sizing.model.capacity.limits import LIMITS
from vdi_sizing.model.sizing import size
from vdi_sizing.scenario import PER_YEAR, Scenario
from vdi_sizing.what_if.density import DensityCell, density_matrix
from vdi_templates.examples import etri, fujitsu
from vdi_templates.report.density import Shown, as_json, lines_of, write_density
from vdi_templates.workbook.book import Book
from vdi_templates.workbook.brand import LEAST_CONTRAST, contrast_with_white
from vdi_templates.workbook.styles import UNUSED_FILL, WHITE

RAMS, IOPS = (1.0, 2.0, 4.0, 500.0), (5.0, 20.0)
SSD = 1


def shown(
    scenario: Scenario, design: int = SSD, rams: tuple[float, ...] = RAMS, iops: tuple[float, ...] = IOPS
) -> Shown:
    return Shown(density_matrix(scenario, design, rams, iops), size(scenario).designs[design].block)


def page(scenario: Scenario, *matrices: Shown) -> Any:
    book = Book(size(scenario))
    write_density(book, matrices)
    return load_workbook(io.BytesIO(file_of(book)))


def contrast(color: str, other: str) -> float:
    light, dark = sorted(contrast_with_white(each) for each in (color, other))
    return dark / light


def test_a_page_holds_values_in_the_colours_of_their_limits() -> None:
    scenario = fujitsu()
    matrix = shown(scenario)
    ws = page(scenario, matrix)["Density"]
    assert [ws.cell(9, column).value for column in range(2, 6)] == list(RAMS)
    colors = {limit.label: limit.color for limit in LIMITS}
    grounds = set()
    for at, row in enumerate(matrix.found.rows):
        top = 10 + 4 * at
        assert ws.cell(top + 1, 1).value == IOPS[at]
        for column, cell in enumerate(row, start=2):
            lines = [ws.cell(top + line, column) for line in range(4)]
            values: tuple[float | str | None, ...] = cell.vms_per_block, cell.limit, cell.takes, cell.eur_per_user
            if cell.vms_per_block is None:
                values = (cell.limit, None, None, None)
            assert tuple(line.value for line in lines) == values
            ground = colors.get(cell.limit, UNUSED_FILL)
            assert {line.fill.fgColor.rgb[2:] for line in lines} == {ground}
            assert all(contrast(line.font.color.rgb[2:], ground) >= LEAST_CONTRAST for line in lines)
            grounds.add(ground)
    assert grounds == {colors["RAM"], colors["measured"], UNUSED_FILL}
    assert all(cell.data_type != "f" for row in ws.iter_rows() for cell in row)


def test_a_page_says_its_date_its_checks_and_its_legend() -> None:
    scenario = fujitsu()
    ws = page(scenario, shown(scenario))["Density"]
    assert ws["A1"].value == "SSD: VMs per block by RAM and IOPS per VM"
    assert "These are values of 2026-11-21" in ws["A2"].value
    assert ws["A3"].value == "Checks: passed, with warnings"
    assert ws["A5"].value.startswith("Users as entered, 1 GiB and 10.43 steady IOPS per VM: a block carries 71 VMs; ")
    texts = [row[0].value for row in ws.iter_rows(min_row=19)]
    assert texts[:4] == ["Binding limit", "RAM", "measured", "not feasible"]
    assert ws["B22"].value == "no block carries a VM"


def test_only_the_design_as_entered_is_framed() -> None:
    scenario = fujitsu()
    ws = page(scenario, shown(scenario, rams=(), iops=()))["Density"]
    assert ws["A5"].value.startswith("Users as entered (framed, in brackets), 1 GiB")
    sides = {cell.coordinate: cell.border.left for row in ws.iter_rows() for cell in row}
    thick = {place for place, side in sides.items() if side is not None and side.style == "thick"}
    assert thick == {"D18", "D19", "D20", "D21"}
    assert ws["D18"].number_format == '"[ "#,##0" ]"'
    assert (ws["D18"].border.top.style, ws["D21"].border.bottom.style) == ("thick", "thick")


def test_each_design_has_a_page_of_its_own() -> None:
    scenario = fujitsu()
    workbook = page(scenario, shown(scenario, 0), shown(scenario))
    assert workbook.sheetnames == ["Density 1", "Density 2"]
    for ws in workbook.worksheets:
        setup = ws.page_setup
        assert (setup.orientation, setup.paperSize, setup.fitToWidth, setup.fitToHeight) == ("landscape", 9, 1, 1)
        assert ws.protection.sheet


@pytest.mark.parametrize("limit", LIMITS, ids=lambda limit: limit.key)
def test_every_limit_can_be_read_on_its_colour(limit: Any) -> None:
    scenario = fujitsu()
    matrix = shown(scenario)
    cell = DensityCell(1.0, 10.0, 50.0, limit.label, "2 servers", 4.0, 100.0)
    ws = page(scenario, replace(matrix, found=replace(matrix.found, rows=((cell,),))))["Density"]
    assert ws["B11"].value == limit.label
    assert ws["B11"].fill.fgColor.rgb[2:] == limit.color
    assert contrast(ws["B11"].font.color.rgb[2:], limit.color) >= LEAST_CONTRAST
    assert contrast(WHITE, "000000") == pytest.approx(21)


def test_a_terminal_names_the_limit_and_brackets_what_is_entered() -> None:
    lines = list(lines_of(shown(fujitsu(), rams=(), iops=())))
    assert lines[1].startswith(
        "Users as entered (in brackets), 1 GiB and 10.43 steady IOPS per VM: a block carries 71 VMs; "
    )
    at = next(at for at, line in enumerate(lines) if line.startswith("10.43 "))
    assert " ".join(lines[at].split()) == "10.43 71 VMs 71 VMs [71 VMs] 71 VMs 68 VMs"
    assert lines[at + 1].split() == ["measured"] * 4 + ["RAM"]
    assert lines[at + 2].split() == ["4", "servers"] * 5
    assert lines[at + 3].split() == ["216.88", "EUR"] * 5


def test_a_narrow_terminal_has_fewer_columns_side_by_side() -> None:
    matrix = shown(fujitsu())
    lines = list(lines_of(matrix, 60))
    assert max(map(len, lines)) <= 60
    assert lines.count(next(line for line in lines if "RAM per VM [GiB]" in line)) == 2


def test_drives_that_are_counted_are_shown() -> None:
    scenario = etri()
    block = size(scenario).designs[1].block
    matrix = Shown(density_matrix(scenario, 1, (2.0,), (25.0,), count_drives=True), block)
    assert matrix.words(matrix.found.base) == ["100 VMs", "demand", "1 array", "54 drives a block"]
    assert matrix.remarks[0].startswith("The drives are counted in each cell by themselves")
    assert page(scenario, matrix)["Density"]["B13"].number_format == '#,##0" drives a block"'
    one = replace(matrix.found.base, drives_per_block=1.0, vms_per_block=1.0)
    assert matrix.words(one) == ["1 VM", "demand", "1 array", "1 drive a block"]
    kept = shown(scenario, 1, (2.0,), (25.0,))
    assert kept.words(kept.found.base) == ["101 VMs", "steady IOPS", "1 array"]
    assert kept.remarks == [
        "The drives of a block are those counted for the users as entered, 54 in all cells, and a block is filled "
        "until one of its limits binds; the users of the case fill it with 100 VMs."
    ]


def test_what_a_reader_has_to_know_is_said() -> None:
    scenario = fujitsu()
    assert shown(scenario).remarks == []
    peaked = replace(scenario.designs[SSD], steady_peak_factor=1.2, measured_iops_per_vm=None)
    leased = tuple(replace(row, recurs=PER_YEAR) if row.design == "HDD" else row for row in scenario.bill)
    designs = (scenario.designs[0], peaked, *scenario.designs[2:])
    said = shown(replace(scenario, designs=designs, bill=leased)).remarks
    assert [each.split(",")[0].split(":")[0] for each in said] == [
        "EUR per user are counted over 5 years",
        "The steady IOPS per VM contain the steady peak factor of 1.2.",
        "The number measured has no IOPS per VM of its test",
    ]


def test_a_design_with_an_error_shows_its_word_and_why() -> None:
    scenario = fujitsu()
    cramped = replace(scenario, designs=(replace(scenario.designs[0], bays=1), *scenario.designs[1:]))
    matrix = shown(cramped, 0, (1.0,), (5.0,))
    lines = list(lines_of(matrix))
    assert lines[1] == "Users as entered, 1 GiB and 10.43 steady IOPS per VM: too few bays."
    assert lines[-1] == "note: error: the drives do not fit into the bays: 2 drives, 1 more than its bays."
    assert [cell.value for cell in page(cramped, matrix)["Density"]["B"][9:12]] == ["too few bays", None, None]
    assert as_json(matrix)["rows"][0][0]["vms_per_block"] is None
