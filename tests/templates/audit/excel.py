"""What Excel is known to rewrite as it saves: other XML for the same workbook."""

from __future__ import annotations

import re

from tests.templates.audit.defects import BOOK, EUR, STYLES
from tests.templates.audit.seeding import Parts, Seed, add, both, lead, part_of, rewrite, swap

_X14 = "http://schemas.microsoft.com/office/spreadsheetml/2009/9/main"
_XM = "http://schemas.microsoft.com/office/excel/2006/main"
_MC = "http://schemas.openxmlformats.org/markup-compatibility/2006"


def _shared_texts(parts: Parts) -> None:
    """Texts stand in a part of their own."""
    texts: list[str] = []

    def moved(found: re.Match[str]) -> str:
        texts.append(found[2])
        return f'<c {found[1]} t="s"><v>{len(texts) - 1}</v></c>'

    for sheet in ("Start", "Users", "Checks", "Evidence", "Log"):
        part = part_of(parts, sheet)
        cell = r'<c ([^>]*?) t="inlineStr"><is>(.*?)</is></c>'
        parts[part] = re.sub(cell, moved, parts[part].decode(), flags=re.DOTALL).encode()
    space = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"'
    items = "".join(f"<si>{text}</si>" for text in texts)
    parts["xl/sharedStrings.xml"] = f"<sst {space}>{items}</sst>".encode()
    lead(BOOK, "sharedStrings", "sharedStrings.xml")(parts)


def _filled_down(parts: Parts) -> None:
    """A formula that is filled to the right is written once, and pointed to from there."""
    part = part_of(parts, "Sizing")
    text, times = re.subn(r'(<c r="D9" s="\d+">)<f>', r'\1<f t="shared" ref="D9:H9" si="0">', parts[part].decode())
    text, more = re.subn(r'(<c r="[E-H]9" s="\d+">)<f>.*?</f>', r'\1<f t="shared" si="0"/>', text)
    assert (times, more) == (1, 4)
    parts[part] = text.encode()


def _newer_validation(parts: Parts) -> None:
    """What one may enter stands in an extension where it names another sheet."""
    part = part_of(parts, "Designs")
    text = parts[part].decode()
    old = re.search(r'<dataValidation sqref="D8:H8".*?</dataValidation>', text)
    assert old
    new = re.sub(r' sqref="D8:H8"', "", old[0]).replace("<formula1>", "<x14:formula1><xm:f>")
    new = new.replace("</formula1>", "</x14:formula1>")
    new = new.replace("</x14:formula1>", "</xm:f></x14:formula1><xm:sqref>D8:H8</xm:sqref>")
    new = new.replace("<dataValidation ", "<x14:dataValidation ").replace("</dataValidation>", "</x14:dataValidation>")
    group = f'<x14:dataValidations count="1" xmlns:xm="{_XM}">{new}</x14:dataValidations>'
    extension = f'<extLst><ext xmlns:x14="{_X14}" uri="{{CCE6A557}}">{group}</ext></extLst>'
    text = text.replace(old[0], "").replace("</worksheet>", f"{extension}</worksheet>")
    parts[part] = text.encode()


def _widths(parts: Parts) -> None:
    for sheet in ("Start", "Comparison"):
        part = part_of(parts, sheet)
        wider = re.sub(r'<col width="(\d+)"', r'<col width="\1.7109375"', parts[part].decode())
        parts[part] = wider.encode()


EXCEL: dict[str, Seed] = {
    "texts": _shared_texts,
    "formulas": _filled_down,
    "validations": _newer_validation,
    "widths": _widths,
    "calculation": rewrite(BOOK, "<calcPr [^>]*>", '<calcPr calcId="191029" calcCompleted="0"/>'),
    "workbook": both(
        swap(BOOK, "<workbookPr ", '<workbookPr defaultThemeVersion="166925" '),
        swap(BOOK, "<bookViews>", f'<mc:AlternateContent xmlns:mc="{_MC}"><mc:Choice Requires="x15">'
             '<absPath url="folder"/></mc:Choice></mc:AlternateContent><bookViews>'),
        swap(BOOK, "</definedNames>", '<definedName name="_xlnm._FilterDatabase" localSheetId="2" hidden="1">'
             "Users!$A$5:$V$16</definedName></definedNames>"),
    ),
    "quotes of names": swap(BOOK, "'Bill'!$A$1", "Bill!$A$1"),
    "parts": both(
        add("xl/calcChain.xml", "<calcChain/>"),
        add("xl/printerSettings/printerSettings1.bin", "x"),
        add("docProps/custom.xml", "<Properties/>"),
        add("customXml/item1.xml", "<x/>"),
        add("xl/persons/person.xml", "<personList/>"),
    ),
    "styles": swap(STYLES, "</cellXfs>", '<xf numFmtId="0" fontId="0" fillId="0"/></cellXfs>'),
    "chart": both(
        rewrite(EUR, "<style [^>]*>", f'<mc:AlternateContent xmlns:mc="{_MC}"><mc:Choice Requires="c14">'
                '<style val="110"/></mc:Choice><mc:Fallback><style val="10"/></mc:Fallback></mc:AlternateContent>'),
        rewrite(EUR, r"<strCache>.*?</strCache>", "<strCache/>"),
    ),
    "table": swap("xl/tables/table1.xml", "<table ", '<table uid="{1}" '),
    "rows": swap("Start", '<row r="11"', '<row r="11" spans="1:8" dyDescent="0.25"'),
}  # fmt: skip
"""By what is rewritten."""
