"""Time the command that grades a class: 1,000 students with 12 answers each, all reports.

Run: python benchmarks/grading.py [--students 1000] [--seed 1]
The answers are made from a seed: right ones in several spellings, wrong ones that a mistake leads to,
wrong ones that none does, and what cannot be read.
"""

from __future__ import annotations

import argparse
import csv
import os
import platform
import random
import subprocess
import sys
import tempfile
import time
from fractions import Fraction
from pathlib import Path

from exactnb import Grader
from exactnb.expression.spell import spell
from exactnb.expression.written import written
from exactnb.grading.question_grader import QuestionGrader

PROBLEM = """
[data]
table = '''
{table}
'''

[query]
x = {{ Outlook = "Sunny", Temperature = "Cool", Humidity = "High", Wind = "Strong" }}
"""
QUANTITIES = (
    "P(Yes)", "P(No)", "P(Outlook=Sunny|Yes)", "P(Humidity=High|No)", "P(Wind=Strong|Yes)",
    "P(x|Yes)", "P(Yes,x)", "P(No,x)", "P(x)", "P(Yes|x)", "P(No|x)", "argmax(x)",
)  # fmt: skip
FORMATS = ("text", "json", "csv")
TABLE = Path(__file__).parent.parent / "worked_examples" / "play_tennis" / "play_tennis.csv"


def typed(asked: QuestionGrader, chance: random.Random) -> str:
    """Return an answer as some student may type it."""
    kind, right = chance.random(), asked.right.value
    if kind < 0.6:
        value = right
    elif kind < 0.9 and asked.diagnosis.candidates:
        value = chance.choice(asked.diagnosis.candidates).target.value
    elif kind < 0.97:
        return f"{chance.randint(1, 99)}/{chance.randint(100, 999)}"
    else:
        return chance.choice(["", "?", "1 1/2", "0,5", "about 3", "(1/2"])
    if isinstance(value, Fraction):
        number = float(value)
        return chance.choice((str(value), f"{number:.4f}", f"{number:.3g}", f"{100 * number:.2f} %"))
    return spell(written(value))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--students", type=int, default=1_000)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    chance = random.Random(options.seed)
    with tempfile.TemporaryDirectory() as folder:
        problem, answers = Path(folder, "sheet.toml"), Path(folder, "class.csv")
        questions = "".join(
            f'\n[[question]]\nid = "q{n}"\nquantity = "{name}"\n'
            for n, name in enumerate(QUANTITIES, start=1)
        )
        problem.write_text(PROBLEM.format(table=TABLE.read_text()) + questions)
        asked = Grader(problem).asked
        with answers.open("w", newline="") as file:
            writer = csv.writer(file)
            writer.writerow(["student", *asked])
            for number in range(1, options.students + 1):
                writer.writerow([f"s{number}", *(typed(each, chance) for each in asked.values())])
        print(f"Python {platform.python_version()}, {platform.machine()}, {os.cpu_count()} cores")
        print(f"{options.students:,} students with {len(asked)} answers each, seed {options.seed}")
        for form in FORMATS:
            output = Path(folder, f"report.{form}")
            command = [sys.executable, "-m", "exactnb", "check", problem, answers]
            started = time.perf_counter()
            run = subprocess.run([*command, "--to", form, "-o", output], capture_output=True, text=True)
            took = time.perf_counter() - started
            size = output.stat().st_size / 2**20 if output.exists() else 0
            print(f"{form:<5} {took:6.1f} s, exit {run.returncode}, {size:.1f} MB {run.stderr.strip()}")


if __name__ == "__main__":
    main()
