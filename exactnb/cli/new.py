"""`exactnb new`: a commented problem file to start from."""

from __future__ import annotations

from pathlib import Path

from exactnb.cli.output import write_bytes, write_screen
from exactnb.errors import InputError, Place, one_of

_FOLDER = Path(__file__).parent / "templates"


def kinds() -> tuple[str, ...]:
    """Return the kinds of problem file there are.

    >>> kinds()
    ('bernoulli', 'categorical', 'counts', 'gaussian', 'multinomial', 'parameters')
    """
    return tuple(sorted(file.stem for file in _FOLDER.glob("*.toml")))


def run_new(kind: str, output: str | None) -> None:
    """Print a problem file, or write it where no file is yet."""
    Place.of("new").read(one_of, kind, kinds())
    text = problem_file(kind)
    if output is None:
        write_screen(text)
        return
    if not output:
        raise InputError("expected a file name", at="-o")
    write_bytes(Path(output), text.encode(), new=True)


def problem_file(kind: str) -> str:
    """Return a problem file of a kind, with every key that it leaves out in a comment at its end."""
    from exactnb.problem.sections import comments
    from exactnb.problem.toml import read_toml

    text = (_FOLDER / f"{kind}.toml").read_text(encoding="utf-8")
    lines = ("", "# What else a problem file may say:", *comments(without=read_toml(text)))
    return text + "\n".join(lines) + "\n"
