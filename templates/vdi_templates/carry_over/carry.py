"""What people added to a workbook comes into the one that is made of its inputs; what cannot come is told."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from xml.etree.ElementTree import Element, SubElement

from openpyxl.utils import get_column_letter

from vdi_sizing.inputs import same_name
from vdi_templates.audit.check import readable
from vdi_templates.audit.contents import sheets_by_new_names
from vdi_templates.audit.finding import in_words, shortened
from vdi_templates.audit.package import Package, ZipParts, made_parts
from vdi_templates.audit.sheet import Cell, Value
from vdi_templates.carry_over.comments import comments_on, write_comments
from vdi_templates.carry_over.editor import Editor
from vdi_templates.carry_over.looks import Looks, styles_part
from vdi_templates.carry_over.losses import Losses
from vdi_templates.carry_over.parts import Parts
from vdi_templates.carry_over.people import BESIDE, ENTRY, INPUT_FORMULA, OWN_COLUMN, Addition, OfSheet
from vdi_templates.carry_over.places import Book, Places, place_of
from vdi_templates.carry_over.references import Rewriter
from vdi_templates.carry_over.sheets import AddedSheets
from vdi_templates.carry_over.shipped import look_through
from vdi_templates.carry_over.trees import bare_tree, written
from vdi_templates.reading.coordinates import row_and_column
from vdi_templates.reading.reader import Reader
from vdi_templates.report.ranges import SHEET as RANGES
from vdi_templates.workbook import book as workbook_book
from vdi_templates.workbook.brand import is_declaration
from vdi_templates.workbook.save import packed, workbook_bytes

_OURS = re.compile(r"(design|settings|sensitivity|cost)_\w+|stands|_xl.*|__Anonymous.*", re.IGNORECASE)
_PRINT_NAMES = ("_xlnm.Print_Area", "_xlnm.Print_Titles")
_FORMER = ("Python check", "Prüfung durch Python")
"""Sheets that former versions calculated and that have no place any more, in each language."""
_LONGEST_NAME = 31
_WORDS = {
    ENTRY: "entry",
    OWN_COLUMN: "cell in columns of your own",
    BESIDE: "cell beside ours",
    INPUT_FORMULA: "formula of your own",
}
_SEVERAL = {"entry": "entries", "comment": "comments", "height of a row": "heights of rows"}


@dataclass
class Carried:
    """The workbook with what people added, what that was, and what of it could not come."""

    workbook: bytes
    kept: list[str] = field(default_factory=list)
    lost: list[str] = field(default_factory=list)


def carried_over(path: Path, reader: Reader, book: workbook_book.Book) -> Carried:
    """The finished .xlsx of a book that was made of the inputs of a file, with what people added to that file.

    Parameters
    ----------
    path : Path
        The file.
    reader : Reader
        The one that read it, with its scenario.
    book : Book
        What was built of it.
    """
    made = workbook_bytes(book)
    with readable(path):
        ours = made_parts(made)
        theirs = ZipParts(path)  # each part when it is asked for: nobody asks for the pictures of a large file
        if theirs.keys() == ours.keys() and all(theirs[name] == part for name, part in ours.items()):
            return Carried(made)
        return _Carrier(Package(theirs), ours, reader, book).carried(made)


class _Carrier:
    """One workbook on its way into another."""

    def __init__(self, found: Package, ours: dict[str, bytes], reader: Reader, book: workbook_book.Book) -> None:
        self._found = found
        self._parts = Parts(ours)
        self._before = dict(ours)
        made = Package(self._before)
        self._looks = Looks(found, made)
        self._theirs = Book(found)
        self._losses = Losses()
        self._counts: Counter[tuple[str, str]] = Counter()
        self._kept: list[str] = []
        names = self._sheet_names(made)
        self._places = Places(self._theirs, Book(made), reader, names, self._looks.is_shipped)
        self._seen = look_through(self._places, self._looks, reader, book)
        self._added = self._names_of_added()
        self._rewriter = Rewriter(self._places, self._added)

    def _sheet_names(self, made: Package) -> dict[str, str]:
        """Of their sheets those that are ours, with the names that they bear here."""
        renamed = sheets_by_new_names(self._found, made)
        ours = {sheet.name for sheet in made.sheets}
        return {
            name: renamed.get(name, name)
            for name in self._theirs.names
            if (name in ours or name in renamed) and self._is_ours(name)
        }

    def _is_ours(self, name: str) -> bool:
        """Whether a sheet begins as each of ours does: with a title in our style."""
        style = self._theirs.title_style(name)
        return style is not None and self._looks.is_shipped(style)

    def _names_of_added(self) -> dict[str, str]:
        """The sheets that people added, with the names that they bear here: a name of ours is taken."""
        taken = {name.casefold() for name in self._places.ours.names}
        found = {}
        for entry in self._found.sheets:
            if entry.name in self._places.shipped:
                continue
            if entry.name in _FORMER and self._is_ours(entry.name):
                self._say_of_former(entry.name)
            elif entry.name == RANGES and self._is_ours(entry.name):
                said = "what was drawn from the inputs of then is not carried over: draw it anew with vdi-sizing ranges"
                self._losses.say(entry.name, "", said)
            elif entry.kind != "worksheet":
                self._losses.say(entry.name, "", "a sheet of this kind, without cells, is not carried over")
            else:
                found[entry.name] = _free(entry.name, taken)
                taken.add(found[entry.name].casefold())
        return found

    def _say_of_former(self, name: str) -> None:
        """What was calculated on a sheet that has gone is missed by nobody; what people wrote on it is told."""
        gone = "is not kept, since this sheet is not in the workbook any more"
        sheet = self._theirs.sheet(name)
        for place, cell in sheet.cells.items():
            if cell.filled and not self._looks.is_shipped(cell.style):
                self._losses.say(name, place, f"{_said(cell)} {gone}")
        for comment in comments_on(self._found, sheet.entry.part):
            self._losses.say(name, comment.cell, f'the comment "{shortened(comment.text)}" {gone}')

    def carried(self, made: bytes) -> Carried:
        """All of it."""
        self._losses.sentences += [*self._seen.undone(set(self._places.shipped.values())), *self._seen.typed_over]
        for name, people in self._seen.people.items():
            self._carry_sheet(name, people)
        sheets = AddedSheets(self._parts, self._looks, self._rewriter, self._losses, fresh=self._seen.values_hold)
        for name, called in self._added.items():
            sheets.add(self._theirs.sheet(name), called)
            self._kept.append(f"the sheet {called}" + (f", which was called {name}" if called != name else ""))
        self._carry_names()
        if self._parts.contents == self._before:
            return Carried(made, [], self._losses.sentences)
        self._parts.contents[styles_part(self._places.ours.package)] = self._looks.part()
        kept = [f"{_counted(count, what)}{where}" for (what, where), count in self._counts.items()]
        return Carried(packed(self._parts.contents), [*kept, *self._kept], self._losses.sentences)

    # --- on our sheets --------------------------------------------------------------------------------

    def _carry_sheet(self, name: str, people: OfSheet) -> None:
        part = next(entry.part for entry in self._places.ours.package.sheets if entry.name == people.grid.name)
        editor = Editor(self._parts.contents[part])
        self._carry_cells(name, people, editor)
        self._carry_sizes(people, editor)
        self._carry_comments(name, people, editor, part)
        self._parts.contents[part] = editor.part()
        if people.grid.own_columns:
            self._widen_tables(people, part)

    def _carry_cells(self, name: str, people: OfSheet, editor: Editor) -> None:
        for addition in people.cells:
            place = people.grid.at(addition.row, addition.column)
            found = place_of(addition.row, addition.column)
            if place is None:
                self._losses.say(name, found, f"{_said(addition.cell)} has no certain place any more; it is not kept")
                continue
            if addition.kind == INPUT_FORMULA:
                self._carry_input(people, name, addition, place, editor)
                continue
            there = people.grid.ours.cells.get(place_of(*place))
            if there is not None and there.filled:
                words = f"{_said(addition.cell)} is not kept: {_said(there)} stands there now"
                self._losses.say(name, found, words)
                continue
            cell = self._moved(name, found, addition.cell)
            own_look = there is not None and self._looks.is_shipped(addition.cell.style)
            editor.put(*place, cell, None if own_look else self._looks.style(addition.cell.style))
            self._counts[_WORDS[addition.kind], f" on {people.grid.name}"] += 1

    def _carry_input(
        self, people: OfSheet, name: str, addition: Addition, place: tuple[int, int], editor: Editor
    ) -> None:
        """An input that somebody calculates: the formula stays with the value that was read, if it still is entered.

        One that nobody can take apart stays as it stands; one whose cells are gone would be an error in its place.
        """
        found = place_of(addition.row, addition.column)
        text = self._rewriter.formula(str(addition.cell.formula), name)
        if self._rewriter.gone or addition.cell.formula is None or addition.cell.value is None:
            said = f"the formula {shortened(str(addition.cell.formula))} became the value that it had"
            self._losses.say(name, found, said)
            return
        is_read = self._rewriter.is_read
        there = people.grid.ours.cells.get(place_of(*place))
        if there is not None and not _same(there.value, addition.cell.value):
            formula = shortened(str(addition.cell.formula))
            self._losses.say(name, found, f"the formula {formula} is not kept: {_said(there)} is entered there now")
            return
        if not is_read:
            self._losses.unread(name, found, addition.cell.formula)
        editor.put(*place, addition.cell._replace(formula=text), None)
        self._counts[_WORDS[INPUT_FORMULA], f" for an input on {name}"] += 1

    def _moved(self, name: str, found: str, cell: Cell) -> Cell:
        """A cell with its formula as it has to be here, and its value as long as that holds."""
        if cell.formula is None:
            return cell
        array = cell.formula.startswith("{=")
        text = self._rewriter.formula(cell.formula.strip("{}") if array else cell.formula, name)
        if not self._rewriter.is_read:
            self._losses.unread(name, found, cell.formula)
            return cell
        self._losses.reference(name, found, cell.formula, self._rewriter.gone)
        holds = self._seen.values_hold and not self._rewriter.gone
        value = cell.value if holds else self._rewriter.value_of(text)
        return cell._replace(formula=f"{{{text}}}" if array else text, value=value)

    def _carry_sizes(self, people: OfSheet, editor: Editor) -> None:
        for column, width in people.widths.items():
            to = people.grid.columns.at(column)
            if to is not None:
                editor.width(to, width)
        for row, points in people.heights.items():
            to = people.grid.rows.at(row)
            if to is not None:
                editor.height(to, points)
        for count, what in ((len(people.widths), "width of a column"), (len(people.heights), "height of a row")):
            if count:
                self._counts[what, f" on {people.grid.name}"] += count

    def _carry_comments(self, name: str, people: OfSheet, editor: Editor, part: str) -> None:
        placed = []
        for comment in people.comments:
            row, column = row_and_column(comment.cell)
            place = people.grid.at(row, column)
            if place is None:
                by = f" of {comment.author}" if comment.author else ""
                said = f'the comment{by} is not kept, since its line is not here any more: "{shortened(comment.text)}"'
                self._losses.say(name, comment.cell, said)
            else:
                placed.append((*place, comment))
        if placed:
            write_comments(self._parts, editor.root, part, placed)
            self._counts["comment", f" on {people.grid.name}"] += len(placed)

    def _widen_tables(self, people: OfSheet, part: str) -> None:
        """A table of ours takes in the columns of somebody's own that stood within it."""
        for link in self._parts.package.links_of_kind(part, "table"):
            table = bare_tree(self._parts.contents[link.target])
            theirs = next((each for each, _, _ in people.grid.tables if each.name == table.get("displayName")), None)
            own = people.grid.own_columns_of(theirs) if theirs is not None else {}
            if own:
                _add_columns(table, list(own.values()))
                self._parts.contents[link.target] = written(table)

    # --- names ----------------------------------------------------------------------------------------

    def _carry_names(self) -> None:
        """The names that people gave to cells, and those of the sheets that they added."""
        workbook = self._parts.package.workbook_part
        root = bare_tree(self._parts.contents[workbook])
        group = root.find("definedNames")
        sheets = [sheet.get("name", "") for sheet in root.iterfind("sheets/sheet")]
        assert group is not None
        known = {name.get("name", "").casefold() for name in group}
        count = len(group)
        for element in self._found.workbook.iter("definedName"):
            self._carry_name(element, group, sheets, known)
        if len(group) > count:
            self._parts.contents[workbook] = written(root)

    def _carry_name(self, element: Element, group: Element, sheets: list[str], known: set[str]) -> None:
        name, number = element.get("name", ""), element.get("localSheetId")
        theirs = self._theirs.names
        home = theirs[int(number)] if number is not None and int(number) < len(theirs) else ""
        printed = home in self._added and name in _PRINT_NAMES
        if not printed and (_OURS.fullmatch(name) or is_declaration(name) or name.casefold() in known):
            return
        if number is not None and home not in self._added:
            return
        text = self._rewriter.reference(element.text or "", home or theirs[0])
        if self._rewriter.gone or not self._rewriter.is_read:
            stood = f"the name {shortened(name)} stood for {shortened(element.text or '')}"
            self._losses.say("", "", f"{stood}, whose place is not certain; it is not kept")
            return
        local = {"localSheetId": str(sheets.index(self._added[home]))} if home in self._added else {}
        SubElement(group, "definedName", {"name": name, **local}).text = text
        if not printed:
            self._counts["name of your own", ""] += 1


def _add_columns(table: Element, headers: list[str]) -> None:
    """Columns more at the right of a table."""
    first, _, last = table.get("ref", "").partition(":")
    row, column = row_and_column(last)
    reference = f"{first}:{get_column_letter(column + len(headers))}{row}"
    table.set("ref", reference)
    for each in table.iter("autoFilter"):
        each.set("ref", reference)
    columns = table.find("tableColumns")
    assert columns is not None
    for header in headers:
        number = str(max(int(each.get("id", "0")) for each in columns) + 1)
        SubElement(columns, "tableColumn", {"id": number, "name": header})
    columns.set("count", str(len(columns)))


def _free(name: str, taken: set[str]) -> str:
    """A name for a sheet that no other has."""
    called, number = name, 2
    while called.casefold() in taken:
        called = f"{name[: _LONGEST_NAME - 4]} ({number})"
        number += 1
    return called


def _counted(count: int, what: str) -> str:
    """A number of things that were kept.

    >>> _counted(2, "entry"), _counted(2, "cell beside ours")
    ('2 entries', '2 cells beside ours')
    """
    first, _, rest = what.partition(" ")
    several = _SEVERAL.get(what) or f"{first}s {rest}".strip()
    return f"{count} {what if count == 1 else several}"


def _same(entered: Value, calculated: Value) -> bool:
    """Whether what is entered is what a formula gave: numbers, and names as they are compared."""
    if isinstance(entered, str) and isinstance(calculated, str):
        return same_name(entered, calculated)
    return entered == calculated


def _said(cell: Cell) -> str:
    return in_words(cell.formula or cell.value)
