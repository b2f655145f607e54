"""Judge the lines of a derivation in a scope: right, wrong with a counterexample, not read, or open.

A line is an identity, which holds at every parameter, or a condition, which holds at the estimate. A
line is wrong only where exact numbers, or enclosures that lie apart, refute it in every reading.

How to read: `run` judges all, `statement` one statement, `_chain` its links, `_link` one of them.
`fitting.py` tries the readings of the letters.
"""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction

from exactnb.core.expression import nodes
from exactnb.core.expression.nodes import Expression, Symbol
from exactnb.core.expression.reading.derivations.parser import DerivationChain
from exactnb.core.expression.reading.derivations.signs import PRIME, REST
from exactnb.core.expression.reading.derivations.statements import RELATIONS, DerivationStatement
from exactnb.teach.grading.derivations.cases import CASE, HOLDS, Cases, unread
from exactnb.teach.grading.derivations.distributions import in_pairs, is_distribution, with_densities
from exactnb.teach.grading.derivations.following import other_zero, wrong_definition
from exactnb.teach.grading.derivations.introduced import is_aside, keys_in
from exactnb.teach.grading.derivations.lines import Counterexample, DerivationLine
from exactnb.teach.grading.derivations.meanings import Parsed
from exactnb.teach.grading.derivations.messages import BEGINS, FREE, TORN
from exactnb.teach.grading.derivations.numbers import TooLarge
from exactnb.teach.grading.derivations.occurrences import doubt_in
from exactnb.teach.grading.derivations.printed import OF_THEOREM, PrintedTheorem
from exactnb.teach.grading.derivations.proofs import proof
from exactnb.teach.grading.derivations.prose import NAMING, NO_WORDS, DerivationProse
from exactnb.teach.grading.derivations.rounding import rounding_indicator
from exactnb.teach.grading.derivations.scope import DerivationScope
from exactnb.teach.grading.derivations.scopes.printed import TheoremScope
from exactnb.teach.grading.derivations.substituting import arguments_of
from exactnb.teach.grading.derivations.trials import has_letters
from exactnb.teach.grading.derivations.worlds import DerivationBudget, NotLargest, Unknown

_SET_TO_ZERO = ("=", nodes.Integer(0))
_MAXIMISED = re.compile(r"\b(?:max|min)imi[sz]\w*\W*$", re.I)


class DerivationJudge(Cases):
    """Judge statements one after the other, with what was introduced before."""

    def __init__(
        self,
        scope: DerivationScope,
        lines: Sequence[Parsed],
        printed: PrintedTheorem,
        budget: DerivationBudget,
        prose: DerivationProse = NO_WORDS,
        words: frozenset[int] = frozenset(),
    ) -> None:
        super().__init__(scope, lines, budget)
        # Rows of words alone, which in a print are reasons; the last row that was not read.
        self.words, self.unread = frozenset() if scope.cases is not None else words, 0
        self.printed, self.prose = printed, prose
        self.earlier: DerivationLine | None = None  # the last line with an equation
        self.previous: list[DerivationChain] = []  # a row goes on with one of them, mostly the first
        self.previous_row = self.clause = 0  # the row of the last of them, and of the last "where"
        self.begun = self.previous, self.previous_row  # where a statement begins
        self.above: deque[DerivationChain] = deque(maxlen=4)  # right, the last first: see _further_up
        self.torn = set[int]()  # statements that go on with one behind something that was not read
        self.pending: dict[int, Counterexample] = {}
        self.supposed: dict[Expression, Expression] = {}  # letters that are numbers: a = b = 1
        for argument in arguments_of(prose.arguments):
            self.reparametrise(argument, PRIME, 0)

    def run(self) -> list[DerivationLine]:
        """Return a verdict for each statement."""
        judged: list[DerivationLine] = []
        for index, (statement, chains, why) in enumerate(self.lines):
            if statement.line >= self.prose.independent:
                self.scope = self.scope.independent()
            self.definitions = self.scope.in_force(self.definitions, statement.line)
            self.define_ahead(index)
            self.at = index
            self.clause = statement.line if is_aside(statement) else self.clause
            if not chains:
                is_own = self.printed.has(statement, in_case=self.is_in_case(statement))
                if is_own or not statement.lead.startswith((",", "where", "with")):
                    self.previous = []
                line = DerivationLine(statement, "right", basis=OF_THEOREM)
                judged.append(line if is_own else DerivationLine(statement, "unread", message=why))
                self.unread = self.unread if is_own else statement.line
                continue
            if CASE.search(statement.lead) and self.scope.cases is None:
                self.case = statement.line
            self.begun = self.previous, self.previous_row
            line = self._best(statement, chains)
            # A row of which the left side alone was not read is one that others go on with.
            is_lost = line.verdict == "unread" and self.previous is self.begun[0]
            culprit = wrong_definition(self, self.lines, line) if line.is_to_blame else None
            if culprit is not None:
                number, failed = culprit
                if number < len(judged):
                    judged[number] = replace(judged[number], verdict="wrong", counterexample=failed,
                                             kind="definition")  # fmt: skip
                else:
                    self.pending[number] = failed
                line = replace(line, verdict="open", message="", counterexample=None)
            if index in self.pending and not line.is_to_blame:
                line = replace(line, verdict="wrong", counterexample=self.pending[index])
            if line.is_to_blame and (self.assumed or self.case):
                line = self._supposing(line, chains)
            is_torn = bool(chains[0].lead) and self.is_gap(self.previous_row, statement)
            if is_torn:
                self.torn.add(index)
                own = line.chain.sides[line.link + 1 :] if line.chain is not None else ()
                if line.is_to_blame and own == chains[0].sides:
                    line = replace(line, verdict="open", message=TORN, counterexample=None)
            line = self._after(self.earlier, line)
            if line.chain is not None and line.verdict not in ("definition", "assumption", "unread"):
                self.earlier = None if is_torn else line
            if self.ends_case(line):
                self.case = 0
            if line.verdict == "assumption" and line.chain is not None:
                kept = self.supposed if statement.is_shared else {}
                *letters, value = line.chain.sides
                self.supposed = {**kept, **dict.fromkeys(letters, value)}
            if line.verdict == "right":
                self.accepted.append(line)
                self.above.extendleft([line.chain] if line.chain and line.chain.relations else [])
            if line.chain is not None:
                if len(line.chain.sides) > 1:
                    is_behind = line.kind == "definition" and statement.is_shared
                    is_behind |= self.clause == statement.line
                    main = self.previous[:1] if is_behind else []
                    self.previous, self.previous_row = [*main, line.chain], statement.line
                self.used.update(keys_in(line.chain.sides))
                self.abbreviate(line)
            self.unread = statement.line if is_lost else self.unread
            judged.append(line)
        return judged

    def _supposing(self, line: DerivationLine, chains: Sequence[DerivationChain]) -> DerivationLine:
        """Return a wrong `line` as it is where what was supposed above holds: with a = 1, say.

        It is open where it is wrong there too, or that is no number: more may be supposed.
        """
        before, scope = self.scope, self.scope
        for letter, value in self.supposed.items():
            if isinstance(letter, Symbol) and isinstance(value, nodes.Integer):
                scope = scope.supposing(letter.letter, Fraction(value.value)) or scope
        self.scope = scope
        again = line if scope is before else self._best(line.statement, chains)
        self.scope = before
        is_right = again.verdict == "right"
        return again if is_right else replace(line, verdict="open", message="rests on an assumption")

    def _after(self, earlier: DerivationLine | None, line: DerivationLine) -> DerivationLine:
        """Return a right line as one that has other solutions than `earlier`, if that is shown."""
        if (
            earlier is not None
            and earlier.chain is not None
            and line.chain is not None
            and not earlier.is_to_blame
            and (line.verdict, line.kind) == ("right", "condition")
            and not (self.assumed or self.case or self.scope.is_moving or self.scope.has_kinks)
            and not self.is_gap(earlier.statement.line, line.statement)
        ):
            failed = other_zero(self, earlier.chain, line.chain)
            if failed is not None:
                return replace(line, verdict="not_equivalent", counterexample=failed)
        return line

    def _best(
        self, statement: DerivationStatement, chains: Sequence[DerivationChain]
    ) -> DerivationLine:
        """Return the verdict in the best reading."""
        lines, by, known = list[DerivationLine](), self.scope.only_parameter(), self.scope.is_parameter
        for chain in (each for one in chains for each in with_densities(one, by, known)):
            before = dict(self.definitions)
            line = self.statement(statement, chain)
            if line.verdict in ("right", "definition", "assumption", "sentence"):
                return line
            self.definitions = before
            lines.append(line)
        # What words before the line name, and a prior, may be another one than is known here.
        is_named = not chains[0].lead and statement.tokens[0].text in RELATIONS
        is_named |= any(map(is_distribution, chains[0].sides))
        order = ("wrong", "open", "unread")[:: -1 if is_named else 1]
        if is_named and self.is_of_posterior(chains[-1]):
            lines = [line for line in lines if line.verdict != "unread"] or lines
        best = min(lines, key=lambda each: order.index(each.verdict))
        for chain in self.as_estimates(statement, chains) if best.is_to_blame else ():
            if (line := self.statement(statement, chain)).verdict == "right":
                left, right, *_ = chains[0].sides
                if isinstance(left, Symbol) and left.is_estimate:
                    self._define(left, right, statement.line)  # of the same letter further on
                return line
        left, is_blamed = chains[0].sides[0], best.is_to_blame and not self.names_estimate(statement)
        is_blamed &= bool(chains[0].relations)
        if is_blamed and isinstance(left, Symbol) and left.is_estimate and self.is_let(statement):
            self._define(left, chains[0].sides[1], statement.line)  # let μ̂ = k/n
            return DerivationLine(statement, "definition", "definition", chain=chains[0])
        return best

    def statement(self, statement: DerivationStatement, chain: DerivationChain) -> DerivationLine:
        """Return the verdict on `statement` in one reading, `chain`: it goes on with no other one."""
        self.previous, self.previous_row = self.begun
        chain = self.with_estimates(replace(chain, sides=self.scope.in_coordinates(chain.sides)))
        if chain.lead in RELATIONS:
            if chain.sides == (REST,):
                return DerivationLine(statement, "sentence")  # = …
            if NAMING.search(statement.lead):  # count = k + 1 goes on with no line
                return self.noun(statement, chain)
            earlier = self.continued(statement)
            if not earlier or not statement.goes_on:
                self.previous, self.previous_row = [chain], statement.line
                if self.printed.has(statement, in_case=self.is_in_case(statement)):
                    return DerivationLine(statement, "right", basis=OF_THEOREM)
                if statement.lead and not any(map(has_letters, chain.sides)):
                    return DerivationLine(statement, "sentence")  # "the number of heads = 9"
                if statement.lead and chain.relations:  # the estimate = 1/r = 2
                    return self._chain(statement, replace(chain, lead=""), 0)
                return DerivationLine(statement, "unread", message=BEGINS.format(chain.lead))
            lines = (self._chain(statement, above.continued_by(chain), len(above.sides) - 1)
                     for above in earlier)  # fmt: skip
            main = next(lines)
            right = (line for line in (main, *lines) if line.verdict == "right")
            return self._further_up(statement, chain, next(right, main))
        if not chain.relations:
            is_objective = _MAXIMISED.search(statement.lead) and self.is_maximised(chain.sides[0])
            return DerivationLine(statement, "right" if is_objective else "sentence", chain=chain)
        if self.is_behind_operation(statement):
            message = f"goes on with “{statement.lead.split()[-1]}”, a sign in words"
            return DerivationLine(statement, "unread", message=message)
        return self._chain(statement, chain, 0)

    def _further_up(
        self, statement: DerivationStatement, chain: DerivationChain, line: DerivationLine
    ) -> DerivationLine:
        """Return a `line` of a `chain` that goes on; with any right one where words leave that open.

        It is open if it is not wrong with each.
        """
        for other in self.above if line.is_to_blame and self.is_behind_words() else ():
            again = self._chain(statement, other.continued_by(chain), len(other.sides) - 1)
            if again.verdict == "right":
                return again
            if not again.is_to_blame:
                line = replace(line, verdict="open", message=TORN, counterexample=None)
        return line

    def _chain(
        self, statement: DerivationStatement, chain: DerivationChain, first: int
    ) -> DerivationLine:
        """Return the verdict on the links of a chain from a place on."""
        self.tried = 0
        lines = dict[int, DerivationLine]()
        links = range(first, len(chain.relations))
        # What numbers alone say is wrong whatever the letters beside them are.
        for index in sorted(links, key=lambda at: any(map(has_letters, chain.sides[at : at + 2]))):
            try:
                line = self._link(statement, chain, index)
            except (Unknown, TooLarge, NotLargest) as cause:
                return replace(unread(statement, chain, cause), link=index)
            if line.is_to_blame or line.verdict == "unread":
                return replace(line, chain=chain, link=index)
            if line.verdict == line.kind == "assumption":  # a = b = 1
                return replace(line, chain=chain)
            lines[index] = line
        kind = lines[first].kind if lines else ""
        verdicts = {line.verdict: line for line in reversed(lines.values())}
        if lines and lines[first].verdict == "definition":
            return DerivationLine(statement, "definition", "definition", chain=chain)
        for verdict in ("open", "assumption"):
            if verdict in verdicts:
                return replace(verdicts[verdict], kind=kind, chain=chain)
        pairs = list(zip(chain.relations, chain.sides[1:], strict=True))
        is_slope = isinstance(chain.sides[0], nodes.Derivative)
        bases = [line.basis for index, line in lines.items()
                 if index == first or not is_slope or pairs[index] != _SET_TO_ZERO]  # fmt: skip
        basis = "; ".join(dict.fromkeys(bases)) if all(bases) else ""
        return DerivationLine(statement, "right", kind, "", None, chain, basis=basis, tried=self.tried)

    def _link(
        self, statement: DerivationStatement, chain: DerivationChain, index: int
    ) -> DerivationLine:
        """Return the verdict on two sides and the relation between them.

        A line of the theorem is right where nothing else is known. Where numbers refute it, its
        letters have two readings.
        """
        link = chain.sides[index], chain.relations[index], chain.sides[index + 1]
        try:
            line = self._compared(statement, chain, index)
        except (Unknown, TooLarge):
            if self.printed.holds(link, in_case=self.is_in_case(statement)):
                return DerivationLine(statement, "right", "identity", basis=OF_THEOREM)
            if (refuted := self._of_any_numbers(statement, chain, index)) is None:
                raise
            return refuted
        if line.verdict == "right":
            if doubt := doubt_in(self, link[::2], self.accepted):
                return replace(line, verdict="open", message=doubt)
            basis = proof(self, link, line.kind, self.accepted)
            own = OF_THEOREM if self.printed.holds(link, in_case=self.is_in_case(statement)) else ""
            return replace(line, basis=basis or own)
        if not line.is_to_blame and line.verdict != "open":
            return line
        if not self.printed.holds(link, in_case=self.is_in_case(statement)):
            goes_on = statement.tokens[0].text in RELATIONS  # "= 1" is spelled so below other rows
            if line.verdict == "open" or goes_on or not self.printed.has(statement, in_case=False):
                return line
        elif line.verdict == "open":
            return replace(line, verdict="right", basis=OF_THEOREM, counterexample=None)
        return DerivationLine(statement, "unread", message="its letters have two readings")

    def _of_any_numbers(
        self, statement: DerivationStatement, chain: DerivationChain, index: int
    ) -> DerivationLine | None:
        """Return a link of a print as wrong, if it is so whatever nobody introduces may be.

        None of what stands in another row too: that is read amiss, or a notation for what is known.
        """
        before, sides = self.scope, chain.sides[index : index + 2]
        if not isinstance(before, TheoremScope) or self.has_notation(statement, sides, before):
            return None
        self.scope = before.with_others()
        try:
            line = self._compared(statement, chain, index)
        except (Unknown, TooLarge):
            return None
        finally:
            self.scope = before
        return line if line.verdict == "wrong" else None

    def _compared(
        self, statement: DerivationStatement, chain: DerivationChain, index: int
    ) -> DerivationLine:
        """Return the verdict on two sides, by what both are worth."""
        left, relation, right = chain.sides[index], chain.relations[index], chain.sides[index + 1]
        if any(map(is_distribution, (left, right))):
            pairs = in_pairs(left, right) if relation == "=" else []
            lines = [self._compared(statement, DerivationChain(pair, ("=",)), 0) for pair in pairs]
            if not lines:
                raise Unknown("a distribution")
            others = (line for line in lines if line.verdict not in ("right", "definition"))
            return next(others, DerivationLine(statement, "right", "identity"))
        if (near := rounding_indicator(statement.text, left, right)) is not None:
            for kind in ("identity", "condition"):
                if self.trial(near, nodes.Integer(1), kind) is None:
                    return DerivationLine(statement, "right", kind)
        if relation in HOLDS:
            return self.inequality(statement, chain, index)
        if self.scope.is_moving and nodes.Integer(0) in (left, right):
            # "n/θ = 0 has no solution", "L(θ) = 0 for θ below": words around it say what is meant
            return DerivationLine(statement, "open", "condition")
        if relation == "∝":
            return self.proportion(statement, left, right)
        cases = self.scope.cases
        if index == 0 and isinstance(left, Symbol) and (left, right) in (cases or ()):
            self._define(left, right, statement.line)
            return DerivationLine(statement, "assumption", "assumption")
        is_assumption = cases is None and self.is_assumption(statement, left, right)
        is_case = index == 0 and is_assumption and self.is_a_case(left, right)
        if is_case or (index == 0 and cases is None and self.is_boundary(left, right)):
            self.case = statement.line
            return DerivationLine(statement, "assumption", "assumption")
        is_stated = index == 0 or self.is_new(right)
        if is_stated and (line := self.introduction(statement, chain, left, right)) is not None:
            if line.verdict != "definition" or not (rewritten := self.rewritten(statement)):
                return line
            left = rewritten
        mode = self.constant_mode(left, right)
        if mode:
            failed = self.moves(left, right, mode)
            if failed is not None and (sought := self.sought(self.sides)):
                failed = self.moves(left, right, mode, sought)  # + const may hold other parameters
            if failed is not None and mode == "ratio" and self.over_places(left, right) is None:
                return DerivationLine(statement, "right", "condition")  # n_v = c θ_v, for all v
            if failed is None:
                return DerivationLine(statement, "right", mode)
            return self.refuted(statement, mode, failed)
        identity = self.trial(left, right, "identity")
        if identity is None:
            return DerivationLine(statement, "right", "identity")
        if isinstance(identity, str) or self.is_free(left, right):
            return DerivationLine(statement, "open", "identity", identity if identity == "" else FREE)
        if is_assumption:
            self.case = statement.line
            return DerivationLine(statement, "assumption", "assumption")
        if self.is_constant_lost(left, right, is_said=statement.line >= self.prose.dropped):
            return DerivationLine(statement, "right", "identity")
        if not self.may_be_condition(chain, index, statement.lead):
            return self.refuted(statement, "identity", identity)
        condition = self.trial(left, right, "condition")
        if condition is None and self.only_touches(left, right):
            return self.refuted(statement, "identity", identity)
        if condition is None:
            return DerivationLine(statement, "right", "condition")
        if isinstance(condition, str):
            return DerivationLine(statement, "open", "condition")
        return self.refuted(statement, "condition", condition)
