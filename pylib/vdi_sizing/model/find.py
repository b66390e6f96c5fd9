"""Where a figure is declared."""

from __future__ import annotations

import inspect
import re
from functools import cache
from pathlib import Path

from vdi_sizing.model.names import places
from vdi_sizing.model.scopes import blank_block


@cache
def _source_of(declares: type) -> tuple[list[str], int]:
    """The lines that declare a class, and the number of the first: one class declares many figures."""
    return inspect.getsourcelines(declares)


def place_of(name: str) -> str:
    """File and line of the declaration behind a name of the sheets, and what it is declared on."""
    (kind, position), figure = places()[name]
    scope = type(blank_block().scopes(kind)[position])
    declares = next(cls for cls in scope.__mro__ if figure in vars(cls).values())
    source, first = _source_of(declares)
    line = next(at for at, text in enumerate(source) if re.match(rf"\s*{figure.name}\s*[:=]", text))
    file = Path(inspect.getfile(declares))
    return f"pylib/vdi_sizing/model/{file.parent.name}/{file.name}:{first + line}: {figure.name} of {scope.__name__}"
