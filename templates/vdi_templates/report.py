"""The comparison for a terminal and for programs: a table of the main lines, and JSON of all lines."""

from __future__ import annotations

import textwrap
from collections.abc import Sequence
from itertools import zip_longest
from typing import Any

from vdi_sizing.sizing import CHECKS, NO_LIMIT, DesignSizing, Sizing
from vdi_templates.line import Line
from vdi_templates.lines import sections

# (heading, lines); the same order as on the Comparison sheet
TABLE: tuple[tuple[str, tuple[str, ...]], ...] = (
    ("Load", ("vms", "steady_iops_per_vm", "login_iops_per_vm", "boot_iops_per_vm")),
    (
        "Drives per block",
        ("tier1_words", "tier2_words", "tier3_words", "cache_words", "drives_plain", "drives_per_block"),
    ),
    (
        "Capacity",
        ("usable_gb", "hot_set_gb", "tier1_share_of_capacity", "tier2_share_of_capacity", "tier3_share_of_capacity"),
    ),
    ("VMs per block", ("vms_per_block", "binding_name", "next_name", "next_margin_vms")),
    ("For these users", ("blocks", "drives_total")),
    ("Cost", ("full_block_eur", "eur_per_vm_full_block", "users_eur", "eur_per_vm")),
)
# Lines that are left out where no design has what they are about.
_WHERE_USED = ("login_iops_per_vm", "boot_iops_per_vm", "hot_set_gb")
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
        rows += textwrap.wrap(_verdict(design), max(width, _LABEL_WIDTH), initial_indent="  ", subsequent_indent="    ")
    return "\n".join(rows)


def _block(designs: Sequence[DesignSizing], column: int) -> list[str]:
    lines = lines_by_name()
    rows = _row("", [design.design.name for design in designs], column)
    for heading, names in TABLE:
        rows.append(heading)
        for name in names:
            values = [shown(lines[name], design) for design in designs]
            if not _says_nothing(name, values):
                rows += _row(_label(lines[name]), values, column)
    return rows


def _says_nothing(name: str, values: Sequence[str]) -> bool:
    """Whether a line is about something that none of the designs has."""
    unused = not any(value.strip("0.%–") for value in values)
    return unused and (name in _WHERE_USED or name.endswith(_WHERE_USED_OF_PARTS))


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
    if line.unit == "VMs" and value >= NO_LIMIT:
        return "no limit"
    if line.number_format.endswith("%"):
        return f"{value:.1%}"
    decimals = len(line.number_format.rpartition(".")[2]) if "." in line.number_format else 0
    return f"{value:,.{decimals}f}"


def _verdict(design: DesignSizing) -> str:
    failed = [text for name, text in CHECKS.items() if not design[f"check_{name}"]]
    return f"{design.design.name}: " + ("all hold" if not failed else "does not hold: " + "; ".join(failed))


def as_json(sizing: Sizing) -> dict[str, Any]:
    """All lines by name; a figure that is no number is null, and its status says why."""
    return {"designs": [_design_json(design) for design in sizing.designs]}


def _design_json(design: DesignSizing) -> dict[str, Any]:
    figures: dict[str, Any] = {}
    status: dict[str, str] = {}
    for name, line in lines_by_name().items():
        value = design[name]
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
