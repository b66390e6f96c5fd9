"""What a user group leaves to an image delivery or a profile store, and no source says: it has to be measured."""

from vdi_sizing.inputs import same_name
from vdi_sizing.scenario.users import PER_STORE, PHASES, UserGroup
from vdi_sizing.tables.deliveries import OPERATIONS, Delivery
from vdi_sizing.tables.profiles import Profile

IO, GB, RAM = "I/O", "GB", "RAM"
NEEDED_OF_STORE = ("store_iops", "store_login_iops", "store_gb")


def to_measure(typed: UserGroup, used: UserGroup, delivery: Delivery | None, profile: Profile | None) -> str:
    """In words what is to be measured of a group, as it is typed and as it is used; blank: nothing."""
    of_delivery = [] if delivery is None else _of_delivery(typed, used, delivery, profile)
    of_store = [PER_STORE[name].label for name in NEEDED_OF_STORE if used.store_profile and getattr(used, name) is None]
    return ", ".join([*of_delivery, *of_store])


def _of_delivery(typed: UserGroup, used: UserGroup, delivery: Delivery, profile: Profile | None) -> list[str]:
    measured_with = profile.delivery if profile and profile.delivery else ""
    unsaid = any(
        getattr(typed, f"{phase}_iops") is None
        and getattr(used, f"{phase}_iops") is not None
        and any(getattr(delivery, f"{phase}_{operation}") is None for operation in OPERATIONS)
        for phase in PHASES
    )
    found = (
        (IO, unsaid and not same_name(delivery.name, measured_with)),
        (GB, used.delta_gb is None and used.image_share is None),
        (RAM, typed.cache_ram_gib is None and delivery.cache_ram_gib is None),
    )
    return [words for words, lacking in found if lacking]
