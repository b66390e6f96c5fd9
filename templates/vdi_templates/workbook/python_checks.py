"""Which lines of the model Python checks in cells: a call of the library's functions for each of them.

The calls name figures as the lines do. A call is asked for where each of the figures and inputs that it needs is
given and not 0, and each that would replace it is blank; elsewhere the line does not apply to the design.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Iterator
from dataclasses import dataclass

from vdi_sizing.model.figure import up
from vdi_sizing.model.running_cost import OUTLOOK_YEARS
from vdi_sizing.model.sizing import DesignSizing
from vdi_sizing.scenario import PARTS, PHASES, TIERS
from vdi_templates.workbook.design_inputs import design_values

_FUNCTION = re.compile(r"VDI_[A-Z_]+(?=\()")
_TIERS = tuple(f"tier{k}" for k in TIERS)


@dataclass(frozen=True)
class Check:
    """A line, the formula that asks Python for it, and what must be given, or blank, for it to be asked."""

    line: str
    call: str
    needs: tuple[str, ...] = ()
    blank: tuple[str, ...] = ()

    @property
    def functions(self) -> tuple[str, ...]:
        """The functions that the call uses, each once."""
        return tuple(dict.fromkeys(_FUNCTION.findall(self.call)))


@functools.cache
def checks() -> tuple[Check, ...]:
    """All checks, in the order of the lines."""
    return (*_load(), *_back_end(), *_drives(), *_capacity(), *_response(), *_money(), *_storms(), *_wear())


def asked_of(sized: DesignSizing) -> list[bool]:
    """Of each check whether Python is asked for it in a design."""
    inputs = {f"design.{name}": value for name, value in design_values(sized.design).items()}

    def value(name: str) -> object:
        return inputs[name] if name in inputs else sized[name]

    return [
        all(value(name) for name in check.needs) and all(value(name) is None for name in check.blank)
        for check in checks()
    ]


def _load() -> Iterator[Check]:
    for phase in PHASES:
        peak = "*{design.steady_peak_factor}" if phase == "steady" else ""
        call = f"VDI_IOPS_PER_VM({{{phase}_reads}}+{{{phase}_writes}},{{vms}}){peak}"
        yield Check(f"{phase}_iops_per_vm", call, ("vms",))
    faster = ""
    for tier in _TIERS:
        below = "+".join(f"{{{other}_share_of_capacity}}" for other in _TIERS if other <= tier)
        own = f"(VDI_SKEW_IO_SHARE(MIN(1,{below}),{{design.skew}}){faster})"
        call = f"IF(ROUND({own},9)=0,0,{own})"
        yield Check(f"{tier}_skew_io_share", call, ("design.skew", f"{tier}_used"))
        faster += f"-{{{tier}_skew_io_share}}"


def _reads(tier: str, phase: str) -> str:
    return f"{{{phase}_reads_per_vm}}*(1-{{cache_read_hit}})*{{{tier}_share_of_reads}}"


def _writes(tier: str, phase: str) -> str:
    return f"{{{phase}_writes_per_vm}}*(1-{{cache_write_hit}})*{{{tier}_share_of_writes}}"


def _back_end() -> Iterator[Check]:
    for phase in PHASES:
        for tier in _TIERS:
            load = f"{_reads(tier, phase)},{_writes(tier, phase)},{{{tier}_write_penalty}}"
            hits = f"1*{{design.{tier}_read_hit}},1*{{design.{tier}_write_coalesced}}"
            call = f"VDI_BACKEND_IOPS({load},{hits})"
            yield Check(f"{tier}_{phase}_backend_iops", call, (f"{tier}_used",))
            yield _drive_iops(tier, phase)
        reads, writes = (f"{{{phase}_{what}s_per_vm}}*{{design.cache_{what}_hit}}" for what in ("read", "write"))
        call = f"VDI_BACKEND_IOPS({reads},{writes},{{cache_write_penalty}})"
        yield Check(f"cache_{phase}_backend_iops", call, ("cache_used",))
        yield _drive_iops("cache", phase)


def _drive_iops(part: str, phase: str) -> Check:
    rated = f"{{{part}_rated_read_iops}},{{{part}_rated_write_iops}}"
    call = f"VDI_EFFECTIVE_DRIVE_IOPS({rated},{{{part}_{phase}_backend_read_share}},1*{{design.{part}_derating}})"
    return Check(f"{part}_{phase}_drive_iops", call, (f"{part}_used",))


def _drives() -> Iterator[Check]:
    for tier in _TIERS:
        for phase in PHASES:
            call = _disk_count(tier, phase, "{design.max_utilization},,{settings.drive_rounding}")
            yield Check(f"{tier}_drives_by_{phase}", call, (f"{tier}_used",))
        call = (
            f"VDI_DRIVES_FOR_USABLE({{{tier}_needed_gb}}/{{{tier}_drive_gb}},"
            f"{{{tier}_parity_drives}},{{{tier}_usable_share}})"
        )
        yield Check(f"{tier}_drives_by_capacity", call, (f"{tier}_used",))
        needs = (f"{tier}_used", f"{tier}_highest_utilization", "design.response_limit_ms")
        yield Check(f"{tier}_drives_by_response", _disk_count(tier, "steady", f"{{{tier}_highest_utilization}}"), needs)


def _disk_count(tier: str, phase: str, rest: str) -> str:
    reads = f"{{target_vms}}*{_reads(tier, phase)}*(1-{{design.{tier}_read_hit}})"
    writes = f"{{target_vms}}*{_writes(tier, phase)}*(1-{{design.{tier}_write_coalesced}})"
    return f"VDI_DISK_COUNT({reads},{writes},{{{tier}_write_penalty}},{{{tier}_{phase}_drive_iops}},{rest})"


def _capacity() -> Iterator[Check]:
    for tier in _TIERS:
        clones, swap, replica, template, persistent = (
            f"{{{tier}_{thing}_share}}" for thing in ("clone", "swap", "replica", "template", "persistent")
        )
        call = (
            "VDI_LINKED_CLONE_GB({target_vms}*(1+{design.vm_headroom}),"
            f"{{delta_gb_per_vm}}*{clones}+{{persistent_gb_per_vm}}*{persistent},"
            f"{{swap_gb_per_vm}}*{swap},{{log_gb_per_vm}}*{clones},"
            f"{{design.replica_gb}}*{{design.replicas}}*{replica},{{design.template_gb}}*{template},"
            f"{{design.overhead_gb}}*{clones})/(1-{{design.array_headroom}})"
        )
        yield Check(f"{tier}_needed_gb", call, (f"{tier}_used", f"{tier}_needed_gb"))
        call = (
            f"VDI_USABLE_DRIVES({{{tier}_drives}},{{{tier}_parity_drives}},{{{tier}_usable_share}})*{{{tier}_drive_gb}}"
        )
        yield Check(f"{tier}_usable_gb", call, (f"{tier}_used",))
        call = (
            f"VDI_NUM_VM({{{tier}_usable_gb}},{{{tier}_fixed_gb}},1,{{{tier}_gb_per_vm}},0,"
            "1*{design.array_headroom},1*{design.vm_headroom})"
        )
        yield Check(f"{tier}_capacity_vms", call, (f"{tier}_used", f"{tier}_gb_per_vm"))
    call = "VDI_VMS_IN_RAM({design.ram_gib},{ram_gib_per_vm},1*{design.ram_overhead_gib})"
    yield Check("limit_ram", call, ("design.ram_gib", "ram_gib_per_vm"))
    used = "{fixed_gb}+{vms_carried}*{gb_per_vm}"
    yield Check("free_share", f"VDI_FREE_SHARE({{usable_gb}},{used})", ("usable_gb",))


def _response() -> Iterator[Check]:
    for part in PARTS:
        used = f"{part}_used"
        mix = ",".join(f"{{{part}_{name}}}" for name in ("read_mix", "write_phases", "write_fork", "hit", "write_back"))
        mean = f"VDI_MEAN_MULTIPLIER({mix})"
        busy = f"{{{part}_utilization}}*(1-{{{part}_saturated}})"
        leg = f"VDI_DRIVE_RESPONSE_MS({{{part}_steady_drive_iops}},{busy},{{design.variability}})"
        limit = f"{{limit_used_ms}}/{{{part}_leg_ms}}*(1-{{{part}_saturated}})"
        yield Check(f"{part}_mean_multiplier", mean, (used,))
        yield from _targets(part, mix)
        yield Check(f"{part}_leg_ms", leg, (used,))
        yield Check(f"{part}_response_ms", f"{leg}*{mean}", (used,))
        yield Check(f"{part}_within_share", f"VDI_SHARE_WITHIN({limit},{mix})", (used,))


def _targets(part: str, mix: str) -> Iterator[Check]:
    used = f"{part}_used"
    yield Check(f"{part}_root", f"VDI_QUANTILE_ROOT({{target_share}},{mix})", (used,))
    call = f"VDI_QUANTILE_ROOT({{settings.percentile_share}},{mix})"
    yield Check(f"{part}_percentile_root", call, (used,))
    call = (
        f"VDI_HIGHEST_UTILIZATION({{limit_used_ms}},{{{part}_target_multiplier}},"
        f"{{{part}_steady_drive_iops}},{{design.variability}})"
    )
    needs = (used, "design.response_limit_ms", f"{part}_steady_backend_iops")
    yield Check(f"{part}_highest_utilization", call, needs)


def _money() -> Iterator[Check]:
    priced = ("priced", "feasible")
    call = "VDI_COST_PER_VM({known_full_block_eur},{vms_per_block})"
    yield Check("known_eur_per_vm_full_block", call, priced)
    yield Check("known_eur_per_vm", "VDI_COST_PER_VM({known_users_eur},{vms_whole})", priced)
    call = "VDI_WITH_VAT({known_eur_per_vm},1*{settings.vat_share})"
    yield Check("known_eur_per_vm_with_vat", call, priced)
    call = "VDI_ENERGY_COST({power_w},1,{settings.eur_per_kwh},{settings.pue})"
    yield Check("known_energy_eur_per_year", call, ("energy_priced",))
    call = "VDI_RACK_COST({rack_units},1,{settings.eur_per_rack_unit_year})"
    yield Check("known_rack_eur_per_year", call, ("rack_priced",))
    call = "VDI_MAINTENANCE_COST({known_users_eur},1,1*{settings.maintenance_share})"
    yield Check("known_maintenance_eur_per_year", call, ("bill_priced",))
    time = "{settings.years},1*{settings.discount_rate}"
    yield Check("present_value_factor", f"VDI_PRESENT_VALUE(1,{time})")
    call = f"VDI_TOTAL_COST_OF_OWNERSHIP({{known_users_eur}},{{known_running_eur_per_year}},{time})"
    yield Check("known_total_eur", call, ("bill_priced",))
    for years in OUTLOOK_YEARS:
        drives = f"VDI_PRICE_OUTLOOK({{known_flash_eur}},1*{{settings.drive_price_change}},{years})"
        call = f"({{known_full_block_eur}}-{{known_flash_eur}}+{drives})/{{vms_per_block}}"
        yield Check(f"known_outlook_eur_per_vm_{years}", call, ("bill_priced",))
    first = "INDEX({all.known_eur_per_vm_full_block},1)"
    without_drives = "MAX(0,{known_full_block_eur}-{parts_per_drive1_eur}*{tier1_drives_bought})"
    call = f"VDI_BREAKEVEN_DRIVE_PRICE({first},{{vms_per_block}},{without_drives},{{tier1_drives_bought}})"
    yield Check("known_break_even_drive_eur", call, ("break_even_drive_known",))
    call = up(f"VDI_BREAKEVEN_VMS({{known_block_eur}},{first}-{{parts_per_vm_eur}})")
    yield Check("known_break_even_vms", call, ("break_even_vms_known",))


def _storms() -> Iterator[Check]:
    call = "VDI_PEAK_LOGINS_PER_S({vms},{design.login_window_min}*60)"
    yield Check("peak_logins_per_s", call, ("design.login_window_min",), blank=("design.logins_per_s",))
    call = "VDI_LOGIN_STORM_IOPS({vms},{steady_iops_per_vm},{peak_logins_per_s},{design.ios_per_login})"
    yield Check("login_storm_iops", call, ("login_storm_given",))
    call = "VDI_LOGIN_RAMP_MIN({vms_whole},{design.login_interval_s})"
    yield Check("login_ramp_min", call, ("design.login_interval_s",))
    call = (
        "VDI_LOGIN_DURATION_MIN({vms_whole},1*{design.preboot_share},1*{design.login_s_per_vm},"
        "1*{design.boot_s_per_vm})"
    )
    yield Check("login_on_demand_min", call, ("login_on_demand_min",))
    call = "VDI_BOOT_STORM_IOPS({design.boots_per_min}/60,{design.ios_per_boot})"
    yield Check("boot_storm_iops", call, ("design.boots_per_min", "design.ios_per_boot"))
    at_once = 'IF({design.concurrent_boots}="",{vms_whole},{design.concurrent_boots})'
    interval = 'IF({design.boots_per_min}="",0,60/{design.boots_per_min})'
    call = (
        "VDI_STORM_DURATION_S({vms_whole},{design.ios_per_boot},{blocks_needed}*{boot_sustained_iops},"
        f"{at_once},1*{{design.boot_s}},{interval})/60"
    )
    yield Check("boot_min", call, ("design.ios_per_boot", "blocks_needed", "boot_sustained_iops"))
    call = "VDI_BOOT_SPEEDUP({design.latency_ratio},1*{design.think_ratio})"
    yield Check("boot_speedup", call, ("boot_speedup",))
    call = "VDI_PROVISIONING_TIME_S({all_vms},{design.deployment_s_per_vm},,,{design.deployment_concurrent})/60"
    yield Check("deployment_min", call, ("deployment_given",))


def _wear() -> Iterator[Check]:
    for part in PARTS:
        call = (
            f"VDI_REQUIRED_DWPD({{{part}_write_mb_s}},{{design.hours_per_day}},{{{part}_drives}},{{{part}_drive_gb}})"
        )
        yield Check(
            f"{part}_required_dwpd",
            call,
            (f"{part}_used", f"{part}_drives", f"{part}_write_mb_s", "design.hours_per_day"),
        )
    for tier in _TIERS:
        group, parities = f"{{{tier}_group_drives}}", f"{{{tier}_group_parities}}"
        lost = f"IF({parities}=0,1,{group}-{parities})"
        reads, writes = f"{{{tier}_reads_reaching_drives}}", f"{{{tier}_writes_reaching_drives}}"
        mix = f"IF({reads}+{writes}=0,1,{reads}/({reads}+{writes}))"
        needs = (f"{tier}_used", f"{tier}_group_drives")
        call = f"VDI_DEGRADED_READ_FACTOR({group},{lost})"
        yield Check(f"{tier}_degraded_read_factor", call, needs)
        call = (
            f"VDI_DEGRADED_USABLE_IOPS({{{tier}_drives}},{{{tier}_steady_drive_iops}},{mix},{group},{lost},"
            f"{{{tier}_degraded_write_penalty}})"
        )
        yield Check(f"{tier}_degraded_iops", call, needs)
        call = f"(1-{{{tier}_loses_data}})*VDI_REBUILD_HOURS({{{tier}_drive_gb}},{{design.rebuild_mb_s}})"
        yield Check(f"{tier}_rebuild_hours", call, (f"{tier}_used", "design.rebuild_mb_s"))
    missing = "MAX(0,{design.replica_gb}-VDI_GB_FROM_GIB({design.provisioning_ram_gib}))"
    yield Check("image_ram_missing_gb", missing, ("design.provisioning_ram_gib",))
