"""The file `brand.toml`: whose look a comparison has. What cannot be used is refused with its key."""

from __future__ import annotations

import io
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from vdi_sizing.errors import InputError
from vdi_templates.languages.translation import LANGUAGES
from vdi_templates.reading.side_file import content_of
from vdi_templates.report.bare_picture import bare_logo
from vdi_templates.workbook.brand import (
    KINDS,
    LEAST_CONTRAST,
    MOST_COMPANY,
    MOST_FOOTER,
    Brand,
    Logo,
    contrast_with_white,
    is_color,
    is_currency,
    is_language,
    is_line,
)

NAME = "brand.toml"
_MOST_BYTES, _MOST_OF_LINE, _MOST_LOGO_BYTES, _MOST_PIXELS = 64_000, 1_000, 1_000_000, 4_000
_KEYS = ("company", "author", "footer", "logo", "language", "currency", "template", "colours")
_COLORS = ("main", "accent")
TEMPLATES = (".pptx", ".potx")
"""How the file of a template for slides ends."""
MOST_AUTHOR = 60
"""Characters of who makes a page, and for whom: both stand on one line of it."""


def beside(workbook: Path) -> Path | None:
    """The brand file in the folder of a workbook, if there is one."""
    path = workbook.parent / NAME
    return path if path.exists() else None


def read_brand(path: Path) -> Brand:
    """The brand that a file describes.

    Raises
    ------
    InputError
        If it cannot be read, has a key that is not known, or a value that cannot be used.
    """
    said = _table(path)
    _refuse_unknown(said, _KEYS, "", path)
    colors = said.get("colours", {})
    if not isinstance(colors, dict):
        raise InputError("colours", colors, f"a table [colours] with {' and '.join(_COLORS)}", str(path))
    _refuse_unknown(colors, _COLORS, "colours.", path)
    logo = said.get("logo")
    _line(said, "author", MOST_AUTHOR, path)
    _template(said, path)
    return Brand(
        _line(said, "company", MOST_COMPANY, path),
        _line(said, "footer", MOST_FOOTER, path),
        _color(colors, "main", path),
        _color(colors, "accent", path),
        None if logo is None else _logo(logo, path),
        _language(said.get("language"), path),
        _currency(said.get("currency"), path),
    )


def read_author(path: Path) -> str | None:
    """Who makes the workbooks of a brand; that is an input of each, and no part of its look."""
    return _line(_table(path), "author", MOST_AUTHOR, path)


def read_template(path: Path) -> Path | None:
    """The company's template for the slides of an offer; no part of the look of a workbook.

    Raises
    ------
    InputError
        If it is not the name of a file as slides have it, or there is none of that name.
    """
    return _template(_table(path), path)


def _template(said: Mapping[str, Any], path: Path) -> Path | None:
    name = said.get("template")
    if name is None:
        return None
    if not isinstance(name, str) or not name.lower().endswith(TEMPLATES):
        expected = f"the name of a file in quotes that ends in {' or '.join(TEMPLATES)}"
        raise InputError("template", name, expected, str(path))
    if not (path.parent / name).is_file():
        raise InputError("template", name, f"a file that is there, beside {path.name}", str(path))
    return path.parent / name


def _table(path: Path) -> dict[str, Any]:
    content = content_of(path, "brand", str(path), most_bytes=_MOST_BYTES)
    for number, line in enumerate(content.splitlines(), start=1):
        if len(line) > _MOST_OF_LINE:
            expected = f"a line of at most {_MOST_OF_LINE:,} bytes"
            raise InputError("brand", f"{len(line):,} bytes", expected, f"{path} line {number}")
    try:
        return tomllib.loads(content.decode("utf-8-sig"))
    except (ValueError, RecursionError) as error:  # a date of no calendar is no TOMLDecodeError
        raise InputError("brand", str(error), "a file in the format TOML, in UTF-8", str(path)) from error


def _refuse_unknown(said: Mapping[str, Any], known: tuple[str, ...], group: str, path: Path) -> None:
    for key in said:
        if key not in known:
            raise InputError("key", f"{group}{key}", f"one of {', '.join(group + each for each in known)}", str(path))


def _line(said: Mapping[str, Any], key: str, most: int, path: Path) -> str | None:
    text = said.get(key)
    if text is not None and not (isinstance(text, str) and is_line(text, most)):
        raise InputError(key, text, f"one line of text in quotes, of {most} characters at most", str(path))
    return text


def _color(colors: Mapping[str, Any], key: str, path: Path) -> str | None:
    said = colors.get(key)
    if said is None:
        return None
    color = said.removeprefix("#").upper() if isinstance(said, str) else ""
    if is_color(color):
        return color
    expected = 'six hexadecimal digits in quotes, such as "#1F3864"'
    if isinstance(said, str) and _is_hexadecimal(color):
        contrast = contrast_with_white(color)
        expected = f"a darker colour: its contrast with white is {contrast:.1f}, and {LEAST_CONTRAST} can be read"
    raise InputError(f"colours.{key}", said, expected, str(path))


def _language(said: object, path: Path) -> str | None:
    if said is None or (isinstance(said, str) and is_language(said)):
        return said
    raise InputError("language", said, f"one of {', '.join(LANGUAGES)}, in quotes", str(path))


def _currency(said: object, path: Path) -> str | None:
    """A code of ISO 4217, by the list that comes with Babel; EUR, which is usual, needs no list."""
    if said is None or said == "EUR":
        return said
    from babel.numbers import is_currency as is_known  # noqa: PLC0415  # only then

    if isinstance(said, str) and is_currency(said) and is_known(said):
        return said
    raise InputError("currency", said, 'the code of a currency by ISO 4217 in quotes, such as "CHF"', str(path))


def _is_hexadecimal(color: str) -> bool:
    return len(color) == 6 and set(color) <= set("0123456789ABCDEF")


def _logo(said: object, path: Path) -> Logo:
    """The logo, looked at as a picture: what only bears the name of one is refused, what stands beside it left out."""
    from PIL import Image, UnidentifiedImageError  # noqa: PLC0415  # only then

    if not isinstance(said, str) or not said:
        raise InputError("logo", said, "the name of a PNG or JPEG file in quotes", str(path))
    content = content_of(path.parent / said, "logo", str(path), most_bytes=_MOST_LOGO_BYTES)
    try:
        with Image.open(io.BytesIO(content), formats=[kind.upper() for kind in KINDS]) as image:
            kind, (width, height) = str(image.format).lower(), image.size
            if max(width, height) > _MOST_PIXELS:
                expected = f"at most {_MOST_PIXELS:,} x {_MOST_PIXELS:,} pixels, this picture has {width} x {height}"
                raise InputError("logo", said, expected, str(path))
            image.load()
        return bare_logo(Logo(content, kind, width, height))
    except (OSError, UnidentifiedImageError, SyntaxError, ValueError, Image.DecompressionBombError) as error:
        if isinstance(error, InputError):
            raise
        raise InputError("logo", said, "a PNG or JPEG picture that is whole", str(path)) from error
