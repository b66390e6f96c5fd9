"""What the charts draw: bars beside each other that stay readable."""

from __future__ import annotations

from typing import TYPE_CHECKING

from vdi_sizing._arrays import Value, round_up
from vdi_sizing.model.figure import Display, Scope, Shown, over, up
from vdi_sizing.model.formats import BAR, TEXT, WHOLE
from vdi_sizing.model.spelled import spelled, spelled_text

if TYPE_CHECKING:
    from vdi_sizing.model.scopes import Block, Phase, PurchasePart

CHART_CAP = 4.0
_ABOVE, _NOT_DRAWN = "Limits above ", " VMs have no bar: "


def _bar(figure: str) -> str:
    return f'IF({{in_use}}=0,"",IF({{stands}}=0,0,{{{figure}}}))'


def _height(b: Block, amount: Value) -> Shown:
    return "" if b.stands_in else b.stands * amount


class DrivesBar(Scope):
    bar_of_drives: Display[Phase, Shown] = Display("{reason}", "drives",
        'IF({block.in_use}=0,"",IF({block.stands}=0,0,{drives_by}))',
        lambda p: _height(p.block, p.drives_by), BAR,
        pattern="chart_drives_by_{phase}")


class BarOfPart(Scope):
    bar_of_eur: Display[PurchasePart, Shown] = Display("{called}", "EUR",
        'IF({block.in_use}=0,"",IF({block.stands}=0,0,'
        'MAX({block.bill_priced},{block.lacks_alike})*{amount}/{block.users_whole}))',
        lambda c: "" if c.block.stands_in else c.bar_height, BAR,
        "EUR per user; 0: prices are missing that others have, or an error; nothing in a column without a design",
        pattern="chart_{key}_eur_per_user")


class LongestBar(Scope):
    chart_cap: Display[Block, Value] = Display("longest bar", "VMs", up(f"{CHART_CAP:.0f}*MAX({{all.vms_carried}})"),
        lambda b: round_up(CHART_CAP * max(other.vms_carried for other in b.side_by_side)), WHOLE,
        "four times the largest block, up; a limit beyond has no bar")


class BlockBars(Scope):
    """Nothing in a column that holds no design, so that no bar of another one stands in its place."""

    chart_drives_by_capacity: Display[Block, Shown] = Display("capacity", "drives", _bar("drives_by_capacity"),
        lambda b: _height(b, b.drives_by_capacity), BAR)
    chart_drives_by_response: Display[Block, Shown] = Display("response time", "drives", _bar("drives_by_response"),
        lambda b: _height(b, b.drives_by_response), BAR)
    chart_eur_per_vm_full_block: Display[Block, Shown] = Display("of a full block", "EUR",
        _bar("known_eur_per_vm_full_block"), lambda b: _height(b, b.known_eur_per_vm_full_block), BAR,
        "0: a price is missing, or an error")
    chart_eur_per_vm: Display[Block, Shown] = Display("for these users", "EUR", _bar("known_eur_per_vm"),
        lambda b: _height(b, b.known_eur_per_vm), BAR, "0: a price is missing")


def _beyond(b: Block) -> str:
    columns = zip(*(other.limits for other in b.side_by_side), strict=True)
    return "".join(f", {of_all[0].limit.label}" for of_all in columns if any(each.beyond_chart for each in of_all))


class BarsLeftOut(Scope):
    """What the chart of limits does not draw: the same in the columns of all designs, which share the chart."""

    limits_beyond_chart: Display[Block, str] = Display("limits of any design without a bar", "",
        over("limits", "&", 'IF(MAX({all.beyond_chart})>0,", "&{label.beyond_chart},"")'), _beyond, TEXT)
    bars_left_out: Display[Block, str] = Display("what the chart of limits does not draw", "",
        'IF(OR({limits_beyond_chart}="",{chart_cap}=0),"","'
        f'{_ABOVE}"&{spelled_text("{chart_cap}")}&"{_NOT_DRAWN}"&MID({{limits_beyond_chart}},3,300)&".")',
        lambda b: f"{_ABOVE}{spelled(b.chart_cap)}{_NOT_DRAWN}{b.limits_beyond_chart[2:]}."
        if b.limits_beyond_chart and b.chart_cap else "", TEXT)
