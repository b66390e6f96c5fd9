"""What the charts draw: bars beside each other that stay readable."""

from __future__ import annotations

from typing import TYPE_CHECKING

from vdi_sizing._arrays import Value, flag, round_down, round_up, where
from vdi_sizing.engine.rows import most_over
from vdi_sizing.model.figure import Display, Scope, Shown, over, shown
from vdi_sizing.model.formats import BAR, FLAG, TEXT, WHOLE
from vdi_sizing.model.grouped_digits import spelled
from vdi_sizing.words import NO_LIMIT

if TYPE_CHECKING:
    from vdi_sizing.model.scopes import Block, GrowthYear, Limited, Phase, PurchasePart


class LimitBar(Scope):
    """Bars that stay readable side by side: none for no limit, and none for one far beyond every block."""

    bar: Display[Limited, Shown] = Display("{label}", "VMs", lambda each: shown(
        each.block.in_use, where(each.block.stands == 0, 0.0, where(
            each.vms <= each.block.chart_cap, round_down(each.vms), 0.0)), ""), BAR,
        "whole VMs; 0: no such limit, or far beyond, or an error; nothing in a column that holds no design",
        pattern="chart_{key}")


class LimitBeyondChart(Scope):
    """Of which limits the chart says in words that they have no bar."""

    beyond_chart: Display[Limited, float] = Display("{label}", "0/1",
        lambda each: flag(bool(each.block.stands) and bool(each.block.chart_cap < each.vms < NO_LIMIT)), FLAG,
        "1: a limit, but beyond the longest bar",
        pattern="beyond_chart_{key}")


def _year_on_chart(y: GrowthYear) -> str:
    settings = y.block.settings
    grows = settings.user_growth + settings.gb_growth != 0
    return y.words["year"] if grows and y.number <= settings.years else ""


class GrowthBar(Scope):
    """The blocks of a year as a bar."""

    bar: Display[GrowthYear, Shown] = Display("blocks, {year}, as a bar", "blocks",
        lambda y: "" if not y.block.in_use or y.year_on_chart == "" else where(y.block.stands == 0, 0.0, y.blocks), BAR,
        "0: an error; nothing where there is no such year or design",
        pattern="chart_growth_blocks_{number}")
    year_on_chart: Display[GrowthYear, str] = Display("{year}, on the chart", "",
        _year_on_chart, TEXT,
        "nothing without growth, and beyond the years of use", pattern="chart_growth_year_{number}")


CHART_CAP = 4.0


def _height(b: Block, amount: Value) -> Shown:
    """A bar; 0 of a design with an error, and nothing in a column that holds no design."""
    return shown(b.in_use, where(b.stands == 0, 0.0, amount), "")


class DrivesBar(Scope):
    bar_of_drives: Display[Phase, Shown] = Display("{reason}", "drives", lambda p: _height(p.block, p.drives_by), BAR,
        pattern="chart_drives_by_{phase}")


class BarOfPart(Scope):
    bar_of_eur: Display[PurchasePart, Shown] = Display("{called}", "EUR",
        lambda c: "" if c.block.stands_in else c.bar_height, BAR,
        "EUR per user; 0: prices are missing that others have, or an error; nothing in a column without a design",
        pattern="chart_{key}_eur_per_user",
        native='IF({block.in_use}=0,"",IF({block.stands}=0,0,'
        'MAX({block.bill_priced},{block.lacks_alike})*{amount}/{block.users_whole}))')


class LongestBar(Scope):
    chart_cap: Display[Block, Value] = Display("longest bar", "VMs",
        lambda b: round_up(CHART_CAP * most_over(b.side_by_side, lambda other: other.vms_carried)), WHOLE,
        "four times the largest block, up; a limit beyond has no bar")


class BlockBars(Scope):
    """Nothing in a column that holds no design, so that no bar of another one stands in its place."""

    chart_drives_by_capacity: Display[Block, Shown] = Display("capacity", "drives",
        lambda b: _height(b, b.drives_by_capacity), BAR)
    chart_drives_by_response: Display[Block, Shown] = Display("response time", "drives",
        lambda b: _height(b, b.drives_by_response), BAR)
    chart_eur_per_vm_full_block: Display[Block, Shown] = Display("of a full block", "EUR",
        lambda b: _height(b, b.known_eur_per_vm_full_block), BAR,
        "0: a price is missing, or an error")
    chart_eur_per_vm: Display[Block, Shown] = Display("for these users", "EUR",
        lambda b: _height(b, b.known_eur_per_vm), BAR, "0: a price is missing")


def _beyond(b: Block) -> str:
    beyond = ", ".join(each.limit.label for each in b.limits if each.beyond_chart)
    return f"; {b.design.name}: {beyond}" if beyond and not b.stands_in else ""


class BarsLeftOut(Scope):
    """What the chart of limits does not draw."""

    limits_beyond_chart: Display[Block, str] = Display("limits without a bar", "",
        lambda b: ", ".join(each.limit.label for each in b.limits if each.beyond_chart), TEXT,
        native="MID(" + over("limits", "&", 'REPT(", "&{label.beyond_chart},{beyond_chart})') + ",3,300)")
    beyond_words: Display[Block, str] = Display("the same, as the page says it", "",
        _beyond, TEXT,
        native='IF({in_use}=0,"",IF({limits_beyond_chart}="","","; "&{name_shown}&": "&{limits_beyond_chart}))')
    chart_cap_words: Display[Block, str] = Display("longest bar, as the page says it", "",
        lambda b: spelled(b.chart_cap), TEXT)
