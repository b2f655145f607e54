"""Folders that are replaced whole, by processes that are killed at every point of it."""

from __future__ import annotations

import os
import shutil
import signal
import sys
from collections.abc import Callable
from itertools import count
from pathlib import Path

import pytest

from exactnb.core.data.files import SITE
from exactnb.interfaces.cli.output import check_folder, write_folder

OLD = {SITE.name: SITE.content, "a.txt": b"old", "b/c.txt": b"old"}
NEW = {SITE.name: SITE.content, "a.txt": b"new", "d/e.txt": b"new", "d/f.txt": b""}
pytestmark = pytest.mark.filterwarnings("ignore:.*multi-threaded:DeprecationWarning")


def ends(step: int, run: Callable[[], object]) -> bool:
    """Run something in a child that is killed before its call number `step` of the system.

    Return whether it came to its end before that.
    """
    child = os.fork()
    if not child:
        left = [step]

        def watch(event: str, _: object) -> None:
            if event == "open" or event.startswith(("os.", "shutil.", "fcntl.")):
                left[0] -= 1
                if left[0] < 0:
                    signal.raise_signal(signal.SIGKILL)

        try:
            sys.addaudithook(watch)
            run()
        finally:
            os._exit(sys.exc_info()[0] is not None)
    code = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    assert code in (0, -signal.SIGKILL)
    return code == 0


def contents(folder: Path) -> dict[str, bytes]:
    """Return the files of a folder by their names in it."""
    files = (path for path in folder.rglob("*") if path.is_file())
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in files}


@pytest.mark.exhaustive
@pytest.mark.parametrize("before", [OLD, {}])
def test_a_killed_process_leaves_the_old_or_the_new_folder(
    tmp_path: Path, before: dict[str, bytes]
) -> None:
    """Wherever writing is killed, the next run, even one that is refused, has one folder whole.

    So it is where that next run is killed, too; nothing else is left beside the folder.
    """
    met = set()
    for step in count(0):
        again = step * 7 % 40
        folder = tmp_path / f"{step}" / "site"
        folder.parent.mkdir()
        if before:
            write_folder(folder, before)
        ended = ends(step, lambda folder=folder: write_folder(folder, NEW))
        ends(again, lambda folder=folder: check_folder(folder, [], SITE))
        check_folder(folder, [], SITE)
        assert contents(folder) in (before, NEW)
        assert [path.name for path in folder.parent.iterdir()] in (
            ["site"],
            [] if not before else 0,
        )
        met.add(contents(folder) == NEW)
        ends(again, lambda folder=folder: write_folder(folder, NEW))
        write_folder(folder, NEW)
        assert contents(folder) == NEW
        assert [path.name for path in folder.parent.iterdir()] == ["site"]
        if ended:
            break
    assert met == {False, True}
    assert step > 10


@pytest.mark.exhaustive
def test_a_folder_that_was_deleted_comes_back_whole_or_not_at_all(tmp_path: Path) -> None:
    """Where the old folder was half deleted when the process was killed, no half comes back."""
    for step in count():
        folder = tmp_path / str(step) / "site"
        write_folder(folder, OLD)
        ended = ends(step, lambda folder=folder: write_folder(folder, NEW))
        if folder.exists():
            shutil.rmtree(folder)
        check_folder(folder, [], SITE)
        assert contents(folder) in (OLD, {})
        if ended:
            break


def test_folders_with_like_names_are_left_alone(tmp_path: Path) -> None:
    """Hidden folders and files of other names are nobody's leftovers, nor is a link or a file."""
    token = ".0123456789abcdef"
    names = (".site.old", f".site{token}.bak", f".site{token[:-1]}", f".sites{token}")
    others = [tmp_path / name for name in names]
    for other in others:
        other.mkdir()
    (tmp_path / f".site{token}").write_text("a file")
    (tmp_path / f".site{token}.old").symlink_to(others[0])
    before = sorted(tmp_path.iterdir())
    write_folder(tmp_path / "site", NEW)
    assert sorted(tmp_path.iterdir()) == sorted([*before, tmp_path / "site"])


@pytest.mark.exhaustive
def test_a_folder_that_is_being_written_is_no_leftover(tmp_path: Path) -> None:
    """Of two processes that write one folder, the second waits until the first has ended."""
    folder, children = tmp_path / "site", []
    for name in "abcd":
        if not (child := os.fork()):
            for _ in range(20):
                write_folder(folder, {f"{name}{at}": b"" for at in range(5)})
            os._exit(0)
        children.append(child)
    assert [os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) for child in children] == [0] * 4
    assert contents(folder) in [{f"{name}{at}": b"" for at in range(5)} for name in "abcd"]
    assert list(tmp_path.iterdir()) == [folder]
