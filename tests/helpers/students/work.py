"""One way through a problem: what a student works out, step by step. A slip overrides one step."""

from __future__ import annotations

from decimal import ROUND_HALF_UP, Context, Decimal, localcontext
from fractions import Fraction as F
from math import prod

from .sheets import Item, Sheet

PI = F("3.14159265358979323846264338327950288419716939937510582097494459")


def root(value: F) -> F:
    """Return a square root to fifty digits."""
    return _of_decimal(value, lambda d: d.sqrt())


def exp(value: F) -> F:
    """Return e to a power, to fifty digits."""
    return _of_decimal(value, lambda d: d.exp())


def log(value: F) -> F:
    """Return a natural logarithm to fifty digits."""
    return _of_decimal(value, lambda d: d.ln())


def _of_decimal(value: F, function) -> F:
    with localcontext(Context(prec=50)):
        return F(function(Decimal(value.numerator) / Decimal(value.denominator)))


def to_figures(value: F, figures: int) -> str:
    """Return a number in decimals, rounded half up to significant figures, none left out."""
    if not value:
        return "0"
    with localcontext(Context(prec=80)):
        exact = Decimal(value.numerator) / Decimal(value.denominator)
        unit = Decimal(1).scaleb(exact.adjusted() - figures + 1)
        shown = exact.quantize(unit, ROUND_HALF_UP)
        if shown.adjusted() > exact.adjusted():  # 0.9996 is 1.00
            shown = exact.quantize(unit * 10, ROUND_HALF_UP)
        return format(shown, "f")


class Work:
    """The right way; what a class derived from it overrides is a slip."""

    slip = ""

    def __init__(self, sheet: Sheet) -> None:
        self.sheet = sheet
        self.labels = sheet.labels
        self.items = sheet.items
        self.lam = sheet.smoothing

    # What is counted.

    def size(self, k: str | None = None) -> F:
        return F(sum(k in (None, label) for _, label in self.sheet.rows))

    def hits(self, item: Item, k: str | None) -> F:
        """Return how often a value or word stands in a class, None for all of them."""
        return F(
            sum(self._in_row(item, cells) for cells, label in self.sheet.rows if k in (None, label))
        )

    def holding(self, item: Item, k: str) -> F:
        """Return in how many rows of a class something stands."""
        rows = (cells for cells, label in self.sheet.rows if label == k)
        return F(sum(self._in_row(item, cells) > 0 for cells in rows))

    def _in_row(self, item: Item, cells: tuple[str, ...]) -> int:
        if self.sheet.is_of_words:
            return cells.count(item[1])
        return int(cells[self.sheet.columns.index(item[0])] == item[1])

    def trials(self, item: Item, k: str | None) -> F:
        """Return out of how much a share is: rows, or words."""
        if not self.sheet.is_of_words:
            return self.size(k)
        return F(sum(len(words) for words, label in self.sheet.rows if k in (None, label)))

    def cells(self, item: Item) -> int:
        return len(self.sheet.values(item[0]))

    # What is estimated.

    def prior(self, k: str) -> F:
        return self.size(k) / self.size()

    def above(self, item: Item, k: str) -> F:
        return self.lam

    def below(self, item: Item, k: str) -> F:
        return self.lam * self.cells(item)

    def share(self, item: Item, k: str) -> F:
        return (self.hits(item, k) + self.above(item, k)) / (self.trials(item, k) + self.below(item, k))

    def numbers(self, column: str, k: str | None) -> list[F]:
        at = self.sheet.columns.index(column)
        return [F(cells[at]) for cells, label in self.sheet.rows if k in (None, label)]

    def mean(self, column: str, k: str) -> F:
        numbers = self.numbers(column, k)
        return sum(numbers) / len(numbers)

    def variance(self, column: str, k: str) -> F:
        numbers = self.numbers(column, k)
        return sum((x - self.mean(column, k)) ** 2 for x in numbers) / len(numbers)

    def density(self, item: Item, k: str) -> F:
        if self.sheet.family == "poisson":
            rate, x = self.mean(item[0], k), int(item[1])
            return exp(-rate) * rate**x / prod(range(1, x + 1))
        variance = self.variance(item[0], k)
        bell = exp(-((F(item[1]) - self.mean(item[0], k)) ** 2) / (2 * variance))
        return bell / root(2 * PI * variance)

    # What is multiplied and added.

    def factor(self, item: Item, k: str) -> F:
        if self.sheet.family in ("gaussian", "poisson"):
            return self.density(item, k)
        if self.sheet.family == "bernoulli" and item[1] == "0":
            return self.absent(item, k)
        return self.share(item, k)

    def absent(self, item: Item, k: str) -> F:
        return 1 - self.share((item[0], "1"), k)

    def factors(self, k: str) -> list[F]:
        return [self.factor(item, k) for item, n in self.items.items() for _ in range(n)]

    def likelihood(self, k: str) -> F:
        return prod(self.factors(k), start=F(1))

    def joint(self, k: str) -> F:
        return self.prior(k) * self.likelihood(k)

    def evidence(self) -> F:
        return sum((self.joint(k) for k in self.labels), F(0))

    def posterior(self, k: str) -> F:
        return self.joint(k) / self.evidence()

    def odds(self, k: str, other: str) -> F:
        return self.joint(k) / self.joint(other)

    def ratio(self, k: str, other: str) -> F:
        return self.likelihood(k) / self.likelihood(other)

    def log_joint(self, k: str) -> F:
        return log(self.joint(k))

    def scores(self) -> dict[str, F]:
        return {k: self.joint(k) for k in self.labels}

    def decision(self) -> str:
        scores = self.scores()
        best = [k for k in self.labels if scores[k] == max(scores.values())]
        return best[0] if len(best) == 1 else ""


class Right(Work):
    """The right way, for a slip that needs it too."""


Question = tuple[str, ...]
"""The method of a Work that answers it, then its arguments as text."""


def questions(sheet: Sheet) -> dict[str, Question]:
    """Return the quantities of a sheet, in the order in which they are worked out."""
    found: dict[str, Question] = {f"P({k})": ("prior", k) for k in sheet.labels}
    for k in sheet.labels:
        for column, value in sheet.items:
            if sheet.family == "gaussian":
                found[f"mean({column}|{k})"] = ("mean", column, k)
                found[f"variance({column}|{k})"] = ("variance", column, k)
                found[f"P({column}={value}|{k})"] = ("density", column, value, k)
            elif sheet.family == "poisson":
                found[f"rate({column}|{k})"] = ("mean", column, k)
                found[f"P({column}={value}|{k})"] = ("density", column, value, k)
            elif sheet.family == "bernoulli":
                found[f"P({column}=1|{k})"] = ("share", column, "1", k)
            else:
                name = f"{column}={value}" if column else value
                found[f"P({name}|{k})"] = ("share", column, value, k)
    found |= {f"P({k},x)": ("joint", k) for k in sheet.labels}
    found["P(x)"] = ("evidence",)
    found |= {f"P({k}|x)": ("posterior", k) for k in sheet.labels}
    one, other = sheet.labels[:2]
    found[f"odds({one}:{other}|x)"] = ("odds", one, other)
    found["argmax(x)"] = ("decision",)
    return found


def beside(sheet: Sheet) -> dict[str, Question]:
    """Return quantities that are asked now and then."""
    one, other = sheet.labels[:2]
    return {
        f"P(x|{one})": ("likelihood", one),
        f"lr({one}:{other}|x)": ("ratio", one, other),
        f"log(P({one},x))": ("log_joint", one),
    }


def worked(work: Work, question: Question) -> F | str:
    """Return a student's answer to a question, unrounded."""
    method, *arguments = question
    if method in ("share", "density"):
        column, value, k = arguments
        return getattr(work, method)((column, value), k)
    return getattr(work, method)(*arguments)
