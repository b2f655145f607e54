"""Whether a line that numbers refute is wrong, or was read amiss: what shows how it is meant.

A letter may stand for something else than is known here. Right lines settle what it is: those that
would be wrong if it were another number. So does a slip: the line that it mends would be wrong too, or
has the letter on both sides, whatever it is. A line is wrong only if all its letters are settled, and
none is read as nobody means it; else it is open, and no line after it is wrong.

How to read: `blamed` decides for all lines; `ReadingEvidence` is what speaks for a reading,
`ReadingEvidence.unconfirmed` what no right line shows; what speaks against it is in `misreading.py`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import replace
from itertools import pairwise

from exactnb.core.expression.nodes import Call, Expression, Integer, Symbol
from exactnb.core.expression.reading.derivations.signs import OBJECTIVES, RANDOM
from exactnb.errors import enumerated
from exactnb.teach.grading.derivations.following import may_follow
from exactnb.teach.grading.derivations.introduced import function_key
from exactnb.teach.grading.derivations.lagrangians import multipliers_in
from exactnb.teach.grading.derivations.lines import Counterexample, DerivationLine, doubt_of_mood
from exactnb.teach.grading.derivations.messages import RESTS, counterexample_text
from exactnb.teach.grading.derivations.misreading import Misreading, Pair
from exactnb.teach.grading.derivations.occurrences import (
    binary_in,
    estimates_alone,
    has_moved,
    index_numbers_in,
    is_cancelled,
    is_probability_of,
    is_right_of_any,
    names_in,
    numbers_in,
    with_another,
    with_definitions,
)
from exactnb.teach.grading.derivations.prose import DerivationProse
from exactnb.teach.grading.derivations.slips import refutation, slip_of
from exactnb.teach.grading.derivations.trials import Trials, has_letters
from exactnb.teach.grading.derivations.worlds import DerivationBudget

_UP_TO_CONSTANTS = ("proportion", "difference", "ratio")

_NUMBER = re.compile(r"(?<![\w.])\d{1,40}(?![\w.])")
_OF_LETTERS = re.compile(r"\\?(?:log|ln)\b|\^")
_USUAL = ("n", "N", "V")  # letters that nobody takes for anything but a size

_OF_ANOTHER = ("normaliser", "prior", "no-prior", "mean-for-mode", "mode-for-mean")
"""Slips of lines that are right if their left side is another quantity."""

_FEW = 2  # lines, of which none shows what letters of another are: these are read as usual

_MOVED = ("exchanged", "letter", "term", "number")
"""Slips that put a quantity in the place of another, or take it away."""

_SIZES = ("n", "V", "size")
"""Roles of sizes, which the ends of ranges are."""


def blamed(
    trials: Trials, judged: Sequence[DerivationLine], torn: AbstractSet[int], prose: DerivationProse
) -> list[DerivationLine]:
    """Return the lines `judged`, of which the first that is wrong is blamed, with its slip.

    Those before it that may have been read amiss are open, and those after it rest on it. `trials` are
    the worlds in which they were tried; `torn` are the lines that go on with none right before them,
    `prose` is what words say.
    """
    trials.budget = DerivationBudget()
    evidence = ReadingEvidence(trials, judged, {*_USUAL, *(end for end, _ in prose.ends)})
    own = trials.scope.prior_families
    evidence.other_priors = prose.priors if own and prose.priors.isdisjoint(own) else frozenset()
    is_stated = any(role.startswith("hyper ") for role in trials.scope.example)
    evidence.states_prior = not own or is_stated or bool(prose.prior or prose.prior_letters)
    done: list[DerivationLine] = []
    earlier: DerivationLine | None = None
    for index, line in enumerate(judged):
        first = next((each for each in done if each.is_to_blame), None)
        if line.is_to_blame and first is not None:
            restored = line.verdict == "not_equivalent"
            line = replace(line, verdict="right" if restored else "open",
                           message="" if restored else RESTS)  # fmt: skip
        elif line.verdict == "not_equivalent" and not evidence.is_sure(earlier):
            line = replace(line, verdict="right", message="", counterexample=None)
        elif line.is_to_blame and (why := doubt_of_mood(line.statement) or RESTS * evidence.has_failed):
            line = replace(line, verdict="open", message=why, counterexample=None)
        elif line.is_to_blame:
            line = evidence.weighed(index, line)
            evidence.has_failed = not line.is_to_blame
        elif line.verdict == "unread" and line.chain is None:
            evidence.numbers.update(_NUMBER.findall(line.statement.text))
        elif line.verdict == "sentence" and _OF_LETTERS.search(line.statement.text):
            evidence.numbers.update(_NUMBER.findall(line.statement.text))  # maximise 7 ln t1 + 4 ln t2
        elif line.verdict in ("unread", "open") and line.chain is not None:
            evidence.doubted.update(name for side in line.chain.sides for name in names_in(side))
        elif (
            first is not None
            and line.verdict == "right"
            and earlier is not None
            and (earlier.is_to_blame or earlier.message == RESTS)
            and earlier.chain is not None
            and line.chain is not None
            and not (trials.scope.is_moving or trials.scope.has_kinks)
            and not may_follow(trials, earlier.chain, line.chain)
        ):
            message = f"right, but it does not follow from line {earlier.statement.line}"
            line = replace(line, verdict="does_not_follow", message=message)
        if line.chain is not None and line.verdict not in ("definition", "assumption", "unread"):
            earlier = None if index in torn else line
        done.append(line)
    return done


class ReadingEvidence:
    """What the right lines of a derivation, and slips, say of the letters in one that is wrong."""

    def __init__(
        self, trials: Trials, judged: Sequence[DerivationLine], sizes: AbstractSet[str]
    ) -> None:
        self.trials, self.judged, self.sizes = trials, judged, sizes
        self.doubted: set[str] = set()  # letters of lines that may be read amiss, or are not read
        self.other_priors = frozenset[str]()  # that words name, of which nothing is known here
        self.states_prior = True  # words say the prior, or there is none
        self.has_failed = False  # a line that is wrong as it is read was left open
        self.numbers: set[str] = set()  # of lines that are not read: they may be data
        self.known: dict[tuple[str, int], bool] = {}

    def is_sure(self, line: DerivationLine | None) -> bool:
        """Say whether a line is right, and has no letter that may be read amiss."""
        sides = line.chain.sides if line is not None and line.chain is not None else ()
        names = {name for side in sides for name in names_in(side)}
        return line is not None and line.verdict == "right" and self.doubted.isdisjoint(names)

    def weighed(self, index: int, line: DerivationLine) -> DerivationLine:
        """Return the wrong `line` of this `index` with its slip; open where it may be read amiss."""
        sides = line.chain.sides[line.link : line.link + 2] if line.chain is not None else ()
        if what := self.doubt_of_prior(sides, self.judged[:index]):
            return replace(line, verdict="open", message=what, counterexample=None)
        if line.chain is None or line.verdict == "not_equivalent":
            return line
        left, right = sides
        rows = (each.chain.sides for each in self.judged[:index] if each.chain is not None)
        own = line.chain.sides[: line.link + 1]
        earlier = tuple(reversed([side for row in (*rows, own) for side in row]))
        slip, edit, mended = slip_of(self.trials, line, earlier)
        if mended is not None and not any(map(self.trials.has_parameter, (left, right))):
            # Nobody who counts forgets a parameter: such a line was read amiss.
            mended = None if any(map(self.trials.has_parameter, mended)) else mended
        doubts = self.doubtful_names(index, line, (left, right), mended, edit)
        if not doubts:
            return replace(line, slip=slip)
        self.doubted |= set(doubts)
        meant = "is meant as it is read" if len(doubts) == 1 else "are meant as they are read"
        letters = enumerated(doubts)
        of_data = f"{letters} may be of data that were not read"
        what = of_data if doubts[0].isdecimal() else f"nothing shows that {letters} {meant}"
        fails = counterexample_text(line.counterexample) if line.counterexample else ""
        return replace(line, verdict="open", message=f"{what}. {fails}", counterexample=None)

    def doubt_of_prior(self, pair: Sequence[Expression], above: Sequence[DerivationLine]) -> str:
        """Return why the prior of a wrong line, a `pair` of sides, is not known, "" if it is.

        Numbers may be of one that was not read, but where words, letters, or lines `above` say it.
        """
        if self.other_priors:
            return f"a {enumerated(sorted(self.other_priors))} prior is not known here"
        roles, names = self.trials.scope.names, {name for side in pair for name in names_in(side)}
        hyper = {name for name, role in roles.items() if role.startswith("hyper")}
        is_known = self.states_prior or not names.isdisjoint({"L", "LL", *hyper})
        is_known = is_known or all(number < 3 for side in pair for number in numbers_in(side))
        is_known = is_known or any(self.is_settled(name, above) for name in hyper)
        return "" if is_known else "nothing shows what the prior is"

    def doubtful_names(
        self, index: int, line: DerivationLine, pair: Pair, mended: Pair | None, slip: str
    ) -> list[str]:
        """Return the letters and functions of a wrong `line` that may not be what they are read as.

        `mended` are its sides, `pair`, without its `slip`.
        """
        trials, scope = self.trials, self.trials.scope
        is_introduced = line.kind in ("multiplier", "definition")  # then the left side is a name alone
        names = dict.fromkeys(name for side in pair[is_introduced:] for name in names_in(side))
        parts = [part for side in pair for part in side.walk() if isinstance(part, Integer)]
        if not any(map(has_letters, pair)):
            return []  # 120 + 30 + 50 = 190
        numbers = dict.fromkeys(str(part) for part in parts if part.value > 2)  # 1, 2 are anywhere
        of_data = self.numbers  # a number in the place of a letter may be what that stands for: n = 8
        put_in = {n for side in mended or () for n in names_in(side)} - names.keys()
        if put_in:
            kept = {str(p) for side in mended or () for p in side.walk() if isinstance(p, Integer)}
            of_data = of_data | (numbers.keys() - kept)
        unknown = [each for each in numbers if each in of_data]
        if unknown and not (scope.has_example() and all(map(scope.fixes, put_in))):
            return unknown
        rows = (each.chain.sides for each in self.judged if each.chain is not None)
        places = {str(place) for row in rows for side in row for place in index_numbers_in(side)}
        counted = [each for each in numbers if each not in places]  # there are six values beside p_6
        if counted and not self.confirms(index, names) and not scope.fixes():
            return counted
        # P(y = 1) = 0.2 says what is given, and so does P(y = 1) = P(y = 0) = 1/2; P(k) = 1 does not.
        numbers_alone = [s for s in line.chain.sides if not has_letters(s)] if line.chain else []
        if (
            mended is None
            and not scope.has_example()
            and not {Integer(0), Integer(1)}.issuperset(numbers_alone)
            and any(isinstance(side, Call) for side in pair)
            and all(isinstance(side, Call) or side in numbers_alone for side in pair)
        ):
            return [str(next(side for side in pair if isinstance(side, Call)))]
        # 6/p = 6/(1 − p) is about data, though no letter of them stands there. So is U(p) = 0, if that
        # is what U was introduced as.
        functions = {part.head: trials.definitions.get(function_key(part)) for side in pair
                     for part in side.walk() if isinstance(part, Call)}  # fmt: skip
        bodies = {head: known.body for head, known in functions.items() if known is not None}
        sides = (*pair, *bodies.values())
        letters = {each for side in sides for each in names_in(side)} - {*bodies, ""}
        is_data_alone = scope.is_without_data((*sides, Integer(3))) and all(
            scope.is_parameter(Symbol(name)) and scope.names.get(name) != "multiplier"
            for name in letters
        )
        of_numbers = any(number > 2 for body in bodies.values() for number in numbers_in(body))
        is_known = scope.has_example() and all(scope.is_parameter(Symbol(name)) for name in letters)
        is_data_alone |= of_numbers and len(letters) == 1 and not is_known
        if line.kind == "condition" and is_data_alone:
            return list(names)
        # What Λ says of its multiplier is all that there is to say, and a constant may be any.
        has_constraint, has_constant = "Λ()" in trials.definitions, line.kind in _UP_TO_CONSTANTS
        free = multipliers_in(pair) if line.kind == "multiplier" else set[str]()
        free |= {n for n in names if has_constraint and scope.names.get(n) == "multiplier"}
        free |= {n for n in names if has_constant and trials.is_constant(Symbol(n))}
        usual = {n for n in names if n in self.sizes and scope.names.get(n) in _SIZES}
        usual |= {n for n in names if scope.names.get(n) == "docs"}
        means = {n for n in names if n.endswith("\u0304") and scope.is_datum(n[0])}
        known = usual | means | {n for n in names if scope.is_stated(n.rstrip("²\u0304"))}
        names = dict.fromkeys(n for n in names if n not in free | known)
        row = (each for each in self.judged[index:] if each.statement.line == line.statement.line)
        above = [*self.judged[:index], *row]
        misreading = Misreading(trials, self.judged, self.doubted)
        if not scope.links and (misread := misreading.of_line(pair, names)):
            return misread  # a theorem says what all its letters are
        chains = [each.chain for each in self.judged if each.chain is not None]
        few = sum(bool(each.relations) for each in chains) <= _FEW and slip != "prior"
        few &= bool(names or known or mended) or any(each.verdict == "right" for each in self.judged)
        other = self.unconfirmed(line, above, names, known, slip, mended)
        if other and not (few or scope.links):
            return other
        if mended is None:
            rows = (each.chain.sides for each in above if each.verdict == "right" and each.chain)
            is_sure = few or scope.links or any(trials.has_function(s) for row in rows for s in row)
            alone = () if is_sure else estimates_alone(trials, pair)
            return [n for n in names if n in self.doubted or n in alone
                    or not (self.is_settled(n, above) or self.is_introduced(n, above))]  # fmt: skip
        return [
            name
            for name in names
            if not self.is_settled(name, above)
            and (
                is_cancelled(self.trials, pair, mended, name)
                or not (
                    self.is_settled(name, self.judged)
                    or (name not in self.doubted and self.is_explained(line.kind, pair, mended, name))
                )
            )
        ]

    def unconfirmed(
        self, line: DerivationLine, above: Sequence[DerivationLine], names: Iterable[str],
        known: AbstractSet[str], slip: str, mended: Pair | None,
    ) -> list[str]:  # fmt: skip
        """Return what of a wrong `line` no right one `above` has, unless its `slip` needs none.

        One that puts a quantity in the place of another is what misreading a letter looks like: then
        `names`, its letters but those `known`, have to be settled. So do probabilities alone.
        """
        assert line.chain is not None
        pair = line.chain.sides[line.link : line.link + 2]
        own = line.chain.sides[: line.link + 1] if line.link else ()
        if slip in _OF_ANOTHER and not getattr(pair[0], "role", ""):  # θ̂_MAP says what it is
            hyper = (name for name, role in self.trials.scope.names.items() if role.startswith("hyper"))
            is_stated = slip == "no-prior" and any(self.is_settled(name, above) for name in hyper)
            if not isinstance(pair[0], Symbol) and not is_stated:
                return [str(pair[0])]
        elif (names or known) and not (
            slip in _MOVED or has_moved(self.trials, pair, mended or pair, names)
        ):
            return []
        if not names and not known:
            rows = (each.chain.sides for each in above if each.verdict == "right" and each.chain)
            parts = {part for row in (*rows, own) for side in row for part in side.walk()}
            calls = [part for side in pair for part in side.walk()
                     if isinstance(part, Call) and part.head not in RANDOM]  # fmt: skip
            if self.trials.scope.has_example():
                return []
            same = {part for side in own[:-1] for part in side.walk()}
            return [
                str(call) for call in calls if call not in parts and not is_probability_of(call, same)
            ]
        return [
            name
            for name in names
            if name not in OBJECTIVES
            and not (self.is_settled(name, above) or self.is_introduced(name, above))
            and not any(self.is_needed(line.kind, each, name) for each in pairwise(own))
            and not (mended is not None and is_right_of_any(self.trials, line.kind, mended, name))
        ]

    def confirms(self, index: int, names: Iterable[str]) -> bool:
        """Say whether right lines above the one of this `index` have numbers of an example, as it has.

        A line needs none if some of its letters, `names`, are no parameters: these show what it is of.
        """
        trials = self.trials

        def is_sought(name: str) -> bool:
            is_known = trials.scope.is_parameter(Symbol(name)) or trials.is_defined(Symbol(name))
            return is_known or name.endswith("\u0304")  # x̄ = 13 is about data as μ̂ is

        def is_of_example(row: Sequence[Expression]) -> bool:
            letters = {part.letter for side in row for part in side.walk() if isinstance(part, Symbol)}
            is_of_data = any(number > 2 for side in row for number in numbers_in(side))
            is_of_data &= bool(letters) and not any(map(trials.scope.is_prior, row))
            return is_of_data and all(map(is_sought, letters))

        if not all(map(is_sought, names)):
            return True
        verdicts = {each.verdict for each in self.judged[:index]
                    if each.chain is not None and is_of_example(each.chain.sides)}  # fmt: skip
        return verdicts == {"right"}

    def is_settled(self, name: str, lines: Sequence[DerivationLine]) -> bool:
        """Say whether one of `lines` is right, and would not be if the letter `name` were another."""
        key = name, len(lines)
        if key not in self.known:
            self.known[key] = any(
                self.is_needed(line.kind, pair, name) or any(name in binary_in(side) for side in pair)
                for line in lines
                if line.verdict == "right" and line.chain is not None
                for pair in zip(line.chain.sides, line.chain.sides[1:], strict=False)
            ) or (name[1:] == "\u0304" and self.is_settled(name[0], lines))  # x̄ is the mean of x alone
        return self.known[key]

    def is_introduced(self, name: str, lines: Sequence[DerivationLine]) -> bool:
        """Say whether one of `lines` introduces the letter `name` by letters that are settled there."""
        return any(
            line.verdict == "definition"
            and line.chain is not None
            and getattr(line.chain.sides[0], "letter", "") == name
            and all(each in self.sizes or self.is_settled(each, lines)
                    or self.is_introduced(each, lines[:at]) for each in names_in(line.chain.sides[1]))
            for at, line in enumerate(lines)
        )  # fmt: skip

    def is_needed(self, kind: str, pair: Pair, name: str) -> bool:
        """Say whether two sides are equal, and not if the letter or function `name` were another."""
        if all(name not in names_in(side) for side in pair):
            return False
        calls = {function_key(part) for side in pair for part in side.walk() if isinstance(part, Call)}
        for key in calls.intersection(self.trials.definitions) - self.trials.objectives:
            if name in names_in(self.trials.definitions[key].body):
                return False  # what is said of J′ is right whatever the letters of J are
        for each in dict.fromkeys((kind, "identity", "condition", "ratio", "difference")):
            if refutation(self.trials, each, *pair) is None:
                put_in = [with_definitions(self.trials, side, name) for side in pair]
                others = (
                    [with_another(self.trials, side, name, how) for side in put_in] for how in range(3)
                )
                return any(isinstance(refutation(self.trials, each, *other), Counterexample)
                           for other in others)  # fmt: skip
        return False

    def is_explained(self, kind: str, pair: Pair, mended: Pair, name: str) -> bool:
        """Say whether a slip mends a line whatever `name` is, or the mended one settles what it is."""
        right = (each.chain.sides for each in self.judged if each.verdict == "right" and each.chain)
        letters = [part for sides in right for side in sides for part in side.walk()
                   if isinstance(part, Symbol)]  # fmt: skip
        if self.has_another_name(pair, name, letters) or (
            len(name) == 1 and Symbol(name) in pair and not self.trials.scope.is_parameter(Symbol(name))
        ):
            return False  # θ = f says what f is
        if self.is_needed(kind, mended, name):
            return True
        return all(name in names_in(side) for side in mended)

    def has_another_name(self, pair: Pair, name: str, letters: Sequence[Symbol]) -> bool:
        """Say whether the right lines, with these `letters`, write another one for what `name` is."""
        parts = (part for side in pair for part in side.walk() if isinstance(part, Symbol))
        own = next((part for part in parts if part.letter == name), None)
        if own is None:  # a function
            return False
        inside = {each for side in pair for each in names_in(side)}
        others = {part.letter for part in letters if len(part.lower) == len(own.lower)} - inside
        return any(
            refutation(self.trials, "identity", own, replace(own, letter=x)) is None for x in others
        )
