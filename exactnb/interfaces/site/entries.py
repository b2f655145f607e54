"""A page of a site about one problem or theorem, with the files next to it."""

from __future__ import annotations

import re
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import field, replace
from pathlib import Path
from typing import Any

from exactnb.core.data.files import Files, opened
from exactnb.core.data.readers import TABLE_ENDINGS, read_text_file
from exactnb.core.problem.from_table import problem_in_table
from exactnb.core.problem.problem import Problem
from exactnb.core.problem.toml import read_toml
from exactnb.core.record import frozen
from exactnb.errors import ExactnbError, Place, Unsupported
from exactnb.explain.proving.writing.theorem import Theorem
from exactnb.explain.rendering.formats import load_format, names
from exactnb.explain.solution.derived import derive
from exactnb.explain.solution.printed import PrintedDerivation
from exactnb.explain.solution.solution import solve
from exactnb.interfaces.site.browser_api import first_posterior
from exactnb.teach.grading.grader import Grader

_DOWNLOADS = ("latex", "pdf", "markdown", "text")
"""The formats to download from a page, those that exist."""

_NO_NAME = re.compile(r"[^A-Za-z0-9_-]+")
_LONGEST = 60


@frozen
class SiteEntry:
    """A page, its entry in the indexes, and the files next to it by their names.

    `labels` are the texts of links to the files; `mistakes`, ids with descriptions, lead to a wrong
    value of their own.
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


def problem_entry(path: Path, folder: str) -> SiteEntry:
    """Return the entry of the problem file or table at `path`, for the folder called `folder`.

    Raises an ExactnbError that names the file.
    """
    with Place.file(path):
        inputs = _input_files(path)
        is_table = path.suffix.lower() in TABLE_ENDINGS
        problem = problem_in_table(Problem, path) if is_table else Problem.read(path)
        solution = solve(problem)
        answer = first_posterior(problem)
        mistakes = _mistakes(problem)
    entry = _entry(folder, solution)
    models = (prediction.model for prediction in problem.predictions.values())
    blocks = (block for m in models for block in (*m.by_column.values(), *m.blocks))
    return replace(
        entry,
        title=entry.title or path.stem,
        files={**entry.files, **inputs},
        labels={**entry.labels, **{name: name for name in inputs}},
        setting=" · ".join(solution.verified.derivation.setting),
        families=tuple(dict.fromkeys(block.family.titled() for block in blocks)) or ("Prior only",),
        answer=answer,
        mistakes=mistakes,
    )


def theorem_entry(theorem: Theorem) -> SiteEntry:
    """Return the entry of `theorem`."""
    return _entry(theorem.name, derive(theorem.name))


def folders(paths: list[Path]) -> list[str]:
    """Return a distinct folder name for each of `paths`: the file's name in plain letters.

    >>> folders([Path("a b.toml"), Path("x/A_b.csv"), Path("y/a-b.toml"), Path("..toml")])
    ['a-b', 'A_b', 'a-b-2', 'problem']
    """
    chosen: list[str] = []
    for path in paths:
        plain = _NO_NAME.sub("-", path.stem)[:_LONGEST].strip("-") or "problem"
        used, name, number = {folder.casefold() for folder in chosen}, plain, 1
        while name.casefold() in used:
            number += 1
            name = f"{plain}-{number}"
        chosen.append(name)
    return chosen


def _input_files(path: Path) -> dict[str, bytes]:
    """Return the problem file, and its data file if that has a plain name."""
    if path.suffix.lower() in TABLE_ENDINGS:
        return {f"data{path.suffix.lower()}": _bytes(path)}
    text = read_text_file(path)
    inputs = {"problem.toml": text.encode()}
    data_file = read_toml(text).get("data", {}).get("file")
    is_plain = isinstance(data_file, str) and Path(data_file).name == data_file
    # taken by files of the site
    if is_plain and not data_file.casefold().startswith(("solution.", "problem.", "index.")):
        inputs[data_file] = _bytes(Files.of(path, None).find(data_file))
    return inputs


def _bytes(path: Path) -> bytes:
    with opened(path) as file:
        return file.read()


def _entry(folder: str, result: PrintedDerivation) -> SiteEntry:
    """Return the entry of a result, with it in the formats next to a page.

    A format that cannot write some label is left out.
    """
    files, labels = {}, {}
    for name in _DOWNLOADS:
        if name not in names():
            continue
        with suppress(Unsupported):
            file = f"solution{load_format(name).ending}"
            content = result.written(name)
            files[file] = content.encode() if isinstance(content, str) else content
            labels[file] = {"latex": "LaTeX", "pdf": "PDF"}.get(name, name.title())
    derivation = result.verified.derivation
    return SiteEntry(folder, derivation.title, result.html(), files, labels, source=derivation.source)


def _mistakes(problem: Problem) -> dict[str, str]:
    """Return the mistakes that by themselves lead to a distinct wrong value, with descriptions."""
    mistakes: dict[str, str] = {}
    with suppress(ExactnbError):
        for question in Grader(problem).asked.values():
            for candidate in question.diagnosis.candidates:
                made = [step for step in candidate.alternatives if step.is_misconception]
                if len(made) == 1 and made[0].switches == 1:
                    mistakes[made[0].id] = made[0].misconceptions[0].description
    return mistakes
