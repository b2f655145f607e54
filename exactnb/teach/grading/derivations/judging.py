"""Judge the lines of a derivation in a scope: right, wrong with a counterexample, not read, or open.

A line is an identity, which holds at every parameter, or a condition, which holds at the estimate. A
line is wrong only where exact numbers, or enclosures that lie apart, refute it in every reading.

How to read: `judge` tries the readings of the letters and returns the best; `statement` judges one
statement, `_chain` its links, `_link` one of them.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from exactnb.core.expression import nodes
from exactnb.core.expression.nodes import Call, Expression, Symbol
from exactnb.core.expression.reading.derivations.parser import DerivationChain
from exactnb.core.expression.reading.derivations.statements import RELATIONS, DerivationStatement
from exactnb.teach.grading.derivations.evaluation import key_of
from exactnb.teach.grading.derivations.introducing import Introductions
from exactnb.teach.grading.derivations.lines import Counterexample, DerivationLine, Parsed, parsed
from exactnb.teach.grading.derivations.numbers import (
    NoValue,
    TooLarge,
    sign,
)
from exactnb.teach.grading.derivations.printed import NOTHING, OF_THEOREM, PrintedTheorem
from exactnb.teach.grading.derivations.scope import DerivationScope
from exactnb.teach.grading.derivations.slips import slip_of
from exactnb.teach.grading.derivations.worlds import (
    Unknown,
)

_ASSUMING = ("if ", "let", "for", "when", "suppose", "assume", "taking", "case", "special", "setting",
             "choose", "put", "with a", "given")  # fmt: skip
_CASE = re.compile(
    r"\b(?:case|if|for|when|suppose|assume|let|with)\b[^:]*="
    r"|\b(?:case|if|when|suppose)\b.*\b(?:all|every|each|no|none|only)\b",
    re.IGNORECASE,
)
"""Prose that tells a case apart: "Case S = 0:", "if all are zero"."""


def judge(
    scopes: Sequence[DerivationScope], text: str, printed: PrintedTheorem = NOTHING
) -> list[DerivationLine]:
    """Return the lines of a derivation, judged in the scope and reading that accept most of it.

    `printed` are the lines of the theorem as they are printed: these are proved.
    """
    lines = parsed(text)
    formulas = [side for _, chains, _ in lines for chain in chains[:1] for side in chain.sides]
    best: list[DerivationLine] = []
    best_judge: DerivationJudge | None = None
    best_rank: tuple[int, int] | None = None
    for number, scope in enumerate(scopes):
        for variant in scope.variants(formulas):
            judging = DerivationJudge(variant, lines, printed)
            judged = judging.run()
            if number and not _states_density(judged):
                continue  # another parametrisation is tried only where the derivation states it
            first = next((n for n, line in enumerate(judged) if line.is_to_blame), len(judged))
            points = {"right": 2, "definition": 1}
            rank = (sum(points.get(line.verdict, 0) for line in judged), first)
            if best_rank is None or rank > best_rank:
                best, best_rank, best_judge = judged, rank, judging
            if first == len(judged) and all(
                line.verdict not in ("unread", "open") or not line.chain for line in judged
            ):
                return judged
    return best if best_judge is None else _with_slip(best_judge, best)


def _with_slip(judging: DerivationJudge, judged: list[DerivationLine]) -> list[DerivationLine]:
    """Return the lines, with the slip in the first wrong one."""
    for at, line in enumerate(judged):
        if line.is_to_blame:
            before = (each.chain.sides for each in judged[:at] if each.chain is not None)
            own = line.chain.sides[: line.link + 1] if line.chain is not None else ()
            earlier = tuple(reversed([side for sides in (*before, own) for side in sides]))
            slip = slip_of(judging, line, earlier)
            return [*judged[:at], replace(line, slip=slip), *judged[at + 1 :]]
    return judged


def _states_density(judged: Sequence[DerivationLine]) -> bool:
    """Say whether the first line about a density, a likelihood or a probability is right."""
    about = (
        line.verdict == "right"
        for line in judged
        if (line.verdict == "right" or line.is_to_blame)
        and line.chain is not None
        and any(isinstance(part, Call) for side in line.chain.sides for part in side.walk())
    )
    return next(about, False)


class DerivationJudge(Introductions):
    """Judge statements one after the other, with what was introduced before."""

    def __init__(
        self, scope: DerivationScope, lines: Sequence[Parsed], printed: PrintedTheorem
    ) -> None:
        super().__init__(scope, lines)
        self.printed = printed
        self.verbatim = printed.verbatim(lines)  # statements that repeat the theorem, from the first
        self.at = 0
        self.previous: DerivationChain | None = None
        self.assumed = False
        self.case = 0  # the line of which a case alone is assumed
        self.blamed = False
        self.pending: dict[int, Counterexample] = {}

    def run(self) -> list[DerivationLine]:
        """Return a verdict for each statement."""
        judged: list[DerivationLine] = []
        for at, (statement, chains, why) in enumerate(self.lines):
            self.define_ahead(at)
            self.at = at
            if not chains and self.printed.has(statement, in_case=self._is_in_case(statement)):
                judged.append(DerivationLine(statement, "right", basis=OF_THEOREM))
                continue
            if not chains:
                if not statement.lead.startswith((",", "where", "with")):
                    self.previous = None
                judged.append(DerivationLine(statement, "unread", message=why))
                continue
            if _CASE.search(statement.lead):
                self.case = statement.line
                self.assumed |= statement.lead.endswith("\n")
            line = self._best(statement, chains)
            culprit = self.culprit(line) if line.is_to_blame and at >= self.verbatim else None
            if culprit is not None:
                number, blamed = culprit
                if number < len(judged):
                    judged[number] = replace(judged[number], verdict="wrong", counterexample=blamed,
                                             kind="definition")  # fmt: skip
                    self.blamed = True
                else:
                    self.pending[number] = blamed
                line = replace(line, verdict="open", message="", counterexample=None)
            if at in self.pending and not line.is_to_blame:
                line = replace(line, verdict="wrong", counterexample=self.pending[at])
            if line.is_to_blame and (self.assumed or self.case):
                line = replace(line, verdict="open", message="rests on an assumption")
            if line.is_to_blame and self.blamed:
                line = replace(line, verdict="open", message="rests on an earlier line")
            if line.verdict == "right" and statement.line > self.case:
                self.case = 0  # a case ends where something holds without it
            self.blamed |= line.is_to_blame
            if line.chain is not None:
                if len(line.chain.sides) > 1 and not (
                    line.kind == "definition" and statement.is_shared
                ):
                    self.previous = line.chain
                for side in line.chain.sides:
                    self.used |= {key_of(n) for n in side.walk() if isinstance(n, Symbol)}
            judged.append(line)
        return judged

    def _best(
        self, statement: DerivationStatement, chains: Sequence[DerivationChain]
    ) -> DerivationLine:
        """Return the verdict in the best reading."""
        order = ("right", "definition", "assumption", "sentence", "wrong", "not_equivalent", "open")
        best: DerivationLine | None = None
        for chain in chains:
            before = dict(self.definitions)
            line = self.statement(statement, chain)
            if line.verdict in order[:4]:
                return line
            self.definitions = before
            if best is None or (
                line.verdict in order
                and (best.verdict not in order or order.index(line.verdict) < order.index(best.verdict))
            ):
                best = line
        assert best is not None
        return best

    def statement(self, statement: DerivationStatement, chain: DerivationChain) -> DerivationLine:
        """Return the verdict on a statement in one reading."""
        if chain.lead in RELATIONS:
            if self.previous is None or not statement.goes_on:
                self.previous = chain
                return DerivationLine(statement, "unread", message="goes on with no line that was read")
            sides = (*self.previous.sides, *chain.sides)
            relations = (*self.previous.relations, chain.lead, *chain.relations)
            whole = DerivationChain(sides, relations)
            return self._chain(statement, whole, len(self.previous.sides) - 1)
        if not chain.relations:
            return DerivationLine(statement, "sentence")
        return self._chain(statement, chain, 0)

    def _chain(
        self, statement: DerivationStatement, chain: DerivationChain, first: int
    ) -> DerivationLine:
        """Return the verdict on the links of a chain from a place on."""
        kinds: list[str] = []
        verdicts: list[str] = []
        for at in range(first, len(chain.relations)):
            try:
                line = self._link(statement, chain, at)
            except Unknown as unknown:
                return DerivationLine(
                    statement, "unread", message=f"{unknown.name} is not known here", chain=chain
                )
            except TooLarge:
                return DerivationLine(
                    statement, "unread", message="too large to be worked out", chain=chain
                )
            if line.is_to_blame or line.verdict == "unread":
                return replace(line, chain=chain, link=at)
            kinds.append(line.kind)
            verdicts.append(line.verdict)
        kind = kinds[0] if kinds else ""
        if verdicts and all(verdict == "definition" for verdict in verdicts[:1]):
            return DerivationLine(statement, "definition", "definition", chain=chain)
        if "open" in verdicts:
            return DerivationLine(statement, "open", kind, chain=chain)
        if "assumption" in verdicts:
            return DerivationLine(statement, "assumption", kind, chain=chain)
        return DerivationLine(statement, "right", kind, chain=chain)

    def _is_in_case(self, statement: DerivationStatement) -> bool:
        """Say whether a case is assumed where a statement stands."""
        return self.assumed or self.case == statement.line or self.at < self.verbatim

    def _link(self, statement: DerivationStatement, chain: DerivationChain, at: int) -> DerivationLine:
        """Return the verdict on two sides and the relation between them.

        A line of the theorem is right where nothing else is known. Where numbers refute it, its
        letters have two readings.
        """
        link = chain.sides[at], chain.relations[at], chain.sides[at + 1]
        try:
            line = self._compared(statement, chain, at)
        except (Unknown, TooLarge):
            if not self.printed.holds(link, in_case=self._is_in_case(statement)):
                raise
            return DerivationLine(statement, "right", "identity", basis=OF_THEOREM)
        if not line.is_to_blame and line.verdict != "open":
            return line
        if not self.printed.holds(link, in_case=self._is_in_case(statement)):
            return line
        if line.verdict == "open" or self.at < self.verbatim:
            return replace(line, verdict="right", basis=OF_THEOREM, counterexample=None)
        return DerivationLine(statement, "unread", message="its letters have two readings")

    def _compared(
        self, statement: DerivationStatement, chain: DerivationChain, at: int
    ) -> DerivationLine:
        """Return the verdict on two sides, by what both are worth."""
        left, relation, right = chain.sides[at], chain.relations[at], chain.sides[at + 1]
        if any(isinstance(side, Call) and side.head in ("Beta", "Gamma") for side in (left, right)):
            raise Unknown("a distribution")
        if relation in ("<", ">", "≤", "≥", "≠"):
            return self._inequality(statement, chain, at)
        if relation == "∝":
            return self._proportion(statement, left, right)
        if at == 0 and (
            (self._is_assumption(statement, left) and self._is_a_case(left, right))
            or self._is_boundary(left, right)
        ):
            self._assume(statement)
            return DerivationLine(statement, "assumption", "assumption")
        if at == 0 and (line := self.introduction(statement, chain, left, right)) is not None:
            return line
        mode = self.with_constant(left, right)
        if mode:
            failed = self.free(left, right, mode)
            if failed is not None and mode == "ratio" and self.over_places(left, right) is None:
                return DerivationLine(statement, "right", "condition")  # n_v = c θ_v, for all v
            if failed is None:
                return DerivationLine(statement, "right", mode)
            return self.refuted(statement, mode, failed)
        identity = self.trial(left, right, "identity")
        if identity is None:
            return DerivationLine(statement, "right", "identity")
        if isinstance(identity, str):
            return DerivationLine(statement, "open", "identity")
        if self._is_assumption(statement, left):
            self._assume(statement)
            return DerivationLine(statement, "assumption", "assumption")
        if not self._may_be_condition(chain, at):
            return self.refuted(statement, "identity", identity)
        condition = self.trial(left, right, "condition")
        if condition is None:
            return DerivationLine(statement, "right", "condition")
        if isinstance(condition, str):
            return DerivationLine(statement, "open", "condition")
        return self.refuted(statement, "condition", condition)

    def _is_boundary(self, left: Expression, right: Expression) -> bool:
        """Say whether a line supposes a count to be none or all, or gives a number of the prior."""
        if not isinstance(left, Symbol) or left.is_estimate:
            return False
        role = self.scope.names.get(left.letter, "")
        if isinstance(right, nodes.Integer) and not self.scope.is_parameter(left):
            return self._is_a_case(left, right)
        if role.startswith("hyper"):
            return key_of(left) not in self.used and self._is_a_case(left, nodes.Integer(0))
        if right == nodes.Integer(0) and key_of(left) in self.definitions:
            return True
        is_end = right == nodes.Integer(0) or (
            isinstance(right, Symbol)
            and self.scope.names.get(right.letter) == "n"
            and bool(right.lower)
        )
        return role in ("n", "sum", "count") and is_end and self._is_a_case(left, right)

    def _assume(self, statement: DerivationStatement) -> None:
        """Take a case for given: to the end of its line, or from here on where it stands alone."""
        self.case = statement.line
        same = [each for each, chains, _ in self.lines if each.line == statement.line and chains]
        self.assumed |= len(same) == 1

    def _is_a_case(self, left: Expression, right: Expression) -> bool:
        """Say whether a case is told apart: a count that is a number, or another count."""
        try:
            return (
                isinstance(right, nodes.Integer | Symbol)
                and self.trial(left, right, "identity") is not None
            )
        except Unknown:
            return False

    def _is_assumption(self, statement: DerivationStatement, left: Expression) -> bool:
        """Say whether a line supposes something about sizes or the prior: "with a = 1"."""
        lead = f"{statement.lead.lower()} "
        return (
            isinstance(left, Symbol)
            and not left.is_estimate
            and any(lead.startswith(word) or f" {word}" in lead for word in _ASSUMING)
        )

    def _may_be_condition(self, chain: DerivationChain, at: int) -> bool:
        """Say whether a link may be an equation for the parameter, and need not hold everywhere."""
        left, right = chain.sides[at], chain.sides[at + 1]
        if self.has_function(left) or self.has_function(right):
            other = right if self.has_function(left) else left
            return not self.has_function(other) and not self.has_parameter(other)
        if self.has_function(chain.sides[0]):
            return any(not self.has_parameter(side) for side in chain.sides[at + 1 :])
        return True

    def _proportion(
        self, statement: DerivationStatement, left: Expression, right: Expression
    ) -> DerivationLine:
        """Return the verdict on ∝: the ratio of both sides is free of the parameter."""
        if isinstance(left, Symbol) or not any(
            isinstance(part, Symbol) and self.scope.is_parameter(part) for part in right.walk()
        ):
            failed = self.over_places(left, right)
        else:
            failed = self.free(left, right, "ratio")
        if failed is not None and self.free(left, right, "difference") is None:
            failed = None  # of logarithms, people write ∝ for + const
        if failed is None:
            return DerivationLine(statement, "right", "proportion")
        return self.refuted(statement, "proportion", failed)

    def _inequality(
        self, statement: DerivationStatement, chain: DerivationChain, at: int
    ) -> DerivationLine:
        """Return the verdict on an inequality, at the true estimate."""
        left, relation, right = chain.sides[at], chain.relations[at], chain.sides[at + 1]
        about = any(self.has_parameter(side) for side in (left, right))
        if not about:
            return DerivationLine(statement, "assumption", "inequality")
        undecided = False
        is_weak = relation in ("≤", "≥")  # holds everywhere, not at the estimate alone
        for world in self.scope.worlds():
            for env in self.places(world, (left, right)):
                ev = self.evaluator(world, truth=not is_weak)
                try:
                    a = ev.value(left, env)
                    b = self.evaluator(world, truth=not is_weak).value(right, env)
                    which = sign(a - b)
                except (NoValue, ZeroDivisionError):
                    continue
                if which is None:
                    undecided = True
                    continue
                holds = {
                    "<": which < 0, ">": which > 0, "≤": which <= 0, "≥": which >= 0, "≠": which != 0,
                }[relation]  # fmt: skip
                if not holds:
                    if is_weak or not any(self.has_function(side) for side in chain.sides[: at + 2]):
                        return DerivationLine(statement, "assumption", "inequality")
                    letters = self._letters(ev, (left, right), env)
                    failed = Counterexample(letters, a, b, True, relation)
                    return DerivationLine(statement, "wrong", "inequality", counterexample=failed)
        return DerivationLine(statement, "open" if undecided else "right", "inequality")
