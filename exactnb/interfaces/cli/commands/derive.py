"""`exactnb derive`: the list of theorems, or one of them, verified and printed."""

from __future__ import annotations

import argparse

from exactnb.core.model.effort import patient
from exactnb.core.problem.styles import style
from exactnb.errors import HERE, InputError, Place
from exactnb.explain.proving.theorems import groups, names
from exactnb.explain.proving.theorems import theorem as find
from exactnb.explain.rendering.formulas.text_math import to_ascii
from exactnb.explain.solution.derived import derive
from exactnb.interfaces.cli.printing import (
    at_option,
    check_said,
    format_of,
    is_ascii,
    naming,
    refuse,
    render,
    say_proved,
    write_out,
)
from exactnb.interfaces.cli.progress import progress

_OF_THEOREMS = ("checks", "fragment", "engine")
_ONLY_WITH_A_THEOREM = ("problem", "notation", "to", "level", "patience", *_OF_THEOREMS)


def run_derive(options: argparse.Namespace) -> None:
    """List the theorems, or print one of them as the options say.

    Raises an ExactnbError before anything is written.
    """
    if options.theorem is None:
        refuse(options, _ONLY_WITH_A_THEOREM, "goes with the name of a theorem")
        if format_of(options) != "text":
            raise InputError("the list is text; expected a name that ends in .txt", at="-o")
        if options.verify:
            _prove_all()
        listed = listing()
        write_out(to_ascii(listed) if is_ascii(options) else listed, options.output)
        if options.verify:
            say_proved(f"all {len(names())} theorems")
        return
    to = format_of(options)
    at_option("THEOREM", find, options.theorem)
    check_said(options, notation=style)
    effort = at_option("--patience", patient, options.patience)
    level = options.level or "standard"
    source = Place.file(options.problem) if options.problem else HERE
    with source, naming({"level": "--level"}), progress("deriving"):
        derived = derive(
            options.theorem,
            options.problem,
            level=level,
            checks=options.checks,
            files=options.files,
            effort=effort,
            anew=options.verify,
        )
        text = render(derived, to, options)
    write_out(text, options.output)
    if options.verify:
        say_proved(options.theorem)


def _prove_all() -> None:
    """Prove every theorem anew; raise Rejected at the first line that does not hold."""
    with progress("proving") as shown:
        for number, name in enumerate(names()):
            if number:
                shown.tell(f"proved {number} of {len(names())} theorems")
            derive(name, anew=True)


def listing() -> str:
    """Return the names and titles of all theorems, under the headings of their files."""
    out = []
    width = max(len(theorem.name) for _, theorems in groups() for theorem in theorems)
    for heading, theorems in groups():
        out += [heading, *(f"   {theorem.name:{width}}  {theorem.title}" for theorem in theorems), ""]
    return "\n".join(out[:-1]) + "\n"
