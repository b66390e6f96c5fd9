"""Licence metrics: what a maker says is what the row counts, and every row is one that a bill can name."""

from __future__ import annotations

import pytest

from vdi_sizing.scenario import QUANTITIES_PER
from vdi_sizing.tables.licences import GB_PER_TB, GB_PER_TIB, METRICS, PER_CORE, PER_TB

KNOWN = {metric.name: metric for metric in METRICS}


@pytest.mark.parametrize(("name", "per", "of_cpu", "of_host", "pack"), [
    ("VMware Cloud Foundation", "core", 16, None, None),
    ("VMware vSphere Foundation", "core", 16, None, None),
    ("Windows Server Datacenter", "core", 8, 16, 2),
    ("Windows Server Standard", "core", 8, 16, 2),
    ("Azure Local", "core", None, None, None),
    ("Proxmox VE subscription", "CPU", None, None, None),
    ("Veeam Universal License", "VM", None, None, 10),
])  # fmt: skip
def test_the_makers_rules(name: str, per: str, of_cpu: float | None, of_host: float | None, pack: float | None) -> None:
    metric = KNOWN[name]
    assert (metric.per, metric.least_per_cpu, metric.least_per_host, metric.pack) == (per, of_cpu, of_host, pack)


def test_each_row_is_read_somewhere_and_counts_what_a_bill_counts() -> None:
    for metric in METRICS:
        assert metric.how_sure in ("read", "excerpt"), metric.name
        assert all((metric.source, metric.source_address, metric.source_date, metric.note)), metric.name
        assert metric.per in QUANTITIES_PER
        assert metric.least_per_cpu is None or metric.per in (PER_CORE, *PER_TB)
        assert metric.tb_per_core is None or metric.per in PER_TB


def test_a_disputed_least_order_is_no_default_and_is_named() -> None:
    disputed = [metric for metric in METRICS if "72 cores" in (metric.note or "")]
    assert [metric.name for metric in disputed] == ["VMware Cloud Foundation", "VMware vSphere Foundation"]
    assert all(metric.least_per_order is None for metric in METRICS)


def test_a_tib_is_a_tenth_more_than_a_tb() -> None:
    assert pytest.approx(1.0995, abs=5e-5) == GB_PER_TIB / GB_PER_TB
