"""LibreOffice recalculates the workbook and the examples: every formula cell is what the library says."""

from __future__ import annotations

import datetime
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from tests.built import file_of, shared_book
from tests.counts import Counted
from tests.edited import edited
from tests.gate.office import Office, Values
from tests.pylib.model.test_price_on_request import with_a_project
from tests.templates.clusters import clusters
from tests.templates.engines import ABSOLUTE, RELATIVE, cell_of, count, equal, errors, mismatches
from tests.tiers import DRAWN, but_in_gate

from vdi_sizing.model.sizing import size
from vdi_sizing.scenario import BillRow
from vdi_sizing.tables.licences import Metric
from vdi_sizing.words import NO_PRICE, NONE
from vdi_templates.audit.formulas import agree
from vdi_templates.examples import EXAMPLES, today
from vdi_templates.workbook.book import Book
from vdi_templates.workbook.build import build_book
from vdi_templates.workbook.layout import MAX_DESIGNS

COMMITTED = Path(__file__).parents[3] / "vdi_sizing.xlsx"
SCENARIOS = {**EXAMPLES, "today": today, "clusters": clusters}
SPACED = " hdd "


def built(name: str) -> Book:
    return shared_book(SCENARIOS[name]())


def shipped() -> Book:
    """As `new` writes it, with free columns of designs."""
    return shared_book(EXAMPLES["customer"](), columns=MAX_DESIGNS)


def written(book: Book, path: Path) -> Path:
    path.write_bytes(file_of(book))
    return path


@pytest.mark.parametrize("name", but_in_gate(SCENARIOS, "customer"))
def test_every_formula_cell_is_what_the_library_says(
    name: str, tmp_path: Path, office: Office, counted: Counted
) -> None:
    book = built(name)
    values = office.load(written(book, tmp_path / f"{name}.xlsx"))
    counted("formulas recalculated by LibreOffice", count(book))
    linked = book.linked  # inputs that refer to others
    assert {sheet: set(cells) for sheet, cells in values.items()} == {
        sheet: {*cells, *linked.get(sheet, ())} for sheet, cells in book.cached.items()
    }
    assert {sheet: {cell: values[sheet][cell] for cell in cells} for sheet, cells in linked.items()} == linked
    assert errors(values) == []
    assert mismatches(book, values) == []


@pytest.mark.everything(DRAWN)
@pytest.mark.parametrize(("quantity", "ranked"), but_in_gate([(1, 1), (2, 0)], (1, 1)))
def test_designs_that_lack_the_same_price_are_ranked_alike_in_both_engines(
    quantity: float, ranked: float, tmp_path: Path, office: Office
) -> None:
    """And a design that lacks it twice keeps both from being ranked."""
    book = shared_book(with_a_project(quantity))
    assert [design["ranked"] for design in book.sizing.designs] == [ranked, ranked]
    assert mismatches(book, office.load(written(book, tmp_path / "lacking.xlsx"))) == []


@pytest.mark.everything
def test_drives_that_nobody_pays_for_are_so_in_both_engines(tmp_path: Path, office: Office) -> None:
    """The cheapest design of the example without its drives is not offered; a second says that a part contains them.

    And a kind of drive is read alike with spaces around it; a price of the as-of date, which is its last day, counts.
    """
    made = EXAMPLES["fujitsu"]()
    today = made.settings.as_of
    hdd, ssd, *others = made.designs
    scenario = replace(
        made,
        drives=tuple(replace(drive, kind=SPACED) for drive in made.drives),
        prices=tuple(replace(price, date=today, valid_until=today) for price in made.prices),
        designs=(hdd, replace(ssd, acknowledged="drives_billed: in the price of the server"), *others),
        bill=tuple(row for row in made.bill if row.design not in (hdd.name, ssd.name) or row.per != "drive 1"),
    )  # fmt: skip
    book = shared_book(scenario)
    assert {design["tier1_flash"] for design in book.sizing.designs} == {0.0}
    unpaid, contained, *_ = book.sizing.designs
    assert (unpaid["eur_per_user"], unpaid["check_drives_billed"]) == (NO_PRICE, 0)
    assert (contained["priced"], contained["open_drives_billed"]) == (1, 0)
    assert (contained["prices_ahead"], contained["prices_expired"]) == (0, 0)
    assert mismatches(book, office.load(written(book, tmp_path / "unpaid.xlsx"))) == []


def test_hosts_are_there_for_four_reasons() -> None:
    *designs, array = size(clusters()).designs
    assert [design["hosts_decided"] for design in designs] == ["cores", "capacity", "IOPS"]
    assert [design["clusters"] > 1 for design in designs] == [False, True, False]
    assert array["beside_words"] == "2 arrays and 9 hosts (8 and 1 in reserve, by RAM)"
    assert array["total_known"] == 1


@pytest.mark.everything
@pytest.mark.parametrize("kind", [None, SPACED, "ssd"])
def test_a_kind_of_drive_is_read_alike(kind: str | None, tmp_path: Path, office: Office) -> None:
    scenario = EXAMPLES["fujitsu"]()
    book = shared_book(replace(scenario, drives=tuple(replace(drive, kind=kind) for drive in scenario.drives)))
    assert {design["tier1_flash"] for design in book.sizing.designs} == {float(kind == "ssd")}
    assert mismatches(book, office.load(written(book, tmp_path / "kinds.xlsx"))) == []


@pytest.fixture(scope="module")
def committed(office: Office) -> Values:
    """What LibreOffice calculates for the committed workbook."""
    return office.load(COMMITTED)


def test_the_committed_workbook_is_what_the_library_says(committed: Values, counted: Counted) -> None:
    book = shipped()
    counted("formulas recalculated by LibreOffice", count(book))
    assert errors(committed) == []
    assert mismatches(book, committed) == []


def test_a_changed_value_is_caught(committed: Values) -> None:
    book = build_book(size(EXAMPLES["customer"]()), columns=MAX_DESIGNS)
    place = cell_of(book, "known_eur_per_vm")
    sheet, _, cell = place.rpartition("!")
    right = book.cached[sheet][cell]
    assert isinstance(right, float)
    book.cached[sheet][cell] = right * (1 + 1e-8)
    assert [mismatch.cell for mismatch in mismatches(book, committed)] == [place]


def test_a_changed_formula_and_an_error_are_caught(tmp_path: Path, office: Office) -> None:
    book = built("fujitsu")
    changed, wrong = cell_of(book, "estimate_steady", design=1), cell_of(book, "vms")
    sheet, _, cell = changed.rpartition("!")
    path = written(book, tmp_path / "changed.xlsx")
    values = office.load(edited(path, {changed: f"{book.worksheet(sheet)[cell].value}+1", wrong: "=1/0"}))
    assert changed in [mismatch.cell for mismatch in mismatches(book, values)]
    assert not any(error.startswith(f"{changed}:") for error in errors(values))
    assert f"{wrong}: #DIV/0!" in errors(values)


@pytest.mark.parametrize("same", [equal, agree], ids=["tests", "product"])
def test_equal_means_type_and_size(same: object) -> None:
    assert callable(same)
    assert same(1.0, 1.0 + RELATIVE / 2)
    assert not same(1.0, 1.0 + RELATIVE * 2)
    assert same(0.0, ABSOLUTE / 2)
    assert not same(0.0, ABSOLUTE * 2)
    assert not same(1.0, "1")
    assert not same(1.0, True)
    assert not same(True, 1.0)
    assert not same("", 0.0)
    assert same("no price", "no price")


def test_a_value_shown_as_a_date_or_time_is_its_days() -> None:
    assert agree(datetime.datetime(2011, 3, 1), 40603.0)
    assert not agree(datetime.datetime(2011, 3, 1, 18), 40603.0)
    assert agree(datetime.time(18), 0.75)
    assert agree(datetime.timedelta(days=2), 2.0)


@pytest.mark.everything(DRAWN)
def test_licences_by_core_cpu_and_tb_are_counted_alike_in_both_engines(tmp_path: Path, office: Office) -> None:
    """With packs, least orders and what cores bring along; of one design nobody knows the CPUs. Dials are turned."""
    made = EXAMPLES["customer"]()
    own = Metric("own", "core", least_per_cpu=8, least_per_host=70, least_per_order=800, pack=100)
    rows = (
        ("VMware Cloud Foundation", "core", "per year"), ("own", "core", "bought once"), (None, "CPU", "bought once"),
        ("VMware vSAN beyond Cloud Foundation", "TiB raw", "per year"), (None, "TB usable", "bought once"),
        (None, "TB raw", "per year"), ("Veeam Universal License", "VM", "bought once"),
    )  # fmt: skip
    cpus = {design.name: None if at == 1 else 2.0 for at, design in enumerate(made.designs)}
    scenario = replace(
        made,
        designs=tuple(replace(design, host_cpus=cpus[design.name]) for design in made.designs),
        prices=(*made.prices, replace(made.prices[0], part="by the core", amount=99.0)),
        bill=made.bill + tuple(
            BillRow(name, "by the core", 1, per, recurs, metric=metric) for name in cpus for metric, per, recurs in rows
        ),
        metrics=(*made.metrics, own),
        settings=replace(made.settings, user_growth=0.1),
        sensitivity=replace(made.sensitivity, dials=(0.2,) * 8),
    )  # fmt: skip
    book = shared_book(scenario)
    assert [design["uncounted"] for design in book.sizing.designs] == [0, 4, 0, 0]
    assert [design["priced"] for design in book.sizing.designs] == [1, 0, 1, 1]
    values = office.load(written(book, tmp_path / "licences.xlsx"))
    assert errors(values) == []
    assert mismatches(book, values) == []


def test_a_gpu_card_says_gb_power_and_parts_alike_in_both_engines(tmp_path: Path, office: Office) -> None:
    """Of a card all is taken, or what is not typed over it; a design names none, and one has a bill of its own."""
    made = EXAMPLES["customer"]()
    of_cards: tuple[dict[str, Any], ...] = (
        {"gpu_card": "nvidia a16", "gpus": 8.0}, {"gpu_card": "NVIDIA L4", "gpus": 3.0, "gpu_gb": 20.0},
        {"gpu_card": "NVIDIA T4", "gpus": 2.0},
    )  # fmt: skip
    designs = tuple(replace(design, **of) for design, of in zip(made.designs[:3], of_cards, strict=True))
    groups = tuple(replace(group, gpu_gb=2.0) for group in made.groups)
    own = tuple(row for row in made.bill if row.design == designs[2].name)
    book = shared_book(replace(made, groups=groups, designs=(*designs, *made.designs[3:]), bill=own))
    of_gpus = [(b["host_gpu_gb"], b["gpus_power_w"]) for b in book.sizing.designs[:3]]
    assert of_gpus == [(16, 8 * 250 / 4), (20, 3 * 72), (16, 2 * 70)]
    cards = [[line.quantity_for_users / design["hosts_paid"] for line in design.bill if line.per == "GPU card"]
             for design in book.sizing.designs]  # fmt: skip
    assert cards == [[2], [3], [], []]
    values = office.load(written(book, tmp_path / "cards.xlsx"))
    assert errors(values) == []
    assert mismatches(book, values) == []


def test_a_processor_says_the_cores_alike_in_both_engines(tmp_path: Path, office: Office) -> None:
    """Of a host of its own, of one beside an array, and typed over it; a kit's cores do not count beside it."""
    made = EXAMPLES["customer"]()
    named: dict[str, Any] = {"processor": "amd epyc 9274f", "host_cpus": 2.0}
    of_processors: tuple[dict[str, Any], ...] = (
        {**named, "cores": None}, {**named, "beside_cores": None}, {**named, "beside_cores": 32.0},
    )  # fmt: skip
    designs = tuple(replace(design, **of) for design, of in zip(made.designs[:3], of_processors, strict=True))
    book = shared_book(replace(made, designs=(*designs, *made.designs[3:])))
    typed = "32 typed, 48 by CPUs per host and processor"
    cores = [(b["host_cores"], b["cores_twice"]) for b in book.sizing.designs[:3]]
    assert cores == [(48, NONE), (48, NONE), (32, typed)]
    values = office.load(written(book, tmp_path / "processors.xlsx"))
    assert errors(values) == []
    assert mismatches(book, values) == []


def test_parts_without_a_price_and_reasons_are_said_alike_in_both_engines(tmp_path: Path, office: Office) -> None:
    """One design lacks four prices, one has a part for nothing with its reason; what is paid today is known."""
    made = EXAMPLES["customer"]()
    first, second, *others = made.designs
    dear, free = (replace(made.prices[0], part=part, amount=amount) for part, amount in (("dear", None), ("free", 1.0)))
    scenario = replace(
        made,
        designs=(first, replace(second, acknowledged="Price_of_Nothing: in the array"), *others),
        prices=(*made.prices, dear, replace(free, discount_share=1.0)),
        bill=(*made.bill, *[BillRow(first.name, "dear", 1)] * 4, BillRow(second.name, "free", 1)),
        settings=replace(made.settings, today_eur_per_year=1e6),
    )
    book = shared_book(scenario)
    lacking, having, *_ = book.sizing.designs
    assert lacking["part_without_price"] == "dear, dear, dear and 1 other part"
    assert "free – in the array." in having["to_know"]
    assert having["failing"].endswith("; reason: in the array")
    assert having["today_words"] != ""
    assert mismatches(book, office.load(written(book, tmp_path / "said.xlsx"))) == []
