"""Whether a design meets its targets, and the EUR per user by which it is ranked."""

from __future__ import annotations

from typing import TYPE_CHECKING

from vdi_sizing._arrays import Value, flag, rounded
from vdi_sizing.engine.rows import total_over
from vdi_sizing.model.capacity.host_loss import HostLostChecks
from vdi_sizing.model.capacity.storms import BootChecks
from vdi_sizing.model.check import Check
from vdi_sizing.model.checks.same_requirements import AskedAlike
from vdi_sizing.model.checks.verdict import Checks
from vdi_sizing.model.figure import Display, Figure, Scope
from vdi_sizing.model.formats import EUR_CENT, EUR_OR_NONE, FLAG
from vdi_sizing.model.hardware.assumed_hardware import AssumedChecks
from vdi_sizing.model.money.billing_gaps import PaidChecks, ServersLeftOut
from vdi_sizing.words import NO_LIMIT

if TYPE_CHECKING:
    from vdi_sizing.model.scopes import Block


TARGETS: tuple[tuple[Figure[Block, float], str], ...] = (
    (ServersLeftOut.servers_comparable, "its servers are left out"),
    (Checks.check_saturated, "drives are saturated"),
    (Checks.check_slow, "slower than its limit"),
    (Checks.check_login, "does not carry the login storm"),
    (BootChecks.check_boot_time, "boots too slowly"),
    (Checks.check_free, "leaves too little capacity free"),
    (Checks.check_image_ram, "the image does not fit into RAM"),
    (Checks.check_endurance, "wears its drives out early"),
    (AskedAlike.asked_alike, "asked for less than another design"),
)
"""What is a target of a design, and what the page says where it is missed."""
AGAINST: dict[Check, str] = {
    HostLostChecks.check_host_lost: "; too few hosts while one is lost",
    PaidChecks.check_licences: "; a licence may be missing",
    PaidChecks.check_gpus_billed: "; no GPU is billed",
    PaidChecks.check_shelves_billed: "; no shelf is billed",
    Checks.check_served: "; users are left out",
    AssumedChecks.check_assumed: "; hardware is assumed",
}
"""What speaks against a design beside its targets unless it is acknowledged, and what the page says."""


class Marks(Scope):
    """Of a design: whether it meets its targets, and what it costs if so."""

    none_missed: Display[Block, float] = Display("the answer stands and misses no target that is judged", "0/1",
        lambda b: flag(all(target.of(b) for target, _ in TARGETS)) if b.stands else 0.0, FLAG,
        "servers as beside it, no drive saturated, response time, login storm, boot time, free capacity, RAM for the "
        "image, endurance, and no less asked of it than of another design", guards=True)
    targets_met: Display[Block, float] = Display("the answer stands, and all targets are judged and kept", "0/1",
        lambda b: flag(b.judged) if b.none_missed else 0.0, FLAG, guards=True)
    nothing_against: Display[Block, float] = Display("nothing is said against it beside the targets", "0/1",
        lambda b: flag(not any(each.open for each in b.against_checked)), FLAG,
        "hosts while one is lost, licences, GPUs, shelves, bays, users left out, hardware that is assumed")
    over_years: Display[Block, float] = Display("designs are compared over the years", "0/1",
        lambda b: flag(b.check_inputs and total_over(b.side_by_side, lambda other: other.recurring_rows) > 0), FLAG,
        "where a design has parts paid per year: a lease beside a purchase; else by what is bought")
    compared_eur: Display[Block, Value] = Display("EUR per user by which it is compared, as a number", "EUR",
        lambda b: b.known_total_eur_per_user if b.over_years else b.priced * b.known_eur_per_user, EUR_CENT,
        "0: not known")
    eur_known: Display[Block, float] = Display("all that enters the comparison is known", "0/1",
        lambda b: flag(rounded(b.compared_eur) > 0 and b.compared_eur < NO_LIMIT), FLAG,
        "nobody pays 1E9 EUR per user")
    offered: Display[Block, float] = Display("it can be recommended", "0/1",
        lambda b: b.eur_known if b.targets_met and b.in_use else 0.0, FLAG,
        "no target missed, and all that enters the comparison known")
    ranked: Display[Block, float] = Display("it can be recommended, if without a part that each design lacks", "0/1",
        lambda b: flag(b.offered + b.lacks_alike > 0), FLAG)
    ranked_eur: Display[Block, Value] = Display("EUR per user by which it is ranked", "EUR",
        lambda b: b.compared_eur if b.offered else b.least_eur if b.lacks_alike else NO_LIMIT, EUR_OR_NONE)
