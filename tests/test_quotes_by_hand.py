"""The quotes worked by hand: what their page types is sized, and each figure is that of its arithmetic."""

from __future__ import annotations

import datetime
import math
import re
from collections.abc import Mapping
from typing import Any

import pytest
from tests.test_readme import text

from vdi_sizing.formulas.licences import licensed_cores
from vdi_sizing.inputs import inputs_of
from vdi_sizing.model.sizing import DesignSizing, Sizing, size
from vdi_sizing.scenario import BillRow, Design, Scenario, Settings, Tier, UserGroup
from vdi_sizing.tables.drives import DRIVES
from vdi_sizing.tables.price_lists import Price
from vdi_sizing.tables.raid_levels import RAID_LEVELS
from vdi_templates.evidence import CASES

PAGE = "docs/quotes.md"
LIST, CASE, AS_OF = "example prices", "day", datetime.date(2026, 11, 21)
FIGURES = {
    "hosts": "hosts_paid",
    "users": "users_whole",
    "VMs": "vms_whole",
    "VMs of CAD on a GPU": "vm2_of_gpu",
    "cores of a host": "host_cores",
    "W of the GPUs of a host": "gpus_power_w",
    "hosts at least, by RAM": "least_by_ram",
    "hosts at least, by cores": "least_by_vcpus",
    "hosts at least, by GPUs": "least_by_gpus",
    "VMs that a host carries": "host_vms_most",
    "VMs of a host while one is lost": "host_lost_vms",
    "drives": "drives_total",
    "EUR to buy": "known_users_eur",
    "EUR over five years": "known_total_eur",
    "EUR per user and month": "known_total_eur_per_user_month",
    "users of the solution": "solution_users",
    "hosts of the solution": "solution_hosts",
    "EUR to buy of the solution": "solution_eur",
    "EUR over five years of the solution": "solution_total_eur",
    "EUR per user of the solution, five years": "solution_total_eur_per_user",
}
"""What the page calls a figure, and its name; of all else but EUR per year it says how many are bought."""
Rows = list[dict[str, str]]


def sections() -> dict[str, str]:
    """The quotes by their titles."""
    _, *quotes = re.split(r"^## ", text(PAGE), flags=re.MULTILINE)
    return {title: body for title, _, body in (quote.partition("\n") for quote in quotes) if "| figure |" in body}


def tables(body: str) -> dict[str, Rows]:
    """The tables of a quote by the head of their first column, each with its rows."""
    found: dict[str, Rows] = {}
    for table in re.findall(r"(?:^\|.*\|\n)+", body, re.MULTILINE):
        head, _, *lines = ([cell.strip() for cell in line.split("|")[1:-1]] for line in table.splitlines())
        found[head[0]] = [dict(zip(head, line, strict=True)) for line in lines]
    return found


def value(said: str) -> Any:
    """A number where it is one; blank is not given."""
    return float(said) if re.fullmatch(r"[\d.]+", said) else said or None


def by_label(record: type, said: Mapping[str, str], before: str = "") -> dict[str, Any]:
    """The inputs of a record by the labels that their sheet shows."""
    names = {before + field.label: name for name, field in inputs_of(record).items()}
    return {names[label]: value(cell) for label, cell in said.items() if label in names and cell}


def design(name: str, rows: Rows) -> Design:
    said = {row["design"]: row[name] for row in rows}
    tier, own = by_label(Tier, said, "tier 1: "), by_label(Design, said)
    assert len(tier) + len(own) == sum(cell != "" for cell in said.values()), "an input of the page is not known"
    return Design(name, tiers=(Tier(**tier),), **{"case": CASE, **own})


def quote(body: str) -> Scenario:
    """What the tables of a quote type."""
    of = tables(body)
    groups = tuple(UserGroup(**{"case": CASE, **by_label(UserGroup, row)}) for row in of["user group"])
    designs = tuple(design(name, of["design"]) for name in list(of["design"][0])[1:])
    prices, bill = {}, []
    for row in of["part"]:
        prices[row["part"]] = Price(LIST, row["part"], None, float(row["EUR"]), 0.0, "EUR", AS_OF, "example")
        for one in designs:
            if row["of"] in ("all", one.name):
                asked = {"recurs": row["recurs"], "metric": row["licence metric"] or None,
                         "group": row.get("user group") or None}  # fmt: skip
                bill.append(BillRow(one.name, row["part"], float(row["quantity"]), row["per"], **asked))  # type: ignore[arg-type]
    settings = Settings(AS_OF, price_list=LIST)
    return Scenario(groups, designs, DRIVES, RAID_LEVELS, settings, tuple(prices.values()), tuple(bill))


def figure(sizing: DesignSizing, called: str) -> float:
    if called == "EUR per year":
        return sum(line.yearly_eur for line in sizing.bill)
    if called in FIGURES:
        return float(sizing[FIGURES[called]])
    (line,) = (line for line in sizing.bill if line.part == called)
    return line.quantity_for_users


def worked_out(by_hand: str) -> float:
    """The arithmetic of the page, as a number."""
    plain = by_hand.replace("×", "*").replace("−", "-").replace(",", "")
    assert re.fullmatch(r"(?:up|down|max|[\d.+\-*/(); ])+", plain), by_hand
    return float(eval(plain.replace(";", ","), {"__builtins__": {}, "up": math.ceil, "down": math.floor, "max": max}))


@pytest.fixture(scope="module")
def sizings() -> dict[str, Sizing]:
    return {title: size(quote(body)) for title, body in sections().items()}


def test_each_figure_is_that_of_its_arithmetic_and_of_the_workbook(sizings: dict[str, Sizing]) -> None:
    checked = 0
    for title, body in sections().items():
        designs = {sizing.design.name: sizing for sizing in sizings[title].designs}
        for row in tables(body)["figure"]:
            for name in [name for name, cell in list(row.items())[2:] if cell]:
                called, (hand, _, said) = row["figure"], row[name].rpartition(" = ")
                stated = float(said.replace(",", ""))
                tolerance = 0.005 if "." in said else 1e-6
                assert worked_out(hand or said) == pytest.approx(stated, abs=tolerance), (
                    title,
                    name,
                    called,
                    "by hand",
                )
                found = figure(designs[name], called)
                assert found == pytest.approx(stated, abs=tolerance), (title, name, called)
                checked += 1
    assert checked > 80


def test_nothing_is_wrong_with_a_quote_and_its_price_is_whole(sizings: dict[str, Sizing]) -> None:
    for title, sizing in sizings.items():
        for one in sizing.designs:
            whole = (one["errors"], one["priced"], one["total_known"], one["uncounted"], one["host_lost_missing"])
            assert whole == (0, 1, 1, 0, 0), (title, one.design.name, one["errors_said"], one["unpaid_words"])
            assert one["vms_carried"] * one["blocks"] >= one["vms_whole"] or one["with_hosts"]


def test_what_a_least_order_does_is_so() -> None:
    assert licensed_cores(2, 1, 16, 16, pack=32, least_per_order=72) == 96
    assert licensed_cores(12, 2, 32, 16, pack=32, least_per_order=72) == 768
    assert "768 cores are 24 packs" in " ".join(text(PAGE).split())
    assert "32 cores would be 96" in " ".join(text(PAGE).split())


def test_the_gpus_of_a_quote_are_those_that_nvidia_publishes() -> None:
    """A design's cards are those of its evidence, and what the page says of them is what is published."""
    of = {case.id: case for case in CASES}
    (body,) = (body for title, body in sections().items() if "a share of a GPU" in title)
    said = " ".join(body.split())
    a16, l4 = quote(body).designs_in_use
    assert (a16.gpus, a16.gpu_gb) == (of["T37"].inputs["GPUs"], of["T37"].inputs["GB of a GPU"])
    assert l4.gpu_gb == of["T39"].inputs["GB of a GPU"]
    assert f"An A16 carries {of['T37'].published} users of 1 GB, an L4 {of['T39'].published} of 2 GB" in said
    assert f"Of 3 GB an A16 carries {of['T38'].published}, five on each GPU" in said
    assert f"an RTX PRO 4500 of {of['T40'].inputs['GB of a GPU']} GB carries {of['T40'].published}" in said
