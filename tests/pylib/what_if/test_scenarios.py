"""Named scenarios: every design with the same changes, beside designs that are changed one by one."""

from __future__ import annotations

from dataclasses import replace

from tests.pylib.what_if.scenarios import office

from vdi_sizing import Change, changed_at_once, named_scenarios
from vdi_sizing.model.sizing import size
from vdi_templates.examples import EXAMPLES


def test_every_design_is_as_with_the_same_dials() -> None:
    customer = replace(
        EXAMPLES["customer"](),
        named_changes=(Change("storm", "login IOPS per VM", 2.0), Change("storm", "number of users", 0.25)),
    )
    (storm,) = named_scenarios(customer)
    for at, sized in enumerate(storm.designs):
        then = changed_at_once(customer, at, login_iops_scale=2.0, users_scale=0.25).then
        for name in ("blocks", "hosts_beside", "drives_total", "known_users_eur", "binding_name", "response_words"):
            assert sized[name] == then[name]


def test_all_prices_by_a_fifth_more_cost_a_fifth_more_and_stand() -> None:
    customer = EXAMPLES["customer"]()
    dearer = next(each for each in named_scenarios(customer) if each.name == "higher prices")
    for was, then in zip(size(customer).designs, dearer.designs, strict=True):
        assert then.block.stands
        assert round(then["eur_per_user"] - 1.2 * was["eur_per_user"], 9) == 0


def test_a_lease_costs_a_fifth_more_where_all_prices_do() -> None:
    customer = EXAMPLES["customer"]()
    leased = tuple(
        replace(row, quantity=row.quantity / 4, recurs="per year") if row.part == "host" else row
        for row in customer.bill
    )
    scenario = replace(customer, bill=leased)
    dearer = next(each for each in named_scenarios(scenario) if each.name == "higher prices")
    prices = tuple(replace(price, amount=price.amount and price.amount * 1.2) for price in scenario.prices)
    typed = size(replace(scenario, prices=prices)).designs
    for was, then in zip(typed, dearer.designs, strict=True):
        assert then["errors_in_words"] == was["errors_in_words"] == "none"
        assert round(then["compared_eur"] - was["compared_eur"], 9) == 0


def test_the_cheapest_is_that_of_the_scenario() -> None:
    customer = replace(EXAMPLES["customer"](), named_changes=(Change("flash is dear", "drive prices", 10.0),))
    (dear,) = named_scenarios(customer)
    (cheapest,) = (sized for sized in dear.designs if sized.block.cheapest)
    assert cheapest["compared_eur"] == min(sized["compared_eur"] for sized in dear.designs)
    assert cheapest.design.name != next(d.design.name for d in size(customer).designs if d.block.cheapest)


def test_a_change_of_nothing_changes_nothing() -> None:
    same = replace(EXAMPLES["customer"](), named_changes=(Change("same", "number of users", 0.0),))
    (then,) = named_scenarios(same)
    for was, sized in zip(size(same).designs, then.designs, strict=True):
        for name in ("eur_per_user", "blocks", "mark", "ties", "less_words"):
            assert sized[name] == was[name]


def test_names_in_any_case_of_letters_are_one_scenario() -> None:
    changes = (Change("More", "number of users", 0.1), Change("more", "RAM per VM", 0.1))
    (more,) = named_scenarios(replace(office(), named_changes=changes))
    assert (more.name, len(more.changes)) == ("More", 2)


def test_without_changes_there_are_none() -> None:
    assert named_scenarios(replace(office(), named_changes=())) == ()
