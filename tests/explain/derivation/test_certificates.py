"""Each rule accepts what it says and rejects what it does not."""

from dataclasses import replace
from fractions import Fraction

import pytest
from thoroughness import all_of
from verifying import (
    TABLE,
    accepted,
    derived,
    formula,
    number,
    ref,
    rejected,
)

from exactnb import Problem, solve
from exactnb.core.arithmetic import matrices, roots
from exactnb.core.arithmetic.rounding import Decimal
from exactnb.core.expression.nodes import (
    IndexedProduct,
    Integer,
    Labels,
    MatrixNode,
    Negative,
    Numeral,
    PointsNode,
    Product,
    Quotient,
    Reference,
    Special,
    Sum,
    VectorNode,
)
from exactnb.core.expression.reasons import (
    AS_COUNTED,
    COMPARED,
    DECIDED,
    EXPANDED,
    ROUNDED,
    VALUE,
    Reason,
    Rule,
)
from exactnb.explain.derivation import (
    Chain,
    Line,
    Rejected,
    Remark,
    Step,
    verify,
)
from exactnb.explain.derivation.decimals import rounds_to
from exactnb.explain.solution.setting import problem_source


def test_a_formula_is_that_of_the_graph():
    """Under a definition or an assumption, a line is the quantity's formula for its reason."""
    for text in ("P(+|x)", "P(+,x)", "P(x)", "P(+)", "P(a=1|+)"):
        accepted(Chain((formula(text),)))
    line = formula("P(+,x)")
    turned = Product(line.right.factors[::-1])
    rejected(Chain((replace(line, right=turned),)), words="not the formula of this quantity")


def test_a_formula_has_its_own_reason():
    """The words of a definition or an assumption are those of the quantity."""
    line = replace(formula("P(+,x)"), reason=Reason(Rule.DEFINE, "total probability"))
    rejected(Chain((line,)), words="the reason is 'naive Bayes'")


def test_a_formula_opens_a_chain():
    """A formula that follows another line is rejected, and so is one about no name."""
    line = formula("P(+|x)")
    rejected(Chain((line, line)), words="a formula opens the chain")
    rejected(
        Chain((replace(line, left=line.right),)), words="a formula opens the chain of a named quantity"
    )


def test_a_given_prior_is_a_formula():
    """Under the rule of what is given, only the given number is accepted."""
    from exactnb import Conventions, ModelChoice

    choice = ModelChoice(Conventions(prior={"+": "3/4", "-": "1/4"}))
    solution = solve(Problem(TABLE, models={"model": choice}))
    left = Reference(solution.problem.scope.resolve("P(+)"))
    for above, below, fits in ((3, 4, True), (6, 8, False)):
        line = Line(left, "=", number(above, below), Reason(Rule.GIVEN, "given"))
        source = problem_source(solution.problem)
        derivation = derived(Step("only", "", (Chain((line,)),)), source=source)
        if fits:
            verify(derivation, solution.quantities, source)
        else:
            with pytest.raises(Rejected, match="not the formula of this quantity"):
                verify(derivation, solution.quantities, source)


def test_a_count_is_taken_from_the_rows():
    """Under counting, a line holds the number that the rows give, as an integer."""
    counting = Reason(Rule.COUNT, "by counting")
    left = ref("count(a=1,+)")
    accepted(Chain((Line(left, "=", Integer(2), counting),)))
    rejected(Chain((Line(left, "=", Integer(3), counting),)), words="the sides differ")
    two = Sum((Integer(1), Integer(1)))
    rejected(Chain((Line(left, "=", two, counting),)), words="counting the rows gives 2")
    rejected(Chain((Line(ref("P(+)"), "=", number(3, 4), counting),)), words="only a count is counted")


def test_a_product_over_an_index_is_written_out():
    """Under writing out, a line holds the same factors in the same order."""
    line = formula("P(+,x)")
    first, *rest = line.right.factors
    general = IndexedProduct("factor", (("class", "+"), ("x", "x")), tuple(rest))
    opening = replace(line, right=Product((first, general)))
    accepted(Chain((opening, replace(line, reason=EXPANDED))))
    dropped = replace(line, right=Product(line.right.factors[:-1]), reason=EXPANDED)
    rejected(Chain((opening, dropped)), words="the sides differ")
    turned = replace(line, right=Product(line.right.factors[::-1]), reason=EXPANDED)
    rejected(Chain((opening, turned)), words="not the same product written out")
    rejected(Chain((replace(line, reason=EXPANDED),)), words="nothing stands before it")


def test_numbers_are_put_in_for_names():
    """Under substitution, each name makes room for a number of its value, and nothing else changes."""
    line = formula("P(+,x)")
    numbers = Product((number(3, 4), number(2, 3), number(2, 3)))
    accepted(Chain((line, Line(line.left, "=", numbers, AS_COUNTED))))
    swapped = Product((number(2, 3), number(3, 4), number(2, 3)))
    rejected(Chain((line, Line(line.left, "=", swapped, AS_COUNTED))), words=r"2/3 is not P\(\+\)")
    merged = Product((number(1, 2), number(2, 3)))
    rejected(Chain((line, Line(line.left, "=", merged, AS_COUNTED))), words="the form changes")
    kept = Product((ref("P(+)"), number(2, 3), number(2, 3)))
    rejected(Chain((line, Line(line.left, "=", kept, AS_COUNTED))), words="a name is left")
    accepted(Chain((Line(line.left, "=", numbers, AS_COUNTED),)))  # of the formula, said elsewhere
    rejected(Chain((Line(line.left, "=", merged, AS_COUNTED),)), words="the form changes")
    rejected(Chain((Line(numbers, "=", numbers, AS_COUNTED),)), words="nothing stands before it")


def test_a_number_of_a_formula_stays_when_numbers_are_put_in():
    """The 1 of a complement stands for itself: 2 − 4/3 is no way to write 1 − 1/3."""
    line = formula("P(+,z)")
    shown = Product((number(3, 4), Sum((Integer(2), Negative(number(5, 3)))), number(2, 3)))
    rejected(Chain((line, Line(line.left, "=", shown, AS_COUNTED))), words="2 stands for 1")


def test_a_value_is_a_number():
    """Under the rule of values, the right side is worth the left one and names nothing."""
    left = ref("P(+,x)")
    accepted(Chain((Line(left, "=", number(1, 3), VALUE),)))
    rejected(Chain((Line(left, "=", number(1, 4), VALUE),)), words="the sides differ")
    rejected(Chain((Line(left, "=", left, VALUE),)), words="a name is left in a value")


@all_of(
    ("units", "places", "fits"),
    [(333, 3, True), (334, 3, False), (332, 3, False), (3, 1, True), (0, 0, True), (33, 3, False)],
)
def test_a_rounded_value_is_near(units, places, fits):
    """Under rounding, a decimal is within half a unit of its last digit."""
    line = Line(ref("P(+,x)"), "≈", Numeral(Decimal(units, places)), ROUNDED)
    if fits:
        accepted(Chain((line,)))
    else:
        rejected(Chain((line,)), words="not the value, rounded")


def test_a_rounded_value_is_a_decimal_after_its_sign():
    """A rounding holds a decimal behind ≈: neither = nor a fraction will do."""
    line = Line(ref("P(+,x)"), "≈", Numeral(Decimal(333, 3)), ROUNDED)
    rejected(Chain((replace(line, relation="="),)), words="'=' does not go with this rule")
    rejected(Chain((replace(line, right=number(1, 3)),)), words="not the value, rounded")
    rejected(Chain((replace(line, reason=VALUE),)), words="'≈' does not go with this rule")


def test_a_rounded_value_ends_its_chain():
    """Nothing follows from a rounded value, not even the exact one."""
    left = ref("P(+,x)")
    rounded = Line(left, "≈", Numeral(Decimal(333, 3)), ROUNDED)
    exact = Line(left, "=", number(1, 3), VALUE)
    accepted(Chain((exact, rounded)))
    rejected(Chain((rounded, exact)), words="≈ ends a chain")


@all_of("relation", ["<", "=", ">"])
def test_a_comparison_is_decided(relation):
    """Under comparison, exactly one of the three relations is accepted."""
    sides = {"<": (1, 2), "=": (1, 1), ">": (2, 1)}
    for true, (left, right) in sides.items():
        remark = Remark((Line(number(left, 7), relation, number(right, 7), COMPARED),))
        if true == relation:
            accepted(remark)
        else:
            words = "the sides differ" if relation == "=" else "the comparison does not hold"
            rejected(remark, words=words)


def test_undefined_is_not_compared():
    """Undefined is neither less nor greater than anything."""
    undefined = Quotient(Integer(0), Integer(0))
    for relation in "<>":
        rejected(Remark((Line(undefined, relation, Integer(1), COMPARED),)), words="does not hold")
    accepted(Chain((Line(undefined, "=", Special("undefined"), VALUE),)))
    rejected(Chain((Line(undefined, "=", Integer(0), VALUE),)), words="the sides differ")


def test_a_decision_is_the_class_of_the_largest_joint():
    """Under decision, the scores are those of the graph and the label is the winner's."""
    opening = formula("argmax(x)")
    winner = Line(opening.left, "=", Labels(("+",)), DECIDED)
    accepted(Chain((opening, winner)))
    rejected(Chain((opening, replace(winner, right=Labels(("-",))))), words="the sides differ")
    rejected(Chain((opening, replace(winner, right=Labels(("+", "-"))))), words="the sides differ")
    rejected(Chain((opening, replace(opening, reason=DECIDED))), words="a decision is a class")
    rejected(Chain((winner,)), words="the reason is")
    swapped = replace(opening.right, scores=opening.right.scores[::-1])
    rejected(Chain((replace(opening, right=swapped),)), words="not the formula of this quantity")


def test_the_left_side_stays_the_same():
    """All lines of a chain are about one quantity, even where another is worth the same."""
    lines = (formula("P(+,x)"), Line(number(1, 3), "=", number(1, 3), VALUE))
    rejected(Chain(lines), words="the left side stays the same")


@all_of("size", [0, 1, 3])
def test_as_many_decimals_as_numbers(size):
    """A vector, points or a matrix is rounded entry by entry: fewer decimals than entries are wrong."""
    third, decimal = Fraction(1, 3), Numeral(Decimal(33, 2))
    for value, shown in (
        (matrices.Vector((third, third)), VectorNode),
        (roots.Points((third, third)), PointsNode),
        (matrices.Matrix(((third, third),)), lambda entries: MatrixNode((entries,))),
    ):
        assert rounds_to(value, shown((decimal, decimal)))
        assert not rounds_to(value, shown((decimal,) * size))
    assert not rounds_to(matrices.Matrix(((third, third),)), MatrixNode(((decimal,), (decimal,))))
