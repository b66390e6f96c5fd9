"""Sizing of virtual desktop infrastructure storage: drives, VMs per block and EUR per VM.

The public names stand in groups, one for each kind of reader, in `__all__` below.
"""

from vdi_sizing.errors import InputError
from vdi_sizing.formulas.calibration import Calibration, calibrate
from vdi_sizing.formulas.capacity import free_share, gb_from_gib, gib_from_gb, linked_clone_gb, num_vm
from vdi_sizing.formulas.cost import (
    breakeven_drive_price,
    breakeven_vms,
    cost_per_vm,
    discounted_price,
    energy_cost,
    maintenance_cost,
    present_value,
    price_outlook,
    rack_cost,
    total_cost_of_ownership,
    with_vat,
)
from vdi_sizing.formulas.disks import backend_iops, disk_count, usable_iops
from vdi_sizing.formulas.drives import drive_iops, effective_drive_iops, service_time_ms
from vdi_sizing.formulas.endurance import (
    degraded_read_factor,
    degraded_usable_iops,
    rebuild_hours,
    required_dwpd,
    ssd_life_years,
    tbw_from_dwpd,
)
from vdi_sizing.formulas.hosts import hosts_for_mix, users_per_session_host
from vdi_sizing.formulas.leg_times import mean_multiplier, quantile_root, share_within, write_multiplier
from vdi_sizing.formulas.licences import licensed_cores
from vdi_sizing.formulas.login_peak import login_peak_factor
from vdi_sizing.formulas.peaks import (
    burst_drain_s,
    login_window_peak_factor,
    peak_factor_lognormal,
    share_within_bursts,
    share_within_lognormal,
    write_cache_gb,
)
from vdi_sizing.formulas.raid import disk_count_for_capacity, drives_for_usable, raid_usable_gb, usable_drives
from vdi_sizing.formulas.response_target import disk_count_for_response_time, num_vm_for_response_time
from vdi_sizing.formulas.response_time import (
    drive_response_ms,
    response_time_ms,
    response_time_percentile_ms,
    share_within_ms,
    utilization,
)
from vdi_sizing.formulas.service import mean_service_times, quantile_service_times, share_within_service_times
from vdi_sizing.formulas.service_targets import (
    highest_utilization,
    highest_utilization_for_mean,
    highest_utilization_for_share,
)
from vdi_sizing.formulas.storms import (
    boot_speedup,
    boot_storm_iops,
    concurrent_power_operations,
    login_duration_min,
    login_ramp_min,
    login_storm_iops,
    peak_logins_per_s,
    provisioning_time_s,
    storm_duration_s,
)
from vdi_sizing.formulas.tiers import (
    TwoTierMix,
    access_density_breakeven,
    cheapest_two_tier_mix,
    chord_io_share,
    flash_cache_iops,
    measured_read_hit,
    skew_capacity_share,
    skew_io_share,
    uncached_iops,
)
from vdi_sizing.formulas.uncertainty import pert_mean, triangular_quantile
from vdi_sizing.formulas.vsimax import Vsimax, vsimax_dynamic, vsimax_threshold_ms
from vdi_sizing.formulas.workload import front_end_iops, iops_per_vm, network_mbit_s, read_iops, vms_in_ram, write_iops
from vdi_sizing.model.sizing import DesignSizing, Sizing, size
from vdi_sizing.scenario import (
    KITS,
    BillRow,
    Cache,
    Change,
    Design,
    Kit,
    MeasuredPoint,
    Scenario,
    Sensitivity,
    Settings,
    Tier,
    UserGroup,
    kit,
)
from vdi_sizing.tables.drives import DRIVES, Drive, drive
from vdi_sizing.tables.price_lists import PRICES, ExchangeRate, Price
from vdi_sizing.tables.profiles import PROFILES, Profile, profile
from vdi_sizing.tables.raid_levels import RAID_LEVELS, RaidLevel, raid_level
from vdi_sizing.tables.reading import ANY, DOCUMENTS, TODAY
from vdi_sizing.what_if.at_once import WhatIf, changed_at_once
from vdi_sizing.what_if.density import Density, DensityCell, density_matrix
from vdi_sizing.what_if.drivers import Driver
from vdi_sizing.what_if.extremes import Interval, Swing, corners, tornado
from vdi_sizing.what_if.monte_carlo import Quantiles, monte_carlo, triangular_draws
from vdi_sizing.what_if.optimize import Optimum, optimize
from vdi_sizing.what_if.range_defaults import UsualRange, usual_ranges
from vdi_sizing.what_if.ranges import Range
from vdi_sizing.what_if.reasons import reason_of
from vdi_sizing.what_if.scenarios import NamedScenario, named_scenarios
from vdi_sizing.what_if.sweep import sweep

__version__ = "1.7.2"

# Formulas with a place in a cell: numbers in, a number out, single or many.
__all__ = [
    "access_density_breakeven",
    "backend_iops",
    "boot_speedup",
    "boot_storm_iops",
    "breakeven_drive_price",
    "breakeven_vms",
    "burst_drain_s",
    "chord_io_share",
    "concurrent_power_operations",
    "cost_per_vm",
    "degraded_read_factor",
    "degraded_usable_iops",
    "discounted_price",
    "disk_count",
    "disk_count_for_capacity",
    "disk_count_for_response_time",
    "drive_iops",
    "drive_response_ms",
    "drives_for_usable",
    "effective_drive_iops",
    "energy_cost",
    "flash_cache_iops",
    "free_share",
    "front_end_iops",
    "gb_from_gib",
    "gib_from_gb",
    "highest_utilization",
    "highest_utilization_for_mean",
    "highest_utilization_for_share",
    "hosts_for_mix",
    "iops_per_vm",
    "licensed_cores",
    "linked_clone_gb",
    "login_duration_min",
    "login_peak_factor",
    "login_ramp_min",
    "login_storm_iops",
    "login_window_peak_factor",
    "maintenance_cost",
    "mean_multiplier",
    "mean_service_times",
    "measured_read_hit",
    "network_mbit_s",
    "num_vm",
    "num_vm_for_response_time",
    "peak_factor_lognormal",
    "peak_logins_per_s",
    "pert_mean",
    "present_value",
    "price_outlook",
    "provisioning_time_s",
    "quantile_root",
    "quantile_service_times",
    "rack_cost",
    "raid_usable_gb",
    "read_iops",
    "rebuild_hours",
    "required_dwpd",
    "response_time_ms",
    "response_time_percentile_ms",
    "service_time_ms",
    "share_within",
    "share_within_bursts",
    "share_within_lognormal",
    "share_within_ms",
    "share_within_service_times",
    "skew_capacity_share",
    "skew_io_share",
    "ssd_life_years",
    "storm_duration_s",
    "tbw_from_dwpd",
    "total_cost_of_ownership",
    "triangular_quantile",
    "uncached_iops",
    "usable_drives",
    "usable_iops",
    "users_per_session_host",
    "utilization",
    "vms_in_ram",
    "vsimax_threshold_ms",
    "with_vat",
    "write_cache_gb",
    "write_iops",
    "write_multiplier",
]
# Formulas that answer with several figures.
__all__ += [
    "Calibration",
    "TwoTierMix",
    "Vsimax",
    "calibrate",
    "cheapest_two_tier_mix",
    "vsimax_dynamic",
]
# What is sized: the records of a scenario, the tables, and the error that refuses an input.
__all__ += [
    "ANY",
    "DOCUMENTS",
    "DRIVES",
    "KITS",
    "PRICES",
    "PROFILES",
    "RAID_LEVELS",
    "TODAY",
    "BillRow",
    "Cache",
    "Change",
    "Design",
    "Drive",
    "ExchangeRate",
    "InputError",
    "Kit",
    "MeasuredPoint",
    "Price",
    "Profile",
    "RaidLevel",
    "Scenario",
    "Sensitivity",
    "Settings",
    "Tier",
    "UserGroup",
    "drive",
    "kit",
    "profile",
    "raid_level",
]
# From a scenario to its figures.
__all__ += [
    "DesignSizing",
    "Sizing",
    "size",
]
# What if the inputs are not what one believes.
__all__ += [
    "Density",
    "DensityCell",
    "Driver",
    "Interval",
    "NamedScenario",
    "Optimum",
    "Quantiles",
    "Range",
    "Swing",
    "UsualRange",
    "WhatIf",
    "changed_at_once",
    "corners",
    "density_matrix",
    "monte_carlo",
    "named_scenarios",
    "optimize",
    "reason_of",
    "sweep",
    "tornado",
    "triangular_draws",
    "usual_ranges",
]
