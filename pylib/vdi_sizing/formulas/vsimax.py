"""VSImax: how many sessions a measured system carries before its response time climbs."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from vdi_sizing._arrays import Numbers, Value, numbers, rounded, total_of
from vdi_sizing.errors import InputError
from vdi_sizing.formulas.arguments import with_arguments_described

BASELINE_SESSIONS = 15
THRESHOLD_MS = 3000.0


@with_arguments_described
def vsimax_threshold_ms(baseline_ms: Numbers, threshold_ms: Numbers = THRESHOLD_MS) -> Value:
    """Response time above which a session no longer counts.

    Parameters
    ----------
    baseline_ms : float or array
        Average response of the first sessions [ms]
    threshold_ms : float or array
        What the response may rise above the baseline [ms]

    Returns
    -------
    float or array
        Limit of the response time [ms]

    Notes
    -----
    Baseline + threshold: the dynamic way of Login VSI 3 [src].

    Examples
    --------
    >>> vsimax_threshold_ms(1500)
    4500.0

    References
    ----------
    Fujitsu, Using Solid State Disks in VDI Environments, on the two ways to calculate VSImax.
    """
    baseline = numbers("baseline_ms", baseline_ms, "ms", at_least=0)
    threshold = numbers("threshold_ms", threshold_ms, "ms", at_least=0)
    return baseline + threshold


@dataclass(frozen=True)
class Vsimax:
    """What a table of response times says about a system."""

    vsimax: int
    """Sessions before the response first exceeds the limit; where it never does, the sessions measured."""
    baseline_ms: float
    limit_ms: float
    reached: bool
    """Whether the limit was exceeded at all: if not, the system may carry more than `vsimax`."""


def vsimax_dynamic(
    response_ms: Sequence[float],
    baseline_sessions: float = BASELINE_SESSIONS,
    threshold_ms: float = THRESHOLD_MS,
) -> Vsimax:
    """VSImax by the dynamic way, from the average response at each number of active sessions.

    Parameters
    ----------
    response_ms : sequence of float
        Average response with 1, 2, 3 ... active sessions, none left out [ms]
    baseline_sessions : float
        The first so many entries make the baseline, a whole number [sessions]
    threshold_ms : float
        What the response may rise above the baseline [ms]

    Returns
    -------
    Vsimax
        VSImax [sessions], baseline [ms], limit [ms], and whether the limit was reached

    Raises
    ------
    InputError
        If an argument is not a number or out of its range, or the table is shorter than the baseline.

    Notes
    -----
    The baseline is the mean of the first entries, the limit is baseline + threshold [src]. The whole table is
    searched from its first entry; VSImax is the number of sessions before the first entry above the limit
    (equal to nine decimals is not above), even if a later one lies below it again. Where no entry exceeds
    the limit, VSImax is the number of sessions measured and `reached` is False. Sessions that hang have to
    be left out beforehand: that is the "corrected" VSImax, the one to size with.

    Examples
    --------
    >>> vsimax_dynamic([1500] * 15 + [2000, 4500, 4501, 9000])
    Vsimax(vsimax=17, baseline_ms=1500.0, limit_ms=4500.0, reached=True)
    >>> vsimax_dynamic([1500] * 20).reached
    False

    References
    ----------
    Fujitsu, Using Solid State Disks in VDI Environments, on the two ways to calculate VSImax.
    """
    responses = [
        _single(f"response_ms with {sessions} sessions", response, "ms", at_least=0)
        for sessions, response in enumerate(response_ms, start=1)
    ]
    first = int(_single("baseline_sessions", baseline_sessions, "sessions", at_least=1))
    if first != baseline_sessions:
        raise InputError("baseline_sessions", baseline_sessions, "a whole number of sessions")
    if len(responses) < first:
        raise InputError("response_ms", f"{len(responses)} entries", f"at least {first}, for the baseline")
    baseline = total_of(responses[:first]) / first
    limit = baseline + _single("threshold_ms", threshold_ms, "ms", at_least=0)
    for sessions_before, response in enumerate(responses):
        if rounded(response - limit) > 0:
            return Vsimax(sessions_before, baseline, limit, reached=True)
    return Vsimax(len(responses), baseline, limit, reached=False)


def _single(name: str, value: object, unit: str, *, at_least: float) -> float:
    result = numbers(name, value, unit, at_least=at_least)
    if not isinstance(result, float):
        raise InputError(name, value, f"a single number of {unit}")
    return result
