"""What the oracle reads: the customer of the examples, turned awkward in ways that customers are; and random scenarios.

An awkward scenario is the customer with a few twists, drawn by a seed. The chosen ones have the twists that are named.
"""

from __future__ import annotations

import datetime
from collections.abc import Callable
from dataclasses import replace
from random import Random
from typing import Any, TypeAlias

from tests.templates.random_scenarios import scenario as random_scenario

from vdi_sizing.scenario import (
    ALL_BOUGHT,
    AT_ONCE,
    BOUGHT_ONCE,
    BY_YEAR,
    HARDWARE,
    IN_ADVANCE,
    IN_ARREARS,
    MEASURES,
    ONCE,
    PER_GPU_USER,
    PER_HOST,
    PER_MONTH,
    PER_USER,
    PER_VM,
    PER_YEAR,
    SERVICE,
    BillRow,
    Design,
    Scenario,
)
from vdi_sizing.tables.price_lists import ExchangeRate, Price
from vdi_templates.examples import customer
from vdi_templates.workbook.layout import MAX_DESIGNS

Twist: TypeAlias = Callable[[Scenario, Random], Scenario]
NVME, FLASH, HYBRID, DISKS = "NVMe cluster", "All-flash array", "Hybrid array", "HDD array"
CAD = "CAD cluster"
_MOST_TWISTS = 4
MOST_YEARS_OF_GROWTH = 7.0
_KNOWN_SOCKETS = 0.8
_DAY = datetime.timedelta(days=1)


def _settings(**new: Any) -> Twist:
    return lambda scenario, _: replace(scenario, settings=replace(scenario.settings, **new))


def _drawn_settings(**choices: tuple[Any, ...]) -> Twist:
    def twist(scenario: Scenario, random: Random) -> Scenario:
        drawn = {name: random.choice(values) for name, values in choices.items()}
        return replace(scenario, settings=replace(scenario.settings, **drawn))

    return twist


def _price(part: str, **new: Any) -> Twist:
    return lambda scenario, _: replace(
        scenario, prices=tuple(replace(price, **new) if price.part == part else price for price in scenario.prices)
    )


def _some_price(**choices: tuple[Any, ...]) -> Twist:
    """Something about the price of a part that is drawn."""

    def twist(scenario: Scenario, random: Random) -> Scenario:
        part = random.choice(scenario.prices).part
        return _price(part, **{name: random.choice(values) for name, values in choices.items()})(scenario, random)

    return twist


def _design(position: int, **new: Any) -> Twist:
    def twist(scenario: Scenario, _: Random) -> Scenario:
        designs = list(scenario.designs)
        at = min(position, len(designs) - 1)
        designs[at] = replace(designs[at], **new)
        return replace(scenario, designs=tuple(designs))

    return twist


def _some_design(**choices: tuple[Any, ...]) -> Twist:
    def twist(scenario: Scenario, random: Random) -> Scenario:
        drawn = {name: random.choice(values) for name, values in choices.items()}
        return _design(random.randrange(len(scenario.designs)), **drawn)(scenario, random)

    return twist


def _keep(*names: str) -> Twist:
    """Some designs are dropped, with their rows of the bill."""

    def twist(scenario: Scenario, random: Random) -> Scenario:
        kept = [design for design in scenario.designs if design.name in names] or [random.choice(scenario.designs)]
        called = {design.name for design in kept}
        bill = tuple(row for row in scenario.bill if row.design in called)
        return replace(scenario, designs=tuple(kept), bill=bill)

    return twist


def _six(scenario: Scenario, _: Random) -> Scenario:
    """As many designs once more as there is room for, under another name; the twins of a tie."""
    twice = scenario.designs[: MAX_DESIGNS - len(scenario.designs)]
    twins = {design.name: f"{design.name}, twin" for design in twice}
    designs = tuple(replace(design, name=twins[design.name]) for design in twice)
    bill = tuple(replace(row, design=twins[row.design]) for row in scenario.bill if row.design in twins)
    return replace(scenario, designs=(*scenario.designs, *designs), bill=(*scenario.bill, *bill))


def _lease(names: tuple[str, ...] | None, paid: str | None, share: float | None = None) -> Twist:
    """The hosts of some designs are paid per year, a share of their price."""

    def twist(scenario: Scenario, random: Random) -> Scenario:
        of = names or random.sample([each.name for each in scenario.designs], random.randint(1, len(scenario.designs)))
        each_year = share or random.choice((0.18, 0.25, 0.3, 0.33))
        how = paid or random.choice((IN_ADVANCE, IN_ARREARS))

        def leased(row: BillRow) -> BillRow:
            if row.design not in of or row.part != "host":
                return row
            return replace(row, quantity=row.quantity * each_year, recurs=PER_YEAR, paid=how, rises=False,
                           maintained=False)  # fmt: skip

        return replace(scenario, bill=tuple(leased(row) for row in scenario.bill))

    return twist


def _acknowledged(word: str) -> Twist:
    def twist(scenario: Scenario, _: Random) -> Scenario:
        designs = tuple(
            replace(design, acknowledged=f"{design.acknowledged or ''} {word}: in the lease".strip())
            for design in scenario.designs
        )
        return replace(scenario, designs=designs)

    return twist


def _bill_row(**row: Any) -> Twist:
    """One row more for each design, or for some of them."""

    def twist(scenario: Scenario, random: Random) -> Scenario:
        of = random.sample(scenario.designs, random.randint(1, len(scenario.designs)))
        return replace(scenario, bill=(*scenario.bill, *(BillRow(design.name, **row) for design in of)))

    return twist


def _for_all(**row: Any) -> Twist:
    return lambda scenario, _: replace(
        scenario, bill=(*scenario.bill, *(BillRow(design.name, **row) for design in scenario.designs))
    )


def _licence(**row: Any) -> Twist:
    """Each design takes a licence that is counted so; of the sockets of some hosts nobody says how many they are."""

    def twist(scenario: Scenario, random: Random) -> Scenario:
        sockets = random.choice((1.0, 2.0, 4.0))
        designs = tuple(
            replace(design, host_cpus=sockets if random.random() < _KNOWN_SOCKETS else None)
            for design in scenario.designs
        )
        kind = {"recurs": random.choice((BOUGHT_ONCE, PER_YEAR)), "paid": random.choice((IN_ADVANCE, IN_ARREARS))}
        return _for_all(part="licence", **(kind | row))(replace(scenario, designs=designs), random)

    return twist


def _drawn_licence(*pers: str) -> Twist:
    return lambda scenario, random: _licence(quantity=0.6, per=random.choice(pers))(scenario, random)


def _with_gpus(scenario: Scenario, random: Random) -> Scenario:
    """Some groups take a share of a GPU, and a licence for each user of one."""
    groups = tuple(replace(group, gpu_gb=random.choice((None, 1.0, 4.0, 8.0))) for group in scenario.groups)
    groups = (replace(groups[0], gpu_gb=random.choice((2.0, 4.0))), *groups[1:])
    gpus, gb = random.choice((1.0, 2.0, 4.0)), random.choice((16.0, 24.0, 48.0))
    card = "NVIDIA A16" if gpus == 4 else None  # which says its GB, and W beside those of the host
    designs = tuple(
        replace(design, gpu_card=card, gpus=gpus, gpu_gb=None if card else gb) for design in scenario.designs
    )
    made = _licence(quantity=0.3, per=PER_GPU_USER)(replace(scenario, groups=groups, designs=designs), random)
    return _of_kits(made, random)


CLOUD = "Cloud desktops"
_BY_GROUP = "ram_unknown: by group; cores_unknown: by group"


def _cloud(scenario: Scenario, random: Random, *bill: BillRow, **design: Any) -> Scenario:
    """Beside the others a service, at a place that is drawn, with this bill and the prices of its parts."""
    designs = list(scenario.designs)
    designs.insert(random.randint(0, len(designs)), Design(CLOUD, designs[0].case, block_kind=SERVICE, **design))
    settings, known = scenario.settings, {price.part for price in scenario.prices}
    prices = tuple(
        Price(settings.price_list or "", part, None, random.choice((9.5, 24.0, 38.9)), random.choice((0.0, 0.1)), "EUR",
              settings.as_of, "a cloud's price list")
        for part in dict.fromkeys(row.part for row in bill) if part not in known
    )  # fmt: skip
    return replace(scenario, designs=tuple(designs), prices=(*scenario.prices, *prices), bill=(*scenario.bill, *bill))


def _cloud_by_group(scenario: Scenario, random: Random) -> Scenario:
    """Each group rents desktops of its own, by user or by VM; at times one of them has no rate."""
    rates = [
        BillRow(CLOUD, f"desktop of size {at}", 1, random.choice((PER_USER, PER_VM)), PER_MONTH, group=group.name,
                paid=random.choice((IN_ADVANCE, IN_ARREARS)))
        for at, group in enumerate(scenario.groups)
    ]  # fmt: skip
    fees = [BillRow(CLOUD, "gateway", 3, ONCE, PER_MONTH), BillRow(CLOUD, "set-up", 500, ONCE)]
    rates = rates[random.random() < _WITHOUT_A_RATE :]
    return _cloud(scenario, random, *rates, *fees, acknowledged=_BY_GROUP)


_WITHOUT_A_RATE = 0.25


def _cloud_of_one_size(scenario: Scenario, random: Random) -> Scenario:
    """All rent the same desktop, by VM."""
    rate = BillRow(CLOUD, "desktop", 1, random.choice((PER_USER, PER_VM)), PER_MONTH,
                   paid=random.choice((IN_ADVANCE, IN_ARREARS)), rises=random.random() < 0.5)  # fmt: skip
    return _cloud(scenario, random, rate, ram_gib=64.0, cores=16.0, vcpus_per_core=1.0)


def _of_a_group(scenario: Scenario, random: Random) -> Scenario:
    """A part that one group alone takes, bought or paid for again and again."""
    group, recurs = random.choice(scenario.groups).name, random.choice((BOUGHT_ONCE, PER_YEAR, PER_MONTH))
    row = {"quantity": 0.4, "per": random.choice((PER_USER, PER_VM)), "recurs": recurs, "group": group}
    return _bill_row(part="licence", **row)(scenario, random)


def _second_case(scenario: Scenario, _: Random) -> Scenario:
    """One design carries other users, and management VMs beside them."""
    night = replace(scenario.groups[0], case="night", name="night shift", vms=240.0)
    managing = replace(night, name="management VMs", vms=6.0, users_per_vm=0.0)
    designs = list(scenario.designs)
    designs[-1] = replace(designs[-1], case="night")
    return replace(scenario, groups=(*scenario.groups, night, managing), designs=tuple(designs))


def _solution(scenario: Scenario, _: Random) -> Scenario:
    """One solution of two clusters: users of CAD have hosts of their own."""
    cad = replace(scenario.groups[0], case="CAD", name="CAD", vms=60.0, ram_gib=32.0)
    main = next((design for design in scenario.designs if design.name == NVME), scenario.designs[0])
    part = replace(main, name=CAD, case=cad.case, part_of=main.name)
    own = [row for row in scenario.bill if row.design == main.name]
    bill = (*own, *(replace(row, design=CAD, group=None) for row in own))
    return replace(scenario, groups=(*scenario.groups, cad), designs=(main, part), bill=bill)


def _users(**choices: tuple[Any, ...]) -> Twist:
    def twist(scenario: Scenario, random: Random) -> Scenario:
        groups = tuple(
            replace(group, **{name: random.choice(values) for name, values in choices.items()})
            for group in scenario.groups
        )
        return replace(scenario, groups=groups)

    return twist


def _in_dollars(rate: float, **more: Any) -> Twist:
    def twist(scenario: Scenario, random: Random) -> Scenario:
        rates = (ExchangeRate("USD", rate, "a central bank", scenario.settings.as_of - 3 * _DAY),)
        part = random.choice(("host", "licence", "flash array"))
        return _price(part, currency="USD", **more)(replace(scenario, rates=rates), random)

    return twist


def _of_kits(scenario: Scenario, random: Random) -> Scenario:
    """A design without rows of its own is billed for the parts of its kit."""
    name = random.choice(scenario.designs).name
    return replace(scenario, bill=tuple(row for row in scenario.bill if row.design != name))


def _store(scenario: Scenario, random: Random) -> Scenario:
    groups = tuple(replace(group, store_gb=random.choice((5.0, 12.5)), store_iops=1.0) for group in scenario.groups)
    settings = replace(scenario.settings, store_kind="on a file server",
                       store_eur_per_gb_month=random.choice((None, 0.05, 0.12)))  # fmt: skip
    return replace(scenario, groups=groups, settings=settings)


TWISTS: dict[str, Twist] = {
    "cloud desktops by group": _cloud_by_group,
    "cloud desktops of one size": _cloud_of_one_size,
    "a part of one group": _of_a_group,
    "hosts rented by the month": _bill_row(part="host", quantity=0.02, per=PER_HOST, recurs=PER_MONTH, rises=False),
    "a lease": _lease(None, None),
    "a lease in advance": _lease((FLASH,), IN_ADVANCE),
    "a dear lease": _lease((FLASH,), IN_ADVANCE, 0.45),
    "a lease in arrears, rising": _settings(escalation=0.03),
    "all leased": _lease((NVME, FLASH, HYBRID, DISKS), None),
    "the block is in the lease": _acknowledged("block_billed"),
    "a lease factor": _drawn_settings(
        lease_factor=(0.0125, 0.0195, 0.03), lease_months=(36.0, 60.0, 72.0), lease_paid=(IN_ADVANCE, IN_ARREARS),
        lease_of=(HARDWARE, ALL_BOUGHT), lease_maintained=(False, True)),
    "a reserve": _some_design(spare_blocks=(0, 1, 2), spare_hosts=(0, 1, 2)),
    "two user mixes": _second_case,
    "a solution of two clusters": _solution,
    "one design": _keep("nobody's"),
    "the middle one dropped": _keep(NVME, HYBRID),
    "six designs": _six,
    "price on request of one": _price("flash array", amount=None),
    "price on request of all": _price("project", amount=None),
    "price on request of some part": _some_price(amount=(None,)),
    "a part costs nothing": _some_price(amount=(0.0,)),
    "nothing of all": _some_price(discount_share=(1.0, 0.0)),
    "discounts": _some_price(discount_share=(0.17, 0.333)),
    "cents": _settings(cents=True),
    "a credit": _bill_row(part="project", quantity=-0.25, per=ONCE, note="trade-in", maintained=False),
    "near a tie": _price("flash array", amount=83_025.0),
    "under a EUR": _price("flash array", amount=82_650.0),
    "a tie": _price("flash array", amount=82_640.0),
    "in USD": _in_dollars(0.93),
    "growth": _settings(user_growth=0.1),
    "growth at once": _settings(user_growth=0.07, gb_growth=0.05, growth_bought=AT_ONCE),
    "growth of GB": _settings(gb_growth=0.12, growth_bought=BY_YEAR),
    "growth, other prices": _settings(user_growth=0.05, drive_price_change=-0.15, other_price_change=-0.02),
    "many years": _settings(years=12.0, depreciation_years=7.0, escalation=0.03),
    "one year": _settings(years=1.0, depreciation_years=1.0),
    "a year of use, long depreciation": _drawn_settings(years=(1.0, 3.0, 7.0), depreciation_years=(3.0, 5.0, 10.0)),
    "no interest": _settings(discount_rate=0.0),
    "in advance": _settings(running_paid=IN_ADVANCE, escalation=0.02),
    "no VAT": _settings(vat_share=0.0),
    "nothing runs": _settings(eur_per_kwh=None, eur_per_rack_unit_year=None, maintenance_share=0.0),
    "energy alone": _settings(eur_per_rack_unit_year=None, maintenance_share=0.0),
    "dear energy": _drawn_settings(eur_per_kwh=(0.0, 0.6, 1.4)),
    "no watts": _some_design(block_watts=(None,)),
    "no rack units": _some_design(rack_units=(None,)),
    "a profile store": _store,
    "paid today": _drawn_settings(today_eur_per_year=(0.0, 60_000.0, 250_000.0)),
    "support by contract": _for_all(part="project", quantity=0.2, per=ONCE, recurs=PER_YEAR, first_year=2.0,
                                    last_year=4.0, rises=False),
    "a licence per year": _bill_row(part="licence", quantity=0.2, per=PER_VM, recurs=PER_YEAR, paid=IN_ADVANCE),
    "a residual value": _bill_row(part="host", quantity=-0.1, per=PER_HOST, recurs=PER_YEAR, first_year=5.0,
                                  last_year=5.0, rises=False, note="residual value"),
    "a lease that ends early": _bill_row(part="host", quantity=0.25, per=PER_HOST, recurs=PER_YEAR, last_year=3.0),
    "equal VMs, a ratio of their own": lambda scenario, _: replace(scenario, groups=tuple(
        replace(group, ram_gib=8.0, vcpus=4.0, vcpus_per_core=ratio)
        for group, ratio in zip(scenario.groups, (None, 6.0, 12.0, None), strict=False))),
    "licences by core": _licence(quantity=0.02, per="core", metric="Windows Server Datacenter"),
    "licences by core, as many as there are": _licence(quantity=0.05, per="core"),
    "licences by core, for CPUs of few": _licence(quantity=0.05, per="core", metric="VMware vSphere Foundation"),
    "licences by CPU": _licence(quantity=1.5, per="CPU", metric="Proxmox VE subscription", recurs=PER_YEAR),
    "licences by TB": _drawn_licence("TB raw", "TB usable"),
    "licences by TiB beyond the cores": _licence(quantity=0.7, per="TiB raw",
                                                 metric="VMware vSAN beyond Cloud Foundation"),
    "licences in packs": _licence(quantity=0.4, per=PER_VM, metric="Veeam Universal License"),
    "GPUs": _with_gpus,
    "dials": lambda scenario, random: replace(scenario, sensitivity=replace(scenario.sensitivity, dials=tuple(
        random.choice((0.0, 0.0, 0.1, -0.1, 0.05)) for _ in range(23)))),
    "ranked by something else": lambda scenario, random: replace(scenario, sensitivity=replace(
        scenario.sensitivity, measure=random.choice(MEASURES), design=random.choice(scenario.designs).name)),
    "ranked beyond the other": lambda scenario, _: replace(
        scenario, sensitivity=replace(scenario.sensitivity, measure="EUR beyond the other design")),
    "after the years": _bill_row(part="project", quantity=0.1, per=ONCE, recurs=PER_YEAR, first_year=9.0),
    "an offer that ends": _price("host", valid_until=datetime.date(2026, 12, 31)),
    "an offer that is past": _some_price(valid_until=(datetime.date(2026, 10, 31), datetime.date(2026, 11, 20))),
    "all offers end": lambda scenario, _: replace(scenario, prices=tuple(
        replace(price, valid_until=datetime.date(2027, 1, 31)) for price in scenario.prices)),
    "no date": _some_price(date=(None,)),
    "no source": _some_price(source=(None,)),
    "an old price": _some_price(date=(datetime.date(2024, 3, 1), datetime.date(2026, 11, 2))),
    "a response target": _some_design(response_limit_ms=(0.01, 1.0, 5.0)),
    "too few bays": _some_design(bays=(1.0, 4.0)),
    "parts of its kit": _of_kits,
    "users by shift": _users(concurrency=(0.333, 0.5, 1.0), users_per_vm=(1.0, 1.5, 3.0)),
    "few users": _users(vms=(1.0, 3.0, 17.0)),
    "many users": _users(vms=(1234.0, 5000.0)),
    "the last one first": lambda scenario, _: replace(scenario, designs=scenario.designs[::-1]),
}  # fmt: skip
"""By name, what makes the customer awkward."""
_OFTEN = (
    "a lease",
    "a lease in advance",
    "growth",
    "price on request of one",
    "six designs",
    "two user mixes",
    "near a tie",
)
CHOSEN: tuple[tuple[str, ...], ...] = (
    ("a lease in advance", "six designs"),
    ("all leased", "many years", "the block is in the lease", "a lease that ends early"),
    ("price on request of one", "growth", "a lease factor"),
    ("price on request of all", "near a tie"),
    ("in USD", "discounts", "cents", "an offer that is past", "a lease factor"),
    ("a tie", "no VAT", "nothing runs"),
    ("one design", "a profile store", "paid today", "equal VMs, a ratio of their own", "ranked beyond the other"),
    ("two user mixes", "too few bays", "dials"),
    ("a solution of two clusters", "cents"),
    ("cloud desktops of one size", "a response target", "no watts", "a credit"),
    (
        "cloud desktops by group",
        "a part of one group",
        "support by contract",
        "in advance",
        "growth at once",
        "an offer that ends",
    ),
    ("a part costs nothing", "the middle one dropped", "no date", "energy alone"),
    ("parts of its kit", "users by shift", "a residual value", "a lease factor", "ranked by something else"),
    ("licences by core", "licences by TiB beyond the cores", "licences in packs", "GPUs", "growth"),
)
"""What the gate reads."""


def twisted(names: tuple[str, ...], random: Random | None = None) -> Scenario:
    """The customer with these twists, one after another."""
    scenario, random = customer(), random or Random(1)
    for name in names:
        scenario = TWISTS[name](scenario, random)
    settings = scenario.settings
    if settings.user_growth + settings.gb_growth > 0:  # growth is looked at for so many years
        scenario = replace(scenario, settings=replace(settings, years=min(settings.years, MOST_YEARS_OF_GROWTH)))
    return scenario


def drawn(seed: int) -> tuple[str, Scenario]:
    """What a seed draws, and what it is called: two of three are an awkward customer, one anything that is valid."""
    random = Random(seed)
    if seed % 3 == 0:
        return f"seed {seed}: random", random_scenario(random)
    names = tuple(random.sample(list(TWISTS), random.randint(0, _MOST_TWISTS)))
    names += (random.choice(_OFTEN),) * (random.random() < 0.5)
    names = tuple(sorted(set(names), key=lambda name: list(TWISTS).index(name)))
    return f"seed {seed}: {'; '.join(names) or 'as it is'}", twisted(names, random)
