"""What a figure is: one declaration with its label, unit, native formula and the Python beside it.

A figure is declared on the kind of thing that it is about, its scope: a block, a tier, a phase, a limit. What is said of
a tier is said once and holds for all tiers.

    usable_gb: Figure[Tier, Value] = figure(
        "usable capacity", "GB", "{used}*{data_drives}*{drive_gb}",
        lambda t: t.used * t.data_drives * t.drive_gb, ONE,
    )

The attribute is the figure's name; the scope's prefix before it makes the name on sheets and in JSON:
`tier1_usable_gb`. A native formula names figures in braces: `{used}` is one of the same scope, `{block.vms}` one of a
scope beside it, `{own.drives}` an input of the tier itself, `{design.bays}` one of the design, `{settings.years}` a
setting. `over` repeats a piece of a formula for each of several scopes.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from types import MappingProxyType
from typing import Any, ClassVar, Generic, Self, TypeVar, overload

from vdi_sizing.inputs import Input
from vdi_sizing.model.formats import TWO

S = TypeVar("S")
T = TypeVar("T")

_OPEN, _CLOSE, _JOIN, _RENDERED = "⟦", "⟧", "¦", "{/"
_REFERENCE = re.compile(r"\{((?:\w+\.)*\w+)\}")
_AS_IT_STANDS = ("design", "settings", "cost")
"""Groups of references that name no scope: inputs, and what the Cost sheet sums."""
_OF_ALL = ("all", "label")
"""Groups that name a figure of the same scope: in all designs, or its label."""


@dataclass(frozen=True)
class Line:
    """A figure of one scope, as it stands on a sheet; its formula names figures by their full names."""

    name: str
    label: str
    unit: str
    formula: str
    number_format: str = TWO
    note: str = ""


class Scope:
    """What figures are about.

    Its `words` stand in labels, notes and name patterns as {phase} and the like; its `natives` are pieces of native
    formulas that differ between scopes of one kind.
    """

    prefix = title = inputs = ""
    words: Mapping[str, str] = MappingProxyType({})

    @cached_property
    def natives(self) -> Mapping[str, str]:
        """Pieces of native formulas by name: none, unless a scope says otherwise."""
        return {}

    @classmethod
    def declared(cls) -> list[Figure[Any, Any]]:
        """The figures that a class declares itself, in order."""
        return [value for value in vars(cls).values() if isinstance(value, Figure)]

    def beside(self, name: str) -> tuple[Scope, ...]:
        """The scopes of that name around this one: `block`, `tiers`, `phase`."""
        found = getattr(self, name, None)
        scopes = found if isinstance(found, tuple) else (found,)
        if not all(isinstance(scope, Scope) for scope in scopes):
            raise KeyError(f"{type(self).__name__} has no scope {name!r} beside it")
        return scopes

    def name_of(self, figure: Figure[Any, Any]) -> str:
        """The name of a figure of this scope on sheets and in JSON."""
        if figure.pattern:
            return figure.pattern.format(**self.words)
        return f"{self.prefix}{figure.name}"

    def line(self, figure: Figure[Any, Any]) -> Line:
        """A figure of this scope, as it stands on a sheet."""
        label, note = (self.in_words(text) for text in (figure.label, figure.note))
        formula = self.rendered(figure.native)
        named = self.title + label if label else self.title.removesuffix(": ")
        return Line(self.name_of(figure), named, figure.unit, formula, figure.looks, note)

    def in_words(self, text: str) -> str:
        """A label or note with the words of this scope."""
        return text.format(**self.words) if "{" in text else text

    def rendered(self, native: str) -> str:
        """A native formula with the full names of the figures that it refers to."""
        if _OPEN not in native:
            return _REFERENCE.sub(self._reference, native)
        return _REFERENCE.sub(self._reference, self._repeated(native)).replace(_RENDERED, "{")

    def _repeated(self, native: str) -> str:
        """The pieces that `over` marks, once for each of their scopes."""
        before, _, rest = native.partition(_OPEN)
        depth, end = 1, 0
        while depth:
            depth += {_OPEN: 1, _CLOSE: -1}.get(rest[end], 0)
            end += 1
        name, join, piece = rest[: end - 1].split(_JOIN, 2)
        pieces = (scope.rendered(piece).replace("{", _RENDERED) for scope in self.beside(name))
        after = rest[end:]
        return before + join.join(pieces) + (self._repeated(after) if _OPEN in after else after)

    def _reference(self, found: re.Match[str]) -> str:
        *way, name = found[1].split(".")
        if way == ["own"]:
            return f"{{design.{self.inputs}{name}}}"
        if way and way[0] in _AS_IT_STANDS:
            return found[0]
        if not way and not isinstance(getattr(type(self), name, None), Figure) and name in self.natives:
            return self.natives[name]
        before = f"{way.pop(0)}." if way and way[0] in _OF_ALL else ""
        scope: Scope = self
        for step in way:
            (scope,) = scope.beside(step)
        return f"{{{before}{scope.name_of(scope.figure(name))}}}"

    @classmethod
    def figure(cls, name: str) -> Figure[Any, Any]:
        """The figure of that name; KeyError where there is none."""
        figure = getattr(cls, name, None)
        if not isinstance(figure, Figure):
            raise KeyError(f"{cls.__name__} has no figure {name!r}")
        return figure


def over(scopes: str, join: str, piece: str) -> str:
    """A piece of a native formula for each of some scopes: `over("tiers", "+", "{drives}")`."""
    return f"{_OPEN}{scopes}{_JOIN}{join}{_JOIN}{piece}{_CLOSE}"


class Figure(Generic[S, T]):
    """A figure of a scope S, of type T: worked out when first asked for, and kept."""

    swept: ClassVar[bool] = True
    """Whether a sweep may ask for it: it is a number, and one formula for numbers and arrays."""
    given: ClassVar[bool] = False
    """Whether it is summed over the users or looked up in a table: what a sizing starts from."""

    def __init__(
        self,
        label: str,
        unit: str,
        native: str,
        python: Callable[[S], T],
        looks: str = TWO,
        note: str = "",
        *,
        pattern: str = "",
    ) -> None:
        self.label, self.unit, self.native, self.python = label, unit, native, python
        self.looks, self.note, self.pattern = looks, note, pattern
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

    swept: ClassVar[bool] = False


class Given(Figure[S, T]):
    """A figure that is summed over the users or looked up: it follows from inputs alone.

    A sweep may set it where it says in `varies` what it may be.
    """

    given: ClassVar[bool] = True

    def __init__(
        self,
        label: str,
        unit: str,
        native: str,
        python: Callable[[S], T],
        looks: str,
        note: str,
        *,
        varies: Input | None,
    ) -> None:
        super().__init__(label, unit, native, python, looks, note)
        self.varies = varies


# Functions in place of the classes' names: the annotation before them then says once what the lambda takes and gives.


def figure(
    label: str, unit: str, native: str, python: Callable[[S], T], looks: str = TWO, note: str = "", *, pattern: str = ""
) -> Figure[S, T]:
    """Declare a figure."""
    return Figure(label, unit, native, python, looks, note, pattern=pattern)


def display_figure(
    label: str, unit: str, native: str, python: Callable[[S], T], looks: str = TWO, note: str = "", *, pattern: str = ""
) -> Display[S, T]:
    """Declare a figure that only people read."""
    return Display(label, unit, native, python, looks, note, pattern=pattern)


def given_figure(
    label: str,
    unit: str,
    native: str,
    python: Callable[[S], T],
    looks: str = TWO,
    note: str = "",
    *,
    varies: Input | None = None,
) -> Given[S, T]:
    """Declare a figure that a sizing starts from."""
    return Given(label, unit, native, python, looks, note, varies=varies)


@dataclass(frozen=True)
class Section:
    """Lines under one heading, on the Sizing sheet or on Workings."""

    title: str
    lines: tuple[Line, ...]
    sheet: str = "Sizing"


def lines(scopes: Scope | tuple[Scope, ...], *declaring: type[Scope]) -> Iterator[Line]:
    """The lines of figures that some classes declare: all of one scope, then all of the next."""
    for scope in scopes if isinstance(scopes, tuple) else (scopes,):
        for declares in declaring:
            for figure in declares.declared():
                yield scope.line(figure)


# --- what native formulas share ------------------------------------------------------------------------


def up(expression: str) -> str:
    """The expression, rounded up to a whole number as the library does it."""
    return f"ROUNDUP(ROUND({expression},9),0)"


def down(expression: str) -> str:
    """The expression, rounded down to a whole number as the library does it."""
    return f"ROUNDDOWN(ROUND({expression},9),0)"


def if_given(names: tuple[str, ...], formula: str) -> str:
    """The formula where all of these inputs of the design are given, else 0."""
    blank = ",".join(f'{{design.{name}}}=""' for name in names)
    return f"IF({blank if len(names) == 1 else f'OR({blank})'},0,{formula})"


def given_or(given: str, computed: str) -> str:
    """An input where it is given, else the formula."""
    return f'IF({given}<>"",{given},{computed})'
