"""The Cost sheet: a configuration sheet per design, as in a vendor's offer."""

from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import cast

from openpyxl.worksheet.worksheet import Worksheet

from vdi_sizing.inputs import NO, YES, name_key
from vdi_sizing.model.figure import BEYOND, first_where, in_row, places_in_column, up
from vdi_sizing.model.load.user_groups import OF_CASE
from vdi_sizing.model.money.bill import BillLine, present_value_of_years, times_a_year, years_factor
from vdi_sizing.model.money.licence_counts import KINDS
from vdi_sizing.scenario import (
    BOUGHT_ONCE,
    IN_ADVANCE,
    ONCE,
    PER_GPU_CARD,
    PER_GPU_USER,
    PER_HOST,
    PER_MONTH,
    PER_SHELF,
    PER_USER,
    PER_VM,
    PER_YEAR,
    TIERS,
)
from vdi_sizing.tables.licences import GB_PER_TB, GB_PER_TIB, PER_CORE, PER_CPU, TB_RAW, TB_USABLE, TIB_RAW
from vdi_sizing.tables.price_lists import CURRENCY
from vdi_sizing.words import DASH, ERROR, NO_PRICE, NOT_KNOWN
from vdi_templates.workbook.book import Book, CachedValue, colour_answers, hide, highlight, put, show_as_error
from vdi_templates.workbook.cost_columns import COST_COLUMNS, COST_LETTERS, LAST_PRINTED, ROW_IN_FORMULA
from vdi_templates.workbook.layout import BUILDS, CARDS, HEADER_ROW, IN_USE, KIT, ROW_OF_CARD, CostBlock
from vdi_templates.workbook.printing import say_what_is_not_printed
from vdi_templates.workbook.styles import BOX
from vdi_templates.workbook.tables import BILL

_TOTAL = "Total of what is bought, for these users and per block"
"""It stands above the parts, since rows for more of them are prepared below."""
_HEADER_POINTS = 41  # three lines
_RESULTS = (("quantity_for_users", "users_eur"), ("quantity_per_block", "block_eur"))
"""The columns that follow from the sizing, first and last of each run."""
_ABOVE = "§"  # the row above, in a formula that is worked out once for the rows of a design


def write_cost(book: Book) -> None:
    """The sheet with the bill of materials of every design, priced."""
    ws = book.sheet(
        "Cost",
        "Cost",
        "A configuration per design: parts, prices and what they come to. Net, without VAT. To the right: per block.",
        [column.width for column in COST_COLUMNS.values()],
    )
    book.master_check(ws)
    for design, block in enumerate(book.layout.cost_blocks):
        _write_block(book, design, block)
        book.name(f"cost_{design + 1}", f"Cost!$A${block.first_row}:$A${block.last_row}")
    say_what_is_not_printed(book, ws, "D3", book.made_for)
    ws.freeze_panes = f"A{HEADER_ROW - 1}"
    _print(book, ws)
    ws.protection.enable()


def _print(book: Book, ws: Worksheet) -> None:
    """Each configuration on a page, in type that one can read: what a part costs, and how many there are of it.

    Of the rows that are prepared for more parts as many as Bill had room for when the file was made.
    """
    blocks = book.layout.cost_blocks[: book.made_for]
    then = book.baseline.scenario
    rows = BILL.spare_rows + max(len(then.numbered_bill_of(design)) for design in then.designs)
    ws.print_area = ",".join(
        f"A{block.title_row}:{COST_LETTERS[LAST_PRINTED]}{min(block.last_row, block.total_row + rows)}"
        for block in blocks
    )
    ws.print_title_rows = f"1:{HEADER_ROW - 1}"


def _write_block(book: Book, design: int, block: CostBlock) -> None:
    ws = book.worksheet("Cost")
    sized = book.columns[design]
    _stand_back(book, design, block)
    named = book.layout.render("{design.name}", design, "Cost")[1:]
    listed = book.layout.render("{settings.price_list}", design, "Cost")[1:]
    heading = f'="Configuration of "&{named}&IF({listed}="",""," ("&{listed}&")")'
    chosen = book.scenario.settings.price_list
    title = f"Configuration of {sized.design.name}" + (f" ({chosen})" if chosen else "")
    for name, column in COST_COLUMNS.items():
        letter = COST_LETTERS[name]
        put(ws, f"{letter}{block.title_row}", None, "VDI heading")
        put(ws, f"{letter}{block.title_row + 1}", column.header, "VDI header")
    book.formula(ws, f"A{block.title_row}", heading, title, "VDI heading")
    ws.row_dimensions[block.title_row + 1].height = _HEADER_POINTS
    lines = dict(enumerate(sized.bill, start=block.first_row))
    first, following = (_formulas(book, design, first=first) for first in (True, False))
    for row in range(block.first_row, block.last_row + 1):
        _write_line(book, row, lines.get(row), first if row == block.first_row else following)
    first_cell, last_cell = f"A{block.first_row}", f"{list(COST_LETTERS.values())[-1]}{block.last_row}"
    highlight(ws, f"{first_cell}:{last_cell}", f"${first_cell}<>0", border=BOX)  # a row without a part is blank paper
    _void(book, design, block)
    price, per_block, for_users = (COST_LETTERS[name] for name in ("price", "block_eur", "users_eur"))
    colour_answers(ws, f"{price}{block.first_row}:{price}{block.last_row}")
    total = block.total_row
    colour_answers(ws, f"{for_users}{total}:{per_block}{total}")
    for letter in COST_LETTERS.values():
        put(ws, f"{letter}{total}", None, "VDI total")
    put(ws, f"{COST_LETTERS['part']}{total}", _TOTAL, "VDI total label")
    for letter, total_eur in ((per_block, sized.block.bill_block_eur), (for_users, sized.block.bill_users_eur)):
        cells = f"{letter}{block.first_row}:{letter}{block.last_row}"
        formula = book.layout.render(
            f'IF({{stands}}=0,"{ERROR}",IF({{priced}}=0,"{NO_PRICE}",SUM({cells})))', design, "Cost"
        )
        value = ERROR if not sized.block.stands else total_eur if sized.block.priced else NO_PRICE
        book.formula(ws, f"{letter}{total}", formula, value, "VDI total", "#,##0.00")


def _stand_back(book: Book, design: int, block: CostBlock) -> None:
    """The configuration of a column that holds no design looks empty."""
    cells = f"A{block.title_row}:{list(COST_LETTERS.values())[-1]}{block.last_row}"
    hide(book.worksheet("Cost"), cells, f"{in_row(IN_USE, str(design + 1))}=0")


def _void(book: Book, design: int, block: CostBlock) -> None:
    """What follows from a sizing with an error reads "error"; the check of the sums goes on reading the numbers."""
    condition = f"AND({in_row('stands', str(design + 1))}=0,$A{block.first_row}<>0)"
    for first, last in _RESULTS:
        cells = f"{COST_LETTERS[first]}{block.first_row}:{COST_LETTERS[last]}{block.last_row}"
        show_as_error(book.worksheet("Cost"), cells, condition)


def _write_line(book: Book, row: int, line: BillLine | None, formulas: Mapping[str, str]) -> None:
    ws = book.worksheet("Cost")
    values = {} if line is None else _values(book, line)
    for name, column in COST_COLUMNS.items():
        value = values.get(name, 0.0 if name in _NUMBERS else "")
        style = "VDI part text" if column.number_format == "@" else "VDI part"
        in_row = formulas[name].replace(ROW_IN_FORMULA, str(row)).replace(_ABOVE, str(row - 1))
        book.formula(ws, f"{COST_LETTERS[name]}{row}", in_row, value, style, column.number_format)


def _values(book: Book, line: BillLine) -> dict[str, CachedValue | datetime.date | None]:
    """What a row shows, by column."""
    scenario, known, rate = book.scenario, line.amount is not None, line.rate
    dated, listed = known and rate is not None, scenario.listed.get(name_key(line.part))
    return {
        "row": float(book.row_of("bill", line.row - 1) if line.row > 0 else -book.row_of("kit_parts", -line.row - 1)),
        "part": line.part,
        "description": line.description,
        "quantity": line.quantity,
        "per": line.per,
        "kind": line.kind,
        "stored": line.stored,
        "of_group": line.of_group,
        "of_each": cast("CachedValue", line.of_each),
        "times": line.times,
        "added": line.added,
        "metric_row": 0.0
        if line.metric is None
        else float(book.row_of("metrics", scenario.metrics.index(line.metric))),
        "cores_counted": line.cores_counted,
        "price": NO_PRICE if line.amount is None else line.amount,
        "currency": line.currency,
        "eur_per_unit": line.eur_per_unit,
        "discount": line.discount_share,
        "net_eur": line.net_eur,
        "amount_eur": line.amount_eur,
        "quantity_per_block": line.quantity_per_block,
        "block_eur": line.block_eur,
        "quantity_for_users": NOT_KNOWN if line.of_each == NOT_KNOWN else line.quantity_for_users,
        "users_eur": line.users_eur,
        "price_date": line.date if known else None,
        "recurs": line.recurs,
        "known": float(known),
        "maintained_eur": line.maintained_eur,
        "first_year": line.first_year,
        "last_year": line.last_year,
        "factor": line.factor,
        "recurring_eur": line.recurring_eur,
        "yearly_eur": line.yearly_eur,
        "rises": float(line.rises),
        "advance": (1 / times_a_year(line.recurs)) * float(line.paid == IN_ADVANCE),
        "price_row": 0.0 if listed is None else float(book.row_of("prices", listed)),
        "valid_until": line.valid_until if known else None,
        "sourced": float(line.sourced) if known else "",
        "rate_row": 0.0 if rate is None else float(book.row_of("rates", scenario.rates.index(rate))),
        "rate_date": rate.date if dated and rate else None,
        "rate_sourced": float(rate.source is not None) if dated and rate else "",
        "recurring_at_once_eur": _recurring_at_once(book, line),
    }


def _recurring_at_once(book: Book, line: BillLine) -> float:
    """The present value of a part per year at the interest of all drivers at once."""
    if line.recurs == BOUGHT_ONCE:
        return 0.0
    interest, rise = book.varied.at_once["settings.discount_rate"], book.scenario.settings.escalation * line.rises
    factor = present_value_of_years(line.first_year, line.last_year, line.paid, line.recurs, rise, interest)
    return line.amount_eur * times_a_year(line.recurs) * float(factor)


def _formulas(book: Book, design: int, *, first: bool) -> dict[str, str]:
    """The formula of each column, for the first row of a design or for one that follows."""
    at_once = _every_year(f"{{at.amount_eur}}*{_factor(f'SUM({book.variants.interest_at_once})')}")
    templates = {
        "row": _FIRST_ROW if first else _FOLLOWING_ROW,
        # a row without a part says nothing
        **{
            name: f"IF({{at.row}}=0,{0 if name in _NUMBERS else _BLANK},{formula})"
            for name, formula in {**_OF_A_PART, "recurring_at_once_eur": at_once}.items()
        },
    }
    own, builds = f'"{book.scenario.currency}"', book.layout.build_rows
    for mark, line in ((_ITS_KIT, KIT), (_ITS_CARD, ROW_OF_CARD), (_ITS_CARDS, CARDS)):
        cell = f"{BUILDS}!${book.layout.column(design)}${builds[line]}"
        templates = {name: template.replace(mark, cell) for name, template in templates.items()}
    return {
        name: book.layout.render(template.replace(f'"{CURRENCY}"', own), design, "Cost")
        for name, template in templates.items()
    }


_ITS_KIT, _ITS_CARD, _ITS_CARDS = "¹", "²", "³"
"""Cells of a design on Builds: its kit, the row of Parts of its GPU card, and the cards of a host."""
_ABOVE_CELL = f"{COST_LETTERS['row']}{_ABOVE}"
_REST = f"INDEX(Bill[design],{_ABOVE_CELL}+1):INDEX(Bill[design],ROWS(Bill[design]))"
_REST_OF_PARTS = f"INDEX(Parts[kit],1-{_ABOVE_CELL}):INDEX(Parts[kit],ROWS(Parts[kit]))"
_BROUGHT = f"INDEX(Parts[kit],-{_ABOVE_CELL})"
_FIRST_ROW = (
    'IFERROR(MATCH({design.name},Bill[design],0),IF({design.kit}="",0,IFERROR(-MATCH({design.kit},Parts[kit],0),0)))'
)
_FOLLOWING_ROW = (
    f"IF({_ABOVE_CELL}=0,0,IFERROR(IFERROR({_ABOVE_CELL}+IF({_ABOVE_CELL}>0,"
    f"MATCH(INDEX(Bill[design],{_ABOVE_CELL}),{_REST},0),-MATCH({_BROUGHT},{_REST_OF_PARTS},0)),"
    f"IF({_BROUGHT}={_ITS_KIT},-{_ITS_CARD},0)),0))"
)
"""Of the bill or, below 0, of the parts that the kit of a design without a row in the bill, and its GPU card, bring along."""


def _bill(column: str, of_kit: str = '""') -> str:
    """An input of the bill; `of_kit`: what it is in a row that a kit brings along."""
    return f"IF({{at.row}}>0,INDEX(Bill[{column}],{{at.row}}),{of_kit})"


def _of_kit(column: str) -> str:
    return f"INDEX(Parts[{column}],-{{at.row}})"


def _part_by_kit() -> str:
    """The part that a kit names or, where that is blank, the part of the design's own drive."""
    drives = {**{f"drive {k}": f"tier{k}" for k in TIERS}, "cache drive": "cache"}
    of_drives = "".join(f'IF({{at.per}}="{per}",{{{drive}_part}},' for per, drive in drives.items())
    return f'IF({_of_kit("part")}<>"",{_of_kit("part")},{of_drives}"{DASH}"' + ")" * (len(drives) + 1) + '&""'


def _price(column: str) -> str:
    return f"INDEX(Prices[{column}],{{at.price_row}})"


def _rate(column: str) -> str:
    return f"INDEX(Rates[{column}],{{at.rate_row}})"


def _number_or(cell: str, otherwise: str) -> str:
    return f"IF(ISNUMBER({cell}),{cell},{otherwise})"


def _metric(column: str) -> str:
    return f"INDEX(Licences[{column}],{{at.metric_row}})"


def _by(column: str, picked: Mapping[str, str], otherwise: str) -> str:
    """What a word in a column picks."""
    formula = otherwise
    for word, each in reversed(list(picked.items())):
        formula = f'IF({{at.{column}}}="{word}",{each},{formula})'
    return formula


def _added() -> str:
    """What packs and a least order add."""
    each, pack = "{at.quantity}*{at.of_each}", f"MAX(1,{_metric('pack')})"
    count, least = f"{each}*{{at.times}}", f"{_metric('least per order')}*({{at.times}}>0)"
    bought = f"{up(f'MAX({count},{least})/{pack}')}*{pack}"
    return f"IF(OR({{at.metric_row}}=0,{_UNCOUNTED}),0,IF({each}<=0,0,ROUND({bought}-({count}),9)/({each})))"


_NOT_KNOWN = f'"{NOT_KNOWN}"'
_UNCOUNTED = f"{{at.of_each}}={_NOT_KNOWN}"
_DRIVES = {**{f"drive {k}": f"{{tier{k}_drives_bought}}" for k in TIERS}, "cache drive": "{cache_drives}"}
_CORES = (
    f"IF(AND({_metric('least cores per CPU')}>0,{{cpus_of_host}}=0),0,MAX({{cores_of_host}},"
    f"{_metric('least cores per CPU')}*{{cpus_of_host}},{_metric('least cores per host')}))"
)
_PER_BLOCK = _by(
    "kind",
    {PER_USER: "{users_per_block}", PER_VM: "{vms_per_block}", PER_HOST: "{hosts_of_block}", ONCE: "0", **_DRIVES},
    "1",
)
_TIMES = _by(
    "kind",
    {PER_USER: "{users_whole}", PER_VM: "{vms_whole}", PER_HOST: "{hosts_paid}", ONCE: "1"},
    "{blocks}*" + _by("kind", _DRIVES, "1"),
)
_STORED = _by(
    "per",
    {
        TB_RAW: f"IF({{raw_gb}}=0,{_NOT_KNOWN},{{raw_gb}}/{GB_PER_TB:g})",
        TB_USABLE: f"IF({{storable_gb}}=0,{_NOT_KNOWN},{{storable_gb}}/{GB_PER_TB:g})",
        TIB_RAW: f"IF({{raw_gb}}=0,{_NOT_KNOWN},{{raw_gb}}/{GB_PER_TIB!r})",
        PER_SHELF: f'IF({{design.shelf_bays}}="",{_NOT_KNOWN},{{shelves}})',
        PER_GPU_CARD: f'IF({_ITS_CARDS}="",{_NOT_KNOWN},{_ITS_CARDS})',
    },
    "0",
)
_INCLUDED = _metric("TB per core")
_BEYOND_CORES = (
    f"IF(OR({{at.metric_row}}=0,{{at.stored}}={_NOT_KNOWN}),{{at.stored}},"
    f"IF(AND({_INCLUDED}>0,{{at.cores_counted}}=0),{_NOT_KNOWN},"
    f"MAX(0,{{at.stored}}-{_INCLUDED}*{{at.cores_counted}}*MAX(1,{{hosts_paid}})/MAX(1,{{blocks}}))))"
)
"""Of the TB of a block those that licensed cores do not bring along: its own, or its share of the hosts beside."""


_PER_MONTH = f'{{at.recurs}}="{PER_MONTH}"'


def _once(amount: str) -> str:
    return f'IF({{at.recurs}}="{BOUGHT_ONCE}",{amount},0)'


def _if_again(number: str) -> str:
    """A number of a part that is paid again and again; 0 of one that is bought once."""
    return f'IF({{at.recurs}}="{BOUGHT_ONCE}",0,{number})'


def _every_year(amount: str) -> str:
    """An amount that is paid once a year, or in each month of it."""
    return _if_again(f"{amount}*IF({_PER_MONTH},{{months_per_year}},1)")


def _factor(interest: str) -> str:
    """The present value of 1 EUR a year at an interest."""
    rise = "{settings.escalation}*{at.rises}"
    return years_factor("{at.first_year}", "{at.last_year}", "{at.advance}", _PER_MONTH, rise, interest)


_RECURS = _bill("recurs", _of_kit("recurs"))
_GROUP = _bill("user group")
_ITS_ROW = f"{OF_CASE}*(Groups[user group]=INDEX(Bill[user group],{{at.row}}))"
_PER_USER = f'{{at.per}}="{PER_USER}"'
# not by IF, which takes one value alone within SUMPRODUCT in Excel before 365
_USERS_OR_VMS = f"({_PER_USER})*Groups[users]+(1-({_PER_USER}))*Groups[concurrent VMs]"
_OF_GROUP = (
    f'IF({_GROUP}="",1,SUMPRODUCT({_ITS_ROW}*{up(_USERS_OR_VMS)})/IF({_PER_USER},{{users_whole}},{{vms_whole}}))'
)
"""The whole VMs of a user group for each VM, or its users for each user; 1 for all, 0 of another load case."""
_OF_EACH = _by(
    "per",
    {
        PER_CORE: f"IF({{at.cores_counted}}=0,{_NOT_KNOWN},{{at.cores_counted}})",
        PER_CPU: f"IF({{cpus_of_host}}=0,{_NOT_KNOWN},{{cpus_of_host}})",
        PER_GPU_USER: "{gpu_users_per_vm}",
    },
    f"IF({{at.kind}}={{at.per}},{{at.of_group}},{_BEYOND_CORES})",
)
_NO_PRICE, _BLANK = f'"{NO_PRICE}"', '""'
_NUMBERS = ("row", "first_year", "last_year")
"""Numbers in every row, so that a formula may take one from another: 0, which is not shown, where no part stands."""
_LISTED = "(Prices[price list]={settings.price_list})*(Prices[part]={at.part})"
_QUOTED = f'IF(OR(TRIM({_price("supplier")})="",TRIM({_price("quote number")})=""),0,1)'
_DATE_OF_ALL = _number_or("{settings.price_date}", _BLANK)
_NET = f"{_price('price')}*{{at.eur_per_unit}}*(1-{{at.discount}})"
_OF_A_PART = {
    "part": _bill("part", _part_by_kit()),
    "description": f'IF({{at.price_row}}=0,"",{_price("description")}&"")',
    "quantity": _bill("quantity", _of_kit("quantity")),
    "per": _bill("per", _of_kit("per")),
    "price": f'IF({{at.price_row}}=0,"{NO_PRICE}",{_number_or(_price("price"), _NO_PRICE)})',
    "currency": f'IF({{at.price_row}}=0,"{CURRENCY}",IF({_price("currency")}="","{CURRENCY}",{_price("currency")}))',
    "eur_per_unit": f'IF({{at.currency}}="{CURRENCY}",1,IF({{at.rate_row}}=0,0,{_number_or(_rate("EUR per unit"), "0")}))',
    "discount": f"IF({{at.price_row}}=0,0,1*{_price('discount')})",
    "net_eur": f'IF({{at.known}}=0,0,IF({{settings.cents}}="{YES}",ROUND(ROUND({_NET}*{{cents_per_eur}},9),0)/{{cents_per_eur}},{_NET}))',
    "amount_eur": f"IF({_UNCOUNTED},0,{{at.quantity}}*{{at.of_each}}*{{at.net_eur}})",
    "quantity_per_block": f"IF({_UNCOUNTED},0,{{at.quantity}}*{{at.of_each}}*{_PER_BLOCK})",
    "block_eur": _once("{at.quantity_per_block}*{at.net_eur}"),
    "quantity_for_users": f"IF({_UNCOUNTED},{_NOT_KNOWN},{{at.quantity}}*{{at.of_each}}*({{at.times}}+{{at.added}}))",
    "users_eur": _once(f"IF({_UNCOUNTED},0,{{at.quantity_for_users}}*{{at.net_eur}})"),
    "price_date": f'IF({{at.known}}=0,"",{_number_or(_price("date"), _DATE_OF_ALL)})',
    "recurs": f'IF({_RECURS}="{PER_YEAR}","{PER_YEAR}",IF({_RECURS}="{PER_MONTH}","{PER_MONTH}","{BOUGHT_ONCE}"))',
    "known": "IF(ISNUMBER({at.price}),IF({at.eur_per_unit}>0,1,0),0)",
    "maintained_eur": _once(f'IF({_bill("maintained", _of_kit("maintained"))}="{NO}",0,{{at.amount_eur}})'),
    "first_year": _if_again(f"MAX(1,{_bill('first year', '1')})"),
    "last_year": _if_again(
        f"IF(ISNUMBER({_bill('last year')}),MIN({_bill('last year')},{{settings.years}}),{{settings.years}})"
    ),
    "factor": _factor("{settings.discount_rate}"),
    "recurring_eur": _every_year("{at.amount_eur}*{at.factor}"),
    "yearly_eur": _every_year(f"IF({_UNCOUNTED},0,{{at.quantity_for_users}}*{{at.net_eur}})"),
    "rises": f'IF({_bill("rises")}="{NO}",0,1)',
    "advance": f'IF({_bill("paid")}="{IN_ADVANCE}",IF({_PER_MONTH},1/{{months_per_year}},1),0)',
    "price_row": f"IFERROR(MOD({first_where(_LISTED, places_in_column('Prices[part]'))},{BEYOND}),0)",
    "valid_until": f'IF({{at.known}}=0,"",{_number_or(_price("valid until"), _BLANK)})',
    "sourced": f'IF({{at.known}}=0,"",IF(TRIM({_price("source")}&{{settings.price_source}})<>"",1,{_QUOTED}))',
    "rate_row": f'IF({{at.currency}}="{CURRENCY}",0,IFERROR(MATCH({{at.currency}},Rates[currency],0),0))',
    "rate_date": f'IF({{at.known}}*{{at.rate_row}}=0,"",{_number_or(_rate("date"), _BLANK)})',
    "metric_row": f"IFERROR(MATCH({_bill('licence metric')},Licences[licence metric],0),0)",
    "cores_counted": f"IF({{at.metric_row}}*{{cores_of_host}}=0,{{cores_of_host}},{_CORES})",
    "kind": _by("per", {per: f'"{kind}"' for per, kind in KINDS.items()}, "{at.per}"),
    "stored": _STORED,
    "of_group": _OF_GROUP,
    "of_each": _OF_EACH,
    "times": _TIMES,
    "added": _added(),
    "rate_sourced": f'IF({{at.known}}*{{at.rate_row}}=0,"",IF(TRIM({_rate("source")})="",0,1))',
}
"""The formula of each column behind the first, of a row that holds a part."""
