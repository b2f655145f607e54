"""Problems of many kinds as each system gets them, exported once: what is asked there, part by part."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from functools import cache

from worked import problem_file

from exactnb.teach.exporting.exporting import Export, Request
from exactnb.teach.exporting.items import AssessmentItem, ItemPart
from exported import Asked, questions

FAMILIES = {
    "sheet": (),  # categorical, with points, figures and a decision
    "play_tennis_smoothed": ("P(Yes,x')", "P(x')", "P(Yes|x')", "argmax(x')"),
    "spam_or_ham": ("P(+)", "P(a=1|-)", "P(+,e*)", "P(+|e*)", "argmax(e*)"),  # Bernoulli
    "note_001_multinomial_smoothed": ("P(+)", "P(+,x*)", "P(+|x*)"),  # documents
    "note_001_three_classes": (),
    "note_004_temperature": ("mean(temp|Yes)", "variance(temp|No)", "P(Yes|x)"),  # Gaussian
    "looms": ("P(A|cloth)", "argmax(cloth)"),  # Poisson, three classes, given numbers
    "mixed_families": (),
    "pairwise_independence": (),  # yes and no
    "note_000_log_odds": (),  # numbers below zero
}
PILOT = 6  # what variants tell is tried in test_variants.py
DRAWN = ("sheet", "spam_or_ham")
_BY_SLUG = ("gift", "moodle", "qti-2-1", "canvas")  # whose questions are named after their parts


@cache
def made(system: str, family: str, count: int | None = None, credit: str = "0") -> Export:
    """Return an export with six figures, or with the usual three where variants are drawn."""
    figures = 6 if count is None else 3
    request = Request(system, count, 1, FAMILIES[family], figures, Fraction(credit), pilot=PILOT)
    return request.of([problem_file(family)])


@cache
def read(system: str, family: str, count: int | None = None, credit: str = "0") -> Mapping[str, Asked]:
    """Return the questions of an export by their names, as the system reads them."""
    return questions(system, made(system, family, count, credit).files())


def asked(
    system: str, family: str, count: int | None = None, credit: str = "0"
) -> Iterator[tuple[AssessmentItem, ItemPart, Asked]]:
    """Yield each part with the question that it is there; there are no others."""
    found = read(system, family, count, credit)
    total = 0
    for pool in made(system, family, count, credit).pools:
        for item in pool.items:
            for number, part in enumerate(item.parts, start=1):
                total += 1
                name = f"{item.id}-{part.slug}" if system in _BY_SLUG else f"{item.id} {number}"
                yield item, part, found[name]
    assert len(found) == total
