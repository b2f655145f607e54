"""Report how fast proved labels are, beside scikit-learn: the least CPU time of each, taken in turns.

First the kernels by themselves, then every door of `exactnb.sklearn` (`doors.py`), each with its goal
and whether it is met, then how it grows (`growth.py`).

EXACTNB_DATA=FOLDER python benchmarks/logspace.py [--rounds 7]

FOLDER holds news20_train.jsonl.xz, news20_test.jsonl.xz and news4_train.jsonl.xz (20 Newsgroups), and
sms.tsv.
"""

from __future__ import annotations

import argparse
import json
import lzma
import os
import platform
import time
from fractions import Fraction
from pathlib import Path
from typing import Any

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

import numpy as np
import scipy
import sklearn
from doors import interleaved, table
from growth import grown
from scipy import sparse
from sklearn.naive_bayes import BernoulliNB, GaussianNB, MultinomialNB

from exactnb.interfaces.sklearn import BernoulliNB as Bernoulli
from exactnb.interfaces.sklearn import MultinomialNB as Multinomial
from exactnb.scale.classify.vocabulary import Vocabulary
from exactnb.scale.logspace import Classifier, Part
from exactnb.scale.logspace.tables import Tables


def corpus(name: str) -> list[dict[str, str]]:
    path = Path(os.environ["EXACTNB_DATA"]) / f"{name}.jsonl.xz"
    with lzma.open(path, "rt", encoding="utf-8") as lines:
        return list(map(json.loads, lines))


def row(what: str, goal: str, ours: float, theirs: float) -> None:
    print(f"{what:<44} {ours:9.1f} {theirs:13.1f} {theirs / ours:8.2f} {goal:>8}", flush=True)


def fitted(rows: Any, labels: list[str], part: Part) -> Classifier:
    found = Classifier.fit(rows, labels, [part])
    for kernel in found.model.kernels:
        _ = kernel.finite_log_weights
        _ = kernel.finite_log_base if part.kind == "bernoulli" else None
    return found


def counted(rounds: int, name: str, train: list[dict[str, str]], test: list[dict[str, str]],
            kind: str, door: Any, theirs: Any, goals: tuple[str, str, str]) -> None:  # fmt: skip
    known = Vocabulary.learn(document["text"] for document in train)
    binary = kind == "bernoulli"
    rows, others = (known.rows([d["text"] for d in of], binary=binary) for of in (train, test))
    labels = [document["label"] for document in train]
    part = Part(kind)
    ours, same, reference = (
        fitted(rows, labels, part),
        door().fit(rows, labels),
        theirs().fit(rows, labels),
    )
    times = interleaved(
        rounds, lambda: fitted(rows, labels, part), lambda: theirs().fit(rows, labels),
        lambda: door().fit(rows, labels),
    )  # fmt: skip
    row(f"{kind} fit, {name} {rows.shape[0]:,} x {rows.shape[1]:,}", goals[0], *times[:2])
    row("    as exactnb.interfaces.sklearn", "", times[2], times[1])
    model = ours.model
    weights = model.kernels[0].finite_log_weights
    predict = times = interleaved(
        rounds, lambda: model.decide((others,)), lambda: reference.predict(others),
        lambda: (others @ weights).argmax(axis=1), lambda: same.predict(others),
    )  # fmt: skip
    row(f"{kind} predict, {name} {others.shape[0]:,} rows", goals[1], *times[:2])
    row("    as exactnb.interfaces.sklearn", "", times[3], times[1])
    times = interleaved(
        rounds, lambda: model.posteriors((others,)), lambda: reference.predict_proba(others),
        lambda: same.predict_proba(others),
    )  # fmt: skip
    row("    posteriors, to a unit in the last place", goals[2], *times[:2])
    row("    as exactnb.interfaces.sklearn", "", times[2], times[1])
    found = ours.predict(others)
    proved = np.bincount(found.decisions.certificates, minlength=4).tolist()
    agree = float(np.mean(np.array(found.labels) == reference.predict(others)))
    cost = 100 * (predict[0] / predict[2] - 1)
    print(f"    proof over product and argmax {cost:+.0f} %; float64, exact, tie, undefined: {proved}; "
          f"labels as theirs {agree:.4f}")  # fmt: skip
    if not binary or rows.shape[1] < 50_000:  # else it takes minutes
        by_fractions(ours, others, predict[0] / others.shape[0])


def by_fractions(ours: Classifier, others: Any, milliseconds: float) -> None:
    """Report how much faster a row is than by Fractions that are multiplied out; one row is tried."""
    (tables,), binary = ours.counts, ours.parts[0].kind == "bernoulli"
    assert isinstance(tables, Tables)
    seen = dict(zip(others[0].indices.tolist(), others[0].data.tolist(), strict=True))
    started = time.process_time()
    scores = []
    for label, size in enumerate(ours.sizes):
        counts = tables.cells[:, label].tolist()
        joint = size / sum(ours.sizes)
        below = size + 2 if binary else Fraction(sum(counts) + len(counts))
        for feature, often in seen.items() if not binary else ((j, 1) for j in range(len(counts))):
            share = (counts[feature] + 1) / below
            joint *= (share if feature in seen else 1 - share) ** often
        scores.append(joint)
    took = 1000 * (time.process_time() - started)
    same = ours.classes[scores.index(max(scores))] == ours.predict(others[0]).labels[0]
    print(
        f"    one row by Fractions {took:,.0f} ms, {took / milliseconds:,.0f} times ours; same: {same}"
    )


def measured(rounds: int) -> None:
    chance = np.random.default_rng(1)
    labels = chance.integers(0, 10, 100_000)
    rows = chance.normal(0, 1, (10, 30))[labels] + chance.normal(0, 2, (100_000, 30))
    ours = Classifier.fit(rows, labels.tolist(), [Part("gaussian", amount=0)])
    reference = GaussianNB(var_smoothing=0).fit(rows, labels)
    model = ours.model
    times = interleaved(rounds, lambda: model.decide((rows,)), lambda: reference.predict(rows))
    row("gaussian predict, 100,000 x 30, 10 classes", "2.0", *times)
    times = interleaved(
        min(rounds, 3), lambda: model.posteriors((rows,)), lambda: reference.predict_proba(rows)
    )
    row("    posteriors, to a unit in the last place", "", *times)


def tied() -> None:
    """Report what one exact tie costs: 10,000 rows that two classes explain equally well."""
    rows = sparse.csr_matrix(np.ones((10_000, 20), dtype=np.int64))
    chance = np.random.default_rng(2)
    one = chance.integers(1, 50, 20)
    data = np.array([one, one[chance.permutation(20)]])
    ours = Classifier.fit(data, ["a", "b"], [Part("multinomial", amount="1/3")])
    model = ours.model
    model.decide((rows[:10],))
    started = time.process_time()
    found = model.decide((rows,))
    took = time.process_time() - started
    print(f"one exact tie: {1e6 * took / 10_000:.0f} µs (goal 60), {len(found.ties):,} of 10,000 rows")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--most", type=int, default=1_000_000, help="rows and features, at most")
    options = parser.parse_args()
    rounds = options.rounds
    print(f"Python {platform.python_version()}, NumPy {np.__version__}, SciPy {scipy.__version__}, "
          f"scikit-learn {sklearn.__version__}, {platform.machine()}, {os.cpu_count()} cores, "
          f"{rounds} rounds, least CPU in ms")  # fmt: skip
    print(f"{'':<44} {'ours':>9} {'scikit-learn':>13} {'ratio':>8} {'goal':>8}")
    train, test = corpus("news20_train"), corpus("news20_test")
    counted(
        rounds,
        "20 Newsgroups",
        train,
        test,
        "multinomial",
        Multinomial,
        MultinomialNB,
        ("1.5", "1.15", "0.1"),
    )
    counted(
        rounds, "20 Newsgroups", train, test, "bernoulli", Bernoulli, BernoulliNB, ("2.0", "2.2", "0.1")
    )
    four = corpus("news4_train")
    counted(rounds, "4 classes", four, four, "bernoulli", Bernoulli, BernoulliNB, ("1.3", "2.2", "0.4"))
    measured(rounds)
    tied()
    print()
    table(rounds)
    print()
    grown(options.most)


if __name__ == "__main__":
    main()
