"""Why a bar of a tornado is short, has one side only, or has both on the same side: in words, for a reader."""

from __future__ import annotations

import math
from collections.abc import Sequence

from vdi_sizing.model.limits import LIMITS
from vdi_sizing.model.names import Names
from vdi_sizing.model.scopes import REASONS
from vdi_sizing.scenario import TIERS, Scenario
from vdi_sizing.what_if.drivers import ALL_DRIVERS, HIGH, LOW
from vdi_sizing.what_if.ranges import Range, Ranges
from vdi_sizing.what_if.sweep import answer_in, figures_at

_CRITERIA = {
    **{f"drives_by_{phase}": reason for phase, reason in REASONS.items()},
    "drives_by_capacity": "capacity",
    "drives_by_response": "response time",
    "min_drives": "the least that the RAID level needs",
}
"""What the drives of a tier are counted by; of equal ones the first."""
_BEHIND = {
    **{
        f"drives_by_{phase}": (
            f"tier{{k}}_{phase}_backend_iops",
            f"tier{{k}}_{phase}_drive_iops",
            "design.max_utilization",
        )
        for phase in REASONS
    },
    "drives_by_capacity": ("tier{k}_needed_gb",),
    "drives_by_response": ("tier{k}_steady_backend_iops", "tier{k}_steady_drive_iops", "tier{k}_highest_utilization"),
    "min_drives": (),
}
"""What each of these counts is worked out from, before it is rounded; `k` is the tier."""
NOT_GIVEN = "not given: there is nothing to vary"
NO_ENTRY = "it does not enter this result"
NOT_VARIED = "its range is one number"
ONE_SIDED = "its range goes to one side only"
_BLOCKS = ("blocks", "blocks_needed")
_NOISE = 1e-9


def reason_of(scenario: Scenario, design: int, name: str, range_: Range, output: str) -> str:
    """Why one input moves an output not at all, to one side only, or at both ends to the same side.

    Parameters
    ----------
    scenario : Scenario
        User groups, designs, tables and settings.
    design : int
        Position of the design in the scenario [from 0]
    name : str
        Driver, figure or input, as for the columns of `sweep`.
    range_ : Range
        Its low, base and high.
    output : str
        Name of the figure.

    Returns
    -------
    str
        The reason in words; nothing where the bar has two sides.

    Raises
    ------
    InputError
        If a name is unknown, or a value is out of its range.

    Notes
    -----
    Read off the figures at both ends [exact]: an end without an answer, whole blocks or drives, or a count that
    hangs on something else.

    Examples
    --------
    >>> from vdi_sizing.what_if.sweep import _example
    >>> reason_of(_example(), 0, "users_scale", Range(0.9, 1, 1.1), "blocks")
    'whole blocks: 3 carry the users at both ends'
    >>> reason_of(_example(), 0, "ram_scale", Range(0.5, 1, 2), "blocks")
    'not given: there is nothing to vary'

    References
    ----------
    As for `tornado`.
    """
    base = figures_at(scenario, design, {name: range_.base})
    if name in ALL_DRIVERS and ALL_DRIVERS[name].base_in(figures_at(scenario, design, {})) is None:
        return NOT_GIVEN
    if range_.low == range_.high:
        return NOT_VARIED
    low, high = (figures_at(scenario, design, {name: end}) for end in (range_.low, range_.high))
    if range_.base in (range_.low, range_.high):
        moved = high if range_.base == range_.low else low
        return "; ".join(filter(None, (ONE_SIDED, why(output, moved, moved, base=base, one_end=True))))
    return why(output, low, high, base=base)


def reason_of_all(scenario: Scenario, design: int, ranges: Ranges, output: str) -> str:
    """Why an output stays where it is although all of some inputs vary.

    >>> from vdi_sizing.what_if.sweep import _example
    >>> reason_of_all(_example(), 0, {"steady_iops_scale": Range(0.3, 1, 1.2)}, "blocks")
    'not given: there is nothing to vary'
    """
    reasons = (reason_of(scenario, design, name, range_, output) for name, range_ in ranges.items())
    told = list(dict.fromkeys(filter(None, reasons)))
    return "; ".join([each for each in told if each != NOT_GIVEN] or told) or "what is varied makes up for itself"


def why(output: str, low: Names, high: Names, *, base: Names, one_end: bool = False) -> str:
    """The reason, from the figures of a design as it is and at the low and at the high end; "" where none is needed.

    Where both are the one end that a range has, nothing is said of the other.
    """
    if "eur" in output.split("_") and not base["priced"]:
        return "no price"
    at_base = answer_in(base, output)
    if at_base == math.inf:
        return f"{_no_answer(base)} as it is"
    ends = {LOW: (low, answer_in(low, output)), HIGH: (high, answer_in(high, output))}
    still = [end for end, (_, value) in ends.items() if math.isclose(value, at_base, rel_tol=_NOISE)]
    if len(still) == len(ends):
        return _why_still(output, base, (low, high))
    reasons = [f"{end} end: {_no_answer(figures)}" for end, (figures, value) in ends.items() if value == math.inf]
    reasons += [f"{end} end: {_why_still(output, base, (ends[end][0],))}" for end in still]
    if one_end:
        return _no_answer(low) if reasons else ""
    if not reasons and (ends[LOW][1] > at_base) == (ends[HIGH][1] > at_base):
        return _why_on_one_side(low, base, high)
    return "; ".join(reasons)


def _no_answer(figures: Names) -> str:
    return "drives are saturated" if figures["feasible"] else "no block carries a VM"


def _why_still(output: str, base: Names, ends: Sequence[Names]) -> str:
    """Why an output is the same at some ends as at the base."""
    counts = [*(limit.name for limit in LIMITS), *(f"tier{k}_{name}" for k in TIERS for name in _CRITERIA), "vms_whole"]
    counts += [behind.format(k=k) for k in TIERS for names in _BEHIND.values() for behind in names]
    if not any(_moved(name, base, ends) for name in counts):
        return NO_ENTRY
    if _moved("vms_per_block", base, ends) or _moved("vms_whole", base, ends):
        if _moved("blocks", base, ends):
            return "whole blocks and drives: more of the ones make up for fewer of the others"
        return _as_many_blocks(base, ends)
    if base["counting"] and output in _BLOCKS:
        return _as_many_blocks(base, ends)
    if base["counting"]:
        return _why_as_many_drives(base, ends)
    return f"the binding limit, {base['binding_name']}, does not hang on it"


def _as_many_blocks(base: Names, ends: Sequence[Names]) -> str:
    verb = "carries" if base["blocks"] == 1 else "carry"
    return f"whole blocks: {base['blocks']:.0f} {verb} the users {'at both ends' if len(ends) > 1 else 'as before'}"


def _why_as_many_drives(base: Names, ends: Sequence[Names]) -> str:
    """Why as many drives are counted: by something else, or since drives are whole."""
    tiers = [k for k in TIERS if base[f"tier{k}_counting"]]
    by = {k: max(_CRITERIA, key=lambda name, k=k: base[f"tier{k}_{name}"]) for k in tiers}  # type: ignore[misc]
    behind = [each.format(k=k) for k, name in by.items() for each in (*_BEHIND[name], f"tier{k}_{name}")]
    if any(_moved(each, base, ends) for each in behind):
        return f"whole drives: {base['drives_per_block']:.0f} per block, in the multiple of their RAID level"
    words = " and ".join(dict.fromkeys(_CRITERIA[name] for name in by.values()))
    return f"the drives are counted by {words}, which does not hang on it"


def _why_on_one_side(low: Names, base: Names, high: Names) -> str:
    counts = " / ".join(f"{figures['blocks']:.0f}" for figures in (low, base, high))
    vms = " / ".join(f"{figures['vms_whole']:.0f}" for figures in (low, base, high))
    drives = " / ".join(f"{figures['drives_total']:.0f}" for figures in (low, base, high))
    return f"whole blocks and drives: {counts} blocks with {drives} drives for {vms} VMs (low / as it is / high)"


def _moved(name: str, base: Names, ends: Sequence[Names]) -> bool:
    return any(not math.isclose(end[name], base[name], rel_tol=_NOISE, abs_tol=_NOISE) for end in ends)
