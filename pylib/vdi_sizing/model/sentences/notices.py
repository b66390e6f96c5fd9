"""What the page says of checks that do not hold."""

from __future__ import annotations

from typing import TYPE_CHECKING

from vdi_sizing.inputs import name_key
from vdi_sizing.model.figure import Display, Scope, in_row
from vdi_sizing.model.formats import TEXT

if TYPE_CHECKING:
    from vdi_sizing.model.scopes import Block, Checked, NamingChecked


def _failing(c: Checked) -> list[Block]:
    """The designs of which a check does not hold."""
    return [other for other in c.block.side_by_side if not c.check.of(other)]


def _named(c: NamingChecked) -> str:
    """What a check names, if it is the same in all designs of which it does not hold."""
    named = [c.named.of(other) for other in _failing(c)]
    alike = len({name_key(words) for words in named}) == 1  # a spreadsheet compares without regard to case
    return f": {named[0]}" if alike else ""


def _notice(c: Checked) -> str:
    failing = _failing(c)
    if not failing:
        return ""
    every = len(failing) == len(c.block.side_by_side)
    who = failing[0].design.name if len(failing) == 1 else "All designs" if every else f"{len(failing)} designs"
    return f"{BULLET}{who}: {c.check.fails}{c.named_words}.\n"


BULLET = "·  "
_HOLDS_OF_ALL, _HOLDS_OF_NONE = "MIN({all_of_check})=1", "MAX({all_of_check})=0"
"""Whether a check holds of all designs, or of none: a free column holds once more what the first design's does."""
_FIRST_FAILING = "MATCH(0,{all_of_check},0)"


class NamedAlike(Scope):
    """Of a warning that names something."""

    named_words: Display[NamingChecked, str] = Display("what the page names: {label}", "",
        _named, TEXT, "where it is the same in all designs of which this does not hold", pattern="notice_names_{key}",
        native=f'IF({_HOLDS_OF_ALL},"",IF(SUMPRODUCT(({{all_of_check}}=0)*({{all_named}}'
        f'<>{in_row("{all_named}", _FIRST_FAILING)}))=0,": "&{in_row("{all_named}", _FIRST_FAILING)},""))')


class Notice(Scope):
    """Of a warning over all designs."""

    _FAILING = "COUNTIFS({all_of_check},0,{all_in_use},1)"
    notice: Display[Checked, str] = Display("what the page says: {label}", "",
        _notice, TEXT, "over all designs", pattern="notice_{key}",
        native=f'IF({_HOLDS_OF_ALL},"","{BULLET}"&IF({_FAILING}=1,{in_row("{all_names}", _FIRST_FAILING)},'
        f'IF({_HOLDS_OF_NONE},"All designs",{_FAILING}&" designs"))&": {{fails}}"{{names}}&"."&CHAR(10))')
