"""What of a chart can be read, and whether it shows what the cells hold that it refers to."""

from __future__ import annotations

from collections.abc import Iterator
from xml.etree.ElementTree import Element

from openpyxl.utils import get_column_letter

from vdi_templates.audit.contents import entry_of
from vdi_templates.audit.finding import in_words
from vdi_templates.audit.package import yes
from vdi_templates.audit.pair import Pair
from vdi_templates.audit.sheet import Sheet, Value, read_sheet
from vdi_templates.audit.styles import UNREADABLE, unlike
from vdi_templates.reading.areas import area_of

_WHITE, _SMALLEST_POINTS = "FFFFFF", 5
_LEAST_OF_CHART = 0.3
"""Of the width and the height of a chart, what its bars and lines take at least."""
_NEAR = 1e-6
_TEXTS = {
    "title": "a title", "catAx": "an axis", "valAx": "an axis", "dateAx": "an axis", "legend": "the legend",
    "dLbls": "numbers on bars or lines", "dLbl": "a number on a bar or line", "chartSpace": "all texts",
}  # fmt: skip


def hardly_seen(tree: Element) -> set[str]:
    """What of a chart cannot be read or is not what its numbers say, in words."""
    found = set()
    for owner in tree.iter():
        if owner.tag in _TEXTS:
            found |= {f"{_TEXTS[owner.tag]} {why}" for why in _why_unreadable(owner)}
        if owner.tag == "tickLblPos" and owner.get("val") == "none":
            found.add("an axis without its numbers or names")
        if owner.tag in ("dispUnits", "builtInUnit"):
            found.add("the numbers of an axis in other units")
        if owner.tag == "dLbls" and yes(owner.find("delete")):
            found.add("no numbers on bars or lines")
    if _says(tree.find("chart/plotVisOnly"), "0", "false"):
        found.add("what stands in hidden rows is drawn too")
    if _says(tree.find("chart/dispBlanksAs"), "zero"):
        found.add("blank cells are drawn as 0")
    if any(yes(each) for each in tree.iter("smooth")):
        found.add("lines between points are bent")
    if any(float(each.get("val") or 1) < _LEAST_OF_CHART for each in _sizes(tree)):
        found.add("bars and lines take little of it")
    for group in tree.findall("chart/plotArea/barChart"):
        overlap = group.find("overlap")
        if _says(group.find("grouping"), "stacked") and not _says(overlap, "100"):
            found.add("bars that are stacked stand beside each other")
    return found


def _sizes(tree: Element) -> list[Element]:
    layout = tree.find("chart/plotArea/layout/manualLayout")
    return [] if layout is None else [*layout.findall("w"), *layout.findall("h")]


def _says(element: Element | None, *values: str) -> bool:
    return element is not None and element.get("val") in values


def _why_unreadable(owner: Element) -> Iterator[str]:
    """Of the texts that an element holds itself, not of those of others within it."""
    for place in owner.findall("txPr") + owner.findall("tx/rich"):
        for letters in (*place.iter("defRPr"), *place.iter("rPr")):
            size, color = letters.get("sz"), letters.find("solidFill/srgbClr")
            if size is not None and float(size or 0) < 100 * _SMALLEST_POINTS:
                yield "in letters that nobody can read"
            if color is not None and unlike(color.get("val", "").rjust(6, "0")[-6:], _WHITE) < UNREADABLE:
                yield "in the colour of the ground"
            if letters.find("noFill") is not None or _says(letters.find("solidFill/schemeClr"), "bg1", "lt1"):
                yield "in the colour of the ground"


def is_lined(series: Element, kind: str) -> bool:
    """Whether lines join the points of a series; bars have none that say anything."""
    return kind in ("lineChart", "scatterChart") and series.find("spPr/ln/noFill") is None


def points_left_out(series: Element) -> tuple[str, ...]:
    """The points of a series that are not drawn, by their numbers."""
    hidden = (each for each in series.findall("dPt") if each.find("spPr/noFill") is not None)
    return tuple(sorted(_val(each, "idx") for each in hidden))


def points_labelled(series: Element, flags: tuple[str, ...]) -> tuple[str, ...]:
    """The points of a series that bear other labels than the rest, and which."""
    return tuple(
        sorted(
            f"{_val(each, 'idx')} {' '.join(flag for flag in flags if yes(each.find(flag)))}"
            for each in series.findall("dLbls/dLbl")
        )
    )


def _val(element: Element, name: str) -> str:
    found = element.find(name)
    return "" if found is None else found.get("val", "")


def is_marked(series: Element, kind: str) -> bool:
    """Whether a series has a mark at each of its points: where nothing is said, programs draw one on a line."""
    symbol = series.find("marker/symbol")
    return kind in ("lineChart", "scatterChart") and (symbol is None or symbol.get("val") != "none")


# --- what it remembers --------------------------------------------------------------------------------


def wrongly_remembered(pair: Pair, tree: Element) -> list[str]:
    """What a chart keeps of cells that hold something else: programs that do not calculate show it."""
    sheets: dict[str, Sheet | None] = {}
    found = []
    for reference in (*tree.iter("numRef"), *tree.iter("strRef")):
        area = area_of(reference.findtext("f") or "")
        points = [each for each in reference.iter("pt") if each.find("v") is not None]
        if area is None or not points:
            continue
        if area.sheet not in sheets:
            sheets[area.sheet] = _sheet(pair, area.sheet)
        sheet, (left, top, right, _) = sheets[area.sheet], area.edges
        for point in points if sheet is not None else ():
            row, column = divmod(int(point.get("idx", "0")), right - left + 1)
            place = f"{get_column_letter(left + column)}{top + row}"
            cell = sheet.cells.get(place)  # type: ignore[union-attr]
            said = point.findtext("v") or ""
            if cell is not None and not _agrees(said, cell.value):
                found.append(f"{in_words(said)} of {area.sheet}!{place}, which holds {in_words(cell.value)}")
    return found


def _sheet(pair: Pair, name: str) -> Sheet | None:
    theirs = next((theirs for theirs, ours in pair.renamed.items() if ours == name), name)
    entry = entry_of(pair.found.package, theirs)
    return None if entry is None else read_sheet(pair.found.package, entry, pair.found.styles)


def _agrees(said: str, value: Value) -> bool:
    """A number in full, a text without its ends; what is neither is not kept by all programs alike."""
    if isinstance(value, str):
        return value.startswith("#") or " ".join(said.split()) == " ".join(value.split())
    if not isinstance(value, float):
        return True
    try:
        return abs(float(said) - value) <= max(_NEAR, _NEAR * abs(value))
    except ValueError:
        return True  # as its format shows it
