"""Makes a LAMBDA of each formula: the arguments of the catalogue, what they may be, and what they are if left out.

A formula is written as a file holds it: Excel marks new functions with `_xlfn.`, names inside a LAMBDA with `_xlpm.`,
and arguments that may be left out with `_xlop.`.
"""

from __future__ import annotations

import functools
import re

from vdi_addin.functions.catalogue import PREFIX, Argument, Function, functions
from vdi_addin.functions.wording import shown
from vdi_addin.names.formulas import CONDITIONS, FORMULAS, limit_of
from vdi_sizing.tables.raid_levels import RAID_LEVELS

NEW_FUNCTIONS = {"LET", "LAMBDA", "MAP", "REDUCE", "SEQUENCE", "ISOMITTED"}
"""Functions that a file marks as younger than its format."""
LEFT_OUT = {
    ("service_time_ms", "transfer_mb_s"): "IF(io_kb=0,1,NA())",
    ("drive_iops", "transfer_mb_s"): "IF(io_kb=0,1,NA())",
    ("storm_duration_s", "concurrent"): "vms",
}
"""What stands for an argument that the library may do without."""
TABLE = "RAID"
"""The sheet with the table of RAID levels."""
TABLE_COLUMNS = (
    "write_penalty", "write_reads", "usable_share", "parity_drives", "min_drives", "multiple", "write_phases",
    "write_fork", "generation",
)  # fmt: skip
"""Its columns, from B on; the names of the levels stand in A."""
_TOKEN = re.compile(
    r'"[^"]*"'  # a text
    r"|\b[A-Z]\w*![$A-Z0-9:]+"  # cells of a sheet
    r"|\d+(?:\.\d+)?(?:E[+-]?\d+)?"  # a number
    r"|[A-Za-z_][\w.]*"  # a name
)


@functools.cache
def lambdas() -> dict[str, str]:
    """Name -> formula, as a file holds it, of every function that there is as one."""
    described = {function.call.__name__: function for function in functions()}
    made = {described[name].name: as_in_a_file(lambda_text(described[name], name)) for name in FORMULAS}
    return {**made, f"{PREFIX}RAID": as_in_a_file(raid_lambda())}


def raid_lambda() -> str:
    """The function that looks into the table of RAID levels; a write penalty is looked up with it."""
    last = len(RAID_LEVELS) + 1
    return (
        f"LAMBDA(raid,field,INDEX({TABLE}!$B$2:$J${last},MATCH(TRIM(raid),{TABLE}!$A$2:$A${last},0),"
        f'MATCH(SUBSTITUTE(TRIM(field)," ","_"),{TABLE}!$B$1:$J$1,0)))'
    )


def lambda_text(function: Function, name: str) -> str:
    """The LAMBDA as one would type it in Excel.

    >>> from vdi_addin.functions.catalogue import function
    >>> lambda_text(function("VDI_GB_FROM_GIB"), "gb_from_gib")
    'LAMBDA(gib,IF(ISNUMBER(gib),IF((gib>=0),gib*1024^3/1000^3,NA()),NA()))'
    """
    arguments = function.arguments
    renamed = {argument.name: f"{argument.name}_" for argument in arguments if prepared(name, argument)}
    steps = [
        f"{renamed[argument.name]},{rename(prepared(name, argument), renamed, but=argument.name)}"
        for argument in arguments
        if argument.name in renamed
    ]
    usable = "*".join(usable_type(argument) for argument in arguments if usable_type(argument)) or "1"
    allowed = "*".join(condition for argument in arguments if (condition := allowed_values(name, argument))) or "1"
    body = rename(f"IF({usable},IF({allowed},{FORMULAS[name]},NA()),NA())", renamed)
    inner = f"LET({','.join(steps)},{body})" if steps else body
    typed = ",".join(f"[{argument.name}]" if argument.optional else argument.name for argument in arguments)
    return f"LAMBDA({typed},{inner})"


def prepared(name: str, argument: Argument) -> str:
    """The argument as the formula takes it: its default where it is left out, a number for TRUE or a RAID level."""
    given = argument.name
    if argument.name == "write_penalty":
        given = f'IF(ISTEXT({given}),VDI_RAID({given},"write_penalty"),{given})'
    if argument.kind == "flag" or argument.name == "write_back":
        given = f"IF(ISLOGICAL({given}),{given}*1,{given})"
    if argument.is_percentile:
        given = f"IF({given}>=50,{given}/100,{given})"
    if argument.optional:
        default = LEFT_OUT.get((name, argument.name), exact(argument.default))
        given = f"IF(ISOMITTED({argument.name}),{default},{given})"
    return "" if given == argument.name else given


def exact(default: object) -> str:
    """A default, with all its digits."""
    return repr(default * 1.0) if isinstance(default, int | float) else shown(default)


def usable_type(argument: Argument) -> str:
    """A condition that holds where a cell holds what the argument needs; a blank cell is no number."""
    if argument.name == "raid":
        return 'ISNUMBER(VDI_RAID(raid,"multiple"))'
    if argument.kind == "text":
        return ""
    if argument.kind == "numbers":
        one_row_or_column = f"((ROWS({argument.name})=1)+(COLUMNS({argument.name})=1)>0)"
        no_numbers = f"REDUCE(0,{argument.name},LAMBDA(so_far,cell,so_far+1-ISNUMBER(cell)))"
        return f"({no_numbers}=0)*{one_row_or_column}"
    return f'(ISNUMBER({argument.name})+({argument.name}="mean"))' if argument.or_mean else f"ISNUMBER({argument.name})"


def allowed_values(name: str, argument: Argument) -> str:
    """A condition that holds where the value of the argument may be used."""
    if argument.kind == "text":
        return ""
    if argument.kind == "flag":
        return f"(({argument.name}=0)+({argument.name}=1))"
    condition = CONDITIONS[limit_of(name, argument.name)].format(argument.name)
    if argument.kind == "numbers":
        return f"(SUM(1-{condition})=0)"
    return f"IF(ISNUMBER({argument.name}),{condition},1)" if argument.or_mean else condition


def rename(formula: str, names: dict[str, str], but: str = "") -> str:
    """The formula with other names for its arguments.

    >>> rename('a+LN(b)+"a"', {"a": "a_"})
    'a_+LN(b)+"a"'
    """
    return _TOKEN.sub(lambda match: names.get(match[0], match[0]) if match[0] != but else but, formula)


def as_in_a_file(formula: str) -> str:
    """The formula with Excel's marks.

    >>> as_in_a_file("LAMBDA(a,[b],IF(ISOMITTED(b),a,a*b))")
    '_xlfn.LAMBDA(_xlpm.a,_xlop.b,IF(_xlfn.ISOMITTED(_xlpm.b),_xlpm.a,_xlpm.a*_xlpm.b))'
    """

    def marked(match: re.Match[str]) -> str:
        text = match[0]
        if text in NEW_FUNCTIONS:
            return f"_xlfn.{text}"
        return f"_xlpm.{text}" if text[0].islower() else text

    return re.sub(r"\[_xlpm\.(\w+)\]", r"_xlop.\1", _TOKEN.sub(marked, formula))
