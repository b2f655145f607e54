"""Values, formulas and lines as SymPy's, SymPy's numbers as answers: for users; no line rests on it.

How to read: `to_sympy` turns the parts first; then a case for each node: arithmetic, `_statement`,
and `_general` for formulas about data of any size. `typed` goes the other way.
"""

from __future__ import annotations

import operator
from collections.abc import Callable
from functools import reduce
from typing import Any

import sympy

from exactnb.core.arithmetic.algebraic import AlgebraicRoot
from exactnb.core.arithmetic.integers import Ratio, integer_text
from exactnb.core.arithmetic.roots import brackets_of
from exactnb.core.arithmetic.rounding import Decimal
from exactnb.core.expression import nodes
from exactnb.core.expression.general_nodes import ArrayNode, GeneralNode
from exactnb.core.expression.results import Value
from exactnb.core.expression.spell import spell
from exactnb.core.expression.written import ratio, written
from exactnb.core.shown import Symbolic
from exactnb.errors import InputError, quoted

_SPECIAL = {"undefined": sympy.nan, "everywhere": sympy.S.Reals, "∞": sympy.oo, "−∞": -sympy.oo}
_FUNCTIONS = {
    "log": sympy.log, "exp": sympy.exp, "sqrt": sympy.sqrt, "abs": sympy.Abs, "Gamma": sympy.gamma,
    "digamma": sympy.digamma,
}  # fmt: skip


_RELATIONS = {"=": sympy.Eq, "<": sympy.Lt, ">": sympy.Gt, "≤": sympy.Le, "≥": sympy.Ge}
_OTHERWISE = {"≈": "approximates", "→": "tends_to", "∼": "behaves_like", "∈": "belongs_to"}
_LONGEST = 1 << 20  # bits of a power that SymPy may multiply out


_SPELLED = {
    sympy.pi: "π", sympy.E: "exp(1)", sympy.oo: "∞", -sympy.oo: "-∞", sympy.nan: "undefined",
}  # fmt: skip


def to_sympy(value: nodes.Expression | Value | Symbolic) -> Any:
    """Return a value, a formula or a line as SymPy's, which may reduce and reorder it.

    A value is worth the same, a decision is a symbol or the set of those that tie; a function of λ has
    the symbol lambda. A line is an equation or an inequality, which SymPy is not asked to decide.
    Powers of more than a million bits stay as they are, inside `UnevaluatedExpr`.

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
    match value:
        case nodes.Expression():
            return _expression(value)
        case Ratio():
            return to_sympy(ratio(value))
        case Decimal():
            return sympy.Rational(value.value.numerator, value.value.denominator)
        case AlgebraicRoot(polynomial, place):  # SymPy too counts the real zeros first, ascending
            sympy_polynomial = sympy.Poly(polynomial[::-1], sympy.Symbol("x"))
            return sympy.CRootOf(sympy_polynomial, place - 1, radicals=False)
        case object(left=left, relation=relation, right=right):
            sides = to_sympy(left), to_sympy(right)
            if relation in _RELATIONS:
                return _RELATIONS[relation](*sides, evaluate=False)
            return sympy.Function(_OTHERWISE[relation])(*sides)
    return _expression(written(value))


def _expression(expression: nodes.Expression) -> Any:
    parts = tuple(map(_expression, () if isinstance(expression, nodes.Series) else expression.children))
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
        case nodes.Function("det"):
            is_matrix = isinstance(parts[0], sympy.MatrixBase)
            return parts[0].det() if is_matrix else sympy.Function("det")(parts[0])
        case nodes.Product() | nodes.IndexedProduct():
            return sympy.Mul(*parts)
        case nodes.Quotient():
            return parts[0] / parts[1]
        case nodes.Power():
            return _power(*parts)
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
        case nodes.AtMost():
            return sympy.Piecewise((1, sympy.Le(*parts)), (0, True))
        case nodes.Clipped():
            return sympy.Min(sympy.Max(parts[0], parts[1]), 1 - parts[1])
    return _statement(expression, parts)


def _power(base: Any, exponent: Any) -> Any:
    """Return a power, as it stands where multiplied out it would be too long to be of use."""
    if base.is_Rational and exponent.is_Rational:
        bits = max(abs(base.p), base.q).bit_length() * abs(exponent)
        if bits > _LONGEST:
            return sympy.UnevaluatedExpr(sympy.Pow(base, exponent, evaluate=False))
    return base**exponent


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
        case nodes.Symbol(letter, lower, upper, hat):
            name = (f"{letter}_hat" if hat else letter) + "^" * len(upper)
            return sympy.IndexedBase(name)[parts] if parts else sympy.Symbol(name)
        case nodes.Call(head, left, right, lower):
            ends = len(left), len(left) + len(right)
            condition = [sympy.Tuple(*parts[ends[0] : ends[1]])] if right else []
            name = f"{head}_" if lower else head
            indices = [sympy.Tuple(*parts[ends[1] :])] if lower else []
            return sympy.Function(name)(*indices, *parts[: ends[0]], *condition)
        case nodes.Domain():
            return _SETS.get(expression.kind, _SETS["named"])(*parts)
        case nodes.Series():
            return _series(expression)
        case nodes.Iverson():
            return sympy.KroneckerDelta(*parts)
        case nodes.Derivative(order=order):
            return sympy.Derivative(parts[0], (parts[1], order))
        case nodes.Integral(ends=ends):
            by, body, *limits = parts
            return sympy.Integral(body, (by, *limits)) if ends else sympy.Function("integral")(*parts)
        case nodes.Root():
            return sympy.Function("root")(*parts)
    return sympy.Function("argmax")(*parts)  # an extremum of a body


def _array(node: ArrayNode, parts: tuple[Any, ...]) -> Any:
    """Return a vector, a matrix, points or a curve; what rests on names is a function of them."""
    are_matrices = all(isinstance(part, sympy.MatrixBase) for part in parts)
    match node:
        case nodes.VectorNode():
            return sympy.Matrix(parts)
        case nodes.MatrixNode(rows):
            return sympy.Matrix(len(rows), len(rows[0]), parts)
        case nodes.Inverse():
            return parts[0].inv() if are_matrices else parts[0] ** -1
        case nodes.QuadraticForm() if are_matrices:
            return (parts[0].T * parts[1] * parts[2])[0]
        case nodes.QuadraticForm():
            return sympy.Function("form")(*parts)
        case nodes.PointsNode(kind="points"):
            return sympy.Tuple(*parts)
        case nodes.PointsNode(kind=kind):
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
            if node.scale is not None:
                letters = [to_sympy(node.scale.applied_to(name)) for name in variables]
            products = (
                sympy.Mul(c, *(x**n for x, n in zip(letters, powers, strict=True)))
                for c, (powers, _) in zip(parts, terms, strict=True)
            )
            return (sympy.Gt if node.is_inequality else sympy.Eq)(sympy.Add(*products), 0)
    return sympy.Function(type(node).__name__.lower())(*parts)


_SETS: dict[str, Callable[..., Any]] = {
    "set": sympy.FiniteSet,
    "open": sympy.Interval.open,
    "closed": sympy.Interval,
    "left-open": sympy.Interval.Lopen,
    "right-open": sympy.Interval.Ropen,
    "reals": lambda: sympy.S.Reals,
    "whole": lambda first: sympy.Range(first, sympy.oo),
    "through": lambda first, last: sympy.Range(first, last + 1),
    "definite": sympy.Function("PD"),
    "named": lambda _, size: sympy.Range(1, size + 1),  # and all others: from 1 to their size
}
"""What the domains of letters are, by their kinds."""


def _series(series: nodes.Series) -> Any:
    """Return a sum or product over an index, or over a few numbers, which are written out."""
    if series.is_order_statistic:
        return sympy.Function(series.sign)(_expression(series.body))
    body, index = _expression(series.body), _expression(series.index)
    added = series.sign == "sum"
    if series.where is not None:
        where = _expression(series.where)
        body = body * where if added else body**where
    if series.domain.kind == "set":
        parts = [body.subs(index, _expression(part)) for part in series.domain.parts]
        return sympy.Add(*parts) if added else sympy.Mul(*parts)
    first, *last = (_expression(part) for part in series.domain.parts)
    has_limits = series.domain.kind not in ("whole", "through")  # by a letter, or from 1 on
    limits = (index, 1 if has_limits else first, *(last or [sympy.oo]))
    return sympy.Sum(body, limits) if added else sympy.Product(body, limits)


def typed(number: Any) -> str:
    """Return a value or a number of SymPy's as it would be typed in an answer, a symbol as a label.

    >>> typed(sympy.sqrt(3) * sympy.exp(-1) / 2), typed(-sympy.oo), typed(sympy.log(2))
    ('(sqrt(3))/((2)*(exp(1)))', '-∞', 'ln(2)')

    Raises InputError for what has no such text: a Float, other functions, what has symbols in it.
    """
    number = sympy.sympify(number, strict=True)
    match number:
        case sympy.Symbol(name=name):
            return str(name)
        case sympy.true | sympy.false:
            return str(number == sympy.true).lower()
    return _typed(number)


def _typed(number: Any) -> str:
    if number in _SPELLED:
        return _SPELLED[number]
    numerator, denominator = sympy.fraction(number)
    for base in (2, 10):  # as they are typed, and else two logarithms whose quotient is compared
        times, rest = (
            (number * sympy.log(base)).as_coeff_Mul() if denominator.has(sympy.log(base)) else (1, 1)
        )
        if isinstance(rest, sympy.log):
            return f"({_typed(times)})*(log{base}({_typed(rest.args[0])}))"
    if not number.is_Rational and denominator != 1:
        return f"({_typed(numerator)})/({_typed(denominator)})"
    match number:
        case sympy.Integer():
            return integer_text(int(number))
        case sympy.Rational(p=numerator, q=denominator):
            return f"{integer_text(numerator)}/{integer_text(denominator)}"
        case sympy.Add() | sympy.Mul():
            return ("+" if number.is_Add else "*").join(f"({_typed(part)})" for part in number.args)
        case sympy.exp() | sympy.log():
            head = "exp" if isinstance(number, sympy.exp) else "ln"
            return f"{head}({_typed(number.args[0])})"
        case sympy.Pow(args=(base, sympy.S.Half)):
            return f"sqrt({_typed(base)})"
        case sympy.Pow(args=(base, exponent)):
            return f"({_typed(base)})^({_typed(exponent)})"
    description = f"{quoted(number)} ({type(number).__name__})"
    raise InputError(f"expected fractions, powers, exp, log or π of SymPy's; got {description}")
