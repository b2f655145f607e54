"""What a command loads and compiles before it does anything."""

from __future__ import annotations

import subprocess
import sys

from thoroughness import one_in
from worked import problem_file

TENNIS = problem_file("play_tennis")
HOMEWORK = TENNIS.parents[1] / "homework"
LOADED = {"check": 225, "solve": 172, "explore": 185, "derive": 173}
"""How many modules of the package a command may load."""
COMPILED = 5
"""How many dataclasses may have their methods compiled where they are defined."""

COUNTING = """
import dataclasses, sys

plain, at_once = dataclasses.dataclass, []

def counted(*given, **options):
    home = sys._getframe(1).f_globals["__name__"]
    if home.startswith("exactnb.") and home != "exactnb.core.record":
        at_once.append(home)
    return plain(*given, **options)

dataclasses.dataclass = counted
from exactnb.interfaces.cli import main

assert main(sys.argv[1:]) in (0, 1)
loaded = [name for name in sys.modules if name.partition(".")[0] == "exactnb"]
print(len(loaded), len(at_once), "jinja2" in sys.modules, file=sys.stderr)
"""


@one_in(
    4,
    "arguments",
    [
        ["solve", str(TENNIS)],
        ["explore", str(TENNIS)],
        ["derive", "bernoulli-map"],
        ["check", str(HOMEWORK / "sheet.toml"), str(HOMEWORK / "ada.toml")],
    ],
    ids=["solve", "explore", "derive", "check"],
)
def test_a_command_loads_little(arguments: list[str]) -> None:
    """A command loads the modules that it needs, no Jinja2, and compiles methods that it uses."""
    given = [sys.executable, "-c", COUNTING, *arguments]
    done = subprocess.run(given, capture_output=True, text=True, check=False)
    assert not done.returncode, done.stderr
    loaded, compiled, templates = done.stderr.splitlines()[-1].split()
    assert int(loaded) <= LOADED[arguments[0]]
    assert int(compiled) <= COMPILED
    assert templates == "False"


WATCHING = """
import gc, sys
from exactnb.__main__ import run

searches = []
gc.callbacks.append(lambda phase, about: searches.append(phase))
try:
    run()
finally:
    print(searches.count("start"), len(gc.get_objects()), file=sys.stderr)
"""


def test_a_command_hardly_looks_for_garbage() -> None:
    """A solution costs one search for cycles of objects at most, and the end of the process none."""
    given = [sys.executable, "-c", WATCHING, "solve", str(TENNIS)]
    done = subprocess.run(given, capture_output=True, text=True, check=True)
    searches, objects = map(int, done.stderr.split())
    assert searches <= 1
    assert objects < 100
