"""Figures whose formula is written beside their Python, with the reason: the list in `docs/figures.md`.

`python -m tests.pylib.model.formulas_by_hand` writes it anew.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

from vdi_sizing.engine.exploration import NoFormulaError
from vdi_sizing.engine.reading import formula_of
from vdi_sizing.model.figure import Figure, Scope
from vdi_sizing.model.names import names_of, places
from vdi_sizing.model.scopes import blank_block

PAGE = Path(__file__).parents[3] / "docs" / "figures.md"
BEGINS, ENDS = "<!-- formulas by hand -->\n", "<!-- end of formulas by hand -->"
_REASONS = (
    ("sums user groups", "asks which user group is the first, the largest or the last"),
    ("sums the rows of the bill", "asks which row of the bill is the first or the last, or for its dates"),
    ("sums the designs", "compares all designs, or names some of them"),
    ("sums the tables", "looks a name up that may stand nowhere"),
    ("it is longer than", "Python goes through cases that make one formula of more than 2,000 characters"),
    ("ways through it", "Python goes through cases that make one formula of more than 40 branches"),
)
_OF_VALUES = "Python works on a number or a text itself: it cuts a sentence, joins a list, asks for a date"
_SHORTER = "by hand it is shorter"
_GUARDED = "by hand it also answers where an input is not valid, which Python never sees, or keeps a constant by name"


def figures() -> dict[Figure[Any, Any], Scope]:
    """Each figure, and the first scope that it is declared on."""
    block = blank_block()
    return {figure: block.scopes(kind)[position] for (kind, position), figure in reversed(places().values())}


def reason(figure: Figure[Any, Any], scope: Scope) -> str:
    """Why its formula is not read from its Python."""
    asked: Callable[[], Any] = partial(figure.python, scope)
    try:
        read = formula_of(asked)
    except NoFormulaError as error:
        return next((words for said, words in _REASONS if said in str(error)), _OF_VALUES)
    return _SHORTER if len(read) > len(scope.rendered(figure.native)) else _GUARDED


def table() -> str:
    """How many figures have one source, and the others by their reason."""
    known = figures()
    of_reason: dict[str, list[str]] = {}
    for figure, scope in known.items():
        if figure.native:
            of_reason.setdefault(reason(figure, scope), []).append(_called(names_of(figure)))
    others = sum(map(len, of_reason.values()))
    lines = [
        f"Of {len(known)} figures {len(known) - others} are written once. The other {others}:",
        "",
        "| why | how many | figures |",
        "|---|---|---|",
    ]
    lines += [
        f"| {why} | {len(names)} | {', '.join(f'`{name}`' for name in sorted(names))} |"
        for why, names in sorted(of_reason.items(), key=lambda each: -len(each[1]))
    ]
    return "\n".join(lines) + "\n"


def _called(names: tuple[str, ...]) -> str:
    """The name that stands for all of one figure: `tier*_usable_gb`."""
    return names[0] if len(names) == 1 else re.sub(r"\d+", "*", names[0], count=1)


def written(page: str) -> str:
    """The page with the list as it is now."""
    before, _, rest = page.partition(BEGINS)
    return f"{before}{BEGINS}{table()}{ENDS}{rest.partition(ENDS)[2]}"


if __name__ == "__main__":
    PAGE.write_text(written(PAGE.read_text(encoding="utf-8")), encoding="utf-8", newline="\n")
