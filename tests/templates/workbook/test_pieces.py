"""A text is cut by the pieces of its formula: ours are said anew, those of people stay as they are."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from vdi_sizing.model.grouped_digits import date_text
from vdi_templates.workbook.pieces import said

CELLS = {
    "D5": [("clerks", "clerks")],
    "D8": [("", "")],
    "Sizing!D7": [("none", "keine")],
    "$D$5:$F$5": [("a", "a"), ("none", "none"), ("no price", "kein Preis")],
    "E1": [("; first", "; erste")],
    "F1": [("", "")],
}
TEXTS = {"none": "keine", " users of ": " Benutzer von ", " is ": " ist ", "; ": "; ", "slow": "langsam", "x": "y"}


def spoken(formula: str, english: str) -> str | None:
    def cells(reference: str) -> Sequence[tuple[str, str]]:
        return CELLS.get(reference, [])

    return said(formula, english, cells, lambda text: TEXTS.get(text, text))


@pytest.mark.parametrize(
    ("formula", "english", "german"),
    [
        ('="none"', "none", "keine"),
        ("=Sizing!D7", "none", "keine"),
        ('=D5&" is "&Sizing!D7', "clerks is none", "clerks ist keine"),
        ('=ROUND(D9,0)&" users of "&D5', "1200 users of clerks", "1200 Benutzer von clerks"),
        ('=IF(D9=0,"none",D5&"")', "clerks", "clerks"),
        ('=IF(D9=0,"none",IF(D9>1,"slow","x"))', "slow", "langsam"),
        ('=IFERROR(IF(D9=0,VDI_X(D5),MIN(1,VDI_X(1))),"none")', "none", "keine"),
        ('=INDEX($D$5:$F$5,1,MATCH(1,D6:F6,0))&" is "&"slow"', "no price is slow", "kein Preis ist langsam"),
        ('=MID(IF(D9=0,"","; slow")&IF(D8=0,"","; x"),3,200)', "slow; x", "slow; x"),
        ('=MID("; "&"slow"&"; "&"x",3,200)', "slow; x", "langsam; y"),
        ("=MID(E1&F1,3,3)", "fir", "ers"),
        ('=CHOOSE(D9,"none","slow")&CHAR(10)&"x"', "slow\nx", "langsam\ny"),
        ('=YEAR(D9)&"-"&RIGHT("0"&MONTH(D9),2)', "2026-11", "2026-11"),
        ("=VDI_VERSION()", "1.2.0", "1.2.0"),
    ],
)
def test_a_value_is_said_as_its_formula_says_it(formula: str, english: str, german: str) -> None:
    assert spoken(formula, english) == german


@pytest.mark.parametrize(
    ("formula", "english"), [('="none"', "slow"), ('=D5&" is "', "clerks was "), ('=IF(D9,"none",D5)', "others")]
)
def test_a_value_that_is_not_what_the_formula_says_is_told(formula: str, english: str) -> None:
    assert spoken(formula, english) is None


def test_what_people_typed_stays_though_it_is_a_word_of_ours() -> None:
    CELLS["D6"] = [("none", "none")]
    assert spoken('=D6&" is slow"', "none is slow") == "none is slow"


def test_a_date_is_said_by_its_own_piece() -> None:
    formula = f'="none"&" "&{date_text("D7")}&"!"'
    said_of = {**TEXTS, "2026-11-21": "21.11.2026"}
    words = said(formula, "none 2026-11-21!", lambda _: [], lambda text: said_of.get(text, text))
    assert words == "keine 21.11.2026!"
