"""What is checked of each design: what holds, what to say where it does not, and whether the answer still stands.

A check is one declaration. An error voids the answer; a warning leaves it standing but says what is doubtful about it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING, Any

from vdi_sizing._arrays import Value, flag, is_number, magnitude, rounded, total_of, where
from vdi_sizing.inputs import Input, name_key
from vdi_sizing.model.capacity.array_hosts import BesideChecks
from vdi_sizing.model.capacity.calibration import CalibrationChecks
from vdi_sizing.model.capacity.cluster import ClusterChecks
from vdi_sizing.model.capacity.drive_bays import BaysInWords
from vdi_sizing.model.capacity.host_loss import HostLostChecks
from vdi_sizing.model.capacity.known_limits import KnownChecks
from vdi_sizing.model.capacity.largest_vm import Fits
from vdi_sizing.model.capacity.storms import BootChecks
from vdi_sizing.model.check import Check, Error, Warning, acknowledging
from vdi_sizing.model.checks.judgement import JudgedChecks
from vdi_sizing.model.checks.price_checks import BillChecks, PriceAgeChecks, PriceSourceChecks
from vdi_sizing.model.checks.published_density import DensityChecks
from vdi_sizing.model.checks.same_requirements import AskedAlike
from vdi_sizing.model.figure import Display, Figure, Scope, on, over
from vdi_sizing.model.formats import FLAG, SHARE, TEXT, WHOLE
from vdi_sizing.model.grouped_digits import said
from vdi_sizing.model.hardware.assumed_hardware import AssumedChecks
from vdi_sizing.model.hardware.parts import HostsNeeded, SharesOfTier
from vdi_sizing.model.load.extra_phase import FourthChecks
from vdi_sizing.model.load.open_measurements import MeasureChecks
from vdi_sizing.model.load.throughput import ThroughputChecks
from vdi_sizing.model.load.user_groups import SharedVms, StoringNothing, last_row
from vdi_sizing.model.money.bill import PricesDoubtful
from vdi_sizing.model.money.billing_gaps import PaidChecks
from vdi_sizing.model.money.licence_counts import CountedChecks
from vdi_sizing.model.money.profile_store import StoreChecks
from vdi_sizing.model.money.running_cost import PaidAgain
from vdi_sizing.scenario import LOAD_AND_BLOCK, POOL, SERVER, SERVICE, Design, sourced_numbers
from vdi_sizing.scenario import Cache as DesignCache
from vdi_sizing.scenario import Tier as DesignTier
from vdi_sizing.words import ERROR, NONE, NOT_FEASIBLE, OFF_TARGET, TOO_FEW_BAYS

if TYPE_CHECKING:
    from vdi_sizing.model.scopes import Block, Checked, Part, Tier


def _given(b: Block) -> Any:
    d = b.design
    block_known = any(given is not None for given in (d.measured_vms, d.given_vms, d.usable_iops))
    return (
        (b.tiers_used > 0 or block_known or d.block_kind == SERVICE)
        and (b.tiers_used + b.cache.used == 0 or d.block_kind != SERVICE)
        and all(part.used or part.own.drives is None for part in b.parts)
        and (not b.cache.used or b.cache.own.drives is not None)
        and ((d.cores is None and d.beside_cores is None) or d.vcpus_per_core is not None)
        and (d.base_bays is None) == (d.shelf_bays is None)
    )


def _given_shares(what: str, given: Callable[[Any], float | None]) -> Display[Block, float]:
    return Display(f"tiers in use with a given share of {what}", "tiers",
        lambda b: total_of(tier.used * flag(given(tier.own) is not None) for tier in b.tiers), WHOLE,
        native=over("tiers", "+", f'{{used}}*({{own.share_of_{what}}}<>"")'))


def _shares_given(b: Block) -> Any:
    none_or_all = 0.0, b.tiers_used
    by_drives = b.given_shares_of_capacity == b.counting == 0
    io = b.given_shares_of_reads in none_or_all and b.given_shares_of_writes in none_or_all
    return b.tiers_used < 2 or (io and (by_drives or b.given_shares_of_capacity == b.tiers_used))


def _sum_of(what: str, share: Figure[Tier, Value]) -> Display[Block, Value]:
    return Display(f"sum of the tiers' shares of {what}", "0..1",
        lambda b: total_of(share.of(tier) for tier in b.tiers), SHARE)


def _shares(b: Block) -> bool:
    pooled = any(each.location == POOL for each in b.tier1.stored)
    whole = [b.sum_of_reads, b.sum_of_writes, *([b.sum_of_capacity] if pooled else [])]
    return b.tiers_used == 0 or all(rounded(total - 1) == 0 for total in whole)


_POOLED = over("tier1.stored", ",", f'{{own.location}}="{POOL}"')


def _of_one_generation(b: Block) -> bool:
    used = {name_key(part.generation) for other in b.side_by_side for part in other.parts if part.used}
    return used == {name_key(b.generation)} or not any(part.used for part in b.parts)


_OTHERS = over("parts", "+", "SUMPRODUCT(({all.used}=1)*({all.generation}<>{block.generation}))")
_UNSERVED = '(Groups[case]<>"")*(Groups[VMs]>0)*ISNA(MATCH(Groups[case],{all.case_shown},0))'


def _unserved(b: Block) -> list[str]:
    """The user groups whose load case no design carries."""
    carried = {name_key(other.design.case) for other in b.side_by_side}
    return [group.name for group in b.scenario.groups if name_key(group.case) not in carried]


_NOT_VALID = "an input is not valid"


class Checks(Scope):
    # inputs: what the reader refuses; nobody stops a user who pastes it into the cells
    invalid_input: Display[Block, str] = Display("what the cells of the input sheets do not hold", "",
        lambda b: NONE, TEXT,
        "the first of the checks of inputs that fails; the library reads no such file",
        native=f'IF({{inputs.open}}=0,"{NONE}",{{inputs.first}})')
    check_inputs = Error("the cells of the input sheets hold what they may", _NOT_VALID, lambda b: True,
        remedy="Mend what the rows below say of the cells of the input sheets.", names=invalid_input,
        native="{inputs.open}=0")
    check_known = Error("its load case, drives and RAID levels stand on their sheets",
        "its load case, a drive or a RAID level does not stand on its sheet",
        lambda b: bool(b.groups) and all(part.known for part in b.parts),
        remedy="Enter the load case on Users, and choose drives and RAID levels from the lists of Designs.",
        native='AND({design.case}<>"",SUMPRODUCT(1*(Users[case]={design.case}))>0,' + over("parts", ",",
        "{known}=1") + ")")
    check_given = Error(
        "what belongs together is given: a drive and a number, a cache and its drives, cores and vCPU per core, bays "
        "of a shelf and those without shelves; and a service has no drives",
        "a drive has no number or a number no drive, or a service has drives, or cores have no vCPU per core, or bays "
        "of or without shelves are missing",
        _given,
        remedy="On Designs, choose a kit. Without one, give each drive its number or leave both blank, as for a "
        "service, cores together with the vCPU per core, and bays of a shelf together with those without shelves.",
        native=f'AND(IF({{design.block_kind}}="{SERVICE}",{{tiers_used}}+{{cache.used}}=0,'
        'OR({tiers_used}>0,{design.measured_vms}<>"",{design.given_vms}<>"",{design.usable_iops}<>"")),'
        + over("tiers", ",", 'OR({used}=1,{own.drives}="")')
        + ',({cache.used}=1)=({design.cache_drives}<>"")'
        ',OR({design.cores}&{design.beside_cores}="",{design.vcpus_per_core}<>"")'
        ',COUNT({design.base_bays},{design.shelf_bays})<>1)')
    given_shares_of_reads: Display[Block, float] = _given_shares("reads", lambda tier: tier.share_of_reads)
    given_shares_of_writes: Display[Block, float] = _given_shares("writes", lambda tier: tier.share_of_writes)
    given_shares_of_capacity: Display[Block, float] = _given_shares("capacity", lambda tier: tier.share_of_capacity)
    check_shares_given = Error(
        "shares of reads, of writes and of capacity are given for every tier in use, or for none",
        "shares of reads, of writes or of capacity are given for some tiers in use and not for others",
        _shares_given,
        remedy="Give the shares for every tier in use, or leave them all blank.",
        native="OR({tiers_used}<2,AND(OR({given_shares_of_reads}=0,{given_shares_of_reads}={tiers_used}),"
        "OR({given_shares_of_writes}=0,{given_shares_of_writes}={tiers_used}),"
        "OR({given_shares_of_capacity}={tiers_used},{given_shares_of_capacity}+{counting}=0)))")
    check_places = Error("what lives on a tier lives on one that has drives",
        "something lives on a tier that has no drives",
        lambda b: all(tier.used or not any(each.share for each in tier.stored) for tier in b.tiers),
        remedy="On Designs, choose another place, or give that tier a drive.",
        native=over("tiers", "+", f"(1-{{used}})*({over('stored', '+', '{share}')})") + "=0")
    # the answer
    check_feasible = Error("a block carries at least one VM, and some limit is known",
        "a block carries no VM, or nothing limits how many", lambda b: b.feasible == 1 or b.hosts_known == 0,
        remedy="Look at the limits on Sizing: the smallest is below one VM, or no limit is given at all.")
    sum_of_reads: Display[Block, Value] = _sum_of("reads", SharesOfTier.share_of_reads)
    sum_of_writes: Display[Block, Value] = _sum_of("writes", SharesOfTier.share_of_writes)
    sum_of_capacity: Display[Block, Value] = _sum_of("capacity", SharesOfTier.share_of_capacity)
    check_shares = Error("the tiers' shares of reads, writes and capacity each add up to 1",
        "the tiers' shares of reads, writes or capacity do not add up to 1",
        _shares,
        remedy="Change the shares of the tiers on Designs until each kind adds up to 100 %.",
        native="OR({tiers_used}=0,AND(ROUND({sum_of_reads}-1,9)=0,ROUND({sum_of_writes}-1,9)=0,"
        f"OR(NOT(OR({_POOLED})),ROUND({{sum_of_capacity}}-1,9)=0)))")
    check_raid = Error("drives given suit their RAID level",
        "the number of drives given does not suit their RAID level",
        lambda b: all(
            d is None or (d >= p.least_drives and d % p.drives_multiple == 0)
            for p in b.parts for d in (p.own.drives,)),
        remedy="Give at least the drives that the RAID level needs, in its multiple (sheet RAID).",
        native="AND("
        + over("parts", ",",
            'IF({own.drives}="",1,AND({own.drives}>={least_drives},MOD({own.drives},{drives_multiple})=0))')
        + ")")
    check_hosts = Error("one server can form the layouts of its drives",
        "one server cannot form the layout of its drives",
        lambda b: b.design.block_kind != SERVER or b.hosts_needed <= 1,
        remedy="Choose a RAID level of one server, or make the block a cluster, of which a block is one host.",
        names=HostsNeeded.hosts_in_words)
    check_bays = Error("the drives fit into the bays that are given",
        "the drives do not fit into the bays", lambda b: b.bays_missing == 0,
        remedy="Buy shelves, or servers with more bays, and enter all bays on Designs. Or buy more blocks, each for "
        "fewer VMs: enter these as its given number. Or choose larger or faster drives.",
        names=BaysInWords.bays_missing_words)
    check_counted = Warning("the drives counted carry the VMs that they were counted for",
        "the drives counted carry fewer VMs than they were counted for",
        lambda b: b.counting == 0 or b.vms_per_block >= b.target_vms,
        remedy="Round the drives up (Settings), or accept one more block.")
    check_response = Error("these drives can meet the response target at all",
        "these drives cannot meet the response target at all", lambda b: b.limit_response >= 1,
        remedy="Choose faster drives, or a longer limit or a smaller share on Designs.")
    check_saturated = Warning("no drive is saturated by the load of a block",
        "the load of a block saturates some of its drives", lambda b: b.at_load.saturated == 0,
        remedy="Give more drives or fewer VMs per block, or look again at the load that was measured.")
    check_slow = Warning("the mean response time keeps the limit", "the mean response time is beyond the limit",
        lambda b: b.at_load.saturated == 1 or rounded(b.at_load.response_ms - b.limit_used_ms) <= 0
        or (b.design.response_limit_ms is not None and b.design.response_share is not None),
        remedy="Set a response target on Designs, so that the drives are counted by it, or accept the longer time.")
    check_flash = Warning("no response target is set on flash, whose controllers and networks the model does not know",
        "a response target is set on flash, whose controllers and networks the model does not know",
        lambda b: b.design.response_limit_ms is None or not any(part.flash for part in b.parts),
        remedy="Ask the vendor for a measured response time, and "
        f"{acknowledging('flash', 'measured at 0.4 ms')}.")
    check_two_phases = Warning(
        "no response target is set on RAID 5 or 6 drives that are busy for more than half of the time",
        "a response target is set on RAID 5 or 6 drives that are busy for more than half of the time",
        lambda b: b.design.response_limit_ms is None
        or not any(p.write_phases > 1 and rounded(p.at_load.utilization - 0.5) > 0 for p in b.parts),
        remedy="Give more drives, or measure: the model's percentiles may be too low there.",
        native='OR({design.response_limit_ms}="",NOT(OR('
        + over("parts", ",", "AND({write_phases}>1,ROUND({at_load.utilization}-0.5,9)>0)")
        + ")))")
    check_login = Warning("the drives carry the busiest moment of the login storm, where it is given",
        "the drives do not carry the busiest moment of the login storm",
        lambda b: rounded(b.login_busiest_share - 1) <= 0,
        remedy="Give more drives, or let the users log in over a longer window.")
    check_free = Warning("the capacity that must stay free does, on a full block",
        "a full block leaves less capacity free than must stay free", lambda b: rounded(b.free_share_missing) == 0,
        remedy="Give more or larger drives, or fewer VMs per block.")
    check_stored = Warning("some GB per VM are given, where a block has a capacity",
        "no VM of the case stores anything: capacity limits nothing",
        lambda b: b.gb_per_vm > 0 or (b.tiers_used == 0 and b.design.usable_gb is None),
        remedy="Enter on Users the GB of a VM's delta, swap, logs or data, and on Designs those of its image.")
    check_stored_by_all = Warning("some GB per VM are given for every user group of the case, or for none",
        "a user group has no GB per VM where others have: its VMs store nothing",
        lambda b: b.groups_without_gb in (0, b.groups_of_case) or (b.tiers_used == 0 and b.design.usable_gb is None),
        remedy="Enter on Users the GB of its VMs, or 0 where they store nothing.",
        names=StoringNothing.without_gb_words)
    check_shared = Warning("users who share VMs have the profile of a session, or figures of their own per VM",
        "users share VMs, and their profile is that of a desktop: what it says counts once per VM, not for each user",
        lambda b: b.desktops_shared == 0,
        remedy="Choose the profile of a session on Users, or enter there what a VM with all of its users asks for, and "
        f"{acknowledging('shared', 'typed per VM')}.",
        names=SharedVms.desktops_shared_words)
    groups_unserved: Display[Block, float] = Display("user groups of a load case that no design carries", "groups",
        lambda b: float(len(_unserved(b))), WHOLE, native=f"SUMPRODUCT({_UNSERVED})")
    last_unserved: Display[Block, str] = Display("the last of them", "",
        lambda b: next(reversed(_unserved(b)), NONE), TEXT,
        native=f'IF({{groups_unserved}}=0,"{NONE}",INDEX(Groups[user group],{last_row(_UNSERVED)}))')
    check_served = Warning("every load case of the users is carried by a design",
        "users are of a load case that no design carries: they are in no number",
        lambda b: b.groups_unserved == 0,
        remedy="Correct the case on Users, or give it to a design.", names=last_unserved)
    check_image_ram = Warning("the provisioning servers' RAM holds the image",
        "the provisioning servers' RAM does not hold the image", lambda b: rounded(b.image_ram_missing_gb) == 0,
        remedy="Give the provisioning servers RAM for at least one vDisk, or read it from disk on purpose.")
    check_endurance = Warning("the drives are rated for what is written to them, where their rating is known",
        "more is written to the drives than they are rated for", lambda b: rounded(b.dwpd_missing) == 0,
        remedy="Choose drives with a higher DWPD rating, or more of them.")
    # data and money
    generation: Display[Block, str] = Display("generation of its drives", "",
        lambda b: next((part.generation for part in b.parts if part.used), ""), TEXT)
    check_generation = Warning("all drives of the comparison are of one generation",
        "the comparison mixes drives of two generations", _of_one_generation,
        remedy="Compare drives of one generation, or say beside the comparison why not.",
        native=f"OR({over('parts', '+', '{used}')}=0,{_OTHERS}=0)")
    check_mix = Warning("the load is close to that of the measured VM count",
        "the load is far from that of the measured VM count, which was scaled down to a heavier one and stands for a "
        "lighter one",
        lambda b: rounded(b.measured_mix_off - b.settings.mix_tolerance) <= 0,
        remedy="Measure at this load, or scale the measured number to it.")
    check_other_drives_billed = Error(
        "no other drives are on the bill, per drive of a tier, than those that are sized",
        "the drives on the bill, per drive of their tier, are not the drives that are sized",
        lambda b: total_of(p.others_billed for p in b.parts) == 0,
        remedy="On Bill, put the sized drives' part beside the design's name: two designs may be swapped.")
    check_price_of_nothing = Warning("no price on the bill is 0", "a part on the bill costs nothing",
        lambda b: b.prices_of_nothing == 0,
        remedy="Correct its price or its discount on Prices. Where it comes free of charge, "
        f"{acknowledging('price_of_nothing', 'contained in the server')}.",
        names=PricesDoubtful.first_of_nothing, noted=PricesDoubtful.nothing_noted)
    check_prices = Warning("every part has a price", "parts without a price",
        lambda b: b.bill_rows > 0 and b.prices_missing == 0,
        remedy="Enter the part's price on Prices, in the list that Settings names; the parts of a design stand on "
        "Bill, or come with its kit (sheet Parts).",
        names=PricesDoubtful.part_without_price)


def _payments_agree(b: Block) -> bool:
    """To the cent; of more EUR than anybody pays, as far as a number goes."""
    if b.as_would_be:
        return True
    off = b.payments_off_eur
    return not is_number(off) or bool(rounded(magnitude(off) - magnitude(b.known_total_eur) / 1e12) <= 0)


class RunningChecks(Scope):
    check_running = Warning("watts and rack units are known where energy and rack space have a price",
        "energy or rack space has a price, but watts or rack units are not known: there is no cost over the years",
        lambda b: (b.settings.eur_per_kwh is None or b.watts_known == 1)
        and (b.settings.eur_per_rack_unit_year is None or b.rack_known == 1),
        remedy="Enter watts and rack units of the drives, the block, its shelves and a host beside it, or leave the "
        "price of energy or space blank.", names=PaidAgain.total_missing)
    check_paid_in_use = Warning("every part that is paid per year is paid to the end of the years of use",
        "a part per year begins after the years of use, or ends before they do: "
        "outside its years it counts for nothing",
        lambda b: b.rows_too_late == 0 and b.rows_too_short == 0,
        remedy="Correct the first and the last year on Bill, or the years of use on Settings.")
    check_payments = Error("the payments by year, discounted, come to the cost over the years",
        "the payments by year, discounted, do not come to the cost over the years",
        _payments_agree,
        remedy="Run vdi-sizing check, which names the formula that was changed.")


_OF_DESIGN, _OF_PART = sourced_numbers(Design), sourced_numbers(DesignTier)
_OF_BLOCK = {name: field for name, field in _OF_DESIGN.items() if field.section == LOAD_AND_BLOCK}
_FURTHER = {name: field for name, field in _OF_DESIGN.items() if name not in _OF_BLOCK}


def _unsourced(record: Design | DesignTier | DesignCache, numbers: Mapping[str, Input], whose: str = "") -> str:
    """The numbers of a record that stand there without a source, each behind a semicolon."""
    given = (name for name in numbers if getattr(record, name) is not None)
    return "".join(f"; {numbers[name].label}{whose}" for name in given if getattr(record, f"{name}_source") is None)


def _unsourced_text(own: str, numbers: Mapping[str, Input], whose: str = "", used: str = "") -> str:
    """The same as a native formula."""
    return "&".join(
        f'IF(AND({used}{{{own}.{name}}}<>"",TRIM({{{own}.{name}_source}})=""),"; {field.label}{whose}","")'
        for name, field in numbers.items()
    )


_ALL_UNSOURCED = "{block_unsourced}&{further_unsourced}&{parts_unsourced}"
_OF_TEST = {name: field for name, field in _OF_BLOCK.items() if name.startswith("measured")}
_GIVEN_OF_BLOCK = {name: field for name, field in _OF_BLOCK.items() if name not in _OF_TEST}
_OF_IMAGES = {name: field for name, field in _FURTHER.items() if name in ("image_reduction", "clone_reduction")}
_BESIDE_IMAGES = {name: field for name, field in _FURTHER.items() if name not in _OF_IMAGES}
_LATENCY_UNSOURCED = _unsourced_text("own", _OF_PART, ", {called}", "{used}=1,")


def _drives_unsourced(parts: Iterable[Part]) -> str:
    return "".join(_unsourced(p.own, _OF_PART, f", {p.called}") for p in parts if p.used)


class MeasuredChecks(Scope):
    test_unsourced: Display[Block, str] = Display("numbers of a measured block without a source", "",
        lambda b: _unsourced(b.design, _OF_TEST), TEXT, native=_unsourced_text("design", _OF_TEST))
    images_unsourced: Display[Block, str] = Display("data reduction of images and clones without a source", "",
        lambda b: _unsourced(b.design, _OF_IMAGES), TEXT, native=_unsourced_text("design", _OF_IMAGES))
    first_tiers_unsourced: Display[Block, str] = Display("numbers of the drives of tiers 1 and 2 without a source", "",
        lambda b: _drives_unsourced((b.tier1, b.tier2)), TEXT,
        native=on("tier1", _LATENCY_UNSOURCED) + "&" + on("tier2", _LATENCY_UNSOURCED))
    block_unsourced: Display[Block, str] = Display("numbers of the block without a source", "",
        lambda b: b.test_unsourced + _unsourced(b.design, _GIVEN_OF_BLOCK), TEXT,
        native="{test_unsourced}&" + _unsourced_text("design", _GIVEN_OF_BLOCK))
    further_unsourced: Display[Block, str] = Display("further numbers of the design without a source", "",
        lambda b: b.images_unsourced + _unsourced(b.design, _BESIDE_IMAGES), TEXT,
        native="{images_unsourced}&" + _unsourced_text("design", _BESIDE_IMAGES))
    parts_unsourced: Display[Block, str] = Display("numbers of its drives without a source", "",
        lambda b: b.first_tiers_unsourced + _drives_unsourced((b.tier3, b.cache)), TEXT,
        native="{first_tiers_unsourced}&" + on("tier3", _LATENCY_UNSOURCED) + "&" + on("cache", _LATENCY_UNSOURCED))
    unsourced: Display[Block, str] = Display("measured numbers without a source", "",
        lambda b: f"{b.block_unsourced}{b.further_unsourced}{b.parts_unsourced}"[2:] or NONE, TEXT,
        "of those that are measured, or known better than computed",
        native=f'IF({_ALL_UNSOURCED}="","{NONE}",MID({_ALL_UNSOURCED},3,2000))')
    check_measured_sourced = Warning("every number that is measured has a source",
        "a number that is measured, or known better than computed, has no source",
        lambda b: b.unsourced == NONE,
        remedy='Enter on Designs where the number comes from; its row is below the number, folded ("+") in a new file.',
        names=unsourced)


_DECLARING = (
    Checks, JudgedChecks, KnownChecks, AssumedChecks, ClusterChecks, HostLostChecks, BesideChecks, Fits, MeasuredChecks,
    MeasureChecks, StoreChecks, PaidChecks, CountedChecks,
    PriceAgeChecks, RunningChecks, BillChecks, PriceSourceChecks, ThroughputChecks, BootChecks,
    FourthChecks, CalibrationChecks, AskedAlike, DensityChecks)
_DECLARED = [figure for declaring in _DECLARING for figure in declaring.declared() if isinstance(figure, Check)]
CHECKS: tuple[Check, ...] = (PaidChecks.check_kit_billed, *(
    check for check in _DECLARED if check is not PaidChecks.check_kit_billed))
"""All checks, in the order of the sheet Checks and of what is said of a design: first what may be behind the others,
since a bill without the parts of the kit lacks drives, hosts, prices and licences too."""


def _what_is_said(c: Checked) -> str:
    acknowledged = said(c.acknowledged, ACKNOWLEDGED)
    return "" if c.check.of(c.block) else f"; {c.check.fails_for(c.block)}{acknowledged}"


class OfCheck(Scope):
    open: Display[Checked, float] = Display("to be minded: {label}", "0/1",
        lambda c: flag(not c.check.of(c.block) and not c.acknowledged), FLAG, "{kind}", pattern="open_{key}")
    says: Display[Checked, str] = Display("what is said: {label}", "", _what_is_said, TEXT, "{kind}",
        pattern="says_{key}")


ACKNOWLEDGED = " (acknowledged)"
"""Stands behind a warning that the design's own text names."""


def words_of(check: Check) -> dict[str, str]:
    """What differs between checks in what is declared of all of them."""
    return {
        "key": check.key, "label": check.label, "fails": check.fails, "all_of_check": f"{{all.block.{check.name}}}",
        "all_names": "{all.block.name_shown}", "all_in_use": "{all.block.in_use}", "kind": check.kind,
    }


def _open(checked: tuple[Checked, ...]) -> float:
    return total_of(c.open for c in checked)


def _unless_an_input_is_wrong(said: str) -> str:
    """What the checks say; of an input that is not valid alone, since it may make an error value of any other."""
    return f'IF({{check_inputs}}=0,"; {_NOT_VALID}: "&{{invalid_input}},{said})'


_ALL_SAID = "{errors_said}&{warnings_said}"
_BECAUSE, _WORD, _MOST = "; reason:", ":", 500
_TEXT = "{design.acknowledged}"
_REASON = (
    f'IF({{acknowledged_count}}=0,"","{_BECAUSE}"&IF({{acknowledged_count}}>1," "&{_TEXT},'
    f'MID({_TEXT},FIND("{_WORD}",{_TEXT})+1,{_MOST})))'
)


def _said(checked: tuple[Checked, ...]) -> str:
    return "".join(c.says for c in checked).removeprefix("; ")


def _reason(b: Block) -> str:
    """Why something is acknowledged, without the word of the check; with their words where these are several."""
    text = b.design.acknowledged or ""
    if not b.acknowledged_count:
        return ""
    return f"{_BECAUSE} {text}" if b.acknowledged_count > 1 else f"{_BECAUSE}{text[text.index(_WORD) + 1 :][:_MOST]}"


def _what_fails(b: Block) -> str:
    return f"{b.errors_said}{b.warnings_said}".removeprefix("; ") + _reason(b) or NONE


class Verdict(Scope):
    errors: Display[Block, float] = Display("errors of this design", "",
        lambda b: _open(b.errors_checked) if b.check_inputs else 1.0, WHOLE,
        "1 where an input is not valid: then no other check can be relied upon")
    warnings: Display[Block, float] = Display("warnings of this design", "", lambda b: _open(b.warnings_checked), WHOLE,
        "without those acknowledged")
    acknowledged_count: Display[Block, float] = Display("warnings acknowledged", "",
        lambda b: float(len(b.warnings_checked)) - total_of(c.check.of(b) for c in b.warnings_checked) - b.warnings,
        WHOLE,
        "by the text of the design")
    stands: Display[Block, float] = Display("the answer stands", "0/1",
        lambda b: flag(b.errors == 0), FLAG, "no error is found; else no sheet and no message shows a result",
        guards=True)
    errors_said: Display[Block, str] = Display("what is said of errors", "",
        lambda b: "".join(f"{c.says}" for c in b.errors_checked), TEXT)
    warnings_said: Display[Block, str] = Display("what is said of warnings", "",
        lambda b: "".join(f"{c.says}" for c in b.warnings_checked), TEXT)
    errors_in_words: Display[Block, str] = Display("errors", "",
        lambda b: f"{ERROR}: {_said(b.errors_checked)}" if b.errors else NONE, TEXT,
        "an error voids the answer: no result of the design is shown",
        native=f'IF({{errors}}=0,"{NONE}","{ERROR}: "&MID({_unless_an_input_is_wrong("{errors_said}")},3,5000))')
    failing: Display[Block, str] = Display("what the checks say", "",
        _what_fails, TEXT, "errors and warnings",
        native=f'IF({{check_inputs}}=0,{{errors_in_words}},IF({{errors}}+{{warnings}}+{{acknowledged_count}}=0,"{NONE}",'
        f"MID({_ALL_SAID},3,5000)&{_REASON}))")


class ErrorsOfNumbers(Scope):
    """The errors that hang on numbers alone: where a what-if varies those, they come and go."""

    numbers_hold: Figure[Block, Value] = Figure("a block carries VMs, its drives fit, the target is attainable", "0/1",
        lambda b: b.feasible * where(b.bays_missing == 0, 1.0, 0.0) * where(b.limit_response < 1, 0.0, 1.0), FLAG)
    void_word: Display[Block, str] = Display("which of these does not hold", "",
        lambda b: NOT_FEASIBLE if not b.feasible else TOO_FEW_BAYS if b.bays_missing > 0
        else OFF_TARGET if b.limit_response < 1 else NONE, TEXT)
    other_errors: Display[Block, float] = Display("errors in what is entered", "",
        lambda b: b.errors + b.check_feasible + b.check_bays + b.check_response + b.check_beside_small - 4
        - (1 - b.check_fits) * (1 - b.check_feasible * b.check_beside_small) if b.check_inputs else 1.0, WHOLE,
        "no what-if mends them; a VM that fits on no host counts where the mean of all VMs fits on one")
