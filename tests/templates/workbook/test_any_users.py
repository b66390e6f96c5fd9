"""Any number of users typed into the shipped workbook: what is bought is what the library says."""

from __future__ import annotations

from pathlib import Path

from tests.gate.office import Office
from tests.templates.audit.test_baseline import made
from tests.templates.engines import cell_of, equal, errors, value_in
from tests.templates.users import FEWEST, MOST, with_users

from vdi_sizing.model.sizing import size
from vdi_templates.examples import customer
from vdi_templates.workbook.build import build_book
from vdi_templates.workbook.layout import FIRST_ROW

SHIPPED = customer()
FIGURES = ("errors", "blocks", "drives_per_block", "bays_missing", "eur_per_user")


def test_numbers_of_users_typed_are_answered_by_arrays_hosts_and_clusters(office: Office, tmp_path: Path) -> None:
    """The fewest, the most, and two between at which the array of 24 bays becomes several."""
    book = build_book(size(SHIPPED))
    office.load(made(tmp_path, SHIPPED))
    parted = set()
    for users in (FEWEST, 1500, 7777, MOST):
        meant = with_users(SHIPPED, users)
        office.set({f"Users!C{FIRST_ROW + at}": group.vms for at, group in enumerate(meant.groups)})
        values = office.recalculate("Sizing")
        assert errors(values) == []
        for at, x in enumerate(size(meant).designs):
            shown = {name: value_in(values, cell_of(book, name, at)) for name in FIGURES}
            assert all(equal(float(x[name]), shown[name]) for name in FIGURES), (users, shown)
            assert shown["errors"] == 0
            assert value_in(values, cell_of(book, "binding_name", at)) == x["binding_name"]
            if x["bays_part"] and x["blocks"] > 1 and not x["in_cluster"]:  # a cluster has hosts for other reasons
                assert x["binding_name"] == "drive bays"
                parted.add(users)
    assert len(parted) > 1
