"""A design in one row: what it costs, what its blocks hold, and what limits it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from openpyxl.worksheet.worksheet import Worksheet

from vdi_sizing._arrays import round_down
from vdi_sizing.model.scopes import Block
from vdi_sizing.model.sizing import DesignSizing
from vdi_templates.workbook.book import put


@dataclass(frozen=True)
class Row:
    """One choice of drives, as a person reads it; a design with an error has none of the numbers."""

    design: str
    eur_per_user: float | None
    drives: str
    blocks: float | None = None
    vms_per_block: float | None = None
    response_ms: float | str | None = None
    limited_by: str | None = None
    warnings: int | None = None


def row_of(sized: DesignSizing) -> Row:
    """A design with its drives, as a row."""
    block = sized.block
    if not block.stands:
        return Row(sized.design.name, None, block.errors_in_words)
    drives = "; ".join(part.words_shown for part in block.parts if part.used)
    eur = float(block.compared_eur) if block.compared_eur > 0 else None
    failing = sum(not each.check.of(block) for each in block.warnings_checked)
    return Row(
        sized.design.name, eur, drives, float(block.blocks), float(round_down(block.vms_per_block)), _time(block),
        block.limited_by, failing,
    )  # fmt: skip


def _time(block: Block) -> float | str:
    words = block.at_load.response_words
    return words if isinstance(words, str) else float(words)


def put_value(ws: Worksheet, cell: str, value: Any, number_format: str) -> None:
    """A value of such a row, or words in its place; a text stays one, whatever it begins with."""
    if isinstance(value, str):
        put(ws, cell, value, "VDI cell text")
        ws[cell].data_type = "s"
    else:
        put(ws, cell, value, "VDI cell number", number_format)
