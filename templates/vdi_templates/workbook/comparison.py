"""What the comparison shows, and in which order: on its sheet, and with fewer lines in a terminal."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from vdi_sizing._arrays import rounded
from vdi_sizing.model.capacity.limits import Limits
from vdi_sizing.model.hardware.assumed_hardware import AssumedChecks
from vdi_sizing.model.names import names_of
from vdi_sizing.model.scopes import Block, CostPart, Limited, Phase, Tier
from vdi_sizing.words import NO_LIMIT, PURCHASE_ALONE

Section = tuple[str, tuple[str, ...]]

GROUPS_SHOWN = 8
"""User groups that have a row of their own; what the others have stands in one more."""
GROUP, FURTHER_GROUPS = "group", "group.further"

DRIVES_BY_ROWS = (*names_of(Phase.drives_by), "drives_by_capacity_words")
SHARES = names_of(Tier.share_of_capacity)
DEMAND = ("limit_target_words", "chart_target")
"""The limit where drives are counted, and its bar: unless it binds, it is the least of the others once more."""
_PARTS = names_of(Tier.words_shown)
_COST_PARTS = names_of(CostPart.eur_per_user)

SOLUTION = "The solution that a design heads, with its parts"
SOLUTION_ROWS = (
    "solution_called", "solution_verdict", "solution_users", "solution_hosts", "solution_eur", "solution_eur_per_user",
    "solution_total_eur", "solution_total_eur_per_user",
)  # fmt: skip
LEASE = (
    "lease_terms", "lease_amount_eur", "lease_rate_eur", "bought_total_eur", "leased_total_eur",
    "bought_eur_per_user_month", "leased_eur_per_user_month", "buy_or_lease",
)  # fmt: skip
"""A design bought, and leased by the factor of Settings."""

_COST, _OVER_THE_YEARS, _MADE_OF = (
    "Cost, net unless said otherwise", "Cost over the years, net unless said otherwise",
    "What EUR per user are made of",
)  # fmt: skip
PAGES: tuple[tuple[Section, ...], ...] = (
    (
        (
            "The answer",
            ("errors_in_words", "vms_per_block", "limited_by", "blocks", "drives_total", "counted", "eur_per_user",
             "least_words", "total_eur_per_user", "total_eur_per_user_month", "eur_per_vm", "response_words",
             "within_words", "modelled_words", "judged_words", "failing"),
        ),
        (SOLUTION, SOLUTION_ROWS),
        ("Load", ("design.case", "users_whole", "vms_whole", "steady_iops_per_vm", "login_iops_per_vm",
                  "boot_iops_per_vm", "fourth_iops_per_vm", "ram_gib_per_vm", "vcpus_per_vm")),
        ("User groups: concurrent VMs",
            (*(f"{GROUP}.{number}" for number in range(1, GROUPS_SHOWN + 1)), FURTHER_GROUPS)),
        ("Design", ("design.block_kind", "cluster_words", "beside_words", *_PARTS, "design.bays", "design.block_watts",
                    "design.shelf_watts", "design.beside_watts", "design.port_gbit_s",
                    "assumed_words", "design.remark")),
        (
            _COST,
            ("settings.price_list", "price_date", "full_block_eur", "eur_per_user_full_block", "eur_per_vm_full_block",
             "users_eur", "settings.vat_share",
             "users_eur_with_vat", "eur_per_user_with_vat", "eur_per_vm_with_vat"),
        ),
    ),
    (
        (
            _OVER_THE_YEARS,
            ("settings.years", "total_eur", "total_holds", "total_left_out", "store_words", "total_eur_with_vat",
             "total_eur_per_vm", "difference_eur", "payback_years", "today_eur",
             "today_difference_eur", "today_payback_years", "settings.lease_factor", *LEASE),
        ),
        (_MADE_OF, _COST_PARTS),
    ),
    (
        (
            "Drives per block",
            (*DRIVES_BY_ROWS, "drives_plain", "drives_published", "drives_by_response", "drives_counted",
             "drives_per_block"),
        ),
        (
            "VMs per block",
            (*names_of(Limited.words_shown), "design.measured_vms", "design.measured_iops_per_vm", "next_name",
             "next_margin_vms", "host_lost_words"),
        ),
        (
            "Capacity and steady IOPS",
            ("raw_gb", "usable_gb", "storable_gb", "effective_gb", *SHARES, "hot_set_gb", "fullest_usable_gb",
             "design.array_headroom", "fullest_taken_gb", "fullest_gb_per_vm", "free_share", "design.usable_iops",
             "busiest_drives", "busiest_drive_iops", "design.max_utilization", "busiest_backend_iops"),
        ),
        (
            "Response time of steady work",
            ("target_words", "limit_used_ms", "load_vms", "utilization",
             "loaded_vms", "untargeted_response_words", "untargeted_within_words"),
        ),
        (
            "Deployment, storms and a lost drive",
            ("deployment_min", "deployment_sample_min", "login_min", "design.longest_boot_min", "boot_min",
             "boot_decided", "boot_speedup",
             "degraded_vms_shown"),
        ),
    ),
)  # fmt: skip
"""Pages of (heading, rows): a line's name, "design.x" or "settings.x" for an input, "group.1" for a user group."""

IN_A_TERMINAL = frozenset((
    *(name for name in PAGES[0][0][1] if name != "failing"), *SOLUTION_ROWS,
    "users_whole", "vms_whole", "steady_iops_per_vm", "login_iops_per_vm", "boot_iops_per_vm",
    "cluster_words", "beside_words", *_PARTS,
    "price_date", "full_block_eur", "eur_per_user_full_block", "eur_per_vm_full_block", "users_eur",
    "total_eur", "total_holds", "total_left_out", "store_words", "total_eur_per_user", "total_eur_per_vm", *_COST_PARTS,
    "difference_eur", "payback_years", "today_eur", "today_difference_eur", "today_payback_years",
    *LEASE, "drives_plain", "drives_published", "drives_per_block",
    "next_name", "next_margin_vms", "host_lost_words",
    "raw_gb", "usable_gb", "storable_gb", "effective_gb", *SHARES, "hot_set_gb",
    "target_words", "limit_used_ms", "boot_speedup",
))  # fmt: skip
"""The rows that a terminal shows, the answer first."""


def _with_vat(b: Block) -> object:
    return b.priced and b.settings.vat_share


WITH_VAT = (
    "settings.vat_share", "users_eur_with_vat", "eur_per_user_with_vat", "eur_per_vm_with_vat", "total_eur_with_vat",
)  # fmt: skip
TO_PRICE = (_COST, _OVER_THE_YEARS, _MADE_OF)
"""Sections that say "no price" throughout until prices are typed."""
TO_COME = (*(f"{GROUP}.{number}" for number in range(2, 5)), "beside_words")
"""Rows that one fills who begins with one group, and with servers alone."""


_SPEAKS: dict[str, Callable[[Block], object]] = {
    **dict.fromkeys(SOLUTION_ROWS[:-2], lambda b: b.solution_parts),
    **dict.fromkeys(SOLUTION_ROWS[-2:], lambda b: b.solution_parts and b.solution_total_eur != b.solution_eur),
    **dict.fromkeys(WITH_VAT, _with_vat),
    "limit_whole_vms_words": lambda b: b.limit_whole_vms < NO_LIMIT,  # where the mean VM takes as many hosts, no news
    "limit_gpu_words": lambda b: b.gpu_users_per_vm > 0,
    "limit_bays_words": lambda b: b.limit_bays < NO_LIMIT,
    "cluster_words": lambda b: b.clusters > 1,  # of one cluster the answer says its hosts
    "design.shelf_watts": lambda b: b.shelves > 0,
    "design.case": lambda b: len(b.groups) < len(b.scenario.groups),
    "assumed_words": lambda b: b.acknowledges(AssumedChecks.check_assumed.key),
    "counted": lambda b: b.over_years,  # by what is bought is usual
    "settings.years": lambda b: b.total_known and b.total_holds != PURCHASE_ALONE,
    "total_holds": lambda b: b.priced,
    "total_left_out": lambda b: b.bill,
    "raw_gb": lambda b: b.reduces_data,
    "effective_gb": lambda b: b.reduces_data,
    "usable_gb": lambda b: rounded(b.usable_gb - b.storable_gb) > 0,
    "fullest_usable_gb": lambda b: b.gb_per_vm and rounded(b.fullest_usable_gb - b.storable_gb) != 0,
    **dict.fromkeys(SHARES, lambda b: b.tiers_used > 1),
    "free_share": lambda b: b.gb_per_vm,
    "design.array_headroom": lambda b: b.gb_per_vm and b.design.array_headroom,
    "design.max_utilization": lambda b: b.busiest_part,
    "load_vms": lambda b: b.load_vms != b.vms_per_block,
    "drives_counted": lambda b: b.drives_counted != b.drives_plain,
    "busiest_drives": lambda b: b.busiest_part and b.busiest_drives != b.drives_per_block,
    **dict.fromkeys(DEMAND, lambda b: b.binding_name == Limits.limit_target.label),
    "target_words": lambda b: b.design.response_limit_ms is not None,
    **dict.fromkeys(
        ("loaded_vms", "untargeted_response_words", "untargeted_within_words"),
        lambda b: b.design.response_limit_ms is not None),
    "drives_published": lambda b: b.drives_published != b.drives_plain,
}  # fmt: skip


def speaks(name: str, blocks: Iterable[Block]) -> bool:
    """Whether a row says something that another row does not say: some do so only where something holds of a design."""
    return name not in _SPEAKS or any(_SPEAKS[name](block) for block in blocks)
