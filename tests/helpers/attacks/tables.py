"""Tables as text: rows of observations, counts, given numbers; with a cell or a line spoiled."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from attacks.oddities import FORMULAS, NAMES, NUMERALS, odd, spoiled

__all__ = ["row", "spoiled_table", "summary", "table"]

_ROWS = (
    "total", "prior", "a", "b", "a=0", "a=1", "c=x", "c=y", "sum(v)", "squares(v)", "mean(v)",
    "variance(v)", "sd(v)", "rate(v)", "success(v)", "covariance(v,w)", "products(v,w)", "points(v)",
    "mean(w)", "variance(w)",
)  # fmt: skip
_PARTS = ("0:0 1:1 2:0", "0:0 2:1", "0:1 1:1", "0:2 1:0", "1:1 0:0", "0:0 0:1", "a:b", ":", "0:1")


def table(dice: Random) -> str:
    """Return a table of rows with a class, most of them in order; in some all names are odd."""
    others = dice.sample(("a", "b", "c", "c", "a", "text", "id", "weight"), dice.randint(1, 4))
    columns = [*others, "class"]
    lines = [columns]
    for _ in range(dice.choice((0, 1, 3, 6))):
        lines.append([_cell(dice, column) for column in columns])
    if dice.random() < 0.5:
        odd_ones = {name: dice.choice(NAMES) for name in ("a", "b", "c", "class", "x", "y", "+", "-")}
        lines = [[odd_ones.get(cell, cell) for cell in line] for line in lines]
    return _joined(dice, lines, spoil=dice.random() < 0.5)


def summary(dice: Random) -> str:
    """Return a table of counts, or of given numbers."""
    classes = dice.sample(("+", "-", "k", "l", "0", "1"), dice.randint(1, 3))
    lines = [["class", *classes]]
    for name in dice.sample(_ROWS, dice.randint(0, 6)):
        share = name in ("prior", "a", "b", "a=0", "a=1", "c=x", "c=y") and dice.random() < 0.4
        pool = (
            _PARTS
            if name == "points(v)"
            else ("1/2",)
            if share
            else ("1", "2", "3", "0", "7/2", *NUMERALS[:10])
        )
        lines.append([name, *(dice.choice(pool) for _ in classes)])
    return _joined(dice, lines)


def _cell(dice: Random, column: str) -> str:
    if dice.random() < 0.04:
        return odd(dice)
    pools = {
        "a": "01",
        "b": "01",
        "c": "xyz",
        "class": "+-",
        "v": "1235",
        "w": ("1/2", "0.25", "4", "9"),
    }
    if column == "text":
        return " ".join(dice.choices("abcd", k=dice.randint(0, 4)))
    return str(dice.choice(pools.get(column, "123456789")))


def _joined(dice: Random, lines: list[list[str]], *, spoil: bool = True) -> str:
    sign = dice.choice((" | ", ",", ",", "\t", ";", "  "))
    text = "\n".join(row(line, sign) for line in lines)
    return spoiled_table(dice, text) if spoil else text


def row(cells: Sequence[str], sign: str = ",") -> str:
    """Return a line of a table, with quotes where its cells need them."""
    return sign.join(map(_quoted, cells))


def _quoted(cell: str) -> str:
    return '"' + cell.replace('"', '""') + '"' if set(cell) & set(',;|\t" ') else cell


def spoiled_table(dice: Random, text: str) -> str:
    """Return a table, most often with one thing in it that should not be there."""
    lines = text.split("\n")
    at = dice.randrange(len(lines))
    kind = dice.randrange(9)
    if kind == 0:
        lines[at:at] = [lines[at]] * dice.choice((1, 20))
    elif kind == 1:
        del lines[at]
    elif kind == 2:
        del lines[1:]
    elif kind in (3, 4, 5):  # one cell
        sign = next((sign for sign in ("|", ",", "\t", " ") if sign in lines[at]), " ")
        cells = lines[at].split(sign)
        pool = NUMERALS if kind == 3 else NAMES if kind == 4 else (*FORMULAS, *cells, "?", "", "0", "1")
        cells[dice.randrange(len(cells))] = dice.choice(pool)
        lines[at] = sign.join(cells)
    elif kind == 6:
        return spoiled(dice, text)
    elif kind == 7:
        dice.shuffle(lines)
    return dice.choice(("\n", "\n", "\n", "\r\n", "\r")).join(lines)
