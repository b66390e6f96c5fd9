"""The drivers beside those of steady work: phases, measured numbers, growth and money."""

from __future__ import annotations

import dataclasses
from typing import Any

import pytest
from tests.pylib.what_if.scenarios import example, figures_of, office, with_everything

from vdi_sizing.model.names import Names, given_names
from vdi_sizing.scenario import Scenario
from vdi_sizing.what_if.drivers import ALL_DRIVERS, DRIVERS, Driver
from vdi_sizing.what_if.sweep import figures_at, sweep

NEW = dict(list(ALL_DRIVERS.items())[list(ALL_DRIVERS).index("all_iops_scale") :])
MONEY = {"years": 4.0, "discount_rate": 0.05, "eur_per_kwh": 0.3, "maintenance_share": 0.1}


def start_of(figures: Names) -> dict[str, float]:
    """All numbers that a sizing starts from and that a driver may change: given figures, inputs and settings."""
    inputs = {name for driver in ALL_DRIVERS.values() for name in driver.targets if "." in name}
    return {name: figures[name] for name in sorted(given_names() | inputs) if isinstance(figures[name], float)}


def rich() -> Scenario:
    """Everything is asked for, measured and priced over the years."""
    scenario = with_everything()
    design = dataclasses.replace(scenario.designs[-1], measured_vms=50.0, block_watts=300.0)
    settings = dataclasses.replace(scenario.settings, **MONEY)  # type: ignore[arg-type]
    return dataclasses.replace(scenario, designs=(*scenario.designs[:-1], design), settings=settings)


def test_the_sheet_has_a_row_for_all_drivers_but_two() -> None:
    assert ALL_DRIVERS.keys() - DRIVERS.keys() == {"years", "all_price_scale"}
    assert [name for name in ALL_DRIVERS if name in DRIVERS] == list(DRIVERS)


def test_what_changes_one_design_alone_is_an_input_of_it() -> None:
    of_one = {name for name, driver in DRIVERS.items() if not driver.of_all_designs}
    assert of_one == {
        "write_coalesced",
        "max_utilization",
        "response_limit_ms",
        "response_share",
        "measured_vms_scale",
        "vcpus_per_core",
    }


@pytest.mark.parametrize("driver", ALL_DRIVERS.values(), ids=ALL_DRIVERS)
def test_the_base_of_a_driver_changes_nothing(driver: Driver) -> None:
    base, figures = figures_of(rich()), figures_of(rich())
    value = driver.base_in(figures)
    if value is None:
        assert driver.name.endswith("price_scale")  # these scenarios have no prices
        return
    driver.set_to(figures, value)
    assert start_of(figures) == pytest.approx(start_of(base), rel=1e-12)


@pytest.mark.parametrize("driver", NEW.values(), ids=NEW)
@pytest.mark.parametrize("change", [-0.04, 0.25])
def test_a_change_is_what_a_sweep_makes_of_that_value(driver: Driver, change: float) -> None:
    changed, swept = figures_of(rich()), figures_of(rich())
    values = {"years": 4 * (1 + change), "eur_per_kwh": 0.3 * (1 + change), "growth_per_year": change}
    values |= {name: max(0.0, MONEY[name] + change) for name in ("discount_rate", "maintenance_share")}
    driver.change_by(changed, change)
    driver.set_to(swept, values.get(driver.name, 1 + change))
    assert start_of(changed) == pytest.approx(start_of(swept), rel=1e-12)
    if driver.base_in(figures_of(rich())) is not None:
        assert start_of(changed) != start_of(figures_of(rich()))


@pytest.mark.parametrize("driver", NEW.values(), ids=NEW)
def test_what_is_blank_stays_blank(driver: Driver) -> None:
    figures = figures_of(office())
    driver.change_by(figures, 0.25)
    assert figures["design.measured_vms"] is None
    assert figures["settings.eur_per_kwh"] is None


@pytest.mark.parametrize(
    ("driver", "fields"),
    [
        ("login_iops_scale", ("login_iops",)),
        ("boot_iops_scale", ("boot_iops",)),
        ("all_iops_scale", ("steady_iops", "login_iops", "boot_iops")),
    ],
)
def test_a_phase_is_scaled_as_in_the_users_table(driver: str, fields: tuple[str, ...]) -> None:
    scenario = with_everything()
    groups = []
    for group in scenario.groups:
        changes: dict[str, Any] = {name: getattr(group, name) * 0.7 for name in fields}
        groups.append(dataclasses.replace(group, **changes))
    others = figures_of(dataclasses.replace(scenario, groups=tuple(groups)))
    driven = figures_at(scenario, len(scenario.designs) - 1, {driver: 0.7})
    assert start_of(driven) == pytest.approx(start_of(others), rel=1e-12)


def test_a_measured_number_falls_as_the_load_rises() -> None:
    """Fujitsu's 31 VMs were measured at 10 IOPS; at 20.87 there are 14, and at half of 10.43 no more than measured."""
    columns: dict[str, Any] = {"all_iops_scale": [0.5, 1, 2]}
    assert sweep(example(), 0, ["vms_per_block"], **columns)["vms_per_block"].tolist() == [31, 29, 14]


def test_measured_vms_are_scaled_to_whole_ones() -> None:
    columns: dict[str, Any] = {"measured_vms_scale": [0.9, 1, 1.1]}
    assert sweep(example(), 0, ["vms_per_block"], **columns)["vms_per_block"].tolist() == [25, 29, 32]


def test_growth_is_for_the_end_of_the_years_of_use_whatever_the_order() -> None:
    scenario = office()
    grown: dict[str, Any] = {"growth_per_year": 0.1, "years": 3}
    turned: dict[str, Any] = {"years": 3, "growth_per_year": 0.1}
    vms = sweep(scenario, outputs=["vms_whole"], **grown)["vms_whole"][0]
    assert vms == sweep(scenario, outputs=["vms_whole"], **turned)["vms_whole"][0] == 134  # 100 x 1.1^3 = 133.1
    assert sweep(scenario, outputs=["steady_iops_per_vm"], **grown)["steady_iops_per_vm"][0] == pytest.approx(20)


def test_money_drivers_change_the_cost_over_the_years() -> None:
    scenario = example()
    settings = dataclasses.replace(scenario.settings, maintenance_share=0.1, discount_rate=0.05)
    scenario = dataclasses.replace(scenario, settings=settings)
    base = sweep(scenario, outputs=["known_users_eur", "known_total_eur"])
    purchase, total = base["known_users_eur"][0], base["known_total_eur"][0]
    assert total == pytest.approx(purchase * (1 + 0.1 * (1 - 1.05**-5) / 0.05))

    def other(**columns: Any) -> float:
        return float(sweep(scenario, outputs=["known_total_eur"], **columns)["known_total_eur"][0])

    assert other(discount_rate=0.0) == pytest.approx(purchase * 1.5)
    assert other(maintenance_share=0.0) == pytest.approx(purchase)
    assert other(years=1, discount_rate=0.0) == pytest.approx(purchase * 1.1)
    assert other(all_price_scale=0.9) == pytest.approx(total * 0.9)


@pytest.mark.parametrize(("billed", "of"), [("parts_per_vm_eur", "vms_whole"), ("parts_per_user_eur", "users_whole")])
def test_prices_per_vm_and_per_user_are_a_driver_of_their_own(billed: str, of: str) -> None:
    """A licence of 100 EUR beside Fujitsu's server: 10 % of it are 10 EUR per VM, or per user."""
    start: dict[str, Any] = {billed: 100.0}
    scaled: dict[str, Any] = {**start, "vm_price_scale": 1.1}
    now, then = (sweep(example(), 0, ["known_eur_per_vm", "vms_whole", of], **each) for each in (start, scaled))
    dearer = then["known_eur_per_vm"][0] - now["known_eur_per_vm"][0]
    assert dearer * now["vms_whole"][0] / now[of][0] == pytest.approx(10)


def test_energy_has_a_price_as_soon_as_a_driver_gives_one() -> None:
    scenario = example()
    design = dataclasses.replace(scenario.designs[0], block_watts=300.0)
    drives = tuple(dataclasses.replace(drive, watts=8.0) for drive in scenario.drives)
    scenario = dataclasses.replace(
        scenario,
        designs=(design,),
        drives=drives,
        bill=tuple(row for row in scenario.bill if row.design == design.name),
    )
    columns: dict[str, Any] = {"eur_per_kwh": [0.0, 0.3]}
    energy = sweep(scenario, 0, ["known_energy_eur_per_year", "known_energy_kwh_per_year"], **columns)
    assert energy["known_energy_eur_per_year"].tolist() == [
        0,
        pytest.approx(energy["known_energy_kwh_per_year"][1] * 0.3),
    ]
