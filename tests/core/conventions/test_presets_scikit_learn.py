"""The preset "scikit-learn-1.9" beside scikit-learn itself, on 720 random problems.

Its logarithms are floats and compared as such; its counts are whole numbers, so what they give is
compared exactly.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import log, prod
from random import Random
from typing import Any

import pytest
import sklearn
from sklearn.feature_extraction.text import CountVectorizer
from sklearn.naive_bayes import BernoulliNB, CategoricalNB, MultinomialNB
from sklearn.preprocessing import OrdinalEncoder
from tables_of_values import TENNIS
from thoroughness import choose, in_both_runs
from valued import values

from exactnb import Conventions, Documents, ModelChoice, Problem, Table
from exactnb.core.expression.results import Decision
from exactnb.errors import InputError

PRESET = "scikit-learn-1.9"
CLASSES = ("spelt", "oat", "rye", "emmer", "barley")
COLUMNS = ("sky", "wind", "soil", "dew", "moon")
VALUES = ("red", "grey", "mild", "wet", "new")
WORDS = ("soup", "leek", "Onion", "spoon", "été", "bread", "7up", "salt", "pan")
UNSEEN_WORDS = ("kettle", "fork")
ALPHAS = ("1", "1/2", "2", "0.1", "1/100", "3/7", "10")
QUERIES = ("q1", "q2")
SEEDS, PROBLEMS_PER_SEED = choose(quick=(range(1), 3), exhaustive=(range(4), 12))

KINDS = (
    ("numbers", "bernoulli"), ("numbers", "multinomial"), ("numbers", "categorical"),
    ("words", "categorical"), ("texts", "bernoulli"), ("texts", "multinomial"),
)  # fmt: skip
TOOLS = {"bernoulli": BernoulliNB, "multinomial": MultinomialNB, "categorical": CategoricalNB}


@dataclass(frozen=True)
class Beside:
    """One problem in both packages: keys beside the preset, queries as scikit-learn has them."""

    family: str
    keys: Mapping[str, Any]
    problem: Problem
    tool: Any
    rows: list[list[int]]


def choices(random: Random, labels: list[str]) -> tuple[dict[str, Any], dict[str, Any]]:
    """Return keys beside the preset and the same as arguments of scikit-learn; often there are none."""
    keys: dict[str, Any] = {}
    arguments: dict[str, Any] = {}
    if random.randrange(3):
        keys["smoothing"] = random.choice(ALPHAS)
        arguments["alpha"] = float(Fraction(keys["smoothing"]))
        prior = random.choice(("mle", "uniform", "given"))
        if prior == "uniform":
            keys["prior"] = prior
            arguments["fit_prior"] = False
        elif prior == "given":
            weights = {label: random.randint(1, 9) for label in sorted(set(labels))}
            total = sum(weights.values())
            keys["prior"] = {label: Fraction(w, total) for label, w in weights.items()}
            arguments["class_prior"] = [w / total for w in weights.values()]
    return keys, arguments


def problem_of(
    data: Table | Documents, queries: list[Any], keys: Mapping[str, Any], **family: str
) -> Problem:
    models = {"model": ModelChoice(Conventions(preset=PRESET, **keys), **family)}
    return Problem(data, query=dict(zip(QUERIES, queries, strict=True)), models=models)


def cells(row: list[Any]) -> dict[str, Any]:
    return dict(zip(COLUMNS, row, strict=False))


def table(labels: list[str], rows: list[list[Any]], values: Mapping[str, Any] | None = None) -> Table:
    together = [(*row, label) for row, label in zip(rows, labels, strict=True)]
    return Table.from_rows(together, [*COLUMNS[: len(rows[0])], "class"], values=values)


def draw_labels(random: Random) -> list[str]:
    """Return the labels of some rows: up to five classes, in any order."""
    classes = random.sample(CLASSES, random.randint(1, len(CLASSES)))
    labels = classes + random.choices(classes, k=random.randint(0, 12))
    random.shuffle(labels)
    return labels


def draw_numbers(random: Random, family: str) -> Beside:
    """Return a problem about counts, zeros and ones, or categories from 0, seen or not."""
    labels, width = draw_labels(random), random.randint(1, len(COLUMNS))
    size = 2 if family == "bernoulli" else random.randint(2, 5)
    drawn = [[random.randrange(size) for _ in range(width)] for _ in (*labels, *QUERIES)]
    rows, queries = drawn[: len(labels)], drawn[len(labels) :]
    keys, arguments = choices(random, labels)
    listed = {}
    if family == "categorical":
        listed = {column: [str(value) for value in range(size)] for column in cells(rows[0])}
        arguments["min_categories"] = size
    shown = [cells(row) for row in queries]
    problem = problem_of(table(labels, rows, listed), shown, keys, family=family)
    return Beside(family, keys, problem, TOOLS[family](**arguments).fit(rows, labels), queries)


def draw_words(random: Random, family: str) -> Beside:
    """Return a problem about categories that are words; the encoder numbers those that are seen."""
    labels, width = draw_labels(random), random.randint(1, len(COLUMNS))
    rows = [random.choices(VALUES, k=width) for _ in labels]
    queries = [[random.choice(seen) for seen in zip(*rows, strict=True)] for _ in QUERIES]
    keys, arguments = choices(random, labels)
    return encoded(labels, rows, queries, keys, arguments)


def encoded(labels: Any, rows: Any, queries: Any, keys: Any, arguments: Any) -> Beside:
    problem = problem_of(table(labels, rows), [cells(row) for row in queries], keys)
    encoder = OrdinalEncoder(dtype=int).fit(rows)
    tool = CategoricalNB(**arguments).fit(encoder.transform(rows), labels)
    return Beside("categorical", keys, problem, tool, encoder.transform(queries).tolist())


def draw_texts(random: Random, family: str) -> Beside:
    """Return a problem about texts, cut by CountVectorizer; queries hold unseen words, or none."""

    def text(words: tuple[str, ...], least: int) -> str:
        drawn = random.choices(words, k=random.randint(least, 8))
        shown = (random.choice((word, word.upper(), word.capitalize())) for word in drawn)
        return "".join(word + random.choice((" ", ", ", "! ", " - ")) for word in shown)

    labels = draw_labels(random)
    texts = [text(WORDS, 1) for _ in labels]
    queries = [text(WORDS + UNSEEN_WORDS, 0) for _ in QUERIES]
    keys, arguments = choices(random, labels)
    documents = Documents.of(zip(labels, texts, strict=True), split="words")
    vectorizer = CountVectorizer()
    tool = TOOLS[family](**arguments).fit(vectorizer.fit_transform(texts), labels)
    assert tuple(vectorizer.get_feature_names_out()) == documents.vocabulary
    shown = vectorizer.transform(queries).toarray().tolist()
    return Beside(family, keys, problem_of(documents, queries, keys, family=family), tool, shown)


def counted(beside: Beside, k: int, row: list[int]) -> Fraction:
    """Return P(class number k, row), exactly, from the whole numbers that scikit-learn has counted."""
    tool, keys, factors = beside.tool, beside.keys, []
    alpha = Fraction(keys.get("smoothing", 1))
    sizes = [Fraction(size) for size in tool.class_count_]
    if beside.family == "bernoulli":
        ones = [(Fraction(hits) + alpha) / (sizes[k] + 2 * alpha) for hits in tool.feature_count_[k]]
        factors = [p if x else 1 - p for p, x in zip(ones, row, strict=True)]
    elif beside.family == "multinomial":
        hits = [Fraction(h) + alpha for h in tool.feature_count_[k]]
        factors = [(h / sum(hits)) ** x for h, x in zip(hits, row, strict=True)]
    else:
        by_column = [[Fraction(h) + alpha for h in of_column[k]] for of_column in tool.category_count_]
        factors = [hits[v] / sum(hits) for hits, v in zip(by_column, row, strict=True)]
    prior = keys.get("prior", sizes[k] / sum(sizes))
    if prior == "uniform":
        prior = Fraction(1, len(sizes))
    elif isinstance(prior, Mapping):
        prior = prior[tool.classes_[k]]
    return prod(factors, start=prior)


def differences(beside: Beside) -> list[str]:
    """Return in what the two packages differ."""
    tool, problem, found = beside.tool, beside.problem, []
    labels = tool.classes_.tolist()
    joints = tool.predict_joint_log_proba(beside.rows)
    posteriors = tool.predict_log_proba(beside.rows)
    for at, query in enumerate(QUERIES):
        names = [f"P({k},{query})" for k in labels] + [f"P({k}|{query})" for k in labels]
        exact = values(problem, *names)
        theirs = [*joints[at], *posteriors[at]]
        for name, ours, their in zip(names, exact, theirs, strict=True):
            logarithm = log(ours.numerator) - log(ours.denominator)
            if not abs(their - logarithm) <= 1e-9 * (1 + abs(logarithm)):
                found.append(f"log {name} = {logarithm}, not {their}")
        whole = [counted(beside, k, beside.rows[at]) for k in range(len(labels))]
        if exact[: len(labels)] != whole:
            found.append(f"{names[: len(labels)]} = {exact[: len(labels)]}, not {whole}")
        best = [k for k, joint in zip(labels, whole, strict=True) if joint == max(whole)]
        decided = tool.predict(beside.rows)[at]  # rounding may break a tie of scikit-learn's floats
        (decision,) = values(problem, f"argmax({query})")
        if decided not in best or (len(best) == 1 and decision != Decision((decided,))):
            found.append(f"argmax({query}) = {decision}, not {decided}")
    return found


@in_both_runs
@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize(("shape", "family"), KINDS)
def test_random_problems_agree(shape: str, family: str, seed: int) -> None:
    """Joints, posteriors and decisions are those of scikit-learn, and exactly those of its counts."""
    random = Random(seed)
    draw = {"numbers": draw_numbers, "words": draw_words, "texts": draw_texts}[shape]
    found = [differences(draw(random, family)) for _ in range(PROBLEMS_PER_SEED)]
    assert found == [[]] * PROBLEMS_PER_SEED


def test_the_version_beside_is_that_of_the_preset() -> None:
    """The scikit-learn that is compared with has the version that the preset names."""
    assert f"scikit-learn-{sklearn.__version__}".startswith(f"{PRESET}.")


def test_play_tennis_agrees() -> None:
    """On play tennis, what CategoricalNB has counted gives P(No|x') = 3025/4201."""
    _, *lines = TENNIS.strip().splitlines()
    rows = [line.split()[1:] for line in lines]
    labels = [row.pop() for row in rows]
    beside = encoded(labels, rows, [["Sunny", "Cool", "High", "Strong"]] * len(QUERIES), {}, {})
    no, yes = (counted(beside, k, beside.rows[0]) for k in (0, 1))
    assert no / (no + yes) == Fraction(3025, 4201)
    assert values(beside.problem, "P(No|q1)", "argmax(q1)") == [no / (no + yes), Decision(("No",))]
    assert differences(beside) == []


def test_a_tie_goes_to_the_first_label() -> None:
    """Of classes that tie, both decide for the first; scikit-learn has its labels in sorted order."""
    labels, rows = ["emmer", "oat", "rye"], [[0], [1], [1]]
    problem = problem_of(table(labels, rows), [{"sky": 0}, {"sky": 1}], {})
    assert values(problem, "argmax(q1)", "argmax(q2)") == [Decision(("emmer",)), Decision(("oat",))]
    assert BernoulliNB().fit(rows, labels).predict([[0], [1]]).tolist() == ["emmer", "oat"]


def test_a_category_that_was_never_seen_is_refused() -> None:
    """Both refuse a category that the training data does not have."""
    labels, rows = ["oat", "rye"], [["red"], ["grey"]]
    with pytest.raises(ValueError, match="unknown categories"):
        OrdinalEncoder().fit(rows).transform([["wet"]])
    with pytest.raises(IndexError):
        CategoricalNB().fit([[0], [1]], labels).predict([[2]])
    with pytest.raises(InputError, match="expected one of"):
        problem_of(table(labels, rows), [{"sky": "wet"}, {}], {})
