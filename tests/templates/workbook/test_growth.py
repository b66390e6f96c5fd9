"""The sheet Growth: live, read again, and no number where there is none."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from tests.built import file_of, shared_book
from tests.gate.office import Office
from tests.templates.clusters import clusters
from tests.templates.engines import cell_of, errors, mismatches, value_in
from tests.templates.made import made_for
from tests.tiers import DRAWN, but_in_gate

from vdi_sizing.model.sizing import size
from vdi_sizing.scenario import GROWTH_YEARS, Scenario
from vdi_templates.examples import fujitsu
from vdi_templates.reading.reader import read
from vdi_templates.workbook.layout import FIRST_ROW
from vdi_templates.workbook.sheets.growth import TITLE
from vdi_templates.workbook.styles import DESIGN_COLORS

GROWING = {"user_growth": 0.1, "gb_growth": 0.15, "drive_price_change": -0.1, "other_price_change": 0.02}
LEASED = {"escalation": 0.03, "maintenance_share": 0.1, "discount_rate": 0.05}


def grows(scenario: Scenario, **given: object) -> Scenario:
    return replace(scenario, settings=replace(scenario.settings, **{**GROWING, **LEASED, **given}))  # type: ignore[arg-type]


def leased() -> Scenario:
    """Fujitsu's drives are paid per year, in advance, in some years only, and do not rise."""
    before = fujitsu()
    bill = tuple(
        replace(row, recurs="per year", first_year=2.0, last_year=4.0, paid="in advance", rises=False)
        if row.per.startswith("drive") else row
        for row in before.bill
    )  # fmt: skip
    return replace(before, bill=bill)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "book.xlsx"


@pytest.mark.everything(DRAWN)
@pytest.mark.parametrize("scenario", but_in_gate([leased, clusters], clusters))
def test_the_engines_agree_by_year_and_at_once_and_the_file_is_read_again(
    scenario: object, path: Path, office: Office
) -> None:
    by_year, at_once = (grows(scenario(), growth_bought=each) for each in ("by year", "at once"))  # type: ignore[operator]
    book = shared_book(by_year)
    path.write_bytes(file_of(book))
    assert read(path).settings == by_year.settings
    values = office.load(path)
    assert errors(values) == []
    assert mismatches(book, values) == []
    row = book.layout.settings_rows
    office.set({f"Settings!D{row['growth_bought']}": "at once", f"Settings!D{row['running_paid']}": "in advance"})
    other = grows(at_once, running_paid="in advance")
    live = shared_book(other, made=made_for(by_year))
    assert mismatches(live, office.recalculate()) == []


@pytest.mark.everything
def test_blank_cells_are_no_growth(path: Path, office: Office) -> None:
    book = shared_book(grows(fujitsu()))
    path.write_bytes(file_of(book))
    office.load(path)
    rows = [book.layout.settings_rows[name] for name in (*GROWING, "growth_bought")]
    office.set({f"Settings!D{row}": None for row in rows})
    values = office.recalculate()
    assert errors(values) == []
    assert value_in(values, cell_of(book, "growth_noted")) == ""
    assert value_in(values, f"Growth!A{FIRST_ROW}") == "No growth is assumed: enter it on Settings."
    plain = size(grows(fujitsu(), **dict.fromkeys(("user_growth", "gb_growth", "other_price_change"), 0.0)))
    for name in ("growth_blocks_5", "growth_eur"):
        assert value_in(values, cell_of(book, name)) == pytest.approx(plain.designs[0][name])


def test_more_years_than_growth_is_looked_at_fail_a_check(path: Path, office: Office) -> None:
    book = shared_book(grows(clusters(), growth_bought="by year"))
    path.write_bytes(file_of(book))
    office.load(path)
    label = f"years of use: at most {GROWTH_YEARS[-1]} where growth is given"
    (row,) = (cells[0].row for cells in book.worksheet("Checks").iter_rows() if cells[0].value == label)
    assert value_in(office.recalculate(), f"Checks!D{row}") == 1
    office.set({f"Settings!D{book.layout.settings_rows['years']}": 8})
    values = office.recalculate()
    assert value_in(values, f"Checks!D{row}") == 0
    assert value_in(values, "Growth!A3") == "Checks: ERRORS"


def test_a_chart_has_a_bar_for_each_design_in_its_colour() -> None:
    book = shared_book(grows(fujitsu()))
    (chart,) = book.worksheet("Growth")._charts  # type: ignore[attr-defined]
    colors = [series.graphicalProperties.solidFill.srgbClr for series in chart.series]
    assert colors == list(DESIGN_COLORS[: len(colors)])
    assert len(colors) == book.layout.design_columns
    assert TITLE in book.cached["Growth"].values()
