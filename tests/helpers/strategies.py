"""The one home of Hypothesis strategies: random problems of every family.

Columns and words are drawn by the domain that a family states, so registration is enough to be
tested. A family that cannot be drawn or computed makes every test over the registry fail, by name.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from fractions import Fraction

from brute import LIKELIHOODS, Case
from by_hand import EVERYWHERE, Rule
from hypothesis import assume
from hypothesis import strategies as st
from labels import (
    AWKWARD,
    FOREIGN,
    SIMPLE_CLASSES,
    SIMPLE_COLUMNS,
    SIMPLE_WORDS,
    TEXT_WORDS,
    UNPRINTABLE,
)
from plain import TEXT, Column, Row

from exactnb.core.families import family, family_names
from exactnb.core.families.numbers import NumberFamily
from exactnb.core.problem import styles

__all__ = [
    "AWKWARD", "FOREIGN", "LAMBDAS", "NAMES", "PRIORS", "SIMPLE_WORDS", "STYLES", "UNPRINTABLE",
    "VALUES", "Case", "Column", "Row", "Rule", "cases", "domain_of", "relabelled", "rules", "shares",
]  # fmt: skip

NAMES = tuple(name for name in family_names() if not isinstance(family(name), NumberFamily))
"""The families of values and of words: those of numbers have laws of their own."""

LAMBDAS = tuple(Fraction(x) for x in ("0", "1/2", "1", "2", "3/7"))
PRIORS = ("mle", "uniform", "smoothed", "given")
STYLES = styles.names()
NEVER_SEEN, UNHEARD = "never seen", "unheard"
WEIGHTS = tuple(Fraction(x) for x in ("1", "2", "1/2", "3/7", "0"))
VALUES = {
    "binary": lambda words: st.just(("0", "1")),
    "nominal": lambda words: st.lists(st.sampled_from(words), min_size=1, max_size=4, unique=True).map(
        tuple
    ),
    "words": lambda words: st.just(("0", "1", "2", "3")),
}
"""What the columns of each domain may hold."""


def domain_of(name: str) -> str:
    """Return the domain of a family; raise LookupError for one that is not drawn yet."""
    domain = family(name).domain
    if domain not in VALUES:
        known = ", ".join(sorted(VALUES))
        raise LookupError(
            f"family {name!r} has the domain {domain!r}, and helpers/strategies.py draws {known} only; "
            "say in VALUES what its columns hold"
        )
    if domain == "words" and name not in LIKELIHOODS:
        raise LookupError(
            f"family {name!r} draws words, and helpers/brute.py knows {', '.join(LIKELIHOODS)} only; "
            "say in LIKELIHOODS what a bag of words is worth by brute force"
        )
    return domain


@st.composite
def rules(
    draw: st.DrawFn, values: Sequence[str], classes: Sequence[str], *, only: Sequence[str] = ()
) -> Rule:
    """Return rules of smoothing for some values; `only` may name the kinds that suit."""
    kind = draw(st.sampled_from(only or KINDS))
    if kind in ("perks", "0+"):
        return Rule(kind)
    number = draw(st.sampled_from(LAMBDAS))
    if kind == "cells":
        cells = draw(st.sampled_from((Fraction(1), Fraction(5), Fraction(7, 2), "class", "slot")))
        return Rule(kind, number, cells)
    if kind in ("frequency", "clip"):
        return Rule(kind, draw(st.sampled_from((Fraction(0), Fraction(1, 10), Fraction(1, 3)))))
    if kind == "mode":
        number += 1
    if not draw(st.booleans()):
        return Rule(kind, number)
    of_place = st.sampled_from(LAMBDAS if kind != "m" else (Fraction(0), Fraction(1, 4), Fraction(1)))
    some = st.tuples(st.sampled_from(("", *values)), st.sampled_from(("", *classes)))
    places = draw(st.dictionaries(some, of_place, max_size=2)) | {EVERYWHERE: draw(of_place)}
    added = 1 if kind == "mode" else 0
    return Rule(kind, number, places={place: n + added for place, n in places.items()})


KINDS = ("add", "add", "add", "cells", "m", "mean", "mode", "frequency", "clip", "perks", "0+")
ADDING = ("add", "mean", "mode", "perks")
"""The rules that a family needs which integrates its parameters out."""


@st.composite
def cases(
    draw: st.DrawFn,
    families: tuple[str, ...],
    *,
    awkward: bool = False,
    refused: bool = True,
    limits: bool = True,
) -> Case:
    """Return random problems whose columns and words follow some families.

    Names are simple unless `awkward`; with `refused` a class may have no rows under an MLE prior;
    with `limits` a λ may tend to 0.
    """
    words = (*SIMPLE_WORDS, *AWKWARD) if awkward else SIMPLE_WORDS
    labels = (*SIMPLE_CLASSES, *AWKWARD, *FOREIGN) if awkward else SIMPLE_CLASSES
    heads = (*SIMPLE_COLUMNS, *AWKWARD, *FOREIGN) if awkward else SIMPLE_COLUMNS
    classes = tuple(draw(st.lists(st.sampled_from(labels), min_size=2, max_size=5, unique=True)))
    of_words = [name for name in families if domain_of(name) == "words"]
    of_columns = [name for name in families if domain_of(name) != "words"]
    texts = draw(st.booleans())
    bag = draw(st.sampled_from(families)) if texts else ""
    drawn = draw(st.sampled_from(of_words)) if of_words else ""  # one model draws words in one way
    chosen = of_columns if texts else [*of_columns, *([drawn] if drawn else [])]
    names = draw(st.lists(st.sampled_from(heads), min_size=0 if texts else 1, max_size=4, unique=True))
    vocabulary = None
    if texts:
        spoken = (
            (*TEXT_WORDS, *(w for w in words if not set(w) & set(" \x1f"))) if awkward else TEXT_WORDS
        )
        spoken = tuple(word for word in spoken if word not in names)
        vocabulary = tuple(draw(st.lists(st.sampled_from(spoken), min_size=1, max_size=4, unique=True)))
        names = names[:2] if chosen else []
    columns = []
    for name in names:
        own = draw(st.sampled_from(chosen))
        columns.append(Column(name, draw(VALUES[domain_of(own)](words)), own))
    case = Case(
        classes, tuple(columns), (), {}, vocabulary=vocabulary, bag=bag,
        class_variable="class of it", tie=draw(st.sampled_from(("report", "first"))),
        style=draw(st.sampled_from(STYLES)), prior=draw(st.sampled_from(PRIORS)),
        absent=draw(st.sampled_from(("count", "count", "ignore"))),
        coefficient=draw(st.booleans()), unseen=draw(st.sampled_from((None, None, "drop", "zero"))),
    )  # fmt: skip
    case = replace(case, rows=draw(_rows(case, refused)))
    if case.prior == "given":
        case = replace(case, given=draw(shares(len(classes))))
    case = draw(_smoothed(case, limits))
    if case.unseen == "zero" and not case.has_room_for_unseen:
        case = replace(case, unseen=None)
    case = replace(case, queries=draw(_queries(case)))
    assume(case.has_cells)
    return case


@st.composite
def _rows(draw: st.DrawFn, case: Case, refused: bool) -> tuple[Row, ...]:
    gaps, weighted = draw(st.booleans()), draw(st.booleans())
    cells = st.tuples(*(st.sampled_from((*c.values, *([""] if gaps else []))) for c in case.columns))
    text = st.lists(st.sampled_from(case.vocabulary or ("",)), max_size=5).map(tuple)
    text = text if case.vocabulary else st.just(())
    weights = st.sampled_from(WEIGHTS) if weighted else st.just(Fraction(1))
    any_row = st.builds(Row, st.sampled_from(case.classes), cells, text, weights)
    first = []
    if not refused and case.prior == "mle":
        first = [Row(label, draw(cells), draw(text)) for label in case.classes]
    more = draw(st.lists(any_row, min_size=0 if first else 1, max_size=10 - len(first)))
    return tuple(draw(st.permutations([*first, *more])))


@st.composite
def _queries(draw: st.DrawFn, case: Case) -> dict[str, dict[str, str]]:
    taken = {*case.classes, *(c.name for c in case.columns), *(case.vocabulary or ())}
    taken |= {value for c in case.columns for value in c.values}
    queries: dict[str, dict[str, str]] = {}
    for identity in ("e*", "x'")[: draw(st.integers(1, 2))]:
        if identity in taken:
            continue
        cells = {}
        for column in case.columns:
            if draw(st.booleans()):
                values = list(column.values)
                if case.unseen and domain_of(column.family) == "nominal":
                    values.append(NEVER_SEEN)
                cells[column.name] = draw(st.sampled_from(values))
        if case.vocabulary and draw(st.integers(0, 4)):
            words = draw(st.lists(st.sampled_from((*case.vocabulary, UNHEARD)), max_size=5))
            cells[TEXT] = " ".join(words)
        queries[identity] = cells
    return queries


@st.composite
def _smoothed(draw: st.DrawFn, case: Case, limits: bool) -> Case:
    """Return the case with rules of smoothing that suit its families."""
    every = [kind for kind in KINDS if limits or kind != "0+"]
    known = [c for c in case.blocks if c.name != UNHEARD]
    by_column = {}
    if known and draw(st.booleans()):
        column = draw(st.sampled_from(known))
        by_column[column.name] = draw(rules(_sayable(column.values), case.classes, only=every))
    general = [v for c in case.blocks if c.name not in by_column for v in c.values]
    values = _sayable((*general, *case.bag_words))
    kinds = ADDING if case.bag_family == "dirichlet-multinomial" else every
    rule = draw(rules(values, case.classes, only=kinds))
    own = None
    names_values = any(value for value, _ in rule.places)  # of which none is a class
    if case.prior == "smoothed" and (draw(st.booleans()) or names_values):
        own = draw(rules(_sayable(case.classes), (), only=every))
    return replace(case, smoothing=rule, smoothings=by_column, prior_smoothing=own)


def _sayable(values: Sequence[str]) -> tuple[str, ...]:
    """Return the values that can stand in a table of numbers by place: "*" means all of them."""
    return tuple(dict.fromkeys(value for value in values if value != "*"))


def shares(number: int) -> st.SearchStrategy[tuple[Fraction, ...]]:
    """Return rational probabilities that sum to 1; some may be 0."""
    weights = st.lists(st.integers(0, 9), min_size=number, max_size=number).filter(any)
    return weights.map(lambda found: tuple(Fraction(w, sum(found)) for w in found))


def relabelled(case: Case, classes: Mapping[str, str], values: Mapping[str, str]) -> Case:
    """Return the case with other names for its classes, its words and the values of its columns.

    What `values` does not name keeps its name.
    """

    def named(value: str) -> str:
        return values.get(value, value)

    def text(words: str) -> str:
        return " ".join(map(named, words.split()))

    queries = {
        identity: {c: text(v) if c == TEXT else named(v) for c, v in cells.items()}
        for identity, cells in case.queries.items()
    }
    return replace(
        case,
        classes=tuple(classes[k] for k in case.classes),
        columns=tuple(c._replace(values=tuple(map(named, c.values))) for c in case.columns),
        rows=tuple(
            Row(classes[r.label], tuple(map(named, r.cells)), tuple(map(named, r.words)), r.weight)
            for r in case.rows
        ),
        queries=queries,
        vocabulary=None if case.vocabulary is None else tuple(map(named, case.vocabulary)),
        smoothing=case.rule.renamed(values, classes),
        smoothings={
            named(c) if case.vocabulary else c: case.rule_of(c).renamed(values, classes)
            for c in case.smoothings
        },
        prior_smoothing=case.prior_smoothing and case.prior_smoothing.renamed(classes, {}),
    )
