"""Settings, and what is varied."""

from __future__ import annotations

import datetime

import pytest

from vdi_sizing.errors import InputError
from vdi_sizing.inputs import inputs_of
from vdi_sizing.scenario import Sensitivity, Settings

AS_OF = datetime.date(2026, 11, 21)


def test_the_sheet_names_customer_and_author_before_the_day() -> None:
    assert list(inputs_of(Settings))[:3] == ["customer", "author", "as_of"]
    assert Settings(AS_OF) == Settings(as_of=AS_OF, customer=None)


def test_all_but_the_day_are_given_by_name() -> None:
    with pytest.raises(TypeError):
        Settings(AS_OF, "somebody")  # type: ignore[call-arg]


def test_changes_are_cleaned_one_by_one() -> None:
    assert Sensitivity(" HDD ", (-0.2, 0), (1, 2)) == Sensitivity("HDD", (-0.2, 0.0), (1.0, 2.0))
    with pytest.raises(InputError, match=r"high by is 11; .* at least -0\.99 and at most 10"):
        Sensitivity(high=(0.1, 11))


@pytest.mark.parametrize(
    ("setting", "least", "beyond"), [("pue", 1, 0.99), ("price_age_limit_years", 0.1, 0), ("escalation", -0.5, -0.51)]
)
def test_a_limit_of_a_setting_is_where_it_is_said(setting: str, least: float, beyond: float) -> None:
    assert getattr(Settings(AS_OF, **{setting: least}), setting) == least  # type: ignore[arg-type]
    with pytest.raises(InputError, match=f" is {beyond:g}; expected "):
        Settings(AS_OF, **{setting: beyond})  # type: ignore[arg-type]
