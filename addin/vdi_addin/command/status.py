"""With which exit status the commands end."""

from __future__ import annotations

DONE = 0
DIFFERENT = 1
"""A check found what changes the answer, or can; or there is an error in a design."""
UNUSABLE = 2
"""Bad input or usage."""
ANOTHER_SIGHT = 3
"""A check found what changes what a reader sees or relies on, and not the answer."""
ANOTHER_LOOK = 4
"""A check found what changes looks only."""
MISTAKE = 70
"""The program made a mistake, as the system's own list of statuses has it."""
STOPPED = 130
"""Somebody stopped it with Ctrl-C."""
