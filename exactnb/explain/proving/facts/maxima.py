"""Where a formula is largest: by an inequality, by its slope or curvature, or at an end.

What varies may lie in a set with its ends. There formulas are what they tend to (0⁰ is 1 and 0 · log 0
is 0), so that what is largest inside is so everywhere; slopes are taken inside.

How to read: `maximum_problem` looks up the definition of the maximum and then asks `_Largest`, which
tries each kind of proof (`_by_…` and `_is_at_an_end`) and checks that the place lies in the domain.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from exactnb.core.expression.nodes import (
    Derivative,
    Expression,
    Extremum,
    Function,
    Index,
    Integer,
    Negative,
    Product,
    Series,
    Sum,
    Symbol,
)
from exactnb.core.expression.reasons import Rule
from exactnb.core.lazy import once
from exactnb.core.record import frozen
from exactnb.explain.derivation.lines import Line
from exactnb.explain.proving.facts import DEFINITE, GIBBS
from exactnb.explain.proving.facts.at_ends import is_at_moving_end, moving_supports
from exactnb.explain.proving.facts.cited import compared_matrices
from exactnb.explain.proving.forms.patterns import component_places, free_letters, match, rewritten
from exactnb.explain.proving.scope.alphabet import INTERVALS
from exactnb.explain.proving.scope.comparing import (
    differ_by_constant,
    is_inside,
    is_opposite,
    may_depend,
    ratio_sign,
    same_form,
    sign_of,
)
from exactnb.explain.proving.scope.scope import AcceptedLine, Declared, ends_of, inside, ways_inside

_ZERO, _ONE = Integer(0), Integer(1)


def maximum_problem(declared: Declared, accepted: Sequence[AcceptedLine], line: Line) -> str:
    """Return why the lines `accepted` do not show that the formula is largest where `line` says, or "".

    The letter on the left was defined as the place where a formula is largest, for one number of some
    domain in `declared`, or for all numbers of a distribution at once.
    """
    # What rests on a condition is left out; the conditions themselves are asked for below.
    lines = [e.line for e in accepted if not e.conditional or e.line.reason.rule is Rule.ASSUME]
    definition = _variable_and_objective(lines, line.left)
    if definition is None:
        return "the left side was not defined as where something is largest"
    variable, body, is_component = definition
    by_sign = declared.domain(variable) is None  # a sign is then all that it may be
    signs = (*declared.positive, *declared.natural)
    facts = (e for e in signs if not by_sign or match(e, variable) is None)
    # A maximum has to hold for all that may vary: were θ > 1 assumed too, it would be one of a part.
    if any(may_depend(declared, e, variable) for e in facts):
        return "more is assumed of what varies than its domain"
    claim = _Largest(declared, lines, variable, body, line.right)
    if moving_supports(declared, variable):
        is_end = not claim.conditions and is_at_moving_end(declared, lines, variable, body, line.right)
        if not is_end:
            return (
                "the support moves with it, and nothing shows that this is the last place for all rows"
            )
        return "" if claim.is_allowed() else "this place is not allowed"
    # θ̂ = θ would be true of every maximum, and of everything else.
    if may_depend(declared, line.right, variable) or not claim.is_proved(together=is_component):
        return "nothing shows that this is the maximum"  # which is one place
    return "" if claim.is_allowed() else "this place is not allowed"


@frozen
class _Largest:
    """The claim that a formula, the body, is largest where what varies is at a place.

    What shows it are lines that were accepted.
    """

    declared: Declared
    lines: Sequence[Line]
    variable: Symbol
    body: Expression
    at: Expression

    def is_proved(self, *, together: bool) -> bool:
        """Say whether some proof holds: of one number that varies, or of all `together`."""
        if self.declared.matrix_domain(self.variable) is not None:
            return self._is_by_determinants()
        if together:
            return self._is_by_gibbs(together=True)
        ways = (
            self._is_by_gibbs,
            self._is_by_curvature,
            self._is_by_turning,
            self._is_by_moment,
            self._is_at_an_end,
        )
        return any(way() for way in (*ways, self._is_by_distances))

    def is_allowed(self) -> bool:
        """Say whether the place lies in the set that varies: what was said of it first, ends and all.

        What later lines say, that it lies inside, is where slopes are taken.
        """
        domain = self.declared.first_domain(self.variable)
        if domain is None:
            return sign_of(self.declared, self.at) in ("+", "0+" if self._is_nonnegative else "+")
        if domain.kind == "definite":
            return self.declared.matrix_domain(self.at) == domain
        if domain.kind not in INTERVALS:
            return domain.kind == "reals"
        ends = ends_of(domain)
        return all(
            sign_of(self.declared, way) in (("+", "0+") if end in ends else ("+",))
            for end, way in ways_inside(domain, self.at)
        )

    def _is_by_determinants(self) -> bool:
        """Say whether an inequality of log-determinants compares what varies with the place."""
        # It is strict but where both are one: what falls with its left side is largest there.
        return not self.conditions and any(
            compared_matrices(line) == (self.variable, self.at)
            and is_opposite(self.declared, self.body, line.left, self.variable)
            for line in self._cited(DEFINITE)
        )

    def _is_by_gibbs(self, *, together: bool = False) -> bool:
        """Say whether an inequality compares the formula anywhere with itself at the place.

        One number varies, or all numbers of a distribution `together`.
        """
        for line in self._cited(GIBBS):
            there: Expression | None = None
            if together:
                # An inequality f(θ) ≤ g shows a maximum only if g is f at the place: then it is reached
                # there.
                there = rewritten(line.left, self.variable, self.at)
            elif free_letters(self.variable) <= free_letters(line.left):  # else it is of several
                there = rewritten(line.left, self.variable, self.at, _is_same_index)
            # Conditions may only say that the variable is a distribution; others would restrict it.
            same = line.right == there and all(_sums_to_one(c, line.left) for c in self.conditions)
            # log θ has no value at θ = 0. What is compared inside holds at the ends by its limits,
            # since a term with the weight 0 counts as 0 and any other goes to −∞.
            around = inside(self.declared, self.variable)
            if same and differ_by_constant(around, self.body, line.left, self.variable):
                return True
        return False

    def _is_by_curvature(self) -> bool:
        """Say whether the slope is zero there, inside of what is allowed, and falls everywhere."""
        if not self._has_sign(Derivative(self.body, self.variable, 2), "<"):
            return False
        if not is_inside(self.declared, self.variable, self.at):
            return False
        # A slope that falls everywhere is zero at one place at most, so a zero there is the maximum.
        there = map(self._at_place, self._slopes_without_conditions())
        return any(slope is not None and same_form(self.declared, slope, _ZERO) for slope in there)

    def _is_by_turning(self) -> bool:
        """Say whether the slope is something positive times the way to the place: up, then down."""
        # At an end of the domain a slope of zero is not needed, nor enough.
        if not is_inside(self.declared, self.variable, self.at):
            return False
        way = (self.at, self.variable)
        slopes = self._slopes_without_conditions()
        for slope in slopes:
            # The slope as the prover wrote it, w·(place − θ) with w > 0: it is positive before the
            # place and negative behind it, whatever the curvature is.
            match slope:
                case Product((*weights, Sum((at, Negative(by))))) if (at, by) == way:
                    if sign_of(self.declared, Product.of(weights)) == "+":
                        return True
        return any(ratio_sign(self.declared, (slope, _ZERO), way) == "+" for slope in slopes)

    def _is_by_moment(self) -> bool:
        """Say whether the slope is c·(m − μ), with a positive c and a μ that rises and is m there.

        Then it is positive up to the place, where μ is less than m, and negative behind it. Where μ
        falls, the slope is c·(μ − m).
        """
        if not is_inside(self.declared, self.variable, self.at):
            return False
        for slope in self._slopes_without_conditions():
            match slope:
                case Product((*weights, Sum((first, Negative(second))))):
                    weight = sign_of(self.declared, Product.of(weights))
                    for m, mu, relation in ((first, second, ">"), (second, first, "<")):
                        moves = self._has_sign(Derivative(mu, self.variable), relation)
                        there = self._at_place(mu) if moves and weight == "+" else None
                        fixed = not may_depend(self.declared, m, self.variable)
                        if there is not None and fixed and self._are_equal(there, m):
                            return True
        return False

    def _are_equal(self, there: Expression, m: Expression) -> bool:
        """Say whether two formulas are alike, or it was assumed of the place that they are equal."""
        assumed = (e for e in self.lines if e.reason.rule is Rule.ASSUME and e.relation == "=")
        return same_form(self.declared, there, m) or any(
            (line.left, line.right) == (there, m) for line in assumed
        )

    def _is_by_distances(self) -> bool:
        """Say whether the formula falls with the sum of distances from numbers whose median it is.

        That sum falls up to the median and rises behind it: an end of the domain that the median does
        not lie inside of is the best place of the domain.
        """
        domain = self.declared.first_domain(self.variable)
        if self.conditions or (domain is not None and domain.kind not in ("reals", *INTERVALS)):
            return False
        for line in self.lines:
            match line.right if line.reason.rule is Rule.COUNT else None:
                case Series("median", index, rows, x, None):
                    distance = Function("abs", Sum((x, Negative(self.variable))))
                    distances = Series("sum", index, rows, distance)
                    # Σ|x − θ| has no slope at the numbers themselves, so no derivative is asked for
                    # here.
                    is_middle = line.left == self.at or self._is_beyond_end(line.left)
                    if is_middle and is_opposite(self.declared, self.body, distances, self.variable):
                        return True
        return False

    def _is_beyond_end(self, middle: Expression) -> bool:
        """Say whether the place is an end of the domain, and a median is not on its inner side."""
        if self.at not in self._ends():
            return False
        domain = self.declared.first_domain(self.variable)
        is_low = domain is None or self.at == domain.parts[0]
        way = (self.at, Negative(middle)) if is_low else (middle, Negative(self.at))
        return sign_of(self.declared, Sum(way)) in ("+", "0+")

    def _is_at_an_end(self) -> bool:
        """Say whether the formula falls all the way from the place, or rises to it, finite there."""
        ends = self._ends()
        if self.at not in ends or self.conditions:
            return False
        slope, domain = Derivative(self.body, self.variable), self.declared.first_domain(self.variable)
        is_low = domain is None or self.at == domain.parts[0]
        if not self._has_sign(slope, "<" if is_low else ">"):
            return False
        # A formula that grows to its end may be infinite there, or have no value: then it is no
        # maximum.
        return any(self._at_place(formula) is not None for formula in self._right_sides(self.body))

    def _ends(self) -> tuple[Expression, ...]:
        """Return the ends that a letter may be at: both of an interval, or zero."""
        domain = self.declared.first_domain(self.variable)
        if domain is not None:
            return ends_of(domain)
        return (_ZERO,) if self._is_nonnegative else ()

    @property
    def _is_nonnegative(self) -> bool:
        """Say whether what varies is assumed to be 0 or more."""
        facts = self.declared.natural
        return any(self.declared.fitting(fact, self.variable) is not None for fact in facts)

    def _at_place(self, formula: Expression) -> Expression | None:
        """Return what a formula is at the place, None if it has no value there or still varies.

        Where the formula holds the letter with other indices or by a name, these are left.
        """
        there = rewritten(formula, self.variable, self.at, _is_same_index)
        return None if may_depend(self.declared, there, self.variable) else there

    def _slopes_without_conditions(self) -> list[Expression]:
        """Return what the slope is, if nothing is assumed of what varies but that it is zero."""
        slopes = list(self._right_sides(Derivative(self.body, self.variable)))
        # "Slope = 0" is how the place was found, and restricts nothing; any other condition would make
        # the maximum one of those θ alone that satisfy it.
        free = all(c.left in slopes and c.right == _ZERO for c in self.conditions)
        return slopes if free else []

    @once
    def conditions(self) -> list[Line]:
        """Return the equations that are assumed of what varies."""
        assumed = (e for e in self.lines if e.reason.rule is Rule.ASSUME and e.relation == "=")
        return [
            line
            for line in assumed
            if any(may_depend(self.declared, side, self.variable) for side in (line.left, line.right))
        ]

    def _cited(self, what: str) -> Iterator[Line]:
        return (e for e in self.lines if e.reason.rule is Rule.CITED and e.reason.words == what)

    def _has_sign(self, left: Expression, relation: str) -> bool:
        """Say whether a line says that something is less, or greater, than 0."""
        rules = (Rule.MAXIMUM, Rule.CITED)
        signs = (e for e in self.lines if e.reason.rule in rules and e.right == _ZERO)
        return any(line.left == left and line.relation == relation for line in signs)

    def _right_sides(self, left: Expression) -> Iterator[Expression]:
        return (line.right for line in self.lines if line.left == left and line.relation == "=")


def _variable_and_objective(
    lines: Sequence[Line], left: Expression
) -> tuple[Symbol, Expression, bool] | None:
    """Return the variable of a maximum and the formula, and whether it is one of several that vary."""
    for line in reversed(lines):
        right = line.right
        if line.reason.rule is not Rule.DEFINE or not isinstance(right, Extremum):
            continue
        variable = right.variable
        if not isinstance(variable, Symbol) or not isinstance(left, Symbol):
            continue
        if line.left == left:
            return variable, right.body, False
        vector = line.left
        if isinstance(vector, Symbol) and component_places(left, vector):
            component = Symbol(variable.letter, left.lower, variable.upper, role=variable.role)
            return component, right.body, True
    return None


def _is_same_index(letter: str, place: Expression) -> bool:
    return place == Index(letter)


def _sums_to_one(condition: Line, compared: Expression) -> bool:
    """Say whether a condition says that the numbers add up to 1 whose logarithms are compared."""
    if not isinstance(compared, Series) or not isinstance(compared.body, Product):
        return False
    last = compared.body.factors[-1]
    if not isinstance(last, Function):
        return False
    total = Series("sum", compared.index, compared.domain, last.argument)
    return condition.left == total and condition.right == _ONE
