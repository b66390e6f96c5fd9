"""What a Monte Carlo found, as a block of values on a sheet of its own in a comparison: drawn, not live."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from vdi_sizing.model.figure import Line
from vdi_sizing.what_if.monte_carlo import Quantiles
from vdi_sizing.what_if.range_defaults import UsualRange
from vdi_sizing.what_if.sweep import label_of
from vdi_templates.workbook.book import Book, put, put_unit

SHEET = "Ranges"
LABEL = "drawn, not live"
NO_ANSWER = "no answer"
_WIDTHS = [44, 10, 13, 13, 13, 13, 13, 60]
_FIRST_ROW = 5


@dataclass(frozen=True)
class Drawn:
    """What was varied of which design, how it was drawn, and what came of it."""

    design: str
    draws: int
    seed: int
    ranges: Mapping[str, UsualRange]
    spreads: Mapping[str, Quantiles]
    remarks: Sequence[str]

    @property
    def title(self) -> str:
        """The design and how it was drawn."""
        return f"{self.design}: {self.draws:,} draws, seed {self.seed}"


def in_words(line: Line) -> str:
    """What a figure is called; that it is a number goes without saying here."""
    return line.label.removesuffix(", as a number")


def varied_rows(drawn: Drawn) -> list[tuple[str, str, float, float, float, str]]:
    """What was varied: in words, its name, low, base, high, and where the range comes from."""
    return [
        (label_of(name), name, usual.range.low, usual.range.base, usual.range.high, usual.source)
        for name, usual in drawn.ranges.items()
    ]


def write_ranges(book: Book, drawn: Drawn, lines: Mapping[str, Line]) -> None:
    """Add the sheet to a comparison: values alone, with the date, the seed and the ranges that they come from."""
    subtitle = (
        f"{LABEL}: these are values of {book.scenario.settings.as_of.isoformat()}, which no change of an input moves. "
        "Draw again with the command ranges."
    )
    ws = book.sheet(SHEET, SHEET, subtitle, _WIDTHS)
    book.in_english.add(SHEET)
    _band(book, _FIRST_ROW, f"{drawn.title} ({LABEL})", ("unit", "P5", "P50", "P95", "mean", "no answer in"))
    row = _FIRST_ROW + 1
    for name, spread in drawn.spreads.items():
        line = lines[name]
        put(ws, f"A{row}", in_words(line), "VDI label wrapped")
        put_unit(ws, f"B{row}", line.unit, line.number_format)
        for letter, value in zip("CDEF", (spread.p5, spread.p50, spread.p95, spread.mean), strict=True):
            finite = value < float("inf")
            put(ws, f"{letter}{row}", value if finite else NO_ANSWER, "VDI formula", line.number_format)
        put(ws, f"G{row}", spread.without_answer, "VDI formula", "0.0%")
        row += 1
    for remark in drawn.remarks:
        put(ws, f"A{row}", remark, "VDI note")
        row += 1
    _band(book, row + 1, "What was varied, each on its own", ("driver", "low", "base", "high", "", "", "from"))
    for at, (label, name, *numbers, source) in enumerate(varied_rows(drawn), start=row + 2):
        put(ws, f"A{at}", label, "VDI label wrapped")
        put(ws, f"B{at}", name, "VDI unit")
        for letter, number in zip("CDE", numbers, strict=True):
            put(ws, f"{letter}{at}", number, "VDI formula", "0.00##")
        put(ws, f"H{at}", source, "VDI note")
    ws.protection.enable()


def _band(book: Book, row: int, title: str, headers: Sequence[str]) -> None:
    ws = book.worksheet(SHEET)
    put(ws, f"A{row}", title, "VDI header left")
    for letter, header in zip("BCDEFGH", (*headers, "", "", "")[:7], strict=True):
        put(ws, f"{letter}{row}", header or None, "VDI header")
