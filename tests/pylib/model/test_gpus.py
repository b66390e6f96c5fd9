"""VMs with a share of a GPU: by cases worked out by hand, against a search over all placements, and what is unknown."""

from __future__ import annotations

import random
from dataclasses import replace
from functools import cache
from itertools import product
from math import ceil
from statistics import fmean
from typing import Any

import pytest
from tests.pylib.model.office import AS_OF, LIST, USERS, block_of, scenario, sized

from vdi_sizing._arrays import Value
from vdi_sizing.errors import InputError
from vdi_sizing.formulas import hosts
from vdi_sizing.model.scopes import Block
from vdi_sizing.model.sections import lines_by_name
from vdi_sizing.model.sizing import size
from vdi_sizing.scenario import BillRow, Design, Tier, UserGroup
from vdi_sizing.tables.price_lists import Price
from vdi_sizing.words import DASH, NO_LIMIT

SERVER = Design(
    "servers", "office", (Tier("new", "RAID 6", 12),), block_kind="server", ram_gib=1024, cores=64, vcpus_per_core=6,
    gpus=2, gpu_gb=48,
)  # fmt: skip
CLUSTER = replace(SERVER, block_kind="cluster", tiers=(Tier("new", "S2D three-way mirror"),))
ARRAY = replace(SERVER, block_kind="array", ram_gib=None, cores=None, beside_ram_gib=1024, beside_cores=64)
OFFICE = replace(USERS, name="office", vms=600, vcpus=2, ram_gib=8)
CAD = replace(USERS, name="CAD", vms=60, vcpus=4, ram_gib=16, gpu_gb=8)
HARDWARE: list[Any] = [SERVER, CLUSTER, ARRAY]
KINDS = pytest.mark.parametrize("design", HARDWARE, ids=["server", "cluster", "beside an array"])


def hosts_of(design: Design, *groups: UserGroup) -> Any:
    x = sized(design, *groups)
    return x["hosts_needed_beside"] if x["with_hosts"] else x["blocks_needed"]


@KINDS
@pytest.mark.parametrize(("profile", "hosts"), [(8, 5), (16, 10), (24, 15), (32, 30), (48, 30), (7.9, 5)])
def test_users_per_gpu_are_whole_profiles(design: Design, profile: float, hosts: int) -> None:
    """60 VMs on two GPUs of 48 GB: 12 to a host with 8 GB each, 6 with 16, 4 with 24, and 2 with 32, as with 48."""
    assert hosts_of(design, replace(CAD, gpu_gb=profile)) == hosts


def test_a_gpu_may_be_what_limits_a_server_a_cluster_and_hosts_beside_an_array() -> None:
    assert sized(SERVER, CAD)["binding_name"] == sized(CLUSTER, CAD)["hosts_decided"] == "GPU"
    assert sized(ARRAY, CAD)["beside_decided"] == "GPU"
    assert sized(SERVER, CAD)["limit_gpu_words"] == 12
    assert sized(SERVER, OFFICE)["limit_gpu_words"] == "not given"
    assert sized(ARRAY, CAD)["limit_gpu_words"] == DASH


def test_desktops_with_a_gpu_beside_an_office() -> None:
    """600 VMs of 8 GiB and 60 of 16 with 8 GB of a GPU: 5,760 GiB are 6 hosts, and each has at most 12 of 60: 5.

    Profiles of 24 GB take 15 hosts, of which each has 4 of the 60 and 40 of the 600.
    """
    x, larger = sized(SERVER, OFFICE, CAD), sized(SERVER, OFFICE, replace(CAD, gpu_gb=24))
    assert (x["blocks_needed"], x["binding_name"], x["hosts_at_least"]) == (6, "RAM", 6)
    assert (larger["blocks_needed"], larger["binding_name"], larger["hosts_at_least"]) == (15, "GPU", 15)
    assert (larger["after_a_vm1_on_each"], larger["after_a_vm2_on_each"]) == (40, 4)
    assert (larger["after_a_gpus_in_use"], larger["after_most_gpus"]) == (1, 1)
    assert (x["after_most_gpus"], x["vm2_gpu_gb"], x["vm1_gpu_gb"]) == (1, 8, 0)


def test_vms_of_several_profiles_share_no_gpu() -> None:
    """Two GPUs hold two profiles. A third takes hosts of its own, though its GB would have room beside the others."""
    groups = [replace(CAD, name=f"{gb} GB", vms=4, gpu_gb=gb) for gb in (4, 8, 16)]
    assert hosts_of(SERVER, *groups[:2]) == 1
    x = sized(SERVER, *groups)
    assert (x["blocks_needed"], x["way_decided"], x["binding_name"]) == (3, "each size apart", "whole VMs")


def test_the_smallest_vms_may_be_those_with_a_gpu() -> None:
    """Session hosts of 128 GiB beside 40 small VMs with 24 GB of a GPU, of which four go on a host: ten hosts."""
    groups = replace(USERS, name="sessions", vms=10, ram_gib=128), replace(CAD, vms=40, ram_gib=4, gpu_gb=24)
    x = sized(SERVER, *groups)
    assert (x["blocks_needed"], x["after_a_vm1_on_each"], x["after_a_vm2_on_each"]) == (10, 4, 1)
    assert x["after_unplaced"] == 0


def test_two_sizes_of_one_profile_share_the_gpus_in_use() -> None:
    """Six VMs of 8 GB fill one GPU of 48 GB, whatever their RAM is: of two GPUs one is in use."""
    groups = replace(CAD, vms=3, ram_gib=16), replace(CAD, name="viewers", vms=3, ram_gib=8)
    assert sized(SERVER, *groups)["after_a_gpus_in_use"] == 0.5
    assert sized(SERVER, groups[0], replace(groups[1], gpu_gb=6))["after_a_gpus_in_use"] == 1


@cache
def fewest_hosts(left: tuple[int, ...], groups: tuple[tuple[int, int, int], ...], host: tuple[int, int, int]) -> int:
    """The fewest hosts of all placements on which a GPU has VMs of one profile."""
    if not any(left):
        return 0
    best = sum(left)
    first = next(at for at, number in enumerate(left) if number)
    for taken in product(*(range(number + 1) for number in left)):
        if taken[first] and fits(taken, groups, host):
            rest = tuple(number - n for number, n in zip(left, taken, strict=True))
            best = min(best, 1 + fewest_hosts(rest, groups, host))
    return best


def fits(taken: tuple[int, ...], groups: tuple[tuple[int, int, int], ...], host: tuple[int, int, int]) -> bool:
    """Whether VMs go on a host with so much RAM, so many GPUs, and so many GB on each of these."""
    ram, gpus, gpu_gb = host
    if sum(n * group[0] for n, group in zip(taken, groups, strict=True)) > ram:
        return False
    profiles = {group[1] for group in groups if group[1]}
    of_profile = {gb: sum(n for n, group in zip(taken, groups, strict=True) if group[1] == gb) for gb in profiles}
    return sum(ceil(number / (gpu_gb // gb)) for gb, number in of_profile.items()) <= gpus


def drawn(source: random.Random) -> tuple[Design, list[UserGroup], tuple[int, int, int]]:
    ram, gpus, gpu_gb = source.choice([64, 96]), source.randint(1, 3), source.choice([8, 12])
    groups = [
        replace(USERS, name=f"{at}", vms=source.randint(1, 6), ram_gib=source.choice([4, 8, 16, 24]),
                gpu_gb=source.choice([0, 0, 2, 4, 8]))
        for at in range(source.randint(2, 3))
    ]  # fmt: skip
    return replace(SERVER, ram_gib=ram, gpus=gpus, gpu_gb=gpu_gb), groups, (ram, gpus, gpu_gb)


def test_never_fewer_hosts_than_a_search_over_all_placements() -> None:
    """Small mixes, most of them bound by GPUs of one to six VMs each; and what no placement beats is no more.

    In 241 of 250 it is one more at most. What is further above has three sizes: where each stands apart, one without a
    GPU does not use the room on the hosts of the others (three mixes), and GPUs are not dealt one by one (six).
    """
    source, above = random.Random(35), []
    for _ in range(250):
        design, groups, host = drawn(source)
        x = sized(design, *groups)
        asked = tuple((int(g.ram_gib or 0), int(g.gpu_gb or 0), 0) for g in groups)
        fewest = fewest_hosts(tuple(int(g.vms) for g in groups), asked, host)
        assert x["hosts_at_least"] <= fewest
        above.append(int(x["blocks_needed"]) - fewest)
    counts = [above.count(number) for number in range(7)]
    assert min(above) == 0
    assert counts == [211, 30, 8, 1, 0, 0, 0]


def test_the_function_places_them_as_the_model_does() -> None:
    """Of GB of a GPU per VM, and what a host has of them; without a GPU it says what it said without these."""
    source = random.Random(37)
    for _ in range(150):
        design, groups, (ram, gpus, gpu_gb) = drawn(source)
        vms, gib, cores, gb = zip(*((g.vms, g.ram_gib, (g.vcpus or 0) / 6, g.gpu_gb) for g in groups), strict=True)
        found = hosts.hosts_for_mix(vms, gib, cores, ram, 64, gb, gpus, gpu_gb)
        assert found == sized(design, *groups)["blocks_needed"]
        assert hosts.hosts_for_mix(vms, gib, cores, ram, 64, 0, gpus) == hosts.hosts_for_mix(vms, gib, cores, ram, 64)


@pytest.mark.parametrize(
    ("given", "said"),
    [((8, 0, 16), "host_gpus is 0.*; expected a number at least 1 GPUs, which a VM of group 1 takes"),
     ((8, 2, 4), "gpu_gb is 4.*; expected a number at least 8 GB, which a VM of group 1 takes"),
     ((-1, 2, 16), "vm_gpu_gb is -1")],
)  # fmt: skip
def test_the_function_refuses_a_vm_that_no_gpu_holds(given: tuple[float, float, float], said: str) -> None:
    with pytest.raises(InputError, match=said):
        hosts.hosts_for_mix(60, 16, 1, 512, 48, *given)
    assert hosts.hosts_for_mix([60, 0], 16, 1, 512, 48, [0, 8]) == hosts.hosts_for_mix(60, 16, 1, 512, 48)


@pytest.mark.everything
def test_how_far_two_profiles_are_above_what_no_placement_beats() -> None:
    """Of up to 1,400 VMs, in percent by the GPUs of a host, as docs/model.md says them."""
    source = random.Random(38)
    above: dict[int, list[float]] = {}
    for _ in range(150):
        gpus, gpu_gb = source.choice([1, 2, 2, 4, 4, 8]), source.choice([16, 24, 48])
        design = replace(SERVER, ram_gib=source.choice([512, 1024]), gpus=gpus, gpu_gb=gpu_gb)
        groups = [replace(OFFICE, vms=source.randint(100, 1000))] if source.random() < 0.7 else []
        groups += [
            replace(CAD, name=f"{gb} GB", vms=source.randint(10, 200), ram_gib=source.choice([8, 16, 32]), gpu_gb=gb)
            for gb in source.sample([1, 2, 4, 8, 12], 2)
        ]
        x = sized(design, *groups)
        above.setdefault(max(2, gpus), []).append(float(x["blocks_needed"]) / float(x["hosts_at_least"]) - 1)
    assert {gpus: round(100 * fmean(shares)) for gpus, shares in above.items()} == {2: 13, 4: 8, 8: 1}


def test_what_is_shown_stands_on_no_host_that_has_too_little() -> None:
    source, shown = random.Random(36), 0
    for _ in range(150):
        design, groups, (ram, gpus, _) = drawn(source)
        made = scenario(design, groups=tuple(groups))
        b = Block(made, made.designs_in_use[0])
        for state in b.host_states:
            assert state.unplaced == 0
            for kind in state.kinds:
                if kind.hosts:
                    shown += 1
                    assert sum(each.on_each * each.size.ram_gib for each in kind.sizes) <= ram
                    assert kind.gpus_in_use <= 1
                    taking = [each for each in kind.sizes if each.size.gpu_gb > 0]
                    assert sum(ceil(each.on_each / each.size.of_gpu) for each in taking) <= gpus
    assert shown > 300


def test_the_order_of_groups_changes_nothing() -> None:
    source = random.Random(37)
    for _ in range(40):
        design, groups, _ = drawn(source)
        first = sized(design, *groups)
        source.shuffle(groups)
        other = sized(design, *groups)
        for name in ("limit_gpu", "even_hosts", "apart_hosts", "apart_for_gpus", "blocks_needed", "hosts_at_least"):
            assert first[name] == other[name], name


@KINDS
def test_without_a_user_of_a_gpu_no_figure_moves(design: Design) -> None:
    """Whether the hosts have GPUs or not, and whether 0 or nothing is typed for the VMs; but what they have is said."""
    plain = sized(replace(design, gpus=None, gpu_gb=None), OFFICE, replace(CAD, gpu_gb=None))
    for changed in (design, replace(design, gpu_gb=None)):
        x = sized(changed, OFFICE, replace(CAD, gpu_gb=0))
        for name in lines_by_name().keys() - {"host_gpu_gb", "equipment"}:
            assert x[name] == plain[name], name


@KINDS
@pytest.mark.parametrize("gpus", [None, 0])
def test_a_gpu_that_no_host_has_is_an_error(design: Design, gpus: float | None) -> None:
    x = sized(replace(design, gpus=gpus, gpu_gb=None), OFFICE, CAD)
    assert (x["stands"], x["check_fits"], x["gpus_known"]) == (0, 0, 1)
    assert x["fits_nowhere"] == "CAD: a VM takes 8 GB of a GPU, and its host has none"


@KINDS
def test_a_gpu_that_is_too_small_is_an_error(design: Design) -> None:
    """Two of 48 GB are no one of 64: a VM's frame buffer lies on one."""
    x = sized(design, OFFICE, replace(CAD, gpu_gb=64))
    assert (x["stands"], x["fits_nowhere"]) == (0, "CAD: a VM takes 64 GB of a GPU, and one of its host has 48 GB")
    assert sized(design, OFFICE, replace(CAD, case="other", gpu_gb=64))["stands"] == 1


@pytest.mark.parametrize(
    ("asked", "host", "said"),
    [
        (0.5, None, "0.5 GB of a GPU, and its host has none"),
        (1.001, 1, "1.01 GB of a GPU, and one of its host has 1 GB"),
        (24, 23.75, "24 GB of a GPU, and one of its host has 23.75 GB"),
    ],
)  # fmt: skip
def test_a_frame_buffer_is_said_as_it_is_typed(asked: float, host: float | None, said: str) -> None:
    server = replace(SERVER, gpus=None if host is None else 1, gpu_gb=host)
    assert sized(server, OFFICE, replace(CAD, gpu_gb=asked))["fits_nowhere"] == f"CAD: a VM takes {said}"


@KINDS
def test_the_gb_of_a_gpu_that_nobody_gave_are_not_judged(design: Design) -> None:
    blank = replace(design, gpu_gb=None)
    x = sized(blank, OFFICE, CAD)
    assert (x["stands"], x["gpus_known"], x["judged"], x["check_gpus_unknown"], x["limit_gpu"]) == (1, 0, 0, 0, 1e9)
    assert "; GPU, for want of the GB of a GPU of its hosts: type it on Designs" in x["unjudged_limits"]
    assert sized(replace(blank, acknowledged="gpus_unknown: there"), OFFICE, CAD)["gpus_judged"] == 1
    assert sized(design, OFFICE, CAD)["gpus_judged"] == sized(blank, OFFICE)["gpus_judged"] == 1


def test_gb_that_nobody_gave_divide_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    """No limit is a number: what it divides lies near a step of a rounding."""
    divided: list[Value] = []
    plain = hosts._vms_of_gpu

    def watched(vm_gb: Value, gpu_gb: Value) -> Value:
        divided.append(gpu_gb)
        return plain(vm_gb, gpu_gb)

    monkeypatch.setattr(hosts, "_vms_of_gpu", watched)
    assert sized(replace(SERVER, gpu_gb=None), OFFICE, CAD)["stands"] == 1
    assert divided
    assert max(divided) < NO_LIMIT


def test_storage_alone_says_nothing_of_the_gpus_of_its_hosts() -> None:
    storage = replace(ARRAY, beside_ram_gib=None, beside_cores=None)
    x = sized(storage, OFFICE, CAD)
    assert (x["servers_sized"], x["stands"], x["gpus_judged"], x["limit_gpu"]) == (0, 1, 0, 1e9)


def test_a_licence_per_user_of_a_gpu() -> None:
    """600 users have none. Of 60 desktops 45 are in use at once, and 4 session hosts have 10 users each: 85."""
    groups = OFFICE, replace(CAD, concurrency=0.75), replace(CAD, name="sessions", vms=4, users_per_vm=10, ram_gib=64)
    bill = (
        BillRow("servers", "vGPU", 1, "GPU user", maintained=False, metric="NVIDIA vPC"),
        BillRow("servers", "vGPU", 2, "VM", "per year"),
    )
    priced = replace(
        scenario(SERVER, groups=groups, price_list=LIST, years=5.0), bill=bill,
        prices=(Price(LIST, "vGPU", None, 100.0, 0.0, "EUR", AS_OF, "offer"),),
    )  # fmt: skip
    x = size(priced).designs[0]
    assert x["gpu_users_per_vm"] == 85 / 649
    once, yearly = x.bill
    assert once.quantity_for_users == pytest.approx(85)
    assert once.users_eur == pytest.approx(8500)
    assert yearly.quantity_for_users == 2 * 649
    assert x["known_users_eur"] == x["parts_per_vm_eur"] * 649 == pytest.approx(8500)
    assert x["maintained_per_vm_eur"] == 0


def test_a_vm_without_users_takes_the_licence_of_one_while_it_runs_with_a_gpu() -> None:
    x = sized(SERVER, OFFICE, replace(CAD, vms=4, concurrency=0.5, users_per_vm=0))
    assert x["gpu_users_per_vm"] == 2 / 602
    assert x["users_whole"] == 600


@pytest.mark.parametrize(
    ("gpus", "part", "per", "asked"),
    [
        (2, "server with all", "host", 1), (2, "NVIDIA L4", "host", 0), (2, "gpu card", "block", 0),
        (2, "vGPU licence", "GPU user", 1), (2, "vGPU licence", "VM", 1), (0, "server", "host", 0),
        (None, "server", "host", 0),
    ],
)  # fmt: skip
@pytest.mark.parametrize("known", [None, "gpus_billed: in the price of the host"])
def test_gpus_that_no_part_is_called_by_are_warned_of(
    gpus: float | None, part: str, per: str, asked: float, known: str | None
) -> None:
    """EUR without them would look cheap; where a host's price contains them, the design's text says so."""
    priced = replace(
        scenario(replace(SERVER, gpus=gpus, gpu_gb=None, acknowledged=known), groups=(OFFICE,), price_list=LIST),
        bill=(BillRow("servers", part, 1, per),),
        prices=(Price(LIST, part, None, 100.0, 0.0, "EUR", AS_OF, "offer"),),
    )
    x = size(priced).designs[0]
    assert x["check_gpus_billed"] == 1 - asked
    assert ("no part on the bill is called GPU" in x["to_know"]) == bool(asked)
    assert ("no GPU is billed" in x["against_words"]) == bool(asked and known is None)


@pytest.mark.parametrize(
    ("change", "expected"),
    [({"gpu_gb": -1}, r"GPU GB is -1; expected a number of at least 0 GB"), ({"gpu_gb": "2Q"}, "GPU GB is '2Q'")],
)
def test_what_is_no_frame_buffer_is_refused(change: dict[str, Any], expected: str) -> None:
    with pytest.raises(InputError, match=expected):
        replace(CAD, **change)


@pytest.mark.parametrize(
    ("change", "expected"),
    [({"gpus": 1.5}, "GPUs per host is 1.5; expected a whole number"), ({"gpu_gb": 0}, "GB of a GPU is 0; expected")],
)
def test_what_is_no_gpu_is_refused(change: dict[str, Any], expected: str) -> None:
    with pytest.raises(InputError, match=expected):
        replace(SERVER, **change)


@KINDS
def test_the_report_says_the_gpus_of_what_runs_the_vms(design: Design) -> None:
    """Cores and RAM stand before them; GPUs of which nobody gave the GB are not judged, and not said."""
    plain = sized(replace(design, gpus=None, gpu_gb=None), OFFICE)["equipment"]
    assert sized(design, OFFICE)["equipment"] == f"{plain}, 2 GPUs of 48 GB"
    assert sized(replace(design, gpus=1, gpu_gb=23.7), OFFICE)["equipment"] == f"{plain}, 1 GPU of 24 GB"
    for without in (replace(design, gpus=0), replace(design, gpus=None), replace(design, gpu_gb=None)):
        assert sized(without, OFFICE)["equipment"] == plain


def test_the_report_says_no_gpus_of_storage_alone() -> None:
    assert sized(replace(ARRAY, beside_ram_gib=None, beside_cores=None), OFFICE)["equipment"] == ""
    assert sized(replace(SERVER, ram_gib=None, cores=None), OFFICE)["equipment"] == "2 GPUs of 48 GB"


def test_vms_of_one_profile_share_gpus_whatever_their_size() -> None:
    """On a host one of 4 vCPU and one of 6 with 8 GB each take one GPU of 48 GB, and one with 12 GB another."""
    sizes = (replace(CAD, vms=1), replace(CAD, name="film", vcpus=6, vms=1), replace(OFFICE, vms=1))
    assert block_of(scenario(SERVER, groups=sizes)).after.most_gpus == 1 / 2
    unlike = (*sizes[:1], replace(sizes[1], gpu_gb=12), *sizes[2:])
    assert block_of(scenario(SERVER, groups=unlike)).after.most_gpus == 1
