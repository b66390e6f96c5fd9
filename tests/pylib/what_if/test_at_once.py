"""Several drivers changed at once: what `size` says of a scenario in which all of it is so."""

from __future__ import annotations

from dataclasses import replace

import pytest

from vdi_sizing import changed_at_once
from vdi_sizing.errors import InputError
from vdi_sizing.model.names import places
from vdi_sizing.model.sizing import size
from vdi_sizing.what_if.drivers import AT_ONCE, DRIVERS
from vdi_templates.examples import EXAMPLES, today
from vdi_templates.examples.fujitsu import fujitsu


def numbers() -> list[str]:
    return [name for name, (_, figure) in places().items() if figure.swept]


@pytest.mark.parametrize("name", EXAMPLES)
def test_without_changes_a_design_is_as_it_is(name: str) -> None:
    scenario = EXAMPLES[name]()
    for at, design in enumerate(size(scenario).designs):
        found = changed_at_once(scenario, at, users_scale=0, steady_read_share=0, max_utilization=0)
        assert all(found.base[each] == found.then[each] == design[each] for each in numbers())
        assert found.difference("blocks") == 0


def test_more_users_with_more_load_at_higher_prices_are_sized_as_such_a_scenario() -> None:
    scenario = fujitsu()
    groups = tuple(
        replace(each, vms=each.vms * 1.2, steady_iops=(each.steady_iops or 0) * 1.1) for each in scenario.groups
    )
    prices = tuple(replace(each, amount=each.amount and each.amount * 1.5) for each in scenario.prices)
    settings = replace(scenario.settings, discount_rate=scenario.settings.discount_rate + 0.04)
    designs = tuple(replace(each, max_utilization=0.7) for each in scenario.designs)
    then = size(replace(scenario, groups=groups, prices=prices, settings=settings, designs=designs))
    by = 0.7 - scenario.designs_in_use[0].max_utilization
    for at, design in enumerate(then.designs):
        found = changed_at_once(
            scenario, at, users_scale=0.2, steady_iops_scale=0.1, drive_price_scale=0.5, other_price_scale=0.5,
            discount_rate=0.04, max_utilization=by,
        )  # fmt: skip
        for name in ("vms_per_block", "blocks", "drives_total", "known_users_eur", "known_total_eur", "response_ms"):
            assert found.then[name] == pytest.approx(design[name]), name
        assert found.then.block.binding_name == design["binding_name"]


def test_the_interest_and_the_prices_of_what_is_paid_per_year_are_both_changed() -> None:
    """The sum of the bill follows the interest first: scaled before, it would stay at the old one."""
    row = replace(fujitsu().bill[0], recurs="per year", per="block")
    scenario = replace(fujitsu(), bill=(row,))
    both = changed_at_once(scenario, discount_rate=0.05, drive_price_scale=0.5, other_price_scale=0.5).then
    interest = changed_at_once(scenario, discount_rate=0.05).then
    assert interest["known_recurring_eur"] < changed_at_once(scenario).base["known_recurring_eur"]
    assert both["known_recurring_eur"] == pytest.approx(1.5 * interest["known_recurring_eur"])
    assert both["check_bill"] == both["check_payments"] == 1


def test_the_share_of_reads_stays_whatever_else_is_changed() -> None:
    scenario = today()
    reads, writes = DRIVERS["steady_read_share"].targets
    found = changed_at_once(scenario, steady_read_share=0.1, users_scale=1, all_iops_scale=1, growth_per_year=0.05)
    was, now = ((each[reads], each[writes]) for each in (found.base, found.then))
    assert now[0] / sum(now) == pytest.approx(was[0] / sum(was) + 0.1)
    assert sum(now) == pytest.approx(sum(was) * 4 * 1.05**scenario.settings.years)


def test_every_driver_of_the_sheet_is_changed_once() -> None:
    assert sorted(driver.name for driver in AT_ONCE) == sorted(DRIVERS)


@pytest.mark.parametrize(
    ("design", "changes", "message"),
    [
        (9, {}, "design is 9; expected a position from 0 to"),
        (0, {"years": 0.1}, "driver is 'years'; expected one of: users_scale"),
        (0, {"users_scale": -1}, "expected a number of at least -0.99"),
    ],
)
def test_what_cannot_be_changed_is_refused(design: int, changes: dict[str, float], message: str) -> None:
    with pytest.raises(InputError, match=message):
        changed_at_once(fujitsu(), design, **changes)
