"""The arguments of `exactnb variants`."""

from __future__ import annotations

from functools import partial
from typing import Any

from exactnb.interfaces.cli.parsing import Once, option
from exactnb.interfaces.cli.shared_options import drawn, files, patience


def add_variants(commands: Any) -> None:
    """Add the command and what it takes."""
    variants = commands.add_parser(
        "variants",
        usage="exactnb variants [OPTION ...] -o DIR PROBLEM",
        help="draw the same problem with other numbers, so that each mistake is told",
        description="Draw the same problem with other numbers, for every student another, such that no "
        "typical mistake gives the right answer by accident, and each is told by a value of its own. "
        "What may vary is said in [variants] of the problem file.",
        examples=(
            "exactnb variants sheet.toml --count 30 -o variants",
            'exactnb variants play.toml --ask "P(Yes,x)" --ask "P(Yes|x)" -o variants',
            "exactnb variants sheet.toml --students roster.csv -o variants",
        ),
    )
    said = "a problem file (.toml): its shape, labels, conventions and questions stay"
    variants.add_argument("source", metavar="PROBLEM", help=said)

    add = partial(option, variants)
    add("--count", "how many (default: 100)", "N", type=int)
    add("--seed", "the same seed gives the same files, everywhere (default: 1)", "SEED")
    drawn(variants)
    said = "values are told apart with so many significant figures too"
    add("--figures", said, "N", type=int)
    add("--students", "a class list (.csv, .tsv): each student gets one", "FILE")
    said = "the folder: a new one, or one of variants that is there already"
    variants.add_argument("-o", "--output", action=Once, metavar="DIR", required=True, help=said)
    files(variants)
    patience(variants)
