"""How many a part of the bill takes, worked out from what was typed: by cores, CPUs, TB and users of a GPU, in packs.

Taken from the answer are only the drives of a block and its usable capacity. What is not known is nan.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

NAN = math.nan
GB_OF_A_TB, GB_OF_A_TIB = 1000.0, 1024.0**4 / 1000.0**3
KINDS = {
    **dict.fromkeys(("core", "CPU", "GPU card"), "host"),
    **dict.fromkeys(("TB raw", "TB usable", "TiB raw", "shelf"), "block"),
    "GPU user": "VM",
}
"""As often as what a licence is there that is counted by something else."""


@dataclass(frozen=True)
class Metered:
    """What there is of a design to count licences by; 0: not known."""

    cores: float
    """Of a host."""
    cpus: float
    raw_gb: float
    """Of a block, without spare drives."""
    usable_gb: float
    gpu_users: float
    """For each concurrent VM."""
    hosts_per_block: float
    """Hosts beside the arrays for each of them; 1 where a block is a host."""
    shelves: float | None = None
    """Of a block; None: nobody says how many drives one holds."""
    cards: float | None = None
    """Of a host; None: nobody says how many GPUs one has."""


@dataclass(frozen=True)
class Counted:
    """How many of a part there are, without its quantity."""

    cores: float
    """That a host counts by its metric; 0: not known."""
    stored: float
    """TB or TiB of a block; 0 of what is counted by something else."""
    each: float
    """How many a host, a block and the like takes; nan: not known."""
    is_uncounted: bool = False
    """Nobody can know how many; else, where it is not known, an error alone keeps it from being seen."""


def counted(of: Metered, metric: Mapping[str, Any] | None, per: str) -> Counted:
    """By what a row of the bill says, and its metric."""
    rules = metric or {}
    cores, stored = _cores(of, rules), _stored(of, per)
    known = {"core": cores or None, "CPU": of.cpus or None, "shelf": of.shelves, "GPU card": of.cards}
    if per in known:
        each = known[per]
        stored = each or 0.0 if per in ("shelf", "GPU card") else stored
        return Counted(cores, stored, NAN if each is None else each, is_uncounted=each is None)
    if per == "GPU user":
        return Counted(cores, stored, of.gpu_users)
    if KINDS.get(per) != "block":
        return Counted(cores, stored, 1.0)
    brought = _rule(rules, "TB per core")
    lacks_cores = brought > 0 and cores == 0
    if stored > 0 and not lacks_cores:
        return Counted(cores, stored, max(0.0, stored - brought * cores * of.hosts_per_block))
    return Counted(cores, stored, NAN, is_uncounted=lacks_cores or not math.isnan(stored))


def added_by_packs(metric: Mapping[str, Any] | None, of_one: float, times: float) -> float:
    """What whole packs and a least order add, in times of what a host, a block and the like takes of it."""
    if metric is None or math.isnan(of_one * times) or of_one <= 0 or times <= 0:
        return 0.0
    pack, taken = max(1.0, _rule(metric, "pack")), of_one * times
    packs = math.ceil(round(max(taken, _rule(metric, "least per order")) / pack, 9))
    return (packs * pack - taken) / of_one


def _cores(of: Metered, rules: Mapping[str, Any]) -> float:
    """A CPU counts at least so many, and a host too; a host of which nobody says the CPUs has no least of them."""
    least = _rule(rules, "least cores per CPU")
    if not of.cores or (least and not of.cpus):
        return 0.0
    return max(of.cores, least * of.cpus, _rule(rules, "least cores per host"))


def _stored(of: Metered, per: str) -> float:
    gb = {"TB raw": of.raw_gb, "TiB raw": of.raw_gb, "TB usable": of.usable_gb}.get(per, 0.0)
    return gb / (GB_OF_A_TIB if per == "TiB raw" else GB_OF_A_TB)


def _rule(rules: Mapping[str, Any], label: str) -> float:
    value = rules.get(label)
    return float(value) if isinstance(value, (int, float)) else 0.0
