"""The pictures of the documents: `.venv/bin/python -m tests.pictures` makes all of them anew; it needs LibreOffice."""

from __future__ import annotations

from pathlib import Path

from vdi_sizing.model.sizing import size
from vdi_templates.reading.reader import read
from vdi_templates.report.pdf import comparison_pdf
from vdi_templates.report.pictures import pictures

ROOT = Path(__file__).parents[1]
DOTS_PER_INCH = 110


def main() -> None:
    """Report and the first page of Comparison of the shipped workbook."""
    printed = comparison_pdf(size(read(ROOT / "vdi_sizing.xlsx")))
    for name, picture in zip(("report", "comparison"), pictures(printed, DOTS_PER_INCH), strict=False):
        (ROOT / "docs" / f"{name}.png").write_bytes(picture)


if __name__ == "__main__":
    main()
