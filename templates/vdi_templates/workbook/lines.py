"""The lines of the model: each figure of a design, declared once.

A line has a name (the library's name of the figure), a label, a unit, a note, a number format and a native
formula. Formulas name other figures in braces: `{vms}` is a line of the same design, `{design.bays}` an input of
the Designs sheet, `{settings.vat_share}` a setting. The builder renders them as plain references.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from vdi_sizing.model.sizing import (
    BILLED_PER,
    CHART_CAP,
    CHECKS,
    DASH,
    DAYS_PER_YEAR,
    DRIVES_BY,
    FAILURES,
    GB_GIVEN,
    LIMITS,
    NO_LIMIT,
    NO_PRICE,
    NONE,
    NOT_GIVEN,
    OBJECTS,
    REPLACES,
    WARNINGS,
)
from vdi_sizing.scenario import ELSEWHERE, PARTS, PHASES, POOL, TIERS
from vdi_sizing.tables.drives import HDD
from vdi_templates.workbook import lines_money, lines_storms
from vdi_templates.workbook.line import (
    BAR,
    EUR_CENT,
    FLAG,
    ONE,
    PART_TITLES,
    SHARE,
    THREE,
    TWO,
    VMS,
    VMS_EXACT,
    VMS_ORDER,
    WHOLE,
    Line,
    Section,
    down,
    per_tier,
    up,
)
from vdi_templates.workbook.lines_response import response_at_load, response_in_words, response_limit, targets, workings


def _of_case(column: str, weight: str = "") -> str:
    """The sum over the concurrent VMs of the design's load case."""
    factors = ["(Users[case]={design.case})", "Users[VMs]", "Users[concurrency]", f"Users[{column}]"]
    return f"SUMPRODUCT({'*'.join(factors)}{weight})"


def _load() -> Iterator[Line]:
    yield Line("all_vms", "VMs of this case", "VMs", "SUMPRODUCT((Users[case]={design.case})*Users[VMs])", WHOLE)
    yield Line(
        "vms", "concurrent VMs", "VMs",
        "SUMPRODUCT((Users[case]={design.case})*Users[VMs]*Users[concurrency])", ONE,
        "VMs x concurrency; IOPS and RAM count these",
    )  # fmt: skip
    yield Line("vms_whole", "concurrent VMs, whole", "VMs", up("{vms}"), WHOLE)
    for phase in PHASES:
        iops, share = f"{phase} IOPS", f"Users[{phase} read share]"
        yield Line(
            f"{phase}_given", f"{phase} load given", "0/1",
            f'IF(SUMPRODUCT((Users[case]={{design.case}})*(Users[{iops}]<>""))>0,1,0)', FLAG,
        )  # fmt: skip
        yield Line(f"{phase}_reads", f"{phase} ROPS", "IOPS", _of_case(iops, f"*{share}"), ONE, "front-end reads")
        yield Line(
            f"{phase}_writes",
            f"{phase} WOPS",
            "IOPS",
            _of_case(iops, f"*(1-{share})"),
            ONE,
            "front-end writes",
        )
    for phase in PHASES:
        peak = "*{design.steady_peak_factor}" if phase == "steady" else ""
        note = "of the concurrent VMs" + (", x steady peak factor" if peak else "")
        for what in ("reads", "writes"):
            yield Line(
                f"{phase}_{what}_per_vm",
                f"{phase} {what} per VM",
                "IOPS",
                f"{{{phase}_{what}}}/{{vms}}{peak}",
                TWO,
                note,
            )
        yield Line(
            f"{phase}_iops_per_vm", f"{phase} IOPS per VM", "IOPS",
            f"{{{phase}_reads_per_vm}}+{{{phase}_writes_per_vm}}",
        )  # fmt: skip
    for name, column, unit in (
        ("ram_gib", "RAM GiB", "GiB"),
        ("vcpus", "vCPU", "vCPU"),
        ("delta_gb", "delta GB", "GB"),
        ("swap_gb", "swap GB", "GB"),
        ("log_gb", "log GB", "GB"),
    ):
        yield Line(f"{name}_per_vm", f"{column.split()[0]} per VM", unit, f"{_of_case(column)}/{{vms}}")
    yield Line(
        "persistent_gb_per_vm", "what persists, per concurrent VM", "GB",
        "SUMPRODUCT((Users[case]={design.case})*Users[VMs]*Users[persistent GB])/{vms}", TWO,
        "all VMs count, whether in use or not",
    )  # fmt: skip


_LOOK_UPS = (
    ("drive_gb", "drive capacity", "GB", "Drives[capacity GB]", "drive", 1, ONE),
    ("rated_read_iops", "rated read IOPS", "IOPS", "Drives[read IOPS]", "drive", 1, WHOLE),
    ("rated_write_iops", "rated write IOPS", "IOPS", "Drives[write IOPS]", "drive", 1, WHOLE),
    ("dwpd", "rated DWPD", "1/d", "Drives[DWPD]", "drive", 0, TWO),
    ("write_penalty", "write penalty", "x", "RAID[write penalty]", "raid", 1, ONE),
    ("write_reads", "of it reads", "x", "RAID[reads per write]", "raid", 0, ONE),
    ("usable_share", "usable share", "0..1", "RAID[usable share]", "raid", 1, THREE),
    ("parity_drives", "parity drives", "drives", "RAID[parity drives]", "raid", 0, WHOLE),
    ("min_drives", "minimum of drives", "drives", "RAID[minimum]", "raid", 1, WHOLE),
    ("multiple", "multiple of drives", "drives", "RAID[multiple]", "raid", 1, WHOLE),
    ("write_phases", "write phases", "", "RAID[write phases]", "raid", 1, WHOLE),
    ("write_fork", "write fork", "", "RAID[write fork]", "raid", 1, WHOLE),
)


def _look_ups(prefix: str, title: str) -> Iterator[Line]:
    yield Line(f"{prefix}_used", f"{title}: in use", "0/1", f'IF({{design.{prefix}_drive}}="",0,1)', FLAG)
    yield Line(
        f"{prefix}_known", f"{title}: drive and RAID level stand on their sheets", "0/1",
        f'IF({{{prefix}_used}}=0,1,IF({{design.{prefix}_raid}}="",0,IF(SUMPRODUCT(1*(Drives[drive]={{design.{prefix}_drive}}))=0,0,'
        f"IF(SUMPRODUCT(1*(RAID[RAID level]={{design.{prefix}_raid}}))=0,0,1))))", FLAG,
    )  # fmt: skip
    yield Line(
        f"{prefix}_part", f"{title}: part of the drive", "",
        f'IF({{{prefix}_used}}=0,"",INDEX(Drives[part],MATCH({{design.{prefix}_drive}},Drives[drive],0)))', "@",
        "the part that the price list knows",
    )  # fmt: skip
    yield Line(
        f"{prefix}_kind", f"{title}: kind of the drive", "",
        f'IF({{{prefix}_used}}=0,"",INDEX(Drives[kind],MATCH({{design.{prefix}_drive}},Drives[drive],0))&"")', "@",
    )  # fmt: skip
    kind = f"TRIM({{{prefix}_kind}})"
    yield Line(
        f"{prefix}_flash", f"{title}: flash drive", "0/1", f'IF(OR({kind}="",{kind}="{HDD}"),0,1)', FLAG,
        f"its kind is given and is not {HDD}",
    )  # fmt: skip
    yield Line(
        f"{prefix}_generation", f"{title}: generation of the drive", "",
        f'IF({{{prefix}_used}}=0,"",INDEX(Drives[generation],MATCH({{design.{prefix}_drive}},Drives[drive],0))&"")', "@",
    )  # fmt: skip
    for name, label, unit, column, key, unused, number_format in _LOOK_UPS:
        table = {"drive": "Drives[drive]", "raid": "RAID[RAID level]"}[key]
        yield Line(
            f"{prefix}_{name}", f"{title}: {label}", unit,
            f"IF({{{prefix}_used}}=0,{unused},INDEX({column},MATCH({{design.{prefix}_{key}}},{table},0)))",
            number_format,
        )  # fmt: skip


def _given_or(given: str, computed: str) -> str:
    return f'IF({{design.{given}}}<>"",{{design.{given}}},{computed})'


def _if_used(tier: str, formula: str) -> str:
    """What stands beside a blank drive does not matter."""
    return f"IF({{{tier}_used}}=0,0,{formula})"


def _cache_hits() -> Iterator[Line]:
    for what in ("read", "write"):
        yield Line(
            f"cache_{what}_hit",
            f"flash cache: {what} hit",
            "0..1",
            f"IF({{cache_used}}=0,0,{{design.cache_{what}_hit}})",
            SHARE,
        )


def _shares() -> Iterator[Line]:
    yield Line("tiers_used", "tiers in use", "tiers", "{tier1_used}+{tier2_used}+{tier3_used}", WHOLE)
    yield from per_tier(
        Line(
            "tier#_given_gb", "tier #: usable GB of the drives given", "GB",
            "{tier#_used}*MAX(0,{design.tier#_drives}-{tier#_parity_drives})*{tier#_usable_share}*{tier#_drive_gb}",
            ONE,
        )
    )  # fmt: skip
    yield Line(
        "given_gb",
        "usable GB of the drives given",
        "GB",
        "{tier1_given_gb}+{tier2_given_gb}+{tier3_given_gb}",
        ONE,
    )
    for k in TIERS:
        tier = f"tier{k}"
        yield Line(
            f"{tier}_share_of_capacity", f"tier {k}: share of the pool's capacity", "0..1",
            _if_used(
                tier,
                _given_or(
                    f"{tier}_share_of_capacity",
                    f"IF({{tiers_used}}=1,1,IF({{given_gb}}=0,0,{{{tier}_given_gb}}/{{given_gb}}))",
                ),
            ),
            SHARE, "given, or by usable GB, in use or not",
        )  # fmt: skip
        below = "+".join(f"{{tier{j}_share_of_capacity}}" for j in TIERS if j <= k)
        faster = "".join(f"-{{tier{j}_skew_io_share}}" for j in TIERS if j < k)
        exponent = "(LN(0.5)/LN({design.skew}))"
        own = f"((1-(1-MIN(1,{below}))^{exponent})^(1/{exponent}){faster})"
        yield Line(
            f"{tier}_skew_io_share", f"tier {k}: share of the I/O by the skew", "0..1",
            f'IF({{design.skew}}="",0,IF(ROUND({own},9)=0,0,{own}))',
            SHARE, "Lamé curve, an estimate [mine]; if much stays empty, give shares",
        )  # fmt: skip
        for what in ("reads", "writes"):
            yield Line(
                f"{tier}_share_of_{what}", f"tier {k}: share of the {what}", "0..1",
                _if_used(
                    tier, _given_or(f"{tier}_share_of_{what}", f"IF({{tiers_used}}=1,1,{{{tier}_skew_io_share}})")
                ),
                SHARE, "given, or by the skew",
            )  # fmt: skip


def _drive_load(prefix: str, title: str, phase: str, reads: str, writes: str) -> Iterator[Line]:
    name = f"{prefix}_{phase}"
    yield Line(
        f"{name}_backend_reads", f"{title}: {phase} back-end reads per VM", "IOPS",
        f"{reads}+{writes}*{{{prefix}_write_reads}}", TWO, "reads + writes x reads per write",
    )  # fmt: skip
    yield Line(
        f"{name}_backend_writes", f"{title}: {phase} back-end writes per VM", "IOPS",
        f"{writes}*({{{prefix}_write_penalty}}-{{{prefix}_write_reads}})",
    )  # fmt: skip
    yield Line(
        f"{name}_backend_iops", f"{title}: {phase} back-end IOPS per VM", "IOPS",
        f"{{{name}_backend_reads}}+{{{name}_backend_writes}}", TWO, "ROPS + WOPS x write penalty, less hits",
    )  # fmt: skip
    yield Line(
        f"{name}_backend_read_share", f"{title}: {phase} back-end read share", "0..1",
        f"IF({{{name}_backend_iops}}=0,1,{{{name}_backend_reads}}/{{{name}_backend_iops}})", SHARE,
    )  # fmt: skip
    share = f"{{{name}_backend_read_share}}"
    yield Line(
        f"{name}_drive_iops", f"{title}: {phase} drive IOPS", "IOPS",
        f"IF({{{prefix}_used}}=0,1,{{design.{prefix}_derating}})"
        f"/({share}/{{{prefix}_rated_read_iops}}+(1-{share})/{{{prefix}_rated_write_iops}})",
        ONE, "derating / (read share / read IOPS + write share / write IOPS)",
    )  # fmt: skip


def _back_end() -> Iterator[Line]:
    for phase in PHASES:
        reads, writes = f"{{{phase}_reads_per_vm}}", f"{{{phase}_writes_per_vm}}"
        for k in TIERS:
            tier = f"tier{k}"
            yield from _drive_load(
                tier, f"tier {k}", phase,
                f"{reads}*(1-{{cache_read_hit}})*{{{tier}_share_of_reads}}*(1-{{design.{tier}_read_hit}})",
                f"{writes}*(1-{{cache_write_hit}})*{{{tier}_share_of_writes}}*(1-{{design.{tier}_write_coalesced}})",
            )  # fmt: skip
        yield from _drive_load(
            "cache", "flash cache", phase,
            f"{reads}*{{cache_read_hit}}*{{cache_used}}",
            f"{writes}*{{cache_write_hit}}*{{cache_used}}",
        )  # fmt: skip


_THINGS = {
    "replica": "replica or vDisk", "template": "template", "clone": "clones, logs, overhead",
    "swap": "swap files", "persistent": "what persists",
}  # fmt: skip
_FIXED_GB = {
    "replica": "{design.replica_gb}*{design.replicas}", "template": "{design.template_gb}", "clone": "{design.overhead_gb}"
}  # fmt: skip
_GB_PER_VM = {
    "clone": "({delta_gb_per_vm}+{log_gb_per_vm})", "swap": "{swap_gb_per_vm}", "persistent": "{persistent_gb_per_vm}"
}  # fmt: skip


def _capacity() -> Iterator[Line]:
    for k in TIERS:
        for thing in OBJECTS:
            location = f"{{design.{thing}_location}}"
            yield Line(
                f"tier{k}_{thing}_share", f"tier {k}: share of {_THINGS[thing]}", "0..1",
                f'IF({location}="{POOL}",{{tier{k}_share_of_capacity}},IF({location}="tier {k}",1,0))', SHARE,
            )  # fmt: skip
        yield Line(
            f"tier{k}_fixed_gb", f"tier {k}: GB fixed per block", "GB",
            "+".join(f"{gb}*{{tier{k}_{thing}_share}}" for thing, gb in _FIXED_GB.items()), ONE,
        )  # fmt: skip
        yield Line(
            f"tier{k}_gb_per_vm", f"tier {k}: GB per VM", "GB",
            "+".join(f"{gb}*{{tier{k}_{thing}_share}}" for thing, gb in _GB_PER_VM.items()), TWO,
        )  # fmt: skip
    for name, label, parts in (
        ("fixed_gb", "GB fixed per block", _FIXED_GB), ("gb_per_vm", "GB per VM", _GB_PER_VM)
    ):  # fmt: skip
        yield Line(
            name, f"{label}, all tiers", "GB",
            "+".join(f'{gb}*IF({{design.{t}_location}}="{ELSEWHERE}",0,1)' for t, gb in parts.items()),
        )  # fmt: skip


def _given_limits() -> Iterator[Line]:
    ram = "({ram_gib_per_vm}+{design.ram_overhead_gib})"
    no_limit = f"{NO_LIMIT:.0f}"
    yield Line(
        "limit_ram", LIMITS["ram"], "VMs",
        f'IF({{design.ram_gib}}="",{no_limit},IF({{ram_gib_per_vm}}=0,{no_limit},{down(f"{{design.ram_gib}}/{ram}")}))',
        VMS, "RAM per block / (RAM + overhead per VM); no over-commitment",
    )  # fmt: skip
    cores = down("{design.cores}*{design.vcpus_per_core}/{vcpus_per_vm}")
    yield Line(
        "limit_cores", LIMITS["cores"], "VMs",
        f'IF({{design.cores}}="",{no_limit},IF({{vcpus_per_vm}}=0,{no_limit},{cores}))', VMS,
    )  # fmt: skip
    for name in ("measured", "given"):
        yield Line(f"limit_{name}", LIMITS[name], "VMs", _given_or(f"{name}_vms", no_limit), VMS)


def _target() -> Iterator[Line]:
    yield from _given_parts()
    yield Line(
        "target_vms", "VMs of a full block, where drives are counted", "VMs",
        "MIN({vms_whole},{limit_ram},{limit_cores},{limit_measured},{limit_given},{given_parts_vms})", WHOLE,
        "the smallest of users, RAM, cores, measured and given number, given parts",
    )  # fmt: skip


def _given_parts() -> Iterator[Line]:
    no_limit = f"{NO_LIMIT:.0f}"
    for part, title in PART_TITLES.items():
        drives = f"{{design.{part}_drives}}"
        by_phase = ",".join(_vms_by_drives(part, phase, drives) for phase in PHASES)
        yield Line(
            f"{part}_given_vms", f"{title}: VMs that the drives given carry", "VMs",
            f'IF({drives}="",{no_limit},MIN({by_phase}))', VMS_EXACT, "by the IOPS of each phase",
        )  # fmt: skip
    for k in TIERS:
        capacity = _vms_in(f"{{tier{k}_given_gb}}", f"{{tier{k}_fixed_gb}}", f"{{tier{k}_gb_per_vm}}")
        yield Line(
            f"tier{k}_given_capacity_vms", f"tier {k}: VMs in the drives given", "VMs",
            f'IF({{design.tier{k}_drives}}="",{no_limit},{capacity})', VMS_EXACT, "by capacity",
        )  # fmt: skip
    by_parts = ",".join(f"{{{part}_given_vms}}" for part in PART_TITLES)
    by_block = ",".join(_vms_by_usable_iops(phase) for phase in PHASES)
    by_iops = (
        f'IF({{design.measured_vms}}<>"",{no_limit},IF({{design.usable_iops}}<>"",MIN({by_block}),MIN({by_parts})))'
    )
    tiers = ",".join(f"{{tier{k}_given_capacity_vms}}" for k in TIERS)
    whole = _vms_in("{design.usable_gb}", "{fixed_gb}", "{gb_per_vm}")
    by_capacity = f'IF({{design.usable_gb}}<>"",{whole},MIN({tiers}))'
    yield Line(
        "given_parts_vms", "VMs that the parts given carry", "VMs",
        f"IF({{counting}}=0,{no_limit},MIN({no_limit},{down(f'MIN({by_iops},{by_capacity})')}))", VMS,
        "where drives are counted beside them",
    )  # fmt: skip


def _vms_by_drives(part: str, phase: str, drives: str) -> str:
    load = f"{{{part}_{phase}_backend_iops}}"
    return f"IF({load}=0,{NO_LIMIT:.0f},{drives}*{{{part}_{phase}_drive_iops}}*{{design.max_utilization}}/{load})"


def _vms_by_usable_iops(phase: str) -> str:
    per_vm = f"{{{phase}_iops_per_vm}}"
    return f"IF({per_vm}=0,{NO_LIMIT:.0f},{{design.usable_iops}}/{per_vm})"


def _rounded(expression: str) -> str:
    choice = "{settings.drive_rounding}"
    return (
        f'IF({choice}="up",{up(expression)},IF({choice}="nearest",ROUND(ROUND({expression},9),0),{down(expression)}))'
    )


_REASONS = {"steady": "steady IOPS", "login": "login storm", "boot": "boot storm", "capacity": "capacity"}


def _drives() -> Iterator[Line]:
    for k in TIERS:
        tier, title = f"tier{k}", f"tier {k}"
        for phase in PHASES:
            load = f"{{target_vms}}*{{{tier}_{phase}_backend_iops}}"
            yield Line(
                f"{tier}_drives_by_{phase}", f"{title}: drives by {_REASONS[phase]}", "drives",
                _rounded(f"{load}/({{{tier}_{phase}_drive_iops}}*{{design.max_utilization}})"), WHOLE,
                "back-end IOPS / (drive IOPS x maximum utilisation)",
            )  # fmt: skip
        yield Line(
            f"{tier}_needed_gb", f"{title}: GB needed", "GB",
            f'IF({{design.usable_gb}}<>"",0,({{{tier}_fixed_gb}}+{{target_vms}}*({{{tier}_gb_per_vm}}'
            "*(1+{design.vm_headroom})))/(1-{design.array_headroom}))", ONE,
        )  # fmt: skip
        data = up(f"{{{tier}_needed_gb}}/{{{tier}_drive_gb}}/{{{tier}_usable_share}}")
        yield Line(
            f"{tier}_drives_by_capacity", f"{title}: drives by capacity", "drives",
            f"IF(ROUND({{{tier}_needed_gb}},9)=0,0,{data}+{{{tier}_parity_drives}})", WHOLE,
        )  # fmt: skip
        reasons = ",".join(f"{{{tier}_drives_by_{reason}}}" for reason in DRIVES_BY)
        yield Line(
            f"{tier}_drives_plain", f"{title}: drives by the plain formula", "drives", f"MAX({reasons})", WHOLE,
            "the largest, before the RAID multiple",
        )  # fmt: skip
        largest = (
            f"MAX({{{tier}_drives_plain}},{{{tier}_drives_by_response}},{{{tier}_min_drives}})/{{{tier}_multiple}}"
        )
        yield Line(
            f"{tier}_drives_by_response", f"{title}: drives by response time", "drives",
            f'IF({{design.response_limit_ms}}="",0,IF({{{tier}_highest_utilization}}=0,0,'
            f'{up(f"{{target_vms}}*{{{tier}_steady_backend_iops}}/({{{tier}_steady_drive_iops}}*{{{tier}_highest_utilization}})")}))',
            WHOLE, "back-end IOPS / (drive IOPS x highest utilisation); 0 where unattainable",
        )  # fmt: skip
        yield Line(
            f"{tier}_drives_counted", f"{title}: drives counted", "drives",
            f"{{{tier}_used}}*{up(largest)}*{{{tier}_multiple}}", WHOLE, "at least the RAID minimum, in its multiple",
        )  # fmt: skip
        yield Line(
            f"{tier}_counting", f"{title}: drives are counted", "0/1",
            f'IF({{design.{tier}_drives}}="",{{{tier}_used}},0)', FLAG,
        )  # fmt: skip
        yield Line(
            f"{tier}_drives", f"{title}: drives per block", "drives",
            _given_or(f"{tier}_drives", f"{{{tier}_drives_counted}}"), WHOLE, "given, or counted",
        )  # fmt: skip
        yield Line(
            f"{tier}_drives_bought", f"{title}: drives with spares", "drives",
            f"{{{tier}_drives}}+{{design.{tier}_spares}}*{{{tier}_used}}", WHOLE,
        )  # fmt: skip
    yield Line("cache_drives", "flash cache: drives per block", "drives", _given_or("cache_drives", "0"), WHOLE)
    for name, label in (
        *((f"drives_by_{reason}", f"drives by {_REASONS[reason]}") for reason in DRIVES_BY),
        ("drives_plain", "drives by the plain formula"),
        ("drives_by_response", "drives by response time"),
        ("drives_counted", "drives in the RAID multiple"),
    ):
        parts = "+".join(f"{{tier{k}_{name}}}" for k in TIERS)
        yield Line(name, f"{label}, all tiers", "drives", parts, WHOLE)
    yield Line(
        "drives_per_block", "drives per block", "drives",
        "{tier1_drives_bought}+{tier2_drives_bought}+{tier3_drives_bought}+{cache_drives}", WHOLE,
        "all tiers and the flash cache, with spares",
    )  # fmt: skip


def _estimates() -> Iterator[Line]:
    no_limit = f"{NO_LIMIT:.0f}"
    for phase in PHASES:
        for part, title in PART_TITLES.items():
            yield Line(
                f"{part}_{phase}_vms", f"{title}: VMs by {_REASONS[phase]}", "VMs",
                _vms_by_drives(part, phase, f"{{{part}_drives}}"), VMS_EXACT,
            )  # fmt: skip
        by_drives = f"MIN({','.join(f'{{{part}_{phase}_vms}}' for part in PART_TITLES)})"
        by_block = _vms_by_usable_iops(phase)
        yield Line(
            f"estimate_{phase}", f"estimate by {_REASONS[phase]}", "VMs",
            f'MIN({no_limit},{down(f"IF({{design.usable_iops}}<>{chr(34) * 2},{by_block},{by_drives})")})',
            VMS, "stays visible where a measured number replaces it",
        )  # fmt: skip
    for k in TIERS:
        yield Line(
            f"tier{k}_usable_gb", f"tier {k}: usable capacity", "GB",
            f"{{tier{k}_used}}*MAX(0,{{tier{k}_drives}}-{{tier{k}_parity_drives}})"
            f"*{{tier{k}_usable_share}}*{{tier{k}_drive_gb}}", ONE,
        )  # fmt: skip
        yield Line(
            f"tier{k}_capacity_vms", f"tier {k}: VMs by capacity", "VMs",
            _vms_in(f"{{tier{k}_usable_gb}}", f"{{tier{k}_fixed_gb}}", f"{{tier{k}_gb_per_vm}}"), VMS_EXACT,
        )  # fmt: skip
    yield Line(
        "usable_gb", "usable capacity per block", "GB",
        _given_or("usable_gb", "{tier1_usable_gb}+{tier2_usable_gb}+{tier3_usable_gb}"), ONE,
    )  # fmt: skip
    yield Line(
        "hot_set_gb", "hot set: capacity that takes the skew's share of the I/O", "GB",
        'IF({design.skew}="",0,(1-{design.skew})*{usable_gb})', ONE, "(1 - skew) x usable capacity, in use or not",
    )  # fmt: skip
    whole = _vms_in("{usable_gb}", "{fixed_gb}", "{gb_per_vm}")
    yield Line(
        "capacity_vms", "VMs by capacity", "VMs",
        f'IF({{design.usable_gb}}<>"",{whole},MIN({{tier1_capacity_vms}},{{tier2_capacity_vms}},{{tier3_capacity_vms}}))',
        VMS_EXACT, "(usable x (1 - headroom) - fixed) / (GB per VM x (1 + headroom per VM))",
    )  # fmt: skip
    yield Line(
        "counting",
        "drives are counted",
        "0/1",
        "MAX({tier1_counting},{tier2_counting},{tier3_counting})",
        FLAG,
    )


def _vms_in(usable: str, fixed: str, per_vm: str) -> str:
    needs = f"({per_vm}*(1+{{design.vm_headroom}}))"
    return f"IF({needs}=0,{NO_LIMIT:.0f},MAX(0,{usable}*(1-{{design.array_headroom}})-{fixed})/{needs})"


def _limits() -> Iterator[Line]:
    """One contiguous range, in the order in which ties go."""
    no_limit = f"{NO_LIMIT:.0f}"
    declared = {line.name: line for line in _given_limits()}
    for name, label in LIMITS.items():
        if name in PHASES:
            formula = f'IF({{design.measured_vms}}<>"",{no_limit},{{estimate_{name}}})'
            yield Line(f"limit_{name}", label, "VMs", formula, VMS)
        elif name == "response":
            binds = "OR({estimate_response}>={loaded_vms},{target_met}=0)"
            known_for = f"IF({{loaded_vms}}<{{vms_whole}},{no_limit},{{loaded_vms}})"
            formula = f'IF({{design.measured_vms}}<>"",{no_limit},IF({binds},{{estimate_response}},{known_for}))'
            note = "the estimate; where all I/Os together meet the target all the same, what that was looked at for"
            yield Line("limit_response", label, "VMs", formula, VMS, note)
        elif name == "capacity":
            yield Line("limit_capacity", label, "VMs", f"MIN({no_limit},{down('{capacity_vms}')})", VMS)
        elif name == "target":
            yield Line(
                "limit_target", label, "VMs", f"IF({{counting}}=1,{{target_vms}},{no_limit})", VMS,
                "where drives are counted, a block is not filled beyond its target",
            )  # fmt: skip
        else:
            yield declared[f"limit_{name}"]


def _binding() -> Iterator[Line]:
    names = list(LIMITS)
    first, last = f"{{limit_{names[0]}}}", f"{{limit_{names[-1]}}}"
    yield Line("vms_per_block", "VMs per block", "VMs", f"MIN({first}:{last})", VMS, "the smallest limit")
    for position, name in enumerate(names, start=1):
        yield Line(
            f"order_{name}", f"order of {LIMITS[name]}", "", f"{{limit_{name}}}+{position}/1000", VMS_ORDER,
            "limit + position / 1000: ties go to the first",
        )  # fmt: skip
    keys = f"{{order_{names[0]}}}:{{order_{names[-1]}}}"
    no_limit = f"{NO_LIMIT:.0f}"
    yield Line("binding", "binding limit, position", "", f"MATCH(MIN({keys}),{keys},0)", FLAG)
    yield Line("next_binding", "next limit, position", "", f"MATCH(SMALL({keys},2),{keys},0)", FLAG)
    yield Line("next_vms", "VMs at the next limit", "VMs", down(f"SMALL({keys},2)"), VMS)
    yield Line(
        "next_margin_vms", "margin to the next limit", "VMs",
        f"IF({{next_vms}}>={no_limit},{no_limit},{{next_vms}}-{{vms_per_block}})", f'[>={no_limit}]"{DASH}";{WHOLE}',
    )  # fmt: skip
    yield Line("limited", "a limit is known", "0/1", f"IF({{vms_per_block}}<{no_limit},1,0)", FLAG)
    yield Line("feasible", "a block carries at least one VM", "0/1", "IF({vms_per_block}<1,0,{limited})", FLAG)
    yield Line("vms_carried", "VMs per block, 0 where no limit is known", "VMs", "{feasible}*{vms_per_block}", WHOLE)


def _blocks() -> Iterator[Line]:
    yield Line(
        "blocks_needed", "blocks for the users", "blocks",
        f"{{feasible}}*{up('{vms_whole}/MAX(1,{vms_per_block})')}", WHOLE,
    )  # fmt: skip
    yield Line("blocks", "blocks with spares", "blocks", "{blocks_needed}+{feasible}*{design.spare_blocks}", WHOLE)
    yield Line("drives_total", "drives of all blocks", "drives", "{blocks}*{drives_per_block}", WHOLE)
    yield Line(
        "bays_missing", "drive bays missing", "drives",
        'IF({design.bays}="",0,MAX(0,{drives_per_block}-{design.bays}))', WHOLE,
    )  # fmt: skip
    off = "{steady_iops_per_vm}/{design.steady_peak_factor}/{design.measured_iops_per_vm}-1"
    yield Line(
        "measured_mix_off", "load off the measured one", "0..1",
        f'IF({{design.measured_iops_per_vm}}="",0,IF({{design.measured_vms}}="",0,MAX({off},-({off}))))', SHARE,
    )  # fmt: skip


_BILLED = {
    "block": "block", "vm": "VM", "drive1": "drive of tier 1", "drive2": "drive of tier 2",
    "drive3": "drive of tier 3", "cache_drive": "drive of the flash cache", "once": "project, once",
}  # fmt: skip


def _money() -> Iterator[Line]:
    yield Line("bill_rows", "parts on the bill", "parts", "SUMPRODUCT((Bill[design]={design.name})*1)", WHOLE)
    yield Line("prices_missing", "parts without a price", "parts", "{cost.missing}", WHOLE)
    yield Line("priced", "all prices known", "0/1", "IF({bill_rows}=0,0,IF({prices_missing}=0,1,0))", FLAG)
    for name, per in BILLED_PER.items():
        yield Line(
            f"parts_per_{name}_eur", f"parts per {_BILLED[name]}", "EUR",
            f'SUMIFS({{cost.amounts}},{{cost.per}},"{per}")', EUR_CENT, "net, from the Cost sheet",
        )  # fmt: skip
    yield Line(
        "known_block_eur", "block without parts per VM", "EUR",
        "{parts_per_block_eur}+{parts_per_drive1_eur}*{tier1_drives_bought}+{parts_per_drive2_eur}*{tier2_drives_bought}"
        "+{parts_per_drive3_eur}*{tier3_drives_bought}+{parts_per_cache_drive_eur}*{cache_drives}", EUR_CENT, "known prices",
    )  # fmt: skip
    yield Line(
        "known_full_block_eur", "full block", "EUR", "{known_block_eur}+{parts_per_vm_eur}*{vms_per_block}", EUR_CENT,
        "known prices; parts bought once stand apart",
    )  # fmt: skip
    yield Line(
        "known_users_eur", "all for these users", "EUR",
        "{blocks}*{known_block_eur}+{parts_per_vm_eur}*{vms_whole}+{parts_per_once_eur}", EUR_CENT, "known prices",
    )  # fmt: skip
    yield Line(
        "known_eur_per_vm_full_block", "EUR per VM of a full block, as a number", "EUR",
        "{priced}*{feasible}*{known_full_block_eur}/MAX(1,{vms_per_block})", EUR_CENT, "0 where a price is missing",
    )  # fmt: skip
    yield Line(
        "known_eur_per_vm", "EUR per VM for these users, as a number", "EUR",
        "{priced}*{feasible}*{known_users_eur}/{vms_whole}", EUR_CENT, "0 where a price is missing",
    )  # fmt: skip
    yield Line(
        "known_eur_per_vm_with_vat",
        "the same with VAT",
        "EUR",
        "{known_eur_per_vm}*(1+{settings.vat_share})",
        EUR_CENT,
    )
    for name, label in (
        ("full_block_eur", "price of a full block"),
        ("users_eur", "price of all for these users"),
        ("eur_per_vm_full_block", "EUR per VM of a full block"),
        ("eur_per_vm", "EUR per VM for these users"),
        ("eur_per_vm_with_vat", "EUR per VM for these users, with VAT"),
    ):
        yield Line(
            name, label, "EUR", f'IF({{priced}}*{{feasible}}=0,"{NO_PRICE}",{{known_{name}}})', EUR_CENT,
            "per concurrent VM" if "per_vm" in name else "",
        )  # fmt: skip


def _in_words() -> Iterator[Line]:
    names = list(LIMITS)
    labels = f"{{label.limit_{names[0]}}}:{{label.limit_{names[-1]}}}"
    for name, position, unknown in (
        ("binding_name", "binding", "{limited}=0"),
        ("next_name", "next_binding", f"{{next_vms}}>={NO_LIMIT:.0f}"),
    ):
        yield Line(
            name, "binding limit" if name == "binding_name" else "next limit", "",
            f'IF({unknown},"{NONE}",INDEX({labels},{{{position}}}))', "@",
        )  # fmt: skip


def _limits_in_words() -> Iterator[Line]:
    missing = {
        **{phase: f"{{{phase}_given}}=0" for phase in PHASES},
        "response": 'OR({steady_given}=0,{design.response_limit_ms}="")',
        "capacity": "{delta_gb_per_vm}+{log_gb_per_vm}+{swap_gb_per_vm}+{persistent_gb_per_vm}=0",
        "ram": 'OR({ram_gib_per_vm}=0,{design.ram_gib}="")',
        "cores": 'OR({vcpus_per_vm}=0,{design.cores}="")',
        "measured": '{design.measured_vms}=""',
        "given": '{design.given_vms}=""',
    }
    for name, limit in zip(LIMITS, _limits(), strict=True):
        shown, estimate = f"{{limit_{name}}}", f"{{estimate_{name}}}"
        if name in (*PHASES, "response"):
            shown = f'IF({estimate}<{shown},"{REPLACES}"&TEXT({estimate},"0"),{shown})'
        if name in missing:
            shown = f'IF({missing[name]},"{NOT_GIVEN}",{shown})'
        yield Line(f"{limit.name}_words", limit.label, "VMs", shown, VMS, limit.note)


def _iso_date(date: str) -> str:
    """TEXT(date,"yyyy-mm-dd") would mean something else in a German Excel."""
    return f'YEAR({date})&"-"&RIGHT("0"&MONTH({date}),2)&"-"&RIGHT("0"&DAY({date}),2)'


def _parts_in_words() -> Iterator[Line]:
    yield from response_in_words()
    for prefix, title in PART_TITLES.items():
        drives = f"{prefix}_drives" if prefix == "cache" else f"{prefix}_drives_bought"
        yield Line(
            f"{prefix}_words", title, "",
            f'IF({{{prefix}_used}}=0,"{DASH}",{{design.{prefix}_raid}}&": "&TEXT({{{drives}}},"0")&" x "&{{design.{prefix}_drive}})',
            "@", "drives with spares",
        )  # fmt: skip
    yield Line(
        "drives_by_capacity_words", "drives by capacity, all tiers", "drives",
        f'IF({{design.usable_gb}}<>"","{GB_GIVEN}",{{drives_by_capacity}})', WHOLE,
    )  # fmt: skip
    yield Line(
        "price_date",
        "oldest price of the bill",
        "",
        f'IF({{cost.dates}}=0,"{DASH}",{_iso_date("{cost.oldest}")})',
        "@",
        "of the parts with a price",
    )


def _checks_of_inputs(check: Callable[[str, str], Line]) -> Iterator[Line]:
    """What the library refuses; nobody stops a user who pastes it into the cells."""
    known = ",".join(f"{{{part}_known}}=1" for part in PARTS)
    yield check("known", f'AND({{design.case}}<>"",SUMPRODUCT(1*(Users[case]={{design.case}}))>0,{known})')
    without_drive = ",".join(f'OR({{{part}_used}}=1,{{design.{part}_drives}}="")' for part in PARTS)
    yield check(
        "given",
        'AND(OR({tiers_used}>0,{design.measured_vms}<>"",{design.given_vms}<>"",{design.usable_iops}<>""),'
        f'{without_drive},OR({{cache_used}}=0,{{design.cache_drives}}<>""),'
        'OR({design.cores}="",{design.vcpus_per_core}<>""))',
    )
    for what in ("reads", "writes", "capacity"):
        given = "+".join(f'{{tier{k}_used}}*({{design.tier{k}_share_of_{what}}}<>"")' for k in TIERS)
        yield Line(f"given_shares_of_{what}", f"tiers in use with a given share of {what}", "tiers", given, WHOLE)
    none_or_all = ",".join(
        f"OR({{given_shares_of_{what}}}=0,{{given_shares_of_{what}}}={{tiers_used}})" for what in ("reads", "writes")
    )
    yield check(
        "shares_given",
        f"OR({{tiers_used}}<2,AND({none_or_all},OR({{given_shares_of_capacity}}={{tiers_used}},"
        "{given_shares_of_capacity}+{counting}=0)))",
    )
    lives = "+".join(
        f"(1-{{tier{k}_used}})*({'+'.join(f'{{tier{k}_{thing}_share}}' for thing in OBJECTS)})" for k in TIERS
    )
    yield check("places", f"{lives}=0")


def _checks() -> Iterator[Line]:
    def check(name: str, condition: str) -> Line:
        kind = "warning" if name in WARNINGS else "error"
        return Line(f"check_{name}", CHECKS[name], "0/1", f"IF({condition},1,0)", FLAG, kind)

    yield from _checks_of_inputs(check)
    yield check("feasible", "{feasible}=1")
    for what in ("reads", "writes", "capacity"):
        parts = "+".join(f"{{tier{k}_share_of_{what}}}" for k in TIERS)
        yield Line(f"sum_of_{what}", f"sum of the tiers' shares of {what}", "0..1", parts, SHARE)
    pooled = ",".join(f'{{design.{thing}_location}}="{POOL}"' for thing in OBJECTS)
    yield check(
        "shares",
        "OR({tiers_used}=0,AND(ROUND({sum_of_reads}-1,9)=0,ROUND({sum_of_writes}-1,9)=0,"
        f"OR(NOT(OR({pooled})),ROUND({{sum_of_capacity}}-1,9)=0)))",
    )
    suits = [
        f'OR({{design.{tier}_drives}}="",AND({{design.{tier}_drives}}>={{{tier}_min_drives}},'
        f"MOD({{design.{tier}_drives}},{{{tier}_multiple}})=0))"
        for tier in PARTS
    ]
    yield check("raid", f"AND({','.join(suits)})")
    yield check("bays", "{bays_missing}=0")
    yield check("counted", "OR({counting}=0,{vms_per_block}>={target_vms})")
    yield check("response", "{limit_response}>=1")
    yield check("saturated", "{saturated}=0")
    yield check(
        "slow",
        "OR({saturated}=1,ROUND({response_ms}-{limit_used_ms},9)<=0,"
        'AND({design.response_limit_ms}<>"",{design.response_share}<>""))',
    )
    flash = "+".join(f"{{{part}_flash}}" for part in PART_TITLES)
    yield check("flash", f'OR({{design.response_limit_ms}}="",{flash}=0)')
    busy = ",".join(f"AND({{{part}_write_phases}}>1,ROUND({{{part}_utilization}}-0.5,9)>0)" for part in PART_TITLES)
    yield check("two_phases", f'OR({{design.response_limit_ms}}="",NOT(OR({busy})))')
    yield check("login", "ROUND({login_storm_share}-1,9)<=0")
    yield check("free", "ROUND({free_share_missing},9)=0")
    yield check("image_ram", "ROUND({image_ram_missing_gb},9)=0")
    yield check("endurance", "ROUND({dwpd_missing},9)=0")
    first = '""'
    for part in reversed(PARTS):
        first = f"IF({{{part}_used}}=1,{{{part}_generation}},{first})"
    yield Line("generation", "generation of its drives", "", first, "@")
    others = "+".join(
        f"SUMPRODUCT(({{all.{part}_used}}=1)*({{all.{part}_generation}}<>{{generation}}))" for part in PARTS
    )
    used = "+".join(f"{{{part}_used}}" for part in PARTS)
    yield check("generation", f"OR({used}=0,{others}=0)")
    yield check("mix", "ROUND({measured_mix_off}-{settings.mix_tolerance},9)<=0")
    billed = []
    for part in PART_TITLES:
        per = "cache drive" if part == "cache" else f"drive {part[-1]}"
        rows = f'(Bill[design]={{design.name}})*(Bill[per]="{per}")'
        billed.append(f"IF({{{part}_used}}=1,SUMPRODUCT({rows}*(Bill[part]={{{part}_part}}))>0,SUMPRODUCT({rows})=0)")
    yield check("drives_billed", f"OR({{bill_rows}}=0,AND({','.join(billed)}))")
    yield check("prices", "{priced}=1")
    yield Line(
        "price_age_years", "age of the oldest price", "years",
        f"IF({{cost.dates}}=0,0,MAX(0,{{settings.as_of}}-{{cost.oldest}})/{DAYS_PER_YEAR})", ONE, "to the as-of date",
    )  # fmt: skip
    yield check(
        "running",
        'AND(OR({settings.eur_per_kwh}="",{watts_known}=1),'
        'OR({settings.eur_per_rack_unit_year}="",{design.rack_units}<>""))',
    )
    yield check("price_age", "ROUND({price_age_years}-{settings.price_age_limit_years},9)<=0")
    yield Line("bill_lines", "parts on the Cost sheet", "parts", "{cost.lines}", WHOLE)
    yield Line("bill_block_eur", "sum per block on the Cost sheet", "EUR", "{cost.block_eur}", EUR_CENT)
    yield Line("bill_users_eur", "sum for these users on the Cost sheet", "EUR", "{cost.users_eur}", EUR_CENT)
    yield check(
        "bill",
        "AND({bill_lines}={bill_rows},ROUND((ABS({bill_block_eur}-{known_full_block_eur})"
        "+ABS({bill_users_eur}-{known_users_eur}))/MAX(1,{known_full_block_eur}+{known_users_eur}),9)=0)",
    )
    for name, kept in (("errors", False), ("warnings", True)):
        failing = "+".join(f"(1-{{check_{check_name}}})" for check_name in CHECKS if (check_name in WARNINGS) == kept)
        yield Line(name, f"{name} of this design", "", failing, WHOLE)
    texts = "&".join(f'IF({{check_{name}}}=1,"","; {text}")' for name, text in FAILURES.items())
    yield Line(
        "failing", "what the checks say", "", f'IF({{errors}}+{{warnings}}=0,"{NONE}",MID({texts},3,5000))', "@",
        "errors and warnings",
    )  # fmt: skip


def _charts() -> Iterator[Line]:
    yield Line(
        "chart_cap", "longest bar", "VMs", f"{CHART_CAP:.0f}*MAX({{all.vms_carried}})", WHOLE,
        "four times the largest block; a limit beyond has no bar",
    )  # fmt: skip
    for name, label in LIMITS.items():
        formula = f"IF({{limit_{name}}}<={{chart_cap}},{{limit_{name}}},0)"
        yield Line(f"chart_{name}", label, "VMs", formula, BAR, "0: no such limit, or far beyond")
    for reason in (*DRIVES_BY, "response"):
        yield Line(
            f"chart_drives_by_{reason}", _REASONS.get(reason, "response time"), "drives", f"{{drives_by_{reason}}}", BAR
        )
    for name, label in (("eur_per_vm_full_block", "of a full block"), ("eur_per_vm", "for these users")):
        yield Line(f"chart_{name}", label, "EUR", f"{{known_{name}}}", BAR, "0: a price is missing")


def sections() -> tuple[Section, ...]:
    """All lines of the Sizing sheet, in order."""
    look_ups = [*(_look_ups(part, title) for part, title in PART_TITLES.items()), _cache_hits()]
    return (
        Section("Load of the case", tuple(_load())),
        Section("Drives and RAID levels, from their tables", tuple(line for group in look_ups for line in group)),
        Section("How capacity and I/O spread over the tiers", tuple(_shares())),
        Section("Back-end load per VM and what a drive sustains", tuple(_back_end())),
        Section("Capacity by tier", tuple(_capacity())),
        Section("Drives per block", (*_target(), *_drives())),
        *targets(),
        Section("VMs per block, estimated", tuple(_estimates())),
        Section("Limits: VMs per block by", tuple(_limits())),
        *response_limit(),
        Section("The binding limit", tuple(_binding())),
        *response_at_load(),
        Section("Blocks for these users", tuple(_blocks())),
        Section("Cost", tuple(_money())),
        *lines_money.sections(),
        *lines_storms.sections(),
        Section("In words", (*_in_words(), *_parts_in_words())),
        Section("Limits in words: VMs per block by", tuple(_limits_in_words())),
        Section("Checks", tuple(_checks())),
        Section("For the charts", tuple(_charts())),
        *workings(),
    )
