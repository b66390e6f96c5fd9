"""The catalogue: every function of the library once, in the words of its docstring."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

import vdi_sizing
from vdi_addin.functions.catalogue import (
    Argument,
    describe,
    docstring_sections,
    entries,
    function,
    functions,
    has_place_in_cell,
    text_and_unit,
    version,
)


def documented(annotation: str) -> Callable[..., Any]:
    def sized(things: Any) -> float:
        """Counts.

        Parameters
        ----------
        things : any
            What is counted,
            on two lines [things]

        Returns
        -------
        float
            Count [-]
        """
        return float(things)

    sized.__annotations__ = {"things": annotation, "return": "float"}
    return sized


def test_it_has_every_exported_function_that_returns_a_number() -> None:
    lookups = {"VDI_DRIVE", "VDI_PRICE", "VDI_PROFILE", "VDI_RAID", "VDI_WRITE_PENALTY"}
    expected = {"VDI_VERSION", *lookups} | {
        f"VDI_{name.upper()}" for name in vdi_sizing.__all__ if has_place_in_cell(getattr(vdi_sizing, name))
    }
    assert {item.name for item in functions()} == expected
    assert len(functions()) == len(expected)
    assert "VDI_DISK_COUNT" in expected


def test_nothing_else_of_the_library_is_in_it() -> None:
    names = {item.name for item in functions()}
    assert not names & {"VDI_SIZE", "VDI_SWEEP", "VDI_INPUTERROR", "VDI_SCENARIO", "VDI_RAID_LEVEL"}


def test_the_words_are_those_of_the_docstring() -> None:
    disk_count = function("vdi_disk_count")
    assert disk_count.help == "Drives that carry a front-end load by the plain formula."
    assert disk_count.result == "Drives [drives]"
    assert disk_count.module == "vdi_sizing.formulas.disks"
    assert disk_count.arguments[3] == Argument("drive_iops", "What one drive sustains", "number", unit="IOPS")
    assert disk_count.arguments[-1].kind == "text"
    assert disk_count.arguments[-1].default == "up"


def test_every_function_and_argument_is_explained_in_one_line() -> None:
    for item in functions():
        texts = [item.help, item.result, *(argument.help for argument in item.arguments)]
        assert all(texts), item.name
        assert not any("\n" in text for text in texts), item.name


def test_names_are_fit_for_a_spreadsheet() -> None:
    for item in functions():
        assert re.fullmatch(r"VDI_[A-Z][A-Z0-9_]*", item.name)
        assert "caller" not in {argument.name for argument in item.arguments}  # a name that xlwings keeps


@pytest.mark.parametrize(
    ("annotation", "kind"),
    [
        ("Numbers", "number"),
        ("Numbers | None", "number"),
        ("int", "number"),
        ("PerGroup", "numbers"),
        ("str", "text"),
        ("bool", "flag"),
    ],
)
def test_the_annotation_says_what_a_cell_gives(annotation: str, kind: str) -> None:
    (argument,) = describe(documented(annotation)).arguments
    expected = Argument("things", "What is counted, on two lines", kind, unit="things")  # type: ignore[arg-type]
    assert argument == replace(expected, or_mean="None" in annotation)


def test_an_argument_that_no_cell_can_give_is_refused() -> None:
    with pytest.raises(TypeError, match=r"sized: no cell can give things \(Scenario\)"):
        describe(documented("Scenario"))


def test_sections_and_entries_of_a_docstring() -> None:
    sections = docstring_sections(
        "Adds.\n\nMore.\n\nParameters\n----------\na : float\n    One [-]\nb : float\n    Two\n    lines"
    )
    assert sections["Summary"] == "Adds.\n\nMore."
    assert entries(sections["Parameters"]) == {"a": "One [-]", "b": "Two lines"}


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Load [IOPS]", ("Load", "IOPS")),
        ("Ratio [-]", ("Ratio", "")),
        ("No unit", ("No unit", "")),
        ("Limits [a] and [b]", ("Limits [a] and", "b")),
    ],
)
def test_the_unit_closes_the_description(text: str, expected: tuple[str, str]) -> None:
    assert text_and_unit(text) == expected


def test_the_version_is_the_librarys() -> None:
    assert version() == vdi_sizing.__version__


def test_every_function_that_takes_something_has_an_example_for_a_cell() -> None:
    assert [each.name for each in functions() if each.arguments and not each.example] == []


def test_the_help_of_a_share_says_of_what_it_is_one() -> None:
    shares = {each.name: a.help for each in functions() for a in each.arguments if a.is_percentile}
    assert shares.keys() == {"VDI_PEAK_FACTOR_LOGNORMAL", "VDI_RESPONSE_TIME_PERCENTILE_MS"}
    assert shares["VDI_PEAK_FACTOR_LOGNORMAL"].startswith("Share of the time in which the load is below the peak")
    assert shares["VDI_RESPONSE_TIME_PERCENTILE_MS"].startswith("Share of the I/Os that end within the time")
