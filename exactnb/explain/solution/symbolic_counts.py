"""Estimates where some counts, or λ, are letters: (1 + λ)/(1 + |V| λ).

How to read: `symbolic_counts_in` reads a file, if there are letters in it; `SymbolicCounts.steps`
writes the estimates as a theorem, which is proved as any other.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from math import lcm
from pathlib import Path
from typing import Any

from exactnb.core import families
from exactnb.core.data.counts import Counts
from exactnb.core.data.files import Files
from exactnb.core.data.places import COUNTS, DATA, in_class
from exactnb.core.data.readers import read_summary_text, read_text_file
from exactnb.core.data.schema import Schema
from exactnb.core.data.summaries import read_symbolic_counts
from exactnb.core.expression.formula import has_letters
from exactnb.core.expression.nodes import Call, Expression, Index, Integer, Sum, Symbol
from exactnb.core.naming.spelling import quote
from exactnb.core.problem.problem import Problem
from exactnb.core.problem.toml import read_toml
from exactnb.core.record import frozen
from exactnb.errors import InputError, Place, quoted
from exactnb.explain.derivation.lines import Chain, Step
from exactnb.explain.proving.alphabet import LETTERS
from exactnb.explain.proving.theorem import (
    Proof,
    Theorem,
    assume,
    is_natural,
    is_positive,
    maximum,
    same,
)
from exactnb.explain.proving.writing import letter, parameter, value

_LAMBDAS = ("λ", "lambda")  # how a λ that stays a letter is written in a file
_MOST = 60  # estimates
_TOKENS = "tokens"  # the row of how many words a class has
_J, _K, _V, _W = (Index(name) for name in "jkvw")

CellOrWord = tuple[str, str]  # a column and its value; a word, or the column of a 1, alone


_SMOOTHING, _FAMILY = Place.of("model.smoothing"), Place.of("model.family")


@frozen
class SymbolicCounts:
    """Hold counts as formulas, by place and class, with the totals of the classes."""

    title: str
    family: str
    smoothed: bool
    classes: tuple[str, ...]
    totals: Mapping[str, Expression]
    counts: Mapping[tuple[CellOrWord, str], Expression]

    def steps(self, theorem: Theorem) -> tuple[Step, ...]:
        """Return a theorem with a last step, in which these counts are put in.

        Raises InputError where the theorem estimates something else, or otherwise.
        """
        if theorem.family != self.family:
            raise InputError(f"it is {self.family}; {theorem.name} is about something else")
        if (theorem.rule == "map") != self.smoothed:
            raise InputError(f"its smoothing is not that of {theorem.name}", at=_SMOOTHING)
        if len(self.counts) > _MOST:
            raise InputError(f"{len(self.counts)} counts; with letters at most {_MOST} are put in")
        proof = Proof(theorem.name)
        theorem.write(proof)
        self._check_letters(theorem, proof)
        proof.step("In numbers and letters")
        if self.smoothed:
            proof.say("Every count gets the same pseudo-count, {}.", is_positive(letter("λ")))
            for pseudocount, value in _pseudo_counts(self.family):
                proof.chain(pseudocount, assume(value))
        else:
            at, n = _places(self.family), letter("n")
            proof.say("Every class was seen, {}.", is_positive(n[_K]))
            proof.chain(parameter(self.family, "θ")[at].hat, maximum(n[at] / n[_K], "as above"))
        self._unknowns(proof)
        for label in self.classes:
            self._of_class(proof, label)
        return tuple(proof.steps)

    def _formulas(self) -> Iterator[Expression]:
        yield from self.totals.values()
        yield from self.counts.values()

    def _check_letters(self, theorem: Theorem, proof: Proof) -> None:
        """Refuse a letter that means something else in the theorem."""
        chains = (block for step in proof.steps for block in step.blocks if isinstance(block, Chain))
        lines = (line for chain in chains for line in chain.lines)
        sides = [side for line in lines for side in (line.left, line.right)]
        indices = {part.letter for of in sides for part in of.walk() if isinstance(part, Index)}
        names = {*self.classes, *(name for place, _ in self.counts for name in place)}
        for name in sorted(names & indices):
            raise InputError(f"{quoted(name)} is an index in {theorem.name}; rename it", at=DATA)
        taken = {name for side in sides for name in _letters(side)}
        own = [name for formula in self._formulas() for name in _letters(formula)]
        other = next((name for name in own if name not in LETTERS), None)
        if other is not None:
            message = f"expected a letter such as d, or d_1 with an index; got {quoted(other)}"
            raise InputError(message, at=COUNTS)
        clash = next((name for name in own if name in taken), None)
        if clash is not None:
            message = f"the letter {quoted(clash)} has a meaning in {theorem.name}; use another"
            raise InputError(message, at=COUNTS)

    def _unknowns(self, proof: Proof) -> None:
        """Introduce the letters of the counts."""
        found = dict.fromkeys(
            part for of in self._formulas() for part in of.walk() if isinstance(part, Symbol)
        )
        if found:
            places = ", ".join("{}" for _ in found)
            lines = (is_natural(symbol) for symbol in found)
            proof.say(f"Not known as numbers: {places}.", *lines)

    def _of_class(self, proof: Proof, label: str) -> None:
        """Write the estimates of one class, under each total that they are divided by."""
        k, n, lam, theta = value(label), letter("n"), letter("λ"), parameter(self.family, "θ")
        by_column = len(_places(self.family)) == 3
        groups: dict[str, list[CellOrWord]] = {}
        for place in (place for place, of in self.counts if of == label):
            groups.setdefault(place[0] if by_column and self.smoothed else "", []).append(place)
        for column, places in groups.items():
            whole = self._total(places[0], label)
            if not self.smoothed and not _is_filled(whole):
                proof.say("There is something to count: {}.", is_positive(whole))
            proof.chain(n[value(column), k] if column else n[k], assume(whole))
            for name, of in places:
                indices = (value(name), value(of), k) if by_column else (value(name), k)
                times = self.counts[(name, of), label]
                proof.chain(n[indices], assume(times))
                shown = (times + lam) / (whole + _cells(self.family, name) * lam)
                shown = shown if self.smoothed else times / whole
                proof.chain(theta[indices].hat, same(shown))

    def _total(self, place: CellOrWord, label: str) -> Expression:
        """Return the given total of a class, or what its counts add up to."""
        if label in self.totals:
            total = self.totals[label]
            for (other, _), count in ((key, of) for key, of in self.counts.items() if key[1] == label):
                if not (isinstance(total, Integer) and isinstance(count, Integer)):
                    continue
                if count.value > total.value:
                    at = in_class(COUNTS, label)
                    raise InputError(f"{quoted(other[0])} is more than the total", at=at)
        elif families.family(self.family).is_single:
            raise InputError("a row total says how many rows each class has", at=COUNTS)
        else:
            near = [
                formula
                for (other, of), formula in self.counts.items()
                if of == label and (families.family(self.family).is_drawn or other[0] == place[0])
            ]
            terms = [term for part in near if part != Integer(0) for term in _terms(part)]
            total = Sum.of(terms)
        if total == Integer(0) and not self.smoothed:
            raise InputError("has nothing to estimate from", at=in_class(COUNTS, label))
        return total


def symbolic_counts_in(path: str | Path, files: bool | None = None) -> SymbolicCounts | None:
    """Return the counts of a problem file, if it has letters among them or for λ; else None.

    Raises InputError for what cannot be read, with the file and the place in it.
    """
    path = Path(path)
    with Place.file(path):
        document = read_toml(read_text_file(path))
        data, model = document.get("data"), document.get("model", {})
        if not isinstance(data, dict) or not isinstance(model, dict):
            return None
        smoothing = model.get("smoothing")
        inner = {**document, "model": {**model, "smoothing": 0}}
        counts = data.get("counts")
        if isinstance(counts, str) and _has_letters(counts):
            if smoothing not in (None, 0, "0", *_LAMBDAS):
                raise InputError("beside letters, λ is a letter too, or 0", at=_SMOOTHING)
            return _of_formulas(inner, counts, smoothed=smoothing in _LAMBDAS)
        return (
            _of_numbers(Problem.from_document(inner, Files.of(path, files)))
            if smoothing in _LAMBDAS
            else None
        )


def _has_letters(table: str) -> bool:
    try:
        _, _, rows = read_summary_text(table)
    except InputError:  # told by the reader of numbers
        return False
    return any(has_letters(cell) for _, _, cells in rows for cell in cells)


def _of_formulas(document: dict[str, Any], text: str, *, smoothed: bool) -> SymbolicCounts:
    variable = document["data"].get("class")
    schema, totals, counts = read_symbolic_counts(
        text, class_variable=None if variable is None else str(variable), at=COUNTS
    )
    found = {((c or v, v if c else ""), k): formula for (c, v, k), formula in counts.items()}
    words = {k: formula for ((place, _), k), formula in found.items() if place == _TOKENS}
    found = {key: formula for key, formula in found.items() if key[0][0] != _TOKENS}
    problem = _stand_in(document, schema, words=bool(words))
    family = _family(problem)
    totals = words if families.family(family).is_drawn else totals
    return SymbolicCounts(problem.title, family, smoothed, schema.classes, totals, found)


def _stand_in(document: dict[str, Any], schema: Schema, *, words: bool) -> Problem:
    """Return the problem with other counts, for all else in the file to be read as always."""
    bare = [word for word in schema.words if word != _TOKENS]
    rows = [f"{quote(c)}={quote(v)}" for c, values in schema.columns.items() for v in values]
    size = lcm(*map(len, schema.columns.values()))
    shares = [size // len(values) for values in schema.columns.values() for _ in values]
    counts = [("total", size), *zip(rows, shares, strict=True), *((quote(word), 1) for word in bare)]
    head = " | ".join([quote(schema.class_variable), *map(quote, schema.classes)])
    lines = [" | ".join([name, *[str(times)] * len(schema.classes)]) for name, times in counts]
    model = document["model"]
    if words and "family" not in model:
        model = {**model, "family": families.usual("words")}
    data = {**document["data"], "counts": "\n".join([head, *lines])}
    return Problem.from_document({**document, "data": data, "model": model})


def _family(problem: Problem) -> str:
    """Return the one family of a problem."""
    model = next(iter(problem.predictions.values())).model
    found = {block.family.name for block in model.blocks}
    if len(found) != 1 or not all(b.family.is_of_shares and b.is_apart for b in model.blocks):
        raise InputError("with letters, all columns have one family", at=_FAMILY)
    return found.pop()


def _of_numbers(problem: Problem) -> SymbolicCounts:
    """Return the counts of data in which only λ is a letter."""
    model = next(iter(problem.predictions.values())).model
    counts: Counts = model.counts
    found: dict[tuple[CellOrWord, str], Expression] = {}
    for label in problem.schema.classes:
        for item in model.parameters():
            if item.kind == "word":
                found[(item.value, ""), label] = _whole(counts.word(item.value, label))
            else:
                binary = model.by_column[item.variable].family.is_single
                times = counts.cell(item.variable, item.value, label)
                found[(item.variable, "" if binary else item.value), label] = _whole(times)
    totals = {} if model.draws_words else {k: _whole(counts.sizes[k]) for k in counts.sizes}
    return SymbolicCounts(problem.title, _family(problem), True, problem.schema.classes, totals, found)


def _whole(number: object) -> Integer:
    if not isinstance(number, int):
        raise InputError(f"expected whole counts beside letters; got {quoted(number)}", at=DATA)
    return Integer(number)


def _pseudo_counts(family: str) -> Iterator[tuple[Expression, Expression]]:
    """Yield the letters of a prior, and what they are if every count gets λ."""
    lam = letter("λ")
    if families.family(family).is_single:
        yield from ((letter(name), lam) for name in "ab")
    else:
        yield lam[_W if families.family(family).is_drawn else _V], lam


def _places(family: str) -> tuple[Expression, ...]:
    """Return the indices of a count: of a word, of the ones of a column, or of a value of it."""
    own = families.family(family)
    return (_W, _K) if own.is_drawn else (_J, _K) if own.is_single else (_J, _V, _K)


def _cells(family: str, column: str) -> Expression:
    """Return how many λ are added to a total."""
    if families.family(family).is_single:
        return Integer(2)
    return letter("|V|") if families.family(family).is_drawn else letter("M")[value(column)]


def _is_filled(formula: Expression) -> bool:
    """Say whether a number in a sum makes it greater than zero."""
    return any(isinstance(term, Integer) and term.value > 0 for term in _terms(formula))


def _terms(formula: Expression) -> tuple[Expression, ...]:
    return formula.terms if isinstance(formula, Sum) else (formula,)


def _letters(formula: Expression) -> Iterator[str]:
    """Yield the letters of a formula, those of functions and indices too."""
    for part in formula.walk():
        match part:
            case Symbol(name, role=role) if role != "value":
                yield name
            case Call(name) | Index(name):
                yield name
