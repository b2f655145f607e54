"""Where a command may put a folder of files: into one of its own, which it marks."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from exactnb.errors import InputError, Place, quoted


@dataclass(frozen=True, slots=True)
class Mark:
    """A file that says whose a folder is: its `kind`, as in "a site", and what wrote it."""

    name: str
    kind: str
    writer: str

    @property
    def content(self) -> bytes:
        """Return what stands in the file."""
        return (
            f"{self.writer} wrote this folder, and replaces all of it when it is run again.\n".encode()
        )


SITE = Mark(".exactnb-site", "a site", "exactnb site")
EXPORT = Mark(".exactnb-export", "an export", "exactnb export")
VARIANTS = Mark(".exactnb-variants", "variants", "exactnb variants")


def check_folder(given: Path, sources: Iterable[Path], mark: Mark) -> Path:
    """Return where a folder is to stand; refuse what holds anything else, or what is read for it."""
    at = Place.file(given)
    try:
        folder = given.resolve()
        inside = [source for source in sources if source.resolve().is_relative_to(folder)]
        wrong = _what_forbids(folder, inside, mark)
    except PermissionError:
        raise InputError("permission denied", at=at) from None
    except (OSError, RuntimeError, ValueError):  # links in a circle, a NUL, a name that is too long
        raise InputError("is not the name of a folder", at=at) from None
    if wrong:
        raise InputError(wrong, at=at)
    return folder


def _what_forbids(folder: Path, inside: Sequence[Path], mark: Mark) -> str:
    """Return why a folder may not be written, "" if it may."""
    if folder.exists() and not folder.is_dir():
        return "is there already, and no folder"
    if inside:
        return f"holds {quoted(inside[0].name)}, which is read; nothing was written"
    if folder.is_dir() and any(folder.iterdir()) and not (folder / mark.name).is_file():
        return f"holds other files than {mark.kind}; name a new folder"
    return "is where you are; name another folder" if Path.cwd().is_relative_to(folder) else ""
