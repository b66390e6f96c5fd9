"""Change one attribute, text or element of a workbook at a time, and say what the audit finds.

python -m tests.mutator.run [COUNT] [--first SEED] [--book shipped] [--only PART] [--json FILE]
"""

from __future__ import annotations

import argparse
import csv
import gc
import json
import time
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from fnmatch import fnmatchcase
from functools import cache
from pathlib import Path
from random import Random
from typing import NamedTuple

from tests.mutator.books import BOOKS, parts_of
from tests.mutator.changes import Kind, Mutation, Places, kinds_of, mutation
from tests.mutator.judge import Judge, Said, Verdict
from tests.mutator.places import places_of

UNSEEN = Path(__file__).parent / "unseen.csv"


class Row(NamedTuple):
    """Kinds that need not be found, as patterns, and why."""

    part: str
    element: str
    what: str
    change: str
    reason: str

    def holds_for(self, kind: Kind) -> bool:
        """Whether a kind is one of them."""
        return all(
            any(fnmatchcase(said, each.replace("[", "[[]")) for each in pattern.split(" | "))
            for said, pattern in zip(kind, self[:4], strict=True)
        )


@cache
def listed() -> list[Row]:
    """What need not be found, with its reason."""
    with UNSEEN.open(encoding="utf-8", newline="") as file:
        return [Row(**row) for row in csv.DictReader(file)]


def reason_of(kind: Kind) -> str:
    """Why a kind need not be found; "" where it has to be."""
    return next((row.reason for row in listed() if row.holds_for(kind)), "")


class Drawn(NamedTuple):
    """A mutation and what was said of it."""

    book: str
    seed: int
    mutation: Mutation
    verdict: Verdict

    @property
    def is_wrong(self) -> bool:
        """Whether it had to be found and was not, or was no answer at all."""
        if self.verdict.said is Said.CRASHED:
            return True
        return self.verdict.said is not Said.FOUND and not reason_of(self.mutation.kind)


class Workbook:
    """A workbook to draw mutations from."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.parts = parts_of(name)
        self.places: Places = places_of(self.parts)
        self.kinds = kinds_of(self.places)
        self.judge = Judge(self.parts)

    def drawn(self, seeds: Iterable[int], only: str = "") -> Iterator[Drawn]:
        """A mutation per seed: the kinds take turns in an order drawn at random, each at a place drawn at random."""
        kinds = [kind for kind in self.kinds if fnmatchcase("; ".join(kind), only or "*")]
        Random(len(kinds)).shuffle(kinds)
        gc.freeze()  # all places of a large file, through which Python would look again and again
        with self.judge.at_work():
            for seed in seeds:
                random, made = Random(seed), None
                at = seed
                while made is None:  # not every kind has a place that can be changed so
                    made = mutation(kinds[at % len(kinds)], self.parts, self.places, random)
                    at += 1
                yield Drawn(self.name, seed, made, self.judge.verdict(made.part, made.content))


class Tally:
    """What came of many mutations, by kind."""

    def __init__(self) -> None:
        self.by_kind: dict[Kind, Counter[Said]] = defaultdict(Counter)
        self.example: dict[tuple[Kind, Said], Drawn] = {}

    def add(self, drawn: Drawn) -> None:
        kind, said = drawn.mutation.kind, drawn.verdict.said
        self.by_kind[kind][said] += 1
        self.example.setdefault((kind, said), drawn)

    def lines(self) -> Iterator[str]:
        """What there is to say: the whole, and each kind that had to be found and was not."""
        counts = sum(self.by_kind.values(), Counter[Said]())
        said = ", ".join(f"{counts[each]} {each.value}" for each in Said)
        yield f"{counts.total()} mutations of {len(self.by_kind)} kinds: {said}"
        for (kind, was), drawn in sorted(self.example.items(), key=lambda item: item[0][0]):
            if drawn.is_wrong:
                yield f"{was.value.upper()} {' '.join(kind)}: {self.by_kind[kind][was]} of {self.by_kind[kind].total()}"
                yield f"    {drawn.book} {drawn.seed}: {drawn.mutation.said} {drawn.verdict.line[:300]}"


def main() -> None:
    """Draw what was asked for."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("count", nargs="?", type=int, default=100)
    parser.add_argument("--first", type=int, default=1)
    parser.add_argument("--book", choices=BOOKS, default="shipped")
    parser.add_argument("--only", default="", help="kinds such as 'table; *'")
    parser.add_argument("--json", type=Path, help="a file for a line per mutation")
    asked = parser.parse_args()
    book, tally, began = Workbook(asked.book), Tally(), time.process_time()
    gc.set_threshold(100_000, 5, 2)
    file = asked.json.open("a", encoding="utf-8") if asked.json else None
    for drawn in book.drawn(range(asked.first, asked.first + asked.count), asked.only):
        tally.add(drawn)
        if file is not None:
            line = [drawn.book, drawn.seed, *drawn.mutation.kind, drawn.verdict.said.value, drawn.verdict.line[:200],
                    drawn.mutation.said]  # fmt: skip
            print(json.dumps(line, ensure_ascii=False), file=file, flush=True)
    print(*tally.lines(), sep="\n")
    print(f"{(time.process_time() - began) / max(1, asked.count):.2f} s each, of {len(book.kinds)} kinds")


if __name__ == "__main__":
    main()
