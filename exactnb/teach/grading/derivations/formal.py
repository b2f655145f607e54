"""What is wrong in a derivation whatever its letters mean: a step of which a slip is all that is wrong.

A line that numbers refute may only have been read amiss. It was not where it says something else than
its chain, or the line above, of the same letters, and follows from them once one slip is mended.

How to read: `slip_of_step` looks for the slip, `_Step` is what may follow, in letters that are any.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import pairwise

from exactnb.core.expression import nodes
from exactnb.core.expression.nodes import Call, Expression, Function, Integer, Symbol
from exactnb.core.expression.reading.derivations.parser import DerivationChain
from exactnb.core.expression.reading.derivations.signs import WHOLE
from exactnb.teach.grading.derivations.edits import edits
from exactnb.teach.grading.derivations.lines import DerivationLine, NamedSlip
from exactnb.teach.grading.derivations.proofs import proof
from exactnb.teach.grading.derivations.scope import DerivationScope, Ends
from exactnb.teach.grading.derivations.slips import named_slip, refined
from exactnb.teach.grading.derivations.trials import Trials
from exactnb.teach.grading.derivations.worlds import DerivationBudget, Key, World, spelled

_SLIPS = {"sign", "log-one-minus", "chain-rule", "upside-down", "power", "exponents", "argument",
          "not-differentiated", "log-power", "log-sum", "operation", "brackets", "number",
          "weights", "power-rule", "odds", "division"}  # fmt: skip
"""Slips within a step: with a letter or a term more, a line may say something else that is right."""

_FEW = 2  # letters of an equation that is to be solved: 6/p = 6/(1 − p) is one slip from an identity

_ZERO, _SHARE = Integer(0), "share"
_OBJECTIVES = {"L": False, "ℓ": True, "LL": True}  # functions of the parameter: is it a logarithm?
_MOST = 100  # edits with which a line is tried
_LARGEST, _HIGHEST = 60, 20  # parts of a formula that is edited, and exponents in it
_ABOVE = 2  # lines from which one may follow


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
        return self.own.worlds()

    def only_parameter(self) -> Symbol:
        return self.own.only_parameter()

    def is_parameter(self, symbol: Symbol) -> bool:
        return True

    def domain(self, key: Key) -> Ends | None:
        return Fraction(0), Fraction(1) if key[0] == _SHARE else None, False


def slip_of_step(
    trials: Trials, line: DerivationLine, above: Sequence[DerivationLine]
) -> NamedSlip | None:
    """Return the one slip in the step from the lines `above` to `line`.

    None where the line follows as it is, or does so with no slip.
    """
    if line.chain is None or line.chain.relations[line.link : line.link + 1] != ("=",):
        return None
    chains = [each.chain for each in above if each.chain is not None and each.chain.relations
              and all(map(_is_small, each.chain.sides)) and not _is_torn(each)][-_ABOVE:]  # fmt: skip
    own = line.chain.sides[: line.link + 2]
    left, right = own[-2:]
    formulas = [*(side for chain in chains for side in chain.sides), *own[:-1]]
    if not (_is_small(left) and _is_small(right)):
        return None
    step = _Step(_AnyLetters(trials.scope, [*formulas, right]), line, chains)
    if step.follows(left, right):
        return None
    parts = (part for side in own for part in side.walk())
    variable = next((part.variable for part in parts if isinstance(part, nodes.Derivative)), None)
    tried = set[Expression]()
    for name, edited in edits(step.free, right, tuple(reversed(formulas)), variable):
        if name not in _SLIPS or edited in tried or edited == right or left in edited.walk():
            continue
        tried.add(edited)
        if len(tried) > _MOST:
            break
        if step.follows(left, edited) and not step.is_never(left, edited):
            return named_slip(refined(name, right, edited, line), spelled(edited))
    return None


class _Step:
    """What follows from the chains above a line, in letters of which nothing is known."""

    def __init__(
        self, scope: DerivationScope, line: DerivationLine, chains: Sequence[DerivationChain]
    ) -> None:
        self.is_solved = line.kind == "condition" and not line.link
        self.free = Trials(scope, DerivationBudget())
        domains = {part.domain for chain in chains for side in chain.sides for part in side.walk()
                   if isinstance(part, nodes.Series)}  # fmt: skip
        self.is_whole = len(domains - {WHOLE}) < 2  # all sums have one range
        bare = [replace(chain, sides=tuple(map(self.bare, chain.sides))) for chain in chains]
        self.above = [(replace(line, chain=chain), _letters_of_links(chain)) for chain in bare]
        self.equations = [(self.said(one), self.said(chain.sides[-1]))
                          for chain in reversed(chains) if set(chain.relations) == {"="}
                          for one in chain.sides[:1] if not isinstance(one, Integer)]  # fmt: skip

    def follows(self, left: Expression, right: Expression) -> bool:
        """Say whether `left` = `right` is an identity, or follows from a line above.

        What has other letters does not, and is not worth a proof.
        """
        one, other = self.bare(left), self.bare(right)
        names = _letters(one), _letters(other)
        # The slope of a function that is any letter would be that of a constant.
        is_known = not any(map(_has_slope_of_function, (self.said(left), self.said(right))))
        may_be_identity = (
            is_known and names[0] == names[1] and not (self.is_solved and len(names[0]) <= _FEW)
        )
        if may_be_identity and proof(self.free, (one, "=", other), "identity", ()):
            return True
        above = [row for row, letters in self.above if names[0] | names[1] in letters]
        if is_known and above and proof(self.free, (one, "=", other), "condition", above):
            return True
        said = self.said(left)
        for was, now in self.equations:
            put_in = _put(said, was, now)
            one = self.bare(put_in)
            is_new = put_in != said and names[1] <= _letters(one)
            is_new &= not any(map(_has_slope_of_function, (put_in, right)))
            if is_new and proof(self.free, (one, "=", other), "identity", ()):
                return True
        return False

    def is_never(self, left: Expression, right: Expression) -> bool:
        """Say whether `left` = `right` has no solution: it follows from any that has none."""
        difference = self.bare(left) - self.bare(right)
        return any(proof(self.free, (difference, sign, _ZERO), "", ()) for sign in "<>")

    def said(self, formula: Expression) -> Expression:
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
                case Symbol(letter, lower, upper, _, role) if upper or not all(map(_runs, lower)):
                    return _named(letter + role, (*lower, *upper))
                case Call(head, left, right, lower):
                    return _named(head, lower, (*left, *right))
            return None

        return nodes.replace(self.said(formula), change)


def _is_torn(line: DerivationLine) -> bool:
    """Say whether a line that is not read begins within a formula: … + c/μ = 1."""
    return line.verdict == "unread" and line.statement.tokens[0].text in ("+", "-", "*", "/")


def _put(formula: Expression, was: Expression, now: Expression) -> Expression:
    return nodes.replace(formula, lambda part: now if part == was else None)


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
    return frozenset(part.letter for part in formula.walk() if isinstance(part, Symbol))


def _letters_of_links(chain: DerivationChain) -> set[frozenset[str]]:
    """Return the letters of each equation in a chain; those of a slope are the ones of its formula."""
    letters = list(map(_letters, chain.sides))
    return {*letters, *(one | other for one, other in pairwise(letters))}


def _runs(index: Expression) -> bool:
    return isinstance(index, Symbol) and len(index.letter) == 1 and not (index.lower or index.upper)


def _named(name: str, indices: Sequence[Expression], arguments: Sequence[Expression] = ()) -> Symbol:
    """Return one letter for what has a name, `indices` and `arguments`: with those that run alone."""
    places = [*indices]
    for part in arguments:
        name += part.letter if isinstance(part, Symbol) else spelled(part)
        places += part.lower if isinstance(part, Symbol) else ()
    fixed = ("" if _runs(place) else spelled(place) for place in places)
    running = dict.fromkeys(place for place in places if _runs(place))
    return Symbol("·".join((name, *fixed)), tuple(running))
