"""What holds for a whole comparison: settings, and what is varied in it."""

import datetime
from dataclasses import dataclass, field
from typing import Annotated

from vdi_sizing.inputs import DEMAND, WISH, Input, clean_fields, inputs_of
from vdi_sizing.scenario.bill import IN_ARREARS, MOST_YEARS, PAID
from vdi_sizing.tables.drives import HDD

DECIMAL_POINT, DECIMAL_COMMA = "decimal point", "decimal comma"
NUMBER_STYLES = (DECIMAL_POINT, DECIMAL_COMMA)
IN_BLOCKS, FILE_SERVER, OWN_ARRAY, CLOUD_SHARE = STORE_KINDS = (
    "in the blocks", "on a file server", "on an array of its own", "on a cloud share",
)  # fmt: skip
"""Where user profiles are stored."""
BY_YEAR, AT_ONCE = "by year", "at once"
HARDWARE, ALL_BOUGHT = LEASE_OF = "hardware", "all that is bought once"
"""A lease may be of all rows of the bill per block, shelf, host, drive or GPU card, or of all but those paid again."""
MOST_MONTHS = 12 * MOST_YEARS
GROWTH_YEARS = range(8)
"""The start, and the years after it, that growth is looked at: beyond them nobody knows what is bought."""
MEASURES = (
    "EUR per VM",
    "EUR for these users",
    "EUR over the years",
    "VMs per block",
    "drives of all blocks",
    "EUR beyond the other design",
    "EUR over the years beyond the other design",
)
"""What a sensitivity may rank its drivers by."""

_OUTLOOK_NOTE = (
    "your forecast from the date of the prices on; blank: no outlook. Fujitsu 2011 expected -15 % to -20 % for SSDs "
    f"in one year; a drive of the kind {HDD}, or of none, keeps its price"
)
CHANGE_NOTE = "a part of it, or points of a share; -20 % is 20 % or 20 points less"
_RULE_NOTE = "; of every design that leaves it blank"


def _rule(
    label: str, unit: str, note: str, kind: str = "number", above: float | None = None, at_most: float | None = None
) -> Input:
    """What is asked of all designs alike, where it is not typed for one."""
    return Input(label, unit, note + _RULE_NOTE, kind, True, above=above, at_most=at_most, role=WISH)


@dataclass(frozen=True, kw_only=True)
class Settings:
    """What holds for every design; only the as-of date may be given without its name."""

    customer: Annotated[
        str | None,
        Input("customer", note="printed on the comparison", kind="text", optional=True, role=WISH),
    ] = None
    author: Annotated[
        str | None,
        Input("author", note="printed on the report", kind="text", optional=True, role=WISH),
    ] = None
    as_of: Annotated[
        datetime.date,
        Input("as-of date", "date", "all ages are counted to this day", kind="date"),
    ] = field(kw_only=False)
    price_list: Annotated[
        str | None,
        Input("price list", note="of the Prices sheet; blank: no prices", kind="name", optional=True, role=WISH),
    ] = None
    price_date: Annotated[
        datetime.date | None,
        Input("date of the prices", "date", "of each price without one of its own on Prices", "date", optional=True),
    ] = None
    price_source: Annotated[
        str | None,
        Input("source of the prices", "", "of each price without one of its own on Prices", "text", optional=True),
    ] = None
    rule_spares: Annotated[
        float | None,
        _rule("hosts in reserve", "hosts", "N+1: 1; servers, hosts of each cluster, or hosts beside arrays", "whole"),
    ] = None
    rule_cpu_headroom: Annotated[
        float | None,
        _rule(
            "CPU kept free",
            "0..1",
            "of cores that the hypervisor leaves; Microsoft: virtualisation costs 15 to 20 %",
            "share",
            at_most=0.99,
        ),
    ] = None
    rule_max_utilization: Annotated[
        float | None, _rule("drives used at most", "0..1", "of their IOPS", "share", above=0)
    ] = None
    rule_replica_gb: Annotated[float | None, _rule("size of the image", "GB", "master image, replica or vDisk")] = None
    rule_ios_per_boot: Annotated[float | None, _rule("I/Os of a boot", "I/Os", "for the boot storm")] = None
    rule_boots_per_min: Annotated[
        float | None, _rule("boots in a minute, at most", "1/min", "what the broker lets through", above=0)
    ] = None
    rule_concurrent_boots: Annotated[
        float | None, _rule("boots at a time, at most", "VMs", "what the broker lets through", "whole", above=0)
    ] = None
    vat_share: Annotated[float, Input("VAT", "0..1", "shown beside the net figures", "share", blank=0.0, role=WISH)] = (
        0.0
    )
    drive_rounding: Annotated[
        str,
        Input(
            "published drive counts are rounded",
            "",
            "of the lines 'rounded as on Settings' alone; what is bought is always rounded up",
            "choice",
            choices=("up", "nearest", "down"),
            expert=True,
            role=WISH,
        ),
    ] = "up"
    price_age_limit_years: Annotated[
        float, Input("prices and rates are old after", "years", "older ones are warned of", above=0, role=WISH)
    ] = 1.0
    mix_tolerance: Annotated[
        float,
        Input(
            "tolerance of a measured load",
            "0..1",
            "beyond it a measured VM count, which is scaled to the load, warns",
            "share",
            expert=True,
            role=WISH,
        ),
    ] = 0.1
    usual_limit_ms: Annotated[
        float,
        Input(
            "usual response time limit",
            "ms",
            "reported on where a design has no target; 20 ms: Dell 2012, 4.4.1",
            above=0,
            role=WISH,
        ),
    ] = 20.0
    percentile_share: Annotated[
        float,
        Input(
            "percentile reported",
            "0..1",
            "share of the I/Os that end within it",
            "share",
            above=0,
            at_most=0.9999,
            expert=True,
            role=WISH,
        ),
    ] = 0.95
    years: Annotated[
        float, Input("years of use", "years", "for the total cost", "whole", above=0, at_most=MOST_YEARS, role=WISH)
    ] = 5.0
    eur_per_kwh: Annotated[
        float | None, Input("price of energy", "EUR/kWh", "blank: energy is left out", optional=True, role=WISH)
    ] = None
    pue: Annotated[float, Input("PUE", "", "power of the data centre over that of its equipment", at_least=1)] = 1.0
    eur_per_rack_unit_year: Annotated[
        float | None,
        Input("price of a rack unit", "EUR/year", "blank: rack space is left out", optional=True, role=WISH),
    ] = None
    maintenance_share: Annotated[
        float,
        Input(
            "maintenance per year",
            "0..1",
            "of what is bought and maintained for these users",
            "share",
            blank=0.0,
            role=WISH,
        ),
    ] = 0.0
    discount_rate: Annotated[
        float,
        Input("interest per year", "0..1", "what later payments are discounted by", "share", blank=0.0, role=WISH),
    ] = 0.0
    drive_price_change: Annotated[
        float | None,
        Input(
            "yearly change of flash drive prices",
            "share",
            _OUTLOOK_NOTE,
            optional=True,
            at_least=-1,
            at_most=1,
            role=WISH,
        ),
    ] = None
    user_growth: Annotated[
        float,
        Input(
            "growth of users per year",
            "0..1",
            f"for the sheet Growth: year by year what more users take; years of use then at most {GROWTH_YEARS[-1]}",
            "share",
            blank=0.0,
            role=DEMAND,
        ),
    ] = 0.0
    gb_growth: Annotated[
        float, Input("growth of GB per VM per year", "0..1", "of all that a VM stores", "share", blank=0.0, role=DEMAND)
    ] = 0.0
    growth_bought: Annotated[
        str,
        Input(
            "what growth takes is bought",
            "",
            "by year, as users come; or at once: all blocks and hosts at the start, for the last year",
            "choice",
            choices=(BY_YEAR, AT_ONCE),
            blank=BY_YEAR,
            role=WISH,
        ),
    ] = BY_YEAR
    other_price_change: Annotated[
        float,
        Input(
            "yearly change of other prices",
            "share",
            "of what growth buys later, but for flash drives",
            at_least=-0.5,
            at_most=1,
            blank=0.0,
            role=WISH,
        ),
    ] = 0.0
    number_style: Annotated[
        str,
        Input(
            "numbers written as text",
            "",
            "how text such as 1.475,00 is read",
            "choice",
            choices=NUMBER_STYLES,
            expert=True,
            role=WISH,
        ),
    ] = DECIMAL_POINT
    cents: Annotated[
        bool,
        Input(
            "net prices are rounded to cents",
            "",
            "yes: each unit price less its discount",
            "yes/no",
            blank=False,
            role=WISH,
        ),
    ] = False
    escalation: Annotated[
        float,
        Input(
            "yearly rise of running costs",
            "share",
            "of energy, rack space, maintenance, the profile store and parts per year, from the second year on",
            at_least=-0.5,
            at_most=1,
            blank=0.0,
            role=WISH,
        ),
    ] = 0.0
    running_paid: Annotated[
        str,
        Input(
            "running costs are paid",
            "",
            "energy, rack space, maintenance and the profile store: at the end or the beginning of each year",
            "choice",
            choices=PAID,
            role=WISH,
        ),
    ] = IN_ARREARS
    depreciation_years: Annotated[
        float,
        Input(
            "years of depreciation",
            "years",
            "of the purchase, straight-line",
            "whole",
            above=0,
            at_most=MOST_YEARS,
            role=WISH,
        ),
    ] = 5.0
    store_eur_per_gb_month: Annotated[
        float | None,
        Input(
            "price of the profile store",
            "EUR/GB",
            "per GB and month; blank: the store is not included, and the comparison says so",
            optional=True,
            role=WISH,
        ),
    ] = None
    today_eur_per_year: Annotated[
        float | None,
        Input(
            "paid today per year",
            "EUR",
            "for what stands there: support, energy, rent, as far as the cost over the years holds them; blank: no "
            "comparison with going on as today",
            optional=True,
        ),
    ] = None
    lease_factor: Annotated[
        float | None,
        Input(
            "lease factor",
            "0..1",
            "share of the purchase price that a month of a lease costs, such as 0.0195: each design then stands on "
            "Comparison bought and leased; blank: no lease",
            optional=True,
            above=0,
            at_most=1,
            role=WISH,
        ),
    ] = None
    lease_months: Annotated[
        float | None,
        Input(
            "months of the lease",
            "months",
            "all of them are paid; where the years of use are longer, it goes on at the same rate to their end",
            "whole",
            optional=True,
            above=0,
            at_most=MOST_MONTHS,
            role=WISH,
        ),
    ] = None
    lease_paid: Annotated[
        str,
        Input(
            "lease is paid",
            "",
            "at the end or the beginning of each month; blank: at the end",
            "choice",
            choices=PAID,
            blank=IN_ARREARS,
            role=WISH,
        ),
    ] = IN_ARREARS
    lease_of: Annotated[
        str,
        Input(
            "what is leased",
            "",
            "hardware: all rows of Bill per block, shelf, host, drive or GPU card, licences among them; what is paid "
            "per year or month stays as it is; blank: hardware",
            "choice",
            choices=LEASE_OF,
            blank=HARDWARE,
            role=WISH,
        ),
    ] = HARDWARE
    lease_maintained: Annotated[
        bool,
        Input(
            "maintenance is in the lease",
            "",
            "yes: that of what is leased is in the factor; no: it is paid as if bought",
            "yes/no",
            blank=False,
            role=WISH,
        ),
    ] = False
    store_kind: Annotated[
        str | None,
        Input(
            "profile store stands",
            "",
            "in the blocks: IOPS and GB per VM hold the profiles, and Users has no store; else beside the blocks, "
            "alike for every design; blank: not said",
            "choice",
            optional=True,
            choices=STORE_KINDS,
            role=WISH,
        ),
    ] = None
    store_reserve_share: Annotated[
        float,
        Input(
            "reserve of the profile store",
            "0..1",
            "added to what profiles take; 0.1 in two published designs",
            "share",
            blank=0.0,
            role=WISH,
        ),
    ] = 0.0
    store_part: Annotated[
        str | None,
        Input(
            "part of the profile store",
            "",
            "of the Prices sheet, where the store is bought: on the bill of every design, once; blank: not bought",
            "name",
            optional=True,
            role=WISH,
        ),
    ] = None
    measured_drive: Annotated[
        str | None,
        Input(
            "drive that was measured",
            "",
            "of the Drives sheet, whose points stand on Calibration: designs with it are warned beyond these points; "
            "blank: none",
            "name",
            optional=True,
            role=WISH,
        ),
    ] = None
    user_mbit_s: Annotated[
        float | None,
        Input(
            "network per user",
            "Mbit/s",
            "of a session in use, between client and host; blank: not asked",
            optional=True,
            role=DEMAND,
        ),
    ] = None
    protocol_share: Annotated[
        float,
        Input(
            "protocol overhead",
            "0..1",
            "added to it, of headers and what is sent again; blank: none",
            "share",
            blank=0.0,
            role=DEMAND,
        ),
    ] = 0.0

    def __post_init__(self) -> None:
        clean_fields(self)


@dataclass(frozen=True)
class Sensitivity:
    """Which design is varied, by how much each driver is, in their order, and what is ranked; blank: as usual.

    `low` and `high` vary one driver at a time, `dials` all of them at once.
    """

    design: Annotated[
        str | None,
        Input("design varied", note="blank: recommended, else the first", kind="name", optional=True, role=WISH),
    ] = None
    low: Annotated[tuple[float, ...], Input("low by", "share", CHANGE_NOTE, at_least=-0.99, at_most=10, role=WISH)] = ()
    high: Annotated[
        tuple[float, ...], Input("high by", "share", CHANGE_NOTE, at_least=-0.99, at_most=10, role=WISH)
    ] = ()
    measure: Annotated[
        str | None,
        Input(
            "ranked by",
            "",
            "blank: EUR per VM, else drives",
            "choice",
            optional=True,
            choices=MEASURES,
            role=WISH,
        ),
    ] = None
    other: Annotated[
        str | None,
        Input("the other design", note="blank: the first beside it", kind="name", optional=True, role=WISH),
    ] = None
    dials: Annotated[
        tuple[float, ...],
        Input(
            "what if by",
            "share",
            f"blank: not changed; {CHANGE_NOTE}",
            blank=0.0,
            at_least=-0.99,
            at_most=10,
            role=WISH,
        ),
    ] = ()

    def __post_init__(self) -> None:
        inputs = inputs_of(Sensitivity)
        for name in ("design", "measure", "other"):
            object.__setattr__(self, name, inputs[name].cleaned(getattr(self, name)))
        for name in ("low", "high", "dials"):
            object.__setattr__(self, name, tuple(inputs[name].cleaned(change) for change in getattr(self, name)))
        if not any(self.dials):  # as where none is given
            object.__setattr__(self, "dials", ())
