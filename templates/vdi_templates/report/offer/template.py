"""The template of a company: a .pptx or .potx, of which the master and its layouts stay and the slides go."""

from __future__ import annotations

import io
import re
import zipfile
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from vdi_sizing.errors import InputError
from vdi_templates.workbook.brand import LEAST_CONTRAST, contrast_with_white

LEAST_WIDE, LEAST_HIGH = 11.0, 4.4
"""Inches of the area of a slide for text, tables and charts: with less they are cut."""
_TITLE = ("the title", ("title", "ctrTitle"))
_LAYOUTS: tuple[Any, ...] = (
    ("title", "a title slide", _TITLE, ("the subtitle", ("subTitle", "body"))),
    ("obj", "a title and content", _TITLE, ("content", ("obj", "body"))),
    ("titleOnly", "a title only", _TITLE),
)
"""Layouts by their type, what they are for, and the placeholders in them by what they are called and their types."""
_SIXTEEN_NINTHS, _CLOSE = 16 / 9, 0.02
_MOST_BYTES, _MOST_UNPACKED = 30_000_000, 200_000_000
_TEMPLATE, _PRESENTATION = b"presentationml.template.main+xml", b"presentationml.presentation.main+xml"
_MISSPELT = b"officedocument/2006/relationships/metadata/core-properties"
_SPELT = b"package/2006/relationships/metadata/core-properties"
_EMU = 914_400
_KEY = "template"


def content_of_template(path: Path, brand_file: Path) -> bytes:
    """A template's file as a presentation that python-pptx opens.

    Raises
    ------
    InputError
        If it is no such file, or has macros: with what is wrong, and where the brand file names it.
    """
    try:
        if path.stat().st_size > _MOST_BYTES:
            raise InputError(_KEY, str(path), f"a file of at most {_MOST_BYTES:,} bytes", str(brand_file))
        with zipfile.ZipFile(path) as package:
            return _repacked(package, path, brand_file)
    except OSError as error:
        expected = f"a presentation that can be read ({error.strerror or error})"
        raise InputError(_KEY, str(path), expected, str(brand_file)) from error
    except (zipfile.BadZipFile, zlib.error, RuntimeError, NotImplementedError) as error:
        raise InputError(_KEY, str(path), f"a presentation that is whole ({error})", str(brand_file)) from error


def _repacked(package: zipfile.ZipFile, path: Path, brand_file: Path) -> bytes:
    names = package.namelist()
    if "ppt/presentation.xml" not in names:
        raise InputError(_KEY, str(path), "a presentation of PowerPoint (.pptx or .potx)", str(brand_file))
    if any(name.endswith("vbaProject.bin") for name in names):
        raise InputError(_KEY, str(path), "a presentation without macros", str(brand_file))
    if sum(each.file_size for each in package.infolist()) > _MOST_UNPACKED:
        raise InputError(_KEY, str(path), f"at most {_MOST_UNPACKED:,} bytes unpacked", str(brand_file))
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w") as repacked:
        for name in names:
            content = package.read(name)
            if name == "[Content_Types].xml":
                content = content.replace(_TEMPLATE, _PRESENTATION)
            elif name == "_rels/.rels":  # as LibreOffice writes it: there would be two parts of that name
                content = content.replace(_MISSPELT, _SPELT)
            repacked.writestr(name, content)
    return made.getvalue()


def without_slides(presentation: Any) -> None:
    """Take the slides out: parts that nothing refers to are not written."""
    slides = presentation.slides._sldIdLst
    for slide in list(slides):
        presentation.part.drop_rel(slide.rId)
        slides.remove(slide)
    for section in presentation.part._element.xpath("//*[local-name()='sectionLst']/parent::*"):
        section.getparent().remove(section)  # it names slides that are gone


def layout_of_kind(presentation: Any, *kinds: str) -> Any:
    """The first layout of the first of some kinds; None if there is none: names of layouts are translated."""
    for kind in kinds:
        for layout in presentation.slide_layouts:
            if layout._element.get("type") == kind:
                return layout
    return None


def placeholder(layout: Any, *kinds: str) -> Any:
    """The first placeholder of some kinds; a placeholder without a kind is one for any content."""
    for each in layout.placeholders:
        if (each._element.xpath(".//p:nvPr/p:ph/@type") or ["obj"])[0] in kinds:
            return each
    return None


def area_of(presentation: Any) -> tuple[float, float, float, float]:
    """Where text, tables and charts stand, in inches: where a layout has its content."""
    content = placeholder(layout_of_kind(presentation, "obj"), "obj", "body")
    left, top, wide, high = (each / _EMU for each in (content.left, content.top, content.width, content.height))
    return left, top, wide, high


def refuse_unfit(presentation: Any, path: Path, brand_file: Path) -> None:
    """Refuse a template on which an offer could not be read.

    Raises
    ------
    InputError
        With the reason: no layout of a kind, another shape of slide, too small an area, a ground that hides text.
    """
    expected = _why_unfit(presentation)
    if expected:
        raise InputError(_KEY, str(path), expected, str(brand_file))


def _why_unfit(presentation: Any) -> str:
    """What a template would have to be; empty if it is."""
    reasons = (_other_shape(presentation), *_layouts_missing(presentation))
    return next(filter(None, reasons), "") or _too_small(presentation) or _ground_that_hides(presentation)


def _other_shape(presentation: Any) -> str:
    wide, high = presentation.slide_width / _EMU, presentation.slide_height / _EMU
    if abs(wide / high - _SIXTEEN_NINTHS) <= _CLOSE:
        return ""
    return f"slides of 16:9; these have {wide:.2f} x {high:.2f} inches"


def _layouts_missing(presentation: Any) -> Iterator[str]:
    """What of the layouts that an offer needs is not there."""
    for kind, called, *places in _LAYOUTS:
        layout = layout_of_kind(presentation, kind)
        if layout is None:
            yield f"a master that has a layout for {called} (type {kind})"
            continue
        for place, kinds in places:
            if placeholder(layout, *kinds) is None:
                yield f"a place for {place} in its layout for {called} (type {kind})"


def _too_small(presentation: Any) -> str:
    wide, high = presentation.slide_width / _EMU, presentation.slide_height / _EMU
    _, _, across, down = area_of(presentation)
    if across >= LEAST_WIDE and down >= LEAST_HIGH:
        return ""
    return (
        f"an area for content of at least {LEAST_WIDE} x {LEAST_HIGH} inches; this has {across:.1f} x {down:.1f} on "
        f"slides of {wide:.2f} x {high:.2f}"
    )


def _ground_that_hides(presentation: Any) -> str:
    """Why one could not read text on its slides; empty if one can."""
    master = presentation.slide_master
    for each in (master, layout_of_kind(presentation, "titleOnly"), layout_of_kind(presentation, "obj")):
        if each._element.xpath("./p:cSld/p:bg//a:blip | ./p:cSld/p:bg//a:gradFill"):
            return "a plain ground on its slides: on a picture or a gradient nobody can say that text is read"
    said = {name: _theme_color(master, name) for name in ("bg1", "tx1")}
    light, dark = (contrast_with_white(said[name]) for name in ("bg1", "tx1"))
    if dark / light < LEAST_CONTRAST or light > 1.5:
        return (
            f"dark text on a light ground, with a contrast of {LEAST_CONTRAST}: its theme has text {said['tx1']} on "
            f"{said['bg1']}"
        )
    own = master._element.xpath("./p:cSld/p:bg//a:srgbClr/@val")
    if own and contrast_with_white(own[0].upper()) > 1.5:
        return f"a light ground on its slides; this is {own[0]}"
    named = master._element.xpath("./p:cSld/p:bg//a:schemeClr/@val")
    if named and contrast_with_white(_theme_color(master, named[0])) > 1.5:
        return f"a light ground on its slides; this is {_theme_color(master, named[0])}"
    return ""


def _theme_of(master: Any) -> str:
    part = next(each.target_part for each in master.part.rels.values() if each.reltype.endswith("/theme"))
    return str(part.blob.decode("utf-8"))


def _theme_color(master: Any, name: str) -> str:
    """A colour by its place, such as bg1, as six hexadecimal digits; white where a theme does not say it so."""
    placed = (master._element.xpath(f"./p:clrMap/@{name}") or [name])[0] if not name.startswith("ph") else "lt1"
    element = re.search(rf"<a:{placed}>(.*?)</a:{placed}>", _theme_of(master), re.DOTALL)
    found = element and re.search(r'(?:lastClr|srgbClr val)="([0-9A-Fa-f]{6})"', element[1])
    return found[1].upper() if found else "FFFFFF"


def font_of(presentation: Any) -> str:
    """The font of the theme for text."""
    found = re.search(r'<a:minorFont>.*?<a:latin typeface="([^"]*)"', _theme_of(presentation.slide_master), re.DOTALL)
    return found[1] if found else ""
