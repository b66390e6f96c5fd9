"""What the library refuses, the workbook by itself sees too: that very check is 0, and the master says so.

Nobody stops a user who pastes a value; so each fault is put into the cells and recalculated by LibreOffice.
"""

from __future__ import annotations

import datetime
import re
from collections.abc import Mapping
from dataclasses import replace
from io import BytesIO
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from openpyxl import Workbook, load_workbook
from openpyxl.utils import get_column_letter
from openpyxl.utils.datetime import to_excel
from tests.built import file_of, shared_book
from tests.gate.office import CellValue, Office, Values
from tests.pylib.model.by_key import CHECKS
from tests.templates.engines import INPUT_SHEETS
from tests.templates.reading.test_bad_input import (
    IN_CELLS,
    Bad,
    Change,
    below_the_table,
    both,
    cell_of,
    design_beside,
    put,
    sheet,
)

from vdi_sizing.errors import InputError, InputsError
from vdi_sizing.inputs import LONGEST_NAME, Input, inputs_of
from vdi_sizing.scenario import Sensitivity, Settings, UserGroup
from vdi_sizing.tables.deliveries import Delivery
from vdi_sizing.tables.price_lists import Price
from vdi_sizing.what_if.drivers import DRIVERS
from vdi_sizing.words import DASH
from vdi_templates.examples import EXAMPLES, fujitsu, today
from vdi_templates.reading.reader import Reader
from vdi_templates.workbook.book import Book, Made, cached, validation
from vdi_templates.workbook.brand import Brand
from vdi_templates.workbook.design_inputs import design_sections
from vdi_templates.workbook.layout import FIRST_ROW, HEADER_ROW
from vdi_templates.workbook.sheets.report_published import main_figures
from vdi_templates.workbook.tables import CHANGES, RATES, TABLES
from vdi_templates.workbook.variants import CHANGE_COLUMNS, FIRST_DRIVER_ROW

LAST_DRIVER_ROW = FIRST_DRIVER_ROW + len(DRIVERS) - 1
MASTER = f"D{HEADER_ROW}"
FIRST_THAT_FAILS = f"B{FIRST_ROW}"
PAGES = ("Start", "Report", "Comparison")
SHOWN = ("Checks", *PAGES)
OF_DESIGNS = "check of each design"
NUMERIC = ("number", "whole", "share")
NBSP = "\N{NO-BREAK SPACE}"


def checks_of(book: Book) -> dict[tuple[str, str], str]:
    """The first cell of each check, by its heading and its label."""
    found, heading = {}, ""
    for row in book.worksheet("Checks").iter_rows(min_row=HEADER_ROW + 1):
        label, kind = str(row[0].value), row[2].value
        if kind == "kind":
            heading = label.removeprefix("cells of the sheet ")
        elif kind and not label.startswith("="):  # the list on top shows checks once more
            found[heading, label] = row[3].coordinate
    return found


class Live:
    """The Fujitsu example in LibreOffice: cells are changed for one recalculation."""

    def __init__(self, office: Office, folder: Any) -> None:
        self.book = shared_book(fujitsu())
        content = file_of(self.book)
        path = folder / "book.xlsx"
        path.write_bytes(content)
        self._office, self._path, self.checks = office, path, checks_of(self.book)
        self.loaded = load_workbook(BytesIO(content))
        for title, cells in self.book.linked.items():
            for cell, name in cells.items():
                sheet(self.loaded, title)[cell] = name
        self._before = entered(self.loaded)
        self.load()

    def load(self) -> None:
        """Anew, after another workbook."""
        self._office.load(self._path)

    def with_cells(self, cells: Mapping[str, CellValue], sheets: tuple[str, ...] = SHOWN) -> Values:
        """What the formulas give with other values in some cells."""
        self._office.set(cells)
        values = self._office.after_typing(*sheets)
        self._office.set({cell: self._before.get(cell) for cell in cells})
        return values

    def with_formulas(self, formula: str, *places: str) -> Values:
        """The same with a formula in some inputs, named by what they are."""
        for place in places:
            self._office.set_formula(self.cell_of(place), formula)
        values = self._office.after_typing(*SHOWN)
        self._office.set({cell: self._before.get(cell) for cell in map(self.cell_of, places)})
        return values

    def cell_of(self, place: str) -> str:
        """Where an input stands: "Users!C6"."""
        cell = cell_of(self.loaded, place)
        return f"{cell.parent.title}!{cell.coordinate}"

    def with_change(self, change: Change, sheets: tuple[str, ...] = SHOWN) -> Values:
        """The same for a change to the workbook, which is taken back."""
        change(self.loaded)
        after = entered(self.loaded)
        changed = {
            cell: after.get(cell) for cell in {*self._before, *after} if after.get(cell) != self._before.get(cell)
        }
        for place in changed:
            title, _, cell = place.rpartition("!")
            self.loaded[title][cell].value = self._before.get(place)
        assert changed
        return self.with_cells(changed, sheets)

    def failing(self, values: Values) -> set[tuple[str, str]]:
        return {check for check, cell in self.checks.items() if values["Checks"][cell] != 1}


def entered(book: Workbook) -> dict[str, CellValue]:
    """What stands in the input cells."""
    return {
        f"{name}!{cell.coordinate}": as_number(cell.value)
        for name in INPUT_SHEETS
        for row in sheet(book, name).iter_rows(min_row=FIRST_ROW)
        for cell in row
        if cell.value is not None and cell.data_type != "f"
    }


def as_number(value: Any) -> CellValue:
    """A date, and yes, as a spreadsheet calculates with it."""
    if isinstance(value, (datetime.date, datetime.time)):
        value = to_excel(value)  # type: ignore[no-untyped-call]
    shown: CellValue = float(value) if isinstance(value, bool) else value
    return shown


@pytest.fixture(scope="module")
def live(office: Office, tmp_path_factory: pytest.TempPathFactory) -> Live:
    return Live(office, tmp_path_factory.mktemp("input_checks"))


OF_DOCUMENT = 37
"""The first row of Report with what the document of the example says, which hangs on no input."""


def nothing_stands(values: Values) -> None:
    """No card shows a number, nothing is an error value, and the report says what to mend, in the words of a check."""
    report, checks = values["Report"], values["Checks"]
    assert report["A5"] == "No answer: an input is not valid."
    assert report["A6"] == f"Mend first: {checks[FIRST_THAT_FAILS]}. The sheet Checks names all that is not valid."
    marks = [text for text in report.values() if isinstance(text, str) and text.startswith(("✓", "!", "✕"))]
    assert set(marks) == {f"✕ error: an input is not valid: {checks[FIRST_THAT_FAILS]}"}
    theirs = range(OF_DOCUMENT, OF_DOCUMENT + len(main_figures(fujitsu())))
    values_of_cards = {
        cell: value for cell, value in report.items() if cell[0] in "BEH" and int(cell[1:]) not in theirs
    }
    assert [cell for cell, value in values_of_cards.items() if isinstance(value, (int, float))] == []
    for page in PAGES:
        assert [cell for cell, value in values[page].items() if str(value).startswith(("#", "Err:"))] == []


# --- each rule ------------------------------------------------------------------------------------------


class Fault(NamedTuple):
    """One thing that is wrong, and the check that sees it."""

    name: str
    change: Change
    heading: str
    label: str


def of_design(name: str, change: Change, check: str) -> Fault:
    return Fault(name, change, OF_DESIGNS, CHECKS[check])


def again(place: str, other: str) -> Change:
    """The value of one cell in another one, in capitals."""

    def change(book: Workbook) -> None:
        cell_of(book, other).value = str(cell_of(book, place).value).upper()

    return change


BILLED_PART = "every part of the bill is in the price list that the Settings sheet picks"
PRICE_LIST = "price list: one of the Prices sheet, or blank"
PROFILE = "profile: one of the Profiles sheet, or blank"
GROUP_TWICE = "no user group stands twice in a case"
PENALTY = "reads per write: at most the write penalty"
CACHE = put("cache_drive/1", "SSD 160 GB", put("cache_raid/1", "RAID 1"))
WITH_USERS = "users per VM: 0 only beside groups of the case with users, and without the profile of a session"
METRIC = "licence metric: one of the Licences sheet that counts what per says, or blank"
GROUP_OF_BILL = "user group: one of the Users sheet, of a part per VM or user, or blank"
PART_OF, NO_PART = "part of: another design, or blank", "part of: a design that is no part itself"
OTHER_CASE = "part of: a design of another load case"
CASES_DIFFER = "part of: the parts of one design have different load cases"
NAME = Input("", kind="name").expected
DIALS = "the dials of the sheet What if are in their range"
BLANK = dict.fromkeys(("generation", "kind", "currency"), ", or blank")
FAULTS = (
    # tables
    *(
        Fault(f"below {table}", below_the_table(table), table, "nothing stands below the table")
        for table in (
            "Users", "Profiles", "Delivery", "Kits", "Parts", "Drives", "RAID", "Licences", "GPUs", "Prices", "Bill",
            "Calibration",
        )
    ),
    *(
        Fault(
            f"a point with {name} alone", both(put("Calibration/IOPS/1", 100), put("Calibration/response ms/1", 5),
            put(f"Calibration/{name}/1", 0.5)), "Calibration", "read share and write penalty: both are given, or none",
        )
        for name in ("read share", "write penalty")
    ),
    Fault("a time without its load", put("Calibration/response ms/3", 5), "Calibration", "no row is without its IOPS"),
    Fault(
        "unknown drive that was measured", put("settings/measured_drive", "nobody's"), "Settings",
        "drive that was measured: one of the Drives sheet, or blank",
    ),
    Fault("unknown profile", put("Users/profile/1", "nobody"), "Users", PROFILE),
    Fault(
        "profile of a store", put("Users/profile/1", "Profile store: FSLogix Office cache"), "Users",
        "profile: of a desktop or a session; what a store has to do is entered as store IOPS and GB",
    ),
    Fault(
        "profile without read share",
        both(put("Users/profile/1", "Fujitsu normal user"), put("Users/steady read share/1", None)),
        "Users", "where steady IOPS are given, so is their read share",
    ),
    Fault(
        "profile twice", put("Profiles/profile/2", "FUJITSU normal user"), "Profiles", "no profile stands twice"
    ),
    Fault(
        "unknown image delivery", put("Users/image delivery/1", "nobody's"), "Users",
        "image delivery: one of the Delivery sheet, or blank",
    ),
    Fault(
        "unknown image delivery of a profile", put("Profiles/image delivery/1", "nobody's"), "Profiles",
        "image delivery: one of the Delivery sheet, or blank",
    ),
    Fault(
        "image delivery twice", again("Delivery/image delivery/1", "Delivery/image delivery/2"), "Delivery",
        "no image delivery stands twice",
    ),
    Fault(
        "text for a share that reaches the store", put("Delivery/steady reads/1", "most"), "Delivery",
        f"steady reads: {inputs_of(Delivery)['steady_reads'].expected}, or blank",
    ),
    *(
        Fault(
            f"profile store that is {name}", put("Users/profile store/1", name), "Users",
            "profile store: one of the Profiles sheet that is a profile store, or blank",
        )
        for name in ("nobody's", "Fujitsu normal user")
    ),
    Fault(
        "unknown part of the profile store", put("settings/store_part", "nobody's"), "Settings",
        "part of the profile store: one of the Prices sheet, or blank",
    ),
    Fault("unknown kit", put("kit/1", "nobody's"), "Designs", "kit: one of the Kits sheet, or blank"),
    Fault(
        "unknown GPU card", put("gpu_card/1", "nobody's"), "Designs", "GPU card: one of the GPUs sheet, or blank"
    ),
    Fault(
        "half a GPU card", both(put("gpu_card/2", "NVIDIA A16"), put("gpus/2", 6)), "Designs",
        "GPUs per host: a multiple of the GPUs of its card",
    ),
    Fault("GPU card twice", again("GPUs/GPU card/1", "GPUs/GPU card/2"), "GPUs", "no GPU card stands twice"),
    Fault(
        "unknown processor", put("processor/1", "nobody's"), "Designs",
        "processor: one of the Processors sheet, or blank",
    ),
    Fault(
        "processor of no host", put("processor/2", "Intel Xeon Gold 6442Y"), "Designs",
        "CPUs per host: given where a processor is named",
    ),
    Fault(
        "processor twice", again("CPUs/processor/1", "CPUs/processor/2"), "Processors",
        "no processor stands twice",
    ),
    Fault("part of no design", put("part_of/1", "nobody's"), "Designs", PART_OF),
    Fault("part of itself", again("name/1", "part_of/1"), "Designs", PART_OF),
    Fault("part of a part", both(again("name/2", "part_of/1"), again("name/3", "part_of/2")), "Designs", NO_PART),
    Fault("part with the users of the other", again("name/2", "part_of/1"), "Designs", OTHER_CASE),
    Fault(
        "two parts with the same users", both(again("name/3", "part_of/1"), again("name/3", "part_of/2")), "Designs",
        CASES_DIFFER,
    ),
    Fault("kit twice", put("Kits/kit/2", "NVME server, local"), "Kits", "no kit stands twice"),
    Fault("part without a kit", put("Parts/kit/2", None), "Parts", "no row is without its kit"),
    Fault("figures without a kit", put("Kits/kit/3", None), "Kits", "no row is without its kit"),
    Fault("figures without a profile", put("Profiles/profile/3", None), "Profiles", "no row is without its profile"),
    *(
        Fault(f"{table} without {key}", put(f"{table}/{key}/1", None), table, f"no row is without its {key}")
        for table, key in (
            ("Users", "user group"), ("Drives", "drive"), ("RAID", "RAID level"), ("Prices", "price list"),
            ("Bill", "design"),
        )
    ),
    Fault("group twice", again("Users/user group/1", "Users/user group/2"), "Users", GROUP_TWICE),
    Fault("drive twice", again("Drives/drive/1", "Drives/drive/3"), "Drives", "no drive stands twice"),
    Fault("RAID level twice", again("RAID/RAID level/2", "RAID/RAID level/4"), "RAID", "no RAID level stands twice"),
    Fault("price twice", again("Prices/part/1", "Prices/part/2"), "Prices", "no part stands twice in a price list"),
    Fault("design twice", again("name/1", "name/3"), "Designs", "no design stands twice"),
    of_design("USD", put("Prices/currency/1", "USD"), "currency"),
    Fault(
        "a price in text, which the command alone can read",
        put("Prices/price/1", "21.500,00", put("settings/number_style", "decimal comma")), "Prices",
        f"price: {inputs_of(Price)['amount'].expected}, or blank",
    ),
    Fault(
        "a price with the sign of its currency", put("Prices/price/1", "1475.00 €"), "Prices",
        f"price: {inputs_of(Price)['amount'].expected}, or blank",
    ),
    Fault("below Rates", below_the_table("Rates"), "Settings", "nothing stands below the table Rates"),
    Fault("a rate without its currency", put("Rates/EUR per unit/1", 2), "Settings", "no row is without its currency"),
    Fault("a rate for EUR", put("Rates/currency/1", "eur"), "Settings", "EUR needs no exchange rate"),
    Fault(
        "two rates of a currency", both(put("Rates/currency/1", "USD"), put("Rates/currency/3", "usd")), "Settings",
        "no currency stands twice",
    ),
    Fault(
        "a credit without a note", both(put("Bill/quantity/1", -1), put("Bill/note/1", None)), "Bill",
        "a credit, a quantity below 0, has a note",
    ),
    of_design("no design of that name", put("Bill/design/1", "HDDs"), "bill_names"),
    Fault("unknown licence metric", put("Bill/licence metric/1", "nobody's"), "Bill", METRIC),
    Fault("no such user group", put("Bill/user group/1", "nobody"), "Bill", GROUP_OF_BILL),
    Fault("a user group of a part per server", put("Bill/user group/1", "Kontor"), "Bill", GROUP_OF_BILL),
    Fault("a metric that counts something else", put("Bill/licence metric/1", "Azure Local"), "Bill", METRIC),
    Fault(
        "licence metric twice", again("Licences/licence metric/1", "Licences/licence metric/2"), "Licences",
        "no licence metric stands twice",
    ),
    Fault("no part of that name", put("Bill/part/1", "no such part"), "Bill", BILLED_PART),
    Fault("no price list chosen", put("settings/price_list", None), "Bill", BILLED_PART),
    Fault("no such price list", put("settings/price_list", "2012"), "Settings", PRICE_LIST),
    Fault(
        "a lease factor without its months", put("settings/lease_factor", 0.0195), "Settings",
        "months of the lease: given where a lease factor is",
    ),
    Fault("reads above the penalty", put("RAID/reads per write/1", 9), "RAID", PENALTY),
    *(
        Fault(
            f"{phase} IOPS without a read share",
            both(put(f"Users/{phase} IOPS/2", 5), put(f"Users/{phase} read share/2", None)),
            "Users", f"where {phase} IOPS are given, so is their read share",
        )
        for phase in ("steady", "login", "boot")
    ),
    *(
        Fault(
            f"{label} of one group only", both(put(f"Users/{label}/1", None), put(f"Users/{label}/2", 5)),
            "Users", f"{label}: given for every group of a case, or for none",
        )
        for label in ("steady IOPS", "login IOPS", "boot IOPS", "RAM GiB", "vCPU")
    ),
    Fault("no users at all", both(*(put(f"Users/users per VM/{row}", 0) for row in range(1, 4))), "Users", WITH_USERS),
    Fault(
        "sessions without users",
        both(put("Users/users per VM/2", 0), put("Users/profile/2", "Fujitsu normal user"),
             put("Profiles/kind/1", "session")),
        "Users", WITH_USERS,
    ),
    # names
    *(
        Fault(f"{name!r} as {place}", put(f"{table}/{place}/1", name), table, f"{place}: {NAME}{BLANK.get(place, '')}")
        for table, place, name in (
            ("Users", "case", "office "), ("Users", "case", " office"), ("Users", "case", f"office{NBSP}"),
            ("Users", "case", 7), ("Users", "case", None),
            ("Users", "user group", "all*"), ("Users", "user group", "<all"), ("Drives", "drive", "disk?"),
            ("Drives", "part", "~d"), ("RAID", "RAID level", ">R"), ("Prices", "part", "x" * (LONGEST_NAME + 1)),
            ("Drives", "generation", " today"), ("Drives", "kind", "HDD "),
            ("Prices", "currency", "EUR "), ("Bill", "design", "H*"), ("Bill", "part", 4711),
        )
    ),
    Fault(
        "a design beside the others", design_beside("tape"), "Designs",
        "no design stands beside the columns of the designs",
    ),
    *(
        Fault(f"{name!r} as a design", put("name/2", name), "Designs", f"design: {NAME}")
        for name in ("SSD ", f"{NBSP}SSD", "SS?", ">SSD", 5, "x" * (LONGEST_NAME + 1))
    ),
    Fault(
        "no name of a design", put("name/2", None), "Designs",
        "nothing is typed in a column of Designs that has no name",
    ),
    Fault(
        "no such design to vary", lambda book: sheet(book, "Sensitivity").__setitem__("D6", "tape"), "Sensitivity",
        "design varied: one of the Designs sheet, or blank",
    ),
    # designs
    of_design("unknown case", put("case/1", "night"), "known"),
    of_design("unknown drive", put("tier1_drive/1", "SSD 1 PB"), "known"),
    of_design("a wildcard for a drive", put("tier1_drive/1", "SSD*"), "known"),
    of_design("a space behind a drive", put("tier1_drive/1", "SSD 160 GB "), "known"),
    of_design("unknown RAID level", put("tier1_raid/1", "RAID 7"), "known"),
    of_design("no RAID level", put("tier1_raid/1", None), "known"),
    of_design("a cache of an unknown drive", both(CACHE, put("cache_drive/1", "flash")), "known"),
    of_design("drives of no drive", put("tier2_drives/1", 4), "given"),
    of_design("cores without vCPU per core", put("cores/1", 12), "given"),
    of_design("a cache without drives", CACHE, "given"),
    of_design(
        "no drives at all",
        both(*(put(f"{name}/1", None) for name in ("tier1_drive", "tier1_drives", "measured_vms"))), "given",
    ),
    of_design("a share of reads for one tier", put("tier1_share_of_reads/3", None), "shares_given"),
    of_design("a share of writes for one tier", put("tier2_share_of_writes/3", None), "shares_given"),
    of_design("a share of capacity for one tier", put("tier2_share_of_capacity/3", 1), "shares_given"),
    of_design("capacity by the drives of one tier", put("tier2_drives/3", None), "shares_given"),
    of_design("shares that do not add up", put("tier1_share_of_reads/3", 0.5), "shares"),
    *(
        of_design(f"{thing} on a tier without drives", put(f"{thing}_location/1", "tier 3"), "places")
        for thing in ("replica", "template", "clone", "swap", "persistent")
    ),
    of_design("drives that do not suit", both(put("tier1_drives/1", 5), put("tier1_raid/1", "RAID 10")), "raid"),
    of_design("a layout over three hosts in one server", put("RAID/hosts/1", 3), "hosts"),
    of_design("a layout of one server in a cluster", put("block_kind/1", "cluster"), "spread"),
    of_design(
        "a cluster that is too small for its layout",
        both(put("block_kind/1", "cluster"), put("RAID/hosts/1", 3), put("max_hosts/1", 2)), "cluster",
    ),
    of_design("cores of a host without vCPU per core", put("beside_cores/1", 12), "given"),
    of_design("a VM that fits on no host", put("Users/RAM GiB/1", 600), "fits"),
    of_design(
        "a host too small for a VM", both(put("block_kind/1", "array"), put("beside_ram_gib/1", 0.1)), "beside_small",
    ),
    of_design(
        "cores of a host, and no vCPU of the VMs",
        both(
            put("block_kind/1", "array"), put("beside_cores/1", 12), put("vcpus_per_core/1", 5),
            *(put(f"Users/vCPU/{row}", None) for row in (1, 2, 3)),
        ),
        "beside_known",
    ),
)  # fmt: skip


@pytest.mark.parametrize("fault", FAULTS, ids=lambda fault: fault.name)
def test_the_very_check_of_a_fault_is_0(fault: Fault, live: Live) -> None:
    check = fault.heading, fault.label
    values = live.with_change(fault.change)
    row = live.checks[check][1:]
    seen = [values["Checks"][f"{column}{row}"] for column in ("DEFG" if fault.heading == OF_DESIGNS else "D")]
    assert 0.0 in seen, live.failing(values)
    assert values["Checks"][MASTER] == values["Start"]["A3"] == "Checks: ERRORS"
    if fault.heading != OF_DESIGNS or values["Checks"][f"D{FIRST_ROW}"]:
        nothing_stands(values)


def test_nothing_fails_where_nothing_is_wrong(live: Live) -> None:
    values = live.with_cells({})
    assert {heading for heading, _ in live.failing(values)} <= {OF_DESIGNS}
    assert values["Checks"][MASTER] == "Checks: passed, with warnings"


# --- each input and its limits ----------------------------------------------------------------------------


class Place(NamedTuple):
    """An input: its sheet, what stands before its label in the check, and one of its cells."""

    sheet: str
    before: str
    field: Input
    cell: str


def places(book: Book) -> list[Place]:
    """Every input that is compared or calculated with."""
    found = [
        Place(table.sheet, "", field, f"{table.sheet}!{get_column_letter(position)}{table.header_row + 1}")
        for table in TABLES
        for position, field in enumerate(table.columns.values(), start=1)
    ]
    for section in design_sections():
        before = f"{section.title.lower()}, " if section.title.startswith(("Tier", "Flash")) else ""
        found += [
            Place("Designs", before, field, f"Designs!{book.layout.column(2)}{book.layout.design_rows[name]}")
            for name, field in section.inputs.items()
        ]
    found += [
        Place("Settings", "", field, f"Settings!D{book.layout.settings_rows[name]}")
        for name, field in inputs_of(Settings).items()
    ]
    found += [
        Place(
            "Sensitivity", "", inputs_of(Sensitivity)[end], f"Sensitivity!{column}{FIRST_DRIVER_ROW + len(DRIVERS) - 1}"
        )
        for end, column in CHANGE_COLUMNS.items()
    ]
    found.append(Place("What if", "", inputs_of(Sensitivity)["dials"], "What if!C9"))
    return [place for place in found if place.field.kind not in ("text", "name")]


def bad_value(field: Input, fault: str) -> CellValue:
    """A value with this fault; None where the input cannot have it, or where it is to be blank."""
    numeric = field.kind in NUMERIC
    if fault == "text":
        return None if field.kind == "date or text" else "x"
    if fault == "too small" and (numeric or field.kind == "date"):
        return field.above if field.above is not None else (field.at_least or 0) - 1
    if fault == "too large" and numeric and field.most is not None:
        return field.most + 1
    if fault == "not whole" and field.kind in ("whole", "date"):
        return 40000.5 if field.kind == "date" else 1.5
    return None


@pytest.mark.parametrize("fault", ["text", "too small", "too large", "not whole", "blank"])
@pytest.mark.parametrize("title", [title for title in INPUT_SHEETS if title != "What if"])
def test_the_check_of_each_input_is_0_for_what_it_may_not_be(title: str, fault: str, live: Live) -> None:
    """All inputs of a sheet at once: each has its check, and none hides another."""
    drives = {f"Designs!F{live.book.layout.design_rows[f'{part}_drive']}": "SSD 160 GB" for part in ("tier3", "cache")}
    cells: dict[str, CellValue] = {}
    wanted: dict[str, str] = {}
    for place in places(live.book):
        value = bad_value(place.field, fault)
        left_out = fault == "blank" and not place.field.may_be_blank and place.cell not in (FIRST_POINT, FIRST_CHANGE)
        if place.sheet == title and (value is not None or left_out):
            cells[place.cell] = value
            wanted[f"{place.before}{place.field.label}: {place.field.expected}"] = place.cell.partition("!")[2]
    if not cells:
        assert (title, fault) in NOTHING_TO_TRY
        return
    begun: dict[str, CellValue] = {f"Settings!A{RATES.header_row + 1}": "USD", FIRST_POINT: 100, FIRST_CHANGE: "more"}
    values = live.with_cells({**drives, **begun, **cells})
    found = {label.removesuffix(", or blank") for heading, label in live.failing(values) if heading == title}
    assert wanted.keys() - found == set()
    for label, cell in wanted.items():
        row = next(
            live.checks[title, said][1:] for said in (label, f"{label}, or blank") if (title, said) in live.checks
        )
        where = str(values["Checks"][f"E{row}"])
        assert where.startswith(f"Sheet {title}, cell {cell} (")
    assert values["Checks"][MASTER] == "Checks: ERRORS"
    nothing_stands(values)


def listed(values: Values) -> list[tuple[CellValue, ...]]:
    """What the list on top of Checks names: check, what to do, kind, and where."""
    checks = values["Checks"]
    return [tuple(checks[f"{letter}{row}"] for letter in "ABCE") for row in range(9, 15) if checks[f"C{row}"]]


def test_all_that_is_not_valid_stands_on_top_with_its_cell_and_what_to_do(live: Live) -> None:
    values = live.with_cells(
        {"Users!C7": -270, "Users!D8": "alle", "Prices!D7": -1, "Bill!B6": "no such part", "Settings!D21": "x"}
    )
    cells = {str(where).partition(", ")[2].partition(" (")[0] for _, _, _, where in listed(values)}
    assert {"cell C7", "cell D8", "cell D7", "cell B6", "cell D21"} <= cells
    first = listed(values)[0]
    group = fujitsu().groups[1].name
    assert first == (
        "VMs: a number above 0 VMs",
        "Type such a number anew, without words or signs behind it.",
        "error",
        f"Sheet Users, cell C7 ({group}: -270)",
    )
    assert values["Checks"][FIRST_THAT_FAILS] == "Sheet Users, cell C7: VMs: a number above 0 VMs"
    assert "Sheet Bill, cell B6 (no such part)" in {where for _, _, _, where in listed(values)}


def test_start_says_what_stands_in_a_cell_and_what_is_expected(live: Live) -> None:
    values = live.with_cells({"Users!C6": None, "Prices!D7": -285})
    group, part = live.book.scenario.groups[0].name, live.book.scenario.prices[1].part
    said = [value for value in values["Start"].values() if str(value).startswith("Sheet ")]
    anew = "Type such a number anew, without words or signs behind it"
    assert said == [
        f"Sheet Users, cell C6 ({group}: empty) – VMs: a number above 0 VMs. {anew}.",
        f"Sheet Prices, cell D7 ({part}: -285) – price: a number of at least 0, or blank. {anew}, or empty the cell.",
    ]


def test_a_group_without_a_profile_is_told_of_once_at_its_profile(live: Live) -> None:
    labels = [field.label for field in inputs_of(UserGroup).values() if field.optional]
    values = live.with_cells({live.cell_of(f"Users/{label}/2"): None for label in labels})
    group = live.book.scenario.groups[1].name
    assert [where for _, _, _, where in listed(values)] == [f"Sheet Users, cell E7 ({group}: empty)"]


def test_what_is_acknowledged_stands_last_by_a_word_of_its_own(live: Live) -> None:
    layout = live.book.layout
    row, letters = layout.design_rows["acknowledged"], map(layout.column, range(len(live.book.sizing.designs)))
    cells: Mapping[str, CellValue] = {f"Designs!{letter}{row}": "price_of_nothing: contained" for letter in letters}
    nothing = {f"Prices!D{FIRST_ROW + at}": 0 for at in range(len(live.book.scenario.prices))}
    before, values = (live.with_cells({**nothing, **known}) for known in ({}, cells))
    label = CHECKS["price_of_nothing"]
    assert [str(what)[:18] for said, what, _, _ in listed(before) if said == label] == ["Correct its price "]
    known = [bool(re.match("acknowledged, ", str(what))) for _, what, _, _ in listed(values)]
    assert known == sorted(known)
    assert [each for each in listed(values) if each[0] == label] == [
        (label, f"acknowledged, and does not hold: {label}", "warning", -1)
    ]


def test_checks_of_designs_that_do_not_hold_stand_on_top_errors_first(live: Live) -> None:
    row = live.book.layout.design_rows["tier1_raid"]
    values = live.with_cells({f"Designs!D{row}": "RAID 7"})
    assert values["Checks"][f"D{FIRST_ROW}"] != 0  # an input: it alone is listed
    assert {kind for _, _, kind, _ in listed(values)} == {"error"}
    values = live.with_cells({f"Designs!D{live.book.layout.design_rows['tier1_drives']}": 5})
    kinds = [str(kind) for _, _, kind, _ in listed(values)]
    assert kinds == sorted(kinds)
    cells = {label: cell[1:] for (heading, label), cell in live.checks.items() if heading == OF_DESIGNS}
    failing = {label for label, row in cells.items() if any(values["Checks"][f"{each}{row}"] != 1 for each in "DEF")}
    assert {label for label, _, _, _ in listed(values)} <= failing
    assert len(kinds) == min(6, len(failing))


def test_more_than_the_list_has_room_for_are_counted(live: Live) -> None:
    values = live.with_cells({f"Users!{get_column_letter(column)}6": "x" for column in range(6, 16)})
    assert len(listed(values)) == 6
    more = int(values["Checks"][f"D{FIRST_ROW}"]) - 6
    assert values["Checks"]["A15"] == f"further checks that do not hold, in red and amber below: {more}"


FIRST_POINT, FIRST_CHANGE = "Calibration!A6", f"Scenarios!A{CHANGES.header_row + 1}"
"""The load of a measured point, the name of a scenario: a row without it is named by a check of its own."""
NOTHING_TO_TRY = {
    *((title, "not whole") for title in ("Users", "Profiles", "Delivery", "Parts", "Drives", "Sensitivity")),
    ("Calibration", "not whole"),
    ("Scenarios", "not whole"),
    ("Profiles", "blank"),
    ("Designs", "blank"),
    ("Delivery", "blank"),
    ("Kits", "blank"),
    ("Drives", "too large"),
    ("Prices", "blank"),
}


def test_an_error_value_is_wrong_too(live: Live) -> None:
    values = live.with_formulas("=1/0", "Users/VMs/1", "settings/as_of", "tier1_derating/1", "Bill/per/1")
    assert values["Checks"][MASTER] == "Checks: ERRORS"
    zeros = {label.partition(":")[0] for (_, label), cell in live.checks.items() if values["Checks"][cell] == 0}
    assert zeros >= {"VMs", "as-of date", "tier 1, derating", "per"}
    nothing_stands(values)


def test_a_formula_that_returns_nothing_is_said_before_arithmetic_fails(live: Live) -> None:
    """The command reads it as a blank; a product of cells cannot."""
    values = live.with_formulas('=""', "Users/delta GB/1", "Prices/discount/1", "Drives/read IOPS/1")
    assert values["Checks"][MASTER] == "Checks: ERRORS"
    zeros = {label.partition(":")[0] for (_, label), cell in live.checks.items() if values["Checks"][cell] == 0}
    assert zeros >= {"delta GB", "discount", "read IOPS"}
    nothing_stands(values)


@pytest.mark.parametrize(
    "place",
    [
        "Users/case/1", "Users/VMs/1", "Users/source/1", "Profiles/image delivery/1", "Profiles/RAM GiB/1",
        "Kits/how sure/1", "Drives/drive/1", "Prices/part/1", "Bill/part/1", "name/1", "case/1", "kit/1",
        "tier1_drive/1", "tier3_derating/1", "settings/years",
    ],
)  # fmt: skip
def test_an_error_value_is_named_first_and_stands_on_no_page(place: str, live: Live) -> None:
    """Whatever looks at it is an error value too, and other cells would be blamed."""
    values = live.with_formulas("=1/0", place)
    sheet, _, cell = live.cell_of(place).partition("!")
    where = f"Sheet {sheet}, cell {cell}: no cell holds an error value"
    assert values["Checks"][FIRST_THAT_FAILS] == where
    assert values["Report"]["A6"] == f"Mend first: {where}. The sheet Checks names all that is not valid."
    assert [cell for cell, value in values["Checks"].items() if str(value).startswith(("#", "Err:"))] == []


@pytest.mark.parametrize("text", ["x", "2"])
@pytest.mark.parametrize(("part", "name", "says"), [
    ("tier3", "derating", "tier 3, derating: "), ("cache", "derating", "flash cache, derating: "),
    ("tier3", "service_shape", "tier 3, evenness of the service times: "),
])  # fmt: skip
def test_text_for_a_number_is_an_error_in_a_tier_without_a_drive_too(
    part: str, name: str, says: str, text: str, live: Live
) -> None:
    """It would make an error value of every sum over the tiers; one that looks like a number is no number either."""
    values = live.with_cells({f"Designs!D{live.book.layout.design_rows[f'{part}_{name}']}": text})
    assert str(values["Checks"][FIRST_THAT_FAILS]).partition(": ")[2].startswith(says)
    nothing_stands(values)


def test_what_cannot_be_told_is_a_dash(live: Live) -> None:
    values = live.with_cells({"Users!C6": "x"})
    nothing_stands(values)
    rows = [cell[1:] for (heading, _), cell in live.checks.items() if heading == OF_DESIGNS]
    verdicts = {values["Checks"][f"{column}{row}"] for row in rows for column in "DEF"}
    assert verdicts == {0.0, 1.0, DASH}


@pytest.mark.parametrize("bad", [11, -1, "x"])
def test_a_dial_out_of_its_range_is_a_warning_and_voids_what_if_alone(bad: CellValue, live: Live) -> None:
    usual = live.with_cells({})
    live.load()
    values = live.with_cells({"What if!C8": bad})
    assert values["Checks"][f"D{FIRST_ROW}"] == 0
    assert values["Checks"][MASTER] == "Checks: passed, with warnings"
    row = live.checks[OF_DESIGNS, DIALS][1:]
    assert {values["Checks"][f"{column}{row}"] for column in "DEF"} == {0.0}
    assert values["Report"] == usual["Report"]


# --- everything that the reader refuses in a cell -----------------------------------------------------------


@pytest.mark.everything
@pytest.mark.parametrize("style", ["decimal comma", "decimal point"])
def test_a_number_typed_as_text_is_named_by_sheet_and_command(
    style: str, live: Live, office: Office, tmp_path: Path
) -> None:
    """In every cell of a German workbook: what a command reads of it, or refuses, the sheet gives no answer for."""
    scenario = replace(fujitsu(), settings=replace(fujitsu().settings, number_style=style))
    book = shared_book(scenario, made=Made(brand=Brand(language="de")))
    texts: dict[str, CellValue] = {
        place.cell: "2" if place.field.kind == "whole" else "0,5" if (place.field.most or 2) <= 1 else "1.200,5"
        for place in places(book)
        if place.field.kind in NUMERIC and place.sheet != "What if"
    }
    path = tmp_path / "typed.xlsx"
    edited_file = load_workbook(BytesIO(file_of(book)))
    for cell, text in texts.items():
        title, _, place = cell.partition("!")
        sheet(edited_file, title)[place] = text
    edited_file.save(path)
    reader = Reader(path, inputs_only=True)
    with pytest.raises(InputsError) as refused:
        reader.scenario()
    said = "\n".join([*reader.notes, *map(str, refused.value.errors)])
    assert [cell for cell in texts if f"{cell}: " not in said] == []
    path.write_bytes(file_of(book))
    office.load(path)
    office.set(texts)
    checks = office.after_typing("Checks")["Checks"]
    live.load()
    named = {cell for cell in (str(value) for value in checks.values()) if "Zelle" in cell}
    wanted = [cell.replace("!", ", Zelle ") for cell in texts]
    assert [cell for cell in wanted if not any(re.search(rf"{cell}\b", each) for each in named)] == []


# A date is a number, and LibreOffice takes yes for 1 here; an error value stands as text in this test.
NOT_SEEN = {"yes for a number", "date in a number cell", "time in a number cell", "error value in a name"}


@pytest.mark.parametrize("bad", [bad for bad in IN_CELLS if bad.name not in NOT_SEEN], ids=lambda bad: bad.name)
def test_what_the_reader_refuses_is_an_error_on_the_sheet(bad: Bad, live: Live) -> None:
    assert bad.example == "fujitsu"
    assert live.with_change(bad.change, ("Checks",))["Checks"][MASTER] == "Checks: ERRORS"


# --- the library's side ---------------------------------------------------------------------------------


@pytest.mark.parametrize("name", [*EXAMPLES, "today"])
def test_all_checks_of_inputs_are_1_in_what_is_written(name: str) -> None:
    book = shared_book({**EXAMPLES, "today": today}[name]())
    shown = book.cached["Checks"]
    written = {check: shown[cell] for check, cell in checks_of(book).items() if check[0] != OF_DESIGNS}
    assert set(written.values()) == {1.0}
    for design in book.sizing.designs:
        assert [design[f"check_{rule}"] for rule in ("known", "given", "shares_given", "places")] == [1.0] * 4


def test_a_date_is_a_date_in_both_engines() -> None:
    assert cached(datetime.date(1901, 1, 1)) == 367


def is_taken(field: Input, value: float) -> bool:
    try:
        field.cleaned(value)
    except InputError:
        return False
    return True


def may_be_typed(field: Input, value: float) -> bool:
    """Whether Excel lets somebody type it, by the rule of the cell."""
    rule: Any = validation(field)
    low, high = float(rule.formula1), float(rule.formula2 or "inf")
    return (low < value if rule.operator == "greaterThan" else low <= value <= high) and (
        rule.type != "whole" or value == int(value)
    )


@pytest.mark.parametrize("value", [-1e6, -1.0, 0.0, 0.3, 0.99, 1.0, 1.5, 2.0, 100.0, 1e6])
def test_what_may_be_typed_is_what_the_library_takes(value: float) -> None:
    """Nothing less; and nothing more below the limit of a number, and beside 0 to 1 of a share."""
    fields = [field for table in TABLES for field in table.columns.values()]
    fields += [field for section in design_sections() for field in section.inputs.values()]
    fields = [field for field in (*fields, *inputs_of(Settings).values()) if field.kind in NUMERIC]
    assert len(fields) > 200
    assert [field.label for field in fields if is_taken(field, value) and not may_be_typed(field, value)] == []
    beyond = [each for each in fields if (not 0 <= value <= 1 if each.kind == "share" else value < (each.least or 0))]
    assert [field.label for field in beyond if may_be_typed(field, value)] == []
