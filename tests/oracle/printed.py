"""What the PDF of Report says: each text of the sheet, in the order in which a page is read."""

from __future__ import annotations

import re
from io import BytesIO

from tests.oracle.facts import Saved

from vdi_sizing.model.sizing import size
from vdi_sizing.scenario import Scenario
from vdi_templates.report.pdf import comparison_pdf


def not_printed(scenario: Scenario, saved: Saved) -> list[str]:
    """Each text of the printed Report that was judged stands in the PDF too, word by word; those that do not."""
    printed = _squeezed(_text_of(comparison_pdf(size(scenario))))
    said = (
        line
        for (row, column), cell in saved.sheet("Report").items()
        if column <= 8 and row not in (3,) and isinstance(cell.value, str)
        for line in cell.value.split("\n")
    )
    return [line for line in said if _squeezed(line) not in printed]


def _squeezed(text: str) -> str:
    """Without what breaks lines: a PDF breaks them where it likes."""
    return re.sub(r"[\s\u00ad\ufffe-]+", "", text)


def _text_of(pdf: bytes) -> str:
    import pypdfium2  # type: ignore[import-untyped]  # noqa: PLC0415  # for this alone

    with pypdfium2.PdfDocument(BytesIO(pdf)) as document:
        return "\n".join(page.get_textpage().get_text_range() for page in document)
