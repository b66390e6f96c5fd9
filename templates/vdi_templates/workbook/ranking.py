"""What the sheet Sensitivity ranks, and why a bar is short or has one side: formulas, and beside them the values.

All of it stands on Variants, above the lines: in the column of a design as drawn and in those of the drivers' ends.
"""

from __future__ import annotations

import math
from typing import Any

from vdi_sizing._arrays import Value, round_nearest, rounded
from vdi_sizing.model.figure import Figure
from vdi_sizing.model.formats import ONE, THREE, TWO, WHOLE
from vdi_sizing.model.names import name_of
from vdi_sizing.model.scopes import Block
from vdi_sizing.scenario import MEASURES
from vdi_sizing.what_if.drivers import DRIVERS, HIGH, LOW, MIXED, SCALED, Driver
from vdi_sizing.what_if.measures import DRIVES, EUR_OVER_YEARS, EUR_PER_VM, RANKED, Measure, ranked_by
from vdi_sizing.what_if.reasons import NO_ENTRY, NOT_GIVEN
from vdi_sizing.what_if.variation import Varied
from vdi_sizing.words import DASH, ERROR
from vdi_templates.workbook.variants import (
    FIRST_DRIVER_ROW,
    MEASURE_CELL,
    MEASURE_ROW,
    RANKED_ROW,
    STILL_ROW,
    VALUE_COLUMNS,
    Variant,
    Variants,
)

DECIMALS = 6  # of what is ranked and charted: less is the noise of floating point
SHOWN_AS = {
    "vms": ("VMs", ONE),
    "steady_iops_per_vm": ("IOPS", ONE),
    "design.response_limit_ms": ("ms", ONE),
    "known_drives_eur": ("EUR", WHOLE),
    "ram_gib_per_vm": ("GiB", TWO),
    "vcpus_per_vm": ("vCPU", TWO),
    "design.vcpus_per_core": ("vCPU", TWO),
    "gb_per_vm": ("GB", TWO),
    "login_iops_per_vm": ("IOPS", ONE),
    "boot_iops_per_vm": ("IOPS", ONE),
    "design.measured_vms": ("VMs", WHOLE),
    "settings.eur_per_kwh": ("EUR", THREE),
    "parts_per_vm_eur": ("EUR", TWO),
}
"""Unit and number format of the value that stands for a driver."""
_NOT_VARIED, _ALIKE = "not varied", "both designs move alike"
_NO_OTHER = "no other design, as drawn"
_PAID_NOWHERE = "nothing here is paid by it"
_GIVEN, _STAYS, _AS_MANY = "drives are given, not sized; ", "binding limit stays: ", "as many whole blocks: "
_WHOLE_DRIVES, _WHOLE_HOSTS = "as many whole drives are needed", "as many whole hosts and drives are needed"
_MADE_UP = "whole blocks and drives make up for each other"
_COUNTS: tuple[Figure[Any, Value], ...] = (Block.vms_per_block, Block.vms_whole)
_MANY, _MANY_BLOCKS = 1_000_000_000, "a billion or more"


def moved(at_end: float | str, base: float | str) -> float:
    """How far a result moves from its base, halves away from zero; 0 where one of them is no number."""
    if isinstance(at_end, str) or isinstance(base, str):
        return 0.0
    difference = at_end - base
    return math.copysign(float(round_nearest(abs(difference) * 10**DECIMALS)) / 10**DECIMALS, difference) + 0.0


def move_formula(at_end: str, base: str) -> str:
    """The same as a formula."""
    return f"IF(COUNT({at_end},{base})=2,{difference_formula(at_end, base)},0)"


def difference_formula(at_end: str, base: str) -> str:
    """How far a result that is a number moves from a base that is one."""
    return f"ROUND(ROUND({at_end}-{base},9),{DECIMALS})"


def _said(blocks: Value) -> str:
    """A number of blocks in a sentence; one that no text holds in full is beyond all use."""
    return f"{blocks:.0f}" if blocks < _MANY else _MANY_BLOCKS


def _said_formula(blocks: str) -> str:
    """The same as a formula."""
    return f'IF({blocks}<{_MANY},{blocks},"{_MANY_BLOCKS}")'


class Ranking:
    """Of one workbook: what is ranked, its values, and the words beside them."""

    def __init__(self, variants: Variants, drawn: Varied, errors: tuple[bool, bool], named: str | None, *,
                 over_years: bool) -> None:  # fmt: skip
        self._variants, self._varied, self._errors = variants, drawn, errors
        self._at = ranked_by(named, drawn.base.block, over_years=over_years)
        self._columns = {variant.key: variant for variant in variants.variants}
        self._others = {variant.key: variant for variant in variants.others}
        self._base = f"${variants.drawn_column}"

    # --- what is ranked -------------------------------------------------------------------------------

    @property
    def position(self) -> int:
        """The position of what is ranked, from 1."""
        return self._at + 1

    @property
    def measure(self) -> Measure:
        """What is ranked."""
        return RANKED[self._at]

    @property
    def _lacks_other(self) -> bool:
        """Whether it is beyond another design that is ranked, and there is none."""
        return self.measure.beside_other and not self._variants.others

    @property
    def position_formula(self) -> str:
        """The position of what is ranked, as the cell on Sensitivity says it."""
        priced, total_known = self._cell(Block.priced), self._cell(Block.total_known)
        over_years = self._variants.line_of(name_of(Block.over_years), self._variants.base_column)
        words = ",".join(f'"{words}"' for words in MEASURES)
        usual, over = (f"IF({known}=1,{at + 1},{DRIVES + 1})" for known, at in
                       ((priced, EUR_PER_VM), (total_known, EUR_OVER_YEARS)))  # fmt: skip
        usual = f"IF({over_years}=1,{over},{usual})"
        return f'=IF({MEASURE_CELL}="",{usual},IFERROR(MATCH({MEASURE_CELL},{{{words}}},0),{usual}))'

    def result(self, key: tuple[str, str] | None = None) -> float | str:
        """The result that is ranked: of an end, or as it is."""
        own, other = self._varied.base, self._varied.other_base
        if key is not None:
            own, other = self._varied.ends[key], self._varied.other_ends.get(key, other)
        if self._lacks_other and own.block.numbers_hold and not self._errors[0]:
            return DASH
        if self._errors[0] or (self._errors[1] and self.measure.beside_other and own.block.numbers_hold):
            return ERROR
        return self.measure.of(own, other)

    def result_formula(self, key: tuple[str, str] | None = None) -> str:
        """The same as a formula on Variants."""
        variant = self._columns[key] if key else None
        values = ",".join(self._value(measure, key) for measure in RANKED)
        chosen = f"CHOOSE({self._base}${MEASURE_ROW},{values})"
        holds, word = (self._cell(each, variant) for each in (Block.numbers_hold, Block.void_word))
        return f'=IF({self._variants.errors()}>0,"{ERROR}",IF({holds}=0,{word},{chosen}))'

    def _value(self, measure: Measure, key: tuple[str, str] | None) -> str:
        variants, variant = self._variants, self._columns[key] if key else None
        value, known = variants.cell(measure.figure, variant), measure.known and variants.cell(measure.known, variant)
        if not measure.beside_other:
            return f'IF({known}=0,"{measure.unknown}",{value})' if known else value
        if not variants.others:
            return f'"{DASH}"'
        drawn, other = variants.other_drawn_column, self._others.get(key) if key else None
        others, holds, word = (
            variants.cell(name, other, drawn)
            for name in (measure.figure, name_of(Block.numbers_hold), name_of(Block.void_word))
        )
        difference = f'IF({known}*{variants.cell(measure.known, other, drawn)}=0,"{measure.unknown}",{value}-{others})'
        return f'IF({variants.errors(of_other=True)}>0,"{ERROR}",IF({holds}=0,{word},{difference}))'

    # --- the value that stands for a driver -----------------------------------------------------------

    def driver_value(self, driver: Driver, end: str | None = None) -> float | str:
        """What a driver is in the design as drawn, or at an end."""
        figures = self._varied.base
        value: Any = 1.0 if driver.how == SCALED else 0.0
        if driver.how == MIXED or driver.shown is not None:
            value = driver.base_in(figures) if driver.how == MIXED else figures[driver.shown or ""]
        if value is None:
            return DASH
        return driver.changed(value, self._varied.changes[driver.name, end]) if end else value

    # --- why an end does not move ---------------------------------------------------------------------

    def still(self, key: tuple[str, str]) -> str:
        """Why the result is at this end as at the base; "" where it moves."""
        base, at_end = self.result(), self.result(key)
        if isinstance(base, str):
            return _NO_OTHER if base == DASH else f"{base} as it is"
        if isinstance(at_end, str):
            return at_end
        return "" if moved(at_end, base) else self._why_still(key)

    def _why_still(self, key: tuple[str, str]) -> str:
        driver, figure = DRIVERS[key[0]], self.measure.figure
        if not self._given(driver):
            return NOT_GIVEN
        if not self._enters(self.measure, driver):
            return NO_ENTRY
        if self.driver_value(driver, key[1]) == self.driver_value(driver):
            return _NOT_VARIED
        base, end = self._varied.base, self._varied.ends[key]
        alike = self.measure.beside_other and rounded(end[figure] - base[figure]) != 0
        return _ALIKE if alike else self._why_as_many(driver, base.block, end.block)

    def _why_as_many(self, driver: Driver, base: Block, end: Block) -> str:
        if not self._changes_blocks(driver):
            return _PAID_NOWHERE
        if any(rounded(each.of(end) - each.of(base)) != 0 for each in _COUNTS):
            return _MADE_UP if end.blocks != base.blocks else f"{_AS_MANY}{_said(base.blocks)}"
        return self.why_counts_stay

    def _given(self, driver: Driver) -> bool:
        value = self.driver_value(driver)
        return value != DASH and not (driver.how == SCALED and value == 0)

    def _enters(self, measure: Measure, driver: Driver) -> bool:
        return measure.figure in self._variants.depends.changed[driver.name]

    def _changes_blocks(self, driver: Driver) -> bool:
        return name_of(Block.blocks) in self._variants.depends.changed[driver.name]

    def _cell(self, figure: Figure[Any, Any], variant: Variant | None = None) -> str:
        return self._variants.cell(name_of(figure), variant)

    def still_formula(self, key: tuple[str, str]) -> str:
        """The same as a formula on Variants."""
        variant = self._columns[key]
        end, base = f"{variant.column}{RANKED_ROW}", f"{self._base}${RANKED_ROW}"
        no_answer = f'IF(ISNUMBER({base}),{end},{base}&" as it is")'
        if not self._variants.others:
            no_answer = f'IF({base}="{DASH}","{_NO_OTHER}",{no_answer})'
        why = f'IF({difference_formula(end, base)}<>0,"",{self._why_formula(variant)})'
        return f"=IF(COUNT({base},{end})<2,{no_answer},{why})"

    def _why_formula(self, variant: Variant) -> str:
        driver = variant.driver
        row = FIRST_DRIVER_ROW + list(DRIVERS).index(driver.name)
        shown, at_end = (f"Sensitivity!${VALUE_COLUMNS[each]}${row}" for each in (None, variant.end))
        given = f"AND(ISNUMBER({shown}),{shown}<>0)" if driver.how == SCALED else f"ISNUMBER({shown})"
        enters = [self._enters(measure, driver) for measure in RANKED]
        entering = f'IF({at_end}={shown},"{_NOT_VARIED}",{self._alike_formula(variant)})'
        if not all(enters):
            which = ",".join(f"{each:d}" for each in enters)
            entering = f'IF(CHOOSE({self._base}${MEASURE_ROW},{which})=0,"{NO_ENTRY}",{entering})'
        return f'IF({given},{entering},"{NOT_GIVEN}")'

    def _alike_formula(self, variant: Variant) -> str:
        counted = self._counted_formula(variant)
        alike = [
            f"({self._base}${MEASURE_ROW}={at})*({self._differs(measure.figure, variant)})"
            for at, measure in enumerate(RANKED, start=1)
            if measure.beside_other and self._enters(measure, variant.driver)
        ]
        return f'IF({"+".join(alike)}>0,"{_ALIKE}",{counted})' if alike else counted

    def _counted_formula(self, variant: Variant) -> str:
        if not self._changes_blocks(variant.driver):
            return f'"{_PAID_NOWHERE}"'
        blocks = self._cell(Block.blocks)
        differ = self._differs(name_of(Block.blocks), variant)
        as_many = f'IF({differ},"{_MADE_UP}","{_AS_MANY}"&{_said_formula(blocks)})'
        standing = [name for name in map(name_of, _COUNTS) if self._variants.stands_in(name, variant)]
        counts = ",".join(self._differs(name, variant) for name in standing)
        differs = f"OR({counts})" if len(standing) > 1 else counts
        return f"IF({differs},{as_many},{self._base}${STILL_ROW})"

    @property
    def why_counts_stay(self) -> str:
        """Why the design has as many VMs and drives whatever is varied; it stands in its own column."""
        base = self._varied.base.block
        given = _GIVEN if base.drives_total else ""
        counted = _WHOLE_HOSTS if base.in_cluster or base.with_hosts else _WHOLE_DRIVES
        return counted if base.counting else f"{given}{_STAYS}{base.binding_name}"

    @property
    def why_counts_stay_formula(self) -> str:
        """The same as a formula on Variants."""
        limit, clusters, beside = (
            self._cell(figure) for figure in (Block.binding_name, Block.in_cluster, Block.with_hosts)
        )
        given = f'IF({self._cell(Block.drives_total)}=0,"","{_GIVEN}")'
        counted = f'IF({clusters}+{beside}>0,"{_WHOLE_HOSTS}","{_WHOLE_DRIVES}")'
        return f'=IF({self._cell(Block.counting)}=1,{counted},{given}&"{_STAYS}"&{limit})'

    def _differs(self, name: str, variant: Variant) -> str:
        return f"ROUND({self._variants.cell(name, variant)}-{self._variants.cell(name)},9)<>0"

    # --- why a bar is short, or has one side ----------------------------------------------------------

    def why(self, driver: str) -> str:
        """What there is to say of a bar; "" where it has two sides."""
        low, high = (self.still((driver, end)) for end in (LOW, HIGH))
        if low == high:
            return low or self._one_sided(driver)
        return "; ".join(f"{end}: {words}" for end, words in ((LOW, low), (HIGH, high)) if words)

    def _one_sided(self, driver: str) -> str:
        base, low, high = self.result(), self.result((driver, LOW)), self.result((driver, HIGH))
        assert isinstance(base, float)
        if moved(low, base) * moved(high, base) <= 0:
            return ""
        ends = (self._varied.ends[driver, LOW], self._varied.base, self._varied.ends[driver, HIGH])
        return " / ".join(_said(figures.block.blocks) for figures in ends) + " whole blocks (low / as it is / high)"

    def why_formula(self, driver: str) -> str:
        """The same as a formula on Variants, in the column of the low end."""
        low, high = (self._columns[driver, end] for end in (LOW, HIGH))
        still = [f"{variant.column}{STILL_ROW}" for variant in (low, high)]
        ends = [difference_formula(f"{each.column}{RANKED_ROW}", f"{self._base}${RANKED_ROW}") for each in (low, high)]
        blocks = [_said_formula(self._cell(Block.blocks, each)) for each in (low, None, high)]
        sided = '&" / "&'.join(blocks) + '&" whole blocks (low / as it is / high)"'
        one_sided = f'IF({ends[0]}*{ends[1]}>0,{sided},"")'
        each = [f'IF({cell}="","","{end}: "&{cell})' for end, cell in zip((LOW, HIGH), still, strict=True)]
        both = f'{each[0]}&IF(OR({still[0]}="",{still[1]}=""),"","; ")&{each[1]}'
        return f'=IF({still[0]}={still[1]},IF({still[0]}="",{one_sided},{still[0]}),{both})'
