"""Price lists: what a part costs, according to which list of which date."""

import datetime
from dataclasses import dataclass
from typing import Annotated

from vdi_sizing.inputs import NOT_AN_INPUT, Input, clean_fields
from vdi_sizing.tables.reading import SOURCE, read_records


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

    price_list: Annotated[str, Input("price list", kind="name")]
    part: Annotated[str, Input("part", kind="name")]
    description: Annotated[str | None, Input("description", kind="text", optional=True)]
    eur: Annotated[float | None, Input("price EUR", "EUR", "net list price; blank: no price", optional=True)]
    discount_share: Annotated[float, Input("discount", "0..1", kind="share", blank=0.0)]
    currency: Annotated[str, Input("currency", kind="name")]
    date: Annotated[datetime.date, Input("date", "date", kind="date")]
    source: Annotated[str | None, SOURCE] = None
    source_address: Annotated[str | None, NOT_AN_INPUT] = None
    source_date: Annotated[str | None, NOT_AN_INPUT] = None
    how_sure: Annotated[str | None, NOT_AN_INPUT] = None
    note: Annotated[str | None, NOT_AN_INPUT] = None

    def __post_init__(self) -> None:
        clean_fields(self)


PRICES = read_records("prices", Price)
