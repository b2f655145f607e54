"""The arguments of `exactnb variants`."""

from __future__ import annotations

from functools import partial
from typing import Any

from exactnb.interfaces.cli.parsing import StoreOnce, option
from exactnb.interfaces.cli.shared_options import files, patience, variant_options


def add_variants(commands: Any) -> None:
    """Add the command `variants` to `commands`, argparse's subparsers."""
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
    meaning = "a problem file (.toml): its shape, labels, conventions and questions stay"
    variants.add_argument("source", metavar="PROBLEM", help=meaning)

    add = partial(option, variants)
    add("--count", "how many (default: 100)", "N", type=int)
    add("--seed", "the same seed gives the same files, everywhere (default: 1)", "SEED")
    variant_options(variants)
    meaning = "values are told apart with so many significant figures too"
    add("--figures", meaning, "N", type=int)
    add("--students", "a class list (.csv, .tsv): each student gets one", "FILE")
    meaning = "the folder: a new one, or one of variants that is there already"
    variants.add_argument(
        "-o", "--output", action=StoreOnce, metavar="DIR", required=True, help=meaning
    )
    files(variants)
    patience(variants)
