"""The oracle's answer to every name in the language of quantities."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from fractions import Fraction
from itertools import product

import mpmath

from differential.errors import bayes_error
from differential.exact import (
    UNDEFINED,
    Irrational,
    Term,
    Worth,
    is_less,
    logarithm,
    ratio,
    real,
)
from differential.oracle import Oracle
from differential.shapes import SHAPES, matrix, means
from differential.spec import Ask, Item, Spec

__all__ = ["Answer", "answer"]

Answer = Worth | bool | tuple[str, ...] | list[Worth]


def answer(spec: Spec, ask: Ask) -> Answer:
    """Return what a quantity is worth, by brute force."""
    oracle = Oracle(spec, spec.models[ask.model])
    found = (FORMS | SHAPES)[ask.form](oracle, ask)
    if not isinstance(found, bool | tuple | list):
        found = oracle.settled(found)
        for wrap in ask.wraps:
            found = wrapped(wrap, found)
    return found


def wrapped(wrap: str, value: Worth) -> Worth:
    """Return what stands in a wrapper, so wrapped."""
    bases = {"log": None, "log2": 2, "log10": 10}
    if wrap in bases:
        return logarithm(value, bases[wrap])
    if value == UNDEFINED:
        return value
    if wrap == "-":
        if isinstance(value, str):
            return value[1:] if value[0] == "-" else "-" + value
        return Irrational(-value.number) if isinstance(value, Irrational) else -value
    if isinstance(value, str):
        return Fraction(0) if value[0] == "-" else value
    if value == 0:
        return Fraction(1)
    return Irrational(mpmath.exp(real(value) if isinstance(value, Fraction) else value.number))


def parameter(value: object) -> Worth:
    """Return a parameter, 0/0 by its name."""
    return UNDEFINED if value is None else value


def _probability(oracle: Oracle, ask: Ask) -> Worth:
    return oracle.probability(ask.of, ask.given)


def _odds(oracle: Oracle, ask: Ask) -> Worth:
    return oracle.odds(ask.pair, oracle.seen(ask.given))


def _log_odds(oracle: Oracle, ask: Ask) -> Worth:
    return logarithm(oracle.settled(_odds(oracle, ask)))


def _ratio(oracle: Oracle, ask: Ask) -> Worth:
    return oracle.odds(ask.pair, oracle.seen(ask.given), prior=False)


def _argmax(oracle: Oracle, ask: Ask) -> Answer:
    return oracle.winners(oracle.seen(ask.of)) or UNDEFINED


def _matching(oracle: Oracle, items: Iterable[Item], showing: Iterable[Item] = ()) -> Fraction:
    """Return the weight of the rows that fit all items, and show the columns of others."""
    found = Fraction(0)
    for row in oracle.spec.rows:
        fits = (
            row.label == item[1] if item[0] == "class" else row.cells.get(item[1]) == item[2]
            for item in items
        )
        if all(fits) and all(item[1] in row.cells for item in showing):
            found += row.weight
    return found


def _count(oracle: Oracle, ask: Ask) -> Fraction:
    words = [item[1] for item in ask.of if item[0] in ("word", "word-of")]
    if words:
        labels = [item[1] for item in ask.of if item[0] == "class"] or oracle.classes
        data = oracle.data
        count = data.word if oracle.spec.is_text else data.moment
        return sum((count(words[0], k) for k in labels), Fraction(0))
    if any(item[0] == "presence" for item in ask.of):
        word, value = next(item[1:] for item in ask.of if item[0] == "presence")
        labels = [item[1] for item in ask.of if item[0] == "class"] or list(oracle.classes)
        ones = sum((oracle.data.documents(word, k) for k in labels), Fraction(0))
        return ones if value == "1" else sum(map(oracle.data.size, labels), Fraction(0)) - ones
    return _matching(oracle, ask.of)


def _freq(oracle: Oracle, ask: Ask) -> Worth:
    """Divide by the rows that show what is asked, among those that fit what is given."""
    shown = [item for item in ask.of if item[0] == "cell"]
    above = _matching(oracle, (*ask.of, *ask.given))
    below = _matching(oracle, ask.given, showing=shown)
    return above / below if below else UNDEFINED


def _tokens(oracle: Oracle, ask: Ask) -> Fraction:
    label = ask.of[0][1]
    if oracle.spec.is_text:
        return oracle.data.tokens(label)
    return sum((oracle.data.moment(c, label) for c in oracle.data.bag()), Fraction(0))


def _vocabulary(oracle: Oracle, ask: Ask) -> Fraction:
    words = oracle.spec.vocabulary or () if oracle.spec.is_text else oracle.data.bag()
    return Fraction(len(words))


def _of_column(of: str) -> Callable[[Oracle, Ask], Worth]:
    def found(oracle: Oracle, ask: Ask) -> Worth:
        columns = [i[1] for i in ask.of if i[0] == "column"]
        labels = [i[1] for i in (*ask.of, *ask.given) if i[0] == "class"] or oracle.classes[:1]
        families = oracle.model.families
        numbers = [c for c, f in families.items() if f in ("gaussian", "spherical")]
        return parameter(getattr(oracle.data, of)((columns or numbers)[0], labels[0]))

    return found


def _sd(oracle: Oracle, ask: Ask) -> Worth:
    found = _variance(oracle, ask)
    if isinstance(found, str):
        return found
    return ratio([Term(Fraction(bool(found)), root=found or Fraction(1))])


def _mean(oracle: Oracle, ask: Ask) -> Answer:
    return means(oracle, ask) if not ask.given else _of_column("mean")(oracle, ask)


def _variance(oracle: Oracle, ask: Ask) -> Worth:
    columns = [i[1] for i in ask.of if i[0] == "column"]
    if columns and oracle.model.families[columns[0]] in ("lda", "qda"):
        label = ask.given[0][1] if ask.given else oracle.classes[0]
        return parameter(oracle.data.covariance(columns[0], columns[0], label))
    return _of_column("variance")(oracle, ask)


def _covariance(oracle: Oracle, ask: Ask) -> Answer:
    if not any(item[0] == "column" for item in ask.of):
        return matrix(oracle, ask)
    columns = [i[1] for i in ask.of if i[0] == "column"]
    label = ask.given[0][1] if ask.given else oracle.classes[0]
    return parameter(oracle.data.covariance(*columns, label))


def cells(oracle: Oracle, columns: Iterable[str]) -> Iterator[tuple[Item, ...]]:
    """Yield all cells of some columns with finitely many values."""
    kinds = [
        [("class", k) for k in oracle.classes] if c == oracle.spec.variable
        else [("cell", c, v) for v in oracle.spec.column(c).values]
        for c in columns
    ]  # fmt: skip
    yield from product(*kinds)


def _independent(oracle: Oracle, ask: Ask) -> Answer:
    every = []
    for item in ask.of:
        every.append(list(cells(oracle, [item[1]])) if item[0] == "column" else [(item,)])
    holds = True
    for chosen in product(*every):
        items = [item for part in chosen for item in part]
        together = oracle.probability(items)
        alone: Worth = Fraction(1)
        for item in items:
            one = oracle.probability([item])
            if UNDEFINED in (one, together):
                return UNDEFINED
            alone = alone * one
        holds = holds and together == alone
    return holds


def _independent_in_data(oracle: Oracle, ask: Ask) -> Answer:
    every = []
    for item in ask.of:
        every.append(list(cells(oracle, [item[1]])) if item[0] == "column" else [(item,)])
    holds = True
    for chosen in product(*every):
        items = tuple(item for part in chosen for item in part)
        one = lambda part: _freq(oracle, Ask("freq", part, ask.given))  # noqa: E731
        together, alone = one(items), Fraction(1)
        for item in items:
            share = one((item,))
            if UNDEFINED in (share, together):
                return UNDEFINED
            alone *= share
        holds = holds and together == alone
    return holds


def _rank(oracle: Oracle, ask: Ask) -> Worth:
    seen = oracle.seen(ask.of)
    columns = [c.name for c in oracle.spec.columns if c.name in seen.cells]
    mine = [oracle.joint(seen, k) for k in oracle.classes]
    place = 1
    for chosen in cells(oracle, columns):
        other = [oracle.joint(oracle.seen(chosen), k) for k in oracle.classes]
        if None in mine or None in other:
            return UNDEFINED
        place += is_less(other, mine)
    return Fraction(place)


INTEGRATED = ("dirichlet-multinomial",)
"""The families that integrate their parameters out instead of estimating them."""


def _free_parameters(oracle: Oracle, ask: Ask) -> Fraction:
    spec, model = oracle.spec, oracle.model
    if spec.form == "parameters":
        return Fraction(0)
    k, families = len(spec.classes), model.families
    found = (k - 1) * (model.prior in ("mle", "smoothed"))
    gaussian = [c for c in families if families[c] == "gaussian"]
    shared = {"none": k * len(gaussian), "classes": len(gaussian), "features": k, "all": 1}
    found += shared[model.share] if gaussian else 0
    for column, family in families.items():
        if column != "text" and family not in INTEGRATED:
            values = spec.column(column).values
            found += k * (len(values) - 1 if values else 1)
    if "multinomial" in (families.get(column) for column in oracle.data.bag()):
        found -= k
    joint = oracle.data.joint()
    d = len(joint)
    if joint and families[joint[0]] == "spherical":
        found += {"none": k, "features": k, "classes": 1, "all": 1}[model.share]
    elif joint:
        found += d * (d + 1) // 2 * (k if families[joint[0]] == "qda" else 1)
    if spec.is_text and families["text"] not in INTEGRATED:
        words = len(spec.vocabulary or ())
        found += k * (words if families["text"] == "bernoulli" else words - 1)
    return Fraction(found)


FORMS: dict[str, Callable[[Oracle, Ask], Answer]] = {
    "P": _probability, "p": _probability, "odds": _odds, "log_odds": _log_odds, "lr": _ratio,
    "argmax": _argmax, "count": _count, "freq": _freq, "tokens": _tokens, "vocabulary": _vocabulary,
    "mean": _mean, "variance": _variance, "rate": _of_column("rate"),
    "success": _of_column("success"), "sd": _sd, "covariance": _covariance,
    "independent": _independent, "independent_in_data": _independent_in_data, "rank": _rank,
    "bayes_error": bayes_error, "free_parameters": _free_parameters,
    "accuracy": lambda oracle, ask: oracle.accuracy(),
    "accuracy_left_out": lambda oracle, ask: oracle.accuracy(left_out=True),
}  # fmt: skip
