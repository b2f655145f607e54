"""The arguments of `exactnb count` and `exactnb merge`."""

from __future__ import annotations

from functools import partial
from typing import Any

from exactnb.interfaces.cli.classify_options import records
from exactnb.interfaces.cli.parsing import StoreOnce, flag, option


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
    meaning = "folders of texts, .jsonl, .csv or .tsv, packed or not; every record has a class"
    count.add_argument("paths", nargs="+", metavar="PATH", help=meaning)
    count.add_argument(
        "-o", "--output", action=StoreOnce, metavar="FILE", required=True, help="the counts"
    )
    records(count, ids="field with the id, which is not counted (default: id)")
    add = partial(option, count.add_argument_group("what is counted"))
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
    meaning = "what they add up to"
    merge.add_argument("-o", "--output", action=StoreOnce, metavar="FILE", required=True, help=meaning)
    meaning = (
        "add to what FILE holds, leave out what was merged into it, and keep what is done if stopped"
    )
    flag(merge, "--resume", meaning)
