"""From formulas to forms: letters are looked up in the scope, and definitions are unfolded.

How to read: `read` is the door; `form` has a case for each kind of formula and goes down its parts,
with an environment (`env`) that says which index each letter of a sum stands for. What letters are is
said in `letters.py`; `series` adds up, and `slope` differentiates, after `varying` has asked whether
anything else moves with the letter.
"""

from __future__ import annotations

from exactnb.core.expression import nodes
from exactnb.core.expression.spell import spell
from exactnb.explain.proving.forms import atoms
from exactnb.explain.proving.forms.calculus import IntegrationVariable, derivative, integrated
from exactnb.explain.proving.forms.patterns import Refused, component_places, is_clear, is_fixed_index
from exactnb.explain.proving.forms.rational import HALF, ZERO, Form, number, product
from exactnb.explain.proving.forms.signs import Sign, power_sign, product_sign, strictest, sum_sign
from exactnb.explain.proving.scope.alphabet import INFINITE, INTERVALS
from exactnb.explain.proving.scope.letters import RANGES, Env, LetterScope
from exactnb.explain.proving.scope.scope import Declared, is_counting, may_be_at_an_end, ways_inside

_UNIT = (nodes.Integer(0), nodes.Integer(1))
_KINDS = {"open": "unit", "closed": "bit", "set": "bit", "left-open": "share", "right-open": "bit"}
_FROM: dict[nodes.Expression, str] = {nodes.Integer(0): "0+", nodes.Integer(1): "one"}


class Reader(LetterScope):
    """Read the formulas of one scope; their forms can be compared.

    `counts` says whether counts of the data are unfolded too, or stand as letters.
    """

    def __init__(self, declared: Declared, *, counts: bool = False) -> None:
        super().__init__(declared, counts=counts)
        self._read: dict[nodes.Expression, Form] = {}
        # Sets first: whether two indices differ is asked as soon as a formula is read.
        for domain in (*declared.ranges.values(), *(domain for _, domain in declared.domains)):
            if domain.kind == "set":
                self.forms.sets.append(
                    tuple(self.index(part, {}) for part in domain.parts if is_fixed_index(part))
                )
        for size in declared.sizes:
            self._note_property(size, "0+")
        for pattern, domain in declared.domains:
            if domain.parts == _UNIT and domain.kind in _KINDS:
                self._note_property(pattern, _KINDS[domain.kind])
            elif domain.kind in ("whole", "through") and domain.parts[0] in _FROM:
                self._note_property(pattern, _FROM[domain.parts[0]])
            elif domain.kind in INTERVALS and domain.parts[0] not in INFINITE:
                least = self.form(domain.parts[0], {}).number
                if least is not None and least >= 0:
                    # From 1 on, ends and all, there is no 0.
                    is_open = least > 0 or domain.kind in ("open", "left-open")
                    self._note_property(pattern, "+" if is_open else "0+")
            elif domain.kind == "definite":
                self._note_property(nodes.Call("det", (pattern,)), "+")
        for facts, sign in ((declared.natural, "0+"), (declared.positive, "+")):
            for fact in filter(self._is_undefined_letter, facts):
                self._note_property(fact, sign)
        for pattern, domain in declared.domains:  # what begins at a positive letter is positive
            low, high = domain.parts if domain.kind in INTERVALS else (nodes.Integer(0),) * 2
            if low not in INFINITE and self.forms.sign(self.form(low, {})) == "+":
                self._note_property(pattern, "+")
            elif high not in INFINITE and high != low:  # what ends below is negative
                is_open = domain.kind in ("open", "right-open")
                form = self.form(high, {})
                if form == 0 or self.forms.sign(form) == "-":
                    self._note_property(pattern, "-" if is_open or form != 0 else "0-")
        for pattern, domain in declared.domains:  # before the facts, which may have logarithms of these
            if domain.kind == "through":  # of whole numbers x ≤ N says that N + 1 − x is positive
                left = self.form(domain.parts[1], {}) - self.form(pattern, {})
                self.forms.weak_facts.append(left)
                self.forms.facts.append(left + 1)
            elif domain.kind in INTERVALS and domain.parts != _UNIT:
                signed_facts = self.forms.facts if domain.kind == "open" else self.forms.weak_facts
                signed_facts += (self.form(way, {}) for _, way in ways_inside(domain, pattern))
        for facts, forms in (
            (declared.positive, self.forms.facts),
            (declared.natural, self.forms.weak_facts),
        ):
            for fact in facts:  # one may be needed to read the next
                if not self._is_undefined_letter(fact) and (form := self.form(fact, {})) != 0:
                    forms.append(form)

    def read(self, expression: nodes.Expression) -> Form:
        """Return the form of `expression`; raise Refused if a letter in it stands for two things."""
        if expression not in self._read:
            if not is_clear(expression):
                raise Refused(f"an index of {spell(expression)} stands for two things")
            self._read[expression] = self._with_assumed_counts(self.form(expression, {}))
        return self._read[expression]

    def form(self, expression: nodes.Expression, env: Env) -> Form:
        forms = self.forms
        match expression:
            case nodes.Integer(value):
                return number(value)
            case nodes.Sum(terms):
                return forms.tidy(sum((self.form(term, env) for term in terms), ZERO))
            case nodes.Negative(term):
                return -self.form(term, env)
            case nodes.Product(factors):
                return forms.tidy(product((self.form(factor, env), 1) for factor in factors))
            case nodes.Quotient(numerator, denominator):
                divisor = forms.require_nonzero(self.form(denominator, env))
                return forms.tidy(self.form(numerator, env) / divisor)
            case nodes.Power(base, exponent):
                return forms.power(self.form(base, env), self.form(exponent, env))
            case nodes.Function("log", argument):
                return forms.logarithm(self.form(argument, env))
            case nodes.Function("exp", argument):
                return forms.exponential(self.form(argument, env))
            case nodes.Function("sqrt", argument):
                return forms.power(self.form(argument, env), HALF)
            case nodes.Function("abs", argument):
                return forms.absolute(self.form(argument, env))
            case nodes.Function("Gamma", argument):
                if forms.sign(form := self.form(argument, env)) != "+":
                    raise Refused("Γ of what is not known to be positive")
                return forms.gamma(form)
            case nodes.Function("digamma", argument):
                if forms.sign(form := self.form(argument, env)) != "+":
                    raise Refused("ψ of what is not known to be positive")
                return atoms.DigammaAtom(form).form
            case nodes.Integral():
                return self.integral(expression, env)
            case nodes.Factorial(argument):
                if not is_counting(self.declared, argument):
                    raise Refused("the factorial of what is not known to be a whole number")
                return forms.factorial(self.form(argument, env))
            case nodes.Pi():
                return atoms.CIRCLE.form
            case nodes.Symbol() | nodes.Call():
                return self.letter(expression, env)
            case nodes.Iverson(left, right):
                return forms.equal(self.index(left, env), self.index(right, env))
            case nodes.Series():
                return self.series(expression, env)
            case nodes.Derivative():
                return self.slope(expression, env)
        raise Refused(f"{spell(expression)} is no formula that can be checked")

    def sign(self, expression: nodes.Expression) -> Sign:
        """Return the sign of `expression`: from the signs of its parts, or from its form."""
        match expression:
            case nodes.Sum(terms):
                parts_sign = sum_sign(map(self.sign, terms))
            case nodes.Negative(term):
                parts_sign = product_sign("-", self.sign(term))
            case nodes.Product(factors):
                parts_sign = "+"
                for factor in factors:
                    parts_sign = product_sign(parts_sign, self.sign(factor))
            case nodes.Quotient(numerator, denominator):
                parts_sign = product_sign(self.sign(numerator), self.sign(denominator), nonzero=True)
            case nodes.Power(base, nodes.Integer(exponent)) if exponent > 0:
                parts_sign = power_sign(self.sign(base), exponent)
            case nodes.Series(sign="sum", domain=domain, body=body, where=where) if (
                domain.kind != "set"
            ):
                parts_sign = self.forms.added(self.sign(body), [self.form(domain.parts[1], {})])
                parts_sign = parts_sign if where is None else product_sign(parts_sign, "0+")
            case _:
                parts_sign = ""
        # The signs of its parts tell most, and cost less than a normal form.
        if parts_sign in ("+", "-"):
            return parts_sign
        return strictest(self.forms.sign(self.form(expression, {})), parts_sign)

    def series(self, series: nodes.Series, env: Env) -> Form:
        """Return the form of the sum `series` in `env`; a product is e to the sum of its logarithms."""
        letter, domain = series.index.letter, series.domain
        if series.is_order_statistic:
            raise Refused(f"{spell(series)} is known by its name alone")
        if letter in env or self.declared.ranges.get(letter) != domain:
            raise Refused(f"the index {letter} does not have the range {spell(domain)}")
        bound = {}
        if domain.kind == "set":
            terms = [self.index(part, env) for part in domain.parts]
        else:
            size = self.form(domain.parts[1], env)
            terms = [self.forms.fresh_index(size)]
            bound = {terms[0]: size}
        total = ZERO
        for term in terms:
            inner = {**env, letter: term}
            body = self.form(series.body, inner)
            if series.sign == "product":
                body = self.forms.logarithm(body, ends=True)
            if series.where is not None:
                body = self.forms.tidy(body * self.form(series.where, inner))
            total += self.forms.total(bound, body)
        return self.forms.exponential(total) if series.sign == "product" else self.forms.tidy(total)

    def slope(self, derived: nodes.Derivative, env: Env) -> Form:
        """Return the form of the derivative `derived` in `env`, by a letter with no definition."""
        variable, names = derived.variable, self.names(derived.variable)
        by = self.variable_atom(variable, env)
        if may_be_at_an_end(self.declared, variable):
            raise Refused(f"{spell(variable)} may be at an end, where nothing has a slope")
        form = self.form(derived.body, env)
        for _ in range(derived.order):
            form = derivative(self.forms, form, by, names)
        return form

    def integral(self, integral: nodes.Integral, env: Env) -> Form:
        """Return the form of `integral` in `env`, term by term, with constant factors before it."""
        return integrated(
            self.forms, self.integration_variable(integral, env), self.form(integral.body, env)
        )

    def integration_variable(self, integral: nodes.Integral, env: Env) -> IntegrationVariable:
        """Return what `integral` is over in `env`, (0, 1) or a distribution, or raise Refused."""
        variable, lookup = integral.variable, self.declared.domain(integral.variable)
        if integral.ends:
            if integral.ends != _UNIT or lookup is None or lookup[0] != nodes.Domain("open", _UNIT):
                raise Refused("an integral from end to end is over a letter between 0 and 1")
            by = self.variable_atom(variable, env)
            return IntegrationVariable(by, by, self.names(variable))
        component, place = self._component(variable)
        by, indices = self.variable_atom(component, {}), list[atoms.IndexAtom]()
        vector = atoms.Indexed(self._name(variable, env, indices), tuple(indices))
        return IntegrationVariable(
            by, vector, self.names(component), place, self.forms.sizes[by.indices[place]]
        )

    def _component(self, variable: nodes.Symbol) -> tuple[nodes.Symbol, int]:
        """Return one number of a distribution of positive ones, and where its index stands."""
        for fact in self.declared.positive:
            if not isinstance(fact, nodes.Symbol) or fact.upper:
                continue
            for place in component_places(fact, variable):
                subscript = fact.lower[place]
                if isinstance(subscript, nodes.Index):
                    ranged = self.declared.ranges.get(subscript.letter)
                    if ranged is not None and ranged.kind in RANGES:
                        return fact, place
        raise Refused("an integral without ends is over positive numbers of a distribution")

    def _with_assumed_counts(self, form: Form) -> Form:
        """Return a form in which counts are what is assumed of them."""
        for definition in self.declared.definitions:
            if definition.count is None or not self.counts:
                continue
            # What is assumed of a count holds for all of its indices: every sum that is an instance of
            # what it counts stands for its value, wherever it came from.
            was, now = self._solved_for_a_sum(
                self.form(definition.count, {}), self.form(definition.right, {})
            )
            for atom in form.atoms if isinstance(was.atom, atoms.Total) else ():
                substitution: dict[atoms.IndexAtom, atoms.IndexAtom] = {}
                if atoms.unifies(was.atom, atom, substitution):
                    form = form.replaced({atom: self.forms.put(now, substitution)})
        return self.forms.tidy(form)

    def _solved_for_a_sum(self, was: Form, now: Form) -> tuple[Form, Form]:
        """Return an equation of several sums, solved for one of them that stands there as it is."""
        for atom in was.atoms if was.atom is None else ():
            times = was.derivative(atom)
            if isinstance(atom, atoms.Total) and times.number is not None:
                return atom.form, self.forms.tidy((now - was) / times + atom.form)
        return was, now

    def _is_undefined_letter(self, fact: nodes.Expression) -> bool:
        """Say whether something is a letter that stands for nothing else."""
        is_letter = isinstance(fact, nodes.Symbol | nodes.Call)
        return is_letter and self.declared.definition(fact, counts=self.counts) is None


def reader_for(declared: Declared, *, counts: bool) -> Reader:
    """Return the reader of `declared`: made once for each value of `counts`, it caches forms."""
    if counts not in declared.readers:
        declared.readers[counts] = Reader(declared, counts=counts)
    reader = declared.readers[counts]
    assert isinstance(reader, Reader)
    return reader
