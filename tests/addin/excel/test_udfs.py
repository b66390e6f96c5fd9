"""How a cell's value reaches a function in Excel: through xlwings' own Windows code."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from tests.addin.excel.winstub import MISSING_ARGUMENT, excel_python
from tests.built import file_of, shared_book
from tests.edited import edited

from vdi_addin.functions.catalogue import functions
from vdi_templates.examples import fujitsu
from vdi_templates.reading.reader import read

MODULE = "vdi_addin.excel.udfs"
DIVISION_BY_ZERO, SPILL = -2146826281, -2146826243

Excel = Callable[..., Any]


@pytest.fixture(scope="module")
def python() -> Iterator[Any]:
    with excel_python() as server:
        yield server


@pytest.fixture
def excel(python: Any) -> Excel:
    """Calls a function as its VBA wrapper does."""

    def call(name: str, *cells: Any) -> Any:
        return python.CallUDF(MODULE, name, cells)

    return call


@pytest.mark.parametrize(
    "cell", [76.0, 76, ((76.0,),), (76.0,)], ids=["number", "whole number", "range of one cell", "array of one number"]
)
def test_a_number_is_a_number(excel: Excel, cell: Any) -> None:
    assert excel("VDI_DISK_COUNT", 320.0, 480.0, 2.0, cell) == 17.0


@pytest.mark.parametrize(
    ("cell", "shown"),
    [
        (None, "blank"),
        ("", "blank"),
        ("seventy-six", "'seventy-six'"),
        ("76", "'76'"),
        (SPILL, "'an error value'"),
        (DIVISION_BY_ZERO, "'#DIV/0!'"),
        (MISSING_ARGUMENT, "blank"),
        (0.0, "0"),
        (False, "0"),
    ],
)
def test_what_is_no_drive_iops_is_refused_in_words(excel: Excel, cell: Any, shown: str) -> None:
    answer = excel("VDI_DISK_COUNT", 320.0, 480.0, 2.0, cell)
    assert answer.startswith(f"#N/A VDI_DISK_COUNT: drive_iops is {shown}; expected a number")


def test_true_counts_as_one_as_in_a_formula(excel: Excel) -> None:
    assert excel("VDI_DISK_COUNT", True, 0.0, 1.0, 1.0) == 1.0


@pytest.mark.parametrize("rest", [(), (MISSING_ARGUMENT,), (MISSING_ARGUMENT, MISSING_ARGUMENT, MISSING_ARGUMENT)])
def test_an_omitted_argument_takes_its_default(excel: Excel, rest: tuple[int, ...]) -> None:
    assert excel("VDI_DISK_COUNT", 320.0, 480.0, 2.0, 75.0, *rest) == 18.0


def test_an_argument_after_an_omitted_one_counts(excel: Excel) -> None:
    cells = (320.0, 480.0, 2.0, 75.0, MISSING_ARGUMENT, MISSING_ARGUMENT, "nearest")
    assert excel("VDI_DISK_COUNT", *cells) == 17.0


def test_a_range_gives_an_answer_per_cell(excel: Excel) -> None:
    column = ((75.0,), (76.0,), (None,))
    rows = excel("VDI_DISK_COUNT", 320.0, 480.0, 2.0, column)
    assert rows[:2] == [[18.0], [17.0]]
    assert rows[2][0].startswith("#N/A VDI_DISK_COUNT: drive_iops is blank")


def test_the_numbers_of_all_groups_give_one_answer(excel: Excel) -> None:
    vms, ram, cores = ((10.0,), (10.0,)), ((256.0,), (8.0,)), (2.0, 0.5)
    assert excel("VDI_HOSTS_FOR_MIX", vms, ram, cores, 480.0, 64.0) == 10.0
    assert excel("VDI_HOSTS_FOR_MIX", vms, ram, cores, ((480.0,), (992.0,)), 64.0) == [[10.0], [4.0]]
    answer = excel("VDI_HOSTS_FOR_MIX", ((10.0,), (None,)), ram, cores, 480.0, 64.0)
    assert answer.startswith("#N/A VDI_HOSTS_FOR_MIX: vms of group 2 is blank")


def test_a_blank_for_a_share_is_not_the_mean(excel: Excel) -> None:
    """It said 63 drives, those for the mean, where 90 keep 80 % within the limit."""
    cells = (50.0, 768.0, 1152.0, 75.0, "RAID 10")
    asked = [excel("VDI_DISK_COUNT_FOR_RESPONSE_TIME", *cells, *share) for share in ((), (MISSING_ARGUMENT,), (0.8,))]
    assert asked == [90.0] * 3
    assert excel("VDI_DISK_COUNT_FOR_RESPONSE_TIME", *cells, "Mean") == 63.0
    for blank in (None, ""):
        answer = excel("VDI_DISK_COUNT_FOR_RESPONSE_TIME", *cells, blank)
        assert "share is blank; expected a share above 0 and below 1, or the text" in answer
    answer = excel("VDI_NUM_VM_FOR_RESPONSE_TIME", 50.0, 90.0, 75.0, 20.0, 0.4, "RAID 10", None)
    assert "share is blank" in answer


def test_a_row_typed_into_a_formula_comes_back_as_a_row(excel: Excel) -> None:
    assert excel("VDI_DISK_COUNT", 320.0, 480.0, 2.0, (75.0, 76.0)) == [18.0, 17.0]


def test_a_row_comes_back_as_a_row(excel: Excel) -> None:
    assert excel("VDI_DISK_COUNT", 320.0, 480.0, 2.0, ((75.0, 76.0),)) == [18.0, 17.0]


def test_the_version_is_a_text(excel: Excel) -> None:
    import vdi_sizing  # noqa: PLC0415

    assert excel("VDI_VERSION") == vdi_sizing.__version__


def test_every_function_of_the_catalogue_is_an_xlwings_function(python: Any) -> None:
    python.CallUDF(MODULE, "VDI_VERSION", ())
    udfs = vars(sys.modules[MODULE])
    for function in functions():
        known = udfs[function.name].__xlfunc__
        assert known["name"] == function.name
        assert [argument["name"] for argument in known["args"]] == [argument.name for argument in function.arguments]
        assert ["optional" in argument for argument in known["args"]] == [
            argument.optional for argument in function.arguments
        ]
        assert known["category"] == "VDI sizing"
        assert not known["ret"]["options"]


def test_compare_names_the_file_it_wrote_or_says_why_not(excel: Excel, tmp_path: Path) -> None:
    book = tmp_path / "acme.xlsx"
    book.write_bytes(file_of(shared_book(fujitsu())))
    assert excel("compare_workbook", str(book)) == str(tmp_path / "acme_comparison.xlsx")
    assert read(tmp_path / "acme_comparison.xlsx") == read(book)
    edited(book, {"Users!D6": "ten"})
    assert "#N/A acme.xlsx: Users!D6" in excel("compare_workbook", str(book))
    assert not (tmp_path / "acme_comparison_2.xlsx").exists()


def test_compare_replaces_no_earlier_comparison(tmp_path: Path) -> None:
    from vdi_addin.excel.udfs import free_name  # noqa: PLC0415

    for name in ("a_comparison.xlsx", "a_comparison_2.xlsx"):
        (tmp_path / name).touch()
    assert free_name(tmp_path / "a_comparison.xlsx").name == "a_comparison_3.xlsx"
