"""The words by which the oracle reads a German workbook as an English one: its own, not the product's table."""

from __future__ import annotations

GERMAN: dict[str, str] = {}


def in_english(text: object) -> str:
    """A label or a choice in English; what is no German one stays as it is."""
    return "" if text is None else GERMAN.get(str(text), str(text))
