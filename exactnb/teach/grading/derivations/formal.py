"""What is wrong in a derivation whatever its letters mean: a step of which a slip is all that is wrong.

A line that numbers refute may only have been read amiss. It was not where it says something else than
its chain, or the line above, of the same letters, and follows from them once one slip is mended.

How to read: `slip_of_step` looks for the slip, `_Step` is what may follow, in letters that are any.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import islice, pairwise, product
from random import Random

from exactnb.core.expression import nodes
from exactnb.core.expression.nodes import Call, Expression, Function, Index, Integer, Symbol
from exactnb.core.expression.reading.derivations.parser import DerivationChain
from exactnb.core.expression.reading.derivations.signs import PRIME, WHOLE
from exactnb.teach.grading.derivations.edits import edits
from exactnb.teach.grading.derivations.lines import Counterexample, DerivationLine
from exactnb.teach.grading.derivations.messages import AS_STEP
from exactnb.teach.grading.derivations.numbers import Jet, Number, differ, jet
from exactnb.teach.grading.derivations.proofs import MEANS, proof
from exactnb.teach.grading.derivations.scope import DerivationScope, Ends, letters_of
from exactnb.teach.grading.derivations.slips import named_slip, refined
from exactnb.teach.grading.derivations.trials import Trials
from exactnb.teach.grading.derivations.worlds import (
    DRAWS,
    DerivationBudget,
    Env,
    Evaluation,
    Key,
    Unknown,
    World,
    fraction,
    share,
    spelled,
)

_SLIPS = {"sign", "log-one-minus", "chain-rule", "upside-down", "power", "exponents", "argument",
          "not-differentiated", "log-power", "log-sum", "operation", "brackets", "number",
          "exchanged", "power-rule", "odds", "division", "divisor"}  # fmt: skip
"""Slips within a step: with a letter or a term more, a line may say something else that is right."""

_FEW = 2  # letters of an equation that is to be solved: 6/p = 6/(1 − p) is one slip from an identity

_SHARE, _DATUM = "share", Symbol("x", (Symbol("i"),))
_HENCE = ("", "so", "hence", "thus", "then", "therefore", "⇒", "it follows that", "we get")
_OBJECTIVES = {"L": False, "ℓ": True, "LL": True}  # functions of the parameter: is it a logarithm?
_MOST = 100  # edits with which a line is tried
_LARGEST, _HIGHEST = 60, 20  # parts of a formula that is edited, and exponents in it
_ABOVE = 2  # lines from which one may follow


Pair = tuple[Expression, Expression]


class _AnyLetters(DerivationScope):
    """Positive letters of which nothing else is known; those that are taken from 1 are less than it."""

    def __init__(self, own: DerivationScope, formulas: Sequence[Expression]) -> None:
        super().__init__()
        self.own, self.apart = own, set[str]()
        for part in (part for formula in formulas for part in formula.walk()):
            match part:
                case nodes.Sum((Integer(1), nodes.Negative(Symbol(letter)))):
                    self.names[letter] = _SHARE
                case Symbol(_, lower, upper):
                    running = [str(place) for place in (*lower, *upper) if _runs(place)]
                    self.apart.update(running[:-1])

    def default_axis(self, letter: str) -> str:
        """Return the size of an index: another one where it stands beside another, as k in μ_ki."""
        return "V" if letter in self.apart else "n"

    def worlds(self) -> Sequence[World]:
        return [World({"n": 2, "V": 3})]

    def only_parameter(self) -> Symbol:
        return self.own.only_parameter()

    def is_parameter(self, symbol: Symbol) -> bool:
        return True

    def domain(self, key: Key) -> Ends | None:
        return Fraction(0), Fraction(1) if key[0] == _SHARE else None, False

    def symbol(self, ev: Evaluation, symbol: Symbol, env: Env) -> Number | None:
        """Return any number for the letter and its indices, but the mean of x_i for x̄."""
        letter = symbol.letter
        if letter in MEANS:
            return ev.value(nodes.Series("sum", Index("i"), WHOLE, _DATUM) / Symbol("n"), env)
        if letter in ev.world.sizes:
            return Fraction(ev.world.sizes[letter])
        key = letter, ev.indices((*symbol.lower, *symbol.upper), env)
        dice = Random(f"{key} {ev.draw}")
        drawn = share(dice) if letter in self.names else fraction(dice)
        return ev.overrides.get(key, drawn)

    def seed(self, ev: Evaluation, variable: Symbol, env: Env) -> dict[Key, Number] | None:
        letter = self.only_parameter() if variable == PRIME else variable
        key = letter.letter, ev.indices(letter.lower, env)
        return {key: Jet(jet(ev.value(letter, env)).value, Fraction(1), Fraction(0))}


def slip_of_step(
    trials: Trials, line: DerivationLine, above: Sequence[DerivationLine]
) -> DerivationLine | None:
    """Return `line` as wrong, with the one slip in the step to it from the lines `above`.

    Numbers show that it does not follow: with them what stands above holds, and the line does not. None
    where the line follows as it is, or does so with no slip.
    """
    if line.chain is None or line.chain.relations[line.link : line.link + 1] != ("=",):
        return None
    chains = [each.chain for each in above if each.chain is not None and each.chain.relations
              and all(map(_is_small, each.chain.sides)) and not _is_torn(each)][-_ABOVE:]  # fmt: skip
    own = line.chain.sides[: line.link + 2]
    left, right = own[-2:]
    formulas = [*(side for chain in chains for side in chain.sides), *own[:-1]]
    if not (_is_small(left) and _is_small(right)) or any("²" in letter for letter in letters_of(own)):
        return None  # where the slope is by σ², it is no letter beside σ
    step = _Step(_AnyLetters(trials.scope, [*formulas, right]), line, chains)
    if step.follows(left, right) is not None:
        return None
    every = edits(step.free, right, left, tuple(reversed(formulas)), own)
    for name, edited in islice((each for each in every if each[0] in _SLIPS), _MOST):
        if (one := step.follows(left, edited)) is None:
            continue
        failed = step.failure((one, step.bare(edited)), (one, step.bare(right)))
        if failed is not None:
            slip = named_slip(refined(name, right, edited, line), spelled(edited))
            return replace(line, verdict="wrong", message="", slip=slip, counterexample=failed)
    failed = step.no_solution(left, right) if _goes_on(line, above) else None
    return None if failed is None else replace(line, verdict="wrong", message="", counterexample=failed)


class _Step:
    """What follows from the chains above a line, in letters of which nothing is known."""

    def __init__(
        self, scope: DerivationScope, line: DerivationLine, chains: Sequence[DerivationChain]
    ) -> None:
        self.line = line
        self.is_solved = line.kind == "condition" and not line.link
        self.free = Trials(scope, DerivationBudget())
        sides = (side for chain in (*chains, line.chain) if chain is not None for side in chain.sides)
        parts = [part for side in sides for part in side.walk()]
        domains = {part.domain for part in parts if isinstance(part, nodes.Series)}
        self.bound = {part.index.letter for part in parts if isinstance(part, nodes.Series)}
        self.is_whole = len(domains - {WHOLE}) < 2  # all sums have one range
        roles = {part.role for part in parts if isinstance(part, Symbol)}
        self.has_roles = len(roles - {""}) > 1  # MLE and MAP differ; one of them is the parameter
        bare = [replace(chain, sides=tuple(map(self.bare, chain.sides))) for chain in chains]
        self.above = [(chain, _letters_of_links(chain)) for chain in bare]
        self.equations = [(self.by_likelihood(one), self.by_likelihood(chain.sides[-1]))
                          for chain in reversed(chains) if set(chain.relations) == {"="}
                          for one in chain.sides[:1] if not isinstance(one, Integer)]  # fmt: skip

    def follows(self, left: Expression, right: Expression) -> Expression | None:
        """Return what `left` is by the lines above, if `left` = `right` follows from them, else None.

        What has other letters does not follow, and is not worth a proof.
        """
        try:
            one, other = self.bare(left), self.bare(right)
        except Unknown:  # an edit of an index
            return None
        names = _letters(one), _letters(other)
        # The slope of a function that is any letter would be that of a constant.
        is_known = not any(
            map(_has_slope_of_function, (self.by_likelihood(left), self.by_likelihood(right)))
        )
        may_be_identity = (
            is_known and names[0] == names[1] and not (self.is_solved and len(names[0]) <= _FEW)
        )
        if may_be_identity and proof(self.free, (one, "=", other), "identity", ()):
            return one
        above = [replace(self.line, chain=chain) for chain, letters in self.above
                 if names[0] | names[1] in letters]  # fmt: skip
        if is_known and above and proof(self.free, (one, "=", other), "condition", above):
            return one
        plain = self.by_likelihood(left)
        for was, now in self.equations:
            put_in = nodes.replace(plain, {was: now}.get)
            one = self.bare(put_in)
            is_new = put_in != plain and names[1] <= _letters(one)
            is_new &= not any(map(_has_slope_of_function, (put_in, right)))
            if is_new and proof(self.free, (one, "=", other), "identity", ()):
                return one
        return None

    def failure(self, above: Pair, claim: Pair) -> Counterexample | None:
        """Return numbers at which the equation `above` holds, and `claim` does not; None for none."""
        [world] = self.free.scope.worlds()
        sides = *above, *claim
        try:
            env = next(self.free.places(world, sides), {})
            names = sorted(_letters(above[0]) | _letters(above[1]))
            # With any numbers, or where one letter is what solves the equation.
            for letter, draw in product(("", *names), range(DRAWS)):
                ev = self.free.evaluator(world, draw=draw)
                if letter and (place := self._solved(ev, env, letter, *above)) is None:
                    continue
                if letter:
                    ev.overrides[letter, ()] = place
                one, other, left, right = (ev.value(side, env) for side in sides)
                if differ(one, other) is False and differ(left, right):
                    letters = self.free.letters(ev, claim, env)
                    where = tuple(each for each in letters if "·" not in each[0])
                    return Counterexample(where, left, right, False, AS_STEP)
        except (Unknown, ArithmeticError):
            pass
        return None

    def no_solution(self, left: Expression, right: Expression) -> Counterexample | None:
        """Return what solves the equation above for its one letter, if it is not what a line says.

        None where it is, or where there is no such equation: p = 8/12 after 4/p = 8/(1 − p).
        """
        if not isinstance(left, Symbol) or _letters(right) or not self.above:
            return None
        pairs = pairwise(self.above[-1][0].sides)
        last = [pair for pair in pairs if _letters(pair[0]) | _letters(pair[1]) == {left.letter}]
        is_open = last and not (last[-1][0] == self.bare(left) and not _letters(last[-1][1]))
        return self.failure(last[-1], (self.bare(left), right)) if is_open else None

    def _solved(
        self, ev: Evaluation, env: Env, letter: str, left: Expression, right: Expression
    ) -> Fraction | None:
        """Return the value of a letter in which `left` − `right` is linear, where both are equal."""
        gaps = []
        for place in (Fraction(1, 4), Fraction(2, 4), Fraction(3, 4)):
            ev.overrides[letter, ()] = place
            gaps.append(ev.value(left, env) - ev.value(right, env))
        first, second, third = gaps
        if not all(isinstance(gap, Fraction) for gap in gaps) or second - first != third - second:
            return None
        slope = 4 * (second - first)
        place = Fraction(1, 4) - first / slope if slope else Fraction(0)
        return place if place > 0 and (place < 1 or letter not in self.free.scope.names) else None

    def by_likelihood(self, formula: Expression) -> Expression:
        """Return a formula with ℓ as log L, and neither of them with its argument."""

        def change(part: Expression) -> Expression | None:
            if isinstance(part, Call) and part.head in _OBJECTIVES:
                return Function("log", Call("L", ())) if _OBJECTIVES[part.head] else Call("L", ())
            return None

        return nodes.replace(formula, change)

    def bare(self, formula: Expression) -> Expression:
        """Return a formula whose letters and functions have no other indices than those that run."""

        def change(part: Expression) -> Expression | None:
            match part:
                case nodes.Series(domain=domain, body=body) if self.is_whole and domain != WHOLE:
                    return replace(part, domain=WHOLE, body=nodes.replace(body, change))
                case Symbol(letter, lower, upper, _, role):
                    name = letter + role * self.has_roles
                    if name != letter or upper or not all(map(_runs, lower)):
                        return _named(name, (*lower, *upper))
                case Call(head, left, right, lower):
                    if self.bound & {getattr(each, "letter", "") for each in (*left, *right)}:
                        raise Unknown(spelled(part))
                    return _named(head, lower, (*left, *right))
            return None

        return nodes.replace(self.by_likelihood(formula), change)


def _goes_on(line: DerivationLine, above: Sequence[DerivationLine]) -> bool:
    """Say whether nothing stands between a line and the equation above it, no words either."""
    rows = [each.statement.line for each in above if each.chain is not None and each.chain.relations]
    is_next = rows[-1:] == [line.statement.line - 1]
    return (
        is_next
        and line.statement.lead.lower().strip(" ,:") in _HENCE
        and "." not in line.statement.text
    )


def _is_torn(line: DerivationLine) -> bool:
    """Say whether a line that is not read begins within a formula: … + c/μ = 1."""
    return line.verdict == "unread" and line.statement.tokens[0].text in ("+", "-", "*", "/")


def _is_small(formula: Expression) -> bool:
    """Say whether a formula may be multiplied out: it has few parts, and no high powers."""
    parts = list(formula.walk())
    powers = [part for part in parts if isinstance(part, nodes.Power)]
    return len(parts) <= _LARGEST and not any(
        isinstance(inner, nodes.Power) or (isinstance(inner, Integer) and abs(inner.value) > _HIGHEST)
        for power in powers for part in power.children for inner in part.walk()
    )  # fmt: skip


def _has_slope_of_function(formula: Expression) -> bool:
    slopes = (part for part in formula.walk() if isinstance(part, nodes.Derivative))
    return any(isinstance(inner, Call) for slope in slopes for inner in slope.body.walk())


def _letters(formula: Expression) -> frozenset[str]:
    return frozenset(letters_of([formula]))


def _letters_of_links(chain: DerivationChain) -> set[frozenset[str]]:
    """Return the letters of each equation in a chain; those of a slope are the ones of its formula."""
    letters = list(map(_letters, chain.sides))
    return {*letters, *(one | other for one, other in pairwise(letters))}


def _runs(index: Expression) -> bool:
    return isinstance(index, Symbol) and len(index.letter) == 1 and not (index.lower or index.upper)


def _named(name: str, indices: Sequence[Expression], arguments: Sequence[Expression] = ()) -> Symbol:
    """Return one letter for what has a name, `indices` and `arguments`: with those that run alone.

    Raise Unknown where something else may vary with an index: x_{i−1}, f(x_i − μ), P(c) in a sum.
    """
    places = [*indices]
    for part in arguments:
        name += part.letter if isinstance(part, Symbol) else spelled(part)
        places += part.lower if isinstance(part, Symbol) else ()
        if not isinstance(part, Symbol) and any(getattr(inner, "lower", ()) for inner in part.walk()):
            raise Unknown(spelled(part))
    for place in places:
        if not _runs(place) and any(isinstance(part, Symbol) for part in place.walk()):
            raise Unknown(spelled(place))
    running = tuple(dict.fromkeys(place for place in places if _runs(place)))
    if len(running) < len(places):
        name += "_" + ",".join("·" if _runs(place) else spelled(place) for place in places)
    return Symbol(name, running)
