"""Price lists: what a part costs, according to which list of which date, in which currency; and exchange rates."""

import datetime
from dataclasses import dataclass
from typing import Annotated

from vdi_sizing.inputs import NOT_AN_INPUT, WISH, Input, clean_fields
from vdi_sizing.tables.reading import HOW_SURE, NOTE, SOURCE, SOURCE_DATE, read_records

CURRENCY = "EUR"
"""What everything is worked out in; a price in another currency needs an exchange rate."""


@dataclass(frozen=True)
class ExchangeRate:
    """What one unit of a currency was worth on a day."""

    currency: Annotated[str, Input("currency", note="its code of three letters, as on Prices", kind="name")]
    eur_per_unit: Annotated[float, Input("EUR per unit", "EUR", "EUR that one unit of this currency costs", above=0)]
    source: Annotated[str | None, Input("source", note="blank warns", kind="text", optional=True)] = None
    date: Annotated[
        datetime.date | None, Input("date", "date", "of the rate; blank warns", kind="date", optional=True)
    ] = None

    def __post_init__(self) -> None:
        clean_fields(self)


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
    amount : float or None
        Net list price of one piece in its currency; None where there is none.
    discount_share : float
        Discount on it [0..1]
    currency : str
        Currency of the price; EUR if it is not said.
    date : datetime.date or None
        Date of the list; the first of the month where only a month is known.
    source : str or None
        Where the row comes from.
    source_address : str or None
        Its address, or the place in the document.
    source_date : str, datetime.date or None
        The source's date.
    how_sure : str or None
        "read", "excerpt", "quoted", "calculated" or "inferred".
    note : str or None
        What a user should know.
    supplier : str or None
        Who offers at this price.
    quote_number : str or None
        Number of the offer.
    valid_until : datetime.date or None
        Last day of the offer.
    """

    price_list: Annotated[str, Input("price list", note="the name of your list; Settings picks one", kind="name")]
    part: Annotated[str, Input("part", note="named as on Bill, Parts and Drives", kind="name")]
    description: Annotated[str | None, Input("description", note="what it is, in words", kind="text", optional=True)]
    amount: Annotated[float | None, Input("price", "", "net list price; blank: no price", optional=True)]
    discount_share: Annotated[float, Input("discount", "0..1", "off this price; blank: none", "share", blank=0.0)]
    currency: Annotated[
        str,
        Input(
            "currency", "", f"blank: {CURRENCY}; any other needs a rate on Settings", "name", blank=CURRENCY, role=WISH
        ),
    ]
    date: Annotated[
        datetime.date | None, Input("date", "date", "of the list or the offer; blank warns", kind="date", optional=True)
    ]
    source: Annotated[str | None, SOURCE] = None
    source_address: Annotated[str | None, NOT_AN_INPUT] = None
    source_date: Annotated[str | datetime.date | None, SOURCE_DATE] = None
    how_sure: Annotated[str | None, HOW_SURE] = None
    note: Annotated[str | None, NOTE] = None
    supplier: Annotated[str | None, Input("supplier", note="who quotes the price", kind="text", optional=True)] = None
    quote_number: Annotated[
        str | None, Input("quote number", note="of the supplier's offer", kind="text", optional=True)
    ] = None
    valid_until: Annotated[
        datetime.date | None, Input("valid until", "date", "last day of the offer", kind="date", optional=True)
    ] = None

    def __post_init__(self) -> None:
        clean_fields(self)

    @property
    def known(self) -> float:
        """1 where it is a number, else 0."""
        return 0.0 if self.amount is None else 1.0

    @property
    def sourced(self) -> bool:
        """Whether one can ask where it comes from: a source, or a supplier with the number of its quote."""
        return self.source is not None or None not in (self.supplier, self.quote_number)


PRICES = read_records("prices", Price)
