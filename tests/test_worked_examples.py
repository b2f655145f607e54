"""The worked examples: golden files, values from the notes, LaTeX that compiles.

Run this file to write the golden files anew; look at the difference before committing it.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from fractions import Fraction
from pathlib import Path

import pytest

from exactnb import Solution, solve

EXAMPLES = Path(__file__).parent.parent / "worked_examples"
PROBLEMS = sorted(EXAMPLES.glob("*.toml"))
KINDS = {".txt": Solution.text, ".tex": Solution.latex, ".json": Solution.json}

VALUES = {
    "spam_or_ham": {
        "P(a=1|+)": "2/4", "P(b=1|+)": "3/4", "P(c=1|+)": "1/4",
        "P(a=1|-)": "3/4", "P(b=1|-)": "1/4", "P(c=1|-)": "1/4",
        "P(+,e*)": "9/64", "P(-,e*)": "9/128", "P(+|e*)": "2/3", "odds(+:-|e*)": "2",
        "odds(+:-|e1)": "6", "odds(+:-|e5)": "2", "odds(+:-|e8)": "2/3",
    },
    "spam_or_ham_smoothed": {
        "P(+,e*)": "1/9", "P(-,e*)": "2/27", "P(+|e*)": "3/5", "P(a|+)": "3/6", "P(b|+)": "4/6",
    },
    "spam_or_ham_modified": {
        "P(a|+)": "0/4", "P(+,x*)": "0", "P(-,x*)": "9/128", "P(-|x*)": "1",
        "P(a|+; laplace)": "1/6", "P(+,x*; laplace)": "1/27", "P(-,x*; laplace)": "2/27",
        "P(+|x*; laplace)": "1/3",
    },
    "play_tennis": {
        "P(Yes)": "9/14", "P(Outlook=Sunny|Yes)": "2/9", "P(Overcast|No)": "0/5",
        "P(Yes,x')": "1/189", "P(No,x')": "18/875", "P(Yes|x')": "125/611", "P(No|x')": "486/611",
        "odds(No:Yes|x')": "486/125", "P(x')": "611/23625",
        "P(No|Temperature=Cool,Humidity=High,Wind=Strong)": "36/61",
        "P(Outlook=Sunny|Temperature=Cool,Humidity=High,Wind=Strong)": "1222/2745",
    },
    "play_tennis_smoothed": {
        "P(Yes,x')": "6/847", "P(No,x')": "25/1372", "P(No|x')": "3025/4201",
    },
    "play_tennis_smoothed_both": {
        "P(Yes,x')": "5/726", "P(No,x')": "15/784", "P(No|x')": "1089/1481",
    },
    "play_tennis_overcast": {
        "P(Yes,x)": "2/189", "P(No,x)": "0", "P(Yes|x)": "1", "P(No|x)": "0",
    },
}  # fmt: skip


def stem(path: Path) -> str:
    return path.stem


@pytest.mark.parametrize("problem", PROBLEMS, ids=stem)
def test_every_example_has_checked_values(problem: Path) -> None:
    """Each worked example gives the values that were worked out by hand or stand in the notes."""
    solution = solve(problem)
    for name, value in VALUES[problem.stem].items():
        assert solution[name] == Fraction(value), name


def test_estimates_stay_as_counted() -> None:
    """The estimates of spam or ham with λ = 1 are 3/6 ... 2/6, those of play tennis 2/9 ... 5/14."""
    smoothed = json.loads(solve(EXAMPLES / "spam_or_ham_smoothed.toml").json())["quantities"]
    words = [(word, label) for label in "+-" for word in "abc"]
    counted = [smoothed[f"P({word}=1|{label})"]["as_counted"] for word, label in words]
    assert counted == ["3/6", "4/6", "2/6", "4/6", "2/6", "2/6"]
    tennis = json.loads(solve(EXAMPLES / "play_tennis.toml").json())["quantities"]
    assert tennis["P(Outlook=Sunny|Yes)"]["as_counted"] == "2/9"
    assert tennis["P(Humidity=Normal|Yes)"]["as_counted"] == "6/9"
    assert tennis["P(Outlook=Overcast|No)"]["as_counted"] == "0/5"
    assert tennis["P(No)"]["as_counted"] == "5/14"


@pytest.mark.parametrize("ending", KINDS)
@pytest.mark.parametrize("problem", PROBLEMS, ids=stem)
def test_output_is_as_it_was_looked_at(problem: Path, ending: str) -> None:
    """Text, LaTeX and JSON are, to the letter, the golden files beside the problem."""
    assert KINDS[ending](solve(problem)) == problem.with_suffix(ending).read_text()


@pytest.mark.parametrize("problem", PROBLEMS, ids=stem)
def test_latex_compiles(problem: Path, tmp_path: Path) -> None:
    """Pdflatex, with amsmath and amssymb alone, compiles the golden LaTeX in one run."""
    if shutil.which("pdflatex") is None:
        assert not os.environ.get("CI"), "CI needs pdflatex (Debian: texlive-latex-base)"
        pytest.skip("pdflatex is not installed")
    command = ["pdflatex", "-interaction=nonstopmode", "-halt-on-error"]
    run = subprocess.run(
        [*command, str(problem.with_suffix(".tex"))], cwd=tmp_path, capture_output=True, text=True
    )
    assert run.returncode == 0, run.stdout[-2000:]
    assert "Overfull" not in run.stdout
    assert "Missing character" not in run.stdout


def main() -> None:
    """Write every golden file anew."""
    for problem in PROBLEMS:
        solution = solve(problem)
        for ending, write in KINDS.items():
            problem.with_suffix(ending).write_text(write(solution))
            sys.stdout.write(f"{problem.with_suffix(ending).name}\n")


if __name__ == "__main__":
    main()
