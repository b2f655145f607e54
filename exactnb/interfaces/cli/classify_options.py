"""The arguments of `exactnb classify`, `exactnb count` and `exactnb merge`, which read many records."""

from __future__ import annotations

from functools import partial
from typing import Any

from exactnb.explain.rendering import formats
from exactnb.interfaces.cli import parsing

_LABELS = ("csv", "json", "jsonl", "text")
_LIKE_SOLVE = (
    "Options that solve has too mean the same there, but for two: --smoothing is 0 there, so that "
    "zeros are seen, and --family is of any column there. Words are runs of two letters or more in "
    "lower case here; solve cuts texts at spaces unless --words or --letters is said."
)


def add_classify(commands: Any) -> None:
    """Add the command `classify` to `commands`, argparse's subparsers."""
    classify = commands.add_parser(
        "classify",
        usage="exactnb classify [OPTION ...] --train PATH [--test PATH]\n"
        "       exactnb classify [OPTION ...] --model FILE PATH",
        help="label many texts or rows, each label proved",
        description="Label many texts or rows, each label proved. Training data and others are folders "
        "of texts, or tables (.csv, .jsonl, .arff, .xlsx), packed or not, maybe larger than memory "
        "(extra scale).",
        examples=(
            "exactnb classify --train mails.csv --leave-one-out",
            "exactnb classify --train old.jsonl --test new.jsonl -o labels.csv",
            "exactnb classify --model counts.parquet new.jsonl",
        ),
        more=(_LIKE_SOLVE,),
        choices=parsing.list_of_notations,
    )
    add = partial(parsing.add_option, classify)
    classify.add_argument("records", nargs="?", metavar="PATH", help="what is labelled, as --test")
    add("--train", "what is counted; every record has a class", "PATH")
    add("--model", "what was counted before, by exactnb count or any engine (extra frames)", "FILE")
    add("--test", "what is labelled; with classes, labels are compared with them", "PATH")
    parsing.add_flag(classify, "--leave-one-out", "label the training records, each without itself")

    add_record_options(classify, ids="field with the id (default: id, else the number of the record)")
    group = classify.add_argument_group("how records are counted")
    add = partial(parsing.add_option, group)
    add("--family", "of words: multinomial (default), bernoulli", "FAMILY")
    add("--smoothing", "λ, an exact number (default: 1)", "λ")
    add("--clip", "bernoulli: shares moved into [ε, 1 − ε], no smoothing", "ε")
    add("--prior", "mle (default), uniform", "PRIOR", choices=("mle", "uniform"))
    add("--vocabulary", "the N words in most texts, or a file with a list of words", "N|FILE")
    add("--categories", 'fields that are categories, with commas between; "*" for all others', "FIELDS")
    add("--numbers", 'fields that are numbers, normal within each class; "*" for all others', "FIELDS")
    meaning = "numbers are the doubles next to what is written (default: as they are written)"
    parsing.add_flag(group, "--doubles", meaning)
    add("--var-smoothing", parsing.VAR_SMOOTHING, "ε")
    add("--divisor", "numbers: variances over N (default), N-1", "D", choices=("N", "N-1"))
    meaning = "a category that training never showed: error (default), drop"
    add("--unseen", meaning, "RULE", choices=("error", "drop"))

    group = classify.add_argument_group("what is printed")
    add = partial(parsing.add_option, group)
    parsing.add_output(group, tuple(dict.fromkeys((*_LABELS, *formats.names()))))
    parsing.add_flag(group, "--posteriors", "csv, jsonl: P(class|record) too, correctly rounded")
    add("--explain", "derive the label of one record, by its id", "ID")
    add("--leading", "factors that an explanation shows (default: 10)", "N", type=int)
    parsing.add_format_options(group)
    parsing.add_effort(classify)


def add_record_options(command: Any, ids: str) -> None:
    """Add the options that describe records to `command`; `ids` is the help of --id."""
    group = command.add_argument_group("how records are read")
    add = partial(parsing.add_option, group)
    add("--label", "field with the class (default: class, else the last)", "FIELD")
    add("--text", "field with the text (default: text)", "FIELD")
    add("--id", ids, "FIELD")
    parsing.add_dialect(group)
    parsing.add_header(group)
    add("--missing", 'marks of a missing cell, with commas between (default: "?")', "MARKS")
    parsing.add_fold_case(group)
    parsing.add_strict(group)
    meaning = "training records without a class: drop (default: an error)"
    add("--unlabelled", meaning, "RULE", choices=("error", "drop"))
    add("--largest", "what a packed file may unpack to (default: 1GB)", "SIZE")


def add_count(commands: Any) -> None:
    """Add the command `count` to `commands`, argparse's subparsers."""
    count = commands.add_parser(
        "count",
        usage="exactnb count [OPTION ...] -o COUNTS.parquet PATH [PATH ...]",
        help="count labelled records, for classify, solve and merge",
        description="Count labelled records, each file in one pass: what a model is made of, as a "
        "Parquet file of exact integers (extra frames). Counts of other rows are added with merge.",
        examples=(
            "exactnb count monday.csv tuesday.csv --label play -o counts.parquet",
            "exactnb count mails.jsonl --text body -o counts.parquet",
            "exactnb classify --model counts.parquet new.csv",
        ),
    )
    meaning = "folders of texts, or tables, packed or not; every record has a class"
    count.add_argument("paths", nargs="+", metavar="PATH", help=meaning)
    parsing.add_output_file(count, "the counts")
    add_record_options(count, ids="field with the id, which is not counted (default: id)")
    add = partial(parsing.add_option, count.add_argument_group("what is counted"))
    meaning = "of words: multinomial (default), how often; bernoulli, in how many texts"
    add("--family", meaning, "FAMILY")
    add("--categories", 'fields that are categories, with commas between; "*" for all others', "FIELDS")
    meaning = 'fields that are numbers: how many, their sum, their squares; "*" for all others'
    add("--numbers", meaning, "FIELDS")


def add_merge(commands: Any) -> None:
    """Add the command `merge` to `commands`, argparse's subparsers."""
    merge = commands.add_parser(
        "merge",
        usage="exactnb merge [OPTION ...] -o ALL.parquet PATH [PATH ...]",
        help="add up files of counts, each part once",
        description="Add up files of counts of different rows. What was counted twice is refused.",
        examples=(
            "exactnb merge monday.parquet tuesday.parquet -o week.parquet",
            "exactnb merge shards/*.parquet -o all.parquet --resume",
        ),
    )
    meaning = "files of counts (.parquet), or folders, each written by one job"
    merge.add_argument("paths", nargs="+", metavar="PATH", help=meaning)
    parsing.add_output_file(merge, "what they add up to")
    meaning = (
        "add to what FILE holds, leave out what was merged into it, and keep what is done if stopped"
    )
    parsing.add_flag(merge, "--resume", meaning)
