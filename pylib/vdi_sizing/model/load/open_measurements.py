"""What user groups leave to an image delivery or a profile store, and no source says."""

from __future__ import annotations

from typing import TYPE_CHECKING

from vdi_sizing.inputs import same_name
from vdi_sizing.model.check import Warning, acknowledging
from vdi_sizing.model.figure import Given, Scope
from vdi_sizing.model.formats import TEXT, WHOLE
from vdi_sizing.model.load.user_groups import OF_CASE, last_row
from vdi_sizing.words import NONE

if TYPE_CHECKING:
    from vdi_sizing.model.scopes import Block


_TO_MEASURE = f'{OF_CASE}*(Groups[to measure]<>"")'


def _to_measure(b: Block) -> list[str]:
    """The groups of the case that leave to an image delivery or a store what no source says, and what that is."""
    pairs = zip(b.scenario.groups, b.scenario.to_measure, strict=True)
    return [
        f"{group.name} ({words})" for group, words in pairs if words and same_name(group.case, b.design.case)
    ]


class ToMeasure(Scope):
    groups_to_measure: Given[Block, float] = Given("user groups of which something is to be measured", "groups",
        lambda b: float(len(_to_measure(b))), WHOLE,
        "they leave it to an image delivery or a profile store, and no source says it",
        native=f"SUMPRODUCT({_TO_MEASURE})")
    last_to_measure: Given[Block, str] = Given("the last of them", "",
        lambda b: next(reversed(_to_measure(b)), NONE), TEXT,
        native=f'IF({{groups_to_measure}}=0,"{NONE}",INDEX(Groups[user group],{last_row(_TO_MEASURE)})&" ("'
        f'&INDEX(Groups[to measure],{last_row(_TO_MEASURE)})&")")')


class MeasureChecks(Scope):
    check_to_measure = Warning("what image deliveries and profile stores leave open is given",
        "an image delivery or a profile store leaves open what no source says: it counts as nothing, I/O as before",
        lambda b: b.groups_to_measure == 0,
        remedy=f"Measure it in a pilot and type it on Users; or {acknowledging('to_measure', 'pilot in May')}.",
        names=ToMeasure.last_to_measure)
