"""Random formulas over rows, columns and classes, and ways to write them otherwise."""

from __future__ import annotations

import random
from collections.abc import Callable
from itertools import pairwise

from hypothesis import strategies as st
from theorem_scopes import Scope, free, put

from exactnb.core.expression.nodes import (
    Derivative,
    Domain,
    Expression,
    Function,
    Index,
    Integer,
    Iverson,
    Negative,
    Power,
    Product,
    Quotient,
    Series,
    Sum,
    Symbol,
    replace,
)
from exactnb.core.expression.reasons import Reason, Rule
from exactnb.explain.derivation import Chain, Line, Remark, Step
from exactnb.explain.proving.writing.formulas import (
    IndexLetter,
    among,
    equal,
    index,
    label,
    letter,
    node,
    parameter,
    span,
    sum_over,
)
from exactnb.explain.proving.writing.theorem import is_in, is_positive

__all__ = ["GIVEN", "SCOPE", "formulas", "otherwise"]

ROW, COLUMN = index("i", span("n")), index("j", span("d"))
CLASS, OTHER, MARK = index("k", span("K")), index("l", span("K")), index("m", span("M"))
CLASSES = (CLASS, OTHER, MARK)  # what may stand where a class does, in its range or in another
Y, X, N, A, MU = label("y"), letter("x"), letter("n"), letter("a"), letter("μ")
PI, THETA = parameter("prior", "π"), parameter("bernoulli", "θ")
UNIT = Domain("open", (Integer(0), Integer(1)))
OF_CLASS = sum_over(ROW, equal(Y.above(ROW), CLASS))
SHOWN = sum_over(ROW, X[COLUMN].above(ROW) * equal(Y.above(ROW), CLASS))

_LINES = (
    *(is_in(letter, letter.domain) for letter in (ROW, COLUMN, *CLASSES)),
    is_in(X[COLUMN].above(ROW), among(0, 1)),
    is_in(Y.above(ROW), CLASS.domain),
    is_in(THETA[COLUMN, CLASS], UNIT),
    is_positive(PI[CLASS]),
    is_positive(A),
    is_in(MU, Domain("reals", ())),
)
_COUNTS = tuple(
    Line(node(left), "=", node(right), Reason(Rule.COUNT))
    for left, right in ((N[CLASS], OF_CLASS), (N[COLUMN, CLASS], SHOWN))
)
GIVEN = Step(
    "given", "What is given", (Remark(_LINES), *(Chain((line,)) for line in _COUNTS)), theorem="random"
)
"""The step that says what the letters of random formulas are."""


def _scope() -> Scope:
    scope = Scope()
    for line in (*_LINES, *_COUNTS):
        scope = scope.after(line)
    return scope


SCOPE = _scope()


@st.composite
def formulas(
    draw: st.DrawFn, depth: int = 3, known: tuple[IndexLetter, ...] = (COLUMN, CLASS)
) -> Expression:
    """Return a formula whose free indices are among some."""
    if depth == 0:
        return draw(_letters(known))
    smaller = formulas(depth - 1, known)
    kind = draw(st.sampled_from(_KINDS))
    if kind == "letter" and depth < 3:
        return draw(_letters(known))
    if kind == "sum":
        return Sum(tuple(draw(st.lists(smaller, min_size=2, max_size=3))))
    if kind == "product":
        return Product(tuple(draw(st.lists(smaller, min_size=2, max_size=3))))
    if kind == "negative":
        return Negative(draw(smaller))
    if kind == "quotient":
        return Quotient(draw(smaller), draw(_positive(known)))
    if kind == "power":
        return Power(draw(smaller), Integer(2))
    if kind == "power of a letter":
        return Power(draw(_positive(known)), draw(_exponents(known)))
    if kind == "log":
        return Function("log", draw(_positive(known)))
    if kind == "derivative":
        return Derivative(draw(smaller), draw(_variables(known)), draw(st.integers(1, 2)))
    new = [over for over in (ROW, COLUMN, *CLASSES) if over.index not in [k.index for k in known]]
    if not new:
        return draw(smaller)
    over = draw(st.sampled_from(new))
    body = draw(formulas(depth - 1, (*known, over)))
    label = ROW in (*known, over) and any(of in (*known, over) for of in CLASSES)
    where = draw(st.sampled_from((None, _same(known, over)))) if label else None
    sign = "product" if kind == "series product" else "sum"
    return Series(sign, over.index, over.domain, body, where)  # type: ignore[arg-type]


_KINDS = (
    "letter", "sum", "product", "negative", "quotient", "power", "power of a letter", "log",
    "derivative", "series", "series", "series", "series product",
)  # fmt: skip


def _same(known: tuple[IndexLetter, ...], over: IndexLetter) -> Iverson:
    of_class = next(of for of in (*known, over) if of in CLASSES)
    return Iverson(node(Y.above(ROW)), of_class.index)


def _letters(known: tuple[IndexLetter, ...]) -> st.SearchStrategy[Expression]:
    classes = [of for of in CLASSES if of in known]
    found = [A, MU, N, PI[1], N[1], letter("K"), *(Integer(n) for n in range(3))]
    found += [of for k in classes for of in (PI[k], N[k])]
    if COLUMN in known:
        found += [of for k in classes for of in (THETA[COLUMN, k], N[COLUMN, k])]
    if ROW in known:
        found += [equal(Y.above(ROW), k) for k in classes] + [equal(Y.above(ROW), 1), PI[Y.above(ROW)]]
        found += [X[COLUMN].above(ROW)] if COLUMN in known else []
    found += [equal(a, b) for a, b in pairwise(classes)]
    return st.sampled_from([node(of) for of in found])


def _positive(known: tuple[IndexLetter, ...]) -> st.SearchStrategy[Expression]:
    classes = [of for of in CLASSES if of in known]
    found = [A, N, *(PI[k] for k in classes)]
    if COLUMN in known:
        found += [of for k in classes for of in (THETA[COLUMN, k], 1 - THETA[COLUMN, k])]
    plain = st.sampled_from([node(of) for of in found])
    return plain | st.builds(lambda a, b: Product((a, b)), plain, plain)


def _exponents(known: tuple[IndexLetter, ...]) -> st.SearchStrategy[Expression]:
    found = [Integer(2), Integer(-1), Integer(0), *(node(N[k]) for k in CLASSES if k in known)]
    if ROW in known and COLUMN in known:
        found.append(node(X[COLUMN].above(ROW)))
    return st.sampled_from(found)


def _variables(known: tuple[IndexLetter, ...]) -> st.SearchStrategy[Symbol]:
    found = [A, PI[1], *(PI[k] for k in CLASSES if k in known)]
    if COLUMN in known:
        found += [THETA[COLUMN, k] for k in CLASSES if k in known]
    return st.sampled_from([of for of in found if isinstance(of, Symbol)])


# the same, otherwise

Way = Callable[[Expression, random.Random], Expression | None]


def otherwise(formula: Expression, dice: random.Random) -> Expression:
    """Return a formula that is equal: parts of it in another order, multiplied out, unfolded."""
    parts = tuple(otherwise(part, dice) for part in formula.children if not isinstance(part, Domain))
    if isinstance(formula, Series):
        formula = formula.with_children((formula.index, formula.domain, *parts[1:]))
    elif not isinstance(formula, Symbol | Iverson | Derivative):
        formula = formula.with_children(parts) if parts else formula
    elif isinstance(formula, Derivative):
        formula = formula.with_children((parts[0], formula.variable))
    ways = list(_WAYS)
    dice.shuffle(ways)
    for way in ways[:6]:
        new = way(formula, dice)
        if new is not None:
            return new
    return formula


def _reordered(formula: Expression, dice: random.Random) -> Expression | None:
    if not isinstance(formula, Sum | Product):
        return None
    parts = list(formula.children)
    dice.shuffle(parts)
    return formula.with_children(tuple(parts))


def _multiplied_out(formula: Expression, dice: random.Random) -> Expression | None:
    if not isinstance(formula, Product):
        return None
    at = next((n for n, part in enumerate(formula.factors) if isinstance(part, Sum)), None)
    if at is None:
        return None
    sums, rest = formula.factors[at], (*formula.factors[:at], *formula.factors[at + 1 :])
    return Sum(tuple(Product((term, *rest)) for term in sums.children))


def _split(formula: Expression, dice: random.Random) -> Expression | None:
    """Write a sum of sums as several sums, and a product of products."""
    if not isinstance(formula, Series) or formula.where is not None:
        return None
    whole = Sum if formula.sign == "sum" else Product
    if not isinstance(formula.body, whole):
        return None
    parts = (Series(formula.sign, formula.index, formula.domain, of) for of in formula.body.children)
    return whole(tuple(parts))


def _pulled_out(formula: Expression, dice: random.Random) -> Expression | None:
    """Write what does not depend on the index in front of the sum."""
    if (
        not isinstance(formula, Series)
        or formula.sign != "sum"
        or not isinstance(formula.body, Product)
    ):
        return None
    letter = formula.index.letter
    outside = [of for of in formula.body.factors if letter not in free(of)]
    inside = [of for of in formula.body.factors if letter in free(of)]
    if not outside:
        return None
    body = Product(tuple(inside)) if inside else Integer(1)
    return Product((*outside, Series("sum", formula.index, formula.domain, body, formula.where)))


def _swapped(formula: Expression, dice: random.Random) -> Expression | None:
    if not isinstance(formula, Series) or not isinstance(formula.body, Series):
        return None
    inner = formula.body
    bound = {inner.index.letter} & free(*([formula.where] if formula.where else []))
    if inner.sign != formula.sign or bound:
        return None
    if inner.where is not None and formula.index.letter in free(inner.where):
        return None
    body = Series(formula.sign, formula.index, formula.domain, inner.body, formula.where)
    return Series(inner.sign, inner.index, inner.domain, body, inner.where)


def _unfolded(formula: Expression, dice: random.Random) -> Expression | None:
    """Write what a letter counts."""
    for left, right in SCOPE.definitions:
        if isinstance(formula, Symbol) and put(formula, left, right) != formula:
            return put(formula, left, right)
    return None


def _log_of_product(formula: Expression, dice: random.Random) -> Expression | None:
    match formula:
        case Function("log", Product(factors)):
            return Sum(tuple(Function("log", of) for of in factors))
        case Function("log", Power(base, exponent)):
            return Product((exponent, Function("log", base)))
    return None


def _indicator(formula: Expression, dice: random.Random) -> Expression | None:
    """Write the condition under a sum as a factor."""
    if not isinstance(formula, Series) or formula.where is None or formula.sign != "sum":
        return None
    return Series("sum", formula.index, formula.domain, Product((formula.where, formula.body)))


def _other_letter(formula: Expression, dice: random.Random) -> Expression | None:
    """Call the index of a sum otherwise."""
    if not isinstance(formula, Series) or formula.index not in (CLASS.index, OTHER.index):
        return None
    other = OTHER.index if formula.index == CLASS.index else CLASS.index
    parts = [formula.body, *([formula.where] if formula.where else [])]
    if other.letter in free(*parts) or any(_binds(part, other) for part in parts):
        return None
    new = [replace(part, lambda of: other if of == formula.index else None) for part in parts]
    return formula.with_children((other, formula.domain, *new))


def _binds(formula: Expression, index: Index) -> bool:
    own = isinstance(formula, Series) and formula.index == index
    return own or any(_binds(part, index) for part in formula.children)


_WAYS: tuple[Way, ...] = (
    _reordered, _multiplied_out, _split, _pulled_out, _swapped, _unfolded, _log_of_product, _indicator,
    _other_letter,
)  # fmt: skip
