"""Letters, sets and what has a name (sums, derivatives), for theorems; Python's signs do the rest.

>>> n, k = letter("n"), index("k", span("K"))
>>> print(n[k] / n, "and", 2 * (1 - n[k]) * n)
n_k / n and 2 (1 - n_k) n
"""

from __future__ import annotations

from functools import partial

from exactnb.core.expression import nodes
from exactnb.core.expression.nodes import Call as Call
from exactnb.core.expression.nodes import Symbol as Symbol
from exactnb.core.expression.nodes import exp as exp
from exactnb.core.expression.nodes import factorial as factorial
from exactnb.core.expression.nodes import log as log
from exactnb.core.expression.nodes import sqrt as sqrt
from exactnb.core.expression.tree import Expression as Expression
from exactnb.core.expression.tree import Operand as Operand
from exactnb.core.expression.tree import node as node


class IndexLetter(Expression):
    """An index with the range that it runs over; in a formula the index stands alone."""

    def __init__(self, letter: str, domain: nodes.Domain) -> None:
        self.index = nodes.Index(letter)
        self.domain = domain

    def in_formula(self) -> nodes.Index:
        return self.index


def letter(name: str) -> Symbol:
    """Return the letter `name` for a number."""
    return Symbol(name)


def label(name: str) -> Symbol:
    """Return the letter `name` of a class or a word, which may stand where an index does: y^(i)."""
    return Symbol(name, role="label")


def value(name: str) -> Symbol:
    """Return one class, value or word by its name, to stand where an index does."""
    return Symbol(name, role="value")


def parameter(role: str, name: str) -> Symbol:
    """Return the parameter `name` of a `role` that notations write differently: prior, bernoulli ..."""
    return Symbol(name, role=role)


def function(name: str) -> Call:
    """Return the name of a function.

    >>> print(function("P")(letter("x"), given=letter("k")))
    P(x | k)
    """
    return Call(name, ())


def span(size: str | Operand) -> nodes.Domain:
    """Return the range {1, …, `size`}; a string names a letter."""
    last = Symbol(size) if isinstance(size, str) else node(size)
    return nodes.Domain("span", (nodes.Integer(1), last))


def vocabulary(name: str = "V") -> nodes.Domain:
    """Return the set with the letter `name`, and its size in bars: the vocabulary."""
    return nodes.Domain("named", (Symbol(name), Symbol(f"|{name}|")))


def among(*parts: Operand) -> nodes.Domain:
    """Return the set of the numbers `parts`."""
    return nodes.Domain("set", tuple(map(node, parts)))


def open_unit() -> nodes.Domain:
    """Return the numbers between 0 and 1, without these."""
    return nodes.Domain("open", (nodes.Integer(0), nodes.Integer(1)))


def probability() -> nodes.Domain:
    """Return what a probability may be: the numbers from 0 to 1, with both."""
    return nodes.Domain("closed", (nodes.Integer(0), nodes.Integer(1)))


def integers_from(first: int) -> nodes.Domain:
    """Return the integers from `first` on: {`first`, `first` + 1, …}."""
    return nodes.Domain("whole", (nodes.Integer(first),))


def positive_definite(size: str) -> nodes.Domain:
    """Return the set of symmetric positive definite matrices with `size` rows."""
    return nodes.Domain("definite", (Symbol(size),))


def reals() -> nodes.Domain:
    """Return all numbers."""
    return nodes.Domain("reals", ())


def index(name: str, domain: nodes.Domain) -> IndexLetter:
    """Return the index `name` that runs over `domain`."""
    return IndexLetter(name, domain)


def pi_constant() -> nodes.Pi:
    """Return the number π, which is no letter."""
    return nodes.Pi()


def _function(name: str, argument: Operand) -> nodes.Function:
    return nodes.Function(name, node(argument))


gamma = partial(_function, "Gamma")
"""Return Γ of something positive."""
digamma = partial(_function, "digamma")
"""Return ψ of something positive: the slope of log Γ there."""


def equal(left: Operand, right: Operand) -> nodes.Iverson:
    """Return the indicator 1[left = right]."""
    return nodes.Iverson(node(left), node(right))


def sum_over(index: IndexLetter, body: Operand, where: nodes.Iverson | None = None) -> nodes.Series:
    """Return the sum of `body` over `index`; `where` is an indicator, written under the sign."""
    return nodes.Series("sum", index.index, index.domain, node(body), where)


def product(index: IndexLetter, body: Operand, where: nodes.Iverson | None = None) -> nodes.Series:
    """Return the product of `body` over `index`; `where` is an indicator, written under the sign."""
    return nodes.Series("product", index.index, index.domain, node(body), where)


def derivative(body: Operand, by: Symbol, order: int = 1) -> nodes.Derivative:
    """Return the derivative of `body` by the letter `by`, of the given `order`."""
    return nodes.Derivative(node(body), by, order)


def integral(body: Operand, variable: Symbol, ends: tuple[Operand, ...] = ()) -> nodes.Integral:
    """Return the integral of `body` over `variable` between `ends`, or over all distributions."""
    return nodes.Integral(variable, node(body), tuple(map(node, ends)))


def argmax(variable: Expression, body: Operand) -> nodes.Extremum:
    """Return the value of `variable` at which `body` is largest."""
    return nodes.Extremum(variable, node(body))
