from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction

import pytest
from thoroughness import all_of
from worked import problem_file

from exactnb import Conventions, ModelChoice, Problem, Table, solve
from exactnb.core.data.edits import Edit
from exactnb.core.data.schema import Case
from exactnb.core.expression.evaluate import evaluate
from exactnb.core.expression.nodes import Expression, Integer, Product, Quotient, Reference, Sum
from exactnb.core.expression.reasons import AS_COUNTED, AS_GIVEN, SUBSTITUTED, Reason, Rule
from exactnb.core.expression.results import Decision, Value
from exactnb.core.expression.spell import spell
from exactnb.core.model import data_quantities as module
from exactnb.core.model.data_quantities import DataQuantities, changed_estimates
from exactnb.core.model.quantities import Quantities
from exactnb.core.model.quantity import Effort, Quantity
from exactnb.core.naming.names import Item, QuantityName
from exactnb.core.problem.edits import edit_formulas
from exactnb.core.quantities import QUANTITIES
from exactnb.errors import Unsupported

TENNIS = Problem.read(problem_file("play_tennis"))
ASKED = ["P(Yes|x')", "P(No|x')", "odds(Yes:No|x')", "argmax(x')"]

WORTH = [
    ("P(Yes)", "9/14"),
    ("P(No)", "5/14"),
    ("P(Outlook=Sunny|Yes)", "2/9"),
    ("P(Temperature=Cool|Yes)", "3/9"),
    ("P(Humidity=High|Yes)", "3/9"),
    ("P(Wind=Strong|Yes)", "3/9"),
    ("P(Outlook=Sunny|No)", "3/5"),
    ("P(Temperature=Cool|No)", "1/5"),
    ("P(Humidity=High|No)", "4/5"),
    ("P(Wind=Strong|No)", "3/5"),
    ("P(Yes,x')", "1/189"),
    ("P(No,x')", "18/875"),
    ("P(Yes|x')", "125/611"),
    ("P(No|x')", "486/611"),
    ("odds(Yes:No|x')", "125/486"),
]


def name(text: str) -> QuantityName:
    """Return the name of a quantity."""
    return TENNIS.scope.resolve(text)


def graph(*texts: str) -> Quantities:
    """Return the graph of some quantities."""
    return Quantities([name(text) for text in texts], TENNIS.define, Effort())


@all_of(("text", "worth"), WORTH)
def test_play_tennis_is_worth_what_the_slides_say(text: str, worth: str) -> None:
    """Estimates, joints, posteriors and odds of the day x' have their exact values."""
    assert graph(*ASKED).value(name(text)) == Fraction(worth)


def test_the_graph_holds_what_is_asked_and_all_it_rests_on() -> None:
    """Leaves come first, every quantity once and after all that it uses."""
    found = graph(*ASKED, "P(No|x')")
    names = list(found)
    assert len(names) == len(set(names)) == len(found)
    for at, each in enumerate(names):
        assert all(names.index(used) < at for used in found[each].uses)
    assert found.targets == tuple(name(text) for text in ASKED)
    assert found.value(name("argmax(x')")) == Decision(("No",))


def test_every_name_in_the_graph_is_canonical() -> None:
    """The names that formulas use are those that a user's spelling resolves to."""
    for each in graph(*ASKED, "P(Wind=Strong|Outlook=Sunny)"):
        assert name(str(each)) == each


def test_ancestors_are_what_a_quantity_rests_on() -> None:
    """The prior rests on two counts; a joint on its prior and its four estimates."""
    found = graph(*ASKED)
    assert [str(n) for n in found.ancestors(name("P(Yes)"))] == ["count(Yes)", "count()", "P(Yes)"]
    joint = found.ancestors(name("P(Yes,x')"))
    assert len(joint) == 3 + 4 * 2 + 1
    assert not any("No" in str(n) for n in joint)
    both = found.ancestors(name("P(Yes)"), name("P(No)"))
    assert [str(n) for n in both] == ["count(Yes)", "count()", "P(Yes)", "count(No)", "P(No)"]


def test_overrides_carry_a_wrong_value_on() -> None:
    """With P(Yes,x') = 1/100 put in by hand, P(Yes|x') is (1/100)/(1/100 + 18/875) = 35/107."""
    found = graph(*ASKED)
    values = found.evaluate(overrides={name("P(Yes,x')"): Fraction(1, 100)})
    assert values[name("P(Yes,x')")] == Fraction(1, 100)
    assert values[name("P(Yes|x')")] == Fraction(35, 107)
    assert values[name("P(No|x')")] == Fraction(72, 107)
    assert values[name("P(Yes)")] == Fraction(9, 14)
    assert found.value(name("P(Yes|x')")) == Fraction(125, 611)
    tied = found.evaluate(overrides={name("P(Yes,x')"): Fraction(18, 875)})
    assert tied[name("argmax(x')")] == Decision(("Yes", "No"))


def test_a_forgotten_prior_is_another_formula() -> None:
    """With both priors 1, P(Yes|x') is (2/243)/(2/243 + 36/625) = 625/4999."""
    found = graph(*ASKED)
    ones: dict[QuantityName, Expression] = {name(f"P({k})"): Integer(1) for k in ("Yes", "No")}
    slipped = found.with_formulas(ones)
    assert slipped.value(name("P(Yes,x')")) == Fraction(2, 243)
    assert slipped.value(name("P(No,x')")) == Fraction(36, 625)
    assert slipped.value(name("P(Yes|x')")) == Fraction(625, 4999)
    assert "count()" not in [str(n) for n in slipped]
    assert found.value(name("P(Yes)")) == Fraction(9, 14)


def test_lambda_in_the_numerator_only_is_another_formula() -> None:
    """With (c+1)/n the joints are 32/1701 and 16/175, and P(Yes|x') is 350/2051."""
    found = graph(*ASKED)
    slips: dict[QuantityName, Expression] = {}
    for each, quantity in found.items():
        formula = quantity.formula
        if each.head == "P" and each.right and isinstance(formula, Quotient) and "=" in str(each):
            slips[each] = Quotient(Sum((formula.numerator, Integer(1))), formula.denominator)
    assert len(slips) == 8
    slipped = found.with_formulas(slips)
    assert spell(slipped[name("P(Outlook=Sunny|Yes)")].formula) == (
        "(count(Outlook=Sunny,Yes) + 1) / count(Yes)"
    )
    assert slipped.value(name("P(Yes,x')")) == Fraction(32, 1701)
    assert slipped.value(name("P(No,x')")) == Fraction(16, 175)
    assert slipped.value(name("P(Yes|x')")) == Fraction(350, 2051)


def test_a_step_done_otherwise_has_the_reason_that_is_said() -> None:
    """It has that of what it replaces where none is said; what nobody else defines has no words."""
    found, free = graph("P(Yes)"), QuantityName("P", (), (), "nobody's")
    formulas: dict[QuantityName, Expression] = {name("P(Yes)"): Reference(free), free: Integer(1)}
    for reason, words in ((None, ["", "MLE"]), (Reason(Rule.DEFINE, "said"), ["said", "said"])):
        other = found.with_formulas(formulas, reason)
        assert [quantity.reason.words for quantity in other.values()] == words
        assert other.value(name("P(Yes)")) == 1


def test_an_estimate_done_otherwise_is_no_estimate_from_numbers() -> None:
    """The mean of 1 and 2 is written as it was measured, 3/4 in its place as any result."""
    table = Table.from_rows([("1", "+"), ("2", "+"), ("3", "-")], ["x", "y"])
    of = Problem(table, models={"model": ModelChoice(families={"x": "gaussian"})})
    mean = of.scope.resolve("mean(x|+)")
    found = Quantities([mean], of.define, Effort())
    assert spell(found.operand_form(mean)) == "1.5"
    other = found.with_formulas({mean: Quotient(Integer(3), Integer(4))})
    assert spell(other.operand_form(mean)) == "3/4"


def test_what_is_counted_anew_is_a_count_or_an_estimate() -> None:
    """With a 4 instead of a 2 count and mean are others; what is made of them is what it was."""

    def problem(second: str) -> Problem:
        table = Table.from_rows([("1", "+"), (second, "+"), ("3", "-")], ["x", "y"])
        return Problem(table, models={"model": ModelChoice(families={"x": "gaussian"})})

    of, other = problem("2"), problem("4")
    asked = ["log2(mean(x|+))", "mean(x|-)", "count(x=1)", "sum(x,+)"]
    found = Quantities([of.scope.resolve(each) for each in asked], of.define, Effort())
    model = other.predictions[""].model
    edit = Edit("cell", 2, Case("", "+", {"x": "2"}), (Case("", "+", {"x": "4"}),))
    data = DataQuantities(model.counts, QUANTITIES)
    changed = dict(changed_estimates(found, data, {"": model}, edit.changed))
    assert {str(each): spell(formula) for each, formula in changed.items()} == {
        "mean(x|+)": "(1 + 4) / count(+)", "sum(x,+)": "5",
    }  # fmt: skip


def test_an_edit_counts_anew_only_what_its_row_may_be_in(monkeypatch) -> None:
    """Row 1 is Sunny, High and Weak, of No: with Cool for Hot 5 of 11 counts may differ, 1 does."""
    counted: list[str] = []
    define = DataQuantities.define
    monkeypatch.setattr(
        DataQuantities,
        "define",
        lambda data, name, *to: counted.append(str(name)) or define(data, name, *to),
    )
    found = graph("P(Yes,x')", "P(No,x')")
    assert sum(head.startswith("count") for head in counted) == 11
    cases = list(TENNIS.data.cases())
    cooler = Case("", "No", {**cases[0].cells, "Temperature": "Cool"})
    counted.clear()
    changed = edit_formulas(TENNIS, found, cases, Edit("cell", 1, cases[0], (cooler,)))
    assert counted == [
        "count()", "count(No)", "count(Outlook=Sunny,No)", "count(Temperature=Cool,No)",
        "count(Humidity=High,No)",
    ]  # fmt: skip
    assert {str(each): spell(formula) for each, formula in changed.items()} == {
        "count(Temperature=Cool,No)": "2"
    }


@pytest.mark.parametrize(("epsilon", "estimated"), [("0", "++"), ('{ relative = "1/10" }', "++--")])
def test_an_edit_estimates_anew_only_the_class_of_its_row(monkeypatch, epsilon, estimated) -> None:
    """A part of the largest variance of all rows is added to the variances of every class."""
    text = f"data.table = '''\nx y\n1 +\n2 +\n3 -\n5 -\n'''\nmodel.epsilon = {epsilon}\n"
    problem = Problem.from_text(text + 'model.families.x = "gaussian"\n')
    variances = [problem.scope.resolve(f"variance(x|{label})") for label in "+-"]
    found, cases = Quantities(variances, problem.define, Effort()), list(problem.cases())
    counted: list[str] = []
    define = module.define_parameter

    def noted(model: object, of: QuantityName) -> Quantity:
        counted.append(str(of)[-2])
        return define(model, of)  # type: ignore[arg-type]

    monkeypatch.setattr(module, "define_parameter", noted)
    changed = edit_formulas(problem, found, cases, Edit("dropped", 1, cases[0], ()))
    assert "".join(sorted(counted)) == estimated
    assert (variances[1] in changed) == ("relative" in epsilon)


def test_values_vary_as_a_graph_with_other_formulas_does() -> None:
    """Other formulas, of names in the graph or not, lead to what they lead to in their own graph."""
    found = graph(*ASKED)
    formulas: dict[QuantityName, Expression] = {
        name("P(Yes)"): Integer(1),
        name("P(Wind=Weak|Yes)"): Quotient(Reference(name("P(Yes)")), Integer(3)),
    }
    value, other = found.varied(formulas), found.with_formulas(formulas)
    assert "Weak" not in " ".join(map(str, found))
    assert value(name("P(Wind=Weak|Yes)")) == Fraction(1, 3)
    assert value(name("P(Yes,Wind=Weak)")) == Fraction(1, 3)
    assert [value(each) for each in found] == [other.value(each) for each in found]
    by_hand = {name("P(Yes)"): Fraction(1, 2), name("P(Wind=Weak|Yes)"): Fraction(1, 5)}
    value, values = found.varied({}, by_hand), found.evaluate(overrides=by_hand)
    assert [value(each) for each in found] == [values[each] for each in found]
    assert value(name("P(Yes,Wind=Weak)")) == Fraction(1, 10)


def test_only_what_rests_on_a_change_is_worked_out_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    """With another prior of Yes: its joint, the evidence, posteriors, odds and the decision."""
    found, worked = graph(*ASKED), []
    known = found.values_by_name

    def counting(formula: Expression, of: Callable[[QuantityName], Value]) -> Value:
        worked.append(formula)
        return evaluate(formula, of)

    monkeypatch.setattr("exactnb.core.model.quantities.evaluate", counting)
    value = found.varied({name("P(Yes)"): Integer(1)})
    for each in (*found, *found):
        value(each)
    changed = ["P(Yes)", "P(Yes,x')", "P(x')", "P(Yes|x')", "P(No|x')", "odds(Yes:No|x')", "argmax(x')"]
    assert sorted(map(spell, worked)) == sorted(
        "1" if text == "P(Yes)" else spell(found[name(text)].formula) for text in changed
    )
    assert known is found.values_by_name


def test_other_formulas_may_not_rest_on_themselves() -> None:
    """A circle of other formulas is refused with a name of it; one name twice in a formula is none."""
    found = graph(*ASKED)
    yes, no = (Reference(name(f"P({k})")) for k in ("Yes", "No"))
    twice = found.varied({yes.name: Sum((no, no, Product((no, no))))})
    assert twice(yes.name) == Fraction(10, 14) + Fraction(25, 196)
    for formulas in ({yes.name: Sum((yes, no))}, {yes.name: no, no.name: yes}):
        with pytest.raises(Unsupported, match=r"P\((Yes|No)\) rests on itself"):
            found.varied(formulas)(yes.name)


def test_numbers_are_put_in_as_counted() -> None:
    """An estimate shows its counts, a joint its estimates, a posterior the values of joints."""
    found = graph(*ASKED)
    assert spell(found.as_counted(name("P(Humidity=High|Yes)"))) == "3/9"
    assert spell(found.as_counted(name("P(Yes,x')"))) == "9/14 * 2/9 * 3/9 * 3/9 * 3/9"
    assert spell(found.as_counted(name("P(x')"))) == "1/189 + 18/875"
    assert spell(found.as_counted(name("P(Yes|x')"))) == "(1/189) / (1/189 + 18/875)"


def test_numbers_are_put_in_for_a_reason() -> None:
    """Estimates are as counted, what is given is as given; results are neither, nor both together."""
    found = graph(*ASKED)
    assert found.substitution_reason(found[name("P(Yes,x')")].formula) == AS_COUNTED
    assert found.substitution_reason(found[name("P(Yes)")].formula) == AS_COUNTED
    assert found.substitution_reason(found[name("P(x')")].formula) == SUBSTITUTED
    given = replace(TENNIS, models={"m": ModelChoice(Conventions(prior={"Yes": "1/2", "No": "1/2"}))})
    other = Quantities([name(text) for text in ASKED], given.define, Effort())
    assert other.substitution_reason(Reference(name("P(Yes)"))) == AS_GIVEN
    assert other.substitution_reason(other[name("P(Yes,x')")].formula) == SUBSTITUTED


def link(at: int) -> QuantityName:
    """Return one of a row of made-up names."""
    return QuantityName("P", (Item("query", "", f"q{at}"),))


def test_a_quantity_may_not_rest_on_itself() -> None:
    """A circle of formulas, of one name or of three, is refused with the name."""

    def circle(size: int) -> Quantities:
        def define(of: QuantityName, _: Effort) -> Quantity:
            at = int(str(of)[3:-1])
            formula = Product((Integer(1), Reference(link((at + 1) % size))))
            return Quantity(of, formula, Reason(Rule.DEFINE))

        return Quantities([link(0)], define, Effort())

    for size in (1, 2, 3):
        with pytest.raises(ValueError, match=r"P\(q[0-2]\) rests on itself"):
            circle(size)


@pytest.mark.exhaustive
def test_a_long_chain_is_no_circle() -> None:
    """Ten thousand quantities, each over the next one twice, are worked out without recursion."""
    long = 10_000

    def define(of: QuantityName, _: Effort) -> Quantity:
        at = int(str(of)[3:-1])
        below = Reference(link(at + 1))
        formula = Integer(1) if at == long else Sum((below, Quotient(below, below)))
        return Quantity(of, formula, Reason(Rule.DEFINE))

    found = Quantities([link(0), link(long)], define, Effort())
    assert len(found) == long + 1
    assert found.value(link(0)) == long + 1
    assert len(found.ancestors(link(long - 1))) == 2


def test_given_numbers_are_put_in_as_given():
    """A joint of given numbers is as given, beside a uniform prior too; its sum is neither."""
    text = (
        "ask = ['P(a|u=1)', 'P(a|u=1; even)']\n[data]\nparameters = '''\nk | a | b\n"
        "prior | 0.2 | 0.8\nu=1 | 1/3 | 1/4\n'''\n[models.even]\nprior = 'uniform'\n"
    )
    shown = solve(Problem.from_text(text)).text()
    assert "= 0.2 × 1/3 as given" in " ".join(shown.split())
    assert "= 1/2 × 1/3 as given" in " ".join(shown.split())
    assert "as counted" not in shown


@pytest.mark.parametrize(
    ("family", "shown"),
    [("multinomial", "P(green|k)    0     0"), ("bernoulli", "P(green=1|k)    0     0")],
)
def test_a_word_that_no_given_row_names_was_never_seen(family, shown):
    """Beside given numbers, `unseen = "zero"` makes a word without a row impossible."""
    rows = "k | a | b\nprior | 1/2 | 1/2\nred | 0.5 | 0.25\nblue | 0.5 | 0.75\n"
    model = f"[model]\nfamily = '{family}'\nunseen = 'zero'\n[query]\nx = 'red green'\n"
    solution = solve(Problem.from_text(f"[data]\nparameters = '''\n{rows}'''\n{model}"))
    assert solution["P(a,x)"] == solution["P(b,x)"] == 0
    assert shown in solution.text()
