"""A class in which each student has another variant, from the files of each course system."""

from __future__ import annotations

import csv
import html
import io
import json
import re
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from xml.etree import ElementTree

import pytest
from exported.prairielearn import unpacked
from thoroughness import one_in

from exactnb.core.data.files import NO_FILES
from exactnb.core.problem.toml import read_toml
from exactnb.errors import InputError
from exactnb.interfaces.cli import main
from exactnb.teach.exporting.exporting import Export, Request
from exactnb.teach.exporting.external_grader import right_answer_as_typed, typed_for_choice
from exactnb.teach.exporting.items import AssessmentItem, ItemPart
from exactnb.teach.grading.graded import Report
from exactnb.teach.grading.submissions.course_systems import split_responses
from exactnb.teach.grading.submissions.files import read_sheets
from exactnb.teach.grading.submissions.layouts import AS_NAMED, Columns
from exactnb.teach.grading.submissions.variant_names import VariantNames
from exactnb.teach.grading.variants_folder import VariantFolder, VariantsGrader
from exactnb.teach.variants.template import Template

TEMPLATE = """\
title = 'Week 1'
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
id = 'the prior'
quantity = 'P(up)'
[[question]]
id = 'joint'
quantity = 'P(up,x)'
[[question]]
id = 'decision'
quantity = 'argmax(x)'
"""
STUDENTS = ("Ada", "Bo", "Cy")


@cache
def made(system: str = "moodle") -> Export:
    return Request(system, 3, 21, figures=4, pilot=8).of(
        [Template.from_document(read_toml(TEMPLATE), (), NO_FILES)]
    )


def items() -> Mapping[str, AssessmentItem]:
    """Return the variant of each student."""
    return dict(zip(STUDENTS, made().pools[0].items, strict=True))


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Return a folder with the problem file of each variant."""
    out = tmp_path / "variants"
    out.mkdir()
    for name, content in made().problems().items():
        (out / name).write_bytes(content)
    return out


def scores(folder: Path, answers: Path, columns: Columns = AS_NAMED) -> dict[str, str]:
    """Return the points of each student."""
    return {student: str(report.score) for student, report in reports(folder, answers, columns).items()}


def reports(folder: Path, answers: Path, columns: Columns = AS_NAMED) -> dict[str, Report]:
    """Return the report on each student."""
    grader = VariantsGrader(VariantFolder.read(folder))
    asked = [question.id for question in grader.questions]
    sheets = read_sheets(answers, None, columns, asked, grader.folder.names).sheets
    return {sheet.student: grader.grade_sheet(sheet) for sheet in sheets}


def notes(folder: Path, answers: Path) -> dict[str, str]:
    """Return what is said of the sheets of students of whom something is."""
    return {student: found.note for student, found in reports(folder, answers).items() if found.note}


def written(path: Path, rows: list[list[str]]) -> Path:
    out = io.StringIO()
    csv.writer(out).writerows(rows)
    path.write_text(out.getvalue(), encoding="utf-8")
    return path


def keys(student: str) -> list[str]:
    """Return the right answers of a student; nobody else's are right."""
    found = [right_answer_as_typed(part) for part in items()[student].parts]
    return [found[0], "1", found[2]] if student == "Cy" else found


RIGHT = {"Ada": "3", "Bo": "3", "Cy": "2"}


def test_variants_have_answers_of_their_own() -> None:
    """The joint that is right for one student is wrong for the next."""
    assert len({right_answer_as_typed(item.parts[1]) for item in items().values()}) == len(STUDENTS)


def test_a_column_names_the_variant(folder: Path, tmp_path: Path) -> None:
    """A column `variant` has the name of the file, with its ending or without."""
    rows = [[s, items()[s].id + (".toml" if s == "Bo" else ""), *keys(s)] for s in STUDENTS]
    table = [["student", "variant", "the prior", "joint", "decision"], *rows]
    assert scores(folder, written(tmp_path / "a.csv", table)) == RIGHT
    rows[1][1] = items()["Ada"].id[:-1]
    (note,) = notes(folder, answers := written(tmp_path / "a.csv", table)).items()
    assert note[0] == "Bo"
    assert note[1].startswith("not readable: line 3: unknown variant 'Week-1-21-'")
    assert scores(folder, answers) == {**RIGHT, "Bo": "0"}


def test_a_list_of_students_says_whose_it_is(folder: Path, tmp_path: Path) -> None:
    """students.csv has the variant in its last column; numbers and addresses tell the students."""
    listed = [[f"{s} L.", f"{s}@example.org".upper(), items()[s].id] for s in STUDENTS]
    written(folder / "students.csv", [["student", "Email address", "variant"], *listed])
    rows = [[s, f"{s}@example.org", *keys(s)] for s in STUDENTS]
    table = [["Name", "Email address", "the prior", "joint", "decision"], *rows]
    assert scores(folder, written(tmp_path / "a.csv", table)) == RIGHT
    table[0].insert(2, "variant")
    for row in rows:
        row.insert(2, items()["Ada"].id)
    found = notes(folder, written(tmp_path / "a.csv", table))
    assert list(found) == ["Bo", "Cy"]
    assert re.match(r"not readable: 'Bo' has '.*' by students.csv, and answered", found["Bo"])


def test_nobody_is_graded_by_a_guess(folder: Path, tmp_path: Path) -> None:
    """Where neither file nor list says the variant, it is asked for; the others are graded."""
    table = [
        ["student", "variant", "the prior"],
        ["Ada", "", "1/2"],
        ["Bo", items()["Bo"].id, keys("Bo")[0]],
    ]
    answers = written(tmp_path / "a.csv", table)
    assert list(notes(folder, answers)) == ["Ada"]
    assert "which variant did 'Ada' have" in notes(folder, answers)["Ada"]
    assert scores(folder, answers) == {"Ada": "0", "Bo": "1"}


def shown(item: AssessmentItem, part: ItemPart | None = None) -> str:
    """Return the text of a question as a list of answers has it, without its tags."""
    text = item.label(part)
    return html.unescape("Some data " + "".join(ElementTree.fromstring(f"<a>{text}</a>").itertext()))


def test_moodle_with_random_questions(folder: Path, tmp_path: Path) -> None:
    """The text of each question, which Moodle puts beside the response, says which one it is."""
    rows = []
    for student, item in items().items():
        pairs = [[shown(item, part), key] for part, key in zip(item.parts, keys(student), strict=True)]
        pairs = pairs[1:] + pairs[:1] if student == "Bo" else pairs  # shuffled
        rows.append([student, "L.", "Finished", *(cell for pair in pairs for cell in pair)])
    rows[2][-1] = "-"  # Cy has not answered the last one
    head = [f"{name} {number}" for number in (1, 2, 3) for name in ("Question", "Response")]
    table = [["First name", "Last name", "Status", *head], *rows]
    got = scores(folder, written(tmp_path / "a.csv", table))
    assert got == {"Ada L.": "3", "Bo L.": "3", "Cy L.": "1"}


def test_moodle_may_draw_each_question_from_another_variant(folder: Path, tmp_path: Path) -> None:
    """Each answer is judged by the variant that it belongs to."""
    drawn = [items()[student] for student in STUDENTS]
    cells = []
    for item, number in zip(drawn, range(3), strict=True):
        cells += [shown(item, item.parts[number]), right_answer_as_typed(item.parts[number])]
    head = [f"{name} {number}" for number in (1, 2, 3) for name in ("Question", "Response")]
    table = [["Name", *head], ["Ada", *cells]]
    assert scores(folder, written(tmp_path / "a.csv", table)) == {"Ada": "3"}


def test_moodle_with_cloze_questions(folder: Path, tmp_path: Path) -> None:
    """The parts of one response are answers to the questions in their order."""
    rows = []
    for student, item in items().items():
        parts = "; ".join(f"part {n}: {key}" for n, key in enumerate(keys(student), start=1))
        rows.append([student, f"{shown(item)} P(up) = _____", parts])
    table = [["Name", "Question 1", "Response 1"], *rows]
    assert scores(folder, written(tmp_path / "a.csv", table)) == RIGHT


def test_who_answers_nothing_has_no_points(folder: Path, tmp_path: Path) -> None:
    """An answer that is not there belongs to no variant, beside those of two and alone."""
    shown_there = [shown(items()["Ada"], items()["Ada"].parts[1]), shown(items()["Bo"])]
    keys_there = [right_answer_as_typed(items()["Ada"].parts[1]), "-"]
    head = [f"{name} {number}" for number in (1, 2) for name in ("Question", "Response")]
    cells = [shown_there[0], keys_there[0], "", "-"]
    table = [["Name", *head], ["Ada", *cells], ["Bo", "", "-", "", "-"]]
    assert scores(folder, written(tmp_path / "a.csv", table)) == {"Ada": "1", "Bo": "0"}


def test_parts_of_a_response_are_told_in_any_language() -> None:
    """The word before the number is that of the first part; what does not count on is an answer."""
    _, rows = split_responses(
        ["Response 1"], [(2, ["Teil 1: 1/2; Teil 2: a; part 3: b; Teil 3:"]), (3, ["-"])]
    )
    assert rows == [(2, ["1/2", "a; part 3: b", ""]), (3, ["", "", ""])]
    same = ["Response 1"], [(2, ["part 1: 1"]), (3, ["0.5"])]
    assert split_responses(*same) == same


def stacked(item: AssessmentItem, given: list[str]) -> str:
    """Return what STACK lists of a student: what is blank is not there, a choice is its number."""
    places = {typed_for_choice(part, choice): str(n) for part in item.parts
              for n, choice in enumerate(part.choices, start=1)}  # fmt: skip
    shown = [
        f"ans{n}: {places.get(text, text)} [score]" for n, text in enumerate(given, start=1) if text
    ]
    trees = [
        f"prt{n}: # = 1 | right" if text else f"prt{n}: !" for n, text in enumerate(given, start=1)
    ]
    return "; ".join(["Seed: 41", *shown, *trees])


def test_responses_of_stack(folder: Path, tmp_path: Path) -> None:
    """One question with an input for each part; its text names the variant, or the class list does."""
    given = {student: keys(student) for student in STUDENTS}
    given["Bo"][1] = ""
    rows = [[s, shown(items()[s]), stacked(items()[s], given[s])] for s in STUDENTS]
    table = [["Name", "Question 1", "Response 1"], *rows, ["Di", shown(items()["Ada"]), "-"]]
    due = {**RIGHT, "Bo": "2", "Di": "0"}
    assert scores(folder, written(tmp_path / "a.csv", table)) == due
    named = [[row[0], items()[row[0]].id, row[2]] for row in rows]
    table = [["Name", "variant", "Response 1"], *named]
    assert scores(folder, written(tmp_path / "b.csv", table)) == {s: due[s] for s in STUDENTS}


def test_inputs_of_stack_are_told_by_their_names() -> None:
    """What a student types may hold what stands between inputs, as long as no status follows."""
    cell = "Seed: 1; ans2: a; ans1: b [invalid]; ans12: 1/2 [score]; prt1: # = 0 | x"
    _, rows = split_responses(["Response 1"], [(2, [cell]), (3, ["Seed: 5"])])
    assert rows == [(2, ["", "a; ans1: b", *[""] * 9, "1/2"]), (3, [""] * 12)]


def test_canvas_with_question_groups(folder: Path, tmp_path: Path) -> None:
    """Each question of a bank has a column, with its text and its number; others are empty."""
    head, cells = [], {student: [] for student in STUDENTS}
    for owner, item in items().items():
        for number, part in enumerate(item.parts):
            head += [f"{4711 + len(head)}: {shown(item, part)}", "1.0"]
            for student, row in cells.items():
                own = student == owner
                row += [keys(student)[number] if own else "", "1.0" if own else ""]
    table = [["name", "id", "n correct", *head]]
    table += [[student, str(at), "3", *cells[student]] for at, student in enumerate(STUDENTS)]
    assert scores(folder, written(tmp_path / "a.csv", table)) == RIGHT


@pytest.mark.exhaustive
def test_submissions_of_prairielearn(folder: Path, tmp_path: Path) -> None:
    """The list of submissions has the variant among its parameters; choices are keys there."""
    (question,) = unpacked(made("prairielearn").files(), tmp_path / "pl").values()
    drawn = {}
    for seed in range(100):
        data = question.drawn(seed)
        drawn[data["params"]["exactnb"]["item"]] = data
    head = ["UID", "Name", "Question", "Params", "Submitted answer"]
    table = [head, ["ada@x", "Ada", "other", "{}", '{"joint": "1"}']]
    for student, item in items().items():
        data = drawn[item.id]
        answers = dict(zip(("the_prior", "joint", "decision"), keys(student), strict=True))
        key = next(c["key"] for c in data["params"]["decision"] if c["html"] == answers["decision"])
        answers["decision"] = key
        row = [f"{student}@x", student, "week", json.dumps(data["params"]), json.dumps(answers)]
        table += [[*row[:-1], '{"joint": "7"}'], row] if student == "Bo" else [row]
    path = written(tmp_path / "all_submissions.csv", table)
    assert scores(folder, path, Columns(attempts="last")) == RIGHT
    with pytest.raises(InputError, match="--attempts"):
        scores(folder, path)


@pytest.mark.exhaustive
def test_notebooks_that_were_collected(folder: Path, tmp_path: Path) -> None:
    """Notebooks are read and never run: texts, fractions as code, whatever else stands there."""
    files = {name: content for name, content in made("nbgrader").files().items() if "ipynb" in name}
    root = tmp_path / "submitted"
    for student, item in items().items():
        notebook = json.loads(files[f"source/{item.id}/{item.id}.ipynb"])
        given = dict(zip(("the-prior", "joint", "decision"), keys(student), strict=True))
        for cell in notebook["cells"]:
            if (name := cell["id"]) in given:
                typed = given[name] if name == "the-prior" else repr(given[name])
                cell["source"] = f"%time\n{name.replace('-', '_')} = {typed}  # mine"
        notebook["cells"].append({"cell_type": "code", "source": "raise SystemExit(1)", "metadata": {}})
        notebook["cells"].append({"cell_type": "code", "source": "joint = (", "metadata": {}})
        path = root / student / item.id / f"{item.id}.ipynb"
        path.parent.mkdir(parents=True)
        path.write_text(json.dumps(notebook))
        hidden = path.parent / ".ipynb_checkpoints" / path.name
        hidden.parent.mkdir()
        hidden.write_text("{}")
    assert scores(folder, root) == RIGHT


def test_answer_files_in_a_folder(folder: Path, tmp_path: Path) -> None:
    """Each file is of one student; it says whose variant it is, or is called so."""
    root = tmp_path / "handed in"
    for student, item in items().items():
        answers = "".join(f"{n!r} = {k!r}\n" for n, k in zip(("the prior", "joint", "decision"),
                                                            keys(student), strict=True))  # fmt: skip
        said = f"variant = {item.id!r}\n" if student != "Bo" else ""
        path = root / ("" if student == "Ada" else f"{student}/{item.id}")
        path.mkdir(parents=True, exist_ok=True)
        (path / f"{'Ada' if student == 'Ada' else 'answers'}.toml").write_text(
            f"{said}[answers]\n{answers}"
        )
    assert scores(folder, root) == RIGHT


RESULT = """\
<assessmentResult xmlns="http://www.imsglobal.org/xsd/imsqti_result_v2p1">
<context sourcedId="{student}"/>{items}</assessmentResult>
"""
ITEM = """\
<itemResult identifier="i-{name}" datestamp="2026-01-01T00:00:00" sessionStatus="final">
<responseVariable identifier="RESPONSE" cardinality="single" baseType="{kind}">
<correctResponse><value>17</value></correctResponse>
<candidateResponse><value>{typed}</value></candidateResponse></responseVariable>
<outcomeVariable identifier="SCORE" cardinality="single" baseType="float"><value>0</value>
</outcomeVariable></itemResult>
"""


def test_results_of_qti(folder: Path, tmp_path: Path) -> None:
    """Identifiers of items are those of the export; a choice is its number."""
    results = ""
    for student, item in items().items():
        given = keys(student)
        choices = list(item.parts[2].choices)
        given[2] = f"choice-{choices.index(given[2]) + 1}"
        rows = [ITEM.format(name=f"{item.id}-{part.slug}", typed=typed, kind="float")
                for part, typed in zip(item.parts, given, strict=True)]  # fmt: skip
        results += RESULT.format(student=student, items="".join(rows))
    path = tmp_path / "results.xml"
    path.write_text(f"<results>{results}</results>")
    assert scores(folder, path) == RIGHT
    path.write_text(f'<!DOCTYPE a [<!ENTITY b "c">]><results>{results}</results>')
    with pytest.raises(InputError, match="document type"):
        scores(folder, path)


def test_names_are_whole_names() -> None:
    """A name within a longer one is none, and two in one text are refused."""
    names = VariantNames(("week-1-7", "week-1-70"), {"prior": "the prior", "prior-2": "other"})
    assert names.variant_and_question_in("week-1-70-prior-2") == ("week-1-70", "other")
    assert names.variant_and_question_in("x week-1-7.") == ("week-1-7", "")
    for text in ("week-1-71", "my-week-1-7", "week-1-7-next", "awful-week-1", ""):
        assert names.variant_and_question_in(text) is None
    with pytest.raises(InputError, match="names 'week-1-7' and 'week-1-70'"):
        names.variant_and_question_in("week-1-7, week-1-70")


@pytest.mark.exhaustive
def test_the_command_grades_a_class(
    folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture
) -> None:
    """One command grades all; mistakes are added up, and each derived by its own numbers."""
    wrong = {
        student: next(w for w in item.parts[1].wrong if "prior-forgotten" in w.ids)
        for student, item in items().items()
    }
    rows = [[s, items()[s].id, keys(s)[0], wrong[s].response.exact, keys(s)[2]] for s in STUDENTS]
    table = [["student", "variant", "the prior", "joint", "decision"], *rows]
    path = written(tmp_path / "a.csv", table)
    assert main(["check", str(folder), str(path), "--to", "json"]) == 1
    told = json.loads(capsys.readouterr().out)
    for student in told["students"]:
        answer = student["answers"][1]
        assert answer["variant_seed"] == items()[student["student"]].id
        assert answer["raw"] == wrong[student["student"]].response.exact
        assert f"= {answer['raw']}" in answer["feedback"]["instructor"]  # by the own numbers
    assert main(["check", str(folder), str(path), "--explain"]) == 1
    assert "Week 1" in capsys.readouterr().out
    assert main(["check", str(folder), str(path), "--search"]) == 2
    assert "--search: needs a problem file" in capsys.readouterr().err
    assert main(["check", str(tmp_path), str(path)]) == 2
    assert "holds no problem files" in capsys.readouterr().err


def test_variants_that_ask_different_things_are_refused(folder: Path, tmp_path: Path) -> None:
    """All files of a folder have the same questions."""
    second = sorted(folder.glob("*.toml"))[1]
    second.write_text(second.read_text().replace('"joint"', '"joint 2"'))
    table = [["student", "variant", "the prior"], ["Ada", second.stem, "1/2"]]
    with pytest.raises(InputError, match="asks the prior, joint 2"):
        scores(folder, written(tmp_path / "a.csv", table))


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ("[]", "expected what Gradescope says of a submission"),
        ('{"users": []}', "expected what Gradescope says of a submission"),
        ("{", "not valid JSON"),
    ],
)
def test_who_submitted_is_said_by_gradescope_alone(
    folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], given: str, said: str
) -> None:
    """A file without users is refused, and one beside the answers of a class."""
    told = tmp_path / "submission_metadata.json"
    told.write_text(given)
    answers = tmp_path / "answers.toml"
    answers.write_text(f"variant = {items()['Ada'].id!r}\n[answers]\njoint = '1/2'\n")
    assert main(["check", str(folder), str(answers), "--submission", str(told)]) == 2
    assert said in capsys.readouterr().err
    table = written(tmp_path / "a.csv", [["student", "joint"], ["Ada", "1"]])
    assert main(["check", str(folder), str(table), "--submission", str(told)]) == 2
    assert "--submission: needs the answers of one student" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("notebook", "said"),
    [("[]", "no notebook"), ('{"cells": [1]}', "no notebook"), ("{", "not valid JSON")],
)
def test_what_is_no_notebook_is_named(folder: Path, tmp_path: Path, notebook: str, said: str) -> None:
    """A file that cannot be read is told, with its path."""
    (tmp_path / "in" / "ada").mkdir(parents=True)
    (tmp_path / "in" / "ada" / "x.ipynb").write_text(notebook)
    (note,) = notes(folder, tmp_path / "in").values()
    assert re.match(f"not readable: .*x.ipynb: .*{said}", note)
    (tmp_path / "empty").mkdir()
    with pytest.raises(InputError, match="holds no answers"):
        scores(folder, tmp_path / "empty")


UNREAD = {
    "no JSON": "{",
    "no variant": json.dumps({"the prior": "1"}),
    "an unknown variant": json.dumps({"variant": "week-1-7-99", "the prior": "1"}),
    "an unknown question": json.dumps({"variant": "problem-7-2", "prior of": "1"}),
    "too many answers": json.dumps({f"q{at}": "1" for at in range(2_000)}),
}


@one_in(16, "given", UNREAD.values(), ids=UNREAD)
@pytest.mark.parametrize(
    "options",
    ["--to text", "--to html --explain", "--to json", "--to csv", "--to moodle", "--to canvas",
     "--to json --anonymous --explain", "--feedback fb"],
)  # fmt: skip
def test_every_report_tells_of_who_is_not_readable(
    folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], given: str, options: str
) -> None:
    """Whatever one student handed in, known variant or not, the others have a report."""
    asked = ("the prior", "joint", "decision")
    ada = {"variant": items()["Ada"].id, **dict(zip(asked, keys("Ada"), strict=True))}
    (tmp_path / "in").mkdir()
    (tmp_path / "in" / "Ada.json").write_text(json.dumps(ada))
    (tmp_path / "in" / "Bo.json").write_text(given)
    assert notes(folder, tmp_path / "in").keys() == {"Bo"}
    more = options.replace("fb", str(tmp_path / "fb")).split()
    assert main(["check", str(folder), str(tmp_path / "in"), *more]) in (0, 1)
    out, err = capsys.readouterr()
    assert "fault" not in err
    if "--to json" in options:
        told = {each["score"]: each for each in json.loads(out)["students"]}
        assert [answer["variant_seed"] for answer in told["3"]["answers"]] == [items()["Ada"].id] * 3


def test_code_of_a_notebook_is_never_run(folder: Path, tmp_path: Path) -> None:
    """Whatever stands in cells is text: what is nested too deeply is no answer, and the rest counts."""
    item = items()["Ada"]
    sources = [
        "-" * 60_000 + "1",
        "joint = (" * 300,
        "import os; os.abort()",
        "joint = __import__('os')",
    ]
    sources += [f"joint = '{right_answer_as_typed(item.parts[1])}'", "the_prior, decision = 1, 2"]
    cells = [{"cell_type": "code", "source": source, "metadata": {}} for source in sources]
    cells[0]["metadata"] = {"exactnb": {"item": item.id}}
    root = tmp_path / "in"
    root.mkdir()
    (root / "Ada.ipynb").write_text(json.dumps({"cells": cells}))
    assert scores(folder, root) == {"Ada": "1"}


@pytest.mark.exhaustive
def test_an_export_writes_the_folder_that_check_takes(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """--problems names a folder of its own; of several problems each gets one in it."""
    source = tmp_path / "week.toml"
    source.write_text(TEMPLATE)
    roster = tmp_path / "class.csv"
    roster.write_text("Name,Email address\nAda,ada@example.org\n")
    out = ["-o", str(tmp_path / "quiz.xml")]
    run = ["export", str(source), "--to", "moodle", "--figures", "4", *out]
    draw = ["--count", "2", "--students", str(roster), "--problems"]
    assert main([*run, *draw, str(tmp_path / "p")]) == 0
    names = sorted(path.name for path in (tmp_path / "p").iterdir())
    assert names == [
        ".exactnb-variants",
        "manifest.json",
        "students.csv",
        "week-1-1.toml",
        "week-1-2.toml",
    ]
    assert (
        (tmp_path / "p/students.csv").read_text().startswith("student,Email address,variant\nAda,ada@")
    )
    assert main([*run[:2], *run[1:], "--problems", str(tmp_path / "two")]) == 0
    assert sorted(path.name for path in (tmp_path / "two").iterdir() if path.is_dir()) == [
        "week",
        "week-2",
    ]
    capsys.readouterr()
    for more, said in (
        (["--problems", ""], "--problems: expected a folder"),
        (["--problems", str(tmp_path)], "holds"),
        (["--count", "2", "--students", str(roster)], "--students: needs --count"),
    ):
        assert main([*run, *more]) == 2
        assert said in capsys.readouterr().err
