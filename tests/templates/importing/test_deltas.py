"""What clones write beside their image: asked with all else that is open, with published figures to choose from."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from tests.templates.importing.lists import VINFO, book, text, vm

from vdi_sizing.scenario import Scenario
from vdi_templates.examples import today
from vdi_templates.importing.deltas import OF_USERS, OF_VMS
from vdi_templates.importing.headers import Headers
from vdi_templates.importing.lists import planned
from vdi_templates.importing.messages import Messages
from vdi_templates.importing.plan import Options, Plan
from vdi_templates.importing.preview import preview
from vdi_templates.importing.questions import WAYS, Answers
from vdi_templates.importing.wording import Wording
from vdi_templates.languages.translation import GERMAN, Translation

PVS = "Windows 11 knowledge worker, PVS"
MCS, WITHOUT_CLONES = "Windows 11 knowledge worker, MCS", "Calculator preset, office worker"
IN_GERMAN = Wording(Translation(GERMAN))
ANSWERS = "list name,row number,column header,says,lower,middle,upper,other answers,answer"


def asked(path: Path, about: str = "", answer: str = "", **options: Any) -> tuple[Plan, Scenario]:
    """What importing a list does where there is a file of answers."""
    name = f"{path.name}: vInfo" if about == OF_VMS else path.name
    answers = path.with_name("answers.csv")
    if answer:
        text(answers, f"{ANSWERS}\n{name},1,{about},,,,,,{answer}")
    options = {"like": "knowledge workers", **options}
    return planned([path], today(), Options(**options), Headers.read(), answers=Answers.read(answers))


def export(path: Path) -> Path:
    """Two desktops of 65,536 MiB, which are 68.719 GB; 30,000.5 MiB of them are in use, which are 31.458 GB."""
    return book(path / "export.xlsx", {"vInfo": [VINFO, vm("a"), vm("b")]})


def test_of_an_export_it_is_asked_with_the_documents_that_say_it(tmp_path: Path) -> None:
    plan, _ = asked(export(tmp_path))
    (question,) = plan.open
    assert (question.about, question.said) == (OF_VMS, "2 VMs; In Use MiB: 31.5 GB/VM")
    least, middle, most = question.proposals
    assert least == "0 GB"
    assert middle == "4 GB (Virtana, VDI runtime workload)"
    assert most == "10 GB (GO-EUC, The real impact of Citrix MCSIO)"


@pytest.mark.parametrize(
    ("answer", "delta", "persistent"),
    [("middle", 4, 0), ("6 GB", 6, 0), ("2 GiB", 2.147483648, 0), ("lower", 0, 68.719), ("leave out", 0, 68.719)],
)
def test_the_disks_of_clones_are_those_of_their_image(
    answer: str, delta: float, persistent: float, tmp_path: Path
) -> None:
    plan, scenario = asked(export(tmp_path), OF_VMS, answer)
    assert (plan.problems, plan.open) == ([], [])
    group = scenario.groups[-1]
    assert (group.delta_gb, group.persistent_gb) == (delta, persistent)
    assert any("neither counts" in note for note in plan.notes) == (persistent == 0)
    assert ("(delta GB as answered, 4 GB (Virtana, VDI runtime workload))" in str(group.source)) == (answer == "middle")


@pytest.mark.parametrize("way", WAYS)
def test_no_value_says_whether_desktops_are_clones(way: str, tmp_path: Path) -> None:
    """Where their parents are listed they are, and a value says of how much."""
    path, like = export(tmp_path), Options(like="knowledge workers")
    plan, _ = planned([path], today(), like, Headers.read(), answers=Answers.read(None, way))
    assert [each.about for each in plan.open] == [OF_VMS]
    book(path, {"vInfo": [VINFO, vm("a"), vm("cp-parent-1")]})
    plan, scenario = planned([path], today(), like, Headers.read(), answers=Answers.read(None, way))
    assert plan.open == []
    assert scenario.groups[-1].delta_gb


@pytest.mark.parametrize(("said", "delta", "persistent"), [("4", 4, 0), ("1,5 GB", 1.5, 0), ("0", 0, 68.719)])
def test_an_option_says_the_delta(said: str, delta: float, persistent: float, tmp_path: Path) -> None:
    plan, scenario = asked(export(tmp_path), delta=said, wording=IN_GERMAN)
    assert (plan.problems, plan.open) == ([], [])
    assert (scenario.groups[-1].delta_gb, scenario.groups[-1].persistent_gb) == (delta, persistent)
    messages = Messages(GERMAN)
    assert f"zählt als '{said}', laut --delta" in preview(plan, messages)
    assert not messages.lacking
    users = text(tmp_path / "users.csv", f'group,users,profile\nSales,9,"{MCS}"')
    assert asked(users, delta=said, wording=IN_GERMAN, like=PVS)[1].groups[-1].delta_gb == delta


def test_an_option_that_says_no_delta_is_refused_by_its_name(tmp_path: Path) -> None:
    plan, _ = asked(export(tmp_path), delta="some")
    assert plan.problems == ["--delta is 'some'; expected GB such as 4 GB"]


def test_an_answer_counts_more_than_the_option_of_the_delta(tmp_path: Path) -> None:
    assert asked(export(tmp_path), OF_VMS, "6", delta="4")[1].groups[-1].delta_gb == 6


def test_the_option_is_not_refused_for_want_of_a_list_that_could_not_be_read(tmp_path: Path) -> None:
    path = text(tmp_path / "export.csv", 'VM,Powerstate,CPUs,Memory,Provisioned MB\na,poweredOn,2,"8,192",4096')
    plan, _ = planned(
        [path], today(), Options(delta="0", like="knowledge workers", locale="de"), Headers.read(),
        answers=Answers.read(tmp_path / "answers.csv"),
    )  # fmt: skip
    (problem,) = plan.problems
    assert "expected a whole number of MiB" in problem


def test_a_delta_that_no_list_asks_for_is_refused(tmp_path: Path) -> None:
    plan, _ = asked(text(tmp_path / "users.csv", f'group,users,profile\nSales,9,"{WITHOUT_CLONES}"'), delta="4")
    (problem,) = plan.problems
    assert problem.startswith("--delta is '4'; expected a list of VMs, or of users")
    messages = Messages(GERMAN)
    preview(plan, messages)
    assert not messages.lacking


def test_users_are_asked_of_where_their_profile_was_measured_with_clones(tmp_path: Path) -> None:
    lines = f'group,users,profile\nSales,9,"{MCS}"\nTotal,9,'
    plan, scenario = asked(text(tmp_path / "users.csv", lines), OF_USERS, "upper", like=PVS)
    assert (plan.problems, plan.open) == ([], [])
    assert scenario.groups[-1].delta_gb == 10
    (tmp_path / "answers.csv").unlink()
    plan, _ = asked(tmp_path / "users.csv", like=PVS)
    assert [(each.about, each.said) for each in plan.open] == [(OF_USERS, MCS)], "a total has no profile"
    for other in (lines.replace(MCS, WITHOUT_CLONES), lines.replace("profile", "delta GB,profile").replace("9", "9,5")):
        plan, scenario = asked(text(tmp_path / "users.csv", other), drop_groups=True)
        assert (plan.problems, plan.open) == ([], [])
        assert scenario.groups[0].delta_gb == (None if WITHOUT_CLONES in other else 5)


def test_a_profile_that_is_still_open_asks_it_in_the_same_round(tmp_path: Path) -> None:
    users = text(tmp_path / "users.csv", "group,users,profile\nSales,9,Windows 11 knowledge worker")
    plan, _ = asked(users)
    assert [each.about or each.field for each in plan.open] == ["profile", OF_USERS]
    answers = f'users.csv,2,profile,,,,,,"{WITHOUT_CLONES}"\nusers.csv,1,{OF_USERS},,,,,,4 GB'
    text(tmp_path / "answers.csv", f"{ANSWERS}\n{answers}")
    plan, scenario = asked(users, drop_groups=True)
    assert plan.problems == [], "an answer that the profile makes needless is no mistake"
    assert scenario.groups[0].delta_gb is None


def test_a_list_whose_numbers_have_two_meanings_asks_it_in_the_same_round(tmp_path: Path) -> None:
    users = text(tmp_path / "users.csv", f'group,users,profile\nSales,1.475,"{MCS}"')
    plan, _ = asked(users, like=PVS)
    assert [each.said for each in plan.open] == ["1.475", MCS]
    assert plan.problems == []
    plan, scenario = asked(users, OF_USERS, "4 GB", like=PVS, locale="de")
    assert (plan.problems, plan.open) == ([], [])
    assert (scenario.groups[-1].vms, scenario.groups[-1].delta_gb) == (1475, 4)


def test_an_answer_that_is_no_amount_is_refused(tmp_path: Path) -> None:
    plan, _ = asked(export(tmp_path), OF_VMS, "some")
    (problem,) = plan.problems
    expected = "one of the words lower, middle, upper, leave out, or GB such as 4 GB"
    assert problem.endswith(f"answer is 'some'; expected {expected}")
    assert not any("counts as" in line for line in plan.first), "what is refused does not count"


def test_a_delta_that_no_disk_holds_is_refused(tmp_path: Path) -> None:
    plan, _ = asked(export(tmp_path), OF_VMS, "16000 GB")
    (problem,) = plan.problems
    assert "answer is '16000 GB'; expected at most" in problem


def test_it_is_told_in_german(tmp_path: Path) -> None:
    messages = Messages(GERMAN)
    said = preview(asked(export(tmp_path))[0], messages)
    said += preview(asked(export(tmp_path), OF_VMS, "middle")[0], messages)
    said += preview(asked(export(tmp_path), OF_VMS, "some")[0], messages)
    users = text(tmp_path / "users.csv", f'group,users,profile\nSales,9,"{MCS}"')
    (tmp_path / "answers.csv").unlink()
    said += preview(asked(users)[0], messages)
    assert not messages.lacking
    assert "Delta GB eines Desktops (0, wo sie keine Klone eines Images sind)" in said
    assert "Was eine VM neben ihrem Image schreibt, zählt als '4 GB (Virtana, VDI runtime workload)'" in said


@pytest.mark.parametrize(("answer", "is_said"), [("", True), ("0", True), ("lower", False), ("4 GB", False)])
def test_parents_of_instant_clones_are_named_where_no_delta_is(answer: str, is_said: bool, tmp_path: Path) -> None:
    parents = [vm("cp-parent-1"), vm("cp-replica-1"), vm("cp-replica-2")]
    path = book(tmp_path / "export.xlsx", {"vInfo": [VINFO, vm("a"), vm("b"), *parents]})
    plan, _ = asked(path, OF_VMS, answer)
    assert any("3 parents, replicas or templates of instant clones" in line for line in plan.first) is is_said
    assert plan.questions[0].said.endswith("cp-parent-*: 1 VM; cp-replica-*: 2 VMs")
    assert not any(each.startswith("0 ") for each in plan.questions[0].proposals), "no list of clones proposes none"
    messages = Messages(GERMAN)
    preview(plan, messages)
    assert not messages.lacking
