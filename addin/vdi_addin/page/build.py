"""Builds the offline page, one HTML file: `python3 go.py page` calls it.

Inside are Pyodide, which is Python for a browser, our packages, those that they need, their licences and a worker that
starts it all. It is one stream of files, compressed by xz; the page unpacks it, and asks no network. The same inputs
give the same bytes.
"""

from __future__ import annotations

import argparse
import base64
import csv
import hashlib
import io
import json
import lzma
import re
import shutil
import subprocess
import sys
import tempfile
import zipfile
from collections.abc import Iterable, Iterator, Mapping
from fnmatch import fnmatchcase
from importlib.metadata import distribution
from pathlib import Path

import vdi_addin
import vdi_sizing
import vdi_templates

HERE = Path(__file__).parent
NPM = HERE / "node_modules"
PACKAGES = ("openpyxl", "et_xmlfile", "defusedxml", "babel")
"""What our packages need for the commands of the page, as it is installed here."""
OURS = (vdi_sizing, vdi_templates, vdi_addin)
NOT_OF_THE_PAGE = ("vdi_addin/excel/*", "vdi_addin/libreoffice/*", "vdi_addin/page/build.py", "*/node_modules/*")
DATA = (".csv", ".dat")
LOCALES = "root cs da de el en es et fi fr hr hu it lt lv nb nl nn pl pt ro sk sl sv tr"
"""Languages of lists that are imported, each with all its countries."""
PYODIDE = ("pyodide.asm.js", "pyodide.js", "pyodide.asm.wasm")
STDLIB_DROPPED = """
    _pyrepl bdb ctypes curses dbm doctest ensurepip ftplib idlelib imaplib lib2to3 mailbox multiprocessing
    optparse pdb pickletools poplib profile pstats pydoc pydoc_data smtplib socketserver sqlite3 tkinter trace turtle
    turtledemo unittest venv wsgiref xmlrpc _pyio _pydatetime _pydecimal
"""
"""Modules that no command of the page imports; the page's test runs each of them."""
ENCODINGS = "__init__ aliases ascii cp1252 cp437 idna latin_1 utf_16 utf_16_be utf_16_le utf_8 utf_8_sig"
SITE, STDLIB = "site/", "python_stdlib.zip"
MOMENT = (1980, 1, 1, 0, 0, 0)
SMALLEST = 9 | lzma.PRESET_EXTREME
_LENGTH_BYTES = 4
_SAID = re.compile(r"""\bsay\("((?:[^"\\]|\\.)+)"|data-say>([^<]+)<""")
"""The texts of the page that have a German word: arguments of `say`, and what stands in an element that says so."""


class PageError(Exception):
    """The page cannot be built, in a sentence that says why."""


def main(arguments: list[str]) -> int:
    typed = argparse.ArgumentParser(prog="go.py page", description=__doc__)
    typed.add_argument("-o", "--output", type=Path, default=Path("vdi_sizing.html"))
    path = typed.parse_args(arguments).output
    try:
        content = page()
        path.write_bytes(content)
    except PageError as error:
        print(f"go.py page: {error}", file=sys.stderr)
        return 2
    print(f"{path}: {len(content) / 1e6:.1f} MB, SHA-256 {hashlib.sha256(content).hexdigest()}")
    return 0


def page(effort: int = SMALLEST) -> bytes:
    """The HTML file; with less effort it is larger, and made sooner."""
    small = lzma.compress(packed(files()), check=lzma.CHECK_CRC32, preset=effort)
    template = (HERE / "page.html").read_text(encoding="utf-8")
    decoder = (NPM / "xz-decompress" / "dist" / "package" / "xz-decompress.min.js").read_text(encoding="utf-8")
    worker = (HERE / "worker.js").read_text(encoding="utf-8").replace("/*DECODER*/", decoder)
    lock = json.loads((NPM / "pyodide" / "pyodide-lock.json").read_bytes())
    given = {
        "VERSION": vdi_sizing.__version__,
        "NOTICES": notices().replace("&", "&amp;").replace("<", "&lt;"),
        "GERMAN": script_text(json.dumps(german(template), ensure_ascii=False)),
        "LOCK": script_text(json.dumps({"info": lock["info"], "packages": {}})),
        "WORKER": script_text(worker),
        "PAYLOAD": base64.b64encode(small).decode(),
    }
    for name, text in given.items():
        template = template.replace(f"{{{{{name}}}}}", text)
    for element in ("script", "style"):
        (shown,) = re.findall(rf'<{element} id="{element}">(.*?)</{element}>', template, re.DOTALL)
        template = template.replace(f"{{{{{element.upper()} HASH}}}}", hash_of(shown))
    return template.encode("utf-8")


def script_text(text: str) -> str:
    """A text that ends no script element."""
    return text.replace("</", r"<\/")


def hash_of(text: str) -> str:
    """By what a content security policy allows a script or a style."""
    return f"sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}"


def german(template: str) -> Mapping[str, str]:
    """The German of each text of the page; an error names one that has none."""
    with (HERE / "german.csv").open(encoding="utf-8", newline="") as file:
        rows = {row["english"]: row["german"] for row in csv.DictReader(file)}
    texts = {json.loads(f'"{said}"') if said else shown for said, shown in _SAID.findall(template)}
    if lacking := sorted(texts - rows.keys()):
        raise PageError(f"german.csv has no row for {lacking[0]!r}")
    return {text: rows[text] for text in sorted(texts)}


def files() -> dict[str, bytes]:
    """All that is inside, by name: Pyodide, its standard library, and ours and others' packages, compiled."""
    if not (NPM / "pyodide").is_dir():
        raise PageError("Pyodide is not there: `npm ci` in addin/vdi_addin/page downloads it, and needs a network")
    with zipfile.ZipFile(NPM / "pyodide" / STDLIB) as package:
        stdlib = {name: package.read(name) for name in package.namelist() if is_of_stdlib(name)}
    modules = compiled({f"std/{name}": content for name, content in stdlib.items()} | dict(sorted(site())))
    found = {name: (NPM / "pyodide" / name).read_bytes() for name in PYODIDE}
    found[STDLIB] = stored({name[4:]: content for name, content in modules.items() if name.startswith("std/")})
    return found | {name: content for name, content in modules.items() if name.startswith(SITE)}


def is_of_stdlib(name: str) -> bool:
    """Whether a file of Pyodide's standard library goes into the page."""
    top, _, rest = name.partition("/")
    if name.endswith("/") or top.removesuffix(".py") in STDLIB_DROPPED.split():
        return False
    return top != "encodings" or rest.removesuffix(".py") in ENCODINGS.split()


def site() -> Iterator[tuple[str, bytes]]:
    """Our packages, and those that they need, as they are installed here."""
    for package in OURS:
        folder = Path(str(package.__file__)).parent
        for path in folder.rglob("*"):
            name = path.relative_to(folder.parent).as_posix()
            if path.suffix in {".py", *DATA} and not any(fnmatchcase(name, each) for each in NOT_OF_THE_PAGE):
                yield SITE + name, path.read_bytes()
    for needed in PACKAGES:
        for file in distribution(needed).files or ():
            name = file.as_posix()
            if file.suffix in {".py", *DATA} and "/" in name and is_spoken(name):
                yield SITE + name, Path(str(file.locate())).read_bytes()


def is_spoken(name: str) -> bool:
    """Whether a file holds none of Babel's languages but those of the page."""
    language = re.fullmatch(r"babel/locale-data/([a-z]+)(?:_\w+)?\.dat", name)
    return language is None or language[1] in LOCALES.split()


def compiled(sources: Mapping[str, bytes]) -> dict[str, bytes]:
    """The same files, each module compiled by Pyodide itself: a .pyc holds for one version of Python."""
    node = shutil.which("node")
    if node is None:
        raise PageError("node is missing, which compiles the modules of the page: install Node.js")
    with tempfile.TemporaryDirectory() as folder:
        given, made = Path(folder, "given.zip"), Path(folder, "made.zip")
        given.write_bytes(stored(sources))
        subprocess.run([node, HERE / "compile.mjs", given, made], cwd=HERE, check=True)
        with zipfile.ZipFile(made) as package:
            return {name: package.read(name) for name in package.namelist()}


def stored(contents: Mapping[str, bytes]) -> bytes:
    """A zip that is not compressed: what is around it compresses all of it, and better."""
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w") as package:
        for name, content in sorted(contents.items()):
            package.writestr(zipfile.ZipInfo(name, MOMENT), content)
    return file.getvalue()


def packed(contents: Mapping[str, bytes]) -> bytes:
    """One stream: the length of an index, the index of names and sizes, and the files.

    >>> packed({"a": b"xyz"})
    b'\\x00\\x00\\x00\\n[["a", 3]]xyz'
    """
    index = json.dumps([[name, len(content)] for name, content in contents.items()]).encode()
    return len(index).to_bytes(_LENGTH_BYTES, "big") + index + b"".join(contents.values())


def notices() -> str:
    """The licences of all that is inside: what is written here of Pyodide's parts, and the texts of the packages."""
    return "\n\n".join(
        f"{'=' * 72}\n{name}\n{'=' * 72}\n\n{text.strip()}"
        for name, text in [
            ("vdi-sizing", (HERE.parents[2] / "LICENSE").read_text(encoding="utf-8")),
            ("Pyodide and what it is made of", (HERE / "notices.txt").read_text(encoding="utf-8")),
            *texts_of_licences(PACKAGES),
        ]
    )


def texts_of_licences(packages: Iterable[str]) -> Iterator[tuple[str, str]]:
    """The texts that packages bring along; an error names one that brings none."""
    for package in packages:
        known = distribution(package)
        texts = [file for file in known.files or () if re.match(r"LICEN[CS]E|AUTHORS", file.name)]
        if not texts:
            raise PageError(f"{package} brings no text of its licence along")
        for file in sorted(texts):
            yield f"{package} {known.version}: {file.name}", file.read_text(encoding="utf-8")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
