"""What a file shows that was made for some inputs and then given others in an open spreadsheet."""

from __future__ import annotations

from dataclasses import replace

from tests.built import file_of, shared_book

from vdi_sizing.scenario import Scenario
from vdi_templates.audit.as_made import as_made
from vdi_templates.audit.package import Package, made_parts
from vdi_templates.workbook.baseline import Baseline
from vdi_templates.workbook.book import Made


def made_for(scenario: Scenario, columns: int = 0) -> Made:
    """Its baseline, and what the file itself says of its charts and of the room for what one has to know."""
    parts = made_parts(file_of(shared_book(scenario, columns=columns)))
    return replace(as_made(Package(parts)), baseline=Baseline(scenario))
