"""Columns of designs: which hold a design, whose users that carries, and words of Settings."""

from __future__ import annotations

from typing import TYPE_CHECKING

from vdi_sizing._arrays import flag
from vdi_sizing.inputs import name_key, same_name
from vdi_sizing.model.figure import Display, Scope
from vdi_sizing.model.formats import FLAG, TEXT
from vdi_sizing.model.grouped_digits import whole_text
from vdi_sizing.words import DASH

if TYPE_CHECKING:
    from vdi_sizing.model.scopes import Block


class Column(Scope):
    """A column of designs: whether it holds one, and whose users that carries."""

    in_use: Display[Block, float] = Display("the column holds a design", "0/1", lambda b: flag(not b.stands_in), FLAG,
        "0: a column without a name; it stands for the first design once more, and counts for nothing",
        native='IF(ISERROR({typed.name}),1,IF({typed.name}="",0,1))')
    name_shown: Display[Block, str] = Display("design", "", lambda b: b.design.name, TEXT,
        native=f'IFERROR({{design.name}}&"","{DASH}")')
    case_shown: Display[Block, str] = Display("load case", "", lambda b: b.design.case, TEXT,
        native=f'IFERROR({{design.case}}&"","{DASH}")')
    like_first: Display[Block, float] = Display("it carries the users of the first design", "0/1",
        lambda b: flag(same_name(b.case_shown, b.side_by_side[0].case_shown)), FLAG)
    years_words: Display[Block, str] = Display("years of use, in words", "",
        lambda b: f"{whole_text(b.settings.years)} year{'' if b.settings.years == 1 else 's'}", TEXT)
    same_users: Display[Block, float] = Display("all designs carry the same users", "0/1",
        lambda b: flag(all(name_key(o.design.case) == name_key(b.design.case) for o in b.side_by_side)), FLAG,
        native="IF(SUMPRODUCT(1*({all.case_shown}<>{case_shown}))=0,1,0)")
