"""Whose look a workbook has: company, footer, colours and logo, which the file declares by names of its own."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from openpyxl.drawing.image import Image
from openpyxl.drawing.spreadsheet_drawing import AnchorMarker, OneCellAnchor
from openpyxl.drawing.xdr import XDRPositiveSize2D

from vdi_sizing._arrays import total_of
from vdi_sizing.tables.price_lists import CURRENCY
from vdi_templates.languages.translation import ENGLISH, LANGUAGES, Translation, translation_of
from vdi_templates.workbook.styles import Palette

MOST_COMPANY, MOST_FOOTER = 60, 90
"""Characters; Excel allows 255 for all of a footer."""
LEAST_CONTRAST = 4.5
"""Between text and paper, by the Web Content Accessibility Guidelines 2, level AA."""
KINDS = ("png", "jpeg")
_CODE = re.compile("[A-Z]{3}")
_COLOR = re.compile(r"[0-9A-F]{6}")
_LOGO = re.compile(r"(png|jpeg) (\d{1,5}) x (\d{1,5}), SHA-256 ([0-9a-f]{64})")
_PREFIX = "brand_"
_KEYS = ("company", "footer", "main", "accent", "logo", "language", "currency")
_MOST_WIDTH, _MOST_HEIGHT = 190, 50  # pixels
LOGO_POINTS = 41
"""The height of the row in which it stands alone but for the title, so that it hides no word of the line below."""
_EMU = 9525  # of a pixel, the unit of drawings
_CELL_WIDTH, _CELL_COLUMN = 208, 7  # pixels, and the place from 0 of Report's last column


@dataclass(frozen=True)
class Logo:
    """A picture: its bytes, png or jpeg, and its width and height in pixels."""

    content: bytes
    kind: str
    width: int
    height: int

    @property
    def sha256(self) -> str:
        """By which it is known again."""
        return hashlib.sha256(self.content).hexdigest()

    @property
    def declared(self) -> str:
        """What a workbook says of it."""
        return f"{self.kind} {self.width} x {self.height}, SHA-256 {self.sha256}"


@dataclass(frozen=True)
class Brand:
    """Whose look it is; None: as without a brand. Colours are six hexadecimal digits."""

    company: str | None = None
    footer: str | None = None
    main: str | None = None
    accent: str | None = None
    logo: Logo | None = None
    language: str | None = None
    """Its code of ISO 639: en or de."""
    currency: str | None = None
    """Its code of ISO 4217: in it prices are entered and amounts are shown. Nothing is converted."""

    @property
    def translation(self) -> Translation:
        """How its texts are said."""
        return translation_of(self.language or ENGLISH, self.currency or CURRENCY)

    @property
    def palette(self) -> Palette:
        """Its colours, and the lighter ones that follow from them."""
        return Palette.of(self.main, self.accent)

    @property
    def in_words(self) -> str:
        """What it says, for a reader."""
        names = ("company", "footer", "main colour", "accent colour", "logo", "language", "currency")
        values = self._said.values()
        return "; ".join(f"{name} {said}" for name, said in zip(names, values, strict=True) if said)

    @property
    def declared(self) -> dict[str, str]:
        """The names by which a workbook says whose look it has, and what they stand for: texts."""
        values = self._said
        return {f"{_PREFIX}{key}": '"' + said.replace('"', '""') + '"' for key, said in values.items() if said}

    @property
    def _said(self) -> dict[str, str | None]:
        """What it says, by the keys of its declaration."""
        logo = None if self.logo is None else self.logo.declared
        values = (self.company, self.footer, self.main, self.accent, logo, self.language, self.currency)
        return dict(zip(_KEYS, values, strict=True))


NO_BRAND = Brand()


def is_declaration(name: str) -> bool:
    """Whether a defined name is one by which a workbook says whose look it has."""
    return name.casefold() in {f"{_PREFIX}{key}" for key in _KEYS}


def brand_of(names: Mapping[str, str], pictures: Iterable[bytes]) -> Brand:
    """The brand that a workbook declares; what of it could not stand in a brand file is none.

    Parameters
    ----------
    names : mapping
        The defined names, and what they stand for.
    pictures : iterable of bytes
        The pictures of the workbook: one of them is the logo.
    """
    said = {name.removeprefix(_PREFIX): _text(reference) for name, reference in names.items() if is_declaration(name)}
    colors = {key: said[key] for key in ("main", "accent") if key in said and is_color(said[key])}
    texts = {
        key: said[key]
        for key, most in (("company", MOST_COMPANY), ("footer", MOST_FOOTER))
        if key in said and is_line(said[key], most)
    }
    codes = {
        key: said[key]
        for key, fits in (("language", is_language), ("currency", is_currency))
        if key in said and fits(said[key])
    }
    return Brand(**texts, **colors, **codes, logo=_logo(said.get("logo", ""), pictures))


def _text(reference: str) -> str:
    return reference[1:-1].replace('""', '"') if len(reference) > 1 and reference[0] == reference[-1] == '"' else ""


def _logo(said: str, pictures: Iterable[bytes]) -> Logo | None:
    found = _LOGO.fullmatch(said)
    if found is None:
        return None
    kind, width, height, sha256 = found.groups()
    content = next((each for each in pictures if hashlib.sha256(each).hexdigest() == sha256), None)
    return content and Logo(content, kind, int(width), int(height))  # type: ignore[return-value]


def is_line(text: str, most: int) -> bool:
    """Whether a text is one that a page has room for: one line, and not empty."""
    return 0 < len(text) <= most and text.isprintable() and text == text.strip()


def is_language(text: str) -> bool:
    """Whether a text is the code of a language in which workbooks are written."""
    return text in LANGUAGES


def is_currency(text: str) -> bool:
    """Whether a text has the form of a currency's code: three capital letters; the brand file knows them all."""
    return bool(_CODE.fullmatch(text))


def is_color(text: str) -> bool:
    """Whether a text is a colour in which one can read on white, and on which one can read white."""
    return bool(_COLOR.fullmatch(text)) and contrast_with_white(text) >= LEAST_CONTRAST


def contrast_with_white(color: str) -> float:
    """The contrast of a colour with white paper, from 1 to 21.

    >>> round(contrast_with_white("000000"), 1), round(contrast_with_white("FFD700"), 1)
    (21.0, 1.4)
    """
    shares = [int(color[at : at + 2], 16) / 255 for at in (0, 2, 4)]
    linear = [share / 12.92 if share <= 0.04045 else ((share + 0.055) / 1.055) ** 2.4 for share in shares]
    luminance = total_of(weight * each for weight, each in zip((0.2126, 0.7152, 0.0722), linear, strict=True))
    return 1.05 / (luminance + 0.05)


class LogoOfPage(Image):
    """The logo at the top right of the page that one hands over; openpyxl's own picture would need Pillow."""

    def __init__(self, logo: Logo) -> None:
        self._content, self.format = logo.content, logo.kind
        scale = min(_MOST_WIDTH / logo.width, _MOST_HEIGHT / logo.height)
        self.width, self.height = (max(1, round(scale * pixels)) for pixels in (logo.width, logo.height))
        start = AnchorMarker(col=_CELL_COLUMN, colOff=(_CELL_WIDTH - self.width) * _EMU, row=0, rowOff=2 * _EMU)
        size = XDRPositiveSize2D(self.width * _EMU, self.height * _EMU)
        self.anchor: Any = OneCellAnchor(_from=start, ext=size)

    def _data(self) -> bytes:
        return self._content
