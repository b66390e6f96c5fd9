"""The shipped example after people worked in it: an edit of each kind that is to be kept."""

from __future__ import annotations

from tests.templates.carry_over.edits import Edited

_BOLD = '<font><b /><sz val="14" /><color rgb="FFC00000" /><name val="Georgia" /></font>'
_YELLOW = '<fill><patternFill patternType="solid"><fgColor rgb="FFFFE699" /></patternFill></fill>'
_XF = '<xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0" />'
_EUR = '<xf numFmtId="4" fontId="0" fillId="0" borderId="0" xfId="0" />'


def worked_in(workbook: bytes, line: int, price_row: int = 6) -> Edited:
    """Comments, log, a column of quotes, a sheet of notes; `line` is a row of the sheet Comparison with EUR."""
    edited = Edited(workbook)
    loud = edited.style(_XF, font=_BOLD, fill=_YELLOW)
    eur = edited.style(_EUR)
    for letter, text in zip("ABCDEF", ("1.1", "2026-12-01", "prices of the quote", "Ann", "Ben", "yes"), strict=True):
        edited.says("Log", f"{letter}7", text)
    edited.comment("Comparison", {f"E{line}": ("Ann", "Is this with\nthe new drives?")})
    edited.comment("Prices", {f"D{price_row}": ("Ben", "as quoted")})
    edited.own_column("Prices", "our quote")
    edited.says("Prices", "O5", "our quote", style=loud)
    edited.says("Prices", f"O{price_row}", "Q-4711", style=loud)
    edited.own_column("Prices", "with VAT")
    edited.says("Prices", "P5", "with VAT")
    edited.formula("Prices", f"P{price_row}", f"D{price_row}*1.19", 1755.25, style=eur)
    edited.says("Bill", "N6", "seen by Ben")
    body = (
        '<cols><col min="1" max="1" width="44" customWidth="1"/></cols><sheetData>'
        f'<row r="1" ht="30" customHeight="1"><c r="A1" s="{loud}" t="inlineStr"><is><t>Notes of the review</t></is>'
        f'</c></row><row r="3"><c r="A3" t="inlineStr"><is><t>EUR of SSD</t></is></c><c r="B3" s="{eur}">'
        f"<f>Comparison!E{line}</f><v>1</v></c></row>"
        f'<row r="4"><c r="A4" t="inlineStr"><is><t>list price, first part</t></is></c><c r="B4" s="{eur}">'
        f"<f>Prices!$D${price_row}</f><v>1475</v></c></row>"
        '<row r="5"><c r="A5" t="inlineStr"><is><t>all list prices</t></is></c>'
        f'<c r="B5" s="{eur}"><f>SUM(Prices!D{price_row}:D23)</f><v>1</v></c></row></sheetData>'
        '<mergeCells count="1"><mergeCell ref="A1:C1"/></mergeCells><drawing r:id="rIdDrawing"/>'
    )
    part = edited.add_sheet("Ann's notes", body)
    edited.draw(part, f"Comparison!$D${line}:$H${line}")
    edited.defined_name("quoted", f"Prices!$O${price_row}")
    return edited
