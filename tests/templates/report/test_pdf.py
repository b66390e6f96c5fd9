"""What is handed over as PDF: which sheets, on how many pages."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

from vdi_sizing.model.sizing import size
from vdi_sizing.scenario import Scenario
from vdi_templates.examples import dell, etri, fujitsu, sandisk
from vdi_templates.report.pdf import comparison_pdf
from vdi_templates.workbook.build import build_book
from vdi_templates.workbook.sheets.cost import hide_unused_rows

COMPARISON_PAGES = 4


def sheets(pdf: bytes) -> list[str]:
    """The sheets of a PDF: LibreOffice makes a bookmark of each."""
    return [bytes.fromhex(title.decode()).decode("utf-16") for title in re.findall(rb"/Title<([0-9A-F]+)>", pdf)]


def pages(pdf: bytes) -> int:
    return len(re.findall(rb"/Type\s*/Page\b", pdf))


def six_designs() -> Scenario:
    scenario = etri()
    return replace(scenario, designs=(*scenario.designs, replace(scenario.designs[0], name="Low load once more")))


def one_design() -> Scenario:
    scenario = sandisk()
    return replace(scenario, designs=scenario.designs[:1])


def test_no_price_and_no_input_is_handed_over_but_the_cost() -> None:
    pdf = comparison_pdf(size(fujitsu()))
    assert sheets(pdf) == ["Comparison", "Cost"]
    assert pages(pdf) == COMPARISON_PAGES + 1 + len(fujitsu().designs)  # remarks on five designs take a page more


def test_rows_of_cost_without_a_part_are_not_printed() -> None:
    book = build_book(size(fujitsu()))
    hide_unused_rows(book)
    rows = book.worksheet("Cost").row_dimensions
    for sized, block in zip(book.sizing.designs, book.layout.cost_blocks, strict=True):
        shown = [row for row in range(block.first_row, block.last_row + 1) if not rows[row].hidden]
        assert len(shown) == len(sized.bill)


@pytest.mark.parametrize("make", [one_design, dell, six_designs])
def test_a_comparison_without_a_bill_is_four_whole_pages(make: object) -> None:
    """Whatever the font: here there is neither Calibri nor Carlito, and every column is a third wider."""
    assert callable(make)
    pdf = comparison_pdf(size(make()))
    assert sheets(pdf) == ["Comparison"]
    assert pages(pdf) == COMPARISON_PAGES
