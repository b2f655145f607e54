"""Commands with the files that they name, written as one text, so that they shrink like any input."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from random import Random

from attacks.documents import known_names, problem_file, seeds
from attacks.names import quantity
from attacks.oddities import in_quotes, odd, spoiled
from attacks.records import classify
from exactnb.cli.new import kinds
from exactnb.derivation.theorems import groups

__all__ = ["COMMANDS", "command", "parts"]

Parts = tuple[list[str], dict[str, bytes]]
"""The arguments of a command, and the files that it may read by their names."""

_ARGUMENT, _FILE = b"$ ", b"=== "
_SAFE = re.compile(r"[^/\0\n]{1,200}(?:/[^/\0\n]{1,200}){0,3}")
_OUT = (
    "out",
    "out.txt",
    "out.tex",
    "out.md",
    "out.json",
    "out.csv",
    "problem.toml",
    "link",
    ".",
    "no/x",
    "",
)
_STYLES = ("plain", "pi-tau", "pjk", "phi-psi", "theta-w", "pi-theta", "odd", "")
_FORMATS = ("text", "latex", "markdown", "json", "csv")
_PATIENCE = ("1", "1/100", "0.5", "0", "-1", "1e9", "x")
_LETTERS = ("g", "h", "g_1", "1", "2", "0", "g+1", "2 g", "λ", "g²", "-g", "1/2", "g*h", "w", "n", "")
_Options = Mapping[str, Sequence[str] | Callable[[Random], str] | None]


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


def _drawn(dice: Random, options: _Options, chance: float = 0.25) -> list[str]:
    """Return some of the options, with values that they may have or odd ones."""
    arguments = []
    for name, values in options.items():
        if dice.random() < chance:
            arguments.append(name)
            if values is not None:
                value = values(dice) if callable(values) else dice.choice(values)
                arguments.append(odd(dice) if dice.random() < 0.08 and name != "-o" else value)
    if arguments and dice.random() < 0.08:
        arguments.append(dice.choice((*arguments, "--", "--help", "-h", "--bogus", odd(dice))))
    return arguments


_FILES: _Options = {"--allow-files": None, "--no-files": None}


def _sample(dice: Random) -> Parts:
    content = problem_file(dice) if dice.random() < 0.7 else dice.choice(seeds()).encode()
    names = _names(dice.choice(seeds()))
    arguments = [
        "problem.toml",
        "--count",
        dice.choice(("0", "1", "3", "3", "20", "-1", "10000000", "x")),
    ]
    arguments += ["--seed", dice.choice(("1", "a", "", "\x00", odd(dice)))]
    options = {"--given": names[:3], "--model": (*names[-2:], "model", "laplace"), "--raw": None}
    options |= {
        "--length": ("0", "1", "5", "-1", "1000000"),
        "--patience": _PATIENCE,
        "-o": _OUT,
        **_FILES,
    }
    options |= {"-o": _OUT, **_FILES}
    return [*arguments, *_drawn(dice, options, 0.15)], {"problem.toml": content}


def _new(dice: Random) -> Parts:
    kind = dice.choice((*kinds(), *kinds(), odd(dice), spoiled(dice, dice.choice(kinds()))))
    arguments = [kind] if dice.random() < 0.9 else []
    return [*arguments, *_drawn(dice, {"-o": _OUT}, 0.7)], {"problem.toml": b"[data]\n"}


def _derive(dice: Random) -> Parts:
    """Return a theorem, most often of an estimate, with a problem, most often one that works."""
    known = [theorem for _, theorems in groups() for theorem in theorems]
    of_estimates = [theorem.name for theorem in known if theorem.family]
    name = dice.choice(of_estimates if dice.random() < 0.8 else [theorem.name for theorem in known])
    if dice.random() < 0.08:
        name = dice.choice((odd(dice), spoiled(dice, name)))
    options: _Options = {
        "--notation": _STYLES, "--to": _FORMATS, "--level": ("full", "brief", "short"),
        "--checks": None, "--fragment": None, "--patience": _PATIENCE, "-o": _OUT, **_FILES,
    }  # fmt: skip
    arguments = [name] if dice.random() < 0.95 else []
    if dice.random() < 0.9:
        arguments += ["--problem", dice.choice(("problem.toml",) * 9 + ("nothing.toml",))]
    chance = dice.random()
    content = problem_file(dice) if chance < 0.4 else dice.choice(seeds()).encode()
    if chance > 0.6:
        content = _lettered(dice).encode("utf-8", "surrogatepass")
    return [*arguments, *_drawn(dice, options, 0.15)], {"problem.toml": content}


def _lettered(dice: Random) -> str:
    """Return a problem whose counts, or λ, are letters."""
    family = dice.choice(("multinomial", "bernoulli", "categorical"))
    rows = ["a=x", "a=y", "b=u"] if family == "categorical" else ["cat", "dog", "a b"]
    total = "tokens" if family == "multinomial" else "total"
    lines = [["class", "+", "-"], [total, "n", "7"], ["prior", "1/2", "1/2"]][: dice.choice((2, 2, 3))]
    for row in dice.sample(rows, dice.randint(1, 3)):
        lines.append([odd(dice) if dice.random() < 0.05 else row, *dice.choices(_LETTERS, k=2)])
    for line in lines if dice.random() < 0.1 else ():
        line[dice.randrange(3)] = odd(dice)
    table = "\n".join(" | ".join(line) for line in lines)
    smoothing = dice.choice(('"λ"', '"λ"', "0", "1", '"lambda"', in_quotes(odd(dice))))
    rules = f'[model]\nfamily = "{family}"\nsmoothing = {smoothing}\n'
    text = f"[data]\ncounts = '''\n{table}\n'''\n{rules if dice.random() < 0.9 else ''}"
    return spoiled(dice, text) if dice.random() < 0.1 else text


def _solve(dice: Random) -> Parts:
    content = problem_file(dice) if dice.random() < 0.6 else dice.choice(seeds()).encode()
    names = _names(dice.choice(seeds()))
    source = "problem.toml"
    options: _Options = {
        "--label": names, "--query": ("a=1", "Outlook=Sunny, Wind=Strong", "=", ""), "--to": _FORMATS,
        "--only": lambda dice: quantity(dice, names), "--fragment": None, "--notation": _STYLES,
        "--digits": ("1", "0", "30", "-1", "1000000"), "--log": ("e", "2", "10", "3", "1"),
        "--pseudo-documents": None, "--chain-rule": None, "--why": None, "--patience": _PATIENCE, "-o": _OUT, **_FILES,
    }  # fmt: skip
    return [source, *_drawn(dice, options, 0.15)], {"problem.toml": content}


@cache
def _names(text: str) -> tuple[str, ...]:
    """Return what a seed calls its classes and columns; none if its table stands in a file."""
    try:
        return known_names(text)
    except ValueError:
        return ("+", "-")


_DRAWN: Mapping[str, Callable[[Random], Parts]] = {
    "classify": classify, "derive": _derive, "sample": _sample, "new": _new, "solve": _solve,
}  # fmt: skip

COMMANDS = tuple(_DRAWN)
"""The commands that are drawn."""
