"""One formula for plain numbers and for arrays.

Every formula of the library is written once, with the functions of this module
in place of those of `math` and numpy. Plain numbers stay plain Python numbers:
numpy is imported only when an array comes in, because a spreadsheet's own Python
may lack it, and because a scalar call through numpy costs twenty plain ones.
"""

from __future__ import annotations

import functools
import math
import operator
import sys
import types
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, ParamSpec, TypeAlias, TypeGuard, TypeVar, Union

from vdi_sizing.errors import InputError

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

Value: TypeAlias = Union[float, "npt.NDArray[np.float64]"]
"""A number, or an array of numbers: what a formula works on and returns."""
Given = ParamSpec("Given")
Result = TypeVar("Result")
Number = TypeVar("Number", float, Value)
Numbers: TypeAlias = Value | Sequence[float]
"""What a formula accepts: also a list or a tuple of numbers."""
PerGroup: TypeAlias = Numbers
"""A number for each user group, taken together: they give one answer, and not one each."""

# Counts are rounded to this many decimals before they are rounded to a whole number,
# here and in the spreadsheet alike: a plain ceil buys one drive too many wherever the
# exact quotient is whole and its floating-point value is a hair above.
ROUNDING_DECIMALS = 9
_REAL_KINDS = "biuf"  # of numpy: truth values, integers, floats


class Symbol:
    """What stands for a number that is not known: a formula is read from it, and not worked out."""

    __slots__ = ()

    def called(self, function: str, *arguments: Any) -> Any:
        """A spreadsheet's function of some arguments, this one among them."""
        raise NotImplementedError

    def or_zero(self) -> Any:
        """The same, where 0 stands for a blank."""
        raise NotImplementedError

    def chosen(self, yes: Any, no: Any) -> Any:
        """`yes` where this holds, else `no`."""
        raise NotImplementedError


def _symbol(*values: Any) -> Symbol | None:
    """The first of the values that is not known, if there is one."""
    return next((value for value in values if isinstance(value, Symbol)), None)


@contextmanager
def without(*packages: str) -> Iterator[None]:
    """What is imported meanwhile finds none of these, unless it is there: what has no use for them need not wait."""
    absent = [package for package in packages if package not in sys.modules]
    sys.modules.update(dict.fromkeys(absent))  # type: ignore[arg-type]
    try:
        yield
    finally:
        for package in absent:
            del sys.modules[package]


def numbers(
    name: str,
    value: object,
    unit: str = "",
    *,
    at_least: float | None = None,
    above: float | None = None,
    at_most: float | None = None,
    below: float | None = None,
    whole: bool = False,
) -> Value:
    """`value` as float or float array, or an InputError that names what was expected.

    >>> numbers("vms", 100, "VMs", at_least=0)
    100.0
    >>> numbers("drive_iops", -75, "IOPS", above=0)
    Traceback (most recent call last):
    ...
    vdi_sizing.errors.InputError: drive_iops is -75; expected a number above 0 IOPS
    """
    if hasattr(value, "tape") or isinstance(value, Symbol):  # it stands for numbers that are checked where they come in
        return value  # type: ignore[return-value]
    result = _float_or_array(value)
    if isinstance(result, float):
        if math.isfinite(result) and _within(result, at_least, above, at_most, below, whole):
            return result
    elif result is not None:
        import numpy as np  # noqa: PLC0415

        good = np.isfinite(result) & _within(result, at_least, above, at_most, below, whole)
        if good.all():
            return result
        value = float(result[~good].flat[0])
    raise InputError(name, value, _expected(unit, at_least, above, at_most, below, whole))


def _within(
    x: Any, at_least: float | None, above: float | None, at_most: float | None, below: float | None, whole: bool
) -> Any:
    result: Any = True
    if at_least is not None:
        result = result & (x >= at_least)
    if above is not None:
        result = result & (x > above)
    if at_most is not None:
        result = result & (x <= at_most)
    if below is not None:
        result = result & (x < below)
    if whole:
        result = result & (_floor(x) == x)
    return result


def _expected(
    unit: str, at_least: float | None, above: float | None, at_most: float | None, below: float | None, whole: bool
) -> str:
    limits = (("at least", at_least), ("above", above), ("at most", at_most), ("below", below))
    words = " and ".join(f"{word} {limit:g}" for word, limit in limits if limit is not None)
    return " ".join(filter(None, ("a whole number" if whole else "a number", words, unit)))


def share(name: str, value: object) -> Value:
    """A share from 0 to 1, checked.

    >>> share("read_share", 0.4)
    0.4
    """
    return numbers(name, value, at_least=0, at_most=1)


def _float_or_array(value: object) -> Value | None:
    """None: it is neither, or holds texts, complex numbers or numbers that are too large."""
    if isinstance(value, (str, bytes, bytearray, complex)) or value is None:
        return None
    if hasattr(value, "__float__") and (not hasattr(value, "__len__") or getattr(value, "ndim", None) == 0):
        return _float(value) if getattr(getattr(value, "dtype", None), "kind", "f") in _REAL_KINDS else None
    import numpy as np  # noqa: PLC0415

    try:
        found = np.asarray(value)
        if found.dtype.kind == "O":
            return np.asarray([_of_object(item) for item in found.flat], np.float64).reshape(found.shape)
    except (TypeError, ValueError):
        return None
    return found.astype(np.float64, copy=False) if found.dtype.kind in _REAL_KINDS else None


def _of_object(item: Any) -> float:
    found = None if isinstance(item, (str, bytes, complex)) else _float(item)
    if found is None:
        raise TypeError(f"{item!r:.100} is no number")
    return found


def _float(value: Any) -> float | None:
    try:
        return float(value)
    except (OverflowError, TypeError, ValueError):
        return None


def of_one_shape(function: Callable[Given, Result]) -> Callable[Given, Result]:
    """The function with a clear message where arrays are not of one shape, in place of numpy's."""
    explain = _explain

    def checked(*values: Given.args, **named: Given.kwargs) -> Result:
        try:
            return function(*values, **named)
        except (IndexError, ValueError) as error:
            explain(function, values, named, error)
            raise

    # of the function's own module, as doctest asks of what it looks into
    own = types.FunctionType(checked.__code__, function.__globals__, function.__name__, closure=checked.__closure__)
    return functools.wraps(function)(own)


def _explain(function: Callable[..., Any], values: tuple[Any, ...], named: dict[str, Any], error: Exception) -> None:
    """An InputError that names the arguments, where the error comes from their shapes."""
    if isinstance(error, _ShapeError) or not isinstance(error, InputError):
        given = {**dict(zip(_parameters(function), values, strict=False)), **named}
        of_groups = [name for name, kind in function.__annotations__.items() if kind == "PerGroup"]
        _check_shapes({name: value for name, value in given.items() if name not in of_groups}, error)


@functools.cache
def _parameters(function: Callable[..., Any]) -> tuple[str, ...]:
    import inspect  # noqa: PLC0415  # for a message only

    return tuple(inspect.signature(function).parameters)


def _check_shapes(arguments: dict[str, Any], error: Exception) -> None:
    """An InputError that names the arguments and their shapes, where these do not go together."""
    arrays = {
        name: value
        for name, value in arguments.items()
        if getattr(value, "ndim", hasattr(value, "__len__")) and not isinstance(value, str)
    }
    if not arrays:
        return
    import numpy as np  # noqa: PLC0415

    shapes = {name: np.shape(value) for name, value in arrays.items()}
    try:
        np.broadcast_shapes(*shapes.values())
    except ValueError:
        found = _Words(" and ".join(str(shape) for shape in shapes.values()))
        expected = "arrays of one length, or single numbers"
        raise _ShapeError(f"the shape of {' and '.join(shapes)}", found, expected) from error


class _ShapeError(InputError):
    """Arrays that do not go together: the function that was called names them, not one that it calls."""


class _Words(str):
    """A text that stands in a message as it is, without quotes."""

    __slots__ = ()
    __repr__ = str.__str__


def _elementwise(scalar: Callable[[float], float], ufunc: str, native: str, *more: float) -> Callable[[Value], Value]:
    """The function that uses `scalar` on a number and numpy's `ufunc` on an array; a spreadsheet's is `native`."""

    def apply(x: Value) -> Value:
        if isinstance(x, float):
            return scalar(x)
        if isinstance(x, Symbol):
            return x.called(native, x, *more)  # type: ignore[no-any-return]
        import numpy as np  # noqa: PLC0415

        return getattr(np, ufunc)(x)  # type: ignore[no-any-return]

    return apply


def _whole(rounding: Callable[[float], int]) -> Callable[[float], float]:
    """`rounding` to a float, infinity left as it is."""
    return lambda x: float(rounding(x)) if math.isfinite(x) else x


exp = _elementwise(lambda x: math.exp(x) if x < 709 else math.inf, "exp", "EXP")
log = _elementwise(math.log, "log", "LN")
sqrt = _elementwise(math.sqrt, "sqrt", "SQRT")
_ceil = _elementwise(_whole(math.ceil), "ceil", "ROUNDUP", 0)
_floor = _elementwise(_whole(math.floor), "floor", "ROUNDDOWN", 0)


def where(condition: Any, yes: Value, no: Value) -> Value:
    """`yes` where the condition holds, else `no`; both were computed already."""
    if isinstance(condition, bool):
        return yes if condition else no
    if isinstance(condition, Symbol):
        return condition.chosen(yes, no)  # type: ignore[no-any-return]
    import numpy as np  # noqa: PLC0415

    return np.where(condition, yes, no)


def flag(holds: Any) -> float:
    """1 where something holds, else 0.

    >>> flag(2 > 1), flag(None)
    (1.0, 0.0)
    """
    if isinstance(holds, Symbol):
        return holds.chosen(1.0, 0.0)  # type: ignore[no-any-return]
    return 1.0 if holds else 0.0


def is_number(value: Value | str) -> TypeGuard[Value]:
    """Whether it is a number, or numbers, and no words in place of one.

    >>> is_number(0.5), is_number("no price")
    (True, False)
    """
    if isinstance(value, Symbol):
        return value.called("ISNUMBER", value)
    return not isinstance(value, str)


def value_at(position: Value, *values: Value) -> Value:
    """The value at a position from 1.

    >>> value_at(2.0, 75.0, 140.0, 180.0)
    140.0
    """
    if isinstance(position, Symbol):
        return position.called("CHOOSE", position, *values)  # type: ignore[no-any-return]
    found = values[0]
    for at, value in enumerate(values[1:], start=2):
        found = where(position == at, value, found)
    return found


def filled(constant: float, value: Value) -> Value:
    """The constant in the shape of the value, for a condition that is one for all of it."""
    return constant if isinstance(value, Symbol) else where(value >= 0, constant, constant)


def minimum(*values: Value) -> Value:
    """The smallest, element by element."""
    return _extreme(min, "minimum", "MIN", values)


def maximum(*values: Value) -> Value:
    """The largest, element by element."""
    return _extreme(max, "maximum", "MAX", values)


def _extreme(scalar: Callable[..., float], ufunc: str, native: str, values: tuple[Value, ...]) -> Value:
    plain = [value for value in values if isinstance(value, float)]
    arrays = [value for value in values if not isinstance(value, float)]
    if not arrays:
        return scalar(plain)
    symbol = _symbol(*arrays)
    if symbol is not None:
        return symbol.called(native, *values)  # type: ignore[no-any-return]
    import numpy as np  # noqa: PLC0415

    return functools.reduce(getattr(np, ufunc), [*arrays, scalar(plain)] if plain else arrays)  # type: ignore[return-value]


def divide(a: Value, b: Value, otherwise: float) -> Value:
    """a / b, and `otherwise` where b is 0.

    >>> divide(1.0, 0.0, otherwise=0.0)
    0.0
    """
    if isinstance(b, float):
        return a / b if b else a * 0.0 + otherwise
    if isinstance(b, Symbol):
        return where(b == 0, otherwise, a / b)
    empty = b == 0
    return where(empty, otherwise, a / where(empty, 1.0, b))


def rounded(x: Value, decimals: int = ROUNDING_DECIMALS) -> Value:
    """x to nine decimals: what is rounded to a whole number afterwards, and what is compared."""
    if isinstance(x, float):
        return round(x, decimals) if math.isfinite(x) else x
    if isinstance(x, Symbol):
        return x.called("ROUND", x, decimals)  # type: ignore[no-any-return]
    import numpy as np  # noqa: PLC0415

    return np.round(x, decimals)


def magnitude(x: Value) -> Value:
    """How far it is from 0, element by element.

    >>> magnitude(-2.5)
    2.5
    """
    signed: Any = x
    return abs(signed)  # type: ignore[no-any-return]


def total_of(values: Iterable[Number]) -> Number:
    """The sum, added up from the first to the last.

    `sum` compensates the floating-point errors of plain numbers from Python 3.12 on, and a workbook would then hold
    other last digits than one that Python 3.11 made.
    """
    return functools.reduce(operator.add, values, 0.0)


def round_up(x: Value) -> Value:
    """Up to a whole number, as ROUNDUP(ROUND(x,9),0).

    >>> round_up(0.1 * 3 / 0.3 * 41)
    41.0
    """
    return _ceil(rounded(x))


def round_down(x: Value) -> Value:
    """Down to a whole number, as ROUNDDOWN(ROUND(x,9),0).

    >>> round_down(642.6)
    642.0
    """
    return _floor(rounded(x))


def whole(count: Value) -> Value:
    """Up to a whole number, as of users: the least part of one is one.

    >>> whole(230.0000000001), whole(4e-10), whole(0.0)
    (230.0, 1.0, 0.0)
    """
    return maximum(round_up(count), where(count > 0, 1.0, 0.0))


def round_nearest(x: Value) -> Value:
    """To the nearest whole number, halves up, as ROUND(ROUND(x,9),0).

    >>> round_nearest(17.5)
    18.0
    """
    nearest = rounded(x)
    if isinstance(nearest, Symbol):
        return nearest.called("ROUND", nearest, 0)  # type: ignore[no-any-return]
    return _floor(nearest + 0.5)


def round_up_to_multiple(x: Value, multiple: Value) -> Value:
    """Up to a whole multiple.

    >>> round_up_to_multiple(17.0, 2.0)
    18.0
    """
    return round_up(x / multiple) * multiple


RATE_DECIMALS = 14
"""A rate that differs from 0 by less is what rounding left of one: of a quotient of two growths that are alike."""


def paid_in_advance(rate: Value, years: Value) -> Value:
    """What 1 a year is worth at its first payment, at a rate of interest: a spreadsheet's PV.

    >>> round(paid_in_advance(0.05, 2.0), 6)
    1.952381
    >>> paid_in_advance(0.0, 5.0)
    5.0
    """
    symbol = _symbol(rate, years)
    if symbol is not None:
        return symbol.called("PV", symbol.called("ROUND", rate, RATE_DECIMALS), years, -1, 0, 1)  # type: ignore[no-any-return]
    interest = rounded(rate, RATE_DECIMALS)
    later = divide(1 - (1 + interest) ** (1 - years), interest, otherwise=0.0)
    return where(interest == 0, filled(1.0, interest) * years, later + 1)
