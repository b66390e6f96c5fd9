"""The sheet Placement: which VMs of the chosen design stand on which hosts, and how full these are."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable
from typing import NamedTuple

from tests.oracle.facts import NAN, Design, number
from tests.oracle.oracle import Oracle
from tests.oracle.page import HEAD, OF_BOTH, Page, any_of
from tests.oracle.sensitivity import chosen_of

SHEET = "Placement"
_TINY = 1e-6
_NO_LIMIT = 1e9
_SIZES = 5
_STATES = {"All hosts": 6, "Without the reserve": 11}
"""In which column the kinds of hosts begin, each in one of five columns."""
_WORDS = re.compile(
    r"(?P<hosts>[\d\u00a0]+) hosts?(?: and (?P<spare>\d+) in reserve)? for (?P<vms>[\d\u00a0]+) VMs?\. "
    r"No placement does with fewer hosts than (?P<least>\d+)\."
)
_NOTHING = (
    "It is a service, or neither RAM nor cores of a host are given, or no VM asks for them: nothing says what stands "
    "where."
)
_MORE_SIZES = (
    "There are more than five sizes of VM. Those without a row count as the largest of them, and not all fit so."
)
_WAYS = ("none, the mean VM takes as many", "dealt, the largest first", "the smallest last", "each size apart")
_LABELS: dict[str, str] = {
    "hosts with the reserve": "hosts",
    "hosts without the reserve": "hosts",
    "hosts that no placement does without": "hosts",
    "hosts by the mean VM": "hosts",
    "what decides on the hosts": "",
    "way of placing whole VMs that decides": "",
    "RAM of a host for its VMs": "GiB",
    "vCPU of a host for its VMs": "vCPU",
    "the answer stands": "0/1",
    "concurrent VMs": "VMs",
    "concurrent VMs, whole": "VMs",
    "RAM per VM": "GiB",
    "vCPU per VM": "vCPU",
    "vCPU per core": "vCPU/core",
    "load case": "",
    "RAM overhead per VM": "GiB",
    "GPUs per host": "GPUs",
    "GB of a GPU of a host": "GB",
    "GPUs that a concurrent VM takes on average": "GPUs",
    "RAM or cores say what stands where": "0/1",
    "hosts at least, by RAM": "hosts",
    "hosts at least, by cores": "hosts",
    "hosts at least, by GPUs": "hosts",
    "hosts from which on the larger VMs are dealt": "hosts",
    "hosts and VMs, in words": "",
    "size 1 of VM: share of the VMs that are larger": "%",
    **{f"size {size} of VM: share of the VMs that are as large or larger": "%" for size in range(2, _SIZES + 1)},
    **{f"size {size} of VM: VMs that one GPU carries": "VMs" for size in range(1, _SIZES + 1)},
    **{f"size {size} of VM: VMs that a host without others carries": "VMs" for size in range(1, _SIZES + 1)},
}
"""Labels with a figure beside them, and its unit."""
_HELP = (
    "What stands where: the VMs of one design on its hosts, in use at the same time. Hosts filled alike stand in one "
    "column.",
    "VMs", "user group", "RAM GiB", "vCPU", "GPU GB", "A", "B", "C", "D", "E", "hosts filled alike",
    "RAM in use", "vCPU in use", "GPUs in use",
    "A to E: hosts filled alike. Where the smallest VMs do not come out even, some of these hosts have one less. "
    "Hosts that no letter counts are empty.",
    "In use: of what a host has for its VMs, without its own share, and of vCPU without the CPU headroom.",
    "A VM of a group with a vCPU per core of its own counts as many vCPU as take its cores at that of the design.",
    "Which design it is, is chosen on the sheet", "Sensitivity", "What it is worked out from", *_STATES,
    "each size apart, 0/1", "room for the smallest VMs", "VMs without a place", "RAM", "vCPU", "GPU",
    "room on each host", "VMs in this room", "GPUs of larger VMs on each host", *_WAYS, "none", "RAM", "cores",
)  # fmt: skip


class _Size(NamedTuple):
    """A size of VM as the sheet shows it."""

    row: int
    group: str
    vms: float
    ram: float
    vcpus: float
    gpu: float


def read_placement(oracle: Oracle) -> None:
    """Judge the sentence, the hosts, the sizes of VM, and where they stand."""
    page = Page(oracle, SHEET)
    design, _ = chosen_of(oracle)
    page.say("whose it is", 5, 1, page.value(5, 1) == design.name, design.name)
    found = ((row, said if said in _LABELS else OF_BOTH.get(said, ("",))[0]) for row, said in page.rows())
    rows = {said: row for row, said in found if said in _LABELS}
    page.say("rows", 8, 1, list(rows) == list(_LABELS), f"not there: {set(_LABELS) - set(rows)}")
    if set(rows) != set(_LABELS):
        return
    for said, unit in _LABELS.items():
        page.label(rows[said])
        page.words("unit", rows[said], 3, unit)
    figures = {said: number(page.value(row, 2)) for said, row in rows.items()}
    _read_words(page, design, figures, rows)
    if figures["RAM or cores say what stands where"] == 1:
        _read_figures(page, design, figures, rows)
        sizes = list(_read_sizes(page, design))
        for state, first in _STATES.items():
            _read_hosts(page, design, figures, sizes, state, first)
    page.finish(f"Placement|{HEAD}|{any_of(*_HELP)}|.+ and \\d+ more")


def _read_words(page: Page, design: Design, figures: dict[str, float], rows: dict[str, int]) -> None:
    """What the sheet says of itself in a sentence."""
    said = page.line(6)
    shown = page.line(rows["hosts and VMs, in words"], 2)
    if design.error:
        page.say("an error", 6, 1, said == page.oracle.english(str(page.oracle.facts.shown("errors", design))))
        return
    known = figures["RAM or cores say what stands where"] == 1
    page.say("whether it is known", 6, 1, known == (said != _NOTHING), known)
    for text in {said, shown} - {_NOTHING, _MORE_SIZES}:
        found = _WORDS.fullmatch(text)
        page.say("in words", 6, 1, found is not None, text)
        if found and known:
            wanted = (
                figures["hosts without the reserve"],
                figures["hosts with the reserve"] - figures["hosts without the reserve"],
                design.vms,
                figures["hosts that no placement does without"],
            )
            got = tuple(number(found[name] or 0) for name in ("hosts", "spare", "vms", "least"))
            page.say("in words: hosts and VMs", 6, 1, got == wanted, wanted, text)


def _read_figures(page: Page, design: Design, figures: dict[str, float], rows: dict[str, int]) -> None:
    facts = page.oracle.facts
    ram, vcpus = figures["RAM of a host for its VMs"], figures["vCPU of a host for its VMs"]
    asked = [(vms, facts.ram_of(group) + facts.ram_overhead(design), facts.vcpus_at(design, group))
             for group, vms in facts.in_use(design)]  # fmt: skip
    mean = {at: sum(each[0] * each[at] for each in asked) / design.vms_exact for at in (1, 2)}
    overhead = facts.ram_overhead(design)
    wanted = {
        "hosts with the reserve": design.hosts,
        "hosts without the reserve": design.hosts - facts.reserve(design),
        "hosts that no placement does without":
            max(figures[f"hosts at least, by {what}"] for what in ("RAM", "cores", "GPUs")),
        "the answer stands": float(not design.error),
        "concurrent VMs": design.vms_exact,
        "concurrent VMs, whole": design.vms,
        "RAM per VM": mean[1] - overhead,
        "vCPU per VM": sum(vms * facts.vcpus_of(group) for group, vms in facts.in_use(design)) / design.vms_exact,
        "RAM overhead per VM": overhead,
        "vCPU per core": number(design.inputs.get("vCPU per core") or 0.0),
        "GPUs per host": number(design.inputs.get("GPUs per host") or 0.0),
    }  # fmt: skip
    for said, want in wanted.items():
        blank = want == 0 and page.value(rows[said], 2) is None
        if not (math.isnan(want) or blank):
            page.amount(said, rows[said], 2, want, most=_TINY)
    page.say(
        "load case", rows["load case"], 2, _case_of(page, rows["load case"]) in ("", design.case.lower()), design.case
    )
    for said, of, room in (("hosts at least, by RAM", 1, ram), ("hosts at least, by cores", 2, vcpus)):
        _read_least(page, rows[said], said, [(each[0], each[of]) for each in asked], room, design)
    words = page.label(rows["way of placing whole VMs that decides"], 2)
    page.say("way of placing", rows["way of placing whole VMs that decides"], 2, words in _WAYS, _WAYS)


def _case_of(page: Page, row: int) -> str:
    return str(page.value(row, 2) or "").lower()


def _read_least(
    page: Page, row: int, said: str, asked: list[tuple[float, float]], room: float, design: Design
) -> None:  # fmt: skip
    """No placement does with fewer: what all VMs take, or those of more than half a host, each on a host of its own."""
    if room >= _NO_LIMIT:
        page.amount(said, row, 2, float(any(vms * each > 0 for vms, each in asked)))
        return
    shown = number(page.value(row, 2))
    if room <= 0:  # nothing is left for VMs, which is an error where these ask for something
        page.say(said, row, 2, design.error or not any(each for _, each in asked), "an error")
        return
    poured = sum(vms * each for vms, each in asked) / room
    alone = sum(vms for vms, each in asked if 2 * each > room + 1e-9)
    # whole VMs: of each size at most one more than there are in use, since parts of a VM are rounded up
    most = math.ceil((sum((vms + 1) * each for vms, each in asked)) / room) + len(asked)
    ok = shown >= math.floor(max(poured, alone) - 1e-6) and shown <= max(most, alone + len(asked))
    page.say(said, row, 2, ok, f"between {max(poured, alone):.3f} and {most}")


def _read_sizes(page: Page, design: Design) -> Iterable[_Size]:
    """The sizes of VM: who has such, how many there are, and what one asks for."""
    facts, first = page.oracle.facts, page.row_of("hosts filled alike") + 1
    total = 0.0
    groups = {str(group["user group"]): group for group, _ in facts.in_use(design)}
    for row in range(first, first + _SIZES):
        named = str(page.value(row, 1) or "")
        size = _Size(row, named, *(number(page.value(row, column)) for column in (2, 3, 4, 5)))
        if not named:
            page.amount("no VMs of no group", row, 2, 0.0)
            continue
        total += size.vms
        more = re.fullmatch(r"(.+) (?:and|und) (\d+) (?:more|weitere)", named)
        group = groups.get(more[1] if more else named)
        page.say("whose VMs", row, 1, group is not None, list(groups))
        if group is not None and not more:
            page.amount("RAM of a VM", row, 3, facts.ram_of(group) + facts.ram_overhead(design), most=_TINY)
            page.amount("vCPU of a VM", row, 4, facts.vcpus_at(design, group), most=_TINY)
            page.amount("GPU GB of a VM", row, 5, float(group.get("GPU GB") or 0.0), most=_TINY)
            own = sum(vms for each, vms in facts.in_use(design) if each is group)
            page.say("VMs of a group", row, 2, abs(size.vms - own) < 1 + _TINY, own)
        yield size
    page.say("VMs in all", first, 2, abs(total - design.vms) < _TINY, design.vms, total)


def _read_hosts(
    page: Page, design: Design, figures: dict[str, float], sizes: list[_Size], state: str, first: int
) -> None:  # fmt: skip
    """Hosts filled alike: how many, what stands on each, and how full they are."""
    head = page.row_of("hosts filled alike")
    ram_row, vcpus_row, gpus_row = (page.row_of(f"{what} in use") for what in ("RAM", "vCPU", "GPUs"))
    page.words("state", head - 2, first, state)
    ram, vcpus = figures["RAM of a host for its VMs"], figures["vCPU of a host for its VMs"]
    kinds = [column for column in range(first, first + _SIZES) if number(page.value(head, column)) > 0]
    hosts = sum(number(page.value(head, column)) for column in kinds)
    most = figures["hosts with the reserve" if first == _STATES["All hosts"] else "hosts without the reserve"]
    page.say("hosts of all kinds", head, first, hosts <= most + _TINY, most, hosts)
    for column in kinds:
        each = {size: number(page.value(size.row, column)) for size in sizes}
        for label, row, room, of in (("RAM in use", ram_row, ram, 2), ("vCPU in use", vcpus_row, vcpus, 3)):
            used = sum(vms * (size.ram if of == 2 else size.vcpus) for size, vms in each.items())
            share = NAN if room >= _NO_LIMIT else used / room if room > 0 else 0.0  # nothing stands where no room is
            page.amount(label, row, column, share, "not given", most=_TINY)
        page.amount("GPUs in use", gpus_row, column, _gpus_in_use(design, figures, each), most=_TINY)
    if page.line(6) != _MORE_SIZES:
        for size in sizes:
            placed = sum(number(page.value(head, c)) * number(page.value(size.row, c)) for c in kinds)
            # of the smallest some hosts of a kind may have one less
            page.say(
                "every VM has a place",
                size.row,
                first,
                size.vms - _TINY <= placed <= size.vms + hosts,
                size.vms,
                placed,
            )
        for label, row in (("RAM in use", ram_row), ("vCPU in use", vcpus_row), ("GPUs in use", gpus_row)):
            fullest = _fullest(page, row, kinds)
            page.say(f"{label}: no host is too full", row, first, fullest <= 1 + _TINY, "100 %", fullest)
    fullest_row = page.row_of("VMs without a place") + 1
    for at, row in enumerate((ram_row, vcpus_row, gpus_row)):
        fullest = _fullest(page, row, kinds)
        page.amount(
            "how full the fullest host is",
            fullest_row + at,
            2 if first == _STATES["All hosts"] else 3,
            fullest,
            most=_TINY,
        )


def _fullest(page: Page, row: int, kinds: list[int]) -> float:
    """How full the fullest host is, of a resource that is given; 0 of another."""
    shares = (number(page.value(row, column)) for column in kinds)
    return max((share for share in shares if not math.isnan(share)), default=0.0)


def _gpus_in_use(design: Design, figures: dict[str, float], each: dict[_Size, float]) -> float:
    """Of the GPUs of a host those that its VMs take: each holds whole VMs of one profile."""
    gpus, gb = figures["GPUs per host"], figures["GB of a GPU of a host"]
    asked: dict[float, float] = {}
    for size, vms in each.items():
        if size.gpu > 0:
            asked[size.gpu] = asked.get(size.gpu, 0.0) + vms
    if not asked or gpus == 0 or gb >= _NO_LIMIT:
        return 0.0
    return sum(math.ceil(vms / max(1, math.floor(gb / profile)) - _TINY) for profile, vms in asked.items()) / gpus
