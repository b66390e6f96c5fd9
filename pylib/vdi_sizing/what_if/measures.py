"""What a sensitivity ranks: a figure of the design that is varied, or what it has beyond the other design."""

from __future__ import annotations

from dataclasses import dataclass

from vdi_sizing.model.names import Names, name_of
from vdi_sizing.model.scopes import Block
from vdi_sizing.scenario import MEASURES
from vdi_sizing.words import NO_PRICE, NOT_KNOWN


@dataclass(frozen=True)
class Measure:
    """A figure that drivers move; `known`: the 0/1 figure beside it, and the words where that is 0."""

    words: str
    figure: str
    known: str = ""
    unknown: str = ""
    beside_other: bool = False

    def of(self, own: Names, other: Names) -> float | str:
        """Its value in a variant of both designs, or a word for why there is none."""
        beside = (own, other) if self.beside_other else (own,)
        for each in beside:
            if not each.block.numbers_hold:
                return each.block.void_word
        if self.known and not all(each[self.known] for each in beside):
            return self.unknown
        value = own[self.figure]
        return value - other[self.figure] if self.beside_other else value  # type: ignore[no-any-return]


_PURCHASE, _TOTAL = name_of(Block.known_users_eur), name_of(Block.known_total_eur)
_PRICED, _TOTAL_KNOWN = (name_of(Block.priced), NO_PRICE), (name_of(Block.total_known), NOT_KNOWN)
_NAMED = iter(MEASURES)
RANKED = (
    Measure(next(_NAMED), name_of(Block.known_eur_per_vm), *_PRICED),
    Measure(next(_NAMED), _PURCHASE, *_PRICED),
    Measure(next(_NAMED), _TOTAL, *_TOTAL_KNOWN),
    Measure(next(_NAMED), name_of(Block.vms_per_block)),
    Measure(next(_NAMED), name_of(Block.drives_total)),
    Measure(next(_NAMED), _PURCHASE, *_PRICED, beside_other=True),
    Measure(next(_NAMED), _TOTAL, *_TOTAL_KNOWN, beside_other=True),
)
"""What may be ranked, in the order of `MEASURES`."""
EUR_PER_VM, EUR_OVER_YEARS, DRIVES = 0, 2, 4
"""What is ranked where nothing is said: EUR, of what designs are compared by, or drives where prices are missing."""


def ranked_by(named: str | None, block: Block, *, over_years: bool) -> int:
    """The position of what is ranked; `over_years`: where nothing is said, designs are compared over the years."""
    if named is not None:
        return MEASURES.index(named)
    usual, is_known = (EUR_OVER_YEARS, block.total_known) if over_years else (EUR_PER_VM, block.priced)
    return usual if is_known else DRIVES
