"""The stages of the model: a figure names figures of its own stage and of earlier ones, and a module imports them."""

from __future__ import annotations

import ast
import inspect
import re
from collections.abc import Iterable, Iterator
from pathlib import Path

from vdi_sizing import model
from vdi_sizing.model.names import places
from vdi_sizing.model.scopes import blank_block
from vdi_sizing.model.sections import lines_by_name

ROOM = Path(inspect.getfile(model)).parent
RANK = {stage: rank for rank, stage in enumerate(model.STAGES)}
_NAMED = re.compile(r"\{(?:all\.)?([a-z_0-9]+)\}")


def stage_of(name: str) -> str:
    """The stage that declares a figure."""
    (kind, position), figure = places()[name]
    scope = type(blank_block().scopes(kind)[position])
    declares = next(cls for cls in scope.__mro__ if figure in vars(cls).values())
    return declares.__module__.split(".")[2]


def named_by_formulas() -> dict[str, set[str]]:
    """Of each figure those that its formula names: of its own design, or of all."""
    lines = lines_by_name()
    return {name: set(_NAMED.findall(line.formula)) & lines.keys() for name, line in lines.items()}


def ahead(stages: dict[str, str], named: dict[str, set[str]]) -> list[str]:
    """Who names what stands in a later stage."""
    return [
        f"{name} ({stages[name]}) names {other} ({stages[other]})"
        for name, others in sorted(named.items())
        for other in sorted(others)
        if RANK[stages[other]] > RANK[stages[name]]
    ]


def imported(file: Path) -> Iterator[str]:
    """The stages that a module imports when it runs."""
    tree = ast.parse(file.read_text(encoding="utf-8"))
    blocks = [node for node in ast.walk(tree) if isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING"]
    typed = {id(node) for block in blocks for node in ast.walk(block)}
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and id(node) not in typed and node.module:
            yield from (part for part in node.module.split(".")[2:3] if part in RANK)


def test_each_stage_is_a_package_that_says_what_it_is() -> None:
    packages = {file.parent.name for file in ROOM.glob("*/__init__.py")}
    assert packages == {*model.STAGES, "scopes"}
    assert all(ast.get_docstring(ast.parse(file.read_text("utf-8"))) for file in ROOM.glob("*/__init__.py"))


def test_a_figure_names_no_figure_of_a_later_stage() -> None:
    named = named_by_formulas()
    stages = {name: stage_of(name) for name in named}
    assert set(stages.values()) == set(model.STAGES)
    assert ahead(stages, named) == []


def test_a_module_imports_no_later_stage() -> None:
    files: Iterable[Path] = (file for stage in model.STAGES for file in (ROOM / stage).glob("*.py"))
    later = [
        f"{file.relative_to(ROOM)} imports {stage}"
        for file in files
        for stage in imported(file)
        if RANK[stage] > RANK[file.parent.name]
    ]
    assert later == []


def test_a_number_that_names_a_sentence_is_noticed() -> None:
    stages = {"eur": "money", "verdict": "sentences"}
    assert ahead(stages, {"eur": {"verdict"}, "verdict": {"eur"}}) == ["eur (money) names verdict (sentences)"]
