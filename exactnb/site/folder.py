"""A folder that is written whole, or not at all, and only where nothing else was."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterable, Mapping
from pathlib import Path
from secrets import token_hex

from exactnb.errors import InputError, Place

_MARK = ".exactnb-site"
_MARKED = b"exactnb site wrote this folder, and replaces all of it when it is run again.\n"


def check_folder(given: Path, sources: Iterable[Path]) -> Path:
    """Return where a site is to stand; refuse what holds anything else, or what is read for it."""
    at = Place.file(given)
    try:
        folder = given.resolve()
        inside = [source for source in sources if source.resolve().is_relative_to(folder)]
    except (OSError, RuntimeError, ValueError):
        raise InputError("is not the name of a folder", at=at) from None
    if folder.exists() and not folder.is_dir():
        raise InputError("is there already, and no folder", at=at)
    if inside:
        raise InputError(f"holds {inside[0].name}, which is read; nothing was written", at=at)
    if folder.is_dir() and any(folder.iterdir()) and not (folder / _MARK).is_file():
        raise InputError("holds other files than a site; name a new folder", at=at)
    if Path.cwd().is_relative_to(folder):
        raise InputError("is where you are; name another folder", at=at)
    return folder


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
