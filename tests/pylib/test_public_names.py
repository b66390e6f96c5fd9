"""The public names are grouped by who reads them: cells, callers with figures, records, sizing, what-if."""

from __future__ import annotations

import ast
import inspect
from itertools import chain
from pathlib import Path

import vdi_sizing

IN_CELLS = {"Value", "float", "int"}
"""What a function returns that has a place in a cell."""


def groups() -> list[list[str]]:
    """The names of each list that `__all__` is put together from."""
    tree = ast.parse(Path(vdi_sizing.__file__).read_text(encoding="utf-8"))
    return [
        ast.literal_eval(node.value)
        for node in tree.body
        if isinstance(node, ast.Assign | ast.AugAssign) and node.value and "__all__" in ast.unparse(node).split(" ")[0]
    ]


CELLS, ANSWERS, RECORDS, SIZING, WHAT_IF = groups()


def room(name: str) -> str:
    """The room of the library that a function or class is from; "" for a table or a word."""
    item = getattr(vdi_sizing, name)
    defined = inspect.isfunction(item) or inspect.isclass(item)
    return item.__module__.split(".")[1] if defined else ""


def test_every_public_name_stands_in_one_group() -> None:
    names = list(chain(CELLS, ANSWERS, RECORDS, SIZING, WHAT_IF))
    assert names == vdi_sizing.__all__
    assert len(names) == len(set(names))


def test_cells_have_every_function_that_returns_a_number() -> None:
    functions = {name for name in vdi_sizing.__all__ if inspect.isfunction(getattr(vdi_sizing, name))}
    returned = {name: inspect.signature(getattr(vdi_sizing, name)).return_annotation for name in functions}
    assert set(CELLS) == {name for name, annotation in returned.items() if annotation in IN_CELLS}


def test_the_other_groups_are_each_from_their_rooms() -> None:
    assert {room(name) for name in ANSWERS} == {"formulas"}
    assert {room(name) for name in RECORDS} == {"errors", "scenario", "tables", ""}
    assert {room(name) for name in SIZING} == {"model"}
    assert {room(name) for name in WHAT_IF} == {"what_if"}
