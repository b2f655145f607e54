"""A random problem file, tried; and the smallest that shows a difference."""

from __future__ import annotations

import re
import traceback
from dataclasses import replace

from differential.asking import with_asks
from differential.compare import Difference, differences
from differential.draw import draw
from differential.shrinking import shrunk
from differential.spec import Spec


def problem(seed: int) -> Spec:
    """Return the random problem of a seed, with its questions."""
    return with_asks(draw(seed), seed)


def tried(spec: Spec, *, by_default: bool = True) -> list[Difference]:
    """Return the differences of a problem; a traceback is one of them."""
    try:
        return differences(spec, by_default=by_default)
    except Exception:
        return [Difference("(crash)", traceback.format_exc(), "an answer, or an error of one line")]


def smallest(spec: Spec, difference: Difference) -> tuple[Spec, Difference]:
    """Return the smallest problem with a difference of the same kind, and what differs there."""
    if difference.ask:
        spec = replace(spec, asks=(difference.ask,))
    kind = kind_of(difference)

    def same(found: Difference) -> bool:
        return kind_of(found) == kind

    def differs(less: Spec) -> bool:
        try:
            return any(map(same, tried(less)))
        except Exception:  # a smaller problem that cannot even be written is none
            return False

    spec = shrunk(spec, differs)
    return spec, next(filter(same, tried(spec)), difference)


def kind_of(difference: Difference) -> tuple[str, str]:
    """Return what stays the same while a problem shrinks: the form asked, and how it went wrong."""
    form = difference.ask.form if difference.ask else difference.quantity
    if form == "(crash)":
        return form, difference.found.strip().splitlines()[-1].split(":")[0]
    if difference.found.startswith("refused") or not difference.ask:
        message = difference.found.split(".toml: ")[-1].split(": ")[-1]
        return form, re.sub("line [0-9]+|'[^']*'|[0-9]", "", message)
    return form, "value"
