"""How cells look: each style of a workbook as fonts, fills and formats in one spelling."""

from __future__ import annotations

import colorsys
from functools import cached_property
from typing import NamedTuple
from xml.etree.ElementTree import Element

from openpyxl.styles.colors import COLOR_INDEX

from vdi_templates.audit.number_formats import built_in, plain_format
from vdi_templates.audit.package import Package, yes

_BLACK, _WHITE = "000000", "FFFFFF"
_ON_THE_LINE = "on the line"
UNREADABLE = 60
"""Of a text against its ground, the sum of what their red, green and blue differ by."""
_SMALLEST_POINTS = 5
_MOST_INDENT = 20
_THEME_ORDER = ("lt1", "dk1", "lt2", "dk2", *(f"accent{n}" for n in range(1, 7)), "hlink", "folHlink")
SYMBOLS = ("wingdings", "webdings", "symbol", "marlett", "opensymbol", "zapf")
"""How fonts are called that have no letters."""


class Look(NamedTuple):
    """How a cell looks."""

    font: str = ""
    points: float = 11
    bold: bool = False
    italic: bool = False
    underlined: bool = False
    struck: bool = False
    raised: str = _ON_THE_LINE
    color: str = _BLACK
    fill: str = _WHITE
    number_format: str = "general"
    horizontal: str = "general"
    rotation: str = "0"
    indent: int = 0
    locked: bool = True
    formula_hidden: bool = False

    @property
    def why_unreadable(self) -> str:
        """Why nobody can read the cell, or nothing."""
        reasons = {
            f"written in the colour of its ground (#{self.color} on #{self.fill})": (
                unlike(self.color, self.fill) < UNREADABLE
            ),
            f"written in {self.points:g} points": self.points < _SMALLEST_POINTS,
            f"written in the symbols of {self.font}": self.font.casefold().startswith(SYMBOLS),
            "struck through": self.struck,
            f"indented by {self.indent} letters": self.indent > _MOST_INDENT,
            "repeated until its cell is full": self.horizontal == "fill",
        }
        return next((said for said, holds in reasons.items() if holds), "")


class RuleLook(NamedTuple):
    """What a conditional format changes: None where it changes nothing."""

    color: str | None = None
    bold: bool = False
    italic: bool = False
    struck: bool = False
    fill: str | None = None
    number_format: str | None = None


def unlike(color: str, other: str) -> int:
    """How far two colours are apart, from 0 to 765."""
    return sum(abs(int(color[at : at + 2], 16) - int(other[at : at + 2], 16)) for at in (0, 2, 4))


class Styles:
    """The styles of one workbook."""

    def __init__(self, package: Package) -> None:
        self._package = package
        links = package.links_of_kind(package.workbook_part, "styles")
        self._root = package.xml(links[0].target) if links else Element("styleSheet")

    @cached_property
    def looks(self) -> list[Look]:
        """The look of each style, by its number."""
        fonts = [self._font(font) for font in self._list("fonts")]
        fills = [self._fill(fill) for fill in self._list("fills")]
        return [self._look(xf, fonts, fills) for xf in self._list("cellXfs")]

    @cached_property
    def rule_looks(self) -> list[RuleLook]:
        """What each look of a conditional format changes, by its number."""
        return [self.rule_look(dxf) for dxf in self._list("dxfs")]

    def rule_look(self, dxf: Element) -> RuleLook:
        """What a look of a conditional format changes."""
        font, pattern, code = dxf.find("font"), dxf.find("fill/patternFill"), dxf.find("numFmt")
        fill = None
        if pattern is not None:
            ground = pattern.find("bgColor")
            fill = self.color(ground if ground is not None else pattern.find("fgColor"), None)
        return RuleLook(
            None if font is None else self.color(font.find("color"), None),
            font is not None and _flag(font, "b"),
            font is not None and _flag(font, "i"),
            font is not None and _flag(font, "strike"),
            fill,
            None if code is None else plain_format(code.get("formatCode", "")),
        )

    def color(self, element: Element | None, usual: str | None) -> str | None:
        """A colour as RRGGBB, whichever way it is given."""
        if element is None or yes(element, "auto"):
            return usual
        if "rgb" in element.attrib:
            return element.attrib["rgb"][-6:].upper().rjust(6, "0")
        if "theme" in element.attrib:
            return _tinted(self._theme.get(int(element.attrib["theme"]), _BLACK), float(element.get("tint", "0")))
        if "indexed" in element.attrib:
            return self._indexed(int(element.attrib["indexed"]), usual)
        return usual

    def font_look(self, font: Element) -> Look:
        """The look of a piece of text within a cell."""
        return self._font(font)

    def _list(self, name: str) -> list[Element]:
        found = self._root.find(name)
        return [] if found is None else list(found)

    def _indexed(self, index: int, usual: str | None) -> str | None:
        own = self._root.findall("colors/indexedColors/rgbColor")
        if index < len(own):
            return own[index].get("rgb", _BLACK)[-6:].upper()
        return COLOR_INDEX[index][-6:] if index < len(COLOR_INDEX) else usual

    @cached_property
    def _theme(self) -> dict[int, str]:
        links = self._package.links_of_kind(self._package.workbook_part, "theme")
        scheme = self._package.xml(links[0].target).find(".//clrScheme") if links else None
        found = {"lt1": _WHITE, "dk1": _BLACK}
        for color in () if scheme is None else scheme:
            for given in color:
                found[color.tag] = (given.get("lastClr") or given.get("val") or _BLACK).upper()
        return {index: found[name] for index, name in enumerate(_THEME_ORDER) if name in found}

    @cached_property
    def _codes(self) -> dict[int, str]:
        return {int(each.get("numFmtId", "0")): each.get("formatCode", "") for each in self._list("numFmts")}

    def _font(self, font: Element) -> Look:
        name, points = font.find("name"), font.find("sz")
        name = font.find("rFont") if name is None else name
        return Look(
            font="" if name is None else name.get("val", ""),
            points=11.0 if points is None else float(points.get("val", "11")),
            bold=_flag(font, "b"),
            italic=_flag(font, "i"),
            underlined=font.find("u") is not None and font.find("u").get("val") != "none",  # type: ignore[union-attr]
            struck=_flag(font, "strike"),
            raised=_raised(font),
            color=self.color(font.find("color"), _BLACK) or _BLACK,
        )

    def _fill(self, fill: Element) -> str:
        pattern = fill.find("patternFill")
        if pattern is None:
            stop = fill.find(".//color")
            return self.color(stop, _WHITE) or _WHITE
        kind = pattern.get("patternType", "none")
        if kind in ("none", "gray125") or (kind != "solid" and pattern.find("fgColor") is None):
            return _WHITE
        return self.color(pattern.find("fgColor"), _WHITE if kind != "solid" else _BLACK) or _WHITE

    def _look(self, xf: Element, fonts: list[Look], fills: list[str]) -> Look:
        number, font, fill = (int(xf.get(name, "0")) for name in ("numFmtId", "fontId", "fillId"))
        alignment, protection = xf.find("alignment"), xf.find("protection")
        place = alignment.attrib if alignment is not None else {}
        return (fonts[font] if font < len(fonts) else Look())._replace(
            fill=fills[fill] if fill < len(fills) else _WHITE,
            number_format=plain_format(self._codes.get(number) or built_in(number)),
            horizontal=place.get("horizontal", "general"),
            rotation=place.get("textRotation", "0"),
            indent=int(place.get("indent", "0")),
            locked=yes(protection, "locked", default=True),
            formula_hidden=yes(protection, "hidden"),
        )


def _flag(font: Element, name: str) -> bool:
    found = font.find(name)
    return found is not None and yes(found, default=True)


def _raised(font: Element) -> str:
    """Whether letters stand higher or lower than a line, as those of a power do."""
    found = font.find("vertAlign")
    said = "" if found is None else found.get("val", "")
    return said if said in ("superscript", "subscript") else _ON_THE_LINE


def _tinted(color: str, tint: float) -> str:
    if not tint:
        return color
    hue, light, saturation = colorsys.rgb_to_hls(*(int(color[at : at + 2], 16) / 255 for at in (0, 2, 4)))
    light = light * (1 + tint) if tint < 0 else light * (1 - tint) + tint
    return "".join(
        f"{round(255 * part):02X}" for part in colorsys.hls_to_rgb(hue, min(1.0, max(0.0, light)), saturation)
    )
