"""The arguments of `exactnb classify`, and those by which it and `exactnb count` read records."""

from __future__ import annotations

from functools import partial
from typing import Any

from exactnb.explain.rendering import formats
from exactnb.interfaces.cli.parsing import flag, option
from exactnb.interfaces.cli.shared_options import dialect, fragment, notations, output, patience

_LABELS = ("csv", "json", "jsonl", "text")
_LIKE_SOLVE = (
    "Options that solve has too mean the same there, but for three: --smoothing is 0 there, so that "
    "zeros are seen; the class is the column class or the last there, as in problem files; and "
    "--family is of any column there. Words are runs of two letters or more in lower case here; solve "
    "cuts texts at spaces unless --words or --letters is said."
)


def add_classify(commands: Any) -> None:
    """Add the command `classify` to `commands`, argparse's subparsers."""
    classify = commands.add_parser(
        "classify",
        usage="exactnb classify [OPTION ...] --train PATH [--test PATH]\n"
        "       exactnb classify [OPTION ...] --model FILE PATH",
        help="label many texts or rows, each label proved",
        description="Label many texts or rows, each label proved. Training data and others are folders "
        "of texts, .jsonl, .csv or .tsv, packed or not, maybe larger than memory (extra scale).",
        examples=(
            "exactnb classify --train mails.csv --leave-one-out",
            "exactnb classify --train old.jsonl --test new.jsonl -o labels.csv",
            "exactnb classify --model counts.parquet new.jsonl",
        ),
        more=(_LIKE_SOLVE,),
        choices=notations,
    )
    add = partial(option, classify)
    classify.add_argument("records", nargs="?", metavar="PATH", help="what is labelled, as --test")
    add("--train", "what is counted; every record has a class", "PATH")
    add("--model", "what was counted before, by exactnb count or any engine (extra frames)", "FILE")
    add("--test", "what is labelled; with classes, labels are compared with them", "PATH")
    flag(classify, "--leave-one-out", "label the training records, each without itself")

    records(classify, ids="field with the id (default: id, else the number of the record)")
    group = classify.add_argument_group("how records are counted")
    add = partial(option, group)
    add("--family", "of words: multinomial (default), bernoulli", "FAMILY")
    add("--smoothing", "λ, an exact number (default: 1)", "λ")
    add("--clip", "bernoulli: shares moved into [ε, 1 − ε], no smoothing", "ε")
    add("--prior", "mle (default), uniform", "PRIOR", choices=("mle", "uniform"))
    add("--vocabulary", "the N words in most texts, or a file with a list of words", "N|FILE")
    add("--categories", 'fields that are categories, with commas between; "*" for all others', "FIELDS")
    add("--numbers", 'fields that are numbers, normal within each class; "*" for all others', "FIELDS")
    meaning = "numbers are the doubles next to what is written (default: as they are written)"
    flag(group, "--doubles", meaning)
    meaning = "numbers: that share of the largest variance added to each (default: 0)"
    add("--var-smoothing", meaning, "ε")
    add("--divisor", "numbers: variances over N (default), N-1", "D", choices=("N", "N-1"))
    meaning = "a category that training never showed: error (default), drop"
    add("--unseen", meaning, "RULE", choices=("error", "drop"))

    group = classify.add_argument_group("what is printed")
    add = partial(option, group)
    output(group, tuple(dict.fromkeys((*_LABELS, *formats.names()))))
    flag(group, "--posteriors", "csv, jsonl: P(class|record) too, correctly rounded")
    add("--explain", "derive the label of one record, by its id", "ID")
    add("--leading", "factors that an explanation shows (default: 10)", "N", type=int)
    fragment(group)
    patience(classify)


def records(command: Any, ids: str) -> None:
    """Add the options that describe records to `command`; `ids` is the help of --id."""
    group = command.add_argument_group("how records are read")
    add = partial(option, group)
    add("--label", "field with the class (default: class, label, else the last)", "FIELD")
    add("--text", "field with the text (default: text)", "FIELD")
    add("--id", ids, "FIELD")
    add("--header", "names of the columns, where the first line has none", "FIELDS")
    dialect(group)
    add("--missing", 'marks of a missing cell, with commas between (default: "?")', "MARKS")
    add("--largest", "what a packed file may unpack to (default: 1GB)", "SIZE")
