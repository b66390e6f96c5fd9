"""The sheet Growth: what the users and GB of each year take, and what that costs beyond the start."""

from __future__ import annotations

import math
import re
from collections.abc import Callable
from dataclasses import replace
from typing import NamedTuple

from tests.oracle.facts import TIERS, Design, Facts, Line, number
from tests.oracle.oracle import Oracle, Text
from tests.oracle.page import A_CENT, HEAD, Page, any_of
from tests.oracle.varied import Counts, counts_of, varied

SHEET = "Growth"
LAST_YEAR = 7
_AT_THE_START = "at the start"
_OF_YEAR = re.compile(
    rf"(.+), ({_AT_THE_START}|year (\d))(, on the chart|, as a bar)?|({_AT_THE_START}|year (\d)), on the chart"
)
_NO_GROWTH = "No growth is assumed: enter it on Settings."
_HELP = (
    "Year by year what more users and more GB per VM take, in whole blocks with the drives of the first, and what "
    "that costs. Its workings, below, are not printed.",
    'A cell that reads "no limit" holds 1,000,000,000 VMs, more than any block carries: so the smallest limit is a '
    "plain minimum, and every formula finds a number.",
    "figure", "unit", "note",
    "All years of use", "Blocks by year", "Blocks bought", "EUR bought", "Users", "Concurrent VMs", "GB per VM by year",
    "VMs that a block carries, or a host of a cluster by all but GB", "Clusters", "Hosts that are paid for",
    "Running costs that growth adds", "Parts per year that growth adds", "Blocks by year, for the chart",
    "What a cluster takes", "What stands there", "What the years go by", "Growth in words",
)  # fmt: skip


class _Label(NamedTuple):
    """A row that says the same of each year: unit, note, and what a design has in it; None: it is counted."""

    unit: str
    note: str
    of: Callable[[_Years, int], float] | None = None


class _Years:
    """One design, year by year, with what the sheet counts of it."""

    def __init__(self, page: Page, design: Design) -> None:
        self.facts, self.design, self._page = page.oracle.facts, design, page
        settings = self.facts.settings
        self.by_users, self.by_gb = (
            1 + (settings.get(f"growth of {of} per year") or 0) for of in ("users", "GB per VM")
        )
        self.at_once = self.facts.choice("what growth takes is bought") == "at once"
        self.grows = self.by_users + self.by_gb != 2
        self._rows = {said: row for row, said in page.rows()}

    def counted(self, label: str, year: int) -> float:
        """What the sheet says of a year."""
        when = f"year {year}" if year else _AT_THE_START
        row = self._rows.get(f"{label}, {when}")
        return math.nan if row is None else number(self._page.value(row, self.design.column))

    @property
    def last(self) -> int:
        """The last year of use."""
        return min(self.facts.years, LAST_YEAR)

    def _grown(self, amount: float, year: int) -> float:
        return float(math.ceil(round(amount * self.by_users ** min(year, self.last), 9)))

    def users(self, year: int) -> float:
        return self._grown(self.design.users_exact, year)

    def vms(self, year: int) -> float:
        return self._grown(self.design.vms_exact, year)

    def gb_per_vm(self, year: int) -> float:
        return self.counted("GB per VM", 0) * float(self.by_gb) ** min(year, self.last)

    def counts(self, year: int, *, standing: bool = False) -> Counts:
        """What is counted of a year; or what stands there, all of the last year where it is bought at once."""
        built = self.last if standing and self.at_once and year else year
        hosts = self.counted("hosts that are paid for", built)
        grown = (self.by_users * self.by_gb) ** min(year, self.last)
        return replace(
            counts_of(self.design), blocks=self.counted("blocks", built),
            beside=hosts if self.design.with_hosts else 0.0, vms=self.vms(year), users=self.users(year),
            store_gb=self.design.store_gb * grown,
        )  # fmt: skip

    def at(self, counts: Counts) -> Design:
        return varied(self.facts, self.design, counts)

    def _purchase(self, counts: Counts, year: int) -> float:
        """The purchase of these counts at the prices of a year: flash and all else change by what Settings say."""
        flash, others = (
            (1 + (self.facts.settings.get(f"yearly change of {of} prices") or 0)) ** year
            for of in ("flash drive", "other")
        )
        return sum(
            line.eur * float(flash if line.per in TIERS and self.facts.is_flash(self.design, line.per) else others)
            for line in self.at(counts).once
        )

    def bought(self, year: int) -> float:
        """Blocks bought in a year."""
        if self.at_once:
            return 0.0 if year else self.counted("blocks", self.last)
        return self.counted("blocks", year) - (self.counted("blocks", year - 1) if year else 0.0)

    def eur_bought(self, year: int) -> float:
        """EUR bought in a year."""
        built = 0 if not self.at_once else self.last
        if not year:
            first = self.counts(0)
            then = self.counts(built)
            return self._purchase(replace(then, vms=first.vms, users=first.users), 0)
        now, before = self.counts(year), self.counts(year - 1)
        if self.at_once:
            now, before = (replace(each, blocks=now.blocks, beside=now.beside) for each in (now, before))
        return self._purchase(now, year) - self._purchase(before, year)

    def running_added(self, year: int) -> float:
        """What running costs growth adds in a year, beyond the start, with their yearly rise."""
        if year > self.facts.years:
            return 0.0
        now, first = (self.at(self.counts(each, standing=True)) for each in (year, 0))
        return (sum(now.by_year.values()) - sum(first.by_year.values())) * (1 + self.facts.rise) ** (year - 1)

    def parts_added(self, year: int) -> float:
        """What parts per year growth adds in a year, in proportion to what they are billed for."""
        now, first = (self.at(self.counts(each, standing=True)).later for each in (year, 0))
        return sum(
            b.eur * _growth(a, b) * (1 + a.rise) ** (year - 1)
            for a, b in zip(now, first, strict=True)
            if a.first <= year <= a.last
        )

    @property
    def is_known(self) -> bool:
        """Whether the cost with growth is known: a block still holds a VM in the last year."""
        return not math.isnan(self.design.total) and self.counted("VMs that a block carries", self.last) >= 1

    @property
    def total(self) -> float:
        """The cost over the years with growth, of known prices, at its present value."""
        facts, later = self.facts, 0.0
        for year in range(1, self.last + 1):
            paid = self.eur_bought(year) + self.running_added(year) + self.parts_added(year)
            later += paid / (1 + facts.interest) ** (year - facts.in_advance)
        return self.design.known_total - self.design.known + self.eur_bought(0) + later


def _growth(now: Line, first: Line) -> float:
    """By what share a line has grown, without what packs add to it."""
    own = first.eur - first.eur_of_packs
    return (now.eur - now.eur_of_packs) / own - 1 if own else 0.0


_BEYOND, _STANDS = (
    "beyond the start; with their yearly rise",
    "those of the last year where all are bought at the start",
)
_LABELS: dict[str, _Label] = {
    "blocks": _Label("blocks", "with spares; of a cluster: its hosts",
                     lambda y, n: max(y.counted("blocks", n - 1), y.counted("blocks", n)) if n else y.design.blocks),
    "blocks bought": _Label("blocks", "", lambda y, n: y.bought(n)),
    "EUR bought": _Label("EUR", "known prices, changing by Settings", lambda y, n: y.eur_bought(n)),
    "users": _Label("users", "named users", lambda y, n: y.users(n)),
    "concurrent VMs": _Label("VMs", "", lambda y, n: y.vms(n)),
    "GB per VM": _Label("GB", "all tiers, after data reduction", lambda y, n: y.gb_per_vm(n)),
    "VMs that a block carries": _Label("VMs", "drives as at the start; hosts share GB"),
    "clusters": _Label("clusters", ""),
    "hosts that are paid for": _Label("hosts", "beside arrays; else the blocks",
                                      lambda y, n: y.counted("blocks", n) if not y.design.with_hosts
                                      else y.design.hosts if n == 0 else y.counted("hosts that are paid for", n)),
    "running costs added": _Label("EUR", _BEYOND, lambda y, n: y.running_added(n)),
    "parts per year added": _Label("EUR", "beyond the start, in proportion, packs too", lambda y, n: y.parts_added(n)),
    "VMs of a cluster": _Label("VMs", "users spread evenly",
                               lambda y, n: math.ceil(round(y.vms(n) / max(1.0, y.counted("clusters", n)), 9))),
    "hosts of a cluster": _Label("hosts", "by VMs, RAM, cores and GB; without spares"),
    "blocks that stand there": _Label("blocks", _STANDS, lambda y, n: y.counts(n, standing=True).blocks),
    "hosts that stand there": _Label("hosts", _STANDS,
        lambda y, n: y.counted("hosts that are paid for", y.last if y.at_once else n)),
}  # fmt: skip
_BAR_NOTE = "0: an error; nothing where there is no such year or design"
_YEAR_NOTE = "nothing without growth, and beyond the years of use"
_SINGLE: dict[str, tuple[str, str]] = {
    "VMs per block by all limits that growth does not change":
        ("VMs", "all but capacity and the users of this case; a fourth phase is that of the start"),
    "VMs in the largest cluster by capacity, at the start": ("VMs", ""),
    "block with its drives, without hosts": ("EUR", "known prices of the start"),
    "running costs of a block per year": ("EUR", "energy, rack space, maintenance, without those of hosts"),
    "running costs of a host beside an array per year":
        ("EUR", "of a block the maintenance of what is billed per host"),
    "the cost with growth is known": ("0/1", "and a block still holds a VM in the last year"),
    "cost over the years with growth, as a number":
        ("EUR", "at its present value: what growth adds is paid as running costs are"),
    "cost over the years with growth": ("EUR", "present value, purchases of all years"),
    "EUR per user over the years with growth": ("EUR", "per named user of the last year"),
    "EUR per user with growth, whole, if offered": ("EUR", ""),
    "growth assumed": ("", ""),
    "EUR per user with growth of the cheapest offered": ("EUR", ""),
    "the same with growth, as the page says it": ("", ""),
    "which design costs least with growth, as noted": ("", ""),
    "growth noted on the report": ("", "over all designs that can be recommended"),
    **{f"tier {tier}: hosts that hold what a cluster stores once":
        ("hosts", "with what is kept free; a fraction") for tier in (1, 2, 3)},
    **{f"tier {tier}: hosts that hold a VM of a cluster":
        ("hosts", "a fraction, with the GB of the start") for tier in (1, 2, 3)},
}  # fmt: skip
_SENTENCES = ("growth assumed", "which design costs least with growth, as noted", "growth noted on the report")


def read_growth(oracle: Oracle) -> None:
    """Judge each row, year by year, for each design."""
    page = Page(oracle, SHEET)
    facts = oracle.facts
    years = [_Years(page, design) for design in facts.designs]
    _read_top(page, years[0])
    for design in facts.designs:
        page.say("whose column it is", 5, design.column, page.value(5, design.column) == design.name)
    found = list(page.rows(_FIRST_ROW))
    missing = set(_SINGLE) - {said for _, said in found}
    page.say("rows", _FIRST_ROW, 1, not missing, missing)
    for row, said in found:
        if (match := _OF_YEAR.fullmatch(said)) and said not in _SINGLE:
            _read_year(page, row, match, years)
        elif said in _SINGLE:
            _read_single(page, row, said, years)
    _leave_free_columns(page)
    page.finish(f"Growth|{HEAD}|{any_of(*_HELP)}")


_FIRST_ROW = 25


def _leave_free_columns(page: Page) -> None:
    """A column without a design is not seen."""
    used = {design.column for design in page.oracle.facts.designs}
    for row, column in page.cells:
        if column > 3 and column not in used:
            page.value(row, column)


def _read_top(page: Page, first: _Years) -> None:
    """What is assumed, and the chart's title and names."""
    said = page.line(6)
    if first.grows:
        _read_sentence(page, 6, 1, said)
    else:
        page.say("no growth", 6, 1, said == _NO_GROWTH)
    page.words("title of the chart", 7, 1, "Blocks that the users of each year take" if first.grows else "")
    for (row, column), cell in sorted(page.cells.items()):
        if 7 < row < _FIRST_ROW and column > 3:
            named = [x.name for x in page.oracle.facts.designs]
            page.say("names of the chart", row, column, first.grows and cell.value in named, named)


def _read_sentence(page: Page, row: int, column: int, said: str) -> None:
    """What Report says too is judged in the same way."""
    plain = said.strip().removeprefix("·  ")
    if plain not in ("", _NO_GROWTH):
        page.oracle.sentence(Text(SHEET, f"row {row}, column {column}", plain, row, column))


def _read_year(page: Page, row: int, match: re.Match[str], years: list[_Years]) -> None:
    """One row of one year."""
    page.label(row)
    if match[5]:
        _read_on_chart(page, row, int(match[6] or 0), years)
        return
    year, bar, called = int(match[3] or 0), match[4] == ", as a bar", match[1]
    label = _LABELS.get(called)
    page.say("a row of years", row, 1, label is not None, list(_LABELS))
    if label is None:
        return
    page.words("unit", row, 2, label.unit)
    page.words("note", row, 3, _BAR_NOTE if bar else label.note)
    for each in years:
        column = each.design.column
        if bar:
            _read_bar(page, row, each, year)
        elif label.of is not None and not each.design.error:
            page.amount(called, row, column, label.of(each, year), most=A_CENT)


def _read_bar(page: Page, row: int, years: _Years, year: int) -> None:
    seen = years.grows and year <= years.last
    wanted = 0.0 if years.design.error else years.counted("blocks", year)
    page.amount("blocks as a bar", row, years.design.column, wanted if seen else math.nan)


def _read_on_chart(page: Page, row: int, year: int, years: list[_Years]) -> None:
    page.words("note", row, 3, _YEAR_NOTE)
    for each in years:
        wanted = (f"year {year}" if year else _AT_THE_START) if each.grows and year <= each.last else ""
        page.words("year of the chart", row, each.design.column, wanted)


def _read_single(page: Page, row: int, said: str, years: list[_Years]) -> None:
    page.label(row)
    unit, note = _SINGLE[said]
    page.words("unit", row, 2, unit)
    page.words("note", row, 3, note)
    for each in years:
        column = each.design.column
        page.value(row, column)
        if said in _SENTENCES:
            said_of = page.line(row, column)
            if each.grows:  # else it stands on no page
                _read_sentence(page, row, column, said_of)
        elif not each.design.error and said in _AMOUNTS:
            eur = _AMOUNTS[said](page.oracle.facts, each)
            page.amount(said, row, column, eur, _word(each))


def _word(years: _Years) -> str:
    return "no price" if math.isnan(years.design.bought) else "not known"


def _if_known(years: _Years, eur: float) -> float:
    return eur if years.is_known else math.nan


def _block_alone(facts: Facts, years: _Years) -> float:
    return sum(x.net * x.of_block for x in years.design.once if x.kind in ("block", *TIERS))


_AMOUNTS: dict[str, Callable[[Facts, _Years], float]] = {
    "cost over the years with growth": lambda f, y: _if_known(y, y.total),
    "EUR per user over the years with growth": lambda f, y: _if_known(y, y.total / y.users(y.last)),
    "cost over the years with growth, as a number": lambda f, y: y.total,
    "the cost with growth is known": lambda f, y: float(y.is_known),
    "block with its drives, without hosts": _block_alone,
}
