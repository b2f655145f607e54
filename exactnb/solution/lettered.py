"""Estimates where some counts, or λ, are letters: (1 + λ)/(1 + |V| λ)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from exactnb.data.counts import Counts
from exactnb.data.readers import read_text_file
from exactnb.data.summaries import read_lettered_counts
from exactnb.derivation.lines import Step
from exactnb.derivation.theorem import (
    Proof,
    Theorem,
    assume,
    is_natural,
    is_positive,
    maximum,
    same,
)
from exactnb.derivation.writing import Formula, letter, parameter, value
from exactnb.errors import ExactnbError, InputError, quoted
from exactnb.expression.formula import has_letters
from exactnb.expression.nodes import Expression, Index, Integer, Sum, Symbol, children
from exactnb.solution.problem_file import read_document
from exactnb.solution.toml import read_toml

__all__ = ["Lettered", "read_lettered"]

_AMOUNTS = ("λ", "lambda")  # how a λ that stays a letter is written in a file
_MOST = 200  # estimates
_FAMILIES = ("multinomial", "categorical", "bernoulli")
_J, _K, _V, _W = (Formula(Index(name)) for name in "jkvw")

Place = tuple[str, str]  # a column and its value; a word, or the column of a 1, alone


@dataclass(frozen=True)
class Lettered:
    """Hold counts as formulas, by place and class, with the totals of the classes."""

    title: str
    source: str
    classes: tuple[str, ...]
    totals: Mapping[str, Expression]
    counts: Mapping[tuple[Place, str], Expression]

    def steps(self, theorem: Theorem) -> tuple[Step, ...]:
        """Return a theorem with a last step, in which these counts are put in.

        Raises InputError where the theorem estimates something else.
        """
        if theorem.family not in _FAMILIES:
            raise InputError(f"{theorem.name} takes no counts with letters")
        if len(self.counts) > _MOST:
            raise InputError(f"{len(self.counts)} counts; with letters at most {_MOST} are put in")
        proof = Proof(theorem.name)
        theorem.write(proof)
        proof.step("In numbers and letters")
        smoothed = theorem.rule == "map"
        n, lam = letter("n")[_K], letter("λ")
        if smoothed:
            proof.say("Every count gets the same pseudo-count, ", is_positive(lam), ".")
            for pseudo, amount in _pseudo_counts(theorem.family):
                proof.chain(pseudo, assume(amount))
        else:
            hat, hits = _places(theorem.family)
            proof.say("Every class was seen, ", is_positive(n), ".")
            proof.chain(hat, maximum(hits / n, "as above"))
        self._unknowns(proof)
        for label in self.classes:
            self._of_class(proof, theorem.family, label, smoothed=smoothed)
        return tuple(proof.steps)

    def _unknowns(self, proof: Proof) -> None:
        """Introduce the letters of the counts."""
        formulas = (*self.totals.values(), *self.counts.values())
        found = list(dict.fromkeys(part for formula in formulas for part in _symbols(formula)))
        if found:
            first, *others = (is_natural(Formula(symbol)) for symbol in found)
            rest = [part for line in others for part in (", ", line)]
            proof.say("Not known as numbers: ", first, *rest, ".")

    def _of_class(self, proof: Proof, family: str, label: str, *, smoothed: bool) -> None:
        """Write the estimates of one class, under each total that they are divided by."""
        k, n, lam, theta = value(label), letter("n"), letter("λ"), parameter(family, "θ")
        by_column = family == "categorical"
        groups: dict[str, list[Place]] = {}
        for place in (place for place, of in self.counts if of == label):
            groups.setdefault(place[0] if by_column and smoothed else "", []).append(place)
        for column, places in groups.items():
            whole = Formula(self._total(family, places[0], label))
            proof.chain(n[value(column), k] if column else n[k], assume(whole))
            for name, of in places:
                indices = (value(name), value(of), k) if by_column else (value(name), k)
                times = Formula(self.counts[(name, of), label])
                proof.chain(n[indices], assume(times))
                shown = (times + lam) / (whole + _cells(family, name) * lam)
                shown = shown if smoothed else times / whole
                proof.chain(theta[indices].hat, same(shown))

    def _total(self, family: str, place: Place, label: str) -> Expression:
        """Return the given total of a class, or what its counts add up to."""
        if label in self.totals:
            return self.totals[label]
        if family == "bernoulli":
            raise InputError("a row total says how many rows each class has", at="data.counts")
        near = [
            formula for (other, of), formula in self.counts.items()
            if of == label and (family == "multinomial" or other[0] == place[0])
        ]  # fmt: skip
        terms = [t for part in near if part != Integer(0) for t in _terms(part)]
        if not terms:
            raise InputError(f"class {quoted(label)} has no counts", at="data.counts")
        return terms[0] if len(terms) == 1 else Sum(tuple(terms))


def read_lettered(path: str | Path) -> Lettered | None:
    """Return the counts of a problem file, if it has letters among them or for λ; else None.

    Raises InputError for what cannot be read, with the file and the place in it.
    """
    path = Path(path)
    try:
        document = read_toml(read_text_file(path))
        data, model = document.get("data"), document.get("model", {})
        if not isinstance(data, dict) or not isinstance(model, dict):
            return None
        counts = data.get("counts")
        lettered = isinstance(counts, str) and any(map(has_letters, _numbers(counts)))
        if lettered:
            return _of_formulas(document, data, str(counts))
        if model.get("smoothing") in _AMOUNTS:
            inner = {**document, "model": {**model, "smoothing": 0}}
            return _of_numbers(inner, path.parent)
    except ExactnbError as error:
        raise error.inside(str(path)) from None
    return None


def _numbers(table: str) -> Iterator[str]:
    """Yield what stands in the cells of a table of counts, as far as it can be told apart."""
    for line in table.strip().splitlines()[1:]:
        cells = line.split("|") if "|" in line else line.split(",") if "," in line else line.split()
        yield from cells[1:]


def _of_formulas(document: dict[str, Any], data: dict[str, Any], text: str) -> Lettered:
    try:
        variable = data.get("class")
        schema, totals, counts = read_lettered_counts(
            text, class_variable=None if variable is None else str(variable)
        )
    except InputError as error:
        raise error.under("data.counts") from None
    found = {((c or v, v if c else ""), k): formula for (c, v, k), formula in counts.items()}
    words = {k: formula for ((place, _), k), formula in found.items() if place == "tokens"}
    found = {key: formula for key, formula in found.items() if key[0][0] != "tokens"}
    title, source = str(document.get("title", "")), str(document.get("source", ""))
    return Lettered(title, source, schema.classes, totals | words, found)


def _of_numbers(document: dict[str, Any], folder: Path) -> Lettered:
    """Return the counts of data in which only λ is a letter."""
    problem = read_document(document, folder)
    model = next(iter(problem.predictions.values())).model
    counts: Counts = model.counts
    found: dict[tuple[Place, str], Expression] = {}
    for label in problem.schema.classes:
        for item in model.parameters():
            if item.kind == "word":
                times = counts.word(item.value, label)
                found[(item.value, ""), label] = _whole(times)
            else:
                block = model.blocks[item.variable]
                of = "" if block.family.domain == "binary" else item.value
                times = counts.cell(item.variable, item.value, label)
                found[(item.variable, of), label] = _whole(times)
    totals = {} if model.bag is not None else {k: _whole(counts.sizes[k]) for k in counts.sizes}
    return Lettered(problem.title, problem.source, problem.schema.classes, totals, found)


def _whole(number: object) -> Integer:
    if not isinstance(number, int):
        raise InputError(f"expected whole counts beside letters; got {number}", at="data")
    return Integer(number)


def _pseudo_counts(family: str) -> Iterator[tuple[Formula, Formula]]:
    """Yield the letters of a prior, and what they are if every count gets λ."""
    lam = letter("λ")
    if family == "bernoulli":
        yield from ((letter(name), lam + 1) for name in "ab")
    else:
        yield lam[_W if family == "multinomial" else _V], lam


def _places(family: str) -> tuple[Formula, Formula]:
    """Return the general estimate of a family, and the count it rests on."""
    at: tuple[Formula, ...] = {
        "multinomial": (_W, _K), "categorical": (_J, _V, _K), "bernoulli": (_J, _K)
    }[family]  # fmt: skip
    return parameter(family, "θ")[at].hat, letter("n")[at]


def _cells(family: str, column: str) -> Formula:
    """Return how many λ are added to a total."""
    if family == "bernoulli":
        return Formula(Integer(2))
    return letter("|V|") if family == "multinomial" else letter("M")[value(column)]


def _terms(formula: Expression) -> tuple[Expression, ...]:
    return formula.terms if isinstance(formula, Sum) else (formula,)


def _symbols(formula: Expression) -> Iterator[Symbol]:
    if isinstance(formula, Symbol):
        yield formula
    else:
        for part in children(formula):
            yield from _symbols(part)
