"""The doors through which a problem is read: a file, a table, a text, a document.

What reads them is loaded when one is used: a problem that a program makes needs none of it.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any, Self

from exactnb.core.data.files import NO_FILES, Files, as_path
from exactnb.core.shown import Shown


class Readable(Shown):
    r"""Offer to read itself: what stands in a file is handed to the class as its parts.

    >>> from exactnb import Problem
    >>> Problem.from_text("data.table = '''\nspoon,soup\nsilver,leek\n'''").schema.class_variable
    'soup'
    """

    @classmethod
    def read(cls, path: str | Path, *, files: bool | None = None) -> Self:
        """Return the problem in the problem file (TOML) at `path`.

        Its data may stand in another file, below its own folder; anywhere if `files` is true, and in
        no other file if it is false.

        >>> from exactnb import Problem
        >>> Problem.read("worked_examples/homework/sheet.toml").schema.classes
        ('No', 'Yes')

        Raises an ExactnbError of one line: the file, the key, what was given and what was expected.
        """
        from exactnb.core.problem.problem_file import read_problem

        return read_problem(cls, as_path(path), files)

    @classmethod
    def from_csv(cls, path: str | Path, **said: Any) -> Self:
        """Return the problem of the table at `path`, a file that ends in one of `TABLE_ENDINGS`.

        `said` are `label`, `id`, `text`, `missing`, `split`, `encoding`, `delimiter` and `decimal`,
        which say how it is read (as `Table.from_csv` does; `text` and `split` are of documents), and
        what a `Problem` takes: `query`, `family`, `smoothing`, `prior`, ...

        >>> from exactnb import Problem
        >>> play = Problem.from_csv("worked_examples/homework/play_tennis.csv", query="Sunny, Strong")
        >>> play.decide(play.query["x"])
        ('No',)
        """
        from exactnb.core.problem.from_table import problem_in_table

        return problem_in_table(cls, path, **said)

    @classmethod
    def from_text(cls, text: str, files: Files = NO_FILES) -> Self:
        r"""Return the problem in the text of a problem file; `files` says which others it may name.

        >>> from exactnb import Problem
        >>> Problem.from_text("data.table = '''\nspoon,soup\nsilver,leek\n'''").schema.classes
        ('leek',)
        """
        from exactnb.core.problem.problem_file import read_problem_text

        return read_problem_text(cls, text, files)

    @classmethod
    def from_document(cls, given: Mapping[str, Any], files: Files = NO_FILES) -> Self:
        r"""Return the problem in a file whose TOML was read already, or that was made by a program.

        >>> from exactnb import Problem
        >>> document = {"data": {"table": "spoon soup\nsilver leek"}}
        >>> Problem.from_document(document).schema.columns
        {'spoon': ('silver',)}

        Numbers are exact ones or text; a float is refused. Raises an ExactnbError with the key.
        """
        from exactnb.core.problem.problem_file import read_document

        return read_document(cls, given, files)
