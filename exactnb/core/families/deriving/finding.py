"""The exponential form of a density, and where its likelihood is largest: found, and not proved here.

One parameter and one statistic: log f(x) = η·T(x) − A + log h(x), so that the slope of the
log-likelihood of n rows with the sum S is η′·(S − n·μ), where μ = A′/η′ is what T is expected to be.
Where η′ and μ′ have the same sign everywhere, the only maximum is where μ = S/n. Signs are guessed at
one place; the theorem proves them.

Source: G. Casella and R. Berger, Statistical Inference (2nd ed.), section 3.4.
"""

from __future__ import annotations

from exactnb.core.families.declared.specification import Specification
from exactnb.core.families.deriving.estimator import Estimator
from exactnb.errors import ExactnbError, Unsupported


def derive_estimator(specification: Specification) -> Estimator:
    """Return the estimator of a family's parameter, a candidate.

    Raises Unsupported, with the reason, where there is no closed form of this kind: the factor that
    mixes number and parameter, several statistics, a support that moves, a parameter that cannot be
    told from another, and for a formula that SymPy cannot work with.
    """
    from exactnb.core.families.deriving.exponential_form import FAULTS, estimator

    try:
        return estimator(specification)
    except ExactnbError:  # some are errors of values too
        raise
    except FAULTS as error:
        formula = specification.text or str(specification.formula)
        prior = (
            specification.prior
            and f", with the prior {specification.prior_text or specification.prior}"
        )
        raise Unsupported(
            f"nothing is derived from {formula}{prior or ''}: no sign, limit or root in it is "
            f"known; is it positive for every {specification.parameter} of its range?"
        ) from error
