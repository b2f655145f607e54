"""What the documents promise: a README of two commands, a family, a theorem, and tables of errata.

That every example in them runs is shown in `docs/test_pages.py`.
"""

from __future__ import annotations

import doctest
import re
import shutil
import subprocess
import sys
from fractions import Fraction
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
import rayleigh_family
from pages.reading import blocks
from thoroughness import all_of
from worked import PROBLEMS, problem_file

from exactnb import Problem, solve

ROOT = Path(__file__).parent.parent
README = ROOT / "README.md"
SET_UP = "python3 -m venv"


def test_a_test_of_otter_grader_grades() -> None:
    """The test file that is shown for Otter-Grader passes right answers, and fails wrong ones."""
    (block,) = (block for block in blocks("python") if block.text.startswith("test = "))
    _run_cases(block.text)


def _run_cases(text: str) -> None:
    """Run a test file of Otter-Grader on the answers of a student, right ones and wrong ones."""
    space: dict[str, Any] = {}
    exec(compile(text, "q1.py", "exec"), space)
    cases = [case["code"] for suite in space["test"]["suites"] for case in suite["cases"]]
    assert cases
    for prior, posterior, failed in (("9/14", "0.205", 0), ("0.64", "0.2", 2)):
        student = {"prior": prior, "posterior": posterior}
        for code in cases:
            test = doctest.DocTestParser().get_doctest(code, dict(student), "q1", "q1", 0)
            result = doctest.DocTestRunner(verbose=False).run(test, out=lambda _: None)
            assert result.failed == failed


def test_a_printed_family_works(monkeypatch: pytest.MonkeyPatch) -> None:
    """The family shown to contributors, put beside the others, solves a problem and prints it."""
    from exactnb.core import families

    (text,) = (block.text for block in blocks("python") if "FAMILY = Absence()" in block.text)
    space: dict[str, object] = {"__name__": "absence"}
    exec(compile(text, "absence.py", "exec"), space)
    module = ModuleType("absence")
    vars(module).update(space)
    monkeypatch.setitem(sys.modules, "absence", module)
    monkeypatch.setattr(families, "_modules", lambda: {"absence": "absence"})
    table = "[data]\ntable = '''\nword class\n0 a\n0 a\n1 a\n1 b\n'''\n"
    problem = Problem.from_text(table + '[model]\nfamily = "absence"\n[query]\nx = { word = 1 }\n')
    solution = solve(problem)
    assert solution["P(word=1|a)"] == Fraction(1, 3)
    assert "1 − P(word=0|a)" in solution.text()


def test_a_printed_family_of_numbers_is_the_one_that_is_tried() -> None:
    """The Rayleigh distribution shown to contributors is the file that the laws over families try."""
    (text,) = (block.text for block in blocks("python") if "FAMILY = Rayleigh()" in block.text)
    assert text.strip() == Path(rayleigh_family.__file__).read_text().strip()


@pytest.mark.exhaustive
def test_a_printed_theorem_works(tmp_path: Path) -> None:
    """The theorem shown to contributors, put beside the others, is listed, verified and printed."""
    (text,) = (block.text for block in blocks("python") if "def rayleigh_mle" in block.text)
    shutil.copytree(ROOT / "exactnb", tmp_path / "exactnb")
    (tmp_path / "exactnb" / "explain" / "proving" / "theorems" / "rayleigh.py").write_text(text)
    command = [sys.executable, "-m", "exactnb", "derive"]
    shown = [
        subprocess.run(given, cwd=tmp_path, capture_output=True, text=True, check=True).stdout
        for given in (command, [*command, "rayleigh-mle"])
    ]
    assert "Lengths of random walks, and other roots of sums of squares.\n   rayleigh-mle " in shown[0]
    assert shown[1].rstrip().endswith("= n_k / s_k")


def test_the_readme_is_short() -> None:
    """It has at most seven kilobytes: what else there is to say stands in docs/."""
    assert len(README.read_bytes()) <= 7_000


def test_the_readme_sets_everything_up_in_two_commands() -> None:
    """The README has two commands for a fresh machine, and `.ci/run` runs both."""
    found = re.findall(r"^```sh\n(.*?)\n```$", README.read_text(), re.M | re.S)
    assert len(found) == 2
    assert all(command.startswith(SET_UP) and "\n" not in command for command in found)
    assert found[0].endswith("exactnb solve worked_examples/spam_or_ham/spam_or_ham.toml")
    assert found[1].endswith(".venv/bin/pytest")
    assert "README.md" in (ROOT / ".ci" / "run").read_text()


ERRATA = re.compile(r"^\| (\S+\.toml) \| `(.+?)` \| (.+?) \| (\S+) \| (.+) \|$", re.MULTILINE)
LINK = re.compile(r"\[(\w+\.toml)\]\((\w+/(\w+\.toml))\)")
EXAMPLES = ROOT / "worked_examples"


def errata() -> list[tuple[str, str, str, str]]:
    text = (EXAMPLES / "README.md").read_text()
    return [
        (f, name.replace("\\|", "|"), printed, exact)
        for f, name, printed, exact, _ in ERRATA.findall(text)
    ]


@all_of(("file", "name", "exact"), [(f, name, x) for f, name, _, x in errata()], apart=4)
def test_errata_are_exact(file: str, name: str, exact: str) -> None:
    """Every exact value in the tables of errata is what the problem file gives."""
    assert solve(Problem.read(problem_file(file.removesuffix(".toml"))))[name] == Fraction(exact)


def test_errata_are_found() -> None:
    """Every row of the tables of errata is read: there are thirty-four."""
    text = (EXAMPLES / "README.md").read_text()
    rows = [line for line in text.splitlines() if re.match(r"\| \w+\.toml \|", line)]
    assert len(errata()) == len(rows) == 34


def test_what_the_notes_print_differs_where_it_is_said_to() -> None:
    """Fourteen of the twenty-one printed numbers are wrong, not only rounded to four places."""
    numbers = [(p, Fraction(x)) for _, _, p, x in errata() if p != "–"]
    printed = [(Fraction(re.split(r"[=≈] ", p)[-1]), exact) for p, exact in numbers]
    wrong = [(p, exact) for p, exact in printed if p != exact and round(exact, 4) != p]
    assert (len(printed), len(wrong)) == (21, 14)


def test_every_example_is_listed() -> None:
    """The list of worked examples has each problem file once, and links to it."""
    links = LINK.findall((EXAMPLES / "README.md").read_text())
    assert all(text == name for text, _, name in links)
    assert sorted(EXAMPLES / target for _, target, _ in links) == PROBLEMS


@all_of("problem", PROBLEMS)
def test_every_example_opens_by_saying_what_it_shows(problem: Path) -> None:
    """A problem file begins with comment lines, then its title."""
    lines = problem.read_text().splitlines()
    comment = [line for line in lines[:6] if line.startswith("#")]
    assert comment
    assert lines[: len(comment)] == comment
    assert lines[len(comment)].startswith("title")


def test_the_proof_names_tests_that_there_are() -> None:
    """Every test that the proof of the log-space path rests on is one."""
    proof = (ROOT / "exactnb" / "scale" / "logspace" / "PROOF.md").read_text()
    named = set(re.findall(r"`(test_\w+)`", proof))
    files = (ROOT / "tests" / "scale" / "logspace").glob("test_*.py")
    defined = "\n".join(file.read_text() for file in files)
    assert len(named) > 20
    assert [name for name in sorted(named) if f"def {name}(" not in defined] == []
