"""What the report recommends, and what it says where it recommends nothing."""

from __future__ import annotations

import datetime
import re
from dataclasses import replace
from typing import Any

import pytest
from tests.pylib.model.office import CONTAINED

from vdi_sizing.model.ranking.marks import TARGETS
from vdi_sizing.model.sections import lines_by_name
from vdi_sizing.model.sentences.targets import GOOD, MEETS, NONE_SET, OPEN, VOID
from vdi_sizing.model.sizing import DesignSizing, Sizing, size
from vdi_sizing.scenario import BillRow, Scenario
from vdi_templates.examples import customer, etri, fujitsu, today

BAYS = "the drives do not fit into the bays: 4 drives, 3 more than its bays"
RESTS = " It rests on 3 of 4 targets and limits judged."
"""The document says nothing of the cores that its VMs were measured on."""


def compared(*names: str) -> Scenario:
    """Fujitsu's designs of these names."""
    scenario = fujitsu()
    designs = tuple(design for design in scenario.designs if design.name in names)
    bill = tuple(row for row in scenario.bill if row.design in names)
    return replace(scenario, designs=designs, bill=bill)


def first(sizing: Sizing) -> DesignSizing:
    return sizing.designs[0]


def twin_of_ssd(**changes: Any) -> Scenario:
    scenario = compared("SSD")
    (design,) = scenario.designs
    twin = replace(design, name="Twin", **changes)
    bill = tuple(replace(row, design="Twin") for row in scenario.bill)
    return replace(scenario, designs=(design, twin), bill=(*scenario.bill, *bill))


def test_a_lease_beside_a_purchase_is_compared_over_the_years() -> None:
    """A purchase alone would call a lease free of charge."""
    scenario = twin_of_ssd()
    leased = tuple(replace(row, recurs="per year") if row.design == "Twin" else row for row in scenario.bill)
    sizing = size(replace(scenario, bill=leased))
    bought, lease = sizing.designs
    assert lease["eur_per_user"] == 0
    assert lease["compared_eur"] == pytest.approx(5 * bought["eur_per_user"])
    assert first(sizing)["recommendation"] == (
        f"SSD is the cheapest design that {NONE_SET}: 217 EUR per user over 5 years, "
        f"about 868 EUR (80 %) less than Twin.{RESTS}"
    )
    alone = size(replace(compared("SSD"), bill=tuple(replace(r, recurs="per year") for r in compared("SSD").bill)))
    assert first(alone)["recommendation"] == (
        f"SSD is the only design that {NONE_SET}: 1\N{NO-BREAK SPACE}084 EUR per user over 5 years.{RESTS}"
    )


def test_a_design_whose_drives_nobody_pays_for_is_not_offered() -> None:
    """It would be the cheapest, since what is sized is not on its bill."""
    scenario = twin_of_ssd()
    bill = tuple(row for row in scenario.bill if (row.design, row.per) != ("Twin", "drive 1"))
    sizing = size(replace(scenario, bill=bill))
    assert first(sizing)["recommendation"] == (
        f"SSD is the only priced design that {NONE_SET}: 217 EUR per user.{RESTS}"
    )  # fmt: skip
    design, twin = scenario.designs
    contained = replace(twin, acknowledged=f"{twin.acknowledged}; drives_billed: in the price of the server")
    said = first(size(replace(scenario, designs=(design, contained), bill=bill)))["recommendation"]
    assert said.startswith(f"Twin is the cheapest design that {NONE_SET}: ")


def with_disks_of_the_customer(scenario: Scenario) -> Scenario:
    """The same with a bill of disks for the design of today's workbook whose response time is known."""
    hdd = scenario.designs[0]
    disk = scenario.drive(hdd.tiers[0].drive or "").part or ""
    price = replace(fujitsu().prices[0], price_list="ours", part=disk, amount=100.0)
    settings = replace(scenario.settings, price_list="ours")
    bill = (BillRow(hdd.name, disk, 1, "drive 1"),)
    contained = replace(hdd, acknowledged=CONTAINED, bays=240)
    return replace(scenario, designs=(contained,), prices=(price,), bill=bill, settings=settings)


def test_the_cheapest_that_misses_no_target_is_recommended_and_not_the_cheapest() -> None:
    sizing = size(fujitsu())
    by_name = {design.design.name: design for design in sizing.designs}
    assert by_name["Hybrid, two SSDs"]["known_eur_per_user"] < by_name["SSD"]["known_eur_per_user"]
    assert by_name["Hybrid, two SSDs"]["mark"] == "drives are saturated"
    assert [design["cheapest"] for design in sizing.designs] == [0, 1, 0, 0, 0]
    eur = {name: round(by_name[name]["known_eur_per_user"]) for name in ("SSD", "SSD, double capacity")}
    less = eur["SSD, double capacity"] - eur["SSD"]
    assert first(sizing)["recommendation"] == (
        f"SSD is the cheapest design that {NONE_SET}: {eur['SSD']} EUR per user, "
        f"about {less} EUR ({100 * less / eur['SSD, double capacity']:.0f} %) less than SSD, double capacity.{RESTS}"
    )


def test_the_only_design_is_said_to_be_the_only_one() -> None:
    said = first(size(compared("SSD", "HDD")))["recommendation"]
    assert said.startswith(f"SSD is the only design that {NONE_SET}: ")
    assert said.endswith(f" EUR per user.{RESTS}")


def test_every_target_is_met_only_where_the_response_time_is_known() -> None:
    sized = first(size(with_disks_of_the_customer(today())))
    assert isinstance(sized["response_words"], float)
    assert sized["mark"] == f"{NONE_SET}, but: hardware is assumed"
    words = ("assumed",)
    (design,) = (each for each in with_disks_of_the_customer(today()).designs if each.name == sized.design.name)
    accepted = replace(
        design,
        bays=240,
        response_limit_ms=20,
        acknowledged="; ".join([CONTAINED, *(f"{word}: as agreed" for word in words)]),
    )
    agreed = first(size(replace(with_disks_of_the_customer(today()), designs=(accepted,))))
    assert agreed["mark"] == MEETS
    assert f"{sized.design.name} is the only design that {MEETS}: " in agreed["recommendation"]
    assert first(size(compared("SSD")))["mark"] == (
        f"{NONE_SET}; response time not known, but: too few hosts while one is lost"
    )


def test_designs_that_cost_the_same_are_both_the_cheapest() -> None:
    sizing = size(twin_of_ssd())
    assert [design["cheapest"] for design in sizing.designs] == [1, 1]
    assert first(sizing)["recommendation"] == f"2 designs that miss no target cost the same: 217 EUR per user.{RESTS}"


def test_none_that_meets_its_targets_and_why() -> None:
    sizing = size(compared("HDD", "Hybrid, two SSDs"))
    assert first(sizing)["recommendation"] == "No design meets every target and limit."
    assert [design["why_not"] for design in sizing.designs] == [
        "; HDD: drives are saturated", "; Hybrid, two SSDs: drives are saturated",
    ]  # fmt: skip


def test_where_each_design_has_a_wrong_input_no_target_is_judged() -> None:
    """A VM of 2 TB fits on no server with drives of its own: that is said, and not that a target is missed."""
    made = customer()
    groups = (replace(made.groups[0], delta_gb=2_000_000.0),)
    sizing = size(replace(made, groups=groups))
    assert all(design["errors"] for design in sizing.designs)
    assert all(design["sign"] == VOID for design in sizing.designs)
    assert first(sizing)["recommendation"].startswith("No answer: each design has a wrong input. Its card says which")
    one_wrong = (replace(made.designs[0], bays=1), *made.designs[1:])
    assert "No answer" not in first(size(replace(made, designs=one_wrong)))["recommendation"]


def test_a_design_with_an_error_is_not_offered_and_says_its_error() -> None:
    sizing = size(twin_of_ssd(bays=1))
    twin = sizing.designs[1]
    assert (twin["offered"], twin["mark"]) == (0, f"error: {BAYS}")
    assert first(sizing)["recommendation"].startswith("SSD is the only design")
    assert f"·  Twin: {BAYS}.\n" in first(sizing)["to_know"]


def test_a_price_beyond_all_reason_is_no_offer() -> None:
    """It would be more than what stands for no offer, and no design would be the cheapest."""
    scenario = compared("SSD")
    prices = tuple(replace(price, amount=1e12) for price in scenario.prices)
    x = first(size(replace(scenario, prices=prices)))
    assert (x["priced"], x["offered"]) == (1, 0)
    assert x["recommendation"] == "No design that keeps its targets and limits has a purchase price."


def test_without_prices_nothing_is_recommended() -> None:
    assert first(size(today()))["recommendation"] == "No design that keeps its targets and limits has a purchase price."


def test_a_design_that_misses_nothing_and_has_no_price_is_open() -> None:
    scenario = twin_of_ssd(spare_blocks=1)
    design, twin = scenario.designs
    spared = replace(scenario, designs=(replace(design, spare_blocks=1), twin))
    assert [sized["sign"] for sized in size(spared).designs] == [GOOD, GOOD]
    unpriced = size(replace(spared, bill=tuple(row for row in spared.bill if row.design == "SSD")))
    assert [sized["sign"] for sized in unpriced.designs] == [GOOD, OPEN]
    assert unpriced.designs[1]["mark"] == f"{NONE_SET}; response time not known; no price"
    assert first(unpriced)["subline"].endswith("oldest price of 2011-06-01, net")


def test_the_page_says_when_the_first_price_expires_and_that_others_have_no_last_day() -> None:
    """Sized as of 2026-11-21, whatever day it is."""
    scenario = twin_of_ssd(spare_blocks=1)

    def subline(ends: dict[str, datetime.date], as_of: datetime.date = scenario.settings.as_of) -> str:
        prices = tuple(replace(price, valid_until=ends.get(price.part)) for price in scenario.prices)
        settings = replace(scenario.settings, as_of=as_of)
        return str(first(size(replace(scenario, prices=prices, settings=settings)))["subline"])

    day, later = datetime.date(2027, 1, 31), datetime.date(2027, 3, 31)
    parts = sorted({row.part for row in scenario.bill})
    assert len(parts) > 1
    assert subline({}).endswith("oldest price of 2011-06-01, net")
    every = {**dict.fromkeys(parts, later), parts[-1]: day}
    assert subline(every).endswith("2011-06-01, the first price expires on 2027-01-31, net")
    others = ", others have no last day, net"
    assert subline({parts[0]: day}).endswith(f"2011-06-01, the first price expires on 2027-01-31{others}")
    assert subline(every, day).endswith(", the first price expires on 2027-01-31, net"), "it holds on its last day"
    after = datetime.date(2027, 2, 1)
    assert subline(every, after).endswith(", the first price expired since 2027-01-31, net")


def test_of_all_designs_the_first_price_to_expire_counts() -> None:
    scenario = twin_of_ssd()
    bought = replace(scenario.prices[0], part="more", amount=1.0, valid_until=datetime.date(2026, 12, 24))
    bill = (*scenario.bill, BillRow("Twin", "more", 1, "user"))
    said = first(size(replace(scenario, prices=(*scenario.prices, bought), bill=bill)))["subline"]
    assert said.endswith(", the first price expires on 2026-12-24, others have no last day, net")


def test_a_design_with_an_error_and_no_bill_is_no_second_date_and_leaves_a_reserve() -> None:
    scenario = twin_of_ssd(spare_blocks=1)
    named = (*scenario.designs, replace(scenario.designs[0], name="no bill", bays=1))
    sizing = size(replace(scenario, designs=named, settings=replace(scenario.settings, customer="A", author="B")))
    assert [sized["sign"] for sized in sizing.designs][2] == VOID
    assert "oldest price of 2011-06-01, net" in first(sizing)["subline"]
    assert first(sizing)["recommendation"].endswith(". Not final: a design has an error.")
    assert "Not final" not in first(size(scenario))["recommendation"]


def cheaper_by(eur: float) -> Sizing:
    """A twin of a design that costs its users so many EUR more each, by a part of that price."""
    scenario = twin_of_ssd()
    dearer = replace(scenario.prices[0], part="more", amount=eur)
    bill = (*scenario.bill, BillRow("Twin", "more", 1, "user"))
    return size(replace(scenario, prices=(*scenario.prices, dearer), bill=bill))


@pytest.mark.parametrize(
    ("eur", "words"), [(0.6, "about 1 EUR less"), (1.4, "about 1 EUR (1 %) less"), (10.67, "about 11 EUR (5 %) less")]
)
def test_a_difference_is_that_of_the_cents(eur: float, words: str) -> None:
    said = first(cheaper_by(eur))["recommendation"]
    assert said == f"SSD is the cheapest design that {NONE_SET}: 217 EUR per user, {words} than Twin.{RESTS}"


@pytest.mark.parametrize(
    ("eur", "words"), [(0.4, "about 100 EUR in all less"), (0.002, "about 1 EUR in all less"),  # 250 users
                       (0.0004, "under 1 EUR in all less")]
)  # fmt: skip
def test_less_than_half_a_eur_per_user_is_said_in_all(eur: float, words: str) -> None:
    sizing = cheaper_by(eur)
    assert [round(sized["known_eur_per_user"]) for sized in sizing.designs] == [217, 217]
    assert [sized["cheapest"] for sized in sizing.designs] == [1, 0]
    said = first(sizing)["recommendation"]
    assert said == f"SSD is the cheapest design that {NONE_SET}: 217 EUR per user, {words} than Twin.{RESTS}"


def test_the_same_are_amounts_that_are_the_same_to_the_cent_in_all() -> None:
    """0.00001 EUR for each of 250 users are a quarter of a cent."""
    sizing = cheaper_by(0.00001)
    assert [sized["cheapest"] for sized in sizing.designs] == [1, 1]
    assert first(sizing)["recommendation"] == f"2 designs that miss no target cost the same: 217 EUR per user.{RESTS}"


def test_the_cheapest_has_the_first_card_also_by_less_than_a_cent_per_user() -> None:
    scenario = cheaper_by(0.0004).scenario
    dearer, cheaper = size(replace(scenario, designs=scenario.designs[::-1])).designs
    assert (dearer["cheapest"], cheaper["cheapest"]) == (0, 1)
    assert cheaper["page_order_key"] < dearer["page_order_key"]


def test_beside_a_rival_without_a_price_it_is_the_cheapest_of_those_priced() -> None:
    scenario = twin_of_ssd()
    assert first(size(scenario))["cheapest_words"] == "cheapest, "
    rival = replace(scenario.designs[0], name="Rival")
    beside = replace(scenario, designs=(*scenario.designs, rival))
    assert [sized["cheapest_words"] for sized in size(beside).designs] == ["cheapest of those priced, "] * 2 + [""]
    leased = tuple(replace(row, recurs="per year") for row in beside.bill)
    assert first(size(replace(beside, bill=leased)))["cheapest_words"] == "cheapest over 5 years of those costed, "
    saturated = replace(scenario, designs=(*scenario.designs, fujitsu().designs[0]))
    assert first(size(saturated))["cheapest_words"] == "cheapest, ", "what misses a target is no rival"


def test_a_thousand_users_are_written_in_groups_of_digits() -> None:
    assert first(size(customer()))["headline"] == "Virtual desktops for 1\N{NO-BREAK SPACE}000 users, 801 VMs at a time"


def test_designs_for_different_users_are_not_compared() -> None:
    sized = first(size(etri()))
    assert sized["recommendation"].startswith("The designs carry different users")
    assert "solution" not in sized["recommendation"]
    assert sized["headline"] == "Virtual desktops for several groups of users"


def test_a_warning_is_said_once_and_of_whom() -> None:
    said = first(size(fujitsu()))["to_know"].split("\n")
    assert said[:4] == [
        "·  3 designs: the load of a block saturates some of its drives.",
        "·  All designs: the cores of the hosts or the vCPU of the VMs are not given: nothing is limited by them.",
        "·  All designs: the hosts do not carry their users while one of them is lost.",
        "·  All designs: the prices are older than the limit.",
    ]
    assert "·  HDD: the load of a block saturates some of its drives." in first(size(compared("HDD", "SSD")))["to_know"]


@pytest.mark.parametrize(("years", "words"), [(1, "1 year"), (5, "5 years")])
def test_years_are_counted_in_words(years: float, words: str) -> None:
    scenario = fujitsu()
    leased = tuple(replace(row, recurs="per year") for row in scenario.bill)
    sizing = size(replace(scenario, bill=leased, settings=replace(scenario.settings, years=years)))
    assert f" EUR per user over {words}, " in first(sizing)["recommendation"]


def test_designs_of_different_users_have_no_cheapest() -> None:
    scenario = fujitsu()
    others = replace(scenario.groups[0], case="other")
    designs = (*scenario.designs[:-1], replace(scenario.designs[-1], case="other"))
    sizing = size(replace(scenario, groups=(*scenario.groups, others), designs=designs))
    assert sum(design["offered"] for design in sizing.designs) > 1
    assert [design["cheapest"] for design in sizing.designs] == [0] * len(designs)
    assert "read each by itself" in first(sizing)["recommendation"]


def test_a_design_that_is_cheaper_over_the_years_is_named_beside_the_one_that_is_cheaper_to_buy() -> None:
    scenario = customer()
    thirsty = replace(scenario.designs[0], block_watts=1500.0)
    x = first(size(replace(scenario, designs=(thirsty, *scenario.designs[1:]))))
    assert x["recommendation"].startswith("NVMe cluster is the cheapest design")
    words = x["recommendation"].replace("\N{NO-BREAK SPACE}", " ")
    assert words.endswith(" Over 5 years the cheapest is All-flash array: 1 163 EUR per user, and not 1 289.")
    assert x["cheapest_words"] == "cheapest to buy, "
    barely = replace(scenario, designs=(replace(thirsty, block_watts=625.0), *scenario.designs[1:]))
    near = size(barely)
    nvme, flash = (sized["known_total_eur"] for sized in near.designs[:2])
    less = nvme - flash
    assert 0 < less < 1000, "both round to as many EUR for each of 1,000 users"
    assert first(near)["later_words"] == (
        f" Over 5 years the cheapest is All-flash array, about {less:.0f} EUR in all less than NVMe cluster."
    )
    unknown = replace(scenario.designs[2], beside_watts=None)
    sized = first(size(replace(scenario, designs=(thirsty, scenario.designs[1], unknown, scenario.designs[3]))))
    assert sized["later_words"].replace("\N{NO-BREAK SPACE}", " ") == (
        " Over 5 years the cheapest of those known is All-flash array: 1 163 EUR per user, and not 1 289."
    )
    sized = first(size(replace(scenario, designs=(*scenario.designs[:2], unknown, scenario.designs[3]))))
    assert sized["later_words"] == f" Over 5 years the cost is not known of {unknown.name}."
    assert sized["cheapest_words"] == "cheapest to buy, "
    both = replace(scenario.designs[1], block_watts=None)
    sized = first(size(replace(scenario, designs=(scenario.designs[0], both, unknown, scenario.designs[3]))))
    assert sized["later_words"] == " Over 5 years the cost is not known of 2 designs."
    assert (first(size(scenario))["later_words"], first(size(scenario))["cheapest_words"]) == ("", "cheapest, ")


def test_of_designs_that_cost_the_same_the_offer_says_whose_it_is() -> None:
    twins = first(size(twin_of_ssd()))
    assert twins["offer"].startswith("SSD: It takes 4 servers")
    assert first(size(compared("SSD")))["offer"].startswith("It takes 4 servers")


def test_the_second_line_names_customer_author_and_dates() -> None:
    settings = replace(fujitsu().settings, customer="Example Ltd", author="A. Author")
    sized = first(size(replace(fujitsu(), settings=settings)))
    assert sized["subline"] == (
        "Example Ltd · A. Author · 5 designs compared · sizing of 2026-11-21 · oldest price of 2011-06-01, net"
    )
    assert first(size(today()))["subline"] == "3 designs compared · sizing of 2026-11-21"


@pytest.mark.parametrize("position", range(len(TARGETS)))
def test_each_target_is_looked_at(position: int) -> None:
    """A design that misses one target alone is not offered, and its mark says which."""
    check, words = TARGETS[position]
    block = first(size(compared("SSD"))).block
    for target, _ in TARGETS:
        vars(block)[target.name] = float(target is not check)
    assert (block.mark, block.targets_met, block.offered) == (words, 0, 0)


def test_one_of_something_is_no_plural() -> None:
    sized = first(size(twin_of_ssd()))
    assert sized["to_buy"] == "4 servers, 16 drives"
    assert first(size(replace(today(), designs=(today().designs[1],), bill=())))["to_buy"].startswith(
        "2 servers (1 in reserve), "
    )
    design = replace(today().designs[1], given_vms=100, spare_blocks=0)
    assert first(size(replace(today(), designs=(design,), bill=())))["to_buy"].startswith("1 server, ")


def test_no_formula_is_longer_than_can_be_read() -> None:
    names = ("mark", "recommendation", "offer", "to_buy", "subline", "headline", "lacking", "to_know")
    assert {
        name: len(lines_by_name()[name].formula) for name in names if len(lines_by_name()[name].formula) > 800
    } == {}


def test_numbers_of_four_digits_stand_in_groups_in_every_sentence() -> None:
    scenario = fujitsu()
    groups = tuple(replace(group, vms=None if group.vms is None else 1000 * group.vms) for group in scenario.groups)
    sizing = size(replace(scenario, groups=groups))
    for sized in sizing.designs:
        said = (sized["to_buy"], sized["offer"], sized["headline"], sized["recommendation"])
        assert not [words for words in said if re.search(r"\d{4}", words)]
    assert first(sizing)["to_buy"] == "7\N{NO-BREAK SPACE}932 servers, 15\N{NO-BREAK SPACE}864 drives"
