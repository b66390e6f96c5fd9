"""Inputs of a design on bytes: how large its I/Os are in each phase, and the ports that they pass."""

from functools import partial

from vdi_sizing.inputs import Input

THROUGHPUT = "Throughput: sizes of I/Os, and ports"
USUAL_PORT_SHARE = 0.9
"""What of a port may be used where nobody says it: the most that Dell's paper allows."""

_input = partial(Input, section=THROUGHPUT, optional=True, above=0, expert=True)
_KIB = "KiB, 1024 bytes, which documents call KB"


_EXAMPLES = {
    "steady read": "both of a phase, or neither counts; Dell 2012: 1",
    "steady write": "Dell 2012: 9; the wear has a row of its own",
    "login read": "Dell 2012: 23",
    "login write": "Dell 2012: 5",
    "boot read": "Dell 2012: 32",
    "boot write": "Dell 2012: 5",
}


def io_size(phase: str, kind: str) -> Input:
    """How large a front-end read or write of a phase is."""
    return _input(f"size of a {kind}, {phase}", "KiB", f"{_KIB}; {_EXAMPLES[f'{phase} {kind}']}")


PORT_GBIT_S = _input("port of a block", "Gbit/s", "between VMs and storage, of an array or a host; blank: no limit")
PORTS = _input("ports of a block", "ports", "that carry data at the same time; blank: 1", "whole")
PORT_SHARE = _input(
    "share of a port that may be used",
    "0..1",
    f"blank: {USUAL_PORT_SHARE:g}, the most that Dell 2012 allows; ETRI reached 0.88",
    "share",
)
