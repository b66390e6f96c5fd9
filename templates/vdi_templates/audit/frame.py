"""What stands around the cells of a sheet: hidden rows and columns, merged cells, protection, view, print, links."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from xml.etree.ElementTree import Element

from openpyxl.utils import get_column_letter

from vdi_templates.audit.finding import Finding, Level, shortened
from vdi_templates.audit.package import Package, yes
from vdi_templates.audit.pair import Pair
from vdi_templates.audit.sheet import Sheet, rich_text
from vdi_templates.reading.coordinates import edges_of

_HEIGHT = "the height"
"""What is said of a row that is too low for a line."""
_NO_POINTS, _NO_WIDTH, _LEAST_OF_WIDTH, _LEAST_OF_A_LINE = 3.0, 1.0, 0.4, 10.0
_USUAL_WIDTH = 8.43
"""Letters, where a sheet says nothing."""
_OF_SHEET = {
    "transitionEvaluation": (False, Level.ANSWER, "how the sheet calculates", "as Lotus 1-2-3 did", "as the workbook"),
    "enableFormatConditionsCalculation": (True, Level.SEEN, "conditional formats", "switched off", "on"),
}
_MOST_FROZEN_ROWS, _MOST_FROZEN_COLUMNS = 20, 6
"""So many more than shipped leave no room on a screen for what is not frozen."""
_VIEW = {
    "showRowColHeaders": (True, "row numbers and column letters are not shown"),
    "showFormulas": (False, "formulas are shown in place of values"),
    "showZeros": (True, "zeros are shown as nothing"),
    "rightToLeft": (False, "columns run from right to left"),
}


def compare_frame(pair: Pair) -> Iterator[Finding]:
    """All of it."""
    yield from _rows(pair)
    yield from _columns(pair)
    yield from _merged(pair)
    yield from _protection(pair)
    yield from _view(pair)
    yield from _links(pair)
    yield from _hints(pair)
    yield from _comments(pair)
    yield from _threads(pair)
    yield from _picture_behind(pair)


def _rows(pair: Pair) -> Iterator[Finding]:
    """Rows that hold something and are not shown; one that is folded has its + beside it."""
    hidden: list[int] = []
    folded: list[int] = []
    low: list[int] = []
    for number, row in pair.found.rows.items():
        shipped = pair.expected.rows.get(number)
        small = row.points is not None and row.points < _NO_POINTS
        was_hidden = shipped is not None and shipped.hidden
        was_small = shipped is not None and shipped.points is not None and shipped.points < _NO_POINTS + 2
        if not pair.found.row_filled(number) and not pair.expected.row_filled(number):
            continue
        if row.points is not None and shipped is not None and shipped.points is not None and not row.hidden:
            low += [number] * (_NO_POINTS <= row.points < _LEAST_OF_A_LINE <= shipped.points)
        if (row.hidden and not was_hidden) or (small and not was_small and not row.hidden):
            (folded if row.folded and not small else hidden).append(number)
    for first, last in _runs(hidden):
        yield pair.finding(Level.SEEN, _rows_of(first, last), "what stands there", "hidden", "shown")
    for first, last in _runs(low):
        yield pair.finding(Level.SEEN, _rows_of(first, last), _HEIGHT, "too low for what stands there", "as shipped")
    if folded:
        rows = ", ".join(f"{first}" if first == last else f"{first} to {last}" for first, last in _runs(folded))
        text = 'folded; "+" at the left shows them, and vdi-sizing compare folds anew'
        yield pair.finding(Level.NOTED, f"row {rows}", "what says something for these inputs", text)
    usual = pair.found.frame.find("sheetFormatPr")
    if yes(usual, "zeroHeight") or _of(usual, "defaultRowHeight", 15.0) < _NO_POINTS:
        yield pair.finding(Level.SEEN, "", "rows without a height of their own", "hidden", "shown")


def _of(element: Element | None, name: str, usual: float) -> float:
    return usual if element is None else float(element.get(name) or usual)


def _rows_of(first: int, last: int) -> str:
    return f"row {first}" if first == last else f"rows {first} to {last}"


def _runs(numbers: Iterable[int]) -> Iterator[tuple[int, int]]:
    run: list[int] = []
    for number in sorted(numbers):
        if run and number != run[-1] + 1:
            yield run[0], run[-1]
            run = []
        run.append(number)
    if run:
        yield run[0], run[-1]


def _columns(pair: Pair) -> Iterator[Finding]:
    usual = _of(pair.found.frame.find("sheetFormatPr"), "defaultColWidth", _USUAL_WIDTH)
    if usual < _NO_WIDTH:
        yield pair.finding(Level.SEEN, "", "columns without a width of their own", "hidden", "shown")
    folded: list[str] = []
    for column in sorted(pair.found.columns.keys() | pair.expected.columns.keys()):
        hidden, width, is_folded = pair.found.columns.get(column, (False, None, False))
        was_hidden, was_wide, _ = pair.expected.columns.get(column, (False, None, False))
        if was_hidden or not (pair.found.column_filled(column) or pair.expected.column_filled(column)):
            continue
        cell = f"column {get_column_letter(column)}"
        if hidden and is_folded:
            folded.append(get_column_letter(column))
            continue
        if hidden or (width is not None and width < _NO_WIDTH):
            yield pair.finding(Level.SEEN, cell, "what stands there", "hidden", "shown")
            continue
        wide = usual if width is None else width
        if was_wide is not None and wide < _LEAST_OF_WIDTH * was_wide and not pair.areas:
            yield pair.finding(Level.SEEN, cell, "the width", f"{wide:.3g} letters, too few", f"{was_wide:.3g}")
    if folded:
        text = 'folded; "+" at the top shows them, and vdi-sizing compare folds anew'
        yield pair.finding(Level.NOTED, f"column {', '.join(folded)}", "what says something for these inputs", text)


def _merged(pair: Pair) -> Iterator[Finding]:
    theirs, ours = (
        {each.get("ref", "") for each in sheet.frame.findall("mergeCells/mergeCell")}
        for sheet in (pair.found, pair.expected)
    )
    for cells in sorted(theirs - ours):
        yield pair.finding(Level.SEEN, cells, "cells", "merged", "single")
    for cells in sorted(ours - theirs):
        yield pair.finding(Level.SEEN, cells, "cells", "single", "merged")


def _protection(pair: Pair) -> Iterator[Finding]:
    theirs = yes(pair.found.frame.find("sheetProtection"), "sheet")
    if pair.protected and not theirs:
        yield pair.finding(Level.SEEN, "", "the protection of the sheet", "off", "on")
    if theirs and not pair.protected:
        yield pair.finding(Level.NOTED, "", "the protection of the sheet", "on", "off")
    allowed = pair.found.frame.find("protectedRanges")
    if pair.protected and allowed is not None and len(allowed):
        cells = ", ".join(each.get("sqref", "") for each in allowed)
        yield pair.finding(Level.SEEN, cells, "cells that may be changed in spite of the protection", "some", "none")


def _view(pair: Pair) -> Iterator[Finding]:
    view = pair.found.frame.find("sheetViews/sheetView")
    for name, (on, level, aspect, said, shipped) in _OF_SHEET.items():
        if yes(pair.found.frame.find("sheetPr"), name, default=on) is not on:
            yield pair.finding(level, "", aspect, said, shipped)
    for name, (usual, words) in _VIEW.items():
        if yes(view, name, default=usual) is not usual:
            yield pair.finding(Level.SEEN, "", "the view", words, "the usual one")
    pane = None if view is None else view.find("pane")
    first = "A1" if view is None else view.get("topLeftCell", "A1")
    if pane is not None and pane.get("state", "split") != "split" and first != "A1":
        said = f"from {first} on: what is before it is out of reach"
        yield pair.finding(Level.SEEN, "", "the frozen part", said, "all of it")
    theirs, ours = (_frozen(sheet.frame) for sheet in (pair.found, pair.expected))
    if theirs[0] > ours[0] + _MOST_FROZEN_COLUMNS or theirs[1] > ours[1] + _MOST_FROZEN_ROWS:
        said = f"{theirs[1]:g} rows and {theirs[0]:g} columns"
        yield pair.finding(Level.SEEN, "", "the frozen part", said, f"{ours[1]:g} rows and {ours[0]:g} columns")
    if pair.found.frame.find("customSheetViews/customSheetView") is not None:
        said = "there: it may hide rows and columns, and print something else"
        yield pair.finding(Level.SEEN, "", "a view of somebody's own", said, "none")
    if not yes(view, "showOutlineSymbols", default=True) and any(row.folded for row in pair.found.rows.values()):
        yield pair.finding(Level.SEEN, "", 'the "+" of folded rows', "not shown", "shown")
    tabs = [_tab_color(sheet) for sheet in (pair.found, pair.expected)]
    if tabs[0] not in (None, tabs[1]):  # LibreOffice leaves out that of a protected sheet
        yield pair.finding(
            Level.LOOKS, "", "the colour of the tab", f"#{tabs[0]}", f"#{tabs[1]}" if tabs[1] else "none"
        )


def _frozen(frame: Element) -> tuple[float, float]:
    """Columns and rows that do not scroll."""
    pane = frame.find("sheetViews/sheetView/pane")
    if pane is None or pane.get("state", "split") == "split":
        return 0.0, 0.0
    return float(pane.get("xSplit") or 0), float(pane.get("ySplit") or 0)


def _tab_color(sheet: Sheet) -> str | None:
    return sheet.styles.color(sheet.frame.find("sheetPr/tabColor"), None)


def _links(pair: Pair) -> Iterator[Finding]:
    theirs, ours = _targets(pair.found), _targets(pair.expected)
    for cell in sorted(theirs.keys() | ours.keys()):
        found, expected = theirs.get(cell, ""), ours.get(cell, "")
        if pair.with_our_names(found.replace("'", "")).casefold() == expected.replace("'", "").casefold():
            continue
        free = not expected and pair.is_input
        yield pair.finding(Level.NOTED if free else Level.SEEN, cell, "the link", found or "none", expected or "none")


def _hints(pair: Pair) -> Iterator[Finding]:
    """What is said of a link as one points at it."""
    for link in pair.found.frame.findall("hyperlinks/hyperlink"):
        if link.get("tooltip"):
            free = pair.is_input and link.get("ref", "") not in _targets(pair.expected)
            said = f'"{shortened(link.get("tooltip", ""))}"'
            level = Level.NOTED if free else Level.SEEN
            yield pair.finding(level, link.get("ref", ""), "what is said of the link", said, "nothing")


def _targets(sheet: Sheet) -> dict[str, str]:
    links = sheet.package.links(sheet.entry.part)
    found = {}
    for link in sheet.frame.findall("hyperlinks/hyperlink"):
        outside = links.get(link.get("r:id", ""))
        inside = (link.get("location") or "").lstrip("#")
        target = f"{outside.target}#{inside}".rstrip("#") if outside else inside
        found[link.get("ref", "")] = shortened(target.removeprefix("#"))
    return found


def _comments(pair: Pair) -> Iterator[Finding]:
    for cell, author, text in comments_of(pair.found.package, pair.found.entry.part):
        yield pair.finding(Level.NOTED, cell, f"a comment of {author or 'somebody'}", f'"{shortened(text)}"')


def _threads(pair: Pair) -> Iterator[Finding]:
    """What newer programs keep of comments beside them; older ones show a copy, which may say something else."""
    package, part = pair.found.package, pair.found.entry.part
    copies = {cell: text for cell, _, text in comments_of(package, part)}
    for link in package.links_of_kind(part, "threadedComment"):
        for thread in package.xml(link.target).iter("threadedComment"):
            cell, text = thread.get("ref", ""), thread.findtext("text") or ""
            if text not in copies.get(cell, ""):
                yield pair.finding(Level.NOTED, cell, "a comment in a thread", f'"{shortened(text)}"')


def comments_of(package: Package, part: str) -> Iterator[tuple[str, str, str]]:
    """The comments on a sheet: cell, author and text."""
    for link in package.links_of_kind(part, "comments"):
        tree = package.xml(link.target)
        authors = [author.text or "" for author in tree.iter("author")]
        for comment in tree.iter("comment"):
            text, number = comment.find("text"), int(comment.get("authorId", "0"))
            author = authors[number].strip() if number < len(authors) else ""
            yield comment.get("ref", ""), shortened(author), "" if text is None else rich_text(text)


def _picture_behind(pair: Pair) -> Iterator[Finding]:
    if pair.found.frame.find("picture") is not None:
        yield pair.finding(Level.SEEN, "", "a picture behind the cells", "there", "none")
    if pair.found.frame.find("legacyDrawingHF") is not None:
        yield pair.finding(Level.SEEN, "", "a picture in the header or footer", "there", "none")
    if next(pair.found.frame.iter("sparkline"), None) is not None:
        cells = ", ".join(each.findtext("sqref") or "" for each in pair.found.frame.iter("sparkline"))
        yield pair.finding(Level.SEEN, shortened(cells), "small charts in cells", "there", "none")
    shown = pair.found.frame.find("sheetViews/sheetView")
    if shown is not None and shown.get("view") not in (None, "normal", "pageBreakPreview", "pageLayout"):
        yield pair.finding(Level.LOOKS, "", "the view", str(shown.get("view")), "normal")
    if _filtered(pair.found.frame) or any(_filtered(table) for table in pair.found.tables):
        yield pair.finding(Level.SEEN, "", "a filter", "on: rows may be left out", "none")


def _filtered(element: Element) -> bool:
    return any(len(column) for column in element.iter("filterColumn"))


def overlap(reference: tuple[int, int, int, int], sheet: Sheet) -> list[str]:
    """The filled cells of a sheet within left, top, right and bottom."""
    left, top, right, bottom = reference
    inside = []
    for place, cell in sheet.cells.items():
        if cell.filled:
            column, row, _, _ = edges_of(place)
            if left <= column <= right and top <= row <= bottom:
                inside.append(place)
    return inside
