"""From the density of a family to what is estimated: roads that are tried in their order.

A road has two functions: one says from the form of a specification alone whether it may lead to an
estimate, the other returns the record of what it found, which is not proved here. A road that ends
raises `DeadEnd`; then the next one is tried.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Any

from exactnb.core.families.declared.specification import OutcomeTable, Specification
from exactnb.core.families.deriving.algebra import FAULTS
from exactnb.core.families.deriving.estimator import DeadEnd, Estimator
from exactnb.core.families.deriving.exponential_form import derive_one_sum, suits_one_sum
from exactnb.core.families.deriving.likelihood_zeros import (
    derive_several_zeros,
    derive_two_sums,
    suits_several_zeros,
    suits_two_sums,
)
from exactnb.core.families.deriving.order_statistics import (
    derive_median,
    derive_moving_end,
    suits_median,
    suits_moving_end,
)
from exactnb.core.families.deriving.outcomes import derive_table
from exactnb.core.families.deriving.several_parameters import (
    derive_in_turn,
    derive_profile,
    suits_in_turn,
    suits_profile,
)
from exactnb.errors import ExactnbError, Unsupported

_Road = tuple[Callable[[Specification], bool], Callable[[Specification], Estimator]]
ROADS: tuple[_Road, ...] = (
    (suits_in_turn, derive_in_turn),  # several parameters
    (suits_profile, derive_profile),  # shape and rate of a Gamma
    (suits_moving_end, derive_moving_end),  # the support ends at the parameter
    (suits_median, derive_median),  # distances from a location in the exponent
    (suits_one_sum, derive_one_sum),  # one parameter and one sum: here most densities end
    (suits_two_sums, derive_two_sums),  # one parameter with the sums of x and of x²
    (suits_several_zeros, derive_several_zeros),  # Cauchy's density, and Student's
)
"""Each road in its order; tables of named outcomes have one of their own, `derive_table`."""


def derive_estimator(specification: Specification) -> Estimator:
    """Return the estimator of `specification`, a candidate, by the first road that leads to one.

    Raises Unsupported, with the reason of the first road that was tried, where none does: the factor
    that mixes number and parameter, several statistics, a support that moves, a parameter that cannot
    be told from another; and for a formula that SymPy cannot work with.
    """
    reason: Unsupported | None = None
    is_table = isinstance(specification, OutcomeTable)
    roads: list[Any] = [derive_table] if is_table else [d for suits, d in ROADS if suits(specification)]
    for derive in roads:
        try:
            estimator: Estimator = derive(specification)
        except DeadEnd as end:
            reason = reason or end
        except ExactnbError:  # some are errors of values too
            raise
        except FAULTS as error:
            raise Unsupported(_unknown_message(specification)) from error
        else:
            return estimator
    letters = ", ".join(specification.parameters)
    raise reason or Unsupported(f"no family with the parameters {letters} is derived from such a form")


known_estimator = lru_cache(128)(derive_estimator)
"""The same, remembered: a problem that is read again, as for each of many answers, states it again."""


def _unknown_message(specification: Specification) -> str:
    """Return the line for a formula with a part of which no sign, limit or root is known."""
    formula = specification.text or str(specification.formula)
    prior = specification.prior_text or specification.prior
    with_prior = f", with the prior {prior}" if specification.prior else ""
    letters = " and ".join(specification.parameters)
    return (
        f"nothing is derived from {formula}{with_prior}: no sign, limit or root in it is known; is it "
        f"positive for every {letters} of its range?"
    )
