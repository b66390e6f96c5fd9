"""What a file shows as it was made: what is drawn, and what was left out since it had nothing to show, stay so."""

from __future__ import annotations

import re

from vdi_templates.audit.contents import entry_of
from vdi_templates.audit.formulas import plain_reference
from vdi_templates.audit.package import Package
from vdi_templates.audit.sheet import Sheet, read_sheet
from vdi_templates.audit.styles import Styles
from vdi_templates.reading.coordinates import edges_of
from vdi_templates.workbook.book import Made
from vdi_templates.workbook.brand import Brand, brand_of
from vdi_templates.workbook.sheets.charts import NOTHING, note_lines
from vdi_templates.workbook.sheets.report import NO_BARS, NO_CURVE, SHEET
from vdi_templates.workbook.sheets.report_charts import BARS, CURVES
from vdi_templates.workbook.sheets.sensitivity import DRAWN_NAMES, FEWEST_BARS, MOST_BARS, RANKED_ROWS

_COMPARISON, _SENSITIVITY = "Comparison", "Sensitivity"
_MOST_NOTE_ROWS = 100
_LABEL = re.compile(r"A\d+")
"""Where it stands, below the charts of Comparison, which figure a row of bars is."""


def as_made(found: Package) -> Made:
    """By what the file itself says of its charts, and by the room for the notes on its page to hand over."""
    sheets = {name: sheet for name in (_COMPARISON, SHEET) if (sheet := _sheet(found, name)) is not None}
    brand = brand_in(found)
    if sheets.keys() != {_COMPARISON, SHEET}:
        return Made(brand=brand)
    said = {cell.value for cell in sheets[_COMPARISON].cells.values()}
    text = brand.translation.text
    left_out = {title for title, why in NOTHING.items() if said.issuperset(map(text, note_lines(title, why)))}
    on_page = {cell.value for cell in sheets[SHEET].cells.values() if cell.formula is None}
    left_out |= {name for name, why in ((CURVES, NO_CURVE), (BARS, NO_BARS)) if text(why) in on_page}
    labels = (cell.formula for place, cell in sheets[_COMPARISON].cells.items() if _LABEL.fullmatch(place))
    bars = frozenset(plain_reference(formula) for formula in labels if formula is not None)
    drivers = _drivers_drawn(_sheet(found, _SENSITIVITY))
    return Made(_note_rows(sheets[SHEET]), frozenset(left_out), bars, drivers, brand=brand)


def brand_in(found: Package) -> Brand:
    """Whose look the file says it has."""
    names = {each.get("name", ""): each.text or "" for each in found.workbook.iter("definedName")}
    return brand_of(names, (found.parts[part] for part in found.parts if part.startswith("xl/media/")))


def _sheet(found: Package, name: str) -> Sheet | None:
    entry = entry_of(found, name)
    return None if entry is None else read_sheet(found, entry, Styles(found))


def _note_rows(sheet: Sheet) -> int | None:
    """The rows of the longest text; that of a page without curves, which takes some too, is shorter."""
    ranges = [edges_of(each.get("ref", "A1")) for each in sheet.frame.findall("mergeCells/mergeCell")]
    rows = max((bottom - top + 1 for _, top, _, bottom in ranges), default=1)
    return rows if 1 < rows <= _MOST_NOTE_ROWS else None


def _drivers_drawn(sensitivity: Sheet | None) -> int | None:
    """The drivers whose names stand where the chart of Sensitivity takes them from."""
    cells = {} if sensitivity is None else sensitivity.cells
    named = (cells.get(f"{DRAWN_NAMES}{row}") for row in RANKED_ROWS)
    drawn = sum(cell is not None and cell.formula is not None for cell in named)
    return drawn if FEWEST_BARS <= drawn <= MOST_BARS else None
