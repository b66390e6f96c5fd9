"""The pictures of the documents: `.venv/bin/python -m tests.pictures` makes all of them anew; it needs LibreOffice."""

from __future__ import annotations

import io
from pathlib import Path

from PIL import Image, ImageChops, ImageDraw

from vdi_sizing.model.sizing import Sizing, size
from vdi_templates.reading.reader import read
from vdi_templates.report.pdf import comparison_pdf, printed
from vdi_templates.report.pictures import pictures
from vdi_templates.workbook.brand import Brand, Logo
from vdi_templates.workbook.build import build_book

ROOT = Path(__file__).parents[1]
DOTS_PER_INCH = 110
FINE = 170
COST_DESIGN = 0
"""The place of the design whose bill the guide for finance follows, NVMe cluster; each has a page of Cost."""
GREEN = "0A5C3C"


def main() -> None:
    """Report and Comparison of the shipped workbook, Report in the look of a brand, and the bill of a design."""
    sizing = size(read(ROOT / "vdi_sizing.xlsx"))
    report, comparison, *_ = pictures(comparison_pdf(sizing), DOTS_PER_INCH)
    branded, *_ = pictures(comparison_pdf(sizing, example_brand()), DOTS_PER_INCH)
    drawn = {"report": report, "comparison": comparison, "guide_branded": branded, "guide_cost": cost(sizing)}
    for name, picture in drawn.items():
        (ROOT / "docs" / f"{name}.png").write_bytes(picture)


def example_brand() -> Brand:
    """The brand of a company that does not exist."""
    image = Image.new("RGB", (480, 120), "white")
    draw = ImageDraw.Draw(image)
    draw.ellipse((0, 0, 119, 119), fill=f"#{GREEN}")
    draw.ellipse((30, 30, 89, 89), fill="white")
    for at, width in enumerate((330, 250)):
        draw.rectangle((150, 25 + 40 * at, 149 + width, 50 + 40 * at), fill=f"#{GREEN}")
    return Brand("Example AG", "Offer 4711, confidential", GREEN, "A03E6B", Logo(as_png(image), "png", *image.size))


def cost(sizing: Sizing) -> bytes:
    """The upper part of the page of Cost that has a design's bill, without its margins."""
    return as_png(_upper(pictures(printed(build_book(sizing), ("Cost",)), FINE)[COST_DESIGN]))


def _upper(picture: bytes) -> Image.Image:
    """The upper half of a page without its margins."""
    page = Image.open(io.BytesIO(picture)).convert("RGB")
    top = page.crop((0, 0, page.width, page.height // 2))
    box = ImageChops.difference(top, Image.new("RGB", top.size, "white")).getbbox()
    return top.crop(box)


def as_png(image: Image.Image) -> bytes:
    """A picture as a file."""
    written = io.BytesIO()
    image.save(written, "PNG", optimize=True)
    return written.getvalue()


if __name__ == "__main__":
    main()
