"""From a figure back to what it rests on: other figures, inputs and rows of the bill, level by level."""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from vdi_sizing.errors import InputError
from vdi_sizing.inputs import inputs_of, name_key
from vdi_sizing.model.find import place_of
from vdi_sizing.model.grouped_digits import spelled_text
from vdi_sizing.model.money.bill import BillLine
from vdi_sizing.model.sections import lines_by_name
from vdi_sizing.model.sizing import DesignSizing, Sizing
from vdi_sizing.scenario import ONCE, Settings
from vdi_sizing.words import NO_LIMIT
from vdi_templates.report.table import Words
from vdi_templates.workbook.cost_columns import COST_COLUMNS
from vdi_templates.workbook.design_inputs import design_sections, design_values, inputs_on_builds
from vdi_templates.workbook.layout import BUILDS, REFERENCE, Layout

_FROM_TO = re.compile(r"\{(\w+)\}:\{(\w+)\}")
_OF_ROWS = re.compile(r'\{cost\.(kind|per|recurs)\}(?:,|=)"([^"]*)"')
_ALIKE, _MOST_ALIKE = 0.5, 8
_INDENT, _BLANK, _EUR = "  ", "blank", "_eur"
_BEHIND_EUR = ("EUR", "kWh", "W", "years")
"""Units of what an amount is followed to: energy, and what a payment in later years is worth."""


@dataclass(frozen=True)
class Reference:
    """What a formula names: a figure of its design, or of all (`all`), an input, or a column of the bill (`cost`)."""

    group: str
    name: str


@dataclass(frozen=True)
class Trace:
    """The figures of a sizing, and where they stand in a workbook: `columns`, that of each design, from 0."""

    sizing: Sizing
    layout: Layout
    words: Words
    columns: Sequence[int]

    def named(self, asked: str) -> list[str]:
        """The figures of a name or of a label; of a label that several bear, all of them.

        Raises
        ------
        InputError
            If there is none; the nearest labels are named.
        """
        lines = {name: line for name, line in lines_by_name().items() if name in self.layout.line_rows}
        if (by_name := "_".join(asked.lower().split())) in lines:
            return [by_name]
        key = name_key(asked)
        called = {name: {name_key(line.label), name_key(self.words.text(line.label))} for name, line in lines.items()}
        found = [name for name, labels in called.items() if key in labels]
        if found:
            return found
        labels = list(dict.fromkeys(self.words.text(line.label) for line in lines.values()))
        within = sorted((label for label in labels if key and key in name_key(label)), key=partial(_likeness, key))
        near = difflib.get_close_matches(asked, labels, _MOST_ALIKE, _ALIKE)
        likely = "; ".join(repr(label) for label in list(dict.fromkeys([*within, *near]))[:_MOST_ALIKE])
        expected = "a label or name of a figure, or a cell such as Sizing!D12"
        raise InputError("figure", asked or None, f"{expected}: {likely}" if likely else expected)

    def at(self, sheet: str, column: int, row: int) -> tuple[str, DesignSizing] | None:
        """The figure in a row of a sheet, and the design of a column of designs, counted from 0."""
        name = next((name for name, place in self.layout.line_rows.items() if place == (sheet, row)), None)
        if name not in lines_by_name() or column not in self.columns:
            return None
        return str(name), self.sizing.designs[self.columns.index(column)]

    def text_of(self, name: str) -> str:
        """What a figure is called, as it stands beside it."""
        return self.words.text(lines_by_name()[name].label)

    def label(self, name: str) -> str:
        """What a figure is called, with its unit."""
        return self.words.label(lines_by_name()[name])

    def value(self, name: str, design: DesignSizing) -> str:
        """A figure as a person reads it."""
        return self.words.figure(lines_by_name()[name], design) or self.words.text(_BLANK)

    def cell(self, name: str, design: DesignSizing) -> str:
        """Where it stands."""
        sheet, row = self.layout.line_rows[name]
        return f"{sheet}!{self.layout.column(self._column(design))}{row}"

    def _column(self, design: DesignSizing) -> int:
        return self.columns[next(at for at, each in enumerate(self.sizing.designs) if each is design)]

    def rests_on(self, name: str) -> list[Reference]:
        """What its formula names, each once; of a range all that stands in it."""
        formula = _FROM_TO.sub(self._of_range, lines_by_name()[name].formula)
        return list(dict.fromkeys(Reference(group or "", at) for group, at in REFERENCE.findall(formula)))

    def _of_range(self, ends: re.Match[str]) -> str:
        (sheet, first), (_, last) = (self.layout.line_rows[name] for name in ends.groups())
        within = (name for name, (on, row) in self.layout.line_rows.items() if on == sheet and first <= row <= last)
        return "".join(f"{{{name}}}" for name in within)

    def formula_in_words(self, name: str) -> str:
        """Its formula, with labels in place of names."""
        formula = lines_by_name()[name].formula
        for _, each in REFERENCE.findall(formula):  # the digits of a number in groups are a formula of their own
            formula = formula.replace(spelled_text(f"{{{each}}}"), f"{{{each}}}")
        return REFERENCE.sub(lambda found: f"[{self._called(found[1] or '', found[2])}]", formula)

    def _called(self, group: str, name: str) -> str:
        if group in ("", "all", "label"):
            label = self.text_of(name)
            return f"{label}, of all designs" if group == "all" else label
        if group == "settings":
            return self.words.text(inputs_of(Settings)[name].label)
        if group == "cost":
            return f"Cost: {self.words.text(COST_COLUMNS[name].header)}"
        found = (section.inputs.get(name) for section in design_sections())
        declared = next((each for each in found if each is not None), None)
        return f"{group}: {name}" if declared is None else self.words.text(declared.label)

    def input_line(self, reference: Reference, design: DesignSizing) -> str | None:
        """An input that a formula names, its value and its cell; None of what is no input of a design."""
        called = self._called(reference.group, reference.name)
        if reference.group == "settings":
            value: Any = getattr(self.sizing.scenario.settings, reference.name)
            cell = self.layout.setting(reference.name).replace("$", "")
            return f"{called}: {self._number_or_word(value)}, {cell}"
        if reference.group in ("design", "entered", "typed"):
            counts = design_values(design.block.design)
            if reference.name in counts:
                cell = self._cell_of_input(reference, design)
                return f"{called}: {self._number_or_word(counts[reference.name])}, {cell}"
        return None

    def _cell_of_input(self, reference: Reference, design: DesignSizing) -> str:
        """Where an input of a design counts: on Builds, if a kit or a rule may say it."""
        on_builds = reference.group == "design" and reference.name in inputs_on_builds()
        rows = self.layout.build_rows if on_builds else self.layout.design_rows
        sheet = BUILDS if on_builds else "Designs"
        return f"{sheet}!{self.layout.column(self._column(design))}{rows[reference.name]}"

    def of_all(self, name: str) -> str:
        """A figure of each design."""
        of_each = ((sized.design.name, self.value(name, sized)) for sized in self.sizing.designs)
        figures = (value if value == design else f"{design} {value}" for design, value in of_each)
        return f"{self.label(name)}, of all designs: {'; '.join(figures)}"

    def row_of_bill(self, row: int) -> tuple[DesignSizing, str] | None:
        """The design and the part in a row of the sheet Cost; None where no part stands."""
        for column, design in zip(self.columns, self.sizing.designs, strict=True):
            block = self.layout.cost_blocks[column]
            at = row - block.first_row
            if 0 <= at < len(design.block.bill):
                return design, self._priced(design.block.bill[at])
        return None

    def rows_of_bill(self, name: str, design: DesignSizing) -> list[str]:
        """The rows of the bill that a figure adds up: those of which its formula asks for their kind."""
        wanted = dict(_OF_ROWS.findall(lines_by_name()[name].formula))
        lines = [line for line in design.block.bill if all(getattr(line, at) == said for at, said in wanted.items())]
        summed = [each.name for each in self.rests_on(name) if each.group == "cost" and each.name.endswith(_EUR)]
        return [self._priced(line) for line in lines if not summed or any(getattr(line, each) for each in summed)]

    def _priced(self, line: BillLine) -> str:
        price, number = self.sizing.scenario.price_of(line.part), self._number
        sheet = f"Bill row {line.row}" if line.row > 0 else "its kit, sheet Parts"
        said = f"{line.part} ({sheet}): {number(line.quantity)} {'' if line.per == ONCE else 'per '}{line.per}"
        if line.amount is None:
            return f"{said}, no price"
        net = f" = {number(line.net_eur)} {self.sizing.scenario.currency} net"
        less = f" less {number(100 * line.discount_share)} %" if line.discount_share else ""
        rate = f" x {number(line.eur_per_unit)}" if line.eur_per_unit != 1 else ""
        quote = f"quote {price.quote_number} of {price.supplier}" if price.quote_number and price.supplier else ""
        source = "; ".join(filter(None, (quote, price.source or self.sizing.scenario.settings.price_source or "")))
        dated = f", of {line.date.isoformat()}" if line.date else ""
        where = f"{price.price_list}{dated}; {source or 'no source'}"
        return f"{said} x {number(line.amount)} {line.currency}{rate}{less}{net} ({where})"

    def _number_or_word(self, value: Any) -> str:
        if value is None or value == "":
            return self.words.text(_BLANK)
        return self._number(value) if isinstance(value, float) else self.words.text(str(value))

    def _number(self, value: float) -> str:
        """A number with as many digits as it has, at most six behind the point, as the workbook's language has it."""
        return self.words.number(f"{value:,.6f}".rstrip("0").rstrip("."))

    def outline(self, name: str, design: DesignSizing, asked: Asked) -> list[str]:
        """The figure with its formula, and below it what it rests on, each figure explained once."""
        return list(_Outline(self, design, asked).of(name, 0))


@dataclass(frozen=True)
class Asked:
    """How far a trace goes: so many levels deep, and of figures of one unit alone, or of all (None)."""

    levels: int | None = None
    unit: str | None = None
    by_names: bool = False
    """Whether formulas have the names of the library, with the line that declares each figure."""


class _Outline:
    """The lines of a trace of one design."""

    def __init__(self, trace: Trace, design: DesignSizing, asked: Asked) -> None:
        self._trace, self._design, self._asked = trace, design, asked
        self._explained: set[str] = set()

    def of(self, name: str, level: int) -> Iterator[str]:
        """A figure and what it rests on."""
        trace, design, indent = self._trace, self._design, _INDENT * level
        yield f"{indent}{trace.label(name)}: {trace.value(name, design)}  ({trace.cell(name, design)})"
        if name in self._explained or not self._is_followed(name, level):
            return
        self._explained.add(name)
        inner = indent + _INDENT
        if self._asked.by_names:
            yield f"{inner}= {lines_by_name()[name].formula}"
            yield f"{inner}{place_of(name)}"
        else:
            yield f"{inner}= {trace.formula_in_words(name)}"
        references = trace.rests_on(name)
        for reference in references:
            yield from self._below(reference, level + 1)
        if any(reference.group == "cost" for reference in references):
            yield from (f"{inner}{row}" for row in trace.rows_of_bill(name, design))

    def _below(self, reference: Reference, level: int) -> Iterator[str]:
        if reference.group == "":
            yield from self.of(reference.name, level)
        elif reference.group == "all":
            yield f"{_INDENT * level}{self._trace.of_all(reference.name)}"
        else:
            said = self._trace.input_line(reference, self._design)
            yield from () if said is None else (f"{_INDENT * level}{said}",)

    def _is_followed(self, name: str, level: int) -> bool:
        """What is 0 needs no reason, but where one asked for it."""
        if level == 0:
            return True
        if self._asked.levels is not None and level >= self._asked.levels:
            return False
        unit, value = self._asked.unit, self._design[name]
        if unit is None:
            return True
        units = _BEHIND_EUR if unit in _BEHIND_EUR else (unit,)
        says_nothing = value == 0 or (not isinstance(value, str) and value >= NO_LIMIT)
        return lines_by_name()[name].unit in units and not says_nothing


def _likeness(asked: str, label: str) -> tuple[bool, int]:
    """What begins as asked, and is short, stands first."""
    return not name_key(label).startswith(asked), len(label)
