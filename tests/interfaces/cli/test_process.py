"""The command as a process of its own: encodings, pipes, signals."""

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from threading import Thread

import pytest
from thoroughness import one_in

from exactnb.interfaces.cli.output import write_parts

ROOT = Path(__file__).parents[3]
EXAMPLE = ROOT / "worked_examples" / "play_tennis" / "play_tennis.toml"


def run(*arguments: str, **environment: str) -> subprocess.CompletedProcess[bytes]:
    """Run `python -m exactnb` and return what it printed."""
    command = [sys.executable, "-m", "exactnb", *arguments]
    return subprocess.run(
        command, capture_output=True, env={**os.environ, **environment}, timeout=60, check=False
    )


@one_in(
    3,
    ("arguments", "words"),
    [
        (["--help"], ["usage: exactnb", "solve", "new"]),
        (["solve", "--help"], ["--only", "--digits", "--notation", "--query"]),
        (["new", "--help"], ["bernoulli", "categorical"]),
        (["--version"], ["exactnb 0."]),
    ],
)
def test_help_is_printed(arguments: list[str], words: list[str]) -> None:
    """Help and version go to standard output with exit code 0."""
    done = run(*arguments)
    assert (done.returncode, done.stderr) == (0, b"")
    assert all(word in done.stdout.decode() for word in words)


@one_in(2, "arguments", [["--version"], ["new", "bernoulli"]])
def test_a_source_tree_runs_uninstalled(arguments: list[str]) -> None:
    """Without installed packages, their metadata too, the tree itself knows its version."""
    command = [sys.executable, "-S", "-m", "exactnb", *arguments]
    done = subprocess.run(command, capture_output=True, cwd=ROOT, timeout=60, check=False)
    assert (done.returncode, done.stderr) == (0, b"")
    assert done.stdout == run(*arguments).stdout


@one_in(2, "encoding", ["ascii", "latin-1"])
def test_text_falls_back_to_ascii(encoding: str) -> None:
    """Where standard output has no UTF-8, the text is spelled in plain ASCII."""
    done = run("solve", str(EXAMPLE), PYTHONIOENCODING=encoding)
    assert (done.returncode, done.stderr) == (0, b"")
    assert done.stdout.isascii()
    assert b"125/611 ~ 0.2046" in done.stdout


def test_text_is_unicode_where_it_can_be() -> None:
    """Where standard output is UTF-8, the text has the signs of mathematics."""
    done = run("solve", str(EXAMPLE), PYTHONIOENCODING="utf-8")
    assert "125/611 ≈ 0.2046" in done.stdout.decode()


@pytest.mark.exhaustive
def test_a_message_is_one_line_in_every_encoding() -> None:
    """A message with signs that the terminal lacks is still one line and exit code 2."""
    for encoding in ("ascii", "latin-1", "utf-8"):
        done = run("solve", str(EXAMPLE), "--only", "P(λ|日本)", PYTHONIOENCODING=encoding)
        assert (done.returncode, done.stdout, done.stderr.count(b"\n")) == (2, b"", 1)
        assert b"Traceback" not in done.stderr


@pytest.mark.exhaustive
@pytest.mark.parametrize("to", ["text", "latex", "json"])
def test_a_pipe_that_is_closed_early_is_no_error(to: str) -> None:
    """A reader such as head, who has seen enough, ends the program without a word."""
    command = [sys.executable, "-m", "exactnb", "solve", str(EXAMPLE), "--to", to]
    reader, writer = os.pipe()
    os.close(reader)  # as if head were gone already
    try:
        done = subprocess.run(command, stdout=writer, stderr=subprocess.PIPE, timeout=60, check=False)
    finally:
        os.close(writer)
    assert (done.returncode, done.stderr) == (0, b"")


PAUSED = """
import signal, sys, time
from pathlib import Path
from exactnb.interfaces.cli.output import write_parts

signal.signal(signal.SIGHUP, signal.SIG_DFL)  # nohup would have it ignored, and so it would stay

def pieces():
    yield b"one"
    print("begun", flush=True)
    time.sleep(60)
    yield b"two"

write_parts(Path(sys.argv[1]), pieces())
"""


@one_in(3, "name", ["SIGTERM", "SIGHUP", "SIGINT"])
@pytest.mark.parametrize("before", [None, b"as it was"])
def test_a_process_that_is_ended_leaves_no_file_behind(
    name: str, before: bytes | None, tmp_path: Path
) -> None:
    """Ended while it writes, it takes what it had begun with it; what was there stays."""
    output = tmp_path / "labels.csv"
    if before is not None:
        output.write_bytes(before)
    with subprocess.Popen(
        [sys.executable, "-c", PAUSED, str(output)], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
    ) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == b"begun\n"
        assert len(list(tmp_path.iterdir())) == 1 + (before is not None)
        process.send_signal(getattr(signal, name))
        process.wait(timeout=30)
    assert process.returncode in (128 + getattr(signal, name), -signal.SIGINT)
    assert [path.name for path in tmp_path.iterdir()] == ["labels.csv"] * (before is not None)
    assert before is None or output.read_bytes() == before


@pytest.mark.parametrize("name", ["SIGTERM", "SIGHUP", "SIGINT"])
def test_a_second_signal_does_not_disturb_the_tidying(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Ctrl-C pressed twice, the second time while the file is taken away, leaves none either."""
    number, unlink = getattr(signal, name), Path.unlink
    before = {each: signal.signal(each, signal.SIG_DFL) for each in (signal.SIGTERM, signal.SIGHUP)}
    # A process that was started in the background ignores Ctrl-C; here it is as at a terminal.
    before[signal.SIGINT] = signal.signal(signal.SIGINT, signal.default_int_handler)

    def slowly(path: Path) -> None:
        os.kill(os.getpid(), number)
        unlink(path)

    def pieces() -> Iterator[bytes]:
        yield b"one"
        os.kill(os.getpid(), number)
        yield b"two"

    monkeypatch.setattr(Path, "unlink", slowly)
    try:
        with pytest.raises((KeyboardInterrupt, SystemExit)):
            write_parts(tmp_path / "a.txt", pieces())
        assert list(tmp_path.iterdir()) == []
        assert signal.getsignal(signal.SIGINT) == signal.default_int_handler
    finally:
        for each, handler in before.items():
            signal.signal(each, handler)


def test_what_ends_a_process_is_as_it_was_after_a_file_is_written(tmp_path: Path) -> None:
    """Signals have the meaning back that they had, one that is ignored is never touched."""
    before = signal.signal(signal.SIGHUP, signal.SIG_IGN)
    other = signal.signal(signal.SIGTERM, signal.SIG_DFL)
    seen = []

    def pieces() -> Iterator[bytes]:
        seen.append(signal.getsignal(signal.SIGHUP))
        seen.append(signal.getsignal(signal.SIGTERM))
        yield b"one"

    try:
        write_parts(tmp_path / "a.txt", pieces())
        assert seen[0] == signal.SIG_IGN == signal.getsignal(signal.SIGHUP)
        assert seen[1] != signal.SIG_DFL == signal.getsignal(signal.SIGTERM)
    finally:
        signal.signal(signal.SIGHUP, before)
        signal.signal(signal.SIGTERM, other)
    thread = Thread(target=write_parts, args=(tmp_path / "b.txt", [b"two"]))
    thread.start()
    thread.join()
    assert (tmp_path / "b.txt").read_bytes() == b"two"
