"""The arguments of `exactnb variants`, `export`, `slips` and `site`, which write many problems."""

from __future__ import annotations

from functools import partial
from typing import Any

from exactnb.interfaces.cli import parsing
from exactnb.teach.exporting import systems


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

    add = partial(parsing.add_option, variants)
    add("--count", "how many (default: 100)", "N", type=int)
    add("--seed", "the same seed gives the same files, everywhere (default: 1)", "SEED")
    parsing.add_variant_options(variants)
    meaning = "values are told apart with so many significant figures too"
    add("--figures", meaning, "N", type=int)
    meaning = "a class list (.csv, .tsv): each student gets one of the N, whoever else is in the list"
    add("--students", meaning, "FILE")
    meaning = "the folder: a new one, or one of variants that is there already"
    parsing.add_output_file(variants, meaning, "DIR")
    parsing.add_files(variants)
    parsing.add_effort(variants)


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
            "exactnb export sheet.toml --to moodle,stack,qti-2-1 --count 30 -o quiz",
            'exactnb export play.toml --ask "P(Yes|x)" --figures 4 --to gift -o play.txt',
        ),
    )
    meaning = "a problem file (.toml); several become a category or a folder each"
    export.add_argument("source", metavar="PROBLEM", nargs="+", help=meaning)

    add = partial(parsing.add_option, export)
    names = systems.names()
    meaning = "one or several, which get the same variants: "
    add("--to", meaning + ", ".join(names), "SYSTEM,...", required=True)
    meaning = "draw so many variants, and export these (default: the problem's own numbers)"
    add("--count", meaning, "N", type=int)
    add("--seed", "of the variants: the same gives the same files (default: 1)", "SEED")
    parsing.add_variant_options(export)
    meaning = "significant figures of an answer, unless its question says otherwise (default: 3)"
    add("--figures", meaning, "N", type=int)
    add("--credit", "share of its points that a known mistake earns (default: 0)", "SHARE")
    meaning = "a class list (.csv, .tsv): each gets one of --count N; with a folder, or --problems"
    add("--students", meaning, "FILE")
    meaning = "write the problem file of each item into a folder too, with which check grades the class"
    add("--problems", meaning, "DIR")
    meaning = "the file; or the folder, a new one or one of an export that is there already"
    parsing.add_output_file(export, meaning)
    parsing.add_files(export)
    parsing.add_effort(export)


def add_slips(commands: Any) -> None:
    """Add the command `slips` to `commands`, argparse's subparsers."""
    slips = commands.add_parser(
        "slips",
        help="write workings with one planted slip each, to test judges of reasoning",
        description="Write problems with full numeric workings as JSON lines: each record has the "
        "right working, the same with one slip, and the number of the first wrong line.",
        examples=(
            "exactnb slips --count 200 --seed 1 -o slips.jsonl",
            "exactnb slips --count 1 --seed exam",
            "exactnb slips --derivations --count 200 -o derivations.jsonl",
        ),
    )
    add = partial(parsing.add_option, slips)
    add("--count", "number of records (default: 100)", "N", type=int)
    add("--seed", "the same seed gives the same records, everywhere (default: 1)", "SEED")
    meaning = "derivations of estimates, with letters, instead of numeric workings"
    parsing.add_flag(slips, "--derivations", meaning)
    parsing.add_output(slips.add_argument_group("what is printed"))


def add_site(commands: Any) -> None:
    """Add the command `site` to `commands`, argparse's subparsers."""
    site = commands.add_parser(
        "site",
        help="build pages of problems and theorems, and one that computes",
        description="Build a folder of pages: problems with their solutions, all theorems, and a page "
        "that works out a reader's own table in the browser. It can be published as it is.",
        examples=(
            "exactnb site -o site play.toml mails.toml",
            "exactnb site -o site --pyodide node_modules/pyodide play.toml",
        ),
    )
    meaning = "problem files (.toml) and tables; without any, the theorems alone"
    site.add_argument("sources", nargs="*", metavar="PROBLEM", help=meaning)
    parsing.add_output_file(site, "the folder: a new one, or a site that is there already", "DIR")
    parsing.add_option(
        site, "--pyodide", "the folder of npm's package pyodide (nothing is fetched)", "DIR"
    )
