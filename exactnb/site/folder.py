"""Where a site may stand: in a folder of its own, which it marks."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path

from exactnb.errors import InputError, Place, quoted

MARK = ".exactnb-site"
MARKED = b"exactnb site wrote this folder, and replaces all of it when it is run again.\n"


def check_folder(given: Path, sources: Iterable[Path]) -> Path:
    """Return where a site is to stand; refuse what holds anything else, or what is read for it."""
    at = Place.file(given)
    try:
        folder = given.resolve()
        wrong = _what_forbids(folder, [source for source in sources if _is_below(source, folder)])
    except PermissionError:
        raise InputError("permission denied", at=at) from None
    except (OSError, RuntimeError, ValueError):  # links in a circle, a NUL, a name that is too long
        raise InputError("is not the name of a folder", at=at) from None
    if wrong:
        raise InputError(wrong, at=at)
    return folder


def _is_below(source: Path, folder: Path) -> bool:
    return source.resolve().is_relative_to(folder)


def _what_forbids(folder: Path, inside: Sequence[Path]) -> str:
    """Return why a site may not stand in a folder, "" if it may."""
    if folder.exists() and not folder.is_dir():
        return "is there already, and no folder"
    if inside:
        return f"holds {quoted(inside[0].name)}, which is read; nothing was written"
    if folder.is_dir() and any(folder.iterdir()) and not (folder / MARK).is_file():
        return "holds other files than a site; name a new folder"
    return "is where you are; name another folder" if Path.cwd().is_relative_to(folder) else ""
