"""Figures of the model asked of the functions: for each a call whose arguments are other figures and inputs.

A call names figures as a native formula does, seen from the scope of the figure that it gives. It is asked for where
each figure and input that it needs is given and not 0, and each that would replace it is blank; elsewhere the figure
does not apply to the design.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from vdi_sizing.model.figure import Figure, Scope, in_row, over, up
from vdi_sizing.model.scopes import (
    Block,
    Outlook,
    Part,
    PartAtLoad,
    PartPhase,
    TargetRoot,
    Tier,
    TierPhase,
    UsersPhase,
    blank_block,
)
from vdi_sizing.model.sizing import DesignSizing
from vdi_templates.workbook.design_inputs import design_values

_FUNCTION = re.compile(r"VDI_[A-Z_]+(?=\()")


@dataclass(frozen=True)
class Call:
    """A line, the formula that asks Python for it, and what must be given, or blank, or not 1, for it to be asked."""

    line: str
    formula: str
    needs: tuple[str, ...] = ()
    blank: tuple[str, ...] = ()
    not_one: tuple[str, ...] = ()

    @property
    def functions(self) -> tuple[str, ...]:
        """The functions that the call uses, each once."""
        return tuple(dict.fromkeys(_FUNCTION.findall(self.formula)))


@functools.cache
def calls() -> tuple[Call, ...]:
    """All calls, in the order of the lines."""
    topics = (_load, _back_end, _drives, _capacity, _response, _money, _storms, _wear)
    return tuple(call for topic in topics for call in topic(blank_block()))


def asked_of(sized: DesignSizing) -> list[bool]:
    """Of each call whether it applies to a design."""
    inputs = {f"design.{name}": value for name, value in design_values(sized.design).items()}

    def value(name: str) -> object:
        return inputs[name] if name in inputs else sized[name]

    return [
        all(value(name) for name in call.needs)
        and all(value(name) is None for name in call.blank)
        and all(value(name) != 1 for name in call.not_one)
        for call in calls()
    ]


def _asked(
    scope: Scope,
    figure: Figure[Any, Any],
    call: str,
    needs: tuple[str, ...] = (),
    blank: tuple[str, ...] = (),
    not_one: tuple[str, ...] = (),
) -> Call:
    """A figure of a scope, what asks for it and what has to be given, as names and formulas of the sheet."""

    def full_names(references: tuple[str, ...]) -> tuple[str, ...]:
        return tuple(scope.rendered(f"{{{reference}}}")[1:-1] for reference in references)

    return Call(scope.name_of(figure), scope.rendered(call), full_names(needs), full_names(blank), full_names(not_one))


def _load(b: Block) -> Iterator[Call]:
    for phase in b.users_phases:
        call = "VDI_IOPS_PER_VM({reads}+{writes},{block.vms}){x_iops}"
        yield _asked(phase, UsersPhase.iops_per_vm, call, ("block.vms",))
    below = f"VDI_SKEW_IO_SHARE(MIN(1,{over('and_faster', '+', '{share_of_capacity}')}),{{design.skew}})"
    own = f"({below}{over('faster', '', '-{skew_io_share}')})"
    for tier in b.tiers:
        yield _asked(tier, Tier.skew_io_share, f"IF(ROUND({own},9)=0,0,{own})", ("design.skew", "used"))


_TIER_READS = "{phase.reads_per_vm}*(1-{block.cache.read_hit})*{part.share_of_reads}"
_TIER_WRITES = "{phase.writes_per_vm}*(1-{block.cache.write_hit})*{part.share_of_writes}"
_HITS = "1*{own.read_hit},1*{own.write_coalesced}"


def _back_end(b: Block) -> Iterator[Call]:
    for phase in b.phases:
        for at_tier in phase.on_tiers:
            call = f"VDI_BACKEND_IOPS({_TIER_READS},{_TIER_WRITES},{{part.write_penalty}},{_HITS})"
            yield _asked(at_tier, PartPhase.backend_iops, call, ("part.used",))
            yield _drive_iops(at_tier)
        *_, at_cache = phase.on_parts
        reads, writes = "{phase.reads_per_vm}*{own.read_hit}", "{phase.writes_per_vm}*{own.write_hit}"
        call = f"VDI_BACKEND_IOPS({reads},{writes},{{part.write_penalty}})"
        yield _asked(at_cache, PartPhase.backend_iops, call, ("part.used",))
        yield _drive_iops(at_cache)


def _drive_iops(at_part: PartPhase) -> Call:
    rated = "{part.rated_read_iops},{part.rated_write_iops}"
    by_operations = f"VDI_EFFECTIVE_DRIVE_IOPS({rated},{{backend_read_share}},1*{{own.derating}})"
    call = f"IF({{transfer_ms}}=0,{by_operations},MIN({by_operations},1000/{{transfer_ms}}))"
    return _asked(at_part, PartPhase.drive_iops, call, ("part.used",))


def _drives(b: Block) -> Iterator[Call]:
    reads = f"{{block.target_vms}}*{_TIER_READS}*(1-{{own.read_hit}})"
    writes = f"{{block.target_vms}}*{_TIER_WRITES}*(1-{{own.write_coalesced}})"
    load = f"{reads},{writes},{{part.write_penalty}},{{drive_iops}}"
    for tier in b.tiers:
        for phase in tier.phases:
            call = f"VDI_DISK_COUNT({load},{{design.max_utilization}})"
            yield _asked(phase, TierPhase.drives_by, call, ("part.used",))
            call = f"VDI_DISK_COUNT({load},{{design.max_utilization}},,{{settings.drive_rounding}})"
            yield _asked(phase, TierPhase.published, call, ("part.used",))
        call = "VDI_DRIVES_FOR_USABLE({needed_gb}/{drive_gb},{parity_drives},{usable_share})"
        yield _asked(tier, Tier.drives_by_capacity, call, ("used",))
        counted = tier.steady.rendered(f"VDI_DISK_COUNT({load},{{part.highest_utilization}})")
        needs = _asked(tier, Tier.drives_by_response, "", ("used", "highest_utilization"))
        yield Call(needs.line, counted, (*needs.needs, "design.response_limit_ms"))


def _capacity(b: Block) -> Iterator[Call]:
    for tier in b.tiers:
        call = (
            "VDI_LINKED_CLONE_GB({block.target_vms}*(1+{design.vm_headroom}),"
            "({block.delta_gb_per_vm}+{block.images_per_vm}*{design.replica_gb})*{clone.share}/{block.clone_ratio}"
            "+{block.persistent_gb_per_vm}*{persistent.share}/{block.persistent_ratio},"
            "{block.swap_gb_per_vm}*{swap.share},{block.log_gb_per_vm}*{clone.share}/{block.clone_ratio},"
            "{design.replica_gb}*{design.replicas}*{replica.share}/{block.image_ratio}/{block.hosts_sharing},"
            "{design.template_gb}*{template.share}/{block.image_ratio}/{block.hosts_sharing},"
            "({design.overhead_gb}*{clone.share}+{kept_gb})/{block.hosts_sharing})/(1-{design.array_headroom})"
        )
        yield _asked(tier, Tier.needed_gb, call, ("used", "needed_gb"))
        call = "VDI_USABLE_DRIVES({drives},{parity_drives},{usable_share})*{drive_gb}"
        yield _asked(tier, Tier.usable_gb, call, ("used",))
        call = (
            "VDI_NUM_VM({usable_gb},{taken_gb},1,{gb_per_vm},0,1*{design.array_headroom},1*{design.vm_headroom})"
        )  # fmt: skip
        yield _asked(tier, Tier.capacity_vms, call, ("used", "gb_per_vm"))
    call = "VDI_VMS_IN_RAM({ram_for_vms_gib},{ram_gib_per_vm},1*{design.ram_overhead_gib})"
    yield _asked(b, Block.limit_ram, call, ("ram_for_vms_gib", "ram_gib_per_vm"))
    yield _asked(
        b,
        Block.free_share,
        "VDI_FREE_SHARE({storable_gb},{fixed_gb}/{hosts_sharing}+{vms_carried}*{gb_per_vm})",
        ("storable_gb",),
    )


_SHAPED = "{part.read_mix},{part.write_phases},{part.write_fork},{part.shape},{part.hit},{part.write_back}"
_BUSY = "{utilization}*(1-{saturated})"
# Where service is exponential, as that of flash is, the model counts by a law of its own, which has no function.
_LAW_OF_FUNCTIONS = ("part.shape",)


def _response(b: Block) -> Iterator[Call]:
    for part in b.parts:
        at = part.at_load
        yield from _targets(part)
        call = f"{{part.service_ms}}*VDI_MEAN_SERVICE_TIMES({_BUSY},{_SHAPED})-{{part.faster_ms}}"
        yield _asked(at, PartAtLoad.response_ms, call, ("part.used",), not_one=_LAW_OF_FUNCTIONS)
        call = f"VDI_SHARE_WITHIN_SERVICE_TIMES({{part.limit_times}}*(1-{{saturated}}),{_BUSY},{_SHAPED})"
        yield _asked(at, PartAtLoad.within_share, call, ("part.used",), not_one=_LAW_OF_FUNCTIONS)
        time = at.rendered(f"VDI_QUANTILE_SERVICE_TIMES({{settings.percentile_share}},{_BUSY},{_SHAPED})")
        needs = _asked(part, Tier.percentile_ms, "", ("used",), not_one=("shape",))
        yield Call(needs.line, part.rendered("{service_ms}") + "*" + time, needs.needs, not_one=needs.not_one)


def _targets(part: Part) -> Iterator[Call]:
    shaped = _SHAPED.replace("part.", "")
    call = f"VDI_HIGHEST_UTILIZATION_FOR_MEAN({{mean_limit_times}},{shaped})"
    yield _asked(part, Tier.mean_utilization, call, ("used",), not_one=("shape",))
    root = part.target_root
    call = f"VDI_HIGHEST_UTILIZATION_FOR_SHARE({{share}},{{part.limit_times}},{_SHAPED})"
    yield _asked(root, TargetRoot.utilization, call, ("part.used",), not_one=_LAW_OF_FUNCTIONS)


def _money(b: Block) -> Iterator[Call]:
    priced, bill = ("priced", "feasible", "no_credits"), ("bill_priced", "no_credits")
    yield _asked(
        b, Block.known_eur_per_vm_full_block, "VDI_COST_PER_VM({known_full_block_eur},{vms_per_block})", priced
    )
    yield _asked(b, Block.known_eur_per_vm, "VDI_COST_PER_VM({known_users_eur},{vms_whole})", priced)
    call = "VDI_WITH_VAT({known_eur_per_vm},1*{settings.vat_share})"
    yield _asked(b, Block.known_eur_per_vm_with_vat, call, priced)
    call = "VDI_ENERGY_COST({power_w},1,{settings.eur_per_kwh},{settings.pue})"
    yield _asked(b, Block.known_energy_eur_per_year, call, ("energy_priced",))
    call = "VDI_RACK_COST({rack_units},1,{settings.eur_per_rack_unit_year})"
    yield _asked(b, Block.known_rack_eur_per_year, call, ("rack_priced",))
    call = "VDI_MAINTENANCE_COST({maintained.for_users_eur},1,1*{settings.maintenance_share})"
    yield _asked(b, Block.known_maintenance_eur_per_year, call, bill)
    time = "{settings.years},1*{settings.discount_rate}"
    yield _asked(b, Block.present_value_factor, f"VDI_PRESENT_VALUE(1,{time})", ("level_in_arrears",))
    call = f"VDI_TOTAL_COST_OF_OWNERSHIP({{known_users_eur}},{{known_running_eur_per_year}},{time})"
    yield _asked(b, Block.known_total_eur, f"{call}+{{known_recurring_eur}}", (*bill, "level_in_arrears"))
    for outlook in b.outlook:
        drives = "VDI_PRICE_OUTLOOK({block.known_flash_eur},1*{settings.drive_price_change},{years})"
        call = f"({{block.known_full_block_eur}}-{{block.known_flash_eur}}+{drives})/{{block.vms_per_block}}"
        yield _asked(outlook, Outlook.known, call, ("block.bill_priced", "block.no_credits"))
    first = in_row("{all.known_eur_per_vm_full_block}", "1")
    without_drives = "MAX(0,{known_full_block_eur}-{purchase.per_drive1_eur}*{tier1.drives_bought})"
    call = f"VDI_BREAKEVEN_DRIVE_PRICE({first},{{vms_per_block}},{without_drives},{{tier1.drives_bought}})"
    yield _asked(b, Block.known_break_even_drive_eur, call, ("break_even_drive_known", "no_credits"))
    first_for_users = in_row("{all.known_eur_per_vm}", "1")
    drives = "{blocks}*{tier1.drives_bought}"
    without_drives = f"MAX(0,{{known_users_eur}}-{drives}*{{purchase.per_drive1_eur}})"
    call = f"VDI_BREAKEVEN_DRIVE_PRICE({first_for_users},{{vms_whole}},{without_drives},{drives})"
    yield _asked(b, Block.known_break_even_users_drive_eur, call, ("break_even_drive_known", "no_credits"))
    total = "{purchase.per_block_eur}+{purchase.drives_eur}+{break_even_hosts}*{purchase.per_host_eur}"
    call = up(f"ROUND(VDI_BREAKEVEN_VMS({total},{{break_even_vm_eur}}),6)")
    yield _asked(b, Block.known_break_even_vms, call, ("break_even_vms_known", "break_even_reached", "no_credits"))


def _storms(b: Block) -> Iterator[Call]:
    call = "VDI_PEAK_LOGINS_PER_S({vms},{design.login_window_min}*60)"
    yield _asked(b, Block.peak_logins_per_s, call, ("design.login_window_min",), ("design.logins_per_s",))
    call = "VDI_LOGIN_STORM_IOPS({vms},{steady.iops_per_vm},{peak_logins_per_s},{design.ios_per_login})"
    yield _asked(b, Block.login_storm_iops, call, ("login_storm_given",))
    call = "VDI_LOGIN_PEAK_FACTOR({vms},{design.login_window_min}*60,{design.login_io_s})"
    asked = ("design.login_window_min", "design.login_io_s")
    yield _asked(b, Block.login_peak_factor, call, asked, ("design.logins_per_s",))
    call = "VDI_LOGIN_RAMP_MIN({vms_whole},{design.login_interval_s})"
    yield _asked(b, Block.login_ramp_min, call, ("design.login_interval_s",))
    call = (
        "VDI_LOGIN_DURATION_MIN({vms_whole},1*{design.preboot_share},1*{design.login_s_per_vm},"
        "1*{design.boot_s_per_vm})"
    )
    yield _asked(b, Block.login_on_demand_min, call, ("login_on_demand_min",))
    call = "VDI_BOOT_STORM_IOPS({design.boots_per_min}/60,{design.ios_per_boot})"
    yield _asked(b, Block.boot_storm_iops, call, ("design.boots_per_min", "design.ios_per_boot"))
    at_once = 'IF({design.concurrent_boots}="",{vms_whole},{design.concurrent_boots})'
    interval = 'IF({design.boots_per_min}="",0,60/{design.boots_per_min})'
    call = (
        "VDI_STORM_DURATION_S({vms_whole},{design.ios_per_boot},{blocks_needed}*{boot.sustained_iops},"
        f"{at_once},1*{{design.boot_s}},{interval})/60"
    )
    needs = ("design.ios_per_boot", "blocks_needed", "boot.sustained_iops")
    yield _asked(b, Block.boot_min, call, needs)
    call = "VDI_BOOT_SPEEDUP({design.latency_ratio},1*{design.think_ratio})"
    yield _asked(b, Block.boot_speedup, call, ("boot_speedup",))
    call = "VDI_PROVISIONING_TIME_S({all_vms},{design.deployment_s_per_vm},,,{design.deployment_concurrent})/60"
    yield _asked(b, Block.deployment_min, call, ("design.deployment_s_per_vm",))


def _wear(b: Block) -> Iterator[Call]:
    for part in b.parts:
        call = "VDI_REQUIRED_DWPD({write_mb_s},{design.hours_per_day},{drives},{drive_gb})"
        yield _asked(part, Tier.required_dwpd, call, ("used", "drives", "write_mb_s", "design.hours_per_day"))
    lost = "IF({group_parities}=0,1,{group_drives}-{group_parities})"
    reads, writes = "{reads_reaching_drives}", "{writes_reaching_drives}"
    mix = f"IF({reads}+{writes}=0,1,{reads}/({reads}+{writes}))"
    for tier in b.tiers:
        needs = ("used", "group_drives")
        yield _asked(tier, Tier.degraded_read_factor, f"VDI_DEGRADED_READ_FACTOR({{group_drives}},{lost})", needs)
        call = (
            f"VDI_DEGRADED_USABLE_IOPS({{drives}},{{steady.drive_iops}},{mix},{{group_drives}},{lost},"
            "{degraded_write_penalty})"
        )
        yield _asked(tier, Tier.degraded_iops, call, needs)
        call = "(1-{loses_data})*VDI_REBUILD_HOURS({drive_gb},{design.rebuild_mb_s})"
        yield _asked(tier, Tier.rebuild_hours, call, ("used", "design.rebuild_mb_s"))
    missing = "MAX(0,{design.replica_gb}-VDI_GB_FROM_GIB({design.provisioning_ram_gib}))"
    yield _asked(b, Block.image_ram_missing_gb, missing, ("design.provisioning_ram_gib",))
