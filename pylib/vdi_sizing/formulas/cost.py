"""What a design costs: per VM, over the years, and where two designs break even."""

from __future__ import annotations

from vdi_sizing._arrays import Numbers, Value, divide, numbers, round_nearest, rounded, share, where
from vdi_sizing.errors import InputError
from vdi_sizing.formulas.arguments import with_arguments_described
from vdi_sizing.words import HOURS_PER_YEAR, WATTS_PER_KW


@with_arguments_described
def cost_per_vm(total_eur: Numbers, vms: Numbers) -> Value:
    """Price of a design divided by the VMs it carries.

    Parameters
    ----------
    total_eur : float or array
        Price of everything that is bought [EUR]
    vms : float or array
        VMs that it carries [VMs]

    Returns
    -------
    float or array
        Price per VM [EUR]

    Notes
    -----
    total / VMs [exact].

    Examples
    --------
    >>> cost_per_vm(9455, 31)
    305.0
    >>> round(cost_per_vm(13555, 75), 1)
    180.7

    References
    ----------
    Fujitsu, Using Solid State Disks in VDI Environments, Price comparison.
    """
    total = numbers("total_eur", total_eur, "EUR", at_least=0)
    count = numbers("vms", vms, "VMs", above=0)
    return _cost_per_vm(total, count)


def _cost_per_vm(total_eur: Value, vms: Value) -> Value:
    """`cost_per_vm` of checked numbers."""
    return total_eur / vms


@with_arguments_described
def discounted_price(list_price_eur: Numbers, discount_share: Numbers) -> Value:
    """Price after a discount.

    Parameters
    ----------
    list_price_eur : float or array
        List price [EUR]
    discount_share : float or array
        Discount on it [0..1]

    Returns
    -------
    float or array
        Price to pay [EUR]

    Notes
    -----
    list price x (1 - discount) [exact].

    Examples
    --------
    >>> discounted_price(1130, 0.25)
    847.5

    References
    ----------
    List price: Fujitsu, Using Solid State Disks in VDI Environments, Price comparison.
    """
    price = numbers("list_price_eur", list_price_eur, "EUR", at_least=0)
    discount = share("discount_share", discount_share)
    return _discounted_price(price, discount)


def _discounted_price(list_price_eur: Value, discount_share: Value) -> Value:
    """`discounted_price` of checked numbers."""
    return list_price_eur * (1 - discount_share)


@with_arguments_described
def with_vat(net_eur: Numbers, vat_share: Numbers) -> Value:
    """Price with value added tax.

    Parameters
    ----------
    net_eur : float or array
        Price without tax [EUR]
    vat_share : float or array
        Tax as a share of the net price [0..1]

    Returns
    -------
    float or array
        Price with tax [EUR]

    Notes
    -----
    net x (1 + tax) [exact].

    Examples
    --------
    >>> with_vat(1000, 0.25)
    1250.0

    References
    ----------
    Council Directive 2006/112/EC, article 96: the rate is a percentage of the taxable amount.
    """
    net = numbers("net_eur", net_eur, "EUR", at_least=0)
    vat = share("vat_share", vat_share)
    return _with_vat(net, vat)


def _with_vat(net_eur: Value, vat_share: Value) -> Value:
    """`with_vat` of checked numbers."""
    return net_eur * (1 + vat_share)


@with_arguments_described
def energy_cost(watts: Numbers, years: Numbers, eur_per_kwh: Numbers, pue: Numbers = 1.0) -> Value:
    """Price of the energy that runs around the clock.

    Parameters
    ----------
    watts : float or array
        Average power drawn [W]
    years : float or array
        Time of use [years]
    eur_per_kwh : float or array
        Price of energy [EUR/kWh]
    pue : float or array
        Power of the whole data centre over that of its equipment [at least 1]

    Returns
    -------
    float or array
        Price of the energy [EUR]

    Notes
    -----
    W / 1000 x 8766 h x PUE x price x years [exact]. A drive of 18 W takes 1.26 MWh in five years at a PUE of
    1.6.

    Examples
    --------
    >>> round(energy_cost(18, 5, 0.25, pue=1.6), 2)
    315.58

    References
    ----------
    thehotaisle.com, January 2010, Why storage will inevitably migrate to flash and trash.
    """
    power = numbers("watts", watts, "W", at_least=0)
    time = numbers("years", years, "years", at_least=0)
    price = numbers("eur_per_kwh", eur_per_kwh, "EUR/kWh", at_least=0)
    effectiveness = numbers("pue", pue, at_least=1)
    return _energy_cost(power, time, price, effectiveness)


def _energy_cost(watts: Value, years: Value, eur_per_kwh: Value, pue: Value) -> Value:
    """`energy_cost` of checked numbers."""
    return watts / WATTS_PER_KW * HOURS_PER_YEAR * pue * eur_per_kwh * years


@with_arguments_described
def rack_cost(rack_units: Numbers, years: Numbers, eur_per_rack_unit_year: Numbers) -> Value:
    """Price of the space in a rack.

    Parameters
    ----------
    rack_units : float or array
        Height of the equipment [U]
    years : float or array
        Time of use [years]
    eur_per_rack_unit_year : float or array
        Price of one rack unit per year [EUR]

    Returns
    -------
    float or array
        Price of the space [EUR]

    Notes
    -----
    rack units x price x years [exact].

    Examples
    --------
    >>> rack_cost(2, 5, 100)
    1000.0

    References
    ----------
    By definition; none of the published cases prices rack space.
    """
    height = numbers("rack_units", rack_units, "U", at_least=0)
    time = numbers("years", years, "years", at_least=0)
    price = numbers("eur_per_rack_unit_year", eur_per_rack_unit_year, "EUR", at_least=0)
    return _rack_cost(height, time, price)


def _rack_cost(rack_units: Value, years: Value, eur_per_rack_unit_year: Value) -> Value:
    """`rack_cost` of checked numbers."""
    return rack_units * eur_per_rack_unit_year * years


@with_arguments_described
def maintenance_cost(purchase_eur: Numbers, years: Numbers, yearly_share: Numbers) -> Value:
    """Price of maintenance at a yearly share of the purchase price.

    Parameters
    ----------
    purchase_eur : float or array
        Price of what is maintained [EUR]
    years : float or array
        Time of maintenance [years]
    yearly_share : float or array
        Maintenance per year as a share of that price [0..1]

    Returns
    -------
    float or array
        Price of maintenance [EUR]

    Notes
    -----
    purchase price x share x years [exact].

    Examples
    --------
    >>> maintenance_cost(9455, 4, 0.1)
    3782.0

    References
    ----------
    Purchase price: Fujitsu, Using Solid State Disks in VDI Environments, Price comparison.
    """
    purchase = numbers("purchase_eur", purchase_eur, "EUR", at_least=0)
    time = numbers("years", years, "years", at_least=0)
    yearly = share("yearly_share", yearly_share)
    return _maintenance_cost(purchase, time, yearly)


def _maintenance_cost(purchase_eur: Value, years: Value, yearly_share: Value) -> Value:
    """`maintenance_cost` of checked numbers."""
    return purchase_eur * yearly_share * years


@with_arguments_described
def present_value(yearly_eur: Numbers, years: Numbers, discount_rate: Numbers) -> Value:
    """What equal yearly payments are worth today.

    Parameters
    ----------
    yearly_eur : float or array
        Payment at the end of each year [EUR]
    years : float or array
        Number of payments, a whole number [years]
    discount_rate : float or array
        Interest per year; 0 adds the payments up [share, at least 0]

    Returns
    -------
    float or array
        Value today [EUR]

    Raises
    ------
    InputError
        If an argument is not a number or out of its range, or the years are not whole.

    Notes
    -----
    yearly x (1 - (1 + rate)^-years) / rate, which is the sum of yearly / (1 + rate)^t for t = 1 ... years
    [exact]; yearly x years at a rate of 0.

    Examples
    --------
    >>> round(present_value(1000, 5, 0.05), 2)
    4329.48
    >>> present_value(1000, 5, 0)
    5000.0

    References
    ----------
    Any textbook of finance: present value of an ordinary annuity.
    """
    yearly = numbers("yearly_eur", yearly_eur, "EUR", at_least=0)
    count = _whole_years(years)
    rate = numbers("discount_rate", discount_rate, at_least=0)
    return _present_value(yearly, count, rate)


def _present_value(yearly_eur: Value, years: Value, discount_rate: Value) -> Value:
    """`present_value` of checked numbers."""
    annuity = divide(yearly_eur * (1 - (1 + discount_rate) ** -years), discount_rate, otherwise=0.0)
    return where(discount_rate == 0, yearly_eur * years, annuity)


def _whole_years(years: Numbers) -> Value:
    count = numbers("years", years, "years", at_least=0)
    part = rounded(count - round_nearest(count))
    if part != 0 if isinstance(part, float) else part.any():
        raise InputError("years", years, "a whole number of years")
    return count


@with_arguments_described
def total_cost_of_ownership(
    purchase_eur: Numbers, yearly_eur: Numbers, years: Numbers, discount_rate: Numbers = 0.0
) -> Value:
    """Purchase price and the present value of what is paid every year.

    Parameters
    ----------
    purchase_eur : float or array
        Price of everything that is bought at the start [EUR]
    yearly_eur : float or array
        Energy, rack space and maintenance of one year [EUR]
    years : float or array
        Time of use, a whole number [years]
    discount_rate : float or array
        Interest per year [share, at least 0]

    Returns
    -------
    float or array
        Total cost of ownership, as of today [EUR]

    Raises
    ------
    InputError
        If an argument is not a number or out of its range, or the years are not whole.

    Notes
    -----
    purchase price + `present_value` of the yearly costs [exact].

    Examples
    --------
    >>> total_cost_of_ownership(9455, 1000, 5)
    14455.0

    References
    ----------
    Purchase price: Fujitsu, Using Solid State Disks in VDI Environments, Price comparison.
    """
    purchase = numbers("purchase_eur", purchase_eur, "EUR", at_least=0)
    yearly = numbers("yearly_eur", yearly_eur, "EUR", at_least=0)
    count = _whole_years(years)
    rate = numbers("discount_rate", discount_rate, at_least=0)
    return _total_cost_of_ownership(purchase, yearly, count, rate)


def _total_cost_of_ownership(purchase_eur: Value, yearly_eur: Value, years: Value, discount_rate: Value) -> Value:
    """`total_cost_of_ownership` of checked numbers."""
    return purchase_eur + _present_value(yearly_eur, years, discount_rate)


@with_arguments_described
def price_outlook(price_eur: Numbers, yearly_change_share: Numbers, years: Numbers) -> Value:
    """Price in some years at a steady yearly change.

    Parameters
    ----------
    price_eur : float or array
        Price today [EUR]
    yearly_change_share : float or array
        Change per year as a share of the price, below 0 where it falls [-1..1]
    years : float or array
        Years from today, at most 100 [years]

    Returns
    -------
    float or array
        Price then [EUR]

    Notes
    -----
    price x (1 + change)^years [exact]. Fujitsu's outlook, SSDs 15 to 20 % cheaper within a year [src], makes
    its SSD design 171.7 to 168.7 EUR per VM.

    Examples
    --------
    >>> price_outlook(1130, -0.2, 1)
    904.0

    References
    ----------
    Fujitsu, Using Solid State Disks in VDI Environments, Price outlook.
    """
    price = numbers("price_eur", price_eur, "EUR", at_least=0)
    change = numbers("yearly_change_share", yearly_change_share, at_least=-1, at_most=1)
    time = numbers("years", years, "years", at_least=0, at_most=100)
    return _price_outlook(price, change, time)


def _price_outlook(price_eur: Value, yearly_change_share: Value, years: Value) -> Value:
    """`price_outlook` of checked numbers."""
    return price_eur * (1 + yearly_change_share) ** years


@with_arguments_described
def breakeven_drive_price(
    other_eur_per_vm: Numbers, vms: Numbers, without_drives_eur: Numbers, drives: Numbers
) -> Value:
    """Price per drive up to which a design costs no more per VM than another one.

    Parameters
    ----------
    vms : float or array
        VMs that the design carries [VMs]
    without_drives_eur : float or array
        Price of the design without these drives [EUR]
    drives : float or array
        Drives in the design [drives]

    Returns
    -------
    float or array
        Price per drive; below 0 where not even free drives would do [EUR]

    Notes
    -----
    (other price per VM x VMs - price without drives) / drives [exact]. Fujitsu's SSDs could have cost 3.06
    times the 1130 EUR of the price list.

    Examples
    --------
    >>> breakeven_drive_price(305, 75, 9035, 4)
    3460.0

    References
    ----------
    Fujitsu, Using Solid State Disks in VDI Environments, Price comparison.
    """
    other = numbers("other_eur_per_vm", other_eur_per_vm, "EUR", at_least=0)
    count = numbers("vms", vms, "VMs", above=0)
    base = numbers("without_drives_eur", without_drives_eur, "EUR", at_least=0)
    drive_count = numbers("drives", drives, "drives", above=0)
    return _breakeven_drive_price(other, count, base, drive_count)


def _breakeven_drive_price(other_eur_per_vm: Value, vms: Value, without_drives_eur: Value, drives: Value) -> Value:
    """`breakeven_drive_price` of checked numbers."""
    return (other_eur_per_vm * vms - without_drives_eur) / drives


@with_arguments_described
def breakeven_vms(total_eur: Numbers, other_eur_per_vm: Numbers) -> Value:
    """VMs that a design must carry to cost no more per VM than another one.

    Parameters
    ----------
    total_eur : float or array
        Price of the design [EUR]

    Returns
    -------
    float or array
        VMs, not rounded [VMs]

    Notes
    -----
    total / other price per VM [exact]: Fujitsu's SSD server is the cheaper one from 45 VMs on.

    Examples
    --------
    >>> round(breakeven_vms(13555, 305), 1)
    44.4

    References
    ----------
    Fujitsu, Using Solid State Disks in VDI Environments, Price comparison.
    """
    total = numbers("total_eur", total_eur, "EUR", at_least=0)
    other = numbers("other_eur_per_vm", other_eur_per_vm, "EUR", above=0)
    return _breakeven_vms(total, other)


def _breakeven_vms(total_eur: Value, other_eur_per_vm: Value) -> Value:
    """`breakeven_vms` of checked numbers."""
    return total_eur / other_eur_per_vm
