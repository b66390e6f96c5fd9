"""The licences of all that is installed: `.venv/bin/python -m tests.licences > docs/licences.md` writes the page.

The lock files say what is installed; what a package says of itself is its licence. One that says nothing, or something
that nobody has looked at, is an error and no line.
"""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Callable, Iterator, Sequence
from importlib.metadata import PackageNotFoundError, metadata
from pathlib import Path

from packaging.utils import canonicalize_name

ROOT = Path(__file__).parents[1]
CLASSIFIERS = {
    "Apache Software License": "Apache-2.0",
    "BSD License": "BSD",
    "GNU General Public License (GPL)": "GPL of any version",
    "GNU General Public License v3 (GPLv3)": "GPL-3.0",
    "MIT License": "MIT",
    "Mozilla Public License 2.0 (MPL 2.0)": "MPL-2.0",
    "Public Domain": "public domain",
    "Python Software Foundation License": "PSF-2.0",
}
LOOKED_AT = {*CLASSIFIERS.values(), "0BSD", "BSD-2-Clause", "BSD-3-Clause", "CC0-1.0", "MIT-0", "MIT-CMU", "Zlib"}
LOOKED_AT |= {"dependency licenses"}  # of pypdfium2 alone: all of them are read, and permissive
"""The licences that somebody has looked at: what is used here may be used under each of them."""
OF_OTHER_SYSTEMS = {
    "appscript": "public domain",
    "colorama": "BSD",
    "lxml": "BSD-3-Clause",
    "psutil": "BSD-3-Clause",
    "pywin32": "PSF-2.0",
    "win-unicode-console": "MIT",
}
"""What is installed on Windows or on a Mac only, by what it says of itself there."""
REMARKS = {
    "xlwings": "its folder `pro` is under a licence of its own that forbids handing it on; nothing here uses it",
    "pypdfium2": "holds PDFium and what it is built of (FreeType, libpng, zlib and more), each under a licence as free",
    "pcodedmp": "comes with oletools, which the tests alone use; no part of what this project gives away",
    "pyodide": "Python for a browser: CPython and more, all of which the page names with their licences",
    "ws": "node alone would use it; no part of the page",
    "@types/emscripten": "for the types of TypeScript; no part of the page",
    "docutils": "parts of it; the tests alone use it",
}
PROGRAMS = (
    ("LibreOffice, with its module uno", "MPL-2.0", "the tests, `compare --pdf` and `--png`"),
    ("poppler-utils", "GPL-2.0 or GPL-3.0", "the tests"),
    ("Node.js and npm", "MIT; Artistic-2.0 (npm)", "the tests, the offline page"),
    ("Chromium", "BSD-3-Clause and more", "the tests"),
    ("Python, with pip", "PSF-2.0; MIT (pip)", "all but the workbook"),
)
HEAD = """# Licences

What the set-up installs, and under which licence it stands, as each package says of itself. The project's own licence
is [MIT](../LICENSE). None of these packages is part of the workbook, the add-in or the extension; the bundle for a
Windows PC holds those of the first two tables, but for setuptools. The offline page
holds openpyxl, et-xmlfile, defusedxml, Babel, Pyodide and xz-decompress, and shows their licences. This page is
written by `python -m tests.licences`.
"""


class UnknownLicenceError(Exception):
    """A package says nothing of its licence, or something that nobody has looked at."""


def licence_of(package: str) -> str:
    """The licence of a package that is installed, or of one that only other systems install."""
    try:
        said = metadata(package)
    except PackageNotFoundError:
        return checked(package, OF_OTHER_SYSTEMS.get(package, ""))
    stated = (said[name] for name in ("License-Expression", "License") if name in said)
    known = next((text for text in stated if not unknown(text)), None)
    classifiers = (line.rpartition(" :: ")[2] for line in said.get_all("Classifier") or () if line.startswith("Lic"))
    return known or checked(package, ", ".join(CLASSIFIERS.get(each, each) for each in classifiers))


def checked(package: str, licence: str) -> str:
    """The licence, if it is one that somebody has looked at."""
    if not licence or unknown(licence):
        raise UnknownLicenceError(f"{package}: {licence or 'no licence'}")
    return licence


def unknown(licence: str) -> set[str]:
    """Which parts of a licence nobody has looked at."""
    return {part.strip() for part in re.split(r" AND | OR |, ", licence)} - LOOKED_AT


def locked(lock: str) -> set[str]:
    """The packages of a lock file."""
    text = (ROOT / "locks" / f"{lock}.txt").read_text(encoding="utf-8")
    return {canonicalize_name(name) for name in re.findall(r"^([\w.-]+)==", text, re.MULTILINE)}


def npm(folder: str) -> Iterator[tuple[str, str]]:
    """The npm packages of a folder; those of other systems are the same program under the same licence."""
    lock = json.loads((ROOT / folder / "package-lock.json").read_text(encoding="utf-8"))
    for path, package in lock["packages"].items():
        name = path.removeprefix("node_modules/")
        if name and not package.get("optional"):
            yield name, checked(name, package.get("license", ""))


def table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """A table of Markdown."""
    lines = (head, ["---"] * len(head), *rows)
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def page(licence: Callable[[str], str] = licence_of) -> str:
    """The page of all licences."""

    def packages(names: set[str]) -> str:
        return table(
            ("package", "licence", "remark"), [(name, licence(name), REMARKS.get(name, "")) for name in sorted(names)]
        )

    run = locked("run")
    windows = locked("windows-3.11") - run
    tests = locked("dev") - run - windows
    validator, of_page = (
        table(("package", "licence", "remark"), [(*package, REMARKS.get(package[0], "")) for package in npm(folder)])
        for folder in ("tests/gate", "addin/vdi_addin/page")
    )
    return (
        "\n\n".join(
            (
                HEAD.rstrip(),
                "## The command and the library\n\n" + packages(run),
                "## The add-in in Excel, besides\n\n" + packages(windows),
                "## The tests, besides\n\n" + packages(tests),
                "## The Open XML validator of the tests\n\n" + validator,
                "## The offline page, besides\n\n" + of_page,
                "## Programs\n\n" + table(("program", "licence", "needed for"), PROGRAMS),
            )
        ).replace(" |  |", " | |")
        + "\n"
    )


if __name__ == "__main__":
    sys.stdout.write(page())
