"""What a site says of one problem or theorem, and the files that belong to it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import field
from pathlib import Path
from typing import Any

from exactnb.core.data.files import Files, opened
from exactnb.core.data.readers import TABLE_ENDINGS, read_text_file
from exactnb.core.problem.from_table import problem_in_table
from exactnb.core.problem.problem import Problem
from exactnb.core.problem.toml import read_toml
from exactnb.core.record import frozen
from exactnb.errors import ExactnbError, Place, Unsupported
from exactnb.explain.proving.theorem import Theorem
from exactnb.explain.rendering.formats import load_format, names
from exactnb.explain.solution.derived import derive
from exactnb.explain.solution.printed import Printed
from exactnb.explain.solution.solution import solve
from exactnb.interfaces.site.posterior import posterior_of
from exactnb.teach.grading.grader import Grader

_BESIDE = ("latex", "pdf", "markdown", "text")
"""The formats that stand beside a page, as far as there are such."""

_NO_NAME = re.compile(r"[^A-Za-z0-9_-]+")
_LONGEST = 60


@frozen
class Entry:
    """What the indexes say of a page, the page itself, and the files beside it by their names.

    `mistakes` are those with a wrong value of their own, in words by their ids.
    """

    folder: str
    title: str
    page: str
    files: Mapping[str, bytes]
    labels: Mapping[str, str]
    setting: str = ""
    families: tuple[str, ...] = ()
    source: str = ""
    answer: Mapping[str, Any] = field(default_factory=dict)
    mistakes: Mapping[str, str] = field(default_factory=dict)


def problem_entry(path: Path, folder: str) -> Entry:
    """Return what a site says of the problem in a problem file or a table.

    Raises an ExactnbError that names the file.
    """
    with Place.file(path):
        given = _given(path)
        is_table = path.suffix.lower() in TABLE_ENDINGS
        problem = problem_in_table(Problem, path) if is_table else Problem.read(path)
        solution = solve(problem)
        derivation = solution.verified.derivation
        answer = posterior_of(problem)
        mistakes = _mistakes(problem)
    printed, labels = _printed(solution)
    found = {model.family.titled(): None for model in _blocks(problem)}
    return Entry(
        folder=folder,
        title=derivation.title or path.stem,
        page=solution.html(),
        files=printed | given,
        labels=labels | {name: name for name in given},
        setting=" · ".join(derivation.setting),
        families=tuple(found) or ("Prior only",),
        source=derivation.source,
        answer=answer,
        mistakes=mistakes,
    )


def theorem_entry(theorem: Theorem) -> Entry:
    """Return what a site says of a theorem."""
    derived = derive(theorem.name)
    printed, labels = _printed(derived)
    return Entry(
        folder=theorem.name,
        title=derived.verified.derivation.title,
        page=derived.html(),
        files=printed,
        labels=labels,
        source=derived.verified.derivation.source,
    )


def folders(paths: list[Path]) -> list[str]:
    """Return a folder for each problem: its file's name in plain letters, numbered where two are alike.

    >>> folders([Path("a b.toml"), Path("x/A_b.csv"), Path("y/a-b.toml"), Path("..toml")])
    ['a-b', 'A_b', 'a-b-2', 'problem']
    """
    found: list[str] = []
    for path in paths:
        plain = _NO_NAME.sub("-", path.stem)[:_LONGEST].strip("-") or "problem"
        taken, name, number = {each.casefold() for each in found}, plain, 1
        while name.casefold() in taken:
            number += 1
            name = f"{plain}-{number}"
        found.append(name)
    return found


def _given(path: Path) -> dict[str, bytes]:
    """Return the problem as it was given: its file, and that of its data if it has a plain name."""
    if path.suffix.lower() in TABLE_ENDINGS:
        return {f"data{path.suffix.lower()}": _bytes(path)}
    text = read_text_file(path)
    given = {"problem.toml": text.encode()}
    named = read_toml(text).get("data", {}).get("file")
    is_plain = isinstance(named, str) and Path(named).name == named
    if is_plain and not named.casefold().startswith(("solution.", "problem.", "index.")):  # our own
        given[named] = _bytes(Files.of(path, None).find(named))
    return given


def _bytes(path: Path) -> bytes:
    with opened(path) as file:
        return file.read()


def _printed(shown: Printed) -> tuple[dict[str, bytes], dict[str, str]]:
    """Return it in the formats beside a page, by the names of files, and what links to them say.

    A format that has no sign for a label is left out.
    """
    files, labels = {}, {}
    for name in _BESIDE:
        if name not in names():
            continue
        with suppress(Unsupported):
            file = f"solution{load_format(name).ending}"
            content = shown.written(name)
            files[file] = content.encode() if isinstance(content, str) else content
            labels[file] = {"latex": "LaTeX", "pdf": "PDF"}.get(name, name.title())
    return files, labels


def _blocks(problem: Problem) -> Iterator[Any]:
    for prediction in problem.predictions.values():
        yield from dict.fromkeys((*prediction.model.by_column.values(), *prediction.model.blocks))


def _mistakes(problem: Problem) -> dict[str, str]:
    """Return the mistakes that alone lead to some wrong value, by their ids, in words."""
    found: dict[str, str] = {}
    with suppress(ExactnbError):
        for asked in Grader(problem).asked.values():
            for candidate in asked.diagnosis.candidates:
                made = [each for each in candidate.alternatives if each.is_misconception]
                if len(made) == 1 and made[0].switches == 1:
                    found[made[0].id] = made[0].misconceptions[0].words
    return found
