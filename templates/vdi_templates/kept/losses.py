"""What could not be kept: whole sentences, with sheet and cell."""

from __future__ import annotations

from collections.abc import Iterable

from vdi_templates.audit.finding import shortened


class Losses:
    """Sentences on what was not kept, in the order in which they were found."""

    def __init__(self) -> None:
        self.sentences: list[str] = []

    def say(self, sheet: str, cell: str, what: str) -> None:
        """Something of a sheet, or of one of its cells."""
        place = "!".join(filter(None, (sheet, cell)))
        sentence = f"{place}: {what}." if place else f"{what[:1].upper()}{what[1:]}."
        if sentence not in self.sentences:
            self.sentences.append(sentence)

    def reference(self, sheet: str, cell: str, formula: str, gone: Iterable[str]) -> None:
        """A formula that referred to what is no longer there, or whose new place is not certain."""
        named = ", ".join(dict.fromkeys(gone))
        said = f"the formula {shortened(formula)} refers to {named}, whose place is not certain here"
        self.say(sheet, cell, f"{said}: it says #REF! there")
