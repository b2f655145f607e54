"""Distributions by their names, behind = and ~, and their mean, mode and variance by words."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import replace

from exactnb.core.expression import nodes
from exactnb.core.expression.nodes import Call, Expression, Symbol
from exactnb.core.expression.reading.derivations.densities import FIGURES, OF_PARAMETER, density
from exactnb.core.expression.reading.derivations.parser import DerivationChain
from exactnb.core.expression.reading.derivations.signs import PRIME, WHOLE
from exactnb.core.expression.reading.derivations.statements import DerivationStatement, with_depths
from exactnb.core.expression.reading.refusal import Refusal

_FIGURE = re.compile(
    r"\b(?:(posterior|prior) )?(mean|mode|variance|expectation|bias)"
    r"( (?:of|for)(?: an?| the)?)?(?: is)?\W*$",
    re.I,
)
_DATA = Symbol("D")
_SUM = nodes.Series("sum", nodes.Index("i"), WHOLE, Symbol("x", (Symbol("i"),)))
_POSTERIOR = nodes.Function("exp", Call("LP", ()))


def of_distribution(statement: DerivationStatement) -> DerivationStatement:
    """Return θ | D ~ Beta(a, b) as p(θ | D) = Beta(a, b), any other statement as it is.

    Before a formula the sign is ∝: p(θ | D) ~ θ^k (1 − θ)^(n − k).
    """
    depths = list(with_depths(statement))
    place = next((n for n, (token, depth) in enumerate(depths) if token.text == "~" and not depth), 0)
    bars = [depth for token, depth in depths[:place] if token.text == "|"]
    right = [token.text for token in statement.tokens[place + 1 : place + 4]]
    is_named = not OF_PARAMETER.keys().isdisjoint(right)
    if not bars or (0 in bars and not is_named):  # x | k ~ N(μ_k, σ²) says what x is
        return statement
    left = statement.tokens[:place]
    sign = replace(left[0], kind="sign", text="(", glued=True)
    if 0 in bars:
        left = (replace(sign, kind="name", text="p"), sign, *left, replace(sign, text=")"))
    equals = replace(statement.tokens[place], text="=" if is_named else "∝")
    return replace(statement, tokens=(*left, equals, *statement.tokens[place + 1 :]))


def is_distribution(side: Expression) -> bool:
    """Say whether `side` is a distribution by its name and numbers, as Beta(a, b)."""
    return isinstance(side, Call) and side.head in OF_PARAMETER.values()


def in_pairs(left: Expression, right: Expression) -> list[tuple[Expression, Expression]]:
    """Return the numbers of two distributions of one name, those in the same place together."""
    match left, right:
        case Call(head, ones, ()), Call(other, others, ()) if head == other and len(ones) == len(
            others
        ):
            return list(zip(ones, others, strict=True))
    return []


def with_densities(
    chain: DerivationChain, parameter: Symbol, is_parameter: Callable[[Symbol], bool]
) -> Iterator[DerivationChain]:
    """Yield `chain` with the density of a parameter in the place of the distribution it is said to be.

    The second number of a Gamma distribution is a rate, or a scale. Last comes a chain as it is where a
    prior is stated, which may be another than is known, or nothing says what has the distribution: the
    only `parameter` has that of the posterior, and `is_parameter` knows all of them.
    """
    place = next((n for n, side in enumerate(chain.sides) if n and is_distribution(side)), 0)
    named, of = chain.sides[place], chain.sides[place - 1]
    match of:
        case Call("p" | "P" | "π" | "f", (Symbol() as by,), condition):
            is_posterior = bool(condition)
        case _:
            by, is_posterior = parameter, of == _POSTERIOR
    if place and isinstance(named, Call) and is_parameter(by):
        is_scale = named.head == "Gamma" and len(named.left) == 2
        scales = [(named.left[0], 1 / named.left[1])] if is_scale else []
        for numbers in (named.left, *scales):
            try:
                side = density(named.head, (by, *numbers))
            except Refusal:  # Dir(4, 6, 3)
                yield chain
                return
            yield replace(chain, sides=(*chain.sides[:place], side, *chain.sides[place + 1 :]))
        if is_posterior:
            return
    yield chain


def with_figures(chain: DerivationChain, lead: str) -> Iterator[DerivationChain]:
    """Yield the readings of a `chain` with the mean, mode or variance that words before it name."""
    named = _FIGURE.search(lead)
    if named is None:
        yield chain
        return
    whose, which = (named[1] or "").lower(), named[2].lower().replace("expectation", "mean")
    match chain.sides[0]:
        case Call(head, (a, b)) if named[3] and (head, which) in FIGURES:
            yield replace(chain, sides=(FIGURES[head, which](a, b), *chain.sides[1:]))
            return
    is_name = isinstance(chain.sides[0], Symbol) or chain.sides[0] == Call("LL", ())
    is_alone = not (chain.lead or chain.relations or named[3] or is_name)
    is_figure = chain.lead == "=" or is_alone  # posterior mean: a/(a + b)
    for side in _figures(whose, which) if is_figure else ():
        yield DerivationChain((side, *chain.sides), ("=", *chain.relations))
    if not is_figure:
        yield chain


def _figures(whose: str, which: str) -> tuple[Expression, ...]:
    """Return what a mean, mode or variance may be: nothing known, if `whose` it is remains unsaid."""
    unknown = Call(which, ())
    if which == "mode":
        best = replace(PRIME.hat, role="MAP")
        return {"posterior": (best,), "prior": (Call("prior mode", ()),)}.get(whose, (best, unknown))
    if which == "bias":
        return Call("Bias", (PRIME.hat,)), unknown
    head = "Var" if which == "variance" else "E"
    after, before = Call(head, (PRIME,), (_DATA,)), Call(head, (PRIME,))
    own = {"posterior": (after,), "prior": (before,)}
    of_data = Call(head, (Symbol("X"),)), Call(head, (_SUM,)), Symbol("x\u0304")
    return own.get(whose, (after, before, *of_data, unknown))
