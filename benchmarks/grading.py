"""Time the command that grades a class: 1,000 students with 12 answers each, all reports.

Then every answer and every sheet by itself, in CPU time: the slowest, once the key is worked out.

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
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path

from exactnb import Grader
from exactnb.core.expression.spell import spell
from exactnb.core.expression.written import written
from exactnb.teach.grading import read_answers
from exactnb.teach.grading.question_grader import QuestionGrader

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
REPORTS = (
    ("--to", "text"), ("--to", "text", "--explain"), ("--to", "json"), ("--to", "csv"),
    ("--to", "moodle"), ("--to", "canvas"), ("--feedback", "feedback"),
)  # fmt: skip
LIMIT = 50  # ms
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
        for report in REPORTS:
            output = Path(folder, "report")
            command = [sys.executable, "-m", "exactnb", "check", problem, answers]
            started = time.perf_counter()
            run = subprocess.run(
                [*command, *report, "-o", output], capture_output=True, text=True, cwd=folder
            )
            took = time.perf_counter() - started
            size = output.stat().st_size / 2**20 if output.exists() else 0
            told = run.stderr.strip()
            print(f"{' '.join(report):<20} {took:6.1f} s, exit {run.returncode}, {size:.1f} MB {told}")
        each_by_itself(problem, answers)


def each_by_itself(problem: Path, answers: Path) -> None:
    """Print the CPU time of the slowest answers, and of the slowest sheets with what is carried on."""
    sheets = read_answers(answers)
    started = time.process_time()
    grader = Grader(problem)
    grader.grade(sheets[0].answers)
    print(f"the key and the first sheet {1000 * (time.process_time() - started):.0f} ms CPU")
    typed = sorted({(key, raw) for sheet in sheets for key, raw in sheet.answers.items()})
    alone = [timed(lambda key=key, raw=raw: grader.grade({key: raw})) for key, raw in typed]
    whole = [timed(lambda sheet=sheet: grader.grade(sheet.answers)) for sheet in sheets]
    for name, times in (("answers, each alone", alone), ("sheets", whole)):
        times.sort()
        middle, share = (times[int(part * len(times))] for part in (0.5, 0.99))
        slow = sum(time > LIMIT for time in times)
        print(
            f"{len(times):,} {name}: median {middle:.2f} ms CPU, 99 % below {share:.1f},"
            f" slowest {times[-1]:.1f}, {slow} over {LIMIT} ms"
        )


def timed(work: Callable[[], object]) -> float:
    """Return the milliseconds of CPU time that something takes."""
    started = time.process_time()
    work()
    return 1000 * (time.process_time() - started)


if __name__ == "__main__":
    main()
