"""The one place that finds figures and inputs by name: for sheets, JSON and sweeps."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from typing import Any, TypeAlias

from vdi_sizing.model.figure import Figure, Scope
from vdi_sizing.model.scopes import KINDS, Block, blank_block

Place: TypeAlias = tuple[tuple[int, int], Figure[Any, Any]]
"""Where a named figure is: the kind of its scope and its position among those of a block, and the figure."""


@cache
def places() -> dict[str, Place]:
    """The place of every figure of the model, by its name on sheets and in JSON."""
    block = blank_block()
    return {
        scope.name_of(figure): ((kind, position), figure)
        for kind in range(len(KINDS))
        for position, scope in enumerate(block.scopes(kind))
        for declaring in reversed(type(scope).__mro__)
        if issubclass(declaring, Scope)
        for figure in declaring.declared()
    }


@cache
def names_of(figure: Figure[Any, Any]) -> tuple[str, ...]:
    """The names of a figure, one for each scope that it is declared on."""
    return tuple(name for name, (_, each) in places().items() if each is figure)


def name_of(figure: Figure[Any, Any]) -> str:
    """The name of a figure that one scope alone has."""
    (name,) = names_of(figure)
    return name


def given_names() -> frozenset[str]:
    """The figures that a sizing starts from."""
    return frozenset(name for name, (_, figure) in places().items() if figure.given)


class Names(Mapping[str, Any]):
    """The figures and inputs of a block by name: "vms_per_block", "design.bays", "settings.years"."""

    def __init__(self, block: Block) -> None:
        self.block = block

    def __getitem__(self, name: str) -> Any:
        group, _, key = name.rpartition(".")
        if group:
            record, field = self._record(group, key)
            if not hasattr(record, field):
                raise KeyError(f"{name} is no input")
            return getattr(record, field)
        scope, figure = self.place(name)
        return figure.of(scope)

    def __iter__(self) -> Iterator[str]:
        return iter(places())

    def __len__(self) -> int:
        return len(places())

    def put(self, name: str, value: Any) -> None:
        """Set a given figure or an input, before anything is worked out from it; the value may be an array."""
        self.block.is_swept = True
        group, _, key = name.rpartition(".")
        if group:
            record, field = self._record(group, key)
            if not hasattr(record, field):
                raise KeyError(f"{name} is no input")
            object.__setattr__(record, field, value)  # the block's own copy of the record
            return
        scope, figure = self.place(name)
        if not figure.given:
            raise KeyError(f"{name} is worked out: only what a sizing starts from can be set")
        vars(scope)[figure.name] = value

    def place(self, name: str) -> tuple[Scope, Figure[Any, Any]]:
        """The scope that a named figure is about, and the figure."""
        (kind, position), figure = places()[name]
        return self.block.scopes(kind)[position], figure

    def known(self, names: Iterable[str]) -> list[tuple[tuple[int, int], str, Any]]:
        """Some figures as `take` wants them."""
        return [(places()[name][0], places()[name][1].name, self[name]) for name in names]

    def take(self, known: Iterable[tuple[tuple[int, int], str, Any]]) -> None:
        """Take figures over from a block in which they are the same: they are not worked out again."""
        for (kind, position), name, value in known:
            self.block.scopes(kind)[position].__dict__.setdefault(name, value)

    def _record(self, group: str, key: str) -> tuple[object, str]:
        """The record that an input belongs to, and its field there: "design.tier1_drives" is the tier's `drives`."""
        if group == "settings":
            return self.block.settings, key
        if group != "design":
            raise KeyError(f"{group}.{key}: inputs are those of design and settings")
        for part in self.block.parts:
            if key.startswith(part.prefix):
                return part.own, key.removeprefix(part.prefix)
        return self.block.design, key
