"""The pages one hands over as pictures, for slides and documents."""

from __future__ import annotations

import io

DOTS_PER_INCH = 200
_POINTS_PER_INCH = 72


def pictures(pdf: bytes, dots_per_inch: int = DOTS_PER_INCH) -> list[bytes]:
    """Each page of a PDF as a PNG that knows its size on paper.

    Parameters
    ----------
    pdf : bytes
        The document.
    dots_per_inch : int
        How finely it is drawn; an A4 page of 200 dots per inch is 2339 dots wide.

    """
    import pypdfium2  # type: ignore[import-untyped]  # noqa: PLC0415  # only then: it is large

    with pypdfium2.PdfDocument(pdf) as document:
        return [_picture(page, dots_per_inch) for page in document]


def _picture(page: object, dots_per_inch: int) -> bytes:
    image = page.render(scale=dots_per_inch / _POINTS_PER_INCH).to_pil()  # type: ignore[attr-defined]
    drawn = io.BytesIO()
    image.save(drawn, "PNG", optimize=True, dpi=(dots_per_inch, dots_per_inch))
    return drawn.getvalue()
