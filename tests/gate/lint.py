"""Defects that make Excel repair or refuse a workbook, and that the Open XML SDK does not see.

Also what this project never puts into a workbook: volatile functions, functions that
not every spreadsheet program knows, external links, formulas without a right cached value.
"""

from __future__ import annotations

import posixpath
import re
import zipfile
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from functools import cached_property
from itertools import combinations, pairwise
from pathlib import Path
from typing import NamedTuple
from xml.etree import ElementTree as ET

from openpyxl.formula import Tokenizer
from openpyxl.formula.tokenizer import Token, TokenizerError
from openpyxl.utils import coordinate_to_tuple, get_column_letter, range_boundaries

MAIN = "{http://schemas.openxmlformats.org/spreadsheetml/2006/main}"
CHART = "{http://schemas.openxmlformats.org/drawingml/2006/chart}"
RELATION = "{http://schemas.openxmlformats.org/package/2006/relationships}"
RELATION_ID = "{http://schemas.openxmlformats.org/officeDocument/2006/relationships}id"

LONGEST_FORMULA = 8192
LONGEST_TEXT = 32767
LONGEST_LIST = 255
LONGEST_SHEET_NAME = 31
LONGEST_MESSAGES = {"promptTitle": 32, "prompt": 255, "errorTitle": 32, "error": 255}

# Volatile: the same file must say the same tomorrow.
VOLATILE = "TODAY NOW RAND RANDBETWEEN OFFSET INDIRECT CELL INFO"
# Not in every spreadsheet program that opens the workbook.
TOO_NEW = (
    "XLOOKUP XMATCH LET LAMBDA FILTER SORT SORTBY UNIQUE SEQUENCE RANDARRAY IFS SWITCH TEXTJOIN CONCAT "
    "MAXIFS MINIFS CEILING.MATH FLOOR.MATH"
)
# Excel and LibreOffice round differently near a whole number.
ROUNDS = "CEILING FLOOR INT"
STORED_WITH_PREFIX = (
    "STDEV.S STDEV.P VAR.S VAR.P NORM.DIST NORM.INV NORM.S.DIST NORM.S.INV PERCENTILE.INC PERCENTILE.EXC "
    "QUARTILE.INC RANK.EQ RANK.AVG MODE.SNGL T.INV.2T CONFIDENCE.NORM BINOM.DIST POISSON.DIST ERF.PRECISE "
    "FORECAST.LINEAR IFNA NUMBERVALUE DAYS FORMULATEXT"
)
FORBIDDEN = frozenset(f"{VOLATILE} {TOO_NEW} {ROUNDS}".split())
NEEDS_PREFIX = frozenset(f"{TOO_NEW} {STORED_WITH_PREFIX}".split())
KNOWN_IN_FONT = "b i strike condense extend outline shadow u vertAlign sz color name family charset scheme"
FONT_CHILDREN = frozenset(KNOWN_IN_FONT.split())
PLAIN_REFERENCES_ONLY = {"format", "validation", "chart"}
ERRORS = {"#NULL!", "#DIV/0!", "#VALUE!", "#REF!", "#NAME?", "#NUM!", "#N/A", "#GETTING_DATA"}

AREA = re.compile(r"\$?[A-Za-z]{1,3}\$?\d+(:\$?[A-Za-z]{1,3}\$?\d+)?|\$?[A-Za-z]{1,3}:\$?[A-Za-z]{1,3}|\$?\d+:\$?\d+")
NAME = re.compile(r"[A-Za-z_\\][\w.\\?]*")
LOOKS_LIKE_A_CELL = re.compile(r"[A-Za-z]{1,3}\d+|[Rr]\d*[Cc]\d*|[RrCc]")
PLAIN_CELL = re.compile(r"""\"[^\"]*\"|'[^']*'|\[[^\]]*\]|(?<![\w.$])(\$?[A-Za-z]{1,3}\$?\d+)(?![\w.(!])""")
"""A cell, in what a group found; or something in quotes or brackets, in which none is looked for."""
SHEET_PREFIX = re.compile(r"(?:'((?:[^']|'')+)'|([^'!\[\]]+))!")
STRUCTURED = re.compile(r"([\w.\\]+)\[(.*)\]", re.DOTALL)
BRACKETED = re.compile(r"\[((?:'.|[^\[\]'])*)\]")
ONE_HEADER = re.compile(rf"\[#Headers\],{BRACKETED.pattern}", re.IGNORECASE)
"""The header of one column: LibreOffice, Gnumeric and IronCalc read it; a whole row of headers was not tried."""


class Sheet(NamedTuple):
    """A worksheet: its part in the package, its name and its XML."""

    part: str
    title: str
    root: ET.Element


class Table(NamedTuple):
    """An Excel table: its part, the sheet it stands on and its XML."""

    part: str
    sheet: Sheet
    root: ET.Element

    @property
    def name(self) -> str:
        return self.root.get("displayName", "")

    @property
    def ref(self) -> str:
        return self.root.get("ref", "")

    @property
    def columns(self) -> list[str]:
        return [unescaped(column.get("name", "")) for column in self.root.iter(MAIN + "tableColumn")]


class Formula(NamedTuple):
    """A formula without its equals sign, and where it stands."""

    place: str
    text: str
    kind: str


class Held(NamedTuple):
    """What a cell holds, as it is saved."""

    text: str
    is_text: bool


class Book:
    """The parts of a workbook that the checks look at."""

    def __init__(self, path: Path) -> None:
        with zipfile.ZipFile(path) as package:
            self.entries = package.namelist()
            self.content = {name: package.read(name) for name in self.entries}
        self.workbook = self.xml("xl/workbook.xml")
        self.styles = self.xml("xl/styles.xml")

    def xml(self, part: str) -> ET.Element:
        return ET.fromstring(self.content[part])

    def relations(self, part: str) -> list[ET.Element]:
        folder, name = posixpath.split(part)
        relations = posixpath.join(folder, "_rels", name + ".rels")
        return list(self.xml(relations)) if relations in self.content else []

    def targets(self, part: str, kind: str) -> dict[str, str]:
        """Relation id -> part, for the relations of a kind."""
        return {
            relation.get("Id", ""): target_part(part, relation)
            for relation in self.relations(part)
            if relation.get("Type", "").endswith("/" + kind)
        }

    @cached_property
    def sheets(self) -> list[Sheet]:
        parts = self.targets("xl/workbook.xml", "worksheet")
        found = []
        for sheet in self.workbook.iter(MAIN + "sheet"):
            part = parts.get(sheet.get(RELATION_ID, ""), "")
            if part in self.content:
                found.append(Sheet(part, sheet.get("name", ""), self.xml(part)))
        return found

    @cached_property
    def tables(self) -> list[Table]:
        return [
            Table(part, sheet, self.xml(part))
            for sheet in self.sheets
            for part in self.targets(sheet.part, "table").values()
            if part in self.content
        ]

    @cached_property
    def charts(self) -> dict[str, ET.Element]:
        return {part: self.xml(part) for part in self.content if re.fullmatch(r"xl/charts/chart\d+\.xml", part)}

    def drawn(self, reference: str) -> list[Held | None] | None:
        """What the cells of a chart's reference hold, row by row, None for an empty one; None if it is no area.

        A chart leaves out what is folded.
        """
        found = SHEET_PREFIX.match(reference)
        title = "" if found is None else (found[1] or found[2]).replace("''", "'")
        cells = self.cells.get(title)
        if found is None or cells is None or not AREA.fullmatch(reference[found.end() :]):
            return None
        left, top, right, bottom = boundaries(reference[found.end() :])
        rows = [row for row in range(top, bottom + 1) if row not in self.folded[title]]
        places = [f"{get_column_letter(at)}{row}" for row in rows for at in range(left, right + 1)]
        return [self._held(cells.get(place)) for place in places]

    def _held(self, cell: ET.Element | None) -> Held | None:
        text = "" if cell is None else cell_text(cell, self)
        return None if cell is None or not text else Held(text, cell.get("t", "n") not in ("n", "b"))

    @cached_property
    def folded(self) -> dict[str, set[int]]:
        """Of each sheet the rows that are not shown."""
        return {
            sheet.title: {int(row.get("r", 0)) for row in sheet.root.iter(MAIN + "row") if row.get("hidden") == "1"}
            for sheet in self.sheets
        }

    @cached_property
    def cells(self) -> dict[str, dict[str, ET.Element]]:
        """Of each sheet the cells by their places."""
        return {sheet.title: {cell.get("r", ""): cell for cell in sheet.root.iter(MAIN + "c")} for sheet in self.sheets}

    @cached_property
    def shared_strings(self) -> list[str]:
        if "xl/sharedStrings.xml" not in self.content:
            return []
        return [text_of(item) for item in self.xml("xl/sharedStrings.xml").iter(MAIN + "si")]

    @cached_property
    def defined_names(self) -> list[ET.Element]:
        return list(self.workbook.iter(MAIN + "definedName"))

    @cached_property
    def external_links(self) -> int:
        return len(list(self.workbook.iter(MAIN + "externalReference")))

    @cached_property
    def formulas(self) -> list[Formula]:
        return list(formulas_of(self))

    def count(self, group: str) -> int:
        """How many entries a group of the styles part has."""
        found = self.styles.find(MAIN + group)
        return 0 if found is None else len(found)


def lint(path: Path) -> list[str]:
    """What Excel would repair in a workbook, or what this project does not allow in one; [] if nothing."""
    book = Book(path)
    return [finding for check in CHECKS for finding in check(book)]


def formulas_of(book: Book) -> Iterator[Formula]:
    """Every formula of a workbook: cells, names, conditional formats, validations, tables and charts."""
    for name in book.defined_names:
        if not name.get("name", "").startswith("_xlnm.Print"):
            yield Formula(f"xl/workbook.xml name {name.get('name')}", name.text or "", "name")
    for sheet in book.sheets:
        for cell in sheet.root.iter(MAIN + "c"):
            formula = cell.find(MAIN + "f")
            if formula is not None and formula.text:
                yield Formula(f"{sheet.part} {cell.get('r')}", formula.text, "cell")
        for tag, child, kind in (
            ("conditionalFormatting", "formula", "format"),
            ("dataValidation", "formula1", "validation"),
            ("dataValidation", "formula2", "validation"),
        ):
            for element in sheet.root.iter(MAIN + tag):
                for formula in element.iter(MAIN + child):
                    yield Formula(f"{sheet.part} {kind} {element.get('sqref')}", formula.text or "", kind)
    for table in book.tables:
        for formula in table.root.iter(MAIN + "calculatedColumnFormula"):
            yield Formula(f"{table.part} {table.name}", formula.text or "", "cell")
    for part, root in book.charts.items():
        for formula in root.iter(CHART + "f"):
            yield Formula(part, formula.text or "", "chart")


# The package


def duplicate_entries(book: Book) -> Iterator[str]:
    for name, times in Counter(entry.lower() for entry in book.entries).items():
        if times > 1:
            yield f"{name}: stands {times} times in the zip"


def missing_parts(book: Book) -> Iterator[str]:
    for entry in book.entries:
        if not entry.endswith(".rels"):
            continue
        owner = re.sub(r"_rels/([^/]*)\.rels$", r"\1", entry)
        for relation in book.relations(owner):
            part = target_part(owner, relation)
            if relation.get("TargetMode") != "External" and part not in book.content:
                yield f"{entry} {relation.get('Id')}: {part} is missing"


def external_links(book: Book) -> Iterator[str]:
    if book.external_links or any(entry.startswith("xl/externalLinks/") for entry in book.entries):
        yield "xl/workbook.xml: external link"
    for entry in book.entries:
        if entry.endswith(".rels"):
            for relation in book.xml(entry).iter(RELATION + "Relationship"):
                kind = posixpath.basename(relation.get("Type", ""))
                if relation.get("TargetMode") == "External" and kind != "hyperlink":
                    yield f"{entry} {relation.get('Id')}: external link to {relation.get('Target')}"


# Names


def sheet_names(book: Book) -> Iterator[str]:
    titles = [sheet.get("name", "") for sheet in book.workbook.iter(MAIN + "sheet")]
    for title in repeated(titles):
        yield f"xl/workbook.xml: two sheets are called {title}"
    for title in titles:
        if len(title) > LONGEST_SHEET_NAME or re.search(r"[\[\]:*?/\\]|^'|'$|^$", title):
            yield f"xl/workbook.xml: {title!r} cannot be a sheet's name"


def defined_names(book: Book) -> Iterator[str]:
    keys = [f"{name.get('name', '')} of sheet {name.get('localSheetId', '-')}" for name in book.defined_names]
    for key in repeated(keys):
        yield f"xl/workbook.xml: defined name {key} twice"
    sheets = len(list(book.workbook.iter(MAIN + "sheet")))
    for name in book.defined_names:
        text = name.get("name", "")
        if not text.startswith("_xlnm.") and not is_name(text):
            yield f"xl/workbook.xml: {text!r} cannot be a defined name"
        if int(name.get("localSheetId", 0)) >= sheets:
            yield f"xl/workbook.xml: defined name {text} belongs to a sheet that is not there"


# Tables


def table_names(book: Book) -> Iterator[str]:
    names = [name.get("name", "") for name in book.defined_names if name.get("localSheetId") is None]
    for name in repeated(names + [table.name for table in book.tables]):
        yield f"{name}: two tables, or a table and a defined name, are called so"
    for table in book.tables:
        if not is_name(table.name):
            yield f"{table.part}: {table.name!r} cannot be a table's name"
    for number in repeated(table.root.get("id", "") for table in book.tables):
        yield f"xl/tables: table id {number} twice"


def table_columns(book: Book) -> Iterator[str]:
    for table in book.tables:
        left, _, right, _ = boundaries(table.ref)
        declared = table.root.find(MAIN + "tableColumns")
        count = len(table.columns) if declared is None else int(declared.get("count", len(table.columns)))
        if not len(table.columns) == count == right - left + 1:
            yield f"{table.part} {table.name}: column count {count} does not fit {table.ref}"
        for column in repeated(table.columns):
            yield f"{table.part} {table.name}: duplicate column {column}"


def table_headers(book: Book) -> Iterator[str]:
    for table in book.tables:
        if table.root.get("headerRowCount") == "0":
            continue
        left, top, _, _ = boundaries(table.ref)
        cells = {cell.get("r"): cell for cell in table.sheet.root.iter(MAIN + "c")}
        for offset, column in enumerate(table.columns):
            ref = f"{get_column_letter(left + offset)}{top}"
            shown = cell_text(cells[ref], book) if ref in cells else None
            if shown != column:
                yield f"{table.sheet.part} {ref}: header of {table.name} is {shown!r}, not {column!r}"


def table_filters(book: Book) -> Iterator[str]:
    for table in book.tables:
        left, top, right, bottom = boundaries(table.ref)
        bottom -= int(table.root.get("totalsRowCount", 0))
        for autofilter in table.root.iter(MAIN + "autoFilter"):
            if boundaries(autofilter.get("ref", "")) != (left, top, right, bottom):
                yield f"{table.part} {table.name}: autofilter {autofilter.get('ref')} is not {table.ref}"


def overlapping_ranges(book: Book) -> Iterator[str]:
    for sheet in book.sheets:
        tables = [("table", table.ref) for table in book.tables if table.sheet is sheet]
        merges = [("merge", merge.get("ref", "")) for merge in sheet.root.iter(MAIN + "mergeCell")]
        for (kind, ref), (other_kind, other) in combinations(tables + merges, 2):
            if overlap(ref, other):
                yield f"{sheet.part} {ref}: {kind} overlaps {other_kind} {other}"


# Cells


def cell_order(book: Book) -> Iterator[str]:
    for sheet in book.sheets:
        last_row = 0
        for row in sheet.root.iter(MAIN + "row"):
            number = int(row.get("r", last_row + 1))
            if number <= last_row:
                yield f"{sheet.part}: row order, {number} after {last_row}"
            last_row, last_column = number, 0
            for cell in row.iter(MAIN + "c"):
                cell_row, column = coordinate_to_tuple(cell.get("r", "A1"))
                if cell_row != number or column <= last_column:
                    yield f"{sheet.part} {cell.get('r')}: cell order"
                last_column = column


def cell_texts(book: Book) -> Iterator[str]:
    for sheet in book.sheets:
        for cell in sheet.root.iter(MAIN + "c"):
            place = f"{sheet.part} {cell.get('r')}"
            value = cell.findtext(MAIN + "v")
            if cell.get("t") == "s" and not (value or "").isdigit():
                yield f"{place}: no shared string index"
            elif cell.get("t") == "s" and int(value or 0) >= len(book.shared_strings):
                yield f"{place}: shared string index {value} out of range"
            elif len(cell_text(cell, book)) > LONGEST_TEXT:
                yield f"{place}: string longer than {LONGEST_TEXT}"


def cached_values(book: Book) -> Iterator[str]:
    for sheet in book.sheets:
        for cell in sheet.root.iter(MAIN + "c"):
            place = f"{sheet.part} {cell.get('r')}"
            value = cell.find(MAIN + "v")
            if cell.get("t") == "e" or (value is not None and value.text in ERRORS):
                yield f"{place}: cached value is the error {cell.findtext(MAIN + 'v')}"
            elif cell.find(MAIN + "f") is None:
                continue
            elif value is None or not (value.text or cell.get("t") == "str"):
                yield f"{place}: formula without a cached value"


def columns(book: Book) -> Iterator[str]:
    for sheet in book.sheets:
        cols = sheet.root.iter(MAIN + "col")
        spans = sorted((int(col.get("min", 0)), int(col.get("max", 0))) for col in cols)
        for (_, end), (start, _) in pairwise(spans):
            if start <= end:
                yield f"{sheet.part}: overlapping cols at column {get_column_letter(start)}"


def validations(book: Book) -> Iterator[str]:
    for formula in book.formulas:
        is_list = formula.kind == "validation" and formula.text.startswith('"')
        if is_list and len(formula.text) > LONGEST_LIST + len('""'):
            yield f"{formula.place}: data validation list longer than {LONGEST_LIST}"
    for sheet in book.sheets:
        for validation in sheet.root.iter(MAIN + "dataValidation"):
            for attribute, limit in LONGEST_MESSAGES.items():
                if len(validation.get(attribute, "")) > limit:
                    place = f"{sheet.part} validation {validation.get('sqref')}"
                    yield f"{place}: {attribute} longer than {limit}"


# Styles and charts


def fonts(book: Book) -> Iterator[str]:
    """The SDK asks for one order of a font's children, Excel does not; hence only known ones, each once."""
    for font in book.styles.iter(MAIN + "font"):
        children = [child.tag.removeprefix(MAIN) for child in font]
        for child in {*(set(children) - FONT_CHILDREN), *repeated(children)}:
            yield f"xl/styles.xml: font with an unknown or repeated {child}"


def number_formats(book: Book) -> Iterator[str]:
    """Excel prints the decimal point of 0.## even where no decimal follows: 150 reads "150."."""
    for part, root in (("xl/styles.xml", book.styles), *book.charts.items()):
        for element in root.iter():
            code = element.get("formatCode", "")
            if ".#" in without_quotes(code):
                yield f"{part}: number format {code} leaves a decimal point behind whole numbers"


def style_indices(book: Book) -> Iterator[str]:
    limits = {
        "fontId": book.count("fonts"),
        "fillId": book.count("fills"),
        "borderId": book.count("borders"),
        "xfId": book.count("cellStyleXfs"),
    }
    for xf in book.styles.iter(MAIN + "xf"):
        for attribute, limit in limits.items():
            if int(xf.get(attribute, 0)) >= limit:
                yield f"xl/styles.xml: {attribute} {xf.get(attribute)} out of range"
    formats = book.count("cellXfs")
    for sheet in book.sheets:
        for tag, attribute in (("c", "s"), ("row", "s"), ("col", "style")):
            for element in sheet.root.iter(MAIN + tag):
                if int(element.get(attribute, 0)) >= formats:
                    place = element.get("r") or f"column {element.get('min')}"
                    yield f"{sheet.part} {place}: style {element.get(attribute)} out of range"


def differential_styles(book: Book) -> Iterator[str]:
    limit = book.count("dxfs")
    roots = {sheet.part: sheet.root for sheet in book.sheets}
    roots |= {table.part: table.root for table in book.tables}
    for part, root in roots.items():
        for element in root.iter():
            for attribute, value in element.attrib.items():
                if attribute.lower().endswith("dxfid") and int(value) >= limit:
                    yield f"{part}: {attribute} {value} out of range"


def chart_axes(book: Book) -> Iterator[str]:
    for part, root in book.charts.items():
        axes = {
            axis.get("val")
            for kind in ("catAx", "valAx", "dateAx", "serAx")
            for element in root.iter(CHART + kind)
            for axis in element.findall(CHART + "axId")
        }
        for tag in ("axId", "crossAx"):
            for used in root.iter(CHART + tag):
                if used.get("val") not in axes:
                    yield f"{part}: axis {used.get('val')} undefined"


def chart_sides(book: Book) -> Iterator[str]:
    """What Excel writes into each chart: where an axis stands, whether corners are round, a title that nobody gave.

    Without it a program draws both axes at the left, one over the other, or a title of its own.
    """
    for part, root in book.charts.items():
        lying = any(bars.get("val") == "bar" for bars in root.iter(CHART + "barDir"))
        for kind, upright in (("catAx", lying), ("valAx", not lying)):
            at_sides = [
                place.get("val") in ("l", "r")
                for axis in root.iter(CHART + kind)
                for place in axis.iter(CHART + "axPos")
            ]
            if root.find(f".//{CHART}scatterChart") is not None:
                if kind == "valAx" and sorted(at_sides) != [False, True]:
                    yield f"{part}: of the axes of x and y not one lies and one stands"
            elif any(at_side != upright for at_side in at_sides):
                yield f"{part}: {kind} at a wrong side"
        for tag in ("roundedCorners", "autoTitleDeleted"):
            if root.find(f".//{CHART}{tag}") is None:
                yield f"{part}: without {tag}"


def chart_values(book: Book) -> Iterator[str]:
    """What a chart saves of its cells, for programs that do not calculate: all that they hold, and nothing else."""
    for part, root in book.charts.items():
        names_below = {id(reference) for names in root.iter(CHART + "cat") for reference in names}
        for reference in (*root.iter(CHART + "numRef"), *root.iter(CHART + "strRef")):
            text = reference.findtext(CHART + "f") or ""
            held = book.drawn(text)
            is_text = reference.tag == CHART + "strRef"
            saved = reference.find(CHART + ("strCache" if is_text else "numCache"))
            count = None if saved is None else saved.find(CHART + "ptCount")
            if held is None:
                continue  # what else is wrong with it another check says
            if saved is None or count is None or count.get("val") != str(len(held)):
                yield f"{part}: of {text} no values are saved, or too few"
                continue
            points = {point.get("idx"): point.findtext(CHART + "v") for point in saved.iter(CHART + "pt")}
            shown = {str(at): value for at, value in enumerate(held) if value and (is_text or not value.is_text)}
            if points != {at: value.text for at, value in shown.items()}:
                yield f"{part}: of {text} other values are saved than its cells hold"
            if not is_text and id(reference) in names_below and any(value and value.is_text for value in held):
                yield f"{part}: {text} are texts, and saved as numbers"


# Formulas


def formula_length(book: Book) -> Iterator[str]:
    for formula in book.formulas:
        if len(formula.text) > LONGEST_FORMULA:
            yield f"{formula.place}: formula longer than {LONGEST_FORMULA}"


def formula_contents(book: Book) -> Iterator[str]:
    """Syntax, functions and references; formulas that differ in their cells alone are fine if one of them is."""
    known = Known.of(book)
    fine: set[tuple[str, str]] = set()
    for formula in book.formulas:
        shape = formula.kind, PLAIN_CELL.sub(lambda found: "A1" if found[1] else found[0], formula.text)
        if shape not in fine:
            problems = [f"{formula.place}: {problem}" for problem in formula_problems(formula, known)]
            yield from problems
            if not problems:
                fine.add(shape)


class Known(NamedTuple):
    """What references may lead to, in small letters."""

    sheets: set[str]
    names: set[str]
    tables: dict[str, set[str]]
    external_links: int

    @classmethod
    def of(cls, book: Book) -> Known:
        return cls(
            {sheet.title.lower() for sheet in book.sheets},
            {name.get("name", "").lower() for name in book.defined_names},
            {table.name.lower(): {column.lower() for column in table.columns} for table in book.tables},
            book.external_links,
        )


def formula_problems(formula: Formula, known: Known) -> Iterator[str]:
    if not formula.text.strip() or formula.text.startswith("="):
        yield "formula is empty or begins with ="
    if re.search(r"\$(?![A-Za-z0-9])", without_quotes(formula.text)):
        yield "dangling $"
    try:
        items: list[Token] = Tokenizer("=" + formula.text).items
    except (TokenizerError, IndexError):  # IndexError: a bracket that was never opened
        yield "formula cannot be read"
        return
    if not balanced(items):
        yield "unbalanced brackets"
    for token in items:
        if token.type == Token.FUNC and token.subtype == Token.OPEN:
            yield from function_problems(token, formula.kind)
        elif token.type == Token.OPERAND and token.subtype == Token.ERROR:
            yield f"{token.value} in a formula"
        elif token.type == Token.OPERAND and token.subtype == Token.RANGE:
            yield from reference_problems(token.value, known)
            if STRUCTURED.fullmatch(token.value) and formula.kind in PLAIN_REFERENCES_ONLY:
                yield f"{token.value}, where Excel takes no part of a table"


def function_problems(token: Token, kind: str) -> Iterator[str]:
    written = token.value.rstrip("(").upper()
    name = re.sub(r"^(_XLFN\.)?(_XLWS\.)?", "", written)
    if name in NEEDS_PREFIX and not written.startswith("_XLFN."):
        yield f"{name} needs the prefix _xlfn."
    if name in FORBIDDEN:
        yield f"{name} is not used in this project"
    if name.startswith("VDI_") and kind == "format":
        yield f"{name} in a conditional format"


def reference_problems(text: str, known: Known) -> Iterator[str]:
    """What is wrong with a reference: to a cell, a range, a name or a part of a table."""
    if link := re.match(r"'?\[(\d+)\]", text):
        yield f"{text} links to another workbook" + (
            ", which is not there" if int(link[1]) > known.external_links else ""
        )
        return
    prefix = SHEET_PREFIX.match(text)
    if prefix:
        title = (prefix[1] or prefix[2]).replace("''", "'")
        if title.lower() not in known.sheets:
            yield f"{text} refers to a sheet that is not there"
    rest = SHEET_PREFIX.sub("", text)
    structured = STRUCTURED.fullmatch(rest)
    if structured:
        yield from structured_problems(text, structured[1].lower(), structured[2], known.tables)
    elif rest.lower() in known.tables:
        yield f"{text}: a table's name alone is not known to every spreadsheet program"
    elif not AREA.fullmatch(rest) and rest.lower() not in known.names:
        yield f"{text} is neither a cell nor a defined name"


def structured_problems(text: str, table: str, inside: str, tables: dict[str, set[str]]) -> Iterator[str]:
    if table not in tables:
        yield f"{text} refers to a table that is not there"
        return
    if inside.startswith("@") or ("#headers" in inside.lower() and not ONE_HEADER.fullmatch(inside)):
        yield f"{text} is not known to every spreadsheet program"
        return
    for item in BRACKETED.findall(inside) if inside.startswith("[") else [inside]:
        if not item.startswith("#") and re.sub(r"'(.)", r"\1", item).lower() not in tables[table]:
            yield f"{text} refers to a column that is not there"


# Small helpers


def balanced(items: Iterable[Token]) -> bool:
    depth = 0
    for token in items:
        depth += (token.subtype == Token.OPEN) - (token.subtype == Token.CLOSE)
        if depth < 0:
            return False
    return depth == 0


def is_name(text: str) -> bool:
    return bool(NAME.fullmatch(text)) and not LOOKS_LIKE_A_CELL.fullmatch(text) and len(text) <= 255


def repeated(names: Iterable[str]) -> list[str]:
    """The names that come more than once; Excel ignores case."""
    return [name for name, times in Counter(name.lower() for name in names).items() if times > 1]


def boundaries(ref: str) -> tuple[int, int, int, int]:
    """Left, top, right, bottom of a range of cells."""
    left, top, right, bottom = (int(edge or 0) for edge in range_boundaries(ref))
    return left, top, right, bottom


def overlap(one: str, other: str) -> bool:
    left, top, right, bottom = boundaries(one)
    left_2, top_2, right_2, bottom_2 = boundaries(other)
    return left <= right_2 and left_2 <= right and top <= bottom_2 and top_2 <= bottom


def cell_text(cell: ET.Element, book: Book) -> str:
    value = cell.findtext(MAIN + "v") or ""
    if cell.get("t") == "s":
        index = int(value) if value.isdigit() else len(book.shared_strings)
        return book.shared_strings[index] if index < len(book.shared_strings) else ""
    return text_of(cell) if cell.get("t") == "inlineStr" else value


def text_of(element: ET.Element) -> str:
    return unescaped("".join(text.text or "" for text in element.iter(MAIN + "t")))


def unescaped(text: str) -> str:
    r"""Text with its `_x000a_` written out.

    >>> unescaped("IOPS_x000a_per VM")
    'IOPS\nper VM'
    """
    return re.sub(r"_x([0-9A-Fa-f]{4})_", lambda match: chr(int(match[1], 16)), text)


def without_quotes(formula: str) -> str:
    return re.sub(r"\"[^\"]*\"|'[^']*'", "", formula)


def target_part(part: str, relation: ET.Element) -> str:
    """The part that a relation of `part` leads to."""
    target = relation.get("Target", "")
    return posixpath.normpath(posixpath.join("/", posixpath.dirname(part), target)).lstrip("/")


CHECKS: tuple[Callable[[Book], Iterator[str]], ...] = (
    duplicate_entries,
    missing_parts,
    external_links,
    sheet_names,
    defined_names,
    table_names,
    table_columns,
    table_headers,
    table_filters,
    overlapping_ranges,
    cell_order,
    cell_texts,
    cached_values,
    columns,
    validations,
    fonts,
    number_formats,
    style_indices,
    differential_styles,
    chart_axes,
    chart_sides,
    chart_values,
    formula_length,
    formula_contents,
)
