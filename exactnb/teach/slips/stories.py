"""Small problems to work out by hand: tables and texts, drawn from a seed.

A story names a table, its class and its columns, or the words of its texts; the cells are drawn.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

from exactnb.core import families
from exactnb.core.arithmetic.draws import Draws
from exactnb.core.record import frozen
from exactnb.teach.variants.writing import table_text

_DOMAINS = ("words", "binary")  # how often a word occurs, or whether
_ROWS = (6, 12)  # of a table
_TEXTS = (4, 7)
_WORDS = (2, 5)  # of a text


@frozen
class Story:
    """The `title` of a problem, the name of its class and the `classes`; `columns` or `words`."""

    title: str
    label: str
    classes: tuple[str, ...]
    columns: Mapping[str, tuple[str, ...]]
    words: tuple[str, ...] = ()


def _table(title: str, classes: str, **columns: str) -> Story:
    label, *names = classes.split()
    cells = {column: tuple(values.split()) for column, values in columns.items()}
    return Story(title, label, tuple(names), cells)


def _texts(title: str, classes: str, words: str) -> Story:
    label, *names = classes.split()
    return Story(title, label, tuple(names), {}, tuple(words.split()))


STORIES = (
    _table("Does the dough rise?", "rises yes no", flour="wheat rye", yeast="fresh dry",
           room="warm cold"),
    _table("Is the ferry late?", "late yes no", wind="calm strong", tide="low high",
           day="week weekend"),
    _table("Is the mushroom edible?", "kind edible toxic", cap="flat round", ring="yes no",
           smell="none sweet foul"),
    _table("Will the loan be repaid?", "repaid yes no", work="fixed casual none", home="own rent"),
    _table("Which bird is it?", "bird wren finch tit", size="small tiny", song="long short",
           tail="up down"),
    _table("Did the seed germinate?", "sprouts yes no", soil="clay sand loam", light="sun shade",
           water="much little"),
    _table("Which shelf does the book go to?", "shelf art maths travel", cover="hard soft",
           pictures="many few none"),
    _table("Is the machine about to fail?", "fails yes no", noise="low high", heat="normal hot",
           load="light heavy"),
    _texts("Spam or not?", "class spam ham", "win money prize meeting"),
    _texts("Which desk gets the letter?", "desk bills repairs", "leak invoice pipe payment"),
    _texts("Which page of the paper?", "page sport science", "goal star team atom light"),
)  # fmt: skip
"""The stories, each of which leads to many problems."""


def draw_problem(draws: Draws) -> dict[str, Any]:
    """Return the document of a problem that `draws` choose: its data, model, and the query x.

    >>> sorted(draw_problem(Draws("1")))
    ['ask', 'data', 'model', 'query', 'title']
    """
    story = draws.item(STORIES)
    model: dict[str, Any] = {"prior": draws.item(("mle", "mle", "mle", "uniform"))}
    if story.words:
        rows = [[label, _text(story.words, draws)] for label in _labels(story, _TEXTS, draws)]
        header, query = [story.label, "text"], _text(story.words, draws)
        model |= {"family": draws.item(tuple(map(families.usual, _DOMAINS))), "smoothing": 1}
        data: dict[str, Any] = {"class": story.label, "vocabulary": list(story.words)}
        return _document(story, header, rows, data, model, query)
    labels = _labels(story, _ROWS, draws)
    rows = [[*(draws.item(values) for values in story.columns.values()), label] for label in labels]
    cells = {column: draws.item(values) for column, values in story.columns.items()}
    model |= {"smoothing": draws.item((0, 0, 1, 1, "1/2"))}
    data = {
        "class": story.label,
        "values": {column: list(some) for column, some in story.columns.items()},
    }
    return _document(story, [*story.columns, story.label], rows, data, model, cells)


def _between(span: tuple[int, int], draws: Draws) -> int:
    return span[0] + draws.below(span[1] - span[0] + 1)


def _labels(story: Story, span: tuple[int, int], draws: Draws) -> list[str]:
    """Return the classes of the rows; each occurs."""
    more = _between(span, draws) - len(story.classes)
    return [*story.classes, *(draws.item(story.classes) for _ in range(more))]


def _text(words: Sequence[str], draws: Draws) -> str:
    return " ".join(draws.item(words) for _ in range(_between(_WORDS, draws)))


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


def is_share(value: object) -> bool:
    """Say whether a value is a rational number greater than 0, so that everything can rest on it."""
    return isinstance(value, Fraction) and value > 0
