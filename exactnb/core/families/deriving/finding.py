"""From the density of a family to what is estimated: roads that are tried in their order.

A road is a module of this folder with two functions: `leads(specification)` says from the form alone
whether it may lead to an estimate, and `estimator(specification)` returns the record of what it found,
which is not proved here. A road that ends raises `DeadEnd`; then the next one is tried.
"""

from __future__ import annotations

from functools import lru_cache
from importlib import import_module

from exactnb.core.families.declared.specification import OutcomeTable, Specification
from exactnb.core.families.deriving.estimator import DeadEnd, Estimator
from exactnb.errors import ExactnbError, Unsupported

ROADS = (
    "in_turn",  # several parameters
    "profile",  # shape and rate of a Gamma
    "moving_end",  # the support ends at the parameter
    "medians",  # distances from a location in the exponent
    "exponential_form",  # one parameter and one sum: here most densities are differentiated
    "two_sums",  # one parameter with the sums of x and of x²
    "several_zeros",  # Cauchy's density, and Student's
)
"""The modules in their order; tables of named outcomes have a road of their own, `outcomes`."""


def derive_estimator(specification: Specification) -> Estimator:
    """Return the estimator of `specification`, a candidate, by the first road that leads to one.

    Raises Unsupported, with the reason of the first road that was tried, where none does: the factor
    that mixes number and parameter, several statistics, a support that moves, a parameter that cannot
    be told from another; and for a formula that SymPy cannot work with.
    """
    from exactnb.core.families.deriving.algebra import FAULTS

    reason: Unsupported | None = None
    is_table = isinstance(specification, OutcomeTable)
    for name in ("outcomes",) if is_table else ROADS:
        road = import_module(f"exactnb.core.families.deriving.{name}")
        if not is_table and not road.leads(specification):
            continue
        try:
            estimator: Estimator = road.estimator(specification)
        except DeadEnd as end:
            reason = reason or end
        except ExactnbError:  # some are errors of values too
            raise
        except FAULTS as error:
            raise Unsupported(_unknown(specification)) from error
        else:
            return estimator
    letters = ", ".join(specification.parameters)
    raise reason or Unsupported(f"no family with the parameters {letters} is derived from such a form")


known_estimator = lru_cache(128)(derive_estimator)
"""The same, remembered: a problem that is read again, as for each of many answers, states it again."""


def _unknown(specification: Specification) -> str:
    """Return the line for a formula with a part of which no sign, limit or root is known."""
    formula = specification.text or str(specification.formula)
    prior = specification.prior_text or specification.prior
    with_prior = f", with the prior {prior}" if specification.prior else ""
    letters = " and ".join(specification.parameters)
    return (
        f"nothing is derived from {formula}{with_prior}: no sign, limit or root in it is known; is it "
        f"positive for every {letters} of its range?"
    )
