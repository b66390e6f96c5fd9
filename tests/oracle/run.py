"""Read N scenarios, drawn at random, and say what of them is false or not understood.

python -m tests.oracle.run [N] [--first SEED] [--language de]
python -m tests.oracle.run 5000 --found found.jsonl [--processes 2] [--pdf]
python -m tests.oracle.found found.jsonl

The second reads each in English and in German, of the book before it is written, and adds a line per seed to the file;
what stands there is not read again, so that the run may be stopped at any time. `--pdf`: the text of the PDF too. The
third writes what came of it into docs/proof.md.
"""

from __future__ import annotations

import argparse
import gc
import json
import re
import time
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from functools import partial
from multiprocessing import Pool
from pathlib import Path
from typing import Any, NamedTuple

from tests.oracle.facts import Saved
from tests.oracle.oracle import Claim, Oracle, Text
from tests.oracle.printed import not_printed
from tests.oracle.scenarios import drawn
from tests.oracle.unwritten import Unwritten

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

    @property
    def finds(self) -> list[str]:
        """What is false or not understood, each in a line."""
        return [line.strip() for line in self.lines() if line.startswith(("FALSE", "NOT READ", "    "))]

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


def read(seed: int, *, pdf: bool = False) -> dict[str, Any]:
    """What a seed says in both languages: how much was judged, and each find."""
    try:
        called, scenario = drawn(seed)
        sizing = size(scenario)
    except InputError as error:  # twists that contradict each other
        return {"seed": seed, "refused": str(error)}
    book, claims, texts, finds = build_book(sizing), dict[str, int](), dict[str, int](), list[str]()
    for language in LANGUAGES:
        saved = Unwritten(book, language)
        oracle, tally = Oracle(saved, table(sizing, WIDTH, saved.spoken)), Tally()
        tally.add(language, oracle)
        claims[language], texts[language] = len(oracle.claims), sum(oracle.texts.values())
        finds += tally.finds
        if pdf and language == "en":
            finds += [f"NOT PRINTED {text}" for text in not_printed(scenario, saved)]
    return {"seed": seed, "called": called, "claims": claims, "texts": texts, "pdf": pdf, "finds": finds}


LANGUAGES = ("en", "de")


def read_many(count: int, first: int, file: Path, processes: int, *, pdf: bool) -> None:
    """Read the seeds of which the file says nothing yet, and say what is found in them."""
    done = {line["seed"] for line in lines_of(file) if line.get("pdf") or not pdf}
    seeds = [seed for seed in range(first, first + count) if seed not in done]
    pooled = Pool(processes, _collect_seldom, maxtasksperchild=100)  # an executor hangs after so many, in Python 3.11
    with pooled as pool, file.open("a", encoding="utf-8") as out:
        for line in pool.imap(partial(read, pdf=pdf), seeds):
            print(json.dumps(line, ensure_ascii=False), file=out, flush=True)
            if line.get("finds"):
                print(line["called"], *line["finds"], sep="\n  ", flush=True)


def _collect_seldom() -> None:
    """A workbook has many cells, and Python would look through them again and again."""
    gc.freeze()
    gc.set_threshold(500_000)


def lines_of(*files: Path) -> Iterator[dict[str, Any]]:
    """What files say, a seed at a time: what was read last of it."""
    texts = (line for file in files if file.exists() for line in file.read_text(encoding="utf-8").splitlines())
    yield from {line["seed"]: line for line in map(json.loads, texts)}.values()


def main() -> None:
    """Read what was asked for."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("count", nargs="?", type=int, default=60)
    parser.add_argument("--first", type=int, default=1)
    parser.add_argument("--language", choices=("en", "de"), default="en")
    parser.add_argument("--found", type=Path, help="a file for a line per seed, each read in both languages")
    parser.add_argument("--processes", type=int, default=1)
    parser.add_argument("--pdf", action="store_true", help="the text of the PDF too, by LibreOffice")
    asked = parser.parse_args()
    if asked.found is not None:
        read_many(asked.count, asked.first, asked.found, asked.processes, pdf=asked.pdf)
        return
    began = time.process_time()
    tally = run(asked.count, asked.first, asked.language)
    print(*tally.lines(), sep="\n")
    print(f"{(time.process_time() - began) / max(1, tally.workbooks):.2f} s each")


if __name__ == "__main__":
    main()
