"""What to buy, and what limits it, as the page says it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from vdi_sizing._arrays import Value, is_number, round_down, round_nearest, rounded, where
from vdi_sizing.model.figure import Display, Scope, Shown, or_zero
from vdi_sizing.model.formats import EUR_CENT, TEXT, THREE, WHOLE
from vdi_sizing.model.grouped_digits import counted, counted_text, nearest_text, said, spelled, spelled_text, whole_text
from vdi_sizing.model.hardware.parts import DESKTOP_CALLED
from vdi_sizing.scenario import ARRAY, SERVER, SERVICE
from vdi_sizing.words import DASH, ERROR, NO_LIMIT, NO_LIMIT_TEXT, NONE

if TYPE_CHECKING:
    from vdi_sizing.model.scopes import Block, Part


def _part_in_words(p: Part) -> str:
    """Drives that are given are shown with an error too; drives that are counted are part of the answer."""
    if not p.used:
        return DASH
    counted = spelled(p.drives_bought) if p.block.stands or p.own.drives is not None else ERROR
    return f"{p.own.raid}: {counted} x {p.own.drive}"


class PartInWords(Scope):
    words_shown: Display[Part, str] = Display("", "",
        _part_in_words, TEXT,
        "drives with spares", pattern="{part}_words",
        native=f'IF({{used}}=0,"{DASH}",{{own.raid}}&": "&IF(AND({{block.stands}}=0,{{own.drives}}=""),"{ERROR}",'
        f'{spelled_text("{bought}")})&" x "&{{own.drive}})')


def _words(b: Block) -> str:
    if not b.with_hosts:
        return DASH
    needed, spare = spelled(b.hosts_needed_beside), b.design.spare_hosts
    reserve = said(spare != 0, f"{needed} and {spare:.0f} in reserve, ")
    arrays = f"{b.blocks_words}{said(b.blocks == 1, f' {ARRAY}', f' {ARRAY}s')}"
    return f"{arrays}{b.reserve_words} and {b.hosts_words} ({reserve}by {b.beside_decided})"


class BesideInWords(Scope):
    """Of an array with hosts beside it."""

    beside_words: Display[Block, str] = Display("arrays and the hosts beside them", "",
        _words, TEXT, "and what decides on the number of hosts")


def _drives_to_buy(b: Block) -> str:
    drives = f", {counted(round_nearest(b.drives_total), 'drive')}"
    return drives if b.drives_total > 0 else ""


def _to_buy(b: Block) -> str:
    kind = f"{b.blocks_words} {b.block_called}{'' if b.blocks == 1 else 's'}"
    if b.in_cluster:
        kind += f" in {counted(b.clusters, 'cluster')}"
    kind += b.reserve_words
    if b.with_hosts:
        kind += f" and {b.hosts_words}"
    return f"{kind}{b.drives_to_buy}"


def _reserve(b: Block) -> str:
    return "" if b.in_cluster or not b.design.spare_blocks else f" ({whole_text(b.design.spare_blocks)}{_IN_RESERVE})"


def _with_shelves(b: Block) -> str:
    shelves = f" with {whole_text(b.shelves)}{said(b.shelves == 1, ' shelf', ' shelves')}"
    return "" if b.shelves == 0 else f"{shelves}{said(b.blocks == 1, '', f' per {b.block_called}')}"


def _next(b: Block) -> str:
    return NONE if b.next_name == NONE else f"{b.next_name} at {b.next_vms_words} VMs"


def _target(b: Block) -> str:
    limit = f"{b.limit_shown_ms:.12g} ms"
    if b.design.response_limit_ms is None:
        return f"{_USUAL}{limit}"
    share, within = b.design.response_share, b.at_load.within_words
    asked = f"mean within {limit}" if share is None else f"{_percent(share)} within {limit}"
    if not b.response_judged:
        return f"{asked}{AND_NOT_JUDGED}"
    return f"{asked}; {_percent(within)} are" if share is not None and is_number(within) else asked


AND_NOT_JUDGED = "; not judged"
"""Stands behind a target that is neither kept nor missed."""


def _percent(share: Value) -> str:
    return f"{round_nearest(10000 * share) / 100:.12g} %"


_MEAN_TIME = "mean response time"


def _time_called(b: Block) -> str:
    return f"mean, {_percent(b.modelled_words)} of I/Os" if is_number(b.modelled_words) else _MEAN_TIME


def _equipment(b: Block) -> str:
    cores = f"{whole_text(b.cores_of_host)}{_CORES}" if b.cores_of_host else ""
    ram = f"{b.ram_of_host_words}{_RAM}" if b.ram_of_host else ""
    return ", ".join(filter(None, (cores, ram, _gpus_of_host(b))))


def _gpus_of_host(b: Block) -> str:
    """GPUs of which the GB are known: a host without any has 0 GB of one."""
    if b.host_gpu_gb == 0 or b.host_gpu_gb >= NO_LIMIT:
        return ""
    called = _GPU if b.design.gpus == 1 else _GPUS
    return f"{whole_text(or_zero(b.design.gpus))}{called}{whole_text(round_nearest(b.host_gpu_gb))}{_GB}"


def _equipped(b: Block) -> str:
    if b.design.block_kind == SERVICE:
        return _OF_DESKTOP
    return _OF_HOST if b.in_cluster or b.with_hosts else _OF_ARRAY if b.design.block_kind == ARRAY else _OF_SERVER


def _vms_called(b: Block) -> str:
    if b.design.block_kind == SERVICE:
        return _VMS_OF_DESKTOP
    return _VMS_OF_HOST if b.in_cluster else _VMS_OF_ARRAY if b.design.block_kind == ARRAY else _VMS_OF_SERVER


def _limited_by(b: Block) -> str:
    if b.in_cluster:
        return f"{b.hosts_decided} ({b.hosts_of_each})"
    if not b.with_hosts:
        return b.binding_name
    spare = f" and {whole_text(b.design.spare_hosts)}{_IN_RESERVE}" if b.design.spare_hosts else ""
    return f"{b.binding_name}; {counted(b.hosts_needed_beside, 'host')}{spare}, by {b.beside_decided}"


def _today_words(b: Block) -> str:
    if b.settings.today_eur_per_year is None or not b.total_shown:
        return ""
    than = said(rounded(b.beyond_today_eur) < 0, _LESS_TODAY, _MORE_TODAY)
    return f"{_OVER}{b.years_words}{_IT_COSTS}{spelled(b.today_apart_eur)}{than}{_THAN_TODAY}"


def _offer(b: Block) -> str:
    takes = f"{b.beside_words}{b.drives_to_buy}" if b.with_hosts else b.to_buy
    of_each = f", by {b.limited_by}" if b.in_cluster else ""
    named = f"{b.design.name}: " if b.ties > 1 else ""
    carries = (
        f". One {b.block_called} carries {b.vms_words} VMs, limited by: {b.binding_name}; next limit: {b.next_limit}."
        f"{b.room_words}")
    return (
        f"{named}It takes {takes}{of_each}{_RUN_BY if b.design.block_kind == SERVICE else carries}"
        + (f"{_AGAINST_IT}{b.against_words[2:]}." if b.against_words else "")
        + b.today_words)


_BLOCKS_CALLED = (
    f'IF({{in_cluster}}=1,"hosts",IF({{design.block_kind}}="{ARRAY}","{ARRAY}s",'
    f'IF({{design.block_kind}}="{SERVICE}","{DESKTOP_CALLED}s","{SERVER}s")))')
_USUAL = "none; usual limit "
_CORES, _RAM, _IN_RESERVE = " cores", " GiB RAM", " in reserve"
_GPU, _GPUS, _GB = " GPU of ", " GPUs of ", " GB"
_VMS_OF_HOST, _VMS_OF_ARRAY, _VMS_OF_SERVER = "VMs per host", "VMs per array", "VMs per server"
_OF_HOST, _OF_ARRAY, _OF_SERVER = "a host has", "an array has", "a server has"
_VMS_OF_DESKTOP, _OF_DESKTOP, _RUN_BY = "VMs per desktop", "a desktop has", ", which a service runs."
_AGAINST_IT = " But: "
_OVER, _IT_COSTS = " Over ", " it costs "
_LESS_TODAY, _MORE_TODAY, _THAN_TODAY = " EUR less", " EUR more", " than going on as today."
_HOSTS_BY, _LIMITED_BY = "hosts decided by", "limited by"
_NEXT, _OF_ONE_HOST = "next limit", "limit of one host"
_HARDWARE, _HARDWARE_TO_BUY = "hardware", "hardware to buy"
_IN_ALL_NET, _IN_ALL_OVER, _NET_EUR = "in all, EUR net", "in all, ", ", EUR net"


class Offer(Scope):
    """Of a design in words: what to buy, and what limits it."""

    drives_to_buy: Display[Block, str] = Display("drives to buy", "",
        _drives_to_buy, TEXT)
    blocks_words: Display[Block, str] = Display("blocks, as the page says them", "",
        lambda b: spelled(round_nearest(b.blocks)), TEXT, "with spares")
    reserve_words: Display[Block, str] = Display("servers or arrays in reserve, and shelves", "",
        lambda b: f"{_reserve(b)}{_with_shelves(b)}", TEXT,
        "of a cluster its limit says what is in reserve; shelves where they are counted")
    to_buy: Display[Block, str] = Display("to buy", "",
        _to_buy, TEXT, "with spares",
        native=f'{{blocks_words}}&" "&IF({{blocks}}=1,{{block_called}},{_BLOCKS_CALLED})'
        f'&IF({{in_cluster}}=0,""," in "&{counted_text("{clusters}", "cluster")})&{{reserve_words}}'
        '&IF({with_hosts}=0,""," and "&{hosts_words})&{drives_to_buy}')
    cores_of_host: Display[Block, Value] = Display("cores of what runs the VMs, whole", "cores",
        lambda b: round_nearest(or_zero(b.design.beside_cores if b.with_hosts else b.design.cores)), WHOLE,
        "of a host beside an array, else of the block")
    ram_of_host: Display[Block, Value] = Display("RAM of what runs the VMs, whole", "GiB",
        lambda b: round_nearest(or_zero(b.design.beside_ram_gib if b.with_hosts else b.design.ram_gib)), WHOLE,
        "of a host beside an array, else of the block")
    ram_of_host_words: Display[Block, str] = Display("the same, as the page says it", "",
        lambda b: spelled(b.ram_of_host), TEXT)
    equipment: Display[Block, str] = Display("cores, RAM and GPUs of what runs the VMs", "",
        _equipment, TEXT,
        native=f'MID(IF({{cores_of_host}}=0,"",", "&{{cores_of_host}}&"{_CORES}")'
        f'&IF({{ram_of_host}}=0,"",", "&{{ram_of_host_words}}&"{_RAM}")'
        f'&IF(OR({{host_gpu_gb}}=0,{{host_gpu_gb}}>={NO_LIMIT_TEXT}),"",", "&{{design.gpus}}'
        f'&IF({{design.gpus}}=1,"{_GPU}","{_GPUS}")&{nearest_text("{host_gpu_gb}")}&"{_GB}"),3,200)')
    equipped: Display[Block, str] = Display("what they are of", "",
        _equipped, TEXT)
    limit_shown_ms: Display[Block, Value] = Display("response time limit, to a tenth", "ms",
        lambda b: where(b.limit_used_ms < 1, round_nearest(1000 * b.limit_used_ms) / 1000,
            round_nearest(10 * b.limit_used_ms) / 10), THREE, "below 1 ms to a thousandth")
    target_words: Display[Block, str] = Display("response target", "",
        _target, TEXT, "the share of the I/Os that is asked for, and the share that is in time")
    time_called: Display[Block, str] = Display("what its response time is of", "",
        _time_called, TEXT, "flash without a latency is left out")
    hardware_called: Display[Block, str] = Display("what the hardware is called", "",
        lambda b: _HARDWARE if b.over_years else _HARDWARE_TO_BUY, TEXT, "it may be leased")
    in_all_eur: Display[Block, Shown] = Display("price of all, as the designs are compared", "EUR",
        lambda b: b.total_eur if b.over_years else b.users_eur, EUR_CENT)
    in_all_called: Display[Block, str] = Display("what the price of all is called", "",
        lambda b: f"{_IN_ALL_OVER}{b.years_words}{_NET_EUR}" if b.over_years else _IN_ALL_NET, TEXT,
        "over the years it is no price that one pays at once")
    vms_called: Display[Block, str] = Display("what its VMs are of", "",
        _vms_called, TEXT)
    vms_words: Display[Block, str] = Display("VMs per block, as the page says them", "",
        lambda b: spelled(round_down(b.vms_per_block)), TEXT)
    next_vms_words: Display[Block, str] = Display("VMs at the next limit, as the page says them", "",
        lambda b: spelled(b.next_vms), TEXT)
    next_limit: Display[Block, str] = Display("next limit", "",
        _next, TEXT)
    limited_by: Display[Block, str] = Display("limited by", "",
        _limited_by, TEXT,
        "the binding limit; of hosts what decides on their number")
    limited_called: Display[Block, str] = Display("what that is of", "",
        lambda b: _HOSTS_BY if b.in_cluster else _LIMITED_BY, TEXT, "of a cluster the number of its hosts")
    next_called: Display[Block, str] = Display("what the next limit is called", "",
        lambda b: _OF_ONE_HOST if b.in_cluster else _NEXT, TEXT,
        "of a cluster it is that of one host, which may be what decides on their number")
    today_words: Display[Block, str] = Display("the same beside going on as today, as the page says it", "",
        _today_words, TEXT, "cost over the years, net, where Settings says what is paid today")
    offer: Display[Block, str] = Display("what to buy, and what limits it", "",
        _offer, TEXT,
        native='IF({ties}>1,{name_shown}&": ","")&"It takes "'
        '&IF({with_hosts}=1,{beside_words}&{drives_to_buy},{to_buy})&IF({in_cluster}=0,"",", by "&{limited_by})'
        f'&IF({{design.block_kind}}="{SERVICE}","{_RUN_BY}",". One "&{{block_called}}&" carries "&{{vms_words}}'
        '&" VMs, limited by: "&{binding_name}&"; next limit: "&{next_limit}&"."&{room_words})'
        f'&IF({{against_words}}="","","{_AGAINST_IT}"&MID({{against_words}},3,500)&".")&{{today_words}}')
