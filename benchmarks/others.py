"""Time exactnb beside other libraries that do the same: river, NLTK, Lea and SymPy.

EXACTNB_DATA=FOLDER python benchmarks/others.py [--rounds 5]

FOLDER holds sms.tsv. Each line is the least CPU time of several, ours and theirs in turns; a library
that is not installed is left out. Lea and SymPy are as exact as ours; river and NLTK round.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import partial
from importlib.util import find_spec
from math import prod
from typing import Any

import sympy
from doors import folder, interleaved
from sklearn.feature_extraction.text import CountVectorizer

from exactnb import Problem
from exactnb.core.model.quantities import Quantities
from exactnb.core.model.quantity import Effort
from exactnb.interfaces.sklearn import BernoulliNB, MultinomialNB

TENNIS = "worked_examples/play_tennis/play_tennis.toml"
QUERY = {"Outlook": "Sunny", "Temperature": "Cool", "Humidity": "High", "Wind": "Strong"}
POSTERIOR = Fraction(125, 611)
LABELLED = 200  # texts, one by one

Line = tuple[str, Callable[[], object], Callable[[], object]]
"""What is timed, by us and by them."""


def each(label: Callable[[Any], object], asked: list[Any]) -> list[object]:
    return list(map(label, asked[:LABELLED]))


def texts() -> Iterator[Line]:
    """Yield texts as words with their counts, learned at once and labelled one by one."""
    lines = (folder() / "sms.tsv").read_text(encoding="utf-8").splitlines()
    labels, messages = zip(*(line.split("\t", 1) for line in lines), strict=True)
    vectorizer = CountVectorizer()
    rows = vectorizer.fit_transform(messages)
    names = vectorizer.get_feature_names_out()
    cells = [dict(zip(names[row.indices], row.data.tolist(), strict=True)) for row in rows]
    singles = [rows[at] for at in range(LABELLED)]
    if find_spec("river"):
        from river.naive_bayes import MultinomialNB as StreamNB

        def streamed() -> Any:
            model = StreamNB()
            for row, label in zip(cells, labels, strict=True):
                model.learn_one(row, label)
            return model

        model, stream = MultinomialNB().fit(rows, labels), streamed()
        yield "river, 5,574 SMS learned", partial(MultinomialNB().fit, rows, labels), streamed
        asked = partial(each, model.predict, singles), partial(each, stream.predict_one, cells)
        yield "river, 200 SMS labelled one by one", *asked
    if find_spec("nltk"):
        from nltk.classify import NaiveBayesClassifier

        shown = [(dict.fromkeys(row, True), label) for row, label in zip(cells, labels, strict=True)]
        train = partial(NaiveBayesClassifier.train, shown)
        present, classifier = BernoulliNB().fit(rows, labels), train()
        yield "NLTK, 5,574 SMS learned", partial(BernoulliNB().fit, rows, labels), train
        words = [row for row, _ in shown]
        asked = partial(each, present.predict, singles), partial(each, classifier.classify, words)
        yield "NLTK, 200 SMS labelled one by one", *asked


def exact() -> Iterator[Line]:
    """Yield an exact posterior, of which ours reads the file of the table too."""
    cases = list(Problem.read(TENNIS).cases())
    by_class = {k: [case.cells for case in cases if case.label == k] for k in ("Yes", "No")}

    def ours() -> None:
        problem = Problem.read(TENNIS)
        name = problem.scope.resolve("P(Yes|x')")
        assert Quantities([name], problem.define, Effort()).value(name) == POSTERIOR

    if find_spec("lea"):
        import lea

        lea.set_prob_type("r")

        def by_lea() -> None:
            label = lea.vals(*(case.label for case in cases))
            factors = (
                label.switch(
                    {k: lea.vals(*(row[column] for row in rows)) for k, rows in by_class.items()}
                )
                == value
                for column, value in QUERY.items()
            )
            assert lea.P((label == "Yes").given(*factors)) == POSTERIOR

        yield "Lea, a posterior of play tennis", ours, by_lea

    def by_sympy() -> None:
        joints = {
            k: sympy.Rational(len(rows), len(cases))
            * prod(
                sympy.Rational(sum(row[c] == v for row in rows), len(rows)) for c, v in QUERY.items()
            )
            for k, rows in by_class.items()
        }
        assert joints["Yes"] / sum(joints.values()) == sympy.Rational(POSTERIOR)

    yield "SymPy's rationals, the same", ours, by_sympy


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=5)
    rounds = parser.parse_args().rounds
    print(f"{'least CPU in ms':<40} {'ours':>9} {'theirs':>9}")
    for what, mine, other in (*texts(), *exact()):
        print("{:<40} {:9.2f} {:9.2f}".format(what, *interleaved(rounds, mine, other)), flush=True)


if __name__ == "__main__":
    main()
