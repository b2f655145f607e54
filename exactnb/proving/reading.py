"""From formulas to forms: letters are looked up in the scope, and definitions are unfolded."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from exactnb.expression.nodes import (
    Call,
    Derivative,
    Expression,
    Factorial,
    Function,
    Index,
    Integer,
    Iverson,
    Negative,
    Pi,
    Power,
    Product,
    Quotient,
    Series,
    Sum,
    Symbol,
)
from exactnb.expression.spell import spell
from exactnb.proving import symbolic
from exactnb.proving.declared import (
    Declared,
    Refused,
    free_letters,
    instance,
    is_clear,
    is_counting,
    is_named,
    may_be_at_an_end,
    mentions,
)
from exactnb.proving.forms import Forms
from exactnb.proving.indices import (
    Sign,
    Term,
    before,
    of_product,
    of_square,
    of_sum,
    strictest,
    unified,
)
from exactnb.proving.resting import has_drawn_index, is_expectation, resting
from exactnb.proving.slopes import derivative
from exactnb.proving.symbolic import Form

__all__ = ["Reader"]

Env = Mapping[str, Term]
_RANGES = ("span", "named")
_UNIT = (Integer(0), Integer(1))
_KINDS = {"open": "unit", "closed": "bit", "set": "bit"}
_FROM: dict[Expression, str] = {Integer(0): "0+", Integer(1): "one"}


class Reader:
    """Read the formulas of one scope; their forms can be compared.

    `counts` says whether counts of the data are unfolded too, or stand as letters.
    """

    def __init__(self, declared: Declared, *, counts: bool = False) -> None:
        self.declared = declared
        self.counts = counts
        self.forms = Forms()
        for size in declared.sizes:
            self._say(size, "+")
        for pattern, domain in declared.domains:
            if domain.parts == _UNIT and domain.kind in _KINDS:
                self._say(pattern, _KINDS[domain.kind])
            elif domain.kind == "whole":
                self._say(pattern, _FROM[domain.parts[0]])
            elif domain.kind == "definite":
                self._say(Call("det", (pattern,)), "+")
        for facts, sign in ((declared.natural, "0+"), (declared.positive, "+")):
            for fact in filter(self._is_free, facts):
                self._say(fact, sign)
        for fact in declared.positive:
            if not self._is_free(fact):
                self.forms.known.facts.append(self.form(fact, {}))

    def read(self, expression: Expression) -> Form:
        """Return the form of a formula in which no letter stands for two things."""
        if not is_clear(expression):
            raise Refused(f"an index of {spell(expression)} stands for two things")
        return self._recounted(self.form(expression, {}))

    def form(self, expression: Expression, env: Env) -> Form:
        """Return the form of a formula, in which some letters stand for other indices."""
        forms = self.forms
        match expression:
            case Integer(value):
                return symbolic.number(value)
            case Sum(terms):
                return forms.tidy(sum((self.form(term, env) for term in terms), symbolic.ZERO))
            case Negative(term):
                return -self.form(term, env)
            case Product(factors):
                return forms.tidy(symbolic.product(self.form(factor, env) for factor in factors))
            case Quotient(above, below):
                divisor = forms.known.nonzero(self.form(below, env))
                return forms.tidy(self.form(above, env) / divisor)
            case Power(base, exponent):
                return forms.power(self.form(base, env), self.form(exponent, env))
            case Function("log", argument):
                return forms.logarithm(self.form(argument, env))
            case Function("exp", argument):
                return forms.exponential(self.form(argument, env))
            case Function("sqrt", argument):
                return forms.power(self.form(argument, env), symbolic.HALF)
            case Factorial(argument):
                if not is_counting(self.declared, argument):
                    raise Refused("the factorial of what is not known to be a whole number")
                return forms.atom(("factorial", self.form(argument, env)))
            case Pi():
                return forms.atom(("pi",))
            case Symbol() | Call():
                return self.letter(expression, env)
            case Iverson(left, right):
                return forms.equal(self.term(left, env), self.term(right, env))
            case Series():
                return self.series(expression, env)
            case Derivative():
                return self.slope(expression, env)
        raise Refused(f"{spell(expression)} is no formula that can be checked")

    def sign(self, expression: Expression) -> Sign:
        """Return the sign of a formula: from the signs of its parts, or from its form."""
        match expression:
            case Sum(terms):
                own = of_sum(map(self.sign, terms))
            case Negative(term):
                own = of_product("-", self.sign(term))
            case Product(factors):
                own = "+"
                for factor in factors:
                    own = of_product(own, self.sign(factor))
            case Quotient(above, below):
                own = of_product(self.sign(above), self.sign(below), nonzero=True)
            case Power(base, Integer(exponent)) if exponent > 0:
                sign = self.sign(base)
                own = sign if exponent % 2 else of_square(sign)
            case Series(sign="sum", domain=domain, body=body, where=where) if domain.kind != "set":
                own = self.forms.known.added(self.sign(body), [self.form(domain.parts[1], {})])
                own = own if where is None else of_product(own, "0+")
            case _:
                own = ""
        if own in ("+", "-"):
            return own
        return strictest(self.forms.known.sign(self.form(expression, {})), own)

    def series(self, series: Series, env: Env) -> Form:
        """Return the form of a sum; a product is e to the power of the sum of the logarithms."""
        letter, domain = series.index.letter, series.domain
        if letter in env or self.declared.ranges.get(letter) != domain:
            raise Refused(f"the index {letter} does not have the range {spell(domain)}")
        bound = {}
        if domain.kind == "set":
            terms = [self.term(part, env) for part in domain.parts]
        else:
            size = self.form(domain.parts[1], env)
            terms = [self.forms.fresh(size)]
            bound = {terms[0]: size}
        out = symbolic.ZERO
        for term in terms:
            inner = {**env, letter: term}
            body = self.form(series.body, inner)
            if series.sign == "product":
                body = self.forms.logarithm(body, ends=True)
            if series.where is not None:
                body = self.forms.tidy(body * self.form(series.where, inner))
            out += self.forms.total(bound, body)
        return self.forms.exponential(out) if series.sign == "product" else self.forms.tidy(out)

    def slope(self, derived: Derivative, env: Env) -> Form:
        """Return the form of a derivative by a letter that stands for nothing else."""
        variable, known = derived.variable, self.declared.definitions
        if self.declared.definition(variable, counts=True) is not None:
            raise Refused(f"{spell(variable)} stands for something, so nothing changes with it")
        if self.declared.matrix(variable) is not None:
            raise Refused(f"{spell(variable)} does not change alone: its matrix is symmetric")
        if may_be_at_an_end(self.declared, variable):
            raise Refused(f"{spell(variable)} may be at an end, where nothing has a slope")
        names = self.names(variable)
        if self._any_rests((one.right for one in known if one.assumed), variable, names):
            raise Refused(f"something is assumed to be what {spell(variable)} says")
        if self._any_rests((one.right for one in known if one.counts), variable, names):
            raise Refused(f"{spell(variable)} is counted")
        ranges = (*self.declared.ranges.values(), *(of for _, of in self.declared.domains))
        sizes = (domain.parts[1] for domain in ranges if domain.kind in _RANGES)
        if self._any_rests(sizes, variable, names):
            raise Refused(f"{spell(variable)} says how many there are")
        by = self.letter(variable, env)
        if self.forms.atoms.get(by, ("",))[0] != "n":
            raise Refused(f"{spell(variable)} is not free")
        form = self.form(derived.body, env)
        for _ in range(derived.order):
            form = derivative(self.forms, form, by, names)
        return form

    def names(self, *letters: Expression) -> frozenset[Term]:
        """Return letters, and all that stands for something with one of them, as atoms name them."""
        named = [name for name in resting(self.declared, *letters) if not is_expectation(name)]
        free: Env = {letter: ("i", letter) for name in named for letter in free_letters(name)}
        shapes = (self._shape(name, free, []) for name in named)
        return frozenset(shape[:3] if shape[0] == "letter" else shape for shape in shapes)

    def _any_rests(self, parts: Iterable[Expression], of: Symbol, names: frozenset[Term]) -> bool:
        """Say whether some formula rests on a letter, by its name or through a definition."""
        return any(mentions(e, of) or self.forms.rests_on(self.form(e, {}), names) for e in parts)

    def letter(self, expression: Symbol | Call, env: Env) -> Form:
        """Return what a letter or a function stands for, or an atom for it."""
        constants = {name: _named(term[1]) for name, term in env.items() if term[0] == "c"}
        named = instance(expression, constants)
        assert isinstance(named, Symbol | Call)
        expression = named
        if has_drawn_index(self.declared, expression):
            raise Refused("an index of what is drawn is drawn itself")
        defined = self.declared.definition(expression, counts=self.counts)
        if defined is not None and self.declared.fitting(defined[0].left, expression) is not None:
            definition, letters = defined
            inner = {letter: self.term(index, env) for letter, index in letters.items()}
            return self.form(definition.right, inner)
        if not self.declared.is_known(expression):
            raise Refused(f"{spell(expression)} was not introduced")
        terms: list[Term] = []
        shape = self._shape(expression, env, terms)
        return self.forms.atom(("n", shape, tuple(terms)))

    def term(self, expression: Expression, env: Env) -> Term:
        """Return what stands in the place of an index."""
        match expression:
            case Index(letter) if letter in env:
                return env[letter]
            case Index(letter) if letter in self.declared.ranges:
                domain, term = self.declared.ranges[letter], ("i", letter)
                if domain.kind in _RANGES and term not in self.forms.sizes:
                    self.forms.sizes[term] = self.form(domain.parts[1], {})
                return term
            case Integer(value):
                return ("c", value)
            case Symbol(letter, role="value"):
                last = any(size == Symbol(letter) for size in self.declared.sizes)
                return ("z" if last else "c", letter)  # what is last may be any place
            case Sum((first, Negative(Integer(1)))):
                return before(self.term(first, env))
            case Symbol(role="label"):
                found = self.declared.domain(expression)
                if found is None or found[0].kind not in _RANGES:
                    raise Refused(f"what {spell(expression)} may be was not said")
                domain, letters = found
                inner = {letter: self.term(index, env) for letter, index in letters.items()}
                terms: list[Term] = []
                shape = self._shape(expression, env, terms)
                return ("d", shape, tuple(terms), self.form(domain.parts[1], inner))
        raise Refused(f"{spell(expression)} is no index")

    def _shape(self, expression: Expression, env: Env, terms: list[Term]) -> Term:
        """Return a letter or function without its indices, which are added to `terms` in order."""
        match expression:
            case Symbol(letter, lower, raised, hat, role):
                places = tuple(self._place(part, env, terms) for part in (*lower, *raised))
                return ("letter", letter, hat, role, len(lower), *places)
            case Call(head, left, right, lower):
                places = tuple(self._place(part, env, terms) for part in (*left, *right, *lower))
                return ("call", head, len(left), len(right), *places)
        raise Refused(f"{spell(expression)} stands where a letter is needed")

    def _place(self, part: Expression, env: Env, terms: list[Term]) -> Term:
        if isinstance(part, Symbol | Call) and not is_named(part):
            return self._shape(part, env, terms)
        terms.append(self.term(part, env))
        return ("?",)

    def _say(self, pattern: Expression, what: str) -> None:
        """Note what is known of a letter, for the indices of which it was said."""
        terms: list[Term] = []
        shape = self._shape(pattern, {}, terms)
        self.forms.known.said.setdefault(shape, []).append((tuple(terms), what))

    def _recounted(self, form: Form) -> Form:
        """Return a form in which counts are what is assumed of them."""
        for known in self.declared.definitions:
            if known.count is None or not self.counts:
                continue
            was, now = self.form(known.count, {}), self.form(known.right, {})
            was, now = self._of_one_sum(was, now)
            key = self.forms.atoms.get(was, ("",))
            for symbol in symbolic.symbols(form):
                found: dict[Term, Term] = {}
                if key[0] == "sum" and unified(key, self.forms.atoms[symbol], found):
                    form = symbolic.replaced(form, {symbol: self.forms.put(now, found)})
        return self.forms.tidy(form)

    def _of_one_sum(self, was: Form, now: Form) -> tuple[Form, Form]:
        """Return an equation of several sums, solved for one of them that stands there as it is."""
        for symbol in symbolic.symbols(was) if was not in self.forms.atoms else ():
            times = symbolic.differentiated(was, symbol)
            if self.forms.atoms[symbol][0] == "sum" and times.is_Number:
                return symbol, self.forms.tidy((now - was) / times + symbol)
        return was, now

    def _is_free(self, fact: Expression) -> bool:
        """Say whether something is a letter that stands for nothing else."""
        is_letter = isinstance(fact, Symbol | Call)
        return is_letter and self.declared.definition(fact, counts=self.counts) is None


def _named(value: int | str) -> Expression:
    return Integer(value) if isinstance(value, int) else Symbol(value, role="value")
