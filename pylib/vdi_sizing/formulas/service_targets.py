"""The highest utilization at which a response target is met by the law with a service shape; drives, VMs.

A target is a share of the I/Os, or their mean, within a limit. All the drives of a layout are as busy as each
other, so that the drives needed are the load over what one may carry.
"""

from __future__ import annotations

from vdi_sizing._arrays import (
    Numbers,
    Value,
    divide,
    filled,
    maximum,
    minimum,
    numbers,
    rounded,
    sqrt,
    where,
)
from vdi_sizing.formulas.arguments import with_arguments_described
from vdi_sizing.formulas.leg_times import Mix, _quantile_root
from vdi_sizing.formulas.service import (
    SECANT_STEPS,
    Constants,
    Load,
    cached_share,
    checked_load,
    constants,
    deviations,
    exponential_times,
    is_exponential,
    legs,
    mean_time,
    miss,
    secant,
    shaped_share,
    tail_of,
    variability,
    waiting_share,
)

LOWEST_UTILIZATION = 1e-6
"""A target that only a lower one meets is unattainable: the drives needed grow without bounds."""
HIGHEST_UTILIZATION = 0.999999
"""From here on a drive counts as saturated."""
LARGEST_IDLE_RATIO = 1 - 1e-6
"""Idle response time over limit; above it the drives needed grow without bounds."""
SMALLEST_LIMIT = 1e-9
"""Keeps a quotient finite."""


@with_arguments_described
def highest_utilization_for_share(
    share: Numbers,
    service_times: Numbers,
    read_share: Numbers,
    write_phases: Numbers,
    write_fork: Numbers,
    service_shape: Numbers = 1.0,
    read_hit: Numbers = 0.0,
    write_back: Numbers = 0.0,
) -> Value:
    """Highest utilization at which a share of the I/Os ends within a limit.

    Parameters
    ----------
    service_times : float or array
        Limit over the service time of a drive [above 0]

    Returns
    -------
    float or array
        Utilization; 0 where the limit cannot be met, 1 where the drives do not matter [0..1]

    Notes
    -----
    The root of `share_within_service_times` in the utilization; the share falls with it, so that there is one
    [exact for one drive and shape 1; mine otherwise]. Fifteen secant steps on the logarithm of the odds to be
    late, none of which takes utilization or spare by more than a factor of eight. Unattainable if a utilization of
    1e-6 is too much.

    Examples
    --------
    >>> round(highest_utilization_for_share(0.8, 3.75, 0.4, 1, 2), 2)
    0.46
    >>> round(highest_utilization_for_share(0.8, 3.75, 0.4, 1, 2, service_shape=8), 2)
    0.66

    References
    ----------
    The rule of 70 % for all drives: EMC, Information Storage and Management.
    """
    target = numbers("share", share, above=0, below=1)
    limit = numbers("service_times", service_times, above=0)
    load = checked_load(service_shape, read_share, write_phases, write_fork, read_hit, write_back)
    return utilization_for_share(target, limit, load)


@with_arguments_described
def highest_utilization_for_mean(
    service_times: Numbers,
    read_share: Numbers,
    write_phases: Numbers,
    write_fork: Numbers,
    service_shape: Numbers = 1.0,
    read_hit: Numbers = 0.0,
    write_back: Numbers = 0.0,
) -> Value:
    """Highest utilization at which the mean response time keeps a limit.

    Parameters
    ----------
    service_times : float or array
        What is left of the limit for the drives, over the service time of a drive [-]

    Returns
    -------
    float or array
        Utilization; 0 where the limit cannot be met, 1 where the drives do not matter [0..1]

    Notes
    -----
    `mean_service_times` solved for the utilization, which is 1 - v / z [exact for one drive; mine otherwise]:
    z = (M b - D sqrt(b^2 + q (M^2 - D^2))) / (M^2 - D^2), with M legs one after the other, D deviations of a leg
    beyond them, b = limit - M (1 - v) and q = 1/k - v^2. Unattainable where it is below 1e-6.

    Examples
    --------
    >>> round(highest_utilization_for_mean(1.5, 0.4, 1, 2), 3)
    0.133
    >>> round(highest_utilization_for_mean(1.5, 0.4, 1, 2, service_shape=8), 3)
    0.335

    References
    ----------
    As for `mean_service_times`.
    """
    left = numbers("service_times", service_times)
    load = checked_load(service_shape, read_share, write_phases, write_fork, read_hit, write_back)
    return utilization_for_mean(left, load)


@with_arguments_described
def highest_utilization(limit_ms: Numbers, multiplier: Numbers, drive_iops: Numbers) -> Value:
    """Highest utilization at which a response time is met, with exponential service.

    Parameters
    ----------
    limit_ms : float or array
        What is left of the limit for the drives; below 0 where the cache alone exceeds it [ms]
    multiplier : float or array
        Multiple of a leg's mean time that has to fit: `quantile_root` or `mean_multiplier` [-]

    Returns
    -------
    float or array
        Utilization; 0 where the limit cannot be met, 1 where the drives do not matter [0..1]

    Notes
    -----
    1 - x with x = multiplier x 1000 / (drive IOPS x limit), the response time of an idle
    drive over the limit; unattainable if x is above 1 - 1e-6. A single cap for all drives, "70 %", is wrong
    for slow drives and wasteful for fast ones [exact for one drive and M/M/1; mine otherwise].

    Examples
    --------
    >>> round(highest_utilization(50, 2.029, 75), 2)
    0.46
    >>> from vdi_sizing import quantile_root
    >>> root = quantile_root(0.8, 0.4, 1, 2)
    >>> [round(highest_utilization(50, root, iops), 2) for iops in (75, 125, 180)]
    [0.46, 0.68, 0.77]

    References
    ----------
    The rule of 70 %: EMC, Information Storage and Management.
    """
    limit = numbers("limit_ms", limit_ms, "ms")
    multiple = numbers("multiplier", multiplier, at_least=0)
    return utilization_for_multiple(limit * numbers("drive_iops", drive_iops, "IOPS", above=0) / 1000, multiple)


# --- the formulas --------------------------------------------------------------------------------------


def utilization_for_share(share: Value, limit: Value, load: Load) -> Value:
    """Highest utilization for a share within a limit; none for a share of 1 or more."""
    exponential = utilization_for_multiple(limit, _quantile_root(share, Mix(*load[1:])))
    if is_exponential(load):
        return exponential
    highest = where(load.service_shape == 1, exponential, shaped_utilization(share, limit, load, constants(load)))
    return where(rounded(share - cached_share(load)) <= 0, filled(1.0, highest), highest)


def shaped_utilization(share: Value, limit: Value, load: Load, constant: Constants) -> Value:
    """The same by the law of shapes alone."""
    shaped = utilization_steps(share, limit, load, constant)[-1][0]
    late = share - shaped_share(limit, LOWEST_UTILIZATION, load, constant)
    attainable = (rounded(late) <= 0) & (rounded(1 - share) > 0)
    highest = where(attainable, shaped, filled(0.0, shaped))
    return where(rounded(share - cached_share(load)) <= 0, filled(1.0, highest), highest)


def utilization_for_multiple(limit: Value, multiple: Value) -> Value:
    """Highest utilization for a multiple of a leg's mean time within a limit, by the law of exponential service."""
    idle_ratio = multiple / maximum(SMALLEST_LIMIT, limit)
    highest = 1 - minimum(LARGEST_IDLE_RATIO, idle_ratio)
    attainable = (rounded(limit) >= 0) & (rounded(idle_ratio - LARGEST_IDLE_RATIO) <= 0)
    return where(attainable, highest, filled(0.0, highest))


def utilization_steps(share: Value, limit: Value, load: Load, constant: Constants) -> list[tuple[Value, Value]]:
    """The secant steps to the utilization at which a share is in time, as `time_steps`."""
    p, v = waiting_share(share, load), constant.residual
    fast, slow = exponential_times(p, load)
    busy = maximum(0.05, 1 - 1.2 * v * slow / limit)
    busier = minimum(HIGHEST_UTILIZATION, maximum(busy + 0.1 * (1 - busy), 1 - 0.8 * v * fast / limit))
    steps = [(x, miss(tail_of(limit, x, load, constant), p)) for x in (busy, busier)]
    while len(steps) < SECANT_STEPS:
        before = steps[-1][0]
        x = minimum(1 - (1 - before) / 8, maximum(before / 8, secant(*steps[-2], *steps[-1])))
        x = minimum(HIGHEST_UTILIZATION, maximum(LOWEST_UTILIZATION, x))
        steps.append((x, miss(tail_of(limit, x, load, constant), p)))
    return steps


def utilization_for_mean(limit: Value, load: Load) -> Value:
    """Highest utilization for a mean within a limit."""
    v = variability(load)
    highest = minimum(1.0, maximum(0.0, 1 - v / leg_over_wait(limit, load)))
    enough = (rounded(limit) >= 0) & (rounded(limit - mean_time(filled(LOWEST_UTILIZATION, v), load)) >= 0)
    return where(enough, where(rounded(legs(load)) > 0, highest, filled(1.0, highest)), filled(0.0, highest))


def leg_over_wait(limit: Value, load: Load) -> Value:
    """v over the share of the time in which a drive is free, where the mean keeps a limit: z in the notes."""
    v, m, d = variability(load), legs(load), deviations(load)
    spread = m * m - d * d
    left = maximum(mean_time(filled(0.0, v), load), limit) - m * (1 - v)
    root = sqrt(left * left + (1 / load.service_shape - v * v) * spread)
    return divide(m * left - d * root, spread, otherwise=1.0)
