"""The workbook as a whole: its sheets, names, calculation, and parts that hold more than cells."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from xml.etree.ElementTree import Element

from vdi_templates.audit.finding import Finding, Level, counted, shortened
from vdi_templates.audit.formulas import ADDIN_FILE, open_ended, plain_reference
from vdi_templates.audit.package import Package, SheetEntry, yes
from vdi_templates.audit.sheet import Sheet
from vdi_templates.audit.styles import SYMBOLS, UNREADABLE, unlike
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
_REFERS_OUTSIDE = re.compile(r"(?<![\w\]])\[(\d+)\](?!!VDI_)")
_WITHOUT_LINK = "hand over the file that vdi-sizing compare writes, which has no link"
_SELECTED = re.compile(rb"""<(?:\w+:)?sheetView [^>]*tabSelected=["'](?:1|true)["']""")
_BEFORE_ROWS = 20_000
"""Bytes at the start of a sheet, in which its view stands."""
_OF_SAVING = ("_xlnm.Print_Titles",)
"""Names that LibreOffice saves twice."""
_OF_MACROS = ("function", "vbProcedure", "xlm")
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
_SCROLL_BARS = ("showHorizontalScroll", "showVerticalScroll")
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
    yield from _selected(found)
    yield from _theme(found)
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
    yield from _twice_or_macros(found)
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


def _twice_or_macros(found: Package) -> Iterator[Finding]:
    """Names that a program may take for another thing than the first one of their spelling stands for."""
    names = [name for name in found.workbook.iter("definedName") if name.get("name", "") not in _OF_SAVING]
    spelled = Counter((name.get("localSheetId", ""), name.get("name", "").casefold()) for name in names)
    for name in names:
        called = shortened(name.get("name", ""))
        if spelled.pop((name.get("localSheetId", ""), name.get("name", "").casefold()), 1) > 1:
            yield Finding(Level.ANSWER, "", "", f"the name {called}", "there twice", "there once")
        if any(yes(name, each) for each in _OF_MACROS):
            yield Finding(Level.ANSWER, "", "", f"the name {called}", "one of a macro", "one of cells")


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
    if view is not None and yes(view, "minimized"):
        yield Finding(Level.SEEN, "", "", "the window of the workbook", "minimized", "shown")
    if view is not None and not all(yes(view, each, default=True) for each in _SCROLL_BARS):
        yield Finding(Level.SEEN, "", "", "the bars by which one scrolls", "not shown", "shown")
    calculation = found.workbook.find("calcPr")
    if calculation is not None and calculation.get("refMode", "A1") != "A1":
        yield Finding(Level.LOOKS, "", "", "how formulas name cells", calculation.get("refMode", ""), "A1")
    if found.workbook.find("customWorkbookViews/customWorkbookView") is not None:
        said = "there: it may hide sheets, rows and columns"
        yield Finding(Level.SEEN, "", "", "a view of somebody's own", said, "none")
    protection = found.workbook.find("workbookProtection")
    if yes(protection, "lockStructure"):
        yield Finding(Level.NOTED, "", "", "the protection of the workbook's sheets", "on", "off")


def _theme(found: Package) -> Iterator[Finding]:
    """What charts are drawn in, and what cells of it are: ground, letters, and their font."""
    for link in found.links_of_kind(found.workbook_part, "theme"):
        theme = found.xml(link.target)
        ground, letters = (_base_color(theme, name) for name in ("lt1", "dk1"))
        if ground and letters and unlike(ground, letters) < UNREADABLE:
            yield Finding(Level.SEEN, "", "", "the colours of charts", f"#{letters} on #{ground}", "black on white")
        for font in theme.findall(".//fontScheme/*/latin"):
            if font.get("typeface", "").casefold().startswith(SYMBOLS):
                yield Finding(Level.SEEN, "", "", "the font of charts", font.get("typeface", ""), "one of letters")


def _base_color(theme: Element, name: str) -> str:
    """One of the two colours of a theme that all others are seen beside; "" where it says none."""
    found = theme.find(f".//clrScheme/{name}")
    said = "" if found is None or not len(found) else str(found[0].get("lastClr") or found[0].get("val"))
    return said if re.fullmatch("[0-9A-Fa-f]{6}", said) else ""


def _selected(found: Package) -> Iterator[Finding]:
    """What is typed goes into all sheets that are selected: one that opens the file does not notice."""
    view = found.workbook.find("bookViews/workbookView")
    shown = int("0" if view is None else view.get("activeTab") or "0")
    parts = [found.parts.get(sheet.part, b"") for sheet in found.sheets]
    selected = {at for at, part in enumerate(parts) if _SELECTED.search(part, 0, _BEFORE_ROWS)}
    if selected and len(selected | {shown}) > 1:
        yield Finding(Level.SEEN, "", "", "sheets that are selected at once", f"{len(selected | {shown})}", "one")


def _parts(found: Package) -> Iterator[Finding]:
    links_to_addin = _links_to_addin(found)
    for name in sorted(found.parts):
        if name in links_to_addin:
            yield Finding(Level.NOTED, "", "", "a link to the add-in, which its functions alone use", _WITHOUT_LINK)
            continue
        speaking = next(((level, called) for pattern, level, called in _SPEAKING if pattern.fullmatch(name)), None)
        if speaking is not None:
            level, called = speaking
            outside = [link.target for link in found.links(name).values() if link.outside]
            yield Finding(level, "", "", called, shortened(", ".join(outside) or name), "none")
        elif not _HARMLESS.fullmatch(name):
            yield Finding(Level.SEEN, "", "", "a part that is not looked into", shortened(name), "none")


def _links_to_addin(found: Package) -> set[str]:
    """The links that Excel writes where a function of our own add-in is called, and nothing else refers to."""
    links = found.links(found.workbook_part)
    listed = [
        links.get(each.get("r:id", "")) for each in found.workbook.findall("externalReferences/externalReference")
    ]
    of_addin = {
        str(number): link.target
        for number, link in enumerate(listed, 1)
        if link is not None and _leads_to_addin(found, link.target)
    }
    for name in sorted(found.parts) if of_addin else ():
        if name.endswith(".xml") and not name.startswith("xl/externalLinks/"):
            for number in _REFERS_OUTSIDE.findall(found.parts[name].decode(errors="replace")):
                of_addin.pop(number, None)
    return set(of_addin.values())


def _leads_to_addin(found: Package, part: str) -> bool:
    outside = [link.target for link in found.links(part).values() if link.outside]
    is_book = found.xml(part).find("externalBook") is not None
    return is_book and len(outside) == 1 and re.split(r"[/\\]", outside[0])[-1].casefold() == ADDIN_FILE
