"""The offline page in Chromium, opened from disk without a network: what a person does with it."""

from __future__ import annotations

import time
from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple

from tests.gate.browser import BrowserError, Page

SECONDS_TO_START, SECONDS_OF_A_RUN = 120, 300


class Ran(NamedTuple):
    """What a command did: its exit status, what it printed, and the files that it wrote."""

    status: int
    out: str
    error: str
    written: dict[str, bytes]


def open_page(page: Page, path: Path) -> None:
    """Open it, and wait until it is ready."""
    page.open(path)
    wait_until(page, "ready")


def wait_until(page: Page, state: str, seconds: float = SECONDS_TO_START) -> None:
    page.wait(f"['{state}', 'broken'].includes(document.body?.dataset.state)", seconds)
    if state_of(page) != state:
        raise BrowserError(text_of(page, "step"))


def text_of(page: Page, name: str) -> str:
    """What an element of the page says."""
    return str(page.value(f"document.getElementById('{name}').textContent"))


def state_of(page: Page) -> object:
    return page.value("document.body.dataset.state")


def click(page: Page, name: str) -> None:
    page.value(f"document.getElementById('{name}').click()")


def type_line(page: Page, line: str) -> None:
    page.value(f"document.getElementById('line').value = {line!r}")


def give(page: Page, paths: Iterable[Path]) -> None:
    """Give it these files, and no others."""
    chosen = list(paths)
    page.value("files.clear(), changed()")
    if chosen:
        page.choose_files("#pick", chosen)
    page.wait(f"files.size === {len(chosen)}", SECONDS_TO_START)


def run(page: Page, line: str, folder: Path) -> Ran:
    """Run a line as typed, and download what it wrote into a folder."""
    type_line(page, line)
    click(page, "run")
    wait_until(page, "done", SECONDS_OF_A_RUN)
    folder.mkdir()
    page.download_into(folder)
    names: list[str] = page.value("[...document.querySelectorAll('#files a')].map((link) => link.download)")
    page.value("document.querySelectorAll('#files a').forEach((link) => link.click())")
    sizes: list[int] = page.value(
        "[...document.querySelectorAll('#files a')].map((l) => files.get(l.download).content.length)"
    )
    until = time.monotonic() + SECONDS_TO_START
    while any(not is_whole(folder / name, size) for name, size in zip(names, sizes, strict=True)):
        if time.monotonic() > until:
            raise BrowserError(f"not downloaded: {', '.join(names)}")
        time.sleep(0.1)
    return Ran(
        int(page.value("document.body.dataset.status")),
        text_of(page, "out"),
        text_of(page, "error"),
        {name: (folder / name).read_bytes() for name in names},
    )


def is_whole(path: Path, size: int) -> bool:
    return path.is_file() and path.stat().st_size == size
