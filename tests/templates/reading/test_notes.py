"""What is read in a way that its owner should know of is said, and nothing of it is lost."""

from __future__ import annotations

import datetime
from pathlib import Path
from typing import Any

import pytest
from openpyxl import load_workbook
from tests.built import build, file_of, shared_book
from tests.edited import opened, saved
from tests.gate.office import Office
from tests.templates.engines import mismatches
from tests.templates.reading.test_bad_input import cell_of
from tests.tiers import DRAWN

from vdi_addin.command.program import main
from vdi_addin.command.status import DONE, UNUSABLE
from vdi_sizing.errors import InputError
from vdi_sizing.model.sizing import size
from vdi_sizing.scenario import Tier
from vdi_templates.audit.check import audit
from vdi_templates.examples import EXAMPLES
from vdi_templates.languages.translation import GERMAN
from vdi_templates.reading.file import load
from vdi_templates.reading.reader import Reader, read
from vdi_templates.workbook.book import Made
from vdi_templates.workbook.brand import Brand
from vdi_templates.workbook.styles import DATE_FORMAT


@pytest.fixture(scope="module")
def book(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("notes") / "book.xlsx"
    path.write_bytes(build(EXAMPLES["fujitsu"]()))
    return path


def entered(book: Path, path: Path, **cells: Any) -> Path:
    has_dates = any(isinstance(value, datetime.date) for value in cells.values())  # each needs a format as well
    changed = load_workbook(book) if has_dates else opened(book)
    for place, value in cells.items():
        cell = cell_of(changed, place.replace("__", "/"))
        cell.value = value
        if isinstance(value, str) and not value.startswith("#"):
            cell.data_type = "s"
    if not has_dates:
        return saved(changed, path)
    changed.save(path)
    return path


UNUSED: dict[str, Any] = {
    "tier2_raid__1": "RAID 10",
    "tier2_derating__1": 0.5,
    "tier2_spares__1": 2,
    "tier2_share_of_reads__1": 0.25,
    "tier2_share_of_writes__1": 0.25,
    "tier2_share_of_capacity__1": 0.25,
    "tier3_share_of_reads__1": 0.75,
    "cache_raid__1": "RAID 1",
    "cache_drives__2": 4,
}


def test_entries_of_unused_parts_are_said_and_kept(
    book: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    kept = {place: value for place, value in UNUSED.items() if place != "cache_drives__2"}
    path = entered(book, tmp_path / "book.xlsx", **kept)
    assert main(["compare", str(path)]) == DONE
    messages = capsys.readouterr().err
    assert "book.xlsx: Designs!D" in messages
    assert messages.count("counts for nothing") == len(kept)
    result = load(tmp_path / "book_comparison.xlsx", values=False, only=("Designs",))
    for place, value in kept.items():
        assert cell_of(result, place.replace("__", "/")).value == value
    assert Reader(book).notes == []


def test_choices_are_told_in_the_language_of_the_file(tmp_path: Path) -> None:
    path = tmp_path / "book.xlsx"
    path.write_bytes(build(EXAMPLES["fujitsu"](), made=Made(brand=Brand(language=GERMAN))))
    entered(path, path, settings__lease_of="alles")
    with pytest.raises(InputError, match="expected one of: Hardware, alles einmal Gekaufte"):
        read(path)


def test_an_error_in_an_unused_part_is_said(book: Path, tmp_path: Path) -> None:
    path = entered(book, tmp_path / "book.xlsx", tier2_derating__1="#N/A")
    reader = Reader(path, inputs_only=True)
    scenario = reader.scenario()
    (note,) = reader.notes
    assert "derating is '#N/A'" in note
    assert note.endswith("tier2 has no drive, so this is left out")
    assert scenario.designs[0].tiers[1] == Tier()


@pytest.mark.everything(DRAWN)
def test_entries_of_unused_parts_count_for_nothing_in_either_engine(book: Path, tmp_path: Path, office: Office) -> None:
    kept = {place: value for place, value in UNUSED.items() if place != "cache_drives__2"}
    path = entered(book, tmp_path / "book.xlsx", **kept)
    rebuilt = shared_book(read(path))
    path.write_bytes(file_of(rebuilt))
    assert mismatches(rebuilt, office.load(path)) == []
    plain = size(read(book))
    for design, other in zip(rebuilt.sizing.designs, plain.designs, strict=True):
        assert (design["vms_per_block"], design["eur_per_vm"]) == (other["vms_per_block"], other["eur_per_vm"])


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("1475", "is the text '1475', read as the number 1475"),
        ("1,475.50", "is the text '1,475.50', read as the number 1475.5"),
    ],
)
def test_a_number_in_a_text_is_said(text: str, says: str, book: Path, tmp_path: Path) -> None:
    path = entered(book, tmp_path / "book.xlsx", **{"Prices__price__1": text})
    reader = Reader(path, inputs_only=True)
    reader.scenario()
    (note,) = reader.notes
    assert note.startswith("book.xlsx: Prices!")
    assert note.endswith(f"{says}; type it as a number: the sheet gives no answer for a text")


@pytest.mark.parametrize("text", ["1.475", "1,475"])
def test_a_text_that_may_mean_two_numbers_is_refused_unless_the_settings_say_how(
    text: str, book: Path, tmp_path: Path
) -> None:
    """The live sheet calls any such text an error: what the command made of it would be a guess."""
    path = entered(book, tmp_path / "book.xlsx", **{"Prices__price__1": text})
    with pytest.raises(InputError, match=r"Prices!.*the text may mean (1\.475 or 1475|1475 or 1\.475), unless"):
        read(path)
    price: dict[str, Any] = {"Prices__price__1": text}
    said = entered(book, tmp_path / "said.xlsx", settings__number_style="decimal comma", **price)
    reader = Reader(said, inputs_only=True)
    reader.scenario()
    assert "with a decimal point (sheet Settings) it would be" in reader.notes[0]


def test_a_row_far_below_a_table_is_refused(book: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    changed = opened(book)
    changed["Users"]["A5000"].value = "late"
    saved(changed, tmp_path / "book.xlsx")
    assert main(["compare", str(tmp_path / "book.xlsx")]) == UNUSABLE
    assert "Users!A5000: cell is 'late'; expected nothing below the table" in capsys.readouterr().err


@pytest.mark.everything
def test_a_source_date_may_be_a_real_date(book: Path, tmp_path: Path) -> None:
    """A spreadsheet makes a date of what one types; it stays one, shows as one, and is no finding."""
    day = datetime.date(2026, 3, 1)
    path = entered(book, tmp_path / "book.xlsx", **{"Prices__source date__1": day, "Drives__source date__1": day})
    read_again = read(path)
    assert (read_again.prices[0].source_date, read_again.drives[0].source_date) == (day, day)
    path.write_bytes(build(read_again))
    cell = cell_of(load(path, values=False, only=("Prices",)), "Prices/source date/1")
    assert (cell.value, cell.number_format) == (datetime.datetime(2026, 3, 1), DATE_FORMAT)
    assert audit(path).findings == []
    assert read(path) == read_again
