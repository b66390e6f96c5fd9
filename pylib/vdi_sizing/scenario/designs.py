"""What is compared: designs, each with its block, its tiers of drives and its flash cache."""

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Annotated, Any

from vdi_sizing.errors import InputError
from vdi_sizing.inputs import DEMAND, NOT_AN_INPUT, WISH, Input, clean_fields, inputs_of
from vdi_sizing.scenario.fourth import FOURTH_IOPS, FOURTH_READS, FOURTH_VMS
from vdi_sizing.scenario.parts import SOURCE_NOTE, Cache, Tier
from vdi_sizing.scenario.throughput import BOOT_READS, LONGEST_BOOT, PORT_GBIT_S, PORT_SHARE, PORTS, io_size

TIERS = (1, 2, 3)
PARTS = (*(f"tier{k}" for k in TIERS), "cache")
"""What a design's drives are in: its tiers, and its flash cache."""
POOL, ELSEWHERE = "pool", "elsewhere"
LOCATIONS = (POOL, *(f"tier {k}" for k in TIERS), ELSEWHERE)
SERVER, ARRAY, CLUSTER, SERVICE = "server", "array", "cluster", "service"
BLOCK_KINDS = (SERVER, ARRAY, CLUSTER, SERVICE)

LEFT: Any = None
"""What an input that a kit or a rule may say holds as long as nobody says it; without them it has the usual value."""
_KIT_MAY_SAY = {name: field for name, field in inputs_of(Tier).items() if field.by_kit}

LOAD_AND_BLOCK = "Load and block"
POWER_AND_WARNINGS = "Power, space and warnings"
IMAGE_DELIVERY = "Image delivery: sizes, places and headrooms"
STORMS_AND_CRITERIA = "Storms, wear, faults and criteria"

# Every input of a design names the section that it stands under.
_block = partial(Input, section=LOAD_AND_BLOCK)
_power = partial(Input, section=POWER_AND_WARNINGS)
_images = partial(Input, section=IMAGE_DELIVERY)
_storms = partial(Input, section=STORMS_AND_CRITERIA)


def _location(thing: str) -> Input:
    note = "pool: spread by the tiers' shares; elsewhere: not on this block; blank: pool"
    return _images(f"location of {thing}", "", note, "choice", choices=LOCATIONS, blank=POOL, expert=True, role=WISH)


def _reduction_of(thing: str, note: str) -> Input:
    return _images(f"data reduction of {thing}", "x", note, optional=True, at_least=1, expert=True)


def _source_of(number: str, section: Callable[..., Input] = _block) -> Input:
    return section(f"source of {number}", note=SOURCE_NOTE, kind="text", optional=True)


@dataclass(frozen=True)
class Design:
    """One way to build it: a block, its tiers and cache, and where each object lives."""

    name: Annotated[str, _block("design", note="one way to build it", kind="name", role=WISH)]
    case: Annotated[
        str,
        _block("load case", note="of the Users sheet; blank: the first there", kind="name", optional=True, role=WISH),
    ] = LEFT
    tiers: Annotated[tuple[Tier, ...], NOT_AN_INPUT] = ()
    cache: Annotated[Cache, NOT_AN_INPUT] = field(default_factory=Cache)
    kit: Annotated[
        str | None,
        _block("kit", note="a row of Kits: says what is left blank below", kind="name", optional=True, role=WISH),
    ] = None
    part_of: Annotated[
        str | None,
        _block(
            "part of",
            note="another design: both are one solution, each for its own load case; blank: by itself",
            kind="name",
            optional=True,
            expert=True,
            role=WISH,
        ),
    ] = None
    steady_peak_factor: Annotated[
        float,
        _block(
            "steady peak factor",
            "x",
            "the steady load is sized at this multiple; blank: 1",
            at_least=1,
            blank=1.0,
            expert=True,
            role=WISH,
        ),
    ] = 1.0
    block_kind: Annotated[
        str,
        _block(
            "block",
            "",
            "what one buys again and again: of a cluster a host, of a service a desktop; blank: server",
            "choice",
            choices=BLOCK_KINDS,
            blank=SERVER,
            by_kit=True,
            role=WISH,
        ),
    ] = LEFT
    given_vms: Annotated[
        float | None,
        _block(
            "VMs per block, given",
            "VMs",
            "a number that is not to be exceeded",
            "whole",
            optional=True,
            above=0,
            expert=True,
            role=WISH,
        ),
    ] = None
    given_vms_source: Annotated[str | None, _source_of("the VMs given")] = None
    measured_vms: Annotated[
        float | None,
        _block(
            "VMs per block, measured",
            "VMs",
            "replaces the limits by IOPS and response time; scaled to the load of the users",
            "whole",
            optional=True,
            above=0,
            expert=True,
        ),
    ] = None
    measured_vms_source: Annotated[str | None, _source_of("the measured VMs")] = None
    measured_iops_per_vm: Annotated[
        float | None,
        _block(
            "IOPS per VM of that test",
            "IOPS",
            "blank: the measured VMs are not scaled",
            optional=True,
            above=0,
            expert=True,
        ),
    ] = None
    measured_iops_per_vm_source: Annotated[str | None, _source_of("the IOPS per VM of that test")] = None
    ram_gib: Annotated[
        float | None,
        _block(
            "RAM per block",
            "GiB",
            "less the hypervisor's own (ETRI: 1 GB), or all of it; blank: no limit",
            optional=True,
            above=0,
            by_kit=True,
        ),
    ] = None
    ram_overhead_gib: Annotated[
        float, _block("RAM overhead per VM", "GiB", "of the hypervisor", blank=0.0, expert=True, role=WISH)
    ] = 0.0
    cores: Annotated[
        float | None,
        _block(
            "cores per block",
            "cores",
            "blank: those of its processors; without one, cores are no limit",
            "whole",
            optional=True,
            above=0,
            by_kit=True,
            by_processor=True,
        ),
    ] = None
    processor: Annotated[
        str | None,
        _block(
            "processor",
            note="a row of Processors: its cores x CPUs per host are the cores, where these are left blank",
            kind="name",
            optional=True,
            expert=True,
            role=WISH,
        ),
    ] = None
    host_cpus: Annotated[
        float | None,
        _block(
            "CPUs per host",
            "CPUs",
            "sockets of a block, or of a host beside an array; for licences and a processor; blank: not known",
            "whole",
            optional=True,
            above=0,
            expert=True,
        ),
    ] = None
    vcpus_per_core: Annotated[
        float | None,
        _block(
            "vCPU per core",
            "vCPU/core",
            "needed where cores are given, of a block or of a host",
            optional=True,
            above=0,
            by_kit=True,
            role=WISH,
        ),
    ] = None
    host_ram_gib: Annotated[
        float,
        _block(
            "RAM for the host",
            "GiB",
            "taken off each block: hypervisor and controller VM",
            blank=0.0,
            expert=True,
            by_kit=True,
            role=WISH,
        ),
    ] = LEFT
    host_cores: Annotated[
        float,
        _block(
            "cores for the host",
            "cores",
            "taken off each block: hypervisor and controller VM",
            blank=0.0,
            expert=True,
            by_kit=True,
            role=WISH,
        ),
    ] = LEFT
    cpu_headroom: Annotated[
        float,
        _block(
            "CPU headroom",
            "0..1",
            "of the other cores; Microsoft: virtualisation costs 15 to 20 %; blank: as Settings say, else 0",
            "share",
            at_most=0.99,
            blank=0.0,
            expert=True,
            by_rule="rule_cpu_headroom",
            role=WISH,
        ),
    ] = LEFT
    gpu_card: Annotated[
        str | None,
        _block(
            "GPU card",
            note="a row of GPUs: says what is left blank of a GPU",
            kind="name",
            optional=True,
            expert=True,
            role=WISH,
        ),
    ] = None
    gpus: Annotated[
        float | None,
        _block(
            "GPUs per host",
            "GPUs",
            "of a block, or of a host beside the array; a card may have several: an NVIDIA A16 has 4; blank: none",
            "whole",
            optional=True,
            expert=True,
        ),
    ] = None
    gpu_gb: Annotated[
        float | None,
        _block(
            "GB of a GPU",
            "GB",
            "frame buffer of each: 16 of an NVIDIA A16; VMs share a GPU in whole profiles of one size",
            optional=True,
            at_least=1,
            expert=True,
            by_card=True,
        ),
    ] = None
    bays: Annotated[
        float | None,
        _block("drive bays per block", "drives", "blank: not checked", "whole", optional=True, above=0, by_kit=True),
    ] = None
    base_bays: Annotated[
        float | None,
        _block(
            "drive bays without shelves",
            "drives",
            "of a block that grows by shelves; more drives take shelves, up to the drive bays per block",
            "whole",
            optional=True,
            expert=True,
            by_kit=True,
        ),
    ] = None
    shelf_bays: Annotated[
        float | None,
        _block(
            "drive bays of a shelf",
            "drives",
            "blank: shelves are not counted; price, W and U of a block are then with its shelves",
            "whole",
            optional=True,
            above=0,
            expert=True,
            by_kit=True,
        ),
    ] = None
    spare_blocks: Annotated[
        float,
        _block(
            "spare blocks",
            "blocks",
            "N+1: bought beyond what the users need; in each cluster; blank: as Settings say, of arrays 0",
            "whole",
            blank=0.0,
            by_rule="rule_spares",
            role=WISH,
        ),
    ] = LEFT
    max_hosts: Annotated[
        float | None,
        _block(
            "largest cluster",
            "hosts",
            "with its spare hosts; more users get several clusters; blank: no limit",
            "whole",
            optional=True,
            above=0,
            expert=True,
            role=WISH,
        ),
    ] = None
    beside_ram_gib: Annotated[
        float | None,
        _block(
            "RAM of a host beside the array",
            "GiB",
            "hosts run the VMs, the array stores them; blank, cores too: no hosts beside it",
            optional=True,
            above=0,
            expert=True,
            by_kit=True,
        ),
    ] = None
    beside_cores: Annotated[
        float | None,
        _block(
            "cores of a host beside the array",
            "cores",
            "RAM and cores for the host and CPU headroom are then of these hosts",
            "whole",
            optional=True,
            above=0,
            expert=True,
            by_kit=True,
            by_processor=True,
        ),
    ] = None
    spare_hosts: Annotated[
        float,
        _block(
            "spare hosts beside the arrays",
            "hosts",
            "N+1: bought beyond what the users need, for all arrays; blank: as Settings say, else 0",
            "whole",
            blank=0.0,
            expert=True,
            by_rule="rule_spares",
            role=WISH,
        ),
    ] = LEFT
    beside_watts: Annotated[
        float | None,
        _power("power of a host beside the array", "W", "blank: not known", optional=True, expert=True),
    ] = None
    beside_rack_units: Annotated[
        float | None,
        _power("rack units of a host beside the array", "U", "blank: not known", optional=True, expert=True),
    ] = None
    block_watts: Annotated[
        float | None, _power("power of a block without drives", "W", "blank: not known", optional=True)
    ] = None
    gpu_watts: Annotated[
        float | None,
        _power(
            "power of a GPU",
            "W",
            "counts beside that of its host; blank: that of the host contains it",
            optional=True,
            expert=True,
            by_card=True,
        ),
    ] = None
    rack_units: Annotated[float | None, _power("rack units per block", "U", "blank: not known", optional=True)] = None
    shelf_watts: Annotated[
        float | None,
        _power("power of a shelf without drives", "W", "blank: not known", optional=True, expert=True),
    ] = None
    shelf_rack_units: Annotated[
        float | None, _power("rack units of a shelf", "U", "blank: not known", optional=True, expert=True)
    ] = None
    usable_gb: Annotated[
        float | None,
        _block(
            "usable capacity per block, given",
            "GB",
            "where known better than computed",
            optional=True,
            above=0,
            expert=True,
        ),
    ] = None
    usable_gb_source: Annotated[str | None, _source_of("the usable capacity")] = None
    usable_iops: Annotated[
        float | None,
        _block(
            "front-end IOPS per block, given",
            "IOPS",
            "where known better than computed",
            optional=True,
            above=0,
            expert=True,
        ),
    ] = None
    usable_iops_source: Annotated[str | None, _source_of("the front-end IOPS")] = None
    max_utilization: Annotated[
        float,
        _block(
            "maximum utilisation of a drive",
            "0..1",
            "share of its IOPS that may be used; blank: as Settings say, else 1",
            "share",
            above=0,
            blank=1.0,
            expert=True,
            by_rule="rule_max_utilization",
            role=WISH,
        ),
    ] = LEFT
    skew: Annotated[
        float | None,
        _block(
            "skew",
            "0.5..1",
            "I/O share at which I/O share + capacity share = 1; blank: shares given",
            optional=True,
            at_least=0.5,
            at_most=0.999,
            expert=True,
            role=DEMAND,
        ),
    ] = None
    response_limit_ms: Annotated[
        float | None,
        _block(
            "response time limit",
            "ms",
            "EMC 2012: 15 ms; blank: no target, the usual limit counts",
            optional=True,
            above=0,
            role=WISH,
        ),
    ] = None
    response_share: Annotated[
        float | None,
        _block(
            "share of the I/Os within it",
            "0..1",
            "blank: the mean has to keep the limit",
            "share",
            optional=True,
            above=0,
            at_most=0.9999,
            expert=True,
            role=WISH,
        ),
    ] = None
    array_headroom: Annotated[
        float,
        _images(
            "capacity kept free on the block",
            "0..1",
            "of the usable capacity; blank: none",
            kind="share",
            at_most=0.99,
            blank=0.0,
            by_kit=True,
            role=WISH,
        ),
    ] = LEFT
    vm_headroom: Annotated[
        float,
        _images("headroom per VM", "0..1", "added to what a VM needs", kind="share", blank=0.0, expert=True, role=WISH),
    ] = 0.0
    replica_gb: Annotated[
        float,
        _images(
            "replica, master image or vDisk",
            "GB",
            "each; blank: as Settings say, else 0",
            blank=0.0,
            by_rule="rule_replica_gb",
            role=DEMAND,
        ),
    ] = LEFT
    replicas: Annotated[
        float,
        _images(
            "number of them per block",
            "",
            "of a cluster: in all of it; blank: 1",
            kind="whole",
            blank=1.0,
            role=WISH,
            expert=True,
        ),
    ] = 1.0
    template_gb: Annotated[
        float, _images("template", "GB", "per block, or per cluster", blank=0.0, expert=True, role=DEMAND)
    ] = 0.0
    overhead_gb: Annotated[
        float,
        _images("overhead", "GB", "per block, or per cluster; with the clones", blank=0.0, expert=True, role=DEMAND),
    ] = 0.0
    image_reduction: Annotated[
        float | None, _reduction_of("images", "replica and template: GB that a usable GB holds; blank: 1")
    ] = None
    image_reduction_source: Annotated[str | None, _source_of("that of images", _images)] = None
    clone_reduction: Annotated[
        float | None, _reduction_of("clones", "delta and log; without a test of yours it is somebody's promise")
    ] = None
    clone_reduction_source: Annotated[str | None, _source_of("that of clones", _images)] = None
    persistent_reduction: Annotated[
        float | None, _reduction_of("what persists", "swap files and overhead count in full")
    ] = None
    persistent_reduction_source: Annotated[str | None, _source_of("that of what persists", _images)] = None
    replica_location: Annotated[str, _location("the replica")] = POOL
    template_location: Annotated[str, _location("the template")] = POOL
    clone_location: Annotated[str, _location("clones or write cache")] = POOL
    swap_location: Annotated[str, _location("the swap files")] = POOL
    persistent_location: Annotated[str, _location("what persists")] = POOL
    remark: Annotated[
        str | None, _images("remark", note="printed on the comparison", kind="text", optional=True, role=WISH)
    ] = None
    acknowledged: Annotated[
        str | None,
        _power(
            "warnings acknowledged",
            "",
            "the word of Checks, a colon and why: flash: measured at 0.4 ms",
            "text",
            optional=True,
            role=WISH,
        ),
    ] = None
    assumed: Annotated[
        str | None,
        _power(
            "assumed hardware",
            "",
            "to be replaced by that of the offer; then clear it",
            "text",
            optional=True,
            role=WISH,
        ),
    ] = None
    login_window_min: Annotated[
        float | None,
        _storms(
            "login window", "min", "all users log in within it, most in its middle", optional=True, above=0, role=DEMAND
        ),
    ] = None
    logins_per_s: Annotated[
        float | None, _storms("login rate, given", "1/s", "in place of the window's peak", optional=True, role=DEMAND)
    ] = None
    ios_per_login: Annotated[
        float | None,
        _storms("I/Os per login", "I/Os", "4240 fits Dell's two login peaks [fit]", optional=True, role=DEMAND),
    ] = None
    login_interval_s: Annotated[
        float | None, _storms("time between session starts", "s", "EMC 2012: 2 s", optional=True, role=DEMAND)
    ] = None
    preboot_share: Annotated[
        float | None,
        _storms(
            "VMs booted before the logins",
            "0..1",
            "Dell 2012: 0.1 is the default, 1 advised; blank: not asked",
            "share",
            optional=True,
            role=WISH,
        ),
    ] = None
    login_s_per_vm: Annotated[
        float | None, _storms("time a login adds", "s", "2.14 s: Dell's 630 logins in 22.5 min [fit]", optional=True)
    ] = None
    boot_s_per_vm: Annotated[
        float | None,
        _storms(
            "time a boot on demand adds", "s", "9.23 s: Dell's 100 min at a pre-boot share of 0.2 [fit]", optional=True
        ),
    ] = None
    ios_per_boot: Annotated[
        float | None,
        _storms(
            "I/Os per boot",
            "I/Os",
            "47,000 in two tests of 2024 (Nutanix); 7,087 to 8,504 at most in Dell's; blank: as Settings say",
            optional=True,
            by_rule="rule_ios_per_boot",
            role=DEMAND,
        ),
    ] = None
    boots_per_min: Annotated[
        float | None,
        _storms(
            "boots per minute, limit",
            "1/min",
            "of the broker; 10 to 16 by VMware's rules, 50 in tests of 2024; blank: as Settings say",
            optional=True,
            above=0,
            by_rule="rule_boots_per_min",
            role=WISH,
        ),
    ] = None
    concurrent_boots: Annotated[
        float | None,
        _storms(
            "VMs that boot at the same time",
            "VMs",
            "limit of the broker; blank: as Settings say, else all",
            "whole",
            optional=True,
            above=0,
            by_rule="rule_concurrent_boots",
            role=WISH,
        ),
    ] = None
    boot_s: Annotated[
        float, _storms("time of one boot alone", "s", "on storage without other load; blank: 0", blank=0.0)
    ] = 0.0
    latency_ratio: Annotated[
        float | None,
        _storms(
            "latency, slow over fast storage",
            "x",
            "for the boot speed-up; SanDisk 2014: reads 30, writes 50",
            optional=True,
            above=0,
        ),
    ] = None
    think_ratio: Annotated[
        float | None,
        _storms("think time over the fast latency", "x", "8.67 gives SanDisk's factor of 4 [fit]", optional=True),
    ] = None
    deployment_s_per_vm: Annotated[
        float | None, _storms("deployment time per VM", "s", "Fujitsu 2011: 17.5 s on SSD, 105 s on HDD", optional=True)
    ] = None
    deployment_concurrent: Annotated[
        float,
        _storms(
            "VMs deployed at the same time",
            "VMs",
            "1 where the time is a total divided by the VMs; blank: 1",
            "whole",
            at_least=1,
            blank=1.0,
            role=WISH,
        ),
    ] = 1.0
    deployment_vms: Annotated[
        float | None,
        _storms(
            "VMs to compare deployments by",
            "VMs",
            "a number that is the same in all designs",
            "whole",
            optional=True,
            role=WISH,
        ),
    ] = None
    write_kb: Annotated[
        float | None,
        _storms(
            "size of a front-end write",
            "kB",
            "steady load, for the wear; Dell 2012, table 7: 9 kB",
            optional=True,
            above=0,
            role=DEMAND,
        ),
    ] = None
    written_mb_s: Annotated[
        float | None,
        _storms(
            "MB/s written to the drives, measured",
            "MB/s",
            "of a block in use; in place of the size of a write",
            optional=True,
            above=0,
        ),
    ] = None
    written_mb_s_source: Annotated[str | None, _source_of("the MB/s written", _storms)] = None
    hours_per_day: Annotated[
        float | None,
        _storms(
            "hours of use per day", "h", "needed for the drives' wear", optional=True, above=0, at_most=24, role=DEMAND
        ),
    ] = None
    warranty_years: Annotated[
        float | None,
        _storms(
            "years that the DWPD hold for", "years", "the drives' warranty; for their life", optional=True, above=0
        ),
    ] = None
    rebuild_mb_s: Annotated[
        float | None, _storms("rebuild rate", "MB/s", "of a lost drive, without other load", optional=True, above=0)
    ] = None
    min_free_share: Annotated[
        float | None,
        _storms(
            "capacity that must stay free",
            "0..1",
            "checked at a full block; Dell 2012: 15 %",
            "share",
            optional=True,
            role=WISH,
        ),
    ] = None
    vms_per_volume: Annotated[
        float | None,
        _storms(
            "VMs per volume or datastore", "VMs", "Dell 2012: about 160", "whole", optional=True, above=0, role=WISH
        ),
    ] = None
    least_volumes: Annotated[
        float, _storms("volumes per block, at least", "", "Dell 2012: 3", "whole", blank=0.0, role=WISH)
    ] = 0.0
    provisioning_ram_gib: Annotated[
        float | None,
        _storms(
            "RAM of the provisioning servers", "GiB", "checked to hold one vDisk", optional=True, above=0, role=WISH
        ),
    ] = None
    login_io_s: Annotated[
        float | None,
        _storms(
            "how long the I/O of a login lasts",
            "s",
            "some 30 s; chance puts the busiest moment above the expected peak; blank: not asked",
            optional=True,
            above=0,
            role=DEMAND,
        ),
    ] = None
    steady_read_kib: Annotated[float | None, io_size("steady", "read")] = None
    steady_write_kib: Annotated[float | None, io_size("steady", "write")] = None
    login_read_kib: Annotated[float | None, io_size("login", "read")] = None
    login_write_kib: Annotated[float | None, io_size("login", "write")] = None
    boot_read_kib: Annotated[float | None, io_size("boot", "read")] = None
    boot_write_kib: Annotated[float | None, io_size("boot", "write")] = None
    fourth_read_kib: Annotated[float | None, io_size("fourth", "read")] = None
    fourth_write_kib: Annotated[float | None, io_size("fourth", "write")] = None
    port_gbit_s: Annotated[float | None, PORT_GBIT_S] = None
    ports: Annotated[float | None, PORTS] = None
    port_share: Annotated[float | None, PORT_SHARE] = None
    longest_boot_min: Annotated[float | None, LONGEST_BOOT] = None
    boot_read_share: Annotated[float | None, BOOT_READS] = None
    fourth_iops: Annotated[float | None, FOURTH_IOPS] = None
    fourth_reads: Annotated[float | None, FOURTH_READS] = None
    fourth_vms: Annotated[float | None, FOURTH_VMS] = None

    def __post_init__(self) -> None:
        has_kit = self.kit is not None
        clean_fields(self, left_to_kit=has_kit)
        if len(self.tiers) > len(TIERS):
            raise InputError("tiers", len(self.tiers), f"at most {len(TIERS)}")
        unused = (Tier(**dict.fromkeys(_KIT_MAY_SAY, LEFT)),) * (len(TIERS) - len(self.tiers))
        tiers = (*self.tiers, *unused)
        object.__setattr__(self, "tiers", tiers if has_kit else tuple(map(_as_usual, tiers)))


def _as_usual(tier: Tier) -> Tier:
    """A tier of a design without a kit: what was left to one counts as usual."""
    return replace(tier, **{n: f.blank for n, f in _KIT_MAY_SAY.items() if getattr(tier, n) is LEFT})
