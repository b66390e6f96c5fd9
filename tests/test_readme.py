"""The documents for people: the code in them runs, the commands are understood, the links lead somewhere."""

from __future__ import annotations

import contextlib
import io
import re
import shlex
import subprocess
import tomllib
from pathlib import Path
from typing import NamedTuple

import pytest
from tests.addin.command.workbooks import sheets
from tests.gate.office import OfficeError, find_soffice

from vdi_addin.command.program import main, parser
from vdi_addin.command.status import DONE
from vdi_templates.examples import customer
from vdi_templates.reading.reader import read

ROOT = Path(__file__).parents[1]
GUIDES = ("docs/guide_presales.md", "docs/guide_finance.md")
PAGES = sorted(path.relative_to(ROOT).as_posix() for path in (ROOT / "docs").glob("*.md"))
DOCUMENTS = ("README.md", "CONTRIBUTING.md", "CHANGELOG.md", "SECURITY.md", *PAGES)
BLOCK = re.compile(r"^```(\w+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
LINK = re.compile(r"\]\(([^)#]*)(?:#([^)]*))?\)")
OF_GO = ("test", "page", "release", "test-windows", "test-engines", "lock")
WIDEST = 120
HEADING = re.compile(r"^#+ (.*)$", re.MULTILINE)


def text(document: str) -> str:
    return (ROOT / document).read_text(encoding="utf-8")


def blocks(document: str, language: str) -> list[str]:
    return [block for name, block in BLOCK.findall(text(document)) if name == language]


def commands() -> list[list[str]]:
    """What follows `vdi-sizing` or `go.py` in the documents' blocks of commands, word by word."""
    lines = [line for document in DOCUMENTS for block in blocks(document, "sh") for line in block.splitlines()]
    words = [shlex.split(line, comments=True) for line in lines]
    ours = ("vdi-sizing", ".venv/bin/vdi-sizing")
    return [
        line[2:] if line[:2] == ["python3", "go.py"] else line[1:]
        for line in words
        if line[:2] == ["python3", "go.py"] or line[0] in ours
    ]


def anchor(heading: str) -> str:
    """The anchor of a heading, as the usual hosts of Markdown make it."""
    return re.sub(r"[^\w -]", "", heading.lower()).replace(" ", "-")


def test_the_code_prints_what_its_comments_say() -> None:
    (code,) = blocks("docs/library.md", "python")
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed):
        exec(code, {})
    said = re.findall(r"^print\(.*\)  # (.*)$", code, re.MULTILINE)
    assert said
    assert printed.getvalue().splitlines() == said


@pytest.mark.parametrize(("document", "most"), [("README.md", 120), ("CONTRIBUTING.md", 150)])
def test_what_everybody_reads_is_short(document: str, most: int) -> None:
    """A line counts as one that a screen shows: only rows of tables may be longer."""
    lines = text(document).splitlines()
    assert len(lines) <= most
    assert [line for line in lines if len(line) > WIDEST and not line.startswith("|")] == []


def test_the_first_commands_do_the_main_job_and_the_tests() -> None:
    assert commands()[:2] == [["compare", "vdi_sizing.xlsx"], ["test"]]


def test_the_first_command_prints_what_is_said_and_nothing_to_be_ashamed_of(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "118")
    assert main(["compare", str(ROOT / "vdi_sizing.xlsx"), "-o", str(tmp_path / "out.xlsx")]) == DONE
    printed = [line.rstrip() for line in capsys.readouterr().out.splitlines()]
    said = blocks("README.md", "text")[0].splitlines()
    assert "EUR per user for these users" in said[-4]
    assert [Path(printed[0]).name, *printed[1 : len(said)]] == said
    assert printed.count("    all checks hold") == len(customer().designs)
    words = "\n".join(printed)
    assert [word for word in ("saturated", "warning", "error", "no price") if word in words] == []


def test_the_three_groups_are_those_of_the_shipped_example() -> None:
    rows = [
        f"| {group.name} | {group.case} | {group.vms:g} | {group.concurrency:.0%} | {group.profile} |".replace(
            "%", " %"
        )
        for group in customer().groups
    ]
    assert len(rows) == 3
    assert [row for row in rows if row not in text("docs/guide_presales.md")] == []


class GermanPage(NamedTuple):
    """What the three commands of docs/german.md made of its three files."""

    recipe: str
    blocks: list[tuple[str, str]]
    said: list[str]
    folder: Path

    @property
    def commands(self) -> list[list[str]]:
        return [shlex.split(line)[1:] for line in self.blocks[-1][1].splitlines()]

    @property
    def headline(self) -> str:
        (headline,) = re.findall(r'"(SSD ist .*? EUR je Benutzer)"', " ".join(self.recipe.split()))
        return str(headline)


@pytest.fixture(scope="module")
def german(tmp_path_factory: pytest.TempPathFactory) -> GermanPage:
    """Word by word; the page itself where LibreOffice is at hand."""
    folder = tmp_path_factory.mktemp("german")
    recipe = text("docs/german.md").partition("## A German page in three commands")[2].partition("\n## ")[0]
    page = GermanPage(recipe, BLOCK.findall(recipe), [], folder)
    assert [language for language, _ in page.blocks] == ["toml", "csv", "csv", "sh"]
    for name, (_, block) in zip(("brand.toml", "questionnaire.csv", "prices.csv"), page.blocks, strict=False):
        assert f"`{name}`" in recipe
        (folder / name).write_text(block, encoding="utf-8")
    made, taken, compared = page.commands
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(folder)
        for command in (made, taken, compared if is_at_hand() else compared[:-1]):
            with contextlib.redirect_stdout(io.StringIO()) as said:
                assert main(command) == DONE
            page.said.append(said.getvalue())
    return page


def parts_without_price(page: GermanPage) -> list[str]:
    return re.findall(r"der Preis von (.*) in der Preisliste", page.said[0])


def test_german_page_new_asks_for_the_prices_that_the_list_has(german: GermanPage) -> None:
    listed = [line.split(";")[0] for line in german.blocks[2][1].splitlines()[1:]]
    assert listed == parts_without_price(german)


def test_german_page_import_has_nothing_to_ask(german: GermanPage) -> None:
    assert "Look at this first" not in german.said[1]
    assert "bill" not in german.said[1]


def test_german_page_import_takes_groups_prices_and_names(german: GermanPage) -> None:
    scenario = read(german.folder / "customer_imported.xlsx")
    assert [(group.name, group.vms, group.concurrency) for group in scenario.groups] == [
        ("Sachbearbeitung", 1250, 0.8), ("Außendienst", 300, 0.625), ("Entwicklung", 40, 1),
    ]  # fmt: skip
    assert [scenario.price_of(part).amount for part in parts_without_price(german)] == [12475.5, 310, 245.9, 128, 18500]
    brand = tomllib.loads(german.blocks[0][1])
    assert (scenario.settings.customer, scenario.settings.author) == (german.commands[0][-1], brand["author"])


def test_german_page_compare_says_the_answer_in_german(german: GermanPage) -> None:
    assert "EUR je Benutzer bei dieser Benutzerzahl" in german.said[2]
    report = sheets(german.folder / "customer_imported_comparison.xlsx", "Report", values=True)["Report"]
    assert str(report["A5"].value).startswith(german.headline)


def test_german_page_is_printed_with_headline_customer_and_company(german: GermanPage) -> None:
    if not is_at_hand():
        return
    command = ["pdftotext", "-l", "1", str(german.folder / "customer_imported_comparison.pdf"), "-"]
    page = subprocess.run(command, capture_output=True, check=True, text=True).stdout
    assert german.headline in " ".join(page.split())
    assert german.commands[0][-1] in page
    assert tomllib.loads(german.blocks[0][1])["company"] in page


def is_at_hand() -> bool:
    """Whether there is a LibreOffice to print with."""
    try:
        find_soffice()
    except OfficeError:
        return False
    return True


@pytest.mark.parametrize("words", [words for words in commands() if words[0] not in OF_GO], ids=" ".join)
def test_the_command_is_understood(words: list[str]) -> None:
    assert callable(parser(words).parse_args(words).run)


@pytest.mark.parametrize("document", DOCUMENTS)
def test_links_lead_somewhere(document: str) -> None:
    folder = (ROOT / document).parent
    for file, place in LINK.findall(text(document)):
        target = folder / file if file else ROOT / document
        assert target.is_file(), file
        if place:
            assert place in map(anchor, HEADING.findall(target.read_text(encoding="utf-8")))


@pytest.mark.parametrize(
    ("document", "least"), [("CONTRIBUTING.md", 10), ("docs/house.md", 100), ("docs/figures.md", 5)]
)
def test_files_that_are_named_exist(document: str, least: int) -> None:
    """Of the pages for engineers: each file somewhere in the project, each test where it is said to be."""
    sources = {
        path.name for folder in ("pylib", "templates", "addin", "bench") for path in (ROOT / folder).rglob("*.py")
    }
    names = re.findall(r"`([\w./]+\.py)`", text(document))
    assert len(names) > least
    for name in names:
        assert (ROOT / name).is_file() or Path(name).name in sources, name
