"""What some program calculates otherwise, and can be said more plainly, does not stand in a formula."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from tests.built import shared_book
from tests.engines.gnumeric import AVOIDED, Defect
from tests.templates.third_engine import formula_at

from vdi_templates.examples import EXAMPLES, fujitsu
from vdi_templates.workbook.book import Book
from vdi_templates.workbook.layout import LINE_SHEETS, MAX_DESIGNS

each = pytest.mark.parametrize("avoided", AVOIDED, ids=[avoided.name for avoided in AVOIDED])


@pytest.fixture(scope="module")
def book() -> Book:
    return shared_book(fujitsu())


@each
def test_no_formula_needs_it(avoided: Defect, book: Book) -> None:
    found = [
        f"{sheet}!{cell}"
        for sheet, cells in book.cached.items()
        for cell in cells
        if avoided.pattern.search(formula_at(book, sheet, cell))
    ]
    assert found == []


@each
def test_the_formula_that_shows_it_would_be_found(avoided: Defect) -> None:
    assert avoided.pattern.search(avoided.shown_by)


COUNTING = re.compile(r"\b(COUNTIFS?|SUMIFS)\(")
OF_A_ROW = re.compile(r"INDEX\(([^,:]+):.*\)")


def criteria(formula: str) -> Iterator[str]:
    """What a formula counts by: each second argument, of SUMIFS behind the cells that it adds up."""
    for found in COUNTING.finditer(formula):
        yield from arguments_from(formula, found.end())[2 if found[1] == "SUMIFS" else 1 :: 2]


def arguments_from(formula: str, start: int) -> list[str]:
    """The arguments of a function from behind its parenthesis on; commas within another function part none."""
    found, depth = [""], 1
    for character in formula[start:]:
        depth += {"(": 1, ")": -1}.get(character, 0)
        if not depth:
            break
        if character == "," and depth == 1:
            found.append("")
        else:
            found[-1] += character
    return found


def is_text(book: Book, sheet: str, criterion: str) -> bool:
    """Whether a criterion is a cell that holds a text, or one of a row of which the first does."""
    of_a_row = OF_A_ROW.fullmatch(criterion)
    criterion = of_a_row[1] if of_a_row else criterion
    named, _, cell = criterion.replace("$", "").replace("'", "").rpartition("!")
    if criterion.startswith('"') or not re.fullmatch(r"[A-Z]+\d+", cell):
        return False
    cached = book.cached[named or sheet].get(cell, book.worksheet(named or sheet)[cell].value)
    return isinstance(cached, str)


def test_no_formula_counts_by_a_name_as_a_criterion(book: Book) -> None:
    """Excel takes "1" and "01", "1E3" and "1000" for one name there, and * ? ~ for wildcards."""
    found = [
        f"{sheet}!{cell}: {criterion}"
        for sheet, cells in book.cached.items()
        for cell in cells
        for criterion in criteria(formula_at(book, sheet, cell))
        if is_text(book, sheet, criterion)
    ]
    assert found == []


def test_such_a_criterion_would_be_found(book: Book) -> None:
    named = "=COUNTIF(Bill[design],Designs!$D$7)", "=COUNTIF(Bill[design],INDEX(Designs!$D$7:$H$7,1,Builds!D$6))"
    for formula in named:
        (criterion,) = criteria(formula)
        assert is_text(book, "Sizing", criterion)


def chooses_within_a_sum(formula: str) -> bool:
    """Whether an IF stands between the parentheses of a SUMPRODUCT."""
    for begin in re.finditer(r"SUMPRODUCT\(", formula):
        depth, at = 1, begin.end()
        while at < len(formula) and depth:
            depth += {"(": 1, ")": -1}.get(formula[at], 0)
            at += 1
        if re.search(r"\bIF\(", formula[begin.end() : at]):
            return True
    return False


def test_no_formula_chooses_within_a_sum_of_products(book: Book) -> None:
    """Excel before 365 takes one value alone of a list there, unless the formula is entered as that of an array."""
    found = [
        f"{sheet}!{cell}"
        for sheet, cells in book.cached.items()
        for cell in cells
        if chooses_within_a_sum(formula_at(book, sheet, cell))
    ]
    assert found == []
    assert chooses_within_a_sum('=IF(A1=0,"",SUMPRODUCT((B1:B3>0)*IF(A1=1,C1:C3,D1:D3)))')
    assert not chooses_within_a_sum("=IF(A1=0,1,SUMPRODUCT(B1:B3*C1:C3)/IF(A1=1,2,3))")


MOST_CHARACTERS, LONG = 400, 300
MOST_LONG_FORMULAS = 2_560
"""As shipped, so many formulas have more than 300 characters; fewer is better."""
LONGER = {
    (
        "Variants",
        "why it does not move here; of the design as drawn: why its counts may stay",
    ): "a sentence of six cases",
    ("Variants", "numbers of hosts tried that have too little RAM"): "of the design that is chosen, by its place",
    (
        "Variants",
        "present value of the parts that are paid per year, per project, once",
    ): "of the design that is chosen, by its place",
    ("Variants", "hosts with each size of VM on hosts of its own"): "of the design that is chosen, by its place",
    (
        "Variants",
        "hosts more for GPUs, with each size on hosts of its own",
    ): "of the design that is chosen, by its place",
    (
        "Variants",
        "hosts more by GPUs than by RAM, with each size apart",
    ): "of the design that is chosen, by its place",
    ("Sizing", "hosts with each size of VM on hosts of its own"): "of each size by RAM and by cores, in one sum",
    ("Placement", "hosts at least, by cores"): "the same, of hosts in whole VMs",
    ("Sign-off", "prices"): "the fifth price that lacks a proof, of rows that may move",
    ("Sign-off", "tables"): "compared with Baseline cell by cell, of rows that may move",
    (
        "Checks",
        "per: one of: block, VM, drive 1, drive 2, drive 3, cache drive, once, user, host, GPU user, shelf, GPU card, "
        "core, CPU, TB raw, TB usable, TiB raw",
    ): "a list of seventeen words",
    ("What if", "dial"): "names the dial and its cell",
    ("Sensitivity", "subtitle"): "says the date, and how many inputs have moved",
}
"""What has more than 400 characters all the same, and why."""


def said_of(book: Book, sheet: str, cell: str) -> str:
    """The label in the row of a cell, or what stands for one where it has none."""
    row = int(cell.lstrip("ABCDEFGHIJKLMNOPQRSTUVWXYZ"))
    if sheet == "Sign-off":
        return "prices" if cell.startswith("K") else "tables"
    others = {"What if": "dial", "Sensitivity": "subtitle"}
    return others.get(sheet) or str(book.worksheet(sheet)[f"A{row}"].value)


def test_a_formula_is_short_enough_to_be_read() -> None:
    """As shipped, with free columns of designs: what takes more is said in steps, each with a label."""
    book = shared_book(EXAMPLES["customer"](), columns=MAX_DESIGNS)
    lengths = {
        (sheet, cell): len(formula_at(book, sheet, cell)) for sheet, cells in book.cached.items() for cell in cells
    }
    longest = {(sheet, said_of(book, sheet, cell)) for (sheet, cell), n in lengths.items() if n > MOST_CHARACTERS}
    assert longest == set(LONGER)
    assert sum(n > LONG for n in lengths.values()) <= MOST_LONG_FORMULAS
    assert [sheet for sheet, _ in LONGER if sheet in LINE_SHEETS] == ["Sizing"], "of the lines one alone"
    assert len(lengths) > 30_000
