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
        "solve": _solve, "derive": _derive, "explore": _explore,
        "check": _check_of_table if of_table else _check,
        "audit": _audit, "classify": _in_file("classify"), "count": _in_file("classify", "count"),
        "merge": _in_file("classify", "merge"), "sample": _sample,
        "variants": _in_file("export", "variants"), "export": _in_file("export"),
        "slips": _in_file("export", "slips"), "site": _in_file("export", "site"), "new": _new,
        "completion": _completion, "mcp": _mcp,
    }  # fmt: skip
    for name in (command,) if command in adders else adders:
        adders[name](commands)
    return root


def _in_file(file: str, command: str = "") -> Callable[[Any], None]:
    """Return a function that adds a command from another module, imported for that alone."""

    def add(commands: Any) -> None:
        home = import_module(f"exactnb.interfaces.cli.{file}_options")
        getattr(home, f"add_{command or file}")(commands)

    return add


def _solve(commands: Any) -> None:
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
    parsing.option(solve, "--counts", meaning, "FILE")

    questions = solve.add_argument_group("what is asked")
    parsing.queries(questions)
    meaning = 'one quantity, such as "P(+|x)"; may be repeated'
    parsing.several(questions, "--only", meaning, "NAME")
    parsing.flag(questions, "--why", "derive the rules of the estimates too")

    parsing.table(solve)
    parsing.strict(solve)
    printed = solve.add_argument_group("what is printed")
    parsing.output(printed, (*formats.names(), *TEMPLATES))
    meaning = "how much is said: brief, standard (default), or full, with nothing left out"
    parsing.option(printed, "--level", meaning, "LEVEL")
    instead = printed.add_mutually_exclusive_group()
    parsing.flag(
        instead, "--sheet", "the problem without its solution: data, query, questions with blanks"
    )
    meaning = "a template of its answers that check reads: toml (default), json, csv for a class"
    parsing.flag(instead, "--answers", meaning)
    parsing.flag(printed, "--checks", "end with how many quantities two independent readers agree on")
    parsing.option(printed, "--digits", "significant digits of decimals (default: 4)", "N", type=int)
    parsing.option(printed, "--log", "compare in logarithms: e, 2, 10", "BASE")
    parsing.flag(printed, "--pseudo-documents", "show smoothing as rows that are added")
    parsing.flag(printed, "--chain-rule", "show the joint without the naive assumption")
    parsing.add_format_options(printed)
    parsing.files(solve)
    parsing.patience(solve)
    worked = printed.add_mutually_exclusive_group()
    meaning = "work with decimals (default where columns hold numbers)"
    store = {"dest": "shown", "action": "store_const"}
    worked.add_argument("--decimals", const="decimal", default=None, help=meaning, **store)
    worked.add_argument("--exact", const="exact", help="work with exact numbers", **store)
    parsing.flag(questions, "--verify", "with --why: prove the theorems anew, which were proved before")


def _derive(commands: Any) -> None:
    derive = commands.add_parser(
        "derive",
        help="derive an estimator, or a fact about naive Bayes, line by line",
        description="Derive an estimator, or a fact about naive Bayes, every line checked.",
        examples=("exactnb derive", "exactnb derive prior-mle --problem play.toml --level brief"),
        choices=parsing.list_of_notations,
    )
    derive.add_argument("theorem", nargs="?", metavar="THEOREM", help="its name (else the list)")
    parsing.option(derive, "--problem", "put a problem's numbers in", "FILE")
    _own_family(derive)
    meaning = "how much is said: brief, without mechanical lines, standard (default), or full"
    parsing.option(derive, "--level", meaning, "LEVEL")
    parsing.flag(derive, "--checks", "show how each line was accepted")
    parsing.flag(
        derive, "--verify", "prove anew what was proved before: the theorem, or all in the list"
    )
    parsing.output(derive, formats.names())
    parsing.add_format_options(derive)
    parsing.files(derive)
    parsing.patience(derive)


def _explore(commands: Any) -> None:
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
    parsing.queries(explore)
    parsing.table(explore)
    parsing.strict(explore)
    parsing.option(explore, "--digits", "significant digits of decimals (default: 4)", "N", type=int)
    parsing.output(explore, formats.names())
    parsing.add_format_options(explore)
    parsing.files(explore)
    parsing.patience(explore)


def _own_family(parser: Any) -> None:
    """Add the options that state a family by its density."""
    group = parser.add_argument_group("a family of your own, by its density")
    parsing.option(group, "--density", 'its density, as "theta x^(theta-1)"', "FORMULA")
    parsing.option(group, "--mass", "or its mass function, of whole numbers", "FORMULA")
    meaning = 'or an outcome with its probability, as "aa = q^2"; once for each'
    parsing.several(group, "--outcome", meaning, "NAME=P")
    parsing.option(group, "--support", 'what x may be, as "0 < x < 1"', "RANGE")
    meaning = 'what is estimated, as "theta > 0"; may be repeated'
    parsing.several(group, "--parameter", meaning, "RANGE")
    meaning = 'a letter that is given, as "a in {1, 2, ...}"; may be repeated'
    parsing.several(group, "--constant", meaning, "RANGE")
    parsing.option(group, "--prior", "a prior of the parameter, up to a factor: its MAP", "FORMULA")
    parsing.several(group, "--shared", "a parameter that all classes share; may be repeated", "LETTER")


def _check(commands: Any) -> None:
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
    parsing.option(check, "--answer", _ANSWER, "NAME=VALUE")
    meaning = "of a table, as in solve, for --answer or a whole solution"
    parsing.option(check, "--query", meaning, "CELLS")
    _report(check)
    parsing.flag(check, "--power", "show which mistakes the questions can tell apart")
    _class(check)
    meaning = "who submitted ANSWERS: Gradescope's submission_metadata.json"
    parsing.option(check, "--submission", meaning, "FILE")
    _own_family(check)
    parsing.dialect(check.add_argument_group("how ANSWERS are written"))
    parsing.files(check)
    parsing.strict(check)
    parsing.patience(check)


def _check_of_table(commands: Any) -> None:
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
    _report(check)
    parsing.queries(check)
    parsing.table(check)
    parsing.files(check)
    parsing.strict(check)
    parsing.patience(check)


def _report(check: Any) -> None:
    """Add to `check` what is reported about answers, and how."""
    parsing.output(check, REPORTS)
    parsing.ascii(check)
    meaning = "of the points for what is right by own earlier values (default: 1)"
    parsing.option(check, "--follow-through", meaning, "SHARE")
    parsing.flag(check, "--explain", "derive how wrong values arise")
    meaning = "search conventions, edits and queries too for what no known mistake explains"
    parsing.flag(check, "--search", meaning)


def _audit(commands: Any) -> None:
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
    parsing.flag(audit, "--pairs", "explain by two changes at once what no single one explains")
    meaning = "explain by two edits of the data at once, too: they are many (see --seconds)"
    parsing.flag(audit, "--two-edits", meaning)
    meaning = "another problem whose numbers may have been printed; may be repeated"
    parsing.several(audit, "--instead", meaning, "FILE")
    parsing.option(audit, "--seconds", "search no longer than that, and tell what was found", "S")
    meaning = 'without data: do any counts give "0.67 of 7"? may be repeated'
    parsing.several(audit, "--counts", meaning, "CLAIM")
    parsing.output(audit, ("text", "markdown", "html", "json"))
    parsing.ascii(audit)
    parsing.files(audit)
    parsing.strict(audit)
    parsing.patience(audit)


def _class(check: argparse.ArgumentParser) -> None:
    """Add the options for classes: how columns are read, who is in the class, what is reported."""
    read = check.add_argument_group("how the answers of a class are read")
    parsing.option(read, "--student", "column of the student (default: a name, else the first)", "COL")
    parsing.several(read, "--ignore", "a column to leave out; may be repeated", "COL")
    meaning = 'what a column answers, as "Response 1=prior"; may be repeated'
    parsing.several(read, "--map", meaning, "COL=ID")
    meaning = "which of several rows of a student counts: best, last, first"
    parsing.option(read, "--attempts", meaning, "WHICH", choices=("best", "last", "first"))
    meaning = "who is in the class: a gradebook of Moodle or Canvas, or any .csv"
    parsing.option(read, "--roster", meaning, "FILE")

    report = check.add_argument_group("what is told of a class")
    parsing.option(report, "--feedback", "write a Markdown file for each student into a folder", "DIR")
    parsing.flag(report, "--anonymous", "numbers in place of names")
    parsing.option(
        report, "--before", "an earlier report (--to json): say who changes, and by how much", "FILE"
    )


def _sample(commands: Any) -> None:
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
    parsing.option(sample, "--count", "how many", "N", type=int, required=True)
    parsing.option(sample, "--seed", "the same draws again", "S", required=True)
    parsing.option(sample, "--given", "of one class only", "CLASS")
    parsing.option(sample, "--length", "words of each text", "N", type=int)
    parsing.option(sample, "--model", "another model than the first", "NAME")
    parsing.flag(sample, "--raw", "cells as they are, formulas too")
    parsing.output(sample)
    parsing.files(sample)
    parsing.patience(sample)


def _new(commands: Any) -> None:
    new = commands.add_parser(
        "new",
        help="write a commented problem file to start from",
        description="Write a commented problem file to start from.",
        examples=("exactnb new", "exactnb new bernoulli -o mails.toml"),
        choices=parsing.kinds,
    )
    meaning = "one of those below (default: categorical)"
    new.add_argument("kind", nargs="?", metavar="KIND", help=meaning)
    parsing.flag(new, "--list", "what kinds of file there are")
    parsing.output_file(new, "write to a new file", required=False)


def _completion(commands: Any) -> None:
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


def _mcp(commands: Any) -> None:
    commands.add_parser(
        "mcp",
        help="serve programs: solve, derive and check over the Model Context Protocol",
        description="Serve the tools solve, derive and check_working on standard input and output, for "
        "programs that speak the Model Context Protocol (extra mcp). Nothing is written, and no file "
        "is read.",
        examples=("exactnb mcp", "exactnb mcp --help"),
    )
