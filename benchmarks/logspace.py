"""Report how fast proved labels are, beside scikit-learn: CPU medians, the two interleaved.

EXACTNB_DATA=FOLDER python benchmarks/logspace.py [--rounds 7]

FOLDER holds news20_train.jsonl.xz, news20_test.jsonl.xz and news4_train.jsonl.xz (20 Newsgroups).
"""

from __future__ import annotations

import argparse
import json
import lzma
import os
import platform
import statistics
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

import numpy as np
import scipy
import sklearn
from scipy import sparse
from sklearn.naive_bayes import BernoulliNB, GaussianNB, MultinomialNB

from exactnb.logspace.classifier import Classifier, Part
from exactnb.logspace.texts import Vocabulary


def corpus(name: str) -> list[dict[str, str]]:
    path = Path(os.environ["EXACTNB_DATA"]) / f"{name}.jsonl.xz"
    with lzma.open(path, "rt", encoding="utf-8") as lines:
        return list(map(json.loads, lines))


def interleaved(rounds: int, *calls: Callable[[], Any]) -> list[float]:
    """Return the median CPU time of each call in milliseconds, taken in turns."""
    times: list[list[float]] = [[] for _ in calls]
    for _ in range(rounds):
        for taken, call in zip(times, calls, strict=True):
            started = time.process_time()
            call()
            taken.append(1000 * (time.process_time() - started))
    return [statistics.median(taken) for taken in times]


def row(what: str, goal: str, ours: float, theirs: float) -> None:
    print(f"{what:<44} {ours:9.1f} {theirs:13.1f} {theirs / ours:8.2f} {goal:>8}")


def fitted(rows: Any, labels: list[str], part: Part) -> Classifier:
    found = Classifier.fit(rows, labels, [part])
    for block in found.model.blocks:
        _ = block.kernel.weights
        _ = block.kernel.base if part.kind == "bernoulli" else None
    return found


def counted(rounds: int, name: str, train: list[dict[str, str]], test: list[dict[str, str]],
            kind: str, theirs: Any, goals: tuple[str, str]) -> None:  # fmt: skip
    known = Vocabulary.learn(document["text"] for document in train)
    binary = kind == "bernoulli"
    rows, others = (known.rows([d["text"] for d in of], binary=binary) for of in (train, test))
    labels = [document["label"] for document in train]
    part = Part(kind)
    ours, reference = fitted(rows, labels, part), theirs().fit(rows, labels)
    times = interleaved(rounds, lambda: fitted(rows, labels, part), lambda: theirs().fit(rows, labels))
    row(f"{kind} fit, {name} {rows.shape[0]:,} x {rows.shape[1]:,}", goals[0], *times)
    model = ours.model
    weights = model.blocks[0].kernel.weights
    times = interleaved(
        rounds, lambda: model.decide((others,)), lambda: reference.predict(others),
        lambda: (others @ weights).argmax(axis=1),
    )  # fmt: skip
    row(f"{kind} predict, {name} {others.shape[0]:,} rows", goals[1], *times[:2])
    found = ours.predict(others)
    proved = np.bincount(found.decisions.certificates, minlength=4).tolist()
    agree = float(np.mean(np.array(found.labels) == reference.predict(others)))
    cost = 100 * (times[0] / times[2] - 1)
    print(f"    proof over product and argmax {cost:+.0f} %; float64, exact, tie, undefined: {proved}; "
          f"labels as theirs {agree:.4f}")  # fmt: skip


def measured(rounds: int) -> None:
    chance = np.random.default_rng(1)
    labels = chance.integers(0, 10, 100_000)
    rows = chance.normal(0, 1, (10, 30))[labels] + chance.normal(0, 2, (100_000, 30))
    ours = Classifier.fit(rows, labels.tolist(), [Part("gaussian", amount=0)])
    reference = GaussianNB(var_smoothing=0).fit(rows, labels)
    model = ours.model
    times = interleaved(rounds, lambda: model.decide((rows,)), lambda: reference.predict(rows))
    row("gaussian predict, 100,000 x 30, 10 classes", "2.0", *times)


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
    rounds = parser.parse_args().rounds
    print(f"Python {platform.python_version()}, NumPy {np.__version__}, SciPy {scipy.__version__}, "
          f"scikit-learn {sklearn.__version__}, {platform.machine()}, {os.cpu_count()} cores, "
          f"{rounds} rounds, CPU medians in ms")  # fmt: skip
    print(f"{'':<44} {'ours':>9} {'scikit-learn':>13} {'ratio':>8} {'goal':>8}")
    train, test = corpus("news20_train"), corpus("news20_test")
    counted(rounds, "20 Newsgroups", train, test, "multinomial", MultinomialNB, ("1.5", "1.15"))
    counted(rounds, "20 Newsgroups", train, test, "bernoulli", BernoulliNB, ("2.0", "2.2"))
    four = corpus("news4_train")
    counted(rounds, "4 classes", four, four, "bernoulli", BernoulliNB, ("1.3", "2.2"))
    measured(rounds)
    tied()


if __name__ == "__main__":
    main()
