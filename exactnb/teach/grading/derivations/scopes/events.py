"""Events by their names, as spam and free in P(free | spam), and which of them are classes.

How to read: `NamedEvents` looks at letters in general, `event_roles` at names, and `outcome_roles` at
those of the values of one variable that is observed.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import combinations, pairwise

from exactnb.core.expression import nodes
from exactnb.core.expression.nodes import Call, Expression, Symbol
from exactnb.core.naming.grammar import GREEK
from exactnb.teach.grading.derivations.meanings import parts_in
from exactnb.teach.grading.derivations.scope import DerivationScope
from exactnb.teach.grading.derivations.scopes.observed import WHOLE_DATA
from exactnb.teach.grading.derivations.worlds import Key, World, spelled

Stated = Sequence[tuple[Expression, Fraction]]
"""Probabilities and parameters, each with the number that lines state for it."""

CALLS = ("P", "p", "Pr", "^P", "^p")
_USUAL = frozenset("xXyYcCklijtn01")  # letters of features and classes in general
_OF_CLASS = frozenset((*"yYcCkK", "class", "Class", "label", "Label", "category", "type"))
_OF_WORD = frozenset((*"wWtx", "word", "Word", "token"))
_KNOWN = ("spam ham", "spam nonspam", "spam legit", "+ -", "pos neg", "positive negative", "yes no",
          "Yes No", "sick healthy", "ill healthy", "heads tails", "true false")  # fmt: skip
_PAIRS = tuple(tuple(pair.split()) for pair in _KNOWN)
GENERAL = frozenset("xXwWyYcCklij+-")
"""Letters with a usual meaning, or that run."""
_LETTERS = ("HT", "ht", "SF", "sf", "SH", "sh", "+-")  # of the two values of a variable
_FEATURES = frozenset("xXwWyYcCk")  # letters whose numbers say which feature or class they are
_MOST = 6  # events that are looked at together
_GREEK = frozenset(GREEK.values()) | {"π"}


def name_of(part: Expression) -> tuple[str, bool]:
    """Return the name of an event and whether it is said to be a class; "" of anything else."""
    match part:
        case Call("¬", (inner,)):
            return name_of(inner)
        case nodes.Equal((Symbol(variable, ()), Symbol(value, ()))) if (
            value not in _USUAL | _GREEK or value == variable.lower()
        ):
            if value == variable.lower():  # any value, Z = z
                return variable, False
            if variable in _OF_CLASS:
                return value, True
            return (value if variable in _OF_WORD else f"{variable}={value}"), False
        case nodes.Equal((Symbol(name, ()), nodes.Integer(0 | 1))) if len(name) > 2:
            return name, False  # free = 1
        case Symbol(letter, (nodes.Integer(number),), ()):  # one of several causes, H_1 and H_2
            return f"{letter}_{number}", False
        case Symbol(name, (), ()) if name in ("+", "-") or (
            name.replace(" ", "").isalpha() and name not in _GREEK
        ):
            return name, False
    return "", False


class NamedEvents(DerivationScope):
    """A scope of events, of which lines have names and general letters."""

    two = False
    has_events = False  # whether the letters of P(a, b, c) may be any events
    features = "xX"
    usual = GENERAL - {"w", "W"}  # letters that are no features but with a usual meaning
    has_classes = True  # whether one of two events has to be a class
    stated: Stated = ()  # probabilities and parameters that lines state
    computed: Stated = ()  # those that they compute of numbers
    put_in: Stated = ()  # and those that they put in for a formula

    def groups(self, world: World) -> Sequence[Sequence[Key]]:
        """Return the numbers of `world`, each alone or with those with which it adds up to 1."""
        raise NotImplementedError

    def settle(self, world: World) -> None:
        """Work out again what else rests on the numbers of `world`."""

    def event_names(self, formulas: Sequence[Expression]) -> dict[str, str]:
        """Return the letters of features in `formulas`, f in P(f_j | c), and those of two classes.

        Two letters that never stand in one P are the classes: P(x | A), P(x | B).
        """
        calls = [node for node in parts_in(formulas) if isinstance(node, Call) and node.head in CALLS]
        features: dict[str, str] = {}
        alone: dict[str, set[int]] = {}
        bare: dict[str, None] = {}
        for before, last in (pair for call in calls for pair in pairwise((*call.left, *call.right))):
            match before, last:
                case Symbol("…"), Symbol(_, (Symbol(size, ()),)):  # x_1, …, x_q
                    features[size] = "size"
        for number, call in enumerate(calls):
            for part in (*call.left, *call.right):
                match part:  # in a step from n to n + 1 there is one feature more than n
                    case Symbol(_, (nodes.Sum((Symbol(size), nodes.Integer(1))),)) if self.is_size(
                        size
                    ):
                        features[size] = "one less"
                match part.pairs[0] if isinstance(part, nodes.Equal) else part:
                    case Symbol(letter, (Symbol() | nodes.Integer() | nodes.Sum() | Call(),)) if (
                        letter not in self.usual
                    ):
                        features[letter] = "feature"
                    case Symbol(letter, ()) if letter.isalpha() and len(letter) == 1:
                        bare[letter] = None
                        if letter not in GENERAL and letter not in self.features:
                            alone.setdefault(letter, set()).add(number)
        stated = (*self.stated, *self.computed)
        roles = event_roles(formulas, stated, features=self.features, has_classes=self.has_classes)
        if roles and not (self.two and "class 3" in roles.values()):
            return features | roles
        indexed = {letter for letter, role in features.items() if role == "feature"}
        if self.has_events and len(bare) > 2 and indexed <= bare.keys():  # A, B, C, then A_1, …, A_n
            return {**features, **{each: f"event {place}" for place, each in enumerate(bare, 1)}}
        letters = [letter for letter in alone if letter not in features]
        if self.two and len(letters) == 2 and alone[letters[0]].isdisjoint(alone[letters[1]]):
            features |= dict(zip(letters, ("class 1", "class 2"), strict=True))
        elif len(letters) == 1 and "feature" in features.values():
            features[letters[0]] = "label"  # P(d | s_1, …, s_m)
        return features


def event_roles(
    formulas: Sequence[Expression], stated: Stated, *, features: str, has_classes: bool
) -> dict[str, str]:
    """Return the roles of the events that `formulas` name; none where these are but general letters.

    They are "class 1" or "event 1" and so on. `features` are letters of all features.
    Without classes two names may be those of the values of one variable; else one of them has to be.
    """
    calls = [part for part in parts_in(formulas) if isinstance(part, Call) and part.head in CALLS]
    negated = {name_of(part)[0] for part in parts_in(calls) if getattr(part, "head", "") == "¬"}
    numbered = {name_of(part)[0] for call, _ in stated if isinstance(call, Call)
                for part in (*call.left, *call.right)}  # fmt: skip
    indexed = {part.letter for part in parts_in(formulas) if isinstance(part, Symbol) and part.lower}
    special = (negated | numbered) & ({"C", *features} - indexed) | negated
    general = {*_USUAL, *features} - special
    variables = {part.pairs[0].letter for part in parts_in(calls)
                 if isinstance(part, nodes.Equal) and isinstance(part.pairs[0], Symbol)
                 and part.pairs[0].letter != name_of(part)[0]}  # fmt: skip
    general |= variables | {""} | ({name for name in WHOLE_DATA if len(name) > 2} - numbered)
    every = [name_of(part)[0] for call in calls for part in (*call.right, *call.left)]
    names = [name for name in dict.fromkeys(every) if name not in general]
    inside = [
        [{name_of(part)[0] for part in side} for side in (call.left, call.right)] for call in calls
    ]
    together = {pair for left, right in inside for pair in combinations(sorted(left | right), 2)}
    apart = [pair for pair in combinations(names, 2) if tuple(sorted(pair)) not in together]
    classes = [name for name in names if any((name, True) == name_of(part) for part in parts_in(calls))]
    classes += _values_of_one(apart, formulas, stated)
    # H_1 and H_2 are the causes of what is seen, if one of them is; R_1 and R_2 are features.
    names = [
        name for name in names if "_" not in name or (name in classes and name[0] not in _FEATURES)
    ]
    classes = [name for name in classes if name in names]
    named = [(left & {*names}, right & {*names}) for left, right in inside]
    if not ((negated | numbered) & {*names} - general or any(len(name) > 2 for name in names)):
        return {}
    if not classes and has_classes:  # what most is known under
        known = {name: len({each for left, right in named if right == {name} for each in left})
                 for name in names}  # fmt: skip
        conditions = [name_of(call.right[0])[0] for call, _ in stated
                 if isinstance(call, Call) and len(call.right) == 1]  # fmt: skip
        likely = sorted(names, key=lambda name: (-known[name], -conditions.count(name)))[:1]
        classes = [name for name in likely if known[name]]
    classes = sorted(dict.fromkeys(classes), key=lambda name: name == "-")
    events = [name for name in names if name not in classes]
    if not names or len(classes) > _MOST or len(events) > _MOST:
        return {}
    roles = {name: f"class {place}" for place, name in enumerate(classes, 1)}
    ordered = _in_order(events, named)
    return roles | {name: f"event {place}" for place, name in enumerate(ordered, 1)}


def are_priors(left: Expression, right: Expression) -> bool:
    """Say whether two sides are the priors of two classes: P(A) = P(B)."""
    match left, right:
        case Call("P" | "p", (one,), ()), Call("P" | "p", (other,), ()):
            return name_of(one) != name_of(other)
    return False


def outcome_roles(formulas: Sequence[Expression]) -> dict[str, str]:
    """Return the roles of the values of one variable by their names: N_H and N_T, P(heads).

    They are "value 1" and so on.
    """
    names, letters = dict[str, None](), dict[str, None]()
    for part in parts_in(formulas):
        match part:
            case Call(head, left, right) if head in CALLS and all(
                len(spelled(each)) < 2 for each in right
            ):
                called = [name_of(each)[0] for each in left]
            case Symbol("N" | "n" | "#", (Symbol(name, ()),)) | Call("count", (Symbol(name, ()),)):
                called = [name]
            case _:
                continue
        names |= dict.fromkeys(name for name in called if len(name) > 2 and name not in WHOLE_DATA)
        letters |= dict.fromkeys(name for name in called if len(name) == 1)
    pair = [
        each for each in letters if any(each in both and {*both} <= {*letters} for both in _LETTERS)
    ]
    for part in parts_in(formulas):
        match part:
            case nodes.Sum(
                (Symbol(lower=(Symbol(one, ()),)), nodes.Negative(Symbol(lower=(Symbol(less, ()),))))
            ):
                pair = [] if {one, less} == {*pair} else pair  # N_s − N_f: one is a part of the other
    initials = [name[0].lower() for name in names]
    pair.sort(key=lambda letter: letter.lower() in initials[1:])  # of heads the letter is h
    return {name: f"value {place}" for each in (names, pair) for place, name in enumerate(each, 1)}


def _values_of_one(
    apart: Sequence[tuple[str, str]], formulas: Sequence[Expression], stated: Stated
) -> Sequence[str]:
    """Return the names of all values of one variable: by what they mean, by numbers, or by a sum.

    No two of them stand in one P; `apart` has all such pairs. Their stated probabilities are 1 in all,
    one is 1 less the other, their odds stand, or Σ P(a | c) P(c) runs over them.
    """
    for pair in apart:
        if pair in _PAIRS or pair[::-1] in _PAIRS:
            return pair
    calls = {part for part in parts_in(formulas) if isinstance(part, Call)}
    for pair in apart:  # P(E | H_1) and P(E | H_2)
        under = ({call.left for call in calls if [name_of(part)[0] for part in call.right] == [name]}
                 for name in pair)  # fmt: skip
        if "_" in pair[0] and pair[0][:2] == pair[1][:2] and set.intersection(*under):
            return sorted({name for each in apart for name in each if name[:2] == pair[0][:2]})
    numbers = {name_of(call.left[0])[0]: value for call, value in stated
               if isinstance(call, Call) and not call.right and len(call.left) == 1
               and isinstance(call.left[0], Symbol)}  # fmt: skip
    for size in range(2, 1 + min(len(numbers), _MOST)):
        for names in combinations(numbers, size):
            are_apart = all(pair in apart or pair[::-1] in apart for pair in combinations(names, 2))
            if are_apart and sum(map(numbers.__getitem__, names)) == 1:
                return names
    for part in parts_in(formulas):
        match part:
            case nodes.Sum((nodes.Integer(1), nodes.Negative(Call(head, (Symbol(name),), known)))):
                for pair in apart:
                    other = pair[pair[0] == name]
                    if name in pair and Call(head, (Symbol(other),), known) in calls:
                        return pair
            case nodes.Quotient(Call(_, (Symbol(name),), known), Call(_, (Symbol(other),), also)) if (
                known == also and {(name, other), (other, name)} & {*apart}
            ):  # odds
                return name, other
            case nodes.Sum(terms):
                names = tuple(filter(None, map(_weight, terms)))
                if len(names) == len({*names}) == len(terms):
                    return names
    return ()


def _weight(term: Expression) -> str:
    """Return c of a term P(a | c) P(c), "" of any other."""
    factors = term.factors if isinstance(term, nodes.Product) else ()
    calls = [factor for factor in factors if isinstance(factor, Call) and len(factor.left) == 1]
    known = {call.right for call in calls}
    weights = (
        name_of(call.left[0])
        for call in calls
        if not call.right and call.left in known and isinstance(call.left[0], Symbol)
    )
    return next((name for name, _ in weights), "")


def _in_order(events: Sequence[str], named: Sequence[tuple[set[str], set[str]]]) -> list[str]:
    """Return `events` with those on which others are conditioned before them, as far as that goes."""
    ordered: list[str] = []
    waiting = list(events)
    before = {event: {known for left, right in named if event in left for known in right}
              for event in events}  # fmt: skip
    while waiting:
        free = (each for each in waiting if before[each].isdisjoint({*waiting} - {each}))
        chosen = next(free, waiting[0])
        waiting.remove(chosen)
        ordered.append(chosen)
    return ordered
