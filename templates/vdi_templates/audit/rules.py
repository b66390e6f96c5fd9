"""What cells do by rules: conditional formats, and what one may enter."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import NamedTuple, TypeVar
from xml.etree.ElementTree import Element

from vdi_templates.audit.finding import Finding, Level, shortened
from vdi_templates.audit.formulas import as_written, open_ended, plain_reference
from vdi_templates.audit.number_formats import spelled
from vdi_templates.audit.package import yes
from vdi_templates.audit.pair import Pair, spoken
from vdi_templates.audit.sheet import Sheet
from vdi_templates.audit.styles import RuleLook
from vdi_templates.reading.coordinates import edges_of

_TEXTS = ("errorTitle", "error", "promptTitle", "prompt")
_TWO_SIDED = ("between", "notBetween")


class _Format(NamedTuple):
    cells: str
    kind: str
    condition: str
    look: RuleLook
    stops: bool

    @property
    def all_words(self) -> str:
        return self.words

    @property
    def words(self) -> str:
        pieces = []
        if self.look.color:
            pieces.append(f"letters in {_COLORS.get(self.look.color, f'the colour #{self.look.color}')}")
        if self.look.fill:
            pieces.append(f"a ground in {_COLORS.get(self.look.fill, f'the colour #{self.look.fill}')}")
        if self.look.number_format is not None:
            pieces.append("shown as " + spelled(self.look.number_format))
        pieces += [name for name in ("bold", "italic", "struck") if getattr(self.look, name)]
        said = ", ".join(pieces) or "another look"
        condition = as_written(self.condition) or _SHOWN_AS.get(self.kind, self.kind)
        where = "always" if condition in _ALWAYS else f"where {condition}"
        return shortened(f"{said} {where}" + (", and no rule after it" * self.stops))


_COLORS = {"FFFFFF": "white", "000000": "black"}
_ALWAYS = ("1", "1=1")
_SHOWN_AS = {
    "dataBar": "a bar shows the number",
    "colorScale": "the number says",
    "iconSet": "an icon shows the number",
}
_KINDS = {"none": "anything", "list": "one of", "decimal": "a number", "whole": "a whole number", "date": "a date"}
_OPERATORS = {
    "greaterThan": "above",
    "greaterThanOrEqual": "of at least",
    "lessThan": "below",
    "lessThanOrEqual": "of at most",
    "between": "between",
    "notBetween": "not between",
    "equal": "that is",
    "notEqual": "that is not",
}
_FLAGS = ("lets blanks", "warns", "prompts")


class _Validation(NamedTuple):
    cells: str
    rule: tuple[str, ...]
    texts: tuple[str, ...]
    flags: tuple[bool, ...]

    @property
    def words(self) -> str:
        kind, operator, *limits = self.rule
        said = _KINDS.get(kind, kind), _OPERATORS.get(operator, operator), " and ".join(filter(None, limits))
        return shortened(" ".join(filter(None, said)))

    @property
    def all_words(self) -> str:
        """With its texts, and what it does not do."""
        off = (f"not: {name}" for name, on in zip(_FLAGS, self.flags, strict=False) if not on)
        return shortened(f"{self.words} ({'; '.join((*filter(None, self.texts), *off))})")


_MANY = 4
"""From so many on, rules that are gone or added share a line."""
_Rule = TypeVar("_Rule", _Format, _Validation)


def compare_rules(pair: Pair) -> Iterator[Finding]:
    """Conditional formats and validations: what is missing, and what is there instead or beside it."""
    theirs, ours = _formats(pair, pair.found, found=True), _formats(pair, pair.expected, found=False)
    findings = list(_lists(pair, "a conditional format", theirs, ours))
    if not findings and _by_cells(theirs) != _by_cells(ours):
        first = next(here for here, there in zip(_by_cells(theirs), _by_cells(ours), strict=True) if here != there)
        said = "in another order, so that another one holds where several do"
        findings = [pair.finding(Level.SEEN, spoken(first.cells), "conditional formats", said, "as shipped")]
    yield from findings
    yield from _lists(pair, "what one may enter", _validations(pair, found=True), _validations(pair, found=False))
    if any(yes(group, "disablePrompts") for group in pair.found.frame.iter("dataValidations")):
        yield pair.finding(Level.SEEN, "", "the hints beside cells", "not shown", "shown")


def _by_cells(formats: list[_Format]) -> list[_Format]:
    """Those of the same cells together, as LibreOffice writes them: between others their order says nothing."""
    order = list(dict.fromkeys(each.cells for each in formats))
    return sorted(formats, key=lambda each: order.index(each.cells))


def _lists(pair: Pair, aspect: str, theirs: Sequence[_Rule], ours: Sequence[_Rule]) -> Iterator[Finding]:
    missing = list((Counter(ours) - Counter(theirs)).elements())
    added = list((Counter(theirs) - Counter(ours)).elements())
    gone = []
    for rule in missing:
        instead = next((other for other in added if other.cells == rule.cells), None)
        if instead is None:
            gone.append(rule)
            continue
        added.remove(instead)
        found, expected = instead.words, rule.words
        if found == expected:
            found, expected = instead.all_words, rule.all_words
        yield pair.finding(Level.SEEN, spoken(rule.cells), aspect, found, expected)
    if len(gone) >= _MANY:
        said = f"{len(gone)} rules, the first of them: {gone[0].words}"
        yield pair.finding(Level.SEEN, _places(gone), aspect, "no rule any more", said)
    else:
        yield from (pair.finding(Level.SEEN, spoken(rule.cells), aspect, "none", rule.words) for rule in gone)
    if len(added) >= _MANY:
        said = f"{len(added)} rules more, the first of them: {added[0].words}"
        yield pair.finding(Level.SEEN, _places(added), aspect, said, "none")
    else:
        yield from (pair.finding(Level.SEEN, spoken(rule.cells), aspect, rule.words, "none") for rule in added)


def _places(rules: Sequence[_Rule]) -> str:
    """The cells of many rules: the first and the last of them, and how many."""
    cells = sorted({rule.cells for rule in rules}, key=lambda cells: edges_of(cells)[1::-1])
    first, last = spoken(cells[0]), spoken(cells[-1])
    return first if len(cells) == 1 else f"{first} to {last} ({len(cells)} places)"


def _formats(pair: Pair, sheet: Sheet, *, found: bool) -> list[_Format]:
    """In the order in which they count."""
    rules: list[tuple[int, list[_Format]]] = []
    for group in sheet.frame.iter("conditionalFormatting"):
        cells = group.get("sqref") or (group.findtext("sqref") or "")
        ranges = [pair.spread(reference, found=found) for reference in cells.split()]
        for rule in group.findall("cfRule"):
            look = _rule_look(sheet, rule)
            conditions = [each.text or "" for each in rule if each.tag in ("formula", "f")]
            written = " and ".join(pair.with_our_names(each) if found else each for each in conditions)
            said = open_ended(plain_reference(written))
            kind, stops = rule.get("type", ""), yes(rule, "stopIfTrue")
            formats = [_Format(each, kind, said, look, stops) for each in sorted(ranges)]
            rules.append((int(rule.get("priority", "0")), formats))
    return [each for _, formats in sorted(rules, key=lambda rule: rule[0]) for each in formats]


def _rule_look(sheet: Sheet, rule: Element) -> RuleLook:
    own, number = rule.find("dxf"), rule.get("dxfId")
    if own is not None:
        return sheet.styles.rule_look(own)
    looks = sheet.styles.rule_looks
    return looks[int(number)] if number is not None and int(number) < len(looks) else RuleLook()


def _validations(pair: Pair, *, found: bool) -> list[_Validation]:
    sheet = pair.found if found else pair.expected
    rules = []
    for each in sheet.frame.iter("dataValidation"):
        kind, operator = each.get("type", "none"), each.get("operator", "between")
        if kind in ("list", "none", "custom"):
            operator = ""
        formulas = [_formula_of(each, name) for name in ("formula1", "formula2")]
        if kind == "list" or operator not in _TWO_SIDED:
            formulas = formulas[:1]
        named = [open_ended(plain_reference(pair.with_our_names(text) if found else text)) for text in formulas]
        texts = tuple((each.get(name) or "").strip() for name in _TEXTS)
        flags = (
            *(yes(each, name) for name in ("allowBlank", "showErrorMessage")),
            yes(each, "showInputMessage") or not any(texts[2:]),
            yes(each, "showDropDown"),
            each.get("errorStyle", "stop") == "stop",
        )
        cells = each.get("sqref") or (each.findtext("sqref") or "")
        rules += [
            _Validation(pair.spread(reference, found=found), (kind, operator, *named), texts, flags)
            for reference in cells.split()
        ]
    return sorted(rules)


def _formula_of(validation: Element, name: str) -> str:
    """A formula of a rule; programs put one that names another sheet an element deeper."""
    element = validation.find(name)
    return "" if element is None else (element.text or element.findtext("f") or "")
