"""A sweep is many sizings: the same formulas on arrays, what may be varied, and what is infinite."""

from __future__ import annotations

import dataclasses
import math
import random
import re
from collections.abc import Mapping
from typing import Any

import numpy as np
import pytest
from tests.pylib.what_if.scenarios import example, figures_of, office
from tests.tiers import but_in_gate

from vdi_sizing.errors import InputError
from vdi_sizing.model.names import Names, places
from vdi_sizing.model.sizing import size
from vdi_sizing.scenario import Scenario
from vdi_sizing.what_if.drivers import DRIVERS
from vdi_sizing.what_if.monte_carlo import triangular_draws
from vdi_sizing.what_if.ranges import Range
from vdi_sizing.what_if.sweep import VARIABLES, sweep

SCALARS = 50  # of every figure, each worked out by itself


def computed(scenario: Scenario, design: int) -> list[str]:
    """The figures of a design that are numbers and follow from others."""
    figures = figures_of(scenario, design)
    follow = (name for name, (_, figure) in places().items() if figure.swept and not figure.given)
    return [name for name in follow if isinstance(figures[name], float)]


def told(figures: Mapping[str, Any], name: str) -> Any:
    """What a sweep says of a figure: EUR and response times are infinite where they mean nothing."""
    saturated = re.sub("(leg|response|percentile)_ms$", "saturated", name)
    a_time = saturated != name
    if a_time and figures[saturated]:
        return math.inf
    needs_a_block = "eur" in name.split("_") or (a_time and not name.startswith("untargeted"))
    return figures[name] if figures["feasible"] or not needs_a_block else math.inf


def near(field_name: str, base: float, draw: random.Random) -> float:
    field = VARIABLES[field_name]
    if field.kind == "whole":
        return base
    if field.kind == "share" or field.at_most is not None:
        return base * draw.uniform(0.6, 1.0)
    return base * draw.uniform(1.0, 2.5)


@pytest.mark.parametrize(
    ("name", "design"),
    but_in_gate(
        [("fujitsu", 0), ("fujitsu", 2), ("etri", 0), ("dell", 0), ("emc", 0), ("sandisk", 0)],
        ("fujitsu", 2), ("etri", 0), ("emc", 0),
    ),
)  # fmt: skip
def test_vector_equals_scalar_on_every_figure(name: str, design: int) -> None:
    scenario = example(name)
    start = figures_of(scenario, design)
    draw = random.Random(name)
    varied = [key for key in VARIABLES if isinstance(start.get(key), float)]
    columns: dict[str, Any] = {key: [near(key, start[key], draw) for _ in range(SCALARS)] for key in varied}

    scalars: list[Names] = []
    for variant in range(SCALARS):
        changes = {key: column[variant] for key, column in columns.items()}
        for key in ("all_vms", "store_iops", "store_reads", "store_login_iops", "store_gb"):
            changes[key] = start[key] * changes["vms"] / start["vms"]
        scalars.append(figures_of(scenario, design, changes))

    # lines to read hold words where there is no number
    outputs = [key for key in computed(scenario, design) if all(isinstance(x[key], float) for x in scalars)]
    assert outputs
    swept = sweep(scenario, design, outputs, **columns)
    for key in outputs:
        assert swept[key].dtype == np.float64
        np.testing.assert_allclose(swept[key], [told(x, key) for x in scalars], 1e-12, 1e-12, err_msg=key)


@pytest.mark.parametrize("variants", but_in_gate([50, 200], 50))
def test_a_sweep_gives_what_size_gives_for_changed_inputs(variants: int) -> None:
    scenario = example()
    draw = random.Random(1)
    changes = [
        {
            "tier1_derating": draw.uniform(0.3, 1),
            "ram_gib": float(draw.randint(32, 256)),
            "vat_share": draw.random(),
        }
        for _ in range(variants)
    ]
    outputs = computed(scenario, 0)
    columns: dict[str, Any] = {name: [change[name] for change in changes] for name in changes[0]}
    swept = sweep(scenario, 0, outputs, **columns)
    for variant, change in enumerate(changes):
        design = scenario.designs[0]
        tier = dataclasses.replace(design.tiers[0], derating=change["tier1_derating"])
        changed = dataclasses.replace(
            scenario,
            designs=(dataclasses.replace(design, ram_gib=change["ram_gib"], tiers=(tier, *design.tiers[1:])),),
            bill=tuple(row for row in scenario.bill if row.design == design.name),
            settings=dataclasses.replace(scenario.settings, vat_share=change["vat_share"]),
        )
        sized = size(changed).designs[0]
        expected = {name: told(sized.figures, name) for name in outputs}
        assert {n: float(swept[n][variant]) for n in outputs} == pytest.approx(expected)


@pytest.mark.parametrize(
    ("driver", "value", "field", "changed"),
    [
        ("users_scale", 1.5, "vms", 150.0),
        ("steady_iops_scale", 0.5, "steady_iops", 10.0),
        ("steady_read_share", 0.1, "steady_read_share", 0.1),
    ],
)
def test_drivers_of_the_load_do_what_the_users_table_would(
    driver: str, value: float, field: str, changed: float
) -> None:
    scenario = office()
    change: dict[str, Any] = {field: changed}
    column: dict[str, Any] = {driver: value}
    other = dataclasses.replace(scenario, groups=(dataclasses.replace(scenario.groups[0], **change),))
    outputs = ["drives_per_block", "vms_per_block", "steady_iops_per_vm", "known_users_eur"]
    expected, driven = sweep(other, outputs=outputs), sweep(scenario, outputs=outputs, **column)
    assert {name: value[0] for name, value in driven.items()} == pytest.approx(
        {name: value[0] for name, value in expected.items()}
    )


@pytest.mark.parametrize(
    ("name", "design"), [("etri", 0), ("etri", 3), ("fujitsu", 1), ("dell", 0), ("emc", 0), ("sandisk", 0)]
)
def test_vms_bring_their_load_with_them(name: str, design: int) -> None:
    """So many VMs are a scenario with so many VMs, in every figure; no VM asks for less because there are more."""
    scenario = example(name)
    outputs = computed(scenario, design)
    times = [0.3, 1.0, 2.0, 4.1]
    vms = figures_of(scenario, design)["vms"]
    swept = sweep(scenario, design, outputs, vms=[vms * factor for factor in times])
    for at, factor in enumerate(times):
        groups = tuple(dataclasses.replace(group, vms=group.vms * factor) for group in scenario.groups)
        figures = figures_of(dataclasses.replace(scenario, groups=groups), design)
        assert [swept[key][at] for key in outputs] == pytest.approx([told(figures, key) for key in outputs]), factor


def test_etri_needs_more_drives_for_more_vms() -> None:
    swept = sweep(example("etri"), outputs=["drives_per_block", "steady_iops_per_vm"], vms=[100, 200, 400])
    assert swept["drives_per_block"].tolist() == [18, 36, 70]
    assert swept["steady_iops_per_vm"].tolist() == [8, 8, 8]


def test_a_load_is_that_of_all_vms_whatever_their_number() -> None:
    outputs = ["steady_reads_per_vm", "steady_writes_per_vm"]
    swept = sweep(office(), outputs=outputs, steady_reads=1000, vms=[100, 200], users_scale=2)
    assert swept["steady_reads_per_vm"].tolist() == [10, 5]
    assert swept["steady_writes_per_vm"].tolist() == [12, 12]


@pytest.mark.parametrize("driver", list(DRIVERS))
def test_every_driver_can_be_swept(driver: str) -> None:
    column: dict[str, Any] = {driver: [0.5, 0.9]}
    assert sweep(example(), 2, **column)["known_eur_per_vm"].shape == (2,)


@pytest.mark.parametrize("chunk", [1, 7, 100, 1000])
def test_the_chunk_changes_nothing(chunk: int) -> None:
    columns: dict[str, Any] = triangular_draws({"users_scale": Range(0.5, 1, 3), "ram_scale": Range(1, 1, 4)}, 100, 3)
    whole, parts = sweep(example(), **columns), sweep(example(), chunk=chunk, **columns)
    assert all((whole[name] == parts[name]).all() for name in whole)


RESPONSE_TIMES = ["response_ms", "tier2_leg_ms", "tier2_response_ms", "tier2_percentile_ms"]


def test_saturated_drives_never_answer() -> None:
    """Fujitsu's hybrid saturates its tier of disks, not that of SSDs, until they are slow as well."""
    outputs = [*RESPONSE_TIMES, "tier1_leg_ms", "saturated", "tier1_saturated", "tier2_saturated", "within_share"]
    swept = sweep(example(), 2, outputs, drive_iops_scale=[1, 10, 0.01])
    assert swept["saturated"].tolist() == [1, 0, 1]
    assert swept["tier1_saturated"].tolist() == [0, 0, 1]
    assert np.isinf(swept["tier1_leg_ms"]).tolist() == [False, False, True]
    assert swept["tier2_saturated"].tolist() == [1, 0, 1]
    for name in RESPONSE_TIMES:
        assert np.isinf(swept[name]).tolist() == [True, False, True], name
    assert np.isfinite(swept["within_share"]).all()


def test_no_block_no_response_time() -> None:
    """Drives this slow cannot keep ETRI's target; what they would do without it is known."""
    outputs = ["feasible", "response_ms", "tier1_leg_ms", "untargeted_response_ms"]
    swept = sweep(example("etri"), 4, outputs, drive_iops_scale=[1, 0.1])
    assert swept["feasible"].tolist() == [1, 0]
    for name in ("response_ms", "tier1_leg_ms"):
        assert np.isinf(swept[name]).tolist() == [False, True]
    assert np.isfinite(swept["untargeted_response_ms"]).all()


def test_eur_are_infinite_without_a_feasible_block() -> None:
    swept = sweep(example(), outputs=["feasible", "known_users_eur", "known_eur_per_vm"], ram_scale=[1, 1e6])
    assert swept["feasible"].tolist() == [1, 0]
    for name in ("known_users_eur", "known_eur_per_vm"):
        assert np.isinf(swept[name]).tolist() == [False, True]
    assert sweep(example(), ram_scale=1e6)["known_eur_per_vm"].tolist() == [math.inf]


def test_one_number_stands_for_all_variants() -> None:
    scenario = example()
    swept = sweep(scenario, 1, users_scale=[1, 2, 3], drive_iops_scale=0.5)
    single = sweep(scenario, 1, users_scale=2, drive_iops_scale=0.5)
    assert {n: v[1] for n, v in swept.items()} == {n: v[0] for n, v in single.items()}


@pytest.mark.parametrize(
    ("columns", "message"),
    [
        ({"user_scale": 2}, "column is 'user_scale'; expected one of: users_scale, "),
        ({"all_vms": 200}, "column is 'all_vms'; expected one of: users_scale, "),
        ({"users_scale": [1, 0]}, r"users_scale is 0; expected a number above 0 x"),
        ({"tier1_derating": [0.5, 1.5]}, "tier1_derating is 1.5; expected a share above 0, at most 1"),
        ({"tier1_drives": [2, 2.5]}, "tier1_drives is 2.5; expected a whole number above 0 drives"),
        ({"ram_gib": [64, math.nan]}, "ram_gib is nan; expected a number above 0 GiB"),
        ({"ram_gib": "much"}, "ram_gib is .*; expected a number above 0 GiB"),
        (
            {"users_scale": [1, 2, 3], "ram_scale": [1, 2]},
            "ram_scale is .*; expected one number, or 3 in a row",
        ),
        ({"users_scale": [[1, 2], [3, 4]]}, "users_scale is 'of shape"),
    ],
)
def test_columns_that_cannot_be_used(columns: dict[str, Any], message: str) -> None:
    with pytest.raises(InputError, match=message):
        sweep(example(), **columns)


def test_outputs_that_do_not_exist() -> None:
    with pytest.raises(InputError, match=r"output is 'drives'; expected one of: .*drives_per_block"):
        sweep(example(), outputs=["drives"])
    with pytest.raises(InputError, match="design is 9; expected a position from 0 to"):
        sweep(example(), design=9)
