"""Counts and parameters drawn anew: counts that fit their totals, probabilities that add up to 1."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import lcm

from exactnb.core.arithmetic.draws import Draws
from exactnb.core.arithmetic.numerals import number_in
from exactnb.errors import InputError, Unsupported, quoted
from exactnb.teach.variants.amounts import between, grid, like, parts, sizes
from exactnb.teach.variants.template import SETTINGS, Template

_FINEST = 4  # steps that a share needs at least for each of its parts


class _Summary:
    """What counts and parameters have in common: rows that belong together, a column for each class."""

    def __init__(self, template: Template) -> None:
        self.template = template
        self.problem = template.problem
        self.names = [row[0] for row in template.rows]
        self.cells = {row[0]: row[1:] for row in template.rows}
        self.groups: dict[str, list[str]] = {}  # the rows of one column, of one variable
        for name in self.names:
            self.groups.setdefault(_variable(name), []).append(name)
        if template.settings["rows"] is not None:
            raise InputError("goes with a table of rows", at=SETTINGS / "rows")

    def transposed(self, columns: Sequence[dict[str, str]]) -> list[list[str]]:
        """Return rows from the cells of each class by the names of rows."""
        return [[name, *(column[name] for column in columns)] for name in self.names]

    def own(self, at: int) -> dict[str, str]:
        """Return the cells of a class by the names of rows."""
        return {name: cells[at] for name, cells in self.cells.items()}

    @property
    def number(self) -> int:
        """Return how many classes there are."""
        return len(self.template.header) - 1


class CountsDrawn(_Summary):
    """Draw counts like those of a template."""

    def rows(self, draws: Draws, *, even: bool = True) -> list[list[str]]:
        """Return the rows of a table of counts; `even` keeps classes that are equally large so."""
        total = [number_in(cell) for cell in self.cells.get("total", ())]
        found: list[int] = []
        if total:
            whole = list(map(int, total))
            found = sizes(whole, sum(whole) + (not even), draws, even=even)
        return self.transposed(
            [self._class(at, found[at] if found else None, draws) for at in range(self.number)]
        )

    def _class(self, at: int, size: int | None, draws: Draws) -> dict[str, str]:
        own = self.own(at)
        out: dict[str, str] = {}
        for variable, names in self.groups.items():
            if variable == "total":
                out["total"] = str(size)
            elif not variable:
                raise Unsupported(f"sums of numbers are not drawn; got {quoted(names[0])}")
            elif "=" in _bare(names[0]):
                out |= self._values(names, own, size, draws)
            else:
                out[names[0]] = str(self._count(own[names[0]], size, draws))
        return out

    def _values(
        self, names: list[str], own: dict[str, str], size: int | None, draws: Draws
    ) -> dict[str, str]:
        """Return the counts of the values of a column: together the total, if all are listed."""
        known = [int(number_in(own[name])) for name in names]
        rest = 0
        if size is not None and "total" in own:
            rest = max(int(number_in(own["total"])) - sum(known), 0)
        whole = size if size is not None else sum(known)
        weights = [count + 1 for count in known] + ([rest + 1] if rest else [])
        drawn = parts(whole, weights, min(min(known), 1, whole // len(weights)), draws)
        return {name: str(count) for name, count in zip(names, drawn, strict=False)}

    def _count(self, cell: str, size: int | None, draws: Draws) -> int:
        """Return a count of a word: among the documents of the class, or of its words."""
        span = self.template.settings["counts"]
        known = int(number_in(cell))
        low, high = (int(span.low), int(span.high)) if span else (min(known, 1), 2 * known + 1)
        models = [prediction.model for prediction in self.problem.predictions.values()]
        if size is not None and not any(model.draws_words for model in models):
            low, high = min(low, size), min(high, size)
        return low + draws.below(high - low + 1)


class ParametersDrawn(_Summary):
    """Draw given parameters like those of a template."""

    def rows(self, draws: Draws, *, even: bool = True) -> list[list[str]]:
        """Return the rows of a table of parameters; `even` keeps a uniform prior so."""
        columns = [self._class(at, draws) for at in range(self.number)]
        if "prior" in self.cells:
            known = list(map(number_in, self.cells["prior"]))
            if len(set(known)) > 1 or not even:
                for column, cell in zip(
                    columns, self._shares(list(self.cells["prior"]), draws), strict=True
                ):
                    column["prior"] = cell
        return self.transposed(columns)

    def _class(self, at: int, draws: Draws) -> dict[str, str]:
        own = self.own(at)
        out = dict(own)
        words = [n[0] for v, n in self.groups.items() if v and v != "prior" and "=" not in _bare(n[0])]
        models = [prediction.model for prediction in self.problem.predictions.values()]
        if any(model.draws_words for model in models):
            out |= zip(words, self._shares([own[name] for name in words], draws), strict=True)
        else:
            for name in words:
                out[name] = self._shares([own[name]], draws, rest=True)[0]
        for variable, names in self.groups.items():
            if not variable:
                out |= {name: self._number(name, own[name], draws) for name in names}
            elif "=" in _bare(names[0]):
                cells = [own[name] for name in names]
                rest = sum(map(number_in, cells)) < 1
                out |= zip(names, self._shares(cells, draws, rest=rest), strict=True)
        return out

    def _shares(self, cells: list[str], draws: Draws, *, rest: bool = False) -> list[str]:
        """Return shares of 1 like some others, on their grid; with a `rest` that is not listed."""
        known = list(map(number_in, cells))
        if not cells:
            return []
        steps = lcm(*(share.denominator for share in known))
        while steps < _FINEST * (len(cells) + rest):
            steps *= 5 if any("." in cell or "%" in cell for cell in cells) else 2
        shares = [*known, 1 - sum(known)] if rest else known
        least = 0 if any(share == 0 for share in shares) else 1
        weights = [int(share * steps) + 1 for share in shares]
        drawn = parts(steps, weights, least, draws)
        return [like(Fraction(part, steps), cell) for part, cell in zip(drawn, cells, strict=False)]

    def _number(self, name: str, cell: str, draws: Draws) -> str:
        """Return a mean, a variance, a rate like another, or one in the range that is given."""
        if name.startswith(("covariance", "points")):
            raise Unsupported(f"covariances and points are not drawn; got {quoted(name)}")
        known, span = number_in(cell), self.template.settings["numbers"]
        column = name.partition("(")[2].rstrip(")").strip()
        span = span.get(column) if isinstance(span, dict) else span
        steps = grid([cell]) if not name.startswith("success") else max(grid([cell]), 10)
        if name.startswith("success"):
            low, high = Fraction(1, steps), 1 - Fraction(1, steps)
        elif span is not None and name.startswith("mean"):
            low, high = span.low, span.high
        else:
            low, high = sorted((known / 2, known * 3 / 2))
            if known == 0:
                low, high = Fraction(-3), Fraction(3)
            if name.startswith(("variance", "sd", "rate")):
                low = max(low, Fraction(1, steps))
        number = between(low, high, steps, draws)
        return cell if number is None else like(number, cell)


def _bare(name: str) -> str:
    """Return the name of a row without what stands in quotes."""
    return "".join(name.split('"')[::2])


def _variable(name: str) -> str:
    """Return the column that a row is of: its own name for a word, "" for what is said of numbers."""
    if "(" in _bare(name):
        return ""
    head, sign, _ = _bare(name).partition("=")
    return name[: name.index("=")] if sign and '"' not in name else (head or name)
