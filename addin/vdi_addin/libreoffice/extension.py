"""The LibreOffice extension: builds vdi_sizing.oxt, installs it, removes it.

An extension is a zip of a component (udf.py), the interface that it implements (.idl), the names and help
that LibreOffice's Function Wizard shows (.xcu), and the Python packages that the component needs. All of it
is text and the library is pure Python, so one file serves every LibreOffice that comes with Python.
"""

from __future__ import annotations

import io
import os
import shutil
import subprocess
import zipfile
from collections.abc import Iterator
from importlib.metadata import distribution
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path
from xml.sax.saxutils import escape

import vdi_sizing
from vdi_addin.errors import AddinError
from vdi_addin.functions.catalogue import Argument, Function
from vdi_addin.libreoffice.functions import IMPLEMENTATION, SERVICE, functions

IDENTIFIER = "org.vdisizing.addin"
OLDEST_LIBREOFFICE = "7.4"

ADAPTER = (
    "__init__.py", "functions/__init__.py", "functions/catalogue.py", "functions/convert.py", "functions/lookups.py",
    "functions/wording.py",
    "libreoffice/__init__.py", "libreoffice/functions.py",
)  # fmt: skip
"""What the component needs of this package; the library it needs as a whole."""

PARTS = {
    "XVdiFunctions.idl": "application/vnd.sun.star.uno-typelibrary;type=RDB",
    "udf.components": "application/vnd.sun.star.uno-components",
    "CalcAddIns.xcu": "application/vnd.sun.star.configuration-data",
}
"""The parts that LibreOffice has to know by their kind."""

USUAL_PLACES = (
    "/usr/lib/libreoffice/program/unopkg",
    "/opt/libreoffice/program/unopkg",
    "/Applications/LibreOffice.app/Contents/MacOS/unopkg",
    r"C:\Program Files\LibreOffice\program\unopkg.com",
)
SECONDS_TO_INSTALL = 120
XML = '<?xml version="1.0" encoding="UTF-8"?>\n'


class ExtensionError(AddinError):
    """The extension could not be installed or removed; the text says why and what to do."""


def oxt_bytes() -> bytes:
    """The finished extension; the same sources give the same bytes."""
    finished = io.BytesIO()
    with zipfile.ZipFile(finished, "w") as archive:
        for name, text in contents().items():
            # Dated 1980, not compressed, made "on Unix": no clock, zlib version or system in the bytes.
            entry = zipfile.ZipInfo(name)
            entry.create_system = 3
            entry.external_attr = 0o644 << 16
            archive.writestr(entry, text.encode("utf-8"))
    return finished.getvalue()


def contents() -> dict[str, str]:
    """File name in the extension -> its text."""
    adapter = files("vdi_addin")
    return {
        "META-INF/manifest.xml": manifest(),
        "description.xml": description(),
        "XVdiFunctions.idl": interface(),
        "udf.components": components(),
        "CalcAddIns.xcu": function_list(),
        "udf.py": _text(adapter.joinpath("libreoffice/udf.py")),
        "LICENSE": license_text(),
        **{f"pythonpath/vdi_addin/{name}": _text(adapter.joinpath(name)) for name in ADAPTER},
        **dict(_sources(files("vdi_sizing"), "pythonpath/vdi_sizing")),
    }


def manifest() -> str:
    """What kind each part is of."""
    entries = "".join(
        f'<manifest:file-entry manifest:full-path="{name}" manifest:media-type="{kind}"/>\n'
        for name, kind in PARTS.items()
    )
    return (
        f'{XML}<manifest:manifest xmlns:manifest="http://openoffice.org/2001/manifest">\n'
        f"{entries}</manifest:manifest>\n"
    )


def description() -> str:
    """What the Extension Manager shows."""
    return f"""{XML}<description xmlns="http://openoffice.org/extensions/description/2006"
 xmlns:d="http://openoffice.org/extensions/description/2006"
 xmlns:l="http://libreoffice.org/extensions/description/2011">
<identifier value="{IDENTIFIER}"/>
<version value="{vdi_sizing.__version__}"/>
<dependencies>
<l:LibreOffice-minimal-version value="{OLDEST_LIBREOFFICE}" d:name="LibreOffice {OLDEST_LIBREOFFICE}"/>
</dependencies>
<display-name><name lang="en">VDI sizing functions</name></display-name>
</description>
"""


def interface() -> str:
    """The functions as an interface: every argument a cell or a range, every result a range of cells."""
    methods = "".join(
        f"  sequence< sequence<any> > {function.name}({_idl_arguments(function)});\n" for function in functions()
    )
    return (
        "module org { module vdisizing {\n"
        "interface XVdiFunctions : com::sun::star::uno::XInterface {\n"
        f"{methods}}};\n"
        "}; };\n"
    )


def _idl_arguments(function: Function) -> str:
    return ", ".join(f"[in] any {_camel_case(argument.name)}" for argument in function.arguments)


def _camel_case(name: str) -> str:
    """The name of an argument in the interface, where no underscore may stand in it.

    >>> _camel_case("read_iops")
    'readIops'
    """
    first, *others = name.split("_")
    return first + "".join(word.capitalize() for word in others)


def components() -> str:
    """Which service udf.py offers."""
    return f"""{XML}<components xmlns="http://openoffice.org/2010/uno-components">
<component loader="com.sun.star.loader.Python" uri="udf.py">
<implementation name="{IMPLEMENTATION}"><service name="{SERVICE}"/></implementation>
</component>
</components>
"""


def function_list() -> str:
    """Names and help of the functions and their arguments, as the Function Wizard shows them.

    The compatibility name is what LibreOffice from 25.2 on reads and writes in an .xlsx.
    """
    nodes = "".join(_function_node(function) for function in functions())
    return f"""{XML}<oor:component-data xmlns:oor="http://openoffice.org/2001/registry"
 xmlns:xs="http://www.w3.org/2001/XMLSchema" oor:name="CalcAddIns" oor:package="org.openoffice.Office">
<node oor:name="AddInInfo"><node oor:name="{SERVICE}" oor:op="replace"><node oor:name="AddInFunctions">
{nodes}</node></node></node>
</oor:component-data>
"""


def _function_node(function: Function) -> str:
    arguments = "".join(_argument_node(argument) for argument in function.arguments)
    return f"""<node oor:name="{function.name}" oor:op="replace">
{_english("DisplayName", function.name)}
{_english("CompatibilityName", function.name)}
{_english("Description", function.explained)}
<prop oor:name="Category"><value>Add-In</value></prop>
<node oor:name="Parameters">
{arguments}</node>
</node>
"""


def _argument_node(argument: Argument) -> str:
    return f"""<node oor:name="{_camel_case(argument.name)}" oor:op="replace">
{_english("DisplayName", argument.name)}
{_english("Description", argument.explained)}
</node>
"""


def _english(name: str, text: str) -> str:
    return f'<prop oor:name="{name}"><value xml:lang="en-US">{escape(text)}</value></prop>'


def license_text() -> str:
    """The licence: in the repository beside the sources, else among the installed package's own files."""
    in_repository = Path(__file__).parents[3] / "LICENSE"
    if in_repository.is_file():
        return in_repository.read_text(encoding="utf-8")
    text = distribution("vdi-sizing").read_text("licenses/LICENSE")
    if text is None:
        raise FileNotFoundError("LICENSE is missing: the extension must carry it")
    return text


def _sources(folder: Traversable, name: str) -> Iterator[tuple[str, str]]:
    """Name -> text of the modules and tables in a package, in a fixed order."""
    for item in sorted(folder.iterdir(), key=lambda item: item.name):
        if item.is_dir():
            yield from _sources(item, f"{name}/{item.name}")
        elif item.name.endswith((".py", ".csv")):
            yield f"{name}/{item.name}", _text(item)


def _text(file: Traversable) -> str:
    return file.read_text(encoding="utf-8")


def install(extension: str | os.PathLike[str]) -> None:
    """Install the extension for the user who runs this; an older one is replaced.

    Parameters
    ----------
    extension : str or path
        The .oxt file

    Raises
    ------
    ExtensionError
        If LibreOffice's installer is missing or refuses, as it does for root.
    """
    _unopkg("add", "--force", "--suppress-license", os.fspath(extension))


def uninstall() -> None:
    """Remove the extension of the user who runs this.

    Raises
    ------
    ExtensionError
        If LibreOffice's installer is missing or refuses, or the extension is not installed.
    """
    _unopkg("remove", IDENTIFIER)


def _unopkg(*arguments: str) -> None:
    """Run LibreOffice's installer of extensions."""
    if hasattr(os, "geteuid") and os.geteuid() == 0:
        raise ExtensionError("LibreOffice installs no extension for root: run this as the user who will use it")
    try:
        run = subprocess.run(
            [find_unopkg(), *arguments],
            capture_output=True,
            encoding="utf-8",
            errors="replace",
            timeout=SECONDS_TO_INSTALL,
            check=False,
        )
    except subprocess.TimeoutExpired as error:
        raise ExtensionError("LibreOffice's unopkg does not answer: close LibreOffice and try again") from error
    if run.returncode != 0:
        said = (run.stderr or run.stdout).strip()
        raise ExtensionError(f"LibreOffice's unopkg {arguments[0]} failed: {said}")


def find_unopkg() -> str:
    """The path of LibreOffice's installer of extensions."""
    for place in (shutil.which("unopkg"), *USUAL_PLACES):
        if place and Path(place).is_file():
            return place
    raise ExtensionError("LibreOffice's unopkg is missing: open vdi_sizing.oxt with LibreOffice instead")
