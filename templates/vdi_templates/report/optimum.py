"""The cheapest drives that a search found: as rows, on a sheet of a comparison, and for programs."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from vdi_sizing.model.formats import EUR_CENT, TIME, WHOLE
from vdi_sizing.model.sizing import DesignSizing
from vdi_sizing.scenario import Scenario, Sensitivity
from vdi_sizing.what_if.optimize import Optimum
from vdi_templates.report.rows import Row, put_value, row_of
from vdi_templates.workbook.book import Book, put

SHEET = "Cheapest drives"
HEADERS = ("rank", "design", "EUR per user", "drives of a block", "blocks", "VMs per block", "response [ms]",
    "limited by", "warnings")  # fmt: skip
MOST_DESIGNS = 6
_WIDTHS = [7, 22, 13, 62, 9, 14, 14, 22, 11]
_LOOKS = ("0", "@", EUR_CENT, "@", WHOLE, WHOLE, TIME, "@", "0")
_FIRST_ROW = 5


def counted(optimum: Optimum) -> str:
    """What was looked at, in a sentence."""
    return (
        f"{optimum.looked_at:,} choices of drives, layouts and their numbers were looked at; {optimum.meeting:,} of "
        f"them meet every target."
    )


def remarks(optimum: Optimum, scenario: Scenario) -> list[str]:
    """What a reader has to know of the search."""
    known = {design.name: design for design in scenario.designs}
    measured = [name for name in _searched(optimum, scenario) if known[name].measured_vms is not None]
    return [
        *(f"{name} was left out: {reason}" for name, reason in optimum.left_out.items()),
        *(f"The number measured of {name} was left out, since it is of its own drives." for name in measured),
        *(f"{count:,} cheaper ones were refused: {what}." for what, count in optimum.refused.items()),
    ]


def _searched(optimum: Optimum, scenario: Scenario) -> list[str]:
    return [design.name for design in scenario.designs if design.name not in optimum.left_out]


def side_by_side(optimum: Optimum) -> Scenario:
    """The best of them as designs of one scenario, each with its bill."""
    best = optimum.best[:MOST_DESIGNS]
    names = [f"{rank}. {sized.design.name}" for rank, sized in enumerate(best, start=1)]
    return replace(
        best[0].block.scenario,
        designs=tuple(replace(sized.design, name=name, part_of=None) for sized, name in zip(best, names, strict=True)),
        bill=tuple(
            replace(row, design=name)
            for sized, name in zip(best, names, strict=True)
            for row in sized.block.scenario.bill_of(sized.design)
        ),
        sensitivity=Sensitivity(),
    )


def write_optimum(book: Book, optimum: Optimum, now: Sequence[DesignSizing]) -> None:
    """Add the sheet to a comparison: values alone, with the date that they are of."""
    subtitle = (
        f"{counted(optimum)} These are values of {book.scenario.settings.as_of.isoformat()}, which no change of an "
        "input moves. Search again with the command optimize."
    )
    ws = book.sheet(SHEET, SHEET, subtitle, _WIDTHS)
    book.in_english.add(SHEET)
    _band(book, _FIRST_ROW, "The cheapest of each choice of drives and layouts")
    row = _FIRST_ROW + 2
    for rank, sized in enumerate(optimum.best, start=1):
        _put_row(book, row, rank, row_of(sized))
        row += 1
    _band(book, row + 1, "As entered")
    for at, sized in enumerate(now, start=row + 3):
        _put_row(book, at, None, row_of(sized))
    for at, remark in enumerate(remarks(optimum, now[0].block.scenario), start=row + 4 + len(now)):
        put(ws, f"A{at}", remark, "VDI note")
    ws.protection.enable()


def _band(book: Book, row: int, title: str) -> None:
    ws = book.worksheet(SHEET)
    put(ws, f"A{row}", title, "VDI status")
    for letter, header in zip("ABCDEFGHI", HEADERS, strict=True):
        put(ws, f"{letter}{row + 1}", header, "VDI header")


def _put_row(book: Book, at: int, rank: int | None, row: Row) -> None:
    ws = book.worksheet(SHEET)
    values = (rank, *vars(row).values())
    for letter, value, looks in zip("ABCDEFGHI", values, _LOOKS, strict=True):
        put_value(ws, f"{letter}{at}", value, looks)


def as_json(optimum: Optimum, now: Sequence[DesignSizing]) -> dict[str, Any]:
    """The search for programs."""
    return {
        "looked_at": optimum.looked_at,
        "meeting": optimum.meeting,
        "best": [vars(row_of(sized)) | {"tiers": _tiers(sized)} for sized in optimum.best],
        "as_entered": [vars(row_of(sized)) for sized in now],
        "left_out": dict(optimum.left_out),
        "refused": dict(optimum.refused),
    }


def _tiers(sized: DesignSizing) -> list[dict[str, Any]]:
    tiers = (tier for tier in sized.design.tiers if tier.drive is not None)
    return [{"drive": tier.drive, "raid": tier.raid, "drives": tier.drives} for tier in tiers]
