"""PrairieLearn: a question folder for each problem, whose server.py calls exactnb.

How to read: `_question` writes the folder of one pool, `_item` the file of a variant; the template next
to this file is the page.
https://docs.prairielearn.com/question/overview/
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from hashlib import sha256
from math import lcm
from typing import Any
from uuid import UUID

from exactnb.core.data.escaping import safe_json
from exactnb.explain.rendering.pages.html_text import escaped
from exactnb.explain.rendering.pages.jinja import macros
from exactnb.teach.exporting.external_grader import (
    KINDS,
    answer_form,
    hints_of,
    points_and_form,
    right_answer_as_typed,
    typed_for_choice,
    variable_by_question,
)
from exactnb.teach.exporting.items import AssessmentItem, ItemPart, Pool
from exactnb.teach.exporting.system import Files, System

_SERVER = """\
# What it calls is installed with the course; how, the pages of exactnb say.
from exactnb.teach.exporting.prairielearn import generate, grade, parse
"""


def write(pools: Sequence[Pool]) -> Files:
    """Return the folders of all questions of the `pools`."""
    return {
        f"questions/{pool.id}/{name}": content
        for pool in pools
        for name, content in _question(pool).items()
    }


def _question(pool: Pool) -> Files:
    info = {
        "uuid": _uuid(pool),
        "title": pool.title,
        "topic": "Naive Bayes",
        "tags": ["exactnb"],
        "type": "v3",
        "singleVariant": len(pool.items) == 1,
    }
    items = [_item(item, variable_by_question(pool)) for item in pool.items]
    files = {
        "info.json": safe_json(info),
        "question.html": macros(__package__, "prairielearn.html.j2").page(items[0]["parts"]),
        "server.py": _SERVER,
        "items/index.json": safe_json([item["id"] for item in items]),
    }
    files |= {f"items/{item['id']}.json": safe_json(item) for item in items}
    return {name: content.encode() for name, content in files.items()}


def _uuid(pool: Pool) -> str:
    """Return an id of the form that is asked for, the same for the same pool."""
    digest = sha256(f"exactnb {pool.id} {pool.title}".encode(errors="surrogatepass")).digest()
    return str(UUID(bytes=digest[:16], version=4))


def _item(item: AssessmentItem, names: Mapping[str, str]) -> Mapping[str, Any]:
    """Return what is known of a variant: its problem file, what is shown, and the key."""
    scale = lcm(*(part.points.denominator for part in item.parts))  # weights are whole numbers
    return {
        "id": item.id,
        "problem": item.file,
        "stem": item.stem(),
        "worked": item.worked(),
        "parts": [_part(item, part, names[part.id], int(part.points * scale)) for part in item.parts],
    }


def _part(item: AssessmentItem, part: ItemPart, name: str, weight: int) -> Mapping[str, Any]:
    form = f" ({escaped(points_and_form(part, answer_form(part)))})"
    return {
        "name": name,
        "id": part.id,
        "asked": f"{item.whole_question(part)}{form}",
        "right": right_answer_as_typed(part),
        "choices": [[typed_for_choice(part, choice), choice] for choice in part.choices],
        "weight": weight,
        "lines": part.is_text,
        "hints": hints_of(part),
    }


SYSTEM = System("", "PrairieLearn, a question folder for each problem", write, KINDS)
