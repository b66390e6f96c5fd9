"""What it takes to work out by hand how many VMs a block carries by capacity and by steady IOPS.

Each is set by one part of the block: the tier that is full first, and the drives that are busy first. Of these stand
here what (usable GB x (1 - kept free) - GB of images) / GB per VM, and drives x IOPS x maximum utilisation / back-end
IOPS per VM, are made of.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from vdi_sizing._arrays import Value, minimum, rounded, value_at, where
from vdi_sizing.model.figure import Figure, Scope
from vdi_sizing.model.formats import FLAG, ONE, THREE, WHOLE
from vdi_sizing.words import NO_LIMIT

if TYPE_CHECKING:
    from vdi_sizing.model.scopes import Block


def _first(vms: Sequence[Value]) -> Value:
    """The same in Python."""
    least, position = minimum(*vms), float(len(vms))
    for at in range(len(vms) - 1, 0, -1):
        position = where(rounded(vms[at - 1] - least) <= 0, float(at), position)  # type: ignore[assignment]
    return position


class OfFullestTier(Scope):
    fullest_tier: Figure[Block, Value] = Figure("tier that is full first", "",
        lambda b: 0.0 if b.design.usable_gb is not None else _first([tier.capacity_vms for tier in b.tiers]), FLAG,
        "0: the usable capacity of the block is given, and is that of no tier")
    fullest_usable_gb: Figure[Block, Value] = Figure("usable capacity of the tier that is full first", "GB",
        lambda b: value_at(1 + b.fullest_tier, b.usable_gb, *(tier.usable_gb for tier in b.tiers)), ONE)
    fullest_taken_gb: Figure[Block, Value] = Figure("of it for images and repairs", "GB",
        lambda b: value_at(1 + b.fullest_tier, b.fixed_gb / b.hosts_sharing, *(tier.taken_gb for tier in b.tiers)), ONE,
        "stored once, or kept free for rebuilding; of a cluster the share of a host")
    fullest_gb_per_vm: Figure[Block, Value] = Figure("GB that VMs take of it, per concurrent VM", "GB",
        lambda b: (1 + b.design.vm_headroom)
        * value_at(1 + b.fullest_tier, b.gb_per_vm, *(tier.gb_per_vm for tier in b.tiers)), THREE,
        "with headroom per VM; VMs by capacity: (usable x (1 - kept free) - images and repairs) / this")


class OfBusiestDrives(Scope):
    busiest_part: Figure[Block, Value] = Figure("tier whose drives are busy first in steady work", "",
        lambda b: 0.0 if b.design.usable_iops is not None else where(
            minimum(*(part.vms for part in b.steady.on_parts)) >= NO_LIMIT, 0.0,
            _first([part.vms for part in b.steady.on_parts])), FLAG,
        "4: the flash cache; 0: no steady load, or the IOPS of the block are given")
    busiest_drives: Figure[Block, Value] = Figure("drives that are busy first in steady work", "drives",
        lambda b: value_at(1 + b.busiest_part, 0.0, *(part.drives for part in b.parts)), WHOLE, "without spares")
    busiest_drive_iops: Figure[Block, Value] = Figure("IOPS of a drive in the steady mix", "IOPS",
        lambda b: value_at(1 + b.busiest_part, 0.0, *(part.drive_iops for part in b.steady.on_parts)), ONE,
        "after derating")
    busiest_backend_iops: Figure[Block, Value] = Figure("steady IOPS of a VM behind the RAID level", "IOPS",
        lambda b: value_at(1 + b.busiest_part, 0.0, *(part.backend_iops for part in b.steady.on_parts)), THREE,
        "reads + writes x write penalty, less hits; VMs by steady IOPS: drives x IOPS x maximum utilisation / this")
