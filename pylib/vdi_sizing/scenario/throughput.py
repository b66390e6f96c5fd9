"""Inputs of a design on bytes and boots: how large its I/Os are, the ports that they pass, how long a boot may take."""

from functools import partial

from vdi_sizing.inputs import DEMAND, WISH, Input

THROUGHPUT = "Throughput: sizes of I/Os, and ports"
BOOT_TIME = "Longest boot time"
USUAL_PORT_SHARE = 0.9
"""What of a port may be used where nobody says it: the most that Dell's paper allows."""

_input = partial(Input, section=THROUGHPUT, optional=True, above=0, expert=True, role=WISH)
_boot = partial(Input, section=BOOT_TIME, optional=True, expert=True, role=WISH)
_KIB = "KiB, 1024 bytes, which documents call KB"


_EXAMPLES = {
    "steady read": "both of a phase, or neither counts; Dell 2012: 1",
    "steady write": "Dell 2012: 9; the wear has a row of its own",
    "login read": "Dell 2012: 23",
    "login write": "Dell 2012: 5",
    "boot read": "Dell 2012: 32",
    "boot write": "Dell 2012: 5",
    "fourth read": "EMC 2012, making desktops: 22",
    "fourth write": "EMC 2012: 8.5",
}


def io_size(phase: str, kind: str) -> Input:
    """How large a front-end read or write of a phase is."""
    return _input(f"size of a {kind}, {phase}", "KiB", f"{_KIB}; {_EXAMPLES[f'{phase} {kind}']}", role=DEMAND)


PORT_GBIT_S = _input("port of a block", "Gbit/s", "between VMs and storage, of an array or a host; blank: no limit")
PORTS = _input("ports of a block", "ports", "that carry data at the same time; blank: 1", "whole")
PORT_SHARE = _input(
    "share of a port that may be used",
    "0..1",
    f"blank: {USUAL_PORT_SHARE:g}, the most that Dell 2012 allows; ETRI reached 0.88",
    "share",
)
LONGEST_BOOT = _boot(
    "longest boot time",
    "min",
    "for all VMs: raises the boot storm to I/Os per boot / this time; blank: not asked",
    above=0,
)
BOOT_READS = _boot(
    "reads among the I/Os of a boot",
    "0..1",
    "for it, where the users have no boot IOPS; Dell 2012: 0.13",
    "share",
    role=DEMAND,
)
