"""Login and boot storms, and deployment: how much a block sustains, and how long they take.

A figure whose inputs are blank is 0; the one beside it that ends in `_given` says so.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from vdi_sizing._arrays import Value, divide, flag, maximum, minimum, round_nearest, round_up, rounded, total_of, where
from vdi_sizing.formulas import login_peak, storms
from vdi_sizing.formulas.workload import _network_mbit_s
from vdi_sizing.model.check import Warning
from vdi_sizing.model.figure import Display, Figure, Scope, given_or, if_given, or_zero
from vdi_sizing.model.formats import COUNT, FLAG, MINUTES, SHARE, TEXT, TWO, WHOLE
from vdi_sizing.model.grouped_digits import said, spelled
from vdi_sizing.model.load.throughput import iops_by_ports
from vdi_sizing.words import DASH, NONE

if TYPE_CHECKING:
    from vdi_sizing.model.scopes import Block, Phase, Storm


def _mixed(b: Block) -> bool:
    """Whether one knows how many of the I/Os of a boot are reads."""
    return bool(b.boot.reads + b.boot.writes > 0 or b.design.boot_read_share is not None)


def _kept(b: Block) -> bool:
    longest = b.design.longest_boot_min
    return longest is None or bool(b.boot_asked_iops > 0 and _mixed(b) and rounded(b.boot_min - longest) <= 0)


def _takes(b: Block) -> str:
    longest = b.design.longest_boot_min
    if longest is None:
        return NONE
    if not (b.boot_asked_iops > 0 and _mixed(b)):
        return _UNSAID
    return f"it takes {b.boots_asked_per_min:.0f} boots per minute" + (
        f", {b.boots_asked_at_once:.0f} at once" if b.design.boot_s > 0 else "")


_UNSAID = "enter I/Os per boot, and how many of them are reads"


class BootChecks(Scope):
    boots_asked_per_min: Display[Block, Value] = Display("boots per minute by the longest boot time", "1/min",
        lambda b: 0.0 if b.design.longest_boot_min is None
        else round_up(b.vms_whole / b.design.longest_boot_min), WHOLE)
    boots_asked_at_once: Display[Block, Value] = Display("of them at the same time", "boots",
        lambda b: maximum(1.0, round_up(b.boots_asked_per_min * b.design.boot_s / 60)), WHOLE)
    boot_takes: Display[Block, str] = Display("what the longest boot time takes", "",
        _takes, TEXT)
    check_boot_time = Warning("all VMs boot within the longest boot time",
        "the VMs do not boot within the longest boot time",
        _kept,
        remedy="Let the broker start more VMs, allow more time, or enter what is missing of a boot on Designs. A "
        "measured number of VMs stands in place of the boot storm.", names=boot_takes)


def _at_mix(p: Phase) -> Value:
    load = total_of(part.backend_iops for part in p.on_parts)
    vms = minimum(*(part.vms for part in p.on_parts))
    return where(load == 0, 0.0, vms * p.iops_per_vm)


def _by_drives(p: Storm) -> Value:
    if p.block.design.usable_iops is not None:
        return p.block.design.usable_iops
    return where(p.iops_per_vm > 0, _at_mix(p), _at_mix(p.block.steady))


class Sustained(Scope):
    sustained_iops: Figure[Storm, Value] = Figure("front-end IOPS of a block, {phase} storm", "IOPS",
        lambda p: minimum(_by_drives(p), iops_by_ports(p)), COUNT,
        "at the storm's mix, or the steady one; at most what the ports carry")


def _login_on_demand_min(b: Block, booted: Value | None, login_s: Value | None, boot_s: Value | None) -> Value:
    if booted is None or login_s is None or boot_s is None:
        return 0.0
    return storms._login_duration_min(b.vms_whole, booted, login_s, boot_s)


def _boot_by_storage(b: Block) -> Value:
    if b.design.ios_per_boot is None:
        return 0.0
    sustained = b.blocks_needed * b.boot.sustained_iops
    seconds = storms._by_storage_s(b.vms_whole, b.design.ios_per_boot, where(sustained == 0, 1.0, sustained))
    return where(sustained == 0, 0.0, seconds / 60)


def _deployment_min(b: Block, vms: Value | None) -> Value:
    per_vm = b.design.deployment_s_per_vm
    if per_vm is None or vms is None:
        return 0.0
    return storms._provisioning_time_s(vms, per_vm, 0.0, 0.0, b.design.deployment_concurrent) / 60


def _login_peak_factor(b: Block) -> Value:
    window_min, login_s = b.design.login_window_min, b.design.login_io_s
    if b.design.logins_per_s is not None or window_min is None or login_s is None:
        return 1.0
    return login_peak.peak_factor(b.vms, window_min * 60, login_s)


class Storms(Scope):
    _WINDOW = "{vms}*(6/SQRT(2*PI()))/({design.login_window_min}*60)"
    peak_logins_per_s: Figure[Block, Value] = Figure("logins per second at the peak", "1/s",
        lambda b: b.design.logins_per_s if b.design.logins_per_s is not None
        else 0.0 if b.design.login_window_min is None
        else storms._peak_logins_per_s(b.vms, b.design.login_window_min * 60), TWO,
        "given, or 2.39 x VMs / window: what is expected if normally distributed over the window [exact]",
        native=given_or("{design.logins_per_s}", if_given(("login_window_min",), _WINDOW)))
    login_storm_given: Figure[Block, float] = Figure("login storm given", "0/1",
        lambda b: flag(b.design.ios_per_login is not None
            and (b.design.logins_per_s is not None or b.design.login_window_min is not None)), FLAG)
    login_storm_iops: Figure[Block, Value] = Figure("login storm: front-end IOPS", "IOPS",
        lambda b: 0.0 if b.design.ios_per_login is None or not b.login_storm_given
        else storms._login_storm_iops(b.vms, b.steady.iops_per_vm, b.peak_logins_per_s, b.design.ios_per_login), COUNT,
        "VMs x steady IOPS + logins per second x I/Os per login [fit of two points]")
    login_storm_gbit_s: Figure[Block, Value] = Figure("login storm: bits at all ports", "Gbit/s",
        lambda b: _network_mbit_s(b.login_storm_iops, b.login.io_kib) / 1000, TWO, "IOPS x KiB x 1024 x 8")
    login_storm_share: Figure[Block, Value] = Figure("login storm: of what the blocks sustain", "0..1",
        lambda b: divide(b.login_storm_iops, b.blocks_needed * b.login.sustained_iops, otherwise=0.0), SHARE,
        "above 100 %: logins take longer")
    _AT_ONCE = "6/SQRT(2*PI())*{vms}/({design.login_window_min}*60)*{design.login_io_s}"
    login_peak_factor: Figure[Block, Value] = Figure("busiest moment of the logins over their expected peak", "x",
        _login_peak_factor, TWO,
        "1 + 2.5 / SQRT(logins under way at the peak): chance [fit to simulation]; 1: not asked for",
        native=f'IF(OR({{design.logins_per_s}}<>"",{{design.login_window_min}}="",{{design.login_io_s}}=""),1,'
        f"1+{login_peak.CHANCE}/SQRT(MAX({login_peak.FEWEST_AT_ONCE:.9f},{_AT_ONCE})))")
    login_busiest_iops: Figure[Block, Value] = Figure("login storm in its busiest moment: front-end IOPS", "IOPS",
        lambda b: 0.0 if b.design.ios_per_login is None or not b.login_storm_given
        else storms._login_storm_iops(
            b.vms, b.steady.iops_per_vm, b.login_peak_factor * b.peak_logins_per_s, b.design.ios_per_login), COUNT,
        "once in most windows; without the factor the storm is what is expected on average")
    login_busiest_share: Figure[Block, Value] = Figure("busiest moment: of what the blocks sustain", "0..1",
        lambda b: divide(b.login_busiest_iops, b.blocks_needed * b.login.sustained_iops, otherwise=0.0), SHARE,
        "above 100 %: the logins of that moment take longer")
    login_ramp_min: Figure[Block, Value] = Figure("login time by the session starts", "min",
        lambda b: 0.0 if b.design.login_interval_s is None
        else storms._login_ramp_min(b.vms_whole, b.design.login_interval_s, 0.0), MINUTES,
        "VMs x time between starts; the last login's tail not counted")
    login_on_demand_min: Figure[Block, Value] = Figure("login time with boots on demand", "min",
        lambda b: _login_on_demand_min(b, b.design.preboot_share, b.design.login_s_per_vm, b.design.boot_s_per_vm),
        MINUTES, "VMs x (login + (1 - pre-booted) x boot): the broker more than the storage [fit]")
    login_min: Figure[Block, Value] = Figure("minutes until all users are logged in", "min",
        lambda b: maximum(b.login_ramp_min, b.login_on_demand_min),
        MINUTES, "the longer of the two, where given")
    boot_storm_iops: Figure[Block, Value] = Figure("boot storm at the boot limit: front-end IOPS", "IOPS",
        lambda b: 0.0 if b.design.ios_per_boot is None or b.design.boots_per_min is None
        else storms._boot_storm_iops(b.design.boots_per_min / 60, b.design.ios_per_boot), COUNT,
        "boots per second x I/Os per boot [exact]")
    boot_storm_gbit_s: Figure[Block, Value] = Figure("boot storm: bits at all ports", "Gbit/s",
        lambda b: _network_mbit_s(b.boot_storm_iops, b.boot.io_kib) / 1000, TWO, "IOPS x KiB x 1024 x 8")
    boot_by_storage_min: Figure[Block, Value] = Figure("boot time by the storage", "min",
        _boot_by_storage, MINUTES, "VMs x I/Os per boot / IOPS of the blocks")
    boot_by_concurrency_min: Figure[Block, Value] = Figure("boot time by the boots at the same time", "min",
        lambda b: storms._in_waves_s(b.vms_whole, b.design.concurrent_boots, b.design.boot_s) / 60, MINUTES,
        "waves x time of one boot")
    boot_by_rate_min: Figure[Block, Value] = Figure("boot time by the boots per minute", "min",
        lambda b: 0.0 if b.design.boots_per_min is None
        else storms._at_rate_s(b.vms_whole, 60 / b.design.boots_per_min) / 60, MINUTES, "VMs / limit")
    boot_min: Figure[Block, Value] = Figure("minutes until all VMs have booted, at least", "min",
        lambda b: maximum(b.boot_by_storage_min, b.boot_by_concurrency_min, b.boot_by_rate_min), MINUTES,
        "the largest of the bounds; longer where two lie close together")
    boot_speedup: Figure[Block, Value] = Figure("boot speed-up by the lower latency", "x",
        lambda b: 0.0 if b.design.latency_ratio is None or b.design.think_ratio is None
        else storms._boot_speedup(b.design.latency_ratio, b.design.think_ratio), MINUTES,
        "(latency ratio + think ratio) / (1 + think ratio) [fit of one point]")
    _LINEAR = "VMs x time per VM / at the same time: linear in the VMs"
    deployment_min: Figure[Block, Value] = Figure("minutes to deploy all VMs", "min",
        lambda b: _deployment_min(b, b.all_vms), MINUTES,
        _LINEAR)
    deployment_sample_min: Figure[Block, Value] = Figure("minutes to deploy the VMs to compare by", "min",
        lambda b: _deployment_min(b, b.design.deployment_vms), MINUTES, _LINEAR)


_BY_RATE, _BY_BROKER, _BY_STORAGE = " boots per minute", " boots at the same time", " I/Os per boot at the blocks' IOPS"
_BY_ITSELF, _BY_RATE_OF_1 = "the time of one boot", " boot per minute"
_STEADY_MIX, _NO_RATE = ", in the steady mix", "; no limit of boots per minute is given"
_NO_IOS = "; what the drives allow is not known"


def _held_by(b: Block) -> str:
    d = b.design
    if rounded(b.boot_min - b.boot_by_concurrency_min) <= 0:
        return _BY_ITSELF if d.concurrent_boots is None else f"{d.concurrent_boots:.0f}{_BY_BROKER}"
    if d.usable_iops is not None:
        return f"{b.ios_per_boot_words}{_BY_STORAGE}"
    return f"{b.ios_per_boot_words}{_BY_STORAGE}{said(b.boot.iops_per_vm == 0, _STEADY_MIX)}"


def _boot_decided(b: Block) -> str:
    if rounded(b.boot_min) == 0:
        return DASH
    if b.design.boots_per_min is None:
        return f"{b.boot_held_by}{_NO_RATE}{b.boot_ios_unsaid}"
    if rounded(b.boot_min - b.boot_by_rate_min) <= 0:
        return f"{b.boot_rate:.12g}{said(b.boot_rate == 1, _BY_RATE_OF_1, _BY_RATE)}{b.boot_ios_unsaid}"
    return f"{b.boot_held_by}{b.boot_ios_unsaid}"


class BootInWords(Scope):
    boot_ios_unsaid: Display[Block, str] = Display("what one does not know of the boots", "",
        lambda b: "" if b.boot.given or b.boot_by_storage_min else _NO_IOS, TEXT,
        "where neither boot IOPS nor I/Os per boot are given")
    ios_per_boot_whole: Display[Block, Value] = Display("I/Os per boot, whole", "I/Os",
        lambda b: 0.0 if b.design.ios_per_boot is None else round_nearest(b.design.ios_per_boot), WHOLE)
    ios_per_boot_words: Display[Block, str] = Display("I/Os per boot, as the page says them", "",
        lambda b: spelled(b.ios_per_boot_whole), TEXT)
    boot_rate: Display[Block, Value] = Display("boots per minute, in hundredths", "1/min",
        lambda b: round_nearest(100 * or_zero(b.design.boots_per_min)) / 100, TWO)
    boot_held_by: Display[Block, str] = Display("what limits the boots, beside their rate", "",
        _held_by, TEXT)
    boot_decided: Display[Block, str] = Display("what limits the boots", "",
        _boot_decided, TEXT,
        "of the minutes until all VMs have booted, the largest bound")
