"""The sheet Calibration: points typed into it, live, beside what the library makes of the same."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest
from tests.built import build, file_of, shared_book
from tests.edited import edited
from tests.gate.office import CellValue, Office
from tests.templates.engines import errors, mismatches
from tests.templates.made import book_without, made_for, value_alone
from tests.templates.third_engine import calculated
from tests.tiers import DRAWN

from vdi_addin.command.program import main
from vdi_sizing.inputs import inputs_of
from vdi_sizing.model.sizing import size
from vdi_sizing.scenario import MOST_POINTS, MeasuredPoint, Scenario
from vdi_sizing.words import DASH
from vdi_templates.audit.check import audit
from vdi_templates.audit.moves import moved_inputs
from vdi_templates.examples import EXAMPLES
from vdi_templates.reading.reader import read
from vdi_templates.workbook.book import Book
from vdi_templates.workbook.build import build_book
from vdi_templates.workbook.calibration import RESULTS, SHEET, STEPS, fit_cell
from vdi_templates.workbook.layout import FIRST_ROW

Point = MeasuredPoint
MADE = EXAMPLES["etri"]()
DRIVE = MADE.designs[0].tiers[0].drive or ""
DISKS = tuple(
    Point(load * 48, round(8 / (1 - load * 1.6 / 125) * (0.97, 1.0, 1.03)[at % 3], 3), 48, 0.4, 2, "test of May")
    for at, load in enumerate((5.0, 15.0, 25.0, 35.0, 45.0, 60.0, 70.0, 75.0))
)
FLASH = tuple(
    Point(float(load), ms)
    for load, ms in (
        (5000, 0.21),
        (20000, 0.24),
        (40000, 0.27),
        (60000, 0.35),
        (80000, 0.52),
        (90000, 0.8),
        (95000, 1.6),
        (99000, 1.5),
        (120000, 3.0),
    )
)
BEYOND = (*(Point(20.0 * at, 10.0 + at) for at in range(1, 5)), Point(90, 500), Point(110, 60))
TRIED: dict[str, tuple[MeasuredPoint, ...]] = {
    "one point": (Point(100, 5),),
    "one load": (Point(100, 5), Point(100, 6), Point(50, 4, 0.5)),
    "faster with more load": (Point(100, 6), Point(200, 5)),
    "always the same": tuple(Point(10.0 * at, 5) for at in range(1, 5)),
    "two points": (Point(4500, 2), Point(6846, 5.5)),
    "disks": DISKS,
    "flash": FLASH,
    "beyond saturation": BEYOND,
    "a law of another shape": tuple(Point(10.0 * at, 5 + at**4 / 100) for at in range(1, 9)),
    "as many as there may be": tuple(
        Point(float(at), round(20 / (1 - at / 60), 2)) for at in range(1, MOST_POINTS + 1)
    ),
}
VERDICTS = {
    "one point": "not determined: at least two points are needed",
    "one load": "not determined: all points have the same load per drive",
    "faster with more load": "not determined: the time does not rise with the load",
    "always the same": "not determined: the time does not rise with the load",
    "two points": "not determined: two points always fit",
    "disks": "a fit",
    "flash": "a fit, with points that it cannot hold",
    "beyond saturation": "not determined: the points scatter too far",
    "a law of another shape": "a rough fit: look at the deviations",
    "as many as there may be": "a fit",
}


HANG_ON_NO_POINT = ("Variants", "What if", "Sensitivity", "Growth", "Cost", "Comparison", "Groups", "Builds")


def with_points(points: tuple[MeasuredPoint, ...], drive: str | None = None) -> Scenario:
    return replace(MADE, measured_points=points, settings=replace(MADE.settings, measured_drive=drive))


def written(book: Book, folder: Path) -> Path:
    path = folder / "book.xlsx"
    path.write_bytes(file_of(book))
    return path


def typed(points: tuple[MeasuredPoint, ...], rows: list[int] | None = None) -> dict[str, CellValue]:
    """The cells of the table with some points, in their rows from 1."""
    columns = dict(zip("ABCDEF", inputs_of(MeasuredPoint), strict=True))
    cells: dict[str, CellValue] = {
        f"{SHEET}!{letter}{FIRST_ROW + at}": None for letter in columns for at in range(MOST_POINTS)
    }
    for at, point in zip(rows or range(1, len(points) + 1), points, strict=True):
        for letter, name in columns.items():
            cells[f"{SHEET}!{letter}{FIRST_ROW + at - 1}"] = getattr(point, name)
    return cells


def settings_cell(name: str) -> str:
    return f"Settings!D{shared_book(MADE).layout.settings_rows[name]}"


@pytest.mark.everything(DRAWN)
def test_typed_into_an_open_workbook_they_are_what_the_library_makes_of_them(
    office: Office, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """On sheets that hang on no point, which are most, with one set of them."""
    path = written(shared_book(MADE), tmp_path)
    office.load(path)
    made, measured = made_for(MADE), settings_cell("measured_drive")
    monkeypatch.setattr(Book, "formula", value_alone)
    for name, points in TRIED.items():
        office.set({**typed(points), measured: DRIVE.upper()})
        left_out = ("Sign-off", "Baseline", "Evidence", *(() if points is DISKS else HANG_ON_NO_POINT))
        book = book_without(left_out, size(with_points(points, DRIVE.upper())), made=made)
        values = office.after_typing(*book.cached)
        assert errors(values) == [], name
        assert mismatches(book, values) == [], name
        assert values[SHEET]["N6"] == VERDICTS[name]
    found = read(edited(path, {**typed(points), measured: DRIVE.upper()}))
    assert (found.measured_points, found.settings.measured_drive) == (TRIED[name], DRIVE.upper())


def test_rows_between_may_be_blank(office: Office, tmp_path: Path) -> None:
    rows = [2, 3, 7, 8, 11, 30, 39, 40]
    office.load(written(shared_book(MADE), tmp_path))
    office.set(typed(DISKS, rows))
    values = office.recalculate()
    at = {name: list(range(1, len(getattr(MADE, name)) + 1)) for name in TABLES_OF_RECORDS}
    book = build_book(size(with_points(DISKS)), table_rows={**at, "measured_points": rows},
                      made=made_for(MADE))  # fmt: skip
    assert [each for each in mismatches(book, values) if not each.cell.startswith("Sign-off!")] == []
    assert values[SHEET][fit_cell("points").replace("$", "")] == len(DISKS)


TABLES_OF_RECORDS = (
    "groups", "profiles", "deliveries", "kits", "kit_parts", "drives", "raid_levels", "metrics", "gpu_cards",
    "processors", "prices", "bill", "rates", "named_changes",
)  # fmt: skip


@pytest.mark.everything
@pytest.mark.parametrize("name", ["disks", "flash", "beyond saturation"])
def test_a_third_engine_says_the_same(name: str, tmp_path: Path) -> None:
    """In the gate it does of a customer with such points: test_third_engine.py."""
    book = shared_book(with_points(TRIED[name], DRIVE))
    values, _ = calculated(written(book, tmp_path), book)
    assert [each for each in mismatches(book, values) if each.cell.startswith((f"{SHEET}!", "Checks!"))] == []


@pytest.mark.parametrize(("points", "is_determined"), [(FLASH, True), (BEYOND, False)])
def test_every_result_stands_on_the_sheet_as_the_library_calls_it(
    points: tuple[MeasuredPoint, ...], is_determined: bool
) -> None:
    fit = with_points(points).fit
    cells = shared_book(with_points(points)).cached[SHEET]
    said = {name: cells[fit_cell(name).replace("$", "")] for name in (*RESULTS, *STEPS)}
    of_fit = {
        "service": fit.service_ms, "service_least": fit.service_range_ms[0], "service_most": fit.service_range_ms[1],
        "saturation": fit.saturation_iops, "saturation_least": fit.saturation_range_iops[0],
        "saturation_most": fit.saturation_range_iops[1], "side_by_side": fit.side_by_side,
        "highest_utilization": fit.highest_utilization,
    }  # fmt: skip
    counted = {"points_beyond": sum(fit.beyond_saturation), "points_falling": sum(fit.falling)}
    shown = {name: value if is_determined else DASH for name, value in of_fit.items()}
    assert said == {name: {**counted, **shown}.get(name, getattr(fit, name, None)) for name in said}


@pytest.mark.everything
def test_points_pass_the_check_and_stay_through_compare(tmp_path: Path) -> None:
    path = written(shared_book(with_points(DISKS, DRIVE)), tmp_path)
    assert audit(path).findings == []
    assert main(["compare", str(path), "-o", str(tmp_path / "compared.xlsx")]) == 0
    compared = read(tmp_path / "compared.xlsx")
    assert (compared.measured_points, compared.settings.measured_drive) == (DISKS, DRIVE)
    assert audit(tmp_path / "compared.xlsx").findings == []


@pytest.mark.everything
def test_a_saved_workbook_with_points_passes_the_check(office: Office, tmp_path: Path) -> None:
    office.load(written(shared_book(with_points(DISKS, DRIVE)), tmp_path), whole=True)
    assert audit(office.save(tmp_path / "saved.xlsx")).findings == []


def test_a_number_over_a_result_is_named(tmp_path: Path) -> None:
    path = written(shared_book(with_points(DISKS, DRIVE)), tmp_path)
    edited(path, {f"{SHEET}!{fit_cell('service').replace('$', '')}": 5})
    found = [each for each in audit(path).findings if each.sheet == SHEET and each.cell == "O8"]
    assert [each.aspect for each in found] == ["a number typed over a formula"]


def test_what_moved_is_told_point_by_point() -> None:
    later = (*DISKS[:-1], replace(DISKS[-1], response_ms=99.0), Point(3900, 120, 48, 0.4, 2))
    moves = moved_inputs(with_points(DISKS), with_points(later, DRIVE))
    assert [(move.sheet, move.of, move.what) for move in moves] == [
        ("Settings", "", "drive that was measured"), (SHEET, "3600 / 48", "response ms"),
        (SHEET, "3900 / 48", "row"),
    ]  # fmt: skip


BAD: dict[str, tuple[dict[str, CellValue], str]] = {
    "text": ({"A6": "many", "B6": 5}, "Calibration!A6: IOPS is 'many'; expected a number above 0 IOPS"),
    "one column": ({"A6": 100, "A7": 200}, "Calibration!B6: response ms is blank; expected a number above 0 ms"),
    "the other column": ({"B6": 5}, "Calibration!A6: IOPS is blank; expected a number above 0 IOPS"),
    "negative": ({"A6": 100, "B6": -5}, "Calibration!B6: response ms is -5; expected a number above 0 ms"),
    "a share above 1": ({"A6": 1, "B6": 5, "D6": 40}, "Calibration!D6: read share is 40; expected a share from 0 to 1"),
    "a share without a penalty": (
        {"A6": 1, "B6": 5, "D6": 0.4}, "Calibration!E6: write penalty is blank; expected a number of at least 0 x, "
        "since a read share is given",
    ),
    "below the table": ({"A46": 100, "B46": 5}, "Calibration!A46: cell is 100; expected nothing below the table"),
}  # fmt: skip


@pytest.mark.parametrize("name", BAD)
def test_a_bad_point_is_refused_with_its_cell(name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    cells = BAD[name][0]
    path = tmp_path / "book.xlsx"
    path.write_bytes(build(MADE))
    edited(path, {f"{SHEET}!{cell}": value for cell, value in cells.items()})
    assert main(["compare", str(path)]) == 2
    assert BAD[name][1] in capsys.readouterr().err


def test_a_warning_of_the_range_is_in_the_command(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = written(shared_book(with_points(DISKS[:4], DRIVE)), tmp_path)
    assert main(["compare", str(path), "--json"]) == 0
    said = json.loads(capsys.readouterr().out)
    assert "outside its points" in str(said)


@pytest.mark.everything
def test_points_drawn_at_random_fit_alike(office: Office, tmp_path: Path) -> None:
    """Loads over three orders of magnitude and times that scatter: sums of squares stay within the engines' digits."""
    office.load(written(shared_book(MADE), tmp_path))
    made, random = made_for(MADE), Random("points")
    for _ in range(5):
        points = tuple(
            Point(load, 0.3 / (1 - load / 1e5) * random.uniform(0.8, 1.3), random.choice((None, 2.0)))
            for load in (10 ** random.uniform(2, 4.98) for _ in range(random.randint(3, 30)))
        )
        office.set(typed(points))
        values = office.recalculate()
        book = shared_book(with_points(points), made=made)
        assert [each for each in mismatches(book, values) if not each.cell.startswith("Sign-off!")] == []
