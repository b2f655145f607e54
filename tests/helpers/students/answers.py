"""What students type: slips, guesses and honestly rounded numbers, as text."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction as F
from functools import cache

from . import slips as _of_shares  # noqa: F401 - found by being there
from . import slips_more as _more  # noqa: F401
from . import slips_of_counting as _of_counting  # noqa: F401
from . import slips_of_numbers as _of_numbers  # noqa: F401
from . import slips_of_people as _of_people  # noqa: F401
from . import slips_of_readings as _of_readings  # noqa: F401
from .sheets import Item, Sheet
from .slip import answered, slips
from .work import Question, Work, beside, questions, to_figures, worked

FORMS = ("fraction", "3 figures", "4 figures", "per cent", "calculator")
_PROBABILITIES = ("prior", "share", "likelihood", "joint", "evidence", "posterior")


@dataclass(frozen=True)
class Typed:
    """An answer to one question: how it is typed, and by which names the slip may be told."""

    question: str
    text: str
    form: str
    names: frozenset[str] = frozenset()
    slip: str = ""
    kind: str = ""


def slipped(sheet: Sheet, chance: random.Random) -> Iterator[Typed]:
    """Yield an answer for each slip that leads to another value than the right one."""
    asked = {**questions(sheet), **beside(sheet)}
    right = Work(sheet)
    for slip in slips(sheet.family, len(sheet.labels)):
        found = []
        for name in answered(slip, asked):
            try:
                value = worked(slip.work(sheet), asked[name])
            except ZeroDivisionError:
                continue
            if value and value != worked(right, asked[name]):
                found.append((name, value))
        if found:
            name, value = chance.choice(found)
            is_share = asked[name][0] in _PROBABILITIES
            forms = [form for form in FORMS if is_share or form != "per cent"]
            form = "label" if isinstance(value, str) else chance.choice(forms)
            text = _as_typed(slip.work(sheet), asked[name], value, form)
            plain = _as_typed(right, asked[name], worked(right, asked[name]), form)
            if form in ("label", "fraction") or text != plain:
                yield Typed(name, text, form, slip.names, slip.name, asked[name][0])


def _as_typed(work: Work, question: Question, value: F | str, form: str) -> str:
    """Return a value as typed: a fraction as it was counted, if the slip left that alone."""
    if isinstance(value, str):
        return value
    if form == "per cent":
        return f"{to_figures(100 * value, 3)} %"
    if form == "calculator" or (form == "fraction" and value.denominator > 10**12):
        return as_displayed(value)
    if form != "fraction":
        return to_figures(value, int(form[0]))
    pair = _counted(work, question)
    return f"{pair[0]}/{pair[1]}" if pair else str(value)


def as_displayed(value: F) -> str:
    """Return ten digits, as a pocket calculator shows them: small numbers but 0 with a power of ten."""
    if not value or abs(value) >= F(1, 1000):
        return to_figures(value, 10)
    power = 0
    while abs(value) * 10**power < 1:
        power += 1
    return f"{to_figures(value * 10**power, 10)}E-{power}"


def _counted(work: Work, question: Question) -> tuple[F, F] | None:
    made = type(work)
    pair = None
    if question[0] == "prior" and made.prior is Work.prior:
        pair = work.size(question[1]), work.size()
    if question[0] == "share" and made.share is Work.share:
        item, k = (question[1], question[2]), question[3]
        pair = work.hits(item, k) + work.above(item, k), work.trials(item, k) + work.below(item, k)
    return pair if pair and pair[0].denominator == pair[1].denominator == 1 else None


def guessed(sheet: Sheet, chance: random.Random) -> Iterator[Typed]:
    """Yield random wrong numbers for each question: of 3 and 4 figures, and small fractions.

    Half of the decimals lie anywhere between 0 and 1, half are as large as the right value.
    """
    for name, question in questions(sheet).items():
        right = worked(Work(sheet), question)
        if isinstance(right, str) or not right:
            continue
        for figures in (3, 4):
            text = _decimal(right, figures, chance)
            if text != to_figures(right, figures):
                yield Typed(name, text, f"{figures} figures", kind=question[0])
        below = chance.randint(2, 20)
        above = chance.randint(1, below - 1)
        if F(above, below) != right:
            yield Typed(name, f"{above}/{below}", "fraction", kind=question[0])


def _decimal(right: F, figures: int, chance: random.Random) -> str:
    digits = chance.randint(10 ** (figures - 1), 10**figures - 1)
    power = -figures
    if chance.random() < 0.5:
        size = to_figures(abs(right), 1)
        power += len(size) if "." not in size else 1 - len(size.partition(".")[2])
        if right >= 1 and "." in size:
            power += len(size.partition(".")[0])
    return to_figures(F(digits) * F(10) ** power, figures)


class Honest(Work):
    """A student who rounds every number to some figures, and goes on with what was written down."""

    figures = 3
    each = False  # whether a product is rounded after each factor

    def kept(self, value: F) -> F:
        return F(to_figures(value, self.figures))

    def prior(self, k: str) -> F:
        return self.kept(super().prior(k))

    def share(self, item: Item, k: str) -> F:
        return self.kept(super().share(item, k))

    def absent(self, item: Item, k: str) -> F:
        return self.kept(super().absent(item, k))

    @cache  # noqa: B019
    def mean(self, column: str, k: str) -> F:
        return self.kept(super().mean(column, k))

    @cache  # noqa: B019
    def variance(self, column: str, k: str) -> F:
        return self.kept(super().variance(column, k))

    @cache  # noqa: B019
    def density(self, item: Item, k: str) -> F:
        return self.kept(super().density(item, k))

    def joint(self, k: str) -> F:
        found = self.prior(k)
        for factor in self.factors(k):
            found = self.kept(found * factor) if self.each else found * factor
        return self.kept(found)

    def evidence(self) -> F:
        return self.kept(super().evidence())

    def posterior(self, k: str) -> F:
        return self.kept(super().posterior(k))

    def odds(self, k: str, other: str) -> F:
        return self.kept(super().odds(k, other))


def honest(sheet: Sheet, figures: int, *, each: bool) -> dict[str, str]:
    """Return all answers of an honest student, by question."""
    work = Honest(sheet)
    work.figures, work.each = figures, each
    found = {}
    for name, question in questions(sheet).items():
        value = worked(work, question)
        text = value if isinstance(value, str) else to_figures(value, figures)
        # Odds of 951234 have no decimals of four figures, and a tie of rounded joints names no class.
        if text and (isinstance(value, str) or value < 10**figures):
            found[name] = text
    return found
