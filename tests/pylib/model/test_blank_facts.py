"""Less knowledge never passes: a blank fact never improves the verdict of its own design."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import islice
from random import Random
from typing import Any

import pytest
from tests.counts import Counted
from tests.pylib.model.offers import offer
from tests.templates.random_scenarios import scenario

from vdi_sizing.errors import InputError
from vdi_sizing.inputs import FACT, inputs_of, same_name
from vdi_sizing.model.ranking.marks import TARGETS
from vdi_sizing.model.sizing import DesignSizing, size
from vdi_sizing.scenario import Scenario, Sensitivity, sourced_numbers
from vdi_sizing.words import NONE

IN_GATE, IN_ALL, IN_A_SHARD = 60, 2_060, 200
FACTS_OF_EACH = 4
TABLES = ("groups", "designs", "drives", "profiles", "kits", "kit_parts", "prices")
KINDS = ("number", "whole", "share", "yes/no", "name")
"""Not the texts, which say where a fact comes from."""
IN_EUR = ("eur_per_user", "total_eur_per_user")


@dataclass(frozen=True)
class Fact:
    """One fact that is given: a field of a row, or of the tier or the cache of a design."""

    table: str
    row: int
    part: int | None
    """Of a design: None for itself, a number for its tier, and one more for its cache."""
    field: str

    def blanked(self, scenario: Scenario) -> Scenario:
        """The scenario without it."""
        rows = list(getattr(scenario, self.table))
        rows[self.row] = self._without(rows[self.row])
        changed: dict[str, Any] = {self.table: tuple(rows)}
        return replace(scenario, **changed)

    def nobody_else_says_it(self, blanked: Scenario) -> bool:
        """Whether it is not known then: neither the kit of its design has it, nor the profile of its group.

        What a VM writes is a delta, or a share of the image: 50 % of it for a linked clone.
        """
        if self.field == "delta_gb" and all(
            group.image_share is not None for group in blanked.groups_in_use if group.delta_gb is None
        ):
            return False
        used: dict[str, tuple[Any, ...]] = {"designs": blanked.designs_in_use, "groups": blanked.groups_in_use}
        if self.table not in used or self.part is not None:
            return True
        record = used[self.table][self.row]
        return bool(getattr(record, self.field) == inputs_of(record.__class__)[self.field].blank)

    def _without(self, row: Any) -> Any:
        blank: dict[str, Any] = {self.field: None}
        if self.part is None:
            return replace(row, **blank)
        if self.part == len(row.tiers):
            return replace(row, cache=replace(row.cache, **blank))
        tiers = list(row.tiers)
        tiers[self.part] = replace(tiers[self.part], **blank)
        return replace(row, tiers=tuple(tiers))


def facts_of(scenario: Scenario) -> Iterator[Fact]:
    """The facts that are given. One that stands in for what is computed leaves that, and not nothing, where blank."""
    for table in TABLES:
        for row, record in enumerate(getattr(scenario, table)):
            yield from (Fact(table, row, None, name) for name in given(record))
            if table == "designs":
                for part, own in enumerate((*record.tiers, record.cache)):
                    yield from (Fact(table, row, part, name) for name in given(own))


def given(record: Any) -> Iterator[str]:
    """The facts of a record that are given and may be blank."""
    computed = sourced_numbers(record.__class__)
    for name, field in inputs_of(record.__class__).items():
        may_be_blanked = field.role == FACT and field.may_be_blank and field.kind in KINDS and name not in computed
        if may_be_blanked and getattr(record, name) not in (None, field.blank):
            yield name


def alone(scenario: Scenario, at: int) -> DesignSizing:
    """A design with no other beside it: a verdict of its own."""
    design = scenario.designs[at]
    bill = tuple(row for row in scenario.bill if same_name(row.design, design.name))
    sizing = size(replace(scenario, designs=(replace(design, part_of=None),), bill=bill, sensitivity=Sensitivity()))
    return sizing.designs[0]


def kept(design: DesignSizing) -> float:
    return sum(target.of(design.block) for target, _ in TARGETS) if design["stands"] else 0.0


def named(before: DesignSizing, after: DesignSizing) -> bool:
    """Whether the page now says of more that it is not known."""
    words = ("unjudged_words", "total_missing", "price_lacking")
    return any(after[name] not in (NONE, before[name]) for name in words)


def improved(before: DesignSizing, after: DesignSizing) -> list[str]:
    """In what a design looks better than before."""
    better = [name for name in ("targets_met", "ranked") if after[name] > before[name]]
    if named(before, after):
        return better
    better += ["stands"] if after["stands"] > before["stands"] else []
    better += ["kept"] if kept(after) > kept(before) else []
    for name in IN_EUR:
        then, now = before[name], after[name]
        if isinstance(now, float) and (not isinstance(then, float) or now < then - 1e-9 * abs(then)):
            better.append(name)
    return better


def fact_of_each_field(random: Random, scenario: Scenario) -> list[Fact]:
    """One fact of each field that is given somewhere, in a random order."""
    by_field: dict[tuple[str, bool, str], list[Fact]] = {}
    for fact in facts_of(scenario):
        by_field.setdefault((fact.table, fact.part is None, fact.field), []).append(fact)
    facts = [random.choice(by_field[field]) for field in sorted(by_field)]
    random.shuffle(facts)
    return facts


def blanked(seed: int) -> Iterator[tuple[Fact, DesignSizing, DesignSizing | None]]:
    """Facts of a scenario, and one of its designs before and after; None where the scenario is refused without it.

    Two of three scenarios are offers: of the others few designs carry a VM.
    """
    random = Random(seed)
    made = scenario(random) if seed % 3 == 0 else offer(random)
    at = random.randrange(len(made.designs))
    before = alone(made, at)
    unknown = (
        (fact, without)
        for fact in fact_of_each_field(random, made)
        if fact.nobody_else_says_it(without := fact.blanked(made))
    )
    for fact, without in islice(unknown, FACTS_OF_EACH):
        try:
            yield fact, before, alone(without, at)
        except InputError:
            yield fact, before, None


@pytest.mark.parametrize(
    "seeds",
    [
        range(IN_GATE),
        *(
            pytest.param(range(first, first + IN_A_SHARD), marks=pytest.mark.everything, id=f"from {first}")
            for first in range(IN_GATE, IN_ALL, IN_A_SHARD)
        ),
    ],
)
def test_a_blank_fact_never_improves_the_verdict_of_its_own_design(counted: Counted, seeds: range) -> None:
    found, tried, out = [], 0, 0
    for seed in seeds:
        for fact, before, after in blanked(seed):
            tried += 1
            if after is not None:
                out += before["ranked"] > after["ranked"]
                found += [(seed, fact, better) for better in [improved(before, after)] if better]
    counted("facts blanked, one at a time", tried)
    counted("designs that are not recommended for want of a fact", out)
    assert found == []
    assert out > len(seeds) / 4
