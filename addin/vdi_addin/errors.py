"""What the add-in's commands say when they cannot do their work."""

from __future__ import annotations


class AddinError(RuntimeError):
    """An add-in could not be built, installed, removed or checked: why, and what to do."""
