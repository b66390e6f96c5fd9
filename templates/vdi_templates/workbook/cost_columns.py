"""The columns of a configuration on the Cost sheet: what is printed of each part, and behind it the workings."""

from __future__ import annotations

from dataclasses import dataclass

from openpyxl.utils import get_column_letter

from vdi_templates.workbook.styles import DATE_FORMAT

# What comes to 0 is left blank: a part without a price, and in a block a part that is bought once.
_COUNT, _MONEY, _PERCENT = "General;-General;;@", "#,##0.00;-#,##0.00;;@", "0.0%;-0.0%;;@"
_MEAN = _MONEY  # of a block: a part per user has its users' share, seldom a whole number
_TEXT, _FLAG, _ROW, _FACTOR = "@", "0", "0;;", "0.000;-0.000;;@"
_BILL_ROW = '0;"kit "0;'  # below 0: of the sheet Parts
_RATE = "General;-General;;@"


@dataclass(frozen=True)
class CostColumn:
    """A column: its header, how wide it is, and how its numbers look."""

    header: str
    width: float
    number_format: str


COST_COLUMNS = {
    "row": CostColumn("row", 11, _BILL_ROW),
    "part": CostColumn("part", 35, _TEXT),
    "description": CostColumn("description", 39.5, _TEXT),
    "price": CostColumn("list price", 11.5, _MONEY),
    "currency": CostColumn("currency", 8.5, _TEXT),
    "eur_per_unit": CostColumn("EUR per unit", 7.5, _RATE),
    "discount": CostColumn("discount", 8, _PERCENT),
    "net_eur": CostColumn("net price EUR", 11.5, _MONEY),
    "quantity_for_users": CostColumn("quantity for these users", 10.5, _COUNT),
    "users_eur": CostColumn("EUR bought for these users", 13, _MONEY),
    "price_date": CostColumn("price date", 10.5, DATE_FORMAT),
    "recurs": CostColumn("recurs", 13, _TEXT),
    "quantity": CostColumn("quantity", 10, _COUNT),
    "per": CostColumn("per", 12, _TEXT),
    "kind": CostColumn("as often as", 10, _TEXT),
    "amount_eur": CostColumn("quantity x net EUR", 13, _MONEY),
    "quantity_per_block": CostColumn("quantity per block", 11, _MEAN),
    "block_eur": CostColumn("EUR bought per block", 14, _MONEY),
    "known": CostColumn("price known", 9, _FLAG),
    "maintained_eur": CostColumn("maintained, quantity x net EUR", 13, _MONEY),
    "first_year": CostColumn("first year", 8, _COUNT),
    "last_year": CostColumn("last year", 8, _COUNT),
    "factor": CostColumn("present value of 1 EUR a year", 12, _FACTOR),
    "recurring_eur": CostColumn("per year: present value EUR", 13, _MONEY),
    "yearly_eur": CostColumn("per year: EUR a year for these users", 15, _MONEY),
    "rises": CostColumn("rises every year", 9, _FLAG),
    "advance": CostColumn("years paid ahead", 12, _FACTOR),
    "price_row": CostColumn("row of Prices", 9, _ROW),
    "valid_until": CostColumn("price valid until", 12, DATE_FORMAT),
    "sourced": CostColumn("source known", 9, _FLAG),
    "rate_row": CostColumn("row of Rates", 9, _ROW),
    "rate_date": CostColumn("date of the rate", 12, DATE_FORMAT),
    "rate_sourced": CostColumn("source of the rate known", 9, _FLAG),
    "metric_row": CostColumn("row of Licences", 9, _ROW),
    "cores_counted": CostColumn("cores that a host counts", 9, _COUNT),
    "stored": CostColumn("TB or shelves of a block, cards of a host", 14, _MEAN),
    "of_group": CostColumn("share of its user group", 14, _FACTOR),
    "of_each": CostColumn("of each host, block and the like", 12, _COUNT),
    "times": CostColumn("so many of these", 9, _COUNT),
    "added": CostColumn("added by packs, in times of one", 10, _COUNT),
    "recurring_at_once_eur": CostColumn("present value at the interest of What if", 13, _MONEY),
}
LAST_PRINTED = "recurs"
"""What is printed ends here: what a part costs, how many there are of it, and what that comes to."""

COST_LETTERS = {name: get_column_letter(position) for position, name in enumerate(COST_COLUMNS, start=1)}
"""The letter of each column."""
ROW_IN_FORMULA = "#"
"""Stands for the row in a formula that is worked out once for all rows of a design."""
