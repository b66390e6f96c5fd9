"""From which price or how many VMs on a design costs what the first one does."""

from __future__ import annotations

from typing import TYPE_CHECKING

from vdi_sizing._arrays import Value, flag, maximum, round_nearest, round_up, rounded
from vdi_sizing.formulas import cost
from vdi_sizing.model.figure import Display, Scope, Shown, shown
from vdi_sizing.model.formats import EUR_CENT, FLAG, WHOLE
from vdi_sizing.words import DASH, NEVER, NO_PRICE

if TYPE_CHECKING:
    from vdi_sizing.model.scopes import Block


def _first_eur(b: Block) -> Value:
    return b.side_by_side[0].known_eur_per_vm_full_block


def _first_stands(b: Block) -> Value:
    return b.side_by_side[0].stands


def _drives_eur(b: Block) -> Value:
    return b.purchase.per_drive1_eur * b.tier1.drives_bought


def _each_vm_eur(b: Block) -> Value:
    return b.purchase.per_vm_eur + b.purchase.per_user_eur * b.users_per_vm


def _break_even_drive(b: Block) -> Value:
    without = b.known_full_block_eur - _drives_eur(b)
    return cost._breakeven_drive_price(_first_eur(b), b.vms_per_block, without, b.tier1.drives_bought)


def _break_even_for_users(b: Block) -> Value:
    without = b.known_users_eur - b.blocks * _drives_eur(b)
    first = b.side_by_side[0].known_eur_per_vm
    return cost._breakeven_drive_price(first, b.vms_whole, without, b.blocks * b.tier1.drives_bought)


def _six(value: Value) -> Value:
    """To six decimals, before it is rounded up: a small difference of prices carries their last bits into it."""
    return round_nearest(value * 1e6) / 1e6


def _reached(b: Block) -> bool:
    left = b.break_even_host_eur if b.with_hosts else b.break_even_vm_eur
    return bool(rounded(left) > 0)


def _hosts(b: Block) -> Value:
    if not b.break_even_vms_known * b.break_even_reached:
        return 0.0
    return maximum(1.0, round_up(_six(maximum(0.0, _stored_eur(b)) / b.break_even_host_eur))) if b.with_hosts else 1.0


def _stored_eur(b: Block) -> Value:
    return b.purchase.per_block_eur + b.purchase.drives_eur


def _vms(b: Block) -> Value:
    if not b.break_even_vms_known * b.break_even_reached:
        return 0.0
    total = maximum(0.0, _stored_eur(b) + b.break_even_hosts * b.purchase.per_host_eur)
    return round_up(_six(cost._breakeven_vms(total, b.break_even_vm_eur)))


def _as_bought(b: Block, known: Value, result: Shown) -> Shown:
    """What holds of what is bought: no answer where designs are compared over the years, or carry other users."""
    if b.over_years or not b.like_first:
        return DASH
    return result if known else NO_PRICE


class BreakEven(Scope):
    break_even_drive_known: Display[Block, Value] = Display("drives of tier 1 priced, and the first design", "0/1",
        lambda b: b.bill_priced * _first_stands(b) * flag(_first_eur(b) > 0) * flag(_drives_eur(b) > 0), FLAG)
    known_break_even_drive_eur: Display[Block, Value] = Display(
        "break-even net price per drive of tier 1, as a number", "EUR",
        lambda b: _break_even_drive(b) if b.break_even_drive_known else 0.0, EUR_CENT)
    break_even_drive_eur: Display[Block, Shown] = Display("break-even net price per drive of tier 1", "EUR",
        lambda b: _as_bought(b, b.break_even_drive_known, b.known_break_even_drive_eur), EUR_CENT,
        "of all that is billed per such drive; full blocks without reserves")
    known_break_even_users_drive_eur: Display[Block, Value] = Display(
        "break-even net price per drive of tier 1 for these users, as a number", "EUR",
        lambda b: _break_even_for_users(b) if b.break_even_drive_known else 0.0, EUR_CENT)
    break_even_users_drive_eur: Display[Block, Shown] = Display(
        "break-even net price per drive of tier 1 for these users", "EUR",
        lambda b: _as_bought(b, b.break_even_drive_known, b.known_break_even_users_drive_eur), EUR_CENT,
        "all billed per such drive; below 0: not even free drives do")
    break_even_vms_known: Display[Block, Value] = Display("block priced, and the first design", "0/1",
        lambda b: b.bill_priced * _first_stands(b) * flag(_first_eur(b) > 0), FLAG)
    break_even_vm_eur: Display[Block, Value] = Display("EUR that a VM leaves for the block at break-even", "EUR",
        lambda b: _first_eur(b) - _each_vm_eur(b), EUR_CENT,
        "EUR per VM of the first design - parts per VM and per user of this one")
    break_even_host_eur: Display[Block, Value] = Display("EUR that a full host beside an array leaves for it", "EUR",
        lambda b: b.with_hosts * (b.break_even_vm_eur * b.beside_vms - b.purchase.per_host_eur), EUR_CENT,
        "that of its VMs - its own price")
    break_even_reached: Display[Block, float] = Display("some number of VMs breaks even", "0/1",
        lambda b: flag(_reached(b)), FLAG)
    break_even_hosts: Display[Block, Value] = Display("hosts of a block at break-even", "hosts",
        _hosts, WHOLE,
        "array and drives / what a full host leaves, up; 1 where a block has no hosts beside it")
    known_break_even_vms: Display[Block, Value] = Display("break-even VMs per block, as a number", "VMs",
        _vms, WHOLE)
    break_even_vms: Display[Block, Shown] = Display("break-even VMs per block", "VMs",
        lambda b: _as_bought(b, b.break_even_vms_known, shown(b.break_even_reached, b.known_break_even_vms, NEVER)),
        WHOLE, "the fewest, hosts in whole ones; full blocks without reserves; may be more than a block carries")
