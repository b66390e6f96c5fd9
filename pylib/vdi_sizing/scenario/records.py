"""All inputs of a comparison in one record, and how to find what belongs together."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import TypeVar

from vdi_sizing.formulas.calibration import Calibration
from vdi_sizing.inputs import name_key, same_name
from vdi_sizing.scenario.bill import BillRow
from vdi_sizing.scenario.calibration import MeasuredPoint, fit_of
from vdi_sizing.scenario.changes import Change
from vdi_sizing.scenario.designs import SERVER, Design
from vdi_sizing.scenario.kits import KIT_PARTS, KITS, Kit, KitPart, built_by, ruled_by, with_card, with_processor
from vdi_sizing.scenario.parts import Cache, Tier
from vdi_sizing.scenario.settings import Sensitivity, Settings
from vdi_sizing.scenario.to_measure import to_measure
from vdi_sizing.scenario.users import PHASES, UserGroup
from vdi_sizing.tables.deliveries import DELIVERIES, Delivery, delivered
from vdi_sizing.tables.drives import Drive
from vdi_sizing.tables.gpus import GPU_CARDS, GpuCard
from vdi_sizing.tables.licences import METRICS, Metric
from vdi_sizing.tables.price_lists import CURRENCY, ExchangeRate, Price
from vdi_sizing.tables.processors import PROCESSORS, Processor
from vdi_sizing.tables.profiles import PROFILES, Profile
from vdi_sizing.tables.raid_levels import RaidLevel
from vdi_sizing.words import DASH, NONE

Record = TypeVar("Record")


@dataclass(frozen=True)
class Scenario:
    """All inputs of a comparison."""

    groups: tuple[UserGroup, ...]
    designs: tuple[Design, ...]
    drives: tuple[Drive, ...]
    raid_levels: tuple[RaidLevel, ...]
    settings: Settings
    prices: tuple[Price, ...] = ()
    bill: tuple[BillRow, ...] = ()
    sensitivity: Sensitivity = field(default_factory=Sensitivity)
    rates: tuple[ExchangeRate, ...] = ()
    profiles: tuple[Profile, ...] = PROFILES
    kits: tuple[Kit, ...] = KITS
    kit_parts: tuple[KitPart, ...] = KIT_PARTS
    deliveries: tuple[Delivery, ...] = DELIVERIES
    measured_points: tuple[MeasuredPoint, ...] = ()
    metrics: tuple[Metric, ...] = METRICS
    gpu_cards: tuple[GpuCard, ...] = GPU_CARDS
    processors: tuple[Processor, ...] = PROCESSORS
    named_changes: tuple[Change, ...] = ()
    """What named scenarios change."""
    currency: str = CURRENCY
    """In which everything is worked out, whatever names say EUR; a price in another one needs an exchange rate."""

    def drive(self, name: str) -> Drive:
        """The drive of that name."""
        return next(drive for drive in self.drives if same_name(drive.name, name))

    def raid_level(self, name: str) -> RaidLevel:
        """The RAID level of that name."""
        return next(level for level in self.raid_levels if same_name(level.name, name))

    def knows(self, part: Tier | Cache) -> bool:
        """Whether the drive and the RAID level of a tier or cache stand in the tables."""
        drives = {name_key(drive.name) for drive in self.drives}
        levels = {name_key(level.name) for level in self.raid_levels}
        return name_key(part.drive or "") in drives and name_key(part.raid or "") in levels

    def groups_of(self, case: str) -> list[UserGroup]:
        """The user groups of a load case, with what their profiles say."""
        return self._groups_by_case.get(name_key(case), [])

    def bill_of(self, design: Design) -> list[BillRow]:
        """The bill of materials of a design; that of its kit, if no row of the bill is its own."""
        return [row for _, row in self.numbered_bill_of(design)]

    def numbered_bill_of(self, design: Design) -> list[tuple[int, BillRow]]:
        """Its rows with their numbers, from 1: of the bill, or below 0 of the parts of kits."""
        return self._bill_by_design.get(name_key(design.name), [])

    def parts_of_kit(self, design: Design) -> list[str]:
        """The parts that the kit of a design names, whether the bill has them or not."""
        return [row.part for _, row in self._brought_by(self.typed(design)) if row.part]

    def _brought_by(self, design: Design) -> list[tuple[int, KitPart]]:
        """The parts that its kit brings along, then those of its GPU card, with their rows."""

        def brought_by(name: str | None) -> list[tuple[int, KitPart]]:
            rows = enumerate(self.kit_parts, start=1)
            return [(at, row) for at, row in rows if name is not None and same_name(row.kit, name)]

        of_kit = brought_by(design.kit)
        return of_kit + brought_by(design.gpu_card) if of_kit else []

    def typed(self, design: Design) -> Design:
        """A design in use as it is typed, with the kit that it names."""
        return next((typed for typed in self.designs if same_name(typed.name, design.name)), design)

    def card_of(self, design: Design) -> GpuCard | None:
        """The GPU card that a design names."""
        return self._cards_by_name.get(name_key(design.gpu_card or ""))

    def kit_of(self, design: Design) -> Kit | None:
        """The kit that a design in use names."""
        wanted = name_key(self.typed(design).kit or "")
        return next((kit for kit in self.kits if name_key(kit.name) == wanted), None)

    def price_of(self, part: str) -> Price:
        """The price of a part in the list that the settings pick; none, if it is not in it: a kit may ask for any."""
        at = self.listed.get(name_key(part))
        if at is not None:
            return self._as_dated(self.prices[at])
        return Price(self.settings.price_list or NONE, part, None, None, 0.0, self.currency, None)

    def metric_of(self, row: BillRow) -> Metric | None:
        """The licence metric that a row of the bill is counted by."""
        return None if row.metric is None else self._metrics_by_name.get(name_key(row.metric))

    def _as_dated(self, price: Price) -> Price:
        """A price with the date and the source of all prices, where it has none of its own."""
        settings = self.settings
        date, source = price.date or settings.price_date, price.source or settings.price_source
        same = date == price.date and source == price.source
        return price if same else replace(price, date=date, source=source)

    def rate_of(self, price: Price) -> ExchangeRate | None:
        """The exchange rate of a price's currency; None for that of the scenario, and where there is none."""
        return next((rate for rate in self.rates if same_name(rate.currency, price.currency)), None)

    def is_convertible(self, price: Price) -> bool:
        """Whether a price is in the currency of the scenario, or in one with an exchange rate."""
        return same_name(price.currency, self.currency) or self.rate_of(price) is not None

    def eur_per_unit(self, price: Price) -> float:
        """What a unit of a price's currency is worth; 0 where no rate says it."""
        if same_name(price.currency, self.currency):
            return 1.0
        rate = self.rate_of(price)
        return 0.0 if rate is None else rate.eur_per_unit

    @cached_property
    def listed(self) -> dict[str, int]:
        """Where the price of a part stands in `prices`, by the key of its name: those in the list that is picked."""
        chosen = name_key(self.settings.price_list or "")
        found: dict[str, int] = {}
        for position, price in enumerate(self.prices):
            if name_key(price.price_list) == chosen:
                found.setdefault(name_key(price.part), position)
        return found

    @cached_property
    def groups_in_use(self) -> tuple[UserGroup, ...]:
        """The user groups: what one leaves blank is as its image delivery, its profile and its store have it."""
        return tuple(self._in_use(group) for group in self.groups)

    def _in_use(self, group: UserGroup) -> UserGroup:
        delivery, profile = self.delivery_of(group), self.profile_of(group)
        store = self._profiles_by_name.get(name_key(group.store_profile or ""))
        if delivery is not None:
            group = group.by_delivery(delivery)
        if profile is not None:
            known = profile if delivery is None else delivered(profile, delivery, self.delivery_of(profile), PHASES)
            group = group.by(known)
        return (group if store is None else group.by_store(store)).with_cache_ram()

    @cached_property
    def fit(self) -> Calibration:
        """What the measured points say of their drive."""
        return fit_of(self.measured_points)

    @cached_property
    def to_measure(self) -> tuple[str, ...]:
        """Of each group what it leaves to an image delivery or a store, and no source says; blank: nothing."""
        pairs = zip(self.groups, self.groups_in_use, strict=True)
        return tuple(to_measure(typed, used, self.delivery_of(used), self.profile_of(used)) for typed, used in pairs)

    def profile_of(self, group: UserGroup) -> Profile | None:
        """The profile that a group names."""
        return self._profiles_by_name.get(name_key(group.profile or ""))

    def leaves_delta_unsaid(self, group: UserGroup) -> bool:
        """Whether nobody says what the VMs of a group in use write.

        An image share says it. Without an image delivery, or the profile of one, what persists does.
        """
        profile = self.profile_of(group)
        delivered = self.delivery_of(group) is not None or (
            profile is not None and self.delivery_of(profile) is not None
        )
        said = (group.delta_gb, group.image_share, None if delivered else group.persistent_gb)
        return all(gb is None for gb in said)

    def delivery_of(self, named: UserGroup | Profile) -> Delivery | None:
        """The image delivery that a group names, or that a profile was measured with."""
        return self._deliveries_by_name.get(name_key(named.delivery or ""))

    @cached_property
    def _profiles_by_name(self) -> dict[str, Profile]:
        return {name_key(profile.name): profile for profile in self.profiles}

    @cached_property
    def _metrics_by_name(self) -> dict[str, Metric]:
        return {name_key(metric.name): metric for metric in self.metrics}

    @cached_property
    def _deliveries_by_name(self) -> dict[str, Delivery]:
        return {name_key(delivery.name): delivery for delivery in self.deliveries}

    @cached_property
    def designs_in_use(self) -> tuple[Design, ...]:
        """The designs: what one leaves blank is as the kit that it names has it; then it names none.

        What is asked of all designs alike is as the settings say; one that names no load case carries the first one.
        """
        built = (ruled_by(self._with_hardware(design), self.settings) for design in self.designs)
        return tuple(
            replace(design, case=self.groups[0].case) if design.case is None and self.groups else design
            for design in built
        )

    def processor_of(self, design: Design) -> Processor | None:
        """The processor that a design names."""
        return self._processors_by_name.get(name_key(design.processor or ""))

    def _with_hardware(self, design: Design) -> Design:
        """The design with what it leaves blank by its GPU card, its processor and its kit, which says the rest."""
        kit = self._kits_by_name.get(name_key(design.kit or ""))
        kind = design.block_kind or (kit and kit.block_kind) or SERVER
        equipped = with_card(design, self.card_of(design))
        equipped = with_processor(equipped, self.processor_of(design), kind)
        return equipped if design.kit is None else built_by(equipped, kit)

    @cached_property
    def _cards_by_name(self) -> dict[str, GpuCard]:
        return {name_key(card.name): card for card in self.gpu_cards}

    @cached_property
    def _processors_by_name(self) -> dict[str, Processor]:
        return {name_key(processor.name): processor for processor in self.processors}

    @cached_property
    def _kits_by_name(self) -> dict[str, Kit]:
        return {name_key(kit.name): kit for kit in self.kits}

    @cached_property
    def _groups_by_case(self) -> dict[str, list[UserGroup]]:
        return _by_key(self.groups_in_use, lambda group: group.case)

    @cached_property
    def _bill_by_design(self) -> dict[str, list[tuple[int, BillRow]]]:
        found = _by_key(enumerate(self.bill, start=1), lambda row: row[1].design)
        for design, built in zip(self.designs, self.designs_in_use, strict=True):
            if design.kit is not None:
                found.setdefault(name_key(design.name), self._rows_by_kit(design, built))
        return found

    def _rows_by_kit(self, typed: Design, design: Design) -> list[tuple[int, BillRow]]:
        parts = {f"drive {k}": self._part_of(tier) for k, tier in enumerate(design.tiers, start=1)}
        parts["cache drive"] = self._part_of(design.cache)
        return [
            (-at, row.bill_row(design.name, row.part or parts.get(row.per) or DASH))
            for at, row in self._brought_by(typed)
        ]

    def _part_of(self, held: Tier | Cache) -> str | None:
        """The part of the drive of a tier or of the flash cache, where it stands in the table."""
        known = (drive.part for drive in self.drives if same_name(drive.name, held.drive or ""))
        return next(known, None)


def _by_key(records: Iterable[Record], name: Callable[[Record], str]) -> dict[str, list[Record]]:
    """The records that bear the same name, by its key and in their order."""
    found: dict[str, list[Record]] = {}
    for record in records:
        found.setdefault(name_key(name(record)), []).append(record)
    return found
