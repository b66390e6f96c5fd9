"""The comparison for a terminal and for programs: a table of the main lines, and JSON of all lines."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Sequence
from itertools import chain, zip_longest
from typing import Any

from vdi_sizing.model.sizing import CHECKS, DASH, FAILURES, NO_LIMIT, WARNINGS, DesignSizing, Sizing
from vdi_templates.workbook.comparison import IN_A_TERMINAL, PAGES
from vdi_templates.workbook.line import Line
from vdi_templates.workbook.lines import sections

# Lines that are left out where no design has what they are about.
_RESPONSE_TIME = ("response_words", "within_words", "limit_used_ms")
_WHERE_USED = ("login_iops_per_vm", "boot_iops_per_vm", "hot_set_gb", "price_date", "boot_speedup")
_WHERE_USED_OF_PARTS = ("_words", "_share_of_capacity")
_LABEL_WIDTH, _LEAST_WIDTH, _MOST_WIDTH, _GAP = 44, 16, 26, 2
USUAL_WIDTH = 120


def lines_by_name() -> dict[str, Line]:
    """Every line of the model."""
    return {line.name: line for section in sections() for line in section.lines}


def table(sizing: Sizing, width: int = USUAL_WIDTH) -> str:
    """The comparison as text: one column per design, as many side by side as `width` characters hold."""
    for_designs = max(width - _LABEL_WIDTH, _LEAST_WIDTH + _GAP)
    count = len(sizing.designs)
    blocks = -(-count // (for_designs // (_LEAST_WIDTH + _GAP)))
    abreast = -(-count // blocks)
    column = min(for_designs // abreast, _MOST_WIDTH + _GAP)
    rows: list[str] = []
    for first in range(0, count, abreast):
        rows += [*_block(sizing.designs[first : first + abreast], column), ""]
    rows[-1] = "Checks"
    for design in sizing.designs:
        rows.append(f"  {design.design.name}")
        for verdict in _verdict(design):
            rows += textwrap.wrap(verdict, max(width, _LABEL_WIDTH), initial_indent="    ", subsequent_indent="      ")
    return "\n".join(rows)


def _block(designs: Sequence[DesignSizing], column: int) -> list[str]:
    lines = lines_by_name()
    rows = _row("", [design.design.name for design in designs], column)
    for heading, names in chain(*PAGES):
        shown_names = [name for name in names if name in IN_A_TERMINAL and not _is_unused(name, designs)]
        if shown_names:
            rows.append(heading)
        for name in shown_names:
            rows += _row(_label(lines[name]), [shown(lines[name], design) for design in designs], column)
    return rows


def _is_unused(name: str, designs: Sequence[DesignSizing]) -> bool:
    """Whether a line is about something that none of the designs has."""
    if name in _RESPONSE_TIME:
        return all(design["response_words"] == DASH for design in designs)
    if name in _WHERE_USED or name.endswith(_WHERE_USED_OF_PARTS):
        return all(design[name] in (0, DASH) for design in designs)
    return False


def _label(line: Line) -> str:
    unit = "" if line.number_format.endswith("%") else line.unit
    return f"{line.label} [{unit}]" if unit else line.label


def _row(label: str, values: Sequence[str], column: int) -> list[str]:
    """A row of the table; what is too long for its column goes on in the next line."""
    labels = textwrap.wrap(label, _LABEL_WIDTH, initial_indent="  ", subsequent_indent="    ")
    cells = [textwrap.wrap(value, column - _GAP, break_on_hyphens=False) for value in values]
    return [
        (first.ljust(_LABEL_WIDTH) + "".join(cell.rjust(column) for cell in rest)).rstrip()
        for first, *rest in zip_longest(labels, *cells, fillvalue="")
    ]


def shown(line: Line, design: DesignSizing) -> str:
    """A figure as a person reads it."""
    value = design[line.name]
    if isinstance(value, str):
        return value
    word = re.search(r'"(.*)"', line.number_format)
    if word and (value >= NO_LIMIT or (value == 0 and line.number_format.endswith(word[0]))):
        return word[1]
    if line.number_format.endswith("%"):
        return f"{value:.1%}"
    decimals = re.search(r"\.(0+)", line.number_format)
    return f"{value:,.{len(decimals[1]) if decimals else 0}f}"


def _verdict(design: DesignSizing) -> list[str]:
    """What is wrong with a design, errors first."""
    failed = [name for name in CHECKS if not design[f"check_{name}"]]
    errors = [f"error: {FAILURES[name]}" for name in failed if name not in WARNINGS]
    warnings = [f"warning: {FAILURES[name]}" for name in failed if name in WARNINGS]
    return errors + warnings or ["all checks hold"]


def as_json(sizing: Sizing) -> dict[str, Any]:
    """All lines by name; a figure that is no number is null, and its status says why."""
    return {"designs": [_design_json(design) for design in sizing.designs]}


def _in_words(name: str) -> str:
    """The line that says whether a number means something: where a drive is saturated, it is that of an idle one."""
    for number, words in (("response_ms", "response_words"), ("percentile_ms", "percentile_words")):
        name = name.replace(number, words)
    return name.replace("within_share", "within_words")


def _design_json(design: DesignSizing) -> dict[str, Any]:
    figures: dict[str, Any] = {}
    status: dict[str, str] = {}
    for name, line in lines_by_name().items():
        value = design.figures.get(_in_words(name), design[name])
        if isinstance(value, str) and line.number_format != "@":
            figures[name], status[name] = None, value
        elif isinstance(value, float) and line.unit == "VMs" and value >= NO_LIMIT:
            figures[name], status[name] = None, "no limit"
        else:
            figures[name] = value
    bill = [
        {
            "part": line.part,
            "quantity_per_block": line.quantity_per_block,
            "net_eur": line.net_eur,
            "eur": line.block_eur,
        }
        for line in design.bill
    ]
    return {"name": design.design.name, "figures": figures, "status": status, "bill": bill}
