"""Inputs: what each kind accepts, what a blank means, and how a refusal reads."""

import datetime
import math
from dataclasses import dataclass
from typing import Annotated, Any

import pytest

from vdi_sizing.errors import InputError
from vdi_sizing.inputs import DEMAND, FACT, NOT_AN_INPUT, WISH, Input, inputs_by_section, inputs_of, same_name
from vdi_sizing.scenario import BillRow, Cache, Design, Kit, KitPart, Settings, Tier, UserGroup
from vdi_sizing.tables.deliveries import Delivery
from vdi_sizing.tables.drives import Drive
from vdi_sizing.tables.licences import Metric
from vdi_sizing.tables.price_lists import Price
from vdi_sizing.tables.profiles import Profile
from vdi_sizing.tables.raid_levels import RaidLevel

RECORDS = (UserGroup, Tier, Cache, Design, BillRow, Settings, Drive, RaidLevel, Price)
DAY = datetime.date(2026, 11, 21)
CHOICE = ("up", "down")


@pytest.mark.parametrize(
    ("field", "value", "cleaned"),
    [
        (Input("x"), 3, 3.0), (Input("x", kind="whole"), 3.0, 3.0), (Input("x", kind="share"), 1, 1.0),
        (Input("x", kind="text"), "  a b ", "a b"), (Input("x", kind="name"), "RAID 10", "RAID 10"),
        (Input("x", kind="choice", choices=CHOICE), " UP ", "up"), (Input("x", kind="yes/no"), "Yes", True),
        (Input("x", kind="yes/no"), False, False), (Input("x", kind="date"), DAY, DAY),
        (Input("x", kind="date"), datetime.datetime(2026, 11, 21, 8), DAY),
        (Input("x", kind="date or text"), DAY, DAY), (Input("x", kind="date or text"), "June 2011", "June 2011"),
        (Input("x", optional=True), "  ", None), (Input("x", blank=0.0), None, 0.0),
    ],
)  # fmt: skip
def test_what_is_accepted(field: Input, value: Any, cleaned: Any) -> None:
    assert field.cleaned(value) == cleaned


@pytest.mark.parametrize(
    ("field", "value", "expected"),
    [
        (Input("x", "GB", above=0), 0, "a number above 0 GB"), (Input("x", "GB"), -1, "a number of at least 0 GB"),
        (Input("x", at_most=9), 10, "a number of at least 0 and at most 9"),
        (Input("x"), "3", "a number of at least 0"),
        (Input("x"), True, "a number of at least 0"), (Input("x"), DAY, "a number of at least 0"),
        (Input("x"), [1, 2], "a number of at least 0"), (Input("x", kind="whole"), 2.5, "a whole number of at least 0"),
        (Input("x", kind="share"), 40, "a share from 0 to 1"),
        (Input("x", kind="share", above=0), 0, "a share above 0, at most 1"),
        (Input("x", kind="share", at_most=0.99), 1, "a share from 0 to 0.99"),
        (Input("x", "0.5..1", at_least=0.5), 0, "a number of at least 0.5"),
        (Input("x", "share", at_least=-0.99, at_most=10), 11, "a number of at least -0.99 and at most 10"),
        (Input("x", above=0), 1e-10, "a number above 0 (numbers from 0.000000001 to 1,000,000,000,000)"),
        (Input("x"), 2e12, "a number of at least 0 (numbers from 0.000000001 to 1,000,000,000,000)"),
        (Input("x", kind="text"), 7, "text; this is a number: put an apostrophe before it"),
        (Input("x", kind="text"), 3, "text"), (Input("x", kind="name"), "a*", "a name of at most 120 char"),
        (Input("x", kind="name"), "a" * 121, "a name of at most 120 characters"),
        (Input("x", kind="name"), ">a", "a name of at most 120 char"),
        (Input("x", kind="choice", choices=CHOICE), "left", "one of: up, down"),
        (Input("x", kind="yes/no"), 1, "yes or no"), (Input("x", kind="date"), "2026", "a date"),
        (Input("x", kind="date or text"), 2011, "a date or text; this is a number: put an apostrophe before it"),
        (Input("x"), None, "a number of at least 0"), (Input("x", kind="name"), " ", "a name of at most 120 char"),
    ],
)  # fmt: skip
def test_what_is_refused_and_how(field: Input, value: Any, expected: str) -> None:
    with pytest.raises(InputError, match=r"Users!D6: x is .*; expected ") as refused:
        field.cleaned(value, "Users!D6")
    assert refused.value.expected.startswith(expected)


@pytest.mark.parametrize(
    ("field", "good", "bad", "expected"),
    [
        (Input("x", "GB", above=0), [1, 2], 0, "a number above 0 GB"),
        (Input("x", kind="whole"), [0, 3], 2.5, "a whole number of at least 0"),
        (Input("x", kind="whole"), [0, 3], math.inf, "a whole number of at least 0"),
        (Input("x", kind="share"), [0, 1], 1.5, "a share from 0 to 1"),
    ],
)
def test_many_numbers_keep_the_limits_of_one(field: Input, good: list[float], bad: float, expected: str) -> None:
    checked: Any = field.checked("column", good)
    assert checked.tolist() == good == [field.cleaned(value) for value in good]
    for values in (bad, [*good, bad]):
        with pytest.raises(InputError) as refused:
            field.checked("column", values)
        assert (refused.value.name, refused.value.value, refused.value.expected) == ("column", bad, expected)


def test_names_compare_as_match_does_but_for_spaces_around_them() -> None:
    assert same_name(" raid 10", "RAID 10 ")
    assert same_name("ÄRZTE", "ärzte")
    assert not same_name("Straße", "STRASSE")
    assert not same_name("RAID 10", "RAID10")


@pytest.mark.parametrize("record", RECORDS)
def test_labels_are_used_once_and_what_a_blank_stands_for_is_allowed(record: type) -> None:
    labels = [field.label for field in inputs_of(record).values()]
    assert len(labels) == len(set(labels))
    for field in inputs_of(record).values():
        if field.blank is not None:
            assert field.cleaned(field.blank) == field.blank


@dataclass
class Rack:
    """A record as somebody might write it."""

    name: Annotated[str, Input("rack", kind="name", section="Room")]
    units: Annotated[float | None, Input("height", "U", optional=True, section="Room")] = None
    colour: Annotated[str, NOT_AN_INPUT] = "grey"


def test_the_inputs_of_a_record_are_those_that_its_fields_declare() -> None:
    assert {name: field.label for name, field in inputs_of(Rack).items()} == {"name": "rack", "units": "height"}
    assert inputs_by_section(Rack) == {"Room": inputs_of(Rack)}


def test_a_field_that_declares_nothing_is_named() -> None:
    @dataclass
    class Forgotten:
        name: Annotated[str, Input("rack", kind="name")]
        bays: float = 0.0

    with pytest.raises(TypeError, match=r"Forgotten\.bays: its annotation holds neither an Input nor NOT_AN_INPUT"):
        inputs_of(Forgotten)


def test_an_input_without_a_section_is_named() -> None:
    @dataclass
    class Forgotten:
        name: Annotated[str, Input("rack", kind="name", section="Room")]
        bays: Annotated[float, Input("bays")] = 0.0

    with pytest.raises(TypeError, match=r"Forgotten\.bays: its Input names no section"):
        inputs_by_section(Forgotten)


@pytest.mark.parametrize("record", [*RECORDS, Kit, KitPart, Profile, Delivery, Metric])
def test_an_input_is_a_fact_a_demand_or_a_wish_and_the_blank_of_a_fact_stands_for_nothing(record: type) -> None:
    inputs = inputs_of(record)
    assert {field.role for field in inputs.values()} <= {FACT, DEMAND, WISH}
    assert [name for name, field in inputs.items() if field.role == FACT and field.has_usual] == []
