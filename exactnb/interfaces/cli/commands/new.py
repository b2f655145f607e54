"""`exactnb new`: print a commented problem file to start from."""

from __future__ import annotations

import argparse
from pathlib import Path

from exactnb.core import families
from exactnb.core.families.protocol import BaseFamily
from exactnb.errors import InputError, Place, one_of
from exactnb.interfaces.cli.output import write_bytes, write_screen

_FOLDER = Path(__file__).parent / "templates"


def kinds() -> tuple[str, ...]:
    """Return the kinds of problem file: every family, and every template.

    >>> kinds()
    ('bernoulli', 'categorical', 'counts', ..., 'parameters', 'piecewise', ...)
    """
    return tuple(sorted({*(file.stem for file in _FOLDER.glob("*.toml")), *families.family_names()}))


def run_new(options: argparse.Namespace) -> None:
    """Print or write a problem file of the kind that `options` name, or list the kinds.

    Raises InputError for an unknown kind or a file that exists already.
    """
    if options.list:
        all_kinds = kinds()
        width, family_names = max(map(len, all_kinds)), families.family_names()
        for kind in all_kinds:
            title = families.family(kind).title if kind in family_names else f"from {kind} alone"
            write_screen(f"{kind:{width}}  {title}\n")
        return
    kind = options.kind or families.default("nominal")
    Place.of("new").read(one_of, kind, kinds())
    text = problem_file(kind)
    if options.output is None:
        write_screen(text)
        return
    if not options.output:
        raise InputError("expected a file name", at="-o")
    write_bytes(Path(options.output), text.encode(), new=True)


def problem_file(kind: str) -> str:
    """Return a problem file of a `kind`; a comment at its end has all keys that it does not use."""
    from exactnb.core.problem.sections import comments
    from exactnb.core.problem.toml import read_toml

    file = _FOLDER / f"{kind}.toml"
    text = file.read_text(encoding="utf-8") if file.exists() else _family_example(families.family(kind))
    lines = ("", "# What else a problem file may say:", *comments(without=read_toml(text)))
    return text + "\n".join(lines) + "\n"


def _family_example(family: BaseFamily) -> str:
    """Return the file of a family without a template: its example, or that of its domain."""
    room = families.family_folder(family.domain).removeprefix("of_")
    family = family.with_numbers({hyper.name: hyper.examples[0] for hyper in family.hyper})
    data = family.example or (_FOLDER / "by_domain" / f"{room}.toml").read_text(encoding="utf-8")
    head = (
        f"# {family.full_title()}: {family.formula}\n# Work it out with:  exactnb solve THIS_FILE\n"
        f'title = "{family.title}"\n\n'
    )
    return head + data.replace("{family}", family.as_toml())
