"""What of a wrong line nobody means as it is read, whatever right lines show of its letters.

How to read: `Misreading.of_line` asks each of the other methods.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import replace
from itertools import combinations, pairwise

from exactnb.core.expression import nodes
from exactnb.core.expression.nodes import Call, Expression, Integer, Symbol
from exactnb.teach.grading.derivations.introduced import function_key
from exactnb.teach.grading.derivations.lines import DerivationLine
from exactnb.teach.grading.derivations.slips import refutation
from exactnb.teach.grading.derivations.trials import Trials

_OF_ONE_LETTER = ("sum", "rest", "mean", "hyper ")
"""What the roles begin with that one letter has in a derivation."""

_LABEL = re.compile(r"(?!(?:and|so|then|thus|hence|therefore|now|with|where)\b)[A-Za-z]\w+")
"""Begins with a word that may be a label, as of a class."""

_OF_PRIOR = re.compile("prior|mode|mean", re.IGNORECASE)
"""What an index says of a number of the prior, or of another estimate."""

_EVENTS = frozenset("ABEFGHMS")
"""Letters of events, which are no vectors."""

_HAT, _STAR = re.compile(r"\\(?:wide)?hat|\u0302|_hat\b"), re.compile(r"\^\{? ?(?:\*|\\star|\\ast)")

_OTHER_DATA = re.compile(r"\b(?:enlarged|augmented|extended) (?:set|data|sample|corpus|counts)", re.I)

Pair = tuple[Expression, Expression]


class Misreading:
    """What is read amiss in the lines `judged`, tried in the worlds of `trials`.

    `doubted` are functions that may be others than they are called, as p() for a posterior.
    """

    def __init__(
        self, trials: Trials, judged: Sequence[DerivationLine], doubted: AbstractSet[str]
    ) -> None:
        self.trials, self.judged, self.doubted = trials, judged, doubted

    def of_line(self, pair: Pair, names: Iterable[str]) -> list[str]:
        """Return what of a wrong line nobody means as it is read, whatever right lines show.

        `pair` are its sides, and `names` their letters.
        """
        own = [part for side in pair for part in side.walk()]
        rows = [each.chain.sides for each in self.judged if each.chain is not None]
        parts = [part for row in rows for side in row for part in side.walk()]
        symbols = [part for part in own if isinstance(part, Symbol)]
        return list(dict.fromkeys((
            *self.of_one_number(parts, names), *self.of_one_observation(parts, symbols),
            *self.equal_counts(symbols), *self.of_parts(parts, own), *self.of_two_estimates(symbols),
            *self.of_two_numbers(pair), *self.of_a_bare_datum(pair),
            *self.of_two_parameters(symbols),
        )))  # fmt: skip

    def of_two_parameters(self, symbols: Sequence[Symbol]) -> Iterable[str]:
        """Return two letters of `symbols` that are both the one parameter: q = 1 − p says what q is."""
        names, scope = self.trials.scope.names, self.trials.scope
        letters = dict.fromkeys(
            part.letter
            for part in symbols
            if not part.is_estimate and names.get(part.letter) == getattr(scope, "canonical", "θ")
        )
        return letters if len(letters) > 1 and not scope.is_constrained else ()

    def of_a_bare_datum(self, pair: Pair) -> Iterator[str]:
        """Yield x where a `pair` says what it is: x = k + a is of no observation."""
        match pair[0]:
            case Symbol(letter, (), ()) if self.trials.scope.is_datum(letter):
                if self.trials.scope.names.get(letter, "data") == "data":
                    yield letter

    def of_two_numbers(self, pair: Pair) -> Iterator[str]:
        """Yield the probability of a `pair` that is a number there, and another one further up.

        Words between them say of which class each is: spam: P(win) = 0.8; ham: P(win) = 0.4.
        """
        stated = [
            (at, number)
            for at, line in enumerate(self.judged)
            for of, number in pairwise(line.chain.sides if line.chain is not None else ())
            if isinstance(of, Call)
            and of == pair[0]
            and isinstance(number, Integer | nodes.Quotient)
            and all(isinstance(part, Integer) for part in number.children)
        ]
        end = next((at for at, number in stated if number == pair[1]), 0)
        start = next((at for at, number in stated if number != pair[1]), end)
        if any(_LABEL.match(line.statement.lead) for line in self.judged[start + 1 : end + 1]):
            yield str(pair[0])

    def of_one_number(self, parts: Sequence[Expression], names: Iterable[str]) -> Iterator[str]:
        """Yield those of `names` that stand for one number, of data or prior, with another letter.

        Nobody has two letters for it, unless one is introduced, or a side of a right line. `parts` are
        those of all lines.
        """
        roles = self.trials.scope.names
        plain = {
            part.letter for part in parts if isinstance(part, Symbol) and not (part.lower or part.upper)
        }
        right = (each.chain.sides for each in self.judged if each.verdict == "right" and each.chain)
        equal = {side.letter for row in right for side in row if isinstance(side, Symbol)}
        plain -= {key.partition("[")[0] for key in self.trials.definitions}
        for name in names:
            is_one = name in plain - equal and roles.get(name, "").startswith(_OF_ONE_LETTER)
            if is_one and any(roles.get(other) == roles[name] for other in plain - {name}):
                yield name

    def of_one_observation(
        self, parts: Sequence[Expression], symbols: Sequence[Symbol]
    ) -> Iterable[str]:
        """Return two letters of `symbols` that are both the data; X and x are one, as in P(X = k).

        `parts` are those of all lines.
        """
        roles, scope = self.trials.scope.names, self.trials.scope
        paired = {side.letter for part in parts if isinstance(part, nodes.Equal)
                  for side in part.pairs if isinstance(side, Symbol)}  # fmt: skip
        data = dict.fromkeys(
            part.letter for part in symbols if scope.is_datum(part.letter)
            and roles.get(part.letter, "data") == "data" and part.letter not in paired
        )  # fmt: skip
        return data if len({letter.lower() for letter in data}) > 1 else ()

    def is_count(self, letter: str) -> bool:
        """Say whether a letter counts rows or adds them up."""
        return self.trials.scope.names.get(letter, "").startswith(("n", "sum", "rest"))

    def equal_counts(self, symbols: Iterable[Symbol]) -> Iterator[str]:
        """Yield the letters of counts in `symbols` that two indices make no other number: N_s, N_f."""
        for one, other in combinations(dict.fromkeys(symbols), 2):
            is_pair = one.letter == other.letter and len(one.lower) == len(other.lower) == 1
            if is_pair and self.is_count(one.letter) and self.is_same(one, other):
                yield one.letter

    def of_parts(self, parts: Sequence[Expression], own: Iterable[Expression]) -> Iterator[str]:
        """Yield the letters and functions of parts of a line, its `own`, that are read amiss.

        `parts` are those of all lines.
        """
        scope = self.trials.scope
        running = {part.index.letter for part in parts if isinstance(part, nodes.Series)}
        has_orders = any(isinstance(part, nodes.Factorial) for part in parts)
        plain = {
            part.letter for part in parts if isinstance(part, Symbol) and not (part.lower or part.upper)
        }
        for part in own:
            match part:
                case Symbol(letter, _, (Symbol(index, ()),)) if index in running and self.is_same(
                    part, replace(part, upper=())
                ):
                    yield letter  # n_v^{(d)}, the same for each document d
                case Symbol(letter, (Symbol(index, ()),)) if index in running:
                    if self.is_count(letter) and self.is_same(part, replace(part, lower=())):
                        yield letter  # the same for each class c
                    if scope.states_numbers and letter in plain & _EVENTS:
                        yield letter  # an event A, and then A_1, …, A_n
                case Symbol(letter, (Symbol(word), *_)) if _OF_PRIOR.search(word):
                    yield letter  # θ_{prior mode}
                case nodes.Function("abs", Symbol(letter, (_, *_))) if scope.is_datum(letter):
                    yield letter  # |x_d|, of a document how long it is
                case Call(head) if f"{head}()" in self.doubted:
                    yield str(part)
                case Call("ℓ" | "L" | "LL" | "LP", (Symbol(letter), *_)):
                    if self.is_other(letter):
                        yield letter  # of ℓ(θ), where another letter was taken for the parameter
                case Call(left=(Symbol(letter) as of,)) if self.trials.is_defined(of):
                    known = self.trials.definitions.get(function_key(part))
                    if known is not None and letter not in known.letters:
                        yield str(part)  # g(θ), where g(λ) was introduced, and λ = e^θ
                case Call("P" | "p" | "Pr", (Symbol(letter, (_,)), _, *_)) if (
                    scope.is_constrained and self.is_count(letter) and not has_orders
                ):
                    yield str(part)  # of counts, or of one order of the rows
                case Call("P" | "p" | "Pr") if scope.states_numbers:
                    if any(self.is_same(part, Integer(certain)) for certain in (0, 1)):
                        yield str(part)

    def of_two_estimates(self, symbols: Iterable[Symbol]) -> Iterator[str]:
        """Yield the letters of an estimate in `symbols` that may be another one: θ̂ beside θ*, or θ_B.

        Where there is a prior, one of them is the MLE, and the other is not; or it is of other data.
        """
        if not self.trials.scope.prior_families:
            return
        text = " ".join(line.statement.text for line in self.judged)
        has_both = bool(_HAT.search(text) and _STAR.search(text))
        labels = {part.role for line in self.judged if line.chain is not None
                  for side in line.chain.sides for part in side.walk()
                  if isinstance(part, Symbol) and part.is_estimate}  # fmt: skip
        has_both |= "MAP" in labels  # then θ̂ may be the MLE
        has_both |= any(_OTHER_DATA.search(line.statement.lead) for line in self.judged)
        rows = (line.chain.sides for line in self.judged if line.chain is not None)
        hats = {part.letter for row in rows for side in row for part in side.walk()
                if isinstance(part, Symbol) and part.is_estimate and not part.lower}  # fmt: skip
        for symbol in symbols:
            if self.trials.scope.is_parameter(replace(symbol, lower=())):
                is_labelled = symbol.letter in hats and any(
                    isinstance(index, Symbol) and index.letter.isupper() for index in symbol.lower
                )
                if is_labelled or (has_both and symbol.is_estimate and not symbol.role):
                    yield symbol.letter

    def is_other(self, letter: str) -> bool:
        """Say whether a letter is neither a parameter nor of the data."""
        scope, symbol = self.trials.scope, Symbol(letter)
        is_known = scope.is_parameter(symbol) or self.trials.is_defined(symbol)
        return not (is_known or scope.is_datum(letter))

    def is_same(self, one: Expression, other: Expression) -> bool:
        """Say whether two formulas are one number in all worlds."""
        return refutation(self.trials, "identity", one, other) is None
