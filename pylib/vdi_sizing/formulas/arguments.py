"""The arguments of the formulas, each described once.

In the source, the docstring of a formula has a section "Parameters" only for those arguments that are its own, or that
mean something else there than `ARGUMENTS` says. It has a section "Raises" only where more is refused than `RAISES`
says. `with_arguments_described` adds what is left out, so that `help`, the reference and the add-in show all of it.
"""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable, Sequence

from vdi_sizing._arrays import Given, Result, of_one_shape

ARGUMENTS = """
base : float or array
    Most likely value [any unit]
cache_ms : float or array
    Response time of the cache [ms]
capacity_share : float or array
    The hottest part, as a share of the capacity [0..1]
drive_gb : float or array
    Capacity of one drive [GB]
drive_iops : float or array
    What one drive sustains [IOPS]
drives : float or array
    Number of drives [drives]
duration_s : float or array
    How long the burst lasts [s]
extra_write_amplification : float or array
    Write amplification over the one that the vendor's rating already holds [-]
high : float or array
    Highest value [any unit]
hours_per_day : float or array
    Hours of use per day [h]
io_kb : float or array
    Size of the operation [kB]
iops : float or array
    Front-end load [IOPS]
limit_ms : float or array
    Limit of the response time [ms]
low : float or array
    Lowest value [any unit]
max_utilization : float or array
    Share of a drive's IOPS that may be used [above 0, at most 1]
multiple : float or array
    Drives are bought in multiples of this number [drives]
other_eur_per_vm : float or array
    Price per VM of the other design [EUR]
parity_drives : float or array
    Drives' worth of parity [drives]
raid : str
    RAID level of the table.
raid_write_factor : float or array
    Bytes written to the drives per byte of `write_mb_s`; 1 where that is measured at the drives [-]
read_hit : float or array
    Share of the reads that a cache answers [0..1]
read_iops : float or array
    Front-end reads (ROPS) [IOPS]
read_share : float or array
    Reads as a share of the front-end load [0..1]
rpm : float or array
    Rotations per minute [1/min]
seek_ms : float or array
    Average seek time [ms]
service_shape : float or array
    Steps of the service: 1 is exponential, 8 disk-like; at most 20 [-]
share : float or array
    Share of the I/Os [above 0, below 1]
skew : float or array
    I/O share at the point where I/O share + capacity share = 1 [0.5 to below 1]
transfer_mb_s : float or array, optional
    Transfer rate; without it the transfer is not counted [MB/s]
usable_share : float or array
    Usable share of the drives that hold no parity [above 0, at most 1]
utilization : float or array
    Back-end load over what the drives sustain [at least 0, below 1]
window_s : float or array
    From the first login to the last [s]
write_back : bool, float or array
    Yes where a write ends in the cache, no where it waits for the drives [yes/no or 0..1]
write_coalesced : float or array
    Share of the back-end writes that a write-back cache removes [0..1]
write_fork : float or array
    Legs that a phase waits for: 1, 2 or 3 [-]
write_iops : float or array
    Front-end writes (WOPS) [IOPS]
write_mb_s : float or array
    Writes to all drives together, while the VMs are in use [MB/s]
write_penalty : float or array
    Back-end operations per front-end write [-]
write_phases : float or array
    Phases of a write, one after the other: 1 or 2 [-]
"""
"""What an argument of this name means in most of the formulas that take it, with its unit or its range."""

RAISES = """\
Raises
------
InputError
    If an argument is not a number or out of its range.

"""


def with_arguments_described(function: Callable[Given, Result]) -> Callable[Given, Result]:
    """The formula with a docstring that describes every argument, and with the message of `of_one_shape`."""
    if function.__doc__:  # python -OO leaves none
        arguments = [name for name in function.__annotations__ if name != "return"]
        function.__doc__ = completed(inspect.cleandoc(function.__doc__), arguments)
    return of_one_shape(function)


def completed(docstring: str, arguments: Sequence[str]) -> str:
    """A docstring with the sections "Parameters" and "Raises" whole.

    >>> print(completed("Drives of two arrays.\\n\\nReturns\\n-------\\nfloat\\n\\nNotes\\n-----\\n2 n", ["drives"]))
    Drives of two arrays.
    <BLANKLINE>
    Parameters
    ----------
    drives : float or array
        Number of drives [drives]
    <BLANKLINE>
    Returns
    -------
    float
    <BLANKLINE>
    Raises
    ------
    InputError
        If an argument is not a number or out of its range.
    <BLANKLINE>
    Notes
    -----
    2 n
    """
    before, returns, after = docstring.partition("Returns\n-------\n")
    summary, _, own = before.partition("Parameters\n----------\n")
    parameters = "\n".join(["Parameters", "----------", *_described(arguments, _entries(own)), "", ""])
    result, _, others = after.partition("\n\n")
    raises = "" if others.startswith("Raises\n") else RAISES
    return f"{summary}{parameters}{returns}{result}\n\n{raises}{others}"


def _described(arguments: Sequence[str], own: dict[str, str]) -> list[str]:
    """The entry of each argument: the function's own, else that of `ARGUMENTS`."""
    known = _entries(ARGUMENTS) | own
    unknown = [name for name in arguments if name not in known]
    if unknown:
        raise TypeError(f"{', '.join(unknown)}: described neither in the docstring nor in ARGUMENTS")
    strange = [name for name in own if name not in arguments]
    if strange:
        raise TypeError(f"{', '.join(strange)}: described in the docstring, but no argument")
    return [known[name] for name in arguments]


def _entries(text: str) -> dict[str, str]:
    """Name -> entry: a line with the name and its type, and the indented lines below."""
    return {entry.split(" : ")[0]: entry for entry in re.split(r"\n(?=\S)", text.strip()) if entry}
