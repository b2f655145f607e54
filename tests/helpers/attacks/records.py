"""Records to learn from and to label, in every form, most of them in order, and options for them."""

from __future__ import annotations

import bz2
import csv
import gzip
import io
import json
import lzma
import zipfile
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from random import Random

from attacks.oddities import FORMULAS, NAMES, NUMERALS, in_quotes, odd, spoiled, spoiled_bytes
from attacks.tables import spoiled_table

__all__ = ["classify"]

Rows = Sequence[Mapping[str, str]]


def _zipped(data: bytes) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr(zipfile.ZipInfo("inner.csv"), data, zipfile.ZIP_DEFLATED)  # of no time
    return out.getvalue()


_TABLES = {".csv": ",", ".tsv": "\t"}
_LINES = (".jsonl", ".ndjson")
_PACKERS: Mapping[str, Callable[[bytes], bytes]] = {
    ".gz": partial(gzip.compress, mtime=0), ".bz2": bz2.compress, ".xz": lzma.compress, ".zip": _zipped,
}  # fmt: skip
_WORDS = ("win", "cash", "lunch", "the", "and", "now", "Now", "free!", "a", "naïve", "x1", "")
_DECIMALS = ("", "", ".5", ".25", "e1", ".12345678901234567890123", "e400", "e-400")
_ODD = (*NAMES, *NUMERALS, *FORMULAS)
_GOOD: Mapping[str, Sequence[str]] = {
    "--family": ("multinomial", "bernoulli"), "--prior": ("mle", "uniform"),
    "--smoothing": ("1", "1/2", "0.1", "0", "1e-30", "1e9"), "--unseen": ("error", "drop"),
    "--vocabulary": ("1", "3", "100", "words.txt", "words.json"),
    "--var-smoothing": ("1e-9", "1/10", "0"), "--divisor": ("N", "N-1"), "--missing": ("?,NA", "?"),
    "-o": ("out", "out.txt", "out.json", "out.csv", "out.jsonl"), "--largest": ("1GB", "2 kb"),
}  # fmt: skip
_TO = ("text", "json", "csv", "jsonl")
_OF_EXPLAINED = (("text", "json", "latex", "markdown"), ("out", "out.tex", "out.md", "out.json"))
_STYLES = ("plain", "pjk", "pi-tau", "theta-w")
_ANY: Mapping[str, Sequence[str]] = {
    "--clip": ("0", "1/10", "1/2", "1e-9", "1"), "--smoothing": ("laplace", "-1", "0+"),
    "--vocabulary": ("0", "train.csv", "999999999", "1000000000"),
    "--label": ("class", "label", "text", "id", "c0", "n0"), "--text": ("text", "c0", "class"),
    "--id": ("id", "class", "c0"), "--categories": ("c0", "c0,c1", "n0", "c0, c0", ",", "*"),
    "--numbers": ("n0", "n0,n1", "c0", "n0, n0", "text", "*"), "--divisor": ("N-K",),
    "--var-smoothing": ("-1", "x", "1e999", "0+"), "--missing": ("", ",", "0,1,2", "class"),
    "--header": ("id,class,text", "class,c0,n0"),
    "--encoding": ("utf-8", "utf-16", "latin-1", "cp037", "ascii", "utf-7", "idna", "rot13", "utf8"),
    "--delimiter": (",", ";", "tab", "\\t", "bar", "blank", ":", ""), "--decimal": (".", ",", "x"),
    "--largest": ("1", "100", "0", "9" * 15 + "TB"), "--explain": ("1", "t0", "r0", "nobody"),
    "--leading": ("1", "0", "1000000", "x"), "--to": (*_TO, "latex"), "--notation": ("pi_tau", "pjk"),
    "-o": ("train.csv", "test.csv", "link", ".", "no/out", "train/1", "words.txt", "\0"),
    "--family": ("gaussian",),
    "--train": ("train.csv", "test.csv", ".", "nothing.csv", "words.txt"),
    "--test": ("train.csv", ".", "link"), "--prior": ("smoothed",), "--unseen": ("zero",),
}  # fmt: skip
_FLAGS = ("--leave-one-out", "--posteriors", "--fragment", "--doubles")


@dataclass(frozen=True)
class _Kind:
    """Say what the records of a case hold."""

    labels: Sequence[str]
    words: Sequence[str]
    categories: Sequence[str]
    numbers: Sequence[str]
    names_records: bool

    @property
    def columns(self) -> list[str]:
        """Return the names of all fields."""
        text = ["text"] if self.words else []
        return [*["id"] * self.names_records, *text, *self.categories, *self.numbers, "class"]


def classify(dice: Random) -> tuple[list[str], dict[str, bytes]]:
    """Return arguments of `exactnb classify`, and the files that they name."""
    kind = _kind(dice)
    train, files = _source(
        dice, "train", kind, _rows(dice, kind, "r", dice.choice((0, *(2, 4, 6, 6, 8, 8) * 3)))
    )
    options = [["--train", train]]
    alone = dice.random() < 0.2
    if alone:
        options.append(["--leave-one-out"])
    else:
        test, more = _source(
            dice, "test", kind, _rows(dice, kind, "t", dice.choice((0, *(1, 2, 4, 4) * 3)))
        )
        files |= more
        options.append(["--test", test])
    options += _columns(kind)
    fitting = ["--prior", "--smoothing", "--unseen", "--largest"]
    fitting += ["--family", "--vocabulary"] if kind.words else []
    fitting += ["--var-smoothing", "--divisor", "--missing"] if kind.numbers else []
    options += [[name, dice.choice(_GOOD[name])] for name in fitting if dice.random() < 0.2]
    options += _printed(dice, kind, alone)
    words = [*dict.fromkeys(dice.choices(_WORDS[:-1], k=4))]
    words += [odd(dice)] if dice.random() < 0.2 else []
    files["words.txt"] = "\n".join(words).encode("utf-8", "surrogatepass")
    files["words.json"] = f"[{', '.join(map(in_quotes, words))}]".encode("utf-8", "surrogatepass")
    while dice.random() < 0.2:
        _spoil_options(dice, options)
    return [argument for option in options for argument in option], files


def _columns(kind: _Kind) -> list[list[str]]:
    """Return the options that say which columns are numbers, and which are categories beside others."""
    found = [["--numbers", ",".join(kind.numbers)]] if kind.numbers else []
    if kind.categories and (kind.numbers or kind.words):
        found.append(["--categories", ",".join(kind.categories)])
    return found


def _printed(dice: Random, kind: _Kind, alone: bool) -> list[list[str]]:
    """Return the options that say what is printed."""
    options = []
    formats, names = _TO, _GOOD["-o"]
    if dice.random() < 0.25:
        formats, names = _OF_EXPLAINED
        prefix = "r" if alone else "t"
        options.append(["--explain", f"{prefix}1" if kind.names_records else "2"])
        options += [["--leading", dice.choice("123")]] if dice.random() < 0.3 else []
        options += [["--notation", dice.choice(_STYLES)]] if dice.random() < 0.3 else []
    elif dice.random() < 0.2 and not alone:
        formats = ("csv", "jsonl")
        options.append(["--posteriors"])
    if formats != _TO or dice.random() < 0.5:
        options.append(["--to", dice.choice(formats)])
    return [*options, *([["-o", dice.choice(names)]] if dice.random() < 0.4 else [])]


def _kind(dice: Random) -> _Kind:
    """Return what the records of a case hold; in some all names and values are odd."""
    names = _ODD if dice.random() < 0.15 else ()
    what = dice.choice(("text", "text", "categories", "numbers", "mixed", "all"))
    labels = ("spam", "ham", "other")[: dice.choice((1, 2, 2, 2, 3))]
    words = _WORDS if what in ("text", "all") else ()
    some = dice.randint(1, 2)
    categories = [f"c{at}" for at in range(some)] if what in ("categories", "mixed", "all") else []
    numbers = [f"n{at}" for at in range(some)] if what in ("numbers", "mixed", "all") else []
    if names:
        labels = dice.sample(names, len(labels))
        words = (*words, *dice.sample(names, 4)) if words else ()
        categories = dice.sample(names, len(categories))
    return _Kind(labels, words, categories, numbers, dice.random() < 0.5)


def _rows(dice: Random, kind: _Kind, prefix: str, number: int) -> list[dict[str, str]]:
    """Return records, most often of all classes."""
    rows = []
    for at in range(number):
        row = {"id": f"{prefix}{at}", "class": kind.labels[at % len(kind.labels)]}
        row["text"] = " ".join(dice.choices(kind.words or ("",), k=dice.randint(0, 6)))
        row |= {column: dice.choice(("x", "y", "z")) for column in kind.categories}
        row |= {column: f"{dice.randint(-9, 30)}{dice.choice(_DECIMALS)}" for column in kind.numbers}
        row |= {column: dice.choice(("", "?")) for column in kind.numbers if dice.random() < 0.04}
        rows.append({column: row[column] for column in kind.columns})
    if rows and dice.random() < 0.25:
        row = dice.choice(rows)
        row[dice.choice(list(row))] = odd(dice)
    return rows


def _source(dice: Random, stem: str, kind: _Kind, rows: Rows) -> tuple[str, dict[str, bytes]]:
    """Return the name of a file or folder of records, and the files."""
    if kind.words and dice.random() < 0.15:
        return stem, _folder(dice, stem, rows)
    ending = dice.choice((*_TABLES, *_LINES, ".csv"))
    text = _table(dice, kind, rows, _TABLES[ending]) if ending in _TABLES else _lines(dice, rows)
    chance = dice.random()
    if chance < 0.1:
        text = spoiled_table(dice, text) if ending in _TABLES else spoiled(dice, text)
    data = spoiled_bytes(dice, text) if 0.1 < chance < 0.15 else text.encode("utf-8", "surrogatepass")
    if dice.random() < 0.15:
        packing = dice.choice(list(_PACKERS))
        data, ending = _PACKERS[packing](data * dice.choice((1, 1, 1, 200))), ending + packing
        data = _damaged(dice, data) if dice.random() < 0.4 else data
    return stem + ending, {stem + ending: data}


def _damaged(dice: Random, data: bytes) -> bytes:
    """Return packed data with an end missing, a byte changed, or more behind it."""
    at = dice.randrange(len(data))
    kind = dice.randrange(4)
    if kind == 0:
        return data[:at]
    if kind == 1:
        return data[:at] + bytes([data[at] ^ 1 << dice.randrange(8)]) + data[at + 1 :]
    return data + (data[:at] if kind == 2 else dice.randbytes(9))


def _folder(dice: Random, stem: str, rows: Rows) -> dict[str, bytes]:
    """Return a folder with a text in each file, its classes as subfolders."""
    files = {}
    for at, row in enumerate(rows):
        label = row["class"].replace("/", "-").replace("\n", "-").replace("\r", "-")[:80]
        text = row["text"]
        data = (
            spoiled_bytes(dice, text) if dice.random() < 0.05 else text.encode("utf-8", "surrogatepass")
        )
        files[f"{stem}/{label}/{at}.txt"] = data
    return files


def _table(dice: Random, kind: _Kind, rows: Rows, sign: str) -> str:
    out = io.StringIO(newline="")
    sheet = csv.writer(out, delimiter=sign, lineterminator=dice.choice(("\n", "\n", "\r\n")))
    if dice.random() < 0.95:
        sheet.writerow(kind.columns)
    sheet.writerows([row.values() for row in rows])
    return out.getvalue()


def _lines(dice: Random, rows: Rows) -> str:
    """Return records as lines of JSON; values that are numbers may be written as such."""
    lines = []
    for row in rows:
        line = json.dumps(row, ensure_ascii=dice.random() < 0.5)
        if dice.random() < 0.05:
            wrong = ("null", "[]", "{}", "1e999", "NaN", "true", "1" * 5_000, '"\\ud800"', "-0.0")
            line = line.replace(json.dumps(row["class"]), dice.choice(wrong))
        lines.append(line)
    return "".join(f"{line}\n" for line in lines)


def _spoil_options(dice: Random, options: list[list[str]]) -> None:
    """Change an option, take one away, or add one."""
    at = dice.randrange(len(options))
    kind = dice.randrange(5)
    if kind == 0 and len(options) > 1:
        del options[at]
    elif kind == 1:
        options.append([dice.choice(_FLAGS)])
    elif kind == 2 and len(options[at]) == 2 and options[at][0] not in ("--train", "--test", "-o"):
        options[at][1] = odd(dice)
    else:
        name = dice.choice(list(_ANY))
        options[:] = [option for option in options if option[0] != name or dice.random() < 0.1]
        options.append([name, dice.choice(_ANY[name])])
