"""Falsehoods that are put into what a workbook says, one at a time: words and digits of saved values, and of the table.

Each names the twists of its scenario, the surface, a text that stands there, and what takes its place. A number takes
the place of the number beside a label.
"""

from __future__ import annotations

from dataclasses import dataclass

from tests.oracle.facts import Saved

LEASE, BOUGHT, REQUEST, GROWTH = (
    ("a lease in advance", "six designs"), ("an offer that ends",), ("price on request of one", "growth"), ("growth",),
)  # fmt: skip
TIE, STORE, TODAY, WATTS, DEAR = (
    ("a tie",), ("a profile store",), ("paid today", "many years"), ("no watts",), ("a dear lease",),
)  # fmt: skip


@dataclass(frozen=True)
class Seed:
    """A falsehood."""

    twists: tuple[str, ...]
    surface: str
    text: str
    instead: str | float
    below: str = ""
    """The heading of the number that changes; none: the first beside its label."""
    language: str = "en"


FACTOR = ("a lease factor",)
SEEDS: tuple[Seed, ...] = (
    Seed(BOUGHT, "Report", "849 EUR per user, about", "839 EUR per user, about"),
    Seed(BOUGHT, "Report", "about 9 EUR (1 %)", "about 9 EUR (2 %)"),
    Seed(BOUGHT, "Report", "about 9 EUR", "about 19 EUR"),
    Seed(BOUGHT, "Report", "NVMe cluster is the cheapest", "All-flash array is the cheapest"),
    Seed(BOUGHT, "Report", "is the cheapest design", "is the only design"),
    Seed(BOUGHT, "Report", "is the cheapest design", "is the dearest design"),
    Seed(BOUGHT, "Report", "less than All-flash array", "less than Hybrid array"),
    Seed(BOUGHT, "Report", "EUR per user, about", "EUR per user over 5 years, about"),
    Seed(BOUGHT, "Report", "✓ cheapest, meets", "✓ cheapest of those priced, meets"),
    Seed(BOUGHT, "Report", "✓ meets every target", "✓ cheapest, meets every target"),
    Seed(BOUGHT, "Report", "for 1\u00a0000 users", "for 1\u00a0100 users"),
    Seed(BOUGHT, "Report", "the first price expires on", "the first price expired since"),
    Seed(BOUGHT, "Report", ", others have no last day", ""),
    Seed(BOUGHT, "Report", "oldest price of 2026-11-16", "oldest price of 2026-11-17"),
    Seed(BOUGHT, "Report", "11 hosts in 1 cluster, 55 drives", "11 hosts in 1 cluster, 65 drives"),
    Seed(BOUGHT, "Report", "10 hosts and 1 in reserve). One", "9 hosts and 1 in reserve). One"),
    Seed(BOUGHT, "Report", "One host carries 81 VMs", "One host carries 91 VMs"),
    Seed(BOUGHT, "Report", "cores at 87 VMs", "cores at 97 VMs"),
    Seed(BOUGHT, "Report", "64 cores, 1\u00a0024 GiB", "32 cores, 1\u00a0024 GiB"),
    Seed(BOUGHT, "Report", "in the purchase: VAT (with it: Comparison); beyond the bill: energy, ",
         "in the purchase: VAT (with it: Comparison); beyond the bill: "),
    Seed(BOUGHT, "Report", "holds: purchase, energy, rack space, maintenance", "holds: purchase, energy, maintenance"),
    Seed(BOUGHT, "Report", "not included: VAT (with it: Comparison).",
         "not included: VAT (with it: Comparison); beyond the bill: energy."),
    Seed(BOUGHT, "Report", "costs 849 EUR to buy, as", "costs 859 EUR to buy, as"),
    Seed(BOUGHT, "Report", "EUR are net, and of what is bought", "EUR are gross, and of what is bought"),
    Seed(BOUGHT, "Report", "in all, EUR net", "in all, 5 years, EUR net"),
    Seed(BOUGHT, "Report", "EUR per user, 5 years", "EUR per user, 4 years"),
    Seed(BOUGHT, "Report", "EUR per user", 859.25),
    Seed(BOUGHT, "Start", "EUR per user for these users", "EUR per user over the years"),
    Seed(BOUGHT, "Start", "EUR per VM for these users", 1_070.24),
    Seed(BOUGHT, "Start", "drives of all blocks", 56.0),
    Seed(BOUGHT, "Sign-off", "EUR per user over the years", 1160.36),
    Seed(BOUGHT, "Sign-off", "purchase, energy, rack space, maintenance", "purchase, energy, rack space"),
    Seed(BOUGHT, "Sign-off", "beyond the bill: energy, rack space", "beyond the bill: energy"),
    Seed(BOUGHT, "Sign-off", "every price on the bill has a date", 1.0),
    Seed(BOUGHT, "Sign-off", "every part has a price", 1.0),
    Seed(BOUGHT, "Proof", "purchase", 859_250.0),
    Seed(BOUGHT, "Proof", "discount factor: what 1 EUR is worth at the start", 0.898, below="end of year 3"),
    Seed(BOUGHT, "Proof", "depreciation of the purchase, straight-line", 169_860.0, below="end of year 2"),
    Seed(BOUGHT, "Proof", "energy", 22_689.4, below="end of year 5"),
    Seed(BOUGHT, "Proof", "maintenance", 185_650.99, below="worth at the start"),
    Seed(BOUGHT, "Proof", "all that is paid", 69_669.4, below="end of year 1"),
    Seed(BOUGHT, "Proof", "worth at the start", 66_990.18, below="end of year 1"),
    Seed(BOUGHT, "Proof", "cost over the years", 1_159_371.25, below="in all"),
    Seed(BOUGHT, "Proof", "EUR per user and month of use", 0.01, below="at the start"),
    Seed(BOUGHT, "Proof", "NVMe cluster", "All-flash array"),
    Seed(BOUGHT, "Proof", "it adds up: each difference is 0.00", "not known"),
    Seed(LEASE, "Proof", "parts paid per year", 80_010.0, below="end of year 1"),
    Seed(TIE, "Proof", "it adds up: each difference is 0.00", "it does not add up: see the differences below"),
    Seed(BOUGHT, "Comparison", "purchase price of all for these users, with VAT", 1_010_617.5),
    Seed(BOUGHT, "Comparison", "EUR per user and month of use", 19.33),
    Seed(BOUGHT, "Cost", "EUR bought for these users", "EUR over the years for these users"),
    Seed(BOUGHT, "Cost", "Total of what is bought, for these users", "Total over the years, for these users"),
    Seed(BOUGHT, "Cost", "Net, without VAT", "Gross, with VAT"),
    Seed(BOUGHT, "Cost", "host", 31_900.0),
    Seed(BOUGHT, "Cost", "Configuration of All-flash array", "Configuration of Hybrid array"),
    Seed(BOUGHT, "What if", "EUR per user, bought", "EUR per user, 5 years"),
    Seed(BOUGHT, "What if", "EUR over the years", 1_159_461.25),
    Seed(BOUGHT, "What if", "blocks, with spares", "blocks, without spares"),
    Seed(BOUGHT, "What if", "Growth is per year", "Growth is per month"),
    Seed(BOUGHT, "Sensitivity", "what comes of it: EUR per VM", "what comes of it: EUR over the years"),
    Seed(BOUGHT, "Sensitivity", "low: not varied", "high: not varied"),
    Seed(BOUGHT, "Sensitivity", "it does not enter this result", "as many whole hosts and drives are needed"),
    Seed(BOUGHT, "Sensitivity", "for these users, per named user", "for these users, per concurrent VM"),
    Seed(BOUGHT, "Sensitivity", "break-even VMs per block", 85.0),
    Seed(BOUGHT, "Sensitivity", "price of the energy per year", "price of the energy per month"),
    Seed(BOUGHT, "Placement", "10 hosts and 1 in reserve for 801 VMs", "11 hosts and 1 in reserve for 801 VMs"),
    Seed(BOUGHT, "Placement", "does with fewer hosts than 10", "does with fewer hosts than 9"),
    Seed(BOUGHT, "Placement", "hosts without the reserve", "hosts with all reserves"),
    Seed(BOUGHT, "Placement", "hosts without the reserve", 11.0),
    Seed(BOUGHT, "Placement", "clerks", 497.0),
    Seed(BOUGHT, "Growth", "No growth is assumed", "Growth is assumed"),
    Seed(GROWTH, "Growth", "EUR per user over the years with growth", "EUR per user bought with growth"),
    Seed(GROWTH, "Growth", "per named user of the last year", "per named user of the first year"),
    Seed(GROWTH, "Growth", "EUR bought, year 2", 77_660.0),
    Seed(GROWTH, "Growth", "users, year 3", 1_332.0),
    Seed(GROWTH, "Growth", "bought by year", "bought at once"),
    Seed(BOUGHT, "terminal", "849.25", "849.35"),
    Seed(BOUGHT, "terminal", "1,159.36", "1,159.46"),
    Seed(BOUGHT, "terminal", "EUR per VM over the years", "EUR per VM for these users"),
    Seed(LEASE, "Report", "EUR per user over 5 years", "EUR per user"),
    Seed(DEAR, "Report", "✓ cheapest over 5 years", "✓ cheapest"),
    Seed(DEAR, "Report", "✓ cheapest over 5 years", "✓ cheapest to buy"),
    Seed(LEASE, "Report", "in all, 5 years, EUR net", "in all, EUR net"),
    Seed(LEASE, "Report", "EUR per user, bought", "EUR per user, 5 years"),
    Seed(LEASE, "Report", "(only with 2 designs)", ""),
    Seed(LEASE, "Start", "EUR per user over 5 years", "EUR per user"),
    Seed(REQUEST, "Report", "is the cheapest priced design", "is the cheapest design"),
    Seed(REQUEST, "Report", "✓ cheapest of those priced", "✓ cheapest"),
    Seed(REQUEST, "Report", "≥ 766", "≥ 776"),
    Seed(REQUEST, "Report", "parts without a price: flash array", "parts without a price: licence"),
    Seed(REQUEST, "Report", "costs least of those known: 993", "costs least: 993"),
    Seed(GROWTH, "Report", "users 10 % and GB", "users 11 % and GB"),
    Seed(GROWTH, "Report", "bought by year", "bought at once"),
    Seed(TIE, "Report", "2 designs that miss no target cost the same", "3 designs that miss no target cost the same"),
    Seed(STORE, "Report", "profile store of", "profile cupboard of"),
    Seed(FACTOR, "Comparison", "is cheaper by", "is dearer by"),
    Seed(FACTOR, "Comparison", "leased: cost over the years", 1.0),
    Seed(TODAY, "Comparison", "going on as today, over the years", 1.0),
    Seed(WATTS, "Report", "energy or rack space has a price", "energy has no price"),
)  # fmt: skip
LICENSED, GPUS = ("a lease in advance", "licences by core", "growth"), ("a lease in advance", "GPUs")
_SAID_IN_GERMAN: tuple[tuple[str, str, str | float], ...] = (
    ("Report", "ist der günstigste Entwurf", "ist der einzige Entwurf"),
    ("Report", "All-flash array ist der günstigste", "NVMe cluster ist der günstigste"),
    ("Report", "EUR je Benutzer über 5 Jahre, etwa", "EUR je Benutzer über 4 Jahre, etwa"),
    ("Report", "(9 %) weniger", "(8 %) weniger"),
    ("Report", "! am günstigsten über 5 Jahre, kein", "! am günstigsten im Kauf, kein"),
    ("Report", "Benötigt: 1 Array und 68 Hosts", "Benötigt: 1 Array und 17 Hosts"),
    ("Report", "als 5 Cluster", "als 4 Cluster"),
    ("Report", "(67 und 1 in Reserve", "(66 und 2 in Reserve"),
    ("Report", "1 Array und 68 Hosts", "1 Array und 61 Hosts"),
    ("Report", "2 GPUs mit je 24 GB", "2 GPUs mit je 48 GB"),
    ("Report", "insgesamt, 5 Jahre, EUR netto", "insgesamt, EUR netto"),
    ("Report", "EUR je Benutzer, gekauft", "EUR je Benutzer, 5 Jahre"),
    ("Report", "Hosts haben GPUs, und kein Teil", "Hosts haben keine GPUs, und ein Teil"),
    ("Report", "EUR sind netto", "EUR sind brutto"),
    ("Start", "EUR je Benutzer über 5 Jahre", "EUR je Benutzer"),
    ("Start", "EUR je VM für diese Benutzer", "EUR je VM über die Jahre"),
    ("Sign-off", "jährlich bezahlte Teile; außerhalb", "Laufwerke; außerhalb"),
    ("Sign-off", "Kauf, jährlich bezahlte Teile, Energie", "Kauf, Energie"),
    ("Sign-off", "außerhalb der Stückliste: Energie, Stellfläche", "außerhalb der Stückliste: Energie"),
    ("Comparison", "günstiger im Kauf, teurer in Jahr 1", "günstiger im Kauf, günstiger in Jahr 1"),
    ("Comparison", "EUR je Benutzer, jährlich bezahlte Teile", "EUR je Benutzer, Wartung"),
    ("Comparison", "EUR je Benutzer und Nutzungsmonat", 74.0),
    ("Proof", "es geht auf: jeder Unterschied ist 0,00", "nicht bekannt"),
    ("Cost", "Netto, ohne Umsatzsteuer", "Brutto, mit Umsatzsteuer"),
    ("What if", "EUR über die Jahre", "EUR für diese Benutzer"),
    ("terminal", "4.720,33", "4.702,33"),
)
IN_GERMAN = tuple(Seed(GPUS, surface, text, instead, language="de") for surface, text, instead in _SAID_IN_GERMAN)
"""In a German workbook."""
BY_OTHERS: tuple[Seed, ...] = (
    Seed(
        LICENSED,
        "Report",
        "a part of the bill cannot be counted: licence",
        "a licence costs nothing: licence",
    ),
    Seed(LICENSED, "Report", "is the cheapest costed design", "is the cheapest design"),
    Seed(LICENSED, "Report", "✓ cheapest over 5 years of those costed", "✓ cheapest over 5 years"),
    Seed(
        LICENSED,
        "Report",
        "Even without what it lacks, design NVMe cluster",
        "Even without what it lacks, design SATA SSD cluster",
    ),
    Seed(LICENSED, "Report", "EUR per user, 5 years ≥ 1\u00a0159", "EUR per user, 5 years ≥ 1\u00a0195"),
    Seed(LICENSED, "Report", "(9 and 1 in reserve, by cores), 19", "(9 and 2 in reserve, by cores), 19"),
    Seed(LICENSED, "Report", "11 hosts in 1 cluster, 55 drives", "11 hosts in 2 clusters, 55 drives"),
    Seed(LICENSED, "Report", "limited by: demand; next", "limited by: capacity; next"),
    Seed(
        LICENSED, "Report", "about 118 EUR (10 %) less than Hybrid array", "about 118 EUR (10 %) less than NVMe cluster"
    ),
    Seed(LICENSED, "Report", "All above is for the users at the start", "All above is for the users of the last year"),
    Seed(LICENSED, "Comparison", "the number of licence on the bill", "the price of licence"),
    Seed(LICENSED, "Comparison", "a part of the bill cannot be counted: licence", "parts without a price: licence"),
    Seed(LICENSED, "Comparison", "EUR per user, energy", 110.96),
    Seed(LICENSED, "Comparison", "EUR per user, parts for the whole project, or by packs", "EUR per user, drives"),
    Seed(LICENSED, "Comparison", "EUR per VM over the years", "EUR per user over the years"),
    Seed(LICENSED, "Cost", "cores that a host counts", "TB or shelves of a block, cards of a host"),
    Seed(LICENSED, "Cost", "not known", 640.0),
    Seed(LICENSED, "Sensitivity", "what comes of it: EUR over the years", "what comes of it: EUR per VM"),
    Seed(LICENSED, "Sensitivity", "points of what is maintained, per year", "points of all that is bought, per year"),
    Seed(LICENSED, "What if", "EUR over the years", "EUR for these users, bought"),
    Seed(LICENSED, "Start", "EUR per user over 5 years", "EUR per user over 6 years"),
    Seed(LICENSED, "Sign-off", "every licence on the bill can be counted", 0.0),
)
"""Put in after the oracle was written, by somebody who had not built it."""
RENTED = ("cloud desktops by group", "a part of one group", "support by contract", "in advance", "growth at once",
          "an offer that ends")  # fmt: skip
OF_RENT = (
    Seed(BOUGHT, "Scenarios", "NVMe cluster", "All-flash array"),
    Seed(RENTED, "Scenarios", "number of users +10 %", "number of users +20 %"),
    Seed(RENTED, "Cost", "per month", "per year"),
    Seed(RENTED, "Report", "desktops, which a service runs", "desktops"),
    Seed(RENTED, "Placement", "It is a service, or neither", "Neither"),
    Seed(RENTED, "Proof", "parts paid per year", 1.0),
    Seed(RENTED, "Comparison", "EUR per user, parts paid per year", 1.0),
)
SOLUTION = ("a solution of two clusters", "cents")
OF_SOLUTIONS = (
    Seed(SOLUTION, "Report", "is one solution for 1\u00a0060 users", "is one solution for 1\u00a0000 users"),
    Seed(SOLUTION, "Report", "1\u00a0039 EUR per user, 1", "849 EUR per user, 1"),
    Seed(SOLUTION, "Report", "1\u00a0100\u00a0890 EUR in all", "1\u00a0100\u00a0980 EUR in all"),
    Seed(SOLUTION, "Report", "each part meets every target", "not every part is known to meet its targets"),
    Seed(SOLUTION, "Report", "Virtual desktops for 1\u00a0060 users", "Virtual desktops for 1\u00a0000 users"),
    Seed(SOLUTION, "Comparison", "solution: hosts that are paid for", 11.0),
    Seed(SOLUTION, "terminal", "1,100,890.00", "1,100,809.00"),
)
SEEDS += IN_GERMAN + BY_OTHERS + OF_RENT + OF_SOLUTIONS
IN_GATE = (
    tuple(seed for seed in SEEDS if seed.twists == BOUGHT)[::4] + IN_GERMAN[::4] + BY_OTHERS[::4] + OF_SOLUTIONS[2:]
)
"""Of four workbooks, each of which is built once."""


def with_seed(saved: Saved, terminal: str, seed: Seed) -> tuple[Saved, str]:
    """The same workbook and table with the falsehood in them."""
    if seed.surface == "terminal":
        assert seed.text in terminal, seed
        return saved, terminal.replace(seed.text, str(seed.instead), 1)
    at, value = _cell_of(saved, seed)
    other = saved.copy()
    other.change(seed.surface, at, value)
    return other, terminal


def _cell_of(saved: Saved, seed: Seed) -> tuple[tuple[int, int], str | float]:
    """Which cell changes, and into what."""
    cells = sorted(saved.sheet(seed.surface).items())
    if isinstance(seed.instead, str):
        at, cell = next((at, cell) for at, cell in cells if seed.text in str(cell.value))
        return at, str(cell.value).replace(seed.text, seed.instead, 1)
    if seed.below:
        row = next(at[0] for at, cell in cells if cell.value == seed.text and at[1] == 1)
        return (row, next(at[1] for at, cell in cells if cell.value == seed.below)), seed.instead
    row, column = next(at for at, cell in cells if cell.value == seed.text)
    beside = next((row, other) for other in range(column + 1, column + 4) if _is_number(saved, seed, row, other))
    return beside, seed.instead


def _is_number(saved: Saved, seed: Seed, row: int, column: int) -> bool:
    return isinstance(saved.value(seed.surface, row, column), (int, float))
