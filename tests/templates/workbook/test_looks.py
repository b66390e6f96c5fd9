"""What a reader sees: nothing invented, nothing hidden, nothing cut, and the way from sheet to sheet."""

from __future__ import annotations

import datetime
import re
from collections.abc import Callable
from dataclasses import replace
from functools import cache
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from openpyxl import Workbook, load_workbook
from openpyxl.utils import get_column_letter
from tests.built import file_of, shared_book
from tests.gate.office import Office
from tests.pylib.model.by_key import CHECKS, WARNINGS
from tests.tiers import DRAWN, but_in_gate

from vdi_sizing.model.checks.verdict import ACKNOWLEDGED
from vdi_sizing.model.checks.verdict import CHECKS as ALL_CHECKS
from vdi_sizing.model.scopes import UNTARGETED
from vdi_sizing.scenario import PARTS, Scenario
from vdi_sizing.tables.price_lists import CURRENCY
from vdi_sizing.what_if.drivers import DRIVERS
from vdi_sizing.words import DASH, NO_LIMIT, NO_PRICE, NONE
from vdi_templates.examples import EXAMPLES, fujitsu, today, with_designs
from vdi_templates.languages.translation import GERMAN, translation_of
from vdi_templates.workbook.book import LINE_POINTS, Book, lines_of
from vdi_templates.workbook.cost_columns import COST_COLUMNS, COST_LETTERS
from vdi_templates.workbook.design_inputs import design_sections
from vdi_templates.workbook.layout import FIRST_ROW, HEADER_ROW, IN_USE, UNIT_ROW
from vdi_templates.workbook.printing import printed_columns
from vdi_templates.workbook.variants import FIRST_DRIVER_ROW

SCENARIOS: dict[str, Callable[[], Scenario]] = {
    **EXAMPLES,
    "today": today,
    "most designs": lambda: with_designs(fujitsu(), 6),
}
WHITE = "00FFFFFF"
DEFAULT_POINTS = 15.0
USUAL_SIZE = 10


@cache
def built(name: str) -> Book:
    return shared_book(SCENARIOS[name]())


@cache
def saved(name: str) -> Workbook:
    return load_workbook(BytesIO(file_of(built(name))))


every_scenario = pytest.mark.parametrize("name", but_in_gate(SCENARIOS, "customer", "most designs"))


def test_a_sheet_says_what_a_cell_without_a_limit_holds() -> None:
    for sheet, cells in built("fujitsu").cached.items():
        ws = built("fujitsu").worksheet(sheet)
        unlimited = [cell for cell, value in cells.items() if value == NO_LIMIT]
        words = [cell for cell in unlimited if '"no limit"' in ws[cell].number_format]
        assert (str(ws[f"A{UNIT_ROW}"].value).startswith('A cell that reads "no limit" holds 1,000,000,000 VMs')) == (
            sheet in ("Sizing", "Workings", "Growth", "Variants")
        )
        assert not words or sheet in ("Sizing", "Growth", "Variants", "Comparison", "Placement"), sheet


# --- nothing invented ---------------------------------------------------------------------------------------


@every_scenario
def test_nothing_is_written_in_white_on_white(name: str) -> None:
    for ws in saved(name):
        rules = [rule for cells in ws.conditional_formatting for rule in cells.rules if rule.dxf]
        fonts = [rule.dxf.font for rule in rules if not rule.dxf.fill or rule.dxf.fill.bgColor.rgb[-6:] == WHITE[-6:]]
        assert WHITE not in [font.color.rgb for font in fonts if font and font.color], ws.title
        of_each_style = {cell.style_id: cell for row in ws.iter_rows() for cell in row}
        for cell in of_each_style.values():
            assert cell.font.color is None or cell.font.color.rgb != WHITE or cell.fill.fgColor.rgb != WHITE


def cost_cells(book: Book, row: int) -> dict[str, object]:
    return {cell: value for cell, value in book.cached["Cost"].items() if re.fullmatch(rf"[A-Z]+{row}", cell)}


@every_scenario
def test_rows_of_a_bill_without_a_part_say_nothing(name: str) -> None:
    book = built(name)
    for design, block in zip(book.sizing.designs, book.layout.cost_blocks, strict=True):
        for row in range(block.first_row + len(design.bill), block.last_row + 1):
            assert set(cost_cells(book, row).values()) == {0.0, ""}
            assert book.cached["Cost"][f"A{row}"] == 0.0
            assert book.worksheet("Cost")[f"A{row}"].number_format == '0;"kit "0;'


@pytest.mark.everything(DRAWN)
@pytest.mark.parametrize("as_of", [datetime.date(2011, 3, 1), datetime.date(2026, 11, 21)])
def test_the_oldest_price_is_one_of_the_bill(as_of: datetime.date, tmp_path: Path, office: Office) -> None:
    made = fujitsu()
    book = shared_book(replace(made, settings=replace(made.settings, as_of=as_of)))
    path = tmp_path / "book.xlsx"
    path.write_bytes(file_of(book))
    values = office.load(path)
    for design in range(book.layout.design_columns):
        cell = book.layout.render("{price_date}", design)[1:]
        assert values["Sizing"][cell] == book.cached["Sizing"][cell] == "2011-06-01"


def test_without_prices_there_is_no_date_and_no_total() -> None:
    book = built("today")
    for design, block in zip(book.sizing.designs, book.layout.cost_blocks, strict=True):
        assert (design["price_date"], design["price_age_years"]) == (DASH, 0.0)
        totals = [
            book.cached["Cost"][f"{letter}{block.total_row}"]
            for letter in (COST_LETTERS["block_eur"], COST_LETTERS["users_eur"])
        ]
        assert totals == [NO_PRICE, NO_PRICE]


# --- tiers that a design does not have ----------------------------------------------------------------------


def dashed(book: Book, sheet: str) -> dict[str, str]:
    """Cell -> the condition on which it shows a dash."""
    found: dict[str, str] = {}
    for cells in book.worksheet(sheet).conditional_formatting:
        for rule in cells.rules:
            shown = rule.dxf.numFmt.formatCode if rule.dxf and rule.dxf.numFmt else ""
            if DASH in shown and IN_USE not in rule.formula[0]:  # in a free column nothing is shown
                for area in cells.sqref.ranges:
                    found |= {
                        f"{get_column_letter(column)}{row}": rule.formula[0]
                        for row in range(area.min_row, area.max_row + 1)
                        for column in range(area.min_col, area.max_col + 1)
                    }
    return found


@pytest.mark.parametrize("sheet", ["Sizing", "Workings"])
def test_every_line_of_a_tier_steps_back_where_the_tier_is_not_used(sheet: str) -> None:
    book = built("most designs")
    expected = {
        f"{book.layout.column(design)}{row}": f"INDEX({part}_used,1,COLUMN()-3)=0"
        for name, (own, row) in book.layout.line_rows.items()
        for part in PARTS
        for design in range(book.layout.design_columns)
        if own == sheet and name.removeprefix(UNTARGETED).startswith(f"{part}_") and name != f"{part}_used"
    }
    assert expected
    assert dashed(book, sheet) == expected
    for part in PARTS:
        used = book.layout.line_rows[f"{part}_used"][1]
        assert book.workbook.defined_names[f"{part}_used"].attr_text == f"Sizing!$D${used}:$I${used}"


def test_so_does_the_sheet_that_repeats_them() -> None:
    book = built("fujitsu")
    sheet = "Variants"
    ws = book.worksheet(sheet)
    labels = ("tier 1: ", "tier 2: ", "tier 3: ", "flash cache: ")
    rows = {row for row in range(FIRST_ROW, ws.max_row + 1) if str(ws[f"A{row}"].value).startswith(labels)}
    in_use = {row for row in rows if str(ws[f"A{row}"].value).endswith("in use")}
    assert {int(cell[1:]) for cell in dashed(book, sheet) if cell.startswith("D")} == rows - in_use


def test_no_limit_is_called_so_in_the_order_of_limits() -> None:
    book = built("fujitsu")
    for name, line in book.layout.lines.items():
        if name.startswith("order_"):
            assert line.number_format.startswith('[>=1000000000]"no limit";')


# --- what failed --------------------------------------------------------------------------------------------


@every_scenario
def test_the_comparison_names_the_checks_that_do_not_hold(name: str) -> None:
    book = built(name)
    ws = book.worksheet("Comparison")
    row = next(row for row in range(1, ws.max_row) if ws[f"A{row}"].value == book.layout.lines["failing"].label)
    for position, design in enumerate(book.sizing.designs):
        shown = book.cached["Comparison"][f"{book.layout.column(position)}{row}"]
        known = design.design.acknowledged or ""
        failing = [
            f"{check.fails_for(design.block)}{ACKNOWLEDGED if f'{check.key}:' in known else ''}"
            for check in ALL_CHECKS
            if not design[check.name]
        ]
        reason = known if design["acknowledged_count"] > 1 else known.partition(": ")[2]
        assert shown == ("; ".join([*failing, *([f"reason: {reason}"] if known else [])]) or NONE)


def test_checks_are_words_and_the_failing_ones_are_coloured() -> None:
    ws = built("fujitsu").worksheet("Checks")
    first = next(cell.row for cell in ws["A"] if cell.value == next(iter(CHECKS.values())))
    assert ws[f"D{first}"].number_format == '"holds";"acknowledged";"does not hold"'
    conditions = {(str(cells.sqref), rule.formula[0]) for cells in ws.conditional_formatting for rule in cells.rules}
    last = first + len(CHECKS) - 1
    for kind in {"warning" if name in WARNINGS else "error" for name in CHECKS}:
        found = [cells for cells, condition in conditions if condition.startswith(f'IF($C{first}="{kind}",')]
        assert len(found) == 1
        assert int(re.findall(r"\d+", found[0])[1]) >= last
    master = ws[f"D{HEADER_ROW}"]
    lines = lines_of("Checks: passed, with warnings", ws.column_dimensions["D"].width)
    assert master.alignment.wrap_text
    assert 12.5 * lines <= (ws.row_dimensions[HEADER_ROW].height or 0)
    said = '"holds";"acknowledged";"does not hold"'
    verdicts = [cell for row in ws.iter_rows() for cell in row if cell.number_format == said]
    assert {cell.alignment.horizontal for cell in verdicts} == {"center"}


# --- nothing cut --------------------------------------------------------------------------------------------


def cut(book: Book, sheet: str, letters: str, rows: range) -> list[str]:
    """Cells whose text needs more lines than the row has room for."""
    ws = book.worksheet(sheet)
    found = []
    for row in rows:
        points = ws.row_dimensions[row].height or DEFAULT_POINTS
        for letter in letters:
            value = book.cached[sheet].get(f"{letter}{row}", ws[f"{letter}{row}"].value)
            size = ws[f"{letter}{row}"].font.sz or USUAL_SIZE
            if lines_of(value, ws.column_dimensions[letter].width * USUAL_SIZE / size) * LINE_POINTS > points:
                found.append(f"{sheet}!{letter}{row}: {value}")
    return found


@every_scenario
@pytest.mark.parametrize("sheet", ["Sizing", "Workings"])
def test_labels_notes_and_texts_have_room(name: str, sheet: str) -> None:
    book = built(name)
    titles = {row for title, (_, row) in book.layout.line_rows.items() if title not in book.layout.lines}
    letters = "ABCDEFGHI"[: 3 + book.layout.design_columns]
    rows = [row for row in range(HEADER_ROW, book.worksheet(sheet).max_row + 1) if row not in titles]
    assert [text for row in rows for text in cut(book, sheet, letters, range(row, row + 1))] == []


@every_scenario
@pytest.mark.parametrize("sheet", ["Users", "Drives", "RAID", "Prices", "Bill"])
def test_texts_of_tables_have_room(name: str, sheet: str) -> None:
    book = built(name)
    ws = book.worksheet(sheet)
    letters = "".join(get_column_letter(column) for column in range(1, len(ws[HEADER_ROW]) + 1))
    assert cut(book, sheet, letters, range(FIRST_ROW, ws.max_row + 1)) == []


def test_notes_and_values_of_the_settings_have_room() -> None:
    book = built("fujitsu")
    rows = range(FIRST_ROW, FIRST_ROW + len(book.layout.settings_rows))
    assert cut(book, "Settings", "ABCD", rows) == []


def test_notes_of_the_designs_have_room() -> None:
    book = built("fujitsu")
    rows = [book.layout.design_rows[name] for section in design_sections() for name in section.inputs]
    assert [text for row in rows for text in cut(book, "Designs", "AB", range(row, row + 1))] == []
    ws = book.worksheet("Designs")
    long = [row for row in rows if len(ws[f"C{row}"].value or "") > 69]  # as many stand in a line, in the widest font
    assert long
    assert all((ws.row_dimensions[row].height or 0) >= 2 * LINE_POINTS for row in long)


@every_scenario
def test_parts_have_room_on_the_cost_sheet(name: str) -> None:
    book = built(name)
    ws = book.worksheet("Cost")
    for block in book.layout.cost_blocks:
        assert cut(book, "Cost", "BCE", range(block.first_row, block.last_row + 1)) == []
        assert ws[f"B{block.last_row}"].border.left is None, "a row without a part is blank paper"
        (boxed,) = (
            rule for cells in ws.conditional_formatting for rule in cells.rules
            if str(cells.sqref).startswith(f"A{block.first_row}:") and rule.dxf.border
        )  # fmt: skip
        assert boxed.formula == [f"$A{block.first_row}<>0"]  # rows of Parts are counted below 0


@every_scenario
def test_names_of_designs_have_room_on_the_sensitivity_sheet(name: str) -> None:
    book = built(name)
    ws = book.worksheet("Sensitivity")
    row = next(row for row in range(20, ws.max_row) if str(ws[f"A{row}"].value).startswith("Every design")) + 1
    letters = "ABCDEFGHI"[: 3 + book.layout.design_columns]
    assert cut(book, "Sensitivity", letters, range(row, row + 12)) == []
    values = [ws[f"{letter}{at}"] for letter in letters[3:] for at in range(row + 1, row + 12)]
    assert all(cell.alignment.wrap_text for cell in values), "words in place of a number need two lines"


def test_long_names_of_designs_have_room_in_headers() -> None:
    made = fujitsu()
    long = replace(made.designs[0], name="servers with disks of 10,000 revolutions per minute")
    book = shared_book(replace(made, designs=(long, *made.designs[1:]), bill=()))
    columns = dict.fromkeys(("Start", "Sizing", "Workings", "Sensitivity", "Checks"), "D") | {"Scenarios": "C"}
    for sheet, letter in columns.items():
        cells = [cell for cell, value in book.cached[sheet].items() if value == long.name and cell.startswith(letter)]
        assert cells
        rows = [int(cell[1:]) for cell in cells]
        assert [text for row in rows for text in cut(book, sheet, letter, range(row, row + 1))] == []


def test_the_cheapest_design_of_a_scenario_has_room_for_its_name() -> None:
    made = EXAMPLES["customer"]()
    called = {each.name: f"{each.name}, of so many words that they take two lines" for each in made.designs}
    designs = tuple(replace(each, name=called[each.name]) for each in made.designs)
    bill = tuple(replace(row, design=called[row.design]) for row in made.bill)
    book = shared_book(replace(made, designs=designs, bill=bill))
    letter = get_column_letter(3 + book.layout.design_columns)
    shown = [book.worksheet("Scenarios")[f"{letter}{row}"].value for row in range(FIRST_ROW + 3, FIRST_ROW + 9)]
    assert set(shown) & set(called.values())
    assert cut(book, "Scenarios", letter, range(FIRST_ROW + 1, FIRST_ROW + 9)) == []


def test_notes_of_drivers_have_room() -> None:
    ws = built("today").worksheet("Sensitivity")
    assert cut(built("today"), "Sensitivity", "C", range(FIRST_DRIVER_ROW, FIRST_DRIVER_ROW + len(DRIVERS))) == []
    assert ws[f"C{FIRST_DRIVER_ROW}"].alignment.wrap_text


def test_the_sentence_above_the_comparison_wraps_within_what_is_printed() -> None:
    ws = built("today").worksheet("Comparison")
    (joined,) = (each for each in ws.merged_cells.ranges if each.coord.startswith("A2:"))
    last = built("today").layout.column(printed_columns(built("today")) - 1)
    assert (joined.coord, ws["A2"].alignment.wrap_text) == (f"A2:{last}2", True)
    assert (ws.row_dimensions[2].height or 0) >= 2 * LINE_POINTS


def test_the_row_of_a_part_of_a_kit_has_room_in_german() -> None:
    """A number that is broader than its column is not cut: it is not shown at all."""
    row = COST_COLUMNS["row"]
    (word,) = re.findall(r'"([^"]+)"', row.number_format)
    assert row.width >= len(translation_of(GERMAN, CURRENCY).text(word)) + len("123")


def test_the_tornado_names_every_driver() -> None:
    (chart,) = built("fujitsu").worksheet("Sensitivity")._charts  # type: ignore[attr-defined]
    assert chart.x_axis.tickLblSkip == 1
    assert chart.overlap == 0  # both ends may move the result the same way: neither bar hides the other


def test_the_axis_of_the_tornado_leaves_room_for_the_longest_number() -> None:
    """By a bar that one does not see, at each end and longer than all others."""
    book = built("customer")
    ws: Any = book.worksheet("Sensitivity")
    (chart,) = ws._charts
    drawn = [str(series.val.numRef.f).rpartition("!")[2].replace("$", "") for series in chart.series]
    shown = []
    for series, cells in zip(chart.series, drawn, strict=True):
        letter, first, last = cells[0], *(int(row) for row in re.findall(r"\d+", cells))
        values = [float(book.cached["Sensitivity"][f"{letter}{row}"]) for row in range(first, last + 1)]
        (point,), (label,) = series.dPt, series.dLbls.dLbl
        assert point.idx == label.idx == len(values) - 1
        assert point.spPr.noFill
        assert not label.showVal
        shown.append(values)
    longest = max(abs(value) for values in shown for value in values[:-1])
    assert [values[-1] for values in shown] == pytest.approx([-1.25 * longest, 1.25 * longest])


# --- the way through ----------------------------------------------------------------------------------------


@every_scenario
def test_start_leads_to_every_sheet(name: str) -> None:
    workbook = saved(name)
    links = {cell.coordinate: cell.hyperlink for row in workbook["Start"] for cell in row if cell.hyperlink}
    checks = workbook["Checks"]
    opened = {cell: link for cell, link in links.items() if not str(link.location).endswith("!A1")}
    assert [link.location for link in opened.values()] == [f"'Checks'!A{row}" for row in (9, 10, 11)]
    assert all(str(checks[f"A{row}"].value).startswith("=IF(") for row in (9, 10, 11))
    others = [cell for cell in links if cell not in opened]
    assert [workbook["Start"][cell].value for cell in others] == workbook.sheetnames[1:]
    for cell in others:
        assert links[cell].location == f"'{workbook['Start'][cell].value}'!A1"
    assert all((link.target, link.id) == (None, None) for link in links.values())


def test_start_explains_every_label_and_the_grey() -> None:
    book = built("emc")
    ws = book.worksheet("Start")
    said = {str(cell.value) for row in ws for cell in row}
    used = {
        label for line in book.layout.lines.values() for label in re.findall(r"\[[a-z]+\]", f"{line.label} {line.note}")
    }
    assert used
    assert used <= said
    assert any(cell.style == "VDI unused" for row in ws for cell in row)


# --- units --------------------------------------------------------------------------------------------------


@every_scenario
def test_what_is_shown_in_percent_has_percent_for_its_unit(name: str) -> None:
    for ws in saved(name):
        for row in ws.iter_rows(min_row=HEADER_ROW + 1):
            shown = {cell.number_format for cell in row[3:] if "%" in cell.number_format}
            assert not shown or row[1].value not in ("0..1", "share"), f"{ws.title}!{row[1].coordinate}"
    for sheet in ("Users", "Drives", "RAID", "Prices"):
        ws = saved(name)[sheet]
        for unit, value in zip(ws[UNIT_ROW], ws[FIRST_ROW], strict=True):
            assert (unit.value == "%") == ("%" in value.number_format)


def test_the_comparison_names_the_vat() -> None:
    ws = saved("today")["Comparison"]
    row = next(row for row in range(1, ws.max_row) if ws[f"A{row}"].value == "VAT")
    assert (ws[f"B{row}"].value, ws[f"D{row}"].number_format) == ("%", "0.0%")
    assert "with VAT" in ws[f"A{row + 1}"].value


def test_millions_of_eur_have_room() -> None:
    """A number that is wider than its column is shown as ###."""
    made = fujitsu()
    dear = replace(made, prices=tuple(replace(price, amount=(price.amount or 0) * 100) for price in made.prices))
    book = shared_book(dear)
    seen = 0
    for sheet in ("Start", "Comparison", "Cost", "Sensitivity", "Sizing"):
        ws = book.worksheet(sheet)
        for cell, value in book.cached[sheet].items():
            looks = ws[cell].number_format
            if isinstance(value, float) and looks.startswith("#,##0") and abs(value) < NO_LIMIT:
                decimals = looks.split(";")[0].count("0") - 1
                seen += value > 1e6
                room = ws.column_dimensions[ws[cell].column_letter].width
                assert len(f"{value:,.{decimals}f}") <= room, f"{sheet}!{cell}"
    assert seen > 20


PARTED_BY_RULES = {"Designs", "Sizing", "Workings", "Variants"}
"""Sheets whose rules are of one tier, and end among rows that look alike."""


def ends_too_early(ws: Any) -> list[str]:
    """The ranges of conditional formats beside which a cell without it looks and is filled like the last ones in it."""
    found = []
    for area in (area for group in ws.conditional_formatting for area in group.sqref.ranges):
        for end, inwards in ((area.max_row, -1), (area.min_row, 1)):
            beside = [ws._cells.get((end + step, area.min_col)) for step in (-inwards, 0, inwards)]
            cells = [cell for cell in beside if cell is not None and cell._style is not None]  # not only looked at
            looks = {(tuple(cell._style), cell.data_type) for cell in cells}
            if area.max_row - area.min_row > 1 and len(cells) == len(beside) and len(looks) == 1:
                found.append(f"{ws.title}!{area}")
    return found


def test_a_conditional_format_reaches_to_the_end_of_what_looks_alike() -> None:
    sheets = [ws for ws in built("customer").workbook.worksheets if ws.title not in PARTED_BY_RULES]
    assert [area for ws in sheets for area in ends_too_early(ws)] == []
    assert len(ends_too_early(built("customer").worksheet("Designs"))) > 5, "such an end is seen"
