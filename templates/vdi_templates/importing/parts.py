"""Which part of the workbook each row of a price list means: by its numbers or its name, by memory, or by an answer.

The memory is `parts.csv` beside the workbook, a table of the user's own: the part, and the article number, the maker's
number and the name that lists have for it. A row whose part was answered once is known from then on; that a row is
left out stands in the file of answers alone.
"""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from vdi_sizing.errors import InputError
from vdi_sizing.inputs import LIKE_A_PART, name_key, or_nearest
from vdi_sizing.scenario import Scenario
from vdi_templates.importing.headers import AMOUNTS, FIELDS, NAMES_OF_A_PART, Headers
from vdi_templates.importing.messages import Messages
from vdi_templates.importing.plan import Plan, Question
from vdi_templates.importing.questions import LEAVE_OUT, TAKE, Answers, wrong_answer
from vdi_templates.importing.rows import Row
from vdi_templates.importing.sources import grids_of
from vdi_templates.importing.words import NO_PRICE_YET, TOTAL_OF_PRICES, means
from vdi_templates.languages.translation import ENGLISH

_ANSWERS = "a part that the workbook has"
NAME = "parts.csv"
"""What the memory beside a workbook is called; another case, as in Parts.csv, makes no difference."""
_COLUMNS = ("part", "article_number", "maker_number", "description")
_SAID = _COLUMNS[1:]
_MOST_CANDIDATES = 3
_LIKENESS = 0.65
"""From 0 to 1, from which on a row of a list is perhaps the part: most of what the name of the part says is in it."""
_TERABYTES = re.compile(r"(\d+(?:[.,]\d+)?)\s*tb\b")
_GIGABYTES = re.compile(r"(\d+)\s*gb?\b")
_TOKEN = re.compile(r"[^\W_]+")
_SHORTEST_WORD = 2
_SHORTEST_INSIDE = 4
"""Letters of a word that may stand within another, as in Rackserver."""
_WEIGHT_OF_A_NUMBER = 2
"""What a capacity or a model counts for, in words: it tells parts of one maker apart."""


def memory_file_beside(workbook: Path) -> Path:
    """The memory beside a workbook, by the name that it has there; by `NAME` where there is none yet."""
    usual = workbook.with_name(NAME)
    if usual.exists() or not usual.parent.is_dir():
        return usual
    return next((path for path in sorted(usual.parent.iterdir()) if path.name.casefold() == NAME), usual)


@dataclass
class Memory:
    """What lists call the parts of a workbook."""

    rows: list[list[str]] = field(default_factory=list)
    """As the table has them, its headers first; none where there is no table yet."""
    parts: dict[str, tuple[str, str]] = field(default_factory=dict)
    """By what a list says, the part and the place that says so."""
    _columns: dict[str, int] = field(default_factory=dict)

    @classmethod
    def read(cls, path: Path | None, headers: Headers) -> Memory:
        """The table; an empty one where there is none.

        Raises
        ------
        InputError
            If it is no such table, if a row has no part, or if two rows say two parts for one number or name.
        """
        memory = cls()
        if path is None or not path.exists():
            return memory
        (grid, *_) = grids_of(path, headers.count)
        memory.rows = [[str(cell.value or "").strip() for cell in row] for row in grid.rows]
        found = headers.fields("prices", grid.rows[0] if grid.rows else ())
        memory._columns = {name: column.index for name, column in found.items() if name in _COLUMNS}
        if "part" not in memory._columns or len(memory._columns) == 1:
            expected = "a table with the columns part, article number, maker's number, description"
            raise InputError("headers", "; ".join(memory.rows[0]) if memory.rows else None, expected, path.name)
        for number, row in enumerate(memory.rows[1:], start=2):
            memory._learn(row, grid.place(number))
        return memory

    def _learn(self, row: Sequence[str], place: str) -> None:
        part = self._cell(row, "part")
        said = [each for name in _SAID if (each := self._cell(row, name))]
        if said and not part:
            raise InputError("part", None, "the part of the workbook that these numbers and names mean", place)
        for each in said:
            known, there = self.parts.setdefault(_key(each), (part, place))
            if name_key(known) != name_key(part):
                raise InputError(
                    "part", part, f"the part that {there} says for {each!r}, {known!r}: remove one of the two", place
                )

    def _cell(self, row: Sequence[str], name: str) -> str:
        at = self._columns.get(name)
        return row[at] if at is not None and at < len(row) else ""

    def with_learned(self, learned: Iterable[Mapping[str, str]], messages: Messages) -> bytes | None:
        """The table with what an import learned below what it holds; None where that is nothing new.

        A column that the table lacks for it stands behind those that it has.
        """
        rows, columns = [list(row) for row in self.rows], dict(self._columns)
        if not rows:
            rows = [[messages.text(FIELDS["prices"][name].label) for name in _COLUMNS]]
            columns = {name: at for at, name in enumerate(_COLUMNS)}
        known, before = set(self.parts), len(rows)
        for each in learned:
            said = {name: each[name] for name in _SAID if each.get(name)}
            if all(_key(value) in known for value in said.values()):
                continue
            known.update(map(_key, said.values()))
            for name in said:
                if name not in columns:
                    columns[name] = max(map(len, rows))
                    blank = [""] * (columns[name] - len(rows[0]))
                    rows[0] += [*blank, messages.text(FIELDS["prices"][name].label)]
            cells = {columns[name]: value for name, value in {**said, "part": each["part"]}.items()}
            rows.append([cells.get(at, "") for at in range(max(len(rows[0]), *(at + 1 for at in cells)))])
        if len(rows) == before:
            return None
        file = io.StringIO(newline="")
        csv.writer(file, delimiter="," if messages.language == ENGLISH else ";").writerows(rows)
        return file.getvalue().encode("utf-8-sig")


NO_MEMORY = Memory()


@dataclass
class Matched:
    """Which part each row means, and what was asked of rows that may mean one."""

    parts: dict[tuple[str, int], str] = field(default_factory=dict)
    """By list and row; a row that is not here has a name of its own."""
    left_out: set[tuple[str, int]] = field(default_factory=set)

    def of(self, row: Row) -> str | None:
        """The part of the workbook that a row prices; None of a row that is no part of it."""
        return self.parts.get(_at(row))

    def leaves_out(self, row: Row) -> bool:
        """Whether an answer leaves the row out."""
        return _at(row) in self.left_out


def matched(rows: Sequence[Row], scenario: Scenario, memory: Memory, answers: Answers, plan: Plan) -> Matched:
    """Which part of the workbook each row prices; where one may be meant, it is asked, and nothing is guessed."""
    found = Matched()
    known = _known_parts(scenario)
    says = _names_of(scenario, memory)
    billed = billed_parts(scenario)
    unknown: list[Row] = []
    asked: dict[tuple[str, int], list[str]] = {}
    for row in rows:
        if not said_of(row) or means(TOTAL_OF_PRICES, row.text(*NAMES_OF_A_PART)):
            continue
        meant, is_sure = _meant(row, says, known)
        if len(meant) == 1 and is_sure and not answers.said(_question(row, meant)):  # else the answer counts
            found.parts[_at(row)] = meant[0]
        elif _has_no_price(row):  # then it makes no difference which part it is
            continue
        elif meant:
            asked[_at(row)] = meant
        else:
            unknown.append(row)
    priced = {name_key(part) for part in found.parts.values()}
    open_parts = [part for key, part in billed.items() if key not in priced]
    asked |= _candidates(unknown, {part: _called(part, scenario) for part in open_parts})
    for row in rows:
        if _at(row) in asked:
            try:
                _ask(row, asked[_at(row)], known, answers, plan, found)
            except InputError as error:
                plan.problems.append(str(error))
    return found


def _meant(row: Row, says: Mapping[str, str], known: Mapping[str, str]) -> tuple[list[str], bool]:
    """The parts that the numbers and names of a row say, and whether that is sure.

    A name that lists have for a part, beside a number that nobody knows, may be that of another product.
    """
    said = said_of(row)
    parts = {name: part for name, text in said.items() if (part := says.get(_key(text)))}
    is_sure = set(parts) != {"description"} or name_key(said["description"]) in known or not _numbers(said)
    return list({name_key(part): part for part in parts.values()}.values()), is_sure


def _numbers(said: Mapping[str, str]) -> set[str]:
    return {"article_number", "maker_number"} & set(said)


def said_of(row: Row) -> dict[str, str]:
    """What a row says of its part: its numbers and names, without a position beside them."""
    said = {name: row.text(name) for name in NAMES_OF_A_PART if row.text(name)}
    return said if set(said) == {"position"} else {name: text for name, text in said.items() if name != "position"}


def billed_parts(scenario: Scenario) -> dict[str, str]:
    """The parts that a bill of the scenario holds, by their key."""
    rows = (row for design in scenario.designs for row in scenario.bill_of(design))
    return {name_key(part): part for part in (*(row.part for row in rows), scenario.settings.store_part) if part}


def _known_parts(scenario: Scenario) -> dict[str, str]:
    """Every part that the workbook names, by its key."""
    listed = (price.part for price in scenario.prices)
    drives = (drive.part for drive in scenario.drives)
    return {name_key(part): part for part in (*drives, *listed, *billed_parts(scenario).values())}


def _names_of(scenario: Scenario, memory: Memory) -> dict[str, str]:
    """By what a list may say, the part: what the memory says, its name on any sheet, or its drive's name."""
    by_drive = {_key(drive.name): drive.part for drive in scenario.drives}
    by_name = {_key(part): part for part in _known_parts(scenario).values()}
    return {**by_drive, **by_name, **{said: part for said, (part, _) in memory.parts.items()}}


def _has_no_price(row: Row) -> bool:
    amount = row.text(*AMOUNTS)
    return not amount or means(NO_PRICE_YET, amount)


def _called(part: str, scenario: Scenario) -> list[str]:
    """The names of a part: its own, which may be a number alone, and those of the drives that it is."""
    drives = (drive.name for drive in scenario.drives if drive.part and name_key(drive.part) == name_key(part))
    return [part, *drives]


def _candidates(rows: Sequence[Row], parts: Mapping[str, Sequence[str]]) -> dict[tuple[str, int], list[str]]:
    """The rows that are most like a part that no row prices, each with the parts that it may be, nearest first.

    A part is told by any of its names.
    """
    plain = [(row, _plain(" ".join(said_of(row).values()))) for row in rows] if parts else []
    texts = [(row, text, set(_tokens(text))) for row, text in plain]
    asked: dict[tuple[str, int], list[tuple[float, str]]] = {}
    for part, names in parts.items():
        called = [_tokens(_plain(name)) for name in names]
        likenesses = ((max(_likeness(name, text, words) for name in called), row) for row, text, words in texts)
        near = [(likeness, row) for likeness, row in likenesses if likeness >= _LIKENESS]
        for likeness, row in sorted(near, key=lambda each: -each[0])[:_MOST_CANDIDATES]:
            asked.setdefault(_at(row), []).append((likeness, part))
    return {
        place: [part for _, part in sorted(found, key=_nearest_first)[:_MOST_CANDIDATES]]
        for place, found in asked.items()
    }


def _nearest_first(found: tuple[float, str]) -> tuple[float, int]:
    """The likest part first; of two alike the one whose name says more, as a licence of something before a licence."""
    likeness, part = found
    return -likeness, -len(_tokens(_plain(part)))


def _ask(
    row: Row, candidates: Sequence[str], known: Mapping[str, str], answers: Answers, plan: Plan, found: Matched
) -> None:
    """What was answered, or the question."""
    question = _question(row, candidates)
    plan.questions.append(question)
    cell, by = answers.to(question)
    if cell is None:
        plan.open.append(question)
        return
    answer = str(cell.value).strip()
    if answer == LEAVE_OUT:
        found.left_out.add(_at(row))
        plan.leave_out(row.place, f"{question.said!r}: left out, as {by} says", says_nothing=True)
    elif answer == TAKE:
        plan.first.append(f"{row.place}: {question.said!r} is taken, as {by} says")
    elif name_key(answer) in known:
        found.parts[_at(row)] = known[name_key(answer)]
        plan.first.append(f"{question.place}: {question.said!r} counts as {known[name_key(answer)]!r}, as {by} says")
    else:
        raise wrong_answer(question, answer, or_nearest(_ANSWERS, answer, known.values(), LIKE_A_PART), by)


def _question(row: Row, candidates: Sequence[str]) -> Question:
    """Which part a row prices."""
    lower, middle, upper, *_ = (*candidates, "", "", "")
    said = said_of(row)
    name = "description" if "description" in said else next(iter(said))
    return Question(row.of, row.number, name, " ".join(said.values()), (lower, middle, upper), of_part=True)


def _at(row: Row) -> tuple[str, int]:
    return row.of.grid.name, row.number


def _key(said: str) -> str:
    """A number or a name as they are compared: without case, and with one space between words."""
    return " ".join(name_key(said).split())


def _plain(text: str) -> str:
    """A name in small letters, with capacities in whole GB: 3,84 TB is 3840.

    >>> _plain("PM9A3 3,84TB"), _plain("960 GB SSD")
    ('pm9a3  3840 ', ' 960  ssd')
    """
    small = _TERABYTES.sub(lambda found: f" {1000 * float(found[1].replace(',', '.')):.0f} ", text.casefold())
    return _GIGABYTES.sub(r" \1 ", small)


def _tokens(text: str) -> list[str]:
    return [word for word in _TOKEN.findall(text) if len(word) >= _SHORTEST_WORD]


def _likeness(tokens: Sequence[str], text: str, words: set[str]) -> float:
    """How much of what the name of a part says is in the text of a row, and among its words, from 0 to 1.

    >>> name = _tokens(_plain("Kingston DC600M 960 GB"))
    >>> for row in ("SSD 960GB Kingston DC600M 2.5in", "Kingston DC600M 480GB"):
    ...     _likeness(name, _plain(row), set(_tokens(_plain(row))))
    1.0
    0.6
    """
    weights = [(_WEIGHT_OF_A_NUMBER if any(map(str.isdigit, token)) else 1, token) for token in tokens]
    total = sum(weight for weight, _ in weights)
    return sum(weight for weight, token in weights if _is_in(token, text, words)) / total if total else 0.0


def _is_in(token: str, text: str, words: set[str]) -> bool:
    return token in words or (len(token) >= _SHORTEST_INSIDE and not token.isdigit() and token in text)


def learned(rows: Iterable[Row], found: Matched) -> Iterator[dict[str, str]]:
    """What the rows of an import taught: each part, and what its list says of it beside its name."""
    for row in rows:
        part = found.of(row)
        if part is None:
            continue
        said = {name: text for name, text in said_of(row).items() if name in _SAID and name_key(text) != name_key(part)}
        named = row.text("part")
        if named and name_key(named) != name_key(part):
            said.setdefault("description", named)
        if _numbers(said_of(row)):  # which tell it better than a name that another product may have too
            said.pop("description", None)
        if said:
            yield {"part": part, **said}
