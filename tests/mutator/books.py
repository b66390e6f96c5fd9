"""The workbooks that are mutated: the shipped one, a German one, and a published array."""

from __future__ import annotations

from functools import cache

from tests.built import ROOT, build

from vdi_templates.audit.package import made_parts
from vdi_templates.examples import EXAMPLES
from vdi_templates.examples.today import today
from vdi_templates.workbook.book import Made
from vdi_templates.workbook.brand import Brand


@cache
def parts_of(name: str) -> dict[str, bytes]:
    """The parts of one of them."""
    return BOOKS[name]()


BOOKS = {
    "shipped": lambda: made_parts((ROOT / "vdi_sizing.xlsx").read_bytes()),
    "German": lambda: made_parts(build(today(), made=Made(brand=Brand(language="de")))),
    "of one array": lambda: made_parts(build(EXAMPLES["fujitsu"]())),
}
"""By what they are called."""
