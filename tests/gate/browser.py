"""Chromium for the tests: a page is opened from disk, without a network, and told what to do.

It is spoken to by the DevTools protocol over two pipes, which needs no package. Standard library only, since `go.py`
looks here for Chromium before anything is installed.
"""

from __future__ import annotations

import json
import os
import select
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "microsoft-edge", "chrome", "msedge")
USUAL_PLACES = (
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    r"C:\Program Files\Google\Chrome\Application\chrome.exe",
    r"C:\Program Files (x86)\Microsoft\Edge\Application\msedge.exe",
)
OFFLINE = ("--host-resolver-rules=MAP * ~NOTFOUND", "--disable-background-networking", "--disable-component-update")
NUMBERED = (
    "import os, sys; os.dup2(int(sys.argv[1]), 3); os.dup2(int(sys.argv[2]), 4); os.execv(sys.argv[3], sys.argv[3:])"
)
"""Chromium reads from 3 and writes to 4; the pipe that it writes to was opened last, and is not 3."""
SECONDS_TO_ANSWER = 60
POLL_S = 0.1


class BrowserError(Exception):
    """There is no browser, or it did not do as it was told."""


def find_chromium() -> str:
    """The program, or an error that says which ones were looked for."""
    found = [path for name in NAMES if (path := shutil.which(name))]
    found += [path for path in USUAL_PLACES if Path(path).is_file()]
    if not found:
        raise BrowserError(f"Chromium is missing; looked for {', '.join((*NAMES, *USUAL_PLACES))}")
    return found[0]


class Page:
    """A page of Chromium, that takes commands of the DevTools protocol and evaluates JavaScript."""

    def __init__(self, writes: int, reads: int) -> None:
        self._writes, self._reads = writes, reads
        self._buffer, self._last = b"", 0
        self._session: str | None = None
        self.asked: list[str] = []
        """The addresses that it asked for."""
        (target,) = (each for each in self.tell("Target.getTargets")["targetInfos"] if each["type"] == "page")
        attached = self.tell("Target.attachToTarget", targetId=target["targetId"], flatten=True)
        self._session = attached["sessionId"]
        for domain in ("Page", "Network", "Runtime", "DOM"):
            self.tell(f"{domain}.enable")
        self.tell("Network.emulateNetworkConditions", offline=True, latency=0, downloadThroughput=0, uploadThroughput=0)

    def tell(self, method: str, **parameters: Any) -> Any:
        """What Chromium answers to a command."""
        self._last += 1
        message = {"id": self._last, "method": method, "params": parameters}
        if self._session and not method.startswith(("Target.", "Browser.")):
            message["sessionId"] = self._session
        os.write(self._writes, json.dumps(message).encode() + b"\0")
        while (answer := self._next()).get("id") != self._last:
            self._hear(answer)
        if "error" in answer:
            raise BrowserError(f"{method}: {answer['error']}")
        return answer["result"]

    def _hear(self, event: dict[str, Any]) -> None:
        if event.get("method") == "Network.requestWillBeSent":
            self.asked.append(event["params"]["request"]["url"])

    def _next(self) -> dict[str, Any]:
        while b"\0" not in self._buffer:
            if not select.select([self._reads], [], [], SECONDS_TO_ANSWER)[0]:
                raise BrowserError(f"Chromium said nothing for {SECONDS_TO_ANSWER} s")
            piece = os.read(self._reads, 1 << 20)
            if not piece:
                raise BrowserError("Chromium has ended")
            self._buffer += piece
        message, self._buffer = self._buffer.split(b"\0", 1)
        answer: dict[str, Any] = json.loads(message)
        return answer

    def open(self, path: Path) -> None:
        self.tell("Page.navigate", url=path.resolve().as_uri())

    def value(self, expression: str) -> Any:
        """What an expression of JavaScript is; the page's own policy does not hold here."""
        answer = self.tell("Runtime.evaluate", expression=expression, returnByValue=True, awaitPromise=True)
        if "exceptionDetails" in answer:
            raise BrowserError(f"{expression}: {answer['exceptionDetails']}")
        return answer["result"].get("value")

    def wait(self, expression: str, seconds: float) -> None:
        """Wait until an expression is true."""
        until = time.monotonic() + seconds
        while not self.value(expression):
            if time.monotonic() > until:
                raise BrowserError(f"after {seconds} s not yet: {expression}")
            time.sleep(POLL_S)

    def choose_files(self, selector: str, paths: Sequence[Path]) -> None:
        """Choose files in a field for files, as a person does in its dialog."""
        root = self.tell("DOM.getDocument")["root"]["nodeId"]
        node = self.tell("DOM.querySelector", nodeId=root, selector=selector)["nodeId"]
        self.tell("DOM.setFileInputFiles", nodeId=node, files=[str(path.resolve()) for path in paths])

    def download_into(self, folder: Path) -> None:
        self.tell("Browser.setDownloadBehavior", behavior="allow", downloadPath=str(folder.resolve()))

    def screenshot(self, width: int, height: int) -> str:
        """The picture of a window of that size: a PNG, in base64."""
        self.tell("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=False)
        picture: str = self.tell("Page.captureScreenshot", format="png")["data"]
        return picture


@contextmanager
def browser() -> Iterator[Page]:
    """A headless Chromium with a page, a profile of its own and no network; nothing of it is left."""
    to_browser, from_browser = os.pipe(), os.pipe()
    with tempfile.TemporaryDirectory(prefix="chromium", ignore_cleanup_errors=True) as profile:
        command = [
            find_chromium(), "--headless=new", "--no-sandbox", "--disable-gpu", "--remote-debugging-pipe",
            "--no-first-run", f"--user-data-dir={profile}", *OFFLINE, "about:blank",
        ]  # fmt: skip
        numbered = [sys.executable, "-c", NUMBERED, str(to_browser[0]), str(from_browser[1]), *command]
        process = subprocess.Popen(
            numbered, pass_fds=(to_browser[0], from_browser[1]), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
            start_new_session=True,
        )  # fmt: skip
        os.close(to_browser[0])
        os.close(from_browser[1])
        try:
            yield Page(to_browser[1], from_browser[0])
        finally:
            os.close(to_browser[1])
            os.close(from_browser[0])
            os.killpg(process.pid, signal.SIGKILL)
            process.wait()
