"""Two tiers: the gate proves each kind of thing where it differs, `go.py test --all` everything on everything."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pytest

DRAWN = "The chosen random scenarios hold it, are typed into an open workbook, and are compared cell by cell."
"""Why a test is left to `go.py test --all`: `@pytest.mark.everything(DRAWN)`."""


def but_in_gate(values: Iterable[Any], *in_gate: Any) -> list[Any]:
    """All values for `parametrize`; those that are not named here are left to `go.py test --all`.

    @pytest.mark.parametrize("example", but_in_gate(EXAMPLES, "customer", "etri"))
    """
    given = list(values)
    assert set(in_gate) <= set(given), f"{set(in_gate) - set(given)} is none of {given}"
    return [
        value if value in in_gate else pytest.param(*_arguments(value), marks=pytest.mark.everything) for value in given
    ]


def _arguments(value: Any) -> tuple[Any, ...]:
    """One value, or those of several arguments."""
    return value if isinstance(value, tuple) else (value,)
