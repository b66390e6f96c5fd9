"""Hardware that nobody offered is said to be assumed: by the design's text, or where it is left to an example."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from tests.pylib.model.office import BLOCK, scenario, sized, with_tier

from vdi_sizing.model.sizing import DesignSizing, size
from vdi_sizing.scenario import KITS, Design, kit
from vdi_sizing.words import NONE
from vdi_templates.examples import EXAMPLES, today
from vdi_templates.examples.by_kits import by_kits

SERVER = kit("NVMe server, local")
BY_KIT = "RAM, cores, drive bays of a kit that is an example"


def by_kit(**typed: Any) -> DesignSizing:
    design = Design("server", "office", with_tier().tiers, kit=SERVER.name, **typed)
    return size(scenario(design)).designs[0]


def test_what_the_design_says_is_named_until_it_is_cleared() -> None:
    said = sized(replace(BLOCK, assumed="64 cores"))
    assert (said["check_assumed"], said["assumed_words"]) == (0, "64 cores")
    assert "the hardware is assumed, and not yet that of an offer: 64 cores." in said["to_know"]
    assert said["nothing_against"] == 0
    assert "; hardware is assumed" in said["against_words"]
    cleared = sized(replace(BLOCK, assumed=None))
    assert (cleared["check_assumed"], cleared["assumed_words"]) == (1, NONE)
    assert "hardware" not in cleared["against_words"] + cleared["to_know"]


def test_it_can_be_acknowledged() -> None:
    said = sized(replace(BLOCK, assumed="64 cores", acknowledged="assumed: as ordered"))
    assert "assumed" not in said["against_words"]
    assert "hardware is assumed, and not yet that of an offer: 64 cores (acknowledged)" in said["failing"]


@pytest.mark.parametrize(
    ("typed", "words"),
    [
        ({}, BY_KIT),
        ({"ram_gib": 512.0}, "cores, drive bays of a kit that is an example"),
        ({"ram_gib": 1024.0, "cores": 64.0, "bays": 24.0}, NONE),
        ({"assumed": "a switch"}, f"a switch; {BY_KIT}"),
    ],
)
def test_what_is_left_to_a_kit_that_is_an_example_is_assumed(typed: dict[str, Any], words: str) -> None:
    assert by_kit(**typed)["assumed_words"] == words


def test_a_kit_of_a_source_is_none() -> None:
    made = by_kit().block.scenario
    sourced = tuple(replace(each, how_sure="read") if each is SERVER else each for each in KITS)
    assert size(replace(made, kits=sourced)).designs[0]["assumed_words"] == NONE


def test_what_new_starts_with_is_assumed_and_the_shipped_customer_is_priced_as_typed() -> None:
    by_kit = {design.design.name: design["assumed_words"] for design in size(by_kits()).designs}
    assert by_kit == {"NVMe": BY_KIT, "vSAN": BY_KIT, "HDD": NONE}
    assert all("1\N{NO-BREAK SPACE}024 GiB" in str(design["assumed_words"]) for design in size(today()).designs)
    assert {design["assumed_words"] for design in size(EXAMPLES["customer"]()).designs} == {NONE}
