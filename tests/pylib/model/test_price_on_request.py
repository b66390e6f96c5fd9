"""A part whose price nobody knows, and which each design takes alike, does not keep the designs from being ranked."""

from __future__ import annotations

from dataclasses import replace

import pytest
from tests.pylib.model.test_recommendation import compared, first

from vdi_sizing.model.sentences.targets import OPEN
from vdi_sizing.model.sizing import Sizing, size
from vdi_sizing.scenario import BillRow, Scenario
from vdi_sizing.tables.price_lists import Price
from vdi_sizing.words import NO_PRICE
from vdi_templates.examples import today

NAMES = ("SSD", "SSD, double capacity")


def with_a_project(quantity: float = 1, *, of: tuple[str, ...] = NAMES, amount: float | None = None) -> Scenario:
    """Two designs of Fujitsu, and a project on request on the bill of some."""
    scenario = compared(*NAMES)
    prices = (*scenario.prices, price(scenario, "Project", amount))
    rows = tuple(BillRow(name, "Project", quantity if name == of[0] else 1, "once") for name in of)
    return replace(scenario, prices=prices, bill=(*scenario.bill, *rows))


def price(scenario: Scenario, part: str, amount: float | None) -> Price:
    return Price(scenario.settings.price_list or "", part, None, amount, 0.0, "EUR", None)


def eur_of(sizing: Sizing) -> list[float]:
    return [float(design["ranked_eur"]) for design in sizing.designs]


def test_the_difference_is_known_without_it() -> None:
    lacking, free = size(with_a_project()), size(with_a_project(amount=0.0))
    assert [design["eur_per_user"] for design in lacking.designs] == [NO_PRICE, NO_PRICE]
    assert [design["lacks_alike"] for design in lacking.designs] == [1, 1]
    assert eur_of(lacking) == pytest.approx([float(design["known_eur_per_user"]) for design in free.designs])
    ssd, double = (round(each) for each in eur_of(lacking))
    assert first(lacking)["recommendation"] == (
        f"SSD is the cheapest design that exceeds no limit (no target is set): {ssd} EUR per user without Project "
        f"(its price is not known), about {double - ssd} EUR less than SSD, double capacity."
        " It rests on 3 of 4 targets and limits judged."
    )
    assert [design["cheapest"] for design in lacking.designs] == [1, 0]
    assert first(lacking)["mark"].endswith("; EUR without Project")
    assert [design["page_order_key"] for design in lacking.designs] == [0, round(100 * eur_of(lacking)[1])]


def test_its_share_of_the_whole_is_not_known() -> None:
    """By how many per cent one costs less hangs on what nobody knows."""
    assert " %)" in first(size(with_a_project(amount=1000.0)))["recommendation"]
    assert " %)" not in first(size(with_a_project()))["recommendation"]


@pytest.mark.parametrize(
    "scenario",
    [with_a_project(2), with_a_project(of=NAMES[:1])],
    ids=["one takes it twice", "one does not take it"],
)
def test_what_one_design_takes_otherwise_is_not_left_out(scenario: Scenario) -> None:
    sizing = size(scenario)
    assert [design["lacks_alike"] for design in sizing.designs] == [0, 0]
    assert "without Project" not in first(sizing)["recommendation"]


def test_two_prices_that_lack_are_too_many() -> None:
    scenario = with_a_project()
    licence = tuple(BillRow(name, "Licence", 1, "VM") for name in NAMES)
    prices = (*scenario.prices, price(scenario, "Licence", None))
    sizing = size(replace(scenario, prices=prices, bill=(*scenario.bill, *licence)))
    assert [design["lacks_alike"] for design in sizing.designs] == [0, 0]
    assert first(sizing)["recommendation"] == "No design that keeps its targets and limits has a purchase price."


def test_a_design_that_misses_its_targets_does_not_matter() -> None:
    """Disks are saturated, and are billed without the project."""
    scenario, disks = with_a_project(), compared("HDD")
    sizing = size(
        replace(
            scenario,
            designs=(*scenario.designs, *disks.designs),
            bill=(*scenario.bill, *disks.bill),
        )
    )
    assert [design["lacks_alike"] for design in sizing.designs] == [1, 1, 0]
    assert sizing.designs[2]["ranked_eur"] > 1e8


def test_a_tick_stands_for_a_price_alone() -> None:
    scenario = replace(with_a_project(), designs=tuple(
        replace(design, acknowledged="host_lost: as agreed; cores_unknown: measured on them")
        for design in compared(*NAMES).designs))  # fmt: skip
    assert first(size(scenario))["sign"] == OPEN


def test_todays_start_with_a_project_on_request() -> None:
    """As `new` begins: its project is on the bill of each design."""
    scenario = today()
    (project,) = {row.part for row in scenario.bill if row.per == "once"}
    prices = tuple(replace(each, amount=None if each.part == project else 100.0) for each in scenario.prices)
    sizing = size(replace(scenario, prices=prices))
    assert f"EUR per user without {project} (its price is not known)" in first(sizing)["recommendation"]
