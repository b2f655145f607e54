"""Rules of smoothing that do not add up: computed as asked, and the solution says so."""

from __future__ import annotations

from fractions import Fraction

from thoroughness import all_of
from valued import value

from exactnb import Problem, solve

ROWS = "[data]\ntable = '''\na k\n1 +\n0 +\n1 -\n1 -\n'''\n"
SAID = "By this rule"


def problem(rule: str, more: str = "") -> Problem:
    """Return a 0/1 column in two classes under a rule of smoothing."""
    return Problem.from_text(f"{ROWS}[model]\nsmoothing = {rule}\n{more}\n[query]\nx = {{ a = 0 }}\n")


def told(of: Problem) -> str:
    """Return a solution's text on one line, from where it speaks of the rule."""
    return " ".join(solve(of).text().partition(SAID)[2].split())


@all_of(
    "rule, one, zero_by_rule",
    [
        ("{ add = 1, cells = 3 }", "2/5", "2/5"), ('{ add = 1, cells = "slot" }', "2/5", "2/5"),
        ('{ m = 2, p = "1/4" }', "3/8", "3/8"),
        ('{ m = 2, p = { 1 = "1/4", 0 = "1/2" } }', "3/8", "1/2"),
    ],
)  # fmt: skip
def test_a_zero_has_what_is_left_or_what_the_rule_gives(rule: str, one: str, zero_by_rule: str) -> None:
    """Of a 1 and a 0, bernoulli gives the zero what the one leaves, categorical its own estimate."""
    bernoulli, categorical = problem(rule), problem(rule, 'family = "categorical"')
    for of in (bernoulli, categorical):
        assert value(of, "P(a=1|+)") == Fraction(one)
    assert value(bernoulli, "P(a=0|+)") == 1 - Fraction(one)
    assert value(categorical, "P(a=0|+)") == Fraction(zero_by_rule)
    rest = "both would not add up to one, so a zero has what a one leaves: 1 − P(a=1|+)"
    assert told(bernoulli).startswith(f"{rest} = {1 - Fraction(one)}.")
    if "slot" not in rule:  # whose rest is for what was never seen
        total = Fraction(one) + Fraction(zero_by_rule)
        assert told(categorical).startswith(
            f"they do not add up to one: P(a=0|+) + P(a=1|+) = {total}."
        )


@all_of(
    "rule", ["0", "1", '"0+"', "{ clip = 0.1 }", "{ frequency = 0.1 }", "{ m = 3 }",
             '{ m = 2, p = { 1 = "1/4", 0 = "3/4" } }', '{ dirichlet = 2, take = "mode" }'],
    apart=3,
)  # fmt: skip
def test_a_rule_that_adds_up_is_not_spoken_of(rule: str) -> None:
    """Where both values have 1 together, there is nothing to say."""
    for family in ("", 'family = "categorical"'):
        assert SAID not in solve(problem(rule, family)).text()


def test_priors_and_words_are_added_up_too() -> None:
    """(2 + 1)/(4 + 3) of each class are 6/7; (1 + 1)/(2 + 5) of two words 4/7."""
    prior = problem("0", 'prior = "smoothed"\nprior_smoothing = { add = 1, cells = 3 }')
    assert told(prior).startswith("they do not add up to one: P(+) + P(−) = 6/7.")
    texts = "[data]\ntable = '''\nclass | text\n+ | a b\n- | b\n'''\n"
    words = Problem.from_text(f"{texts}[model]\nsmoothing = {{ add = 1, cells = 5 }}\n")
    assert "P(a|+) + P(b|+) = 4/7." in told(words)
    assert "P(a|−) + P(b|−) = 1/2." in told(words)


def test_what_was_not_counted_is_no_rule() -> None:
    """Given numbers, and a class without rows, are not spoken of."""
    given = "[data]\nparameters = '''\nk | + | -\nprior | 1/2 | 1/2\na | 1/3 | 1\n'''\n"
    assert SAID not in solve(Problem.from_text(given + '[model]\nfamily = "bernoulli"\n')).text()
    empty = ROWS.replace("[data]", '[data]\nclasses = ["+", "-", "0"]').replace("0 +", "1 +")
    assert SAID not in solve(Problem.from_text(empty + '[model]\nprior = "uniform"\n')).text()
