"""What a line of the model is, and the formats and roundings that lines share."""

from __future__ import annotations

from dataclasses import dataclass, replace

from vdi_sizing.model.sizing import NO_LIMIT
from vdi_sizing.scenario import PARTS, TIERS

WHOLE, ONE, TWO, THREE = "#,##0", "#,##0.0", "#,##0.00", "#,##0.000"
SHARE, EUR, EUR_CENT, FLAG = "0.0%", "#,##0", "#,##0.00", "0"
BAR = "#,##0;;"  # a bar of 0 has no label
VMS = f'[>={NO_LIMIT:.0f}]"no limit";#,##0'
VMS_EXACT = f'[>={NO_LIMIT:.0f}]"no limit";#,##0.0'
VMS_ORDER = f'[>={NO_LIMIT:.0f}]"no limit";#,##0.000'
PART_TITLES = {part: "flash cache" if part == "cache" else f"tier {part[-1]}" for part in PARTS}
UP, DOWN = "ROUNDUP(ROUND({0},9),0)", "ROUNDDOWN(ROUND({0},9),0)"


@dataclass(frozen=True)
class Line:
    """One figure of a design: a row of the Sizing sheet."""

    name: str
    label: str
    unit: str
    formula: str
    number_format: str = TWO
    note: str = ""


@dataclass(frozen=True)
class Section:
    """Lines under one heading, on the Sizing sheet or on Workings."""

    title: str
    lines: tuple[Line, ...]
    sheet: str = "Sizing"


def up(expression: str) -> str:
    """The expression, rounded up to a whole number as the library does it."""
    return UP.format(expression)


def down(expression: str) -> str:
    """The expression, rounded down to a whole number as the library does it."""
    return DOWN.format(expression)


def per_tier(*lines: Line) -> tuple[Line, ...]:
    """The lines for each tier in turn; # stands for its number."""
    return tuple(_numbered(line, k) for k in TIERS for line in lines)


def _numbered(line: Line, k: int) -> Line:
    return replace(
        line,
        name=line.name.replace("#", str(k)),
        label=line.label.replace("#", str(k)),
        formula=line.formula.replace("#", str(k)),
        note=line.note.replace("#", str(k)),
    )
