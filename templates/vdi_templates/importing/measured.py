"""What was measured of VMs, on average or over time: the IOPS of a group are the mean of those of its VMs."""

from __future__ import annotations

import datetime
import math
import re
from collections import Counter
from collections.abc import Container, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from vdi_sizing.errors import InputError
from vdi_sizing.inputs import name_key
from vdi_templates.importing.headers import FIELDS
from vdi_templates.importing.plan import AVERAGE, BUSIEST, LISTED, PERCENTILE, Options, Plan
from vdi_templates.importing.rows import Row, places_of
from vdi_templates.importing.wording import AVERAGES, BUSIEST_HOURS, LISTED_IOPS, PERCENTILES, PERCENTILES_ALONE

_TIME = "time"
_BY_AVERAGE = (
    "Users: steady IOPS are the mean over the VMs of a group of their averages over all the time that was "
    "measured; --iops 95th takes their 95th percentiles"
)
_BY_PERCENTILE = (
    "Users: steady IOPS are the mean over the VMs of a group of their 95th percentiles, which is more than they need "
    "together, as they are not all busy at once; the read share is that of their averages"
)
_BY_PERCENTILE_ALONE = (
    "Users: steady IOPS are the mean over the VMs of a group of their 95th percentiles, which is more than they need "
    "together, as they are not all busy at once; how many of them are reads was not measured, and the share that "
    "--like or a profile says counts"
)
_BY_BUSIEST_HOUR = (
    "Users: steady IOPS are the mean over the VMs of a group in the hour in which the desktops together had most; a VM "
    "without a row in it counts with 0; the read share is that of the same hour"
)
_AS_LISTED = (
    "Users: steady IOPS are the mean over the VMs of a group of those that their list says, of a percentile that it "
    "does not say; the settings of the assessment do"
)
_NOTES = {AVERAGE: _BY_AVERAGE, PERCENTILE: _BY_PERCENTILE, BUSIEST: _BY_BUSIEST_HOUR, LISTED: _AS_LISTED}
_SOURCES = {AVERAGE: AVERAGES, PERCENTILE: PERCENTILES, BUSIEST: BUSIEST_HOURS, LISTED: LISTED_IOPS}
_AVERAGED = "read_iops"
_COLUMNS = {AVERAGE: (_AVERAGED,), PERCENTILE: ("iops_95th", _TIME), BUSIEST: (_TIME,), LISTED: ()}
"""Of a list of what was measured the columns of which one says it."""
_WANTED = {
    PERCENTILE: ("95th percentile IOPS", "a column of it, since --iops asks for it"),
    BUSIEST: (
        "IOPS by the hour",
        "a row for each VM and time, since --iops asks for it; this list says it of all the time",
    ),
    LISTED: ("listed IOPS", "a list of VMs that says them, as an assessment of Azure Migrate does"),
}
_CLOCK = re.compile(r"(\d{1,2})(?::\d{2}){1,2}(?:\.\d+)?(?:Z|[+-]\d{2}:?\d{2})?\s*(am|pm)?", re.I)
_HALF_A_DAY = 12

_SHARE_BELOW = 0.95
"""Of the samples of a VM those that are at most its percentile."""


@dataclass(frozen=True)
class Load:
    """What was measured of a VM."""

    iops: float
    """Those that count: the average, the 95th percentile, the busiest hour, or those that are listed."""
    reads: float | None
    """Of the average [IOPS]; None where a list has its percentile alone."""
    average: float | None
    """Over all the time, or of the busiest hour where that counts [IOPS]."""
    list_name: str
    """Where it stands."""
    latency_ms: float | None = None
    """The mean time of an I/O; None where nobody measured it."""
    io_kb: float | None = None
    """The mean size of an I/O."""
    read_kb: float | None = None
    """That of a read, where reads and writes are said apart."""
    write_kb: float | None = None


_FEWEST_HOURS = 2
_HOUR_COUNTS = "that hour counts"
_HOUR_IS_ASKED = "--iops busiest takes that hour"
_LOGINS_ARE_NOT_SAID = (
    "Users: how many users log in within that hour was not measured: a column of logins says it; IOPS at login are "
    "those of --like or a profile"
)
_S_PER_HOUR = 3600


@dataclass(frozen=True)
class Sample:
    """What was measured of a VM at a time, or on average."""

    reads: float
    writes: float
    latency_ms: float | None
    io_kb: float | None
    logins: float | None
    read_kb: float | None = None
    write_kb: float | None = None

    @property
    def iops(self) -> float:
        return self.reads + self.writes


_OfVm = Mapping[Any, tuple[Row, Sample]]
"""What was measured of a VM, and where it stands, by the time."""
_Hours = dict[datetime.datetime | None, list[Sample]]
"""What was measured of a VM by the hour; None stands for times of which nobody knows the hour."""


def loads_of(
    rows: Sequence[Row], vms: Sequence[Row], desktops: Sequence[Row], options: Options, plan: Plan
) -> dict[str, Load]:
    """The load of each VM that was measured, by the place of the VM; what cannot be used is among the problems.

    A list has a row for each VM, or, with a column of times, one for each VM and time.
    """
    if options.iops == LISTED:
        _say_what_is_measured(rows, plan)
        return _listed(desktops, plan)
    _say_what_is_listed(desktops, plan)
    rows = _that_count(rows, options, plan)
    known = _COLUMNS[options.iops]
    lacking = {row.of.grid.name: row for row in rows if not any(name in row.of.columns for name in known)}
    if lacking:
        wanted, expected = _WANTED[options.iops]
        plan.problems += [str(InputError(wanted, None, expected, name)) for name in lacking]
        return {}
    found: dict[str, tuple[Row, Load]] = {}
    samples: dict[str, dict[Any, tuple[Row, Sample]]] = {}
    others: dict[str, Row] = {}
    blank: list[Row] = []
    names = Counter(name_key(row.values["vm"]) for row in vms)
    for row in rows:
        try:
            key = name_key(row.values.get("vm", ""))
            if not names[key]:
                others.setdefault(key or row.place, row)
            elif _TIME in row.of.columns:
                if not _take_sample(row, samples.setdefault(key, {})):
                    blank.append(row)
            else:
                _take_load(row, key, found, options)
        except InputError as error:
            plan.problems.append(str(error))
    if others:
        plan.leave_out(
            places_of([*others.values()]),
            f"IOPS of {len(others)} {'VMs' if len(others) > 1 else 'VM'} left out or not listed",
        )
    _say_what_is_blank(blank, {name_key(row.values["vm"]) for row in desktops}, plan)
    doubled = [row for row in desktops if names[name_key(row.values["vm"])] > 1]
    if rows and doubled:
        expected = "a name that one VM has: its IOPS are found by it"
        plan.problems.append(str(InputError("VM", doubled[0].values["vm"], expected, doubled[0].place)))
    for key, of_vm in samples.items():
        if key in found:
            plan.problems.append(str(_twice(next(iter(of_vm.values()))[0], found[key][0])))
    of_desktops = {key: samples[key] for key in map(_key, desktops) if samples.get(key)}
    hours = {key: _by_hour(of_vm) for key, of_vm in of_desktops.items()}
    hour = _busiest_hour(of_desktops, hours, options, plan)
    loads = {key: load for key, (_, load) in found.items()} | {
        key: _over_time(of_vm, hours[key].get(hour, []), options) for key, of_vm in of_desktops.items()
    }
    keys = {row.place: name_key(row.values["vm"]) for row in desktops}
    return {place: loads[key] for place, key in keys.items() if key in loads}


def _that_count(rows: Sequence[Row], options: Options, plan: Plan) -> Sequence[Row]:
    """The rows of lists that have averages, where these are taken; of percentiles alone it is said how to take them."""
    if options.iops != AVERAGE:
        return rows
    for name in {row.of.grid.name: row for row in rows if _AVERAGED not in row.of.columns}:
        plan.first.append(
            f"{name}: it has the 95th percentile of the IOPS of each VM, and no average; they are not taken, and "
            "--iops 95th takes them"
        )
    return [row for row in rows if _AVERAGED in row.of.columns]


def _twice(row: Row, first: Row) -> InputError:
    return InputError("VM", row.values["vm"], f"a VM that is measured once; {first.place} has it too", row.place)


def _take_load(row: Row, key: str, found: dict[str, tuple[Row, Load]], options: Options) -> None:
    """Take what a row says of its VM; nothing where a number is blank."""
    sample, percentile = sample_of(row), row.values.get("iops_95th")
    average = None if sample is None else sample.iops
    iops = average if options.iops == AVERAGE else percentile
    if iops is None or (sample is None and _AVERAGED in row.of.columns):
        return
    if key in found:
        raise _twice(row, found[key][0])
    of_list = row.of.grid.name
    if sample is None:
        found[key] = row, Load(iops, None, None, of_list)
    else:
        found[key] = (
            row,
            Load(
                iops,
                sample.reads,
                average,
                of_list,
                sample.latency_ms,
                sample.io_kb,
                sample.read_kb,
                sample.write_kb,
            ),
        )


def _say_what_is_blank(rows: Sequence[Row], desktops: Container[str], plan: Plan) -> None:
    """Say which rows of desktops do not count in their means, for want of a number."""
    blank = [row for row in rows if name_key(row.text("vm")) in desktops]
    if blank:
        many = f"{len(blank)} rows" if len(blank) > 1 else "1 row"
        plan.first.append(f"{places_of(blank)}: reads or writes are blank, and the IOPS of {many} do not count")


def _take_sample(row: Row, of_vm: dict[Any, tuple[Row, Sample]]) -> bool:
    """Take what a row says of its VM at a time; whether it says anything, or a number is blank."""
    sample = sample_of(row)
    if sample is None:
        return False
    if _TIME not in row.cells:
        raise InputError(
            FIELDS[row.of.kind][_TIME].label, None, "that of each row, in a list with a row per time", row.place
        )
    time = row.cells[_TIME].value
    first = of_vm.setdefault(time, (row, sample))[0]
    if first is not row:
        expected = f"one row for a VM at a time; {first.place} has it too"
        raise InputError(row.of.columns[_TIME].header, str(time), expected, row.place)
    return True


def sample_of(row: Row) -> Sample | None:
    """What a row says; nothing where its reads or writes are blank."""
    values = row.values
    reads, writes = values.get("read_iops"), values.get("write_iops")
    if reads is None or writes is None:
        return None
    ms, kb = (
        values.get(name, _of_both(values, each)) for name, each in (("latency_ms", "latency_ms"), ("io_kb", "kb"))
    )
    return Sample(reads, writes, ms, kb, values.get("logins"), values.get("read_kb"), values.get("write_kb"))


def _of_both(values: Mapping[str, Any], what: str) -> float | None:
    """The mean time or size of an I/O, of a list that has that of a read and that of a write."""
    said = ((values[f"{kind}_iops"], values.get(f"{kind}_{what}")) for kind in ("read", "write"))
    parts = [(iops, figure) for iops, figure in said if iops]
    return None if any(figure is None for _, figure in parts) else mean_over_ios(parts)


def _key(row: Row) -> str:
    return name_key(row.values["vm"])


def _listed(desktops: Sequence[Row], plan: Plan) -> dict[str, Load]:
    """The IOPS that lists of VMs say themselves."""
    found = {}
    for row in desktops:
        reads, writes = row.values.get("read_iops"), row.values.get("write_iops")
        if _is_listed(row) and reads is not None and writes is not None:
            found[row.place] = Load(reads + writes, reads, reads + writes, row.of.grid.name)
    if desktops and not found:
        wanted, expected = _WANTED[LISTED]
        plan.problems.append(str(InputError(wanted, None, expected, desktops[0].of.grid.name)))
    return found


def _say_what_is_measured(rows: Sequence[Row], plan: Plan) -> None:
    """Leave out what was measured, where what a list of VMs says is taken in its place."""
    if rows:
        many = f"{len(rows)} rows" if len(rows) > 1 else "1 row"
        why = f"the measured IOPS of {many}, since --iops listed takes those that the list of VMs says"
        plan.leave_out(places_of(rows), why)


def _is_listed(row: Row) -> bool:
    """Whether a list of VMs has IOPS in it, and is none of what was measured of them."""
    return row.of.kind == "vms" and "read_iops" in row.of.columns


def _say_what_is_listed(desktops: Sequence[Row], plan: Plan) -> None:
    """Say which lists of VMs have IOPS of which nobody knows the percentile, and how to take them."""
    for name in {row.of.grid.name: row for row in desktops if _is_listed(row)}:
        plan.first.append(
            f"{name}: it has reads and writes of each VM, and does not say of which percentile; they are not taken, "
            "and --iops listed takes them"
        )


def _busiest_hour(
    samples: Mapping[str, _OfVm], hours: Mapping[str, _Hours], options: Options, plan: Plan
) -> datetime.datetime | None:
    """The hour in which the VMs together have most IOPS, of equal ones the first; it is said, and None of no times."""
    sums: dict[datetime.datetime, float] = {}
    for key, of_vm in hours.items():
        for hour, in_hour in of_vm.items():
            if hour is not None:
                sums[hour] = sums.get(hour, 0.0) + mean_of(each.iops for each in in_hour)
            elif options.iops == BUSIEST:
                row = next(row for row, _ in samples[key].values() if hour_of(row) is None)
                expected = (
                    "a day and a time of it such as 2026-11-20 08:30 or 20.11.2026 08:30, since --iops asks for it"
                )
                where = row.where(_TIME)
                plan.problems.append(
                    str(InputError(FIELDS["performance"][_TIME].label, row.text(_TIME), expected, where))
                )
                return None
    if len(sums) < (1 if options.iops == BUSIEST else _FEWEST_HOURS):
        return None
    busiest = max(sorted(sums), key=lambda each: sums[each])
    plan.notes.append(
        f"Users: the measured desktops have most IOPS in the hour from {_said(busiest)} on: "
        f"{sums[busiest]:.0f} together; " + (_HOUR_COUNTS if options.iops == BUSIEST else _HOUR_IS_ASKED)
    )
    _say_what_is_in_it([of_vm.get(busiest, []) for of_vm in hours.values()], plan)
    _say_who_logs_in(hours.values(), busiest, plan)
    return busiest


def _said(hour: datetime.datetime) -> str:
    return f"{hour:%Y-%m-%d} {hour:%H:%M}"


def _say_what_is_in_it(of_vms: Sequence[Sequence[Sample]], plan: Plan) -> None:
    """Say of the busiest hour how many desktops are at work in it, and what of their I/Os is read."""
    iops, reads = ([mean_of(getattr(each, name) for each in of_vm) for of_vm in of_vms] for name in ("iops", "reads"))
    if any(iops):
        plan.notes.append(
            f"Users: in that hour {sum(each > 0 for each in iops)} of {len(of_vms)} measured desktops read or write, "
            f"and {100 * math.fsum(reads) / math.fsum(iops):.0f} % of their I/Os are reads"
        )


def _say_who_logs_in(of_vms: Iterable[_Hours], busiest: datetime.datetime, plan: Plan) -> None:
    """Say which share of the desktops logs in within the busiest hour, and in which hour most do."""
    counted: dict[datetime.datetime, float] = {}
    vms = 0
    for of_vm in of_vms:
        vms += 1
        for hour, in_hour in of_vm.items():
            said = [each.logins for each in in_hour if each.logins is not None]
            if hour is not None and said:
                counted[hour] = counted.get(hour, 0.0) + math.fsum(said)
    if not counted:
        plan.notes.append(_LOGINS_ARE_NOT_SAID)
        return
    most = max(sorted(counted), key=lambda each: counted[each])
    plan.notes.append(
        f"Users: {_share(counted.get(busiest, 0.0), vms)} of the measured desktops log in within that hour; most do in "
        f"the hour from {_said(most)} on: {_share(counted[most], vms)}, which are {counted[most] / _S_PER_HOUR:.3f} "
        "logins per second on average, for the login rate on Designs"
    )


def _share(many: float, vms: int) -> str:
    return f"{100 * many / vms:.0f} %"


def _by_hour(of_vm: _OfVm) -> _Hours:
    hours: _Hours = {}
    for row, sample in of_vm.values():
        hours.setdefault(hour_of(row), []).append(sample)
    return hours


def mean_of(figures: Iterable[float]) -> float:
    """The mean of some figures; 0 of none.

    >>> mean_of([1, 2, 6]), mean_of([])
    (3.0, 0.0)
    """
    found = list(figures)
    return math.fsum(found) / len(found) if found else 0.0


def hour_of(row: Row) -> datetime.datetime | None:
    """The hour in which a row was measured; None where its time is none of a known form."""
    value = row.cells[_TIME].value
    if isinstance(value, datetime.datetime):
        return value.replace(minute=0, second=0, microsecond=0, tzinfo=None)
    date, _, clock = str(value).strip().replace("T", " ", 1).replace(", ", " ").partition(" ")
    day, found = row.style.date(date), _CLOCK.fullmatch(clock.strip())
    if day is None or found is None:
        return None
    hour = int(found[1])
    if found[2]:  # 12 am is midnight, and 12 pm noon
        hour = hour % _HALF_A_DAY + (_HALF_A_DAY if found[2].casefold() == "pm" else 0)
    return datetime.datetime(day.year, day.month, day.day, hour) if hour < 2 * _HALF_A_DAY else None


def _over_time(of_vm: _OfVm, in_hour: Sequence[Sample], options: Options) -> Load:
    """The load of a VM of which there is a row for each time; `in_hour`: its rows of the busiest hour of all."""
    samples = [sample for _, sample in of_vm.values()]
    list_name = next(iter(of_vm.values()))[0].of.grid.name
    if options.iops == BUSIEST:
        samples = list(in_hour)
    average = mean_of(each.iops for each in samples)
    in_order = sorted(each.iops for each in samples)
    return Load(
        in_order[math.ceil(_SHARE_BELOW * len(in_order)) - 1] if options.iops == PERCENTILE else average,
        mean_of(each.reads for each in samples),
        average,
        list_name,
        mean_over_ios((each.iops, each.latency_ms) for each in samples),
        mean_over_ios((each.iops, each.io_kb) for each in samples),
        mean_over_ios((each.reads, each.read_kb) for each in samples),
        mean_over_ios((each.writes, each.write_kb) for each in samples),
    )


def mean_over_ios(parts: Iterable[tuple[float, float | None]]) -> float | None:
    """The mean of a figure over I/Os, each part with its IOPS; of those that say it, and None where none does.

    >>> mean_over_ios([(30, 1.0), (10, 5.0), (100, None)])
    2.0
    """
    said = [(iops, figure) for iops, figure in parts if figure is not None and iops]
    return sum(iops * figure for iops, figure in said) / sum(iops for iops, _ in said) if said else None


def iops_of(rows: Sequence[Row], loads: Mapping[str, Load], options: Options, plan: Plan) -> dict[str, float]:
    """The steady IOPS and the read share of a group of VMs; of VMs that nobody measured it is said."""
    known = [loads[row.place] for row in rows if row.place in loads]
    missing = [row for row in rows if row.place not in loads]
    if loads and missing:
        which = "the mean of the others of their group counts" if known else "those that --like or a profile says count"
        vms = f"{len(missing)} {'VMs' if len(missing) > 1 else 'VM'}"
        plan.first.append(f"{places_of(missing)}: no IOPS were measured of {vms}; {which}")
    if not known:
        return {}
    with_reads = [each for each in known if each.reads is not None]
    plan.notes.append(_NOTES[options.iops] if with_reads else _BY_PERCENTILE_ALONE)
    iops = round(sum(each.iops for each in known) / len(known), options.digits)
    average = sum(each.average or 0.0 for each in with_reads)
    reads = sum(each.reads or 0.0 for each in with_reads)
    share = {"steady_read_share": round(reads / average, options.digits)} if average else {}
    return {"steady_iops": iops, **share}


def say_sizes_of_ios(groups: Mapping[str, Sequence[Row]], loads: Mapping[str, Load], plan: Plan) -> None:
    """Say how large the measured I/Os of groups are: no cell takes that, as Designs asks it of a design."""
    found = {name: [loads[row.place] for row in rows if row.place in loads] for name, rows in groups.items()}
    of_all = [each for of_group in found.values() for each in of_group]
    size = _size_of_ios(of_all)
    if size is None:
        return
    reads = mean_over_ios((each.reads or 0.0, each.read_kb) for each in of_all)
    writes = mean_over_ios(((each.average or 0.0) - (each.reads or 0.0), each.write_kb) for each in of_all)
    if reads is not None and writes is not None:
        plan.notes.append(
            f"Users: a measured read has {reads:.1f} KB and a measured write {writes:.1f} KB on average; neither is "
            "taken: type them on Designs, where bytes are to count too"
        )
    else:
        plan.notes.append(
            f"Users: a measured I/O has {size:.1f} KB on average, which no cell takes: Designs has the size of a read "
            "and that of a write, each for itself"
        )
    if len(found) > 1:
        sizes = ((name, _size_of_ios(of_group)) for name, of_group in found.items())
        plan.notes += [f"Users: an I/O of {name!r} has {size:.1f} KB on average" for name, size in sizes if size]


def _size_of_ios(loads: Iterable[Load]) -> float | None:
    return mean_over_ios((each.average or 0.0, each.io_kb) for each in loads)


def source_with_loads(source: str, rows: Sequence[Row], loads: Mapping[str, Load], options: Options) -> str:
    """Where a group of VMs comes from, and where what was measured of them does."""
    lists = ", ".join(dict.fromkeys(loads[row.place].list_name for row in rows if row.place in loads))
    if not lists:
        return source
    has_reads = any(loads[row.place].reads is not None for row in rows if row.place in loads)
    return options.wording.said(_SOURCES[options.iops] if has_reads else PERCENTILES_ALONE, rows=source, list=lists)
