"""Renames the add-in's functions in a workbook, for the LibreOffice that knows them by another name.

LibreOffice before 25.2 does not find `VDI_NUM_VM(` in an .xlsx; it does find `_xll.VDI_NUM_VM(`. So
`to_libreoffice` makes a copy of a workbook that such a LibreOffice calculates, and `to_excel` turns
back what LibreOffice saved. Parts without such a formula, and all texts, stay as they were.
"""

from __future__ import annotations

import functools
import html
import os
import re
import zipfile
from xml.sax.saxutils import escape

from vdi_addin.libreoffice.functions import SERVICE, functions
from vdi_sizing.errors import InputError

FORMULA = re.compile(
    r"(<((?:\w+:)?(?:f|formula|formula1|formula2|definedName|calculatedColumnFormula|totalsRowFormula))"
    r"(?: [^>]*)?(?<!/)>)([^<]*)(</\2>)"
)
"""An element that holds a formula: start tag, its name, the formula, end tag."""

CALCULATED = re.compile(
    r"<((?:\w+:)?)c((?: [^>]*)?)>"
    r"(<\1f(?: [^>]*)?(?:/>|>[^<]*</\1f>))"
    r"<\1v(?: [^>]*)?(?:/>|>[^<]*</\1v>)"
)
"""A cell with a formula and the value that it had: namespace prefix, attributes, formula."""


@functools.cache
def _token() -> re.Pattern[str]:
    """A call of one of the add-in's functions, or a piece of a formula in which none can stand.

    A call may be prefixed by LibreOffice's service or by the workbook that Excel thinks it comes from:
    `[1]!`, `'C:\\add-ins\\vdi_sizing.xlam'!`.
    """
    names = "|".join(sorted((function.name for function in functions()), key=len, reverse=True))
    text = r'"(?:[^"]|"")*"'
    quoted_name = r"'(?:[^']|'')*'"
    bracketed = r"\[[^\[\]]*\]"
    workbook = rf"(?:(?:{quoted_name}|{bracketed}|[\w.]+\.xlam)!)?"
    service = rf"(?:{re.escape(SERVICE)}\.|_xludf\.)?"
    call = rf"(?<![\w.]){workbook}{service}(?P<name>{names})(?=\s*\()"
    return re.compile(rf"{text}|{call}|{quoted_name}|{bracketed}", re.IGNORECASE)


def rename_formula(formula: str, prefix: str) -> str:
    """The formula with `prefix` before the bare name of each of the add-in's functions.

    >>> rename_formula('IFERROR(VDI_VERSION(),"VDI_VERSION()")', "_xll.")
    'IFERROR(_xll.VDI_VERSION(),"VDI_VERSION()")'
    >>> rename_formula("[1]!vdi_version()", "")
    'VDI_VERSION()'
    """

    def renamed(match: re.Match[str]) -> str:
        name = match["name"]
        return match[0] if name is None else prefix + name.upper()

    return _token().sub(renamed, formula)


def to_libreoffice(source: str | os.PathLike[str], target: str | os.PathLike[str]) -> int:
    """Write a copy of a workbook that LibreOffice before 25.2 calculates.

    The copy holds no calculated values: LibreOffice would show those it finds, and not calculate.

    Parameters
    ----------
    source : str or path
        Workbook (.xlsx) as Excel writes it
    target : str or path
        Where the copy goes

    Returns
    -------
    int
        Formulas that were changed [formulas]

    Raises
    ------
    InputError
        If the source is not a workbook, or the copy would replace it.
    """
    return _copy(source, target, f"{SERVICE}.", keep_values=False)


def to_excel(source: str | os.PathLike[str], target: str | os.PathLike[str]) -> int:
    """Write a copy of a workbook with the names that Excel, and LibreOffice from 25.2 on, know.

    Parameters
    ----------
    source : str or path
        Workbook (.xlsx) with LibreOffice's names
    target : str or path
        Where the copy goes

    Returns
    -------
    int
        Formulas that were changed [formulas]

    Raises
    ------
    InputError
        If the source is not a workbook, or the copy would replace it.
    """
    return _copy(source, target, "", keep_values=True)


def _copy(source: str | os.PathLike[str], target: str | os.PathLike[str], prefix: str, *, keep_values: bool) -> int:
    if os.path.exists(target) and os.path.samefile(source, target):
        raise InputError("target", os.fspath(target), "another file than the source")
    if not zipfile.is_zipfile(source):
        raise InputError("source", os.fspath(source), "a workbook (.xlsx)")
    changed = 0
    with zipfile.ZipFile(source) as old, zipfile.ZipFile(target, "w") as new:
        for entry in old.infolist():
            content = old.read(entry)
            if entry.filename.startswith("xl/") and entry.filename.endswith(".xml"):
                content, count = _rename_part(content, prefix)
                changed += count
                content = content if keep_values else _without_values(content)
            new.writestr(entry, content)
    return changed


def _rename_part(content: bytes, prefix: str) -> tuple[bytes, int]:
    """A part of the workbook with its formulas renamed, and how many were."""
    changed = 0

    def renamed(match: re.Match[str]) -> str:
        nonlocal changed
        start, _, written, end = match.groups()
        formula = html.unescape(written)
        new = rename_formula(formula, prefix)
        if new == formula:
            return match[0]
        changed += 1
        return f"{start}{escape(new)}{end}"

    text = FORMULA.sub(renamed, content.decode("utf-8"))
    return (text.encode("utf-8"), changed) if changed else (content, 0)


def _without_values(part: bytes) -> bytes:
    """A part whose formulas have no calculated values, and so no type of value either."""

    def forget(cell: re.Match[str]) -> str:
        attributes = re.sub(r' t="\w+"', "", cell[2])
        return f"<{cell[1]}c{attributes}>{cell[3]}"

    return CALCULATED.sub(forget, part.decode("utf-8")).encode("utf-8")
