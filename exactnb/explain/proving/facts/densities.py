"""Densities and mass functions by the names of their families, with any letters put in.

How to read: `FAMILIES` maps each name to the forms of its density, with holes for the variable and the
parameters, and a check for each of them. `is_named_family` compares a claim with the family it names;
`is_unnamed_probability` does it for claims without a name.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from exactnb.core.expression.nodes import (
    Call,
    Domain,
    Expression,
    Index,
    Integer,
    Iverson,
    Negative,
    Pi,
    Power,
    Product,
    Series,
    Sum,
    Symbol,
    exp,
    factorial,
    sqrt,
)
from exactnb.core.record import frozen
from exactnb.explain.proving.facts.laws import Event, WordedClaim, event, is_conditional
from exactnb.explain.proving.facts.totals import is_density
from exactnb.explain.proving.forms.patterns import match
from exactnb.explain.proving.scope.comparing import may_depend, same_form, sign_of, support_of
from exactnb.explain.proving.scope.scope import Declared

_ONE = Integer(1)

X, THETA, RATE, MEAN, VARIANCE = (Symbol(name, role="hole") for name in "xθλμv")
A, B, C, H, R, Q, D, DET, S, T = (Symbol(name, role="hole") for name in "abchrqdΔst")

Holes = dict[str, Expression]
Check = Callable[[Declared, Expression], bool]


def _is_positive(declared: Declared, formula: Expression) -> bool:
    return sign_of(declared, formula) == "+"


def _is_natural(declared: Declared, formula: Expression) -> bool:
    return sign_of(declared, formula) in ("+", "0+")


def _is_share(declared: Declared, formula: Expression) -> bool:
    return all(_is_natural(declared, part) for part in (formula, Sum((_ONE, Negative(formula)))))


def _is_positive_share(declared: Declared, formula: Expression) -> bool:
    return _is_positive(declared, formula) and _is_share(declared, formula)


def _is_any(declared: Declared, formula: Expression) -> bool:
    return True


def _is_letter(declared: Declared, formula: Expression) -> bool:
    return isinstance(formula, Symbol) and _is_positive(declared, formula)


def _check_in(*domains: Domain) -> Check:
    def check(declared: Declared, formula: Expression) -> bool:
        lookup = declared.domain(formula)
        return lookup is not None and lookup[0] in domains

    return check


_REAL = _check_in(Domain("reals", ()))
_BIT = _check_in(Domain("set", (Integer(0), _ONE)))
_FROM_0 = _check_in(Domain("whole", (Integer(0),)))
_FROM_1 = _check_in(Domain("whole", (_ONE,)))


@frozen(slots=True)
class DensityPattern:
    """The form of a `density` with holes, and a check for what fills each hole; x is the variable."""

    density: Expression
    checks: Mapping[str, Check]


_SUCCESS: Mapping[str, Check] = {"x": _FROM_0, "θ": _is_positive_share}
_DISTANCE: Mapping[str, Check] = {"q": _is_any, "d": _is_any, "Δ": _is_positive}
_SHARES: Mapping[str, Check] = {"x": _is_share, "c": _is_positive, "a": _is_positive, "b": _is_positive}
FAMILIES: Mapping[str, tuple[DensityPattern, ...]] = {
    "Bernoulli": (DensityPattern(THETA**X * (1 - THETA) ** (1 - X), {"x": _BIT, "θ": _is_share}),),
    "Gaussian": (
        DensityPattern(
            exp(-((X - MEAN) ** 2 / (2 * VARIANCE))) / sqrt(2 * Pi() * VARIANCE),
            {"x": _REAL, "μ": _is_any, "v": _is_positive},
        ),
        DensityPattern(exp(-(Q / 2)) / sqrt((2 * Pi()) ** D * DET), _DISTANCE),
        DensityPattern(sqrt(DET / (2 * Pi()) ** D) * exp(-(Q / 2)), _DISTANCE),
    ),
    "Poisson": (DensityPattern(RATE**X * exp(-RATE) / factorial(X), {"x": _FROM_0, "λ": _is_natural}),),
    "exponential": (DensityPattern(RATE * exp(-(RATE * X)), {"x": _is_natural, "λ": _is_positive}),),
    "Rayleigh": (
        DensityPattern(2 * RATE * X * exp(-(RATE * X**2)), {"x": _is_natural, "λ": _is_positive}),
    ),
    "geometric": (
        DensityPattern(THETA * (1 - THETA) ** (X - 1), {"x": _FROM_1, "θ": _is_positive_share}),
        DensityPattern(THETA * (1 - THETA) ** X, _SUCCESS),
    ),
    "negative binomial": (
        DensityPattern(
            factorial(X + H) / (factorial(X) * factorial(H)) * THETA**R * (1 - THETA) ** X,
            {**_SUCCESS, "h": _is_any, "r": _is_any},
        ),
    ),
    "Beta": (DensityPattern(C * X ** (A - 1) * (1 - X) ** (B - 1), _SHARES),),
    "Gamma": (DensityPattern(C * X ** (A - 1) * exp(-(B * X)), {**_SHARES, "x": _is_natural}),),
}
_UNNAMED = (
    *FAMILIES["Bernoulli"],
    DensityPattern(
        C * X**A * (1 - X) ** B, {**_SHARES, "a": _is_natural, "b": _is_natural}
    ),  # Beta of more
)
_DATA_FAMILIES = (
    DensityPattern(THETA**S * (1 - THETA) ** T, {"θ": _is_share, "s": _is_natural, "t": _is_natural}),
    DensityPattern(
        C * RATE**S * exp(-(RATE * T)),
        {"λ": _is_natural, "c": _is_positive, "s": _is_natural, "t": _is_natural},
    ),
)


def is_named_family(claim: WordedClaim) -> bool:
    """Say whether `claim` gives the density of the family that its words name, new in its scope."""
    return _is_new(claim) and _matches_family(claim, FAMILIES[claim.words])


def is_density_by_formula(claim: WordedClaim) -> bool:
    """Say whether `claim` gives a density or mass function that is one by its formula."""
    target = event(claim.left)
    if target is None or len(target.arguments) != 1 or not _is_new(claim):
        return False
    (x,) = target.arguments
    head = "p" if claim.words == "density" else "P"
    if not isinstance(x, Symbol) or target.head != head:
        return False
    is_integral = support_of(claim.declared, x).domain is None
    # p is a density and P a mass function: each is added up in its own way.
    return is_integral == (head == "p") and is_density(claim.declared, x, claim.right)


def is_prior(claim: WordedClaim) -> bool:
    """Say whether `claim` gives a density of a parameter as a formula with an integral, up to c."""
    target = event(claim.left)
    if target is None or not _is_new(claim) or target.head != "p" or target.condition:
        return False
    match claim.right, *target.arguments:
        case Product((c, *parts)), Symbol() as theta if _is_letter(claim.declared, c):
            free = not may_depend(claim.declared, c, theta)
            return free and is_density(claim.declared, theta, Product.of(parts), up_to_a_factor=True)
    return False


def is_dirichlet(claim: WordedClaim) -> bool:
    """Say whether `claim` gives c·∏ θ_w^(λ_w − 1) as the density of all θ."""
    return _is_new(claim) and _is_joint_power(claim, less=True)


def is_unnamed_probability(claim: WordedClaim) -> bool:
    """Say whether a `claim` without words gives a probability by a letter, a number or a plain form.

    What a conditional probability is needs no words either.
    """
    target, right = event(claim.left), claim.right
    if target is None:
        return True  # no probability
    if is_conditional(claim):
        return True
    if not _is_new(claim):
        return False
    if isinstance(right, Symbol):
        return True
    if not _non_numbers(right):
        return _can_sum_to_one(claim)
    has_form = _matches_family(claim, _UNNAMED) or is_bag_likelihood(claim)
    return has_form or _is_joint_power(claim, less=False)


def is_bag_likelihood(claim: WordedClaim) -> bool:
    """Say whether `claim` gives ∏ θ_w^n_w, with counts n_w, as the likelihood of data or a document."""
    target, right = event(claim.left), claim.right
    if target is None or target.head != "P" or not _is_new(claim):
        return False
    match right:
        case Series("product", Index() as index, _, Power(Symbol() as theta, power), None):
            has_parameter = any(
                _is_vector_of(condition, theta, index) for condition in target.condition
            ) or bool(target.condition & {*theta.lower})
            free = not may_depend(claim.declared, power, theta)
            return (
                has_parameter and free and index in theta.lower and _is_natural(claim.declared, power)
            )
    return False


def is_data_likelihood(claim: WordedClaim) -> bool:
    """Say whether `claim` gives a likelihood of data: a form in two sums, or a product over rows."""
    target = event(claim.left)
    if target is None or len(target.condition) != 1 or not _is_new(claim):
        return False
    (theta,) = target.condition
    match claim.right:
        case Series("product", Index(), _, Call() as cell, Iverson()):
            cell_event = event(cell)
            is_defined = any(definition.left == cell for definition in claim.declared.definitions)
            same_head = cell_event is not None and cell_event.head == target.head
            return is_defined and same_head and may_depend(claim.declared, cell, theta)
    for family in _DATA_FAMILIES if target.head == "P" else ():
        filling = _filled_holes(family.density, claim.right, {})
        if filling is not None and filling.get("θ", filling.get("λ")) == theta:
            return _is_allowed(claim.declared, family, filling, theta, {"θ", "λ"})
    return False


def _matches_family(claim: WordedClaim, families: tuple[DensityPattern, ...]) -> bool:
    target = event(claim.left)
    if target is None or len(target.arguments) != 1:
        return False
    (x,) = target.arguments
    for family in families:
        filling = _filled_holes(family.density, claim.right, {"x": x})
        if filling is not None and _is_allowed(claim.declared, family, filling, x, {"x"}):
            return True
    return False


def _is_allowed(
    declared: Declared, family: DensityPattern, filling: Holes, x: Expression, exempt: set[str]
) -> bool:
    """Say whether what is put in may be, and does not depend on what the density is of."""
    if not all(check(declared, filling[name]) for name, check in family.checks.items()):
        return False
    if "q" in filling:
        return _is_squared_mahalanobis(declared, filling, isinstance(family.density, Product), x)
    # h is r − 1, as the factorials of a negative binomial have it.
    if "r" in filling and not same_form(declared, filling["r"], Sum((filling["h"], _ONE))):
        return False
    return not any(
        may_depend(declared, formula, x) for name, formula in filling.items() if name not in exempt
    )


def _is_squared_mahalanobis(declared: Declared, filling: Holes, inverse: bool, x: Expression) -> bool:
    """Say whether q is a squared distance of x from a mean by the matrix whose determinant is taken.

    Both may be letters of which no more is said. With `inverse` it is the matrix itself, and not its
    inverse, that stands between the differences.
    """
    # Letters without a definition may be any distance and determinant; a defined distance must match.
    q, det, size = filling["q"], filling["Δ"], filling["d"]
    definition = declared.definition(q, counts=True) if isinstance(q, Symbol) else None
    if definition is None and isinstance(q, Symbol):
        return not inverse and isinstance(det, Symbol) and _is_natural(declared, q)
    match q if definition is None else definition[0].right, det:
        case (
            Series(
                "sum",
                Index() as j,
                domain,
                Series("sum", Index() as m, inner_domain, Product((entry, *deviations)), None),
                None,
            ),
            Call("det", (Symbol() as matrix,)),
        ):
            inverted = Call("inv", (matrix,), (), (j, m))
            square = domain == inner_domain == Domain("span", (_ONE, size)) and isinstance(x, Symbol)
            has_entry = entry == (Symbol(matrix.letter, (j, m)) if inverse else inverted)
            return square and has_entry and _are_deviations(deviations, x, j, m)
    return False


def _are_deviations(deviations: Sequence[Expression], x: Expression, *places: Index) -> bool:
    """Say whether what stands between the indices are numbers of x less their means."""
    gaps = []
    for part, place in zip(deviations, places, strict=True):
        match part:
            case Sum((Symbol() as number, Negative(Symbol() as mean))) if number == _with_index(
                x, place
            ):
                gaps.append(
                    replace(
                        mean, lower=tuple(subscript for subscript in mean.lower if subscript != place)
                    )
                )
            case _:
                return False
    return gaps[0] == gaps[1]


def _with_index(x: Expression, place: Index) -> Expression | None:
    return replace(x, lower=(place, *x.lower)) if isinstance(x, Symbol) else None


def _is_joint_power(claim: WordedClaim, *, less: bool) -> bool:
    """Say whether a line gives c times a product of powers as the density of all numbers together.

    The exponents are shapes `less` one, or else what the shapes are greater than one by.
    """
    target = event(claim.left)
    match claim.right:
        case Product(
            (c, Series("product", Index() as index, _, Power(Symbol() as theta, power), None))
        ):
            if less and (not isinstance(power, Sum) or power.terms[1:] != (Negative(_ONE),)):
                return False
            shape = power.terms[0] if less and isinstance(power, Sum) else power
            signed = _is_positive(claim.declared, shape) if less else _is_natural(claim.declared, shape)
            free = not any(may_depend(claim.declared, formula, theta) for formula in (shape, c))
            single = (
                target is not None
                and target == Event("p", target.arguments)
                and len(target.arguments) == 1
            )
            is_vector = target is not None and all(
                _is_vector_of(formula, theta, index) for formula in target.arguments
            )
            return single and is_vector and free and signed and _is_letter(claim.declared, c)
    return False


def _is_vector_of(vector: Expression, component: Symbol, index: Index) -> bool:
    """Say whether a letter stands for all numbers of another one, over its index."""
    rest = tuple(subscript for subscript in component.lower if subscript != index)
    return len(rest) + 1 == len(component.lower) and vector == replace(component, lower=rest)


def _is_new(claim: WordedClaim) -> bool:
    """Say whether no other line gave a distribution to what this one gives one to.

    Another one would follow from it by a law, or contradict it.
    """
    target = event(claim.left)
    events = (
        event(definition.left)
        for definition in claim.declared.definitions
        if definition.left != claim.left
    )
    names = [name for event_ in events if event_ is not None for name in event_.arguments]
    pairs = (
        (name, argument)
        for name in names
        for argument in (target.arguments if target is not None else ())
    )
    return all(match(a, b) is None and match(b, a) is None for a, b in pairs)


def _can_sum_to_one(claim: WordedClaim) -> bool:
    """Say whether the numbers that were given as probabilities can add up to 1, this one among them."""
    probabilities = [
        definition
        for definition in claim.declared.definitions
        if isinstance(event(definition.left), Event)
    ]
    numbers = {
        definition.left: definition.right
        for definition in probabilities
        if not _non_numbers(definition.right)
    }
    # Probabilities of more than 1 together contradict each other, and from that everything follows.
    total = Sum(tuple(numbers.values()))
    bounded = all(_is_natural(claim.declared, part) for part in numbers.values())
    bounded = bounded and _is_natural(claim.declared, Sum((_ONE, Negative(total))))
    values = frozenset(part for formula in numbers for part in formula.children)
    covered = any(values >= members for members in claim.declared.sets)
    return bounded and (not covered or same_form(claim.declared, total, _ONE))


def _non_numbers(expression: Expression) -> list[Expression]:
    """Return what is no number in a formula."""
    return [part for part in expression.walk() if isinstance(part, Symbol | Call | Series)]


def _filled_holes(form: Expression, expression: Expression, filling: Holes) -> Holes | None:
    """Return what stands in the holes of a form, None if an expression does not look like it."""
    if isinstance(form, Symbol) and form.role == "hole":
        return filling if filling.setdefault(form.letter, expression) == expression else None
    parts, expression_parts = form.children, expression.children
    if type(form) is not type(expression) or len(parts) != len(expression_parts):
        return None
    # What a node holds beside its parts, as the name of a function, has to be the same.
    if form != expression and (not parts or expression.with_children(parts) != form):
        return None
    pairs = zip(parts, expression_parts, strict=True)
    return filling if all(_filled_holes(a, b, filling) is not None for a, b in pairs) else None
