"""Variants: every mistake that can be told is, in each of them; the same seed gives the same bytes."""

from __future__ import annotations

import csv
import json
import os
import subprocess
import sys
from decimal import ROUND_HALF_UP, Context, Decimal
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from thoroughness import all_of, in_both_runs, one_in
from worked import problem_file

from exactnb import Problem, solve
from exactnb.core.arithmetic.draws import Draws
from exactnb.core.data.files import NO_FILES
from exactnb.core.problem.toml import read_toml
from exactnb.errors import ExactnbError
from exactnb.interfaces.cli import main
from exactnb.teach.grading.discrimination import answer_and_relation
from exactnb.teach.grading.grader import Grader
from exactnb.teach.grading.judging import RIGHT
from exactnb.teach.grading.targets import Target
from exactnb.teach.variants import searching
from exactnb.teach.variants.reasons import find_undistinguished
from exactnb.teach.variants.sampling import DocumentSampler
from exactnb.teach.variants.searching import Search
from exactnb.teach.variants.template import Template
from exactnb.teach.variants.visibility import GradedLevels, Visibility
from exactnb.teach.variants.writing import problem_text

THREE = """\
[data]
class = "kind"
table = '''
coat kind
rough oat
rough oat
plain oat
plain rye
rough rye
plain rye
plain rye
furry pea
furry pea
rough pea
plain pea
plain pea
'''
[query]
x = { coat = "rough" }
"""
TEMPLATES = {
    "play_tennis": ["P(Yes,x')", "P(Yes|x')", "argmax(x')"],
    "spam_or_ham": ["P(+,e*)", "P(+|e*)"],
    "note_001_multinomial_smoothed": ["P(+,x*)", "P(+|x*)"],
    "three classes": ["P(oat,x)", "P(oat|x)", "P(rough|rye)"],
    "note_004_temperature": ["mean(temp|Yes)", "p(Yes,x)", "P(Yes|x)"],
}
SMALL = """\
[data]
table = '''
a b class
0 1 +
1 1 +
1 0 +
0 0 -
1 0 -
'''
[model]
smoothing = 1
[query]
x = { a = 1, b = 1 }
[[question]]
id = "joint"
quantity = "P(+,x)"
[[question]]
id = "posterior"
quantity = "P(+|x)"
"""


def template_of(name: str) -> Template:
    """Return a template by its name."""
    if name == "three classes":
        return template(THREE, TEMPLATES[name])
    return Template.read(problem_file(name), requested=TEMPLATES[name])


def template(text: str, asked: tuple[str, ...] | list[str] = ()) -> Template:
    return Template.from_document(read_toml(text), asked, NO_FILES)


def search_of(template: Template, **more: object) -> Search:
    return Search(template, 1, pilot=10, **more)  # type: ignore[arg-type]


@pytest.mark.exhaustive
def test_a_draw_that_cannot_be_a_variant_is_not_worked_on(monkeypatch: pytest.MonkeyPatch) -> None:
    """Wrong values are worked out once right ones are judged right; the first miss ends the grading.

    Of the pilot only promising draws are graded, and those that are variants are taken as they are.
    """
    calls: list[tuple[str, bool]] = []
    graded: dict[GradedLevels, list[bool]] = {}

    class Noted(GradedLevels):
        __hash__ = object.__hash__

        def __eq__(self, other: object) -> bool:
            return self is other

        def __getitem__(self, name: str) -> Visibility:
            reached = super().__getitem__(name)
            graded.setdefault(self, []).append(reached is Visibility.ALONE)
            return reached

    def note(name: str) -> None:
        plain = getattr(searching, name)

        def noted(*given: Any, **more: Any) -> Any:
            result = plain(*given, **more)
            calls.append((name, bool(result)))
            return result

        monkeypatch.setattr(searching, name, noted)

    note("judges_right_values_right")
    note("discrimination_by")
    monkeypatch.setattr(searching, "GradedLevels", Noted)
    counted = '[[question]]\nid = "share"\nquantity = "P(a=1|+)"\nform = "counted"\n'
    search = Search(template(SMALL + counted), 1, pilot=10)
    needed = search.needed_levels.items()
    assert graded.keys() == {draw.levels for draw in search.promising_draws}
    learned = [
        d for d in search.pilot_draws if all(d.levels.get(name, 0) >= level for name, level in needed)
    ]
    calls.clear()
    graded.clear()
    count = len(learned) + 10
    drawn = list(search.variants(count))
    assert {draw.sorted_rows for draw in learned} <= {draw.sorted_rows for draw in drawn}
    names = [name for name, _ in calls]
    assert names.count("discrimination_by") == calls.count(("judges_right_values_right", True))
    assert calls.count(("judges_right_values_right", False)) > 0
    assert graded
    assert all(all(are_alone[:-1]) for are_alone in graded.values())


@pytest.mark.exhaustive
def test_a_table_is_worked_on_once_and_few_tables_are_named(monkeypatch: pytest.MonkeyPatch) -> None:
    """Four rows, two numbers in each class: sixteen tables, and four variants."""
    numbers = "[data]\ntable = '''\nx class\n1 a\n2 a\n3 b\n4 b\n'''\n[query]\nq = { x = 2 }\n"
    model = '[model]\nfamilies = { x = "gaussian" }\n'
    search = Search(template(numbers + model, ["mean(x|a)"]), 1)
    problems, read = [], Problem.from_document
    monkeypatch.setattr(Problem, "from_document", lambda made: problems.append(made) or read(made))
    message = "none of 400 draws is variant 5; only 16 different tables .*; add rows or give"
    with pytest.raises(ExactnbError, match=message):
        list(search.variants(5))
    assert len(problems) <= 2 * 16 + 5 * 20  # pilot and search; 20 times new answers are looked for


@pytest.mark.exhaustive
@one_in(3, "name", TEMPLATES)
def test_what_is_told_is_diagnosed_in_every_variant(name: str) -> None:
    """A separable mistake has a value that is diagnosed as it alone; the right one is always right."""
    search = search_of(template_of(name))
    told = [each for each, level in search.needed_levels.items() if level is Visibility.ALONE]
    assert len(told) >= len(search.needed_levels) // 5
    known = set()
    for draw in search.variants(2):
        grader = Grader(Problem.from_text(problem_text(draw.document)))
        for identity, asked in grader.asked.items():
            assert (
                asked.graded(answer_and_relation(asked.right.value, asked.expects)[0]).verdict in RIGHT
            ), identity
        for each in told:
            row = draw.matrix[each]
            diagnosed = [
                {match.alternative.id for match in grader.asked[question].graded(typed).matches}
                for question in draw.matrix.distinguishing_questions(row)
                for typed in [
                    answer_and_relation(
                        draw.matrix.value(row, question).value, grader.asked[question].expects
                    )[0]
                ]
            ]
            assert {row.id} in diagnosed, each
        known.add(draw.sorted_rows)
    assert len(known) == 2


@pytest.mark.exhaustive
@in_both_runs
def test_no_draw_is_taken_whose_answers_are_not_nice() -> None:
    """With denominators up to 200 each right answer has one that is no larger."""
    for draw in search_of(template(SMALL), denominators=200).variants(2):
        values = [asked.right.value for asked in draw.key.asked.values()]
        assert all(value.denominator <= 200 for value in values)  # type: ignore[union-attr]


def test_what_is_asked_by_default_is_what_a_sheet_asks() -> None:
    """Without questions and `ask`, variants ask what stands on the sheet of the problem."""
    text = SMALL.partition("[[question]]")[0]
    asked = [question.quantity for question in template(text).questions]
    assert asked == [question.quantity for question in solve(Problem.from_text(text)).sheet().questions]
    named = template('ask = ["P(+|x)"]\n' + text).questions
    assert [question.quantity for question in named] == ["P(+|x)"]


TIED = """\
data.parameters = '''
y      +    -
prior  1/2  1/2
u      0.5  0.1
v      0.4  0.1
w      0.05  0.5
z      0.05  0.3
'''
model.family = "multinomial"
query.D = "u u v w w"
ask = ["argmax(D)", "odds(+:-|D)"]
"""


@pytest.mark.exhaustive
def test_a_tie_that_few_draws_keep_may_be_lost() -> None:
    """Odds of exactly 1 are not to be had from drawn parameters: such a template has variants too."""
    values = [
        asked.right.value for asked in next(search_of(template(TIED)).variants(1)).key.asked.values()
    ]
    assert len(values[0].labels) == 1  # type: ignore[union-attr]
    assert values[1] != 1


@pytest.mark.exhaustive
def test_a_zero_that_draws_keep_is_kept() -> None:
    """A word that was never seen in a class is never seen there in any variant."""
    text = SMALL.replace("smoothing = 1", "").replace("0 1 +", "1 1 +").replace("b = 1", "b = 0")
    text = text.replace("1 0 +", "1 1 +").partition("[[question]]")[0]
    kept = template(text, ["P(b=0|+)", "P(b=1|-)"])
    for draw in search_of(kept).variants(3):
        assert draw.right_answers == ("0", "0")


@pytest.mark.exhaustive
def test_figures_tell_values_that_are_typed_short() -> None:
    """With two figures a mistake is told only where no other value is written alike."""
    search = search_of(template(SMALL), figures=2)
    (draw,) = search.variants(1)
    for row in draw.matrix.rows:
        for question in draw.matrix.distinguishing_questions(row):
            own = draw.matrix.value(row, question)
            others = [other for other in draw.matrix.values[question] if other is not own]
            assert typed_short(own) not in map(typed_short, others)


def typed_short(target: Target) -> Decimal:
    """Return a number with two figures: the fraction 0.235 is 0.24, though its float is less."""
    value = target.value if isinstance(target.value, Fraction) else Fraction(float(target.value))  # type: ignore[arg-type]
    exact = Context(prec=60).divide(Decimal(value.numerator), Decimal(value.denominator))
    return Context(prec=2, rounding=ROUND_HALF_UP).plus(exact)


@pytest.mark.exhaustive
@in_both_runs
def test_equal_classes_hide_mistakes_about_the_prior_by_shape() -> None:
    """Two classes of four rows: a uniform prior is right, and that is said to be by the shape."""
    found = {
        each.name: each
        for each in find_undistinguished(search_of(template_of("note_001_multinomial_smoothed")))
    }
    assert found["dirichlet-mode"].why == "never"
    assert "smoothing-forgotten" in found["dirichlet-mode"].company
    text = SMALL.replace("1 0 -\n", "1 0 -\n0 1 -\n")
    hidden = {each.name: each for each in find_undistinguished(search_of(template(text)))}
    assert (hidden["prior-taken-uniform"].visibility, hidden["prior-taken-uniform"].why) == (
        Visibility.HIDDEN,
        "shape",
    )


@pytest.mark.exhaustive
def test_the_posterior_alone_does_not_tell_that_the_prior_is_forgotten() -> None:
    """There it is as if it were uniform; the question that tells the two apart is named."""
    found = {e.name: e for e in find_undistinguished(search_of(template(SMALL, ["P(+|x)"])))}
    forgotten = found["prior-forgotten"]
    assert (forgotten.visibility, forgotten.why) == (Visibility.TOGETHER, "questions")
    assert "prior-taken-uniform" in forgotten.company
    assert forgotten.question in ("P(+,x)", "P(-,x)", "P(x)")


def run(folder: Path, *options: str, hashed: str = "0") -> dict[str, bytes]:
    """Return the files that a process of its own writes, under a seed of hashes."""
    source = folder / "p.toml"
    source.write_text(SMALL)
    out = folder / f"out{hashed}"
    subprocess.run(
        [sys.executable, "-m", "exactnb", "variants", str(source), "-o", str(out), *options],
        env={**os.environ, "PYTHONHASHSEED": hashed},
        check=True,
        capture_output=True,
    )
    return {file.name: file.read_bytes() for file in sorted(out.iterdir())}


@pytest.mark.exhaustive
def test_the_same_seed_gives_the_same_bytes(tmp_path: Path) -> None:
    """Whatever Python hashes by, every file is the same."""
    first, second = (run(tmp_path, "--count", "2", hashed=seed) for seed in ("1", "2"))
    assert first == second
    assert {"variant-1.toml", "variant-2.toml", "key.csv", "manifest.json"} < set(first)
    assert first["variant-1.toml"] != first["variant-2.toml"]


@pytest.mark.exhaustive
def test_a_folder_has_the_key_and_who_gets_what(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The key has the right value first; each student has a file; the folder is replaced as a whole."""
    source, roster, out = tmp_path / "p.toml", tmp_path / "class.csv", tmp_path / "out"
    source.write_text(SMALL)
    roster.write_text("Student,ID\nAda,7\nBo,8\nCy,9\n")
    options = ["--count", "2", "--seed", "2", "--students", str(roster), "-o", str(out)]
    assert main(["variants", str(source), *options]) == 0
    assert "misconceptions have a wrong value of their own" in capsys.readouterr().out
    rows = list(csv.DictReader((out / "key.csv").read_text().splitlines()))
    right = {
        (row["variant"], row["question"]): row["value"] for row in rows if row["leads to it"] == "right"
    }
    grader = Grader(out / "variant-1.toml")
    assert right["variant-1.toml", "joint"] == str(grader.asked["joint"].right.value)
    students = list(csv.DictReader((out / "students.csv").read_text().splitlines()))
    assert [each["student"] for each in students] == ["Ada", "Bo", "Cy"]
    assert all((out / each["variant"]).is_file() for each in students)
    assert json.loads((out / "manifest.json").read_text())["seed"] == "2"


@in_both_runs
def test_what_is_no_misconception_is_refused_before_any_draw() -> None:
    """A search for it is not even made; what cannot be told here takes the draws to say so."""
    with pytest.raises(ExactnbError, match=r"variants\.must: unknown misconception 'prior-forgoten'"):
        search_of(template(SMALL), must=("prior-forgoten",))
    assert search_of(template(SMALL), must=("dirichlet-mode",)).must == ("dirichlet-mode",)


@one_in(
    6,
    ("text", "options", "said"),
    [
        (SMALL + "[variants]\nrows = '1..2'", [], "variants.rows: needs at least 2 rows"),
        (SMALL + "[variants]\nrows = '9..2'", [], "nothing lies in '9..2'"),
        (SMALL + "[variants]\nrow = '1..2'", [], "variants.row: unknown key (did you mean 'rows'?)"),
        (SMALL + "[variants]\nnumbers = { a = '1..2' }", [], "'a' is no column of numbers"),
        (SMALL + "[variants]\nwords = ['u']", [], "variants.words: needs texts"),
        (SMALL + "[variants]\nlabels = ['u']", [], "1 labels for the 2 of 'class'; name more"),
        (SMALL + "[variants]\nlabels = { c = ['u'] }", [], "unknown column 'c'"),
        (SMALL, ["--must", "prior-forgoten"], "(did you mean 'prior-forgotten'?)"),
        (SMALL, ["--must", "dirichlet-mode"], "'dirichlet-mode' has no wrong value of its own"),
        (SMALL, ["--denominators", "2"], "draws can be used: a denominator of joint is larger than 2"),
        (SMALL, ["--count", "0"], "--count: expected a whole number from 1"),
        (SMALL, ["--ask", "P(?|x)"], "'?' is no class"),
    ],
)
def test_refusals(
    text: str, options: list[str], said: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """What cannot be is one line, and nothing is written."""
    source, out = tmp_path / "p.toml", tmp_path / "out"
    source.write_text(text)
    assert main(["variants", str(source), "--patience", "1/10", "-o", str(out), *options]) == 2
    error = capsys.readouterr().err
    assert said in error
    assert error.count("\n") == 1
    assert not out.exists()


@pytest.mark.exhaustive
@pytest.mark.parametrize(
    "labels", [("a | b", "'''"), ("=1+1", 'say "so"'), ("\N{SNOWMAN}", "two words")]
)
def test_hostile_labels_are_read_back(labels: tuple[str, str]) -> None:
    """Classes named by bars, quotes and blanks stand in a file that solves, and in its questions."""
    text = SMALL + f"[variants]\nlabels = {json.dumps(labels)}\n"
    (draw,) = Search(template(text), 1, pilot=5).variants(1)
    problem = Problem.from_text(problem_text(draw.document))
    assert set(problem.schema.classes) == set(labels)
    assert len(Grader(problem).asked) == 2


@all_of("name", ["counts_only", "medical_test", "looms", "mixed_families", "weighted_rows"])
def test_every_kind_of_data_is_drawn(name: str) -> None:
    """Counts, parameters, numbers and mixed tables are drawn, as problems of the same classes."""
    known = Problem.read(problem_file(name))
    label = known.scope.class_item(known.schema.classes[0]).spell()
    try:
        drawing = DocumentSampler(Template.read(problem_file(name), requested=[f"P({label})"]))
    except ExactnbError as error:
        pytest.fail(str(error))
    seen = set()
    for seed in range(6):
        document = drawing.document(Draws(seed))
        problem = Problem.from_text(problem_text(document))
        assert set(problem.schema.classes) == set(known.schema.classes)
        assert dict(problem.schema.columns).keys() == dict(known.schema.columns).keys()
        seen.add(problem_text(document))
    assert len(seen) > 1
