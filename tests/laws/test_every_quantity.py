"""Whatever a quantity is of, and whatever is answered: printed, checked, audited, exported."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache
from pathlib import Path
from random import Random
from zlib import crc32

from quantities_drawn import PROBLEMS, Asked, name_of_quantity, of_shape
from quantity_doors import goes_through
from thoroughness import choose, in_both_runs, one_in

from exactnb import Grader, Problem, audit
from exactnb.core.families import every_family
from exactnb.core.families.numbers import NumberFamily
from exactnb.core.model.quantities import Quantities
from exactnb.core.model.quantity import Effort
from exactnb.core.naming.kinds import QuantityKind
from exactnb.core.problem.printed import Printed
from exactnb.core.problem.questions import Question
from exactnb.core.quantities import QUANTITIES
from exactnb.errors import ExactnbError, InputError, Unsupported
from exactnb.explain.solution.exploring import explore
from exactnb.teach.auditing.reports.forms import as_text, audit_json
from exactnb.teach.auditing.reports.report_text import audit_parts
from exactnb.teach.grading.discrimination import answer_and_relation
from exactnb.teach.grading.reports.json_report import json_report
from exactnb.teach.grading.reports.text_report import discrimination_text, student_text

TYPED = (
    "1/3", "0.25", "0", "1", "-2", "0.333", "1/9999999999999999999", "12345678901234567890", "1e-30",
    "99.9%", "3:1", "a", "tie", "undefined", "true", "{1, 2}", "[1, 2; 3, 4]", "[1, 2]", "log(2)",
    "1/0", "0.1...", "sqrt(2)/e^3", "x + y = 1", "(-inf, 1)", "w=s", "", "=1+1", "½", "p, q", "∞",
)  # fmt: skip
"""What somebody may answer, or print: numbers of every kind, and odd texts."""
NAIVE = [
    of.name for of in every_family() if isinstance(of, NumberFamily) and of.is_naive and not of.is_joint
]
EFFORT = 3_000
FAULTS = ("internal fault", "nested too deeply", "out of memory")


HOMES = [
    *(
        PROBLEMS[key]
        for key in (
            "bits",
            "texts, multinomial",
            "qda",
            "gaussian",
            "poisson",
            "geometric",
            "stated",
            "shared",
        )
    ),
    *(
        replace(PROBLEMS[key], text=PROBLEMS[key].text.replace("[model]", f"[model]\n{said}"))
        for key, said in (
            ("gaussian", 'share = "classes"'),
            ("gaussian", 'share = "features"'),
            ("gaussian", 'share = "all"'),
            ("lda", ""),
            ("lda", 'covariance = "total"'),
        )
    ),
]
"""Problems in which every quantity has a value in some of them, in each of its shapes."""


def asked(problem: Problem, of: Asked, draw: Random, number: int) -> list[str]:
    """Return the names of some quantities that a problem has."""
    names: dict[str, None] = {}
    for _ in range(20 * number):
        try:
            names[str(problem.resolve(name_of_quantity(of, draw), "ask", Effort()))] = None
        except ExactnbError:
            continue
        if len(names) == number:
            break
    return list(names)


def told(act: Callable[..., str], *given: object, **more: object) -> str:
    """Return what is said: a result, or why there is none."""
    try:
        return act(*given, **more)
    except ExactnbError as error:
        return str(error)


def of_audit(problem: Problem, answers: Mapping[str, str], *, pairs: bool) -> str:
    """Return the reports of an audit in which each number is printed by itself."""
    printed = [Printed(name, text, f"line {at}") for at, (name, text) in enumerate(answers.items())]
    found = audit(replace(problem, printed=printed), pairs=pairs, effort=EFFORT)
    return as_text(audit_parts(found)) + audit_json(found)


def of_sheet(problem: Problem, answers: Mapping[str, str], draw: Random) -> str:
    """Return the reports of a sheet, some of it answered rightly, and what its questions tell apart."""
    questions = [Question(f"q{at}", name) for at, name in enumerate(answers)]
    grader = Grader(replace(problem, questions=questions), effort=EFFORT)
    given = dict(zip((question.id for question in questions), answers.values(), strict=True))
    for identity in grader.asked:
        if draw.random() < 0.3:
            name = grader.name_of(grader.asked[identity].question)
            given[identity] = answer_and_relation(
                grader.graph.value(name), grader.asked[identity].expects
            )[0]
    report = grader.grade(given)
    words = [student_text(grader, report, explain=True), json_report(grader, [report])]
    return "".join([*words, *grader.unsolved.values(), discrimination_text(grader)])


def of_exploring(problem: Problem, cells: Sequence[str]) -> str:
    """Return why some cells are decided as they are, where they are a query."""
    query = dict(cell.split("=") for cell in cells if "=" in cell)
    return explore(replace(problem, query={"z": query}), effort=EFFORT).text()


@in_both_runs
@one_in(16, "key", PROBLEMS)
def test_answers_to_any_quantity_are_judged_without_a_fault(key: str) -> None:
    """An audit, a sheet, what questions tell apart, a query explored: a result or a refusal."""
    of = PROBLEMS[key]
    problem = Problem.from_text(of.text)
    draw = Random(key)
    names = asked(problem, of, draw, choose(quick=2, exhaustive=3))
    answers = {name: draw.choice((*TYPED, f"0.{draw.randint(1, 999)}")) for name in names}
    cells = draw.sample(of.cells, 2)
    said = [
        told(of_audit, problem, answers, pairs=choose(quick=False, exhaustive=True)),
        told(of_sheet, problem, answers, draw),
        told(of_exploring, problem, cells),
    ]
    for fault in FAULTS:
        assert not any(fault in text for text in said), (answers, cells, fault)


@one_in(6, "key", NAIVE)
def test_a_number_behind_the_bar_is_not_a_factor(key: str) -> None:
    """P(u=1|a,v=1) is judged, and what it rests on is mistaken, not it itself."""
    problem = Problem.from_text(PROBLEMS[key].text)
    answers = {"P(u=1|a,v=1)": "0.123"}
    assert "wrong" in of_audit(problem, answers, pairs=False)
    assert "internal" not in of_sheet(problem, answers, Random(0))


def test_a_long_denominator_is_no_length() -> None:
    """How many fractions with a denominator there are is a number of any size."""
    problem = Problem.from_text(PROBLEMS["bits"].text)
    assert "wrong" in of_audit(problem, {"P(p|x)": "1/9999999999999999999"}, pairs=False)


def names_of(kind: QuantityKind) -> Iterator[tuple[str, str]]:
    """Yield a name of a quantity in each of its shapes, with a problem file that works it out."""
    for shape in kind.shapes:
        tried = ((of.text, name) for of in HOMES for name in worked_out(read(of.text), kind, shape, of))
        found = next(tried, None)
        assert found is not None, f"{kind.head} is worked out nowhere as {shape!r}"
        yield found


read = cache(Problem.from_text)  # a problem keeps what it has worked out


def worked_out(problem: Problem, kind: QuantityKind, shape: str, of: Asked) -> Iterator[str]:
    """Yield names in a shape that a problem gives a value to."""
    draw = Random(f"{kind.head} {shape}")
    for _ in range(8):
        try:
            name = problem.resolve(of_shape(kind, shape, of, draw), "ask", Effort())
            Quantities([name], problem.define, Effort()).value(name)
        except (InputError, Unsupported):
            continue
        yield str(name)


@in_both_runs
@one_in(24, "head", QUANTITIES)
def test_a_quantity_goes_through_every_door_in_each_of_its_shapes(head: str, tmp_path: Path) -> None:
    """Each row of the registry: what it allows is worked out, and right wherever it is asked for."""
    for number, (text, name) in enumerate(names_of(QUANTITIES[head])):
        goes_through(text, name, crc32(head.encode()) + number, tmp_path)
