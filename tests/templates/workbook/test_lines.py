"""Lines and inputs are declared once: names, units and references hold together."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import fields
from random import Random
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.templates.random_scenarios import scenario

from vdi_sizing.inputs import Input, inputs_of
from vdi_sizing.model.names import Names, places
from vdi_sizing.model.scopes import Block, blank_block
from vdi_sizing.model.sections import sections
from vdi_sizing.model.sizing import size
from vdi_sizing.scenario import (
    BillRow,
    Cache,
    Design,
    Scenario,
    Settings,
    Tier,
    UserGroup,
)
from vdi_sizing.tables.drives import Drive
from vdi_sizing.tables.price_lists import Price
from vdi_sizing.tables.raid_levels import RaidLevel
from vdi_templates.examples import EXAMPLES, fujitsu, today
from vdi_templates.workbook.calibration import RESULTS, STEPS
from vdi_templates.workbook.cost_columns import COST_COLUMNS
from vdi_templates.workbook.design_inputs import design_sections
from vdi_templates.workbook.layout import INPUT_CHECK_CELLS, layout_of

LINES = tuple(line for section in sections() for line in section.lines)
NAMES = {line.name for line in LINES}
SWEPT = [name for name, (_, figure) in places().items() if figure.swept]
REFERENCE = re.compile(r"\{(?:(\w+)\.)?(\w+)\}")
SCENARIOS = {**EXAMPLES, "today": today}
TEXT_FIELDS = ("name", "unit", "label")
INTERNAL = ("design", "settings")
RECORDS = {
    UserGroup: inputs_of(UserGroup),
    Tier: inputs_of(Tier),
    Cache: inputs_of(Cache),
    Settings: inputs_of(Settings),
    BillRow: inputs_of(BillRow),
    Design: inputs_of(Design),
}
TABLE_RECORDS = {Drive: inputs_of(Drive), RaidLevel: inputs_of(RaidLevel), Price: inputs_of(Price)}


def test_names_are_unique() -> None:
    assert [name for name, count in Counter(line.name for line in LINES).items() if count > 1] == []


def test_every_line_is_declared_in_full() -> None:
    offenders = [
        line.name
        for line in LINES
        if not re.fullmatch(r"[a-z][a-z0-9_]*", line.name)
        or not line.label
        or line.label != line.label.strip()
        or "{" in line.label + line.note
        or line.formula.startswith("=")
        or not line.number_format
        or (line.number_format == "@" and line.unit)
    ]
    assert offenders == []


def test_what_every_formula_refers_to_exists() -> None:
    layout = layout_of(fujitsu())
    declared = {
        "": NAMES,
        "all": NAMES,
        "label": NAMES,
        "design": set(layout.design_rows),
        "designs": set(layout.design_rows),
        "typed": set(layout.design_rows),
        "entered": set(layout.design_rows),
        "settings": set(inputs_of(Settings)),
        "cost": set(COST_COLUMNS),
        "inputs": set(INPUT_CHECK_CELLS),
        "fit": {*RESULTS, *STEPS},
    }
    offenders = [
        f"{line.name}: {{{group}.{name}}}"
        for line in LINES
        for group, name in REFERENCE.findall(line.formula)
        if name not in declared[group]
    ]
    assert offenders == []
    of_every_design = [line for line in LINES if line.name in layout.line_rows]  # those of Placement are of one alone
    assert [line.name for line in of_every_design if REFERENCE.search(layout.render(line.formula, 0))] == []


def test_a_reference_to_no_figure_is_an_error_that_names_it() -> None:
    with pytest.raises(KeyError, match="Tier has no figure 'usable_bg'"):
        blank_block().tiers[0].rendered("2*{usable_bg}")
    with pytest.raises(KeyError, match="Tier has no scope 'bolck' beside it"):
        blank_block().tiers[0].rendered("2*{bolck.vms}")


def test_the_library_has_a_figure_for_every_line() -> None:
    for make in SCENARIOS.values():
        for design in size(make()).designs:
            assert {name for name in NAMES if not isinstance(design[name], (float, str))} == set()


def test_every_figure_that_the_library_works_out_is_a_line() -> None:
    """No number hides behind the sheets."""
    assert set(places()) == NAMES


@pytest.mark.parametrize("record", RECORDS, ids=lambda record: record.__name__)
def test_the_fields_of_a_record_are_the_declared_inputs(record: type) -> None:
    own = [field.name for field in fields(record) if field.name not in ("tiers", "cache")]
    assert sorted(own) == sorted(RECORDS[record])


@pytest.mark.parametrize("record", TABLE_RECORDS, ids=lambda record: record.__name__)
def test_the_columns_of_a_table_are_fields_of_its_record(record: type) -> None:
    assert {field.name for field in fields(record)} >= set(TABLE_RECORDS[record])


def test_the_designs_sheet_has_every_input_of_a_design() -> None:
    rows = [name for section in design_sections() for name in section.inputs]
    tiers = [f"tier{k}_{name}" for k in (1, 2, 3) for name in inputs_of(Tier)]
    assert sorted(rows) == sorted([*inputs_of(Design), *tiers, *(f"cache_{name}" for name in inputs_of(Cache))])


@pytest.mark.parametrize(
    "declared",
    [inputs_of(UserGroup), inputs_of(Tier), inputs_of(Cache), inputs_of(Design), inputs_of(Settings), inputs_of(Drive),
     inputs_of(RaidLevel), inputs_of(Price), inputs_of(BillRow)],
)  # fmt: skip
def test_inputs_have_a_label_each(declared: dict[str, Input]) -> None:
    labels = [field.label.casefold() for field in declared.values()]
    assert all(labels)
    assert len(set(labels)) == len(labels)


# --- the formulas on arrays --------------------------------------------------------------------------------

# A step of the search for the highest utilisation magnifies the last bits of the one before, as long as it is far from
# the answer; the answer itself is compared.
STEP_OF_A_SEARCH = re.compile(r"_root_step_\d+")

NUMBERS = ("vms", "steady_reads", "steady_writes", "login_reads", "delta_gb_per_vm", "settings.vat_share")


def figures_of(made: Scenario, design: int, factor: Any) -> Names:
    """The figures of a design with some of its numbers scaled, by one factor or by many."""
    figures = Names(Block(made, made.designs_in_use[design]))
    for name in NUMBERS:
        figures.put(name, figures[name] * factor)
    return figures


@pytest.mark.parametrize("seed", range(12))
def test_vector_equals_scalar(seed: int) -> None:
    made = scenario(Random(seed))
    factors = [0.5, 1.0, 1.37, 3.0]
    for position in range(len(made.designs)):
        vector = figures_of(made, position, np.array(factors))
        for at, factor in enumerate(factors):
            scalar = figures_of(made, position, factor)
            for name in SWEPT:
                if STEP_OF_A_SEARCH.search(name):
                    continue
                value, found = scalar[name], vector[name]
                if isinstance(found, np.ndarray) and found.ndim and isinstance(value, (float, int)):
                    assert found[at] == pytest.approx(value, rel=1e-9, abs=1e-12), name


# --- properties ---------------------------------------------------------------------------------------------


def drives_for(vms: float, iops: float, read_share: float, raid: str) -> float:
    """Drives of one block for so many users, counted."""
    example = EXAMPLES["etri"]()
    group = UserGroup("users", "office", vms, steady_iops=iops, steady_read_share=read_share, delta_gb=5)
    design = Design("HDD", "office", (Tier("ETRI SATA 7.2K 750 GB", raid),))
    made = Scenario((group,), (design,), example.drives, example.raid_levels, Settings(example.settings.as_of))
    drives = size(made).designs[0]["drives_per_block"]
    assert isinstance(drives, float)
    return drives


@given(
    st.floats(1, 1e5), st.floats(0, 1e4), st.floats(0, 100), st.floats(0, 1),
    st.sampled_from(["RAID 0", "RAID 1", "RAID 10", "RAID 5", "RAID 50", "RAID 6", "RAID 60"]),
)  # fmt: skip
def test_more_users_never_need_fewer_drives(vms: float, more: float, iops: float, read_share: float, raid: str) -> None:
    assert drives_for(vms + more, iops, read_share, raid) >= drives_for(vms, iops, read_share, raid)


@given(st.integers(1, 500), st.sampled_from([3.0, 7.5, 15.0, 25.0, 75.0]))
def test_whole_quotients_are_exact(drives: int, iops: float) -> None:
    assert drives_for(drives * 75 / iops, iops, 1.0, "RAID 0") == max(
        drives, drives_for(drives * 75 / iops, 0, 1.0, "RAID 0")
    )
