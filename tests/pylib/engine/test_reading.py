"""Formulas that follow from Python: operators, functions, conditions, and what none follows from."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from vdi_sizing._arrays import (
    divide,
    exp,
    flag,
    is_number,
    log,
    magnitude,
    maximum,
    minimum,
    round_down,
    round_nearest,
    round_up,
    round_up_to_multiple,
    sqrt,
    value_at,
    where,
    whole,
)
from vdi_sizing.engine.exploration import NoFormulaError, decide
from vdi_sizing.engine.expression import LONGEST, reference
from vdi_sizing.engine.reading import formula_of
from vdi_sizing.engine.rows import Fields, Rows, column, count_over, least_over, most_over, total_over
from vdi_sizing.engine.tables import Record
from vdi_sizing.model.figure import or_empty, or_zero
from vdi_sizing.model.grouped_digits import counted, said, spelled

A: Any = reference("a")
B: Any = reference("b")
C: Any = reference("c")
"""Some numbers that are not known; of typed inputs `D` may be blank, where it counts 0."""
D: Any = reference("design.d", blank_is_zero=True)
TEXT: Any = reference("text", is_text=True)
SPELLED = (
    'IF({a}<1000,{a}&"",IF({a}<1000000,LEFT({a},LEN({a})-3),LEFT({a},LEN({a})-6)&"\N{NO-BREAK SPACE}"'
    '&RIGHT(LEFT({a},LEN({a})-3),3))&"\N{NO-BREAK SPACE}"&RIGHT({a},3))'
)


@pytest.mark.parametrize(
    ("python", "formula"),
    [
        (lambda: (A + B) * C - A * (B - C), "({a}+{b})*{c}-{a}*({b}-{c})"),
        (lambda: A - (B - C) - (B + C), "{a}-({b}-{c})-({b}+{c})"),
        (lambda: A / (B * C) / (B / C), "{a}/({b}*{c})/({b}/{c})"),
        (lambda: (A + 1) ** (2 * B), "({a}+1)^(2*{b})"),
        (lambda: -A + B * 1.0 + 0.0, "0-{a}+{b}"),
        (lambda: A * -2.5, "{a}*(-2.5)"),
        (lambda: (A > B) * C, "({a}>{b})*{c}"),
        (lambda: abs(A - B), "ABS({a}-{b})"),
        (lambda: A * 0.0 + B, "{b}"),
    ],
)  # fmt: skip
def test_operators(python: Callable[[], Any], formula: str) -> None:
    assert formula_of(python) == formula


@pytest.mark.parametrize(
    ("python", "formula"),
    [
        (lambda: round_up(A / B), "ROUNDUP(ROUND({a}/{b},9),0)"),
        (lambda: round_down(A), "ROUNDDOWN(ROUND({a},9),0)"),
        (lambda: round_nearest(A), "ROUND(ROUND({a},9),0)"),
        (lambda: round_up_to_multiple(A, B), "ROUNDUP(ROUND({a}/{b},9),0)*{b}"),
        (lambda: whole(A), "MAX(ROUNDUP(ROUND({a},9),0),IF({a}>0,1,0))"),
        (lambda: maximum(0.0, minimum(A, minimum(B, A)), B), "MAX(0,MIN({a},{b}),{b})"),
        (lambda: divide(A, B, otherwise=1.0), "IF({b}=0,1,{a}/{b})"),
        (lambda: divide(A, 2.0, otherwise=1.0), "{a}/2"),
        (lambda: exp(A) + log(B) + sqrt(C), "EXP({a})+LN({b})+SQRT({c})"),
        (lambda: where(A > 0, B, C), "IF({a}>0,{b},{c})"),
        (lambda: where(True, B, C), "{b}"),
        (lambda: magnitude(A - B), "ABS({a}-{b})"),
        (lambda: value_at(1 + A, 0.0, B, B / C), "CHOOSE(1+{a},0,{b},{b}/{c})"),
    ],
)
def test_functions(python: Callable[[], Any], formula: str) -> None:
    assert formula_of(python) == formula


@pytest.mark.parametrize(
    ("python", "formula"),
    [
        (lambda: B if A else C, "IF({a}=0,{c},{b})"),
        (lambda: flag(A > 0 and B > 0), "IF(AND({a}>0,{b}>0),1,0)"),
        (lambda: flag(A > 0 or not B > 0), "IF(OR({a}>0,{b}<=0),1,0)"),
        (lambda: flag(all(each > 0 for each in (A, B, C))), "IF(AND({a}>0,{b}>0,{c}>0),1,0)"),
        (lambda: flag(any(each == "x" for each in (A, B))), 'IF(OR({a}="x",{b}="x"),1,0)'),
        # what may fail is asked only where what guards it holds
        (lambda: flag(A != 0 and B / A > 1), "IF({a}=0,0,IF({b}/{a}>1,1,0))"),
        (lambda: A * (B if C > 0 else 1.0), "{a}*IF({c}>0,{b},1)"),
        (lambda: where(C > 0, A * B, A), "{a}*IF({c}>0,{b},1)"),
        (lambda: where(A > 0, where(A > 0, B, 1.0), C), "IF({a}>0,{b},{c})"),
        (lambda: "none" if A == 0 else B, 'IF({a}=0,"none",{b})'),
        (lambda: 1 - (D.or_zero() if D != "" else 0.0), "1-{design.d}"),
        (lambda: 1 - (D if D != "" else 0.0), 'IF({design.d}<>"",1-{design.d},1)'),
        (lambda: 1 / D if D != "" else 0.0, 'IF({design.d}<>"",1/{design.d},0)'),
        (lambda: A if A != "" else 0.0, 'IF({a}<>"",{a},0)'),
        (lambda: B if 0.0 * A > 0 else C, "{c}"),
        (lambda: flag(is_number(A) and B > 0), "IF(AND(ISNUMBER({a}),{b}>0),1,0)"),
        # words are not multiplied: A may be some
        (lambda: A * B if is_number(A) else A, "IF(ISNUMBER({a}),{a}*{b},{a})"),
    ],
)
def test_conditions(python: Callable[[], Any], formula: str) -> None:
    assert formula_of(python) == formula


@pytest.mark.parametrize(
    ("python", "formula"),
    [
        (lambda: f"{A} drives", '{a}&" drives"'),
        (lambda: f"{A:.0f}", '{a}&""'),
        (lambda: f"{TEXT}", "{text}"),
        (lambda: f"{A:.0f} of {A + B:g}", '{a}&" of "&{a}+{b}'),
        (lambda: f"{f'{A:.0f} host'}{'' if A == 1 else 's'}", '{a}&IF({a}=1," host"," hosts")'),
        (lambda: f"{A:.0f}{said(A == 1, ' host', ' hosts')} in all", '{a}&IF({a}=1," host"," hosts")&" in all"'),
        (lambda: f"a {A:.0f} b" if B else f"a {A:.0f} c", '"a "&{a}&IF({b}=0," c"," b")'),
        (lambda: f"{TEXT}, {A:.0f}" if TEXT else "none", 'IF({text}<>"",{text}&", "&{a},"none")'),
        (lambda: ", ".join((f"{TEXT}", "b", f"{A:.0f}")), '{text}&", b, "&{a}'),
        (lambda: "x" + f"{A:.0f}", '"x"&{a}'),
        (lambda: spelled(A), SPELLED),
        (lambda: f"{counted(A, 'host')} each", SPELLED + '&IF({a}=1," host"," hosts")&" each"'),
    ],
)
def test_sentences(python: Callable[[], Any], formula: str) -> None:
    """Python joins them, and a formula has what stands in them."""
    assert formula_of(python) == formula


@pytest.mark.parametrize(
    ("python", "why"),
    [
        (lambda: float(A), "flag"),
        (lambda: f"{A:.2f} drives", "a sentence has it in the shape '.2f'"),
        (lambda: f"{A} drives"[1:], "Python cuts a sentence"),
        (lambda: None, "NoneType stands in place of a number or a text"),
        (lambda: [A.lower()][0], "no attribute 'lower'"),
        (lambda: {}[A], "unhashable"),
        (lambda: sum(reference(f"figure_number_{n}") for n in range(LONGEST // 15)), f"longer than {LONGEST}"),
        (lambda: sum(1.0 if reference(f"flag{n}") else 0.0 for n in range(9)), "more than 40 ways"),
    ],
)
def test_no_formula(python: Callable[[], Any], why: str) -> None:
    with pytest.raises(NoFormulaError, match=why):
        formula_of(python)


DRIVE: Any = Record("Drives", {"name": "drive", "gb": "GB", "kind": "kind"}, ("kind",), reference("design.drive"))


@pytest.mark.parametrize(
    ("python", "formula"),
    [
        (lambda: DRIVE.gb * 2, "INDEX(Drives[GB],MATCH({design.drive},Drives[drive],0))*2"),
        (lambda: flag(DRIVE.found), "IF(SUMPRODUCT(1*(Drives[drive]={design.drive}))>0,1,0)"),
        # what is a text is asked whether it is blank, as a number is whether it is 0
        (lambda: flag(DRIVE.kind), 'IF(INDEX(Drives[kind],MATCH({design.drive},Drives[drive],0))<>"",1,0)'),
        (lambda: or_empty(DRIVE.kind), 'INDEX(Drives[kind],MATCH({design.drive},Drives[drive],0))&""'),
        (lambda: or_zero(DRIVE.gb), "INDEX(Drives[GB],MATCH({design.drive},Drives[drive],0))"),
    ],
)
def test_what_stands_in_a_table(python: Callable[[], Any], formula: str) -> None:
    assert formula_of(python) == formula


GROUPS: Any = Rows(
    "user groups",
    Fields(lambda name: column(f"Groups[{name}]", blank=name == "ram")),
    those=column("Groups[case]") == "a",
)
LINES: Any = Rows("the bill", Fields(lambda name: column(f"{{cost.{name}}}")), by_criteria=True)
DESIGNS: Any = Rows("designs", Fields(lambda name: column(f"{{all.{name}}}")))


@pytest.mark.parametrize(
    ("python", "formula"),
    [
        (lambda: total_over(GROUPS, lambda g: g.vms), 'SUMPRODUCT((Groups[case]="a")*Groups[vms])'),
        # a blank cell is no factor of SUMPRODUCT's, and 0 where it stands apart
        (lambda: total_over(GROUPS, lambda g: g.vms * g.ram), 'SUMPRODUCT((Groups[case]="a")*Groups[vms],Groups[ram])'),
        (lambda: count_over(GROUPS, lambda g: g.vms > A), 'SUMPRODUCT((Groups[case]="a")*(Groups[vms]>{a}))'),
        (lambda: total_over(LINES, lambda line: line.eur), "SUM({cost.eur})"),
        (
            lambda: total_over(LINES, lambda line: line.eur, lambda line: line.per == "VM"),
            'SUMIFS({cost.eur},{cost.per},"VM")',
        ),
        (lambda: count_over(LINES, lambda line: line.known == 0), "COUNTIF({cost.known},0)"),
        (
            lambda: count_over(LINES, lambda line: (line.known == 1) & (line.eur > A) & (line.eur <= 2)),
            'COUNTIFS({cost.known},1,{cost.eur},">"&{a},{cost.eur},"<=2")',
        ),
        (lambda: total_over(DESIGNS, lambda d: d.ranked), "SUM({all.ranked})"),
        (lambda: total_over(DESIGNS, lambda d: (1 - d.met) * d.used), "SUMPRODUCT((1-{all.met})*{all.used})"),
        (lambda: count_over(DESIGNS, lambda d: d.met != A), "SUMPRODUCT(1*({all.met}<>{a}))"),
        (lambda: least_over(DESIGNS, lambda d: d.eur) + A, "MIN({all.eur})+{a}"),
        (lambda: 4 * most_over(DESIGNS, lambda d: d.vms), "4*MAX({all.vms})"),
    ],
)
def test_sums_over_rows(python: Callable[[], Any], formula: str) -> None:
    assert formula_of(python) == formula


@pytest.mark.parametrize(
    ("python", "why"),
    [
        (lambda: sum(line.eur for line in LINES), "a formula sums the bill, or looks them up"),
        (lambda: 1.0 if LINES else 0.0, "a formula sums the bill, or looks them up"),
        (lambda: float(len(LINES)), "a formula sums the bill, or looks them up"),
        (lambda: count_over(LINES, lambda line: line.eur + 1 > 2), "is no criterion of a column"),
    ],
)
def test_rows_are_not_looped_over(python: Callable[[], Any], why: str) -> None:
    with pytest.raises(NoFormulaError, match=why):
        formula_of(python)


def test_a_table_has_the_columns_of_its_record() -> None:
    with pytest.raises(NoFormulaError, match="Drives has no column for 'colour'"):
        formula_of(lambda: DRIVE.colour)


def test_outside_of_a_formula_nothing_is_decided() -> None:
    with pytest.raises(TypeError, match=r"whether \{a\}>0 holds is not known"):
        decide(A > 0)
