"""Inputs of a design on its fourth phase: what comes on top of steady work, and of how many VMs at once."""

from functools import partial

from vdi_sizing.inputs import DEMAND, Input

FOURTH = "fourth"
"""The phase beside steady work, logins and boots: an antivirus scan, an update, a recompose, or making desktops."""
FOURTH_PHASE = "Fourth phase: antivirus scan, update, recompose, making desktops"

_input = partial(Input, section=FOURTH_PHASE, optional=True, expert=True, role=DEMAND)
FOURTH_IOPS = _input(
    "IOPS of a VM that is at it", "IOPS", "on top of the steady load, which goes on; measure it; blank: none", above=0
)
FOURTH_READS = _input("reads among them", "0..1", "needed for it; EMC 2012 made desktops at 0.5 to 0.9", "share")
FOURTH_VMS = _input("VMs that are at it at the same time", "VMs", "of all users; blank: all of them", "whole", above=0)
