"""ONLYOFFICE's document builder opens, recalculates and is typed into: the workbook, each example, German, six designs.

The builder is the engine of ONLYOFFICE's editors without their windows. Its package is unpacked into a folder of its
own, and runs in a process of its own. Without a licence it puts a text box on each sheet that it saves; no value
differs for it.
"""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from openpyxl import load_workbook
from tests.engines.found import tell

from vdi_addin.command.program import main as command
from vdi_templates.audit.check import audit
from vdi_templates.examples import EXAMPLES, etri
from vdi_templates.workbook.build import build

PINNED = Path(__file__).with_suffix(".txt")
COMMITTED = Path(__file__).resolve().parents[2] / "vdi_sizing.xlsx"
VALUE = "the value"
ASKED = """
import sys
sys.path.insert(0, sys.argv[1])
import docbuilder
source, saved, *commands = sys.argv[2:]
builder = docbuilder.CDocBuilder()
if builder.OpenFile(source, "") != 0:
    sys.exit("it cannot open " + source)
for command in commands:
    if not builder.ExecuteCommand(command):
        sys.exit("it cannot run " + command)
if builder.SaveFile(saved.rpartition(".")[2], saved) != 0:
    sys.exit("it cannot save " + saved)
builder.CloseFile()
"""
RECALCULATED = "Api.RecalculateAllFormulas();"
TYPED_INTO = "customer"
TYPED = tuple(
    f'Api.GetSheet("{sheet}").GetRange("{cell}").SetValue({value});'
    for sheet, cell, value in (("Users", "C6", 700), ("Users", "C7", 340), ("Designs", "D12", 70))
)
"""Nothing is recalculated by a command then: the builder has to see by itself what follows."""


def install(folder: Path) -> None:
    """Unpack the builder into a folder, in the version and with the hash that are pinned."""
    words = ("--quiet", "--no-deps", "--only-binary", ":all:", "--require-hashes", "-r", PINNED, "--target", folder)
    subprocess.run([sys.executable, "-m", "pip", "--disable-pip-version-check", "install", *words], check=True)


def version(installed: Path) -> str:
    """Such as 10.0.0.170."""
    return next(installed.glob("document_builder-*.dist-info")).name.split("-")[1].removesuffix(".dist")


def report(installed: Path, folder: Path) -> list[tuple[str, int, int]]:
    """Of each workbook what was done, how many formulas it has, and in how many the builder gives something else."""
    folder.mkdir(parents=True, exist_ok=True)
    found = []
    for name, path in workbooks(folder):
        found.append(counted(f"{name}, recalculated", asked(installed, path, RECALCULATED)))
        if path.stem == TYPED_INTO:
            found.append(counted(f"{name}, {len(TYPED)} cells typed into", asked(installed, path, *TYPED)))
    tell("ONLYOFFICE", version(installed), [(what, formulas, 0, differ) for what, formulas, differ in found])
    return found


def workbooks(folder: Path) -> Iterator[tuple[str, Path]]:
    """The committed file, and what the sources of now write: each example, German, and six designs."""
    yield "the committed workbook", COMMITTED
    new = ("new", "--force", "--as-of", "2026-11-21")
    for name in (*EXAMPLES, "today"):
        path = folder / f"{name}.xlsx"
        command([*new, str(path), *(() if name == "today" else ("--example", name))])
        yield name, path
    brand, path = folder / "brand.toml", folder / "german.xlsx"
    brand.write_text('language = "de"\n', encoding="utf-8")
    command([*new, str(path), "--example", "customer", "--brand", str(brand)])
    yield "customer, in German", path
    scenario, path = etri(), folder / "six.xlsx"
    more = replace(scenario, designs=(*scenario.designs, replace(scenario.designs[0], name="Low load once more")))
    path.write_bytes(build(more))
    yield "etri, with six designs", path


def asked(installed: Path, path: Path, *commands: str) -> Path:
    """What the builder saves of a workbook after these commands."""
    saved = path.parent / f"{path.stem}_by_onlyoffice.xlsx"
    if path == COMMITTED:
        saved = installed.parent / saved.name
    saved.unlink(missing_ok=True)
    subprocess.run([sys.executable, "-c", ASKED, installed, path, saved, *commands], check=True)
    return saved


def counted(what: str, saved: Path) -> tuple[str, int, int]:
    """What was done, the formulas of the file, and how many have a value that the library does not give."""
    found = [finding for finding in audit(saved).findings if finding.aspect == VALUE]
    sheets = load_workbook(saved, read_only=True).worksheets
    formulas = sum(cell.data_type == "f" for sheet in sheets for row in sheet.iter_rows() for cell in row)
    print(f"ONLYOFFICE, {what}: {formulas - len(found)} of {formulas} formulas as the library says", flush=True)
    for finding in found:
        print(f"differs  {finding}")
    return what, formulas, len(found)
