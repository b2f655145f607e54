"""Read Σ and ∏ with their indices, how far they reach, and arg max.

How to read: `series` reads a sign with its index (`range_under_sign`) and body (`factors_in_reach`).
"""

from __future__ import annotations

from dataclasses import replace
from typing import Literal, TypeGuard

from exactnb.core.expression import nodes
from exactnb.core.expression.nodes import Call, Expression, Integer, Symbol
from exactnb.core.expression.reading.derivations.signs import (
    BRACKETS,
    INFINITY,
    PRIME,
    REST,
    TEXTS,
    WHOLE,
)
from exactnb.core.expression.reading.derivations.slopes import Slopes
from exactnb.core.expression.reading.refusal import Refusal
from exactnb.core.expression.reading.tokens import END
from exactnb.errors import quoted


class SeriesParser(Slopes):
    """Read sums and products over an index."""

    def series(self, sign: str) -> Expression:
        """Return a "sum" or "product" (`sign`) over an index with all that it reaches over."""
        self.take()
        letters: list[str] = []
        where: Expression | None = None
        domain: nodes.Domain = WHOLE
        upper: Expression | None = None
        lower: Expression | None = None
        for _ in range(2):
            if self.take_if("_"):
                letters, lower, domain, where = self.range_under_sign()
            elif self.take_if("^"):
                upper = self.superscript()
        if upper is not None and lower is None and letters:
            lower = Integer(1)
        if upper == INFINITY and lower is not None:
            domain = nodes.Domain("whole", (lower,))
        elif upper is not None and lower is not None:
            domain = nodes.Domain("span", (lower, upper))
        body, rest = self.factors_in_reach(letters)
        body, divisor = self.body_and_divisor(sign, letters, body)
        if not letters and body == Symbol("n"):
            raise Refusal("a sum of counts is read with their index")
        if not letters:
            parts = body.walk()
            is_plain = not any(isinstance(part, Call) or getattr(part, "lower", ()) for part in parts)
            body = with_data_index(body) if is_plain else body
            letters = [implied_index(body)]
        kind: Literal["sum", "product"] = "sum" if sign == "sum" else "product"
        if isinstance(where, nodes.Sum):  # k ≠ j: what is excluded adds 0, or is a factor of 1
            body, where = body * where if sign == "sum" else nodes.Power(body, where), None
        result = body
        for letter in reversed(letters):
            inner = where if letter == letters[-1] else None
            condition = inner if isinstance(inner, nodes.Iverson) else None
            if inner is not None and condition is None:
                raise Refusal("such a condition under a sum is not read")
            result = nodes.Series(kind, nodes.Index(letter), domain, result, condition)
        result = result if divisor is None else nodes.Quotient(result, divisor)
        return result if rest is None else nodes.Product((result, rest))

    def integral(self) -> Expression:
        """Return an integral: what stands before the d of its letter, or behind that."""
        self.take()
        ends: tuple[Expression, ...] = ()
        if self.is_sign("_"):
            begin = self.at
            self.take()
            self.skip_group()
            if self.is_sign("^"):
                self.at = begin + 1
                low = self.superscript()
                self.expect("^")
                ends = low, self.superscript()
        begin, stop = self.at, self.differential_place()
        stops, self.stops = self.stops, self.stops | {stop}
        body = self.sum() if stop > begin else None
        if self.at != stop or self.take_d_and_order() is None:
            raise self.unreadable()
        is_wrapped = self.here.text == "wrapped" and bool(self.take())
        braced = is_wrapped and self.take_if("{")
        variable = self.with_scripts(Symbol(self.take().text))
        if braced:
            self.expect("}")
        if self.is_sign("…"):
            raise self.unreadable()
        body = self.product() if body is None else body
        self.stops = stops
        return nodes.Integral(variable, body, ends)

    def differential_place(self) -> int:
        """Return the place of the d that belongs to an integral here: inner ones have one, too."""
        depth, missing = 0, 1
        for place in range(self.at, len(self.tokens)):
            token, after = self.tokens[place], self.ahead(place + 1 - self.at)
            if token.kind == "sign":
                depth += (token.text in BRACKETS) - (token.text in BRACKETS.values())
            if depth < 0:
                break
            if depth == 0:
                is_wrapped = token.text == "wrapped" and "d" in (
                    after.text, self.ahead(place + 2 - self.at).text * (after.text == "{")
                )  # fmt: skip
                is_plain = token.text == "d" and self.tokens[place - 1].text != "wrapped"
                is_d = is_wrapped or (is_plain and after.kind in ("name", "command"))
                missing += (token.text == "int") - is_d
                if not missing:
                    return place
        raise Refusal("an integral is read with the d of its letter")

    def factors_in_reach(self, letters: list[str]) -> tuple[Expression, Expression | None]:
        """Return the factors that a sign with the indices `letters` reaches over, and those behind it.

        It ends before another sign with the same index, or any if it has none; a ∏ may end behind the
        last factor with its index, or the next one.
        """
        is_raised, self.is_raised = self.is_raised, False
        begin = self.at
        body = self.power() if is_raised else self.product()
        if is_raised or not isinstance(body, nodes.Product) or self.is_bracketed(begin):
            return body, None
        letter = letters[0] if letters else ""
        factors = body.factors
        stop = next(
            (
                index
                for index, factor in enumerate(factors)
                if index and isinstance(factor, nodes.Series)
                if factor.index.letter == letter or not letter
            ),
            len(factors),
        )
        if stop == len(factors) and letter:
            places = [index for index, factor in enumerate(factors) if occurs_free(factor, letter)]
            last = max(places, default=len(factors) - 1)
            for end in range(last + 1, min(last + 3, len(factors))):  # ∏_i λ^{x_i} e^{−λ} · λ^{a−1}
                stop = end if self.is_second_way(f"reach {self.at} {end}") else stop
        if stop == len(factors):
            return body, None
        return nodes.Product.of(factors[:stop]), nodes.Product.of(factors[stop:])

    def is_bracketed(self, begin: int) -> bool:
        """Say whether brackets stand around all that was read from the place `begin` on."""
        depth = 0
        for place in range(begin, self.at):
            token = self.tokens[place]
            if token.kind == "sign":
                depth += (token.text in BRACKETS) - (token.text in BRACKETS.values())
            if depth == 0:
                return self.at - 1 == place > begin
        return False

    def body_and_divisor(
        self, sign: str, letters: list[str], body: Expression
    ) -> tuple[Expression, Expression | None]:
        """Return what a sign with the indices `letters` is over, and what all of it is divided by.

        ∏_j P(x_j | k) / P(x) may be a product of quotients, or the quotient of a product.
        """
        if sign != "product" or not letters or not isinstance(body, nodes.Quotient):
            return body, None
        is_inside = [occurs_free(part, letters[0]) for part in (body.numerator, body.denominator)]
        if is_inside != [True, False] or not self.is_second_way(f"divide {self.at}"):
            return body, None
        return body.numerator, body.denominator

    def range_under_sign(self) -> tuple[list[str], Expression | None, nodes.Domain, Expression | None]:
        """Return what stands under a sign: its letters, where they begin, their range, a condition."""
        if not self.take_if("{"):
            token = self.take()
            if token.kind != "name":
                raise self.unreadable()
            return [token.text], None, WHOLE, None
        letters: list[str] = []
        lower: Expression | None = None
        where: Expression | None = None
        domain = WHOLE
        while not self.take_if("}"):
            token = self.take()
            if token.kind != "name" or len(token.text) != 1:
                raise Refusal(f"{quoted(token.text)} under a sum is not read")
            letters.append(token.text)
            letters[-1] += "'" * self.take_primes()
            if self.take_if("="):
                begin, lower = self.at, self.power()
                self.take_if(",")
                if self.take_if("…"):  # i = 2..n
                    self.take_if(",")
                    domain, lower = nodes.Domain("span", (lower, self.sum())), None
                else:
                    self.at = begin
                    lower = self.sum()
            elif self.is_sign("∈") or self.here.text == "in":
                self.take()
                domain = self.domain()
            elif self.is_sign(">", "≥"):
                strict, first = self.take().text == ">", self.sum()
                first = nodes.Sum((first, Integer(1))) if strict else first
                domain = nodes.Domain("whole", (first,))
            elif self.is_sign("<", "≤"):
                strict, last = self.take().text == "<", self.sum()
                last = nodes.Sum((last, nodes.Negative(Integer(1)))) if strict else last
                domain = nodes.Domain("span", (Integer(1), last))
            if self.take_if(":", "|"):
                left = self.sum()
                self.expect("=")
                where = nodes.Iverson(left, self.sum())
            if self.take_if("≠"):
                where = 1 - nodes.Iverson(Symbol(letters[-1]), self.sum())
            if self.is_sign("^", "_", "<", "≤"):
                raise self.unreadable()
            self.take_if(",")
        return letters, lower, domain, where

    def domain(self) -> nodes.Domain:
        """Return the set behind ∈: {0, 1}, or a letter, which is all that there are."""
        if self.is_sign("{("):
            self.take()
            parts = [self.sum()]
            while self.take_if(","):
                parts.append(self.sum())
            self.expect(")}")
            if REST in parts:
                return nodes.Domain("span", (parts[0], parts[-1]))
            return nodes.Domain("set", tuple(parts))
        of = self.operand()
        return nodes.Domain("named", (of,)) if of in TEXTS else WHOLE

    def argmax(self, *, named: bool = False) -> Expression:
        """Return where a formula is largest, or smallest; if `named`, the word was read already."""
        least = self.here.text == "argmin" or "min" in (self.ahead(1).text, self.previous.text)
        if not named:
            self.take()
        if self.here.text in ("max", "min"):
            self.take()
        by: Expression = PRIME
        if self.take_if("_"):
            is_group = self.take_if("{")
            by = self.power() if is_group else self.superscript()
            while is_group and not self.take_if("}"):  # a domain, as θ > 0; no set of a few numbers
                if self.take() == END or self.is_sign("{", "{(", "_"):
                    raise self.unreadable()
        body = self.sum()
        return nodes.Extremum(by, nodes.Negative(body) if least else body)


def implied_index(body: Expression) -> str:
    """Return the index of a sum that is written without one: that of its body, else i."""
    for part in body.walk():
        if isinstance(part, Symbol):
            for index in (*part.lower, *part.upper):
                if isinstance(index, Symbol):
                    return index.letter
    return "i"


def is_bare_datum(part: Expression) -> TypeGuard[Symbol]:
    """Say whether a letter is an observation without its index."""
    return isinstance(part, Symbol) and part.letter in "xyzt" and not (part.lower or part.upper)


def with_data_index(body: Expression) -> Expression:
    """Return a formula with an index at data that are written without: Σ x is Σ_i x_i.

    A t beside x, y or z is none of the data: it may be the parameter.
    """
    bare = {part.letter for part in body.walk() if is_bare_datum(part)}
    data = bare - {"t"} or bare
    return nodes.replace(
        body,
        lambda part: (
            replace(part, lower=(Symbol("i"),)) if is_bare_datum(part) and part.letter in data else None
        ),
    )


def occurs_free(formula: Expression, letter: str) -> bool:
    """Say whether a letter stands free in a formula: not as the index of an own sum."""
    if isinstance(formula, nodes.Series) and formula.index.letter == letter:
        return False
    if isinstance(formula, Symbol) and formula.letter == letter:
        return True
    return any(occurs_free(part, letter) for part in formula.children)
