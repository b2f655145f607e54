"""nbgrader and Otter themselves grade what was exported: the key, what is rounded, each mistake."""

from __future__ import annotations

import csv
import json
import os
import subprocess
from collections.abc import Mapping
from functools import cache
from pathlib import Path

import pytest
from browsing import missing
from exported.prairielearn import unpacked
from worked import problem_file

from exactnb.core.data.files import NO_FILES
from exactnb.core.problem.toml import read_toml
from exactnb.teach.exporting.exporting import Export, Request
from exactnb.teach.variants.template import Template

pytestmark = [pytest.mark.exhaustive, pytest.mark.xdist_group("notebooks")]
ROOT = Path(__file__).parents[3]
HOSTILE = """\
title = '### END HIDDEN TESTS'
data.table = '''
a,class
1,"### END HIDDEN TESTS"
0,"\\ "" ' {{x}} 😀 </script>"
0,"### END HIDDEN TESTS"
'''
[[question]]
id = '### END SOLUTION"'
quantity = 'P("### END HIDDEN TESTS")'
"""


def tools() -> Path:
    """Return the programs of the environment EXACTNB_NOTEBOOKS, which has nbgrader and Otter."""
    folder = os.environ.get("EXACTNB_NOTEBOOKS", "")
    found = Path(folder) / "bin"
    if not folder or not (found / "nbgrader").is_file() or not (found / "otter").is_file():
        told = "python -m venv DIR, DIR/bin/pip install nbgrader otter-grader chevron lxml python-flint"
        missing(f"nbgrader and Otter ({told}, and EXACTNB_NOTEBOOKS=DIR)")
    return found


def run(program: str, *arguments: str, at: Path) -> str:
    """Run a program of that environment, with this package on its path."""
    bin_ = tools()
    path = f"{bin_}:{os.environ['PATH']}"
    env = {**os.environ, "PYTHONPATH": str(ROOT), "HOME": str(at), "PATH": path}
    for name in ("JUPYTER_CONFIG_DIR", "PYTEST_CURRENT_TEST"):
        env.pop(name, None)
    done = subprocess.run(
        [str(bin_ / program), *arguments], cwd=at, env=env, capture_output=True, text=True, timeout=900
    )
    assert done.returncode == 0, done.stderr[-4000:]
    return done.stdout


@cache
def made(system: str) -> Export:
    return Request(system, None, 1, ("P(+|e*)",), 4, "1/4").of([problem_file("spam_or_ham")])


def written(files: Mapping[str, bytes], folder: Path) -> None:
    for name, content in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(content)


def answers(system: str) -> dict[str, tuple[str, float, str]]:
    """Return what each student types, the points that are due, and what has to be said.

    Nbgrader starts a kernel for each student, so that one mistake has to do there.
    """
    ((part,),) = ([item.parts for item in made(system).pools[0].items],)
    assert len(part) == 1
    (part,) = part
    given = {"key": (part.key.exact, 1.0, "Right."), "rounded": (part.key.typed, 1.0, "Right.")}
    for number, wrong in enumerate(part.wrong if system == "otter" else part.wrong[:1]):
        given[f"mistake{number}"] = (wrong.response.exact, 0.25, wrong.feedback)
    return given | {
        "nothing": ("", 0.0, "There is no answer."),
        "two": ("0,5", 0.0, "only one is possible"),
    }


def filled(content: str, cell_id: str, typed: str) -> str:
    """Return a notebook in which a student has typed an answer."""
    notebook = json.loads(content)
    for cell in notebook["cells"]:
        if cell["id"] == cell_id:
            name = "".join(cell["source"]).partition(" = ")[0]
            cell["source"] = [f"{name} = {typed!r}"]
    return json.dumps(notebook)


def test_nbgrader_grades_what_was_exported(tmp_path: Path) -> None:
    """It generates the assignment, autogrades each student, and its points and feedback are ours."""
    written(made("nbgrader").files(), tmp_path)
    (item,) = made("nbgrader").pools[0].items
    (slug,) = made("nbgrader").pools[0].question_by_slug
    run("nbgrader", "generate_assignment", item.id, "--create", at=tmp_path)
    release = (tmp_path / "release" / item.id / f"{item.id}.ipynb").read_text()
    assert "exactnb_sheet" not in release
    assert "NotImplemented" not in release
    given = answers("nbgrader")
    for student, (typed, *_) in given.items():
        folder = tmp_path / "submitted" / student / item.id
        folder.mkdir(parents=True)
        (folder / f"{item.id}.ipynb").write_text(filled(release, slug, typed))
    run("nbgrader", "autograde", item.id, at=tmp_path)
    run("nbgrader", "export", at=tmp_path)
    with (tmp_path / "grades.csv").open() as file:
        scores = {row["student_id"]: float(row["raw_score"]) for row in csv.DictReader(file)}
    assert scores == {student: points for student, (_, points, _) in given.items()}
    for student, (_, _, said) in given.items():
        graded = tmp_path / "autograded" / student / item.id / f"{item.id}.ipynb"
        cells = {cell["id"]: cell for cell in json.loads(graded.read_text())["cells"]}
        outputs = cells[f"{slug}-score"]["outputs"]
        assert not any(each.get("name") == "stderr" for each in outputs)
        assert said in "".join(outputs[0]["text"]), student
        assert "= 2/3" in "".join(cells["exactnb-worked"]["outputs"][0]["text"])


def test_nbgrader_takes_labels_that_look_like_its_signs(tmp_path: Path) -> None:
    """Labels with the signs of its regions, quotes and braces change nothing."""
    source = Template.from_document(read_toml(HOSTILE), (), NO_FILES)
    export = Request("nbgrader").of([source])
    written(export.files(), tmp_path)
    (item,) = export.pools[0].items
    (slug,) = export.pools[0].question_by_slug
    run("nbgrader", "generate_assignment", item.id, "--create", at=tmp_path)
    release = (tmp_path / "release" / item.id / f"{item.id}.ipynb").read_text()
    assert "Sheet(" not in release
    folder = tmp_path / "submitted" / "key" / item.id
    folder.mkdir(parents=True)
    (folder / f"{item.id}.ipynb").write_text(filled(release, slug, "2/3"))
    run("nbgrader", "autograde", item.id, at=tmp_path)
    run("nbgrader", "export", at=tmp_path)
    with (tmp_path / "grades.csv").open() as file:
        assert [float(row["raw_score"]) for row in csv.DictReader(file)] == [1.0]


EACH = """\
import contextlib, io, json, sys
from otter.test_files import ExceptionTestFile
found = {}
for student, typed in json.loads(sys.argv[3]).items():
    test = ExceptionTestFile.from_file(sys.argv[1])
    with contextlib.redirect_stdout(io.StringIO()):
        test.run({sys.argv[2]: typed})
    said = "".join(each.message for each in test.test_case_results)
    found[student] = [test.score, said]
print(json.dumps(found))
"""


def test_otter_grades_what_was_exported(tmp_path: Path) -> None:
    """It makes an autograder of the folder and runs it on a notebook; each answer is marked as due."""
    written(made("otter").files(), tmp_path)
    (item,) = made("otter").pools[0].items
    (slug,) = made("otter").pools[0].question_by_slug
    folder = tmp_path / item.id
    given = answers("otter")
    archive = tmp_path / "autograder.zip"
    grading = folder / "autograder"
    run("otter", "generate", "-t", "tests", "--no-environment", "-o", str(archive), at=grading)
    notebook = folder / "student" / f"{item.id}.ipynb"
    notebook.write_text(filled(notebook.read_text(), slug, given["key"][0]))
    run("otter", "run", "-a", str(archive), "-o", str(tmp_path), "--no-logo", notebook.name,
        at=folder / "student")  # fmt: skip
    tests = json.loads((tmp_path / "results.json").read_text())["tests"]
    assert [(each["score"], each["max_score"]) for each in tests if "score" in each] == [(1.0, 1.0)]
    name = slug.replace("-", "_")
    typed = json.dumps({student: text for student, (text, *_) in given.items()})
    (tmp_path / "each.py").write_text(EACH)
    file = str(grading / "tests" / f"{name}.py")
    told = json.loads(run("python", "each.py", file, name, typed, at=tmp_path))
    for student, (_, points, said) in given.items():
        assert told[student][0] == points, student
        assert said in told[student][1] or points == 1, student


PAGE = """\
import json, sys
import chevron, lxml.html
data = json.load(open(sys.argv[1]))
page = chevron.render(open(sys.argv[2]).read(), data)
tree = lxml.html.fragment_fromstring(page, create_parent=True)
of = {name: [each for each in tree.iter(name)] for name in (
    "pl-question-panel", "pl-string-input", "pl-multiple-choice", "pl-answer", "pl-submission-panel",
    "pl-answer-panel", "script")}
found = {name: len(each) for name, each in of.items()}
found["shown"] = " ".join(each.text_content() for each in of["pl-question-panel"])
found["choices"] = [each.text_content() for each in of["pl-answer"]]
found["said"] = " ".join(each.text_content() for each in of["pl-submission-panel"])
found["worked"] = " ".join(each.text_content() for each in of["pl-answer-panel"])
print(json.dumps(found))
"""


def test_the_template_of_prairielearn_is_filled_in(tmp_path: Path) -> None:
    """Chevron and lxml, with which PrairieLearn reads it, find what is to be shown, and no more."""
    asked = "[[question]]\nid = 'd'\nquantity = 'argmax(x)'\n"
    text = HOSTILE.replace("[[question]]", "query.x = { a = 1 }\n[[question]]", 1) + asked
    export = Request("prairielearn").of([Template.from_document(read_toml(text), (), NO_FILES)])
    (found,) = unpacked(export.files(), tmp_path).values()
    data = found.drawn(1)
    names = list(data["params"]["exactnb"]["asked"])
    after = found.submitted(data, {names[0]: "1/3", names[1]: "a"})
    (tmp_path / "data.json").write_text(json.dumps(after))
    (tmp_path / "page.py").write_text(PAGE)
    page = str(found.folder / "question.html")
    told = json.loads(run("python", "page.py", str(tmp_path / "data.json"), page, at=tmp_path))
    label = "\\ \" ' {{x}} 😀 </script>"
    assert (told["pl-string-input"], told["pl-multiple-choice"], told["pl-answer"]) == (1, 1, 4)
    assert (told["pl-question-panel"], told["pl-answer-panel"], told["script"]) == (3, 1, 0)
    assert told["choices"] == ["### END HIDDEN TESTS", label, "a tie", "undefined (0/0)"]
    assert label in told["shown"]
    assert "Not right." in told["said"]
    assert "Estimate" in told["worked"]
    assert "Estimate" not in told["shown"]
