"""The arguments of `exactnb export`."""

from __future__ import annotations

from functools import partial
from typing import Any

from exactnb.interfaces.cli.parsing import Once, option
from exactnb.interfaces.cli.shared_options import drawn, files, patience
from exactnb.teach.exporting import systems


def add_export(commands: Any) -> None:
    """Add the command and what it takes."""
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
    said = "a problem file (.toml); several become a category or a folder each"
    export.add_argument("source", metavar="PROBLEM", nargs="+", help=said)

    add = partial(option, export)
    names = systems.names()
    add("--to", ", ".join(names), "SYSTEM", choices=names, required=True)
    said = "draw so many variants, and export these (default: the problem's own numbers)"
    add("--count", said, "N", type=int)
    add("--seed", "of the variants: the same gives the same files (default: 1)", "SEED")
    drawn(export)
    said = "significant figures of an answer, unless its question says otherwise (default: 3)"
    add("--figures", said, "N", type=int)
    add("--credit", "share of its points that a known mistake earns (default: 0)", "SHARE")
    said = "a class list (.csv, .tsv): each student gets a variant; with a folder, or --problems"
    add("--students", said, "FILE")
    said = "write the problem file of each item into a folder too, with which check grades the class"
    add("--problems", said, "DIR")
    said = "the file; or the folder, a new one or one of an export that is there already"
    export.add_argument("-o", "--output", action=Once, metavar="FILE", required=True, help=said)
    files(export)
    patience(export)
