"""Report what a person waits for: CPU time of whole commands, median and range of several runs.

python benchmarks/start_up.py [RUNS]
"""

from __future__ import annotations

import os
import platform
import statistics
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parent.parent
TENNIS = "worked_examples/play_tennis/play_tennis"
SPAM = "worked_examples/spam_or_ham/spam_or_ham"
MIXED = "worked_examples/mixed_families/mixed_families"
COMMANDS = {
    "exactnb --help": (["--help"], 150),
    "solve play_tennis to text": (["solve", f"{TENNIS}.toml"], 300),
    "solve play_tennis to latex": (["solve", f"{TENNIS}.toml", "--to", "latex"], 300),
    "solve play_tennis to json": (["solve", f"{TENNIS}.toml", "--to", "json"], 300),
    "solve spam_or_ham to text": (["solve", f"{SPAM}.toml"], 300),
    "solve spam_or_ham --why": (["solve", f"{SPAM}.toml", "--why"], 1000),
    "solve mixed_families --why": (["solve", f"{MIXED}.toml", "--why"], 1000),
    "solve mixed_families --verify": (["solve", f"{MIXED}.toml", "--why", "--verify"], 3000),
    "derive bernoulli-map": (["derive", "bernoulli-map"], 700),
    "derive bernoulli-map --verify": (["derive", "bernoulli-map", "--verify"], 1500),
}


def cpu_milliseconds(arguments: list[str]) -> float:
    """Return the CPU time of one run of the command, of its process and its children."""
    before = os.times()
    subprocess.run(
        [sys.executable, "-m", "exactnb", *arguments], cwd=ROOT, capture_output=True, check=True
    )
    after = os.times()
    user = after.children_user - before.children_user
    return 1000 * (user + after.children_system - before.children_system)


def main() -> None:
    """Print one row for each command."""
    runs = int(sys.argv[1]) if len(sys.argv) > 1 else 9
    print(
        f"Python {platform.python_version()}, {platform.machine()}, {os.cpu_count()} cores, {runs} runs"
    )
    print(f"{'command':30} {'median':>8} {'min':>8} {'max':>8} {'goal':>8}   (ms of CPU)")
    for name, (arguments, goal) in COMMANDS.items():
        cpu_milliseconds(arguments)  # the first run also writes byte code
        times = [cpu_milliseconds(arguments) for _ in range(runs)]
        row = (statistics.median(times), min(times), max(times), goal)
        print(f"{name:30} " + " ".join(f"{value:8.0f}" for value in row))


if __name__ == "__main__":
    main()
