"""Problems that are exported in tests: one of each family, and such as have names that make trouble."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from functools import cache

from labels import AWKWARD, FOREIGN, HOSTILE, UNPRINTABLE
from worked import EXAMPLES

from exactnb import Problem, Table
from exactnb.core.data.files import NO_FILES
from exactnb.core.model.quantity import EFFORT
from exactnb.core.problem.toml import read_toml
from exactnb.errors import printable
from exactnb.teach.exporting import AssessmentItem, Pool, pool_of, variants_of
from exactnb.teach.exporting.parts import Choices
from exactnb.teach.grading.answer_key import choose_questions, default_questions
from exactnb.teach.variants.searching import Search
from exactnb.teach.variants.template import Template
from players import Marked, Player

POISSON = """\
[data]
class = "shift"
table = '''
calls shift
1 day
3 day
2 day
0 night
1 night
'''
[model]
families = { calls = "poisson" }
[query]
x = { calls = 2 }
"""
THREE = """\
[data]
class = "kind"
table = '''
coat kind
rough oat
rough oat
plain oat
plain rye
rough rye
plain rye
plain rye
furry pea
rough pea
plain pea
'''
[query]
x = { coat = "rough" }
"""
FAMILIES: dict[str, tuple[str, Sequence[str]]] = {
    "categorical": ("homework/sheet.toml", ()),
    "bernoulli": ("spam_or_ham/spam_or_ham_smoothed.toml", ("P(+,e*)", "P(+|e*)", "argmax(e*)")),
    "multinomial": ("spam_or_ham/note_001_multinomial_smoothed.toml", ("P(+,x*)", "P(+|x*)")),
    "gaussian": ("temperature/note_004_temperature.toml", ("mean(temp|Yes)", "p(Yes,x)", "P(Yes|x)")),
    "poisson": (POISSON, ("rate(calls|day)", "P(calls=2|day)", "P(day|x)", "argmax(x)")),
    "mixed": ("mixed_families/mixed_families.toml", ("P(ham,x)", "P(spam|x)")),
    "three classes": (THREE, ("P(oat,x)", "P(oat|x)", "P(rough|rye)", "argmax(x)")),
}
"""A problem file, or what stands in one, and what is asked; nothing for its own questions."""

LONG = "x" * 10_000
_NUMBERS = ("0", "007", "-1", "1e3", "2/4", "50%")  # a column of which would be one of numbers
TROUBLE = (
    *AWKWARD, *HOSTILE, *UNPRINTABLE, *FOREIGN, "]]>", "{@1@}", "{#1#}", "[[input:ans1]]", "{1+1}",
    "\\(", "\u202e",
)  # fmt: skip


@cache
def exported(name: str, count: int = 0, credit: str = "0", policy: str = "") -> Pool:
    """Return a problem of a family as it is exported, or as many variants of it."""
    given, asked = FAMILIES[name]
    choices = Choices(4 if name == "gaussian" else 3, Fraction(credit))
    if count:
        template = Template.read(EXAMPLES / given, requested=asked) if given.endswith(".toml") else (
            Template.from_document(read_toml(given), asked, NO_FILES))  # fmt: skip
        return variants_of(Search(template, 1, pilot=10, figures=3), count, name, choices)
    problem = Problem.read(EXAMPLES / given) if given.endswith(".toml") else Problem.from_text(given)
    questions = choose_questions(problem, asked, EFFORT)
    if policy:
        of = replace(questions[0].policy, kind=policy)
        questions = tuple(replace(question, policy=of) for question in questions)
    return pool_of(replace(problem, questions=questions, ask=()), name, choices)


def trouble(at: int) -> tuple[str, str, str]:
    """Return three names that make trouble, from a place among all."""
    names = [name for name in TROUBLE if name not in _NUMBERS]
    first, second, third = (names[(at + step) % len(names)] for step in (0, 5, 11))
    return first, second, third


def troubled(*names: str) -> AssessmentItem:
    """Return an item whose column, values, classes and title are names that make trouble."""
    first, second, third = names
    rows = [(first, second), (first, second), (second, second), (first, third), (second, third)]
    table = Table.from_rows(rows, [third, "class"])
    problem = Problem(table, query={"q": {third: first}}, title=first, source=second)
    asked = default_questions(problem, EFFORT)
    return pool_of(replace(problem, questions=asked, ask=()), "t").items[0]


def long_named() -> AssessmentItem:
    """Return an item with a label, a title and a source of ten thousand signs."""
    rows = [(LONG, "a"), ("x", "a"), ("x", "b"), ("y", "b"), ("x", "b")]
    table = Table.from_rows(rows, ["column", "class"])
    problem = Problem(table, query={"q": {"column": "x"}}, title=LONG, source=LONG, ask=["P(a|q)"])
    return pool_of(
        replace(problem, questions=choose_questions(problem, (), EFFORT), ask=()), "t"
    ).items[0]


def shown(label: str) -> str:
    """Return a label as it is shown: what steers is replaced, every kind of blank is a blank."""
    return printable(re.sub(r"\s", " ", label))


def check_round_trip(player: Player, item: AssessmentItem) -> int:
    """Check what a system makes of every answer that an item knows; return how many wrong ones.

    Right and rounded as asked are full marks, each wrong value earns its share and has its own hint.
    """
    assert player.name == item.id
    assert player.points == [part.points for part in item.parts]
    tried = 0
    for number, part in enumerate(item.parts):
        assert player.mark(number, shown(part.key.typed)) == Marked(Fraction(1), "Right."), part
        for wrong in part.wrong:
            found = player.mark(number, shown(wrong.response.typed))
            assert found == Marked(wrong.share, wrong.feedback), (part.id, wrong)
            tried += 1
        if part.kind == "number":
            assert player.mark(number, "987654321") == Marked(Fraction(0), "Not right.")
    return tried
