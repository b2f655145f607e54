"""The lines of a derivation: read, put together, and what is said of them.

How to read: `parsed` is the door; `DerivationLine` is a statement with its verdict.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from exactnb.core.expression import nodes
from exactnb.core.expression.nodes import Call, Expression, Symbol, log
from exactnb.core.expression.reading.derivations.densities import OF_PARAMETER
from exactnb.core.expression.reading.derivations.parser import DerivationChain, readings
from exactnb.core.expression.reading.derivations.plain_text import FAR
from exactnb.core.expression.reading.derivations.signs import ABOVE, PRIME
from exactnb.core.expression.reading.derivations.statements import (
    RELATIONS,
    DerivationStatement,
    functions_in,
    statements,
    with_depths,
)
from exactnb.core.expression.reading.refusal import Refusal
from exactnb.core.record import frozen
from exactnb.teach.grading.derivations.distributions import of_distribution, with_figures
from exactnb.teach.grading.derivations.meanings import Parsed, as_meant
from exactnb.teach.grading.derivations.numbers import Number


@frozen(slots=True)
class Counterexample:
    """Numbers at which a line fails: the values of letters, and those of both sides."""

    letters: tuple[tuple[str, Number], ...]
    left: Number
    right: Number
    at_estimate: bool
    relation: str


@frozen(slots=True)
class NamedSlip:
    """A slip by its name, in words, with a hint and the side as it would be right."""

    name: str
    text: str
    hint: str
    right: str = ""


@frozen(slots=True)
class DerivationLine:
    """A statement with its verdict.

    `verdict` is right, wrong, does_not_follow, not_equivalent, definition, sentence, assumption, open
    or unread; `kind` is what it was taken for: identity, condition, proportion, inequality, definition.
    `basis` says by what it is proved, "" where it was but `tried`, in so many instances.
    """

    statement: DerivationStatement
    verdict: str
    kind: str = ""
    message: str = ""
    counterexample: Counterexample | None = None
    chain: DerivationChain | None = None
    link: int = 0
    slip: NamedSlip | None = None
    basis: str = ""
    tried: int = 0

    @property
    def is_to_blame(self) -> bool:
        """Say whether the line is wrong."""
        return self.verdict in ("wrong", "not_equivalent", "does_not_follow")


def parsed(text: str) -> list[Parsed]:
    """Return the statements of a text with their readings; a dash before one may be a minus."""
    done: list[Parsed] = []
    rows = text.split("\n")
    called = functions_in(joined := _joined(_without_ranges(statements(text))))
    for number, statement in enumerate(map(of_distribution, joined)):
        if len(statement.tokens) > 1 and statement.tokens[-1].text in RELATIONS:  # words go on with it
            statement = replace(statement, tokens=statement.tokens[:-1])
        if _is_indicator(statement, joined[number + 1 : number + 2]):
            continue
        try:
            if _lists_values(statement, joined[number + 1 : number + 2]):
                raise Refusal("it lists several values")
            chains = [named for chain in readings(statement, called)
                      for named in with_figures(chain, statement.lead)]  # fmt: skip
            lead = _lead_in_row(joined[: number + 1])
            chains = [_of_above(_of_named_density(chain, lead), statement.lead, done)
                      for chain in chains]  # fmt: skip
            if rows[statement.line - 1][: statement.column - 1].strip() == "-":
                chains += [replace(chain, sides=(nodes.Negative(chain.sides[0]), *chain.sides[1:]))
                           for chain in chains]  # fmt: skip
            is_value = statement.lead == "at" and statement.is_shared and _has_relation(statement)
            if is_value and len(joined[number - 1].tokens) > 1:
                above = joined[number - 1].tokens  # d²ℓ/dμ² at μ̂ = −8/6.5 is no value of μ̂
                place = next(n for n, token in enumerate(statement.tokens) if token.text in RELATIONS)
                tokens = (*above, *statement.tokens[place:])
                chains += readings(replace(statement, tokens=tokens), called)
            done.append((statement, tuple(chains), ""))
        except Refusal as refusal:
            if not _has_relation(statement) or _LISTING.search(statement.text):
                continue
            done.append((statement, (), str(refusal)))
        except RecursionError:
            done.append((statement, (), "nested too deep"))
    return as_meant([*_in_components(done)])


def _in_components(lines: list[Parsed]) -> Iterator[Parsed]:
    """Yield `lines` with p_k = f_k for p = f, where both letters have an index everywhere else."""
    indexed: dict[str, Symbol] = {}
    bare = set[str]()
    for chain in (chains[0] for _, chains, _ in lines if chains):
        parts = [part for side in chain.sides for part in _outside_arguments(side)]
        for part in parts if chain.relations else ():
            match part:
                case Symbol(letter, (Symbol(), *_)):
                    indexed.setdefault(letter, part)
                case Symbol(letter, ()) if not all(isinstance(side, Symbol) for side in chain.sides):
                    bare.add(letter)
    for statement, chains, why in lines:
        match chains[0] if chains else None:
            case DerivationChain((Symbol(one, ()), Symbol(other, ())), ("=",)) as chain if (
                one != other and {one, other} <= indexed.keys() - bare
            ):
                index = indexed[one].lower
                sides = tuple(Symbol(letter, index) for letter in (one, other))
                chains = (replace(chain, sides=sides),)
        yield statement, chains, why


def _outside_arguments(side: Expression) -> Iterator[Expression]:
    """Yield the parts of a formula but those in the arguments of functions."""
    yield side
    for part in () if isinstance(side, Call) else side.children:
        yield from _outside_arguments(part)


_CLAUSE = re.compile(r"\b(?:where|with|here)\b", re.I)
_LISTING = re.compile(
    r"=\s*(?:\\\w+\{diag\}\s*)?(?:\\left)?\s*(?:\\\{|\{|\()\s*[^=()]*,[^=]*[)}]$|\d\s?\.\.+\s?\w+\W*$"
    r"|\\sim\b|∼|\s~\s|=\s*(?:\\left)?\([^=]*\)\s*_\{?\w|^\w+(?:\s*,\s*\w+)+\s*[<>≤≥]\s*\d+$"
)
"""A set or tuple of letters, D = {x_1, …, x_n} or θ = (μ, v), a range, k = 1..K, or x ~ N(0, 1)."""

_ONLY_IF = re.compile(r"(?:if|when|whenever|iff|exactly when)\b", re.I)


def _is_indicator(statement: DerivationStatement, behind: list[DerivationStatement]) -> bool:
    """Say whether a letter with indices is 1 or 0 if words behind it hold: δ_ir = 1 if i is r."""
    *_, relation, value = ("", "", *(token.text for token in statement.tokens))
    is_one = relation == "=" and value in ("0", "1") and any(t.text == "_" for t in statement.tokens)
    return is_one and any(each.is_shared and bool(_ONLY_IF.match(each.lead)) for each in behind)


def _lists_values(statement: DerivationStatement, behind: list[DerivationStatement]) -> bool:
    """Say whether a letter that is none of the data has several values: θ_i ∝ 7, 1, 5."""
    first, *_, last = statement.tokens[0], *statement.tokens
    is_value = last.kind == "number" and _has_relation(statement) and first.text not in "xyztkn"
    return is_value and any(
        each.is_shared and each.lead == "," and not each.ends_in_prose
        and all(token.kind == "number" or token.text == "/" for token in each.tokens)
        for each in behind
    )  # fmt: skip


def doubt_of_mood(statement: DerivationStatement) -> str:
    """Return why nobody said that a wrong `statement` holds: "this would give n/θ = 0"; else ""."""
    match = _UNREAL.search(statement.lead)
    if match is None:
        return ""
    return "words before it say " + ("what would be so" if match[1] else "that it does not hold")


_UNREAL = re.compile(
    r"\b(?:(would)|not (?:follow|hold|true|imply|mean|the case|claim|in general)|cannot|wrong|false)\b",
    re.IGNORECASE,
)


_NAMED = re.compile(
    r"\b(?:posterior|(likelihood)|(prior))(?: density| distribution| function)?(?: is| for| of)?"
    r"(?P<as> proportional to)?\W*$",
    re.I,
)


def _lead_in_row(row: Sequence[DerivationStatement]) -> str:
    """Return the words before the last statement of a `row`, and before letters that lead to its ∝.

    The likelihood of x_1, …, x_n is ∝ λ^S.
    """
    *above, last = row
    lead = last.lead
    while above and last.is_shared and row[-1].tokens[0].text == "∝" and not lead.strip(" ,:"):
        last = above.pop()
        if _has_relation(last):
            break
        lead = f"{last.lead} {lead}"
    return lead


_LOGARITHM = re.compile(
    r"\blog(?:arithm of the)?[- ]?(odds|likelihood|posterior)(?: function| ratio)?"
    r"(?: is| are| equals?| becomes?| can be written| takes? the form| has the form| as)*\W*$",
    re.I,
)
_ABOUT = re.compile(  # its slope, which it is not
    r"\b(?:derivative|slope|gradient|curvature|hessian|maxim\w+|sign|root|zero)s? of ", re.I
)
_LOGARITHMS: Mapping[str, Expression] = {
    "odds": Symbol("LO"), "likelihood": Call("LL", ()), "posterior": Call("LP", ()),
}  # fmt: skip


def _of_named_density(chain: DerivationChain, lead: str) -> DerivationChain:
    """Return a chain from ∝ on with the posterior or the likelihood before it, if a word names that.

    A formula alone is the logarithm that words name: the log odds can be written as wᵀx + b.
    """
    is_bare = not (chain.relations or chain.lead)
    if _ABOUT.search(lead):
        return chain
    of_logarithm = _LOGARITHM.search(lead) if is_bare or chain.lead == "=" else None
    if of_logarithm and (chain.lead or not isinstance(chain.sides[0], Symbol | Call)):
        left = _LOGARITHMS[of_logarithm[1].lower()]
        return DerivationChain((left, *chain.sides), ("=", *chain.relations))
    named = _NAMED.search(lead)
    is_density = (
        named
        and not named[2]
        and isinstance(chain.sides[0], Call)
        and chain.sides[0].head in OF_PARAMETER.values()
    )
    is_formula = not chain.relations and (
        is_density
        or bool(named and named["as"])
        or any(
            isinstance(part, nodes.Power) and not isinstance(part.exponent, nodes.Integer)
            for part in chain.sides[0].walk()
        )
    )  # "prior t^(u − 1) (1 − t)^(v − 1)" says what it is proportional to
    is_of_letter = chain.relations[:1] == ("∝",) and isinstance(chain.sides[0], Symbol)
    is_named = chain.lead in ("∝", "=") or is_formula or is_of_letter
    if not is_named or not named:
        return chain
    chain = replace(chain, sides=chain.sides[is_of_letter:], relations=chain.relations[is_of_letter:])
    side: Expression = nodes.Function("exp", Call("LP", ()))
    side = Call("L", ()) if named[1] else Call("prior", ()) if named[2] else side
    return DerivationChain((side, *chain.sides), ("∝", *chain.relations))


def _of_above(chain: DerivationChain, lead: str, above: list[Parsed]) -> DerivationChain:
    """Return a chain with the last logarithm `above` where it is of its derivative: d/dp = s/p."""
    if chain.lead == "=" and (named := _SLOPE.search(lead)):
        slope: Expression = nodes.Derivative(ABOVE, PRIME, 2 if named[1] else 1)
        chain = DerivationChain((slope, *chain.sides), ("=", *chain.relations))
    match chain.sides[0]:
        case nodes.Derivative(body, variable, order) if body in (ABOVE, log(ABOVE)):
            is_logarithm = body == ABOVE
            formulas = (
                each.sides[-1] for _, chains, _ in reversed(above) for each in chains[:1]
                if not isinstance(each.sides[0], nodes.Derivative)
                and is_logarithm
                == any(getattr(part, "name", "") == "log" for part in each.sides[-1].walk())
                and (variable == PRIME or variable in each.sides[-1].walk())
            )  # fmt: skip
            if (formula := next(formulas, None)) is None:
                raise Refusal("a derivative of nothing is not read")
            formula = formula if is_logarithm else log(formula)
            return replace(chain, sides=(nodes.Derivative(formula, variable, order), *chain.sides[1:]))
    return chain


_SLOPE = re.compile(r"\b(second )?(?:derivative|slope|gradient|score)(?: is)?\W*$", re.I)


def _without_ranges(cut: list[DerivationStatement]) -> list[DerivationStatement]:
    """Return statements without those that say what an index runs over: i = 1, …, n, for c = 0, 1."""
    done: list[DerivationStatement] = []
    position = 0
    while position < len(cut):
        texts = [token.text for token in cut[position].tokens]
        end = position + 1
        while end < len(cut) and cut[end].is_shared and [t.kind for t in cut[end].tokens] == ["number"]:
            end += 1
        is_range = len(texts) > 2 and texts[-2] == "=" and cut[position].tokens[-1].kind == "number"
        if is_range and end < len(cut) and cut[end].tokens[0].text == "…" and cut[end].is_shared:
            has_last = end + 1 < len(cut) and cut[end + 1].is_shared and len(cut[end + 1].tokens) == 1
            position = end + 1 + has_last
            continue
        if len(texts) == 5 and texts[1::2] == ["=", "…"] and cut[position].tokens[2].kind == "number":
            position += 1  # k = 1..K
            continue
        if is_range and end > position + 1 and "for" in cut[position].lead.split():  # for c = 0, 1
            position = end
            continue
        done.append(cut[position])
        position += 1
    return done


def _joined(cut: list[DerivationStatement]) -> list[DerivationStatement]:
    """Put rows together that are one formula: a row that begins with + goes on."""
    done: list[DerivationStatement] = []
    row = last_row = 0
    for statement in cut:
        is_next = statement.line <= last_row + 1  # with no row of words between
        row_above, row = row, statement.line
        last_row = row + statement.text.count("\n")
        first = statement.tokens[0].text
        has_relation = _has_relation(statement)
        if done and not statement.is_shared:
            last = done[-1].tokens[-1].text
            before = [token.text for token in done[-1].tokens[-2:-1]]
            is_label = before in ([], ["_"], ["^"])  # of N_+, and the class −
            (*_, (_, opened)) = with_depths(done[-1])
            goes_on = (
                (first in ("+", "*", "/") and statement.goes_on)
                or (first == "-" and is_next and not has_relation and statement.goes_on)
                or (last in ("+", "-", "*", "/", "=") and not (done[-1].ends_in_prose or is_label))
                or opened > 0
                or (row == row_above + 1 and not has_relation
                    and _is_right_of_relation(done[-1], statement))
            )  # fmt: skip
            if goes_on and not statement.lead:
                position = len(done) - 1
                while (
                    first in ("+", "-")
                    and done[position].is_shared
                    and _CLAUSE.search(done[position].lead)
                ):
                    position -= 1  # not the clause goes on, but the formula that it explains
                above = done[position]
                tokens, text = (*above.tokens, *statement.tokens), f"{above.text} {statement.text}"
                ends = statement.ends_in_prose
                done[position] = replace(above, tokens=tokens, text=text, ends_in_prose=ends)
                continue
        done.append(statement)
    return done


def _has_relation(statement: DerivationStatement) -> bool:
    """Say whether a relation stands in no bracket; the one in Σ_{i: y=k} is none."""
    return any(token.text in RELATIONS and not depth for token, depth in with_depths(statement))


def _is_right_of_relation(above: DerivationStatement, statement: DerivationStatement) -> bool:
    """Say whether a row stands below the right side of the one above it, which no words end."""
    first = next((t for t in above.tokens if t.text in RELATIONS), None)
    if first is None or above.ends_in_prose:
        return False
    return statement.column > above.column + min(first.end - above.tokens[0].at, FAR)
