"""Prove a right line for data of any size: its normal form, or an earlier line that it follows from.

The checker of theorems reads the formulas; the scope says what their letters may be. What it does not
read, or does not find, stays tried.

How to read: `proof` is the door; `_Translation` writes formulas with the indices and ranges that the
checker wants.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import count

from exactnb.core.expression import nodes
from exactnb.core.expression.nodes import Call, Domain, Expression, Index, Integer, Symbol
from exactnb.core.expression.reading.derivations.signs import PRIME, WHOLE
from exactnb.explain.proving.forms.patterns import Refused
from exactnb.explain.proving.scope.comparing import differ_by_constant, ratio_sign, same_form, sign_of
from exactnb.explain.proving.scope.scope import Declared, Definition
from exactnb.teach.grading.derivations.introduced import key_of
from exactnb.teach.grading.derivations.lines import DerivationLine
from exactnb.teach.grading.derivations.trials import Trials
from exactnb.teach.grading.derivations.worlds import Key

Link = tuple[Expression, str, Expression]
_LOGS = {"ℓ": "L", "LL": "L"}
MEANS = ("x\u0304", "X\u0304", "y\u0304")
"""Means, which are those of the data x_i."""

_LARGEST = 200  # parts of a formula that is read


def proof(trials: Trials, link: Link, kind: str, earlier: Sequence[DerivationLine]) -> str:
    """Return what proves a right link, "" where it was but tried, in `trials`.

    `kind` says what it was judged as; `earlier` are the right lines before it.
    """
    left, relation, right = link
    if sum(1 for side in (left, right) for _ in side.walk()) > _LARGEST:
        return ""
    try:
        translation = _Translation(trials)
        if relation in ("<", ">") and right == Integer(0):
            sides, _ = translation.put_in((left,), earlier)
            wanted = {"<": "-", ">": "+"}[relation]
            return "by its sign" if sign_of(translation.declared(), sides[0]) == wanted else ""
        if relation != "=":
            return ""
        if kind in ("identity", "difference"):
            sides, by = translation.put_in((left, right), earlier)
            declared = translation.declared()
            if kind == "difference":
                by_letter = translation.write(trials.scope.only_parameter())
                assert isinstance(by_letter, Symbol)
                is_proved = differ_by_constant(declared, sides[0], sides[1], by_letter)
            else:
                is_proved = same_form(declared, sides[0], sides[1])
            if is_proved or not any(n.is_estimate for n in _symbols((left, right))):
                return _by(by, "by its normal form") if is_proved else ""
        if kind in ("condition", "identity"):
            own = translation.write(left), translation.write(right)
            for line in reversed(earlier):
                for pair in _equations(trials, line):
                    was = translation.write(pair[0]), translation.write(pair[1])
                    if ratio_sign(translation.declared(), own, was) in ("+", "-"):
                        return f"as equivalent to line {line.statement.line}"
    except (Refused, ZeroDivisionError, AssertionError, RecursionError):
        pass
    return ""


def _symbols(sides: Iterable[Expression]) -> Iterable[Symbol]:
    return (part for side in sides for part in side.walk() if isinstance(part, Symbol))


def _by(numbers: Iterable[int], otherwise: str) -> str:
    listed = sorted(set(numbers))
    lines = f"line{'s' * (len(listed) > 1)} {' and '.join(map(str, listed))}"
    return f"from {lines}" if listed else otherwise


def _equations(trials: Trials, line: DerivationLine) -> Iterable[tuple[Expression, Expression]]:
    """Yield the equations of a line that are about the parameter, without a function."""
    chain = line.chain
    if chain is None:
        return
    yield from (pair for pair in chain.equations() if not any(map(trials.has_function, pair)))
    slope, *others = chain.sides
    if isinstance(slope, nodes.Derivative) and slope.order == 1 and set(chain.relations) == {"="}:
        yield from ((side, Integer(0)) for side in others[:1] if side != Integer(0))


class _Translation:
    """Write formulas as the checker reads them, and note what their letters are."""

    def __init__(self, trials: Trials) -> None:
        self.trials, self.scope = trials, trials.scope
        self.ranges: dict[str, Domain] = {}
        self.letters: dict[Symbol, Symbol] = {}  # each as a pattern
        self.numbers = count()

    def put_in(
        self, sides: Sequence[Expression], earlier: Sequence[DerivationLine]
    ) -> tuple[list[Expression], list[int]]:
        """Return sides with functions replaced by what earlier lines say of them, and these lines."""
        used: list[int] = []

        def restated(part: Expression) -> Expression | None:
            if not isinstance(part, Call):
                return None
            for line in reversed(earlier):
                head, body = _said(self.trials, line)
                if head is not None and head.head == part.head and part.left in ((), head.left):
                    used.append(line.statement.line)
                    return body
                if head is not None and head.head == _LOGS.get(part.head):
                    used.append(line.statement.line)
                    return nodes.Function("log", body)
            return None

        return [self.write(nodes.replace(side, restated)) for side in sides], used

    def write(self, formula: Expression) -> Expression:
        """Return a formula with indices and ranges as the checker wants them."""
        return self._written(formula, {}, (formula,))

    def _written(
        self, formula: Expression, bound: dict[str, str], sides: Sequence[Expression]
    ) -> Expression:
        match formula:
            case nodes.Series(sign, index, domain, body, None):
                size = self.scope.axis_of(index.letter, (body,))
                if domain not in (WHOLE, self._range(size)):
                    raise Refused("a range of its own")
                letter = f"{index.letter}·{next(self.numbers)}"
                self.ranges[letter] = self._range(size)
                inner = self._written(body, {**bound, index.letter: letter}, (body,))
                return nodes.Series(sign, Index(letter), self.ranges[letter], inner)
            case nodes.Series():
                raise Refused("a sum over some places")
            case nodes.Derivative(body, variable, order):
                by = self.scope.only_parameter() if variable == PRIME else variable
                by_letter = self._written(by, bound, sides)
                assert isinstance(by_letter, Symbol)
                return nodes.Derivative(self._written(body, bound, sides), by_letter, order)
            case Symbol():
                return self._letter(formula, bound, sides)
            case Call() | nodes.Integral():
                raise Refused("a function that no line says")
            case _ if formula.children:
                return formula.with_children(
                    tuple(self._written(part, bound, sides) for part in formula.children)
                )
        return formula

    def _letter(self, symbol: Symbol, bound: dict[str, str], sides: Sequence[Expression]) -> Expression:
        labels = self.scope.worlds()[0].labelled
        if symbol == PRIME or symbol.upper or symbol.role in labels:
            raise Refused("an estimate of another kind")
        symbol = replace(symbol, is_estimate=False, role="")  # at the estimate an equation is about it
        if symbol.letter == "π" and not symbol.lower and not self.scope.names.get("π"):
            return nodes.Pi()
        definition = self.trials.definitions.get(key_of(symbol))
        if definition is not None and not definition.letters:
            return self._written(definition.body, bound, sides)
        if definition is not None:
            raise Refused("a letter of the derivation's own, with indices")
        indices: list[Expression] = []
        for part in symbol.lower:
            if isinstance(part, Symbol) and not part.lower and len(part.letter) == 1:
                letter = bound.get(part.letter, part.letter)
                if letter not in self.ranges:
                    self.ranges[letter] = self._range(self.scope.axis_of(part.letter, sides))
                indices.append(Index(letter))
            else:
                raise Refused("such an index")
        written = replace(symbol, lower=tuple(indices))
        pattern = replace(symbol, lower=tuple(self._place(index) for index in indices))
        self.letters[pattern] = pattern
        return written

    def _place(self, index: Expression) -> Index:
        """Return one index for each range, so that a letter has one pattern."""
        assert isinstance(index, Index)
        size = self.ranges[index.letter]
        letter = f"any {size.parts[1]}"
        self.ranges[letter] = size
        return Index(letter)

    def _range(self, size: str) -> Domain:
        return Domain("span", (Integer(1), self._size(size)))

    def _size(self, role: str) -> Symbol:
        names = (name for name, role_of_name in self.scope.names.items() if role_of_name == role)
        return Symbol(next(names, role))

    def declared(self) -> Declared:
        """Return the scope of the letters that were written."""
        if any(self._is_sum(letter) for letter in self.letters):
            self.write(Symbol("x", (Symbol("i"),)))
        sizes = tuple(dict.fromkeys((self._size("n"), self._size("V"))))  # in one order in every run
        domains: list[tuple[Expression, Domain]] = []
        positive: list[Expression] = list(sizes)
        for letter in self.letters:
            if letter in sizes:
                continue
            domain = self._domain(letter)
            if domain is None:
                positive.append(letter)
            else:
                domains.append((letter, domain))
        total = self.write(nodes.Series("sum", Index("i"), WHOLE, Symbol("x", (Symbol("i"),))))
        definitions = tuple(
            Definition(s, total / self._size("n") if s.letter in MEANS else total, counts=True)
            for s in self.letters if self._is_sum(s)
        )  # fmt: skip
        return Declared(self.ranges, tuple(domains), definitions, tuple(positive), (), sizes)

    def _is_sum(self, letter: Symbol) -> bool:
        """Say whether a letter is the sum of the data, or their mean."""
        is_total = self.scope.names.get(letter.letter) == "sum" and not letter.lower
        return letter.letter in MEANS or is_total

    def _domain(self, letter: Symbol) -> Domain | None:
        """Return what a letter may be, None for what is positive: a parameter is inside its domain."""
        role = self.scope.names.get(letter.letter, "")
        key: Key = (role, ())
        ends = self.scope.domain(key) if self.scope.is_parameter(letter) else None
        if ends is not None and ends[1] == 1:
            return Domain("open", (Integer(0), Integer(1)))
        is_above = ends is not None and ends[0] == 0
        data = [x for world in self.scope.worlds() for x in world.data]
        is_sum = self._is_sum(letter) and bool(data) and min(data) > 0
        is_datum = bool(letter.lower) and self.scope.axis(letter, 0) == "n"
        if is_datum and data and all(x.denominator == 1 for x in data):
            return Domain("whole", (Integer(min(0, int(min(data)))),))
        if is_above or is_sum or role.startswith("hyper"):
            return None
        return Domain("reals", ())


def _said(trials: Trials, line: DerivationLine) -> tuple[Call | None, Expression]:
    """Return the function that a line is about, and the last side that says what it is."""
    chain = line.chain
    if chain is None or not isinstance(chain.sides[0], Call) or set(chain.relations) != {"="}:
        return None, Integer(0)
    bodies = [side for side in chain.sides[1:] if not trials.has_function(side)]
    return (chain.sides[0], bodies[-1]) if bodies else (None, Integer(0))
