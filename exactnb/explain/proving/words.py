"""The words of reasons that say what is given: a closed list, none of them a claim that is not checked.

A word that is known in the field has a form, which the line has to have; the others only say what a
name is for. Under other rules such words refer to a line before.

How to read: `WORDS`, at the end, has the words of each rule with their forms; `words_problem` asks it.
The forms are those of `laws.py` and `densities.py`, and what stands between.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from exactnb.core.expression.nodes import (
    Call,
    Expression,
    Extremum,
    Function,
    Index,
    Integer,
    Integral,
    Iverson,
    Negative,
    Power,
    Product,
    Quotient,
    Series,
    Sum,
    Symbol,
)
from exactnb.core.expression.reasons import Rule
from exactnb.core.expression.tree import factors_of
from exactnb.explain.derivation.lines import Line
from exactnb.explain.proving.facts import TELESCOPE, densities, laws
from exactnb.explain.proving.facts.cited import CITATIONS
from exactnb.explain.proving.facts.laws import WordedClaim, event
from exactnb.explain.proving.scope.comparing import same_form, sign_of
from exactnb.explain.proving.scope.scope import AcceptedLine, Declared, is_counting

LineCheck = Callable[[WordedClaim], bool]


def words_problem(
    declared: Declared, accepted: Sequence[AcceptedLine], used: frozenset[str], line: Line
) -> str:
    """Return why `line` may not have its words in the scope `declared`, or "".

    `accepted` are the lines before it, and `used` their words, to which later ones may refer.
    """
    reason, rule = line.reason.words, line.reason.rule
    # Under other rules such words refer to what was shown before.
    forms = WORDS.get(rule)
    if forms is None:
        reserved = reason in ESTIMATES or (reason in CITATIONS and rule is not Rule.CITED)
        if reserved and reason != TELESCOPE:
            return f"{reason!r} is said where it is shown"
        return f"{reason!r} was not said before" if reason in LAW_NAMES and reason not in used else ""
    if reason not in forms:
        return f"{reason!r} is no reason for what is taken as it is written"
    form = forms[reason]
    if form is None or form(WordedClaim(line.left, line.right, reason, declared, accepted)):
        return ""
    return f"this has not the form of {reason!r}" if reason else "this form needs words"


# estimates


def _estimate_and_objective(claim: WordedClaim) -> tuple[Symbol, Expression] | None:
    """Return the letter whose estimate is defined, and what it maximises; None for other claims."""
    match claim.right:
        case Extremum(Symbol() as variable, Call() as objective) if claim.left == variable.hat:
            definition = claim.declared.definition(objective, counts=True)
            return None if definition is None else (variable, definition[0].right)
    return None


def _is_mle(claim: WordedClaim) -> bool:
    """Say whether what is sought is where a log-likelihood is largest."""
    maximised = _estimate_and_objective(claim)
    return maximised is not None and _is_log_likelihood(claim.declared, maximised[1])


def _is_log_likelihood(declared: Declared, formula: Expression) -> bool:
    """Say whether a formula adds up logarithms of probabilities."""
    match formula:
        case Series("sum", body=body):
            return _is_log_likelihood(declared, body)
        case Sum(terms):
            return all(_is_log_likelihood(declared, term) for term in terms)
        case Product((count, Function("log", argument))):
            return is_counting(declared, count) and event(argument) is not None
        case Function("log", argument):
            return all(event(factor) is not None for factor in factors_of(argument))
    return False


def _is_map(claim: WordedClaim) -> bool:
    """Say whether what is sought is where the logarithm of a posterior is largest."""
    match _estimate_and_objective(claim):
        case variable, Function("log", Call("p", (parameter,), (_, *_))):
            return parameter == variable
    return False


def _is_posterior_mean(claim: WordedClaim) -> bool:
    match claim.right:
        case Integral(theta, Product((of, Call("p", (by,), (_, *_))))):
            return theta == of == by
    return False


# sums, means and shares


def _is_sum(claim: WordedClaim) -> bool:
    return isinstance(claim.right, Series) and claim.right.sign == "sum"


def _is_count(claim: WordedClaim) -> bool:
    """Say whether whole numbers are added up: indicators, bits or counts."""
    return isinstance(claim.right, Series) and _is_integer_valued(claim.declared, claim.right)


def _is_integer_valued(declared: Declared, formula: Expression) -> bool:
    match formula:
        case Series("sum", body=body):
            return _is_integer_valued(declared, body)
        case Product(parts):
            return all(_is_integer_valued(declared, part) for part in parts)
        case Sum((Integer(1), Negative(Symbol() as bit))):
            lookup = declared.domain(bit)
            return lookup is not None and lookup[0].parts == (Integer(0), Integer(1))
        case Sum(terms):
            return all(_is_integer_valued(declared, term) for term in terms)
        case Iverson():
            return True
    return is_counting(declared, formula)


def _extreme_check(sign: str, what: type[Expression]) -> LineCheck:
    """Return the check of a count that is the largest or smallest of numbers, or of distances."""
    return lambda claim: (
        isinstance(claim.right, Series)
        and claim.right.sign == sign
        and isinstance(claim.right.body, what)
    )


def _is_squares(claim: WordedClaim) -> bool:
    """Say whether squares of differences are added up."""
    right = claim.right
    while isinstance(right, Series) and right.sign == "sum":
        right = right.body
    match right:
        case Power(Sum((Symbol(), Negative(Symbol()))), Integer(2)):
            return isinstance(claim.right, Series)
    return False


def _is_quadratic(claim: WordedClaim) -> bool:
    match claim.right:
        case Series("sum", body=Series("sum", body=Product((_, Sum(), Sum())))):
            return True
    return False


def _is_mean(claim: WordedClaim) -> bool:
    """Say whether a sum is divided by how many numbers it has."""
    match claim.right:
        case Quotient(Series("sum", index, domain, _, where), divisor):
            return same_form(claim.declared, divisor, Series("sum", index, domain, Integer(1), where))
    return False


def _is_share(claim: WordedClaim) -> bool:
    """Say whether a number is divided by a sum of which it is a term, or by the name of one."""
    match claim.right:
        case Quotient(part, Sum(terms)):
            return part in terms
        case Quotient(Symbol() as part, total):
            places = [index for index in part.lower if isinstance(index, Index)]
            ranges = claim.declared.ranges
            sums = (
                Series("sum", index, ranges[index.letter], part)
                for index in places
                if index.letter in ranges
            )
            return any(same_form(claim.declared, total, sum_) for sum_ in sums)
    return False


def _is_smoothed(claim: WordedClaim) -> bool:
    """Say whether a count and a total have something added, and no probability is given."""
    match claim.right:
        case Quotient(Sum((_, _)), Sum((_, _))):
            return laws.is_definition(claim)
    return False


def _is_logarithm(claim: WordedClaim) -> bool:
    logarithm = isinstance(claim.right, Function) and claim.right.name == "log"
    return logarithm and event(claim.right.children[0]) is not None


def _is_of_table(claim: WordedClaim) -> bool:
    """Say whether a formula that is nowhere negative is said to be the probability of an outcome."""
    match claim.left:
        case Call("P", (Symbol(role="value"),), (), ()):
            return sign_of(claim.declared, claim.right) in ("+", "0+")
    return False


def _has_no_cells(claim: WordedClaim) -> bool:
    return not any(isinstance(part, Symbol) and part.letter == "x" for part in claim.right.walk())


# assumptions


def _is_sum_of_one(claim: WordedClaim) -> bool:
    is_sum = isinstance(claim.left, Series) and claim.left.sign == "sum" and claim.left.where is None
    return is_sum and claim.right == Integer(1)


def _is_zero(claim: WordedClaim) -> bool:
    return isinstance(claim.left, Symbol) and claim.right == Integer(0)


def _is_slope(claim: WordedClaim) -> bool:
    """Say whether a derivative that was worked out is set to zero."""
    slopes = (e.line.right for e in claim.accepted if e.line.reason.rule is Rule.DIFFERENTIATE)
    return claim.right == Integer(0) and claim.left in slopes


def _is_shared(claim: WordedClaim) -> bool:
    match claim.left, claim.right:
        case Symbol(letter, (_, *_), superscripts), Symbol(shared_letter, (), shared_superscripts):
            return (letter, superscripts) == (shared_letter, shared_superscripts)
    return False


def _is_tie(claim: WordedClaim) -> bool:
    match claim.left, claim.right:
        case Symbol(letter, (Index(k),)), Symbol(tied_letter, (Index(m),)):
            return (
                letter == tied_letter
                and k != m
                and claim.declared.ranges.get(k) == claim.declared.ranges.get(m)
            )
    return False


ESTIMATES = ("the MLE", "the MAP", "the posterior mean")
_LAWS: Mapping[str, LineCheck | None] = {
    "Bayes’ rule": laws.is_bayes_rule,
    "chain rule": laws.is_chain_rule,
    "product rule": laws.is_product_rule,
    "conditional": laws.is_conditional,
    "naive Bayes": laws.is_naive_bayes,
    "naive Bayes, wrongly": laws.is_independence,
    "all documents": laws.is_independence,
    "whatever the class": laws.is_total_probability,
    "either class": laws.is_total_probability,
    "the other class": laws.is_complement_rule,
    "whatever the parameter": laws.is_integral_over_parameters,
    "whatever the parameters": laws.is_integral_over_parameters,
    "all columns": laws.is_about_all_columns,
    "a copy": laws.is_copy_rule,
    "word by word": laws.is_product_over_words,
    "the mean of each": laws.is_name_of_expectation,
    "independent": laws.is_product_of_moments,
    "one bag": densities.is_bag_likelihood,
    "the data D": densities.is_data_likelihood,
    "Dirichlet": densities.is_dirichlet,
    "prior": densities.is_prior,
    **dict.fromkeys(("density", "probabilities"), densities.is_density_by_formula),
    "by the table": _is_of_table,
    **dict.fromkeys(densities.FAMILIES, densities.is_named_family),
}
LAW_NAMES = frozenset(
    ("Bayes’ rule", "chain rule", "product rule", "naive Bayes", "Dirichlet", *densities.FAMILIES)
)
"""Words of laws and families: under other rules they refer to a line that had them."""
WORDS: Mapping[Rule, Mapping[str, LineCheck | None]] = {
    Rule.GIVEN: {
        **_LAWS,
        "": densities.is_unnamed_probability,
        "smoothed": _is_smoothed,
        **dict.fromkeys(("between the means", "upside down"), laws.is_definition),
    },
    Rule.DEFINE: {
        "the MLE": _is_mle,
        "the MAP": _is_map,
        "the posterior mean": _is_posterior_mean,
        "log-likelihood": lambda claim: _is_log_likelihood(claim.declared, claim.right),
        "its logarithm": _is_logarithm,
        **dict.fromkeys(("its mean", "mean of all rows", "the mean that is seen"), _is_mean),
        **dict.fromkeys(("the right posterior", "the claimed one", "the smoothed estimate"), _is_share),
        "squared deviations": _is_squares,
        "distance, squared": _is_quadratic,
        **dict.fromkeys(
            ("their sum", "all words", "its words", "in all of them", "all of them"), _is_sum
        ),
        "all pseudo-counts": _is_sum,
        "what does not depend on the cell": _has_no_cells,
        **dict.fromkeys(
            (
                *("", "bias", "weight of a column", "weight of a word", "weight of a square"),
                *("columns and priors", "tables and priors", "all but one", "all but one of each"),
                *("counts and pseudo-counts", "how often it was counted", "its pseudo-counts"),
                *("pooled", "total", "the shape", "all successes of a row"),
                *("what that misses", "what the column says"),
            ),
            laws.is_definition,
        ),
    },
    Rule.COUNT: {
        "": None,
        **dict.fromkeys(
            (
                *("rows", "rows of the class", "rows of that class", "rows that show the column"),
                *("words of the class", "in one document", "those that are w", "those with the value"),
                *("those that show the column", "all their failures", "all their trials"),
                "counts of the class",
            ),
            _is_count,
        ),
        **dict.fromkeys(("their sum", "times of the class"), _is_sum),
        "the largest number": _extreme_check("max", Symbol),
        "the smallest number": _extreme_check("min", Symbol),
        "the largest distance": _extreme_check("max", Function),
        "a middle number": _extreme_check("median", Symbol),
        "squared deviations": _is_squares,
    },
    Rule.ASSUME: {
        **_LAWS,
        "they add up to one": _is_sum_of_one,
        "set to zero": _is_slope,
        "equal priors": _is_zero,
        "shared": _is_shared,
        "a row on the boundary": _is_tie,
        **dict.fromkeys(("", "pooled")),
    },
}
"""For each rule the words that a line may have, and what the line looks like then."""
