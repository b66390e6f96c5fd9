"""Growth: more users and more GB per VM, year by year; what that takes beyond the start, and what it costs.

A block stays what it is at the start: one buys the same again. GB per VM enter nothing but capacity: all that a VM
stores grows alike, so a block's VMs by capacity fall by the same factor, on every tier. Of a cluster the hosts, and how
many clusters they form, are worked out anew for each year.

Year n has the users of n years' growth. What they take is bought in that year, and paid as running costs are; or all
blocks and hosts are bought at the start, for the last year.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from vdi_sizing._arrays import Value, divide, flag, maximum, minimum, round_down, round_up, total_of, where, whole
from vdi_sizing.model.capacity.limits import LIMITS, Limits
from vdi_sizing.model.figure import Display, Scope, Shown, or_zero, over, shown
from vdi_sizing.model.formats import COUNT, EUR_CENT, FLAG, THREE, TWO, VMS, VMS_EXACT, WHOLE
from vdi_sizing.model.money.running_cost import block_units
from vdi_sizing.scenario import BOUGHT_ONCE, IN_ADVANCE, ONCE, PER_HOST, PER_USER, PER_VM, SERVICE
from vdi_sizing.words import NO_LIMIT, NO_LIMIT_TEXT, NO_PRICE, NOT_KNOWN

if TYPE_CHECKING:
    from vdi_sizing.model.money.bill import BillLine
    from vdi_sizing.model.scopes import Block, GrowthYear, LaterYear, Tier


_LIMITS = [limit for limit in LIMITS if limit not in (Limits.limit_capacity, Limits.limit_bays, Limits.limit_target)]
"""The limits of a block that neither more users nor more GB per VM change."""


def _kwh_eur(b: Block, watts: Value) -> Value:
    """What the energy of so many watts costs in a year, where it has a price."""
    kwh = b.energy_priced * watts / b.watts_per_kw * b.hours_per_year * b.settings.pue
    return kwh * or_zero(b.settings.eur_per_kwh)


def _once_gb(t: Tier) -> tuple[Value, Value, Value]:
    """GB stored once in a cluster, GB per VM, and usable GB of a host: of the tier, or of the block where given."""
    if t.block.design.usable_gb is None:
        return t.fixed_gb + t.kept_gb, t.gb_per_vm, t.usable_gb
    return t.block.fixed_gb, t.block.gb_per_vm, t.block.design.usable_gb


def _hosts_for_images(t: Tier) -> Value:
    once_gb, per_vm_gb, usable_gb = _once_gb(t)
    if t.block.in_cluster == 0 or per_vm_gb == 0 or usable_gb == 0:
        return 0.0
    return once_gb / (1 - t.block.design.array_headroom) / usable_gb


def _hosts_per_vm(t: Tier) -> Value:
    _, per_vm_gb, usable_gb = _once_gb(t)
    design = t.block.design
    full = where(per_vm_gb == 0, 0.0, divide(per_vm_gb, usable_gb, NO_LIMIT))
    return t.block.in_cluster * minimum(NO_LIMIT, full * (1 + design.vm_headroom) / (1 - design.array_headroom))


class StoreOfTier(Scope):
    """What the store of a cluster takes of its hosts; 0 where the block is no cluster."""

    hosts_for_images: Display[Tier, Value] = Display("hosts that hold what a cluster stores once", "hosts",
        _hosts_for_images, THREE, "with what is kept free; a fraction")
    hosts_per_vm: Display[Tier, Value] = Display("hosts that hold a VM of a cluster", "hosts",
        _hosts_per_vm, "0.00000", "a fraction, with the GB of the start")


def _in_largest_by_gb(b: Block) -> Value:
    return minimum(*(
        maximum(0.0, b.working_hosts_most - t.hosts_for_images) / t.hosts_per_vm if t.hosts_per_vm else NO_LIMIT
        for t in b.tiers))


class AtTheStart(Scope):
    """What later years go by."""

    vms_whatever_gb: Display[Block, Value] = Display("VMs per block by all limits that growth does not change", "VMs",
        lambda b: minimum(*(limit.of(b) for limit in _LIMITS), 1.0 if b.design.block_kind == SERVICE else NO_LIMIT),
        VMS, "all but capacity and the users of this case; a fourth phase is that of the start")
    in_largest_by_gb: Display[Block, Value] = Display("VMs in the largest cluster by capacity, at the start", "VMs",
        _in_largest_by_gb, VMS_EXACT,
        native="MIN(" + over("tiers", ",",
            f"IF({{hosts_per_vm}}=0,{NO_LIMIT_TEXT},MAX(0,{{block.working_hosts_most}}-{{hosts_for_images}})"
            "/{hosts_per_vm})") + ")")
    block_alone_eur: Display[Block, Value] = Display("block with its drives, without hosts", "EUR",
        lambda b: b.purchase.per_block_eur + b.purchase.drives_eur, EUR_CENT, "known prices of the start")
    block_yearly_eur: Display[Block, Value] = Display("running costs of a block per year", "EUR",
        lambda b: _kwh_eur(b, b.block_power_w)
        + block_units(b) * or_zero(b.settings.eur_per_rack_unit_year)
        + b.settings.maintenance_share * (b.maintained.per_block_eur + b.maintained.drives_eur), EUR_CENT,
        "energy, rack space, maintenance, without those of hosts")
    host_yearly_eur: Display[Block, Value] = Display("running costs of a host beside an array per year", "EUR",
        lambda b: b.with_hosts * (_kwh_eur(b, or_zero(b.design.beside_watts) + b.gpus_power_w)
            + or_zero(b.design.beside_rack_units) * or_zero(b.settings.eur_per_rack_unit_year))
        + b.settings.maintenance_share * b.maintained.per_host_eur, EUR_CENT,
        "of a block the maintenance of what is billed per host")


def _per_block(y: GrowthYear) -> Value:
    b = y.block
    if b.in_cluster == 1 or b.capacity_vms >= NO_LIMIT:
        return b.vms_whatever_gb
    return minimum(b.vms_whatever_gb, round_down(b.capacity_vms / y.gb_factor))


def clusters_later(y: LaterYear) -> Value:
    """The clusters of a later year: none is given back."""
    b = y.block
    if b.largest_hosts == NO_LIMIT:
        return b.in_cluster
    stored = round_down(minimum(NO_LIMIT, b.in_largest_by_gb / y.gb_factor))
    largest = maximum(1.0, minimum(b.working_hosts_most * y.per_block, stored))
    return b.in_cluster * maximum(
        y.before.clusters, round_up(y.vms / largest), round_up(b.mix_hosts * y.user_factor / b.working_hosts_most))


def _hosts_of_cluster(y: LaterYear) -> Value:
    b, vms = y.block, y.cluster_vms
    by_gb = round_up(maximum(*(t.hosts_for_images + vms * t.hosts_per_vm * y.gb_factor for t in b.tiers)))
    of_mix = round_up(b.mix_hosts * y.user_factor / maximum(1.0, y.clusters))
    by_vms = maximum(round_up(vms / maximum(1.0, y.per_block)), of_mix)
    return minimum(b.working_hosts_most, maximum(1.0, b.hosts_needed, by_vms, by_gb))


def _blocks(y: LaterYear) -> Value:
    b = y.block
    spares = b.design.spare_blocks
    if b.in_cluster:
        return b.feasible * y.clusters * (y.cluster_hosts + spares)
    of_mix = (1 - b.with_hosts) * round_up(b.mix_hosts * y.user_factor)
    return b.feasible * (maximum(round_up(y.vms / maximum(1.0, y.per_block)), of_mix) + spares)


def blocks_later(y: LaterYear) -> Value:
    """The blocks of a later year: nobody gives a block back."""
    return maximum(y.before.blocks, _blocks(y))


class NeededInYear(Scope):
    """What a year has, and what that takes."""

    users: Display[GrowthYear, Value] = Display("users, {year}", "users",
        lambda y: whole(y.block.vms * y.block.users_per_vm * y.user_factor), WHOLE, "named users",
        pattern="growth_users_{number}")
    vms: Display[GrowthYear, Value] = Display("concurrent VMs, {year}", "VMs",
        lambda y: whole(y.block.vms * y.user_factor), WHOLE,
        pattern="growth_vms_{number}")
    gb_per_vm: Display[GrowthYear, Value] = Display("GB per VM, {year}", "GB",
        lambda y: y.block.gb_per_vm * y.gb_factor, TWO, "all tiers, after data reduction",
        pattern="growth_gb_per_vm_{number}")
    per_block: Display[GrowthYear, Value] = Display("VMs that a block carries, {year}", "VMs",
        _per_block, VMS,
        "drives as at the start; hosts share GB",
        pattern="growth_per_block_{number}")
    clusters: Display[GrowthYear, Value] = Display("clusters, {year}", "clusters",
        lambda y: y.clusters_of_year, COUNT, pattern="growth_clusters_{number}")
    blocks: Display[GrowthYear, Value] = Display("blocks, {year}", "blocks",
        lambda y: y.blocks_of_year, WHOLE, "with spares; of a cluster: its hosts", pattern="growth_blocks_{number}")
    hosts: Display[GrowthYear, Value] = Display("hosts that are paid for, {year}", "hosts",
        lambda y: y.blocks if y.block.with_hosts == 0 else y.block.feasible * (
            maximum(round_up(y.vms / maximum(1.0, y.block.beside_vms)), round_up(y.block.mix_hosts * y.user_factor))
            + y.block.design.spare_hosts), WHOLE,
        "beside arrays; else the blocks", pattern="growth_hosts_{number}")
    bought: Display[GrowthYear, Value] = Display("blocks bought, {year}", "blocks",
        lambda y: y.bought_in_year, COUNT, pattern="growth_bought_{number}")
    bought_eur: Display[GrowthYear, Value] = Display("EUR bought, {year}", "EUR",
        lambda y: y.bought_eur_in_year, EUR_CENT, "known prices, changing by Settings",
        pattern="growth_bought_eur_{number}")


def eur_at_start(y: GrowthYear) -> Value:
    """What is bought at the start."""
    b, last = y.block, y.block.last_growth
    if not y.at_once:
        return b.known_users_eur
    return b.known_users_eur + (
        (last.blocks - y.blocks) * b.block_alone_eur + (last.hosts - y.hosts) * b.purchase.per_host_eur)


def eur_later(y: LaterYear) -> Value:
    """What is bought in a later year, at its prices."""
    b, before = y.block, y.before
    flash = (1 + or_zero(b.settings.drive_price_change)) ** y.number
    others = (1 + b.settings.other_price_change) ** y.number
    per_users = (y.vms - before.vms) * b.purchase.per_vm_eur + (y.users - before.users) * b.purchase.per_user_eur
    if y.at_once:
        return per_users * others
    block_eur = (b.block_alone_eur - b.known_flash_eur) * others + b.known_flash_eur * flash
    hosts_eur = (y.hosts - before.hosts) * b.purchase.per_host_eur * others
    return (y.blocks - before.blocks) * block_eur + hosts_eur + per_users * others


def _running_added(y: LaterYear) -> Value:
    b, first = y.block, y.block.growth[0]
    if y.number > b.settings.years:
        return 0.0
    per_user = b.maintained.per_vm_eur * (y.vms - first.vms) + b.maintained.per_user_eur * (y.users - first.users)
    added = (
        (y.standing_blocks - first.blocks) * b.block_yearly_eur + (y.standing_hosts - first.hosts) * b.host_yearly_eur
        + b.settings.maintenance_share * per_user + b.known_store_eur_per_year * (y.user_factor * y.gb_factor - 1))
    return added * (1 + b.settings.escalation) ** (y.number - 1)


def _parts_added(y: LaterYear) -> Value:
    b, first = y.block, y.block.growth[0]
    if y.number > b.settings.years:
        return 0.0
    by_block = y.standing_blocks / maximum(1.0, first.blocks) - 1
    ratios: dict[str, Value] = {
        PER_VM: y.vms / first.vms - 1, PER_USER: y.users / first.users - 1, ONCE: 0.0,
        PER_HOST: y.standing_hosts / maximum(1.0, first.hosts) - 1}
    paid = (line for line in b.bill if line.recurs != BOUGHT_ONCE and line.first_year <= y.number <= line.last_year)
    return total_of(_risen(y, line) * ratios.get(line.kind, by_block) for line in paid)


def _risen(y: LaterYear, line: BillLine) -> Value:
    return line.yearly_eur * ((1 + y.block.settings.escalation) ** (y.number - 1) if line.rises else 1.0)


_BY_BLOCK = "({standing_blocks}/MAX(1,{first.blocks})-1)"
_RATIOS = "+".join((
    f'({{cost.kind}}="{PER_VM}")*({{vms}}/{{first.vms}}-1)',
    f'({{cost.kind}}="{PER_USER}")*({{users}}/{{first.users}}-1)',
    f'({{cost.kind}}="{PER_HOST}")*({{standing_hosts}}/MAX(1,{{first.hosts}})-1)',
    f'({{cost.kind}}<>"{PER_VM}")*({{cost.kind}}<>"{PER_USER}")*({{cost.kind}}<>"{PER_HOST}")*({{cost.kind}}<>"{ONCE}")'
    f"*{_BY_BLOCK}"))


class ClusterOfYear(Scope):
    """What one of the clusters of a later year takes."""

    cluster_vms: Display[LaterYear, Value] = Display("VMs of a cluster, {year}", "VMs",
        lambda y: round_up(y.vms / maximum(1.0, y.clusters)), WHOLE, "users spread evenly",
        pattern="growth_cluster_vms_{number}")
    cluster_hosts: Display[LaterYear, Value] = Display("hosts of a cluster, {year}", "hosts",
        _hosts_of_cluster, WHOLE, "by VMs, RAM, cores and GB; without spares", pattern="growth_cluster_hosts_{number}")


class StandingInYear(Scope):
    """What stands there in a later year: what it takes, or what the last year takes where all is bought at once."""

    standing_blocks: Display[LaterYear, Value] = Display("blocks that stand there, {year}", "blocks",
        lambda y: y.block.last_growth.blocks if y.at_once else y.blocks, WHOLE,
        "those of the last year where all are bought at the start", pattern="growth_standing_blocks_{number}")
    standing_hosts: Display[LaterYear, Value] = Display("hosts that stand there, {year}", "hosts",
        lambda y: y.block.last_growth.hosts if y.at_once else y.hosts, WHOLE,
        "those of the last year where all are bought at the start", pattern="growth_standing_hosts_{number}")


class PaidInLaterYear(Scope):
    """What growth adds to what is paid for a year, beyond that of the start."""

    running_added_eur: Display[LaterYear, Value] = Display("running costs added, {year}", "EUR",
        _running_added, EUR_CENT,
        "beyond the start; with their yearly rise",
        pattern="growth_running_eur_{number}")
    parts_added_eur: Display[LaterYear, Value] = Display("parts per year added, {year}", "EUR",
        _parts_added, EUR_CENT, "beyond the start, in proportion, packs too", pattern="growth_parts_eur_{number}",
        native=f"SUMPRODUCT(({{cost.first_year}}<={{number}})"
        f"*({{cost.last_year}}>={{number}})*(1+{{settings.escalation}})^(({{cost.rises}}=1)*({{number}}-1))*({_RATIOS})"
        ",{cost.yearly_eur})")


def _later_eur(b: Block) -> Value:
    interest = b.settings.discount_rate
    paid = ((y.number, y.bought_eur + y.running_added_eur + y.parts_added_eur) for y in b.growth_later)
    later = total_of(amount / (1 + interest) ** number for number, amount in paid)
    return later * (1 + interest if b.settings.running_paid == IN_ADVANCE else 1.0)


def _later_text(name: str) -> str:
    return f"NPV({{settings.discount_rate}},{{growth1.{name}}}:{{last_growth.{name}}})"


def _shown(b: Block, known: Value) -> Shown:
    return shown(b.growth_known, known, NOT_KNOWN if b.bill_priced else NO_PRICE)


class OverTheGrowth(Scope):
    """All years together."""

    growth_known: Display[Block, Value] = Display("the cost with growth is known", "0/1",
        lambda b: b.total_known * flag(b.last_growth.per_block >= 1), FLAG,
        "and a block still holds a VM in the last year")
    known_growth_eur: Display[Block, Value] = Display("cost over the years with growth, as a number", "EUR",
        lambda b: b.known_total_eur - b.known_users_eur + b.growth[0].bought_eur + _later_eur(b), EUR_CENT,
        "at its present value: what growth adds is paid as running costs are",
        native="{known_total_eur}-{known_users_eur}+{growth0.bought_eur}+("
        + "+".join(_later_text(name) for name in ("bought_eur", "running_added_eur", "parts_added_eur"))
        + f')*IF({{settings.running_paid}}="{IN_ADVANCE}",1+{{settings.discount_rate}},1)')
    growth_eur: Display[Block, Shown] = Display("cost over the years with growth", "EUR",
        lambda b: _shown(b, b.known_growth_eur), EUR_CENT,
        "present value, purchases of all years")
    growth_eur_per_user: Display[Block, Shown] = Display("EUR per user over the years with growth", "EUR",
        lambda b: _shown(b, b.known_growth_eur / b.last_growth.users), EUR_CENT, "per named user of the last year")
