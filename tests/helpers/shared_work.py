"""How the workers of a run share its tests: which files each collects, and which tests it runs next.

To load all files takes a worker as long as a sixth of the tests of a quick run. So each of several
workers collects the files of its own part and some of its neighbours': these are run by whoever is done
first. A part is a row of rooms, so that what its tests work out once, and the libraries they need, are
needed by one process, not by all.
"""

from __future__ import annotations

import re
from collections.abc import Generator
from functools import cache
from itertools import accumulate
from pathlib import Path
from typing import Any

import pytest
from _pytest.doctest import DoctestModule
from _pytest.runner import runtestprotocol
from thoroughness import is_exhaustive
from xdist.remote import Producer
from xdist.scheduler.loadgroup import LoadGroupScheduling
from xdist.workermanage import WorkerController

WINGS = ("core", "explain", "teach", "scale", "interfaces")
BEYOND = 0.08
"""How far a worker collects beyond its part, on either side: what it may take over from others."""
CORE = 0.5
"""How long a test of the core takes beside another test of the same length."""


@cache
def places(root: Path) -> dict[Path, float]:
    """Return where each file stands among all of them, from 0 to 1, by the size of the tests before it.

    The examples of a room stand beside its tests, and so does what compares with scikit-learn: to load
    it takes a process two seconds.
    """

    def order(file: Path) -> tuple[int, Path]:
        own = file.relative_to(root / file.relative_to(root).parts[0])
        wing = "interfaces" if "scikit_learn" in own.name else own.parts[0]
        return WINGS.index(wing) if wing in WINGS else len(WINGS), own

    files = sorted(
        (file for of in ("exactnb", "tests") for file in (root / of).rglob("*.py")), key=order
    )
    sizes = [
        file.stat().st_size * file.name.startswith("test_") * (1 if order(file)[0] else CORE)
        for file in files
    ]
    return {file: up_to / sum(sizes) for file, up_to in zip(files, accumulate(sizes), strict=True)}


def is_worker_of_all(config: pytest.Config) -> bool:
    """Say whether this is a worker of a quick run of all tests, not of those that failed before."""
    every = config.args == config.getini("testpaths") and not config.getoption("lf", False)
    return hasattr(config, "workerinput") and every and not is_exhaustive()


def is_collected(file: Path, config: pytest.Config) -> bool:
    """Say whether this worker collects a file: in a quick run of all tests, those about its part."""
    if not is_worker_of_all(config):
        return True
    worker = config.workerinput
    number, count = int(worker["workerid"].removeprefix("gw")), worker["workercount"]
    if number >= count:  # it stands in for one that crashed
        return True
    at = places(config.rootpath).get(file, 0)
    return number / count - BEYOND <= at <= (number + 1) / count + BEYOND


class Units(LoadGroupScheduling):
    """Gives a worker what it alone has collected, then what others have too.

    Tests are kept together by their group; in a quick run by their file without one, as what a file
    prepares is prepared once. In an exhaustive run a file may take minutes: there each test is a unit.
    Of what all have, every second worker begins at the end: neighbours are tried by one process.
    """

    def __init__(self, config: pytest.Config, log: Producer | None = None) -> None:
        super().__init__(config, log)
        self.indices: dict[WorkerController, dict[str, int]] = {}
        self.unit_of: dict[str, str] = {}
        self.collectors: dict[str, int] = {}
        self.waiting: dict[WorkerController, list[str]] = {}

    def _split_scope(self, nodeid: str) -> str:
        return self.unit_of[nodeid]

    def _pending_of(self, workload: dict[str, dict[str, bool]]) -> int:
        """Count what a worker has left, which is asked after each test; forget what it has done."""
        for unit in [unit for unit, tests in workload.items() if all(tests.values())]:
            del workload[unit]
        return super()._pending_of(workload)

    def add_node_collection(self, node: WorkerController, collection: list[str]) -> None:
        """Take what a worker has collected, which need not be what others have."""
        self.registered_collections[node] = collection
        self.indices[node] = {test: at for at, test in enumerate(collection)}
        if self.collection is not None:  # it stands in for one that crashed
            self._line_up(node)

    def schedule(self) -> None:
        """Make units of tests that the same workers have collected, and hand out the first."""
        if self.collection is None:
            collectors: dict[str, list[WorkerController]] = {}
            for node, collection in self.registered_collections.items():
                for test in collection:
                    collectors.setdefault(test, []).append(node)
            self.collection = list(collectors)
            for test, of in collectors.items():
                scope = super()._split_scope(test)
                alone = scope == test and not is_exhaustive()
                unit = f"{test.split('::')[0] if alone else scope} {[node.gateway.id for node in of]}"
                self.unit_of[test], self.collectors[unit] = unit, len(of)
                self.workqueue.setdefault(unit, {})[test] = False
            self.config.pluginmanager.get_plugin("session").testscollected = len(self.collection)
            for node in self.nodes:
                self._line_up(node)
        for _ in range(2):  # a worker begins a test when it knows the next
            for node in self.nodes:
                self._reschedule(node)

    def _line_up(self, node: WorkerController) -> None:
        """Put the units that a worker may run in its order, the first of them last."""
        own = self.indices[node]
        units = [unit for unit, tests in self.workqueue.items() if own.keys() >= tests.keys()]
        alone = [unit for unit in units if self.collectors[unit] == 1]
        common = [unit for unit in units if self.collectors[unit] > 1]
        from_the_end = self.nodes.index(node) % 2
        self.waiting[node] = [*common[:: 1 if from_the_end else -1], *alone[::-1]]

    def _reschedule(self, node: WorkerController) -> None:
        """Give a worker its next unit when it is almost done, or let it end."""
        if node.shutting_down or self._pending_of(self.assigned_work[node]) > 2:
            return
        waiting = self.waiting[node]
        while waiting and waiting[-1] not in self.workqueue:
            waiting.pop()
        if not waiting:
            node.shutdown()
            return
        unit = waiting.pop()
        tests = self.assigned_work[node][unit] = self.workqueue.pop(unit)
        node.send_runtest_some([self.indices[node][test] for test, done in tests.items() if not done])


@pytest.hookimpl(wrapper=True)
def pytest_collect_directory(parent: pytest.Collector) -> Generator[None, Any, Any]:
    """Let every second worker collect backwards: to compile all files takes twelve seconds.

    The workers then meet in the middle, and each loads what the other has compiled. All of them put the
    tests in one order afterwards.
    """
    folder = yield
    worker = getattr(parent.config, "workerinput", {}).get("workerid", "gw0")
    if folder is not None and int(worker.removeprefix("gw")) % 2:
        collect = folder.collect
        folder.collect = lambda: list(collect())[::-1]
    return folder


@pytest.hookimpl(wrapper=True)
def pytest_collect_file(file_path: Path, parent: pytest.Collector) -> Generator[None, Any, Any]:
    """Collect what this worker may run, and look for examples only in docstrings with some.

    A quick run does not even load a file of exhaustive tests alone, which may need the extra `dev`,
    unless it is asked for.
    """
    collectors = yield
    if not is_collected(file_path, parent.config):
        return []
    text = file_path.read_text("utf-8") if collectors else ""
    asked_for = is_exhaustive() or parent.session.isinitpath(file_path)
    if not asked_for and re.search(r"\npytestmark = \[?pytest\.mark\.exhaustive", text):
        return []
    return [each for each in collectors if ">>> " in text or not isinstance(each, DoctestModule)]


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_protocol(item: pytest.Item, nextitem: pytest.Item | None) -> bool | None:
    """Let a worker report of a test that passes once: to send six messages takes half as long as most.

    With `-v` it reports all, as with all else that asks for more than dots.
    """
    if not hasattr(item.config, "workerinput") or item.config.get_verbosity() >= 0:
        return None
    for report in runtestprotocol(item, log=False, nextitem=nextitem):
        if report.when == "call" or not report.passed:
            item.ihook.pytest_runtest_logreport(report=report)
    item.ihook.pytest_runtest_logfinish(nodeid=item.nodeid, location=item.location)  # for the dots
    return True


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> object | None:
    """Hand out tests where they are collected, and neighbours together."""
    if config.getvalue("dist") != "loadgroup":
        return None
    return Units(config, log)
