"""A block that stands for any: each input and each figure of it is a reference by its name."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache, cached_property
from typing import Any

from vdi_sizing.engine.exploration import NoFormulaError, before_each_way
from vdi_sizing.engine.expression import Expression, Operand, reference
from vdi_sizing.engine.rows import Fields, Rows, column
from vdi_sizing.engine.tables import Record
from vdi_sizing.inputs import FIRST_DATE, Input, inputs_of
from vdi_sizing.model.figure import Figure, Scope
from vdi_sizing.model.formats import TEXT
from vdi_sizing.model.scopes.block import KINDS, Block
from vdi_sizing.scenario import BOUGHT_ONCE, Design, Scenario, Settings, UserGroup
from vdi_sizing.tables.drives import Drive
from vdi_sizing.tables.raid_levels import RaidLevel

_NUMBERS = ("number", "whole", "share")


class _InputReferences:
    """A record of inputs: each is a reference, and None on the way on which it is blank."""

    def __init__(self, group: str, inputs: Mapping[str, Input]) -> None:
        self._group, self._inputs = group, inputs

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_") or name not in self._inputs:
            raise AttributeError(f"{self._group}{name} is no input")
        field = self._inputs[name]
        if field.kind in ("date", "date or text"):
            raise NoFormulaError(f"{self._group}{name} is a date: no formula works with it")
        # what a kit or a rule may say is a formula: blank, it holds an empty text
        is_formula = field.by_kit or field.by_rule or field.by_card or field.by_processor
        blank_is_zero = field.optional and not is_formula and field.kind in _NUMBERS
        value = reference(f"{self._group}{name}", blank_is_zero=blank_is_zero, is_text=field.kind not in _NUMBERS)
        if field.kind == "yes/no":
            return value != "no" if field.blank else value == "yes"
        return None if field.optional and not value != "" else value  # noqa: SIM202  # it makes an expression of !=


class _OwnReferences(_InputReferences):
    """The inputs of a tier or the flash cache: what stands beside a blank drive does not matter."""

    def __init__(self, group: str, inputs: Mapping[str, Input], unused: object) -> None:
        super().__init__(group, inputs)
        self._unused = unused

    def __getattr__(self, name: str) -> Any:
        asked_anyway = name == "drive" or name.startswith("_") or name not in self._inputs
        return super().__getattr__(name) if asked_anyway or self.drive is not None else getattr(self._unused, name)


class _Unread:
    """What no formula asks one by one, but sums or looks up."""

    def __init__(self, called: str) -> None:
        self._called = called

    def __getattr__(self, name: str) -> Any:
        raise NoFormulaError(f"a formula sums {self._called}, or looks them up")

    def __iter__(self, *_: object) -> Any:
        raise NoFormulaError(f"a formula sums {self._called}, or looks them up")

    __len__ = __getitem__ = __bool__ = __iter__


def _record(table: str, kind: type, name: Operand) -> Record:
    """The row of a table that has a name, by the labels of its columns."""
    inputs = inputs_of(kind)
    texts = {field for field, told in inputs.items() if told.kind not in _NUMBERS}
    return Record(table, {field: told.label for field, told in inputs.items()}, texts, name)


class _Tables(_Unread):
    """The tables of a scenario: what names a row of theirs looks it up."""

    @property
    def fit(self) -> Fields:
        """What the sheet Calibration makes of what was measured."""
        return Fields(lambda name: reference(f"fit.{name}"))

    def drive(self, name: Operand) -> Record:
        return _record("Drives", Drive, name)

    def raid_level(self, name: Operand) -> Record:
        return _record("RAID", RaidLevel, name)

    def knows(self, own: Any) -> Any:
        if own.raid is None:
            return False
        return Expression("AND", self.drive(own.drive).found, self.raid_level(own.raid).found)


class _Designs(Rows):
    """The designs, each in its column, and the first of them."""

    def __init__(self) -> None:
        super().__init__("the designs", Fields(self._column))

    def __getitem__(self, place: int) -> Fields:
        return Fields(lambda name: Expression("INDEX", self._column(name), 1.0, place + 1.0))

    @staticmethod
    def _column(name: str) -> Expression:
        figure = getattr(Block, name, None)
        if not isinstance(figure, Figure):
            raise NoFormulaError(f"a formula names figures of the designs: {name} is none")
        return column(f"{{all.{name}}}", is_text=figure.looks == TEXT)


def _groups() -> Rows:
    """The user groups of the design's case."""
    inputs = inputs_of(UserGroup)

    def of(name: str) -> Expression:
        if name not in inputs:  # it is worked out of some
            return column(f"Groups[{name.replace('_vms', ' VMs')}]")
        return column(f"Groups[{inputs[name].label}]", blank=inputs[name].optional)

    those = Expression("=", of("case"), reference("design.case", is_text=True))
    return Rows("user groups", Fields(of), those=those)


def _lines_of_the_bill(those: Operand = True, **called: str) -> Rows:
    """The lines of the design on Cost, where blank rows follow; some fields are called otherwise there."""
    fields = Fields(lambda name: column(f"{{cost.{called.get(name, name)}}}"))
    return Rows("the rows of the bill", fields, those=those, by_criteria=True)


def _lines_summed(eur: str) -> Rows:
    """Those that a sum counts: an amount of one unit stands beside parts per year too, which are not bought."""
    bought = Expression("=", column("{cost.recurs}", is_text=True), BOUGHT_ONCE)
    return _lines_of_the_bill(bought if eur == "amount_eur" else True, eur=eur)


def _acknowledges(key: str) -> Expression:
    """Whether the text of the design names a warning by its word: SEARCH asks for no case, as Python does not."""
    return Expression("ISNUMBER", Expression("SEARCH", f"{key}:", reference("design.acknowledged", is_text=True)))


@cache
def blank_block() -> Block:
    """A block of no scenario: what its figures are called, and their formulas, do not hang on one."""
    block = Block(Scenario((), (), (), (), Settings(as_of=FIRST_DATE)), Design("-", "-"))
    scopes = [scope for kind in range(len(KINDS)) for scope in block.scopes(kind)]
    vars(block).update(
        design=_InputReferences("design.", inputs_of(Design)),
        settings=_InputReferences("settings.", inputs_of(Settings)),
        scenario=_Tables("the tables"), groups=_groups(), side_by_side=_Designs(),
        bill=_lines_of_the_bill(), bill_rows_of_design=_lines_of_the_bill(), prices=_lines_of_the_bill(),
    )  # fmt: skip
    for part in block.parts:
        own: type = type(part.own)
        vars(part)["own"] = _OwnReferences(f"design.{part.prefix}", inputs_of(own), own())
        vars(part)["level"] = block.scenario.raid_level(reference(f"design.{part.prefix}raid"))  # type: ignore[arg-type]
    for scope in scopes:
        for declaring in type(scope).__mro__:
            if issubclass(declaring, Scope):
                for each in declaring.declared():
                    vars(scope)[each.name] = reference(
                        scope.name_of(each), guards=each.guards, is_text=each.looks == TEXT
                    )
    vars(block)["acknowledges"] = _acknowledges
    for bill_sum in block.bill_sums:
        vars(bill_sum)["rows"] = _lines_summed(bill_sum.column)
    vars(block)["vms_of_users"] = reference("vms")
    before_each_way(_forgetting(scopes))
    return block


def _forgetting(scopes: list[Scope]) -> Callable[[], None]:
    """Drops what was made of references beside the figures: all that is kept, but scopes and words."""
    kept = [
        (vars(scope), name)
        for scope in scopes
        for name in _kept_by(type(scope))
        if name not in vars(scope) and name != "words"
    ]

    def forget() -> None:
        for values, name in kept:
            values.pop(name, None)

    return forget


def _kept_by(scope: type) -> list[str]:
    return [name for name in dir(scope) if isinstance(getattr(scope, name), cached_property)]
