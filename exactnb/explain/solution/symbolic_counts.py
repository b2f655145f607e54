"""Estimates where some counts, or λ, are letters: (1 + λ)/(1 + |V| λ).

How to read: `symbolic_counts_in` reads a file with letters; `SymbolicCounts.steps` writes the
estimates as the last step of a theorem, which is proved like any other.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from math import lcm
from pathlib import Path
from typing import Any

from exactnb.core import families
from exactnb.core.data.counts import Counts
from exactnb.core.data.files import Files
from exactnb.core.data.readers import read_summary_text, read_text_file
from exactnb.core.data.schema import COUNTS, DATA, Schema, in_class
from exactnb.core.data.summaries import read_symbolic_counts
from exactnb.core.expression.letters import has_letters
from exactnb.core.expression.nodes import Call, Expression, Index, Integer, Sum, Symbol
from exactnb.core.expression.tree import terms_of
from exactnb.core.naming.grammar import quote
from exactnb.core.problem.problem import Problem
from exactnb.core.problem.toml import read_toml
from exactnb.core.record import frozen
from exactnb.errors import InputError, Place, quoted
from exactnb.explain.derivation.lines import Chain, Step
from exactnb.explain.proving.scope.alphabet import LETTERS
from exactnb.explain.proving.writing.formulas import letter, parameter, value
from exactnb.explain.proving.writing.theorem import (
    Proof,
    Theorem,
    assume,
    is_positive,
    maximum,
    not_negative,
    same,
)

_LAMBDAS = ("λ", "lambda")  # the spellings in a file of a λ that stays a letter
_MAX_COUNTS = 60  # estimates
_TOKENS = "tokens"  # the row with the number of words of each class
_J, _K, _V, _W = (Index(name) for name in "jkvw")

CellOrWord = tuple[str, str]  # a column and its value; a word, or the column of a 1, alone


_SMOOTHING, _FAMILY = Place.of("model.smoothing"), Place.of("model.family")


@frozen
class SymbolicCounts:
    """Counts as formulas, by place and class, with the totals of the classes."""

    title: str
    family: str
    smoothed: bool
    classes: tuple[str, ...]
    totals: Mapping[str, Expression]
    counts: Mapping[tuple[CellOrWord, str], Expression]

    def steps(self, theorem: Theorem) -> tuple[Step, ...]:
        """Return the steps of `theorem` and a last one, in which these counts are put in.

        Raises InputError if the theorem is about another family or smoothing, or there are more than 60
        counts.
        """
        if theorem.family != self.family:
            raise InputError(f"it is {self.family}; {theorem.name} is about something else")
        if (theorem.rule == "map") != self.smoothed:
            raise InputError(f"its smoothing is not that of {theorem.name}", at=_SMOOTHING)
        if len(self.counts) > _MAX_COUNTS:
            number = len(self.counts)
            raise InputError(f"{number} counts; with letters at most {_MAX_COUNTS} are put in")
        proof = Proof(theorem.name)
        theorem.write(proof)
        self._check_letters(theorem, proof)
        proof.step("In numbers and letters")
        if self.smoothed:
            proof.say("Every count gets the same pseudo-count, {}.", is_positive(letter("λ")))
            for pseudocount, value in _pseudo_counts(self.family):
                proof.chain(pseudocount, assume(value))
        else:
            indices, n = _count_indices(self.family), letter("n")
            proof.say("Every class was seen, {}.", is_positive(n[_K]))
            estimate = maximum(n[indices] / n[_K], "as above")
            proof.chain(parameter(self.family, "θ")[indices].hat, estimate)
        self._introduce_counts(proof)
        for label in self.classes:
            self._write_class_estimates(proof, label)
        return tuple(proof.steps)

    def _formulas(self) -> Iterator[Expression]:
        yield from self.totals.values()
        yield from self.counts.values()

    def _check_letters(self, theorem: Theorem, proof: Proof) -> None:
        """Refuse a letter that means something else in the theorem."""
        chains = (block for step in proof.steps for block in step.blocks if isinstance(block, Chain))
        lines = (line for chain in chains for line in chain.lines)
        sides = [side for line in lines for side in (line.left, line.right)]
        parts = (part for side in sides for part in side.walk())
        indices = {part.letter for part in parts if isinstance(part, Index)}
        names = {*self.classes, *(name for place, _ in self.counts for name in place)}
        for name in sorted(names & indices):
            raise InputError(f"{quoted(name)} is an index in {theorem.name}; rename it", at=DATA)
        theorem_letters = {name for side in sides for name in _letters_in(side)}
        count_letters = [name for formula in self._formulas() for name in _letters_in(formula)]
        stranger = next((name for name in count_letters if name not in LETTERS), None)
        if stranger is not None:
            raise InputError.expected("a letter such as d, or d_1 with an index", stranger, at=COUNTS)
        clash = next((name for name in count_letters if name in theorem_letters), None)
        if clash is not None:
            message = f"the letter {quoted(clash)} has a meaning in {theorem.name}; use another"
            raise InputError(message, at=COUNTS)

    def _introduce_counts(self, proof: Proof) -> None:
        """Introduce the letters of the counts."""
        letters = dict.fromkeys(
            part for formula in self._formulas() for part in formula.walk() if isinstance(part, Symbol)
        )
        if letters:
            places = ", ".join("{}" for _ in letters)
            lines = (not_negative(symbol) for symbol in letters)
            proof.say(f"Not known as numbers: {places}.", *lines)

    def _write_class_estimates(self, proof: Proof, label: str) -> None:
        """Write the estimates of one class, grouped by their denominators."""
        k, n, lam, theta = value(label), letter("n"), letter("λ"), parameter(self.family, "θ")
        by_column = len(_count_indices(self.family)) == 3
        groups: dict[str, list[CellOrWord]] = {}
        for place in (place for place, class_label in self.counts if class_label == label):
            groups.setdefault(place[0] if by_column and self.smoothed else "", []).append(place)
        for column, places in groups.items():
            total = self._total(places[0], label)
            is_filled = any(isinstance(n, Integer) and n.value > 0 for n in terms_of(total))
            if not self.smoothed and not is_filled:
                proof.say("There is something to count: {}.", is_positive(total))
            proof.chain(n[value(column), k] if column else n[k], assume(total))
            for place in places:
                name, cell = map(value, place)
                indices = (name, cell, k) if by_column else (name, k)
                times = self.counts[place, label]
                proof.chain(n[indices], assume(times))
                estimate = (times + lam) / (total + _lambda_count(self.family, place[0]) * lam)
                estimate = estimate if self.smoothed else times / total
                proof.chain(theta[indices].hat, same(estimate))

    def _total(self, place: CellOrWord, label: str) -> Expression:
        """Return the given total of a class, or the sum of its counts."""
        if label in self.totals:
            total = self.totals[label]
            for ((name, _), class_label), count in self.counts.items():
                if class_label != label or not isinstance(total, Integer):
                    continue
                if isinstance(count, Integer) and count.value > total.value:
                    counts_place = in_class(COUNTS, label)
                    raise InputError(f"{quoted(name)} is more than the total", at=counts_place)
        elif families.family(self.family).has_single_parameter:
            raise InputError("a row total says how many rows each class has", at=COUNTS)
        else:
            draws_words = families.family(self.family).draws_words
            summands = [
                formula
                for ((name, _), class_label), formula in self.counts.items()
                if class_label == label and (draws_words or name == place[0])
            ]
            terms = [term for part in summands if part != Integer(0) for term in terms_of(part)]
            total = Sum.of(terms)
        if total == Integer(0) and not self.smoothed:
            raise InputError("has nothing to estimate from", at=in_class(COUNTS, label))
        return total


def symbolic_counts_in(path: str | Path, files: bool | None = None) -> SymbolicCounts | None:
    """Return the counts of the problem file `path`, if some of them or λ are letters; else None.

    `files` is that of `Problem.read`. Raises InputError with the file and the place in it.
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
            return _counts_with_letters(inner, counts, smoothed=smoothing in _LAMBDAS)
        if smoothing not in _LAMBDAS:
            return None
        return _counts_without_letters(Problem.from_document(inner, Files.of(path, files)))


def _has_letters(table: str) -> bool:
    try:
        _, _, rows = read_summary_text(table)
    except InputError:  # the reader of numbers refuses it later, with the place
        return False
    return any(has_letters(cell) for _, _, cells in rows for cell in cells)


def _counts_with_letters(document: dict[str, Any], text: str, *, smoothed: bool) -> SymbolicCounts:
    variable = document["data"].get("class")
    schema, totals, counts = read_symbolic_counts(
        text, class_variable=None if variable is None else str(variable), place=COUNTS
    )
    by_place = {((c or v, v if c else ""), k): formula for (c, v, k), formula in counts.items()}
    tokens = {k: formula for ((place, _), k), formula in by_place.items() if place == _TOKENS}
    by_place = {key: formula for key, formula in by_place.items() if key[0][0] != _TOKENS}
    problem = _stand_in(document, schema, has_texts=bool(tokens))
    family = _only_family(problem)
    totals = tokens if families.family(family).draws_words else totals
    return SymbolicCounts(problem.title, family, smoothed, schema.classes, totals, by_place)


def _stand_in(document: dict[str, Any], schema: Schema, *, has_texts: bool) -> Problem:
    """Return the problem with numbers for letters, so that `Problem` checks the rest of the file."""
    bare = [word for word in schema.words if word != _TOKENS]
    rows = [f"{quote(c)}={quote(v)}" for c, values in schema.columns.items() for v in values]
    size = lcm(*map(len, schema.columns.values()))
    shares = [size // len(values) for values in schema.columns.values() for _ in values]
    counts = [("total", size), *zip(rows, shares, strict=True), *((quote(word), 1) for word in bare)]
    head = " | ".join([quote(schema.class_variable), *map(quote, schema.classes)])
    lines = [" | ".join([name, *[str(times)] * len(schema.classes)]) for name, times in counts]
    model = document["model"]
    if has_texts and "family" not in model:
        model = {**model, "family": families.default("words")}
    data = {**document["data"], "counts": "\n".join([head, *lines])}
    return Problem.from_document({**document, "data": data, "model": model})


def _only_family(problem: Problem) -> str:
    """Return the one family of a problem."""
    model = next(iter(problem.predictions.values())).model
    names = {block.family.name for block in model.blocks}
    blocks = model.blocks
    counted = all(b.family.estimates_shares and b.family.has_independent_draws for b in blocks)
    if len(names) != 1 or not counted:
        raise InputError("with letters, all columns have one family", at=_FAMILY)
    return names.pop()


def _counts_without_letters(problem: Problem) -> SymbolicCounts:
    """Return the counts of a problem in which only λ is a letter."""
    model = next(iter(problem.predictions.values())).model
    counts: Counts = model.counts
    by_place: dict[tuple[CellOrWord, str], Expression] = {}
    for label in problem.schema.classes:
        for item in model.parameter_items():
            if item.kind == "word":
                by_place[(item.value, ""), label] = _integer(counts.word(item.value, label))
            else:
                binary = model.by_column[item.variable].family.has_single_parameter
                times = counts.cell(item.variable, item.value, label)
                by_place[(item.variable, "" if binary else item.value), label] = _integer(times)
    totals = {} if model.draws_words else {k: _integer(counts.sizes[k]) for k in counts.sizes}
    family, classes = _only_family(problem), problem.schema.classes
    return SymbolicCounts(problem.title, family, True, classes, totals, by_place)


def _integer(number: object) -> Integer:
    if not isinstance(number, int):
        raise InputError.expected("whole counts beside letters", number, at=DATA)
    return Integer(number)


def _pseudo_counts(family: str) -> Iterator[tuple[Expression, Expression]]:
    """Yield the pseudo-counts of a family as letters, each with its value λ."""
    lam = letter("λ")
    if families.family(family).has_single_parameter:
        yield from ((letter(name), lam) for name in "ab")
    else:
        yield lam[_W if families.family(family).draws_words else _V], lam


def _count_indices(family: str) -> tuple[Expression, ...]:
    """Return the indices of a count: of a word, of the ones of a column, or of a value of it."""
    chosen = families.family(family)
    return (_W, _K) if chosen.draws_words else (_J, _K) if chosen.has_single_parameter else (_J, _V, _K)


def _lambda_count(family: str, column: str) -> Expression:
    """Return the number of λ that are added to a total: 2, |V| or M."""
    if families.family(family).has_single_parameter:
        return Integer(2)
    return letter("|V|") if families.family(family).draws_words else letter("M")[value(column)]


def _letters_in(formula: Expression) -> Iterator[str]:
    """Yield the letters of a formula, including those of functions and indices."""
    for part in formula.walk():
        match part:
            case Symbol(name, role=role) if role != "value":
                yield name
            case Call(name) | Index(name):
                yield name
