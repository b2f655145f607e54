"""Name the slip in a wrong line: the one edit with which it would be right.

Each edit is tried in every world, as the line itself was; the more telling ones come first. What a
student slips in is near a right line, what was read amiss is near none: so a line is wrong where an
edit mends it, or where right lines before it settle what each of its letters is.

How to read: `SLIPS` are the names with their hints; `slip_of` finds the slip of a wrong line among the
edits that `edits` yields.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from difflib import SequenceMatcher
from fractions import Fraction
from itertools import product
from operator import itemgetter

from exactnb.core.expression import nodes
from exactnb.core.expression.nodes import Call, Expression, Symbol
from exactnb.teach.grading.derivations.differences import Pair, nearest
from exactnb.teach.grading.derivations.edits import edits, is_complement
from exactnb.teach.grading.derivations.evaluation import Evaluator
from exactnb.teach.grading.derivations.lines import Counterexample, DerivationLine, NamedSlip
from exactnb.teach.grading.derivations.numbers import Number
from exactnb.teach.grading.derivations.trials import Trials, has_letters
from exactnb.teach.grading.derivations.worlds import Env, Unknown, spelled

SLIPS = {
    "sign": ("the sign of a term", "Look at the signs."),
    "log-one-minus": (
        "the derivative of log(1 − θ) has a minus",
        "What is the derivative of log(1 − θ), by the chain rule?",
    ),
    "chain-rule": ("the inner derivative is lost", "Is the inner derivative there?"),
    "mean-for-mode": (
        "the posterior mean in place of its mode",
        "Where is the posterior largest? That is not its mean.",
    ),
    "mode-for-mean": (
        "the posterior mode in place of its mean",
        "What is the mean of the posterior? That is not where it is largest.",
    ),
    "no-prior": ("the prior is forgotten", "Where is the prior?"),
    "prior": ("the prior is in the likelihood", "Does the prior belong here?"),
    "divisor": ("n − 1 in place of n, or n in place of n − 1", "By what is the sum divided?"),
    "upside-down": ("a fraction is upside down", "Which of the two stands in the denominator?"),
    "by-sigma": (
        "differentiated by σ in place of σ², or by σ² in place of σ",
        "By which letter is this differentiated?",
    ),
    "normaliser": (
        "a factor or term without the parameter is dropped, but = is written",
        "Is something dropped that does not depend on the parameter? Then write ∝ or + const.",
    ),
    "sum-over-constant": (
        "a sum over a constant has as many terms as there are observations",
        "How often is the constant added up?",
    ),
    "constraint": ("the constraint is forgotten", "Where is the multiplier?"),
    "sum": ("a sum is lost", "Over what is the sum?"),
    "power": ("an exponent is off", "Look at the exponents."),
    "exponents": (
        "exponents are added where powers are multiplied, and multiplied in a power of a power",
        "What happens to the exponents here?",
    ),
    "not-differentiated": ("a term is not differentiated", "Is every term differentiated?"),
    "log-power": ("the logarithm is lost, or one too many", "Where does a logarithm stand?"),
    "log-sum": (
        "the logarithm of a product is a sum, that of a power a product, that of a sum is none",
        "What is the logarithm of a product? And of a sum?",
    ),
    "operation": (
        "multiplied in place of added, or added in place of multiplied",
        "Is this added or multiplied?",
    ),
    "brackets": ("a bracket ends too early or too late", "How far does each bracket reach?"),
    "power-rule": ("the power rule is applied to e^x", "What is the derivative of e^x?"),
    "odds": (
        "odds in place of a probability",
        "Is this a part of all, or the ratio of two parts?",
    ),
    "division": (
        "multiplied in place of divided, or divided in place of multiplied",
        "Is this multiplied or divided?",
    ),
    "exchanged": ("two quantities are exchanged", "Which quantity belongs to which place?"),
    "conditional": (
        "the probability of A given B in place of that of B given A",
        "What is given here, and what is asked for?",
    ),
    "crossed": (
        "a factor of one side stands at the other one",
        "Which factor stands at which side once the denominators are gone?",
    ),
    "argument": ("1 − θ in place of θ, or θ in place of 1 − θ", "Is this θ or 1 − θ?"),
    "number": ("a number is off", "Look at the numbers."),
    "term": ("a term is missing, or one too many", "Are all terms there?"),
    "factor": ("a factor is missing, or one too many", "Are all factors there?"),
    "letter": ("another quantity in this place", "Which quantity should stand here?"),
}
"""The slips, each with what it is and a hint that does not give the right line away."""

_LATE = ("constraint", "sum-over-constant", "sum", "term", "factor", "letter")
_LOGARITHMS = ("ℓ", "LL", "LP", "Λ")
_DOUBTFUL = {"number", "exchanged", "log-sum", "term", "factor", "letter"}
"""Names of edits that may mend by chance what another slip has made: others are looked for."""

_MOST, _MORE = 600, 200  # edits that are tried, and those after one that mends
_TOKEN = re.compile(r"\w+|[^\w\s()]")
Mend = tuple[str, Pair]
"""The name of an edit, and both sides of a line as they are then."""


def slip_of(
    trials: Trials, line: DerivationLine, earlier: tuple[Expression, ...]
) -> tuple[NamedSlip | None, str, Pair | None]:
    """Return the slip that explains a wrong `line`, and the first edit that mends it.

    That is its name, "" where no edit does, and the sides as they would be right. The slip is that of
    the nearest edit, None where others of another name are as near.

    `trials` are the worlds in which the line was tried, `earlier` the sides of the lines before it. A
    line that differs from one of the theorem's own in one side has the slip that makes the difference.
    """
    if line.chain is None or line.counterexample is None:
        return None, "", None
    left, right = line.chain.sides[line.link : line.link + 2]
    relation = line.chain.relations[line.link]
    for links in trials.scope.links:
        own = nearest((left, right), [(one, two) for one, sign, two in links if sign == relation])
        if own:
            return _only(line, own), *own[0]
    if not (has_letters(left) or has_letters(right)):
        return named_slip("number", ""), "number", None  # 120 + 30 + 50 = 190
    known, mended = _known(trials, line, left, right)
    if known is not None:
        return known, known.name, mended
    late = False
    for index, side in ((1, right), (0, left)):
        if index == 0 and (line.kind != "condition" or not trials.has_parameter(left)):
            continue
        if index == 0 and isinstance(left, Symbol):  # a name alone is not what is wrong
            continue
        other, mends, last = left if index else right, list[tuple[int, Mend]](), _MOST
        for count, (name, edited) in enumerate(edits(trials, side, other, earlier, line.chain.sides)):
            if index and not (late or mends) and name in _LATE:
                late = True
                if line.kind == "identity" and trials.is_constant_lost(left, right):
                    return named_slip("normaliser", ""), "normaliser", (left, right)
            if count == last:
                break
            pair = (left, edited) if index else (edited, right)
            if refutation(trials, line.kind, *pair) is None and trials.has_values_of(side, edited):
                last = min(last, count + _MORE)
                mends.append((_distance(side, edited), (name, pair)))
                if name not in _DOUBTFUL:
                    break
        if mends:
            least = min(mends, key=itemgetter(0))[0]
            return _only(line, [mend for size, mend in mends if size == least]), *mends[0][1]
        if count == _MOST:
            break
    return None, "", None


def _only(line: DerivationLine, mends: Sequence[Mend]) -> NamedSlip | None:
    """Return the slip of a `line` that `mends`, edits that are as near as each other, all name."""
    assert line.chain is not None
    sides = line.chain.sides[line.link : line.link + 2]
    slips = dict[str, NamedSlip]()
    for name, pair in mends:
        at = pair[0] == sides[0]
        name = refined(name, sides[at], pair[at], line)
        slips.setdefault(name, named_slip(name, spelled(pair[at])))
    return next(iter(slips.values())) if len(slips) == 1 else None


def _distance(one: Expression, other: Expression) -> int:
    """Return how many signs of a formula, `one`, are others in another one as it is written."""
    signs, others = (_TOKEN.findall(spelled(formula)) for formula in (one, other))
    changes = SequenceMatcher(None, signs, others, autojunk=False).get_opcodes()
    return sum(max(b - a, d - c) for kind, a, b, c, d in changes if kind != "equal")


def named_slip(name: str, right: str) -> NamedSlip:
    """Return the slip of a `name`, with the side as it would be `right`."""
    text, hint = SLIPS[name]
    return NamedSlip(name, text, hint, right)


def refutation(
    trials: Trials, kind: str, left: Expression, right: Expression
) -> Counterexample | str | None:
    """Return what refutes `left` = `right`, a line of a `kind`, as the line itself would be judged.

    None where it holds, "" where nothing is known.
    """
    try:
        if kind == "multiplier":
            heads = (Call("LL", ()), Call("LP", ()))
            failed = [trials.moves(head, right, "difference") for head in heads]
            return None if None in failed else failed[0]
        if kind == "definition" and isinstance(left, Symbol):
            is_expected = trials.is_worth(
                left, right, lambda ev, env: trials.scope.required(ev, left, env)
            )
            return None if is_expected else Counterexample((), Fraction(0), Fraction(0), False, "=")
        if kind in ("proportion", "difference", "ratio"):
            return trials.moves(left, right, "difference" if kind == "difference" else "ratio")
        return trials.trial(left, right, "condition" if kind == "condition" else "identity")
    except (Unknown, RecursionError, ArithmeticError):
        return ""


def _known(
    trials: Trials, line: DerivationLine, left: Expression, right: Expression
) -> tuple[NamedSlip | None, Pair | None]:
    """Return a slip that is known by what the sides are, and not by an edit of one of them."""
    if trials.scope.has_prior and line.kind in ("proportion", "difference"):
        for name, head in (("no-prior", "LL"), ("prior", "LP")):
            of_head = (
                nodes.Function("exp", Call(head, ())) if line.kind == "proportion" else Call(head, ())
            )
            if refutation(trials, line.kind, of_head, right) is None:
                return named_slip(name, ""), (of_head, right)
    if isinstance(left, Symbol) and trials.scope.is_parameter(left):
        left = replace(left, is_estimate=True)
        for label, name in (
            ("MEAN", "mean-for-mode"),
            ("MAP", "mode-for-mean"),
            ("MLE", "no-prior"),
        ):
            if _is_labelled(trials, left, right, label):
                return named_slip(name, ""), (replace(left, role=label), right)
    if isinstance(left, nodes.Derivative) and isinstance(left.variable, Symbol):
        letter = left.variable.letter
        other = letter[:-1] if letter.endswith("²") else letter + "²"
        by = nodes.Derivative(left.body, Symbol(other, left.variable.lower), left.order)
        if refutation(trials, line.kind, by, right) is None:
            return named_slip("by-sigma", ""), (by, right)
    if isinstance(left, nodes.Product) and isinstance(right, nodes.Product):
        for (i, one), (j, two) in product(enumerate(left.factors), enumerate(right.factors)):
            sides = (
                nodes.Product((*left.factors[:i], two, *left.factors[i + 1 :])),
                nodes.Product((*right.factors[:j], one, *right.factors[j + 1 :])),
            )
            if line.kind == "condition" and refutation(trials, line.kind, *sides) is None:
                # Two letters that are read for each other lead to such a line too.
                return named_slip("crossed", spelled(sides[1])), None
    return None, None


def _is_labelled(trials: Trials, left: Symbol, right: Expression, label: str) -> bool:
    """Say whether a side is the estimate with another label, in every world."""

    def labelled(ev: Evaluator, env: Env) -> Number | None:
        key = trials.scope.parameter_key(ev, left, env)
        return None if key is None else ev.world.labelled.get(label, {}).get(key)

    try:
        return trials.is_worth(left, right, labelled)
    except (Unknown, ArithmeticError):
        return False


def refined(name: str, side: Expression, edited: Expression, line: DerivationLine) -> str:
    """Return the more telling `name` of the edit of a `side` of `line`.

    A sign at 1/(1 − θ) in a slope is the chain rule.

    A sum for a product is one of logarithms only where a logarithm stands. An estimate is no sum.
    """
    assert line.chain is not None
    if name == "sum-over-constant" and getattr(line.chain.sides[0], "is_estimate", False):
        return "factor"
    if name == "log-sum":
        parts = (part for each in (*line.chain.sides, edited) for part in each.walk())
        has_logarithm = any(
            getattr(part, "name", "") == "log" or getattr(part, "head", "") in _LOGARITHMS
            for part in parts
        )
        return name if has_logarithm else "operation"
    if name == "sign" and isinstance(side, nodes.Sum) and isinstance(edited, nodes.Sum):
        parts = (part for each in line.chain.sides for part in each.walk())
        is_slope = any(isinstance(part, nodes.Derivative) for part in parts)
        changed = next((term for term in side.terms if term not in edited.terms), nodes.Integer(0))
        return "log-one-minus" if is_slope and any(map(is_complement, changed.walk())) else name
    return name
