"""The door: problems in, the files of a system out; the same bytes for the same problems and seed.

How to read: `export` is the door; a `Request` says what is wanted, and makes the pools of an `Export`.
"""

from __future__ import annotations

import io
import zipfile
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

from exactnb.core.arguments import require
from exactnb.core.arithmetic.numerals import Exact, read_whole
from exactnb.core.data.rows import in_list
from exactnb.core.model.quantity import EFFORT
from exactnb.core.problem.problem import Problem
from exactnb.core.record import frozen
from exactnb.errors import HERE, InputError, Place
from exactnb.teach.exporting.external_grader import problem_files
from exactnb.teach.exporting.items import Pool
from exactnb.teach.exporting.parts import Choices
from exactnb.teach.exporting.pools import pool_of, variant_pools, with_unique_ids
from exactnb.teach.exporting.system import Files, System
from exactnb.teach.exporting.systems import system_named
from exactnb.teach.grading.answer_grading import read_share
from exactnb.teach.grading.answer_key import choose_questions
from exactnb.teach.grading.submissions.rosters import Roster
from exactnb.teach.variants.searching import PILOT, Search
from exactnb.teach.variants.template import Template

FIGURES = 3  # of an answer, unless its question says otherwise
MOST_FIGURES = 12
_EPOCH = (1980, 1, 1, 0, 0, 0)  # the first time that an archive can say
_READABLE = 0o644 << 16
Source = Problem | Template | str | Path


@frozen(eq=False)
class Export:
    """Pools of items for one system, and the files that they are there."""

    system: System
    pools: Sequence[Pool]

    def files(self) -> Files:
        """Return every file by its path; with an ending there is one, an archive if it is ".zip"."""
        made = dict(self.system.write(self.pools))
        if self.system.ending == ".zip":
            return {f"{self.pools[0].id}.zip": archive(made)}
        if self.system.ending:
            ((_, content),) = made.items()
            return {f"{self.pools[0].id}{self.system.ending}": content}
        for pool in self.pools:
            if pool.students:
                made[f"{pool.id}-students.csv"] = pool.students_csv()
        return made

    def problems(self) -> Files:
        """Return the problem file of each item, and what `check` has to know of them.

        Of several pools each has a folder of its own.
        """
        made: dict[str, bytes] = {}
        for pool in self.pools:
            folder = f"{pool.id}/" if len(self.pools) > 1 else ""
            made |= {f"{folder}{name}": content for name, content in problem_files(pool).items()}
        return made

    def summary(self) -> str:
        """Return how much was exported, and a line for each thing that was not."""
        lines = []
        for pool in self.pools:
            items, questions = len(pool.items), len(pool.items[0].parts)
            lines.append(
                f"{pool.id}: {items} item{'s' * (items != 1)}"
                f" with {questions} question{'s' * (questions != 1)}"
            )
            lines += [f"  left out: {line}" for line in pool.left_out]
        return "\n".join(lines) + "\n"


def export(
    problems: Source | Iterable[Source],
    *,
    to: str,
    count: int | None = None,
    seed: int | str = 1,
    ask: Iterable[str] = (),
    figures: int = FIGURES,
    credit: Exact = 0,
    must: Iterable[str] = (),
    denominators: int | None = None,
    effort: int = EFFORT,
) -> Files:
    """Return the files of a problem, or of several, for a system by its name, by their paths.

    A problem is given as a Problem, a Template or the path of a problem file. Without `count` its own
    numbers are exported, else as many variants, drawn from the `seed`. `ask` are quantities in the
    place of its questions, `figures` those of an answer unless its question says otherwise, and
    `credit` is the share of its points that a known mistake earns. `must` and `denominators` are those
    of a Search. Systems that take one file get one, by a name of its own; `to` may name several, with
    commas between, which get the same variants, each its file or folder.

    >>> list(export("worked_examples/homework/sheet.toml", to="gift"))
    ['sheet.txt']

    Raises InputError for what cannot be exported, TooMuch where not enough variants are found.
    """
    sources = (
        [problems]
        if isinstance(problems, Problem | Template | str | Path)
        else in_list(problems, "problems")
    )
    quantities, mistakes = in_list(ask, "ask"), in_list(must, "must")
    request = Request(to, count, seed, quantities, figures, credit, mistakes, denominators, effort)
    return files_of_systems(request.exports(sources), Export.files)


def files_of_systems(exports: Mapping[str, Export], made: Callable[[Export], Files]) -> Files:
    """Return the files that are `made` of each of `exports`; of several systems each has its name."""
    if len(exports) == 1:
        return made(next(iter(exports.values())))
    files: dict[str, bytes] = {}
    for name, export in exports.items():
        of_system = made(export)
        if export.system.ending and made is Export.files:
            ((_, content),) = of_system.items()
            files[f"{name}{export.system.ending}"] = content
        else:
            files |= {f"{name}/{path}": content for path, content in of_system.items()}
    return files


@frozen
class Request:
    """Say what an export is made of, checked before any problem is read.

    From so many draws as `pilot` says is learnt what variants can tell.
    """

    to: str
    count: int | None = None
    seed: int | str = 1
    ask: Sequence[str] = ()
    figures: int = FIGURES
    credit: Exact = 0
    must: Sequence[str] = ()
    denominators: int | None = None
    effort: int = EFFORT
    files: bool | None = None
    roster: Roster | None = None
    told: Callable[[str], object] = lambda _: None
    pilot: int = PILOT

    def __post_init__(self) -> None:
        with Place.of("to"):
            systems = self.systems
        _ = [self.choices(system) for system in systems.values()]
        Place.of("figures").read(read_whole, self.figures, 1, MOST_FIGURES)
        if self.count is not None and self.count < 1:
            raise InputError(f"expected 1 or more; got {self.count}", at="count")
        for option, value in (("must", self.must), ("denominators", self.denominators)):
            if value and self.count is None:
                raise InputError("needs a count of variants", at=option)

    @property
    def systems(self) -> Mapping[str, System]:
        """Return the systems by their names, of which `to` has one or several between commas."""
        names = require(self.to, str, "the name of a system", HERE)
        return {name: system_named(name) for name in map(str.strip, names.split(","))}

    @property
    def is_folder(self) -> bool:
        """Say whether the files are those of a folder: of several systems, or of one that needs it."""
        return len(self.systems) > 1 or not all(system.ending for system in self.systems.values())

    def choices(self, system: System) -> Choices:
        """Return what concerns every part for a `system`."""
        share = read_share("credit", self.credit)
        return Choices(self.figures, share, system.kinds, system.choices, system.forms)

    def of(self, sources: Sequence[Source]) -> Export:
        """Return the export of the problems `sources` for the only system."""
        (export,) = self.exports(sources).values()
        return export

    def exports(self, sources: Sequence[Source]) -> Mapping[str, Export]:
        """Return the export of the problems `sources` for each system; variants are drawn once.

        Raises InputError if there is no problem.
        """
        if not sources:
            raise InputError("expected a problem")
        by_source = [self._pools_of(source) for source in sources]
        return {
            name: Export(system, with_unique_ids(list(pools)))
            for (name, system), *pools in zip(self.systems.items(), *by_source, strict=True)
        }

    def _pools_of(self, source: Source) -> Sequence[Pool]:
        """Return the pool that the problem `source` becomes in each system."""
        if not isinstance(source, str | Path):
            original = source.original_document if isinstance(source, Template) else None
            return self._pools(source, "", original)
        template = partial(Template.read, source, requested=self.ask, files=self.files)
        read = template() if self.count is not None else Problem.read(source, files=self.files)
        with Place.file(source):
            # what a problem's file says is read again only for a system that asks for it
            return self._pools(read, Path(source).stem, lambda: template().original_document())

    def _pools(
        self, source: Problem | Template, name: str, original: Callable[[], Mapping[str, Any]] | None
    ) -> Sequence[Pool]:
        choices = [self.choices(system) for system in self.systems.values()]
        if self.count is None:
            problem = source if isinstance(source, Problem) else source.problem
            asked = source.questions if isinstance(source, Template) and not self.ask else None
            questions = asked or choose_questions(problem, self.ask, self.effort)
            problem = replace(problem, questions=questions, ask=())
            return [pool_of(problem, name, setting, self.effort, original) for setting in choices]
        if isinstance(source, Problem):
            message = "variants are drawn from a problem file, or a Template of one; got a Problem"
            raise InputError(message, at="count")
        search = Search(
            source,
            self.seed,
            figures=self.figures,
            denominators=self.denominators,
            must=tuple(self.must),
            effort=self.effort,
            pilot=self.pilot,
            progress=self.told,
        )
        return variant_pools(search, self.count, name, choices, self.roster)


def archive(files: Files) -> bytes:
    """Return files as a zip archive: the same bytes for the same files, everywhere.

    Nothing is squeezed: libraries that do so give other bytes from version to version.
    """
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_STORED) as zipped:
        for path, content in files.items():
            about = zipfile.ZipInfo(path, _EPOCH)
            about.create_system, about.external_attr = 3, _READABLE
            zipped.writestr(about, content)
    return buffer.getvalue()
