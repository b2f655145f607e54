"""A question whose answer is a whole working goes through every system, or is left out by name."""

from __future__ import annotations

import ast
import io
import json
import tomllib
import zipfile
from collections.abc import Mapping
from contextlib import suppress
from functools import cache
from pathlib import Path
from xml.etree import ElementTree

import pytest
from exported.prairielearn import unpacked
from hostile.payloads import HTML, PYTHON, TEMPLATES, XML
from thoroughness import choose, in_both_runs, one_in

from exactnb import Grader
from exactnb.core.data.files import NO_FILES
from exactnb.core.naming.grammar import quote
from exactnb.core.problem.problem import Problem
from exactnb.core.problem.toml import read_toml
from exactnb.errors import InputError
from exactnb.interfaces.cli import main
from exactnb.teach.exporting.cells import Sheet
from exactnb.teach.exporting.exporting import Export, Request
from exactnb.teach.exporting.items import WORKING
from exactnb.teach.exporting.systems import names, system_named
from exactnb.teach.grading.submissions.files import read_answers
from exactnb.teach.variants.template import Template

TAKE_NO_TEXT = ("moodle-cloze", "stack")
TITLE = f"Mails {HTML[1]}{XML[0]}{TEMPLATES[0]}\"\"\"'''"
HOSTILE = choose(quick=(), exhaustive=(*HTML, *XML, *TEMPLATES, *PYTHON)[::7])
RIGHT = "P(+) = 2/3\n$P(+,x) = \\frac{1}{3}$\nso +"


def document(hostile: str = TITLE, label: str = "+") -> dict[str, object]:
    """Return a problem file with an answer and a working, a text in its title and in an id."""
    table = f"a,k\n1,{quote_csv(label)}\n0,{quote_csv(label)}\n0,-\n"
    return read_toml(f"""
data.table = '''
{table}'''
[query]
x = {{ a = 1 }}
[[question]]
id = "prior"
quantity = 'P("-")'
[[question]]
id = "working"
quantity = "argmax(x)"
form = "working"
[[milestone]]
quantity = "P(a=1,x)"
""".replace("P(a=1,x)", "P(x)")) | {
        "title": hostile,
        "milestone": [
            {"quantity": f"P({quote(label)})", "points": 2},
            {"quantity": f"P({quote(label)},x)", "points": "1/2"},
            {"quantity": "argmax(x)"},
        ],
        "accept": [{"question": "working", "text": hostile, "points": 1}],
    }  # fmt: skip


def quote_csv(label: str) -> str:
    return '"' + label.replace('"', '""') + '"'


@cache
def made(system: str, hostile: str = TITLE, label: str = "+") -> Export:
    return Request(system).of([Template.from_document(document(hostile, label), (), NO_FILES)])


def texts(files: Mapping[str, bytes]) -> dict[str, str]:
    """Return the files of an export, those of an archive among them."""
    found = {}
    for name, content in files.items():
        if name.endswith(".zip"):
            with zipfile.ZipFile(io.BytesIO(content)) as archive:
                found |= {inside: archive.read(inside).decode() for inside in archive.namelist()}
        else:
            found[name] = content.decode()
    return found


@one_in(3, "system", names())
def test_every_system_takes_a_working_or_leaves_it_out_by_name(system: str) -> None:
    (pool,) = made(system).pools
    is_taken = WORKING in system_named(system).kinds
    assert is_taken == (system not in TAKE_NO_TEXT)
    assert any(part.kind == WORKING for part in pool.items[0].parts) == is_taken
    line = "  left out: question 'working': its answer is a whole working"
    assert (line in made(system).summary().splitlines()) == (not is_taken)


FIELDS = {
    "canvas": "essay_question",
    "gift": "-working::[html]",
    "moodle": '<question type="essay">',
    "qti-2-1": "<extendedTextInteraction",
    "nbgrader": 'working = r\\"\\"\\"\\n',
    "otter": 'working = r\\"\\"\\"\\n',
    "paper": "\\vspace{12cm}",
    "prairielearn": 'multiline="true"',
    "gradescope": "\"working\" = '''\n'''",
}


@one_in(3, "system", [name for name in names() if name not in TAKE_NO_TEXT])
def test_there_is_room_to_write(system: str) -> None:
    """Each system that takes a working has its own field for a text; none is without a case here."""
    assert any(FIELDS[system] in text for text in texts(made(system).files()).values())


@in_both_runs
@one_in(3, "system", names())
def test_hostile_texts_break_no_file(system: str) -> None:
    """Files are read by what reads them: XML, JSON, Python, TOML; a label breaks none of them.

    Each of three systems has others as titles and as labels.
    """
    own = names().index(system)
    titles, labels = HOSTILE[own % 3 :: 3], HOSTILE[(own + 1) % 3 :: 3]
    cases = [(TITLE, "+"), *((title, "+") for title in titles), *(("t", label) for label in labels)]
    for title, label in cases:
        export = None
        with suppress(InputError):  # of a label that is refused
            export = made(system, title, " ".join(label.split()))
        for name, text in texts({} if export is None else export.files()).items():
            if name.endswith(".xml"):
                ElementTree.fromstring(text)
            elif name.endswith((".json", ".ipynb")):
                cells = json.loads(text)
                for cell in cells["cells"] if name.endswith(".ipynb") else ():
                    if cell["cell_type"] == "code":
                        ast.parse("".join(cell["source"]))
            elif name.endswith(".py"):
                ast.parse(text)
            elif name.endswith(".toml"):
                assert tomllib.loads(text)


@pytest.mark.exhaustive
def test_a_file_of_an_export_is_a_problem_again() -> None:
    """It keeps the milestones and what was accepted for the questions that the system takes."""
    for system in names():
        (item,) = made(system).pools[0].items
        problem = Problem.from_document(read_toml(item.file))
        asked = {question.id: question for question in problem.questions}
        if system in TAKE_NO_TEXT:
            assert list(asked) == ["prior"]
            continue
        working = asked["working"]
        assert [mark.points for mark in working.milestones] == [2, working.points - 3, 1]
        assert working.accepts(TITLE) == 1


def test_a_variant_has_the_milestones_in_its_own_words() -> None:
    """Labels that are drawn stand in the milestones too, and a right working earns all."""
    wanted = document() | {"variants": {"labels": {"k": ["spam", "ham"]}}}
    template = Template.from_document(wanted, (), NO_FILES)
    for item in Request("gradescope", 2, 1, pilot=2).of([template]).pools[0].items:
        grader = Grader(Problem.from_document(read_toml(item.file)))
        (part,) = [part for part in item.parts if part.kind == WORKING]
        assert grader.grade({"working": part.key.exact})["working"].is_right
        assert {"+", "-"}.isdisjoint(item.problem.schema.classes)


def test_notebooks_read_and_grade_a_working(tmp_path: Path) -> None:
    """What stands between the quotes of the cell is read as it was typed, with its backslashes."""
    for system in ("nbgrader", "otter"):
        (path, content), *_ = [
            (name, text)
            for name, text in texts(made(system).files()).items()
            if name.endswith(".ipynb")
        ]
        notebook = json.loads(content)
        (cell,) = [cell for cell in notebook["cells"] if cell.get("id") == "working"]
        source = "".join(cell["source"]).replace('r"""\n\n"""', f'r"""\n{RIGHT}\n"""', 1)
        source = source.partition("### BEGIN SOLUTION")[0]
        variables: dict[str, str] = {}
        exec(source, variables)
        cell["source"] = [source]
        file = tmp_path / Path(path).name
        file.write_text(json.dumps(notebook))
        (sheet,) = read_answers(file, questions=["prior", "working"])
        assert sheet.answers["working"].strip() == RIGHT
        problem = made(system).pools[0].items[0].file
        told = Sheet(problem, {"working": "working"})
        assert told.score("working", variables) == 3.5


def test_a_cell_says_where_it_goes_wrong(capsys: pytest.CaptureFixture[str]) -> None:
    problem = made("otter").pools[0].items[0].file
    sheet = Sheet(problem, {"working": "working"})
    assert sheet.score("working", {"working": "P(+) = 2/3\nP(+,x) = 2/3 * 1/3 = 2/9"}) == 2
    rows = capsys.readouterr().out.splitlines()
    assert rows[0].startswith("working: Line 2 is the first that is wrong, at column")
    assert rows[-2:] == ["P(+,x) = 2/3 * 1/3 = 2/9", " " * (len(rows[-1]) - 1) + "^"]


def test_prairielearn_grades_a_working(tmp_path: Path) -> None:
    """With the points of its milestones, and the wrong line below what is said."""
    (question,) = unpacked(made("prairielearn").files(), tmp_path).values()
    data = question.drawn(1)
    right = question.submitted(data, {"prior": "1/3", "working": RIGHT})
    assert right["score"] == 1
    wrong = question.submitted(data, {"prior": "1/3", "working": "P(+) = 2/3\nP(+) = 1/3"})
    assert wrong["partial_scores"]["working"]["score"] == pytest.approx(4 / 7)
    assert wrong["feedback"]["exactnb"][1]["excerpt"].startswith("P(+) = 1/3\n")
    again = question.submitted(data, {"working": "I do not know."})
    assert "No claim was read" in again["format_errors"]["working"]


def test_gradescope_grades_a_working(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The file that students get has room for it; the autograder's command grades it."""
    files = made("gradescope").files()
    (template,) = [text for name, text in files.items() if name.endswith("answers.toml")]
    filled = template.decode().replace("'''\n'''", f"'''\n{RIGHT}\n'''")
    (tmp_path / "answers.toml").write_text(filled)
    (folder,) = {name.split("autograder/")[0] for name in files if "autograder/problems" in name}
    for name, content in files.items():
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
    problems = str(tmp_path / folder / "autograder" / "problems")
    code = main(["check", problems, str(tmp_path / "answers.toml"), "--to", "gradescope"])
    tests = json.loads(capsys.readouterr().out)["tests"]
    assert (code, [test.get("score") for test in tests]) == (1, [0, 3.5])
