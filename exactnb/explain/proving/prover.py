"""Accept the lines of a theorem, one check for each rule.

The scope is read from the lines themselves: what is assumed, given and defined is what is printed. An
assumption of the first step holds throughout, one of a later step to its end.

How to read: `step_problems` and `chain_problems` hand each line to `line_problem`, which asks the
check of its rule (the table at the end) and keeps what was accepted. `close_step` ends a step that
assumed something: what could rest on it goes, and names that are only defined stay. The place of a
maximum stays if only a zero slope was assumed; else it is kept with what was, and holds again where
that does.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from typing import TypeGuard

from exactnb.core.expression import nodes
from exactnb.core.expression.reasons import Rule
from exactnb.explain.derivation.lines import Chain, Line, Remark, Step
from exactnb.explain.proving.facts import LINEAR
from exactnb.explain.proving.facts.antiderivatives import limit_problem
from exactnb.explain.proving.facts.cited import CITATIONS
from exactnb.explain.proving.facts.expectations import is_fixed, random_in, tied_sides
from exactnb.explain.proving.facts.maxima import maximum_problem
from exactnb.explain.proving.forms.patterns import (
    Refused,
    free_letters,
    match,
    mentions,
    overlap,
    rewritten,
)
from exactnb.explain.proving.scope import widening
from exactnb.explain.proving.scope.alphabet import Names, with_names_of
from exactnb.explain.proving.scope.comparing import (
    index_letters_in,
    is_nonzero,
    same_form,
    sign_of,
    solution_problem,
)
from exactnb.explain.proving.scope.scope import AcceptedLine, Declared, Definition
from exactnb.explain.proving.words import WORDS, words_problem

_ZERO, _PRIOR = nodes.Integer(0), nodes.Symbol("π", role="prior")


@dataclass
class Prover:
    """Hold the scope of one theorem, and what was accepted in it so far."""

    declared: Declared = field(default_factory=Declared)
    accepted: list[AcceptedLine] = field(default_factory=list)
    conditions: list[Line] = field(default_factory=list)
    maxima: list[tuple[Definition, frozenset[object]]] = field(default_factory=list)
    differentiated: bool = False
    expected: bool = False
    steps: int = 0
    assumed: bool = False  # in the present step
    names: Names = field(default_factory=dict)
    defined: tuple[Definition, ...] = ()  # in any step, whether it holds to the end or not
    used: frozenset[str] = frozenset()  # words of reasons

    def step_problems(self, step: Step) -> Iterable[tuple[Line, str]]:
        """Yield each line of `step` with the problem that it has, "" for none."""
        outer, accepted, conditions = self.declared, len(self.accepted), len(self.conditions)
        self.assumed = False
        for block in step.blocks:
            if isinstance(block, Chain):
                yield from self.chain_problems(block)
            elif isinstance(block, Remark):
                for part in block.parts:
                    if isinstance(part, Line):
                        yield part, self.line_problem(part, None)
        self.steps += 1
        if self.steps > 1 and self.assumed:
            self.close_step(outer, accepted, conditions)

    def close_step(self, outer: Declared, accepted: int, conditions: int) -> None:
        """Close a step that assumed something: only definitions that do not depend on it remain.

        `outer` is the scope before the step; `accepted` and `conditions` are the numbers of lines and
        conditions there.
        """
        lines = [equation.line for equation in self.accepted[accepted:]]
        places = [(line.left, line.right) for line in lines if line.reason.rule is Rule.MAXIMUM]
        # Definitions are only ever appended, so those of the step come after the first ones.
        new = self.declared.definitions[len(outer.definitions) :]
        stays = self._lasting_definitions(lines, new, outer)
        largest = [definition for definition in new if (definition.left, definition.right) in places]
        assumed = self._facts() - _facts(outer) - {*stays, *largest}
        assumed -= {("=", c.left, c.right) for c in self.conditions[:conditions]}
        if assumed:
            self.maxima += [(definition, assumed) for definition in largest]
        else:  # conditions on unknowns have no part in a maximum
            stays += largest
        stayed = (*outer.definitions, *stays)
        # Random letters stay known: after an expectation, new assumptions about them are refused.
        self.declared = replace(outer, definitions=stayed, random=self.declared.random)
        del self.accepted[accepted:]
        del self.conditions[conditions:]

    def _lasting_definitions(
        self, lines: Sequence[Line], new: Sequence[Definition], outer: Declared
    ) -> list[Definition]:
        """Return the definitions that a step wrote, but for those about what goes with the step."""
        rules = (Rule.DEFINE, Rule.GIVEN, Rule.COUNT)
        written = [(line.left, line.right) for line in lines if line.reason.rule in rules]
        signs = (*self.declared.positive, *self.declared.natural)
        gone = [
            definition.left for definition in new if (definition.left, definition.right) not in written
        ]
        gone += [e for e, _ in self.declared.domains if not outer.is_introduced(e)]
        gone += [size for size in self.declared.sizes if size not in outer.sizes]
        gone += [
            e for e in signs if isinstance(e, nodes.Symbol | nodes.Call) and not outer.is_introduced(e)
        ]
        stays: list[Definition] = []
        for definition in new:
            if (definition.left, definition.right) in written:
                if any(mentions(definition.right, e) or mentions(definition.left, e) for e in gone):
                    gone.append(definition.left)
                else:
                    stays.append(definition)
        return stays

    def chain_problems(self, chain: Chain) -> Iterable[tuple[Line, str]]:
        """Yield each line of `chain`, which continues the previous one, with its problem or ""."""
        previous: Line | None = None
        for line in chain.lines:
            problem = ""
            if previous is not None and line.left != previous.left:
                problem = "the left side stays the same"
            elif previous is not None and previous.relation != "=":
                # Read as one chain, a ≤ b = c would say that a is c.
                problem = f"{previous.relation} ends a chain"
            yield line, problem or self.line_problem(line, previous)
            previous = line

    def line_problem(self, line: Line, previous: Line | None) -> str:
        """Return the problem of `line`, "" if it is accepted; `previous` precedes it in its chain."""
        try:
            sizes = self.declared.sizes
            self.names = with_names_of(self.names, line.left, line.right, sizes=sizes)
            if line.relation == "=" and line.reason.rule in WORDS and line.left == _PRIOR:
                # Without an index it prints like the number.
                raise Refused("π is not what one takes it to be")
            problem = _CERTIFICATES[line.reason.rule](self, line, previous)
            problem = problem or words_problem(self.declared, self.accepted, self.used, line)
        except KeyError:
            return "this rule is not one of theorems"
        except Refused as error:
            return error.message
        if not problem:
            self.used |= {line.reason.words}
            # What follows from a condition holds where that does; a normal form holds everywhere.
            rests = line.reason.rule in (Rule.SCALE, Rule.PUT_IN, Rule.SOLUTION)
            after = previous is not None and self.accepted[-1].conditional
            self.accepted.append(AcceptedLine(line, rests or after or line in self.conditions))
        return problem

    # checks: in a chain, the right side of `previous` is compared with that of `line_problem`

    def assumption_problem(self, line: Line, previous: Line | None) -> str:
        """Accept the range, domain, sign, new name or condition in `line`; else say why not."""
        self.assumed = True
        self.note_random(line)
        if line.relation == "∈":
            self.declared = widening.with_domain(self.declared, line.left, line.right)
        elif line.relation == ">" or (line.relation == "≥" and line.right == _ZERO):
            self.declared = widening.with_sign(self.declared, line)
        elif line.relation == "<":
            turned = replace(line, left=line.right, relation=">", right=line.left)
            self.declared = widening.with_sign(self.declared, turned)
        elif line.relation != "=":
            return f"{line.relation} is not assumed"
        elif widening.is_pattern(line.left, distinct=False) and not self.declared.is_introduced(
            line.left
        ):
            return self.definition_problem(line, previous)
        else:
            same_form(self.declared, line.left, line.right)  # both sides can be read
            if not widening.may_get_value(self.declared, line.left):
                self.conditions.append(line)
            # A derivative ∂f/∂x was taken of f as a function that depends on nothing: given a formula
            # now, it would depend on x after all.
            elif isinstance(line.left, nodes.Call) and self.differentiated:
                return "a derivative was taken before this function was given"
            else:
                self.declared = widening.with_value(self.declared, line.left, line.right)
        return ""

    def definition_problem(self, line: Line, previous: Line | None) -> str:
        """Accept `line`, after `previous`, if it gives a new name to something; else say why not."""
        if line.relation != "=" or previous is not None:
            return "a definition opens its chain, with ="
        # A name that is defined twice makes two formulas equal that nobody compared: 1 = 2 would
        # follow. So names last for the whole theorem, even those of steps that are closed.
        if any(_defines_again(old, line) for old in self.defined):
            return "what is defined is known already"
        if line.reason.rule is not Rule.ASSUME or _has_hat(line.left):
            self.defined = (*self.defined, Definition(line.left, line.right))
        self.note_random(line)
        self.declared = widening.with_definition(self.declared, line)
        return ""

    def note_random(self, line: Line) -> None:
        """Note what `line` takes an expectation of; all that is random is stated before the first."""
        # What is random has to be known before an expectation is taken: drawn later, a letter that was
        # taken out of the expectation as fixed would depend on chance.
        new = random_in(self.declared, line) - self.declared.random
        if new and self.expected:
            raise Refused("an expectation was taken before this was drawn")
        if self.expected and not all(is_fixed(self.declared, side) for side in tied_sides(line)):
            raise Refused("an expectation was taken before this was assumed")
        self.declared = replace(self.declared, random=self.declared.random | new)

    def _in_range(self, letter: str, index: nodes.Expression) -> bool:
        """Say whether an index is one of those that a letter of an equation stands for."""
        domain = self.declared.ranges.get(letter)
        if domain is None or (isinstance(index, nodes.Symbol) and index.role == "value"):
            return domain is not None
        if isinstance(index, nodes.Index):
            return self.declared.ranges.get(index.letter) == domain
        if isinstance(index, nodes.Integer):
            return domain.kind == "set" and index in domain.parts
        return self.declared.is_in(index, domain)

    def _facts(self) -> frozenset[object]:
        """Return all that is assumed here, but for slopes that are set to zero."""
        slopes = [e.line.right for e in self.accepted if e.line.reason.rule is Rule.DIFFERENTIATE]
        assumed = (c for c in self.conditions if c.left not in slopes or c.right != _ZERO)
        return _facts(self.declared) | {("=", c.left, c.right) for c in assumed}

    def _is_place_of_maximum(self, name: nodes.Expression) -> bool:
        """Say whether a name stands for the place of a maximum."""
        places = (e.line for e in self.accepted if isinstance(e.line.right, nodes.Extremum))
        return any(match(line.left, name) is not None for line in places)

    def normal_form_problem(self, line: Line, previous: Line | None) -> str:
        """Accept `line` if its right side has the normal form of the one before; else say why not."""
        if line.relation != "=":
            return f"{line.relation} is not shown by a normal form"
        left = line.left if previous is None else previous.right
        return "" if same_form(self.declared, left, line.right) else "the two sides differ"

    def derivative_problem(self, line: Line, previous: Line | None) -> str:
        """Accept `line` if its right side is the derivative on the left, or in `previous`.

        Else say why not.
        """
        sides = (line.left if previous is None else previous.right, line.right)
        if not any(isinstance(part, nodes.Derivative) for side in sides for part in side.walk()):
            return "nothing is differentiated"
        self.differentiated = True
        return self.normal_form_problem(line, previous)

    def scaling_problem(self, line: Line, previous: Line | None) -> str:
        """Accept `line` if it is the `previous` equation times what is not 0; else say why not."""
        if previous is not None or line.relation != "=" or len(line.reason.by) != 1:
            return "an equation that is scaled stands alone, with one factor"
        (factor,) = line.reason.by
        if not self._equations:
            return "there is no equation before"
        old = self._equations[-1]
        # Times 0 every equation holds, and any two sides would be equal.
        if not is_nonzero(self.declared, factor):
            return "the factor is not known to be other than zero"
        was = nodes.Product((factor, nodes.Sum((old.left, nodes.Negative(old.right)))))
        is_scaled = same_form(self.declared, was, nodes.Sum((line.left, nodes.Negative(line.right))))
        return "" if is_scaled else "this is not the equation before times the factor"

    def substitution_problem(self, line: Line, previous: Line | None) -> str:
        """Accept `line` if it is `previous` with one side of an accepted equation for the other."""
        if line.relation != "=" or len(line.reason.by) != 2:
            return "one side of an equation is put in for the other"
        old, new = line.reason.by
        if not any((e.left, e.right) in ((old, new), (new, old)) for e in self._equations):
            return "what is put in was not shown to be equal"
        if previous is not None:
            # In x_i the letter i stands for every index of its range, so x_m is replaced too where m
            # has the same range; for any other index the equation says nothing.
            wanted = rewritten(previous.right, old, new, self._in_range)
            return "" if same_form(self.declared, wanted, line.right) else "something else was put in"
        for was in reversed(self._equations):
            sides = ((was.left, line.left), (was.right, line.right))
            if all(self._is(rewritten(side, old, new, self._in_range), now) for side, now in sides):
                return ""
        return "something else was put in"

    def solution_problem(self, line: Line, previous: Line | None) -> str:
        """Accept `line` if it gives the one value of a letter that all conditions of the step allow."""
        equations = [equation.line for equation in self.accepted if equation.conditional]
        return solution_problem(self.declared, self.conditions, equations, line)

    def maximum_problem(self, line: Line, previous: Line | None) -> str:
        """Accept the sign, or the place of a maximum, in `line` after `previous`; else say why not."""
        if line.relation in ("<", ">") and line.right == _ZERO:
            left = line.left if previous is None else previous.right
            wanted = "+" if line.relation == ">" else "-"
            if sign_of(self.declared, left) != wanted:
                return "the sign is not known"
            is_letter = widening.is_pattern(line.left) and not isinstance(line.left, nodes.Call)
            if wanted == "+" and is_letter:
                self.assumed = True  # it may rest on what is assumed here
                self.declared = widening.with_fact(self.declared, line.left, ">")
            return ""
        if line.relation != "=":
            return f"{line.relation} is no place of a maximum"
        place = Definition(line.left, line.right)
        facts = self._facts()
        again = any(definitions == place and assumed <= facts for definitions, assumed in self.maxima)
        again = again and not self._is_place_of_maximum(line.left)
        problem = "" if again else maximum_problem(self.declared, self.accepted, line)
        # θ̂_j cannot be a formula of k: each k would give another value to the same name.
        hidden = index_letters_in(self.declared, line.right) - free_letters(line.left)
        if not problem and hidden:
            return f"the right side depends on {', '.join(sorted(hidden))} too"
        if not problem and not self.declared.definition(line.left, counts=True):
            definitions = (*self.declared.definitions, place)
            self.declared = replace(self.declared, definitions=definitions)
        return problem

    def comparison_problem(self, line: Line, previous: Line | None) -> str:
        """Accept `line`, after `previous`, if its left side is at most (at least) its right side."""
        left = line.left if previous is None else previous.right
        sides = {"≤": (left, line.right), "≥": (line.right, left)}.get(line.relation)
        if sides is None:
            return "two formulas are compared with ≤ or ≥"
        gap = nodes.Sum((sides[1], nodes.Negative(sides[0])))
        return "" if sign_of(self.declared, gap) in ("+", "0+") else "which is greater is not known"

    def limit_problem(self, line: Line, previous: Line | None) -> str:
        """Accept `line`, after `previous`, if its left side tends to its right; else say why not."""
        claim = line if previous is None else replace(line, left=previous.right)
        return limit_problem(self.declared, self.conditions, claim)

    def citation_problem(self, line: Line, previous: Line | None) -> str:
        """Accept `line`, after `previous`, if it is an instance of a listed fact; else say why not."""
        if line.reason.words not in CITATIONS:
            return f"nothing is cited as {line.reason.words!r}"
        claim = line if previous is None else replace(line, left=previous.right)
        problem = CITATIONS[line.reason.words](self.declared, self.accepted, claim)
        self.expected |= line.reason.words == LINEAR
        return problem

    def _is(self, left: nodes.Expression, right: nodes.Expression) -> bool:
        """Say whether two formulas are alike; those that cannot be read here are not."""
        try:
            return left == right or same_form(self.declared, left, right)
        except Refused:
            return False

    @property
    def _equations(self) -> list[Line]:
        """The equations that were accepted, in their order."""
        return [equation.line for equation in self.accepted if equation.line.relation == "="]


def _facts(declared: Declared) -> frozenset[object]:
    """Return all that was assumed, in no order."""
    ranges = declared.ranges.items()
    signs = (*(("+", e) for e in declared.positive), *(("0+", e) for e in declared.natural))
    return frozenset((*ranges, *declared.domains, *signs, *declared.definitions))


def _defines_again(old: Definition, line: Line) -> bool:
    """Say whether a line defines what stands for something else, in whatever step that was.

    A hat is one name with all of its indices: the components of what is sought, and the whole.
    """
    name, new_name = old.left, line.left
    if (name, old.right) == (new_name, line.right):
        return False
    if _has_hat(name) and _has_hat(new_name):
        return (name.letter, name.upper) == (new_name.letter, new_name.upper)
    return overlap(name, new_name)


def _has_hat(name: nodes.Expression) -> TypeGuard[nodes.Symbol]:
    return isinstance(name, nodes.Symbol) and name.is_estimate


_CERTIFICATES: dict[Rule, Callable[[Prover, Line, Line | None], str]] = {
    Rule.ASSUME: Prover.assumption_problem,
    Rule.GIVEN: Prover.definition_problem,
    Rule.DEFINE: Prover.definition_problem,
    Rule.COUNT: Prover.definition_problem,
    Rule.SAME: Prover.normal_form_problem,
    Rule.DIFFERENTIATE: Prover.derivative_problem,
    Rule.SCALE: Prover.scaling_problem,
    Rule.PUT_IN: Prover.substitution_problem,
    Rule.SOLUTION: Prover.solution_problem,
    Rule.MAXIMUM: Prover.maximum_problem,
    Rule.COMPARE: Prover.comparison_problem,
    Rule.LIMIT: Prover.limit_problem,
    Rule.CITED: Prover.citation_problem,
}
