"""What a move of inputs does to EUR per user: to those of the purchase, and to those over the years of use."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from vdi_sizing.model.names import name_of
from vdi_sizing.model.scopes import Block
from vdi_sizing.model.sizing import DesignSizing, size
from vdi_sizing.scenario import Scenario
from vdi_sizing.words import PURCHASE_ALONE
from vdi_templates.audit.formulas import agree

Eur = float | str
"""EUR per user, or the words that stand in its place."""
_PURCHASE, _OVER_THE_YEARS = name_of(Block.eur_per_user), name_of(Block.total_eur_per_user)
_NO_DESIGN = "no design"


@dataclass(frozen=True)
class Effect:
    """What became of EUR per user of a design."""

    before: Eur
    after: Eur

    @property
    def moved(self) -> float | None:
        """By how much, where both are numbers."""
        return self.after - self.before if isinstance(self.before, float) and isinstance(self.after, float) else None

    @property
    def words(self) -> str:
        """The difference in cents, or what stood there and what stands there now."""
        moved = self.moved
        return self.from_to if moved is None else f"{moved:+.2f}"

    @property
    def from_to(self) -> str:
        """What stood there and what stands there now."""
        return f"{_eur(self.before)} -> {_eur(self.after)}"


ByDesign = dict[str, Effect]
"""By design; of those only that changed."""


@dataclass(frozen=True)
class Effects:
    """What became of the purchase, and of the cost over the years where that holds more than the purchase."""

    purchase: ByDesign
    over_the_years: ByDesign

    def said(self, over_the_years: str, in_full: bool = False) -> str:
        """For a reader, of all designs that changed."""
        purchase, later = (_listed(effects, in_full) for effects in (self.purchase, self.over_the_years))
        return said_of_both(purchase, later, over_the_years)


def said_of_both(purchase: str, later: str, over_the_years: str) -> str:
    """What is said of the purchase, and behind it of the years, if anything; "no change" alone: of neither."""
    return (purchase or "no change") + (f"; {over_the_years}: {later}" if later else "")


def _listed(effects: ByDesign, in_full: bool) -> str:
    return ", ".join(
        f"{design} {effect.words}" + (f" ({effect.from_to})" if in_full and effect.moved is not None else "")
        for design, effect in effects.items()
    )


def summed(found: Iterable[ByDesign]) -> dict[str, float | None]:
    """By design the sum of several effects; None where one of them is no number."""
    sums: dict[str, float | None] = {}
    for effects in found:
        for design, effect in effects.items():
            so_far, moved = sums.get(design, 0.0), effect.moved
            sums[design] = None if so_far is None or moved is None else so_far + moved
    return sums


def sums_in_words(sums: Mapping[str, float | None]) -> str:
    """Of all designs that any effect changed."""
    return ", ".join(f"{design} {'no sum' if moved is None else f'{moved:+.2f}'}" for design, moved in sums.items())


def as_json(effects: ByDesign) -> dict[str, Any]:
    """For a program."""
    return {
        design: {"before": effect.before, "after": effect.after, "moved": effect.moved}
        for design, effect in effects.items()
    }


@dataclass(frozen=True)
class Costs:
    """EUR per user of each design; `beyond`: whose cost over the years is not the purchase alone."""

    purchase: Mapping[str, Eur]
    over_the_years: Mapping[str, Eur]
    beyond: frozenset[str]

    @classmethod
    def of(cls, scenario: Scenario) -> Costs:
        """Of all designs of a scenario."""
        purchase, over_the_years, beyond = {}, {}, set()
        for sized in size(scenario).designs:
            name = sized.design.name
            purchase[name], total = (_eur_of(sized, figure) for figure in (_PURCHASE, _OVER_THE_YEARS))
            over_the_years[name] = purchase[name] if total == PURCHASE_ALONE else total
            if over_the_years[name] != purchase[name]:
                beyond.add(name)
        return cls(purchase, over_the_years, frozenset(beyond))

    def until(self, after: Costs, told: Collection[str]) -> Effects:
        """What changed from these to those after; over the years only of the designs that are `told`."""
        later = _changed(self.over_the_years, after.over_the_years)
        return Effects(
            _changed(self.purchase, after.purchase),
            {design: effect for design, effect in later.items() if design in told},
        )


def _eur_of(sized: DesignSizing, figure: str) -> Eur:
    shown = sized.shown(figure)
    return shown if isinstance(shown, str) else float(shown)


def _eur(value: Eur) -> str:
    return f"{value:.2f}" if isinstance(value, float) else value


def _changed(before: Mapping[str, Eur], after: Mapping[str, Eur]) -> ByDesign:
    designs = dict.fromkeys((*before, *after))
    effects = {name: Effect(before.get(name, _NO_DESIGN), after.get(name, _NO_DESIGN)) for name in designs}
    return {name: effect for name, effect in effects.items() if not agree(effect.after, effect.before)}
