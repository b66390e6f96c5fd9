"""The lines of storms, wear and faults, of the second store and of the criteria for a block."""

from __future__ import annotations

from collections.abc import Iterator

from vdi_sizing.model.figures_storms import STORMS, UNKNOWN
from vdi_sizing.scenario import PARTS, TIERS
from vdi_templates.workbook.line import FLAG, ONE, PART_TITLES, SHARE, TWO, WHOLE, Line, Section, down, per_tier, up

_MINUTES = f'#,##0.0;-#,##0.0;"{UNKNOWN}"'
_IOPS = f'#,##0;-#,##0;"{UNKNOWN}"'
_OF_CASE = "(Users[case]={design.case})*Users[VMs]"


def _if_given(names: tuple[str, ...], formula: str) -> str:
    """The formula where all of these inputs are given, else 0."""
    blank = ",".join(f'{{design.{name}}}=""' for name in names)
    return f"IF({blank if len(names) == 1 else f'OR({blank})'},0,{formula})"


def _store() -> Iterator[Line]:
    for name, label, columns, note in (
        ("store_iops", "second store: IOPS", "Users[concurrency]*Users[store IOPS]", "profiles and user data"),
        ("store_reads", "second store: of it reads", "Users[concurrency]*Users[store IOPS]*Users[store read share]",
         ""),
        ("store_login_iops", "second store: IOPS while users log in",
         "Users[concurrency]*Users[store login IOPS]", "an upper bound: all at once"),
    ):  # fmt: skip
        yield Line(name, label, "IOPS", f"SUMPRODUCT({_OF_CASE}*{columns})", _IOPS, note)
    yield Line(
        "store_gb", "second store: capacity", "GB", f"SUMPRODUCT({_OF_CASE}*Users[store GB])", _IOPS,
        "all VMs count, whether in use or not",
    )  # fmt: skip


def _sustained(phase: str) -> Line:
    return Line(
        f"{phase}_sustained_iops", f"front-end IOPS of a block, {phase} storm", "IOPS",
        'IF({design.usable_iops}<>"",{design.usable_iops},'
        f"IF({{{phase}_iops_per_vm}}>0,{_sustained_iops(phase)},{_sustained_iops('steady')}))",
        _IOPS, "at the storm's mix, or the steady one",
    )  # fmt: skip


def _sustained_iops(phase: str) -> str:
    load = "+".join(f"{{{part}_{phase}_backend_iops}}" for part in PARTS)
    vms = ",".join(f"{{{part}_{phase}_vms}}" for part in PARTS)
    return f"IF({load}=0,0,MIN({vms})*{{{phase}_iops_per_vm}})"


def _login_storm() -> Iterator[Line]:
    window = "{vms}*(6/SQRT(2*PI()))/({design.login_window_min}*60)"
    yield Line(
        "peak_logins_per_s", "logins per second at the peak", "1/s",
        f'IF({{design.logins_per_s}}<>"",{{design.logins_per_s}},{_if_given(("login_window_min",), window)})',
        TWO, "given, or 2.39 x VMs / window: normally distributed over the window [exact]",
    )  # fmt: skip
    yield Line(
        "login_storm_given", "login storm given", "0/1",
        'IF({design.ios_per_login}="",0,IF({design.logins_per_s}<>"",1,IF({design.login_window_min}<>"",1,0)))', FLAG,
    )  # fmt: skip
    yield Line(
        "login_storm_iops", "login storm: front-end IOPS", "IOPS",
        "IF({login_storm_given}=0,0,{vms}*{steady_iops_per_vm}+{peak_logins_per_s}*{design.ios_per_login})", _IOPS,
        "VMs x steady IOPS + logins per second x I/Os per login [fit of two points]",
    )  # fmt: skip
    sustained = "({blocks_needed}*{login_sustained_iops})"
    yield Line(
        "login_storm_share", "login storm: of what the blocks sustain", "0..1",
        f"IF({sustained}=0,0,{{login_storm_iops}}/{sustained})", SHARE, "above 100 %: logins take longer",
    )  # fmt: skip
    yield Line(
        "login_ramp_min", "login time by the session starts", "min",
        _if_given(("login_interval_s",), "{vms_whole}*{design.login_interval_s}/60"), _MINUTES,
        "VMs x time between starts; the last login's tail not counted",
    )  # fmt: skip
    on_demand = "{vms_whole}*({design.login_s_per_vm}+(1-{design.preboot_share})*{design.boot_s_per_vm})/60"
    yield Line(
        "login_on_demand_min", "login time with boots on demand", "min",
        _if_given(("preboot_share", "login_s_per_vm", "boot_s_per_vm"), on_demand), _MINUTES,
        "VMs x (login + (1 - pre-booted) x boot): the broker more than the storage [fit]",
    )  # fmt: skip
    yield Line(
        "login_min", "minutes until all users are logged in", "min",
        "MAX({login_ramp_min},{login_on_demand_min})", _MINUTES, "the longer of the two, where given",
    )  # fmt: skip


def _boot_storm() -> Iterator[Line]:
    yield Line(
        "boot_storm_iops", "boot storm at the boot limit: front-end IOPS", "IOPS",
        _if_given(("ios_per_boot", "boots_per_min"), "{design.boots_per_min}/60*{design.ios_per_boot}"), _IOPS,
        "boots per second x I/Os per boot [exact]",
    )  # fmt: skip
    sustained = "({blocks_needed}*{boot_sustained_iops})"
    by_storage = f"IF({sustained}=0,0,{{vms_whole}}*{{design.ios_per_boot}}/{sustained}/60)"
    waves = up("{vms_whole}/{design.concurrent_boots}")
    for reason, label, formula, note in (
        ("storage", "by the storage", _if_given(("ios_per_boot",), by_storage), "VMs x I/Os per boot / IOPS of the blocks"),
        ("concurrency", "by the boots at the same time",
         f'IF({{design.concurrent_boots}}="",1,{waves})*{{design.boot_s}}/60', "waves x time of one boot"),
        ("rate", "by the boots per minute", _if_given(("boots_per_min",), "{vms_whole}*(60/{design.boots_per_min})/60"),
         "VMs / limit"),
    ):  # fmt: skip
        yield Line(f"boot_by_{reason}_min", f"boot time {label}", "min", formula, _MINUTES, note)
    yield Line(
        "boot_min", "minutes until all VMs have booted, at least", "min",
        "MAX({boot_by_storage_min},{boot_by_concurrency_min},{boot_by_rate_min})", _MINUTES,
        "the largest of the bounds; longer where two lie close together",
    )  # fmt: skip
    speedup = "({design.latency_ratio}+{design.think_ratio})/(1+{design.think_ratio})"
    yield Line(
        "boot_speedup", "boot speed-up by the lower latency", "x",
        _if_given(("latency_ratio", "think_ratio"), speedup), _MINUTES,
        "(latency ratio + think ratio) / (1 + think ratio) [fit of one point]",
    )  # fmt: skip


def _deployment() -> Iterator[Line]:
    yield Line("deployment_given", "deployment time given", "0/1", _if_given(("deployment_s_per_vm",), "1"), FLAG)
    for name, label, vms, inputs in (
        ("deployment_min", "minutes to deploy all VMs", "{all_vms}", ("deployment_s_per_vm",)),
        ("deployment_sample_min", "minutes to deploy the VMs to compare by", "{design.deployment_vms}",
         ("deployment_s_per_vm", "deployment_vms")),
    ):  # fmt: skip
        formula = f"{vms}*{{design.deployment_s_per_vm}}/{{design.deployment_concurrent}}/60"
        note = "VMs x time per VM / at the same time: linear in the VMs"
        yield Line(name, label, "min", _if_given(inputs, formula), _MINUTES, note)


def _wear() -> Iterator[Line]:
    yield Line(
        "wear_given", "writes and hours of use given", "0/1",
        'IF({design.hours_per_day}="",0,IF({design.write_kb}<>"",1,IF({design.written_mb_s}<>"",1,0)))', FLAG,
    )  # fmt: skip
    yield Line(
        "vms_per_block_even", "VMs per block, users spread evenly", "VMs",
        f"{{feasible}}*{up('{vms_whole}/MAX(1,{blocks_needed})')}", WHOLE,
    )  # fmt: skip
    writes = "+".join(_writes(part) for part in PARTS)
    yield Line(
        "written_per_vm",
        "back-end writes per VM, all drives",
        "IOPS",
        writes,
        TWO,
        "steady load, without its peak factor",
    )
    for part in PARTS:
        yield from _wear_of(part, PART_TITLES[part])
    missing = (f"IF({{{p}_dwpd}}=0,0,{{{p}_required_dwpd}}-{{{p}_dwpd}})" for p in PARTS)
    yield Line(
        "dwpd_missing", "DWPD missing at the drive that lacks most", "1/d", f"MAX(0,{','.join(missing)})", TWO,
        "0 also where no rating is known",
    )  # fmt: skip


def _writes(part: str) -> str:
    return f"{{{part}_steady_backend_writes}}/{{design.steady_peak_factor}}"


def _wear_of(part: str, title: str) -> Iterator[Line]:
    writes = _writes(part)
    by_measured = f"{{design.written_mb_s}}*IF({{written_per_vm}}=0,0,{writes}/{{written_per_vm}})"
    yield Line(
        f"{part}_write_mb_s", f"{title}: written to its drives", "MB/s",
        f'IF({{design.written_mb_s}}<>"",{by_measured},{{vms_per_block_even}}*{writes}*{{design.write_kb}}/1000)', ONE,
        "steady load of the users on it, after coalescing, with the write penalty",
    )  # fmt: skip
    per_day = f"{{{part}_write_mb_s}}*3.6*{{design.hours_per_day}}"
    yield Line(
        f"{part}_required_dwpd", f"{title}: DWPD required", "1/d",
        f"IF({{{part}_drives}}=0,0,{per_day}/{{{part}_drives}})/{{{part}_drive_gb}}", TWO,
        "MB/s x 3.6 x hours / (drives x GB); write amplification as in the rating [src]",
    )  # fmt: skip
    required = f"{{{part}_required_dwpd}}"
    yield Line(
        f"{part}_life_years", f"{title}: life by its rated writes", "years",
        f"IF({required}=0,0,{{{part}_dwpd}}*{{design.warranty_years}}/{required})", _MINUTES,
        "rated DWPD x years they hold for / DWPD required; 0: not known",
    )  # fmt: skip


def _degraded() -> Iterator[Line]:
    lost = "{tier#_parity_drives}"
    parities = "({tier#_write_reads}-1)"
    in_group = "IF({tier#_group_drives}=0,2,{tier#_group_drives})"
    reads, writes = "{tier#_reads_reaching_drives}", "{tier#_writes_reaching_drives}"
    group = f"IF({lost}=0,0,{{tier#_drives}}*{{tier#_group_parities}}/{lost})"
    read_share = f"IF({reads}+{writes}=0,1,{reads}/({reads}+{writes}))"
    sustained = f"{{tier#_degraded_iops}}*{{design.max_utilization}}/({reads}+{writes})"
    yield from per_tier(
        Line(
            "tier#_group_parities", "tier #: parity drives of a RAID group", "drives",
            f"IF({lost}>0,IF(OR({parities}=1,{parities}=2),{parities},0),0)", WHOLE, "one per read of a write, less the data",
        ),
        Line(
            "tier#_group_drives", "tier #: drives of a RAID group", "drives",
            f"IF(AND({lost}=0,{{tier#_usable_share}}=0.5,{{tier#_multiple}}=2),2,"
            f"IF({group}>={{tier#_group_parities}}+2,{group},0))", WHOLE, "2: mirrored pairs; 0: loss of a drive not modelled",
        ),
        Line(
            "tier#_loses_data", "tier #: a lost drive loses the data", "0/1",
            f"{{tier#_used}}*IF(AND({lost}=0,{{tier#_usable_share}}=1),1,0)", FLAG, "RAID 0",
        ),
        Line(
            "tier#_degraded_read_factor", "tier #: reads per read with a drive lost", "x",
            f"({in_group}-1+IF({{tier#_group_parities}}=0,1,{in_group}-{{tier#_group_parities}}))/{in_group}", TWO,
            "RAID 5 reads all other drives of the group for a lost block [exact]",
        ),
        Line(
            "tier#_degraded_write_penalty", "tier #: write penalty with a drive lost", "x",
            f"IF({{tier#_group_parities}}=0,1,((2*{{tier#_group_parities}}+3)*{in_group}"
            f"-(3*{{tier#_group_parities}}+5))/{in_group})", TWO, "RAID 5 (5 g - 8) / g, RAID 6 (7 g - 11) / g [mine]",
        ),
        Line(
            "tier#_reads_reaching_drives", "tier #: front-end reads per VM at its drives", "IOPS",
            "{steady_reads_per_vm}*(1-{cache_read_hit})*{tier#_share_of_reads}*(1-{design.tier#_read_hit})", TWO,
        ),
        Line(
            "tier#_writes_reaching_drives", "tier #: front-end writes per VM at its drives", "IOPS",
            "{steady_writes_per_vm}*(1-{cache_write_hit})*{tier#_share_of_writes}*(1-{design.tier#_write_coalesced})", TWO,
        ),
        Line(
            "tier#_degraded_iops", "tier #: front-end IOPS with a drive lost", "IOPS",
            f"IF({{tier#_group_drives}}=0,0,{{tier#_drives}}/{in_group}*({in_group}-1)*{{tier#_steady_drive_iops}}"
            f"/({{tier#_degraded_read_factor}}*{read_share}+{{tier#_degraded_write_penalty}}*(1-{read_share})))", WHOLE,
            "the group that lost the drive, or the partner of a mirrored pair, limits; rebuild not counted [mine]",
        ),
        Line(
            "tier#_degraded_vms", "tier #: VMs of a block with a drive lost", "VMs",
            f"(1-{{tier#_loses_data}})*IF({reads}+{writes}=0,{{vms_carried}},MIN({{vms_carried}},{down(sustained)}))", WHOLE,
            "by steady IOPS, at most what the whole block carries",
        ),
        Line(
            "tier#_rebuild_hours", "tier #: hours of a rebuild", "h",
            _if_given(("rebuild_mb_s",), "{tier#_used}*(1-{tier#_loses_data})*({tier#_drive_gb}/({design.rebuild_mb_s}*3.6))"),
            _MINUTES, "GB / (MB/s x 3.6): the best case",
        ),
        Line(
            "tier#_degraded_known", "tier #: loss of a drive modelled", "0/1",
            "IF({tier#_used}=1,IF({tier#_group_drives}=0,{tier#_loses_data},1),1)", FLAG, "distributed layouts are not",
        ),
    )  # fmt: skip
    known = ",".join(f"{{tier{k}_degraded_known}}" for k in TIERS)
    yield Line(
        "degraded_known", "loss of a drive known", "0/1",
        f'MIN(IF({{steady_iops_per_vm}}>0,IF({{design.usable_iops}}="",{{feasible}},0),0),{known})', FLAG,
    )  # fmt: skip
    vms = ",".join(f"{{tier{k}_degraded_vms}}" for k in TIERS)
    yield Line(
        "degraded_vms", "VMs per block with a drive lost, as a number", "VMs", f"{{degraded_known}}*MIN({vms})", WHOLE,
        "the tier where it hurts most; the flash cache counts as whole",
    )  # fmt: skip
    yield Line(
        "degraded_vms_shown", "VMs per block with a drive lost", "VMs",
        f'IF({{degraded_known}}=0,"{UNKNOWN}",{{degraded_vms}})', WHOLE, "by steady IOPS, in the worst tier; RAID 0: none",
    )  # fmt: skip


def _criteria() -> Iterator[Line]:
    used = "({fixed_gb}+{vms_carried}*{gb_per_vm})"
    yield Line(
        "free_share", "capacity free on a full block", "0..1",
        f"IF({{usable_gb}}=0,0,1-{used}/{{usable_gb}})", SHARE, "1 - (fixed + VMs x GB per VM) / usable",
    )  # fmt: skip
    missing = "IF({usable_gb}=0,0,MAX(0,{design.min_free_share}-{free_share}))"
    yield Line(
        "free_share_missing", "of it missing", "0..1", _if_given(("min_free_share",), missing), SHARE,
        "of what must stay free",
    )  # fmt: skip
    volumes = up("{vms_per_block_even}/{design.vms_per_volume}")
    yield Line(
        "volumes_per_block", "volumes or datastores per block", "",
        _if_given(("vms_per_volume",), f"MAX({{design.least_volumes}},{volumes})"), _IOPS,
        "VMs / VMs per volume, rounded up",
    )  # fmt: skip
    ram = "{design.provisioning_ram_gib}*1073741824/1000000000"
    yield Line(
        "image_ram_missing_gb", "RAM missing to hold the image", "GB",
        _if_given(("provisioning_ram_gib",), f"MAX(0,{{design.replica_gb}}-{ram})"), ONE,
        "image - RAM of the provisioning servers",
    )  # fmt: skip


def sections() -> tuple[Section, ...]:
    """These lines under their headings."""
    return (
        Section("Second store, for profiles and user data", tuple(_store())),
        Section(
            "Storms and deployment",
            (*(_sustained(phase) for phase in STORMS), *_login_storm(), *_boot_storm(), *_deployment()),
        ),
        Section("Wear of the drives", tuple(_wear())),
        Section("One drive lost", tuple(_degraded())),
        Section("Criteria for a block", tuple(_criteria())),
    )
