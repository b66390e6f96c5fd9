"""The Settings sheet: what holds for every design, and below it the exchange rates."""

from __future__ import annotations

from vdi_sizing.inputs import inputs_of
from vdi_sizing.scenario import Settings
from vdi_templates.workbook.book import Book, fit_row, input_format, put, put_input, put_unit, validation
from vdi_templates.workbook.layout import FIRST_ROW, HEADER_ROW
from vdi_templates.workbook.sheets.marks import mark_settings
from vdi_templates.workbook.sheets.tables import write_rows
from vdi_templates.workbook.tables import NAMES_OF_DRIVES, PARTS_WITH_PRICES, RATES

_CHOICES = {"store_part": PARTS_WITH_PRICES, "measured_drive": NAMES_OF_DRIVES}
_WIDTHS = [34, 13, 64, 44]
_NOTE_FITS = 71  # of characters of the usual type: notes are smaller


def write_settings(book: Book) -> None:
    """The sheet with the settings."""
    ws = book.sheet("Settings", "Settings", "What holds for every design.", _WIDTHS)
    book.master_check(ws)
    for letter, text in zip("ABCD", ("setting", "unit", "note", "value"), strict=True):
        put(ws, f"{letter}{HEADER_ROW}", text, "VDI header left")
    for name, field in inputs_of(Settings).items():
        row = book.layout.settings_rows[name]
        put(ws, f"A{row}", field.label, "VDI label wrapped")
        put_unit(ws, f"B{row}", field.unit, input_format(field))
        put(ws, f"C{row}", field.note, "VDI note")
        fit_row(ws, row, (field.label, _WIDTHS[0]), (field.note, _NOTE_FITS))
        put_input(ws, f"D{row}", getattr(book.scenario.settings, name), field)
        rule = validation(field, _CHOICES.get(name))
        if rule is not None:
            rule.add(f"D{row}")
            ws.add_data_validation(rule)
        book.name(f"settings_{name}", f"Settings!$D${row}")
    mark_settings(book)
    book.fold(ws, _usual_expert_settings(book))
    for letter in "ABCD":
        put(ws, f"{letter}{RATES.header_row - 2}", RATES.title if letter == "A" else None, "VDI heading")
    put(ws, f"A{RATES.header_row - 1}", RATES.subtitle, "VDI subtitle")
    write_rows(book, RATES)
    ws.freeze_panes = f"D{FIRST_ROW}"


def _usual_expert_settings(book: Book) -> list[int]:
    """The rows that are for experts, and hold what they usually hold."""
    settings, style = book.scenario.settings, book.made.brand.translation.number_style
    usual = Settings(settings.as_of, number_style=style)
    names = [name for name, field in inputs_of(Settings).items() if field.expert]
    return [book.layout.settings_rows[name] for name in names if getattr(settings, name) == getattr(usual, name)]
