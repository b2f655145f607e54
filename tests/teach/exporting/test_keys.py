"""The keys that exports print are right, to the system and to `check`: ties of some classes too."""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cache
from itertools import combinations
from pathlib import Path

import pytest
from exported import questions
from exported.nbgrader import own, source
from labels import AWKWARD, UNPRINTABLE
from thoroughness import all_of, choose, in_both_runs, one_in

from exactnb.core.arithmetic.roots import Points
from exactnb.core.arithmetic.values import UNDEFINED, logarithm
from exactnb.core.data.files import NO_FILES
from exactnb.core.expression.reading.refusal import Refusal
from exactnb.core.expression.results import Decision, are_equal
from exactnb.core.problem.problem import Problem
from exactnb.core.problem.toml import read_toml
from exactnb.teach.answers.answer import Expects
from exactnb.teach.answers.reading import answer_text, read_answer
from exactnb.teach.exporting.exporting import Export, Request
from exactnb.teach.exporting.external_grader import answer_form, right_answer_as_typed, typed_for_choice
from exactnb.teach.exporting.items import AssessmentItem, ItemPart, Pool
from exactnb.teach.exporting.system import Files
from exactnb.teach.exporting.systems import names, system_named
from exactnb.teach.grading.grader import Grader
from exactnb.teach.grading.submissions.files import read_sheets
from exactnb.teach.grading.submissions.layouts import AS_NAMED
from exactnb.teach.grading.submissions.variant_names import VariantNames
from exactnb.teach.grading.variants_folder import VariantFolder, VariantsGrader
from exactnb.teach.variants.template import Template
from exactnb.teach.variants.writing import problem_text, with_rows

BY_SLUG = ("gift", "moodle", "qti-2-1", "canvas")  # whose questions are named after their parts
UNREAD = ("paper", "stack")  # a program that reads them is tried elsewhere
ASKED = ("argmax(x)", "argmax(z)", "independent(a,b)")
LABELS: Mapping[str, Sequence[str]] = {
    "plain": ("p", "q", "r", "s"),
    "ties": ("tie", "win", "draw", "a tie"),
    "lists": ("p or q", "p", "q", "p and q"),
    "nothing": ("none", "no class", "undefined", "not defined"),
    "commas": ("a, b", "a", "b", "b, a"),
    "quotes": ('say "no"', '"', "''", 'x "y", z'),
    "truths": ("yes", "no", "both", "yes/no"),
    "answers": ("tie: p, q", "p", "q", "tie between p and q"),
    "signs": ("=", "a=b", "{", "(p, q)"),
    "stops": ("p.", "p", "P", "is p"),
    "numbers": ("0", "1", "0/0", "-1"),
}


@cache
def problem(labels: tuple[str, ...], winners: tuple[str, ...], tie: str = "report") -> str:
    """Return a problem in which some classes tie for x, and none is possible for z."""
    rows = [(*("um" if label in winners else "vn"), label) for label in labels]
    rows += [("v", "n", label) for label in labels if winners == labels]
    document = {
        "data": {"table": "", "class": "kind"},
        "model": {"prior": "uniform", "tie": tie},
        "query": {"x": {"a": "u"}, "z": {"a": "u", "b": "n"}},
        "question": [{"id": f"q{at}", "quantity": asked} for at, asked in enumerate(ASKED)],
    }
    return problem_text(with_rows(document, "table", ["a", "b", "kind"], rows))


def tied() -> Iterator[str]:
    """Yield problems with one winner, with some, and with all classes tied; labels of all kinds."""
    for size in (2, 3, 4):
        labels = tuple(LABELS["plain"][:size])
        yield from (problem(labels, labels[-number:]) for number in range(1, size + 1))
    for at, labels in enumerate(tuple(of[:3]) for of in LABELS.values()):
        yield problem(labels, list(combinations(labels, 2))[at % 3])
    yield problem(("p", "q", "r"), ("q", "r"), "first")


SOME = problem(("p", "q", "r"), ("q", "r"))


@cache
def pools(text: str, like: str) -> Sequence[Pool]:
    return Request(like).of([Template.from_document(read_toml(text), (), NO_FILES)]).pools


def exported(system: str, text: str) -> Export:
    """Return an export; systems that take the same kinds of answer share their pools."""
    one = system_named(system)
    alike = [system_named(name) for name in names()]
    like = next(n for n, of in zip(names(), alike, strict=True)
                if (of.kinds, of.choices) == (one.kinds, one.choices))  # fmt: skip
    return Export(one, pools(text, like))


def answers_of(export: Export) -> Iterator[tuple[AssessmentItem, int, ItemPart]]:
    (item,) = export.pools[0].items
    for number, part in enumerate(item.parts, start=1):
        yield item, number, part


@in_both_runs
@pytest.mark.parametrize("text", choose(quick=[SOME], exhaustive=list(tied())[::20]), ids=str.__len__)
@one_in(9, "system", names())
def test_a_key_is_right_where_it_is_read(system: str, text: str) -> None:
    """Whoever answers as the key says is right in the system, and by `check`; nothing else is."""
    export = exported(system, text)
    files = export.files()
    found = {} if system in UNREAD else questions(system, files)
    grader = Grader(Problem.from_document(read_toml(text)))
    manifest = json.loads(export.problems()["manifest.json"])
    stands_for = VariantNames((export.pools[0].items[0].id,), choices=manifest["choices"])
    seen = 0
    for item, number, part in answers_of(export):
        asked = grader.asked[part.id]
        name = f"{item.id}-{part.slug}" if system in BY_SLUG else f"{item.id} {number}"
        if found:
            assert found[name].mark(part.key.exact).share == 1, (
                part.key.exact,
                right_answer_as_typed(part),
            )
        assert asked.graded(right_answer_as_typed(part)).is_right, right_answer_as_typed(part)
        assert stands_for.answer_of_choice(part.id, part.key.exact, item.id) == typed_for_choice(
            part, part.key.exact
        )
        for at, choice in enumerate(part.choices, start=1):
            answer = stands_for.answer_of_choice(part.id, str(at), item.id, numbered=True)
            assert answer == stands_for.answer_of_choice(part.id, choice, item.id)
            assert asked.graded(answer).is_right == (choice == part.key.exact), (choice, answer)
        for wrong in part.wrong:
            assert not asked.graded(typed_for_choice(part, wrong.response.exact)).is_right, wrong
        if system in PRINTED:
            assert PRINTED[system](files, part) == [right_answer_as_typed(part)]
        seen += 1
    assert seen == len(export.pools[0].items[0].problem.questions)


@one_in(6, ("text", "due"), [("a tie", 1), ("undefined (0/0)", 0), ("p", 0), ("q", 0)])
def test_a_choice_in_a_class_file_is_what_it_stands_for(text: str, due: int, tmp_path: Path) -> None:
    """Moodle's responses hold the text of a choice: a tie is the one that is right, 0/0 is read."""
    for name, content in exported("moodle", SOME).problems().items():
        (tmp_path / name).write_bytes(content)
    grader = VariantsGrader(VariantFolder.read(tmp_path))
    (item,) = exported("moodle", SOME).pools[0].items
    path = tmp_path / "class.csv"
    path.write_text(f"name,variant,q0,q1\nAda,{item.id},{text},undefined (0/0)\n")
    asked = [question.id for question in grader.questions]
    (sheet,) = read_sheets(path, None, AS_NAMED, asked, grader.folder.names).sheets
    report = grader.grade_sheet(sheet)
    assert [report[name].score for name in ("q0", "q1")] == [due, 1]


def in_solutions(files: Files, part: ItemPart) -> list[str]:
    """Return the solution that stands in a notebook of nbgrader."""
    (content,) = (content for name, content in files.items() if name.endswith(".ipynb"))
    cells = [cell for cell in json.loads(content)["cells"] if own(cell).get("solution")]
    (code,) = (source(cell) for cell in cells if cell["id"] == part.slug)
    return [ast.literal_eval(code.split("\n")[2].partition(" = ")[2])]


def in_items(files: Files, part: ItemPart) -> list[str]:
    """Return the key that stands beside a question of PrairieLearn."""
    (content,) = (of for name, of in files.items() if "/items/" in name and "index" not in name)
    return [each["right"] for each in json.loads(content)["parts"] if each["id"] == part.id]


def on_paper(files: Files, part: ItemPart) -> list[str]:
    """Return what stands in bold in a key on paper, behind the number of a question."""
    (content,) = (content for name, content in files.items() if name.endswith("key.tex"))
    shown = re.findall(r"2\.6ex\}\\textbf\{(.*)\} & ", content.decode())
    at = int(part.id.removeprefix("q"))
    is_plain = not set(shown[at]) & set("\\{'")  # other signs are LaTeX's own
    return [shown[at]] if is_plain else [right_answer_as_typed(part)]


PRINTED: Mapping[str, Callable[[Files, ItemPart], list[str]]] = {
    "nbgrader": in_solutions, "prairielearn": in_items, "paper": on_paper,
}  # fmt: skip


@pytest.mark.exhaustive
def test_how_a_tie_is_typed_is_the_same_whatever_is_right() -> None:
    """What students are told of an answer does not tell the key."""
    texts = [problem(("p", "q", "r"), winners) for winners in (("p",), ("p", "q"), ("p", "q", "r"))]
    parts = [exported("paper", text).pools[0].items[0].parts[0] for text in texts]
    assert {answer_form(part) for part in parts} == {
        "one of p, q, r, tie, undefined; a tie of some is typed as tie: p, q"
    }
    assert [right_answer_as_typed(part) for part in parts] == ["p", "tie: p, q", "tie"]


LONG_SET = """\
data.table = '''
a b class
u m p
u n p
u m q
u n q
v m r
v k r
'''
model.prior = "uniform"
query.x = { a = "u", b = "m" }
[[question]]
id = "e"
quantity = "edits(x)"
[[question]]
id = "d"
quantity = "argmax(x)"
"""


@all_of("system", [name for name in names() if "set" in system_named(name).kinds])
def test_a_key_that_nobody_can_type_is_left_out(system: str) -> None:
    """A set longer than an answer may be is no question, and a line says so; the others stay."""
    export = exported(system, LONG_SET)
    assert [part.id for _, _, part in answers_of(export)] == ["d"]
    assert "question 'e': its answer is too long to be typed" in export.summary()


def test_a_decision_is_read_as_it_is_written() -> None:
    """Any class, any tie and what is undefined: written and read again, whatever classes are called."""
    groups = [of[:size] for of in LABELS.values() for size in (1, 2, 3, 4)]
    groups += [AWKWARD[at : at + 3] for at in range(len(AWKWARD) - 2)]
    for labels in map(tuple, groups):
        expects = Expects("label", labels=labels)
        for number in range(1, len(labels) + 1):
            for winners in combinations(labels, number):
                text = answer_text(Decision(winners), expects)
                assert read_answer(text, expects).value == Decision(winners), (text, labels)
        assert are_equal(read_answer(answer_text(UNDEFINED, expects), expects).value, UNDEFINED), labels


@pytest.mark.parametrize("log", ["", "2"])
@all_of("kind", ["points", "open", "closed", "(]"])
def test_places_with_logarithms_are_read_as_they_are_written(kind: str, log: str) -> None:
    """ln is the natural logarithm, whatever a bare log is taken for; a bracket may be closed."""
    value = Points((Fraction(0), logarithm(Fraction(5))), kind)
    expects = Expects("numbers", log=log)
    assert are_equal(read_answer(answer_text(value, expects), expects).value, Points(value.parts))


@all_of("label", UNPRINTABLE)
def test_what_cannot_be_typed_is_written_as_nothing(label: str) -> None:
    """A label with signs that steer a terminal has no answer, or one that is read as it."""
    expects = Expects("label", labels=(label, "b", "c"))
    text = answer_text(Decision((label, "b")), expects)
    if text:
        assert read_answer(text, expects).value == Decision((label, "b"))
    else:
        with pytest.raises(Refusal):
            read_answer(label, expects)


SIBLINGS = (
    "argmax(x)", "argmax(z)", "reasons(x)", "nearest(x)", "nearest(z)", "edits(y)", "flips(λ|y)",
    "threshold(k:n|x)", "threshold(k:l|z)", "odds(k:n|x)", "odds(k:l|z)", "P(k|z)", "P(n|x)",
    "independent(a,b)", "log_odds(k:n|x)",
)  # fmt: skip
CELLS = (("u", "v", "m"), ("none", "{}", "a=u"), ("u, v", "v;", "{m}"), ("tie", "undefined", "no"))


@one_in(5, "cells, smoothing", list(zip((CELLS[0], *CELLS), ("1", "0", "1", "0+", "0"), strict=True)))
def test_a_key_of_any_kind_is_right(cells: tuple[str, str, str], smoothing: str) -> None:
    """Sets, limits, thresholds, yes and no, what is undefined: typed as the key says, all are right.

    A set of cells whose names open or end one cannot be typed; it is left out, and a line says so.
    """
    one, other, third = cells
    rows = [(one, third, "k"), (one, one, "k"), (one, third, "l"), (one, one, "l"),
            (other, third, "n"), (other, other, "n")]  # fmt: skip
    queries = {"x": {"a": one, "b": third}, "y": {"a": other, "b": third}, "z": {"a": other, "b": one}}
    document = {
        "data": {"table": "", "class": "kind"},
        "model": {"prior": "uniform", "smoothing": smoothing},
        "query": queries,
        "question": [{"id": f"q{at}", "quantity": asked} for at, asked in enumerate(SIBLINGS)],
    }
    text = problem_text(with_rows(document, "table", ["a", "b", "kind"], rows))
    export, grader = exported("nbgrader", text), Grader(Problem.from_document(read_toml(text)))
    found = {part.id: part for _, _, part in answers_of(export)}
    for part in found.values():
        assert grader.asked[part.id].graded(right_answer_as_typed(part)).is_right, (
            part.kind,
            right_answer_as_typed(part),
        )
    lost = set(grader.asked) - set(found)
    assert not lost or cells != CELLS[0]
    assert all(SIBLINGS[int(each[1:])].startswith(("reasons", "nearest", "edits")) for each in lost)
    assert all(f"question '{each}': its answer is too long" in export.summary() for each in lost)
