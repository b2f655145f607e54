"""How the theorem of a stated family begins: its table, its letters, and a density that is one.

How to read: `Opening` writes it, from `opening` to `log_likelihood`; the rest says why a formula is no
density, and what it adds up to instead (`form_text`).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace

from exactnb.core.expression import nodes
from exactnb.core.expression.tree import terms_of
from exactnb.core.families.declared.specification import Interval, Specification
from exactnb.core.families.deriving.estimator import OneSum
from exactnb.core.families.deriving.order_statistics import MovingEnd
from exactnb.errors import Unsupported
from exactnb.explain.derivation.lines import Line
from exactnb.explain.proving.facts.antiderivatives import INFINITE_INTEGRAL
from exactnb.explain.proving.facts.totals import is_density, total_and_facts
from exactnb.explain.proving.forms import atoms
from exactnb.explain.proving.forms.patterns import Refused
from exactnb.explain.proving.forms.rational import Form, FormPart
from exactnb.explain.proving.forms.roots import root_parts
from exactnb.explain.proving.prover import Prover
from exactnb.explain.proving.stated.tables import TheoremTable
from exactnb.explain.proving.writing.theorem import *

_ZERO, _ONE = nodes.Integer(0), nodes.Integer(1)
_SHORT = 4  # the most terms of a sum over the rows that fit into a line


class Opening(TheoremTable):
    """Write what is given, that the density is one, and the log-likelihood.

    `log_base` is the part of the log-density without parameters, None if there is none.
    """

    cells = "cells"  # what the numbers of a column are called
    counts_follow = True  # in the step that the density is stated in

    def __init__(
        self,
        specification: Specification,
        tail: Expression | None = None,
        log_base: Expression | None = None,
        is_pooled: bool = False,
    ) -> None:
        super().__init__(specification, is_pooled=is_pooled)
        self.tail, self.log_base = tail, log_base

    def write_opening(self, proof: Proof) -> None:
        """Write into `proof` the table, the letters of the family, and its density."""
        specification = self.specification
        constants = [
            self.domain_lines(letter(self.letters[name]), range_)
            for name, range_ in specification.constants.items()
        ]
        support = self.domain_lines(self.cell, specification.support)
        shared = specification.shared
        parameters = [  # those of all classes last
            self.domain_lines(self.thetas[name], specification.parameters[name])
            for name in sorted(self.thetas, key=shared.__contains__)
        ]
        numbers = ", ".join("{}" for lines in constants for _ in lines)
        if numbers:
            numbers = f"{'known numbers' if len(constants) > 1 else 'a known number'} {numbers}; "
        phrase = _listed_parameters(parameters[: len(parameters) - len(shared)])
        if shared:
            of_all = _listed_parameters(parameters[-len(shared) :])
            phrase += f", and for each column {of_all} that all classes share"
        cells = f"{self.cells} {', '.join('{}' for _ in support)}"
        if self.of_one_class:
            text = (
                f"One column in one class: rows {{}} with a number there, {{}}; {numbers}{phrase}; "
                f"{cells}.{self.renaming_sentence}"
            )
            table = [runs(self.row), is_positive(self.count)]
            lines = [line for lines in (*constants, *parameters, support) for line in lines]
        else:
            text = (
                f"Rows {{}}, columns {{}}, classes {{}}, labels {{}}; {numbers}{cells}, and for each "
                f"column and class {phrase}. A row without a number is no row of that column."
                f"{self.renaming_sentence}"
            )
            table = [runs(self.row), runs(self.column), runs(self.class_)]
            table.append(is_in(self.label, self.class_.domain))
            lines = [line for lines in (*constants, support, *parameters) for line in lines]
        proof.begin(text, *table, *lines)
        if not specification.is_fixed:
            proof.say(
                "The support ends at a parameter, and this end belongs to it: that changes no "
                "probability, and without its end the likelihood would only come near to its largest "
                "value."
            )
        if self.inside:
            proof.say(
                "At the ends a formula is what it tends to: zero to the power of zero is one, and zero "
                "times the logarithm of zero is zero."
            )
        name = "density" if specification.is_density else "probabilities"
        proof.chain(self.probability, given(self.formula(specification.formula), name))

    def write_impossible_parameters(self, proof: Proof) -> None:
        """Write into `proof` where the likelihood is zero, as the support moves."""
        if not self.specification.is_fixed:
            proof.say(
                "With a parameter that leaves a number outside of the support, the likelihood is zero. "
                "With all others it is positive:"
            )

    def write_row_count(self, proof: Proof) -> None:
        """Write into `proof` the number of rows of the class, unless there is only one class."""
        if self.in_class is not None:
            proof.chain(self.count, count(sum_over(self.row, self.in_class), "rows of the class"))

    def write_normalisation(self, proof: Proof) -> None:
        """Write into `proof` that the density, or the probabilities, add up to 1."""
        proof.say(
            "This is a density: it is nowhere negative, and its integral is one."
            if self.specification.is_density
            else "These are probabilities: none is negative, and they add up to one."
        )
        proof.chain(self.total_probability, cite(_ONE, self.normalisation_fact(proof)))
        if self.tail is not None and isinstance(self.specification.support, Interval):
            self.write_tail_slope(proof, self.specification.support, self.formula(self.tail))

    def write_tail_slope(self, proof: Proof, support: Interval, more: Expression) -> None:
        """Write into `proof` the slope and the beginning of `more`, the probability of more than x.

        `support` is the interval of the numbers: the probability begins at 1 at its lower end.
        """
        has_ends = support.low_closed or support.high_closed
        has = "has minus the density as its slope:"
        if has_ends:  # at which a density has no slope: this holds in a step of its own
            proof.step("The probability of exceeding a number")
            proof.say(f"Inside of the support, {{}}, it {has}", self.inside_line(self.cell, support))
        else:
            proof.say(f"The probability of exceeding a number {has}")
        proof.chain(derivative(more, self.cell), differentiate(-self.probability))
        proof.say("It begins at one:")
        proof.chain(more, tends_at_start(_ONE, self.cell, self.ends(support)[0]))
        if has_ends and self.counts_follow:
            proof.step("What is counted")

    def write_constant(self, proof: Proof, parameters: str = "the parameter") -> None:
        """Write into `proof` the constant that does not depend on `parameters`, if there is one."""
        if self.log_base is not None:
            proof.say(f"What does not depend on {parameters} is a constant:")
            proof.chain(self.rest, define(self.class_sum(self.formula(self.log_base))))

    def with_constant(self, formula: Expression) -> Expression:
        """Return `formula`, a log-likelihood in the letters of the theorem, with its constant."""
        return nodes.Sum.of((*terms_of(formula), *(() if self.log_base is None else (self.rest,))))

    def write_log_likelihood(self, proof: Proof) -> None:
        """Write the step of the log-likelihood into `proof`: a sum over the rows, and what it is."""
        proof.step("The log-likelihood of a column in a class")
        self.write_impossible_parameters(proof)
        if self.inside:
            proof.say("{}", self.inside)
        self.write_counted_log_likelihood(proof, define(self.class_sum(log(self.probability))))

    def write_counted_log_likelihood(self, proof: Proof, *claims: ChainStep) -> None:
        """Write the log-likelihood into `proof`, in what is counted, after `claims` about it."""
        proof.chain(self.ell, *claims)

    def write_terms(
        self, proof: Proof, claims: Iterable[ChainStep], record: OneSum | MovingEnd
    ) -> None:
        """Write the log-likelihood of a `record` into `proof`, after `claims`, and its terms."""
        base = () if self.log_base is None else terms_of(self.log_base)
        terms = (*terms_of(record.log_density), *base)
        separated = detail(same(self.class_sum(self.formula(nodes.Sum.of(terms))), "taken apart"))
        counted = same(self.with_constant(self.formula(record.log_likelihood)), "counted")
        proof.chain(self.ell, *claims, *((separated,) if len(terms) <= _SHORT else ()), counted)

    def normalisation_fact(self, proof: Proof) -> str:
        """Return the fact by which the density adds up to 1, proved from the lines of `proof`.

        Raise Unsupported for a formula that is no density.
        """
        prover = Prover()
        for line, problem in (pair for step in proof.steps for pair in prover.step_problems(step)):
            if problem and line.left != self.probability:
                raise Unsupported(
                    f"the estimate is not proved: {line.left} {line.relation} {line.right}: {problem}"
                )
            if problem:
                raise Unsupported(self.no_density_reason(prover, problem))
        self.declared = prover.declared
        # Terms may need different facts, and a line cites one of them: always the same, though sets
        # have no order.
        facts, _ = total_and_facts(self.declared, self.cell, self.probability)
        return sorted(facts)[0]

    def no_density_reason(self, prover: Prover, problem: str) -> str:
        """Return why the formula is no density, as the `problem` that `prover` has with it says."""
        specification = self.specification
        what = "density" if specification.is_density else "mass function"
        formula = specification.text or str(specification.formula)
        try:
            _, value = total_and_facts(prover.declared, self.cell, self.formula(specification.formula))
        except Refused as error:
            if error.message == INFINITE_INTEGRAL:
                return f"{formula} is no {what}: its integral is infinite{self.as_mass_hint(prover)}"
            more = self.as_mass_hint(prover) or closed_end_hint(specification, error.message)
            return f"{formula} is not known to be a {what}: {error.message}{more}"
        # Not to have the form of a density is the one problem where the value is known, and not 1.
        if "form of" not in problem:
            more = closed_end_hint(specification, problem)
            return f"{formula} is not known to be a {what}: {problem}{more}"
        how = "its integral is {}, not 1" if specification.is_density else "it adds up to {}, not to 1"
        return f"{formula} is no {what}: {how.format(form_text(value))}{self.as_mass_hint(prover)}"

    def as_mass_hint(self, prover: Prover) -> str:
        """Return the hint that the scope of `prover` makes it a mass of whole numbers, or ""."""
        support = self.specification.support
        if not isinstance(support, Interval) or support.low != _ZERO or support.high is not None:
            return ""
        for first, numbers in ((_ZERO, "{0, 1, ...}"), (_ONE, "{1, 2, ...}")):
            domains = ((self.cell, nodes.Domain("whole", (first,))),)
            # Its sign introduced the cell as a real number: as a whole number it has a domain instead.
            elsewhere = [
                [fact for fact in facts if fact != self.cell]
                for facts in (prover.declared.positive, prover.declared.natural)
            ]
            counted = replace(
                prover.declared,
                domains=(*prover.declared.domains, *domains),
                positive=tuple(elsewhere[0]),
                natural=tuple(elsewhere[1]),
            )
            try:
                if is_density(counted, self.cell, self.formula(self.specification.formula)):
                    return f"; over x in {numbers} it adds up to 1: give it as a mass"
            except Refused:
                continue
        return ""


def _listed_parameters(parameters: list[list[Line]]) -> str:
    """Return the places of what parameters may be in a sentence."""
    noun = "a parameter " if len(parameters) == 1 else "parameters "
    return noun + ", ".join("{}" for lines in parameters for _ in lines)


def closed_end_hint(specification: Specification, problem: str) -> str:
    """Return the hint that a density may be 0 at an end of its support; "" if no end belongs to it."""
    support = specification.support
    if (
        not isinstance(support, Interval)
        or "logarithm of what is not known to be positive" not in problem
    ):
        return ""
    closed = zip((support.low_closed, support.high_closed), specification.moving, strict=True)
    if not any(has_end and moving is None for has_end, moving in closed):
        return ""
    return "; is the density 0 at an end of its support? leave that out, as in x > 0"


def why_no_density(specification: Specification) -> str:
    """Return what the formula of `specification` sums to if that is known not to be 1, else ""."""
    opening, proof = Opening(specification), Proof("density")
    opening.write_opening(proof)
    try:
        opening.normalisation_fact(proof)
    except Unsupported as error:
        return error.message if " is no " in error.message else ""
    except Refused:
        pass
    return ""


_TEMPLATES: Mapping[type[FormPart], str] = {
    atoms.Log: "log({})", atoms.Exp: "exp({})", atoms.AbsAtom: "|{}|", atoms.GammaAtom: "Γ({})",
    atoms.DigammaAtom: "ψ({})", atoms.FactorialAtom: "({})!",
}  # fmt: skip


def form_text(form: Form) -> str:
    """Return a form as text, with letters without their indices.

    >>> from exactnb.explain.proving.forms.rational import number
    >>> form_text(number(3) / number(2))
    '3/2'
    """
    numerator, denominator = _sum_text(form.numerator), _sum_text(form.denominator)
    if denominator == "1":
        return numerator
    return f"{_bracketed(numerator)}/{_bracketed(denominator, factors=True)}"


def _sum_text(form: Form) -> str:
    terms = [
        _term(times, ((base.atom, power) for base, power in factors)) for times, factors in form.terms()
    ]
    return " + ".join(sorted(terms)).replace("+ -", "- ") or "0"


def _term(times: int, factors: Iterable[tuple[FormPart | None, int]]) -> str:
    parts = [_atom(atom) + (f"^{p}" if p > 1 else "") for atom, p in factors if atom is not None]
    if abs(times) != 1 or not parts:
        return " ".join((str(times), *parts))
    return ("-" if times < 0 else "") + " ".join(parts)


def _atom(atom: FormPart) -> str:
    match atom:
        case atoms.Indexed(atoms.LetterName(letter)):
            return letter
        case atoms.Circle():
            return "π"
        case atoms.Exp() if (root := root_parts(atom)) is not None:
            return f"({form_text(root[0])})^(1/{root[1]})"
    template = _TEMPLATES.get(type(atom))
    return "…" if template is None else template.format(form_text(atom.argument))  # type: ignore[attr-defined]


def _bracketed(text: str, *, factors: bool = False) -> str:
    marks = " " if factors else " + "
    return f"({text})" if marks in text or " - " in text else text
