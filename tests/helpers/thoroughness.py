"""How thoroughly the tests look: quickly, as everybody runs them, or exhaustively (`--exhaustive`).

A quick run tries every family, convention, format, theorem and law; an exhaustive one tries many
combinations of them, with more random cases. `choose` gives what suits the run that is on.

- `@pytest.mark.exhaustive`: a test of the exhaustive run alone.
- `@in_both_runs`: a test that chooses, so that the exhaustive run tries more; it has that mark too.
- `@one_in(3, "path", PROBLEMS)`: as `parametrize`, with a third of the cases in a quick run. Each test
  begins at a place of its own, so that all tests together see every case. The cases left out have the
  mark `exhaustive`, the others run once: a test that chooses besides needs `in_both_runs` too. With
  `exhaustive=2` half of the cases are tried if exhaustive: where many tests go through the same cases.
- `@all_of("a, b", CASES)`: as `parametrize`, in one test, which names every case that fails. It is for
  tables of many small cases: to collect and report each of them would take longer than to try it. With
  `apart=3` it tries a third of them in a quick run, as `one_in` does.
- `@law(12)`: a law, tried on 12 random cases that stay the same, in a quick run on a third of them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import wraps
from inspect import Signature, signature
from typing import Any, TypeVar
from zlib import crc32

import pytest
from _pytest.mark import ParameterSet
from hypothesis import HealthCheck, settings
from hypothesis.internal.conjecture import providers

__all__ = ["all_of", "choose", "in_both_runs", "is_exhaustive", "law", "one_in", "set_up"]

Value = TypeVar("Value")
Test = Callable[..., None]

in_both_runs = pytest.mark.exhaustive(also_quick=True)
_RUN = {"exhaustive": False}


def set_up(*, exhaustive: bool) -> None:
    """Say which run this is, before the tests are collected; only conftest.py does."""
    _RUN["exhaustive"] = exhaustive
    # No verdict may depend on how busy a machine is: neither a deadline nor slow drawing is a fault.
    patient = {"deadline": None, "suppress_health_check": [HealthCheck.too_slow]}
    settings.register_profile("quick", settings.default, max_examples=5, **patient)
    settings.register_profile("exhaustive", settings.default, max_examples=30, **patient)
    settings.load_profile("exhaustive" if exhaustive else "quick")
    # Each process would parse the package and the tests, half a minute, for constants to draw.
    providers._get_local_constants = lambda: providers._local_constants


def is_exhaustive() -> bool:
    """Say whether everything is to be tried."""
    return _RUN["exhaustive"]


def choose(*, quick: Value, exhaustive: Value) -> Value:
    """Return what suits the run that is on: a count, or the cases of a test.

    >>> choose(quick=240, exhaustive=10_000) in (240, 10_000)
    True
    """
    return exhaustive if is_exhaustive() else quick


def law(examples: int, exhaustive: int | None = None, **more: Any) -> Callable[[Test], Test]:
    """Return a decorator for a law, which says on how many random cases it is tried."""
    count = choose(quick=(examples + 3) // 4, exhaustive=exhaustive or examples)
    tried = settings(max_examples=count, derandomize=True, database=None, **more)
    return lambda test: in_both_runs(tried(test))


def all_of(
    names: str | tuple[str, ...], cases: Iterable[Any], *, apart: int = 1
) -> Callable[[Test], Test]:
    """Return a decorator that tries all cases in one test, which fails with all that fail.

    In a quick run it tries one case in `apart`.

    >>> @all_of("number", [1, 2, 3])
    ... def test(number):
    ...     assert number == 2
    >>> test()
    Traceback (most recent call last):
        ...
    ExceptionGroup: 2 of 3 cases fail (2 sub-exceptions)
    """
    varied = [name.strip() for name in names.split(",")] if isinstance(names, str) else list(names)
    values = [(case,) for case in cases] if varied == [names] else list(cases)
    assert values, "no cases"

    def tried(test: Test) -> Test:
        some = choose(quick=_quick(test, apart, values), exhaustive=slice(None))
        every = [dict(zip(varied, case, strict=True)) for case in values[some]]
        prepared = [of for name, of in signature(test).parameters.items() if name not in varied]

        @wraps(test)
        def all_of_them(**fixtures: Any) -> None:
            faults = []
            for case in every:
                try:
                    test(**case, **fixtures)
                except (Exception, BaseExceptionGroup, pytest.fail.Exception) as fault:
                    fault.add_note(f"with {case}")
                    faults.append(fault)
            if faults:
                raise BaseExceptionGroup(f"{len(faults)} of {len(every)} cases fail", faults)

        all_of_them.__signature__ = Signature(prepared)  # type: ignore[attr-defined]
        return all_of_them if apart == 1 else in_both_runs(all_of_them)

    return tried


def one_in(
    apart: int,
    names: str | tuple[str, ...],
    cases: Iterable[Any],
    ids: Any = None,
    *,
    exhaustive: int = 1,
) -> Callable[[Test], Test]:
    """Return a decorator that gives a test one case in `apart`, and if exhaustive one in `exhaustive`.

    That is all of them, unless many tests try the same cases and each case takes long.
    """
    single = isinstance(names, str) and "," not in names
    every = [
        case if isinstance(case, ParameterSet) else pytest.param(*([case] if single else case))
        for case in cases
    ]

    def tried(test: Test) -> Test:
        places = range(len(every))
        quick = places[_quick(test, apart, every)]
        run = sorted({*quick, *places[_quick(test, exhaustive, every)]} if is_exhaustive() else quick)
        chosen = [every[at] if at in quick else _left_out(every[at]) for at in run]
        of_run = ids if ids is None or callable(ids) else [list(ids)[at] for at in run]
        return pytest.mark.parametrize(names, chosen, ids=of_run)(test)

    return tried


def _quick(test: Test, apart: int, cases: Sequence[Any]) -> slice:
    """Return which cases a quick run tries: each test begins at a place of its own."""
    return slice(crc32(test.__name__.encode()) % min(apart, len(cases)), None, apart)


def _left_out(case: ParameterSet) -> ParameterSet:
    return pytest.param(*case.values, marks=[*case.marks, pytest.mark.exhaustive], id=case.id)
