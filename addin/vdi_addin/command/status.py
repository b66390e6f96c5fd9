"""With which exit status the commands end."""

from __future__ import annotations

DONE = 0
DIFFERENT = 1
"""A check found a difference, or an error in a design."""
UNUSABLE = 2
"""Bad input or usage."""
MISTAKE = 70
"""The program made a mistake, as the system's own list of statuses has it."""
STOPPED = 130
"""Somebody stopped it with Ctrl-C."""
