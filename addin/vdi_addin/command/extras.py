"""What an installation may lack: packages that few commands need, each in the extra that bears its command's name."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from importlib.util import find_spec

EXTRAS = {
    "new": ("babel", "PIL"),
    "import": ("babel",),
    "compare": ("pypdfium2", "PIL", "babel"),
    "ranges": ("numpy",),
    "optimize": ("numpy",),
    "offer": ("pptx", "PIL", "babel"),
    "excel": ("xlwings",),
}
"""The modules of each extra of pyproject.toml; `all` has them all."""
_OF_COMMAND = {"addin": "excel"}
"""Where a command's extra has another name."""


def require(*modules: str) -> None:
    """Say what is missing before the work, and not after it.

    Raises
    ------
    ModuleNotFoundError
        Naming the first of the modules that is not installed.

    """
    for module in modules:
        if find_spec(module) is None:
            raise ModuleNotFoundError(f"No module named {module!r}", name=module)


def lacking(error: ModuleNotFoundError) -> str:
    """What is said where a command needs a package that is not there: the extra that has it, and how to install it."""
    module = (error.name or "").partition(".")[0]
    what = f"this needs the module {module}, which is not here"
    if sys.platform == "emscripten":
        return f"{what}: use the command line. The offline page has no optimize, no ranges and no offer"
    extra = extra_with(module, sys.argv[1:])
    if extra is None:
        return f"{what}, though it comes with each installation: install vdi-sizing anew"
    return f'{what}: it comes with the extra {extra}, which pip install "vdi-sizing[{extra}]" installs'


def extra_with(module: str, words: Sequence[str]) -> str | None:
    """The extra that has a module: the only one, or that of the command which the words begin with, or else `all`.

    None if none has it.

    >>> extra_with("numpy", ["ranges", "book.xlsx"]), extra_with("numpy", []), extra_with("openpyxl", ["new"])
    ('ranges', 'all', None)
    >>> extra_with("pptx", ["compare", "book.xlsx", "--offer"])
    'offer'
    """
    having = [extra for extra, modules in EXTRAS.items() if module in modules]
    if len(having) < 2:
        return next(iter(having), None)
    command = next(iter(words), "")
    extra = _OF_COMMAND.get(command, command)
    return extra if module in EXTRAS.get(extra, ()) else "all"
