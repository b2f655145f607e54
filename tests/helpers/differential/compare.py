"""A random problem given to the package and to the oracle, and what they do not agree on."""

from __future__ import annotations

import json
import tempfile
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import Any

import mpmath

from differential.answers import Answer, answer
from differential.estimates import TINY
from differential.exact import UNDEFINED, real
from differential.refusals import is_refused, reasons
from differential.shapes import Untold
from differential.spec import Ask, Spec
from differential.writing import written
from exactnb import ExactnbError, Problem, solve
from exactnb.core.model.quantity import Effort
from exactnb.errors import Undecidable, Unsupported

__all__ = ["Difference", "differences", "told"]


@dataclass(frozen=True)
class Difference:
    """Hold a quantity on which the package and the oracle do not agree."""

    quantity: str
    found: str
    expected: str
    ask: Ask | None = None


def differences(spec: Spec, *, by_default: bool = True) -> list[Difference]:
    """Return every difference of one problem; `by_default` works out what nobody asked for too."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "problem.toml"
        file.write_text(written(spec))
        try:
            problem = Problem.read(file)
            solve(problem, only=() if by_default else ["free_parameters"])
        except ExactnbError as error:
            return [*_told(error), *_refused(spec, error)]
    return [
        difference
        for ask, found in _answers(problem, spec)
        if (difference := _difference(spec, ask, found))
    ]


def told(spec: Spec) -> list[Mapping[str, Any] | ExactnbError]:
    """Return what the package says about each question, as its JSON or as an error."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "problem.toml"
        file.write_text(written(spec))
        return [found for _, found in _answers(Problem.read(file), spec)]


def _answers(problem: Problem, spec: Spec) -> list[tuple[Ask, Mapping[str, Any] | ExactnbError]]:
    """Return what the JSON of a solution says about all that is asked, all at once if possible."""
    names = [spec.asked(ask) for ask in spec.asks]
    try:
        told = json.loads(solve(problem, only=names).json())["quantities"]
        return [
            (ask, told[str(problem.resolve(name, "only", Effort()))])
            for ask, name in zip(spec.asks, names, strict=True)
        ]
    except ExactnbError:
        pass
    found: list[tuple[Ask, Mapping[str, Any] | ExactnbError]] = []
    for ask, name in zip(spec.asks, names, strict=True):
        try:
            told = json.loads(solve(problem, only=[name]).json())["quantities"]
            found.append((ask, told[str(problem.resolve(name, "only", Effort()))]))
        except ExactnbError as error:
            found.append((ask, error))
    return found


def _told(error: ExactnbError) -> list[Difference]:
    text = str(error)
    return [] if text and "\n" not in text else [Difference("(error)", text, "one line")]


def _refused(spec: Spec, error: ExactnbError) -> list[Difference]:
    """Return a difference unless the oracle expects a refusal of the whole problem."""
    return [] if reasons(spec) else [Difference("(the problem)", str(error), "a solution")]


def _difference(spec: Spec, ask: Ask, found: Mapping[str, Any] | ExactnbError) -> Difference | None:
    name = spec.asked(ask)
    if ask.form == "bad":
        fine = isinstance(found, ExactnbError) and not _told(found)
        return None if fine else Difference(name, str(found), "an error of one line", ask)
    if isinstance(found, ExactnbError):
        if not (wrong := _told(found)) and is_refused(spec, ask):
            return None
        if wrong:
            return wrong[0]
        if isinstance(found, Unsupported | Undecidable) and _has_limit_of_variances(spec):
            return None  # exact or refused: not every function of ε has a limit that is worked out
        try:
            expected = answer(spec, ask)
        except Untold:
            return None
        return Difference(name, f"refused: {found}", str(expected), ask)
    try:
        expected = answer(spec, ask)
    except Untold:
        return None
    if agrees(found, expected):
        return None
    shown = {key: found[key] for key in ("kind", "exact", "decimal", "value") if key in found}
    return Difference(name, str(shown), str(expected), ask)


def _has_limit_of_variances(spec: Spec) -> bool:
    return any(model.epsilon == TINY for model in spec.models.values())


def agrees(found: Mapping[str, Any], expected: Answer) -> bool:
    """Say whether a quantity in the JSON has the kind, the exact value and the decimal expected."""
    kind, exact = found["kind"], found.get("exact")
    if isinstance(expected, bool):
        return kind == "boolean" and found.get("value", exact) in (expected, str(expected).lower())
    if isinstance(expected, tuple):
        told = found.get("value", exact)
        return told == expected[0] if len(expected) == 1 else list(told or ()) == list(expected)
    if isinstance(expected, list):
        return kind in ("vector", "matrix", "intervals") and alike(found["decimal"], expected)
    if expected == UNDEFINED:
        return kind == "undefined"
    if isinstance(expected, str):
        return kind == "infinite" and ("-" in str(exact)) == expected.startswith("-")
    if isinstance(expected, Fraction):
        return (
            kind == "rational"
            and (exact is None or Fraction(exact) == expected)
            and near(found, expected)
        )
    return (kind == "closed" or not expected.exact) and near(found, expected.number)


def alike(found: Any, expected: Any) -> bool:
    """Say whether lists of lists hold the same numbers, to all digits that are told."""
    if isinstance(expected, list):
        same = isinstance(found, list) and len(found) == len(expected)
        return same and all(alike(a, b) for a, b in zip(found, expected, strict=True))
    if expected is None or found is None:
        return found is expected
    return near({"decimal": found}, expected)


def near(found: Mapping[str, Any], expected: Any) -> bool:
    """Say whether a decimal of 20 digits is right to half a unit of the last one."""
    text = found.get("decimal")
    if text is None:
        return isinstance(expected, Fraction)
    exact = real(expected) if isinstance(expected, Fraction) else expected
    told = mpmath.mpf(text)
    if exact == 0 or told == 0:
        return bool(exact == told)
    unit = mpmath.mpf(10) ** (mpmath.floor(mpmath.log10(abs(told))) - 19)
    return bool(abs(told - exact) <= unit * mpmath.mpf("0.5000001"))
