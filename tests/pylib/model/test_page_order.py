"""The order of the designs on the page: what can be recommended by its cents, and behind it what cannot."""

from __future__ import annotations

from dataclasses import replace

from vdi_sizing.model.ranking.page_order import FREE, MISSED, UNPRICED, VOID
from vdi_sizing.model.sizing import size
from vdi_sizing.scenario import Scenario
from vdi_templates.examples import customer, etri, fujitsu


def keys(scenario: Scenario) -> list[float]:
    return [design["page_order_key"] for design in size(scenario).designs]


def test_what_can_be_recommended_goes_by_cents_behind_the_cheapest() -> None:
    sizing = size(customer())
    assert keys(customer()) == [0, *(round(100 * design["eur_per_user"]) for design in sizing.designs[1:])]


def test_behind_it_stands_what_lacks_a_price_misses_a_target_or_has_an_error() -> None:
    unpriced = tuple(replace(price, amount=None) if "DC600M" in price.part else price for price in customer().prices)
    assert keys(replace(customer(), prices=unpriced))[2] == UNPRICED
    hdd, ssd, *others = fujitsu().designs
    assert keys(replace(fujitsu(), designs=(hdd, replace(ssd, bays=1), *others)))[:2] == [MISSED, VOID]
    assert size(customer()).stand_in["page_order_key"] == FREE


def test_designs_of_different_users_are_not_ranked() -> None:
    assert set(keys(etri())) == {0.0}
