"""One host lost: a host of a cluster, a host beside arrays, or a server with drives of its own.

Its users go to the others, the reserve included. Where these do not carry them, some are without a desktop.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from vdi_sizing._arrays import Value, flag, maximum, minimum, round_up, where
from vdi_sizing.model.capacity.limits import OF_BLOCK, OF_IOS
from vdi_sizing.model.check import Warning
from vdi_sizing.model.figure import Display, Figure, Scope
from vdi_sizing.model.formats import FLAG, WHOLE
from vdi_sizing.scenario import SERVER
from vdi_sizing.words import DASH

if TYPE_CHECKING:
    from vdi_sizing.model.scopes import Block


class HostLost(Scope):
    host_lost_vms: Figure[Block, Value] = Figure("VMs per host of a cluster while one host is lost", "VMs",
        lambda b: b.in_cluster * round_up(
            b.vms_per_cluster / maximum(1.0, b.working_hosts + b.design.spare_blocks - 1)), WHOLE,
        "VMs of a cluster / (its hosts with the reserve - 1), up")
    host_lost_missing: Figure[Block, Value] = Figure("of them more than a host carries", "VMs",
        lambda b: b.in_cluster * maximum(0.0, b.host_lost_vms - minimum(
            *(limit.vms for limit in (*b.limits_of_ios, *b.limits_of_block)))), WHOLE, "by all limits but capacity",
        native=f"{{in_cluster}}*MAX(0,{{host_lost_vms}}-MIN({OF_IOS},{OF_BLOCK}))")
    server_alone: Figure[Block, float] = Figure("the block is a server with drives of its own", "0/1",
        lambda b: flag(b.design.block_kind == SERVER), FLAG)
    server_lost_vms: Figure[Block, Value] = Figure("VMs per server while one server is lost", "VMs",
        lambda b: b.server_alone * b.feasible * round_up(b.vms_whole / maximum(1.0, b.blocks - 1)), WHOLE,
        "VMs / (servers with the reserve - 1), up")
    mix_short: Figure[Block, Value] = Figure("hosts that whole VMs take beyond those left while one is lost", "hosts",
        lambda b: where(b.mix_hosts > 0, maximum(0.0, 1 + where(b.in_cluster == 1,
            round_up(b.mix_hosts / maximum(1.0, b.clusters)) - b.working_hosts - b.design.spare_blocks,
            b.mix_hosts - where(b.with_hosts == 1, b.hosts_beside, b.blocks))), 0.0), WHOLE,
        "of a cluster, in each; 0: the hosts left do")
    server_lost_missing: Figure[Block, Value] = Figure("of them more than a server carries", "VMs",
        lambda b: where(b.blocks == 1, b.server_lost_vms, maximum(0.0, b.server_lost_vms - b.vms_per_block)), WHOLE,
        "all of them where it is the only server")


class HostLostInWords(Scope):
    host_lost_words: Display[Block, Value | str] = Display("VMs that each host has to carry while one is lost", "VMs",
        lambda b: b.host_lost_vms + b.beside_lost_vms + b.server_lost_vms
        if b.in_cluster or b.with_hosts or b.server_alone else DASH, WHOLE,
        "users of the lost host go to the others, the reserve included")


class HostLostChecks(Scope):
    check_host_lost = Warning("the servers or hosts carry all users while one of them is lost",
        "the hosts do not carry their users while one of them is lost",
        lambda b: b.host_lost_missing + b.beside_lost_missing + b.server_lost_missing + b.mix_short == 0,
        remedy="Buy a spare host or server (N+1), or accept that some users wait, or work more slowly, until it is "
        "back.")
