"""What a figure is: one declaration with its label, its unit and the Python that works it out.

A figure is declared on the kind of thing that it is about, its scope: a block, a tier, a phase, a limit. What is said
of a tier is said once and holds for all tiers.

    over_hosts: Figure[Part, Value] = Figure("spread over the hosts of a cluster", "0/1",
        lambda p: where(p.min_hosts > 1, p.block.in_cluster, 0.0), FLAG)

The attribute is the figure's name; the scope's prefix before it makes the name on sheets and in JSON:
`tier1_over_hosts`. Its formula on sheets is read from the Python: IF({tier1_min_hosts}>1,{in_cluster},0). Where it
cannot be, since the Python loops or finds a row that a sheet finds by SUMPRODUCT, or where a sheet says it otherwise,
the declaration gives the native formula beside it, as `native=`. Sums over rows are `total_over` and the like of
`engine/rows.py`.

A native formula names figures in braces: `{used}` is one of the same scope, `{block.vms}` one of a
scope beside it, `{own.drives}` an input of the tier itself, `{design.bays}` one of the design, `{settings.years}` a
setting. `over` repeats a piece of a formula for each of several scopes. A function whose name ends in `_text`
makes a piece of a native formula.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any, ClassVar, Generic, Self, TypeAlias, TypeVar, overload

from vdi_sizing._arrays import Symbol, Value
from vdi_sizing.engine.exploration import NoFormulaError
from vdi_sizing.engine.reading import formula_of
from vdi_sizing.inputs import Input
from vdi_sizing.model.formats import TWO

S = TypeVar("S")
T = TypeVar("T")
Shown: TypeAlias = Value | str
"""What a person reads: a number, or words in place of one."""

_OPEN, _CLOSE, _JOIN = "⟦", "⟧", "¦"
_REFERENCE = re.compile(r"\{((?:\w+\.)*\w+)\}")
_AS_IT_STANDS = ("design", "designs", "typed", "entered", "settings", "cost", "inputs", "fit")
"""Groups of references that name no scope: inputs, of the design, of all designs, as typed in its column or in the one
that counts for it, columns of the Cost sheet, what the Checks sheet says of the cells of the input sheets, and results
of the Calibration sheet."""
_OF_ALL = ("all", "label")
"""Groups that name a figure of the same scope: in all designs, or its label."""


@dataclass(frozen=True)
class Line:
    """A figure of one scope, as it stands on a sheet; its formula names figures by their full names."""

    name: str
    label: str
    unit: str
    read_formula: Callable[[], str]
    number_format: str = TWO
    note: str = ""

    @cached_property
    def formula(self) -> str:
        """The native formula: few of the many lines are asked for it where no workbook is written."""
        return self.read_formula()


class Scope:
    """What figures are about.

    Its `words` stand in labels, notes, name patterns and native formulas as {phase} and the like: what differs between
    scopes of one kind. A piece of a formula among them names figures in its turn.
    """

    prefix = ""  # begins the names of its figures: "tier1_"
    title = ""  # begins their labels: "tier 1: "
    inputs = ""  # begins the names of the design's inputs that {own.drives} and the like stand for: "tier1_"

    @cached_property
    def words(self) -> Mapping[str, str]:
        """What differs between scopes of one kind; few of the many that are made are asked for it."""
        return self.own_words()

    def own_words(self) -> Mapping[str, str]:
        """The words of this scope."""
        return {}

    @classmethod
    def declared(cls) -> list[Figure[Any, Any]]:
        """The figures that a class declares itself, in order."""
        return [value for value in vars(cls).values() if isinstance(value, Figure)]

    def beside(self, way: str) -> tuple[Scope, ...]:
        """The scopes that a way leads to from this one: `block`, `phases`, `block.tiers`."""
        found: Any = self
        for step in way.split("."):
            found = getattr(found, step, None)
        scopes = found if isinstance(found, tuple) else (found,)
        if not all(isinstance(scope, Scope) for scope in scopes):
            raise KeyError(f"{type(self).__name__} has no scope {way!r} beside it")
        return scopes

    def name_of(self, figure: Figure[Any, Any]) -> str:
        """The name of a figure of this scope on sheets and in JSON."""
        if figure.pattern:
            return figure.pattern.format(**self.words)
        return f"{self.prefix}{figure.name}"

    def line(self, figure: Figure[Any, Any]) -> Line:
        """A figure of this scope, as it stands on a sheet."""
        label, note = (text.format(**self.words) for text in (figure.label, figure.note))
        named = self.title + label if label else self.title.removesuffix(": ")
        return Line(self.name_of(figure), named, figure.unit, lambda: self.formula(figure), figure.looks, note)

    def formula(self, figure: Figure[Any, Any]) -> str:
        """The native formula of a figure of this scope: the one that is given, or what follows from its Python."""
        if figure.native:
            return self.rendered(figure.native)
        try:
            return formula_of(lambda: figure.python(self))
        except NoFormulaError as error:
            raise NoFormulaError(f"{self.name_of(figure)} needs a native formula, as {error}") from error

    def rendered(self, native: str) -> str:
        """A native formula with the full names of the figures that it refers to, the pieces of `over` repeated."""
        before, marked, rest = native.partition(_OPEN)
        rendered = _REFERENCE.sub(self._reference, before)
        if not marked:
            return rendered
        depth, end = 1, 0
        while depth:
            depth += {_OPEN: 1, _CLOSE: -1}.get(rest[end], 0)
            end += 1
        way, join, piece = rest[: end - 1].split(_JOIN, 2)
        return rendered + join.join(scope.rendered(piece) for scope in self.beside(way)) + self.rendered(rest[end:])

    def _reference(self, found: re.Match[str]) -> str:
        *way, name = found[1].split(".")
        if way == ["own"]:
            return f"{{design.{self.inputs}{name}}}"
        if way and way[0] in _AS_IT_STANDS:
            return found[0]
        if not way and name in self.words and not isinstance(getattr(type(self), name, None), Figure):
            return self.rendered(self.words[name])
        before = f"{way.pop(0)}." if way and way[0] in _OF_ALL else ""
        scope, *others = self.beside(".".join(way)) if way else (self,)
        if others:
            raise KeyError(f"{'.'.join(way)} are several scopes of {type(self).__name__}: name each, or use over()")
        figure = getattr(type(scope), name, None)
        if not isinstance(figure, Figure):
            raise KeyError(f"{type(scope).__name__} has no figure {name!r}")
        return f"{{{before}{scope.name_of(figure)}}}"


def over(scopes: str, join: str, piece: str) -> str:
    """A piece of a native formula for each of some scopes: `over("tiers", "+", "{drives}")`."""
    return f"{_OPEN}{scopes}{_JOIN}{join}{_JOIN}{piece}{_CLOSE}"


def on(scope: str, piece: str) -> str:
    """A piece of a native formula as one scope beside this one says it: `on("steady", "{front_reads}")`."""
    return over(scope, "", piece)


class Figure(Generic[S, T]):
    """A figure of a scope S, of type T: worked out when first asked for, and kept.

    The annotation of a declaration says S and T, and from it mypy knows what the lambda takes and gives. `pattern`
    is the name on sheets where the attribute alone does not make it; `varies` says what a sweep may set the figure to;
    `native` is its formula on sheets where none follows from the Python. `guards` says that other cells may be error
    values where it is 0: what asks for it asks for nothing else there.
    """

    swept: ClassVar[bool] = True
    """Whether a sweep may ask for it: it is a number, and one formula for numbers and arrays."""
    given: ClassVar[bool] = False
    """Whether it is summed over the users or looked up in a table: what a sizing starts from."""

    def __init__(
        self, label: str, unit: str, python: Callable[[S], T], looks: str = TWO, note: str = "", *,
        native: str = "", pattern: str = "", varies: Input | None = None, guards: bool = False,
    ) -> None:
        self.label, self.unit, self.python, self.native = label, unit, python, native
        self.looks, self.note, self.pattern, self.varies, self.guards = looks, note, pattern, varies, guards
        self.name = ""

    def __set_name__(self, owner: type, name: str) -> None:
        self.name = name

    @overload
    def __get__(self, scope: None, owner: type) -> Self: ...
    @overload
    def __get__(self, scope: Scope, owner: type) -> T: ...
    def __get__(self, scope: Any, owner: type) -> Any:
        if scope is None:
            return self
        value = scope.__dict__[self.name] = self.python(scope)
        return value

    def of(self, scope: Scope) -> T:
        """The figure of a scope that is not known by its type."""
        return getattr(scope, self.name)  # type: ignore[no-any-return]


class Display(Figure[S, T]):
    """A figure that only people read, or that hangs on the other designs: no sweep works it out."""

    swept = False


class Given(Figure[S, T]):
    """A figure that follows from inputs alone. A sweep may set it where it says in `varies` what it may be."""

    given = True


@dataclass(frozen=True)
class Section:
    """Lines under one heading, on the Sizing sheet or on Workings.

    `answer`: they are worked out from the design as a whole, and mean nothing where an error is found in it. What is
    entered, looked up or asked for means the same with an error.
    """

    title: str
    lines: tuple[Line, ...]
    sheet: str = "Sizing"
    answer: bool = True


def lines(scopes: Scope | tuple[Scope, ...], *declared: type[Scope] | Figure[Any, Any]) -> Iterator[Line]:
    """The lines of some figures, or of all that a class declares: all of one scope, then all of the next."""
    for scope in scopes if isinstance(scopes, tuple) else (scopes,):
        for each in declared:
            for figure in (each,) if isinstance(each, Figure) else each.declared():
                yield scope.line(figure)


def up(expression: str) -> str:
    """The expression, rounded up to a whole number as the library does it."""
    return f"ROUNDUP(ROUND({expression},9),0)"




def down(expression: str) -> str:
    """The expression, rounded down to a whole number as the library does it."""
    return f"ROUNDDOWN(ROUND({expression},9),0)"


BEYOND = 10_000_000
"""A place that no sheet has."""


def in_row(cells: str, place: str) -> str:
    """One of the cells of a row, by its place: as a column of the first row, which all programs understand alike."""
    return f"INDEX({cells},1,{place})"


def first_where(condition: str, places: str) -> str:
    """Which is the first of some cells that a condition holds for, by the place of each; if none does, one beyond all.

    Excel, LibreOffice and the engines of other programs give the same here, which is not so for MATCH in an array that
    INDEX passes on. INDEX with the place that is beyond all is an error value, as is an address there.
    """
    return f"{BEYOND}-SUMPRODUCT(LARGE(({condition})*({BEYOND}-({places})),1))"


def places_in_row(cells: str) -> str:
    """The places from 1 of cells side by side."""
    return f"COLUMN({cells})-MIN(COLUMN({cells}))+1"


def places_in_column(cells: str) -> str:
    """The places from 1 of cells one below the other."""
    return f"ROW({cells})-MIN(ROW({cells}))+1"


def if_given(names: tuple[str, ...], formula: str) -> str:
    """The formula where all of these inputs of the design are given, else 0."""
    blank = ",".join(f'{{design.{name}}}=""' for name in names)
    return f"IF({blank if len(names) == 1 else f'OR({blank})'},0,{formula})"


def given_or(given: str, computed: str) -> str:
    """An input where it is given, else the formula."""
    return f'IF({given}<>"",{given},{computed})'


@overload
def or_zero(given: float | None) -> float: ...
@overload
def or_zero(given: Value | None) -> Value: ...
def or_zero(given: Value | None) -> Value:
    """An input where it is given, else 0: what a blank cell counts in a formula."""
    if isinstance(given, Symbol):
        return given.or_zero()
    return 0.0 if given is None else given


def or_empty(given: str | None) -> str:
    """A text where it is given, else an empty one: what a blank cell is in a sentence."""
    if isinstance(given, Symbol):
        return given.called("&", given, "")
    return given or ""


def trimmed(text: str) -> str:
    """A text without spaces around it, as somebody may have typed them."""
    if isinstance(text, Symbol):
        return text.called("TRIM", text)  # type: ignore[no-any-return]
    return text.strip()


def shown(known: Value, value: Shown, otherwise: str) -> Shown:
    """The number, or words where it is not known. Arrays stay numbers."""
    if isinstance(known, Symbol):
        return known.chosen(value, otherwise)  # type: ignore[no-any-return]
    return otherwise if isinstance(known, float) and known == 0 else value
