"""The workbooks that are mutated: the shipped one, a German one, and one as Excel saves it."""

from __future__ import annotations

from functools import cache

from tests.built import ROOT, build
from tests.templates.audit.excel import EXCEL

from vdi_templates.audit.package import made_parts
from vdi_templates.examples import EXAMPLES
from vdi_templates.examples.today import today
from vdi_templates.workbook.book import Made
from vdi_templates.workbook.brand import Brand


@cache
def parts_of(name: str) -> dict[str, bytes]:
    """The parts of one of them."""
    return BOOKS[name]()


def _as_excel_saves() -> dict[str, bytes]:
    parts = made_parts(build(EXAMPLES["fujitsu"]()))
    for seed in EXCEL.values():
        seed(parts)
    return parts


BOOKS = {
    "shipped": lambda: made_parts((ROOT / "vdi_sizing.xlsx").read_bytes()),
    "German": lambda: made_parts(build(today(), made=Made(brand=Brand(language="de")))),
    "as Excel saves it": _as_excel_saves,
}
"""By what they are called."""
