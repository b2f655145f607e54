from fractions import Fraction

from thoroughness import all_of
from worked import problem_file

from exactnb import Conventions, ModelChoice, Problem, Table
from exactnb.core.arithmetic.rounding import Rounding, rounded
from exactnb.core.arithmetic.values import UNDEFINED
from exactnb.core.expression.results import Decision, Value
from exactnb.core.model.quantities import Quantities
from exactnb.core.model.quantity import Effort
from exactnb.core.naming.names import QuantityName

TENNIS = Problem.read(problem_file("play_tennis"))
POSTERIOR = TENNIS.scope.resolve("P(Yes|x')")
DECISION = TENNIS.scope.resolve("argmax(x')")
GRAPH = Quantities([POSTERIOR, DECISION], TENNIS.define, Effort())
PRIORS = [TENNIS.scope.resolve(text) for text in ("P(Yes)", "P(No)")]
PARAMETERS = [name for name in GRAPH if name.head == "P" and "=" in str(name)]


def posterior(rounding: Rounding, only: list[QuantityName] | None = None) -> Value:
    """Return P(Yes|x') with rounding after each step, or after some."""
    return GRAPH.evaluate(rounding=rounding, round_only=only)[POSTERIOR]


def printed(value: Value) -> str:
    """Return a number to four decimal places."""
    assert isinstance(value, Fraction)
    return str(rounded(value, Rounding(places=4)))


@all_of(("digits", "text"), [(1, "0.1233"), (2, "0.1962"), (3, "0.2040"), (4, "0.2045"), (5, "0.2046")])
def test_parameters_rounded_early_change_the_posterior(digits: int, text: str) -> None:
    """Eight estimates and two priors rounded to d decimals, all else exact: 0.2046 is met at five."""
    only = [*PARAMETERS, *PRIORS]
    assert len(only) == 10
    assert printed(posterior(Rounding(places=digits), only)) == text
    assert printed(posterior(Rounding(figures=digits), only)) == text


@all_of(("digits", "text"), [(1, "0.1444"), (2, "0.1981"), (3, "0.2039"), (4, "0.2045"), (5, "0.2046")])
def test_exact_priors_make_a_difference(digits: int, text: str) -> None:
    """With the estimates rounded and the priors 9/14 and 5/14 exact, other digits come out."""
    assert printed(posterior(Rounding(places=digits), PARAMETERS)) == text


@all_of(
    "places, worth",
    [(1, UNDEFINED), (2, Fraction("0.33")), (3, Fraction("0.192")), (4, Fraction("0.2046"))],
)
def test_every_step_rounded_to_places(places: int, worth: Value) -> None:
    """With one decimal both joints vanish and the posterior is 0/0."""
    assert posterior(Rounding(places=places)) == worth


@all_of(("figures", "worth"), [(1, "0.2"), (2, "0.2"), (3, "0.203"), (4, "0.2045"), (5, "0.20458")])
def test_every_step_rounded_to_figures(figures: int, worth: str) -> None:
    """Significant figures never lose a small number whole."""
    assert posterior(Rounding(figures=figures)) == Fraction(worth)


def test_decisions_follow_the_rounded_scores() -> None:
    """With one decimal there is no decision, with two the class No."""
    assert GRAPH.evaluate(rounding=Rounding(places=1))[DECISION] == UNDEFINED
    assert GRAPH.evaluate(rounding=Rounding(places=2))[DECISION] == Decision(("No",))


def test_what_is_counted_or_given_stays_exact() -> None:
    """Counts and given priors are data: rounding to tens leaves 14 and 1/3 alone."""
    table = Table.from_rows([("u", "+")] * 14 + [("v", "-")] * 7, ["a", "y"])
    thirds = ModelChoice(Conventions(prior={"+": "1/3", "-": "2/3"}))
    problem = Problem(table, {"x": {"a": "u"}}, {"model": thirds})
    names = [problem.scope.resolve(text) for text in ("P(+,x)", "count(+)", "P(+)")]
    values = Quantities(names, problem.define, Effort()).evaluate(rounding=Rounding(places=1))
    assert [values[name] for name in names] == [Fraction(3, 10), 14, Fraction(1, 3)]


def test_the_rule_of_rounding_counts() -> None:
    """1/8 is 0.13 at school and 0.12 at the bank."""
    table = Table.from_rows([("u", "+"), *[("v", "+")] * 7], ["a", "y"])
    problem = Problem(table)
    name = problem.scope.resolve("P(a=u|+)")
    found = Quantities([name], problem.define, Effort())
    assert found.evaluate(rounding=Rounding(places=2))[name] == Fraction(13, 100)
    half_even = Rounding(places=2, rule="half-even")
    assert found.evaluate(rounding=half_even)[name] == Fraction(12, 100)
    assert found.evaluate(rounding=half_even, round_only=[])[name] == Fraction(1, 8)


def test_an_overridden_value_is_not_rounded() -> None:
    """What a student wrote is taken as it is, and only what follows from it is rounded."""
    joint = TENNIS.scope.resolve("P(Yes,x')")
    values = GRAPH.evaluate(overrides={joint: Fraction(1, 189)}, rounding=Rounding(places=2))
    assert values[joint] == Fraction(1, 189)
    assert values[TENNIS.scope.resolve("P(x')")] == Fraction(3, 100)
    assert values[POSTERIOR] == Fraction(18, 100)


def test_logarithms_are_rounded_too() -> None:
    """log(125/486) is -1.358 to three places; a wrapped quantity is a step like any other."""
    name = TENNIS.scope.resolve("log(odds(Yes:No|x'))")
    found = Quantities([name], TENNIS.define, Effort())
    assert found.evaluate(rounding=Rounding(places=3), round_only=[name])[name] == Fraction("-1.358")
