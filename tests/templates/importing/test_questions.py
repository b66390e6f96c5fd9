"""What is unclear in a list is asked back all at once, with proposals; an answer counts as if the list said it."""

from __future__ import annotations

import csv
import datetime
import re
from pathlib import Path
from typing import Any

import pytest
from tests.templates.importing.lists import BY_TOOLS, ESTATE, book, machine, text

from vdi_sizing.errors import InputError
from vdi_sizing.scenario import Scenario
from vdi_templates.examples import today
from vdi_templates.importing.deltas import OF_VMS
from vdi_templates.importing.headers import Headers
from vdi_templates.importing.lists import planned
from vdi_templates.importing.messages import Messages
from vdi_templates.importing.plan import Options, Plan
from vdi_templates.importing.preview import preview
from vdi_templates.importing.questions import COLUMNS, NO_LOGINS, Answers, template
from vdi_templates.importing.styles import NUMBERS_WRITTEN
from vdi_templates.importing.wording import Wording
from vdi_templates.languages.translation import GERMAN, Translation

MESSY = """
Benutzergruppe;Anzahl;RAM GB;vCPU;Gleichzeitigkeit;Profil
Vertrieb;ca. 1.200;16-32;4–8;80;knowledge workers
Einkauf;mind. 20;8;2;0,5;knowledge workers
Vertrieb gesamt;1.220;;;;
Lager;bis 30;4;2 oder 4;1;knowledge workers
* ohne Externe;;;;;
"""
OPENING = "To be answered: nothing is written"
OPEN = [
    ("list.csv row 2, column 'Anzahl'", "ca. 1.200", ("1080", "1200", "1320")),
    ("list.csv row 2, column 'RAM GB'", "16-32", ("16", "24", "32")),
    ("list.csv row 2, column 'vCPU'", "4–8", ("4", "6", "8")),
    ("list.csv row 2, column 'Gleichzeitigkeit'", "80", ("80 %", "80 %", "80 %")),
    ("list.csv row 3, column 'Anzahl'", "mind. 20", ("20", "", "")),
    ("list.csv row 4", "Vertrieb gesamt", ("leave out", "", "take")),
    ("list.csv row 5, column 'Anzahl'", "bis 30", ("", "", "30")),
    ("list.csv row 5, column 'vCPU'", "2 oder 4", ("2", "3", "4")),
    ("list.csv row 6, column 'Anzahl'", "* ohne Externe", ("leave out", "", "")),
]


def asked(path: Path, answers: Path | None = None, way: str | None = None, **options: Any) -> tuple[Plan, Scenario]:
    """What importing a list does with the answers of a file."""
    return planned([path], today(), Options(**options), Headers.read(), answers=Answers.read(answers, way))


def filled_in(path: Path, plan: Plan, answers: list[str], language: str = "en") -> Path:
    """The file of answers as an import writes it, with its last column filled in."""
    written = template(plan.questions, Answers(), Messages(language)).decode("utf-8-sig")
    separator = ";" if language == GERMAN else ","
    head, *rows = csv.reader(written.splitlines(), delimiter=separator)
    lines = [head, *([*row[:-1], answer] for row, answer in zip(rows, answers, strict=True))]
    return text(path, "\n".join(separator.join(line) for line in lines))


def test_all_that_is_unclear_is_asked_at_once(tmp_path: Path) -> None:
    plan, _ = asked(text(tmp_path / "list.csv", MESSY))
    assert [(each.place, each.said, each.proposals) for each in plan.open] == OPEN
    assert plan.problems == []
    lines = preview(plan).splitlines()
    assert "  list.csv row 2, column 'vCPU': '4–8' -> 4 / 6 / 8" in lines[lines.index(OPENING) :]
    assert "What goes where" not in lines


@pytest.mark.parametrize("language", ["en", GERMAN])
def test_a_file_of_answers_settles_all(language: str, tmp_path: Path) -> None:
    """By hand: the middle of 1,200; the upper GB; 5 vCPU of one's own; 20, 30 and 4 as the answers say."""
    path = text(tmp_path / "list.csv", MESSY)
    words = ["middle", "upper", "5", "lower", "25", "leave out", "upper", "upper", "leave out"]
    if language == GERMAN:
        words = ["mittlerer Wert", "oberer", "5", "unterer", "25", "weglassen", "oberer Wert", "oben", "Weglassen"]
    answers = filled_in(tmp_path / "answers.csv", asked(path)[0], words, language)
    plan, scenario = asked(path, answers)
    assert (plan.open, plan.problems) == ([], [])
    found = [(each.name, each.vms, each.ram_gib, each.vcpus, each.concurrency) for each in scenario.groups[1:]]
    assert found == [("Vertrieb", 1200, 32, 5, 0.8), ("Einkauf", 25, 8, 2, 0.5), ("Lager", 30, 4, 4, 1)]
    assert "list.csv row 2, column 'vCPU': '4–8' counts as '5', as answers.csv row 4 says" in plan.first
    said = preview(plan, Messages(language))
    assert ("Gleichzeitigkeit: 80 %" if language == GERMAN else "concurrency: 80 %") in said
    left = {each.place: each.why for each in plan.left_out}
    assert left["list.csv row 4"] == "'Vertrieb gesamt': left out, as answers.csv row 7 says"


def test_an_option_answers_what_no_answer_says(tmp_path: Path) -> None:
    path = text(tmp_path / "list.csv", MESSY)
    answers = filled_in(tmp_path / "answers.csv", asked(path)[0], ["1.300", *[""] * 8], GERMAN)
    plan, _ = asked(path, answers, "lower")
    assert [each.place for each in plan.open] == ["list.csv row 5, column 'Anzahl'"], "at most 30 has no lower value"
    assert "list.csv row 2, column 'vCPU': '4–8' counts as '4', as --unclear lower says" in plan.first
    assert "list.csv row 2, column 'Anzahl': 'ca. 1.200' counts as '1.300', as answers.csv row 2 says" in plan.first
    left = [each.place for each in asked(path, None, "upper")[0].left_out]
    assert left == ["list.csv row 4", "list.csv row 6"], "no total is taken for a group, whichever value counts"
    plan, scenario = asked(
        text(tmp_path / "other.csv", "group;count;profile\nA;4 to 7;knowledge workers"), None, "middle"
    )
    assert (plan.open, scenario.groups[-1].vms) == ([], 6)


def test_a_total_that_is_a_group_is_taken(tmp_path: Path) -> None:
    path = text(tmp_path / "list.csv", "group;count;profile\nTotal Oil staff;12;knowledge workers")
    plan, scenario = asked(path, filled_in(tmp_path / "answers.csv", asked(path)[0], ["take"]))
    assert (plan.problems, scenario.groups[-1].name, scenario.groups[-1].vms) == ([], "Total Oil staff", 12)


@pytest.mark.parametrize(
    ("said", "expected"),
    [
        ("~300", ("270", "300", "330")),
        ("300 (geschätzt)", ("270", "300", "330")),
        ("ca. 25", ("22", "25", "28")),
        ("ca. 2,5", ("2", "3", "3")),
        ("zwischen 40 und 60", ("40", "50", "60")),
        ("4..7", ("4", "6", "7")),
        (">= 500", ("500", "", "")),
        ("500+", ("500", "", "")),
        ("maximal 500 Benutzer", ("", "", "500")),
        ("2 x 4", ("", "", "")),
        ("viele", ("", "", "")),
        ("8-4", ("", "", "")),
    ],
)
def test_what_a_number_of_users_may_be(said: str, expected: tuple[str, str, str], tmp_path: Path) -> None:
    plan, _ = asked(text(tmp_path / "list.csv", f"Gruppe;Anzahl;RAM GB\nA;{said};1,5"), like="knowledge workers")
    assert [each.proposals for each in plan.open] == [expected]
    assert plan.problems == []


@pytest.mark.parametrize(
    ("header", "value", "shown_as", "expected"),
    [
        ("concurrency", 80, "General", ("80 %", "80 %", "80 %")),
        ("concurrency", 100, "0%", ("100 %", "100 %", "100 %")),
        ("concurrency %", 0.8, "General", ("0.8 %", "", "80 %")),
        ("concurrency %", 1, "General", ("1 %", "", "100 %")),
        ("concurrency", "60-80", "General", ("60 %", "70 %", "80 %")),
        ("vCPU", datetime.datetime(2026, 8, 4), "d-mmm", ("4", "6", "8")),
        ("RAM GB", "16-32 GB", "General", ("16 GB", "24 GB", "32 GB")),
        ("disk GB", "10-15", "General", ("10", "12.5", "15")),
        ("IOPS", "20 to 25", "General", ("20", "22.5", "25")),
        ("vCPU", "2-3", "General", ("2", "3", "3")),
        ("RAM", 8, "General", ("8 GiB", "8 GiB", "8 GiB")),
        ("RAM", "8192", "General", ("8192 MB", "8192 MB", "8192 MB")),
        ("RAM", "16-32", "General", ("16 GiB", "24 GiB", "32 GiB")),
        ("RAM", "8 GB", "General", None),
        ("disk", "100", "General", ("100 GB", "", "100 GiB")),
        ("concurrency %", 80, "General", None),
        ("concurrency %", 0.8, "0%", None),
        ("concurrency", 0.8, "General", None),
        ("concurrency", 1, "General", None),
    ],
)
def test_what_a_cell_of_a_workbook_may_be(
    header: str, value: Any, shown_as: str, expected: tuple[str, str, str] | None, tmp_path: Path
) -> None:
    rows = [["group", "count", "profile", header], ["A", 5, "knowledge workers", value]]
    path = book(tmp_path / "list.xlsx", {"list": rows}, {"D2": shown_as})
    plan, _ = asked(path)
    assert [each.proposals for each in plan.open] == ([expected] if expected else [])


def test_a_price_is_asked_for_too(tmp_path: Path) -> None:
    path = text(tmp_path / "list.csv", "Teil;Preis EUR\nserver;4.500–5.000 €\nSumme Hardware;1,5")
    plan, _ = asked(path)
    assert [each.proposals for each in plan.open] == [("4500 EUR", "4750 EUR", "5000 EUR"), ("leave out", "", "take")]
    plan, scenario = asked(path, filled_in(tmp_path / "answers.csv", plan, ["upper", "leave out"]))
    assert (plan.problems, scenario.prices[0].amount) == ([], 5000)


@pytest.mark.parametrize(
    ("answer", "amount"),
    [
        ("lower", 1.475),
        ("upper", 1475),
        ("de", 1475),
        ("en_GB", 1.475),
        ("1475", 1475),
        ("1475 (de)", 1475),
        ("middle", None),
        ("yes", None),
    ],
)
@pytest.mark.parametrize("language", ["en", GERMAN])
def test_how_the_numbers_of_a_file_are_written_is_asked_once(
    language: str, answer: str, amount: float | None, tmp_path: Path
) -> None:
    path = text(tmp_path / "list.csv", "Teil;Preis EUR\n\nserver;1.475\nswitch;2.475\ncable;ca. 5")
    plan, _ = asked(path)
    assert plan.problems == []
    question, other = plan.open
    assert (question.place, question.said) == ("list.csv row 3: how its numbers are written", "1.475")
    assert question.proposals == ("1.475 (en)", "", "1475 (de)")
    assert other.said == "ca. 5"
    said = preview(plan)
    assert "  list.csv row 3: how its numbers are written: '1.475' -> 1.475 (en) / 1475 (de) / another locale" in said
    assert "Cannot be used" not in said
    messages = Messages(language)
    plan, scenario = asked(path, filled_in(tmp_path / "answers.csv", plan, [answer, "middle"], language))
    said = preview(plan, messages)
    assert messages.lacking - {answer} == set()
    assert plan.open == []
    if amount is None:
        (problem,) = plan.problems
        assert "expected one of the words lower, upper, or" in problem
        return
    assert plan.problems == []
    prices = {price.part: price.amount for price in scenario.prices}
    assert (prices["server"], prices["switch"]) == (amount, amount + (1000 if amount > 1000 else 1))
    assert ("list.csv, Zeile 3: '1.475' zählt als" in said) is (language == GERMAN)
    assert f"'{amount:g} (" in said, "what it counts as stands beside the locale"


def test_what_is_left_out_is_said_while_it_is_open_how_numbers_are_written(tmp_path: Path) -> None:
    offer = text(tmp_path / "offer.csv", "part;price\nserver;1.475")
    export = book(tmp_path / "rv.xlsx", {"vInfo": [ESTATE, machine("a", ESTATE), machine("cp-parent-1", ESTATE)]})
    answers = Answers.read(tmp_path / "answers.csv")
    plan, _ = planned([offer, export], today(), Options(like="knowledge workers"), Headers.read(), answers=answers)
    said = preview(plan)
    assert "1 VM taken for desktops" in said
    assert "1 VM: parent VM, by the name" in said


def test_where_nobody_can_answer_a_number_that_reads_two_ways_is_an_error(tmp_path: Path) -> None:
    path = text(tmp_path / "list.csv", "group;count;profile\nA;ca. 1.200;knowledge workers")
    (problem,) = planned([path], today(), Options(), Headers.read())[0].problems
    assert "one meaning, and it may be 1.2 (--locale en) or 1200 (--locale de)" in problem


def test_the_number_of_an_unclear_cell_counts_for_how_numbers_are_written(tmp_path: Path) -> None:
    path = text(tmp_path / "list.csv", "group;count;profile\nA;ca. 1.200;knowledge workers")
    plan, _ = asked(path)
    assert [(each.about, each.said) for each in plan.open] == [(NUMBERS_WRITTEN, "1.200"), ("", "ca. 1.200")]


def test_in_a_list_of_two_countries_each_number_that_reads_two_ways_is_asked(tmp_path: Path) -> None:
    """Users are whole ones, so that 1.475 of them are no proposal."""
    like = "5;knowledge workers"
    rows = (f"A;1.475;12,5;{like}", f"B;40;1,200;{like}", f"C;ca. 90;0.75;{like}")
    path = text(tmp_path / "list.csv", "\n".join(("group;count;disk GB;delta GB;profile", *rows)))
    plan, _ = asked(path)
    assert plan.problems == []
    assert [(each.said, each.proposals) for each in plan.open] == [
        ("1.475", ("", "", "1475")),
        ("1,200", ("1.2", "", "1200")),
        ("ca. 90", ("81", "90", "99")),
    ]
    answers = filled_in(tmp_path / "answers.csv", plan, ["upper", "1.234", "lower"])
    plan, scenario = asked(path, answers, drop_groups=True)
    assert (plan.problems, plan.open) == ([], [])
    assert [(group.vms, group.persistent_gb) for group in scenario.groups] == [(1475, 12.5), (40, 1.234), (81, 0.75)]
    messages = Messages(GERMAN)
    said = preview(plan, messages)
    assert "kein Gebietsschema liest alle Zahlen darin" in said
    assert "ist anders geschrieben als andere Zahlen der Datei" in said
    assert not messages.lacking


def test_what_no_locale_reads_is_asked_by_itself_and_leaves_the_others_as_they_are(tmp_path: Path) -> None:
    like = "5;knowledge workers"
    lines = ("group;count;disk GB;delta GB;profile", f"A;1.475;12,5;{like}", f"B;40;1.2.3;{like}")
    plan, _ = asked(text(tmp_path / "list.csv", "\n".join(lines)))
    assert plan.problems == []
    assert [(each.said, any(each.proposals)) for each in plan.open] == [("1.2.3", False)]


@pytest.mark.parametrize(("language", "typed"), [("en", "2.5"), (GERMAN, "2,5")])
@pytest.mark.parametrize("listed", ["12.5", "12,5"])
def test_an_answer_is_read_by_the_language_of_its_file_and_written_as_its_list_writes(
    listed: str, language: str, typed: str, tmp_path: Path
) -> None:
    lines = f"group;count;disk GB;delta GB;profile\nA;5;{listed};5;knowledge workers\nB;5;10-15;5;knowledge workers"
    path = text(tmp_path / "list.csv", lines)
    plan, _ = asked(path, wording=Wording(Translation(language)))
    assert [each.proposals[1] for each in plan.open] == [typed.replace("2", "12")], "as whoever is asked writes it"
    for answer, gb in ((f"{typed} GB", 2.5), (typed, 2.5), ("middle", 12.5), ("3", 3)):
        answers = filled_in(tmp_path / "answers.csv", plan, [answer], language)
        again, scenario = asked(path, answers, wording=Wording(Translation(language)))
        assert (again.problems, again.open) == ([], [])
        assert scenario.groups[-1].persistent_gb == gb


def test_answers_that_are_written_anew_in_another_language_keep_their_numbers(tmp_path: Path) -> None:
    path = text(tmp_path / "list.csv", "group;count;disk GB;delta GB;profile\nA;ca. 5;10-15;5;knowledge workers")
    plan, _ = asked(path)
    answers = Answers.read(filled_in(tmp_path / "answers.csv", plan, ["", "1.234,5"], GERMAN))
    assert template(plan.questions, answers, Messages()).decode("utf-8-sig").splitlines()[2].endswith(",1234.5")


@pytest.mark.parametrize(
    ("lines", "expected"),
    [
        ("a,b", "--answers is 'answers.csv'; expected a file that import wrote, with the columns list name"),
        ("{head}\nlist.csv,x,count,,,,,,5", "answers.csv row 2: row is 'x'; expected the number of a row of the list"),
        (
            "{head}\nlist.csv,2,count,,,,,,5\nlist.csv,2,count,,,,,,6",
            "expected one answer; answers.csv row 2 has another",
        ),
        (
            "{head}\nlist.csv,9,count,,,,,,5",
            "answer is 'list.csv; 9; count'; expected an answer to what the lists ask",
        ),
        ("{head}\nlist.csv,2,count,,,,,,lower", "answer is 'lower'; expected the word upper, or what the list"),
        (
            "{head}\nlist.csv,2,count,,,,,,many",
            "answers.csv row 2: answer is 'many'; expected the word upper, or a number above 0 VMs",
        ),
        ("{head}\nlist.csv,2,count,,,,,,2.5", "expected the word upper, or a whole number of users or VMs"),
    ],
)
@pytest.mark.parametrize("language", ["en", GERMAN])
def test_answers_that_cannot_be_used_are_named(language: str, lines: str, expected: str, tmp_path: Path) -> None:
    path = text(tmp_path / "list.csv", "group;count;profile\nA;up to 30;knowledge workers")
    answers = text(tmp_path / "answers.csv", lines.format(head=",".join(COLUMNS)))
    messages = Messages(language)
    try:
        plan, _ = asked(path, answers, wording=Wording(Translation(language)))
        said = preview(plan, messages)
    except InputError as error:
        said = str(messages.error(error))
    assert messages.lacking == set()
    assert language == GERMAN or expected in said


@pytest.mark.parametrize("language", ["en", GERMAN])
@pytest.mark.parametrize("many", [1, 12])
def test_a_file_of_answers_is_read_as_it_was_written_whatever_its_cells_hold(
    language: str, many: int, tmp_path: Path
) -> None:
    """Names of profiles hold commas, and between those of a list stand semicolons."""
    said = "; ".join(["Windows 11 knowledge worker, PVS"] * many)
    path = text(tmp_path / "list.csv", f'group;count;profile\nA;up to 30;"{said}"')
    answers = tmp_path / "answers.csv"
    plan, _ = asked(path, answers)
    answers.write_bytes(template(plan.questions, Answers(), Messages(language)))
    again, _ = asked(path, answers)
    assert [each.said for each in again.open] == [each.said for each in plan.open]
    assert again.problems == plan.problems


def test_a_file_of_answers_without_the_column_of_other_answers_still_counts(tmp_path: Path) -> None:
    path = text(tmp_path / "list.csv", "group;count;profile\nA;up to 30;knowledge workers")
    head = ",".join(each for each in COLUMNS if each != "other answers")
    plan, scenario = asked(path, text(tmp_path / "answers.csv", f"{head}\nlist.csv,2,count,,,,,upper"))
    assert (plan.open, plan.problems, scenario.groups[1].vms) == ([], [], 30)


UNKNOWN = """
group;count;delta GB;profile
Sales;ca. 20;5;Task Worker
Total;50;;
Buyers;30;5;task worker
"""
NEAREST = ("knowledge workers", "Windows 11 knowledge worker, PVS", "Windows 11 knowledge worker, MCS")


def test_a_profile_that_nobody_knows_is_asked_once_with_all_else(tmp_path: Path) -> None:
    path = text(tmp_path / "list.csv", UNKNOWN)
    plan, _ = asked(path, way="upper")
    assert plan.problems == []
    assert [(each.place, each.said, each.proposals) for each in plan.open] == [
        ("list.csv row 2, column 'profile'", "Task Worker", NEAREST)  # no value says which profile is meant
    ]
    plan, _ = asked(path)
    assert [each.said for each in plan.open] == ["Task Worker", "ca. 20"]


@pytest.mark.parametrize(
    ("answer", "profile"), [("upper", NEAREST[2]), ("etri office user, LOW", "ETRI office user, low"), ("heavy", "")]
)
def test_a_profile_is_answered_by_a_proposal_or_by_any_name(answer: str, profile: str, tmp_path: Path) -> None:
    path = text(tmp_path / "list.csv", UNKNOWN)
    answers = filled_in(tmp_path / "answers.csv", asked(path)[0], [f'"{answer}"', "lower"])
    plan, scenario = asked(path, answers, drop_groups=True)
    if not profile:
        (problem,) = plan.problems
        assert "answer is 'heavy'; expected one of the words lower, middle, upper, or a profile of the sheet" in problem
        assert "answers.csv row 2" in problem
        return
    assert (plan.open, plan.problems) == ([], [])
    assert [(each.name, each.profile) for each in scenario.groups[:2]] == [("Sales", profile), ("Buyers", profile)]


@pytest.mark.parametrize("answers", [["lower", "upper"], ["middle", "lower"], ["upper", "middle"]])
def test_proposed_profiles_go_together(answers: list[str], tmp_path: Path) -> None:
    """What one group of a load case says of logins and boots, all have to say."""
    lines = "group;count;RAM GB;vCPU;delta GB;profile\nSales;20;4;2;5;Task Worker\nCAD;30;8;4;5;CAD"
    path = text(tmp_path / "list.csv", lines)
    plan, _ = asked(path, filled_in(tmp_path / "answers.csv", asked(path)[0], answers), drop_groups=True)
    assert (plan.open, plan.problems) == ([], [])


def test_a_group_that_is_called_by_its_profile_keeps_its_name(tmp_path: Path) -> None:
    path = text(tmp_path / "list.csv", "user;delta GB;profile\nann;5;office\nbob;5;office")
    answers = filled_in(tmp_path / "answers.csv", asked(path)[0], ['"Calculator preset, office worker"'])
    plan, scenario = asked(path, answers, drop_groups=True)
    assert (plan.open, plan.problems) == ([], [])
    (group,) = scenario.groups
    assert (group.name, group.vms, group.profile) == ("office", 2, "Calculator preset, office worker")


def test_other_answers_stand_in_the_file_in_the_language_of_the_workbook(tmp_path: Path) -> None:
    path = text(tmp_path / "offer.csv", "part;price\nserver type 2;5000")
    plan, _ = asked(path)
    for language, words in (("en", "take / leave out"), (GERMAN, "nehmen / weglassen")):
        lines = template(plan.questions, Answers(), Messages(language)).decode("utf-8-sig").splitlines()
        assert [line.split(";" if language == GERMAN else ",")[-2] for line in lines][1:] == [words]


ODD = (
    "Art.-Nr.;Bezeichnung;Listenpreis;Einzelpreis\nserver;Server;;9.000,00 €\nextra;Schiene;;ca. 50 €\n"
    ";;Zwischensumme;9.050,00 €\n;;Frachtkosten;inkl.\nAlle Preise zzgl. 19 % MwSt. Angebot gültig bis 15.01.2027;;;"
)


def test_totals_beside_the_names_and_lines_of_an_offer_are_no_questions_and_its_last_day_counts(
    tmp_path: Path,
) -> None:
    plan, scenario = asked(text(tmp_path / "offer.csv", ODD), way="middle")
    assert [question.said for question in plan.questions] == ["ca. 50 €"]
    assert plan.problems == []
    assert {price.valid_until for price in scenario.prices if price.amount} >= {datetime.date(2027, 1, 15)}
    assert "no currency is said" not in "\n".join(plan.notes)


def test_all_answers_about_a_row_that_one_of_them_leaves_out_are_taken(tmp_path: Path) -> None:
    rows = "offer.csv,3,Einzelpreis,,,,,,leave out\noffer.csv,3,Bezeichnung,,,,,,server\n"
    answers = text(tmp_path / "answers.csv", f"{','.join(COLUMNS)}\n{rows}")
    plan, scenario = asked(text(tmp_path / "offer.csv", ODD), answers)
    assert (plan.problems, plan.open) == ([], [])
    assert "extra" not in {price.part for price in scenario.prices}


@pytest.mark.parametrize("language", ["en", GERMAN])
@pytest.mark.parametrize(
    ("answer", "profile"),
    [
        ("lower", "Windows 11 knowledge worker, MCS"),
        ("windows 10 knowledge worker, mcs", "Windows 10 knowledge worker, MCS"),
        ("leave out", None),
    ],
)
def test_which_profile_an_export_means_is_asked_where_there_is_a_file_for_it(
    language: str, answer: str, profile: str | None, tmp_path: Path
) -> None:
    server = machine("s", ESTATE, **{BY_TOOLS: "Windows Server 2022"})
    machines = [server, *(machine(name, ESTATE, **{BY_TOOLS: "Windows 11"}) for name in "ab")]
    path, file = book(tmp_path / "rv.xlsx", {"vInfo": [ESTATE, *machines]}), tmp_path / "answers.csv"

    def asked(answers: Answers, like: str | None = None) -> tuple[Plan, Scenario]:
        return planned([path], today(), Options(like=like, drop_groups=True), Headers.read(), None, answers)

    assert not asked(Answers())[0].questions, "where nobody can answer"
    of_command = asked(Answers.read(None, "upper"))[0]
    assert [each.about for each in of_command.open] == ["profile of the desktops", OF_VMS], "no value says what it is"
    assert [each.about for each in asked(Answers.read(file), like="knowledge workers")[0].questions] == [OF_VMS]
    plan, _ = asked(Answers.read(file))
    messages = Messages(language)
    question, _ = plan.open
    assert (question.place, question.said) == ("rv.xlsx: vInfo: profile of the desktops", "Windows 11")
    assert question.proposals[0] == "Windows 11 knowledge worker, MCS"
    said = preview(plan, messages)
    head, *asking = template(plan.questions, Answers(), messages).decode().splitlines()
    answered = (f'{row}"{messages.text(said)}"' for row, said in zip(asking, (answer, "leave out"), strict=True))
    file.write_text("\n".join((head, *answered)), "utf-8")
    plan, scenario = asked(Answers.read(file))
    assert (plan.problems, plan.open) == ([], [])
    assert scenario.groups[-1].profile == profile
    assert ("steady" in str(plan.first)) == (profile is None), "its load does not count, and that is said"
    said += preview(plan, messages)
    assert ("Profil der Desktops" in said) == (language == GERMAN)
    assert profile is None or ("Die Desktops haben das Profil" if language == GERMAN else "have the profile") in said
    assert not messages.lacking - {answer}


@pytest.mark.parametrize("system", ["Microsoft Windows 10 (64-bit)", "Microsoft Windows 11 (64-bit)", "Windows 7"])
def test_profiles_of_another_version_of_windows_are_no_proposals(system: str, tmp_path: Path) -> None:
    path = book(tmp_path / "rv.xlsx", {"vInfo": [ESTATE, machine("a", ESTATE, **{BY_TOOLS: system})]})
    users = text(tmp_path / "users.csv", f"group;count;delta GB;profile\nA;5;5;{system}")
    version = "windows 7" if system == "Windows 7" else system[10:20].casefold()
    for known in (path, users):
        question, *_ = asked(known, tmp_path / "answers.csv", drop_groups=True)[0].open
        proposed = [name for name in question.proposals if name]
        assert all(version in name.casefold() for name in proposed)
        assert bool(proposed) == (version != "windows 7")
        assert any("Windows 1" in name and version not in name.casefold() for name in question.others)
        assert not set(proposed) & set(question.others)


@pytest.mark.parametrize(("said", "is_session"), [("Büro einfach", False), ("Terminalserver, Büro", True)])
def test_a_session_is_proposed_only_where_a_list_speaks_of_one(said: str, is_session: bool, tmp_path: Path) -> None:
    plan, _ = asked(text(tmp_path / "users.csv", f"group;count;delta GB;profile\nA;5;5;{said}"))
    (question,) = plan.open
    assert any("session" in each for each in question.proposals) is is_session


def test_desktops_beside_groups_that_say_their_load_cannot_go_without_a_profile(tmp_path: Path) -> None:
    """What one group says of IOPS all have to say."""
    path = book(tmp_path / "rv.xlsx", {"vInfo": [ESTATE, machine("a", ESTATE, **{BY_TOOLS: "Windows 11"})]})
    plan, _ = asked(path, tmp_path / "answers.csv")
    assert "no profile" not in preview(plan)
    plan, _ = asked(path, filled_in(tmp_path / "answers.csv", plan, ["leave out", "0"]))
    (problem,) = plan.problems
    assert "answer is 'leave out'; expected one of the words" in problem
    assert "no profile" in preview(asked(path, tmp_path / "none.csv", drop_groups=True)[0])


@pytest.mark.parametrize("answer", ["ja", "yes", "5"])
def test_a_row_is_left_out_or_taken_and_nothing_else(answer: str, tmp_path: Path) -> None:
    path = text(tmp_path / "list.csv", "group;count;profile\nTotal Oil staff;12;knowledge workers")
    plan, _ = asked(path, filled_in(tmp_path / "answers.csv", asked(path)[0], [answer]))
    (problem,) = plan.problems
    assert problem.endswith(f"answer is {answer!r}; expected leave out or take")


@pytest.mark.parametrize(("word", "vms"), [("untere", 90), ("mittel", 100), ("mittlere", 100), ("obere", 110)])
def test_words_of_any_ending_name_a_proposal(word: str, vms: float, tmp_path: Path) -> None:
    path = text(tmp_path / "list.csv", "group;count;profile\nA;ca. 100;knowledge workers")
    plan, scenario = asked(path, filled_in(tmp_path / "answers.csv", asked(path)[0], [word]))
    assert (plan.problems, scenario.groups[-1].vms) == ([], vms)


@pytest.mark.parametrize(
    ("said", "profile"),
    [
        ("CAD", "Calculator preset, power worker"),
        ("Büro einfach", "Calculator preset, task worker"),
        ("Büro normal", "Calculator preset, office worker"),
        ("xyz", ""),
    ],
)
def test_profiles_of_the_kind_of_worker_and_where_others_stand_are_said(
    said: str, profile: str, tmp_path: Path
) -> None:
    plan, _ = asked(text(tmp_path / "list.csv", f"group;count;delta GB;profile\nA;5;5;{said}"))
    (question,) = plan.open
    assert question.others[-1] == "another row of the sheet Profiles"
    assert (f"{profile} (no IOPS at login: for all groups, or for none)" in question.others) is bool(profile)
    messages = Messages(GERMAN)
    told = f"{profile} (ohne IOPS bei Anmeldung: für alle Gruppen oder für keine)"
    assert (told in preview(plan, messages)) is bool(profile)
    assert (told in template(plan.questions, Answers(), messages).decode("utf-8-sig")) is bool(profile)
    assert "eine andere Zeile des Blattes Profiles" in preview(plan, messages)
    assert "another row of the sheet Profiles" in template(plan.questions, Answers(), Messages()).decode("utf-8-sig")
    assert not messages.lacking


def test_what_leave_out_leaves_out_is_said_by_name(tmp_path: Path) -> None:
    plan, _ = asked(text(tmp_path / "list.csv", MESSY))
    assert "'Vertrieb gesamt' -> leave out (the row 'Vertrieb gesamt') / take" in preview(plan)
    messages = Messages(GERMAN)
    assert "'Vertrieb gesamt' -> weglassen (die Zeile 'Vertrieb gesamt') / nehmen" in preview(plan, messages)
    assert not messages.lacking


def test_what_has_no_proposal_is_asked_with_what_was_expected(tmp_path: Path) -> None:
    """In the preview as in the file of answers, and nowhere else."""
    lines = (
        "group;count;RAM GB;delta GB;profile\nB;k. A.;8;5;knowledge workers\nC;ca. 5;viel;5;knowledge workers\n"
        "D;1;8;5;knowledge workers"
    )
    path, file = text(tmp_path / "list.csv", lines), tmp_path / "answers.csv"
    plan, _ = asked(path)
    assert (plan.problems, [each.said for each in plan.open]) == ([], ["k. A.", "ca. 5", "viel"])
    said = preview(plan)
    assert "column 'count': 'k. A.' -> a number above 0 VMs / leave out (the row 'B')" in said
    assert "column 'RAM GB': 'viel' -> a number above 0 GiB / leave out (the row 'C')" in said
    assert (said.count("k. A."), said.count("viel")) == (1, 1)
    messages = Messages(GERMAN)
    assert "'k. A.' -> eine Zahl über 0 VMs / weglassen (die Zeile 'B')" in preview(plan, messages)
    written = template(plan.questions, Answers(), messages).decode("utf-8-sig")
    assert "'k. A.';;;;eine Zahl über 0 VMs / weglassen;" in written
    assert not messages.lacking
    plan, scenario = asked(path, filled_in(file, plan, ["7", "lower", "6"]), drop_groups=True)
    assert (plan.problems, plan.open) == ([], [])
    assert [(group.vms, group.ram_gib) for group in scenario.groups] == [(7, 8), (4, 6), (1, 8)]


def test_a_word_for_a_number_that_is_not_known_is_said_to_count_as_blank(tmp_path: Path) -> None:
    lines = "group;count;persistent GB;delta GB;profile\n" + "\n".join(
        f"{name};9;{gb};5;knowledge workers" for name, gb in {"A": "k. A.", "B": 20, "C": "k. A.", "D": "-"}.items()
    )
    plan, scenario = asked(text(tmp_path / "list.csv", lines), drop_groups=True)
    assert [group.persistent_gb for group in scenario.groups] == [None, 20, None, None]
    (said,) = (each for each in plan.first if "blank" in each)
    assert said == "list.csv rows 2, 4, column 'persistent GB': 'k. A.' counts as blank: it is not known"
    messages = Messages(GERMAN)
    assert "Spalte 'persistent GB': 'k. A.' zählt als leer: Es ist nicht bekannt" in preview(plan, messages)
    assert not messages.lacking


def test_a_price_that_is_no_number_is_asked_with_the_words_that_do(tmp_path: Path) -> None:
    plan, _ = asked(text(tmp_path / "offer.csv", "Teil;Preis EUR\nserver;gratis"))
    assert plan.problems == []
    messages = Messages(GERMAN)
    assert "oder ein Wort für einen Preis, der noch kommt, etwa „auf Anfrage“ / weglassen" in preview(plan, messages)
    assert not messages.lacking


@pytest.mark.parametrize(
    "behind", ["", f" ({NO_LOGINS})", " (ohne IOPS bei Anmeldung: für alle Gruppen oder für keine)"]
)
def test_a_profile_without_logins_is_an_answer_with_what_is_said_of_it_or_without(behind: str, tmp_path: Path) -> None:
    path = text(tmp_path / "list.csv", "group;count;RAM GB;vCPU;delta GB;profile\nA;5;8;2;5;CAD")
    answers = filled_in(tmp_path / "answers.csv", asked(path)[0], [f'"Calculator preset, power worker{behind}"'])
    plan, scenario = asked(path, answers, drop_groups=True)
    assert (plan.open, plan.problems) == ([], [])
    assert scenario.groups[0].profile == "Calculator preset, power worker"


def test_a_profile_that_says_less_than_those_of_other_groups_is_named(tmp_path: Path) -> None:
    """Offered beside the proposals for its kind of worker, it says no logins, and the other group's does."""
    lines = "group;count;delta GB;profile\nA;5;5;CAD\nB;7;5;Windows 11 knowledge worker, PVS"
    path = text(tmp_path / "list.csv", lines)
    answer = "Calculator preset, power worker"
    plan, _ = asked(path, filled_in(tmp_path / "answers.csv", asked(path)[0], [f'"{answer}"']))
    (problem,) = plan.problems
    assert problem.startswith("list.csv row 2: login IOPS is blank")
    assert f"the profile {answer!r} says none" in problem
    messages = Messages(GERMAN)
    assert re.search(f"das Profil .{answer}. nennt keine", preview(plan, messages))
    assert not messages.lacking
