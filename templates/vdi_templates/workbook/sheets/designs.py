"""The Designs sheet: one column per design, its inputs row by row."""

from __future__ import annotations

from typing import Any

from openpyxl.styles import Font, PatternFill

from vdi_sizing.inputs import Input
from vdi_sizing.scenario import BY_CARD, BY_KIT, BY_PROCESSOR, BY_RULE, PARTS
from vdi_templates.workbook.book import (
    Book,
    fit_row,
    grey_out,
    highlight,
    input_format,
    put,
    put_input,
    put_unit,
    show_what_is_typed_over,
    validation,
)
from vdi_templates.workbook.design_inputs import design_sections, design_values
from vdi_templates.workbook.layout import BUILDS, FIRST_ROW, HEADER_ROW, UNIT_ROW
from vdi_templates.workbook.printing import print_columns
from vdi_templates.workbook.sheets.marks import mark_designs
from vdi_templates.workbook.styles import MUTED, RED, RED_FILL, WHITE
from vdi_templates.workbook.tables import (
    NAMES_OF_CARDS,
    NAMES_OF_DRIVES,
    NAMES_OF_KITS,
    NAMES_OF_PROCESSORS,
    NAMES_OF_RAID_LEVELS,
)

_NAMES = {
    "case": f"Users!$B${FIRST_ROW}:$B$200",
    "kit": NAMES_OF_KITS,
    "gpu_card": NAMES_OF_CARDS,
    "processor": NAMES_OF_PROCESSORS,
    "drive": NAMES_OF_DRIVES,
    "raid": NAMES_OF_RAID_LEVELS,
}
_LABEL_WIDTH, _UNIT_WIDTH, _NOTE_WIDTH, _DESIGN_WIDTH = 28, 9, 33, 26
"""So that three designs stand on the screen of a laptop, also in LibreOffice, whose columns are a tenth wider."""
_NOTE_FITS = 46  # of characters of the usual type: notes are smaller
_ANSWER = "eur_per_user"
FREE, _NAMELESS = "type a name below", "no name: type one, or delete all below"
"""Over a column that holds no design."""


def write_designs(book: Book) -> None:
    """The sheet with the inputs of every design."""
    layout = book.layout
    ws = book.sheet(
        "Designs", "Designs",
        "One column per design; a name in a free column adds one, and emptying a column drops one. A kit, and the "
        "rules on Settings, fill in what is blank; what is typed over them is orange. What counts: Builds.",
        [_LABEL_WIDTH, _UNIT_WIDTH, _NOTE_WIDTH, *[_DESIGN_WIDTH] * layout.design_columns],
    )  # fmt: skip
    book.master_check(ws)
    for letter, text in zip("ABC", ("input", "unit", "note"), strict=True):
        put(ws, f"{letter}{HEADER_ROW}", text, "VDI header left")
    columns = [layout.column(i) for i in range(layout.design_columns)]
    for i, column in enumerate(columns):
        row, sized = layout.design_rows["name"], book.columns[i]
        shown = FREE if sized.block.stands_in else sized.design.name
        below = f"COUNTA({column}{row + 1}:{column}{max(layout.design_rows.values())})"
        header = f'=IF({column}{row}="",IF({below}=0,"{FREE}","{_NAMELESS}"),{column}{row})'
        book.formula(ws, f"{column}{HEADER_ROW}", header, shown, "VDI header")
    _show_answer(book, columns)
    mark_designs(book)
    _show_free(book, columns)
    values = [design_values(design) for design in book.scenario.designs]
    for section in design_sections():
        _heading(book, section.title)
        for name, field in section.inputs.items():
            row = layout.design_rows[name]
            put(ws, f"A{row}", field.label, "VDI label wrapped")
            put_unit(ws, f"B{row}", field.unit, input_format(field))
            put(ws, f"C{row}", field.note, "VDI note")
            for i, column in enumerate(columns):
                value = values[book.design_in[i]][name] if i in book.design_in else None
                put_input(ws, f"{column}{row}", value, field, prose=_is_prose(name))
            texts = [value[name] for value in values] if _is_prose(name) else []
            fit_row(
                ws,
                row,
                (field.label, _LABEL_WIDTH),
                (field.note, _NOTE_FITS),
                *((text, _DESIGN_WIDTH) for text in texts),
            )
            cells = f"{columns[0]}{row}:{columns[-1]}{row}"
            _validate(book, name, field, cells)
            book.name(f"design_{name}", f"Designs!${columns[0]}${row}:${columns[-1]}${row}")
    folded = {*_silent_sources(values), *_unused_expert_inputs(values), *_unused_parts(book)}
    # With all of its rows a heading goes too: on paper it would stand above nothing, and nothing would say why.
    empty = [section.title for section in design_sections() if folded.issuperset(section.inputs)]
    book.fold(ws, [layout.design_rows[name] for name in (*folded, *empty)])
    _grey_out(book, columns)
    _show_kits(book, columns)
    ws.freeze_panes = f"{columns[0]}{FIRST_ROW}"
    ws.print_title_rows = f"1:{HEADER_ROW}"
    print_columns(book, ws, max(layout.design_rows.values()), f"{columns[0]}{HEADER_ROW - 2}")


def _show_answer(book: Book, columns: list[str]) -> None:
    """Above the inputs of each design what comes of them."""
    ws, line = book.worksheet("Designs"), book.layout.lines[_ANSWER]
    put(ws, f"A{UNIT_ROW}", line.label, "VDI label")
    for i, column in enumerate(columns):
        formula, shown = book.layout.render_answer(_ANSWER, i, "Designs"), book.columns[i].shown(_ANSWER)
        book.formula(ws, f"{column}{UNIT_ROW}", formula, shown, "VDI part centred", line.number_format)


def _show_free(book: Book, columns: list[str]) -> None:
    """A free column has a yellow cell for a name, and no other; what is typed there without one is red."""
    ws, rows = book.worksheet("Designs"), book.layout.design_rows
    name, last = rows["name"], max(rows.values())
    below, free = f"{columns[0]}{name + 1}", f'{columns[0]}${name}=""'
    cells = f"{below}:{columns[-1]}{last}"
    lost = {"font": Font(color=RED, bold=True), "fill": PatternFill("solid", bgColor=RED_FILL)}
    highlight(ws, cells, f'AND({free},{below}<>"")', **lost)
    highlight(ws, cells, free, fill=PatternFill("solid", bgColor=WHITE))
    header = f"{columns[0]}{HEADER_ROW}"
    looks = {"font": Font(color=MUTED, italic=True), "fill": PatternFill("solid", bgColor=WHITE)}
    highlight(ws, f"{header}:{columns[-1]}{HEADER_ROW}", free, **looks)
    book.unboxed.append((ws, range(name + 1, last + 1)))


def _is_prose(name: str) -> bool:
    """Whether an input is a text that may need several lines."""
    return name in ("remark", "assumed") or name.endswith("_source")


def _silent_sources(values: list[dict[str, Any]]) -> list[str]:
    """The rows of sources that no design has, for numbers that no design has."""
    numbers = {f"{name}_source": name for name in values[0]}
    sources = [name for name in values[0] if name in numbers]
    return [each for each in sources if all(value[each] is value[numbers[each]] is None for value in values)]


def _unused_expert_inputs(values: list[dict[str, Any]]) -> list[str]:
    """The rows that are for experts, and that no design uses."""
    fields = {name: field for section in design_sections() for name, field in section.inputs.items() if field.expert}
    return [name for name, field in fields.items() if all(value[name] in (None, field.blank) for value in values)]


def _unused_parts(book: Book) -> list[str]:
    """The rows of a tier or cache that no design has, typed or by its kit, but for the one that names its drive."""
    designs = [sized.design for sized in book.sizing.designs]
    used = {prefix: any(design_values(each)[f"{prefix}_drive"] for each in designs) for prefix in PARTS}
    names = [name for section in design_sections() for name in section.inputs]
    parts = ((prefix, [name for name in names if name.startswith(f"{prefix}_")]) for prefix in PARTS)
    return [name for prefix, ours in parts if not used[prefix] for name in ours if name != f"{prefix}_drive"]


def _heading(book: Book, title: str) -> None:
    ws, row = book.worksheet("Designs"), book.layout.design_rows[title]
    for letter in ["A", "B", "C", *(book.layout.column(i) for i in range(book.layout.design_columns))]:
        put(ws, f"{letter}{row}", title if letter == "A" else None, "VDI heading")


def _validate(book: Book, name: str, field: Input, cells: str) -> None:
    names = (
        book.layout.typed_cells("name") if name == "part_of" else _NAMES.get(name, _NAMES.get(name.partition("_")[2]))
    )
    rule = validation(field, names)
    if rule is not None:
        rule.add(cells)
        book.worksheet("Designs").add_data_validation(rule)


def _grey_out(book: Book, columns: list[str]) -> None:
    """Inputs of a tier or cache without a drive do not matter, and look so."""
    ws, rows = book.worksheet("Designs"), book.layout.design_rows
    for prefix in PARTS:
        names = [name for name in rows if name.startswith(f"{prefix}_") and name != f"{prefix}_drive"]
        first, last, drive = rows[names[0]], rows[names[-1]], rows[f"{prefix}_drive"]
        unused = f'AND({columns[0]}${drive}="",{columns[0]}${rows["kit"]}="")'
        grey_out(ws, f"{columns[0]}{first}:{columns[-1]}{last}", unused, dash=False)


def _show_kits(book: Book, columns: list[str]) -> None:
    """What is typed over a kit or a rule for all designs, and what is left to it."""
    ws, rows = book.worksheet("Designs"), book.layout.design_rows
    book.link(ws, f"C{HEADER_ROW - 2}", BUILDS)
    ours = sorted(rows[name] for name in BY_KIT)
    starts = (row for row in ours if row - 1 not in ours)
    ends = (row for row in ours if row + 1 not in ours)
    for first, last in zip(starts, ends, strict=True):
        show_what_is_typed_over(ws, f"{columns[0]}{first}:{columns[-1]}{last}", f"{columns[0]}${rows['kit']}")
    for saying, ours_too in (("gpu_card", BY_CARD), ("processor", BY_PROCESSOR)):
        for name in ours_too:
            cells = f"{columns[0]}{rows[name]}:{columns[-1]}{rows[name]}"
            show_what_is_typed_over(ws, cells, f"{columns[0]}${rows[saying]}")
    for name, field in BY_RULE.items():
        show_what_is_typed_over(ws, f"{columns[0]}{rows[name]}:{columns[-1]}{rows[name]}", f"settings_{field.by_rule}")
