"""The functions as spreadsheet formulas over their arguments, each written by hand.

A formula uses the names of its arguments, as the catalogue has them. `FORMULAS` has it, `LIMITS` says which values an
argument may have; `lambdas` makes a LAMBDA of both. What no formula expresses stands in `WITHOUT`, with the reason.
"""

from __future__ import annotations

from vdi_sizing.formulas.hosts import TINY, TRIED
from vdi_sizing.words import NO_LIMIT_TEXT

_SHARES = (
    "read_share", "read_hit", "write_coalesced", "write_back", "capacity_share", "io_share", "hit_share", "write_hit",
    "preboot_share", "discount_share", "yearly_share", "vat_share", "p",
)  # fmt: skip
_ABOVE_0 = (
    "drive_iops", "limit_ms", "drive_gb", "rpm", "hdd_eur", "hdd_iops", "ssd_gb", "deviations",
    "rebuild_mb_s", "raid_write_factor", "extra_write_amplification", "transfer_mb_s", "window_s", "max_iops",
    "frontend_mb_s", "duration_s", "vm_ram_gib", "latency_ratio", "tbw", "concurrent", "host_ram_gib", "host_cores",
    "vcpus", "users_per_vcpu", "user_ram_gib", "cpus_per_host", "cores_per_cpu",
)  # fmt: skip
_DRIVES_ABOVE_0 = (
    "breakeven_drive_price", "burst_drain_s", "write_cache_gb", "required_dwpd", "ssd_life_years",
    "utilization", "response_time_ms", "response_time_percentile_ms", "share_within_ms",
    "share_within_bursts", "share_within_lognormal",
)  # fmt: skip

LIMITS = {
    **dict.fromkeys(_SHARES, "0..1"),
    **dict.fromkeys(_ABOVE_0, "above 0"),
    **dict.fromkeys(("max_utilization", "derating", "usable_share"), "above 0, to 1"),
    **dict.fromkeys(
        ("multiple", "pack", "write_penalty", "degraded_write_penalty", "reads_per_lost_read", "pue"), "from 1"
    ),
    "group_drives": "from 2",
    "skew": "0.5 to below 1",
    "share": "above 0, below 1",
    "hours_per_day": "above 0, to 24",
    "load_share": "0 to below 1",
    "array_headroom": "0 to below 1",
    "yearly_change_share": "-1..1",
    "low": "any",
    "base": "any",
    "high": "any",
    "service_shape": "1 alone",
    "write_phases": "1 or 2",
    "write_fork": "1, 2 or 3",
}
"""What an argument may be, where it is not "from 0", the rule."""

LIMITS_OF = {
    "effective_drive_iops": {"read_iops": "above 0", "write_iops": "above 0"},
    "cost_per_vm": {"vms": "above 0"},
    "iops_per_vm": {"vms": "above 0"},
    "storm_duration_s": {"vms": "above 0"},
    "breakeven_drive_price": {"vms": "above 0"},
    "breakeven_vms": {"other_eur_per_vm": "above 0"},
    "write_cache_gb": {"io_kb": "above 0"},
    "ssd_life_years": {"write_mb_s": "above 0"},
    "tbw_from_dwpd": {"years": "above 0"},
    "price_outlook": {"years": "0..100"},
    "free_share": {"capacity_gb": "above 0"},
    "highest_utilization": {"limit_ms": "any"},
    "drive_response_ms": {"service_shape": "1 to 20, whole"},
    "login_peak_factor": {"login_s": "above 0"},
    "share_within_bursts": {"peak_factor": "from 1", "peak_time_share": "0 to below 1"},
    "share_within_lognormal": {"cv": "above 0"},
    "provisioning_time_s": {"concurrent": "from 1"},
    "num_vm_for_response_time": {"iops_per_vm": "above 0"},
}
"""Where a function is stricter, or less strict, about an argument."""


def limit_of(function: str, argument: str) -> str:
    """What an argument of a function may be, as a key of `CONDITIONS`.

    >>> limit_of("utilization", "drives"), limit_of("disk_count", "read_iops")
    ('above 0', 'from 0')
    """
    if argument == "drives" and function in _DRIVES_ABOVE_0:
        return "above 0"
    return LIMITS_OF.get(function, {}).get(argument, LIMITS.get(argument, "from 0"))


CONDITIONS = {
    "from 0": "({}>=0)",
    "above 0": "({}>0)",
    "from 1": "({}>=1)",
    "from 2": "({}>=2)",
    "0..1": "({0}>=0)*({0}<=1)",
    "0..100": "({0}>=0)*({0}<=100)",
    "-1..1": "({0}>=-1)*({0}<=1)",
    "above 0, to 1": "({0}>0)*({0}<=1)",
    "above 0, to 24": "({0}>0)*({0}<=24)",
    "above 0, below 1": "({0}>0)*({0}<1)",
    "0 to below 1": "({0}>=0)*({0}<1)",
    "0.5 to below 1": "({0}>=0.5)*({0}<1)",
    "1 or 2": "(({0}=1)+({0}=2))",
    "1, 2 or 3": "(({0}=1)+({0}=2)+({0}=3))",
    "1 alone": "({0}=1)",
    "1 to 20, whole": "({0}>=1)*({0}<=20)*({0}=ROUND({0},0))",
    "any": "1",
}
"""As a formula: 1 where the value may be used."""

ENDLESS = "1E+200"
"""Stands for infinity while it is calculated with."""
NO_FINITE_VALUE = "SQRT(-1)"
"""What a spreadsheet shows as #NUM!."""


def up(x: str) -> str:
    """Rounded up to a whole number, as everywhere in this project."""
    return f"ROUNDUP(ROUND({x},9),0)"


def multiple_of(x: str, step: str) -> str:
    """Rounded up to a multiple."""
    return f"{up(f'({x})/{step}')}*{step}"


BACKEND = "(read_iops*(1-read_hit)+write_iops*write_penalty*(1-write_coalesced))"
PLAIN_BACKEND = "(read_iops+write_iops*write_penalty)"
LAME = "LET(k,LN(0.5)/LN(skew),{})"
PER_DRIVE_AND_DAY = "(write_mb_s*3.6*hours_per_day*raid_write_factor*extra_write_amplification/drives)"
EXCESS = (
    f"IF(ROUND(drives*drive_iops-read_iops,9)>0,"
    f"IF({PLAIN_BACKEND}>drives*drive_iops,{PLAIN_BACKEND}-drives*drive_iops,0)*duration_s,{ENDLESS})"
)
SERVICE = "(seek_ms+30000/rpm+IF(io_kb>0,io_kb/transfer_mb_s,0))"
PRESENT = (
    "IF(discount_rate=0,yearly_eur*years,yearly_eur*(1-(1+discount_rate)^(-years))/IF(discount_rate=0,1,discount_rate))"
)

SIMPLE = {
    "access_density_breakeven": "ssd_eur/ssd_gb/(hdd_eur/hdd_iops)",
    "backend_iops": BACKEND,
    "boot_speedup": "(latency_ratio+think_ratio)/(1+think_ratio)",
    "boot_storm_iops": "boots_per_s*ios_per_boot",
    "breakeven_drive_price": "(other_eur_per_vm*vms-without_drives_eur)/drives",
    "breakeven_vms": "total_eur/other_eur_per_vm",
    "burst_drain_s": (
        f"LET(excess,{EXCESS},spare,ROUND(drives*drive_iops-base_read_iops-base_write_iops*write_penalty,9),"
        f"IF(spare>0,IF(excess={ENDLESS},{NO_FINITE_VALUE},excess/IF(spare>0,spare,1)),"
        f"IF(excess>0,{NO_FINITE_VALUE},0)))"
    ),
    "chord_io_share": (
        "LET(low,capacity_share*skew/(1-skew),high,1-(1-capacity_share)*(1-skew)/skew,IF(low<high,low,high))"
    ),
    "concurrent_power_operations": "boots_per_s*boot_s",
    "cost_per_vm": "total_eur/vms",
    "degraded_read_factor": "(group_drives-1+reads_per_lost_read)/group_drives",
    "degraded_usable_iops": (
        "drives/group_drives*(group_drives-1)*drive_iops/((group_drives-1+reads_per_lost_read)/group_drives*read_share"
        "+degraded_write_penalty*(1-read_share))"
    ),
    "discounted_price": "list_price_eur*(1-discount_share)",
    "disk_count": (
        f"LET(quotient,ROUND({PLAIN_BACKEND}/(drive_iops*max_utilization),9),"
        'wanted,IF(rounding="up",ROUNDUP(quotient,0),IF(rounding="nearest",ROUND(quotient,0),'
        'IF(rounding="down",ROUNDDOWN(quotient,0),NA()))),'
        f"{multiple_of('wanted', 'multiple')})"
    ),
    "drive_iops": f"1000/{SERVICE}",
    "drive_response_ms": (
        f"LET(idle,ROUND(1-utilization,9),IF(idle<=0,{NO_FINITE_VALUE},"
        "1000/drive_iops*(1+(1+1/service_shape)/2*utilization/IF(idle<=0,1,1-utilization))))"
    ),
    "drives_for_usable": f"LET(data,{up('data_drives/usable_share')},IF(data=0,0,data+parity_drives))",
    "effective_drive_iops": "derating/(read_share/read_iops+(1-read_share)/write_iops)",
    "energy_cost": "watts/1000*8766*pue*eur_per_kwh*years",
    "flash_cache_iops": "read_iops*read_hit+write_iops*write_penalty*write_hit",
    "free_share": "1-used_gb/capacity_gb",
    "front_end_iops": "vms*iops_per_vm",
    "gb_from_gib": "gib*1024^3/1000^3",
    "gib_from_gb": "gb*1000^3/1024^3",
    "highest_utilization": (
        "LET(idle,multiplier*1000/drive_iops/IF(limit_ms>1E-9,limit_ms,1E-9),"
        "slack,1-IF(idle<1-1E-6,idle,1-1E-6),"
        "IF((ROUND(limit_ms,9)>=0)*(ROUND(idle-(1-1E-6),9)<=0),slack,0))"
    ),
    "iops_per_vm": "iops/vms",
    "licensed_cores": (
        "LET(of_cpu,IF(cores_per_cpu>least_per_cpu,cores_per_cpu,least_per_cpu),of_cpus,cpus_per_host*of_cpu,"
        "of_host,IF(of_cpus>least_per_host,of_cpus,least_per_host),of_hosts,hosts*of_host,"
        "of_order,IF(of_hosts>least_per_order,of_hosts,least_per_order),"
        f"IF(hosts=0,0,{multiple_of('of_order', 'pack')}))"
    ),
    "linked_clone_gb": (
        "vms*(delta_gb+IF(swap_relocated,0,swap_gb)+log_gb)+replica_gb+IF(template_relocated,0,template_gb)+overhead_gb"
    ),
    "login_peak_factor": ("LET(at_once,6/SQRT(2*PI())*vms/window_s*login_s,1+2.5/SQRT(IF(at_once>1E-9,at_once,1E-9)))"),
    "login_duration_min": "vms*(login_s_per_vm+(1-preboot_share)*boot_s_per_vm)/60",
    "login_ramp_min": "(vms*interval_s+login_s)/60",
    "login_storm_iops": "vms*steady_iops_per_vm+logins_per_s*ios_per_login",
    "login_window_peak_factor": "deviations/SQRT(2*PI())",
    "maintenance_cost": "purchase_eur*yearly_share*years",
    "measured_read_hit": "1-backend_mb_s/frontend_mb_s",
    "network_mbit_s": "iops*io_kib*8*1024/1000000",
    "num_vm": (
        "IF(vm_mem_gb+write_cache_gb>0,LET(left_gb,array_gb*(1-array_headroom)-vdisk_gb*num_vdisk,"
        "IF(left_gb>0,left_gb,0)/((vm_mem_gb+write_cache_gb)*(1+vm_headroom))),NA())"
    ),
    "peak_factor_lognormal": "LET(s,SQRT(LN(1+cv*cv)),EXP(NORMSINV(share)*s-s*s/2))",
    "peak_logins_per_s": "vms*6/SQRT(2*PI())/window_s",
    "pert_mean": "IF((low<=base)*(base<=high),(low+4*base+high)/6,NA())",
    "present_value": f"IF(ROUND(years-ROUND(years,0),9)=0,{PRESENT},NA())",
    "price_outlook": "price_eur*IF(years=0,1,(1+yearly_change_share)^years)",
    "provisioning_time_s": "vms*(base_s+replica_read_s+clone_write_s)/concurrent",
    "rack_cost": "rack_units*years*eur_per_rack_unit_year",
    "read_iops": "iops*read_share",
    "rebuild_hours": "drive_gb/(rebuild_mb_s*3.6)/(1-load_share)",
    "required_dwpd": f"{PER_DRIVE_AND_DAY}/drive_gb",
    "service_time_ms": SERVICE,
    "skew_capacity_share": LAME.format("1-(1-io_share^k)^(1/k)"),
    "skew_io_share": LAME.format("(1-(1-capacity_share)^k)^(1/k)"),
    "ssd_life_years": f"tbw*1000/({PER_DRIVE_AND_DAY}*365)",
    "storm_duration_s": (
        "LET(by_iops,vms*ios_per_vm/max_iops,"
        f"by_boot,{up('vms/concurrent')}*boot_s,by_interval,vms*interval_s,"
        "longer,IF(by_iops>by_boot,by_iops,by_boot),IF(longer>by_interval,longer,by_interval))"
    ),
    "tbw_from_dwpd": "dwpd*drive_gb*365*years/1000",
    "total_cost_of_ownership": f"IF(ROUND(years-ROUND(years,0),9)=0,purchase_eur+{PRESENT},NA())",
    "triangular_quantile": (
        "IF((low<=base)*(base<=high),IF(p<IF(high=low,0,(base-low)/IF(high=low,1,high-low)),"
        "low+SQRT(p*(high-low)*(base-low)),high-SQRT((1-p)*(high-low)*(high-base))),NA())"
    ),
    "uncached_iops": "iops*(1-hit_share)",
    "users_per_session_host": (
        "LET(by_vcpu,vcpus*users_per_vcpu,by_ram,IF(ram_gib>system_gib,ram_gib-system_gib,0)/user_ram_gib,"
        "ROUNDDOWN(ROUND(IF(by_vcpu<by_ram,by_vcpu,by_ram),9),0))"
    ),
    "usable_drives": "IF(drives>parity_drives,drives-parity_drives,0)*usable_share",
    "usable_iops": "drives*drive_iops/(read_share+write_penalty*(1-read_share))",
    "vms_in_ram": "ROUNDDOWN(ROUND(ram_gib/(vm_ram_gib+overhead_gib),9),0)",
    "vsimax_threshold_ms": "baseline_ms+threshold_ms",
    "with_vat": "net_eur*(1+vat_share)",
    "write_cache_gb": (
        f"LET(excess,{EXCESS},IF(excess={ENDLESS},{NO_FINITE_VALUE},excess/write_penalty*io_kb/1000000))"
    ),
    "write_iops": "iops*(1-read_share)",
    "write_penalty": 'VDI_RAID(raid,"write_penalty")',
}
"""What needs no table and no iteration."""

# --- response time: what a function calculates on the way, as pairs of names and formulas of a LET -----------------

LEVEL = {
    "write_penalty": 'VDI_RAID(raid,"write_penalty")',
    "write_phases": 'VDI_RAID(raid,"write_phases")',
    "write_fork": 'VDI_RAID(raid,"write_fork")',
}
READ_SHARE = {"read_share": "IF(read_iops+write_iops=0,1,read_iops/IF(read_iops+write_iops=0,1,read_iops+write_iops))"}
MULTIPLIER = {
    "write_multiplier": "write_phases*(1+IF(write_fork>=2,1/2,0)+IF(write_fork>=3,1/3,0))",
    "multiplier": "read_share*(1-read_hit)+(1-read_share)*(1-write_back)*write_multiplier",
}
CACHED = {"cached": "read_share*read_hit+(1-read_share)*write_back"}
FACTORS = (
    "1,2,3,1,-4,-18",  # e^-u
    "0,0,0,1,4,9",  # u e^-u
    "0,-1,-3,0,5,9",  # e^-2u
    "0,0,0,0,2,18",  # u e^-2u
    "0,0,1,0,0,10",  # e^-3u
    "0,0,0,0,0,3",  # u e^-3u
)
"""Of the tail of the writes, for each layout of phases and forks; see docs/model.md."""
TAIL = {
    **CACHED,
    "reads": "read_share*(1-read_hit)",
    "waiting": "reads+(1-read_share)*(1-write_back)",
    "weight": "IF(waiting=0,1,reads/IF(waiting=0,1,waiting))",
    "layout": "3*(write_phases-1)+write_fork",
    **{
        f"factor_{name}": f"{'weight+' if name == 'a' else ''}(1-weight)*CHOOSE(layout,{factors})"
        for name, factors in zip("abcdef", FACTORS, strict=True)
    },
    "tail": ("LAMBDA(u,LET(e,EXP(-u),(factor_a+factor_b*u+(factor_c+factor_d*u+(factor_e+factor_f*u)*e)*e)*e))"),
}
ROOT = {
    **TAIL,
    "density": (
        "LAMBDA(u,LET(e,EXP(-u),(factor_a-factor_b+factor_b*u+(2*factor_c-factor_d+2*factor_d*u"
        "+(3*factor_e-factor_f+3*factor_f*u)*e)*e)*e))"
    ),
    "root": (
        "LAMBDA(wanted,LET(raw,IF(cached=1,0,(wanted-cached)/IF(cached=1,1,1-cached)),"
        "p,IF(raw<1E-9,1E-9,IF(raw>1-1E-9,1-1E-9,raw)),"
        "fast,-LN(1-p),slow,-write_phases*LN(1-p^(1/(write_phases*write_fork))),"
        "start,-LN(1-2*p/(weight+SQRT(weight*weight+4*(1-weight)*p))),"
        "found,REDUCE(start,SEQUENCE(8),LAMBDA(u,i,LET(t,tail(u),hazard,density(u)/t,"
        "next,u+LN(t/(1-p))/IF(hazard>1E-9,hazard,1E-9),bounded,IF(next>fast,next,fast),"
        "IF(bounded<slow,bounded,slow)))),"
        f"IF(ROUND(wanted-cached,9)<=0,0,IF(ROUND(1-wanted,9)>0,found,{ENDLESS}))))"
    ),
}
WITHIN = {
    **TAIL,
    "within": "LAMBDA(u,cached+(1-cached)*LET(done,1-tail(u),IF(done>0,done,0)))",
}
QUEUE = {
    "busy": f"{BACKEND}/(drives*drive_iops)",
    "idle": "ROUND(1-busy,9)",
    "leg_ms": "1000/drive_iops*(1+busy/IF(idle<=0,1,1-busy))",
}
TOO_LATE = {"too_late": "IF(ROUND(cache_ms-limit_ms,9)<=0,0,cached)"}
HIGHEST = {
    **MULTIPLIER,
    **ROOT,
    **TOO_LATE,
    "by_mean": 'IF(ISNUMBER(share),FALSE,share="mean")',
    "left_ms": "IF(by_mean,limit_ms-cache_ms*cached,limit_ms)",
    "times": "IF(by_mean,multiplier,root(share+too_late))",
    "ratio": "times*1000/drive_iops/IF(left_ms>1E-9,left_ms,1E-9)",
    "slack": "1-IF(ratio<1-1E-6,ratio,1-1E-6)",
    "highest": ("IF((ROUND(left_ms,9)>=0)*(ROUND(ratio-(1-1E-6),9)<=0),slack,0)"),
    "used": "IF(highest<max_utilization,highest,max_utilization)",
}


def let(steps: dict[str, str], result: str) -> str:
    """The result after the steps that lead to it."""
    return f"LET({','.join(f'{name},{formula}' for name, formula in steps.items())},{result})"


LOAD = {**LEVEL, **READ_SHARE}
OF_LOAD = {
    "within": (
        "LAMBDA(load,VDI_SHARE_WITHIN_MS(limit_ms,drives,drive_iops,read_iops*load,write_iops*load,"
        "raid,write_back,read_hit,service_shape,write_coalesced,cache_ms))"
    ),
    "busy": "VDI_UTILIZATION(drives,drive_iops,read_iops,write_iops,raid,read_hit,write_coalesced)",
}
RESPONSE = {
    "write_multiplier": MULTIPLIER["write_multiplier"],
    "mean_multiplier": let({"write_multiplier": MULTIPLIER["write_multiplier"]}, MULTIPLIER["multiplier"]),
    "share_within": let(WITHIN, "within(u)"),
    "quantile_root": let(ROOT, "root(share)"),
    "utilization": let({"write_penalty": LEVEL["write_penalty"]}, f"{BACKEND}/(drives*drive_iops)"),
    "response_time_ms": let(
        {**LOAD, **QUEUE, **MULTIPLIER, **CACHED},
        f"IF(idle<=0,{NO_FINITE_VALUE},leg_ms*multiplier+cache_ms*cached)",
    ),
    "response_time_percentile_ms": let(
        {
            **LOAD, **QUEUE, **ROOT,
            "with_cache": "root(share)*leg_ms",
            "without_cache": "root(share+cached)*leg_ms",
            "least": "IF(cache_ms<without_cache,cache_ms,without_cache)",
        },
        f"IF(idle<=0,{NO_FINITE_VALUE},IF(with_cache>least,with_cache,least))",
    ),
    "share_within_ms": let({**LOAD, **QUEUE, **WITHIN, **TOO_LATE}, "IF(idle<=0,0,within(limit_ms/leg_ms)-too_late)"),
    "disk_count_for_response_time": let(
        {**LOAD, **HIGHEST, "wanted_drives": f"{BACKEND}/drive_iops"},
        f"IF(used=0,{NO_FINITE_VALUE},{multiple_of('wanted_drives/IF(used=0,1,used)', 'multiple')})",
    ),
    "share_within_bursts": let(
        {
            **OF_LOAD,
            "in_peak": "peak_time_share*peak_factor",
            "base": "IF(in_peak<1,1-in_peak,0)/(1-peak_time_share)",
            "free": "1-base*busy",
            "drained": "IF(free=0,1,peak_time_share*(peak_factor-base)*busy/IF(free=0,1,free))",
            "undisturbed": "IF(drained<1,1-drained,0)*base*within(base)",
        },
        "IF(ROUND(in_peak-1,9)<=0,IF(ROUND(1-peak_factor*busy,9)>0,"
        "in_peak*within(peak_factor)+(1-in_peak)*within(base),undisturbed),NA())",
    ),
    "share_within_lognormal": let(
        {
            **OF_LOAD,
            "s": "IF(cv<1E-4,cv*(1-cv*cv/4),SQRT(LN(1+cv*cv)))",
            "saturating": "(-LN(IF(busy>1E-300,busy,1E-300))-s*s/2)/s",
            "top": "IF(saturating>7,7,IF(saturating<-7,-7,saturating))",
            "width": "top+7",
            "total": (
                "REDUCE(0,SEQUENCE(129),LAMBDA(so_far,n,LET(y,(n-1)/128,z,top-width*y^4,"
                "so_far+IF((n=1)+(n=129),1,IF(MOD(n,2)=0,4,2))*4*y^3*EXP(-z*z/2)*within(EXP(s*z+s*s/2)))))"
            ),
        },
        "total*width/128/(3*SQRT(2*PI()))",
    ),
    "num_vm_for_response_time": let(
        {
            **LEVEL, **HIGHEST,
            "per_vm": (
                "iops_per_vm*read_share*(1-read_hit)"
                "+iops_per_vm*(1-read_share)*write_penalty*(1-write_coalesced)"
            ),
        },
        f"IF(highest=0,0,IF(per_vm=0,{NO_FINITE_VALUE},drives*drive_iops*used/IF(per_vm=0,1,per_vm)))",
    ),
}  # fmt: skip

CAPACITY = {
    "disk_count_for_capacity": let(
        {
            "data": up('capacity_gb/drive_gb/VDI_RAID(raid,"usable_share")'),
            "wanted": 'data+VDI_RAID(raid,"parity_drives")',
            "fewest": 'VDI_RAID(raid,"min_drives")',
            "step": 'VDI_RAID(raid,"multiple")',
        },
        f"IF(data=0,0,{multiple_of('IF(wanted>fewest,wanted,fewest)', 'step')})",
    ),
    "raid_usable_gb": let(
        {
            "fewest": 'VDI_RAID(raid,"min_drives")',
            "step": 'VDI_RAID(raid,"multiple")',
            "parity": 'VDI_RAID(raid,"parity_drives")',
        },
        'IF((drives>=fewest)*(ROUND(MOD(drives,step),9)=0),(drives-parity)*VDI_RAID(raid,"usable_share")*drive_gb,NA())',
    ),
}

# --- hosts of a mix: the numbers of a group are asked for by its place -----------------------------------------------

GROUPS = {
    "many": "LAMBDA(given,ROWS(given)*COLUMNS(given))",
    "groups": "MAX(many(vms),many(vm_ram_gib),many(vm_cores),many(vm_gpu_gb))",
    "of_group": "LAMBDA(given,vm,IF(many(given)=1,given,INDEX(given,vm)))",
    "as_many": "LAMBDA(given,(many(given)=1)+(many(given)=groups)>0)",
    "number": f"LAMBDA(vm,{up('of_group(vms,vm)')})",
    "ram": "LAMBDA(vm,of_group(vm_ram_gib,vm))",
    "cpu": "LAMBDA(vm,of_group(vm_cores,vm))",
    "gpu": "LAMBDA(vm,of_group(vm_gpu_gb,vm))",
    "all_of": "LAMBDA(each,REDUCE(0,SEQUENCE(groups),LAMBDA(so_far,vm,so_far+each(vm))))",
    "alike": "LAMBDA(one,other,(ram(one)=ram(other))*(cpu(one)=cpu(other))*(gpu(one)=gpu(other)))",
    "total": "all_of(number)",
    "larger": (
        "MAP(SEQUENCE(groups),LAMBDA(one,all_of(LAMBDA(other,"
        "number(other)*((ram(other)>ram(one))+(ram(other)=ram(one))*((cpu(other)>cpu(one))"
        "+(cpu(other)=cpu(one))*(gpu(other)>gpu(one))))))))"
    ),
    "of_size": (
        "MAP(SEQUENCE(groups),LAMBDA(one,IF(all_of(LAMBDA(other,(other<one)*alike(one,other)))>0,0,"
        "all_of(LAMBDA(other,number(other)*alike(one,other))))))"
    ),
    "smallest": ("LAMBDA(vm,(INDEX(of_size,vm)>0)*(ROUND(INDEX(larger,vm)+INDEX(of_size,vm)-total,9)>=0))"),
}
"""The size of each group's VM among all: how many VMs are larger, and of this size, these at its first group."""
ON_HOSTS = {
    "room_ram": "ROUND(host_ram_gib,9)",
    "room_cpu": "ROUND(host_cores,9)",
    "whole_up": f"LAMBDA(x,{up('x')})",
    "whole_down": "LAMBDA(x,ROUNDDOWN(ROUND(x,9),0))",
    "room_gpus": "whole_down(host_gpus)",
    "dealt": ("LAMBDA(vm,n,whole,whole((INDEX(larger,vm)+INDEX(of_size,vm))/n)-whole(INDEX(larger,vm)/n))"),
    "too_large": (
        "all_of(LAMBDA(vm,(number(vm)>0)*((ROUND(ram(vm),9)>room_ram)+(ROUND(cpu(vm),9)>room_cpu)"
        "+(gpu(vm)>0)*((room_gpus<1)+(ROUND(gpu(vm)-gpu_gb,9)>0)))))"
    ),
    "on_gpus": (
        f"LAMBDA(vm,n,IF(gpu(vm)>0,INDEX(of_size,vm)/n/(whole_down(gpu_gb/(gpu(vm)+{TINY:.0E}))+{TINY:.0E}),0))"
    ),
    "asked_ram": "all_of(LAMBDA(vm,number(vm)*ram(vm)))",
    "asked_cpu": "all_of(LAMBDA(vm,number(vm)*cpu(vm)))",
    "by_mean": f"LAMBDA(room,asked,IF(asked=0,{NO_LIMIT_TEXT},room/IF(asked=0,1,asked/total)))",
    "asked_gpus": "all_of(LAMBDA(vm,on_gpus(vm,1)))",
    "of_host": "MIN(by_mean(room_ram,asked_ram),by_mean(room_cpu,asked_cpu),by_mean(room_gpus,asked_gpus))",
    "mean": "whole_up(total/MAX(1,whole_down(of_host)))",
    "step": f"MAX(1,whole_up(mean/{TRIED}))",
    "first": "mean-step*whole_down((mean-whole_up(total/MAX(1,of_host)))/step)",
    "first_of": (
        "LAMBDA(asked,room,LET(failed,REDUCE(0,{32,16,8,4,2,1,1},LAMBDA(so_far,bit,so_far+"
        "IF(ROUND(asked(MAX(1,first+step*(so_far+bit-1)))-room,9)<=0,0,bit))),"
        f"IF(failed>={TRIED},{NO_LIMIT_TEXT},first+step*failed)))"
    ),
    "by_ram": "first_of(LAMBDA(n,all_of(LAMBDA(vm,dealt(vm,n,whole_up)*ram(vm)))),room_ram)",
    "by_cpu": "first_of(LAMBDA(n,all_of(LAMBDA(vm,whole_up(INDEX(of_size,vm)/n)*cpu(vm)))),room_cpu)",
    "by_gpus": "first_of(LAMBDA(n,all_of(LAMBDA(vm,whole_up(on_gpus(vm,n))))),room_gpus)",
    "beyond_ram": (
        "all_of(LAMBDA(vm,IF(gpu(vm)>0,MAX(0,whole_up(on_gpus(vm,MAX(1,room_gpus)))"
        f"-whole_up(INDEX(of_size,vm)*ram(vm)/(room_ram+{TINY:.0E}))),0)))"
    ),
    "apart": (
        "all_of(LAMBDA(vm,whole_up(INDEX(of_size,vm)/"
        f"MAX(1,whole_down(1/(MAX(ram(vm)/room_ram,cpu(vm)/room_cpu)+{TINY:.0E}))))))"
    ),
}
"""The ways of placing them, as `vdi_sizing.formulas.hosts` counts."""
SMALLEST_LAST = {
    "small_ram": "all_of(LAMBDA(vm,smallest(vm)*ram(vm)))",
    "small_cpu": "all_of(LAMBDA(vm,smallest(vm)*cpu(vm)))",
    "filling": f"LAMBDA(asked,room,IF(room>0,whole_up(asked/MAX({TINY:.0E},room)),{NO_LIMIT_TEXT}))",
    "filled": "MAX(1,filling(asked_ram,room_ram-small_ram),filling(asked_cpu,room_cpu-small_cpu))",
    "ram_with": ("LAMBDA(whole,all_of(LAMBDA(vm,(1-smallest(vm))*dealt(vm,filled,whole)*ram(vm))))"),
    "cpu_with": ("LAMBDA(whole,all_of(LAMBDA(vm,(1-smallest(vm))*whole(INDEX(of_size,vm)/filled)*cpu(vm))))"),
    "most_ram": "ram_with(whole_up)",
    "most_cpu": "cpu_with(whole_up)",
    "ram_decides": "ROUND((room_cpu-most_cpu)*small_ram-(room_ram-ram_with(whole_down))*small_cpu,9)>=0",
    "cpu_decides": "ROUND((room_ram-most_ram)*small_cpu-(room_cpu-cpu_with(whole_down))*small_ram,9)>=0",
    "larger_gpus": (f"all_of(LAMBDA(vm,(1+smallest(vm)*{NO_LIMIT_TEXT})*whole_up(on_gpus(vm,filled))))"),
    "fit": (
        "(ROUND(most_ram-room_ram,9)<=0)*(ROUND(most_cpu-room_cpu,9)<=0)*(ram_decides+cpu_decides>0)"
        "*(larger_gpus<=room_gpus)"
    ),
}
OF_MIX = {
    "hosts_for_mix": let(
        GROUPS,
        "IF(as_many(vms)*as_many(vm_ram_gib)*as_many(vm_cores)*as_many(vm_gpu_gb),"
        + let(
            ON_HOSTS,
            "IF(total=0,0,IF(too_large>0,NA(),"
            + let(SMALLEST_LAST, f"MIN(MAX(by_ram,by_cpu,by_gpus),apart+beyond_ram,IF(fit,filled,{NO_LIMIT_TEXT}))")
            + "))",
        )
        + ",NA())",
    )
}

FORMULAS = {**SIMPLE, **RESPONSE, **CAPACITY, **OF_MIX}
"""Every function that there is as a formula."""

_EVEN = "the law of even service times is in the library alone; here service_shape is 1"
WITHOUT = {
    "version": "a formula belongs to no library",
    "drive": "it needs the table of drives",
    "profile": "it needs the table of user profiles",
    "price": "it needs the price lists",
    "mean_service_times": _EVEN,
    "share_within_service_times": _EVEN,
    "quantile_service_times": _EVEN,
    "highest_utilization_for_share": _EVEN,
    "highest_utilization_for_mean": _EVEN,
}
"""The others, and why."""
