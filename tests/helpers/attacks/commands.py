"""Commands with the files that they name, written as one text, so that they shrink like any input."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Callable, Mapping, Sequence
from random import Random

import exactnb.explain.proving.prover  # noqa: F401 - what proves is loaded before anything is timed
from attacks.documents import documents, known_names, problem_file
from attacks.names import quantity
from attacks.oddities import in_quotes, odd, spoiled, spoiled_bytes
from attacks.records import classify
from attacks.sheets import answer_sheet
from exactnb.explain.proving.theorems import groups
from exactnb.interfaces.cli.commands.new import kinds

__all__ = ["COMMANDS", "command", "parts"]

Parts = tuple[list[str], dict[str, bytes]]
"""The arguments of a command, and the files that it may read by their names."""

_ARGUMENT, _FILE = b"$ ", b"=== "
_SAFE = re.compile(r"[^/\0\n]{1,200}(?:/[^/\0\n]{1,200}){0,3}")
_BAD_OUT = ("problem.toml", "link", ".", "no/x", "", "out.csv", "out.", "q" * 300, "a\nb", "\0")
_OUT = (("out", "out.txt", "out.tex", "out.md", "out.json"), _BAD_OUT)
_STYLES = (("plain", "pi-tau", "pjk", "phi-psi", "theta-w", "pi-theta"), ("odd", ""))
_FORMATS = (("text", "latex", "markdown", "json", "html", "typst"), ("csv", ""))
_PATIENCE = (("1", "0.5", "1/100"), ("0", "-1", "1e9", "x"))
_LETTERS = ("g", "h", "g_1", "1", "2", "0", "g+1", "2 g")
_BAD_LETTERS = ("λ", "g²", "-g", "1/2", "g*h", "w", "n", "")
_Pair = tuple[Sequence[str] | Callable[[Random], str], Sequence[str]]
_Options = Mapping[str, _Pair | None]
"""What an option may be, and what it may not; None for one without a value."""

_DIALECT: _Options = {
    "--encoding": (("utf-8", "latin-1", "utf-16"), ("utf-7", "idna", "hex", "x")),
    "--delimiter": ((",", ";", "tab", "bar", "blank"), (":", "ab")), "--decimal": ((".", ","), ("x",)),
}  # fmt: skip
_OF_TABLES: _Options = {
    "--label": (("k", "a"), ("b", "id")), "--id": (("id", "a"), ("k", "z")),
    "--text": (("text", "a"), ("z",)), "--missing": (("NA", "?,NA", ""), (",",)), "--words": None,
    "--letters": None, "--family": (("gaussian", "a=poisson,b=lda", "bernoulli"), ("x", "a=", ",")),
    "--numbers": (("a", "a,b"), ("k",)), "--categories": (("a", "b"), ("k", "a,a")),
    "--smoothing": (("1", "1/2", "laplace", "0+"), ("-1", "x")), "--unseen": (("drop", "zero"), ("x",)),
    "--prior": (("uniform", "smoothed", "yes=1/2,no=1/2"), ("=", "yes=2")),
    "--query": (("a=x", "x, 1", "x", "not a", "a b"), ("=", "a=,", "x|y", "1")), **_DIALECT,
}  # fmt: skip

_BEFORE = """{"schema": "exactnb.grade/1", "students": [
{"student": "s0", "answers": [{"question_id": "P(yes)", "score": "1/2"}]}]}"""
_OF_CLASSES: _Options = {
    "--student": (("student", "First name"), ("x",)), "--ignore": (("email", "id"), ("student",)),
    "--map": (("Response 1=P(yes)", "Response 2=P(no)"), ("=", "x", "a=b=c")), "--anonymous": None,
    "--attempts": (("best", "last", "first"), ("x",)), "--before": (("before.json",), (".",)),
    "--roster": (("answers.csv", "answers.tsv"), ("problem.toml", "nothing.csv")),
}  # fmt: skip
_FILES: _Options = {"--allow-files": None, "--no-files": None}


def command(kind: str, dice: Random) -> bytes:
    """Return a command with its files, as `parts` reads them."""
    arguments, files = _DRAWN[kind](dice)
    lines = [_ARGUMENT + json.dumps(each).encode() for each in (kind, *arguments)]
    for name, data in files.items():
        lines += [_FILE + name.encode("utf-8", "replace"), data]
    return b"\n".join(lines)


def parts(data: bytes) -> Parts:
    """Return the arguments and the files of a command; what cannot be read of it is left out.

    >>> parts(b'$ "solve"\\n$ "a.toml"\\n=== a.toml\\n[data]\\nx = 1')
    (['solve', 'a.toml'], {'a.toml': b'[data]\\nx = 1'})
    """
    head, *rest = (b"\n" + data).split(b"\n" + _FILE)
    arguments, files = [], {}
    for line in head.split(b"\n"):
        try:
            argument = json.loads(line.removeprefix(_ARGUMENT))
        except ValueError:
            continue
        arguments += [argument] if isinstance(argument, str) else []
    for each in rest:
        name, _, content = each.partition(b"\n")
        path = name.decode(errors="replace")
        if _SAFE.fullmatch(path) and os.path.normpath(path) == path and ".." not in path.split("/"):
            files[path] = content
    return arguments, files


def _drawn(dice: Random, options: _Options) -> list[str]:
    """Return some of the options, most often with values that they may have."""
    arguments = []
    for name, values in options.items():
        if dice.random() < 0.12:
            arguments.append(name)
            if values is not None:
                arguments.append(_value(dice, *values))
    if dice.random() < 0.04:
        arguments.append(dice.choice((*arguments, "--", "--help", "-h", "--bogus", odd(dice))))
    return arguments


def _value(dice: Random, good: Sequence[str] | Callable[[Random], str], bad: Sequence[str]) -> str:
    if good and dice.random() < 0.85:
        return good(dice) if callable(good) else dice.choice(good)
    return dice.choice((*bad, odd(dice)) if "." not in bad else bad)  # no odd names of files


def _problem(dice: Random, spoil: float) -> tuple[str, dict[str, bytes]]:
    """Return a problem that works, and as a file, which most often is spoiled or not by chance."""
    text = dice.choice(documents())
    return text, {"problem.toml": problem_file(dice) if dice.random() < spoil else text.encode()}


def _sample(dice: Random) -> Parts:
    text, files = _problem(dice, 0.3)
    names = known_names(text)
    count = dice.choice(("0", "1", "3", "20"))
    if dice.random() < 0.08:
        count = dice.choice(("-1", "10000000", "x", "9" * 5_000))
    arguments = [
        "problem.toml",
        "--count",
        count,
        "--seed",
        dice.choice(("1", "a", "", "\x00", "\udcff", odd(dice))),
    ]
    options: _Options = {
        "--given": (names[:2], names[-2:]), "--model": ((), ("model", "laplace", *names[-2:])),
        "--raw": None, "--patience": _PATIENCE, "-o": _OUT, **_FILES,
    }  # fmt: skip
    if "text" in text or dice.random() < 0.1:
        arguments += ["--length", _value(dice, ("0", "1", "5"), ("-1", "1000000", "x"))]
    return [*arguments, *_drawn(dice, options)], files


def _new(dice: Random) -> Parts:
    kind = dice.choice((*kinds(), *[odd(dice), spoiled(dice, dice.choice(kinds()))] * 2))
    arguments = [kind] if dice.random() < 0.9 else []
    if dice.random() < 0.7:
        arguments += ["-o", _value(dice, *_OUT)]
    files = {name: dice.randbytes(3) for name in ("problem.toml", "out.md") if dice.random() < 0.8}
    return [*arguments, *_drawn(dice, {})], files


def _derive(dice: Random) -> Parts:
    """Return a theorem, most often one whose family the problem has."""
    known = [theorem for _, theorems in groups() for theorem in theorems]
    if dice.random() < 0.4:
        name, text = _lettered(dice)
        files = {"problem.toml": text.encode("utf-8", "surrogatepass")}
    else:
        text, files = _problem(dice, 0.4)
        families = {"prior", "categorical", *re.findall(r"[a-z0-9-]+", text)}
        families |= {"multinomial"} if "text" in text else set()
        smoothed = "smoothing" in text
        fitting = [each for each in known if each.family in families]
        fitting = [each for each in fitting if ("map" in each.rule) == smoothed] or fitting
        name = dice.choice(fitting).name
    if dice.random() < 0.15:
        name = dice.choice((odd(dice), spoiled(dice, name), dice.choice(known).name))
    options: _Options = {
        "--notation": _STYLES, "--to": _FORMATS, "--level": (("full", "brief"), ("short",)),
        "--checks": None, "--patience": _PATIENCE, "-o": _OUT, **_FILES,
    }  # fmt: skip
    arguments = [name] if dice.random() < 0.95 else []
    if dice.random() < 0.9:
        arguments += ["--problem", dice.choice(("problem.toml",) * 20 + ("nothing.toml", "."))]
    return [*arguments, *_fragment(dice), *_drawn(dice, options)], files


def _fragment(dice: Random) -> list[str]:
    if dice.random() < 0.1:
        return ["--fragment", "--to", "latex"] if dice.random() < 0.8 else ["--fragment"]
    return []


def _lettered(dice: Random) -> tuple[str, str]:
    """Return a theorem, and a problem in which some of its counts, or λ, are letters."""
    family = dice.choice(("multinomial", "bernoulli", "categorical"))
    rows = ["a=x", "a=y"] if family == "categorical" else ["cat", "dog", "a b"]
    total = "tokens" if family == "multinomial" else "total"
    lines = [["class", "+", "-"], [total, "d_1 + 9", "7"]]
    pool = _BAD_LETTERS if dice.random() < 0.1 else _LETTERS
    lines += [[row, *dice.choices(pool, k=2)] for row in rows]
    for line in lines if dice.random() < 0.1 else ():
        line[dice.randrange(3)] = odd(dice)
    table = "\n".join(" | ".join(line) for line in lines)
    smoothing = dice.choice(('"λ"', '"λ"', "0")) if dice.random() < 0.9 else in_quotes(odd(dice))
    rules = f'[model]\nfamily = "{family}"\nsmoothing = {smoothing}\n'
    text = f"[data]\ncounts = '''\n{table}\n'''\n{rules}"
    name = f"{family}-{'mle' if smoothing == '0' else 'map'}"
    return name, spoiled(dice, text) if dice.random() < 0.1 else text


def _solve(dice: Random) -> Parts:
    """Return a problem with options; not `--why`, whose proofs take seconds whatever the file."""
    if dice.random() < 0.3:
        return _table_alone(dice)
    text, files = _problem(dice, 0.4)
    names = known_names(text)
    options: _Options = {
        "--to": _FORMATS, "--only": (lambda dice: quantity(dice, names), ()), "--notation": _STYLES,
        "--digits": (("1", "30"), ("0", "-1", "1000000", "x")), "--log": (("e", "2", "10"), ("3", "1")),
        "--pseudo-documents": None, "--chain-rule": None, "--patience": _PATIENCE, "-o": _OUT,
        **_FILES,
    }  # fmt: skip
    arguments = ["problem.toml", *_fragment(dice), *_drawn(dice, options)]
    if dice.random() < 0.04:
        arguments += ["--label", dice.choice(names)]
    if dice.random() < 0.06:
        arguments += [
            "--query",
            dice.choice(("a=1", "=", "", names[0], ", ".join(names[:2]), odd(dice))),
        ]
    return arguments, files


def _table_alone(dice: Random) -> Parts:
    """Return a table by itself, however it is written, with what is said of it."""
    columns = dice.sample(("a", "b", "id", "text", "k", "class", ""), dice.randint(1, 5))
    cells = (
        "x",
        "y",
        "1",
        "2",
        "0",
        "3,5",
        "3.5",
        "",
        "NA",
        "Yes",
        "yes",
        '"a\nb"',
        '"',
        "é",
        odd(dice),
    )
    rows = [[dice.choice(cells) for _ in columns] for _ in range(dice.randrange(7))]
    separator = dice.choice((",", ",", ";", "\t", "|", " "))
    text = "\n".join(separator.join(row) for row in (columns, *rows))
    if dice.random() < 0.1:
        text = f"sep={separator}\n{text}"
    encoding = dice.choice(("utf-8", "utf-8", "utf-8", "utf-8-sig", "latin-1", "utf-16", "utf-16-be"))
    data = text.encode(encoding, "replace")
    name = dice.choice(("t.csv", "t.csv", "t.tsv", "t.txt", "t.jsonl"))
    options = _drawn(dice, {**_OF_TABLES, "--to": _FORMATS, "--notation": _STYLES})
    return [name, *options], {name: spoiled_bytes(dice, text) if dice.random() < 0.05 else data}


def _explore(dice: Random) -> Parts:
    """Return a problem, or a table, with ids of queries that it may have."""
    if dice.random() < 0.3:
        return _table_alone(dice)
    text, files = _problem(dice, 0.3)
    names = known_names(text)
    options: _Options = {
        "--to": _FORMATS, "--notation": _STYLES, "--digits": (("1", "30"), ("0", "x")),
        "--query": (names[:3], ("=", "")), "--patience": (("1", "1/100"), _PATIENCE[1]), "-o": _OUT,
        **_FILES,
    }  # fmt: skip
    ids = [dice.choice((*names, odd(dice))) for _ in range(dice.choice((0, 0, 0, 1)))]
    return ["problem.toml", *ids, *_fragment(dice), *_drawn(dice, options)], files


def _site(dice: Random) -> Parts:
    """Return problems and tables, where their site is built, and what stands there already."""
    files: dict[str, bytes] = {}
    for at in range(dice.choice((1, 1, 1, 2))):
        (name, *_), given = _table_alone(dice) if dice.random() < 0.3 else _problem_alone(dice)
        files[f"{at}{name}"] = given[name]
    names = [*files, *["nothing.toml"] * (dice.random() < 0.05)]
    folder = dice.choice(("site",) * 12 + ("a/site", ".", "", names[0], "other", "a\nb", "\0"))
    if dice.random() < 0.3:
        files["other/notes.txt"] = b"precious"
    options: _Options = {"--pyodide": ((), (".", "other", "nothing"))}
    return [*names, "-o", folder, *(_drawn(dice, options) if dice.random() < 0.3 else [])], files


def _problem_alone(dice: Random) -> Parts:
    _, files = _problem(dice, 0.3)
    return [*files], files


def _check(dice: Random) -> Parts:
    """Return a problem with answers to what it asks, or what its questions tell apart."""
    text, files = _problem(dice, 0.3)
    options: _Options = {
        "--to": (("text", "html", "json", "csv", "gradescope", "moodle", "canvas"), ("latex",)),
        "--explain": None,
        "--follow-through": (("1", "1/2", "0"), ("2", "-1", "x")), "--patience": _PATIENCE, "-o": _OUT,
        **_FILES, **_DIALECT,
    }  # fmt: skip
    if dice.random() < 0.1:
        return ["problem.toml", "--power", *_drawn(dice, options)], files
    asked = [name for name in (f"P({name})" for name in known_names(text)) if "=" not in name][:3]
    ending, answers = answer_sheet(dice, asked, known_names(text))
    files[f"answers{ending}"] = answers
    files["before.json"] = spoiled(dice, _BEFORE).encode("utf-8", "surrogatepass")
    of_class = _drawn(dice, _OF_CLASSES) if ending in (".csv", ".tsv") else []
    return ["problem.toml", f"answers{ending}", *_drawn(dice, options), *of_class], files


_DRAWN: Mapping[str, Callable[[Random], Parts]] = {
    "classify": classify, "derive": _derive, "sample": _sample, "new": _new, "solve": _solve,
    "check": _check, "explore": _explore, "site": _site,
}  # fmt: skip

COMMANDS = tuple(_DRAWN)
"""The commands that are drawn."""
