"""Which inputs of a workbook moved since an earlier one, and what each move alone did to EUR per user."""

from __future__ import annotations

import datetime
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any, NamedTuple

from vdi_sizing.errors import InputError
from vdi_sizing.inputs import NO, YES, Input, inputs_of, name_key
from vdi_sizing.model.sizing import Sizing, size
from vdi_sizing.scenario import BillRow, Cache, Design, Scenario, Sensitivity, Settings, Tier
from vdi_sizing.tables.price_lists import Price
from vdi_templates.audit.effects import Effects, Outcome, as_json, said_of_all, summed, sums_in_words
from vdi_templates.audit.finding import shortened
from vdi_templates.audit.formulas import agree
from vdi_templates.audit.renames import renamed
from vdi_templates.languages.translation import IN_ENGLISH, Translation
from vdi_templates.workbook.at_once import SHEET as WHAT_IF
from vdi_templates.workbook.tables import TABLES

Change = Callable[[Scenario], Scenario]
_KEYS: dict[str, tuple[str, ...]] = {
    "groups": ("name", "case"),
    "profiles": ("name",),
    "deliveries": ("name",),
    "kits": ("name",),
    "kit_parts": ("kit", "part", "per", "recurs"),
    "drives": ("name",),
    "raid_levels": ("name",),
    "metrics": ("name",),
    "gpu_cards": ("name",),
    "processors": ("name",),
    "prices": ("price_list", "part"),
    "bill": ("design", "part", "per", "recurs"),
    "rates": ("currency",),
    "measured_points": ("iops", "drives"),
    "named_changes": ("scenario", "what"),
}
"""By which fields a row of each table is found again; equal rows by their order."""
_NAMES: dict[str, tuple[str, ...]] = {
    "groups": ("name",),
    "profiles": ("name",),
    "deliveries": ("name",),
    "kits": ("name",),
    "kit_parts": (),
    "drives": ("name",),
    "raid_levels": ("name",),
    "metrics": ("name",),
    "gpu_cards": ("name",),
    "processors": ("name",),
    "prices": ("part",),
    "bill": ("part",),
    "rates": (),
    "measured_points": (),
    "named_changes": ("scenario",),
}
"""Of these fields those that are but a name: a row that differs in it alone is renamed."""
_MOST_WORKED_OUT = 500
_DESIGN = inputs_of(Design)["name"].label
NOT_ALONE = "not possible on its own"
_ROW, _BLANK, _THERE, _REMOVED, _ADDED, _NUMBER = "row", "blank", "there", "removed", "added", "number"
_NONE, _OF_A_MOVE = "none", " (of a move)"
"""What is added was none; and by what its row of a language is told from other words that are none."""
TEXTS = (_ROW, _BLANK, _THERE, _REMOVED, _ADDED, _NUMBER, f"{_NONE}{_OF_A_MOVE}")
"""Words of ours that a move is told in, beside labels, units and choices."""


class Spot(NamedTuple):
    """Where an input stands in a scenario: its table, the position of its record, and its name there."""

    table: str
    at: int
    field: str
    in_old: bool = False
    """It stands in the old scenario alone: it was removed."""


@dataclass(frozen=True)
class Move:
    """One input that is not what it was."""

    sheet: str
    of: str
    what: str
    old: str
    new: str
    change: Change = field(repr=False)
    spot: Spot

    @property
    def subject(self) -> str:
        """Whose input it is, and which."""
        return ", ".join(filter(None, (self.of, self.what)))

    @property
    def words(self) -> str:
        """The move, without what it did."""
        return f"{self.sheet}, {self.subject}: {self.old} -> {self.new}"


@dataclass(frozen=True)
class Moves:
    """All moves, with what each did alone; None where it cannot be made alone, or there are too many."""

    moves: list[tuple[Move, Effects | None]]
    together: Effects
    over_the_years: str
    """For how long: "over 5 years"."""

    @property
    def summed(self) -> dict[str, float | None]:
        """By design the sum of what the moves did alone to the purchase."""
        return summed(effects.purchase for _, effects in self.moves if effects is not None)

    @property
    def summed_over_the_years(self) -> dict[str, float | None]:
        """By design the sum of what the moves did alone to the cost over the years."""
        return summed(effects.over_the_years for _, effects in self.moves if effects is not None)

    @property
    def summed_blocks(self) -> dict[str, float | None]:
        """By design the sum of what the moves did alone to the blocks to buy."""
        return summed(effects.blocks for _, effects in self.moves if effects is not None)

    def lines(self) -> Iterator[str]:
        """For a reader: a line per move, and what they did in sum and together."""
        for move, effects in self.moves:
            yield f"  {move.words}; EUR per user: {self.said_of(effects)}"
        yield from self.summary()

    def said_of(self, effects: Effects | None) -> str:
        """What a move did alone, in words."""
        return NOT_ALONE if effects is None else effects.said(self.over_the_years)

    def summary(self) -> Iterator[str]:
        """What the moves did in sum and together, if there are any."""
        if len(self.moves) > 1:
            purchase, later = sums_in_words(self.summed), sums_in_words(self.summed_over_the_years)
            blocks = sums_in_words(self.summed_blocks, decimals=0)
            left_out = sum(effects is None for _, effects in self.moves)
            summed_up = f"summed without {left_out} of them" if left_out else "summed"
            said = said_of_all(purchase, later, blocks, self.over_the_years)
            yield f"  the moves alone, {summed_up}, EUR per user: {said}"
        if self.moves:
            yield f"  all moves together, EUR per user: {self.together.said(self.over_the_years, in_full=True)}"

    def as_json(self) -> dict[str, Any]:
        """For a program."""
        return {
            "moves": [
                {
                    "sheet": move.sheet,
                    "of": move.of,
                    "input": move.what,
                    "old": move.old,
                    "new": move.new,
                    "eur per user": None if effects is None else as_json(effects.purchase),
                    "eur per user over the years": None if effects is None else as_json(effects.over_the_years),
                    "blocks": None if effects is None else as_json(effects.blocks),
                }
                for move, effects in self.moves
            ],
            "summed": self.summed,
            "summed over the years": self.summed_over_the_years,
            "summed blocks": self.summed_blocks,
            "together": as_json(self.together.purchase),
            "together over the years": as_json(self.together.over_the_years),
            "together blocks": as_json(self.together.blocks),
        }


class _Words:
    """What moved, in the language of a workbook; names and texts are as people typed them."""

    def __init__(self, translation: Translation) -> None:
        self.text, self._number = translation.text, translation.number

    @property
    def none(self) -> str:
        """What is said of a row or design before it was added."""
        return self.text(f"{_NONE}{_OF_A_MOVE}").removesuffix(_OF_A_MOVE)

    def value(self, value: Any, declared: Input) -> str:
        """What an input holds, without its unit."""
        if value is None or value == ():
            return self.text(_BLANK)
        if isinstance(value, bool):
            return self.text(YES if value else NO)
        if isinstance(value, float):
            return self._number(f"{value:.10g}")
        if isinstance(value, tuple):
            return shortened(" ".join(self._number(f"{each:g}") for each in value))
        ours = isinstance(value, datetime.date) or value in declared.own_words
        return self.text(str(value)) if ours else shortened(str(value))

    def with_unit(self, value: Any, declared: Input) -> str:
        """What an input holds."""
        said, unit = self.value(value, declared), declared.unit
        has_unit = isinstance(value, float) and unit not in ("", "0..1", "share", "date")
        return f"{said} {self.text(unit)}" if has_unit else said

    def name(self, records: str, row: Any, count: str) -> str:
        """What a row of a table is called; `count`: the first, second one of those that are called so."""
        declared = _inputs_of_row(row)
        said = shortened(" / ".join(self.value(getattr(row, name), declared[name]) for name in _KEYS[records]))
        return said + (f", {self.text(_NUMBER)} {count}" if count != "1" else "")

    def row(self, row: Any) -> str:
        """What a row says that is there."""
        declared = _inputs_of_row(row)
        if isinstance(row, Price):
            return f"{self.value(row.amount, declared['amount'])} {row.currency}"
        if isinstance(row, BillRow):
            return f"{self.text(declared['quantity'].label)} {self.value(row.quantity, declared['quantity'])}"
        return self.text(_THERE)


def _inputs_of_row(row: Any) -> dict[str, Input]:
    record: type = type(row)
    return inputs_of(record)


_PLAIN = _Words(IN_ENGLISH)


def moves_between(old: Scenario, new: Sizing) -> Moves:
    """What moved from a scenario to another, which is sized, and what it did."""
    renames, base = _renamed_designs(old, new.scenario, _PLAIN)
    before, after = Outcome.of(size(base)), Outcome.of(new)
    found: list[tuple[Move, Outcome | None]] = [(rename, before) for rename in renames]
    for at, move in enumerate(_moves(base, new.scenario, _PLAIN)):
        found.append((move, _outcome_after(move, base) if at < _MOST_WORKED_OUT else None))
    told = before.beyond.union(after.beyond, *(outcome.beyond for _, outcome in found if outcome is not None))
    moves = [(move, None if outcome is None else before.until(outcome, told)) for move, outcome in found]
    return Moves(moves, before.until(after, told), _over_the_years(old.settings.years, new.scenario.settings.years))


def moved_inputs(old: Scenario, new: Scenario, translation: Translation = IN_ENGLISH) -> list[Move]:
    """What moved from a scenario to another, without what it did, in a language."""
    words = _Words(translation)
    renames, base = _renamed_designs(old, new, words)
    return [*renames, *_moves(base, new, words)]


def _outcome_after(move: Move, base: Scenario) -> Outcome | None:
    try:
        return Outcome.of(size(move.change(base)))
    except InputError:
        return None


def _over_the_years(old: float, new: float) -> str:
    return "over the years" if old != new else f"over {new:g} year{'' if new == 1 else 's'}"


# --- designs ------------------------------------------------------------------------------------------


def _renamed_designs(old: Scenario, new: Scenario, words: _Words) -> tuple[list[Move], Scenario]:
    """The designs of another name, and the old scenario with these names."""
    renames = list(_renames(old, new, words))
    for rename in renames:
        old = rename.change(old)
    return renames, old


def _renames(old: Scenario, new: Scenario, words: _Words) -> Iterator[Move]:
    """Designs of another name in the place of old ones; whatever names them follows."""
    if len(old.designs) != len(new.designs):
        return
    theirs, ours = ({name_key(design.name) for design in scenario.designs} for scenario in (old, new))
    for at, (was, is_now) in enumerate(zip(old.designs, new.designs, strict=True)):
        if name_key(was.name) not in ours and name_key(is_now.name) not in theirs:
            change, spot = partial(_renamed, at, was.name, is_now.name), Spot("designs", at, "name")
            yield Move("Designs", was.name, words.text(_DESIGN), was.name, is_now.name, change, spot)


def _renamed(at: int, old: str, new: str, scenario: Scenario) -> Scenario:
    def followed(name: str | None) -> str | None:
        return new if name is not None and name_key(name) == name_key(old) else name

    sensitivity = scenario.sensitivity
    return replace(
        scenario,
        designs=tuple(
            replace(each, part_of=followed(each.part_of))
            for each in _with(scenario.designs, at, replace(scenario.designs[at], name=new))
        ),
        bill=tuple(replace(row, design=followed(row.design) or row.design) for row in scenario.bill),
        sensitivity=replace(sensitivity, design=followed(sensitivity.design), other=followed(sensitivity.other)),
    )


def _moves(old: Scenario, new: Scenario, words: _Words) -> Iterator[Move]:
    of_settings = Spot("settings", 0, "")
    yield from _of_record(words, "Settings", "", Settings, old.settings, new.settings, _set_settings, of_settings)
    yield from _of_designs(old, new, words)
    for table in TABLES:
        yield from _of_table(table.sheet, table.records, old, new, words)
    varied, spot = (old.sensitivity, new.sensitivity), Spot("sensitivity", 0, "")
    for move in _of_record(words, "Sensitivity", "", Sensitivity, *varied, _set_sensitivity, spot):
        yield replace(move, sheet=WHAT_IF) if move.spot.field == "dials" else move


def _of_designs(old: Scenario, new: Scenario, words: _Words) -> Iterator[Move]:
    called = words.text(_DESIGN)
    places = {name_key(design.name): at for at, design in enumerate(old.designs)}
    kept = {name_key(design.name) for design in new.designs}
    for at, design in enumerate(old.designs):
        if name_key(design.name) not in kept:
            change, spot = partial(_without_design, at), Spot("designs", at, "name", in_old=True)
            yield Move("Designs", design.name, called, words.text(_THERE), words.text(_REMOVED), change, spot)
    for at, design in enumerate(new.designs):
        found = places.get(name_key(design.name))
        if found is None:
            bill = tuple(new.bill_of(design))
            change, spot = partial(_with_design, design, bill), Spot("designs", at, "name")
            yield Move("Designs", design.name, called, words.none, words.text(_ADDED), change, spot)
            continue
        was, set_design = old.designs[found], partial(_set_design, found)
        yield from _of_record(words, "Designs", design.name, Design, was, design, set_design, Spot("designs", at, ""))
        for tier, (old_tier, new_tier) in enumerate(zip(was.tiers, design.tiers, strict=True)):
            of, put = f"{design.name}, {words.text(f'tier {tier + 1}')}", partial(_set_tier, found, tier)
            spot = Spot("designs", at, f"tier{tier + 1}_")
            yield from _of_record(words, "Designs", of, Tier, old_tier, new_tier, put, spot)
        of, spot = f"{design.name}, {words.text('flash cache')}", Spot("designs", at, "cache_")
        yield from _of_record(words, "Designs", of, Cache, was.cache, design.cache, partial(_set_cache, found), spot)


def _without_design(at: int, scenario: Scenario) -> Scenario:
    name = name_key(scenario.designs[at].name)
    return replace(
        scenario,
        designs=(*scenario.designs[:at], *scenario.designs[at + 1 :]),
        bill=tuple(row for row in scenario.bill if name_key(row.design) != name),
    )


def _with_design(design: Design, bill: tuple[BillRow, ...], scenario: Scenario) -> Scenario:
    return replace(scenario, designs=(*scenario.designs, design), bill=(*scenario.bill, *bill))


# --- records ------------------------------------------------------------------------------------------


def _of_record(
    words: _Words,
    sheet: str,
    of: str,
    record: type,
    old: Any,
    new: Any,
    put: Callable[[dict[str, Any], Scenario], Scenario],
    spot: Spot,
) -> Iterator[Move]:
    """The fields of one record that differ; `spot`: where it stands, with what begins the names of its fields."""
    for name, declared in inputs_of(record).items():
        was, is_now = getattr(old, name), getattr(new, name)
        if not _alike(was, is_now):
            said = words.text(declared.label), words.with_unit(was, declared), words.with_unit(is_now, declared)
            here = spot._replace(field=f"{spot.field}{name}")
            yield Move(sheet, of, *said, partial(put, {name: is_now}), here)


def _alike(was: Any, is_now: Any) -> bool:
    """Whether two inputs say the same: programs save 15 digits of a number, and names have no case."""
    if isinstance(was, str) and isinstance(is_now, str):
        return name_key(was) == name_key(is_now)
    if isinstance(was, float) and isinstance(is_now, float):
        return agree(is_now, was)
    return bool(was == is_now)


def _of_table(sheet: str, records: str, old: Scenario, new: Scenario, words: _Words) -> Iterator[Move]:
    theirs, ours = _by_key(records, old), _by_key(records, new)
    added, removed = _designs_of_one(new, old), _designs_of_one(old, new)
    was, is_now = ({key: row for key, (_, row) in table.items()} for table in (theirs, ours))
    for key, (now, name) in renamed(was, is_now, _NAMES[records], _alike).items():
        at, row = theirs.pop(key)
        here, row_now = ours.pop(now)
        old_name, new_name = getattr(row, name), getattr(row_now, name)
        declared = _inputs_of_row(row)[name]
        change, spot = partial(_set_row, records, at, {name: new_name}), Spot(records, here, name)
        what = words.text(f"renamed: {declared.label}, with all else as it was")
        said = what, words.value(old_name, declared), words.value(new_name, declared)
        yield Move(sheet, words.name(records, row, key[-1]), *said, change, spot)
    for key, (at, row) in theirs.items():
        if key not in ours and not (isinstance(row, BillRow) and name_key(row.design) in removed):
            called, first = words.name(records, row, key[-1]), _KEYS[records][0]
            change, spot = partial(_without_row, records, at), Spot(records, at, first, in_old=True)
            yield Move(sheet, called, words.text(_ROW), words.row(row), words.text(_REMOVED), change, spot)
    for key, (here, row) in ours.items():
        called, spot = words.name(records, row, key[-1]), Spot(records, here, "")
        if key in theirs:
            at, was = theirs[key]
            yield from _of_record(words, sheet, called, type(row), was, row, partial(_set_row, records, at), spot)
        elif not (isinstance(row, BillRow) and name_key(row.design) in added):
            change, spot = partial(_with_row, records, row), spot._replace(field=_KEYS[records][0])
            yield Move(sheet, called, words.text(_ROW), words.none, words.row(row), change, spot)


def _designs_of_one(scenario: Scenario, other: Scenario) -> set[str]:
    return {name_key(design.name) for design in scenario.designs} - {name_key(design.name) for design in other.designs}


def _by_key(records: str, scenario: Scenario) -> dict[tuple[str, ...], tuple[int, Any]]:
    found: dict[tuple[str, ...], tuple[int, Any]] = {}
    for at, row in enumerate(getattr(scenario, records)):
        key = tuple(name_key(str(getattr(row, name))) for name in _KEYS[records])
        count = 1
        while (*key, str(count)) in found:
            count += 1
        found[*key, str(count)] = at, row
    return found


def _with(records: Sequence[Any], at: int, record: Any) -> tuple[Any, ...]:
    return (*records[:at], record, *records[at + 1 :])


def _set_settings(values: dict[str, Any], scenario: Scenario) -> Scenario:
    return replace(scenario, settings=replace(scenario.settings, **values))


def _set_sensitivity(values: dict[str, Any], scenario: Scenario) -> Scenario:
    return replace(scenario, sensitivity=replace(scenario.sensitivity, **values))


def _set_design(at: int, values: dict[str, Any], scenario: Scenario) -> Scenario:
    return replace(scenario, designs=_with(scenario.designs, at, replace(scenario.designs[at], **values)))


def _set_tier(at: int, tier: int, values: dict[str, Any], scenario: Scenario) -> Scenario:
    tiers = scenario.designs[at].tiers
    return _set_design(at, {"tiers": _with(tiers, tier, replace(tiers[tier], **values))}, scenario)


def _set_cache(at: int, values: dict[str, Any], scenario: Scenario) -> Scenario:
    return _set_design(at, {"cache": replace(scenario.designs[at].cache, **values)}, scenario)


def _with_records(scenario: Scenario, records: str, rows: tuple[Any, ...]) -> Scenario:
    changed: dict[str, Any] = {records: rows}
    return replace(scenario, **changed)


def _set_row(records: str, at: int, values: dict[str, Any], scenario: Scenario) -> Scenario:
    rows = getattr(scenario, records)
    return _with_records(scenario, records, _with(rows, at, replace(rows[at], **values)))


def _without_row(records: str, at: int, scenario: Scenario) -> Scenario:
    rows = getattr(scenario, records)
    return _with_records(scenario, records, (*rows[:at], *rows[at + 1 :]))


def _with_row(records: str, row: Any, scenario: Scenario) -> Scenario:
    return _with_records(scenario, records, (*getattr(scenario, records), row))
