"""The project as a whole: imports go down only, no machine's paths in its files, a test file for each module."""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Collection, Iterator, Mapping
from functools import cache
from pathlib import Path

import pytest

from vdi_sizing.model import STAGES
from vdi_sizing.model.names import places

ROOT = Path(__file__).parents[1]
LIBRARY, TEMPLATES, ADDIN = "vdi_sizing", "vdi_templates", "vdi_addin"
FLOORS = {LIBRARY: ROOT / "pylib", TEMPLATES: ROOT / "templates", ADDIN: ROOT / "addin"}
OFFICE = {"unohelper", "com", "org"}
"""What is there only inside LibreOffice."""
MAY_IMPORT = {
    LIBRARY: {LIBRARY, "numpy"},
    TEMPLATES: {LIBRARY, TEMPLATES, "openpyxl", "babel", "pypdfium2", "PIL", "pptx"},
    ADDIN: {LIBRARY, TEMPLATES, ADDIN, "openpyxl", "tqdm", "xlwings", *OFFICE},
}
"""What a floor may import beside the standard library."""
AT_IMPORT = {
    LIBRARY: {LIBRARY},
    TEMPLATES: {LIBRARY, TEMPLATES, "openpyxl"},
    ADDIN: {LIBRARY, TEMPLATES, ADDIN, "openpyxl"},
}
"""What it may import before a function is called."""
MADE_FOR = {"udf.py": OFFICE, "udfs.py": {"xlwings"}}
"""Modules that a spreadsheet program loads, and what is there then."""
ROOMS = {
    LIBRARY: (
        {"errors", "_arrays", "words"},
        {"engine"},
        {"inputs", "tables"},
        {"formulas"},
        {"scenario"},
        {"model"},
        {"what_if"},
    ),
    TEMPLATES: (
        {"examples", "evidence", "languages"},
        {"workbook"},
        {"reading"},
        {"audit", "report", "importing"},
        {"carry_over"},
    ),
    ADDIN: ({"errors", "comparison"}, {"functions"}, {"names", "libreoffice"}, {"excel"}, {"command"}, {"page"}),
}
"""The rooms of each floor, the lowest first: a room may import those below it and those beside it."""
SOURCES = [(floor, path) for floor, folder in FLOORS.items() for path in sorted(folder.rglob("*.py"))]

TEXTS = {".py", ".md", ".toml", ".csv", ".bas", ".cmd", ".json", ".mjs", ".js", ".html", ""}
NOT_OURS = {"node_modules", "__pycache__", "build", "dist", "release"}
MACHINE_PATH = re.compile(r"(?<![\w.:/])/(?:home|root|tmp|work|mnt|srv|Users)/\w|[A-Z]:\\+Users\\+(?!me\\)\w")
"""Where somebody's own files are; places where programs are usually installed are no such paths."""


def imports(tree: ast.AST) -> Iterator[str]:
    """Top-level packages that the code below a node imports."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name.split(".")[0] for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            assert node.level == 0, "imports are absolute"
            yield node.module.split(".")[0]


def at_import(node: ast.AST) -> Iterator[str]:
    """Those of them that are imported when the module is; what stands under TYPE_CHECKING is not."""
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda):
            continue
        if isinstance(child, ast.If) and ast.unparse(child.test) == "TYPE_CHECKING":
            continue
        if isinstance(child, ast.Import | ast.ImportFrom):
            yield from imports(child)
        else:
            yield from at_import(child)


def foreign(names: Iterator[str]) -> set[str]:
    """Those that are not of the standard library."""
    return set(names) - set(sys.stdlib_module_names)


@cache
def tree_of(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"))


def test_a_floor_imports_what_stands_below_it_and_the_packages_it_may() -> None:
    offenders = {
        path.relative_to(ROOT).as_posix(): others
        for floor, path in SOURCES
        if (others := foreign(imports(tree_of(path))) - MAY_IMPORT[floor])
    }
    assert offenders == {}


def test_what_is_not_always_there_is_imported_in_functions() -> None:
    offenders = {
        path.relative_to(ROOT).as_posix(): others
        for floor, path in SOURCES
        if (others := foreign(at_import(tree_of(path))) - AT_IMPORT[floor] - MADE_FOR.get(path.name, set()))
    }
    assert offenders == {}


def test_an_import_inside_a_function_is_told_from_one_at_the_top() -> None:
    tree = ast.parse("import a\nif TYPE_CHECKING:\n    import b\nclass C:\n    import c\ndef f():\n    import d")
    assert set(imports(tree)) == {"a", "b", "c", "d"}
    assert set(at_import(tree)) == {"a", "c"}


def module_name(path: Path) -> str:
    """The name by which a module of ours is imported."""
    folder = next(folder for folder in FLOORS.values() if folder in path.parents)
    return ".".join(path.relative_to(folder).with_suffix("").parts).removesuffix(".__init__")


MODULES = {module_name(path): path for _, path in SOURCES}


def our_imports(node: ast.AST, modules: Collection[str]) -> Iterator[str]:
    """Those of the modules that the code below a node imports when it runs: not for its types only."""
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.If) and ast.unparse(child.test) == "TYPE_CHECKING":
            continue
        if isinstance(child, ast.Import):
            yield from (alias.name for alias in child.names if alias.name in modules)
        elif isinstance(child, ast.ImportFrom) and child.module:
            names = (f"{child.module}.{alias.name}" for alias in child.names)
            yield from (name if name in modules else child.module for name in names)
        else:
            yield from our_imports(child, modules)


@pytest.fixture(scope="module")
def arrows() -> dict[str, set[str]]:
    """Every module of ours, and those of ours that it imports."""
    return {name: {*our_imports(tree_of(path), MODULES)} & MODULES.keys() for name, path in MODULES.items()}


def arrows_up(arrows: Mapping[str, set[str]], floor: str) -> list[str]:
    """Imports of a room from one that stands above it on the same floor."""
    height = {room: level for level, rooms in enumerate(ROOMS[floor]) for room in rooms}
    inside = {name: name.split(".")[1] for name in arrows if name.startswith(f"{floor}.")}
    return [
        f"{name} imports {other}"
        for name, room in inside.items()
        for other in sorted(arrows[name])
        if other in inside and height[inside[other]] > height[room]
    ]


def circle(arrows: Mapping[str, set[str]]) -> list[str]:
    """Modules that import each other, the first also as the last; none if there is no such circle."""
    finished: set[str] = set()

    def search(name: str, way: list[str]) -> list[str]:
        if name in way:
            return [*way[way.index(name) :], name]
        if name in finished:
            return []
        found = next(filter(None, (search(other, [*way, name]) for other in sorted(arrows[name]))), [])
        finished.add(name)
        return found

    return next(filter(None, (search(name, []) for name in arrows)), [])


@pytest.mark.parametrize("floor", FLOORS)
def test_a_room_imports_what_stands_below_or_beside_it(floor: str, arrows: dict[str, set[str]]) -> None:
    assert arrows_up(arrows, floor) == []


@pytest.mark.parametrize("floor", FLOORS)
def test_the_guide_draws_the_rooms_in_that_order(floor: str) -> None:
    guide = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    (drawn,) = re.findall(rf"^\w+/{floor} +(\w.*)$", guide, re.MULTILINE)
    assert [set(rooms.split()) for rooms in drawn.split("→")] == list(ROOMS[floor])


@pytest.mark.parametrize("floor", FLOORS)
def test_every_room_has_its_place_in_the_order(floor: str) -> None:
    rooms = {name.split(".")[1] for name in MODULES if name.startswith(f"{floor}.")}
    assert rooms <= set().union(*ROOMS[floor])


def test_no_modules_import_each_other_in_a_circle(arrows: dict[str, set[str]]) -> None:
    assert circle(arrows) == []


def test_an_arrow_up_and_a_circle_are_noticed() -> None:
    seeded = {
        f"{TEMPLATES}.reading.reader": {f"{TEMPLATES}.report.table"},
        f"{TEMPLATES}.report.table": {f"{TEMPLATES}.workbook.layout"},
        f"{TEMPLATES}.workbook.layout": {f"{TEMPLATES}.reading.reader"},
    }
    assert arrows_up(seeded, TEMPLATES) == [
        f"{TEMPLATES}.reading.reader imports {TEMPLATES}.report.table",
        f"{TEMPLATES}.workbook.layout imports {TEMPLATES}.reading.reader",
    ]
    assert circle(seeded) == [*seeded, f"{TEMPLATES}.reading.reader"]
    code = ast.parse(
        "import a.b\nfrom a import b, c\nif TYPE_CHECKING:\n    import a.d\ndef f():\n    from a.c import x"
    )
    assert set(our_imports(code, {"a.b", "a.c", "a.d"})) == {"a.b", "a.c"}


def text_files() -> Iterator[Path]:
    """The project's own text files: all but what a hidden folder holds, and what is built or downloaded."""
    for path in sorted(ROOT.rglob("*")):
        parts = path.relative_to(ROOT).parts
        hidden = any(part.startswith(".") for part in parts) and parts[0] != ".ci"
        built = any(part in NOT_OURS or part.endswith(".egg-info") for part in parts)
        if path.is_file() and path.suffix in TEXTS and not hidden and not built:
            yield path


def test_no_file_holds_a_path_of_somebodys_machine() -> None:
    found = {
        path.relative_to(ROOT).as_posix(): match[0]
        for path in text_files()
        if (match := MACHINE_PATH.search(path.read_text(encoding="utf-8")))
    }
    assert found == {}


@pytest.mark.parametrize("folder", ["/home" + "/ann/x", "/tmp" + "/x", "C:\\Users" + "\\ann", "/Users" + "/ann"])
def test_such_a_path_is_noticed(folder: str) -> None:
    assert MACHINE_PATH.search(f"see {folder}")


def modules_of_the_library() -> list[str]:
    """Each by its place in the package, such as formulas/capacity."""
    package = FLOORS[LIBRARY] / LIBRARY
    found = (path.relative_to(package).with_suffix("") for path in package.rglob("*.py") if path.stem != "__init__")
    return sorted(path.with_name(path.name.lstrip("_")).as_posix() for path in found)


ONLY_DECLARED = "each of its lines is recalculated in LibreOffice and compared, in tests/templates"
SAYS_WHAT_IS_ABOUT_WHAT = "it says which figures are about what; test_names and test_figure ask for them"
READS_FORMULAS = "test_reading reads formulas, which takes all of the engine"
RECOMMENDED = "test_recommendation reads what it says beside the other stages"
BY_HAND = "test_cash_flow and test_running_cost work it out by hand"
BESIDE_THE_SEARCH = "test_optimize compares the whole search with sizing one by one"
TESTED_ELSEWHERE = {
    "engine/exploration": READS_FORMULAS,
    "engine/expression": READS_FORMULAS,
    "engine/rows": READS_FORMULAS,
    "engine/simplification": READS_FORMULAS,
    "engine/tables": READS_FORMULAS,
    "model/formats": ONLY_DECLARED,
    "model/drawings/curve": "test_response asks for its points",
    "model/load/columns": "test_recommendation has designs of other users, test_free_columns some without a name",
    "model/ranking/break_even": BY_HAND,
    "model/ranking/cheapest": RECOMMENDED,
    "model/ranking/marks": RECOMMENDED,
    "model/ranking/over_the_years": BY_HAND,
    "model/ranking/payback": BY_HAND,
    "model/sentences/notices": RECOMMENDED,
    "model/sentences/offer": RECOMMENDED,
    "model/sentences/targets": RECOMMENDED,
    "model/sentences/to_know": RECOMMENDED,
    "model/capacity/known_limits": "test_blank_facts blanks what it asks for, in random offers",
    "model/scopes/block": SAYS_WHAT_IS_ABOUT_WHAT,
    "model/scopes/costs": SAYS_WHAT_IS_ABOUT_WHAT,
    "model/scopes/host_patterns": SAYS_WHAT_IS_ABOUT_WHAT,
    "model/scopes/parts": SAYS_WHAT_IS_ABOUT_WHAT,
    "model/scopes/phases": SAYS_WHAT_IS_ABOUT_WHAT,
    "model/scopes/references": "test_read_formulas asks it for inputs, and for each formula",
    "model/scopes/roots": SAYS_WHAT_IS_ABOUT_WHAT,
    "model/sections": "test_figure says what it refuses; their order is that of the committed workbook",
    "model/capacity/percentiles": ONLY_DECLARED,
    "model/find": "test_names asks it for every name",
    "what_if/candidates": BESIDE_THE_SEARCH,
    "what_if/cheapest": BESIDE_THE_SEARCH,
    "words": "it holds words and constants that everything else shows",
}
"""Modules of the library that have no test file of their own, and why."""
STAGE = re.compile(rf"model/({'|'.join(STAGES)})$")


def test_every_module_of_the_library_has_a_test_file_or_a_reason() -> None:
    untested = {module for module in modules_of_the_library() if not file_of_tests(module).is_file()}
    assert untested == TESTED_ELSEWHERE.keys()


def file_of_tests(module: str) -> Path:
    """The test file of a module; those of the stages of the model stand together."""
    room, _, name = module.rpartition("/")
    return ROOT / "tests" / "pylib" / STAGE.sub("model", room) / f"test_{name}.py"


_ROWS_BY_NAME = {"rows", "at", "COST_LETTERS", "lists", "kept"}
"""What is no sizing: where the lines of a sheet stand, and lists of an import, by their names."""


def test_no_figure_is_reached_by_a_string_key() -> None:
    """A misspelt figure is an error of mypy; names are for what is listed: rows of sheets, JSON, sweeps."""
    offenders = [
        f"{path.relative_to(ROOT)}:{node.lineno}: {ast.unparse(node)}"
        for _, path in SOURCES
        for node in ast.walk(tree_of(path))
        if isinstance(node, ast.Subscript)
        and isinstance(node.slice, ast.Constant)
        and node.slice.value in places()
        and not (isinstance(node.value, ast.Name) and node.value.id in _ROWS_BY_NAME)
    ]
    assert offenders == []
