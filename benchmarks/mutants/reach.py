"""Which tests reach which line, and how long each takes: measured by coverage.py, kept by file."""

from __future__ import annotations

import hashlib
import json
import os
import resource
import signal
import sys
import time
import traceback
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path

import pytest

OPTIONS = (
    "-o", "addopts=", "--import-mode=importlib", "-q", "--doctest-modules", "-p",
    "no:cacheprovider", "-p", "no:xdist", "-W", "ignore::pytest.PytestAssertRewriteWarning",
    "-W", "ignore::pytest.PytestUnknownMarkWarning",  # the marks of xdist
)  # fmt: skip
MOST = 90  # seconds of one file of tests: what comes later in it is not measured


def in_a_child(tree: Path, work: Callable[[], int], seconds: float) -> int:
    """Run something in a fork, with limits of time and memory, and return how it ended.

    The fork imports the package for itself, and what else the tests need stands ready in it.
    """
    child = os.fork()
    if child:
        try:
            _, status = os.waitpid(child, 0)
        except KeyboardInterrupt:
            os.kill(child, signal.SIGKILL)
            os.waitpid(child, 0)
            raise
        return os.waitstatus_to_exitcode(status)
    code = 70
    try:
        said = os.open(tree / "said.txt", os.O_RDWR | os.O_CREAT | os.O_TRUNC)
        for stream in (0, 1, 2):
            os.dup2(said, stream)
        resource.setrlimit(resource.RLIMIT_CPU, (int(seconds), int(seconds) + 2))
        resource.setrlimit(resource.RLIMIT_AS, (4 << 30, 4 << 30))
        signal.alarm(20 * int(seconds))
        os.chdir(tree)
        sys.path.insert(0, str(tree))
        sys.dont_write_bytecode = True
        code = work()
    except BaseException:
        traceback.print_exc()
    finally:
        os._exit(code)


def run(arguments: Sequence[str], *plugins: object) -> int:
    """Run pytest here; a law that fails is not made smaller."""
    from hypothesis import HealthCheck, Phase, settings

    settings.register_profile(
        "mutants", database=None, derandomize=True, deadline=None,
        phases=(Phase.explicit, Phase.generate), suppress_health_check=list(HealthCheck),
    )  # fmt: skip
    settings.load_profile("mutants")
    return int(pytest.main([*OPTIONS, *arguments], plugins=list(plugins)))


class _Measuring:
    """Tell coverage which test runs, and keep the time of each."""

    def __init__(self, coverage: object) -> None:
        self.coverage, self.started, self.to_start = coverage, time.process_time(), 0.0
        self.seconds: dict[str, float] = {}
        self.failed: set[str] = set()

    def pytest_collection_finish(self) -> None:
        self.to_start = time.process_time() - self.started

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item):
        before = time.process_time()
        self.coverage.switch_context(item.nodeid)
        try:
            return (yield)
        finally:
            self.coverage.switch_context("")
            self.seconds[item.nodeid] = round(time.process_time() - before, 4)
            if time.process_time() - self.started > MOST:
                item.session.shouldstop = "long enough"

    def pytest_runtest_logreport(self, report) -> None:
        if not report.passed:
            self.failed.add(report.nodeid)


def _measure(file: str, tree: Path, rooms: Sequence[str], kept: Path) -> int:
    import coverage

    measured = coverage.Coverage(
        data_file=None, config_file=False, include=[f"{tree}/{room}*" for room in rooms]
    )
    measured.start()
    for room in rooms:  # what is found when it is first asked for is imported before the first test
        for part in sorted(tree.glob(f"{room}**/*.py" if room.endswith("/") else room)):
            import_module(".".join(part.relative_to(tree).with_suffix("").parts))
    watch = _Measuring(measured)
    run([file], watch)
    measured.stop()
    good = [name for name in watch.seconds if name not in watch.failed]
    numbered = {name: at for at, name in enumerate(good)} | {"": -1}
    data, lines = measured.get_data(), {}
    for source in data.measured_files():
        lines[Path(source).relative_to(tree).as_posix()] = {
            line: [numbered[name] for name in names if name in numbered]
            for line, names in data.contexts_by_lineno(source).items()
        }
    tests = [[name, watch.seconds[name]] for name in good]
    of = {name: digest(tree / name) for name in (file, *lines)}
    kept.write_text(json.dumps({"of": of, "start": watch.to_start, "tests": tests, "lines": lines}))
    return 0


def digest(of: Path) -> str:
    """Return what tells the text of a file, or of all files in a folder, from any other."""
    files = sorted(of.rglob("*.py")) if of.is_dir() else [of] if of.exists() else []
    return hashlib.sha256(b"".join(file.read_bytes() for file in files)).hexdigest()[:16]


@dataclass(frozen=True)
class Test:
    """A test, the file that has to be collected for it, and the seconds that both take."""

    name: str
    file: str
    seconds: float
    start: float


class Reach:
    """What files of tests reach, each measured when it is first asked for."""

    def __init__(self, tree: Path, rooms: Sequence[str], kept: Path) -> None:
        kept.mkdir(exist_ok=True)
        self.tree, self.rooms, self.kept = tree, rooms, kept
        self._known: dict[str, dict | None] = {}

    def tests(self, file: str, lines: range, among: Sequence[str]) -> list[Test]:
        """Return the tests, of some files, that reach one of some lines.

        What runs when a module is imported, as a constant, is reached by all tests that reach anything
        else of it, or by all that import it where none does.
        """
        reaching, importing = [], []
        for of in among:
            if (found := self._found(of)) is None:
                continue
            here = found["lines"].get(file, {})
            numbers = {number for line in lines for number in here.get(str(line), ())}
            tests = [Test(name, of, seconds, found["start"]) for name, seconds in found["tests"]]
            if -1 in numbers:
                numbers = {number for each in here.values() for number in each} - {-1}
                importing += tests
            reaching += [tests[number] for number in sorted(numbers)]
        return reaching or importing

    def _found(self, tests: str) -> dict | None:
        if tests not in self._known:
            where = self.kept / f"{tests.strip('/').replace('/', '.')}.json"
            found = self._read(where)
            if found is None:
                self._measure(tests, where)
                found = self._read(where)
            self._known[tests] = found
        return self._known[tests]

    def _read(self, where: Path) -> dict | None:
        """Return what was measured, if neither the tests nor what they reach have changed since."""
        if not where.exists():
            return None
        found = json.loads(where.read_text())
        same = all(digest(self.tree / file) == known for file, known in found["of"].items())
        return found if same else None

    def _measure(self, tests: str, where: Path) -> None:
        where.unlink(missing_ok=True)
        code = in_a_child(self.tree, lambda: _measure(tests, self.tree, self.rooms, where), 4 * MOST)
        if code:  # told, and tried again by the next run
            print((self.tree / "said.txt").read_text()[-500:])
        print(f"  measured {tests}{f' (it ended with {code})' if code else ''}", flush=True)
