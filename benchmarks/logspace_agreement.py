"""Decide a great many rows in log-space and by an oracle, and report where the two differ: in the
winners, or in a posterior by more than its last bit.

EXACTNB_DATA=FOLDER python benchmarks/logspace_agreement.py [--rows 5000] [--count 20000] [--seed 1]

First rows of data sets, through the doors that people use; FOLDER holds sms.tsv. Where a set has fewer
rows than are asked for, means of two of them stand beside them. Adult and mushrooms are drawn, with the
sizes and columns of the real ones; so are numbers of many columns and of many classes, in batches, with
pickles between them, and summed by an engine. Then near ties, and random problems, every other with
dense rows.
"""

from __future__ import annotations

import argparse
import os
import pickle
import platform
import random
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from math import isnan
from pathlib import Path
from typing import Any

import numpy as np
import polars
import scipy
from logspace_oracle import Joints, log, of_numbers, of_values, of_words, right
from scipy import sparse
from sklearn.datasets import load_breast_cancer, load_digits, load_wine
from sklearn.feature_extraction.text import TfidfVectorizer

sys.path.insert(0, str(Path(__file__).parent.parent / "tests" / "helpers"))

from logspace_drawn import drawn, table
from logspace_near_rows import near_ties
from logspace_near_ties import FAMILIES

from exactnb.interfaces.sklearn import CategoricalNB, GaussianNB, MultinomialNB
from exactnb.scale.counting import count_frame
from exactnb.scale.logspace import Classifier, Part, Sums


@dataclass(frozen=True)
class Asked:
    """What was found of rows: winners, certificates, posteriors; and what makes their true joints."""

    name: str
    sets: list[tuple[int, ...]]
    certificates: list[str]
    posteriors: Any
    joints: Callable[[int], Joints]


def judged(asked: Asked) -> int:
    """Print how many rows differ from the truth; return that number."""
    started = time.process_time()
    wrong, off, beside, ends = 0, 0, 0, 0
    for at, (found, shares_found) in enumerate(zip(asked.sets, asked.posteriors.tolist(), strict=True)):
        true = right(asked.joints(at))
        low, high = true.posteriors
        wrong += found != true.winners
        near = (np.nextafter(low, -1) <= shares_found) & (shares_found <= np.nextafter(high, 2))
        off += not near.all()
        beside += any(x not in (a, b) for x, a, b in zip(shares_found, low, high, strict=True))
        ends += low != high
    said = ", ".join(f"{n:,} {name}" for name, n in Counter(asked.certificates).most_common())
    open_ones = f", {ends} with ends that have two doubles" if ends else ""
    open_ones += f", {beside} beside the nearest double" if beside else ""
    seconds = time.process_time() - started
    print(
        f"{asked.name:<44} {len(asked.sets):>6,} rows: {wrong} labels and {off} posteriors wrong"
        f"{open_ones} ({said}; {seconds:.0f} s)",
        flush=True,
    )
    return wrong + off


def through(name: str, fitted: Any, rows: Any, joints: Callable[[int], Joints]) -> Asked:
    """Return what a classifier of `exactnb.interfaces.sklearn` finds."""
    sets = fitted.predict_set(rows)
    return Asked(name, sets, fitted.certificate_.tolist(), fitted.predict_proba(rows), joints)


def more(rows: Any, number: int) -> Any:
    """Return so many rows: the first, and if they do not do, means of two of them."""
    chance = np.random.default_rng(7)
    one, other = chance.integers(0, len(rows), (2, max(number - len(rows), 0)))
    means = (rows[one] + rows[other]) / 2
    found = np.concatenate([rows[:number], means if rows.dtype == float else np.floor(means)])
    return found.astype(rows.dtype)


def adult(number: int) -> Asked:
    """Adult, drawn: 32,561 rows, 8 columns of categories, 6 of whole numbers, 2 classes."""
    chance = np.random.default_rng(1)
    labels = (chance.random(32_561) < 0.24).astype(np.int64)
    sizes = (9, 16, 7, 15, 6, 5, 2, 42)
    tops = np.array(sizes)
    values = np.minimum(chance.geometric(0.25, (len(labels), 8)) - 1 + labels[:, None], tops - 1)
    heavy = np.where(
        chance.random((len(labels), 2)) < 0.08, chance.lognormal(8, 1, (len(labels), 2)), 0
    )
    numbers = [
        chance.integers(17, 91, len(labels)) + 3 * labels,
        np.rint(chance.lognormal(12, 0.5, len(labels))),
        chance.integers(1, 17, len(labels)) + labels,
        *np.rint(heavy * (1 + labels[:, None])).T,
        np.rint(chance.normal(40, 12, len(labels))) + 5 * labels,
    ]
    rows = np.column_stack([values, *numbers]).astype(float)
    kinds = [Part("categorical", slice(0, 8), sizes=sizes), Part("gaussian", slice(8, 14), amount=0)]
    fitted, own = Classifier.fit(rows, labels.tolist(), kinds), rows[:number]
    found = fitted.predict(own)
    by_values = of_values(values.tolist(), labels.tolist(), sizes)
    by_numbers = of_numbers(rows[:, 8:].tolist(), labels.tolist(), Fraction(0))
    sizes_of = Counter(labels.tolist())

    def joints(at: int) -> Joints:
        first, second = by_values(values[at].tolist()), by_numbers(rows[at, 8:].tolist())
        prior = [Fraction(sizes_of[k], len(labels)) for k in (0, 1)]
        return [log(a / p) + b for a, b, p in zip(first, second, prior, strict=True)]

    return Asked(
        "adult, drawn, 32,561 x 14",
        found.sets, found.certificates, fitted.posteriors(own), joints,
    )  # fmt: skip


def mushrooms(number: int) -> Asked:
    """Mushrooms, drawn: 8,124 rows, 22 columns of categories, 2 classes."""
    chance = np.random.default_rng(2)
    labels, tops = chance.integers(0, 2, 8_124), chance.integers(2, 13, 22)
    values = np.minimum(chance.geometric(0.3, (8_124, 22)) - 1 + labels[:, None], tops - 1)
    joints = of_values(values.tolist(), labels.tolist(), (values.max(axis=0) + 1).tolist())
    rows, fitted = values[:number], CategoricalNB().fit(values, labels)
    return through("mushrooms, drawn, 8,124 x 22", fitted, rows, lambda at: joints(rows[at].tolist()))


def measured(name: str, load: Callable[..., Any], number: int) -> Asked:
    rows, labels = load(return_X_y=True)
    joints = of_numbers(rows.tolist(), labels.tolist(), Fraction(1e-9))
    drawn_rows = more(rows, number)
    return through(
        name, GaussianNB().fit(rows, labels), drawn_rows, lambda at: joints(drawn_rows[at].tolist())
    )


def numbers_drawn(number: int) -> Iterator[Asked]:
    """Numbers of many columns, of many classes, in batches with a pickle after each, by an engine."""
    chance = np.random.default_rng(4)
    for name, count, columns, classes, batch in (
        ("wide, 60 x 300, 3 classes", 60, 300, 3, 60),
        ("600 x 8, 60 classes", 600, 8, 60, 600),
        ("streamed and pickled, 300 x 40, 5 classes", 300, 40, 5, 9),
        ("two rows a batch, far from 0, 40 x 20", 40, 20, 3, 2),
    ):
        labels = np.arange(count) % classes
        rows = chance.normal(0, 1, (count, columns)) + labels[:, None] % 7
        if batch == 2:  # units of their own, of very different sizes
            rows = rows * 10.0 ** chance.integers(-9, 9, columns) + 1e6
        model = GaussianNB()
        for start in range(0, count, batch):
            piece = slice(start, start + batch)
            model.partial_fit(rows[piece], labels[piece], np.arange(classes))
            model = pickle.loads(pickle.dumps(model))
        drawn_rows = more(rows, number)
        joints = of_numbers(rows.tolist(), labels.tolist(), Fraction(1e-9))
        yield through(name, model, drawn_rows, lambda at, by=joints, of=drawn_rows: by(of[at].tolist()))
    integers = chance.integers(-999, 999, (300, 6)) * 2 + 37 * (np.arange(300) % 4)[:, None]
    labels, names = np.arange(300) % 4, list("abcdef")
    frame = polars.DataFrame(integers, names).with_columns(y=polars.Series(map(str, labels.tolist())))
    tally = count_frame(frame.lazy(), "y", numbers=names)
    sums = [[tally.features[name].sums[str(k)] for name in names] for k in range(4)]
    tables = ([[getattr(of, what) for of in row] for row in sums] for what in ("total", "squares"))
    sizes = {k: tally.classes[str(k)] for k in range(4)}
    counts = Sums(tuple(map(Fraction, sizes.values())), *tables)
    parts = [Part("gaussian", slice(0, 6), amount=0)]
    fitted, own = Classifier.from_counts(sizes, parts, [counts]), more(integers, number)
    found, by_engine = fitted.predict(own), of_numbers(integers.tolist(), labels.tolist(), Fraction(0))
    yield Asked(
        "sums by Polars, streamed, 300 x 6, 4 classes",
        found.sets, found.certificates, fitted.posteriors(own),
        lambda at: by_engine(own[at].tolist()),
    )  # fmt: skip


def digits(number: int, form: Callable[[Any], Any]) -> Asked:
    rows, labels = load_digits(return_X_y=True)
    counts = rows.astype(np.int64)
    joints = of_words([_cells(of) for of in counts], labels.tolist(), counts.shape[1])
    asked = more(counts, number)
    fitted = MultinomialNB().fit(counts, labels)
    name = f"digits, 1,797 x 64, {form.__name__}"
    return through(name, fitted, form(asked), lambda at: joints(_cells(asked[at])))


def _cells(numbers: Any) -> list[tuple[int, int]]:
    return [(at, number) for at, number in enumerate(numbers.tolist()) if number]


def texts(number: int) -> Asked:
    lines = (Path(os.environ["EXACTNB_DATA"]) / "sms.tsv").read_text(encoding="utf-8").splitlines()
    names, spoken = zip(*(line.split("\t", 1) for line in lines), strict=True)
    rows = TfidfVectorizer().fit_transform(spoken)
    labels = np.unique(names, return_inverse=True)[1].tolist()
    cells = [list(zip(of.indices.tolist(), of.data.tolist(), strict=True)) for of in rows]
    joints = of_words(cells, labels, rows.shape[1])
    fitted = MultinomialNB().fit(rows, labels)
    return through("SMS, TF-IDF, 5,574", fitted, rows[:number], lambda at: joints(cells[at]))


def of_near_ties(number: int) -> Asked:
    sets, certificates, posteriors, truths = [], [], [], []
    for whole, asked, joints in near_ties(number):
        decisions = whole.decide(asked)
        sets += decisions.sets(range(99))
        certificates += decisions.certificate_names()
        shares_found = whole.posteriors(asked)[0].tolist()
        posteriors.append(shares_found + [0.0] * (4 - len(shares_found)))
        truths.append([*joints, *[Fraction(0)] * (4 - len(joints))])
    return Asked("near ties", sets, certificates, np.array(posteriors), truths.__getitem__)


def families() -> int:
    """Report near ties whose winners are known by how they were built, each in both orders."""
    built = [make() for make in FAMILIES.values()]
    tried = [*built, *(each.turned() for each in built)]
    wrong = sum(each.decisions().sets(range(99)) != [each.winners] for each in tried)
    print(f"near ties as built {len(tried):>32,} rows: {wrong} labels wrong", flush=True)
    return wrong


def drawn_problems(count: int, seed: int) -> int:
    """Report random problems, and every row that is decided differently."""
    dice = random.Random(seed)
    certificates: Counter[str] = Counter()
    wrong, off, start = 0, 0, time.process_time()
    for number in range(count):
        case = drawn(dice)
        decisions = case.decisions(dense=bool(number % 2))
        certificates.update(decisions.certificate_names())
        rows = table(case.queries, case.parts[-1].columns.stop)
        posteriors = case.model().posteriors(rows.toarray() if number % 2 else rows).tolist()
        for query, found, shares_found in zip(
            case.queries, decisions.sets(range(99)), posteriors, strict=True
        ):
            winners, joints = case.winners(query), case.joints(query)
            if found != winners:
                wrong += 1
                print(f"problem {number}: {query} goes to {winners}, not {found}: {case}")
            true = [joint / sum(joints) for joint in joints] if winners else []
            pairs = zip(shares_found, true, strict=bool(winners))
            if not (
                all(abs(Fraction(x) - of) < Fraction(float(np.spacing(x))) for x, of in pairs)
                if winners
                else all(map(isnan, shares_found))
            ):
                off += 1
                print(f"problem {number}: {query} has posteriors {true}, not {shares_found}: {case}")
    asked, seconds = sum(certificates.values()), time.process_time() - start
    said = ", ".join(f"{n:,} {name}" for name, n in certificates.most_common())
    print(
        f"{f'random, {count:,} problems':<44} {asked:>6,} rows: "
        f"{wrong} labels and {off} posteriors wrong ({said}; {seconds:.0f} s)"
    )
    return wrong + off


def main() -> int:
    """Print how many rows have which certificate, and how many are decided differently."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rows", type=int, default=5_000, help="of each data set")
    parser.add_argument("--count", type=int, default=20_000, help="random problems")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    print(f"Python {platform.python_version()}, NumPy {np.__version__}, SciPy {scipy.__version__}")
    number, wrong = options.rows, 0
    wrong += judged(measured("wine, 178 x 13", load_wine, number))
    wrong += judged(measured("breast cancer, 569 x 30", load_breast_cancer, number))
    wrong += judged(digits(number, np.asarray)) + judged(digits(number, sparse.csr_matrix))
    wrong += sum(map(judged, numbers_drawn(number)))
    wrong += judged(mushrooms(number)) + judged(texts(number)) + judged(adult(number))
    wrong += families() + judged(of_near_ties(number))
    wrong += drawn_problems(options.count, options.seed)
    return bool(wrong)


if __name__ == "__main__":
    sys.exit(main())
