"""`vdi-sizing new`: a fresh workbook, and what is refused."""

from __future__ import annotations

import datetime
import re
from dataclasses import replace
from pathlib import Path

import pytest
from tests.addin.command.workbooks import Text, sheets
from tests.tiers import but_in_gate

import vdi_sizing
from vdi_addin.command.program import main
from vdi_addin.command.status import DONE, UNUSABLE
from vdi_sizing.inputs import name_key
from vdi_sizing.model.sizing import size
from vdi_sizing.scenario import ARRAY, BY_RULE, KITS, Design
from vdi_sizing.tables.reading import TODAY
from vdi_templates.examples import EXAMPLES, fujitsu
from vdi_templates.examples.today import PROFILE
from vdi_templates.languages.translation import translation_of
from vdi_templates.reading.reader import read


def new(path: Path, *arguments: str) -> Path:
    """By the command each time: it is what is tested here."""
    assert main(["new", str(path), *arguments]) == DONE
    return path


@pytest.mark.parametrize("name", but_in_gate(EXAMPLES, "customer", "fujitsu"))
def test_new_writes_an_example(name: str, tmp_path: Path, capsys: Text) -> None:
    path = new(tmp_path / "book.xlsx", "--example", name)
    assert [design.name for design in read(path).designs] == [design.name for design in EXAMPLES[name]().designs]
    assert capsys.readouterr().out.splitlines()[0] == f"wrote {path}"


def test_new_says_what_is_still_missing(tmp_path: Path, capsys: Text) -> None:
    path = new(tmp_path / "book.xlsx")
    printed = capsys.readouterr().out
    unpriced = {price.part for price in read(path).prices if price.amount is None}
    assert unpriced
    assert missing_in(printed) == unpriced
    assert "still yours to enter" in printed


def test_new_says_in_german_what_is_missing_from_a_german_workbook(tmp_path: Path, capsys: Text) -> None:
    path = tmp_path / "buch.xlsx"
    for options in ([], ["--kits"]):
        assert main(["new", str(path), "--language", "de", "--force", *options]) == DONE
        first, *missing, examples = capsys.readouterr().out.splitlines()
        assert first == f"geschrieben: {path}"
        assert "noch fehlt: der Preis von Projekt in der Preisliste 'eigene Preisliste' (Blatt Prices)" in missing
        assert all(line.startswith("noch fehlt: ") for line in missing)
        assert examples.startswith("noch einzutragen anstelle der Beispiele: ")


def missing_in(printed: str) -> set[str]:
    """The parts whose price `new` says is missing."""
    return set(re.findall("^still missing: the price of (.+) in the list ", printed, re.MULTILINE))


@pytest.mark.parametrize("start", [[], ["--kits"]])
def test_new_asks_for_no_price_of_a_part_that_no_design_has(start: list[str], tmp_path: Path, capsys: Text) -> None:
    path = new(tmp_path / "book.xlsx", *start, "--designs", "1")
    made = read(path)
    asked = missing_in(capsys.readouterr().out)
    assert asked == {row.part for row in made.bill_of(made.designs[0])}
    assert asked < {price.part for price in made.prices}


def test_new_by_kits_has_a_profile_and_kits_and_its_prices_are_missing(tmp_path: Path, capsys: Text) -> None:
    path = new(tmp_path / "book.xlsx", "--kits")
    printed = capsys.readouterr().out
    made = read(path)
    assert [bool(design.kit) for design in made.designs] == [True] * 3
    assert (made.groups[0].profile, made.groups[0].steady_iops, made.bill) == (PROFILE, None, ())
    assert missing_in(printed) == {row.part for design in made.designs for row in made.bill_of(design)}
    assert "the kits (sheet Designs)" in printed
    assert main(["check", str(path)]) == DONE
    assert main(["new", str(tmp_path / "both.xlsx"), "--kits", "--example", "emc"]) == UNUSABLE
    assert not (tmp_path / "both.xlsx").exists()
    capsys.readouterr()


def test_new_takes_kits_by_name(tmp_path: Path, capsys: Text) -> None:
    path = new(tmp_path / "book.xlsx", "--kit", "vsan CLUSTER", "--kit", "Storage Spaces Direct cluster")
    made = read(path)
    assert [(design.name, design.kit) for design in made.designs] == [
        ("vSAN", "vSAN cluster"),
        ("Storage Spaces Direct cluster", "Storage Spaces Direct cluster"),
    ]
    assert missing_in(capsys.readouterr().out) == {row.part for design in made.designs for row in made.bill_of(design)}


def test_new_takes_kits_in_one_list_though_names_hold_commas(tmp_path: Path, capsys: Text) -> None:
    asked = "vSAN cluster, nvme server, LOCAL,HDD array, hosts beside it"
    made = read(new(tmp_path / "book.xlsx", "--kits", asked))
    assert [design.kit for design in made.designs] == [
        "vSAN cluster", "NVMe server, local", "HDD array, hosts beside it",
    ]  # fmt: skip
    assert missing_in(capsys.readouterr().out) == {row.part for design in made.designs for row in made.bill_of(design)}


def test_a_start_by_kits_has_the_rules_on_settings_and_a_row_of_prices_for_each_part_of_a_kit(tmp_path: Path) -> None:
    made = read(new(tmp_path / "book.xlsx", "--kits"))
    assert {name for name in BY_RULE for design in made.designs if getattr(design, name) is not None} == set()
    assert (made.settings.rule_spares, made.settings.rule_cpu_headroom) == (1, 0.15)
    assert {price.date for price in made.prices} == {None}
    for kit in (each for each in KITS if each.generation == TODAY):
        added = replace(made, designs=(Design("added", kit=kit.name),))
        assert all(name_key(row.part) in made.listed for row in added.bill_of(added.designs_in_use[0]))


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (["--kits", "HDD aray, vSAN cluster"], "kit is 'HDD aray'; expected one of: 'NVMe server, local'; "),
        (["--kits", "HDD aray, vSAN cluster"], '; several with ";" between them'),
        (["--kits", "HDD array", "--designs", "2"], "--kits is 'with --designs'; expected one of the two"),
        (["--kit", "HDD aray"], "kit is 'HDD aray'; expected one of: 'NVMe server, local'; "),
        (
            ["--kit", "HDD array", "--kit", "hdd array"],
            "--kit is 'HDD array; HDD array'; expected at most 6 kits, each once",
        ),
        (["--kit", "HDD array", "--designs", "2"], "--kit is 'with --designs'; expected one of the two"),
        (["--kit", "HDD array", "--example", "emc"], "--kit is 'with --example'; expected one of the two"),
    ],
)
def test_kits_that_are_not_there_are_named(options: list[str], said: str, tmp_path: Path, capsys: Text) -> None:
    assert main(["new", str(tmp_path / "book.xlsx"), *options]) == UNUSABLE
    assert said in capsys.readouterr().err
    assert not (tmp_path / "book.xlsx").exists()


@pytest.mark.everything
def test_new_speaks_a_language_without_a_brand_file_or_in_place_of_its_own(tmp_path: Path) -> None:
    assert read(new(tmp_path / "english.xlsx")).groups[0].name == "knowledge workers"
    german = new(tmp_path / "german.xlsx", "--language", "de")
    said = read(german).groups[0].name
    assert said == translation_of("de", "EUR").text("knowledge workers") != "knowledge workers"
    (tmp_path / "brand.toml").write_text('language = "de"\n', encoding="utf-8")
    assert read(new(tmp_path / "branded.xlsx")).groups[0].name == said
    assert read(new(tmp_path / "asked.xlsx", "--language", "en")).groups[0].name == "knowledge workers"
    assert main(["compare", str(german)]) == DONE
    assert read(german).groups[0].name == said


def test_new_takes_the_usual_name_in_the_working_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["new"]) == DONE
    assert [entry.name for entry in tmp_path.iterdir()] == ["vdi_sizing.xlsx"]


@pytest.mark.parametrize(
    ("example", "designs"),
    but_in_gate(
        [("today", 6), ("customer", 5), ("fujitsu", 1), ("sandisk", 2), ("etri", 6), ("dell", 1), ("emc", 2)],
        ("fujitsu", 1),
    ),
)
def test_new_with_so_many_designs(example: str, designs: int, tmp_path: Path, capsys: Text) -> None:
    arguments = [] if example == "today" else ["--example", example]
    path = new(tmp_path / "book.xlsx", *arguments, "--designs", str(designs))
    assert len(read(path).designs) == designs
    assert main(["check", str(path)]) == DONE
    capsys.readouterr()


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (
            ["--example", "vmware"],
            "--example is 'vmware'; expected one of: customer, fujitsu, sandisk, etri",
        ),
        (["--designs", "0"], "--designs is 0; expected a number from 1 to 6"),
        (["--designs", "7"], "--designs is 7; expected a number from 1 to 6"),
    ],
)
def test_new_refuses(arguments: list[str], says: str, tmp_path: Path, capsys: Text) -> None:
    assert main(["new", str(tmp_path / "book.xlsx"), *arguments]) == UNUSABLE
    assert says in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("name", ["book", "book.pdf", "book.xlsm", ".xlsx"])
def test_new_writes_an_xlsx_only(name: str, tmp_path: Path, capsys: Text) -> None:
    assert main(["new", str(tmp_path / name)]) == UNUSABLE
    assert f"path is '{tmp_path / name}'; expected a name that ends in .xlsx" in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == []


def test_new_keeps_an_existing_file_unless_forced(tmp_path: Path, capsys: Text) -> None:
    path = tmp_path / "book.xlsx"
    path.write_text("mine")
    assert main(["new", str(path)]) == UNUSABLE
    assert "--force to replace it" in capsys.readouterr().err
    assert path.read_text() == "mine"
    new(path, "--force")
    assert read(path)


def test_a_new_workbook_is_as_of_today_or_of_the_date_that_is_typed(tmp_path: Path) -> None:
    scenario = read(new(tmp_path / "book.xlsx"))
    today = datetime.date.today()
    assert (scenario.settings.as_of, {price.date for price in scenario.prices}) == (today, {today})
    path = new(tmp_path / "fixed.xlsx", "--example", "fujitsu", "--as-of", "2027-02-03")
    fixed = read(path)
    assert fixed.settings.as_of == datetime.date(2027, 2, 3)
    assert {price.date for price in fixed.prices} == {price.date for price in fujitsu().prices}
    again = new(tmp_path / "again.xlsx", "--example", "fujitsu", "--as-of", "2027-02-03")
    assert path.read_bytes() == again.read_bytes()


def test_the_log_of_a_new_workbook_says_how_it_was_made(tmp_path: Path) -> None:
    path = new(tmp_path / "book.xlsx", "--as-of", "2027-02-03", "--customer", "Example AG", "--author", "=A1")
    log = sheets(path, "Log")["Log"]
    (first, *others) = ([cell.value for cell in row] for row in log.iter_rows(min_row=6))
    assert first[:4] == [
        vdi_sizing.__version__,
        "2027-02-03",
        "made with the inputs of this date, for Example AG",
        "=A1",
    ]
    assert log["D6"].data_type == "s"
    assert not any(any(row) for row in others)
    assert main(["check", str(path)]) == DONE


def test_servers_that_are_assumed_say_so_and_have_bays(tmp_path: Path) -> None:
    made = read(new(tmp_path / "book.xlsx"))
    assert [(design.name, design.bays) for design in made.designs] == [("HDD", None), ("SSD", 24), ("Hybrid", 24)]
    assert {design.assumed for design in made.designs} == {
        "64 cores with 6 vCPU each and 1\N{NO-BREAK SPACE}024 GiB of RAM, 2 cores and 32 GiB of them for the "
        "hypervisor, 15 % of the other cores left free, 24 drive bays "
        "but where disks alone need more"
    }
    failing = [
        [each.check.name for each in design.block.warnings_checked if not each.check.of(design.block)]
        for design in size(made).designs
    ]
    assert [[name for name in names if "bays" in name] for names in failing] == [["check_bays_unknown"], [], []]


@pytest.mark.parametrize("arguments", [[], ["--kits"]])
def test_the_start_has_a_server_in_reserve_and_leaves_the_hypervisor_its_own(
    arguments: list[str], tmp_path: Path, capsys: Text
) -> None:
    """Of 64 cores 2 are the hypervisor's, and 15 % of the others stay free: 62 x 0.85 x 6 vCPU / 3 = 105.4 VMs.

    A host of vSAN keeps 6 and 64 GiB: 58 x 0.85 x 6 / 3 = 98.6.
    """
    by_cores = {2.0: (32, 105), 6.0: (64, 98)}
    made = read(new(tmp_path / "book.xlsx", *arguments))
    capsys.readouterr()
    for design in size(made).designs:
        block = design.block
        failing = [each.check.name for each in block.warnings_checked if not each.check.of(block)]
        assert {"check_host_lost", "check_alike", "check_beside_ignored"}.isdisjoint(failing)
        if design.design.block_kind != ARRAY:
            assert (design.design.host_ram_gib, block.limit_cores) == by_cores[design.design.host_cores]
            assert design.design.spare_blocks == 1
    stays = "a remark would stay, and be printed, where another kit is typed over this one"
    assert all(design.remark is None for design in made.designs if design.kit is not None), stays


def test_what_is_no_date_is_refused(tmp_path: Path, capsys: Text) -> None:
    assert main(["new", str(tmp_path / "book.xlsx"), "--as-of", "03.02.2027"]) == UNUSABLE
    assert "--as-of is '03.02.2027'; expected a date such as 2026-11-21" in capsys.readouterr().err
    assert main(["new", str(tmp_path / "book.xlsx"), "--as-of", "1900-03-01"]) == UNUSABLE
    assert "--as-of is '1900-03-01'; expected a date after 1900" in capsys.readouterr().err
    assert not (tmp_path / "book.xlsx").exists()
    assert list(tmp_path.iterdir()) == []


def test_customer_and_author_stand_on_settings_and_an_option_wins(tmp_path: Path) -> None:
    settings = read(new(tmp_path / "bare.xlsx")).settings
    assert (settings.customer, settings.author) == (None, None)
    settings = read(new(tmp_path / "typed.xlsx", "--customer", "Muster AG", "--author", "A. Author")).settings
    assert (settings.customer, settings.author) == ("Muster AG", "A. Author")
    (tmp_path / "brand.toml").write_text('author = "Brand and Daughters"')
    assert read(new(tmp_path / "of_brand.xlsx")).settings.author == "Brand and Daughters"
    path = new(tmp_path / "both.xlsx", "--author", "A. Author", "--example", "customer")
    assert read(path).settings.author == "A. Author"
    assert read(path).settings.customer == EXAMPLES["customer"]().settings.customer


@pytest.mark.parametrize("option", ["--customer", "--author"])
@pytest.mark.parametrize("name", ["", "two\nlines", "x" * 61, "a\x07b"])
def test_a_name_that_a_line_of_the_page_cannot_hold_is_refused(
    option: str, name: str, tmp_path: Path, capsys: Text
) -> None:
    assert main(["new", str(tmp_path / "book.xlsx"), option, name]) == UNUSABLE
    assert f"vdi-sizing: {option} is " in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == []
