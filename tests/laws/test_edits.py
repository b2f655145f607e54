"""The law of edits: those that change a decision, each made anew, however a prior is estimated."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from random import Random

import pytest
from blocks_drawn import Values
from thoroughness import choose, in_both_runs, one_in

from exactnb import Problem, solve
from exactnb.core.arithmetic.values import UNDEFINED
from exactnb.core.expression.results import Listed
from exactnb.core.families import every_family
from exactnb.core.families.numbers import NumberFamily
from exactnb.errors import ExactnbError

Row = tuple[str, str, str]
WORDS = ("cash", "tea", "win")

PRIORS = {
    "relative frequencies": "'mle'",
    "uniform": "'uniform'",
    "given": "{ k = '1/3', l = '2/3' }",
    "smoothed by nothing": "'smoothed'",
    **{
        rule: f"'smoothed'\nprior_smoothing = {rule}"
        for rule in (
            "0", "1", "'0+'", "{ m = 0 }", "{ m = 1, p = { k = 0, l = 1 } }", "{ clip = 0 }",
            "{ frequency = 0 }", "{ frequency = '1/9' }", "{ clip = '1/9' }",
            "{ dirichlet = 1, take = 'mode' }", "{ add = { k = 0, '*' = 1 } }",
            "{ add = 1, cells = 'class' }",
        )
    },
}  # fmt: skip
OF_NUMBERS = [own for own in every_family() if isinstance(own, NumberFamily) and own.heads]


def file_of(
    rows: list[Row], prior: str, family: str, smoothing: str, query: str = "a = 'u', t = 2"
) -> str:
    """Return a problem file: a column of values, one of numbers, and a query of both, or of one."""
    table = "\n".join(map(" ".join, rows))
    return (
        "[data]\nclasses = ['k', 'l']\nvalues = { a = ['u', 'v'] }\n"
        f"table = '''\na t y\n{table}\n'''\n"
        f"[model]\nprior = {prior}\nsmoothings = {{ a = {smoothing} }}\nfamilies = {{ t = {family} }}\n"
        f"[query]\nx = {{ {query} }}\n"
    )


def edited(rows: list[Row]) -> Iterator[tuple[str, list[Row]]]:
    """Yield every edit of one row in words, and the rows after it."""
    for at, (a, t, k) in enumerate(rows):
        row, before, behind = f"row {at + 1}", rows[:at], rows[at + 1 :]
        other, value = "kl".replace(k, ""), "uv".replace(a, "")
        yield f"{row} left out", [*before, *behind]
        yield f"{row} twice", [*before, (a, t, k), (a, t, k), *behind]
        yield f"{row}: {other} for {k}", [*before, (a, t, other), *behind]
        yield f"{row}: a {value} for {a}", [*before, (value, t, k), *behind]


def decided(text: str, before: list[Row], after: list[Row]) -> str | None:
    """Return a decision; None where a file is refused, a class lost, or a joint undefined."""
    try:
        solution = Values(Problem.from_text(text))
        joints = [solution[f"P({k},x)"] for k in "kl"]
    except ExactnbError:
        return None
    for k in {row[-1] for row in before} - {row[-1] for row in after}:
        if solution[f"P({k})"] == 0:
            return None
    return None if UNDEFINED in joints else str(solution["argmax(x)"])


@in_both_runs
@one_in(6, "prior", PRIORS)
@pytest.mark.parametrize("seed", range(choose(quick=1, exhaustive=2)))
def test_edits_are_those_after_which_something_else_is_decided(prior: str, seed: int) -> None:
    """An edit is listed if its data are accepted, nothing is undefined, and the decision another."""
    draw = Random(f"{prior} {seed}")
    own = draw.choice(OF_NUMBERS)
    hyper = ", ".join(f"{of.name} = {of.examples[0]}" for of in own.hyper)
    family = f"{{ {own.name} = {{ {hyper} }} }}" if hyper else f"'{own.name}'"
    least = own.first_integer or 0
    labels = ["k", "l", *(draw.choice("kl") for _ in range(draw.randint(1, 3)))]
    rows = [(draw.choice("uv"), str(draw.randint(least, 4)), k) for k in labels]
    rule = draw.choice(("0", "1", "{ add = 1, cells = 'class' }"))
    made = PRIORS[prior], family, rule, draw.choice(("a = 'u', t = 2", "a = 'u'", "t = 2"))
    text = file_of(rows, *made)
    try:
        problem = Problem.from_text(text)
    except ExactnbError:  # a matrix without an inverse
        assert own.is_joint, text
        return
    before = str(Values(problem)["argmax(x)"])
    found = solve(problem, only=["edits(x)"])["edits(x)"]
    assert isinstance(found, Listed)
    after = {words: decided(file_of(of, *made), rows, of) for words, of in edited(rows)}
    wanted = {words for words, labels in after.items() if labels not in (None, before)}
    assert {group for (group,) in found.groups} == wanted, text


def with_words(rows: list[list[str]], made: tuple[str, str, str]) -> str:
    """Return a problem file of texts, by how its prior and its words are estimated."""
    table = "\n".join(map(" | ".join, rows))
    return (
        "[data]\nclasses = ['k', 'l']\nweight = 'n'\nvocabulary = ['cash', 'tea', 'win']\n"
        f"table = '''\nclass | n | text\n{table}\n'''\n"
        "[model]\nprior = {}\nsmoothing = {}\nfamily = '{}'\n[query]\nx = 'cash tea'\n".format(*made)
    )


@in_both_runs
@pytest.mark.parametrize("seed", range(choose(quick=1, exhaustive=12)))
def test_edits_of_texts_are_those_after_which_something_else_is_decided(seed: int) -> None:
    """Words are left out, put in and exchanged, in rows that count more or less than once."""
    draw = Random(seed)
    rows = [
        [k, draw.choice(("1", "1", "2", "0")), " ".join(draw.choices(WORDS, k=draw.randint(0, 3)))]
        for k in ("k", "l", *draw.choices("kl", k=2))
    ]
    rules = ("0", "1", "'0+'", "{ clip = '1/9' }", "{ add = 1, cells = 'class' }")
    made = (
        draw.choice([*PRIORS.values()]),
        draw.choice(rules),
        draw.choice(("multinomial", "bernoulli")),
    )
    text = with_words(rows, made)
    try:
        problem = Problem.from_text(text)
    except ExactnbError:  # a class without rows, or without words
        return
    before = str(Values(problem)["argmax(x)"])
    found = solve(problem, only=["edits(x)"])["edits(x)"]
    assert isinstance(found, Listed)
    wanted = set()
    for words, after in edited_texts(rows):
        labels = decided(with_words(after, made), of_some(rows), of_some(after))
        if labels not in (None, before):
            wanted.add(words)
    assert {group for (group,) in found.groups} == wanted, text


def of_some(rows: list[list[str]]) -> list[Row]:
    """Return the classes of the rows that count."""
    return [("", "", k) for k, times, _ in rows if times != "0"]


def edited_texts(rows: list[list[str]]) -> Iterator[tuple[str, list[list[str]]]]:
    """Yield every edit of one row that counts in words, and the rows after it."""
    for at, (k, times, text) in enumerate(rows):
        row, before, behind = f"row {at + 1}", rows[:at], rows[at + 1 :]
        if times == "0":
            continue
        other = "kl".replace(k, "")
        yield f"{row} left out", [*before, *behind]
        yield f"{row} twice", [*before, rows[at], rows[at], *behind]
        yield f"{row}: {other} for {k}", [*before, [other, times, text], *behind]
        for old, new in product(dict.fromkeys((*text.split(), "")), (*WORDS, "")):
            if old == new:
                continue
            words = text.split()
            if old:
                words.remove(old)
            done = f"{new} for {old}" if old and new else f"without {old}" if old else f"with {new}"
            yield f"{row}: {done}", [*before, [k, times, " ".join([*words, new])], *behind]


@pytest.mark.parametrize("nothing", ["'smoothed'", "'smoothed'\nprior_smoothing = 0"])
def test_a_prior_smoothed_by_nothing_has_the_edits_of_relative_frequencies(
    nothing: str,
) -> None:
    """A row that is the only one of its class is not left out, and not given to another."""
    rows = [("u", "2", "k"), ("v", "4", "l"), ("v", "3", "l"), ("u", "2", "l")]
    found, expected = (
        solve(Problem.from_text(file_of(rows, prior, "'poisson'", "0")))["edits(x)"]
        for prior in (nothing, "'mle'")
    )
    assert found == expected
    assert "row 1 left out" not in str(found)
