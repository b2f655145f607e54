"""Signs of progress: when they are shown, where, and that nothing is ever printed into one."""

from __future__ import annotations

import io
import sys
from argparse import Namespace
from pathlib import Path
from threading import Thread, active_count

import pytest
from thoroughness import one_in
from worked import EXAMPLES, problem_file

from exactnb.core.data.findings import Doubt
from exactnb.errors import Place
from exactnb.interfaces.cli import main
from exactnb.interfaces.cli import printing as module
from exactnb.interfaces.cli.printing import ProgressLine, progress, say_doubts

SHEET = EXAMPLES / "homework"
COMMANDS = {
    "solve": [str(problem_file("spam_or_ham")), "--why"],
    "derive": ["prior-mle-two"],
    "derive --verify": ["prior-mle", "--verify"],
    "check": [str(SHEET / "sheet.toml"), str(SHEET / "class.csv")],
    "check --power": ["--power", str(SHEET / "sheet.toml")],
    "sample": [str(problem_file("coins")), "--count", "3", "--seed", "1"],
    "classify": ["--train", "TABLE", "--test", "TABLE", "--to", "csv", "--family", "bernoulli"],
}


class Screen(io.StringIO):
    """A terminal that both streams write to: what stands in the line where the cursor is."""

    def __init__(self, *, is_terminal: bool = True) -> None:
        super().__init__()
        self.is_terminal = is_terminal
        self.line = ""
        self.seen: list[str] = []

    def isatty(self) -> bool:
        return self.is_terminal

    def write(self, text: str) -> int:
        at = len(self.line.rstrip()) if not text.startswith("\r") else 0
        for character in text:
            if character == "\r":
                at = 0
            elif character == "\n":  # the cursor stands in an empty line
                self.line, at = "", 0
            else:
                self.line = self.line[:at] + character + self.line[at + 1 :]
                at += 1
        self.seen.append(self.line.rstrip())
        return len(text)


class Paper(io.StringIO):
    """Standard output on the same terminal: what is printed must find the line empty."""

    def __init__(self, screen: Screen, *, is_terminal: bool) -> None:
        super().__init__()
        self.screen = screen
        self.is_terminal = is_terminal

    def isatty(self) -> bool:
        return self.is_terminal

    def write(self, text: str) -> int:
        if self.is_terminal:
            assert self.screen.line.rstrip() == ""
        return super().write(text)


class AtOnce:
    """A thread that shows one sign as it starts, and is gone."""

    def __init__(self, target: object, daemon: bool) -> None:
        assert daemon
        self.shown: ProgressLine = target.__self__  # type: ignore[attr-defined]

    def start(self) -> None:
        self.shown.show()


def made(screen: Screen) -> tuple[ProgressLine, list[float]]:
    """Return progress on a screen, and its clock, which stands until it is set."""
    now = [100.0]
    return ProgressLine("solving", screen, lambda: now[0]), now


def test_nothing_is_said_within_two_seconds() -> None:
    """Short work says nothing, and leaves nothing to take away."""
    screen = Screen()
    shown, now = made(screen)
    for second in (100.0, 101.0, 101.9):
        now[0] = second
        shown.tell("proving")
    shown.end()
    assert screen.seen == []


def test_a_sign_comes_after_two_seconds_and_then_each_second() -> None:
    """However often work tells, the line is written once a second, and says how long it takes."""
    screen = Screen()
    shown, now = made(screen)
    for tenth in range(20, 46):
        now[0] = 100 + tenth / 10
        shown.tell(f"graded {'x' * (46 - tenth)}")
    assert [line.rpartition(" (")[2] for line in screen.seen] == ["2 s)", "3 s)", "4 s)"]
    assert screen.line.rstrip() == "exactnb: graded xxxxxx (4 s)"
    shown.end()
    assert screen.line.rstrip() == ""
    now[0] = 200
    shown.tell("graded")
    assert screen.line.rstrip() == ""


def test_a_doubt_has_a_line_of_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    """The line of progress is away while a note is written, and comes back with the next activity."""
    screen = Screen()
    monkeypatch.setattr("sys.stderr", screen)
    shown, now = made(screen)
    now[0] = 103.0
    shown.tell("counting")
    assert screen.line.rstrip() == "exactnb: counting (3 s)"
    lines, write = [], screen.write

    def watched(text: str) -> int:
        lines.append((screen.line.rstrip(), text.strip()))
        return write(text)

    monkeypatch.setattr(screen, "write", watched)
    say_doubts([Doubt("NA?")], Namespace(strict=False), Place.file("t.csv"), reporter=shown)
    assert lines[-1] == ("", "exactnb: note: t.csv: NA?")
    now[0] = 105.0
    shown.tell("counting")
    assert screen.line.rstrip() == "exactnb: counting (5 s)"


def test_a_sign_has_the_share_that_is_done_and_the_time_that_is_left() -> None:
    """A quarter after 5 seconds leaves 15, of which some pass without a word; minutes, then hours."""
    screen = Screen()
    shown, now = made(screen)
    for second, share, left in (
        (5, 0.25, "25 % done, 15 s left (5 s)"),
        (9, None, "25 % done, 11 s left (9 s)"),
        (50, 0.1, "10 % done, 8 min left (50 s)"),
        (60, 0.001, "0 % done, 16 h 39 min left (60 s)"),
        (70, 1.0, "100 % done, 0 s left (70 s)"),
    ):
        now[0] = 100.0 + second
        shown.show() if share is None else shown.tell("10 records counted", share)
        assert screen.line.rstrip() == f"exactnb: 10 records counted, {left}"


def test_a_sign_fits_in_its_line(monkeypatch: pytest.MonkeyPatch) -> None:
    """A line that would wrap could not be taken away, so a narrow terminal shows less of it."""
    monkeypatch.setenv("COLUMNS", "20")
    screen = Screen()
    shown, now = made(screen)
    now[0] = 103.0
    shown.show()
    assert screen.line == "exactnb: solving (3"


def test_nothing_is_shown_where_nobody_watches(monkeypatch: pytest.MonkeyPatch) -> None:
    """Piped output and no output at all get no sign, and no thread is made for them."""
    for stream in (Screen(is_terminal=False), None):
        monkeypatch.setattr(sys, "stderr", stream)
        threads = active_count()
        with progress("solving") as shown:
            shown.due = 0
            shown.tell("solving still")
            assert active_count() == threads
        assert stream is None or stream.seen == []


def test_silent_work_is_shown_by_a_thread(monkeypatch: pytest.MonkeyPatch) -> None:
    """Work that tells nothing is watched by a thread beside it, which ends with it."""
    screen = Screen()
    monkeypatch.setattr(module, "_PAUSE", 0.001)
    shown, now = made(screen)
    beside = Thread(target=shown.keep_showing)
    beside.start()
    now[0] = 107.0
    while not screen.seen:
        pass
    shown.end()
    beside.join()
    assert screen.seen == ["exactnb: solving (7 s)", ""]


def test_an_error_finds_an_empty_line(monkeypatch: pytest.MonkeyPatch) -> None:
    """The sign is gone when work ends otherwise: by an error, or by who waited too long."""

    def interrupted(error: type[BaseException]) -> None:
        with progress("solving") as shown:
            shown.due = 0
            shown.show()
            raise error

    for error in (ValueError, KeyboardInterrupt):
        screen = Screen()
        monkeypatch.setattr(sys, "stderr", screen)
        with pytest.raises(error):
            interrupted(error)
        assert screen.seen == ["exactnb: solving (0 s)", ""]


def test_a_terminal_that_is_gone_stops_nothing() -> None:
    """Where a sign cannot be written, work goes on without it."""

    class Gone(Screen):
        def write(self, text: str) -> int:
            raise OSError

    shown, now = made(Gone())
    now[0] = 103.0
    shown.show()
    assert shown.is_over.is_set()


@one_in(4, "is_terminal", [True, False])
@one_in(6, "name", COMMANDS)
def test_commands_show_signs_and_print_after_them(
    name: str, is_terminal: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Every command that may work long shows signs on a terminal; its output is that of a pipe."""
    pytest.importorskip("scipy")
    table = tmp_path / "table.csv"
    table.write_text("id,text,class\n" + "1,win money,s\n2,see you,h\n")
    arguments = (str(table) if each == "TABLE" else each for each in COMMANDS[name])
    command = [name.partition(" ")[0], *arguments]
    printed = []
    for signs in (True, False):
        screen = Screen(is_terminal=signs)
        out = Paper(screen, is_terminal=is_terminal and signs)
        monkeypatch.setattr(sys, "stderr", screen)
        monkeypatch.setattr(sys, "stdout", out)
        monkeypatch.setattr(module, "_PATIENCE", 0)
        monkeypatch.setattr(module, "_PAUSE", 0)
        monkeypatch.setattr(module, "Thread", AtOnce)
        assert main(command) in (0, 1)
        assert any("exactnb: " in line and line.endswith(" s)") for line in screen.seen) is signs
        if signs:
            assert "exactnb: " not in screen.line or "proved anew" in screen.line
        printed.append(out.getvalue())
    assert printed[0] == printed[1] != ""
