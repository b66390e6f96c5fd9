"""Read N scenarios, drawn at random, and say what of them is false or not understood.

python -m tests.oracle.run [N] [--first SEED] [--language de]
"""

from __future__ import annotations

import argparse
import re
import time
from collections import Counter, defaultdict
from collections.abc import Iterable
from typing import NamedTuple

from tests.oracle.facts import Saved
from tests.oracle.oracle import Claim, Oracle, Text
from tests.oracle.scenarios import drawn

from vdi_sizing.errors import InputError
from vdi_sizing.model.sizing import size
from vdi_sizing.scenario import Scenario
from vdi_templates.report.table import table
from vdi_templates.workbook.book import Made
from vdi_templates.workbook.brand import Brand
from vdi_templates.workbook.build import build_book
from vdi_templates.workbook.save import workbook_bytes
from vdi_templates.workbook.spoken import spoken_of

WIDTH = 200
"""Of the terminal: names of designs stand whole in it."""


class Finished(NamedTuple):
    """What `compare` hands over of a scenario."""

    workbook: bytes
    terminal: str


def finished(scenario: Scenario, language: str = "en") -> Finished:
    """The workbook of a scenario with its saved values, and the table that a terminal shows."""
    sizing = size(scenario)
    book = build_book(sizing, made=Made(brand=Brand(language=language)))
    return Finished(workbook_bytes(book), table(sizing, WIDTH, spoken_of(book)))


def judged(scenario: Scenario, language: str = "en") -> Oracle:
    """What the oracle says of a scenario's workbook."""
    done = finished(scenario, language)
    return Oracle(Saved(done.workbook), done.terminal)


class Tally:
    """What was found in many workbooks."""

    def __init__(self) -> None:
        self.workbooks = self.claims = 0
        self.false: dict[str, list[tuple[str, Claim]]] = defaultdict(list)
        self.unread: dict[tuple[str, str], tuple[str, Text]] = {}
        self.by_surface, self.texts, self.read = Counter[str](), Counter[str](), Counter[str]()

    def add(self, called: str, oracle: Oracle) -> None:
        """Count what was found in one."""
        self.workbooks += 1
        self.claims += len(oracle.claims)
        for claim in oracle.claims:
            self.by_surface[claim.where.partition("!")[0]] += 1
            if not claim.ok:
                self.false[claim.kind].append((called, claim))
        for text in oracle.unread:
            self.unread.setdefault((text.surface, re.sub(r"\d+", "#", text.text)), (called, text))
        self.texts += oracle.texts
        self.read += oracle.read

    def lines(self) -> Iterable[str]:
        """What there is to say."""
        yield f"{self.workbooks} workbooks, {self.claims} claims"
        for surface, count in self.by_surface.items():
            share = self.read[surface] / max(1, self.texts[surface])
            yield f"  {surface}: {count} claims; {share:.1%} of {self.texts[surface]} texts with figures read"
        for kind, found in sorted(self.false.items(), key=lambda item: -len(item[1])):
            called, claim = found[0]
            yield f"FALSE {kind}: {len(found)} in {len({name for name, _ in found})} workbooks"
            yield f"    {called} {claim.where}: {claim.said} | {claim.why}"
        for (surface, _), (called, text) in sorted(self.unread.items()):
            yield f"NOT READ {surface}!{text.where} {called}: {text.text[:200]}"


def run(count: int, first: int, language: str) -> Tally:
    """Read scenarios from a seed on."""
    tally = Tally()
    for seed in range(first, first + count):
        try:
            called, scenario = drawn(seed)
        except InputError as error:  # twists that contradict each other
            print(f"seed {seed}: {error}")
            continue
        tally.add(called, judged(scenario, language))
    return tally


def main() -> None:
    """Read what was asked for."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("count", nargs="?", type=int, default=60)
    parser.add_argument("--first", type=int, default=1)
    parser.add_argument("--language", choices=("en", "de"), default="en")
    asked = parser.parse_args()
    began = time.process_time()
    tally = run(asked.count, asked.first, asked.language)
    print(*tally.lines(), sep="\n")
    print(f"{(time.process_time() - began) / max(1, tally.workbooks):.2f} s each")


if __name__ == "__main__":
    main()
