"""Write formulas as Python, for theorems: what is written is what is printed, nothing is simplified.

How to read: a `Formula` wraps an expression and lets Python's signs build larger ones; behind it stand
functions for letters, for sets, and for what has a name (log, sums, derivatives).
"""

from __future__ import annotations

from exactnb.core.expression import nodes


class Formula:
    """Wrap an expression, so that Python's signs write larger ones.

    >>> n, k = letter("n"), index("k", span("K"))
    >>> n[k] / n
    n_k / n
    >>> 2 * (1 - n[k]) * n
    2 (1 - n_k) n
    """

    def __init__(self, node: nodes.Expression) -> None:
        self.node = node

    def __repr__(self) -> str:
        from exactnb.core.expression.spell import spell

        return spell(self.node)

    def __getitem__(self, indices: Given | tuple[Given, ...]) -> Formula:
        """Return the letter, or function, with indices below it."""
        lower = tuple(map(node, indices if isinstance(indices, tuple) else (indices,)))
        match self.node:
            case nodes.Symbol(letter, (), raised, hat, role):
                return Formula(nodes.Symbol(letter, lower, raised, hat, role))
            case nodes.Call(head, left, right):
                return Formula(nodes.Call(head, left, right, lower))
        raise TypeError(f"{self!r} takes no indices")

    def at(self, *indices: Given) -> Formula:
        """Return the letter with indices above it, in parentheses."""
        match self.node:
            case nodes.Symbol(letter, lower, _, hat, role):
                return Formula(nodes.Symbol(letter, lower, tuple(map(node, indices)), hat, role))
        raise TypeError(f"{self!r} takes no indices")

    @property
    def hat(self) -> Formula:
        """Return the letter with a hat: an estimate."""
        match self.node:
            case nodes.Symbol(letter, lower, raised, _, role):
                return Formula(nodes.Symbol(letter, lower, raised, True, role))
        raise TypeError(f"{self!r} takes no hat")

    def __call__(self, *arguments: Given, given: Given | tuple[Given, ...] = ()) -> Formula:
        """Return the function of some arguments, the others behind a bar."""
        right = given if isinstance(given, tuple) else (given,)
        match self.node:
            case nodes.Call(head, (), (), lower):
                return Formula(
                    nodes.Call(head, tuple(map(node, arguments)), tuple(map(node, right)), lower)
                )
        raise TypeError(f"{self!r} is no function")

    def __neg__(self) -> Formula:
        return Formula(nodes.Negative(self.node))

    def __add__(self, other: Given) -> Formula:
        return Formula(nodes.Sum((*_terms(self.node), node(other))))

    def __radd__(self, other: Given) -> Formula:
        return Formula(node(other)) + self

    def __sub__(self, other: Given) -> Formula:
        return Formula(nodes.Sum((*_terms(self.node), nodes.Negative(node(other)))))

    def __rsub__(self, other: Given) -> Formula:
        return Formula(node(other)) - self

    def __mul__(self, other: Given) -> Formula:
        factors = self.node.factors if isinstance(self.node, nodes.Product) else (self.node,)
        return Formula(nodes.Product((*factors, node(other))))

    def __rmul__(self, other: Given) -> Formula:
        return Formula(node(other)) * self

    def __truediv__(self, other: Given) -> Formula:
        return Formula(nodes.Quotient(self.node, node(other)))

    def __rtruediv__(self, other: Given) -> Formula:
        return Formula(node(other)) / self

    def __pow__(self, other: Given) -> Formula:
        return Formula(nodes.Power(self.node, node(other)))

    def __rpow__(self, other: Given) -> Formula:
        return Formula(node(other)) ** self


class IndexLetter(Formula):
    """A letter that runs over a range, which it knows."""

    def __init__(self, letter: str, domain: nodes.Domain) -> None:
        super().__init__(nodes.Index(letter))
        self.index = nodes.Index(letter)
        self.domain = domain


Given = Formula | int


def node(given: Given | nodes.Domain) -> nodes.Expression:
    """Return the expression that is meant: an integer may stand for itself."""
    if isinstance(given, int):
        return nodes.Integer(given) if given >= 0 else nodes.Negative(nodes.Integer(-given))
    return given.node if isinstance(given, Formula) else given


def letter(name: str) -> Formula:
    """Return a letter for a number."""
    return Formula(nodes.Symbol(name))


def label(name: str) -> Formula:
    """Return a letter for a class or a word, which may stand where an index does: y^(i)."""
    return Formula(nodes.Symbol(name, role="label"))


def value(name: str) -> Formula:
    """Return one class, value or word by its name, to stand where an index does."""
    return Formula(nodes.Symbol(name, role="value"))


def parameter(role: str, name: str) -> Formula:
    """Return a parameter that notations write differently: prior, bernoulli, multinomial ..."""
    return Formula(nodes.Symbol(name, role=role))


def function(name: str) -> Formula:
    """Return the name of a function.

    >>> function("P")(letter("x"), given=letter("k"))
    P(x | k)
    """
    return Formula(nodes.Call(name, ()))


def span(size: str | Formula | int) -> nodes.Domain:
    """Return {1, …, size}."""
    last = nodes.Symbol(size) if isinstance(size, str) else node(size)
    return nodes.Domain("span", (nodes.Integer(1), last))


def words(name: str = "V") -> nodes.Domain:
    """Return a set with a letter, and its size in bars: the vocabulary."""
    return nodes.Domain("named", (nodes.Symbol(name), nodes.Symbol(f"|{name}|")))


def among(*parts: Given) -> nodes.Domain:
    """Return a set of numbers."""
    return nodes.Domain("set", tuple(map(node, parts)))


def unit() -> nodes.Domain:
    """Return the numbers between 0 and 1, without these."""
    return nodes.Domain("open", (nodes.Integer(0), nodes.Integer(1)))


def probability() -> nodes.Domain:
    """Return what a probability may be: the numbers from 0 to 1, with both."""
    return nodes.Domain("closed", (nodes.Integer(0), nodes.Integer(1)))


def positive_probability() -> nodes.Domain:
    """Return the numbers from 0 to 1 without 0."""
    return nodes.Domain("left-open", (nodes.Integer(0), nodes.Integer(1)))


def whole_from(first: int) -> nodes.Domain:
    """Return the whole numbers from one on: {1, 2, …}."""
    return nodes.Domain("whole", (nodes.Integer(first),))


def definite(size: str) -> nodes.Domain:
    """Return the symmetric positive definite matrices with so many rows."""
    return nodes.Domain("definite", (nodes.Symbol(size),))


def reals() -> nodes.Domain:
    """Return all numbers."""
    return nodes.Domain("reals", ())


def index(name: str, domain: nodes.Domain) -> IndexLetter:
    """Return a letter that runs over a range."""
    return IndexLetter(name, domain)


def log(argument: Given) -> Formula:
    """Return the natural logarithm."""
    return Formula(nodes.Function("log", node(argument)))


def sqrt(argument: Given) -> Formula:
    """Return the square root."""
    return Formula(nodes.Function("sqrt", node(argument)))


def factorial(argument: Given) -> Formula:
    """Return the product of the whole numbers up to something."""
    return Formula(nodes.Factorial(node(argument)))


def circle() -> Formula:
    """Return the number π, which is no letter."""
    return Formula(nodes.Pi())


def exp(argument: Given) -> Formula:
    """Return e to the power of something."""
    return Formula(nodes.Function("exp", node(argument)))


def gamma(argument: Given) -> Formula:
    """Return Γ of something positive."""
    return Formula(nodes.Function("Gamma", node(argument)))


def equal(left: Given, right: Given) -> Formula:
    """Return the indicator 1[left = right]."""
    return Formula(nodes.Iverson(node(left), node(right)))


def sum_over(over: IndexLetter, body: Given, where: Formula | None = None) -> Formula:
    """Return the sum over an index; `where` is an indicator, written under the sign."""
    return _series("sum", over, body, where)


def product(over: IndexLetter, body: Given, where: Formula | None = None) -> Formula:
    """Return the product over an index; `where` is an indicator, written under the sign."""
    return _series("product", over, body, where)


def derivative(body: Given, by: Formula, order: int = 1) -> Formula:
    """Return the derivative of a formula by a letter."""
    assert isinstance(by.node, nodes.Symbol)
    return Formula(nodes.Derivative(node(body), by.node, order))


def integral(body: Given, over: Formula, ends: tuple[Given, ...] = ()) -> Formula:
    """Return the integral over a letter between two ends, or without these over a distribution."""
    assert isinstance(over.node, nodes.Symbol)
    return Formula(nodes.Integral(over.node, node(body), tuple(map(node, ends))))


def argmax(variable: Formula, body: Given) -> Formula:
    """Return where a formula is largest."""
    return Formula(nodes.Extremum(variable.node, node(body)))


def _series(sign: str, over: IndexLetter, body: Given, where: Formula | None) -> Formula:
    condition = None if where is None else where.node
    assert condition is None or isinstance(condition, nodes.Iverson)
    assert sign in ("sum", "product")
    return Formula(nodes.Series(sign, over.index, over.domain, node(body), condition))  # type: ignore[arg-type]


def _terms(expression: nodes.Expression) -> tuple[nodes.Expression, ...]:
    return expression.terms if isinstance(expression, nodes.Sum) else (expression,)
