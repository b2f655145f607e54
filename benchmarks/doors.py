"""How fast each door of `exactnb.sklearn` is beside scikit-learn's: every kind of rows, slow ones too.

EXACTNB_DATA=FOLDER python benchmarks/doors.py [--rounds 5] [--only dense]

FOLDER holds what `logspace.py` needs, and sms.tsv. Every line is ours and theirs in turns, the least
CPU time of each; at the end stands which goals are met.
"""

from __future__ import annotations

import argparse
import json
import lzma
import os
import pickle
import time
import tracemalloc
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

import numpy as np
import sklearn.naive_bayes as theirs
from scipy import sparse
from sklearn.datasets import load_breast_cancer, load_digits
from sklearn.feature_extraction.text import CountVectorizer, TfidfVectorizer

import exactnb.interfaces.sklearn as ours

Call = Callable[[Any], Any]
"""What is timed, once with our module and once with theirs."""


@dataclass(frozen=True)
class Rows:
    """Rows to fit and rows to ask about, with what each goal is: ours over theirs, at most."""

    name: str
    kind: str
    train: Any
    labels: Any
    test: Any
    goals: dict[str, float]
    weights: Any = None
    parts: int = 10


def folder() -> Path:
    return Path(os.environ["EXACTNB_DATA"])


def corpus(name: str) -> tuple[list[str], list[str]]:
    with lzma.open(folder() / f"{name}.jsonl.xz", "rt", encoding="utf-8") as lines:
        found = list(map(json.loads, lines))
    return [d["text"] for d in found], [d["label"] for d in found]


def news() -> Iterator[Rows]:
    (texts, labels), (others, _) = corpus("news20_train"), corpus("news20_test")
    words = CountVectorizer()
    train, test = words.fit_transform(texts), words.transform(others)
    goals = {"fit": 0.7, "predict": 0.75, "partial_fit": 1.0, "in turns": 1.5, "one row": 1.0}
    yield Rows("20 Newsgroups, counts", "MultinomialNB", train, labels, test, goals)
    yield Rows("20 Newsgroups, presence", "BernoulliNB", train, labels, test, goals)
    weights = np.random.default_rng(1).random(len(labels))
    weighted = {"weighted fit": 3.0}
    yield Rows("20 Newsgroups, float weights", "MultinomialNB", train, labels, test, weighted, weights)
    words = TfidfVectorizer()
    train, test = words.fit_transform(texts), words.transform(others)
    yield Rows(
        "20 Newsgroups, TF-IDF", "MultinomialNB", train, labels, test, TF_IDF | {"one label": 6.0}
    )


TF_IDF = {"fit": 2.5, "one label": 12.0, "predict_proba": 8.0}


def small() -> Iterator[Rows]:
    lines = (folder() / "sms.tsv").read_text(encoding="utf-8").splitlines()
    labels, texts = zip(*(line.split("\t", 1) for line in lines), strict=True)
    goals = {"fit": 1.1, "predict": 1.2, "in turns": 1.5, "one row": 1.0}
    words = CountVectorizer()
    train = words.fit_transform(texts)
    yield Rows("SMS, counts", "MultinomialNB", train, list(labels), train, goals)
    yield Rows("SMS, presence", "BernoulliNB", train, list(labels), train, goals)
    train = TfidfVectorizer().fit_transform(texts)
    yield Rows("SMS, TF-IDF", "MultinomialNB", train, list(labels), train, TF_IDF)


def dense() -> Iterator[Rows]:
    chance = np.random.default_rng(2)
    goals = {"predict": 1.0}
    labels = chance.integers(0, 5, 20_000)
    there = (chance.random((20_000, 100)) < chance.random((5, 100))[labels]).astype(np.float64)
    yield Rows("dense presence, 20,000 x 100", "BernoulliNB", there, labels, there, goals)
    digits, names = load_digits(return_X_y=True)
    digits, names = np.tile(digits, (10, 1)), np.tile(names, 10)
    counts = goals | {"predict_proba": 2.0, "memory of fit": 2.0, "in turns": 1.5, "one row": 1.0}
    yield Rows("dense counts, 17,970 x 64", "MultinomialNB", digits, names, digits, counts)
    labels = chance.integers(0, 2, 8_124)
    tops = chance.integers(2, 13, 22)
    values = np.minimum(chance.geometric(0.3, (8_124, 22)) - 1 + labels[:, None], tops - 1)
    yield Rows("dense categories, 8,124 x 22", "CategoricalNB", values, labels, values, goals)
    weighted, weights = {"weighted fit": 3.0}, chance.random(8_124)
    name = "dense categories, float weights"
    yield Rows(name, "CategoricalNB", values, labels, values, weighted, weights)


def types() -> Iterator[Rows]:
    """Yield counts in every type that NumPy has for them: 2,000 rows of 1,000 columns."""
    chance = np.random.default_rng(3)
    labels = chance.integers(0, 5, 2_000)
    rows = chance.poisson(0.5, (2_000, 1_000))
    for dtype in ("bool", "uint8", "int32", "int64", "float32", "float64"):
        cells = rows.astype(dtype)
        yield Rows(
            f"{dtype}, 2,000 x 1,000", "MultinomialNB", cells, labels, cells, {"memory of fit": 2.0}
        )
    cells = sparse.random(3_000, 20_000, 0.01, "csr", random_state=3)
    labels = chance.integers(0, 5, 3_000)
    name, goals = "sparse doubles, 3,000 x 20,000", {"fit": 3.0, "weighted fit": 3.0}
    yield Rows(name, "MultinomialNB", cells, labels, cells, goals)
    yield Rows(f"{name}, weights", "MultinomialNB", cells, labels, cells, goals, chance.random(3_000))


def wide() -> Iterator[Rows]:
    """Yield measurements with many columns, or many classes."""
    chance = np.random.default_rng(4)
    goals = {"fit": 4.0, "partial_fit": 4.0, "in turns": 6.0, "pickle": 5.0, "size of pickle": 3.0}
    for number, columns, classes, more in (
        (100, 10_000, 3, {"one label": 100.0}),
        (100, 3_000, 3, {"one label": 30.0}),
        (1_000, 1_000, 3, {"predict_proba": 4.0}),
        (5_000, 50, 100, {}),
    ):
        labels = np.arange(number) % classes
        rows = chance.normal(0, 1, (number, columns)) + labels[:, None] % 7
        name = f"numbers, {number:,} x {columns:,}, {classes} classes"
        yield Rows(name, "GaussianNB", rows, labels, rows, goals | more, parts=20)


def numbers() -> Iterator[Rows]:
    chance = np.random.default_rng(1)
    labels = chance.integers(0, 10, 100_000)
    rows = chance.normal(0, 1, (10, 30))[labels] + chance.normal(0, 2, (100_000, 30))
    goals = {"fit": 6.0, "memory of fit": 3.0, "predict": 0.3, "predict_proba": 6.0}
    yield Rows("numbers, 100,000 x 30", "GaussianNB", rows, labels, rows, goals)
    weighted, weights = {"weighted fit": 3.0}, chance.random(100_000)
    yield Rows("numbers, float weights", "GaussianNB", rows, labels, rows, weighted, weights)
    rows, labels = load_breast_cancer(return_X_y=True)
    yield Rows("breast cancer, 569 x 30", "GaussianNB", rows, labels, rows, {"fit": 6.0})


def interleaved(rounds: int, *calls: Callable[[], Any]) -> list[float]:
    """Return the least CPU time of each call in milliseconds, taken in turns: short ones more often."""
    times = [float("inf")] * len(calls)
    spent, done = 0.0, 0
    while done < rounds or (spent < 300 and done < 20 * rounds):
        for at, call in enumerate(calls):
            started = time.process_time()
            call()
            taken = 1000 * (time.process_time() - started)
            times[at] = min(times[at], taken)
            spent += taken
        done += 1
    return times


COLUMNS = (
    *("fit", "weighted fit", "one label", "and first predict", "partial_fit", "in turns"),
    *("one row", "predict", "predict_log_proba", "predict_proba"),
    *("pickle", "pickle, used", "size of pickle", "memory of fit"),
)


@dataclass
class Report:
    """Lines that are printed, and which goals they meet."""

    met: int = 0
    missed: list[str] = field(default_factory=list)
    ratios: dict[str, dict[str, str]] = field(default_factory=dict)

    def line(self, name: str, what: str, goal: float | None, mine: float, other: float) -> None:
        ratio, verdict = mine / other, ""
        shown = f"{ratio:.2f}" if goal is None else f"{ratio:.2f} (≤ {goal:g})"
        self.ratios.setdefault(name, {})[what] = shown
        if goal is not None:
            verdict = f"{goal:6.2f} {'met' if ratio <= goal else 'missed'}"
            self.met += ratio <= goal
            self.missed += [f"{name}, {what}: {ratio:.2f}, not {goal}"] if ratio > goal else []
        print(f"{name:<36} {what:<18} {mine:9.1f} {other:9.1f} {ratio:7.2f} {verdict}", flush=True)

    def end(self) -> None:
        print(f"{self.met} of {self.met + len(self.missed)} goals met")
        for missed in self.missed:
            print(f"    missed: {missed}")

    def page(self) -> None:
        """Print the ratios, and the goals, as docs/benchmarks.md shows them."""
        print("\n| rows | " + " | ".join(COLUMNS) + " |\n|" + "---|" * (1 + len(COLUMNS)))
        for name, found in self.ratios.items():
            print(f"| {name} | " + " | ".join(found.get(what, "") for what in COLUMNS) + " |")


def memory(call: Callable[[], Any]) -> float:
    """Return the most memory that a call takes beyond what was there, in MB."""
    tracemalloc.start()
    call()
    most = tracemalloc.get_traced_memory()[1] / 2**20
    tracemalloc.stop()
    return most


def in_parts(rows: Rows, module: Any, asked: int = 0) -> None:
    """Learn the rows part by part, and label some rows after each if any are `asked` for."""
    model, classes = getattr(module, rows.kind)(), np.unique(rows.labels)
    step, labels = -(-rows.train.shape[0] // rows.parts), np.asarray(rows.labels)
    for at in range(0, rows.train.shape[0], step):
        model.partial_fit(rows.train[at : at + step], labels[at : at + step], classes)
        if asked:
            model.predict(rows.test[:asked])


def reported(rows: Rows, rounds: int, report: Report) -> None:
    """Print a line for each method."""
    modules = ours, theirs

    def fitted(module: Any) -> Any:
        return getattr(module, rows.kind)().fit(rows.train, rows.labels)

    def timed(what: str, call: Call, given: Any = modules, times: int = rounds) -> None:
        spent = interleaved(times, *(partial(call, one) for one in given))
        report.line(rows.name, what, rows.goals.get(what), *spent)

    if rows.weights is not None:

        def weighted(module: Any) -> Any:
            model = getattr(module, rows.kind)()
            return model.fit(rows.train, rows.labels, sample_weight=rows.weights)

        timed("weighted fit", weighted)
        timed("and first predict", lambda module: weighted(module).predict(rows.test[:100]))
        return
    models = tuple(map(fitted, modules))
    timed("fit", fitted)
    timed("one label", lambda module: fitted(module).predict(rows.test[:1]))
    timed("and first predict", lambda module: fitted(module).predict(rows.test[:100]))
    most = [memory(partial(fitted, module)) for module in modules]
    report.line(rows.name, "memory of fit", rows.goals.get("memory of fit"), *most)
    timed("partial_fit", partial(in_parts, rows))
    timed("in turns", partial(in_parts, rows, asked=20))
    timed("pickle", lambda model: pickle.loads(pickle.dumps(model)), models)
    sizes = [len(pickle.dumps(model)) / 2**20 for model in models]
    report.line(rows.name, "size of pickle", rows.goals.get("size of pickle"), *sizes)
    for model in models:
        model.predict(rows.test[:1])
    timed("one row", lambda model: model.predict(rows.test[:1]), models)
    timed("pickle, used", lambda model: pickle.loads(pickle.dumps(model)), models)
    timed("predict", lambda model: model.predict(rows.test), models)
    rows.goals.setdefault("predict_log_proba", 1.5)
    timed("predict_log_proba", lambda model: model.predict_log_proba(rows.test), models)
    for model in models:  # tables are made once
        model.predict_proba(rows.test[:1000])
    timed("predict_proba", lambda model: model.predict_proba(rows.test), models, min(rounds, 3))


def table(rounds: int, only: str = "") -> None:
    """Print all lines, or those of the kinds of rows whose names hold a text."""
    print(f"{'least CPU in ms':<55} {'ours':>9} {'theirs':>9} {'ratio':>7} {'goal':>6}")
    report = Report()
    for kind in (small, dense, types, wide, numbers, news):
        if only in kind.__name__:
            for rows in kind():
                reported(rows, rounds, report)
    report.end()
    report.page()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--only", default="", help="small, dense, types, wide, numbers or news")
    options = parser.parse_args()
    table(options.rounds, options.only)


if __name__ == "__main__":
    main()
