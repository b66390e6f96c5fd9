"""Three quotes of today, typed into an open workbook of kits: how few cells they take, and what docs/model.md says."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import pytest
from openpyxl.utils import get_column_letter
from tests.gate.office import CellValue, Office
from tests.templates.audit.test_baseline import made
from tests.templates.engines import errors
from tests.templates.workbook.test_few_cells import LAYOUT, START, price_cell
from tests.tiers import but_in_gate

from vdi_sizing.inputs import inputs_of
from vdi_sizing.scenario import UserGroup
from vdi_templates.audit.check import audit
from vdi_templates.audit.finding import Level

MOST_CELLS = 30
COLUMN = LAYOUT.column(0)
GROUP = {name: get_column_letter(column) for column, name in enumerate(inputs_of(UserGroup), start=1)}
COMMON: Mapping[str, CellValue] = {"array_headroom": 0.1, "cpu_headroom": 0.15, "replica_gb": 64.0}
EUR = {
    "host": 9500.0, "flash array": 30000.0, "MZQL23T8HCLS": 700.0, "hypervisor licence": 2500.0, "licence": 80.0,
    "project": 5000.0,
}  # fmt: skip
"""Invented, as any price here."""


@dataclass(frozen=True)
class Quote:
    """What is typed for a customer, and what comes out by hand."""

    group: Mapping[str, CellValue]
    design: Mapping[str, CellValue]
    prices: Mapping[str, float]
    by_hand: Mapping[str, float]
    not_included: Sequence[str]

    def typed(self) -> dict[str, CellValue]:
        cells = {f"Users!{GROUP[name]}6": value for name, value in self.group.items()}
        cells |= {f"Designs!{COLUMN}{LAYOUT.design_rows[name]}": value for name, value in self.design.items()}
        return cells | {price_cell(part): eur for part, eur in self.prices.items()}


KNOWLEDGE: Mapping[str, CellValue] = {"profile": "Windows 11 knowledge worker, MCS", "delta_gb": 40.0}
NOT_MODELLED = "limits of file shares and a second site are not in the model"
REBUILD = "the load of a cluster's rebuild, unequal hosts"
QUOTES = {
    "600 users on a vSAN cluster": Quote(
        {"vms": 600.0, **KNOWLEDGE},
        {
            "kit": "vSAN cluster", "tier1_raid": "vSAN ESA RAID-5 4+1", "spare_blocks": 1.0, "max_utilization": 0.7,
            **COMMON,
        },
        {
            **{part: EUR[part] for part in ("host", "MZQL23T8HCLS", "hypervisor licence", "licence", "project")},
            "vSAN licence": 3000.0,
        },
        {"blocks": 8, "hosts_by_vms": 7, "host_vms": 86, "host_lost_vms": 86, "drives_total": 16},
        (NOT_MODELLED, REBUILD),
    ),
    "1,500 users on an all-flash array with hosts": Quote(
        {"vms": 1500.0, **KNOWLEDGE},
        {
            "kit": "All-flash array, hosts beside it", "spare_blocks": 0.0, "spare_hosts": 1.0, "tier1_spares": 1.0,
            "max_utilization": 0.7, **COMMON, "array_headroom": 0.2,
        },
        EUR,
        {"blocks": 1, "hosts_beside": 16, "beside_lost_vms": 100, "drives_total": 23},
        (NOT_MODELLED,),
    ),
    "4,000 users on multi-session hosts": Quote(
        {
            "vms": 250.0, "profile": "Multi-session knowledge worker, Windows Server 2022, MCS", "users_per_vm": 16.0,
            "ram_gib": 68.0, "vcpus": 8.0, "delta_gb": 40.0, "store_iops": 160.0, "store_login_iops": 800.0,
            "store_gb": 480.0,
        },
        {
            "kit": "Storage Spaces Direct cluster", "vcpus_per_core": 2.0, "spare_blocks": 1.0, "max_utilization": 0.7,
            **COMMON,
        },
        {
            **{part: EUR[part] for part in ("host", "MZQL23T8HCLS", "licence", "project")},
            "Windows Server Datacenter licence": 6000.0,
        },
        {"users_whole": 4000, "clusters": 2, "working_hosts": 11, "blocks": 24, "host_vms": 12, "drives_total": 96},
        (
            NOT_MODELLED, REBUILD,
            "profile store of 120 TB, 40\N{NO-BREAK SPACE}000 IOPS (200\N{NO-BREAK SPACE}000 at login)",
        ),
    ),
}  # fmt: skip


@pytest.mark.everything("test_quotes_by_hand.py has the same by the library, test_few_cells.py a customer by cells.")
@pytest.mark.parametrize("name", but_in_gate(QUOTES, next(iter(QUOTES))))
def test_a_quote_takes_few_cells_and_comes_out_as_by_hand(name: str, office: Office, tmp_path: Path) -> None:
    quote = QUOTES[name]
    typed = quote.typed()
    assert len(typed) <= MOST_CELLS
    office.load(made(tmp_path, START))
    office.set(typed)
    values = office.recalculate()
    assert errors(values) == []
    found = {name: _value(values, f"{{{name}}}") for name in quote.by_hand}
    assert found == quote.by_hand
    assert _value(values, "{errors}") == 0
    assert float(_value(values, "{eur_per_user}")) > 0
    said = "\n".join(str(value) for sheet in ("Report", "Comparison") for value in values[sheet].values())
    assert [words for words in quote.not_included if words not in said] == []


@pytest.mark.everything
@pytest.mark.parametrize("name", QUOTES)
def test_a_quote_passes_the_check_when_libreoffice_has_saved_it(name: str, office: Office, tmp_path: Path) -> None:
    """In the gate the case of test_few_cells.py does."""
    office.load(made(tmp_path, START), whole=True)
    office.set(QUOTES[name].typed())
    office.recalculate()
    saved = office.save(tmp_path / "saved.xlsx")
    assert [each for each in audit(saved).differences if each.level is Level.ANSWER] == []


def _value(values: Mapping[str, Mapping[str, float | str]], figure: str) -> float | str:
    """What a figure of the first design gives on Sizing."""
    sheet, _, cell = LAYOUT.render(figure, 0, "")[1:].rpartition("!")
    return values[sheet or "Sizing"][cell.replace("$", "")]
