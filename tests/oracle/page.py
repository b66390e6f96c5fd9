"""A sheet that is read cell by cell: each text is known or judged, and what is neither is named."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable

from tests.oracle.facts import number
from tests.oracle.german import in_english, line_in_english
from tests.oracle.oracle import Oracle, Text, near

A_CENT = 0.006


OF_BOTH = {
    "user": ("users", "Users"), "case": ("load case",), "errors": ("error",), "Dials": ("dial",),
    "cluster": ("clusters", "Clusters"),
}  # fmt: skip
"""What German says by one word."""


class Page:
    """The cells of a sheet, and which of them were read."""

    def __init__(self, oracle: Oracle, title: str) -> None:
        self.oracle, self.title = oracle, title
        self.cells = oracle.saved.sheet(title)
        self._read: set[tuple[int, int]] = set()

    def value(self, row: int, column: int) -> object:
        """What stands in a cell, which counts as read."""
        self._read.add((row, column))
        return self.oracle.saved.value(self.title, row, column)

    def label(self, row: int, column: int = 1) -> str:
        """The same, of a label or a choice, in English; "" where nothing stands there."""
        return in_english(self.value(row, column))

    def line(self, row: int, column: int = 1) -> str:
        """The same of a sentence."""
        said = str(self.value(row, column) or "")
        return line_in_english(said) if self.oracle.facts.is_german else said

    def begin(self, words: str) -> list[int]:
        """The rows whose first cell begins with these words, without reading them."""
        german, saved = self.oracle.facts.is_german, self.oracle.saved
        said = {row: str(saved.value(self.title, row, 1) or "") for row in range(1, self.last_row + 1)}
        return [row for row, text in said.items() if (line_in_english(text) if german else text).startswith(words)]

    def rows(self, first: int = 1, column: int = 1) -> Iterable[tuple[int, str]]:
        """The labels from a row on, in English, without reading them."""
        for row in range(first, self.last_row + 1):
            if (said := self.oracle.saved.label(self.title, row, column)) != "":
                yield row, said

    def row_of(self, label: str, first: int = 1) -> int:
        """Where a label stands from a row on; 0 where it does not."""
        return next((row for row, said in self.rows(first) if said == label), 0)

    @property
    def last_row(self) -> int:
        return self.oracle.saved.last_row(self.title)

    def say(self, kind: str, row: int, column: int, ok: bool, why: object = "", said: object = None) -> None:
        """Judge what stands in a cell."""
        shown = self.value(row, column) if said is None else said
        at = Text(self.title, f"row {row}, column {column}", f"{kind}: {shown}", row, column)
        self.oracle.say(f"{self.title}: {kind}", at, ok, why)

    def words(self, kind: str, row: int, column: int, *wanted: str) -> None:
        """A text has to be one of these."""
        found = self._readings(row, column)
        self.say(kind, row, column, bool(found & set(wanted)), f"wanted {' or '.join(wanted)}; read {found}")

    def _readings(self, row: int, column: int) -> set[str]:
        """What a text may say in English."""
        plain, label = str(self.value(row, column) or ""), self.label(row, column)
        said = {self.line(row, column)} if self.oracle.facts.is_german else {plain}
        return {label, *said, *OF_BOTH.get(label, ())}

    def amount(self, kind: str, row: int, column: int, want: float, word: str = "", most: float = A_CENT) -> None:
        """A number has to be this one; where there is none, a word stands in its place."""
        got = number(self.value(row, column))
        if math.isnan(want):
            right = word in ("", *self._readings(row, column))
            self.say(kind, row, column, math.isnan(got) and right, f"wanted {word or 'no number'}")
        else:
            self.say(kind, row, column, near(got, want, most), f"by the inputs {want:,.6f}")

    def finish(self, known: str) -> None:
        """What was not read has to be what says the same in every workbook, or what somebody typed."""
        same_everywhere = re.compile(known)
        for (row, column), cell in sorted(self.cells.items()):
            if not isinstance(cell.value, str):
                continue
            self.oracle.texts[self.title] += 1
            said = in_english(cell.value)
            texts = (said, *OF_BOTH.get(said, ()))
            found = (row, column) in self._read or any(same_everywhere.fullmatch(text) for text in texts)
            if found or cell.value in self.oracle.facts.typed or cell.value in self.oracle.facts.by_name:
                self.oracle.read[self.title] += 1
            else:
                where = f"row {row}, column {column}"
                self.oracle.unread.append(Text(self.title, where, in_english(cell.value), row, column))


def any_of(*texts: str) -> str:
    """A pattern of these texts, word by word."""
    return "|".join(map(re.escape, texts))


HEAD = r"Checks: (?:all passed|passed, with warnings|ERRORS)"
"""The third row of every sheet."""
