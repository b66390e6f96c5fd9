"""From a scenario to the workbook: its sheets, in one list."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial

from vdi_sizing.model.sizing import Sizing, size
from vdi_sizing.scenario import Scenario
from vdi_templates.workbook.book import MADE_NOW, Book, Made
from vdi_templates.workbook.save import workbook_bytes
from vdi_templates.workbook.sheets.baseline import write_baseline
from vdi_templates.workbook.sheets.builds import write_builds
from vdi_templates.workbook.sheets.calibration import write_calibration
from vdi_templates.workbook.sheets.checks import write_checks
from vdi_templates.workbook.sheets.comparison import write_comparison
from vdi_templates.workbook.sheets.cost import write_cost
from vdi_templates.workbook.sheets.densities import write_densities
from vdi_templates.workbook.sheets.designs import write_designs
from vdi_templates.workbook.sheets.evidence import write_evidence
from vdi_templates.workbook.sheets.groups import write_groups
from vdi_templates.workbook.sheets.growth import write_growth
from vdi_templates.workbook.sheets.log import write_log
from vdi_templates.workbook.sheets.placement import write_placement
from vdi_templates.workbook.sheets.prices import write_prices
from vdi_templates.workbook.sheets.proof import write_proof
from vdi_templates.workbook.sheets.report import write_report
from vdi_templates.workbook.sheets.scenarios import write_scenarios
from vdi_templates.workbook.sheets.sensitivity import write_sensitivity
from vdi_templates.workbook.sheets.settings import write_settings
from vdi_templates.workbook.sheets.sign_off import write_sign_off
from vdi_templates.workbook.sheets.sizing import write_lines
from vdi_templates.workbook.sheets.start import write_start
from vdi_templates.workbook.sheets.tables import write_table
from vdi_templates.workbook.sheets.users import write_users
from vdi_templates.workbook.sheets.variants import write_variants
from vdi_templates.workbook.sheets.what_if import write_what_if
from vdi_templates.workbook.styles import ACCENT
from vdi_templates.workbook.tables import (
    BILL,
    CPUS,
    DELIVERY,
    DRIVES,
    GPUS,
    KITS,
    LICENCES,
    PARTS,
    PROFILES,
    RAID,
)

ANSWER, INPUT, REFERENCE = ACCENT, "F2C94C", "B7C4D1"
"""The colours of tabs: what one reads and hands over, what one enters, and what stands behind it."""


@dataclass(frozen=True)
class Sheet:
    """A sheet: its name, what the map on Start says of it, what writes it, and the colour of its tab.

    `draws_others`: it shows cells of other sheets on charts, or a hash of them, and is written after them.
    """

    name: str
    purpose: str
    write: Callable[[Book], object]
    color: str = REFERENCE
    draws_others: bool = False


PATH = (
    Sheet(
        "Users",
        "a row per user group, with its number; a profile of the list fills in IOPS, RAM and GB",
        write_users,
        INPUT,
    ),
    Sheet(
        "Designs",
        "a column per design; a kit of the list fills in block, drives and RAID; blank drives are counted",
        write_designs,
        INPUT,
    ),
    Sheet(
        "Prices",
        "what each part costs; customer, date, price list and VAT stand on Settings",
        write_prices,
        INPUT,
    ),
    Sheet(
        "Bill",
        "the parts of each design, and how many; one with a kit and no row here is billed for its Parts",
        partial(write_table, table=BILL),
        INPUT,
    ),
    Sheet(
        "Report",
        "the page to hand over; first see Checks: mend what is an error, know what is a warning",
        write_report,
        ANSWER,
        draws_others=True,
    ),
    Sheet(
        "Comparison",
        "the designs side by side, to hand over with it; Sizing and Cost show where each number comes from",
        write_comparison,
        ANSWER,
        draws_others=True,
    ),
    Sheet(
        "Proof",
        "what is paid for one design, for what and when, and that it adds up; chosen on Sensitivity",
        write_proof,
        ANSWER,
    ),
)
"""The way through, step by step: what one enters, and what one hands over."""
BEHIND = (
    Sheet("Settings", "input: customer, date, price list, VAT, rates", write_settings, INPUT),
    Sheet("Profiles", "input: what a VM of one kind of user asks for", partial(write_table, table=PROFILES)),
    Sheet(
        "Delivery", "input: what an image delivery leaves of the I/O, and takes", partial(write_table, table=DELIVERY)
    ),
    Sheet("Kits", "input: blocks with their drives to start from", partial(write_table, table=KITS)),
    Sheet("Parts", "input: what a kit is billed for", partial(write_table, table=PARTS)),
    Sheet("Drives", "input: what a drive holds and sustains", partial(write_table, table=DRIVES)),
    Sheet("RAID", "input: write penalties, usable shares", partial(write_table, table=RAID)),
    Sheet("Licences", "input: by what products are licensed", partial(write_table, table=LICENCES)),
    Sheet("GPUs", "input: GPU cards, their frame buffer and power", partial(write_table, table=GPUS)),
    Sheet("Processors", "input: processors, and their cores", partial(write_table, table=CPUS)),
    Sheet("Densities", "what hosts carried in published tests, with their processors", write_densities),
    Sheet("Checks", "what holds, what does not, and where", write_checks),
    Sheet("Groups", "what each user group asks for: typed, or by its profile", write_groups),
    Sheet("Builds", "what counts of each design: typed, or by its kit", write_builds),
    Sheet("Cost", "the bill of each design, priced", write_cost),
    Sheet("Growth", "blocks, purchases and cost by year, if users or GB grow", write_growth),
    Sheet("Placement", "how many VMs of each size stand on which hosts, and how full these are", write_placement),
    Sheet("Sizing", "every figure of the model, step by step", partial(write_lines, sheet="Sizing")),
    Sheet("Workings", "response times, step by step", partial(write_lines, sheet="Workings")),
    Sheet("What if", "dials: users, IOPS, growth, prices; what becomes of a design", write_what_if),
    Sheet("Scenarios", "input: named changes; what each makes of every design", write_scenarios),
    Sheet("Sensitivity", "what moves the result most; price outlook", write_sensitivity),
    Sheet("Calibration", "input: measured points; the service time that fits them", write_calibration),
    Sheet("Variants", "Sizing once more, for Sensitivity and What if", write_variants),
    Sheet("Evidence", "published figures beside the model's", write_evidence),
    Sheet("Log", "what changed, by whom, who signed it off", write_log),
    Sheet("Sign-off", "what the file rests on, what moved, who vouches for it", write_sign_off, draws_others=True),
    Sheet("Baseline", "the inputs as they were when this file was made", write_baseline),
)
"""What it rests on: looked up, and changed now and then."""
SHEETS = (*PATH, *BEHIND)
"""The sheets behind Start, in order: that of the file, and of the map on Start."""


def build_book(
    sizing: Sizing,
    cost_rows: list[int] | None = None,
    table_rows: Mapping[str, Sequence[int]] | None = None,
    made: Made = MADE_NOW,
    group_rows: int | None = None,
    columns: int = 0,
) -> Book:
    """All sheets of the workbook for a sizing; `columns` of designs, if more than there are designs.

    Of a file that is looked at: `cost_rows` of each configuration; `table_rows`, where in the tables each record
    stands: between them may be blank rows; `made`, what depends on the inputs that it was made for; and `group_rows`
    of its sheet Groups.
    """
    book = Book(sizing, cost_rows, table_rows, made, group_rows, columns)
    steps, behind = ({sheet.name: sheet.purpose for sheet in sheets} for sheets in (PATH, BEHIND))
    write_start(book, steps, behind)
    for sheet in sorted(SHEETS, key=lambda each: each.draws_others):
        sheet.write(book)
    book.unbox_free_columns()
    colors = {"Start": ANSWER, **{sheet.name: sheet.color for sheet in SHEETS}}
    book.arrange({name: book.palette.accent if color == ANSWER else color for name, color in colors.items()})
    return book


def build(scenario: Scenario, columns: int = 0) -> bytes:
    """The workbook of a scenario: inputs, live formulas and the library's values.

    `columns`: of designs, if more than there are designs; a design is added by typing its name into a free one.
    """
    return workbook_bytes(build_book(size(scenario), columns=columns))
