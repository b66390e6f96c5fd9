"""With which exit status the commands end."""

from __future__ import annotations

DONE = 0
DIFFERENT = 1
"""A check found a difference, or an error in a design."""
UNUSABLE = 2
"""Bad input or usage."""
