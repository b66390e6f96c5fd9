"""Estimates with three points: lowest, most likely and highest."""

from __future__ import annotations

from vdi_sizing._arrays import Numbers, Value, divide, numbers, share, sqrt, where
from vdi_sizing.formulas.arguments import with_arguments_described


@with_arguments_described
def triangular_quantile(p: Numbers, low: Numbers, base: Numbers, high: Numbers) -> Value:
    """Value that a triangular distribution does not exceed with a probability.

    Parameters
    ----------
    p : float or array
        Probability [0..1]

    Returns
    -------
    float or array
        Value [any unit]

    Raises
    ------
    InputError
        If an argument is not a number, p is outside 0 to 1, or low, base and high are not in order.

    Notes
    -----
    low + sqrt(p (high - low) (base - low)) up to p = (base - low) / (high - low), from there on
    high - sqrt((1 - p) (high - low) (high - base)) [exact].

    Examples
    --------
    >>> triangular_quantile(0.5, 8, 20, 32)
    20.0
    >>> triangular_quantile(0, 8, 20, 25)
    8.0

    References
    ----------
    S. Kotz, J. R. van Dorp, Beyond Beta, 2004, chapter 1.
    """
    probability = share("p", p)
    a, c, b = numbers("low", low), numbers("base", base), numbers("high", high)
    _check_order(a, c, b)
    left = a + sqrt(probability * (b - a) * (c - a))
    right = b - sqrt((1 - probability) * (b - a) * (b - c))
    return where(probability < divide(c - a, b - a, otherwise=0.0), left, right)


@with_arguments_described
def pert_mean(low: Numbers, base: Numbers, high: Numbers) -> Value:
    """Expected value of an estimate with three points.

    Returns
    -------
    float or array
        Expected value [any unit]

    Raises
    ------
    InputError
        If an argument is not a number, or low, base and high are not in order.

    Notes
    -----
    (low + 4 base + high) / 6, the mean of the PERT (beta) distribution [src]; the triangular one has a mean of
    (low + base + high) / 3.

    Examples
    --------
    >>> pert_mean(8, 20, 26)
    19.0

    References
    ----------
    D. G. Malcolm et al., Application of a Technique for Research and Development Program Evaluation,
    Operations Research 7(5), 1959.
    """
    a, c, b = numbers("low", low), numbers("base", base), numbers("high", high)
    _check_order(a, c, b)
    return (a + 4 * c + b) / 6


def _check_order(low: Value, base: Value, high: Value) -> None:
    numbers("base - low", base - low, at_least=0)
    numbers("high - base", high - base, at_least=0)
