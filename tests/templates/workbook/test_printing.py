"""What stands on paper: who is left out is said, titles are whole, and no page hangs on what is typed."""

from __future__ import annotations

import re
import subprocess
from collections import Counter
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from openpyxl.utils import get_column_letter, range_boundaries
from tests.built import file_of, shared_book
from tests.gate.office import CellValue, Office
from tests.templates.workbook.test_free_columns import FOURTH, START, cell, opened, opened_and_saved
from tests.templates.workbook.test_looks import cut

from vdi_sizing.scenario import GROWTH_YEARS, MeasuredPoint, Scenario
from vdi_templates.audit.check import audit
from vdi_templates.examples import EXAMPLES, today
from vdi_templates.languages.translation import GERMAN
from vdi_templates.report.pdf import printed
from vdi_templates.workbook.baseline import Baseline
from vdi_templates.workbook.book import LINE_POINTS, Book, Made, lines_of
from vdi_templates.workbook.brand import Brand
from vdi_templates.workbook.design_inputs import design_sections
from vdi_templates.workbook.layout import FIRST_ROW, HEADER_ROW, MAX_DESIGNS, UNIT_ROW
from vdi_templates.workbook.printing import FIRST_PAGE_ALONE, printed_columns
from vdi_templates.workbook.sheets.growth import TITLE
from vdi_templates.workbook.spoken import Spoken
from vdi_templates.workbook.tables import SOURCES_ON_SCREEN, TABLES

SAID = {
    "Start": "B3", "Designs": "D3", "Comparison": "B3", "Checks": "B3", "Builds": "B3", "Cost": "D3", "Growth": "B3",
    "Sizing": "B3", "Workings": "B3",
}  # fmt: skip
"""Sheets with a column or a page for each design, and where each says that one is not printed."""
WIDE = (
    "Users", "Prices", "Bill", "Profiles", "Delivery", "Kits", "Parts", "Drives", "RAID", "Licences", "GPUs",
    "Processors",
)  # fmt: skip
ON_SCREEN = ("Groups", "Sizing", "Workings", "Variants", "Baseline")
"""Sheets that one follows on screen, and of which the first page is printed."""
FOUR = replace(START, designs=(*START.designs, FOURTH))
SIX = replace(FOUR, designs=(*FOUR.designs, *(replace(FOURTH, name=f"{FOURTH.name} {at}") for at in (5, 6))))
SMALLER = 1.2
"""As many letters of a sentence stand where one of the widest stands; seen in pictures of the pages."""
MOST_OF_A_PAGE = 200  # characters of columns: more would be printed too small to be read


@cache
def book_of(scenario: Scenario, was: Scenario | None = None, language: str | None = None) -> Book:
    made = Made(baseline=None if was is None else Baseline(was), brand=Brand(language=language))
    return shared_book(scenario, made=made, columns=MAX_DESIGNS)


def areas(book: Book, sheet: str) -> list[tuple[int, int, int, int]]:
    """What is printed of a sheet: left, top, right and bottom of each part."""
    parts = str(book.worksheet(sheet).print_area).split(",")
    return [range_boundaries(part.rpartition("!")[2].replace("$", "")) for part in parts]  # type: ignore[misc]


def hidden(ws: Any, at: int) -> bool:
    return bool(ws.column_dimensions[get_column_letter(at)].hidden)


def width(book: Book, sheet: str, left: int, right: int) -> float:
    columns = book.worksheet(sheet).column_dimensions
    return float(sum(columns[get_column_letter(at)].width for at in range(left, right + 1)))


# --- designs that are not printed ---------------------------------------------------------------------------


@pytest.mark.everything
def test_a_design_that_is_not_printed_is_said_on_each_sheet(office: Office, tmp_path: Path) -> None:
    """Live: a name in a free column does it; the library says the same.

    A fourth design has room, but for a page on Cost.
    """
    opened(office, tmp_path, {})
    before = office.recalculate()
    office.set({cell("name", 3): FOURTH.name, cell("kit", 3): FOURTH.kit})
    one = office.recalculate()
    office.set({cell("name", 5): "Sixth", cell("kit", 5): FOURTH.kit})
    two = office.recalculate()
    single = "1 design stands beyond the print area as shipped: widen it, or run compare."
    several = "2 designs stand beyond the print area as shipped: widen it, or run compare."
    for sheet, place in SAID.items():
        said = ("", single, several) if sheet == "Cost" else ("", "", single)
        assert tuple(each[sheet][place] for each in (before, one, two)) == said, sheet
        assert book_of(FOUR, START).cached[sheet][place] == one[sheet][place]


def test_a_fourth_design_is_printed_beside_three_and_looks_like_them() -> None:
    book = book_of(START)
    for sheet in ("Start", "Comparison"):
        ((_, _, right, _),) = areas(book, sheet)
        assert get_column_letter(right) == "G", sheet
    comparison, start = book.worksheet("Comparison"), book.worksheet("Start")
    for row in range(HEADER_ROW, comparison.max_row):
        assert comparison[f"G{row}"].style in {comparison[f"{letter}{row}"].style for letter in "DEF"}, row
    answer = next(row for row in range(1, start.max_row) if start[f"A{row}"].value == "The answer") + 1
    lines = [
        rule.dxf.border.left.style for cells in start.conditional_formatting if f"G{answer}" in cells.sqref
        for rule in cells.rules if rule.dxf.border
    ]  # fmt: skip
    assert lines == ["hair"]
    assert start[f"G{answer}"].border.left.style is None
    assert start[f"F{answer}"].border.left.style == "thin"


def test_where_all_designs_are_printed_nothing_is_said() -> None:
    book = book_of(FOUR)
    assert printed_columns(book) == len(FOUR.designs)
    assert {sheet: book.cached[sheet][place] for sheet, place in SAID.items()} == dict.fromkeys(SAID, "")
    alone = shared_book(FOUR)
    assert all(place not in alone.cached[sheet] for sheet, place in SAID.items())


def test_what_is_said_stands_in_the_printed_area_and_has_room() -> None:
    for language in (None, GERMAN):
        book = book_of(SIX, START, language)
        for sheet, place in SAID.items():
            text = str(Spoken(book).value(sheet, place))
            assert text, sheet
            left, top, right, _ = areas(book, sheet)[0]
            column, row = ord(place[0]) - 64, int(place[1:])
            title_rows = str(book.worksheet(sheet).print_title_rows or "").replace("$", "")
            assert row >= top or title_rows.startswith("1:")
            assert left <= column <= right
            assert lines_of(text, width(book, sheet, column, right)) == 1, sheet


def test_sign_off_prints_every_column_of_designs() -> None:
    book = book_of(START)
    ((_, _, right, _),) = areas(book, "Sign-off")
    assert right == 3 + MAX_DESIGNS
    widths = [book.worksheet("Sign-off").column_dimensions[get_column_letter(at)].width for at in range(4, right + 1)]
    assert widths[: printed_columns(book)] == [16] * printed_columns(book)
    assert max(widths[printed_columns(book) :]) < 16


# --- sheets that one follows on screen ----------------------------------------------------------------------

PRINTED_POINTS, FULL_SIZE = 505.0, 149.0
"""The height of a page of A4 landscape between its margins, and the width of columns in full size, in Calibri 10."""


@pytest.mark.parametrize("language", [None, GERMAN])
@pytest.mark.parametrize("sheet", ON_SCREEN)
def test_a_sheet_for_the_screen_prints_one_page_in_type_to_read_and_says_so(sheet: str, language: str | None) -> None:
    for scenario in (START, SIX):
        book = book_of(scenario, None, language)
        ws = book.worksheet(sheet)
        ((left, top, right, bottom),) = areas(book, sheet)
        assert (left, top) == (1, 1)
        assert right > 3
        assert bottom > FIRST_ROW + 6
        scale = min(1.0, FULL_SIZE / width(book, sheet, left, right))
        assert 10 * scale >= 8
        heights = Spoken(book).higher(ws)
        points = sum(heights.get(row, ws.row_dimensions[row].height or 15) for row in range(1, bottom + 1))
        assert points * scale <= PRINTED_POINTS
        assert str(ws["A2"].value).endswith(FIRST_PAGE_ALONE)


def test_the_file_prints_what_is_worth_printing(tmp_path: Path) -> None:
    """As LibreOffice prints it: how many pages there are of each sheet that is not an input."""
    pages = pages_of(shared_book(START, columns=MAX_DESIGNS), tmp_path)
    assert {sheet: pages[sheet] for sheet in ON_SCREEN} == dict.fromkeys(ON_SCREEN, 1)
    assert pages["Checks"] <= 7
    assert pages["Sensitivity"] <= 3
    assert pages["Calibration"] == 1
    assert pages["Cost"] == len(START.designs)
    assert sum(pages.values()) <= 90


def pages_of(book: Book, folder: Path) -> Counter[str]:
    """How many pages there are of each sheet, by their footers."""
    pdf = folder / "printed.pdf"
    pdf.write_bytes(printed(book, book.workbook.sheetnames))
    text = subprocess.run(["pdftotext", "-layout", pdf, "-"], capture_output=True, check=True, text=True).stdout
    footers = re.findall(r"VDI sizing, (.+?) {2,}.*page \d+ of \d+", text)
    assert len(footers) == text.count("\f")
    return Counter(footers)


@pytest.mark.parametrize("language", [None, GERMAN])
def test_no_word_of_a_header_is_cut_in_two(language: str | None) -> None:
    """By a measure of its own: letters of bold type beside the digits that a width counts."""
    book = book_of(START, None, language)
    spoken = Spoken(book)
    for ws in book.workbook.worksheets:
        for header in (each for row in ws.iter_rows() for each in row if each.data_type == "s"):
            if str(header.style).startswith("VDI header"):
                longest = max(map(len, re.split(r"[-\s]", str(spoken.constant(ws, header)))))
                assert longest <= ws.column_dimensions[header.coordinate.rstrip("0123456789")].width, (
                    ws.title,
                    header.coordinate,
                )


def test_a_choice_of_an_input_has_room() -> None:
    book = book_of(START, None, GERMAN)
    for table in TABLES[:9]:
        for at, field in enumerate(table.columns.values(), start=1):
            said = [book.made.brand.translation.text(word) for word in (*field.choices, *field.words)]
            wide = book.worksheet(table.sheet).column_dimensions[get_column_letter(at)].width
            if field.words:  # they wrap: each of their words has room
                assert max(len(word) for text in said for word in re.split(r"(?<=-)|\s", text)) <= wide, field.label
            else:
                assert max(map(len, said), default=0) + 1 < wide, (table.name, field.label)


# --- wide tables --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("sheet", WIDE)
def test_a_wide_table_is_printed_in_parts_of_which_the_first_has_the_title(sheet: str) -> None:
    book = book_of(START)
    (first, *others), ws = areas(book, sheet), book.worksheet(sheet)
    assert first[:2] == (1, 1)
    assert {top for _, top, _, _ in others} <= {UNIT_ROW}
    columns = [at for left, _, right, _ in (first, *others) for at in range(left, right + 1)]
    assert columns == list(range(1, len(columns) + 1))
    assert ws.cell(HEADER_ROW, len(columns)).value
    sources = SOURCES_ON_SCREEN in str(ws["A2"].value)
    assert ws.cell(HEADER_ROW, len(columns) + 1).value == ("source" if sources else None)
    assert all(width(book, sheet, left, right) < MOST_OF_A_PAGE for left, _, right, _ in (first, *others))
    assert str(ws.print_title_rows).replace("$", "") == f"{UNIT_ROW}:{HEADER_ROW}"
    assert ws.page_setup.fitToWidth == 1


@pytest.mark.parametrize("language", [None, GERMAN])
def test_the_subtitle_of_a_sheet_is_whole_on_paper(language: str | None) -> None:
    book = book_of(START, None, language)
    for sheet in (*WIDE, *ON_SCREEN, "Checks", "Settings", "Calibration", "Growth", "Cost", "Designs", "Start"):
        ws, area = book.worksheet(sheet), book.worksheet(sheet).print_area
        left, _, right, _ = areas(book, sheet)[0] if area else (1, 1, ws.max_column, 0)
        text, folded = Spoken(book).constant(ws, ws["A2"]), (at for at in range(left, right + 1) if hidden(ws, at))
        shown = width(book, sheet, left, right) - sum(width(book, sheet, at, at) for at in folded)
        joined = any(each.coord.startswith("A2:") for each in ws.merged_cells.ranges)
        height = (Spoken(book).higher(ws).get(2) or ws.row_dimensions[2].height) if joined else None
        lines = 1 if height is None else int(height / LINE_POINTS)
        assert lines_of(text, SMALLER * shown) <= lines, (sheet, text)


def test_what_is_repeated_does_not_hang_on_what_is_typed() -> None:
    """A table that is emptied, or has longer names, is printed in the same parts."""
    emptied = replace(START, bill=(), prices=(), settings=replace(START.settings, price_list=None))
    long = replace(START, groups=tuple(replace(each, name=each.name * 3) for each in START.groups))
    for scenario in (emptied, long):
        for sheet in WIDE:
            ours, theirs = (book_of(each).worksheet(sheet) for each in (START, scenario))
            assert ours.print_title_rows == theirs.print_title_rows
            assert ours.print_title_cols == theirs.print_title_cols != ""
            parts = [
                [(left, top, right) for left, top, right, _ in areas(book_of(each), sheet)]
                for each in (START, scenario)
            ]
            assert parts[0] == parts[1], sheet


@pytest.mark.everything
def test_a_bill_that_is_emptied_by_hand_passes_check(office: Office, tmp_path: Path) -> None:
    blank: dict[str, CellValue] = {
        f"Bill!{letter}{row}": None for row in range(FIRST_ROW, FIRST_ROW + len(START.bill)) for letter in "ABCDEFGHIJK"
    }
    saved = opened_and_saved(office, tmp_path, blank)
    assert [str(each) for each in audit(saved).differences] == []


def test_headers_of_tables_have_room() -> None:
    """In bold type, and no word is cut in two."""
    for table in TABLES[:9]:
        book = book_of(START)
        ws = book.worksheet(table.sheet)
        lines = [
            lines_of(field.label, 0.85 * ws.column_dimensions[get_column_letter(at)].width)
            for at, field in enumerate(table.columns.values(), start=1)
        ]
        assert (ws.row_dimensions[HEADER_ROW].height or 0) >= 12.5 * max(lines), table.name


def test_a_configuration_is_printed_on_a_page_with_its_heading() -> None:
    """With what a price comes to for these users; what a block takes stands to the right of it, on screen."""
    book = book_of(START)
    parts, blocks, ws = areas(book, "Cost"), book.layout.cost_blocks, book.worksheet("Cost")
    assert len(parts) == len(START.designs)
    for left, top, right, bottom in parts:
        assert width(book, "Cost", left, right) < 180
        block = next(each for each in blocks if each.title_row == top)
        assert block.total_row + len(START.bill_of(START.designs[0])) < bottom <= block.last_row
        headers = [ws.cell(block.title_row + 1, at).value for at in range(left, right + 1)]
        assert {"list price", "currency", "EUR per unit", "net price EUR", "EUR bought for these users"} < set(headers)


# --- charts, words, numbers ---------------------------------------------------------------------------------


@pytest.mark.everything
def test_the_chart_of_growth_has_a_bar_for_every_column_and_none_for_a_free_one(office: Office, tmp_path: Path) -> None:
    """Where nothing grows, nothing is seen of it."""
    book = book_of(START)
    (chart,) = book.worksheet("Growth")._charts  # type: ignore[attr-defined]
    assert len(chart.series) == MAX_DESIGNS
    assert chart.legend is None
    bars, years = (
        [book.layout.line_rows[f"chart_growth_{of}_{number}"][1] for number in GROWTH_YEARS]
        for of in ("blocks", "year")
    )
    opened(office, tmp_path, {cell("name", 3): FOURTH.name, cell("kit", 3): FOURTH.kit})
    level = office.recalculate()["Growth"]
    office.set({f"Settings!D{book.layout.settings_rows['user_growth']}": 0.1})
    values = office.recalculate()["Growth"]
    assert [values[f"D{row}"] for row in years] == ["at the start", *(f"year {n}" for n in range(1, 6)), "", ""]
    for at in range(MAX_DESIGNS):
        letter = book.layout.column(at)
        drawn = [values[f"{letter}{row}"] for row in bars]
        assert [isinstance(value, float) for value in drawn] == [at < 4] * 6 + [False] * 2
        assert {level[f"{letter}{row}"] for row in (*bars, *years)} == {""}
    named, before = (
        [value for place, value in found.items() if re.fullmatch(r"[DEF]2[34]", place) and value != ""]
        for found in (values, level)
    )
    assert sorted(map(str, named)) == sorted(design.name for design in FOUR.designs)
    assert before == []
    assert (level["A7"], values["A7"]) == ("", TITLE)


@pytest.mark.everything
def test_without_a_point_the_chart_waits_for_some_and_says_so(office: Office, tmp_path: Path) -> None:
    book = book_of(today())
    assert len(book.worksheet("Calibration")._charts) == 1  # type: ignore[attr-defined]
    path = tmp_path / "book.xlsx"
    path.write_bytes(file_of(book))
    assert audit(path).findings == []
    office.load(path)
    empty = office.recalculate()["Calibration"]
    (place,) = (place for place, value in empty.items() if str(value).startswith("The chart waits for points"))
    office.set({"Calibration!A6": 100.0, "Calibration!B6": 5.0})
    measured = office.recalculate()["Calibration"]
    assert measured[place] == ""
    assert {measured[f"W{row}"] for row in range(FIRST_ROW, FIRST_ROW + 5)} == {100.0}


@pytest.mark.everything
def test_with_a_point_the_chart_stands_below_the_fit_and_above_the_hints(tmp_path: Path) -> None:
    book = book_of(replace(today(), measured_points=(MeasuredPoint(50, 8), MeasuredPoint(100, 12))))
    ws = book.worksheet("Calibration")
    (chart,) = ws._charts  # type: ignore[attr-defined]
    hint = next(row for row in range(FIRST_ROW, ws.max_row) if str(ws[f"N{row}"].value).startswith("The fit holds"))
    ((_, _, _, bottom),) = areas(book, "Calibration")
    assert chart.anchor.to.row < hint
    assert chart.anchor.to.row <= bottom
    path = tmp_path / "book.xlsx"
    path.write_bytes(file_of(book))
    assert audit(path).findings == []


def test_footers_name_the_sheet_in_the_language_of_the_book() -> None:
    book = book_of(START, None, GERMAN)
    spoken = Spoken(book)
    xml = b"<oddFooter>&amp;LVDI sizing, %s&amp;Rpage &amp;P of &amp;N</oddFooter>"
    for sheet, called in (("Report", "Bericht"), ("Sign-off", "Abnahme"), ("Bill", "Stückliste")):
        footer = spoken.frame(sheet, xml % sheet.encode()).decode()
        assert footer == f"<oddFooter>&amp;LVDI sizing, {called}&amp;RSeite &amp;P von &amp;N</oddFooter>"
    assert b"VDI sizing, Report&amp;R" in Spoken(book_of(START)).frame("Report", xml % b"Report")


@pytest.mark.parametrize("language", [None, GERMAN])
def test_rules_of_the_checks_and_labels_of_settings_have_room(language: str | None) -> None:
    book = book_of(START, None, language)
    for sheet, rows in (
        ("Checks", range(HEADER_ROW + 3, book.worksheet("Checks").max_row)),
        ("Settings", book.layout.settings_rows.values()),
    ):
        ws, heights = book.worksheet(sheet), Spoken(book).higher(book.worksheet(sheet))
        for row in rows:
            label = ws[f"A{row}"]
            lines = lines_of(Spoken(book).constant(ws, label), ws.column_dimensions["A"].width)
            points = heights.get(row, ws.row_dimensions[row].height or 15)
            assert lines == 1 or (label.alignment.wrap_text and lines * 12.5 <= points), f"{sheet}!A{row}"
    assert cut(book, "Checks", "AB", range(HEADER_ROW + 3, HEADER_ROW + 40)) == []


def test_a_quotient_is_shown_with_four_decimals_and_a_price_with_two() -> None:
    book = book_of(EXAMPLES["dell"]())
    formats = {
        cell.number_format
        for row in book.worksheet("Baseline").iter_rows()
        for cell in row
        if isinstance(cell.value, float) and round(cell.value, 4) != cell.value and "%" not in cell.number_format
    }
    assert formats == {"#,##0.0000"}
    rules = {
        rule.dxf.numFmt.formatCode
        for cells in book.worksheet("Profiles").conditional_formatting
        for rule in cells.rules
        if rule.dxf and rule.dxf.numFmt
    }
    assert rules == {"#,##0.0000"}
    prices = list(next(table for table in TABLES if table.name == "Prices").columns)
    assert book.worksheet("Prices").cell(FIRST_ROW, 1 + prices.index("amount")).number_format == "#,##0.00"


# --- nothing cut off ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("sheet", WIDE)
def test_a_name_that_is_longer_than_its_column_wraps_and_has_room(sheet: str) -> None:
    named = replace(START.groups[0], name="a department of which the name is much longer than a column is wide")
    book = book_of(replace(START, groups=(named, *START.groups[1:])))
    ws, table = book.worksheet(sheet), next(table for table in TABLES if table.sheet == sheet)
    for at, field in enumerate(table.columns.values(), start=1):
        letter = get_column_letter(at)
        if field.kind == "name" and field.label != "design":  # which is a reference
            for row in range(FIRST_ROW, ws.max_row + 1):
                assert ws[f"{letter}{row}"].alignment.wrap_text, f"{sheet}!{letter}{row}"
            assert cut(book, sheet, letter, range(FIRST_ROW, ws.max_row + 1)) == []


def test_the_author_in_the_log_wraps_and_has_room() -> None:
    author = "Dr. E. Muster-Mustermann, Beispiel Systemhaus GmbH & Co. KG"
    book = book_of(replace(START, settings=replace(START.settings, author=author)))
    ws = book.worksheet("Log")
    assert ws[f"D{FIRST_ROW}"].value == author
    assert ws[f"D{FIRST_ROW}"].alignment.wrap_text
    assert cut(book, "Log", "ABCDEF", range(FIRST_ROW, FIRST_ROW + 1)) == []


@pytest.mark.parametrize("language", [None, GERMAN])
def test_labels_of_the_baseline_wrap_and_have_room(language: str | None) -> None:
    book = book_of(START, None, language)
    ws = book.worksheet("Baseline")
    heights, spoken = Spoken(book).higher(ws), Spoken(book)
    labels = [ws[f"B{row}"] for row in range(FIRST_ROW, ws.max_row + 1) if ws[f"B{row}"].style == "VDI label wrapped"]
    lines = {label.row: lines_of(spoken.constant(ws, label), ws.column_dimensions["B"].width) for label in labels}
    assert language is None or max(lines.values()) > 1
    for row, count in lines.items():
        assert heights.get(row, ws.row_dimensions[row].height or 15) >= 12.5 * count, row


def test_a_heading_of_the_designs_is_folded_with_the_last_of_its_rows() -> None:
    """And none stands above folded rows alone; where a design uses one of them, its heading is shown."""
    rows = book_of(START).layout.design_rows
    uses = replace(START.designs[0], longest_boot_min=30.0)
    for scenario, shown in ((START, False), (replace(START, designs=(uses, *START.designs[1:])), True)):
        looks = book_of(scenario).worksheet("Designs").row_dimensions
        for section in design_sections():
            folded = {looks[rows[name]].folded for name in section.inputs}  # type: ignore[attr-defined]
            assert looks[rows[section.title]].folded == (folded == {True}), section.title  # type: ignore[attr-defined]
        used = next(each.title for each in design_sections() if "longest_boot_min" in each.inputs)
        assert looks[rows[used]].folded != shown  # type: ignore[attr-defined]


@pytest.mark.everything
def test_each_page_of_sign_off_says_what_stands_in_the_columns_of_the_warnings(tmp_path: Path) -> None:
    book = book_of(START)
    pdf = tmp_path / "printed.pdf"
    pdf.write_bytes(printed(book, ["Sign-off"]))
    text = subprocess.run(["pdftotext", "-layout", pdf, "-"], capture_output=True, check=True, text=True).stdout
    pages = text.split("\f")[:-1]
    names = "; ".join(design.name for design in START.designs)
    assert len(pages) > 2
    assert all(f"Columns of the warnings: open; owner, and what is done; {names}" in page for page in pages)
    ws = book.worksheet("Sign-off")
    begun = [str(ws[f"A{each.id + 1}"].value) for each in ws.row_breaks.brk]
    assert [title.split()[0] for title in begun] == ["Prices", "Inputs", "What"]  # no short table runs over a page
