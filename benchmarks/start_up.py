"""Report what a person waits for: CPU time of whole commands, the least and others of several runs.

Byte code is kept, as it is once a command has run. On a quiet machine the least is what the command
needs; each goal is one for it.

python benchmarks/start_up.py [RUNS]
"""

from __future__ import annotations

import os
import platform
import resource
import statistics
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parent.parent
TENNIS = "worked_examples/play_tennis/play_tennis"
SPAM = "worked_examples/spam_or_ham/spam_or_ham"
MIXED = "worked_examples/mixed_families/mixed_families"
NO_BYTE_CODE = "PYTHONDONTWRITEBYTECODE"
HOMEWORK = "worked_examples/homework"
COMMANDS = {
    "exactnb --help": (["--help"], 80),
    "solve play_tennis to text": (["solve", f"{TENNIS}.toml"], 150),
    "solve play_tennis to latex": (["solve", f"{TENNIS}.toml", "--to", "latex"], 170),
    "solve play_tennis to html": (["solve", f"{TENNIS}.toml", "--to", "html"], 180),
    "solve play_tennis to json": (["solve", f"{TENNIS}.toml", "--to", "json"], 150),
    "solve spam_or_ham to text": (["solve", f"{SPAM}.toml"], 160),
    "solve spam_or_ham --why": (["solve", f"{SPAM}.toml", "--why"], 1000),
    "solve mixed_families --why": (["solve", f"{MIXED}.toml", "--why"], 1000),
    "solve mixed_families --verify": (["solve", f"{MIXED}.toml", "--why", "--verify"], 3000),
    "check homework": (["check", f"{HOMEWORK}/sheet.toml", f"{HOMEWORK}/ada.toml"], 220),
    "explore play_tennis": (["explore", f"{TENNIS}.toml"], 160),
    "derive (the list)": (["derive"], 170),
    "derive bernoulli-map": (["derive", "bernoulli-map"], 170),
    "derive bernoulli-map --verify": (["derive", "bernoulli-map", "--verify"], 600),
}
MAY_FAIL = {"check homework": 1}
"""The exit codes that are no fault: some answers are wrong."""


def cpu_milliseconds(arguments: list[str], code: int = 0) -> float:
    """Return the CPU time of one run of the command, of its process and its children."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    environment = {name: value for name, value in os.environ.items() if name != NO_BYTE_CODE}
    given = [sys.executable, "-m", "exactnb", *arguments]
    done = subprocess.run(given, cwd=ROOT, env=environment, capture_output=True)
    assert done.returncode == code, done.stderr
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return 1000 * (after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)


def main() -> None:
    """Print one row for each command."""
    runs = int(sys.argv[1]) if len(sys.argv) > 1 else 9
    print(
        f"Python {platform.python_version()}, {platform.machine()}, {os.cpu_count()} cores, {runs} runs"
    )
    print(f"{'command':30} {'least':>8} {'median':>8} {'most':>8} {'goal':>8}   (ms of CPU)")
    for name, (arguments, goal) in COMMANDS.items():
        code = MAY_FAIL.get(name, 0)
        cpu_milliseconds(arguments, code)  # the first run also writes byte code
        times = [cpu_milliseconds(arguments, code) for _ in range(runs)]
        row = (min(times), statistics.median(times), max(times), goal)
        print(f"{name:30} " + " ".join(f"{value:8.0f}" for value in row))


if __name__ == "__main__":
    main()
