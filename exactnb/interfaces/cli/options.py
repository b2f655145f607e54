"""The arguments of all commands. Parsing them imports no other part of the library.

How to read: `parser` assembles the commands; each has a function below it or in a file of few.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable
from functools import cache
from importlib import import_module
from typing import Any

import exactnb
from exactnb.explain.rendering import formats
from exactnb.interfaces.cli import parsing
from exactnb.interfaces.cli.parsing import add_flag, add_option, add_repeatable_option

_DESCRIPTION = "Naive Bayes, worked out exactly: every number an exact fraction, every line checked."
TEMPLATES = ("csv", "toml")
"""File types of a template of answers, in addition to the formats of all output."""
_ANSWER = 'an answer, as "P(yes|x)=0.4", to a problem or a table read as in solve; may be repeated'
REPORTS = ("text", "html", "json", "csv", "gradescope", "moodle", "canvas")
_OF_FILES = "density mass outcome power roster anonymous submission student ignore before feedback"
"""What check of a table has no options for."""
_COMPLETED = ("bash", "zsh", "tcsh")

_LIKE_CLASSIFY = (
    "Options that classify has too mean the same there, but for two: classify smooths with 1, since in "
    "many texts some word is always new, while here zeros are shown as counted (0); and --family is of "
    "words only there."
)


@cache  # each cell of a notebook parses its options
def parser(*, of_table: bool = False, command: str = "") -> argparse.ArgumentParser:
    """Return the parser of the one `command`, or of all commands if there is none of that name.

    With `of_table`, check takes a table as its problem, and answers as options.
    """
    root = parsing.CommandParser(
        prog="exactnb",
        description=_DESCRIPTION,
        examples=(
            "exactnb new -o play.toml",
            "exactnb solve play.toml",
            'exactnb solve play.csv --query "Sunny, Strong"',
        ),
        more=("exactnb COMMAND --help tells more of each.",),
    )
    version = f"exactnb {exactnb.__version__}"
    root.add_argument("--version", action="version", version=version, help="show the version and exit")
    commands = root.add_subparsers(
        title="commands",
        dest="command",
        required=True,
        metavar="COMMAND",
        parser_class=parsing.CommandParser,
        prog="exactnb",
    )
    adders: dict[str, Callable[[Any], None]] = {
        "solve": _add_solve, "derive": _add_derive, "explore": _add_explore,
        "check": _add_check_of_table if of_table else _add_check,
        "audit": _add_audit, "classify": _adder_in_file("classify"),
        "count": _adder_in_file("classify", "count"),
        "merge": _adder_in_file("classify", "merge"), "sample": _add_sample,
        "variants": _adder_in_file("export", "variants"), "export": _adder_in_file("export"),
        "slips": _adder_in_file("export", "slips"), "site": _adder_in_file("export", "site"),
        "new": _add_new,
        "completion": _add_completion, "mcp": _add_mcp,
    }  # fmt: skip
    for name in (command,) if command in adders else adders:
        adders[name](commands)
    return root


def _adder_in_file(file: str, command: str = "") -> Callable[[Any], None]:
    """Return a function that adds a command from another module, imported for that alone."""

    def add(commands: Any) -> None:
        home = import_module(f"exactnb.interfaces.cli.{file}_options")
        getattr(home, f"add_{command or file}")(commands)

    return add


def _add_solve(commands: Any) -> None:
    solve = commands.add_parser(
        "solve",
        usage="exactnb solve [OPTION ...] PROBLEM\n       exactnb solve [OPTION ...] --counts FILE",
        help="work a problem out, from a problem file or a table",
        description="Work a problem out: every number as counted, every line checked.",
        examples=(
            "exactnb solve play.toml --to latex -o play.tex",
            'exactnb solve play.csv --query "Sunny, Strong" --smoothing 1',
            "exactnb solve mails.csv --words --family bernoulli --query 'win money'",
            'exactnb solve --counts counts.parquet --query "Sunny, Strong"',
        ),
        more=(parsing.PIPED_IN, _LIKE_CLASSIFY),
        choices=parsing.lists_of_families_and_notations,
    )
    solve.add_argument("source", nargs="?", metavar="PROBLEM", help=parsing.A_PROBLEM)
    meaning = (
        "what was counted, in the place of PROBLEM: a table with a column for each class, as in "
        "data.counts, or what exactnb count or any engine wrote (.parquet; extra frames)"
    )
    add_option(solve, "--counts", meaning, "FILE")

    questions = solve.add_argument_group("what is asked")
    parsing.add_queries(questions)
    meaning = 'one quantity, such as "P(+|x)"; may be repeated'
    add_repeatable_option(questions, "--only", meaning, "NAME")
    add_flag(questions, "--why", "derive the rules of the estimates too")

    parsing.add_table_options(solve)
    parsing.add_strict(solve)
    printed = solve.add_argument_group("what is printed")
    parsing.add_output(printed, (*formats.names(), *TEMPLATES))
    meaning = "how much is said: brief, standard (default), or full, with nothing left out"
    add_option(printed, "--level", meaning, "LEVEL")
    instead = printed.add_mutually_exclusive_group()
    add_flag(instead, "--sheet", "the problem without its solution: data, query, questions with blanks")
    meaning = "a template of its answers that check reads: toml (default), json, csv for a class"
    add_flag(instead, "--answers", meaning)
    add_flag(printed, "--checks", "end with how many quantities two independent readers agree on")
    add_option(printed, "--digits", "significant digits of decimals (default: 4)", "N", type=int)
    add_option(printed, "--log", "compare in logarithms: e, 2, 10", "BASE")
    add_flag(printed, "--pseudo-documents", "show smoothing as rows that are added")
    add_flag(printed, "--chain-rule", "show the joint without the naive assumption")
    parsing.add_format_options(printed)
    parsing.add_files(solve)
    parsing.add_effort(solve)
    worked = printed.add_mutually_exclusive_group()
    meaning = "work with decimals (default where columns hold numbers)"
    store = {"dest": "shown", "action": "store_const"}
    worked.add_argument("--decimals", const="decimal", default=None, help=meaning, **store)
    worked.add_argument("--exact", const="exact", help="work with exact numbers", **store)
    add_flag(questions, "--verify", "with --why: prove the theorems anew, which were proved before")


def _add_derive(commands: Any) -> None:
    derive = commands.add_parser(
        "derive",
        help="derive an estimator, or a fact about naive Bayes, line by line",
        description="Derive an estimator, or a fact about naive Bayes, every line checked.",
        examples=("exactnb derive", "exactnb derive prior-mle --problem play.toml --level brief"),
        choices=parsing.list_of_notations,
    )
    derive.add_argument("theorem", nargs="?", metavar="THEOREM", help="its name (else the list)")
    add_option(derive, "--problem", "put a problem's numbers in", "FILE")
    _add_own_family(derive)
    meaning = "how much is said: brief, without mechanical lines, standard (default), or full"
    add_option(derive, "--level", meaning, "LEVEL")
    add_flag(derive, "--checks", "show how each line was accepted")
    add_flag(derive, "--verify", "prove anew what was proved before: the theorem, or all in the list")
    parsing.add_output(derive, formats.names())
    parsing.add_format_options(derive)
    parsing.add_files(derive)
    parsing.add_effort(derive)


def _add_explore(commands: Any) -> None:
    explore = commands.add_parser(
        "explore",
        usage="exactnb explore [OPTION ...] PROBLEM [QUERY ...]",
        help="find what would change a decision: λ, the prior, the data, the query",
        description="Find why a query is decided as it is, and what would change that: another λ or "
        "prior, one edit of the data, another query. Every line is checked.",
        examples=(
            "exactnb explore play.toml",
            "exactnb explore play.toml x --to html -o what_if.html",
            'exactnb explore play.csv --query "Sunny, Strong"',
        ),
        more=(parsing.PIPED_IN,),
        choices=parsing.lists_of_families_and_notations,
    )
    explore.add_argument("source", metavar="PROBLEM", help=parsing.A_PROBLEM)
    meaning = "ids of queries (default: all of them)"
    explore.add_argument("queries", metavar="QUERY", nargs="*", help=meaning)
    parsing.add_queries(explore)
    parsing.add_table_options(explore)
    parsing.add_strict(explore)
    add_option(explore, "--digits", "significant digits of decimals (default: 4)", "N", type=int)
    parsing.add_output(explore, formats.names())
    parsing.add_format_options(explore)
    parsing.add_files(explore)
    parsing.add_effort(explore)


def _add_own_family(parser: Any) -> None:
    """Add the options that state a family by its density."""
    group = parser.add_argument_group("a family of your own, by its density")
    add_option(group, "--density", 'its density, as "theta x^(theta-1)"', "FORMULA")
    add_option(group, "--mass", "or its mass function, of whole numbers", "FORMULA")
    meaning = 'or an outcome with its probability, as "aa = q^2"; once for each'
    add_repeatable_option(group, "--outcome", meaning, "NAME=P")
    add_option(group, "--support", 'what x may be, as "0 < x < 1"', "RANGE")
    meaning = 'what is estimated, as "theta > 0"; may be repeated'
    add_repeatable_option(group, "--parameter", meaning, "RANGE")
    meaning = 'a letter that is given, as "a in {1, 2, ...}"; may be repeated'
    add_repeatable_option(group, "--constant", meaning, "RANGE")
    add_option(group, "--prior", "a prior of the parameter, up to a factor: its MAP", "FORMULA")
    add_repeatable_option(
        group, "--shared", "a parameter that all classes share; may be repeated", "LETTER"
    )


def _add_check(commands: Any) -> None:
    check = commands.add_parser(
        "check",
        help="check answers, and name the mistakes behind wrong ones",
        description="Check answers to a problem. Exit code 0: all right, 1: something is wrong.",
        examples=(
            "exactnb check homework.toml ada.toml --explain",
            "exactnb check homework.toml class.csv --to csv -o marks.csv",
            "exactnb check homework.toml quiz.csv --attempts best --to moodle -o grades.csv",
            'exactnb check play.csv --query "Sunny, Strong" --answer "P(Yes|x)=0.4"',
            'exactnb check play.csv --query "Sunny, Strong" ada.md',
            "exactnb check bernoulli-mle ada.tex",
            'exactnb check --density "s e^(-s x)" --support "x>0" --parameter "s>0" ada.tex',
        ),
    )
    meaning = (
        "a problem file (.toml), or a folder of variants, of which each student has one; or the name "
        "of a theorem, for derivations of it"
    )
    check.add_argument("source", metavar="PROBLEM", help=meaning)
    meaning = (
        "of a student (.toml, .json, .ipynb), or of a class (.csv, .tsv, .xml of QTI, a folder); "
        "or a whole solution or derivation (.txt, .md, .tex), or a folder of them"
    )
    check.add_argument("answers", nargs="?", metavar="ANSWERS", help=meaning)
    check.set_defaults(of_table=False)
    add_option(check, "--answer", _ANSWER, "NAME=VALUE")
    meaning = "of a table, as in solve, for --answer or a whole solution"
    add_option(check, "--query", meaning, "CELLS")
    _add_report(check)
    add_flag(check, "--power", "show which mistakes the questions can tell apart")
    _add_class(check)
    meaning = "who submitted ANSWERS: Gradescope's submission_metadata.json"
    add_option(check, "--submission", meaning, "FILE")
    _add_own_family(check)
    parsing.add_dialect(check.add_argument_group("how ANSWERS are written"))
    parsing.add_files(check)
    parsing.add_strict(check)
    parsing.add_effort(check)


def _add_check_of_table(commands: Any) -> None:
    """Add `check` as it takes answers as options or a whole solution, of problems and tables alike."""
    check = commands.add_parser(
        "check",
        usage="exactnb check [OPTION ...] --answer NAME=VALUE [...] PROBLEM\n"
        "       exactnb check [OPTION ...] --query CELLS PROBLEM SOLUTION",
        help="check answers, and name the mistakes behind wrong ones",
        description="Check single answers or a whole solution to a problem file or a table. Exit code "
        "0: all right, 1: something is wrong.",
        examples=(
            'exactnb check play.csv --query "Sunny, Strong" --answer "P(Yes|x)=0.4"',
            'exactnb check play.csv --answer "P(Yes)=9/14" --answer "P(Yes,x)=1/9"',
            'exactnb check play.csv --query "Sunny, Strong" ada.md',
        ),
    )
    check.add_argument("source", metavar="PROBLEM", help="a problem file (.toml), a table, or -")
    meaning = "a whole solution (.txt, .md, .tex), or a folder of them, in the place of --answer"
    check.add_argument("answers", nargs="?", metavar="SOLUTION", help=meaning)
    check.set_defaults(of_table=True, **dict.fromkeys(_OF_FILES.split()))
    check.add_argument("--answer", action="append", metavar="NAME=VALUE", help=_ANSWER)
    _add_report(check)
    parsing.add_queries(check)
    parsing.add_table_options(check)
    parsing.add_files(check)
    parsing.add_strict(check)
    parsing.add_effort(check)


def _add_report(check: Any) -> None:
    """Add to `check` what is reported about answers, and how."""
    parsing.add_output(check, REPORTS)
    parsing.add_ascii(check)
    meaning = "of the points for what is right by own earlier values (default: 1)"
    add_option(check, "--follow-through", meaning, "SHARE")
    add_flag(check, "--explain", "derive how wrong values arise")
    meaning = "search conventions, edits and queries too for what no known mistake explains"
    add_flag(check, "--search", meaning)


def _add_audit(commands: Any) -> None:
    audit = commands.add_parser(
        "audit",
        usage="exactnb audit [OPTION ...] PROBLEM\n       exactnb audit --counts CLAIM [...]",
        help="audit numbers in print, and find what explains wrong ones",
        description="Audit the numbers in print of a problem, its section [printed]. Exit code 0: all "
        "right, 1: something is wrong.",
        examples=(
            "exactnb audit notes.toml",
            "exactnb audit notes.toml --pairs --to html -o audit.html",
            'exactnb audit --counts "0.67 of 7" --counts "mean 3.45 of 20"',
        ),
    )
    audit.add_argument("source", nargs="?", metavar="PROBLEM", help="a problem file (.toml)")
    add_flag(audit, "--pairs", "explain by two changes at once what no single one explains")
    meaning = "explain by two edits of the data at once, too: they are many (see --seconds)"
    add_flag(audit, "--two-edits", meaning)
    meaning = "another problem whose numbers may have been printed; may be repeated"
    add_repeatable_option(audit, "--instead", meaning, "FILE")
    add_option(audit, "--seconds", "search no longer than that, and tell what was found", "S")
    meaning = 'without data: do any counts give "0.67 of 7"? may be repeated'
    add_repeatable_option(audit, "--counts", meaning, "CLAIM")
    parsing.add_output(audit, ("text", "markdown", "html", "json"))
    parsing.add_ascii(audit)
    parsing.add_files(audit)
    parsing.add_strict(audit)
    parsing.add_effort(audit)


def _add_class(check: argparse.ArgumentParser) -> None:
    """Add the options for classes: how columns are read, who is in the class, what is reported."""
    read = check.add_argument_group("how the answers of a class are read")
    add_option(read, "--student", "column of the student (default: a name, else the first)", "COL")
    add_repeatable_option(read, "--ignore", "a column to leave out; may be repeated", "COL")
    meaning = 'what a column answers, as "Response 1=prior"; may be repeated'
    add_repeatable_option(read, "--map", meaning, "COL=ID")
    meaning = "which of several rows of a student counts: best, last, first"
    add_option(read, "--attempts", meaning, "WHICH", choices=("best", "last", "first"))
    meaning = "who is in the class: a gradebook of Moodle or Canvas, or any .csv"
    add_option(read, "--roster", meaning, "FILE")

    report = check.add_argument_group("what is told of a class")
    add_option(report, "--feedback", "write a Markdown file for each student into a folder", "DIR")
    add_flag(report, "--anonymous", "numbers in place of names")
    add_option(
        report, "--before", "an earlier report (--to json): say who changes, and by how much", "FILE"
    )


def _add_sample(commands: Any) -> None:
    sample = commands.add_parser(
        "sample",
        help="draw observations from a model, exactly",
        description="Draw observations from a model, exactly and from a seed, as CSV.",
        examples=(
            "exactnb sample play.toml --count 20 --seed 1",
            "exactnb sample mails.toml --count 5 --seed 1 --given spam -o drawn.csv",
        ),
    )
    sample.add_argument("source", metavar="PROBLEM", help="a problem file (.toml)")
    add_option(sample, "--count", "how many", "N", type=int, required=True)
    add_option(sample, "--seed", "the same draws again", "S", required=True)
    add_option(sample, "--given", "of one class only", "CLASS")
    add_option(sample, "--length", "words of each text", "N", type=int)
    add_option(sample, "--model", "another model than the first", "NAME")
    add_flag(sample, "--raw", "cells as they are, formulas too")
    parsing.add_output(sample)
    parsing.add_files(sample)
    parsing.add_effort(sample)


def _add_new(commands: Any) -> None:
    new = commands.add_parser(
        "new",
        help="write a commented problem file to start from",
        description="Write a commented problem file to start from.",
        examples=("exactnb new", "exactnb new bernoulli -o mails.toml"),
        choices=parsing.list_of_kinds,
    )
    meaning = "one of those below (default: categorical)"
    new.add_argument("kind", nargs="?", metavar="KIND", help=meaning)
    add_flag(new, "--list", "what kinds of file there are")
    parsing.add_output_file(new, "write to a new file", required=False)


def _add_completion(commands: Any) -> None:
    completion = commands.add_parser(
        "completion",
        help="print what makes a shell complete commands and options",
        description="Print a script that makes a shell complete exactnb's commands, options and "
        "choices (extra completion).",
        examples=(
            "exactnb completion bash > ~/.local/share/bash-completion/completions/exactnb",
            'exactnb completion zsh > "${fpath[1]}/_exactnb"',
        ),
    )
    completion.add_argument("shell", choices=_COMPLETED, metavar="SHELL", help=", ".join(_COMPLETED))


def _add_mcp(commands: Any) -> None:
    commands.add_parser(
        "mcp",
        help="serve programs: solve, derive and check over the Model Context Protocol",
        description="Serve the tools solve, derive and check_working on standard input and output, for "
        "programs that speak the Model Context Protocol (extra mcp). Nothing is written, and no file "
        "is read.",
        examples=("exactnb mcp", "exactnb mcp --help"),
    )
