"""One part whose price nobody knows, and which every design takes alike, as a project that is priced on request.

What a design costs is not known then, and by how much one costs less than another is: what is not known is the same.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from vdi_sizing._arrays import flag, rounded
from vdi_sizing.engine.rows import total_over
from vdi_sizing.inputs import name_key
from vdi_sizing.model.figure import Display, Scope
from vdi_sizing.model.formats import FLAG, THREE

if TYPE_CHECKING:
    from vdi_sizing.model.scopes import Block


def _lacked_quantity(b: Block) -> float:
    return total_over(b.bill, lambda line: line.quantity_for_users, lambda line: line.known == 0)


def _lacks_as(b: Block, other: Block) -> bool:
    return bool(
        other.prices_missing == 1
        and other.unpaid == 0
        and rounded(other.least_eur) > 0
        and name_key(other.part_without_price) == name_key(b.part_without_price)
        and rounded(other.lacked_quantity - b.lacked_quantity) == 0
    )


def _lacks_alike(b: Block) -> float:
    """Whether the design is one of those that miss no target, and each of these lacks the same."""
    if b.over_years or b.prices_missing != 1 or not b.targets_met or b.stands_in:
        return 0.0
    return flag(all(_lacks_as(b, other) for other in b.side_by_side if other.targets_met))


class LackedAlike(Scope):
    """Of designs that miss no target."""

    _UNLIKE = (
        "({all.prices_missing}<>1)+({all.unpaid}>0)+(ROUND({all.least_eur},9)<=0)+({all.part_without_price}<>{part_without_price})"
        "+(ROUND({all.lacked_quantity}-{lacked_quantity},9)<>0)"
    )
    lacked_quantity: Display[Block, float] = Display("quantity of what has no price, for these users", "",
        _lacked_quantity, THREE)
    lacks_alike: Display[Block, float] = Display("it lacks one price, as each design that misses no target", "0/1",
        _lacks_alike, FLAG, "the same part, as often: by how much one costs less than another is known without it",
        native="IF(OR({over_years}=1,{prices_missing}<>1,{targets_met}*{in_use}=0),0,"
        f"IF(SUMPRODUCT({{all.targets_met}}*{{all.in_use}}*({_UNLIKE}>0))=0,1,0))")
