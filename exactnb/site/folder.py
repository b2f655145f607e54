"""A folder that is written whole, or not at all, and only where nothing else was."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from secrets import token_hex

from exactnb.errors import InputError, Place, quoted

_MARK = ".exactnb-site"
_MARKED = b"exactnb site wrote this folder, and replaces all of it when it is run again.\n"


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
    if folder.is_dir() and any(folder.iterdir()) and not (folder / _MARK).is_file():
        return "holds other files than a site; name a new folder"
    return "is where you are; name another folder" if Path.cwd().is_relative_to(folder) else ""


def write_folder(folder: Path, files: Mapping[str, bytes]) -> None:
    """Put files into a folder in the place of what was there: all of them, or none.

    Raises InputError if that cannot be.
    """
    beside = folder.with_name(f".{folder.name}.{token_hex(8)}")
    old = beside.with_name(f"{beside.name}.old")
    try:
        beside.mkdir(parents=True)
        for name, content in {_MARK: _MARKED, **files}.items():
            path = beside / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(content)
        if folder.exists():
            os.replace(folder, old)
        os.replace(beside, folder)
    except OSError as error:
        if old.exists() and not folder.exists():
            os.replace(old, folder)
        said = (error.strerror or "cannot be written").lower()
        raise InputError(said, at=Place.file(folder)) from None
    finally:
        shutil.rmtree(beside, ignore_errors=True)
        shutil.rmtree(old, ignore_errors=True)
