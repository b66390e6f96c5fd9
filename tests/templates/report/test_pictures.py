"""Pages as pictures: one of each, as large as the paper, of what stands on it."""

from __future__ import annotations

import io

import pytest
from PIL import Image

from vdi_templates.report.pictures import DOTS_PER_INCH, pictures

A4_LANDSCAPE = (842, 595)  # points
DARK, LIGHT = 10, 245


def document(pages: int) -> bytes:
    """A PDF whose first page is black in its left half; all else is white."""
    white = Image.new("L", A4_LANDSCAPE, 255)
    first = white.copy()
    first.paste(0, (0, 0, A4_LANDSCAPE[0] // 2, A4_LANDSCAPE[1]))
    written = io.BytesIO()
    first.save(written, "PDF", resolution=72, save_all=True, append_images=[white] * (pages - 1))
    return written.getvalue()


def grey(image: Image.Image, across: float) -> int:
    """How light a dot half-way down is: 0 is black."""
    width, height = image.size
    return image.convert("L").tobytes()[height // 2 * width + int(width * across)]


def test_each_page_is_a_picture_as_large_as_its_paper() -> None:
    first, second = (Image.open(io.BytesIO(picture)) for picture in pictures(document(2)))
    for image in (first, second):
        assert image.format == "PNG"
        assert [round(dots) for dots in image.info["dpi"]] == [DOTS_PER_INCH] * 2
        inches = [dots / DOTS_PER_INCH for dots in image.size]
        assert inches == pytest.approx([points / 72 for points in A4_LANDSCAPE], abs=0.01)
    assert grey(first, 0.25) < DARK
    assert grey(first, 0.75) > LIGHT
    assert grey(second, 0.25) > LIGHT


def test_they_are_drawn_as_finely_as_asked_for() -> None:
    (picture,) = pictures(document(1), 110)
    assert Image.open(io.BytesIO(picture)).width == pytest.approx(842 / 72 * 110, abs=1)
