"""`exactnb new`: a commented problem file to start from."""

from __future__ import annotations

import argparse
from pathlib import Path

from exactnb.core import families
from exactnb.core.families.protocol import Family
from exactnb.errors import InputError, Place, one_of
from exactnb.interfaces.cli.output import write_bytes, write_screen

_FOLDER = Path(__file__).parent / "templates"


def kinds() -> tuple[str, ...]:
    """Return the kinds of problem file there are: every family, and what has a template of its own.

    >>> kinds()
    ('bernoulli', 'categorical', 'counts', ..., 'parameters', 'piecewise', ...)
    """
    own = (file.stem for file in _FOLDER.glob("*.toml"))
    return tuple(sorted({*own, *families.names()}))


def run_new(options: argparse.Namespace) -> None:
    """Print a problem file, or write it where no file is yet; or list what kinds there are."""
    if options.list:
        known = kinds()
        width, named = max(map(len, known)), families.names()
        for kind in known:
            title = families.family(kind).title if kind in named else f"from {kind} alone"
            write_screen(f"{kind:{width}}  {title}\n")
        return
    kind = options.kind or families.usual("nominal")
    Place.of("new").read(one_of, kind, kinds())
    text = problem_file(kind)
    if options.output is None:
        write_screen(text)
        return
    if not options.output:
        raise InputError("expected a file name", at="-o")
    write_bytes(Path(options.output), text.encode(), new=True)


def problem_file(kind: str) -> str:
    """Return a problem file of a kind, with every key that it leaves out in a comment at its end."""
    from exactnb.core.problem.sections import comments
    from exactnb.core.problem.toml import read_toml

    file = _FOLDER / f"{kind}.toml"
    text = file.read_text(encoding="utf-8") if file.exists() else _of_family(families.family(kind))
    lines = ("", "# What else a problem file may say:", *comments(without=read_toml(text)))
    return text + "\n".join(lines) + "\n"


def _of_family(own: Family) -> str:
    """Return the file of a family that has no template: its own example, or that of its domain."""
    room = families.room_of(own.domain).removeprefix("of_")
    own = own.with_numbers({hyper.name: hyper.examples[0] for hyper in own.hyper})
    data = own.example or (_FOLDER / "by_domain" / f"{room}.toml").read_text(encoding="utf-8")
    head = (
        f"# {own.titled()}: {own.formula}\n# Work it out with:  exactnb solve THIS_FILE\n"
        f'title = "{own.title}"\n\n'
    )
    return head + data.replace("{family}", own.as_typed())
