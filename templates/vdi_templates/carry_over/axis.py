"""Which rows, or columns, of one sheet are which of another: found by what stands in them."""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Hashable, Iterable, Mapping


class Axis:
    """The rows, or the columns, of a sheet and where they stand in another.

    What bears no mark of its own stays with what stands before and behind it, as long as these moved alike.

    >>> axis = Axis({3: 3, 4: 5, 6: 7}, gone={8})
    >>> axis.at(4), axis.at(5), axis.at(8), axis.at(9)
    (5, 6, None, 10)
    """

    def __init__(self, known: Mapping[int, int], gone: Iterable[int] = ()) -> None:
        self.known = dict(sorted(known.items()))
        self._gone = set(gone)
        self._marked = list(self.known)

    def at(self, number: int) -> int | None:
        """Where a row or column stands in the other sheet; None where that is not certain."""
        if number in self.known:
            return self.known[number]
        if number in self._gone:
            return None
        steps = {self.known[each] - each for each in self._around(number)}
        if not steps:
            return number
        moved = number + steps.pop()
        return None if steps or moved < 1 else moved

    def between(self, first: int, last: int) -> tuple[int, int] | None:
        """Where a run of rows or columns stands: from its first to its last one that is still there."""
        start = next((place for each in self._inside(first, last) if (place := self.at(each)) is not None), None)
        backwards = reversed(self._inside(first, last))
        end = next((place for each in backwards if (place := self.at(each)) is not None), None)
        return None if start is None or end is None or start > end else (start, end)

    def _inside(self, first: int, last: int) -> list[int]:
        inside = [each for each in self._marked if first < each < last]
        return [first, *inside, *([last] if last > first else [])]

    def _around(self, number: int) -> list[int]:
        behind = bisect_left(self._marked, number)
        return self._marked[max(0, behind - 1) : behind + 1]


def matched(theirs: Mapping[int, tuple[str, str]], ours: Mapping[int, tuple[str, str]]) -> Axis:
    """By the marks of rows or columns, each a heading and a label: the same under the same heading, or the only one.

    Marks that stand several times are told apart by their order.
    """
    numbered = {row: key for key, row in _numbered(ours)}
    there = {key: row for row, key in numbered.items()}
    known = {row: there[key] for key, row in _numbered(theirs) if key in there}
    labels = [Counter(label for _, label in marks.values()) for marks in (theirs, ours)]
    only = {label: row for row, (_, label) in ours.items() if labels[1][label] == 1}
    taken = set(known.values())
    for row, (_, label) in theirs.items():
        if row not in known and labels[0][label] == 1 and label in only and only[label] not in taken:
            known[row] = only[label]
    return Axis(known, gone=theirs.keys() - known.keys())


def _numbered(marks: Mapping[int, Hashable]) -> list[tuple[tuple[Hashable, int], int]]:
    counts: Counter[Hashable] = Counter()
    found = []
    for row, mark in marks.items():
        counts[mark] += 1
        found.append(((mark, counts[mark]), row))
    return found
