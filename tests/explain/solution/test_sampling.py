"""Draws from a model: seeds, classes, texts and urns, refusals; every probability by enumeration."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Mapping
from fractions import Fraction as F
from itertools import product
from math import exp
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from thoroughness import all_of, law

from exactnb import Conventions, ModelChoice, Problem, Table, sample, solve
from exactnb.core.arithmetic.draws import Draws
from exactnb.errors import ExactnbError, InputError, TooMuch, Unsupported
from exactnb.explain.solution import sampling

LAW = law(6)
SOUP = """[data]
table = '''
mood    spoon   soup
happy   wooden  leek
happy   silver  leek
grumpy  silver  onion
grumpy  silver  leek
'''
"""
TEXTS = """[data]
table = '''
class | text
+ | a b b
+ | b
- | a a
'''
[model]
"""
SIMPLE = Problem.from_text(SOUP)
BAG = Problem.from_text(TEXTS + 'family = "multinomial"\n')
URN = Problem.from_text(TEXTS + 'family = "dirichlet-multinomial"\nsmoothing = 1\n')
SHORT = Problem.from_text(SOUP + "[model]\nsmoothing = { add = 1, cells = 7 }\n")
NO_SHARES = "the probabilities of column 'mood' add up to 1/2, so that nothing can be drawn"

Row = tuple[str, ...]


class Scripted:
    """Stand in for draws: follow a script, then take what comes first and note the other ways."""

    def __init__(self, script: Row, waiting: list[tuple[int, ...]]) -> None:
        self.script, self.waiting = script, waiting
        self.taken: tuple[int, ...] = ()
        self.weight = F(1)

    def choose_index(self, shares: list[F]) -> int:
        possible = [place for place, share in enumerate(shares) if share]
        if len(self.taken) < len(self.script):
            place = int(self.script[len(self.taken)])
        else:
            place, *others = possible
            self.waiting += [(*self.taken, other) for other in others]
        self.taken += (place,)
        self.weight *= shares[place]
        return place


def distribution(problem: Problem, monkeypatch: pytest.MonkeyPatch, **options: Any) -> Mapping[Row, F]:
    """Return the exact probability of every row that can be drawn, by trying all ways to draw."""
    found: dict[Row, F] = defaultdict(F)
    waiting: list[tuple[int, ...]] = [()]
    while waiting:
        draws = Scripted(waiting.pop(), waiting)  # type: ignore[arg-type]
        monkeypatch.setattr(sampling, "Draws", lambda seed, draws=draws: draws)
        (row,) = sample(problem, 1, 0, **options).rows
        found[row] += draws.weight
    return found


def test_a_seed_gives_the_same_rows_again() -> None:
    """Seed 1 gives these five rows, as the number and as text, and twice in a row."""
    expected = (
        ("grumpy", "silver", "leek"), ("happy", "silver", "leek"), ("happy", "silver", "leek"),
        ("happy", "silver", "leek"), ("grumpy", "silver", "onion"),
    )  # fmt: skip
    assert sample(SIMPLE, 5, 1).rows == sample(SIMPLE, 5, "1").rows == expected


def test_more_rows_begin_with_the_same_ones_and_other_seeds_with_others() -> None:
    """A longer sample begins with a shorter one, no rows are one too, and ten seeds give ten."""
    assert sample(SIMPLE, 40, 3).rows[:7] == sample(SIMPLE, 7, 3).rows
    assert sample(SIMPLE, 0, 3).rows == ()
    assert len({sample(SIMPLE, 30, seed).rows for seed in range(10)}) == 10


def test_every_row_is_drawn_with_its_joint_probability(monkeypatch: pytest.MonkeyPatch) -> None:
    """P(leek) = 3/4, P(happy|leek) = 2/3, P(wooden|leek) = 1/3: happy wooden leek has 1/6."""
    found = distribution(SIMPLE, monkeypatch)
    assert found == {
        ("happy", "wooden", "leek"): F(3, 4) * F(2, 3) * F(1, 3),
        ("happy", "silver", "leek"): F(3, 4) * F(2, 3) * F(2, 3),
        ("grumpy", "wooden", "leek"): F(3, 4) * F(1, 3) * F(1, 3),
        ("grumpy", "silver", "leek"): F(3, 4) * F(1, 3) * F(2, 3),
        ("grumpy", "silver", "onion"): F(1, 4),
    }


def test_a_given_class_is_the_only_one(monkeypatch: pytest.MonkeyPatch) -> None:
    """Given leek the rows have their likelihood, and no prior is drawn from."""
    found = distribution(SIMPLE, monkeypatch, given="leek")
    assert found["happy", "wooden", "leek"] == F(2, 9)
    assert sum(found.values()) == 1
    assert {row[-1] for row in found} == {"leek"}


def test_another_model_is_drawn_from_by_its_name(monkeypatch: pytest.MonkeyPatch) -> None:
    """With λ = 1 and a uniform prior P(happy, wooden, onion) = 1/2 · 1/3 · 1/3."""
    problem = Problem.from_text(SOUP + '[models.smooth]\nsmoothing = 1\nprior = "uniform"\n')
    found = distribution(problem, monkeypatch, model="smooth")
    assert found["happy", "wooden", "onion"] == F(1, 2) * F(1, 3) * F(1, 3)
    assert len(found) == 8
    assert distribution(problem, monkeypatch, model="model") == distribution(SIMPLE, monkeypatch)


def test_words_are_drawn_one_by_one(monkeypatch: pytest.MonkeyPatch) -> None:
    """In + a stands once and b three times: b a has 2/3 · 3/4 · 1/4, as a text and for a class."""
    found = distribution(BAG, monkeypatch, length=2)
    assert found["b a", "+"] == F(2, 3) * F(3, 4) * F(1, 4)
    assert found["a a", "-"] == F(1, 3)
    assert ("a b", "-") not in found
    assert distribution(BAG, monkeypatch, length=0) == {("", "+"): F(2, 3), ("", "-"): F(1, 3)}


def test_each_word_from_the_urn_is_put_back_twice(monkeypatch: pytest.MonkeyPatch) -> None:
    """In + the urn holds 2 a and 4 b: b, b, a has 4/6 · 5/7 · 2/8, in whatever order they come."""
    found = distribution(URN, monkeypatch, given="+", length=3)
    assert sum(found.values()) == 1
    for order in ("b b a", "b a b", "a b b"):
        assert found[order, "+"] == F(4, 6) * F(5, 7) * F(2, 8)
    assert found["a a a", "+"] == F(2, 6) * F(3, 7) * F(4, 8)


def test_the_coefficient_says_nothing_about_an_order(monkeypatch: pytest.MonkeyPatch) -> None:
    """Texts are drawn with their words in order, so the multinomial coefficient changes nothing."""
    for family in ("multinomial", "dirichlet-multinomial"):
        lines = f'family = "{family}"\nsmoothing = 1\n'
        counted = Problem.from_text(TEXTS + lines + "coefficient = true\n")
        plain = Problem.from_text(TEXTS + lines)
        assert distribution(counted, monkeypatch, length=3) == distribution(
            plain, monkeypatch, length=3
        )


def test_words_as_columns_are_drawn_as_a_table(monkeypatch: pytest.MonkeyPatch) -> None:
    """In a Bernoulli model of texts a row holds 0 or 1 for each word, and the class."""
    problem = Problem.from_text(TEXTS + 'family = "bernoulli"\nabsent = "ignore"\n')
    assert sample(problem, 1, 1).header == ("a", "b", "class")
    assert distribution(problem, monkeypatch, given="+") == {
        ("1", "1", "+"): F(1, 2),
        ("0", "1", "+"): F(1, 2),
    }


def test_a_class_that_cannot_come_needs_no_estimates() -> None:
    """A class of prior 0 without rows is never drawn; asked for, its estimates are undefined."""
    more = '[model]\nprior = { leek = "1/2", onion = "1/2", kale = 0 }\n'
    problem = Problem.from_text(SOUP + 'classes = ["leek", "onion", "kale"]\n' + more)
    assert {row[-1] for row in sample(problem, 50, 1).rows} == {"leek", "onion"}
    with pytest.raises(InputError) as refusal:
        sample(problem, 1, 1, given="kale")
    message = "a probability of column 'mood' is undefined, so that nothing can be drawn"
    assert str(refusal.value) == message


@all_of(
    ("problem", "count", "options", "message"),
    [
        (SIMPLE, 5, {"given": "lek"}, "given: unknown class 'lek' (did you mean 'leek'?)"),
        (SIMPLE, 5, {"length": 3}, "length: needs texts"),
        (SIMPLE, -1, {}, "count: expected a whole number; got '-1'"),
        (SIMPLE, True, {}, "count: expected a whole number; got 'true'"),
        (SIMPLE, 2.0, {}, "count: expected a whole number; got '2.0'"),
        (SIMPLE, 5, {"model": "other"}, "model: unknown model 'other'"),
        (BAG, 5, {}, "length: a text needs its length, in words"),
        (BAG, 5, {"length": -1}, "length: expected a whole number; got '-1'"),
        (BAG, 5, {"length": 2.5}, "length: expected a whole number; got '2.5'"),
        (SHORT, 1, {"given": "leek"}, NO_SHARES),
    ],
)
def test_what_cannot_be_drawn_is_refused(
    problem: Problem, count: Any, options: dict[str, Any], message: str
) -> None:
    """A wrong argument is refused by its name, and estimates that are no distribution by their sum."""
    with pytest.raises(InputError) as refusal:
        sample(problem, count, 1, **options)
    assert str(refusal.value) == message


@LAW
@given(
    rows=st.lists(
        st.tuples(st.sampled_from("uv"), st.sampled_from("01"), st.sampled_from("+-")),
        min_size=1,
        max_size=6,
    ),
    amount=st.sampled_from([F(1), F(1, 3), F(2)]),
)
def test_rows_have_the_joint_probability_of_the_solution(
    rows: list[tuple[str, str, str]], amount: F
) -> None:
    """For random tables the enumerated share of every row is P(k, x) of a query that shows it."""
    header = ["a", "b", "y"]
    values = {"a": ["u", "v"], "b": ["0", "1"]}
    queries = {f"q{a}{b}": {"a": a, "b": b} for a, b in product("uv", "01")}
    choice = ModelChoice(Conventions(smoothing=amount, prior="smoothed"))
    table = Table.from_rows(rows, header, values=values, classes=["+", "-"])
    problem = Problem(table, queries, {"model": choice})
    solution = solve(problem, only=["P(+)"])
    with pytest.MonkeyPatch.context() as monkeypatch:
        found = distribution(problem, monkeypatch)
    assert found == {(a, b, k): solution[f"P({k}, q{a}{b})"] for a, b, k in product("uv", "01", "+-")}


@all_of("problem, count, length", [(SIMPLE, 10**6, None), (BAG, 10**7, 0), (BAG, 1001, 1000)])
def test_a_sample_takes_no_more_effort_than_it_may(
    problem: Problem, count: int, length: int | None
) -> None:
    """Draws are paid for by what they choose among, before the first one; a small effort allows few."""
    with pytest.raises(TooMuch, match=f"^a sample of {count:,}: takes .* steps or more, 1,000,000 are"):
        sample(problem, count, 1, length=length)
    few = None if length is None else 1
    with pytest.raises(TooMuch, match="10 are allowed"):
        sample(problem, 10, 1, length=few, effort=10)
    assert len(sample(problem, 10, 1, length=few, effort=10**9).rows) == 10


OWN: dict[str, tuple[dict[str, Any], dict[str, float], Callable[[float], float]]] = {
    "power": ({"density": "t x^(t-1)", "support": "0 < x < 1", "parameters": {"t": "t > 0"}},
        {"t": 5.0}, lambda x: x**5),
    "rest": ({"density": "b (1-x)^(b-1)", "support": "0 < x < 1", "parameters": {"b": "b > 0"}},
        {"b": 0.25}, lambda x: 1 - (1 - x) ** 0.25),
    "exponential": ({"density": "r exp(-r x)", "support": "x > 0", "parameters": {"r": "r > 0"}},
        {"r": 2000.0}, lambda x: 1 - exp(-2000 * x)),
    "rayleigh": ({"density": "x/s^2 exp(-x^2/(2 s^2))", "support": "x > 0",
        "parameters": {"s": "s > 0"}}, {"s": 3.0}, lambda x: 1 - exp(-x * x / 18)),
    "pareto": ({"density": "a*2^a/x^(a+1)", "support": "x > 2", "parameters": {"a": "a > 0"}},
        {"a": 1.5}, lambda x: 1 - (2 / x) ** 1.5),
    "weibull": ({"density": "3 x^2/l^3 exp(-x^3/l^3)", "support": "x > 0",
        "parameters": {"l": "l > 0"}}, {"l": 40.0}, lambda x: 1 - exp(-((x / 40) ** 3))),
}  # fmt: skip


def stated(own: dict[str, Any], parameters: Mapping[str, float]) -> Problem:
    """Return a problem with one column of a stated family, its parameters given."""
    keys = "\n".join(f"{key} = {_toml(value)}" for key, value in own.items())
    rows = "\n".join(f"{letter}(x) | {value} | {value}" for letter, value in parameters.items())
    return Problem.from_text(
        f'[families.own]\n{keys}\n[model]\nfamilies = {{ x = "own" }}\n[query]\n'
        f"[data]\nparameters = '''\nclass | k | l\nprior | 1/2 | 1/2\n{rows}\n'''\n"
    )


def _toml(value: object) -> str:
    if isinstance(value, dict):
        return "{ " + ", ".join(f'{key} = "{text}"' for key, text in value.items()) + " }"
    return f'"{value}"'


@pytest.mark.exhaustive
@all_of("name", [*OWN])
def test_measurements_are_drawn_by_the_inverse(name: str) -> None:
    """What a number is above and below of agrees with the uniform number that it was drawn from."""
    own, parameters, distribution = OWN[name]
    problem = stated(own, parameters)
    for seed in range(3):
        ((text, _),) = sample(problem, 1, seed, given="k").rows
        level = 1 - Draws(seed).integer_below(2**64) / 2**64
        digits = text.lstrip("-0.").replace(".", "")
        half = 0.5 * 10.0 ** -(len(text.partition(".")[2]) + 4 - len(digits))
        x = float(text)
        assert distribution(x - half) <= level + 1e-12
        assert level <= distribution(min(x + half, 1) if "1" in own["support"] else x + half) + 1e-12


def test_counts_with_irrational_probabilities_are_drawn() -> None:
    """A Poisson count is drawn exactly: the sum of probabilities up to it passes a uniform number."""
    own = {"mass": "exp(-m) m^x/x!", "support": "x in {0, 1, ...}", "parameters": {"m": "m > 0"}}
    drawn = sample(stated(own, {"m": 2.0}), 40, 3, given="k").rows
    assert {x for x, _ in drawn} >= {"0", "1", "2", "3"}
    assert abs(sum(int(x) for x, _ in drawn) / 40 - 2) < 1


@pytest.mark.exhaustive
def test_a_mass_with_a_last_number_is_drawn() -> None:
    """No binomial count lies beyond the last one, nor before a first one that is negative."""
    binomial = {"mass": "C(3,x) q^x (1-q)^(3-x)", "support": "x in {0, ..., 3}",
        "parameters": {"q": "0 < q < 1"}}  # fmt: skip
    assert {x for x, _ in sample(stated(binomial, {"q": 0.5}), 40, 1).rows} == set("0123")


@pytest.mark.exhaustive
def test_densities_without_an_inverse_are_not_drawn() -> None:
    """One line names the column and says why: no antiderivative, a density that is none."""
    erlang = {"density": "b^2 x exp(-b x)", "support": "x > 0", "parameters": {"b": "b > 0"}}
    with pytest.raises(
        Unsupported, match="column 'x' is own; numbers are not drawn: no antiderivative"
    ):
        sample(stated(erlang, {"b": 2.0}), 1, 1)
    with pytest.raises(ExactnbError, match="its integral is 1/b, not 1"):
        sample(stated({**erlang, "density": "b x exp(-b x)"}, {"b": 2.0}), 1, 1)
