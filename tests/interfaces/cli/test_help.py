"""What the command says of itself: its help, near matches of what is misspelled, completion."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from commands import refused
from thoroughness import all_of, one_in

import exactnb
from exactnb.core import families
from exactnb.core.problem import styles
from exactnb.explain.rendering import formats
from exactnb.interfaces.cli import main
from exactnb.interfaces.cli.commands.new import kinds

COMMANDS = (
    "solve", "derive", "check", "classify", "count", "merge", "sample", "variants", "export", "site",
    "new", "completion", "slips", "mcp",
)  # fmt: skip
LISTED = {
    "solve": (
        families.family_names(),
        styles.names(),
        formats.names(),
        ("error", "drop", "zero", "uniform"),
    ),
    "derive": (styles.names(), formats.names(), ("full", "brief")),
    "check": (
        ("text", "html", "json", "csv", "gradescope", "moodle", "canvas", "best", "last", "first"),
    ),
    "classify": (("multinomial", "bernoulli", "mle", "uniform", "jsonl", "semicolon"), styles.names()),
    "count": (("multinomial", "bernoulli", "semicolon"),),
    "new": (kinds(),),
    "completion": (("bash", "zsh"),),
}


def said(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    """Return what a run prints that ends well."""
    try:
        code = main(list(arguments))
    except SystemExit as stop:  # argparse's way
        code = int(str(stop.code))
    out, err = capsys.readouterr()
    assert (code, err) == (0, "")
    return out


def test_the_name_alone_shows_the_commands(capsys: pytest.CaptureFixture[str]) -> None:
    """`exactnb` alone is `exactnb --help`, which has a line for each command."""
    out = said(capsys)
    assert out == said(capsys, "--help")
    for command in COMMANDS:
        assert f"\n    {command} " in out or f"\n    {command}\n" in out


@all_of("command", COMMANDS)
def test_a_help_has_two_examples_and_fits(
    command: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Every help shows two commands to type, and no line of it is wider than 80 columns."""
    monkeypatch.setenv("COLUMNS", "80")
    out = said(capsys, command, "--help")
    assert out.count(f"\n  exactnb {command}") >= 2 - (command == "solve")
    assert max(map(len, out.splitlines())) <= 80


@all_of("command", LISTED)
def test_a_help_lists_its_choices(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    """Families, notations, formats and rules that an option takes stand in the help."""
    out = said(capsys, command, "--help")
    for names in LISTED[command]:
        for name in names:
            assert name in out


@all_of("command", ["solve", "derive", "check", "classify", "sample", "new"])
def test_an_option_tells_once_what_it_takes(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    """On every Python a short and a long name stand before one FILE, as in `-o, --output FILE`."""
    with pytest.raises(SystemExit):
        main([command, "--help"])
    assert "  -o, --output FILE  " in capsys.readouterr().out


def test_shared_options_are_told_apart(capsys: pytest.CaptureFixture[str]) -> None:
    """solve and classify say where an option of both has another default."""
    for command, other in (("solve", "classify"), ("classify", "solve")):
        out = " ".join(said(capsys, command, "--help").split())
        assert f"Options that {other} has too mean the same there, but for two:" in out


@all_of(
    "arguments, message",
    [
        ("slove p.toml", "exactnb: there is no command 'slove' (did you mean 'solve'?); there are s"),
        ("solve p.toml --smothing 1", "exactnb solve: unrecognized arguments: --smothing 1 (did you "
         "mean '--smoothing'?) (see exactnb solve --help)"),
        ("classify --tarin x", "exactnb classify: unrecognized arguments: --tarin (did you mean "
         "'--train'?) (see exactnb classify --help)"),
        ("check p.toml a.toml --to jsn", "exactnb check: argument --to: invalid choice: 'jsn' (choose "
         "from text, html, json, csv, gradescope, moodle, canvas) (did you mean 'json'?) (see exactnb "
         "check --help)"),
        ("new a b", "exactnb new: unrecognized arguments: b (see exactnb new --help)"),
        ("--versoin", "exactnb: "),
    ],
)  # fmt: skip
def test_what_is_misspelled_has_a_near_match(
    arguments: str, message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """A command, an option or a choice that is none is refused by its own command."""
    assert refused(capsys, *arguments.split()).startswith(message)


@one_in(4, "arguments", [["--version"], ["--help"], ["solve", "--help"], []])
def test_help_and_version_load_no_heavy_library(arguments: list[str]) -> None:
    """The version and every help are told without python-flint, NumPy, SymPy and Jinja2."""
    code = (
        "import sys\nfrom exactnb.interfaces.cli import main\n"
        f"try: main({arguments!r})\nexcept SystemExit: pass\n"
        "print([m for m in ('flint', 'numpy', 'sympy', 'mpmath', 'jinja2') if m in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.splitlines()[-1] == "[]"


def test_the_version_is_the_packages(capsys: pytest.CaptureFixture[str]) -> None:
    """`exactnb --version` says `exactnb.__version__`."""
    assert said(capsys, "--version") == f"exactnb {exactnb.__version__}\n"


@one_in(
    8,
    ("typed", "expected"),
    [
        (["so"], {"solve"}),
        (["solve", "--noti"], set()),
        (["solve", "--smo"], {"--smoothing"}),
        (["solve", "--notation", ""], set(styles.names())),
        (["solve", "--family", "gau"], {"gaussian"}),
        (["new", "ber"], {"bernoulli"}),
        (["derive", "prior-ma"], {"prior-map"}),
    ],
)
def test_bash_completes(typed: list[str], expected: set[str], tmp_path: Path) -> None:
    """A shell with the script of `exactnb completion` completes commands, options and choices."""
    script = tmp_path / "exactnb.bash"
    code = ["-c", "from exactnb.interfaces.cli import main; main(['completion', 'bash'])"]
    script.write_bytes(subprocess.run([sys.executable, *code], capture_output=True, check=True).stdout)
    words = " ".join(f"'{word}'" for word in ("exactnb", *typed))
    asked = f"source {script}; COMP_WORDS=({words}); COMP_CWORD={len(typed)}; _shtab_exactnb"
    command = ["bash", "-c", f'{asked}; echo "${{COMPREPLY[@]}}"']
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert set(done.stdout.split()) == expected
