"""Conjugate priors: those whose logarithm is made of the same functions as the log-likelihood.

Source: J. Bernardo and A. Smith, Bayesian Theory (1994), section 5.2.
"""

from __future__ import annotations

from typing import Any

import sympy

from exactnb.core.families.deriving.algebra import Algebra
from exactnb.errors import Unsupported


def updated_by(algebra: Algebra, natural: Any, partition: Any) -> tuple[Any, Any, Any]:
    """Return what a prior adds to the sum of the statistic, to the number of rows, and as a constant.

    The logarithm of the prior of the family has to be t·η − v·A and a constant, where η is
    `natural` and A `partition`; that is linear algebra in t and v. Raises Unsupported for any other
    prior.
    """
    if algebra.specification.prior is None:
        return sympy.Integer(0), sympy.Integer(0), sympy.Integer(0)
    prior = algebra.logarithm(algebra.specification.prior)
    t, v = sympy.symbols("t v", cls=sympy.Dummy)
    rest = sympy.expand(t * natural - v * partition - prior, log=False)
    equations: dict[Any, Any] = {}
    for term in sympy.Add.make_args(rest):
        factor, function = term.as_independent(algebra.parameter, as_Add=False)
        equations[function] = equations.get(function, 0) + factor
    constant = -equations.pop(sympy.Integer(1), sympy.Integer(0))
    solutions = sympy.linsolve(list(equations.values()), t, v)
    for solution in solutions:
        if not any(part.has(t, v) for part in solution):
            return sympy.factor(solution[0]), sympy.factor(solution[1]), constant
    raise Unsupported(
        f"the prior {algebra.specification.prior} is not conjugate: its logarithm is no sum of "
        f"{algebra.expression(natural)} and {algebra.expression(partition)}, with factors"
    )
