"""The command as a process of its own: encodings, pipes, what it imports."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
EXAMPLE = ROOT / "worked_examples" / "play_tennis.toml"


def run(*arguments: str, **environment: str) -> subprocess.CompletedProcess[bytes]:
    """Run `python -m exactnb` and return what it printed."""
    command = [sys.executable, "-m", "exactnb", *arguments]
    return subprocess.run(
        command, capture_output=True, env={**os.environ, **environment}, timeout=60, check=False
    )


@pytest.mark.parametrize(
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


@pytest.mark.parametrize("arguments", [["--version"], ["new", "bernoulli"]])
def test_a_source_tree_runs_uninstalled(arguments: list[str]) -> None:
    """Without installed packages, their metadata too, the tree itself knows its version."""
    command = [sys.executable, "-S", "-m", "exactnb", *arguments]
    done = subprocess.run(command, capture_output=True, cwd=ROOT, timeout=60, check=False)
    assert (done.returncode, done.stderr) == (0, b"")
    assert done.stdout == run(*arguments).stdout


@pytest.mark.parametrize("encoding", ["ascii", "latin-1"])
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


def test_a_message_is_one_line_in_every_encoding() -> None:
    """A message with signs that the terminal lacks is still one line and exit code 2."""
    for encoding in ("ascii", "latin-1", "utf-8"):
        done = run("solve", str(EXAMPLE), "--only", "P(λ|日本)", PYTHONIOENCODING=encoding)
        assert (done.returncode, done.stdout, done.stderr.count(b"\n")) == (2, b"", 1)
        assert b"Traceback" not in done.stderr


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


@pytest.mark.parametrize(
    "work",
    [
        "",
        "main(['--help'])",
        f"main(['solve', {str(EXAMPLE)!r}])",
        f"main(['solve', {str(EXAMPLE)!r}, '--to', 'latex'])",
        f"main(['solve', {str(EXAMPLE)!r}, '--to', 'json'])",
    ],
)
def test_heavy_libraries_stay_unloaded(work: str) -> None:
    """Importing exactnb, its help and a rational solution load neither SymPy nor NumPy."""
    script = f"""
import sys
import exactnb
from exactnb.cli import main
try:
    {work or "pass"}
except SystemExit:
    pass
heavy = {{"sympy", "numpy", "flint", "mpmath", "hypothesis"}}
print(sorted(heavy & set(sys.modules)), file=sys.stderr)
"""
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, timeout=60, check=True
    )
    assert done.stderr == "[]\n"
