r"""Read the statements of a derivation: formulas with indices, Σ, ∏, functions and derivatives.

A statement becomes sides with relations between them (`DerivationChain`). Where people read signs in
two ways, such as how far a ∏ reaches, the reader asks (`choose`); `readings` yields each way.

How to read: `readings` is the door; `DerivationParser` goes from sums (`sum`) through products
(`product`) to operands, which the files beside this one read.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations, pairwise

from exactnb.core.expression import nodes
from exactnb.core.expression.nodes import Call, Expression, Symbol
from exactnb.core.expression.reading.cursor import Interpretation
from exactnb.core.expression.reading.derivations.dots import without_dots
from exactnb.core.expression.reading.derivations.operands import DerivationOperands
from exactnb.core.expression.reading.derivations.series import occurs_free
from exactnb.core.expression.reading.derivations.signs import BRACKETS, COVARIANCE, REST
from exactnb.core.expression.reading.derivations.statements import RELATIONS, DerivationStatement
from exactnb.core.expression.reading.refusal import Refusal
from exactnb.core.expression.reading.tokens import END
from exactnb.core.record import frozen

_SCORED = (Symbol("w"), Symbol("x"))  # w · x may be a scalar product
_MOST_READINGS = 16
_MOST_QUESTIONS = 6


@frozen(slots=True)
class DerivationChain:
    """Sides, and the relation before each of them but the first; that of a line that goes on too.

    `lead` is the relation that the line begins with, "" for none.
    """

    sides: tuple[Expression, ...]
    relations: tuple[str, ...]
    lead: str = ""

    def equations(self) -> Iterator[tuple[Expression, Expression]]:
        """Yield the two sides of each =."""
        for pair, relation in zip(pairwise(self.sides), self.relations, strict=True):
            if relation == "=":
                yield pair

    def continued_by(self, row: DerivationChain) -> DerivationChain:
        """Return this chain with the sides of a `row` that goes on with it."""
        return DerivationChain(
            (*self.sides, *row.sides), (*self.relations, row.lead, *row.relations), self.lead
        )


def readings(
    statement: DerivationStatement, functions: frozenset[str] = frozenset()
) -> Iterator[DerivationChain]:
    r"""Yield the ways in which a statement is read, the usual one first.

    `functions` are letters that were introduced as functions.

    >>> from exactnb.core.expression.reading.derivations.statements import statements
    >>> [statement] = statements(r"\ell(\theta) = \sum_i x_i \log\theta")
    >>> chain = next(readings(statement))
    >>> print(chain.sides[0], *chain.relations)
    ℓ(θ) =

    Raises Refusal where none of it is read.
    """
    first = DerivationParser(statement.tokens, Interpretation())
    first.called = functions
    yield (chain := first.chain())
    questions = list(first.met)[:_MOST_QUESTIONS]
    met = {chain}
    flips = (flip for size in (1, 2, 3) for flip in combinations(questions, size))
    for number, flipped in enumerate(flips):
        if number >= _MOST_READINGS:
            return
        parser = DerivationParser(statement.tokens, Interpretation(flipped=frozenset(flipped)))
        parser.called = functions
        try:
            chain = parser.chain()
        except Refusal:
            continue
        if chain not in met:
            met.add(chain)
            yield chain


class DerivationParser(DerivationOperands):
    """Read one statement, in one interpretation."""

    def chain(self) -> DerivationChain:
        """Return the sides of the whole statement; raise Refusal for anything else."""
        lead = self.take().text if self.is_sign(*RELATIONS) else ""
        if not lead and self.is_sign("+", "*", "/"):
            lead = self.take().text
        sides = [self.side()]
        relations = []
        while self.is_sign(*RELATIONS):
            relation = self.take().text
            if self.is_sign("!") and self.ahead(1) != END:
                self.take()  # =! asks for equality
            side = self.side()
            if side != REST or self.here == END:  # n_1/θ_1 = … = n_V/θ_V says the same without dots
                relations.append(relation)
                sides.append(side)
        if self.here != END:
            raise self.unreadable()
        if lead and sides[0] == REST and relations:  # = … = ∏_i P(x_i | x_1, …, x_{i−1})
            sides, relations = sides[1:], relations[1:]
        return DerivationChain(tuple(sides), tuple(relations), lead)

    def side(self) -> Expression:
        """Return a formula, or several events that occur together: A_1 ∩ … ∩ A_n."""
        events = [self.sum()]
        while self.take_if("∩"):
            events.append(self.sum())
        return events[0] if len(events) == 1 else Call("∩", tuple(events))

    def sum(self) -> Expression:
        self.enter_level()
        terms = [Symbol(self.take().text) if self.is_class_sign() else self.term()]
        while self.is_sign("+", "-", "±"):
            terms.append(self.term())
        self.depth -= 1
        return nodes.Sum.of(_terms_put_inside_sums(without_dots(terms, "sum", nodes.Sum.of)))

    def term(self) -> Expression:
        """Return a product with the sign before it."""
        negative = False
        while self.is_sign("+", "-"):
            negative ^= self.take().text == "-"
        product = self.product()
        return nodes.Negative(product) if negative else product

    def product(self) -> Expression:
        self.enter_level()
        result = self.power()
        chain: list[Expression] | None = None
        while True:
            if self.take_if("*"):
                if self.is_sign("-", "+"):
                    right: Expression = self.term()
                else:
                    right = self.power()
                    last = chain[-1] if chain else result
                    if (last, right) == _SCORED and self.is_second_way(f"dot {self.at}"):
                        right = Call("dot", (last, right))
                        if not chain:
                            result = right
                            continue
                        chain.pop()
            elif self.is_sign("/"):
                self.take()
                divisor = self.power()
                while self.begins_factor() and self.here.glued and self.is_second_way("slash"):
                    divisor = nodes.Product((divisor, self.power()))
                last = chain.pop() if chain else result
                quotient = nodes.Quotient(last, divisor)
                if chain is not None:
                    chain.append(quotient)
                    result = nodes.Product.of(chain)
                else:
                    result = quotient
                continue
            elif self.begins_factor():
                right = self.power()
            else:
                break
            chain = [*chain, right] if chain is not None else [result, right]
            result = nodes.Product.of(chain)
        self.depth -= 1
        if chain is not None:
            result = nodes.Product.of(without_dots(chain, "product", nodes.Product.of))
        return result

    def power(self) -> Expression:
        base = self.operand()
        while True:
            if self.previous.text in BRACKETS.values() and (order := self.take_primes()):
                base = self.differentiated(base, order)
            elif self.is_transposed(base):
                self.take()
                self.skip_group()
                return Call("dot", (base, self.factor_or_matrix_product()))  # wᵀx
            elif self.is_sign("^"):
                self.take()
                exponent = self.superscript()
                if self.take_if("^"):  # 2^3^2 is 2^(3^2)
                    exponent = nodes.Power(exponent, self.superscript())
                base = nodes.Power(base, exponent)
            elif self.is_sign("!") and not self.follows_relation():
                self.take()
                base = nodes.Factorial(base)
            else:
                return base

    def factor_or_matrix_product(self) -> Expression:
        """Return a factor, and the next one behind a covariance: Σ⁻¹x."""
        factor = self.power()
        is_matrix = factor in (COVARIANCE, nodes.Power(COVARIANCE, nodes.Negative(nodes.Integer(1))))
        return nodes.Product((factor, self.factor_or_matrix_product())) if is_matrix else factor

    def is_transposed(self, base: Expression) -> bool:
        """Say whether a sign of transposition stands here: ⊤, or a T above a w or beside a Σ."""
        inner = self.ahead(1 + (self.ahead(1).text == "{"))
        if inner.text == "wrapped":  # \mathsf T
            inner = self.ahead(3)
        is_letter = base == Symbol("w") or any(token.text == "Sigma" for token in self.tokens)
        return self.is_sign("^") and inner.text in ("top", "intercal", *("T" if is_letter else ""))

    def follows_relation(self) -> bool:
        """Say whether the sign before this one is a relation: =! is one."""
        return self.previous.text in RELATIONS


def _terms_put_inside_sums(terms: list[Expression]) -> list[Expression]:
    """Return terms, those behind a Σ that mention its index put inside: Σ_i a_i − b_i."""
    done: list[Expression] = []
    position = 0
    while position < len(terms):
        term = terms[position]
        sign = isinstance(term, nodes.Negative)
        inner = term.term if isinstance(term, nodes.Negative) else term
        prefix: tuple[Expression, ...] = ()
        if isinstance(inner, nodes.Product) and isinstance(inner.factors[-1], nodes.Series):
            prefix, inner = inner.factors[:-1], inner.factors[-1]
        if isinstance(inner, nodes.Series) and inner.sign == "sum":
            letter = inner.index.letter
            last = max(
                (n for n in range(position + 1, len(terms)) if occurs_free(terms[n], letter)),
                default=position,
            )
            if last > position:
                signed = [nodes.Negative(t) if sign else t for t in terms[position + 1 : last + 1]]
                body = nodes.Sum((inner.body, *signed))
                grown: Expression = replace(inner, body=body)
                grown = nodes.Product((*prefix, grown)) if prefix else grown
                done.append(nodes.Negative(grown) if sign else grown)
                position = last + 1
                continue
        done.append(term)
        position += 1
    return done
