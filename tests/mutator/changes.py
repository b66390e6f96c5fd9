"""What is done to one place of a workbook's XML, by kind of change."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from random import Random
from typing import NamedTuple

from tests.mutator.places import Place, What

REMOVED, EMPTIED, VALUE, NUMBER, GONE, DOUBLED = (
    "removed", "emptied", "other value", "other number", "element removed", "element doubled",
)  # fmt: skip
_OF_ATTRIBUTES, _OF_TEXTS, _OF_ELEMENTS = (REMOVED, EMPTIED, VALUE, NUMBER), (EMPTIED, VALUE, NUMBER), (GONE, DOUBLED)
_A_NUMBER = re.compile(r"-?\d+(\.\d+)?([eE][+-]?\d+)?")
_TRIED = 12
_DIGITS = 1e6
"""By what part of it a number changes at least: an audit takes two for one that differ by a billionth."""

_ON, _OFF = ("1",), ("0",)
ADDED: dict[tuple[str, str], dict[str, tuple[str, ...]]] = {
    ("sheet", "sheetData/row"): {"hidden": _ON, "ht": ("0", "1"), "outlineLevel": _ON, "collapsed": _ON, "s": ("7",)},
    ("sheet", "cols/col"): {"hidden": _ON, "outlineLevel": _ON, "collapsed": _ON, "style": ("7",)},
    ("sheet", "row/c (formula)"): {"cm": _ON, "vm": _ON, "ph": _ON},
    ("sheet", "row/c (text)"): {"ph": _ON},
    ("sheet", "c (formula)/f"): {
        "t": ("array", "dataTable", "shared"), "ca": _ON, "bx": _ON, "aca": _ON, "ref": ("A1:B2",), "r1": ("A1",),
    },
    ("sheet", "sheetViews/sheetView"): {
        "showFormulas": _ON, "showZeros": _OFF, "rightToLeft": _ON, "showRowColHeaders": _OFF, "windowProtection": _ON,
        "showOutlineSymbols": _OFF, "view": ("pageBreakPreview", "pageLayout"), "topLeftCell": ("C9", "A200"),
        "zoomScale": ("10", "400"), "tabSelected": _ON, "showRuler": _OFF, "defaultGridColor": _OFF, "colorId": ("9",),
        "showWhiteSpace": _OFF,
    },
    ("sheet", "sheetView/pane"): {"xSplit": ("3",)},
    ("sheet", "worksheet/sheetFormatPr"): {"zeroHeight": _ON, "defaultColWidth": ("0", "2"), "customHeight": _ON},
    ("sheet", "worksheet/sheetPr"): {
        "filterMode": _ON, "enableFormatConditionsCalculation": _OFF, "transitionEvaluation": _ON,
        "transitionEntry": _ON, "syncVertical": _ON, "published": _OFF, "codeName": ("Sheet9",),
    },
    ("sheet", "worksheet/pageSetup"): {
        "blackAndWhite": _ON, "draft": _ON, "errors": ("blank", "dash", "NA"), "cellComments": ("asDisplayed",),
        "firstPageNumber": ("7",), "useFirstPageNumber": _ON, "pageOrder": ("overThenDown",), "copies": ("3",),
        "scale": ("10", "400"), "horizontalDpi": ("300",),
    },
    ("sheet", "worksheet/printOptions"): {"gridLines": _ON, "headings": _ON, "verticalCentered": _ON},
    ("sheet", "worksheet/headerFooter"): {
        "differentFirst": _ON, "differentOddEven": _ON, "scaleWithDoc": _OFF, "alignWithMargins": _OFF,
    },
    ("sheet", "worksheet/sheetProtection"): {
        "password": ("CC1A",), "selectLockedCells": _ON, "formatCells": _OFF, "sort": _OFF, "scenarios": _ON,
    },
    ("sheet", "conditionalFormatting/cfRule"): {"stopIfTrue": _ON},
    ("sheet", "worksheet/conditionalFormatting"): {"pivot": _ON},
    ("sheet", "dataValidations/dataValidation"): {"errorStyle": ("warning", "information"), "imeMode": ("off",)},
    ("sheet", "worksheet/dataValidations"): {"disablePrompts": _ON},
    ("sheet", "hyperlinks/hyperlink"): {"tooltip": ("Approved",), "display": ("Approved",)},
    ("workbook", "workbook/workbookPr"): {
        "date1904": _ON, "showObjects": ("none", "placeholders"), "filterPrivacy": _ON, "hidePivotFieldList": _ON,
        "codeName": ("Book9",), "saveExternalLinkValues": _OFF, "updateLinks": ("always",), "backupFile": _ON,
    },
    ("workbook", "workbook/workbookProtection"): {"lockStructure": _ON, "lockWindows": _ON, "lockRevision": _ON},
    ("workbook", "bookViews/workbookView"): {"xWindow": ("9",), "windowWidth": ("10",)},
    ("workbook", "workbook/calcPr"): {
        "calcMode": ("manual", "autoNoTable"), "iterate": _ON, "fullPrecision": _OFF, "refMode": ("R1C1",),
        "iterateCount": ("9",), "iterateDelta": ("9",), "calcOnSave": _OFF, "forceFullCalc": _ON,
        "concurrentCalc": _OFF,
    },
    ("workbook", "definedNames/definedName"): {
        "hidden": _ON, "function": _ON, "vbProcedure": _ON, "xlm": _ON, "comment": ("Approved",),
        "localSheetId": ("0", "5"), "description": ("Approved",), "publishToServer": _ON,
    },
    ("table", "table"): {
        "headerRowCount": _OFF, "totalsRowCount": _ON, "totalsRowShown": _ON, "insertRow": _ON, "published": _ON,
        "insertRowShift": _ON, "comment": ("Approved",), "headerRowDxfId": ("0",), "dataDxfId": ("0",),
        "tableType": ("queryTable",),
    },
    ("table", "tableColumns/tableColumn"): {
        "totalsRowFunction": ("sum",), "totalsRowLabel": ("total",), "dataDxfId": ("0",), "headerRowDxfId": ("0",),
        "uniqueName": ("x",),
    },
    ("table", "table/autoFilter"): {},
    ("table", "table/tableStyleInfo"): {"showFirstColumn": _ON, "showColumnStripes": _ON},
    ("styles", "cellXfs/xf"): {"quotePrefix": _ON, "applyNumberFormat": _OFF, "applyFont": _OFF, "applyFill": _OFF},
    ("styles", "xf/alignment"): {"indent": ("200",), "textRotation": ("90", "255"), "shrinkToFit": _ON,
                                 "readingOrder": ("2",), "justifyLastLine": _ON},
    ("styles", "xf/protection"): {"hidden": _ON},
    ("drawing", "wsDr/twoCellAnchor"): {"editAs": ("absolute",)},
    ("drawing", "nvGraphicFramePr/cNvPr"): {"hidden": _ON, "descr": ("Approved",), "title": ("Approved",)},
    ("drawing", "twoCellAnchor/clientData"): {"fPrintsWithSheet": _OFF, "fLocksWithSheet": _OFF},
}  # fmt: skip
"""Attributes that nothing shipped has, of which a program takes another value for granted, and values to give them."""


class Kind(NamedTuple):
    """A kind of mutation."""

    part: str
    element: str
    what: str
    change: str


class Mutation(NamedTuple):
    """One change of one place."""

    kind: Kind
    part: str
    content: bytes
    said: str
    """The place before and after, for a reader."""


Places = Mapping[What, Sequence[Place]]


def kinds_of(places: Places) -> list[Kind]:
    """All kinds of mutation that a workbook has places for."""
    found = []
    for what in places:
        if what.what == "tag":
            names = ADDED.get((what.part.removeprefix("input "), what.element), {})
            found += [Kind(*what[:2], f"@{name}", "added") for name in names if f"@{name}" not in _known(places, what)]
        elif what.what == "element":
            found += [Kind(*what, change) for change in _OF_ELEMENTS]
        else:
            changes = _OF_TEXTS if what.what == "text" else _OF_ATTRIBUTES
            found += [Kind(*what, change) for change in changes]
    return sorted(found)


def _known(places: Places, what: What) -> set[str]:
    return {each.what for each in places if each[:2] == what[:2]}


def mutation(kind: Kind, parts: Mapping[str, bytes], places: Places, random: Random) -> Mutation | None:
    """One of a kind, at a place drawn at random; None where no place that was drawn can be changed so."""
    at = What(*kind[:2], "tag" if kind.change == "added" else kind.what)
    for _ in range(_TRIED):
        place = random.choice(places[at])
        before = parts[place.part][place.start : place.end]
        after = _changed(kind, before.decode(), parts, places[at], random)
        if after is not None and after.encode() != before:
            content = parts[place.part]
            changed = content[: place.start] + after.encode() + content[place.end :]
            around = content[max(0, place.start - 150) : place.start].decode(errors="ignore")
            said = f"{place.part} …{around[-90:]} ⟦{_short(before.decode())}⟧ → ⟦{_short(after)}⟧"
            return Mutation(kind, place.part, changed, said)
    return None


def _short(xml: str) -> str:
    return xml if len(xml) <= 200 else f"{xml[:100]}…{xml[-90:]}"


def _changed(kind: Kind, xml: str, parts: Mapping[str, bytes], alike: Sequence[Place], random: Random) -> str | None:
    if kind.change == "added":
        name = kind.what.removeprefix("@")
        value = random.choice(ADDED[kind.part.removeprefix("input "), kind.element][name])
        return re.sub(r"^<[^\s/>]+", rf'\g<0> {name}="{value}"', xml)
    if kind.what == "element":
        return "" if kind.change == GONE else xml + xml
    if kind.what == "text":
        return _other(kind.change, xml, lambda: _text_of(parts, random.choice(alike)), random)
    name = kind.what.removeprefix("@")
    found = _attribute(name, xml)
    if found is None:
        return None
    if kind.change == REMOVED:
        return xml[: found.start()] + xml[found.end() :]
    other = _other(kind.change, found[1], lambda: _value_of(name, parts, random.choice(alike)), random)
    return None if other is None else f'{xml[: found.start()]} {name}="{other}"{xml[found.end() :]}'


def _attribute(name: str, xml: str) -> re.Match[str] | None:
    return re.search(rf'\s{re.escape(name)}="([^"]*)"', xml)


def _text_of(parts: Mapping[str, bytes], place: Place) -> str:
    return parts[place.part][place.start : place.end].decode()


def _value_of(name: str, parts: Mapping[str, bytes], place: Place) -> str:
    found = _attribute(name, _text_of(parts, place))
    return "" if found is None else found[1]


def _other(change: str, value: str, another: Callable[[], str], random: Random) -> str | None:
    """Nothing, another number, or a value that stands at another place of the kind; None where there is none."""
    if change == EMPTIED:
        return "" if value else None
    if change == NUMBER:
        if not _A_NUMBER.fullmatch(value):
            return None
        number = float(value)
        if number in (0, 1) and random.random() < 0.7:
            return "0" if number else "1"
        more = max(1.0, abs(number) / _DIGITS)
        return f"{random.choice((number + more, number * 2, number * 10, number - more, 0, number + 3 * more)):.15g}"
    for _ in range(_TRIED):
        if (drawn := another()) != value:
            return drawn
    return None if _A_NUMBER.fullmatch(value) else f"{value}x"
