"""Names of questions where only letters and digits go: slugs, and variables of programs."""

from __future__ import annotations

import builtins
import keyword
import re
import sys
from collections.abc import Iterable, Mapping

_LONGEST = 22  # signs of a name; Moodle takes a hundred for pool, seed, number and question together
_NOT_IN_SLUG = re.compile(r"[^A-Za-z0-9]+")
_OF_CELLS = ("", "-asked", "-check", "-score")  # what a cell of a question is called after its slug
_CELLS = ("exactnb-export", "exactnb-otter", "exactnb-sheet", "exactnb-stem", "exactnb-worked")
_OF_NOTEBOOKS = {"In", "Out", "display", "get_ipython", "env", "grader", "otter"}
_AS_IMPORTED = {"np", "numpy", "pd", "pandas", "plt", "matplotlib", "scipy", "sklearn"}


def slug_of(text: str) -> str:
    """Return a name of letters, digits and hyphens, "" where nothing is left.

    >>> slug_of("P(Yes|x')"), slug_of("λ")
    ('P-Yes-x', '')
    """
    return _NOT_IN_SLUG.sub("-", text).strip("-")[:_LONGEST].strip("-")


def slugs_of(identities: Iterable[str]) -> dict[str, str]:
    """Return a slug for each question: no two are alike, not even where case does not count.

    Nor is one that of a cell of another question.

    >>> list(slugs_of(["prior", "Prior", "prior-score"]).values())
    ['prior', 'q2-Prior', 'q3-prior-score']
    """
    found: dict[str, str] = {}
    taken = set(_CELLS)
    for number, identity in enumerate(identities, start=1):
        slug = slug_of(identity)
        while not slug[:1].isalpha() or not taken.isdisjoint(_cells(slug)):
            slug = f"q{number}-{slug}".rstrip("-")
        taken |= _cells(slug)
        found[identity] = slug
    return found


def _cells(slug: str) -> set[str]:
    return {f"{slug}{end}".casefold() for end in _OF_CELLS}


def variable_of(slug: str) -> str:
    """Return the name of an answer in a program: one that means nothing to Python or to notebooks.

    >>> variable_of("joint-yes"), variable_of("class"), variable_of("json")
    ('joint_yes', 'class_', 'json_')
    """
    name = slug.replace("-", "_")
    return f"{name}_" if _is_taken(name) else name


def _is_taken(name: str) -> bool:
    is_python = keyword.iskeyword(name) or keyword.issoftkeyword(name) or hasattr(builtins, name)
    is_module = name in sys.stdlib_module_names or name.casefold().startswith("exactnb")
    return is_python or is_module or name in _OF_NOTEBOOKS | _AS_IMPORTED


def answers_by_variable(identities: Iterable[str]) -> Mapping[str, str]:
    """Return the questions by the variables that notebooks have for them.

    What is taken differs between versions of Python, so both spellings are known.

    >>> answers_by_variable(["the prior", "json"])
    {'the_prior': 'the prior', 'the_prior_': 'the prior', 'json': 'json', 'json_': 'json'}
    """
    slugs = slugs_of(identities)
    return {
        slug.replace("-", "_") + end: identity for identity, slug in slugs.items() for end in ("", "_")
    }
