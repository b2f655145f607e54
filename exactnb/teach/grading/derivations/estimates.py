"""Estimates that a derivation goes on with: those that words name, and those put in for a letter."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from exactnb.core.expression import nodes
from exactnb.core.expression.nodes import Call, Expression, Symbol
from exactnb.core.expression.reading.derivations.parser import DerivationChain
from exactnb.core.expression.reading.derivations.signs import PRIME
from exactnb.core.expression.reading.derivations.statements import DerivationStatement
from exactnb.teach.grading.derivations.introducing import Introductions
from exactnb.teach.grading.derivations.lines import DerivationLine
from exactnb.teach.grading.derivations.meanings import Parsed, symbols_in
from exactnb.teach.grading.derivations.prose import NO_WORDS
from exactnb.teach.grading.derivations.scope import DerivationScope
from exactnb.teach.grading.derivations.worlds import DerivationBudget

_IS_CALLED = re.compile("(?:be|is|as|denotes?) ")
_ESTIMATES = {
    "MLE": re.compile(
        r"\b(?:unsmoothed|mle|maximum likelihood|relative frequenc\w+"
        r"|without (?:a |any )?(?:smoothing|prior))\b",
        re.IGNORECASE,
    ),
    "MEAN": re.compile(r"\bposterior mean\b", re.IGNORECASE),
    "MAP": re.compile(r"\b(?:map|posterior mode|mode)\b", re.IGNORECASE),
}
"""Words that name an estimate, by its label."""


class WrittenEstimates(Introductions):
    """Know which estimate a statement is about, by its words and by right lines above it."""

    prose = NO_WORDS

    def __init__(
        self, scope: DerivationScope, lines: Sequence[Parsed], budget: DerivationBudget
    ) -> None:
        super().__init__(scope, lines, budget)
        self.accepted: list[DerivationLine] = []
        self.at = 0  # the place in `lines` of the statement at hand

    def with_estimates(self, chain: DerivationChain, known: Iterable[Symbol] = ()) -> DerivationChain:
        """Return a chain from ∂ℓ/∂v on with ℓ(μ̂) for ℓ where its other sides have μ̂, and no μ.

        With estimates that are `known` they need not have it, and the chain may begin with ℓ.
        """
        chain = replace(chain, sides=tuple(nodes.replace(side, self._as_slope) for side in chain.sides))
        first, *rest = chain.sides
        variable = first.variable if isinstance(first, nodes.Derivative) else None
        letters = dict.fromkeys(symbols_in(rest))
        bare = {*letters, variable}
        others = tuple(each for each in (*known, *letters)
                       if each.is_estimate and self.scope.is_parameter(each)
                       and each.letter != getattr(variable, "letter", "")
                       and replace(each, is_estimate=False, role="") not in bare)  # fmt: skip
        if not others or variable == PRIME or not (variable or known):
            return chain

        def at_estimate(part: Expression) -> Expression | None:
            if not isinstance(part, Call) or not self.scope.is_objective(part):
                return None
            return replace(part, left=(*part.left, *others))

        return replace(chain, sides=(nodes.replace(first, at_estimate), *rest))

    def _as_slope(self, part: Expression) -> Expression | None:
        """Return ∂ℓ/∂v for ℓ_v, where v is a parameter and not one of many; None for anything else."""
        match part:
            case Call("ℓ" | "L" | "LL" | "LP", (), (), (Symbol() as by,)) if (
                self.scope.is_parameter(by) and not self.scope.is_constrained
            ):
                return nodes.Derivative(replace(part, lower=()), by, 1)
        return None

    def as_estimates(
        self, statement: DerivationStatement, chains: Sequence[DerivationChain]
    ) -> Iterator[DerivationChain]:
        """Yield `chains` as equations of the estimate that words around them name, or of known ones.

        "Unsmoothed: θ_v = n_v / n" is the MLE, and so is "let θ̂ = k/n be the MLE", also where the
        derivation is of another estimate. After μ = x̄ they may have x̄ for μ.
        """
        label = self.names_estimate(statement)
        for chain in chains if label else ():
            left = chain.sides[0]
            if isinstance(left, Symbol) and not left.role and self.scope.is_parameter(left):
                named = replace(left, is_estimate=True, role=label)
                yield replace(chain, sides=(named, *chain.sides[1:]))
        above = (line.chain.sides[0] for line in self.accepted if line.chain is not None)
        known = [replace(side, is_estimate=True) for side in above
                 if isinstance(side, Symbol) and self.scope.is_parameter(side)]  # fmt: skip
        yield from (put for chain in chains if (put := self.with_estimates(chain, known)) != chain)

    def names_estimate(self, statement: DerivationStatement) -> str:
        """Return the role of the estimate that the words around a `statement` name, "" for none."""
        behind = [each.lead for each, *_ in self.lines[self.at + 1 : self.at + 2] if each.is_shared]
        behind = behind or [f"is {self.prose.behind.get(statement.line, '')}"]
        above = "" if statement.is_shared else self.prose.above.get(statement.line, "")
        around = " ".join((above, statement.lead, *filter(_IS_CALLED.match, behind)))
        return next((label for label, words in _ESTIMATES.items() if words.search(around)), "")

    def is_of_posterior(self, chain: DerivationChain) -> bool:
        """Say whether a mean or mode in numbers of data and prior stands below a stated posterior."""
        heads = (part for line in self.accepted if line.chain is not None
                 for part in line.chain.sides[0].walk() if isinstance(part, Call))  # fmt: skip
        is_stated = any(map(self.scope.is_parameter, (part for call in heads if call.right
                                                      for part in symbols_in(call.left))))  # fmt: skip
        letters = list(symbols_in(chain.sides[1:]))
        is_hyper = [self.scope.is_hyper(letter) for letter in letters]
        return is_stated and any(is_hyper) and not all(is_hyper)
