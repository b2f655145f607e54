from fractions import Fraction

import pytest

from exactnb import Conventions, ModelChoice, Problem, Table
from exactnb.core.arithmetic.values import INFINITY, UNDEFINED, Infinite
from exactnb.core.expression.nodes import Product, Quotient, Reference
from exactnb.core.expression.results import Value
from exactnb.core.model.quantities import Quantities, causes_in
from exactnb.core.model.quantity import Effort
from exactnb.core.naming.names import QuantityName

TINY = Table.from_rows(
    [("1", "1", "+"), ("1", "0", "+"), ("0", "1", "-"), ("0", "0", "-")],
    ["a", "b", "y"],
    values={"a": ["0", "1"], "b": ["0", "1"]},
    classes=["+", "-", "none"],
)
EMPTY_CLASS = Problem(
    TINY,
    {"x": {"a": "1", "b": "1"}, "z": {"a": "0"}},
    {
        "model": ModelChoice(Conventions(prior="uniform")),
        "smoothed": ModelChoice(Conventions(prior="smoothed", prior_smoothing=1)),
    },
)
TWO = Problem(Table.from_rows([("1", "1", "+"), ("1", "0", "+"), ("0", "1", "-")], ["a", "b", "y"]),
              {"x": {"a": "1", "b": "1"}, "w": {"a": "0", "b": "0"}})  # fmt: skip


def graph(problem: Problem, *texts: str) -> Quantities:
    """Return the graph of some quantities."""
    return Quantities([problem.scope.resolve(text) for text in texts], problem.define, Effort())


def value(problem: Problem, text: str) -> Value:
    """Return the value of a quantity."""
    return graph(problem, text).value(problem.scope.resolve(text))


def culprits(problem: Problem, text: str) -> list[str]:
    """Return the names of what makes a quantity zero or undefined."""
    found = graph(problem, text)
    return [str(culprit) for culprit in found.causes_of_zero(problem.scope.resolve(text))]


def test_zeros_have_culprits() -> None:
    """A zero joint is traced to the estimates that are 0 — or 1, where 1 − p counts."""
    assert value(TWO, "P(-,x)") == 0
    assert culprits(TWO, "P(-,x)") == ["P(a=1|-)"]
    assert culprits(TWO, "P(x|-)") == ["P(a=1|-)"]
    assert culprits(TWO, "P(+,w)") == ["P(a=1|+)"]
    assert culprits(TWO, "P(-,w)") == ["P(b=1|-)"]
    assert culprits(TWO, "lr(-:+|x)") == ["P(a=1|-)"]


def test_zero_evidence_has_culprits() -> None:
    """Of 0/0 the zeros in the denominator are named: one for each class."""
    assert value(TWO, "P(+|w)") == UNDEFINED
    for text in ("P(+|w)", "P(-|w)", "P(w)"):
        assert culprits(TWO, text) == ["P(a=1|+)", "P(b=1|-)"]


@pytest.mark.exhaustive
def test_a_class_without_rows_has_undefined_estimates() -> None:
    """Nothing was counted in it: 0/0, and what rests on that is undefined, a zero beside it or not."""
    for model in ("", "; smoothed"):
        found = graph(EMPTY_CLASS, f"P(none,x{model})", f"argmax(x{model})", f"P(z{model})")
        values: dict[str, Value] = {str(n): found.value(n) for n in found}
        assert values["count(none)"] == 0
        assert values[f"P(none{model})"] == Fraction(1, 3 if not model else 7)
        assert values[f"P(a=1|none{model})"] == UNDEFINED
        assert values[f"P(none,x{model})"] == UNDEFINED
        assert values[f"P(z{model})"] == UNDEFINED
        assert values[f"argmax(x{model})"] == UNDEFINED
        both = [f"P(a=1|none{model})", f"P(b=1|none{model})"]
        assert culprits(EMPTY_CLASS, f"P(none,x{model})") == both
        assert culprits(EMPTY_CLASS, f"P(x|none{model})") == both
        assert culprits(EMPTY_CLASS, f"P(a=0|none{model})") == both[:1]


def test_infinite_odds_have_culprits() -> None:
    """Odds over 0 are infinite, and the zero below is what makes them so."""
    assert value(TWO, "odds(+:-|x)") == Infinite(1)
    assert culprits(TWO, "odds(+:-|x)") == ["P(a=1|-)"]
    assert value(TWO, "log_odds(-:+|x)") == Infinite(-1)


def test_what_is_infinite_is_a_cause_as_what_is_zero() -> None:
    """0 · ∞ is undefined by both, 1/∞ is zero by what is below, and 1 is no cause."""
    worth: dict[str, Value] = {"none": Fraction(0), "all": INFINITY, "one": Fraction(1)}
    none, every, one = (Reference(QuantityName("P", (), (), model)) for model in worth)
    for formula, causes in (
        (Product((none, one, every)), [none, every]),
        (Quotient(one, every), [every]),
        (Quotient(none, one), [none]),
    ):
        found = causes_in(formula, lambda name: worth[name.model])
        assert found == [cause.name for cause in causes]
