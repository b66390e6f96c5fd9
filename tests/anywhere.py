"""The first commands where there is no network, where two begin at once, and where there is no Python.

`python -m tests.anywhere` does it for real, on a copy of what is committed, and writes what it found into
docs/anywhere.md. It needs Linux (`unshare` takes the network away), a network for the set-up, and Chromium.
"""

from __future__ import annotations

import datetime
import filecmp
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path

ROOT = Path(__file__).parents[1]
PAGE = ROOT / "docs" / "anywhere.md"
START, END = "<!-- found -->\n", "<!-- end of what was found -->"
NO_NETWORK = ("unshare", "--map-root-user", "--net")
PAGE_TESTS = "tests/addin/page/test_page.py"
LIST = "user group;VMs;profile\nSales;120;Dell task worker\nDesk;40;Dell task worker\n"
COMMANDS = {
    "new": ("new", "customer.xlsx", "--example", "customer", "--as-of", "2026-11-21", "--force"),
    "import": (
        "import",
        "users.csv",
        "--into",
        "customer.xlsx",
        "-o",
        "customer_filled.xlsx",
        "--drop-groups",
        "--like",
        "Dell task worker",
        "--force",
    ),
    "compare": ("compare", "customer.xlsx", "--force"),
    "check": ("check", "customer_comparison.xlsx"),
}
"""What one does with it on the first day."""


def written(command: str) -> str | None:
    """The workbook that a command writes."""
    files = {"new": "customer.xlsx", "import": "customer_filled.xlsx", "compare": "customer_comparison.xlsx"}
    return files.get(command)


def call(project: Path, command: str) -> list[str]:
    """The line that a user types, in his own folder."""
    return [sys.executable, str(project / "go.py"), *COMMANDS[command]]


def together(calls: Sequence[tuple[list[str], Path]]) -> list[tuple[int, str]]:
    """Begin several commands at once; the status of each, and the last thing that it said."""
    begun = [
        subprocess.Popen(line, cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, encoding="utf-8")
        for line, folder in calls
    ]
    said = [each.communicate()[0] for each in begun]
    return [(each.returncode, text.strip().rpartition("\n")[2]) for each, text in zip(begun, said, strict=True)]


def fresh(folder: Path) -> Path:
    """A copy of what is committed, in which nothing is set up."""
    subprocess.run(["git", "clone", "--quiet", str(ROOT), str(folder)], check=True)
    return folder


def home(folder: Path) -> Path:
    """The folder of a user, with a customer's list."""
    folder.mkdir()
    (folder / "users.csv").write_text(LIST, encoding="utf-8")
    return folder


def alike(files: Sequence[Path]) -> str:
    """Whether files are there and the same, byte for byte."""
    if not all(file.exists() for file in files):
        return "no file"
    same = all(filecmp.cmp(files[0], file, shallow=False) for file in files[1:])
    return "the same bytes" if same else "OTHER BYTES"


def without_network(project: Path, scratch: Path) -> Iterator[tuple[str, str, str, str]]:
    """Each command with a network and without one."""
    with_it, without = home(scratch / "with"), home(scratch / "without")
    for command in COMMANDS:
        line = call(project, command)
        found = together([(line, with_it)]) + together([([*NO_NETWORK, *line], without)])
        yield "without a network", command, *judged(found, command, [with_it, without])


def two_at_once(project: Path, scratch: Path) -> Iterator[tuple[str, str, str, str]]:
    """Two users begin at once in a project that is not set up; then in one folder, of one customer."""
    users = [home(scratch / "first"), home(scratch / "second")]
    for command in COMMANDS:
        found = together([(call(project, command), user) for user in users])
        yield "two at once, each in a folder", command, *judged(found, command, users)
    shared = home(scratch / "shared")
    for command in COMMANDS:
        found = together([(call(project, command), shared)] * 2)
        yield "two at once, one workbook", command, *judged(found, command, [users[0], shared])


def judged(found: list[tuple[int, str]], command: str, folders: list[Path]) -> tuple[str, str]:
    """The statuses, and whether what was written is the same."""
    file = written(command)
    statuses = ", ".join(str(status) for status, _ in found)
    if any(status for status, _ in found):
        print(*(f"  {status}: {said}" for status, said in found), sep="\n")
    return statuses, alike([folder / file for folder in folders]) if file else "writes none"


def in_a_browser() -> Iterator[tuple[str, str, str, str]]:
    """The tests of the page, which run every command in Chromium and compare the bytes; of this folder."""
    line = [sys.executable, "-m", "pytest", PAGE_TESTS]
    run = subprocess.run(line, check=False, cwd=ROOT, capture_output=True, encoding="utf-8")
    said = run.stdout.strip().rpartition("\n")[2].strip("= ").partition(" in ")[0]
    yield "the page in Chromium, no network", "all", str(run.returncode), f"tests: {said}"


def tell(rows: list[tuple[str, str, str, str]]) -> None:
    """Put the rows into the page of the documents."""
    before, _, rest = PAGE.read_text(encoding="utf-8").partition(START)
    lines = [f"On {datetime.date.today()}, with Python {sys.version.split()[0]}:", ""]
    lines += ["| where | command | status | what it wrote |", "|---|---|---|---|"]
    lines += [f"| {where} | `{command}` | {status} | {wrote} |" for where, command, status, wrote in rows]
    found = "".join(f"{line}\n" for line in lines)
    PAGE.write_text(f"{before}{START}{found}{END}{rest.partition(END)[2]}", encoding="utf-8")


def main() -> int:
    """All of it; 0 where each command ended well and wrote the same."""
    scratch = Path(tempfile.mkdtemp(prefix="vdi-anywhere-"))
    try:
        rows = []
        project = fresh(scratch / "project")
        for row in (*two_at_once(project, scratch), *without_network(project, scratch), *in_a_browser()):
            print(*row, sep=" | ", flush=True)
            rows.append(row)
        tell(rows)
    finally:
        shutil.rmtree(scratch)
    bad = [
        row for row in rows if set(row[2]) - set("0, ") or row[3] in ("OTHER BYTES", "no file") or "skipped" in row[3]
    ]
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
