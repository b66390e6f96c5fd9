"""Price lists: what a part costs, according to which list of which date."""

from __future__ import annotations

import datetime
from dataclasses import dataclass

from vdi_sizing import inputs
from vdi_sizing.tables.reading import read_records


@dataclass(frozen=True)
class Price:
    """One part's price in one price list.

    Parameters
    ----------
    price_list : str
        Price list.
    part : str
        Part number.
    description : str or None
        What the part is.
    eur : float or None
        Net list price of one piece; None where there is none [EUR]
    discount_share : float
        Discount on it [0..1]
    currency : str
        Currency of the list.
    date : datetime.date
        Date of the list; the first of the month where only a month is known.
    source : str or None
        Where the row comes from.
    source_address : str or None
        Its address, or the place in the document.
    source_date : str or None
        The source's date.
    how_sure : str or None
        "read", "excerpt", "calculated" or "inferred".
    note : str or None
        What a user should know.
    """

    price_list: str
    part: str
    description: str | None
    eur: float | None
    discount_share: float
    currency: str
    date: datetime.date
    source: str | None = None
    source_address: str | None = None
    source_date: str | None = None
    how_sure: str | None = None
    note: str | None = None

    def __post_init__(self) -> None:
        inputs.clean_fields(self, inputs.PRICE)


PRICES = read_records("prices", Price)
