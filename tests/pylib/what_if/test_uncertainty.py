"""Sweeps, corners, tornado and Monte Carlo: the same formulas, and the same answer every time."""

from __future__ import annotations

import dataclasses
import math
import random
import re
from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from vdi_sizing.errors import InputError
from vdi_sizing.formulas.disks import disk_count
from vdi_sizing.formulas.response_time import disk_count_for_response_time
from vdi_sizing.formulas.uncertainty import pert_mean, triangular_quantile
from vdi_sizing.model.names import Names, places
from vdi_sizing.model.scopes import Block
from vdi_sizing.model.sizing import size
from vdi_sizing.scenario import Design, Scenario, Tier, UserGroup
from vdi_sizing.what_if.drivers import DRIVERS
from vdi_sizing.what_if.extremes import corners, tornado
from vdi_sizing.what_if.monte_carlo import monte_carlo, quantiles, triangular_draws
from vdi_sizing.what_if.ranges import Range
from vdi_sizing.what_if.sweep import VARIABLES, sweep
from vdi_templates.examples import EXAMPLES

VARIANTS = 200


def example(name: str = "fujitsu") -> Scenario:
    return EXAMPLES[name]()


def office() -> Scenario:
    """One user group on one design whose drives are counted."""
    tiers = (Tier(drive="10K SAS", raid="RAID 10"),)
    return dataclasses.replace(
        example("etri"),
        groups=(UserGroup("office", "now", 100, 1.0, steady_iops=20, steady_read_share=0.4),),
        designs=(Design(name="disks", case="now", tiers=with_drives(tiers)),),
        prices=(),
        bill=(),
    )


def with_drives(tiers: tuple[Tier, ...]) -> tuple[Tier, ...]:
    """The tiers with a drive that the examples know."""
    return tuple(dataclasses.replace(tier, drive=example("etri").drives[0].name) for tier in tiers)


# --- a sweep is many sizings --------------------------------------------------------------------------


def figures_of(scenario: Scenario, design: int, changes: Mapping[str, float] | None = None) -> Names:
    """The figures of a design, some of what they start from set to other numbers."""
    figures = Names(Block(scenario, scenario.designs[design]))
    for name, value in (changes or {}).items():
        figures.put(name, value)
    return figures


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
    ("name", "design"), [("fujitsu", 0), ("fujitsu", 2), ("etri", 0), ("dell", 0), ("emc", 0), ("sandisk", 0)]
)
def test_vector_equals_scalar_on_every_figure(name: str, design: int) -> None:
    scenario = example(name)
    start = figures_of(scenario, design)
    draw = random.Random(name)
    varied = [key for key in VARIABLES if isinstance(start.get(key), float)]
    columns: dict[str, Any] = {key: [near(key, start[key], draw) for _ in range(VARIANTS)] for key in varied}

    scalars: list[Names] = []
    for variant in range(VARIANTS):
        changes = {key: column[variant] for key, column in columns.items()}
        changes["all_vms"] = start["all_vms"] * changes["vms"] / start["vms"]
        scalars.append(figures_of(scenario, design, changes))

    # lines to read hold words where there is no number
    outputs = [key for key in computed(scenario, design) if all(isinstance(x[key], float) for x in scalars)]
    assert len(outputs) > 300
    swept = sweep(scenario, design, outputs, **columns)
    for key in outputs:
        assert swept[key].dtype == np.float64
        assert swept[key].tolist() == pytest.approx([told(x, key) for x in scalars], rel=1e-12, abs=1e-12), key


def test_a_sweep_gives_what_size_gives_for_changed_inputs() -> None:
    scenario = example()
    draw = random.Random(1)
    changes = [
        {
            "tier1_derating": draw.uniform(0.3, 1),
            "ram_gib": float(draw.randint(32, 256)),
            "vat_share": draw.random(),
        }
        for _ in range(VARIANTS)
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
    assert swept["drives_per_block"].tolist() == [18, 34, 68]
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


@pytest.mark.parametrize("output", RESPONSE_TIMES)
def test_a_range_of_response_times_has_no_end_where_drives_saturate(output: str) -> None:
    ranges = {"drive_iops_scale": Range(1, 10, 12)}
    interval = corners(example(), 2, ranges, output)
    assert interval.low < interval.base < interval.high == math.inf
    assert tornado(example(), 2, ranges, output)[0].swing == math.inf
    spread = monte_carlo(example(), 2, {"drive_iops_scale": Range(1, 1, 4)}, [output], draws=1000)[output]
    assert spread.p5 < spread.p95 == spread.mean == math.inf


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


# --- corners and tornado ------------------------------------------------------------------------------

RANGES = {
    "steady_iops_scale": Range(0.4, 1, 1.25),
    "steady_read_share": Range(0.1, 0.4, 0.5),
    "drive_iops_scale": Range(0.9, 1, 1.2),
    "max_utilization": Range(0.6, 0.7, 1),
}


def test_corners_hold_every_combination_of_ends() -> None:
    combinations = np.array(np.meshgrid(*[[r.low, r.base, r.high] for r in RANGES.values()])).reshape(len(RANGES), -1)
    every = sweep(office(), outputs=["drives_per_block"], **dict(zip(RANGES, combinations, strict=True)))  # type: ignore[arg-type]
    interval = corners(office(), ranges=RANGES, output="drives_per_block")
    assert (interval.low, interval.high) == (every["drives_per_block"].min(), every["drives_per_block"].max())
    assert interval.low < interval.base < interval.high


@pytest.mark.parametrize("output", ["drives_per_block", "steady_iops_per_vm"])
def test_corners_of_the_vms_are_those_of_a_multiple_of_the_users(output: str) -> None:
    scenario = example("etri")
    by_vms = corners(scenario, ranges={"vms": Range(80, 100, 400)}, output=output)
    assert by_vms == corners(scenario, ranges={"users_scale": Range(0.8, 1, 4)}, output=output)


def test_corners_find_what_matters_only_at_a_corner() -> None:
    """RAM is no limit at the base values; with more drives and less RAM it becomes the smallest."""
    scenario = office()
    design = dataclasses.replace(
        scenario.designs[0],
        ram_gib=200.0,
        tiers=(dataclasses.replace(scenario.designs[0].tiers[0], drives=20.0),),
    )
    groups = (dataclasses.replace(scenario.groups[0], vms=1000.0, ram_gib=1.0),)
    scenario = dataclasses.replace(scenario, designs=(design,), groups=groups)
    ranges = {"drive_iops_scale": Range(1, 1, 10), "ram_scale": Range(0.5, 1, 1.5)}
    swings = {swing.name: swing.swing for swing in tornado(scenario, ranges=ranges, output="vms_per_block")}
    assert swings["ram_scale"] == 0
    assert corners(scenario, ranges=ranges, output="vms_per_block").high == 400


def test_no_ranges_leave_the_design_as_it_is() -> None:
    base = sweep(example())["known_eur_per_vm"][0]
    interval = corners(example())
    assert interval.low == interval.base == interval.high == base
    assert tornado(example()) == []
    assert monte_carlo(example(), draws=3)["known_eur_per_vm"].p50 == base


def test_a_tornado_is_sorted_and_takes_one_input_at_a_time() -> None:
    ranges = {
        "users_scale": Range(0.5, 1, 2),
        "drive_price_scale": Range(0.5, 1, 1.5),
        "ram_scale": Range(1, 1, 1),
    }
    rows = tornado(example(), 1, ranges)
    assert [row.swing for row in rows] == sorted((row.swing for row in rows), reverse=True)
    row = next(row for row in rows if row.name == "drive_price_scale")
    assert row.at_high == sweep(example(), 1, drive_price_scale=1.5)["known_eur_per_vm"][0]
    assert row.label == "drive prices"
    assert rows[-1].swing == 0


def test_eur_are_infinite_where_nothing_fits_and_an_error_without_prices() -> None:
    rows = tornado(example(), 0, {"ram_scale": Range(1, 1, 1e6)})
    assert rows[0].at_high == math.inf
    assert rows[0].swing == math.inf
    with pytest.raises(InputError, match="output is 'known_eur_per_vm'; expected a figure without EUR"):
        corners(office(), ranges={"users_scale": Range(1, 1, 2)})


def test_a_range_is_in_order() -> None:
    assert Range(1, 1, 1) == Range(1.0, 1.0, 1.0)
    with pytest.raises(InputError, match=r"high - base is -1; expected a number at least 0"):
        Range(1, 3, 2)
    with pytest.raises(InputError, match="base is 'x'; expected a number"):
        Range(1, "x", 2)  # type: ignore[arg-type]


# --- Monte Carlo --------------------------------------------------------------------------------------

SEED = 20110601
STATE = 1804083011563323368665611838657739121
INCREMENT = 28526617917024475852204743929392468939
RAW = [8827970041614369087, 10223952799001300992, 3557413311780345217, 487115603273960523]


def pcg64(state: int, increment: int) -> Iterator[int]:
    """The generator PCG64 (XSL RR 128/64), in plain integers."""
    while True:
        state = (state * 0x2360ED051FC65DA44385DF649FCCF645 + increment) % 2**128
        folded, turn = (state >> 64) ^ (state % 2**64), state >> 122
        yield (folded >> turn | folded << (64 - turn)) % 2**64


def test_the_raw_stream_is_that_of_the_generator() -> None:
    """numpy makes state and increment from the seed; from there on the stream is the published one."""
    inner = np.random.PCG64(SEED).state["state"]
    assert (inner["state"], inner["inc"]) == (STATE, INCREMENT)
    stream = pcg64(STATE, INCREMENT)
    assert [next(stream) for _ in RAW] == RAW == np.random.PCG64(SEED).random_raw(len(RAW)).tolist()


def test_draws_are_the_stream_through_the_inverse_distribution() -> None:
    ranges = {"a": Range(8, 20, 25), "b": Range(0.1, 0.4, 0.5)}
    drawn = triangular_draws(ranges, 50, SEED)
    stream = pcg64(STATE, INCREMENT)
    for variant in range(50):
        for name, range_ in ranges.items():
            p = (next(stream) >> 11) / 2**53
            assert drawn[name][variant] == triangular_quantile(p, range_.low, range_.base, range_.high)


def test_more_draws_begin_with_the_same_ones() -> None:
    few, many = (triangular_draws({"a": Range(0, 1, 2), "b": Range(0, 0, 1)}, n, 7) for n in (10, 1000))
    assert all((few[name] == many[name][:10]).all() for name in few)


def test_the_etri_load_needs_50_to_116_drives() -> None:
    """100 users of 8 to 25 IOPS, 10 to 50 % reads, drives of 70 to 90 IOPS; RAID 10 is bought in pairs."""
    ranges = {"iops": Range(8, 20, 25), "read_share": Range(0.1, 0.4, 0.5), "drive_iops": Range(70, 75, 90)}
    drawn = triangular_draws(ranges, 100_000, SEED)
    reads = 100 * drawn["iops"] * drawn["read_share"]
    writes = 100 * drawn["iops"] - reads
    needed = quantiles(np.asarray(disk_count_for_response_time(50, reads, writes, drawn["drive_iops"], multiple=2)))
    plain = quantiles(np.asarray(disk_count(reads, writes, 2, drawn["drive_iops"])))
    assert (needed.p5, needed.p50, needed.p95) == (50, 82, 116)
    assert (plain.p5, plain.p50, plain.p95) == (24, 39, 51)


def test_the_same_seed_gives_the_same_digits() -> None:
    ranges = {"users_scale": Range(0.5, 1, 2), "drive_price_scale": Range(0.5, 1, 1.5)}
    answer = monte_carlo(example(), 1, ranges, ["known_eur_per_vm", "blocks"], draws=1000, seed=SEED)
    assert answer == monte_carlo(example(), 1, ranges, ["known_eur_per_vm", "blocks"], draws=1000, seed=SEED)
    assert answer["blocks"].p5 <= answer["blocks"].p50 <= answer["blocks"].p95
    assert answer["known_eur_per_vm"].mean == pytest.approx(207.69447971780104, rel=1e-12)


@pytest.mark.parametrize(("draws", "seed"), [(0, 1), (10, -1), (1.5, 1), (10, None)])
def test_draws_and_seed_are_whole(draws: Any, seed: Any) -> None:
    with pytest.raises(InputError, match="expected a whole number of at least"):
        monte_carlo(example(), ranges={"users_scale": Range(1, 1, 2)}, draws=draws, seed=seed)


# --- scalar helpers -----------------------------------------------------------------------------------

three = st.tuples(*[st.floats(-1e6, 1e6)] * 3).map(sorted)


@given(three, st.floats(0, 1))
def test_a_quantile_stays_in_its_range_and_inverts_the_distribution(points: list[float], p: float) -> None:
    low, base, high = points
    value = triangular_quantile(p, low, base, high)
    tolerance = 1e-9 * (1 + abs(low) + abs(high))
    assert low - tolerance <= value <= high + tolerance
    if high - low > 1 and low < value < high:
        left, right = value - low, high - value
        inverse = left**2 / (base - low) if value < base else (high - low) - right**2 / (high - base)
        assert inverse / (high - low) == pytest.approx(p, abs=1e-6)


@given(three)
def test_pert_mean_lies_in_the_range(points: list[float]) -> None:
    low, base, high = points
    assert low - 1e-6 <= pert_mean(low, base, high) <= high + 1e-6


def test_helpers_take_arrays_and_refuse_disorder() -> None:
    assert triangular_quantile(0.25, 3, 3, 3) == 3
    assert np.asarray(triangular_quantile([0, 0.125, 1], 0, 1, 4)).tolist() == pytest.approx(
        [triangular_quantile(p, 0, 1, 4) for p in (0, 0.125, 1)]
    )
    assert np.asarray(pert_mean([1, 2], [2, 3], [3, 10])).tolist() == [2, 4]
    with pytest.raises(InputError, match=r"base - low is -1; expected a number at least 0"):
        pert_mean(2, 1, 3)
    with pytest.raises(InputError, match=r"p is 1\.5"):
        triangular_quantile(1.5, 1, 2, 3)
