"""The derivations to be changed: the worked examples, and random problems that a seed fixes."""

from __future__ import annotations

import random
from dataclasses import replace
from fractions import Fraction
from functools import cache
from pathlib import Path

from brute import Case
from by_hand import Rule
from labels import SIMPLE_WORDS, TEXT_WORDS
from plain import TEXT, Column, Row
from strategies import LAMBDAS, NAMES, STYLES, domain_of
from thoroughness import choose
from worked import PROBLEMS

from exactnb import Conventions, ModelChoice, Problem
from exactnb.core.arithmetic.integers import Ratio
from exactnb.core.conventions import Limit
from exactnb.core.data.parameters import Parameters
from exactnb.core.data.schema import Schema
from mutations.of_numbers import OfNumbers, has_numbers, problems_of_numbers
from mutations.subject import Subject

EXAMPLES = Path(__file__).parents[3] / "worked_examples"
SEED = 20240917
ATTEMPTS = choose(quick=40, exhaustive=240)  # of each kind; about half turn out to be false
LEAST = choose(quick=40, exhaustive=1_200)
TITLES = (
    *["plain"] * 5,
    *["tie"] * 2,
    *["0/0"] * 2,
    "all zero",
    *["counts"] * 2,
    *["partial"] * 2,
    *["words"] * 4,
    *["urn"] * 3,
    *["presence"] * 2,
    *["word columns"] * 3,
    *["missing"] * 3,
    *["weights"] * 3,
    *["rules"] * 4,
    *["limit"] * 2,
    *["counts only"] * 2,
    *["counts only, words"] * 2,
    *["parameters"] * 2,
    *["parameters, words"] * 2,
)
RULES = (
    Rule("cells", Fraction(1), Fraction(5)), Rule("cells", Fraction(1, 2), "class"),
    Rule("cells", Fraction(2), "slot"), Rule("m", Fraction(3)), Rule("clip", Fraction(1, 10)),
    Rule("frequency", Fraction(1, 10)), Rule("perks"), Rule("mean", Fraction(2)),
)  # fmt: skip


# The derivations


def random_case(dice: random.Random, title: str) -> Case:
    """Return a small problem: at times smoothed, with ties, zeros, or a class without rows."""
    classes = ("+", "-", "mixed", "yes")[: dice.randint(2, 4)]
    of_columns = [n for n in NAMES if domain_of(n) != "words"]
    texts = title in ("words", "urn", "presence") or title.endswith(", words")
    columns = []
    for name in ("a", "b", "Sky")[: dice.randint(0, 1) if texts else dice.randint(1, 3)]:
        chosen = dice.choice(of_columns)
        nominal = tuple(dice.sample(SIMPLE_WORDS, dice.randint(2, 3)))
        columns.append(Column(name, ("0", "1") if domain_of(chosen) == "binary" else nominal, chosen))
    if title == "word columns":
        bag = dice.choice([n for n in NAMES if domain_of(n) == "words"])
        columns = columns[:1]
        columns += [Column(w, ("0", "1", "2", "3"), bag) for w in TEXT_WORDS[: dice.randint(2, 3)]]
    prior = dice.choice(("mle", "uniform", "smoothed", "given"))
    smoothing: Rule | Fraction = dice.choice(LAMBDAS)
    if title == "rules":
        smoothing = dice.choice(RULES)
    if title == "limit":
        smoothing = Rule("0+")

    def cells() -> tuple[str, ...]:
        gaps = [""] if title == "missing" else []
        return tuple(dice.choice((*c.values, *gaps)) for c in columns)

    rows = [(dice.choice(classes), cells()) for _ in range(6)]
    if prior == "mle":
        rows += [(k, cells()) for k in classes]
    if title == "tie":
        rows = [(k, cells) for _, cells in rows[:3] for k in classes]
        prior = "uniform"
    if title == "0/0":
        rows, prior, smoothing = [row for row in rows if row[0] != "-"], "uniform", Fraction(0)
    if title == "all zero":
        columns[0] = columns[0]._replace(values=("0", "1"), family="bernoulli")
        rows = [(k, ("0", *cells[1:])) for k, cells in rows]
        rows += [(k, ("0", *rows[0][1][1:])) for k in classes]
        prior, smoothing = "uniform", Fraction(0)
    weights = [dice.randint(1, 5) for _ in classes]
    vocabulary = TEXT_WORDS[: dice.randint(2, 4)]
    queries = {
        identity: {c.name: dice.choice(c.values) for c in columns if dice.random() < 0.9}
        for identity in ("e*", "x'")[: dice.randint(1, 2)]
    }
    if title == "all zero":
        queries["e*"][columns[0].name] = "1"
    if texts:
        for shown in queries.values():
            shown[TEXT] = " ".join(dice.choices(vocabulary, k=dice.randint(2, 5)))
    case = Case(
        classes, tuple(columns), tuple(Row(*row) for row in rows), queries, smoothing, prior=prior,
        given=tuple(Fraction(w, sum(weights)) for w in weights) if prior == "given" else (),
        tie=dice.choice(("report", "first")), style=dice.choice(STYLES), class_variable="y",
    )  # fmt: skip
    if title == "weights":
        some = [Fraction(x) for x in ("1", "2", "1/2", "3/7")]
        case = replace(case, rows=tuple(r._replace(weight=dice.choice(some)) for r in case.rows))
    if title == "word columns":
        case = replace(case, coefficient=dice.random() < 0.7)
    if texts:
        spoken = (tuple(dice.choices(vocabulary, k=dice.randint(1, 5))) for _ in case.rows)
        family = {"urn": "dirichlet-multinomial", "presence": "bernoulli"}.get(title, "multinomial")
        case = replace(
            case, vocabulary=vocabulary, bag=family, coefficient=dice.random() < 0.7,
            rows=tuple(r._replace(words=words) for r, words in zip(case.rows, spoken, strict=True)),
            absent=dice.choice(("count", "ignore")),
        )  # fmt: skip
    return case


def _counts_and_more(case: Case) -> tuple[str, ...]:
    """Return questions whose lines count, and that no query asks for."""
    first, second = case.classes[:2]
    column = case.columns[0]
    cell = f"{column.name}={column.values[0]}"
    ask = [f"count({k})" for k in case.classes] + [f"count({cell},{k})" for k in case.classes]
    ask += [f"P({cell})", f"odds({first}:{second}|{cell})", f"lr({first}:{second}|{cell})", "count()"]
    return (
        *ask,
        f"freq({cell}|{first})",
        f"P({first}|{cell})",
        *(f"P({cell}|{k})" for k in case.classes),
    )


def _given(case: Case, dice: random.Random) -> Problem:
    """Return a problem of given parameters for the columns and words of a case, with no data."""

    def shares(size: int) -> list[Ratio]:
        weights = [*(dice.randint(0, 5) for _ in range(size - 1)), dice.randint(1, 5)]
        return [Ratio(weight, sum(weights)) for weight in weights]

    classes, words = case.classes, case.vocabulary or ()
    schema = Schema("y", classes, {c.name: c.values for c in case.columns}, words)
    cells, thetas = {}, {}
    for k in classes:
        for column in case.columns:
            binary = domain_of(column.family) == "binary"
            shown = zip(("1",) if binary else column.values, shares(len(column.values)), strict=False)
            cells |= {(column.name, value, k): share for value, share in shown}
        thetas |= {(w, k): share for w, share in zip(words, shares(len(words)), strict=False)}
    prior = dict(zip(classes, shares(len(classes)), strict=True))
    choice = ModelChoice(
        Conventions(tie=case.tie, coefficient=case.coefficient), "multinomial" if words else None,
        {c.name: c.family for c in case.columns},
    )  # fmt: skip
    return Problem(
        Parameters(schema, prior, cells, thetas), query=case.queries, models={"model": choice},
        notation_style=case.style,
    )  # fmt: skip


def _random_subject(dice: random.Random, title: str, at: int) -> Subject:
    case = random_case(dice, title)
    if title == "counts":
        case = replace(case, ask=_counts_and_more(case))
    if title == "partial":  # tables with gaps
        estimates = [str(name) for name in case.estimates()]
        case = replace(case, ask=tuple(dice.sample(estimates, min(len(estimates), 5))))
    told = f"{title}, no. {at}"
    if title.startswith("parameters"):
        return Subject.of(told, _given(case, dice))
    problem = case.problem()
    if title.startswith("counts only"):
        family = case.bag if case.vocabulary else None
        families = {c.name: c.family for c in case.columns}
        choice = ModelChoice(case.conventions(), family, families)
        problem = replace(problem, data=problem.counts, models={"model": choice})
    return Subject.of(told, problem, case)


def _has_vanishing(problem: Problem) -> bool:
    choices = problem.models.values()
    return any(isinstance(choice.conventions.epsilon.amount, Limit) for choice in choices)


@cache
def subjects() -> tuple[Subject, ...]:
    """Return the worked examples, an eighth of them in a quick run, and random problems of one seed."""
    some = choose(quick=slice(2, None, 8), exhaustive=slice(None))
    every = {path.stem: Problem.read(path) for path in PROBLEMS[some]}
    # Where an ε tends to 0, values are functions: test_demands_lines.py forges the lines of limits.
    problems = {name: problem for name, problem in every.items() if not _has_vanishing(problem)}
    found = [
        (OfNumbers if has_numbers(problem) else Subject).of(name, problem)
        for name, problem in problems.items()
    ]
    dice = random.Random(SEED)
    found += [_random_subject(dice, title, at) for at, title in enumerate(TITLES, start=1)]
    found += [OfNumbers.of(title, problem) for title, problem in problems_of_numbers(dice)]
    return tuple(found)
