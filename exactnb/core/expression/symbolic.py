"""Expressions as SymPy's, for users: the one file that imports SymPy, which no line rests on.

How to read: `to_sympy` turns the parts first; then a case for each node: arithmetic, `_statement`,
and `_general` for formulas about data of any size.
"""

from __future__ import annotations

import operator
from functools import reduce
from typing import Any

import sympy

from exactnb.core.arithmetic.roots import brackets_of
from exactnb.core.expression import nodes
from exactnb.core.expression.arrays import ArrayNode
from exactnb.core.expression.spell import spell
from exactnb.core.expression.symbols import GeneralNode

_SPECIAL = {"undefined": sympy.nan, "everywhere": sympy.S.Reals, "∞": sympy.oo, "−∞": -sympy.oo}
_FUNCTIONS = {"log": sympy.log, "exp": sympy.exp, "sqrt": sympy.sqrt}


def to_sympy(expression: nodes.Expression) -> Any:
    """Return any expression of the tree as SymPy's, which may reduce and reorder it.

    >>> to_sympy(nodes.Quotient(nodes.Integer(2), nodes.Integer(4)))
    1/2
    >>> k = nodes.Index("k")
    >>> classes = nodes.Domain("span", (nodes.Integer(1), nodes.Symbol("K")))
    >>> to_sympy(nodes.Series("sum", k, classes, nodes.Symbol("n", (k,))))
    Sum(n[k], (k, 1, K))

    Names become symbols, letters with indices `Indexed`, indicators `KroneckerDelta`. P(x | k) becomes
    the function P of x and of the tuple of k, ℓ_k(θ) the function `ℓ_` of the tuple of k and of θ, a
    decision the function `argmax` of its scores.
    """
    parts = tuple(map(to_sympy, () if isinstance(expression, nodes.Series) else expression.children))
    match expression:
        case nodes.Integer(value):
            return sympy.Integer(value)
        case nodes.Numeral(decimal):
            return sympy.Rational(decimal.value.numerator, decimal.value.denominator)
        case nodes.Sum():
            return reduce(operator.add, parts) if parts else sympy.Integer(0)
        case nodes.Function("Phi"):
            return (1 + sympy.erf(parts[0] / sympy.sqrt(2))) / 2
        case expression if isinstance(expression, ArrayNode):
            return _array(expression, parts)
        case nodes.Function("Gamma"):
            return sympy.gamma(parts[0])
        case nodes.Function("det"):
            is_matrix = isinstance(parts[0], sympy.MatrixBase)
            return parts[0].det() if is_matrix else sympy.Function("det")(parts[0])
        case nodes.Product() | nodes.Indexed():
            return sympy.Mul(*parts)
        case nodes.Quotient():
            return parts[0] / parts[1]
        case nodes.Power():
            return parts[0] ** parts[1]
        case nodes.Negative():
            return -parts[0]
        case nodes.Function(name) if name in _FUNCTIONS:
            return _FUNCTIONS[name](parts[0])
        case nodes.Function(name):
            return sympy.log(parts[0], int(name.removeprefix("log")))
        case nodes.Percent():
            return parts[0] / 100
        case nodes.Factorial():
            return sympy.factorial(parts[0])
        case nodes.Rising():
            return sympy.rf(parts[0], parts[1] - parts[0] + 1)
        case nodes.Pi():
            return sympy.pi
        case nodes.Clip():
            return sympy.Min(sympy.Max(parts[0], parts[1]), 1 - parts[1])
    return _statement(expression, parts)


def _statement(expression: nodes.Expression, parts: tuple[Any, ...]) -> Any:
    """Return what is no arithmetic: what is claimed, decided or counted over cells."""
    match expression:
        case nodes.Truth(value):
            return sympy.true if value else sympy.false
        case nodes.Special(word):
            return _SPECIAL[word]
        case nodes.Equal():
            return sympy.And(*map(sympy.Eq, parts[::2], parts[1::2]))
        case nodes.Labels(labels):
            names = [sympy.Symbol(label) for label in labels]
            return names[0] if len(names) == 1 else sympy.FiniteSet(*names)
        case nodes.Listing():
            return sympy.FiniteSet(*parts)
        case nodes.Indicator(label=label):
            return sympy.Function("indicator")(*parts, sympy.Symbol(label))
        case nodes.OverCells(question):
            return sympy.Function(question)(*parts)
        case expression if isinstance(expression, GeneralNode):
            return _general(expression, parts)
    return sympy.Function("argmax")(*parts) if parts else sympy.Symbol(spell(expression))


def _general(expression: nodes.Expression, parts: tuple[Any, ...]) -> Any:
    """Return what formulas for data of any size have: letters, functions of them, sums over sets."""
    match expression:
        case nodes.Index(letter):
            return sympy.Symbol(letter, integer=True)
        case nodes.Symbol(letter, role="value"):
            return sympy.Symbol(f"'{letter}'")
        case nodes.Symbol(letter, lower, raised, hat):
            name = (f"{letter}_hat" if hat else letter) + "^" * len(raised)
            return sympy.IndexedBase(name)[parts] if parts else sympy.Symbol(name)
        case nodes.Call(head, left, right, lower):
            ends = len(left), len(left) + len(right)
            given = [sympy.Tuple(*parts[ends[0] : ends[1]])] if right else []
            below = [sympy.Tuple(*parts[ends[1] :])] if lower else []
            return sympy.Function(f"{head}_" if lower else head)(*below, *parts[: ends[0]], *given)
        case nodes.Domain():
            return _set(expression, parts)
        case nodes.Series():
            return _series(expression)
        case nodes.Iverson():
            return sympy.KroneckerDelta(*parts)
        case nodes.Derivative(order=order):
            return sympy.Derivative(parts[0], (parts[1], order))
        case nodes.Integral(ends=ends):
            by, body, *limits = parts
            return sympy.Integral(body, (by, *limits)) if ends else sympy.Function("integral")(*parts)
    return sympy.Function("argmax")(*parts)  # an extremum of a body


def _array(node: ArrayNode, parts: tuple[Any, ...]) -> Any:
    """Return a vector, a matrix, points or a curve; what rests on names is a function of them."""
    known = all(isinstance(part, sympy.MatrixBase) for part in parts)
    match node:
        case nodes.Vector():
            return sympy.Matrix(parts)
        case nodes.Matrix(rows):
            return sympy.Matrix(len(rows), len(rows[0]), parts)
        case nodes.Inverse():
            return parts[0].inv() if known else parts[0] ** -1
        case nodes.Form() if known:
            return (parts[0].T * parts[1] * parts[2])[0]
        case nodes.Points(kind="points"):
            return sympy.Tuple(*parts)
        case nodes.Points(kind=kind):
            brackets = brackets_of(kind, len(parts) // 2)
            return sympy.Union(
                *(
                    sympy.Interval(a, b, left == "(", right == ")")
                    for a, b, (left, right) in zip(parts[::2], parts[1::2], brackets, strict=True)
                )
            )
        case nodes.Entry(_, place) if isinstance(parts[0], sympy.Tuple):
            return parts[0][place - 1]
        case nodes.Entry(_, place):
            return sympy.Function("entry")(parts[0], sympy.Integer(place))
        case nodes.Zeros(variables, terms):
            letters = [sympy.Symbol(name) for name in variables]
            products = (
                sympy.Mul(c, *(x**n for x, n in zip(letters, powers, strict=True)))
                for c, (powers, _) in zip(parts, terms, strict=True)
            )
            return (sympy.Gt if node.above else sympy.Eq)(sympy.Add(*products), 0)
    return sympy.Function(type(node).__name__.lower())(*parts)


def _set(domain: nodes.Domain, parts: tuple[Any, ...]) -> Any:
    match domain.kind:
        case "set":
            return sympy.FiniteSet(*parts)
        case "open":
            return sympy.Interval.open(*parts)
        case "closed":
            return sympy.Interval(*parts)
        case "left-open":
            return sympy.Interval.Lopen(*parts)
        case "reals":
            return sympy.S.Reals
        case "whole":
            return sympy.Range(parts[0], sympy.oo)
        case "definite":
            return sympy.Function("PD")(*parts)
    return sympy.Range(1, parts[1] + 1)


def _series(series: nodes.Series) -> Any:
    """Return a sum or product over an index, or over a few numbers, which are written out."""
    body, index = to_sympy(series.body), to_sympy(series.index)
    added = series.sign == "sum"
    if series.where is not None:
        where = to_sympy(series.where)
        body = body * where if added else body**where
    if series.domain.kind == "set":
        parts = [body.subs(index, to_sympy(part)) for part in series.domain.parts]
        return sympy.Add(*parts) if added else sympy.Mul(*parts)
    limits = (index, 1, to_sympy(series.domain.parts[1]))
    return sympy.Sum(body, limits) if added else sympy.Product(body, limits)
