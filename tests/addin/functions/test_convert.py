"""From cells to the library and back, for both spreadsheets."""

from __future__ import annotations

import math
import subprocess
import sys
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import vdi_sizing
from vdi_addin.functions.catalogue import Argument, Function, function, functions
from vdi_addin.functions.convert import OMITTED, Failure, call, converted
from vdi_sizing.errors import InputError

DISK_COUNT = function("VDI_DISK_COUNT")
LOAD = (320.0, 480.0, 2.0)


def stand_in(answer: Any, *arguments: Argument) -> Function:
    return Function("VDI_X", "m", "Help.", arguments, lambda **given: answer)


NUMBER = Argument("iops", "Load", "number")
NOT_GIVEN = Argument("iops", "Load", "number", optional=True)
TEXT = Argument("raid", "Level", "text")
FLAG = Argument("mirrored", "Whether", "flag")


@pytest.mark.parametrize("cell", [75, 75.0, ((75.0,),), [[75.0]]])
def test_a_number_comes_in_many_forms(cell: Any) -> None:
    assert call(DISK_COUNT, *LOAD, cell) == 18.0


@pytest.mark.parametrize(
    ("cell", "shown"),
    [
        (None, "blank"),
        ("", "blank"),
        (OMITTED, "blank"),
        ("75", "'75'"),
        ("#N/A", "'#N/A'"),
        (-75.0, "-75"),
    ],
)
def test_a_refused_value_is_named_with_function_and_argument(cell: Any, shown: str) -> None:
    answer = call(DISK_COUNT, *LOAD, cell)
    assert isinstance(answer, Failure)
    assert answer.error == "#N/A"
    assert answer.message.startswith(f"VDI_DISK_COUNT: drive_iops is {shown}; expected a number")


def test_an_empty_cell_is_no_default() -> None:
    answer = call(DISK_COUNT, *LOAD, 75.0, None)
    assert str(answer) == ("#N/A VDI_DISK_COUNT: max_utilization is blank; expected a number above 0 and at most 1")


def test_an_empty_cell_means_not_given_where_not_giving_is_a_choice() -> None:
    assert converted(NOT_GIVEN, None) is None
    assert converted(NOT_GIVEN, 5.0) == 5.0


def test_left_out_arguments_take_their_defaults() -> None:
    assert call(DISK_COUNT, *LOAD, 75.0, OMITTED, OMITTED, "nearest") == 17.0


ANY_CELL = st.one_of(
    st.floats(allow_nan=False, allow_infinity=False),
    st.sampled_from([None, "", "RAID 5", "raid10", "#N/A", True, False, OMITTED, 0.0, 1.0, 0.5, 100.0]),
)


@pytest.mark.parametrize("item", functions(), ids=lambda item: item.name)
@given(data=st.data())
@settings(max_examples=25)
def test_whatever_cells_hold_a_function_answers_or_says_why_not(item: Function, data: st.DataObject) -> None:
    count = data.draw(st.integers(0, len(item.arguments)))
    answer = call(item, *data.draw(st.lists(ANY_CELL, min_size=count, max_size=count)))
    assert isinstance(answer, (str, Failure)) or (isinstance(answer, float) and math.isfinite(answer))
    if isinstance(answer, Failure):
        assert answer.message.startswith(f"{item.name}: ")


def test_too_many_arguments_are_refused() -> None:
    assert call(function("VDI_VERSION"), 1.0) == Failure("#N/A", "VDI_VERSION: 1 arguments; expected 0")


@pytest.mark.parametrize(("cell", "text"), [("RAID 5", "RAID 5"), (" 10 ", "10"), (10.0, "10"), (5, "5")])
def test_text(cell: Any, text: str) -> None:
    assert converted(TEXT, cell) == text


@pytest.mark.parametrize("cell", [None, True, OMITTED])
def test_what_is_no_text_is_refused(cell: Any) -> None:
    with pytest.raises(InputError, match=r"raid is .*; expected a text"):
        converted(TEXT, cell)


@pytest.mark.parametrize(("cell", "flag"), [(True, True), (False, False), (1.0, True), (0.0, False)])
def test_flags(cell: Any, flag: bool) -> None:
    assert converted(FLAG, cell) is flag


@pytest.mark.parametrize("cell", [None, 2.0, "yes"])
def test_what_is_no_flag_is_refused(cell: Any) -> None:
    with pytest.raises(InputError, match=r"mirrored is .*; expected TRUE or FALSE"):
        converted(FLAG, cell)


def test_a_range_gives_a_range_of_the_same_shape() -> None:
    assert call(DISK_COUNT, *LOAD, ((75.0, 76.0), (150.0, 1e9))) == ((18.0, 17.0), (9.0, 1.0))


def test_a_row_and_a_column_give_a_table() -> None:
    answer = call(DISK_COUNT, ((100.0,), (200.0,)), ((0.0, 100.0, 200.0),), 1.0, 100.0)
    assert answer == ((1.0, 2.0, 3.0), (2.0, 3.0, 4.0))


def test_ranges_of_different_sizes_are_refused() -> None:
    answer = call(DISK_COUNT, ((1.0,), (2.0,)), ((1.0,), (2.0,), (3.0,)), 1.0, 100.0)
    assert answer == Failure("#N/A", "VDI_DISK_COUNT: the ranges differ in size")


def test_one_bad_cell_of_a_range_spoils_no_other() -> None:
    answer: Any = call(DISK_COUNT, *LOAD, ((75.0,), ("",), (0.0,)))
    assert answer[0] == (18.0,)
    assert "drive_iops is blank" in answer[1][0].message
    assert "drive_iops is 0;" in answer[2][0].message


@given(st.lists(st.floats(1, 1e6), min_size=2, max_size=5))
def test_a_range_equals_its_cells(iops: list[float]) -> None:
    assert call(DISK_COUNT, *LOAD, (tuple(iops),)) == (tuple(call(DISK_COUNT, *LOAD, x) for x in iops),)


@pytest.mark.parametrize("result", [math.inf, -math.inf, math.nan])
def test_no_finite_result_is_an_error_value_and_says_so(result: float) -> None:
    answer = call(stand_in(result, NUMBER), 1.0)
    assert answer == Failure("#NUM!", "VDI_X: saturated: no finite value answers this")


@pytest.mark.parametrize("cells", [(1.7e308, 1.7e308, 1e300, 1e-300, 1e-300), (1e300, 1e300, 1e300, 1.0)])
def test_numbers_beyond_floating_point_are_an_error_value(cells: tuple[float, ...]) -> None:
    answer = call(DISK_COUNT, *cells)
    assert isinstance(answer, Failure)
    assert answer.error == "#NUM!"
    assert answer.message.startswith("VDI_DISK_COUNT: ")


def test_in_a_range_only_the_saturated_cell_fails() -> None:
    divide = Function("VDI_X", "m", "Help.", (NUMBER,), lambda iops: 1 / iops if iops else math.inf)
    assert call(divide, ((2.0, 0.0),)) == ((0.5, Failure("#NUM!", "VDI_X: saturated: no finite value answers this")),)


def test_the_version_answers_with_a_text() -> None:
    assert call(function("VDI_VERSION")) == vdi_sizing.__version__


def test_no_numpy_is_needed_not_even_for_ranges() -> None:
    code = (
        "import sys; sys.modules['numpy'] = None\n"
        "from vdi_addin.functions.catalogue import function; from vdi_addin.functions.convert import call\n"
        "assert call(function('VDI_DISK_COUNT'), 320.0, 480.0, 2.0, ((75.0, 76.0),)) == ((18.0, 17.0),)\n"
        "assert 'xlwings' not in sys.modules"
    )
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stderr


def test_a_percentile_is_asked_for_by_a_share() -> None:
    """0.95 was taken for the 0.95th percentile, in silence; 95 keeps its meaning."""
    percentile, cells = function("VDI_RESPONSE_TIME_PERCENTILE_MS"), (90.0, 75.0, 768.0, 1152.0)
    by_share, by_percentage = call(percentile, 0.95, *cells), call(percentile, 95.0, *cells)
    assert by_share == pytest.approx(by_percentage, rel=1e-12)
    assert by_share == pytest.approx(vdi_sizing.response_time_percentile_ms(95, *cells), rel=1e-12)


@pytest.mark.parametrize("cell", [0.0, 1.0, 1.5, 49.0, 100.0, None, "95"])
def test_a_percentile_that_may_be_either_is_refused(cell: Any) -> None:
    answer = call(function("VDI_PEAK_FACTOR_LOGNORMAL"), 0.5, cell)
    assert isinstance(answer, Failure)
    assert "expected a share above 0 and below 1, such as 0.95" in answer.message


def test_a_raid_level_stands_for_its_penalty() -> None:
    assert call(DISK_COUNT, 320.0, 480.0, "RAID 10", 76.0) == 17.0
    levels = (("RAID 10",), ("raid 5",), ("RAID 7",))
    answers = call(function("VDI_BACKEND_IOPS"), 100.0, 100.0, levels)
    assert answers[:2] == ((300.0,), (500.0,))  # type: ignore[index]
    assert "RAID 7" in answers[2][0].message  # type: ignore[index,union-attr]


RESPONSE = (90.0, 75.0, 768.0, 1152.0, "RAID 10")


def test_options_may_stand_in_a_range_of_names_and_values() -> None:
    response = function("VDI_RESPONSE_TIME_MS")
    options = (("Read hit", 0.5), (None, None), ("cache_ms", 1.0), ("service_shape", ""))
    assert call(response, *RESPONSE, options) == call(response, *RESPONSE, False, 0.5, 1.0, 0.0, 1.0)
    assert call(response, *RESPONSE, (("write_back", True),)) == call(response, *RESPONSE, True)


def test_an_option_that_there_is_not_is_refused() -> None:
    answer = call(function("VDI_RESPONSE_TIME_MS"), *RESPONSE, (("read hits", 0.5),))
    assert isinstance(answer, Failure)
    assert "options is 'read hits'; expected one of: write_back, read_hit" in answer.message


def test_a_range_of_flags_is_still_an_answer_per_cell() -> None:
    answers = call(function("VDI_RESPONSE_TIME_MS"), *RESPONSE, ((False, True),))
    each = tuple(call(function("VDI_RESPONSE_TIME_MS"), *RESPONSE, flag) for flag in (False, True))
    assert answers == (each,)


def test_fifty_is_a_percentage_and_anything_below_it_may_be_either() -> None:
    percentile, cells = function("VDI_RESPONSE_TIME_PERCENTILE_MS"), (90.0, 75.0, 768.0, 1152.0)
    assert call(percentile, 50.0, *cells) == call(percentile, 0.5, *cells)
    assert isinstance(call(percentile, 49.9, *cells), Failure)


MIX = function("VDI_HOSTS_FOR_MIX")
COLUMN = (((10.0,), (10.0,)), ((256.0,), (8.0,)), ((2.0,), (0.5,)))


def test_the_numbers_of_all_groups_give_one_answer() -> None:
    row = tuple(tuple(zip(*column, strict=True)) for column in COLUMN)
    assert call(MIX, *COLUMN, 480.0, 64.0) == call(MIX, *row, 480.0, 64.0) == 10.0
    assert call(MIX, COLUMN[0], row[1], [[2.0], [0.5]], 480.0, ((64.0,),)) == 10.0


def test_a_single_cell_is_the_number_of_each_group() -> None:
    assert call(MIX, COLUMN[0], COLUMN[1], 0.5, 480.0, 64.0) == call(MIX, *COLUMN[:2], ((0.5,), (0.5,)), 480.0, 64.0)
    assert call(MIX, 100.0, ((8.0,),), True, 80.0, 64.0) == 10.0


def test_beside_the_groups_a_range_still_gives_an_answer_per_cell() -> None:
    answers = call(MIX, *COLUMN, ((480.0,), (200.0,), (512.0,)), ((64.0, 8.0),))
    assert answers[::2] == ((10.0, 10.0), (6.0, 6.0))  # type: ignore[index]
    assert "at least 256 GiB, which a VM of group 1 takes" in answers[1][0].message  # type: ignore[index,union-attr]


@pytest.mark.parametrize(
    ("vms", "said"),
    [
        (((10.0,), ("",)), "vms of group 2 is blank; expected a number at least 0 VMs"),
        (((10.0,), ("ten",)), "vms of group 2 is 'ten'; expected a number at least 0 VMs"),
        (((10.0, 10.0), (1.0, 1.0)), "vms is '2 rows and 2 columns'; expected one row or one column"),
        (((10.0,), (10.0,), (10.0,)), "[3, 2, 2]; expected as many in each, or a single number for all"),
        (None, "vms is blank; expected a number at least 0 VMs"),
    ],
)
def test_numbers_of_groups_that_cannot_be_used_are_named(vms: Any, said: str) -> None:
    answer = call(MIX, vms, *COLUMN[1:], 480.0, 64.0)
    assert isinstance(answer, Failure)
    assert answer.error == "#N/A"
    assert said in answer.message
