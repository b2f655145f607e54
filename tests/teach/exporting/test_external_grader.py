"""Systems that call exactnb to grade: fractions are right, mistakes get their hints, no key leaks."""

from __future__ import annotations

import csv
import html
import json
import os
import re
import shutil
import subprocess
import sys
from itertools import cycle
from pathlib import Path
from typing import Any

import exported
import pytest
from exported.families import DRAWN, asked, made
from exported.nbgrader import released
from exported.prairielearn import Question, unpacked
from labels import FOREIGN, HOSTILE
from thoroughness import choose, in_both_runs, one_in
from worked import problem_file

from exactnb.core.data.files import NO_FILES
from exactnb.core.problem.problem import Problem
from exactnb.core.problem.toml import read_toml
from exactnb.errors import InputError
from exactnb.interfaces.cli import main
from exactnb.teach.exporting import export
from exactnb.teach.exporting.cells import Sheet
from exactnb.teach.exporting.external_grader import right_answer_as_typed, typed_for_choice
from exactnb.teach.exporting.items import NUMBER, AssessmentItem, ItemPart
from exactnb.teach.exporting.systems import system_named
from exactnb.teach.grading.grader import Grader
from exactnb.teach.variants.template import Template
from exactnb.teach.variants.writing import problem_text, with_rows

SYSTEMS = ("prairielearn", "nbgrader", "otter", "gradescope")
SHEET = problem_file("sheet")


FAMILIES = ("sheet", "spam_or_ham", "note_001_multinomial_smoothed", "note_004_temperature", "looms",
            "pairwise_independence")  # fmt: skip


def given_of(part: ItemPart, exact: str, rounded: str) -> list[str]:
    """Return what a student types for a value: exactly, and rounded where that is asked for."""
    policy = part.question.policy
    as_fraction = policy.form != "any" or policy.kind == "exact"
    return [exact] if part.kind != NUMBER or as_fraction else [exact, rounded]


OF_VARIANTS = [(system, family, 2) for system, family in zip(SYSTEMS, cycle(DRAWN), strict=False)]
CASES = OF_VARIANTS + [
    (system, family, None)
    for at, system in enumerate(SYSTEMS)
    for family in FAMILIES[at::4]  # each with one system
    if (system, family, 2) not in OF_VARIANTS
]
QUICK = [("otter", "sheet", None)]


@in_both_runs
@pytest.mark.parametrize(("system", "family", "count"), choose(quick=QUICK, exhaustive=CASES))
def test_each_student_gets_what_is_due(system: str, family: str, count: int | None) -> None:
    """Right and rightly rounded earn all; each exported mistake gets its hint, and nothing."""
    seen = 0
    for item, part, question in asked(system, family, count):
        answer = (lambda choice, part=part: choice) if system == "prairielearn" else (
            lambda choice, part=part: typed_for_choice(part, choice)
        )  # fmt: skip
        for text in given_of(part, part.key.exact, part.key.typed):
            assert question.mark(answer(text)).share == 1, (item.id, part.id, text)
        for wrong in part.wrong:
            for text in given_of(part, wrong.response.exact, wrong.response.typed):
                marked = question.mark(answer(text))
                assert marked.share == 0, (part.id, text)
                if system != "gradescope" and not of_form(part):  # where evidence decides
                    is_told = marked.feedback not in ("Not right.", "")
                    told, hint = (
                        text.replace("This may be it: ", "")
                        for text in (marked.feedback, wrong.feedback)
                    )
                    assert hint in told or (len(wrong.ids) > 1 and is_told), text
                seen += 1
    assert seen


def of_form(part: ItemPart) -> bool:
    """Say whether a decimal is of a wrong form, so that no mistake is looked for."""
    return part.question.policy.form != "any"


@pytest.mark.exhaustive
@pytest.mark.parametrize("system", SYSTEMS)
def test_a_known_mistake_earns_its_share(system: str) -> None:
    """With a credit of 1/4 an exported mistake earns a quarter, and what is right all."""
    _, part, question = next(asked(system, "spam_or_ham", None, "1/4"))
    for wrong in part.wrong:
        assert question.mark(wrong.response.typed).share == 0.25
    assert question.mark(part.key.typed).share == 1


@one_in(6, "system", SYSTEMS)
def test_points_stem_and_solution_are_there(system: str) -> None:
    """A question shows the data, and says in which form it is answered."""
    for _, part, question in asked(system, "sheet"):
        shown = html.unescape(question.stem)
        assert all(word in shown for word in ("Outlook", "Overcast", "Strong", "PlayTennis"))
        assert question.points == part.points
        if question.worked:
            assert part.key.exact.split("/")[0] in question.worked


def folder_of(tmp_path: Path) -> Question:
    (found,) = unpacked(made("prairielearn", "sheet").files(), tmp_path).values()
    return found


KEYS = {"uuid": str, "title": str, "topic": str, "tags": list, "type": str, "singleVariant": bool}


def test_a_question_folder_of_prairielearn_is_complete(tmp_path: Path) -> None:
    """info.json has the keys that are required and no unknown one, and an id that stays the same."""
    question = folder_of(tmp_path / "a")
    assert {key: type(value) for key, value in question.info.items()} == KEYS
    assert re.fullmatch(r"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}", question.info["uuid"])
    assert question.info["type"] == "v3"
    assert question.info == folder_of(tmp_path / "b").info
    assert set(question.functions) >= {"generate", "parse", "grade"}


def test_prairielearn_shows_no_key_before_the_answer(tmp_path: Path) -> None:
    """What the page of a question is made of holds neither a right value nor a solution."""
    question = folder_of(tmp_path)
    for seed in range(4):
        data = question.drawn(seed)
        item = json.loads(
            (question.folder / "items" / f"{data['params']['exactnb']['item']}.json").read_text("utf-8")
        )
        shown = json.dumps(data["params"])
        assert item["worked"] not in shown
        for part in item["parts"]:
            if "/" in part["right"]:
                assert part["right"] not in shown
        assert 'correct="true"' not in html.unescape(shown)
        assert "correct_answers" not in re.sub(
            r"<pl-(answer-panel|multiple-choice).*?</pl-\1>", "", question.page
        )


def test_what_cannot_be_read_costs_no_attempt(tmp_path: Path) -> None:
    """Two readings are errors of format, told as text; nothing is graded then."""
    question = folder_of(tmp_path)
    data = question.drawn("3f")
    assert data["params"] == question.drawn("3f")["params"]
    after = question.submitted(data, {"prior": "0,5<img>", "wind": "3/9"})
    assert list(after["format_errors"]) == ["prior"]
    assert "<" not in after["format_errors"]["prior"]
    assert not after["partial_scores"]


@pytest.mark.exhaustive
def test_prairielearn_adds_points_up_and_carries_on(tmp_path: Path) -> None:
    """What follows from a wrong answer is right; the score is the weighted mean of the parts."""
    question = folder_of(tmp_path)
    data = question.drawn(1)
    keys = {name: key for name, key in data["correct_answers"].items() if isinstance(key, str)}
    keys["decision"] = data["correct_answers"]["decision"]["key"]
    assert question.submitted(data, keys)["score"] == 1
    keys["joint_no"], keys["posterior"] = "1/2", f"{keys['joint_yes']} / ({keys['joint_yes']} + 1/2)"
    keys["evidence"] = f"{keys['joint_yes']} + 1/2"
    after = question.submitted(data, keys)
    assert after["partial_scores"]["posterior"]["score"] == 1
    assert after["score"] == 13 / 16  # one of the joints is wrong, and half of the evidence
    assert "carried on" in after["feedback"]["exactnb"][5]["said"]


def test_a_released_assignment_holds_no_answers() -> None:
    """Without the regions that nbgrader takes out there is neither a key nor the grader."""
    files = export(SHEET, to="nbgrader")
    (notebook,) = (content for name, content in files.items() if name.endswith(".ipynb"))
    cells = json.loads(notebook)["cells"]
    shown = released(cells)
    assert "Sheet" not in shown
    assert "exactnb" not in shown
    assert all("BEGIN" not in line for line in shown.splitlines())
    assert len([cell for cell in cells if "'9/14'" in "".join(cell["source"])]) == 1


def test_students_of_otter_get_no_tests_that_grade() -> None:
    """The tests beside a student's notebook say how an answer is read, and know no problem."""
    files = export(SHEET, to="otter")
    students = [content for name, content in files.items() if "/student/tests/" in name]
    assert len(students) == 7
    assert not any(b"Sheet" in content or b"hidden=True" in content for content in students)


BAD = (
    "<script>alert(1)</script>", "</script>", "שלום", "\u202eright", "😀", '"""', "'''", "\\", "a\\",
    "{{x}}", "{{{x}}}", "{{/x}}", "$x$", "$$", "`x`", "'", '"', "### END SOLUTION",
    "### BEGIN HIDDEN TESTS", "### END HIDDEN TESTS",
    "# x", "%d", "{0}", "a\nb", "</pl-answer>", "<pl-answer correct=\"true\">x", "class", "lambda",
    "print", "grader", "None", "exactnb", "_", "x" * 200,
)  # fmt: skip


def template(label: str) -> Template:
    """Return a problem with a hostile name for a class, a value, a column, a query and a question."""
    rows = [("1", "v", label), ("0", label, label), ("1", "v", "B"), ("0", "v", "B"), ("1", "v", "B")]
    document = {
        "title": label,
        "data": {"table": "", "class": "kind"},
        "query": {f"x{label}": {"a": 1}},
        "question": [
            {"id": label, "quantity": "P(B)"},
            {"id": "d", "quantity": f'argmax("x{quoted(label)}")'},
        ],
    }  # fmt: skip
    made = with_rows(document, "table", ["a", f"c{label}", "kind"], rows)
    return Template.from_document(read_toml(problem_text(made)), (), NO_FILES)


def seen(notebook: bytes) -> str:
    return released(json.loads(notebook)["cells"])


def quoted(name: str) -> str:
    return name.replace('"', '""')


@one_in(96, "label", (*BAD, *HOSTILE, *FOREIGN), exhaustive=8)
def test_no_label_is_a_sign_of_any_system(label: str) -> None:
    """A label, whatever it holds, is shown as text; the key stays the key."""
    try:
        source = template(label)
    except InputError:  # no file can hold it
        assert label in ("a\nb", "\\", *HOSTILE, *FOREIGN) or len(label) > 100
        return
    for system in SYSTEMS:
        files = export(source, to=system)
        assert not any(part in name for name in files for part in ("..", "\\", "\n", "<", ":", '"'))
        if system == "nbgrader":
            (content,) = (content for name, content in files.items() if name.endswith(".ipynb"))
            assert not {"Sheet(", "json.loads("} & set(re.findall(r"[\w.]+\(", seen(content)))
        first, second = exported.questions(system, files).values()
        assert "<script>" not in first.stem or system == "gradescope"  # a page with its own
        assert first.mark("3/5").share == first.mark("0.6").share == 1
        assert first.mark("2/5").share == 0
        assert second.mark("B").share == 1
        if label in second.choices:  # what turns the direction of a line round is shown as its number
            assert second.mark(label).share == 0


@pytest.mark.exhaustive
@pytest.mark.parametrize("system", SYSTEMS)
def test_a_problem_without_a_file_is_refused(system: str) -> None:
    """What calls exactnb later needs the file; a Problem that was made in Python has none."""
    with pytest.raises(InputError, match="expected the path of a problem file"):
        export(Problem.read(SHEET), to=system)


@pytest.mark.exhaustive
def test_files_of_items_are_problems_of_their_own() -> None:
    """Each file holds its data, asks what was asked, and has the key of its item."""
    for item in made("prairielearn", "spam_or_ham", 2).pools[0].items:
        grader = Grader(Problem.from_document(read_toml(item.file)))
        assert [each.id for each in grader.questions] == [part.id for part in item.parts]
        for part in item.parts:
            assert grader.judge(grader.asked[part.id], right_answer_as_typed(part)).is_right


RUN = shutil.which("bash")
SMALL = """\
data.table = '''
a b class
0 1 up
1 1 up
1 0 up
1 1 up
0 0 low
1 0 low
'''
query.x = { a = 1, b = 1 }
[[question]]
id = "joint"
quantity = "P(up,x)"
[[question]]
id = "decision"
quantity = "argmax(x)"
"""


@pytest.mark.exhaustive
@pytest.mark.skipif(RUN is None, reason="needs bash")
def test_an_autograder_of_gradescope_grades_by_the_variant_of_its_student(tmp_path: Path) -> None:
    """The script asks who submitted; another student's variant is not graded, which is said."""
    source, roster, out, root = (tmp_path / name for name in ("small.toml", "c.csv", "out", "root"))
    source.write_text(SMALL)
    people = ["Ada L.,ada@example.org", *(f"Bo {n},bo{n}@example.org" for n in range(8))]
    roster.write_text("\n".join(["Name,Email address", *people]))
    run = ["export", str(source), "--to", "gradescope", "--count", "3", "--figures", "4"]
    assert main([*run, "--students", str(roster), "-o", str(out)]) == 0
    shutil.copytree(out / "small" / "autograder", root / "source")
    (root / "submission").mkdir()
    with (root / "source/problems/students.csv").open() as file:
        variants = {row["Email address"]: row["variant"] for row in csv.DictReader(file)}
    own = variants["ada@example.org"]
    other = next(email for email, variant in variants.items() if variant != own)
    key = Grader(Problem.read(root / "source/problems" / f"{own}.toml")).asked["joint"].right.value
    text = (out / "small/students" / own / "answers.toml").read_text()
    answered = text.replace('"joint" = ""', f'"joint" = "{key}"')
    (root / "submission/answers.toml").write_text(answered)
    program = tmp_path / "exactnb"
    code = "import sys; from exactnb.interfaces.cli import main; sys.exit(main())"
    program.write_text(f"#!/usr/bin/env bash\nexec {sys.executable} -c '{code}' \"$@\"\n")
    program.chmod(0o755)

    def results(name: str, email: str) -> dict[str, Any]:
        users = [{"name": name, "email": email, "id": 1}]
        (root / "submission_metadata.json").write_text(json.dumps({"users": users}))
        env = {**os.environ, "AUTOGRADER": str(root), "EXACTNB": str(program)}
        subprocess.run([str(RUN), str(root / "source/run_autograder")], check=True, env=env)
        found: dict[str, Any] = json.loads((root / "results/results.json").read_text())
        return found

    graded = results("A. Lovelace", "ADA@example.org")
    assert [test["status"] for test in graded["tests"]] == ["passed", "failed"]
    assert graded["score"] == 1
    assert f"'Somebody' has '{variants[other]}'" in results("Somebody", other)["output"]


def test_systems_take_every_kind_of_answer() -> None:
    """Where answers are read by exactnb, sets and undefined numbers are asked too."""
    assert all(len(system_named(name).kinds) == 9 for name in SYSTEMS)


def test_items_know_their_choices() -> None:
    """A tie and what is undefined are typed in one word."""
    item: AssessmentItem = made("prairielearn", "sheet").pools[0].items[0]
    decision = item.parts[-1]
    assert [typed_for_choice(decision, each) for each in decision.choices] == [
        "No",
        "Yes",
        "tie",
        "undefined",
    ]


def test_a_hint_that_the_other_answers_speak_against_is_only_suggested() -> None:
    """1/294 is the joint with its prior twice; beside the other one, right, it may be a slip."""
    hint = {"value": "1/294", "within": "0", "ids": ["prior-squared"], "feedback": "H", "share": "0"}
    rows = (SHEET.parent / "play_tennis.csv").read_text(encoding="utf-8")
    text = SHEET.read_text(encoding="utf-8").replace(
        'file     = "play_tennis.csv"', f"table='''\n{rows}'''"
    )
    sheet = Sheet(text, {"joint yes": "yes", "joint no": "no"}, {"joint yes": [hint]})
    assert sheet.told("joint yes", {"yes": "1/294"}).ids == ("prior-squared",)
    told = sheet.told("joint yes", {"yes": "1/294", "no": "18/875"})
    assert told.feedback.startswith("Not right. This may be it: How often does the prior come into")
