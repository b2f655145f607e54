"""Spherical: columns that are independent, all with one variance, of a class or of all classes.

Source: C. Bishop, Pattern Recognition and Machine Learning (2006), section 2.3 (isotropic Gaussians).
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from exactnb.core.data.schema import PARAMETERS, in_class
from exactnb.core.expression.nodes import Expression, Pi, Reference, Sum, exp
from exactnb.core.expression.written import number
from exactnb.core.families.normal import density
from exactnb.core.families.numbers import NumberBlock
from exactnb.core.families.of_numbers.gaussian import Gaussian
from exactnb.core.naming.names import Item
from exactnb.errors import InputError


class Spherical(Gaussian):
    """Columns x with density exp(−‖x − μ‖²/2σ²)/(2πσ²)^(d/2)."""

    name = "spherical"
    title = "Spherical Gaussian"
    formula = "that of `gaussian` in each column, with one variance for all of them"
    kernel = ""
    in_sklearn = ""
    is_joint = True
    parameter_row = ""
    is_usual = False
    theorem_family = "gaussian"

    def variance_sharing(self, block: NumberBlock) -> str:
        """Return what has one variance: all columns of a class, of all classes where they share it."""
        is_shared = block.supplied is None and block.conventions.share in ("classes", "all")
        return "all" if is_shared else "features"

    def check(self, block: NumberBlock) -> None:
        """Refuse given variances that differ between columns."""
        super().check(block)
        for label in block.classes if block.supplied is not None else ():
            parameters = [block.lookup("variance", (column,), label.value) for column in block.columns]
            variances = {value**power for value, power in filter(None, parameters)}
            if len(variances) > 1:
                message = f"{self.name} has one variance for all columns; those given differ"
                raise InputError(message, at=in_class(PARAMETERS, label.value))

    def factor(self, block: NumberBlock, observed: Mapping[str, Fraction], label: Item) -> Expression:
        variance = Reference(self.variance(block, tuple(observed), label))
        means = {column: block.refer("mean", (column,), label) for column in observed}
        if len(observed) == 1:
            ((column, x),) = observed.items()
            return density(number(x), means[column], variance)
        squares = Sum(tuple((number(x) - means[c]) ** 2 for c, x in observed.items()))
        bell, spread = exp(-(squares / (2 * variance))), 2 * Pi() * variance
        return bell / (spread if len(observed) == 2 else spread ** Fraction(len(observed), 2))


FAMILY = Spherical()
