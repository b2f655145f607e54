"""The table that a family is stated of, for its theorem: letters, ranges, and the density in them.

How to read: `letters_of` chooses the letters, `TheoremTable` makes names, sums and ranges of them, and
writes the steps that all theorems of stated families have.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sized
from typing import Any

from exactnb.core.expression import nodes
from exactnb.core.expression.nodes import Expression
from exactnb.core.families.declared.specification import (
    VARIABLE,
    Interval,
    Range,
    Specification,
    Whole,
)
from exactnb.core.families.deriving.estimator import GREATEST, LEAST, MIDDLE, ROWS, TOTAL
from exactnb.errors import Unsupported, listing
from exactnb.explain.derivation.lines import Line
from exactnb.explain.proving.scope.alphabet import INFINITE, LETTERS
from exactnb.explain.proving.writing.theorem import *

_ZERO = nodes.Integer(0)
_TABLE: Mapping[str, str] = {
    "row": "irae", "column": "jlub", "class": "kcgq", "label": "yuzw", "count": "nNMm", "width": "dDWw",
    "kinds": "KCLG", "sum": "STUZ", "rest": "crhC", "root": "rqsw", "cell": "xXvz",
    "data": "DQYZ", "factor": "CBQR", "posterior": "fFQH", "greatest": "MBGH", "least": "msuv",
    "middle": "zuvw",
}  # fmt: skip
"""The letters of a table, each with others that stand for it where the family has the first."""
_ONE_CLASS = ("row", "count", "sum", "rest", "root", "cell", "greatest", "least", "middle")
"""What a theorem of one column in one class has letters for."""
_SPARE = "ρθλωξηζβαγδχσμ"
"""What is written where the family has all the others, or one that means something else, such as p."""
_FEW = 6  # values that are written out


def letters_of(specification: Specification, *, of_one_class: bool) -> dict[str, str]:
    """Return the printed letter of each parameter and constant of `specification`, and of a table.

    A table has "row", "column", "class" and others; one `of_one_class` has fewer. Raise Unsupported
    where no letter is left.
    """
    bounds = ("greatest", "least", "middle")  # which only a theorem of one class has
    table = {what: choices for what, choices in _TABLE.items() if of_one_class or what not in bounds}
    if of_one_class:
        table = {what: table[what] for what in _ONE_CLASS}
    family_letters = (*specification.parameters, *specification.constants)
    # p is the head of densities: p(x) beside a parameter p would be read as a product.
    has_density = specification.is_density or specification.prior is not None
    usable = LETTERS - {"p"} if has_density else LETTERS
    used = usable.intersection(family_letters)
    letters = {}
    numbers = range(2, len(specification.parameters) + 1)
    more = {f"{what}-{number}": _TABLE[what] for number in numbers for what in ("sum", "rest")}
    # The family's own letters first: those of the table give way to them.
    pairs = zip(family_letters, family_letters, strict=True)
    for what, choices in (*pairs, *table.items(), *more.items()):
        free = (choice for choice in choices + _SPARE if choice in usable and choice not in used)
        letters[what] = what if what in used and what in family_letters else next(free, "")
        if not letters[what]:
            raise Unsupported(
                f"no letter is left to write {what}: the family has {len(family_letters)} of its own"
            )
        used |= {letters[what]}
    return letters


class TheoremTable:
    """The rows, columns and classes of a theorem, and what a family says of a cell.

    Where the numbers of a class count by their order, the theorem is `of_one_class`, and all of its
    rows belong to that: where the support moves, a number of one class may be impossible in another.
    If it `is_pooled`, the rows of all classes count, each with the parameters of its class.
    """

    in_class: nodes.Iverson | None = None
    kind, source = "MLE", "density"  # what is estimated, and what states the family

    def __init__(self, specification: Specification, *, is_pooled: bool = False) -> None:
        self.specification, self.is_pooled = specification, is_pooled
        self.of_one_class = of_one_class = not specification.is_fixed or specification.has_kinks
        self.letters = letters = letters_of(specification, of_one_class=of_one_class)
        self.row = index(letters["row"], span(letters["count"]))
        head = function("p" if self.specification.is_density else "P")
        self.places: tuple[Operand, ...] = ()
        if of_one_class:
            self.cell = letter(letters["cell"]).above(self.row)
            self.count = letter(letters["count"])
            self.probability = head(self.cell)
        else:
            self.column = index(letters["column"], span(letters["width"]))
            self.class_ = index(letters["class"], span(letters["kinds"]))
            self.label = label(letters["label"]).above(self.row)
            self.cell = letter(letters["cell"])[self.column].above(self.row)
            self.places = (self.column, self.label if is_pooled else self.class_)
            self.count = letter(letters["count"])
            if not is_pooled:
                self.count = self.count[self.class_]
                self.in_class = equal(self.label, self.class_)
            self.probability = head(self.cell, given=self.places[1])
        shared = () if of_one_class else specification.shared
        self.thetas = {
            name: letter(letters[name])[self.column] if name in shared else self._placed(letters[name])
            for name in specification.parameters
        }
        # What all classes share has no class among its indices.
        if is_pooled:
            self.places = (self.column,)
        self.root = self._placed(letters["root"])
        varying = (self.thetas[name] for name in (shared if is_pooled else self.thetas))
        self.ell = (function("ℓ")[self.places] if self.places else function("ℓ"))(*varying)
        replacements: dict[Expression, Expression] = {
            nodes.Symbol(name): letter(letters[name]) for name in self.specification.constants
        }
        replacements |= {nodes.Symbol(name): theta for name, theta in self.thetas.items()}
        replacements |= {nodes.Symbol(VARIABLE): self.cell}
        self._own = replacements
        self.use_letters_of(next(iter(self.thetas)))

    @classmethod
    def theorems(cls, estimator: Any) -> Iterator[Theorem]:
        """Yield the theorem of `estimator`, a record of this kind, in the ways that may be proved."""
        yield cls(estimator).theorem(estimator.parameter)

    def write(self, proof: Proof) -> None:
        """Write all steps of the theorem into `proof`."""
        raise NotImplementedError

    def theorem(self, *parameters: str) -> Theorem:
        """Return the theorem of the estimates of `parameters`."""
        name, kind = self.specification.name or "family", self.kind
        letters = [self.letters[parameter] for parameter in parameters]
        several = len(letters) > 1
        estimates = f"{kind}{'s' * several} of {' and '.join(letters)}"
        title = f"The {estimates}, by {'their' if several else 'its'} {self.source}"
        rule = f"{' '.join(letters if several else parameters)} j|k {kind}"
        return Theorem(f"{name}-{kind.lower()}", title, self.write, name, rule)

    def use_letters_of(self, parameter: str, number: int = 1) -> None:
        """Write of one parameter: its sum and its constant are those of a `number`."""
        more = "" if number == 1 else f"-{number}"
        self.parameter, self.theta = parameter, self.thetas[parameter]
        self.sum = self._placed(self.letters["sum" + more])
        self.rest = self._placed(self.letters["rest" + more])
        self._written = {**self._own, TOTAL: self.sum, ROWS: self.count}
        if self.of_one_class:
            self._written |= {
                sign: letter(self.letters[sign.role]) for sign in (GREATEST, LEAST, MIDDLE)
            }

    def _placed(self, name: str) -> Symbol:
        """Return a letter of each column and class."""
        return letter(name)[self.places] if self.places else letter(name)

    def formula(self, formula: Expression) -> Expression:
        """Return `formula`, one of the family, in the letters of the theorem."""
        return nodes.replace(formula, self._written.get)

    def at(self, place: Expression, formula: Expression) -> Expression:
        """Return `formula`, in the letters of the theorem, with `place` for the parameter."""
        return nodes.replace(formula, lambda part: place if part == self.theta else None)

    def write_turning_point(self, proof: Proof, slope: Expression, weight: Expression) -> None:
        """Write into `proof` that the `slope` is a positive `weight` times the way to its zero."""
        product = nodes.Product((self.formula(weight), self.root - self.theta))
        proof.chain(
            derivative(self.ell, self.theta),
            differentiate(self.formula(slope)),
            same(product, "factored"),
        )
        largest(proof, self.theta, self.ell, self.root, "the MLE", "up to there, then down")

    def write_estimate_at_end(
        self, proof: Proof, place: Expression | None, *, is_low: bool = False, standing: str = ""
    ) -> None:
        """Write into `proof` that the estimate is `place`, an end, or that there is none for None.

        `standing` is what is estimated nevertheless where the lower or the upper end is no value.
        """
        if place is not None:
            largest(proof, self.theta, self.ell, self.formula(place), "the MLE", "at this end")
            return
        proof.say(
            f"The nearer the parameter is to its {'lower' if is_low else 'upper'} end, the larger this "
            f"is, and that end is none of its values: there is no estimate{standing}."
        )

    @property
    def renaming_sentence(self) -> str:
        """Return the sentence that says which letters are written as others, "" if none is."""
        names, written = (*self.thetas, *self.specification.constants), self.letters
        renamings = [f"{written[name]} stands for {name}" for name in names if written[name] != name]
        return f" {listing(renamings)}." if renamings else ""

    @property
    def total_probability(self) -> Expression:
        """Return the integral of the density over the support, or the sum of the probabilities."""
        support = self.specification.support
        if isinstance(support, Whole):
            return nodes.Series("sum", self.cell, self.whole_numbers_as_set(support), self.probability)
        return nodes.Integral(self.cell, self.probability, self.ends(support))

    def ends(self, range_: Interval) -> tuple[Expression, Expression]:
        """Return the two ends of `range_`; one that it goes on to is infinite."""
        low = INFINITE[1] if range_.low is None else self.formula(range_.low)
        return low, INFINITE[0] if range_.high is None else self.formula(range_.high)

    def class_sum(self, body: Expression) -> Expression:
        """Return the sum of `body` over the rows of the class."""
        return sum_over(self.row, body, where=self.in_class)

    def counted_sum(self, body: Expression) -> Expression:
        """Return the sum of `body` over the rows of the class, with an indicator as a factor."""
        return sum_over(self.row, body if self.in_class is None else body * self.in_class)

    def whole_numbers_as_set(self, range_: Whole) -> nodes.Domain:
        """Return whole numbers `range_` as a set; raise Unsupported if it begins below 0."""
        first, last = range_.first, range_.last
        if last is None:
            if not isinstance(first, nodes.Integer) or first.value < 0:
                raise Unsupported(
                    f"whole numbers from {first} on are not derived yet: begin at 0 or more"
                )
            return nodes.Domain("whole", (first,))
        match first, last:
            case nodes.Integer(least), nodes.Integer(most) if most - least < _FEW:
                return among(*range(least, most + 1))
        return nodes.Domain("through", (first, self.formula(last)))

    def domain_lines(self, name: Expression, range_: Range) -> list[Line]:
        """Return the lines, one or two, that say that `name` is in `range_`."""
        if isinstance(range_, Whole):
            return [is_in(name, self.whole_numbers_as_set(range_))]
        if (range_.low, range_.high) == (None, None):
            return [is_in(name, reals())]
        if (range_.low, range_.high) == (_ZERO, None):
            return [not_negative(name) if range_.low_closed else is_positive(name)]
        is_sought = name in (*self.thetas.values(), self.root)
        if range_.high is not None or range_.low_closed or is_sought:
            return [is_in(name, self.interval_as_set(range_))]
        assert range_.low is not None
        # The prover takes "> 0" as all that a letter may be. An end that may be negative needs a first
        # line "is a real number", or the letter would be unknown.
        lines = [is_more(name, self.formula(range_.low))]
        return lines if self.is_positive_end(range_.low) else [is_in(name, reals()), *lines]

    def interval_as_set(self, range_: Interval, *, inside: bool = False) -> nodes.Domain:
        """Return `range_` as a set, or its inside; an end that it goes on to is infinite."""
        kinds = {
            (False, False): "open", (True, True): "closed",
            (False, True): "left-open", (True, False): "right-open",
        }  # fmt: skip
        closed = (range_.low_closed and not inside, range_.high_closed and not inside)
        return nodes.Domain(kinds[closed], self.ends(range_))  # type: ignore[arg-type]

    def is_positive_end(self, end: Expression | None) -> bool:
        """Say whether `end` is known to be positive, so that what is greater is introduced by that."""
        if isinstance(end, nodes.Quotient):
            return self.is_positive_end(end.numerator) and self.is_positive_end(end.denominator)
        if isinstance(end, nodes.Integer):
            return end.value > 0
        range_ = self.specification.constants.get(end.letter) if isinstance(end, nodes.Symbol) else None
        first = range_.first if isinstance(range_, Whole) else None if range_ is None else range_.low
        return isinstance(first, nodes.Integer) and first.value >= 0

    @property
    def inside(self) -> tuple[str | Line, ...]:
        """Return the opening of lines with slopes, if the parameter may be at an end."""
        range_ = self.specification.parameters[self.parameter]
        if not isinstance(range_, Interval) or not (range_.low_closed or range_.high_closed):
            return ()
        is_positive_ = (range_.low, range_.high) == (_ZERO, None)
        text = "Where the parameter is positive, {}," if is_positive_ else "Inside, {},"
        return text, self.inside_line(self.theta, range_)

    def inside_line(self, name: Expression, range_: Interval) -> Line:
        """Return the line that `name` is inside of `range_`, where formulas have slopes."""
        if (range_.low, range_.high) == (_ZERO, None):
            return is_positive(name)
        return is_in(name, self.interval_as_set(range_, inside=True))


def difference(greater: Expression, less: Expression) -> Expression:
    """Return `greater` − `less`, without zeros."""
    match greater, less:
        case _, nodes.Integer(0):
            return greater
        case nodes.Integer(0), _:
            return -less
        case _, nodes.Negative(term):
            return greater + term
    return greater - less


def placeholders(facts: Sized) -> str:
    """Return the places of some `facts` in a sentence.

    >>> placeholders("ab"), placeholders("abc")
    ('{} and {}', '{}, {} and {}')
    """
    return " and ".join(filter(None, (", ".join(["{}"] * (len(facts) - 1)), "{}" * bool(facts))))
