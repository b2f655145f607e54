"""Threads: what several compute at once is what each computes alone, and the caller's settings stay."""

from __future__ import annotations

import csv
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from fractions import Fraction as F
from functools import partial
from pathlib import Path
from threading import Barrier, Event, Thread
from typing import TypeVar

import flint
import numpy as np
import pytest
from answering import EXAMPLES
from worked import problem_file

from exactnb import Grader, Problem, derive, solve
from exactnb.core.arithmetic.enclosure import (
    ball_of,
    double_double_logs,
    fixed_point_logs,
    log_form,
    weighted_sums,
)
from exactnb.core.arithmetic.power_product import PowerProduct
from exactnb.core.data.cells import LONGEST_CELL, long_cells
from exactnb.core.lazy import once
from exactnb.core.model.quantities import Quantities
from exactnb.core.model.quantity import Effort
from exactnb.interfaces.sklearn import MultinomialNB
from exactnb.scale.classify.fields import read_fields
from exactnb.teach.grading.reports.json_report import json_report
from exactnb.teach.grading.submissions.files import read_answers

T = TypeVar("T")
NUMBERS = range(2, 200)
SOLVED = (
    "spam_or_ham_smoothed", "two_seeds", "note_004_temperature", "play_tennis", "note_003_spherical",
)  # fmt: skip


@pytest.fixture(autouse=True)
def _eager() -> Iterator[None]:
    """Let threads take turns as often as they can."""
    before = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    yield
    sys.setswitchinterval(before)


@contextmanager
def coarse_thread() -> Iterator[None]:
    """Let a second thread compute with few bits all the time."""
    done, begun = Event(), Event()
    factors = [(number, F(1, 3)) for number in NUMBERS]

    def compute() -> None:
        while not done.is_set():
            log_form(factors, F(1), 1, 24)
            begun.set()

    thread = Thread(target=compute)
    thread.start()
    begun.wait()
    try:
        yield
    finally:
        done.set()
        thread.join()


def together(works: Sequence[Callable[[], T]]) -> list[T]:
    """Return what some works give that begin at the same time, each in a thread of its own."""
    start = Barrier(len(works))

    def run(work: Callable[[], T]) -> T:
        start.wait()
        return work()

    with ThreadPoolExecutor(len(works)) as pool:
        return list(pool.map(run, works))


def test_logarithms_beside_a_coarse_thread() -> None:
    """Logarithms keep all their digits while another thread computes with fewer bits."""
    alone = double_double_logs(NUMBERS), fixed_point_logs(NUMBERS, 300)
    with coarse_thread():
        for _ in range(20):
            assert (double_double_logs(NUMBERS), fixed_point_logs(NUMBERS, 300)) == alone


def test_balls_beside_a_coarse_thread() -> None:
    """Every operation on balls has the bits that it was asked for."""
    third = ball_of(F(1, 3), 400)
    with coarse_thread():
        for _ in range(50):
            ball = third.plus(third, 400).times(third, 400).divided_by(third, 400)
            assert ball.exp(400).log(400).root(400).is_accurate(380)
            assert ball_of(F(2, 7), 400).times(PowerProduct.of(3).enclose(400), 400).is_accurate(380)
            assert weighted_sums([F(1, 3)], [[third]], 400)[0].times_ten_to(7).is_accurate(380)
            assert abs(third.double_double()[1] - float(F(1, 3) - F(float(F(1, 3))))) < 2.0**-108


@pytest.mark.exhaustive
def test_posteriors_beside_a_coarse_thread() -> None:
    """Posteriors of texts are the same doubles while another thread computes with fewer bits."""
    counts = np.array([[(7 * i + 13 * j * j) % 997 for j in range(300)] for i in range(6)])

    def posteriors() -> list[list[float]]:
        classifier = MultinomialNB(alpha=0.3).fit(counts, ["a", "a", "b", "b", "c", "c"])
        found: list[list[float]] = classifier.predict_proba(counts % 7 == 0).tolist()
        return found

    alone = posteriors()
    with coarse_thread():
        assert all(posteriors() == alone for _ in range(20))


def printed(name: str) -> tuple[str, ...]:
    """Return a worked example in every form that is printed."""
    solution = solve(problem_file(name))
    return solution.text(), solution.latex(), solution.markdown(), solution.json()


@pytest.mark.exhaustive
def test_solutions_are_those_of_one_thread() -> None:
    """Problems solved side by side equal those solved in turn, byte for byte, whoever takes which."""
    alone = {name: printed(name) for name in SOLVED}
    turns = [SOLVED[at:] + SOLVED[:at] for at in range(3)]

    def run(names: Sequence[str]) -> dict[str, tuple[str, ...]]:
        return {name: printed(name) for name in names}

    for found in together([partial(run, names) for names in turns]):
        assert found == alone


def test_a_changed_graph_is_shared() -> None:
    """Threads that ask for the same value of a changed graph at the same time all get it."""
    problem = Problem.read(problem_file("play_tennis"))
    prior, posterior = (problem.resolve(name, "", Effort()) for name in ("P(Yes)", "P(Yes|x')"))
    graph = Quantities([posterior], problem.define, Effort())
    expected = graph.varied({}, {prior: F(1, 2)})(posterior)
    for _ in range(30):
        value = graph.varied({}, {prior: F(1, 2)})
        assert together([partial(value, posterior)] * 4) == [expected] * 4


@pytest.mark.exhaustive
def test_a_problem_and_a_grader_are_shared() -> None:
    """Four threads that solve one problem, and grade with one grader, say what one alone says."""
    path = EXAMPLES / "homework" / "sheet.toml"
    sheets = [
        {"prior": "1/2", "joint yes": "1/243", "posterior": "12.5 %", "decision": "No"},
        {"prior": "9/14", "evidence": "0,0329", "posterior": "0.00529"},
    ]

    def graded(grader: Grader) -> list[str]:
        return [json_report(grader, [grader.grade(sheet, "a")]) for sheet in sheets]

    shared, problem = Grader(path), Problem.read(problem_file("two_seeds"))
    works = [lambda: (graded(shared), solve(problem).text())] * 4
    alone = graded(Grader(path)), solve(problem_file("two_seeds")).text()
    assert together(works) == [alone] * 4


def test_a_classifier_is_shared() -> None:
    """Four threads that ask one fitted classifier get the labels and posteriors that one alone gets."""
    counts = np.array([[(7 * i + 13 * j * j) % 997 for j in range(60)] for i in range(6)])
    labels = ["a", "a", "b", "b", "c", "c"]

    def asked(classifier: MultinomialNB) -> tuple[list[str], list[list[float]]]:
        rows = counts % 7 == 0
        return classifier.predict(rows).tolist(), classifier.predict_proba(rows).tolist()

    alone = asked(MultinomialNB(alpha=0.3).fit(counts, labels))
    shared = MultinomialNB(alpha=0.3).fit(counts, labels)
    assert together([lambda: asked(shared)] * 4) == [alone] * 4


@pytest.mark.exhaustive
def test_proofs_side_by_side() -> None:
    """Threads that prove different theorems, and the same, prove what one alone proves."""
    names = ("prior-mle-two", "bernoulli-mle", "prior-mle-two", "variance-unbiased")
    alone = [derive(name).text() for name in names]
    sys.setswitchinterval(0.0005)
    assert together([partial(lambda name: derive(name).text(), name) for name in names]) == alone


def test_atoms_are_asked_without_a_lock() -> None:
    """What one atom knows is found while another thread finds it for another atom: none waits."""
    both = Barrier(2)

    class Asked:
        """Know something that is found only when two threads look for it."""

        @once
        def known(self) -> int:
            both.wait(timeout=20)
            return 1

    assert together([lambda: Asked().known] * 2) == [1, 1]


def test_the_precision_of_the_caller_stays() -> None:
    """python-flint has the precision that the caller set, after results and after faults."""
    before = flint.ctx.prec
    try:
        flint.ctx.prec = 77
        log_form([(2, F(1))], F(0), 0, 500)
        ball_of(F(1, 3)).upper_decimal_exponent()
        with pytest.raises(TypeError, match="unsupported operand"):
            log_form([("no number", F(1))], F(0), 0, 500)  # type: ignore[list-item]
        assert flint.ctx.prec == 77
        coarse = (
            ball_of(F(1, 3), 400).upper_decimal_exponent(),
            ball_of(F(1, 3), 400).times_ten_to(3).is_accurate(380),
        )
        flint.ctx.prec = 2
        assert (ball_of(F(1, 3), 400).upper_decimal_exponent(), True) == coarse
    finally:
        flint.ctx.prec = before


def test_the_limit_of_cells_is_given_back() -> None:
    """Readers that overlap, and end in any order, leave the limit of csv as they found it."""
    before = csv.field_size_limit()
    first, second = long_cells(), long_cells()
    first.__enter__()
    second.__enter__()
    first.__exit__(None, None, None)
    assert csv.field_size_limit() == LONGEST_CELL
    second.__exit__(None, None, None)
    assert csv.field_size_limit() == before


@pytest.mark.exhaustive
def test_long_cells_are_read_side_by_side(tmp_path: Path) -> None:
    """Threads that read tables with cells beyond Python's limit all read them, and give it back."""
    long = "x" * 200_000
    corpus, answers = tmp_path / "corpus.csv", tmp_path / "answers.csv"
    corpus.write_text("class,text\n" + f"a,{long}\n" * 20)
    answers.write_text(f"student,q\nAda,{long}\n")
    before = csv.field_size_limit()

    def run() -> int:
        return sum(len(row["text"]) for _ in range(5) for row in read_fields(corpus)) + sum(
            len(sheet.answers["q"]) for _ in range(20) for sheet in read_answers(answers)
        )

    assert together([run] * 4) == [120 * 200_000] * 4
    assert csv.field_size_limit() == before


@pytest.mark.exhaustive
def test_the_first_import_may_happen_in_threads() -> None:
    """A process whose first call is made by four threads at once solves, checks and derives."""
    script = f"""
import sys, threading
sys.setswitchinterval(1e-6)
found, faults = [], []
def run(at):
    try:
        import exactnb
        work = (
            lambda: exactnb.solve({str(problem_file("two_seeds"))!r}).json(),
            lambda: exactnb.check("0.667", "2/3").verdict.value,
            lambda: exactnb.Grader({str(EXAMPLES / "homework" / "sheet.toml")!r}).grade({{}}).score,
            lambda: exactnb.derive("prior-mle-two").text(),
        )[at % 4]
        found.append(bool(work()) or at)
    except BaseException as fault:
        faults.append(repr(fault))
threads = [threading.Thread(target=run, args=(at,)) for at in range(8)]
for thread in threads: thread.start()
for thread in threads: thread.join()
sys.exit("; ".join(faults) or None)
"""
    subprocess.run([sys.executable, "-c", script], check=True, timeout=120)
