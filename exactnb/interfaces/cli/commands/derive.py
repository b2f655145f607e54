"""`exactnb derive`: list the theorems, or print the verified derivation of one."""

from __future__ import annotations

import argparse

from exactnb.core.model.quantity import budget_for_patience
from exactnb.core.problem.styles import style
from exactnb.errors import HERE, InputError, Place
from exactnb.explain.proving.theorems import groups, names
from exactnb.explain.proving.theorems import theorem as find
from exactnb.explain.rendering.formulas.text_math import to_ascii
from exactnb.explain.solution.derived import derive
from exactnb.interfaces.cli import printing
from exactnb.interfaces.cli.stated import family_by_formula

_OF_THEOREMS = ("checks", "fragment", "engine")
_ONLY_WITH_A_THEOREM = ("problem", "notation", "to", "level", "patience", *_OF_THEOREMS)
_OF_A_FAMILY = ("support", "parameter", "constant", "prior")


def run_derive(options: argparse.Namespace) -> None:
    """List the theorems, or print the one that `options` name."""
    family = family_by_formula(options)
    if family is not None:
        _refuse_options_with_own_family(options)
    if options.theorem is None and family is None:
        printing.refuse_options_given(options, _OF_A_FAMILY, "needs --density, --mass or --outcome")
        printing.refuse_options_given(options, _ONLY_WITH_A_THEOREM, "needs the name of a theorem")
        if printing.chosen_format(options) != "text":
            raise InputError("the list is text; expected a name that ends in .txt", at="-o")
        if options.verify:
            _prove_all()
        listed = theorem_list()
        printing.write_output(
            to_ascii(listed) if printing.is_ascii(options) else listed, options.output
        )
        if options.verify:
            printing.say_proved(f"all {len(names())} theorems")
        return
    to = printing.chosen_format(options)
    if family is None:
        printing.at_option("THEOREM", find, options.theorem)
    printing.check_values(options, notation=style)
    effort = printing.at_option("--patience", budget_for_patience, options.patience)
    level = options.level or "standard"
    source = Place.file(options.problem) if options.problem else HERE
    with source, printing.errors_at_options({"level": "--level"}), printing.progress("deriving"):
        derived = derive(
            family or options.theorem,
            options.problem,
            level=level,
            checks=options.checks,
            files=options.files,
            effort=effort,
            anew=options.verify,
        )
        text = printing.render(derived, to, options)
    printing.write_output(text, options.output)
    if options.verify:
        printing.say_proved(options.theorem or "the theorem")


def _refuse_options_with_own_family(options: argparse.Namespace) -> None:
    """Refuse what does not go with a family of one's own."""
    if options.theorem is not None:
        raise InputError("cannot be used with the name of a theorem", at="--density")
    if options.problem is not None:
        raise InputError(
            "cannot be used with a problem, which states its families itself", at="--problem"
        )


def _prove_all() -> None:
    """Prove every theorem anew; raise Rejected at the first line that does not hold."""
    with printing.progress("proving") as reporter:
        for number, name in enumerate(names()):
            if number:
                reporter.tell(f"proved {number} of {len(names())} theorems")
            derive(name, anew=True)


def theorem_list() -> str:
    """Return the names and titles of all theorems, under the headings of their modules."""
    lines = []
    width = max(len(theorem.name) for _, theorems in groups() for theorem in theorems)
    for heading, theorems in groups():
        lines += [heading, *(f"   {theorem.name:{width}}  {theorem.title}" for theorem in theorems), ""]
    return "\n".join(lines[:-1]) + "\n"
