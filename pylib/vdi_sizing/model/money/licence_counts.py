"""How many of a part are bought: licences by the cores, CPUs and TB of what is bought, in packs and least orders.

What a host takes is worked out for the design as it is entered, and so is what packs and a least order add: a sweep
keeps both, and more hosts take more in proportion.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from vdi_sizing._arrays import Value, maximum, round_up, rounded
from vdi_sizing.formulas.licences import _cores_counted, _ordered
from vdi_sizing.inputs import same_name
from vdi_sizing.model.check import Warning
from vdi_sizing.model.figure import Display, Figure, Given, Scope, Shown, or_zero
from vdi_sizing.model.formats import TEXT, WHOLE
from vdi_sizing.scenario import ONCE, PER_BLOCK, PER_GPU_CARD, PER_GPU_USER, PER_HOST, PER_SHELF
from vdi_sizing.tables.licences import (
    GB_PER_TB,
    GB_PER_TIB,
    PER_CORE,
    PER_CORES,
    PER_CPU,
    PER_TB,
    PER_USER,
    PER_VM,
    TB_USABLE,
    TIB_RAW,
)
from vdi_sizing.words import NONE, NOT_KNOWN

if TYPE_CHECKING:
    from vdi_sizing.model.scopes import Block
    from vdi_sizing.scenario import BillRow


KINDS = {
    **dict.fromkeys((*PER_CORES, PER_GPU_CARD), PER_HOST), **dict.fromkeys((*PER_TB, PER_SHELF), PER_BLOCK),
    PER_GPU_USER: PER_VM,
}  # fmt: skip
"""What is there as often as something else that a part is billed for."""


def kind_of(row: BillRow) -> str:
    """As often as what a part is there."""
    return KINDS.get(row.per, row.per)


def each_of(b: Block, row: BillRow) -> Shown:
    """How many of a part a host, a block and the like take, without its quantity."""
    if row.per == PER_CORE:
        return cores_of(b, row) or NOT_KNOWN
    if row.per == PER_CPU:
        return float(b.as_entered.cpus_of_host) or NOT_KNOWN
    if row.per == PER_GPU_USER:
        return float(b.as_entered.gpu_users_per_vm)
    if row.per in (PER_GPU_CARD, PER_SHELF):
        return counted_on(b, row)
    return _beyond_cores(b, row) if row.per in PER_TB else share_of_group(b, row)


def share_of_group(b: Block, row: BillRow) -> float:
    """The whole VMs of the row's user group for each VM, or its users for each user; 1 where it is for all.

    0 is known: management VMs have no users.
    """
    if row.group is None:
        return 1.0
    entered = b.as_entered
    group = next(each for each in entered.groups if same_name(each.name, row.group or ""))
    if row.per == PER_USER:
        return float(round_up(group.users) / entered.users_whole)
    return float(round_up(group.concurrent_vms) / entered.vms_whole)


def cores_of(b: Block, row: BillRow) -> float:
    """The cores that a host counts by the metric of a row; 0: not known."""
    entered, metric = b.as_entered, b.scenario.metric_of(row)
    if metric is None or entered.cores_of_host == 0:
        return float(entered.cores_of_host)
    least = metric.least_per_cpu or 0.0
    if least > 0 and entered.cpus_of_host == 0:
        return 0.0
    least_of_cpus = least * entered.cpus_of_host
    return float(_cores_counted(entered.cores_of_host, least_of_cpus, metric.least_per_host or 0.0))


def counted_on(b: Block, row: BillRow) -> float | str:
    """The TB or TiB of a block that a row counts, its shelves, or the GPU cards of a host; 0 of all other rows."""
    if row.per == PER_GPU_CARD:
        card, gpus = b.scenario.card_of(b.design), b.design.gpus
        return NOT_KNOWN if card is None or gpus is None else gpus / card.gpus
    if row.per == PER_SHELF:
        return NOT_KNOWN if b.design.shelf_bays is None else float(b.as_entered.shelves)
    if row.per not in PER_TB:
        return 0.0
    gb = float(b.as_entered.storable_gb if row.per == TB_USABLE else b.as_entered.raw_gb)
    return gb / (GB_PER_TIB if row.per == TIB_RAW else GB_PER_TB) or NOT_KNOWN


def _beyond_cores(b: Block, row: BillRow) -> Shown:
    """Of the TB of a block those that licensed cores do not bring along: its own, or its share of the hosts beside."""
    stored, cores, metric = counted_on(b, row), cores_of(b, row), b.scenario.metric_of(row)
    included = 0.0 if metric is None else metric.tb_per_core or 0.0
    if isinstance(stored, str) or (included > 0 and cores == 0):
        return NOT_KNOWN
    entered = b.as_entered
    hosts, blocks = (max(1.0, float(count)) for count in (entered.hosts_paid, entered.blocks))
    return max(0.0, stored - included * cores * hosts / blocks)


def quantity_of_each(b: Block, row: BillRow) -> float:
    """How many of a part a host, a block and the like take; 0 where that is not known."""
    each = each_of(b, row)
    return 0.0 if each == NOT_KNOWN else row.quantity * cast("float", each)


def times_of(b: Block, row: BillRow) -> Value:
    """How often that is there which a part is billed for, for these users."""
    if kind_of(row) == PER_HOST:
        return b.hosts_paid
    whole: dict[str, Value] = {PER_VM: b.vms_whole, PER_USER: b.users_whole, ONCE: 1.0}
    return whole.get(kind_of(row), b.blocks * _of_block(b, row))


def times_per_block(b: Block, row: BillRow) -> Value:
    """The same on a full block."""
    if kind_of(row) == PER_HOST:
        return b.hosts_of_block
    of_full: dict[str, Value] = {PER_VM: b.vms_per_block, PER_USER: b.users_per_block, ONCE: 0.0}
    return of_full.get(kind_of(row), _of_block(b, row))


def _of_block(b: Block, row: BillRow) -> Value:
    """Its drives, of a part that is billed per drive; else 1."""
    billed = next((p for p in b.parts if p.billed_per == row.per), None)
    return 1.0 if billed is None else billed.drives_bought


def added_by_packs(b: Block, row: BillRow) -> float:
    """What packs and a least order add to a part, in times of what a host and the like take of it."""
    metric, of_one = b.scenario.metric_of(row), quantity_of_each(b, row)
    if metric is None or of_one <= 0:
        return 0.0
    count = of_one * float(times_of(b.as_entered, row))
    bought = _ordered(count, maximum(1.0, metric.pack or 0.0), metric.least_per_order or 0.0)
    return float(rounded(float(bought) - count)) / of_one


class Counted(Scope):
    """What licences are counted by; 0: not known."""

    cpus_of_host: Figure[Block, float] = Figure("CPUs of a host, for licences", "CPUs",
        lambda b: or_zero(b.design.host_cpus), WHOLE, "as entered; 0: not known")


class Uncounted(Scope):
    """Licences of which nobody knows how many it takes."""

    uncounted: Given[Block, float] = Given("parts of the bill of which nobody knows how many", "parts",
        lambda b: float(sum(each_of(b, row) == NOT_KNOWN for row in b.bill_rows_of_design)), WHOLE,
        native=f'COUNTIF({{cost.of_each}},"{NOT_KNOWN}")')
    first_uncounted: Display[Block, str] = Display("the first of them", "",
        lambda b: next((row.part for row in b.bill_rows_of_design if each_of(b, row) == NOT_KNOWN), NONE), TEXT,
        native=f'IF({{uncounted}}=0,"{NONE}",INDEX({{cost.part}},MATCH("{NOT_KNOWN}",{{cost.of_each}},0)))')


class CountedChecks(Scope):
    check_licence_numbers = Warning("every part on the bill can be counted",
        "a part of the bill cannot be counted",
        lambda b: b.uncounted == 0,
        remedy="On Designs, type CPUs per host, and cores of a block or of a host beside an array; a licence by TB "
        "needs drives, a part per shelf the drive bays of a shelf, one per GPU card the card and the GPUs per host. "
        "Until then there is no EUR.",
        names=Uncounted.first_uncounted)
