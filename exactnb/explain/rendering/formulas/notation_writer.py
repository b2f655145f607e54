"""The base of all printers of formulas: names, letters and labels as a notation writes them; signs."""

from __future__ import annotations

import re
from abc import abstractmethod
from collections.abc import Callable, Iterable
from typing import TypeVar

from exactnb.core.expression.letters import has_superscript, symbol_marks
from exactnb.core.expression.nodes import Call, Expression, IndexedProduct, Reference, Series, Symbol
from exactnb.core.expression.precedence import POWER, PRODUCT, is_scientific, precedence
from exactnb.core.expression.spell import Inline
from exactnb.core.naming.names import Item, QuantityName
from exactnb.core.naming.notation import Field, Mark, Notation, Plain

Printer = TypeVar("Printer")


def pairs(table: str) -> dict[str, str]:
    """Return a dictionary from `table`, which lists each key before its value.

    >>> pairs("α alpha  β beta")
    {'α': 'alpha', 'β': 'beta'}
    """
    entries = table.split()
    return dict(zip(entries[::2], entries[1::2], strict=True))


GREEK = pairs("""
    α alpha  β beta  γ gamma  δ delta  ε varepsilon  ζ zeta  η eta  θ theta  ι iota  κ kappa
    λ lambda  μ mu  ν nu  ξ xi  π pi  ρ rho  σ sigma  τ tau  υ upsilon  φ varphi  χ chi  ψ psi
    ω omega  Γ Gamma  Δ Delta  Θ Theta  Λ Lambda  Ξ Xi  Π Pi  Σ Sigma  Φ Phi  Ψ Psi  Ω Omega  µ mu
""")

LETTER = re.compile(r"([A-Za-z])([0-9]*)([*⋆']?)")
"""A letter with its index and a star or a prime: a label that is drawn as a letter of formulas."""

_SIGNS = r"""
    sign          text latex                typst                     spoken
    times         ␣×␣  ␣\times␣             ␣×␣                       ␣times␣
    minus         −    -                    −                         ␣minus␣
    plus          +    +                    +                         ␣plus␣
    percent       %    \%                   \%                        ␣percent
    factorial     !    !                    !                         ␣factorial
    pi            π    \pi                  π                         ␣pi
    equal_sign    ␣=␣  ␣=␣                  ␣=␣                       ␣equals␣
    less_or_equal ␣≤␣  ␣\leq␣               ␣≤␣                       ␣is␣at␣most␣
    asks_equal    ␣≟␣  ␣\overset{?}{=}␣     ␣asked␣                   ␣,␣is␣it␣equal␣to,␣
    such_that     ␣:␣  ␣\mid␣               ␣given␣                   ␣such␣that␣
    condition_bar ␣|␣  ␣\mid␣               ␣given␣                   ␣given␣
    inside        ␣∈␣  ␣\in␣                ␣∈␣                       ␣in␣
    not_inside    ␣∉␣  ␣\notin␣             ␣∉␣                       ␣not␣in␣
    union         ␣∪␣  ␣\cup␣               ␣∪␣                       ␣or␣
    nothing       ∅    \emptyset            ∅                         the␣empty␣set
    inverted      ⁻¹   ^{-1}                ^(−1)                     ␣inverted
    transposed    ᵀ    ^{\top}              ^(⊤)                      ␣transposed
    dots          …    \ldots               …                         and␣so␣on
    reals         ℝ    \mathbb{R}           ℝ                         the␣real␣numbers
    definite      PD   \mathrm{PD}          op("PD")                  the␣positive␣definite␣matrices
    iverson_sign  1    \mathbf{1}           bold("1")                 1␣if
    partial       ∂    \partial␣            ∂␣                        partial␣
    integral_sign ∫    \int                 ∫                         the␣integral
    root_sign     root \operatorname*{root} op("root",␣limits:␣#true) the␣root
"""  # ␣ is a blank of the sign itself


def with_signs(column: str) -> Callable[[type[Printer]], type[Printer]]:
    r"""Return a decorator that gives a printer of formulas the signs of a `column` of the table.

    >>> with_signs("latex")(type("Own", (), {})).union
    ' \\cup '
    """
    head, *rows = (line.split() for line in _SIGNS.strip().splitlines())
    place = head.index(column)

    def decorated(printer: type[Printer]) -> type[Printer]:
        for sign, *texts in rows:
            setattr(printer, sign, texts[place - 1].replace("␣", " "))
        return printer

    return decorated


class NotationWriter(Inline):
    """Write expressions with the names of `notation`; parentheses come from the precedence table."""

    equals = " = "  # between a column and its value
    colon = ":"  # before what an index has to be

    def __init__(self, notation: Notation) -> None:
        self.notation = notation

    @abstractmethod
    def marks(self, marks: Iterable[Mark]) -> str:
        """Return the `marks` of a name."""

    @abstractmethod
    def label(self, text: str) -> str:
        """Return `text`, a user's label."""

    @abstractmethod
    def indexed_product(self, index: str, factor: str) -> str:
        """Return a product of `factor` over `index`."""

    def name(self, name: QuantityName) -> str:
        return self.marks(self.notation.marks(name))

    def general_name(self, role: str, value: str) -> str:
        """Return the name of `role` for a general class and column, and this `value`."""
        return self.marks(self.notation.general_marks(role, value))

    def class_label(self, label: str) -> str:
        """Return `label`, a class that was decided for, as the style writes classes."""
        return self.marks(self.notation.class_marks(Item("class", "", label)))

    def labels(self, labels: tuple[str, ...]) -> str:
        names = [self.class_label(label) for label in labels]
        return names[0] if len(names) == 1 else self.braced(self.listed(names))

    def item(self, item: Item) -> str:
        """Return `item`, a class, the id of a query or a cell, for a sentence or heading."""
        value = self.label(item.value)
        return f"{self.label(item.variable)}{self.equals}{value}" if item.kind == "cell" else value

    def variable(self, name: str) -> str:
        return self.label(name)

    def letter_text(self, letter: str) -> str:
        return self.marks((Plain(letter),))

    def symbol(self, symbol: Symbol) -> str:
        return self.marks(symbol_marks(symbol, self.notation))

    def head(self, call: Call) -> str:
        """Return the function's name in `call`; the notation chooses that of a probability."""
        if call.head == "P" and not call.lower:
            return self.marks(self.notation.role_marks("probability", {}))
        return super().head(call)

    def derived_function_and_rest(self, body: Expression) -> tuple[str, str]:
        """Return the function in the fraction of a derivative, and the formula `body` after it."""
        if isinstance(body, Call) and not body.right:
            return self.head(body), ""
        if isinstance(body, Call | Symbol):
            return self.write(body), ""
        return "", self.bracketed(self.write(body))

    def series_limits(self, series: Series) -> tuple[str, str]:
        """Return what stands below the sign of `series`, and above it, "" for nothing."""
        index, domain, where = self.write(series.index), series.domain, series.where
        if where is not None:
            sides = f"{self.write(where.left)}{self.tight_equal}{self.write(where.right)}"
            return f"{index}{self.colon}{sides}", ""
        if series.is_order_statistic:
            return index, ""
        if domain.kind in ("span", "through"):
            first, last = map(self.write, domain.parts)
            return f"{index}{self.tight_equal}{first}", last
        return f"{index}{self.inside}{self.domain(domain)}", ""

    def product_over_index(self, product: IndexedProduct) -> str:
        """Return `product`, one over an index, by its general factor."""
        index = self.marks(self.notation.index_marks(product.role))
        fields = {key: (Field(value),) for key, value in product.fields}
        return self.indexed_product(index, self.marks(self.notation.role_marks(product.role, fields)))

    def precedence(self, part: Expression) -> int:
        """Return how tightly `part` binds; a notation may write a name as a product."""
        if isinstance(part, Reference) and self.notation.is_product(part.name):
            return PRODUCT
        if isinstance(part, Reference) and self.notation.ends_in_superscript(part.name):
            return POWER
        if isinstance(part, Symbol) and has_superscript(part, self.notation):
            return POWER
        if is_scientific(part):
            return PRODUCT
        return precedence(part, stacked=self.draws_fractions)
