"""What costs are made of: sums of the bill, parts of the EUR per user, years, and later prices."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cached_property
from typing import TYPE_CHECKING

from vdi_sizing._arrays import Value, flag, is_number, maximum, minimum, total_of
from vdi_sizing.model.drawings import charts
from vdi_sizing.model.figure import Scope
from vdi_sizing.model.money import bill, cash_flow, growth, running_cost
from vdi_sizing.model.money.licence_counts import added_by_packs, kind_of
from vdi_sizing.model.ranking import over_the_years
from vdi_sizing.model.sentences import to_know
from vdi_sizing.scenario import AT_ONCE, IN_ADVANCE, IN_ARREARS, PER_MONTH, BillRow
from vdi_sizing.words import DASH, MONTHS_PER_YEAR, NO_PRICE, NOT_KNOWN

if TYPE_CHECKING:
    from vdi_sizing.model.scopes.block import Block


class Outlook(running_cost.PricesLater):
    """Prices in some years."""

    def __init__(self, block: Block, years: int) -> None:
        self.block: Block = block
        self.years: int = years

    def own_words(self) -> dict[str, str]:
        span, again = (f"{self.years} years", ", every year") if self.years > 1 else ("1 year", "")
        return {"years": str(self.years), "span": span, "again": again}


class BillSum(bill.PartsPer):
    """Parts of the bill that count alike: what is bought, what of it is maintained, what is paid per year."""

    def __init__(
        self, block: Block, prefix: str, called: str, column: str, counts: Callable[[Block, BillRow], Value]
    ) -> None:
        self.block: Block = block
        self.prefix = prefix
        self.column: str = column
        self._called, self._counts = called, counts

    def own_words(self) -> dict[str, str]:
        return {"sum": self._called}

    @cached_property
    def rows(self) -> list[bill.Summed]:
        """What each row of the bill comes to in it."""
        b = self.block
        return [
            bill.Summed(kind_of(row), bill.each_eur(b, row) * self._counts(b, row), added_by_packs(b, row))
            for row in b.bill_rows_of_design
        ]


class _PartOfEur(Scope):
    """A part of the EUR for these users."""

    def __init__(
        self, block: Block, key: str, called: str, lacking: cash_flow.Lacking, native: str,
        amount: Callable[[Block], Value],
    ) -> None:  # fmt: skip
        self.block: Block = block
        self.key: str = key
        self.called: str = called
        self._native = native
        self.lacking, self._amount = lacking, amount

    def own_words(self) -> dict[str, str]:
        lacking = {"lacking": self.lacking.native, "word": self.lacking.word}
        noted = cash_flow.NOTED.get(self.key, cash_flow.OF_NAMED_USERS)
        return {"key": self.key, "called": self.called, "amount": f"({self._native})", "noted": noted, **lacking}

    @property
    def eur(self) -> Value:
        return self._amount(self.block)


class PartOverTheYears(over_the_years.HeldOverTheYears, to_know.HeldOfDesigns, _PartOfEur):
    """The purchase, or one of the parts that are paid later."""

    @property
    def holding(self) -> list[Block]:
        """The designs whose cost over the years holds it."""
        designs = (block for block in self.block.side_by_side if block.in_use)
        return [block for block in designs if any(part.key == self.key and part.held for part in block.held_parts)]


class CostPart(cash_flow.PartOfCost, _PartOfEur):
    """One of the parts that EUR per user are made of."""

    @property
    def per_user(self) -> Value | str:
        """EUR per user, or a word where they are not known."""
        return self.lacking.word if self.lacking.python(self.block) else self.eur / self.block.users_whole


class PurchasePart(charts.BarOfPart, CostPart):
    """One of those that are bought."""

    @property
    def bar_height(self) -> Value:
        """EUR per user as a bar: none where a price is missing that others have, or an error is found."""
        block = self.block
        return block.stands * maximum(block.bill_priced, block.lacks_alike) * self.eur / block.users_whole


class Year(cash_flow.PaidInYear, cash_flow.DepreciatedInYear):
    """A year of use, and its end, when something is paid; 0 is the start, when all is bought."""

    def __init__(self, block: Block, number: int) -> None:
        self.block: Block = block
        self.number: int = number

    def own_words(self) -> dict[str, str]:
        number = self.number
        return {
            "number": str(number), "year": f"year {number}" if number else "at the start",
            "moment": f"end of year {number}" if number else "at the start",
            "holds": "for this year in arrears, for the next in advance" if number else "purchase, year 1 in advance",
            "payments": self._paid_text(number) if number else f"{{block.known_users_eur}}+{self._paid_text(0)}",
            "earlier": self._earlier_text(number) if number else "",
        }

    @staticmethod
    def _paid_text(number: int) -> str:
        """What is paid for the year that ends, or in advance for the next one, as a native formula."""
        risen = "(1+{settings.escalation})^"
        # the year that a part is paid for; what is paid per month is paid within it
        for_year = f"{number}+({{cost.advance}}=1)"
        in_advance = f"({number + 1}<={{settings.years}})*{risen}{number}"
        in_arrears = f"{risen}{number - 1}" if number else "0"
        return (
            f'{{block.known_running_eur_per_year}}*IF({{settings.running_paid}}="{IN_ADVANCE}",{in_advance},{in_arrears})'
            f"+SUMPRODUCT(({{cost.first_year}}<={for_year})*({{cost.last_year}}>={for_year})"
            f"*{risen}(({{cost.rises}}=1)*({for_year}-1)),{{cost.yearly_eur}})"
        )

    @property
    def payments(self) -> Value:
        """What is paid at the end of this year: for it in arrears or in its months, and for the next in advance."""
        at_its_end = self._paid(self.number, IN_ARREARS) if self.number else self.block.known_users_eur
        of_months = self._per_month(IN_ARREARS) + self._per_month(IN_ADVANCE)
        return at_its_end + of_months + self._paid(self.number + 1, IN_ADVANCE)

    def _paid(self, year: int, paid: str) -> Value:
        """What is paid for a year, at its end or at its beginning."""
        settings = self.block.settings
        in_use = flag(settings.running_paid == paid and year <= settings.years)
        running = self.block.known_running_eur_per_year * in_use
        lines = (line for line in self.block.bill if line.paid == paid and line.recurs != PER_MONTH)
        return running * (1 + settings.escalation) ** (year - 1) + self._of(lines, year)

    def _per_month(self, paid: str) -> Value:
        """What is paid in the months of this year, at their end or at their beginning."""
        lines = (line for line in self.block.bill if line.paid == paid and line.recurs == PER_MONTH)
        return self._of(lines, self.number)

    def _of(self, lines: Iterable[bill.BillLine], year: int) -> Value:
        """What parts come to that are paid for in a year."""
        risen = (1 + self.block.settings.escalation) ** (year - 1)
        paid_for = (line for line in lines if line.first_year <= year <= line.last_year)
        return total_of(line.yearly_eur * (risen if line.rises else 1.0) for line in paid_for)

    @property
    def present_value(self) -> Value | str:
        """What the payments of this year are worth at the start: those of its months are paid before its end."""
        paid, interest = self.payments_eur, self.block.settings.discount_rate
        if not is_number(paid):
            return paid
        of_months, month = bill.year_of_months(interest), bill.month_interest(interest)
        earlier = self._per_month(IN_ARREARS) * (of_months - 1)
        earlier += self._per_month(IN_ADVANCE) * (of_months * (1 + month) - 1)
        return (paid + earlier) / (1 + interest) ** self.number

    @staticmethod
    def _earlier_text(number: int) -> str:
        """What the payments of the months are worth at the end of a year beyond their sum, as a native formula."""
        month = bill.month_interest_text("{settings.discount_rate}")
        of_months = f"PV({month},{MONTHS_PER_YEAR},-1/{MONTHS_PER_YEAR})*(1+{{settings.discount_rate}})"
        return (
            f'+SUMPRODUCT(({{cost.recurs}}="{PER_MONTH}")*({{cost.first_year}}<={number})*({{cost.last_year}}>={number})'
            f"*(1+{{settings.escalation}})^(({{cost.rises}}=1)*{number - 1})"
            f"*({of_months}*(1+{month}*({{cost.advance}}>0))-1),{{cost.yearly_eur}})"
        )

    def shown(self, amount: Value) -> Value | str:
        """An amount of this year, or words where it is not known or the year is beyond the years of use."""
        if not self.block.bill_priced:
            return NO_PRICE
        if not self.block.total_known:
            return NOT_KNOWN
        return DASH if self.number > self.block.settings.years else amount

    @property
    def depreciation(self) -> Value | str:
        """The straight-line depreciation of the purchase in this year."""
        if not self.block.bill_priced:
            return NO_PRICE
        years = self.block.settings.depreciation_years
        return DASH if self.number == 0 or self.number > years else self.block.known_users_eur / years


class GrowthYear(growth.NeededInYear, charts.GrowthBar):
    """What the users of a year take; 0 is the start."""

    def __init__(self, block: Block, number: int) -> None:
        self.block: Block = block
        self.number: int = number

    def own_words(self) -> dict[str, str]:
        return {"number": str(self.number), "year": f"year {self.number}" if self.number else "at the start"}

    @property
    def at_once(self) -> bool:
        """Whether all blocks and hosts are bought at the start."""
        return self.block.settings.growth_bought == AT_ONCE

    @property
    def user_factor(self) -> Value:
        """What users and VMs of the start are multiplied by."""
        return (1 + self.block.settings.user_growth) ** minimum(float(self.number), self.block.settings.years)

    @property
    def gb_factor(self) -> Value:
        """What GB per VM of the start are multiplied by."""
        return (1 + self.block.settings.gb_growth) ** minimum(float(self.number), self.block.settings.years)

    @property
    def blocks_of_year(self) -> Value:
        """The blocks that its users take."""
        return self.block.blocks

    @property
    def clusters_of_year(self) -> Value:
        """The clusters that they form."""
        return self.block.clusters

    @property
    def bought_in_year(self) -> Value:
        """The blocks that are bought in it."""
        return self.block.last_growth.blocks if self.at_once else self.blocks

    @property
    def bought_eur_in_year(self) -> Value:
        """What is paid for all that is bought in it."""
        return growth.eur_at_start(self)


class LaterYear(growth.ClusterOfYear, growth.StandingInYear, growth.PaidInLaterYear, GrowthYear):
    """A year after the start."""

    @property
    def first(self) -> GrowthYear:
        return self.block.growth[0]

    @property
    def before(self) -> GrowthYear:
        return self.block.growth[self.number - 1]

    @property
    def blocks_of_year(self) -> Value:
        """The blocks that its users take, and no fewer than the year before."""
        return growth.blocks_later(self)

    @property
    def clusters_of_year(self) -> Value:
        """The clusters that they form, and no fewer than the year before."""
        return growth.clusters_later(self)

    @property
    def bought_in_year(self) -> Value:
        """The blocks that are bought in it."""
        return 0.0 if self.at_once else self.blocks - self.before.blocks

    @property
    def bought_eur_in_year(self) -> Value:
        """What is paid for all that is bought in it."""
        return growth.eur_later(self)
