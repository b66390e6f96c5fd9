"""EMC 2012: three tiers and a flash cache."""

from __future__ import annotations

from vdi_sizing.scenario import Cache, Design, Scenario, Settings, Tier, UserGroup
from vdi_sizing.tables.reading import DOCUMENTS
from vdi_templates.examples.base import AS_OF, scenario_of


def emc() -> Scenario:
    """500 VMs on a pool of three tiers: 4:13:83 as tested, 3:25:72 as recommended."""
    source = "EMC 2012: 500 VMs, Login VSI medium; IOPS per VM are not printed. 5 x 600 GB for the clones"
    assumed = "as tested, with 10 IOPS per VM assumed (the sizing guideline of the Fujitsu document), 10 % reads"
    efd, sas, nl = "EMC EFD 100 GB", "EMC SAS 10K 300 GB", "EMC NL-SAS 7.2K 2 TB"
    cache = Cache(efd, "RAID 1", 2)
    pool = {
        "block_kind": "array",
        "skew": 0.95,
        "replica_gb": 100.0,
        "login_interval_s": 2.0,
        "acknowledged": "bays_unknown: the document does not say how many bays the array has",
    }

    def tiers(counts: tuple[float | None, ...], shares: tuple[float | None, ...]) -> tuple[Tier, ...]:
        return tuple(
            Tier(drive, "RAID 5", count, share_of_capacity=part)
            for drive, count, part in zip((efd, sas, nl), counts, shares, strict=True)
        )

    tested = tiers((3, 3, 3), (None, None, None))
    return scenario_of(
        DOCUMENTS,
        (
            UserGroup("medium users", "500 users", 500, delta_gb=6, source=source),
            UserGroup(
                "medium users", "500 users, 10 IOPS assumed", 500, steady_iops=10, steady_read_share=0.1,
                delta_gb=6, source=assumed,
            ),
        ),
        (
            Design("4:13:83, as tested", "500 users", tested, cache, given_vms=500,
                   remark="Tested with 500 users. 240 GB, 5 % of its 4,800, take 95 % of the I/O.",
                   **pool),  # type: ignore[arg-type]
            Design("3:25:72, recommended", "500 users", tiers((None,) * 3, (0.03, 0.25, 0.72)), cache, given_vms=500,
                   remark="Recommended, not tested.", **pool),  # type: ignore[arg-type]
            Design("Ours: 4:13:83 at 10 IOPS", "500 users, 10 IOPS assumed", tested, cache,
                   remark="Not in the document: 10 IOPS are assumed, and the shares by skew are an estimate.",
                   **pool),  # type: ignore[arg-type]
        ),
        Settings(AS_OF, customer="EMC 2012, a published case"),
    )  # fmt: skip
