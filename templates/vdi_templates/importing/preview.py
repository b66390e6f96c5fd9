"""The preview of an import: what goes where, cell by cell, what is left out and why, before anything is written."""

from __future__ import annotations

import datetime
from collections.abc import Iterator
from typing import Any

from vdi_templates.importing.headers import FIELDS, NOT_SAID, KnownList, called_kind
from vdi_templates.importing.messages import IN_ENGLISH, Messages
from vdi_templates.importing.plan import Plan, Question, Written
from vdi_templates.importing.questions import LEAVE_OUT, offered, proposal_in

_LONGEST_SHOWN = 1_000
"""Characters of a text: a source is read to its end, and no cell of a list floods the terminal."""


def preview(plan: Plan, messages: Messages = IN_ENGLISH) -> str:
    """The plan as text."""
    return "\n".join(line.replace("\r", r"\r").replace("\n", r"\n") for line in _lines(plan, messages))


def _lines(plan: Plan, messages: Messages) -> Iterator[str]:
    messages.learn_sheets(plan.sheets)
    text = messages.text
    if plan.first:
        yield from (text("Look at this first"), *(f"  {text(each)}" for each in plan.first), "")
    for known, style, rows in plan.lists:
        many = "1 row" if rows == 1 else f"{rows} rows"
        yield text(f"{known.grid.name}: {called_kind(known.kind)}, {many} below the headers in {_headers(known)}")
        yield f"  {text(known.grid.how)}; {text(style.in_words)}"
        columns = (
            f"{column.header} -> {text(_label(known, name))}{_unit(column.unit, _label(known, name))}"
            for name, column in known.columns.items()
        )
        yield f"  {', '.join(columns)}"
    if plan.counts:
        yield from ("", text("What the lists of VMs hold"), *(f"  {text(each)}" for each in plan.counts))
    if plan.open:
        yield from ("", text("To be answered: nothing is written"), *_questions(plan, messages))
    if not plan.open:
        yield from _changes(plan, messages)
    yield from _left_out(plan, messages)
    if plan.notes and not plan.open:
        yield from ("", text("To know"), *(f"  {text(each)}" for each in plan.notes))
    if plan.problems:
        heading = text("Cannot be used: nothing is written")
        yield from ("", heading, *(f"  {text(each)}" for each in plan.problems))


def _questions(plan: Plan, messages: Messages) -> Iterator[str]:
    """What is open, each with what it may be answered with: the lower, the middle and the upper value first."""
    for each in plan.open:
        proposed = " / ".join(_way(each, said, messages) for said in offered(each))
        yield f"  {messages.text(each.place)}: {each.said!r} -> {proposed}"


def _way(question: Question, said: str, messages: Messages) -> str:
    """A way to answer; of the word that leaves something out with what that is."""
    return (
        messages.text(f"{said} ({question.left_out})") if said == LEAVE_OUT else proposal_in(messages, question, said)
    )


def _changes(plan: Plan, messages: Messages) -> Iterator[str]:
    """What goes where, and what is dropped."""
    text = messages.text
    if plan.written or plan.settings:
        yield from ("", text("What goes where"))
    for each in plan.settings:
        change = " -> ".join(messages.number(f"{100 * share:.3g} %") for share in (each.before, each.after))
        yield f"  {text(each.origin)} -> {each.cell}"
        yield f"    {text(each.label)}: {change}"
    for record in plan.written:
        yield from _record(record, messages)
    if plan.dropped:
        yield from ("", text("Dropped"), *(f"  {text(each)}" for each in plan.dropped))


def _left_out(plan: Plan, messages: Messages) -> Iterator[str]:
    """What is left out, and why; while questions are open too, since which VMs are no desktops bears on the answers."""
    text = messages.text
    if plan.left_out:
        yield from ("", text("Left out"), *(f"  {text(each.place)}: {text(each.why)}" for each in plan.left_out))


def _headers(known: KnownList) -> str:
    """The row of the headers, or both rows that are read together."""
    row = known.header_row
    return f"rows {row - 1}-{row}" if known.in_two_rows else f"row {row}"


def _label(known: KnownList, name: str) -> str:
    return FIELDS[known.kind][name].label


def _unit(unit: str, label: str) -> str:
    """The unit that a header says, where the label of what it holds does not end with it."""
    return f" ({unit})" if unit and unit != NOT_SAID and unit not in label.split() else ""


def _record(record: Written, messages: Messages) -> Iterator[str]:
    cells = list(record.cells())
    what = "new" if record.before is None else "changed" if cells else "the same as before"
    yield f"  {messages.text(f'{record.origin} -> {record.table.sheet} row {record.row}{_called(record)}: {what}')}"
    shares = {declared.label for declared in record.table.columns.values() if declared.kind == "share"}
    for cell, label, *values in cells:
        old, change = (_shown(each, messages, is_share=label in shares) for each in values)
        if record.before is not None:
            change = f"{old} -> {change}"
        yield f"    {cell:<14} {messages.text(label)}: {change}"


def _called(record: Written) -> str:
    """The name of a record behind its row; a measured point has none."""
    name = next((name for field in ("part", "name") if (name := getattr(record.after, field, None))), None)
    return "" if name is None else f", {name!r}"


def _shown(value: Any, messages: Messages, *, is_share: bool = False) -> str:
    """A value: in English as the same in every country, with a decimal point, and dates from the year on."""
    if isinstance(value, float) and is_share:
        return messages.number(f"{100 * value:.12g} %")
    if value is None:
        return messages.text("blank")
    if isinstance(value, bool):
        return messages.text("yes" if value else "no")
    if isinstance(value, float):
        return messages.number(f"{value:.15g}")
    if isinstance(value, datetime.date):
        return messages.text(value.isoformat())
    text = str(value)
    return text if len(text) <= _LONGEST_SHOWN else f"{text[:_LONGEST_SHOWN]}..."
