"""What a check is: what holds of a design, what to say where it does not, and how much that matters."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, ClassVar

from vdi_sizing._arrays import flag
from vdi_sizing.inputs import inputs_of
from vdi_sizing.model.figure import Display, Figure
from vdi_sizing.model.formats import FLAG
from vdi_sizing.scenario import Design

if TYPE_CHECKING:
    from vdi_sizing.model.scopes import Block


_ROW = inputs_of(Design)["acknowledged"].label


def acknowledging(word: str, reason: str) -> str:
    """How a remedy says that a warning stands as it is: what to type, and where."""
    return f'type "{word}: {reason}" on Designs, in the row "{_ROW}"'


class Check(Display["Block", float]):
    """1 where something holds, else 0."""

    kind: ClassVar[str]

    def __init__(
        self, holds: str, fails: str, python: Callable[[Block], Any], remedy: str = "",
        names: Figure[Block, str] | None = None, *, noted: Figure[Block, str] | None = None, native: str = "",
    ) -> None:
        formula = f"IF({native},1,0)" if native else ""
        super().__init__(holds, "0/1", lambda b: flag(python(b)), FLAG, self.kind, native=formula)
        self.fails, self.remedy, self.names = fails, remedy, names
        self.noted = noted or names
        """What the page names: as a check does, or with more."""

    @property
    def key(self) -> str:
        """Its name without "check_": by it a design's text acknowledges a warning."""
        return self.name.removeprefix("check_")

    def fails_for(self, block: Block) -> str:
        """What to say of a block for which it does not hold: with what it names, if it does."""
        return self.fails if self.names is None else f"{self.fails}: {self.names.of(block)}"


class Error(Check):
    """A check without which there is no answer."""

    kind = "error"


class Warning(Check):  # the field's word; Python's is not used here
    """A check that leaves the answer standing."""

    kind = "warning"
