"""Renames the add-in's functions in a workbook, for the LibreOffice that knows them by another name.

LibreOffice before 25.2 does not find `VDI_NUM_VM(` in an .xlsx; it does find `_xll.VDI_NUM_VM(`. So
`to_libreoffice` makes a copy of a workbook that such a LibreOffice calculates, and `to_excel` turns
back what LibreOffice saved. Parts without such a formula, and all texts, stay as they were.
"""

from __future__ import annotations

import functools
import html
import io
import os
import re
import zipfile
from pathlib import Path
from xml.sax.saxutils import escape

from vdi_addin.libreoffice.functions import SERVICE, functions
from vdi_sizing.errors import InputError
from vdi_templates.reading.file import damaged, refuse_what_is_no_workbook
from vdi_templates.workbook.save import write_whole

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


def to_libreoffice(source: Path, target: Path, *, force: bool = False) -> int:
    """Write a copy of a workbook that LibreOffice before 25.2 calculates.

    The copy holds no calculated values: LibreOffice would show those it finds, and not calculate.

    Parameters
    ----------
    source : path
        Workbook (.xlsx) as Excel writes it
    target : path
        Where the copy goes
    force : bool
        Whether it may replace a file

    Returns
    -------
    int
        Formulas that were changed [formulas]

    Raises
    ------
    InputError
        If the source is not a workbook, or the copy would replace it or cannot be written.
    """
    return _copy(source, target, f"{SERVICE}.", keep_values=False, force=force)


def to_excel(source: Path, target: Path, *, force: bool = False) -> int:
    """Write a copy of a workbook with the names that Excel, and LibreOffice from 25.2 on, know.

    Parameters
    ----------
    source : path
        Workbook (.xlsx) with LibreOffice's names
    target : path
        Where the copy goes
    force : bool
        Whether it may replace a file

    Returns
    -------
    int
        Formulas that were changed [formulas]

    Raises
    ------
    InputError
        If the source is not a workbook, or the copy would replace it or cannot be written.
    """
    return _copy(source, target, "", keep_values=True, force=force)


def _copy(source: Path, target: Path, prefix: str, *, keep_values: bool, force: bool) -> int:
    refuse_what_is_no_workbook(source)
    if os.path.exists(target) and os.path.samefile(source, target):
        raise InputError("target", str(target), "another file than the source")
    changed = 0
    copy = io.BytesIO()
    with zipfile.ZipFile(copy, "w") as archive:
        for entry, part in _parts(source):
            if isinstance(part, bytes):
                archive.writestr(entry, part)
                continue
            renamed, count = _rename_part(part, prefix)
            changed += count
            archive.writestr(entry, renamed if keep_values else _without_values(renamed))
    write_whole(target, copy.getvalue(), force=force)
    return changed


def _parts(source: Path) -> list[tuple[zipfile.ZipInfo, str | bytes]]:
    """The parts of a workbook: those that may hold formulas as text, the others as they are."""
    try:
        with zipfile.ZipFile(source) as archive:
            return [(entry, _part(entry, archive.read(entry))) for entry in archive.infolist()]
    except Exception as error:  # decompressors raise whatever they stumble over in a damaged file
        raise damaged(source, error) from error


def _part(entry: zipfile.ZipInfo, content: bytes) -> str | bytes:
    may_hold_formulas = entry.filename.startswith("xl/") and entry.filename.endswith(".xml")
    return content.decode("utf-8") if may_hold_formulas else content


def _rename_part(part: str, prefix: str) -> tuple[str, int]:
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

    return FORMULA.sub(renamed, part), changed


def _without_values(part: str) -> str:
    """A part whose formulas have no calculated values, and so no type of value either."""

    def forget(cell: re.Match[str]) -> str:
        attributes = re.sub(r' t="\w+"', "", cell[2])
        return f"<{cell[1]}c{attributes}>{cell[3]}"

    return CALCULATED.sub(forget, part)
