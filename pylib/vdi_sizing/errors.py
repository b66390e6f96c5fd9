"""What the library says when an input cannot be used."""

from __future__ import annotations

import datetime
import math


class InputError(ValueError):
    """An input that cannot be used: which one, what it was, and what was expected.

    Parameters
    ----------
    name : str
        The argument or field, in the words of the nomenclature.
    value : object
        What was given.
    expected : str
        What would have been accepted, with its unit.
    where : str
        Where the value stands (file, sheet and cell), once a reader knows it.

    Examples
    --------
    >>> print(InputError("drive_iops", 0, "more than 0 IOPS"))
    drive_iops is 0; expected more than 0 IOPS
    >>> print(InputError("IOPS per VM", "ten", "a number", where="Users!D6"))
    Users!D6: IOPS per VM is 'ten'; expected a number
    """

    def __init__(self, name: str, value: object, expected: str, where: str = "") -> None:
        self.name = name
        self.value = value
        self.expected = expected
        self.where = where
        self.language = ""
        """That in which its file speaks, once a reader knows it; the words here are English."""
        super().__init__(name, value, expected, where)

    def __str__(self) -> str:
        text = f"{self.name} is {_shown(self.value)}; expected {self.expected}"
        return f"{self.where}: {text}" if self.where else text

    @property
    def lines(self) -> list[str]:
        """What a person is told, line by line."""
        return [str(self)]


class InputsError(InputError):
    """Several inputs that cannot be used; as one error it is the first of them.

    Parameters
    ----------
    errors : list of InputError
        All of them.

    Examples
    --------
    >>> print(InputsError([InputError("bays", 0, "at least 1"), InputError("drives", "x", "a number")]))
    bays is 0; expected at least 1
    drives is 'x'; expected a number
    """

    def __init__(self, errors: list[InputError]) -> None:
        first = errors[0]
        super().__init__(first.name, first.value, first.expected, first.where)
        self.errors = errors
        self.args = (errors,)

    def __str__(self) -> str:
        return "\n".join(self.lines)

    @property
    def lines(self) -> list[str]:
        """A line for each of them; of very many, how many more there are."""
        more = len(self.errors) - _MOST_NAMED
        said = [str(error) for error in self.errors[:_MOST_NAMED]]
        return [*said, f"... and {more} more inputs that cannot be used"] if more > 0 else said


_MOST_NAMED = 20
_LONGEST_SHOWN = 200  # characters of a value


def _shown(value: object) -> str:
    if value is None:
        return "blank"
    if isinstance(value, float):
        return f"{value:.15g}"
    if isinstance(value, (datetime.date, datetime.time)):
        return str(value)
    if isinstance(value, int) and value.bit_length() > _LONGEST_SHOWN:  # Python refuses to print the longest
        return f"{'-' if value < 0 else ''}1e{math.log10(abs(value)):.0f} or so"
    text = repr(value)
    return text if len(text) <= _LONGEST_SHOWN else f"{text[:_LONGEST_SHOWN]}..."
