"""The comparison for a terminal: a table of its main lines."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from decimal import ROUND_HALF_UP, Decimal
from itertools import chain, zip_longest

from vdi_sizing.model.checks.verdict import ACKNOWLEDGED
from vdi_sizing.model.figure import Line
from vdi_sizing.model.names import names_of
from vdi_sizing.model.scopes import Checked, CostPart
from vdi_sizing.model.sections import lines_by_name
from vdi_sizing.model.sizing import DesignSizing, Sizing
from vdi_sizing.words import DASH, NO_LIMIT, NO_PRICE, NOT_GIVEN, NOT_KNOWN, PURCHASE_ALONE
from vdi_templates.workbook.comparison import IN_A_TERMINAL, LEASE, PAGES, speaks
from vdi_templates.workbook.sheets.comparison_rows import DASH_FOR_0
from vdi_templates.workbook.spoken import Spoken

# Lines that are left out where no design has what they are about.
_RESPONSE_TIME = ("response_words", "within_words", "limit_used_ms")
_WHERE_USED = ("modelled_words", "login_iops_per_vm", "boot_iops_per_vm", "hot_set_gb", "price_date", "boot_speedup")
_WHERE_USED_OF_PARTS = ("_words", "_share_of_capacity")
_WHERE_GIVEN = ("today_eur", "today_difference_eur", "today_payback_years", *LEASE)
_NO_NUMBERS = (NO_PRICE, NOT_KNOWN, PURCHASE_ALONE)
LABEL_WIDTH, LEAST_WIDTH, _MOST_WIDTH, _GAP = 44, 16, 26, 2
USUAL_WIDTH = 120


def table(sizing: Sizing, width: int = USUAL_WIDTH, spoken: Spoken | None = None) -> str:
    """The comparison as text: one column per design, as many side by side as `width` characters hold.

    `spoken`: the workbook of the comparison, if it is in another language or currency.
    """
    words = Words(sizing, spoken)
    for_designs = max(width - LABEL_WIDTH, LEAST_WIDTH + _GAP)
    count = len(sizing.designs)
    blocks = -(-count // (for_designs // (LEAST_WIDTH + _GAP)))
    abreast = -(-count // blocks)
    column = min(for_designs // abreast, _MOST_WIDTH + _GAP)
    lines = lines_by_name()
    rows: list[str] = []
    for first in range(0, count, abreast):
        rows += [*_block(lines, sizing.designs[first : first + abreast], column, words), ""]
    rows[-1] = words.text("Checks")
    for design in sizing.designs:
        rows.append(f"  {design.design.name}")
        for verdict in _verdict(design, words):
            rows += textwrap.wrap(verdict, max(width, LABEL_WIDTH), initial_indent="    ", subsequent_indent="      ")
    return "\n".join(rows)


class Words:
    """Texts and numbers as the workbook of a comparison says them."""

    def __init__(self, sizing: Sizing, spoken: Spoken | None) -> None:
        self._spoken = spoken
        self._places = {id(design): at for at, design in enumerate(sizing.designs)}

    def text(self, english: str) -> str:
        """A text of the house."""
        return english if self._spoken is None else self._spoken.translation.text(english)

    def number(self, english: str) -> str:
        """A number as the workbook's language writes it."""
        return english if self._spoken is None else self._spoken.translation.number(english)

    def label(self, line: Line) -> str:
        """What a line is called, with its unit."""
        return label_of(replace(line, label=self.text(line.label), unit=self.text(line.unit)))

    def figure(self, line: Line, design: DesignSizing) -> str:
        """A figure as a person reads it."""
        value = shown(line, design)
        if self._spoken is None:
            return value
        if isinstance(design.shown(line.name), str):
            stands = design.shown(line.name) == design[line.name]
            return self._spoken.figure(line.name, self._places[id(design)]) if stands else self.text(value)
        return self.number(value)

    def fails(self, each: Checked, design: DesignSizing) -> str:
        """What to say where a check does not hold: its text, and what it names."""
        check = each.check
        if check.names is None or self._spoken is None:
            return self.text(check.fails_for(each.block))
        named = self._spoken.figure(check.names.name, self._places[id(design)])
        return f"{self.text(check.fails)}: {named}"


def _block(lines: Mapping[str, Line], designs: Sequence[DesignSizing], column: int, words: Words) -> list[str]:
    rows = row_lines("", [design.design.name for design in designs], column)
    for heading, names in chain(*PAGES):
        silent = _NO_NUMBERS[1:] if heading == PAGES[0][0][0] else _NO_NUMBERS  # no price: the answer says it, once
        shown_names = [
            name for name in names
            if name in IN_A_TERMINAL and not _is_unused(name, designs) and not _is_silent(name, designs, silent)
        ]  # fmt: skip
        if shown_names:
            rows.append(words.text(heading))
        for name in shown_names:
            figures = [words.figure(lines[name], design) for design in designs]
            rows += row_lines(words.label(lines[name]), figures, column)
    return rows


def _is_unused(name: str, designs: Sequence[DesignSizing]) -> bool:
    """Whether a line is about something that none of the designs has."""
    if name == "errors_in_words":
        return all(design.block.stands for design in designs)
    if name in _RESPONSE_TIME:
        return all(design.block.at_load.response_words == DASH for design in designs)
    if not speaks(name, [design.block for design in designs]):
        return True
    if name in _WHERE_GIVEN:
        return all(design[name] == NOT_GIVEN for design in designs)
    if name in _WHERE_USED or name.endswith(_WHERE_USED_OF_PARTS) or name in names_of(CostPart.eur_per_user):
        return all(design[name] in (0, DASH) for design in designs)
    return False


def _is_silent(name: str, designs: Sequence[DesignSizing], silent: Collection[str]) -> bool:
    """Whether a line says words in place of a number of every design; `total_holds` says them once for all totals."""
    return name != "total_holds" and all(design[name] in silent for design in designs)


def label_of(line: Line) -> str:
    """What a line is called, with its unit."""
    unit = "" if line.number_format.endswith("%") else line.unit
    return f"{line.label} [{unit}]" if unit else line.label


def row_lines(label: str, values: Sequence[str], column: int) -> list[str]:
    """A row of a table; what is too long for its column goes on in the next line."""
    labels = textwrap.wrap(label, LABEL_WIDTH, initial_indent="  ", subsequent_indent="    ")
    cells = [textwrap.wrap(value, column - _GAP, break_on_hyphens=False) for value in values]
    return [
        (first.ljust(LABEL_WIDTH) + "".join(cell.rjust(column) for cell in rest)).rstrip()
        for first, *rest in zip_longest(labels, *cells, fillvalue="")
    ]


def shown(line: Line, design: DesignSizing) -> str:
    """A figure as a person reads it."""
    value = design.shown(line.name)
    if isinstance(value, str):
        return value
    if value == 0 and line.name in DASH_FOR_0:
        return DASH
    word = re.search(r'"(.*)"', line.number_format)
    if word and (value >= NO_LIMIT or (value == 0 and line.number_format.endswith(word[0]))):
        return word[1]
    if line.number_format.endswith("%"):
        return f"{value:.1%}"
    decimals = re.search(r"\.(0+)", _section_for(value, line.number_format))
    return f"{_commercially(value, len(decimals[1]) if decimals else 0):,}"


def _section_for(value: float, number_format: str) -> str:
    """The part of a number format that shows a value, where small numbers have one of their own."""
    small = re.match(r"\[<(\d+)\]([^;]*);(.*)", number_format)
    if not small:
        return number_format
    return small[2] if value < float(small[1]) else small[3]


def _commercially(value: float, digits: int) -> Decimal:
    """Rounded as a spreadsheet shows it: half a cent goes up, also where a float lies a hair below."""
    return Decimal(f"{value:.9f}").quantize(Decimal(1).scaleb(-digits), ROUND_HALF_UP)


def _verdict(design: DesignSizing, words: Words) -> list[str]:
    """What is wrong with a design, errors first."""
    block = design.block
    failed = [each for each in (*block.errors_checked, *block.warnings_checked) if not each.check.of(block)]
    said = [_said(each, design, words) for each in failed] or [words.text("all checks hold")]
    return [*said, f"{words.text('acknowledged: ')}{block.design.acknowledged}"] if block.acknowledged_count else said


def _said(each: Checked, design: DesignSizing, words: Words) -> str:
    kind, fails = words.text(each.check.kind), words.fails(each, design)
    if each.acknowledged:
        return f"{kind}{words.text(ACKNOWLEDGED)}: {fails}"
    return f"{kind}: {fails}. {words.text(each.check.remedy)}".rstrip()
