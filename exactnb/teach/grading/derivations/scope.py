"""What the letters of a derivation are. A scope comes from the question, never from the student.

How to read: `DerivationScope` is what the judge asks of every scope; the scopes stand in `scopes/`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from copy import copy
from fractions import Fraction
from itertools import pairwise
from typing import Self

from exactnb.core.expression import nodes
from exactnb.core.expression.nodes import Call, Expression, Symbol
from exactnb.core.expression.reading.derivations.signs import PRIME
from exactnb.teach.grading.derivations.meanings import parts_in, symbols_in
from exactnb.teach.grading.derivations.numbers import Number
from exactnb.teach.grading.derivations.prose import DerivationProse
from exactnb.teach.grading.derivations.substituting import free_letters, other_letters
from exactnb.teach.grading.derivations.worlds import Env, Evaluation, Introduced, Key, World

Ends = tuple[Fraction | None, Fraction | None, bool]
"""The ends of a domain, None for none, and whether they are in it."""


class DerivationScope:
    """What the judge asks of a scope; this one knows no letter.

    Many methods take `ev`, which works formulas out in one world, and `env`, the values of indices.
    """

    has_prior = False
    states_numbers = False  # whether lines may state what a probability is in an example
    is_normalised = True  # whether the prior is known with its constant
    fixed: tuple[Fraction, ...] = ()  # the numbers of the prior, where words say them
    example: Mapping[str, Fraction] = {}  # numbers of data and prior that lines state, by their roles
    prior_families = frozenset[str]()  # as words name them: Beta, Dir, Gamma
    is_constrained = False  # whether the parameters add up to 1: then no slope is 0 at the best
    is_moving = False  # whether the support ends at a parameter: no slope is 0 where that is best
    cases: Sequence[tuple[Expression, Expression]] | None = None  # those of the theorem, if it is known
    links: Sequence[Collection[tuple[Expression, str, Expression]]] = ()  # of the theorem, in print
    has_kinks = False  # whether a slope jumps at the data: it is 0 between two of them, or nowhere

    def __init__(self, names: Mapping[str, str] | None = None, flags: Iterable[str] = ()) -> None:
        self.names = dict(names or {})
        self.flags = frozenset(flags)
        self._worlds: list[World] = []

    def worlds(self) -> Sequence[World]:
        """Return the worlds in which lines are tried."""
        raise NotImplementedError

    def variants(self, formulas: Sequence[Expression]) -> Iterator[DerivationScope]:
        """Yield the scope with each way of reading the letters of `formulas`, those of all lines."""
        yield self

    def with_priors(self, prose: DerivationProse) -> Iterator[Self]:
        """Yield this scope with the numbers of the prior that `prose` states, and with any numbers."""
        if self.has_prior and prose.prior:
            other = copy(self)
            other.fixed, other._worlds = prose.prior, []
            yield other
        yield self

    def is_evident_in(self, formulas: Sequence[Expression]) -> bool:
        """Say whether `formulas` show that this scope is meant, and no other of a theorem."""
        return False

    def is_without_data(self, formulas: Sequence[Expression]) -> bool:
        """Say whether lines are about numbers of data that are known nowhere: nothing refutes them."""
        return False

    def in_force(self, definitions: dict[str, Introduced], row: int) -> dict[str, Introduced]:
        """Return those of some `definitions` that hold in a row: a case of a step ends with it."""
        return definitions

    def supposing(self, letter: str, value: Fraction) -> Self | None:
        """Return this scope where `letter`, of a size or the prior, is `value`; None for any other."""
        return None

    def has_example(self) -> bool:
        """Say whether its worlds have the numbers of data that lines or words state."""
        return False

    def is_datum(self, letter: str) -> bool:
        """Say whether `letter` may be an observation."""
        return False

    def fixes(self, letter: str = "") -> bool:
        """Say whether the numbers of an example say what `letter` is in it, or all of its data."""
        return self.has_example()

    def hides_a_constant(self) -> bool:
        """Say whether the likelihood of an example has a factor that its numbers do not say."""
        return False

    def independent(self) -> DerivationScope:
        """Return this scope where features are independent in each class."""
        return self

    def may_be_meant(self) -> bool:
        """Say whether this scope, not the first, may be meant where no line states a density."""
        return False

    def with_names(self, names: Mapping[str, str], flags: Iterable[str]) -> Self:
        """Return this scope, in the same worlds, with other names and flags."""
        self.worlds()
        other = copy(self)
        other.names, other.flags = dict(names), frozenset(flags)
        return other

    def roles(self, symbol: Symbol) -> Sequence[str]:
        """Return the roles that `symbol`, a letter that no line has settled, may have."""
        return ()

    def may_be_parameter(self, symbol: Symbol) -> bool:
        """Say whether `symbol` may be the parameter, as no letter of the lines is known to be it."""
        return False

    def weak_roles(self, letter: str) -> Sequence[str]:
        """Return the roles of a `letter` in place of which it may have another one."""
        return ()

    def symbol(self, ev: Evaluation, symbol: Symbol, env: Env) -> Number | None:
        """Return the value of the letter `symbol` in the world of `ev` at `env`.

        None where it is not known.
        """
        return None

    def call(self, ev: Evaluation, call: Call, env: Env) -> Number | None:
        """Return the value of the function `call` in the world of `ev` at `env`.

        None where it is not known.
        """
        return None

    def seed(self, ev: Evaluation, variable: Symbol, env: Env) -> dict[Key, Number] | None:
        """Return the parameters that vary in a derivative by `variable`, each as a jet.

        They have their values in the world of `ev` at `env`; None where `variable` is no parameter.
        """
        return None

    def index_values(
        self, ev: Evaluation, letter: str, parts: Iterable[Expression | None], env: Env
    ) -> Iterator[Fraction]:
        """Yield the values of an index `letter` that is written without a range, in the world of `ev`.

        `parts` are the formulas that the index stands in, None for one that is left out; `env` as
        elsewhere.
        """
        size = self.axis_of(letter, parts)
        yield from map(Fraction, range(1, ev.world.sizes[size] + 1))

    def axis_of(self, letter: str, parts: Iterable[Expression | None]) -> str:
        """Return the name of the size of the index `letter`, by the letters that have it in `parts`."""
        for symbol in symbols_in(part for part in parts if part is not None):
            for place, index in enumerate((*symbol.lower, *symbol.upper)):
                is_own = isinstance(index, Symbol) and index.letter == letter
                if is_own and (size := self.axis(symbol, place)):
                    return size
        return self.default_axis(letter)

    def axis(self, symbol: Symbol, place: int) -> str:
        """Return the name of the size of the index of `symbol` at `place`, from 0.

        "" where it says nothing.
        """
        return ""

    def default_axis(self, letter: str) -> str:
        """Return the name of the size of an index `letter` that no formula shows."""
        return "n"

    def label(self, ev: Evaluation, symbol: Symbol) -> int | None:
        """Return the index in `ev` that `symbol`, a letter or word below another, stands for."""
        return None

    def is_label(self, formula: Expression) -> bool:
        """Say whether `formula` is the class of a row, where one class is looked at."""
        return False

    def square_of(self, ev: Evaluation, base: Symbol, env: Env) -> Number | None:
        """Return the square of `base` in `ev` at `env` where that is the parameter, as σ² may be.

        None for any other letter.
        """
        return None

    def parameter_key(self, ev: Evaluation, symbol: Symbol, env: Env) -> Key | None:
        """Return the key of the parameter `symbol`, its indices as they are in `ev` at `env`.

        None if it is none.
        """
        return None

    def domain(self, key: Key) -> Ends | None:
        """Return the ends between which the parameter of `key` lies; None where they are not known."""
        return None

    def only_parameter(self) -> Symbol:
        """Return the letter of the parameter, where there is one."""
        return PRIME

    def required(self, ev: Evaluation, symbol: Symbol, env: Env) -> Number | None:
        """Return the value in `ev` at `env` that `symbol`, an introduced letter, should have.

        None where it may have any.
        """
        return None

    def argmax(self, ev: Evaluation, variable: Symbol, body: Expression, env: Env) -> Number | None:
        """Return where `body` is largest by `variable`, an index or a class, in `ev` at `env`.

        None where `variable` is a parameter: the largest value is then where the slope vanishes.
        """
        return None

    def pi(self) -> Number:
        """Return π."""
        from exactnb.core.arithmetic.enclosure import log_form
        from exactnb.teach.grading.derivations.numbers import BITS, Near, exponential

        return exponential(Near(log_form((), Fraction(0), 2, BITS)))  # of its logarithm

    def in_coordinates(self, sides: tuple[Expression, ...]) -> tuple[Expression, ...]:
        """Return the sides of an equation of vectors as those of one coordinate; others as they are."""
        return sides

    def is_size(self, letter: str) -> bool:
        """Say whether the index `letter` is the last one, and stands for no other: x_n."""
        return self.names.get(letter, "") in ("n", "V", "θ")

    def is_parameter(self, symbol: Symbol) -> bool:
        """Say whether `symbol` is a parameter, or a multiplier."""
        return False

    def is_hyper(self, symbol: Symbol) -> bool:
        """Say whether `symbol` is a number of the prior or a multiplier."""
        return False

    def is_stated(self, letter: str) -> bool:
        """Say whether the question itself states what `letter` is; else it is but a usual one."""
        return False

    def is_prior(self, formula: Expression) -> bool:
        """Say whether `formula` is the prior density, p(θ), or its logarithm."""
        match formula:
            case nodes.Function("log", Call() as call) | (Call() as call):
                parameters = [
                    part for part in call.left if isinstance(part, Symbol) and self.is_parameter(part)
                ]
                is_density = call.head in ("p", "P", "π", "f") and not call.right
                return (
                    self.has_prior
                    and is_density
                    and bool(parameters)
                    and len(parameters) == len(call.left)
                )
        return False

    def prior_mode(self, world: World) -> Number | None:
        """Return where the prior is largest by the numbers in `world`; None where that is not known."""
        return None

    def is_objective(self, call: Call) -> bool:
        """Say whether the function of `call` is the likelihood, its logarithm, or a posterior."""
        return False

    def free_values(self, ev_world: World, letter: str) -> list[Fraction] | None:
        """Return the values that a bare `letter` may have among the data of `ev_world`.

        None if it is no data.
        """
        return None


def letters_of(formulas: Iterable[Expression]) -> set[str]:
    """Return the letters that stand in `formulas` without being an index alone."""
    return {symbol.letter for symbol in symbols_in(formulas)}


def observed_words(formulas: Iterable[Expression]) -> dict[str, str]:
    """Return w as a letter of data where it has an index in `formulas`: w_m is the word at a place."""
    is_observed = any(n.letter == "w" and (n.lower or n.upper) for n in symbols_in(formulas))
    return {"w": "data"} if is_observed else {}


def summed_letters(formulas: Sequence[Expression]) -> set[str]:
    """Return the letters that `formulas` sum over their one index, as k_i in Σ_i k_i."""
    letters, has_usual = set[str](), False
    for node in parts_in(formulas):
        match node:
            case Symbol(letter, (Symbol(), *_)):
                has_usual |= letter in "xXyYz"
            case nodes.Series(index=index, body=body):
                letters |= {
                    part.letter for part in symbols_in([body]) if part.lower == (Symbol(index.letter),)
                }
    return set() if has_usual else letters


def constants_in(formulas: Sequence[Expression]) -> set[str]:
    """Return the free constants of `formulas`: letters that are a term or a factor by themselves.

    A term is none where no other is a function or power of anything: in N + Σ α_c − C.
    """
    constants, of_functions = set[str](), nodes.Function | nodes.Power | Call | nodes.Integral
    for formula in formulas:
        is_of_functions = any(isinstance(part, of_functions) for part in formula.walk())
        for term in formula.terms if isinstance(formula, nodes.Sum) and is_of_functions else ():
            match term.term if isinstance(term, nodes.Negative) else term:
                case Symbol(letter) | nodes.Function("log", Symbol(letter)) if letter in "cCK":
                    constants.add(letter)
        match formula:
            case nodes.Product((Symbol(letter, ()), *rest)) if letter in "cC":
                is_plain = all(getattr(factor, "name", "") != "log" for factor in rest)
                constants |= {letter} if is_plain else set()
    used = list[Expression]()
    for node in parts_in(formulas):
        match node:
            case nodes.Product(factors):
                is_first = any(isinstance(factor, nodes.Function) for factor in factors)
                used += factors[0 if is_first else 1 :]
            case nodes.Power(base, exponent):
                used += (base, exponent)
    return constants - {part.letter for part in used if isinstance(part, Symbol)}


def states_prior(formulas: Iterable[Expression], names: Mapping[str, str]) -> bool:
    """Say whether `formulas` state the prior itself, p(θ) on the left of a line.

    `names` has the role of each letter: "θ" and "λ" are those of parameters.
    """
    return any(
        isinstance(node, Call)
        and node.head in ("p", "P", "π", "f")
        and not node.right
        and node.left
        and all(isinstance(part, Symbol) and names.get(part.letter) in ("θ", "λ") for part in node.left)
        for node in formulas
    )


def powers_in(
    formulas: Iterable[Expression], parameters: Iterable[str]
) -> Iterator[tuple[str, Expression]]:
    """Yield the exponents of θ ("sum") and of 1 − θ ("rest") in `formulas`, or before their logarithms.

    `parameters` has the letters that θ may be.
    """
    for node in parts_in(formulas):
        match node:
            case nodes.Power(base, exponent) | nodes.Product((exponent, nodes.Function("log", base))):
                match base:
                    case Symbol(letter) if letter in parameters:
                        yield "sum", exponent
                    case nodes.Sum((nodes.Integer(1), nodes.Negative(Symbol(letter)))) if (
                        letter in parameters
                    ):
                        yield "rest", exponent


def stated_sides(formulas: Iterable[Expression]) -> Iterator[tuple[str, Expression]]:
    """Yield each letter that is followed in `formulas`, the sides of a line, with the next side."""
    for left, right in pairwise(formulas):
        if isinstance(left, Symbol) and not left.lower and not left.is_estimate:
            yield left.letter, right


def chosen_parameters(formulas: Sequence[Expression], candidates: Sequence[str]) -> list[str]:
    """Return the letter of the parameter, out of `candidates`, in a list of at most one.

    It is the one with a hat, in slopes or as an argument of a likelihood in `formulas`, else the first
    of them. None is one that a line states as a formula of another.
    """
    others = other_letters(formulas, candidates)
    candidates = [each for each in candidates if each not in others]
    free = {letter for formula in formulas for letter, _ in free_letters(formula)}
    candidates = [each for each in candidates if each in free] or candidates  # not t of ∫ t^(a−1) dt
    points, order = Counter[str](), Counter[str]()
    for part in parts_in(formulas):
        match part:
            case Symbol(letter, is_estimate=is_estimate):
                order[letter] += 1
                points[letter] += 5 * is_estimate
            case nodes.Derivative(variable=Symbol(letter)) | nodes.Extremum(variable=Symbol(letter)):
                points[letter] += 5
            case Call(head, left, right):
                is_of = head in ("ℓ", "L", "LL") or (right and head in ("E", "Var"))  # E[θ | D]
                arguments = (*(left if is_of else ()), *right)
                points.update({symbol.letter: 3 for symbol in arguments if isinstance(symbol, Symbol)})
    letters = [letter for letter in {**order, **points} if letter in candidates]
    return sorted(letters, key=lambda letter: -points[letter])[:1]
