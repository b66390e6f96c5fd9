"""Rows of a table that bear another name than before, and are otherwise what they were."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from vdi_sizing.inputs import inputs_of

Key = tuple[str, ...]
Rows = Mapping[Key, Any]


def renamed(
    old: Rows, new: Rows, names: Sequence[str], alike: Callable[[Any, Any], bool]
) -> dict[Key, tuple[Key, str]]:
    """Of rows that are gone, the new row that differs in one of its names alone, and in which.

    A row that could be several others is none of them.
    """
    gone = [key for key in old if key not in new]
    come = [key for key in new if key not in old]
    found: dict[Key, tuple[Key, str]] = {}
    for key in gone:
        candidates = [(other, name) for other in come if (name := _only_name(old[key], new[other], names, alike))]
        if len(candidates) == 1:
            found[key] = candidates[0]
    taken = [other for other, _ in found.values()]
    return {key: pair for key, pair in found.items() if taken.count(pair[0]) == 1}


def _only_name(was: Any, is_now: Any, names: Sequence[str], alike: Callable[[Any, Any], bool]) -> str:
    """The name in which two rows differ, if they differ in nothing else."""
    record: type = type(was)
    different = [field for field in inputs_of(record) if not alike(getattr(was, field), getattr(is_now, field))]
    return different[0] if len(different) == 1 and different[0] in names else ""
