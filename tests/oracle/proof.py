"""The sheet Proof: what is paid for the design chosen on Sensitivity, worked out from what was typed, year by year."""

from __future__ import annotations

import math
import re

from tests.oracle.facts import Design, Facts, number
from tests.oracle.german import in_english
from tests.oracle.oracle import Oracle, Text, near

SHEET = "Proof"
_IN_ALL, _WORTH, _START = "in all", "worth at the start", "at the start"
_ALL_PAID, _FACTOR = "all that is paid", "discount factor: what 1 EUR is worth at the start"
_DEPRECIATION, _YEARS_SINCE = "depreciation of the purchase, straight-line", "years since the start"
_NOT_KNOWN = "not known"
_OF_FACTORS = 1e-9
"""By how much a discount factor may be off: it is no amount, of which a cent may be."""
_A_CENT = 0.006


class _Expected:
    """What the rows of the sheet come to, from the inputs: all amounts are 0 where the cost is not known."""

    def __init__(self, facts: Facts, design: Design) -> None:
        self.facts, self.design = facts, design
        self.known = not math.isnan(design.total)

    @property
    def rows(self) -> list[str]:
        """The rows of years, each by its label."""
        return [_YEARS_SINCE, *self.design.paid, _ALL_PAID, _FACTOR, _WORTH, _DEPRECIATION]

    def factor(self, year: int) -> float:
        return float((1 + self.facts.interest) ** -year) if year <= self.facts.years else 0.0

    def paid(self, label: str, year: int) -> float:
        """EUR paid for one thing, or for all, at the end of a year."""
        of = self.design.paid.values() if label == _ALL_PAID else [self.design.paid[label]]
        return sum(each.get(year, 0.0) for each in of) if self.known else 0.0

    def of_year(self, label: str, year: int) -> float:
        """What a row says of a year."""
        if label == _YEARS_SINCE:
            return float(year)
        if label == _FACTOR:
            return self.factor(year)
        if label == _WORTH:
            return self.design.paid_worth.get(year, 0.0) if self.known else 0.0
        if label == _DEPRECIATION:
            return self.design.bought / self.facts.life if self.known and 1 <= year <= self.facts.life else 0.0
        return self.paid(label, year)

    def in_all(self, label: str) -> float:
        """The sum of a row; nan where none stands there."""
        if label == _DEPRECIATION:
            return self.design.bought if self.known else 0.0
        if label in (_YEARS_SINCE, _FACTOR, _WORTH):
            return math.nan
        return sum(self.paid(label, year) for year in range(self.facts.years + 1))

    def worth(self, label: str) -> float:
        """What a row is worth at the start, by the sum of its present values; nan where none stands there."""
        if label in (_YEARS_SINCE, _FACTOR, _DEPRECIATION):
            return math.nan
        worth = self.design.total if label in (_ALL_PAID, _WORTH) else self.design.worth[label]
        return worth if self.known else 0.0

    @property
    def sums(self) -> dict[str, float]:
        """What has to come out here as on other sheets, each by its label."""
        total = self.design.total if self.known else 0.0
        per_user = total / self.design.users
        later = [what for what in self.design.worth if what != "purchase"]
        return {
            "cost over the years": total,
            "EUR per user over the years": per_user,
            "EUR per user and month of use": per_user / (12 * self.facts.years),
            **{f"{what}, worth at the start": self.worth(what) for what in later},
            "depreciation of all years": self.in_all(_DEPRECIATION),
        }

    @property
    def verdict(self) -> str:
        """What stands beside the name of the design."""
        if self.design.error:
            return "error"
        if math.isnan(self.design.bought):
            return "no price"
        return "it adds up: each difference is 0.00" if self.known else _NOT_KNOWN


def read_proof(oracle: Oracle) -> None:
    """Judge the sheet: whose it is, each row of years, and the sums that have to be those of other sheets."""
    saved, heads = oracle.saved, oracle.saved.row_of(SHEET, "EUR net")
    adds_up, ends = saved.row_of(SHEET, "It adds up"), saved.row_of(SHEET, "What it is worked out from")
    chosen = saved.value("Sensitivity", saved.row_of("Sensitivity", "design varied"), 7)
    name = saved.value(SHEET, heads - 1, 1)
    _say(oracle, "the design", heads - 1, 1, name, name == chosen, f"chosen is {chosen}")
    expected = _Expected(oracle.facts, oracle.facts.by_name[str(chosen)])
    said = oracle.english(in_english(saved.value(SHEET, heads - 1, 2)))
    said = "error" if said == "errors" else said  # one word in German
    kind, _, lacking = said.partition(": ") if expected.verdict == _NOT_KNOWN else (said, "", "")
    _say(oracle, "the verdict", heads - 1, 2, said, kind == expected.verdict, expected.verdict)
    for item in lacking.split("; ") if lacking else ():
        _say(oracle, "what is not known", heads - 1, 2, item, oracle.is_missing(item, expected.design), item)
    _read_years(oracle, expected, heads, adds_up)
    _read_sums(oracle, expected, adds_up, ends)


def _read_years(oracle: Oracle, expected: _Expected, heads: int, adds_up: int) -> None:
    saved = oracle.saved
    columns = {
        in_english(cell.value): column
        for (row, column), cell in saved.sheet(SHEET).items()
        if row == heads and column > 1
    }
    last = max(oracle.facts.years, oracle.facts.life)
    needed = {_IN_ALL, _WORTH, _START, *(f"end of year {year}" for year in range(1, last + 1))}
    _say(oracle, "a column for each year", heads, 1, list(columns), needed <= set(columns), needed - set(columns))
    for label, row in _rows(oracle, "rows of years", expected.rows, heads + 1, adds_up).items():
        most = _OF_FACTORS if label == _FACTOR else _A_CENT
        for heading, column in columns.items():
            if heading == _IN_ALL:
                want = expected.in_all(label)
            elif heading == _WORTH:
                want = expected.worth(label)
            else:
                want = expected.of_year(label, _year_of(heading))
            _compare(oracle, f"{label}, {heading}", row, column, want, most)


def _year_of(heading: str) -> int:
    found = re.fullmatch(rf"{_START}|end of year (\d+)", heading)
    assert found is not None, heading
    return int(found[1] or 0)


def _read_sums(oracle: Oracle, expected: _Expected, adds_up: int, ends: int) -> None:
    """Here and on other sheets stands the same, and no difference."""
    hints = oracle.saved.row_of(SHEET, "depreciation of all years") + 1
    for label, row in _rows(oracle, "sums", list(expected.sums), adds_up + 2, min(hints, ends)).items():
        for column, heading, want in (
            (2, "here", expected.sums[label]), (3, "on other sheets", expected.sums[label]), (4, "difference", 0.0),
        ):  # fmt: skip
            _compare(oracle, f"{label}, {heading}", row, column, want, _A_CENT)


def _rows(oracle: Oracle, what: str, wanted: list[str], first: int, end: int) -> dict[str, int]:
    """The rows by their labels, which have to be those that are wanted, all of them and no other."""
    labels = {label: row for row in range(first, end) if (label := oracle.saved.label(SHEET, row))}
    unlike = set(labels) ^ set(wanted)
    _say(oracle, what, first, 1, list(labels), not unlike, f"not in both: {unlike}")
    return {label: row for label, row in labels.items() if label in wanted}


def _compare(oracle: Oracle, what: str, row: int, column: int, want: float, most: float) -> None:
    shown = oracle.saved.value(SHEET, row, column)
    why = f"by the inputs {want:,.6f}"
    _say(oracle, what.partition(",")[0], row, column, f"{what}: {shown}", near(number(shown), want, most), why)


def _say(oracle: Oracle, kind: str, row: int, column: int, said: object, ok: bool, why: object) -> None:
    oracle.say(f"proof: {kind}", Text(SHEET, f"row {row}, column {column}", str(said)), ok, why)
