"""Run the blocks of a page, one after the other, in a folder that only they know."""

from __future__ import annotations

import doctest
import io
import os
import shlex
from collections.abc import Iterator, Mapping
from contextlib import chdir, contextmanager, redirect_stderr, redirect_stdout
from pathlib import Path
from typing import Any

from exactnb import Problem, solve
from exactnb.core.data.files import Files
from exactnb.core.problem.toml import read_toml
from exactnb.interfaces.cli import main
from pages.printed import renewed
from pages.reading import ROOT, Block, Command, blocks_of, commands_of

_BASE = "# in "
_FLAGS = doctest.ELLIPSIS


def page_as_run(text: str, page: str, folder: Path) -> str:
    """Return a page with what its commands and its Python print when they are run now.

    The worked examples lie in the folder, and the files that the page writes. Raises AssertionError
    for a command that ends otherwise than it should, and whatever a problem or Python raises.
    """
    (folder / "worked_examples").symlink_to(ROOT / "worked_examples")
    out, at, session = [], 0, _Session(folder)
    with chdir(folder), _columns(80):
        for block, found in blocks_of(text, page):
            out += [text[at : found.start("text")], session.run(block)]
            at = found.end("text")
    return "".join((*out, text[at:]))


class _Session:
    """What a page has written and defined so far."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.space: dict[str, Any] = {"__name__": "page"}
        self.bases: dict[str, str] = {}

    def run(self, block: Block) -> str:
        """Run a block and return its text, with what came out of it."""
        if block.file:
            (self.folder / block.file).write_text(block.text)
            return block.text  # commands will read it
        match block.language:
            case "console":
                return "".join(map(self.command, commands_of(block.text)))
            case "toml":
                self.problem(block.text)
            case "python" if not block.text.startswith("test = "):
                return self.python(block)
        return block.text

    def command(self, command: Command) -> str:
        """Run a command of exactnb here, and return it with what it prints."""
        out = "" if command.is_of_others else output_of(command)
        printed = command.printed if command.is_of_others else renewed(command.printed, out)
        return f"$ {command.line}\n{printed}"

    def problem(self, text: str) -> None:
        """Solve a problem file, or one that changes another of this page."""
        first = text.partition("\n")[0]
        files = Files(self.folder, anywhere=True)
        if first.startswith(_BASE):
            base = read_toml(self.bases[first.removeprefix(_BASE)])
            problem = Problem.from_document(merged(base, read_toml(text)), files)
        else:
            self.bases[first.removeprefix("# ")] = text
            problem = Problem.from_text(text, files)
        assert solve(problem).text()

    def python(self, block: Block) -> str:
        """Run Python, with prompts or without, in the space of the page."""
        if ">>>" not in block.text:
            with captured():
                exec(compile(block.text, block.page, "exec"), self.space)
            return block.text
        test = doctest.DocTestParser().get_doctest(block.text, self.space, block.page, None, 0)
        lines, at, out = block.text.splitlines(keepends=True), 0, []
        checker = doctest.OutputChecker()
        for example in test.examples:
            given = example.lineno + example.source.count("\n")
            came = _came_of(example.source, self.space)
            fits = checker.check_output(example.want, came, _FLAGS)
            out += [*lines[at:given], example.want if fits else came]
            at = given + example.want.count("\n")
        return "".join((*out, *lines[at:]))


def output_of(command: Command) -> str:
    """Return what a command of exactnb shows; see that it ends as it should."""
    program, *arguments = shlex.split(command.line)
    assert program == "exactnb", f"neither a command of exactnb nor one that sets up: {command.line}"
    with captured() as text:
        code = _code_of(arguments)
    checks = arguments[0] in ("check", "audit") and "--power" not in arguments  # something is wrong
    expected = {2} if command.is_refused else {0, 1} if checks else {0}
    assert code in expected, f"{command.line}: exit code {code}\n{text()}"
    return text()


def _code_of(arguments: list[str]) -> int:
    """Return the exit code of a command; what shows the help or refuses an option stops by itself."""
    try:
        return main(arguments)
    except SystemExit as stop:
        return int(stop.code or 0)


def _came_of(source: str, space: dict[str, Any]) -> str:
    """Return what a line of Python shows."""
    with captured() as text:
        exec(compile(source, "page", "single"), space)
    return text()


@contextmanager
def captured() -> Iterator[Any]:
    """Hold what is written to both streams of the screen, which speaks Unicode."""
    stream = io.TextIOWrapper(io.BytesIO(), encoding="utf-8", write_through=True)
    with redirect_stdout(stream), redirect_stderr(stream):
        yield lambda: stream.buffer.getvalue().decode()  # type: ignore[attr-defined]


@contextmanager
def _columns(count: int) -> Iterator[None]:
    """Make the screen so many columns wide."""
    before = os.environ.get("COLUMNS")
    os.environ["COLUMNS"] = str(count)
    try:
        yield
    finally:
        if before is None:
            del os.environ["COLUMNS"]
        else:
            os.environ["COLUMNS"] = before


def merged(base: Mapping[str, Any], other: Mapping[str, Any]) -> dict[str, Any]:
    """Return a document with what another one says instead.

    >>> merged({"model": {"prior": "mle"}}, {"model": {"smoothing": 1}})
    {'model': {'prior': 'mle', 'smoothing': 1}}
    """
    both = dict(base)
    for key, value in other.items():
        deeper = isinstance(value, Mapping) and isinstance(both.get(key), Mapping)
        both[key] = merged(both[key], value) if deeper else value
    return both
