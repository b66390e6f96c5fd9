"""The workbook as a whole: its sheets, names, calculation, and parts that hold more than cells."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from vdi_templates.audit.finding import Finding, Level, counted, shortened
from vdi_templates.audit.formulas import open_ended, plain_reference
from vdi_templates.audit.package import Package, SheetEntry, yes
from vdi_templates.audit.sheet import Sheet
from vdi_templates.workbook.input_rules import KNOWN

_PRINT_NAMES = {"_xlnm.Print_Area": "the print area", "_xlnm.Print_Titles": "rows and columns printed on each page"}
_OF_PROGRAMS = re.compile(r"_xlnm\._FilterDatabase.*|_xl(eta|fn|pm|ws)\..*|__Anonymous.*", re.IGNORECASE)
_HARMLESS = re.compile(
    r"\[Content_Types\]\.xml|(.*/)?_rels/[^/]*\.rels|docProps/.*|docMetadata/.*|customXml/.*"
    r"|xl/(workbook|styles|sharedStrings|calcChain|metadata|volatileDependencies)\.xml|xl/theme/.*"
    r"|xl/worksheets/[^/]*\.xml|xl/tables/[^/]*\.xml|xl/drawings/[^/]*\.(xml|vml)|xl/charts/[^/]*\.xml"
    r"|xl/(comments[^/]*|threadedComments/.*|comments/.*|persons/.*)|xl/printerSettings/.*|xl/media/.*"
    r"|xl/externalLinks/.*|xl/vbaProject(Signature[^/]*)?\.bin|xl/embeddings/.*|xl/ctrlProps/.*|xl/activeX/.*"
    r"|xl/chartsheets/.*|xl/webextensions/.*|\[trash\]/.*"
)
_SPEAKING = (
    (re.compile(r"xl/vbaProject\.bin"), Level.ANSWER, "macros"),
    (re.compile(r"xl/externalLinks/[^/]*\.xml"), Level.ANSWER, "a link to another workbook"),
    (re.compile(r"xl/macrosheets/.*"), Level.ANSWER, "macros"),
    (re.compile(r"xl/embeddings/.*"), Level.SEEN, "an embedded object"),
    (re.compile(r"xl/activeX/[^/]*\.xml"), Level.SEEN, "an embedded control"),
    (re.compile(r"xl/(connections\.xml|queryTables/.*)"), Level.ANSWER, "a connection to data outside"),
    (re.compile(r"xl/webextensions/.*"), Level.SEEN, "a web extension"),
    (re.compile(r"customUI/.*"), Level.SEEN, "buttons of its own in the ribbon"),
)
_CALCULATION = (
    ("calcMode", "auto", {"manual": "only when asked", "autoNoTable": "but for data tables"}, "by itself"),
    ("iterate", "0", {"1": "circular references by repetition"}, "no circular references"),
    ("fullPrecision", "1", {"0": "with numbers rounded to what is shown"}, "with numbers in full"),
)


def compare_contents(found: Package, expected: Package, renamed: Mapping[str, str]) -> Iterator[Finding]:
    """All that belongs to no single cell."""
    yield from _sheets(found, expected, renamed)
    yield from _names(found, expected, renamed)
    yield from _calculation(found)
    yield from _windows(found)
    yield from _parts(found)


# --- sheets -------------------------------------------------------------------------------------------


def _sheets(found: Package, expected: Package, renamed: Mapping[str, str]) -> Iterator[Finding]:
    theirs = {renamed.get(sheet.name, sheet.name): sheet for sheet in found.sheets}
    ours = {sheet.name: sheet for sheet in expected.sheets}
    for their_name, name in renamed.items():
        yield Finding(Level.SEEN, name, "", "the name of the sheet", f'"{shortened(their_name)}"', f'"{name}"')
    for name in ours:
        if name not in theirs:
            yield Finding(Level.ANSWER, name, "", "the sheet", "missing", "there")
    order, shipped = (
        [name for name in names if name in both] for both in [theirs.keys() & ours] for names in (theirs, ours)
    )
    if order != shipped:
        moved = _moved(order, shipped)
        yield Finding(Level.SEEN, moved, "", "the place of the sheet", _behind(moved, order), _behind(moved, shipped))
    for name, sheet in theirs.items():
        if sheet.state != "visible":
            words = "hidden so that no menu shows it" if sheet.state == "veryHidden" else "hidden"
            added = "" if name in ours else "added, and "
            yield Finding(Level.SEEN, name, "", "the sheet", added + words, "shown")


def _moved(order: list[str], shipped: list[str]) -> str:
    """The first sheet that stands elsewhere."""
    at = next(at for at, name in enumerate(order) if name != shipped[at])
    return shipped[at] if order.index(shipped[at]) > at + 1 else order[at]


def _behind(name: str, order: list[str]) -> str:
    at = order.index(name)
    return f"behind {order[at - 1]}" if at else "first"


def added_sheet(sheet: Sheet) -> Finding:
    """What to say of a sheet that people added."""
    if sheet.entry.kind != "worksheet":
        return Finding(Level.SEEN, sheet.name, "", "a sheet of another kind that was added", sheet.entry.kind, "none")
    filled = [cell for cell in sheet.cells.values() if cell.filled]
    first = next((cell.value for cell in filled if isinstance(cell.value, str) and cell.value), "")
    said = counted(len(filled), "filled cell") + (f', beginning with "{shortened(first)}"' if first else "")
    return Finding(Level.NOTED, sheet.name, "", "a sheet that was added", said)


def sheets_by_new_names(found: Package, expected: Package) -> dict[str, str]:
    """Of sheets that bear another name in the file, theirs to ours: in the place of a missing one stands another."""
    theirs, ours = ([sheet.name for sheet in package.sheets] for package in (found, expected))
    if len(theirs) < len(ours):
        return {}
    missing = [name for name in ours if name not in theirs]
    return {
        theirs[ours.index(name)]: name
        for name in missing
        if theirs[ours.index(name)] not in ours and _kind(found, theirs[ours.index(name)]) == "worksheet"
    }


def _kind(package: Package, name: str) -> str:
    return next((sheet.kind for sheet in package.sheets if sheet.name == name), "")


def entry_of(package: Package, name: str) -> SheetEntry | None:
    """The sheet of a name, in a package."""
    return next((sheet for sheet in package.sheets if sheet.name == name), None)


# --- names --------------------------------------------------------------------------------------------


def _names(found: Package, expected: Package, renamed: Mapping[str, str]) -> Iterator[Finding]:
    theirs, ours = _defined(found, renamed), _defined(expected, {})
    for (sheet, name), expected_reference in ours.items():
        reference = theirs.get((sheet, name))
        if name in _PRINT_NAMES:
            continue
        spelled = [plain_reference(each or "") for each in (reference, expected_reference)]
        only_looks = name in KNOWN  # rules look names up there; no formula does
        if reference is None or len({open_ended(each) if only_looks else each for each in spelled}) > 1:
            level = Level.SEEN if only_looks else Level.ANSWER
            yield Finding(level, sheet, "", f"the name {name}", reference or "missing", expected_reference)
    shipped = {name.casefold() for _, name in ours}
    for (sheet, name), reference in theirs.items():
        if (sheet, name) in ours or name in _PRINT_NAMES or _OF_PROGRAMS.fullmatch(name):
            continue
        if name.casefold() in shipped:
            said = f"{shortened(reference)}, which hides the shipped one"
            yield Finding(Level.ANSWER, sheet, "", f"the name {name}", said, "none")
        elif "[" in reference:
            yield Finding(Level.ANSWER, sheet, "", f"the name {name}", shortened(reference), "none outside")
        else:
            yield Finding(Level.NOTED, sheet, "", f"a name that was added, {shortened(name)}", shortened(reference))


def _defined(package: Package, renamed: Mapping[str, str]) -> dict[tuple[str, str], str]:
    """Names by the sheet that they hold on, if on one only, and what they stand for."""
    sheets = [renamed.get(sheet.name, sheet.name) for sheet in package.sheets]
    found = {}
    for name in package.workbook.iter("definedName"):
        number = name.get("localSheetId")
        sheet = "" if number is None or int(number) >= len(sheets) else sheets[int(number)]
        reference = name.text or ""
        for theirs, ours in renamed.items():
            reference = reference.replace(f"'{theirs}'!", f"{ours}!").replace(f"{theirs}!", f"{ours}!")
        found[sheet, name.get("name", "")] = reference
    return found


def printed_names(package: Package, renamed: Mapping[str, str]) -> dict[tuple[str, str], list[str]]:
    """Of each sheet what is printed of it, and on each page of it, range by range."""
    return {
        (sheet, _PRINT_NAMES[name]): sorted(part.rpartition("!")[2].replace("$", "") for part in reference.split(","))
        for (sheet, name), reference in _defined(package, renamed).items()
        if name in _PRINT_NAMES
    }


# --- calculation, windows, parts ----------------------------------------------------------------------


def _calculation(found: Package) -> Iterator[Finding]:
    settings = found.workbook.find("calcPr")
    for name, usual, words, shipped in _CALCULATION:
        value = usual if settings is None else settings.get(name, usual)
        value = {"true": "1", "false": "0"}.get(value, value)
        if value != usual:
            said = words.get(value, value)
            yield Finding(Level.ANSWER, "", "", "how the workbook calculates (in Excel: Formulas)", said, shipped)
    if yes(found.workbook.find("workbookPr"), "date1904"):
        yield Finding(Level.ANSWER, "", "", "the first day of the calendar", "in 1904", "in 1900")


def _windows(found: Package) -> Iterator[Finding]:
    properties, view = found.workbook.find("workbookPr"), found.workbook.find("bookViews/workbookView")
    shown = "all" if properties is None else properties.get("showObjects", "all")
    if shown != "all":
        yield Finding(Level.SEEN, "", "", "charts and drawings", "not shown", "shown")
    if view is not None and not yes(view, "showSheetTabs", default=True):
        yield Finding(Level.SEEN, "", "", "the tabs of the sheets", "not shown", "shown")
    if view is not None and view.get("visibility", "visible") != "visible":
        yield Finding(Level.SEEN, "", "", "the window of the workbook", "hidden", "shown")
    protection = found.workbook.find("workbookProtection")
    if yes(protection, "lockStructure"):
        yield Finding(Level.NOTED, "", "", "the protection of the workbook's sheets", "on", "off")


def _parts(found: Package) -> Iterator[Finding]:
    for name in sorted(found.parts):
        speaking = next(((level, called) for pattern, level, called in _SPEAKING if pattern.fullmatch(name)), None)
        if speaking is not None:
            level, called = speaking
            outside = [link.target for link in found.links(name).values() if link.outside]
            yield Finding(level, "", "", called, shortened(", ".join(outside) or name), "none")
        elif not _HARMLESS.fullmatch(name):
            yield Finding(Level.SEEN, "", "", "a part that is not looked into", shortened(name), "none")
