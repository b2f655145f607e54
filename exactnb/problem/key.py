"""What is known of a key of a problem file."""

from __future__ import annotations

from dataclasses import dataclass

from exactnb.problem.reading import Reader


@dataclass(frozen=True, slots=True)
class Key:
    """One key: its path, the reader of its value, its words in Markdown, and its default."""

    path: str
    read: Reader
    words: str = ""
    default: object = None
