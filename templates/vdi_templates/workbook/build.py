"""From a scenario to the workbook."""

from __future__ import annotations

from vdi_sizing.model.sizing import Sizing, size
from vdi_sizing.scenario import Scenario
from vdi_sizing.what_if.drivers import vary
from vdi_templates.workbook.book import Book
from vdi_templates.workbook.save import workbook_bytes
from vdi_templates.workbook.sheets.checks import write_checks
from vdi_templates.workbook.sheets.comparison import write_comparison
from vdi_templates.workbook.sheets.cost import write_cost
from vdi_templates.workbook.sheets.designs import write_designs
from vdi_templates.workbook.sheets.evidence import write_evidence
from vdi_templates.workbook.sheets.log import write_log
from vdi_templates.workbook.sheets.python_check import write_python_check
from vdi_templates.workbook.sheets.sensitivity import write_sensitivity
from vdi_templates.workbook.sheets.settings import write_settings
from vdi_templates.workbook.sheets.sizing import write_lines
from vdi_templates.workbook.sheets.start import write_start
from vdi_templates.workbook.sheets.tables import TABLES, write_table
from vdi_templates.workbook.sheets.variants import write_variants
from vdi_templates.workbook.variants import Variants


def build_book(sizing: Sizing, cost_rows: list[int] | None = None, bill_rows: list[int] | None = None) -> Book:
    """All sheets of the workbook, in order, for a sizing.

    Of a file that is looked at: `cost_rows` of each configuration, and `bill_rows`, where in the table Bill each
    of its rows stands that is not blank.
    """
    tables = {table.sheet: table for table in TABLES}
    book = Book(sizing, cost_rows, bill_rows)
    write_start(book)
    write_table(book, tables["Users"])
    write_designs(book)
    for name in ("Drives", "RAID", "Prices", "Bill"):
        write_table(book, tables[name])
    write_settings(book)
    write_lines(book, "Sizing")
    write_lines(book, "Workings")
    varied = vary(sizing.scenario)
    variants = Variants(book.layout, varied.given)
    write_variants(book, variants, varied)
    write_cost(book)
    write_comparison(book)
    write_sensitivity(book, variants, varied)
    write_evidence(book)
    write_python_check(book)
    write_checks(book)
    write_log(book)
    return book


def build(scenario: Scenario) -> bytes:
    """The workbook of a scenario: inputs, live formulas and the library's values."""
    return workbook_bytes(build_book(size(scenario)))
