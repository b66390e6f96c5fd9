"""What may be imported and written can be read: one table of limits for all three."""

from __future__ import annotations

from pathlib import Path

import pytest
from bench.scale import with_rows
from tests.templates.importing.lists import imported, text

from vdi_sizing.errors import InputError
from vdi_sizing.model.sizing import size
from vdi_sizing.scenario.rules import MOST_ROWS
from vdi_templates.importing import lists
from vdi_templates.importing.messages import Messages
from vdi_templates.languages.translation import GERMAN
from vdi_templates.reading.reader import read
from vdi_templates.workbook.build import build_book
from vdi_templates.workbook.layout import MAX_DESIGNS
from vdi_templates.workbook.save import workbook_bytes


@pytest.mark.everything
def test_a_workbook_with_as_many_rows_as_all_tables_take_can_be_read(tmp_path: Path) -> None:
    groups, prices, bill = (MOST_ROWS[table][2] for table in ("groups", "prices", "bill"))
    written = with_rows(groups - 10, prices - 20, bill - 100)
    path = tmp_path / "large.xlsx"
    path.write_bytes(workbook_bytes(build_book(size(written), columns=MAX_DESIGNS)))
    found = read(path)
    assert [len(getattr(found, table)) for table in MOST_ROWS] == [len(getattr(written, table)) for table in MOST_ROWS]


def test_more_groups_than_a_workbook_takes_are_refused_before_they_are_made(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lists, "rows_of", lambda *_: pytest.fail("rows were made"))
    path = text(tmp_path / "users.csv", "group;users\n" + "".join(f"g{number};1\n" for number in range(1_001)))
    with pytest.raises(
        InputError, match=r"users.csv: user groups is '1,001 rows'; expected at most 1,000 rows"
    ) as error:
        imported(path)
    messages = Messages(GERMAN)
    said = str(messages.error(error.value))
    assert not messages.lacking, said


def test_a_list_of_more_rows_than_are_read_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lists, "MAX_LIST_ROWS", 2)
    path = text(tmp_path / "users.csv", "user;profile\n" + "a;knowledge workers\n" * 3)
    with pytest.raises(InputError, match=r"users.csv: list is '3 rows'; expected at most 2 rows") as error:
        imported(path)
    messages = Messages(GERMAN)
    messages.error(error.value)
    assert not messages.lacking
