"""PrairieLearn: a question folder for each problem, whose server.py calls exactnb.

How to read: `_question` writes the folder of one pool, `_item` the file of a variant, `_page` the
template, in which nothing stands that a label could break: all texts come in when it is shown.
https://docs.prairielearn.com/question/overview/
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from hashlib import sha256
from math import lcm
from typing import Any
from uuid import UUID

from exactnb.core.data.escaping import safe_json
from exactnb.explain.rendering.pages.html_text import escaped
from exactnb.teach.exporting.called import KINDS, how, right, typed, variables
from exactnb.teach.exporting.hints import hints_of
from exactnb.teach.exporting.items import Item, Part, Pool
from exactnb.teach.exporting.prairielearn import OWN
from exactnb.teach.exporting.system import Files, System

_SERVER = """\
# What it calls is installed with the course; how, the pages of exactnb say.
from exactnb.teach.exporting.prairielearn import generate, grade, parse
"""
_PLAIN = 'class="mathjax_ignore tex2jax_ignore"'  # a dollar sign in a label begins no formula


def write(pools: Sequence[Pool]) -> Files:
    """Return the folders of all questions."""
    return {
        f"questions/{pool.id}/{name}": content
        for pool in pools
        for name, content in _question(pool).items()
    }


def _question(pool: Pool) -> Files:
    names = variables(pool)
    info = {
        "uuid": _uuid(pool),
        "title": pool.title,
        "topic": "Naive Bayes",
        "tags": ["exactnb"],
        "type": "v3",
        "singleVariant": len(pool.items) == 1,
    }
    files = {
        "info.json": safe_json(info),
        "question.html": "\n".join(_page(pool.items[0], names)) + "\n",
        "server.py": _SERVER,
        "items/index.json": safe_json([item.id for item in pool.items]),
    }
    files |= {f"items/{item.id}.json": safe_json(_item(item, names)) for item in pool.items}
    return {name: content.encode() for name, content in files.items()}


def _uuid(pool: Pool) -> str:
    """Return an id of the form that is asked for, the same for the same pool."""
    digest = sha256(f"exactnb {pool.id} {pool.title}".encode(errors="surrogatepass")).digest()
    return str(UUID(bytes=digest[:16], version=4))


def _weights(item: Item) -> Mapping[str, int]:
    """Return the points of parts as whole numbers, which weights are."""
    scale = lcm(*(part.points.denominator for part in item.parts))
    return {part.id: int(part.points * scale) for part in item.parts}


def _item(item: Item, names: Mapping[str, str]) -> Mapping[str, Any]:
    """Return what is known of a variant: its problem file, what is shown, and the key."""
    weights = _weights(item)
    return {
        "id": item.id,
        "problem": item.file,
        "stem": item.stem(),
        "worked": item.worked(),
        "parts": [_part(item, part, names[part.id], weights[part.id]) for part in item.parts],
    }


def _part(item: Item, part: Part, name: str, weight: int) -> Mapping[str, Any]:
    said = "" if part.choices else f" ({escaped(how(part))})"
    return {
        "name": name,
        "id": part.id,
        "asked": f"{item.asked(part)} = ?{said}",
        "right": right(part),
        "choices": [[typed(part, choice), choice] for choice in part.choices],
        "weight": weight,
        "hints": hints_of(part),
    }


def _page(item: Item, names: Mapping[str, str]) -> Iterator[str]:
    """Yield the template: the stem, an element for each part, what was said of it, the solution."""
    weights = _weights(item)
    yield f"<pl-question-panel><div {_PLAIN}>{{{{{{params.{OWN}.stem}}}}}}</div></pl-question-panel>"
    for number, part in enumerate(item.parts, start=1):
        name = names[part.id]
        asked = f"{number}. {{{{{{params.{OWN}.asked.{name}}}}}}}"
        yield f"<pl-question-panel><p {_PLAIN}>{asked}</p></pl-question-panel>"
        said = f'answers-name="{name}" weight="{weights[part.id]}"'
        if part.choices:
            inside = f"{{{{{{correct_answers.{OWN}.choices.{name}}}}}}}"
            yield f'<pl-multiple-choice {said} order="fixed">{inside}</pl-multiple-choice>'
        else:
            label = f'label="{number}." aria-label="Answer {number}"'
            yield (
                f'<pl-string-input {said} {label} allow-blank="true" show-help-text="false"'
                ' remove-leading-trailing="true"></pl-string-input>'
            )
    feedback = f"<p {_PLAIN}>{{{{number}}}}. {{{{said}}}}</p>"
    each = f"{{{{#feedback.{OWN}}}}}{feedback}{{{{/feedback.{OWN}}}}}"
    yield f"<pl-submission-panel>{each}</pl-submission-panel>"
    worked = f"{{{{{{correct_answers.{OWN}.worked}}}}}}"
    yield f"<pl-answer-panel><div {_PLAIN}>{worked}</div></pl-answer-panel>"


SYSTEM = System("", "PrairieLearn, a question folder for each problem", write, KINDS)
