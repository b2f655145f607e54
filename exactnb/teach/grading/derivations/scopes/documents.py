"""Counts of words in several documents, n_dv, and the lengths of these: the data, cut into parts.

How to read: `document_roles` finds the letters, `number_in_documents` says what number each is,
`has_priors` whether the classes of rows are the data.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from collections.abc import Set as AbstractSet
from fractions import Fraction
from math import factorial, prod

from exactnb.core.expression import nodes
from exactnb.core.expression.nodes import Call, Expression, Symbol
from exactnb.teach.grading.derivations.meanings import parts_in, symbols_in
from exactnb.teach.grading.derivations.numbers import Number
from exactnb.teach.grading.derivations.polynomials import indicated
from exactnb.teach.grading.derivations.scope import powers_in
from exactnb.teach.grading.derivations.worlds import Env, Evaluation, World

_CLASSES = frozenset(map(Symbol, "cCkyj"))  # n_cv beside n_dv is of a class, in all its documents
NUMBER = 2
"""How many documents the data of a world are cut into."""


def document_roles(formulas: Sequence[Expression], names: Mapping[str, str]) -> dict[str, str]:
    """Return the roles of counts by document, of their index, of lengths and the number of documents.

    One of the two indices of n_dv is that of a probability in `names`, θ_v; the other is d, or n_dv!
    stands in `formulas`, which no indicator does. Its place is the role of "n docs".
    """
    symbols, roles = list(symbols_in(formulas)), dict[str, str]()
    of_values = {index for each in symbols if names.get(each.letter) == "θ" for index in each.lower}
    factorials = set(symbols_in(p for p in parts_in(formulas) if isinstance(p, nodes.Factorial)))
    indices = set[Symbol]()
    for symbol in symbols:
        match symbol.lower:
            case (Symbol(_, ()) as one, Symbol(_, ()) as other) if names.get(symbol.letter) != "θ":
                for place, index, value in ((0, one, other), (1, other, one)):
                    is_document = index == Symbol("d") or symbol in factorials
                    if value in of_values and index not in of_values and is_document:
                        roles |= {f"{symbol.letter} docs": str(place), symbol.letter: "count"}
                        roles |= {f"{index} runs": "docs", f"{value} runs": "V"}
                        indices.add(index)
    for symbol in symbols if indices else ():
        if symbol.lower and indices.issuperset(symbol.lower) and f"{symbol.letter} docs" not in roles:
            roles[symbol.letter] = "length"
        elif symbol == Symbol("D"):
            roles["D"] = "docs"
    for part in parts_in(formulas):
        match part:
            case nodes.Series(index=over, domain=nodes.Domain("span", (_, Symbol(end, ())))):
                roles |= {end: "docs"} if Symbol(over.letter) in indices else {}
    return roles


def weights_in(formulas: Sequence[Expression], names: Mapping[str, str]) -> AbstractSet[str]:
    """Return t where it is the one letter with an index in exponents of θ_v: (t_v + δ − 1) log θ_v.

    θ is in `names`. Elsewhere t is a letter of data.
    """
    exponents = powers_in(formulas, [letter for letter, role in names.items() if role == "θ"])
    letters = {part.letter for _, each in exponents for part in symbols_in([each]) if part.lower}
    return letters - names.keys() if letters == {"t"} else set()


def value_indices(formulas: Sequence[Expression], names: Mapping[str, str]) -> dict[str, str]:
    """Return which index of a count with two says the value: the one that an innermost sum is over.

    A count of which both are may be of a document or a class, of which nothing is known. Without a sum
    it is the one that the total has not: N_c beside N_wc.
    """

    def is_count(part: Symbol) -> bool:
        role = names.get(part.letter) if f"{part.letter} docs" not in names else ""
        return len(part.lower) > 1 and role in ("θ", "n", "count")

    runs: dict[str, dict[int, set[str]]] = {}  # by the letter of a count, the place and the index
    for node in parts_in(formulas):
        if isinstance(node, nodes.Series) and not isinstance(node.body, nodes.Series):
            index = Symbol(node.index.letter)
            for part in filter(is_count, symbols_in([node.body])):
                if index in part.lower:
                    place = part.lower.index(index)
                    runs.setdefault(part.letter, {}).setdefault(place, set()).add(index.letter)
    totals = {(part.letter, *part.lower) for part in symbols_in(formulas) if len(part.lower) == 1}
    for part in () if runs else filter(is_count, symbols_in(formulas)):
        match part.lower:
            case (Symbol() as one, Symbol() as other):
                has_total = [(part.letter, index) in totals for index in (one, other)]
                if has_total.count(True) == 1:
                    place = has_total.index(False)
                    runs.setdefault(part.letter, {})[place] = {(one, other)[place].letter}
    roles = {letter: "other" for letter, places in runs.items() if len(places) > 1}
    sure = (places for places in runs.values() if len(places) == 1)
    return roles | {
        f"{index} runs": "V" for places in sure for each in places.values() for index in each
    }


def is_of_documents(names: Mapping[str, str], symbol: Symbol, place: int) -> bool:
    """Say whether the index of `symbol` at `place`, from 0, is a document: d of n_dv, and of L_d."""
    own, places = names.get(f"{symbol.letter} docs", ""), (*symbol.lower, *symbol.upper)
    if len(places) == 1:
        is_length = bool(own) and names.get(f"{places[0]} runs") == "docs"
        return is_length or names.get(symbol.letter) == "length"
    is_running = names.get(f"{places[place]} runs") == "docs" or not isinstance(places[place], Symbol)
    return own == str(place) and (is_running or places[place] not in _CLASSES)


def number_in_documents(
    ev: Evaluation, names: Mapping[str, str], symbol: Symbol, env: Env
) -> Number | None:
    """Return how often a word is in a document, n_dv, or the length of that, L_d; None of any other."""
    places = (*symbol.lower, *symbol.upper)
    own = [is_of_documents(names, symbol, place) for place in range(len(places))]
    if not any(own):
        return None
    indices = ev.indices(places, env)
    document = indices[own.index(True)]
    if not 1 <= document <= NUMBER:
        return None
    rows = _cut(ev.world)[document - 1]
    if len(places) == 1:
        return Fraction(len(rows))
    return sum((indicated(x, indices[own.index(False)]) for x in rows), Fraction(0))


def orders(world: World, names: Mapping[str, str]) -> Fraction:
    """Return in how many orders the rows of `world` may stand, n!/∏ n_v!, or those of each document."""
    has_documents = any(name.endswith(" docs") for name in names)
    number = Fraction(1)
    for rows in _cut(world) if has_documents else (world.data,):
        number *= Fraction(factorial(len(rows)), prod(map(factorial, Counter(rows).values())))
    return number


def _cut(world: World) -> Sequence[Sequence[Fraction]]:
    """Return the rows of each document, of which the first is the shorter one."""
    place = 1 + len(world.data) // 3
    return world.data[:place], world.data[place:]


def has_priors(formulas: Sequence[Expression]) -> bool:
    """Say whether P(y_i) or π_{y_i} is in `formulas`, and x in P(x_i | y_i) alone: classes are data."""
    calls = [part for part in parts_in(formulas) if isinstance(part, Call) and part.head in ("P", "p")]
    conditioned = Counter(str(n) for call in calls if call.right for n in symbols_in(call.left))
    every = Counter(str(n) for n in symbols_in(formulas) if n.letter == "x")
    if any(conditioned[name] != number for name, number in every.items()):
        return False
    alone = [part for call in calls if not call.right for part in symbols_in(call.left)]
    places = [place for n in symbols_in(formulas) for place in n.lower if isinstance(place, Symbol)]
    return any(symbol.letter == "y" for symbol in (*alone, *places))
