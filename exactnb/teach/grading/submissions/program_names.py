"""Names of questions where only letters and digits go: slugs, and variables of programs."""

from __future__ import annotations

import builtins
import keyword
import re
import sys
from collections.abc import Callable, Iterable, Mapping
from itertools import chain, count

_LONGEST = 22  # signs of a name; Moodle takes a hundred for pool, seed, number and question together
_NOT_IN_SLUG = re.compile(r"[^A-Za-z0-9]+")
_OF_CELLS = ("", "-asked", "-check", "-score")  # endings of a question's cell names, after its slug
_CELLS = ("exactnb-export", "exactnb-otter", "exactnb-sheet", "exactnb-stem", "exactnb-worked")
_OF_NOTEBOOKS = {"In", "Out", "display", "get_ipython", "env", "grader", "otter"}
_AS_IMPORTED = {"np", "numpy", "pd", "pandas", "plt", "matplotlib", "scipy", "sklearn"}


def make_slug(text: str) -> str:
    """Return `text` as a name of letters, digits and hyphens, "" if nothing is left.

    >>> make_slug("P(Yes|x')"), make_slug("λ")
    ('P-Yes-x', '')
    """
    return _NOT_IN_SLUG.sub("-", text).strip("-")[:_LONGEST].strip("-")


def distinct_names(names: Iterable[str], fold: Callable[[str], str] = str.casefold) -> list[str]:
    """Return `names` of which no two are alike once they are folded: later ones get -2, -3, ...

    >>> distinct_names(["a", "A", "b", "a"])
    ['a', 'A-2', 'b', 'a-3']
    """
    chosen: dict[str, str] = {}
    for name in names:
        candidates = chain([name], (f"{name}-{number}" for number in count(2)))
        distinct = next(candidate for candidate in candidates if fold(candidate) not in chosen)
        chosen[fold(distinct)] = distinct
    return list(chosen.values())


def make_slugs(identities: Iterable[str]) -> dict[str, str]:
    """Return a slug for each of the question ids `identities`, distinct even if case does not count.

    None is a cell name of another question.

    >>> list(make_slugs(["prior", "Prior", "prior-score"]).values())
    ['prior', 'q2-Prior', 'q3-prior-score']
    """
    slugs: dict[str, str] = {}
    reserved = set(_CELLS)
    for number, identity in enumerate(identities, start=1):
        slug = make_slug(identity)
        while not slug[:1].isalpha() or not reserved.isdisjoint(_cell_names(slug)):
            slug = f"q{number}-{slug}".rstrip("-")
        reserved |= _cell_names(slug)
        slugs[identity] = slug
    return slugs


def _cell_names(slug: str) -> set[str]:
    return {f"{slug}{end}".casefold() for end in _OF_CELLS}


def make_variable(slug: str) -> str:
    """Return a variable for a `slug`: a name that means nothing to Python or to notebooks.

    >>> make_variable("joint-yes"), make_variable("class"), make_variable("json")
    ('joint_yes', 'class_', 'json_')
    """
    name = slug.replace("-", "_")
    is_python = keyword.iskeyword(name) or keyword.issoftkeyword(name) or hasattr(builtins, name)
    is_module = name in sys.stdlib_module_names or name.casefold().startswith("exactnb")
    return f"{name}_" if is_python or is_module or name in _OF_NOTEBOOKS | _AS_IMPORTED else name


def answers_by_variable(identities: Iterable[str]) -> Mapping[str, str]:
    """Return the question ids `identities` by the variables that notebooks have for them.

    Which names are reserved differs between versions of Python, so both spellings are known.

    >>> answers_by_variable(["the prior", "json"])
    {'the_prior': 'the prior', 'the_prior_': 'the prior', 'json': 'json', 'json_': 'json'}
    """
    slugs = make_slugs(identities)
    return {
        slug.replace("-", "_") + end: identity for identity, slug in slugs.items() for end in ("", "_")
    }
