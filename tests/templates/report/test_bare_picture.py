"""A logo keeps its pixels and loses what stands beside them: author, place, comments, what follows its end."""

from __future__ import annotations

import io
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace

import pytest
from PIL import Image
from PIL.PngImagePlugin import PngInfo
from tests.templates.branded import brand_file, logo

from vdi_addin.comparison import brand_of
from vdi_templates.report.bare_picture import bare_logo
from vdi_templates.report.brand_file import read_brand
from vdi_templates.workbook.brand import Brand, Logo

SECRET = "Ann Author, 48.1 N"


def photograph(kind: str, *, progressive: bool = False) -> bytes:
    """A picture as a camera and a program save it."""
    image = Image.effect_noise((40, 30), 50).convert("RGB")
    exif, said, file = Image.Exif(), PngInfo(), io.BytesIO()
    exif[0x013B] = SECRET
    said.add_text("Author", SECRET)
    profile = b"ICC " + bytes(200)
    options = {"pnginfo": said} if kind == "png" else {"comment": SECRET, "progressive": progressive}
    image.save(file, kind.upper(), exif=exif, icc_profile=profile, dpi=(300, 300), **options)
    return file.getvalue() + SECRET.encode()


@pytest.mark.parametrize(("kind", "progressive"), [("png", False), ("jpeg", False), ("jpeg", True)])
def test_the_pixels_stay_and_all_else_goes(kind: str, progressive: bool, tmp_path: Path) -> None:
    content = photograph(kind, progressive=progressive)
    assert content.count(b"Ann Author") > 1
    path = brand_file(tmp_path, 'logo = "logo.png"')
    (tmp_path / "logo.png").write_bytes(content)
    found = read_brand(path).logo
    assert found is not None
    assert b"Ann Author" not in found.content
    before, after = Image.open(io.BytesIO(content)), Image.open(io.BytesIO(found.content))
    assert before.tobytes() == after.tobytes()
    assert before.info["icc_profile"] == after.info["icc_profile"]
    assert round(after.info["dpi"][0]) == 300
    assert not after.getexif()


def test_a_picture_without_more_stays_as_it_is() -> None:
    assert bare_logo(logo()) == logo()


@pytest.mark.parametrize("kind", ["png", "jpeg"])
def test_a_picture_that_is_cut_is_none(kind: str) -> None:
    whole = photograph(kind)
    for cut in (b"", whole[:1], whole[:11], whole[: len(whole) // 2]):
        with pytest.raises(ValueError, match=r"PNG|JPEG"):
            bare_logo(replace(Logo(whole, kind, 40, 30), content=cut))


class Named:
    """What `brand_of` asks of a workbook that has a logo."""

    path = Path("none.xlsx")
    workbook = SimpleNamespace(defined_names=Brand(logo=logo()).declared)


@pytest.mark.parametrize(("content", "is_bare"), [(photograph("png"), True), (b"damaged", False)])
def test_a_logo_of_an_earlier_version_is_made_bare_too(
    content: bytes, is_bare: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    held = Logo(content, "png", 40, 30)
    monkeypatch.setattr("vdi_addin.comparison.ZipParts", lambda _: {})
    monkeypatch.setattr("vdi_addin.comparison.brand_in", lambda _: Brand(logo=held))
    found = brand_of(Named()).logo  # type: ignore[arg-type]
    assert (found != held) == is_bare
