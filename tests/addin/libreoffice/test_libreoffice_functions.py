"""The functions in LibreOffice's cells: each one is called there and gives what the library gives."""

from __future__ import annotations

import doctest
import inspect
import math
import sys
from collections.abc import Iterator
from contextlib import redirect_stdout, suppress
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from openpyxl import Workbook
from openpyxl.worksheet.formula import ArrayFormula
from tests.addin.extended_office import extended_office
from tests.gate.office import Office

import vdi_sizing
from vdi_addin.functions import catalogue
from vdi_addin.functions.catalogue import Argument, Function
from vdi_addin.libreoffice.renaming import to_libreoffice
from vdi_sizing.errors import InputError


@pytest.fixture(scope="module")
def office(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Office]:
    """A LibreOffice with the extension."""
    with extended_office(tmp_path_factory.mktemp("extensions")) as running:
        yield running


@pytest.fixture(scope="module")
def bare_office() -> Iterator[Office]:
    """A LibreOffice without the extension."""
    with Office() as running:
        yield running


def calculated(office: Office, folder: Path, cells: dict[str, Any]) -> dict[str, float | str]:
    """What LibreOffice calculates for a sheet of ours, written as Excel would write it."""
    book = Workbook()
    for place, value in cells.items():
        book.worksheets[0][place] = value
    book.save(folder / "excel.xlsx")
    to_libreoffice(folder / "excel.xlsx", folder / "libreoffice.xlsx")
    (values,) = office.load(folder / "libreoffice.xlsx").values()
    return values


def examples(function: Function) -> list[dict[str, Any]]:
    """The arguments of each call that the function's docstring shows."""
    calls: list[dict[str, Any]] = []

    def recorded(*values: Any, **named: Any) -> Any:
        calls.append(inspect.signature(function.call).bind(*values, **named).arguments)
        return function.call(*values, **named)

    names = {**vars(sys.modules[function.module]), function.call.__name__: recorded}
    for example in doctest.DocTestParser().get_examples(inspect.getdoc(function.call) or ""):
        with suppress(InputError), redirect_stdout(StringIO()):
            exec(example.source, names)
    return calls


def formula(function: Function, given: dict[str, Any]) -> str:
    """The call as a formula: by position, with nothing between the commas for what is left out."""
    values = [typed(argument, given) for argument in function.arguments]
    return f"={function.name}({','.join(values).rstrip(',')})"


def typed(argument: Argument, given: dict[str, Any]) -> str:
    """What is typed for an argument; a percentage is understood where a share is asked for."""
    name = argument.keyword or argument.name
    if argument.or_mean and name in given and given[name] is None:
        return '"mean"'
    return constant(given.get(name))


def constant(value: Any) -> str:
    """A Python value as a formula writes it."""
    if value is None:
        return ""
    if hasattr(value, "__iter__") and not isinstance(value, str):
        return "{" + ",".join(map(constant, value)) + "}"
    if isinstance(value, bool):
        return str(value).upper()
    return f'"{value}"' if isinstance(value, str) else repr(float(value))


def expected(function: Function, given: dict[str, Any]) -> float | str:
    """What the cell should show: of an array its first number, of a refusal or of infinity an error value."""
    try:
        result = function.call(**given)
    except InputError:
        return "#N/A"
    number = float(getattr(result, "flat", [result])[0])
    return number if math.isfinite(number) else "#NUM!"


LIBRARY = [function for function in catalogue.functions() if function.name != "VDI_VERSION"]
CALLS = [(function, given) for function in LIBRARY for given in examples(function)]


def test_every_function_has_an_example() -> None:
    shown = {function.name for function, _ in CALLS}
    assert [function.name for function in LIBRARY if function.name not in shown] == []


def test_every_function_equals_the_library(office: Office, tmp_path: Path) -> None:
    cells = {f"A{row}": formula(*call) for row, call in enumerate(CALLS, 1)}
    values = calculated(office, tmp_path, cells)
    wrong = [
        f"{written}: {values[place]}, the library gives {expected(*call)}"
        for (place, written), call in zip(cells.items(), CALLS, strict=True)
        if not equal(values[place], expected(*call))
    ]
    assert wrong == []


def equal(value: float | str, wanted: float | str) -> bool:
    if isinstance(value, str) or isinstance(wanted, str):
        return value == wanted
    return math.isclose(value, wanted, rel_tol=1e-9, abs_tol=1e-12)


def test_a_range_gives_a_range(office: Office, tmp_path: Path) -> None:
    cells: dict[str, Any] = {"A1": 75, "A2": 150, "A3": None, "A4": 10}
    cells["B1"] = ArrayFormula("B1:B4", "=VDI_DISK_COUNT(320,480,2,A1:A4)")
    values = calculated(office, tmp_path, cells)
    assert values == {"B1": 18.0, "B2": 9.0, "B3": "#N/A", "B4": 128.0}


def test_the_numbers_of_all_groups_give_one_answer(office: Office, tmp_path: Path) -> None:
    cells: dict[str, Any] = {"A1": 10, "B1": 256, "C1": 2, "A2": 10, "B2": 8, "C2": 0.5, "D1": 480, "D2": 200}
    cells["E1"] = "=VDI_HOSTS_FOR_MIX(A1:A2,B1:B2,C1:C2,D1,64)"
    cells["E2"] = "=VDI_HOSTS_FOR_MIX(A1:A3,B1:B3,C1:C3,D1,64)"
    cells["F1"] = ArrayFormula("F1:F2", "=VDI_HOSTS_FOR_MIX(A1:A2,B1:B2,C1:C2,D1:D2,64)")
    values = calculated(office, tmp_path, cells)
    assert {place: values[place] for place in ("E1", "E2", "F1", "F2")} == {
        "E1": 10.0, "E2": "#N/A", "F1": 10.0, "F2": "#N/A"
    }  # fmt: skip


def test_what_a_cell_can_hold(office: Office, tmp_path: Path) -> None:
    cells = {
        "A1": 75,
        "A2": "seventy-five",
        "A3": "=1/0",
        "A5": '=""',
        "A6": "=TRUE()",
        "B1": "=VDI_DISK_COUNT(320,480,2,A1)",
        "B2": "=VDI_DISK_COUNT(320,480,2,A2)",
        "B3": "=VDI_DISK_COUNT(320,480,2,A3)",
        "B4": "=VDI_DISK_COUNT(320,480,2,A4)",
        "B5": "=VDI_DISK_COUNT(320,480,2,A5)",
        "B6": "=VDI_DISK_COUNT(320,480,2,A6)",
        "B7": "=VDI_DISK_COUNT(320,480,2)",
        "B8": "=VDI_DISK_COUNT(320,480,2,-75)",
        "B9": "=VDI_DISK_COUNT(320,480,2,75,,,A1)",
        "B10": '=VDI_DISK_COUNT(320,480,2,75,1,1,"up",8)',
        "B11": "=VDI_DISK_COUNT(1E308,1E308,2,1)",
        "B12": '=VDI_DISK_COUNT(320,480,2,75,,,"nearest")',
        "B13": "=VDI_USABLE_IOPS(VDI_DISK_COUNT(320,480,2,76),75,0.4,2)",
    }
    values = calculated(office, tmp_path, cells)
    assert {place: value for place, value in values.items() if place.startswith("B")} == {
        "B1": 18.0,
        "B2": "#N/A",
        "B3": "#DIV/0!",
        "B4": "#N/A",  # an empty cell arrives as 0, which is no rating
        "B5": "#N/A",
        "B6": 1280.0,
        "B7": "#N/A",
        "B8": "#N/A",
        "B9": "#N/A",
        "B10": "Err:504",
        "B11": "#NUM!",
        "B12": 17.0,
        "B13": pytest.approx(796.875, rel=1e-9),
    }


def test_last_error_says_why(office: Office, tmp_path: Path) -> None:
    cells = {"A1": "=VDI_LAST_ERROR()", "A2": '=VDI_DISK_COUNT(320,480,2,"fast")'}
    calculated(office, tmp_path, cells)
    (values,) = office.recalculate().values()
    assert values == {
        "A1": "VDI_DISK_COUNT: drive_iops is 'fast'; expected a number above 0 IOPS",
        "A2": "#N/A",
    }


def test_engine_status_with_the_extension(office: Office, tmp_path: Path) -> None:
    cells = {"A1": '=IFERROR(VDI_VERSION(),"native formulas only")', "A2": "=VDI_VERSION()"}
    assert calculated(office, tmp_path, cells) == {"A1": vdi_sizing.__version__, "A2": vdi_sizing.__version__}


def test_engine_status_without_the_extension(bare_office: Office, tmp_path: Path) -> None:
    cells = {"A1": '=IFERROR(VDI_VERSION(),"native formulas only")', "A2": "=VDI_VERSION()"}
    assert calculated(bare_office, tmp_path, cells) == {"A1": "native formulas only", "A2": "#NAME?"}
    (values,) = bare_office.load(tmp_path / "excel.xlsx").values()
    assert values == {"A1": "native formulas only", "A2": "#NAME?"}


def test_a_formula_that_a_user_types(office: Office, tmp_path: Path) -> None:
    typed = tmp_path / "typed.csv"
    typed.write_text("=VDI_DISK_COUNT(320;480;2;76)\n=vdi_version()\n", encoding="utf-8")
    (values,) = office.load(typed).values()
    assert values == {"A1": 17.0, "A2": vdi_sizing.__version__}
