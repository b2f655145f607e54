"""Answers with their working in one line, as students write them: rounded numbers, then the result."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from fractions import Fraction as F
from math import prod

from .sheets import Sheet
from .work import Question, Work, beside, questions, to_figures, worked

TIMES = ("*", " * ", " x ", "·", " × ", r" \cdot ", r" \times ")
EQUALS = ("=", " = ", " ≈ ", " -> ", r" \approx ", " = about ")


def workings(sheet: Sheet, figures: int, chance: random.Random) -> Iterator[tuple[str, F, str]]:
    """Yield a question, its right value and a working for it, with each number rounded to figures.

    The working comes without its result: `ended` writes that behind it.
    """
    work = Work(sheet)
    for name, question in (questions(sheet) | beside(sheet)).items():
        right = worked(work, question)
        if isinstance(right, F) and right:
            for text in _written(work, question, _writer(figures, chance), chance):
                yield name, right, text


def ended(working: str, result: str, chance: random.Random) -> str:
    """Return a working with its result, before it or behind it, and now and then in percent too."""
    way = chance.randrange(8)
    if way == 0:
        return f"{result} = {working}"
    if way == 1 and not result.startswith("-"):
        return f"{working} = {result} ({_percent(result)})"
    text = f"{working}{chance.choice(EQUALS)}{result}"
    if way == 2:
        return f"${text}$"
    if way == 3:
        return text.replace(".", ",")
    return text


def _percent(result: str) -> str:
    """Return a decimal moved by two places, with the figures that it has."""
    whole, _, places = result.partition(".")
    places = places.ljust(2, "0")
    moved = f"{whole}{places[:2]}".lstrip("0") or "0"
    return f"{moved}.{places[2:]} %" if places[2:] else f"{moved} %"


def _writer(figures: int, chance: random.Random) -> Callable[[F], str]:
    """Return what writes a number: rounded, in percent at times, in brackets if it is negative."""

    def written(value: F) -> str:
        text = to_figures(value, figures)
        if value < 0:
            return f"({text})"
        return f"{_percent(text)}" if 0 < value < 1 and chance.random() < 0.08 else text

    return written


def _written(
    work: Work, question: Question, number: Callable[[F], str], chance: random.Random
) -> Iterator[str]:
    """Yield workings of one question."""
    method, *of = question
    times = chance.choice(TIMES)
    match method:
        case "prior":
            yield from _shares(work.size(of[0]), work.size(), chance)
        case "share":
            item, k = (of[0], of[1]), of[2]
            yield from _shares(
                work.hits(item, k) + work.above(item, k),
                work.trials(item, k) + work.below(item, k),
                chance,
            )
        case "likelihood":
            yield times.join(map(number, work.factors(of[0])))
        case "joint":
            parts = [work.prior(of[0]), *work.factors(of[0])]
            yield times.join(map(number, parts))
            yield f"{number(parts[0])}{times}{number(prod(parts[1:]))}"
        case "log_joint":
            parts = [work.prior(of[0]), *work.factors(of[0])]
            yield " + ".join(f"ln({number(part)})" for part in parts)
            yield f"ln({times.join(map(number, parts))})"
        case "evidence":
            yield " + ".join(number(work.joint(k)) for k in work.labels)
        case "posterior":
            joint, evidence = work.joint(of[0]), work.evidence()
            yield from _quotients(joint, evidence, number)
            others = " + ".join(number(work.joint(k)) for k in work.labels)
            yield f"{number(joint)}/({others})"
            rest = [number(work.posterior(k)) for k in work.labels if k != of[0]]
            yield f"1 - {' - '.join(rest)}"
        case "odds":
            yield from _quotients(work.joint(of[0]), work.joint(of[1]), number)
        case "ratio":
            yield from _quotients(work.likelihood(of[0]), work.likelihood(of[1]), number)
        case "mean":
            values = work.numbers(of[0], of[1])
            yield f"({'+'.join(map(str, values))})/{len(values)}"
        case "variance":
            values, mean = work.numbers(of[0], of[1]), number(work.mean(of[0], of[1]))
            yield f"({' + '.join(f'({x}-{mean})^2' for x in values)})/{len(values)}"
        case "density":
            m, x = to_figures(work.mean(of[0], of[2]), 5), of[1]
            if work.sheet.family == "poisson":
                yield f"exp(-{m}) * {m}^{x}/{x}!"
                yield rf"\frac{{{m}^{{{x}}} e^{{-{m}}}}}{{{x}!}}"
                return
            v = number(work.variance(of[0], of[2]))
            yield f"1/sqrt(2*pi*{v}) * exp(-({x}-{m})^2/(2*{v}))"
            yield rf"\frac{{1}}{{\sqrt{{2\pi\cdot {v}}}}} e^{{-\frac{{({x}-{m})^2}}{{2\cdot {v}}}}}"


def _shares(above: F, below: F, chance: random.Random) -> Iterator[str]:
    """Yield a share as it is counted, in signs and in LaTeX, and as a complement."""
    if above.denominator == below.denominator == 1:
        yield f"{above}/{below}"
        yield rf"\frac{{{above}}}{{{below}}}"
        yield f"1 - {below - above}/{below}"
    else:
        yield f"{float(above)}/{float(below)}"


def _quotients(above: F, below: F, number: Callable[[F], str]) -> Iterator[str]:
    yield f"{number(above)}/{number(below)}".replace(" %", "%")
    yield rf"\frac{{{number(above)}}}{{{number(below)}}}"
