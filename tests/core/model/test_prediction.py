from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import product

from hypothesis import given
from hypothesis import strategies as st
from thoroughness import law

from exactnb import Conventions, ModelChoice, Problem, Table
from exactnb.core.arithmetic.values import UNDEFINED, Infinite, compare, logarithm
from exactnb.core.expression.results import Decision, Value
from exactnb.core.model.quantities import Quantities
from exactnb.core.model.quantity import Effort

VALUES = {"a": ["0", "1"], "Sky": ["Blue", "Grey", "Red"], "sea level": ["low", "high"]}
LABELS = ["+", "-", "k", "l", "m"]
Event = dict[str, str]  # a column, or "y" for the class, to what it is


@dataclass(frozen=True)
class Case:
    """A problem, its queries, and the full joint distribution worked out by hand."""

    problem: Problem
    queries: dict[str, Event]
    joint: dict[tuple[str, ...], Fraction]

    @property
    def classes(self) -> tuple[str, ...]:
        """Return the labels."""
        return self.problem.schema.classes

    def value(self, text: str) -> Value:
        """Return what the library says."""
        name = self.problem.scope.resolve(text)
        return Quantities([name], self.problem.define, Effort()).value(name)

    def probability(self, event: Event) -> Fraction:
        """Return the sum of the joint over all cells of an event."""
        order = ("y", *VALUES)
        return sum(
            (p for cell, p in self.joint.items()
             if all(dict(zip(order, cell, strict=True))[c] == v for c, v in event.items())),
            Fraction(0),
        )  # fmt: skip

    def conditional(self, left: Event, right: Event) -> Value:
        """Return P(left | right) from the joint alone."""
        below = self.probability(right)
        return self.probability(left | right) / below if below else UNDEFINED


def estimates(rows: list[tuple[str, ...]], at: int, value: str, label: str, lam: Fraction) -> Fraction:
    """Return (c+λ)/(n+mλ) of a column, counted anew."""
    of_class = [row for row in rows if row[-1] == label]
    hits = sum(row[at] == value for row in of_class)
    cells = len(list(VALUES.values())[at])
    return (hits + lam) / (len(of_class) + cells * lam)


@st.composite
def cases(draw: st.DrawFn, smallest: int = 2) -> Case:
    """Draw rows of two to five classes, each with a row, a prior and a λ."""
    labels = LABELS[: draw(st.integers(smallest, 5))]
    cell = st.tuples(*map(st.sampled_from, VALUES.values()))
    rows = [(*draw(cell), label) for label in labels]
    rows += draw(st.lists(st.builds(lambda c, k: (*c, k), cell, st.sampled_from(labels)), max_size=8))
    lam = draw(st.sampled_from([Fraction(0), Fraction(1), Fraction(1, 2), Fraction(3, 7)]))
    kind = draw(st.sampled_from(["mle", "uniform", "smoothed", "given"]))
    size, sizes = len(rows), {k: sum(row[-1] == k for row in rows) for k in labels}
    prior = {
        "mle": {k: Fraction(sizes[k], size) for k in labels},
        "uniform": dict.fromkeys(labels, Fraction(1, len(labels))),
        "smoothed": {k: (sizes[k] + lam) / (size + len(labels) * lam) for k in labels},
        "given": dict(zip(labels, draw(st.sampled_from(SHARES[len(labels)])), strict=True)),
    }[kind]
    chosen: str | dict[str, str] = kind
    if kind == "given":
        chosen = {k: str(p) for k, p in prior.items()}
    tie = draw(st.sampled_from(["report", "first"]))
    conventions = Conventions(prior=chosen, smoothing=lam, tie=tie)
    joint = {}
    for label, *values in product(labels, *VALUES.values()):
        p = prior[label]
        for at, value in enumerate(values):
            p *= estimates(rows, at, value, label, lam)
        joint[label, *values] = p
    queries = {"x": {"a": draw(cell)[0], "Sky": draw(cell)[1]}, "w": {"sea level": draw(cell)[2]}}
    table = Table.from_rows(rows, [*VALUES, "y"], values=VALUES, classes=labels)
    return Case(Problem(table, queries, {"model": ModelChoice(conventions)}), queries, joint)


SHARES = {
    n: [
        [Fraction(1, 2 ** min(at + 1, n - 1)) for at in range(n)],
        [Fraction(0), *[Fraction(1, n - 1)] * (n - 1)],
    ]
    for n in range(2, 6)
}


@st.composite
def questions(draw: st.DrawFn, case: Case) -> tuple[str, Event, Event]:
    """Draw P(A|B) in any shape, with the events of A and B."""
    pieces: list[tuple[str, Event]] = [
        (label, {"y": label}) for label in draw(st.sets(st.sampled_from(case.classes), max_size=1))
    ]
    kind = draw(st.sampled_from(["cells", "x", "w", "both"]))
    taken: Event = {}
    for identity in ("x", "w"):
        if kind in (identity, "both"):
            pieces.append((identity, case.queries[identity]))
            taken |= case.queries[identity]
    for column, values in VALUES.items():
        if column not in taken and draw(st.booleans()):
            value = draw(st.sampled_from(values))
            pieces.append((f"{column}={value}", {column: value}))
    if not pieces:
        pieces = [(case.classes[0], {"y": case.classes[0]})]
    pieces = draw(st.permutations(pieces))
    cut = draw(st.integers(1, len(pieces)))
    left, right = pieces[:cut], pieces[cut:]
    text = ",".join(text for text, _ in left) + ("|" if right else "")
    text += ",".join(text for text, _ in right)
    events = [{c: v for _, event in side for c, v in event.items()} for side in (left, right)]
    return f"P({text})", events[0], events[1]


@given(st.data())
@law(24)
def test_every_conditional_is_a_quotient_of_sums_of_the_joint(data: st.DataObject) -> None:
    """P(A|B), for any lists A and B, is ΣP over A and B by ΣP over B, or undefined if that is 0."""
    case = data.draw(cases())
    text, left, right = data.draw(questions(case))
    if "y" in right and not case.probability(right):
        return  # given the class the factors are parameters, whatever P(B) is
    assert case.value(text) == case.conditional(left, right)


def ratio(above: Fraction, below: Fraction) -> Value:
    """Return a quotient with its two limits: x/0 infinite, 0/0 undefined."""
    if below:
        return above / below
    return Infinite(1) if above else UNDEFINED


def pairs(case: Case) -> Iterator[tuple[str, str]]:
    """Yield three pairs of classes, neighbours and their turns."""
    yield case.classes[0], case.classes[1]
    yield case.classes[1], case.classes[0]
    yield case.classes[-1], case.classes[0]


@given(cases())
@law(8)
def test_odds_are_quotients_of_joints(case: Case) -> None:
    """odds(k:l|x), odds(k|x) and lr(k:l|x) are what the joint says, with their limits."""
    x = case.queries["x"]
    joints = {k: case.probability({"y": k} | x) for k in case.classes}
    priors = {k: case.probability({"y": k}) for k in case.classes}
    for k, other in pairs(case):
        odds = case.value(f"odds({k}:{other}|x)")
        assert odds == ratio(joints[k], joints[other])
        assert case.value(f"odds({k}:{other})") == ratio(priors[k], priors[other])
        if priors[k] and priors[other]:
            likelihoods = joints[k] / priors[k], joints[other] / priors[other]
            assert case.value(f"lr({k}:{other}|x)") == ratio(*likelihoods)
        log_odds = case.value(f"log_odds({k}:{other}|x)")
        if odds == UNDEFINED:
            assert log_odds == UNDEFINED
        else:
            assert not isinstance(odds, Decision)
            assert not isinstance(log_odds, Decision)
            assert compare(log_odds, logarithm(odds)) == 0
    for k in case.classes[:2]:
        rest = sum((p for label, p in joints.items() if label != k), Fraction(0))
        assert case.value(f"odds({k}|x)") == ratio(joints[k], rest)
        assert case.value(f"odds({k})") == ratio(priors[k], 1 - priors[k])


@given(cases())
@law(8)
def test_the_decision_is_the_largest_joint(case: Case) -> None:
    """argmax(x) is every class whose joint is largest, or the first; undefined if all are 0."""
    first = case.problem.models["model"].conventions.tie == "first"
    for text, event in [("x", case.queries["x"]), ("", {}), ("Sky=Red,w", case.queries["w"])]:
        whole = event | ({"Sky": "Red"} if text == "Sky=Red,w" else {})
        joints = [case.probability({"y": k} | whole) for k in case.classes]
        best = tuple(k for k, p in zip(case.classes, joints, strict=True) if p == max(joints))
        wanted = Decision(best[:1] if first else best) if max(joints) else UNDEFINED
        assert case.value(f"argmax({text})") == wanted


@given(cases())
@law(30)
def test_every_name_that_is_used_is_canonical(case: Case) -> None:
    """Names inside formulas read back as themselves."""
    texts = ("P(+|x,w)", "P(a=1|w)", "P(x,w)", "odds(+|w)", "argmax(x)", "P(Sky=Blue,w|a=0)")
    names = [case.problem.scope.resolve(text) for text in texts]
    for name in Quantities(names, case.problem.define, Effort()):
        assert case.problem.scope.resolve(str(name)) == name
