"""Change the package in one place at a time, and count how often a test notices.

python benchmarks/mutants [--rooms arithmetic verifier] [--sample 60] [--seed 1]

A seeded sample of every room; for each change only tests that reach its line are run, the quickest
first, up to some seconds, until one fails. They are those of the room; with `--far` others have their
turn after them. What changes nothing that can be seen stands in `equivalent.txt`, with the
reason, and is not counted. Which tests reach which line is measured by coverage.py, into `.mutants/`,
once and again where a file of tests has changed, or what it reaches: minutes of a room's own tests,
an hour of all.

(mutmut and cosmic-ray know no seeded sample by room; the first leaves decorated functions alone, the
second runs one command for every change; neither drops a statement, an operand or a condition.)
"""

from __future__ import annotations

import argparse
import os
import random
import re
import shutil
import sys
import tempfile
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

from changes import Mutant, Source
from reach import Reach, Test, in_a_child, run

ROOT = Path(__file__).resolve().parents[2]
KEPT = ROOT / ".mutants"
EQUIVALENT = Path(__file__).with_name("equivalent.txt")
VERIFIER = (
    *("verifier", "verified", "line_checks", "table_checks", "explored_checks"),
    *("second_reader/questions", "flips_checks", "agreement", "decimals", "lines"),
)
ROOMS = {
    "arithmetic": ("exactnb/core/arithmetic/",),
    "verifier": tuple(f"exactnb/explain/derivation/{name}.py" for name in VERIFIER),
    "proving": ("exactnb/explain/proving/",),
    "model": ("exactnb/core/model/",),
    "families": ("exactnb/core/families/",),
    "conventions": ("exactnb/core/conventions/",),
    "alternatives": ("exactnb/teach/alternatives/",),
    "auditing": ("exactnb/teach/auditing/",),
    "variants": ("exactnb/teach/variants/",),
}
NEAR = {
    "verifier": ("tests/explain/derivation/", "tests/explain/solution/test_exploring.py"),
    "families": ("tests/core/families/", "tests/laws/", "tests/teach/grading/test_mistakes"),
}
UNSEEN = ("exactnb/explain/proving/theorems/",)  # formulas to be proved, not what proves them


def mutants_of(room: str, tree: Path) -> list[Mutant]:
    """Return all changes of a room, in order."""
    found: list[Mutant] = []
    for file in sorted((tree / "exactnb").rglob("*.py")):
        name = file.relative_to(tree).as_posix()
        if name.startswith(ROOMS[room]) and not name.startswith(UNSEEN):
            found += Source(tree, file).mutants()
    return found


def equivalent() -> list[str]:
    """Return the changes that cannot be noticed; in each, … stands for anything."""
    lines = EQUIVALENT.read_text().splitlines()
    return [line for line in lines if line and not line.startswith(("    ", "#"))]


def matching(entries: Iterable[str]) -> re.Pattern[str]:
    """Return what matches the keys of the changes that some entries name."""
    texts = (".*".join(map(re.escape, entry.split("…"))) for entry in entries)
    return re.compile("|".join(texts), re.DOTALL)


class _InOrder:
    """Run the tests that were chosen, in the order in which they were, and say which one failed."""

    def __init__(self, chosen: Sequence[Test], told: Path) -> None:
        self.order, self.told = {test.name: at for at, test in enumerate(chosen)}, told

    def pytest_collection_modifyitems(self, items) -> None:
        wanted = [item for item in items if item.nodeid in self.order]
        items[:] = sorted(wanted, key=lambda item: self.order[item.nodeid])

    def pytest_runtest_logreport(self, report) -> None:
        if report.failed:
            self.told.write_text(report.nodeid)


def files_of_tests(room: str, tree: Path, far: Sequence[str] | None) -> Iterator[list[str]]:
    """Yield the files of a room's own tests, then others; folders stand for their examples."""
    every = [f.relative_to(tree).as_posix() for f in sorted(tree.glob("tests/**/test_*.py"))]
    every += [part for parts in ROOMS.values() for part in parts if part.endswith("/")]
    own = (*NEAR.get(room, (f"tests/{room}/",)), *ROOMS[room])
    yield [file for file in every if file.startswith(own)]
    if far is not None:
        yield [f for f in every if not f.startswith(own) and f.startswith(tuple(far) or "")]


def rounds(tests: list[Test]) -> Iterator[list[Test]]:
    """Yield the tests of the two files with the most for their time, then those of the others."""
    files: dict[str, list[Test]] = {}
    for test in tests:
        files.setdefault(test.file, []).append(test)
    order = sorted(files.values(), key=lambda of: (of[0].start + sum(t.seconds for t in of)) / len(of))
    for some in filter(None, (order[:2], order[2:])):
        yield [test for of in some for test in of]


def chosen(tests: list[Test], seconds: float) -> list[Test]:
    """Return the quickest tests, as many as there is time for."""
    left, collected, found = seconds, set(), []
    for test in sorted(tests, key=lambda test: test.seconds):
        cost = test.seconds + (0 if test.file in collected else test.start)
        if cost <= left or not found:
            left -= cost
            collected.add(test.file)
            found.append(test)
    return found


def noticed(mutant: Mutant, tests: list[Test], tree: Path, seconds: float) -> str:
    """Return what noticed a change, or nothing."""
    file, told = tree / mutant.file, tree / "told.txt"
    source, written = file.read_bytes(), file.stat().st_mtime_ns
    told.unlink(missing_ok=True)
    file.write_bytes(mutant.applied(source))
    try:
        names = sorted({test.name.split("::")[0] for test in tests})
        code = in_a_child(tree, lambda: run(["-x", *names], _InOrder(tests, told)), 2 * seconds + 5)
    finally:
        file.write_bytes(source)
        os.utime(file, ns=(written, written))  # so that what was compiled of it is good again
    if code in (4, 5, 70):
        raise RuntimeError(f"the tests of {mutant.key} cannot be run: {code}")
    if code == 0:
        return ""
    return told.read_text() if told.exists() else f"ended with {code}"


def tried(
    room: str, args: argparse.Namespace, reach: Reach, tree: Path
) -> Iterator[tuple[Mutant, str]]:
    """Yield the changes of a sample, each with what noticed it; of the first, none was made."""
    known = matching(equivalent())
    every = mutants_of(room, tree)
    if args.only:
        every = [mutant for mutant in every if args.only in f"{mutant.file}:{mutant.line} {mutant.key}"]
    sample = random.Random(f"{args.seed} {room}").sample(every, min(args.sample, len(every)))
    files = list(files_of_tests(room, tree, args.far))
    for at, mutant in enumerate(mutant for mutant in sample if not known.fullmatch(mutant.key)):
        by = "unreached"
        reached = (reach.tests(mutant.file, mutant.statement, among) for among in files)
        for some in (some for tests in reached for some in rounds(tests)):
            tests = chosen(some, args.seconds)
            if not at and (broken := noticed(_unchanged(mutant, tree), tests, tree, args.seconds)):
                raise RuntimeError(f"without a change {broken} fails")
            by = noticed(mutant, tests, tree, args.seconds)
            if by:
                break
        yield mutant, by


def _unchanged(mutant: Mutant, tree: Path) -> Mutant:
    start, end = mutant.span
    return replace(mutant, after=(tree / mutant.file).read_bytes()[start:end].decode())


def main() -> int:
    reader = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    reader.add_argument("--rooms", nargs="*", choices=ROOMS, default=list(ROOMS))
    reader.add_argument("--sample", type=int, default=40, help="changes of each room (40)")
    reader.add_argument("--seed", default="1")
    reader.add_argument("--seconds", type=float, default=20, help="of tests for each change (20)")
    reader.add_argument("--only", default="", help="only changes whose place or text holds this")
    reader.add_argument("--far", nargs="*", help="then tests of other rooms: of all, or of these paths")
    reader.add_argument("--verbose", action="store_true", help="say what noticed each change")
    args = reader.parse_args()
    import coverage  # noqa: F401  what the forks need, imported once
    import hypothesis  # noqa: F401
    import sympy  # noqa: F401

    with tempfile.TemporaryDirectory() as folder:
        tree = Path(folder).resolve() / "tree"
        shutil.copytree(ROOT, tree, ignore=shutil.ignore_patterns(".*"))
        places = {mutant.key for room in ROOMS for mutant in mutants_of(room, tree)}
        for entry in equivalent():
            if entry not in places and not any(map(matching([entry]).fullmatch, places)):
                print(f"{EQUIVALENT.name}: there is no such change: {entry}")
        reach = Reach(tree, [part for room in ROOMS.values() for part in room], KEPT)
        rows = []
        for room in args.rooms:
            results = []
            with suppress(KeyboardInterrupt):  # what was tried until then is told
                for mutant, by in tried(room, args, reach, tree):
                    results.append(by)
                    if by in ("", "unreached") or args.verbose:
                        word = by or "not noticed"
                        print(f"{mutant.key}\n    line {mutant.line}: {word}", flush=True)
            seen = sum(by not in ("", "unreached") for by in results)
            share = seen / max(1, len(results))
            rows.append(f"{room:12} {seen:4} of {len(results):4} noticed ({share:.1%})")
    print(f"seed {args.seed}", *rows, sep="\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
