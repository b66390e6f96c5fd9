"""Sheets that people added, with all that stands on them: they come into the workbook behind its own sheets."""

from __future__ import annotations

import re
from collections.abc import Iterator
from copy import deepcopy
from xml.etree.ElementTree import Element, SubElement
from xml.sax.saxutils import escape, unescape

from vdi_templates.audit.package import Link, SheetEntry
from vdi_templates.audit.sheet import Sheet, Value, numbered_rows, placed_cells
from vdi_templates.carry_over.comments import comments_on, write_comments
from vdi_templates.carry_over.looks import Looks
from vdi_templates.carry_over.losses import Losses
from vdi_templates.carry_over.parts import Parts, content_type_of, full_links
from vdi_templates.carry_over.references import GONE, Rewriter
from vdi_templates.carry_over.trees import bare_tree, foreign_tags, group_of, saved_text, written
from vdi_templates.reading.coordinates import row_and_column
from vdi_templates.workbook.save import as_saved_text

_WORKSHEET = "application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml"
_TABLE = "application/vnd.openxmlformats-officedocument.spreadsheetml.table+xml"
_REFERENCE = re.compile(rb"(<(?:\w+:)?f>)([^<]*)(</)")
_SAVED = re.compile(rb"<((?:\w+:)?(?:num|str|multiLvlStr)Cache)>.*?</\1>", re.DOTALL)
"""What a chart keeps of the cells that it draws."""
_COPIED = ("drawing", "image")
_NOT_COPIED = {
    "pivotTable": "a pivot table",
    "slicer": "a slicer",
    "timeline": "a timeline",
    "oleObject": "an embedded object",
    "package": "an embedded object",
    "control": "a control",
    "ctrlProp": "a control",
    "queryTable": "a query of data outside",
}
_NOT_KEPT_ELEMENTS = ("legacyDrawing", "legacyDrawingHF", "oleObjects", "controls", "customProperties", "tableParts")
_FOREIGN = {
    "conditionalFormatting": "conditional formats of a kind that only newer programs have",
    "dataValidation": "rules on what one may enter that name another sheet",
    "sparklineGroup": "small charts in cells",
    "slicerList": "slicers",
}
_FORMULAS = ("conditionalFormatting/cfRule/formula", "dataValidations/dataValidation/formula1")
_MORE_FORMULAS = "dataValidations/dataValidation/formula2"


class AddedSheets:
    """The sheets that people added, while they are put into the workbook `parts`."""

    def __init__(self, parts: Parts, looks: Looks, rewriter: Rewriter, losses: Losses, *, fresh: bool) -> None:
        self._parts, self._looks, self._rewriter, self._losses = parts, looks, rewriter, losses
        self._fresh = fresh

    def add(self, sheet: Sheet, name: str) -> None:
        """Put a sheet in, under a name that no other has."""
        theirs = sheet.package
        root = bare_tree(theirs.parts[sheet.entry.part])
        part = self._parts.free_name("xl/worksheets/sheet1.xml")
        self._say_what_is_lost(sheet)
        self._cells(sheet, root)
        self._restyle(sheet, root)
        for element in [each for each in root if each.tag in _NOT_KEPT_ELEMENTS]:
            root.remove(element)
        self._parts.add(part, b"", _WORKSHEET)
        self._links(sheet, part)
        self._tables(sheet, root, part)
        _plain_frame(root)
        comments = [(*row_and_column(each.cell), each) for each in comments_on(theirs, sheet.entry.part)]
        if comments:
            write_comments(self._parts, root, part, comments)
        self._parts.contents[part] = written(root)
        self._enlist(sheet.entry, name, part)

    def _say_what_is_lost(self, sheet: Sheet) -> None:
        content = sheet.package.parts[sheet.entry.part]
        foreign = foreign_tags(content)
        found = [words for tag, words in _FOREIGN.items() if tag in foreign]
        kinds = {link.kind for link in sheet.package.links(sheet.entry.part).values()}
        found += sorted({words for kind, words in _NOT_COPIED.items() if kind in kinds})
        for words in found:
            self._losses.say(sheet.name, "", f"{words} on this sheet is not carried over; the sheet itself is")

    # --- cells ----------------------------------------------------------------------------------------

    def _cells(self, sheet: Sheet, root: Element) -> None:
        texts = self._shared_texts(sheet)
        for row, number in numbered_rows(group_of(root, "sheetData")):
            for place, cell in placed_cells(row, number):
                cell.set("r", place)
                formula = sheet.cells[place].formula
                if formula is not None:
                    self._formula(sheet, cell, formula)
                    continue
                for filled_down in cell.findall("f"):  # from a formula that nobody can take apart
                    cell.remove(filled_down)
                    said = "a formula filled down to here cannot be taken apart: it became the value that it had"
                    self._losses.say(sheet.name, place, said)
                if cell.get("t") == "s":
                    _inline(cell, texts)

    @staticmethod
    def _shared_texts(sheet: Sheet) -> list[Element]:
        package = sheet.package
        links = package.links_of_kind(package.workbook_part, "sharedStrings")
        return bare_tree(package.parts[links[0].target]).findall("si") if links else []

    def _formula(self, sheet: Sheet, cell: Element, formula: str) -> None:
        element = cell.find("f")
        if element is None:
            return
        if element.get("t") == "dataTable":
            cell.remove(element)
            self._losses.say(sheet.name, cell.get("r", ""), "a what-if table keeps its values, and not its formula")
            return
        array = formula.startswith("{=")
        text = self._rewriter.formula(formula.strip("{}") if array else formula, sheet.name)
        if not self._rewriter.is_read:
            self._losses.unread(sheet.name, cell.get("r", ""), formula)
        self._losses.reference(sheet.name, cell.get("r", ""), formula, self._rewriter.gone)
        kept = {"t": "array", "ref": element.get("ref", cell.get("r", ""))} if array else {}
        element.attrib.clear()
        element.attrib.update(kept)
        element.text = text[1:]
        if self._rewriter.is_read and (not self._fresh or self._rewriter.gone):
            value = None if array else self._rewriter.value_of(text)
            _put_value(cell, value)

    def _restyle(self, sheet: Sheet, root: Element) -> None:
        for element, name in _styled(root):
            if name in element.attrib:
                element.set(name, str(self._looks.style(int(element.get(name, "0")))))
        for rule in root.iterfind("conditionalFormatting/cfRule"):
            if "dxfId" in rule.attrib:
                rule.set("dxfId", str(self._looks.rule(int(rule.get("dxfId", "0")))))
        for path in (*_FORMULAS, _MORE_FORMULAS):
            for element in root.iterfind(path):
                element.text = self._reference(sheet, element.text or "")
        for link in root.iterfind("hyperlinks/hyperlink"):
            if link.get("location"):
                link.set("location", self._reference(sheet, link.get("location", "")))

    def _reference(self, sheet: Sheet, text: str) -> str:
        if text.startswith('"') or not text:
            return text
        moved = self._rewriter.reference(text, sheet.name)
        if not self._rewriter.is_read:
            self._losses.unread(sheet.name, "", text)
        self._losses.reference(sheet.name, "", text, self._rewriter.gone)
        return moved

    # --- what the sheet leads to ----------------------------------------------------------------------

    def _links(self, sheet: Sheet, part: str) -> None:
        for number, kind, link in full_links(sheet.package, sheet.entry.part):
            if link.outside and link.kind == "hyperlink":
                self._parts.lead(part, kind, link.target, number=number, outside=True)
            elif link.kind in _COPIED and not link.outside:
                self._parts.lead(part, kind, self._copied(sheet, link, {}), number=number)

    def _copied(self, sheet: Sheet, link: Link, copied: dict[str, str]) -> str:
        """The name under which a part of theirs stands in ours, with all that it leads to."""
        theirs, source = sheet.package, link.target
        if source in copied:
            return copied[source]
        name = copied[source] = self._parts.free_name(source)
        content = theirs.parts[source]
        if link.kind == "chart":
            content = self._chart(sheet, content)
        ending = name.rpartition(".")[2]
        if ending in ("xml", "rels", "vml"):
            self._parts.add(name, content, content_type_of(theirs, source))
        else:
            self._parts.ending(ending, content_type_of(theirs, source))
            self._parts.add(name, content, "")
        for number, kind, onward in full_links(theirs, source):
            if onward.outside:
                self._parts.lead(name, kind, onward.target, number=number, outside=True)
            elif onward.target in theirs.parts:
                self._parts.lead(name, kind, self._copied(sheet, onward, copied), number=number)
        return name

    def _chart(self, sheet: Sheet, content: bytes) -> bytes:
        """A chart that draws the same cells, wherever they stand now; what they held is kept where it holds."""

        def moved(found: re.Match[bytes]) -> bytes:
            text = unescape(found[2].decode(), {"&apos;": "'", "&quot;": '"'})
            reference = self._rewriter.reference(text.strip("()"), sheet.name)
            if not self._rewriter.is_read:
                self._losses.unread(sheet.name, "", text)
            if GONE in reference:
                self._losses.say(sheet.name, "", f"a chart drew {text}, which is no longer there")
            return found[1] + escape(reference).encode() + found[3]

        return _REFERENCE.sub(moved, content if self._fresh else _SAVED.sub(b"", content))

    def _tables(self, sheet: Sheet, root: Element, part: str) -> None:
        taken = [name for name in self._parts.contents if name.startswith("xl/tables/")]
        ours = [self._parts.package.xml(name) for name in taken]
        numbers = [int(table.get("id", "0")) for table in ours]
        names = {table.get("displayName", "").casefold() for table in ours}
        group = Element("tableParts")
        for link in sheet.package.links_of_kind(sheet.entry.part, "table"):
            table = bare_tree(sheet.package.parts[link.target])
            if table.get("displayName", "").casefold() in names:
                said = f"the table {table.get('displayName')} is plain cells now, since a table of ours bears its name"
                self._losses.say(sheet.name, table.get("ref", ""), said)
                continue
            numbers.append(max(numbers, default=0) + 1)
            self._adapt_table(sheet, table, numbers[-1])
            name = self._parts.free_name("xl/tables/table1.xml")
            self._parts.add(name, written(table), _TABLE)
            SubElement(group, "tablePart", {"r:id": self._parts.lead(part, "table", name)})
        if len(group):
            group.set("count", str(len(group)))
            root.append(group)

    def _adapt_table(self, sheet: Sheet, table: Element, number: int) -> None:
        table.set("id", str(number))
        for element in table.iter():
            for name in [name for name in element.attrib if name.endswith("DxfId")]:
                element.set(name, str(self._looks.rule(int(element.get(name, "0")))))
            element.attrib.pop("queryTableFieldId", None)
            if element.tag in ("calculatedColumnFormula", "totalsRowFormula") and element.text:
                element.text = self._reference(sheet, element.text)

    def _enlist(self, entry: SheetEntry, name: str, part: str) -> None:
        package = self._parts.package
        book = package.workbook_part
        root = bare_tree(self._parts.contents[book])
        sheets = root.find("sheets")
        assert sheets is not None
        number = max(int(each.get("sheetId", "0")) for each in sheets) + 1
        link = self._parts.lead(book, "worksheet", part)
        state = {} if entry.state == "visible" else {"state": entry.state}
        SubElement(sheets, "sheet", {"name": name, "sheetId": str(number), **state, "r:id": link})
        self._parts.contents[book] = written(root)


def _styled(root: Element) -> Iterator[tuple[Element, str]]:
    """What has a style on a sheet, and under which name."""
    for column in root.iterfind("cols/col"):
        yield column, "style"
    for row in root.iterfind("sheetData/row"):
        yield row, "s"
        for cell in row:
            yield cell, "s"


def _inline(cell: Element, texts: list[Element]) -> None:
    """A text of theirs that stands in a list stands in the cell itself."""
    value = cell.find("v")
    number = int(value.text or "0") if value is not None else len(texts)
    if value is not None:
        cell.remove(value)
    cell.attrib.pop("t")
    if number < len(texts):
        cell.set("t", "inlineStr")
        text = SubElement(cell, "is")
        text.extend(deepcopy(child) for child in texts[number])


def _put_value(cell: Element, value: Value) -> None:
    """The value of a formula; without one the next program that opens the file calculates it."""
    for old in cell.findall("v"):
        cell.remove(old)
    cell.attrib.pop("t", None)
    if isinstance(value, str):
        cell.set("t", "str")
        saved_text(cell, as_saved_text(value))
    elif isinstance(value, float):
        SubElement(cell, "v").text = repr(value)


def _plain_frame(root: Element) -> None:
    """Without what belongs to a printer, a window or a program."""
    for element in root.iter("pageSetup"):
        element.attrib.pop("r:id", None)
    for element in root.iter("sheetView"):
        element.attrib.pop("tabSelected", None)
    for element in root.iter("sheetPr"):
        element.attrib.pop("codeName", None)
