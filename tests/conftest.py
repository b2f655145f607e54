"""The switch `--exhaustive`, and what it leaves out of a quick run."""

from __future__ import annotations

import atexit
import gc
import os
import sys
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path
from types import FunctionType
from typing import TYPE_CHECKING

import pytest
import shared_work
import thoroughness
from _pytest.assertion.rewrite import AssertionRewritingHook

if TYPE_CHECKING:
    from playwright.sync_api import Browser

LONG_EXAMPLES = ("exactnb.teach.variants.searching.Search",)
"""Docstrings whose examples take seconds."""
EXAMPLES = Path(__file__).parents[1] / "worked_examples"
DERIVATIONS = Path(__file__).parent / "teach/grading/derivations"
COMPARING = ("test_derivations.py", "test_derivation_files.py", "test_independent_derivations.py")
"""Where files compare with theorems, which a process prints and reads once; and others that do."""


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the switch."""
    told = "try everything in all combinations, and many more random cases"
    parser.addoption("--exhaustive", action="store_true", help=told)


def pytest_configure(config: pytest.Config) -> None:
    """Say which run this is; modules that are collected later ask for it."""
    told = "exhaustive(also_quick): what --exhaustive tries, and a quick run not, or not as often"
    config.addinivalue_line("markers", told)
    config.pluginmanager.register(shared_work)  # its hooks are of the package's files too
    thoroughness.set_up(exhaustive=config.getoption("--exhaustive"))
    gc.disable()  # to look for cycles while tests are loaded takes a quarter of the time, and finds few
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)  # the many commands that tests run start at once
    if shared_work.is_worker_of_all(config):  # to rewrite the assertions of all files takes ten seconds
        sys.meta_path[:] = [f for f in sys.meta_path if not isinstance(f, AssertionRewritingHook)]
    if hasattr(config, "workerinput"):
        sys.dont_write_bytecode = False  # nothing is compiled twice
        atexit.register(os._exit, 0)  # to free what a worker holds, object by object, takes seconds


def pytest_sessionstart(session: pytest.Session) -> None:
    """Tell in one line what is left out, once and in quiet runs too."""
    reporter = session.config.pluginmanager.get_plugin("terminalreporter")
    if reporter is not None and not hasattr(session.config, "workerinput"):
        quick = "quick run: tests marked exhaustive are left out, and others try less; see --exhaustive"
        reporter.write_line("exhaustive run" if thoroughness.is_exhaustive() else quick)


@pytest.hookimpl(tryfirst=True)
def pytest_pycollect_makeitem(collector: pytest.Collector, obj: object) -> list[pytest.Item] | None:
    """Make no case of a test that a run leaves out: in a quick one they are a quarter of all cases.

    With `-m exhaustive` they are a third.
    """
    marks = getattr(obj, "pytestmark", [])
    if not thoroughness.is_exhaustive():
        return [] if callable(obj) and _leave_out(marks) else None
    if collector.config.getoption("markexpr") != "exhaustive" or not isinstance(obj, FunctionType):
        return None
    of_cases = [
        mark
        for each in marks
        if each.name == "parametrize" and isinstance(each.args[1], list)
        for case in each.args[1]
        for mark in getattr(case, "marks", ())
    ]
    every = (*marks, *of_cases, *collector.iter_markers())
    return None if any(mark.name == "exhaustive" for mark in every) else []


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Put groups first, and deselect what is for exhaustive runs only."""
    for item in items:
        if item.name in LONG_EXAMPLES:
            item.add_marker(pytest.mark.exhaustive)
        compares = item.path.parent == DERIVATIONS or item.path.name in COMPARING
        if compares and not thoroughness.is_exhaustive():
            item.add_marker(pytest.mark.xdist_group("derivations"))
    # Groups take longest: one that begins last would leave all workers idle but its own.
    # All workers need one order, whichever way they went through the folders: doctests come first.
    items.sort(
        key=lambda item: (
            item.get_closest_marker("xdist_group") is None,
            item.path,
            isinstance(item, pytest.Function),
        )
    )
    if thoroughness.is_exhaustive():
        return
    config.hook.pytest_deselected(items=[item for item in items if _is_left_out(item)])
    items[:] = [item for item in items if not _is_left_out(item)]


def pytest_collection_finish() -> None:
    """Spare the collector of cycles what stays to the end: modules, tests and their cases.

    It would walk through all of them again and again, for a tenth of the time of the whole run. Nor
    does it look at what tests share, which takes seconds: what two searches leave is hardly ever lost.
    New objects are looked at while they are in the processor's cache.
    """
    gc.freeze()
    atexit.register(gc.unfreeze)  # libraries that count what is left at the end find nothing
    gc.set_threshold(3_000, 20, 1_000)
    gc.enable()


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter, config: pytest.Config) -> None:
    """Tell how to see what was compared where a test fails: workers of a quick run do not keep that."""
    of_workers = config.getoption("numprocesses", None) and not config.getoption("lf", False)
    if terminalreporter.stats.get("failed") and of_workers:
        terminalreporter.write_line("pytest --lf runs these alone, and tells the values that differ")


def pytest_sessionfinish() -> None:
    """Collect what is left once: pytest does so five times, for what was never closed."""
    gc.collect()
    gc.freeze()


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """The browser of all tests: while it runs, no process can start another."""
    from browsing import launched

    with launched() as found:
        yield found


@pytest.fixture(scope="session", autouse=True)
def site_printed_once() -> Iterator[None]:
    """A site holds all theorems: for all sites of a process they are printed once, as are examples.

    What a browser loads is packed once, too.

    In a quick run it holds the last of every fourth group; printed are all of them elsewhere.
    """
    from worked import theorem_page

    from exactnb.interfaces.site import building

    make, known = building.problem_entry, cache(building.problem_entry)

    def entry(path: Path, folder: str) -> object:
        return (known if EXAMPLES in path.parents else make)(path, folder)

    with pytest.MonkeyPatch.context() as patch:
        for archive in ("package_archive", "mpmath_archive", "sympy_archive"):
            patch.setattr(building, archive, cache(getattr(building, archive)))
        patch.setattr(building, "theorem_entry", theorem_page)
        patch.setattr(building, "problem_entry", entry)
        if not thoroughness.is_exhaustive():
            few = tuple((heading, found[-1:]) for heading, found in building.groups()[::4])
            patch.setattr(building, "groups", lambda: few)
        yield


def _is_left_out(item: pytest.Item) -> bool:
    return _leave_out(item.iter_markers())  # of the case, the test and its module


def _leave_out(marks: Iterable[pytest.Mark]) -> bool:
    of_run = (mark for mark in marks if mark.name == "exhaustive")
    return not all(mark.kwargs.get("also_quick", False) for mark in of_run)
