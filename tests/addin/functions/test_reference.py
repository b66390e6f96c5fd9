"""The reference page names every function and argument of the catalogue."""

from __future__ import annotations

from collections.abc import Collection
from itertools import combinations
from pathlib import Path

from vdi_addin.functions import catalogue
from vdi_addin.functions.catalogue import functions
from vdi_addin.functions.reference import reference_page

LOAD_IS_GIVEN = {
    f"VDI_{name}"
    for name in (
        "BACKEND_IOPS",
        "BURST_DRAIN_S",
        "DISK_COUNT",
        "DISK_COUNT_FOR_CAPACITY",
        "DISK_COUNT_FOR_RESPONSE_TIME",
        "FLASH_CACHE_IOPS",
        "WRITE_CACHE_GB",
    )
}
OTHER_ORDER = {
    f"VDI_{name}"
    for name in (
        "DISK_COUNT_FOR_RESPONSE_TIME", "FLASH_CACHE_IOPS", "HIGHEST_UTILIZATION_FOR_MEAN",
        "HIGHEST_UTILIZATION_FOR_SHARE", "MEAN_MULTIPLIER", "MEAN_SERVICE_TIMES", "QUANTILE_ROOT",
        "QUANTILE_SERVICE_TIMES", "RAID_USABLE_GB", "RESPONSE_TIME_PERCENTILE_MS", "SHARE_WITHIN",
        "SHARE_WITHIN_SERVICE_TIMES",
    )
}  # fmt: skip
"""Those that the page names."""


def test_every_function_stands_there_once_with_its_arguments() -> None:
    page = reference_page()
    for function in functions():
        assert page.count(f"\n### {function.name}(") == 1
        entry = page.split(f"\n### {function.name}(")[1].split("\n### ")[0]
        assert function.help in entry
        for argument in function.arguments:
            assert f"- `{argument.name}`: {argument.help.rstrip('.')}" in entry


def test_defaults_and_units_are_named() -> None:
    page = reference_page()
    assert "- `drive_iops`: What one drive sustains [IOPS]" in page
    assert "that may be used [above 0, at most 1]. Left out: 1\n" in page


def test_the_page_in_docs_is_current() -> None:
    page = Path(__file__).parents[3] / "docs" / "functions.md"
    assert page.read_text(encoding="utf-8") == reference_page()


def disagreements(names: Collection[str]) -> set[tuple[str, str]]:
    """Pairs of arguments that stand in one order in some of these functions, and in the other one in others."""
    pairs = {
        pair
        for name in names
        for pair in combinations(
            ["write_penalty" if each.name == "raid" else each.name for each in catalogue.function(name).arguments], 2
        )
    }
    return {pair for pair in pairs if pair < pair[::-1] and pair[::-1] in pairs}


def test_the_order_of_arguments_is_the_same_but_where_the_page_says_otherwise() -> None:
    every = {each.name for each in functions()}
    assert disagreements(every - LOAD_IS_GIVEN - OTHER_ORDER) == set()
    assert disagreements(LOAD_IS_GIVEN - OTHER_ORDER) == set()


def test_those_of_another_order_are_named_on_the_page_and_do_differ() -> None:
    every = {each.name for each in functions()}
    said = reference_page().split("**The order of arguments**")[1].split("\n## ")[0]
    for name in OTHER_ORDER:
        alike = LOAD_IS_GIVEN if name in LOAD_IS_GIVEN else every - LOAD_IS_GIVEN
        assert f"`{name}`" in said
        assert disagreements((alike - OTHER_ORDER) | {name})
