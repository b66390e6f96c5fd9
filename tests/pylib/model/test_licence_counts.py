"""Licences by core, CPU and TB of what is bought: by hand, with what a metric asks for, and where nobody knows."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from tests.pylib.model.office import BLOCK, FULL_BILL, LIST, ROOM, scenario
from tests.pylib.model.test_array_hosts import ARRAY

from vdi_sizing.errors import InputError
from vdi_sizing.formulas.licences import licensed_cores
from vdi_sizing.model.money.bill import BillLine
from vdi_sizing.model.sizing import DesignSizing, size
from vdi_sizing.scenario import BillRow, Design
from vdi_sizing.tables.licences import METRICS, Metric
from vdi_sizing.tables.price_lists import Price
from vdi_sizing.what_if.sweep import sweep
from vdi_sizing.words import NO_PRICE, NOT_KNOWN

HOST = replace(BLOCK, **{**ROOM, "cores": 12.0}, host_cpus=2.0, given_vms=20.0)
"""Five of them carry the hundred VMs."""
EUR = 100.0


def billed(design: Design, row: BillRow, *metrics: Metric) -> DesignSizing:
    made = scenario(design, price_list=LIST)
    parts = {"server": 1000.0, "slow": 100.0, "licence": 10.0, "project": 500.0, row.part: EUR}
    prices = tuple(
        Price(LIST, part, None, eur, 0.0, "EUR", made.settings.as_of, "offer") for part, eur in parts.items()
    )
    rows = tuple(BillRow(design.name, part, quantity, per) for part, quantity, per in FULL_BILL)
    return size(replace(made, prices=prices, bill=(*rows, row), metrics=(*METRICS, *metrics))).designs[0]


def line(sizing: DesignSizing) -> BillLine:
    return sizing.bill[-1]


def counted(per: str, metric: str | None = None, design: Design = HOST, quantity: float = 1, **of: float) -> BillLine:
    asked: dict[str, Any] = of
    own = [Metric(metric or "none", per, **asked)] if of else []
    return line(billed(design, BillRow(design.name, "new licence", quantity, per, metric=metric), *own))


@pytest.mark.parametrize(("per", "metric", "of", "bought"), [
    ("core", None, {}, 5 * 12),
    ("core", "VMware Cloud Foundation", {}, 5 * 2 * 16),
    ("core", "Windows Server Datacenter", {}, 5 * 16),
    ("core", "own", {"least_per_cpu": 8.0, "least_per_host": 20.0}, 5 * 20),
    ("core", "own", {"pack": 16.0}, 64),
    ("core", "own", {"pack": 32.0, "least_per_order": 72.0}, 96),
    ("CPU", None, {}, 10),
    ("CPU", "Proxmox VE subscription", {}, 10),
    ("VM", "Veeam Universal License", {}, 100),
    ("VM", "own", {"pack": 30.0}, 120),
    ("user", "own", {"least_per_order": 250.0}, 250),
])  # fmt: skip
def test_what_is_counted_of_five_hosts_with_two_cpus_and_twelve_cores(
    per: str, metric: str | None, of: dict[str, Any], bought: float
) -> None:
    found = counted(per, metric, **of)
    assert found.quantity_for_users == pytest.approx(bought, rel=1e-12)
    assert found.users_eur == pytest.approx(bought * EUR, rel=1e-12)


def test_cores_are_those_of_the_public_function() -> None:
    for least, host, pack, order in ((16, 0, 1, 0), (8, 16, 16, 0), (8, 0, 32, 200), (0, 30, 7, 72)):
        found = counted("core", "own", least_per_cpu=least, least_per_host=host, pack=pack, least_per_order=order)
        assert found.quantity_for_users == pytest.approx(float(licensed_cores(5, 2, 6, least, host, pack, order)))


def test_a_second_stack_of_licences_is_rounded_to_packs_with_the_first() -> None:
    assert counted("core", "own", quantity=2, pack=16.0).quantity_for_users == 128  # 120 cores


def test_tb_are_those_of_the_blocks_with_spares_and_less_what_cores_bring_along() -> None:
    design = replace(HOST, spare_blocks=1.0)
    sized = billed(design, BillRow(design.name, "new licence", 1, "TB raw"))
    raw_tb, usable_tb = float(sized["raw_gb"]) / 1000, float(sized["storable_gb"]) / 1000
    assert line(sized).quantity_for_users == pytest.approx(6 * raw_tb)
    assert counted("TB usable", design=design).quantity_for_users == pytest.approx(6 * usable_tb)
    assert counted("TiB raw", design=design).quantity_for_users == pytest.approx(6 * raw_tb / 1.024**4)
    beyond = counted("TB raw", "own", design, least_per_cpu=8.0, tb_per_core=0.1)
    assert beyond.quantity_for_users == pytest.approx(-(-6 * (raw_tb - 1.6) // 1))  # 16 cores; whole TB
    assert counted("TB raw", "own", design, tb_per_core=100.0).quantity_for_users == 0


def test_hosts_beside_an_array_are_counted_and_not_the_array() -> None:
    design = replace(ARRAY, host_cpus=2.0, beside_cores=24.0, vcpus_per_core=6.0)
    sized = billed(design, BillRow(design.name, "new licence", 1, "CPU"))
    assert line(sized).quantity_for_users == 2 * sized["hosts_paid"] != 2 * sized["blocks"]
    cores = line(billed(design, BillRow(design.name, "new licence", 1, "core")))
    assert cores.quantity_for_users == 24 * sized["hosts_paid"]


def test_all_hosts_beside_the_arrays_bring_tb_along() -> None:
    """0.1 TB for each of 24 cores of each host lessen the TB of all arrays, which is what is bought, whole."""
    design = replace(ARRAY, host_cpus=2.0, beside_cores=24.0, vcpus_per_core=6.0)
    sized = billed(design, BillRow(design.name, "new licence", 1, "TB raw", metric="own"), Metric("own", "TB raw",
                   tb_per_core=0.1))  # fmt: skip
    hosts, arrays = float(sized["hosts_paid"]), float(sized["blocks"])
    stored, brought = arrays * float(sized["raw_gb"]) / 1000, hosts * 24 * 0.1
    assert hosts > arrays
    assert stored > brought
    assert line(sized).quantity_for_users == pytest.approx(-(-(stored - brought) // 1))


@pytest.mark.parametrize(("per", "metric", "changes"), [
    ("CPU", None, {"host_cpus": None}),
    ("core", "VMware Cloud Foundation", {"host_cpus": None}),
    ("core", None, {"cores": None, "vcpus_per_core": None}),
    ("core", "Azure Local", {"cores": None, "vcpus_per_core": None}),
    ("TiB raw", "VMware vSAN beyond Cloud Foundation", {"host_cpus": None}),
])  # fmt: skip
def test_a_licence_that_nobody_can_count_leaves_no_price(per: str, metric: str | None, changes: dict[str, Any]) -> None:
    design = replace(HOST, **changes)
    sized = billed(design, BillRow(design.name, "new licence", 1, per, metric=metric))
    assert (line(sized).of_each, line(sized).users_eur, sized["uncounted"]) == (NOT_KNOWN, 0, 1)
    assert (sized["eur_per_user"], sized["priced"], sized["check_licence_numbers"]) == (NO_PRICE, 0, 0)
    assert sized["first_uncounted"] == "new licence"
    assert "the number of new licence" in sized["unpaid_words"]
    assert sized["price_lacking"] == "it lacks the number of new licence"
    assert sized["breakdown_blocks_eur_per_user"] == NO_PRICE
    assert sized["breakdown_users_eur_per_user"] == 10
    known = billed(HOST, BillRow(HOST.name, "new licence", 1, per, metric=metric))
    assert (known["priced"], known["uncounted"], known["check_licence_numbers"]) == (1, 0, 1)


def test_cores_that_are_counted_exactly_need_no_number_of_cpus() -> None:
    assert counted("core", "Azure Local", replace(HOST, host_cpus=None)).quantity_for_users == 60


def test_the_sums_of_the_bill_hold_packs_bought_once_and_paid_per_year() -> None:
    metric = Metric("own", "core", pack=16.0)
    for recurs in ("bought once", "per year"):
        row = BillRow(HOST.name, "new licence", 1, "core", recurs, metric="own")
        sized, found = billed(HOST, row, metric), 64 * EUR
        assert (sized["check_bill"], line(sized).users_eur) == (1, found if recurs == "bought once" else 0)
        bought = pytest.approx(sum(each.users_eur for each in sized.bill))
        assert sized["parts_for_users_eur"] == sized["maintained_for_users_eur"] == bought
        years = sized.block.settings.years if recurs == "per year" else 0
        assert sized["recurring_for_users_eur"] == pytest.approx(years * found)  # no interest


def test_a_sweep_keeps_what_packs_add() -> None:
    """More hosts take more in proportion; the public notes say so."""
    metric = Metric("own", "core", pack=16.0)
    sized = billed(HOST, BillRow(HOST.name, "new licence", 1, "core", metric="own"), metric)
    assert line(sized).quantity_for_users == 64
    swept = sweep(sized.block.scenario, 0, ["known_users_eur", "hosts_paid"], users_scale=[1.0, 2.0])
    eur, hosts = swept["known_users_eur"], swept["hosts_paid"]
    assert list(hosts) == [5, 10]
    licences = [100 * (12 * each + 4) for each in hosts]
    rest = [float(each) - more for each, more in zip(eur, licences, strict=True)]
    assert rest[1] - 500 == pytest.approx(2 * (rest[0] - 500))  # all else but the project doubles


@pytest.mark.parametrize(("row", "said"), [
    (BillRow(HOST.name, "new licence", 1, "core", metric="VMware"), r"bill 5, metric: licence metric is 'VMware'; .*"),
    (BillRow(HOST.name, "new licence", 1, "host", metric="Azure Local"),
     r"bill 5, per: per is 'host'; expected 'core', by which 'Azure Local' is counted"),
])  # fmt: skip
def test_a_metric_has_to_be_known_and_to_count_what_the_row_counts(row: BillRow, said: str) -> None:
    with pytest.raises(InputError, match=said):
        billed(HOST, row)
