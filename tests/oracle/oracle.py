"""The oracle: reads a finished workbook and the terminal's table as a person does, and says what of it is false.

A claim is a label with what stands beside it, or a sentence. Each is read by the grammar, worked out from the inputs,
and true or false. A text with a figure or a word of money that the grammar cannot read is named too.
"""

from __future__ import annotations

import math
import re
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable
from typing import NamedTuple, TypeAlias

from tests.oracle.facts import NAN, Cell, Design, Facts, Line, Saved, cents, number, same, shelves_of
from tests.oracle.german import in_english, line_in_english
from tests.oracle.grammar import CLAIMS, MARKS, SUBLINE, WARNED, Grammar
from tests.oracle.lease import lease_of, words_of

_WORDS = (
    "no price", "not known", "the purchase alone", "–", "error", "not given", "none", "", "never", "at once",
    "other users",
)  # fmt: skip
_HALF_A_EUR, _A_CENT = 0.5001, 0.006
_CARD_COLUMNS = (1, 4, 7)
_LAST_CARD_ROW = 12
_STILL_OPEN = ("Open or acknowledged, errors first", "Offen oder bestätigt, Fehler zuerst")
_OPEN_LINES, _CHECKS_LIST = 3, 9
"""Over what is open on Start, how many lines say it, and the row of Checks from which on it is listed."""
_LAST_PRINTED = 8


class Claim(NamedTuple):
    """What is said somewhere, and whether it is true."""

    kind: str
    where: str
    said: str
    ok: bool
    why: str


class Text(NamedTuple):
    """A text of a surface, and where it stands."""

    surface: str
    where: str
    text: str
    row: int = 0
    column: int = 0
    own: str = ""
    """The same line in the language of the workbook."""


Found: TypeAlias = "re.Match[str]"


def near(a: float, b: float, most: float = _A_CENT) -> bool:
    """Whether two amounts are the same, but for the last bits of either; nan is nan alone."""
    if math.isnan(a) or math.isnan(b):
        return math.isnan(a) and math.isnan(b)
    return abs(a - b) <= max(most, abs(b) * 1e-9)


class Oracle:
    """What a workbook says, judged."""

    def __init__(self, saved: Saved, terminal: str | None = None) -> None:
        self.saved = saved
        self.facts = Facts(saved)
        self.claims: list[Claim] = []
        self.unread: list[Text] = []
        self.texts, self.read = Counter[str](), Counter[str]()
        self._grammar = Grammar(self.facts.by_name)
        self._numbers: dict[tuple[str, str], dict[float, str]] = defaultdict(dict)
        self._cards = self._find_cards()
        for surface in ("Report", "Start", "Sign-off", "Comparison"):
            self._sheet(surface)
        self._other_sheets()
        self._properties()
        if terminal is not None:
            self._terminal(terminal)

    @property
    def false(self) -> list[Claim]:
        return [claim for claim in self.claims if not claim.ok]

    def say(self, kind: str, at: Text, ok: bool, why: object = "") -> None:
        """Note a claim."""
        self.claims.append(Claim(kind, f"{at.surface}!{at.where}", " ".join(at.text.split())[:160], bool(ok), str(why)))

    # --- what the designs are compared by -----------------------------------------------------------------

    def _find_cards(self) -> dict[str, tuple[int, int]]:
        """Where the name of each design stands on Report: at the head of its card, or of its line."""
        found: dict[str, tuple[int, int]] = {}
        for (row, column), cell in sorted(self.saved.sheet("Report").items()):
            name = str(cell.value)
            if column in _CARD_COLUMNS and name in self.facts.by_name and name not in found:
                found[name] = (row, column)
        for name, (row, column) in found.items():
            texts = [str(self.saved.value("Report", *at) or "") for at in ((row + 2, column), (row, column + 4))]
            marks = [mark for text in texts if (mark := MARKS.match(self.english(text)))]
            self.facts.by_name[name].meets = bool(marks)
        return found

    @property
    def meeting(self) -> list[Design]:
        """The designs that miss no target, of which all are judged."""
        return [design for design in self.facts.designs if design.meets]

    @property
    def recommended(self) -> Design | None:
        """The design on the first card, where one can be recommended."""
        first = min(self._cards, key=lambda name: self._cards[name], default=None)
        known = [x for x in self.meeting if not math.isnan(self.compared(x))]
        lacking = {tuple(line.part for line in x.lines if not line.known) for x in self.meeting}
        alike = len(lacking) == 1 and not any(x.unpaid for x in self.meeting)
        alike = alike and not self.facts.over_years  # over the years nothing is compared without a price
        return self.facts.by_name[first] if first and (known or alike) else None

    def compared(self, design: Design) -> float:
        """EUR per user by which the designs are compared; nothing, or 0 EUR, is not compared."""
        eur = design.amount(over_years=self.facts.over_years)
        return eur if eur > 1e-9 else NAN

    def known(self, design: Design) -> float:
        """The same of known prices alone."""
        return (design.known_total if self.facts.over_years else design.known) / design.users

    @property
    def alike(self) -> bool:
        """Whether all designs carry the same users."""
        return len({design.case.strip().lower() for design in self.facts.designs}) == 1

    # --- reading --------------------------------------------------------------------------------------------

    def _sheet(self, surface: str) -> None:
        still_open = self._still_open() if surface == "Start" else range(0)
        for (row, column), cell in sorted(self.saved.sheet(surface).items()):
            if (surface == "Report" and column > _LAST_PRINTED) or row in still_open:
                continue
            where = f"{chr(64 + column)}{row}"
            if isinstance(cell.value, str):
                for line in cell.value.split("\n"):
                    said = line.removeprefix("·  ").strip()
                    if said not in self.facts.by_name:
                        typed = said in self.facts.typed or not math.isnan(number(said))
                        self._text(Text(surface, where, self.english(said), row, column, said), typed=typed)
            elif surface == "Report":
                self._number_format(Text(surface, where, str(cell.value), row, column), cell)

    def _still_open(self) -> range:
        """The rows of Start that say what is open: they say what Checks lists first, or that nothing is."""
        start, checks = self.saved.sheet("Start"), self.saved.sheet("Checks")
        said = {row: str(cell.value) for (row, column), cell in start.items() if column == 1 and cell.value}
        first = 1 + next(row for row, text in said.items() if text in _STILL_OPEN)
        listed = {row: str(cell.value) for (row, column), cell in checks.items() if column == 2 and cell.value}
        nothing = str(checks[_CHECKS_LIST, 1].value)
        for at in range(_OPEN_LINES):
            want = listed.get(_CHECKS_LIST + at, "" if at else nothing)
            line = said.get(first + at, "")
            right = line == want or line.endswith((f": {want}", f". {want}"))  # before it the designs, or a cell
            self.say("property: Start names what Checks lists", Text("Start", f"A{first + at}", line), right, want)
        return range(first - 1, first + _OPEN_LINES)

    def english(self, text: str) -> str:
        """What a page says, in English."""
        return line_in_english(text) if self.facts.is_german else text

    def _text(self, at: Text, *, typed: bool) -> None:
        """Read a text; what somebody typed, as the name of a part, says nothing of ours."""
        counts = bool(CLAIMS.search(at.text)) and not typed
        self.texts[at.surface] += counts
        understood = (
            self._why_not(at)
            or self._card(at)
            or self._labelled(at)
            or self._beside(at)
            or self._line(at)
            or self._grammar.help.fullmatch(at.text)
        )
        if understood:
            self.read[at.surface] += counts
        elif counts:
            self.unread.append(at)

    def _line(self, at: Text) -> bool:
        """Read a line sentence by sentence, to its end."""
        text, place, found = at.text, 0, []
        if SUBLINE.search(text) and at.surface == "Report":
            self._subline(at)
            return True
        while place < len(text):
            match = next(
                (
                    (kind, m)
                    for kind, p in self._grammar.sentences.items()
                    if (m := p.match(text, place)) and m.end() > place
                ),
                None,
            )
            if match is None:
                return False
            found.append(match)
            place = match[1].end()
            place += len(text[place:]) - len(text[place:].lstrip())
        for kind, m in found:
            judge = getattr(self, "_said_" + kind.replace(",", "").replace(" ", "_"), None)
            if judge is not None:
                judge(at._replace(text=m[0]), m)
        return True

    def sentence(self, at: Text) -> None:
        """Read a line of a sheet that has a reader of its own; what is not understood is named."""
        if not self._line(at):
            self.unread.append(at)

    def _why_not(self, at: Text) -> bool:
        """Why no design is recommended: of each design its error, the target that it misses, or what its EUR lack."""
        begins = re.compile(self._grammar.filled(r"(?:^|; )<design:one>: "))
        if (at.surface, at.row) != ("Report", 6) or not begins.match(at.text) or "It takes" in at.text:
            return False
        found = list(begins.finditer(at.text))
        for m, after in zip(found, [*found[1:], None], strict=True):
            design = self.facts.by_name[m["one"]]
            reason = at.text[m.end() : after.start() if after else None]
            known = not math.isnan(self.compared(design))
            self.say("why not: it cannot be recommended", at, not (design.meets and known), design.name)
            if part := re.match(r"it lacks the price of (.+)$", reason):
                lacking = [x.part for x in design.lines if not x.known]
                self.say("why not: a price", at, part[1] == _named(lacking), lacking)
            if reason.startswith("over the years it lacks"):
                self.say("why not: over the years", at, math.isnan(design.total), design.total)
        return True

    def _said_group(self, at: Text, m: Found) -> None:
        """A user group: how many of how many work at a time."""
        rows = [row for row in self.saved.records("Users") if str(row.get("user group")) == m["group"]]
        share = float(m["share"])
        right = any(
            abs(_or_one(row.get("concurrency")) * 100 - share) < 0.0051 and abs(row["VMs"] - number(m["count"])) < 0.51
            for row in rows
            if row.get("VMs") is not None
        )
        self.say("user group", at, right, [(row.get("concurrency"), row.get("VMs")) for row in rows])

    # --- labels ---------------------------------------------------------------------------------------------

    def _subjects(self, at: Text) -> list[tuple[Design, int, int]]:
        """The designs that a label is about, and where what belongs to it stands."""
        if at.surface == "Report":
            if (design := self._of_card(at)) is not None:
                return [(design, at.row, at.column + 1)]
            names = [x for x, (row, column) in self._cards.items() if (row, column + 3) == (at.row, at.column)]
            return [(self.facts.by_name[name], at.row, at.column - 2) for name in names]
        if at.column != 1:
            return []
        return [(design, at.row, design.column) for design in self.facts.designs]

    def _of_card(self, at: Text) -> Design | None:
        """The design whose card a cell stands on."""
        for name, (row, column) in self._cards.items():
            on_card = isinstance(self.saved.value("Report", row + 1, column), str)
            if on_card and column <= at.column <= column + 1 and row <= at.row < row + _LAST_CARD_ROW:
                return self.facts.by_name[name]
        return None

    def _labelled(self, at: Text) -> bool:
        text = in_english(at.text)
        for kind, pattern in self._grammar.labels.items():
            if m := pattern.fullmatch(text):
                subjects = self._subjects(at)
                for design, row, column in subjects:
                    cell = self.saved.sheet(at.surface).get((row, column))
                    if cell is not None:
                        self._beside_label(kind, m, at, design, cell)
                return bool(subjects)
        return False

    def _beside_label(self, kind: str, m: Found, at: Text, design: Design, cell: Cell) -> None:
        if kind in _TEXTS:
            return  # what stands beside it is read by itself
        if kind == "at least":
            self._least(at, number(m["least"]), design)
        want = self.amount(kind, m, design)
        self.number(f"label: {kind}", at, design, cell.value, want)
        opened = self.saved.value(at.surface, at.row, 2)
        if kind in CHECKS and design is self.facts.designs[0] and isinstance(opened, (int, float)):
            failing = sum(not self.check(kind, x) for x in self.facts.designs)
            self.say(f"open: {kind}", at, opened == failing, failing)

    def amount(self, kind: str, m: Found, design: Design) -> float:
        """What a label says is beside it."""
        return AMOUNTS[kind](self, design, m)

    def number(self, kind: str, at: Text, design: Design, shown: object, want: float) -> None:
        """A number, or the word in its place, beside what it should be."""
        if design.error and not isinstance(shown, (int, float)):
            return
        got = number(shown)
        if math.isnan(got) and in_english(shown) == "the purchase alone":
            got = design.bought if near(design.total, design.bought) else math.inf
            want = design.bought
        said = at._replace(text=f"{at.text} [{design.name}]: {shown}")
        self.say(kind, said, near(got, want), f"by the inputs {want:,.4f}")
        if not math.isnan(got):
            self._numbers[in_english(at.text), design.name].setdefault(round(got, 2), f"{at.surface}!{at.where}")

    def _number_format(self, at: Text, cell: Cell) -> None:
        """A format that says what its number is, as on the line of a design without a card."""
        said = re.search(r'"\s*([^"]*EUR[^"]*)"', cell.looks)
        design = next((self.facts.by_name[n] for n, (row, _) in self._cards.items() if row == at.row), None)
        if said and design is not None:
            label = at._replace(text=said[1].strip())
            m, kind = next(
                (m, k) for k, p in self._grammar.labels.items() if (m := p.fullmatch(in_english(label.text)))
            )
            self.number(f"line: {kind}", label, design, cell.value, self.amount(kind, m, design))

    # --- cards ----------------------------------------------------------------------------------------------

    def _card(self, at: Text) -> bool:
        """The verdict on a card, or in the line of a design without one."""
        if at.surface != "Report":
            return False
        design = next(
            (
                self.facts.by_name[name]
                for name, (row, column) in self._cards.items()
                if (at.row, at.column) in ((row + 2, column), (row, column + 4))
            ),
            None,
        )
        if design is None or not re.match(r"[✓!–✕?] ", at.text):
            return False
        m = MARKS.fullmatch(in_english(at.text))
        if m is None:
            return self._failed_mark(at, design)
        self._verdict(at, m, design)
        return True

    def _failed_mark(self, at: Text, design: Design) -> bool:
        """An error, a target missed or not judged: no claim of money, and the same as elsewhere."""
        if at.text.startswith("✕"):
            said = self.english(str(self.facts.shown("errors", design)))
            self.say("card: the error as on Comparison", at, at.text == f"✕ {said}", said)
            return True
        self.say("card: no amount in a verdict", at, "EUR" not in at.text or at.text.startswith("?"))
        return True

    def _verdict(self, at: Text, m: Found, design: Design) -> None:
        called, known = m["called"] or "", not math.isnan(self.compared(design))
        self.say("card: no target is set", at, ("no target is set" in m["verdict"]) == self._sets_no_target(design))
        offered = [each for each in self.meeting if not math.isnan(self.compared(each))]
        without = (m["eur"] or "").startswith("; EUR without")
        if (m["eur"] or "") == "; no price":
            self.say("card: no price", at, math.isnan(design.bought) or (self.facts.over_years and not known))
        elif not m["eur"]:
            self.say("card: what it is compared by is known", at, known, self.compared(design))
        if called.startswith("costs less"):
            self.say("card: costs less", at, any(self.compared(design) < self.compared(x) for x in offered))
        elif called:
            self._called_cheapest(at, called, design, offered if not without else self.meeting, without=without)
        elif len(offered) == 1 and offered[0] is design and len(self.facts.designs) == 1:
            return
        elif self.alike and m["sign"] != "!" and known and offered:
            least = min(self._in_all(each) for each in offered)
            self.say("card: the cheapest says so", at, self._in_all(design) > least, least)

    def _in_all(self, design: Design, *, over_years: bool | None = None, known: bool = False) -> float:
        """EUR in all, in whole cents: what decides on cheaper and the same."""
        over_years = self.facts.over_years if over_years is None else over_years
        if known:
            return cents(design.known_total if over_years else design.known)
        return cents(design.total if over_years else design.bought)

    def _called_cheapest(self, at: Text, called: str, design: Design, rivals: list[Design], *, without: bool) -> None:
        """Cheapest of all says that all are known; without a span of time it says it of what is bought and later."""
        if not without:
            unknown = [x.name for x in self.meeting if math.isnan(self.compared(x))]
            right = bool(unknown) == ("of those" in called)
            self.say("card: cheapest, over the full set", at, right, f"not known of {', '.join(unknown)}")
        spans = {True, False}
        if "to buy" in called:
            spans = {False}
        if re.search(r"over \d+ years?", called):
            spans = {True}
        for over_years in spans:
            own = self._in_all(design, over_years=over_years, known=without)
            less = [x.name for x in rivals if self._in_all(x, over_years=over_years, known=without) < own]
            words = "over the years" if over_years else "to buy"
            self.say(f"card: cheapest {words}", at, not less, f"{words} less: {', '.join(less)}")

    # --- the headline -----------------------------------------------------------------------------------------

    def _per_user(self, design: Design, m: Found) -> float:
        """EUR per user as a sentence names them: over the years, of known prices, or bought."""
        over_years = m["years"] is not None
        if m["without"]:
            return (design.known_total if over_years else design.known) / design.users
        return design.amount(over_years=over_years)

    def _said_title(self, at: Text, m: Found) -> None:
        design = self.facts.designs[0]
        vms = design.users if m["vms"] is None else number(m["vms"])
        solution = self.solution_of(self._head)
        users = design.users if self.alike else sum(x.users for x in solution)
        self.say("title: users", at, (self.alike or solution != []) and number(m["users"]) == users, users)
        if not self.alike:
            self.say("title: no VMs of a solution", at, m["vms"] is None)
            return
        self.say("title: VMs at a time", at, vms == design.vms or (m["vms"] is None and design.vms >= design.users))

    def _said_title_of_several(self, at: Text, _: Found) -> None:
        self.say("title: several groups", at, not self.alike and self._head is None)

    def _said_cheapest(self, at: Text, m: Found) -> None:
        best = self.facts.by_name[m["best"]]
        self._amounts(at, m, [best])
        self.say(
            "headline: no target is set",
            at,
            ("no target is set" in m["meets"]) == self._sets_no_target(best),
            best.name,
        )
        unknown = [x.name for x in self.meeting if math.isnan(self._per_user(x, m))]
        if not m["of"] and not m["without"]:
            self.say("headline: over the full set", at, not unknown, f"not known of {', '.join(unknown)}")
        if m["called"] == "only" and not m["of"]:
            self.say("headline: the only design", at, [x.name for x in self.meeting] == [best.name])

    def _sets_no_target(self, design: Design) -> bool:
        """Whether nobody set a target: of it alone the page may say so."""
        asked = [design.inputs.get(label) is not None for label in _TARGETS]
        together = [
            design.inputs.get(one) is not None and any(design.inputs.get(label) is not None for label in others)
            for one, others in _TARGETS_OF_TWO.items()
        ]
        return not any((*asked, *together))

    def _said_tied(self, at: Text, m: Found) -> None:
        known = bool(m["without"])
        least = min((eur for x in self.meeting if not math.isnan(eur := self._in_all(x, known=known))), default=NAN)
        tied = [x for x in self.meeting if self._in_all(x, known=known) == least]
        self.say("headline: the same to the cent", at, len(tied) == int(m["ties"]), [x.name for x in tied])
        self._amounts(at, m, tied or self.meeting)

    def _amounts(self, at: Text, m: Found, best: list[Design]) -> None:
        """The amount of the headline, that none costs less, and by how much."""
        over_years, known = m["years"] is not None, bool(m["without"])
        if over_years:
            self.say("headline: years", at, int(m["years"]) == self.facts.years)
        self.say("headline: span of the comparison", at, over_years == self.facts.over_years)
        eur = self._per_user(best[0], m)
        self.say("headline: amount", at, abs(eur - number(m["eur"])) <= _HALF_A_EUR, f"{eur:,.3f}")
        all_eur = {x.name: self._in_all(x, over_years=over_years, known=known) for x in self.meeting}
        own = all_eur.get(best[0].name, NAN)
        less = [name for name, each in all_eur.items() if each < own]
        self.say("headline: cheapest", at, best[0] in self.meeting and not less, f"less: {', '.join(less)}")
        if m["without"]:
            lacking = {tuple(x.part for x in d.lines if not x.known) for d in self.meeting}
            self.say("headline: without", at, lacking == {(m["without"],)}, lacking)
        if m["next"]:
            self._lead(at, m, best, all_eur)

    def _lead(self, at: Text, m: Found, best: list[Design], all_eur: dict[str, float]) -> None:
        other, own = self.facts.by_name[m["next"]], all_eur.get(best[0].name, NAN)
        gap = self._per_user(other, m) - self._per_user(best[0], m)
        self._by_how_much(at, m, gap, gap * other.users)
        dearer = [eur for name, eur in all_eur.items() if eur > own]
        self.say("headline: the next one", at, dearer != [] and near(min(dearer), all_eur[other.name], 0.011), dearer)
        if m["percent"]:
            percent = 100 * gap / self._per_user(other, m)
            self.say("headline: per cent", at, abs(percent - int(m["percent"])) <= _HALF_A_EUR, f"{percent:.3f}")

    def _by_how_much(self, at: Text, m: Found, gap: float, in_all: float) -> None:
        groups = m.groupdict()
        if groups.get("less"):
            self.say("lead: per user", at, abs(gap - number(groups["less"])) <= _HALF_A_EUR, f"{gap:,.3f}")
        elif groups.get("less_in_all"):
            self.say("lead: in all", at, abs(in_all - number(groups["less_in_all"])) <= _HALF_A_EUR, f"{in_all:,.3f}")
        elif groups.get("under"):
            self.say("lead: under 1 EUR", at, 0 < in_all < 1, f"{in_all:,.3f}")

    def _said_cheapest_later(self, at: Text, m: Found) -> None:
        totals = {x.name: cents(x.total) for x in self.meeting if not math.isnan(x.bought)}
        known = {name: eur for name, eur in totals.items() if not math.isnan(eur)}
        best = self.facts.by_name[m["best"]]
        self.say("later: years", at, int(m["years"]) == self.facts.years)
        self.say("later: cheapest", at, known.get(best.name, NAN) == min(known.values(), default=NAN), known)
        self.say("later: of those known", at, (len(known) < len(totals)) == bool(m["known"]), totals)
        bought = min(self.meeting, key=lambda x: self._in_all(x, over_years=False))
        if m["eur"]:
            for shown, design in ((m["eur"], best), (m["other"], bought)):
                eur = design.total / design.users
                self.say("later: amount", at, abs(eur - number(shown)) <= _HALF_A_EUR, f"{design.name} {eur:,.3f}")
        else:
            other = self.facts.by_name[m["dearer"] or m["than"]]
            self._by_how_much(at, m, NAN, other.total - best.total)

    def _said_later_not_known(self, at: Text, m: Found) -> None:
        unknown = [x.name for x in self.meeting if not math.isnan(x.bought) and math.isnan(x.total)]
        right = [m["one"]] == unknown if m["one"] else int(m["count"]) == len(unknown)
        self.say("later: not known", at, right and int(m["years"]) == self.facts.years, unknown)

    def _said_other_users(self, at: Text, _: Found) -> None:
        self.say(
            "headline: different users", at, not self.alike and self._head is None, {x.case for x in self.facts.designs}
        )

    # --- a solution of several designs ---------------------------------------------------------------------

    def solution_of(self, head: Design | None) -> list[Design]:
        """A design with those that name it as what they are part of; none where nobody does."""
        parts = [x for x in self.facts.designs if head and same(x.inputs.get("part of"), head.name)]
        return [head, *parts] if head and parts else []

    @property
    def _head(self) -> Design | None:
        """The design whose solution all others are part of."""
        designs = self.facts.designs
        return next((x for x in designs if len(self.solution_of(x)) == len(designs)), None)

    def solution(self, head: Design, of: Callable[[Design], float]) -> float:
        """What something comes to over the parts of a solution; nothing where a design heads none."""
        parts = self.solution_of(head)
        return sum(NAN if x.error else of(x) for x in parts) if parts else NAN

    def solved(self, head: Design) -> str:
        """How well the parts of a solution meet their targets, by the verdicts on their cards."""
        parts, verdicts = self.solution_of(head), []
        for each in parts:
            row, column = self._cards[each.name]
            texts = [str(self.saved.value("Report", *at) or "") for at in ((row + 2, column), (row, column + 4))]
            verdicts += [self.english(text) for text in texts if MARKS.match(self.english(text))]
        if len(verdicts) < len(parts):
            return "not every part is known to meet its targets"
        if all(re.fullmatch(r"[✓–] meets every target(?:; no price|; no EUR to compare)?", said) for said in verdicts):
            return "each part meets every target"
        return "no part misses a target or exceeds a limit"

    def _said_solution(self, at: Text, m: Found) -> None:
        head = self.facts.by_name[m["head"]]
        parts, over_years = self.solution_of(head), self.facts.over_years
        names = [x.name for x in parts]
        self.say("solution: of all designs", at, len(parts) == len(self.facts.designs), names)
        self.say("solution: its parts", at, [m["part"], int(m["more"] or 0)] == [*names[1:2], len(names) - 2], names)
        users = sum(x.users for x in parts)
        self.say("solution: users", at, number(m["users"]) == users, users)
        self.say("solution: verdict", at, m["solved"] == self.solved(head), self.solved(head))
        eur = self.solution(head, lambda x: x.total if over_years else x.bought)
        if m["unknown"]:
            self.say("solution: not known", at, math.isnan(eur), eur)
            return
        self.say("solution: span", at, int(m["years"] or 0) == (self.facts.years if over_years else 0))
        self.say("solution: in all", at, abs(eur - number(m["in_all"])) <= _HALF_A_EUR, f"{eur:,.3f}")
        self.say("solution: per user", at, abs(eur / users - number(m["eur"])) <= _HALF_A_EUR, f"{eur / users:,.3f}")

    def _solution_in_words(self, at: Text, text: str, design: Design) -> None:
        """What Comparison calls a solution, and its verdict."""
        parts = [x.name for x in self.solution_of(design)]
        called = f"{' with '.join(parts[:2])}{f' and {len(parts) - 2} more' if len(parts) > 2 else ''}" or "–"
        verdict = self.solved(design) if parts else "–"
        said = re.sub(" mit ", " with ", re.sub(r" und (\d+) weitere$", r" and \1 more", text))
        self.say("solution: as it is called", at, text == verdict or said == called, (called, verdict))

    def _said_none_stands(self, at: Text, _: Found) -> None:
        self.say("headline: none stands", at, all(x.error for x in self.facts.designs))

    def _said_none_meets(self, at: Text, _: Found) -> None:
        self.say("headline: none meets", at, not self.meeting, [x.name for x in self.meeting])

    def _said_none_priced(self, at: Text, _: Found) -> None:
        priced = [x.name for x in self.meeting if not math.isnan(self.compared(x))]
        self.say("headline: none priced", at, bool(self.meeting) and not priced, priced)

    _said_none_costed = _said_none_priced

    def _said_not_final(self, at: Text, _: Found) -> None:
        self.say("headline: an error", at, any(x.error for x in self.facts.designs))

    def _said_rests(self, at: Text, m: Found) -> None:
        best = self.recommended or self.meeting[0]
        said = self.english(str(self.facts.shown("targets and limits judged", best)))
        self.say(
            "headline: rests on", at, said.endswith(f": {m['judged']} of {m['all']}") and m["judged"] != m["all"], said
        )

    # --- what to buy ------------------------------------------------------------------------------------------

    def _subject(self, at: Text, m: Found | None = None) -> Design | None:
        """The design that a sentence is about: named, of the card, of the column, or the one that is recommended."""
        named = None if m is None else m.groupdict().get("one")
        if named:
            return self.facts.by_name[named]
        if at.surface == "Report":
            if (design := self._of_card(at)) is not None:
                return design
            first = min(self._cards, key=lambda name: (self._cards[name][0], self._cards[name][1]))
            return self.facts.by_name[first]
        return next((x for x in self.facts.designs if x.column == at.column), None)

    def _said_takes(self, at: Text, m: Found) -> None:
        design = self._subject(at, m)
        if design is None or design.error:
            return
        self._hardware(at, m, design)
        self.say("hardware: a service runs it", at, bool(m["run"]) == design.is_service, design.kind)
        if m["hosts"]:
            self._hosts(at, m, design)

    def _said_beside_today(self, at: Text, m: Found) -> None:
        if (design := self._subject(at)) is not None and not design.error:
            beyond = self._beyond_today(design)
            self.say("beside today: years", at, int(m["years"]) == self.facts.years)
            self.say("beside today: EUR apart", at, abs(abs(beyond) - number(m["apart"])) <= _HALF_A_EUR, beyond)
            self.say("beside today: less or more", at, (beyond < 0) == (m["than"] == "less"), beyond)

    def _said_hardware(self, at: Text, m: Found) -> None:
        if (design := self._subject(at)) is not None and not design.error:
            self._hardware(at, m, design)

    def _hardware(self, at: Text, m: Found, design: Design) -> None:
        self.say("hardware: blocks", at, number(m["blocks"]) == design.blocks, design.blocks)
        kinds = {"cluster": "host", "array": "array", "server": "server", "service": "desktop"}
        self.say("hardware: what they are", at, kinds.get(design.kind) == m["called"], design.kind)
        beside = number(m["beside"]) if m["beside"] else 0.0
        self.say("hardware: hosts beside", at, beside == design.beside, design.beside)
        drives = number(m["drives"]) if m["drives"] else 0.0
        if self.saved.label(at.surface, at.row) != "arrays and the hosts beside them":
            self.say("hardware: drives", at, drives == design.all_drives, design.all_drives)
        shelves = shelves_of(design) or 0.0
        self.say("hardware: shelves", at, (number(m["shelves"]) if m["shelves"] else 0.0) == shelves, shelves)
        if m["shelves"]:
            self.say("hardware: of each block", at, bool(m["per_block"]) == (design.blocks != 1), design.blocks)
        if m["clusters"]:
            clusters = self.facts.clusters(design)
            self.say("hardware: clusters", at, int(m["clusters"]) == clusters, clusters)
        if m["spare"]:
            self.say("hardware: reserve", at, int(m["spare"]) == design.inputs.get("spare blocks"))
        if m["needed"]:
            spare, reserve = int(m["spare_hosts"] or 0), self.facts.reserve(design)
            right = (number(m["needed"]) + spare, spare) == (beside, reserve)
            self.say("hardware: hosts in reserve", at, right, f"{beside - reserve} and {reserve}")

    def _said_hosts_by(self, at: Text, m: Found) -> None:
        if (design := self._subject(at)) is not None and not design.error:
            self._hosts(at, m, design)

    def _hosts(self, at: Text, m: Found, design: Design) -> None:
        """The hosts of each cluster, with their reserve, make up all."""
        reserve = float(m["reserve"] or 0)
        each = number(m["hosts"]) + reserve
        clusters = design.blocks / each if each else NAN
        right = clusters == int(clusters) and (clusters > 1) == bool(m["each"])
        self.say("hosts and reserve", at, right, f"{design.blocks:.0f} hosts")
        self.say("hosts in reserve", at, reserve == (design.inputs.get("spare blocks") or 0))

    def _said_clusters(self, at: Text, m: Found) -> None:
        if (design := self._subject(at)) is not None and not design.error:
            each = number(m["hosts"]) + float(m["reserve"] or 0)
            self.say("clusters and hosts", at, int(m["clusters"]) * each == design.blocks, design.blocks)

    def _said_hosts_beside(self, at: Text, m: Found) -> None:
        if (design := self._subject(at)) is not None and not design.error:
            spare, reserve = float(m["reserve"] or 0), self.facts.reserve(design)
            right = (number(m["hosts"]) + spare, spare) == (design.beside, reserve)
            self.say("hosts beside and reserve", at, right, f"{design.beside - reserve} and {reserve}")

    def _said_carries(self, at: Text, m: Found) -> None:
        design = self._subject(at)
        if design is None or design.error:
            return
        self.say("carries: VMs", at, number(m["vms"]) == math.floor(design.per_block + 1e-9), design.per_block)
        self._limit(at, m["limit"], number(m["vms"]), design)
        if m["next"]:
            self._limit(at, m["next"], number(m["at"]), design)

    def _said_next_limit(self, at: Text, m: Found) -> None:
        if (design := self._subject(at)) is not None and not design.error:
            self._limit(at, m["next"], number(m["at"]), design)

    def _limit(self, at: Text, called: str, vms: float, design: Design) -> None:
        """A limit is as Comparison shows it, where it has a row of its own."""
        shown = number(self.facts.shown(called, design)) if called in self.facts.comparison else NAN
        if not math.isnan(shown):
            self.say("limit: VMs", at, math.floor(shown + 1e-9) == vms, f"{called} at {shown}")

    def _said_equipment(self, at: Text, m: Found) -> None:
        design = self._subject(at)
        if design is None:
            return
        for shown, what in ((m["cores"], "cores"), (m["ram"], "RAM")):
            own = f"{what} of a host beside the array" if design.with_hosts else f"{what} per block"
            given = design.inputs.get(own)
            right = (not given and shown is None) or (given and abs(number(shown) - given) <= _HALF_A_EUR)
            self.say(f"equipment: {what}", at, bool(right), given)
        self._gpus(at, m, design)

    def _gpus(self, at: Text, m: Found, design: Design) -> None:
        """They are said where the GB of one are given, but not of storage alone."""
        gpus, gpu_gb = (design.inputs.get(label) for label in ("GPUs per host", "GB of a GPU"))
        own = any(design.inputs.get(f"{what} per block") is not None for what in ("cores", "RAM"))
        if not gpus or not gpu_gb or (design.kind == "array" and not design.with_hosts and not own):
            self.say("equipment: GPUs", at, m["gpus"] is None, "none")
            return
        right = m["gpus"] is not None and abs(number(m["gpu_gb"]) - gpu_gb) <= _HALF_A_EUR
        self.say("equipment: GPUs", at, right and number(m["gpus"]) == gpus, f"{gpus} of {gpu_gb} GB")

    # --- what one has to know -----------------------------------------------------------------------------------

    def _subline(self, at: Text) -> None:
        m = SUBLINE.search(at.text)
        assert m is not None
        facts = self.facts
        lines = [line for design in facts.designs for line in design.lines if line.known]
        dates = [{line.dated for line in design.lines if line.known and line.dated} for design in facts.designs]
        oldest = {min(each) for each in dates if each}
        count = int(m["count"] or 1)
        self.say("subline: designs", at, count == len(facts.designs), len(facts.designs))
        self.say("subline: as-of date", at, m["as_of"] == f"{facts.as_of:%Y-%m-%d}", facts.as_of)
        if m["oldest"]:
            self.say("subline: oldest price", at, {f"{day:%Y-%m-%d}" for day in oldest} == {m["oldest"]}, oldest)
        if m["unlike"]:
            self.say("subline: different dates", at, len(oldest) > 1, oldest)
        ends = {line.valid_until for line in lines if line.valid_until is not None}
        if said := m["ends"] or m["ended"]:
            self.say("subline: first end", at, bool(ends) and f"{min(ends):%Y-%m-%d}" == said, ends)
            self.say("subline: past or not", at, bool(ends) and bool(m["ended"]) == (min(ends) < facts.as_of), ends)
            endless = any(line.valid_until is None for line in lines)
            self.say("subline: no last day", at, endless == bool(m["endless"]), endless)
        elif m["oldest"] or m["unlike"]:
            self.say("subline: an offer ends", at, not ends, ends)

    def _said_scope_bought(self, at: Text, m: Found) -> None:
        self.say("scope: what is compared", at, not self.facts.over_years)
        self._not_included(at, m["items"], self.facts.designs, later=False)

    def _said_scope_years(self, at: Text, _: Found) -> None:
        self.say("scope: what is compared", at, self.facts.over_years)

    def _not_included(self, at: Text, items: str, designs: list[Design], *, later: bool) -> None:
        """What is named as left out is in none of the amounts; and what is left out is named."""
        named = dict(_with_whom(items))
        for item, whom in named.items():
            self.say("not included: what may be left out", at, item in _MAY_LACK, item)
            lacking = [x.name for x in designs if self._lacks(x, item, later=later)]
            self.say(f"not included: {item}", at, self._are(whom, lacking, designs), f"not in: {lacking}")
        left_out = {} if later else dict.fromkeys(("energy", "rack space", "maintenance"), True)
        left_out["profile store"] = any(self._lacks(x, "profile store", later=later) for x in designs)
        for item, lacks in left_out.items():
            self.say("not included: all of it", at, item in named or not lacks, item)

    @staticmethod
    def _are(whom: str | None, found: list[str], designs: list[Design]) -> bool:
        """Whether something was found of those of whom it is said: of all, of one by its name, or of so many."""
        if whom is None:
            return len(found) == len(designs)
        return found == [whom] or whom == f"{len(found)} designs"

    def _lacks(self, design: Design, item: str, *, later: bool) -> bool:
        """Whether an amount of the design does not hold something; of a profile store, where one is asked for."""
        return not self._holds(design, item, later=later) and (item != "profile store" or design.store_asked)

    def _holds(self, design: Design, item: str, *, later: bool) -> bool:
        """Whether an amount of the design holds something."""
        if item == "profile store":
            part = self.facts.settings.get("part of the profile store")
            bought = part and any(same(x.part, part) and x.quantity > 0 for x in design.lines)
            paid = later and _is_some(design.store_gb * (self.facts.price_of("price of the profile store") or 0))
            return bool(bought or paid or "store_billed:" in design.acknowledged)
        if item == "parts paid per year":
            return later and _is_some(design.worth["parts paid per year"])
        named = re.compile(r"support|mainten|service contract", re.I)
        by_words = item == "maintenance" and any(
            named.search(f"{x.part} {x.description}") and (later or not x.yearly) for x in design.lines
        )
        return by_words or (later and _is_some(design.worth.get(item, 0)))

    def _said_later_holds(self, at: Text, m: Found) -> None:
        known = [x for x in self.facts.designs if not math.isnan(x.total)]
        self.say("holds: years", at, int(m["years"]) == self.facts.years)
        named = dict(_with_whom(m["held"]))
        for item, whom in named.items():
            holding = [x.name for x in known if _is_some(x.worth.get(item, 0))]
            self.say(f"holds: {item}", at, bool(holding) and self._are(whom, holding, known), holding)
        missing = {k for x in known for k, v in x.worth.items() if _is_some(v)} - set(named)
        self.say("holds: all of it", at, not missing, missing)
        self._not_included(at, m["items"], known, later=True)

    def _said_least(self, at: Text, m: Found) -> None:
        if (design := self._subject(at)) is not None:
            self._least(at, number(m["least"]), design)

    def _least(self, at: Text, shown: float, design: Design) -> None:
        """A lower bound: what is known of that by which the designs are compared, where not all of it is."""
        lacks = math.isnan(design.amount(over_years=self.facts.over_years))
        known = math.floor(round(self.known(design), 9))
        self.say("at least", at, lacks and shown == known, f"{self.known(design):,.3f}")

    def _said_target(self, at: Text, m: Found) -> None:
        design = self._subject(at)
        if design is None:
            return
        own = design.inputs.get("response time limit")
        usual = self.facts.settings.get("usual response time limit")
        limit, shown = (number(usual), m["usual"]) if m["usual"] else (number(own), m["limit"])
        rounded = 0.0501 if limit >= 1 else 0.000501
        is_so = (own is None) == bool(m["usual"]) and abs(float(shown) - limit) <= rounded
        self.say("response target", at, is_so, limit)
        share = number(design.inputs.get("share of the I/Os within it"))
        if m["share"]:
            self.say("response target: share", at, abs(float(m["share"]) - 100 * share) <= 0.0051, share)

    def _said_heavier(self, at: Text, m: Found) -> None:
        design = self.facts.by_name[m["one"]]
        over_years = m["years"] is not None
        self.say("heavier: span of the comparison", at, over_years == self.facts.over_years)
        eur = design.amount(over_years=over_years)
        if m["same"] or m["was"]:
            shown = number(m["was"] or m["eur"])
            self.say("heavier: what it costs now", at, abs(eur - shown) <= _HALF_A_EUR, f"{eur:,.3f}")
        self._as_on_sensitivity(at, "steady IOPS per VM", m)

    def _said_more_of(self, at: Text, m: Found) -> None:
        self._as_on_sensitivity(at, f"{m['what']} per VM", m)

    def _as_on_sensitivity(self, at: Text, driver: str, m: Found) -> None:
        """The amount with more of something is that of Sensitivity, where it ranks by EUR per VM what is bought."""
        saved = self.saved
        varied = self.facts.by_name.get(str(saved.value("Sensitivity", 6, 7)))
        row = saved.row_of("Sensitivity", driver, 38)
        ranked = in_english(saved.value("Sensitivity", 7, 7))
        high = number(saved.value("Sensitivity", row, 11))
        if varied is None or not row or ranked != "EUR per VM" or self.facts.over_years or math.isnan(high):
            return
        self.say("more: by as much", at, near(number(saved.value("Sensitivity", row, 5)), int(m["more"]) / 100))
        eur = high * varied.vms / varied.users
        self.say("more: as on Sensitivity", at, abs(eur - number(m["eur"])) <= _HALF_A_EUR, f"{eur:,.3f}")

    def _said_growth(self, at: Text, m: Found) -> None:
        facts = self.facts
        for shown, label in ((m["users"], "growth of users per year"), (m["gb"], "growth of GB per VM per year")):
            given = facts.settings.get(label) or 0
            self.say("growth: assumed", at, abs(float(shown) - 100 * given) <= 0.0051, given)
        self.say("growth: years", at, int(m["years"]) == facts.years)
        self.say(
            "growth: when it is bought", at, (facts.choice("what growth takes is bought") or "by year") == m["bought"]
        )

    def _said_growth_cheapest(self, at: Text, m: Found) -> None:
        grown = {
            x.name: self.with_growth(x) / self._users_of_last_year(x)
            for x in self.meeting
            if not math.isnan(self.compared(x))
        }
        known = {name: eur for name, eur in grown.items() if not math.isnan(eur)}
        own = known.get(m["best"], NAN)
        self.say("growth: amount", at, abs(own - number(m["eur"])) <= _HALF_A_EUR, known)
        self.say("growth: costs least", at, bool(known) and own - min(known.values()) < 0.005, known)
        self.say("growth: of those known", at, bool(m["known"]) == (len(known) < len(self.meeting)), grown)
        self.say("growth: years", at, int(m["years"]) == self.facts.years)

    def with_growth(self, design: Design) -> float:
        """The cost over the years with what Growth says is added each year, discounted here."""
        facts = self.facts
        added = sum(
            self._growth(design, f"{label}, year {year}") / (1 + facts.interest) ** (year - facts.in_advance)
            for year in range(1, facts.years + 1)
            for label in ("EUR bought", "running costs added", "parts per year added")
        )
        return design.total - design.known + self._growth(design, "EUR bought, at the start") + added

    def _growth(self, design: Design, label: str) -> float:
        row = self.saved.row_of("Growth", label)
        return number(self.saved.value("Growth", row, design.column)) if row else NAN

    def _users_of_last_year(self, design: Design) -> float:
        return self._growth(design, f"users, year {self.facts.years}")

    def _said_dearer_anyway(self, at: Text, m: Found) -> None:
        design = self.facts.by_name[m["one"]]
        least = min((e for x in self.meeting if not math.isnan(e := self.compared(x))), default=NAN)
        self.say("dearer anyway", at, math.isnan(self.compared(design)) and self.known(design) > least, least)
        if m["part"]:
            self.say("dearer anyway: the part", at, m["part"] == _named([x.part for x in design.lines if not x.known]))

    def _said_dearer_anyway_several(self, at: Text, m: Found) -> None:
        least = min((e for x in self.meeting if not math.isnan(e := self.compared(x))), default=NAN)
        dearer = [x for x in self.meeting if math.isnan(self.compared(x)) and self.known(x) > least]
        self.say("dearer anyway", at, len(dearer) == int(m["count"]), [x.name for x in dearer])

    def _said_warned(self, at: Text, m: Found) -> None:
        """A warning or an error is said of the designs of which Comparison says it; one of prices is worked out too."""
        of_prices = any(pattern.fullmatch(m["fails"]) for pattern in self._grammar.fails.values())
        own = at.own.removesuffix(".").partition(f"{m['one']}: " if m["one"] else ": ")[2]
        said_of = [x.name for x in self.facts.designs if self._is_said_of(own, x)]
        self.say("warning: a check says so", at, WARNED.fullmatch(m["fails"]) is not None)
        if of_prices:
            right = True  # they are worked out below
        elif m["one"]:
            right = said_of == [m["one"]]
        else:
            right = len(said_of) == (len(self.facts.designs) if m["all"] else int(m["count"]))
        self.say("warning: as on Comparison", at, right, said_of)
        for kind, pattern in self._grammar.fails.items():
            if found := pattern.fullmatch(m["fails"]):
                failing = [x.name for x in self.facts.designs if not self.check(kind, x)]
                if m["all"]:
                    right = len(failing) == len(self.facts.designs)
                else:
                    right = failing == [m["one"]] if m["one"] else len(failing) == int(m["count"])
                self.say(f"warning: {kind}", at, right, failing)
                if found.groups() and found[1] and not found[1].startswith("no row of the bill"):
                    found_in = [[x.part for x in d.lines if _IS_SO[kind](x)] for d in self.facts.designs]
                    parts = {part for each in found_in for part in (*each, _named(each), self.english(_named(each)))}
                    self.say(f"warning: {kind}: the part", at, found[1] in parts, parts)

    def _is_said_of(self, fails: str, design: Design) -> bool:
        """Whether Comparison says of a design that a check fails; one that is acknowledged stands on Report too."""
        rows = [str(self.facts.shown(row, design)) for row in ("errors", "what the checks say")]
        begun = f"{fails[:1].lower()}{fails[1:]}"  # a sentence of its own begins with a capital letter
        return any(each.casefold() in said.casefold() for said in rows for each in (fails, begun))

    def check(self, kind: str, design: Design) -> bool:
        """Whether a check of prices holds."""
        return CHECKS[kind](self.facts, design)

    # --- texts beside a label -------------------------------------------------------------------------------------

    def _beside(self, at: Text) -> bool:
        """A text that the label at the left of its row asks for."""
        if at.surface == "Report":
            return in_english(at.text) in _WORDS and at.column not in _CARD_COLUMNS
        if at.column == 1:
            return False
        if at.column == 2:
            return True  # a unit
        label, text = self.saved.label(at.surface, at.row), in_english(at.text)
        if at.surface in ("Start", "Comparison") and at.column == 3:
            return self._note(at, label)
        judge = _BESIDE.get(label)
        if label in _NOT_INCLUDED:
            later = label.endswith("years")
            known = [x for x in self.facts.designs if not (later and math.isnan(x.total))]
            self._not_included(at, text, known, later=later)
        elif judge is not None and (design := self._subject(at)) is not None:
            judge(self, at, text, design)
        else:
            return text in _WORDS  # judged with its label
        return True

    def _note(self, at: Text, label: str) -> bool:
        """What a note says of its label's amount."""
        bought = "what is bought" in at.text and label.startswith("EUR per")
        if bought:
            self.say("note: span of the label", at, "over the years" not in label, label)
        return True

    def _held(self, at: Text, text: str, design: Design) -> None:
        if text in ("–", "error", "errors"):
            self.say("holds: not known", at, design.error or math.isnan(design.total), design.total)
            return
        held = {"purchase"} if text == "the purchase alone" else set(_items(text))
        own = {item for item, eur in design.worth.items() if _is_some(eur)}
        self.say("holds: what is not 0", at, held == own or (held == {"purchase"} and own <= {"purchase"}), own)

    def holds(self, text: str, design: Design, surface: str, row: int) -> None:
        """What a list says that the cost over the years holds."""
        self._held(Text(surface, f"row {row}, {design.name}", text), text, design)

    def _left_out(self, at: Text, text: str, design: Design) -> None:
        if design.error:
            return
        if math.isnan(design.total):
            for item in text.split("; "):
                self.say("left out: what is not known", at, self.is_missing(item, design), item)
            return
        self._not_included(at, text, [design], later=True)
        lacking = [x for x in ("energy", "rack space", "maintenance") if not _is_some(design.worth[x])]
        lacking = [] if design.is_service else lacking  # they are in its price
        self.say("left out: all of it", at, set(lacking) <= set(_items(text)), lacking)

    def is_missing(self, item: str, design: Design) -> bool:
        """Whether the cost over the years of a design lacks something."""
        if item.startswith("price of "):
            lacking = _named([line.part for line in design.lines if math.isnan(line.list_price) or not line.known])
            said = item.removeprefix("price of ")
            return said in (lacking, self.english(lacking))  # a name is read with the sentence it stands in
        if item.startswith("watts of "):
            return not design.power_known
        if item.startswith("rack units of "):
            return not design.rack_known
        if item == "a bill":
            return not design.lines
        if item == "a block that carries a VM":
            return not design.per_block >= 1
        return item.endswith(" on the bill") and bool(design.unpaid) and self._unpaid_named(item, design)

    @staticmethod
    def _unpaid_named(item: str, design: Design) -> bool:
        """Of what is sized and not on the bill, and of licences that cannot be counted, the latter by their names."""
        number = re.search(r"the number of (.+) on the bill$", item)
        return number is None or f"the number of {number[1]}" in design.unpaid

    def _oldest(self, at: Text, text: str, design: Design) -> None:
        dates = [x.dated for x in design.lines if x.known and x.dated]
        said = f"{min(dates):%Y-%m-%d}" if dates else "–"
        self.say("oldest price", at, text == said, said)

    def _errors(self, at: Text, text: str, design: Design) -> None:
        self.say("errors", at, text.startswith("error: ") if design.error else text == "none")

    def _compared_by(self, at: Text, text: str, _: Design) -> None:
        years = f" over {self.facts.years} year{'' if self.facts.years == 1 else 's'}"
        self.say("compared by", at, text in ("EUR per user" + years * self.facts.over_years, "error"), years)

    def _checks(self, at: Text, text: str, design: Design) -> None:
        """What the checks say of a design: each of prices that fails, and none that holds."""
        said = {kind for part in text.split("; ") for kind, p in self._grammar.fails.items() if p.fullmatch(part)}
        failing = {kind for kind in self._grammar.fails if not self.check(kind, design)}
        self.say("what the checks say of prices", at, said == failing or "(acknowledged)" in text, failing ^ said)

    def _store(self, at: Text, text: str, design: Design) -> None:
        included = self._holds(design, "profile store", later=True)
        if text != "–":
            self.say("profile store: included", at, text.startswith("not included") != included)

    def _payback_words(self, at: Text, text: str, design: Design) -> None:
        """Words in the place of years: by what they say of the purchase, the first year and all years."""
        label = self.saved.label(at.surface, at.row)
        first = self.facts.designs[0]
        today = self.facts.settings.get("paid today per year")
        if "today" in label:
            extra, beyond = design.bought, self._beyond_today(design)
            saves = _number(today) - design.first_year
        else:
            extra, beyond = design.bought - first.bought, design.total - first.total
            saves = first.first_year - design.first_year
        self.say("payback: words", at, _PAYBACK.fullmatch(text) is not None)
        if text == "other users":
            self.say("payback: other users", at, not same(design.case, first.case), design.case)
        if m := re.search(r"(\d+) years?$", text):
            self.say("payback: years", at, int(m[1]) == self.facts.years)
        if "cheaper over" in text:
            self.say("payback: cheaper", at, beyond < 0, beyond)
        if "dearer over" in text:
            self.say("payback: dearer", at, beyond > 0, beyond)
        if "the same over" in text:
            self.say("payback: the same", at, abs(beyond) < 0.005, beyond)
        if text.startswith("cheaper to buy"):
            self.say("payback: cheaper to buy", at, extra < 0, extra)
        if text.startswith("not within"):
            self.say("payback: not within", at, saves > 0 and extra / saves > self.facts.years, f"{extra} / {saves}")
        if "dearer to run (year 1)" in text:
            self.say("payback: dearer in year 1", at, saves < 0, saves)

    def _buy_or_lease(self, at: Text, text: str, design: Design) -> None:
        """Which is cheaper, or a word where it is not known."""
        known = self.facts.price_of("lease factor") is not None and not math.isnan(design.total)
        want = words_of(self.facts, design)
        unknown = text in (*_WORDS, "errors") or text.startswith("not known: ")
        self.say("buy or lease", at, text == want if known else unknown, want)

    def _terms_of_lease(self, at: Text, text: str, design: Design) -> None:
        """How long, how many rates, when they are paid, and of what."""
        if design.error or self.facts.price_of("lease factor") is None:
            self.say("terms of the lease", at, text in (*_WORDS, "errors"))
            return
        months = int(number(self.facts.settings["months of the lease"]))
        paid, of = (self.facts.choice(each) for each in ("lease is paid", "what is leased"))
        what = of if of == "all that is bought once" else "all that is billed per block, shelf, host, drive or GPU card"
        want = f"{months} months, {max(months, 12 * self.facts.years)} rates {paid}: {what}"
        self.say("terms of the lease", at, self.english(text) == want, want)

    def _beyond_today(self, design: Design) -> float:
        return design.total - self.today

    @property
    def today(self) -> float:
        """Going on as today, over the years."""
        facts = self.facts
        paid = _number(facts.settings.get("paid today per year"))
        return paid * facts.worth_of_years(1, facts.years, facts.in_advance, facts.rise)

    # --- what no text says --------------------------------------------------------------------------------------------

    def _properties(self) -> None:
        for design in self.facts.designs:
            if not math.isnan(design.total) and not design.error:
                self._parts(design)
        for (label, name), values in self._numbers.items():
            at = Text("all", ", ".join(values.values()), f"{label}: {name}")
            self.say("property: the same label is the same number", at, len(values) == 1, values)
        for surface in ("Start", "Sign-off"):
            self._said_what_counts(surface)

    def _parts(self, design: Design) -> None:
        """What EUR per user are made of adds up, as Comparison shows it."""
        shown, label = self._shown_of(design), "EUR per user over the years"
        if (want := shown.get(label)) is not None:
            total = sum(eur for part, eur in shown.items() if re.fullmatch(_PARTS, part))
            at = Text("Comparison", label, f"parts of {design.name}")
            self.say("property: parts add up", at, near(total, want, 0.02), f"{total:,.2f}, and {label} {want:,.2f}")

    def _shown_of(self, design: Design) -> dict[str, float]:
        shown = {label: number(self.facts.shown(label, design)) for label in self.facts.comparison}
        return {label: value for label, value in shown.items() if not math.isnan(value)}

    def _said_what_counts(self, surface: str) -> None:
        """A page that shows what is bought says by what designs are compared, and shows that too."""
        labels = [self.saved.label(surface, row) for row in range(1, self.saved.last_row(surface) + 1)]
        counts = "EUR per user over the years" if self.facts.over_years else "EUR per user for these users"
        right = "designs are compared by" in labels and counts in labels
        self.say("property: by what designs are compared", Text(surface, "A1", counts), right)

    # --- sheets that have readers of their own ----------------------------------------------------------------

    def _other_sheets(self) -> None:
        from tests.oracle.cost import read_cost  # noqa: PLC0415  # they import this module
        from tests.oracle.growth import read_growth  # noqa: PLC0415
        from tests.oracle.named import read_named  # noqa: PLC0415
        from tests.oracle.placement import read_placement  # noqa: PLC0415
        from tests.oracle.proof import read_proof  # noqa: PLC0415
        from tests.oracle.sensitivity import read_sensitivity  # noqa: PLC0415
        from tests.oracle.what_if import read_what_if  # noqa: PLC0415

        readers = (read_proof, read_cost, read_sensitivity, read_what_if, read_growth, read_placement, read_named)
        for read in readers:
            read(self)

    # --- the terminal ---------------------------------------------------------------------------------------

    def _terminal(self, text: str) -> None:
        from tests.oracle.terminal import rows_of  # noqa: PLC0415  # it imports this module

        for row in rows_of(text, [x.name for x in self.facts.designs]):
            values = {name: self._plain(self.english(value)) for name, value in row.values.items()}
            self._row_of_terminal(self.english(row.label), row.number, values)

    def _plain(self, shown: str) -> str:
        """A number of the terminal as English writes it."""
        if not self.facts.is_german or not re.fullmatch(r"-?[\d.]+(?:,\d+)?(?:\s?%)?", shown):
            return shown
        return re.sub(r"\s", "", shown.replace(".", "").replace(",", "."))

    def _row_of_terminal(self, label: str, line: int, values: dict[str, str]) -> None:
        at = Text("terminal", f"line {line}", label)
        counts = bool(CLAIMS.search(label))
        self.texts["terminal"] += counts
        for kind, pattern in self._grammar.labels.items():
            if (m := pattern.fullmatch(label)) and kind not in _TEXTS:
                for name, shown in values.items():
                    self._rounded(kind, m, at, self.facts.by_name[name], shown)
                break
        else:
            m = next((m for p in self._grammar.labels.values() if (m := p.fullmatch(label))), None)
            if m is None and counts and not self._grammar.help.fullmatch(label):
                self.unread.append(at)
                return
        self.read["terminal"] += counts

    def _rounded(self, kind: str, m: Found, at: Text, design: Design, shown: str) -> None:
        """A number of the terminal has as many digits as it is rounded to."""
        got = number(shown)
        if design.error or math.isnan(got):
            want = NAN if design.error else self.amount(kind, m, design)
            words = in_english(shown)
            alone = words == "the purchase alone" and near(design.total, design.bought)
            said = at._replace(text=f"{at.text} [{design.name}]: {shown}")
            self.say(f"terminal: {kind}", said, math.isnan(want) or alone or words == "–", f"by the inputs {want}")
            return
        digits = len(shown.partition(".")[2].rstrip("%"))
        want = self.amount(kind, m, design) * (100 if shown.endswith("%") else 1)
        said = at._replace(text=f"{at.text} [{design.name}]: {shown}")
        self.say(f"terminal: {kind}", said, abs(got - want) <= 0.501 * 10**-digits, f"by the inputs {want:,.4f}")


_IS_SO: dict[str, Callable[[Line], bool]] = {
    "price missing": lambda line: not line.known,
    "free part": lambda line: line.known and line.net == 0,
    "undated": lambda line: line.known and not line.dated,
    "uncounted": lambda line: math.isnan(line.each),
}
"""Of which part a warning says so."""


def _named(parts: list[str]) -> str:
    """Parts by name, and of many how many more there are."""
    further = len(parts) - 3
    more = f" and {further} other part{'s' if further > 1 else ''}" if further > 0 else ""
    return ", ".join(parts[:3]) + more


_TARGETS = (
    "response time limit", "longest boot time", "capacity that must stay free", "RAM of the provisioning servers",
)  # fmt: skip
_TARGETS_OF_TWO = {
    "hours of use per day": ("size of a front-end write", "MB/s written to the drives, measured"),
    "I/Os per login": ("login rate, given", "login window"),
}
"""Inputs that set a target: each by itself, and one with any of others."""
_PAYBACK = re.compile(
    r"(?:cheaper to buy, )?dearer to run \(year 1\), (?:cheaper|dearer|the same) over \d+ years?|not within \d+ years?"
    r"|at once(?:, but dearer over \d+ years?)?|not by what year 1 saves, but cheaper over \d+ years?"
    r"|by what year 1 saves, but dearer over \d+ years?"
    r"|[\d.,]+|never|–|none|not (?:known|given)|the purchase alone|errors?|no price|other users"
)
"""What stands in the place of years until something pays for itself."""
_MAY_LACK = ("VAT", "parts paid per year", "energy", "rack space", "maintenance", "profile store")
"""What an amount may not include."""
_OF_GPUS = ("host", "block", "once")
_NOT_INCLUDED = ("not included in the purchase", "not included in the cost over the years")
_BESIDE: dict[str, Callable[[Oracle, Text, str, Design], None]] = {
    "the cost over the years holds": Oracle._held,
    "solution": Oracle._solution_in_words,
    "solution: verdict": Oracle._solution_in_words,
    "left out of the cost over the years": Oracle._left_out,
    "oldest price of the bill": Oracle._oldest,
    "of these without a quote number": Oracle._oldest,
    "payback against the first design": Oracle._payback_words,
    "payback against going on as today": Oracle._payback_words,
    "buy or lease": Oracle._buy_or_lease,
    "leased: for how long, and what": Oracle._terms_of_lease,
    "errors": Oracle._errors,
    "designs are compared by": Oracle._compared_by,
    "what the checks say": Oracle._checks,
    "profile store in the cost over the years": Oracle._store,
}
"""Texts that the label at the left of their row asks for, and how each is judged."""
_PARTS = (
    r"EUR per user, (?:parts per server, host or array|drives|parts per user and per VM"
    r"|parts for the whole project, or by packs|parts paid per year|energy|rack space|maintenance|profile store)"
)


def _number(value: object) -> float:
    return number(value) if isinstance(value, (int, float)) else NAN


def _or_one(value: object) -> float:
    return 1.0 if value is None else number(value)


def _is_some(eur: float) -> bool:
    """Whether an amount is not 0 EUR."""
    return abs(eur) > 1e-9


def _items(text: str) -> list[str]:
    """What a list names: "VAT (with it: Comparison); beyond the bill: energy" is ["VAT", "energy"]."""
    return [item for item, _ in _with_whom(text)]


_ITEM = re.compile(
    r"(profile store of .+? IOPS(?: \([^)]+ at login\))?(?: (?!\()[^,(]+)?|[a-zA-Z ]+?)"
    r"(?: \(only with (.+?)\))?(?:, (?=[a-zA-Z])|$)"
)


def _with_whom(text: str) -> Iterable[tuple[str, str | None]]:
    """What a list names, and of which design alone, or of how many; None: of all."""
    plain = text.replace(" (with it: Comparison)", "").replace("; beyond the bill: ", ", ")
    for found in _ITEM.finditer(plain):
        if found[1] != "none":
            yield found[1].split(" of ")[0].strip(), found[2]


_Amount: TypeAlias = "Callable[[Oracle, Design, Found], float]"


_PURCHASE: dict[str, tuple[tuple[str, ...], tuple[str, ...]]] = {
    "parts per server, host or array": (("block", "host"), ("the block itself", "hosts")),
    "drives": (("drive 1", "drive 2", "drive 3", "cache drive"), ("drives",)),
    "parts per user and per VM": (("user", "VM"), ()),
    "parts for the whole project, or by packs": (("once",), ()),
}
"""Of each part of the purchase by what the bill counts it, and what of it may be sized and not be on the bill."""


_WITH_PACKS = "parts for the whole project, or by packs"
"""Among these is what packs and least orders of licences add."""


def _part_of_purchase(d: Design, what: str) -> float:
    """EUR of these parts per user; nan where one of them has no price, or is on no bill."""
    pers, unpaid = _PURCHASE[what]
    own = [x for x in d.once if x.kind in pers]
    if (
        d.error
        or not d.lines
        or set(unpaid) & set(d.unpaid)
        or not all(x.known and not math.isnan(x.each) for x in own)
    ):
        return NAN
    of_packs = sum(x.eur_of_packs for x in d.once)
    return (sum(x.eur - x.eur_of_packs for x in own) + of_packs * (what == _WITH_PACKS)) / d.users


def _part_of_total(d: Design, what: str) -> float:
    """EUR of what is paid later per user, at its present value; nan where it is not known."""
    known = {
        "parts paid per year": bool(d.lines) and all(x.known and not math.isnan(x.each) for x in d.later),
        "energy": d.power_known,
        "rack space": d.rack_known,
        "maintenance": d.priced,
        "profile store": True,
    }
    return d.worth[what] / d.users if known[what] and not d.error else NAN


def _total(o: Oracle, d: Design, m: Found) -> float:
    years = m.groupdict().get("years")
    return d.total if years is None or int(years) == o.facts.years else NAN


def _beside_first(o: Oracle, d: Design, eur: float) -> float:
    first = o.facts.designs[0]
    return eur + 0 * (d.total + first.total) if same(first.case, d.case) and not first.error else NAN


def _payback(o: Oracle, d: Design, m: Found) -> float:
    """The years after which what is bought beyond is saved; nan where a word stands in its place."""
    first = o.facts.designs[0]
    if m[1] == "the first design":
        extra, beyond = _beside_first(o, d, d.bought - first.bought), d.total - first.total
        saves = first.first_year - d.first_year
    else:
        extra, beyond = d.bought + 0 * d.total, d.total - o.today
        saves = _number(o.facts.settings.get("paid today per year")) - d.first_year
    pays = extra > 0 and saves > 0 and round(extra - saves * o.facts.years, 9) <= 0 and round(beyond, 9) <= 0
    return extra / saves if pays else NAN


def _leased(o: Oracle, d: Design, what: str) -> float:
    """Of the lease of a design; nan where a word stands in its place."""
    lease = lease_of(o.facts, d)
    return NAN if lease is None else float(getattr(lease, what))


AMOUNTS: dict[str, _Amount] = {
    "at least": lambda o, d, m: d.amount(over_years=o.facts.over_years),
    "bought per user": lambda o, d, m: d.bought / d.users,
    "total per user": lambda o, d, m: _total(o, d, m) / d.users,
    "total per month": lambda o, d, m: d.total / d.users / (12 * o.facts.years),
    "bought per VM": lambda o, d, m: d.bought / d.vms,
    "full per VM": lambda o, d, m: d.full / max(1.0, d.per_block),
    "full per user": lambda o, d, m: d.full / max(1.0, d.per_block) / d.users_per_vm,
    "full": lambda o, d, m: d.full,
    "bought": lambda o, d, m: d.bought,
    "solution users": lambda o, d, m: sum(x.users for x in o.solution_of(d)),
    "solution hosts": lambda o, d, m: o.solution(d, lambda x: x.hosts),
    "solution bought": lambda o, d, m: o.solution(d, lambda x: x.bought),
    "solution bought per user": lambda o, d, m: o.solution(d, lambda x: x.bought) / o.solution(d, lambda x: x.users),
    "solution total": lambda o, d, m: o.solution(d, lambda x: x.total),
    "solution total per user": lambda o, d, m: o.solution(d, lambda x: x.total) / o.solution(d, lambda x: x.users),
    "total": _total,
    "total per VM": lambda o, d, m: d.total / d.vms,
    "bought with VAT": lambda o, d, m: d.bought * (1 + o.facts.vat),
    "bought per user with VAT": lambda o, d, m: d.bought / d.users * (1 + o.facts.vat),
    "bought per VM with VAT": lambda o, d, m: d.bought / d.vms * (1 + o.facts.vat),
    "total with VAT": lambda o, d, m: d.total * (1 + o.facts.vat),
    "beyond first": lambda o, d, m: _beside_first(o, d, d.total - o.facts.designs[0].total),
    "today": lambda o, d, m: o.today,
    "beyond today": lambda o, d, m: d.total - o.today,
    "payback": _payback,
    "part of purchase": lambda o, d, m: _part_of_purchase(d, m[1]),
    "part of total": lambda o, d, m: _part_of_total(d, m[1]),
    "bought beside leased": lambda o, d, m: NAN if o.facts.price_of("lease factor") is None else d.total,
    "leased": lambda o, d, m: _leased(o, d, "total"),
    "rate of the lease": lambda o, d, m: _leased(o, d, "rate"),
    "amount of the lease": lambda o, d, m: _leased(o, d, "rate") / (o.facts.price_of("lease factor") or NAN),
    "bought per month": lambda o, d, m: NAN
    if o.facts.price_of("lease factor") is None
    else d.total / d.users / (12 * o.facts.years),
    "leased per month": lambda o, d, m: _leased(o, d, "total") / d.users / (12 * o.facts.years),
    "VAT": lambda o, d, m: o.facts.vat,
    "years": lambda o, d, m: float(o.facts.years),
    "users": lambda o, d, m: d.users,
    "VMs": lambda o, d, m: d.vms,
    "blocks": lambda o, d, m: d.blocks,
    "drives": lambda o, d, m: d.all_drives,
    "VMs per block": lambda o, d, m: d.per_block,
    **{
        kind: (lambda o, d, m, kind=kind: float(CHECKS[kind](o.facts, d)))  # type: ignore[misc]
        for kind in (
            "price missing", "free part", "undated", "ahead", "expired", "unsourced", "no watts", "never paid",
            "uncounted", "drives billed", "hosts billed", "block billed", "GPUs billed", "shelves billed",
        )
    },
}  # fmt: skip
"""What each label says that the number beside it is."""

_TEXTS = (
    "solution",
    "solution verdict",
    "holds",
    "left out",
    "hardware",
    "equipment",
    "next limit",
    "mean of a part",
    "oldest",
    "errors",
    "at least, alone",
    "store",
    "tier",
    "what the checks say",
    "compared by",
    "buy or lease",
    "terms of the lease",
)
"""Labels with a text beside them, which is read by itself."""


def _known(design: Design) -> list[Line]:
    return [line for line in design.lines if line.known]


def _billed(facts: Facts, design: Design, *pers: str) -> float:
    """How many are paid for in the years of use."""
    rows = [line for line in design.lines if line.per in pers and line.quantity > 0]
    return round(sum(x.quantity * x.times_paid(facts.years) for x in rows), 9)


CHECKS: dict[str, Callable[[Facts, Design], bool]] = {
    "price missing": lambda f, d: bool(d.lines) and all(x.known for x in d.lines),
    "free part": lambda f, d: not any(x.net == 0 and x.rate > 0 for x in _known(d)),
    "undated": lambda f, d: all(x.dated for x in _known(d)),
    "ahead": lambda f, d: not any(x.dated and x.dated > f.as_of for x in _known(d)),
    "expired": lambda f, d: not any(x.valid_until and x.valid_until < f.as_of for x in _known(d)),
    "unsourced": lambda f, d: all(x.sourced for x in _known(d)),
    "no watts": lambda f, d: d.power_known and d.rack_known,
    "never paid": lambda f, d: not any(x.first > x.last or (x.last < f.years and x.quantity > 0) for x in d.later),
    "uncounted": lambda f, d: not any(x.counted.is_uncounted for x in d.lines),
    "drives billed": lambda f, d: not d.lines or all(_billed(f, d, per) >= 1 for per in d.drives),
    "hosts billed": lambda f, d: not (d.lines and d.with_hosts and _billed(f, d, "host") < 1),
    "block billed": lambda f, d: (
        not d.lines
        or (
            not f.without_rate(d)
            if d.is_service
            else _billed(f, d, "block") + (0 if d.with_hosts else _billed(f, d, "host")) >= 1
        )
    ),
    "GPUs billed": lambda f, d: (
        not d.lines
        or d.is_service
        or not number(d.inputs.get("GPUs per host")) > 0
        or any(re.search("GPU|NVIDIA", x.part, re.IGNORECASE) for x in d.lines if x.per in _OF_GPUS)
    ),
    "shelves billed": lambda f, d: not d.lines or not shelves_of(d) or _billed(f, d, "shelf") > 0,
}
"""What a check of prices says holds, worked out from the bill."""
