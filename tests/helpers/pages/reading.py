"""The pages, the blocks in them, and the files and commands that the blocks are."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parents[3]
DOCS = ROOT / "docs"
PAGES = [
    ROOT / "README.md",
    ROOT / "CONTRIBUTING.md",
    *sorted(DOCS.glob("*.md")),
    ROOT / "worked_examples" / "README.md",
    ROOT / "worked_examples" / "homework" / "README.md",
    ROOT / "worked_examples" / "course" / "README.md",
    ROOT / "worked_examples" / "whole_solutions" / "README.md",
    ROOT / "worked_examples" / "derivation_question" / "README.md",
]

FENCE = re.compile(r"^```(?P<language>\w+)\n(?P<text>.*?)^```$", re.MULTILINE | re.DOTALL)
_NAMED = re.compile(r"\bas `([\w.-]+)`:\n\n\Z")
_OTHER_PROGRAMS = ("python3 -m venv", "pip ", "pipx ", ". ")


def name_of(page: Path) -> str:
    """Return the path of a page as it is told.

    >>> name_of(ROOT / "README.md")
    'README.md'
    """
    return page.relative_to(ROOT).as_posix()


@dataclass(frozen=True, slots=True)
class Block:
    """A block between fences. It is a file where the words before it end in: as `NAME`:"""

    page: str
    language: str
    text: str
    file: str = ""


@dataclass(frozen=True, slots=True)
class Command:
    """A command, and what is printed under it, "" if nothing is."""

    line: str
    printed: str

    @property
    def is_of_others(self) -> bool:
        """Say whether it sets up, so that it is run in a fresh environment alone."""
        return self.line.startswith(_OTHER_PROGRAMS)

    @property
    def is_refused(self) -> bool:
        """Say whether what is printed is the one line of an error."""
        return re.match(r"exactnb[\w ]*: ", self.printed) is not None


def blocks_of(text: str, page: str = "") -> Iterator[tuple[Block, re.Match[str]]]:
    """Yield the blocks of a page, and where each stands."""
    for found in FENCE.finditer(text):
        line = text.rfind("\n", 0, found.start() - 2) + 1  # from the top of a page it takes seconds
        named = _NAMED.search(text, line, found.start())
        yield Block(page, found["language"], found["text"], named[1] if named else ""), found


def blocks(language: str) -> list[Block]:
    """Return the blocks of a language in all pages."""
    found = (block for page in PAGES for block, _ in blocks_of(page.read_text(), name_of(page)))
    return [block for block in found if block.language == language]


def commands_of(text: str) -> list[Command]:
    r"""Return the commands of a block, each after a dollar at the beginning of a line.

    >>> commands_of("$ exactnb new\n$ exactnb --version\nexactnb 1\n")
    [Command(line='exactnb new', printed=''), Command(line='exactnb --version', printed='exactnb 1\n')]
    """
    parts = (part.partition("\n") for part in re.split(r"^\$ ", text, flags=re.MULTILINE)[1:])
    return [Command(line, printed) for line, _, printed in parts]
