"""The work of a sizing grows no faster than its tables: counted in calls, which no busy machine changes."""

from __future__ import annotations

import sys
from collections.abc import Callable
from dataclasses import replace

import pytest
from bench.scale import with_rows

import vdi_templates.workbook.build
from vdi_sizing.model.sizing import size
from vdi_sizing.scenario import Scenario, check
from vdi_templates.reading import limits
from vdi_templates.reading.limits import TooLargeError
from vdi_templates.workbook.build import SHEETS, build_book

ROWS = 60


def calls(work: Callable[[], object]) -> int:
    """How many functions were called, built-in ones and steps of generators too."""
    count = 0

    def note(_frame: object, event: str, _argument: object) -> None:
        nonlocal count
        count += event in ("call", "c_call")

    sys.setprofile(note)
    try:
        work()
    finally:
        sys.setprofile(None)
    return count


def sized(scenario: Scenario) -> None:
    check(scenario)
    for design in size(scenario).designs:
        assert design["eur_per_user"]


def growth(work: Callable[[int], object]) -> float:
    """The work of the third ROWS rows by that of the first: 1 if it grows as the rows do, 5 if as their square."""
    work(0)  # what is remembered from then on
    none, first, second, third = (calls(lambda rows=rows: work(rows)) for rows in (0, ROWS, 2 * ROWS, 3 * ROWS))  # type: ignore[misc]
    assert first - none >= ROWS
    return (third - second) / (first - none)


@pytest.mark.parametrize("rows", [(1, 0, 0), (0, 1, 0), (0, 0, 1), (0, 1, 1)], ids=str)
def test_the_work_grows_no_faster_than_the_rows(rows: tuple[int, int, int]) -> None:
    def work(times: int) -> None:
        groups, prices, bill = (count * times for count in rows)
        sized(with_rows(groups, prices, bill))

    assert growth(work) < 1.2


def test_the_sheet_that_prices_the_bill_grows_no_faster_than_the_rows(monkeypatch: pytest.MonkeyPatch) -> None:
    others = (sheet if sheet.name == "Cost" else replace(sheet, write=lambda _: None) for sheet in SHEETS)
    monkeypatch.setattr(vdi_templates.workbook.build, "SHEETS", tuple(others))
    assert growth(lambda rows: build_book(size(with_rows(0, 5 * rows, 5 * rows)))) < 1.2


def test_work_that_grows_faster_is_noticed() -> None:
    assert growth(lambda rows: [max(1, row) for row in range(rows) for _ in range(rows)]) > 4


def test_more_cells_than_are_read_are_refused_with_the_limit() -> None:
    counts = limits._Counts(most_cells=100, cells=101)
    with pytest.raises(TooLargeError, match="more than 100 cells; expected at most 100 cells in a workbook"):
        counts.check()
