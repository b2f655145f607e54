"""Files: what a problem may name, what is opened at all, and what may not be overwritten."""

import os
import socket
import subprocess
import sys
from pathlib import Path

import pytest
from thoroughness import one_in

from exactnb import ExactnbError, Problem, derive
from exactnb.core.data.files import Files, is_read, opened, reading
from exactnb.interfaces.cli import main

TABLE = "mood,soup\nhappy,leek\ngrumpy,onion\n"


@pytest.fixture
def course(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a folder with a table beside it, below it, and behind links; commands run in it."""
    folder = tmp_path / "course"
    (folder / "week").mkdir(parents=True)
    (tmp_path / "secret.csv").write_text(TABLE)
    for name in ("soup.csv", "week/soup.csv"):
        (folder / name).write_text(TABLE)
    (folder / "link.csv").symlink_to(tmp_path / "secret.csv")
    (folder / "inner.csv").symlink_to(folder / "soup.csv")
    (folder / "up").symlink_to(tmp_path)
    (folder / "circle.csv").symlink_to(folder / "circle.csv")
    monkeypatch.chdir(folder)
    return folder


def problem(folder: Path, name: str) -> Path:
    """Write a problem whose data stands in a file."""
    path = folder / "problem.toml"
    path.write_text(f"[data]\nfile = '{name}'\n[query]\nx = {{ mood = 'happy' }}\n")
    return path


BELOW = ["soup.csv", "week/soup.csv", "./soup.csv", "week/../soup.csv", "inner.csv"]
OUTSIDE = ["../secret.csv", "link.csv", "up/secret.csv", "week/../../secret.csv", "/etc/hostname.csv"]


@pytest.mark.parametrize("name", BELOW)
def test_a_problem_may_name_what_is_below_it(course: Path, name: str) -> None:
    """A relative path that stays below the folder is read, links and dots followed, from anywhere."""
    path = problem(course, name)
    os.chdir("/")
    assert Problem.read(path).schema.classes == ("leek", "onion")
    with pytest.raises(ExactnbError, match="no file is read here; put the table into the problem"):
        Problem.read(path, files=False)


@pytest.mark.parametrize("name", OUTSIDE)
def test_what_is_outside_is_not_even_looked_for(course: Path, name: str) -> None:
    """A path that leads out is refused in the same words whether there is such a file or not."""
    with pytest.raises(ExactnbError) as there:
        Problem.read(problem(course, name))
    absent = name.replace("secret", "secrets").replace("link", "up/links")
    with pytest.raises(ExactnbError) as nothing:
        Problem.read(problem(course, absent))
    assert str(there.value).replace(name, absent) == str(nothing.value)
    assert str(there.value).endswith(
        "is not below the folder of the problem; --allow-files (files=True) reads it"
    )


@pytest.mark.parametrize("name", ["../secret.csv", "link.csv", "up/secret.csv"])
def test_any_file_is_read_where_that_is_allowed(course: Path, name: str) -> None:
    """With `files=True` the same paths are read, absolute ones too."""
    for given in (name, course.parent / "secret.csv"):
        assert Problem.read(problem(course, str(given)), files=True).schema.classes == ("leek", "onion")


def test_links_in_a_circle_and_odd_names_are_refused(course: Path) -> None:
    """What the system cannot follow is no file, with and without leave."""
    for name in ("circle.csv", "a\\u0000.csv", "x" * 5000 + ".csv"):
        path = course / "problem.toml"
        path.write_text(f'[data]\nfile = "{name}"\n')
        for files in (None, True, False):
            with pytest.raises(ExactnbError):
                Problem.read(path, files=files)


def test_a_text_names_no_file(course: Path) -> None:
    """A problem that comes as text is read without the disk."""
    text = problem(course, "soup.csv").read_text()
    with pytest.raises(ExactnbError, match="no file is read here"):
        Problem.from_text(text)
    inner = f"[data]\ntable = '''\n{TABLE}'''\n"
    assert Problem.from_text(inner).schema.classes == ("leek", "onion")


COMMANDS = [
    ["solve", "problem.toml"],
    ["check", "problem.toml", "answers.toml"],
    ["sample", "problem.toml", "--count", "1", "--seed", "1"],
    ["derive", "categorical-mle", "--problem", "problem.toml"],
]


@one_in(3, "command", COMMANDS, ids=lambda command: command[0])
def test_every_command_has_the_options(course: Path, command: list[str], capsys) -> None:
    """Outside is refused, read with --allow-files; below is read, refused with --no-files."""
    (course / "answers.toml").write_text('"P(leek)" = "1/2"\n')
    problem(course, "../secret.csv")
    assert [main(command), main([*command, "--allow-files"]), main([*command, "--no-files"])] == [
        2,
        0,
        2,
    ]
    problem(course, "soup.csv")
    assert [main(command), main([*command, "--allow-files"]), main([*command, "--no-files"])] == [
        0,
        0,
        2,
    ]
    assert "Traceback" not in capsys.readouterr().err


def test_letters_are_read_under_the_same_rule(course: Path) -> None:
    """A theorem with λ for a letter reads the table of a problem as any other command does."""
    path = problem(course, "../secret.csv")
    path.write_text(path.read_text() + "[model]\nsmoothing = 'λ'\n")
    with pytest.raises(ExactnbError, match="is not below the folder"):
        derive("categorical-map", path)


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="pipes with names are those of POSIX")
def test_what_never_ends_is_not_opened(course: Path) -> None:
    """A pipe with a name, a socket and a device are refused at once, wherever a file is read."""
    os.mkfifo(course / "pipe.csv")
    os.mkfifo(course / "pipe.toml")
    os.mkfifo(course / "pipe.jsonl")
    with socket.socket(socket.AF_UNIX) as server:
        server.bind("socket.csv")
        for name in ("pipe.csv", "socket.csv"):
            with pytest.raises(ExactnbError):
                Problem.read(problem(course, name))
    with pytest.raises(ExactnbError, match="no regular file"):
        Problem.read(course / "pipe.toml")
    problem(course, "soup.csv")
    assert main(["check", "problem.toml", "pipe.toml"]) == 2
    assert main(["classify", "--train", "pipe.jsonl", "--leave-one-out"]) == 2
    with pytest.raises(ExactnbError, match="no regular file"):
        opened(Path("/dev/zero"))


@pytest.mark.exhaustive
def test_what_is_piped_in_is_read(course: Path) -> None:
    """Standard input may be a pipe: it is open already."""
    command = [sys.executable, "-m", "exactnb", "solve", "/dev/stdin", "--only", "P(leek)"]
    piped = f"[data]\ntable = '''\n{TABLE}'''\n".encode()
    done = subprocess.run(command, input=piped, capture_output=True, timeout=60, check=False)
    assert (done.returncode, done.stderr) == (0, b"")
    assert "1/2" in done.stdout.decode()


@one_in(3, "to", ["problem.toml", "soup.csv", "inner.csv", "week/../soup.csv", "hard.csv"])
def test_nothing_that_was_read_is_overwritten(course: Path, to: str, capsys) -> None:
    """Problem, data and answers are kept, by whatever name -o finds them; nothing is written."""
    os.link("soup.csv", "hard.csv")
    (course / "answers.toml").write_text('"P(leek)" = "1/2"\n')
    problem(course, "soup.csv")
    before = {path: path.read_bytes() for path in course.iterdir() if path.is_file()}
    for command in COMMANDS:
        more = ["--to", "json"] if command[0] in ("solve", "derive") else []
        assert main([*command, *more, "-o", to]) == 2
        assert "is what was read; nothing was written" in capsys.readouterr().err
    assert main(["check", "problem.toml", "answers.toml", "-o", "answers.toml"]) == 2
    train = ["classify", "--train", "soup.csv", "--label", "soup"]
    assert main([*train, "--leave-one-out", "--to", "csv", "-o", "hard.csv"]) == 2
    assert {path: path.read_bytes() for path in course.iterdir() if path.is_file()} == before


def test_only_a_command_remembers(course: Path) -> None:
    """Outside of a command nothing is remembered, and one command knows nothing of another."""
    path = course / "soup.csv"
    opened(path).close()
    assert not is_read(path)
    with reading():
        assert not is_read(path)
        opened(path).close()
        assert is_read(path)
        assert not is_read(course / "absent.csv")
    assert not is_read(path)


def test_files_are_those_below_their_folder() -> None:
    """A folder that is only named has files below it like any other."""
    assert Files(Path("a")).find("b.csv") == Path("a/b.csv")
    with pytest.raises(ExactnbError, match="is not below"):
        Files(Path("a")).find("../b.csv")
