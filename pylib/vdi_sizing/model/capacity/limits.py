"""How many VMs a block carries by each criterion, which one binds, and how many blocks the users need.

A limit is one declaration: what it is called, the number of VMs, what it says where it is not given or where a measured
number stands in its place, and its colour on charts. The order of the declarations is the order on the sheets; of equal
limits the first one binds.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from vdi_sizing._arrays import (
    Value,
    divide,
    magnitude,
    maximum,
    minimum,
    round_down,
    round_up,
    rounded,
    value_at,
    where,
)
from vdi_sizing.formulas.workload import _vms_in_ram
from vdi_sizing.model.capacity.drives import vms_by_drives, vms_by_usable_iops
from vdi_sizing.model.figure import Display, Figure, Scope, down, given_or, or_zero
from vdi_sizing.model.formats import FLAG, MARGIN, ONE, SHARE, TEXT, VMS, VMS_EXACT, VMS_ORDER, WHOLE
from vdi_sizing.model.grouped_digits import spelled
from vdi_sizing.model.load import throughput
from vdi_sizing.scenario import SERVICE
from vdi_sizing.words import DASH, NO_LIMIT, NO_LIMIT_TEXT, NONE, NOT_GIVEN, REPLACES

if TYPE_CHECKING:
    from vdi_sizing.model.scopes import Block, Limited, PartPhase, Phase


def _measured_at_load(b: Block) -> Value:
    measured, tested = b.design.measured_vms, b.design.measured_iops_per_vm
    if measured is None:
        return 0.0
    if tested is None:
        return measured
    asked = b.steady.iops_per_vm / b.design.steady_peak_factor
    return round_down(measured * minimum(1.0, divide(tested, asked, otherwise=1.0)))


class Measured(Scope):
    measured_at_load: Figure[Block, Value] = Figure("VMs measured, at the load asked for", "VMs",
        _measured_at_load, WHOLE,
        "VMs measured x IOPS per VM of the test / IOPS per VM of these users, down; at a lighter load no more than "
        "measured")


class LeftByHost(Scope):
    """What the hypervisor and a controller VM leave of a block to the VMs of its users."""

    ram_for_vms_gib: Figure[Block, Value] = Figure("RAM for VMs", "GiB",
        lambda b: maximum(0.0, or_zero(b.design.ram_gib) - (1 - b.with_hosts) * b.design.host_ram_gib), ONE,
        "RAM per block - RAM for the host, which a host beside it bears itself; 0 where it is not given")
    cores_for_vms: Figure[Block, Value] = Figure("cores for VMs", "cores",
        lambda b: maximum(0.0, or_zero(b.design.cores) - (1 - b.with_hosts) * b.design.host_cores)
        * (1 - (1 - b.with_hosts) * b.design.cpu_headroom), ONE,
        "(cores per block - cores for the host) x (1 - CPU headroom); 0 where they are not given")


class PartCarries(Scope):
    vms: Figure[PartPhase, Value] = Figure("VMs by {reason}", "VMs",
        lambda d: vms_by_drives(d, d.part.drives), VMS_EXACT)


class PhaseCarries(Scope):
    estimate: Figure[Phase, Value] = Figure("estimate by {reason}", "VMs", lambda p: minimum(NO_LIMIT, round_down(
                minimum(*(part.vms for part in p.on_parts)) if p.block.design.usable_iops is None
                else vms_by_usable_iops(p, p.block.design.usable_iops)
        )), VMS, "stays visible where a measured number replaces it", pattern="estimate_{phase}")


class Limit(Figure["Block", Value]):
    """A criterion that limits the VMs of a block.

    `missing` is where its input is not given; `estimate` what it would say if no measured number stood in its place.
    A limit with an estimate drops out where a number was measured. `of_hosts` is where it decides on the number of
    hosts beside an array, and not on the VMs of the array.
    """

    def __init__(
        self, label: str, python: Callable[[Block], Value], *, color: str,
        missing: Callable[[Block], bool] | None = None, estimate: Callable[[Block], Value] | None = None,
        of_hosts: Callable[[Block], Any] | None = None,
        note: str = "", native: str = "",
    ) -> None:
        if estimate and native:
            native = f'IF({{design.measured_vms}}<>"",{NO_LIMIT_TEXT},{native})'
        super().__init__(
            label, "VMs", lambda b: NO_LIMIT if self._replaced(b) else python(b), VMS, note, native=native)
        self.color, self.missing, self.estimate, self.of_hosts = color, missing, estimate, of_hosts

    def _replaced(self, b: Block) -> bool:
        return self.estimate is not None and b.design.measured_vms is not None

    @property
    def key(self) -> str:
        """Its name without "limit_"."""
        return self.name.removeprefix("limit_")


def _by_response(b: Block) -> Value:
    """The estimate, unless it is below what the other limits allow and all I/Os together meet the target anyway."""
    binds = where(b.estimate_response >= b.loaded_vms, 1.0, 1.0 - b.target_met)
    # met at the load of all users says nothing of more; met where another limit binds, it is no limit
    known_for = where(b.loaded_vms < b.vms_whole, NO_LIMIT, b.loaded_vms)
    return where(maximum(binds, b.in_cluster) == 1, b.estimate_response, known_for)


def _of_phase(label: str, name: str, phase: Callable[[Block], Phase], color: str) -> Limit:
    return Limit(label, lambda b: phase(b).estimate,
        missing=lambda b: phase(b).given == 0, estimate=lambda b: phase(b).estimate, color=color)


class Limits(Scope):
    _RAM = down("{ram_for_vms_gib}/({ram_gib_per_vm}+{design.ram_overhead_gib})")
    _CORES = down(f"{{cores_for_vms}}*{given_or('{design.vcpus_per_core}', '0')}/{{vcpus_asked_per_vm}}")
    limit_steady: Limit = _of_phase("steady IOPS", "steady", lambda b: b.steady, "1F3864")
    limit_login: Limit = _of_phase("login storm", "login", lambda b: b.login, "ED7D31")
    limit_boot: Limit = _of_phase("boot storm", "boot", lambda b: b.boot, "548235")
    limit_fourth: Limit = _of_phase("fourth phase", "fourth", lambda b: b.fourth, "F4B183")
    limit_response: Limit = Limit("response time", _by_response,
        missing=lambda b: b.steady.given == 0 or b.design.response_limit_ms is None,
        estimate=lambda b: b.estimate_response, color="A6A6A6",
        note="the estimate; where all I/Os together meet the target all the same, what that was looked at for")
    limit_capacity: Limit = Limit("capacity", lambda b: where(b.capacity_vms >= NO_LIMIT, NO_LIMIT,
            where(b.in_cluster == 1, rounded(b.capacity_vms), round_down(minimum(NO_LIMIT, b.capacity_vms)))),
        missing=lambda b: b.delta_gb_per_vm + b.log_gb_per_vm + b.swap_gb_per_vm + b.persistent_gb_per_vm
        + b.images_per_vm * b.design.replica_gb == 0,
        color="843C0C", note="of a cluster the share of a host, since its hosts store together")
    limit_whole_vms: Limit = Limit("whole VMs", lambda b: where((1 - b.with_hosts) * b.mix_hosts > 0,
            round_up(b.vms_whole / maximum(1.0, b.mix_hosts)), NO_LIMIT),
        color="00B0A0", note="of the fullest host, where VMs of several sizes take other hosts than the mean VM")
    limit_ram: Limit = Limit("RAM",
        lambda b: NO_LIMIT if b.design.ram_gib is None else where(b.ram_gib_per_vm == 0, NO_LIMIT, maximum(
                b.mix_vms, _vms_in_ram(b.ram_for_vms_gib, b.ram_gib_per_vm, b.design.ram_overhead_gib, NO_LIMIT))),
        missing=lambda b: b.ram_gib_per_vm == 0 or b.design.ram_gib is None,
        of_hosts=lambda b: b.with_hosts == 1 and b.beside_vms_by_ram < NO_LIMIT,
        color="5B9BD5", note="RAM for VMs / (RAM + overhead per VM); no over-commitment",
        native=f'IF({{design.ram_gib}}="",{NO_LIMIT_TEXT},IF({{ram_gib_per_vm}}=0,{NO_LIMIT_TEXT},MAX({{mix_vms}},{_RAM})))')
    limit_cores: Limit = Limit("cores", lambda b: NO_LIMIT if b.design.cores is None or b.design.vcpus_per_core is None
        else maximum(b.mix_vms, round_down(
            divide(b.cores_for_vms * b.design.vcpus_per_core, b.vcpus_asked_per_vm, NO_LIMIT))),
        missing=lambda b: b.vcpus_per_vm == 0 or b.design.cores is None,
        of_hosts=lambda b: b.with_hosts == 1 and b.beside_vms_by_cores < NO_LIMIT,
        color="7030A0",
        native=f'IF({{design.cores}}="",{NO_LIMIT_TEXT},IF({{vcpus_asked_per_vm}}=0,{NO_LIMIT_TEXT},MAX({{mix_vms}},{_CORES})))')
    limit_gpu: Limit = Limit("GPU", lambda b: where(b.with_hosts == 1, NO_LIMIT, b.host_vms_by_gpu),
        missing=lambda b: b.gpus_per_vm == 0 or b.design.gpus is None,
        of_hosts=lambda b: b.with_hosts == 1 and b.host_vms_by_gpu < NO_LIMIT,
        color="8C564B", note="GPUs of a host / GPUs that a VM takes on average")
    limit_throughput: Limit = Limit("throughput", throughput.vms_by_ports,
        missing=lambda b: b.port_mb_s * b.busiest_mb_s_per_vm == 0,
        color="9C9A2E", note="MB/s of the ports / MB/s per VM of the phase that moves most")
    limit_measured: Limit = Limit("measured",
        lambda b: NO_LIMIT if b.design.measured_vms is None else b.measured_at_load,
        missing=lambda b: b.design.measured_vms is None, color="FFC000",
        note="scaled to the load of these users; what was measured stands below")
    limit_given: Limit = Limit("given number", lambda b: NO_LIMIT if b.design.given_vms is None else b.design.given_vms,
        missing=lambda b: b.design.given_vms is None, color="D16BA5")
    limit_bays: Limit = Limit("drive bays", lambda b: where(b.bays_vms < b.vms_whole, b.bays_even_vms, NO_LIMIT),
        color="7F6000", note="spread evenly, where more users than the drives in the bays carry take further blocks")
    limit_target: Limit = Limit("demand", lambda b: 1.0 if b.design.block_kind == SERVICE
            else where(b.counting == 1, b.target_vms, NO_LIMIT), color="66CCB8",
        note="VMs that are asked for: where drives are counted, a block is not filled beyond its users, or beyond what "
        "else it carries; of a service, a desktop is one VM")


LIMITS: tuple[Limit, ...] = tuple(figure for figure in Limits.declared() if isinstance(figure, Limit))
"""The limits, in the order in which ties go; but those of drives go last where drives are counted for the others."""
LIMITS_OF_DRIVES = LIMITS[: LIMITS.index(Limits.limit_whole_vms)]
"""Those of its drives: what they answer, and what they hold."""
LIMITS_OF_BLOCK = LIMITS[LIMITS.index(Limits.limit_whole_vms) : LIMITS.index(Limits.limit_given) + 1]
"""Those of a block whatever its drives are: a limit that is declared between these two is one of them."""
LIMITS_OF_IOS = LIMITS[: LIMITS.index(Limits.limit_capacity)]
"""Those of the I/Os that its drives answer."""
OF_BLOCK, OF_IOS = (f"{{{those[0].name}}}:{{{those[-1].name}}}" for those in (LIMITS_OF_BLOCK, LIMITS_OF_IOS))


class Order(Scope):
    """Of a limit, beside the others."""

    order: Figure[Limited, Value] = Figure("order of {label}", "",
        lambda each: each.vms + place(each.limit, each.position, each.block) / 100_000, VMS_ORDER,
        "limit + place / 100,000: ties go to the first; drives that are counted for the others come last",
        pattern="order_{key}")


def place_text(limit: Limit, position: int) -> str:
    """Where a limit stands among equal ones, as a native formula."""
    return f"({position}+{len(LIMITS)}*{{block.drives_follow}})" if limit in LIMITS_OF_DRIVES else f"{position}"


def place(limit: Limit, position: int, b: Block) -> Value:
    """The same in Python."""
    return position + len(LIMITS) * b.drives_follow if limit in LIMITS_OF_DRIVES else float(position)


def _position(values: list[Value], wanted: Value) -> Value:
    result: Value = 0.0
    for position, value in enumerate(values, start=1):
        result = where(value == wanted, float(position), result)
    return result


def _second(order: list[Value]) -> Value:
    first = minimum(*order)
    return minimum(*(where(each == first, 2 * NO_LIMIT, each) for each in order))


def _next(order: list[Value]) -> Value:
    """The second of them; the users that drives are counted for are no limit behind another one: they follow it."""
    *others, of_users = order
    return where(_second(order) == of_users, _second(others), _second(order))


_ORDERS = "{first_limit.order}:{last_limit.order}"


class VmsPerBlock(Scope):
    vms_per_block: Figure[Block, Value] = Figure("VMs per block", "VMs",
        lambda b: minimum(*(limit.vms for limit in b.limits)), VMS,
        "the smallest limit", native=f"MIN({{{LIMITS[0].name}}}:{{{LIMITS[-1].name}}})")
    drives_follow: Figure[Block, Value] = Figure("its drives are counted for what else limits it", "0/1",
        lambda b: b.counting * where(b.given_parts_vms > b.target_vms, 1.0,
            where(b.bays_even_vms > b.target_vms, 0.0, 1.0)), FLAG,
        "then they carry as much as that, and are not what limits it: the bays of a block do, for one")


class Binding(Scope):
    binding: Figure[Block, Value] = Figure("binding limit, position", "",
        lambda b: _position(b.order_of_limits, minimum(*b.order_of_limits)), FLAG,
        native=f"MATCH(MIN({_ORDERS}),{_ORDERS},0)")
    next_order: Figure[Block, Value] = Figure("order of the next limit", "",
        lambda b: _next(b.order_of_limits), VMS_ORDER,
        "the users that drives are counted for follow the binding limit, so they are not the next one",
        native=f"IF(SMALL({_ORDERS},2)={{last_limit.order}},SMALL({_ORDERS},3),SMALL({_ORDERS},2))")
    next_binding: Figure[Block, Value] = Figure("next limit, position", "",
        lambda b: _position(b.order_of_limits, b.next_order), FLAG,
        native=f"MATCH({{next_order}},{_ORDERS},0)")
    next_vms: Figure[Block, Value] = Figure("VMs at the next limit", "VMs",
        lambda b: round_down(value_at(b.next_binding, *(limit.vms for limit in b.limits))), VMS,
        native=down(f"INDEX({{{LIMITS[0].name}}}:{{{LIMITS[-1].name}}},{{next_binding}})"))
    next_margin_vms: Figure[Block, Value] = Figure("margin to the next limit", "VMs",
        lambda b: where(b.next_vms >= NO_LIMIT, NO_LIMIT, b.next_vms - b.vms_per_block), MARGIN)
    limited: Figure[Block, Value] = Figure("a limit is known", "0/1",
        lambda b: where(b.vms_per_block < NO_LIMIT, 1.0, 0.0), FLAG)
    feasible: Figure[Block, Value] = Figure("a block carries at least one VM", "0/1",
        lambda b: where(b.vms_per_block < 1, 0.0, b.limited * b.hosts_known), FLAG, "and so does a host beside it")
    vms_carried: Figure[Block, Value] = Figure("VMs per block, 0 where no limit is known", "VMs",
        lambda b: b.feasible * b.vms_per_block, WHOLE)


def _mix_off(b: Block) -> Value:
    measured = b.design.measured_iops_per_vm
    if measured is None or b.design.measured_vms is None:
        return 0.0
    return magnitude(divide(b.steady.iops_per_vm / b.design.steady_peak_factor, measured, otherwise=1.0) - 1)


class Blocks(Scope):
    blocks_needed: Figure[Block, Value] = Figure("blocks for the users", "blocks",
        lambda b: b.feasible * where(b.in_cluster == 1, b.clusters * b.working_hosts, maximum(
            round_up(b.vms_whole / maximum(1.0, b.vms_per_block)), (1 - b.with_hosts) * b.mix_hosts)), WHOLE,
        "VMs / VMs per block, up, and no fewer than whole VMs take")
    blocks: Figure[Block, Value] = Figure("blocks to buy", "blocks",
        lambda b: b.blocks_needed + b.feasible * b.design.spare_blocks * where(b.in_cluster == 1, b.clusters, 1.0),
        WHOLE, "with spares; of a cluster: its hosts")
    drives_total: Figure[Block, Value] = Figure("drives of all blocks", "drives",
        lambda b: b.blocks * b.drives_per_block, WHOLE)
    bays_missing: Figure[Block, Value] = Figure("drive bays missing", "drives",
        lambda b: 0.0 if b.design.bays is None else maximum(0.0, b.drives_per_block - b.design.bays), WHOLE)
    shelves: Figure[Block, Value] = Figure("shelves of a block", "shelves",
        lambda b: 0.0 if b.design.shelf_bays is None else round_up(
            maximum(0.0, b.drives_per_block - or_zero(b.design.base_bays)) / b.design.shelf_bays), WHOLE,
        "for the drives beyond its bays without shelves; 0 where shelves are not counted")
    measured_mix_off: Figure[Block, Value] = Figure("load off the measured one", "0..1",
        _mix_off,
        SHARE)


class BindingInWords(Scope):
    _LABELS = f"{{label.{LIMITS[0].name}}}:{{label.{LIMITS[-1].name}}}"
    binding_name: Display[Block, str] = Display("binding limit", "",
        lambda b: LIMITS[int(b.binding) - 1].label if b.limited else NONE, TEXT,
        native=f'IF({{limited}}=0,"{NONE}",INDEX({_LABELS},{{binding}}))')
    next_name: Display[Block, str] = Display("next limit", "",
        lambda b: NONE if b.next_vms >= NO_LIMIT else LIMITS[int(b.next_binding) - 1].label, TEXT,
        native=f'IF({{next_vms}}>={NO_LIMIT_TEXT},"{NONE}",INDEX({_LABELS},{{next_binding}}))')


def _limit_in_words(each: Limited) -> Value | str:
    """The limit, or why there is none: it is of hosts beside, its input is missing, or a number was measured."""
    limit, block = each.limit, each.block
    if limit.of_hosts is not None and limit.of_hosts(block) and each.vms >= NO_LIMIT:
        return DASH
    if limit in LIMITS_OF_DRIVES and block.design.block_kind == SERVICE:
        return DASH
    if limit.missing is not None and limit.missing(block):
        return NOT_GIVEN
    if limit.estimate is None:
        return round_down(each.vms)
    estimate = limit.estimate(block)
    return f"{REPLACES}{spelled(estimate)}" if estimate < each.vms else round_down(each.vms)


class LimitInWords(Scope):
    words_shown: Display[Limited, Value | str] = Display("{label}", "VMs", _limit_in_words, VMS, "{note}",
        pattern="limit_{key}_words")
