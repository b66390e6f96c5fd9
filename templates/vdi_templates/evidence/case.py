"""What a case of the evidence is: a published figure, its inputs, and how the library and a sheet work it out."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property

from vdi_sizing._arrays import Value, rounded, total_of

AGREES, FITTED, DERIVED = "agrees", "agrees, fitted", "agrees, derived"
IN_ERROR, INCONSISTENT, DIFFERS = "document in error", "document inconsistent", "differs"
EQUALS, AT_MOST = "equals", "at most"
LIBRARY_VALUE = "library value"
LETTERS = "abcdefg"
WHOLE, ONE, TWO, THREE, PERCENT = "0", "0.0", "0.00", "0.000", "0.0%"
PRODUCT, QUOTIENT = "{a}*{b}", "{a}/{b}"


@dataclass(frozen=True)
class Case:
    """One published figure, what it rests on, and how the library arrives at it.

    Parameters
    ----------
    id : str
        Identifier.
    document : str
        Document, and its year where it bears one.
    place : str
        Section or table of the document.
    what : str
        What the figure says.
    inputs : mapping of str to float
        Up to seven labelled numbers; a, b, c ... in `how` and `formula`, positional arguments of `compute`.
    how : str
        The formula in words.
    formula : str
        The native formula over {a} ... {g}; "" where the library's value has to stand for it.
    compute : callable
        The library's value.
    published : float
        The published figure, as printed.
    unit : str
        Its unit.
    number_format : str
        How ours and the difference are shown.
    tolerance : float
        Largest difference that still agrees: half a unit of the last printed digit, unless `reason` says
        otherwise.
    verdict : str
        "agrees", "agrees, fitted" (an input was chosen to meet the figure), "agrees, derived" (the figure
        follows from printed ones but is not printed), "differs", "document inconsistent" or "document in error".
    reason : str
        Why ours and the published figure differ, or what their agreement rests on.
    printed : bool
        The document prints the figure; shown in brackets where it does not.
    claim : str
        "equals", or "at most" where the document says that so many are enough.
    is_main : bool
        It is what the document is read for: the Report of its example shows it.
    """

    id: str
    document: str
    place: str
    what: str
    inputs: Mapping[str, float]
    how: str
    formula: str
    compute: Callable[..., Value]
    published: float
    unit: str
    number_format: str
    tolerance: float
    verdict: str = AGREES
    reason: str = ""
    printed: bool = True
    claim: str = EQUALS
    is_main: bool = False

    @cached_property
    def ours(self) -> float:
        """The library's value."""
        return float(self.compute(*self.inputs.values()))

    @property
    def difference(self) -> float:
        """Ours less the published figure."""
        return self.ours - self.published

    @property
    def computed(self) -> str:
        """Whether the difference is within the tolerance, as the sheet computes it."""
        off = self.difference if self.claim == AT_MOST else abs(self.difference)
        return AGREES if rounded(off - self.tolerance) <= 0 else DIFFERS


def total(*values: float) -> float:
    """The sum of the inputs."""
    return total_of(values)
