"""Which public functions the model does not use, and why they are there all the same.

A public function is a checked face on plain kernels, the functions of `formulas` with an underscore. The model uses it
if it calls every kernel of it.
"""

from __future__ import annotations

import ast
import importlib
import inspect
import pkgutil
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from types import CodeType, FrameType
from typing import Any

import pytest
from tests.pylib.model.test_licence_counts import HOST, billed
from tests.templates.random_scenarios import scenario
from tests.tiers import but_in_gate

import vdi_sizing
from vdi_addin.functions.wording import example_values
from vdi_sizing import formulas
from vdi_sizing.errors import InputError
from vdi_sizing.model.sizing import size
from vdi_sizing.scenario import BillRow, Scenario
from vdi_templates.examples import EXAMPLES, today

NO_KERNELS = ("_check", "_single", "_whole", "_all", "_filled", "checked")
"""Functions that begin like this check or shape arguments and work out nothing."""
UNUSED = {
    "access_density_breakeven": "before a design: which data belongs on an SSD",
    "burst_drain_s": "a write cache by hand: when it is ready for the next burst",
    "cheapest_two_tier_mix": "before a design: which mix to enter as its tiers",
    "chord_io_share": "tiers by hand: what is sure where the skew is not known",
    "concurrent_power_operations": "storms by hand: what a limit of the hypervisor means",
    "disk_count_for_response_time": "a RAID group without a scenario; the model works it out in steps that sheets show",
    "drive_iops": "a drive by hand, from its data sheet; the tables hold drives by their rated IOPS",
    "drive_response_ms": "one drive without a scenario; the model's law holds for every shape of the service times",
    "energy_cost": "level costs by hand; the model has the energy of a year and its price a line each",
    "flash_cache_iops": "a flash cache by hand: its own load; the model has it per phase",
    "gib_from_gb": "units in cells; the model needs the other way only",
    "highest_utilization": "a RAID group without a scenario; the model works it out in steps that sheets show",
    "highest_utilization_for_mean": "response times by hand: designs count flash by a law of their own",
    "highest_utilization_for_share": "response times by hand: designs count flash by a law of their own",
    "hosts_for_mix": "a mix of VMs without a scenario; the model works it out in steps that sheets show",
    "linked_clone_gb": "a data store of clones by hand; the model adds up objects on tiers",
    "login_window_peak_factor": "gives an input: the peak factor of logins in a window",
    "mean_multiplier": "response times by hand: the law of exponential service times, as published",
    "mean_service_times": "response times by hand: the mean of the law that the model counts with",
    "measured_read_hit": "gives an input: the read hit, from what was measured",
    "num_vm_for_response_time": "a RAID group without a scenario; the model works it out in steps that sheets show",
    "peak_factor_lognormal": "gives an input: the peak factor of a load that varies",
    "pert_mean": "gives an input: one number for an estimate of three points",
    "present_value": "level costs by hand; the model adds up payments year by year",
    "quantile_root": "response times by hand: a step of `quantile_service_times`",
    "quantile_service_times": "response times by hand: designs solve for the time in steps that sheets show",
    "response_time_ms": "a RAID group without a scenario; the model works it out in steps that sheets show",
    "response_time_percentile_ms": "a RAID group without a scenario; the model works it out in steps that sheets show",
    "service_time_ms": "a drive by hand, from its data sheet; the tables hold drives by their rated IOPS",
    "share_within": "response times by hand: a step of `share_within_service_times`",
    "share_within_bursts": "response times by hand: what bursts do to them; the model's load is steady",
    "share_within_lognormal": "response times by hand: what a varying load does to them; the model's load is steady",
    "share_within_ms": "a RAID group without a scenario; the model works it out in steps that sheets show",
    "share_within_service_times": "response times by hand: designs count it by waits and times of each class",
    "skew_capacity_share": "tiers by hand: the inverse of `skew_io_share`, how much flash takes so many I/Os",
    "ssd_life_years": "wear by hand, from a data sheet's TBW; the model's drives are rated in DWPD",
    "tbw_from_dwpd": "wear by hand, from a data sheet; the model's drives are rated in DWPD",
    "total_cost_of_ownership": "level costs by hand; the model adds up payments year by year",
    "triangular_quantile": "what-if: `monte_carlo` draws with it",
    "users_per_session_host": "gives an input: the users per VM of a group of session hosts",
    "vsimax_dynamic": "gives an input: the measured VMs, from the response times of a test",
    "vsimax_threshold_ms": "gives an input: the measured VMs, from the response times of a test",
    "write_cache_gb": "a write cache by hand: how large for a burst",
    "write_multiplier": "response times by hand: a step of `mean_multiplier`",
}
"""Public functions that the model does not use, and what they are there for."""


def modules() -> list[Any]:
    """The modules of the room of formulas."""
    names = (info.name for info in pkgutil.iter_modules(formulas.__path__, "vdi_sizing.formulas."))
    return [importlib.import_module(name) for name in names]


def kernels() -> dict[str, Callable[..., Any]]:
    """The functions that are not public and work something out, by module and name."""
    return {
        f"{module.__name__}.{name}": item
        for module in modules()
        for name, item in inspect.getmembers(module, inspect.isfunction)
        if name not in vdi_sizing.__all__ and not name.startswith(NO_KERNELS) and item.__module__ == module.__name__
    }


def kernels_of(function: Callable[..., Any]) -> set[str]:
    """The kernels that a public function calls, itself or through another public function."""
    found: set[str] = set()
    for called in calls(function):
        name = f"{called.__module__}.{called.__name__}"
        if name in KERNELS:
            found.add(name)
        elif called in PUBLIC.values():
            found |= kernels_of(called)
    return found


def calls(function: Callable[..., Any]) -> list[Callable[..., Any]]:
    """The functions that a function calls by their plain names."""
    tree = ast.parse(inspect.getsource(function))
    names = {node.func.id for node in ast.walk(tree) if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)}
    known = vars(inspect.getmodule(function))
    return [known[name] for name in sorted(names) if inspect.isfunction(known.get(name))]


KERNELS = kernels()
PUBLIC = {
    name: item
    for name in vdi_sizing.__all__
    if inspect.isfunction(item := getattr(vdi_sizing, name)) and item.__module__.startswith("vdi_sizing.formulas.")
}


def scenarios(random_ones: int) -> Iterator[Scenario]:
    """Every example, today's start, a licence by core, and some random scenarios."""
    yield from (example() for example in EXAMPLES.values())
    yield today()
    yield billed(
        HOST, BillRow(HOST.name, "licence by core", 1, "core", metric="Windows Server Datacenter")
    ).block.scenario
    yield from (scenario(Random(seed)) for seed in range(random_ones))


@pytest.fixture(scope="module", params=but_in_gate([4, 20], 4))
def called(request: pytest.FixtureRequest) -> set[str]:
    """The kernels that are called while every figure of every design of those scenarios is worked out."""
    seen: set[CodeType] = set()
    files = {module.__file__ for module in modules()}
    codes = {kernel.__code__ for kernel in KERNELS.values()}

    def note(frame: FrameType, _event: str, _argument: object) -> None:
        """Of a call alone, since it returns nothing that would trace what is called."""
        if frame.f_code in codes and frame.f_back and frame.f_back.f_code.co_filename not in files:
            seen.add(frame.f_code)

    for each in scenarios(request.param):
        sizing = size(each)
        before = sys.gettrace()
        sys.settrace(note)
        try:
            for design in sizing.designs:
                for name in design.figures:
                    design.figures[name]
        finally:
            sys.settrace(before)
    return {name for name, kernel in KERNELS.items() if kernel.__code__ in seen}


def unused(called: set[str]) -> list[str]:
    """The public functions of which the model calls no kernel, or not all."""
    own = {name: kernels_of(function) for name, function in PUBLIC.items()}
    return sorted(name for name, needed in own.items() if not needed or needed - called)


def test_a_public_function_that_the_model_does_not_use_has_its_reason(called: set[str]) -> None:
    assert unused(called) == list(UNUSED)


def test_a_function_is_used_when_the_model_calls_all_its_kernels(called: set[str]) -> None:
    assert kernels_of(vdi_sizing.disk_count) <= called
    assert "disk_count" in unused(called - kernels_of(vdi_sizing.disk_count))
    assert {name.rpartition(".")[2] for name in kernels_of(vdi_sizing.utilization)} == {
        "_missed", "_backend_reads", "_backend_writes"
    }  # fmt: skip


def test_the_page_on_figures_has_the_same_reasons() -> None:
    page = (Path(__file__).parents[2] / "docs" / "figures.md").read_text(encoding="utf-8")
    section = page.partition("\n## Public functions that the model does not use\n")[2].partition("\n## ")[0]
    rows = [line for line in section.splitlines() if line.startswith("| `")]
    assert rows == [f"| `{name}` | {reason} |" for name, reason in UNUSED.items()]


def arrays_of(function: Callable[..., Any]) -> list[str]:
    """Its arguments that may be arrays."""
    return [name for name, each in inspect.signature(function).parameters.items() if each.annotation == "Numbers"]


OF_ARRAYS = {name: function for name, function in PUBLIC.items() if len(arrays_of(function)) > 1}


def test_arrays_of_unlike_length_are_named_with_their_shapes() -> None:
    assert OF_ARRAYS
    wrong = {}
    for name, call in OF_ARRAYS.items():
        values = zip(inspect.signature(call).parameters, example_values(call) or (), strict=False)
        usual = {name: each.default for name, each in inspect.signature(call).parameters.items()}
        plain = usual | {name: value for name, value in values if value is not ...}
        first, second, *_ = arrays_of(call)
        call(**{**plain, first: [plain[first]] * 2, second: [plain[second]] * 2})
        expected = "arrays of one length, or single numbers"
        said = refusal(lambda: call(**{**plain, first: [plain[first]] * 2, second: [plain[second]] * 3}))  # noqa: B023
        if said != f"the shape of {first} and {second} is (2,) and (3,); expected {expected}":
            wrong[name] = said
    assert wrong == {}


def refusal(work: Callable[[], object]) -> str:
    try:
        return f"not refused: {work()}"
    except InputError as error:
        return str(error)
