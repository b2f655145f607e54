"""Cases that a derivation tells apart, and what it supposes: its lines hold there alone.

How to read: `is_boundary` and `is_assumption` say what is supposed; relations other than = are judged
by `proportion` and `inequality`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

from exactnb.core.expression import nodes
from exactnb.core.expression.nodes import Call, Expression, Symbol
from exactnb.core.expression.reading.derivations.parser import DerivationChain
from exactnb.core.expression.reading.derivations.signs import PRIME
from exactnb.core.expression.reading.derivations.statements import DerivationStatement
from exactnb.teach.grading.derivations.estimates import WrittenEstimates
from exactnb.teach.grading.derivations.evaluation import Evaluator
from exactnb.teach.grading.derivations.lines import Counterexample, DerivationLine
from exactnb.teach.grading.derivations.meanings import Parsed, symbols_in
from exactnb.teach.grading.derivations.numbers import NoValue, Number, TooLarge, differ, sign
from exactnb.teach.grading.derivations.printed import NOTHING
from exactnb.teach.grading.derivations.prose import OPERATION
from exactnb.teach.grading.derivations.scope import DerivationScope
from exactnb.teach.grading.derivations.scopes.printed import TheoremScope
from exactnb.teach.grading.derivations.scopes.theorem_lines import shape
from exactnb.teach.grading.derivations.trials import has_letters
from exactnb.teach.grading.derivations.worlds import DRAWS, DerivationBudget, Env, Unknown

_ASSUMING = ("if ", "let", "for", "when", "suppose", "assume", "taking", "case", "special", "setting",
             "choose", "put", "with a", "given")  # fmt: skip
_PLACES = {"if ", "for", "when"}  # words that say where something holds, too
CASE = re.compile(
    r"\b(?:case|if|for|when|suppose|assume|let|with)\b[^:]*="
    r"|\b(?:case|if|when|suppose)\b.*\b(?:all|every|each|no|none|only)\b",
    re.IGNORECASE,
)
"""Prose that tells a case apart: "Case S = 0:", "if all are zero"."""

HOLDS: dict[str, Callable[[int], bool]] = {
    "<": lambda sign: sign < 0,
    ">": lambda sign: sign > 0,
    "≤": lambda sign: sign <= 0,
    "≥": lambda sign: sign >= 0,
    "≠": lambda sign: sign != 0,
}
"""Whether a relation holds, by the sign of the difference of its sides."""

_AT_ESTIMATE = re.compile(
    r"\bat (?:the|this|that|its) "
    r"(?:solution|estimate|maxim|mle|map|mode|stationary|root|zero|optim|peak)",
    re.IGNORECASE,
)
_OF_IT = re.compile(  # left of it, to the right, below this value
    r"\b(?:(?:to the )?(left|below|before|smaller)|(?:to the )?(?:right|above|after|beyond|larger))"
    r"(?:(?: of| than)? (?:it|this|that|there|the (?:root|zero|maximum|estimate)))\b[^=<>]*$"
    r"|\bto the (?:(left)|right)\b[^=<>]*$",
    re.IGNORECASE,
)
_BEHIND_IT = re.compile(  # J′ < 0 to the left and J′ > 0 to the right of λ*
    r"\W*(?:on |to )?(?:the )?(?:(left|below|before)|right|above|after|beyond)\b", re.IGNORECASE
)
_ALSO = re.compile(
    r"\b(?:and|but|while|whereas)\W*$", re.IGNORECASE
)  # what goes before is of the last one
_ON_A_SIDE = re.compile(r"\b(?:for|if|when|whenever|where|while|as long as|at)\b[^:]*$", re.IGNORECASE)


def _supposition_words(statement: DerivationStatement) -> set[str]:
    """Return the words before a `statement` that may suppose it."""
    lead = f"{statement.lead.lower()} "
    return {word for word in _ASSUMING if lead.startswith(word) or f" {word}" in lead}


def unread(statement: DerivationStatement, chain: DerivationChain, cause: Exception) -> DerivationLine:
    """Return a `statement` that is not worked out in the reading `chain`, with the `cause`."""
    why = "an arg max of a formula that is not largest at the estimate"
    if isinstance(cause, Unknown):
        why = f"{cause.name} is not known here"
    elif isinstance(cause, TooLarge):
        why = "too large to be worked out"
    return DerivationLine(statement, "unread", message=why, chain=chain)


def _is_of_estimate(part: Expression) -> bool:
    """Say whether `part` is the mean of an estimate, over all data."""
    is_mean = isinstance(part, Call) and part.head == "E" and not part.right
    return is_mean and any(symbol.is_estimate for symbol in symbols_in([part]))


def _numbers_in(side: Expression) -> Iterator[Expression]:
    """Yield the parts of a side but events: x in P(x | k) is no number."""
    yield side
    is_probability = isinstance(side, Call) and side.head in ("P", "p")
    for child in () if is_probability else side.children:
        yield from _numbers_in(child)


_IN_WORDS = re.compile(
    r"\b(?:deriv|differentiat|slope|gradient|maximi|minimi|log of|logarithm of)", re.I
)
_WORDS = re.compile(r"[A-Za-z]{3,}")
_REWRITES = re.compile(r"\b(?:expand|multiply|simplif|rearrang|collect)\w*\b", re.I)


class Cases(WrittenEstimates):
    """Know what is assumed where a statement stands, and what it goes on with."""

    previous: list[DerivationChain]
    words: frozenset[int]
    unread: int

    printed = NOTHING  # the theorem as it is printed

    def __init__(
        self, scope: DerivationScope, lines: Sequence[Parsed], budget: DerivationBudget
    ) -> None:
        super().__init__(scope, lines, budget)
        self.assumed = False
        self.case = 0  # the line of which a case alone is assumed

    def is_in_case(self, statement: DerivationStatement) -> bool:
        """Say whether a case is assumed where a statement stands."""
        return self.assumed or self.case == statement.line

    def side_of(self, statement: DerivationStatement) -> DerivationChain | None:
        """Return the inequality on whose side of a place a statement is said to hold, None if none is.

        It stands behind it, "for θ < x̄", or before, where its line begins with one; or words say it.
        """
        best = replace(PRIME, is_estimate=True)
        row = [index for index, (each, _, _) in enumerate(self.lines) if each.line == statement.line]
        own = None if _ALSO.search(statement.lead) else _OF_IT.search(statement.lead)
        if own is not None:
            return DerivationChain((PRIME, best), ("<" if own[1] or own[2] else ">",))
        next_lead = self.lines[self.at + 1][0].lead if self.at + 1 in row else ""
        behind = next_lead if _ALSO.search(next_lead) else ""
        behind = behind if self.at + 1 in row else self.prose.behind.get(statement.line, "")
        if (words := _BEHIND_IT.match(behind)) is not None:
            return DerivationChain((PRIME, best), ("<" if words[1] else ">",))
        comes_before = bool(_ON_A_SIDE.search(self.lines[row[0]][0].lead))
        place = self.at - 1 if comes_before else self.at + 1
        if place not in row:
            return None
        other, chains, _ = self.lines[place]
        if not chains or not _ON_A_SIDE.search(other.lead):
            return None
        sides, relations = chains[0].sides, chains[0].relations
        is_place = relations[:1] in [("<",), (">",), ("≤",), ("≥",)] and len(sides) == 2
        return chains[0] if is_place and not any(map(self.has_function, sides)) else None

    def formula_above(self, statement: DerivationStatement) -> Sequence[DerivationChain]:
        """Return the formula that is all of the row above a `statement`, which goes on with it."""
        above, chains, _ = self.lines[self.at - 1]
        is_alone = not (above.is_shared or above.ends_in_prose or _IN_WORDS.search(above.lead))
        is_formula = bool(chains) and not (chains[0].relations or chains[0].lead)
        return chains[:1] if is_formula and is_alone and above.line < statement.line else ()

    def is_below(self, statement: DerivationStatement) -> bool:
        """Say whether a `statement` begins in the row below the one before it."""
        return self.lines[self.at - 1][0].line + 1 == statement.line

    def continued(self, statement: DerivationStatement) -> Sequence[DerivationChain]:
        """Return what a `statement` may go on with, the likeliest first.

        A formula among words is the last of them: each term is u − v, and below it "= w".
        """
        if (alone := self.formula_above(statement)) and self.is_below(statement):
            return alone
        chains = self.lines[self.at - 1][1] if self.at else []
        is_formula = bool(chains) and not (chains[0].relations or chains[0].lead)
        return [*self.previous, *(chains[:1] if self.previous and is_formula else [])]

    def is_gap(self, before: int, statement: DerivationStatement) -> bool:
        """Say whether something between the row `before` and that of a `statement` was not read."""
        rows = range(before + 1, statement.line)
        return 0 < self.unread >= before or not self.words.isdisjoint(rows)

    def is_behind_words(self) -> bool:
        """Say whether the statement before has words, and is none of a print: “Collect the x_j:”."""
        above, *_ = self.lines[self.at - 1]
        return self.scope.cases is None and bool(_WORDS.search(above.lead) or above.ends_in_prose)

    def is_behind_operation(self, statement: DerivationStatement) -> bool:
        """Say whether words before a `statement` stand for a sign: plus, sum over k of N_k."""
        is_behind = statement.is_shared and statement.lead == "of"
        before = f"{self.lines[self.at - 1][0].lead} " if is_behind else ""
        return bool(OPERATION.search(before + statement.lead))

    def rewritten(self, statement: DerivationStatement) -> Expression | None:
        """Return the formula alone above a `statement` that words say to be the same, expanded."""
        words = statement.lead or self.prose.above.get(statement.line, "")
        chains = self.formula_above(statement) if _REWRITES.search(words) else ()
        return next((chain.sides[0] for chain in chains if has_letters(chain.sides[0])), None)

    def is_at_a_place(self) -> bool:
        """Say whether the row of the statement begins with one behind "at": at v = S/n, ℓ″ = …."""
        row = [
            each for each, _, _ in self.lines[: self.at + 1] if each.line == self.lines[self.at][0].line
        ]
        return len(row) > 1 and row[0].lead.lower() == "at"

    def may_be_condition(self, chain: DerivationChain, index: int, lead: str) -> bool:
        """Say whether a link may be an equation for the parameter, and need not hold everywhere.

        It is one where the words before it, `lead`, say so: at the solution.
        """
        if _AT_ESTIMATE.search(lead) or self.is_at_a_place():
            return True
        left, right = chain.sides[index], chain.sides[index + 1]
        if any(_is_of_estimate(part) for side in (left, right) for part in side.walk()):
            return False  # E[θ̂] is known at every θ
        if self.has_function(left) or self.has_function(right):
            function, other = (left, right) if self.has_function(left) else (right, left)
            if isinstance(function, nodes.Derivative) and function.order == 1 and not index:
                multiplier = self.scope.names.get(getattr(other, "letter", "")) == "multiplier"
                return other == nodes.Integer(0) or multiplier
            is_of_all = self.scope.cases is not None and isinstance(function, Call)  # of a print
            return not (is_of_all or self.has_function(other) or self.has_parameter(other))
        if self.has_function(chain.sides[0]):
            return any(not self.has_parameter(side) for side in chain.sides[index + 1 :])
        if not index or not all(map(self.has_parameter, chain.sides[index - 1 : index + 2])):
            return True
        # What goes on with an identity is one: Σ (x_i − μ)² = … = … holds not at the estimate alone.
        return self.trial(chain.sides[index - 1], left, "identity") is not None

    def is_free(self, left: Expression, right: Expression) -> bool:
        """Say whether a side is a number, and the other one that nothing fixes: P(c) = 0.3.

        Such a line says what is known of an example. There, P(a, b) = P(b) may be known as well.
        """
        has_number = not (has_letters(left) and has_letters(right))
        if not self.scope.states_numbers or not (has_number or self.scope.has_example()):
            return False
        places: dict[object, list[tuple[Number, Number]]] = {}  # the features may have any values
        for ev, env, a, b in self.instances(left, right, truth=False):
            places.setdefault((*ev.world.data, *env.items()), []).append((a, b))
        several = [pairs for pairs in places.values() if len(pairs) > 1 and not has_number]
        several = several or [[pair for pairs in places.values() for pair in pairs]]
        return any(differ(a, pairs[0][0]) is not False or differ(b, pairs[0][1]) is not False
                   for pairs in several for a, b in pairs)  # fmt: skip

    def only_touches(self, left: Expression, right: Expression) -> bool:
        """Say whether two sides with the parameter differ, but near the estimate by a square alone.

        No slope is set to 0 so: Σ (x_i − μ)² = Σ (x_i − x̄)² + (x̄ − μ)² is a wrong identity.
        """
        by = self.scope.only_parameter()
        if self.scope.is_moving or self.scope.has_kinks:
            return False  # Σ 1[x_i < m] has no slope but 0, and says something of m
        if by == PRIME or not all(by in side.walk() for side in (left, right)):
            return False
        gap = nodes.Derivative(left - right, by, 1)
        try:
            return self.trial(gap, nodes.Integer(0), "condition") is None
        except (Unknown, TooLarge):
            return False

    def noun(self, statement: DerivationStatement, chain: DerivationChain) -> DerivationLine:
        """Return the definition of a noun, count = k + 1, unread where what it is has no value."""
        try:
            for side in chain.sides:
                self.trial(side, side, "identity")
        except (Unknown, TooLarge) as cause:
            return unread(statement, chain, cause)
        return DerivationLine(statement, "definition", "definition", chain=chain)

    def is_for_a_place(self, left: Expression, right: Expression) -> bool:
        """Say whether `left` = `right` is an equation for a place of data: a(x*) = 0 at a boundary."""
        letters = (part for side in (left, right) for part in side.walk() if isinstance(part, Symbol))
        sought = [symbol for symbol in letters if symbol.is_estimate]
        are_data = (symbol.letter in "xX" and not self.scope.is_parameter(symbol) for symbol in sought)
        return bool(sought) and not isinstance(left, Symbol) and all(are_data)

    def is_boundary(self, left: Expression, right: Expression) -> bool:
        """Say whether `left` = `right` has a count of none or all, a number of a prior, or a place."""
        if not isinstance(left, Symbol) or left.is_estimate:
            return self.is_for_a_place(left, right)
        if self.printed.links.get((left, "=", right)):
            self.assumed = True  # the theorem itself supposes it, and for more than a row
            return True
        role = self.scope.names.get(left.letter, "")
        if isinstance(right, nodes.Integer) and not self.scope.is_parameter(left):
            return self.is_a_case(left, right)
        other = self.scope.names.get(getattr(right, "letter", ""), "")
        return role.startswith("hyper") and other.startswith("hyper") and left != right

    def is_a_case(self, left: Expression, right: Expression) -> bool:
        """Say whether `left` = `right` is a case: a count that is a number, or another count."""
        try:
            return (
                isinstance(right, nodes.Integer | Symbol)
                and self.trial(left, right, "identity") is not None
            )
        except Unknown:
            return False

    def is_assumption(
        self, statement: DerivationStatement, left: Expression, right: Expression
    ) -> bool:
        """Say whether `statement` supposes `left`, a size or of the prior, to be `right`: "with a = 1".

        "The slope is 0 for θ = k/n" supposes nothing, "put μ = x̄" does.
        """
        words = _supposition_words(statement)
        if not words or not isinstance(left, Symbol) or left.is_estimate:
            return False
        return not (
            _PLACES.issuperset(words)
            and self.scope.is_parameter(left)
            and self.trial(left, right, "condition") is None
        )

    def ends_case(self, line: DerivationLine) -> bool:
        """Say whether a right `line` holds without the case that was told apart above it, or in it."""
        is_place = line.kind == "condition" and _PLACES.issuperset(_supposition_words(line.statement))
        return line.verdict == "right" and (line.statement.line > self.case or is_place)

    def is_met(self, side: DerivationChain, ev: Evaluator, env: Env) -> bool:
        """Say whether the inequality `side` holds where parameters are as they were drawn.

        One of any index holds if it does at some place: if at least one x_i > 0.
        """
        for place in self.places(ev.world, side.sides):
            inner, at = {**place, **env}, self.evaluator(ev.world, draw=ev.draw)
            try:
                low, high = (at.value(each, inner) for each in side.sides)
            except (NoValue, ZeroDivisionError):
                continue
            which = sign(low - high)
            if which is not None and HOLDS[side.relations[0]](which):
                return True
        return False

    def has_notation(
        self, statement: DerivationStatement, sides: Sequence[Expression], scope: TheoremScope
    ) -> bool:
        """Say whether `sides` have a notation of the writer: new letters, or what other rows have."""
        theorem = scope.theorem
        unknown = {shape(part) for side in sides for part in side.walk()
                   if isinstance(part, Symbol | Call) and not self._is_known(part)}  # fmt: skip
        if not theorem.every.issuperset(symbol.letter for symbol in symbols_in(sides)):
            return True
        rows = (side for each, chains, _ in self.lines if each.line != statement.line
                for chain in chains[:1] for side in chain.sides)  # fmt: skip
        return any(shape(part) in unknown - theorem.own for side in rows for part in _numbers_in(side))

    def proportion(
        self, statement: DerivationStatement, left: Expression, right: Expression
    ) -> DerivationLine:
        """Return the verdict on ∝: the ratio of both sides is free of the parameter.

        P(c | x) ∝ 0.12 says what P(c, x) is, if that is so; else it may leave out any factor.
        """
        if self.scope.states_numbers and isinstance(left, Call):
            joint = Call(left.head, (*left.left, *left.right))
            if self.trial(joint, right, "identity") is None:
                return DerivationLine(statement, "right", "proportion")
            if not has_letters(right):
                return DerivationLine(statement, "open", "proportion")
        if isinstance(left, Symbol) or not any(map(self.scope.is_parameter, symbols_in([right]))):
            failed = self.over_places(left, right)
        else:
            failed = self.moves(left, right, "ratio")
            if failed is not None and (sought := self.sought(self.sides)):
                failed = self.moves(left, right, "ratio", sought)  # the other parameters are known
        if failed is not None and self.moves(left, right, "difference") is None:
            failed = None  # of logarithms, people write ∝ for + const
        if failed is None:
            return DerivationLine(statement, "right", "proportion")
        return self.refuted(statement, "proportion", failed)

    def inequality(
        self, statement: DerivationStatement, chain: DerivationChain, index: int
    ) -> DerivationLine:
        """Return the verdict on an inequality, at the true estimate."""
        left, relation, right = chain.sides[index], chain.relations[index], chain.sides[index + 1]
        about = any(self.has_parameter(side) for side in (left, right))
        about |= any(map(self.has_function, chain.sides[:index]))  # ℓ′(a) = n > 0
        if not about:
            return DerivationLine(statement, "assumption", "inequality")
        undecided = False
        is_weak = relation in ("≤", "≥")  # holds everywhere, not at the estimate alone
        side = self.side_of(statement)  # on which the slope has this sign: "for θ < x̄"
        truth, before = not is_weak and side is None, self.tried
        for ev, env, a, b in self.instances(left, right, truth, 1 if side is None else DRAWS):
            if side is not None and not self.is_met(side, ev, env):
                continue
            which = sign(a - b)
            undecided |= which is None
            self.tried += which is not None
            if which is not None and not HOLDS[relation](which):
                if is_weak or not any(self.has_function(side) for side in chain.sides[: index + 2]):
                    return DerivationLine(statement, "assumption", "inequality")
                letters = self.letters(ev, (left, right), env)
                failed = Counterexample(letters, a, b, truth, relation)
                return DerivationLine(statement, "wrong", "inequality", counterexample=failed)
        is_open = undecided or (side is not None and self.tried == before)
        return DerivationLine(statement, "open" if is_open else "right", "inequality")
