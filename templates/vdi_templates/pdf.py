"""A PDF of the pages one hands over, printed by LibreOffice."""

from __future__ import annotations

import shutil
import subprocess
import tempfile
from pathlib import Path

from vdi_sizing.errors import InputError
from vdi_templates.book import Book
from vdi_templates.save import workbook_bytes

HANDED_OVER = ("Comparison", "Cost")
_USUAL_PLACES = (
    "/Applications/LibreOffice.app/Contents/MacOS/soffice",
    r"C:\Program Files\LibreOffice\program\soffice.exe",
    r"C:\Program Files (x86)\LibreOffice\program\soffice.exe",
)
_SECONDS = 180


def comparison_pdf(book: Book) -> bytes:
    """The Comparison and Cost sheets as PDF.

    Raises
    ------
    InputError
        If LibreOffice is not there or does not answer.
    """
    soffice = next(filter(None, (shutil.which("soffice"), *(p for p in _USUAL_PLACES if Path(p).exists()))), None)
    if soffice is None:
        expected = "LibreOffice, which prints the PDF; or print the sheet Comparison of the comparison workbook"
        raise InputError("--pdf", "no LibreOffice found", expected)
    for ws in book.workbook.worksheets:
        ws.sheet_state = "visible" if ws.title in HANDED_OVER else "hidden"
    book.workbook.move_sheet(HANDED_OVER[0], -book.workbook.sheetnames.index(HANDED_OVER[0]))
    book.workbook.active = 0
    with tempfile.TemporaryDirectory() as folder:
        source = Path(folder) / "comparison.xlsx"
        source.write_bytes(workbook_bytes(book))
        profile = (Path(folder) / "profile").as_uri()
        command = [soffice, "--headless", f"-env:UserInstallation={profile}", "--convert-to", "pdf", "--outdir", folder]
        try:
            subprocess.run([*command, str(source)], capture_output=True, check=True, timeout=_SECONDS)
            return source.with_suffix(".pdf").read_bytes()
        except (OSError, subprocess.SubprocessError) as error:
            raise InputError("--pdf", str(error), "a LibreOffice that prints") from error
