"""What the offline page is built of: its texts in both languages, its policy, and what it holds."""

from __future__ import annotations

import csv
import re
from pathlib import Path

import pytest

from vdi_addin.page import build

HERE = Path(build.__file__).parent
TEMPLATE = (HERE / "page.html").read_text(encoding="utf-8")
WORKER = (HERE / "worker.js").read_text(encoding="utf-8")


def rows() -> list[dict[str, str]]:
    with (HERE / "german.csv").open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def test_every_text_has_its_german_and_no_row_is_left_over() -> None:
    english = [row["english"] for row in rows()]
    assert english == sorted(set(english))
    assert list(build.german(TEMPLATE)) == english


def test_both_languages_have_the_same_places() -> None:
    for row in rows():
        english, german = (sorted(re.findall(r"{\w+}", row[side])) for side in ("english", "german"))
        assert english == german, row


def test_a_text_without_german_is_named() -> None:
    with pytest.raises(build.PageError, match=r"german\.csv has no row for 'Nobody said this'"):
        build.german("<p data-say>Nobody said this</p>")


def test_nothing_may_leave_the_page() -> None:
    (policy,) = re.findall(r'Content-Security-Policy" content="([^"]+)"', TEMPLATE)
    directives = dict(each.strip().partition(" ")[::2] for each in policy.split(";"))
    assert directives == {
        "default-src": "'none'",
        "script-src": "'{{SCRIPT HASH}}' 'wasm-unsafe-eval' blob:",
        "worker-src": "blob:",
        "style-src": "'{{STYLE HASH}}'",
        "base-uri": "'none'",
        "form-action": "'none'",
    }
    assert re.findall(r"https?://[^\"']+", TEMPLATE + WORKER) == ["https://page.invalid/"]


def test_what_is_inside_names_its_licence() -> None:
    said = build.notices()
    for name in ("MIT License", "Mozilla Public License 2.0", "PSF", "Unicode", *build.PACKAGES):
        assert name in said


@pytest.mark.parametrize(
    ("name", "is_in"),
    [("root", True), ("de_CH", True), ("en_001", True), ("sr_Latn", False), ("zh", False)],
)
def test_languages_of_lists_are_those_of_the_page(name: str, is_in: bool) -> None:
    assert build.is_spoken(f"babel/locale-data/{name}.dat") is is_in
    assert build.is_spoken("babel/core.py")
