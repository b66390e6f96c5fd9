"""What is unclear in lists of users and prices: asked back all at once, with proposals, and answered by a file.

An answer counts as if the list said it: the word for one of the proposals, any other text or number, or that the row
is left out. Nothing that is open is written.
"""

from __future__ import annotations

import csv
import datetime
import io
import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from vdi_sizing.errors import InputError
from vdi_sizing.inputs import name_key, nearest_names, or_nearest
from vdi_sizing.scenario import Scenario, UserGroup
from vdi_sizing.tables.profiles import DESKTOP, SESSION, WORKERS, Profile
from vdi_templates.importing.headers import AMOUNTS, FIELDS, NAMES_OF_A_PART, KnownList
from vdi_templates.importing.messages import Messages
from vdi_templates.importing.numbers import Style, has_digits
from vdi_templates.importing.plan import Plan, Question
from vdi_templates.importing.rows import NUMERIC, OR_NO_PRICE, Row, places_of, rows_of
from vdi_templates.importing.sources import Cell, grids_of
from vdi_templates.importing.unclear import Proposals, proposals
from vdi_templates.importing.words import (
    ANSWERS,
    NO_PRICE_YET,
    NOT_GIVEN,
    TOTAL,
    TOTAL_OF_PRICES,
    has_word,
    is_total,
    means,
)
from vdi_templates.languages.translation import ENGLISH, GERMAN

LOWER, MIDDLE, UPPER = WAYS = ("lower", "middle", "upper")
LEAVE_OUT, TAKE = "leave out", "take"
COLUMNS = ("list name", "row number", "column header", "says", *WAYS, "other answers", "answer")
"""The columns of a file of answers; which language its headers are in makes no difference."""
_FORMER_COLUMNS = len(COLUMNS) - 1
"""Those of a file that was written before answers other than the proposals stood in it."""
_NAMES = {"users": ("name", "user", "profile"), "prices": NAMES_OF_A_PART}
"""Of lists of which is asked back, the fields of which one names a row."""
ASKED_OF = tuple(_NAMES)
"""The kinds of lists whose rows and numbers are asked about."""
_MANY = "vms"
_PROFILE = "profile"
_OF_A_PROFILE = ("steady_iops", "steady_read_share", "login_iops", "login_read_share")
PROFILES_KNOWN = "a profile of the sheet Profiles, or a group of the workbook"

_OF_ALL = "profile of the desktops"
"""What is asked of a list of VMs, which says none."""
ANY_PROFILE = "another row of the sheet Profiles"
NO_LOGINS = "no IOPS at login: for all groups, or for none"
"""Stands behind a profile that is offered beside those that say them: what one group says of logins, all have to."""
ANY_LOCALE = "another locale, such as de_CH"
_WORKERS = ("task", "power", "developer", "knowledge", "office")
"""In the order in which a text is searched for them: a simple office is one of task workers."""
_MOST_OF_A_WORKER = 3
_VERSION = re.compile(r"\bwindows (?:server )?\d+(?![\d/])", re.I)
"""Of a name such as "Windows 10/11 light" none, since it is of both."""
_SESSION = re.compile(r"session|sitzung|multi|terminal|\brdsh?\b|server", re.I)
_IN_GERMAN = Messages(GERMAN)

NO_PROPOSALS: Proposals = ("", "", "")
_Key = tuple[str, int, str]


@dataclass(frozen=True)
class _Answer:
    cell: Cell
    place: str


@dataclass
class Answers:
    """What was answered, by list, row and column; and what counts where nothing was."""

    given: dict[_Key, _Answer] = field(default_factory=dict)
    way: str | None = None
    """Which of the proposals counts where there is no answer; None for none."""
    locale: str = ENGLISH
    """By which numbers are read that were typed as answers: that of the headers of the file."""
    asks: bool = False
    """Whether somebody is there to answer what would be good to know, beside what is unclear."""

    @classmethod
    def read(cls, path: Path | None, way: str | None = None) -> Answers:
        """The answers of a file that an import wrote and somebody filled in; none of one that does not exist yet.

        Raises
        ------
        InputError
            If it is no such file, or answers a question twice.
        """
        answers = cls(way=way, asks=True)
        if path is None:
            return answers
        if path.suffix.lower() != ".csv":
            raise InputError("--answers", path.name, "a file that ends in .csv")
        if not path.exists():
            return answers
        (grid, *_) = grids_of(path, _known_columns)
        head, *rows = grid.rows or [[]]
        if len(head) not in (_FORMER_COLUMNS, len(COLUMNS)) or not means(ANSWERS, head[-1].value):
            expected = f"a file that import wrote, with the columns {', '.join(COLUMNS)}"
            raise InputError("--answers", path.name, expected)
        answers.locale = GERMAN if name_key(_text(head[-1])) == name_key(_IN_GERMAN.text(COLUMNS[-1])) else ENGLISH
        for number, row in enumerate(rows, start=2):
            cells = [*row, *[Cell()] * (len(head) - len(row))]
            if _text(cells[-1]):
                answers._take(cells, grid.place(number))
        return answers

    def _take(self, cells: Sequence[Cell], place: str) -> None:
        try:
            key = (_text(cells[0]), int(float(_text(cells[1]))), _text(cells[2]))
        except ValueError as error:
            raise InputError("row", _text(cells[1]) or None, "the number of a row of the list", place) from error
        if key in self.given:
            raise InputError("answer", _text(cells[-1]), f"one answer; {self.given[key].place} has another", place)
        self.given[key] = _Answer(cells[-1], place)

    def said(self, question: Question) -> str:
        """What was answered to a question; nothing where nobody did."""
        found = self._given(question)
        return _text(found.cell) if found else ""

    def locales(self, question: Question, answer: str, style: Style) -> tuple[str, ...]:
        """By which the number of an answer is read: that of whoever was asked, or of the file, else of the list."""
        return (style.told_in,) if answer in question.proposals else (self.locale, style.locale)

    def _given(self, question: Question) -> _Answer | None:
        return next((self.given[key] for key in _keys(question) if key in self.given), None)

    def refuse_unasked(self, questions: Sequence[Question]) -> None:
        """Refuse an answer to what the lists do not ask; of a row that another answer leaves out all were asked."""
        asked = {key for each in questions for key in _keys(each)}
        left_out = {key[:2] for key in asked & set(self.given) if means(LEAVE_OUT, self.given[key].cell.value)}
        for key, answer in self.given.items():
            if key not in asked and key[:2] not in left_out:
                what = "; ".join(filter(None, (key[0], str(key[1]), key[2])))
                raise InputError("answer", what, "an answer to what the lists ask: remove this row", answer.place)

    def to(self, question: Question) -> tuple[Cell | None, str]:
        """What a cell says after the answer, and who says so; no cell where the question is open.

        Raises
        ------
        InputError
            If the answer is a proposal that the question does not have.
        """
        found = self._given(question)
        if found is None:
            said = question.proposals[WAYS.index(self.way)] if self.way and question.is_of_a_number else ""
            if self.way and LEAVE_OUT in question.proposals:  # a total that is taken counts its groups twice
                said = LEAVE_OUT
            elif self.way and question.of_part:  # no value says which part of the workbook it is
                said = TAKE
            return (Cell(said) if said else None), f"--unclear {self.way}"
        word = next((way for way in (*WAYS, LEAVE_OUT, TAKE) if means(way, found.cell.value)), "")
        said = question.proposals[WAYS.index(word)] if word in WAYS else word
        if question.is_of_row and said not in (LEAVE_OUT, TAKE):
            raise InputError("answer", _text(found.cell), f"{LEAVE_OUT} or {TAKE}", found.place)
        if word in WAYS and not said:
            raise wrong_answer(question, _text(found.cell), "what the list should say", found.place)
        return (Cell(said) if said else found.cell), found.place


NO_ANSWERS = Answers()


def wrong_answer(question: Question, answer: str, otherwise: str, by: str) -> InputError:
    """An answer that a question does not take, with the words that it does, and what may be said otherwise."""
    ways = [way for way, said in zip(WAYS, question.proposals, strict=True) if said and said != LEAVE_OUT]
    out = [LEAVE_OUT] if LEAVE_OUT in question.proposals else []
    words = dict.fromkeys((*ways, *out, *other_answers(question)))
    said = f"{'one of the words' if len(words) > 1 else 'the word'} {', '.join(words)}, or {otherwise}"
    return InputError("answer", answer, said if words else otherwise, by)


@dataclass(frozen=True)
class Profiles:
    """What a list may say for the profile of its users."""

    names: tuple[str, ...] = ()
    proposed: tuple[str, ...] = ()
    """Those that say IOPS and reads, steady and at login, and no boots: what one group has all have to have."""
    sessions: frozenset[str] = frozenset()
    """Those of a user on a session host."""
    like: str | None = None
    """The one that `--like` says, of a group whose name is its profile."""
    by_worker: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """Those of desktops that say steady IOPS and reads alone, by the kind of worker."""

    def nearest(self, said: str) -> tuple[Proposals, tuple[str, ...]]:
        """The proposals for a text, and what may be answered beside them.

        Of a text that names a version of Windows those of another are no proposals, and sessions are of one that
        names them alone. Beside the proposals stand profiles of the kind of worker that a text names, and any.
        """
        is_of_session = _SESSION.search(said) is not None
        known = [name for name in self.proposed or self.names if (name in self.sessions) == is_of_session]
        version = _version(said)
        of_version = [name for name in known if version in ("", _version(name))]
        lower, middle, upper, *_ = (*nearest_names(said, of_version), "", "", "")
        proposed = (lower, middle, upper)
        of_another = (name for name in nearest_names(said, known) if name not in of_version)
        worker = next((each for each in _WORKERS if has_word(each, said)), "")
        of_worker = [f"{name} ({NO_LOGINS})" for name in self.by_worker.get(worker, ())[:_MOST_OF_A_WORKER]]
        others = dict.fromkeys((*of_another, *of_worker, ANY_PROFILE))
        return proposed, tuple(name for name in others if name not in proposed)

    @classmethod
    def of(cls, scenario: Scenario, like: str | None) -> Profiles:
        """The groups and profiles of a workbook."""
        found: list[UserGroup | Profile] = [*scenario.groups, *scenario.profiles]
        whole = (each for each in found if None not in (getattr(each, name) for name in _OF_A_PROFILE))
        proposed = (each.name for each in whole if each.boot_iops is None)
        steady = [each for each in scenario.profiles if each.kind == DESKTOP and each.login_iops is None]
        steady = [each for each in steady if None not in (each.steady_iops, each.steady_read_share)]
        newest = steady[::-1]
        by_worker = {worker: tuple(each.name for each in newest if each.worker == worker) for worker in WORKERS}
        sessions = frozenset(each.name for each in scenario.profiles if each.kind == SESSION)
        return cls(tuple(each.name for each in found), tuple(proposed), sessions, like, by_worker)


NO_PROFILES = Profiles()


def cleared(known: KnownList, style: Style, answers: Answers, plan: Plan, profiles: Profiles) -> KnownList:
    """The list as its answers make it; what is open is noted, and counts as proposed until nothing is."""
    meant = dict(_profiles(known, style, answers, plan, profiles))
    _say_what_is_not_given(known, style, plan)
    rows = [list(row) for row in known.grid.rows]
    for question in _questions(known, style):
        plan.questions.append(question)
        if not rows[question.row - 1]:  # it is left out
            continue
        try:
            cell, by = answers.to(question)
            _refuse_unusable(question, cell, by, style, answers)
        except InputError as error:
            plan.problems.append(str(error))
            cell = Cell(next(filter(None, question.proposals), LEAVE_OUT))  # so that it is named once
        else:
            if cell is None:
                plan.open.append(question)
                cell = _stand_in(question, answers)
            else:
                _say(question, cell, by, plan)
        if cell is not None:
            _put(rows, question, _as_listed(question, cell, style, answers))
    return replace(known, grid=replace(known.grid, rows=rows), profiles=meant)


def _say_what_is_not_given(known: KnownList, style: Style, plan: Plan) -> None:
    """By column, where a list of users has a word such as "k. A." for a number: it is not known, and no 0 either."""
    if known.kind != "users":
        return
    blank: dict[tuple[str, str], list[Row]] = {}
    for row in rows_of(known, style):
        for name, cell in row.cells.items():
            is_number = name != _MANY and FIELDS[known.kind][name].kind in NUMERIC
            if is_number and any(map(str.isalpha, _text(cell))) and means(NOT_GIVEN, cell.value):
                blank.setdefault((known.columns[name].header, _text(cell)), []).append(row)
    for (header, said), rows in blank.items():
        plan.first.append(f"{places_of(rows)}, column {header!r}: {said!r} counts as blank: it is not known")


def _stand_in(question: Question, answers: Answers) -> Cell | None:
    """What counts while a question is open; where somebody can answer, nothing but the question names its cell."""
    proposed = next(filter(None, question.proposals), None)
    if proposed or answers.asks:
        return Cell(proposed or ("1" if question.field == _MANY else None))
    return None


def _as_listed(question: Question, cell: Cell, style: Style, answers: Answers) -> Cell:
    """The answer to what the column of a number says, as its list writes numbers."""
    declared = FIELDS[question.known.kind].get(question.field)
    if declared is None or declared.kind not in NUMERIC or not isinstance(cell.value, str):
        return cell
    return Cell(style.rewritten(cell.value, answers.locales(question, cell.value, style)))


def _refuse_unusable(question: Question, cell: Cell | None, by: str, style: Style, answers: Answers) -> None:
    """Refuse an answer that its column could not say, by the place where it was given."""
    if cell is None or cell.value == LEAVE_OUT or not question.field:
        return
    try:
        listed = _as_listed(question, cell, style, answers)
        found = style.quantity(str(listed.value))
        number = Cell(found.number) if found and not found.unit else listed  # of a text its locale would be blamed
        Row(question.known, question.row, style).value_in(number, question.field)
    except InputError as error:
        raise wrong_answer(question, _text(cell), error.expected, by) from error


def _profiles(
    known: KnownList, style: Style, answers: Answers, plan: Plan, profiles: Profiles
) -> Iterator[tuple[str, str]]:
    """Which profile is meant by each that nobody knows, asked once; until it is answered the nearest counts."""
    if known.kind != "users" or _PROFILE not in known.columns:
        return
    by_key = {name_key(name): name for name in profiles.names}
    first: dict[str, Row] = {}
    for row in rows_of(known, style):
        key = name_key(row.text(_PROFILE))
        is_like = profiles.like is not None and key == name_key(_name_of_group(row))
        if key and key not in by_key and not is_like and not _is_left_out(row):
            first.setdefault(key, row)
    for key, row in first.items():
        said = row.text(_PROFILE)
        proposed, others = profiles.nearest(said)
        question = Question(known, row.number, _PROFILE, said, proposed, of_profile=True, others=others)
        plan.questions.append(question)
        try:
            cell, by = answers.to(question)
            if cell is None:
                plan.open.append(question)
                yield key, proposed[0]
            else:
                yield key, _profile(question, _text(cell), by_key, by)
                _say(question, cell, by, plan)
        except InputError as error:
            plan.problems.append(str(error))
            yield key, proposed[0]


def profile_of_vms(
    vms: Sequence[Row], said: str | None, answers: Answers, plan: Plan, profiles: Profiles, *, alone: bool = True
) -> str | None:
    """Which profile says what a list of desktops does not; asked where somebody can answer, and nobody said it.

    `alone`: whether there are no other groups. What one group says of IOPS all have to say, so that beside others none
    is no answer.
    """
    if said is not None or not vms or not answers.asks:
        return said
    systems = Counter(text for row in vms if (text := row.text("os_tools", "os")))
    system = next((text for text, _ in systems.most_common(1)), "")
    proposed, others = profiles.nearest(system)
    known, shown = vms[0].of, system or f"{len(vms)} VMs"
    question = Question(
        known, known.header_row, "", shown, proposed, of_profile=True, about=_OF_ALL,
        without="no profile" if alone else "", others=others,
    )  # fmt: skip
    plan.questions.append(question)
    try:
        cell, by = answers.to(question)
        if cell is None:
            plan.open.append(question)
            return proposed[0] or None
        if cell.value == LEAVE_OUT and alone:
            plan.first.append(f"{known.grid.name}: the desktops have no profile, as {by} says")
            return None
        found = _profile(question, _text(cell), {name_key(name): name for name in profiles.names}, by)
    except InputError as error:
        plan.problems.append(str(error))
        return None
    plan.first.append(f"{known.grid.name}: the desktops have the profile {found!r}, as {by} says")
    return found


def _version(said: str) -> str:
    """The version of Windows that a text names, or nothing.

    >>> _version("Microsoft Windows 10 (64-bit)"), _version("Windows Server 2022, PVS"), _version("Windows 10/11 light")
    ('windows 10', 'windows server 2022', '')
    """
    found = _VERSION.search(said)
    return found[0].casefold() if found else ""


def _profile(question: Question, answer: str, by_key: Mapping[str, str], by: str) -> str:
    """The profile that an answer names, with what is said of it behind it or without."""
    for said in (NO_LOGINS, _IN_GERMAN.text(NO_LOGINS)):
        answer = answer.removesuffix(f" ({said})")
    if name_key(answer) not in by_key:
        raise wrong_answer(question, answer, or_nearest(PROFILES_KNOWN, answer, by_key.values()), by)
    return by_key[name_key(answer)]


def _name_of_group(row: Row) -> str:
    """What a row calls its group; of a list with a row per user no user is one."""
    return row.text(*(_NAMES["users"] if _MANY in row.of.columns else ("name", _PROFILE)))


def _is_left_out(row: Row) -> bool:
    """Whether a row of users is none by its name: a total, or a heading."""
    name = row.text(*_NAMES["users"])
    return means(TOTAL, name) or row.is_heading(next(each for each in _NAMES["users"] if each in row.of.columns))


def _put(rows: list[list[Cell]], question: Question, cell: Cell) -> None:
    """The answer in the place of what was asked."""
    row = rows[question.row - 1]
    if cell.value == LEAVE_OUT:
        row.clear()
    elif question.index is not None:
        row += [Cell()] * (question.index + 1 - len(row))
        row[question.index] = cell


def _say(question: Question, cell: Cell, by: str, plan: Plan) -> None:
    if cell.value == LEAVE_OUT:
        plan.leave_out(
            question.place_of_row, f"{question.name or question.said!r}: left out, as {by} says", says_nothing=True
        )
    elif question.index is None:
        plan.first.append(f"{question.place_of_row}: {question.said!r} is taken, as {by} says")
    else:
        plan.first.append(f"{question.place}: {question.said!r} counts as {_text(cell)!r}, as {by} says")


def _questions(known: KnownList, style: Style) -> Iterator[Question]:
    """What is unclear in a list, row by row: a row that may be a total or a note, and numbers that may be several."""
    if known.kind not in _NAMES:
        return
    total = TOTAL_OF_PRICES if known.kind == "prices" else TOTAL
    for row in rows_of(known, style):
        name = row.text(*_NAMES[known.kind])
        heading = next(each for each in _NAMES[known.kind] if each in known.columns)
        is_price = known.kind == "prices"
        if is_total(total, name) or row.is_heading(*(NAMES_OF_A_PART if is_price else (heading,))):
            continue
        if is_price and not name and (row.has_word_alone(total) or not has_digits(row.text(*AMOUNTS))):
            continue  # it is left out, whatever its other cells say
        if has_word(total, name) and (not is_price or row.text(*AMOUNTS)):  # without an amount it is no part anyway
            yield Question(known, row.number, "", name, (LEAVE_OUT, "", TAKE), name=name)
        if known.kind == "users" and _MANY in known.columns:
            yield from _of_a_group(row, name)
        for field_name, cell in row.cells.items():
            found = _proposed(row, field_name, cell)
            if found is not None:
                yield Question(known, row.number, field_name, _shown(cell), found, name=name)


def _of_a_group(row: Row, name: str) -> Iterator[Question]:
    """A row that has a name without a number, as a note below the table has, or a number without a name."""
    if _MANY not in row.cells or means(NOT_GIVEN, row.cells[_MANY].value):
        is_note = set(row.cells) <= set(_NAMES["users"])
        said = _shown(row.cells[_MANY]) if _MANY in row.cells else name
        yield Question(row.of, row.number, _MANY, said, (LEAVE_OUT, "", "") if is_note else NO_PROPOSALS, name=name)
    elif not name:
        column = next(each for each in _NAMES["users"] if each in row.of.columns)
        yield Question(row.of, row.number, column, _shown(row.cells[_MANY]), (LEAVE_OUT, "", ""))


def _proposed(row: Row, name: str, cell: Cell) -> Proposals | None:
    """What the cell of a number may say instead; nothing but a question where it is a word that says no number."""
    declared = FIELDS[row.of.kind][name]
    if declared.kind not in NUMERIC:
        return None
    found = proposals(cell, declared, row.of.columns[name], row.style)
    if found is None and isinstance(cell.value, str) and row.style.quantity(cell.value) is None:
        return None if any(means(each, cell.value) for each in (NOT_GIVEN, NO_PRICE_YET)) else NO_PROPOSALS
    return found


def other_answers(question: Question) -> tuple[str, ...]:
    """The words that a question may be answered with beside its proposals."""
    if question.of_part:
        return TAKE, LEAVE_OUT
    if question.of_profile and not question.about:
        return ()
    return (LEAVE_OUT,) if question.without or not any(question.proposals) else ()


def offered(question: Question) -> tuple[str, ...]:
    """All that a question may be answered with: proposals, or what its column may say, and other answers."""
    own = (*filter(None, question.proposals),) or _expected(question)
    return tuple(dict.fromkeys((*own, *other_answers(question), *question.others)))


def _expected(question: Question) -> tuple[str, ...]:
    """What the column of a number may say; nothing of another column."""
    declared = FIELDS[question.known.kind].get(question.field)
    if declared is None or declared.kind not in NUMERIC:
        return ()
    return (f"{declared.expected}, {OR_NO_PRICE}" if question.field in AMOUNTS else declared.expected,)


def proposal_in(messages: Messages, question: Question, said: str) -> str:
    """A proposal as somebody reads it: a word of ours in the language of the workbook, a number or a part as it is."""
    is_ours = said in (LEAVE_OUT, TAKE, ANY_PROFILE, ANY_LOCALE) or said in _expected(question)
    said = said.replace(NO_LOGINS, messages.text(NO_LOGINS))
    return messages.text(said) if is_ours else said


def template(questions: Sequence[Question], answers: Answers, messages: Messages) -> bytes:
    """A file of answers: a row for each question with its proposals, and what was answered already.

    It is a text that Excel opens with its cells apart, in the language of the workbook.
    """
    file = io.StringIO(newline="")
    writer = csv.writer(file, delimiter="," if messages.language == ENGLISH else ";")
    writer.writerow(map(messages.text, COLUMNS))
    for each in questions:
        proposed = [proposal_in(messages, each, said) for said in each.proposals]
        others = " / ".join(proposal_in(messages, each, said) for said in offered(each) if said not in each.proposals)
        header, said = messages.text(each.about) or each.header, f"'{each.said}'"  # so that Excel makes no date of 4-8
        writer.writerow(
            [each.known.grid.name, each.row, header, said, *proposed, others, _typed(each, answers, messages)]
        )
    return file.getvalue().encode("utf-8-sig")


def _typed(question: Question, answers: Answers, messages: Messages) -> str:
    """What was answered, with its number as the language of the file writes it, which may be another than before."""
    said = answers.said(question)
    is_word = question.of_profile or question.of_part or question.is_of_row
    if messages.language == answers.locale or is_word:
        return said
    return Style(messages.language, said=True).rewritten(said, (answers.locale,))


def _known_columns(cells: Sequence[Cell]) -> int:
    """How many of ours a row of headers has, in any language: the names of profiles hold each separator."""
    known = {name_key(said) for each in COLUMNS for said in (each, _IN_GERMAN.text(each))}
    return sum(name_key(_text(cell)) in known for cell in cells)


def _keys(question: Question) -> tuple[_Key, ...]:
    """By what an answer may name a question: a setting is called as in English, or as in German."""
    headers = (question.header, *([_IN_GERMAN.text(question.about)] if question.about else []))
    return tuple((question.known.grid.name, question.row, header) for header in headers)


def _text(cell: Cell) -> str:
    value = cell.value
    return f"{value:.15g}" if isinstance(value, float) else "" if value is None else str(value).strip()


def _shown(cell: Cell) -> str:
    """A cell as a spreadsheet program shows it, near enough to find it."""
    if isinstance(cell.value, datetime.date):
        return f"{cell.value:%Y-%m-%d}"
    if isinstance(cell.value, (int, float)) and "%" in cell.number_format:
        return f"{100 * cell.value:.12g} %"
    return _text(cell)
