"""A PDF of the pages or slides that one hands over, printed by LibreOffice."""

from __future__ import annotations

import shutil
import subprocess
import tempfile
from collections.abc import Sequence
from pathlib import Path

from vdi_sizing.errors import InputError
from vdi_sizing.model.sizing import Sizing
from vdi_templates.languages.translation import GERMAN
from vdi_templates.workbook.book import Book, Made
from vdi_templates.workbook.brand import NO_BRAND, Brand
from vdi_templates.workbook.build import build_book
from vdi_templates.workbook.save import workbook_bytes
from vdi_templates.workbook.sheets.comparison import fit_on_paper
from vdi_templates.workbook.sheets.proof import is_known

_USUAL_PLACES = (
    "/Applications/LibreOffice.app/Contents/MacOS/soffice",
    r"C:\Program Files\LibreOffice\program\soffice.exe",
    r"C:\Program Files (x86)\LibreOffice\program\soffice.exe",
)
NOT_FOUND = "not found"
_SECONDS = 180
_SETTINGS = Path("user") / "registrymodifications.xcu"
_NOT_OPENED = "source file could not be loaded"
_PARTS = {".pptx": ("Impress", "slides"), ".xlsx": ("Calc", "workbooks")}
_LOCALES = {GERMAN: "de-DE"}
"""In what form LibreOffice writes numbers, where it is not the one that it takes from the system."""
_NUMBERS_OF = """<?xml version="1.0" encoding="UTF-8"?>
<oor:items xmlns:oor="http://openoffice.org/2001/registry">
<item oor:path="/org.openoffice.Setup/L10N">
<prop oor:name="ooSetupSystemLocale" oor:op="fuse"><value>{locale}</value></prop></item>
<item oor:path="/org.openoffice.Office.Calc/Formula/Load">
<prop oor:name="OOXMLRecalcMode" oor:op="fuse"><value>0</value></prop></item>
</oor:items>
"""
"""The second: it works formulas out anew when it opens a file, so that numbers within sentences have that form too."""
_HANDED_OVER, _IF_PRICED = ("Report", "Comparison"), "Proof"


def comparison_pdf(sizing: Sizing, brand: Brand = NO_BRAND) -> bytes:
    """Report, Comparison and Proof as PDF, with its title and its author; no Proof where no cost is known.

    They are printed from a workbook of their own.

    Raises
    ------
    InputError
        If LibreOffice is not there or does not answer.
    """
    book = build_book(sizing, made=Made(brand=brand))
    fit_on_paper(book)
    proven = is_known(book.sizing.designs[book.varied.design].block)
    return printed(book, (*_HANDED_OVER, _IF_PRICED) if proven else _HANDED_OVER)


def printed(book: Book, sheets: Sequence[str]) -> bytes:
    """Some sheets of a workbook as PDF; the others are hidden in it.

    Raises
    ------
    InputError
        If LibreOffice is not there or does not answer.
    """
    office = _soffice("LibreOffice, which prints the pages; or print the sheet Report of the comparison workbook")
    for ws in book.workbook.worksheets:
        if ws.title not in sheets:
            ws.sheet_state = "hidden"
            ws.print_area = None  # LibreOffice prints the area of a hidden sheet too
    book.workbook.active = book.workbook.sheetnames.index(sheets[0])
    return _converted(office, workbook_bytes(book), "comparison.xlsx", book.made.brand, "a LibreOffice that prints")


def slides_pdf(slides: bytes, brand: Brand = NO_BRAND) -> bytes:
    """Slides as PDF, each on a page.

    Raises
    ------
    InputError
        If LibreOffice is not there, does not answer, or has no Impress.
    """
    office = _soffice("LibreOffice with Impress, which prints the slides; or print them from PowerPoint")
    expected = "a LibreOffice with Impress, which prints the slides (on Debian and Ubuntu: libreoffice-impress)"
    return _converted(office, slides, "offer.pptx", brand, expected)


def _soffice(expected: str) -> str:
    """The program LibreOffice."""
    found = next(filter(None, (shutil.which("soffice"), *(p for p in _USUAL_PLACES if Path(p).exists()))), None)
    if found is None:
        raise InputError("LibreOffice", NOT_FOUND, expected)
    return found


def _converted(office: str, content: bytes, name: str, brand: Brand, expected: str) -> bytes:
    """A document as LibreOffice prints it, with numbers in the form of the brand's language."""
    with tempfile.TemporaryDirectory() as folder:
        source = Path(folder) / name
        source.write_bytes(content)
        profile = Path(folder) / "profile"
        _write_settings(profile, brand.language)
        user = f"-env:UserInstallation={profile.as_uri()}"
        command = [office, "--headless", user, "--convert-to", "pdf", "--outdir", folder]
        try:
            done = subprocess.run([*command, str(source)], capture_output=True, check=True, timeout=_SECONDS)
            if not source.with_suffix(".pdf").exists():
                raise _without_pdf(source.suffix, done.stderr.decode(errors="replace"), expected)
            return source.with_suffix(".pdf").read_bytes()
        except (OSError, subprocess.SubprocessError) as error:
            raise InputError("LibreOffice", str(error), expected) from error


def _without_pdf(suffix: str, said: str, expected: str) -> InputError:
    """LibreOffice that ended without a PDF: it has no part that opens such a file, or says something else."""
    if _NOT_OPENED in said:
        part, opens = _PARTS[suffix]
        return InputError(f"{part}, by which LibreOffice opens {opens},", NOT_FOUND, expected)
    return InputError("the PDF of LibreOffice", f"not written: {said.strip()}", expected)


def _write_settings(profile: Path, language: str | None) -> None:
    """The settings that LibreOffice starts with, where a language asks for some."""
    if language in _LOCALES:
        settings = profile / _SETTINGS
        settings.parent.mkdir(parents=True)
        settings.write_text(_NUMBERS_OF.format(locale=_LOCALES[language]), encoding="utf-8")
