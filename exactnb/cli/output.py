"""Where output goes: the screen as it is, or a file that is whole or not there at all."""

from __future__ import annotations

import os
import shutil
import sys
import tempfile
from pathlib import Path

from exactnb.errors import InputError

__all__ = ["terminal_width", "write_bytes", "write_screen"]

_WIDEST = 100


def terminal_width() -> int:
    """Return the width to print to: the terminal's, up to 100; 80 where there is none."""
    if not sys.stdout.isatty():
        return 80
    return min(shutil.get_terminal_size().columns, _WIDEST)


def write_screen(text: str) -> None:
    """Write text to standard output, as UTF-8 where its encoding lacks a sign."""
    try:
        sys.stdout.write(text)
        sys.stdout.flush()
    except UnicodeEncodeError:
        sys.stdout.buffer.write(text.encode())
        sys.stdout.buffer.flush()


def write_bytes(path: Path, data: bytes) -> None:
    """Write a file so that it is either complete or untouched.

    Raises InputError if it cannot be written.
    """
    try:
        if path.exists() and not path.is_file():  # a device or a pipe: there is nothing to replace
            path.write_bytes(data)
            return
        handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    except OSError as error:
        raise InputError((error.strerror or "cannot be written").lower(), at=str(path)) from None
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
        umask = os.umask(0)
        os.umask(umask)
        os.chmod(name, 0o666 & ~umask)
        os.replace(name, path)
    except OSError as error:
        Path(name).unlink(missing_ok=True)
        raise InputError((error.strerror or "cannot be written").lower(), at=str(path)) from None
