"""Each argument of a formula is described once: in a table, or by the formula that means something else by it."""

from __future__ import annotations

import inspect
import textwrap
from collections import Counter, defaultdict
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import vdi_sizing
from vdi_sizing import formulas
from vdi_sizing.formulas.arguments import ARGUMENTS, RAISES, _entries, completed, with_arguments_described

EXPORTED = [getattr(vdi_sizing, name) for name in vdi_sizing.__all__]
FORMULAS: list[Callable[..., Any]] = [
    item for item in EXPORTED if inspect.isfunction(item) and item.__module__.startswith("vdi_sizing.formulas.")
]
SHARED = _entries(ARGUMENTS)


def test_an_argument_is_in_the_table_where_half_of_the_formulas_and_more_than_one_mean_the_same() -> None:
    meanings: dict[str, Counter[str]] = defaultdict(Counter)
    for formula in FORMULAS:
        described = (inspect.getdoc(formula) or "").partition("Parameters\n----------\n")[2].partition("\n\n")[0]
        for name, entry in _entries(described).items():
            meanings[name][entry] += 1
    usual = {
        name: entry
        for name, counted in sorted(meanings.items())
        for entry, times in counted.most_common(1)
        if times > 1 and 2 * times >= counted.total()
    }
    assert list(SHARED.items()) == list(usual.items())


def test_no_formula_says_again_what_the_table_says() -> None:
    sources = {path.name: path.read_text("utf-8") for path in Path(formulas.__path__[0]).glob("*.py")}
    del sources["arguments.py"]
    shared = [textwrap.indent(text.strip(), "    ") + "\n" for text in (*SHARED.values(), RAISES)]
    assert [(module, text) for module, source in sources.items() for text in shared if text in source] == []


def test_an_argument_that_nobody_describes_is_named() -> None:
    def cooled(drives: float, chillers: float) -> float:
        """Drives that are cooled."""
        return drives * chillers

    with pytest.raises(TypeError, match=r"^chillers: described neither in the docstring nor in ARGUMENTS$"):
        with_arguments_described(cooled)


def test_a_description_of_no_argument_is_named() -> None:
    with pytest.raises(TypeError, match=r"^chillers: described in the docstring, but no argument$"):
        completed("Cools.\n\nParameters\n----------\nchillers : float\n    Chillers [-]\n\nReturns\n-------\n", [])


OWN = """Cools.

Parameters
----------
drives : float
    Drives that are
    warm [drives]

Returns
-------
float
    Watts [W]

Raises
------
OSError
    If it is hot.

Notes
-----
None."""


def test_what_a_formula_says_itself_stays() -> None:
    assert completed(OWN, ["drives"]) == OWN


def test_what_it_leaves_out_is_added_in_the_order_of_its_arguments() -> None:
    described = completed(OWN, ["raid", "drives", "rpm"])
    assert described == OWN.replace("drives : float\n", f"{SHARED['raid']}\ndrives : float\n").replace(
        "warm [drives]\n", f"warm [drives]\n{SHARED['rpm']}\n"
    )


def test_without_docstrings_a_formula_is_left_as_it_is() -> None:
    def cooled(chillers: float) -> float:
        return chillers

    assert with_arguments_described(cooled).__doc__ is None
    assert with_arguments_described(cooled)(2.0) == 2.0
