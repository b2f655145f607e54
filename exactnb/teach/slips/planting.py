"""Plant one slip in a full numeric working: a misconception in one step, or wrong arithmetic.

What comes after the slip follows from it, as in the workings of people; so the true line is the first
that is wrong, by construction: before it, nothing rests on the changed step.

How to read: `draw_problem` makes a small problem of a `Story`, which names a table, its class and its
columns, or the words of its texts; `planted` draws problems until one has a slip; `_Working` writes the
lines of a graph; `_misconceptions` and `_arithmetic` yield what can go wrong in it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import groupby
from math import gcd, prod
from typing import Any

from exactnb.core import families
from exactnb.core.arithmetic.draws import Draws
from exactnb.core.arithmetic.integers import exact_text
from exactnb.core.arithmetic.rounding import Rounding, rounded
from exactnb.core.expression.evaluate import evaluate
from exactnb.core.expression.nodes import Expression, Integer, Product, Quotient, Sum, references
from exactnb.core.expression.results import Decision, Value
from exactnb.core.expression.spell import spell
from exactnb.core.expression.written import literal
from exactnb.core.model.quantities import Quantities
from exactnb.core.model.quantity import EFFORT, Effort
from exactnb.core.naming.names import QuantityName, Role
from exactnb.core.problem.problem import Problem
from exactnb.core.record import frozen
from exactnb.errors import ExactnbError, TooMuch
from exactnb.teach.misconceptions.trying import wrong_formulas
from exactnb.teach.variants.writing import problem_text, table_text

_DOMAINS = ("words", "binary")  # how often a word occurs, or whether
_ROWS = (6, 12)  # of a table
_TEXTS = (4, 7)
_WORDS = (2, 5)  # of a text
_FIGURES = Rounding(figures=4)
_TRIES = 200  # problems drawn for one record
_ARITHMETIC_SHARE = 4  # one slip in so many is one of arithmetic
ARITHMETIC: Mapping[str, str] = {
    "product-miscalculated": "the factors are right, their product is not",
    "fractions-added-across": "fractions added numerator to numerator, denominator to denominator",
    "cancelled-on-one-side": "a common factor cancelled in the numerator alone",
}
"""Slips of arithmetic by their names; all others are misconceptions of the registry."""


@frozen
class Story:
    """The `title` of a problem, the name of its class and the `classes`; `columns` or `words`."""

    title: str
    label: str
    classes: tuple[str, ...]
    columns: Mapping[str, tuple[str, ...]]
    words: tuple[str, ...] = ()


def _table_story(title: str, classes: str, **columns: str) -> Story:
    label, *names = classes.split()
    cells = {column: tuple(values.split()) for column, values in columns.items()}
    return Story(title, label, tuple(names), cells)


def _texts_story(title: str, classes: str, words: str) -> Story:
    label, *names = classes.split()
    return Story(title, label, tuple(names), {}, tuple(words.split()))


STORIES = (
    _table_story("Does the dough rise?", "rises yes no", flour="wheat rye", yeast="fresh dry",
           room="warm cold"),
    _table_story("Is the ferry late?", "late yes no", wind="calm strong", tide="low high",
           day="week weekend"),
    _table_story("Is the mushroom edible?", "kind edible toxic", cap="flat round", ring="yes no",
           smell="none sweet foul"),
    _table_story("Will the loan be repaid?", "repaid yes no", work="fixed casual none",
           home="own rent"),
    _table_story("Which bird is it?", "bird wren finch tit", size="small tiny", song="long short",
           tail="up down"),
    _table_story("Did the seed germinate?", "sprouts yes no", soil="clay sand loam", light="sun shade",
           water="much little"),
    _table_story("Which shelf does the book go to?", "shelf art maths travel", cover="hard soft",
           pictures="many few none"),
    _table_story("Is the machine about to fail?", "fails yes no", noise="low high", heat="normal hot",
           load="light heavy"),
    _texts_story("Spam or not?", "class spam ham", "win money prize meeting"),
    _texts_story("Which desk gets the letter?", "desk bills repairs", "leak invoice pipe payment"),
    _texts_story("Which page of the paper?", "page sport science", "goal star team atom light"),
)  # fmt: skip
"""The stories, each of which leads to many problems."""


def draw_problem(draws: Draws) -> dict[str, Any]:
    """Return the document of a problem that `draws` choose: its data, model, and the query x.

    >>> sorted(draw_problem(Draws("1")))
    ['ask', 'data', 'model', 'query', 'title']
    """
    story = draws.pick(STORIES)
    model: dict[str, Any] = {"prior": draws.pick(("mle", "mle", "mle", "uniform"))}
    if story.words:
        rows = [
            [label, _words_at_random(story.words, draws)]
            for label in _draw_labels(story, _TEXTS, draws)
        ]
        header, query = [story.label, "text"], _words_at_random(story.words, draws)
        model |= {"family": draws.pick(tuple(map(families.default, _DOMAINS))), "smoothing": 1}
        data: dict[str, Any] = {"class": story.label, "vocabulary": list(story.words)}
        return _document(story, header, rows, data, model, query)
    labels = _draw_labels(story, _ROWS, draws)
    rows = [[*(draws.pick(values) for values in story.columns.values()), label] for label in labels]
    cells = {column: draws.pick(values) for column, values in story.columns.items()}
    model |= {"smoothing": draws.pick((0, 0, 1, 1, "1/2"))}
    data = {
        "class": story.label,
        "values": {column: list(some) for column, some in story.columns.items()},
    }
    return _document(story, [*story.columns, story.label], rows, data, model, cells)


def _draw_between(span: tuple[int, int], draws: Draws) -> int:
    return span[0] + draws.integer_below(span[1] - span[0] + 1)


def _draw_labels(story: Story, span: tuple[int, int], draws: Draws) -> list[str]:
    """Return the classes of the rows; each occurs."""
    more = _draw_between(span, draws) - len(story.classes)
    return [*story.classes, *(draws.pick(story.classes) for _ in range(more))]


def _words_at_random(words: Sequence[str], draws: Draws) -> str:
    return " ".join(draws.pick(words) for _ in range(_draw_between(_WORDS, draws)))


def _document(
    story: Story,
    header: Sequence[str],
    rows: Sequence[Sequence[str]],
    data: Mapping[str, Any],
    model: Mapping[str, Any],
    query: Any,
) -> dict[str, Any]:
    return {
        "title": story.title,
        "ask": [*(f"P({label}|x)" for label in story.classes), "argmax(x)"],
        "data": {**data, "table": table_text(header, rows)},
        "model": dict(model),
        "query": {"x": query},
    }


def is_positive_rational(value: object) -> bool:
    """Say whether a value is a rational number greater than 0, so that everything can rest on it."""
    return isinstance(value, Fraction) and value > 0


@frozen
class PlantedSlip:
    """What goes wrong in the step `name`: an id, a description, the formula that the line shows.

    `formula` is what the step is worth: another one where the arithmetic is wrong.
    """

    id: str
    description: str
    name: QuantityName
    shown: Expression
    formula: Expression


class _Working:
    """The lines of a working by a graph, those of priors and factors first, the decision last."""

    def __init__(self, problem: Problem) -> None:
        self.problem = problem
        self.targets = [problem.scope.resolve(name) for name in problem.ask]
        graph = Quantities(self.targets, problem.define, Effort(EFFORT))
        order = [Role.PRIOR, Role.WITHIN, Role.JOINT, Role.EVIDENCE, Role.POSTERIOR]
        steps = [name for name in graph if name.role in order]
        self.names = (*sorted(steps, key=lambda name: order.index(name.role)), self.targets[-1])
        # where a step is done differently, others may no longer need all of them: all are written
        self.graph = graph.with_targets(self.names)

    def lines(self, slip: PlantedSlip | None = None) -> list[str]:
        """Return the lines, all right or with a `slip` and what follows from it."""
        graph = self.graph if slip is None else self.graph.with_formulas({slip.name: slip.formula})
        formulas = {} if slip is None else {slip.name: slip.shown}
        return [_line(graph, name, formulas.get(name, graph[name].formula)) for name in self.names]

    def is_sound(self, slip: PlantedSlip | None = None) -> bool:
        """Say whether every step has a value that others can rest on, and a `slip` another value."""
        try:
            value = self.graph.varied({} if slip is None else {slip.name: slip.formula})
            *numbers, decision = map(value, self.names)
            changes = slip is None or value(slip.name) != self.graph.value(slip.name)
        except ExactnbError:  # such as a division by zero
            return False
        return (
            changes
            and all(map(is_positive_rational, numbers))
            and isinstance(decision, Decision)
            and not decision.labels[1:]
        )


def _line(graph: Quantities, name: QuantityName, formula: Expression) -> str:
    """Return the line of a quantity: its formula, in names, then in numbers, then its value."""
    value = graph.value(name)
    if isinstance(value, Decision):
        return f"{name} = {_text(value)}"
    sides = [spell(graph.with_operands(formula)), _text(value)]
    if any(used.is_probability for used in references(formula)):
        sides.insert(0, spell(formula))
    chain = " = ".join(side for side, _ in groupby(sides))
    is_result = name.role in (Role.JOINT, Role.EVIDENCE, Role.POSTERIOR)
    decimal = rounded(_require_fraction(value), _FIGURES) if is_result else None
    return f"{name} = {chain}" + (f" ≈ {decimal}" if decimal and decimal.value != value else "")


def _require_fraction(value: Value) -> Fraction:
    assert isinstance(value, Fraction)
    return value


def _misconception_slips(working: _Working) -> Iterator[PlantedSlip]:
    """Yield each misconception in each step of a working alone."""
    for row, _, name, formula in wrong_formulas(working.problem, working.graph):
        if name in working.names and not row.is_convention:
            yield PlantedSlip(row.id, row.description, name, formula, formula)


def _arithmetic_slips(working: _Working) -> Iterator[PlantedSlip]:
    """Yield slips of arithmetic: the numbers of the line are right, and its value is wrong."""
    for name in working.names:
        formula = working.graph[name].formula
        for identity, value in _miscalculated(working.graph.with_operands(formula)):
            yield PlantedSlip(identity, ARITHMETIC[identity], name, formula, literal(value))


def _miscalculated(worked: Expression) -> Iterator[tuple[str, Fraction]]:
    """Yield wrong values of a product or sum of numbers, by the names of their slips."""
    if not isinstance(worked, Product | Sum):
        return
    pairs = [_as_written(part) for part in worked.children]
    numerators, denominators = ([pair[side] for pair in pairs] for side in (0, 1))
    if isinstance(worked, Sum):
        yield "fractions-added-across", Fraction(sum(numerators), sum(denominators))
        return
    # one factor in the multiplication table taken for the next
    yield (
        "product-miscalculated",
        Fraction(prod(numerators[1:]) * (numerators[0] + 1), prod(denominators)),
    )
    top, bottom = prod(numerators), prod(denominators)
    yield "cancelled-on-one-side", Fraction(top // gcd(top, bottom), bottom)


def _as_written(part: Expression) -> tuple[int, int]:
    """Return the numerator and denominator of a number, which need not be in lowest terms."""
    match part:
        case Quotient(Integer(above), Integer(below)):
            return above, below
    value = _require_fraction(evaluate(part))
    return value.numerator, value.denominator


def planted_workings(count: int, seed: int | str) -> Iterator[dict[str, Any]]:
    """Yield `count` records, each a problem, its right working, and one with a single slip.

    Each record depends on the `seed` and its own number alone, so that more of them begin with the
    same. Its keys:

    - `id`, the seed and the number;
    - `problem`, the data, the model and the questions as a problem file that `exactnb solve` reads;
    - `working`, the lines with the slip, and `right`, the same lines without it;
    - `line`, the number of the first wrong line, from 1; `slip`, what went wrong, by name, with the
      other names that lead to the same line, `also`; `description`, the slip in words;
    - `quantity`, of which the line is, and `answer`, the right posteriors and decision.

    >>> record = next(planted_workings(1, 1))
    >>> record["working"][record["line"] - 1] != record["right"][record["line"] - 1]
    True
    """
    for number in range(1, count + 1):
        yield _record(f"{seed}:{number}")


def _record(identity: str) -> dict[str, Any]:
    draws = Draws(identity)
    for _ in range(_TRIES):
        document = draw_problem(draws)
        working = _Working(Problem.from_document(document))
        if not working.is_sound():
            continue
        source = (
            _arithmetic_slips if draws.integer_below(_ARITHMETIC_SHARE) == 0 else _misconception_slips
        )
        slips = list(source(working))
        # every name is as likely, however many steps it fits
        chosen = draws.pick(list(dict.fromkeys(slip.id for slip in slips)))
        slip = draws.pick([s for s in slips if s.id == chosen])
        if working.is_sound(slip):
            break
    else:
        raise TooMuch(f"none of {_TRIES} problems has room for a slip")
    wrong = working.lines(slip)
    line = working.names.index(slip.name)
    twins = (s for s in slips if s.name == slip.name and s.id != slip.id)
    also = [s.id for s in twins if working.is_sound(s) and working.lines(s) == wrong]
    return {
        "id": identity,
        "problem": problem_text(document),
        "working": wrong,
        "right": working.lines(),
        "line": line + 1,
        "slip": slip.id,
        "also": list(dict.fromkeys(also)),
        "description": slip.description,
        "quantity": str(slip.name),
        "answer": {str(name): _text(working.graph.value(name)) for name in working.targets},
    }


def _text(value: Value) -> str:
    return value.labels[0] if isinstance(value, Decision) else exact_text(_require_fraction(value))
