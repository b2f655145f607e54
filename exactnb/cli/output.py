"""Where output goes: the screen as it is, or a file that is whole or not there at all."""

from __future__ import annotations

import os
import shutil
import signal
import sys
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from secrets import token_hex
from threading import current_thread, main_thread

from exactnb.data.files import is_read
from exactnb.errors import InputError, Place

_WIDEST = 100


def terminal_width() -> int:
    """Return the width to print to: the terminal's, up to 100; 80 where there is none."""
    if sys.stdout is None or not sys.stdout.isatty():
        return 80
    return min(shutil.get_terminal_size().columns, _WIDEST)


def write_screen(text: str | bytes) -> None:
    """Write to standard output, text as UTF-8 where its encoding lacks a sign."""
    if sys.stdout is None:
        raise InputError("there is no standard output to write to; name a file with -o")
    if isinstance(text, bytes):
        sys.stdout.buffer.write(text)
        sys.stdout.buffer.flush()
        return
    try:
        sys.stdout.write(text)
        sys.stdout.flush()
    except UnicodeEncodeError:
        sys.stdout.buffer.write(text.encode())
        sys.stdout.buffer.flush()


def write_bytes(path: Path, data: bytes, *, new: bool = False) -> None:
    """Write a file so that it is either complete or untouched; a `new` one where none is yet.

    Raises InputError if it cannot be written.
    """
    write_parts(path, (data,), new=new)


def write_parts(path: Path, parts: Iterable[bytes], *, new: bool = False) -> None:
    """Write a file piece by piece, so that it is either complete or untouched.

    Raises InputError if it cannot be written, and whatever the making of a piece raises.
    """
    given, path = path, _resolved(path)  # a link stays a link
    pieces = iter(parts)
    mode = None
    _keep(path, given)
    with _said_of(given):
        if new and path.exists():
            raise InputError("is there already; nothing was written", at=Place.file(given))
        if path.is_file():
            mode = path.stat().st_mode & 0o777
        elif path.exists():  # a device or a pipe: there is nothing to replace
            with path.open("wb") as file:
                file.writelines(pieces)
            return
    hidden = path.with_name(f".{path.name}.{token_hex(8)}")  # known before it is there
    with _ending_tidily():
        try:
            with _said_of(given):
                with open(hidden, "xb", opener=None if mode is None else _private) as file:
                    file.writelines(pieces)
                _keep(path, given)  # pieces are made while more is read
                if mode is not None:  # a new file has what the system gives to new files
                    os.chmod(hidden, mode)
                os.replace(hidden, path)
        except BaseException:
            with suppress(OSError):  # it may never have been there
                hidden.unlink()
            raise


def write_folder(given: Path, files: Mapping[str, bytes]) -> None:
    """Put files into a folder in the place of all that was there: every one of them, or none.

    Raises InputError if that cannot be.
    """
    folder = _resolved(given)
    new = folder.with_name(f".{folder.name}.{token_hex(8)}")
    old = new.with_name(f"{new.name}.old")
    with _ending_tidily(), _said_of(given):
        try:
            for name, content in files.items():
                (new / name).parent.mkdir(parents=True, exist_ok=True)
                (new / name).write_bytes(content)
            if folder.exists():
                os.replace(folder, old)
            os.replace(new, folder)
        finally:
            with suppress(OSError):  # what is wrong with the disk is said already
                if old.exists() and not folder.exists():
                    os.replace(old, folder)
            shutil.rmtree(new, ignore_errors=True)
            shutil.rmtree(old, ignore_errors=True)


def _resolved(given: Path) -> Path:
    """Return where a name leads; refuse one that no file can have."""
    try:
        return given.resolve()
    except (OSError, RuntimeError, ValueError):  # links in a circle, a NUL, half a character
        raise InputError("is not the name of a file", at=Place.file(given)) from None


def _private(path: str, flags: int) -> int:
    return os.open(path, flags, 0o600)


@contextmanager
def _ending_tidily() -> Iterator[None]:
    """Let a request to end the process raise an exception, once; else Python ends, tidying nothing.

    A second one, such as Ctrl-C pressed twice, does not disturb the tidying. One that is ignored, as by
    nohup, stays so.
    """
    usual = {signal.SIGTERM: signal.SIG_DFL, signal.SIGINT: signal.default_int_handler}
    if hasattr(signal, "SIGHUP"):
        usual[signal.SIGHUP] = signal.SIG_DFL
    known = {number: of for number, of in usual.items() if signal.getsignal(number) == of}
    if current_thread() is not main_thread():  # which alone may say what a signal does
        known = {}

    def end(number: int, _: object) -> None:
        for each in known:
            signal.signal(each, signal.SIG_IGN)
        raise KeyboardInterrupt if number == signal.SIGINT else SystemExit(128 + number)

    for number in known:
        signal.signal(number, end)
    try:
        yield
    finally:
        for number, of in known.items():
            signal.signal(number, of)


def _keep(path: Path, given: Path) -> None:
    """Refuse to overwrite what was read."""
    if is_read(path):
        raise InputError("is what was read; nothing was written", at=Place.file(given))


@contextmanager
def _said_of(given: Path) -> Iterator[None]:
    """Say of the file, as it was given, what the system says."""
    try:
        yield
    except OSError as error:
        raise InputError(
            (error.strerror or "cannot be written").lower(), at=Place.file(given)
        ) from None
