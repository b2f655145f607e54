"""Read the operands of a derivation: numbers, brackets, indicators, functions, and what LaTeX wraps.

How to read: `operand` chooses; `named` and `commanded` read names and commands, `function` log and exp.
"""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

from exactnb.core.expression import nodes
from exactnb.core.expression.nodes import Call, Expression, Function, Integer, Symbol
from exactnb.core.expression.reading.derivations.densities import (
    DIRICHLET,
    NAMED,
    OF_PARAMETER,
    binomial,
    density,
)
from exactnb.core.expression.reading.derivations.orders import OrderParser
from exactnb.core.expression.reading.derivations.signs import (
    ACCENTS,
    CONSTANT,
    COVARIANCE,
    ESTIMATES,
    FUNCTIONS,
    INFINITY,
    MEANS,
    ORDERS,
    PRIME,
    RANDOM,
    REST,
    SIGNS,
)
from exactnb.core.expression.reading.refusal import Refusal
from exactnb.core.expression.reading.tokens import PlacedToken, Token
from exactnb.core.expression.written import literal

_WORDS = frozenset(("const", "Beta", "Pr", "logit", *ORDERS, *MEANS, *SIGNS))  # in an upright font
_LONGEST = 1_000  # digits of a number


class DerivationOperands(OrderParser):
    """Read operands."""

    def operand(self) -> Expression:
        token = self.here
        if token.kind == "number":
            self.take()
            if token.text == "1" and self.is_sign("[", "{(") and self.has_equation():
                return self.indicator()
            if token.text == "1" and self.is_sign("_"):
                return self.indicator_with_subscript()
            if len(token.text) > _LONGEST:
                raise Refusal(f"numbers have at most {_LONGEST:,} digits")
            return literal(Fraction(token.text) / (100 if self.take_if("%") else 1))
        if self.is_sign("["):
            if self.has_equation():
                return self.indicator()
            return self.bracket()
        if self.is_sign("(", "{", "{("):
            return self.bracket()
        if self.take_if("⟨"):  # ⟨w, x⟩
            left = self.sum()
            self.expect(",")
            right = self.sum()
            self.expect("⟩")
            return Call("dot", (left, right))
        if self.take_if("…"):
            return REST
        if self.is_sign("|"):
            return self.absolute_value()
        if self.take_if("‖"):  # ‖v‖² is vᵀv
            open_bars, self.open_bars = self.open_bars, 1
            vector = self.sum()
            self.open_bars = open_bars
            self.expect("‖")
            self.expect("^")
            if self.superscript() != Integer(2):
                raise Refusal("the length of a vector is read squared")
            return Call("dot", (vector, vector))
        if self.is_sign("#"):
            return self.count_of_places()
        if self.take_if("∞"):
            return INFINITY
        if token.kind == "name":
            return self.named(token.text)
        if token.kind == "command":
            return self.commanded(token.text)
        raise self.unreadable()

    def named(self, name: str) -> Expression:
        if name in ("sum", "prod"):
            return self.series("sum" if name == "sum" else "product")
        if name == "int":
            return self.integral()
        is_labelled = self.ahead(1).text == "_" and self.ahead(2).text in ESTIMATES
        if name in ("var", "Var", "variance") and is_labelled:  # var_hat
            self.take()
            return self.with_scripts(Symbol("v"))
        if name in RANDOM and len(name) > 1:
            self.take()
            return self.applied(self.with_scripts(Symbol(RANDOM[name])))
        if name in (*NAMED, *DIRICHLET) and self.has_sign_in_parenthesis("|", ";"):
            self.take()
            left, right = self.arguments(")")
            return density(name, (*left, *right))
        if name in DIRICHLET or (name in OF_PARAMETER and self.has_sign_in_parenthesis(",")):
            self.take()
            return Call(OF_PARAMETER[name], self.arguments(")")[0])
        if name in FUNCTIONS:
            return self.function(FUNCTIONS[name])
        if name in ORDERS:
            return self.order_statistic(name)
        if name in MEANS:
            self.take()
            return self.mean()
        if name in SIGNS:
            return self.sign_function()
        if name in ("arg", "argmax", "argmin"):
            return self.argmax()
        if name in ("d", "partial") and (slope := self.slope_inline()) is not None:
            return slope
        if name == "e" and self.ahead(1).text not in ("_", "'") and name not in self.called:
            self.take()
            return Function("exp", self.superscript() if self.take_if("^") else Integer(1))
        if name == "const":
            self.take()
            return CONSTANT
        is_last = self.ahead(1).kind == "end" and self.at > 0  # a word alone is a reason
        if name in ("MLE", "MAP") and (is_last or self.ahead(1).kind == "sign"):  # MAP − k/n, MLE_j
            self.take()
            return self.with_scripts(replace(PRIME.hat, role=name))
        if name in ("C", "choose", "binom") and self.has_sign_in_parenthesis(","):
            self.take()
            arguments = self.arguments(")")[0]
            if len(arguments) != 2:
                raise Refusal("a binomial coefficient is of two numbers")
            return binomial(*arguments)
        if name == "logit":
            self.take()
            if not self.begins_factor():
                return Symbol("LO")
            share = self.power()
            return Function("log", nodes.Quotient(share, 1 - share))
        if name in ("B", "Beta") and self.ahead(1).text == "(":
            self.take()
            return Call(name, self.arguments(")")[0])
        if name == "I" and self.ahead(1).text in ("(", "[", "{(", "{"):
            self.take()
            if self.has_equation():
                return self.indicator()
            self.at -= 1
        return self.letter()

    def has_sign_in_parenthesis(self, *signs: str) -> bool:
        """Say whether a sign stands in the parenthesis behind the name here: C(n, k), not C(d + 1)."""
        if self.ahead(1).text != "(":
            return False
        self.at += 1
        has_sign = any(depth == 1 and token.text in signs for depth, token in self.bracket_tokens())
        self.at -= 1
        return has_sign

    def commanded(self, command: str) -> Expression:
        r"""Return what a command of LaTeX stands for."""
        if command in ("frac", "dfrac", "tfrac", "cfrac", "sfrac"):
            if (slope := self.slope_fraction()) is not None:
                return slope
            self.take()
            return nodes.Quotient(self.latex_argument(), self.latex_argument())
        if command in ("binom", "dbinom", "tbinom"):
            self.take()
            return binomial(self.latex_argument(), self.latex_argument())
        if command in ("sum", "prod"):
            return self.series("sum" if command == "sum" else "product")
        if command in FUNCTIONS:
            return self.function(FUNCTIONS[command])
        if command in ORDERS:
            return self.order_statistic(command)
        if command in ("hat", "widehat"):
            self.take()
            return self.letter_under_mark(estimate=True)
        if command in ACCENTS:
            self.take()
            is_letter = not self.is_sign("{") or set("^+-*/(").isdisjoint(self.group_text())
            if not is_letter and ACCENTS[command] == ACCENTS["bar"]:
                return self.mean()
            return self.letter_under_mark(mark=ACCENTS[command])
        if command in ("arg", "argmax", "argmin"):
            return self.argmax()
        if command in ("underbrace", "overbrace"):
            self.take()
            inner = self.latex_argument()
            if self.is_sign("_", "^"):
                self.take()
                self.skip_group()
            return inner
        if command == "partial":
            if (slope := self.slope_inline()) is not None:
                return slope
            raise self.unreadable()
        if command == "wrapped":
            if self.ahead(1).text in RANDOM and self.ahead(2).text in ("(", "["):  # \mathbb V[x]
                self.take()
                self.tokens[self.at] = Token("name", RANDOM[self.here.text], True)
            return (
                self.font_or_box_content()
                if self.here.text == "wrapped"
                else self.named(self.here.text)
            )
        if command in ("Pr", "Sigma"):
            return self.letter({"Sigma": COVARIANCE.letter}.get(command, command))
        raise Refusal(f"\\{command} is not read")

    def font_or_box_content(self) -> Expression:
        r"""Return what a font or a box is put around: \mathbf x, \mathbb{1}[..], \boxed{..}."""
        self.take()
        if self.is_sign("{"):
            inner = self.group_text()
            if inner in ("1", "I") and self.ahead(3).text in ("[", "(", "{("):
                self.skip_group()
                if self.is_sign("(") or self.has_equation():
                    return self.indicator()
                raise Refusal("an indicator is of a comparison")
            if inner in ("1", "I") and self.ahead(3).text == "_":
                self.skip_group()
                return self.indicator_with_subscript()
            if inner in ("arg", "argmax", "argmin"):
                self.skip_group()
                return self.argmax(named=True)
            is_random = inner in RANDOM and self.ahead(3).text in ("[", "(", "{(", "_")
            is_density = len(inner) > 1 and inner in (*NAMED, *DIRICHLET)
            if is_random or is_density or inner in _WORDS:
                inner = RANDOM[inner] if is_random else inner
                self.skip_group()
                self.at -= 1  # the word is one token, in the place of the brace
                self.tokens[self.at] = Token("name", inner, True)
                return self.named(inner)
            if len(inner) > 2 and inner.isalpha() and self.ahead(1).kind != "command":
                if inner == "diag":
                    raise Refusal("a matrix is not read")
                self.skip_group()
                return self.applied(Symbol(inner))
            if self.ahead(2).text == "}" and self.ahead(1).kind == "name":
                self.take()
                token = self.take()
                self.tokens[self.at] = token  # the letter stands where the brace did
                return self.named(token.text)
            return self.bracket()
        if self.here.text == "1" and self.ahead(1).text in ("[", "{(", "("):
            self.take()
            return self.indicator()
        if self.here.text in ("1", "I") and self.ahead(1).text == "_":
            self.take()
            return self.indicator_with_subscript()
        return self.operand()

    def function(self, name: str) -> Expression:
        """Return the function `name` of its argument: a bracket, or the factors behind it."""
        self.take()
        base = self.superscript() if name == "log" and self.take_if("_") else None
        power: Expression | None = None
        if self.is_sign("^"):
            self.take()
            power = self.superscript()
        if self.is_sign("(", "[", "{", "{("):
            argument = self.bracket()
            while self.is_sign("^"):  # log(θ)^k is read as log(θ^k) or (log θ)^k, not log(θ)**k
                sign = self.take()
                is_program = isinstance(sign, PlacedToken) and sign.end - sign.at == len("**")
                exponent = self.superscript()
                if name == "log" and not is_program and not self.is_second_way("log-power"):
                    argument = nodes.Power(argument, exponent)
                else:
                    return nodes.Power(Function(name, argument), exponent)
            if self.is_sign("!"):
                self.take()
                argument = nodes.Factorial(argument)
            if name == "log" and self.is_sign("/") and self.is_second_way("log-quotient"):
                self.take()
                argument = nodes.Quotient(argument, self.power())
        else:
            first = self.here
            argument = self.power()
            while (
                name in ("log", "exp")
                and first.text not in ("sum", "prod")
                and (self.begins_factor() or self.is_sign("/"))
                and not (self.is_sign("/") and self.ahead(1).text in ("d", "partial"))  # ∂ log L/∂θ
                and not self.is_sign("(", "[", "{", "{(")
                and self.here.text not in (*FUNCTIONS, "sum", "prod", "const")
            ):
                question = f"log-reach {self.at}"
                joined = self.here.glued or first.kind == "number" or self.is_sign("/")
                if self.is_second_way(question) == joined:
                    break
                if self.take_if("/"):
                    argument = nodes.Quotient(argument, self.power())
                else:
                    argument = nodes.Product((argument, self.power()))
            while name == "log" and self.is_sign("(") and not _is_plain(argument):
                if self.is_second_way("log-bracket"):
                    argument = nodes.Product((argument, self.power()))
                else:
                    break
        result: Expression = Function(name, argument)
        if name == "log" and isinstance(argument, nodes.Derivative) and isinstance(argument.body, Call):
            result = replace(argument, body=Function(name, argument.body))  # log L′ is (log L)′
        result = result if base is None else nodes.Quotient(result, Function("log", base))
        return result if power is None else nodes.Power(result, power)


def _is_plain(argument: Expression) -> bool:
    return not isinstance(argument, Symbol)
