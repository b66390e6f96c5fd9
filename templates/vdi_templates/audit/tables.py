"""Tables: formulas ask for a column by the name in the table's own part, not by the header that a reader sees."""

from __future__ import annotations

from collections.abc import Iterator
from xml.etree.ElementTree import Element

from openpyxl.utils import get_column_letter
from openpyxl.utils.escape import unescape

from vdi_templates.audit.finding import Finding, Level, in_words, shortened
from vdi_templates.audit.pair import Pair
from vdi_templates.reading.coordinates import edges_of


def compare_tables(pair: Pair) -> Iterator[Finding]:
    """Which tables there are, what their columns and first and last rows are to formulas, and how they look."""
    theirs, ours = (
        {table.get("displayName", ""): table for table in sheet.tables} for sheet in (pair.found, pair.expected)
    )
    for name, shipped in ours.items():
        if name in theirs:
            yield from _columns(pair, name, theirs[name], shipped)
            yield from _rows(pair, name, theirs[name])
            yield from _style(pair, name, theirs[name], shipped)
        else:
            yield pair.finding(Level.ANSWER, "", f"the table {name}", "missing", "there")
    for name in theirs.keys() - ours.keys():
        yield pair.finding(Level.NOTED, "", f"a table that was added, {shortened(name)}", theirs[name].get("ref", ""))


def _columns(pair: Pair, name: str, table: Element, shipped: Element) -> Iterator[Finding]:
    """Each column bears the name that its header says; a header that is no shipped one is told as a text."""
    ours = [_plain(each.get("name", "")) for each in shipped.iter("tableColumn")]
    left, top, right, _ = edges_of(table.get("ref", "A1"))
    named = [each.get("name", "") for each in table.iter("tableColumn")]
    if len(named) != right - left + 1:
        aspect = f"the columns of table {name}"
        yield pair.finding(Level.ANSWER, "", aspect, f"{len(named)} with a name", f"{right - left + 1}")
        return
    for column, said in enumerate(named, left):
        place = f"{get_column_letter(column)}{top}"
        header = pair.found.cells.get(place)
        if header is None or not isinstance(header.value, str) or _plain(said) == _plain(header.value):
            continue
        if _plain(header.value) not in ours and ours[column - left : column - left + 1] == [_plain(said)]:
            continue
        aspect = f"the name by which formulas know a column of table {name}"
        yield pair.finding(Level.ANSWER, place, aspect, in_words(said), in_words(header.value))


def _plain(name: str) -> str:
    """A name without what an attribute does not keep: ends of lines are spaces there, or escaped."""
    return " ".join(unescape(name).split()).casefold()


def _rows(pair: Pair, name: str, table: Element) -> Iterator[Finding]:
    if table.get("headerRowCount", "1") != "1":
        yield pair.finding(Level.ANSWER, "", f"the headers of table {name}", "a row like the others", "above its rows")
    if table.get("totalsRowCount", "0") != "0":
        said = "a row of totals, which no formula counts"
        yield pair.finding(Level.SEEN, "", f"the last row of table {name}", said, "a row like the others")


def _style(pair: Pair, name: str, found: Element, expected: Element) -> Iterator[Finding]:
    theirs, ours = (table.find("tableStyleInfo") for table in (found, expected))
    said, shipped = ("" if style is None else style.get("name", "") for style in (theirs, ours))
    if said and said != shipped:  # one that is not said looks like a cell's own style
        yield pair.finding(Level.LOOKS, "", f"the style of table {name}", shortened(said), shipped)
