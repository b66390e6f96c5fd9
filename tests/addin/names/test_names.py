"""The functions as LAMBDA names, calculated by IronCalc, against the library."""

from __future__ import annotations

import random
import re
from pathlib import Path
from typing import Any

import ironcalc
import pytest
from openpyxl import load_workbook
from tests.addin.names.random_calls import drawn, formula
from tests.gate.lint import lint
from tests.gate.office import convert
from tests.gate.validator import validate
from tests.tiers import but_in_gate

from vdi_addin.functions.catalogue import Function, functions
from vdi_addin.functions.convert import Failure, call
from vdi_addin.names.formulas import FORMULAS, WITHOUT
from vdi_addin.names.lambdas import NEW_FUNCTIONS, lambdas
from vdi_addin.names.workbook import FILE_NAME, FIRST_ROW, names_workbook
from vdi_templates.audit.package import made_parts

ROOT = Path(__file__).parents[3]
LONGEST_FORMULA = 8192
HERE = [function for function in functions() if function.name in lambdas()]


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("names") / FILE_NAME
    path.write_bytes(names_workbook())
    return path


def calculated(file: Path, formulas: list[str], folder: Path) -> list[Any]:
    """What IronCalc gives for formulas in a workbook with the names."""
    book = load_workbook(file)
    sheet = book.create_sheet("Calls")
    for row, text in enumerate(formulas, 1):
        sheet.cell(row, 1).value = text
    book.save(folder / "calls.xlsx")
    model = ironcalc.load_from_xlsx(str(folder / "calls.xlsx"), "en", "UTC", "en")
    model.evaluate()
    return [model.get_cell_value(len(book.sheetnames) - 1, row, 1) for row in range(1, len(formulas) + 1)]


def agrees(answer: object, expected: object) -> bool:
    """Whether a cell shows what the add-in would: 1e-9 relative, 1e-12 absolute, the same error value."""
    if isinstance(expected, Failure):
        return answer == expected.error
    if isinstance(expected, str):
        return answer == expected
    assert isinstance(expected, float)
    close = max(1e-12, 1e-9 * abs(expected))
    return type(answer) in (int, float) and abs(answer - expected) <= close  # type: ignore[operator]


@pytest.mark.parametrize("calls_of_each", but_in_gate([30, 150], 30))
def test_random_calls_of_every_function_equal_the_library(calls_of_each: int, file: Path, tmp_path: Path) -> None:
    source = random.Random(20261122)
    calls: list[tuple[Function, list[Any]]] = [
        (function, drawn(function, source)) for function in HERE for _ in range(calls_of_each)
    ]
    assert calls
    written = [formula(function, values) for function, values in calls]
    expected = [call(function, *values) for function, values in calls]
    answers = calculated(file, written, tmp_path)
    wrong = [
        f"{text} is {answer}; the library has {wanted}"
        for text, answer, wanted in zip(written, answers, expected, strict=True)
        if not agrees(answer, wanted)
    ]
    assert wrong[:5] == []
    numbers: dict[str, int] = {}
    for (function, _), wanted in zip(calls, expected, strict=True):
        numbers[function.name] = numbers.get(function.name, 0) + (not isinstance(wanted, Failure))
    assert min(numbers.values()) > calls_of_each / 20, "each function has to answer, not only to refuse"


def test_a_formula_that_is_wrong_is_noticed(file: Path, tmp_path: Path) -> None:
    book = load_workbook(file)
    name = book.defined_names["VDI_GIB_FROM_GB"]
    assert "1024^3" in name.attr_text
    name.attr_text = name.attr_text.replace("1024^3", "1024^2")
    book.save(tmp_path / "wrong.xlsx")
    (answer,) = calculated(tmp_path / "wrong.xlsx", ["=VDI_GIB_FROM_GB(10)"], tmp_path)
    assert not agrees(answer, 10 * 1000**3 / 1024**3)


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("=VDI_DISK_COUNT(320,480,2,A9)", "#N/A"),
        ('=VDI_DISK_COUNT(320,480,2,"76")', "#N/A"),
        ('=VDI_DISK_COUNT(320,480,"RAID 10",76)', 17),
        ("=VDI_RESPONSE_TIME_PERCENTILE_MS(95,90,75,768,1152)-VDI_RESPONSE_TIME_PERCENTILE_MS(0.95,90,75,768,1152)", 0),
        ('=VDI_DISK_COUNT_FOR_RESPONSE_TIME(50,768,1152,75,"RAID 10",A9)', "#N/A"),
        ('=VDI_DISK_COUNT_FOR_RESPONSE_TIME(50,768,1152,75,"RAID 10","mean")', 63),
        ("=VDI_RESPONSE_TIME_MS(1,75,768,1152)", "#NUM!"),
        ('=VDI_RAID("raid 5","parity drives")', 1),
        ('=VDI_WRITE_PENALTY("RAID 7")', "#N/A"),
    ],
)
def test_a_cell_shows_what_the_add_in_would(text: str, shown: object, file: Path, tmp_path: Path) -> None:
    assert calculated(file, [text], tmp_path) == [shown]


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("=VDI_HOSTS_FOR_MIX(A1:A2,B1:B2,C1:C2,480,64)", 10),
        ("=VDI_HOSTS_FOR_MIX(A1:A2,TRANSPOSE(B1:B2),0.5,480,64)", 10),
        ("=VDI_HOSTS_FOR_MIX(A1,B1,C1,480,64)", 10),
        ("=VDI_HOSTS_FOR_MIX(A1:A3,B1:B3,C1:C3,480,64)", "#N/A"),  # a blank row
        ("=VDI_HOSTS_FOR_MIX(A1:B2,B1:B2,C1:C2,480,64)", "#N/A"),  # two columns
        ("=VDI_HOSTS_FOR_MIX(A1:A2,{8,8,8},C1:C2,480,64)", "#N/A"),  # of three groups
        ("=VDI_HOSTS_FOR_MIX(A1:A2,B1:B2,C1:C2,200,64)", "#N/A"),  # a VM that fits no host
        ("=VDI_HOSTS_FOR_MIX({0,10},B1:B2,C1:C2,200,64)", 1),  # there is none of that
        ("=VDI_HOSTS_FOR_MIX({0,0},B1:B2,C1:C2,480,64)", 0),
        ("=VDI_HOSTS_FOR_MIX({600,60},{6,32},{0.5,2},960,49.3,{0,8},4,16)", 9),
        ("=VDI_HOSTS_FOR_MIX({600,60},{6,32},{0.5,2},960,49.3,{0,8},2,24)", 10),
        ("=VDI_HOSTS_FOR_MIX({600,60},{6,32},{0.5,2},960,49.3,{0,8},2,4)", "#N/A"),  # a VM that no GPU holds
    ],
)
def test_numbers_of_groups_stand_in_cells(text: str, shown: object, file: Path, tmp_path: Path) -> None:
    book = load_workbook(file)
    sheet = book.create_sheet("Calls")
    for row in ((10, 256, 2), (10, 8, 0.5)):
        sheet.append(row)
    sheet["E1"] = text
    book.save(tmp_path / "calls.xlsx")
    model = ironcalc.load_from_xlsx(str(tmp_path / "calls.xlsx"), "en", "UTC", "en")
    model.evaluate()
    assert model.get_cell_value(len(book.sheetnames) - 1, 1, 5) == shown


def test_every_function_is_there_or_listed_with_the_reason(file: Path) -> None:
    everything = {function.name for function in functions()}
    without = {f"VDI_{name.upper()}" for name in WITHOUT}
    assert lambdas().keys() | without == everything
    assert not lambdas().keys() & without
    listed = {row[0].value for row in load_workbook(file)["Not here"].iter_rows(min_row=2)}
    assert listed == without
    assert len(FORMULAS) + 1 == len(lambdas())


def test_the_examples_are_saved_with_what_they_show(file: Path) -> None:
    model = ironcalc.load_from_xlsx(str(file), "en", "UTC", "en")
    model.evaluate()
    saved = load_workbook(file, data_only=True)["Functions"]
    examples = [row for row in range(FIRST_ROW, saved.max_row + 1) if saved.cell(row, 4).value is not None]
    assert len(examples) > len(HERE) - 5
    for row in examples:
        value = saved.cell(row, 4).value
        assert agrees(model.get_cell_value(0, row, 4), float(value) if isinstance(value, int) else value)


def test_the_file_passes_the_gate(file: Path, tmp_path: Path) -> None:
    """But for what is meant: functions of Excel 365, and the names inside a LAMBDA."""
    new = "|".join(NEW_FUNCTIONS)
    meant = re.compile(rf": _xl(?:pm|op)\.\w+ is neither a cell|: (?:{new}) is not used in this project$")
    assert [finding for finding in lint(file) if not meant.search(finding)] == []
    assert validate([file]) == []
    assert convert([file], "ods", tmp_path)
    assert max(map(len, lambdas().values())) < LONGEST_FORMULA


def test_the_committed_file_is_current(file: Path) -> None:
    assert (ROOT / "addin" / FILE_NAME).read_bytes() == file.read_bytes()


def test_the_workbook_for_sizing_is_free_of_it() -> None:
    workbook = made_parts((ROOT / "vdi_sizing.xlsx").read_bytes())["xl/workbook.xml"].decode()
    names = re.findall(r'<definedName [^>]*?name="([^"]*)"', workbook)
    assert names
    assert [name for name in names if name.startswith("VDI_")] == []
