"""What could not be kept: whole sentences, with sheet and cell."""

from __future__ import annotations

from collections.abc import Sequence

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

    def unread(self, sheet: str, cell: str, formula: str) -> None:
        """A formula that nobody can take apart, so that nobody knows what it refers to."""
        said = f"the formula {shortened(formula)} cannot be taken apart: it stands there as it was"
        self.say(sheet, cell, f"{said}, and what it refers to may stand elsewhere now")

    def reference(self, sheet: str, cell: str, formula: str, gone: Sequence[str]) -> None:
        """A formula that referred to what is no longer there, or whose new place is not certain."""
        if not gone:
            return
        named = ", ".join(dict.fromkeys(gone))
        said = f"the formula {shortened(formula)} refers to {named}, whose place is not certain here"
        self.say(sheet, cell, f"{said}: it says #REF! there")
