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
from vdi_addin.functions.lookups import LOOKUPS
from vdi_addin.functions.wording import cell_words, example_values, shown

Kind = Literal["number", "numbers", "text", "flag"]

PREFIX = "VDI_"
RESULTS = {"Value", "float", "int"}
"""Return annotations of the functions that have a place in a cell."""
KINDS: dict[str, Kind] = {
    "Numbers": "number",
    "PerGroup": "numbers",
    "Value": "number",
    "float": "number",
    "int": "number",
    "str": "text",
    "bool": "flag",
}
"""What an annotation means in a cell; "numbers" are those of a range, which is taken as a whole."""


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
    keyword: str = ""
    """What the library calls it, where that is another name."""

    @property
    def explained(self) -> str:
        """Meaning, unit, what stands in a range, and what counts where it is left out."""
        unit = f" [{self.unit}]" if self.unit else ""
        default = f". Left out: {shown(self.default)}" if self.optional and self.default is not None else ""
        unknown = ". May be left out" if self.optional and self.default is None else ""
        of_groups = ". A row or a column, or one cell for all groups" if self.kind == "numbers" else ""
        return f"{self.help.rstrip('.')}{unit}{of_groups}{default}{unknown}"

    @property
    def is_percentile(self) -> bool:
        """Whether the library asks for a percentage where a cell gives a share."""
        return self.keyword == PERCENTILE

    @property
    def is_option(self) -> bool:
        """Whether it may stand in a range of names and values, in place of an argument each."""
        return self.name in OPTIONS


OPTIONS = (
    "write_back", "read_hit", "service_shape", "write_coalesced", "cache_ms", "max_utilization", "multiple",
)  # fmt: skip
"""What a queue may depend on besides its load; a function that has the first of them has them last."""
PERCENTILE = "percentile"
"""What the library calls a percentage; a cell gives it as a share, like every other share."""


@dataclass(frozen=True)
class Function:
    """A spreadsheet function and the library function that answers it."""

    name: str
    module: str
    help: str
    arguments: tuple[Argument, ...]
    call: Callable[..., Any]
    result: str = ""
    example: str = ""
    """A formula and what it shows."""

    @property
    def explained(self) -> str:
        """What it is, and an example."""
        return f"{self.help} Example: {self.example}." if self.example else self.help

    @property
    def first_option(self) -> int | None:
        """Where a range of options may stand; None where the function has no such options."""
        places = [place for place, argument in enumerate(self.arguments) if argument.name == OPTIONS[0]]
        return places[0] if places and all(argument.is_option for argument in self.arguments[places[0] :]) else None


@functools.cache
def functions() -> tuple[Function, ...]:
    """Every function of the catalogue, by name.

    >>> [argument.name for argument in function("VDI_USABLE_IOPS").arguments]
    ['drives', 'drive_iops', 'read_share', 'write_penalty']
    """
    in_cells = [getattr(vdi_sizing, name) for name in _names_in_cells()]
    described = [describe(item) for item in (*in_cells, *LOOKUPS, version)]
    return tuple(sorted(described, key=lambda function: function.name))


@functools.cache
def _names_in_cells() -> tuple[str, ...]:
    """Functions of the library that have a place in a cell."""
    return tuple(name for name in vdi_sizing.__all__ if has_place_in_cell(getattr(vdi_sizing, name)))


def _words(text: str) -> str:
    return cell_words(text, _names_in_cells(), PREFIX)


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
    name = PREFIX + call.__name__.upper()
    arguments = tuple(
        _argument(call, parameter, texts[parameter.name]) for parameter in inspect.signature(call).parameters.values()
    )
    return Function(
        name=name,
        module=call.__module__,
        help=_words(one_line(sections["Summary"].split("\n\n")[0])),
        arguments=arguments,
        call=call,
        result=_words(next(iter(entries(sections["Returns"]).values()))),
        example=_example(name, call, arguments),
    )


def _example(name: str, call: Callable[..., Any], arguments: tuple[Argument, ...]) -> str:
    """The first example of the docstring, as a formula and what it shows; empty where a cell could not ask it."""
    values = example_values(call)
    if values is None:
        return ""
    typed = (_typed(argument, value) for argument, value in zip(arguments, values, strict=False))
    return f"{name}({','.join(typed)}) shows {shown(_answer(call, arguments, values))}"


def example_answer(function: Function) -> float | str:
    """What the example of a function shows, with all its digits."""
    return _answer(function.call, function.arguments, example_values(function.call) or [])


def _answer(call: Callable[..., Any], arguments: tuple[Argument, ...], values: list[Any]) -> float | str:
    names = [argument.keyword or argument.name for argument in arguments]
    answer: float | str = call(**{name: value for name, value in zip(names, values, strict=False) if value is not ...})
    return answer


def _typed(argument: Argument, value: Any) -> str:
    """What is typed for an argument of an example."""
    if value is ...:
        return ""
    if argument.is_percentile:
        return f"{value / 100:.15g}"
    if argument.or_mean and value is None:
        return '"mean"'
    if isinstance(value, list):
        return f"{{{','.join(_typed(argument, each) for each in value)}}}"
    return f"{value:.15g}" if type(value) in (int, float) else shown(value)


def _argument(call: Callable[..., Any], parameter: inspect.Parameter, text: str) -> Argument:
    help_text, unit = text_and_unit(text)
    if parameter.name == PERCENTILE:
        share = help_text.replace("Percentage", "Share", 1)
        understood = "such as 0.95; a percentage from 50 to below 100, such as 95, is understood too"
        return Argument("share", f"{share}, {understood}", "number", unit="above 0, below 1", keyword=PERCENTILE)
    optional = parameter.default is not parameter.empty
    or_mean = str(parameter.annotation).endswith("| None") and parameter.default is not None
    return Argument(
        name=parameter.name,
        help=_words(help_text.replace("None: ", '"mean": ') if or_mean else help_text),
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
