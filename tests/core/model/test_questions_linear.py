"""The linear form of a model: bias and weights, what they add up to, where there is none."""

from dataclasses import replace
from fractions import Fraction

import pytest
from hypothesis import assume, given
from laws import DATA, LAW
from strategies import Case, cases
from thoroughness import all_of
from valued import value

from exactnb import Conventions, Documents, ModelChoice, Problem, Table, sample, solve
from exactnb.core.arithmetic import values
from exactnb.core.arithmetic.values import INFINITY, UNDEFINED, Infinite
from exactnb.core.expression.results import Value
from exactnb.core.naming.names import Item
from exactnb.errors import InputError

MAILS = Documents.of(
    [("+", "b d e b b d e"), ("+", "b c e b b d d e c"), ("+", "a d a d e a e e"),
     ("+", "b a d b e d a b"), ("-", "a b a b a b a e d"), ("-", "a c a c a c a e d"),
     ("-", "e a e d a e a"), ("-", "d e d e d")],
    stop_words=["d", "e"],
)  # fmt: skip


def of_mails(family: str, **said: object) -> Problem:
    """Return the problem of the lecture's mails in one family."""
    choice = ModelChoice(Conventions(prior="uniform", **said), family)  # type: ignore[arg-type]
    return Problem(MAILS, {"e*": "a b b d e b b"}, {"model": choice})


def is_log(found: Value, argument: str) -> bool:
    """Say whether a value is the logarithm of a number, exactly."""
    return values.compare(found, values.logarithm(Fraction(argument))) == 0  # type: ignore[arg-type]


def test_a_weight_is_the_log_of_an_odds_ratio() -> None:
    """Of a: (2/4·1/4)/(2/4·3/4) = 1/3, of b: (3/4·3/4)/(1/4·1/4) = 9, of c: 1 — and their logs."""
    problem = of_mails("bernoulli")
    assert is_log(value(problem, "weight(+:-|a)"), "1/3")
    assert is_log(value(problem, "weight(+:-|b)"), "9")
    assert value(problem, "weight(+:-|c)") == 0
    assert is_log(value(problem, "weight(-:+|a)"), "3")


def test_a_bias_is_what_nothing_seen_leaves() -> None:
    """With every word absent the odds are (2/4·1/4·3/4)/(1/4·3/4·3/4) = 2/3."""
    problem = of_mails("bernoulli")
    assert is_log(value(problem, "bias(+:-)"), "2/3")
    assert is_log(value(problem, "log_odds(+:-|a=0,b=0,c=0)"), "2/3")


def test_bias_and_weights_are_the_log_odds() -> None:
    """The ninth mail shows a and b: 2/3·1/3·9 = 2 are its odds."""
    problem = of_mails("bernoulli")
    added = values.add(
        value(problem, f"{of}") for of in ("bias(+:-)", "weight(+:-|a)", "weight(+:-|b)")
    )
    assert is_log(added, "2")
    assert is_log(value(problem, "log_odds(+:-|e*)"), "2")


def test_words_that_are_drawn_have_the_log_of_a_ratio() -> None:
    """In the multinomial model a weight is log θ+/θ−, once for each time the word stands there."""
    problem = of_mails("multinomial", smoothing=1)
    # + has a 5, b 9, c 2; − has a 11, b 3, c 3
    assert is_log(value(problem, "weight(+:-|a)"), str(Fraction(6, 19) / Fraction(12, 20)))
    assert is_log(value(problem, "weight(+:-|b)"), str(Fraction(10, 19) / Fraction(4, 20)))
    assert value(problem, "bias(+:-)") == 0
    weights = [value(problem, f"weight(+:-|{word})") for word in "abbbb"]
    added = values.add([value(problem, "bias(+:-)"), *weights])  # type: ignore[list-item]
    assert values.compare(added, value(problem, "log_odds(+:-|e*)")) == 0  # type: ignore[arg-type]


def test_where_absence_is_ignored_a_weight_is_of_presence_alone() -> None:
    """Without the factors 1 − p a weight is log p+/p−, and the bias that of the priors."""
    problem = of_mails("bernoulli", absent="ignore")
    assert is_log(value(problem, "weight(+:-|a)"), "2/3")
    assert value(problem, "bias(+:-)") == 0


def test_a_certain_column_has_an_infinite_weight() -> None:
    """p = 1 in one class alone has the weight ∞, the other way −∞; p = 0 in both is undefined."""
    rows = [("1", "0", "+"), ("1", "0", "+"), ("1", "0", "-"), ("0", "0", "-")]
    problem = Problem(Table.from_rows(rows, ["a", "b", "y"]))
    assert value(problem, "weight(+:-|a)") == INFINITY
    assert value(problem, "weight(-:+|a)") == Infinite(-1)
    assert value(problem, "weight(+:-|b)") == UNDEFINED
    assert value(problem, "bias(+:-)") == Infinite(-1)


@pytest.mark.parametrize("question", ["weight(+:-|a)", "bias(+:-)"])
def test_a_column_of_three_values_has_no_weight(question: str) -> None:
    """With a column that is not 0/1 the log-odds are not linear, and the column is named."""
    problem = Problem(Table.from_rows([("1", "u", "+"), ("0", "v", "-")], ["a", "Sky", "y"]))
    with pytest.raises(InputError, match="column Sky is not 0/1, so the log-odds are not linear in it"):
        value(problem, question)


def test_an_urn_has_no_weights() -> None:
    """Where θ is integrated out the log-odds are not linear in the counts."""
    problem = of_mails("dirichlet-multinomial", smoothing=1)
    with pytest.raises(InputError, match="with dirichlet-multinomial the log-odds are not linear"):
        value(problem, "weight(+:-|a)")


def test_a_linear_form_is_printed() -> None:
    """The quantities are worked out in a solution, with their formulas over estimates."""
    solution = solve(of_mails("bernoulli"), only=["weight(+:-|b)", "bias(+:-)"])
    assert "log" in solution.text()
    assert "≈ 2.197" in solution.text()


@LAW
@given(data=DATA)
def test_the_linear_form_is_the_log_odds(data) -> None:
    """For every complete observation bias and weights add up to the log-odds, exactly."""
    case = data.draw(cases(("bernoulli", "multinomial"), refused=False, limits=False))
    assume(case.queries and not case.is_limit)
    case = complete(case)
    problem = case.problem()
    first, second = (Item("query", "", k).spell() for k in case.classes[:2])
    for identity in case.queries:
        seen = case.seen(identity)
        terms = [value(problem, f"bias({first}:{second})")]
        for column in case.blocks:
            if seen.cells.get(column.name) == "1":
                spelled = Item("column", column.name, "").spell()
                terms.append(value(problem, f"weight({first}:{second}|{spelled})"))
        for word, number in seen.words().items():
            weight = value(problem, f"weight({first}:{second}|{case.word(word).spell()})")
            terms += [weight] * number
        if all(not isinstance(term, Infinite | type(UNDEFINED)) for term in terms):
            whole = value(problem, f"log_odds({first}:{second}|{Item('query', '', identity).spell()})")
            assert values.compare(values.add(terms), whole) == 0  # type: ignore[arg-type]


def complete(case: Case) -> Case:
    """Return the case with queries that name every column, and texts."""
    queries = {}
    for identity, given_cells in case.queries.items():
        cells = {column.name: given_cells.get(column.name, "0") for column in case.columns}
        if case.vocabulary is not None:
            cells["text"] = given_cells.get("text", "")
        queries[identity] = cells
    return replace(case, queries=queries, unseen="drop")


@pytest.mark.parametrize("absent", ["count", "ignore"])
def test_words_that_only_a_query_shows_are_no_part_of_another(absent: str) -> None:
    """An unseen word counts zero where it stands; bias, other queries and draws know nothing of it."""
    texts = Documents.of([("-", "fig"), ("+", "jam"), ("+", "fig jam")])
    choice = ModelChoice(Conventions(smoothing=1, unseen="zero", absent=absent), "bernoulli")
    queries = {"e1": "fig", "e2": "fig elk"}
    both, first = (Problem(texts, q, {"model": choice}) for q in (queries, {"e1": "fig"}))
    for name in ("bias(-:+)", "bayes_error", "free_parameters", "P(+,e1)"):
        assert value(both, name) == value(first, name), name
    assert sample(both, 20, "seed") == sample(first, 20, "seed")
    weights = [value(both, f"weight(-:+|{word})") for word in ("fig", "elk")]
    added = values.add([value(both, "bias(-:+)"), *weights])  # type: ignore[list-item]
    assert values.compare(added, value(both, "log_odds(-:+|e2)")) == 0  # type: ignore[arg-type]
    assert is_log(weights[1], "4/3")  # P(elk=1|-) = 1/3, P(elk=1|+) = 1/4
    named = ["log_odds(-:+|e2)", "bias(-:+)", "weight(-:+|fig)", "weight(-:+|elk)"]
    assert "As a linear form" in solve(both, only=named).text()


@all_of(
    "family, rows, model",
    [
        ("gaussian", "2 b\n-1 a", "share = 'all'"),
        ("gaussian", "2 b\n2 b\n-1 a", "share = 'classes'"),
        ("exponential", "0 a\n1/2 b", ""),
    ],
)
def test_densities_that_are_undefined_have_no_slope(family: str, rows: str, model: str) -> None:
    """A variance of 0, or a rate of 1/0, leaves no log-odds: no weight, no bias, none infinite."""
    text = f"[data]\ntable = '''\nx k\n{rows}\n'''\n[model]\nfamily = '{family}'\n{model}"
    problem = Problem.from_text(text)
    for name in ("log_odds(a:b|x=1)", "weight(a:b|x)", "bias(a:b)"):
        assert value(problem, name) is UNDEFINED, name
    assert "= undefined" in solve(problem, only=["weight(a:b|x)"]).text()
