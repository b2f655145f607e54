"""What the verifier finds once more about a decision is what was found; nothing else is accepted."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction as F
from functools import cache
from itertools import pairwise

import pytest
from forgeries import Subject
from hypothesis import given
from hypothesis import strategies as st
from thoroughness import all_of, law, one_in

from exactnb import Conventions, Documents, ModelChoice, Problem, solve
from exactnb.core.arithmetic.algebraic import real_zeros, value_at
from exactnb.core.arithmetic.rounding import Decimal
from exactnb.core.data.documents import Document
from exactnb.core.expression.nodes import Expression, Integer, Numeral, PointsNode, Quotient
from exactnb.core.expression.results import decided_labels
from exactnb.core.expression.written import listing
from exactnb.core.model.probabilities import Prediction
from exactnb.core.model.quantity import Effort
from exactnb.core.naming.names import QuantityName
from exactnb.errors import Unsupported
from exactnb.explain.derivation import InLambda, LeaveOneOut, Rejected, flips_checks
from exactnb.explain.derivation.flips_checks import Score, decision_changes, expanded_joints
from exactnb.explain.derivation.second_reader import questions as edits_anew
from exactnb.explain.derivation.second_reader.view import Candidates
from exactnb.explain.solution import exploring
from exactnb.explain.solution.exploring import explore


def texts(family: str, query: str = "win", **conventions: str) -> Problem:
    """Return a longer text of + and a shorter one of −, and a third to be told."""
    choice = ModelChoice(Conventions(smoothing=1, **conventions), family)  # type: ignore[arg-type]
    return Problem(Documents.of([("+", "win win cash"), ("-", "lunch")]), {"x": query}, {"m": choice})


def beside_texts() -> Problem:
    """Return two texts beside a column, and a query that has no text."""
    texts = [Document("", "+", "win cash", ("1",)), Document("", "-", "cash", ("3",))]
    choice = ModelChoice(Conventions(smoothing=1), families={"text": "multinomial", "a": "categorical"})
    return Problem(Documents.of(texts, columns=["a"]), {"x": {"a": "1"}}, {"m": choice})


def table(head: str, rows: str, query: str, model: str = "", data: str = "") -> Problem:
    """Return a problem about a table."""
    lines = "\n".join((head, *rows.split("; ")))
    return Problem.from_text(
        f"[data]\n{data}\ntable = '''\n{lines}\n'''\n[model]\n{model}\n[query]\nx = {{ {query} }}"
    )


BITS = "1 1 +; 1 1 +; 0 0 -; 0 0 -"
IGNORED = "family = 'bernoulli'\nsmoothing = 1\nabsent = 'ignore'"
DRAWN = "family = 'multinomial'\nsmoothing = 1"
WAITING = "smoothing = 1\nfamilies = { t = 'exponential', s = 'categorical' }"

PROBLEMS = {
    "drawn": lambda: texts("multinomial"),
    "drawn thrice": lambda: texts("multinomial", "win win win"),
    "present": lambda: texts("bernoulli"),
    "present alone": lambda: texts("bernoulli", absent="ignore"),
    "bits": lambda: table("a b k", BITS, "a = 1, b = 0", IGNORED),
    "no row": lambda: table(
        "u v k",
        "0 p a; 1 p b; 1 q b",
        "u = 1, v = 'p'",
        "prior = 'uniform'",
        "classes = ['a', 'b', 'c']",
    ),
    "counted": lambda: table(
        "w v k", "2 1 a; 0 1 b; 1 0 b", "w = 1, v = 0", f"prior = 'uniform'\n{DRAWN}"
    ),
    "weighted": lambda: table(
        "s n k", "u 2 a; v 0 a; v 2 b; v 1 a; u 1 b", "s = 'v'", "", "weight = 'n'"
    ),
    "numbers": lambda: table(
        "n s t k", "A u 1 a; B v 3 a; C v 4 b", "s = 'v', t = 3", WAITING, "id = 'n'"
    ),
    "first": lambda: table("s k", "u b; u a; v b; v b", "s = 'u'", "tie = 'first'"),
    "mixed": beside_texts,
}


@cache
def explored(of: str, *asked: str) -> Subject:
    return Subject(solve(PROBLEMS[of](), only=list(asked)))


def flipped() -> Problem:
    return table("s k", "u -; v +; v +; w +", "s = 'u'", "smoothing = 1")


FOUND = [
    ("drawn", "edits(x)", "row 2: win for lunch"),
    ("drawn", "nearest(x)", "with lunch; without win; lunch for win"),
    ("drawn", "flips(λ|x)", ""),
    ("drawn thrice", "flips(λ|x)", ""),
    ("drawn thrice", "nearest(x)", "with lunch, with lunch; lunch for win, with lunch; "
     "lunch for win, without win; cash for win, lunch for win; lunch for win, lunch for win"),
    ("present", "edits(x)", "row 1: with lunch; row 1: lunch for win; row 2: without lunch; "
     "row 2: with win; row 2: win for lunch"),
    ("present", "nearest(x)", "win=0; lunch=1"),
    ("present", "reasons(x)", "lunch=0, win=1"),
    ("present alone", "edits(x)", "row 2: with win; row 2: win for lunch"),
    ("bits", "edits(x)", "row 1: - for +; row 2: - for +"),
    ("bits", "nearest(x)", "a=0"),  # a 0 is left out: only the priors are left, which tie
    ("bits", "reasons(x)", "a=1"),
    ("no row", "edits(x)", "row 2: c for b; row 3: c for b"),
    ("no row", "nearest(x)", ""),
    ("no row", "reasons(x)", "-"),  # whatever is seen, of c nothing is known
    ("counted", "edits(x)", "row 1 left out; row 2 left out; row 3 twice; row 1: b for a; "
     "row 2: a for b; row 1: w 1 for 2; row 2: w 1 for 0; row 2: v 0 for 1; row 3: w 2 for 1"),
    ("counted", "nearest(x)", "with v; without w; v for w"),
    ("weighted", "edits(x)", "row 3 left out; row 4 twice; row 3: a for b; row 1: s v for u; "
     "row 3: s u for v"),
    ("weighted", "nearest(x)", "s=u"),
    ("weighted", "reasons(x)", "s=v"),
    ("numbers", "edits(x)", "B left out; C twice; A: b for a; B: b for a; B: s u for v"),
    ("first", "edits(x)", "row 1 left out; row 2 twice; row 1: a for b; row 1: s v for u"),
    ("first", "nearest(x)", ""),
    ("first", "reasons(x)", "-"),
    ("mixed", "nearest(x)", "a=3"),
    ("mixed", "reasons(x)", "a=1"),
]  # fmt: skip
"""What is found, in groups: "-" is the group of nothing."""


def groups(told: str) -> tuple[tuple[str, ...], ...]:
    every = [of.split(", ") for of in told.split("; ")] if told else []
    return tuple(() if of == ["-"] else tuple(of) for of in every)


@all_of(("of", "asked", "told"), FOUND, apart=3)
def test_what_is_found_is_accepted(of: str, asked: str, told: str) -> None:
    """Words, counts, rows of weight 0, numbers, ties and classes without rows are looked through."""
    found = explored(of, asked).solution[asked]
    assert getattr(found, "groups", ()) == groups(told)


@all_of(("of", "asked", "told"), [each for each in FOUND if each[1] != "flips(λ|x)"], apart=3)
def test_one_more_or_one_less_is_rejected(of: str, asked: str, told: str) -> None:
    """What is no such thing, what is missing and what stands twice are named."""
    subject, right = explored(of, asked), groups(told)
    for other, why in (
        ((*right, ("Sky=blue",)), f"Sky=blue is none of {asked[:4]}"),
        (right[1:], f"is missing in {asked[:4]}"),
        ((*right, *right[:1]), f"something stands twice in {asked[:4]}"),
    ):
        if other != right:
            with pytest.raises(Rejected, match=why):
                subject.verify(subject.derivation, **{asked: listing(other)})


def test_what_is_no_set_is_rejected() -> None:
    """A number is no set of edits."""
    subject = explored("bits", "edits(x)")
    with pytest.raises(Rejected, match="is a set of things in words"):
        subject.verify(subject.derivation, **{"edits(x)": Integer(2)})


@all_of(
    ("said", "why"),
    [
        (PointsNode(()), "the decision changes 1 times, not 0"),
        (PointsNode((Integer(1), Integer(2))), "the decision changes 1 times, not 2"),
        (PointsNode((Integer(3),)), "no class takes over from another there"),
        (PointsNode((Quotient(Integer(1), Integer(3)),)), "no class takes over from another there"),
        (PointsNode((Quotient(Integer(1), Integer(0)),)), "a flip is a number"),
        (Integer(1), "flips are points"),
        (PointsNode((Integer(1), Integer(2)), "open"), "flips are points"),
    ],
)
def test_flips_that_are_others_are_rejected(said: Expression, why: str) -> None:
    """The decision changes once, at λ = 1, which stands in a list of points."""
    subject = Subject(solve(flipped(), only=["flips(λ|x)"]))
    subject.verify(subject.derivation)
    with pytest.raises(Rejected, match=why):
        subject.verify(subject.derivation, **{"flips(λ|x)": said})


@pytest.mark.exhaustive
def test_a_flip_may_be_all_of_its_interval() -> None:
    """4λ/(4 + 2λ) passes 1 at λ = 2, which halving an interval comes upon."""
    of = table("a k", "0 +; 0 +; 0 +; 0 +; 1 -; 0 -", "a = 1", "smoothing = 1")
    subject = Subject(solve(of, only=["flips(λ|x)"]))
    assert subject.solution["flips(λ|x)"].parts == (2,)
    intervals = [
        low
        for (low, high), *_ in decision_changes(
            expanded_joints(of.predictions[""], of.scope.resolve("flips(λ|x)"), Effort()),
            first=False,
        )
        if low == high
    ]
    assert intervals == [2]
    subject.verify(subject.derivation)


def test_a_number_beside_an_irrational_flip_is_rejected() -> None:
    """A root of the fourth degree near 3.763 is not 3.763, however near that is."""
    of = table("s t k", "u p -; v q +; v q +", "s = 'u', t = 'p'", "smoothing = 1")
    subject = Subject(solve(of, only=["flips(λ|x)"]))
    subject.verify(subject.derivation)
    near = PointsNode((Quotient(Integer(3763), Integer(1000)),))
    with pytest.raises(Rejected, match="no two joints are equal there"):
        subject.verify(subject.derivation, **{"flips(λ|x)": near})


def test_a_zero_that_two_polynomials_share_is_seen() -> None:
    """The zero of x³ − x − 1 is one of its product with x − 1, and none of x³ − 2 or of x − 1."""
    (place,) = real_zeros((-1, -1, 0, 1))
    for polynomial, held in (((1, 0, -1, -1, 1), True), ((-2, 0, 0, 1), False), ((-1, 1), False)):
        assert flips_checks._is_zero(polynomial, place) is held


@pytest.mark.parametrize(("factor", "number"), [((F(2),), 1), ((F(0), F(1)), 2)])
def test_joints_that_are_wrong_for_a_number_are_rejected(
    monkeypatch: pytest.MonkeyPatch, factor: tuple[F, ...], number: int
) -> None:
    """Joints in λ are those of models smoothed by 1 and by 2: twice one, or λ times it, is found."""
    subject = Subject(solve(flipped(), only=["flips(λ|x)"]))
    right = flips_checks.expanded_joints

    def wrong(prediction: Prediction, name: QuantityName, effort: Effort) -> Mapping[str, Score]:
        found = dict(right(prediction, name, effort))
        label, (above, below) = found.popitem()
        return found | {label: (flips_checks._times(above, factor), below)}

    monkeypatch.setattr(flips_checks, "expanded_joints", wrong)
    with pytest.raises(Rejected, match=f"the joints in λ are not those of λ = {number}"):
        subject.verify(subject.derivation)


# ------------------------------------------------------------------ tables of what would be otherwise


@cache
def told() -> Subject:
    """Return all that is told of a row with u: it is − up to λ = 1, and + beyond."""
    return Subject(explore(flipped()))


def other(block: InLambda | LeaveOneOut, subject: Subject | None = None, **changes: object) -> str:
    """Return why a solution is rejected with this table for its own."""
    subject = subject or told()
    of = subject.derivation
    changed = replace(block, **changes)  # type: ignore[arg-type]
    steps = tuple(
        replace(step, blocks=tuple(changed if each is block else each for each in step.blocks))
        for step in of.steps
    )
    with pytest.raises(Rejected) as rejected:
        subject.verify(replace(of, steps=steps))
    return str(rejected.value)


def test_a_table_over_lambda_is_worked_out_once_more() -> None:
    """Joints, flips and decisions that are not those of the model are named, and other quantities."""
    (block,) = told().blocks(InLambda)
    first, second = block.joints
    assert "the joints are not those" in other(block, joints=(second, first))
    assert "the joints are not those" in other(block, joints=((first[0], second[1]), second))
    assert "the flips are not rounded so" in other(block, flips=())
    assert "the flips are not rounded so" in other(block, flips=(Numeral(Decimal(9, 0)),))
    assert "between the flips something else is decided" in other(block, decided=block.decided[::-1])
    assert "argmax(x) is nothing that λ changes" in other(block, name=told().name("argmax(x)"))
    wrapped = replace(block.name, wrappers=told().name("log(P(+))").wrappers)
    assert "is nothing that λ changes" in other(block, name=wrapped)


def test_a_table_of_rows_left_out_is_counted_once_more() -> None:
    """Rows, decimals and decisions that are not those of the data are named, and other quantities."""
    (block,) = told().blocks(LeaveOneOut)
    (row, decimal, labels), *rest = block.rows
    no_row = "the rows are not those of the data"
    assert no_row in other(block, rows=tuple(rest))
    assert no_row in other(block, rows=block.rows[:-1])
    assert no_row in other(block, rows=(*block.rows, block.rows[-1]))
    assert no_row in other(block, rows=(("9", decimal, labels), *rest))
    for changed in ((row, Numeral(Decimal(1, 4)), labels), (row, decimal, ())):
        assert f"without {row} something else follows" in other(block, rows=(changed, *rest))
    assert "what is told is no posterior" in other(block, name=told().name("P(+)"))


def test_a_fault_in_the_labels_of_rows_left_out_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without one of three rows the classes tie, and a table that names one of them is wrong."""
    of = table("s k", "u a; u a; u b", "s = 'u'", "smoothing = 1")
    explore(of)
    monkeypatch.setattr(exploring, "decided_labels", lambda value: decided_labels(value)[:1])
    with pytest.raises(Rejected, match="without 1 something else follows"):
        explore(of)


@one_in(3, "model", ["gaussian", "lda", "exponential", "poisson"])
def test_a_decimal_of_a_row_left_out_is_refused_where_it_is_irrational(model: str) -> None:
    """A posterior that is enclosed is compared with a decimal to half a unit of its last digit."""
    of = Subject(explore(table("t k", "1 a; 2 a; 4 a; 3 b; 5 b; 6 b", "t = 3", f"family = '{model}'")))
    (block,) = of.blocks(LeaveOneOut)
    (row, decimal, labels), *rest = block.rows
    assert isinstance(decimal, Numeral)
    wrong = Numeral(replace(decimal.decimal, units=decimal.decimal.units - 1))
    assert f"without {row} something" in other(block, of, rows=((row, wrong, labels), *rest))


@pytest.mark.exhaustive
@pytest.mark.parametrize("prior", ["0", "1", "'0+'"])
def test_a_class_of_no_weight_has_nothing_to_lose(prior: str) -> None:
    """A row that counts 0 times is left out of the only class without others: nothing changes."""
    model = f"smoothing = 1\nprior = 'smoothed'\nprior_smoothing = {prior}"
    of = table("s n k", "u 1 a; v 2 b; u 0 c; u 1 a", "s = 'u'", model, "weight = 'n'")
    (block,) = Subject(explore(of)).blocks(LeaveOneOut)
    assert [row for row, *_ in block.rows] == ["1", "3", "4"] if prior == "0" else ["1", "2", "3", "4"]


# ------------------------------------------------------------------ edits as the second reader has them


def test_edits_of_more_rows_than_are_counted_again_are_read_once(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Of four rows two are different, each edited in five ways: 40 rows are counted again."""
    of = PROBLEMS["bits"]()
    monkeypatch.setattr(edits_anew, "_MAX_ROWS", 40)
    assert not solve(of, only=["edits(x)"]).verified.readings.read_once
    monkeypatch.setattr(edits_anew, "_MAX_ROWS", 39)
    solution = solve(of, only=["edits(x)"])
    ((name, why),) = solution.verified.readings.read_once
    assert (str(name), why) == ("edits(x)", "edits that count more than 39 rows again")
    assert "Read by one reader only: edits(x) (edits that count more" in solution.text()


def test_edits_of_a_row_that_is_asked_about_leave_it_as_it_is() -> None:
    """What is decided about row r1 is decided about what it shows, though it is left out itself."""
    rows = "r1 u a; r2 v b; r3 v b; r4 u a; r5 u b"
    of = table("n s k", rows, "s = 'u'", "smoothing = 1", "id = 'n'")
    solution = solve(of, only=["edits(r1)", "edits(x)"])
    assert solution["edits(r1)"] == solution["edits(x)"]
    assert ("r1 left out",) in solution["edits(r1)"].groups
    assert not solution.verified.readings.read_once


@pytest.mark.parametrize("query", ["s = 'u'", "s = 'u', t = 'p'"])
def test_an_edit_whose_rows_are_refused_is_none(query: str) -> None:
    """Without its row a class shows no value of t, whose cells are counted, be t observed or not."""
    model = (
        "prior = 'uniform'\nsmoothing = { m = 2 }\n"
        "smoothings = { t = { add = '1/2', cells = 'class' } }"
    )
    of = table("s t k", "u p a; u q b; v p c; u q a", query, model)
    solution = solve(of, only=["edits(x)"])
    listed = {text for (text,) in solution["edits(x)"].groups}
    assert listed
    assert not listed & {"row 2 left out", "row 2: a for b", "row 3 left out", "row 3: a for c"}
    assert not solution.verified.readings.read_once


def test_a_class_and_a_word_of_one_name_are_edited_in_the_same_words() -> None:
    """Of a text "spam" that is spam, "ham for spam" may be its word or its class; it stands once."""
    texts = Documents.of([("spam", "spam"), ("ham", "ham")])
    choice = ModelChoice(Conventions(smoothing=1, prior="uniform"), "multinomial")
    solution = solve(Problem(texts, {"x": "spam"}, {"m": choice}), only=["edits(x)"])
    assert solution["edits(x)"].groups.count(("row 1: ham for spam",)) == 1
    assert not solution.verified.readings.read_once


@all_of(
    ("before", "after", "differs"),
    [
        ((), ("k",), True),
        (("k", "l"), ("k",), True),
        (("k",), ("k",), False),
        (Candidates(("k", "l")), ("k",), None),
        (("k",), Candidates(("k", "l")), None),
        (Candidates(("k", "l")), Candidates(("l", "m")), None),
        (Candidates(("k", "l")), ("m",), True),
        ((), Candidates(("k", "l")), True),
    ],
)
def test_decisions_that_are_too_close_to_tell_may_differ(
    before: edits_anew.Decided, after: edits_anew.Decided, differs: bool | None
) -> None:
    """Two decisions certainly differ only if no class may be in both."""
    assert edits_anew._decisions_differ(before, after) is differs


# ------------------------------------------------------------------ where scores in λ are equal

PLACES = st.fractions(F(1, 64), 8, max_denominator=64)


@given(st.lists(PLACES, max_size=4, unique=True), st.lists(PLACES, max_size=1))
@law(20)
def test_each_place_where_two_scores_are_equal_has_an_interval(
    places: list[F], touched: list[F]
) -> None:
    """Two scores apart by Π (λ − r) change places at each r, and not where a factor stands twice."""
    away: tuple[F, ...] = (F(1),)
    for place in (*places, *touched, *touched):
        away = tuple(a - place * b for a, b in zip((F(0), *away), (*away, F(0)), strict=True))
    high = F(9) ** 8  # so that no score is 0
    scores = {"k": ((high,), (F(1),)), "l": ((high + away[0], *away[1:]), (F(1),))}
    every = sorted({*places, *touched})
    ahead = [
        ("l",) if value_at(away, (low + up) / 2) > 0 else ("k",)
        for low, up in pairwise([F(0), *every, F(9)])
    ]
    found = list(decision_changes(scores, first=False))
    assert [(before, after) for _, before, after in found] == list(pairwise(ahead))
    assert all(0 < low <= place <= up for ((low, up), *_), place in zip(found, every, strict=True))
    assert all(one[1] < other[0] for (one, *_), (other, *_) in pairwise(found))


def test_joints_of_numbers_are_not_multiplied_out() -> None:
    """Beside λ a density has a power of e: such a joint is no quotient of polynomials."""
    scope = PROBLEMS["numbers"]().scope
    (prediction,) = PROBLEMS["numbers"]().predictions.values()
    with pytest.raises(Unsupported, match="no quotient of polynomials in λ"):
        expanded_joints(prediction, scope.resolve("flips(λ|x)"), Effort())


@pytest.mark.parametrize(("first", "labels"), [(False, ("k", "l")), (True, ("k",))])
def test_scores_that_are_equal_everywhere_tie(first: bool, labels: tuple[str, ...]) -> None:
    """Of two scores that are one function no λ is a tie; beside a third they tie where it is less."""
    one, two = (F(1),), (F(2),)
    scores = {"k": (one, one), "l": (two, two), "m": ((F(0), F(1)), two)}
    (((low, high), before, after),) = decision_changes(scores, first=first)
    assert low <= 2 <= high
    assert (before, after) == (labels, ("m",))


@pytest.mark.parametrize("first", [False, True])
def test_where_all_scores_are_zero_nothing_is_decided(first: bool) -> None:
    """A score of (λ − 1)² beside one of 0 is ahead on either side of 1; two of 0 never are."""
    one, zero = (F(1),), (F(0),)
    square = (F(1), F(-2), F(1))
    ((_, before, after),) = decision_changes({"k": (square, one), "l": (zero, one)}, first=first)
    assert before == after == ("k",)
    assert not list(decision_changes({"k": (zero, one), "l": (zero, one)}, first=first))
