"""What the program prints into: a reader who stops reading ends no command, and no text steers a terminal."""

from __future__ import annotations

import errno
import io
import os
import re
import sys
from typing import Any

# Control characters but tab and line end, marks that turn the direction of text round, and halves of characters.
_STEERING = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ud800-\udfff]")

_STANDARD_ERROR = 2


class _Pipe(io.FileIO):
    """A file or pipe: what is written after its reader has gone, such as `head`, is dropped.

    So is every message that cannot be printed: there is nowhere else to say it, and the command has its status.
    """

    def write(self, content: Any) -> int:
        try:
            return super().write(content)
        except OSError as error:
            os.dup2(os.open(os.devnull, os.O_WRONLY), self.fileno())
            if self.fileno() != _STANDARD_ERROR and error.errno not in (
                errno.EPIPE,
                errno.EINVAL,
            ):  # Windows says EINVAL
                error.filename = "standard output"
                raise
        return memoryview(content).nbytes


class _Printed(io.TextIOWrapper):
    """Text for people: characters that would steer a terminal are shown as their escapes."""

    def write(self, text: str) -> int:
        super().write(harmless(text))
        return len(text)


def harmless(text: str) -> str:
    """The text with each character that would steer a terminal as its escape.

    >>> harmless("a\\x1b[2Jb")
    'a\\\\x1b[2Jb'
    """
    return _STEERING.sub(lambda found: ascii(found[0])[1:-1], text)


def on_one_line(text: object) -> str:
    """A text, such as the name of a file, on one line and harmless.

    >>> on_one_line("two\\nlines")
    'two\\\\nlines'
    """
    return harmless(str(text)).replace("\n", r"\n").replace("\t", r"\t")


def prepare() -> None:
    """Make standard output and error such streams; whoever starts the program without them misses nothing else."""
    _put_in_what_is_missing()
    sys.stdout = _prepared(sys.stdout)
    sys.stderr = _prepared(sys.stderr, by_line=True)


def _put_in_what_is_missing() -> None:
    """The null device for a stream that was closed: else the next file that is opened would stand in its place."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            null = open(os.devnull, mode, encoding="utf-8")  # noqa: SIM115  # until the program ends
            os.set_inheritable(null.fileno(), True)
            setattr(sys, name, null)
            setattr(sys, f"__{name}__", null)


def _prepared(stream: Any, *, by_line: bool = False) -> Any:
    """The stream for people; what is no stream of the system, such as a test's, stays."""
    if not isinstance(stream, io.TextIOWrapper):
        return stream
    at_terminal = stream.isatty()
    buffer = stream.buffer if at_terminal else io.BufferedWriter(_Pipe(stream.fileno(), "w", closefd=False))
    return _Printed(buffer, encoding=stream.encoding, errors="replace", line_buffering=by_line or at_terminal)
