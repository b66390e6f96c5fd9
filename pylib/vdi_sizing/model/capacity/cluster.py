"""A hyper-converged cluster: a block is one host of it, and its hosts share what they store.

Hosts follow without iteration. What carries VMs host by host, RAM, cores, drives that are given, a measured or given
number, says how many VMs a host takes. The store is that of all hosts: images and what is kept free for rebuilding
stand in it once. A cluster that outgrows its largest size becomes several equal ones.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from vdi_sizing._arrays import Value, divide, maximum, minimum, round_down, round_up, where
from vdi_sizing.formulas.capacity import _needed_gb
from vdi_sizing.inputs import same_name
from vdi_sizing.model.capacity.limits import OF_BLOCK
from vdi_sizing.model.capacity.space import vms_in
from vdi_sizing.model.check import Error, Warning
from vdi_sizing.model.figure import Display, Figure, Scope, down, over
from vdi_sizing.model.formats import TEXT, VMS, VMS_EXACT, WHOLE
from vdi_sizing.model.grouped_digits import counted, said
from vdi_sizing.words import DASH, NO_LIMIT, NO_LIMIT_TEXT

if TYPE_CHECKING:
    from vdi_sizing.model.scopes import Block, Part, Tier


class GivenPart(Scope):
    given_response_vms: Figure[Part, Value] = Figure("VMs that the drives given carry in time", "VMs",
        lambda p: NO_LIMIT if p.own.drives is None or p.block.design.response_limit_ms is None
        else divide(p.own.drives * p.steady.drive_iops * p.highest_utilization, p.steady.backend_iops, NO_LIMIT),
        VMS_EXACT, "where it keeps the response target by itself")


def _in_time(b: Block) -> Value:
    if b.design.measured_vms is not None:
        return NO_LIMIT
    return round_down(minimum(NO_LIMIT, *(p.given_response_vms for p in b.parts)))


def _host_vms_most(b: Block) -> Value:
    by_iops = round_down(minimum(NO_LIMIT, b.given_iops_vms))
    return minimum(*(limit.vms for limit in b.limits_of_block), by_iops, b.host_vms_in_time, b.bays_even_vms)


class VmsOfHost(Scope):
    host_vms_in_time: Figure[Block, Value] = Figure("VMs per host that the drives given carry in time", "VMs",
        _in_time, VMS)
    host_vms_most: Figure[Block, Value] = Figure("VMs per host by all that is given but capacity", "VMs",
        _host_vms_most, VMS, "what a host of a cluster carries",
        native=f"MIN({OF_BLOCK},{down(f'MIN({NO_LIMIT_TEXT},{{given_iops_vms}})')},{{host_vms_in_time}},{{bays_even_vms}})")
    layout_hosts_most: Figure[Block, Value] = Figure("hosts of the largest cluster that its layouts form", "hosts",
        lambda b: minimum(*(where(p.most_hosts == 0, NO_LIMIT, p.most_hosts) for p in b.parts)), VMS)
    largest_hosts: Figure[Block, Value] = Figure("hosts of the largest cluster", "hosts",
        lambda b: minimum(NO_LIMIT if b.design.max_hosts is None else b.design.max_hosts, b.layout_hosts_most), VMS,
        "as entered, and by its layouts")
    working_hosts_most: Figure[Block, Value] = Figure("the same without its reserve", "hosts", lambda b: where(
            b.largest_hosts == NO_LIMIT, NO_LIMIT, maximum(1.0, b.largest_hosts - b.design.spare_blocks)), VMS)


class TierOfLargest(Scope):
    largest_vms: Figure[Tier, Value] = Figure("VMs in the largest cluster, by capacity", "VMs",
        lambda t: NO_LIMIT if t.own.drives is None
        else vms_in(t.block, t.block.working_hosts_most * t.given_gb, t.fixed_gb + t.kept_gb, t.gb_per_vm),
        VMS_EXACT)


def _largest_vms(b: Block) -> Value:
    if b.design.usable_gb is None:
        stored = minimum(*(tier.largest_vms for tier in b.tiers))
    else:
        stored = vms_in(b, b.working_hosts_most * b.design.usable_gb, b.fixed_gb, b.gb_per_vm)
    largest = maximum(1.0, minimum(NO_LIMIT, b.working_hosts_most * b.host_vms_most, round_down(stored)))
    return where(b.largest_hosts == NO_LIMIT, NO_LIMIT, largest)


def _hosts_for(b: Block, usable_gb: Value, once_gb: Value, gb_per_vm: Value) -> Value:
    """How many hosts hold the VMs of a cluster, where each has a capacity."""
    needed = _needed_gb(b.vms_per_cluster, once_gb, gb_per_vm, b.design.vm_headroom, b.design.array_headroom)
    hosts = where(usable_gb == 0, NO_LIMIT, round_up(divide(needed, usable_gb, otherwise=0.0)))
    return where(gb_per_vm == 0, 0.0, hosts)


class Clusters(Scope):
    largest_vms: Figure[Block, Value] = Figure("VMs of the largest cluster", "VMs",
        _largest_vms, VMS, "by its hosts, and by the capacity of drives that are given")
    clusters: Figure[Block, Value] = Figure("clusters for the users", "clusters",
        lambda b: b.in_cluster * where(b.largest_hosts == NO_LIMIT, 1.0,
            maximum(1.0, round_up(b.vms_whole / b.largest_vms), round_up(b.mix_hosts / b.working_hosts_most))), WHOLE)
    vms_per_cluster: Figure[Block, Value] = Figure("VMs of a cluster, users spread evenly", "VMs",
        lambda b: b.in_cluster * round_up(b.vms_whole / maximum(1.0, b.clusters)), WHOLE)


class TierOfCluster(Scope):
    hosts_by_capacity: Figure[Tier, Value] = Figure("hosts by capacity", "hosts", lambda t: 0.0 if t.own.drives is None
        else _hosts_for(t.block, t.given_gb, t.fixed_gb + t.kept_gb, t.gb_per_vm), WHOLE,
        "where its drives are given; drives that are counted hold what they have to")


def _hosts_by_capacity(b: Block) -> Value:
    if b.design.usable_gb is not None:
        return b.in_cluster * _hosts_for(b, b.design.usable_gb, b.fixed_gb, b.gb_per_vm)
    return b.in_cluster * maximum(*(tier.hosts_by_capacity for tier in b.tiers))


class Hosts(Scope):
    """0 where the block is no cluster."""

    hosts_by_vms: Figure[Block, Value] = Figure("hosts of a cluster by VMs per host", "hosts",
        lambda b: b.in_cluster * maximum(round_up(b.vms_per_cluster / maximum(1.0, b.host_vms_most)),
            round_up(b.mix_hosts / maximum(1.0, b.clusters))), WHOLE, "and no fewer than whole VMs take")
    hosts_by_capacity: Figure[Block, Value] = Figure("hosts of a cluster by capacity", "hosts",
        _hosts_by_capacity, WHOLE)
    working_hosts: Figure[Block, Value] = Figure("hosts of a cluster, without its reserve", "hosts",
        lambda b: b.in_cluster * minimum(
            b.working_hosts_most, maximum(1.0, b.hosts_needed, b.hosts_by_vms, b.hosts_by_capacity)), WHOLE,
        "the most of: what its layouts are spread over, VMs per host, capacity")
    hosts_sharing: Figure[Block, Value] = Figure("blocks that share what is stored once", "blocks",
        lambda b: where(b.in_cluster == 1, b.working_hosts, 1.0), WHOLE,
        "1 where the block is no cluster")
    host_vms: Figure[Block, Value] = Figure("VMs per host, users spread evenly", "VMs",
        lambda b: b.in_cluster * round_up(b.vms_per_cluster / b.hosts_sharing), WHOLE)


_LAYOUT, _CAPACITY, _IN_TIME, _IOPS, _ENTERED = "its layout", "capacity", "response time", "IOPS", "as entered"
_BAYS = "drive bays"


def _decided_by(b: Block) -> str:
    if not b.in_cluster:
        return DASH
    if b.hosts_needed > max(b.hosts_by_vms, b.hosts_by_capacity):
        return _LAYOUT
    if b.hosts_by_capacity > b.hosts_by_vms:
        return _CAPACITY
    by_drives = _IN_TIME if b.host_vms_in_time == b.host_vms_most else _IOPS
    if b.bays_even_vms == b.host_vms_most:
        by_drives = _BAYS
    return next((each.limit.label for each in b.limits_of_block if each.vms == b.host_vms_most), by_drives)


def _hosts_of_each(b: Block) -> str:
    if not b.in_cluster:
        return DASH
    reserve = said(b.design.spare_blocks > 0, f" and {b.design.spare_blocks:.0f} in reserve")
    return f"{counted(b.working_hosts, 'host')}{reserve}{said(b.clusters == 1, '', ' each')}"


def _largest_words(b: Block) -> str:
    if b.clusters < 2:
        return ""
    by = said(b.layout_hosts_most <= b.largest_hosts, f"by {_LAYOUT}", _ENTERED)
    return f"; {counted(b.largest_hosts, 'host')} at most in each, {by}"


def _largest_allowed_by(b: Block) -> str:
    """The rules of a product, or what was entered, which is no rule of the product's."""
    if b.layout_hosts_most > b.largest_hosts:
        return f", {_ENTERED}"
    return said(b.first_store != "", f", by the rules of {b.first_store} (sheet RAID)")


class InWords(Scope):
    hosts_decided: Display[Block, str] = Display("what decides on the hosts", "",
        _decided_by, TEXT)
    hosts_of_each: Display[Block, str] = Display("hosts of a cluster, in words", "",
        _hosts_of_each, TEXT)
    largest_words: Display[Block, str] = Display("what splits the users into several clusters", "",
        _largest_words, TEXT)
    cluster_words: Display[Block, str] = Display("clusters and their hosts", "",
        lambda b: f"{counted(b.clusters, 'cluster')} of {b.hosts_of_each}, by {b.hosts_decided}{b.largest_words}"
        if b.in_cluster else DASH, TEXT, "and what decides on the number of hosts")


class ClusterChecks(Scope):
    check_spread = Error("the layouts of a cluster are spread over its hosts",
        "a tier of the cluster has a layout of a single server, which is lost with its host",
        lambda b: b.in_cluster == 0 or all(t.over_hosts for t in b.tiers if t.used),
        remedy="Choose a RAID level with a number of hosts (sheet RAID), or make the block a server.")
    first_store: Display[Block, str] = Display("product of its first tier's layout", "",
        lambda b: next((tier.store for tier in b.tiers if tier.used), ""), TEXT)
    check_one_store = Error("the layouts of a cluster are of one product",
        "the tiers of the cluster have layouts of different products, which form no cluster",
        lambda b: b.in_cluster == 0 or all(same_name(t.store, b.first_store) for t in b.tiers if t.used),
        remedy="Choose layouts of one product for all tiers (sheet RAID), or make two designs.",
        native="OR({in_cluster}=0," + over("tiers", "+", "{used}*({store}<>{block.first_store})") + "=0)")
    hosts_least: Display[Block, Value] = Display("hosts of the smallest cluster that can be formed", "hosts",
        lambda b: b.in_cluster * (maximum(1.0, b.hosts_needed) + b.design.spare_blocks), WHOLE, "with its reserve")
    hosts_least_words: Display[Block, str] = Display("the same in words", "",
        lambda b: f"{b.hosts_least:g} with the reserve, of {b.largest_hosts:.0f} at most{_largest_allowed_by(b)}", TEXT)
    check_cluster = Error("the largest cluster has hosts for its layouts, and for its reserve",
        "the largest cluster has fewer hosts than its layout and its reserve need",
        lambda b: b.in_cluster == 0 or b.hosts_least <= b.largest_hosts,
        remedy="Allow a larger cluster on Designs, or choose a layout over fewer or more hosts (sheet RAID).",
        names=hosts_least_words)
    check_largest = Warning("a largest cluster is given for a cluster alone",
        "a largest cluster is given for a block that is no cluster: it counts for nothing",
        lambda b: b.design.max_hosts is None or b.in_cluster == 1,
        remedy="Make the block a cluster on Designs, or clear its largest cluster.")
    check_largest_formed = Warning("the layouts of a cluster can be spread over the largest cluster that is given",
        "the largest cluster given is larger than its layouts can form: that of its layouts counts",
        lambda b: b.in_cluster == 0 or b.design.max_hosts is None or b.layout_hosts_most >= b.design.max_hosts,
        remedy="On Designs, clear the largest cluster or make it smaller, or choose a layout over more hosts "
        "(sheet RAID).")
