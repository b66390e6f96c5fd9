"""Formulas written down and replayed: the same numbers as without, and nothing that is not needed."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from vdi_sizing._arrays import divide, exp, maximum, minimum, rounded, where
from vdi_sizing.what_if.recording import Tape


def formula(a: Any, b: Any) -> Any:
    """Something with every kind of operation that the model uses."""
    low, high = minimum(a, b), maximum(a, 2.0)
    ratio = divide(low, high, otherwise=0.0) - 3 * low + (1 - high) / 2 + (-high) ** 2
    return where((ratio > 0) & (low <= 4), rounded(ratio), exp(-low))


def test_a_replay_gives_what_the_formula_gives() -> None:
    a, b = np.linspace(-3, 9, 25), np.linspace(5, -1, 25)
    tape = Tape()
    one, other = tape.number(), tape.number()
    result = formula(one, other)
    values = tape.program([result]).run({one.slot: a, other.slot: b})
    assert values[result.slot] == pytest.approx(np.asarray(formula(a, b)), rel=1e-15)


def test_only_what_is_wanted_is_worked_out_and_the_same_thing_once() -> None:
    tape = Tape()
    x = tape.number()
    wanted = (x + 1) * (x + 1)
    _unwanted = x / 7
    program = tape.program([wanted])
    assert len(program.steps) == 2
    assert program.run({x.slot: np.array([2.0])})[wanted.slot] == 9


def test_what_is_used_up_is_given_up() -> None:
    tape = Tape()
    x = tape.number()
    wanted = ((x + 1) * 2) - 3
    left = tape.program([wanted]).run({x.slot: np.array([5.0])})
    assert left[wanted.slot] == 9
    assert x.slot not in left


def test_times_one_and_plus_nothing_are_no_steps() -> None:
    x = Tape().number()
    assert x * 1 is x
    assert 0 + x is x
    assert x * 0 == 0


def test_a_branch_on_a_number_cannot_be_recorded() -> None:
    with pytest.raises(TypeError, match=r"use where\(\)"):
        bool(Tape().number() > 1)
