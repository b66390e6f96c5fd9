"""Bad input is an error that names file, sheet, cell, value and what was expected; nothing is written.

openpyxl stands in for Excel: it changes one thing in a good workbook. What no spreadsheet program would write
is changed in the package itself.
"""

from __future__ import annotations

import datetime
import os
import re
import zipfile
from collections.abc import Callable
from io import BytesIO
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import pytest
from openpyxl import Workbook, load_workbook
from openpyxl.cell.cell import Cell
from openpyxl.utils.cell import coordinate_to_tuple
from openpyxl.worksheet.worksheet import Worksheet
from tests.built import build
from tests.edited import opened
from tests.edited import saved as saved_as_it_was
from tests.templates.engines import INPUT_SHEETS

from vdi_addin.command.program import main
from vdi_addin.command.status import DONE, UNUSABLE
from vdi_sizing.errors import InputError, InputsError
from vdi_sizing.model.sizing import size
from vdi_templates.examples import EXAMPLES, fujitsu
from vdi_templates.importing.messages import Messages
from vdi_templates.languages.translation import GERMAN
from vdi_templates.reading.file import load
from vdi_templates.reading.limits import MAX_RATIO, MAX_UNPACKED_BYTES
from vdi_templates.reading.reader import read
from vdi_templates.workbook.book import Made
from vdi_templates.workbook.brand import Brand

Change = Callable[[Workbook], object]


class Prepared(dict[str, bytes]):
    """Workbooks by the names of their examples, each prepared when it is first asked for."""

    def __init__(self, prepare: Callable[[str], bytes]) -> None:
        super().__init__()
        self._prepare = prepare

    def __missing__(self, name: str) -> bytes:
        self[name] = self._prepare(name)
        return self[name]


@pytest.fixture(scope="session")
def good() -> dict[str, bytes]:
    """The workbook of every example."""
    return Prepared(lambda name: build(EXAMPLES[name]()))


@pytest.fixture(scope="session")
def inputs(good: dict[str, bytes]) -> dict[str, bytes]:
    """The same with empty sheets in place of those that calculate, which the reader skips: quick to change."""
    return Prepared(lambda name: without_calculations(good[name]))


def without_calculations(content: bytes) -> bytes:
    book = load_workbook(BytesIO(content))
    for position, ws in enumerate(book.worksheets):
        if ws.title not in INPUT_SHEETS:
            book.remove(ws)
            book.create_sheet(ws.title, position)
    small = BytesIO()
    book.save(small)
    return small.getvalue()


def test_the_reader_skips_what_calculates(good: dict[str, bytes], inputs: dict[str, bytes], tmp_path: Path) -> None:
    whole, small = tmp_path / "whole.xlsx", tmp_path / "small.xlsx"
    whole.write_bytes(good["fujitsu"])
    small.write_bytes(inputs["fujitsu"])
    assert read(small) == read(saved(whole, lambda _: None))


# --- changes, as a user makes them ----------------------------------------------------------------------


def sheet(book: Workbook, name: str) -> Worksheet:
    ws = book[name]
    assert isinstance(ws, Worksheet)
    return ws


def sheet_of(book: Workbook, table: str) -> Worksheet:
    return next(ws for ws in book.worksheets if table in ws.tables)


def column_of(ws: Worksheet, table: str, header: str) -> tuple[int, int]:
    """Column of a table's header, and the header's row."""
    first, _, last = ws.tables[table].ref.partition(":")
    for cell in ws[first : f"{re.sub('[0-9]', '', last)}{re.sub('[A-Z]', '', first)}"][0]:
        if cell.value == header:
            return cell.column, cell.row
    raise KeyError(header)


def cell_of(book: Workbook, place: str) -> Cell:
    """An input: "Users/VMs/1" in row 1 of a table, "tier1_drive/2" of design 2, "settings/as_of"."""
    group, *rest = place.split("/")
    if group == "settings":
        name, position = f"settings_{rest[0]}", 1
    elif len(rest) == 1:
        name, position = f"design_{group}", int(rest[0])
    else:
        ws = sheet_of(book, group)
        column, header_row = column_of(ws, group, rest[0])
        cell = ws.cell(header_row + int(rest[1]), column)
        assert isinstance(cell, Cell)
        return cell
    ((title, ref),) = book.defined_names[name].destinations
    cells = sheet(book, title)[ref.replace("$", "")]
    cell = cells if isinstance(cells, Cell) else cells[0][position - 1]
    assert isinstance(cell, Cell)
    return cell


def put(place: str, value: object, more: Change | None = None) -> Change:
    """Enter a value; None clears the cell."""

    def change(book: Workbook) -> None:
        cell = cell_of(book, place)
        cell.value = value  # type: ignore[assignment]
        if isinstance(value, str) and not value.startswith(("=", "#")):
            cell.data_type = "s"
        if more is not None:
            more(book)

    return change


def both(*changes: Change) -> Change:
    def change(book: Workbook) -> None:
        for each in changes:
            each(book)

    return change


def typed(path: Path, change: Change) -> Path:
    """The file with a change in its cells, as quick as can be: a date needs a format, which openpyxl writes."""
    book = opened(path)
    change(book)
    try:
        return saved_as_it_was(book, path)
    except ValueError:
        return saved(path, change)


def saved(path: Path, change: Change) -> Path:
    book = load_workbook(path)
    change(book)
    book.save(path)
    return path


def refused(path: Path, capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    """The message of `compare`, which must refuse the file, write nothing and leave the input as it was."""
    before = {entry: entry.read_bytes() for entry in path.parent.iterdir() if entry.is_file()}
    assert main(["compare", str(path), *arguments]) == UNUSABLE
    after = {entry: entry.read_bytes() for entry in path.parent.iterdir() if entry.is_file()}
    assert after == before
    captured = capsys.readouterr()
    assert captured.out == ""
    assert path.name in captured.err
    return captured.err


def below_the_table(table: str) -> Change:
    def change(book: Workbook) -> None:
        ws = sheet_of(book, table)
        last = int(re.sub(r"\D", "", ws.tables[table].ref.partition(":")[2]))
        ws.cell(last + 1, 1).value = "late user group"

    return change


class Bad(NamedTuple):
    """One thing that is wrong, and what the message must say."""

    name: str
    change: Change
    says: str
    example: str = "fujitsu"


USERS_PART = "xl/worksheets/sheet2.xml"
"""Where the sheet Users stands in a file."""
DOLLAR = {"currency": "USD", "EUR per unit": 0.92}


def design_beside(name: str) -> Change:
    """One more design, in the column behind the last."""

    def change(book: Workbook) -> None:
        last = cell_of(book, "name/1").column + len(fujitsu().designs) - 1
        for row in range(cell_of(book, "name/1").row, 140):
            beside, before = (sheet(book, "Designs").cell(row, column) for column in (last + 1, last))
            if before.data_type != "f":
                beside.value = before.value
        sheet(book, "Designs").cell(cell_of(book, "name/1").row, last + 1).value = name

    return change


IN_CELLS = (
    # numbers
    Bad("text for a number", put("Users/VMs/1", "many"), r"Users!C6: VMs is 'many'; expected a number above 0"),
    Bad(
        "unknown profile",
        put("Users/profile/2", "Fujitsu nomal user"),
        r"Users!E7: profile is 'Fujitsu nomal user'; expected a profile of the Profiles sheet; the nearest are "
        r"'Fujitsu normal user', ",
    ),
    Bad(
        "no vCPU per core of a group",
        put("Users/vCPU per core/2", 0),
        r"Users!O7: vCPU per core is 0; expected a number above 0 vCPU/core",
    ),
    Bad(
        "unknown image delivery",
        put("Users/image delivery/2", "nobody's"),
        r"Users!T7: image delivery is \"nobody's\"; expected an image delivery of the Delivery sheet",
    ),
    Bad(
        "unknown image delivery of a profile",
        put("Profiles/image delivery/2", "nobody's"),
        r"Profiles!S7: image delivery is \"nobody's\"; expected an image delivery of the Delivery sheet",
    ),
    Bad(
        "a desktop for a profile store",
        put("Users/profile store/2", "Fujitsu normal user"),
        r"Users!W7: profile store is 'Fujitsu normal user'; .* that is a profile store",
    ),
    Bad(
        "unknown part of the profile store",
        put("settings/store_part", "nobody's"),
        r"Settings!D\d+: part of the profile store is \"nobody's\"; expected a part of the Prices sheet",
    ),
    Bad(
        "unknown drive that was measured",
        put("settings/measured_drive", "nobody's"),
        r"Settings!D\d+: drive that was measured is \"nobody's\"; expected a drive of the Drives sheet",
    ),
    Bad(
        "unknown kit",
        put("kit/2", "nobody's"),
        r"Designs!E9: kit is \"nobody's\"; expected a kit of the Kits sheet; the nearest are '",
    ),
    Bad(
        "a kit without its drive on Drives",
        put("kit/1", "NVMe server, local", put("tier1_drive/1", None)),
        r"Designs!D\d+: drive is 'Samsung PM9A3 3.84 TB'; expected a drive of the Drives sheet",
    ),
    Bad(
        "text in a kit",
        put("Kits/drive bays per block/1", "many"),
        r"Kits!I6: drive bays per block is 'many'; expected",
    ),
    Bad(
        "a profile that says no read share",
        put("Users/profile/1", "Fujitsu normal user", put("Users/steady read share/1", None)),
        r"Users!H6: steady read share is blank; expected a share from 0 to 1, since IOPS are given",
    ),
    Bad(
        "text in a profile",
        put("Profiles/steady IOPS/1", "many"),
        r"Profiles!E6: steady IOPS is 'many'; expected a number",
    ),
    Bad("blank for a number", put("Users/VMs/1", None), r"Users!C6: VMs is blank; expected a number above 0"),
    Bad("blanks only", put("Users/VMs/1", "  "), r"Users!C6: VMs is blank; expected a number above 0"),
    Bad(
        "blanks only for a number that may be left out",
        put("tier1_drives/1", " "),
        r"Designs!\w+: drives per block is ' '; expected .*, or a blank cell: spaces stand in this one",
    ),
    Bad(
        "blanks only for a choice",
        put("Users/profile/1", "\N{NO-BREAK SPACE}"),
        r"Users!\w+: profile is '\\xa0'; expected .*, or a blank cell: spaces stand in this one",
    ),
    Bad("negative", put("Users/VMs/2", -80), r"Users!C7: VMs is -80; expected a number above 0"),
    Bad("zero", put("Users/VMs/2", 0), r"Users!C7: VMs is 0; expected a number above 0"),
    Bad("share above 1", put("Users/concurrency/2", 75), r"Users!D7: concurrency is 75; .* above 0, at most 1"),
    Bad(
        "share below 0",
        put("Users/steady read share/1", -0.1),
        r"Users!H6: steady read share is -0.1; .* from 0 to 1",
    ),
    Bad("yes for a number", put("Users/VMs/1", True), r"Users!C6: VMs is True; expected a number"),
    Bad(
        "date in a number cell",
        put("Users/VMs/1", datetime.date(2011, 6, 1)),
        r"Users!C6: VMs is 'the date 2011-06-01'; expected a number",
    ),
    Bad(
        "time in a number cell",
        put("Users/VMs/1", datetime.time(12, 30)),
        r"Users!C6: VMs is 'the time 12:30:00'; expected a number",
    ),
    Bad("error value", put("Users/VMs/1", "#REF!"), r"Users!C6: VMs is '#REF!'; expected a number"),
    Bad("error value in a name", put("Users/case/1", "#N/A"), r"Users!B6: case is '#N/A'; expected a name"),
    Bad("half a drive", put("tier1_drives/1", 2.5), r"Designs!D\d+: drives per block is 2.5; .* whole number"),
    Bad(
        "negative price",
        put("Prices/price/1", -1),
        r"Prices!D6: price is -1; expected a number of at",
    ),
    Bad("discount above 1", put("Prices/discount/1", 15), r"Prices!E6: discount is 15; expected a share"),
    Bad("zero capacity", put("Drives/capacity GB/1", 0), r"Drives!E6: capacity GB is 0; .* above 0"),
    Bad("infinite", put("Users/VMs/1", "1e999"), r"Users!C6: VMs is '1e999'; expected a number"),
    Bad(
        "skew out of range",
        put("skew/1", 1.0),
        r"Designs!D\d+: skew is 1.*; .* at least 0.5 and at most 0.999",
    ),
    Bad(
        "nearly nothing",
        put("Users/VMs/1", 1e-300),
        r"Users!C6: VMs is 1e-300; .*numbers from 0.000000001 to 1,000,000,000,000",
    ),
    Bad(
        "beyond all measure",
        put("Users/steady IOPS/1", 1e308),
        r"Users!G6: steady IOPS is 1e\+308; .* to 1,000,000,000,000",
    ),
    Bad("all I/Os", put("response_share/1", 1), r"Designs!D\d+: share of the I/Os .* is 1; .* at most 0.9999"),
    # text and names
    Bad(
        "number in a name cell",
        put("Users/user group/1", 7),
        r"Users!A6: user group is 7; expected a name .*; this is a number: put an apostrophe before it",
    ),
    Bad(
        "number in a choice",
        put("block_kind/1", 1),
        r"Designs!D\d+: block is 1; expected one of: server, array",
    ),
    Bad(
        "no such choice",
        put("block_kind/1", "rack"),
        r"Designs!D\d+: block is 'rack'; expected one of: server, array",
    ),
    Bad(
        "neither yes nor no",
        put("tier1_write_back/1", "perhaps"),
        r"Designs!D\d+: write-back is 'perhaps'; expected yes or no",
    ),
    *(
        Bad(
            f"name with {mark}",
            put("Users/user group/1", name),
            r"Users!A6: user group is .* without \* \? ~",
        )
        for mark, name in (("star", "all*"), ("question", "all?"), ("tilde", "~all"), ("sign", "<all"))
    ),
    Bad(
        "a space behind a name",
        put("Users/case/1", "office "),
        r"Users!B6: case is 'office '; expected 'office', without spaces behind it$",
    ),
    Bad(
        "spaces around a kit, which is read twice",
        put("kit/1", " HDD array "),
        r"Designs!D9: kit is ' HDD array '; expected 'HDD array', without spaces before and behind it$",
    ),
    Bad("a space of the web", put("tier1_drive/2", "\N{NO-BREAK SPACE}SSD 160 GB"), r"Designs!E\d+: drive is .*spaces"),
    Bad("a name too long", put("Prices/part/1", "x" * 121), r"Prices!B6: part is .*; expected a name of at most 120 "),
    Bad(
        "a space behind a choice",
        put("settings/drive_rounding", "up "),
        r"Settings!D\d+: published drive counts are rounded is 'up '; expected 'up', without "
        r"spaces behind it$",
    ),
    Bad(
        "TRUE for yes",
        put("tier1_write_back/1", True),
        r"Designs!D\d+: write-back is True; expected yes or no",
    ),
    Bad(
        "text in a date",
        put("settings/as_of", "yesterday"),
        r"Settings!D\d+: as-of date is 'yesterday'; .* date",
    ),
    Bad(
        "number in a date",
        put("settings/as_of", -5),
        r"Settings!D\d+: as-of date is 'the date 1899-.*; .* after 1900",
    ),
    Bad(
        "time in a date",
        put("settings/as_of", datetime.datetime(2026, 11, 21, 13, 30)),
        r"Settings!D\d+: as-of date is 'the date 2026-11-21 13:30:00'; expected a date without a time",
    ),
    Bad(
        "date in a name",
        put("Users/user group/1", datetime.date(2011, 6, 1)),
        r"Users!A6: user group is 'the date 2011-06-01'; expected a name",
    ),
    Bad("blank date", put("settings/as_of", None), r"Settings!D\d+: as-of date is blank; expected a date"),
    Bad(
        "growth beyond the years that it is looked at",
        put("settings/user_growth", 0.1, put("settings/years", 8)),
        r"Settings!D\d+: years of use is 8.*; expected at most 7 years, since growth is given",
    ),
    Bad("text in a price's date", put("Prices/date/1", "June"), r"Prices!G6: date is 'June'; expected a date"),
    # what must hold between cells
    Bad(
        "unknown drive",
        put("tier1_drive/2", "SSD 1 PB"),
        r"Designs!E\d+: drive is 'SSD 1 PB'; expected a drive of the Drives sheet; the nearest are '",
    ),
    Bad(
        "unknown RAID level",
        put("tier1_raid/2", "RAID 7"),
        r"Designs!E\d+: RAID level is 'RAID 7'; expected one of: RAID 0, ",
    ),
    Bad(
        "no RAID level",
        put("tier1_raid/2", None),
        r"Designs!E\d+: RAID level is blank; expected one of: RAID 0",
    ),
    Bad(
        "unknown part",
        put("Bill/part/2", "S26361-F9999"),
        r"Bill!B7: part is 'S26361-F9999'; expected a part of the price list "
        r"'Fujitsu EUR list, June 2011 \(day not printed\)'",
    ),
    Bad(
        "unknown licence metric",
        put("Bill/licence metric/1", "nobody's"),
        r"Bill!K6: licence metric is \"nobody's\"; expected a licence metric of the Licences sheet",
    ),
    Bad(
        "a licence metric that counts something else",
        put("Bill/licence metric/1", "Azure Local"),
        r"Bill!D6: per is '.*'; expected 'core', by which 'Azure Local' is counted",
    ),
    Bad("unknown case", put("case/3", "night"), r"Designs!F\d+: load case is 'night'; expected one of: office"),
    Bad(
        "unknown design",
        put("Bill/design/1", "Tape"),
        r"Bill!A6: design is 'Tape'; expected one of: HDD, SSD, Hybrid, two SSDs",
    ),
    Bad(
        "unknown price list",
        put("settings/price_list", "2012"),
        r"Settings!D\d+: price list is '2012'; .*June 2011",
    ),
    Bad(
        "no price list",
        put("settings/price_list", None),
        r"Settings!D\d+: price list is blank; expected a price li",
    ),
    Bad(
        "odd number of drives",
        put("tier1_drives/1", 5, put("tier1_raid/1", "RAID 10")),
        r"Designs!D\d+: drives per block is 5(\.0)?; expected a multiple of 2 drives for RAID 10",
    ),
    Bad(
        "too few drives",
        put("tier1_drives/1", 2, put("tier1_raid/1", "RAID 5")),
        r"Designs!D\d+: drives per block is 2; expected at least 3 drives for RAID 5",
    ),
    Bad(
        "drives of no drive",
        put("tier2_drives/1", 4),
        r"Designs!D\d+: drive is blank; expected a drive, since",
    ),
    Bad(
        "user group twice",
        put("Users/user group/2", "Normal Users"),
        r"Users!A7: user group is .*Normal Users.*once",
    ),
    Bad(
        "design twice",
        put("name/2", "hdd"),
        r"Designs!E\d+: design is 'hdd'; expected a name that is used once",
    ),
    Bad(
        "drive twice",
        put("Drives/drive/2", "Fujitsu HD SAS 6G 300 GB 10K"),
        r"Drives!A7: drive is 'Fujitsu HD .*'; expected a name that is used once",
    ),
    Bad("RAID level twice", put("RAID/RAID level/2", "raid 0"), r"RAID!A7: RAID level is 'raid 0'; .* used once"),
    Bad(
        "two prices for one part",
        put("Prices/part/2", "S26361-K1344-V301"),
        r"Prices!B7: part is .*S26361-K1344-V301'; expected a name that is used once",
    ),
    Bad(
        "a design beside the others",
        design_beside("tape"),
        r"Designs!I7: design is 'tape'; expected nothing beside the 5 designs .* 'vdi-sizing new --designs 6'",
    ),
    Bad(
        "a currency without a rate",
        put("Prices/currency/1", "USD"),
        r"Prices!F6: currency is 'USD'; expected EUR, or .* rate on Settings, for the part 'S26361-K1344-V301'",
    ),
    Bad(
        "a rate for EUR",
        both(put("Rates/currency/1", "eur"), put("Rates/EUR per unit/1", 1)),
        r"Settings!A\d+: currency is 'eur'; expected a currency other than EUR",
    ),
    Bad(
        "two rates of a currency",
        both(*(put(f"Rates/{name}/{row}", value) for row in (1, 2) for name, value in DOLLAR.items())),
        r"Settings!A\d+: currency is 'USD'; expected a name that is used once",
    ),
    Bad("a currency without its rate", put("Rates/currency/1", "USD"), r"Settings!B\d+: EUR per unit is blank"),
    Bad("a rate without its currency", put("Rates/EUR per unit/1", 0.92), r"Settings!A\d+: currency is blank"),
    Bad(
        "a rate of 0",
        both(put("Rates/currency/1", "USD"), put("Rates/EUR per unit/1", 0)),
        r"Settings!B\d+: EUR per unit is 0; expected a number above 0 EUR",
    ),
    Bad(
        "IOPS without a read share",
        put("Users/steady read share/1", None),
        r"Users!H6: steady read share is blank; expected a share from 0 to 1, since IOPS are given",
    ),
    Bad(
        "one group without IOPS",
        put("Users/steady IOPS/1", None),
        r"Users!E6: profile is blank; expected a profile of the Profiles sheet, or a number as steady IOPS",
    ),
    Bad(
        "a case without users",
        both(*(put(f"Users/users per VM/{row}", 0) for row in (1, 2, 3))),
        r"Users!F6: users per VM is 0; expected a number above 0, or blank, in a group of case 'office'",
    ),
    Bad(
        "sessions without users",
        put(
            "Users/users per VM/2", 0, put("Users/profile/2", "Fujitsu normal user", put("Profiles/kind/1", "session"))
        ),
        r"Users!F7: users per VM is 0; expected a number above 0: profile 'Fujitsu normal user' is that of a session",
    ),
    Bad(
        "object on a tier without drives",
        put("replica_location/1", "tier 3"),
        r"Designs!D\d+: location of replica is 'tier 3'; expected a tier that has drives",
    ),
    Bad(
        "shares that do not add up",
        put("tier1_share_of_reads/3", 0.5),
        r"Designs!F\d+: share of the reads, sum over the tiers is 0.5; expected 1",
    ),
    Bad(
        "a share for some tiers",
        put("tier1_share_of_reads/3", None),
        r"Designs!F\d+: share.*reads is blank; expected a share for every tier in use",
    ),
    Bad(
        "no drives at all",
        put("tier1_drive/1", None, put("tier1_drives/1", None, put("measured_vms/1", None))),
        r"Designs!D9: kit is blank; expected a kit .* or below it a drive or a number .*, for the design 'HDD'",
    ),
    Bad(
        "cores without vCPU per core",
        put("cores/1", 12),
        r"Designs!D\d+: vCPU per core is blank; expected a number, since cores are given",
    ),
    Bad(
        "a cache without drives",
        put("cache_drive/1", "SSD 160 GB", put("cache_raid/1", "RAID 1")),
        r"Designs!D\d+: cache drives is blank; expected a number of drives",
    ),
    # numbers written as text
    Bad(
        "a price with the sign of its currency",
        put("Prices/price/1", "1475.00 €"),
        r"Prices!D6: price is '1475.00 €'; expected a number",
    ),
    Bad(
        "a decimal comma in text",
        put("Prices/price/1", "1.475,00"),
        r"Prices!D6: price is '1.475,00'; .*'numbers written as text' .* 'decimal comma'",
    ),
    Bad(
        "a decimal point in text, by comma",
        put("Prices/price/1", "1,475.00", put("settings/number_style", "decimal comma")),
        r"Prices!D6: price is '1,475.00'; .*'decimal point'",
    ),
    Bad(
        "a unit in text",
        put("Users/VMs/1", "150 VMs"),
        r"Users!C6: VMs is '150 VMs'; expected a number above 0 VMs",
    ),
)
BELOW_A_TABLE = [
    Bad(
        f"below the table {table}",
        below_the_table(table),
        rf"{table}!A\d+: cell is 'late user group'; .* below the tab",
    )
    for table in ("Users", "Profiles", "Kits", "Parts", "Drives", "RAID", "Prices", "Bill", "Calibration")
]
SAID = re.compile(r"xlsx: (?P<sheet>[^:!]+)!(?P<cell>[A-Z]+[0-9]+): [^;]*? is (?P<value>blank|'[^;]*'|[^' ;]+); ")
SAID_OTHERWISE = ", sum over ", "the date ", "the time "
OF_A_KIT = "a kit without its drive on Drives"
"""Its cell is blank, and the drive that is named is that of the kit."""


def not_where_it_is_said(book: Workbook, message: str) -> list[str]:
    """The cells in a message that do not hold what it says of them; a sum, a date or a time is said otherwise."""
    return [
        f"{found[0]} ({held!r})"
        for found in SAID.finditer(message)
        if not any(words in found[0] for words in SAID_OTHERWISE)
        and not _says(
            found["value"], held := sheet(book, found["sheet"]).cell(*coordinate_to_tuple(found["cell"])).value
        )
    ]


def _says(value: str, held: object) -> bool:
    """Whether a message says what a cell holds: of what bears a name together with others, the cell has the last."""
    if value == "blank":
        return held is None or not str(held).strip()
    return value in (repr(held), f"{held:g}" if isinstance(held, float) else "") or value.endswith(f", {held}'")


@pytest.mark.parametrize("bad", [*IN_CELLS, *BELOW_A_TABLE], ids=lambda bad: bad.name)
def test_a_bad_cell_is_refused(
    bad: Bad, inputs: dict[str, bytes], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "customer.xlsx"
    path.write_bytes(inputs[bad.example])
    message = refused(typed(path, bad.change), capsys)
    assert re.search(rf"customer\.xlsx: {bad.says}", message), message
    assert "Traceback" not in message
    bad.change(book := opened(inputs[bad.example]))
    assert bad.name == OF_A_KIT or not_where_it_is_said(book, message) == []
    assert not_in_german(message) == []


def not_in_german(message: str) -> list[str]:
    """What of a message has no German."""
    messages = Messages(GERMAN)
    said = [line.removeprefix("vdi-sizing: ") for line in message.splitlines()]
    return [line for line in said if messages.text(line) == line]


def test_a_message_that_names_the_cell_beside_would_be_noticed(inputs: dict[str, bytes]) -> None:
    put("Users/VMs/1", "many")(book := opened(inputs["fujitsu"]))
    assert not_where_it_is_said(book, "customer.xlsx: Users!C6: VMs is 'many'; expected") == []
    assert len(not_where_it_is_said(book, "customer.xlsx: Users!C7: VMs is 'many'; expected")) == 1


def test_every_input_that_cannot_be_used_is_named_at_once(
    inputs: dict[str, bytes], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "customer.xlsx"
    path.write_bytes(inputs["fujitsu"])
    change = put("Users/VMs/1", "many", put("Prices/price/1", "dear", put("tier1_drives/1", "some")))
    lines = refused(saved(path, put("settings/as_of", "today", change)), capsys).splitlines()
    assert [re.findall(r"xlsx: (\w+)!", line) for line in lines] == [["Settings"], ["Users"], ["Prices"], ["Designs"]]
    assert all(line.startswith("vdi-sizing: customer.xlsx: ") and "; expected " in line for line in lines)


def test_what_does_not_fit_together_is_named_beside_what_cannot_be_used(
    inputs: dict[str, bytes], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "customer.xlsx"
    path.write_bytes(inputs["fujitsu"])
    change = both(put("Prices/price/1", "dear"), put("kit/2", "nobody's"), put("Users/profile/1", "nobody's"))
    said = refused(typed(path, both(change, put("Users/profile/2", "nobody"))), capsys)
    assert re.findall(r"xlsx: (\w+!\w+): ", said) == ["Prices!D6", "Users!E6", "Users!E7", "Designs!E9"]


def test_a_german_workbook_is_refused_in_german(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "deutsch.xlsx"
    path.write_bytes(build(fujitsu(), made=Made(brand=Brand(language=GERMAN))))
    bad = both(put("Users/VMs/1", "ca. 140"), put("Users/VMs/2", -80))
    assert refused(typed(path, bad), capsys).splitlines() == [
        "vdi-sizing: deutsch.xlsx: Users!C6: VMs ist 'ca. 140'; erwartet: eine Zahl über 0 VMs",
        "vdi-sizing: deutsch.xlsx: Users!C7: VMs ist -80; erwartet: eine Zahl über 0 VMs",
    ]


def test_a_file_that_cannot_be_read_is_no_fault_of_its_cells(
    with_formula: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def unreadable(path: Path, *, values: bool, only: object) -> Workbook:
        if values:
            raise InputError("file", "damaged", "a workbook", str(path))
        return load(path, values=values, only=only)  # type: ignore[arg-type]

    monkeypatch.setattr("vdi_templates.reading.cells.load", unreadable)
    assert refused(with_formula, capsys).count("is 'damaged'") == 1


def test_of_very_many_the_first_are_named_and_the_others_counted() -> None:
    error = InputsError([InputError("VMs", -number, "more") for number in range(30)])
    assert len(error.lines) == 21
    assert error.lines[-1] == "... and 10 more inputs that cannot be used"
    assert (error.name, error.value) == ("VMs", 0)


# --- sheets, tables, columns and names --------------------------------------------------------------------


def rename_sheet(old: str, new: str) -> Change:
    def change(book: Workbook) -> None:
        book[old].title = new

    return change


def drop_table(name: str) -> Change:
    return lambda book: sheet(book, name).tables.pop(name)


def rename_column(table: str, old: str, new: str) -> Change:
    def change(book: Workbook) -> None:
        ws = sheet(book, table)
        column, row = column_of(ws, table, old)
        ws.cell(row, column).value = new

    return change


def drop_name(name: str) -> Change:
    return lambda book: book.defined_names.pop(name)


def name_cells(name: str, cells: str) -> Change:
    def change(book: Workbook) -> None:
        book.defined_names[name].attr_text = cells

    return change


IN_STRUCTURE = (
    Bad(
        "missing sheet",
        lambda book: book.remove(book["RAID"]),
        "sheet is 'RAID'; expected a sheet of that name",
    ),
    Bad(
        "no Designs",
        lambda book: book.remove(book["Designs"]),
        "sheet is 'Designs'; expected a sheet of that",
    ),
    Bad("no Settings", lambda book: book.remove(book["Settings"]), "sheet is 'Settings'; expected a sheet of"),
    Bad("renamed sheet", rename_sheet("Users", "Our users"), "sheet is 'Users'; expected a sheet of that name"),
    Bad("missing table", drop_table("Prices"), "Prices: table is 'Prices'; expected a table of that name"),
    Bad(
        "missing column",
        rename_column("Users", "VMs", "seats"),
        "Users!A5: column is blank; .* column 'VMs' in table",
    ),
    Bad("column twice", rename_column("Users", "vCPU", "VMs"), "Users!.*: column is 'vms'; .* used once"),
    Bad(
        "missing name",
        drop_name("design_tier1_drive"),
        "defined name is 'design_tier1_drive'; expected a name",
    ),
    Bad(
        "name of no cells",
        name_cells("settings_as_of", "#REF!"),
        "defined name is 'settings_as_of'; expected",
    ),
    Bad(
        "name of a gone sheet",
        name_cells("settings_as_of", "Old!$A$1"),
        "defined name is 'settings_as_of'; expected",
    ),
    Bad(
        "names of different width",
        name_cells("design_tier1_drive", "Designs!$D$31:$D$31"),
        "defined name is 'design_tier1_drive'; expected a name of 5 cells",
    ),
    Bad(
        "no users",
        lambda book: sheet(book, "Users").delete_rows(6, 3),
        "Users!A6: user group is blank; expected at least one",
    ),
)


@pytest.mark.parametrize("bad", IN_STRUCTURE, ids=lambda bad: bad.name)
def test_a_bad_structure_is_refused(
    bad: Bad, inputs: dict[str, bytes], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "customer.xlsx"
    path.write_bytes(inputs[bad.example])
    message = refused(saved(path, bad.change), capsys)
    assert re.search(rf"customer\.xlsx: {bad.says}", message), message


# --- formulas in input cells ------------------------------------------------------------------------------


def with_saved_value(path: Path, formula: str, value: str) -> None:
    """Put a saved value beside a formula, as a spreadsheet program does."""
    change_part(path, USERS_PART, rf"(<f>{re.escape(formula)}</f>)<v ?/>", rf"\1<v>{value}</v>")


def change_part(path: Path, part: str, pattern: str, new: str) -> None:
    with zipfile.ZipFile(path) as package:
        parts = {name: package.read(name) for name in package.namelist()}
    text, changed = re.subn(pattern, new, parts[part].decode())
    assert changed, f"{pattern} is not in {part}"
    parts[part] = text.encode()
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as package:
        for name, content in parts.items():
            package.writestr(name, content)


@pytest.fixture(scope="session")
def saved_with_formula(good: dict[str, bytes], tmp_path_factory: pytest.TempPathFactory) -> bytes:
    path = tmp_path_factory.mktemp("formula") / "customer.xlsx"
    path.write_bytes(good["fujitsu"])
    return saved(path, put("Users/VMs/1", "=100+50")).read_bytes()


@pytest.fixture
def with_formula(saved_with_formula: bytes, tmp_path: Path) -> Path:
    path = tmp_path / "customer.xlsx"
    path.write_bytes(saved_with_formula)
    return path


def test_a_formula_without_a_saved_value_is_refused(with_formula: Path, capsys: pytest.CaptureFixture[str]) -> None:
    message = refused(with_formula, capsys)
    assert "Users!C6: VMs is '=100+50'; expected a number above 0 VMs; the formula has no saved value" in message
    assert "open the file in a spreadsheet program and save it" in message


def test_a_formula_is_read_by_its_saved_value(with_formula: Path) -> None:
    with_saved_value(with_formula, "100+50", "150")
    assert read(with_formula).groups[0].vms == 150


def test_a_formula_that_returns_an_empty_text_is_blank(good: dict[str, bytes], tmp_path: Path) -> None:
    """In an optional input, and in every cell of a row that a formula fills or leaves empty."""
    path = tmp_path / "customer.xlsx"
    path.write_bytes(good["fujitsu"])
    whole = read(path)

    def empty(book: Workbook) -> None:
        cell_of(book, "tier1_drives/1").value = '=IF(1=1,"",24)'
        ws = sheet(book, "Users")
        last = int(re.sub(r"\D", "", ws.tables["Users"].ref.partition(":")[2]))
        for cell in ws[last]:
            cell.value = '=IF(1=1,"",24)'

    saved(path, empty)
    for part in (USERS_PART, "xl/worksheets/sheet3.xml"):
        change_part(
            path, part, r'(<c r="\w+" s="\d+")( t="\w+")?>(<f>IF\(1=1,"",24\)</f>)<v ?/>', r'\1 t="str">\3<v></v>'
        )
    found = read(path)
    assert found.groups == whole.groups
    assert found.designs[0].tiers[0].drives is None


def test_a_formula_whose_saved_value_is_an_error_is_refused(
    with_formula: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    change_part(
        with_formula,
        USERS_PART,
        r'(<c r="C6"[^>]*)>(<f>100\+50</f>)<v ?/>',
        r'\1 t="e">\2<v>#DIV/0!</v>',
    )
    assert "Users!C6: VMs is '#DIV/0!'; expected a number" in refused(with_formula, capsys)


# --- numbers written as text ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("style", "text", "amount"),
    [
        ("decimal comma", "1.475,00", 1475.0),
        ("decimal comma", "1475,5", 1475.5),
        ("decimal comma", "1 475,50", 1475.5),
        ("decimal point", "1,475.00", 1475.0),
        ("decimal point", " 1475.5 ", 1475.5),
        ("decimal point", "1475", 1475.0),
    ],
)
def test_text_is_read_in_the_style_of_the_settings(
    inputs: dict[str, bytes], tmp_path: Path, style: str, text: str, amount: float
) -> None:
    path = tmp_path / "customer.xlsx"
    path.write_bytes(inputs["fujitsu"])
    saved(path, put("settings/number_style", style, put("Prices/price/1", text)))
    assert read(path).prices[0].amount == amount


def test_a_name_may_look_like_an_error(inputs: dict[str, bytes], tmp_path: Path) -> None:
    path = tmp_path / "customer.xlsx"
    path.write_bytes(inputs["etri"])
    assert read(saved(path, put("name/1", "#1 HDD RAID A"))).designs[0].name == "#1 HDD RAID A"


def test_blank_rows_in_a_table_are_passed_over(inputs: dict[str, bytes], tmp_path: Path) -> None:
    path = tmp_path / "customer.xlsx"
    path.write_bytes(inputs["fujitsu"])
    whole = read(path)

    def blank_second_row(book: Workbook) -> None:
        for cell in sheet(book, "Users")[7]:
            cell.value = None

    groups = read(saved(path, blank_second_row)).groups
    assert groups == (whole.groups[0], *whole.groups[2:])


# --- files that are no workbook ---------------------------------------------------------------------------


def test_a_missing_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert "missing.xlsx: file is 'not there" in refused(tmp_path / "missing.xlsx", capsys)


def test_a_folder(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = tmp_path / "folder.xlsx"
    folder.mkdir()
    assert "folder.xlsx'; expected a folder with workbooks (.xlsx)" in refused(folder, capsys)
    assert main(["check", str(folder)]) == UNUSABLE
    assert "folder.xlsx: file is 'a folder'" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("content", "says"),
    [
        (b"", "not a workbook"),
        (b"user group;VMs\noffice;100\n", "not a workbook"),
        (b"%PDF-1.7", "not a workbook"),
        (bytes.fromhex("D0CF11E0A1B11AE1") + bytes(512), "encrypted, or an old .xls"),
        (b"PK\x03\x04 and no more", "truncated or damaged"),
    ],
    ids=["empty", "text", "PDF", "encrypted", "zip signature only"],
)
def test_what_is_no_workbook(tmp_path: Path, capsys: pytest.CaptureFixture[str], content: bytes, says: str) -> None:
    path = tmp_path / "customer.xlsx"
    path.write_bytes(content)
    assert f"customer.xlsx: file is '{says}" in refused(path, capsys)


@pytest.mark.parametrize("share", [0.1, 0.5, 0.9, 0.999])
def test_a_truncated_workbook(
    good: dict[str, bytes], tmp_path: Path, capsys: pytest.CaptureFixture[str], share: float
) -> None:
    path = tmp_path / "customer.xlsx"
    path.write_bytes(good["fujitsu"][: int(len(good["fujitsu"]) * share)])
    assert "customer.xlsx: file is 'truncated or damaged'" in refused(path, capsys)


@pytest.mark.parametrize("seed", range(40))
def test_damaged_bytes_are_refused_or_harmless(
    good: dict[str, bytes], tmp_path: Path, capsys: pytest.CaptureFixture[str], seed: int
) -> None:
    """A damaged file ends in a message, never in a traceback."""
    random = Random(seed)
    content = bytearray(good["fujitsu"])
    for _ in range(8):
        content[random.randrange(len(content))] ^= 1 << random.randrange(8)
    path = tmp_path / "customer.xlsx"
    path.write_bytes(content)
    status = main(["compare", str(path)])
    assert status == DONE or (status == UNUSABLE and "customer.xlsx" in capsys.readouterr().err)


def test_a_zip_that_is_no_workbook(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "customer.xlsx"
    with zipfile.ZipFile(path, "w") as package:
        package.writestr("readme.txt", "hello")
    assert "customer.xlsx: file is 'damaged'" in refused(path, capsys)


@pytest.mark.parametrize("part", ["xl/workbook.xml", "xl/tables/table1.xml", "xl/styles.xml"])
def test_a_workbook_without_one_of_its_parts(
    good: dict[str, bytes], tmp_path: Path, capsys: pytest.CaptureFixture[str], part: str
) -> None:
    path = tmp_path / "customer.xlsx"
    path.write_bytes(good["fujitsu"])
    with zipfile.ZipFile(path) as package:
        parts = {name: package.read(name) for name in package.namelist() if name != part}
    with zipfile.ZipFile(path, "w") as package:
        for name, content in parts.items():
            package.writestr(name, content)
    assert re.search("customer.xlsx: file is 'damaged'|a whole .xlsx file", refused(path, capsys))


@pytest.mark.parametrize(
    ("parts", "says"),
    [
        (("mimetype", "content.xml"), "an OpenDocument file'; expected an .xlsx file: save it as .xlsx"),
        (("[Content_Types].xml", "xl/workbook.bin"), "a binary workbook (.xlsb)'; expected an .xlsx file: save it as"),
    ],
    ids=["ods", "xlsb"],
)
def test_a_workbook_of_another_kind(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], parts: tuple[str, ...], says: str
) -> None:
    path = tmp_path / "customer.xlsx"
    with zipfile.ZipFile(path, "w") as package:
        for part in parts:
            package.writestr(part, "something")
    assert f"customer.xlsx: file is '{says}" in refused(path, capsys)


def test_a_workbook_of_something_else(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "customer.xlsx"
    Workbook().save(path)
    assert "customer.xlsx: sheet is 'Settings'; expected a sheet of that name; is this" in refused(path, capsys)


@pytest.mark.parametrize(
    ("zeros", "noise"),
    [(150_000_000, 0), (MAX_UNPACKED_BYTES, 2_000_000)],
    ids=["by its ratio", "by its size alone"],
)
def test_a_zip_bomb(
    inputs: dict[str, bytes], tmp_path: Path, capsys: pytest.CaptureFixture[str], zeros: int, noise: int
) -> None:
    path = tmp_path / "customer.xlsx"
    path.write_bytes(inputs["fujitsu"])
    with zipfile.ZipFile(path, "a", zipfile.ZIP_DEFLATED) as package:
        package.writestr("xl/media/large.bin", bytes(zeros))
        package.writestr("xl/media/noise.bin", Random(1).randbytes(noise))
    with zipfile.ZipFile(path) as package:
        entries = package.infolist()
    unpacked, packed = (sum(getattr(entry, of) for entry in entries) for of in ("file_size", "compress_size"))
    assert (unpacked > MAX_UNPACKED_BYTES, unpacked / packed > MAX_RATIO) == (noise > 0, noise == 0)
    message = refused(path, capsys)
    assert f"customer.xlsx: file is '{unpacked} bytes when unpacked'" in message
    assert "this looks like a zip bomb" in message


def test_a_zip_bomb_that_lies_about_its_size(
    good: dict[str, bytes], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "customer.xlsx"
    part = USERS_PART
    size_of_part = 60_000_000
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as package:
        package.writestr(part, bytes(size_of_part))
    content = path.read_bytes().replace(size_of_part.to_bytes(4, "little"), (9).to_bytes(4, "little"))
    path.write_bytes(content)
    refused(path, capsys)


BOMB = (
    '<?xml version="1.0"?><!DOCTYPE x [<!ENTITY a "aaaaaaaaaa">'
    + "".join(f'<!ENTITY {chr(98 + n)} "{f"&{chr(97 + n)};" * 10}">' for n in range(8))
    + "]><x>&i;</x>"
)


@pytest.mark.parametrize("part", ["xl/workbook.xml", USERS_PART, "xl/styles.xml", "xl/tables/table1.xml"])
def test_an_entity_bomb(good: dict[str, bytes], tmp_path: Path, capsys: pytest.CaptureFixture[str], part: str) -> None:
    path = tmp_path / "customer.xlsx"
    path.write_bytes(good["fujitsu"])
    change_part(path, part, r"(?s)\A.*\Z", BOMB)
    assert "customer.xlsx: file is 'damaged'" in refused(path, capsys)


# --- output that cannot be written --------------------------------------------------------------------------


@pytest.fixture
def customer(good: dict[str, bytes], tmp_path: Path) -> Path:
    path = tmp_path / "customer.xlsx"
    path.write_bytes(good["emc"])
    return path


def test_an_existing_output_is_kept(customer: Path, capsys: pytest.CaptureFixture[str]) -> None:
    output = customer.with_name("customer_comparison.xlsx")
    output.write_text("mine")
    message = refused_output(customer, capsys, output)
    assert "a file that does not exist yet, or --force to replace it" in message
    assert output.read_text() == "mine"
    assert main(["compare", str(customer), "--force"]) == DONE
    assert output.read_bytes().startswith(b"PK")


def test_output_onto_the_input(customer: Path, capsys: pytest.CaptureFixture[str]) -> None:
    link = customer.with_name("link.xlsx")
    link.symlink_to(customer)
    content = customer.read_bytes()
    for output in (customer, link):
        assert main(["compare", str(customer), "-o", str(output), "--force"]) == UNUSABLE
        assert f"output is '{output}'; expected another file than the input" in capsys.readouterr().err
        assert customer.read_bytes() == content


def test_output_into_a_folder_that_is_a_file(customer: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (customer.parent / "file").write_text("a file")
    message = refused_output(customer, capsys, customer.parent / "file" / "out.xlsx")
    assert "a file in a folder that exists and can be written to" in message


def test_output_into_a_folder_that_is_not_there(customer: Path, capsys: pytest.CaptureFixture[str]) -> None:
    message = refused_output(customer, capsys, customer.parent / "nowhere" / "out.xlsx")
    assert "a file in a folder that exists and can be written to" in message


def test_output_into_a_folder_that_may_not_be_looked_into(
    customer: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Root may look into every folder, so the refusal is acted."""
    closed, stat = customer.parent / "closed", os.stat
    closed.mkdir()

    def refusing(path: Any, *arguments: Any, **options: Any) -> os.stat_result:
        if str(path).startswith(f"{closed}{os.sep}"):
            raise PermissionError(13, "Permission denied", str(path))
        return stat(path, *arguments, **options)

    monkeypatch.setattr(os, "stat", refusing)
    monkeypatch.setattr(os, "access", lambda path, mode: Path(path) != closed)
    message = refused_output(customer, capsys, closed / "out.xlsx")
    assert "a file in a folder that exists and can be written to" in message


@pytest.mark.parametrize("folder", [".", "/"])
def test_a_folder_as_input(folder: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", folder]) == UNUSABLE
    assert "file is 'a folder'" in capsys.readouterr().err


def test_output_onto_a_folder(customer: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (customer.parent / "out.xlsx").mkdir()
    message = refused_output(customer, capsys, customer.parent / "out.xlsx", "--force")
    assert "this is a folder or a device" in message


def test_output_onto_a_device(customer: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A pipe stands for a device: renaming onto one would replace it for the whole system."""
    os.mkfifo(customer.with_name("out.xlsx"))
    message = refused_output(customer, capsys, customer.with_name("out.xlsx"), "--force")
    assert "this is a folder or a device" in message
    assert customer.with_name("out.xlsx").is_fifo()


def test_a_locked_output(customer: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    """As on Windows while Excel has the file open. Root may replace anything, so the refusal is acted."""
    output = customer.with_name("out.xlsx")
    output.write_text("open in Excel")

    def locked(*_: object, **__: object) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(os, "replace", locked)
    message = refused_output(customer, capsys, output, "--force")
    assert "close it where it is open, or choose another (Permission denied)" in message


def test_a_read_only_output(
    customer: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A folder one may write to, with a file one may not: it is not replaced behind one's back."""
    output = customer.with_name("out.xlsx")
    output.write_text("not to be changed")
    output.chmod(0o444)
    monkeypatch.setattr(os, "access", lambda path, mode: not (Path(path) == output and mode == os.W_OK))
    message = refused_output(customer, capsys, output, "--force")
    assert "a file that can be written" in message
    assert output.read_text() == "not to be changed"


def refused_output(path: Path, capsys: pytest.CaptureFixture[str], output: Path, *arguments: str) -> str:
    """The message of `compare` when its output cannot be written; nothing is left behind."""
    before = sorted(path.parent.rglob("*"))
    assert main(["compare", str(path), "-o", str(output), *arguments]) == UNUSABLE
    assert sorted(path.parent.rglob("*")) == before
    captured = capsys.readouterr()
    assert captured.out == ""
    assert f"output is '{output}'; expected" in captured.err
    return captured.err


def test_one_bad_file_among_several(customer: Path, capsys: pytest.CaptureFixture[str]) -> None:
    bad = customer.with_name("bad.xlsx")
    bad.write_text("no workbook")
    before = sorted(customer.parent.iterdir())
    for files in ((bad, customer), (customer, bad)):
        assert main(["compare", *map(str, files), "--json"]) == UNUSABLE
        printed = capsys.readouterr()
        assert "bad.xlsx: file is 'not a workbook'" in printed.err
        assert printed.out == ""
        assert sorted(customer.parent.iterdir()) == before


def test_check_refuses_bad_input_too(customer: Path, capsys: pytest.CaptureFixture[str]) -> None:
    saved(customer, put("Users/VMs/1", "many"))
    assert main(["check", str(customer)]) == UNUSABLE
    assert "customer.xlsx: Users!C6: VMs is 'many'" in capsys.readouterr().err


def test_names_are_compared_without_case(inputs: dict[str, bytes], tmp_path: Path) -> None:
    path = tmp_path / "customer.xlsx"
    path.write_bytes(inputs["fujitsu"])
    saved(path, put("Users/case/1", "OFFICE", put("tier1_raid/1", "raid 0")))
    assert size(read(path)).designs[0]["vms"] == size(fujitsu()).designs[0]["vms"]
