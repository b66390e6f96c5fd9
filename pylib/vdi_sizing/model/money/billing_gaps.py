"""What is sized and nobody pays for: drives, hosts beside arrays, the servers of an array's VMs, parts of a kit.

EUR that leave out what another design's EUR hold are not compared with them. Where a part is paid for elsewhere, the
design's text says so, by the word of the check: "hosts_billed: on the servers of today".
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from vdi_sizing._arrays import Value, flag, rounded, total_of
from vdi_sizing.engine.rows import most_over, total_over
from vdi_sizing.inputs import name_key, same_name
from vdi_sizing.model.check import Warning, acknowledging
from vdi_sizing.model.figure import Display, Figure, Given, Scope, or_zero, over
from vdi_sizing.model.formats import EUR_CENT, FLAG, TEXT, WHOLE
from vdi_sizing.model.grouped_digits import and_more
from vdi_sizing.model.load.user_groups import OF_CASE, last_row
from vdi_sizing.model.money.bill import BROUGHT, times_paid, times_paid_text
from vdi_sizing.scenario import BOUGHT_ONCE, ONCE, PER_BLOCK, PER_HOST, PER_SHELF, PER_USER, PER_VM, SERVICE
from vdi_sizing.words import NONE

if TYPE_CHECKING:
    from vdi_sizing.model.scopes import Block, Part
    from vdi_sizing.scenario import BillRow, UserGroup


DRIVES_BILLED, HOSTS_BILLED, BLOCK_BILLED = "drives_billed", "hosts_billed", "block_billed"
BESIDE_NONE, LICENCES = "beside_none", "licences"
"""The words of the checks that a formula of money looks for."""


def _billed(b: Block, per: str) -> float:
    """How many of something the design is billed for; what is taken off is a credit.

    Shares of a price that are paid again and again, as a lease is, count for what they come to in their own years of
    the years of use.
    """
    rows = (row for row in b.bill_rows_of_design if row.per == per and row.quantity > 0)
    return float(total_of(row.quantity * times_paid(b, row) for row in rows))


def _billed_text(per: str) -> str:
    """The same as a native formula, of a condition on what rows are billed per."""
    return f"SUMPRODUCT(({per})*({{cost.quantity}}>0)*{times_paid_text()},{{cost.quantity}})"


def _others_billed(p: Part) -> float:
    billed = [line.part for line in p.block.bill if line.per == p.billed_per]
    own = p.used and any(same_name(part, p.part) for part in billed)
    return flag(bool(billed) and not own)


class PartOnBill(Scope):
    others_billed: Display[Part, float] = Display("other drives than its own are on the bill, per drive of it", "0/1",
        _others_billed, FLAG,
        native='IF(COUNTIF({cost.per},"{billed_per}")=0,0,IF({used}=0,1,'
        'IF(SUMPRODUCT(({cost.per}="{billed_per}")*({cost.part}={part}))>0,0,1)))')
    unbilled: Given[Part, float] = Given("sized, and not on the bill", "0/1",
        lambda p: p.used * flag(rounded(_billed(p.block, p.billed_per) - 1) < 0), FLAG,
        native='{used}*IF(ROUND(' + _billed_text('{cost.per}="{billed_per}"') + "-1,9)<0,1,0)")


def _itself(b: Block) -> str:
    return f"the {b.block_called} itself" if b.unrated == NONE else f"{_RATE_OF}{b.unrated}"


def _unpaid_words(b: Block) -> str:
    words = (
        (b.drives_unpaid, b.unbilled_drives), (b.hosts_unpaid, "hosts"),
        (b.block_unpaid, _itself(b)), (b.store_unpaid, "the profile store"),
        (b.uncounted, f"the number of {b.first_uncounted}"))
    return ", ".join(called for unpaid, called in words if unpaid) or NONE


def _is_rate(row: BillRow) -> bool:
    return row.recurs != BOUGHT_ONCE and row.quantity > 0 and row.per in _RATED_PER


def _groups_without_rate(b: Block) -> list[UserGroup]:
    """The user groups of which a service has no rate, where some group has one of its own."""
    if b.design.block_kind != SERVICE or not _has_own_rates(b):
        return []
    own = {name_key(row.group) for row in b.bill_rows_of_design if _is_rate(row) and row.group is not None}
    return [group for group in b.groups if name_key(group.name) not in own]


def _has_own_rates(b: Block) -> bool:
    return any(row.group is not None and row.quantity > 0 for row in b.bill_rows_of_design)


def _has_no_rate(b: Block) -> float:
    rated = _has_own_rates(b) or any(map(_is_rate, b.bill_rows_of_design))
    return flag(b.design.block_kind == SERVICE and not rated)


def _unrated(b: Block) -> str:
    """The last of these groups, or all of them."""
    if b.groups_unrated > 0:
        return _groups_without_rate(b)[-1].name
    return _EVERY_GROUP if b.no_rate else NONE


_RATED_PER = (PER_VM, PER_USER, PER_BLOCK, PER_HOST)
"""What a service is paid for: a desktop, which is its block, or a user."""
_RATE_OF, _EVERY_GROUP = "the rate of ", "every user group"
_OWN_RATES = '(Bill[design]={design.name})*(Bill[user group]<>"")*(Bill[quantity]>0)'
_RATES = (
    f'({{cost.recurs}}<>"{BOUGHT_ONCE}")*({{cost.quantity}}>0)*('
    + "+".join(f'({{cost.per}}="{per}")' for per in _RATED_PER) + ")")
_WITHOUT_RATE = (
    f'{OF_CASE}*ISNA(MATCH({{design.name}}&"|"&Groups[user group]&"|1",Bill[design]&"|"&Bill[user group]&"|"&'
    f'(Bill[quantity]>0)*(Bill[recurs]<>"")*(Bill[recurs]<>"{BOUGHT_ONCE}"),0))')


def _block_unbilled(b: Block) -> float:
    if b.design.block_kind == SERVICE:
        return flag(b.bill_rows > 0 and b.unrated != NONE)
    by_host = (1 - b.with_hosts) * _billed(b, PER_HOST)
    return flag(b.bill_rows > 0 and rounded(_billed(b, PER_BLOCK) + by_host - 1) < 0)


_BLOCK_PER = f'({{cost.per}}="{PER_BLOCK}")+(1-{{with_hosts}})*({{cost.per}}="{PER_HOST}")'
_GPU_NAMES = ("GPU", "NVIDIA")
_GPU_BILLED_PER = (PER_HOST, PER_BLOCK, ONCE)
"""A part that is a GPU has one of these in its name; what is billed per user or VM is its licence."""
_BILLED_SO = "+".join(f'({{cost.per}}="{per}")' for per in _GPU_BILLED_PER)
_NAMES_A_GPU = "+".join(f'ISNUMBER(SEARCH("{name}",{{cost.part}}))' for name in _GPU_NAMES)


def _gpus_billed(b: Block) -> bool:
    """Whether some part is called a GPU, where hosts that are bought have one."""
    if or_zero(b.design.gpus) == 0 or b.bill_rows == 0 or b.design.block_kind == SERVICE:
        return True
    parts = [row.part.upper() for row in b.bill_rows_of_design if row.per in _GPU_BILLED_PER]
    return any(name in part for name in _GPU_NAMES for part in parts)


def _shelves_billed(b: Block) -> bool:
    return b.shelves == 0 or b.bill_rows == 0 or _billed(b, PER_SHELF) > 0


class Unpaid(Scope):
    drives_unbilled: Given[Block, float] = Given("tiers and caches whose drives are not on the bill", "",
        lambda b: total_of(p.unbilled for p in b.parts) if b.bill_rows else 0.0, WHOLE)
    unbilled_drives: Display[Block, str] = Display("drives that are sized and not on the bill", "",
        lambda b: ", ".join(f"{p.own.drive} ({p.called})" for p in b.parts if b.drives_unbilled and p.unbilled) or NONE,
        TEXT,
        native=f'IF({{drives_unbilled}}=0,"{NONE}",MID('
        + over("parts", "&", 'IF({unbilled}=0,"",", "&{own.drive}&" ({called})")') + ",3,2000))")
    drives_unpaid: Given[Block, float] = Given("tiers and caches whose drives nobody pays for", "",
        lambda b: 0.0 if b.acknowledges(DRIVES_BILLED) else b.drives_unbilled, WHOLE,
        "0 where the design's text says that another part contains them")
    hosts_unbilled: Figure[Block, float] = Figure("hosts beside an array are sized and not on the bill", "0/1",
        lambda b: b.with_hosts * flag(b.bill_rows > 0 and rounded(_billed(b, PER_HOST) - 1) < 0), FLAG,
        native='IF({bill_rows}>0,{with_hosts}*IF(ROUND(' + _billed_text(f'{{cost.per}}="{PER_HOST}"')
        + "-1,9)<0,1,0),0)")
    hosts_unpaid: Figure[Block, float] = Figure("hosts beside an array that nobody pays for", "0/1",
        lambda b: 0.0 if b.acknowledges(HOSTS_BILLED) else b.hosts_unbilled, FLAG,
        "0 where the design's text says that they are there already")
    groups_unrated: Given[Block, float] = Given("user groups of which a service has no rate on the bill", "groups",
        lambda b: float(len(_groups_without_rate(b))), WHOLE, "where a group has one of its own, each needs one",
        native=f'IF({{design.block_kind}}<>"{SERVICE}",0,IF(SUMPRODUCT({_OWN_RATES})=0,0,SUMPRODUCT({_WITHOUT_RATE})))')
    no_rate: Given[Block, float] = Given("a service has no rate at all on the bill", "0/1", _has_no_rate, FLAG,
        native=f'IF({{design.block_kind}}<>"{SERVICE}",0,IF(SUMPRODUCT({_OWN_RATES})+SUMPRODUCT({_RATES})>0,0,1))')
    unrated: Given[Block, str] = Given("user group of which a service has no rate on the bill", "",
        _unrated, TEXT, "the last of them",
        native=f'IF({{groups_unrated}}>0,INDEX(Groups[user group],{last_row(_WITHOUT_RATE)}),'
        f'IF({{no_rate}}=1,"{_EVERY_GROUP}","{NONE}"))')
    block_unbilled: Figure[Block, float] = Figure("the block itself is not on the bill", "0/1",
        _block_unbilled, FLAG, "no part per block; per host does as well where no hosts stand beside it",
        native=f'IF({{design.block_kind}}="{SERVICE}",IF(AND({{bill_rows}}>0,{{unrated}}<>"{NONE}"),1,0),'
        f"IF(AND({{bill_rows}}>0,ROUND({_billed_text(_BLOCK_PER)}-1,9)<0),1,0))")
    block_unpaid: Figure[Block, float] = Figure("blocks that nobody pays for", "0/1",
        lambda b: 0.0 if b.acknowledges(BLOCK_BILLED) else b.block_unbilled, FLAG,
        "0 where the design's text says that another part contains them, or that they are there already")
    unpaid: Figure[Block, float] = Figure("kinds of what is sized and nobody pays for, or counts", "",
        lambda b: b.drives_unpaid + b.hosts_unpaid + b.block_unpaid + b.store_unpaid + b.uncounted, WHOLE,
        "0, or there is no price: EUR without them would look cheap")
    unpaid_words: Display[Block, str] = Display("the same in words", "",
        _unpaid_words, TEXT,
        native=f'IF({{unpaid}}=0,"{NONE}",MID(IF({{drives_unpaid}}=0,"",", "&{{unbilled_drives}})'
        '&IF({hosts_unpaid}=0,"",", hosts")&IF({block_unpaid}=0,"",IF({unrated}="'
        f'{NONE}",", the "&{{block_called}}&" itself",", {_RATE_OF}"&{{unrated}}))'
        '&IF({store_unpaid}=0,"",", the profile store")'
        '&IF({uncounted}=0,"",", the number of "&{first_uncounted}),3,2000))')


def _servers_comparable(b: Block) -> float:
    others = total_over(b.side_by_side, lambda other: other.servers_sized * (other.bill_rows > 0))
    return flag(b.servers_sized == 1 or b.bill_rows == 0 or others == 0 or b.acknowledges(BESIDE_NONE))


class ServersLeftOut(Scope):
    """An array stores; the servers of its VMs are in its EUR only where they are sized beside it, or are the block."""

    servers_comparable: Display[Block, float] = Display("its EUR hold servers, or those of no design do", "0/1",
        _servers_comparable, FLAG,
        "0: storage alone would be ranked against storage with servers")


def _licences_eur(b: Block) -> Value:
    if b.design.block_kind == SERVICE:  # its desktops are billed so, and not licences alone
        return 0.0
    per_vm = b.purchase.per_vm_eur + b.recurring.per_vm_eur
    return per_vm * b.vms_whole + (b.purchase.per_user_eur + b.recurring.per_user_eur) * b.users_whole


def _lacks_licences(b: Block) -> bool:
    """Whether another design is billed more by a cent at least."""
    return bool(rounded(b.licences_missing) >= 0.005)


class Licences(Scope):
    """What is billed per VM and per user is alike for most designs: one that lacks a licence looks cheap."""

    licences_eur: Figure[Block, Value] = Figure("billed per VM and per user, for these users", "EUR",
        _licences_eur, EUR_CENT,
        "known prices; what is paid per year at its present value")
    licences_missing: Display[Block, Value] = Display("the most that a design is billed so, less that", "EUR",
        lambda b: most_over(b.side_by_side, lambda other: other.licences_eur) - b.licences_eur
        if b.bill_rows and b.same_users and b.design.block_kind != SERVICE else 0.0, EUR_CENT,
        "0 where designs carry different users, and of a service")


_KIT_LEFT_OUT = f"{BROUGHT}*(Parts[part]<>\"\")*ISNA(MATCH(Parts[part],{{cost.part}},0))"
_ROW_OF_PARTS = "(ROW(Parts[part])-ROW(Parts[[#Headers],[part]]))"


def _left_out(b: Block) -> list[str]:
    """The parts that the design's kit names and that it is not billed for."""
    billed = {name_key(row.part) for row in b.bill_rows_of_design}
    return [part for part in b.scenario.parts_of_kit(b.design) if name_key(part) not in billed]


class KitLeftOut(Scope):
    """One row of its own on Bill takes the place of all parts that a design's kit brings."""

    kit_left_out: Given[Block, float] = Given("parts of its kit that are not on its bill", "parts",
        lambda b: float(len(_left_out(b))), WHOLE,
        "a row of its own on Bill takes the place of all parts of its kit",
        native=f'IF({{design.kit}}="",0,SUMPRODUCT({_KIT_LEFT_OUT}))')
    last_left_out: Display[Block, str] = Display("the last of them", "",
        lambda b: next(reversed(_left_out(b)), NONE), TEXT,
        native=f'IF({{kit_left_out}}=0,"{NONE}",INDEX(Parts[part],SUMPRODUCT(LARGE({_KIT_LEFT_OUT}*{_ROW_OF_PARTS},1))))')
    kit_left_out_words: Display[Block, str] = Display("the same in words", "",
        lambda b: f"{b.last_left_out}{and_more(b.kit_left_out)}", TEXT)


class PaidChecks(Scope):
    check_drives_billed = Warning("the drives that are sized are on the bill, per drive of their tier",
        "drives that are sized are not on the bill, per drive of their tier",
        lambda b: b.drives_unbilled == 0,
        remedy="Add the drives to Bill, per drive of their tier: until then there is no EUR. Where another part "
        f"contains them, {acknowledging(DRIVES_BILLED, 'in the price of the array')}.",
        names=Unpaid.unbilled_drives)
    check_hosts_billed = Warning("the hosts beside an array are on its bill, per host",
        "hosts beside the array are sized and not on the bill, per host", lambda b: b.hosts_unbilled == 0,
        remedy="Add a part per host to Bill, or for a kit to Parts: until then there is no EUR. Where the servers are "
        f"there already, {acknowledging(HOSTS_BILLED, 'on the servers of today')}.")
    check_block_billed = Warning("the block itself is on the bill, per block or host",
        "the block itself, the server or the array, is sized and not on the bill, per block or host",
        lambda b: b.block_unbilled == 0,
        remedy="Add its part to Bill, a whole one per block: until then there is no EUR. Where another part contains "
        f"it, or it is there already, {acknowledging(BLOCK_BILLED, 'on the servers of today')}.")
    check_gpus_billed = Warning("a part on the bill is called GPU or NVIDIA, where hosts have GPUs",
        "hosts have GPUs, and no part on the bill is called GPU or NVIDIA: the EUR may lack them", _gpus_billed,
        remedy="Add the cards to Bill, per host, or for a kit to Parts, as a part with GPU or NVIDIA in its name. "
        f"Where the price of the host contains them, {acknowledging('gpus_billed', 'in the price of the host')}.",
        native=f'OR(MAX(0,{{design.gpus}})=0,{{bill_rows}}=0,{{design.block_kind}}="{SERVICE}",'
        f"SUMPRODUCT(({_BILLED_SO})*({_NAMES_A_GPU}))>0)")
    check_shelves_billed = Warning("the shelves that are sized are on the bill, per shelf",
        "shelves are not on the bill", _shelves_billed,
        remedy="Add a part per shelf to Bill, or for a kit to Parts. Where the price of the block contains them, "
        f"{acknowledging('shelves_billed', 'in the price of the array')}.",
        native=f'OR({{shelves}}=0,{{bill_rows}}=0,SUMPRODUCT(({{cost.per}}="{PER_SHELF}")*({{cost.quantity}}>0))>0)')
    check_beside_none = Warning("the hosts of an array's VMs are sized, where it has a bill",
        "no host is sized for the VMs of an array: its EUR are those of the storage alone",
        lambda b: b.servers_sized == 1 or b.bill_rows == 0,
        remedy="On Designs, give RAM or cores of a host beside it, and bill it per host. Where the servers are there "
        f"already, {acknowledging(BESIDE_NONE, 'on the servers of today')}. Until then it is recommended only where no "
        "design has servers in its EUR.")
    check_licences = Warning("no other design is billed more per VM and per user",
        "less is billed per VM and per user than for another design: a licence may be missing, or be paid otherwise",
        lambda b: not _lacks_licences(b),
        remedy="Compare the rows per VM and per user of the designs on Bill and Parts: the same part, per and recurs. "
        f"Where one design takes a licence more, for each other {acknowledging(LICENCES, 'of the cluster alone')}.")
    check_kit_billed = Warning("the parts of a design's kit are on its bill",
        "rows of its own on the bill take the place of all parts of its kit: some of these are not billed any more",
        lambda b: b.kit_left_out == 0,
        remedy="Its rows on Bill take the place of all parts of its kit. Move them to Parts, beside the kit, or add to "
        "Bill what is missing there. Where parts are left out on purpose, "
        f"{acknowledging('kit_billed', 'in the price of the server')}.",
        names=KitLeftOut.kit_left_out_words)
