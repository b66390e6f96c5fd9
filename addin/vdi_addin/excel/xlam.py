"""The Excel add-in `vdi_sizing.xlam`: VBA, a ribbon tab and a sheet that says what it is.

Built from code, the same bytes each time, on any system.
"""

from __future__ import annotations

import io
import zipfile
from string import ascii_uppercase
from xml.sax.saxutils import escape, quoteattr

from vdi_addin.excel import vba
from vdi_addin.excel.ovba import vba_project
from vdi_addin.functions.catalogue import functions, version
from vdi_templates.audit.formulas import ADDIN_FILE

FILE_NAME = ADDIN_FILE
HELP_LIMIT = 255
"""Characters that Excel's function wizard takes for a function or an argument."""
FIRST_ZIP_DATE = (1980, 1, 1, 0, 0, 0)

DECLARATION = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
SPREADSHEET = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
DOCUMENT = "http://schemas.openxmlformats.org/officeDocument/2006"
PACKAGE = "http://schemas.openxmlformats.org/package/2006"
MICROSOFT = "http://schemas.microsoft.com/office/2006"

BUTTONS = (
    ("VdiCompare", "Compare", "ChartInsert", "Writes the comparison of the saved workbook and opens it"),
    ("VdiLastError", "Last error", "Info", "Shows why a function last gave an error value"),
    ("VdiRestartPython", "Restart Python", "Refresh", "Ends Python; the next function starts it again"),
)
"""Macro, label, picture and tip of each button."""

CONTENT_TYPES = {
    "/xl/workbook.xml": "application/vnd.ms-excel.addin.macroEnabled.main+xml",
    "/xl/worksheets/sheet1.xml": "application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml",
    "/xl/worksheets/sheet2.xml": "application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml",
    "/xl/styles.xml": "application/vnd.openxmlformats-officedocument.spreadsheetml.styles+xml",
    "/docProps/core.xml": "application/vnd.openxmlformats-package.core-properties+xml",
    "/docProps/app.xml": "application/vnd.openxmlformats-officedocument.extended-properties+xml",
}


def xlam_bytes() -> bytes:
    """The finished add-in."""
    finished = io.BytesIO()
    with zipfile.ZipFile(finished, "w", zipfile.ZIP_DEFLATED) as package:
        for name, content in parts().items():
            entry = zipfile.ZipInfo(name, FIRST_ZIP_DATE)
            entry.compress_type = zipfile.ZIP_DEFLATED
            entry.create_system = 0
            package.writestr(entry, content)
    return finished.getvalue()


def parts() -> dict[str, bytes]:
    """Name -> content of each part of the package."""
    texts = {
        "[Content_Types].xml": content_types(),
        "_rels/.rels": relationships(
            (f"{DOCUMENT}/relationships/officeDocument", "xl/workbook.xml"),
            (f"{PACKAGE}/relationships/metadata/core-properties", "docProps/core.xml"),
            (f"{DOCUMENT}/relationships/extended-properties", "docProps/app.xml"),
            (f"{MICROSOFT}/relationships/ui/extensibility", "customUI/customUI.xml"),
        ),
        "docProps/core.xml": core_properties(),
        "docProps/app.xml": (
            f'<Properties xmlns="{DOCUMENT}/extended-properties">'
            "<Application>Microsoft Excel</Application></Properties>"
        ),
        "customUI/customUI.xml": ribbon(),
        "xl/workbook.xml": workbook(),
        "xl/_rels/workbook.xml.rels": relationships(
            (f"{DOCUMENT}/relationships/worksheet", "worksheets/sheet1.xml"),
            (f"{DOCUMENT}/relationships/styles", "styles.xml"),
            (f"{MICROSOFT}/relationships/vbaProject", "vbaProject.bin"),
            (f"{DOCUMENT}/relationships/worksheet", "worksheets/sheet2.xml"),
        ),
        "xl/worksheets/sheet1.xml": sheet("About", about()),
        "xl/worksheets/sheet2.xml": sheet("Functions", function_help()),
        "xl/styles.xml": styles(),
    }
    encoded = {name: (DECLARATION + text).encode() for name, text in texts.items()}
    return {**encoded, "xl/vbaProject.bin": vba_project("VdiSizing", vba.modules())}


def content_types() -> str:
    """What each part is."""
    defaults = {
        "rels": "application/vnd.openxmlformats-package.relationships+xml",
        "xml": "application/xml",
        "bin": "application/vnd.ms-office.vbaProject",
    }
    entries = [
        *(f'<Default Extension="{end}" ContentType="{kind}"/>' for end, kind in defaults.items()),
        *(f'<Override PartName="{part}" ContentType="{kind}"/>' for part, kind in CONTENT_TYPES.items()),
    ]
    return f'<Types xmlns="{PACKAGE}/content-types">{"".join(entries)}</Types>'


def relationships(*targets: tuple[str, str]) -> str:
    """Type and target of each part that a part refers to, numbered rId1, rId2, ..."""
    entries = (
        f'<Relationship Id="rId{number}" Type="{kind}" Target="{target}"/>'
        for number, (kind, target) in enumerate(targets, 1)
    )
    return f'<Relationships xmlns="{PACKAGE}/relationships">{"".join(entries)}</Relationships>'


def core_properties() -> str:
    """Title and description of the file."""
    return (
        f'<cp:coreProperties xmlns:cp="{PACKAGE}/metadata/core-properties" '
        'xmlns:dc="http://purl.org/dc/elements/1.1/">'
        "<dc:title>VDI sizing</dc:title><dc:creator>vdi-sizing</dc:creator>"
        "<dc:description>The functions of the VDI sizing library in cells, and a ribbon tab.</dc:description>"
        "</cp:coreProperties>"
    )


def ribbon() -> str:
    """The ribbon tab "VDI sizing"."""
    buttons = "".join(
        f'<button id="{macro}" label="{label}" size="large" imageMso="{picture}" '
        f'screentip={quoteattr(tip)} onAction="{macro}"/>'
        for macro, label, picture, tip in BUTTONS
    )
    return (
        f'<customUI xmlns="{MICROSOFT}/01/customui"><ribbon><tabs><tab id="vdiTab" label="VDI sizing">'
        f'<group id="vdiGroup" label="Python">{buttons}</group></tab></tabs></ribbon></customUI>'
    )


def workbook() -> str:
    """A workbook of two sheets, without a window."""
    return (
        f'<workbook xmlns="{SPREADSHEET}" xmlns:r="{DOCUMENT}/relationships">'
        '<fileVersion appName="xl" lastEdited="7" lowestEdited="5" rupBuild="23530"/>'
        '<workbookPr codeName="ThisWorkbook"/><bookViews><workbookView visibility="hidden"/></bookViews>'
        '<sheets><sheet name="About" sheetId="1" r:id="rId1"/>'
        '<sheet name="Functions" sheetId="2" r:id="rId4"/></sheets></workbook>'
    )


def about() -> list[list[str]]:
    """The row of the first sheet: what the add-in is."""
    return [[f"VDI sizing {version()}: functions VDI_... in cells, answered by Python on this computer."]]


def function_help() -> list[list[str]]:
    """A row for each function: its name, what it is, how many arguments it has, and what each of them means."""
    return [
        [
            function.name,
            function.explained[:HELP_LIMIT],
            str(len(function.arguments)),
            *(argument.explained[:HELP_LIMIT] for argument in function.arguments),
        ]
        for function in functions()
    ]


def sheet(name: str, rows: list[list[str]]) -> str:
    """A sheet with a text in each cell."""
    written = "".join(
        f'<row r="{number}">{"".join(cell(number, column, text) for column, text in enumerate(row))}</row>'
        for number, row in enumerate(rows, 1)
    )
    properties = f'<sheetPr codeName="{name}"/>'
    return f'<worksheet xmlns="{SPREADSHEET}">{properties}<sheetData>{written}</sheetData></worksheet>'


def cell(row: int, column: int, text: str) -> str:
    """A cell that holds a text; columns count from 0, up to Z."""
    place = f"{ascii_uppercase[column]}{row}"
    return f'<c r="{place}" t="inlineStr"><is><t xml:space="preserve">{escape(text)}</t></is></c>'


def styles() -> str:
    """The one cell format that a workbook cannot do without."""
    fills = "".join(f'<fill><patternFill patternType="{kind}"/></fill>' for kind in ("none", "gray125"))
    plain = 'numFmtId="0" fontId="0" fillId="0" borderId="0"'
    return (
        f'<styleSheet xmlns="{SPREADSHEET}">'
        '<fonts count="1"><font><sz val="11"/><name val="Calibri"/></font></fonts>'
        f'<fills count="2">{fills}</fills>'
        '<borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders>'
        f'<cellStyleXfs count="1"><xf {plain}/></cellStyleXfs>'
        f'<cellXfs count="1"><xf {plain} xfId="0"/></cellXfs>'
        '<cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>'
    )
