"""What is printed of a sheet otherwise than it is shown: headers and footers, paper, pages, what is left out."""

from __future__ import annotations

import re
from collections.abc import Iterator
from xml.etree.ElementTree import Element

from vdi_templates.audit.finding import Finding, Level, shortened
from vdi_templates.audit.package import yes
from vdi_templates.audit.pair import Pair
from vdi_templates.audit.sheet import Sheet

_FONT_CODES = re.compile(r'&(?:"[^"]*"|\d+|K[0-9A-Fa-f]{6}|K\d\d[+-]\d+)')
_PAGES = {"odd": "", "even": "differentOddEven", "first": "differentFirst"}
"""Pages that may have a header and footer of their own, and by which attribute they have."""
_OTHERWISE = {
    "blackAndWhite": ("0", Level.LOOKS, "in black and white"),
    "draft": ("0", Level.SEEN, "as a draft, without its charts"),
    "errors": ("displayed", Level.SEEN, "with other words for errors"),
    "cellComments": ("none", Level.SEEN, "with comments"),
    "useFirstPageNumber": ("0", Level.SEEN, "with other page numbers"),
    "pageOrder": ("downThenOver", Level.LOOKS, "with its pages in another order"),
}
_BESIDE = {"gridLines": "with lines around cells", "headings": "with row numbers and column letters"}
_LEAST_SCALE, _WIDEST_MARGIN_INCHES = 25.0, 2.0
PAGE_ENDS = "the last rows of pages"
"""They follow what is typed, and stand as the file was made: no part of a finding where an input moved since."""


def compare_printed(pair: Pair) -> Iterator[Finding]:
    """All of it."""
    yield from _headers(pair)
    yield from _setup(pair)
    turned = [_orientation(sheet) for sheet in (pair.found, pair.expected)]
    if turned[0] != turned[1]:
        yield pair.finding(Level.LOOKS, "", "the paper", turned[0], turned[1])
    if _breaks(pair.found, "colBreaks") - _breaks(pair.expected, "colBreaks"):
        yield pair.finding(Level.LOOKS, "", "the pages", "broken between columns", "as wide as the sheet")
    rows = [_breaks(sheet, "rowBreaks") for sheet in (pair.found, pair.expected)]
    if rows[0] != rows[1] and not pair.areas:  # a break moves with the rows of a table
        said, shipped = (", ".join(f"row {each}" for each in sorted(found)) or "none" for found in rows)
        yield pair.finding(Level.LOOKS, "", PAGE_ENDS, shortened(said), shortened(shipped))


def _headers(pair: Pair) -> Iterator[Finding]:
    for pages in _PAGES:
        for name, called in ((f"{pages}Header", "the header"), (f"{pages}Footer", "the footer")):
            theirs, ours = (_plain_header(sheet.frame, pages, name) for sheet in (pair.found, pair.expected))
            on_all = [
                _plain_header(sheet.frame, "odd", f"odd{name[len(pages) :]}") for sheet in (pair.found, pair.expected)
            ]
            if theirs != ours and (pages == "odd" or [theirs, ours] != on_all):
                yield pair.finding(Level.SEEN, "", called, theirs or "nothing", ours or "nothing")


def _plain_header(frame: Element, pages: str, name: str) -> str:
    """A header or footer as it is printed on these pages, without its fonts."""
    group = frame.find("headerFooter")
    if group is None:
        return ""
    has_own = not _PAGES[pages] or yes(group, _PAGES[pages])
    said = group.findtext(name if has_own else name.replace(pages, "odd", 1)) or ""
    return shortened(_FONT_CODES.sub("", said).strip())


def _setup(pair: Pair) -> Iterator[Finding]:
    """How a page differs from what the screen shows."""
    theirs, ours = (sheet.frame.find("pageSetup") for sheet in (pair.found, pair.expected))
    for name, (usual, level, said) in _OTHERWISE.items():
        found, expected = (
            {"false": "0", "true": "1"}.get(each, each) for each in (_of(theirs, name, usual), _of(ours, name, usual))
        )
        if found not in (usual, expected):
            yield pair.finding(level, "", "the printed page", said, "as it is shown")
    options = [sheet.frame.find("printOptions") for sheet in (pair.found, pair.expected)]
    for name, said in _BESIDE.items():
        if yes(options[0], name) and not yes(options[1], name):
            yield pair.finding(Level.LOOKS, "", "the printed page", said, "without them")
    if float(_of(theirs, "scale", "100") or 100) < min(_LEAST_SCALE, float(_of(ours, "scale", "100"))):
        said = f"at {_of(theirs, 'scale', '')} %, which nobody can read"
        yield pair.finding(Level.SEEN, "", "the printed page", said, "as large as one can read")
    pages = [_pages(sheet) for sheet in (pair.found, pair.expected)]
    if pages[0] != pages[1]:
        yield pair.finding(Level.LOOKS, "", "the pages", pages[0], pages[1])
    margins = [sheet.frame.find("pageMargins") for sheet in (pair.found, pair.expected)]
    for name in ("left", "right", "top", "bottom"):
        inches, shipped = (float(_of(each, name, "0") or 0) for each in margins)
        if inches > shipped + _WIDEST_MARGIN_INCHES:
            yield pair.finding(Level.LOOKS, "", f"the margin, {name}", f"{inches:g} inches", f"{shipped:g} inches")


def _pages(sheet: Sheet) -> str:
    """On how many pages a sheet is made to fit, if it is."""
    setup = sheet.frame.find("pageSetup")
    if not yes(sheet.frame.find("sheetPr/pageSetUpPr"), "fitToPage"):
        return "as many as it takes"
    wide, high = (_of(setup, name, "1") or "1" for name in ("fitToWidth", "fitToHeight"))
    return (
        f"fitted, {'as many as it takes' if wide == '0' else wide} wide and {'as many' if high == '0' else high} high"
    )


def _of(element: Element | None, name: str, usual: str) -> str:
    return usual if element is None else element.get(name, usual)


def _orientation(sheet: Sheet) -> str:
    setup = sheet.frame.find("pageSetup")
    return "upright" if setup is None or setup.get("orientation") != "landscape" else "landscape"


def _breaks(sheet: Sheet, name: str) -> set[int]:
    """Behind which rows or columns a page ends, as somebody set it."""
    return {int(each.get("id") or 0) for each in sheet.frame.findall(f"{name}/brk") if yes(each, "man")}
