"""The comparison for a terminal and for programs: a table of the main lines, and JSON of all lines."""

from __future__ import annotations

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
_LABEL_WIDTH, _COLUMN_WIDTH = 42, 26


def lines_by_name() -> dict[str, Line]:
    """Every line of the model."""
    return {line.name: line for section in sections() for line in section.lines}


def table(sizing: Sizing) -> str:
    """The comparison as text, one column per design."""
    lines = lines_by_name()
    rows = ["".ljust(_LABEL_WIDTH) + "".join(_cell(design.design.name) for design in sizing.designs)]
    for heading, names in TABLE:
        rows.append(heading)
        for name in names:
            line = lines[name]
            label = f"  {line.label}" + (f" [{line.unit}]" if line.unit else "")
            rows.append(
                label[:_LABEL_WIDTH].ljust(_LABEL_WIDTH) + "".join(_cell(shown(line, d)) for d in sizing.designs)
            )
    rows.append("Checks")
    rows.extend(_failed(design) for design in sizing.designs)
    return "\n".join(row.rstrip() for row in rows)


def _cell(text: str) -> str:
    limit = _COLUMN_WIDTH - 2
    return (text if len(text) <= limit else text[: limit - 1] + "…").rjust(_COLUMN_WIDTH)


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


def _failed(design: DesignSizing) -> str:
    failed = [text for name, text in CHECKS.items() if not design[f"check_{name}"]]
    return f"  {design.design.name}: " + ("all hold" if not failed else "does not hold: " + "; ".join(failed))


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
