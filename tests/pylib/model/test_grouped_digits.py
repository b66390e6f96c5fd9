"""Whole numbers in sentences are in groups of three digits, in both engines."""

from __future__ import annotations

import pytest

from vdi_sizing.model.grouped_digits import NO_BREAK_SPACE, spelled, spelled_text


@pytest.mark.parametrize(
    ("number", "words"),
    [(0, "0"), (999, "999"), (1000, "1 000"), (40_050, "40 050"), (999_999, "999 999"), (1_000_000, "1 000 000"),
     (12_345_678, "12 345 678"), (1e9, "1000 000 000")],
)  # fmt: skip
def test_digits_stand_in_groups_that_no_line_breaks(number: float, words: str) -> None:
    assert spelled(number) == words.replace(" ", NO_BREAK_SPACE)


def test_the_formula_asks_for_nothing_but_the_number() -> None:
    assert spelled_text("A1").replace(NO_BREAK_SPACE, "_") == (
        'IF(A1<1000,A1&"",IF(A1<1000000,LEFT(A1,LEN(A1)-3),LEFT(A1,LEN(A1)-6)&"_"&RIGHT(LEFT(A1,LEN(A1)-3),3))'
        '&"_"&RIGHT(A1,3))'
    )
