"""Formulas that are read from the Python of a figure: what they are, and that they say what Python does."""

from __future__ import annotations

import pytest
from tests.pylib.model.formulas_by_hand import PAGE, written
from tests.pylib.model.read_formulas import FILE, read_formulas

from vdi_sizing.engine.exploration import NoFormulaError
from vdi_sizing.model.figure import Figure, Scope, or_zero
from vdi_sizing.model.names import places
from vdi_sizing.model.scopes import blank_block
from vdi_sizing.model.sections import lines_by_name


def test_formulas_are_those_that_were_read() -> None:
    told = FILE.read_text(encoding="utf-8")
    assert read_formulas() == told, "read what changed: python -m tests.pylib.model.read_formulas; git diff"


def test_most_figures_say_their_formula_once() -> None:
    figures = {id(figure): figure for _, figure in places().values()}.values()
    assert sum(not figure.native for figure in figures) >= 704


def test_each_formula_by_hand_is_listed_with_its_reason() -> None:
    page = PAGE.read_text(encoding="utf-8")
    assert written(page) == page, "python -m tests.pylib.model.formulas_by_hand; git diff"


def test_no_formula_names_itself() -> None:
    assert [name for name, line in lines_by_name().items() if f"{{{name}}}" in line.formula] == []


@pytest.mark.parametrize(
    ("python", "formula"),
    [
        (lambda b: b.vms if b.design.bays is None else b.design.bays, 'IF({design.bays}<>"",{design.bays},{vms})'),
        (lambda b: 1.0 - or_zero(b.design.boot_read_share), "1-{design.boot_read_share}"),
        (lambda t: t.tier1.own.spares + 1, 'IF({design.tier1_drive}<>"",{design.tier1_spares}+1,1)'),
    ],
    ids=["an input that may be blank", "a blank that counts 0", "what stands beside a blank drive"],
)
def test_inputs(python: object, formula: str) -> None:
    figure: Figure[object, float] = Figure("", "", python)  # type: ignore[arg-type]
    figure.name = "asked"
    assert blank_block().formula(figure) == formula


def test_a_loop_over_rows_asks_for_a_native_formula() -> None:
    figure: Figure[object, float] = Figure("", "", lambda b: float(len(b.bill)))  # type: ignore[attr-defined]
    figure.name = "rows"
    with pytest.raises(NoFormulaError, match="rows needs a native formula, as a formula sums the rows of the bill"):
        blank_block().formula(figure)


def test_what_one_way_worked_out_is_forgotten_on_the_next() -> None:
    """`front` is kept by a part: on the way on which the drive is blank it is something else."""
    figure: Figure[object, float] = Figure("", "", lambda b: b.tier1.steady.reaching[0])  # type: ignore[attr-defined]
    figure.name = "reads"
    first = blank_block().formula(figure)
    assert 'IF({design.tier1_drive}<>"",' in first
    assert blank_block().formula(figure) == first


def test_scopes_of_the_block_of_references_hold_no_numbers() -> None:
    for kind in range(3):
        for scope in blank_block().scopes(kind):
            assert isinstance(scope, Scope)
            assert not any(isinstance(value, float) for name, value in vars(scope).items() if name != "number")
