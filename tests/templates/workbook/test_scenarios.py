"""The sheet Scenarios: the row that follows the inputs, what is drawn for each scenario, and what is typed below."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from openpyxl.utils import get_column_letter
from tests.built import file_of, shared_book
from tests.edited import edited
from tests.gate.office import Office
from tests.templates.engines import errors, mismatches
from tests.templates.made import made_for

from vdi_sizing import Change, named_scenarios
from vdi_sizing.errors import InputError
from vdi_sizing.model.sizing import size
from vdi_sizing.words import NONE, NOT_FEASIBLE, NOT_KNOWN
from vdi_templates.audit.check import audit
from vdi_templates.audit.finding import Level
from vdi_templates.audit.moves import moved_inputs
from vdi_templates.examples import EXAMPLES
from vdi_templates.reading.reader import read
from vdi_templates.report.json import as_json
from vdi_templates.workbook.book import Book, Made
from vdi_templates.workbook.brand import Brand
from vdi_templates.workbook.layout import FIRST_ROW
from vdi_templates.workbook.sheets.drawn import MOVED_CELL
from vdi_templates.workbook.sheets.scenarios import SHEET
from vdi_templates.workbook.tables import CHANGES, USERS

CUSTOMER = EXAMPLES["customer"]()
FIRST_CHANGE = CHANGES.header_row + 1


def written(book: Book, folder: Path) -> Path:
    path = folder / "book.xlsx"
    path.write_bytes(file_of(book))
    return path


def drawn(book: Book, row: int) -> list[object]:
    ws = book.worksheet(SHEET)
    columns = book.layout.design_columns
    letters = [get_column_letter(3 + at) for at in (*range(len(book.sizing.designs)), columns)]
    return [ws[f"{letter}{row}"].value for letter in letters]


def test_what_is_drawn_is_what_the_library_says() -> None:
    book = shared_book(CUSTOMER)
    for at, scenario in enumerate(named_scenarios(CUSTOMER), start=1):
        row = FIRST_ROW + 1 + 2 * at
        *eur, cheapest = drawn(book, row)
        assert eur == [sized["compared_eur"] for sized in scenario.designs]
        assert cheapest == next(sized.design.name for sized in scenario.designs if sized.block.cheapest)
        *hosts, dearer = drawn(book, row + 1)
        assert hosts == [sized["hosts_beside"] or sized["blocks"] for sized in scenario.designs]
        first, second, *_ = sorted(sized["compared_eur"] for sized in scenario.designs)
        assert dearer == pytest.approx(second - first, abs=1e-9)


def test_no_number_stands_where_there_is_no_answer() -> None:
    changes = (Change("crowded", "RAM per VM", 10.0), Change("crowded", "measured VMs per block", -0.99))
    crowded = replace(EXAMPLES["fujitsu"](), named_changes=changes)
    unpriced = replace(CUSTOMER, prices=(), bill=(), settings=replace(CUSTOMER.settings, price_list=None))
    for scenario, said in ((crowded, NOT_FEASIBLE), (unpriced, NOT_KNOWN)):
        *eur, cheapest = drawn(shared_book(scenario), FIRST_ROW + 3)
        assert said in eur
        assert not any(isinstance(each, float) for each in eur)
        assert cheapest == NONE


def test_a_target_that_is_missed_stands_in_place_of_the_hosts() -> None:
    worn = replace(CUSTOMER, named_changes=(Change("more writes", "steady IOPS per VM", 5.0),))
    cluster, array, hybrid, disks, _ = drawn(shared_book(worn), FIRST_ROW + 4)
    assert array == hybrid == "wears its drives out early"
    assert (cluster, disks) == (11, 10)


@pytest.mark.everything
def test_the_first_row_follows_the_inputs_and_the_drawn_ones_say_that_they_do_not(
    tmp_path: Path, office: Office
) -> None:
    was = office.load(written(shared_book(CUSTOMER), tmp_path))
    assert errors(was) == []
    assert was[SHEET][MOVED_CELL] == ""
    more = replace(CUSTOMER.groups[0], concurrency=0.5)
    now = replace(CUSTOMER, groups=(more, *CUSTOMER.groups[1:]))
    office.set({"Users!" + _cell_of("concurrency"): 0.5})
    values = office.after_typing()
    book = shared_book(now, made=made_for(CUSTOMER))
    assert mismatches(book, values) == []
    row = FIRST_ROW + 1
    assert values[SHEET][f"C{row}"] == pytest.approx(size(now).designs[0]["eur_per_user"])
    assert values[SHEET][f"C{row}"] != was[SHEET][f"C{row}"]
    assert drawn(book, row + 2) == drawn(shared_book(CUSTOMER), row + 2)
    assert "1 input has moved since" in str(values[SHEET][MOVED_CELL])


def _cell_of(name: str) -> str:
    return f"{get_column_letter(list(USERS.columns).index(name) + 1)}{FIRST_ROW}"


def test_changes_are_read_again_in_both_languages_and_pass_the_check(tmp_path: Path) -> None:
    for language in ("en", "de"):
        book = shared_book(CUSTOMER, made=Made(brand=Brand(language=language)))
        path = written(book, tmp_path)
        assert read(path).named_changes == CUSTOMER.named_changes
        assert [each for each in audit(path).findings if each.level is not Level.NOTED] == []


def test_a_result_that_somebody_types_over_is_found(tmp_path: Path) -> None:
    place = f"{SHEET}!C{FIRST_ROW + 3}"
    path = edited(written(shared_book(CUSTOMER), tmp_path), {place: 500})
    (found,) = audit(path).findings
    assert (f"{found.sheet}!{found.cell}", found.level) == (place, Level.ANSWER)


@pytest.mark.parametrize(
    ("column", "value", "said"),
    [
        ("B", "number of friends", "what changes is 'number of friends'; expected a driver of the sheet Sensitivity"),
        ("C", 11, "changed by is 11; expected a number of at least -0.99"),
        ("A", None, "scenario is blank"),
    ],
)
def test_a_bad_change_is_refused_with_its_cell(
    column: str, value: float | str | None, said: str, tmp_path: Path
) -> None:
    cell = f"{SHEET}!{column}{FIRST_CHANGE}"
    with pytest.raises(InputError) as refusal:
        read(edited(written(shared_book(CUSTOMER), tmp_path), {cell: value}))
    assert cell in str(refusal.value)
    assert said in str(refusal.value)


def test_a_change_of_a_change_is_told_as_one_move() -> None:
    first, *others = CUSTOMER.named_changes
    (move,) = moved_inputs(CUSTOMER, replace(CUSTOMER, named_changes=(replace(first, by=0.2), *others)))
    assert move.sheet == SHEET


def test_programs_get_the_scenarios_too() -> None:
    scenarios = as_json(size(CUSTOMER))["scenarios"]
    assert [each["name"] for each in scenarios] == ["more users", "busier desktops", "higher prices"]
    assert scenarios[0]["changes"] == {"users_scale": 0.1}
    assert [each["cheapest"] for each in scenarios[0]["designs"]].count(True) == 1
