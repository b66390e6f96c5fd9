"""A brand for tests: its file with a logo beside it."""

from __future__ import annotations

import io
from pathlib import Path

from PIL import Image

from vdi_templates.workbook.brand import Brand, Logo

COMPANY, FOOTER, MAIN, ACCENT = "Müller & Daughters AG", "confidential, R&D", "0A5C3C", "A03E6B"
TEXT = f"""company = "{COMPANY}"
footer = "{FOOTER}"
logo = "logo.png"

[colours]
main = "#{MAIN}"
accent = "#{ACCENT.lower()}"
"""


def picture(width: int = 60, height: int = 20, kind: str = "PNG") -> bytes:
    drawn = io.BytesIO()
    Image.new("RGB", (width, height), f"#{MAIN}").save(drawn, kind)
    return drawn.getvalue()


def logo(width: int = 60, height: int = 20) -> Logo:
    return Logo(picture(width, height), "png", width, height)


def brand() -> Brand:
    """What stands in the file."""
    return Brand(COMPANY, FOOTER, MAIN, ACCENT, logo())


def brand_file(folder: Path, text: str = TEXT) -> Path:
    """A brand.toml in a folder, and its logo."""
    (folder / "logo.png").write_bytes(picture())
    path = folder / "brand.toml"
    path.write_text(text, encoding="utf-8")
    return path
