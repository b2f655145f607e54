"""A question for a derivation goes through every system as a text, or is left out by name.

How to read: a law over all systems comes first, then those that have exactnb grade it.
"""

from __future__ import annotations

import io
import json
import re
import zipfile
from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path

import pytest
from exported.prairielearn import unpacked
from thoroughness import all_of, one_in

from exactnb.core.data.files import NO_FILES
from exactnb.core.problem.toml import read_toml
from exactnb.errors import InputError
from exactnb.interfaces.cli import main
from exactnb.teach.exporting.cells import Sheet
from exactnb.teach.exporting.exporting import Export, Request
from exactnb.teach.exporting.systems import names
from exactnb.teach.grading.derivations.grader import DerivationGrader
from exactnb.teach.variants.template import Template

SHEET = """
title = "Weather"
data.table = '''
wind,rain
calm,no
strong,yes
strong,yes
calm,yes
'''
"""
MLE = """
[[question]]
id = "mle"
form = "derivation"
theorem = "bernoulli-mle"
points = 6
text = "Show every step & <b>."
"""
PRIOR = '[[question]]\nid = "prior"\nquantity = "P(yes)"\n'
UNJUDGED = '[[question]]\nid = "columns"\nform = "derivation"\ntheorem = "two-columns"\n'
STATED = """
[[question]]
id = "lengths"
form = "derivation"
theorem = "half-line"
[families.half-line]
density = "theta x^(theta-1)"
support = "0 < x < 1"
parameters = { theta = "theta > 0" }
"""
RIGHT = r"""L(p) = p^s (1-p)^{n-s}, where s = \sum_i x_i
\ell(p) = s \log p + (n-s) \log(1-p)
\ell'(p) = s/p - (n-s)/(1-p) = 0
\hat p = s/n"""
WRONG = RIGHT.replace("s/p - ", "s/p + ")
KEY = "set to zero"  # a reason in the theorem, and in no question
ROOM = {
    "gift": "{}",
    "moodle": '<question type="essay">',
    "qti-2-1": "<extendedTextInteraction",
    "nbgrader": "# write your derivation between the quotes",
    "otter": "# write your derivation between the quotes",
    "paper": "Derivation:\\par\\vspace{12cm}",
    "prairielearn": 'multiline="true"',
    "gradescope": "\"mle\" = '''\n'''",
}
TAKE_NONE = ("canvas", "moodle-cloze", "stack")
GRADED = ("gradescope", "nbgrader", "otter", "prairielearn")


@cache
def made(system: str, questions: str = MLE + PRIOR) -> Export:
    return Request(system).of([Template.from_document(read_toml(SHEET + questions), (), NO_FILES)])


def texts(files: Mapping[str, bytes]) -> dict[str, str]:
    """Return the files of an export, those of an archive among them."""
    read: dict[str, str] = {}
    for name, content in files.items():
        if name.endswith(".zip"):
            with zipfile.ZipFile(io.BytesIO(content)) as archive:
                read |= texts({inside: archive.read(inside) for inside in archive.namelist()})
        else:
            read[name] = content.decode()
    return read


HIDDEN: Mapping[str, Callable[[str, str], str]] = {
    "gift": lambda _, text: re.sub("(?m)^//.*$", "", text),
    "moodle": lambda _, text: re.sub("(?s)<graderinfo.*?</graderinfo>", "", text),
    "qti-2-1": lambda _, text: re.sub('(?s)<rubricBlock view="scorer">.*?</rubricBlock>', "", text),
    "nbgrader": lambda _, text: re.sub("(?s)### BEGIN (SOLUTION|HIDDEN).*?### END", "", text),
    "otter": lambda name, text: text if "/student/" in name else "",
    "paper": lambda name, text: "" if name.endswith("key.tex") else text,
    "prairielearn": lambda name, text: text if name.endswith(".html") else "",
    "gradescope": lambda name, text: text if "/students/" in name else "",
}
"""What of a file reaches students, by system."""


@one_in(6, "system", names())
def test_every_system_takes_it_with_its_key_or_leaves_it_out_by_name(system: str) -> None:
    """There is room, the wording and the points; the theorem is where only those who mark see it."""
    export, line = made(system), "  left out: question 'mle': its answer is a derivation"
    if system in TAKE_NONE:
        assert line in export.summary().splitlines()
        with pytest.raises(InputError, match="asks nothing that can be exported: question 'mle'"):
            made(system, MLE)
        return
    assert "left out" not in export.summary()
    (part,) = [part for part in export.pools[0].items[0].parts if part.id == "mle"]
    assert KEY in part.key.exact
    files = texts(export.files())
    is_gradeless = system in ("gradescope", "otter")  # there exactnb alone marks it
    assert any(KEY in text for text in files.values()) != is_gradeless
    visible = "\n".join(HIDDEN[system](name, text) for name, text in files.items())
    assert ROOM[system] in visible
    assert KEY not in visible
    if system == "prairielearn":  # texts come in when a page is shown
        visible = files["questions/Weather/items/Weather.json"]
    for words in ("Show every step", "The MLE of a Bernoulli parameter", "6"):
        assert words in visible
    assert "Bernoulli parameter = ?" not in visible


@one_in(2, "system", ["moodle", "qti-2-1"])
def test_the_points_of_it_are_those_of_the_question(system: str) -> None:
    points = {"moodle": "<defaultgrade>6<", "qti-2-1": "<defaultValue><value>6<"}[system]
    assert sum(text.count(points) for text in texts(made(system).files()).values()) == 1


@pytest.mark.exhaustive
def test_a_stated_family_has_its_own_theorem_as_its_key() -> None:
    """The estimate is derived in it, one key for every system, and no line of it is judged wrong."""
    keys = {}
    for system in sorted(ROOM):
        (part,) = made(system, STATED).pools[0].items[0].parts
        assert "the estimate of half-line" in str(part.task).lower(), system
        keys[part.key.exact] = part.question.theorem
    ((key, theorem),) = keys.items()
    assert r"\hat{\theta}" in key
    assert DerivationGrader(theorem).verify(key).first_wrong is None


@all_of("system", sorted(ROOM))
def test_one_that_is_not_judged_goes_to_systems_where_a_person_marks(system: str) -> None:
    """Those that have exactnb grade leave it out, and say that a person marks its answers."""
    summary = made(system, UNJUDGED + PRIOR).summary()
    why = "question 'columns': derivations of two-columns are not judged; a person marks its answers"
    assert (why in summary) == (system in GRADED)


def test_a_cell_grades_it(capsys: pytest.CaptureFixture[str]) -> None:
    """Two of five claims stand behind the wrong line, which is shown; derivations print no solution."""
    problem = made("nbgrader").pools[0].items[0].file
    sheet = Sheet(problem, {"mle": "mle", "prior": "prior"})
    assert sheet.score("mle", {"mle": RIGHT, "prior": "3/4"}) == 6
    assert sheet.share("mle", {"mle": WRONG}) == sheet.share("mle", {"mle": WRONG, "prior": "1"})
    assert 0 < sheet.share("mle", {"mle": WRONG}) < 1
    assert "Line 3" in sheet.said("mle", {"mle": WRONG})
    assert KEY not in sheet.solution()
    capsys.readouterr()


def test_every_right_share_passes_the_cases_of_otter() -> None:
    """A case for each hundredth: what a derivation earns is any share of its claims."""
    text = made("otter").files()["Weather/autograder/tests/mle.py"].decode()
    points = [float(number) for number in re.findall(r"points=([\d.e-]+), hidden", text)]
    assert len(points) == 100
    assert sum(points) == pytest.approx(6)


@pytest.mark.exhaustive
def test_prairielearn_grades_it(tmp_path: Path) -> None:
    """What is no derivation costs no attempt; a wrong line is shown."""
    (question,) = unpacked(made("prairielearn").files(), tmp_path).values()
    data = question.drawn(1)
    assert KEY not in json.dumps(data["params"])
    right = question.submitted(data, {"prior": "3/4", "mle": RIGHT})
    assert right["score"] == 1
    wrong = question.submitted(data, {"prior": "3/4", "mle": WRONG})
    assert 0 < wrong["partial_scores"]["mle"]["score"] < 1
    assert r"\ell'(p)" in wrong["feedback"]["exactnb"][0]["excerpt"]
    again = question.submitted(data, {"mle": "I do not know."})
    assert "No claim was read" in again["format_errors"]["mle"]


@pytest.mark.exhaustive
def test_gradescope_grades_it(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The file that students get has room for it; the autograder's command grades it."""
    for name, content in made("gradescope").files().items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_bytes(content)
    answers = tmp_path / "Weather/students/Weather/answers.toml"
    answers.write_text(answers.read_text().replace("'''\n'''", f"'''\n{RIGHT}\n'''"))
    problems = str(tmp_path / "Weather/autograder/problems")
    assert main(["check", problems, str(answers), "--to", "gradescope"]) == 1
    assert [test.get("score") for test in json.loads(capsys.readouterr().out)["tests"]] == [6, 0]


@pytest.mark.exhaustive
def test_variants_share_the_key_of_it() -> None:
    """Numbers are drawn, a theorem is not; paper prints it once."""
    template = Template.from_document(read_toml(SHEET + PRIOR + MLE), (), NO_FILES)
    files = Request("paper", 2, 1, pilot=2).of([template]).files()
    assert files["Weather/key.tex"].decode().count(r"\section*{The MLE of a Bernoulli parameter}") == 1
