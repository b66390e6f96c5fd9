"""An auditor follows an amount by its formulas: few steps to a price, and no formula too long to read."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from io import BytesIO

import pytest
from openpyxl import Workbook, load_workbook
from tests.built import file_of, shared_book
from tests.templates.precedents import Cell, Precedents
from tests.templates.workbook.test_report import of
from tests.tiers import but_in_gate

from vdi_sizing.tables.price_lists import ExchangeRate
from vdi_templates.examples import EXAMPLES
from vdi_templates.examples.base import AS_OF, with_designs
from vdi_templates.workbook.book import Book
from vdi_templates.workbook.comparison import LEASE, PAGES, SOLUTION_ROWS
from vdi_templates.workbook.cost_columns import COST_LETTERS
from vdi_templates.workbook.layout import FIRST_DESIGN_COLUMN, MAX_DESIGNS
from vdi_templates.workbook.tables import PRICES

MOST_STEPS, MOST_CHARACTERS = 6, 800
NET = 1 + list(COST_LETTERS).index("net_eur")
OTHERS = ("today_eur", *SOLUTION_ROWS, *LEASE)
"""What buys nothing, what several designs come to, and what a design would come to if it were leased."""


@pytest.fixture(scope="module", params=but_in_gate([2, 5], 2), ids=lambda count: f"{count} designs")
def book(request: pytest.FixtureRequest) -> Book:
    """An example, with one price in dollars, and maintenance: without it nothing is a cost over the years."""
    made = of(request.param)
    first, *others = made.prices
    rates = (ExchangeRate("USD", 0.9, "a central bank", AS_OF),)
    return shared_book(
        replace(
            made,
            prices=(replace(first, currency="USD"), *others),
            rates=rates,
            settings=replace(made.settings, maintenance_share=0.1),
        )
    )


@pytest.fixture(scope="module")
def precedents(book: Book) -> Precedents:
    return Precedents(load_workbook(BytesIO(file_of(book))))


def steps_from(precedents: Precedents, start: Cell) -> dict[Cell, int]:
    """Every formula cell that some steps from a cell lead to, and how many."""
    steps, ends = {start: 0}, {start}
    for step in range(1, MOST_STEPS):
        ends = {found for end in ends for found in precedents.of(end)} - steps.keys()
        steps |= dict.fromkeys(ends, step)
    return steps


def amounts(book: Book, design: int) -> list[Cell]:
    """The cells that say EUR of a design's purchase or of its years: on Comparison, and on its card on Report."""
    labels = [
        book.layout.lines[name].label
        for _, names in (*PAGES[0], PAGES[1][0]) for name in names
        if "." not in name and book.layout.lines[name].unit == "EUR" and name not in OTHERS
    ]  # fmt: skip
    ws = book.worksheet("Comparison")
    found = [
        ("Comparison", row, FIRST_DESIGN_COLUMN + design)
        for row in range(1, ws.max_row + 1)
        if ws.cell(row, 1).value in labels
    ]
    assert len(found) == len(labels) >= 13
    report, name = book.cached["Report"], book.sizing.designs[design].design.name
    left, top = next((cell[0], int(cell[1:])) for cell in report if cell[0] in "ADG" and report[cell] == name)
    own = [
        ("Report", row, " ADG".index(left) * 3 - 1) for row in range(top + 1, top + 12)
        if str(report.get(f"{left}{row}")).startswith("EUR ")
    ]  # fmt: skip
    assert len(own) == 2, "EUR per user, and over the years"
    return [*found, *own]


def test_each_price_stands_six_steps_from_each_amount_that_it_makes(book: Book, precedents: Precedents) -> None:
    column = 1 + list(PRICES.columns).index("amount")
    for design, block in enumerate(book.layout.cost_blocks):
        bill = book.sizing.designs[design].bill
        assert bill
        for amount in amounts(book, design):
            steps = steps_from(precedents, amount)
            for line, cost_row in zip(bill, range(block.first_row, block.last_row), strict=False):
                net = "Cost", cost_row, NET
                assert steps[net] + 1 <= MOST_STEPS, (amount, line.part)
                area = next(area for area in precedents.areas(net) if area[0] == "Prices")
                price_row = area[1] + int(float(book.cached["Cost"][f"{COST_LETTERS['price_row']}{cost_row}"])) - 1
                assert area[1] <= price_row <= area[2]
                assert area[3] <= column <= area[4]
                assert_it_is_the_price(book, price_row, line.part)


def assert_it_is_the_price(book: Book, row: int, part: str) -> None:
    """The row of Prices is that of the part, and says where its price comes from."""
    cells = {name: book.worksheet("Prices").cell(row, at).value for at, name in enumerate(PRICES.columns, start=1)}
    assert cells["part"] == part
    assert cells["amount"] == book.scenario.price_of(part).amount
    assert cells["source"]
    assert cells["source_date"]


def test_the_cost_sheet_shows_price_currency_rate_and_eur_side_by_side(book: Book) -> None:
    row = book.layout.cost_blocks[0].first_row
    shown = {name: book.cached["Cost"][f"{letter}{row}"] for name, letter in COST_LETTERS.items()}
    assert list(shown)[3:6] == ["price", "currency", "eur_per_unit"]
    assert [shown[name] for name in ("price", "currency", "eur_per_unit", "net_eur")] == [1475, "USD", 0.9, 1475 * 0.9]


# --- the length of formulas -----------------------------------------------------------------------------


def long_formulas(workbook: Workbook) -> Iterator[str]:
    for ws in workbook.worksheets:
        for cells in ws.iter_rows():
            for cell in cells:
                if cell.data_type == "f" and len(str(cell.value)) > MOST_CHARACTERS:
                    yield f"{ws.title}!{cell.coordinate}: {len(str(cell.value))}"


@pytest.mark.parametrize("name", but_in_gate(EXAMPLES, "customer", "fujitsu"))
def test_no_formula_is_too_long_to_read(name: str) -> None:
    """In the shipped file, and in every example with as many designs as there may be."""
    for scenario in (EXAMPLES[name](), with_designs(EXAMPLES[name](), MAX_DESIGNS)):
        assert list(long_formulas(shared_book(scenario).workbook)) == []


def test_a_formula_that_is_too_long_is_noticed() -> None:
    workbook = Workbook()
    workbook.worksheets[0]["A1"] = f"={'+'.join(['1'] * 400)}"
    workbook.worksheets[0]["A2"] = f"={'+'.join(['1'] * 401)}+"
    assert list(long_formulas(workbook)) == ["Sheet!A2: 803"]
