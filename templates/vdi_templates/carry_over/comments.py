"""Comments and notes on cells: read from one workbook, and written as notes into another."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple
from xml.etree.ElementTree import Element, SubElement

from openpyxl.utils import get_column_letter

from vdi_templates.audit.package import Package
from vdi_templates.audit.sheet import rich_text
from vdi_templates.carry_over.parts import Parts
from vdi_templates.carry_over.trees import put_in_order, text_element, written
from vdi_templates.workbook.save import as_saved_text

_THREADED = re.compile(r"\[Threaded comment\].*?(?:Comment|Kommentar):\s*", re.DOTALL)
_COMMENTS = "application/vnd.openxmlformats-officedocument.spreadsheetml.comments+xml"
_VML = "application/vnd.openxmlformats-officedocument.vmlDrawing"
_LETTERS_PER_LINE, _POINTS_PER_LINE, _MOST_LINES = 34, 13, 30
_FRAME = (
    '<xml xmlns:v="urn:schemas-microsoft-com:vml" xmlns:o="urn:schemas-microsoft-com:office:office" '
    'xmlns:x="urn:schemas-microsoft-com:office:excel"><o:shapelayout v:ext="edit"><o:idmap v:ext="edit" data="1"/>'
    '</o:shapelayout><v:shapetype id="_x0000_t202" coordsize="21600,21600" o:spt="202" '
    'path="m,l,21600r21600,l21600,xe">'
    '<v:stroke joinstyle="miter"/><v:path gradientshapeok="t" o:connecttype="rect"/></v:shapetype>{shapes}</xml>'
)
_SHAPE = (
    '<v:shape id="_x0000_s{number}" type="#_x0000_t202" style="position:absolute;width:{width}pt;height:{height}pt;'
    'z-index:1;visibility:hidden" fillcolor="#ffffe1" o:insetmode="auto"><v:fill color2="#ffffe1"/>'
    '<v:shadow color="black" obscured="t"/><v:path o:connecttype="none"/>'
    '<v:textbox style="mso-direction-alt:auto"><div style="text-align:left"></div></v:textbox>'
    '<x:ClientData ObjectType="Note"><x:MoveWithCells/><x:SizeWithCells/><x:Anchor>{anchor}</x:Anchor>'
    "<x:AutoFill>False</x:AutoFill><x:Row>{row}</x:Row><x:Column>{column}</x:Column></x:ClientData></v:shape>"
)


class Comment(NamedTuple):
    """A comment on a cell."""

    cell: str
    author: str
    text: str


def comments_on(package: Package, part: str) -> Iterator[Comment]:
    """The comments on a sheet; of a conversation all that was said, since old programs see only its first words."""
    threads = _threads(package, part)
    for link in package.links_of_kind(part, "comments"):
        tree = package.xml(link.target)
        authors = [author.text or "" for author in tree.iter("author")]
        for comment in tree.iter("comment"):
            cell, text = comment.get("ref", ""), comment.find("text")
            said = "" if text is None else _THREADED.sub("", rich_text(text), count=1)
            number = int(comment.get("authorId", "0"))
            author = authors[number] if number < len(authors) else ""
            if cell in threads:
                author, said = threads[cell][0].author, "\n".join(_said(each) for each in threads[cell])
            yield Comment(cell, "" if author.startswith("tc=") else author.strip(), said)


def _said(comment: Comment) -> str:
    return f"{comment.author}: {comment.text}" if comment.author else comment.text


def _threads(package: Package, part: str) -> dict[str, list[Comment]]:
    """What was said in the conversations on a sheet, by the cell."""
    people = {}
    for link in package.links_of_kind(package.workbook_part, "person"):
        for person in package.xml(link.target).iter("person"):
            people[person.get("id", "")] = person.get("displayName", "")
    found: dict[str, list[Comment]] = {}
    for link in package.links_of_kind(part, "threadedComment"):
        for each in package.xml(link.target).iter("threadedComment"):
            said = Comment(each.get("ref", ""), people.get(each.get("personId", ""), ""), each.findtext("text") or "")
            found.setdefault(said.cell, []).append(said)
    return found


def write_comments(parts: Parts, sheet: Element, part: str, comments: list[tuple[int, int, Comment]]) -> None:
    """Put comments on a sheet, each with the row and column of its cell; the sheet is written by its owner."""
    parts.ending("vml", _VML)
    text, shapes = parts.free_name("xl/comments1.xml"), parts.free_name("xl/drawings/vmlDrawing1.vml")
    parts.add(text, _texts(comments), _COMMENTS)
    parts.add(shapes, _shapes(comments), "")
    parts.lead(part, "comments", text)
    number = parts.lead(part, "vmlDrawing", shapes)
    put_in_order(sheet, Element("legacyDrawing", {"r:id": number}))


def _texts(comments: list[tuple[int, int, Comment]]) -> bytes:
    root = Element("comments")
    authors = sorted({comment.author for _, _, comment in comments})
    group = SubElement(root, "authors")
    for author in authors:
        SubElement(group, "author").text = author
    entries = SubElement(root, "commentList")
    for row, column, comment in sorted(comments):
        place = {"ref": f"{get_column_letter(column)}{row}", "authorId": str(authors.index(comment.author))}
        text_element(SubElement(SubElement(entries, "comment", place), "text"), as_saved_text(comment.text))
    return written(root)


def _shapes(comments: list[tuple[int, int, Comment]]) -> bytes:
    """The boxes in which comments are shown: as high as their text needs."""
    shapes = []
    for number, (row, column, comment) in enumerate(sorted(comments), start=1025):
        needed = sum(1 + len(line) // _LETTERS_PER_LINE for line in comment.text.splitlines() or [""])
        lines = min(_MOST_LINES, 1 + max(3, needed))
        top = max(0, row - 2)
        anchor = f"{column}, 12, {top}, 6, {column + 2}, 60, {top + lines}, 4"
        shapes.append(
            _SHAPE.format(
                number=number, width=190, height=lines * _POINTS_PER_LINE, anchor=anchor, row=row - 1, column=column - 1
            )
        )
    return _FRAME.replace("{shapes}", "".join(shapes)).encode()
