"""`vdi-sizing compare FOLDER`: every workbook of a folder on all cores, and one summary over them."""

from __future__ import annotations

import argparse
import gc
import json
import os
import re
import signal
import sys
from collections.abc import Iterable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor, as_completed
from concurrent.futures.process import BrokenProcessPool
from dataclasses import asdict, replace
from itertools import count
from pathlib import Path

from vdi_addin.command.carried import say_carried, say_first
from vdi_addin.command.extras import lacking
from vdi_addin.command.status import DIFFERENT, DONE, UNUSABLE
from vdi_addin.command.streams import on_one_line
from vdi_addin.command.targets import Targets
from vdi_addin.comparison import compare, refuse_other_ending
from vdi_sizing.errors import InputError
from vdi_sizing.model.sizing import size
from vdi_templates.examples.today import today
from vdi_templates.importing.messages import as_its_file_speaks
from vdi_templates.reading.file import refuse_what_is_no_workbook
from vdi_templates.report.brand_file import NAME
from vdi_templates.report.summary import Summary, is_summary, summary_of, title_of, write_summary
from vdi_templates.workbook.book import Book
from vdi_templates.workbook.save import check_output, workbook_bytes, write_whole

SUMMARY = "summary.xlsx"
_SUMMARIES = re.compile(r"summary(_\d+)?\.xlsx")
_KILLED = "the process that compared it was killed, perhaps since it took more memory than there is"
_ENDINGS = (".xlsx", ".xlsm")
_OURS = "_comparison.xlsx"


def run(args: argparse.Namespace) -> int:
    """Compare each workbook by itself: one that cannot be compared is named, and stops no other."""
    folder = args.files[0]
    if len(args.files) > 1:
        raise InputError("FILE", ", ".join(map(str, args.files)), "one folder by itself, or workbooks")
    for option in ("pdf", "png", "offer"):
        if getattr(args, option):
            raise InputError(f"--{option}", str(folder), "workbooks by name: LibreOffice prints one after the other")
    if args.brand:
        raise InputError("--brand", str(args.brand), f"a {NAME} in the folder {folder}: all of its workbooks have it")
    output = args.output or _summary_in(folder)
    refuse_other_ending("-o", output)
    check_output(output, force=args.force)
    files = workbooks_of(folder, output)
    if not files:
        raise InputError("FOLDER", str(folder), "a folder with workbooks (.xlsx), comparisons left aside")
    clear, clashing = _without_clashes(files, folder, output)
    summaries, refused = compared(clear, force=args.force)
    refused = sorted([*refused, *clashing])
    write_whole(output, _summary_bytes(summaries, refused), force=args.force)
    _print(summaries, refused, output, json_wanted=args.json)
    _report(summaries, refused)
    if refused:
        return UNUSABLE
    return DONE if all(summary.stands for summary in summaries) else DIFFERENT


def workbooks_of(folder: Path, summary: Path) -> list[Path]:
    """The workbooks that stand in a folder itself: no results of ours, and none of the files of an open program."""
    own = os.path.realpath(summary)
    return sorted(
        path
        for path in folder.iterdir()
        if path.suffix.lower() in _ENDINGS
        and not path.name.startswith(("~$", "."))
        and not path.name.endswith(_OURS)
        and not ((_SUMMARIES.fullmatch(path.name) or os.path.realpath(path) == own) and is_summary(path))
    )


def _summary_in(folder: Path) -> Path:
    """Where the summary goes, if nobody says it: summary.xlsx, or the next name that is no customer's file."""
    names = (SUMMARY if number == 1 else f"summary_{number}.xlsx" for number in count(1))
    return next(path for path in map(folder.joinpath, names) if not os.path.lexists(path) or is_summary(path))


def _without_clashes(files: list[Path], folder: Path, summary: Path) -> tuple[list[Path], list[tuple[str, str]]]:
    """The files that can be compared, and those whose comparison would go where another file is, with the reason."""
    targets = Targets(files)
    targets.add(folder, [summary])
    clear, clashing = [], []
    for file in files:
        try:
            targets.add(file, [target_of(file)])
            clear.append(file)
        except InputError as error:
            clashing.append((file.name, str(error)))
    return clear, clashing


def target_of(file: Path) -> Path:
    """The comparison beside a workbook."""
    return file.with_name(f"{file.stem}{_OURS}")


def compared(files: list[Path], *, force: bool) -> tuple[list[Summary], list[tuple[str, str]]]:
    """The summaries of the files in their order, and the files that were refused with the reason."""
    found: dict[Path, Summary] = {}
    refused: dict[Path, str] = {}
    there = {path for folder in {file.parent for file in files if not force} for path in folder.iterdir()}
    _compare_all(dict.fromkeys(files, force), found, refused)
    for file in files:
        if file not in found and file not in refused:  # a process was killed, and took all others with it
            _compare_all({file: target_of(file) not in there}, found, refused)
        if file not in found:
            refused.setdefault(file, f"{file}: {_KILLED}")
    return [found[file] for file in files if file in found], [(f.name, refused[f]) for f in files if f in refused]


def _compare_all(files: dict[Path, bool], found: dict[Path, Summary], refused: dict[Path, str]) -> None:
    """Compare files, each with whether it may write over its target; where a process is killed, some are left."""
    if not files:
        return
    with ProcessPoolExecutor(min(len(files), os.cpu_count() or 1), initializer=_leave_ctrl_c_to_the_first) as pool:
        try:
            jobs = {pool.submit(_one, file, force=force): file for file, force in files.items()}
            for job in _progress(as_completed(jobs), len(files)):
                _take(job, jobs[job], found, refused)
        except BrokenProcessPool:
            pool.shutdown(cancel_futures=True)
        except BaseException:
            pool.shutdown(cancel_futures=True)
            raise


def _take(job: Future[Summary], file: Path, found: dict[Path, Summary], refused: dict[Path, str]) -> None:
    try:
        found[file] = job.result()
    except BrokenProcessPool:
        pass  # whichever file it was: each that is left is tried by itself
    except InputError as error:
        refused[file] = str(as_its_file_speaks(error))
    except ModuleNotFoundError as error:
        refused[file] = f"{file}: {lacking(error)}"
    except Exception as error:  # whatever it is, the other files do not wait for it
        refused[file] = f"{file}: a mistake of the program, not of your input: {type(error).__name__}: {error}"


def _leave_ctrl_c_to_the_first() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def _one(file: Path, *, force: bool) -> Summary:
    """One workbook, in a process of its own: its comparison is written, and what it comes to is handed back."""
    refuse_what_is_no_workbook(file)
    target = target_of(file)
    check_output(target, force=force)
    found = compare(file)
    write_whole(target, found.workbook, force=force)
    summary = summary_of(file.name, target.name, found.sizing, found.notes, found.kept, found.lost, found.spoken)
    del found
    gc.collect()
    return summary


def _progress(jobs: Iterable[Future[Summary]], count: int) -> Iterator[Future[Summary]]:
    """The finished jobs, with a progress bar where somebody looks on."""
    if not sys.stderr.isatty():
        yield from jobs
        return
    from tqdm import tqdm  # noqa: PLC0415  # only then

    yield from tqdm(jobs, total=count, unit="file", file=sys.__stderr__)


def _summary_bytes(summaries: list[Summary], refused: list[tuple[str, str]]) -> bytes:
    book = Book(size(today()))  # the styles and the writer of our workbooks; nothing of this scenario is on the sheet
    named = [replace(summary, file=on_one_line(summary.file)) for summary in summaries]
    write_summary(book, named, [(on_one_line(file), on_one_line(reason)) for file, reason in refused])
    return workbook_bytes(book, title=title_of(summaries))


def _report(summaries: list[Summary], refused: list[tuple[str, str]]) -> None:
    """On standard error what the owners of the files should know, and why a file or a design has no answer."""
    for summary in summaries:
        say_first(summary.notes, "note: ", "notes")
        say_carried(Path(summary.file), summary.kept, summary.lost)
        for row in summary.rows:
            if row.blocks is None:
                print(f"vdi-sizing: {on_one_line(summary.file)}: {row.design}: {row.drives}", file=sys.stderr)
    for _, reason in refused:
        print(f"vdi-sizing: {on_one_line(reason)}", file=sys.stderr)


def _print(summaries: list[Summary], refused: list[tuple[str, str]], output: Path, *, json_wanted: bool) -> None:
    if json_wanted:
        files = [asdict(summary) for summary in summaries]
        for file in files:
            del file["said"]  # JSON is English in each language
        reasons = [{"file": file, "reason": reason} for file, reason in refused]
        print(json.dumps({"summary": str(output), "files": files, "refused": reasons}, indent=2))
        return
    for summary in summaries:
        print(f"{on_one_line(summary.file)}: {on_one_line(summary.said)}")
    print(f"{len(summaries)} compared, {len(refused)} refused; wrote {on_one_line(output)}")
