"""The designs of an offer in the order of the Report, and where each figure that a slide shows stands."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from vdi_sizing._arrays import is_number
from vdi_sizing.model.scopes import Block
from vdi_sizing.model.sizing import DesignSizing
from vdi_sizing.scenario import Design
from vdi_sizing.words import DASH, NO_PRICE, NONE, NOT_KNOWN, PURCHASE_ALONE
from vdi_templates.report.offer.deck import TEXT
from vdi_templates.report.offer.words import Said
from vdi_templates.workbook.book import Book
from vdi_templates.workbook.styles import DESIGN_COLORS, MUTED


def _split(pattern: str, text: str) -> tuple[str, str, str]:
    """A text before, at and behind what is found first."""
    found = re.search(pattern, text, re.IGNORECASE)
    return (text[: found.start()], found[0], text[found.end() :]) if found else (text, "", "")


@dataclass(frozen=True)
class Offered:
    """A design at its place in the offer."""

    at: int
    """Its column, from 0."""
    sized: DesignSizing
    rank: int | None
    """Its place among those that can be recommended; None: it cannot be, or carries other users than another."""

    @property
    def block(self) -> Block:
        return self.sized.block

    @property
    def name(self) -> str:
        return self.sized.design.name

    @property
    def recommended(self) -> bool:
        """Whether it can be recommended: beside other designs, or for its own users alone."""
        return bool(self.block.ranked)

    @property
    def ink(self) -> str:
        """Of what is said of it: grey where it cannot be recommended."""
        return TEXT if self.recommended else MUTED

    @property
    def color(self) -> str:
        """Its colour on every sheet and chart; grey where it cannot be recommended."""
        return DESIGN_COLORS[self.at] if self.recommended else MUTED


@dataclass
class Facts:
    """What slides are made of: figures of the workbook that it remembers to have been asked for."""

    book: Book
    said: Said
    source: str
    """The name of the workbook's file."""
    _shown: dict[str, list[int]] = field(default_factory=dict)
    _cells: list[str] = field(default_factory=list)

    @cached_property
    def designs(self) -> list[Offered]:
        """All designs, the cheapest that can be recommended first."""
        sized = self.book.sizing.designs
        order = sorted(range(len(sized)), key=lambda at: (sized[at].block.page_order_key, at))
        found: list[Offered] = []
        for at in order:
            block = sized[at].block
            ranked = bool(block.same_users and block.ranked)
            before = sum(each.block.page_order_key < block.page_order_key for each in found)
            found.append(Offered(at, sized[at], before + 1 if ranked else None))
        return found

    @property
    def ranked(self) -> list[Offered]:
        """Those that can be recommended."""
        return [each for each in self.designs if each.rank is not None]

    @cached_property
    def solution(self) -> Offered | None:
        """The design that heads the one solution that all designs are; None: they are several answers."""
        place = int(self.first.solution_place)
        return next((each for each in self.designs if each.at == place - 1), None)

    @property
    def first(self) -> Block:
        """Any design: what hangs on all of them is the same in each."""
        return self.book.sizing.designs[0].block

    def figure(self, name: str, design: Offered | None = None) -> str:
        """A figure as a person reads it; without a design one that is the same for all."""
        at = 0 if design is None else design.at
        self.note(name, at)
        return self.said.figure(name, at)

    def value(self, name: str, design: Offered) -> Any:
        """A figure itself, as it may be shown."""
        self.note(name, design.at)
        return design.sized.shown(name)

    def note(self, name: str, at: int) -> None:
        """Remember that a slide shows a figure of a design."""
        columns = self._shown.setdefault(name, [])
        if at not in columns:
            columns.append(at)

    def note_cell(self, what: str, where: str) -> None:
        """Remember that a slide shows what stands in a cell."""
        if (line := f"{what}: {where}") not in self._cells:
            self._cells.append(line)

    def notes(self, *more: str) -> str:
        """Where what was asked for since the last notes stands in the workbook."""
        lines = [self.said.say("Where the figures stand in {file}:", file=self.source)]
        for name, columns in self._shown.items():
            sheet, row = self.book.layout.line_rows[name]
            cells = ", ".join(f"{self.book.layout.column(at)}{row}" for at in sorted(columns))
            label = self.said.label(name) or name
            lines.append(f"{label}: {sheet}!{cells}")
        lines += self._cells
        self._shown, self._cells = {}, []
        return "\n".join((*more, *(lines if len(lines) > 1 else [])))

    def speaking(self, names: Sequence[str]) -> list[str]:
        """Those of some figures that say something of a design; that there is no price is said once."""
        silent = (DASH, "", 0, NONE, PURCHASE_ALONE)
        found: list[str] = []
        for name in names:
            values = {each.sized.shown(name) for each in self.designs}
            if values <= {*silent} or (values <= {*silent, NO_PRICE, NOT_KNOWN} and found):
                continue
            found.append(name)
        return found

    # --- amounts --------------------------------------------------------------------------------------

    def compared(self, design: Offered) -> tuple[str, str]:
        """What a design costs a user, by what designs are compared, and what these EUR are called.

        Of a design that lacks a part the word in the place of a number, and behind what it is called what is known
        of it, as on the Report.
        """
        block = design.block
        name = "total_eur_per_user" if block.over_years else "eur_per_user"
        called = self.said.label(name)
        if is_number(self.value(name, design)) or not block.stands:
            return self.figure(name, design), called
        least = self.figure("least_words", design)
        word = self.said.house(NOT_KNOWN) if block.over_years else self.figure(name, design)
        return word, called if least == DASH else f"{called} {least}"

    @property
    def months(self) -> float:
        """The months over which a user's month is counted."""
        return float(self.first.months_per_year * self.first.settings.years)

    @property
    def by_month(self) -> bool:
        """Whether the cost over the years is known of a design."""
        return any(is_number(each.sized.shown("total_eur_per_user_month")) for each in self.designs)

    def parts(self, design: Offered) -> dict[str, float]:
        """What is known of what a user costs, by kind of payment: of a month, or what is bought."""
        block = design.block
        if not (block.stands and block.feasible) or block.credits_missing:
            return {}
        by = self.months if self.by_month else 1.0
        kinds = block.cost_parts if self.by_month else block.purchase_parts
        return {each.key: float(each.eur / block.users_whole / by) for each in kinds}

    @cached_property
    def kinds(self) -> dict[str, str]:
        """The kinds of payment that a design has, by key, as they are called."""
        kinds = self.first.cost_parts if self.by_month else self.first.purchase_parts
        known = [self.parts(each) for each in self.designs]
        called = {each.key: self.said.house(each.called) for each in kinds}
        called["once"] = self.said.say("other parts")  # what is bought once, as those before are too
        of_any = {key for parts in known for key, eur in parts.items() if abs(eur) >= 0.005}
        lacking = {each.key for each in kinds if of_any and self._is_lacking(each.key)}
        return {each.key: called[each.key] for each in kinds if each.key in of_any | lacking}

    def _is_lacking(self, key: str) -> bool:
        """Whether what a user costs by a kind of payment is not known of a design that has an answer."""
        shown = (each.sized.shown(f"breakdown_{key}_eur_per_user") for each in self.designs if self.parts(each))
        return not all(map(is_number, shown))

    def reason(self, design: Design, key: str) -> str:
        """Why a design acknowledges a check: its text behind the word of that check, up to that of the next."""
        keys = (each.check.key for each in self.first.warnings_checked)
        _, found, after = _split(rf"{key}:", design.acknowledged or "")
        before, _, _ = _split(rf"\b(?:{'|'.join(keys)}|\w+_\w+):", after)
        return before.strip(" ;,.\n") if found else ""

    def unpriced(self, design: Offered) -> list[str]:
        """The parts of its bill that have no price, each once."""
        return list(dict.fromkeys(line.part for line in design.sized.bill if not line.known))

    @property
    def beside_today(self) -> Offered | None:
        """The cheapest design whose cost over the years stands beside what is paid today; None: nothing is said of it.

        Designs for different users, and the parts of a solution, stand beside what is paid today for all of them.
        """
        compared = self.ranked if self.first.same_users else []
        return next((each for each in compared if is_number(each.sized.shown("today_difference_eur"))), None)

    def whole(self, design: Offered) -> bool:
        """Whether all of that is known."""
        return bool(design.block.total_known if self.by_month else design.block.bill_priced)
