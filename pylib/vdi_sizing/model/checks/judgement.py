"""Whether each target can be judged at all: less knowledge never makes a design pass.

A target that hangs on a figure nobody gave is neither kept nor missed. The design is shown, with what is missing and
where to type it, and it is not recommended. What is missed with the least that the figure can be is missed anyway.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from vdi_sizing._arrays import Value, flag, rounded, total_of, where
from vdi_sizing.inputs import same_name
from vdi_sizing.model.capacity.known_limits import BY_GPU
from vdi_sizing.model.check import Warning
from vdi_sizing.model.figure import Display, Figure, Scope, over, trimmed
from vdi_sizing.model.formats import FLAG, TEXT, WHOLE
from vdi_sizing.model.grouped_digits import said
from vdi_sizing.scenario import SERVICE
from vdi_sizing.tables.drives import HDD
from vdi_sizing.words import NONE

if TYPE_CHECKING:
    from vdi_sizing.model.scopes import Block, Part


def _latency_known(p: Part) -> Value:
    """Whether the latency of what the drives of a part do is given: of reads, of writes, or of both."""
    if p.own.latency_ms is not None:
        return 1.0
    reads, writes = p.steady.backend_read_share, 1 - p.steady.backend_read_share
    lacking = where(p.rated_read_ms == 0, reads, 0.0) + where(p.rated_write_ms == 0, writes, 0.0)
    return where(rounded(lacking) == 0, 1.0, 0.0) * p.modelled


def _is_disk(p: Part) -> bool:
    """Whether its kind is given as a disk's: of any other, and of none, a target hangs on latency and rating."""
    return same_name(trimmed(p.kind), HDD)


class FactsOfPart(Scope):
    """Of a tier or the flash cache: what its own drive does not say and a target hangs on."""

    latency_lacking: Figure[Part, Value] = Figure("it answers I/Os, and its latency is not given", "0/1",
        lambda p: 0.0 if _is_disk(p) else where(p.weight == 0, 0.0, 1 - _latency_known(p)), FLAG,
        f"of the reads and of the writes that its drives do, unless they are {HDD}")
    rating_lacking: Figure[Part, Value] = Figure("it is written to, and its rating is not given", "0/1",
        lambda p: 0.0 if _is_disk(p) else where(p.required_dwpd == 0, 0.0, where(p.dwpd == 0, 1.0, 0.0)), FLAG,
        f"its DWPD, unless it is {HDD}")


def _names_of(lacking: Figure[Part, Value], what: str) -> Display[Block, str]:
    """The drives of which something is not given."""
    return Display(f"drives whose {what} is not given", "",
        lambda b: ", ".join(f"{p.own.drive} ({p.called})" for p in b.parts if lacking.of(p)), TEXT,
        native="MID(" + over("parts", "&",
        f'IF({{{lacking.name}}}=0,"",", "&{{own.drive}}&" ({{called}})")') + ",3,2000)")


def _response_judged(b: Block) -> Value:
    if b.design.response_limit_ms is None:
        return 1.0
    known = where(rounded(total_of(p.latency_lacking for p in b.parts)) == 0, rounded(b.known_weight), 0.0)
    return where(b.steady.iops_per_vm == 0, 1.0, where(known == 1, 1.0, 0.0))


def _unjudged(b: Block) -> str:
    times = f"{_RESPONSE}{b.without_latency or _ITS_DRIVES}{_TYPE_LATENCY}"
    if b.design.block_kind == SERVICE:
        times = _BY_A_TEST
    wear = f"{_WEAR}{b.without_rating}{_TYPE_RATING}"
    return ("" if b.response_judged else times) + ("" if b.endurance_judged else wear)


def _unjudged_limits(b: Block) -> str:
    ram, cores = "" if b.ram_judged else b.ram_lacking, "" if b.cores_judged else b.cores_lacking
    bays, deltas = "" if b.bays_judged else b.bays_lacking, "" if b.deltas_judged else b.deltas_lacking
    return ram + cores + bays + deltas + said(b.gpus_judged == 0, BY_GPU)


def _unjudged_all(b: Block) -> str:
    return f"{b.unjudged_targets}{b.unjudged_limits}"[2:] or NONE


_RESPONSE, _TYPE_LATENCY = "; response time, for want of the latency of ", ": type it on Designs, or on Drives"
_WEAR, _TYPE_RATING = "; wear, for want of the DWPD of ", ": type it on Drives"
_BY_A_TEST = "; response time, which only a test of the service says"
_ITS_DRIVES = "its drives, which are not given"


class Judged(Scope):
    known_weight: Figure[Block, Value] = Figure("I/Os on drives that are given", "0..1",
        lambda b: total_of(p.weight for p in b.parts),
        note="0 where a block has no drives, but a number that is measured or given")
    response_judged: Figure[Block, Value] = Figure("its response target, if it has one, can be judged", "0/1",
        _response_judged, FLAG, "the latency of all drives that answer its I/Os is known")
    endurance_judged: Figure[Block, Value] = Figure("wear of its drives, if it is asked for, can be judged", "0/1",
        lambda b: where(b.wear_given * total_of(p.rating_lacking for p in b.parts) == 0, 1.0, 0.0), FLAG,
        f"the rating of all drives that are written to is known, but for {HDD}")
    judged: Figure[Block, Value] = Figure("all of its targets and limits can be judged", "0/1",
        lambda b: b.response_judged * b.endurance_judged * b.limits_judged, FLAG,
        "else it is shown and not recommended")
    without_latency: Display[Block, str] = _names_of(FactsOfPart.latency_lacking, "latency")
    without_rating: Display[Block, str] = _names_of(FactsOfPart.rating_lacking, "rating")
    unjudged_targets: Display[Block, str] = Display("targets that are not judged, and what is missing", "",
        _unjudged, TEXT,
        native=f'IF({{response_judged}}=1,"",IF({{design.block_kind}}="{SERVICE}","{_BY_A_TEST}","{_RESPONSE}"&IF({{without_latency}}="",'
        f'"{_ITS_DRIVES}",{{without_latency}})&"{_TYPE_LATENCY}"))'
        f'&IF({{endurance_judged}}=1,"","{_WEAR}"&{{without_rating}}&"{_TYPE_RATING}")')
    unjudged_limits: Display[Block, str] = Display("limits that are not judged, and what is missing", "",
        _unjudged_limits, TEXT)
    unjudged_words: Display[Block, str] = Display("what is not judged, and what is missing", "",
        _unjudged_all, TEXT,
        native=f'IF({{judged}}=1,"{NONE}",MID({{unjudged_targets}}&{{unjudged_limits}},3,2000))')
    unjudged_target: Display[Block, str] = Display("the targets among them", "",
        lambda b: b.unjudged_targets[2:] or NONE, TEXT,
        native=f'IF({{unjudged_targets}}="","{NONE}",MID({{unjudged_targets}},3,2000))')


def _asked(b: Block) -> Value:
    d = b.design
    wished = (d.response_limit_ms, d.longest_boot_min, d.min_free_share, d.provisioning_ram_gib)
    return total_of(flag(each is not None) for each in wished) + b.wear_given + b.login_storm_given


def _judged_by(b: Block) -> Value:
    of_block = where(b.drives_per_block == 0, 0.0, 1.0) + flag(b.tiers_used > 0 or b.design.usable_gb is not None)
    return b.targets_asked + 2 * b.servers_sized + of_block + flag(b.gpu_users_per_vm > 0)


def _judged_words(b: Block) -> str:
    servers, gpus = said(b.servers_sized > 0, "RAM, cores, "), said(b.gpu_users_per_vm > 0, "GPUs, ")
    bays = said(b.drives_per_block > 0, "drive bays, ")
    capacity = said(b.tiers_used > 0 or b.design.usable_gb is not None, "capacity, ")
    asked = f"{b.targets_asked:.0f}{said(b.targets_asked == 1, ' target', ' targets')}"
    targets = said(b.targets_asked == 0, "no target", asked)
    return f"{servers}{gpus}{bays}{capacity}{targets}: {b.judged_by - b.unknown_of_it:.0f}{OF_ALL}{b.judged_by:.0f}"


OF_ALL = " of "


class JudgedCount(Scope):
    """On how much a recommendation rests."""

    targets_asked: Display[Block, Value] = Display("targets that are asked for", "",
        _asked, WHOLE, "response time, boot time, free capacity, RAM for the image, wear, login storm",
        native="COUNT({design.response_limit_ms},{design.longest_boot_min},{design.min_free_share},"
        "{design.provisioning_ram_gib})+{wear_given}+{login_storm_given}")
    judged_by: Display[Block, Value] = Display("the same with its limits", "",
        _judged_by, WHOLE, "RAM, cores and GPUs of hosts, drive bays, capacity")
    unknown_of_it: Display[Block, Value] = Display("of them not known", "",
        lambda b: 7 - b.response_judged - b.endurance_judged - b.ram_known - b.cores_known - b.bays_known
        - b.deltas_known - b.gpus_known, WHOLE, "though they may be left out on purpose")
    judged_words: Display[Block, str] = Display("targets and limits judged", "",
        _judged_words, TEXT, "which they are, and how many of them are known")


class JudgedChecks(Scope):
    check_judged = Warning("every target can be judged by what is given",
        "a target is not judged", lambda b: b.response_judged * b.endurance_judged == 1,
        remedy="Enter on Designs the latency of the drive, or on Drives that of a read and of a write and its DWPD; "
        "or leave the response target or the written bytes blank. Until then the design is not recommended.",
        names=Judged.unjudged_target)
