"""The gate that every shipped workbook passes: lint, the Open XML SDK and LibreOffice find nothing."""

from __future__ import annotations

from pathlib import Path

from tests.gate.lint import lint
from tests.gate.office import Office, OfficeError
from tests.gate.validator import validate


def findings(path: Path, office: Office) -> list[str]:
    """Everything that keeps a workbook from being shipped; [] if nothing does."""
    return [*lint(path), *validate([path]), *load_findings(path, office)]


def load_findings(path: Path, office: Office) -> list[str]:
    """What LibreOffice says: whether it loads the workbook, and which formulas it cannot calculate."""
    try:
        values = office.load(path, whole=True)
    except OfficeError as error:
        return [f"{path.name}: {error}"]
    return [
        f"{path.name} {sheet}!{cell}: LibreOffice calculates {value}"
        for sheet, cells in values.items()
        for cell, value in cells.items()
        if isinstance(value, str) and value.startswith(("#", "Err:"))
    ]
