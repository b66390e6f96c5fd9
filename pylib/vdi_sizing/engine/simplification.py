"""A formula as a person would write it: nothing that changes nothing, and IF only where two results differ."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any

from vdi_sizing.engine.expression import COLUMN, COMPARISONS, REFERENCE, Expression, Operand, pieces_of, text_of

_JOINED = ("MIN", "MAX", "AND", "OR")
_ARITHMETIC = ("+", "-", "*", "/", "^")
_NEUTRAL = {"*": 1.0, "+": 0.0}
_ONLY_WHOLE = (REFERENCE, COLUMN, *COMPARISONS, "AND", "OR", "&")
"""What would be something else with an IF inside."""
_NEVER_FAILS = (REFERENCE, *COMPARISONS, "AND", "OR", "ISNUMBER", "ROUND", "+", "-", "*")


def simplified(value: Operand) -> Operand:
    """The value with all of its parts as a person would write them.

    >>> from vdi_sizing.engine.expression import reference
    >>> text_of(simplified(1.0 * reference("a") + 0.0))
    '{a}'
    """
    if isinstance(value, str):
        return sentence(*map(simplified_piece, pieces_of(value)))
    if not isinstance(value, Expression) or value.operation in (REFERENCE, COLUMN):
        return value
    return worked_out(value.operation, *map(simplified, value.arguments))


def simplified_piece(piece: Operand) -> Operand:
    """The same of a piece of a sentence."""
    return simplified(piece) if isinstance(piece, Expression) else piece


def sentence(*pieces: Operand) -> Operand:
    """Pieces joined, texts beside each other as one.

    >>> from vdi_sizing.engine.expression import reference
    >>> text_of(sentence("at ", sentence(reference("a"), " of"), " them"))
    '"at "&{a}&" of them"'
    """
    joined_up: list[Operand] = []
    for piece in (inner for each in pieces for inner in _joined_pieces(each)):
        if isinstance(piece, str) and joined_up and isinstance(joined_up[-1], str):
            joined_up[-1] += piece
        else:
            joined_up.append(piece)
    if len(joined_up) > 2 and isinstance(joined_up[-1], str) and not joined_up[-1]:
        joined_up.pop()
    first, *others = joined_up or [""]
    return functools.reduce(lambda before, piece: Expression("&", before, piece), others, first)


def _joined_pieces(value: Operand) -> list[Operand]:
    if not isinstance(value, Expression) or value.operation != "&":
        return [value]
    return [inner for each in value.arguments for inner in _joined_pieces(each)]


def is_number(value: Operand, number: float) -> bool:
    """Whether it is known, and that number."""
    return isinstance(value, (int, float)) and not isinstance(value, bool) and value == number


def same(a: Operand, b: Operand) -> bool:
    """Whether a formula writes both alike."""
    return text_of(a) == text_of(b)


def worked_out(operation: str, *parts: Operand) -> Operand:
    """An operator or a function of some parts, without what changes nothing: `x*1` is x.

    >>> from vdi_sizing.engine.expression import reference
    >>> a = reference("a")
    >>> [text_of(each) for each in (worked_out("*", a, 1.0), worked_out("-", 1.0, 0.0), worked_out("MAX", a, a, 0.0))]
    ['{a}', '1', 'MAX({a},0)']
    """
    if operation in _JOINED:
        return joined(operation, *parts)
    if operation == "IF":
        return choice(*parts)
    if not any(isinstance(part, Expression) for part in parts):
        return _of_known(operation, *parts)
    kept = _what_is_kept(operation, *parts)
    return Expression(operation, *parts) if kept is None else kept


def _what_is_kept(operation: str, a: Operand, b: Operand = 0.0, *_: Operand) -> Operand | None:
    """What is left where the other part changes nothing, or decides alone."""
    if operation == "&" or (operation == "+" and (_is_text(a) or _is_text(b))):
        return sentence(a, b)
    if (operation in "*/" and is_number(a, 0)) or (operation == "*" and is_number(b, 0)):
        return 0.0
    if (operation in "+-" and is_number(b, 0)) or (operation in "*/^" and is_number(b, 1)):
        return a
    if operation == "*" and is_number(a, 1) and _holds_or_not(b):
        return None  # it makes a number of it
    return b if (operation == "+" and is_number(a, 0)) or (operation == "*" and is_number(a, 1)) else None


def _holds_or_not(value: Operand) -> bool:
    return isinstance(value, Expression) and value.condition is value


def _is_text(value: Operand) -> bool:
    return value.is_text if isinstance(value, Expression) else isinstance(value, str)


_KNOWN: dict[str, Callable[[Any, Any], Operand]] = {
    "=": lambda a, b: a == b, "<>": lambda a, b: a != b, "<": lambda a, b: a < b, "<=": lambda a, b: a <= b,
    ">": lambda a, b: a > b, ">=": lambda a, b: a >= b,
    "+": lambda a, b: a + b, "-": lambda a, b: a - b, "*": lambda a, b: a * b, "ROUND": lambda a, b: round(a, int(b)),
}  # fmt: skip


def _of_known(operation: str, *parts: Operand) -> Operand:
    """Of numbers a number, where that needs no rule of a spreadsheet's own."""
    if operation in _KNOWN and not any(isinstance(part, str) for part in parts):
        return _KNOWN[operation](*parts)
    return Expression(operation, *parts)


def joined(function: str, *values: Operand) -> Operand:
    """MIN, MAX, AND or OR: each value once, those of the same function inside it as its own.

    >>> from vdi_sizing.engine.expression import reference
    >>> a, b = reference("a"), reference("b")
    >>> text_of(joined("AND", a > 0, joined("AND", b > 0, a > 0), True))
    'AND({a}>0,{b}>0)'
    """
    pieces: dict[str, Operand] = {}
    for value in values:
        inner = value.arguments if isinstance(value, Expression) and value.operation == function else (value,)
        pieces.update({text_of(piece): piece for piece in inner})
    if function in ("AND", "OR"):
        decides = function == "OR"  # one that holds decides OR, one that does not decides AND
        if any(piece is decides for piece in pieces.values()):
            return decides
        pieces = {text: piece for text, piece in pieces.items() if not isinstance(piece, bool)}
        if not pieces:
            return not decides
    left = list(pieces.values())
    if function in ("MIN", "MAX") and not any(isinstance(piece, Expression) for piece in left):
        return (min if function == "MIN" else max)(left)  # type: ignore[type-var]
    of_cells = isinstance(left[0], Expression) and left[0].operation == COLUMN
    return Expression(function, *left) if len(left) > 1 or of_cells else left[0]


def replaced(value: Operand, by: Callable[[Expression], Operand | None]) -> Operand:
    """The value with each part that `by` gives another for, worked out anew."""
    if not isinstance(value, Expression):
        return value
    found = by(value)
    if found is not None:
        return found
    if value.operation in (REFERENCE, COLUMN):
        return value
    parts = [replaced(part, by) for part in value.arguments]
    unchanged = all(new is old for new, old in zip(parts, value.arguments, strict=True))
    return value if unchanged else worked_out(value.operation, *parts)


def choice(condition: Operand, yes: Operand, no: Operand) -> Operand:
    """IF, without what is known: of a condition that holds, of branches that are alike, and within a branch.

    >>> from vdi_sizing.engine.expression import reference
    >>> a, b, c = reference("a"), reference("b"), reference("c")
    >>> text_of(choice(a != 0, b, 1.0)), text_of(choice(a > 0, choice(a > 0, b, 2.0), 1.0))
    ('IF({a}=0,1,{b})', 'IF({a}>0,{b},1)')
    >>> text_of(choice(a > 0, b * c, b)), text_of(choice(a > 0, choice(b > 0, 1.0, 0.0), 0.0))
    ('{b}*IF({a}>0,{c},1)', 'IF(AND({a}>0,{b}>0),1,0)')
    """
    if not isinstance(condition, Expression):
        return yes if condition else no
    yes, no = assuming(condition, True, yes), assuming(condition, False, no)
    if same(yes, no):
        return yes
    for inside in (_inside_a_sentence(condition, yes, no), _inside_one_part(condition, yes, no)):
        if inside is not None and not _works_with_words(condition, inside):
            return inside
    # `=0` reads better than `<>0`; an input is asked whether it is given
    if condition.operation == "<>" and not isinstance(condition.arguments[1], str):
        condition, yes, no = Expression("=", *condition.arguments), no, yes
    one = _with_inner_condition(condition, yes, no)
    return Expression("IF", condition, yes, no) if one is None else one


def _works_with_words(condition: Expression, value: Operand) -> bool:
    """Whether an operator would work with what the condition says may be words: that is an error value."""
    return condition.operation == "ISNUMBER" and isinstance(value, Expression) and value.operation in _ARITHMETIC


def assuming(condition: Expression, holds: bool, value: Operand) -> Operand:
    """The value where it is known whether a condition holds."""

    opposite = _opposite(condition)
    known_texts = {condition.text: holds} if opposite is None else {condition.text: holds, opposite.text: not holds}

    def known(part: Expression) -> Operand | None:
        asked = text_of(part.arguments[0]) if part.operation == "IF" else ""
        if asked not in known_texts:
            return None
        return assuming(condition, holds, part.arguments[1 if known_texts[asked] else 2])

    return replaced(value, known) if any(f"IF({text}," in text_of(value) for text in known_texts) else value


def _inside_one_part(condition: Expression, yes: Operand, no: Operand) -> Operand | None:
    """Where two branches differ in one part, IF in place of that part: b*IF(a,c,1) for b*c and b."""
    for more, fewer in ((yes, no), (no, yes)):
        if isinstance(more, Expression) and more.operation in _NEUTRAL and same(more.arguments[0], fewer):
            part, neutral = more.arguments[1], _NEUTRAL[more.operation]
            pair = (part, neutral) if more is yes else (neutral, part)
            return worked_out(more.operation, fewer, choice(condition, *pair))
    if not (isinstance(yes, Expression) and isinstance(no, Expression) and yes.operation == no.operation):
        return None
    pairs = list(zip(yes.arguments, no.arguments, strict=False))
    differing = [position for position, pair in enumerate(pairs) if not same(*pair)]
    conditions = yes.operation == "IF" and differing == [0]
    if yes.operation in _ONLY_WHOLE or len(yes.arguments) != len(no.arguments) or len(differing) != 1 or conditions:
        return None
    return worked_out(yes.operation, *(a if same(a, b) else choice(condition, a, b) for a, b in pairs))


def _inside_a_sentence(condition: Expression, yes: Operand, no: Operand) -> Operand | None:
    """Where two sentences begin or end alike, IF between: a&IF(c,x,y)&b for a&x&b and a&y&b."""
    one, other = _joined_pieces(yes), _joined_pieces(no)
    alike = [same(*pair) for pair in zip(one, other, strict=False)]
    start = alike.index(False) if False in alike else len(alike)
    backwards = [same(*pair) for pair in zip(one[start:][::-1], other[start:][::-1], strict=False)]
    end = backwards.index(False) if False in backwards else len(backwards)
    if not (start or end):
        return None
    middles = (sentence(*each[start : len(each) - end]) for each in (one, other))
    return sentence(*one[:start], choice(condition, *middles), *one[len(one) - end :])


def _with_inner_condition(condition: Expression, yes: Operand, no: Operand) -> Operand | None:
    """One IF with AND or OR in place of an IF within another that has a result in common."""
    for function, inner, outer in (("OR", no, yes), ("AND", yes, no)):
        if not isinstance(inner, Expression) or inner.operation != "IF":
            continue
        asked, *results = inner.arguments
        if not (_asks_what_is_given(asked) or (_never_fails(asked) and not _guards(condition))):
            continue
        for also, (if_so, else_) in ((asked, results), (_opposite(asked), results[::-1])):
            common, rest = (if_so, else_) if function == "OR" else (else_, if_so)
            if also is not None and same(common, outer):
                both = joined(function, condition, also)
                return Expression("IF", both, outer, rest) if function == "OR" else Expression("IF", both, rest, outer)
    return None


def _guards(condition: Operand) -> bool:
    """Whether other cells may be error values where it does not hold: what follows is not asked for then."""
    if not isinstance(condition, Expression):
        return False
    if condition.operation == REFERENCE:
        return bool(condition.arguments[2])
    return _asks_what_is_given(condition) or any(map(_guards, condition.arguments))


def _asks_what_is_given(condition: Operand) -> bool:
    """Whether it asks for blank cells alone: that never fails."""
    if not isinstance(condition, Expression):
        return False
    if condition.operation in ("AND", "OR"):
        return all(map(_asks_what_is_given, condition.arguments))
    return condition.operation in ("=", "<>") and isinstance(condition.arguments[1], str) and not condition.arguments[1]


def _opposite(condition: Operand) -> Expression | None:
    if not isinstance(condition, Expression) or condition.operation not in COMPARISONS:
        return None
    return Expression(COMPARISONS[condition.operation], *condition.arguments)


def _never_fails(condition: Operand) -> bool:
    """Whether it may be asked although what is asked before it does not hold: it divides nothing, looks nothing up."""
    if not isinstance(condition, Expression) or condition.operation == REFERENCE:
        return True
    return condition.operation in _NEVER_FAILS and all(map(_never_fails, condition.arguments))


def given_or_zero(condition: Expression, yes: Operand, no: Operand) -> Operand:
    """Two ways as one: where a blank cell counts 0 as it stands, it is not asked for.

    >>> from vdi_sizing.engine.expression import reference
    >>> a = reference("a", blank_is_zero=True)
    >>> text_of(given_or_zero(a != "", 1 - a.or_zero(), 1.0)), text_of(given_or_zero(a != "", 1 - a, 1.0))
    ('1-{a}', 'IF({a}<>"",1-{a},1)')
    """
    asked = simplified(condition)
    if not isinstance(asked, Expression):
        return yes if asked else no
    if condition.operation == "<>" and condition.arguments[1:] == ("",):
        blank = condition.arguments[0]
        if same(replaced(yes, lambda part: 0.0 if same(part, blank) and _counts_zero(part) else None), no):
            return yes
    return choice(asked, yes, no)


def _counts_zero(value: Expression) -> bool:
    return value.operation == REFERENCE and bool(value.arguments[3])
