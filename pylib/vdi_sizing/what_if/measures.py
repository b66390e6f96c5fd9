"""What a sensitivity ranks: a figure of the design that is varied, or what it has beyond the other design."""

from __future__ import annotations

from dataclasses import dataclass

from vdi_sizing.model.names import Names
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

    def of(self, figures: Names, other: Names) -> float | str:
        """Its value in a variant of both designs, or a word for why there is none."""
        beside = (figures, other) if self.beside_other else (figures,)
        for each in beside:
            if not each["numbers_hold"]:
                return each["void_word"]  # type: ignore[no-any-return]
        if self.known and not all(each[self.known] for each in beside):
            return self.unknown
        value = figures[self.figure]
        return value - other[self.figure] if self.beside_other else value  # type: ignore[no-any-return]


_KNOWN_BY = {"known_total_eur": ("total_known", NOT_KNOWN), "vms_per_block": ("", ""), "drives_total": ("", "")}
_FIGURES = ("known_eur_per_vm", "known_users_eur", "known_total_eur", "vms_per_block", "drives_total")
_BESIDE_OTHER = ("known_users_eur", "known_total_eur")
RANKED = tuple(
    Measure(words, figure, *_KNOWN_BY.get(figure, ("priced", NO_PRICE)), beside_other=at >= len(_FIGURES))
    for at, (words, figure) in enumerate(zip(MEASURES, (*_FIGURES, *_BESIDE_OTHER), strict=True))
)
"""What may be ranked, in the order of `MEASURES`."""
EUR_PER_VM, DRIVES = 0, 4
"""What is ranked where nothing is said: EUR, or drives where prices are missing."""


def ranked_by(named: str | None, figures: Names) -> int:
    """The position of what is ranked."""
    if named is not None:
        return MEASURES.index(named)
    return EUR_PER_VM if figures["priced"] else DRIVES
