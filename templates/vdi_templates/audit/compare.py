"""Two workbooks side by side, aspect by aspect: that of somebody, and the one that is shipped for its inputs."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field

from vdi_templates.audit.cells import NO_VALUE, VALUE, compare_cells
from vdi_templates.audit.contents import (
    added_sheet,
    compare_contents,
    entry_of,
    printed_names,
    sheets_by_new_names,
)
from vdi_templates.audit.drawings import compare_drawings
from vdi_templates.audit.finding import Finding, Level
from vdi_templates.audit.frame import compare_frame
from vdi_templates.audit.looks import compare_looks
from vdi_templates.audit.package import Package
from vdi_templates.audit.pair import Pair
from vdi_templates.audit.printed import compare_printed
from vdi_templates.audit.rules import compare_rules
from vdi_templates.audit.sheet import Value, read_sheet
from vdi_templates.audit.styles import Styles
from vdi_templates.audit.tables import compare_tables

_BLANK_VALUES = "The file holds no saved values, which some programs leave out: the next that opens it calculates them"


_Printed = Mapping[tuple[str, str], list[str]]


@dataclass
class Compared:
    """What differs, and how much was looked at."""

    findings: list[Finding] = field(default_factory=list)
    formulas: int = 0
    others: int = 0
    sheets: int = 0
    texts: int = 0
    values_saved: bool = True


def compare(
    found: Package,
    expected: Package,
    alternatives: Mapping[tuple[str, str], Value] | None = None,
    look_on: Callable[[Pair], None] | None = None,
) -> Compared:
    """All aspects of all sheets, and of the workbook as a whole.

    `alternatives`: values by sheet and cell that may stand in place of the shipped ones. `look_on` is shown the sheets
    that are not the shipped ones byte by byte, while they are at hand.
    """
    compared = Compared()
    renamed = sheets_by_new_names(found, expected)
    styles = Styles(found), Styles(expected)
    same_looks = _same_looks(*styles)
    values = alternatives or {}
    printed = printed_names(found, renamed), printed_names(expected, {})
    unsaved: list[Finding] = []
    saved = 0
    for entry in expected.sheets:
        theirs = next((name for name, ours in renamed.items() if ours == entry.name), entry.name)
        there = entry_of(found, theirs)
        formulas, texts, figures = _counts(expected.parts[entry.part])
        compared.sheets += 1
        compared.formulas += formulas
        compared.texts += texts
        compared.others += texts + figures
        if there is None:
            continue
        if same_looks and _same(found, expected, there.part, entry.part):
            saved += formulas
            compared.findings += _printed(entry.name, *printed, None)
            continue
        pair = Pair(read_sheet(found, there, styles[0]), read_sheet(expected, entry, styles[1]), renamed)
        if look_on is not None:
            look_on(pair)
        of_sheet = {cell: value for (sheet, cell), value in values.items() if sheet == entry.name}
        findings = list(compare_sheet(pair, of_sheet))
        unsaved += [each for each in findings if each.found == NO_VALUE]
        saved += sum(cell.formula is not None and cell.has_value for cell in pair.found.cells.values())
        compared.findings += [each for each in findings if each.found != NO_VALUE]
        compared.findings += _printed(entry.name, *printed, pair)
    if unsaved and not saved:
        compared.values_saved = False
        unsaved = [Finding(Level.NOTED, "", "", "no value is saved", _BLANK_VALUES)]
    compared.findings += unsaved
    compared.findings += compare_contents(found, expected, renamed)
    compared.findings += _added(found, expected, renamed, styles[0])
    compared.findings.sort(key=lambda finding: (finding.level, finding.aspect == VALUE))  # which follows from others
    return compared


def compare_sheet(pair: Pair, alternatives: Mapping[str, Value]) -> Iterator[Finding]:
    """All aspects of one sheet."""
    yield from compare_cells(pair, alternatives)
    yield from compare_looks(pair)
    yield from compare_rules(pair)
    yield from compare_frame(pair)
    yield from compare_printed(pair)
    yield from compare_drawings(pair)
    yield from compare_tables(pair)


def _counts(sheet: bytes) -> tuple[int, int, int]:
    """Formulas, texts and figures of a sheet as this program writes it."""
    formulas = sheet.count(b"<f>")
    return formulas, sheet.count(b"<is>"), sheet.count(b"</v>") - formulas


def _same_looks(found: Styles, expected: Styles) -> bool:
    looks, rules = expected.looks, expected.rule_looks
    return found.looks[: len(looks)] == looks and found.rule_looks[: len(rules)] == rules


def _same(found: Package, expected: Package, theirs: str, ours: str) -> bool:
    """Whether a part is the shipped one byte by byte, and all that it leads to."""
    if theirs not in found.parts or found.parts[theirs] != expected.parts[ours]:
        return False
    there, here = found.links(theirs), expected.links(ours)
    return there.keys() == here.keys() and all(
        not link.outside and not there[name].outside and _same(found, expected, there[name].target, link.target)
        for name, link in here.items()
    )


def _printed(sheet: str, theirs: _Printed, ours: _Printed, pair: Pair | None) -> Iterator[Finding]:
    """What is printed of a sheet; of one with tables, which may grow, by its `pair`."""
    for called in sorted({called for name, called in (*theirs, *ours) if name == sheet}):
        ranges = [names.get((sheet, called), []) for names in (theirs, ours)]
        spread = ranges
        if pair is not None:
            spread = [
                sorted(pair.spread(each, found=is_found) for each in names)
                for names, is_found in zip(ranges, (True, False), strict=True)
            ]
        if spread[0] != spread[1]:
            said, shipped = (", ".join(names) or "none" for names in ranges)
            yield Finding(Level.SEEN, sheet, "", called, said, shipped)


def _added(found: Package, expected: Package, renamed: Mapping[str, str], styles: Styles) -> Iterator[Finding]:
    shipped = {sheet.name for sheet in expected.sheets}
    for entry in found.sheets:
        if entry.name not in shipped and entry.name not in renamed:
            yield added_sheet(read_sheet(found, entry, styles))
