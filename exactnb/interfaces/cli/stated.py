"""A family of one's own, as the options --density, --support and --parameter state it."""

from __future__ import annotations

import argparse
import re
from collections.abc import Sequence
from typing import TYPE_CHECKING

from exactnb.errors import InputError
from exactnb.interfaces.cli.printing import errors_at_options

if TYPE_CHECKING:
    from exactnb.core.families.declared.family import Family

_WORDS = frozenset({"in", "real", "infty", "inf", "infinity", "oo"})


def family_by_formula(options: argparse.Namespace) -> Family | None:
    """Return the family that `options` state by a density or mass, None if they state none."""
    if options.density is None and options.mass is None and not options.outcome:
        return None
    from exactnb.core.families.declared.family import Family

    for text, option, example in (
        (options.support, "--support", '"x > 0"'),
        (options.parameter, "--parameter", '"s > 0"'),
    ):
        if not text and not (options.outcome and option == "--support"):
            raise InputError(f"a density needs it, as in {option} {example}", at=option)
    names = {"parameters": "--parameter", "constants": "--constant", "probabilities": "--outcome"}
    names |= {key: f"--{key}" for key in ("density", "mass", "support", "prior", "shared")}
    with errors_at_options(names):
        return Family.of(
            density=options.density,
            mass=options.mass,
            probabilities=_formulas_by_outcome(options.outcome) or None,
            support=options.support,
            parameters=_ranges_by_letter(options.parameter, "--parameter"),
            constants=_ranges_by_letter(options.constant, "--constant"),
            prior=options.prior,
            shared=options.shared,
        )


def _formulas_by_outcome(probabilities: Sequence[str]) -> dict[str, str]:
    """Return formulas by the outcomes before their equals signs."""
    by_outcome: dict[str, str] = {}
    for text in probabilities:
        outcome, sign, formula = text.partition("=")
        if not sign or not outcome.strip() or outcome.strip() in by_outcome:
            example = '--outcome "aa = q^2"'
            raise InputError.expected(f"an outcome of its own, as in {example}", text, at="--outcome")
        by_outcome[outcome.strip()] = formula.strip()
    return by_outcome


def _ranges_by_letter(ranges: Sequence[str], option: str) -> dict[str, str]:
    """Return ranges by the letters that they are of: the first word, or the one that is no number."""
    by_letter: dict[str, str] = {}
    for text in ranges:
        words = [word for word in re.findall(r"\\?[^\W\d_]+", text) if word not in _WORDS]
        if not words:
            raise InputError.expected('a letter and what it may be, such as "s > 0"', text, at=option)
        by_letter[words[0]] = text
    return by_letter
