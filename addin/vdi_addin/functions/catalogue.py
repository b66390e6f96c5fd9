"""The functions of the library as a spreadsheet sees them.

Excel's functions, their VBA wrappers, LibreOffice's function list and the reference
page are all made from this one catalogue; names and help come from the library's own
signatures and docstrings. Only the standard library is needed here.
"""

from __future__ import annotations

import functools
import inspect
import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Literal

import vdi_sizing

Kind = Literal["number", "text", "flag"]

PREFIX = "VDI_"
RESULTS = {"Value", "float", "int"}
"""Return annotations of the functions that have a place in a cell."""
KINDS: dict[str, Kind] = {
    "Numbers": "number",
    "Value": "number",
    "float": "number",
    "int": "number",
    "str": "text",
    "bool": "flag",
}
"""What an annotation means in a cell."""


@dataclass(frozen=True)
class Argument:
    """An argument: what it is called, what it means, and what a cell may give for it."""

    name: str
    help: str
    kind: Kind
    optional: bool = False
    default: Any = None
    unit: str = ""
    or_mean: bool = False
    """Whether the text "mean" may stand for a share; the library's None would be a blank cell."""


@dataclass(frozen=True)
class Function:
    """A spreadsheet function and the library function that answers it."""

    name: str
    module: str
    help: str
    arguments: tuple[Argument, ...]
    call: Callable[..., Any]
    result: str = ""


@functools.cache
def functions() -> tuple[Function, ...]:
    """Every function of the catalogue, by name.

    >>> [argument.name for argument in function("VDI_USABLE_IOPS").arguments]
    ['drives', 'drive_iops', 'read_share', 'write_penalty']
    """
    exported = (getattr(vdi_sizing, name) for name in vdi_sizing.__all__)
    in_cells = [describe(item) for item in exported if has_place_in_cell(item)]
    return tuple(sorted([*in_cells, describe(version)], key=lambda function: function.name))


def function(name: str) -> Function:
    """The function with this spreadsheet name, in whatever case."""
    return _by_name()[name.upper()]


@functools.cache
def _by_name() -> dict[str, Function]:
    return {function.name: function for function in functions()}


def version() -> str:
    """Version of the library that answers.

    Returns
    -------
    str
        Version [-]
    """
    return vdi_sizing.__version__


def has_place_in_cell(item: object) -> bool:
    """Whether this is a plain function that returns a number, or an array of them."""
    return inspect.isfunction(item) and inspect.signature(item).return_annotation in RESULTS


def describe(call: Callable[..., Any]) -> Function:
    """The catalogue's entry for a library function, from its signature and docstring."""
    sections = docstring_sections(inspect.getdoc(call) or "")
    texts = entries(sections.get("Parameters", ""))
    return Function(
        name=PREFIX + call.__name__.upper(),
        module=call.__module__,
        help=one_line(sections["Summary"].split("\n\n")[0]),
        arguments=tuple(
            _argument(call, parameter, texts[parameter.name])
            for parameter in inspect.signature(call).parameters.values()
        ),
        call=call,
        result=next(iter(entries(sections["Returns"]).values())),
    )


def _argument(call: Callable[..., Any], parameter: inspect.Parameter, text: str) -> Argument:
    help_text, unit = text_and_unit(text)
    optional = parameter.default is not parameter.empty
    or_mean = str(parameter.annotation).endswith("| None") and parameter.default is not None
    return Argument(
        name=parameter.name,
        help=help_text.replace("None: ", '"mean": ') if or_mean else help_text,
        kind=_kind(call, parameter),
        optional=optional,
        default=parameter.default if optional else None,
        unit=unit,
        or_mean=or_mean,
    )


def _kind(call: Callable[..., Any], parameter: inspect.Parameter) -> Kind:
    annotation = str(parameter.annotation).removesuffix(" | None")
    if annotation not in KINDS:
        raise TypeError(f"{call.__name__}: no cell can give {parameter.name} ({annotation})")
    return KINDS[annotation]


def docstring_sections(text: str) -> dict[str, str]:
    """Heading -> text of a docstring; what stands before the first heading is the "Summary".

    >>> docstring_sections("Adds." + chr(10) * 2 + "Returns" + chr(10) + "-------" + chr(10) + "float")
    {'Summary': 'Adds.', 'Returns': 'float'}
    """
    pieces = re.split(r"^(\w[\w ]*)\n-{3,}\n", text, flags=re.MULTILINE)
    headings, bodies = ["Summary", *pieces[1::2]], pieces[0::2]
    return {heading: body.strip() for heading, body in zip(headings, bodies, strict=True)}


def entries(text: str) -> dict[str, str]:
    """Name -> description of the entries of a section: a name to the left, its text indented below."""
    found: dict[str, str] = {}
    name = ""
    for line in text.splitlines():
        if line and not line[0].isspace():
            name = line.split(":")[0].strip()
            found[name] = ""
        elif name:
            found[name] = one_line(f"{found[name]} {line}")
    return found


def text_and_unit(text: str) -> tuple[str, str]:
    """A description and the unit in brackets that closes it.

    >>> text_and_unit("What one drive sustains [IOPS]")
    ('What one drive sustains', 'IOPS')
    """
    match = re.fullmatch(r"(.*?)\s*\[([^\[\]]*)\]\.?", text)
    if match is None:
        return text, ""
    return match[1], "" if match[2] == "-" else match[2]


def one_line(text: str) -> str:
    """Text without line breaks and double spaces."""
    return " ".join(text.split())
