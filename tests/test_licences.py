"""The page of licences names all that is installed, and no licence that nobody has looked at."""

from __future__ import annotations

from email.message import Message
from pathlib import Path

import pytest
from tests import licences
from tests.licences import OF_OTHER_SYSTEMS, REMARKS, UnknownLicenceError, licence_of, locked, npm, page

PAGE = Path(__file__).parents[1] / "docs" / "licences.md"


def test_the_page_is_that_of_what_is_installed() -> None:
    """Else: `.venv/bin/python -m tests.licences > docs/licences.md`."""
    assert PAGE.read_text(encoding="utf-8") == page()


def test_every_package_of_every_lock_file_is_on_it() -> None:
    rows = {line.split(" | ")[0].removeprefix("| ") for line in PAGE.read_text(encoding="utf-8").splitlines()}
    installed = set().union(*(locked(path.stem) for path in (PAGE.parents[1] / "locks").glob("*.txt")))
    assert len(installed) > 50
    installed |= {name for folder in ("tests/gate", "addin/vdi_addin/page") for name, _ in npm(folder)}
    assert installed <= rows
    assert {*OF_OTHER_SYSTEMS, *REMARKS} <= installed


@pytest.mark.parametrize(
    ("says", "shown"),
    [
        ({"License-Expression": "MIT OR Apache-2.0"}, "MIT OR Apache-2.0"),
        ({"License": "BSD 3-clause", "Classifier": "License :: OSI Approved :: BSD License"}, "BSD"),
        ({"License": "MPL-2.0 AND MIT"}, "MPL-2.0 AND MIT"),
    ],
)
def test_a_licence_is_what_a_package_says(says: dict[str, str], shown: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(licences, "metadata", lambda _: said(says))
    assert licence_of("something") == shown


@pytest.mark.parametrize("says", [{}, {"License": "Beerware"}, {"Classifier": "License :: Other/Proprietary License"}])
def test_a_missing_or_unknown_licence_fails(says: dict[str, str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(licences, "metadata", lambda _: said(says))
    with pytest.raises(UnknownLicenceError, match="something: "):
        licence_of("something")


def test_a_package_that_is_not_there_fails() -> None:
    with pytest.raises(UnknownLicenceError, match="no-such-package: no licence"):
        licence_of("no-such-package")


def said(says: dict[str, str]) -> Message:
    message = Message()
    for name, value in says.items():
        message[name] = value
    return message
