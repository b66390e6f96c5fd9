"""Why a bar of a tornado is short, has one side only, or has both on the same side: in words, for a reader."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import NamedTuple, TypeAlias

from vdi_sizing._arrays import Value
from vdi_sizing.model.names import Names, name_of
from vdi_sizing.model.scopes import REASONS, Block, Tier
from vdi_sizing.scenario import Scenario
from vdi_sizing.what_if.drivers import ALL_DRIVERS, HIGH, LOW
from vdi_sizing.what_if.ranges import Range, Ranges
from vdi_sizing.what_if.sweep import answer_in, figures_at
from vdi_sizing.words import NO_LIMIT

Counts: TypeAlias = tuple[Value | None, ...]


class _Criterion(NamedTuple):
    """What the drives of a tier are counted by: in words, the count, and what it is worked out from."""

    words: str
    drives: Callable[[Tier], Value]
    behind: Callable[[Tier], Counts]


def _by_phase(position: int, reason: str) -> _Criterion:
    def behind(tier: Tier) -> Counts:
        phase = tier.phases[position]
        return phase.backend_iops, phase.drive_iops, tier.block.design.max_utilization

    return _Criterion(reason, lambda tier: tier.phases[position].drives_by, behind)


_CRITERIA = (
    *(_by_phase(position, reason) for position, reason in enumerate(REASONS.values())),
    _Criterion("capacity", lambda tier: tier.drives_by_capacity, lambda tier: (tier.needed_gb,)),
    _Criterion(
        "response time",
        lambda tier: tier.drives_by_response,
        lambda tier: (tier.steady.backend_iops, tier.steady.drive_iops, tier.highest_utilization),
    ),
    _Criterion("the least that the RAID level needs", lambda tier: tier.least_drives, lambda _: ()),
)
"""The first of equal ones is named."""
NOT_GIVEN = "not given: there is nothing to vary"
NO_ENTRY = "it does not enter this result"
NOT_VARIED = "its range is one number"
ONE_SIDED = "its range goes to one side only"
_BLOCKS = (name_of(Block.blocks), name_of(Block.blocks_needed))
_MADE_UP = "whole blocks and drives: more of the ones make up for fewer of the others"
_OF_HOSTS = {"eur", "hosts", "power", "energy", "rack"}
"""One of these is in the name of a figure that hangs on the hosts beside an array."""
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
    if "eur" in output.split("_") and not base.block.priced:
        return "no price"
    at_base = answer_in(base, output)
    if at_base == math.inf:
        return f"{_no_answer(base.block)} as it is"
    ends = {LOW: (low.block, answer_in(low, output)), HIGH: (high.block, answer_in(high, output))}
    still = [end for end, (_, value) in ends.items() if math.isclose(value, at_base, rel_tol=_NOISE)]
    if len(still) == len(ends):
        return _why_still(output, base.block, (low.block, high.block))
    reasons = [f"{end} end: {_no_answer(block)}" for end, (block, value) in ends.items() if value == math.inf]
    reasons += [f"{end} end: {_why_still(output, base.block, (ends[end][0],))}" for end in still]
    if one_end:
        return _no_answer(low.block) if reasons else ""
    if not reasons and (ends[LOW][1] > at_base) == (ends[HIGH][1] > at_base):
        return _why_on_one_side(low.block, base.block, high.block)
    return "; ".join(reasons)


def _no_answer(block: Block) -> str:
    return "drives are saturated" if block.feasible else "no block carries a VM"


def _why_still(output: str, base: Block, ends: Sequence[Block]) -> str:
    """Why an output is the same at some ends as at the base."""
    if not _moved(lambda block: _all_counts(block, output), base, ends):
        return NO_ENTRY
    if _moved(lambda block: (block.vms_per_block, block.vms_whole), base, ends):
        made_up = _moved(lambda block: (block.blocks,), base, ends)
        return _MADE_UP if made_up else _as_many_blocks(base, ends)
    if base.counting and output in _BLOCKS:
        return _as_many_blocks(base, ends)
    if base.with_hosts and _moved(lambda block: _of_hosts(block, output), base, ends):
        return f"whole hosts: {base.hosts_beside:.0f} beside the arrays, by {base.beside_decided}"
    if base.counting:
        return _why_as_many_drives(base, ends)
    return f"the binding limit, {base.binding_name}, does not hang on it"


def _all_counts(block: Block, output: str) -> Counts:
    """Everything that is counted on the way to the drives and blocks, and what that is worked out from."""
    counted = (count for tier in block.tiers for each in _CRITERIA for count in (each.drives(tier), *each.behind(tier)))
    return (*(limit.vms for limit in block.limits), *counted, block.vms_whole, *_of_hosts(block, output))


def _of_hosts(block: Block, output: str) -> Counts:
    """The VMs that what runs them carries by RAM and by cores, what these are worked out from, and hosts of whole VMs.

    Hosts beside an array enter what is paid for them, and nothing of the array.
    """
    if block.with_hosts and not _OF_HOSTS.intersection(output.split("_")):
        return ()
    by_block = block.limit_ram, block.limit_cores
    by_ram, by_cores = (block.beside_vms_by_ram, block.beside_vms_by_cores) if block.with_hosts else by_block
    of_ram, of_cores = (by_ram, block.ram_gib_per_vm), (by_cores, block.vcpus_asked_per_vm)
    by_mean = tuple(count for each in (of_ram, of_cores) for count in (each if each[0] < NO_LIMIT else (NO_LIMIT, 0.0)))
    return (*by_mean, block.mix_hosts)


def _as_many_blocks(base: Block, ends: Sequence[Block]) -> str:
    verb = "carries" if base.blocks == 1 else "carry"
    return f"whole blocks: {base.blocks:.0f} {verb} the users {'at both ends' if len(ends) > 1 else 'as before'}"


def _why_as_many_drives(base: Block, ends: Sequence[Block]) -> str:
    """Why as many drives are counted: by something else, or since drives are whole."""
    by = {
        tier.number - 1: max(_CRITERIA, key=lambda each: each.drives(tier))  # called at once
        for tier in base.tiers
        if tier.counting
    }

    def behind(block: Block) -> Counts:
        return tuple(
            count for at, each in by.items() for count in (*each.behind(block.tiers[at]), each.drives(block.tiers[at]))
        )

    if _moved(behind, base, ends):
        return f"whole drives: {base.drives_per_block:.0f} per block, in the multiple of their RAID level"
    words = " and ".join(dict.fromkeys(each.words for each in by.values()))
    return f"the drives are counted by {words}, which does not hang on it"


def _why_on_one_side(low: Block, base: Block, high: Block) -> str:
    counts = " / ".join(f"{block.blocks:.0f}" for block in (low, base, high))
    vms = " / ".join(f"{block.vms_whole:.0f}" for block in (low, base, high))
    drives = " / ".join(f"{block.drives_total:.0f}" for block in (low, base, high))
    return f"whole blocks and drives: {counts} blocks with {drives} drives for {vms} VMs (low / as it is / high)"


def _moved(counts: Callable[[Block], Counts], base: Block, ends: Sequence[Block]) -> bool:
    return any(
        not math.isclose(at_end or 0.0, as_it_is or 0.0, rel_tol=_NOISE, abs_tol=_NOISE)
        for end in ends
        for at_end, as_it_is in zip(counts(end), counts(base), strict=True)
    )
