"""What an input of the model is: its label, unit, limits and note, declared once, on the field that holds it.

The records of `scenario` and `tables` declare their inputs as `Annotated` fields, in the order of the sheets. The
sheets, the reader, the messages and the checks of the library all read these declarations, by `inputs_of`.
An optional input may be blank: blank means "not given", and what depends on it drops out. Where blank
stands for 0 or no, it does so in a spreadsheet's formulas as well; where it stands for anything else, the sheet
Builds says so of a design. Every other blank is an error.
"""

from __future__ import annotations

import datetime
import functools
import math
import re
from collections.abc import Iterable
from dataclasses import dataclass, fields
from typing import Annotated, Any, get_args, get_origin

from vdi_sizing._arrays import Symbol, Value, numbers
from vdi_sizing.errors import InputError

YES, NO = "yes", "no"

# A spreadsheet's MATCH and SUMIFS read these as wildcards or comparisons, and fail on texts above 255 characters.
FIRST_DATE = datetime.date(1901, 1, 1)
"""Spreadsheet programs do not agree on the dates before it."""
AFTER_1900 = "a date after 1900"
LONGEST_NAME = 120  # the checks of the workbook look two names up as one text
_WILDCARDS = "*?~"
_MOST_NEAREST = 3
# No input of a sizing is outside these; beyond them products and quotients end in 0, infinity or nonsense.
LEAST_NUMBER, LARGEST_NUMBER = 1e-9, 1e12
_COMPARISONS = ("<", ">", "=")
_IN_NO_FILE = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")  # XML has no place for these

FACT, DEMAND, WISH = "fact", "demand", "wish"
"""What an input is, and so what its blank means.

A fact is so, whether anybody knows it or not: a latency, a price, the RAM of a host. Blank, it is not known, and never
makes a design look better than it did. A demand is what users, their VMs and images ask for; blank, they ask for
nothing, and the page says so. A wish is what somebody chose: a target, a limit, a reserve, a place, an assumption with
a usual value. Blank, nobody wishes it, or the usual one holds.
"""

NOT_AN_INPUT = "not an input"
"""Marks a field that no single cell of a sheet holds: `Annotated[..., NOT_AN_INPUT]`."""


@dataclass(frozen=True)
class Input:
    """One input: what it is called, what it is measured in, and what it may be."""

    label: str
    unit: str = ""
    note: str = ""
    kind: str = "number"  # number, whole, share, text, name, choice, yes/no, date, date or text
    optional: bool = False
    blank: Any = None  # what a blank stands for, where it stands for something
    at_least: float | None = 0
    above: float | None = None
    at_most: float | None = None
    choices: tuple[str, ...] = ()
    words: tuple[str, ...] = ()  # of a text that may be any: those of ours, which a workbook says in its language
    section: str = ""  # the heading that a design's input stands under
    expert: bool = False  # its row is folded as long as no design uses it, or as a setting is the usual one
    by_kit: bool = False  # of a design or a tier: left blank it is as the design's kit has it
    by_rule: str = ""  # of a design: the setting that says it for each design which leaves it blank
    by_card: bool = False  # of a design: left blank it is as the GPU card that the design names has it
    by_processor: bool = False  # of a design: left blank it follows from the processor that the design names
    role: str = FACT  # FACT, DEMAND or WISH: what is not said to be another is a fact

    @property
    def most(self) -> float | None:
        """The largest number that is allowed."""
        if self.at_most is None:
            return {"share": 1.0, "number": LARGEST_NUMBER, "whole": LARGEST_NUMBER}.get(self.kind)
        return self.at_most

    @property
    def least(self) -> float | None:
        """The least number that is allowed."""
        return self.at_least if self.above is None else self.above + LEAST_NUMBER

    @property
    def may_be_blank(self) -> bool:
        """Whether nothing has to be entered."""
        return self.optional or self.blank is not None

    @property
    def has_usual(self) -> bool:
        """Whether a blank stands for something else than nothing, 0 or no."""
        return bool(self.blank)

    @property
    def own_words(self) -> tuple[str, ...]:
        """What of its texts is ours, and no name or sentence of somebody's."""
        return (YES, NO) if self.kind == "yes/no" else self.choices or self.words

    @property
    def expected(self) -> str:
        """What a user may enter, in words.

        >>> Input("RAM", "GiB", above=0).expected
        'a number above 0 GiB'
        """
        if self.kind in ("number", "whole", "share"):
            return self._expected_number()
        if self.kind == "choice":
            return "one of: " + ", ".join(self.choices)
        return {
            "yes/no": "yes or no",
            "date": "a date",
            "date or text": "a date or text",
            "text": "text",
            "name": f"a name of at most {LONGEST_NAME} characters, without * ? ~ or spaces around it, "
            "and not beginning with < > or =",
        }[self.kind]

    def _expected_number(self) -> str:
        if self.kind == "share":
            most = f"{self.most:g}"
            return f"a share from 0 to {most}" if self.above is None else f"a share above 0, at most {most}"
        words = ["a whole number" if self.kind == "whole" else "a number"]
        if self.above is not None:
            words.append(f"above {self.above:g}")
        elif self.at_least is not None:
            words.append(f"of at least {self.at_least:g}")
        if self.at_most is not None:
            words.append(f"and at most {self.at_most:g}")
        if not self.unit[:1].isdigit() and self.unit != "share":  # not 0.5..1 and 1/day, which read as numbers
            words.append(self.unit)
        return " ".join(words).strip()

    def checked(self, name: str, value: object) -> Value:
        """A number, or many of them, within the limits; or an InputError of that name.

        >>> Input("concurrency", kind="share").checked("concurrency", 0.8)
        0.8
        """
        try:
            return numbers(name, value, at_least=self.least, at_most=self.most, whole=self.kind == "whole")
        except InputError as error:
            raise InputError(name, error.value, self.expected + self._hint(error.value)) from error

    def cleaned(self, value: Any, where: str = "") -> Any:
        """`value` as the library uses it, or an InputError that says what was expected.

        >>> Input("vCPU", "cores", kind="whole").cleaned(2)
        2.0
        >>> Input("share", kind="share").cleaned(80, "Users!D6")
        Traceback (most recent call last):
        ...
        vdi_sizing.errors.InputError: Users!D6: share is 80; expected a share from 0 to 1; for 80 % type 80 % or 0.8
        """
        if isinstance(value, str):
            value = value.strip() or None
        if value is None:
            if self.may_be_blank:
                return self.blank
            raise InputError(self.label, None, self.expected, where)
        try:
            return _CLEAN[self.kind](self, value)
        except InputError as error:
            raise InputError(self.label, value, self.expected + self._hint(value), where) from error

    def _hint(self, value: Any) -> str:
        """What to do about a value that one might take for what is expected."""
        if isinstance(value, str) and _IN_NO_FILE.search(value):
            return "; without control characters, which no workbook can hold"
        if isinstance(value, bool) or not isinstance(value, (int, float)):
            return ""
        if self.kind in ("name", "text", "date or text"):
            return "; this is a number: put an apostrophe before it"
        if 0 < abs(value) < LEAST_NUMBER or LARGEST_NUMBER < abs(value) < math.inf:
            return f" (numbers from {LEAST_NUMBER:.9f} to {LARGEST_NUMBER:,.0f})"
        if self.kind == "share" and 2 < value <= 100:
            return f"; for {value:g} % type {value:g} % or {value / 100:g}"
        return ""


def _number(field: Input, value: Any) -> float:
    if not isinstance(value, (bool, datetime.date)):
        result = field.checked(field.label, value)
        if isinstance(result, float):
            return result
    raise InputError(field.label, value, field.expected)


def _text(field: Input, value: Any) -> str:
    if not isinstance(value, str) or _IN_NO_FILE.search(value):
        raise InputError(field.label, value, field.expected)
    return value


def _name(field: Input, value: Any) -> str:
    text = _text(field, value)
    if any(mark in text for mark in _WILDCARDS) or text.startswith(_COMPARISONS) or len(text) > LONGEST_NAME:
        raise InputError(field.label, value, field.expected)
    return text


def _choice(field: Input, value: Any) -> str:
    text = _text(field, value)
    for choice in field.choices:
        if same_name(choice, text):
            return choice
    raise InputError(field.label, value, field.expected)


def _yes_no(field: Input, value: Any) -> bool:
    if isinstance(value, bool):
        return value
    if isinstance(value, str) and value.lower() in (YES, NO):
        return value.lower() == YES
    raise InputError(field.label, value, field.expected)


def _date(field: Input, value: Any) -> datetime.date:
    if not isinstance(value, datetime.date):
        raise InputError(field.label, value, field.expected)
    day = value.date() if isinstance(value, datetime.datetime) else value
    if day < FIRST_DATE:
        raise InputError(field.label, day.isoformat(), AFTER_1900)
    return day


def _date_or_text(field: Input, value: Any) -> datetime.date | str:
    return _date(field, value) if isinstance(value, datetime.date) else _text(field, value)


_CLEAN = {
    "number": _number,
    "whole": _number,
    "share": _number,
    "text": _text,
    "name": _name,
    "choice": _choice,
    "yes/no": _yes_no,
    "date": _date,
    "date or text": _date_or_text,
}


def name_key(name: str) -> str:
    """What names are compared by: without case, as a spreadsheet's MATCH does.

    MATCH does not forgive spaces around a name. Records have none, and a workbook with some is refused;
    here they are forgiven to a caller who types a name.

    >>> name_key("RAID 10 ")
    'raid 10'
    """
    return name.strip().lower()


def same_name(a: str, b: str) -> bool:
    """Whether two names stand for the same thing."""
    if isinstance(a, Symbol) or isinstance(b, Symbol):
        return a == b
    return name_key(a) == name_key(b)


LIKE_A_PART = 0.6
"""From 0 to 1, from which on the name of a part is near another: below, a nonsense article is like a host."""


def or_nearest(expected: str, wanted: str, known: Iterable[str], likeness: float = 0.0) -> str:
    """What is expected in the place of a name that is not known, with the names that are at least so much like it.

    Those that hold it come first.

    >>> or_nearest("a kit", "vsan", ["HDD array", "vSAN cluster"])
    "a kit; the nearest are 'vSAN cluster', 'HDD array'"
    >>> or_nearest("a part", "XY-4711", ["host", "server"], LIKE_A_PART)
    'a part'
    """
    near = [repr(name) for name in nearest_names(wanted, known, likeness)]
    if not near:
        return expected
    return f"{expected}; the nearest {'is' if len(near) == 1 else 'are'} {', '.join(near)}"


def nearest_names(wanted: str, known: Iterable[str], likeness: float = 0.0) -> list[str]:
    """The three names that are most like one that is not known; those that hold it come first.

    >>> nearest_names("vsan", ["HDD array", "vSAN cluster"])
    ['vSAN cluster', 'HDD array']
    """
    from difflib import get_close_matches  # noqa: PLC0415 - start-up time is felt at every command

    by_key = {name_key(name): name for name in known}
    key = name_key(wanted)
    holding = [name for each, name in by_key.items() if key in each]
    close = [by_key[each] for each in get_close_matches(key, by_key, n=_MOST_NEAREST, cutoff=likeness)]
    return list(dict.fromkeys((*holding, *close)))[:_MOST_NEAREST]


@functools.cache
def inputs_of(record: type) -> dict[str, Input]:
    """The inputs that the fields of a record declare, by name and in their order.

    >>> from vdi_sizing.scenario import BillRow
    >>> list(inputs_of(BillRow))[:4]
    ['design', 'part', 'quantity', 'per']
    """
    declared = {field.name: _declared(record, field.name, field.type) for field in fields(record)}
    return {name: field for name, field in declared.items() if field is not None}


def _declared(record: type, name: str, annotation: Any) -> Input | None:
    said = get_args(annotation)[1:] if get_origin(annotation) is Annotated else ()
    for word in said:
        if isinstance(word, Input):
            return word
    if NOT_AN_INPUT in said:
        return None
    raise TypeError(f"{record.__name__}.{name}: its annotation holds neither an Input nor NOT_AN_INPUT")


def inputs_by_section(record: type) -> dict[str, dict[str, Input]]:
    """The inputs of a record under the headings that they name, in the order of the fields.

    >>> from vdi_sizing.scenario import Design
    >>> list(inputs_by_section(Design)["Load and block"])[:3]
    ['name', 'case', 'kit']
    """
    sections: dict[str, dict[str, Input]] = {}
    for name, field in inputs_of(record).items():
        if not field.section:
            raise TypeError(f"{record.__name__}.{name}: its Input names no section")
        sections.setdefault(field.section, {})[name] = field
    return sections


def clean_fields(record: Any, *, left_to_kit: bool = False) -> None:
    """Check and clean every declared field of a frozen record, in its `__post_init__`.

    What a rule for all designs may say stays None where it is None; `left_to_kit`: and what a kit may say.
    """
    for name, field in inputs_of(record.__class__).items():
        value = getattr(record, name)
        left = field.by_rule or (left_to_kit and field.by_kit)
        if not (left and value is None):
            object.__setattr__(record, name, field.cleaned(value))
