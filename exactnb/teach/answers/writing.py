"""Write a right value as an answer that is read back as this value: the inverse of `reading.py`.

Labels may hold whatever a file can: commas, the word tie. So each spelling is read back before it is
used, and a value that no spelling stands for has none.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from exactnb.core.arithmetic.roots import Points
from exactnb.core.arithmetic.values import Undefined
from exactnb.core.expression.reading.refusal import Refusal
from exactnb.core.expression.results import Decision, Value, same
from exactnb.core.expression.spell import spell
from exactnb.core.expression.written import written
from exactnb.errors import Undecidable, Unsupported
from exactnb.teach.answers.answer import Expects
from exactnb.teach.answers.reading import read_answer


def answer_text(value: Value, expects: Expects) -> str:
    """Return `value` as an answer that is read back as it, under `expects`; "" if there is none.

    A tie of all classes is the word alone, a tie of some names them.

    >>> three = Expects("label", labels=("spam", "ham", "news"))
    >>> [answer_text(Decision(labels), three) for labels in (("ham",), ("spam", "ham"), three.labels)]
    ['ham', 'tie: spam, ham', 'tie']
    """
    # Of an interval only the ends are read, whatever its brackets are.
    ends = replace(value, kind="points") if isinstance(value, Points) else value
    for text in _spellings(value, expects):
        try:
            if same(read_answer(text, expects).value, ends):
                return text
        except (Refusal, Undecidable, Unsupported):
            continue
    return ""


def _spellings(value: Value, expects: Expects) -> Iterator[str]:
    """Yield the ways to write a value, the one that reads best first."""
    match value:
        case bool():
            yield "yes" if value else "no"
        case Decision((label,)):
            yield label
        case Decision(labels):
            if labels == expects.labels:
                yield "tie"
            yield f"tie: {', '.join(labels)}"
            yield "tie: " + ", ".join('"{}"'.format(label.replace('"', '""')) for label in labels)
        case Undefined() if expects.kind in ("label", "truth"):
            yield from ("undefined", "not defined", "0/0")
        case _:
            text = spell(written(value))
            yield text
            yield text.replace("log(", "ln(")  # a bare log is asked back where its base is open
