"""What there is to estimate where the sum is at an end of what is expected, or beyond it."""

from __future__ import annotations

from exactnb.core.expression import nodes
from exactnb.core.expression.nodes import Expression
from exactnb.core.families.deriving.estimator import ROWS, Edge
from exactnb.explain.proving.declared_tables import Table
from exactnb.explain.proving.theorem import (
    Proof,
    assume,
    differentiate,
    falls,
    is_natural,
    is_positive,
    largest,
    rises,
    same,
)
from exactnb.explain.proving.writing import derivative

_ZERO, _ONE = nodes.Integer(0), nodes.Integer(1)
_BOTH = "one term is not negative, the other is positive"


class Ends(Table):
    """Write the steps about the ends of the parameter's domain."""

    def with_rest(self, formula: Expression) -> Expression:
        """Return a log-likelihood with the constant that belongs to it."""
        rest = () if self.estimator.log_base is None else (self.rest,)
        return nodes.Sum.of((*terms_of(self.formula(formula)), *rest))

    def edge(self, proof: Proof, edge: Edge) -> None:
        """Write what there is to estimate where the sum is at an end, or beyond it."""
        total_ = self.formula(edge.total)
        rising = not edge.is_low
        turned = rises if rising else falls
        at_end = (
            "zero"
            if total_ == _ZERO
            else "as small as it can be"
            if self.is_least(edge)
            else "as large as it can be"
        )
        if edge.relation != "=":
            self.beyond(proof, edge)
            return
        proof.step(f"If the sum is {at_end}")
        proof.chain(self.sum, assume(total_))
        proof.say("Still {}. {}", is_positive(self.count), self.inside or "")
        proof.chain(self.ell, same(self.with_rest(edge.log_likelihood)))
        words = "it rises all the way" if rising else "it falls all the way"
        slope = differentiate(self.formula(edge.slope))
        proof.chain(derivative(self.ell, self.theta), slope, turned(words))
        self.at_end(proof, edge)

    def is_least(self, edge: Edge) -> bool:
        """Say whether a sum at an end is the least that there is, not the greatest."""
        return edge.is_low == self.estimator.rises

    def at_end(self, proof: Proof, edge: Edge) -> None:
        """Write the estimate at an end of the parameter's domain, or that there is none."""
        if edge.place is not None:
            largest(proof, self.theta, self.ell, self.formula(edge.place), "the MLE", "at this end")
            return
        proof.say(
            f"The nearer the parameter is to its {'lower' if edge.is_low else 'upper'} end, the larger "
            "this is, and that end is none of its values: there is no estimate."
        )

    def beyond(self, proof: Proof, edge: Edge) -> None:
        """Write that beyond an end of what can be expected the slope has one sign throughout."""
        estimator, least = self.estimator, self.is_least(edge)
        end, expected = self.formula(edge.total), self.formula(estimator.expected)
        proof.step(f"If {'less' if least else 'more'} is seen than can be expected")
        limit = self.formula(_for_each_row(edge.total))
        out = _less(end, self.sum) if least else _less(self.sum, end)
        inside = _less(expected, limit) if least else _less(limit, expected)
        proof.say("Let {} and {}. {}", is_positive(self.count), is_natural(out), self.inside or "")
        proof.chain(self.ell, same(self.with_rest(estimator.log_likelihood)))
        weight = self.formula(estimator.weight)
        product = nodes.Product((*factors_of(weight), out / self.count + inside))
        proof.chain(
            derivative(self.ell, self.theta),
            differentiate(self.formula(estimator.slope)),
            same(nodes.Negative(product) if edge.is_low else product, _BOTH),
            falls("it falls all the way") if edge.is_low else rises("it rises all the way"),
        )
        self.at_end(proof, edge)


def terms_of(formula: Expression) -> tuple[Expression, ...]:
    """Return the terms of a sum; of anything else, itself."""
    return formula.terms if isinstance(formula, nodes.Sum) else (formula,)


def factors_of(formula: Expression) -> tuple[Expression, ...]:
    """Return the factors of a product; of anything else, itself."""
    return formula.factors if isinstance(formula, nodes.Product) else (formula,)


def _for_each_row(total: Expression) -> Expression:
    """Return a total that is proportional to the number of rows, divided by that."""
    match total:
        case nodes.Negative(term):
            return nodes.Negative(_for_each_row(term))
        case nodes.Quotient(numerator, denominator):
            return nodes.Quotient(_for_each_row(numerator), denominator)
        case nodes.Product(factors) if ROWS in factors:
            return nodes.Product.of(factor for factor in factors if factor != ROWS)
    return _ONE if total == ROWS else _ZERO if total == _ZERO else nodes.Quotient(total, ROWS)


def _less(greater: Expression, less: Expression) -> Expression:
    """Return a difference, without zeros."""
    match greater, less:
        case _, nodes.Integer(0):
            return greater
        case nodes.Integer(0), _:
            return -less
        case _, nodes.Negative(term):
            return greater + term
    return greater - less
