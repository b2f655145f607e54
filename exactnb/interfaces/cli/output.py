"""Where output goes: the screen as it is, or a file or folder that is whole or not there at all.

How to read: `write_screen`, `write_bytes` and `write_folder` are the doors; `check_folder` says before
any work where a folder may be written, and `_restore` puts right what a killed process left.
"""

from __future__ import annotations

import os
import re
import shutil
import signal
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from threading import current_thread, main_thread
from typing import TYPE_CHECKING

from exactnb.core.data.files import is_read
from exactnb.errors import InputError, Place, quoted

if TYPE_CHECKING:
    from exactnb.core.data.folders import Mark

_WIDEST = 100
_OLD, _WASTE = ".old", ".waste"
_LEFT = re.compile(rf"\.[0-9a-f]{{16}}({_OLD}|{_WASTE})?")
"""How the hidden names behind that of a folder end: one that is being filled, replaced, deleted."""


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
    hidden = _unknown_name(path)  # known before it is there
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

    It is filled beside its place under a hidden name. A process that is killed between the two renames
    leaves no folder, but both of them whole under their hidden names: the next call, or
    `check_folder`, brings back the old one. Raises InputError if the files cannot be written.
    """
    folder = _resolved(given)
    with _ending_tidily(), _said_of(given):
        with suppress(FileExistsError):  # a file, of which more is said below
            folder.parent.mkdir(parents=True, exist_ok=True)
        with _locked(folder.parent):
            _restore(folder)
            new = _unknown_name(folder)
            try:
                for name, content in files.items():
                    (new / name).parent.mkdir(parents=True, exist_ok=True)
                    (new / name).write_bytes(content)
                if folder.exists():
                    os.replace(folder, new.with_name(new.name + _OLD))
                os.replace(new, folder)
            finally:
                with suppress(OSError):  # what is wrong with the disk is said already
                    _restore(folder)


def check_folder(given: Path, sources: Iterable[Path], mark: Mark) -> Path:
    """Return where a folder is to stand; refuse what holds anything else, or what is read for it.

    What a killed process has left half written is put right first.
    """
    at = Place.file(given)
    try:
        folder = given.resolve()
        if folder.parent.is_dir() and not Path.cwd().is_relative_to(folder):  # which is refused below
            with _locked(folder.parent):
                _restore(folder)
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


def _unknown_name(path: Path) -> Path:
    """Return a name beside a path that no other process chooses."""
    from secrets import token_hex  # what goes to the screen needs none

    return path.with_name(f".{path.name}.{token_hex(8)}")


@contextmanager
def _locked(parent: Path) -> Iterator[None]:
    """Let one process at a time replace folders in this one: it alone can tell what is left behind.

    The lock is gone with its process, however that ends. Without such locks, as on Windows, processes
    that write one folder at the same time may refuse each other's.
    """
    with ExitStack() as stack:
        with suppress(ImportError, OSError):
            from fcntl import LOCK_EX, flock

            descriptor = os.open(parent, os.O_RDONLY)
            stack.callback(os.close, descriptor)
            flock(descriptor, LOCK_EX)
        yield


def _restore(folder: Path) -> None:
    """Bring a folder back that was moved away to be replaced, and delete what else is left of that."""
    start = f".{folder.name}"
    for path in sorted(folder.parent.iterdir()):
        if not path.name.startswith(start) or not _LEFT.fullmatch(path.name[len(start) :]):
            continue
        if path.is_symlink() or not path.is_dir():
            continue
        if path.suffix == _OLD:
            if not folder.exists():
                os.replace(path, folder)
                continue
            waste = path.with_suffix(_WASTE)  # no half of a folder is ever brought back
            os.replace(path, waste)
            path = waste
        shutil.rmtree(path, ignore_errors=True)


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
