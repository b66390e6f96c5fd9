"""A table over as many slides as it needs, in the largest type in which it has room."""

from __future__ import annotations

from collections.abc import Sequence

from vdi_templates.report.offer.deck import LEAST_POINTS, Deck, Paragraph, Row
from vdi_templates.report.offer.facts import Facts

SIZES = (14, 13, 12, 11, LEAST_POINTS)
"""Of the type of a table that has room on one slide; of one that has not, the last."""
SPARE = 0.92
"""Of the room of a table: rows grow where a reader's font is wider than Arial."""


def size_for(deck: Deck, head: Row, rows: Sequence[Row], widths: Sequence[float], high: float) -> int:
    """The largest type in which rows take no more slides than in the smallest, which stands last of all.

    With room to spare, if there is some.
    """
    fewest = len(deck.pages(head, rows, widths, SIZES[-1], high))
    rooms = ((points, room) for sizes in (SIZES[:-1], SIZES[-1:]) for room in (SPARE * high, high) for points in sizes)
    fitting = ((points, room) for points, room in rooms if deck.has_room(head, rows, widths, points, room))
    return next(points for points, room in fitting if len(deck.pages(head, rows, widths, points, room)) == fewest)


def write_table(
    deck: Deck, facts: Facts, title: str, head: Row, rows: Sequence[Row], widths: Sequence[float], notes: str,
    *, lean: int = 1, above: Sequence[Paragraph] = (), below: Sequence[Paragraph] = (),
) -> None:  # fmt: skip
    """Slides with a table, paragraphs above each of it and below the last; none where nothing stands in it."""
    if not rows:
        return
    over = deck.height(above, deck.wide) + 0.08 if above else 0.0
    high = deck.high - over - (deck.height(below, deck.wide) + 0.12 if below else 0)
    points = size_for(deck, head, rows, widths, high)
    pages = deck.pages(head, rows, widths, points, high)
    for number, page in enumerate(pages):
        slide = deck.slide(title if number == 0 else facts.said.say("{title} (continued)", title=title), notes)
        if above:
            deck.text(slide, (deck.x, deck.y, deck.wide, over), above, "Above the table")
        taken = over + deck.table(
            slide, (deck.x, deck.y + over, deck.wide, high), [head, *page], widths, points, title, lean=lean
        )
        if number == len(pages) - 1 and below:
            at = deck.y + taken + 0.1
            deck.text(slide, (deck.x, at, deck.wide, deck.y + deck.high - at), below, "Below the table", low=True)
