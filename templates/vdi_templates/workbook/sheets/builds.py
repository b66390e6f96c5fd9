"""The Builds sheet: what counts of each design, typed on Designs or, where that is blank, by its kit."""

from __future__ import annotations

from openpyxl.worksheet.worksheet import Worksheet

from vdi_sizing.inputs import Input, inputs_of, name_key, same_name
from vdi_sizing.model.figure import first_where, places_in_column, places_in_row
from vdi_sizing.scenario import ARRAY, BY_CARD, BY_KIT, BY_PROCESSOR, SERVICE, TIERS, Kit, cores_by
from vdi_templates.workbook.book import Book, grey_out, input_format, put, put_unit
from vdi_templates.workbook.design_inputs import CASE, design_sections, design_values, inputs_on_builds
from vdi_templates.workbook.layout import (
    BUILDS,
    CARDS,
    CORES_OF_HOST,
    COUNTING,
    FIRST_ROW,
    HEADER_ROW,
    KIT,
    ROW_OF_CARD,
    ROW_OF_KIT,
    Layout,
)
from vdi_templates.workbook.printing import print_columns
from vdi_templates.workbook.variants import counts_as

_LABEL_WIDTH, _DESIGN_WIDTH = 40, 31
_FIRST_WITH_CASE = first_where('Users[case]<>""', places_in_column("Users[case]"))
_NOTHING = '""'
_FIRST_CASE = f'IFERROR(INDEX(Users[case],{_FIRST_WITH_CASE}),"")'


def write_builds(book: Book) -> None:
    """The sheet with what counts of each design where a blank may stand for something."""
    layout = book.layout
    ws = book.sheet(
        BUILDS,
        "Builds",
        "What counts of each design: what is typed on Designs, else what its kit or a rule of Settings says, else what "
        "a blank stands for.",
        [_LABEL_WIDTH, 11, 2, *[_DESIGN_WIDTH] * layout.design_columns],
    )
    book.master_check(ws)
    for letter, text in zip("AB", ("input", "unit"), strict=True):
        put(ws, f"{letter}{HEADER_ROW}", text, "VDI header left")
    put(ws, f"C{HEADER_ROW}", None, "VDI header left")
    rows = layout.build_rows
    book.stand_back(ws, HEADER_ROW, max(rows.values()))
    for design in range(layout.design_columns):
        _write_design(book, ws, design)
    put(ws, f"A{rows[COUNTING]}", COUNTING, "VDI label")
    put(ws, f"B{rows[COUNTING]}", "of Designs", "VDI unit")
    for label in (KIT, ROW_OF_KIT, CORES_OF_HOST, CARDS, ROW_OF_CARD):
        put(ws, f"A{rows[label]}", label, "VDI label")
    put(ws, f"B{rows[CORES_OF_HOST]}", "cores", "VDI unit")
    columns = [layout.column(design) for design in range(layout.design_columns)]
    for section in design_sections():
        if section.title in rows:
            for letter in ("A", "B", "C", *columns):
                put(ws, f"{letter}{rows[section.title]}", section.title if letter == "A" else None, "VDI heading")
        for name, field in section.inputs.items():
            if name in rows and name != KIT:
                put(ws, f"A{rows[name]}", field.label, "VDI label")
                put_unit(ws, f"B{rows[name]}", field.unit, input_format(field))
    for part in (f"tier{k}_" for k in TIERS):
        own = [rows[name] for name in BY_KIT if name.startswith(part)]
        unused = f'{columns[0]}${rows[f"{part}drive"]}=""'
        grey_out(ws, f"{columns[0]}{min(own)}:{columns[-1]}{max(own)}", unused, dash=False)
    ws.print_title_rows = f"1:{HEADER_ROW}"
    print_columns(book, ws, max(rows.values()))
    ws.freeze_panes = f"{columns[0]}{FIRST_ROW}"
    ws.protection.enable()


def _write_design(book: Book, ws: Worksheet, design: int) -> None:
    """The column of a design."""
    layout, column = book.layout, book.layout.column(design)
    rows, known = layout.build_rows, inputs_of(Kit)
    at = book.design_in.get(design, 0)
    typed, counts = book.scenario.designs[at], design_values(book.scenario.designs_in_use[at])
    kit, place = f"{column}${rows[KIT]}", f"{column}${rows[ROW_OF_KIT]}"
    book.name_design(ws, f"{column}{HEADER_ROW}", design)
    names = layout.typed_cells("name")
    named = first_where(f'{names}<>""', places_in_row(names))
    first = f'IF(COUNTIF({names},"?*")+COUNT({names})=0,1,{named})'
    counting = layout.render(f'IF({{typed.name}}<>"",{design + 1},{first})', design, BUILDS)
    book.formula(ws, f"{column}{rows[COUNTING]}", counting, float(book.column_of[at] + 1), "VDI formula", "0")
    named = layout.render('{design.kit}&""', design, BUILDS)
    book.formula(ws, f"{column}{rows[KIT]}", named, typed.kit, "VDI link text", "@")
    found = f"MATCH({kit},Kits[kit],0)"
    number = f'=IF({kit}="",0,IF(ISNA({found}),0,{found}))'
    book.formula(ws, f"{column}{rows[ROW_OF_KIT]}", number, _row_of(book, typed.kit), "VDI link", "0;;")
    cores, of_host = cores_by(typed, book.scenario.processor_of(typed)), _cores_of_host(layout, column)
    book.formula(ws, f"{column}{rows[CORES_OF_HOST]}", of_host, cores or 0.0, "VDI link", "0;;")
    brought = layout.render("IFERROR(MATCH({design.gpu_card},Parts[kit],0),0)", design, BUILDS)  # blank: matches none
    book.formula(ws, f"{column}{rows[ROW_OF_CARD]}", brought, _first_part_of(book, typed.gpu_card), "VDI link", "0;;")
    cards = layout.render(
        f'IF({{design.gpus}}="","",IFERROR({{design.gpus}}/INDEX(GPUs[GPUs of a card],{_card(layout, column)}),""))',
        design,
        BUILDS,
    )
    card = book.scenario.card_of(typed)
    count = "" if card is None or typed.gpus is None else typed.gpus / card.gpus
    book.formula(ws, f"{column}{rows[CARDS]}", cards, count, "VDI link", "0")
    for name, field in inputs_on_builds().items():
        entered, usual = layout.typed(name, column, BUILDS), _FIRST_CASE if name == CASE else counts_as(field)
        if name in BY_KIT:
            said = f"INDEX(Kits[{known[name].label}],{place})"
            usual = f'IF({place}=0,{usual},IF({said}="",{usual},{said}))'
        if name in BY_PROCESSOR:
            usual = _by_processor(layout, name, column, usual)
        if field.by_rule:
            usual = _by_rule(layout, name, field, column)
        if name in BY_CARD:
            usual = _by_card(layout, name, column)
        formula = f'=IF({entered}<>"",{entered},{usual})'
        looks = input_format(field)
        style = "VDI link text" if looks == "@" else "VDI link"
        book.formula(ws, f"{column}{rows[name]}", formula, counts[name], style, looks)


def _by_rule(layout: Layout, name: str, field: Input, column: str) -> str:
    """What the rule for all designs says; hosts in reserve are those that run the VMs."""
    said, usual = layout.setting(field.by_rule), counts_as(field)
    is_array, *sizes = (
        f"{column}{layout.build_rows[each]}" for each in ("block_kind", "beside_ram_gib", "beside_cores")
    )
    without = {
        "spare_blocks": f'{is_array}="{ARRAY}",{is_array}="{SERVICE}"',
        "cpu_headroom": f'{is_array}="{SERVICE}"',
        "spare_hosts": f'OR({is_array}<>"{ARRAY}",AND({",".join(f"{size}={_NOTHING}" for size in sizes)}))',
    }
    left = f'{said}=""' if name not in without else f'OR({said}="",{without[name]})'
    return f"IF({left},{usual},{said})"


def _by_card(layout: Layout, name: str, column: str) -> str:
    """What the GPU card says of one of its GPUs; nothing where none of that name stands there."""
    found = _card(layout, column)
    said = {
        "gpu_gb": f"INDEX(GPUs[GB of a GPU],{found})",
        "gpu_watts": f"INDEX(GPUs[W of a card],{found})/INDEX(GPUs[GPUs of a card],{found})",
    }
    return f'IFERROR({said[name]},"")'


def _by_processor(layout: Layout, name: str, column: str, without: str) -> str:
    """The cores of a host that runs the VMs, by its processor; where none is named, what else counts."""
    kind, of_host = (f"{column}{layout.build_rows[each]}" for each in ("block_kind", CORES_OF_HOST))
    runs_vms = f'{kind}="{ARRAY}"' if name == "beside_cores" else f'AND({kind}<>"{ARRAY}",{kind}<>"{SERVICE}")'
    return f"IF(IF({runs_vms},{of_host},0)>0,{of_host},{without})"


def _cores_of_host(layout: Layout, column: str) -> str:
    """CPUs per host x cores of each; 0: no processor of the table is named, or not how many of them."""
    cpus, named = (layout.typed(name, column, BUILDS) for name in ("host_cpus", "processor"))
    return f"=IFERROR({cpus}*INDEX(CPUs[cores of a CPU],MATCH({named},CPUs[processor],0)),0)"


def _card(layout: Layout, column: str) -> str:
    """The row of GPUs in which the card stands that a design names."""
    return f"MATCH({layout.typed('gpu_card', column, BUILDS)},GPUs[GPU card],0)"


def _first_part_of(book: Book, card: str | None) -> float:
    """The row of Parts in which the first part stands that a GPU card brings along; 0: none."""
    rows = (at for at, part in enumerate(book.scenario.kit_parts) if card and same_name(part.kit, card))
    return next((float(book.row_of("kit_parts", at)) for at in rows), 0.0)


def _row_of(book: Book, kit: str | None) -> float:
    """The row of the table in which a kit stands; 0: none."""
    names = [name_key(each.name) for each in book.scenario.kits]
    wanted = name_key(kit or "")
    return float(book.row_of("kits", names.index(wanted))) if wanted in names else 0.0
