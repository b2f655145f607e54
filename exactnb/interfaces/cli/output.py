"""Writing results: to the screen, or to a file or folder that is either complete or unchanged.

How to read: `write_screen`, `write_bytes` and `write_folder` are the entries; `check_folder` checks a
target before any work, and `_restore` repairs what a killed process has left.
"""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager, suppress
from functools import partial
from pathlib import Path
from threading import current_thread, main_thread

from exactnb.core.data.files import FolderMark, is_read
from exactnb.errors import InputError, Place, quoted

_WIDEST = 100
_OLD, _WASTE = ".old", ".waste"
_HIDDEN = re.compile(rf"\.[0-9a-f]{{16}}({_OLD}|{_WASTE})?")
"""The ends of hidden names of a folder that is being filled, replaced or deleted."""


def terminal_width() -> int:
    """Return the width of the terminal, at most 100; 80 if there is none."""
    if sys.stdout is None or not sys.stdout.isatty():
        return 80
    import shutil

    return min(shutil.get_terminal_size().columns, _WIDEST)


def write_screen(text: str | bytes) -> None:
    """Write `text` to standard output, as UTF-8 if its encoding lacks a sign.

    Raises InputError if there is no standard output.
    """
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
    """Write `data` to the file `path`, which is then either complete or unchanged.

    Raises InputError if it cannot be written, or if a `new` file exists already.
    """
    write_parts(path, (data,), new=new)


def write_parts(path: Path, parts: Iterable[bytes], *, new: bool = False) -> None:
    """Write `parts` one by one to the file `path`, which is then either complete or unchanged.

    Raises InputError if it cannot be written, or if a `new` file exists already, and whatever the
    iteration over `parts` raises.
    """
    user_path, path = path, _resolved(path)  # write to the target of a link
    pieces = iter(parts)
    mode = None
    _refuse_overwriting(path, user_path)
    with _errors_at_path(user_path):
        if new and path.exists():
            raise InputError("is there already; nothing was written", at=Place.file(user_path))
        if path.is_file():
            mode = path.stat().st_mode & 0o777
        elif path.exists():  # a device or a pipe, which cannot be replaced
            with path.open("wb") as file:
                file.writelines(pieces)
            return
    hidden = _hidden_name(path)  # before the handler below needs it
    with _cleanup_on_signal():
        try:
            with _errors_at_path(user_path):
                private = None if mode is None else partial(os.open, mode=0o600)
                with open(hidden, "xb", opener=private) as file:
                    file.writelines(pieces)
                _refuse_overwriting(path, user_path)  # making the pieces may have read it
                if mode is not None:  # else the system's default for new files
                    os.chmod(hidden, mode)
                os.replace(hidden, path)
        except BaseException:
            with suppress(OSError):  # if it was created at all
                hidden.unlink()
            raise


def write_folder(user_path: Path, files: Mapping[str, bytes]) -> None:
    """Replace the folder `user_path` by `files`, contents by relative names: all or none.

    The new folder is filled under a hidden name next to it, then both are renamed. A process that is
    killed between these renames leaves both folders complete under hidden names; the next call, or
    `check_folder`, restores the old one. Raises InputError if the files cannot be written.
    """
    folder = _resolved(user_path)
    with _cleanup_on_signal(), _errors_at_path(user_path):
        with suppress(FileExistsError):  # a file in the way is reported below
            folder.parent.mkdir(parents=True, exist_ok=True)
        with _locked(folder.parent):
            _restore(folder)
            new = _hidden_name(folder)
            try:
                for name, content in files.items():
                    (new / name).parent.mkdir(parents=True, exist_ok=True)
                    (new / name).write_bytes(content)
                if folder.exists():
                    os.replace(folder, new.with_name(new.name + _OLD))
                os.replace(new, folder)
            finally:
                with suppress(OSError):  # an error of the disk is reported already
                    _restore(folder)


def check_folder(user_path: Path, sources: Iterable[Path], mark: FolderMark) -> Path:
    """Return the resolved path of a folder that is to be written.

    `sources` are files that are read; `mark` names the file by which a folder shows that this command
    wrote it. Raises InputError if the folder contains a source or other files, or is no folder. What
    a killed process has left of an earlier write is repaired first.
    """
    place = Place.file(user_path)
    try:
        folder = user_path.resolve()
        if folder.parent.is_dir() and not Path.cwd().is_relative_to(folder):  # refused below
            with _locked(folder.parent):
                _restore(folder)
        inside = [source for source in sources if source.resolve().is_relative_to(folder)]
        wrong = _reason_not_to_replace(folder, inside, mark)
    except PermissionError:
        raise InputError("permission denied", at=place) from None
    except (OSError, RuntimeError, ValueError):  # links in a circle, a NUL, a name that is too long
        raise InputError("is not the name of a folder", at=place) from None
    if wrong:
        raise InputError(wrong, at=place)
    return folder


def _reason_not_to_replace(folder: Path, inside: Sequence[Path], mark: FolderMark) -> str:
    """Return why a folder must not be replaced; "" if it may be."""
    if folder.exists() and not folder.is_dir():
        return "is there already, and no folder"
    if inside:
        return f"holds {quoted(inside[0].name)}, which is read; nothing was written"
    if folder.is_dir() and any(folder.iterdir()) and not (folder / mark.name).is_file():
        return f"holds other files than {mark.kind}; name a new folder"
    return "is where you are; name another folder" if Path.cwd().is_relative_to(folder) else ""


def _hidden_name(path: Path) -> Path:
    """Return a name next to a path that no other process chooses."""
    from secrets import token_hex  # only files need it

    return path.with_name(f".{path.name}.{token_hex(8)}")


@contextmanager
def _locked(parent: Path) -> Iterator[None]:
    """Let one process at a time replace folders in `parent`: only then are leftovers recognisable.

    The lock ends with its process. Where such locks do not exist, as on Windows, processes that write
    the same folder at the same time may refuse each other's.
    """
    with ExitStack() as stack:
        with suppress(ImportError, OSError):
            from fcntl import LOCK_EX, flock

            descriptor = os.open(parent, os.O_RDONLY)
            stack.callback(os.close, descriptor)
            flock(descriptor, LOCK_EX)
        yield


def _restore(folder: Path) -> None:
    """Rename a folder back that was to be replaced, and delete other leftovers of that."""
    import shutil

    start = f".{folder.name}"
    for path in sorted(folder.parent.iterdir()):
        if not path.name.startswith(start) or not _HIDDEN.fullmatch(path.name[len(start) :]):
            continue
        if path.is_symlink() or not path.is_dir():
            continue
        if path.suffix == _OLD:
            if not folder.exists():
                os.replace(path, folder)
                continue
            waste = path.with_suffix(_WASTE)  # so that no half of a folder is ever restored
            os.replace(path, waste)
            path = waste
        shutil.rmtree(path, ignore_errors=True)


def _resolved(user_path: Path) -> Path:
    """Return the path that a name leads to; refuse one that no file can have."""
    try:
        return user_path.resolve()
    except (OSError, RuntimeError, ValueError):  # links in a circle, a NUL, half a character
        raise InputError("is not the name of a file", at=Place.file(user_path)) from None


@contextmanager
def _cleanup_on_signal() -> Iterator[None]:
    """Turn the first signal that ends the process into an exception, so that cleanup runs.

    A second signal, such as Ctrl-C pressed twice, does not interrupt the cleanup. A signal that is
    ignored, as under nohup, stays ignored.
    """
    import signal  # needed for files only

    usual = {signal.SIGTERM: signal.SIG_DFL, signal.SIGINT: signal.default_int_handler}
    if hasattr(signal, "SIGHUP"):
        usual[signal.SIGHUP] = signal.SIG_DFL
    handlers = {
        number: handler for number, handler in usual.items() if signal.getsignal(number) == handler
    }
    if current_thread() is not main_thread():  # only the main thread may set handlers
        handlers = {}

    def end(number: int, _: object) -> None:
        for signal_number in handlers:
            signal.signal(signal_number, signal.SIG_IGN)
        raise KeyboardInterrupt if number == signal.SIGINT else SystemExit(128 + number)

    for number in handlers:
        signal.signal(number, end)
    try:
        yield
    finally:
        for number, handler in handlers.items():
            signal.signal(number, handler)


def _refuse_overwriting(path: Path, user_path: Path) -> None:
    """Refuse to overwrite a file that was read."""
    if is_read(path):
        raise InputError("is what was read; nothing was written", at=Place.file(user_path))


@contextmanager
def _errors_at_path(user_path: Path) -> Iterator[None]:
    """Report errors of the system under the path as the user typed it."""
    try:
        yield
    except OSError as error:
        raise InputError(
            (error.strerror or "cannot be written").lower(), at=Place.file(user_path)
        ) from None
