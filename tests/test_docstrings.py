"""Every public formula is documented in the same way, and needs no numpy for plain numbers."""

from __future__ import annotations

import importlib
import inspect
import pkgutil
import re
import subprocess
import sys
from collections.abc import Callable
from functools import cache
from typing import Any

import pytest
from numpydoc.docscrape import FunctionDoc  # type: ignore[import-untyped]

import vdi_sizing

SECTIONS = ("Summary", "Parameters", "Returns", "Raises", "Notes", "Examples", "References")
SECTIONS_OF_A_LOOK_UP = ("Summary", "Parameters", "Returns", "Raises", "Examples")

ROOMS_OF_FORMULAS = ("formulas", "tables", "what_if")
"""Where every public function that computes a Value is a documented formula. In `model` such a function is what a
figure is worked out with, and the figure's label, unit and note document it."""

WORKINGS = ("service", "service_targets", "login_peak")
"""Modules where the exported functions are documented formulas, and the others are the steps of the law of response
times that the figures of the model take too."""

UNIT = re.compile(r"\[([^\[\]]+)\]$")
WITHOUT_UNIT = re.compile(r"(str|bool|[A-Z]\w+)\b")
LABEL = re.compile(r"\[(exact|sim|fit|src|mine)\b")
"""How sure a formula is; docs/model.md explains the labels."""
SHARE = re.compile(r".*\d.*")  # a range of numbers, such as 0..1
# Ending of a name -> unit; the longer ending stands first.
UNITS = {
    "mbit_s": "Mbit/s",
    "mb_s": "MB/s",
    "ms": "ms",
    "s": "s",
    "min": "min",
    "kb": "kB",
    "gb": "GB",
    "tb": "TB",
    "tbw": "TB",
    "gib": "GiB",
    "iops": "IOPS",
    "eur": "EUR",
}


def public_functions() -> dict[str, Callable[..., Any]]:
    """What `vdi_sizing` exports, and every formula."""
    exported = {name: getattr(vdi_sizing, name) for name in vdi_sizing.__all__}
    functions = {name: item for name, item in exported.items() if inspect.isfunction(item)}
    return functions | formulas()


def formulas() -> dict[str, Callable[..., Any]]:
    """Every public function of the rooms of formulas that computes a Value."""
    found: dict[str, Callable[..., Any]] = {}
    for module_info in pkgutil.walk_packages(vdi_sizing.__path__, "vdi_sizing."):
        names = module_info.name.split(".")
        if names[1] in ROOMS_OF_FORMULAS and names[-1] not in WORKINGS:
            module = importlib.import_module(module_info.name)
            for name, item in inspect.getmembers(module, inspect.isfunction):
                is_formula = inspect.signature(item).return_annotation == "Value"
                if is_formula and item.__module__ == module.__name__ and not name.startswith("_"):
                    found[name] = item
    return found


FUNCTIONS = public_functions()


@cache
def doc_of(name: str) -> FunctionDoc:
    return FunctionDoc(FUNCTIONS[name])


def unit(description: list[str]) -> str | None:
    found = UNIT.search(" ".join(description).strip())
    return found[1] if found else None


def unit_in_name(name: str) -> str | None:
    """The unit that a name says: EUR for `eur_per_kwh` and `total_eur`.

    >>> unit_in_name("eur_per_kwh")
    'EUR'
    """
    quantity = re.split("_per_|_from_|_within_", name)[0]
    return next((unit for end, unit in UNITS.items() if f"_{quantity}".endswith(f"_{end}")), None)


def contradiction(name: str, shown: str) -> str:
    """How a bracketed unit contradicts a name; "" if it does not."""
    said = unit_in_name(name)
    quotient = "_per_" in name
    if said and shown != said and not (quotient and shown.startswith(f"{said}/")):
        return f"{name} should be in [{said}], not in [{shown}]"
    if name.endswith("_per_s") and not shown.endswith("/s"):
        return f"{name} should be in [1/s], not in [{shown}]"
    if name.endswith("_share") and not SHARE.fullmatch(shown):
        return f"{name} should be in a range such as [0..1], not in [{shown}]"
    return ""


def silence(name: str, shown: str) -> str:
    """Whether a name keeps silent about a unit that names always tell; "" if it does not."""
    if shown in UNITS.values() and unit_in_name(name) != shown:
        return f"{name} is in [{shown}], its name does not say so"
    return ""


def test_every_formula_is_exported() -> None:
    assert set(formulas()) <= set(vdi_sizing.__all__)


def test_every_section_is_there() -> None:
    documented = formulas()
    missing = [
        f"{name}: {section}"
        for name, function in FUNCTIONS.items()
        for section in (SECTIONS if function.__name__ in documented else SECTIONS_OF_A_LOOK_UP)
        if not doc_of(name)[section]
    ]
    assert missing == []


def test_notes_say_how_sure_they_are() -> None:
    notes = {name: "\n".join(doc_of(name)["Notes"]) for name in FUNCTIONS}
    assert any(notes.values())
    assert [name for name, said in notes.items() if said and not LABEL.search(said)] == []


def test_parameters_are_those_of_the_signature() -> None:
    described = {name: [parameter.name for parameter in doc_of(name)["Parameters"]] for name in FUNCTIONS}
    assert described == {name: [*inspect.signature(function).parameters] for name, function in FUNCTIONS.items()}


def without_unit(name: str, of: str, type_: str) -> str:
    return "" if WITHOUT_UNIT.match(type_) else f"{name}: {of} has no unit"


def test_parameters_have_units_that_agree_with_their_names() -> None:
    found = [
        without_unit(name, parameter.name, parameter.type)
        if shown is None
        else contradiction(parameter.name, shown) or silence(parameter.name, shown)
        for name in FUNCTIONS
        for parameter in doc_of(name)["Parameters"]
        for shown in (unit(parameter.desc),)
    ]
    assert [said for said in found if said] == []


def test_results_have_units_that_agree_with_the_function() -> None:
    found = [
        without_unit(name, "the result", result.type) if shown is None else contradiction(function.__name__, shown)
        for name, function in FUNCTIONS.items()
        for result in doc_of(name)["Returns"]
        for shown in (unit(result.desc),)
    ]
    assert [said for said in found if said] == []


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("latency_ms", "s"),
        ("eur_per_kwh", "W"),
        ("eur_per_kwh", "kWh/EUR"),
        ("boots_per_s", "1/d"),
        ("read_share", "IOPS"),
        ("rebuild_mb_s", "s"),
        ("ram_gib", "GB"),
    ],
)
def test_a_contradiction_is_noticed(name: str, shown: str) -> None:
    assert contradiction(name, shown)


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("latency_ms", "ms"),
        ("eur_per_kwh", "EUR/kWh"),
        ("eur_per_vm", "EUR"),
        ("gb_per_vm", "GB"),
        ("gb_from_gib", "GB"),
        ("boots_per_s", "1/s"),
        ("read_share", "0..1"),
        ("skew_share", "0.5 to below 1"),
        ("vms", "VMs"),
    ],
)
def test_agreement_is_accepted(name: str, shown: str) -> None:
    assert contradiction(name, shown) == ""
    assert silence(name, shown) == ""


def test_silence_is_noticed() -> None:
    assert silence("drive_size", "GB") == "drive_size is in [GB], its name does not say so"


EVERY_MODULE = """
import importlib, pkgutil, sys
import vdi_sizing
names = [info.name for info in pkgutil.walk_packages(vdi_sizing.__path__, "vdi_sizing.")]
modules = [importlib.import_module(name) for name in names]
"""
IMPORTED = "print(sorted({'numpy', 'openpyxl'} & set(sys.modules)))"
DOCTESTS = """
import doctest
tests = [test for module in modules for test in doctest.DocTestFinder().find(module) if test.examples]
scalar = [test for test in tests if "numpy" not in test.docstring]
runner = doctest.DocTestRunner()
for test in scalar:
    runner.run(test)
result = runner.summarize(verbose=False)
print(result.attempted, "tried", result.failed, "failed")
"""


def python(code: str) -> str:
    """What a fresh interpreter prints."""
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stderr
    return run.stdout.strip()


def test_importing_the_library_imports_neither_numpy_nor_openpyxl() -> None:
    assert python(EVERY_MODULE + IMPORTED) == "[]"


def test_the_examples_hold_without_numpy() -> None:
    printed = python("import sys; sys.modules['numpy'] = None\n" + EVERY_MODULE + DOCTESTS)
    tried = re.search(r"^(\d+) tried 0 failed$", printed, re.MULTILINE)
    assert tried, printed
    assert int(tried[1]) >= len(FUNCTIONS)
