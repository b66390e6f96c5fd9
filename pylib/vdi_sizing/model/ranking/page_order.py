"""In which order the page that one hands over shows the designs: the answer first."""

from __future__ import annotations

from typing import TYPE_CHECKING

from vdi_sizing._arrays import round_nearest
from vdi_sizing.model.figure import Display, Scope
from vdi_sizing.model.formats import WHOLE
from vdi_sizing.words import DASH

if TYPE_CHECKING:
    from vdi_sizing.model.scopes import Block


UNPRICED, UNJUDGED, MISSED, VOID, FREE = (rank * 1e12 for rank in (1, 2, 3, 4, 5))
"""Above each amount in cents by which a design can be recommended."""
_LOOKS = f'[>={UNPRICED:.0f}]"{DASH}";{WHOLE}'


def _order(b: Block) -> float:
    if b.stands_in:
        return FREE
    if not b.same_users:
        return 0.0
    if not b.stands:
        return VOID
    if b.ranked:
        return (1 - b.cheapest) * float(round_nearest(100 * b.ranked_eur))
    if not b.none_missed:
        return MISSED
    return UNPRICED if b.judged else UNJUDGED


class PageOrder(Scope):
    """Of a design, over all that stand beside it."""

    page_order_key: Display[Block, float] = Display("what Report puts the designs in order by", "",
        _order, _LOOKS,
        "0 of the cheapest; cents per user of what else can be recommended; behind it what lacks a price, is not "
        "judged, misses a target, or has an error",
        native=f"IF({{in_use}}=0,{FREE:.0f},IF({{same_users}}=0,0,IF({{stands}}=0,{VOID:.0f},"
        "IF({ranked}=1,(1-{cheapest})*ROUND(ROUND(100*{ranked_eur},9),0),"
        f"IF({{none_missed}}=0,{MISSED:.0f},IF({{judged}}=1,{UNPRICED:.0f},{UNJUDGED:.0f}))))))")
