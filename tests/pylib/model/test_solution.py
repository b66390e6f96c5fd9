"""One solution of several designs: what its parts come to, and what the page then says."""

from __future__ import annotations

import datetime
from dataclasses import replace
from typing import Any

import pytest

from vdi_sizing.errors import InputError
from vdi_sizing.model.sizing import size
from vdi_sizing.scenario import BillRow, Design, Scenario, Settings, UserGroup
from vdi_sizing.tables.drives import DRIVES
from vdi_sizing.tables.price_lists import Price
from vdi_sizing.tables.raid_levels import RAID_LEVELS

DAY = datetime.date(2026, 11, 21)
USERS = (
    UserGroup("office", "office", 600, ram_gib=8, vcpus=2, steady_iops=10, steady_read_share=0.4, delta_gb=0),
    UserGroup("CAD", "CAD", 60, ram_gib=32, vcpus=8, steady_iops=40, steady_read_share=0.4, delta_gb=0),
    UserGroup("call centre", "calls", 100, ram_gib=4, vcpus=2, steady_iops=5, steady_read_share=0.4, delta_gb=0),
)
EUR = {"office host": 20_000.0, "GPU host": 30_000.0, "call host": 9_000.0}
PER_SERVER = {"office hosts": 110.0, "GPU hosts": 15.0, "call hosts": 60.0}
"""How many VMs a server carries: 600 of the office take 6 servers, 60 of CAD 4, 100 of the calls 2; each one more."""


def solution(**parts: dict[str, Any]) -> Scenario:
    """Hosts of the office that head a solution, with those of CAD and of a call centre."""
    cases = {"office hosts": "office", "GPU hosts": "CAD", "call hosts": "calls"}
    usual: dict[str, Any] = {
        "usable_iops": 5000.0,
        "ram_gib": 2048.0,
        "cores": 128.0,
        "vcpus_per_core": 8.0,
        "spare_blocks": 1.0,
    }
    designs = tuple(
        Design(
            name=name,
            **{
                **usual,
                "case": case,
                "given_vms": PER_SERVER[name],
                "part_of": None if case == "office" else "Office Hosts",
                **parts.get(case, {}),
            },
        )
        for name, case in cases.items()
    )
    bill = tuple(BillRow(name, part, 1, "block") for name, part in zip(cases, EUR, strict=True))
    prices = tuple(Price("list", part, None, eur, 0.0, "EUR", DAY, "offer") for part, eur in EUR.items())
    return Scenario(USERS, designs, DRIVES, RAID_LEVELS, Settings(DAY, price_list="list"), prices, bill)


def test_a_solution_adds_up_what_its_parts_come_to() -> None:
    """Servers of 20,000, 30,000 and 9,000 EUR: 140,000 + 150,000 + 27,000 EUR for 600 + 60 + 100 users."""
    office, cad, calls = size(solution()).designs
    assert [each["solution_parts"] for each in (office, cad, calls)] == [2, 0, 0]
    assert (office["solution_users"], office["solution_hosts"], office["solution_eur"]) == (760, 15, 317_000)
    assert office["solution_eur_per_user"] == pytest.approx(317_000 / 760)
    assert office["solution_total_eur"] == pytest.approx(317_000)
    assert office["solution_total_eur_per_user_month"] == pytest.approx(317_000 / 760 / 60)
    assert office["headline"] == "Virtual desktops for 760 users"
    assert office["solution_called"] == "office hosts with GPU hosts and 1 more"
    assert office["recommendation"].replace("\u00a0", " ") == (
        "office hosts with GPU hosts and 1 more is one solution for 760 users: 417 EUR per user, 317 000 EUR in all; "
        f"{office['solution_verdict']}. Each part has its own answer."
    )
    assert [each["users_eur"] for each in (office, cad, calls)] == [140_000, 150_000, 27_000]
    assert [each["solution_eur"] for each in (cad, calls)] == ["–", "–"]
    assert [each["solution_total_eur_per_user_month"] for each in (cad, calls)] == ["–", "–"]
    assert [each["cheapest"] for each in (office, cad, calls)] == [0, 0, 0]


def test_the_verdict_is_no_better_than_that_of_any_part() -> None:
    verdicts = {
        "no part misses a target or exceeds a limit": solution(),
        "not every part is known to meet its targets": solution(CAD={"ram_gib": None}),
    }
    for verdict, scenario in verdicts.items():
        assert size(scenario).designs[0]["solution_verdict"] == verdict


def test_a_solution_lacks_the_price_that_a_part_lacks() -> None:
    whole = solution()
    lacking = replace(whole, prices=(*whole.prices[:2], replace(whole.prices[2], amount=None)))
    office = size(lacking).designs[0]
    assert office["users_eur"] == 140_000
    assert (office["solution_eur"], office["solution_eur_per_user"]) == ("no price", "no price")
    assert (office["solution_users"], office["solution_hosts"]) == (760, 15)
    assert "760 users: no EUR, as those of a part are not known;" in office["recommendation"]


def test_a_solution_has_no_answer_where_a_part_has_none() -> None:
    office, cad, _ = size(solution(CAD={"given_vms": None, "ram_gib": 16.0, "usable_iops": 10.0})).designs
    assert cad["stands"] == 0
    assert (office["stands"], office["solution_hosts"], office["solution_eur"]) == (1, "error", "no price")
    assert office["solution_verdict"] == "not every part is known to meet its targets"
    assert office["recommendation"].endswith("Each part has its own answer. Not final: a design has an error.")


def test_designs_beside_a_solution_are_read_by_themselves() -> None:
    office, *_ = size(solution(calls={"part_of": None})).designs
    assert (office["solution_users"], office["solution_eur"]) == (660, 290_000)
    assert office["recommendation"].startswith("The designs carry different users")
    assert office["recommendation"].endswith("Comparison adds up the parts of a solution.")
    assert office["headline"] == "Virtual desktops for several groups of users"


@pytest.mark.parametrize(
    ("parts", "expected"),
    [
        ({"CAD": {"part_of": "ofice hosts"}}, "part of is 'ofice hosts'; expected another design of the sheet Designs"),
        ({"CAD": {"part_of": "GPU hosts"}}, "part of is 'GPU hosts'; expected another design of the sheet Designs"),
        ({"CAD": {"part_of": "call hosts"}}, "expected a design that is no part itself: 'call hosts' is part of"),
        ({"CAD": {"case": "office"}}, "load case is 'office'; expected another load case than that of 'office hosts'"),
        ({"calls": {"case": "CAD"}}, "load case is 'CAD'; expected another load case than that of 'GPU hosts'"),
    ],
)
def test_what_a_part_may_not_name_is_told(parts: dict[str, dict[str, Any]], expected: str) -> None:
    with pytest.raises(InputError) as error:
        size(solution(**parts))
    assert expected in str(error.value)
    assert str(error.value).startswith("designs ")


@pytest.mark.parametrize("recurs", ["bought once", "per year"])
def test_a_design_whose_eur_are_known_lacks_nothing_though_designs_for_different_users_have_no_place(
    recurs: str,
) -> None:
    scenario = solution()
    bill = tuple(replace(row, recurs=recurs) for row in scenario.bill)
    for each in size(replace(scenario, bill=bill)).designs:
        assert (each["over_years"], each["eur_known"], each["price_lacking"]) == (recurs == "per year", 1, "")
    free = tuple(replace(price, amount=0.0) for price in scenario.prices)
    for each in size(replace(scenario, bill=bill, prices=free)).designs:
        assert (each["eur_known"], each["price_lacking"]) == (0, "it has no EUR to compare")
