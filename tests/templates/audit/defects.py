"""Defects as people make them, by class: each with the level at which an audit has to name it."""

from __future__ import annotations

from tests.built import shared_book
from tests.templates.audit.seeding import (
    OFFICE,
    Parts,
    Seed,
    add,
    both,
    holds,
    in_cell,
    into,
    lead,
    looks,
    number,
    rewrite,
    says,
    swap,
)

from vdi_templates.audit.finding import Level
from vdi_templates.examples import EXAMPLES, fujitsu
from vdi_templates.workbook.book import Book
from vdi_templates.workbook.layout import layout_of
from vdi_templates.workbook.sign_off import MOVES_ROW, PRICES_ROW, ROLES_ROW, WARNINGS_ROW
from vdi_templates.workbook.styles import DESIGN_COLORS

ANSWER, SEEN, LOOKS, NOTED = Level.ANSWER, Level.SEEN, Level.LOOKS, Level.NOTED
BOOK, STYLES, DRIVES_TABLE = "xl/workbook.xml", "xl/styles.xml", "xl/tables/table9.xml"
COSTS, CURVES, EUR, DRIVES, VMS, RESPONSE, _, _, TORNADO = (f"xl/charts/chart{at}.xml" for at in range(1, 10))
ON_REPORT, ON_COMPARISON = "xl/drawings/drawing1.xml", "xl/drawings/drawing2.xml"
_MC = "http://schemas.openxmlformats.org/markup-compatibility/2006"
_NS = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"'
_ANCHOR = (
    "<twoCellAnchor><from><col>0</col><colOff>0</colOff><row>{row}</row><rowOff>0</rowOff></from><to><col>3</col>"
    "<colOff>0</colOff><row>{end}</row><rowOff>0</rowOff></to>{what}<clientData/></twoCellAnchor>"
)
_TEXT_BOX = "<sp><txBody><a:p><a:r><a:t>EUR 199 per user</a:t></a:r></a:p></txBody></sp>"
_PICTURE = "<pic><blipFill/></pic>"
_SHAPE = "<sp><spPr/></sp>"
_WHITE = '<color rgb="FFFFFFFF"/>'
_BLACK_FILL = '<patternFill patternType="solid"><fgColor rgb="FF000000"/></patternFill>'
_RED_FILL = '<patternFill patternType="solid"><fgColor rgb="FFFF0000"/></patternFill>'


_LAYOUT = layout_of(fujitsu())
_WARNING, _QUOTE, _PREPARED = WARNINGS_ROW + 4, PRICES_ROW + 6, ROLES_ROW + 1
_SETTINGS_MOVED, _BILL_MOVED = MOVES_ROW + 1, MOVES_ROW + 10
"""Rows of the sheet Sign-off."""


def sizing_cell(name: str, design: int = 0) -> str:
    """The cell of a line on Sizing."""
    return _LAYOUT.render(f"{{{name}}}", design, "Comparison").removeprefix("=")


def labelled(label: str, sheet: str = "Comparison") -> int:
    """The row of a sheet that has a label."""
    return next(cell.row for (cell,) in _book().worksheet(sheet).iter_rows(max_col=1) if cell.value == label)


def showing(sheet: str, line: str) -> str:
    """The cell of a sheet whose formula begins with a line of Sizing."""
    start = _LAYOUT.render(f"{{{line}}}", 0, sheet)
    rows = _book().worksheet(sheet).iter_rows()
    return next(f"{sheet}!{cell.coordinate}" for row in rows for cell in row if str(cell.value).startswith(start))


def _book() -> Book:
    return shared_book(EXAMPLES["fujitsu"]())


def _over(row: int, end: int, what: str) -> str:
    return _ANCHOR.format(row=row, end=end, what=what)


def _with_state(sheet: str, state: str) -> Seed:
    return rewrite(BOOK, rf'(name="{sheet}" sheetId="\d+") state="visible"', rf'\1 state="{state}"')


def _first_chart_to(row: int, end: int) -> Seed:
    """The first chart of Comparison, in other rows."""
    return rewrite(ON_COMPARISON, r"<row>\d+</row>(.*?)<row>\d+</row>", rf"<row>{row}</row>\1<row>{end}</row>")


def _renamed(name: str, other: str) -> Seed:
    """As a program does it, in every formula, chart and name."""

    def seed(parts: Parts) -> None:
        swap(BOOK, f'name="{name}"', f'name="{other}"')(parts)
        for part, content in parts.items():
            text = content.decode().replace(f"'{name}'!", f"{name}!").replace(f"{name}!", f"'{other}'!")
            parts[part] = text.encode()

    return seed


def _renumbered(number: int, other: int) -> Seed:
    """The names of a sheet, as a program numbers it that has moved it to the place of one without names."""

    def seed(parts: Parts) -> None:
        text = parts[BOOK].decode()
        assert f'localSheetId="{number}"' in text
        assert f'localSheetId="{other}"' not in text
        parts[BOOK] = text.replace(f'localSheetId="{number}"', f'localSheetId="{other}"').encode()

    return seed


def _added_sheet(name: str, state: str = "visible") -> Seed:
    sheet = f'<worksheet {_NS}><sheetData><row r="1"><c r="A1" t="inlineStr"><is><t>my notes</t></is></c></row>'
    return both(
        add("xl/worksheets/sheet99.xml", f"{sheet}</sheetData></worksheet>"),
        lead(BOOK, "worksheet", "worksheets/sheet99.xml", number="rId99"),
        swap(BOOK, "</sheets>", f'<sheet name="{name}" sheetId="99" state="{state}" r:id="rId99"/></sheets>'),
    )


def _addin_link(file: str, formula: str) -> Seed:
    """As Excel writes it where a cell of somebody's own calls a function of an add-in."""
    link = "xl/externalLinks/externalLink1.xml"
    return both(
        add(link, f"<externalLink {_NS}><externalBook/></externalLink>"),
        lead(link, "externalLinkPath", f"file:///C:\\add-ins\\{file}", mode="External"),
        lead(BOOK, "externalLink", "externalLinks/externalLink1.xml", number="rId98"),
        swap(BOOK, "<calcPr ", '<externalReferences><externalReference r:id="rId98"/></externalReferences><calcPr '),
        swap("Designs", '</row><row r="8"', f'<c r="L7"><f>{formula}</f><v>1</v></c></row><row r="8"'),
    )


def _larger() -> Seed:
    """The first chart that is as large as it says."""

    def seed(parts: Parts) -> None:
        drawing = next(name for name in parts if name.startswith("xl/drawings/") and b"<oneCellAnchor>" in parts[name])
        rewrite(drawing, r'(<ext cx="\d+" cy="\d+)"', r'\g<1>0"')(parts)

    return seed


def _comments(sheet: str, cell: str) -> Seed:
    text = "<text><r><t>see offer 4711</t></r></text>"
    comment = f'<commentList><comment ref="{cell}" authorId="0">{text}</comment></commentList>'
    return both(
        add("xl/comments9.xml", f"<comments {_NS}><authors><author>A. Reviewer</author></authors>{comment}</comments>"),
        lead(sheet, "comments", "/xl/comments9.xml"),
    )


DEFECTS: dict[str, dict[str, tuple[Level, str, Seed]]] = {
    "a formula": {
        "a number typed over it": (ANSWER, "Sizing!D8", number("Sizing!D8", 200.0)),
        "a number typed over what a group asks for": (ANSWER, "Groups!H6", number("Groups!H6", 5.0)),
        "its own value typed over it": (ANSWER, "Start!D5", number("Start!D5", 29.0)),
        "a text typed over it": (ANSWER, "Report!A5", says("Report!A5", "HDD is the cheapest")),
        "a factor": (ANSWER, "Sizing!D9", in_cell("Sizing!D9", "<f>", "<f>0.9*")),
        "another column": (ANSWER, "Comparison!D13", in_cell("Comparison!D13", sizing_cell("eur_per_user"), sizing_cell("eur_per_user", 1))),
        "cleared": (ANSWER, "Checks!D20", holds("Checks!D20", "")),
        "of an array": (ANSWER, "Sizing!D9", in_cell("Sizing!D9", "<f>", '<f t="array" ref="D9">')),
        "of Evidence": (ANSWER, "Evidence!A4", says("Evidence!A4", "60 of 60 printed figures agree")),
    },
    "a saved value": {
        "a number": (ANSWER, "Start!D9", in_cell("Start!D9", "<v>.*?</v>", "<v>199.0</v>")),
        "a text": (ANSWER, "Start!A3", in_cell("Start!A3", "<v>.*?</v>", "<v>Checks: all passed</v>")),
        "a truth for a number": (ANSWER, "Checks!D21", in_cell("Checks!D21", "><f>", ' t="b"><f>')),
        "an error": (ANSWER, "Sizing!D11", in_cell("Sizing!D11", "><f>(.*?)</f>.*?</v>", r' t="e"><f>\1</f><v>#N/A</v>')),
        "missing in one cell": (ANSWER, "Sizing!D12", in_cell("Sizing!D12", "<v>.*?</v>", "")),
    },
    "a label": {
        "of Sizing": (SEEN, "Sizing!A7", says("Sizing!A7", "users of this case")),
        "of Comparison": (SEEN, "Comparison!A12", says("Comparison!A12", "EUR per user, all in")),
        "of Start": (SEEN, "Start!A9", says("Start!A9", "EUR per VM for these users")),
        "of Designs": (SEEN, "Designs!A14", says("Designs!A14", "VMs per block, guessed")),
        "of a setting": (SEEN, "Settings!A10", says("Settings!A10", "discount")),
        "cleared": (SEEN, "Sizing!A9", holds("Sizing!A9", "")),
        "made a formula": (SEEN, "Sizing!A8", holds("Sizing!A8", '<f>"concurrent VMs"</f><v>concurrent VMs</v>', "str")),
        "a capital letter": (SEEN, "Start!A6", says("Start!A6", "Binding limit")),
    },
    "a unit": {
        "of Comparison": (SEEN, "Comparison!B12", says("Comparison!B12", "kEUR")),
        "of Sizing": (SEEN, "Sizing!B11", says("Sizing!B11", "MB/s")),
        "of a table": (SEEN, "Users!G4", says("Users!G4", "IOPS, peak")),
        "of a setting": (SEEN, "Settings!B8", says("Settings!B8", "US date")),
    },
    "a note": {
        "of Sizing": (SEEN, "Sizing!C8", says("Sizing!C8", "all VMs")),
        "of Designs": (SEEN, "Designs!C14", holds("Designs!C14", "")),
        "what a check asks for": (SEEN, "Checks!B20", says("Checks!B20", "Nothing to do.")),
    },
    "a heading": {
        "of a sheet": (SEEN, "Sizing!A1", says("Sizing!A1", "Sizing, certified")),
        "under it": (SEEN, "Cost!A2", says("Cost!A2", "Approved.")),
        "of a section": (SEEN, "Comparison!A6", says("Comparison!A6", "The final answer")),
        "of a table's column": (SEEN, "Bill!H5", says("Bill!H5", "our remark")),
        "of Evidence": (SEEN, "Evidence!C5", says("Evidence!C5", "claim")),
    },
    "a version": {
        "on Start": (SEEN, "Start!A2", says("Start!A2", "version 9.9.9")),
        "on Report": (SEEN, "Report!A62", says("Report!A62", "vdi-sizing 9.9.9")),
    },
    "a figure of Evidence": {
        "published": (ANSWER, "Evidence!D6", number("Evidence!D6", 801.0)),
        "its tolerance": (ANSWER, "Evidence!H8", number("Evidence!H8", 100.0)),
        "its input": (ANSWER, "Evidence!O6", number("Evidence!O6", 101.0)),
    },
    "a text of Evidence": {
        "its verdict": (SEEN, "Evidence!J8", says("Evidence!J8", "exact")),
        "its source": (SEEN, "Evidence!B6", says("Evidence!B6", "our own test")),
        "whether it is printed": (SEEN, "Evidence!M6", says("Evidence!M6", "no")),
        "why it differs": (SEEN, "Evidence!K8", says("Evidence!K8", "a misprint")),
    },
    "a typed rank": {
        "swapped": (ANSWER, "Sensitivity!B12", number("Sensitivity!B12", 2.0)),
        "beyond the drivers": (ANSWER, "Sensitivity!B15", number("Sensitivity!B15", 9.0)),
    },
    "a number format": {
        "that hides": (SEEN, "Start!D9", looks("Start!D9", code=";;;")),
        "that says another number": (SEEN, "Comparison!D12", looks("Comparison!D12", code="&quot;199&quot;")),
        "in thousands": (SEEN, "Start!E9", looks("Start!E9", code="#,##0.00,")),
        "in percent": (SEEN, "Sizing!D9", looks("Sizing!D9", code="0%")),
        "without decimals": (SEEN, sizing_cell("known_users_eur"), looks(sizing_cell("known_users_eur"), code="0")),
        "that hides a text": (SEEN, "Checks!B20", looks("Checks!B20", code=";;;")),
        "of another sign": (SEEN, "Sensitivity!D12", looks("Sensitivity!D12", code="0;0")),
    },
    "the format of an input": {
        "that says another number": (SEEN, "Users!C6", looks("Users!C6", code="&quot;250&quot;")),
        "that hides": (SEEN, "Users!C7", looks("Users!C7", code=";;;")),
        "in thousands": (SEEN, "Designs!D15", looks("Designs!D15", code="0,")),
        "with a digit more": (SEEN, "Designs!E15", looks("Designs!E15", code="0&quot;0&quot;")),
    },
    "what cannot be read": {
        "white on white": (SEEN, "Comparison!D17", looks("Comparison!D17", font=_WHITE, fill="<patternFill/>")),
        "nearly white": (SEEN, "Sizing!C8", looks("Sizing!C8", font='<color rgb="FFF4F4F4"/>')),
        "white of the theme": (SEEN, "Sizing!C10", looks("Sizing!C10", font='<color theme="0"/>')),
        "white by its number": (SEEN, "Sizing!C12", looks("Sizing!C12", font='<color indexed="9"/>')),
        "black on black": (SEEN, "Start!A3", looks("Start!A3", font='<color rgb="FF000000"/>', fill=_BLACK_FILL)),
        "of one point": (SEEN, "Checks!D5", looks("Checks!D5", font='<sz val="1"/>')),
        "in symbols": (SEEN, "Start!D5", looks("Start!D5", font='<name val="Wingdings"/>')),
        "struck through": (SEEN, "Report!A5", looks("Report!A5", font="<strike/>")),
        "moved out of its cell": (SEEN, "Report!A6", looks("Report!A6", inner='<alignment indent="200"/>')),
        "repeated": (SEEN, "Designs!D15", looks("Designs!D15", inner='<alignment horizontal="fill"/>')),
        "an input": (SEEN, "Bill!C6", looks("Bill!C6", font='<color rgb="FFFFF9E0"/>')),
    },
    "looks only": {
        "red": (LOOKS, "Start!D9", looks("Start!D9", font='<color rgb="FFFF0000"/>')),
        "on red": (LOOKS, "Start!D10", looks("Start!D10", fill=_RED_FILL)),
        "bold": (LOOKS, "Sizing!D9", looks("Sizing!D9", font="<b/>")),
        "larger": (LOOKS, "Comparison!D12", looks("Comparison!D12", font='<sz val="24"/>')),
        "italic": (LOOKS, "Checks!A20", looks("Checks!A20", font="<i/>")),
        "turned": (LOOKS, "Sizing!A8", looks("Sizing!A8", inner='<alignment textRotation="90" vertical="center"/>')),
        "centred": (LOOKS, "Sizing!A9", looks("Sizing!A9", inner='<alignment horizontal="center"/>')),
        "raised": (LOOKS, "superscript", looks("Sizing!D9", font='<vertAlign val="superscript"/>')),
        "another font": (LOOKS, "Start!A6", looks("Start!A6", font='<name val="Courier New"/>')),
        "the colour of a tab": (LOOKS, "Report", rewrite("Report", r'<tabColor rgb="\w+"', '<tabColor rgb="00FF0000"')),
    },
    "a piece of a text": {
        "white": (
            SEEN,
            "Sizing!C8",
            holds("Sizing!C8", f"<is><r><t>VMs x concurrency; </t></r><r><rPr>{_WHITE}</rPr>"
                  "<t>IOPS and RAM count these</t></r></is>", "inlineStr"),
        ),
        "bold": (
            LOOKS,
            "Sizing!C8",
            holds("Sizing!C8", "<is><r><t>VMs x concurrency; </t></r><r><rPr><b/></rPr>"
                  "<t>IOPS and RAM count these</t></r></is>", "inlineStr"),
        ),
    },
    "a cell's protection": {
        "off": (SEEN, "Sizing!D9", looks("Sizing!D9", inner='<protection locked="0"/>')),
        "its formula hidden": (SEEN, "Sizing!D12", looks("Sizing!D12", inner='<protection hidden="1"/>')),
    },
    "a sheet's protection": {
        "off": (SEEN, "Sizing", rewrite("Sizing", "<sheetProtection[^>]*>", "")),
        "switched off": (SEEN, "Evidence", swap("Evidence", ' sheet="1"', ' sheet="0"')),
        "with exceptions": (
            SEEN, "Sizing!D7:H900",
            into("Sizing", '<protectedRanges><protectedRange sqref="D7:H900" name="x"/></protectedRanges>'),
        ),
    },
    "a conditional format": {
        "removed": (SEEN, "Comparison!D22:H22", rewrite(
            "Comparison", '<conditionalFormatting sqref="D22:H22">.*?</conditionalFormatting>', "")),
        "another condition": (SEEN, "Comparison!D18:H18", rewrite("Comparison", r"D18&gt;D(\d+)", r"D18&gt;9*D\1")),
        "another colour": (SEEN, "Start!A3", swap("Start", 'priority="1" dxfId="0"', 'priority="1" dxfId="2"')),
        "other cells": (SEEN, "Comparison!D6:H", rewrite("Comparison", r'sqref="D6:H(\d{3})"', r'sqref="D60:H\1"')),
        "another order": (SEEN, "Comparison!D14:H14", both(
            swap("Comparison", 'priority="30"', 'priority="95"'), swap("Comparison", 'priority="31"', 'priority="30"'),
            swap("Comparison", 'priority="95"', 'priority="31"'))),
        "that stops others": (SEEN, "Comparison!D165:H165", swap(
            "Comparison", 'priority="27"', 'priority="27" stopIfTrue="1"')),
        "all off": (SEEN, "switched off", swap(
            "Start", "<sheetPr>", '<sheetPr enableFormatConditionsCalculation="0">')),
        "added": (SEEN, "Start!D5", into("Start", '<conditionalFormatting sqref="D5">'
                  '<cfRule type="expression" priority="99" dxfId="3"><formula>TRUE</formula></cfRule>'
                  "</conditionalFormatting>")),
        "a new program's": (SEEN, "Start!D9", into("Start", "<extLst><ext><conditionalFormatting>"
                  '<cfRule type="expression" priority="99"><f>Users!C6&gt;1</f><dxf><font><color rgb="FFFFFFFF"/>'
                  "</font></dxf></cfRule><sqref>D9</sqref></conditionalFormatting></ext></extLst>")),
    },
    "what one may enter": {
        "anything": (SEEN, "Designs!D8:H8", rewrite("Designs", '<dataValidation sqref="D8:H8".*?</dataValidation>', "")),
        "another list": (SEEN, "Designs!D12:H12", swap("Designs", '"server,array,cluster,service"', '"server,array,cloud"')),
        "another limit": (SEEN, "Designs!D11:H11", swap("Designs", "<formula1>1</formula1>", "<formula1>-9</formula1>")),
        "without a warning": (SEEN, "Users!A6 down", swap("Users", 'showErrorMessage="1"', 'showErrorMessage="0"')),
        "without hints": (SEEN, "the hints", swap("Users", "<dataValidations ", '<dataValidations disablePrompts="1" ')),
        "with another hint": (SEEN, "Users!C6 down", swap("Users", "all virtual desktops of the group", "PCs")),
        "more": (SEEN, "Start!D5", into("Start", '<dataValidations count="1"><dataValidation type="list" '
                 'sqref="D5"><formula1>"1,2"</formula1></dataValidation></dataValidations>')),
    },
    "hidden rows": {
        "of Checks": (SEEN, "Checks!row 20", swap("Checks", '<row r="20"', '<row r="20" hidden="1"')),
        "without a height": (SEEN, "Cost!row 8", rewrite("Cost", r'<row r="8"[^>]*>', '<row r="8" ht="0" customHeight="1">')),
        "of an input": (SEEN, "Bill!row 8", swap("Bill", '<row r="8"', '<row r="8" hidden="1"')),
        "too low": (SEEN, "the height", rewrite("Start", '<row r="1" ht="28"', '<row r="1" ht="6"')),
        "several": (SEEN, "Evidence!rows 8 to 9", both(
            swap("Evidence", '<row r="8"', '<row r="8" hidden="1"'),
            swap("Evidence", '<row r="9"', '<row r="9" hidden="true"'))),
        "those without a height": (SEEN, "Start", swap("Start", "<sheetFormatPr ", '<sheetFormatPr zeroHeight="1" ')),
        "folded": (NOTED, "Comparison!row 21", swap(
            "Comparison", '<row r="21"', '<row r="21" hidden="1" outlineLevel="1"')),
    },
    "hidden columns": {
        "of Comparison": (SEEN, "Comparison!column H", rewrite("Comparison", r"(<col [^>]*min=\"8\")", r'\1 hidden="1"')),
        "without a width": (SEEN, "Evidence!column K", rewrite("Evidence", r'<col width="50"', '<col width="0"')),
        "as narrow as by default": (SEEN, "Start!column C", rewrite("Start", '<col width="40"[^>]*>', "")),
        "those without a width": (SEEN, "columns without", swap(
            "Start", "<sheetFormatPr ", '<sheetFormatPr defaultColWidth="0" ')),
        "too narrow": (SEEN, "Start!column C", rewrite("Start", '<col width="40"', '<col width="3"')),
    },
    "a filter": {
        "on a table": (SEEN, "Bill", swap("xl/tables/table3.xml", "<autoFilter ",
                       '<autoFilter><filterColumn colId="0"><filters/></filterColumn></autoFilter><autoFilter ')),
        "on a sheet": (SEEN, "Checks", into("Checks", '<autoFilter ref="A19:D40"><filterColumn colId="2"><filters/>'
                       "</filterColumn></autoFilter>")),
    },
    "a hidden sheet": {
        "hidden": (SEEN, "Checks", _with_state("Checks", "hidden")),
        "very hidden": (SEEN, "Evidence", _with_state("Evidence", "veryHidden")),
        "added": (SEEN, "Notes", _added_sheet("Notes", "hidden")),
        "added, very hidden": (SEEN, "Notes", _added_sheet("Notes", "veryHidden")),
    },
    "the list of sheets": {
        "removed": (ANSWER, "Evidence", rewrite(BOOK, '<sheet name="Evidence"[^>]*>', "")),
        "removed, of no result": (ANSWER, "Log", rewrite(BOOK, '<sheet name="Log"[^>]*>', "")),
        "renamed, with all that refers to it": (SEEN, "Workings", _renamed("Workings", "Our steps")),
        "renamed": (SEEN, "Evidence", swap(BOOK, 'name="Evidence"', 'name="Sources"')),
        "reordered": (SEEN, "Evidence", both(
                rewrite(BOOK, '(<sheet name="Evidence"[^>]*>)(<sheet name="Log"[^>]*>)', r"\2\1"),
                _renumbered(32, 33))),
        "added": (NOTED, "Notes", _added_sheet("Notes")),
    },
    "an extra cell": {
        "beside a result": (SEEN, "Start!I9", swap("Start", "</row><row r=\"10\"",
                            '<c r="I9" t="inlineStr"><is><t>less 20 % discount</t></is></c></row><row r="10"')),
        "below the page": (SEEN, "Report!A54", swap("Report", "</sheetData>",
                           '<row r="54"><c r="A54" t="inlineStr"><is><t>approved</t></is></c></row></sheetData>')),
        "a formula": (SEEN, "Sizing!J9", swap("Sizing", '</row><row r="10"',
                      '<c r="J9"><f>D9*0.8</f><v>184</v></c></row><row r="10"')),
        "in a blank one": (SEEN, "Sizing!C7", says("Sizing!C7", "agreed with the customer")),
        "beside inputs": (NOTED, "Designs!K7", swap("Designs", '</row><row r="8"',
                          '<c r="K7" t="inlineStr"><is><t>offer 4711</t></is></c></row><row r="8"')),
    },
    "merged cells": {
        "over a result": (SEEN, "Comparison!A12:D12", into("Comparison", '<mergeCells><mergeCell ref="A12:D12"/></mergeCells>')),
        "separated": (SEEN, "Report!A5:H5", swap("Report", '<mergeCell ref="A5:H5" />', "")),
        "enlarged": (SEEN, "Report!A6:H8", swap("Report", 'ref="A6:H6"', 'ref="A6:H8"')),
    },
    "a series of a chart": {
        "other values": (SEEN, "Comparison", rewrite(EUR, r"(<val>.*?)\$D\$(\d+):\$D", r"\1$E$\2:$E")),
        "another name": (SEEN, "Report", swap(COSTS, "<v>drives</v>", "<v>servers</v>")),
        "other categories": (SEEN, "Comparison", rewrite(EUR, r"(<cat>.*?)\$A\$(\d+):\$A", r"\1$B$\2:$B")),
        "missing": (SEEN, "Report", rewrite(COSTS, r'<ser><idx val="1" />.*?</ser>', "")),
        "added": (SEEN, "Comparison", rewrite(EUR, r"(<ser>.*?</ser>)", r"\1\1")),
        "another colour": (SEEN, "Comparison", swap(VMS, DESIGN_COLORS[0], "FF0000")),
        "not drawn": (SEEN, "Comparison", rewrite(VMS, r"(<ser>.*?)<a:solidFill>.*?</a:solidFill>", r"\1<a:noFill/>")),
        "a curve of another design": (SEEN, "Comparison", swap(RESPONSE, "Workings!$D$5", "Workings!$E$5")),
        "no numbers on bars": (LOOKS, "Comparison", rewrite(EUR, '<showVal val="1"', '<showVal val="0"')),
    },
    "what is drawn on a chart": {
        "another number on a bar": (SEEN, "EUR 199", rewrite(EUR, "<dLbls>", '<dLbls><dLbl><idx val="0"/><tx><rich>'
            "<a:p><a:r><a:t>EUR 199</a:t></a:r></a:p></rich></tx></dLbl>")),
        "numbers in thousands": (SEEN, "#,##0,", rewrite(
            EUR, "<dLbls>", '<dLbls><numFmt formatCode="#,##0," sourceLinked="0"/>')),
        "a value that it remembers": (SEEN, "which holds", rewrite(
            EUR, r'(<val>.*?<pt idx="0"><v>)[^<]*', r"\g<1>1")),
        "letters in white": (SEEN, "the ground", rewrite(EUR, r'(<dLbls>.*?)<a:srgbClr val="\w+"', r'\1<a:srgbClr val="FFFFFF"')),
        "letters of one point": (SEEN, "nobody can read", rewrite(EUR, r'(<catAx>.*?)sz="\d+"', r'\1sz="100"')),
        "no names on an axis": (SEEN, "without its numbers or names", rewrite(
            EUR, "<catAx>(.*?)<crossAx", r'<catAx>\1<tickLblPos val="none"/><crossAx')),
        "an axis in other units": (SEEN, "other units", rewrite(
            EUR, "</valAx>", '<dispUnits><builtInUnit val="thousands"/></dispUnits></valAx>')),
        "bars beside each other": (SEEN, "stand beside", rewrite(COSTS, "<overlap [^>]*>", '<overlap val="0"/>')),
        "a bar left out": (SEEN, "points left out", rewrite(
            COSTS, "<dLbls>", '<dPt><idx val="0"/><spPr><a:noFill/></spPr></dPt><dLbls>')),
        "a line that is not drawn": (SEEN, "lines between points", rewrite(
            RESPONSE, r"(<ser>.*?<a:ln[^>]*>)<a:solidFill>.*?</a:solidFill>", r"\1<a:noFill/>")),
        "marks on a line": (SEEN, "marks at points", rewrite(RESPONSE, '<symbol val="none"', '<symbol val="circle"')),
        "hidden rows": (SEEN, "hidden rows", rewrite(EUR, '<plotVisOnly val="1"', '<plotVisOnly val="0"')),
        "a label on a point": (LOOKS, "labels of their own", rewrite(
            EUR, "<dLbls>", '<dLbls><dLbl><idx val="0"/><showCatName val="1"/></dLbl>')),
        "a trend": (SEEN, "trendline", rewrite(EUR, "</ser>", "<trendline/></ser>")),
        "a text within it": (SEEN, "cheapest", both(
            lead(EUR, "chartUserShapes", "/xl/drawings/drawing9.xml"),
            add("xl/drawings/drawing9.xml", "<userShapes><sp><txBody><t>cheapest</t></txBody></sp></userShapes>"))),
        "symbols for letters": (SEEN, "the font of charts", rewrite(
            "xl/theme/theme1.xml", r'(<a:minorFont>.*?<a:latin typeface=)"[^"]*"', r'\1"Wingdings"')),
        "white on white": (SEEN, "the colours of charts", rewrite(
            "xl/theme/theme1.xml", r'(<a:dk1>.*?lastClr=)"\w+"', r'\1"FFFFFF"')),
        "an axis in thousands": (SEEN, "numbers as", rewrite(
            RESPONSE, '<numFmt formatCode="General" sourceLinked="0"', '<numFmt formatCode="#,##0," sourceLinked="0"')),
    },
    "an axis of a chart": {
        "not from 0": (SEEN, "Comparison", rewrite(EUR, '<min val="0"', '<min val="150"')),
        "to another end": (SEEN, "Report", swap(CURVES, '<max val="1"', '<max val="0.5"')),
        "not logarithmic": (SEEN, "Comparison", swap(RESPONSE, '<logBase val="10" />', "")),
        "not shown": (SEEN, "Comparison", rewrite(RESPONSE, r'(<valAx>.*?)<delete val="0"', r'\1<delete val="1"')),
        "turned": (SEEN, "Comparison", rewrite(VMS, r'(<valAx>.*?)"minMax"', r'\1"maxMin"')),
        "another title": (SEEN, "Comparison", swap(RESPONSE, "ms, logarithmic", "s, logarithmic")),
    },
    "a chart as a whole": {
        "another title": (SEEN, "Comparison", swap(EUR, "EUR per VM", "EUR per user")),
        "without a title": (SEEN, "Comparison", rewrite(VMS, "<title>.*?</title>", "")),
        "without a legend": (SEEN, "Sensitivity", rewrite(TORNADO, "<legend>.*?</legend>", "")),
        "with a legend": (SEEN, "Comparison", swap(VMS, "<plotVisOnly", '<legend><legendPos val="b" /></legend><plotVisOnly')),
        "of lines": (SEEN, "Comparison", both(
            swap(VMS, "<barChart>", "<lineChart>"), swap(VMS, "</barChart>", "</lineChart>"))),
        "not stacked": (SEEN, "Report", swap(COSTS, '"stacked"', '"clustered"')),
        "missing": (SEEN, "Report", rewrite(ON_REPORT, "<twoCellAnchor>.*?</twoCellAnchor>", "")),
        "all missing": (SEEN, "Sensitivity", rewrite("Sensitivity", "<drawing [^>]*>", "")),
        "added": (SEEN, "Comparison", rewrite(ON_COMPARISON, "(<twoCellAnchor>.*?</twoCellAnchor>)", r"\1\1")),
        "over a result": (SEEN, "Comparison", _first_chart_to(6, 20)),
        "elsewhere": (LOOKS, "Comparison", _first_chart_to(350, 368)),
        "hidden": (SEEN, "hidden", rewrite(ON_REPORT, '<cNvPr id="1"', '<cNvPr hidden="1" id="1"')),
        "not printed": (SEEN, "not printed", rewrite(ON_REPORT, "<clientData />", '<clientData fPrintsWithSheet="0"/>')),
        "much larger": (SEEN, "the size", _larger()),
    },
    "what lies over cells": {
        "a text box": (SEEN, "Report!A5:C6", swap(ON_REPORT, "</wsDr>", _over(4, 6, _TEXT_BOX) + "</wsDr>")),
        "a picture": (SEEN, "Comparison!A11:C13", swap(ON_COMPARISON, "</wsDr>", _over(10, 13, _PICTURE) + "</wsDr>")),
        "a shape": (SEEN, "Report!A48:C50", swap(ON_REPORT, "</wsDr>", _over(47, 50, _SHAPE) + "</wsDr>")),
        "a text box for newer programs": (SEEN, "Report!A5:C6", swap(ON_REPORT, "</wsDr>",
            f'<mc:AlternateContent xmlns:mc="{_MC}"><mc:Choice Requires="a14">' + _over(4, 6, _TEXT_BOX)
            + "</mc:Choice><mc:Fallback/></mc:AlternateContent></wsDr>")),
        "a picture behind": (SEEN, "Start", into("Start", '<picture r:id="rId9" xmlns:r="x"/>')),
        "a picture in the footer": (SEEN, "Report", into("Report", "<legacyDrawingHF/>")),
        "a small chart in a cell": (SEEN, "Start!I5", into("Start", "<extLst><ext><sparklineGroups><sparklineGroup>"
            "<sparklines><sparkline><f>Sizing!D9</f><sqref>I5</sqref></sparkline></sparklines></sparklineGroup>"
            "</sparklineGroups></ext></extLst>")),
        "a button": (SEEN, "Start", into("Start", '<controls><control shapeId="1" name="Recalculate"/></controls>')),
        "an old drawing": (SEEN, "Start", both(
            lead("Start", "vmlDrawing", "/xl/drawings/vml9.vml"),
            add("xl/drawings/vml9.vml", '<xml><ClientData ObjectType="Button"/></xml>'))),
        "an old drawing of no kind": (SEEN, "Start", both(
            lead("Start", "vmlDrawing", "/xl/drawings/vml9.vml"),
            add("xl/drawings/vml9.vml", "<xml><shape><textbox>EUR 199</textbox></shape></xml>"))),
        "a comment always shown": (SEEN, "always shown", both(
            _comments("Start", "D9"), lead("Start", "vmlDrawing", "/xl/drawings/vml9.vml", number="rIdOld"),
            add("xl/drawings/vml9.vml", '<xml><shape><ClientData ObjectType="Note"><Visible/></ClientData></shape></xml>'))),
    },
    "a table": {
        "two columns by each other's names": (ANSWER, "the name by which formulas know", both(
            swap(DRIVES_TABLE, 'name="W"', 'name="?"'), swap(DRIVES_TABLE, 'name="DWPD"', 'name="W"'),
            swap(DRIVES_TABLE, 'name="?"', 'name="DWPD"'))),
        "a column without a name": (ANSWER, "the columns of table Drives", rewrite(
            DRIVES_TABLE, '<tableColumn id="18"[^>]*>', "")),
        "without headers": (ANSWER, "the headers", swap(DRIVES_TABLE, "<table ", '<table headerRowCount="0" ')),
        "with a row of totals": (SEEN, "totals", swap(DRIVES_TABLE, "<table ", '<table totalsRowCount="1" ')),
        "that its sheet does not name": (ANSWER, "the table Drives", rewrite("Drives", "<tableParts.*</tableParts>", "")),
        "in black": (LOOKS, "the style", swap(DRIVES_TABLE, "TableStyleLight1", "TableStyleDark1")),
        "added": (NOTED, "a table that was added", both(
            lead("Start", "table", "/xl/tables/table99.xml"),
            add("xl/tables/table99.xml", f'<table {_NS} displayName="Mine" ref="K1:K2"><tableColumns><tableColumn id="1" '
                'name="x"/></tableColumns></table>'),
            into("Start", f'<tableParts><tablePart xmlns:r="{OFFICE}" r:id="rIdNew"/></tableParts>'))),
    },
    "what is printed": {
        "less": (SEEN, "Report", rewrite(BOOK, r"'Report'!\$A\$1:\$H\$\d+", "'Report'!$A$1:$H$28")),
        "of an input": (SEEN, "Bill", rewrite(BOOK, r"'Bill'!\$A\$1:\$L", "'Bill'!$A$1:$D")),
        "other titles": (SEEN, "Sizing", swap(BOOK, "'Sizing'!$1:$5", "'Sizing'!$1:$4")),
        "all": (SEEN, "Report", rewrite(BOOK, r'<definedName name="_xlnm.Print_Area" localSheetId="5">.*?</definedName>', "")),
        "another footer": (SEEN, "Comparison", swap("Comparison", "VDI sizing, Comparison", "Approved by finance")),
        "no footer": (SEEN, "Report", rewrite("Report", "<oddFooter>.*?</oddFooter>", "<oddFooter/>")),
        "a header": (SEEN, "Start", swap("Start", "<oddHeader />", "<oddHeader>&amp;CDRAFT</oddHeader>")),
        "another footer on the first page": (SEEN, "the footer", swap(
            "Report", "<headerFooter>", '<headerFooter differentFirst="1">')),
        "without charts": (SEEN, "draft", swap("Report", "<pageSetup ", '<pageSetup draft="1" ')),
        "errors as blanks": (SEEN, "errors", swap("Report", "<pageSetup ", '<pageSetup errors="blank" ')),
        "in black and white": (LOOKS, "black and white", swap("Report", "<pageSetup ", '<pageSetup blackAndWhite="1" ')),
        "with row numbers": (LOOKS, "row numbers", swap("Report", "<printOptions ", '<printOptions headings="1" ')),
        "too small to read": (SEEN, "nobody can read", rewrite("Comparison", r'scale="\d+"', 'scale="10"')),
        "on one page": (LOOKS, "the pages", swap("Start", 'fitToHeight="0"', 'fitToHeight="1"')),
        "broken elsewhere": (LOOKS, "the last rows of pages", swap("Start", '<brk id="28"', '<brk id="20"')),
        "with wide margins": (LOOKS, "the margin", rewrite("Report", '<pageMargins left="[^"]*"', '<pageMargins left="4"')),
        "upright": (LOOKS, "Comparison", swap("Comparison", '"landscape"', '"portrait"')),
        "torn apart": (LOOKS, "Start", into("Start", '<colBreaks><brk id="4" man="1"/></colBreaks>')),
    },
    "a name": {
        "moved": (ANSWER, "the name cost_1", swap(BOOK, "Cost!$A$8:$A$37", "Cost!$A$8:$A$20")),
        "missing": (ANSWER, "the name stands", rewrite(BOOK, '<definedName name="stands">.*?</definedName>', "")),
        "hidden behind another": (ANSWER, "the name tier1_used", swap(BOOK, "</definedNames>",
            '<definedName name="tier1_used" localSheetId="12">Sizing!$D$7:$H$7</definedName></definedNames>')),
        "outside": (ANSWER, "the name rates", swap(BOOK, "</definedNames>",
            '<definedName name="rates">[1]Rates!$A$1</definedName></definedNames>')),
        "there twice": (ANSWER, "there twice", swap(BOOK, "</definedNames>",
            '<definedName name="Stands">Start!$D$7</definedName></definedNames>')),
        "of a print area there twice": (ANSWER, "there twice", rewrite(BOOK,
            r'(<definedName name="_xlnm.Print_Area" localSheetId="5">.*?</definedName>)', r"\1\1")),
        "of a macro": (ANSWER, "one of a macro", swap(BOOK, '<definedName name="stands"', '<definedName xlm="1" name="stands"')),
        "added": (NOTED, "my_total", swap(BOOK, "</definedNames>",
            '<definedName name="my_total">Start!$D$7</definedName></definedNames>')),
    },
    "how it calculates": {
        "by hand": (ANSWER, "only when asked", swap(BOOK, "<calcPr ", '<calcPr calcMode="manual" ')),
        "but for tables": (ANSWER, "data tables", swap(BOOK, "<calcPr ", '<calcPr calcMode="autoNoTable" ')),
        "by repetition": (ANSWER, "repetition", swap(BOOK, "<calcPr ", '<calcPr iterate="1" ')),
        "as displayed": (ANSWER, "rounded", swap(BOOK, "<calcPr ", '<calcPr fullPrecision="0" ')),
        "as Lotus did": (ANSWER, "Lotus", swap("Sizing", "<sheetPr>", '<sheetPr transitionEvaluation="1">')),
        "from 1904": (ANSWER, "1904", swap(BOOK, "<workbookPr ", '<workbookPr date1904="1" ')),
    },
    "what leads outside": {
        "another workbook": (ANSWER, "http://x/y.xlsx", both(
            add("xl/externalLinks/externalLink1.xml", "<externalLink/>"),
            lead("xl/externalLinks/externalLink1.xml", "externalLinkPath", "http://x/y.xlsx", mode="External"))),
        "a connection": (ANSWER, "data outside", add("xl/connections.xml", "<connections/>")),
        "a query": (ANSWER, "data outside", add("xl/queryTables/queryTable1.xml", "<queryTable/>")),
        "a link to our add-in": (NOTED, "vdi-sizing compare writes", _addin_link("vdi_sizing.xlam", "[1]!VDI_VERSION()")),
        "a link to another add-in": (ANSWER, "other.xlam", _addin_link("other.xlam", "[1]!VDI_VERSION()")),
        "our add-in, asked for a cell": (ANSWER, "vdi_sizing.xlam", _addin_link("vdi_sizing.xlam", "[1]Sheet1!$A$1")),
        "words over a link": (SEEN, "what is said of the link", swap(
            "Start", "<hyperlink ", '<hyperlink tooltip="approved" ')),
        "a link of ours": (SEEN, "Start!A20", swap("Start", "'Report'!A1", "'Log'!A1")),
        "a link beside a result": (SEEN, "Report!A48", both(
            lead("Report", "hyperlink", "http://x/pay", mode="External"),
            into("Report", '<hyperlinks><hyperlink ref="A48" r:id="rIdNew" '
                 'xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"/></hyperlinks>'))),
    },
    "what runs": {
        "macros": (ANSWER, "macros", add("xl/vbaProject.bin", "x")),
        "old macros": (ANSWER, "macros", add("xl/macrosheets/sheet1.xml", "<x/>")),
        "an embedded object": (SEEN, "embedded", add("xl/embeddings/oleObject1.bin", "x")),
        "a control": (SEEN, "control", add("xl/activeX/activeX1.xml", "<x/>")),
        "a web extension": (SEEN, "web", add("xl/webextensions/taskpanes.xml", "<x/>")),
        "its own ribbon": (SEEN, "ribbon", add("customUI/customUI14.xml", "<x/>")),
        "a pivot table": (SEEN, "not looked into", add("xl/pivotTables/pivotTable1.xml", "<x/>")),
    },
    "the view": {
        "without zeros": (SEEN, "Sizing", swap("Sizing", "<sheetView ", '<sheetView showZeros="0" ')),
        "frozen beyond the first rows": (SEEN, "out of reach", swap(
            "Sizing", "<sheetView ", '<sheetView topLeftCell="A9" ')),
        "without the + of folded rows": (SEEN, "Comparison", swap(
            "Comparison", "<sheetView ", '<sheetView showOutlineSymbols="0" ')),
        "of formulas": (SEEN, "Start", swap("Start", "<sheetView ", '<sheetView showFormulas="1" ')),
        "from right to left": (SEEN, "Comparison", swap("Comparison", "<sheetView ", '<sheetView rightToLeft="1" ')),
        "without charts": (SEEN, "charts and drawings", swap(BOOK, "<workbookPr ", '<workbookPr showObjects="none" ')),
        "without tabs": (SEEN, "tabs", swap(BOOK, 'showSheetTabs="1"', 'showSheetTabs="0"')),
        "a window without bars": (SEEN, "scrolls", swap(BOOK, 'showVerticalScroll="1"', 'showVerticalScroll="0"')),
        "a small window": (SEEN, "minimized", swap(BOOK, 'minimized="0"', 'minimized="1"')),
        "columns by numbers": (LOOKS, "name cells", swap(BOOK, "<calcPr ", '<calcPr refMode="R1C1" ')),
        "of somebody's own": (SEEN, "of somebody's own", into(
            "Start", '<customSheetViews><customSheetView guid="{1}"/></customSheetViews>')),
        "of the workbook, somebody's own": (SEEN, "of somebody's own", swap(
            BOOK, "</workbook>", '<customWorkbookViews><customWorkbookView name="x"/></customWorkbookViews></workbook>')),
        "two sheets at once": (SEEN, "selected at once", swap("Users", "<sheetView ", '<sheetView tabSelected="1" ')),
        "without row numbers": (SEEN, "row numbers", swap("Start", "<sheetView ", '<sheetView showRowColHeaders="0" ')),
        "frozen as a whole": (SEEN, "the frozen part", rewrite("Sizing", r'ySplit="\d+"', 'ySplit="300"')),
        "no window": (SEEN, "window", swap(BOOK, 'workbookView visibility="visible"', 'workbookView visibility="hidden"')),
    },
    "the log": {
        "another change": (SEEN, "Log!C6", says("Log!C6", "reviewed by finance")),
        "another date": (SEEN, "Log!B6", says("Log!B6", "2020-01-01")),
        "cleared": (SEEN, "Log!D6", holds("Log!D6", "")),
        "an entry": (NOTED, "Log!A7", both(says("Log!A7", "1.0.0"), says("Log!C7", "prices of May"))),
    },
    "the sign-off": {
        "an open warning that holds": (ANSWER, f"Sign-off!D{_WARNING}", number(f"Sign-off!D{_WARNING}", 1.0)),
        "no input moved": (ANSWER, f"Sign-off!B{_SETTINGS_MOVED}", holds(f"Sign-off!B{_SETTINGS_MOVED}", "<v>3</v>")),
        "a sum that is typed": (ANSWER, f"Sign-off!B{_BILL_MOVED}", in_cell(f"Sign-off!B{_BILL_MOVED}", "<f>.*?</f>", "<f>0</f>")),
        "another warning": (SEEN, f"Sign-off!A{_WARNING}", says(f"Sign-off!A{_WARNING}", "the load is small")),
        "a quote that is not there": (ANSWER, f"Sign-off!D{_QUOTE}", says(f"Sign-off!D{_QUOTE}", "Q-2026-118")),
        "another hash": (SEEN, "Sign-off!C10", says("Sign-off!C10", 64 * "0")),
        "words beside it": (SEEN, "Sign-off!D5", says("Sign-off!D5", "checked")),
        "white on white": (SEEN, f"Sign-off!D{_WARNING}", looks(f"Sign-off!D{_WARNING}", font='<color rgb="FFFFFFFF"/>')),
        "the protection": (SEEN, "Sign-off", rewrite("Sign-off", "<sheetProtection [^>]*/>", "")),
        "an owner": (NOTED, f"Sign-off!C{_WARNING}", says(f"Sign-off!C{_WARNING}", "A. Meyer: more drives in June")),
        "an approval": (NOTED, f"Sign-off!C{_PREPARED}", both(
            says(f"Sign-off!C{_PREPARED}", "B. Schulz"), number(f"Sign-off!D{_PREPARED}", 46347.0))),
    },
    "the baseline": {
        "another label": (SEEN, "Baseline!B55", says("Baseline!B55", "VMs")),
        "another hash": (SEEN, "Baseline!B7", says("Baseline!B7", 64 * "0")),
        "another row": (SEEN, "Baseline!A55", says("Baseline!A55", "Designs, row 14")),
        "what moved": (SEEN, "Baseline!B11", says("Baseline!B11", "prices of June")),
        "removed": (ANSWER, "Baseline", rewrite(BOOK, '<sheet name="Baseline"[^>]*>', "")),
        "hidden": (SEEN, "Baseline", rewrite(BOOK, '(<sheet name="Baseline"[^>]*) state="visible"', r'\1 state="hidden"')),
    },
    "what people write": {
        "a comment": (NOTED, "Start!D9", _comments("Start", "D9")),
        "a comment in a thread": (NOTED, "a comment in a thread", both(
            lead("Start", "threadedComment", "/xl/threadedComments/threadedComment9.xml"),
            add("xl/threadedComments/threadedComment9.xml",
                '<ThreadedComments><threadedComment ref="D9"><text>too dear</text></threadedComment></ThreadedComments>'))),
        "an input that is calculated": (NOTED, "Designs!D14", holds("Designs!D14", "<f>30+1</f><v>31</v>")),
        "a row of a table that is calculated": (NOTED, "Users!C6", holds("Users!C6", "<f>SUM(150)</f><v>150</v>")),
        "a column of their own": (NOTED, "Users", both(
                    swap("xl/tables/table1.xml", 'ref="A5:AC16"', 'ref="A5:AD16"'),
                    swap("xl/tables/table1.xml", "</tableColumns>", '<tableColumn id="30" name="quote"/></tableColumns>'),
                    swap("Users", '</row><row r="6"', '<c r="AD5" t="inlineStr"><is><t>quote</t></is></c></row><row r="6"'),
                )),
        "the protection of inputs": (NOTED, "Users", into("Users", '<sheetProtection sheet="1"/>')),
        "the protection of the list": (NOTED, "workbook", swap(BOOK, "<workbookProtection />",
                                       '<workbookProtection lockStructure="1"/>')),
    },
}  # fmt: skip
"""By class and name: the level, what its line says of the place or thing, and the edit."""

HARMLESS: dict[str, tuple[str, Seed]] = {
    "a column a little wider": (
        "programs round widths to the pixels of their font, and people widen columns",
        swap("Start", '<col width="40"', '<col width="40.7109375"')),
    "a higher row": (
        "programs fit rows to their font",
        rewrite("Start", '<row r="8"[^>]*>', '<row r="8" ht="30" customHeight="1">')),
    "frozen panes gone": ("it hides nothing; LibreOffice leaves them out without a window",
                          rewrite("Start", "<pane [^>]*/>", "")),
    "zoom": ("each reader has his own", swap("Start", "<sheetView ", '<sheetView zoomScale="85" ')),
    "another scale of the page": ("the printer says how much fits", rewrite("Comparison", r'scale="\d+"', 'scale="40"')),
    "another paper": ("not everybody has A4", swap("Report", 'paperSize="9"', 'paperSize="1"')),
    "the sheet that is open": ("the one that was looked at last", swap(BOOK, 'activeTab="0"', 'activeTab="3"')),
    "title of the document": ("no sheet shows it", rewrite("docProps/core.xml", "<dc:title>.*?</dc:title>", "")),
    "another theme": ("no colour that is shipped is one of the theme",
                      swap("xl/theme/theme1.xml", "4F81BD", "123456")),
    "the order of calculation": ("Excel writes it for itself", add("xl/calcChain.xml", "<calcChain/>")),
    "a printer": ("Excel remembers it", add("xl/printerSettings/printerSettings1.bin", "x")),
    "a label of confidentiality": ("companies add it to all they save", add("docMetadata/LabelInfo.xml", "<x/>")),
    "a border": ("it says nothing", looks("Sizing!D9", attributes='borderId="0"')),
    "a wrapped text": ("programs fit it to the row", looks("Sizing!D9", inner='<alignment horizontal="right" wrapText="1"/>')),
    "the fill of an empty cell": ("there is nothing to read", looks("Designs!B6", fill=_RED_FILL)),
    "percent typed into an input": ("Excel changes the format of an input as one types 25 %",
                                    looks("Users!G6", code="0%")),
    "euros typed into an input": ("and as one types 5 €", looks("Designs!D14", code="#,##0.00 &quot;€&quot;")),
    "a bold input": ("whatever people paste brings its font", looks("Users!C6", font="<b/>")),
}  # fmt: skip
"""What passes, and why it may."""
