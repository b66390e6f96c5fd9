"""`vdi-sizing new`: writes a fresh workbook, empty or filled in with a customer of today or a published case."""

from __future__ import annotations

import argparse
import datetime
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from vdi_addin.command.status import DONE
from vdi_addin.command.streams import on_one_line
from vdi_addin.command.typed import a_path, typed_date
from vdi_addin.comparison import refuse_other_ending
from vdi_sizing.errors import InputError
from vdi_sizing.inputs import name_key
from vdi_sizing.model.sizing import size
from vdi_sizing.scenario import KITS, Scenario, check
from vdi_templates.examples import EXAMPLES, by_kits, called_in, dated, in_currency, today, with_designs
from vdi_templates.importing.messages import Messages
from vdi_templates.languages.translation import LANGUAGES, Translation, rows_of
from vdi_templates.report.brand_file import MOST_AUTHOR, beside, read_author, read_brand
from vdi_templates.workbook.book import Made
from vdi_templates.workbook.brand import NO_BRAND, Brand, is_line
from vdi_templates.workbook.build import build_book
from vdi_templates.workbook.layout import MAX_DESIGNS
from vdi_templates.workbook.save import workbook_bytes, write_whole


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare what can be typed behind `new`."""
    parser.add_argument("path", nargs="?", type=a_path, default=Path("vdi_sizing.xlsx"), help="default: %(default)s")
    parser.add_argument("--example", help=f"fill in an example: {', '.join(EXAMPLES)}")
    add_start_arguments(parser)
    parser.add_argument("--force", action="store_true", help="replace an existing file")


def add_start_arguments(parser: argparse.ArgumentParser | argparse._ArgumentGroup) -> None:
    """Declare what can be said of a fresh workbook without an example, by `new` or by what makes one on its way."""
    parser.add_argument(
        "--kits",
        nargs="?",
        const="",
        metavar="NAME, NAME",
        help="start from a profile and kits: names, numbers, prices; these, in any language, or the usual three: "
        + "; ".join(each.name for each in KITS),
    )
    parser.add_argument("--kit", action="append", metavar="NAME", help="one of these kits, a design each")
    parser.add_argument("--designs", type=int, help=f"number of designs to start with, 1 to {MAX_DESIGNS}")
    parser.add_argument("--as-of", metavar="YYYY-MM-DD", help="the date of the workbook; default: today's")
    parser.add_argument(
        "--brand",
        type=a_path,
        metavar="FILE",
        help="look, language and currency (usual: brand.toml beside the workbook)",
    )
    parser.add_argument("--language", choices=LANGUAGES, help="of the workbook (usual: that of the brand file, or en)")
    parser.add_argument("--customer", metavar="NAME", help="for whom it is: stands on Settings and on the report")
    parser.add_argument("--author", metavar="NAME", help="who made it, likewise (usual: the author of the brand file)")


def start_arguments_said(args: argparse.Namespace) -> list[str]:
    """The options of a fresh workbook that were typed."""
    declared = argparse.ArgumentParser()
    add_start_arguments(declared)
    return [f"--{name.replace('_', '-')}" for name in vars(declared.parse_args([])) if getattr(args, name) is not None]


def run(args: argparse.Namespace) -> int:
    """Write the workbook, and say what is still to enter."""
    refuse_other_ending("path", args.path)
    scenario, brand = fresh(args, args.path)
    write_whole(args.path, workbook_of(scenario, brand), force=args.force)
    messages = Messages(brand.translation.language)
    left = [] if args.example else [examples_left(args)]
    for line in [f"wrote {on_one_line(args.path)}", *missing_prices(scenario), *left]:
        print(messages.text(line))
    return DONE


def fresh(args: argparse.Namespace, path: Path) -> tuple[Scenario, Brand]:
    """The inputs and the look of a fresh workbook at a path, by the options that were typed.

    Raises
    ------
    InputError
        If an option is none that is known, or two do not go together.
    """
    _check_options(args)
    as_of = datetime.date.today() if args.as_of is None else typed_date("--as-of", args.as_of)
    brand_file = args.brand or beside(path)
    brand = NO_BRAND if brand_file is None else read_brand(brand_file)
    brand = replace(brand, language=args.language or brand.language)
    scenario = called_in(_start(args, brand.translation), brand.translation)
    if args.designs is not None:
        scenario = with_designs(scenario, args.designs)
    author = args.author or (None if brand_file is None else read_author(brand_file))
    scenario = _named(in_currency(dated(scenario, as_of), brand.translation.currency), args.customer, author)
    if args.example and brand.currency:
        check(scenario)  # its prices may be in another currency
    return scenario, brand


def workbook_of(scenario: Scenario, brand: Brand) -> bytes:
    """A fresh workbook in bytes."""
    return workbook_bytes(build_book(size(scenario), made=Made(brand=brand), columns=MAX_DESIGNS))


def missing_prices(scenario: Scenario) -> Iterator[str]:
    """A line for each price that a bill lacks."""
    billed = {name_key(row.part) for design in scenario.designs for row in scenario.bill_of(design)}
    for price in scenario.prices:
        if price.amount is None and name_key(price.part) in billed:
            yield f"still missing: the price of {price.part} in the list {price.price_list!r} (sheet Prices)"


def examples_left(args: argparse.Namespace, *, groups: bool = True) -> str:
    """A line for what of a fresh workbook is an example; whether its groups are some too."""
    what = "the kits (sheet Designs)" if _starts_by_kits(args) else "the parts of a block (sheet Bill)"
    return f"still yours to enter, in place of examples: {'the groups (sheet Users), ' if groups else ''}{what}"


def _check_options(args: argparse.Namespace) -> None:
    """What can be told of the options before anything is read."""
    if args.example is not None and args.example not in EXAMPLES:
        raise InputError("--example", args.example, f"one of: {', '.join(EXAMPLES)}")
    option, kits = "--kit" if args.kit else "--kits", _kits_asked(args)
    if _starts_by_kits(args) and args.example is not None:
        raise InputError(option, "with --example", "one of the two")
    if kits and args.designs is not None:
        raise InputError(option, "with --designs", "one of the two")
    unknown = next((name for name in kits if name_key(name) not in _names_of_kits()), None)
    if unknown is not None:
        between = "" if args.kit else '; several with ";" between them'
        raise InputError("kit", unknown, f"one of: {'; '.join(repr(each.name) for each in KITS)}{between}")
    if len(kits) > MAX_DESIGNS or len({name_key(name) for name in kits}) < len(kits):
        raise InputError(option, "; ".join(kits), f"at most {MAX_DESIGNS} kits, each once")
    if args.designs is not None and not 1 <= args.designs <= MAX_DESIGNS:
        raise InputError("--designs", args.designs, f"a number from 1 to {MAX_DESIGNS}")
    for option, name in (("--customer", args.customer), ("--author", args.author)):
        if name is not None and not is_line(name, MOST_AUTHOR):
            raise InputError(option, name, f"one line of text, of {MOST_AUTHOR} characters at most")


def _starts_by_kits(args: argparse.Namespace) -> bool:
    return args.kits is not None or bool(args.kit)


def _kits_asked(args: argparse.Namespace) -> list[str]:
    """The kits that are named, in their order; none: the usual ones."""
    known = _names_of_kits()
    return [*_named_kits(args.kits or ""), *(known.get(name_key(name), name) for name in args.kit or ())]


def _names_of_kits() -> dict[str, str]:
    """The names of the kits by what each language calls them."""
    return {name_key(rows_of(language).get(kit.name, kit.name)): kit.name for language in LANGUAGES for kit in KITS}


def _named_kits(said: str) -> list[str]:
    """The kits of a list with commas or semicolons between them; the name of a kit may hold a comma itself.

    >>> _named_kits("vSAN cluster, NVMe server, local,HDD array")
    ['vSAN cluster', 'NVMe server, local', 'HDD array']
    >>> _named_kits("vSAN-Cluster; NVMe-Server, lokal; HDD-Array")
    ['vSAN cluster', 'NVMe server, local', 'HDD array']
    """
    return [name for part in said.split(";") for name in _with_commas(part)]


def _with_commas(said: str) -> list[str]:
    names: list[str] = []
    rest = [piece.strip() for piece in said.split(",") if piece.strip()]
    known = _names_of_kits()
    while rest:
        joined = (", ".join(rest[:count]) for count in range(len(rest), 0, -1))
        name = next((each for each in joined if name_key(each) in known), rest[0])
        names.append(known.get(name_key(name), name))
        del rest[: name.count(",") + 1]
    return names


def _start(args: argparse.Namespace, translation: Translation) -> Scenario:
    """An example, or a customer of today by kits or by a bill."""
    if args.example:
        return EXAMPLES[args.example]()
    return by_kits(translation, _kits_asked(args)) if _starts_by_kits(args) else today(translation)


def _named(scenario: Scenario, customer: str | None, author: str | None) -> Scenario:
    """The scenario with who it is for and who made it, where that is said."""
    settings = scenario.settings
    named = replace(settings, customer=customer or settings.customer, author=author or settings.author)
    return replace(scenario, settings=named)
