"""What a sizing promised beside what is measured a year later: in words and EUR, and as a row of Profiles."""

from __future__ import annotations

import datetime
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from vdi_sizing.errors import InputError
from vdi_sizing.inputs import inputs_of, same_name
from vdi_sizing.model.scopes import Block
from vdi_sizing.model.sizing import Sizing, size
from vdi_sizing.scenario import ARRAY, Scenario, UserGroup
from vdi_sizing.tables.profiles import DESKTOP, PER_VM, SESSION, WHOLE_TEST, Profile
from vdi_sizing.tables.reading import TODAY
from vdi_sizing.what_if.density import decided_by
from vdi_sizing.what_if.measured_users import MeanVm, promised_vm, stores_images, with_measured
from vdi_sizing.words import DASH, ERROR, NO_LIMIT
from vdi_templates.importing.messages import Messages
from vdi_templates.importing.observed import (
    FIGURES,
    HOSTS,
    IOPS,
    LATENCY,
    RAM,
    READ_SHARE,
    SIZE_OF_IO,
    STORED,
    VCPUS,
    VMS,
    Observed,
)
from vdi_templates.importing.plan import AVERAGE, Options, Plan
from vdi_templates.importing.wording import GB_ON_DISKS, NO_STORMS, PER_SESSION, SOME_SHARED
from vdi_templates.languages.translation import Translation

_LABEL_WIDTH, _COLUMN_WIDTH, _FIELD_WIDTH = 34, 14, 26
_LABELS = {
    VMS: ("VMs in use at once", 0),
    HOSTS: ("hosts", 0),
    IOPS: ("steady IOPS per VM", 2),
    READ_SHARE: ("of them reads", 2),
    RAM: ("RAM per VM [GiB]", 2),
    VCPUS: ("vCPU per VM", 2),
    STORED: ("GB on the disks of a VM", 1),
    SIZE_OF_IO: ("KB per I/O", 1),
    LATENCY: ("ms per I/O", 2),
}
"""What each measured figure is called, and its decimals."""
_PER_DESIGN = (HOSTS, SIZE_OF_IO, LATENCY)
"""What the load case does not promise: hosts and time of an I/O are those of a design, and sizes of I/Os by phase."""
_NO_IMAGES = "images are stored with the VMs, and a list of VMs does not tell them from what else is on their disks"
_DIGITS = 3
_A_SAMPLE = 0.25
"""Of the VMs promised: files that list fewer are likely to hold some of them."""
"""Decimals of a figure of a profile."""


@dataclass(frozen=True)
class DesignAt:
    """What a design comes to at some users; None where it has no answer, or does not know."""

    hosts: float | None
    vms_per_host: float | None
    latency_ms: float | None
    limit: str
    """The name of the binding limit, or the word for no answer."""
    eur_per_user: float | None
    """That by which designs are compared: to buy it, or over the years where parts are paid per year."""
    eur_in_all: float | None
    """To buy it for these users."""
    error: str = ""
    """Why it has no answer, as the library says it."""

    @classmethod
    def of(cls, block: Block) -> DesignAt:
        """The same of a sized design."""
        if not block.stands:
            word = ERROR if block.numbers_hold else block.void_word
            return cls(None, None, None, word, None, None, block.errors_in_words)
        hosts = float(block.hosts_paid)
        latency = block.at_load.response_words
        eur, known = float(block.compared_eur), bool(block.priced and block.feasible)
        return cls(
            hosts or None,
            float(block.vms_whole) / hosts if hosts else None,
            None if isinstance(latency, str) else float(latency),
            decided_by(block),
            eur if 0 < eur < NO_LIMIT else None,
            float(block.known_users_eur) if known else None,
        )


@dataclass(frozen=True)
class DesignReview:
    """A design as it was promised, and as it would be with what was measured."""

    name: str
    called: str
    """Its hosts; of a design without hosts, its servers or arrays."""
    promised: DesignAt
    measured: DesignAt
    by_number: DesignAt
    """With the measured number of VMs alone, each of which takes what was promised."""
    years: float | None
    """Those over which EUR per user are counted; None where they are to buy it."""

    @property
    def runs_vms(self) -> bool:
        """Whether what is counted of it are machines that VMs run on."""
        return self.called != f"{ARRAY}s"


@dataclass(frozen=True)
class Review:
    """A load case, what was measured of it, and its designs."""

    case: str
    promised: MeanVm
    observed: Observed
    designs: tuple[DesignReview, ...]
    others: tuple[str, ...]
    """The designs of other load cases."""
    profile: Profile
    lacking: dict[str, str]
    """Why a measured figure is not known, or does not count."""
    currency: str


def reviewed(
    sizing: Sizing, observed: Observed, case: str | None, options: Options, name: str | None, date: datetime.date | None
) -> Review:
    """What the sizing of a workbook promised beside what was observed.

    Raises
    ------
    InputError
        If the workbook has several load cases and none is named, or one that it does not have.
    """
    scenario = sizing.scenario
    case = _case(scenario, case)
    promised = promised_vm(scenario, case)
    lacking = dict(observed.lacking)
    if stores_images(scenario.groups_of(case)):
        lacking[STORED] = _NO_IMAGES
    by_all, by_number = (size(with_measured(scenario, case, vm)) for vm in (observed.vm, MeanVm(observed.vm.vms)))
    sized = list(zip(sizing.designs, by_all.designs, by_number.designs, strict=True))
    designs = tuple(
        _design(*(each.block for each in of_case)) for of_case in sized if same_name(str(of_case[0].design.case), case)
    )
    others = tuple(each.design.name for each in sizing.designs if not same_name(str(each.design.case), case))
    profile = _profile(observed, name or case, date, options, scenario.groups_of(case))
    return Review(case, promised, observed, designs, others, profile, lacking, scenario.currency)


def _case(scenario: Scenario, said: str | None) -> str:
    cases = {group.case.casefold(): group.case for group in scenario.groups}
    if said is not None:
        return next((case for case in cases.values() if same_name(case, said)), said)
    if len(cases) > 1:
        raise InputError("load case", None, f"one of {', '.join(cases.values())}, by --case: that which was measured")
    return next(iter(cases.values()))


def _design(promised: Block, measured: Block, by_number: Block) -> DesignReview:
    over_years = promised.over_years or measured.over_years
    return DesignReview(
        promised.design.name,
        _called(promised),
        DesignAt.of(promised),
        DesignAt.of(measured),
        DesignAt.of(by_number),
        float(promised.settings.years) if over_years else None,
    )


def _called(block: Block) -> str:
    """What is counted of a design, for its hosts or its blocks."""
    return "hosts" if block.with_hosts else f"{block.block_called}s"


def _profile(
    observed: Observed, name: str, date: datetime.date | None, options: Options, groups: Sequence[UserGroup]
) -> Profile:
    """The row of Profiles that says what was measured, and nothing else; of shared VMs, what each user asks for."""
    vm, said = observed.vm, options.wording.said
    by_average = options.iops == AVERAGE
    note = said(NO_STORMS)
    if vm.stored_gb is not None:
        note = f"{said(GB_ON_DISKS, gb=f'{vm.stored_gb:.0f}')} {note}"
    shared = [group.users_per_vm > 1 for group in groups]
    users = _users_per_vm(groups) if all(shared) else 1.0
    if any(shared):
        per = said(PER_SESSION, users=f"{users:.4g}") if all(shared) else said(SOME_SHARED)
        note = f"{per} {note}"

    def rounded(name: str) -> float | None:
        value: float | None = getattr(vm, name)
        by = 1.0 if PER_VM[name].kind == "share" else users
        return None if value is None else round(value / by, _DIGITS)

    return Profile(
        name=name,
        generation=TODAY,
        kind=SESSION if all(shared) else DESKTOP,
        steady_iops=rounded("steady_iops"),
        steady_basis=WHOLE_TEST if by_average and vm.steady_iops is not None else None,
        steady_read_share=rounded("steady_read_share"),
        ram_gib=rounded("ram_gib"),
        vcpus=rounded("vcpus"),
        source=observed.source,
        source_date=date,
        how_sure="calculated",
        note=note,
    )


def _users_per_vm(groups: Sequence[UserGroup]) -> float:
    """The mean over the VMs in use."""
    vms = [group.concurrent_vms for group in groups]
    return sum(many * group.users_per_vm for many, group in zip(vms, groups, strict=True)) / sum(vms)


# --- for a terminal -----------------------------------------------------------------------------------


class _Said:
    """Sentences and numbers of a review in the language of the workbook."""

    def __init__(self, messages: Messages, words: Translation) -> None:
        self.text, self._number, self.words = messages.text, messages.number, words

    def number(self, value: float | None, decimals: int) -> str:
        """A number, or a dash where it is not known."""
        return DASH if value is None else self._number(f"{round(value, decimals) + 0.0:,.{decimals}f}")

    def plain(self, value: float) -> str:
        """A number with the decimals that it has."""
        return self._number(f"{value:g}")

    def change(self, value: float) -> str:
        """A whole number with its sign; none before 0."""
        return self._number(f"{value:+,.0f}" if round(value) else "0")


def lines_of(review: Review, messages: Messages, words: Translation) -> Iterator[str]:
    """The review for a terminal: the load case, each design, and the row of Profiles."""
    said = _Said(messages, words)
    yield from _case_lines(review, said)
    for design in review.designs:
        yield ""
        yield from _design_lines(review, design, said)
    if review.others:
        yield ""
        yield said.text(f"Designs of other load cases are left out: {', '.join(review.others)}")
    yield ""
    yield from _profile_lines(review, said)


def _row(label: str, *cells: str) -> str:
    return (label.ljust(_LABEL_WIDTH) + "".join(cell.rjust(_COLUMN_WIDTH) for cell in cells)).rstrip()


def _case_lines(review: Review, said: _Said) -> Iterator[str]:
    text = said.text
    title = text(f"Load case {review.case!r}: what was promised and what is measured")
    yield title
    yield _row("", text("promised"), text("measured"), text("difference"))
    for name in FIGURES:
        label, decimals = _LABELS[name]
        before = None if name in _PER_DESIGN else getattr(review.promised, name)
        after = None if name in review.lacking else review.observed.value(name)
        numbers = (said.number(before, decimals), said.number(after, decimals))
        difference = _points if name == READ_SHARE else _difference
        yield _row(text(label), *numbers, difference(before, after, said))
    for name in FIGURES:
        if name in review.lacking:
            yield f"  {text(f'{_LABELS[name][0]}: {review.lacking[name]}')}"
    yield from (f"  {text(line)}" for line in _how_much_was_measured(review))


def _how_much_was_measured(review: Review) -> Iterator[str]:
    """Of how many VMs, and what counts where the files say nothing: a sample is no estate."""
    observed, listed, promised = review.observed, review.observed.vm.vms, review.promised.vms
    if observed.measured_vms:
        yield f"VMs of which I/Os were measured: {observed.measured_vms}"
    if any(name in review.lacking for name in FIGURES if name not in _PER_DESIGN):
        yield "What the files lack counts as promised."
    if listed is not None and promised is not None and listed < _A_SAMPLE * promised:
        yield (
            f"The files list {listed:.0f} VMs, fewer than a quarter of those promised, and what follows is for these "
            "alone: leave the list of VMs out where they are a sample."
        )


def _difference(before: float | None, after: float | None, said: _Said) -> str:
    """By how much of what was promised something is more or less."""
    if not before or after is None:
        return DASH
    return f"{said.change(100 * (after / before - 1))} %"


def _points(before: float | None, after: float | None, said: _Said) -> str:
    """By how many points of per cent a share is more or less."""
    if before is None or after is None:
        return DASH
    return said.text(f"{said.change(100 * (after - before))} points")


def _design_lines(review: Review, design: DesignReview, said: _Said) -> Iterator[str]:
    text, before, after, currency = said.text, design.promised, design.measured, review.currency
    yield _row(design.name, text("promised"), text("measured"), text("would be"))
    hosts, vms = review.observed.hosts, review.observed.vm.vms
    years = f", {_years(design.years, said)}" if design.years else ""
    per_host = vms / hosts if vms and hosts and design.runs_vms else None
    rows: tuple[tuple[str, float | None, float | None, float | None, int], ...] = (
        (design.called, before.hosts, hosts if design.runs_vms else None, after.hosts, 0),
        (f"VMs per {design.called[:-1]}", before.vms_per_host, per_host, after.vms_per_host, 1),
        ("ms per I/O", before.latency_ms, review.observed.latency_ms, after.latency_ms, 2),
        (f"{currency} per user{years}", before.eur_per_user, None, after.eur_per_user, 2),
        (f"{currency} to buy it", before.eur_in_all, None, after.eur_in_all, 0),
    )
    for label, first, second, third, decimals in rows:
        yield _row(text(label), *(said.number(each, decimals) for each in (first, second, third)))
    yield _row(said.words.text("binding limit"), said.words.text(before.limit), DASH, said.words.text(after.limit))
    at = before if before.error else after
    if at.error:
        yield f"{text('It has no answer')}: {said.words.text(at.limit)}."
        yield f"  {at.error}"
    else:
        yield text(_hosts_in_words(design))
    over_years = f"Over {_years(design.years, said)}: " if design.years else ""
    yield text(over_years + _eur_in_words(design, currency, said))
    alone = design.by_number.eur_per_user
    if alone is not None and vms != review.promised.vms and vms is not None:
        cost = f"{said.number(alone, 2)} {currency}"
        yield text(f"{over_years}With the measured number of VMs alone a user would cost {cost}.")


def _years(years: float, said: _Said) -> str:
    return f"{said.plain(years)} year{'' if years == 1 else 's'}"


def _hosts_in_words(design: DesignReview) -> str:
    before, after, called = design.promised, design.measured, design.called
    if before.hosts is None or after.hosts is None:
        return f"How many {called} it takes is not known."
    if before.hosts == after.hosts:
        return f"With the measured values it takes as many {called} as promised: {before.hosts:.0f}."
    difference = abs(before.hosts - after.hosts)
    many, fewer = f"{difference:.0f}", "fewer" if after.hosts < before.hosts else "more"
    return f"With the measured values it takes {after.hosts:.0f} {called}, {many} {fewer} than promised."


def _eur_in_words(design: DesignReview, currency: str, said: _Said) -> str:
    before, after = design.promised.eur_per_user, design.measured.eur_per_user
    if before is None or after is None:
        return "What a user costs is not known: no price, or no answer."
    now, then = said.number(after, 2), said.number(before, 2)
    if now == then:
        return f"A user costs as much as promised: {then} {currency}."
    less = "less" if after < before else "more"
    difference, share = said.number(abs(after - before), 2), said.number(100 * abs(after / before - 1), 0)
    return f"A user costs {now} {currency}, {difference} {currency} or {share} % {less} than promised."


def _profile_lines(review: Review, said: _Said) -> Iterator[str]:
    """The row of Profiles, cell by cell; what nobody measured is not in it."""
    yield said.text("The row of Profiles that follows from it, for the next customer")
    for name, declared in inputs_of(Profile).items():
        value = getattr(review.profile, name)
        if value is not None:
            yield f"  {said.words.text(declared.label) + ':':<{_FIELD_WIDTH}} {_cell(name, value, said)}"


def _cell(name: str, value: Any, said: _Said) -> str:
    if isinstance(value, float):
        return said.text(said.number(value, _DIGITS).rstrip("0").rstrip(".,"))
    if isinstance(value, datetime.date):
        return said.words.text(value.isoformat())
    return said.words.text(str(value)) if name in ("generation", "kind", "steady_basis", "how_sure") else str(value)


# --- for programs -------------------------------------------------------------------------------------


def as_json(review: Review, plan: Plan) -> dict[str, Any]:
    """The review for programs, and how the files were read; what nobody measured is null, and `lacking` says why."""
    measured = {name: None if name in review.lacking else review.observed.value(name) for name in FIGURES}
    date = review.profile.source_date
    return {
        "case": review.case,
        "promised": asdict(review.promised),
        "measured": measured,
        "measured_vms": review.observed.measured_vms,
        "lacking": review.lacking,
        "designs": [asdict(each) for each in review.designs],
        "left_out": list(review.others),
        "look_at_this_first": plan.first,
        "rows_left_out": [{"place": each.place, "why": each.why} for each in plan.left_out],
        "profile": {
            **asdict(review.profile),
            "source_date": date.isoformat() if isinstance(date, datetime.date) else date,
        },
    }
