"""Comparison of two readers of a problem: the graph of quantities, and the second, naive one.

How to read: `Agreement.difference` is called for each quantity; `_agrees` compares two values.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction

from exactnb.core.arithmetic import matrices, roots, values
from exactnb.core.arithmetic.enclosure import Ball
from exactnb.core.arithmetic.germs import Germ, Kernel, Polynomial
from exactnb.core.arithmetic.irrational import Irrational
from exactnb.core.arithmetic.values import Infinite, Undefined
from exactnb.core.conventions import Limit
from exactnb.core.expression.evaluate import evaluate
from exactnb.core.expression.nodes import Expression, has_names
from exactnb.core.expression.results import Decision, NoNumber, Value
from exactnb.core.lazy import once
from exactnb.core.naming.names import Names, QuantityName, Role
from exactnb.errors import Undecidable, Unsupported
from exactnb.explain.derivation.decimals import rounds_to, stands_for
from exactnb.explain.derivation.lines import LeaveOneOut
from exactnb.explain.derivation.second_reader import ties
from exactnb.explain.derivation.second_reader.reader import SecondReader
from exactnb.explain.derivation.second_reader.reals import *
from exactnb.explain.derivation.second_reader.view import Candidates, Edits, Read

EXPLORED = ("flips", "nearest", "reasons")
"""The heads of quantities that are searched for again (`explored_checks.py`, which few need)."""
_SOME_LAMBDA = Fraction(3, 7)  # where functions of λ are compared
# A limit λ → 0 is read at a λ so small that a number below _TINY tends to 0, and one above
# _INFINITE_FROM to infinity: no other numbers of a problem come near to these.
_TINY = Fraction(1, 2**400_000)
_INFINITE_FROM = Fraction(100_000)


class Agreement:
    """Compare quantities with the values of the second `reader`.

    `read_twice` are the names that both read, `read_once` those that the second one cannot, with why.
    """

    def __init__(self, reader: SecondReader) -> None:
        self.reader = reader
        self.read_twice: set[QuantityName] = set()
        self.read_once: dict[QuantityName, str] = {}

    @once
    def _reader_at_some_lambda(self) -> SecondReader:
        return SecondReader(self.reader.problem, _SOME_LAMBDA)

    def difference(self, name: QuantityName, value: Value) -> str:
        """Return how the second reader differs about `name`, which is `value` in the graph.

        It is "" where both agree, or the second reader cannot read the quantity.
        """
        try:
            differs = self._difference(name, value)
        except (NotRead, Undecidable, Unsupported) as why:
            self.read_once[name] = str(why)
            return ""
        self.read_twice.add(name)
        return differs

    def leave_one_out_difference(self, table: LeaveOneOut) -> str:
        """Return how the second reader differs from a `table` without each row, "" if it agrees.

        If it cannot read the rows, the posterior of the table counts as read once.
        """
        try:
            return self._leave_one_out_difference(table)
        except NotRead as why:
            self.read_once[table.name] = str(why)
            self.read_twice.discard(table.name)
            return ""

    def _difference(self, name: QuantityName, value: Value) -> str:
        if name.head in ("boundary", "region") and not name.wrappers:
            return self._places_difference(name, value)
        if name.head in EXPLORED:
            raise NotRead("a search, whose results are tried one by one")
        if name.head == "bayes_error" and isinstance(value, Germ):
            value = values.limit(value)  # which class is the best in a cell depends on λ
        if isinstance(value, Germ):
            return self._differs(name, value, self._reader_at_some_lambda) or self._differs(
                name, values.limit(value), self.reader
            )
        return self._differs(name, value, self.reader)

    def _differs(self, name: QuantityName, value: Value, reader: SecondReader) -> str:
        read = reader.value(name)
        if isinstance(read, LeadingTerm):
            read = read.limit()
        if isinstance(read, Edits):
            from exactnb.explain.derivation.explored_checks import set_problem

            return set_problem(name, value, read.certain, read.possible)
        return "" if _agrees(value, read) else f"a second reading gives {_text_of_reading(read)}"

    def _leave_one_out_difference(self, table: LeaveOneOut) -> str:
        name, view = table.name, self.reader.views[table.name.model]
        if name.role is not Role.POSTERIOR:
            return "what is told is no posterior"
        rows, cases = iter(table.rows), self.reader.problem.cases
        for index, case in enumerate(cases):
            reduced = view.edited(index, ())
            read = reduced.probability(name)
            posterior = read.limit() if isinstance(read, LeadingTerm) else read
            if isinstance(posterior, Undefined) or not reduced.can_replace(view):
                continue  # the table has no line for a row that its class needs
            row, decimal, labels = next(rows, ("", None, ()))
            if decimal is None or row != (case.id or str(index + 1)):
                return "the rows are not those of the data"
            decided = reduced.argmax(Names(name.model).decision(name.right))
            if not _agrees(Decision(labels), decided) or not _stands_for(decimal, posterior):
                return f"without {row} something else follows"
        return "" if next(rows, None) is None else "the rows are not those of the data"

    def _places_difference(self, name: QuantityName, value: Value) -> str:
        """Return what is wrong with the points, intervals or curve of the graph, by trying places."""
        view = self.reader.views[name.model]
        if isinstance(view.conventions.smoothing, Limit):
            raise NotRead("a boundary as λ tends to 0")
        match value:
            case Undefined():
                raise NotRead("an undefined boundary")
            case roots.Everywhere() if name.head == "boundary":
                return ties.boundary_problem(view, name, None)
            case roots.Points(parts) if name.head == "boundary":
                return ties.boundary_problem(view, name, [_as_place(part) for part in parts])
            case roots.Points():
                ends = [(_as_place(low), _as_place(high)) for low, high, _ in value.intervals()]
                return ties.region_problem(view, name, ends)
            case roots.Equation():
                return ties.curve_problem(view, name, value.variables, _left_side(value))
        if isinstance(value, NoNumber | Germ):
            raise NotRead(f"no naive reading of {name.head}")
        return ties.boundary_problem(view, name, [_as_place(value)])


def distribution_problem(
    graph_values: Mapping[QuantityName, Value], classes: Sequence[str]
) -> tuple[QuantityName, str] | None:
    """Return a posterior or evidence that contradicts those of the other `classes`, and why; else None.

    `graph_values` are the values of the graph by name.
    """
    posteriors: dict[tuple[object, str], dict[str, Value]] = {}
    joints: dict[tuple[object, str], dict[str, Value]] = {}
    for name, value in graph_values.items():
        if name.role in (Role.POSTERIOR, Role.JOINT) and name.label is not None:
            by_observation = posteriors if name.role is Role.POSTERIOR else joints
            observation = name.right or tuple(item for item in name.subjects if item != name.label)
            by_observation.setdefault((observation, name.model), {})[name.label.value] = value
    for name, value in graph_values.items():
        if name.role is Role.POSTERIOR and name.label is not None and name.label.value == classes[0]:
            shares = posteriors[name.right, name.model]
            if set(shares) == set(classes) and _sum_differs(shares.values(), Fraction(1)):
                return name, "the posteriors of all classes do not add up to 1"
        elif name.role is Role.EVIDENCE:
            class_joints = joints.get((name.subjects, name.model), {})
            if set(class_joints) == set(classes) and _sum_differs(class_joints.values(), value):
                return name, "the joints of all classes do not add up to the evidence"
    return None


def _sum_differs(terms: Iterable[Value], total: Value) -> bool:
    """Say whether a sum certainly differs from a total; with undefined terms it is False."""
    numbers = [*terms, total]
    if any(isinstance(x, Undefined | Infinite) for x in numbers):
        return False
    if any(isinstance(x, Irrational) and x.operations for x in numbers):
        # No form shows them to be equal, so a comparison would go on to its last precision.
        added = add(*map(_number, numbers[:-1]))
        return known_sign(subtract(added, _number(numbers[-1]))) in (-1, 1)
    try:
        return values.compare(values.add(numbers[:-1]), numbers[-1]) != 0  # type: ignore[arg-type]
    except (Undecidable, Unsupported):
        return False


def _agrees(value: Value, read: Read) -> bool:
    """Say whether a value of the graph is the one that was read, as far as enclosures tell."""
    match value:
        case bool() | Undefined():
            return value == read if isinstance(read, type(value)) else False
        case Decision(labels):
            if isinstance(read, Candidates):
                return set(labels) <= set(read.labels)
            return labels == read
        case Infinite(size):
            if not isinstance(read, Fraction | Ball):
                return read == value
            return known_sign(add(times(Fraction(size), read), -_INFINITE_FROM)) == 1
        case matrices.Vector() | matrices.Matrix():
            return value == read
    if not isinstance(read, Fraction | Ball):
        return False
    number = _number(value)
    if isinstance(number, Fraction) and isinstance(read, Fraction):
        return number == read
    if known_sign(subtract(number, read)) in (0, None):
        return True
    tends_to_zero = isinstance(read, Ball) and known_sign(subtract(_TINY, read)) == 1
    return number == 0 and tends_to_zero


def _stands_for(decimal: Expression, read: Settled) -> bool:
    """Say whether a decimal is the number that was read, exactly or rounded."""
    if not isinstance(read, Ball):
        return stands_for(decimal, read)
    return any(rounds_to(bound, decimal) for bound in read.bounds() or ()) or (
        not has_names(decimal) and _agrees(evaluate(decimal), read)
    )


def _number(value: Value) -> Real:
    """Return a value as a fraction or a ball; a function of λ at `_SOME_LAMBDA`."""
    if isinstance(value, Fraction):
        return value
    if isinstance(value, Germ):
        numerator, denominator = (
            add(*(_number_of(kernel, polynomial) for kernel, polynomial in side))
            for side in (value.numerator, value.denominator)
        )
        return divide(numerator, denominator)
    return values.enclose(value, BITS)  # type: ignore[arg-type]


def _number_of(kernel: Kernel, polynomial: Polynomial) -> Real:
    """Return a kernel times a polynomial, both at `_SOME_LAMBDA`."""
    setting = _SOME_LAMBDA
    size = add(*(times(_number(c), setting**n) for n, c in enumerate(kernel.scaled(polynomial))))
    roots = (power(place + setting, Fraction(1, 2)) for place in kernel.roots)
    exponent = sum((q / (place + setting) for place, q in kernel.exponents), Fraction(0))
    return times(size, *roots, exp(exponent))


def _as_place(value: values.Number) -> ties.Place:
    """Return a number as a fraction, or an irrational one as two fractions around it."""
    if isinstance(value, Fraction | Infinite):
        return value
    if (exact := values.rational(value)) is not None:
        return exact
    bounds = values.enclose(value, BITS).bounds() if values.is_finite(value) else None
    if bounds is None:
        raise NotRead("a point without bounds")
    return bounds


def _left_side(equation: roots.Equation) -> Callable[[Mapping[str, Fraction]], Real]:
    """Return the left side of an equation as a function of a place."""

    def at(place: Mapping[str, Fraction]) -> Real:
        terms: list[Real] = []
        for powers, coefficient in equation.terms:
            product = Fraction(coefficient)
            for variable, exponent in zip(equation.variables, powers, strict=True):
                product *= place[variable] ** exponent
            terms.append(product)
        if equation.argument is not None:
            terms.append(times(Fraction(equation.times), log(equation.argument)))
        return add(*terms)

    return at


def _text_of_reading(read: Read) -> str:
    if isinstance(read, Ball):
        return f"about {read.nearest_double():.12g}"
    if isinstance(read, Candidates):
        return " or ".join(read.labels)
    if isinstance(read, tuple):
        return ", ".join(map(str, read))
    return str(read)
