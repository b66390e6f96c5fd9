"""An offer as a presentation: from the comparison workbook to the bytes of a .pptx."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

from vdi_templates.report.offer import answer, basis, running, scenarios, users
from vdi_templates.report.offer.base import base, footer_of
from vdi_templates.report.offer.deck import Deck
from vdi_templates.report.offer.facts import Facts
from vdi_templates.report.offer.template import content_of_template, refuse_unfit, without_slides
from vdi_templates.report.offer.words import Said
from vdi_templates.workbook.book import Book


class Template(NamedTuple):
    """A company's template, and the brand file that names it."""

    path: Path
    brand_file: Path


def offer_of(book: Book, source: str, template: Template | None = None) -> bytes:
    """The offer on the designs of a comparison, as a .pptx: the same bytes for the same inputs.

    Parameters
    ----------
    book : Book
        The comparison workbook, whose figures and language it has.
    source : str
        The name of the comparison's file, to whose cells the notes refer.
    template : Template, optional
        A company's template in the place of our own.

    Raises
    ------
    InputError
        If the template is not fit, or a text has no room on its slide.
    """
    brand, said = book.made.brand, Said(book)
    content = base(brand) if template is None else content_of_template(*template)
    deck = Deck(content, said.code, footer_of(brand))
    if template is not None:
        without_slides(deck.presentation)
        refuse_unfit(deck.presentation, *template)
    deck.measure()
    facts = Facts(book, said, source)
    for write in (
        answer.title_slide, answer.answer_slide, answer.today_slide, answer.month_slide, answer.designs_slides,
        answer.why_slide,
        scenarios.scenarios_slide, running.operation_slides, running.bill_slides,
        users.users_slides, basis.assumptions_slides, basis.open_slides, basis.sources_slides,
    ):  # fmt: skip
        write(deck, facts)
    settings = book.scenario.settings
    return deck.saved(facts.figure("headline"), settings.author or brand.company or "", settings.as_of)
