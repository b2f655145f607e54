"""The arguments of `exactnb export`."""

from __future__ import annotations

from functools import partial
from typing import Any

from exactnb.interfaces.cli.parsing import StoreOnce, option
from exactnb.interfaces.cli.shared_options import files, patience, variant_options
from exactnb.teach.exporting import systems


def add_export(commands: Any) -> None:
    """Add the command `export` to `commands`, argparse's subparsers."""
    export = commands.add_parser(
        "export",
        usage="exactnb export [OPTION ...] --to SYSTEM -o FILE PROBLEM ...",
        help="write problems for a course system, with key, hints and solution",
        description="Write problems, or variants of them, as questions of a course's own system: "
        "with the key, a tolerance that takes in no typical mistake, hints, and the worked solution.",
        examples=(
            "exactnb export sheet.toml --to moodle -o quiz.xml",
            "exactnb export sheet.toml mails.toml --to gift --count 30 -o quiz.txt",
            'exactnb export play.toml --ask "P(Yes|x)" --figures 4 --to gift -o play.txt',
        ),
    )
    meaning = "a problem file (.toml); several become a category or a folder each"
    export.add_argument("source", metavar="PROBLEM", nargs="+", help=meaning)

    add = partial(option, export)
    names = systems.names()
    add("--to", ", ".join(names), "SYSTEM", choices=names, required=True)
    meaning = "draw so many variants, and export these (default: the problem's own numbers)"
    add("--count", meaning, "N", type=int)
    add("--seed", "of the variants: the same gives the same files (default: 1)", "SEED")
    variant_options(export)
    meaning = "significant figures of an answer, unless its question says otherwise (default: 3)"
    add("--figures", meaning, "N", type=int)
    add("--credit", "share of its points that a known mistake earns (default: 0)", "SHARE")
    meaning = "a class list (.csv, .tsv): each student gets a variant; with a folder, or --problems"
    add("--students", meaning, "FILE")
    meaning = "write the problem file of each item into a folder too, with which check grades the class"
    add("--problems", meaning, "DIR")
    meaning = "the file; or the folder, a new one or one of an export that is there already"
    export.add_argument("-o", "--output", action=StoreOnce, metavar="FILE", required=True, help=meaning)
    files(export)
    patience(export)
