"""`vdi-sizing addin`: builds, installs, bundles and checks the add-ins.

Each action imports what it needs when it runs: the Excel file needs xlwings, the check Excel itself.
"""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
from pathlib import Path

from vdi_addin.command.status import DIFFERENT, DONE
from vdi_addin.command.streams import on_one_line
from vdi_addin.command.typed import a_path
from vdi_addin.errors import AddinError
from vdi_sizing.errors import InputError


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the actions that can be typed behind `addin`."""
    actions = parser.add_subparsers(dest="action", required=True)

    build = actions.add_parser("build", help="write vdi_sizing.xlam, vdi_sizing.oxt and vdi_functions.xlsx")
    folder = Path("addin") if Path("addin").is_dir() else Path()
    build.add_argument("folder", nargs="?", type=a_path, default=folder, help="where to (default: %(default)s)")
    build.add_argument("--force", action="store_true", help="replace existing files")
    build.set_defaults(work=_build)

    for name, work, text in (
        ("install", _install, "install the add-in for you, in Excel"),
        ("uninstall", _uninstall, "remove it again"),
    ):
        action = actions.add_parser(name, help=text)
        action.add_argument("--libreoffice", action="store_true", help="in LibreOffice instead of Excel")
        action.set_defaults(work=work)

    bundle = actions.add_parser("bundle", help="collect all that a Windows PC without a network needs")
    bundle.add_argument("-o", "--output", type=a_path, default=Path("vdi_sizing_windows.zip"), help="the zip")
    bundle.add_argument("--force", action="store_true", help="replace an existing file")
    bundle.set_defaults(work=_bundle)

    check = actions.add_parser("check", help="let Excel calculate a workbook and compare with the library")
    check.add_argument("workbook", nargs="?", type=a_path, default=Path("vdi_sizing.xlsx"), help="default: %(default)s")
    check.set_defaults(work=_check)

    rename = actions.add_parser(
        "rename", help="copy a workbook so that LibreOffice before 25.2 finds the functions in it"
    )
    rename.add_argument("workbook", type=a_path, metavar="FILE")
    rename.add_argument("-o", "--output", type=a_path, help="the copy (default: FILE_libreoffice.xlsx beside it)")
    rename.add_argument("--back", action="store_true", help="from such a copy one for Excel (default: FILE_excel.xlsx)")
    rename.add_argument("--force", action="store_true", help="replace an existing file")
    rename.set_defaults(work=_rename)


def run(args: argparse.Namespace) -> int:
    """Do what the action says."""
    status: int = args.work(args)
    return status


def _build(args: argparse.Namespace) -> int:
    from vdi_addin.excel.xlam import FILE_NAME, xlam_bytes  # noqa: PLC0415
    from vdi_addin.libreoffice.extension import oxt_bytes  # noqa: PLC0415
    from vdi_addin.names import workbook as names  # noqa: PLC0415
    from vdi_templates.workbook.save import check_output, write_whole  # noqa: PLC0415

    contents = {
        args.folder / FILE_NAME: xlam_bytes(),
        args.folder / "vdi_sizing.oxt": oxt_bytes(),
        args.folder / names.FILE_NAME: names.names_workbook(),
    }
    try:
        args.folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise InputError("folder", str(args.folder), f"a folder, there or to be made ({error.strerror})") from error
    for file in contents:
        check_output(file, force=args.force)
    for file, content in contents.items():
        write_whole(file, content, force=args.force)
    return _done("Wrote", *contents)


def _install(args: argparse.Namespace) -> int:
    from vdi_addin.excel import install  # noqa: PLC0415
    from vdi_addin.libreoffice import extension  # noqa: PLC0415

    if not args.libreoffice:
        return _done("Wrote", *install.install(install.places(os.environ)), "Start Excel again.")
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder, "vdi_sizing.oxt")
        file.write_bytes(extension.oxt_bytes())
        extension.install(file)
    return _done("Installed in LibreOffice. Start it again.")


def _uninstall(args: argparse.Namespace) -> int:
    from vdi_addin.excel import install  # noqa: PLC0415
    from vdi_addin.libreoffice import extension  # noqa: PLC0415

    if not args.libreoffice:
        removed = install.uninstall(install.places(os.environ))
        return _done("Removed", *removed) if removed else _done("Nothing to remove: it is not installed.")
    extension.uninstall()
    return _done("Removed from LibreOffice.")


def _bundle(args: argparse.Namespace) -> int:
    from vdi_addin.excel.bundle import bundle_bytes  # noqa: PLC0415
    from vdi_templates.workbook.save import check_output, write_whole  # noqa: PLC0415

    check_output(args.output, force=args.force)  # before minutes of downloading
    write_whole(args.output, bundle_bytes(), force=args.force)
    return _done("Wrote", args.output)


def _check(args: argparse.Namespace) -> int:
    if sys.platform != "win32":
        raise AddinError("addin check lets Excel calculate: it needs Excel on Windows")
    from vdi_addin.excel import install  # noqa: PLC0415
    from vdi_addin.excel.proof import check_in_excel  # noqa: PLC0415

    addin = install.places(os.environ).addin
    for file, remedy in ((addin, "vdi-sizing addin install"), (args.workbook, "vdi-sizing new")):
        if not file.exists():
            raise AddinError(f"{file} is missing. Run: {remedy}")
    found = check_in_excel(args.workbook.absolute(), addin)
    print("\n".join(found) if found else "Excel and the library agree in every cell.")
    return DIFFERENT if found else DONE


def _rename(args: argparse.Namespace) -> int:
    from vdi_addin.libreoffice.renaming import to_excel, to_libreoffice  # noqa: PLC0415

    copy, reader = (to_excel, "excel") if args.back else (to_libreoffice, "libreoffice")
    output = args.output or args.workbook.parent / f"{args.workbook.stem}_{reader}.xlsx"
    changed = copy(args.workbook, output, force=args.force)
    return _done("Wrote", output, f"with {changed} formulas renamed.")


def _done(*words: object) -> int:
    print(*map(on_one_line, words))
    return DONE
