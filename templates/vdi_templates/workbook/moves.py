"""Which inputs are not as in the baseline, block by block, as the library finds them."""

from __future__ import annotations

import datetime
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any
from weakref import WeakKeyDictionary

from vdi_sizing.words import DASH
from vdi_templates.workbook.baseline import DIALS, Block, blocks_of
from vdi_templates.workbook.book import Book, CachedValue, cached

NOT_COMPARABLE = "not comparable"
"""The table has other columns or fewer rows than it had, or a cell holds an error."""
BLANK, ADDED = "blank", "in a row that was added"


@dataclass(frozen=True)
class Moved:
    """What the library finds of a block."""

    count: int
    row: int
    """Of the first input that differs, on the sheet Baseline; 0: none."""
    column: int
    words: tuple[CachedValue, CachedValue, CachedValue, CachedValue]
    """Where it stands, what it is, what it was and what it is now."""


def moves_of(book: Book) -> list[Moved]:
    """What moved in each block of the baseline, in its order."""
    baseline = book.baseline
    current = baseline.blocks
    if baseline.scenario is not book.scenario:
        current = blocks_of(book.scenario, baseline.columns, tuple(book.design_in))
    return [_compare(book, was, now) for was, now in zip(baseline.blocks, current, strict=True)]


def moved_since_drawn(book: Book) -> int:
    """How many inputs have moved since the results of drivers were drawn, but for the dials and what is ranked.

    Counted once per workbook: several sheets ask, some once per line.
    """
    if book not in _counted:
        _counted[book] = _count_moved(book)
    return _counted[book]


_counted: WeakKeyDictionary[Book, int] = WeakKeyDictionary()


def _count_moved(book: Book) -> int:
    baseline = book.baseline
    counted = zip(baseline.blocks, moves_of(book), strict=True)
    ranked = not _same(baseline.scenario.sensitivity.measure, book.scenario.sensitivity.measure)
    return sum(found.count for block, found in counted if block.name != DIALS) - ranked


def _compare(book: Book, was: Block, now: Block) -> Moved:
    current = dict(_by_place(book, now))
    differing = [
        (row, column)
        for row, values in enumerate(was.values)
        for column, value in enumerate(values)
        if not _same(value, current.get((row, column)))
    ]
    added = sum(row >= len(was.values) for row, _ in current)
    if not differing:
        return Moved(added, 0, 0, (ADDED if added else DASH, DASH, DASH, DASH))
    row, column = min(differing)
    place = f"{was.sheet}, row {was.first_row + row}"
    if not was.is_table and len(was.headers) > 1:
        place += f", column {was.headers[column]}"
    words = place, was.label(row, column), _shown(was.values[row][column]), _shown(current.get((row, column)))
    on_baseline = book.baseline.first_rows[was.name] + 1 + row
    return Moved(len(differing) + added, on_baseline, was.value_column + column, words)


def _by_place(book: Book, block: Block) -> Iterator[tuple[tuple[int, int], Any]]:
    """The values of cells that are not blank, by row and column: between the records of a table may be blank rows."""
    left_blank = book.made.left_blank
    for at, values in enumerate(block.values):
        row = book.row_of(block.name, at) - 1 if block.is_table else at
        for column, value in enumerate(values):
            record, key = block.record_of(at, column)
            record = book.design_in.get(record, record) if block.name == "designs" else record
            if value is not None and value != "" and (block.name, record, key) not in left_blank:
                yield (row, column), value


def _same(was: Any, now: Any) -> bool:
    """As a spreadsheet compares: texts without case, and no more digits than a file keeps."""
    if was is None or now is None:
        return was is now
    theirs, ours = cached(was), cached(now)
    if isinstance(theirs, str) or isinstance(ours, str):
        return isinstance(theirs, str) and isinstance(ours, str) and theirs.casefold() == ours.casefold()
    return abs(theirs - ours) <= 1e-14 * abs(ours)


def _shown(value: Any) -> CachedValue:
    if value is None:
        return BLANK
    return cached(value) if isinstance(value, (str, float, datetime.date)) else float(value)
