"""What a move of inputs does to EUR per user, of the purchase and over the years of use, and to the blocks to buy."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from vdi_sizing.model.names import name_of
from vdi_sizing.model.scopes import Block
from vdi_sizing.model.sizing import DesignSizing, Sizing
from vdi_sizing.words import PURCHASE_ALONE
from vdi_templates.audit.formulas import agree

Shown = float | str
"""A number, or the words that stand in its place."""
_PURCHASE, _OVER_THE_YEARS = name_of(Block.eur_per_user), name_of(Block.total_eur_per_user)
_BLOCKS = name_of(Block.blocks)
NO_DESIGN = "no design"


@dataclass(frozen=True)
class Effect:
    """What became of a number of a design: EUR per user, in cents, or whole blocks."""

    before: Shown
    after: Shown
    decimals: int = 2

    @property
    def moved(self) -> float | None:
        """By how much, where both are numbers."""
        return self.after - self.before if isinstance(self.before, float) and isinstance(self.after, float) else None

    @property
    def words(self) -> str:
        """The difference, or what stood there and what stands there now."""
        moved = self.moved
        return self.from_to if moved is None else f"{moved:+.{self.decimals}f}"

    @property
    def from_to(self) -> str:
        """What stood there and what stands there now."""
        return f"{self._in_words(self.before)} -> {self._in_words(self.after)}"

    def _in_words(self, value: Shown) -> str:
        return f"{value:.{self.decimals}f}" if isinstance(value, float) else value


ByDesign = dict[str, Effect]
"""By design; of those only that changed."""


@dataclass(frozen=True)
class Effects:
    """What became of the purchase, of the cost over the years where that holds more, and of the blocks to buy."""

    purchase: ByDesign
    over_the_years: ByDesign
    blocks: ByDesign = field(default_factory=dict)

    def said(self, over_the_years: str, in_full: bool = False) -> str:
        """For a reader, of all designs that changed."""
        purchase, later, blocks = (
            listed_by_design(effects, in_full) for effects in (self.purchase, self.over_the_years, self.blocks)
        )
        return said_of_all(purchase, later, blocks, over_the_years)


def said_of_all(purchase: str, later: str, blocks: str, over_the_years: str) -> str:
    """What is said of the purchase, and behind it of the years and blocks, if anything; "no change": of none."""
    said = (purchase or "no change") + (f"; {over_the_years}: {later}" if later else "")
    return said + (f"; blocks: {blocks}" if blocks else "")


def listed_by_design(effects: ByDesign, in_full: bool = False) -> str:
    """What became of each design that changed; `in_full`: with what stood there and what stands there now."""
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


def sums_in_words(sums: Mapping[str, float | None], decimals: int = 2) -> str:
    """Of all designs that any effect changed."""
    said = ((design, "no sum" if moved is None else f"{moved:+.{decimals}f}") for design, moved in sums.items())
    return ", ".join(f"{design} {words}" for design, words in said)


def as_json(effects: ByDesign) -> dict[str, Any]:
    """For a program."""
    return {
        design: {"before": effect.before, "after": effect.after, "moved": effect.moved}
        for design, effect in effects.items()
    }


@dataclass(frozen=True)
class Outcome:
    """EUR per user and blocks of each design; `beyond`: whose cost over the years is not the purchase alone."""

    purchase: Mapping[str, Shown]
    over_the_years: Mapping[str, Shown]
    blocks: Mapping[str, Shown]
    beyond: frozenset[str]

    @classmethod
    def of(cls, sizing: Sizing) -> Outcome:
        """Of all designs of a sizing."""
        purchase, over_the_years, blocks, beyond = {}, {}, {}, set()
        for sized in sizing.designs:
            name = sized.design.name
            purchase[name], total, blocks[name] = (
                _shown(sized, each) for each in (_PURCHASE, _OVER_THE_YEARS, _BLOCKS)
            )
            over_the_years[name] = purchase[name] if total == PURCHASE_ALONE else total
            if over_the_years[name] != purchase[name]:
                beyond.add(name)
        return cls(purchase, over_the_years, blocks, frozenset(beyond))

    def until(self, after: Outcome, told: Collection[str]) -> Effects:
        """What changed from this to the one after; over the years only of the designs that are `told`."""
        later = _changed(self.over_the_years, after.over_the_years)
        return Effects(
            _changed(self.purchase, after.purchase),
            {design: effect for design, effect in later.items() if design in told},
            _changed(self.blocks, after.blocks, decimals=0),
        )


def _shown(sized: DesignSizing, figure: str) -> Shown:
    shown = sized.shown(figure)
    return shown if isinstance(shown, str) else float(shown)


def _changed(before: Mapping[str, Shown], after: Mapping[str, Shown], decimals: int = 2) -> ByDesign:
    designs = dict.fromkeys((*before, *after))
    effects = {name: Effect(before.get(name, NO_DESIGN), after.get(name, NO_DESIGN), decimals) for name in designs}
    return {name: effect for name, effect in effects.items() if not agree(effect.after, effect.before)}
