"""The reference page names every function and argument of the catalogue."""

from __future__ import annotations

from pathlib import Path

from vdi_addin.functions.catalogue import functions
from vdi_addin.functions.reference import reference_page


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
