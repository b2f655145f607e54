"""The scope of independent observations x_1, …, x_n with a density, and a prior where there is one.

How to read: functions, then names; the files beside this one say what a density is.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from copy import copy
from dataclasses import replace
from fractions import Fraction
from itertools import pairwise
from math import prod
from string import ascii_letters, ascii_lowercase
from typing import TypeGuard

from exactnb.core.expression import nodes
from exactnb.core.expression.nodes import Call, Expression, Symbol
from exactnb.core.expression.reading.derivations.signs import RANDOM, REST
from exactnb.teach.grading.derivations.meanings import parts_in, symbols_in
from exactnb.teach.grading.derivations.numbers import Number, logarithm
from exactnb.teach.grading.derivations.scope import (
    DerivationScope,
    chosen_parameters,
    constants_in,
    letters_of,
    observed_words,
    stated_sides,
    states_prior,
    summed_letters,
)
from exactnb.teach.grading.derivations.scopes.documents import orders
from exactnb.teach.grading.derivations.scopes.events import name_of
from exactnb.teach.grading.derivations.scopes.expectations import ExpectationScope
from exactnb.teach.grading.derivations.scopes.observed import DATA, WHOLE_DATA
from exactnb.teach.grading.derivations.substituting import exponents_in, is_weight, varied_in
from exactnb.teach.grading.derivations.worlds import Env, Evaluation, scalar_product

_OF_DATA = ("n", "sum", "rest", "data", "squares")  # what letters of data stand for
_LETTERS = frozenset("αβγδεζηθικλμνξρστυφχψω" + ascii_letters)
_DENSITIES = ("P", "p", "f", "Pr")


class SampleScope(ExpectationScope):
    """Independent observations with a density, and a prior where there is one."""

    counts_are_data = False  # whether a likelihood may be that of counts, with their coefficient

    def is_objective(self, call: Call) -> bool:
        """Say whether a function is the likelihood, its logarithm, or a density."""
        return call.head in ("ℓ", "L", "LL", "NL", "LQ", "Λ", "P", "p", "f", "Pr", "J")

    def factors(self, ev: Evaluation) -> Iterator[Number]:
        """Yield those of the likelihood, with the best of the parameters of which the flags say so."""
        for key in ev.world.truth if self.flags else ():
            if f"best {key[0]}" in self.flags:
                ev.overrides.setdefault(key, ev.world.truth[key])
        yield self.likelihood_factor(ev)
        yield from (self.density(ev, x) for x in ev.world.data)

    def likelihood(self, ev: Evaluation) -> Number:
        """Return the product of the densities of the data of `ev`, of counts times their orders."""
        return prod(self.factors(ev), start=Fraction(1))

    def normaliser(self, ev: Evaluation) -> Number:
        """Return the probability of the data of `ev`, for all parameters together."""
        return self.averaged(ev, self.draws_as_letters(ev, lambda: self.likelihood(ev)), is_after=False)

    def log_likelihood(self, ev: Evaluation) -> Number:
        """Return the logarithm of the likelihood of the data of `ev`."""
        return sum(map(logarithm, self.factors(ev)), Fraction(0))

    def likelihood_factor(self, ev: Evaluation) -> Number:
        """Return n!/∏ n_v! of the data of `ev` where counts are the data; 1 where rows are."""
        return orders(ev.world, self.names) if "orders" in self.flags else Fraction(1)

    def log_posterior(self, ev: Evaluation) -> Number:
        """Return the log-likelihood by `ev` and the logarithm of the prior, where there is one."""
        return self.log_likelihood(ev) + (logarithm(self.prior(ev)) if self.has_prior else 0)

    def is_data(self, part: Expression) -> bool:
        """Say whether the argument `part` is all of the data."""
        if part == REST or (isinstance(part, Call) and part.head == "set"):
            return True
        if not isinstance(part, Symbol):
            return False
        if part.letter in self.names and self.names[part.letter] not in ("data", "sum"):
            return False
        match part.lower:
            case (Call("range", (nodes.Integer(1), Symbol(last, ()))),):  # x_{1:n}
                return self.is_datum(part.letter) and self.names.get(last) == "n"
        is_count = "orders" in self.flags and self.names.get(part.letter) == "sum"  # p(k | θ)
        if not part.lower and not part.upper and (part.letter in WHOLE_DATA or is_count):
            return True
        if self.is_datum(part.letter) and not part.lower and not part.upper:
            return "data" in self.flags
        return False

    vector_size = "n"  # of a letter of data without its index

    def is_vector(self, symbol: Symbol) -> bool:
        """Say whether `symbol` is all of the data in a scalar product."""
        return not symbol.lower and self.is_datum(symbol.letter)

    def label(self, ev: Evaluation, symbol: Symbol) -> int | None:
        role, _, number = self.names.get(symbol.letter, "").partition(" ")
        return int(number) if role == "value" else None

    def observed(self, ev: Evaluation, part: Expression, env: Env) -> Number | None:
        """Return the one observation that an argument, `part`, is in `ev` at `env`.

        None if it is none.
        """
        if (value := self.label(ev, Symbol(name_of(part)[0]))) is not None:
            return None if isinstance(part, Call) else Fraction(value)
        if isinstance(part, nodes.Integer):
            return Fraction(part.value)
        if not isinstance(part, Symbol) or not self.is_datum(part.letter):
            is_value = isinstance(part, Symbol) and not part.lower and self.is_constrained
            return env.get(str(part)) if is_value else None  # c of P(y = c), an index
        return ev.value(part, env) if self.names.get(part.letter, "data") in ("data", "sum") else None

    def substitute_arguments(self, ev: Evaluation, parts: Sequence[Expression], env: Env) -> bool:
        """Put `parts`, the arguments in parentheses, in for parameters of `ev`.

        Say whether all are understood. They are worked out at `env`.
        """
        for part in parts:
            inner = part.pairs[1] if isinstance(part, nodes.Equal) else part
            if isinstance(inner, Symbol) and self.is_hyper(inner):
                continue
            is_other = isinstance(inner, Symbol) and f"{inner.letter}[]" in ev.definitions
            if isinstance(inner, Symbol) and (self.is_parameter(inner) or is_other):
                if inner.is_estimate:
                    for key in ev.world.truth:
                        if is_other or key[0] == self.names.get(inner.letter):
                            ev.overrides[key] = ev.world.truth[key]
                continue
            if self.is_data(inner) or isinstance(inner, Call):
                continue
            if isinstance(inner, Symbol) and f"{inner.letter}[·]" in ev.definitions:
                for key in ev.world.truth:  # ℓ(f), where each f_k was introduced
                    places = tuple(map(nodes.Integer, key[1]))
                    ev.overrides[key] = ev.value(replace(inner, lower=places), env)
                continue
            if isinstance(inner, Symbol) and not inner.letter.endswith("\u0304"):
                continue  # a class, an index, a letter of the data; x̄ is put in: ℓ(x̄)
            key = (self.canonical, ())
            if key not in ev.world.truth:
                return False
            ev.overrides[key] = ev.value(inner, env)
        return True

    def is_hyper(self, symbol: Symbol) -> bool:
        """Say whether `symbol` is a number of the prior or a multiplier."""
        return self.names.get(symbol.letter, "").startswith(("hyper", "exponent", "free"))

    def call(self, ev: Evaluation, call: Call, env: Env) -> Number | None:
        """Return likelihoods, densities, priors and posteriors, and expectations."""
        if call.head in RANDOM:
            return self.expectation(ev, call, env)
        head = call.head.removeprefix("^")
        before = dict(ev.overrides)
        try:
            if head in ("ℓ", "LL", "NL", "L"):
                if not self.substitute_arguments(ev, (*call.left, *call.right), env):
                    return None
                if head == "L" and "log-L" not in self.flags:
                    return self.likelihood(ev)
                posterior = "log-posterior" in self.flags and self.has_prior
                value = self.log_posterior(ev) if posterior else self.log_likelihood(ev)
                return -value if head == "NL" else value
            if head == "size":
                return Fraction(ev.world.sizes["n"]) if self.is_data(call.left[0]) else None
            if head == "dot":
                return scalar_product(ev, call, env, self.vector_size, self.is_vector)
            if head in ("H", "KL"):
                return self.entropy(ev, call, env)
            if head in ("prior", "LQ") and self.has_prior:
                return self.prior(ev) if head == "prior" else logarithm(self.prior(ev))
            if head == "prior mode" and self.has_prior:
                return self.prior_mode(ev.world)
            if head == "LP":
                return self.log_posterior(ev)
            if head in ("P", "p", "f", "Pr", "π"):
                return self.probability(ev, call, env)
        finally:
            ev.overrides = before
        return None

    def probability(self, ev: Evaluation, call: Call, env: Env) -> Number | None:
        """Return `call`, a density of data, a prior or a posterior, in `ev` at `env`.

        None of no such.
        """
        right = call.right
        pairs = [part.pairs if isinstance(part, nodes.Equal) else (part, part) for part in call.left]
        left = tuple(value if self.is_observation(variable) else part
                     for part, (variable, value) in zip(call.left, pairs, strict=True))  # fmt: skip
        if not left:
            return None
        is_whole = self.is_data if len(left) == 1 else self.is_whole_or_listed  # x_1 alone is one datum
        if all(map(is_whole, left)):
            if not right and self.has_prior:
                return self.normaliser(ev)
            if not self.substitute_arguments(ev, right, env):
                return None
            is_of_rows = any(
                isinstance(part, Call) or self.is_data(part) or self.is_datum(part.letter)
                for part in left if isinstance(part, Symbol | Call) and part != REST
            )  # fmt: skip
            times = 1 if is_of_rows or "orders" in self.flags else orders(ev.world, self.names)
            return self.likelihood(ev) * times  # P(N_1 = n_1, …) is about counts
        first = left[0]
        inner = first.pairs[0] if isinstance(first, nodes.Equal) else first
        if isinstance(inner, Symbol) and self.is_parameter(inner):
            if not self.has_prior or (call.head == "f" and "f()" not in self.names):
                return None
            self.substitute_arguments(ev, left, env)
            if any(map(self.stands_for_data, right)):
                return self.likelihood(ev) * self.prior(ev) / self.normaliser(ev)
            is_prior = all(isinstance(part, Symbol) and self.is_hyper(part) for part in right)
            return self.prior(ev) if is_prior else None
        if len(left) == 1:
            x = self.observed(ev, first, env)
            if x is None or not self.substitute_arguments(ev, right, env):
                return None
            of_parameter = any(isinstance(part, Symbol) and self.is_parameter(part) for part in right)
            if self.has_prior and not of_parameter and any(map(self.stands_for_data, right)):
                return self.expectation(
                    ev, Call("E", (Call("p", (first,)),), right), env
                )  # the next one
            is_given = not of_parameter and any(map(self.is_observation, right))
            return None if is_given else self.density(ev, x)  # p(x_i | y_i) is of another model
        return None

    def stands_for_data(self, part: Expression) -> bool:
        """Say whether `part`, behind a bar, stands for all of the data: by itself, or by its counts."""
        role = self.names.get(part.letter) if isinstance(part, Symbol) else None
        is_word = isinstance(part, Symbol) and len(part.letter) > 2 and part.letter.isalpha()
        is_count = is_word or role in ("n", "count", "sum", "rest")  # p(θ | evidence)
        return self.is_data(part) or self.is_observation(part) or is_count

    def is_whole_or_listed(self, part: Expression) -> bool:
        """Say whether the argument `part` is all of the data, or one of those listed: x_1, …, x_n."""
        if self.is_observation(part) and not self.is_data(part):
            subscript = next(iter((*part.lower, *part.upper)), None)
            return (
                isinstance(subscript, nodes.Integer)
                or self.names.get(getattr(subscript, "letter", "")) == self.vector_size
            )
        return self.is_data(part)

    def is_observation(self, part: Expression) -> TypeGuard[Symbol]:
        """Say whether `part` is the letter of the data, as x or x_1, or of counts: after a bar, all."""
        counts = ("count", "n") if self.is_constrained else ()
        is_count = isinstance(part, Symbol) and self.names.get(part.letter) in counts
        return is_count or (isinstance(part, Symbol) and self.is_datum(part.letter))

    def is_without_data(self, formulas: Sequence[Expression]) -> bool:
        """Say whether no letter of data stands anywhere, but numbers do that words do not say: p^7."""
        names = self.names or self.bound(formulas)
        data = [name for name, role in names.items() if role in _OF_DATA]
        parts = list(parts_in(formulas))
        letters = [part.letter for part in parts if isinstance(part, Symbol)]
        has_data = any(letter in data or self.is_datum(letter[:1]) for letter in letters)
        has_data |= any(isinstance(part, nodes.Series) or getattr(part, "head", "") in RANDOM
                        for part in parts)  # fmt: skip
        has_numbers = any(isinstance(part, nodes.Integer) and part.value > 2 for part in parts)
        return has_numbers and not has_data and not self.has_example()

    # names

    def variants(self, formulas: Sequence[Expression]) -> Iterator[DerivationScope]:
        names = self.bound(formulas)
        bare = any(
            (part.letter in DATA or names.get(part.letter) == "data") and not (part.lower or part.upper)
            for part in symbols_in(formulas)
        )
        choices: list[tuple[dict[str, str], tuple[str, ...]]] = [(names, ())]
        if bare:
            choices.append((names, ("data",)))
            summed = {**names, **{x: "sum" for x in "xy" if names.get(x, "data") == "data"}}
            choices.append((summed, ()))
        if self.has_prior:
            choices += [(each, (*flags, "log-posterior")) for each, flags in list(choices)]
            if any(isinstance(n, Call) and n.head == "E" and not n.right for n in parts_in(formulas)):
                choices += [(each, (*flags, "E-after")) for each, flags in list(choices)]
        nodes_in = list(parts_in(formulas))
        likelihoods = [n for n in nodes_in if isinstance(n, Call) and n.head == "L"]
        logs = {n.argument for n in nodes_in if isinstance(n, nodes.Function) and n.name == "log"}
        if likelihoods and not logs.intersection(likelihoods):  # some write L for log L
            choices += [(each, (*flags, "log-L")) for each, flags in list(choices)]
        if self.has_prior and states_prior(formulas, names):
            choices = [(each, (*flags, "states-prior")) for each, flags in choices]
        if _adds_prior(formulas, names):  # then a slip is explained as one in the posterior
            choices.sort(key=lambda choice: "log-posterior" not in choice[1])
        calls = [part for part in nodes_in if isinstance(part, Call) and part.head in RANDOM]
        if self.has_prior and any(not (part.right or part.lower) for part in calls):
            choices += [(each, (*flags, "marginal")) for each, flags in list(choices)]
        if self.counts_are_data and any(isinstance(node, nodes.Factorial) for node in nodes_in):
            of_counts = [
                ({**each, **{k: "sum" for k in self.sum_letters if each.get(k) == "data"}}, flags)
                for each, flags in choices
            ]
            choices += [(each, (*flags, "orders")) for each, flags in of_counts]
        for each, flags in choices:
            yield self.with_names(each, (*self.flags, *flags))
        for stated in self.examples(formulas, names) if self.takes_a_list else ():
            other = copy(self)
            other.example, other._worlds = stated, []
            for each, flags in choices:
                yield other.with_names(each, (*self.flags, *flags))

    @staticmethod
    def labels_in(letters: AbstractSet[str]) -> dict[str, str]:
        """Return the letters of classes: t_i and y_i, where x_i or a word is what is observed."""
        if letters.isdisjoint("xw"):
            return {}
        names = {name: "other" for each in letters & set("tyz") for name in (each, each.upper())}
        return {name: role for name, role in names.items() if name != "T"}  # of a sum up to it

    def candidates(self, formulas: Sequence[Expression]) -> Sequence[str]:
        """Return the letters that may be the parameter: also another one that `formulas` vary.

        Not one of which the parameter is a formula, as μ in p = 1/(1 + μ) or β where e^β stands, nor
        one of the prior, or of the data where it has an index; t is none of the data beside x.
        """
        weights = {letter for letter, side in stated_sides(formulas)
                   if is_weight(side, self.hyper_letters.keys())}  # fmt: skip
        usual = [letter for letter in self.parameter_letters if letter not in weights]
        stated = (side for letter, side in stated_sides(formulas) if letter in usual)
        others = letters_of(side for side in stated if not isinstance(side, Symbol))
        others |= {part.letter for part in symbols_in(formulas) if part.lower or part.upper} & DATA
        others |= {letter for formula in formulas for letter in exponents_in(formula)}
        others |= weights
        sought = {p.letter for p in varied_in(formulas) if not (p.lower and p.letter in DATA)}
        varied = sorted(sought - {*usual, *others, "n"})
        taken = self.hyper_letters if letters_of(formulas).intersection(usual) else ()
        return (*usual, *(each for each in varied if each in _LETTERS and each not in taken))

    def bound(self, formulas: Sequence[Expression]) -> dict[str, str]:
        """Return the role of each letter of `formulas`: θ, "n", "sum", "data", one of the prior's."""
        parameters = chosen_parameters(formulas, self.candidates(formulas))
        names = dict.fromkeys(parameters, self.canonical)
        names |= dict.fromkeys(summed_letters(formulas) - names.keys(), "data")
        letters = letters_of(formulas)
        for letter in constants_in(formulas) - names.keys() - self.hyper_letters.keys():
            names[letter] = f"free {letter}"
        plain = {part.letter for part in symbols_in(formulas) if not part.is_estimate}
        for letter, role in self.hyper_letters.items():
            if letter in plain and letter not in names and role not in names.values():
                names[letter] = role
        names |= observed_words(formulas)
        means = {letter[0] for letter in letters if letter.endswith("\u0304")} - names.keys()
        names |= dict.fromkeys(means & set(ascii_lowercase), "data")
        calls = [part for part in parts_in(formulas) if isinstance(part, Call)]
        for part in (part for call in calls if call.head in _DENSITIES for part in call.left):
            match part:
                case nodes.Equal((Symbol(variable), Symbol(value))) if variable.lower() == value:
                    names = {value: "data", variable: "data", **names}  # P(K = k)
                case Symbol(value, ()) if value in ascii_lowercase and value not in self.hyper_letters:
                    names = {value: "data", **names}  # P(k)
        if any(call.head == "f" and call.right for call in calls):  # then f(θ) is a density too
            names["f()"] = "density"
        names = {**self.labels_in(letters - {"w"} | names.keys() & {"w"}), **names}
        all_series = [part for part in parts_in(formulas) if isinstance(part, nodes.Series)]
        ends = [
            getattr(part.domain.parts[-1], "letter", "") for part in all_series if part.domain.parts
        ]
        for letter, side in stated_sides(formulas) if letters.issuperset("nN") else ():
            match side:
                case nodes.Series("sum", body=Symbol(x, (_,))) if x in DATA or names.get(x) == "data":
                    names.setdefault(letter, "sum")  # N = Σ x_i beside n
        free = [letter for letter in letters if names.get(letter) not in ("data", "sum")]
        counted = next(
            (row for each in ("nN", "mT", [] if self.is_constrained else ends)
             if (row := [letter for letter in each if letter in free])), list[str]()
        )  # fmt: skip
        running = {part.index.letter for part in all_series}
        for letter in (*counted, *({"n"} - running)):  # n is known even where it is not used
            names.setdefault(letter, "n")
        numbered = {part.letter for part in symbols_in(formulas)
                    if any(isinstance(index, nodes.Integer) for index in part.lower)}  # fmt: skip
        for letter in self.sum_letters:
            if letter in letters:  # M is M_1 + M_0
                is_total = letter in numbered and Symbol(letter) in symbols_in(formulas)
                names.setdefault(letter, "n" if is_total else "sum")
        return names


def _adds_prior(formulas: Sequence[Expression], names: Mapping[str, str]) -> bool:
    """Say whether ℓ is stated with a number of the prior: it is the log-posterior."""
    return any(
        isinstance(left, Call)
        and left.head in ("ℓ", "LL", "L")
        and any(names.get(letter, "").startswith("hyper") for letter in letters_of([right]))
        for left, right in pairwise(formulas)
    )
